//! `flipside records`

use std::io::Write as _;

use flipside_records::commands;
use serde_json::json;

use crate::cli::{Format, Records};
use crate::{output, settings};

pub fn run(command: &Records) -> anyhow::Result<()> {
    let mut out = output::out();
    match command {
        Records::Info { file } => commands::info(file, &mut out)?,
        Records::Verify { files, format } => {
            let mut all = Vec::new();
            for file in files {
                let verified = commands::verify(file)?;
                if format.format == Format::Json {
                    all.push(json!({
                        "file": file,
                        "games": verified.games,
                        "turns": verified.turns,
                        "finished": verified.finished,
                    }));
                    continue;
                }
                let end = match verified.finished {
                    true => "",
                    false => "; the run that wrote it has not come to its end",
                };
                writeln!(
                    out,
                    "{}: {} games, {} turns, all by the rules{end}",
                    file.display(),
                    verified.games,
                    verified.turns
                )?;
            }
            if format.format == Format::Json {
                writeln!(out, "{}", json!(all))?;
            }
        }
        Records::Cat { file } => commands::cat(file, &mut out)?,
        Records::Import {
            file,
            out: target,
            format,
        } => {
            let imported = commands::import(file, target, &settings::load_tiles)?;
            match format.format {
                Format::Text => writeln!(out, "{}: {} games", target.display(), imported.games)?,
                Format::Json => writeln!(
                    out,
                    "{}",
                    json!({ "file": target, "games": imported.games, "turns": imported.turns })
                )?,
            }
        }
        Records::Show { file, game } => commands::show(file, *game, &mut out)?,
    }
    out.flush()?;
    Ok(())
}
