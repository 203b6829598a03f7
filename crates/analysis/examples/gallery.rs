//! Draws every chart from made-up games, to look at: `cargo run --example gallery -- out/gallery`.

#[path = "../tests/sample/mod.rs"]
mod sample;

use std::error::Error;
use std::path::Path;

use flipside_analysis::plot::charts::advantage::{
    Group, GroupValue, Opening, by_group, by_opening,
};
use flipside_analysis::plot::charts::branching::{self, BranchingPoint};
use flipside_analysis::plot::charts::cumulative;
use flipside_analysis::plot::charts::endings::{self, Ending};
use flipside_analysis::plot::charts::histogram::{self, About, Coloring};
use flipside_analysis::plot::charts::length_by_winner::{self, Lengths};
use flipside_analysis::plot::figure::Chart;
use flipside_analysis::stats::advantage::Advantage;
use flipside_analysis::stats::clusters::Clusters;
use flipside_analysis::stats::tally::Tally;
use flipside_analysis::stats::verdict::{DEFAULT_MARGIN, decide};
use sample::Games;

const HEXFLIP: &str = "Hexflip · standard rules · mcts:nodes=1000 against itself";
const SAYU: &str = "Sayū · standard rules · mcts:nodes=1000 against itself";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder to write to")?;
    std::fs::create_dir_all(&folder)?;
    for chart in charts() {
        let figure = chart.draw()?;
        let stem = Path::new(&folder).join(&figure.name);
        std::fs::write(stem.with_extension("svg"), figure.svg_file())?;
        std::fs::write(stem.with_extension("png"), &figure.png)?;
    }
    Ok(())
}

fn charts() -> Vec<Chart> {
    let hexflip = sample::games(1, 2000, 300, 21.0, 0.543, 0.0);
    let sayu = sample::games(2, 400, 400, 48.0, 0.48, 0.06);
    let estimate = |g: &Games| Advantage::by_opening(&g.tally, &g.clusters.summary());
    let group = |label: &str, detail: &str, advantage: Option<Advantage>| {
        let verdict = decide(advantage.as_ref(), DEFAULT_MARGIN);
        Group {
            label: label.to_owned(),
            detail: detail.to_owned(),
            value: GroupValue::Estimate(advantage, verdict),
        }
    };
    let counted = |first_wins, second_wins| {
        Advantage::independent(&Tally {
            first_wins,
            second_wins,
            ..Tally::default()
        })
    };
    let groups = [
        group(
            "Hexflip · standard",
            "mcts:nodes=1000 against itself",
            estimate(&hexflip),
        ),
        group(
            "Hexflip · standard",
            "greedy against itself",
            counted(9020, 10980),
        ),
        group(
            "Hexflip · exact four",
            "random against itself",
            counted(50_040, 49_960),
        ),
        group(
            "Sayū · standard",
            "mcts:nodes=1000 against itself",
            estimate(&sayu),
        ),
        Group {
            label: "Hexflip · 3 × 3 board".to_owned(),
            detail: "perfect play".to_owned(),
            value: GroupValue::Proven { winner: None },
        },
    ];

    let of_opening = |label: String, (tally, clusters): &(Tally, Clusters)| Opening {
        label,
        advantage: Advantage::by_opening(tally, &clusters.summary()),
    };
    let openings: Vec<Opening> = hexflip.by_opening[..12]
        .iter()
        .enumerate()
        .map(|(i, games)| of_opening(format!("c{} flip b{}", i / 5 + 1, i % 5 + 1), games))
        .collect();
    let mut rest = (Tally::default(), Clusters::default());
    for (tally, clusters) in &hexflip.by_opening[12..] {
        rest.0.merge(tally);
        rest.1.merge(clusters);
    }
    let others = of_opening("288 other openings".to_owned(), &rest);

    let overall = estimate(&hexflip);
    let efficiency = overall
        .and_then(|a| a.effective_games.map(|n| n / a.games as f64))
        .unwrap_or(1.0);
    let about = |name, title, context, quantity, (thing, things), coloring| About {
        name,
        title,
        context,
        quantity,
        thing,
        things,
        caption: "",
        coloring,
    };
    let lengths = Lengths {
        first: &hexflip.lengths[0],
        second: &hexflip.lengths[1],
        drawn: &hexflip.lengths[2],
    };
    let games = ("game", "games");
    vec![
        by_group(&groups, DEFAULT_MARGIN),
        by_opening(
            HEXFLIP,
            &openings,
            Some(&others),
            overall.as_ref(),
            DEFAULT_MARGIN,
        ),
        cumulative::chart(
            HEXFLIP,
            &hexflip.cumulative.points(efficiency),
            DEFAULT_MARGIN,
        ),
        histogram::chart(
            &about(
                "game-length",
                "Game length",
                HEXFLIP,
                "game length (turns)",
                games,
                Coloring::Plain,
            ),
            &hexflip.all_lengths,
        ),
        length_by_winner::chart(HEXFLIP, "turns", lengths),
        endings::chart(HEXFLIP, &endings()),
        branching::chart(HEXFLIP, &branching(&hexflip)),
        histogram::chart(
            &about(
                "margin",
                "Margin",
                SAYU,
                "margin (points, First’s viewpoint)",
                games,
                Coloring::Winner,
            ),
            &sayu.margins,
        ),
        histogram::chart(
            &about(
                "conversions",
                "Conversions per game",
                SAYU,
                "conversions in a game",
                games,
                Coloring::Plain,
            ),
            &sayu.conversions,
        ),
        histogram::chart(
            &about(
                "chain-length",
                "Chain length",
                SAYU,
                "conversions in a chain",
                ("chain", "chains"),
                Coloring::Plain,
            ),
            &sayu.chains,
        ),
    ]
}

fn endings() -> Vec<Ending> {
    let ending = |reason: &str, first_wins, second_wins, unfinished| Ending {
        reason: reason.to_owned(),
        tally: Tally {
            first_wins,
            second_wins,
            unfinished,
            ..Tally::default()
        },
    };
    vec![
        ending("four in a row", 905, 702, 0),
        ending("overline by the opponent’s flips", 121, 148, 0),
        ending("no legal turn", 48, 55, 0),
        ending("turn barred by repetition", 9, 8, 0),
        ending("turn limit", 0, 0, 4),
    ]
}

fn branching(games: &Games) -> Vec<BranchingPoint> {
    games
        .branching
        .iter()
        .zip(1..)
        .filter_map(|(histogram, turn)| {
            let s = histogram.summary()?;
            Some(BranchingPoint {
                turn,
                games: s.count,
                mean: s.mean,
                p10: s.p10,
                p90: s.p90,
                min: s.min,
                max: s.max,
            })
        })
        .collect()
}
