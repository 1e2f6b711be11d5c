//! A player of a match: how it is started, and what it is called.

use crate::notation::TimeControl;
use crate::players::{
    BuiltInPlayer, Effort, EngineCommand, EngineError, ExternalEngine, Player, PlayerSpec,
    RandomPlayer,
};

/// Deeper than any search with a clock.
const ANY_DEPTH: u16 = 99;

/// How long the players may think.
#[derive(Debug, Clone, PartialEq)]
pub enum Pace {
    /// The same for every move, unless a player has a limit of its own.
    PerMove(Effort),
    /// Both have a clock.
    Clock(TimeControl),
}

/// A player of a match before it is started.
#[derive(Debug, Clone)]
pub struct Contestant {
    spec: PlayerSpec,
}

impl Contestant {
    /// A player as the command line writes it.
    ///
    /// # Errors
    /// One line, if it is a person.
    pub fn new(spec: PlayerSpec) -> Result<Self, String> {
        if spec.is_human() {
            return Err(format!("`{spec}` is a person; a match is played by engines"));
        }
        Ok(Self { spec })
    }

    /// Whether the same process plays all its games.
    pub(super) const fn is_external(&self) -> bool {
        matches!(self.spec, PlayerSpec::Engine(_))
    }

    /// The player. Repeated games need another seed, or they would be the same.
    ///
    /// # Errors
    /// When its command cannot be read.
    pub(super) fn player(
        &self,
        pace: &Pace,
        seed: Option<u64>,
    ) -> Result<Box<dyn Player>, EngineError> {
        Ok(match &self.spec {
            PlayerSpec::BuiltIn(effort) => {
                let effort = effort.unwrap_or_else(|| pace.effort());
                Box::new(BuiltInPlayer::new(effort, seed, true))
            }
            PlayerSpec::Engine(command) => {
                Box::new(ExternalEngine::of_command(command, pace.effort())?)
            }
            PlayerSpec::Random | PlayerSpec::Human(_) => {
                Box::new(RandomPlayer::new(seed.unwrap_or_default()))
            }
        })
    }

    /// The name of the player once it is ready, with the options that make it another player.
    pub(super) fn name(&self, player: &dyn Player, pace: &Pace) -> String {
        let name = match (&self.spec, pace) {
            (PlayerSpec::BuiltIn(None), Pace::Clock(_)) => "arbiter".to_owned(),
            _ => player.name(),
        };
        let command = match &self.spec {
            PlayerSpec::Engine(command) => EngineCommand::parse(command).ok(),
            PlayerSpec::BuiltIn(_) | PlayerSpec::Random | PlayerSpec::Human(_) => None,
        };
        let options = command.map(|command| command.options).unwrap_or_default();
        let options: Vec<_> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        if options.is_empty() { name } else { format!("{name} ({})", options.join(", ")) }
    }
}

impl Pace {
    /// The limit of a player that has none of its own.
    fn effort(&self) -> Effort {
        match self {
            Self::PerMove(effort) => *effort,
            Self::Clock(_) => Effort::Depth(ANY_DEPTH),
        }
    }
}
