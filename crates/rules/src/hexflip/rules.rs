//! Rule sets of Hexflip.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::options::{bad_value, number, parse, switch};
use crate::{LoadTiles, RuleKey, RuleSet, RulesError, Seat};

/// The largest hand: with nine pieces each, one of the 19 points is always free.
pub const MAX_HAND: u8 = 9;

/// To whom a line beyond four counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overline {
    /// The owner of the colour loses, whoever made it (standard).
    Owner,
    /// Only the mover's own counts against the mover; the opponent's wins for the opponent.
    Mover,
}

/// A rule set: the standard rules or a variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Pieces that each player has, 1 to 9.
    pub(crate) hand: u8,
    /// Pieces at most in a placing turn, 1 to 3.
    pub(crate) place: u8,
    /// Pieces of First's first placing turn, 1 to 3.
    pub(crate) first_place: u8,
    /// Pieces of Second's first placing turn, 1 to 3; `None` is as any other turn.
    pub(crate) second_place: Option<u8>,
    /// Whose an overline is.
    pub(crate) overline: Overline,
    /// The occurrence of a position that is barred, 2 or more; `None` bars nothing.
    pub(crate) repetition: Option<u32>,
    /// Whether Second, too, must not repeat.
    pub(crate) second_deviates: bool,
    /// Whether Second may swap.
    pub(crate) swap: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            hand: 8,
            place: 2,
            first_place: 1,
            second_place: None,
            overline: Overline::Owner,
            repetition: Some(3),
            second_deviates: true,
            swap: false,
        }
    }
}

impl Rules {
    /// Pieces that each player has at the start.
    #[must_use]
    pub const fn hand(&self) -> u8 {
        self.hand
    }

    /// Pieces at most in an ordinary placing turn.
    #[must_use]
    pub const fn place(&self) -> u8 {
        self.place
    }

    /// Pieces of First's first placing turn (or the hand, if that is less).
    #[must_use]
    pub const fn first_place(&self) -> u8 {
        self.first_place
    }

    /// Pieces of Second's first placing turn (or the hand, if that is less); `None` is as any
    /// other turn.
    #[must_use]
    pub const fn second_place(&self) -> Option<u8> {
        self.second_place
    }

    /// To whom a line beyond four counts.
    #[must_use]
    pub const fn overline(&self) -> Overline {
        self.overline
    }

    /// The occurrence of a position that is barred; `None` bars nothing.
    #[must_use]
    pub const fn repetition(&self) -> Option<u32> {
        self.repetition
    }

    /// Whether a player's turn may be barred because it repeats.
    #[must_use]
    pub fn must_deviate(&self, seat: Seat) -> bool {
        self.repetition.is_some() && (seat == Seat::First || self.second_deviates)
    }

    /// Whether Second may swap.
    #[must_use]
    pub const fn swap(&self) -> bool {
        self.swap
    }

    /// The same rules without the repetition rule, as the tablebase sees them.
    #[must_use]
    pub const fn without_repetition(self) -> Self {
        Self {
            repetition: None,
            ..self
        }
    }
}

impl RuleSet for Rules {
    const KEYS: &'static [RuleKey] = &[
        RuleKey {
            name: "deviate",
            values: "either (standard) or first",
            meaning: "who must not repeat: both, or only First",
        },
        RuleKey {
            name: "first_place",
            values: "1 (standard), 2 or 3",
            meaning: "pieces that First's first turn places",
        },
        RuleKey {
            name: "hand",
            values: "1 to 9 (standard 8)",
            meaning: "pieces each",
        },
        RuleKey {
            name: "overline",
            values: "owner (standard) or mover",
            meaning: "against whom five in a row or two fours count",
        },
        RuleKey {
            name: "place",
            values: "1, 2 (standard) or 3",
            meaning: "pieces at most in a placing turn",
        },
        RuleKey {
            name: "repetition",
            values: "a number from 2 up (standard 3) or off",
            meaning: "the occurrence of a position that is barred",
        },
        RuleKey {
            name: "second_place",
            values: "1, 2, 3 or none (standard)",
            meaning: "pieces that Second's first turn places",
        },
        RuleKey {
            name: "swap",
            values: "off (standard) or on",
            meaning: "whether Second may take over First's first turn",
        },
    ];

    fn parse(text: &str, _: &LoadTiles<'_>) -> Result<Self, RulesError> {
        let mut rules = Self::default();
        for (key, value) in parse(text, Self::KEYS)? {
            let wrong = || bad_value(key, value, Self::KEYS);
            match key {
                "deviate" => {
                    rules.second_deviates = match value {
                        "either" => true,
                        "first" => false,
                        _ => return Err(wrong()),
                    };
                }
                "first_place" => rules.first_place = number(key, value, 1..=3, Self::KEYS)?,
                "hand" => rules.hand = number(key, value, 1..=MAX_HAND, Self::KEYS)?,
                "overline" => {
                    rules.overline = match value {
                        "owner" => Overline::Owner,
                        "mover" => Overline::Mover,
                        _ => return Err(wrong()),
                    };
                }
                "place" => rules.place = number(key, value, 1..=3, Self::KEYS)?,
                "repetition" => {
                    rules.repetition = match value {
                        "off" => None,
                        _ => Some(number(key, value, 2..=u32::MAX, Self::KEYS)?),
                    };
                }
                "second_place" => {
                    rules.second_place = match value {
                        "none" => None,
                        _ => Some(number(key, value, 1..=3, Self::KEYS)?),
                    };
                }
                _ => rules.swap = switch(key, value, Self::KEYS)?,
            }
        }
        Ok(rules)
    }

    fn name(&self) -> String {
        let standard = Self::default();
        let or_word = |number: Option<u32>, word: &str| {
            number.map_or_else(|| word.to_string(), |n| n.to_string())
        };
        let mut keys: Vec<String> = Vec::new();
        if self.second_deviates != standard.second_deviates {
            keys.push("deviate=first".to_string());
        }
        if self.first_place != standard.first_place {
            keys.push(format!("first_place={}", self.first_place));
        }
        if self.hand != standard.hand {
            keys.push(format!("hand={}", self.hand));
        }
        if self.overline != standard.overline {
            keys.push("overline=mover".to_string());
        }
        if self.place != standard.place {
            keys.push(format!("place={}", self.place));
        }
        if self.repetition != standard.repetition {
            keys.push(format!("repetition={}", or_word(self.repetition, "off")));
        }
        if self.second_place != standard.second_place {
            keys.push(format!(
                "second_place={}",
                or_word(self.second_place.map(u32::from), "none")
            ));
        }
        if self.swap != standard.swap {
            keys.push("swap=on".to_string());
        }
        if keys.is_empty() {
            "standard".to_string()
        } else {
            keys.join(",")
        }
    }
}
