//! Search budgets.

use std::time::Duration;

use crate::Spec;

/// The budget of a search for one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// A number of nodes. The search is reproducible.
    Nodes(u32),
    /// A time. The search is not reproducible.
    Time(Duration),
}

impl Budget {
    /// Returns the budget of a spec, if it names one.
    pub(crate) fn of(spec: &Spec) -> Option<Self> {
        let time = spec.number("ms").map(Duration::from_millis);
        let nodes = || spec.number("nodes").map(Self::Nodes);
        time.map(Self::Time).or_else(nodes)
    }
}
