//! What makes a search fast, each of which can be left out.

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques(u32);

/// A technique that a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Technique {
    /// Its name in specs.
    pub(super) name: &'static str,
    bit: u32,
    /// Whether the value of the root may differ with it.
    is_selective: bool,
}

macro_rules! techniques {
    ($($(#[$doc:meta])* $id:ident $name:literal $bit:literal $selective:literal;)*) => {
        impl Technique {
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

techniques! {
    /// The transposition table.
    TABLE "table" 0 false;
    /// Principal-variation search: all turns but the first are only asked whether they are better.
    SCOUT "scout" 1 false;
    /// Turns that refuted others at the same ply come early.
    KILLERS "killers" 2 false;
    /// Iterations begin with a narrow window around the value of the last one.
    ASPIRATION "aspiration" 4 false;
    /// Close to the full depth, turns whose scores promise too little are skipped.
    FORESIGHT "foresight" 3 true;
    /// Lines do not end where something urgent is left to answer.
    EXTENSION "extension" 7 true;
    /// Late turns are searched less deep at first.
    REDUCTIONS "reductions" 5 true;
    /// Endgames are played out.
    ENDGAME "endgame" 6 true;
}

impl Techniques {
    /// All of them.
    #[must_use]
    pub fn all() -> Self {
        Self(Technique::ALL.iter().fold(0, |all, t| all | t.bit))
    }

    /// Those of them that never change the value that a search comes to.
    #[must_use]
    pub fn lossless(self) -> Self {
        let selective = Technique::ALL.iter().filter(|t| t.is_selective);
        selective.fold(self, |left, t| left.without(*t))
    }

    /// Whether the value that a search comes to may depend on them.
    pub(super) fn are_selective(self) -> bool {
        Technique::ALL
            .iter()
            .any(|t| t.is_selective && self.has(*t))
    }

    /// The same and this one.
    #[cfg(test)]
    pub(super) const fn with(self, technique: Technique) -> Self {
        Self(self.0 | technique.bit)
    }

    /// Whether there are none.
    #[cfg(test)]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn has(self, technique: Technique) -> bool {
        self.0 & technique.bit != 0
    }

    pub(super) const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !technique.bit)
    }

    /// Reads what to leave out of all techniques: names joined by `+`, or [`NOTHING`]. `None` if a
    /// name is unknown or double.
    pub(crate) fn all_but(text: &str) -> Option<Self> {
        if text == NOTHING {
            return Some(Self::all());
        }
        text.split('+').try_fold(Self::all(), |left, name| {
            let technique = Technique::ALL.iter().find(|t| t.name == name)?;
            left.has(*technique).then(|| left.without(*technique))
        })
    }

    /// The normal form of what [`Techniques::all_but`] reads.
    pub(crate) fn missing(self) -> String {
        let missing = Technique::ALL.iter().filter(|t| !self.has(**t));
        let names: Vec<_> = missing.map(|t| t.name).collect();
        if names.is_empty() {
            NOTHING.to_string()
        } else {
            names.join("+")
        }
    }
}

/// Says that no technique is left out.
pub(crate) const NOTHING: &str = "nothing";
