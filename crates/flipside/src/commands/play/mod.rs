//! `flipside play`

mod board;
mod choose;
mod command;
mod complete;
mod console;
mod display;
mod evaluation;
mod explain;
mod history;
mod paint;
mod session;
mod terminal;

use std::hash::{BuildHasher as _, RandomState};

use anyhow::Context as _;
use flipside_ai::{AgentFactory, Spec};

use self::board::Shown;
use self::display::DisplayOptions;
use self::history::GameHistory;
use self::paint::Paint;
use self::session::{Session, Settings};
use self::terminal::Terminal;
use super::stop::Signals;
use crate::cli::{Play, Player};
use crate::players::PLAYERS;
use crate::{new_file, settings};

pub fn run<G: Shown>(args: &Play) -> anyhow::Result<()> {
    let opponent: Spec = G::OPPONENT.parse()?;
    let adviser = args.hint.clone().unwrap_or_else(|| opponent.clone());
    let second = args.o.clone().unwrap_or(Player::Agent(opponent));
    if let Some(file) = &args.out {
        new_file::check(file).context("--out")?;
    }
    let start = settings::start::<G>(&args.at)?;
    for player in [&args.x, &second] {
        if let Player::Agent(spec) = player {
            AgentFactory::<G>::check(&PLAYERS, spec, start.rules())?;
        }
    }
    AgentFactory::<G>::check(&PLAYERS, &adviser, start.rules())?;
    let given = given(&start, &args.at.turns)?;
    let settings = Settings {
        players: [args.x.clone(), second],
        adviser,
        factory: &PLAYERS,
        // Another game each time: play is not an experiment.
        seed: args.seed.unwrap_or_else(|| RandomState::new().hash_one(0)),
        display: DisplayOptions {
            paint: Paint::choose(args.color),
            size: args.board,
        },
        out: args.out.clone(),
    };
    let mut terminal = Terminal::open(Signals::handle()?)?;
    Session::new(settings, GameHistory::new(start, &given), &mut terminal)?.run()
}

/// The turns of `--turns`.
fn given<G: Shown>(start: &G, texts: &str) -> anyhow::Result<Vec<G::Turn>> {
    let texts = || texts.split_whitespace();
    start.clone().play_texts(texts()).context("--turns")?;
    let mut game = start.clone();
    let mut turns = Vec::new();
    for text in texts() {
        let turn = game.parse_turn(text)?;
        game.play_unchecked(turn);
        turns.push(turn);
    }
    Ok(turns)
}
