//! Positions as FEN: reads any bytes into a setup and a list of findings, writes the canonical form.
//! `grammar` has the productions of the standard.

mod any;
mod board;
mod faults;
mod fields;
mod grammar;

use crate::{
    diagnostics::{Code, Finding, Severity},
    notation::Written,
    rules::{Chess, Color, Setup, SetupFault, SetupSeverity, Square, Variant},
    text::{Source, shortened},
};

pub use any::{BadFen, boards_written, followed, missing_fields, position_of};
pub use board::write_board;
use faults::Texts;
pub(in crate::notation) use faults::too_many_pieces;
pub(in crate::notation) use fields::MOST_COUNTED;
pub use fields::first_ply;
pub(in crate::notation) use fields::number;
use grammar::{separator, word};

/// The result of reading a FEN.
#[derive(Debug, Clone, PartialEq)]
pub struct FenReading {
    /// The setup; `None` if the text cannot be read.
    pub setup: Option<Setup>,
    /// The worst fault of the setup, if it has any.
    pub severity: Option<SetupSeverity>,
    /// Everything that is wrong or suspicious, in the order of the text.
    pub findings: Vec<Finding>,
    /// The text as it should be, if there is one obvious correction.
    pub fixed: Option<String>,
}

impl FenReading {
    /// The position, if the text can be read and played.
    pub fn position(&self) -> Option<Chess> {
        let setup =
            self.setup.as_ref().filter(|_| self.severity != Some(SetupSeverity::Unplayable))?;
        Some(Chess::from_setup_unchecked(setup))
    }
}

/// Reads a FEN as far as it is clear.
pub fn read(text: &[u8]) -> FenReading {
    read_of(None, text)
}

/// Reads a FEN of a known variant on one board. Without it, only letters of files and the starts of Chess960 show that the rights to
/// castle are those of Chess960; in standard chess these are impossible.
pub fn read_of(variant: Option<Variant>, text: &[u8]) -> FenReading {
    let mut found = FenFindings::on(text);
    let mut draft = FenDraft::of(variant);
    let tail = draft.four_fields(text.trim_ascii(), &mut found);
    draft.counters(tail, &mut found);
    draft.finish(found)
}

/// Reads a FEN that must be playable.
///
/// # Errors
/// All findings, if the text cannot be read or the position cannot be played.
pub fn position(text: &[u8]) -> Result<Chess, Vec<Finding>> {
    let reading = read(text);
    reading.position().ok_or(reading.findings)
}

/// A FEN while it is read.
#[derive(Debug, Default)]
pub(in crate::notation) struct FenDraft<'a> {
    /// The variant, if it is known.
    variant: Option<Variant>,
    /// The texts of the fields; the first `given` of them are there.
    texts: [&'a [u8]; 6],
    given: usize,
    setup: Option<Setup>,
    are_counters_swapped: bool,
    /// Whether the text gives the move number, so that conclusions from it are valid.
    is_numbered: bool,
}

impl<'a> FenDraft<'a> {
    /// An unread text of a variant.
    pub(in crate::notation) fn of(variant: Option<Variant>) -> Self {
        Self { variant, ..Self::default() }
    }

    /// Reads board, turn, castling and en passant, and returns the text after them.
    pub(in crate::notation) fn four_fields(
        &mut self,
        text: &'a [u8],
        found: &mut FenFindings<'_>,
    ) -> &'a [u8] {
        let rest = self.four_texts(text, found);
        self.setup = self.understood(text, found);
        rest
    }

    /// Splits off the first four fields, and returns the text after them.
    fn four_texts(&mut self, text: &'a [u8], found: &mut FenFindings<'_>) -> &'a [u8] {
        let rest = separator(text).map_or(text, |(rest, _)| rest);
        (0..4).fold(rest, |rest, _| self.next_text(rest, found))
    }

    /// Splits off the next field, if there is one.
    fn next_text(&mut self, text: &'a [u8], found: &mut FenFindings<'_>) -> &'a [u8] {
        let Ok((rest, field)) = word(text) else { return text };
        self.texts[self.given] = field;
        self.given += 1;
        let Ok((after, between)) = separator(rest) else { return rest };
        let is_single = between == b" " || after.is_empty();
        if !is_single && found.findings.iter().all(|finding| finding.code != Code::FenSeparator) {
            let message = "fields are separated by a single space";
            let field = FIELDS[self.given.min(5)];
            found.add(Code::FenSeparator, field, between, message);
        }
        after
    }

    /// The setup of the first four fields, as far as they are clear.
    fn understood(&self, text: &[u8], found: &mut FenFindings<'_>) -> Option<Setup> {
        if self.given == 0 {
            return None;
        }
        let texts = self.all_texts(text);
        let board = board::placement(texts.of(Field::Board), found);
        let given = self.given;
        let turn = if given > 1 { fields::turn(texts.of(Field::Turn), found) } else { None };
        let en_passant = match given {
            4.. => fields::en_passant(texts.of(Field::EnPassant), found),
            _ => Ok(None),
        };
        let board = board?;
        let castling_text = if given > 2 { texts.of(Field::Castling) } else { b"-" };
        let is_chess960 = match self.variant {
            Some(Variant::Chess960 { .. }) => true,
            Some(Variant::Standard | Variant::Rules(_)) | None => {
                fields::tells_chess960(castling_text, &board)
            }
        };
        let castling = fields::castling(castling_text, &board, is_chess960, found);
        if let (Some(castling), None | Some(Variant::Standard)) = (castling, self.variant) {
            fields::report_unclassical(castling_text, castling, &board, found);
        }
        Some(Setup {
            board,
            turn: turn?,
            castling: castling?,
            en_passant: en_passant.ok()?,
            halfmoves: 0,
            fullmoves: 1,
        })
    }

    /// Reads the fifth and sixth field, and reports what does not belong there.
    pub(in crate::notation) fn counters(&mut self, tail: &'a [u8], found: &mut FenFindings<'_>) {
        if is_operations(tail) {
            let message = "operations of an EPD follow the position";
            found.add(Code::FenExtension, Field::EnPassant, tail, message);
            return;
        }
        let mut rest = tail;
        while self.given < 6 && !rest.is_empty() {
            rest = self.next_text(rest, found);
            if self.given > 4 && report_check_counter(self.texts[self.given - 1], found) {
                self.given -= 1;
            }
        }
        report_missing(self.given, found);
        if !rest.is_empty() && !report_check_counter(rest, found) {
            let message = format!("expected nothing after the move number, found {}", quoted(rest));
            found.add(Code::FenExtraField, Field::Fullmove, rest, message);
        }
        self.read_counters(found);
    }

    fn read_counters(&mut self, found: &mut FenFindings<'_>) {
        let [.., halfmove, fullmove] = self.texts;
        let halfmove = if self.given > 4 { fields::halfmove(halfmove, found) } else { Some(0) };
        let fullmove = if self.given > 5 { fields::fullmove(fullmove, found) } else { None };
        let Some(halfmove) = halfmove else {
            self.setup = None;
            return;
        };
        if let Some(fullmove) = fullmove.filter(|&number| fields::are_swapped(halfmove, number)) {
            let message = format!("the counters {halfmove} and {fullmove} are probably swapped");
            found.add(Code::FenCountersSwapped, Field::Halfmove, self.texts[4], message);
            self.are_counters_swapped = true;
        }
        self.set_counters(halfmove, fullmove);
    }

    /// Whether one of the first four fields is missing.
    pub(in crate::notation) fn is_incomplete(&self) -> bool {
        self.given < 4
    }

    /// Sets the counters, with their texts, from the operations of an EPD.
    pub(in crate::notation) fn take_counters(&mut self, counters: [Option<(&'a [u8], u32)>; 2]) {
        for (text, counter) in self.texts[4..].iter_mut().zip(counters) {
            *text = counter.map_or(b"", |(text, _)| text);
        }
        let [halfmoves, fullmoves] = counters.map(|counter| counter.map(|(_, number)| number));
        self.set_counters(halfmoves.unwrap_or(0), fullmoves);
    }

    /// A missing move number is read as 1.
    fn set_counters(&mut self, halfmoves: u32, fullmoves: Option<u32>) {
        self.is_numbered = fullmoves.is_some();
        if let Some(setup) = &mut self.setup {
            setup.halfmoves = halfmoves;
            setup.fullmoves = fullmoves.unwrap_or(1);
        }
    }

    /// The text of every field; the place of a missing field is the end.
    fn all_texts(&self, text: &'a [u8]) -> Texts<'a> {
        let end = &text[text.len()..];
        Texts(self.texts.map(|field| if field.is_empty() { end } else { field }))
    }

    /// Checks the setup and collects the findings.
    pub(in crate::notation) fn finish(self, mut found: FenFindings<'a>) -> FenReading {
        let is_readable = found.findings.iter().all(|finding| finding.severity != Severity::Error);
        let faults = self.setup.as_ref().map(Setup::faults).unwrap_or_default();
        let texts = self.all_texts(found.source.bytes);
        let founded = faults.iter().filter(|fault| is_readable && self.is_founded(fault)).copied();
        for fault in founded.clone() {
            faults::report(fault, &texts, &mut found);
        }
        let mut severity = founded.map(SetupFault::severity).max();
        let mut fixed = match &self.setup {
            Some(setup) if !found.findings.is_empty() => self.corrected(setup, &faults),
            _ => None,
        };
        if self.is_of_another_variant() {
            (severity, fixed) = (Some(SetupSeverity::Unplayable), None);
            let dialect = |finding: &&mut Finding| finding.code == Code::FenCastlingDialect;
            for finding in found.findings.iter_mut().filter(dialect) {
                finding.severity = Severity::Error;
            }
        }
        let fixed = fixed.filter(|fixed| fixed.as_bytes() != found.source.bytes.trim_ascii());
        let mut findings = found.findings;
        findings.sort_by_key(|finding| finding.span.start);
        FenReading { setup: self.setup.filter(|_| is_readable), severity, findings, fixed }
    }

    /// Whether the rights to castle are those of Chess960, but the variant is standard chess.
    fn is_of_another_variant(&self) -> bool {
        let rights = |setup: &Setup| setup.castling.is_chess960(&setup.board);
        self.variant == Some(Variant::Standard) && self.setup.as_ref().is_some_and(rights)
    }

    /// Whether the text gives what the fault is concluded from.
    fn is_founded(&self, fault: &SetupFault) -> bool {
        match fault {
            SetupFault::HalfmoveTooLarge { .. } | SetupFault::FullmoveTooSmall { .. } => {
                self.is_numbered
            }
            // In Chess960 a bishop begins anywhere.
            SetupFault::BishopLockedIn { .. } => {
                !matches!(self.variant, Some(Variant::Chess960 { .. }))
            }
            _ => true,
        }
    }

    /// The FEN without an impossible en-passant square, if that makes it playable.
    fn corrected(&self, setup: &Setup, faults: &[SetupFault]) -> Option<String> {
        let is_too_large =
            |fault: &SetupFault| matches!(fault, SetupFault::HalfmoveTooLarge { .. });
        if !self.is_numbered && faults.iter().any(is_too_large) {
            // The first move cannot have such a counter, and the true number is unknown.
            return None;
        }
        let mut corrected = setup.clone();
        for fault in faults.iter().filter(|fault| fault.is_unplayable()) {
            match fault {
                SetupFault::EnPassantImpossible { .. } => corrected.en_passant = None,
                _ => return None,
            }
        }
        if self.are_counters_swapped {
            (corrected.halfmoves, corrected.fullmoves) = (setup.fullmoves, setup.halfmoves);
        }
        Some(write(&corrected.validate().ok()?))
    }
}

const FIELDS: [Field; 6] = [
    Field::Board,
    Field::Turn,
    Field::Castling,
    Field::EnPassant,
    Field::Halfmove,
    Field::Fullmove,
];

/// Whether the text after four fields is that of an EPD: it begins with an opcode, or has a semicolon.
pub(in crate::notation) fn is_operations(tail: &[u8]) -> bool {
    let first = tail.split(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_')).next();
    let is_opcode = first.is_some_and(|word| word.len() > 1 && word[0].is_ascii_alphabetic());
    is_opcode || tail.contains(&b';')
}

/// Reports counters of three-check chess, and returns whether the text is one.
fn report_check_counter(text: &[u8], found: &mut FenFindings<'_>) -> bool {
    let is_counter = grammar::whole(grammar::check_counters, text).is_some();
    if is_counter {
        let message = format!("the check counters {} belong to another variant", quoted(text));
        found.add(Code::FenExtension, Field::Halfmove, text, message);
    }
    is_counter
}

fn report_missing(given: usize, found: &mut FenFindings<'_>) {
    if given >= 6 {
        return;
    }
    let text = found.source.bytes.trim_ascii_end();
    let message = match given {
        0 => "expected a position, found nothing",
        1 => "the side to move is missing",
        2 => "castling, en passant and the counters are missing: read as `- - 0 1`",
        3 => "en passant and the counters are missing: read as `- 0 1`",
        4 => "the counters are missing: read as `0 1`",
        _ => "the move number is missing: read as `1`",
    };
    found.add(Code::FenFieldsMissing, FIELDS[given], &text[text.len()..], message);
    if let Some(finding) = found.findings.last_mut().filter(|_| given < 2) {
        finding.severity = Severity::Error;
    }
}

/// The canonical FEN: the en-passant square only if a pawn can legally capture there; bars between boards.
pub fn write(position: &impl Written) -> String {
    position.fen()
}

/// The FEN of a setup, even of an impossible one.
pub fn write_setup(setup: &Setup) -> String {
    let mut text = String::with_capacity(88);
    write_board(&setup.board, &mut text);
    text.push_str(if setup.turn == Color::White { " w " } else { " b " });
    fields::write_castling(setup.castling, &setup.board, &mut text);
    text.push(' ');
    text.push_str(setup.en_passant.map_or("-", Square::name));
    for counter in [setup.halfmoves, setup.fullmoves] {
        text.push(' ');
        text.push_str(itoa::Buffer::new().format(counter));
    }
    text
}

/// The rights to castle that a setup claims.
pub fn castling_of(setup: &Setup) -> String {
    let mut text = String::with_capacity(4);
    fields::write_castling(setup.castling, &setup.board, &mut text);
    text
}

/// A field of a FEN, named like the column of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// The pieces.
    Board,
    /// The side to move.
    Turn,
    /// The rights to castle.
    Castling,
    /// The en-passant square.
    EnPassant,
    /// The halfmove clock.
    Halfmove,
    /// The move number.
    Fullmove,
}

impl Field {
    /// The stable word for the field.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Turn => "turn",
            Self::Castling => "castling",
            Self::EnPassant => "ep",
            Self::Halfmove => "halfmove",
            Self::Fullmove => "fullmove",
        }
    }
}

/// The most findings of one code: a line that is not a position could have thousands.
const MOST_OF_A_KIND: usize = 64;

/// The findings about a text while it is read.
#[derive(Debug)]
pub(in crate::notation) struct FenFindings<'a> {
    pub(in crate::notation) source: Source<'a>,
    pub(in crate::notation) findings: Vec<Finding>,
}

impl<'a> FenFindings<'a> {
    pub(in crate::notation) fn on(text: &'a [u8]) -> Self {
        Self { source: Source::new("", text), findings: Vec::new() }
    }

    /// Adds a finding about a slice of a field, unless its code is there too often.
    pub(in crate::notation) fn add(
        &mut self,
        code: Code,
        field: Field,
        at: &[u8],
        message: impl Into<String>,
    ) {
        if self.findings.iter().filter(|finding| finding.code == code).count() < MOST_OF_A_KIND {
            let finding = Finding::new(code, self.source.span_of(at), message);
            self.findings.push(finding.with_path(field.name()));
        }
    }
}

/// A text in backticks, shortened, for a message.
pub(in crate::notation) fn quoted(text: &[u8]) -> String {
    format!("`{}`", shortened(text))
}
