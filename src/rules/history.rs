//! A game so far: its start position, its moves, and the draws that depend on both.

use crate::rules::{AnyMove, AnyPosition, Chess, Outcome, Position};

/// The positions of a game and the moves between them.
#[derive(Debug, Clone)]
pub struct History<P: Position> {
    /// The start position, and the position after each move.
    positions: Vec<P>,
    moves: Vec<P::Move>,
}

impl<P: Position> History<P> {
    /// A game that starts with this position.
    pub fn new(start: P) -> Self {
        Self { positions: vec![start], moves: Vec::new() }
    }

    /// The start position.
    pub fn start(&self) -> &P {
        &self.positions[0]
    }

    /// The current position.
    pub fn position(&self) -> &P {
        &self.positions[self.moves.len()]
    }

    /// The position after this many plies.
    pub fn position_at(&self, ply: usize) -> Option<&P> {
        self.positions.get(ply)
    }

    /// The game from this ply on, if it lasted so long.
    #[must_use]
    pub fn since(&self, ply: usize) -> Option<Self> {
        let (positions, moves) = (self.positions.get(ply..)?, self.moves.get(ply..)?);
        (!positions.is_empty())
            .then(|| Self { positions: positions.to_vec(), moves: moves.to_vec() })
    }

    /// The moves of the game.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// Plays a legal move.
    pub fn play_unchecked(&mut self, mv: P::Move) {
        let mut next = self.position().clone();
        next.play_unchecked(mv);
        self.moves.push(mv);
        self.positions.push(next);
    }

    /// Takes the last move back, if there is one.
    pub fn take_back(&mut self) -> Option<P::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// How often the current position has occurred. FIDE 9.2.3
    pub fn occurrences(&self) -> usize {
        self.occurrences_at().len()
    }

    /// The plies after which the current position occurred, the current one included.
    pub fn occurrences_at(&self) -> Vec<usize> {
        let now = self.moves.len();
        let key = self.position().repetition_key();
        // A capture or pawn move cannot be reversed: no earlier position can be the same.
        let reach = usize::try_from(self.position().halfmoves()).unwrap_or(usize::MAX);
        let first = now.saturating_sub(reach);
        (first..=now).filter(|&ply| self.positions[ply].repetition_key() == key).collect()
    }

    /// The repetition keys of the positions before the current one, oldest first.
    pub fn earlier_keys(&self) -> Vec<u64> {
        self.positions[..self.moves.len()].iter().map(P::repetition_key).collect()
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome(self.occurrences())
    }
}

impl History<AnyPosition> {
    /// The same as a game of chess, if it is one.
    pub fn chess(&self) -> Option<History<Chess>> {
        let positions = self.positions.iter().map(|position| position.chess().cloned());
        let moves = self.moves.iter().map(|mv: &AnyMove| mv.chess());
        Some(History {
            positions: positions.collect::<Option<_>>()?,
            moves: moves.collect::<Option<_>>()?,
        })
    }
}
