//! `flipside records`

use std::io::Write as _;

use flipside_records::commands;

use crate::cli::Records;
use crate::{output, settings};

pub fn run(command: &Records) -> anyhow::Result<()> {
    let mut out = output::out();
    match command {
        Records::Info { file } => commands::info(file, &mut out)?,
        Records::Verify { files } => {
            for file in files {
                let verified = commands::verify(file)?;
                writeln!(
                    out,
                    "{}: {} games, {} turns, all by the rules",
                    file.display(),
                    verified.games,
                    verified.turns
                )?;
            }
        }
        Records::Cat { file } => commands::cat(file, &mut out)?,
        Records::Import { file, out: target } => {
            let imported = commands::import(file, target, &settings::load_tiles)?;
            writeln!(out, "{}: {} games", target.display(), imported.games)?;
        }
        Records::Show { file, game } => commands::show(file, *game, &mut out)?,
    }
    out.flush()?;
    Ok(())
}
