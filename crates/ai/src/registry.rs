//! The registry of agents: names, summaries and keys.

use crate::alphabeta::SearchFeatures;
use crate::key::{
    KeyInfo, MILLISECONDS, NODES, TuningRange, ValueError, WEIGHTS, decimal, pin_table, whole,
};
use crate::levels::LEVELS;

/// The version of the agents' behaviour. It is raised whenever an agent plays differently than
/// before for the same spec and seed. Records contain it; games of different versions are never
/// pooled.
pub const BEHAVIOUR_VERSION: u32 = 12;

/// An agent of the registry.
#[derive(Clone, Copy, Debug)]
pub struct AgentInfo {
    /// The name in specs.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The keys of its settings.
    pub keys: &'static [KeyInfo],
    /// Whether the agent chooses a turn in negligible time.
    pub is_instant: bool,
}

impl AgentInfo {
    /// Returns the key with this name or former name.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static KeyInfo> {
        self.keys.iter().find(|key| key.is_named(name))
    }
}

/// Returns the agent with this name.
#[must_use]
pub fn agent_info(name: &str) -> Option<&'static AgentInfo> {
    AGENTS.iter().find(|info| info.name == name)
}

/// All agents, weakest first.
pub const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "random",
        summary: "plays random turns (hexflip: uniform over turns; sayu: uniform over placements, \
                  then over each step of the chain)",
        keys: &[],
        is_instant: true,
    },
    AgentInfo {
        name: "greedy",
        summary: "chooses the turn after which the evaluation is best",
        keys: &[WEIGHTS],
        is_instant: true,
    },
    AgentInfo {
        name: "uct",
        summary: "plain Monte-Carlo tree search (UCT with random playouts), a baseline",
        keys: &[
            KeyInfo {
                meaning: "playouts per turn",
                ..NODES
            },
            MILLISECONDS,
            EXPLORATION,
        ],
        is_instant: false,
    },
    AgentInfo {
        name: "mcts",
        summary: "Monte-Carlo tree search with an evaluation and proven values",
        keys: MCTS,
        is_instant: false,
    },
    AgentInfo {
        name: "alphabeta",
        summary: "alpha-beta search with iterative deepening",
        keys: ALPHABETA,
        is_instant: false,
    },
    AgentInfo {
        name: "level",
        summary: "one of eight levels of strength, from beginner to strongest",
        keys: &[KeyInfo::new(
            "n",
            "a whole number from 1 to 8",
            "",
            "the level",
            |text| whole(text, LEVELS),
        )],
        is_instant: false,
    },
    AgentInfo {
        name: "perfect",
        summary: "plays perfectly, from a tablebase (hexflip only)",
        keys: &[
            KeyInfo::new(
                "table",
                "the path of a table made by `flipside solve`",
                "",
                "the tablebase",
                pin_table,
            ),
            KeyInfo::new(
                "noise",
                "a number from 0 to 1, such as 0.1",
                "0",
                "share of random turns",
                |text| decimal(text, 1.0),
            ),
        ],
        is_instant: false,
    },
    AgentInfo {
        name: "engine",
        summary: "an external engine that speaks the engine protocol (docs/protocol.md)",
        keys: &[
            KeyInfo::new(
                "cmd",
                "a command with its arguments, in double quotes",
                "",
                "the command that starts the engine",
                |text| match text.trim() {
                    "" => Err(ValueError::Invalid),
                    command => Ok(command.to_string()),
                },
            ),
            KeyInfo::new(
                "timeout",
                "a whole number from 1 to 1000000",
                "60000",
                "time limit per turn, in milliseconds",
                |text| whole(text, 1_000_000),
            ),
            KeyInfo::new(
                "start_timeout",
                "a whole number from 1 to 1000000",
                "10000",
                "time limit for the start, in milliseconds; if it is not given, at least `timeout`",
                |text| whole(text, 1_000_000),
            ),
        ],
        is_instant: false,
    },
];

const EXPLORATION: KeyInfo = KeyInfo::new(
    "c",
    "a number from 0 to 100, such as 0.7",
    "0.7",
    "exploration constant",
    |text| decimal(text, 100.0),
);

/// The keys of `mcts`.
const MCTS: &[KeyInfo] = &[
    NODES,
    MILLISECONDS,
    WEIGHTS,
    KeyInfo::new(
        "c",
        "a number from 0 to 100, such as 0.7",
        "1",
        "exploration constant",
        |text| decimal(text, 100.0),
    )
    .tunable(TuningRange::new(0.1, 4.0, 0.2, 2)),
    KeyInfo::new(
        "temperature",
        "a number from 0 to 1000, such as 0.7",
        "1",
        "softmax temperature of the priors",
        |text| decimal(text, 1_000.0),
    )
    .tunable(TuningRange::new(0.2, 4.0, 0.2, 2)),
    KeyInfo::new(
        "initial_children",
        "a whole number from 1 to 10000",
        "8",
        "progressive widening: number of children of a new node",
        |text| whole(text, 10_000),
    )
    .tunable(TuningRange::new(1.0, 40.0, 2.0, 0))
    .formerly("width"),
    KeyInfo::new(
        "child_growth",
        "a number from 0 to 100, such as 0.7",
        "1",
        "progressive widening: additional children per √visits",
        |text| decimal(text, 100.0),
    )
    .tunable(TuningRange::new(0.0, 8.0, 0.5, 2))
    .formerly("growth"),
    KeyInfo::new(
        "initial_candidates",
        "a whole number from 1 to 10000",
        "16",
        "number of candidates from which the first children are chosen",
        |text| whole(text, 10_000),
    )
    .tunable(TuningRange::new(4.0, 80.0, 4.0, 0))
    .formerly("look"),
    KeyInfo::new(
        "candidate_growth",
        "a number from 0 to 100, such as 0.7",
        "2",
        "additional candidates per visit",
        |text| decimal(text, 100.0),
    )
    .tunable(TuningRange::new(0.25, 16.0, 0.5, 2))
    .formerly("more"),
    KeyInfo::new(
        "fpu",
        "a number from 0 to 1, such as 0.1",
        "0.1",
        "first-play urgency: reduction of the value of an unvisited child",
        |text| decimal(text, 1.0),
    )
    .tunable(TuningRange::new(0.0, 0.5, 0.05, 3)),
    KeyInfo::new(
        "backup_share",
        "a number from 0 to 1, such as 0.5",
        "1",
        "share of the best child in the value that a new node backs up",
        |text| decimal(text, 1.0),
    )
    .tunable(TuningRange::new(0.0, 1.0, 0.1, 2))
    .formerly("lookahead"),
    KeyInfo::new(
        "memory",
        "a whole number from 1 to 16384",
        "256",
        "maximum size of the tree, in MiB",
        |text| whole(text, 16_384),
    ),
];

/// The keys of `alphabeta`.
const ALPHABETA: &[KeyInfo] = &[
    KeyInfo {
        default: "10000",
        ..NODES
    },
    MILLISECONDS,
    KeyInfo::new(
        "depth",
        "a whole number from 1 to 100",
        "",
        "search depth in turns",
        |text| whole(text, 100),
    )
    .budget()
    .instead_of("nodes"),
    KeyInfo::new(
        "beam",
        "a whole number from 1 to 100000, `all`, or `auto` (depends on the game)",
        "auto",
        "number of candidates searched in each position, best first",
        |text| match text {
            "auto" | "all" => Ok(text.to_string()),
            _ => whole(text, 100_000),
        },
    )
    .tunable(TuningRange::new(4.0, 400.0, 8.0, 0)),
    KeyInfo::new(
        "exact",
        "true or false",
        "false",
        "whether all turns are searched to the full depth",
        |text| match text {
            "true" | "false" => Ok(text.to_string()),
            _ => Err(ValueError::Invalid),
        },
    )
    .instead_of("beam"),
    KeyInfo::new(
        "without",
        "`nothing`, or names joined by `+` of table, pvs, killers, aspiration, futility, \
         extension, lmr, endgame",
        "nothing",
        "search features to turn off, for comparisons",
        |text| {
            SearchFeatures::all_but(text)
                .map(SearchFeatures::missing)
                .ok_or(ValueError::Invalid)
        },
    ),
    KeyInfo::new(
        "lmr_threshold",
        "a whole number from 1 to 100000",
        "4",
        "late-move-reduction threshold: number of turns in each position that are searched to \
         the full depth",
        |text| whole(text, 100_000),
    )
    .tunable(TuningRange::new(1.0, 40.0, 1.0, 0))
    .formerly("late"),
    KeyInfo::new(
        "futility_margin",
        "a whole number from 1 to 10000",
        "100",
        "margin of futility pruning, in percent of the game's margins",
        |text| whole(text, 10_000),
    )
    .tunable(TuningRange::new(10.0, 500.0, 15.0, 0))
    .formerly("slack"),
    KeyInfo::new(
        "hash",
        "a whole number from 1 to 4096",
        "16",
        "maximum size of the transposition table, in MiB",
        |text| whole(text, 4_096),
    ),
    WEIGHTS,
];
