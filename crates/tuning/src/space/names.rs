//! Names of parameters.

use flipside_ai::KINDS;

/// Whether a name fits a pattern in which `*` stands for any characters but points: settings of
/// searches are tuned only where their agent is named.
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, rest)) => name.strip_prefix(head).is_some_and(|name| {
            let end = name.find('.').unwrap_or(name.len());
            (0..=end)
                .filter(|&i| name.is_char_boundary(i))
                .any(|i| fits(rest, &name[i..]))
        }),
    }
}

/// The kind of agents of a setting that no agent of the run has.
pub(super) fn idle(name: &str) -> Option<&'static str> {
    let (kind, key) = name.split_once('.')?;
    let kind = KINDS.iter().find(|other| other.name == kind)?;
    let info = kind.keys.iter().find(|info| info.name == key)?;
    info.tuning.as_ref().map(|_| kind.name)
}

/// Names in short: of many that begin alike, one with a `*`.
pub(super) fn families<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    const ALIKE: usize = 4;
    let names: Vec<&str> = names.collect();
    let head = |name: &str| name.split_once('_').map(|(head, _)| format!("{head}_"));
    let mut families: Vec<String> = Vec::new();
    for name in &names {
        let family = head(name).filter(|head| {
            names
                .iter()
                .filter(|other| other.starts_with(head.as_str()))
                .count()
                > ALIKE
        });
        let shown = family.map_or_else(|| (*name).to_string(), |head| format!("{head}*"));
        if !families.contains(&shown) {
            families.push(shown);
        }
    }
    families
}
