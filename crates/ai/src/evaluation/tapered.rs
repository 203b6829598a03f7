//! Weights that change in the course of a game.

/// The number of phases from the beginning of a game to its end.
pub(super) const PHASES: i32 = 48;

/// Weights of `N` features, interpolated between the beginning and the end of a game.
#[derive(Clone, Debug)]
pub(super) struct Tapered<const N: usize> {
    /// The weights by phase, times [`PHASES`].
    by_phase: Vec<[i32; N]>,
}

impl<const N: usize> Tapered<N> {
    /// From the values of a weights file: the early, then the late weight of each feature.
    pub(super) fn new(values: &[i32]) -> Self {
        let in_phase = |phase| {
            std::array::from_fn(|i| {
                let (early, late) = (values[2 * i], values[2 * i + 1]);
                early * (PHASES - phase) + late * phase
            })
        };
        Self {
            by_phase: (0..=PHASES).map(in_phase).collect(),
        }
    }

    /// The weights in a phase from 0 to [`PHASES`], times [`PHASES`].
    pub(super) fn at(&self, phase: i32) -> &[i32; N] {
        &self.by_phase[phase as usize]
    }
}

/// Divides each feature between its early and its late weight, times [`PHASES`].
pub(super) fn shares<const N: usize>(features: [i32; N], phase: i32) -> impl Iterator<Item = i32> {
    features
        .into_iter()
        .flat_map(move |feature| [feature * (PHASES - phase), feature * phase])
}
