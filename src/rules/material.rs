//! Which side could still mate, judged by the pieces alone: "no" is a proof, "yes" is not.

use crate::rules::{Bitboard, Board, Color, Role};

/// Whether a side might mate by some series of legal moves. FIDE 5.2.2 and 6.9, by material.
///
/// The classes for which the answer is no are closed under legal moves: captures and promotions
/// by the other side lead to another member of them.
pub fn can_mate(board: &Board, color: Color) -> bool {
    let own = board.color(color) - board.role(Role::King);
    let enemy = board.color(!color) - board.role(Role::King);
    if own.is_empty() {
        return false;
    }
    if own == board.pieces(color, Role::Knight) && !own.more_than_one() {
        // A lone knight needs an enemy piece that is in its own king's way; queens always help out.
        return (enemy - board.role(Role::Queen)).is_any();
    }
    let bishops = board.role(Role::Bishop);
    if own == (own & bishops) {
        let helpers = board.role(Role::Knight) | board.role(Role::Pawn);
        let both_colours =
            (bishops & Bitboard::DARK).is_any() && (bishops - Bitboard::DARK).is_any();
        return helpers.is_any() || both_colours;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::can_mate;
    use crate::rules::{Board, Color, Piece, Square};

    /// White's pieces and Black's, as letters and squares.
    fn board(pieces: &str) -> Option<Board> {
        let mut board = Board::empty();
        for piece in pieces.split(' ') {
            let (letter, square) = piece.as_bytes().split_first()?;
            board.put(Square::from_name(square)?, Piece::from_letter(*letter)?);
        }
        Some(board)
    }

    #[test]
    fn material_that_can_and_cannot_mate() {
        let table = [
            ("Ke1 ke8", false, false),
            ("Ke1 Nb1 ke8", false, false),
            ("Ke1 Nb1 ke8 qd8", false, true),
            ("Ke1 Nb1 ke8 rd8", true, true),
            ("Ke1 Nb1 ke8 nb8", true, true),
            ("Ke1 Nb1 ke8 bc8", true, true),
            ("Ke1 Nb1 Ng1 ke8", true, false),
            ("Ke1 Bc1 ke8", false, false),
            ("Ke1 Bc1 ke8 bg1", false, false),
            ("Ke1 Bc1 ke8 bf1", true, true),
            ("Ke1 Bc1 Be3 ke8 qd8", false, true),
            ("Ke1 Bc1 ke8 pa7", true, true),
            ("Ke1 Bc1 ke8 rd8", false, true),
            ("Ke1 Pa2 ke8", true, false),
            ("Ke1 Ra1 ke8", true, false),
        ];
        for (pieces, white, black) in table {
            let board = board(pieces).expect("pieces on squares");
            assert_eq!(can_mate(&board, Color::White), white, "White with {pieces}");
            assert_eq!(can_mate(&board, Color::Black), black, "Black with {pieces}");
        }
    }
}
