//! How a game is reviewed: by which engine, how long, and where the review goes.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::players::{BuiltInPlayer, Effort, EngineError, ExternalEngine, Player, PlayerSpec};

/// The time for each move, unless another limit is given.
const DEFAULT_EFFORT: Effort = Effort::Time(Duration::from_millis(300));

/// How a game is reviewed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewOptions {
    /// The engine.
    pub engine: PlayerSpec,
    /// The limit of its search of each position, unless the engine has one of its own.
    pub effort: Option<Effort>,
    /// The file for the review: PGN, or a page if its name ends with `.html`.
    pub file: Option<PathBuf>,
    /// Whether the file may exist already, as a page or with games.
    pub is_forced: bool,
}

impl Default for ReviewOptions {
    fn default() -> Self {
        Self { engine: PlayerSpec::BuiltIn(None), effort: None, file: None, is_forced: false }
    }
}

impl ReviewOptions {
    /// The engine, not started yet.
    ///
    /// # Errors
    /// When it is no engine, or its command cannot be read.
    pub fn player(&self) -> Result<Box<dyn Player>, EngineError> {
        let effort = self.effort.unwrap_or(DEFAULT_EFFORT);
        match &self.engine {
            PlayerSpec::BuiltIn(own) => {
                Ok(Box::new(BuiltInPlayer::new(own.unwrap_or(effort), None, false)))
            }
            PlayerSpec::Engine(command) => {
                Ok(Box::new(ExternalEngine::of_command(command, effort)?))
            }
            PlayerSpec::Human(_) | PlayerSpec::Random => {
                Err(EngineError::Other(format!("`{}` cannot judge positions", self.engine)))
            }
        }
    }
}

/// `game.html depth=8 stockfish`, in any order.
impl FromStr for ReviewOptions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut options = Self::default();
        for word in text.split_whitespace() {
            let is_file = [".pgn", ".html", ".htm"].iter().any(|end| word.ends_with(end));
            if word == "--force" {
                options.is_forced = true;
            } else if is_file {
                options.file = Some(PathBuf::from(word));
            } else if let Ok(PlayerSpec::BuiltIn(Some(effort))) = format!("ai:{word}").parse() {
                options.effort = Some(effort);
            } else {
                options.engine = word.parse().map_err(|_| {
                    format!("expected a file (.pgn or .html), depth=N, time=S or an engine, found `{word}`")
                })?;
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_in_any_order() {
        let options: ReviewOptions = "depth=8 game.html stockfish".parse().expect("options");
        assert_eq!(options.file, Some(PathBuf::from("game.html")));
        assert_eq!(options.effort, Some(Effort::Depth(8)));
        assert_eq!(options.engine, PlayerSpec::Engine("stockfish".into()));
        assert_eq!("".parse(), Ok(ReviewOptions::default()));
        assert!("nonsense".parse::<ReviewOptions>().is_err());
    }
}
