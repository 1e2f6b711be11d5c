//! A FEN for several boards: the first field holds one placement for each board, A first, with bars between them.
//! A missing board is empty, so an ordinary FEN has all its pieces on board A.

use std::{fmt, str::FromStr};

use super::{
    Draft, FenFindings, Field,
    board::{self, letter_of},
    faults::too_many_pieces,
    word,
};
use crate::{
    diagnostics::{Code, Finding, Severity},
    rules::{
        AnyPosition, Board, BoardCount, BoardIndex, Castling, Chess, Dialect, Layered,
        LayeredFault, LayeredSetup, Square, Variant,
    },
};

/// The sign between two boards.
pub(super) const BAR: u8 = b'|';

/// Reads a position of a variant. A text with bars is Alice chess in any case.
///
/// # Errors
/// All findings, if the text cannot be read or the position cannot be played.
pub fn position_of(variant: Variant, text: &[u8]) -> Result<AnyPosition, Vec<Finding>> {
    match (variant, boards_written(text)) {
        (Variant::Alice { boards, dialect }, _) => {
            layered(text, boards, dialect).map(AnyPosition::from)
        }
        (_, Some(boards)) => layered(text, boards, Dialect::Classical).map(AnyPosition::from),
        (Variant::Standard, None) => super::position(text).map(AnyPosition::from),
        (Variant::Chess960 { .. }, None) => {
            let reading = super::read_of(Some(variant), text);
            reading.position().map(AnyPosition::from).ok_or(reading.findings)
        }
    }
}

/// The findings about a FEN that cannot be played.
#[derive(Debug, Clone, PartialEq)]
pub struct BadFen(pub Vec<Finding>);

impl fmt::Display for BadFen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.0.iter().filter(|finding| finding.severity == Severity::Error);
        let messages: Vec<&str> = errors.map(|finding| finding.message.as_str()).collect();
        f.write_str(&messages.join("; "))
    }
}

impl std::error::Error for BadFen {}

/// A playable FEN of standard chess or Chess960.
impl FromStr for Chess {
    type Err = BadFen;

    fn from_str(text: &str) -> Result<Self, BadFen> {
        super::position(text.as_bytes()).map_err(BadFen)
    }
}

/// How many boards the first field describes, if there are several and not too many.
pub fn boards_written(text: &[u8]) -> Option<BoardCount> {
    memchr::memchr(BAR, text)?;
    let (_, field) = word(text.trim_ascii_start()).ok()?;
    u8::try_from(field.split(|&byte| byte == BAR).count()).ok().and_then(BoardCount::new)
}

/// Reads a position of Alice chess on this many boards.
///
/// # Errors
/// All findings, if the text cannot be read or the position cannot be played.
pub fn layered(text: &[u8], count: BoardCount, dialect: Dialect) -> Result<Layered, Vec<Finding>> {
    let (position, findings) = read_layered(text, count, dialect);
    position.ok_or(findings)
}

/// Reads a position of Alice chess on this many boards, as far as it is clear.
pub fn read_layered(
    text: &[u8],
    count: BoardCount,
    dialect: Dialect,
) -> (Option<Layered>, Vec<Finding>) {
    let mut found = FenFindings::on(text);
    let mut draft = Draft::of(Some(Variant::Alice { boards: count, dialect }));
    let tail = draft.four_texts(text.trim_ascii(), &mut found);
    let placements: Vec<&[u8]> = draft.texts[0].split(|&byte| byte == BAR).collect();
    if let Some(extra) = placements.get(usize::from(count.get())) {
        let message = format!("expected {} boards, found {}", count.get(), placements.len());
        found.add(Code::FenExtraField, Field::Board, extra, message);
        return (None, found.findings);
    }
    let rights = draft.texts[2];
    let mut setup = claimed(draft, tail, &placements, &mut found);
    if let Some(setup) = setup.as_mut().filter(|setup| setup.castling != Castling::NONE)
        && dialect == Dialect::Ksparov
    {
        let message = "this dialect has no castling: rights ignored";
        found.add(Code::CastlingRightImpossible, Field::Castling, rights, message);
        setup.castling = Castling::NONE;
    }
    let is_readable = found.findings.iter().all(|finding| finding.severity != Severity::Error);
    let Some(mut setup) = setup.filter(|_| is_readable) else { return (None, found.findings) };
    setup.boards.resize(usize::from(count.get()), Board::empty());
    setup.dialect = dialect;
    let position = setup.validate().map_err(|faults| {
        for fault in faults {
            report(fault, &placements, &mut found);
        }
    });
    (position.ok(), found.findings)
}

/// The setup of the fields; the first field of the draft becomes that of board A.
fn claimed<'a>(
    mut draft: Draft<'a>,
    tail: &'a [u8],
    placements: &[&'a [u8]],
    found: &mut FenFindings<'a>,
) -> Option<LayeredSetup> {
    let (first, others) = placements.split_first()?;
    draft.texts[0] = first;
    draft.setup = draft.understood(found.source.bytes, found);
    draft.counters(tail, found);
    let others: Vec<Option<Board>> =
        others.iter().map(|text| board::placement(text, found)).collect();
    let setup = draft.setup?;
    if setup.en_passant.is_some() {
        let message = "Alice chess has no en passant, expected `-`";
        found.add(Code::EnPassantImpossible, Field::EnPassant, draft.texts[3], message);
    }
    let others: Option<Vec<Board>> = others.into_iter().collect();
    let boards = [setup.board].into_iter().chain(others?).collect();
    Some(LayeredSetup {
        boards,
        dialect: Dialect::Classical,
        turn: setup.turn,
        castling: setup.castling,
        halfmoves: setup.halfmoves,
        fullmoves: setup.fullmoves,
    })
}

/// Reports a fault at the text of its board.
fn report(fault: LayeredFault, placements: &[&[u8]], found: &mut FenFindings<'_>) {
    let whole = placements.first().copied().unwrap_or_default();
    let field = |board_index: BoardIndex| {
        placements.get(usize::from(board_index.0)).copied().unwrap_or(whole)
    };
    let piece =
        |board_index, square| letter_of(field(board_index), square).unwrap_or(field(board_index));
    let (code, at) = match fault {
        LayeredFault::BoardCount { .. } => (Code::FenExtraField, whole),
        LayeredFault::KingCount { .. } => (Code::KingCount, whole),
        LayeredFault::KingsAdjacent { board_index } => (Code::KingsAdjacent, field(board_index)),
        LayeredFault::PawnOnEdge { board_index, square } => {
            (Code::PawnOnEdge, piece(board_index, square))
        }
        LayeredFault::TooManyPieces { .. } => (Code::TooManyPieces, whole),
        LayeredFault::CastlingRightImpossible { .. } => (Code::CastlingRightImpossible, whole),
        LayeredFault::OpponentInCheck { board_index, king } => {
            (Code::OpponentInCheck, piece(board_index, king))
        }
    };
    found.add(code, Field::Board, at, message(fault));
}

fn message(fault: LayeredFault) -> String {
    let on = |board_index: BoardIndex, square: Square| {
        format!("{square} of board {}", board_index.letter())
    };
    match fault {
        LayeredFault::BoardCount { found } => format!("Alice chess has 2 to 8 boards, not {found}"),
        LayeredFault::KingCount { color, found: 0 } => format!("{} has no king", color.name()),
        LayeredFault::KingCount { color, found } => format!("{} has {found} kings", color.name()),
        LayeredFault::KingsAdjacent { board_index } => {
            format!("the kings stand next to each other on board {}", board_index.letter())
        }
        LayeredFault::PawnOnEdge { board_index, square } => {
            format!("no pawn can stand on {}", on(board_index, square))
        }
        LayeredFault::TooManyPieces { color, pawns, pieces } => {
            too_many_pieces(color, pawns, pieces)
        }
        LayeredFault::CastlingRightImpossible { rook } => {
            format!("castling with a rook on {rook} of board A is impossible")
        }
        LayeredFault::OpponentInCheck { board_index, king } => format!(
            "the king on {} is attacked although the other side is to move",
            on(board_index, king)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::{layered, position_of};
    use crate::notation::fen::write;
    use crate::rules::{BoardCount, Dialect, Variant};

    const THREE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKB1R|8/8/8/8/4P3/8/8/8|8/8/8/8/8/5N2/8/8 b KQkq - 1 2";

    #[test]
    fn what_is_written_is_read_again() {
        let count = BoardCount::new(3).expect("three");
        let position = layered(THREE.as_bytes(), count, Dialect::Classical).expect("a position");
        assert_eq!(write(&position), THREE);
        assert_eq!(position_of(Variant::Standard, THREE.as_bytes()), Ok(position.into()));
    }

    #[test]
    fn an_ordinary_fen_is_board_a_and_the_others_are_empty() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let alice = Variant::Alice { boards: BoardCount::TWO, dialect: Dialect::Classical };
        let position = position_of(alice, format!("{start} w KQkq - 0 1").as_bytes());
        let written = position.map(|position| write(&position));
        assert_eq!(written, Ok(format!("{start}|8/8/8/8/8/8/8/8 w KQkq - 0 1")));
    }

    #[test]
    fn faults_name_their_board_and_point_at_it() {
        let table = [
            ("8/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8 w - - 0 1", "Black has no king", 0),
            (
                "k7/8/8/8/8/8/8/4K3|P7/8/8/8/8/8/8/8 w - - 0 1",
                "no pawn can stand on a8 of board B",
                19,
            ),
            (
                "8/8/8/8/8/8/8/4K3|k7/8/8/8/8/8/8/R7 w - - 0 1",
                "the king on a8 of board B is attacked although the other side is to move",
                18,
            ),
            (
                "k7/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8 w - - 0 1",
                "expected 2 boards, found 3",
                35,
            ),
            (
                "k7/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8 w - e6 0 1",
                "Alice chess has no en passant, expected `-`",
                39,
            ),
            (
                "k7/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/9 w - - 0 1",
                "a gap has 1 to 8 squares, found `9`",
                33,
            ),
        ];
        for (text, message, at) in table {
            let findings = layered(text.as_bytes(), BoardCount::TWO, Dialect::Classical);
            let findings = findings.expect_err("a fault");
            assert_eq!(findings[0].message, message, "{text}");
            assert_eq!(findings[0].span.start, at, "{text}");
        }
    }
}
