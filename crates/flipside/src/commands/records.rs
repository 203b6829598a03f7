//! `flipside records`

use std::io::Write as _;

use flipside_analysis::judge::TableRemarks;
use flipside_records::commands::{self, Remarks};
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
        Records::Cat { file, table } => {
            let table = table
                .as_ref()
                .map(|table| TableRemarks::on_file(file, table));
            commands::cat(file, remarks(table.transpose()?.as_ref()), &mut out)?;
        }
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
        Records::Show { file, game, table } => {
            let table = table
                .as_ref()
                .map(|table| TableRemarks::on_game(file, table));
            commands::show(file, *game, remarks(table.transpose()?.as_ref()), &mut out)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn remarks(table: Option<&TableRemarks>) -> Option<&dyn Remarks> {
    table.map(|table| table as &dyn Remarks)
}
