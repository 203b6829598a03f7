//! The oracle of the teacher method.

use std::any::Any;
use std::path::Path;

use anyhow::{Context as _, bail};
use flipside_ai::{Playable, Stop};
use flipside_rules::{Hexflip, hexflip};
use flipside_tablebase::{Table, Variant};
use flipside_tuning::fit::{DepthWeights, Label, Oracle, SearchOracle, TableOracle, TeacherError};
use flipside_tuning::{MethodOptions, OracleOptions, Run};

use super::super::solve::table_path;
use crate::players::PLAYERS;

/// A table with the weights of its values.
struct TableOwner {
    table: Table,
    weights: DepthWeights,
}

impl Oracle<Hexflip> for TableOwner {
    fn check(&self, rules: &hexflip::Rules) -> Result<(), TeacherError> {
        TableOracle::new(&self.table, self.weights)?.check(rules)
    }

    fn label(
        &self,
        positions: &[Hexflip],
        seed: u64,
        stop: &Stop,
    ) -> Result<Vec<Label>, TeacherError> {
        TableOracle::new(&self.table, self.weights)?.label(positions, seed, stop)
    }
}

/// Returns the oracle of a run, if its method needs one. `table` is the path of the table; `None` is
/// the default path.
pub fn oracle<G: Playable>(
    run: &Run<G>,
    table: Option<&Path>,
) -> anyhow::Result<Option<Box<dyn Oracle<G>>>> {
    let MethodOptions::Teacher(options) = &run.config().method else {
        return Ok(None);
    };
    let oracle: Box<dyn Oracle<G>> = match &options.oracle {
        OracleOptions::Search(spec) => Box::new(SearchOracle::new(spec, &PLAYERS)?),
        OracleOptions::Table(weights) => {
            let Some(rules) = (run.rules() as &dyn Any).downcast_ref::<hexflip::Rules>() else {
                bail!("{} has no table; use a search as `judge`", G::NAME);
            };
            let variant = Variant::new(rules)?;
            let path = table_path(table, &variant, "--table")?;
            let table = Table::open(&path, &variant).with_context(|| {
                format!(
                    "{}: make the table with `flipside solve hexflip`",
                    path.display()
                )
            })?;
            let oracle: Box<dyn Oracle<Hexflip>> = Box::new(TableOwner {
                table,
                weights: *weights,
            });
            // `G` is Hexflip here, so the downcast succeeds.
            match (Box::new(oracle) as Box<dyn Any>).downcast() {
                Ok(oracle) => *oracle,
                Err(_) => bail!("{} has no table; use a search as `judge`", G::NAME),
            }
        }
    };
    oracle.check(run.rules())?;
    Ok(Some(oracle))
}
