//! The plain rules, shakmaty and the fast rules list the same moves, on random games from every start.

use std::error::Error;

use arbiter::rules::{Chess, Color, Layered, Move, MoveKind, Position, Role, Square, chess960};
use proptest::prelude::{any, prop_assert_eq};
use proptest::test_runner::TestCaseError;
use proptest::{collection, proptest};
use shakmaty::{CastlingMode, Position as _, fen::Fen};

/// A move in a form that all three can express: castling as king and rook.
type Plain = (Square, Square, Option<char>, bool);

/// The start with this number for the fast rules, the plain rules and shakmaty.
fn starts(number: u16) -> Result<(Chess, Layered, shakmaty::Chess), Box<dyn Error>> {
    let setup = chess960::setup(number).ok_or("no such start")?;
    let rank: String =
        chess960::back_rank(number).ok_or("no such start")?.map(Role::letter).iter().collect();
    let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1", rank.to_lowercase());
    let judge = fen.parse::<Fen>()?.into_position(CastlingMode::Chess960)?;
    Ok((Chess::from_setup_unchecked(&setup), Layered::chess(&setup), judge))
}

fn ours(position: &impl Position) -> Vec<Plain> {
    let mut moves: Vec<Plain> = position.legal_moves().into_iter().map(said).collect();
    moves.sort_unstable();
    moves
}

fn said(mv: Move) -> Plain {
    (mv.from, mv.to, mv.promotion.map(Role::letter), mv.kind == MoveKind::EnPassant)
}

fn judged(position: &shakmaty::Chess) -> Vec<Plain> {
    let mut moves: Vec<Plain> = position.legal_moves().into_iter().map(judged_as).collect();
    moves.sort_unstable();
    moves
}

fn judged_as(mv: shakmaty::Move) -> Plain {
    let square = |square: shakmaty::Square| Square::ALL[usize::from(square)];
    let from = mv.from().map_or(Square::A1, square);
    (from, square(mv.to()), mv.promotion().map(shakmaty::Role::upper_char), mv.is_en_passant())
}

/// The fast and the plain rules agree about everything.
fn agree(fast: &Chess, plain: &Layered) -> Result<(), TestCaseError> {
    prop_assert_eq!(fast.boards(), plain.boards());
    prop_assert_eq!(fast.castling(), plain.castling());
    prop_assert_eq!(fast.en_passant(), plain.en_passant());
    prop_assert_eq!(fast.checkers(), plain.checkers());
    prop_assert_eq!((fast.halfmoves(), fast.fullmoves()), (plain.halfmoves(), plain.fullmoves()));
    prop_assert_eq!(fast.count_moves(), plain.count_moves());
    prop_assert_eq!(fast.has_legal_move(), plain.has_legal_move());
    for color in Color::ALL {
        prop_assert_eq!(fast.king(color), plain.king(color));
        prop_assert_eq!(fast.can_mate(color), plain.can_mate(color));
    }
    Ok(())
}

/// Plays the moves that the numbers choose, comparing after each.
fn play_out(number: u16, choices: &[usize]) -> Result<(), TestCaseError> {
    let (mut fast, mut plain, mut judge) =
        starts(number).map_err(|error| TestCaseError::fail(error.to_string()))?;
    for choice in choices {
        let moves = ours(&fast);
        prop_assert_eq!(&moves, &ours(&plain));
        prop_assert_eq!(&moves, &judged(&judge));
        agree(&fast, &plain)?;
        let Some(&chosen) = moves.get(choice % moves.len().max(1)) else { break };
        let mv = fast.legal_moves().into_iter().find(|&mv| said(mv) == chosen);
        let mv = mv.ok_or_else(|| TestCaseError::fail("a chosen move is gone"))?;
        let reply = judge.legal_moves().into_iter().find(|mv| judged_as(*mv) == chosen);
        judge.play_unchecked(reply.ok_or_else(|| TestCaseError::fail("the judge disagrees"))?);
        fast.play_unchecked(mv);
        plain.play_unchecked(mv);
    }
    Ok(())
}

proptest! {
    #[test]
    fn random_games_have_the_same_moves_for_all_three(
        number in 0..chess960::STARTS,
        choices in collection::vec(any::<usize>(), 0..150),
    ) {
        play_out(number, &choices)?;
    }
}

#[test]
fn all_starts_have_the_same_moves_for_all_three() -> Result<(), TestCaseError> {
    (0..chess960::STARTS).try_for_each(|number| play_out(number, &[0, 1]))
}
