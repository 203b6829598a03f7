//! The turns of a recorded game.

use flipside_rules::TurnCodec;

/// A list of turns in the bytes of the record format.
///
/// A list that was read from a file may have invalid bytes unless [`crate::Replay`] has checked it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turns {
    count: u32,
    bytes: Vec<u8>,
}

impl Turns {
    /// No turns.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            count: 0,
            bytes: Vec::new(),
        }
    }

    /// `count` turns with these bytes. There must be at least `count` bytes.
    pub(crate) fn from_parts(count: u32, bytes: Vec<u8>) -> Self {
        debug_assert!(count as usize <= bytes.len());
        Self { count, bytes }
    }

    /// Appends a turn of the game `G`.
    pub fn push<G: TurnCodec>(&mut self, turn: G::Turn) {
        G::encode_turn(turn, &mut self.bytes);
        self.count += 1;
    }

    /// The number of turns.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there is no turn.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The turns' bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The turns of the game `G`. If bytes are invalid or left over, the item is `None` and the
    /// last.
    pub fn iter<G: TurnCodec>(&self) -> impl Iterator<Item = Option<G::Turn>> + '_ {
        let mut rest = self.bytes.as_slice();
        let mut left = self.count;
        let mut failed = false;
        std::iter::from_fn(move || {
            if failed || left == 0 && rest.is_empty() {
                return None;
            }
            let turn = left.checked_sub(1).and_then(|after| {
                left = after;
                G::decode_turn(&mut rest)
            });
            failed = turn.is_none();
            Some(turn)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flipside_rules::hexflip::{Hexflip, Turn};

    #[test]
    fn turns_read_back_and_left_over_bytes_show() {
        let mut turns = Turns::new();
        let some: Vec<_> = Turn::all().step_by(100).collect();
        for turn in &some {
            turns.push::<Hexflip>(*turn);
        }
        let read: Option<Vec<_>> = turns.iter::<Hexflip>().collect();
        assert_eq!(read, Some(some));

        turns.count -= 1;
        assert_eq!(turns.iter::<Hexflip>().last(), Some(None));
        turns.count += 2;
        assert_eq!(turns.iter::<Hexflip>().last(), Some(None));
    }
}
