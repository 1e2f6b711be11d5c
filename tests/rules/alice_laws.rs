//! Laws of Alice chess, on random games of both dialects and every number of boards.

use arbiter::notation::reason::Explainer;
use arbiter::notation::uci::{self, CastlingStyle};
use arbiter::notation::{San, fen, write_san, write_without_sign};
use arbiter::rules::{
    Bitboard, BoardCount, BoardIndex, Color, Dialect, Layered, Move, MoveKind, Position, Role,
    Square, Unresolved, Variant, legality,
};
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof};
use proptest::test_runner::TestCaseError;
use proptest::{collection, proptest};

use crate::along;

/// A start, and numbers that choose the moves.
fn games() -> impl Strategy<Value = (Layered, Vec<usize>)> {
    let dialect = prop_oneof![Just(Dialect::Classical), Just(Dialect::Ksparov)];
    let count = (2_u8..=8).prop_filter_map("two to eight", BoardCount::new);
    let start = (count, dialect).prop_map(|(count, dialect)| Layered::alice(count, dialect));
    (start, collection::vec(any::<usize>(), 0..120))
}

/// The number of a side's pieces of a kind on all boards.
fn piece_count(position: &Layered, color: Color, role: Role) -> u32 {
    position.boards().iter().map(|board| board.pieces(color, role).count()).sum()
}

fn arrivals(mv: Move) -> Bitboard {
    mv.rook_target().into_iter().chain([mv.target()]).collect()
}

proptest! {
    #[test]
    fn only_captures_and_promotions_change_the_pieces(game in games()) {
        along(game, |before, mv, after| {
            let mover = before.turn();
            for color in Color::ALL {
                for role in Role::ALL {
                    let taken = color != mover && mv.capture == Some(role);
                    let made = color == mover && mv.promotion == Some(role);
                    let spent = color == mover && mv.promotion.is_some() && role == Role::Pawn;
                    let expected = piece_count(before, color, role) + u32::from(made) - u32::from(taken) - u32::from(spent);
                    prop_assert_eq!(piece_count(after, color, role), expected);
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_move_touches_its_board_and_the_next_alone(game in games()) {
        along(game, |before, mv, after| {
            let next = before.next(mv.board_index);
            for board_index in before.board_indices() {
                let (was, is) = (before.board(board_index).occupied(), after.board(board_index).occupied());
                let expected = match board_index {
                    _ if board_index == mv.board_index => was - Bitboard::of(mv.from) - Bitboard::of(mv.to),
                    _ if board_index == next => {
                        prop_assert!((was & arrivals(mv)).is_empty(), "the square is occupied");
                        was | arrivals(mv)
                    }
                    _ => was,
                };
                prop_assert_eq!(is, expected, "board {}", board_index.letter());
            }
            Ok(())
        })?;
    }

    #[test]
    fn no_king_is_left_in_check_and_there_is_no_en_passant(game in games()) {
        along(game, |before, mv, after| {
            let (board_index, square) = after.king(before.turn());
            let board = after.board(board_index);
            prop_assert!(board.attackers(square, after.turn(), board.occupied()).is_empty());
            prop_assert!(mv.kind != MoveKind::EnPassant && mv.capture != Some(Role::King));
            prop_assert!(mv.kind != MoveKind::Castle || before.dialect() == Dialect::Classical);
            Ok(())
        })?;
    }

    #[test]
    fn castling_rights_belong_to_unmoved_pieces_of_board_a(game in games()) {
        along(game, |_, _, after| {
            for color in Color::ALL {
                let rights = after.castling().of(color);
                prop_assert!(rights.is_empty() || after.king(color).0 == BoardIndex::FIRST);
                prop_assert_eq!(rights - after.board(BoardIndex::FIRST).pieces(color, Role::Rook), Bitboard::EMPTY);
            }
            Ok(())
        })?;
    }

    #[test]
    fn positions_and_moves_written_are_read_again(game in games()) {
        let count = u8::try_from(game.0.boards().len()).ok().and_then(BoardCount::new);
        let count = count.ok_or_else(|| TestCaseError::fail("a number of boards"))?;
        along(game, |before, mv, _| {
            let text = fen::write(before);
            prop_assert_eq!(fen::layered(text.as_bytes(), count, before.dialect()), Ok(before.clone()));
            let san = write_san(before, mv);
            let read = San::read(san.as_bytes()).map(|san| san.resolve(before));
            prop_assert_eq!(read, Some(Ok(mv)), "{}", san);
            let squares = uci::write(before, mv, CastlingStyle::KingMoves);
            prop_assert_eq!(uci::resolve(&squares, before), Some(mv), "{}", squares);
            Ok(())
        })?;
    }

    #[test]
    fn a_board_is_named_only_where_the_move_needs_it(game in games()) {
        along(game, |before, mv, _| {
            let san = write_without_sign(before, mv);
            if let Some((without, _)) = san.split_once('/') {
                let read = San::read(without.as_bytes()).map(|san| san.resolve(before));
                prop_assert!(matches!(read, Some(Err(Unresolved::Ambiguous(_)))), "{}", san);
            }
            let squares = uci::write(before, mv, CastlingStyle::KingMoves);
            prop_assert!(!squares.contains('/') || before.boards().len() > 2, "{}", squares);
            Ok(())
        })?;
    }

    #[test]
    fn an_illegal_move_has_a_reason_and_a_sentence(game in games(), from in 0_u8..64, to in 0_u8..64) {
        let squares = Square::from_index(from).zip(Square::from_index(to));
        let (from, to) = squares.ok_or_else(|| TestCaseError::fail("two squares"))?;
        along(game, |before, _, _| {
            for text in [format!("{from}{to}"), format!("Q{to}"), format!("N{to}/B"), "O-O".into()] {
                let spec = San::read(text.as_bytes()).map(|san| san.spec);
                let spec = spec.ok_or_else(|| TestCaseError::fail("a spec"))?;
                let reason = legality::reason(before, &spec, None);
                prop_assert_eq!(reason.is_none(), spec.resolve(before).is_ok(), "{}", text);
                let sentence = reason.map(|why| Explainer { position: before, past: None }.sentence(&why));
                prop_assert!(sentence.is_none_or(|sentence| !sentence.is_empty()), "{}", text);
            }
            Ok(())
        })?;
    }

    #[test]
    fn any_text_is_a_position_or_has_findings(text in "[kqrbnpKQRBNP1-8/|]{0,90}( [wb] [KQkqAH-]{1,4} (-|e6) [0-9]{1,3} 1)?") {
        let alice = Variant::Alice { boards: BoardCount::TWO, dialect: Dialect::Classical };
        for variant in [Variant::Standard, alice] {
            if let Err(findings) = fen::position_of(variant, text.as_bytes()) {
                prop_assert!(!findings.is_empty(), "{}", text);
            }
        }
    }
}
