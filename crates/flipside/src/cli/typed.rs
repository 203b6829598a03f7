//! The command line as text.

use flipside_analysis::format::shell_word;

/// Options that change nothing about a report.
const WITHOUT_EFFECT: [&str; 3] = ["--threads", "--progress", "--engine-log"];

/// Returns the command line as it was typed, for the report that it makes, without options that change
/// nothing about it: the report is the same for any number of threads.
pub fn typed() -> String {
    let words = std::env::args_os().skip(1);
    without_effect(words.map(|word| word.to_string_lossy().into_owned()))
}

fn without_effect(mut words: impl Iterator<Item = String>) -> String {
    let mut typed = "flipside".to_string();
    while let Some(word) = words.next() {
        if WITHOUT_EFFECT.contains(&word.as_str()) {
            words.next();
        } else if !WITHOUT_EFFECT
            .iter()
            .any(|flag| word.starts_with(&format!("{flag}=")))
        {
            typed += &format!(" {}", shell_word(&word));
        }
    }
    typed
}

#[cfg(test)]
mod tests {
    use super::without_effect;

    #[test]
    fn options_without_effect_are_left_out() {
        let words = "run a.toml --threads 2 --out b --progress=plain --format json";
        let typed = without_effect(words.split(' ').map(ToString::to_string));
        assert_eq!(typed, "flipside run a.toml --out b --format json");
    }
}
