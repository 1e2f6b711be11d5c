//! What an engine is asked, in the words that both protocols share.

use std::time::Duration;

use crate::notation::coordinate::{CastlingStyle, style_for, written};
use crate::notation::fen;
use crate::players::{Effort, MoveRequest, TimeLeft};
use crate::rules::{Chess, Color, Position};
#[cfg(test)]
use crate::{notation::coordinate::resolve, rules::AnyPosition};

/// Kept back from the clock an engine is told about: a move needs time to get here.
const OVERHEAD: Duration = Duration::from_millis(20);

/// Beyond its clock an engine is left this long before it is told to move.
const GRACE: Duration = Duration::from_secs(1);

/// The same beyond a fixed time for the move.
const FIXED_TIME_GRACE: Duration = Duration::from_secs(5);

/// Depth and nodes say nothing about time; nobody waits longer than this.
const LONGEST: Duration = Duration::from_mins(10);

/// A request in the engine's words.
#[derive(Debug)]
pub(super) struct Question<'a> {
    /// What the table asks.
    pub(super) request: &'a MoveRequest,
    /// Where the game began, unless in the usual place.
    pub(super) fen: Option<String>,
    /// Every move since.
    pub(super) moves: Vec<String>,
    /// How castling is written in this game.
    pub(super) style: CastlingStyle,
    /// How long to think when no clock runs.
    pub(super) effort: Effort,
}

impl<'a> Question<'a> {
    pub(super) fn new(request: &'a MoveRequest, effort: Effort) -> Self {
        let style = style_for(&request.start);
        let text = fen::write(&request.start);
        let fen = (text != fen::write(&Chess::start())).then_some(text);
        let moves = request.moves.iter().map(|&mv| written(mv, style).to_string()).collect();
        Self { request, fen, moves, style, effort }
    }

    /// Who is asked.
    pub(super) fn side(&self) -> Color {
        self.request.position.turn()
    }

    /// The time a side has, without what is kept back; never nothing.
    pub(super) fn clock(&self, side: Color) -> Option<TimeLeft> {
        let clock = self.request.clocks?[side];
        let remaining = clock.remaining.saturating_sub(OVERHEAD).max(Duration::from_millis(1));
        Some(TimeLeft { remaining, ..clock })
    }

    /// How long to wait for the move.
    pub(super) fn patience(&self) -> Duration {
        match (self.request.clocks, self.effort) {
            (Some(clocks), _) => clocks[self.side()].remaining + GRACE,
            (None, Effort::Time(time)) => time + FIXED_TIME_GRACE,
            (None, Effort::Depth(_) | Effort::Nodes(_)) => LONGEST,
        }
    }
}

/// A question after these moves, without clocks.
#[cfg(test)]
pub(super) fn asked(start: &Chess, moves: &[&str]) -> MoveRequest {
    let start = AnyPosition::from(start.clone());
    let (mut position, mut played) = (start.clone(), Vec::new());
    for text in moves {
        let mv = resolve(text, &position).expect(text);
        position.play_unchecked(mv);
        played.push(mv);
    }
    MoveRequest {
        start,
        moves: played,
        position,
        clocks: None,
        draw_offered: false,
        draw_claimable: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ByColor;

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn the_whole_game_is_told() {
        let request = asked(&Chess::start(), &["e2e4", "e7e5", "e1e2"]);
        let question = Question::new(&request, Effort::default());
        assert_eq!(question.fen, None);
        assert_eq!(question.moves, ["e2e4", "e7e5", "e1e2"]);
        assert_eq!(question.side(), Color::Black);
        assert_eq!(question.patience(), ms(6000));
    }

    #[test]
    fn a_little_of_the_clock_is_kept_back_but_never_all() {
        let side =
            |count| TimeLeft { remaining: ms(count), increment: ms(100), moves_to_go: Some(40) };
        let clocks = Some(ByColor { white: side(10_000), black: side(5) });
        let request = MoveRequest { clocks, ..asked(&Chess::start(), &[]) };
        let question = Question::new(&request, Effort::Depth(3));
        assert_eq!(question.clock(Color::White).map(|clock| clock.remaining), Some(ms(9_980)));
        assert_eq!(question.clock(Color::Black).map(|clock| clock.remaining), Some(ms(1)));
        assert_eq!(question.patience(), ms(11_000));
    }
}
