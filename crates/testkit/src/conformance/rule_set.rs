//! Rule sets and their names.

use flipside_rules::{FullGame, RuleSet, Symmetry, no_attachments};

use super::{Violation, Visit};

pub(super) fn check<G: FullGame>(rules: &G::Rules) -> Result<(), Violation> {
    let visit = Visit::<G>::start(rules);
    let name = rules.name();
    let attachment = |wanted: &str| {
        rules
            .attachment()
            .ok_or_else(|| format!("no attachment for `{wanted}`"))
    };
    let read = G::Rules::parse(&name, &attachment);
    visit.demand(
        read.as_ref() == Ok(rules),
        "a rule set round-trips through its name",
        || format!("{name}: {read:?}"),
    )?;
    for standard in ["standard", ""] {
        let read = G::Rules::parse(standard, &no_attachments);
        visit.demand(
            read == Ok(G::Rules::default()),
            "`standard` and the empty name are the standard rules",
            || format!("{read:?}"),
        )?;
    }
    let standard = G::Rules::default().name();
    visit.demand(
        standard == "standard",
        "the standard rules are named `standard`",
        || standard,
    )?;
    visit.demand(
        G::Rules::KEYS.is_sorted_by(|a, b| a.name < b.name),
        "the keys are sorted by name",
        || format!("{:?}", G::Rules::KEYS),
    )?;
    let symmetries = G::symmetries(rules);
    visit.demand(
        symmetries.first() == Some(&Symmetry::IDENTITY),
        "the identity is the first symmetry",
        || format!("{symmetries:?}"),
    )
}
