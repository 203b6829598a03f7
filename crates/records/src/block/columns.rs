//! The payload of a block.

use serde::{Deserialize, Serialize};

use super::annotated::Annotated;
use super::bytes::Bytes;
use super::numbers::Numbers;
use super::players::Players;

/// The games of a block by columns, in the order of the format page.
#[derive(Serialize, Deserialize)]
pub(super) struct Columns<'a> {
    pub(super) id_steps: Numbers,
    pub(super) players: Players,
    /// `None` if all follow from the experiment's seed.
    pub(super) seeds: Option<Numbers>,
    pub(super) openings: Numbers,
    #[serde(borrow)]
    pub(super) ends: Bytes<'a>,
    pub(super) turn_counts: Numbers,
    /// Bytes of a game's turns beyond one each.
    pub(super) extra_bytes: Numbers,
    #[serde(borrow)]
    pub(super) turns: Bytes<'a>,
    #[serde(borrow)]
    pub(super) start_texts: Vec<&'a str>,
    /// 0 is the game's own start, k the text of number k, counted from 1.
    pub(super) starts: Numbers,
    #[serde(borrow)]
    pub(super) values: Annotated<'a>,
    #[serde(borrow)]
    pub(super) nodes: Annotated<'a>,
    #[serde(borrow)]
    pub(super) depths: Annotated<'a>,
}
