//! The sampling design that follows from a schedule.

use flipside_stats::advantage::UnitKind;
use flipside_stats::design::{Design, Question};
use flipside_stats::sample::OpeningSampling;

use crate::{Format, OpeningSource, ScheduleSpec, Slot};

/// The design of a tournament as a whole. Schedules of unknown origin count as lists of openings.
#[must_use]
pub fn sampling_design(spec: Option<&ScheduleSpec>, agents: u32) -> Design {
    let format = spec.map(|spec| spec.format);
    let is_list = |spec: &ScheduleSpec| matches!(spec.opening, OpeningSource::List { .. });
    Design {
        question: match format {
            Some(Format::FixedSeats) => Question::FixedSeats,
            _ if agents < 2 => Question::Share,
            _ => Question::SwappedSeats,
        },
        openings: match spec.is_none_or(is_list) {
            true => OpeningSampling::Listed,
            false => OpeningSampling::Drawn,
        },
        unit: match format {
            Some(format) if format.pairings(agents) > 1 => UnitKind::OpeningNumber,
            Some(format) if format.is_paired() => UnitKind::Pair,
            _ => UnitKind::Game,
        },
    }
}

impl Slot {
    /// The number of the unit that the game belongs to.
    #[must_use]
    pub const fn unit_number(&self, unit: UnitKind) -> u64 {
        match unit {
            UnitKind::OpeningNumber => self.opening,
            _ => self.pair,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design_of(schedule: &str, agents: u32) -> Design {
        let spec: ScheduleSpec = schedule.parse().unwrap();
        sampling_design(Some(&spec), agents)
    }

    #[test]
    fn units_follow_from_the_schedule() {
        let of = |format: &str, agents| {
            let design = design_of(&format!("{format} opening=random:2 max-turns=9"), agents);
            assert_eq!(design.openings, OpeningSampling::Drawn);
            (design.question, design.unit)
        };
        use Question::{FixedSeats, Share, SwappedSeats};
        assert_eq!(of("selfplay", 1), (Share, UnitKind::Game));
        assert_eq!(of("fixed-seats", 2), (FixedSeats, UnitKind::Game));
        assert_eq!(of("pairs", 2), (SwappedSeats, UnitKind::Pair));
        let whole = (SwappedSeats, UnitKind::OpeningNumber);
        assert_eq!((of("round-robin", 3), of("gauntlet", 4)), (whole, whole));
        let pairing = design_of("gauntlet opening=random:2 max-turns=9", 4).of_pairing();
        assert_eq!(pairing.unit, UnitKind::Pair);
    }

    #[test]
    fn lists_and_unknown_schedules_are_clusters_by_opening() {
        let listed = design_of("pairs opening=list:00000000000000ab:3 max-turns=9", 2);
        assert_eq!(listed.estimated_unit(), UnitKind::ListedOpening);
        let unknown = sampling_design(None, 1);
        assert_eq!(
            (unknown.openings, unknown.unit),
            (OpeningSampling::Listed, UnitKind::Game)
        );
    }

    #[test]
    fn games_of_a_unit_have_its_number() {
        let design = design_of("round-robin opening=random:2 max-turns=9", 3);
        let number = |game| Format::RoundRobin.slot(3, game).unit_number(design.unit);
        // Three pairings, two games each.
        assert_eq!([0, 5, 6, 11, 12].map(number), [0, 0, 1, 1, 2]);
    }
}
