//! Agents as text: `name` or `name:key=value,key="value, with a comma"`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::kinds::{KINDS, Kind, Refusal};

/// An agent's name and settings, checked against what there is.
///
/// Two specs are equal if they describe the same agent: keys are sorted and settings that equal
/// the default are left out, except budgets, which are always named.
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

    /// The kind of agent.
    #[must_use]
    pub fn kind(&self) -> &'static Kind {
        // A spec is only ever made from one of the kinds.
        KINDS
            .iter()
            .find(|kind| kind.name == self.name)
            .unwrap_or(&KINDS[0])
    }

    /// A setting, if it is named.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.settings.get(key).map(String::as_str)
    }

    /// The same agent with another value of a key.
    ///
    /// # Errors
    /// If it has no such key, or the key does not take the value.
    pub fn with(&self, key: &str, value: &str) -> Result<Self, SpecError> {
        let mut changed = self.clone();
        changed.settings.retain(|name, _| *name != key);
        let text = changed.to_string();
        let mark = if changed.settings.is_empty() {
            ':'
        } else {
            ','
        };
        format!("{text}{mark}{key}={value}").parse()
    }

    /// Whether the agent plays the same game for the same seed everywhere.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        // What a foreign program does is not known.
        !self.settings.contains_key("ms") && self.name != "engine"
    }

    /// Whether a turn takes the agent no time worth mentioning.
    #[must_use]
    pub fn is_instant(&self) -> bool {
        self.kind().is_instant
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

/// Why a text is no agent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// No agent has this name.
    #[error("unknown agent `{name}`; there are {}", names())]
    UnknownAgent {
        /// The name as written.
        name: String,
    },
    /// The agent has no such key.
    #[error("agent `{agent}` has no key `{key}`; {}", keys(agent))]
    UnknownKey {
        /// The agent.
        agent: &'static str,
        /// The key as written.
        key: String,
    },
    /// A key given twice.
    #[error("agent `{agent}`: the key `{key}` is given twice; keep one")]
    DoubleKey {
        /// The agent.
        agent: &'static str,
        /// The key.
        key: &'static str,
    },
    /// A value that the key does not take.
    #[error("agent `{agent}`: `{value}` is no value of `{key}`; it takes {values}")]
    BadValue {
        /// The agent.
        agent: &'static str,
        /// The key.
        key: &'static str,
        /// The value as written.
        value: String,
        /// The values that it takes.
        values: &'static str,
    },
    /// A setting that must be given.
    #[error("agent `{agent}` needs `{key}`: {values}")]
    MissingKey {
        /// The agent.
        agent: &'static str,
        /// The key.
        key: &'static str,
        /// The values that it takes.
        values: &'static str,
    },
    /// A value of the right form that stands for something that cannot be had.
    #[error("agent `{agent}`, `{key}`: {why}")]
    Unavailable {
        /// The agent.
        agent: &'static str,
        /// The key.
        key: &'static str,
        /// Why it cannot be had.
        why: String,
    },
    /// Two keys that exclude each other.
    #[error("agent `{agent}`: give `{one}` or `{other}`, not both")]
    Exclusive {
        /// The agent.
        agent: &'static str,
        /// A key.
        one: &'static str,
        /// The other key.
        other: &'static str,
    },
    /// Settings that are not of the form `key=value,…`.
    #[error("`{text}`: {why}; an agent is `name` or `name:key=value,key=\"value\"`")]
    Malformed {
        /// The text as written.
        text: String,
        /// What is wrong.
        why: &'static str,
    },
}

fn names() -> String {
    KINDS
        .iter()
        .map(|kind| kind.name)
        .collect::<Vec<_>>()
        .join(", ")
}

fn keys(agent: &str) -> String {
    let keys: Vec<_> = KINDS
        .iter()
        .filter(|kind| kind.name == agent)
        .flat_map(|kind| kind.keys)
        .map(|key| key.name)
        .collect();
    if keys.is_empty() {
        "it has none".to_string()
    } else {
        format!("it has {}", keys.join(", "))
    }
}

/// Splits `key=value,key="value"` into keys and values.
fn split_settings(text: &str) -> Result<Vec<(String, String)>, &'static str> {
    let mut settings = Vec::new();
    let mut rest = text;
    loop {
        let (key, after) = rest.split_once('=').ok_or("a setting without `=`")?;
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

/// The value up to the closing quote, and what follows it. A backslash protects the next character.
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
    Err("a quote that is never closed")
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, settings) = match text.split_once(':') {
            Some((name, settings)) => (name, Some(settings)),
            None => (text, None),
        };
        let kind =
            KINDS
                .iter()
                .find(|kind| kind.name == name)
                .ok_or_else(|| SpecError::UnknownAgent {
                    name: name.to_string(),
                })?;
        let agent = kind.name;
        let mut given = BTreeMap::new();
        let pairs = settings.map_or(Ok(Vec::new()), split_settings);
        for (key, value) in pairs.map_err(|why| SpecError::Malformed {
            text: text.to_string(),
            why,
        })? {
            let info = kind
                .keys
                .iter()
                .find(|info| info.name == key)
                .ok_or(SpecError::UnknownKey { agent, key })?;
            let normal = (info.normalise)(&value).map_err(|refusal| match refusal {
                Refusal::Form => SpecError::BadValue {
                    agent,
                    key: info.name,
                    value,
                    values: info.values,
                },
                Refusal::Because(why) => SpecError::Unavailable {
                    agent,
                    key: info.name,
                    why,
                },
            })?;
            if given.insert(info.name, normal).is_some() {
                return Err(SpecError::DoubleKey {
                    agent,
                    key: info.name,
                });
            }
        }
        for key in kind.keys {
            // Only what takes the place of another key may be absent without a default.
            let needed = key.default.is_empty() && key.instead_of.is_none();
            if needed && !given.contains_key(key.name) {
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
        // Budgets are always named, other settings only where they differ from the default.
        for key in kind.keys {
            let replaced = kind
                .keys
                .iter()
                .any(|k| k.instead_of == Some(key.name) && given.contains_key(k.name));
            if key.is_budget && !replaced && key.instead_of.is_none() {
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
            normal("alphabeta:without=scout+table,ms=5,depth=3,beam=auto"),
            "alphabeta:depth=3,ms=5,without=table+scout"
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
    fn keys_take_every_value_that_may_be_tuned() {
        let mut tunable = 0;
        for kind in KINDS {
            for key in kind.keys {
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
            ("mcts:nodes=0", "takes"),
            ("mcts:nodes=-1", "takes"),
            ("mcts:nodes=1e3", "takes"),
            ("mcts:c=nan", "takes"),
            ("mcts:nodes=5,ms=5", "not both"),
            ("mcts:nodes", "without `=`"),
            ("mcts:", "without `=`"),
            ("mcts:nodes=\"5", "never closed"),
            ("mcts:nodes=\"5\"6", "after a closing quote"),
            ("alphabeta:nodes=0", "takes"),
            ("alphabeta:depth=3,nodes=5", "not both"),
            ("alphabeta:beam=3,exact=true", "not both"),
            ("alphabeta:without=scuot", "scout"),
            ("alphabeta:without=table+table", "takes"),
            ("random:nodes=5", "it has none"),
            ("engine", "needs `cmd`"),
            ("engine:cmd=\" \"", "takes"),
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
