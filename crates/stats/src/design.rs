//! The sampling design of a schedule: what can be estimated, and by which units.

use crate::advantage::UnitKind;
use crate::sample::OpeningSampling;

/// What First's share measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// One agent plays itself: the share is that of the seats.
    Share,
    /// Different agents swap seats: see [`crate::seats`].
    SwappedSeats,
    /// Different agents keep their seats: the share is the strength of one of them.
    FixedSeats,
}

/// A sampling design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Design {
    /// What the share measures.
    pub question: Question,
    /// The source of openings.
    pub openings: OpeningSampling,
    /// The unit of independent sampling if openings are drawn.
    pub unit: UnitKind,
}

impl Design {
    /// The design of one pairing of a tournament: its games of an opening number are a pair.
    #[must_use]
    pub fn of_pairing(self) -> Self {
        Self {
            unit: match self.unit {
                UnitKind::OpeningNumber => UnitKind::Pair,
                unit => unit,
            },
            ..self
        }
    }

    /// The unit of independent sampling.
    #[must_use]
    pub fn estimated_unit(&self) -> UnitKind {
        match self.openings {
            OpeningSampling::Drawn => self.unit,
            OpeningSampling::Listed => UnitKind::ListedOpening,
        }
    }
}
