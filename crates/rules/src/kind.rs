//! The dynamic layer: a game chosen by its name at run time.

use alloc::string::{String, ToString};

use crate::{Game, Hexflip, Sayu};

/// The games of this crate, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum GameKind {
    /// [`Hexflip`].
    Hexflip,
    /// [`Sayu`].
    Sayu,
}

impl GameKind {
    /// All games.
    pub const ALL: [Self; 2] = [Self::Hexflip, Self::Sayu];

    /// The name, as on the command line and in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hexflip => Hexflip::NAME,
            Self::Sayu => Sayu::NAME,
        }
    }

    /// The name as a proper noun, for titles.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Hexflip => "Hexflip",
            Self::Sayu => "Sayū",
        }
    }
}

/// Evaluates an expression with a type name standing for the game of a [`GameKind`].
///
/// This is the dynamic layer: everything behind it is generic, with whatever bounds it needs. (A
/// closure cannot be generic, and a visitor's bound would have to be known here.)
///
/// ```
/// use flipside_rules::{Game, GameKind, RuleSet, with_game};
///
/// let kind: GameKind = "sayu".parse()?;
/// let keys = with_game!(kind, G => <G as Game>::Rules::KEYS.len());
/// assert_eq!(keys, 6);
/// # Ok::<(), flipside_rules::UnknownGame>(())
/// ```
#[macro_export]
macro_rules! with_game {
    ($kind:expr, $game:ident => $body:expr) => {
        match $kind {
            $crate::GameKind::Hexflip => {
                type $game = $crate::Hexflip;
                $body
            }
            $crate::GameKind::Sayu => {
                type $game = $crate::Sayu;
                $body
            }
        }
    };
}

impl core::fmt::Display for GameKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// An unknown game name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown game `{0}`: expected {names}", names = GameKind::ALL.map(GameKind::name).join(" or "))]
pub struct UnknownGame(pub String);

impl core::str::FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| UnknownGame(text.to_string()))
    }
}
