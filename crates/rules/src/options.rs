//! `key=value,key=value`: the text of a rule set.

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::{RuleKey, RulesError};

/// Splits the text of a rule set into keys and values; `standard` and nothing at all are the
/// empty list. Keys are checked against `known`.
pub(crate) fn parse<'a>(
    text: &'a str,
    known: &'static [RuleKey],
) -> Result<Vec<(&'static str, &'a str)>, RulesError> {
    let text = text.trim();
    let mut options: Vec<(&'static str, &str)> = Vec::new();
    if text.is_empty() || text == "standard" {
        return Ok(options);
    }
    for item in text.split(',') {
        let Some((key, value)) = item.split_once('=') else {
            return Err(RulesError::NotAnOption {
                item: item.to_string(),
            });
        };
        let key = key.trim();
        let Some(known_key) = known.iter().find(|k| k.name == key) else {
            return Err(RulesError::UnknownKey {
                key: key.to_string(),
                known,
            });
        };
        if options.iter().any(|(k, _)| *k == key) {
            return Err(RulesError::DoubleKey {
                key: known_key.name,
            });
        }
        options.push((known_key.name, value.trim()));
    }
    Ok(options)
}

/// The error for a value that its key does not take.
pub(crate) fn bad_value(key: &'static str, value: &str, known: &'static [RuleKey]) -> RulesError {
    let values = known
        .iter()
        .find(|k| k.name == key)
        .map_or("", |k| k.values);
    RulesError::BadValue {
        key,
        value: value.to_string(),
        values,
    }
}

/// A number as written in the name of a rule set.
pub(crate) fn number<T: core::str::FromStr>(
    key: &'static str,
    value: &str,
    known: &'static [RuleKey],
) -> Result<T, RulesError> {
    // `+3` would parse, and `03` too: neither is how a number is written in a rule set's name.
    let plain = !value.starts_with('+') && (value.len() == 1 || !value.starts_with('0'));
    match value.parse::<T>() {
        Ok(number) if plain => Ok(number),
        _ => Err(bad_value(key, value, known)),
    }
}

/// The value itself, or an error that names the range.
pub(crate) fn in_range<T: ToString + PartialOrd>(
    key: &'static str,
    value: T,
    range: core::ops::RangeInclusive<T>,
    known: &'static [RuleKey],
) -> Result<T, RulesError> {
    match range.contains(&value) {
        true => Ok(value),
        false => Err(bad_value(key, &value.to_string(), known)),
    }
}

/// `on` or `off`.
pub(crate) fn switch(
    key: &'static str,
    value: &str,
    known: &'static [RuleKey],
) -> Result<bool, RulesError> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(bad_value(key, value, known)),
    }
}
