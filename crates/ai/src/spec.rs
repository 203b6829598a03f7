//! Agents as text: `name` or `name:key=value,key="value, with a comma"`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::key::ValueError;
use crate::registry::{AGENTS, AgentInfo, agent_info};

/// An agent's name and settings, checked against the registry.
///
/// Two specs are equal if they describe the same agent: keys are sorted, and settings that equal
/// the default are left out, except budgets, which are always included.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Spec {
    name: &'static str,
    settings: BTreeMap<&'static str, String>,
}

impl Spec {
    /// The agent's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The agent's entry in the registry.
    #[must_use]
    pub fn info(&self) -> &'static AgentInfo {
        // Specs are only created from entries of the registry.
        agent_info(self.name).unwrap_or(&AGENTS[0])
    }

    /// Returns the value of a key as a number, if the spec gives it.
    pub(crate) fn number<T: FromStr>(&self, key: &str) -> Option<T> {
        // Values were checked when the spec was parsed.
        self.get(key)?.parse().ok()
    }

    /// Returns the value of a key, if the spec gives it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.settings.get(key).map(String::as_str)
    }

    /// Returns the spec with another value of a key.
    ///
    /// # Errors
    /// If the agent has no such key, or the value is invalid.
    pub fn with(&self, key: &str, value: &str) -> Result<Self, SpecError> {
        let mut changed = self.clone();
        let info = self.info().key(key);
        changed
            .settings
            .retain(|name, _| info.is_none_or(|info| info.name != *name));
        let text = changed.to_string();
        let mark = if changed.settings.is_empty() {
            ':'
        } else {
            ','
        };
        format!("{text}{mark}{key}={value}").parse()
    }

    /// Whether the agent plays the same turns for the same seed on every machine.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        // Nothing is known about external engines.
        !self.settings.contains_key("ms") && self.name != "engine"
    }

    /// Whether the agent chooses a turn in negligible time.
    #[must_use]
    pub fn is_instant(&self) -> bool {
        self.info().is_instant
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.name.to_string();
        for (i, (key, value)) in self.settings.iter().enumerate() {
            text.push(if i == 0 { ':' } else { ',' });
            text += key;
            text.push('=');
            if value.contains([',', '"', '\\', ' ']) {
                text += &format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""));
            } else {
                text += value;
            }
        }
        f.pad(&text)
    }
}

/// Why a text is not a valid agent spec.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No agent has this name.
    #[error("unknown agent `{name}`: expected one of {}", names())]
    UnknownAgent {
        /// The name as given.
        name: String,
    },
    /// The agent has no such key.
    #[error("agent `{agent}` has no key `{key}`: {}", keys(agent))]
    UnknownKey {
        /// The agent.
        agent: &'static str,
        /// The key as given.
        key: String,
    },
    /// A duplicate key.
    #[error("agent `{agent}`: key `{key}` is given twice")]
    DoubleKey {
        /// The agent.
        agent: &'static str,
        /// The key.
        key: &'static str,
    },
    /// The value is invalid.
    #[error("agent `{agent}`: invalid value `{value}` for `{key}`: expected {values}")]
    BadValue {
        /// The agent.
        agent: &'static str,
        /// The key.
        key: &'static str,
        /// The value as given.
        value: String,
        /// A description of the valid values.
        values: &'static str,
    },
    /// A required key is missing.
    #[error("agent `{agent}`: missing key `{key}`: expected {values}")]
    MissingKey {
        /// The agent.
        agent: &'static str,
        /// The key.
        key: &'static str,
        /// A description of the valid values.
        values: &'static str,
    },
    /// The value is well formed, but what it names is missing or invalid.
    #[error("agent `{agent}`, `{key}`: {why}")]
    Unavailable {
        /// The agent.
        agent: &'static str,
        /// The key.
        key: &'static str,
        /// The reason.
        why: String,
    },
    /// Two keys that exclude each other.
    #[error("agent `{agent}`: `{one}` and `{other}` exclude each other; give one of them")]
    Exclusive {
        /// The agent.
        agent: &'static str,
        /// A key.
        one: &'static str,
        /// The other key.
        other: &'static str,
    },
    /// The settings do not have the form `key=value,…`.
    #[error("agent `{text}`: {why}: expected `name` or `name:key=value,key=\"value\"`")]
    Malformed {
        /// The text as given.
        text: String,
        /// What is wrong.
        why: &'static str,
    },
}

fn names() -> String {
    AGENTS
        .iter()
        .map(|info| info.name)
        .collect::<Vec<_>>()
        .join(", ")
}

fn keys(agent: &str) -> String {
    let keys = agent_info(agent).map_or(&[][..], |info| info.keys);
    if keys.is_empty() {
        return "it has no keys".to_string();
    }
    let names: Vec<_> = keys.iter().map(|key| key.name).collect();
    format!("expected one of {}", names.join(", "))
}

/// Splits `key=value,key="value"` into keys and values.
fn split_settings(text: &str) -> Result<Vec<(String, String)>, &'static str> {
    let mut settings = Vec::new();
    let mut rest = text;
    loop {
        let (key, after) = rest.split_once('=').ok_or("setting without `=`")?;
        let (value, after) = match after.strip_prefix('"') {
            None => match after.split_once(',') {
                Some((value, after)) => (value.to_string(), Some(after)),
                None => (after.to_string(), None),
            },
            Some(quoted) => {
                let (value, after) = unquote(quoted)?;
                match after.strip_prefix(',') {
                    Some(after) => (value, Some(after)),
                    None if after.is_empty() => (value, None),
                    None => return Err("text after a closing quote"),
                }
            }
        };
        settings.push((key.trim().to_string(), value));
        match after {
            Some(after) => rest = after,
            None => return Ok(settings),
        }
    }
}

/// Returns the value up to the closing quote, and the rest. A backslash escapes the next character.
fn unquote(text: &str) -> Result<(String, &str), &'static str> {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((i, c)) = characters.next() {
        match c {
            '"' => return Ok((value, &text[i + 1..])),
            '\\' => value.extend(characters.next().map(|(_, c)| c)),
            _ => value.push(c),
        }
    }
    Err("unclosed quote")
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, settings) = match text.split_once(':') {
            Some((name, settings)) => (name, Some(settings)),
            None => (text, None),
        };
        let info = agent_info(name).ok_or_else(|| SpecError::UnknownAgent {
            name: name.to_string(),
        })?;
        let agent = info.name;
        let mut given = BTreeMap::new();
        let pairs = settings.map_or(Ok(Vec::new()), split_settings);
        for (key, value) in pairs.map_err(|why| SpecError::Malformed {
            text: text.to_string(),
            why,
        })? {
            let key_info = info.key(&key).ok_or(SpecError::UnknownKey { agent, key })?;
            let normal = (key_info.normalise)(&value).map_err(|error| match error {
                ValueError::Invalid => SpecError::BadValue {
                    agent,
                    key: key_info.name,
                    value,
                    values: key_info.values,
                },
                ValueError::Unavailable(why) => SpecError::Unavailable {
                    agent,
                    key: key_info.name,
                    why,
                },
            })?;
            if given.insert(key_info.name, normal).is_some() {
                return Err(SpecError::DoubleKey {
                    agent,
                    key: key_info.name,
                });
            }
        }
        for key in info.keys {
            // Only keys that replace another one may be absent without a default.
            let is_required = key.default.is_empty() && key.instead_of.is_none();
            if is_required && !given.contains_key(key.name) {
                return Err(SpecError::MissingKey {
                    agent,
                    key: key.name,
                    values: key.values,
                });
            }
            let Some(other) = key.instead_of else {
                continue;
            };
            if given.contains_key(key.name) && given.contains_key(other) {
                return Err(SpecError::Exclusive {
                    agent,
                    one: other,
                    other: key.name,
                });
            }
        }
        // Budgets are always included, other settings only if they differ from the default.
        for key in info.keys {
            let is_replaced = info
                .keys
                .iter()
                .any(|k| k.instead_of == Some(key.name) && given.contains_key(k.name));
            if key.is_budget && !is_replaced && key.instead_of.is_none() {
                given
                    .entry(key.name)
                    .or_insert_with(|| key.default.to_string());
            } else if !key.is_budget && given.get(key.name).is_some_and(|v| v == key.default) {
                given.remove(key.name);
            }
        }
        Ok(Self {
            name: agent,
            settings: given,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(text: &str) -> String {
        text.parse::<Spec>().unwrap().to_string()
    }

    #[test]
    fn equal_agents_have_equal_specs() {
        assert_eq!(normal("mcts"), "mcts:nodes=1000");
        assert_eq!(normal("mcts:nodes=1000"), "mcts:nodes=1000");
        assert_eq!(normal("uct:nodes=\"500\",c=0.70"), "uct:nodes=500");
        assert_eq!(normal("mcts:nodes=5,c=1.5"), "mcts:c=1.5,nodes=5");
        assert_eq!(normal("mcts:ms=20"), "mcts:ms=20");
        assert_eq!(normal("alphabeta"), "alphabeta:nodes=10000");
        assert_eq!(
            normal("alphabeta:without=pvs+table,ms=5,depth=3,beam=auto"),
            "alphabeta:depth=3,ms=5,without=table+pvs"
        );
        assert_eq!(normal("random"), "random");
        assert_eq!(
            normal("engine:timeout=60000,cmd=\"a b,c\""),
            "engine:cmd=\"a b,c\""
        );
    }

    #[test]
    fn a_key_can_be_given_another_value() {
        let with = |text: &str, key, value| {
            let spec: Spec = text.parse().unwrap();
            spec.with(key, value).map(|spec| spec.to_string())
        };
        assert_eq!(with("mcts:nodes=5", "c", "2").unwrap(), "mcts:c=2,nodes=5");
        assert_eq!(with("mcts:c=2,nodes=5", "c", "1").unwrap(), "mcts:nodes=5");
        assert_eq!(with("greedy", "weights", "w").unwrap(), "greedy:weights=w");
        assert!(with("random", "c", "2").is_err());
        assert!(with("mcts", "c", "x").is_err());
    }

    #[test]
    fn former_names_of_keys_and_values_are_read() {
        for (former, present) in [
            ("alphabeta:late=7", "alphabeta:lmr_threshold=7,nodes=10000"),
            (
                "alphabeta:slack=50",
                "alphabeta:futility_margin=50,nodes=10000",
            ),
            (
                "alphabeta:without=scout",
                "alphabeta:nodes=10000,without=pvs",
            ),
            (
                "alphabeta:without=foresight",
                "alphabeta:nodes=10000,without=futility",
            ),
            (
                "alphabeta:without=reductions",
                "alphabeta:nodes=10000,without=lmr",
            ),
            ("mcts:width=5", "mcts:initial_children=5,nodes=1000"),
            ("mcts:growth=2", "mcts:child_growth=2,nodes=1000"),
            ("mcts:look=5", "mcts:initial_candidates=5,nodes=1000"),
            ("mcts:more=5", "mcts:candidate_growth=5,nodes=1000"),
            ("mcts:lookahead=0.5", "mcts:backup_share=0.5,nodes=1000"),
        ] {
            assert_eq!(normal(former), present);
            assert_eq!(normal(present), present);
        }
        let both = "alphabeta:late=3,lmr_threshold=5".parse::<Spec>();
        assert!(matches!(both, Err(SpecError::DoubleKey { .. })), "{both:?}");
        let spec: Spec = "mcts:c=2,growth=2".parse().unwrap();
        assert_eq!(
            spec.with("growth", "3").unwrap().to_string(),
            "mcts:c=2,child_growth=3,nodes=1000"
        );
    }

    #[test]
    fn keys_take_every_value_that_may_be_tuned() {
        let mut tunable = 0;
        for info in AGENTS {
            for key in info.keys {
                let Some(range) = key.tuning else { continue };
                tunable += 1;
                assert!(range.min < range.max && range.step > 0.0, "{}", key.name);
                let digits = usize::from(range.digits);
                for value in [range.min, range.max, range.min + range.step] {
                    let text = format!("{value:.digits$}");
                    let error = text.parse::<f64>().unwrap() - value;
                    assert!(error.abs() < 1e-9, "{} {text}", key.name);
                    assert!((key.normalise)(&text).is_ok(), "{} {text}", key.name);
                }
            }
        }
        assert!(tunable >= 10, "{tunable}");
    }

    #[test]
    fn errors_say_what_is_allowed() {
        for (text, part) in [
            ("mtcs", "random, greedy, uct, mcts"),
            ("mcts:node=5", "nodes"),
            ("mcts:nodes=5,nodes=6", "twice"),
            ("mcts:nodes=0", "expected"),
            ("mcts:nodes=-1", "expected"),
            ("mcts:nodes=1e3", "expected"),
            ("mcts:c=nan", "expected"),
            ("mcts:nodes=5,ms=5", "exclude each other"),
            ("mcts:nodes", "without `=`"),
            ("mcts:", "without `=`"),
            ("mcts:nodes=\"5", "unclosed quote"),
            ("mcts:nodes=\"5\"6", "after a closing quote"),
            ("alphabeta:nodes=0", "invalid value `0` for `nodes`"),
            ("alphabeta:depth=3,nodes=5", "exclude each other"),
            ("alphabeta:beam=3,exact=true", "exclude each other"),
            ("alphabeta:without=psv", "pvs"),
            ("alphabeta:without=table+table", "expected"),
            ("random:nodes=5", "it has no keys"),
            ("engine", "missing key `cmd`"),
            ("engine:cmd=\" \"", "expected"),
            ("", "unknown agent"),
        ] {
            let error = text.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn quoted_values_may_hold_anything() {
        let pairs = split_settings(r#"cmd="python3 x.py -a,b \"q\" \\",n=3"#).unwrap();
        assert_eq!(
            pairs[0],
            ("cmd".to_string(), r#"python3 x.py -a,b "q" \"#.to_string())
        );
        assert_eq!(pairs[1], ("n".to_string(), "3".to_string()));
    }
}
