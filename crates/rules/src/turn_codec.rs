//! Turns as bytes.

use alloc::vec::Vec;

use crate::Game;

/// The encoding of turns in record files.
///
/// No encoding is a prefix of another one, so turns can be stored one after the other. Encodings
/// never change, because records of earlier versions stay readable.
pub trait TurnCodec: Game {
    /// Appends the bytes of the turn in the record format.
    fn encode_turn(turn: Self::Turn, bytes: &mut Vec<u8>);

    /// Decodes a turn from the front of `bytes` and advances past it; `None` if the bytes are
    /// invalid. The turn may be illegal in every position.
    fn decode_turn(bytes: &mut &[u8]) -> Option<Self::Turn>;
}
