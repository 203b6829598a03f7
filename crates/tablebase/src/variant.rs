//! The rule sets that tables support.

use flipside_rules::RuleSet;
use flipside_rules::hexflip::{Overline, Rules};

/// The largest supported hand: 16 pieces on the board.
pub const MAX_TABLE_HAND: u8 = 8;

/// The part of a rule set that a table depends on: `hand`, `place`, `first_place`, `second_place`
/// and `overline`. A table ignores repetition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    rules: Rules,
}

impl Variant {
    /// Creates the variant of a rule set.
    ///
    /// The standard `repetition` and `repetition=off` have the same table.
    ///
    /// # Errors
    /// If the rule set has keys that tables do not support, or too large a hand.
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

    /// Returns the rules of the table, without the repetition rule.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the name of the rule set, without the key `repetition`.
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

    /// Returns the number of pieces of each player.
    pub(crate) fn hand(&self) -> usize {
        self.rules.hand().into()
    }

    /// Returns whether an overline loses for the owner of its colour, also if the opponent made it.
    pub(crate) fn owner_loses_overline(&self) -> bool {
        self.rules.overline() == Overline::Owner
    }

    /// Returns the number of pieces that a placing turn of the player to move can place. Views have
    /// no seats: a full hand against a full one is First's, a full hand against a smaller one is
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

    /// Returns whether the rules limit Second's first placing turn differently from other turns.
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
    /// Exactly this number of pieces.
    Exactly(usize),
    /// From one up to this number of pieces; no placing turn if it is 0.
    UpTo(usize),
}

/// Why tables do not support a rule set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VariantError {
    /// A repetition rule other than the standard one.
    #[error(
        "unsupported key `repetition`: tables ignore repetition; remove the key, or use \
         `repetition=off`"
    )]
    Repetition,
    /// `deviate=first`.
    #[error("unsupported key `deviate`: tables ignore repetition; remove the key")]
    Deviate,
    /// The pie rule.
    #[error(
        "unsupported key `swap`: solve the table without it, and compare the values of First's \
         first turns"
    )]
    Swap,
    /// Too many pieces.
    #[error("unsupported value `hand={hand}`: expected 1 to {MAX_TABLE_HAND} pieces")]
    Hand {
        /// The requested hand.
        hand: u8,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(text: &str) -> Result<Variant, VariantError> {
        Variant::new(&Rules::parse(text, &flipside_rules::no_attachments).unwrap())
    }

    #[test]
    fn unsupported_keys_are_rejected() {
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
    fn second_place_is_a_limit_only_if_it_differs_from_place() {
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
