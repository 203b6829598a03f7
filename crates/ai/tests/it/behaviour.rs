//! What agents play for a spec and a seed, pinned.

use flipside_ai::{BEHAVIOUR_VERSION, Playable, Stop, StrengthLevels, build};
use flipside_rules::{Hexflip, Sayu, hash};

/// A hash over the turns of some games of an agent against itself.
fn games<G: Playable>(spec: &str) -> u64 {
    let spec = spec.parse().unwrap();
    let mut bytes = Vec::new();
    for seed in 0..4 {
        let mut game = G::new(G::Rules::default());
        let mut agents = [(); 2].map(|()| build::<G>(&spec).unwrap());
        agents[0].begin(2 * seed);
        agents[1].begin(2 * seed + 1);
        while game.outcome().is_none() {
            let turn = agents[game.to_move().index()]
                .choose(&game, &Stop::new())
                .unwrap()
                .turn;
            G::encode_turn(turn, &mut bytes);
            game.play(turn).unwrap();
        }
    }
    hash::bytes(&bytes)
}

/// A hash over the specs behind the levels of a game.
fn levels<G: StrengthLevels>() -> u64 {
    let specs: Vec<&str> = G::levels().collect();
    hash::bytes(specs.join(" ").as_bytes())
}

#[test]
fn agents_play_as_their_behaviour_version_says() {
    let played = [
        games::<Hexflip>("random"),
        games::<Hexflip>("greedy"),
        games::<Hexflip>("uct:nodes=100"),
        games::<Hexflip>("alphabeta:nodes=1000"),
        games::<Sayu>("random"),
        games::<Sayu>("greedy"),
        games::<Sayu>("uct:nodes=20"),
        games::<Sayu>("alphabeta:nodes=100"),
        levels::<Hexflip>(),
        levels::<Sayu>(),
    ];
    // If a change was meant to make agents play differently, raise BEHAVIOUR_VERSION and pin anew:
    // games recorded before and after it must not be pooled.
    let pinned = [
        0x15e5_58ba_43ae_cab8,
        0x3065_f40b_e1cc_53e8,
        0x7303_7e8c_6fb6_d415,
        0x386e_7e13_50f1_0fb4,
        0xbd9b_f5cb_981c_cfe1,
        0x545d_25ba_6bea_5105,
        0xa1fc_e967_ccaf_b1c4,
        0x3054_3d86_daba_a449,
        0x2027_c57d_116d_7ea6,
        0xd6ec_5d3b_0f59_c5c7,
    ];
    assert_eq!((BEHAVIOUR_VERSION, played), (12, pinned), "{played:x?}");
}
