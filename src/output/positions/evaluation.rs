//! What the built-in opponent thinks of a position: the same in every run, whatever stands before it in the list.

use std::time::Instant;

use super::Facts;
use crate::{
    engine::{Engine, Limits, ScoreKind, SearchSettings, SearchTask, SearchTimer},
    rules::{Color, Position},
};

/// How many positions it looks at: some six half-moves in a hundredth of a second.
const NODES: u64 = 10_000;

/// The memory for them.
const MEGABYTES: usize = 1;

/// Pawns, or moves to the mate, for White: `0.35`, `-1.20`, `#3`, `#-2`. Nothing where the game is over.
pub(super) fn evaluation(facts: &Facts) -> Option<String> {
    if facts.outcome.is_some() {
        return None;
    }
    let position = &facts.position;
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut control = SearchTimer::start(&limits, Instant::now, || false);
    let task = SearchTask::new(position, limits.max_depth());
    let choice =
        Engine::new(MEGABYTES, SearchSettings::default()).search(&task, &mut control, |_| ())?;
    let sign = |is_good: bool| if is_good == (position.turn() == Color::White) { "" } else { "-" };
    Some(match choice.score.kind() {
        ScoreKind::Centipawns(0) => "0.00".to_owned(),
        ScoreKind::Centipawns(points) => {
            let size = points.unsigned_abs();
            format!("{}{}.{:02}", sign(points > 0), size / 100, size % 100)
        }
        ScoreKind::MatesIn(moves) => format!("#{}{moves}", sign(true)),
        ScoreKind::MatedIn(moves) => format!("#{}{moves}", sign(false)),
    })
}

#[cfg(test)]
mod tests {
    use super::{Facts, evaluation};
    use crate::notation::fen;

    fn said_of(text: &str) -> Option<String> {
        let position = fen::position(text.as_bytes()).expect(text);
        evaluation(&Facts::of(position.into()))
    }

    #[test]
    fn a_mate_is_counted_in_moves_and_seen_by_white() {
        let table = [
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 40", Some("#1")),
            ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 40", Some("#-1")),
            ("7k/8/5K2/6Q1/8/8/8/8 b - - 0 60", Some("#1")),
            ("7k/5KQ1/8/8/8/8/8/8 b - - 0 60", None),
            ("8/8/8/3k4/8/8/8/3K4 w - - 0 60", None),
        ];
        for (text, expected) in table {
            assert_eq!(said_of(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_queen_more_is_worth_many_pawns() {
        for (text, is_white) in
            [("4k3/8/8/8/8/8/8/3QK3 b - - 0 60", true), ("3qk3/8/8/8/8/8/8/4K3 b - - 0 60", false)]
        {
            let said = said_of(text).expect(text);
            let pawns: f64 = said.parse().expect("no mate so soon");
            assert!(if is_white { pawns > 5.0 } else { pawns < -5.0 }, "{text}: {said}");
        }
    }
}
