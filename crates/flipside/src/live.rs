//! Live standings of a tournament, for people and for scripts.

use flipside_ai::AgentFailure;
use flipside_arena::{PairingScore, Progress, Standing, Status};
use flipside_stats::advantage::Advantage;
use flipside_stats::balance::BalanceRun;
use flipside_stats::bradley_terry::{self, Rating};
use flipside_stats::elo::EloEstimate;
use flipside_stats::sprt::SprtDecision;
use flipside_stats::verdict::Verdict;
use serde_json::{Map, Value, json};

use crate::cli::ProgressMode;
use crate::progress::{Detail, Reporter};

/// Maximum number of lines of a live table, so that it fits below the bar.
const MOST_LINES: usize = 16;

/// Shows the progress of a tournament.
pub struct Live {
    reporter: Reporter,
    agents: Vec<String>,
}

impl Live {
    /// Creates the display of a tournament with a title.
    pub fn new(mode: Option<ProgressMode>, title: String, agents: Vec<String>) -> Self {
        Self {
            reporter: Reporter::new(mode, title, "games"),
            agents,
        }
    }

    /// Ends the display.
    pub fn end(&self) {
        self.reporter.end(None);
    }

    fn detail(&self, standing: &Standing) -> Detail {
        Detail {
            note: note(standing),
            table: self.table(standing),
            json: self.json(standing),
        }
    }

    fn agent(&self, number: u32) -> &str {
        self.agents.get(number as usize).map_or("?", String::as_str)
    }

    fn table(&self, standing: &Standing) -> Vec<String> {
        let mut lines = match standing.pairings() {
            [only] if only.players[0] == only.players[1] => Vec::new(),
            [only] => self.pairing_lines(only),
            _ => self.ratings_lines(standing),
        };
        lines.extend(first_line(standing));
        lines.extend(test_line(standing));
        if standing.failures() > 0 {
            lines.push(format!("failures of agents: {}", standing.failures()));
        }
        lines
    }

    /// Returns the score of two agents.
    fn pairing_lines(&self, pairing: &PairingScore) -> Vec<String> {
        let [a, b] = pairing.players.map(|player| self.agent(player));
        let games = pairing.games();
        let mut lines = vec![
            format!("A = {}", short(a)),
            format!("B = {}", short(b)),
            format!(
                "A: {} won, {} lost, {} drawn{}",
                games.wins,
                games.losses,
                games.draws,
                others(pairing)
            ),
        ];
        if pairing.pairs().pairs() > 0 {
            let [ll, ld, mid, wd, ww] = pairing.pairs().outcomes();
            lines.push(format!(
                "pairs by A's score: 0: {ll}, ½: {ld}, 1: {mid}, 1½: {wd}, 2: {ww}"
            ));
        }
        if let Some(estimate) = estimate(pairing) {
            lines.push(strength(&estimate));
        }
        lines
    }

    /// Returns all agents by rating.
    fn ratings_lines(&self, standing: &Standing) -> Vec<String> {
        let mut lines = vec![format!(
            "{:>3}  {:<34} {:>6} {:>7}  {:>13}",
            "", "agent", "games", "score", "Elo, 95 %"
        )];
        let ranked = self.ranked(standing);
        for (rank, row) in (1..).zip(&ranked).take(MOST_LINES) {
            lines.push(format!(
                "{rank:>3}  {:<34} {:>6} {:>7}  {:>13}",
                short(self.agent(row.agent)),
                row.games,
                row.score
                    .map_or("–".to_string(), |score| format!("{:.1} %", 100.0 * score)),
                row.rating.map_or("–".to_string(), |rating| format!(
                    "{} ± {:.0}",
                    signed(rating.elo),
                    rating.margin
                )),
            ));
        }
        if ranked.len() > MOST_LINES {
            lines.push(format!("     … and {} more", ranked.len() - MOST_LINES));
        }
        lines
    }

    fn ranked(&self, standing: &Standing) -> Vec<Row> {
        let pairings: Vec<_> = standing
            .pairings()
            .iter()
            .map(|pairing| bradley_terry::PairingCounts {
                a: pairing.players[0] as usize,
                b: pairing.players[1] as usize,
                games: pairing.games(),
            })
            .collect();
        let ratings = bradley_terry::fit(self.agents.len(), &pairings);
        let mut rows: Vec<Row> = (0..self.agents.len())
            .map(|agent| {
                let (mut games, mut half_points) = (0, 0);
                for pairing in &pairings {
                    let counts = pairing.games;
                    let all = counts.wins + counts.losses + counts.draws;
                    if pairing.a == agent {
                        games += all;
                        half_points += 2 * counts.wins + counts.draws;
                    } else if pairing.b == agent {
                        games += all;
                        half_points += 2 * counts.losses + counts.draws;
                    }
                }
                Row {
                    agent: agent as u32,
                    games,
                    score: (games > 0).then(|| half_points as f64 / (2.0 * games as f64)),
                    rating: ratings.as_ref().and_then(|ratings| ratings.rating(agent)),
                }
            })
            .collect();
        let elo = |row: &Row| row.rating.map_or(0.0, |rating| rating.elo);
        rows.sort_by(|a, b| elo(b).total_cmp(&elo(a)));
        rows
    }

    fn json(&self, standing: &Standing) -> Map<String, Value> {
        let pairings: Vec<Value> = standing
            .pairings()
            .iter()
            .map(|pairing| {
                let games = pairing.games();
                json!({
                    "a": self.agent(pairing.players[0]),
                    "b": self.agent(pairing.players[1]),
                    "wins": games.wins,
                    "losses": games.losses,
                    "draws": games.draws,
                    "unfinished": pairing.unfinished(),
                    "void": pairing.void(),
                    "pairs": pairing.pairs().outcomes(),
                    "estimate": estimate(pairing),
                })
            })
            .collect();
        let ratings: Vec<Value> = match standing.pairings().len() {
            0 | 1 => Vec::new(),
            _ => self
                .ranked(standing)
                .iter()
                .map(|row| {
                    json!({
                        "agent": self.agent(row.agent),
                        "games": row.games,
                        "score": row.score,
                        "rating": row.rating,
                    })
                })
                .collect(),
        };
        let sprt = standing.sprt().map(|sprt| {
            json!({
                "llr": sprt.llr,
                "lower": sprt.bounds.0,
                "upper": sprt.bounds.1,
                "stopped": sprt.stopped,
            })
        });
        let object = json!({
            "encounters": pairings,
            "ratings": ratings,
            "first": first(standing),
            "sprt": sprt,
            "balance": standing.balance().and_then(BalanceRun::stopped),
            "margin": standing.balance().map(BalanceRun::margin),
            "verdict": verdict(standing).map(|(verdict, _)| verdict),
            "failures": standing.failures(),
        });
        match object {
            Value::Object(fields) => fields,
            _ => Map::new(),
        }
    }
}

/// An agent in the table.
struct Row {
    agent: u32,
    games: u64,
    score: Option<f64>,
    rating: Option<Rating>,
}

impl Progress for Live {
    fn begin(&self, status: &Status<'_>) {
        self.reporter.begin(status.games, status.done);
    }

    fn advance(&self, status: &Status<'_>) {
        self.reporter
            .advance(status.done, || self.detail(status.standing));
    }

    fn finish(&self, status: &Status<'_>) {
        self.reporter
            .end_at(status.done, self.detail(status.standing));
    }

    fn note(&self, agent: &str, text: &str) {
        if let Value::Object(fields) = json!({ "agent": agent, "note": text }) {
            let text = format!("note: {text}");
            self.reporter.event("note", &text, fields);
        }
    }

    fn failure(&self, game: u64, agent: &str, cause: &AgentFailure) {
        let json = json!({ "game": game, "agent": agent, "failure": cause.to_string() });
        if let Value::Object(fields) = json {
            let text = format!("game {game}: {agent}: {cause}");
            self.reporter.event("failure", &text, fields);
        }
    }
}

/// Returns First's share, with the interval of independent games.
fn first(standing: &Standing) -> Option<Advantage> {
    Advantage::independent(&standing.by_seat())
}

fn first_line(standing: &Standing) -> Option<String> {
    first(standing).map(|first| {
        // If a rule stops the run, the verdict and its interval come from that rule.
        let interval = first.interval.filter(|_| standing.balance().is_none());
        let interval = interval.map_or_else(String::new, |interval| {
            let (low, high) = (100.0 * interval.low, 100.0 * interval.high);
            format!(" ({low:.1} to {high:.1})")
        });
        format!("First scores {:.1} %{interval}", 100.0 * first.share)
    })
}

/// Returns the verdict of the rule that stops a run once First's advantage is decided; `None` while the
/// run continues.
fn verdict(standing: &Standing) -> Option<(&'static str, u64)> {
    let balance = standing.balance()?;
    match balance.stopped() {
        Some(stop) => Some((stop.verdict.label(), stop.games)),
        None => (standing.games() >= balance.most_games()).then(|| {
            let undecided = Verdict::Undecided { more_games: None };
            (undecided.label(), standing.games())
        }),
    }
}

fn test_line(standing: &Standing) -> Option<String> {
    if let Some(sprt) = standing.sprt() {
        let (lower, upper) = sprt.bounds;
        let decision = sprt.stopped.map_or(String::new(), |stop| {
            let hypothesis = match stop.decision {
                SprtDecision::AcceptH0 => "H0",
                SprtDecision::AcceptH1 => "H1",
            };
            format!(": {hypothesis} accepted after {} pairs", stop.pairs)
        });
        return Some(format!(
            "LLR {:.2} ({lower:.2} to {upper:.2}){decision}",
            sprt.llr
        ));
    }
    let (verdict, games) = verdict(standing)?;
    // Rounded, since the share is a binary fraction.
    let points = (standing.balance()?.margin() * 1e8).round() / 1e6;
    let decision = match standing.balance()?.stopped() {
        Some(_) => format!("decided after {games} games: {verdict}"),
        None => format!("not decided within {games} games"),
    };
    Some(format!("margin ±{points} points; {decision}"))
}

/// Returns the most important facts in one line.
fn note(standing: &Standing) -> String {
    let mut parts = Vec::new();
    if let [only] = standing.pairings()
        && only.players[0] != only.players[1]
    {
        let games = only.games();
        parts.push(format!(
            "A +{} −{} ={}",
            games.wins, games.losses, games.draws
        ));
        parts.extend(estimate(only).map(|estimate| strength(&estimate)));
    }
    parts.extend(first_line(standing));
    parts.extend(test_line(standing));
    if standing.failures() > 0 {
        parts.push(format!("{} failures", standing.failures()));
    }
    parts.join("; ")
}

/// Returns the estimate from pairs, or from games if there are no pairs.
fn estimate(pairing: &PairingScore) -> Option<EloEstimate> {
    let pairs = pairing.pairs().estimate();
    pairs.or_else(|| pairing.games().estimate())
}

fn strength(estimate: &EloEstimate) -> String {
    let score = format!("A scores {:.1} %", 100.0 * estimate.score);
    match (estimate.elo, estimate.elo_margin) {
        (Some(elo), Some(margin)) => format!("{score}, Elo {} ± {margin:.0}", signed(elo)),
        (Some(elo), None) => format!("{score}, Elo {}", signed(elo)),
        _ => score,
    }
}

/// Returns a whole number with its sign; zero has none.
fn signed(number: f64) -> String {
    match number.round() {
        0.0 => "0".to_string(),
        whole => format!("{whole:+}"),
    }
}

fn others(pairing: &PairingScore) -> String {
    let mut text = String::new();
    for (count, what) in [
        (pairing.unfinished(), "unfinished"),
        (pairing.void(), "void"),
    ] {
        if count > 0 {
            text += &format!(", {count} {what}");
        }
    }
    text
}

/// Shortens a spec to fit into a table.
fn short(spec: &str) -> String {
    const MOST: usize = 34;
    if spec.chars().count() <= MOST {
        return spec.to_string();
    }
    spec.chars().take(MOST - 1).chain(['…']).collect()
}
