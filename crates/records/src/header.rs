//! The header: the data common to all games of a file.

use flipside_rules::hash::mix;
use flipside_rules::{Game, GameKind, RuleSet, RulesError, UnknownGame, hash};
use serde::{Deserialize, Serialize};

use crate::end::RULE_REASONS;
use crate::frame::{HEAD, Head, Kind};
use crate::{Fault, prelude};

/// Maximum number of games per block.
const MAX_GAMES_PER_BLOCK: u32 = 4096;

/// The data common to all games of a file: the configuration of the experiment.
///
/// Two files whose headers are equal, and so have the same [`Header::fingerprint`], belong to the
/// same experiment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The game's name, [`Game::NAME`].
    pub game: String,
    /// The rule set's name, [`RuleSet::name`].
    pub rules: String,
    /// The content of the file that the rule set refers to, if it is not built in
    /// ([`RuleSet::attachment`]).
    pub rules_attachment: Option<String>,
    /// Names of the reasons for which the rules end a game, in the order of [`Game::REASONS`].
    pub reasons: Vec<String>,
    /// Normalised specs of the agents. Players are indices of this list.
    pub agents: Vec<String>,
    /// Behaviour version, increased when the same specs play differently.
    pub behaviour: u32,
    /// Seed of the experiment; `None` if the seeds of games are unrelated.
    pub seed: Option<u64>,
    /// The schedule, in canonical form.
    pub schedule: String,
    /// Games per block, 1 to 4096. The last block may have fewer.
    pub games_per_block: u32,
}

impl Header {
    /// The default number of games per block.
    pub const GAMES_PER_BLOCK: u32 = 256;

    /// A header for the game `G` under a rule set, without agents and seed.
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
    /// If this program does not have it.
    pub fn kind(&self) -> Result<GameKind, HeaderError> {
        Ok(self.game.parse::<GameKind>()?)
    }

    /// The rule set, for the game `G`.
    ///
    /// # Errors
    /// If the header is for another game, or the game does not have the rule set or a reason.
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
                .ok_or_else(|| "the header of the record does not contain it".to_string())
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

    /// The hash of the header's bytes, equal for equal headers. It is stored with them.
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
            return Err(damaged("the fingerprint of the header does not match"));
        }
        let (header, rest) = postcard::take_from_bytes::<Self>(fields)
            .map_err(|_| damaged("the header cannot be decoded"))?;
        if !rest.is_empty() {
            return Err(damaged("unused bytes at the end of the header"));
        }
        header.check()?;
        Ok(header)
    }
}

/// The seed of a game: a pure function of the experiment's seed and the game's number.
///
/// `mix(mix(experiment_seed) ^ game)`, where mix is the bijection of [`flipside_rules::hash`], so all
/// games of an experiment have different seeds. The function is part of the record format, which
/// omits seeds that follow from it.
#[must_use]
pub const fn game_seed(experiment_seed: u64, game: u64) -> u64 {
    mix(mix(experiment_seed) ^ game)
}

/// An error in a header.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// The game is unknown.
    #[error("unknown game in the header: {0}")]
    UnknownGame(#[from] UnknownGame),
    /// The header is for another game.
    #[error("the games are of {found}: expected {wanted}")]
    OtherGame {
        /// The game in the header.
        found: String,
        /// The expected game.
        wanted: &'static str,
    },
    /// The rule set is invalid.
    #[error("the header's rules: {0}")]
    Rules(#[from] RulesError),
    /// The name of the rule set is not canonical.
    #[error("the header's rules `{found}` must be written `{right}`")]
    RulesName {
        /// The name in the header.
        found: String,
        /// The canonical name.
        right: String,
    },
    /// The reasons are not those of the game.
    #[error(
        "the header's reasons ({found}) are not those of the game in this program; the file may be \
         from a newer version"
    )]
    Reasons {
        /// The reasons in the header.
        found: String,
    },
    /// The number of games per block is out of range.
    #[error("invalid number of games per block {0}: expected 1 to {MAX_GAMES_PER_BLOCK}")]
    GamesPerBlock(u32),
    /// The header is too large.
    #[error("the header takes {length} bytes, more than a megabyte; use fewer agents")]
    TooLarge {
        /// The length.
        length: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_is_fixed_for_good() {
        assert_eq!(game_seed(0, 0), mix(0xE220_A839_7B1D_CDAF));
        assert_ne!(game_seed(1, 0), game_seed(0, 1));
    }
}
