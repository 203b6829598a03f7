//! Whole runs: results do not depend on threads or interruptions, and nothing is overwritten.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use flipside_ai::{BuiltInAgents, Playable, Stop};
use flipside_records::Reader;
use flipside_rules::{Hexflip, Sayu, no_attachments};
use flipside_tuning::fit::{Oracle, SearchOracle};
use flipside_tuning::{Config, Resources, Run, TuneError, confirm};

const SPSA: &str = r#"
name = "small"
game = "hexflip"
seed = 5
agents = ["greedy", "mcts:nodes=8"]
opening_turns = 3
tune = ["tempo_*", "hand_*", "mcts.c"]
check = { every = 3, pairs = 4 }
spsa = { steps = 8, pairs = 6 }

[confirmation]
agents = ["greedy", "mcts:nodes=8"]
games = 40
"#;

const SPSA_SAYU: &str = r#"
name = "small"
game = "sayu"
rules = "radius=1,tiles=mini"
seed = 5
agents = ["greedy"]
opening_turns = 2
tune = ["*"]
fix = ["scale"]
check = { every = 2, pairs = 4 }
spsa = { steps = 5, pairs = 3 }
"#;

const REGRESSION: &str = r#"
name = "small"
game = "hexflip"
seed = 5
tune = ["*"]
fix = ["line_*"]
regression = { selfplay = { agent = "greedy", games = 300, opening_turns = 4 }, every = 2 }
"#;

const TEACHER: &str = r#"
name = "small"
game = "sayu"
rules = "radius=1,tiles=mini"
seed = 5
tune = ["t*"]
teacher = { judge = "alphabeta:nodes=50", batches = 3, games = 40, test_share = 0.2 }
"#;

fn open<G: Playable>(text: &str, folder: &Path, resume: bool) -> Result<Run<G>, TuneError> {
    let config = Config::parse(text).unwrap();
    let rules = config.rules::<G>(&no_attachments).unwrap();
    let space = config.space(config.weights::<G>().unwrap()).unwrap();
    Run::open(config, rules, space, folder, resume)
}

/// The resources of a run.
fn resources<'a, G: Playable>(
    threads: usize,
    stop: &'a Stop,
    oracle: Option<&'a dyn Oracle<G>>,
) -> Resources<'a, G> {
    Resources {
        threads,
        stop,
        oracle,
        factory: &BuiltInAgents,
        progress: &(),
    }
}

/// Tunes and confirms; with `steps`, stops and resumes after every `steps` steps.
fn play<G: Playable>(text: &str, folder: &Path, threads: usize, steps: Option<u64>) -> u32 {
    let mut begun = 0;
    let spec = "alphabeta:nodes=50".parse().unwrap();
    let oracle = SearchOracle::<G>::new(&spec, &BuiltInAgents).unwrap();
    loop {
        let mut run: Run<G> = open(text, folder, begun > 0).unwrap();
        begun += 1;
        let stop = Stop::new();
        let until = steps.map(|steps| run.progress().done + steps);
        let tuned = run.tune(&resources(threads, &stop, Some(&oracle)), &mut |run| {
            if until.is_some_and(|until| run.progress().done >= until) {
                stop.request();
            }
        });
        if !tuned.unwrap() {
            continue;
        }
        for one in run.confirmation_matches().unwrap() {
            let summary = confirm(&run, &one, threads, &Stop::new(), &()).unwrap();
            assert!(summary.finished);
        }
        fs::write(
            folder.join("best"),
            format!("{:?} {:?}", run.best(), run.estimates()),
        )
        .unwrap();
        return begun;
    }
}

/// All files of a folder.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}

fn check_bytes<G: Playable>(text: &str, files: usize) {
    let base = tempfile::tempdir().unwrap();
    let at = |name: &str| base.path().join(name);
    play::<G>(text, &at("one"), 1, None);
    let one = content(&at("one"));
    assert_eq!(one.len(), files, "{:?}", one.keys());
    play::<G>(text, &at("three"), 3, None);
    assert_eq!(content(&at("three")), one);
    assert!(play::<G>(text, &at("stopped"), 2, Some(1)) > 1);
    assert_eq!(content(&at("stopped")), one);
}

#[test]
fn bytes_depend_on_the_configuration_only() {
    // Configuration, checkpoint, result, and files of records.
    check_bytes::<Hexflip>(SPSA, 5);
    check_bytes::<Sayu>(SPSA_SAYU, 3);
    check_bytes::<Hexflip>(REGRESSION, 4);
    check_bytes::<Sayu>(TEACHER, 3);
}

#[test]
fn another_seed_is_another_run() {
    let base = tempfile::tempdir().unwrap();
    let other = SPSA.replace("seed = 5", "seed = 6");
    play::<Hexflip>(SPSA, &base.path().join("a"), 2, None);
    play::<Hexflip>(&other, &base.path().join("b"), 2, None);
    let best = |name: &str| fs::read(base.path().join(name).join("best")).unwrap();
    assert_ne!(best("a"), best("b"));
}

#[test]
fn an_interrupted_step_keeps_its_games() {
    let base = tempfile::tempdir().unwrap();
    let folder = base.path().join("run");
    let mut run: Run<Hexflip> = open(SPSA, &folder, false).unwrap();
    let stop = Stop::new();
    stop.request();
    assert!(!run.tune(&resources(1, &stop, None), &mut |_| ()).unwrap());
    assert_eq!(run.progress().done, 0);
    // Stop during the second step.
    let stop = Stop::new();
    let asker = stop.clone();
    let mut run: Run<Hexflip> = open(SPSA, &folder, true).unwrap();
    let stopped = run.tune(&resources(1, &stop, None), &mut |run| {
        if run.progress().done == 1 {
            asker.request();
        }
    });
    assert!(!stopped.unwrap());
    assert_eq!((run.progress().done, run.progress().pairs), (1, 6));
    let again: Run<Hexflip> = open(SPSA, &folder, true).unwrap();
    assert_eq!(again.progress(), run.progress());
}

#[test]
fn nothing_is_overwritten() {
    let base = tempfile::tempdir().unwrap();
    let folder = base.path().join("run");
    play::<Hexflip>(SPSA, &folder, 2, None);
    let before = content(&folder);
    let refused = |text: &str, resume: bool, part: &str| {
        let error = open::<Hexflip>(text, &folder, resume)
            .unwrap_err()
            .to_string();
        assert!(error.contains(part), "{error}");
        assert_eq!(content(&folder), before);
    };
    refused(SPSA, false, "--resume");
    refused(
        &SPSA.replace("steps = 8", "steps = 9"),
        true,
        "another configuration",
    );
    // The configuration is the same, but the checkpoint is another run's.
    let mut damaged = before["checkpoint"].clone();
    damaged[9] ^= 1;
    fs::write(folder.join("checkpoint"), &damaged).unwrap();
    let error = open::<Hexflip>(SPSA, &folder, true)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("another configuration, of other weights"),
        "{error}"
    );
    // An invalid run is rejected before its folder is created.
    let fresh = base.path().join("fresh");
    let few = SPSA.replace("games = 40", "games = 40\nopening_turns = 1");
    let error = open::<Hexflip>(&few, &fresh, false)
        .unwrap_err()
        .to_string();
    assert!(error.contains("opening_turns"), "{error}");
    assert!(!fresh.exists());
}

#[test]
fn spoiled_weights_are_found_again() {
    let text = r#"
name = "spoiled"
game = "hexflip"
seed = 2
agents = ["greedy"]
opening_turns = 4
tune = ["line_xx-_*"]
start = { "line_xx-_early" = -200, "line_xx-_late" = -200 }
check = { every = 0, pairs = 0 }
spsa = { steps = 300, pairs = 24, c = 10, a = 400 }
"#;
    let folder = tempfile::tempdir().unwrap();
    let mut run: Run<Hexflip> = open(text, &folder.path().join("run"), false).unwrap();
    assert!(
        run.tune(&resources(2, &Stop::new(), None), &mut |_| ())
            .unwrap()
    );
    let (mut before, mut after) = (0.0, 0.0);
    for (parameter, value) in run.space().parameters().iter().zip(run.best()) {
        let right = f64::from(run.space().base().get(&parameter.name).unwrap());
        let (was, is) = ((parameter.start - right).abs(), (value - right).abs());
        assert!(
            is < 0.65 * was,
            "{}: {value}, which was {right}",
            parameter.name
        );
        before += was;
        after += is;
    }
    assert!(after < before / 2.0, "{before} {after}");
}

/// The opening of each schedule in a folder's record files.
fn schedules(folder: &Path) -> Vec<String> {
    let records = content(folder).into_keys();
    let records = records.filter(|name| name.ends_with(".flip"));
    records
        .map(|name| {
            let reader = Reader::open(folder.join(name)).unwrap();
            reader.header().schedule.clone()
        })
        .collect()
}

#[test]
fn agents_make_the_turns_that_a_rule_concerns() {
    let base = tempfile::tempdir().unwrap();
    let at = |name: &str| base.path().join(name);
    let rules = |text: &str, rules: &str| {
        text.replace("seed = 5", &format!("seed = 5\nrules = \"{rules}\""))
    };
    let swap = rules(SPSA, "swap=on");
    play::<Hexflip>(&swap, &at("swap"), 2, None);
    for schedule in schedules(&at("swap")) {
        assert!(schedule.contains("opening=agents:2:random:3"), "{schedule}");
    }
    let first = rules(REGRESSION, "first_place=2");
    play::<Hexflip>(&first, &at("first"), 2, None);
    for schedule in schedules(&at("first")) {
        assert!(schedule.contains("opening=agents:1:random:4"), "{schedule}");
    }
    check_bytes::<Hexflip>(&swap, 5);
    // No random turns are left to draw.
    let none = rules(SPSA, "swap=on").replace("opening_turns = 3", "opening_turns = 0");
    let error = open::<Hexflip>(&none, &at("none"), false).unwrap_err();
    assert!(error.to_string().contains("opening_turns"), "{error}");
    assert!(!at("none").exists());
}
