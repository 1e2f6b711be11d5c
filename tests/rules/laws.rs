//! Laws of ordinary chess and its notation, on random games from every start position; and any bytes as a move.

use std::error::Error;

use arbiter::{
    notation::{
        NoMove, San, fen,
        uci::{self, CastlingStyle},
        write_san,
    },
    rules::{Bitboard, Chess, History, Move, Position, Setup, Side, Variant, chess960},
};
use proptest::{
    collection::vec,
    prelude::{Strategy, any, prop_assert, prop_assert_eq},
    proptest,
    test_runner::TestCaseError,
};
use shakmaty::{Position as _, san::SanPlus};

use crate::{along, plain, plain_shakmaty, shakmaty_position};

/// A start, and numbers that choose the moves.
fn games() -> impl Strategy<Value = (Chess, Vec<usize>)> {
    let start = (0..chess960::STARTS).prop_filter_map("a start", chess960::setup);
    let start = start.prop_map(|setup| Chess::from_setup_unchecked(&setup));
    (start, vec(any::<usize>(), 0..150))
}

/// The parts of a position that matter for the rules: an en-passant square only if a capture is legal.
fn meaning(position: &Chess) -> (Setup, u64, Bitboard, Vec<Move>) {
    let moves = position.legal_moves().to_vec();
    (position.to_setup(), position.repetition_key(), position.checkers(), moves)
}

proptest! {
    #[test]
    fn a_position_written_is_the_position_read(game in games()) {
        along(game, |position, _, _| {
            let text = fen::write(position);
            let read = fen::position(text.as_bytes()).map(|read| meaning(&read));
            prop_assert_eq!(read, Ok(meaning(position)), "{}", text);
            Ok(())
        })?;
    }

    #[test]
    fn a_move_written_is_the_move_read(game in games()) {
        along(game, |position, mv, _| {
            let san = write_san(position, mv);
            let standard = San::read_standard(san.as_bytes());
            prop_assert_eq!(standard.map(|read| read.resolve(position)), Some(Ok(mv)), "{}", san);
            let style = CastlingStyle::KingTakesRook;
            let squares = uci::write(position, mv, style);
            prop_assert_eq!(uci::resolve(&squares, position), Some(mv), "{}", squares);
            Ok(())
        })?;
    }

    #[test]
    fn a_move_is_written_as_shakmaty_writes_it(game in games()) {
        along(game, |position, mv, _| {
            let text = fen::write(position);
            let shakmaty = shakmaty_position(&text);
            let shakmaty = shakmaty.map_err(|error| TestCaseError::fail(error.to_string()))?;
            let theirs = shakmaty.legal_moves().into_iter().find(|theirs| plain_shakmaty(*theirs) == plain(mv));
            let theirs = theirs.ok_or_else(|| TestCaseError::fail("shakmaty has no such move"))?;
            let expected = SanPlus::from_move(shakmaty, theirs).to_string();
            prop_assert_eq!(write_san(position, mv), expected, "{}", text);
            Ok(())
        })?;
    }

    #[test]
    fn everything_after_a_move_is_as_from_scratch(game in games()) {
        along(game, |_, _, after| {
            let scratch = Chess::from_setup_unchecked(&after.to_setup());
            prop_assert_eq!(meaning(after), meaning(&scratch));
            Ok(())
        })?;
    }

    #[test]
    fn a_game_taken_back_is_the_game_before(game in games()) {
        let (start, choices) = game;
        let mut game = History::new(start.clone());
        for choice in choices {
            let moves = game.position().legal_moves();
            let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
            let (before, seen) = (game.position().clone(), game.occurrences());
            game.play_unchecked(mv);
            prop_assert_eq!(game.take_back(), Some(mv));
            prop_assert_eq!((game.position(), game.occurrences()), (&before, seen));
            game.play_unchecked(mv);
        }
        while game.take_back().is_some() {}
        prop_assert_eq!(game.position(), &start);
    }

    #[test]
    fn any_bytes_are_a_move_or_wrong_at_a_place(bytes in vec(any::<u8>(), 0..40)) {
        prop_assert!(is_move_or_error(&bytes), "{:?}", bytes);
    }

    #[test]
    fn any_letters_of_moves_are_a_move_or_wrong_at_a_place(text in "[a-hKQRBNPO01-9x:=+#!?()/ .♘–-]{0,12}") {
        prop_assert!(is_move_or_error(text.as_bytes()), "{}", text);
    }
}

/// Reads, resolves and explains any bytes.
fn is_move_or_error(bytes: &[u8]) -> bool {
    let start = Chess::start();
    if let Ok(text) = str::from_utf8(bytes)
        && let Some(mv) = uci::resolve(text, &start)
        && !start.is_legal(mv)
    {
        return false;
    }
    match San::read(bytes) {
        Some(san) => san.resolve(&start).map_or(true, |mv| start.is_legal(mv)),
        None => NoMove::of(bytes).at() <= bytes.len() && !NoMove::of(bytes).to_string().is_empty(),
    }
}

#[test]
fn every_start_castles_as_in_shakmaty() -> Result<(), Box<dyn Error>> {
    for number in 0..chess960::STARTS {
        let rank = chess960::back_rank(number).ok_or("a start")?;
        let bare: String = rank
            .map(|role| if "KR".contains(role.letter()) { role.letter() } else { '1' })
            .iter()
            .collect();
        for turn in ["w", "b"] {
            let fen = format!("{}/8/8/8/8/8/8/{bare} {turn} KQkq - 0 1", bare.to_lowercase());
            let chess960 = Some(Variant::Chess960 { start: None });
            let ours = fen::read_of(chess960, fen.as_bytes()).position().ok_or("a position")?;
            let shakmaty = shakmaty_position(&fen)?;
            for (side, theirs) in [
                (Side::King, shakmaty::CastlingSide::KingSide),
                (Side::Queen, shakmaty::CastlingSide::QueenSide),
            ] {
                let castles = !shakmaty.castling_moves(theirs).is_empty();
                assert_eq!(ours.castling_move(side).is_some(), castles, "{fen} {side:?}");
            }
        }
    }
    Ok(())
}
