//! `flipside best`

use std::io::Write as _;

use anyhow::bail;
use flipside_ai::{Agent, AgentFactory, Playable};
use flipside_rules::{ExpectedScore, ForMover};
use serde_json::json;

use super::stop::Signals;
use crate::cli::{Best, Format, PositionArgs};
use crate::players::Players;
use crate::{output, settings};

pub fn run<G: Playable>(args: &Best) -> anyhow::Result<()> {
    let game = settings::game::<G>(&args.at)?;
    if let Some(outcome) = game.outcome() {
        bail!(
            "the game is over ({} {}); there is no turn to choose",
            outcome.name(),
            outcome.reason
        );
    }
    let players = Players::logged(args.engine.engine_log.as_deref())?;
    AgentFactory::<G>::check(&players, &args.agent, game.rules())?;
    let mut agent = AgentFactory::<G>::agent(&players, &args.agent)?;
    agent.begin(args.seed);
    tell(&mut *agent, &args.at)?;
    let choice = Signals::handle()?.during(|stop| agent.choose(&game, stop))?;
    agent.take_notes().into_iter().for_each(output::note);
    let mover = game.to_move();
    let turn = game.turn_text(choice.turn);
    let line: Vec<String> = choice
        .line
        .iter()
        .map(|&turn| game.turn_text(turn))
        .collect();
    let margin = choice.proven.and_then(|proof| proof.margin);
    let margin = margin.map(|ForMover(margin)| margin);
    let turns = choice.proven.and_then(|proof| proof.turns);
    let value = choice.value.map(|ForMover(ExpectedScore(value))| value);
    if args.format.format == Format::Json {
        return output::json(&json!({
            "turn": turn,
            "agent": args.agent.to_string(),
            "value": value,
            "value_for": mover,
            "depth": choice.depth,
            "nodes": choice.nodes,
            "line": line,
            "proven": choice.proven.is_some(),
            "proven_margin": margin,
            "proven_turns": turns,
            "proven_without_repetition": choice.proven.is_some_and(|proof| proof.without_repetition),
        }));
    }
    let mut out = output::out();
    writeln!(out, "{turn}")?;
    if let Some(value) = value {
        writeln!(out, "value {value:.4} (expected score of {mover}, 0 to 1)")?;
    }
    if let Some(proof) = choice.proven {
        let margin = margin.map_or(String::new(), |margin| format!(", margin {margin:+}"));
        let turns = turns.map_or(String::new(), |turns| format!(", in {turns} turns"));
        let what = match (value, proof.without_repetition) {
            (Some(0.5), true) => ", neither side can force the end",
            (_, true) => ", if repetition forbids no turn",
            (_, false) => "",
        };
        writeln!(out, "proven{margin}{turns}{what}")?;
    }
    if let Some(depth) = choice.depth {
        writeln!(out, "depth {depth}")?;
    }
    if let Some(nodes) = choice.nodes {
        writeln!(out, "nodes {nodes}")?;
    }
    if !line.is_empty() {
        writeln!(out, "line {}", line.join(" "))?;
    }
    Ok(out.flush()?)
}

/// Tells an agent the turns that have led to the game.
fn tell<G: Playable>(agent: &mut dyn Agent<G>, at: &PositionArgs) -> anyhow::Result<()> {
    let mut game = settings::start::<G>(at)?;
    for text in at.turns.split_whitespace() {
        let turn = game.parse_turn(text)?;
        agent.observe(&game, turn);
        game.play(turn)?;
    }
    Ok(())
}
