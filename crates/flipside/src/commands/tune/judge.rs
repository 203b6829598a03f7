//! Who judges positions for the method that learns from a judge.

use std::any::Any;
use std::path::Path;

use anyhow::{Context as _, bail};
use flipside_ai::{Playable, Stop};
use flipside_rules::hexflip;
use flipside_tablebase::{Table, Variant};
use flipside_tuning::fit::{DepthWeights, Judge, SearchJudge, TableJudge, TeachError, Verdict};
use flipside_tuning::{JudgeOptions, MethodOptions, Run};

use super::super::solve::table_path;
use crate::players::Players;

/// A table, and how its values count.
struct TableOwner {
    table: Table,
    weights: DepthWeights,
}

impl Judge<hexflip::Game> for TableOwner {
    fn check(&self, rules: &hexflip::Rules) -> Result<(), TeachError> {
        TableJudge::new(&self.table, self.weights)?.check(rules)
    }

    fn judge(
        &self,
        positions: &[hexflip::Game],
        seed: u64,
        stop: &Stop,
    ) -> Result<Vec<Verdict>, TeachError> {
        TableJudge::new(&self.table, self.weights)?.judge(positions, seed, stop)
    }
}

/// The judge that a run asks for, if its method needs one. `table` is where the table is, if not
/// where it usually is.
pub fn judge<G: Playable>(
    run: &Run<G>,
    table: Option<&Path>,
) -> anyhow::Result<Option<Box<dyn Judge<G>>>> {
    let MethodOptions::Teacher(options) = &run.config().method else {
        return Ok(None);
    };
    let judge: Box<dyn Judge<G>> = match &options.judge {
        JudgeOptions::Search(spec) => Box::new(SearchJudge::new(spec, &Players)?),
        JudgeOptions::Table(weights) => {
            let Some(rules) = (run.rules() as &dyn Any).downcast_ref::<hexflip::Rules>() else {
                bail!("{} is not solved; let a search be the judge", G::NAME);
            };
            let variant = Variant::new(rules)?;
            let path = table_path(table, &variant, "--table")?;
            let table = Table::open(&path, &variant).with_context(|| {
                format!(
                    "{}: make the table with `flipside solve hexflip`",
                    path.display()
                )
            })?;
            let judge: Box<dyn Judge<hexflip::Game>> = Box::new(TableOwner {
                table,
                weights: *weights,
            });
            // The rules are those of Hexflip, so this is what is asked for.
            match (Box::new(judge) as Box<dyn Any>).downcast() {
                Ok(judge) => *judge,
                Err(_) => bail!("{} is not solved; let a search be the judge", G::NAME),
            }
        }
    };
    judge.check(run.rules())?;
    Ok(Some(judge))
}
