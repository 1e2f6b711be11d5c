//! One input position: where it came from, how it was read, and what the rules say about it.

use std::{borrow::Cow, slice};

use super::Facts;
use crate::{
    diagnostics::{Code, Finding, Selection, Severity},
    notation::{epd, fen},
    rules::{AnyPosition, Board, Dialect, Move, Outcome, Position, Setup, SetupSeverity, Variant},
    text::{Source, Span},
};

/// Where a position came from.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'a> {
    /// Its number in the run, counted from one.
    pub n: u64,
    /// The file, if it is from one.
    pub file: Option<&'a str>,
    /// The line of the file.
    pub line: Option<u64>,
    /// How many characters of the line precede it.
    pub indent: u64,
    /// The text that was read.
    pub input: &'a [u8],
    /// The values carried through from the input, in the order of the layout; `None` if it has no such column.
    pub carried: &'a [Option<String>],
    /// Whether it is a position of a game, whose columns `game` and `ply` are numbers.
    pub is_of_game: bool,
    /// What it is called: the text after a FEN, or the players and the move.
    pub caption: Option<&'a str>,
    /// The move that led to it.
    pub last: Option<Move>,
}

/// One input position.
#[derive(Debug)]
pub struct PositionRecord<'a> {
    /// Where it came from.
    pub origin: Origin<'a>,
    /// Its name, from an EPD.
    pub id: Option<String>,
    /// Its best moves, from an EPD.
    pub best: Vec<String>,
    /// In how many moves they mate, from an EPD.
    pub mate_in: Option<u32>,
    /// Its first comment, from an EPD.
    pub comment: Option<String>,
    /// How it was read.
    pub reading: fen::FenReading,
    /// What the rules say, if it can be played.
    pub facts: Option<Facts>,
    /// The variant, as far as it is known.
    pub variant: Variant,
    /// Whether the input is known to be the canonical FEN, which need not be written again.
    is_canonical: bool,
}

impl<'a> PositionRecord<'a> {
    /// Reads a FEN, or an EPD record where operations follow, by the rules of `variant`.
    pub fn read(origin: Origin<'a>, variant: Option<Variant>) -> Self {
        if epd::has_operations(origin.input) {
            return Self::read_epd(origin, variant);
        }
        Self::read_layered(origin, variant).unwrap_or_else(|| {
            Self::new(origin, None, fen::read_of(variant, origin.input), variant)
        })
    }

    /// Reads a line of an EPD file.
    pub fn read_epd(origin: Origin<'a>, variant: Option<Variant>) -> Self {
        Self::read_layered(origin, variant).unwrap_or_else(|| {
            let epd = epd::read_of(variant, origin.input);
            let text = |opcode: &[u8]| -> Vec<String> {
                let found = epd.operations.iter().find(|operation| operation.opcode == opcode);
                let operands = found.map_or(&[][..], |operation| operation.operands.as_slice());
                operands.iter().map(|it| String::from_utf8_lossy(it).into_owned()).collect()
            };
            let (best, comment) = (text(b"bm"), text(b"c0").into_iter().next());
            let mate_in = text(b"dm").first().and_then(|moves| moves.parse().ok());
            let id = epd.id();
            let record = Self::new(origin, id, epd.reading, variant);
            Self { best, mate_in, comment, ..record }
        })
    }

    /// Reads a position on several boards, if the variant or the text has several.
    fn read_layered(origin: Origin<'a>, variant: Option<Variant>) -> Option<Self> {
        let written = fen::boards_written(origin.input);
        let (boards, dialect) = match (variant, written) {
            (Some(Variant::Alice { boards, dialect }), _) => (boards, dialect),
            (None, Some(boards)) => (boards, Dialect::Classical),
            (Some(variant), Some(_)) => {
                return Some(Self::missing(origin, vec![too_many_boards(variant)]));
            }
            (_, None) => return None,
        };
        let (position, findings) = fen::read_layered(origin.input, boards, dialect);
        let Some(position) = position else { return Some(Self::missing(origin, findings)) };
        let mut record = Self::reached(origin, position.into(), Variant::Alice { boards, dialect });
        record.reading.findings = findings;
        record.is_canonical = false;
        Some(record)
    }

    /// A position reached in a game of this variant, with its canonical FEN as input.
    pub fn reached(origin: Origin<'a>, position: AnyPosition, variant: Variant) -> Self {
        let reading = fen::FenReading {
            setup: Some(first_board(&position)),
            severity: None,
            findings: Vec::new(),
            fixed: None,
        };
        let facts = Some(Facts::of(position));
        Self { facts, is_canonical: true, ..Self::bare(origin, reading, variant) }
    }

    /// A position that could not be reached or read, for these reasons.
    pub fn missing(origin: Origin<'a>, findings: Vec<Finding>) -> Self {
        let reading = fen::FenReading { setup: None, severity: None, findings, fixed: None };
        let variant = Variant::default();
        Self::bare(origin, reading, variant)
    }

    fn new(
        origin: Origin<'a>,
        id: Option<String>,
        reading: fen::FenReading,
        variant: Option<Variant>,
    ) -> Self {
        let facts = reading.position().map(|position| Facts::of(position.into()));
        let variant = variant.unwrap_or_default();
        Self { id, facts, ..Self::bare(origin, reading, variant) }
    }

    /// A record that has only been read.
    fn bare(origin: Origin<'a>, reading: fen::FenReading, variant: Variant) -> Self {
        let (id, best, mate_in, comment) = (None, Vec::new(), None, None);
        Self {
            origin,
            id,
            best,
            mate_in,
            comment,
            reading,
            facts: None,
            variant,
            is_canonical: false,
        }
    }

    /// Keeps only the findings that are selected.
    pub fn select(&mut self, selection: &Selection) {
        self.reading.findings.retain(|finding| selection.allows(finding));
    }

    /// The input as text.
    pub fn input(&self) -> Cow<'a, str> {
        let input = self.origin.input;
        str::from_utf8(input).map_or_else(|_| String::from_utf8_lossy(input), Cow::Borrowed)
    }

    /// The value of a column of the input, by its place.
    pub(super) fn carried(&self, at: usize) -> Option<&'a str> {
        self.origin.carried.get(at)?.as_deref()
    }

    /// Whether it could be read.
    pub fn is_valid(&self) -> bool {
        self.reading.setup.is_some()
    }

    /// Whether it can be played on.
    pub fn is_legal(&self) -> bool {
        self.facts.is_some()
    }

    /// Whether it is proven that no game reaches it.
    pub fn is_unreachable(&self) -> bool {
        self.reading.severity >= Some(SetupSeverity::Unreachable)
    }

    /// Whether it is a position of Chess960: by its variant, or by its castling rights.
    pub(super) fn is_chess960(&self, setup: &Setup) -> bool {
        matches!(self.variant, Variant::Chess960 { .. }) || setup.is_chess960()
    }

    /// Whether it has an error.
    pub fn has_error(&self) -> bool {
        let is_error = |finding: &Finding| finding.severity == Severity::Error;
        !self.is_legal() || self.reading.findings.iter().any(is_error)
    }

    /// The finding that matters most: the first of the worst.
    pub fn worst(&self) -> Option<&Finding> {
        self.reading.findings.iter().rev().max_by_key(|finding| finding.severity)
    }

    /// The character of the input at which a finding begins, counted from one.
    pub fn column(&self, finding: &Finding) -> u64 {
        Source::new("", self.origin.input).place_of(finding.span.start).column
    }

    /// The boards of the position.
    pub fn boards(&self) -> &[Board] {
        match (&self.facts, &self.reading.setup) {
            (Some(facts), _) => facts.position.boards(),
            (None, Some(setup)) => slice::from_ref(&setup.board),
            (None, None) => &[],
        }
    }

    /// The position as written, playable or not.
    pub fn setup(&self) -> Option<&Setup> {
        self.reading.setup.as_ref()
    }

    /// The canonical FEN; a setup that cannot be played is written as it is.
    pub(super) fn canonical_fen(&self) -> Option<Cow<'a, str>> {
        match &self.facts {
            Some(_) if self.is_canonical => Some(self.input()),
            Some(facts) => Some(fen::write(&facts.position).into()),
            None => self.setup().map(|setup| fen::write_setup(setup).into()),
        }
    }

    /// The state of the game, in a word.
    pub(super) fn status(&self) -> &'static str {
        match &self.facts {
            None => "invalid",
            Some(facts) => facts.outcome.map_or("ongoing", Outcome::name),
        }
    }
}

fn too_many_boards(variant: Variant) -> Finding {
    let message = format!("{} chess has only one board", variant.name());
    let finding = Finding::new(Code::FenExtension, Span { start: 0, end: 0 }, message);
    Finding { severity: Severity::Error, ..finding }.with_path("board")
}

/// The position as a setup; of several boards the first.
fn first_board(position: &AnyPosition) -> Setup {
    Setup {
        board: position.boards().first().copied().unwrap_or_default(),
        turn: position.turn(),
        castling: position.castling(),
        en_passant: position.en_passant(),
        halfmoves: position.halfmoves(),
        fullmoves: position.fullmoves(),
    }
}
