//! Weights and weights files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::marker::PhantomData;

use serde::Deserialize;
use toml::{Spanned, Value};

use super::{Evaluate, ParameterInfo, WeightsError};

/// A value for each of a game's parameters, within its bounds.
#[derive(Debug)]
pub struct Weights<G> {
    /// In the order of [`Evaluate::PARAMETERS`].
    values: Vec<i32>,
    game: PhantomData<fn() -> G>,
}

// Deriving these would require them for `G`.
impl<G> Clone for Weights<G> {
    fn clone(&self) -> Self {
        Self {
            values: self.values.clone(),
            game: PhantomData,
        }
    }
}

impl<G> PartialEq for Weights<G> {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl<G> Eq for Weights<G> {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: Spanned<String>,
    /// The origin of the weights.
    #[serde(default, rename = "description")]
    _description: String,
    weights: BTreeMap<Spanned<String>, Spanned<Value>>,
}

fn parameter<G: Evaluate>(name: &str) -> Option<(usize, &'static ParameterInfo)> {
    G::PARAMETERS
        .iter()
        .enumerate()
        .find(|(_, parameter)| parameter.name == name)
}

impl<G: Evaluate> Weights<G> {
    /// Parses a weights file: TOML with `game`, an optional `description` and a table `[weights]` with
    /// a whole number for every parameter of the game.
    ///
    /// # Errors
    /// If the text is malformed, or a parameter is unknown, missing or out of bounds.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let line = |offset| 1 + text.bytes().take(offset).filter(|&b| b == b'\n').count();
        let file: File = toml::from_str(text)
            .map_err(|error| WeightsError::Toml(error.to_string().trim_end().to_string()))?;
        if file.game.get_ref() != G::NAME {
            return Err(WeightsError::OtherGame {
                line: line(file.game.span().start),
                found: file.game.into_inner(),
                wanted: G::NAME,
            });
        }
        let mut values = vec![None; G::PARAMETERS.len()];
        for (name, value) in file.weights {
            let at = line(name.span().start);
            let Some((i, parameter)) = parameter::<G>(name.get_ref()) else {
                return Err(WeightsError::Unknown {
                    line: at,
                    name: name.into_inner(),
                    game: G::NAME,
                    allowed: G::PARAMETERS.iter().map(|p| p.name).collect(),
                });
            };
            let Value::Integer(value) = *value.get_ref() else {
                return Err(WeightsError::NotWhole {
                    line: at,
                    name: parameter.name,
                    found: value.get_ref().to_string(),
                    min: parameter.min,
                    max: parameter.max,
                });
            };
            let fits = i32::try_from(value).ok().filter(|v| parameter.allows(*v));
            values[i] = Some(fits.ok_or(WeightsError::OutOfBounds {
                line: at,
                name: parameter.name,
                value,
                min: parameter.min,
                max: parameter.max,
            })?);
        }
        let missing = G::PARAMETERS.iter().zip(&values);
        let missing: Vec<_> = missing
            .filter(|(_, value)| value.is_none())
            .map(|(parameter, _)| parameter.name)
            .collect();
        if !missing.is_empty() {
            return Err(WeightsError::Missing { names: missing });
        }
        Ok(Self {
            values: values.into_iter().flatten().collect(),
            game: PhantomData,
        })
    }

    /// All values, in the order of [`Evaluate::PARAMETERS`].
    #[must_use]
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// `scale` and the weights of the features.
    pub(super) fn split(&self) -> (i32, &[i32]) {
        // Every game has at least this parameter.
        match self.values.split_last() {
            Some((scale, weights)) => (*scale, weights),
            None => (1, &[]),
        }
    }

    /// The value of a parameter; `None` if the game has no parameter of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<i32> {
        parameter::<G>(name).map(|(i, _)| self.values[i])
    }

    /// Returns weights with other values, in the order of [`Evaluate::PARAMETERS`], clamped to their
    /// bounds. Missing values at the end stay unchanged.
    #[must_use]
    pub fn with_values(&self, values: &[i32]) -> Self {
        let mut changed = self.clone();
        for ((old, new), parameter) in changed.values.iter_mut().zip(values).zip(G::PARAMETERS) {
            *old = (*new).clamp(parameter.min, parameter.max);
        }
        changed
    }

    /// The text of a weights file; [`Weights::parse`] is the inverse.
    #[must_use]
    pub fn to_toml(&self, description: &str) -> String {
        let description = Value::String(description.to_string());
        let mut text = format!(
            "game = \"{}\"\ndescription = {description}\n\n[weights]\n",
            G::NAME
        );
        for (parameter, value) in G::PARAMETERS.iter().zip(&self.values) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} = {value}", parameter.name);
        }
        text
    }
}
