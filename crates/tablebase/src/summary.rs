//! Counts and values as tab-separated text.

use std::io::{self, Write};

use crate::code::Value;
use crate::layer::{Layer, LayerCounts};
use crate::variant::Variant;

/// Writes a header line and one tab-separated line per layer: hand of the player to move, hand of
/// the other player, pieces on the board, positions, won, lost, drawn, longest win or loss in
/// turns.
///
/// # Errors
/// If writing fails.
pub fn write_summary(
    variant: &Variant,
    layers: impl IntoIterator<Item = (Layer, LayerCounts)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        out,
        "hand\tother\tpieces\tpositions\twon\tlost\tdrawn\tlongest"
    )?;
    for (layer, counts) in layers {
        writeln!(
            out,
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            layer.hand,
            layer.other,
            layer.pieces(variant),
            counts.positions,
            counts.won,
            counts.lost,
            counts.drawn,
            counts.longest
        )?;
    }
    Ok(())
}

/// Writes a header line and one tab-separated line per rule set: name, winner from the start
/// (`first`, `second` or `draw`), number of turns (`-` for a draw).
///
/// # Errors
/// If writing fails.
pub fn write_start_values<'a>(
    values: impl IntoIterator<Item = &'a (Variant, Value)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "rules\twinner\tturns")?;
    for (variant, value) in values {
        let name = variant.name();
        match value {
            Value::Win(turns) => writeln!(out, "{name}\tfirst\t{turns}")?,
            Value::Loss(turns) => writeln!(out, "{name}\tsecond\t{turns}")?,
            Value::Draw => writeln!(out, "{name}\tdraw\t-")?,
        }
    }
    Ok(())
}
