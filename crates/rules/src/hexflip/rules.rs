//! Rule sets of Hexflip.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::options::{bad_value, in_range, number, parse, switch};
use crate::{LoadAttachment, RuleKey, RuleSet, RulesError, Seat};

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
    /// The occurrence of a position that is forbidden, 2 or more; `None` for none.
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

    /// The occurrence of a position that is forbidden; `None` for none.
    #[must_use]
    pub const fn repetition(&self) -> Option<u32> {
        self.repetition
    }

    /// Whether repetition can forbid turns of a player.
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

/// Variants, from the standard rules or any other rule set.
///
/// ```
/// use flipside_rules::hexflip::Rules;
/// use flipside_rules::{RuleSet, RulesError, no_attachments};
///
/// let rules = Rules::default().with_hand(6)?.with_swap(true);
/// assert_eq!(rules, Rules::parse("hand=6,swap=on", &no_attachments)?);
/// assert_eq!(rules.name(), "hand=6,swap=on");
///
/// let error = Rules::default().with_hand(12).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "invalid value `12` of rule `hand`: expected 1 to 9 (standard 8)"
/// );
/// # Ok::<(), RulesError>(())
/// ```
impl Rules {
    /// Sets the number of pieces that each player has at the start.
    ///
    /// # Errors
    /// If it is not 1 to [`MAX_HAND`].
    pub fn with_hand(self, hand: u8) -> Result<Self, RulesError> {
        in_range("hand", hand, 1..=MAX_HAND, Self::KEYS).map(|hand| Self { hand, ..self })
    }

    /// Sets the maximum number of pieces in a placing turn.
    ///
    /// # Errors
    /// If it is not 1 to 3.
    pub fn with_place(self, place: u8) -> Result<Self, RulesError> {
        in_range("place", place, 1..=3, Self::KEYS).map(|place| Self { place, ..self })
    }

    /// Sets the number of pieces of First's first placing turn.
    ///
    /// # Errors
    /// If it is not 1 to 3.
    pub fn with_first_place(self, first_place: u8) -> Result<Self, RulesError> {
        let first_place = in_range("first_place", first_place, 1..=3, Self::KEYS)?;
        Ok(Self {
            first_place,
            ..self
        })
    }

    /// Sets the number of pieces of Second's first placing turn; `None` for as in any other turn.
    ///
    /// # Errors
    /// If it is not 1 to 3.
    pub fn with_second_place(self, second_place: Option<u8>) -> Result<Self, RulesError> {
        if let Some(pieces) = second_place {
            in_range("second_place", pieces, 1..=3, Self::KEYS)?;
        }
        Ok(Self {
            second_place,
            ..self
        })
    }

    /// Sets to whom a line beyond four counts.
    #[must_use]
    pub const fn with_overline(self, overline: Overline) -> Self {
        Self { overline, ..self }
    }

    /// Sets the occurrence of a position that is forbidden; `None` for none.
    ///
    /// # Errors
    /// If it is less than 2.
    pub fn with_repetition(self, repetition: Option<u32>) -> Result<Self, RulesError> {
        if let Some(occurrence) = repetition {
            in_range("repetition", occurrence, 2..=u32::MAX, Self::KEYS)?;
        }
        Ok(Self { repetition, ..self })
    }

    /// Sets whether repetition is forbidden for Second, too.
    #[must_use]
    pub const fn with_second_deviates(self, second_deviates: bool) -> Self {
        Self {
            second_deviates,
            ..self
        }
    }

    /// Sets whether Second may swap.
    #[must_use]
    pub const fn with_swap(self, swap: bool) -> Self {
        Self { swap, ..self }
    }
}

impl RuleSet for Rules {
    const KEYS: &'static [RuleKey] = &[
        RuleKey {
            name: "deviate",
            values: "either (standard) or first",
            meaning: "the player for whom repetition is forbidden: either, or only First",
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
            meaning: "the player who loses by five in a row or two lines of four",
        },
        RuleKey {
            name: "place",
            values: "1, 2 (standard) or 3",
            meaning: "maximum number of pieces in a placing turn",
        },
        RuleKey {
            name: "repetition",
            values: "a number from 2 up (standard 3) or off",
            meaning: "the occurrence of a position that is forbidden",
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

    fn parse(text: &str, _: &LoadAttachment<'_>) -> Result<Self, RulesError> {
        let mut rules = Self::default();
        for (key, value) in parse(text, Self::KEYS)? {
            let wrong = || bad_value(key, value, Self::KEYS);
            rules = match key {
                "deviate" => rules.with_second_deviates(match value {
                    "either" => true,
                    "first" => false,
                    _ => return Err(wrong()),
                }),
                "first_place" => rules.with_first_place(number(key, value, Self::KEYS)?)?,
                "hand" => rules.with_hand(number(key, value, Self::KEYS)?)?,
                "overline" => rules.with_overline(match value {
                    "owner" => Overline::Owner,
                    "mover" => Overline::Mover,
                    _ => return Err(wrong()),
                }),
                "place" => rules.with_place(number(key, value, Self::KEYS)?)?,
                "repetition" => rules.with_repetition(match value {
                    "off" => None,
                    _ => Some(number(key, value, Self::KEYS)?),
                })?,
                "second_place" => rules.with_second_place(match value {
                    "none" => None,
                    _ => Some(number(key, value, Self::KEYS)?),
                })?,
                _ => rules.with_swap(switch(key, value, Self::KEYS)?),
            };
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

    fn special_turns(&self) -> u32 {
        if self.swap || self.second_place.is_some() {
            2
        } else {
            u32::from(self.first_place != Self::default().first_place)
        }
    }
}
