//! How a game begins, from its tags.

use crate::{
    diagnostics::{Code, Finding, Severity},
    game::meant::{WrittenMove, playable},
    notation::{fen, variant_name},
    pgn::{MoveNumber, Parser, Part, TagName, TagPair, Tags, Token},
    rules::{AnyPosition, Chess, Variant},
    text::{CodePage, Source},
};

/// How a game begins.
#[derive(Debug, Clone, PartialEq)]
pub enum Start {
    /// The usual position, in a game of this variant.
    Usual(Variant),
    /// This position, of a game of this variant.
    From(Variant, AnyPosition),
    /// A position that cannot be played; if only the wrong side is in check, the moves can be followed all the same.
    Unplayable(Vec<Finding>, Option<AnyPosition>),
    /// The variant of this name is unknown: the moves cannot be played.
    UnknownVariant(String),
}

impl Start {
    /// What the tags say; without a variant, castling in the moves of the game may show that it is Chess960.
    pub fn of_game(tags: &Tags<'_>, game: &[u8]) -> Self {
        let start = Self::from_tags(tags);
        if let Self::From(Variant::Standard, position) = &start
            && let (Some(fen), None) = (tags.value(TagName::Fen), tags.get(TagName::Variant))
            && let variant = (Variant::Chess960 { start: None })
            && let Ok(other) = fen::position_of(variant, fen)
            && let (AnyPosition::Chess(as_960), AnyPosition::Chess(usual)) = (&other, position)
            && as_960.castling() != usual.castling()
            && let words =
                main_line(game, ENOUGH).into_iter().map(|word| WrittenMove::new(word, position))
            && let words = words.collect::<Vec<_>>()
            && playable(other.clone(), &words) > playable(position.clone(), &words)
        {
            return Self::From(variant, other);
        }
        start
    }

    /// What the tags `Variant`, `Boards` and `FEN` say.
    pub fn from_tags(tags: &Tags<'_>) -> Self {
        let fen = tags.value(TagName::Fen).filter(|fen| !fen.trim_ascii().is_empty());
        let variant = tags.get(TagName::Variant);
        if fen.is_none() && variant.is_none() {
            return Self::Usual(Variant::Standard);
        }
        let text = |tag: &TagPair<'_>| tag.plain_value().into_owned();
        let boards = tags.get(TagName::Boards).map(text);
        Self::new(variant.map(text).as_deref(), boards.as_deref(), fen)
    }

    /// The same from the values of the tags.
    pub fn new(variant: Option<&str>, boards: Option<&str>, fen: Option<&[u8]>) -> Self {
        let name = variant.map(str::trim).filter(|name| !name.is_empty() && *name != "?");
        let variant = match name {
            None => Variant::Standard,
            Some(name) => match variant_name::from_tags(name, boards) {
                Ok(variant) => variant,
                Err(_) => return Self::UnknownVariant(name.to_owned()),
            },
        };
        match (variant, fen) {
            (Variant::Standard | Variant::Chess960 { .. }, None) => Self::Usual(variant),
            (variant @ Variant::Rules(_), None) => Self::From(variant, variant.start()),
            (variant, Some(fen)) => match fen::position_of(variant, fen) {
                Ok(position) => Self::From(variant, position),
                Err(findings) => {
                    let followed = followed_anyway(fen, &findings);
                    Self::Unplayable(findings, followed)
                }
            },
        }
    }

    /// The position, if there is one that can be played.
    pub fn position(&self) -> Option<AnyPosition> {
        match self {
            Self::Usual(_) => Some(Chess::start().into()),
            Self::From(_, position) => Some(position.clone()),
            Self::Unplayable(..) | Self::UnknownVariant(_) => None,
        }
    }

    /// The variant, where it matters.
    pub fn variant(&self) -> Variant {
        match self {
            Self::Usual(variant) | Self::From(variant, _) => *variant,
            Self::Unplayable(..) | Self::UnknownVariant(_) => Variant::Standard,
        }
    }
}

/// How many moves show which rules fit.
const ENOUGH: usize = 400;

/// A move as written, with the number before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a> {
    /// The move.
    pub text: &'a [u8],
    /// The last number between the move before it and this one.
    pub number: Option<MoveNumber<'a>>,
}

/// The first moves of the main line of a game, at most this many.
pub(crate) fn main_line(game: &[u8], most: usize) -> Vec<Word<'_>> {
    // What a file begins with and which code page it is in were judged when the file was read.
    let source = Source { code_page: Some(CodePage::WESTERN), ..Source::new("", game) };
    let mut parser = Parser::of_part(source, Part::Last);
    let (mut depth, mut words, mut number) = (0, Vec::new(), None);
    // The last number, and the moves before it.
    let (mut last, mut numbered) = (None, 0);
    parser.next_game(&mut Tags::default());
    while words.len() < most
        && let Some(token) = parser.next_token()
    {
        match token {
            Token::Move(text) if depth == 0 => words.push(Word { text, number: number.take() }),
            Token::Number(found) if depth == 0 => {
                if found.may_be_rank(last, words.len() - numbered) {
                    words.push(Word { text: found.text, number: number.take() });
                } else {
                    (number, last, numbered) = (Some(found), Some(found), words.len());
                }
            }
            Token::Open(_) => depth += 1,
            Token::Close(_) => depth -= 1,
            _ => {}
        }
    }
    words
}

/// The position of a FEN whose only fault is that the side that has just moved is in check. The fast engine would take that
/// check for impossible, so the plain one follows the moves.
fn followed_anyway(fen: &[u8], findings: &[Finding]) -> Option<AnyPosition> {
    let mut errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    let is_forgivable = errors.all(|finding| finding.code == Code::OpponentInCheck);
    let setup = fen::read(fen).setup.filter(|_| is_forgivable)?;
    fen::followed(&setup).map(AnyPosition::from)
}
