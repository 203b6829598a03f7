//! Huffman codes for the values of a layer.
//!
//! D. A. Huffman, "A Method for the Construction of Minimum-Redundancy Codes" (1952), in canonical
//! form: only the lengths are stored. Most values of a layer are a few short wins and losses, so a
//! value takes about four bits instead of sixteen.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// The maximum length of a code word in bits, and the width of the decoder's lookup.
const MAX_LENGTH: u32 = 12;

/// A value's code (see [`crate::code`]) and the length of its code word in bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Symbol {
    pub code: u16,
    pub length: u8,
}

/// A canonical prefix code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CodeBook {
    /// Sorted by length, then by code.
    symbols: Vec<Symbol>,
}

impl CodeBook {
    /// Creates the optimal code for the given counts of values.
    pub fn new(counts: &BTreeMap<u16, u64>) -> Self {
        let mut counts = counts.clone();
        loop {
            let lengths = huffman_lengths(&counts);
            if lengths.iter().all(|s| u32::from(s.length) <= MAX_LENGTH) {
                return Self::from_symbols(lengths);
            }
            // Flatten the counts until the tree is shallow enough; only rare values get longer
            // words.
            for count in counts.values_mut() {
                *count = *count / 2 + 1;
            }
        }
    }

    fn from_symbols(mut symbols: Vec<Symbol>) -> Self {
        symbols.sort_by_key(|s| (s.length, s.code));
        Self { symbols }
    }

    /// Creates the code with these lengths; `None` unless they are sorted and form a complete
    /// prefix code.
    pub fn from_sorted(symbols: Vec<Symbol>) -> Option<Self> {
        let in_order = symbols
            .windows(2)
            .all(|s| (s[0].length, s[0].code) < (s[1].length, s[1].code));
        let fits = |s: &Symbol| (1..=MAX_LENGTH).contains(&s.length.into());
        if !in_order || !symbols.iter().all(fits) {
            return None;
        }
        let used: u32 = symbols
            .iter()
            .map(|s| 1 << (MAX_LENGTH - u32::from(s.length)))
            .sum();
        let single = symbols.len() == 1;
        (used == 1 << MAX_LENGTH || single).then_some(Self { symbols })
    }

    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// Returns the code words, first bit lowest, with their symbols.
    fn words(&self) -> impl Iterator<Item = (u16, Symbol)> + '_ {
        let mut next = 0_u32;
        self.symbols.iter().map(move |&symbol| {
            let length = u32::from(symbol.length);
            let word = next >> (MAX_LENGTH - length);
            next += 1 << (MAX_LENGTH - length);
            let word = word.reverse_bits() >> (u32::BITS - length);
            (word as u16, symbol)
        })
    }

    pub fn encoder(&self) -> Encoder {
        let mut words = Vec::new();
        for (word, Symbol { code, length }) in self.words() {
            let i = usize::from(code);
            if words.len() <= i {
                words.resize(i + 1, (0, 0));
            }
            words[i] = (word, length);
        }
        Encoder { words }
    }

    pub fn decoder(&self) -> Decoder {
        let mut symbols = vec![(0, 0); 1 << MAX_LENGTH].into_boxed_slice();
        for (word, Symbol { code, length }) in self.words() {
            for entry in symbols.iter_mut().skip(word.into()).step_by(1 << length) {
                *entry = (code, length);
            }
        }
        Decoder { symbols }
    }
}

/// Returns the word lengths of an optimal prefix code; a single value gets one bit.
fn huffman_lengths(counts: &BTreeMap<u16, u64>) -> Vec<Symbol> {
    // Nodes: the values first, then the pairs in the order of merging.
    let mut parents: Vec<usize> = vec![0; counts.len()];
    let mut heap: BinaryHeap<Reverse<(u64, usize)>> = counts
        .values()
        .enumerate()
        .map(|(node, &count)| Reverse((count, node)))
        .collect();
    while let Some(Reverse((first, a))) = heap.pop() {
        let Some(Reverse((second, b))) = heap.pop() else {
            break;
        };
        let pair = parents.len();
        parents.push(0);
        parents[a] = pair;
        parents[b] = pair;
        heap.push(Reverse((first + second, pair)));
    }
    let root = parents.len().saturating_sub(1);
    let depth = |mut node: usize| {
        let mut depth = 0;
        while node != root {
            node = parents[node];
            depth += 1;
        }
        depth
    };
    let lengths = (0..counts.len()).map(|node| depth(node).max(1));
    counts
        .keys()
        .zip(lengths)
        .map(|(&code, length)| Symbol { code, length })
        .collect()
}

/// Encodes values.
pub(crate) struct Encoder {
    /// Word and length by code.
    words: Vec<(u16, u8)>,
}

impl Encoder {
    /// Encodes values, which must be in the code book, padded with zero bits to whole bytes.
    pub fn encode(&self, codes: &[u16]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(codes.len());
        let (mut bits, mut held) = (0_u64, 0_u32);
        for &code in codes {
            let (word, length) = self.words[usize::from(code)];
            bits |= u64::from(word) << held;
            held += u32::from(length);
            if held >= 32 {
                bytes.extend_from_slice(&(bits as u32).to_le_bytes());
                bits >>= 32;
                held -= 32;
            }
        }
        bytes.extend_from_slice(&bits.to_le_bytes()[..held.div_ceil(8) as usize]);
        bytes
    }
}

/// Decodes values.
pub(crate) struct Decoder {
    /// Code and length of the word at the start of the bits; length 0 if there is none.
    symbols: Box<[(u16, u8)]>,
}

impl Decoder {
    /// Returns the memory use in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.symbols)
    }

    /// Decodes `count` values; `None` if the bytes are not exactly these values.
    pub fn decode(&self, bytes: &[u8], count: usize) -> Option<Vec<u16>> {
        let mut codes = Vec::with_capacity(count);
        let (mut bits, mut held) = (0_u64, 0_u32);
        let mut rest = bytes;
        for _ in 0..count {
            if held < MAX_LENGTH {
                if let Some((word, tail)) = rest.split_first_chunk::<4>() {
                    bits |= u64::from(u32::from_le_bytes(*word)) << held;
                    held += 32;
                    rest = tail;
                } else {
                    for &byte in rest {
                        bits |= u64::from(byte) << held;
                        held += 8;
                    }
                    rest = &[];
                }
            }
            let (code, length) = self.symbols[bits as usize & ((1 << MAX_LENGTH) - 1)];
            let length = u32::from(length);
            if length == 0 || length > held {
                return None;
            }
            codes.push(code);
            bits >>= length;
            held -= length;
        }
        (rest.is_empty() && held < 8 && bits == 0).then_some(codes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(of: &[u16]) -> BTreeMap<u16, u64> {
        let mut counts = BTreeMap::new();
        for &code in of {
            *counts.entry(code).or_default() += 1;
        }
        counts
    }

    #[test]
    fn values_round_trip() {
        // Counts that grow like this would give words of up to 40 bits.
        let fibonacci = (0..40_u16).scan((1, 1), |(a, b), code| {
            (*a, *b) = (*b, *a + *b);
            Some((code * 3, *a))
        });
        let book = CodeBook::new(&fibonacci.collect());
        assert_eq!(
            CodeBook::from_sorted(book.symbols.clone()),
            Some(book.clone())
        );
        for length in [0, 1, 7, 8, 1000] {
            let codes: Vec<u16> = (0..length).map(|i: u32| (i * i % 40 * 3) as u16).collect();
            let bytes = book.encoder().encode(&codes);
            let decoder = book.decoder();
            assert_eq!(decoder.decode(&bytes, codes.len()).as_ref(), Some(&codes));
            assert_eq!(decoder.decode(&bytes, codes.len() + 16), None);
        }
    }

    #[test]
    fn one_value_takes_one_bit() {
        let book = CodeBook::new(&counts(&[7, 7, 7]));
        let bytes = book.encoder().encode(&[7; 9]);
        assert_eq!(bytes.len(), 2);
        assert_eq!(book.decoder().decode(&bytes, 9), Some(vec![7; 9]));
        assert_eq!(book.decoder().decode(&[1, 0], 9), None);
    }

    #[test]
    fn invalid_lengths_are_rejected() {
        let symbol = |code, length| Symbol { code, length };
        for wrong in [
            vec![symbol(1, 1), symbol(2, 2)],
            vec![symbol(2, 1), symbol(1, 1)],
            vec![symbol(1, 0)],
            vec![symbol(1, 1), symbol(2, 1), symbol(3, 1)],
            vec![symbol(1, 13)],
        ] {
            assert_eq!(CodeBook::from_sorted(wrong), None);
        }
    }
}
