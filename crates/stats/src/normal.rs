//! Quantiles and distribution functions of the normal and of Student's t distribution.
//!
//! Computed by the `statrs` crate; this file only maps its domain errors to `None`.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use crate::interval::Confidence;

/// Standard normal distribution function Φ(x). `None` unless `x` is finite.
#[must_use]
pub fn cdf(x: f64) -> Option<f64> {
    x.is_finite().then(|| Normal::standard().cdf(x))
}

/// Standard normal quantile Φ⁻¹(p). `None` unless 0 < p < 1.
#[must_use]
pub fn quantile(p: f64) -> Option<f64> {
    (p > 0.0 && p < 1.0).then(|| Normal::standard().inverse_cdf(p))
}

/// Distribution function of Student's t with `degrees` degrees of freedom (need not be whole).
/// `None` unless `x` is finite and `degrees` positive and finite.
#[must_use]
pub fn student_t_cdf(x: f64, degrees: f64) -> Option<f64> {
    if !x.is_finite() || !degrees.is_finite() {
        return None;
    }
    // Beyond this many degrees the two distributions agree to more digits than are printed.
    if degrees > 1e7 {
        return cdf(x);
    }
    let t = StudentsT::new(0.0, 1.0, degrees).ok()?;
    Some(t.cdf(x)).filter(|p| p.is_finite())
}

/// Quantile of Student's t with `degrees` degrees of freedom.
/// `None` unless 0 < p < 1 and `degrees` is positive and finite.
#[must_use]
pub fn student_t_quantile(p: f64, degrees: f64) -> Option<f64> {
    if !(p > 0.0 && p < 1.0 && degrees.is_finite()) {
        return None;
    }
    if degrees > 1e7 {
        return quantile(p);
    }
    let t = StudentsT::new(0.0, 1.0, degrees).ok()?;
    Some(t.inverse_cdf(p)).filter(|x| x.is_finite())
}

/// The quantile z of a two-sided normal interval of this confidence (1.96 for 95 %).
#[must_use]
pub fn two_sided_z(confidence: Confidence) -> f64 {
    Normal::standard().inverse_cdf(confidence.upper_tail())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(actual: Option<f64>, expected: f64) {
        let actual = actual.unwrap();
        assert!(
            (actual - expected).abs() < 1e-6,
            "{actual} is not {expected}"
        );
    }

    #[test]
    fn normal_table_values() {
        close(quantile(0.975), 1.959_963_985);
        close(quantile(0.05), -1.644_853_627);
        close(cdf(1.0), 0.841_344_746);
        assert_eq!(quantile(0.0), None);
        assert_eq!(quantile(1.0), None);
        assert_eq!(quantile(f64::NAN), None);
        assert_eq!(cdf(f64::INFINITY), None);
    }

    #[test]
    fn student_table_values() {
        close(student_t_quantile(0.975, 1.0), 12.706_204_736);
        close(student_t_quantile(0.975, 10.0), 2.228_138_852);
        close(student_t_quantile(0.95, 30.0), 1.697_260_887);
        close(student_t_quantile(0.975, 1e12), 1.959_963_985);
        close(student_t_cdf(2.0, 5.0), 0.949_030_260);
        assert_eq!(student_t_quantile(0.975, 0.0), None);
        assert_eq!(student_t_quantile(1.0, 3.0), None);
        assert_eq!(student_t_cdf(f64::NAN, 3.0), None);
    }
}
