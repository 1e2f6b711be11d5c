//! `arbiter explain`: why a move is legal or not, and what a finding code means.

use std::{collections::BTreeMap, num::NonZeroU64, path::PathBuf};

use anstyle::{AnsiColor, Style};
use clap::Args;
use serde::Serialize;

use crate::{
    cli::{
        CommandError, CommandResult, Exit, Streams, numbers,
        position::{self, ChosenPosition},
        streams::AnswerFormat,
        variant::{self, VariantDefinitions},
    },
    diagnostics::{Code, UnknownCode},
    notation::{
        AnySpec, Language, Moment, MoveText, NoMove, description,
        move_text::{NO_SUCH_CAPTURE, several},
        reason::{Refusal, alternatives, capitalised, refusal},
        write_san,
    },
    rules::{AnyMove, AnyPosition, History, Position, Variant, legality::Alternatives},
    text::printable_line,
};

const EXAMPLES: &str = "Examples:
  arbiter explain Nf3
  arbiter explain --fen '4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1' Ne4
  arbiter explain --pgn games.pgn --game 1 --at 10 O-O
  arbiter explain M303
  arbiter explain --all --format json

Exit status: 0 for a legal move, 1 for one that is illegal or unknown, 2 for a position or code that does not exist.";

/// The flags of `arbiter explain`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ExplainArguments {
    /// A move in any notation, or the code of a finding
    #[arg(value_name = "MOVE|CODE", required_unless_present = "all")]
    subject: Option<String>,

    /// List every finding code
    #[arg(long, conflicts_with_all = ["subject", "fen", "pgn", "variant"])]
    all: bool,

    /// Position instead of the start
    #[arg(long, value_name = "FEN", conflicts_with = "pgn")]
    fen: Option<String>,

    #[arg(long, value_name = "V", conflicts_with = "pgn", value_parser = variant::named, help = variant::HELP, long_help = variant::LONG_HELP)]
    variant: Option<Variant>,

    #[command(flatten)]
    definitions: VariantDefinitions,

    /// A file or directory of games, or - for standard input: the reasons take the history of the game into account
    #[arg(long, value_name = "FILE|DIR")]
    pgn: Option<PathBuf>,

    /// Number of the game [default: 1]
    #[arg(long, value_name = "N", requires = "pgn", conflicts_with_all = ["fen", "variant"], value_parser = numbers::from_one::<NonZeroU64>)]
    game: Option<NonZeroU64>,

    /// The moment of the game: start, end, a ply such as 23, or 12w for after White's 12th move [default: end]
    #[arg(long, value_name = "MOMENT", requires = "pgn", conflicts_with_all = ["ply", "fen", "variant"])]
    at: Option<Moment>,

    #[arg(long, value_parser = numbers::from_zero::<usize>, hide = true, requires = "pgn")]
    ply: Option<usize>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: AnswerFormat,
}

/// Explains a move or a code.
///
/// # Errors
/// When the position, the game or the code does not exist, or the output cannot be written.
pub fn run(arguments: &ExplainArguments, streams: &mut Streams<'_>) -> CommandResult {
    let Some(subject) = arguments.subject.as_deref() else {
        write_codes("", arguments.format, streams)?;
        return Ok(Exit::Clean);
    };
    if looks_like_code(subject) {
        return code_page(subject, arguments.format, streams);
    }
    arguments.definitions.load()?;
    let ChosenPosition { position, history, .. } = chosen_position(arguments)?;
    let is_no_move = || MoveText::read(subject, &Language::default(), &position).is_none();
    if begins_codes(subject) && is_no_move() {
        write_codes(&subject.to_uppercase(), arguments.format, streams)?;
        return Ok(Exit::Clean);
    }
    let verdict = MoveVerdict::of_line(subject, &position, history.as_ref());
    match arguments.format {
        AnswerFormat::Text => verdict.write(streams)?,
        AnswerFormat::Json => streams.json(&verdict)?,
    }
    Ok(if verdict.legal { Exit::Clean } else { Exit::Findings })
}

/// A moment of a game, or a position without history.
fn chosen_position(arguments: &ExplainArguments) -> Result<ChosenPosition, CommandError> {
    match &arguments.pgn {
        None => {
            let fen = arguments.fen.as_deref();
            Ok(position::from_fen(fen, arguments.variant)?.into())
        }
        Some(path) => {
            let number = arguments.game.unwrap_or(NonZeroU64::MIN);
            let at = arguments.at.or(arguments.ply.map(Moment::Ply)).unwrap_or(Moment::End);
            position::from_game(path, number, at)
        }
    }
}

/// A letter and three digits: no move has this form.
pub(super) fn looks_like_code(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, digits @ ..]
        if letter.is_ascii_alphabetic() && digits.len() == 3 && digits.iter().all(u8::is_ascii_digit))
}

/// Whether codes begin so.
pub(super) fn begins_codes(text: &str) -> bool {
    let prefix = text.to_uppercase();
    !text.is_empty() && Code::ALL.iter().any(|code| code.id().starts_with(&prefix))
}

fn unknown_code(unknown: &UnknownCode) -> CommandError {
    let tip = match unknown.nearest {
        Some(code) => format!("did you mean {code}? `arbiter explain --all` lists all codes"),
        None => "`arbiter explain --all` lists all codes".to_owned(),
    };
    CommandError::new(unknown.to_string()).with_tip(tip)
}

/// What a finding code means.
#[derive(Debug, Serialize)]
struct CodeRecord {
    code: &'static str,
    severity: &'static str,
    profile: &'static str,
    summary: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'static str>,
}

impl CodeRecord {
    fn of(code: Code) -> Self {
        Self {
            code: code.id(),
            severity: code.severity().as_str(),
            profile: code.profile().as_str(),
            summary: code.summary(),
            page: None,
        }
    }
}

/// Prints the page of the code of this name.
pub(super) fn code_page(
    name: &str,
    format: AnswerFormat,
    streams: &mut Streams<'_>,
) -> CommandResult {
    let code: Code = name.parse().map_err(|unknown| unknown_code(&unknown))?;
    match format {
        AnswerFormat::Text => writeln!(streams.out, "{}", code.page().trim_end())?,
        AnswerFormat::Json => {
            streams.json(&CodeRecord { page: Some(code.page()), ..CodeRecord::of(code) })?;
        }
    }
    Ok(Exit::Clean)
}

/// Lists the codes that begin so.
pub(super) fn write_codes(
    prefix: &str,
    format: AnswerFormat,
    streams: &mut Streams<'_>,
) -> Result<(), CommandError> {
    for &code in Code::ALL.iter().filter(|code| code.id().starts_with(prefix)) {
        let row = CodeRecord::of(code);
        match format {
            AnswerFormat::Text => {
                let CodeRecord { code, severity, profile, summary, .. } = row;
                writeln!(streams.out, "{code}  {severity:<7}  {profile:<8}  {summary}")?;
            }
            AnswerFormat::Json => streams.json(&row)?,
        }
    }
    Ok(())
}

/// How many alternatives the text shows.
const MAX_SHOWN: usize = 8;

/// The answer about a move.
#[derive(Debug, Serialize)]
struct MoveVerdict {
    legal: bool,
    /// In SAN if it is legal, else as it was entered.
    #[serde(rename = "move")]
    written: String,
    reason: Option<&'static str>,
    message: String,
    /// The squares by their part in the reason.
    squares: BTreeMap<&'static str, Vec<String>>,
    rule: Option<String>,
    alternatives: Vec<String>,
    /// What it is in one word: an unknown text is not an illegal move.
    #[serde(skip)]
    heading: &'static str,
    #[serde(skip)]
    entered: String,
    /// The alternatives in sentences.
    #[serde(skip)]
    advice: Vec<String>,
}

impl MoveVerdict {
    /// The answer about a move, or about the first move of several that cannot be played; about the last if all can.
    fn of_line(
        entered: &str,
        position: &AnyPosition,
        history: Option<&History<AnyPosition>>,
    ) -> Self {
        let fits = |typed: MoveText| !typed.in_position(position).moves.is_empty();
        let english = Language::default();
        let is_one_move = MoveText::read(entered, &english, position).is_some_and(fits);
        let texts = several(entered, &english, position).filter(|_| !is_one_move);
        let Some((last, earlier)) = texts.as_deref().and_then(<[&str]>::split_last) else {
            return Self::of(entered, position, history);
        };
        let mut line = history.cloned().unwrap_or_else(|| History::new(position.clone()));
        for text in earlier {
            let typed = MoveText::read(text, &english, position);
            let moves = typed.map(|typed| typed.in_position(line.position()).moves);
            match moves.as_deref() {
                Some([mv]) => line.play_unchecked(*mv),
                _ => return Self::of(text, line.position(), Some(&line)),
            }
        }
        Self::of(last, line.position(), Some(&line))
    }

    fn of(entered: &str, position: &AnyPosition, history: Option<&History<AnyPosition>>) -> Self {
        let Some(typed) = MoveText::read(entered, &Language::default(), position) else {
            let fault = NoMove::of(entered.as_bytes());
            let (heading, advice) = match fault {
                NoMove::NoSquare { .. } => ("Illegal", Vec::new()),
                NoMove::Nothing | NoMove::OtherText { .. } => {
                    ("Unknown", vec!["`arbiter explain --all` lists all codes".to_owned()])
                }
            };
            return Self {
                heading,
                advice,
                ..Self::refused(entered, fault.kind(), fault.to_string())
            };
        };
        let moves = typed.in_position(position).moves;
        if let [mv] = moves.as_slice() {
            return Self::legal(entered, position, *mv);
        }
        let why = typed.spec().and_then(|spec| Some((spec, refusal(position, &spec, history)?)));
        match why {
            Some((spec, why)) if moves.iter().all(|mv| spec.fits(position, *mv)) => {
                Self::illegal(entered, position, &spec, why)
            }
            _ if moves.is_empty() => Self::refused(entered, "no-move", NO_SUCH_CAPTURE.to_owned()),
            _ => {
                let sans: Vec<String> = moves.iter().map(|mv| write_san(position, *mv)).collect();
                let message = format!("`{entered}` fits {} moves: {}", sans.len(), sans.join(", "));
                let heading = "Ambiguous";
                Self { heading, alternatives: sans, ..Self::refused(entered, "ambiguous", message) }
            }
        }
    }

    fn refused(entered: &str, reason: &'static str, message: String) -> Self {
        Self { reason: Some(reason), message, ..Self::bare(entered, entered.to_owned()) }
    }

    fn legal(entered: &str, position: &AnyPosition, mv: AnyMove) -> Self {
        let squares = [("from", mv.origin()), ("to", Some(position.target(mv)))];
        let name = |place| position.geometry().name(place);
        let squares = squares.into_iter();
        Self {
            legal: true,
            heading: "Legal",
            message: description(position, mv),
            squares: squares.filter_map(|(part, at)| Some((part, vec![name(at?)]))).collect(),
            ..Self::bare(entered, write_san(position, mv))
        }
    }

    fn illegal(entered: &str, position: &AnyPosition, spec: &AnySpec, why: Refusal) -> Self {
        let mut squares: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for (part, square) in why.data.squares {
            squares.entry(part).or_default().push(square);
        }
        let is_ambiguous = why.reason.kind() == "ambiguous";
        let alternatives = alternatives(position, spec);
        let moves = alternatives.to_square.iter().chain(&alternatives.of_piece);
        let line = why.pin_line.map_or_else(String::new, |line| format!(" ({line})"));
        Self {
            heading: if is_ambiguous { "Ambiguous" } else { "Illegal" },
            reason: Some(why.data.kind),
            message: why.sentence + &line,
            squares,
            rule: Some(why.rule),
            alternatives: moves.map(|mv| write_san(position, *mv)).collect(),
            advice: advice(position, spec, &alternatives),
            ..Self::bare(entered, entered.to_owned())
        }
    }

    fn bare(entered: &str, written: String) -> Self {
        Self {
            legal: false,
            heading: "Illegal",
            written,
            reason: None,
            message: String::new(),
            squares: BTreeMap::new(),
            rule: None,
            alternatives: Vec::new(),
            entered: entered.to_owned(),
            advice: Vec::new(),
        }
    }

    fn write(&self, streams: &mut Streams<'_>) -> Result<(), CommandError> {
        let (word, color) =
            (self.heading, if self.legal { AnsiColor::Green } else { AnsiColor::Red });
        let style = if streams.color { color.on_default().bold() } else { Style::new() };
        write!(streams.out, "{style}{word}{style:#}: {}", printable_line(&self.written))?;
        if self.entered != self.written {
            write!(streams.out, " (`{}`)", printable_line(&self.entered))?;
        }
        writeln!(streams.out, "\n{}.", printable_line(&capitalised(&self.message)))?;
        for line in &self.advice {
            writeln!(streams.out, "{line}.")?;
        }
        Ok(())
    }
}

/// `To e4 you can play: e4 (pawn)`; if no piece can move there, what else the piece can do.
fn advice(
    position: &AnyPosition,
    spec: &AnySpec,
    alternatives: &Alternatives<AnyMove>,
) -> Vec<String> {
    let mut lines = Vec::new();
    if let (Some(to), false) = (spec.target(), alternatives.to_square.is_empty()) {
        let to = position.geometry().name(to);
        let name = |mv: &AnyMove| format!("{} ({})", write_san(position, *mv), position.mover(*mv));
        lines.push(format!("To {to} you can play: {}", some(&alternatives.to_square, name)));
    }
    if let (Some(first), true) = (alternatives.of_piece.first(), alternatives.to_square.is_empty())
    {
        let name = |mv: &AnyMove| write_san(position, *mv);
        let is_king = first.origin().is_some() && first.origin() == position.king(position.turn());
        let piece = position.mover(*first);
        let article = match piece.chars().next() {
            _ if is_king => "the",
            Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
            _ => "a",
        };
        lines.push(format!(
            "With {article} {piece} you can play: {}",
            some(&alternatives.of_piece, name)
        ));
    }
    lines
}

/// The first few of a list, and how many more there are.
fn some(moves: &[AnyMove], name: impl Fn(&AnyMove) -> String) -> String {
    let shown: Vec<String> = moves.iter().take(MAX_SHOWN).map(name).collect();
    match moves.len().saturating_sub(MAX_SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
