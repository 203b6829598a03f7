//! Lists of rule sets to solve.

use flipside_rules::hexflip::Rules;
use flipside_rules::{RuleSet, RulesError, no_attachments};

use crate::code::Value;
use crate::solve::start_value;
use crate::variant::{Variant, VariantError};

/// Parses a list of rule sets: TOML with one key, `rule-sets`, an array of rule set names such as
/// `"standard"` and `"hand=6,place=1"`.
///
/// # Errors
/// If the list is malformed or an entry is invalid.
pub fn parse_rule_sets(text: &str) -> Result<Vec<Variant>, RuleSetsError> {
    let list: toml::Table = text.parse()?;
    if let Some(key) = list.keys().find(|key| *key != KEY) {
        return Err(RuleSetsError::Key { key: key.clone() });
    }
    let names = list.get(KEY).and_then(toml::Value::as_array);
    let names = names.filter(|names| !names.is_empty());
    names
        .ok_or(RuleSetsError::NoList)?
        .iter()
        .map(|name| {
            let name = name.as_str().ok_or(RuleSetsError::NoList)?;
            let rules =
                Rules::parse(name, &no_attachments).map_err(|error| RuleSetsError::Rules {
                    name: name.to_string(),
                    error,
                })?;
            Variant::new(&rules).map_err(|error| RuleSetsError::Variant {
                name: name.to_string(),
                error,
            })
        })
        .collect()
}

const KEY: &str = "rule-sets";

/// Solves rule sets in memory. Returns each with the value of its start for First, or `None` if
/// `stop` returns `true`.
///
/// `progress` is called before each rule set with its index (from 0).
pub fn solve_rule_sets(
    variants: &[Variant],
    progress: &mut dyn FnMut(usize, &Variant),
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<(Variant, Value)>> {
    let solved = variants.iter().enumerate().map(|(i, variant)| {
        progress(i, variant);
        Some((*variant, start_value(*variant, stop)?))
    });
    solved.collect()
}

/// Why a list of rule sets is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleSetsError {
    /// Invalid TOML.
    #[error("invalid TOML in the list of rule sets: {0}")]
    Toml(#[from] toml::de::Error),
    /// An unknown key.
    #[error("unknown key `{key}` in the list of rule sets: expected `{KEY}`")]
    Key {
        /// The key.
        key: String,
    },
    /// A missing or empty list, or an entry that is not a string.
    #[error(
        "invalid list of rule sets: expected a nonempty array of strings such as `{KEY} = \
         [\"standard\", \"hand=6,place=1\"]`"
    )]
    NoList,
    /// An entry that is not a rule set.
    #[error("rule set `{name}`: {error}")]
    Rules {
        /// The entry.
        name: String,
        /// What is wrong with it.
        error: RulesError,
    },
    /// An entry that tables do not support.
    #[error("rule set `{name}`: {error}")]
    Variant {
        /// The entry.
        name: String,
        /// What is wrong with it.
        error: VariantError,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_start_values;

    #[test]
    fn a_list_is_solved_and_tabulated() {
        let variants =
            parse_rule_sets("rule-sets = [\"hand=2\", \"place=1,hand=1\", \"hand=4\"]").unwrap();
        let mut seen = Vec::new();
        let mut progress = |i, variant: &Variant| seen.push((i, variant.name()));
        let values = solve_rule_sets(&variants, &mut progress, &|| false).unwrap();
        assert_eq!(seen[1], (1, "hand=1,place=1".to_string()));
        let mut text = Vec::new();
        write_start_values(&values, &mut text).unwrap();
        let expected = "rules\twinner\tturns\nhand=2\tsecond\t6\nhand=1,place=1\tsecond\t2\n\
                        hand=4\tdraw\t-\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
        assert!(solve_rule_sets(&variants, &mut |_, _| {}, &|| true).is_none());
    }

    #[test]
    fn invalid_lists_are_rejected() {
        for (list, words) in [
            ("rule-sets = [", "TOML"),
            ("rules = []", "`rules`"),
            ("rule-sets = []", "array"),
            ("rule-sets = [3]", "array"),
            ("", "array"),
            ("rule-sets = [\"hand=0\"]", "`hand=0`"),
            ("rule-sets = [\"hand=9\"]", "1 to 8"),
            ("rule-sets = [\"swap=on\"]", "first turns"),
            ("rule-sets = [\"repetition=4\"]", "`repetition`"),
            ("rule-sets = [\"deviate=first\"]", "`deviate`"),
        ] {
            let error = parse_rule_sets(list).unwrap_err().to_string();
            assert!(error.contains(words), "{list}: {error}");
        }
    }
}
