//! What the replay saw of a game.

use crate::rules::{ByColor, Color, Outcome};

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
