//! What searches may know of a game besides its rules and its looks.

use flipside_rules::{hexflip, sayu};

use crate::Candidates;

/// Hints for searches. Everything may be left as it is provided.
pub trait Searchable: Candidates {
    /// How many turns a search should look at in each position unless told otherwise; `None` for
    /// all of them.
    const BEAM: Option<usize> = None;
}

impl Searchable for hexflip::Game {}

impl Searchable for sayu::Game {
    const BEAM: Option<usize> = Some(40);
}
