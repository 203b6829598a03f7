//! Common parts of charts over the steps of a run.

use crate::plot::palette::Color;
use crate::plot::scene::{Point, Scene};

/// Returns at most about `most` of the items, evenly spaced, including the first and the last.
pub(super) fn thinned<T: Copy>(items: &[T], most: usize) -> Vec<T> {
    let distance = items.len().div_ceil(most.max(1)).max(1);
    let mut kept: Vec<T> = items.iter().copied().step_by(distance).collect();
    let last_is_kept = items.len() % distance == 1 % distance;
    if let Some(last) = items.last().filter(|_| !last_is_kept) {
        kept.push(*last);
    }
    kept
}

/// A band between lower and upper ends, broken where a point has none.
pub(super) fn band(scene: &mut Scene, ends: &[Option<(Point, Point)>], color: Color, opacity: f64) {
    for stretch in ends.split(Option::is_none) {
        if stretch.len() > 1 {
            let (lower, upper): (Vec<_>, Vec<_>) = stretch.iter().flatten().copied().unzip();
            let corners = upper.into_iter().chain(lower.into_iter().rev()).collect();
            scene.polygon(corners, color, opacity);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_kept() {
        for length in 1..50 {
            let items: Vec<usize> = (0..length).collect();
            for most in 1..12 {
                let kept = thinned(&items, most);
                assert!(kept.len() <= most + 1);
                assert_eq!((kept[0], kept[kept.len() - 1]), (0, length - 1));
                assert!(kept.windows(2).all(|pair| pair[0] < pair[1]));
            }
        }
        assert!(thinned::<u8>(&[], 3).is_empty());
    }
}
