//! The end of a game: repetitions and counted moves along its main line, and the outcome of the last position.

use crate::{
    game::Cursor,
    rules::{
        ByColor, Color, Outcome, Position,
        outcome::{FIFTY_MOVES, SEVENTY_FIVE_MOVES},
        variant::VariantPosition,
    },
};

/// Positions further apart than this are not compared. FIDE 9.6.2 ends a game after 150 plies without progress; an endless
/// one must not cost the square of its length.
const FARTHEST_REPETITION: usize = 1024;

/// The plies after which a game could have been drawn, or was.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Draws {
    /// A position occurred for the third time.
    pub threefold: Option<u32>,
    /// A position occurred for the fifth time.
    pub fivefold: Option<u32>,
    /// Fifty moves without capture or pawn move were complete.
    pub fifty: Option<u32>,
    /// Seventy-five moves without capture or pawn move were complete.
    pub seventy_five: Option<u32>,
}

/// The result of a replay. Plies are counted from one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ending {
    /// How many plies were played.
    pub plies: u32,
    /// Whether every move that is written was played.
    pub whole: bool,
    /// The outcome of the last position.
    pub outcome: Option<Outcome>,
    /// The side to move in the last position.
    pub turn: Option<Color>,
    /// Whether each side still has the material to mate.
    pub can_mate: ByColor<bool>,
    /// The ply after which neither side could mate any more.
    pub dead: Option<u32>,
    /// Repetitions and counted moves.
    pub draws: Draws,
    /// Whether the side to move could mate at once; `false` unless it was looked for.
    pub mate_in_one: bool,
}

impl<T: Default + Clone> Cursor<T> {
    /// Notes repetitions and counted moves after the last move of the main line.
    pub(super) fn look_back(&mut self, halfmoves: u32) {
        let now = self.steps.len();
        let reach = (halfmoves as usize).min(now).min(FARTHEST_REPETITION);
        // Four reversible plies are the least that can repeat anything.
        let earlier = (4..=reach).step_by(2);
        let times = 1 + earlier.filter(|back| self.steps[now - back].key == self.key).count();
        if times >= 3 && !self.passed {
            self.draws.threefold.get_or_insert(self.ply);
            if times >= 5 {
                self.draws.fivefold.get_or_insert(self.ply);
            }
        }
        // Mate and stalemate end the game at once, whatever was counted. FIDE 9.6.2
        let counts = |position: &VariantPosition| position.rules().settings().n_move_rule == 50;
        if halfmoves >= FIFTY_MOVES
            && self.position.variant().is_none_or(counts)
            && self.position.has_legal_move()
        {
            self.draws.fifty.get_or_insert(self.ply);
            if halfmoves >= SEVENTY_FIVE_MOVES {
                self.draws.seventy_five.get_or_insert(self.ply);
            }
        }
    }

    /// The ending of the main line.
    pub fn ending(&self) -> Ending {
        let times = if self.passed { 1 } else { self.occurrences() };
        Ending {
            plies: self.ply,
            whole: !self.stuck,
            outcome: if self.stuck { None } else { self.position.outcome(times) },
            turn: Some(self.position.turn()),
            can_mate: ByColor {
                white: self.position.can_win(Color::White),
                black: self.position.can_win(Color::Black),
            },
            dead: self.dead_since(),
            draws: self.draws,
            mate_in_one: false,
        }
    }

    /// How often the position at the end of the main line occurred since the last capture or pawn move.
    fn occurrences(&self) -> usize {
        let reach = (self.position.halfmoves() as usize).min(FARTHEST_REPETITION);
        let since = self.steps.iter().rev().take(reach);
        1 + since.filter(|step| step.key == self.key).count()
    }

    /// Once dead, always dead: only if the last position is, all others are looked at. After a null move
    /// the moves alone do not lead there.
    fn dead_since(&self) -> Option<u32> {
        if !self.position.is_dead() {
            return None;
        }
        if self.passed {
            return Some(self.ply);
        }
        let mut position = self.start.clone();
        let mut ply = 0;
        for mv in self.moves() {
            if position.is_dead() {
                break;
            }
            position.play_unchecked(mv);
            ply += 1;
        }
        Some(ply)
    }
}

/// Positions share a slot whose keys end in the same eight bits.
const SLOTS: usize = 256;

/// When positions were last on the board, by a part of their keys.
#[derive(Debug, Clone)]
pub(super) struct Recent {
    /// When a position of each slot was last met.
    last: [u32; SLOTS],
    now: u32,
}

impl Recent {
    /// Nothing has been met.
    pub(super) fn new() -> Self {
        Self { last: [0; SLOTS], now: 0 }
    }

    /// Notes a position, one ply after the last. `false` if none with the same key was met within `halfmoves` plies; `true`
    /// may be a coincidence. What an earlier game left does no harm, so it need not be cleared.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "only the last bits count")]
    pub(super) fn meet(&mut self, key: u64, halfmoves: u32) -> bool {
        self.now = self.now.wrapping_add(1);
        let last = &mut self.last[key as usize % SLOTS];
        let ago = self.now.wrapping_sub(std::mem::replace(last, self.now));
        ago <= halfmoves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_that_came_back_is_never_called_new() {
        let mut recent = Recent::new();
        let mut met: Vec<u64> = Vec::new();
        for step in 0..5000_u64 {
            let key = step.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40 & 0x3ff;
            let reach = u32::try_from(step % 40).unwrap();
            let came_back = met.iter().rev().take(reach as usize).any(|&earlier| earlier == key);
            assert!(recent.meet(key, reach) || !came_back, "{step}");
            met.push(key);
        }
    }

    #[test]
    fn most_new_positions_are_known_to_be_new() {
        let mut recent = Recent::new();
        let guesses = (1..=2000_u64)
            .filter(|step| recent.meet(step.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8, 10))
            .count();
        assert!(guesses < 200, "{guesses}");
    }
}
