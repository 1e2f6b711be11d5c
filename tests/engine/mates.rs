//! Forced mates, verified by a full search and found by the engine.

use std::error::Error;
use std::fs;
use std::time::Instant;

use arbiter::engine::{Limits, Score, ScoreKind, SearchTask, SearchTimer, search_variant};
use arbiter::notation::variant::built_in;
use arbiter::rules::variant::{TransferRule, VariantMove, VariantPosition};
use arbiter::rules::{Chess, Move, Position, Role};

use crate::{Fallible, position, random, searched};

/// A mate problem: a position and the number of moves to mate.
struct Problem {
    text: String,
    position: Chess,
    moves: u16,
}

fn problems() -> Result<Vec<Problem>, Box<dyn Error>> {
    let mut problems = Vec::new();
    for name in ["games", "composed"] {
        let text = fs::read_to_string(format!("fixtures/mates/{name}.epd"))?;
        for line in text.lines() {
            let (board, rest) = line.split_once(" dm ").ok_or("an operation `dm`")?;
            let (moves, _) = rest.split_once(';').ok_or("an end of `dm`")?;
            let position = position(&format!("{board} 0 1"))?;
            problems.push(Problem { text: line.to_owned(), position, moves: moves.parse()? });
        }
    }
    Ok(problems)
}

/// A full search for mate in `moves`. `refutations` holds, for each number of moves, the reply that
/// refuted the last attempt: it is tried first.
fn mates(position: &Chess, moves: u16, refutations: &mut [Option<Move>; 4]) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let next = position.after(mv);
        (moves > 1 || next.is_check()) && is_mated(&next, moves - 1, refutations)
    })
}

fn is_mated(position: &Chess, moves: u16, refutations: &mut [Option<Move>; 4]) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() || moves == 0 {
        return replies.is_empty() && position.is_check();
    }
    let known = refutations[usize::from(moves)].filter(|mv| replies.contains(mv));
    let refutes = |mv: Move, refutations: &mut [Option<Move>; 4]| {
        !mates(&position.after(mv), moves, refutations)
    };
    if known.is_some_and(|mv| refutes(mv, refutations)) {
        return false;
    }
    let refutation = replies.iter().copied().find(|&mv| refutes(mv, refutations));
    refutations[usize::from(moves)] = refutation.or(refutations[usize::from(moves)]);
    refutation.is_none()
}

#[test]
fn every_mate_problem_is_correct() -> Fallible {
    let problems = problems()?;
    assert!(problems.iter().filter(|problem| problem.moves > 1).count() >= 40);
    for Problem { text, position, moves } in &problems {
        assert!(mates(position, *moves, &mut [None; 4]), "no mate: {text}");
        assert!(*moves == 1 || !mates(position, moves - 1, &mut [None; 4]), "shorter: {text}");
    }
    Ok(())
}

#[test]
fn every_mate_is_found() -> Fallible {
    for Problem { text, position, moves } in problems()? {
        let choice = searched(&position, 11)?;
        assert_eq!(choice.score.kind(), ScoreKind::MatesIn(moves), "{text}");
        assert!(is_mated(&position.after(choice.best), moves - 1, &mut [None; 4]), "{text}");
    }
    Ok(())
}

#[test]
fn a_mate_in_one_needs_depth_one_and_a_mate_in_two_depth_three() -> Fallible {
    for Problem { text, position, moves } in problems()?.iter().filter(|problem| problem.moves < 3)
    {
        let choice = searched(position, 2 * moves - 1)?;
        assert_eq!(choice.score.kind(), ScoreKind::MatesIn(*moves), "{text}");
    }
    Ok(())
}

#[test]
fn the_one_promotion_that_mates_is_chosen() -> Fallible {
    let choice = searched(&position("8/5P1k/N6p/8/8/2B5/1K6/6R1 w - - 0 40")?, 2)?;
    assert_eq!(choice.best.promotion, Some(Role::Knight));
    Ok(())
}

#[test]
fn a_side_that_is_mated_by_force_is_lost() -> Fallible {
    let choice = searched(&position("kbK5/pp6/RP6/8/8/8/8/8 b - - 1 40")?, 4)?;
    assert!(choice.score.is_lost());
    assert_eq!(choice.score.kind(), ScoreKind::MatedIn(1));
    assert!(!searched(&Chess::start(), 4)?.score.is_lost());
    Ok(())
}

#[test]
fn fifty_moves_draw_unless_the_last_one_mates() -> Fallible {
    let mate = searched(&position("k7/8/1K6/8/8/8/8/2Q5 w - - 99 90")?, 4)?;
    assert_eq!(mate.score.kind(), ScoreKind::MatesIn(1));
    let draw = searched(&position("7k/8/8/8/8/8/8/KQ6 w - - 99 90")?, 4)?;
    assert_eq!(draw.score, Score::DRAW);
    Ok(())
}

/// Whether a move mates at once.
fn is_mate(position: &VariantPosition, mv: VariantMove) -> bool {
    let after = position.after(mv);
    after.is_check() && !after.has_legal_move()
}

/// Random play to a position with a mate in one, if this game has any.
fn mate_in_one(start: VariantPosition, seed: u64) -> Option<VariantPosition> {
    let mut state = seed;
    let mut position = start;
    for _ in 0..200 {
        let moves = position.legal_moves();
        if moves.iter().any(|mv| is_mate(&position, *mv)) {
            return Some(position);
        }
        position.play_unchecked(*moves.get(random(&mut state) % moves.len().max(1))?);
    }
    None
}

#[test]
fn the_search_for_variants_finds_a_mate_on_several_boards() -> Fallible {
    let mut found = 0;
    for transfer in [TransferRule::Classical, TransferRule::Ksparov] {
        for seed in 0..8 {
            let start = built_in::alice(2, transfer).ok_or("two boards")?.start();
            let Some(position) = mate_in_one(start, seed) else { continue };
            found += 1;
            let limits = Limits::to_depth(2);
            let mut timer = SearchTimer::start(&limits, Instant::now, || false);
            let task = SearchTask::new(&position, 2);
            let choice = search_variant(&task, &mut timer, |_| {}).ok_or("a move")?;
            assert_eq!(choice.score.kind(), ScoreKind::MatesIn(1), "{position:?}");
            assert!(is_mate(&position, choice.best), "{position:?}");
        }
    }
    assert!(found > 4, "{found} games with a mate in one");
    Ok(())
}
