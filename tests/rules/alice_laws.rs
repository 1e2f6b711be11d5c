//! Laws of Alice chess, on random games by both rules of transfer and on every number of boards.

use arbiter::notation::reason::refusal;
use arbiter::notation::uci::{self, CastlingStyle};
use arbiter::notation::variant::built_in;
use arbiter::notation::{AnySan, fen, write_san, write_without_sign};
use arbiter::rules::variant::{
    PieceType, Place, TransferRule, VariantMove, VariantMoveKind, VariantPosition,
};
use arbiter::rules::{AnyMove, AnyPosition, Color, Position, Variant};
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof};
use proptest::test_runner::TestCaseError;
use proptest::{collection, proptest};

use crate::along;

/// A start, and numbers that choose the moves.
fn games() -> impl Strategy<Value = (AnyPosition, Vec<usize>)> {
    let transfer = prop_oneof![Just(TransferRule::Classical), Just(TransferRule::Ksparov)];
    let start =
        (2_u8..=8, transfer).prop_filter_map("two to eight boards", |(boards, transfer)| {
            built_in::alice(boards, transfer).map(|rules| AnyPosition::from(rules.start()))
        });
    (start, collection::vec(any::<usize>(), 0..120))
}

/// Plays a game; the law sees each position, the move, and the position after it.
fn along_boards(
    game: (AnyPosition, Vec<usize>),
    law: impl Fn(&VariantPosition, VariantMove, &VariantPosition) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    along(game, |before, mv, after| match (before, mv, after) {
        (AnyPosition::Variant(before), AnyMove::Variant(mv), AnyPosition::Variant(after)) => {
            law(before, mv, after)
        }
        _ => Err(TestCaseError::fail("a game on several boards")),
    })
}

/// The squares of a board with a piece on them.
fn occupied(position: &VariantPosition, board: u8) -> Vec<Place> {
    let geometry = position.rules().geometry();
    let on_board = |(place, _): &(Place, _)| geometry.board(*place) == board;
    position.pieces().filter(on_board).map(|(place, _)| place).collect()
}

proptest! {
    #[test]
    fn only_captures_and_promotions_change_the_pieces(game in games()) {
        along_boards(game, |before, mv, after| {
            let mover = before.turn();
            for color in Color::ALL {
                for kind in before.rules().pieces().iter().map(|piece| piece.kind) {
                    let taken = u16::from(color != mover && mv.capture == Some(kind));
                    let made = u16::from(color == mover && mv.promotion == Some(kind));
                    let is_pawn = kind == PieceType::PAWN;
                    let spent = u16::from(color == mover && mv.promotion.is_some() && is_pawn);
                    let expected = before.count(color, kind) + made - taken - spent;
                    prop_assert_eq!(after.count(color, kind), expected);
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_move_touches_its_board_and_the_next_alone(game in games()) {
        along_boards(game, |before, mv, after| {
            let geometry = before.rules().geometry();
            let from = mv.from.ok_or_else(|| TestCaseError::fail("no drops"))?;
            let (own, next) = (geometry.board(from), geometry.board(geometry.next_board(from)));
            let targets = mv.castling_targets(before.rules(), before.turn());
            let arrivals = targets.map_or(vec![mv.to], |(king, rook)| vec![king, rook]);
            for board in 0..geometry.boards() {
                let (was, is) = (occupied(before, board), occupied(after, board));
                let mut expected: Vec<Place> = was.clone();
                if board == own {
                    expected.retain(|place| *place != from && *place != mv.to);
                } else if board == next {
                    let arrived = arrivals.iter().map(|place| geometry.next_board(*place));
                    let arrived: Vec<Place> = arrived.collect();
                    prop_assert!(arrived.iter().all(|place| !was.contains(place)), "occupied");
                    expected.extend(arrived);
                    expected.sort_unstable();
                }
                prop_assert_eq!(is, expected, "board {}", board);
            }
            Ok(())
        })?;
    }

    #[test]
    fn no_king_is_left_in_check_and_there_is_no_en_passant(game in games()) {
        along_boards(game, |before, mv, after| {
            let king = after.king(before.turn()).ok_or_else(|| TestCaseError::fail("a king"))?;
            prop_assert!(after.attackers(king, after.turn()).is_empty());
            prop_assert!(mv.kind != VariantMoveKind::EnPassant);
            prop_assert!(mv.capture != Some(PieceType::KING));
            let settings = before.rules().settings();
            let castles = mv.kind == VariantMoveKind::Castle;
            prop_assert!(!castles || settings.transfer == TransferRule::Classical);
            Ok(())
        })?;
    }

    #[test]
    fn castling_rights_belong_to_unmoved_pieces_of_board_a(game in games()) {
        along_boards(game, |_, _, after| {
            let geometry = after.rules().geometry();
            for color in Color::ALL {
                for side in arbiter::rules::Side::ALL {
                    let Some(rook) = after.castling().rook(color, side) else { continue };
                    prop_assert_eq!(geometry.board(rook), 0);
                    prop_assert_eq!(after.castling().king(color), after.king(color));
                    let piece = after.piece_at(rook).map(|piece| piece.color);
                    prop_assert_eq!(piece, Some(color));
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn positions_and_moves_written_are_read_again(game in games()) {
        let rules = game.0.variant().map(|position| position.rules().clone());
        let rules = rules.ok_or_else(|| TestCaseError::fail("several boards"))?;
        let (boards, transfer) = (rules.settings().boards, rules.settings().transfer);
        let known = built_in::alice(boards, transfer).map(Variant::Rules);
        let variant = known.ok_or_else(|| TestCaseError::fail("a number of boards"))?;
        along(game, |before, mv, _| {
            let text = fen::write(before);
            let again = fen::position_of(variant, text.as_bytes());
            let again = again.map_err(|found| TestCaseError::fail(format!("{text}: {found:?}")))?;
            prop_assert_eq!(fen::write(&again), text);
            prop_assert_eq!(again.repetition_key(), before.repetition_key());
            let san = write_san(before, mv);
            let read = AnySan::read(before, san.as_bytes()).and_then(|san| san.resolve(before));
            prop_assert_eq!(read, Some(mv), "{}", san);
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
                let read = AnySan::read(before, without.as_bytes());
                prop_assert_eq!(read.and_then(|san| san.resolve(before)), None, "{}", san);
            }
            let squares = uci::write(before, mv, CastlingStyle::KingMoves);
            let boards = before.geometry().boards();
            prop_assert!(!squares.contains('/') || boards > 2, "{}", squares);
            Ok(())
        })?;
    }

    #[test]
    fn an_illegal_move_has_a_reason_and_a_sentence(
        game in games(),
        from in 0_u16..64,
        to in 0_u16..64,
    ) {
        along(game, |before, _, _| {
            let name = |at| before.geometry().name(Place(at));
            let (from, to) = (name(from), name(to));
            for text in [format!("{from}{to}"), format!("Q{to}"), format!("N{to}/B"), "O-O".into()] {
                let san = AnySan::read(before, text.as_bytes());
                let spec = san.ok_or_else(|| TestCaseError::fail("a move"))?.spec();
                let reason = refusal(before, &spec, None);
                prop_assert_eq!(reason.is_none(), spec.resolve(before).is_some(), "{}", text);
                prop_assert!(reason.is_none_or(|reason| !reason.sentence.is_empty()), "{}", text);
            }
            Ok(())
        })?;
    }

    #[test]
    fn any_text_is_a_position_or_has_findings(text in "[kqrbnpKQRBNP1-8/|]{0,90}( [wb] [KQkqAH-]{1,4} (-|e6) [0-9]{1,3} 1)?") {
        let alice = built_in::alice(2, TransferRule::Classical).map(Variant::Rules);
        for variant in [Some(Variant::Standard), alice].into_iter().flatten() {
            if let Err(findings) = fen::position_of(variant, text.as_bytes()) {
                prop_assert!(!findings.is_empty(), "{}", text);
            }
        }
    }
}
