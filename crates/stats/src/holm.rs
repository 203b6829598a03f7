//! Holm's correction for several tests at once.
//!
//! With m p-values in ascending order, the i-th is multiplied by m − i + 1 (i from 1), and is at least
//! the previous one. If hypotheses with adjusted p-values up to α are rejected, the probability of
//! rejecting any true hypothesis is at most α, for any dependence of the tests. Source:
//! S. Holm, *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of
//! Statistics 6 (1979).

/// Adjusted p-values, in the order of `p_values`.
#[must_use]
pub fn adjusted(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut least = 0.0_f64;
    for (rank, &index) in order.iter().enumerate() {
        let left = (p_values.len() - rank) as f64;
        least = least.max((left * p_values[index]).min(1.0));
        adjusted[index] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // Sorted .005, .01, .03, .04: times 4, 3, 2, 1, then never falling.
        let adjusted = adjusted(&[0.01, 0.04, 0.03, 0.005]);
        for (actual, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((actual - expected).abs() < 1e-12, "{adjusted:?}");
        }
    }

    #[test]
    fn one_test_is_not_changed_and_none_gives_none() {
        assert_eq!(adjusted(&[0.04]), [0.04]);
        assert_eq!(adjusted(&[0.7, 0.9]), [1.0, 1.0]);
        assert!(adjusted(&[]).is_empty());
    }
}
