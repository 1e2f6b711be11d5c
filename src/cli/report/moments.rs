//! The moments of a game that are reported: `10,20w,end,mate,every:10`.

use std::{num::NonZeroUsize, str::FromStr};

use crate::{
    notation::Moment,
    rules::{AnyPosition, Position},
};

/// One or many moments of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moments {
    /// This moment.
    At(Moment),
    /// Before the move that mates, if the game ends so.
    Mate,
    /// Every so many plies.
    Every(NonZeroUsize),
}

impl FromStr for Moments {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim().split_once(':') {
            Some(("every", plies)) => plies
                .parse()
                .map(Self::Every)
                .map_err(|_| "expected every:N with a number of plies".to_owned()),
            None if text.trim() == "mate" => Ok(Self::Mate),
            _ => text
                .parse()
                .map(Self::At)
                .map_err(|bad| format!("{bad}; `mate` and `every:N` are possible too")),
        }
    }
}

/// The plies of one game that are wanted.
#[derive(Debug, Clone, Default)]
pub(super) struct WantedPlies {
    plies: Vec<usize>,
    every: Vec<NonZeroUsize>,
    pub(super) has_end: bool,
    pub(super) has_mate: bool,
    /// Whether all are wanted.
    is_all: bool,
}

impl WantedPlies {
    /// The wanted plies of a game with this start; without a start, those that do not depend on it.
    pub(super) fn of(at: &[Moments], start: Option<&AnyPosition>) -> Self {
        let mut wanted = Self { is_all: at.is_empty(), ..Self::default() };
        for moment in at {
            match (*moment, start) {
                (Moments::Every(plies), _) => wanted.every.push(plies),
                (Moments::Mate, _) => wanted.has_mate = true,
                (Moments::At(Moment::End), _) => wanted.has_end = true,
                (Moments::At(at), Some(start)) => wanted.plies.extend(at.ply(start, usize::MAX)),
                (Moments::At(Moment::Ply(ply)), None) => wanted.plies.push(ply),
                (Moments::At(_), None) => wanted.plies.push(0),
            }
        }
        wanted
    }

    /// Whether the position after this many plies is reported.
    pub(super) fn has(&self, ply: usize) -> bool {
        let is_due = |every: &NonZeroUsize| ply > 0 && ply.is_multiple_of(every.get());
        self.is_all || self.plies.contains(&ply) || self.every.iter().any(is_due)
    }

    /// Whether a game that breaks off before these plies lacks a position that is wanted.
    pub(super) fn lacks(&self, first: usize, last: usize) -> bool {
        let missing = first..=last;
        let is_due =
            |every: &NonZeroUsize| last / every.get() > first.saturating_sub(1) / every.get();
        self.is_all
            || self.has_end
            || self.plies.iter().any(|ply| missing.contains(ply))
            || self.every.iter().any(is_due)
    }
}

/// Whether the side to move is mated.
pub(super) fn is_mate(position: &AnyPosition) -> bool {
    position.is_check() && !position.has_legal_move()
}

#[cfg(test)]
mod tests {
    use super::{Moments, WantedPlies};
    use crate::rules::Chess;

    #[test]
    fn several_moments_of_a_game() {
        let at: Vec<Moments> =
            "3,2b,every:10,start".split(',').map(|it| it.parse().expect(it)).collect();
        let wanted = WantedPlies::of(&at, Some(&Chess::start().into()));
        let plies: Vec<usize> = (0..=30).filter(|ply| wanted.has(*ply)).collect();
        assert_eq!(plies, [0, 3, 4, 10, 20, 30]);
        assert!(wanted.lacks(8, 10) && !wanted.lacks(5, 9) && !wanted.lacks(11, 19));
        for text in ["every:0", "every:", "mates", "x"] {
            assert!(text.parse::<Moments>().is_err(), "{text}");
        }
    }
}
