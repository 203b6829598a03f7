//! Rule sets of Sayū.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::TileSet;
use super::board::BOARDS;
use super::tile::mirror;
use super::{HOME, TileSetError};
use crate::options::{bad_value, in_range, number, parse, switch};
use crate::{LoadAttachment, RuleKey, RuleSet, RulesError, Seat};

/// What Second's side of a tile shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Back {
    /// The same pattern as First's side (standard).
    Same,
    /// The mirror image of First's side.
    Mirrored,
}

/// The komi in half tiles, for the player who moves second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Komi {
    /// Twice the komi.
    pub halves: i16,
}

impl Komi {
    /// Reads a multiple of .5 between −49 and 49, such as `-3`, `0.5` or `.5`.
    fn parse(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, half) = match digits.split_once('.') {
            Some((whole, "5")) => (if whole.is_empty() { "0" } else { whole }, 1),
            Some((whole, "0")) => (whole, 0),
            Some(_) => return None,
            None => (digits, 0),
        };
        if whole.is_empty() || !whole.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let halves = whole
            .parse::<i16>()
            .ok()?
            .checked_mul(2)?
            .checked_add(half)?;
        (halves <= 98).then_some(Self {
            halves: if negative { -halves } else { halves },
        })
    }

    /// The komi of the other side.
    pub(super) const fn opposite(self) -> Self {
        Self {
            halves: -self.halves,
        }
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.halves < 0 { "-" } else { "" };
        let halves = self.halves.unsigned_abs();
        let half = if halves % 2 == 1 { ".5" } else { "" };
        write!(f, "{sign}{}{half}", halves / 2)
    }
}

/// A rule set: the standard rules or a variant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    radius: u8,
    tiles: TileSet,
    back: Back,
    optional: bool,
    komi: Komi,
    swap: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            radius: 3,
            tiles: TileSet::standard(),
            back: Back::Same,
            optional: false,
            komi: Komi::default(),
            swap: false,
        }
    }
}

impl Rules {
    /// The maximum distance of tiles from home: 1, 2 or 3.
    #[must_use]
    pub const fn radius(&self) -> u8 {
        self.radius
    }

    /// The supply.
    #[must_use]
    pub const fn tiles(&self) -> &TileSet {
        &self.tiles
    }

    /// What Second's side of a tile shows.
    #[must_use]
    pub const fn back(&self) -> Back {
        self.back
    }

    /// Whether a player may stop converting early.
    #[must_use]
    pub const fn convert_is_optional(&self) -> bool {
        self.optional
    }

    /// The komi in tiles, for the player who moves second: Second, or First after a swap (see
    /// [`super::Sayu::komi`]).
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// Whether Second may swap.
    #[must_use]
    pub const fn swap(&self) -> bool {
        self.swap
    }

    /// The cells for tiles: the board without home.
    pub(crate) const fn cells(&self) -> u64 {
        BOARDS[self.radius as usize] & !HOME.mask()
    }

    /// The pattern on `seat`'s side of a tile whose First side has `pattern`.
    #[must_use]
    pub const fn side(&self, pattern: u8, seat: Seat) -> u8 {
        match (self.back, seat) {
            (Back::Mirrored, Seat::Second) => mirror(pattern),
            _ => pattern,
        }
    }
}

/// Variants, from the standard rules or any other rule set.
///
/// ```
/// use flipside_rules::sayu::{Komi, Rules};
/// use flipside_rules::{RuleSet, RulesError, no_attachments};
///
/// let rules = Rules::default()
///     .with_komi(Komi { halves: 3 })?
///     .with_swap(true);
/// assert_eq!(rules, Rules::parse("komi=1.5,swap=on", &no_attachments)?);
/// assert_eq!(rules.name(), "komi=1.5,swap=on");
///
/// let error = Rules::default().with_radius(4).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "invalid value `4` of rule `radius`: expected 1, 2 or 3 (standard)"
/// );
/// # Ok::<(), RulesError>(())
/// ```
impl Rules {
    /// Sets the pattern on Second's side of a tile.
    #[must_use]
    pub fn with_back(self, back: Back) -> Self {
        Self { back, ..self }
    }

    /// Sets whether a player may stop converting early.
    #[must_use]
    pub fn with_optional_conversion(self, optional: bool) -> Self {
        Self { optional, ..self }
    }

    /// Sets the komi.
    ///
    /// # Errors
    /// If it is not between −49 and 49 tiles.
    pub fn with_komi(self, komi: Komi) -> Result<Self, RulesError> {
        let limit = Komi { halves: 98 };
        in_range("komi", komi, limit.opposite()..=limit, Self::KEYS)
            .map(|komi| Self { komi, ..self })
    }

    /// Sets the maximum distance of tiles from home.
    ///
    /// # Errors
    /// If it is not 1, 2 or 3.
    pub fn with_radius(self, radius: u8) -> Result<Self, RulesError> {
        in_range("radius", radius, 1..=3, Self::KEYS).map(|radius| Self { radius, ..self })
    }

    /// Sets whether Second may swap.
    #[must_use]
    pub fn with_swap(self, swap: bool) -> Self {
        Self { swap, ..self }
    }

    /// Sets the supply.
    ///
    /// # Errors
    /// If the set has the name of a built-in one and other tiles.
    pub fn with_tiles(self, tiles: TileSet) -> Result<Self, RulesError> {
        check_name(&tiles, tiles.name())?;
        Ok(Self { tiles, ..self })
    }
}

/// Checks that a set from `source` has its name alone, or is the built-in set of that name.
fn check_name(tiles: &TileSet, source: &str) -> Result<(), RulesError> {
    match TileSet::built_in(tiles.name()) {
        Some(other) if other != *tiles => {
            let name = tiles.name().to_string();
            Err(bad_set(source, TileSetError::NameTaken { name }))
        }
        _ => Ok(()),
    }
}

/// The error for a tile set that cannot be loaded or is invalid.
fn bad_set(name: &str, why: impl ToString) -> RulesError {
    RulesError::Attachment {
        what: "tile set",
        name: name.to_string(),
        why: why.to_string(),
    }
}

/// A built-in tile set, or one that is loaded.
fn tile_set(name: &str, load: &LoadAttachment<'_>) -> Result<TileSet, RulesError> {
    match TileSet::built_in(name) {
        Some(set) => Ok(set),
        None => {
            let text = load(name).map_err(|why| bad_set(name, why))?;
            let tiles = TileSet::parse(&text).map_err(|error| bad_set(name, error))?;
            check_name(&tiles, name)?;
            Ok(tiles)
        }
    }
}

impl RuleSet for Rules {
    const KEYS: &'static [RuleKey] = &[
        RuleKey {
            name: "back",
            values: "same (standard) or mirrored",
            meaning: "pattern on Second's side of a tile",
        },
        RuleKey {
            name: "convert",
            values: "forced (standard) or optional",
            meaning: "whether a player may stop converting early",
        },
        RuleKey {
            name: "komi",
            values: "a multiple of .5 from -49 to 49 (standard 0)",
            meaning: "tiles that the player who moves second gets at the end; it changes sides with the swap",
        },
        RuleKey {
            name: "radius",
            values: "1, 2 or 3 (standard)",
            meaning: "maximum distance of tiles from the home tile",
        },
        RuleKey {
            name: "swap",
            values: "off (standard) or on",
            meaning: "whether Second may take over First's first tile",
        },
        RuleKey {
            name: "tiles",
            values: "standard, without-024, without-025, mini, or the path of a tile set file",
            meaning: "the supply",
        },
    ];

    fn parse(text: &str, load: &LoadAttachment<'_>) -> Result<Self, RulesError> {
        let mut rules = Self::default();
        for (key, value) in parse(text, Self::KEYS)? {
            let wrong = || bad_value(key, value, Self::KEYS);
            rules = match key {
                "back" => rules.with_back(match value {
                    "same" => Back::Same,
                    "mirrored" => Back::Mirrored,
                    _ => return Err(wrong()),
                }),
                "convert" => rules.with_optional_conversion(match value {
                    "forced" => false,
                    "optional" => true,
                    _ => return Err(wrong()),
                }),
                "komi" => rules.with_komi(Komi::parse(value).ok_or_else(wrong)?)?,
                "radius" => rules.with_radius(number(key, value, Self::KEYS)?)?,
                "swap" => rules.with_swap(switch(key, value, Self::KEYS)?),
                _ => rules.with_tiles(tile_set(value, load)?)?,
            };
        }
        Ok(rules)
    }

    fn special_turns(&self) -> u32 {
        if self.swap { 2 } else { 0 }
    }

    fn name(&self) -> String {
        let standard = Self::default();
        let mut keys: Vec<String> = Vec::new();
        if self.back != standard.back {
            keys.push("back=mirrored".to_string());
        }
        if self.optional {
            keys.push("convert=optional".to_string());
        }
        if self.komi != standard.komi {
            keys.push(format!("komi={}", self.komi));
        }
        if self.radius != standard.radius {
            keys.push(format!("radius={}", self.radius));
        }
        if self.swap {
            keys.push("swap=on".to_string());
        }
        if self.tiles != standard.tiles {
            keys.push(format!("tiles={}", self.tiles.name()));
        }
        if keys.is_empty() {
            "standard".to_string()
        } else {
            keys.join(",")
        }
    }

    fn attachment(&self) -> Option<String> {
        match TileSet::built_in(self.tiles.name()) {
            Some(_) => None,
            None => Some(self.tiles.to_string()),
        }
    }
}
