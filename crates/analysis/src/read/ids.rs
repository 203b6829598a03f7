//! Short names of groups and tournaments.

/// The longest name of a folder of plots, apart from a number at its end.
const LONGEST: usize = 100;

/// Gives names for links and folders, each once.
#[derive(Default)]
pub(super) struct Ids {
    taken: Vec<String>,
}

impl Ids {
    /// A name made of a text that nothing else has.
    pub fn unique(&mut self, text: &str) -> String {
        let mut id = String::new();
        for c in text.chars().map(|c| c.to_ascii_lowercase()) {
            if c.is_ascii_alphanumeric() {
                id.push(c);
            } else if !id.ends_with('-') {
                id.push('-');
            }
        }
        // Letters and hyphens of one byte each. Folders have names of limited length.
        id.truncate(LONGEST);
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
