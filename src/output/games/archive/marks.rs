//! The board of a finding: an arrow for the move that was written, and marks for what forbids it.

use crate::{
    diagnostics::{Finding, ReasonData},
    notation::{AnySan, AnySpec, fen},
    output::board::{BoardSquare, BoardSquares, Diagram, Diagrams, Marks},
    rules::{AnyPosition, Bitboard, MoveSpec, Position, Side, Variant, variant::VariantSpec},
};

/// The boards before the move that was written; none if the finding is about something else.
pub(super) fn diagrams(finding: &Finding, variant: Variant, written: &[u8]) -> Vec<Diagram> {
    let Some(text) = finding.fen.as_deref().map(str::as_bytes) else { return Vec::new() };
    let Ok(position) = fen::position_of(variant, text) else { return Vec::new() };
    let mut diagrams = Diagrams::of(&position).each().to_vec();
    if let [only] = diagrams.as_mut_slice() {
        let spec = AnySan::read(&position, written).map(|san| san.spec());
        let checked = only.marks.checked;
        only.marks = Marks { checked, ..marks(&position, finding.reason.as_ref(), spec) };
    }
    diagrams
}

fn marks(position: &AnyPosition, reason: Option<&ReasonData>, spec: Option<AnySpec>) -> Marks {
    let mut marks = Marks::default();
    if let Some(reason) = reason {
        add_reason(reason, &mut marks);
    }
    let on_board = |place| BoardSquare::of(position.geometry(), place);
    match spec {
        None => {}
        Some(
            AnySpec::Chess(MoveSpec::Castle(side)) | AnySpec::Variant(VariantSpec::Castle(side)),
        ) => castling(position, side, reason, &mut marks),
        Some(spec) => {
            marks.written_to = spec.target().map(on_board);
            if let Some(mv) = spec.resolve(position) {
                marks.written_from = mv.origin().map(on_board).into_iter().collect();
            } else if marks.written_from.is_empty() {
                marks.written_from = named(position, &spec);
            }
            if reason.is_some_and(|reason| reason.kind == "own-piece") {
                marks.crossed.extend(marks.written_to);
            }
        }
    }
    if !marks.attackers.is_empty() && marks.attacked.is_none() {
        marks.attacked = marks.written_to;
    }
    marks
}

/// The pieces that a move of chess names.
fn named(position: &AnyPosition, spec: &AnySpec) -> BoardSquares {
    let (AnyPosition::Chess(position), Some(MoveSpec::Piece(piece))) = (position, spec.chess())
    else {
        return BoardSquares::new();
    };
    let of_role = |role| position.board().pieces(position.turn(), role);
    let pieces = piece.role.map_or(Bitboard::default(), of_role);
    (piece.from & pieces).map(BoardSquare::from).collect()
}

/// The part each square plays in the reason.
fn add_reason(reason: &ReasonData, marks: &mut Marks) {
    for (part, name) in &reason.squares {
        let Some(square) = BoardSquare::from_name(name) else { continue };
        match *part {
            "from" | "candidate" => {
                marks.written_from.insert(square);
            }
            "to" => marks.written_to = Some(square),
            "pinner" | "attacker" | "checker" => {
                marks.attackers.insert(square);
            }
            "king" if reason.kind == "castling" => {
                marks.crossed.insert(square);
            }
            "king" | "attacked" => marks.attacked = Some(square),
            _ => {
                marks.crossed.insert(square);
            }
        }
    }
}

/// The way of the king; a right that is lost is a cross on the corner of the rook.
fn castling(position: &AnyPosition, side: Side, reason: Option<&ReasonData>, marks: &mut Marks) {
    let Some(king) = position.king(position.turn()) else { return };
    let geometry = position.geometry();
    let on_rank = |file| BoardSquare { file, ..BoardSquare::of(geometry, king) };
    let (target, corner) = match side {
        Side::King => (king_file(position, side), geometry.width() - 1),
        Side::Queen => (king_file(position, side), 0),
    };
    marks.written_from.insert(BoardSquare::of(geometry, king));
    marks.written_to = Some(on_rank(target));
    let is_lost = reason.is_some_and(|it| it.kind == "castling" && it.squares.is_empty());
    if is_lost {
        marks.crossed.insert(on_rank(corner));
    }
    if !marks.attackers.is_empty() && position.is_check() && marks.attacked.is_none() {
        marks.attacked = Some(BoardSquare::of(geometry, king));
    }
}

/// The file on which a castled king ends.
fn king_file(position: &AnyPosition, side: Side) -> u8 {
    match position.variant().map(|position| position.rules().settings()) {
        None => side.king_file() as u8,
        Some(settings) => settings.king_file(side),
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
    use crate::{
        lint::lint_block_guarded, output::board::BoardSquare, rules::Variant, text::Source,
    };

    /// The marks of the first finding of a game.
    fn marks_of(text: &str) -> Marks {
        let source = Source::new("game.pgn", text.as_bytes());
        let options = Options::new(Selection::new(Profile::Read));
        let (reports, _) = lint_block_guarded(source, Part::Whole, &options);
        let finding = reports.iter().flat_map(|report| &report.findings).next().expect(text);
        diagrams(finding, Variant::Standard, source.slice(finding.span))[0].marks.clone()
    }

    fn squares(names: &str) -> Vec<BoardSquare> {
        names.split(' ').filter_map(BoardSquare::from_name).collect()
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
            assert_eq!(Vec::from_iter(marks.written_from), squares(from), "{moves}");
            assert_eq!(marks.written_to, squares(to).first().copied(), "{moves}");
            assert_eq!(Vec::from_iter(marks.attackers), squares(attackers), "{moves}");
            assert_eq!(marks.attacked, squares(attacked).first().copied(), "{moves}");
            assert_eq!(Vec::from_iter(marks.crossed), squares(crossed), "{moves}");
        }
    }
}
