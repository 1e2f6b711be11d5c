//! What a loss of winning chances means: inaccuracy, mistake or blunder, and the accuracy of a move.

use crate::players::{Score, ScoreKind};

/// How bad a move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// It loses 5 % of the winning chances.
    Inaccuracy,
    /// It loses 10 %.
    Mistake,
    /// It loses 15 %.
    Blunder,
}

impl Judgement {
    /// All of them, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The judgement of a move that loses these winning chances, in hundredths.
    pub fn of_loss(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|judgement| loss >= judgement.least_loss())
    }

    /// The least loss, in hundredths.
    pub const fn least_loss(self) -> f64 {
        match self {
            Self::Inaccuracy => 5.0,
            Self::Mistake => 10.0,
            Self::Blunder => 15.0,
        }
    }

    /// Its number as a glyph in PGN.
    pub const fn glyph(self) -> u16 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// Its sign behind a move.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// How fast the winning chances grow with the score. Games of amateurs on the server Lichess gave this figure.
const STEEPNESS: f64 = 0.003_682_08;

/// The greatest score that counts, in centipawns: beyond it the game is won anyway.
const CEILING: f64 = 1000.0;

/// The winning chances of the side to move with this score, in hundredths.
pub fn chances(score: Score) -> f64 {
    match score.kind() {
        ScoreKind::MatesIn(_) => 100.0,
        ScoreKind::MatedIn(_) => 0.0,
        ScoreKind::Centipawns(points) => {
            let points = f64::from(points).clamp(-CEILING, CEILING);
            100.0 / (1.0 + (-STEEPNESS * points).exp())
        }
    }
}

/// The accuracy of a move that loses these winning chances: 100 for nothing, 64 for ten, 40 for twenty, 0 for eighty.
pub fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.04354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// What accuracy means, for the reader of a review.
pub(super) const DEFINITION: &str = "Accuracy is the mean over the moves of a side: 100 % for a move that keeps all winning chances, \
64 % for one that loses 10 points of them, 40 % for 20 points, nothing for 80 and more. A loss of 5 points is an inaccuracy, of 10 a mistake, of 15 a \
blunder; winning chances are 50 % for an even position, 59 % for a pawn more, 75 % for three.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_have_names() {
        for (loss, judgement) in [
            (0.0, None),
            (4.9, None),
            (5.0, Some(Judgement::Inaccuracy)),
            (10.0, Some(Judgement::Mistake)),
            (15.0, Some(Judgement::Blunder)),
            (100.0, Some(Judgement::Blunder)),
        ] {
            assert_eq!(Judgement::of_loss(loss), judgement, "{loss}");
        }
    }

    #[test]
    fn the_definition_has_the_figures_of_the_formulas() {
        let won = |points| format!("{:.0}", chances(Score::from_centipawns(points)));
        assert_eq!([0, 100, 300].map(won), ["50", "59", "75"]);
        let of_losses = [0.0, 10.0, 20.0, 80.0].map(|loss| format!("{:.0}", accuracy(loss)));
        assert_eq!(of_losses, ["100", "64", "40", "0"]);
        assert_eq!(won(1000), won(5000), "won anyway");
        let mates = [Score::mates_after(3), Score::mated_after(0)];
        assert_eq!(mates.map(|score| format!("{:.0}", chances(score))), ["100", "0"]);
    }
}
