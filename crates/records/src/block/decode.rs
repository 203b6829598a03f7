//! From columns to games.
//!
//! The input is untrusted. Memory is reserved only for lengths that were compared with existing
//! bytes.

use flipside_rules::ForMover;
use serde::Deserialize;

use super::columns::{Columns, Numbers};
use crate::frame::Head;
use crate::{Annotation, End, GameRecord, Header, IdRun, RecordedScore, Turns, game_seed};

/// The games of a block.
pub(super) fn games(
    head: &Head,
    payload: &[u8],
    header: &Header,
) -> Result<Vec<GameRecord>, &'static str> {
    let (columns, rest) =
        postcard::take_from_bytes::<Columns<'_>>(payload).map_err(|_| "it cannot be decoded")?;
    if !rest.is_empty() {
        return Err("bytes are left over");
    }
    let n = head.count as usize;
    if columns.ends.len() != n {
        return Err("a column has the wrong length");
    }
    let steps = columns.id_steps.with_length(n - 1)?;
    let players = columns.players.with_length(n)?;
    let seeds = columns.seeds.map(|s| s.with_length(n)).transpose()?;
    if seeds.is_none() && header.seed.is_none() {
        return Err("seeds are omitted, but the header has no seed");
    }
    let openings = columns.openings.with_length(n)?;
    let turn_counts = columns.turn_counts.with_length(n)?;
    let extra_bytes = columns.extra_bytes.with_length(n)?;
    let starts = columns.starts.with_length(n)?;

    let mut games = Vec::with_capacity(n);
    let mut id = head.first;
    let mut turns_left: &[u8] = &columns.turns;
    let mut turns = 0;
    for i in 0..n {
        if i > 0 {
            id = next_id(id, steps.get(i - 1))?;
        }
        let count = u32::try_from(turn_counts.get(i)).map_err(|_| NO_SUCH_TURNS)?;
        let bytes = u64::from(count)
            .checked_add(extra_bytes.get(i))
            .and_then(|length| turns_left.split_off(..usize::try_from(length).ok()?))
            .ok_or(NO_SUCH_TURNS)?;
        turns += count as usize;
        let seed = match (&seeds, header.seed) {
            (Some(seeds), _) => seeds.get(i),
            (None, seed) => game_seed(seed.unwrap_or_default(), id),
        };
        let start = match starts.get(i) {
            0 => None,
            k => {
                let place = usize::try_from(k - 1).map_err(|_| NO_SUCH_START)?;
                let text = columns.start_texts.get(place).ok_or(NO_SUCH_START)?;
                Some((*text).to_string())
            }
        };
        let (end, void_by) = End::from_code(columns.ends[i]).ok_or("an outcome code is invalid")?;
        let game = GameRecord {
            id,
            players: players.get(i, id)?,
            seed,
            opening: u32::try_from(openings.get(i)).map_err(|_| "an opening is too long")?,
            start,
            turns: Turns::from_parts(count, bytes.to_vec()),
            end,
            void_by,
            annotations: Vec::new(),
        };
        if let Some(what) = game.contradiction(header) {
            return Err(what);
        }
        games.push(game);
    }
    if id != head.last {
        return Err("the number of the last game does not match the head");
    }
    if !turns_left.is_empty() {
        return Err("turns are left over");
    }

    let (values, nodes, depths) = (columns.values, columns.nodes, columns.depths);
    if values.is_nowhere() && nodes.is_nowhere() && depths.is_nowhere() {
        return Ok(games);
    }
    let mut annotations = vec![Annotation::default(); turns];
    values.spread(turns, |turn, value| {
        let score = u16::try_from(value).ok().and_then(RecordedScore::new);
        annotations[turn].value = Some(ForMover(score.ok_or("a value is above 1")?));
        Ok(())
    })?;
    nodes.spread(turns, |turn, value| {
        annotations[turn].nodes = Some(value);
        Ok(())
    })?;
    depths.spread(turns, |turn, value| {
        let depth = u32::try_from(value).map_err(|_| "a depth is too large")?;
        annotations[turn].depth = Some(depth);
        Ok(())
    })?;
    let mut rest = annotations.as_slice();
    for game in &mut games {
        let (own, others) = rest.split_at(game.turns.len());
        if own.iter().any(|a| !a.is_empty()) {
            game.annotations = own.to_vec();
        }
        rest = others;
    }
    Ok(games)
}

const NO_SUCH_TURNS: &str = "turns are missing";
const NO_SUCH_START: &str = "the starting position of a game is missing";

fn next_id(id: u64, step: u64) -> Result<u64, &'static str> {
    id.checked_add(step)
        .filter(|next| *next > id)
        .ok_or("its game numbers are not ascending")
}

/// The numbers of the games.
pub(super) fn id_runs(
    head: &Head,
    payload: &[u8],
    mut each: impl FnMut(IdRun),
) -> Result<(), &'static str> {
    let count = u64::from(head.count);
    if head.last - head.first == count - 1 {
        each(IdRun {
            first: head.first,
            step: 1,
            count,
        });
        return Ok(());
    }
    /// The first of the columns.
    #[derive(Deserialize)]
    struct Ids {
        id_steps: Numbers,
    }
    let (Ids { id_steps }, _) =
        postcard::take_from_bytes(payload).map_err(|_| "it cannot be decoded")?;
    let steps = id_steps.with_length(head.count as usize - 1)?;
    let mut id = head.first;
    each(IdRun {
        first: id,
        step: 1,
        count: 1,
    });
    for i in 1..head.count as usize {
        id = next_id(id, steps.get(i - 1))?;
        each(IdRun {
            first: id,
            step: 1,
            count: 1,
        });
    }
    if id != head.last {
        return Err("the number of the last game does not match the head");
    }
    Ok(())
}
