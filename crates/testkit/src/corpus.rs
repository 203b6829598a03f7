//! Text corpora in `data/`: recorded games and perft counts that every implementation of the rules
//! must reproduce.

/// The text of `data/perft.txt`.
pub const PERFT: &str = include_str!("../data/perft.txt");

/// The text of `data/hexflip-endings.txt`.
pub const HEXFLIP_ENDINGS: &str = include_str!("../data/hexflip-endings.txt");

/// A line of [`PERFT`]: the number of turn sequences of a length from a position. Sayū uses the
/// standard tile set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftCount {
    /// `hexflip` or `sayu`.
    pub game: &'static str,
    /// The name of the rule set.
    pub rules: &'static str,
    /// The position text.
    pub position: &'static str,
    /// The length of the sequences.
    pub depth: u32,
    /// The number of sequences.
    pub count: u64,
}

/// A line of [`HEXFLIP_ENDINGS`]: a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    /// What the game is an example of, in free text.
    pub kind: &'static str,
    /// The name of the rule set.
    pub rules: &'static str,
    /// The start position as text.
    pub start: &'static str,
    /// The turns in order.
    pub turns: Vec<&'static str>,
    /// The final position as text.
    pub end: &'static str,
    /// The winner (`first` or `second`) and the reason; `None` if the game is not over.
    pub outcome: Option<(&'static str, &'static str)>,
    /// The turns in the final position that only the repetition rule forbids, sorted.
    pub barred: Vec<&'static str>,
}

/// Returns all lines of [`PERFT`].
///
/// # Panics
/// If the text is malformed.
pub fn perft_counts() -> Vec<PerftCount> {
    lines(PERFT)
        .map(|line| {
            let [game, rules, position, depth, count] = fields(line);
            let depth = depth.parse().expect("a depth");
            let count = count.parse().expect("a count");
            PerftCount {
                game,
                rules,
                position,
                depth,
                count,
            }
        })
        .collect()
}

/// Returns all lines of [`HEXFLIP_ENDINGS`].
///
/// # Panics
/// If the text is malformed.
pub fn hexflip_endings() -> Vec<RecordedGame> {
    lines(HEXFLIP_ENDINGS)
        .map(|line| {
            let [kind, rules, start, turns, end, winner, reason, barred] = fields(line);
            RecordedGame {
                kind,
                rules,
                start,
                turns: list(turns),
                end,
                outcome: (winner != "none").then_some((winner, reason)),
                barred: list(barred),
            }
        })
        .collect()
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

fn fields<const N: usize>(line: &'static str) -> [&'static str; N] {
    let fields: Vec<&str> = line.split('\t').collect();
    fields
        .try_into()
        .unwrap_or_else(|_| panic!("wrong number of fields in `{line}`: expected {N}"))
}

/// Parses a list of turns; `-` is the empty list.
fn list(text: &'static str) -> Vec<&'static str> {
    text.split(' ').filter(|item| *item != "-").collect()
}
