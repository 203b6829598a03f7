//! The conformance suite detects faults: a correct game passes, and the same game with one planted
//! fault fails.

use flipside_rules::Hexflip;
use flipside_rules::hexflip::{self, IllegalTurn, Position, Rules, Turn};
use flipside_rules::{
    ForFirst, Game, Notation, Outcome, Reason, RuleSet, Seat, Symmetric, Symmetry, TurnCodec,
};
use flipside_rules::{TurnTextError, no_attachments};
use flipside_testkit::conformance::{Suite, Violation};

/// Hexflip with fault number `F`.
#[derive(Debug)]
struct Faulty<const F: u8>(Hexflip);

const NONE: u8 = 0;
const LISTS_TOO_FEW: u8 = 1;
const LISTS_TWICE: u8 = 2;
const LISTS_ILLEGAL: u8 = 3;
const COUNTS_WRONG: u8 = 4;
const CLEARS_LIST: u8 = 5;
const ALLOWS_ILLEGAL: u8 = 6;
const PICKS_BIASED: u8 = 7;
const PICKS_ILLEGAL: u8 = 8;
const TEXT_OF_ANOTHER: u8 = 9;
const BYTES_OF_ANOTHER: u8 = 10;
const BYTES_LEFT_OVER: u8 = 11;
const PLAYS_BEFORE_IT_CHECKS: u8 = 12;
const PLAYS_ANOTHER: u8 = 13;
const TURNS_NOT_MOVED: u8 = 14;
const POSITIONS_NOT_MOVED: u8 = 15;
const NEVER_CANONICAL: u8 = 16;
const ONE_HASH: u8 = 17;
const NO_HISTORY: u8 = 18;
const NEVER_OVER: u8 = 19;
const UNKNOWN_REASON: u8 = 20;
const HAS_NO_MARGIN: u8 = 21;
const CLONES_RULES_ONLY: u8 = 22;
const READS_ONE_POSITION: u8 = 23;
const CANONICAL_BY_ANOTHER_WAY: u8 = 24;
const LAST: u8 = CANONICAL_BY_ANOTHER_WAY;

impl<const F: u8> Clone for Faulty<F> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        if F != CLONES_RULES_ONLY {
            self.0.clone_from(&source.0);
        }
    }
}

impl<const F: u8> Game for Faulty<F> {
    type Rules = Rules;
    type Position = Position;
    type Turn = Turn;
    type IllegalTurn = IllegalTurn;

    const NAME: &'static str = "faulty";
    const REASONS: &'static [Reason] = Hexflip::REASONS;
    const HAS_MARGIN: bool = false;

    fn new(rules: Rules) -> Self {
        Self(Hexflip::new(rules))
    }
    fn from_position(rules: Rules, position: Position) -> Self {
        Self(Hexflip::from_position(rules, position))
    }
    fn rules(&self) -> &Rules {
        self.0.rules()
    }
    fn position(&self) -> &Position {
        self.0.position()
    }
    fn to_move(&self) -> Seat {
        self.0.to_move()
    }
    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.0.outcome()?;
        match F {
            NEVER_OVER => None,
            UNKNOWN_REASON => Some(Outcome {
                reason: Reason("weather"),
                ..outcome
            }),
            _ => Some(outcome),
        }
    }
    fn margin(&self) -> Option<ForFirst<i32>> {
        (F == HAS_NO_MARGIN).then_some(ForFirst(1))
    }
    fn turns_into(&self, turns: &mut Vec<Turn>) {
        if F == CLEARS_LIST {
            turns.clear();
        }
        let before = turns.len();
        self.0.turns_into(turns);
        if turns.len() > before {
            match F {
                LISTS_TOO_FEW => turns.truncate(turns.len() - 1),
                LISTS_TWICE => turns.push(turns[before]),
                LISTS_ILLEGAL => turns.push(Turn::SWAP),
                _ => {}
            }
        }
    }
    fn count_turns(&self) -> u64 {
        match F {
            COUNTS_WRONG => self.0.count_turns() + 1,
            LISTS_TOO_FEW | LISTS_TWICE | LISTS_ILLEGAL => self.turns().len() as u64,
            _ => self.0.count_turns(),
        }
    }
    fn pick_turn(&self, mut choose: impl FnMut(u32) -> u32) -> Option<Turn> {
        match F {
            PICKS_BIASED => self.0.pick_turn(|n| choose(n + 1) % n),
            PICKS_ILLEGAL => self.0.pick_turn(choose).map(|_| Turn::SWAP),
            _ => self.0.pick_turn(choose),
        }
    }
    fn check(&self, turn: Turn) -> Result<(), IllegalTurn> {
        match F {
            ALLOWS_ILLEGAL if turn.places().count_ones() == 2 => Ok(()),
            _ => self.0.check(turn),
        }
    }
    fn play(&mut self, turn: Turn) -> Result<(), IllegalTurn> {
        let checked = self.check(turn);
        let places_on_empty_points = turn.places() & self.position().occupied() == 0;
        let few = self.position().hand(self.to_move()) >= 3;
        match (F, checked) {
            (PLAYS_BEFORE_IT_CHECKS, Err(error))
                if turn.places() != 0 && places_on_empty_points && few =>
            {
                self.0.play_unchecked(turn);
                Err(error)
            }
            (_, Err(error)) => Err(error),
            (PLAYS_ANOTHER, Ok(())) => {
                self.0.play_unchecked(self.turns()[0]);
                Ok(())
            }
            (_, Ok(())) => {
                self.0.play_unchecked(turn);
                Ok(())
            }
        }
    }
    fn play_unchecked(&mut self, turn: Turn) {
        self.0.play_unchecked(turn);
    }
    fn turns_before_history_matters(&self) -> u32 {
        match F {
            NO_HISTORY => u32::MAX,
            _ => self.0.turns_before_history_matters(),
        }
    }
    fn position_hash(position: &Position) -> u64 {
        match F {
            ONE_HASH => 1,
            _ => position.hash(),
        }
    }
}

impl<const F: u8> Notation for Faulty<F> {
    type PositionError = hexflip::PositionError;

    fn parse_position(rules: &Rules, text: &str) -> Result<Position, hexflip::PositionError> {
        match F {
            READS_ONE_POSITION => Ok(Position::start(rules)),
            _ => Position::parse(rules, text),
        }
    }
    fn position_text(&self) -> String {
        self.0.position_text()
    }
    fn parse_turn(&self, text: &str) -> Result<Turn, TurnTextError> {
        Turn::parse(text)
    }
    fn turn_text(&self, turn: Turn) -> String {
        match F {
            TEXT_OF_ANOTHER => Turn::place(1).unwrap_or(turn).to_string(),
            _ => turn.to_string(),
        }
    }
    fn drawing(&self) -> String {
        self.0.drawing()
    }
}

impl<const F: u8> TurnCodec for Faulty<F> {
    fn encode_turn(turn: Turn, bytes: &mut Vec<u8>) {
        match F {
            BYTES_OF_ANOTHER => bytes.push(0),
            _ => Hexflip::encode_turn(turn, bytes),
        }
    }
    fn decode_turn(bytes: &mut &[u8]) -> Option<Turn> {
        let whole = *bytes;
        let turn = Hexflip::decode_turn(bytes);
        if F == BYTES_LEFT_OVER {
            *bytes = whole;
        }
        turn
    }
}

impl<const F: u8> Symmetric for Faulty<F> {
    fn symmetries(rules: &Rules) -> Vec<Symmetry> {
        Hexflip::symmetries(rules)
    }
    fn transform_position(symmetry: Symmetry, position: &Position) -> Position {
        match F {
            POSITIONS_NOT_MOVED => *position,
            _ => Hexflip::transform_position(symmetry, position),
        }
    }
    fn transform_turn(symmetry: Symmetry, turn: Turn) -> Turn {
        match F {
            TURNS_NOT_MOVED => turn,
            _ => Hexflip::transform_turn(symmetry, turn),
        }
    }
    fn canonical(rules: &Rules, position: &Position) -> (Position, Symmetry) {
        match F {
            NEVER_CANONICAL => (*position, Symmetry::IDENTITY),
            CANONICAL_BY_ANOTHER_WAY => {
                let (canonical, _) = Hexflip::canonical(rules, position);
                (canonical, Symmetry::IDENTITY)
            }
            _ => Hexflip::canonical(rules, position),
        }
    }
}

fn run<const F: u8>() -> Result<(), Violation> {
    let rules = Rules::parse("hand=3,repetition=2", &no_attachments).unwrap();
    let suite = Suite::<Faulty<F>>::new(rules, |_| Turn::all().collect());
    let suite = suite.preferring(|turn| turn.jumps().is_some()).games(30);
    suite.run().map(|_| ())
}

#[test]
fn a_correct_game_passes() {
    assert_eq!(run::<NONE>(), Ok(()));
}

#[test]
fn every_planted_fault_is_found() {
    let mut found = 0;
    let mut find = |result: Result<(), Violation>, requirement: &str| {
        let violation = result.expect_err(requirement);
        assert!(violation.requirement.contains(requirement), "{violation}");
        found += 1;
    };
    find(run::<LISTS_TOO_FEW>(), "every legal turn is listed");
    find(run::<LISTS_TWICE>(), "listed once");
    find(run::<LISTS_ILLEGAL>(), "that check allows");
    find(run::<COUNTS_WRONG>(), "count_turns");
    find(run::<CLEARS_LIST>(), "turns_into appends");
    find(run::<ALLOWS_ILLEGAL>(), "every legal turn is listed");
    find(run::<PICKS_BIASED>(), "documented distribution");
    find(run::<PICKS_ILLEGAL>(), "returns legal turns only");
    find(
        run::<TEXT_OF_ANOTHER>(),
        "turn round-trips through its text",
    );
    find(run::<BYTES_OF_ANOTHER>(), "round-trips through its bytes");
    find(run::<BYTES_LEFT_OVER>(), "round-trips through its bytes");
    find(run::<PLAYS_BEFORE_IT_CHECKS>(), "leaves the game unchanged");
    find(run::<PLAYS_ANOTHER>(), "equals play_unchecked");
    find(run::<TURNS_NOT_MOVED>(), "commute");
    find(run::<POSITIONS_NOT_MOVED>(), "maps to the canonical");
    find(run::<NEVER_CANONICAL>(), "the same canonical position");
    find(run::<ONE_HASH>(), "different hashes");
    find(run::<NO_HISTORY>(), "history does not matter");
    find(run::<NEVER_OVER>(), "an unfinished game has a turn");
    find(run::<UNKNOWN_REASON>(), "one of its reasons");
    find(run::<HAS_NO_MARGIN>(), "has a margin");
    find(run::<CLONES_RULES_ONLY>(), "clone_from");
    find(
        run::<READS_ONE_POSITION>(),
        "position round-trips through its text",
    );
    find(run::<CANONICAL_BY_ANOTHER_WAY>(), "maps to the canonical");
    assert_eq!(found, LAST);
}

/// Returns the message contains the requirement and everything needed to reproduce the violation.
#[test]
fn a_violation_tells_how_to_repeat_it() {
    let text = run::<NEVER_OVER>().unwrap_err().to_string();
    for part in [
        "violated requirement",
        "has a turn",
        "hand=3,repetition=2",
        "3/4/5/4/3 x 3 3",
        "after: ",
    ] {
        assert!(text.contains(part), "{text}");
    }
}
