//! A game as a client tells it.

use crate::notation::coordinate::{CastlingStyle, resolve, style_for, written};
use crate::notation::fen;
use crate::rules::{Chess, Move, Position};

/// A game as the client tells it.
#[derive(Debug, Clone)]
pub(super) struct Game {
    /// Where it stands.
    pub(super) position: Chess,
    /// The keys of the positions before, oldest first.
    pub(super) history: Vec<u64>,
    style: CastlingStyle,
}

impl Game {
    /// Nothing has been played.
    pub(super) fn start() -> Self {
        Self::at(Chess::start())
    }

    fn at(position: Chess) -> Self {
        let style = style_for(&position);
        Self { position, history: Vec::new(), style }
    }

    /// Reads a position and the moves since.
    ///
    /// # Errors
    /// Says in a sentence why it cannot be played.
    pub(super) fn told(fen: Option<&str>, moves: &[String]) -> Result<Self, String> {
        let mut game = match fen {
            None => Self::start(),
            Some(text) => Self::at(fen::position(text.as_bytes()).map_err(|findings| {
                let reason = findings.first().map_or("", |finding| finding.message.as_str());
                format!("cannot play `{text}`: {reason}")
            })?),
        };
        for text in moves {
            let Some(mv) = resolve(text, &game.position) else {
                return Err(format!("`{text}` is illegal here; the position stays as it was"));
            };
            game.history.push(game.position.repetition_key());
            game.position.play_unchecked(mv);
        }
        Ok(game)
    }

    /// A move as the client reads it; in Chess960 castling is written by the rook's square.
    pub(super) fn write(&self, mv: Move, is_chess960: bool) -> String {
        let style = if is_chess960 { CastlingStyle::KingTakesRook } else { self.style };
        written(mv, style).to_string()
    }
}
