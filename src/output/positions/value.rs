//! The value of a column.

use std::borrow::Cow;

use arrayvec::ArrayString;

use super::{Column, Facts, Layout, Record, evaluation::evaluation, facts::points, sink::Sink};
use crate::{
    notation::{coordinate, fen, variant::write_variant, write_san},
    output::board::{Diagrams, Style},
    rules::{
        AnyPosition, Board, Color, Layered, Move, Outcome, Position, Role, Setup, Square, chess960,
        perft,
    },
};

/// Gives the value of a column to a sink.
pub(super) fn write(record: &Record<'_>, column: Column, layout: &Layout, sink: &mut impl Sink) {
    match column {
        _ if column <= Column::DupOf => identity(record, column, sink),
        _ if column <= Column::FixedFen => verdict(record, column, sink),
        Column::Status => sink.word(status(record)),
        _ => match (record.setup(), &record.facts) {
            (Some(setup), _) if is_of_setup(column) => state(record, setup, column, sink),
            (_, Some(facts)) if column < Column::San => situation(facts, column, sink),
            (_, Some(facts)) => extra(facts, column, layout, sink),
            _ => sink.nothing(),
        },
    }
}

fn identity(record: &Record<'_>, column: Column, sink: &mut impl Sink) {
    match column {
        Column::N => sink.number(record.origin.n),
        Column::File => sink.text_or_nothing(record.origin.file),
        Column::Line => sink.number_or_nothing(record.origin.line),
        Column::Input => sink.text(&record.input()),
        Column::Id => sink.text_or_nothing(record.id.as_deref()),
        _ => sink.hole(),
    }
}

fn verdict(record: &Record<'_>, column: Column, sink: &mut impl Sink) {
    let worst = || record.worst();
    match column {
        Column::Valid => sink.flag(record.is_valid()),
        Column::Legal => sink.flag(record.is_legal()),
        Column::Reachable if !record.is_valid() => sink.nothing(),
        Column::Reachable => sink.word(if record.is_unreachable() { "no" } else { "unknown" }),
        Column::Codes => {
            sink.words(record.reading.findings.iter().map(|finding| finding.code.id()));
        }
        Column::Field => sink.word_or_nothing(worst().and_then(|finding| finding.path.as_deref())),
        Column::Column => sink.number_or_nothing(worst().map(|finding| record.column(finding))),
        Column::Message => sink.text_or_nothing(worst().map(|finding| finding.message.as_str())),
        _ => sink.word_or_nothing(record.reading.fixed.as_deref()),
    }
}

/// Whether a column is known even where nothing can be played.
fn is_of_setup(column: Column) -> bool {
    let is_state = column >= Column::Fen && column <= Column::Chess960Id;
    is_state || column == Column::MaterialKey || (Column::Men..Column::San).contains(&column)
}

fn state(record: &Record<'_>, setup: &Setup, column: Column, sink: &mut impl Sink) {
    let boards = record.boards();
    match column {
        Column::Fen => sink.word(&canonical(record, setup)),
        Column::Turn => sink.word(lower(setup.turn)),
        Column::Castling => sink.word(&fen::castling_of(setup)),
        Column::Ep => sink.word_or_nothing(setup.en_passant.map(Square::name)),
        Column::EpCapturable => {
            let facts = record.facts.as_ref();
            sink.flag_or_nothing(facts.map(|facts| facts.position.en_passant().is_some()));
        }
        Column::Halfmove => sink.number(setup.halfmoves.into()),
        Column::Fullmove => sink.number(setup.fullmoves.into()),
        Column::Variant => sink.word(&variant(record, setup)),
        Column::Chess960Id => sink.number_or_nothing(start_number(boards)),
        Column::MaterialKey => sink.word(&material_key(boards)),
        Column::Men => {
            sink.number(boards.iter().map(|board| u64::from(board.occupied().count())).sum());
        }
        Column::WhitePoints => sink.number(points(boards, Color::White)),
        _ => sink.number(points(boards, Color::Black)),
    }
}

/// By which rules the position is played.
fn variant(record: &Record<'_>, setup: &Setup) -> Cow<'static, str> {
    let position = record.facts.as_ref().map(|facts| &facts.position);
    match position.and_then(Position::as_layered).and_then(Layered::variant) {
        Some(variant) => write_variant(variant).into(),
        None if record.is_chess960(setup) => "chess960".into(),
        None => "standard".into(),
    }
}

/// The canonical FEN; a setup that cannot be played is written as it is.
pub(super) fn canonical(record: &Record<'_>, setup: &Setup) -> String {
    match &record.facts {
        Some(facts) => fen::write(&facts.position),
        None => fen::write_setup(setup),
    }
}

fn situation(facts: &Facts, column: Column, sink: &mut impl Sink) {
    let position = &facts.position;
    let count = |count: usize| count as u64;
    match column {
        Column::Polyglot => match position {
            AnyPosition::Chess(chess) => sink.word(&hexadecimal(chess.polyglot_key())),
            AnyPosition::Layered(_) => sink.nothing(),
        },
        Column::InCheck => sink.flag(position.is_check()),
        Column::Checkers => sink.squares(position.checkers()),
        Column::Pinned => sink.squares(facts.pinned()),
        Column::LegalMoves => sink.number(count(facts.legal_moves)),
        Column::Captures => sink.number(count(facts.captures)),
        Column::Checks => sink.number(count(facts.checks)),
        Column::Promotions => sink.number(count(facts.promotions)),
        Column::MateIn1 => sink.words(facts.mates.iter().map(|&mv| write_san(position, mv))),
        Column::Winner => {
            sink.word_or_nothing(facts.outcome.and_then(Outcome::winner).map(lower));
        }
        Column::Claim50 => sink.flag(facts.can_claim_fifty_moves()),
        Column::CanMateWhite => sink.flag(position.can_mate(Color::White)),
        _ => sink.flag(position.can_mate(Color::Black)),
    }
}

fn extra(facts: &Facts, column: Column, layout: &Layout, sink: &mut impl Sink) {
    let position = &facts.position;
    let draw = |style| Diagrams::of(position).draw(style, 0);
    match column {
        Column::San => sink.words(sorted(facts, |mv| write_san(position, mv)).into_iter()),
        Column::Uci => {
            let style = coordinate::style_for(position);
            let written = |mv| match position {
                AnyPosition::Chess(_) => coordinate::written(mv, style).to_string(),
                AnyPosition::Layered(layered) => coordinate::write(&**layered, mv, style),
            };
            sink.words(sorted(facts, written).into_iter());
        }
        Column::Board => sink.text(&draw(Style::Ascii)),
        Column::Pieces => sink.text(&facts.pieces()),
        Column::Perft => sink.number(perft(position, layout.extras.perft_depth())),
        Column::Svg => sink.text(&draw(Style::Svg)),
        _ => sink.word_or_nothing(evaluation(facts).as_deref()),
    }
}

/// The legal moves as text, in the order of their squares.
fn sorted(facts: &Facts, write: impl Fn(Move) -> String) -> Vec<String> {
    let mut moves = facts.moves();
    moves.sort_by_key(|mv| (mv.board_index, mv.from, mv.to, mv.promotion));
    moves.into_iter().map(write).collect()
}

/// A key in sixteen digits.
fn hexadecimal(key: u64) -> ArrayString<16> {
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half & 15)]);
    let mut digits = ArrayString::new();
    for byte in key.to_be_bytes() {
        digits.push(digit(byte >> 4));
        digits.push(digit(byte));
    }
    digits
}

/// The word for how the game stands.
pub(super) fn status(record: &Record<'_>) -> &'static str {
    match &record.facts {
        None => "invalid",
        Some(facts) => facts.outcome.map_or("ongoing", Outcome::name),
    }
}

fn lower(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn start_number(boards: &[Board]) -> Option<u64> {
    let [board] = boards else { return None };
    chess960::start_on(board).map(u64::from)
}

/// White's men, then Black's: `KRPvKR`.
fn material_key(boards: &[Board]) -> String {
    let mut key = String::with_capacity(33);
    for color in Color::ALL {
        if color == Color::Black {
            key.push('v');
        }
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            for _ in boards.iter().flat_map(|board| board.pieces(color, role)) {
                key.push(role.letter());
            }
        }
    }
    key
}
