//! `arbiter explain`: why a move is legal or not, and what a finding code means.

use std::{collections::BTreeMap, num::NonZeroU64, path::PathBuf};

use anstyle::{AnsiColor, Style};
use clap::Args;
use serde::Serialize;

use crate::{
    cli::{
        CommandError, CommandResult, Exit, Streams,
        position::{self, ChosenPosition},
        streams::AnswerFormat,
    },
    diagnostics::{Code, UnknownCode},
    notation::{
        Language, Moment, MoveText, NoMove, description,
        move_text::NO_SUCH_CAPTURE,
        reason::{self, Explainer, capitalised, pin_line},
        write_san,
    },
    rules::{
        AnyPosition, History, Move, MoveSpec, Role, Variant,
        legality::{self, Alternatives, Reason},
    },
    text::printable_line,
};

const EXAMPLES: &str = "Examples:
  arbiter explain Nf3
  arbiter explain --fen 'rnbqk1nr/pppp1ppp/4p3/8/1b1P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 2 3' Ne4  # exit 1
  arbiter explain --pgn games.pgn --game 1 --at 10 O-O  # exit 1
  arbiter explain M303
  arbiter explain --all --format json

Exit status: 0 for a legal move, 1 for an illegal one, 2 for a question that has no answer.";

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

    /// standard, chess960[:N], alice[:N] or alice-ksparov[:N]
    #[arg(long, value_name = "V", conflicts_with = "pgn")]
    variant: Option<Variant>,

    /// A file or directory of games, or - for standard input: the reasons then know the history of the game
    #[arg(long, value_name = "FILE|DIR")]
    pgn: Option<PathBuf>,

    /// Number of the game [default: 1]
    #[arg(long, value_name = "N", requires = "pgn")]
    game: Option<NonZeroU64>,

    /// The moment of the game: start, end, a ply such as 23, or 12w for after White's 12th move [default: end]
    #[arg(long, value_name = "MOMENT", requires = "pgn", conflicts_with = "ply")]
    at: Option<Moment>,

    #[arg(long, hide = true, requires = "pgn")]
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
        write_all_codes(arguments.format, streams)?;
        return Ok(Exit::Clean);
    };
    if looks_like_code(subject) {
        return code_page(subject, arguments.format, streams);
    }
    let ChosenPosition { position, history, .. } = chosen_position(arguments)?;
    let verdict = MoveVerdict::of(subject, &position, history.as_ref());
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

fn write_all_codes(format: AnswerFormat, streams: &mut Streams<'_>) -> Result<(), CommandError> {
    for &code in Code::ALL {
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
    rule: Option<&'static str>,
    alternatives: Vec<String>,
    #[serde(skip)]
    entered: String,
    /// The alternatives in sentences.
    #[serde(skip)]
    advice: Vec<String>,
}

impl MoveVerdict {
    fn of(entered: &str, position: &AnyPosition, history: Option<&History<AnyPosition>>) -> Self {
        let Some(typed) = MoveText::read(entered, &Language::default()) else {
            let fault = NoMove::of(entered.as_bytes());
            return Self::refused(entered, fault.kind(), fault.to_string());
        };
        let moves = typed.in_position(position).moves;
        if let [mv] = moves.as_slice() {
            return Self::legal(entered, position, *mv);
        }
        let why =
            typed.spec().and_then(|spec| Some((spec, legality::reason(position, &spec, history)?)));
        match why {
            Some((spec, why)) if moves.iter().all(|mv| spec.fits(*mv)) => {
                Self::illegal(entered, &Explainer { position, past: history }, &spec, &why)
            }
            _ if moves.is_empty() => Self::refused(entered, "no-move", NO_SUCH_CAPTURE.to_owned()),
            _ => {
                let sans: Vec<String> = moves.iter().map(|mv| write_san(position, *mv)).collect();
                let message = format!("`{entered}` fits {} moves: {}", sans.len(), sans.join(", "));
                Self { alternatives: sans, ..Self::refused(entered, "ambiguous", message) }
            }
        }
    }

    fn refused(entered: &str, reason: &'static str, message: String) -> Self {
        Self { reason: Some(reason), message, ..Self::bare(entered, entered.to_owned()) }
    }

    fn legal(entered: &str, position: &AnyPosition, mv: Move) -> Self {
        let squares = [("from", mv.from), ("to", mv.target())];
        Self {
            legal: true,
            message: description(position, mv),
            squares: squares.map(|(part, square)| (part, vec![square.to_string()])).into(),
            ..Self::bare(entered, write_san(position, mv))
        }
    }

    fn illegal(
        entered: &str,
        explainer: &Explainer<'_, AnyPosition>,
        spec: &MoveSpec,
        why: &Reason,
    ) -> Self {
        let data = explainer.data(why);
        let mut squares: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for (part, square) in data.squares {
            squares.entry(part).or_default().push(square);
        }
        let alternatives = legality::alternatives(explainer.position, spec);
        let moves = alternatives.to_square.iter().chain(&alternatives.of_piece);
        let line = pin_line(why).map_or_else(String::new, |line| format!(" ({line})"));
        Self {
            reason: Some(data.kind),
            message: explainer.sentence(why) + &line,
            squares,
            rule: Some(reason::rule(why)),
            alternatives: moves.map(|mv| write_san(explainer.position, *mv)).collect(),
            advice: advice(explainer.position, spec, &alternatives),
            ..Self::bare(entered, entered.to_owned())
        }
    }

    fn bare(entered: &str, written: String) -> Self {
        Self {
            legal: false,
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
            if self.legal { ("Legal", AnsiColor::Green) } else { ("Illegal", AnsiColor::Red) };
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
fn advice(position: &AnyPosition, spec: &MoveSpec, alternatives: &Alternatives) -> Vec<String> {
    let mut lines = Vec::new();
    if let (MoveSpec::Piece(piece), false) = (spec, alternatives.to_square.is_empty()) {
        let name = |mv: &Move| format!("{} ({})", write_san(position, *mv), mv.role.name());
        lines.push(format!(
            "To {} you can play: {}",
            piece.to,
            some(&alternatives.to_square, name)
        ));
    }
    if let (Some(first), true) = (alternatives.of_piece.first(), alternatives.to_square.is_empty())
    {
        let name = |mv: &Move| write_san(position, *mv);
        let article = if first.role == Role::King { "the" } else { "a" };
        let role = first.role.name();
        lines.push(format!(
            "With {article} {role} you can play: {}",
            some(&alternatives.of_piece, name)
        ));
    }
    lines
}

/// The first few of a list, and how many more there are.
fn some(moves: &[Move], name: impl Fn(&Move) -> String) -> String {
    let shown: Vec<String> = moves.iter().take(MAX_SHOWN).map(name).collect();
    match moves.len().saturating_sub(MAX_SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
