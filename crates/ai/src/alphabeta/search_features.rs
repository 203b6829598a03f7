//! The search features, each of which can be turned off.

/// A set of search features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchFeatures(u32);

/// A search feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchFeature {
    /// The name in specs.
    pub(super) name: &'static str,
    bit: u32,
    /// Whether the feature can change the value of the root.
    is_selective: bool,
}

macro_rules! search_features {
    ($($(#[$doc:meta])* $id:ident $name:literal $bit:literal $selective:literal;)*) => {
        impl SearchFeature {
            $(
                $(#[$doc])*
                pub(super) const $id: Self = Self {
                    name: $name,
                    bit: 1 << $bit,
                    is_selective: $selective,
                };
            )*
            const ALL: &'static [Self] = &[$(Self::$id),*];
        }
    };
}

search_features! {
    /// Transposition table.
    TABLE "table" 0 false;
    /// Principal-variation search: all turns but the first are searched with a null window.
    PVS "pvs" 1 false;
    /// Killer turns: turns that caused a cutoff at the same ply are searched first.
    KILLERS "killers" 2 false;
    /// Aspiration windows: each iteration starts with a narrow window around the last value.
    ASPIRATION "aspiration" 4 false;
    /// Futility pruning: near the full depth, turns whose scores plus a margin do not exceed alpha
    /// are skipped.
    FUTILITY "futility" 3 true;
    /// Threat extension: a line that would end with a threat to answer is extended.
    EXTENSION "extension" 7 true;
    /// Late-move reductions: turns late in the order are first searched less deep.
    LMR "lmr" 5 true;
    /// Endgames are solved.
    ENDGAME "endgame" 6 true;
}

impl SearchFeatures {
    /// All features.
    #[must_use]
    pub fn all() -> Self {
        Self(SearchFeature::ALL.iter().fold(0, |all, t| all | t.bit))
    }

    /// The features that never change the value of the root.
    #[must_use]
    pub fn lossless(self) -> Self {
        let selective = SearchFeature::ALL.iter().filter(|t| t.is_selective);
        selective.fold(self, |left, t| left.without(*t))
    }

    /// Whether a feature can change the value of the root.
    pub(super) fn are_selective(self) -> bool {
        SearchFeature::ALL
            .iter()
            .any(|t| t.is_selective && self.has(*t))
    }

    /// Returns the set with this feature.
    #[cfg(test)]
    pub(super) const fn with(self, feature: SearchFeature) -> Self {
        Self(self.0 | feature.bit)
    }

    /// Whether the set is empty.
    #[cfg(test)]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn has(self, feature: SearchFeature) -> bool {
        self.0 & feature.bit != 0
    }

    pub(super) const fn without(self, feature: SearchFeature) -> Self {
        Self(self.0 & !feature.bit)
    }

    /// Parses the features to turn off: names joined by `+`, or [`NOTHING`]. Returns the others;
    /// `None` if a name is unknown or given twice.
    pub(crate) fn all_but(text: &str) -> Option<Self> {
        if text == NOTHING {
            return Some(Self::all());
        }
        text.split('+').try_fold(Self::all(), |left, name| {
            let name = match name {
                // Names in earlier versions.
                "scout" => SearchFeature::PVS.name,
                "foresight" => SearchFeature::FUTILITY.name,
                "reductions" => SearchFeature::LMR.name,
                name => name,
            };
            let feature = SearchFeature::ALL.iter().find(|t| t.name == name)?;
            left.has(*feature).then(|| left.without(*feature))
        })
    }

    /// The text that [`SearchFeatures::all_but`] parses to this set.
    pub(crate) fn missing(self) -> String {
        let missing = SearchFeature::ALL.iter().filter(|t| !self.has(**t));
        let names: Vec<_> = missing.map(|t| t.name).collect();
        if names.is_empty() {
            NOTHING.to_string()
        } else {
            names.join("+")
        }
    }
}

/// The text for no features.
pub(crate) const NOTHING: &str = "nothing";
