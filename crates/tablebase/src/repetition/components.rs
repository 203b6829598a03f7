//! Strongly connected components.

/// The component of a skipped node.
pub(super) const NONE: u32 = u32::MAX;

/// Returns the strongly connected components of a graph with nodes 0 to `nodes`, without the nodes
/// that `skip` excludes: the index of each node's component, and the components' nodes. Every edge
/// between components leads to one with a smaller index.
///
/// Tarjan, "Depth-first search and linear graph algorithms" (1972), with an explicit stack instead
/// of recursion.
pub(super) fn components<'a>(
    nodes: usize,
    skip: impl Fn(usize) -> bool,
    next: impl Fn(usize) -> &'a [u32],
) -> (Vec<u32>, Vec<Vec<u32>>) {
    const NEW: u32 = 0;
    let mut component = vec![NONE; nodes];
    let mut components: Vec<Vec<u32>> = Vec::new();
    // Order of discovery from 1, and the earliest open node that is reachable.
    let mut order = vec![NEW; nodes];
    let mut low = vec![0; nodes];
    let mut found = 0;
    let mut stack: Vec<u32> = Vec::new();
    let mut path: Vec<(u32, u32)> = Vec::new();
    for root in (0..nodes).filter(|&node| !skip(node)) {
        if order[root] != NEW {
            continue;
        }
        path.push((root as u32, 0));
        while let Some((node, turn)) = path.pop() {
            let v = node as usize;
            if turn == 0 {
                found += 1;
                (order[v], low[v]) = (found, found);
                stack.push(node);
            }
            let mut turn = turn as usize;
            let targets = next(v);
            let mut deeper = None;
            while let Some(&target) = targets.get(turn) {
                turn += 1;
                let t = target as usize;
                if skip(t) {
                    continue;
                }
                if order[t] == NEW {
                    deeper = Some(target);
                    break;
                }
                if component[t] == NONE {
                    low[v] = low[v].min(order[t]);
                }
            }
            if let Some(target) = deeper {
                path.push((node, turn as u32));
                path.push((target, 0));
                continue;
            }
            if low[v] == order[v] {
                let begin = stack.iter().rposition(|&o| o == node).unwrap_or(0);
                let members = stack.split_off(begin);
                for &member in &members {
                    component[member as usize] = components.len() as u32;
                }
                components.push(members);
            }
            if let Some(&(parent, _)) = path.last() {
                let p = parent as usize;
                low[p] = low[p].min(low[v]);
            }
        }
    }
    (component, components)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flipside_rules::hash;

    /// Returns which nodes each node reaches, by the Floyd–Warshall algorithm.
    fn reach(graph: &[Vec<u32>], skip: &[bool]) -> Vec<Vec<bool>> {
        let n = graph.len();
        let mut reach = vec![vec![false; n]; n];
        for (v, targets) in graph.iter().enumerate() {
            reach[v][v] = true;
            for &t in targets {
                reach[v][t as usize] = !skip[v] && !skip[t as usize];
            }
        }
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    reach[i][j] |= reach[i][k] && reach[k][j];
                }
            }
        }
        reach
    }

    #[test]
    fn nodes_of_a_component_reach_each_other() {
        for seed in 0..200 {
            let draw = |i: u64, n: u64| hash::mix(hash::mix(seed) ^ i) % n;
            let n = 12;
            let graph: Vec<Vec<u32>> = (0..n)
                .map(|v| {
                    let degree = draw(1_000 + v, 3);
                    (0..degree).map(|i| draw(10 * v + i, n) as u32).collect()
                })
                .collect();
            let skip: Vec<bool> = (0..n).map(|v| draw(2_000 + v, 6) == 0).collect();
            let (component, members) = components(graph.len(), |v| skip[v], |v| &graph[v]);
            let reach = reach(&graph, &skip);
            for a in 0..graph.len() {
                assert_eq!(component[a] == NONE, skip[a]);
                if !skip[a] {
                    assert!(members[component[a] as usize].contains(&(a as u32)));
                }
                for b in (0..graph.len()).filter(|&b| !skip[a] && !skip[b]) {
                    assert_eq!(component[a] == component[b], reach[a][b] && reach[b][a]);
                    assert!(!reach[a][b] || component[a] >= component[b]);
                }
            }
        }
    }
}
