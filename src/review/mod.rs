//! A game gone over after it was played: an engine judges every position, and each move is measured by the winning chances that it
//! loses.

mod annotate;
mod judgement;
mod options;
mod report;

use crate::game::Game;
use crate::notation::{numbered, write_san};
use crate::players::{Analysis, EngineError, MoveRequest, Player, Score, Stop};
use crate::rules::{AnyMove, AnyPosition, Chess, Color, History, Outcome, Position};

pub use judgement::{Judgement, accuracy, chances};
pub use options::ReviewOptions;

/// No more of a better line is shown.
const LINE_PLIES: usize = 8;

/// A game with a judgement of each of its moves.
#[derive(Debug, Clone)]
pub struct Review {
    game: Game,
    moves: Vec<ReviewedMove>,
    /// The name of the engine.
    engine: String,
}

/// A move and what it was worth.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewedMove {
    /// The side that made it.
    pub color: Color,
    /// The move with its number: `14. Rfe1`.
    pub numbered: String,
    /// The score before it, for White, if the best move is played.
    pub before: Score,
    /// The score after it, for White.
    pub after: Score,
    /// The winning chances that the mover loses by it, in hundredths.
    pub loss: f64,
    /// The line that is better, with its positions' notation; empty for the best move.
    pub better: Vec<(AnyMove, String)>,
    /// Whether the game is over after it.
    pub is_last: bool,
}

impl ReviewedMove {
    /// What is wrong with the move, if anything.
    pub fn judgement(&self) -> Option<Judgement> {
        Judgement::of_loss(self.loss)
    }
}

impl Review {
    /// Goes over a game; `None` if it is stopped. `progress` receives the number of positions that are judged and of all.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn of(
        game: &Game,
        engine: &mut dyn Player,
        stop: &Stop,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Option<Self>, EngineError> {
        engine.prepare(stop)?;
        let played = game.history();
        let mut line = History::new(played.start().clone());
        let mut analyses = Vec::new();
        for index in 0..=played.moves().len() {
            analyses.push(analysis(&line, engine, stop)?);
            if stop.is_raised() {
                return Ok(None);
            }
            progress(index + 1, played.moves().len() + 1);
            if let Some(&mv) = played.moves().get(index) {
                line.play_unchecked(mv);
            }
        }
        let moves = reviewed_moves(&played, &analyses);
        Ok(Some(Self { game: game.clone(), moves, engine: engine.name() }))
    }

    /// The moves with what they were worth.
    pub fn moves(&self) -> &[ReviewedMove] {
        &self.moves
    }

    /// The accuracy of a side: the mean of its moves.
    pub fn accuracy(&self, color: Color) -> Option<f64> {
        let (mut sum, mut count) = (0.0, 0_u32);
        for reviewed in self.moves.iter().filter(|reviewed| reviewed.color == color) {
            sum += accuracy(reviewed.loss);
            count += 1;
        }
        (count > 0).then(|| sum / f64::from(count))
    }

    /// How many moves of a side are of this kind.
    pub fn count(&self, color: Color, judgement: Judgement) -> usize {
        let of_side = self.moves.iter().filter(|reviewed| reviewed.color == color);
        of_side.filter(|reviewed| reviewed.judgement() == Some(judgement)).count()
    }

    /// The index of the move that loses most, if any is a mistake or worse.
    pub fn turning_point(&self) -> Option<usize> {
        let mistakes = self.moves.iter().enumerate().filter(|(_, reviewed)| {
            reviewed.judgement().is_some_and(|judgement| judgement >= Judgement::Mistake)
        });
        let worst = mistakes.max_by(|(_, a), (_, b)| a.loss.total_cmp(&b.loss));
        worst.map(|(index, _)| index)
    }

    /// The position after this many plies.
    fn position_after(&self, plies: usize) -> AnyPosition {
        let start = self.game.start.position().unwrap_or_else(|| Chess::start().into());
        let history = self.game.history();
        history.moves().iter().take(plies).fold(start, |position, &mv| position.after(mv))
    }
}

/// The judgement of a position: by the rules where the game is over, else by the engine.
fn analysis(
    line: &History<AnyPosition>,
    engine: &mut dyn Player,
    stop: &Stop,
) -> Result<Analysis, EngineError> {
    let turn = line.position().turn();
    let score = match line.outcome().map(Outcome::winner) {
        Some(Some(winner)) if winner == turn => Score::mates_after(0),
        Some(Some(_)) => Score::mated_after(0),
        Some(None) => Score::DRAW,
        None => {
            let (clocks, draw_offered, draw_claimable) = (None, false, false);
            let request = MoveRequest { game: line.clone(), clocks, draw_offered, draw_claimable };
            return engine.analyse(&request, stop);
        }
    };
    Ok(Analysis { score, pv: Vec::new() })
}

fn reviewed_moves(played: &History<AnyPosition>, analyses: &[Analysis]) -> Vec<ReviewedMove> {
    let mut position = played.start().clone();
    let mut reviewed = Vec::new();
    for (pair, &mv) in analyses.windows(2).zip(played.moves()) {
        let [before, after] = pair else { continue };
        let next = position.after(mv);
        reviewed.push(reviewed_move(&position, mv, before, after, next.turn()));
        position = next;
    }
    reviewed
}

fn reviewed_move(
    position: &AnyPosition,
    mv: AnyMove,
    before: &Analysis,
    after: &Analysis,
    next_turn: Color,
) -> ReviewedMove {
    let color = position.turn();
    let is_best = before.pv.first() == Some(&mv);
    let own_after = after.score.for_white(next_turn).for_white(color);
    let lost = chances(before.score) - chances(own_after);
    ReviewedMove {
        color,
        numbered: numbered(position, &write_san(position, mv)),
        before: before.score.for_white(color),
        after: own_after.for_white(color),
        loss: if is_best { 0.0 } else { lost.max(0.0) },
        better: if is_best { Vec::new() } else { written_line(position, &before.pv) },
        is_last: after.pv.is_empty(),
    }
}

/// The beginning of a line, each move with its notation.
fn written_line(position: &AnyPosition, pv: &[AnyMove]) -> Vec<(AnyMove, String)> {
    let mut position = position.clone();
    let mut line = Vec::new();
    for &mv in pv.iter().take(LINE_PLIES) {
        // The line of an external engine may be wrong.
        if !position.is_legal(mv) {
            break;
        }
        line.push((mv, write_san(&position, mv)));
        position = position.after(mv);
    }
    line
}
