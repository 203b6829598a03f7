//! Random draws beyond whole numbers.

use flipside_ai::Rng;

/// A number above 0 and at most 1: one of 2⁵³ equally likely ones.
fn uniform(rng: &mut Rng) -> f64 {
    let high = u64::from(rng.below(1 << 26));
    let low = u64::from(rng.below(1 << 27));
    ((high << 27 | low) + 1) as f64 / (1_u64 << 53) as f64
}

/// A draw from the standard normal distribution (Box and Muller, 1958), in portable arithmetic.
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    let radius = libm::sqrt(-2.0 * libm::log(uniform(rng)));
    radius * libm::cos(std::f64::consts::TAU * uniform(rng))
}

/// −1 or 1, equally likely.
pub(crate) fn sign(rng: &mut Rng) -> f64 {
    match rng.below(2) {
        0 => -1.0,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_have_the_moments_of_the_normal_distribution() {
        let mut rng = Rng::new(5);
        let n = 40_000;
        let draws: Vec<f64> = (0..n).map(|_| normal(&mut rng)).collect();
        let moment = |k| draws.iter().map(|x| x.powi(k)).sum::<f64>() / f64::from(n);
        // Five standard errors of each moment.
        assert!(moment(1).abs() < 0.025, "{}", moment(1));
        assert!((moment(2) - 1.0).abs() < 0.036, "{}", moment(2));
        assert!(moment(3).abs() < 0.1, "{}", moment(3));
        assert!((moment(4) - 3.0).abs() < 0.25, "{}", moment(4));
    }

    #[test]
    fn signs_are_fair() {
        let mut rng = Rng::new(6);
        let sum: f64 = (0..10_000).map(|_| sign(&mut rng)).sum();
        assert!(sum.abs() < 500.0, "{sum}");
    }
}
