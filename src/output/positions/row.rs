//! A record as a row of a table or as a JSON object on one line: the chosen columns, then those carried through from the input.

use std::{borrow::Cow, ops::Range};

use csv::WriterBuilder;
use memchr::memmem;
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{Cell, Column, Facts, Layout, PositionRecord, material::Material, worksheet::caption};
use crate::{
    diagnostics::Finding,
    notation::{fen, uci, write_san},
    output::{
        board::{Diagrams, Style},
        formats::SCHEMA,
    },
    rules::{AnyMove, AnyPosition, Color, Move, Position, Setup, chess960, perft},
};

/// The value of a column.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum ColumnValue<'a> {
    Unknown,
    Flag(bool),
    Number(u64),
    Text(Cow<'a, str>),
    List(Vec<Cow<'a, str>>),
}

impl From<bool> for ColumnValue<'_> {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<u64> for ColumnValue<'_> {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for ColumnValue<'_> {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl<'a> From<&'a str> for ColumnValue<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for ColumnValue<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<Cow<'a, str>> for ColumnValue<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self::Text(text)
    }
}

impl<'a, T: Into<Cow<'a, str>>> From<Vec<T>> for ColumnValue<'a> {
    fn from(words: Vec<T>) -> Self {
        Self::List(words.into_iter().map(Into::into).collect())
    }
}

impl<'a, T: Into<ColumnValue<'a>>> From<Option<T>> for ColumnValue<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Unknown, Into::into)
    }
}

impl ColumnValue<'_> {
    /// Appends the text of the value in a table; a list is joined with blanks.
    fn append_to(&self, out: &mut Vec<u8>) {
        match self {
            Self::Unknown => {}
            Self::Flag(true) => out.extend_from_slice(b"true"),
            Self::Flag(false) => out.extend_from_slice(b"false"),
            Self::Number(number) => {
                out.extend_from_slice(itoa::Buffer::new().format(*number).as_bytes());
            }
            Self::Text(text) => out.extend_from_slice(text.as_bytes()),
            Self::List(words) => {
                for (at, word) in words.iter().enumerate() {
                    out.extend_from_slice(if at == 0 { b"" } else { b" " });
                    out.extend_from_slice(word.as_bytes());
                }
            }
        }
    }
}

/// The value of a column. `dup_of` is unknown until the records are in order.
fn value<'r>(record: &'r PositionRecord<'_>, column: Column, layout: &Layout) -> ColumnValue<'r> {
    let (setup, facts) = (record.setup(), record.facts.as_ref());
    let position = facts.map(|facts| &facts.position);
    let findings = &record.reading.findings;
    match column {
        Column::N => record.origin.n.into(),
        Column::File => record.origin.file.into(),
        Column::Line => record.origin.line.into(),
        Column::Input => record.input().into(),
        Column::Id => record.id.as_deref().into(),
        Column::DupOf => ColumnValue::Unknown,
        Column::Valid => record.is_valid().into(),
        Column::Legal => record.is_legal().into(),
        Column::Reachable => record.is_valid().then(|| reachable(record)).into(),
        Column::Codes => findings.iter().map(|it| it.code.id()).collect::<Vec<_>>().into(),
        Column::Field => record.worst().and_then(|worst| worst.path.as_deref()).into(),
        Column::Column => record.worst().map(|worst| record.column(worst)).into(),
        Column::Message => record.worst().map(|worst| worst.message.as_str()).into(),
        Column::FixedFen => record.reading.fixed.as_deref().into(),
        Column::Fen => record.canonical_fen().into(),
        Column::Turn => record.turn().map(lower).into(),
        Column::Castling => castling(record).into(),
        Column::Ep => en_passant(record).into(),
        Column::EpCapturable => position.map(is_en_passant_possible).into(),
        Column::Halfmove => record.counters().map(|[halfmoves, _]| u64::from(halfmoves)).into(),
        Column::Fullmove => record.counters().map(|[_, fullmoves]| u64::from(fullmoves)).into(),
        Column::Variant => variant(record).into(),
        Column::Chess960Id => setup.and_then(start_number).into(),
        Column::Polyglot => position.and_then(polyglot_key).into(),
        Column::MaterialKey => record.material().map(Material::key).into(),
        Column::InCheck => position.map(Position::is_check).into(),
        Column::Checkers => facts.map(|it| it.names(&it.position.checkers())).into(),
        Column::Pinned => facts.map(|facts| facts.names(&facts.pinned())).into(),
        Column::LegalMoves => facts.map(|facts| facts.moves.legal).into(),
        Column::Captures => facts.map(|facts| facts.moves.captures).into(),
        Column::Checks => facts.map(|facts| facts.moves.checks).into(),
        Column::Promotions => facts.map(|facts| facts.moves.promotions).into(),
        Column::MateIn1 => facts.map(Facts::mates_in_one).into(),
        Column::Status => record.status().into(),
        Column::Winner => facts.and_then(|it| it.outcome?.winner()).map(lower).into(),
        Column::Claim50 => facts.and_then(Facts::can_claim_fifty_moves).into(),
        Column::CanMateWhite => position.map(|it| it.can_win(Color::White)).into(),
        Column::CanMateBlack => position.map(|it| it.can_win(Color::Black)).into(),
        Column::PieceCount => record.material().map(Material::on_board).into(),
        Column::WhitePoints => record.material().and_then(|it| it.points(Color::White)).into(),
        Column::BlackPoints => record.material().and_then(|it| it.points(Color::Black)).into(),
        Column::Schema => u64::from(SCHEMA).into(),
        Column::San => facts.map(|facts| sorted_moves(facts, write_san)).into(),
        Column::Uci => facts.map(|facts| sorted_moves(facts, write_uci)).into(),
        Column::Board => position.map(|it| Diagrams::of(it).draw(Style::Ascii, 0)).into(),
        Column::Pieces => facts.map(Facts::pieces).into(),
        Column::Perft => position.map(|it| perft(it, layout.perft_depth())).into(),
        Column::Svg => position.map(|it| Diagrams::of(it).draw(Style::Svg, 0)).into(),
        Column::Eval => facts.and_then(Facts::evaluation).into(),
        Column::Best => facts.and_then(Facts::best_move).into(),
        Column::Caption => caption(record, layout).into(),
    }
}

fn reachable(record: &PositionRecord<'_>) -> &'static str {
    if record.is_unreachable() { "no" } else { "unknown" }
}

fn lower(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The rights to castle, as the FEN writes them.
fn castling(record: &PositionRecord<'_>) -> Option<String> {
    match record.setup() {
        Some(setup) => Some(fen::castling_of(setup)),
        None => field(record, 2),
    }
}

/// The en-passant square: in chess as it is written, else if the capture is legal.
fn en_passant(record: &PositionRecord<'_>) -> Option<String> {
    match record.setup() {
        Some(setup) => setup.en_passant.map(|square| square.name().to_owned()),
        None => field(record, 3).filter(|square| square != "-"),
    }
}

/// A field of the canonical FEN.
fn field(record: &PositionRecord<'_>, at: usize) -> Option<String> {
    record.canonical_fen()?.split(' ').nth(at).map(str::to_owned)
}

fn is_en_passant_possible(position: &AnyPosition) -> bool {
    match position {
        AnyPosition::Chess(chess) => chess.en_passant().is_some(),
        AnyPosition::Variant(position) => position.en_passant().is_some(),
    }
}

/// The rules by which the position is played.
fn variant(record: &PositionRecord<'_>) -> Option<Cow<'static, str>> {
    match (record.setup(), &record.facts) {
        (Some(setup), _) if record.is_chess960(setup) => Some("chess960".into()),
        (Some(_), _) => Some("standard".into()),
        (None, Some(_)) => Some(record.variant.to_string().into()),
        (None, None) => None,
    }
}

fn start_number(setup: &Setup) -> Option<u64> {
    chess960::start_on(&setup.board).map(u64::from)
}

/// The key of opening books in sixteen digits; there are none for other games than chess.
fn polyglot_key(position: &AnyPosition) -> Option<String> {
    position.chess().map(|chess| format!("{:016x}", chess.polyglot_key()))
}

/// The legal moves as text, in the order of their squares, drops last.
fn sorted_moves(facts: &Facts, write: impl Fn(&AnyPosition, AnyMove) -> String) -> Vec<String> {
    let mut moves = facts.position.legal_moves();
    moves.sort_by_key(|mv| match *mv {
        AnyMove::Chess(mv) => (false, None, Some(mv.from.into()), mv.to.into(), promoted(mv)),
        AnyMove::Variant(mv) => {
            let dropped = mv.from.is_none().then_some(mv.piece);
            (dropped.is_some(), dropped, mv.from, mv.to, mv.promotion.map(|kind| kind.0))
        }
    });
    moves.into_iter().map(|mv| write(&facts.position, mv)).collect()
}

fn promoted(mv: Move) -> Option<u8> {
    mv.promotion.map(|role| role as u8)
}

fn write_uci(position: &AnyPosition, mv: AnyMove) -> String {
    uci::write(position, mv, uci::style_for(position))
}

/// A finding of a record, as JSON lists it.
#[derive(Debug, Serialize)]
struct FindingRow<'a> {
    code: &'static str,
    severity: &'static str,
    field: Option<&'a str>,
    column: u64,
    message: &'a str,
}

impl<'a> FindingRow<'a> {
    fn of(record: &PositionRecord<'_>, finding: &'a Finding) -> Self {
        Self {
            code: finding.code.id(),
            severity: finding.severity.as_str(),
            field: finding.path.as_deref(),
            column: record.column(finding),
            message: &finding.message,
        }
    }
}

/// A record with the columns to write.
struct Row<'r, 'a> {
    record: &'r PositionRecord<'a>,
    layout: &'r Layout,
}

impl Serialize for Row<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { record, layout } = self;
        let mut object = serializer.serialize_map(None)?;
        for cell in layout.cells() {
            let at = match cell {
                Cell::Own(column) => {
                    object.serialize_entry(&column, &value(record, column, layout))?;
                    continue;
                }
                Cell::Carried(at) => at,
            };
            let (name, text) = (&layout.carried[at], record.carried(at));
            let is_number = record.origin.is_of_game && matches!(name.as_str(), "game" | "ply");
            match text.and_then(|text| text.parse().ok()).filter(|_| is_number) {
                Some(number) => object.serialize_entry::<_, u64>(name, &number)?,
                None => object.serialize_entry(name, &text)?,
            }
        }
        if layout.has_findings {
            let findings = record.reading.findings.iter();
            let findings: Vec<_> = findings.map(|it| FindingRow::of(record, it)).collect();
            object.serialize_entry("findings", &findings)?;
        }
        object.end()
    }
}

/// Writes a record as JSON; returns the place of the value of `dup_of`.
pub(super) fn json(
    record: &PositionRecord<'_>,
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Option<Range<usize>> {
    const KEY: &[u8] = b"\"dup_of\":";
    const NULL: &[u8] = b"null";
    let start = out.len();
    // Writing to memory does not fail.
    let _ = serde_json::to_writer(&mut *out, &Row { record, layout });
    out.push(b'\n');
    if !layout.cells().contains(&Cell::Own(Column::DupOf)) {
        return None;
    }
    // Text cannot be mistaken for the key: its quotes are escaped.
    let value = start + memmem::find(&out[start..], KEY)? + KEY.len();
    Some(value..value + NULL.len())
}

/// The buffer of the table writer: most rows fit in it.
const ROW_SIZE: usize = 1024;

/// Writes the names of the columns as CSV.
pub(super) fn csv_header(layout: &Layout, out: &mut Vec<u8>) {
    let name = |cell| match cell {
        Cell::Own(column) => column.name(),
        Cell::Carried(at) => layout.carried[at].clone(),
    };
    let mut writer = WriterBuilder::new().from_writer(out);
    // Writing to memory does not fail.
    let _ = writer.write_record(layout.cells().into_iter().map(name));
}

/// Writes a record as CSV; returns the place of the value of `dup_of`.
pub(super) fn csv(
    record: &PositionRecord<'_>,
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Option<Range<usize>> {
    // Writing to memory does not fail.
    let dup_of = match plain_row(record, layout, out) {
        Ok(dup_of) => dup_of?,
        Err(NeedsQuotes) => csv_row(record, layout, out).ok()??,
    };
    // A single empty field is written as two quotes.
    let is_alone = layout.cells().len() == 1;
    Some(dup_of..if is_alone { out.len() - 1 } else { dup_of })
}

/// Appends the text of a cell in a table.
fn append_cell(record: &PositionRecord<'_>, cell: Cell, layout: &Layout, out: &mut Vec<u8>) {
    match cell {
        Cell::Own(column) => value(record, column, layout).append_to(out),
        Cell::Carried(at) => {
            out.extend_from_slice(record.carried(at).unwrap_or_default().as_bytes());
        }
    }
}

/// A field of a row needs quotes.
#[derive(Debug, Clone, Copy)]
struct NeedsQuotes;

/// Writes a row in which no field needs quotes, as nearly all are, and which the csv writer takes a fifth of the time of a
/// report for; an error, and nothing written, if one does.
fn plain_row(
    record: &PositionRecord<'_>,
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Result<Option<usize>, NeedsQuotes> {
    let (start, mut dup_of) = (out.len(), None);
    let cells = layout.cells();
    for &cell in &cells {
        if cell == Cell::Own(Column::DupOf) {
            dup_of = Some(out.len());
        }
        append_cell(record, cell, layout, out);
        out.push(b',');
    }
    let row = &out[start..];
    let fields = cells.len();
    let is_plain = fields > 1
        && memchr::memchr_iter(b',', row).count() == fields
        && memchr::memchr3(b'"', b'\n', b'\r', row).is_none();
    if !is_plain {
        out.truncate(start);
        return Err(NeedsQuotes);
    }
    if let Some(end) = out.last_mut() {
        *end = b'\n';
    }
    Ok(dup_of)
}

fn csv_row(
    record: &PositionRecord<'_>,
    layout: &Layout,
    out: &mut Vec<u8>,
) -> csv::Result<Option<usize>> {
    let mut dup_of = None;
    let mut writer = WriterBuilder::new().buffer_capacity(ROW_SIZE).from_writer(out);
    let mut field = Vec::new();
    for cell in layout.cells() {
        field.clear();
        append_cell(record, cell, layout, &mut field);
        writer.write_field(&field)?;
        if cell == Cell::Own(Column::DupOf) {
            writer.flush()?;
            dup_of = Some(writer.get_ref().len());
        }
    }
    writer.write_record(None::<&[u8]>)?;
    writer.flush()?;
    Ok(dup_of)
}

#[cfg(test)]
mod tests {
    use super::{Column, Layout, PositionRecord, csv_row, plain_row};
    use crate::{
        diagnostics::{Profile, Selection},
        output::positions::{PageStyle, PositionFormat, record::Origin},
    };

    #[test]
    fn a_plain_row_is_what_the_csv_writer_writes() {
        let columns = [Column::DupOf, Column::Fen, Column::Status, Column::Codes, Column::Message];
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (input, carried, is_plain) in [
            (start, "", true),
            (start, "a b", true),
            (start, "a, b", false),
            (start, "a \"b\"", false),
            (start, "a\nb", false),
            (start, "a\rb", false),
            ("8/8/8/8 w - - 0 1", "", false),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 40", "x", true),
        ] {
            for columns in [&columns[..], &columns[1..], &columns[..1]] {
                let carried = [Some(carried.to_owned())];
                let (n, file, line, indent) = (1, None, None, 0);
                let origin = Origin {
                    n,
                    file,
                    line,
                    indent,
                    input: input.as_bytes(),
                    carried: &carried,
                    is_of_game: false,
                    caption: None,
                    last: None,
                };
                let record = PositionRecord::read(origin, None);
                let layout = Layout {
                    format: PositionFormat::Csv,
                    variant: None,
                    columns: columns.to_vec(),
                    has_findings: false,
                    extras: Vec::new(),
                    carried: vec!["carried".to_owned()],
                    chosen: None,
                    selection: Selection::new(Profile::Pedantic),
                    page: PageStyle::default(),
                };
                let (mut plain, mut written) = (b"before\n".to_vec(), b"before\n".to_vec());
                let place = plain_row(&record, &layout, &mut plain);
                let expected = csv_row(&record, &layout, &mut written).expect("a row");
                match place {
                    Ok(place) => assert_eq!((place, plain), (expected, written), "{input}"),
                    Err(_) => assert_eq!(plain, b"before\n", "{input}"),
                }
                assert!(columns.len() == 1 || place.is_ok() == is_plain, "{input} {carried:?}");
            }
        }
    }
}
