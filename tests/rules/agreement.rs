//! The plain rules with the definition of chess, shakmaty and the fast rules agree about everything, on random games from
//! every start; and the plain rules have the known numbers of Alice chess.

use std::{collections::BTreeSet, error::Error, sync::Arc};

use arbiter::notation::{
    fen,
    uci::{self, CastlingStyle},
    variant::{
        built_in, fen as variant_fen,
        ini::{self, UnknownKeys},
    },
    write_san,
};
use arbiter::rules::variant::{Place, Rules, TransferRule, VariantPosition};
use arbiter::rules::{Chess, Color, Outcome, Position, Role, chess960, perft};
use proptest::prelude::{any, prop_assert_eq};
use proptest::test_runner::TestCaseError;
use proptest::{collection, proptest};
use shakmaty::Position as _;

use crate::{legal_moves, plain, plain_shakmaty, shakmaty_moves, shakmaty_position};

/// The definition of chess with rooks and kings on any squares.
pub(crate) fn chess960_rules() -> Result<Arc<Rules>, Box<dyn Error>> {
    let file = ini::read(b"[any-chess:chess]\nchess960 = true\n", UnknownKeys::Report);
    Ok(Arc::clone(file.find("any-chess").ok_or_else(|| format!("{:?}", file.faults))?))
}

/// The start with this number for the fast rules, the plain rules and shakmaty.
fn starts(
    number: u16,
    rules: &Arc<Rules>,
) -> Result<(Chess, VariantPosition, shakmaty::Chess), Box<dyn Error>> {
    let setup = chess960::setup(number).ok_or("no such start")?;
    let rank: String =
        chess960::back_rank(number).ok_or("no such start")?.map(Role::letter).iter().collect();
    let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1", rank.to_lowercase());
    let chess = Chess::from_setup_unchecked(&setup);
    let plain = variant_fen::read(rules, fen.as_bytes()).map_err(|faults| format!("{faults:?}"))?;
    Ok((chess, plain, shakmaty_position(&fen)?))
}

/// The legal moves with king and rook named in castling, each with its SAN.
fn written<P: arbiter::notation::Written>(position: &P) -> BTreeSet<(String, String)> {
    let style = CastlingStyle::KingTakesRook;
    let moves = position.legal_moves();
    moves.iter().map(|&mv| (uci::write(position, mv, style), write_san(position, mv))).collect()
}

/// The outcome without the side: the plain rules prove no dead position but that of two lone kings.
fn decided(outcome: Option<Outcome>) -> Option<Outcome> {
    outcome.filter(|outcome| *outcome != Outcome::DeadPosition)
}

/// The fast and the plain rules agree about everything.
fn agree(fast: &Chess, plain: &VariantPosition) -> Result<(), TestCaseError> {
    let without_rights = |fen: &str| -> Vec<String> {
        let fields = fen.split(' ').enumerate().filter(|(at, _)| *at != 2);
        fields.map(|(_, field)| field.to_owned()).collect()
    };
    prop_assert_eq!(without_rights(&fen::write(fast)), without_rights(&fen::write(plain)));
    let rooks = |color| {
        let sides = arbiter::rules::Side::ALL.into_iter();
        sides.filter_map(|side| plain.castling().rook(color, side)).collect::<BTreeSet<_>>()
    };
    for color in Color::ALL {
        let expected: BTreeSet<Place> = fast.castling().of(color).map(Place::from).collect();
        prop_assert_eq!(expected, rooks(color));
        prop_assert_eq!(Some(fast.king(color).into()), plain.king(color));
    }
    let checkers: BTreeSet<Place> = fast.checkers().map(Place::from).collect();
    prop_assert_eq!(checkers, plain.checkers().into_iter().collect());
    prop_assert_eq!(written(fast), written(plain));
    prop_assert_eq!(fast.count_moves(), plain.count_moves());
    prop_assert_eq!(fast.has_legal_move(), plain.has_legal_move());
    prop_assert_eq!(decided(fast.board_outcome()), decided(plain.board_outcome()));
    Ok(())
}

/// Plays the moves that the numbers choose, comparing after each.
fn play_out(number: u16, choices: &[usize], rules: &Arc<Rules>) -> Result<(), TestCaseError> {
    let failed = |reason: &str| TestCaseError::fail(reason.to_owned());
    let (mut fast, mut slow, mut shakmaty) =
        starts(number, rules).map_err(|error| failed(&error.to_string()))?;
    for choice in choices {
        let moves = legal_moves(&fast);
        prop_assert_eq!(&moves, &shakmaty_moves(&shakmaty));
        agree(&fast, &slow)?;
        let Some(&chosen) = moves.get(choice % moves.len().max(1)) else { break };
        let mv = fast.legal_moves().into_iter().find(|&mv| plain(mv) == chosen);
        let mv = mv.ok_or_else(|| failed("the chosen move is not legal"))?;
        let reply = shakmaty.legal_moves().into_iter().find(|mv| plain_shakmaty(*mv) == chosen);
        let reply = reply.ok_or_else(|| failed("shakmaty has no such move"))?;
        let text = uci::write(&fast, mv, CastlingStyle::KingTakesRook);
        let style = CastlingStyle::KingTakesRook;
        let same = slow.legal_moves().into_iter().find(|mv| uci::write(&slow, *mv, style) == text);
        slow.play_unchecked(same.ok_or_else(|| failed("the plain rules have no such move"))?);
        shakmaty.play_unchecked(reply);
        fast.play_unchecked(mv);
    }
    Ok(())
}

proptest! {
    #[test]
    fn random_games_have_the_same_moves_for_all_three(
        number in 0..chess960::STARTS,
        choices in collection::vec(any::<usize>(), 0..150),
    ) {
        let rules = chess960_rules().map_err(|error| TestCaseError::fail(error.to_string()))?;
        play_out(number, &choices, &rules)?;
    }
}

#[test]
fn all_starts_have_the_same_moves_for_all_three() -> Result<(), Box<dyn Error>> {
    let rules = chess960_rules()?;
    for number in 0..chess960::STARTS {
        play_out(number, &[0, 1], &rules).map_err(|error| error.to_string())?;
    }
    Ok(())
}

#[test]
fn alice_chess_has_the_known_numbers_of_paths() -> Result<(), Box<dyn Error>> {
    for (boards, transfer, counts) in [
        (2, TransferRule::Classical, [20, 400, 9_384]),
        (2, TransferRule::Ksparov, [20, 400, 9_384]),
        (3, TransferRule::Classical, [20, 400, 9_544]),
        (3, TransferRule::Ksparov, [20, 400, 9_544]),
    ] {
        let start = built_in::alice(boards, transfer).ok_or("a number of boards")?.start();
        for (depth, nodes) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth), nodes, "{boards} boards, {transfer:?}, depth {depth}");
        }
    }
    Ok(())
}

#[test]
#[ignore = "deep; run by the deep step of .ci/run"]
fn alice_chess_has_the_known_numbers_of_paths_deep() -> Result<(), Box<dyn Error>> {
    for (boards, transfer, depth, nodes) in [
        (2, TransferRule::Classical, 5, 5_910_465),
        (2, TransferRule::Ksparov, 5, 5_910_377),
        (3, TransferRule::Classical, 4, 227_143),
        (3, TransferRule::Ksparov, 4, 227_143),
    ] {
        let start = built_in::alice(boards, transfer).ok_or("a number of boards")?.start();
        assert_eq!(perft(&start, depth), nodes, "{boards} boards, {transfer:?}");
    }
    Ok(())
}
