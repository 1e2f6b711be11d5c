//! The board of a finding: an arrow for the move that was written, and marks for what forbids it.

use crate::{
    diagnostics::{Finding, ReasonData},
    notation::{San, fen},
    output::board::{Diagram, Diagrams, Marks},
    rules::{Bitboard, Board, Chess, Color, Dialect, File, MoveSpec, Position, Role, Side, Square},
};

/// The boards before the move that was written; none if the finding is about something else.
pub(super) fn diagrams(finding: &Finding, written: &[u8]) -> Vec<Diagram> {
    let Some(text) = finding.fen.as_deref().map(str::as_bytes) else { return Vec::new() };
    if let Some(count) = fen::boards_written(text) {
        let (position, _) = fen::read_layered(text, count, Dialect::Classical);
        return position.map_or_else(Vec::new, |it| Diagrams::of(&it).each().to_vec());
    }
    let Some(position) = fen::read(text).position() else { return Vec::new() };
    let mut marks =
        marks(&position, finding.reason.as_ref(), San::read(written).map(|san| san.spec));
    marks.checked = position.is_check().then(|| position.king(position.turn()).1);
    let board = position.boards()[0];
    vec![Diagram { marks, ..Diagram::new(board) }]
}

fn marks(position: &Chess, reason: Option<&ReasonData>, spec: Option<MoveSpec>) -> Marks {
    let mut marks = Marks::default();
    if let Some(reason) = reason {
        add_reason(reason, &mut marks);
    }
    let (board, turn) = (&position.boards()[0], position.turn());
    match spec {
        None => {}
        Some(MoveSpec::Castle(side)) => castling(position, side, reason, &mut marks),
        Some(MoveSpec::Piece(piece)) => {
            marks.written_to = Some(piece.to);
            let legal = MoveSpec::Piece(piece).resolve(position).ok();
            if let Some(mv) = legal {
                marks.written_from = Bitboard::of(mv.from);
            } else if marks.written_from.is_empty() {
                marks.written_from = piece.from & named(board, turn, piece.role);
            }
            if reason.is_some_and(|reason| reason.kind == "own-piece") {
                marks.crossed.insert(piece.to);
            }
        }
    }
    if marks.attackers.is_any() && marks.attacked.is_none() {
        marks.attacked = marks.written_to;
    }
    marks
}

fn named(board: &Board, turn: Color, role: Option<Role>) -> Bitboard {
    role.map_or(Bitboard::default(), |role| board.pieces(turn, role))
}

/// The part each square plays in the reason.
fn add_reason(reason: &ReasonData, marks: &mut Marks) {
    for (part, name) in &reason.squares {
        let Some(square) = Square::from_name(name.as_bytes()) else { continue };
        match *part {
            "from" | "candidate" => marks.written_from.insert(square),
            "to" => marks.written_to = Some(square),
            "pinner" | "attacker" | "checker" => marks.attackers.insert(square),
            "king" if reason.kind == "castling" => marks.crossed.insert(square),
            "king" | "attacked" => marks.attacked = Some(square),
            _ => marks.crossed.insert(square),
        }
    }
}

/// The way of the king; a right that is lost is a cross on the corner of the rook.
fn castling(position: &Chess, side: Side, reason: Option<&ReasonData>, marks: &mut Marks) {
    let (_, king) = position.king(position.turn());
    let (target, corner) = match side {
        Side::King => (File::G, File::H),
        Side::Queen => (File::C, File::A),
    };
    marks.written_from = Bitboard::of(king);
    marks.written_to = Some(Square::new(target, king.rank()));
    let is_lost = reason.is_some_and(|it| it.kind == "castling" && it.squares.is_empty());
    if is_lost {
        marks.crossed.insert(Square::new(corner, king.rank()));
    }
    let is_check = marks.attackers.is_any() && position.is_check();
    if is_check && marks.attacked.is_none() {
        marks.attacked = Some(king);
    }
}

#[cfg(test)]
mod tests {
    use super::diagrams;
    use crate::{
        diagnostics::{Profile, Selection},
        lint::Options,
        output::board::Marks,
        pgn::Part,
    };
    use crate::{lint::lint_block_guarded, rules::Square, text::Source};

    /// The marks of the first finding of a game.
    fn marks_of(text: &str) -> Marks {
        let source = Source::new("game.pgn", text.as_bytes());
        let options = Options::new(Selection::new(Profile::Read));
        let (reports, _) = lint_block_guarded(source, Part::Whole, &options);
        let finding = reports.iter().flat_map(|report| &report.findings).next().expect(text);
        diagrams(finding, source.slice(finding.span))[0].marks
    }

    fn squares(names: &str) -> Vec<Square> {
        names.split(' ').filter_map(|name| Square::from_name(name.as_bytes())).collect()
    }

    #[test]
    fn what_forbids_a_move_is_marked() {
        // The move, where it begins and ends, the attackers and what they attack, and the crosses.
        let table = [
            ("1. d4 e6 2. Nc3 Bb4 3. Ne4", "c3", "e4", "b4", "e1", ""),
            ("1. e4 e5 2. O-O", "e1", "g1", "", "", "f1 g1"),
            (
                "1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 4. Nf3 Nf6 5. Be2 Be7 6. O-O",
                "e1",
                "g1",
                "",
                "",
                "h1",
            ),
            ("1. e4 f6 2. Qh5+ a6", "a7", "a6", "h5", "e8", ""),
            ("1. e4 e5 2. Bf1", "f1", "f1", "", "", "f1"),
            ("1. e3 e5 2. Ke2 Ba3 3. Kf3 Bd6 4. Kf4", "f3", "f4", "e5", "f4", ""),
        ];
        for (moves, from, to, attackers, attacked, crossed) in table {
            let marks = marks_of(&format!("{moves} *\n"));
            assert_eq!(marks.written_from.collect::<Vec<_>>(), squares(from), "{moves}");
            assert_eq!(marks.written_to, squares(to).first().copied(), "{moves}");
            assert_eq!(marks.attackers.collect::<Vec<_>>(), squares(attackers), "{moves}");
            assert_eq!(marks.attacked, squares(attacked).first().copied(), "{moves}");
            assert_eq!(marks.crossed.collect::<Vec<_>>(), squares(crossed), "{moves}");
        }
    }
}
