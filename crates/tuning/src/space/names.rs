//! Patterns and names of parameters.

use flipside_ai::AGENTS;

/// Returns whether a name matches a pattern, in which `*` matches any characters except dots, so
/// that search settings match only if the agent kind is named.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, rest)) => name.strip_prefix(head).is_some_and(|name| {
            let end = name.find('.').unwrap_or(name.len());
            (0..=end)
                .filter(|&i| name.is_char_boundary(i))
                .any(|i| matches(rest, &name[i..]))
        }),
    }
}

/// Returns the agent kind of a setting that no agent of the run has.
pub(super) fn unused_kind(name: &str) -> Option<&'static str> {
    let (kind, key) = name.split_once('.')?;
    let kind = AGENTS.iter().find(|other| other.name == kind)?;
    let info = kind.keys.iter().find(|info| info.is_named(key))?;
    info.tuning.as_ref().map(|_| kind.name)
}

/// Returns the present name of a setting `KIND.KEY` whose key had another name in earlier versions,
/// and other names unchanged.
pub(super) fn present_name(name: &str) -> String {
    let present = name.split_once('.').and_then(|(kind, key)| {
        let kind = AGENTS.iter().find(|other| other.name == kind)?;
        let info = kind.keys.iter().find(|info| info.is_named(key))?;
        Some(format!("{}.{}", kind.name, info.name))
    });
    present.unwrap_or_else(|| name.to_string())
}

/// Abbreviates names: many names with the same prefix become one pattern with a `*`.
pub(super) fn abbreviated<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    const MAX_LISTED: usize = 4;
    let names: Vec<&str> = names.collect();
    let head = |name: &str| name.split_once('_').map(|(head, _)| format!("{head}_"));
    let mut families: Vec<String> = Vec::new();
    for name in &names {
        let family = head(name).filter(|head| {
            names
                .iter()
                .filter(|other| other.starts_with(head.as_str()))
                .count()
                > MAX_LISTED
        });
        let shown = family.map_or_else(|| (*name).to_string(), |head| format!("{head}*"));
        if !families.contains(&shown) {
            families.push(shown);
        }
    }
    families
}
