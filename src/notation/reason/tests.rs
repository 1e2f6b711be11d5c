//! What is said where there are several boards.

use super::Teller;
use crate::notation::{San, fen};
use crate::rules::{BoardCount, Dialect, Variant, legality};

/// The sentence for a move that cannot be played.
fn why_not(dialect: Dialect, fen: &str, mv: &str) -> Option<String> {
    let count = fen::boards_written(fen.as_bytes()).unwrap_or(BoardCount::TWO);
    let position = fen::position_of(Variant::Alice { boards: count, dialect }, fen.as_bytes());
    let position = position.expect("a position");
    let spec = San::read(mv.as_bytes()).expect("a move").spec;
    let reason = legality::reason(&position, &spec, None)?;
    Some(Teller { position: &position, past: None }.sentence(&reason))
}

#[test]
fn reasons_name_their_board() {
    let knight_on_b = "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R|8/8/p7/8/8/5N2/8/8 w KQkq - 0 2";
    let castles = "4k3/8/8/8/8/8/8/4K2R|8/8/8/8/8/8/8/5n2 w K - 0 1";
    let attacked = "4k3/8/8/8/8/8/8/4K2R|6r1/8/8/8/8/8/8/8 w K - 0 1";
    let pinned = "k3r3/8/8/8/8/8/4N3/4K3|8/8/8/8/8/8/8/8 w - - 0 1";
    let checked = "k3r3/8/8/8/8/8/8/4K3|8/8/8/7B/8/8/8/8 w - - 0 1";
    let shielded = "k3r3/8/8/8/8/8/4n3/4K1B1|8/8/8/8/8/8/8/8 w - - 0 1";
    let twins = "k7/8/8/8/8/8/8/4K3|8/8/N7/8/8/8/8/8|8/8/N7/8/8/8/8/8 w - - 0 1";
    let table = [
        (knight_on_b, "f3", "f3 is taken on board B by the white knight"),
        (
            knight_on_b,
            "Nf3d5",
            "on board B the knight on f3 cannot reach that square: a knight moves two squares one way and one to the side",
        ),
        (
            knight_on_b,
            "Ba6",
            "no white bishop can reach a6: the one on c1 stands on dark squares, a6 is light; the one on f1 is blocked by the pawn on e2",
        ),
        (knight_on_b, "e7e5", "the pawn on e7 is the opponent's: it is White's turn"),
        (castles, "O-O", "f1 is taken on board B by the black knight"),
        (attacked, "O-O", "the king on g1 would be attacked on board B by the rook on g8"),
        (
            pinned,
            "Nc3",
            "on board A the knight on e2 is pinned: without it the rook on e8 attacks the king on e1",
        ),
        (
            checked,
            "Bf3",
            "on board A White is in check from the rook on e8: capture it, block its line or move the king",
        ),
        (shielded, "Kxe2", "the king on e2 would be attacked on board A by the rook on e8"),
        (
            twins,
            "Nc5",
            "ambiguous: several knights can go to c5, those on a6 of board B and a6 of board C",
        ),
    ];
    for (fen, mv, sentence) in table {
        assert_eq!(why_not(Dialect::Classical, fen, mv).as_deref(), Some(sentence), "{fen}");
    }
}

#[test]
fn the_other_dialect_has_its_own_reasons() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w - - 0 1";
    let checked = "k3r3/8/8/8/8/8/8/4K3|8/8/8/7B/8/8/8/8 w - - 0 1";
    let table = [
        (start, "O-O", "there is no castling in this kind of chess"),
        (
            checked,
            "Be2",
            "the check from the rook on e8 must be answered on board A: a man from another board comes too late",
        ),
    ];
    for (fen, mv, sentence) in table {
        assert_eq!(why_not(Dialect::Ksparov, fen, mv).as_deref(), Some(sentence), "{fen}");
    }
    assert_eq!(why_not(Dialect::Classical, checked, "Be2"), None);
}
