//! The plain rules, shakmaty and the fast rules list the same moves, on random games from every start.

use std::error::Error;

use arbiter::rules::{Chess, Color, Layered, Position, Role, chess960};
use proptest::prelude::{any, prop_assert_eq};
use proptest::test_runner::TestCaseError;
use proptest::{collection, proptest};
use shakmaty::Position as _;

use crate::{legal_moves, plain, plain_shakmaty, shakmaty_moves, shakmaty_position};

/// The start with this number for the fast rules, the plain rules and shakmaty.
fn starts(number: u16) -> Result<(Chess, Layered, shakmaty::Chess), Box<dyn Error>> {
    let setup = chess960::setup(number).ok_or("no such start")?;
    let rank: String =
        chess960::back_rank(number).ok_or("no such start")?.map(Role::letter).iter().collect();
    let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1", rank.to_lowercase());
    let chess = Chess::from_setup_unchecked(&setup);
    Ok((chess, Layered::chess(&setup), shakmaty_position(&fen)?))
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
    let (mut fast, mut layered, mut shakmaty) =
        starts(number).map_err(|error| TestCaseError::fail(error.to_string()))?;
    for choice in choices {
        let moves = legal_moves(&fast);
        prop_assert_eq!(&moves, &legal_moves(&layered));
        prop_assert_eq!(&moves, &shakmaty_moves(&shakmaty));
        agree(&fast, &layered)?;
        let Some(&chosen) = moves.get(choice % moves.len().max(1)) else { break };
        let mv = fast.legal_moves().into_iter().find(|&mv| plain(mv) == chosen);
        let mv = mv.ok_or_else(|| TestCaseError::fail("the chosen move is not legal"))?;
        let reply = shakmaty.legal_moves().into_iter().find(|mv| plain_shakmaty(*mv) == chosen);
        let reply = reply.ok_or_else(|| TestCaseError::fail("shakmaty has no such move"))?;
        shakmaty.play_unchecked(reply);
        fast.play_unchecked(mv);
        layered.play_unchecked(mv);
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
