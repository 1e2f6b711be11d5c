//! A game so far: the position it began with, the moves made, and what their sequence decides.

use crate::rules::{
    Claim, Move, Outcome, Position,
    outcome::{claims, outcome},
};

/// Positions and the moves between them.
#[derive(Debug, Clone)]
pub struct History<P> {
    /// One more than moves; the first is where the game began.
    positions: Vec<P>,
    moves: Vec<Move>,
}

impl<P: Position> History<P> {
    /// A game that begins here.
    pub fn new(start: P) -> Self {
        Self { positions: vec![start], moves: Vec::new() }
    }

    /// Where it began.
    pub fn start(&self) -> &P {
        &self.positions[0]
    }

    /// Where it stands.
    pub fn position(&self) -> &P {
        &self.positions[self.moves.len()]
    }

    /// Where it stood after so many half-moves.
    pub fn position_at(&self, ply: usize) -> Option<&P> {
        self.positions.get(ply)
    }

    /// The moves made.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The last move.
    pub fn last_move(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// Plays a legal move.
    pub fn play_unchecked(&mut self, mv: Move) {
        let mut next = self.position().clone();
        next.play_unchecked(mv);
        self.moves.push(mv);
        self.positions.push(next);
    }

    /// Takes the last move back, if there is one.
    pub fn take_back(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// How often the present position has stood on the board with the same player to move.
    pub fn occurrences(&self) -> usize {
        self.occurrences_at().len()
    }

    /// The half-moves after which the present position stood on the board.
    pub fn occurrences_at(&self) -> Vec<usize> {
        let now = self.moves.len();
        let key = self.position().repetition_key();
        // A capture or pawn move cannot be undone: nothing before it can be the same.
        let reach = usize::try_from(self.position().halfmoves()).unwrap_or(usize::MAX);
        let first = now.saturating_sub(reach);
        (first..=now).filter(|&ply| self.positions[ply].repetition_key() == key).collect()
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        outcome(self.position(), self.occurrences())
    }

    /// The draws that the player to move may claim without making a move.
    pub fn claims(&self) -> Vec<Claim> {
        claims(self.position().halfmoves(), self.occurrences()).collect()
    }
}
