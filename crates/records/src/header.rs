//! The header: what all games of a file have in common.

use flipside_rules::{Game, GameKind, RuleSet, RulesError, UnknownGame, hash};
use serde::{Deserialize, Serialize};

use crate::end::RULE_REASONS;
use crate::frame::{HEAD, Head, Kind};
use crate::{Fault, prelude};

/// The most games that a block may have.
const MAX_GAMES_PER_BLOCK: u32 = 4096;

/// What all games of a file have in common: the configuration of the experiment.
///
/// Two files whose headers are equal, and so have the same [`Header::fingerprint`], belong to the
/// same experiment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The game's name, [`Game::NAME`].
    pub game: String,
    /// The rule set's name, [`RuleSet::name`].
    pub rules: String,
    /// The file that the rule set refers to, if it is not built in ([`RuleSet::attachment`]).
    pub rules_attachment: Option<String>,
    /// Names of the reasons for which the rules end a game, in the order of [`Game::REASONS`].
    pub reasons: Vec<String>,
    /// Specs of the agents, normalised; players are places in this list.
    pub agents: Vec<String>,
    /// Behaviour version: raised when the same specs come to play differently.
    pub behaviour: u32,
    /// Seed of the experiment; `None` where the seeds of games are unrelated.
    pub seed: Option<u64>,
    /// How games are scheduled, in canonical form.
    pub schedule: String,
    /// How many games each block has (the last may have fewer): 1 to 4096.
    pub games_per_block: u32,
}

impl Header {
    /// The usual number of games per block.
    pub const GAMES_PER_BLOCK: u32 = 256;

    /// A header for the game `G` under a rule set, without agents and seed yet.
    #[must_use]
    pub fn new<G: Game>(rules: &G::Rules) -> Self {
        Self {
            game: G::NAME.to_string(),
            rules: rules.name(),
            rules_attachment: rules.attachment(),
            reasons: G::REASONS.iter().map(ToString::to_string).collect(),
            agents: Vec::new(),
            behaviour: 0,
            seed: None,
            schedule: String::new(),
            games_per_block: Self::GAMES_PER_BLOCK,
        }
    }

    /// The game.
    ///
    /// # Errors
    /// If it is none that this program has.
    pub fn kind(&self) -> Result<GameKind, HeaderError> {
        Ok(self.game.parse::<GameKind>()?)
    }

    /// The rule set, for the game `G`.
    ///
    /// # Errors
    /// If the header is for another game, or the rule set or a reason is none of this game.
    pub fn rules_of<G: Game>(&self) -> Result<G::Rules, HeaderError> {
        if self.game != G::NAME {
            return Err(HeaderError::OtherGame {
                found: self.game.clone(),
                wanted: G::NAME,
            });
        }
        let known = G::REASONS.iter().map(|reason| reason.0);
        if self.reasons.len() > G::REASONS.len() || !known.zip(&self.reasons).all(|(a, b)| a == b) {
            return Err(HeaderError::Reasons {
                found: self.reasons.join(", "),
            });
        }
        let attached = |_: &str| {
            self.rules_attachment
                .clone()
                .ok_or_else(|| "the record's header does not hold it".to_string())
        };
        let rules = G::Rules::parse(&self.rules, &attached)?;
        if rules.name() != self.rules {
            return Err(HeaderError::RulesName {
                found: self.rules.clone(),
                right: rules.name(),
            });
        }
        Ok(rules)
    }

    /// The hash of the header's bytes, which is stored with them: equal for equal headers.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        hash::bytes(&self.fields())
    }

    /// The bytes of the fields.
    fn fields(&self) -> Vec<u8> {
        // Strings, numbers and lists always have bytes.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    fn check(&self) -> Result<(), HeaderError> {
        if !(1..=MAX_GAMES_PER_BLOCK).contains(&self.games_per_block) {
            return Err(HeaderError::GamesPerBlock(self.games_per_block));
        }
        if self.reasons.len() > usize::from(RULE_REASONS) {
            return Err(HeaderError::Reasons {
                found: self.reasons.join(", "),
            });
        }
        Ok(())
    }

    /// Prelude and header frame.
    pub(crate) fn encode(&self) -> Result<Vec<u8>, HeaderError> {
        self.check()?;
        let mut payload = self.fields();
        let fingerprint = hash::bytes(&payload);
        payload.extend(fingerprint.to_le_bytes());
        if payload.len() > Kind::Header.max_length() {
            return Err(HeaderError::TooLarge {
                length: payload.len(),
            });
        }
        let head = Head::plain(Kind::Header, &payload).encode();
        let mut bytes = Vec::with_capacity(prelude::LENGTH + HEAD + payload.len());
        bytes.extend(prelude::encode());
        bytes.extend(head);
        bytes.extend(payload);
        Ok(bytes)
    }

    /// Reads the payload of the header frame.
    pub(crate) fn decode(payload: &[u8]) -> Result<Self, Fault> {
        let damaged = |what| Fault::Damaged {
            offset: prelude::LENGTH as u64,
            what,
        };
        let (fields, fingerprint) = payload
            .split_last_chunk::<8>()
            .ok_or_else(|| damaged("the header is too short"))?;
        if hash::bytes(fields) != u64::from_le_bytes(*fingerprint) {
            return Err(damaged("the header has another fingerprint than it says"));
        }
        let (header, rest) = postcard::take_from_bytes::<Self>(fields)
            .map_err(|_| damaged("the header cannot be decoded"))?;
        if !rest.is_empty() {
            return Err(damaged("the header has bytes left over"));
        }
        header.check()?;
        Ok(header)
    }
}

/// Why a header cannot be worked with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HeaderError {
    /// A game that this program does not have.
    #[error("the header names a game that this program does not have: {0}")]
    UnknownGame(#[from] UnknownGame),
    /// Another game than the one asked for.
    #[error("the games are of {found}, not of {wanted}")]
    OtherGame {
        /// The game in the header.
        found: String,
        /// The game asked for.
        wanted: &'static str,
    },
    /// The rule set is none of the game.
    #[error("the header's rules: {0}")]
    Rules(#[from] RulesError),
    /// The rule set is named in another than its canonical form.
    #[error("the header's rules `{found}` must be written `{right}`")]
    RulesName {
        /// The name in the header.
        found: String,
        /// The canonical name.
        right: String,
    },
    /// The reasons are not those of the game.
    #[error(
        "the header's reasons ({found}) are not those that this program knows for the game; the \
         file may be from a newer version"
    )]
    Reasons {
        /// The reasons in the header.
        found: String,
    },
    /// The number of games per block is out of range.
    #[error("{0} games per block; there must be 1 to {MAX_GAMES_PER_BLOCK}")]
    GamesPerBlock(u32),
    /// The header takes more space than it may.
    #[error("the header takes {length} bytes, more than a megabyte; name fewer agents")]
    TooLarge {
        /// The length.
        length: usize,
    },
}
