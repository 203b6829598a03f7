//! From data to pixels.

use super::ticks::Ticks;

/// The area of the data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panel {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

/// Maps data to pixels, linearly or by the logarithm. Data outside are held at the edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    min: f64,
    max: f64,
    from: f64,
    to: f64,
    logarithmic: bool,
}

impl Scale {
    pub fn linear((min, max): (f64, f64), (from, to): (f64, f64)) -> Self {
        Self {
            min,
            max,
            from,
            to,
            logarithmic: false,
        }
    }

    /// Both data ends must be above zero.
    pub fn logarithmic((min, max): (f64, f64), (from, to): (f64, f64)) -> Self {
        Self {
            min,
            max,
            from,
            to,
            logarithmic: true,
        }
    }

    pub fn at(&self, value: f64) -> f64 {
        let value = value.clamp(self.min, self.max);
        let share = if self.max <= self.min {
            0.5
        } else if self.logarithmic {
            (value / self.min).ln() / (self.max / self.min).ln()
        } else {
            (value - self.min) / (self.max - self.min)
        };
        self.from + (self.to - self.from) * share
    }

    pub fn ticks(&self, most: usize, whole: bool) -> Ticks {
        if self.logarithmic {
            Ticks::logarithmic(self.min, self.max, most)
        } else {
            Ticks::linear(self.min, self.max, most, whole)
        }
    }
}
