//! The run that games come from.

use std::path::Path;
use std::str::FromStr;

use crate::{Header, ScheduleSpec};

/// The beginning of the schedule of imported games.
const IMPORTED: &str = "imported";

/// The run that games come from. Run seed, name and a game's number identify a game among those of
/// several files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The run's seed. `None` if it is not known.
    pub run_seed: Option<u64>,
    /// The tournament's name. `None` if it is not known.
    pub name: Option<String>,
    /// How many of a game's opening turns, from the first, the agents chose themselves.
    pub agents_open: u32,
}

impl Origin {
    /// Returns the origin of the games of a file. The name is that of the file without its folder
    /// and ending, which is how `flipside run` names the files of tournaments; imported games keep
    /// the origin that their lines have named.
    #[must_use]
    pub fn of(header: &Header, path: &Path) -> Self {
        if let Some(origin) = Self::of_schedule(&header.schedule) {
            return origin;
        }
        let stem = path.file_stem().map(|stem| stem.to_string_lossy());
        Self {
            run_seed: header.seed,
            name: stem.map(|stem| stem.replace(char::is_control, "\u{fffd}")),
            agents_open: header.agents_open(),
        }
    }

    /// Returns the schedule of imported games of this origin.
    #[must_use]
    pub fn schedule(&self) -> String {
        let mut text = IMPORTED.to_string();
        if self.agents_open > 0 {
            text += &format!("{AGENTS_OPEN}{}", self.agents_open);
        }
        if let Some(seed) = self.run_seed {
            text += &format!("{RUN_SEED}{seed}");
        }
        // The name comes last, since it may have spaces.
        if let Some(name) = &self.name {
            text += &format!("{NAME}{name}");
        }
        text
    }

    /// Parses the schedule of imported games; `None` for every other schedule.
    fn of_schedule(schedule: &str) -> Option<Self> {
        let mut rest = schedule.strip_prefix(IMPORTED)?;
        Some(Self {
            agents_open: number(&mut rest, AGENTS_OPEN)?.unwrap_or(0),
            run_seed: number(&mut rest, RUN_SEED)?,
            name: match rest.strip_prefix(NAME) {
                Some(name) => Some(name.to_string()),
                None if rest.is_empty() => None,
                None => return None,
            },
        })
    }
}

const AGENTS_OPEN: &str = " agents_open=";
const RUN_SEED: &str = " run_seed=";
const NAME: &str = " name=";

/// Takes the number behind a key off the text; `Some(None)` if the text has another key, `None` if it
/// is not a number.
fn number<T: FromStr>(rest: &mut &str, key: &str) -> Option<Option<T>> {
    let Some(behind) = rest.strip_prefix(key) else {
        return Some(None);
    };
    let end = behind.find(' ').unwrap_or(behind.len());
    *rest = &behind[end..];
    behind[..end].parse().ok().map(Some)
}

impl Header {
    /// Returns the number of turns at the start of the opening that the agents chose; 0 if unknown.
    /// A game that ended earlier has fewer.
    #[must_use]
    pub fn agents_open(&self) -> u32 {
        match self.schedule.parse::<ScheduleSpec>() {
            Ok(spec) => spec.opening.agent_turns(),
            Err(_) => Origin::of_schedule(&self.schedule).map_or(0, |origin| origin.agents_open),
        }
    }

    /// Returns the schedule without run seed and name of imported games: games that differ in nothing
    /// else belong together.
    #[must_use]
    pub fn schedule_without_origin(&self) -> &str {
        match Origin::of_schedule(&self.schedule) {
            Some(origin) => {
                let without = Origin {
                    agents_open: origin.agents_open,
                    ..Origin::default()
                };
                &self.schedule[..without.schedule().len()]
            }
            None => &self.schedule,
        }
    }
}

#[cfg(test)]
mod tests {
    use flipside_rules::{Hexflip, hexflip};

    use super::*;

    #[test]
    fn an_origin_is_read_back_from_its_schedule() {
        for run_seed in [None, Some(0), Some(u64::MAX)] {
            for name in [None, Some(""), Some("a"), Some("a name=b run_seed=3 ")] {
                for agents_open in [0, 2] {
                    let origin = Origin {
                        run_seed,
                        name: name.map(str::to_string),
                        agents_open,
                    };
                    assert_eq!(Origin::of_schedule(&origin.schedule()), Some(origin));
                }
            }
        }
        for other in [
            "",
            "played",
            "imported2",
            "imported x",
            "imported run_seed=x",
            "imported agents_open=x",
            "imported run_seed=1 agents_open=2",
        ] {
            assert_eq!(Origin::of_schedule(other), None, "{other}");
        }
    }

    #[test]
    fn names_come_from_files_but_for_imported_games() {
        let mut header = Header::new::<Hexflip>(&hexflip::Rules::default());
        header.seed = Some(7);
        header.schedule = "played".to_string();
        let origin = Origin::of(&header, Path::new("out/records/a-control.flip"));
        assert_eq!(origin.name.as_deref(), Some("a-control"));
        assert_eq!(origin.run_seed, Some(7));
        assert_eq!(header.schedule_without_origin(), "played");
        header.schedule = origin.schedule();
        assert_eq!(Origin::of(&header, Path::new("other.flip")), origin);
        assert_eq!(header.schedule_without_origin(), "imported");
    }

    #[test]
    fn turns_that_agents_chose_are_kept_and_tell_games_apart() {
        let mut header = Header::new::<Hexflip>(&hexflip::Rules::default());
        header.schedule = "pairs opening=agents:2:random:3 max-turns=9".to_string();
        assert_eq!(header.agents_open(), 2);
        let origin = Origin::of(&header, Path::new("a.flip"));
        header.schedule = origin.schedule();
        assert_eq!(header.agents_open(), 2);
        assert_eq!(header.schedule_without_origin(), "imported agents_open=2");
        header.schedule = "played elsewhere".to_string();
        assert_eq!(header.agents_open(), 0);
    }
}
