//! The rules of chess and Alice chess against tables, laws and shakmaty.

use std::error::Error;

use arbiter::{
    notation::fen,
    rules::{Chess, Move, MoveKind, Position, Role, Square},
};
use proptest::test_runner::TestCaseError;
use shakmaty::{CastlingMode, Position as _, fen::Fen};

mod agreement;
mod alice_games;
mod alice_laws;
mod dead_material;
mod laws;
mod movement;
mod perft;

/// The position of a FEN, which must be playable.
fn position(fen: &str) -> Result<Chess, Box<dyn Error>> {
    fen::position(fen.as_bytes()).map_err(|findings| format!("{fen}: {findings:?}").into())
}

/// The same position in shakmaty.
fn shakmaty_position(fen: &str) -> Result<shakmaty::Chess, Box<dyn Error>> {
    Ok(fen.parse::<Fen>()?.into_position(CastlingMode::Chess960)?)
}

/// A move in a form that both programs can express: from, to, promotion, and whether it is castling (as king and rook)
/// or en passant.
type PlainMove = (Square, Square, Option<char>, bool, bool);

fn plain(mv: Move) -> PlainMove {
    let promotion = mv.promotion.map(Role::letter);
    (mv.from, mv.to, promotion, mv.kind == MoveKind::Castle, mv.kind == MoveKind::EnPassant)
}

fn plain_shakmaty(mv: shakmaty::Move) -> PlainMove {
    let square = |square: shakmaty::Square| Square::ALL[usize::from(square)];
    let promotion = mv.promotion().map(shakmaty::Role::upper_char);
    let from = mv.from().map_or(Square::A1, square);
    (from, square(mv.to()), promotion, mv.is_castle(), mv.is_en_passant())
}

/// The legal moves in order.
fn legal_moves(position: &Chess) -> Vec<PlainMove> {
    let mut moves: Vec<PlainMove> = position.legal_moves().into_iter().map(plain).collect();
    moves.sort_unstable();
    moves
}

/// The legal moves of shakmaty in order.
fn shakmaty_moves(position: &shakmaty::Chess) -> Vec<PlainMove> {
    let moves = position.legal_moves().into_iter();
    let mut moves: Vec<PlainMove> = moves.map(plain_shakmaty).collect();
    moves.sort_unstable();
    moves
}

/// Plays the chosen moves; the law sees each position, the move, and the position after it.
fn along<P: Position>(
    (mut position, choices): (P, Vec<usize>),
    law: impl Fn(&P, P::Move, &P) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    for choice in choices {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
        let next = position.after(mv);
        law(&position, mv, &next)?;
        position = next;
    }
    Ok(())
}
