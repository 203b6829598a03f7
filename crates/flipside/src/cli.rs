//! Commands and flags: the one definition behind parsing, help and completions.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use flipside_ai::{PinnedTable, Spec};
use flipside_arena::{
    DEFAULT_MAX_FAILURES, DEFAULT_MAX_TURNS, DEFAULT_MOST_EDGE, DEFAULT_OPENING_TURNS,
};
use flipside_records::StopRule;
use flipside_rules::GameKind;
use flipside_study::puzzles::{FEWEST_NODES, TurnRange};

use crate::commands::play::Size;
use crate::player::Player;

/// A laboratory for two games in which pieces change sides.
///
/// Plays experiments between agents, records every game, and reports what they say about balance.
/// GAME is hexflip or sayu. Results go to standard output, progress to standard error. Exit codes:
/// 0 success, 1 the work failed or the input is wrong, 2 wrong usage.
#[derive(Parser)]
#[command(name = "flipside", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  flipside run data/experiments/quickstart.toml --out out/quickstart
  flipside match hexflip --a mcts:nodes=2000 --b greedy --games 200 --seed 1 --out match.flip
  flipside report match.flip --out report
  flipside best sayu --position \"7/7/7/3,H,3/7/7/7 x\" --agent mcts:nodes=5000
  flipside perft hexflip --rules hand=6,place=1 --depth 4";

#[derive(Subcommand)]
pub enum Command {
    /// Count the sequences of turns of each length up to a depth.
    Perft(Perft),
    /// Play given turns and draw the board.
    Show(Show),
    /// List all legal turns, one a line.
    Turns(Turns),
    /// Ask an agent for its turn.
    Best(Best),
    /// Play a game in the terminal.
    Play(Play),
    /// Play two agents against each other and record the games.
    Match(Match),
    /// Play a whole experiment file: tournaments, records, report.
    Run(Run),
    /// Make a list of balanced openings.
    Openings(Openings),
    /// Tune weights and search settings, and test whether that has helped.
    Tune(Tune),
    /// Make a report with plots from record files.
    Report(Report),
    /// Look into record files, check them, convert them.
    #[command(subcommand)]
    Records(Records),
    /// Solve a game: the value of every position, in a table.
    Solve(Solve),
    /// Ask a table for the value of a position and of its turns.
    Probe(Probe),
    /// Find positions with exactly one right turn, by a table.
    Puzzles(Puzzles),
    /// Test two hypotheses about the difference of two agents on given counts.
    Sprt(Sprt),
    /// Estimate the difference of two agents from given counts.
    Elo(Elo),
    /// Ask searching agents about fixed positions: a checksum of how they play, and their speed.
    Bench(Bench),
    /// List the agents and their keys.
    Agents(Agents),
    /// Let an agent speak the engine protocol on standard input and output.
    Engine(Engine),
    /// Print completions for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
}

/// A game under a rule set.
#[derive(Args)]
pub struct GameArgs {
    /// hexflip or sayu.
    pub game: GameKind,

    /// A variant, as key=value,… [default: the standard rules]
    #[arg(
        long,
        value_name = "KEY=VALUE,…",
        default_value = "",
        hide_default_value = true
    )]
    pub rules: String,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

#[derive(Args)]
pub struct FormatArgs {
    /// How results are printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Args)]
pub struct PositionArgs {
    #[command(flatten)]
    pub game: GameArgs,

    /// The position to begin with. [default: the start]
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,

    /// Turns to play from there, with spaces between them.
    #[arg(
        long,
        value_name = "TURNS",
        default_value = "",
        hide_default_value = true
    )]
    pub turns: String,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
Example:
  flipside perft hexflip --depth 4")]
pub struct Perft {
    #[command(flatten)]
    pub at: PositionArgs,

    /// The greatest length of sequences.
    #[arg(long)]
    pub depth: u32,

    /// Walk every single sequence instead of counting in bulk.
    #[arg(long)]
    pub plain: bool,
}

#[derive(Args)]
#[command(after_help = "\
Example:
  flipside show hexflip --turns \"c3 b2+d4 c3-a1\"")]
pub struct Show {
    #[command(flatten)]
    pub at: PositionArgs,
}

#[derive(Args)]
#[command(after_help = "\
Example:
  flipside turns sayu --position \"7/7/7/3,H,3/7/7/7 x\" --rules radius=1,tiles=mini")]
pub struct Turns {
    #[command(flatten)]
    pub at: PositionArgs,
}

#[derive(Args)]
#[command(after_help = "\
Example:
  flipside best hexflip --position \"3/4/2x2/4/3 o 7 8\" --agent mcts:nodes=10000")]
pub struct Best {
    #[command(flatten)]
    pub at: PositionArgs,

    /// The agent, such as mcts:nodes=2000; see `flipside agents`.
    #[arg(long, value_name = "SPEC")]
    pub agent: Spec,

    /// The agent's seed.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
}

#[derive(Args)]
#[command(after_help = "\
You are asked for turns; `help` there says how they are typed and what else there is: lists to choose \
from, hints, undo, saving.

Examples:
  flipside play hexflip
  flipside play sayu --x greedy --o human
  flipside play hexflip --x human --o human --rules swap=on")]
pub struct Play {
    #[command(flatten)]
    pub game: GameArgs,

    /// Who plays First: human, or an agent as in `flipside agents`.
    #[arg(long, value_name = "SPEC", default_value = "human")]
    pub x: Player,

    /// Who plays Second. [default: mcts, thinking about a second]
    #[arg(long, value_name = "SPEC")]
    pub o: Option<Player>,

    /// Which agent gives hints and evaluations. [default: mcts, as above]
    #[arg(long, value_name = "SPEC")]
    pub hint: Option<Spec>,

    /// The position to begin with. [default: the start]
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,

    /// Turns that have been played already, with spaces between them.
    #[arg(
        long,
        value_name = "TURNS",
        default_value = "",
        hide_default_value = true
    )]
    pub turns: String,

    /// Keep the game in this new record file, from turn to turn.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// The agents' seed. [default: another one each time]
    #[arg(long)]
    pub seed: Option<u64>,

    /// How large the board is drawn. [default: large, if there is room for it]
    #[arg(long, value_name = "SIZE")]
    pub board: Option<Size>,

    /// Whether to use colours. NO_COLOR in the environment turns them off.
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

/// How long work reports its progress.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProgressMode {
    /// Not at all.
    Never,
    /// A line now and then.
    Plain,
    /// A bar that moves, and a table under it.
    Bar,
    /// A JSON object a line, about one in a second.
    Json,
}

#[derive(Args)]
pub struct RunArgs {
    /// Threads that work, at most 256. [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// How progress is shown. [default: bar on a terminal, plain elsewhere]
    #[arg(long, value_enum, value_name = "MODE")]
    pub progress: Option<ProgressMode>,
}

#[derive(Args)]
#[command(after_help = "\
Games come in pairs: the same opening, seats swapped. Equal agents play one game per opening \
instead, since nothing would be gained by swapping them; A is First then.

Example:
  flipside match sayu --a mcts --b greedy --games 100 --seed 1 --out sayu.flip")]
pub struct Match {
    #[command(flatten)]
    pub game: GameArgs,

    /// The first agent.
    #[arg(long, value_name = "SPEC")]
    pub a: Spec,

    /// The second agent.
    #[arg(long, value_name = "SPEC")]
    pub b: Spec,

    /// Number of games.
    #[arg(long, value_name = "N")]
    pub games: u64,

    /// The seed from which openings and all random choices follow.
    #[arg(long)]
    pub seed: u64,

    /// The record file to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Go on with the file after an interruption, or make it longer.
    #[arg(long)]
    pub resume: bool,

    /// Keep A as First: one game per opening.
    #[arg(long)]
    pub fixed_seats: bool,

    /// Random turns at the beginning of every game.
    #[arg(long, value_name = "K", default_value_t = DEFAULT_OPENING_TURNS)]
    pub opening_turns: u32,

    /// Openings from a list instead, one after the other; see `flipside openings`.
    #[arg(long, value_name = "FILE", conflicts_with = "opening_turns")]
    pub openings: Option<PathBuf>,

    /// Stop once a sequential test decides whether A is stronger by ELO0 or by ELO1; --games is then
    /// the most games.
    #[arg(long, value_name = "MODEL:ELO0:ELO1[:ALPHA:BETA]", conflicts_with_all = ["fixed_seats", "until_balanced"])]
    pub sprt: Option<SprtRule>,

    /// Stop once First's advantage is decided within ± so many points of 100; --games is then the
    /// most games.
    #[arg(long, value_name = "POINTS", conflicts_with = "fixed_seats")]
    pub until_balanced: Option<f64>,

    /// A turn that takes longer than so many milliseconds loses the game.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub turn_ms: Option<u64>,

    /// Hexflip only: end a game as soon as this table says who wins it, in place of playing it out.
    #[arg(long, value_name = "TABLE")]
    pub adjudicate: Option<PinnedTable>,

    /// End the run with an error once agents have failed in more games than these.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_FAILURES)]
    pub max_failures: u64,

    /// Stop games as unfinished after so many turns.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_TURNS)]
    pub max_turns: u32,

    /// Record value, nodes and depth of every turn.
    #[arg(long)]
    pub annotate: bool,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
Started again with the same file and folder, it goes on where it was.

Example:
  flipside run data/experiments/quickstart.toml --out out/quickstart")]
pub struct Run {
    /// The experiment file.
    pub experiment: PathBuf,

    /// The folder for records and report.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Allow agents to fail in so many games of each tournament, whatever the file says.
    #[arg(long, value_name = "N")]
    pub max_failures: Option<u64>,

    #[command(flatten)]
    pub format: FormatArgs,

    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Args)]
#[command(after_help = "\
The folder gets weights.toml, which says in its first lines where it comes from, tuning.html with \
plots, tuning.json, and the records of the confirmation. A run that was interrupted ends in the same \
bytes as one that was not.

Example:
  flipside tune data/experiments/tune-sayu-spsa.toml --out out/sayu")]
pub struct Tune {
    /// The configuration file.
    pub config: PathBuf,

    /// The folder for weights, page and records.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Go on with the run in that folder, if there is one.
    #[arg(long)]
    pub resume: bool,

    /// The table for a run with the judge "table". [default: where `solve` puts it]
    #[arg(long, value_name = "PATH")]
    pub table: Option<PathBuf>,

    #[command(flatten)]
    pub format: FormatArgs,

    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Args)]
#[command(after_help = "\
Openings are random turns after which the agent finds neither side much better off. No two lead to \
the same position, the board's symmetries included. The list is the same on any number of threads; \
its first lines say how it was made. An agent that searches little is a bad judge: in Sayū mind the \
thousands of legal turns.

Example:
  flipside openings hexflip --turns 4 --count 200 --agent uct:nodes=20000 --seed 1 --out hexflip-4.txt")]
pub struct Openings {
    #[command(flatten)]
    pub game: GameArgs,

    /// Random turns in each opening.
    #[arg(long, value_name = "K", default_value_t = DEFAULT_OPENING_TURNS,
        value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub turns: u32,

    /// Number of openings.
    #[arg(long, value_name = "N")]
    pub count: u64,

    /// The agent who judges; it must be one that gives values, such as uct.
    #[arg(long, value_name = "SPEC")]
    pub agent: Spec,

    /// Keep an opening if the score that the agent expects for First is 0.5, give or take this.
    #[arg(long, value_name = "X", default_value_t = DEFAULT_MOST_EDGE)]
    pub most_edge: f64,

    /// The seed from which the openings follow; the agent's seed, too.
    #[arg(long)]
    pub seed: u64,

    /// Give up after so many random openings. [default: 100 times --count]
    #[arg(long, value_name = "N")]
    pub most_candidates: Option<u64>,

    /// The list to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
Example:
  flipside report out/quickstart/records/*.flip --out report")]
pub struct Report {
    /// Record files. They are grouped by game, rules and agents.
    #[arg(required = true)]
    pub records: Vec<PathBuf>,

    /// The folder for report.html, report.json and the plots.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// A table of Hexflip (see `solve`) by which all turns of Hexflip are judged: where agents lose
    /// what they had, and how often.
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Subcommand)]
pub enum Records {
    /// What a file holds, as JSON.
    Info {
        /// The record file.
        file: PathBuf,
    },
    /// Replay every game by the rules.
    Verify {
        /// Record files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Print every game as one line of JSON.
    Cat {
        /// The record file.
        file: PathBuf,
        /// A table of Hexflip (see `solve`) that says what each turn was worth, what it cost, and
        /// which turn decided the game.
        #[arg(long, value_name = "FILE")]
        table: Option<PathBuf>,
    },
    /// Make a record file from lines of JSON, as `cat` prints them.
    Import {
        /// The file of JSON lines.
        file: PathBuf,
        /// The record file to write.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Draw one game turn by turn.
    Show {
        /// The record file.
        file: PathBuf,
        /// The game's number.
        #[arg(long, value_name = "N")]
        game: u64,
        /// A table of Hexflip (see `solve`) that says what each turn was worth, what it cost, and
        /// which turn decided the game.
        #[arg(long, value_name = "FILE")]
        table: Option<PathBuf>,
    },
}

#[derive(Args)]
#[command(after_help = "\
The table of the standard rules takes about half a minute on two cores and 261 MB of disk. \
Interrupted, the same command goes on after the last finished layer. The rule about repetition is not part of a table: `draw` means \
that neither side can force the end.

Examples:
  flipside solve hexflip --out hexflip.table
  flipside solve hexflip --summary hexflip.table
  flipside solve hexflip --rule-sets data/experiments/hexflip-rule-sets.toml")]
pub struct Solve {
    #[command(flatten)]
    pub game: GameArgs,

    #[command(flatten)]
    pub task: SolveTask,

    /// Threads that solve, at most 256. [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// How progress is shown. [default: bar on a terminal, plain elsewhere]
    #[arg(long, value_enum, value_name = "MODE")]
    pub progress: Option<ProgressMode>,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[group(multiple = false)]
pub struct SolveTask {
    /// The table to make. [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Print what the layers of a table hold.
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,

    /// Check every block of a table.
    #[arg(long, value_name = "FILE")]
    pub verify: Option<PathBuf>,

    /// Solve a list of rule sets and print the value of each start.
    #[arg(long, value_name = "FILE.toml")]
    pub rule_sets: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "\
Values are for the player to move, those of turns for the player who makes them; numbers are turns \
until the game is over under best play.

Example:
  flipside probe hexflip --table hexflip.table --position \"3/4/2x2/4/3 o 7 8\"")]
pub struct Probe {
    #[command(flatten)]
    pub at: PositionArgs,

    /// The table. [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "\
In a puzzle all legal turns but one give away a win or a draw. They come from games between players \
who look one turn ahead and err at times, and the right turn is not what such players see. The same \
seed gives the same puzzles on any number of threads.

Columns: kind (the grade by depth), position, the right turn, value (a win in so many turns, or a \
draw), legal turns, the grade by nodes (1 easy to 5 hard), and the nodes from which on alphabeta and \
mcts find the turn, or - if they do not with the most.

Examples:
  flipside puzzles hexflip --table hexflip.table
  flipside puzzles hexflip --table hexflip.table --wins 7-12 --each 20 --seed 2")]
pub struct Puzzles {
    #[command(flatten)]
    pub game: GameArgs,

    /// The table. [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,

    /// How many of each kind: draws, and wins in 3-6, 7-12, 13-24, 25-48, 49 or more turns.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub each: u16,

    /// Only draws.
    #[arg(long, conflicts_with = "wins")]
    pub draws: bool,

    /// Only wins in so many turns, as 7-12, or 49+ without an end.
    #[arg(long, value_name = "LEAST-MOST")]
    pub wins: Option<TurnRange>,

    /// The seed from which the puzzles follow.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// The most nodes that agents are given; they get 32, 64, 128 and so on.
    #[arg(long, value_name = "N", default_value_t = 32_768, value_parser = clap::value_parser!(u64).range(FEWEST_NODES..=100_000_000))]
    pub most_nodes: u64,

    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub format: FormatArgs,
}

/// Results of a match from the viewpoint of agent A.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct Counts {
    /// Pairs of games by A's score: two losses, a loss and a draw, even, a win and a draw, two wins.
    #[arg(
        long,
        value_name = "LL,LD,MID,WD,WW",
        value_delimiter = ',',
        num_args = 1
    )]
    pub pairs: Option<Vec<u64>>,

    /// Games won, lost and drawn by A.
    #[arg(long, value_name = "W,L,D", value_delimiter = ',', num_args = 1)]
    pub wld: Option<Vec<u64>>,
}

/// A sequential test as `--sprt` gives it.
#[derive(Clone, Copy)]
pub struct SprtRule(pub StopRule);

impl FromStr for SprtRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rates = match text.split(':').count() {
            3 => ":0.05:0.05",
            _ => "",
        };
        let rule = format!("sprt:{text}{rates}").parse();
        rule.map(Self).map_err(|_| {
            "a test is written MODEL:ELO0:ELO1 or MODEL:ELO0:ELO1:ALPHA:BETA, such as \
             normalized:0:10, where MODEL is normalized or logistic"
                .to_string()
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EloModel {
    /// Elo divided by the spread of a game's result.
    Normalized,
    /// Elo of the expected score.
    Logistic,
}

#[derive(Args)]
#[command(after_help = "\
Prints the log-likelihood ratio, its bounds, and the decision: H0 (the difference is elo0), H1 (it is \
elo1) or continue.

Example:
  flipside sprt --model normalized --elo0 0 --elo1 2 --pairs 365,16618,36229,16974,390")]
pub struct Sprt {
    /// What the hypotheses are in.
    #[arg(long, value_enum)]
    pub model: EloModel,

    /// The difference of the null hypothesis, for A.
    #[arg(long, allow_negative_numbers = true)]
    pub elo0: f64,

    /// The difference of the alternative, for A.
    #[arg(long, allow_negative_numbers = true)]
    pub elo1: f64,

    /// The probability of accepting elo1 if elo0 is true.
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,

    /// The probability of accepting elo0 if elo1 is true.
    #[arg(long, default_value_t = 0.05)]
    pub beta: f64,

    #[command(flatten)]
    pub counts: Counts,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
All values are for A, margins for 95 %.

Example:
  flipside elo --wld 136,96,111")]
pub struct Elo {
    #[command(flatten)]
    pub counts: Counts,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
Asks searching agents about fixed positions with fixed budgets. The number of nodes and the checksum \
(of turns, values and nodes) change whenever an agent comes to play differently, and only then; the \
speed is that of one thread of this machine.")]
pub struct Bench {
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
pub struct Agents {
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
docs/protocol.md describes the protocol.

Example:
  flipside match hexflip --games 20 --seed 1 --out match.flip --a greedy \\
    --b 'engine:cmd=\"flipside engine hexflip --agent uct:nodes=200\"'")]
pub struct Engine {
    /// hexflip or sayu.
    pub game: GameKind,

    /// The agent that plays; see `flipside agents`.
    #[arg(long, value_name = "SPEC")]
    pub agent: Spec,

    /// The only rules to play by, as key=value,… or standard. [default: those that the driver
    /// asks for]
    #[arg(long, value_name = "KEY=VALUE,…")]
    pub rules: Option<String>,
}
