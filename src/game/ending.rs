//! What the replay saw of a game.

use crate::{
    game::Line,
    rules::{
        ByColor, Color, Outcome, Position,
        outcome::{is_dead, outcome},
    },
};

/// What the replay saw of a game. Half-moves are counted from one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ending {
    /// How many half-moves were played.
    pub plies: u32,
    /// Whether every move that is written was played.
    pub whole: bool,
    /// What the last position decides.
    pub outcome: Option<Outcome>,
    /// Who is to move in the last position.
    pub turn: Option<Color>,
    /// Whether each side still has the material to mate.
    pub can_mate: ByColor<bool>,
    /// The half-move after which a position stood for the fifth time.
    pub fivefold: Option<u32>,
    /// The half-move that completed seventy-five moves without capture or pawn move.
    pub seventy_five: Option<u32>,
    /// The half-move after which nobody could mate any more.
    pub dead: Option<u32>,
    /// The half-move after which a position stood for the third time.
    pub threefold: Option<u32>,
    /// The half-move that completed fifty moves without capture or pawn move.
    pub fifty: Option<u32>,
    /// Whether the side to move could mate at once; only asked for if somebody wants to know.
    pub mate_in_one: bool,
}

impl<P: Position> Line<P> {
    /// What there is to say about the main line, which has ended.
    pub fn ending(&self) -> Ending {
        let outcome = if self.stuck { None } else { self.outcome() };
        Ending {
            plies: self.ply,
            whole: !self.stuck,
            outcome,
            turn: Some(self.position.turn()),
            can_mate: ByColor {
                white: self.position.can_mate(Color::White),
                black: self.position.can_mate(Color::Black),
            },
            fivefold: self.fivefold,
            seventy_five: self.seventy_five,
            dead: self.dead_since(),
            threefold: self.threefold,
            fifty: self.fifty,
            mate_in_one: false,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        outcome(&self.position, if self.passed { 1 } else { self.occurrences() })
    }

    /// Once dead, always dead: the last position tells whether to look, and only then all others are looked at; not where somebody
    /// passed, since the moves alone do not lead there.
    fn dead_since(&self) -> Option<u32> {
        if !is_dead(&self.position) {
            return None;
        }
        if self.passed {
            return Some(self.ply);
        }
        let mut position = self.start.clone();
        let mut ply = 0;
        for mv in self.moves() {
            if is_dead(&position) {
                break;
            }
            position.play_unchecked(mv);
            ply += 1;
        }
        Some(ply)
    }
}
