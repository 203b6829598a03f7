//! The variant keys of Hexflip.

use crate::naive::{differing, one_of, plain_number, rule_pairs};

/// A rule set, one field per key.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) hand: u32,
    pub(super) place: u32,
    pub(super) first_place: u32,
    /// `None`: no special limit for Second.
    pub(super) second_place: Option<u32>,
    /// `overline=mover`: only the mover's own overline loses.
    pub(super) overline_mover: bool,
    /// The forbidden occurrence; `None`: off.
    pub(super) repetition: Option<u32>,
    /// `deviate=first`: repetition forbids only turns of First.
    pub(super) only_first_deviates: bool,
    pub(super) swap: bool,
}

impl Rules {
    fn standard() -> Rules {
        Rules {
            hand: 8,
            place: 2,
            first_place: 1,
            second_place: None,
            overline_mover: false,
            repetition: Some(3),
            only_first_deviates: false,
            swap: false,
        }
    }

    pub(super) fn parse(text: &str) -> Result<Rules, String> {
        let mut rules = Rules::standard();
        for (key, value) in rule_pairs(text)? {
            match key {
                "hand" => rules.hand = number(key, value, 1, 9)?,
                "place" => rules.place = number(key, value, 1, 3)?,
                "first_place" => rules.first_place = number(key, value, 1, 3)?,
                "second_place" if value == "none" => rules.second_place = None,
                "second_place" => rules.second_place = Some(number(key, value, 1, 3)?),
                "overline" => {
                    rules.overline_mover =
                        one_of(key, value, &[("owner", false), ("mover", true)])?;
                }
                "repetition" if value == "off" => rules.repetition = None,
                "repetition" => rules.repetition = Some(number(key, value, 2, u32::MAX)?),
                "deviate" => {
                    rules.only_first_deviates =
                        one_of(key, value, &[("either", false), ("first", true)])?;
                }
                "swap" => rules.swap = one_of(key, value, &[("off", false), ("on", true)])?,
                _ => return Err(format!("rules: unknown key `{key}`")),
            }
        }
        Ok(rules)
    }

    pub(super) fn name(&self) -> String {
        differing(&self.pairs(), &Rules::standard().pairs())
    }

    fn pairs(&self) -> Vec<(&'static str, String)> {
        let number_or = |number: Option<u32>, word: &str| match number {
            Some(number) => number.to_string(),
            None => word.to_string(),
        };
        let word = |flag: bool, yes: &str, no: &str| (if flag { yes } else { no }).to_string();
        vec![
            ("hand", self.hand.to_string()),
            ("place", self.place.to_string()),
            ("first_place", self.first_place.to_string()),
            ("second_place", number_or(self.second_place, "none")),
            ("overline", word(self.overline_mover, "mover", "owner")),
            ("repetition", number_or(self.repetition, "off")),
            ("deviate", word(self.only_first_deviates, "first", "either")),
            ("swap", word(self.swap, "on", "off")),
        ]
    }
}

fn number(key: &str, value: &str, least: u32, most: u32) -> Result<u32, String> {
    match plain_number(value) {
        Some(number) if number >= least && number <= most => Ok(number),
        _ => Err(format!("rules: invalid value `{value}` of `{key}`")),
    }
}
