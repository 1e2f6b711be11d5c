//! One input position: where it came from, how it was read, and what the rules say about it.

use std::{borrow::Cow, cell::OnceCell};

use super::{Facts, material::Material};
use crate::{
    diagnostics::{Code, Finding, Selection, Severity},
    notation::{epd, fen, variant::built_in},
    rules::{
        AnyMove, AnyPosition, Chess, Color, Outcome, Position, Setup, SetupSeverity, Variant,
        variant::TransferRule,
    },
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
    pub last: Option<AnyMove>,
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
    /// The pieces, once they have been counted.
    material: OnceCell<Option<Material>>,
}

impl<'a> PositionRecord<'a> {
    /// Reads a FEN, or an EPD record where operations follow, by the rules of `variant`.
    pub fn read(origin: Origin<'a>, variant: Option<Variant>) -> Self {
        if epd::has_operations(origin.input) {
            return Self::read_epd(origin, variant);
        }
        match rules_of(variant, origin.input) {
            RulesOfText::Chess => {
                Self::new(origin, None, fen::read_of(variant, origin.input), variant)
            }
            RulesOfText::Variant(variant) => Self::read_variant(origin, variant, origin.input),
            RulesOfText::TooManyBoards(finding) => Self::missing(origin, vec![finding]),
        }
    }

    /// Reads a line of an EPD file.
    pub fn read_epd(origin: Origin<'a>, variant: Option<Variant>) -> Self {
        let rules = rules_of(variant, origin.input);
        if let RulesOfText::TooManyBoards(finding) = rules {
            return Self::missing(origin, vec![finding]);
        }
        let epd = epd::read_of(variant, origin.input);
        let text = |opcode: &[u8]| -> Vec<String> {
            let found = epd.operations.iter().find(|operation| operation.opcode == opcode);
            let operands = found.map_or(&[][..], |operation| operation.operands.as_slice());
            operands.iter().map(|it| String::from_utf8_lossy(it).into_owned()).collect()
        };
        let (best, comment) = (text(b"bm"), text(b"c0").into_iter().next());
        let mate_in = text(b"dm").first().and_then(|moves| moves.parse().ok());
        let id = epd.id();
        let record = match rules {
            RulesOfText::Variant(variant) => {
                let position = before_operations(origin.input, !epd.operations.is_empty());
                Self { id, ..Self::read_variant(origin, variant, position) }
            }
            _ => Self::new(origin, id, epd.reading, variant),
        };
        Self { best, mate_in, comment, ..record }
    }

    /// Reads a position of a game whose rules are data.
    fn read_variant(origin: Origin<'a>, variant: Variant, text: &[u8]) -> Self {
        match fen::position_of(variant, text) {
            Ok(position) => {
                let findings = fen::missing_fields(text);
                Self { is_canonical: false, ..Self::of(origin, position, variant, findings) }
            }
            Err(findings) => Self { variant, ..Self::missing(origin, findings) },
        }
    }

    /// A position reached in a game of this variant, with its canonical FEN as input.
    pub fn reached(origin: Origin<'a>, position: AnyPosition, variant: Variant) -> Self {
        Self::of(origin, position, variant, Vec::new())
    }

    fn of(
        origin: Origin<'a>,
        position: AnyPosition,
        variant: Variant,
        findings: Vec<Finding>,
    ) -> Self {
        let reading = fen::FenReading {
            setup: position.chess().map(Chess::to_setup),
            severity: None,
            findings,
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
            material: OnceCell::new(),
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
        self.reading.setup.is_some() || self.is_legal()
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

    /// The position of chess as written, playable or not.
    pub fn setup(&self) -> Option<&Setup> {
        self.reading.setup.as_ref()
    }

    /// The pieces of both sides, if the position could be read.
    pub(super) fn material(&self) -> Option<&Material> {
        let count = || match (&self.facts, self.setup()) {
            (Some(facts), _) => Some(Material::of_position(&facts.position)),
            (None, Some(setup)) => Some(Material::of_board(&setup.board)),
            (None, None) => None,
        };
        self.material.get_or_init(count).as_ref()
    }

    /// The canonical FEN; a setup that cannot be played is written as it is.
    pub(super) fn canonical_fen(&self) -> Option<Cow<'a, str>> {
        match &self.facts {
            Some(_) if self.is_canonical => Some(self.input()),
            Some(facts) => Some(fen::write(&facts.position).into()),
            None => self.setup().map(|setup| fen::write_setup(setup).into()),
        }
    }

    /// The side to move.
    pub(super) fn turn(&self) -> Option<Color> {
        let played = self.facts.as_ref().map(|facts| facts.position.turn());
        played.or_else(|| self.setup().map(|setup| setup.turn))
    }

    /// The counter of plies and the move number.
    pub(super) fn counters(&self) -> Option<[u32; 2]> {
        match (self.setup(), &self.facts) {
            (Some(setup), _) => Some([setup.halfmoves, setup.fullmoves]),
            (None, Some(facts)) => Some([facts.position.halfmoves(), facts.position.fullmoves()]),
            (None, None) => None,
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

/// The rules by which a text is read.
enum RulesOfText {
    /// Those of chess and Chess960.
    Chess,
    /// Rules as data.
    Variant(Variant),
    /// None: the variant has one board only, and the text has several.
    TooManyBoards(Finding),
}

/// The rules of the variant, or without one those of Alice chess for a text with several boards.
fn rules_of(variant: Option<Variant>, text: &[u8]) -> RulesOfText {
    match (variant, fen::boards_written(text)) {
        (Some(variant @ Variant::Rules(_)), _) => RulesOfText::Variant(variant),
        (Some(variant), Some(_)) => RulesOfText::TooManyBoards(too_many_boards(variant)),
        (None, Some(boards)) => match built_in::alice(boards, TransferRule::Classical) {
            Some(rules) => RulesOfText::Variant(Variant::Rules(rules)),
            None => RulesOfText::Chess,
        },
        (_, None) => RulesOfText::Chess,
    }
}

fn too_many_boards(variant: Variant) -> Finding {
    let message = format!("{} chess has only one board", variant.name());
    let finding = Finding::new(Code::FenExtension, Span { start: 0, end: 0 }, message);
    Finding { severity: Severity::Error, ..finding }.with_path("board")
}

/// The position of an EPD: four fields, and perhaps the checks that are still to be given.
fn before_operations(text: &[u8], has_operations: bool) -> &[u8] {
    if !has_operations {
        return text;
    }
    let (mut end, mut fields) = (0, 0);
    while let Some(start) = text[end..].iter().position(|byte| !byte.is_ascii_whitespace()) {
        let word = &text[end + start..];
        let length = word.iter().position(u8::is_ascii_whitespace).unwrap_or(word.len());
        let is_counted = word[..length].iter().all(|byte| matches!(byte, b'0'..=b'9' | b'+'));
        if fields >= 4 && !is_counted {
            break;
        }
        end += start + length;
        fields += 1;
    }
    &text[..end]
}
