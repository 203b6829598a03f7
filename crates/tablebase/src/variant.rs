//! The rule sets that a table can be made for.

use flipside_rules::RuleSet;
use flipside_rules::hexflip::{Overline, Rules};

/// The largest hand that a table can be made for: 16 pieces on the board.
pub const MAX_TABLE_HAND: u8 = 8;

/// The part of a rule set that a table depends on: `hand`, `place`, `first_place`, `second_place`
/// and `overline`. A table ignores repetition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    rules: Rules,
}

impl Variant {
    /// The variant of a rule set.
    ///
    /// The standard `repetition` and `repetition=off` have the same table.
    ///
    /// # Errors
    /// If the rule set has keys that a table knows nothing of, or too large a hand.
    pub fn new(rules: &Rules) -> Result<Self, VariantError> {
        if rules.swap() {
            return Err(VariantError::Swap);
        }
        if rules.repetition().is_some() && rules.repetition() != Rules::default().repetition() {
            return Err(VariantError::Repetition);
        }
        if rules
            .name()
            .split(',')
            .any(|key| key.starts_with("deviate="))
        {
            return Err(VariantError::Deviate);
        }
        if rules.hand() > MAX_TABLE_HAND {
            return Err(VariantError::Hand { hand: rules.hand() });
        }
        Ok(Self {
            rules: rules.without_repetition(),
        })
    }

    /// The rules that the table follows, those without the repetition rule.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The name of the rule set, without a word on repetition.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.rules.name();
        let keys: Vec<&str> = name
            .split(',')
            .filter(|key| !key.starts_with("repetition="))
            .collect();
        if keys.is_empty() {
            Rules::default().name()
        } else {
            keys.join(",")
        }
    }

    /// Pieces that each player has.
    pub(crate) fn hand(&self) -> usize {
        self.rules.hand().into()
    }

    /// Whether overlines count against the owner of the colour, whoever made them.
    pub(crate) fn owner_loses_overline(&self) -> bool {
        self.rules.overline() == Overline::Owner
    }

    /// How many pieces a placing turn of the player to move places, with these hands, if the view
    /// has no seat names: a full hand facing a full one is First's, a full hand facing a smaller one
    /// Second's.
    pub(crate) fn placing(&self, hand: usize, other: usize) -> Placing {
        let exactly = match (hand == self.hand(), other == self.hand()) {
            (true, true) => Some(self.rules.first_place()),
            (true, false) => self.rules.second_place(),
            (false, _) => None,
        };
        match exactly {
            Some(n) => Placing::Exactly(hand.min(n.into())),
            None => Placing::UpTo(hand.min(self.rules.place().into())),
        }
    }

    /// Whether Second's first placing turn differs from any other turn.
    pub(crate) fn limits_second(&self) -> bool {
        let other = Placing::UpTo(self.hand().min(self.rules.place().into()));
        match self.placing(self.hand(), self.hand() - 1) {
            Placing::Exactly(1) => other != Placing::UpTo(1),
            placing => placing != other,
        }
    }
}

/// The number of pieces of a placing turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Placing {
    /// Just so many.
    Exactly(usize),
    /// One or more, but no more than that; none if that is 0.
    UpTo(usize),
}

/// Why there is no table for a rule set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VariantError {
    /// Another repetition rule than the standard one.
    #[error(
        "a table ignores repetition, so `repetition` has no meaning for it; leave the key out, or \
         say `repetition=off`"
    )]
    Repetition,
    /// `deviate=first`.
    #[error("a table ignores repetition, so `deviate` has no meaning for it; leave the key out")]
    Deviate,
    /// The pie rule.
    #[error(
        "a table knows no `swap`; make the table without that key and compare the values of \
         First's first turns"
    )]
    Swap,
    /// More pieces than a table can hold.
    #[error("a table can be made for hands of 1 to {MAX_TABLE_HAND} pieces, not for `hand={hand}`")]
    Hand {
        /// The hand asked for.
        hand: u8,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(text: &str) -> Result<Variant, VariantError> {
        Variant::new(&Rules::parse(text, &flipside_rules::no_files).unwrap())
    }

    #[test]
    fn keys_of_the_game_but_not_of_the_table_are_refused() {
        assert_eq!(variant("repetition=off"), variant("standard"));
        assert_eq!(variant("repetition=off").unwrap().name(), "standard");
        assert_eq!(
            variant("place=1,repetition=off,hand=3").unwrap().name(),
            "hand=3,place=1"
        );
        for (text, error) in [
            ("repetition=2", VariantError::Repetition),
            ("deviate=first", VariantError::Deviate),
            ("deviate=first,repetition=off", VariantError::Deviate),
            ("swap=on", VariantError::Swap),
            ("hand=9", VariantError::Hand { hand: 9 }),
        ] {
            assert_eq!(variant(text), Err(error), "{text}");
        }
    }

    #[test]
    fn only_a_second_turn_of_its_own_is_a_limit() {
        for (text, limits) in [
            ("standard", false),
            ("second_place=1", true),
            ("place=1,second_place=1", false),
            ("place=1,second_place=2", true),
            ("hand=1,second_place=3", false),
        ] {
            assert_eq!(variant(text).unwrap().limits_second(), limits, "{text}");
        }
    }
}
