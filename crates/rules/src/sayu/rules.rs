//! Rule sets of Sayū.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::TileSet;
use super::board::BOARDS;
use super::tile::mirror;
use super::{HOME, TileSetError};
use crate::options::{bad_value, number, parse, switch};
use crate::{LoadTiles, RuleKey, RuleSet, RulesError, Seat};

/// What Second's side of a tile shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Back {
    /// The same pattern as First's side (standard).
    Same,
    /// The mirror image of First's side.
    Mirrored,
}

/// What First's margin must exceed for a win, in halves of a tile.
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
    /// How far from home tiles may lie: 1, 2 or 3.
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

    /// What First's margin must exceed for a win.
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

    /// What `seat`'s side of a tile with First's pattern `pattern` shows.
    #[must_use]
    pub const fn side(&self, pattern: u8, seat: Seat) -> u8 {
        match (self.back, seat) {
            (Back::Mirrored, Seat::Second) => mirror(pattern),
            _ => pattern,
        }
    }
}

fn tile_set(name: &str, load: &LoadTiles<'_>) -> Result<TileSet, RulesError> {
    if let Some(set) = TileSet::built_in(name) {
        return Ok(set);
    }
    let wrong = |error| RulesError::TileSet {
        name: name.to_string(),
        error,
    };
    let text = load(name).map_err(|why| RulesError::NoTileSet {
        name: name.to_string(),
        why,
    })?;
    let set = TileSet::parse(&text).map_err(wrong)?;
    match TileSet::built_in(set.name()) {
        Some(other) if other != set => Err(wrong(TileSetError::NameTaken {
            name: set.name().to_string(),
        })),
        _ => Ok(set),
    }
}

impl RuleSet for Rules {
    const KEYS: &'static [RuleKey] = &[
        RuleKey {
            name: "back",
            values: "same (standard) or mirrored",
            meaning: "what Second's side of a tile shows",
        },
        RuleKey {
            name: "convert",
            values: "forced (standard) or optional",
            meaning: "whether a player may stop converting early",
        },
        RuleKey {
            name: "komi",
            values: "a multiple of .5 from -49 to 49 (standard 0)",
            meaning: "what First's margin must exceed for a win",
        },
        RuleKey {
            name: "radius",
            values: "1, 2 or 3 (standard)",
            meaning: "how far from home tiles may lie",
        },
        RuleKey {
            name: "swap",
            values: "off (standard) or on",
            meaning: "whether Second may take over First's first tile",
        },
        RuleKey {
            name: "tiles",
            values: "standard, without-024, without-025, mini or a file of that format",
            meaning: "the supply",
        },
    ];

    fn parse(text: &str, load: &LoadTiles<'_>) -> Result<Self, RulesError> {
        let mut rules = Self::default();
        for (key, value) in parse(text, Self::KEYS)? {
            let wrong = || bad_value(key, value, Self::KEYS);
            match key {
                "back" => {
                    rules.back = match value {
                        "same" => Back::Same,
                        "mirrored" => Back::Mirrored,
                        _ => return Err(wrong()),
                    };
                }
                "convert" => {
                    rules.optional = match value {
                        "forced" => false,
                        "optional" => true,
                        _ => return Err(wrong()),
                    };
                }
                "komi" => rules.komi = Komi::parse(value).ok_or_else(wrong)?,
                "radius" => rules.radius = number(key, value, 1..=3, Self::KEYS)?,
                "swap" => rules.swap = switch(key, value, Self::KEYS)?,
                _ => rules.tiles = tile_set(value, load)?,
            }
        }
        Ok(rules)
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
