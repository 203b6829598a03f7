//! All traits of a game as one bound.

use crate::{Notation, Symmetric, TurnCodec};

/// A game with notation, encoded turns and symmetries: what records, tournaments and reports need.
///
/// Implemented for every type that implements these traits.
pub trait FullGame: Notation + TurnCodec + Symmetric {}

impl<G: Notation + TurnCodec + Symmetric> FullGame for G {}
