//! The score of a position: centipawns, or the distance to mate.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use crate::rules::Color;

/// The longest line of the search, in plies.
pub const MAX_PLY: u16 = 120;

/// The score of a position for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i16);

/// A score in the units that people and protocols use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreKind {
    /// Hundredths of a pawn.
    Centipawns(i16),
    /// The side to move mates in this many moves.
    MatesIn(u16),
    /// The side to move is mated in this many moves; zero if it is mated now.
    MatedIn(u16),
}

const MATE: i16 = 32_000;
const MIN_MATE: i16 = 30_000;

impl Score {
    /// Neither side is better.
    pub const DRAW: Self = Self(0);
    /// Better than any mate.
    pub const INFINITE: Self = Self(MATE + 1);

    /// A score in centipawns; the largest are clamped below any mate.
    pub fn from_centipawns(centipawns: i32) -> Self {
        let limit = MIN_MATE - 1;
        let clamped = centipawns.clamp(-i32::from(limit), i32::from(limit));
        Self(i16::try_from(clamped).unwrap_or(limit))
    }

    /// The side to move is mated after this many plies.
    pub const fn mated_after(ply: u16) -> Self {
        Self(-MATE).plus(ply)
    }

    /// The side to move gives mate with the last of this many plies.
    pub const fn mates_after(ply: u16) -> Self {
        Self(MATE).minus(ply)
    }

    /// The bare number.
    pub const fn raw(self) -> i16 {
        self.0
    }

    /// Whether either side is mated by force.
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= MIN_MATE
    }

    /// Whether the side to move is mated by force.
    pub const fn is_lost(self) -> bool {
        self.0 <= -MIN_MATE
    }

    /// Whether the side to move mates by force.
    pub const fn is_won(self) -> bool {
        self.0 >= MIN_MATE
    }

    /// The distance to mate in plies, if there is one.
    pub fn plies_to_mate(self) -> Option<u16> {
        self.is_mate().then(|| MATE.unsigned_abs() - self.0.unsigned_abs())
    }

    /// The score as centipawns or as moves to mate.
    pub fn kind(self) -> ScoreKind {
        match self.plies_to_mate() {
            None => ScoreKind::Centipawns(self.0),
            Some(plies) if self.is_won() => ScoreKind::MatesIn(plies.div_ceil(2)),
            // An odd distance is that of the side that mates, seen by the other.
            Some(plies) => ScoreKind::MatedIn(plies.div_ceil(2)),
        }
    }

    /// A score of the side to move, for White.
    #[must_use]
    pub fn for_white(self, turn: Color) -> Self {
        match turn {
            Color::White => self,
            Color::Black => -self,
        }
    }

    /// The form of `[%eval]`: `0.35`, `-1.20`, `#3`, `#-2`.
    pub fn eval_text(self) -> String {
        match self.kind() {
            ScoreKind::Centipawns(points) => {
                let (sign, size) = (if points < 0 { "-" } else { "" }, points.unsigned_abs());
                format!("{sign}{}.{:02}", size / 100, size % 100)
            }
            ScoreKind::MatesIn(moves) => format!("#{moves}"),
            ScoreKind::MatedIn(moves) => format!("#-{moves}"),
        }
    }

    /// The score as a position `ply` plies below the root sees it: mates are counted from there.
    #[must_use]
    pub const fn relative_to(self, ply: u16) -> Self {
        if self.is_won() {
            self.plus(ply)
        } else if self.is_lost() {
            self.minus(ply)
        } else {
            self
        }
    }

    /// The inverse of [`Score::relative_to`]: mates are counted from the root.
    #[must_use]
    pub const fn relative_to_root(self, ply: u16) -> Self {
        if self.is_won() {
            self.minus(ply)
        } else if self.is_lost() {
            self.plus(ply)
        } else {
            self
        }
    }

    const fn plus(self, points: u16) -> Self {
        Self(self.0.saturating_add_unsigned(points))
    }

    const fn minus(self, points: u16) -> Self {
        Self(self.0.saturating_sub_unsigned(points))
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Never past [`Score::INFINITE`].
impl Add<i16> for Score {
    type Output = Self;
    fn add(self, points: i16) -> Self {
        Self(self.0.saturating_add(points).clamp(-Self::INFINITE.0, Self::INFINITE.0))
    }
}

/// Never past [`Score::INFINITE`].
impl Sub<i16> for Score {
    type Output = Self;
    fn sub(self, points: i16) -> Self {
        Self(self.0.saturating_sub(points).clamp(-Self::INFINITE.0, Self::INFINITE.0))
    }
}

/// In pawns, as players read it: `+0.35`, `0.00`, `mate in 3`, `mated in 2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ScoreKind::Centipawns(0) => write!(f, "0.00"),
            ScoreKind::Centipawns(points) => {
                let sign = if points < 0 { '-' } else { '+' };
                let size = points.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
            ScoreKind::MatesIn(moves) => write!(f, "mate in {moves}"),
            ScoreKind::MatedIn(moves) => write!(f, "mated in {moves}"),
        }
    }
}

/// The alpha-beta window: a score outside it is as good as the nearer bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    /// The score the side to move is sure of.
    pub(super) alpha: Score,
    /// The score the other side can prevent.
    pub(super) beta: Score,
}

impl Window {
    /// Every score.
    pub(super) const FULL: Self = Self { alpha: Score(-MATE - 1), beta: Score::INFINITE };

    /// The null window above `alpha`.
    pub(super) fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// A window of `margin` on both sides of a score.
    pub(super) fn around(score: Score, margin: i16) -> Self {
        Self { alpha: score - margin, beta: score + margin }
    }

    /// Whether it is a null window.
    pub(super) fn is_null(self) -> bool {
        self.beta <= self.alpha + 1
    }

    /// The same window for the other side.
    pub(super) fn swapped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Mate distance pruning: without the mates that are impossible this far from the root.
    pub(super) fn within_mates(self, ply: u16) -> Self {
        Self {
            alpha: self.alpha.max(Score::mated_after(ply)),
            beta: self.beta.min(Score::mates_after(ply + 1)),
        }
    }

    /// Whether no score fits.
    pub(super) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_as_people_read_them() {
        let cases = [
            (Score::from_centipawns(0), "0.00"),
            (Score::from_centipawns(35), "+0.35"),
            (Score::from_centipawns(-905), "-9.05"),
            (Score::mates_after(1), "mate in 1"),
            (Score::mates_after(5), "mate in 3"),
            (Score::mated_after(4), "mated in 2"),
            (Score::mated_after(0), "mated in 0"),
        ];
        for (score, text) in cases {
            assert_eq!(score.to_string(), text);
        }
    }

    #[test]
    fn a_nearer_mate_is_better_and_any_mate_beats_any_material() {
        assert!(Score::mates_after(1) > Score::mates_after(3));
        assert!(Score::mated_after(2) < Score::mated_after(4));
        assert!(Score::mates_after(MAX_PLY) > Score::from_centipawns(i32::MAX));
        assert!(Score::mated_after(MAX_PLY) < Score::from_centipawns(i32::MIN));
        assert!(Score::INFINITE > Score::mates_after(0));
    }

    #[test]
    fn mates_are_counted_from_the_given_ply() {
        let mate = Score::mates_after(7);
        assert_eq!(mate.relative_to(4), Score::mates_after(3));
        assert_eq!(mate.relative_to(4).relative_to_root(4), mate);
        assert_eq!((-mate).relative_to(4).relative_to_root(4), -mate);
        assert_eq!(Score::from_centipawns(50).relative_to(4), Score::from_centipawns(50));
    }
}
