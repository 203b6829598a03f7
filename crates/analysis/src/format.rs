//! Formats numbers for plots and pages.

use crate::report::model::Commit;
use flipside_stats::distinct::DistinctCount;

/// A no-break space between a number and its unit.
const NBSP: char = '\u{a0}';

/// A count with thousands separators: `12,800`.
#[must_use]
pub fn count(n: u64) -> String {
    group(&n.to_string())
}

/// A number with a fixed count of decimals, thousands separators and a true minus sign. Numbers that
/// round to zero have no sign.
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", value.abs());
    let is_zero = digits.bytes().all(|b| matches!(b, b'0' | b'.'));
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let mut text = String::new();
    if value < 0.0 && !is_zero {
        text.push('−');
    }
    text.push_str(&group(whole));
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// Like [`fixed`], with a plus sign for positive numbers.
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    let is_zero = !text.contains(|c: char| ('1'..='9').contains(&c));
    if value > 0.0 && !is_zero {
        format!("+{text}")
    } else {
        text
    }
}

/// Like [`fixed`], but numbers that are too large to be written out have an exponent.
#[must_use]
pub fn number(value: f64, decimals: usize) -> String {
    if value.abs() < 1e10 {
        fixed(value, decimals)
    } else {
        scientific(value, 2)
    }
}

/// A number with its first digits and an exponent: `1.23e15`.
#[must_use]
pub fn scientific(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$e}").replace('-', "−")
}

/// A number with its first `digits` digits, whatever its size.
#[must_use]
pub fn significant(value: f64, digits: usize) -> String {
    if value != 0.0 && value.abs() < 1e-6 {
        scientific(value, digits.saturating_sub(1))
    } else {
        number(value, decimals_of(value, digits))
    }
}

/// A round number unchanged, any other with its first three digits.
#[must_use]
pub fn plain(value: f64) -> String {
    if value.fract() == 0.0 {
        number(value, 0)
    } else {
        significant(value, 3)
    }
}

/// How many decimals show the first `digits` digits of a number of this size.
#[must_use]
pub fn decimals_of(size: f64, digits: usize) -> usize {
    if size == 0.0 || !size.is_finite() {
        return 0;
    }
    let exponent = size.abs().log10().floor() as i64;
    (digits as i64 - 1 - exponent).clamp(0, 9) as usize
}

/// A number with its margin, both with as many decimals as two digits of the margin need.
#[must_use]
pub fn with_margin(value: f64, margin: f64) -> String {
    let decimals = decimals_of(margin, 2);
    format!("{} ± {}", number(value, decimals), number(margin, decimals))
}

/// A share as a percentage with one decimal: `54.3 %`.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{}{NBSP}%", fixed(share * 100.0, 1))
}

/// Both ends of a range, which may be negative, as texts: `−28 to 22`. No dash, which would read as
/// a minus sign.
#[must_use]
pub fn range(low: &str, high: &str) -> String {
    format!("{low} to {high}")
}

/// Two whole numbers as a range: `−28 to 22`.
#[must_use]
pub fn whole_range(low: i32, high: i32) -> String {
    range(&whole(low), &whole(high))
}

/// A whole number that may be negative: `−1,234`.
#[must_use]
pub fn whole(value: i32) -> String {
    fixed(f64::from(value), 0)
}

/// Two shares as a range of percentages: `52.1 to 56.4 %`.
#[must_use]
pub fn percent_range(low: f64, high: f64) -> String {
    let ends = [low, high].map(|share| fixed(share * 100.0, 1));
    format!("{}{NBSP}%", range(&ends[0], &ends[1]))
}

/// A probability as a percentage: `97.31 %`. Values that would round to 0 or 100 % are `below
/// 0.01 %` or `above 99.99 %`.
#[must_use]
pub fn probability(p: f64) -> String {
    if p < 0.0001 {
        format!("below 0.01{NBSP}%")
    } else if p > 0.9999 {
        format!("above 99.99{NBSP}%")
    } else {
        format!("{}{NBSP}%", fixed(p * 100.0, 2))
    }
}

/// A p-value: `p = 0.031`, `p < 0.0001`.
#[must_use]
pub fn p_value(p: f64) -> String {
    if p < 1e-4 {
        "p < 0.0001".to_owned()
    } else if p < 0.01 {
        format!("p = {}", fixed(p, 4))
    } else {
        format!("p = {}", fixed(p, 2))
    }
}

/// A number of distinct things; an estimate with its standard error: `≈ 1,234,000 ± 1,000`.
#[must_use]
pub fn distinct(distinct: &DistinctCount) -> String {
    let n = count(distinct.count);
    match distinct.relative_error {
        None => n,
        Some(relative) => {
            let error = distinct.count as f64 * relative;
            // One digit is all that is known of it.
            let unit = 10f64.powf(error.max(1.0).log10().floor());
            format!("≈ {n} ± {}", fixed((error / unit).round() * unit, 0))
        }
    }
}

/// A number with its noun, singular or plural: `1 game`, `2,000 games`.
#[must_use]
pub fn counted(n: u64, singular: &str, plural: &str) -> String {
    format!(
        "{}{NBSP}{}",
        count(n),
        if n == 1 { singular } else { plural }
    )
}

fn group(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A word quoted for a shell if it has other characters than letters, digits and a few signs.
#[must_use]
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=:,./+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A program's version with its commit: `0.1.0 (commit 45472d42d0, 2026-11-30)`.
#[must_use]
pub fn program(version: &str, commit: Option<&Commit>) -> String {
    let Some(Commit { hash, date }) = commit else {
        return version.to_owned();
    };
    let (digits, changes) = match hash.strip_suffix("+changes") {
        Some(digits) => (digits, " with changes"),
        None => (hash.as_str(), ""),
    };
    let date = date.as_ref().map(|date| format!(", {date}"));
    format!(
        "{version} (commit {}{changes}{})",
        digits.get(..10).unwrap_or(digits),
        date.unwrap_or_default()
    )
}

/// Capitalises the first letter.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_named_with_their_commit() {
        let commit = |hash: &str, date: Option<&str>| Commit {
            hash: hash.to_owned(),
            date: date.map(str::to_owned),
        };
        let hash = "45472d42d0a1b2c3";
        for (commit, text) in [
            (None, "0.1.0"),
            (
                Some(commit(hash, Some("2026-11-30"))),
                "0.1.0 (commit 45472d42d0, 2026-11-30)",
            ),
            (
                Some(commit("45472d42d0a1b2c3+changes", None)),
                "0.1.0 (commit 45472d42d0 with changes)",
            ),
        ] {
            assert_eq!(program("0.1.0", commit.as_ref()), text);
        }
    }

    #[test]
    fn nothing_is_certain() {
        assert_eq!(probability(0.97312), "97.31\u{a0}%");
        assert_eq!(probability(0.5), "50.00\u{a0}%");
        assert_eq!(probability(0.99995), "above 99.99\u{a0}%");
        assert_eq!(probability(1.0), "above 99.99\u{a0}%");
        assert_eq!(probability(0.00001), "below 0.01\u{a0}%");
        assert_eq!(probability(0.9999), "99.99\u{a0}%");
        assert_eq!(p_value(0.0), "p < 0.0001");
        assert_eq!(p_value(0.00123), "p = 0.0012");
        assert_eq!(p_value(0.312), "p = 0.31");
    }

    #[test]
    fn distinct_counts_have_the_digits_that_are_known() {
        let of = |count, relative_error| DistinctCount {
            count,
            relative_error,
        };
        assert_eq!(distinct(&of(999_999, None)), "999,999");
        assert_eq!(distinct(&of(2_000_000, Some(0.001))), "≈ 2,000,000 ± 2,000");
        assert_eq!(
            distinct(&of(12_340_000, Some(0.001))),
            "≈ 12,340,000 ± 10,000"
        );
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(count(0), "0");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(fixed(-1234.56, 1), "−1,234.6");
        assert_eq!(fixed(-0.04, 1), "0.0");
        assert_eq!(fixed(0.1 + 0.2, 1), "0.3");
        assert_eq!(signed(12.34, 1), "+12.3");
        assert_eq!(signed(0.001, 1), "0.0");
        assert_eq!(number(-1.5e12, 1), "−1.50e12");
        assert_eq!(significant(0.012345, 3), "0.0123");
        assert_eq!(significant(-12.345, 3), "−12.3");
        assert_eq!(significant(12345.0, 3), "12,345");
        assert_eq!(significant(2.34e-7, 2), "2.3e−7");
        assert_eq!(significant(0.0, 3), "0");
        assert_eq!([plain(-10.0), plain(0.1234)], ["−10", "0.123"]);
        assert_eq!(with_margin(-42.123, 3.21), "−42.1 ± 3.2");
        assert_eq!(with_margin(7.0, 0.0), "7 ± 0");
        assert_eq!(percent(0.5432), "54.3\u{a0}%");
        assert_eq!(percent_range(0.521, 0.564), "52.1 to 56.4\u{a0}%");
        assert_eq!(whole_range(-28, 22), "−28 to 22");
        assert_eq!(whole_range(-2800, -1), "−2,800 to −1");
        assert_eq!(counted(1, "game", "games"), "1\u{a0}game");
    }
}
