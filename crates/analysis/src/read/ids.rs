//! Short names of groups and tournaments.

/// The longest name of a folder of plots, apart from a number at its end.
const LONGEST: usize = 100;

/// Creates unique names for links and folders.
#[derive(Default)]
pub(super) struct Ids {
    taken: Vec<String>,
}

impl Ids {
    /// Returns a unique name from a text, and from its distinction from others with the same text.
    pub fn unique(&mut self, text: &str, distinction: Option<&str>) -> String {
        let mut tail = distinction.map(hyphenated).unwrap_or_default();
        tail.truncate(LONGEST / 2);
        let tail = tail.trim_matches('-');
        let mut id = hyphenated(text);
        // Only ASCII characters. Names of folders are limited in length.
        id.truncate(match tail.len() {
            0 => LONGEST,
            length => LONGEST - 1 - length,
        });
        let id = format!("{}-{tail}", id.trim_matches('-'));
        let id = id.trim_matches('-').to_string();
        let mut unique = id.clone();
        let mut number = 1;
        while self.taken.contains(&unique) {
            number += 1;
            unique = format!("{id}-{number}");
        }
        self.taken.push(unique.clone());
        unique
    }
}

/// Returns lower-case letters and digits, with a hyphen for everything between them.
fn hyphenated(text: &str) -> String {
    let mut id = String::new();
    for c in text.chars().map(|c| c.to_ascii_lowercase()) {
        if c.is_ascii_alphanumeric() {
            id.push(c);
        } else if !id.ends_with('-') {
            id.push('-');
        }
    }
    id
}
