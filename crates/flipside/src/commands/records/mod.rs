//! `flipside records`: looking into record files, checking and converting them.

mod cat;
mod import;
mod info;
mod line;
mod salvage;
mod select;
mod show;
#[cfg(test)]
pub(crate) mod tests;
mod verify;

use std::io::Write as _;

use flipside_analysis::read::{GameAnnotations, TableAnnotator};
use flipside_records::GameRecord;
use serde_json::json;

pub use self::cat::cat;
use self::salvage::Salvaged;
pub use self::show::{Shown, show};
pub use self::verify::verify;
use crate::cli::{Cat, Format, Import, Records, Salvage, ShowGame, Size, Verify};
use crate::{output, settings};

/// A source of values of the turns of recorded games.
pub trait TurnValues: Sync {
    /// Where the values come from, for people.
    fn source(&self) -> String;

    /// Returns the values of the turns of a game that follows the rules.
    fn of(&self, record: &GameRecord) -> anyhow::Result<GameAnnotations>;
}

impl TurnValues for TableAnnotator {
    fn source(&self) -> String {
        Self::source(self).to_string()
    }

    fn of(&self, record: &GameRecord) -> anyhow::Result<GameAnnotations> {
        Self::of(self, record).map_err(anyhow::Error::from_boxed)
    }
}

pub fn run(command: &Records) -> anyhow::Result<()> {
    match command {
        Records::Info { file } => info::info(file, &mut output::out()),
        Records::Verify(args) => verify_all(args),
        Records::Cat(args) => cat_all(args),
        Records::Import(args) => import_file(args),
        Records::Show(args) => show_game(args),
        Records::Salvage(args) => salvage_file(args),
    }
}

fn verify_all(args: &Verify) -> anyhow::Result<()> {
    let mut out = output::out();
    let mut all = Vec::new();
    for file in &args.files {
        let verified = verify(file)?;
        if args.format.format == Format::Json {
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
            false => "; the run that wrote it is not complete",
        };
        writeln!(
            out,
            "{}: {} games, {} turns, all by the rules{end}",
            file.display(),
            verified.games,
            verified.turns
        )?;
    }
    if args.format.format == Format::Json {
        writeln!(out, "{}", json!(all))?;
    }
    Ok(out.flush()?)
}

fn cat_all(args: &Cat) -> anyhow::Result<()> {
    let mut out = output::out();
    for file in &args.files {
        let table = args.values.table.as_ref();
        let table = table.map(|table| TableAnnotator::on_file(file, table));
        cat(file, values(table.transpose()?.as_ref()), &mut out)?;
    }
    Ok(())
}

fn import_file(args: &Import) -> anyhow::Result<()> {
    let imported = import::import(&args.file, &args.out, &settings::load_attachment)?;
    let json = json!({ "file": args.out, "games": imported.games, "turns": imported.turns });
    match args.format.format {
        Format::Text => output::line(&format!("{}: {} games", args.out.display(), imported.games)),
        Format::Json => output::json(&json),
    }
}

fn salvage_file(args: &Salvage) -> anyhow::Result<()> {
    let salvaged = salvage::salvage(&args.file, &args.out)?;
    let Salvaged {
        games,
        lost_bytes,
        missing,
    } = salvaged;
    if args.format.format == Format::Json {
        return output::json(&json!({
            "file": args.out,
            "games": games,
            "missing": missing,
            "lost_bytes": lost_bytes,
        }));
    }
    output::line(&format!(
        "{}: {games} games saved; {lost_bytes} bytes belong to no intact block; {missing} games are \
         missing before the last of them",
        args.out.display()
    ))
}

fn show_game(args: &ShowGame) -> anyhow::Result<()> {
    let shown = Shown {
        game: args.game,
        turns: args.turns,
        is_large: args.board == Size::Large,
    };
    let table = args.values.table.as_ref();
    let table = table.map(|table| TableAnnotator::on_game(&args.file, table));
    let values = table.transpose()?;
    show(
        &args.file,
        &shown,
        self::values(values.as_ref()),
        &mut output::out(),
    )
}

fn values(table: Option<&TableAnnotator>) -> Option<&dyn TurnValues> {
    table.map(|table| table as &dyn TurnValues)
}
