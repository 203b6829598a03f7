//! Annotations of turns: value, nodes and depth of the search.

use flipside_rules::{ExpectedScore, ForMover, Sided};

/// An expected score in 1/10,000: 0 is a certain loss, 10,000 a certain win, a draw 5,000.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecordedScore(u16);

impl RecordedScore {
    /// A certain win.
    pub const WIN: Self = Self(10_000);

    /// The score from ten-thousandths; `None` above 10,000.
    #[must_use]
    pub const fn new(ten_thousandths: u16) -> Option<Self> {
        if ten_thousandths <= Self::WIN.0 {
            Some(Self(ten_thousandths))
        } else {
            None
        }
    }

    /// The nearest score; `None` outside 0 to 1.
    #[must_use]
    pub fn from_expected(score: ExpectedScore) -> Option<Self> {
        let scaled = (score.0 * f64::from(Self::WIN.0)).round();
        (0.0..=f64::from(Self::WIN.0))
            .contains(&scaled)
            .then_some(Self(scaled as u16))
    }

    /// The number of ten-thousandths.
    #[must_use]
    pub const fn ten_thousandths(self) -> u16 {
        self.0
    }

    /// The score between 0 and 1.
    #[must_use]
    pub fn expected(self) -> ExpectedScore {
        ExpectedScore(f64::from(self.0) / f64::from(Self::WIN.0))
    }
}

impl Sided for RecordedScore {
    fn flipped(self) -> Self {
        Self(Self::WIN.0 - self.0)
    }
}

/// As a decimal number from 0 to 1 with at most four places and no trailing zeros.
impl std::fmt::Display for RecordedScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (whole, part) = (self.0 / Self::WIN.0, self.0 % Self::WIN.0);
        if part == 0 {
            return write!(f, "{whole}");
        }
        let digits = format!("{part:04}");
        write!(f, "{whole}.{}", digits.trim_end_matches('0'))
    }
}

/// The optional data recorded with a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Annotation {
    /// The expected score of the player who makes the turn.
    pub value: Option<ForMover<RecordedScore>>,
    /// Nodes searched for the turn.
    pub nodes: Option<u64>,
    /// Depth of the search, in plies.
    pub depth: Option<u32>,
}

impl Annotation {
    /// Whether nothing is recorded.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.value.is_none() && self.nodes.is_none() && self.depth.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_without_trailing_zeros() {
        for (n, text) in [
            (0, "0"),
            (1, "0.0001"),
            (5000, "0.5"),
            (9990, "0.999"),
            (10_000, "1"),
        ] {
            assert_eq!(RecordedScore(n).to_string(), text);
        }
    }

    #[test]
    fn every_score_survives_the_way_through_a_float() {
        for score in (0..=10_000).filter_map(RecordedScore::new) {
            assert_eq!(RecordedScore::from_expected(score.expected()), Some(score));
        }
        for wrong in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert_eq!(RecordedScore::from_expected(ExpectedScore(wrong)), None);
        }
    }
}
