//! `arbiter explain`: why a move is legal or not, and what a finding code means.

use std::{num::NonZeroU64, path::PathBuf};

use clap::Args;

use crate::{
    cli::{
        Exit, Run, Streams, Trouble,
        game::{self, Reached},
        position,
        streams::AnswerFormat,
    },
    diagnostics::UnknownCode,
    notation::Moment,
    rules::Variant,
};

mod reference;
mod verdict;

use verdict::Verdict;

const EXAMPLES: &str = "Examples:
  arbiter explain Nf3
  arbiter explain --fen 'rnbqk1nr/pppp1ppp/4p3/8/1b1P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 2 3' Ne4  # exit 1
  arbiter explain --pgn games.pgn --game 1 --at 10 O-O  # exit 1
  arbiter explain M303
  arbiter explain --all --format json

Exit status: 0 for a legal move, 1 for an illegal one, 2 where the question makes no sense.";

/// The flags of `arbiter explain`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    /// A move in any notation, or the code of a finding
    #[arg(value_name = "MOVE|CODE", required_unless_present = "all")]
    subject: Option<String>,

    /// List every finding code
    #[arg(long, conflicts_with_all = ["subject", "fen", "pgn", "variant"])]
    all: bool,

    /// The position, instead of the start
    #[arg(long, value_name = "FEN", conflicts_with = "pgn")]
    fen: Option<String>,

    /// standard, chess960[:N], alice[:N] or alice-ksparov[:N]
    #[arg(long, value_name = "V", value_parser = crate::notation::variant::variant, conflicts_with = "pgn")]
    variant: Option<Variant>,

    /// A game: reasons then know its history. A directory stands for all games below it, - for the standard input
    #[arg(long, value_name = "FILE|DIR")]
    pgn: Option<PathBuf>,

    /// Which of the games [default: 1]
    #[arg(long, value_name = "N", requires = "pgn")]
    game: Option<NonZeroU64>,

    /// The moment of the game: start, end, a ply such as 23, or 12w for after White's 12th move [default: end]
    #[arg(long, value_name = "MOMENT", requires = "pgn", conflicts_with = "ply")]
    at: Option<Moment>,

    #[arg(long, hide = true, requires = "pgn")]
    ply: Option<usize>,

    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: AnswerFormat,
}

/// Explains.
///
/// # Errors
/// When the position, the game or the code does not exist, or the output cannot be written.
pub fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Run {
    let Some(subject) = arguments.subject.as_deref() else {
        reference::write_all(arguments.format, streams)?;
        return Ok(Exit::Clean);
    };
    if looks_like_code(subject) {
        let code = subject.parse().map_err(|unknown| unknown_code(&unknown))?;
        reference::write_page(code, arguments.format, streams)?;
        return Ok(Exit::Clean);
    }
    let Reached { position, past, .. } = asked_about(arguments)?;
    let verdict = Verdict::of(subject, &position, past.as_ref());
    match arguments.format {
        AnswerFormat::Text => verdict.write(streams)?,
        AnswerFormat::Json => streams.json(&verdict)?,
    }
    Ok(if verdict.legal { Exit::Clean } else { Exit::Findings })
}

/// The moment of a game, or a position without a past.
fn asked_about(arguments: &Arguments) -> Result<Reached, Trouble> {
    match &arguments.pgn {
        None => {
            let position = position::given(arguments.fen.as_deref(), arguments.variant)?;
            Ok(Reached { position, last: None, past: None })
        }
        Some(path) => {
            let number = arguments.game.unwrap_or(NonZeroU64::MIN);
            let at = arguments.at.or(arguments.ply.map(Moment::Ply)).unwrap_or(Moment::End);
            game::up_to(game::given(path, number)?, at)
        }
    }
}

/// A letter and three digits: no move is written so.
fn looks_like_code(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, digits @ ..]
        if letter.is_ascii_alphabetic() && digits.len() == 3 && digits.iter().all(u8::is_ascii_digit))
}

fn unknown_code(unknown: &UnknownCode) -> Trouble {
    let tip = match unknown.nearest {
        Some(code) => format!("did you mean {code}? `arbiter explain --all` lists all codes"),
        None => "`arbiter explain --all` lists all codes".to_owned(),
    };
    Trouble::new(unknown.to_string()).with_tip(tip)
}
