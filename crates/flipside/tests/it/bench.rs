//! bench: how the searches behave, pinned.

use crate::common::good;
use serde_json::Value;

#[test]
fn searches_behave_as_their_version_says() {
    let told = good(&["bench", "--format", "json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    let found = ["behaviour_version", "nodes", "checksum"].map(|name| told[name].to_string());
    // If a change was meant to alter what searches look at or choose, raise BEHAVIOUR_VERSION and
    // pin anew; whoever only makes them faster must leave all three as they are.
    assert_eq!(found, ["12", "71874", "\"203b92ec36e5b7e0\""]);
    let rows = told["agents"].as_array().unwrap();
    let sum: u64 = rows.iter().map(|row| row["nodes"].as_u64().unwrap()).sum();
    assert_eq!(Some(sum), told["nodes"].as_u64());
}

#[test]
fn the_total_number_of_nodes_comes_last() {
    let text = good(&["bench"]);
    assert_eq!(text.lines().last(), Some("nodes 71874"), "{text}");
}
