//! Numbers as people read them, the same in plots and pages.

/// No-break space, so that a number is never torn from its unit.
const NBSP: char = '\u{a0}';

/// A count with thousands separators: `12,800`.
#[must_use]
pub fn count(n: u64) -> String {
    group(&n.to_string())
}

/// A number with a fixed count of decimals, thousands separators and a true minus sign. What
/// rounds to zero has no sign.
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

/// Like [`fixed`], with a plus sign before what is above zero.
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

/// A round number as it is, any other with its first three digits.
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

/// Two shares as a range of percentages: `52.1–56.4 %`.
#[must_use]
pub fn percent_range(low: f64, high: f64) -> String {
    format!(
        "{}–{}{NBSP}%",
        fixed(low * 100.0, 1),
        fixed(high * 100.0, 1)
    )
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

/// A word as a shell reads it, in quotes if it has anything but letters, digits and a few signs.
#[must_use]
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=:,./+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// With a capital letter at the beginning.
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
        assert_eq!(percent_range(0.521, 0.564), "52.1–56.4\u{a0}%");
        assert_eq!(counted(1, "game", "games"), "1\u{a0}game");
    }
}
