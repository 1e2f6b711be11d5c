//! The flags of `arbiter report`, and what they mean.

use std::{num::NonZeroUsize, path::PathBuf};

use clap::Args;

use super::source::PositionInput;
use crate::{
    archive::{Expansion, Input, InputError, expand},
    cli::{
        CommandError,
        position::looks_like_fen,
        streams::{stdin_is_terminal, threads},
    },
    notation::{BadVariant, Moment},
    output::positions::{Column, Extra, Layout, PositionFormat},
    rules::{MAX_PERFT_DEPTH, Variant},
};

const EXAMPLES: &str = "Examples:
  arbiter report 'rnbqk1nr/pppp1ppp/4p3/8/1bPP4/8/PP2PPPP/RNBQKBNR w KQkq - 1 3'
  arbiter report positions.txt --format csv --columns line,status,legal_moves
  arbiter report positions.txt --format html -o positions.html
  arbiter report --pgn games.pgn --at end --format json
  head -2 positions.txt | arbiter report --with moves,perft:2 --format json";

/// The flags of `arbiter report`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ReportArguments {
    /// Positions, or files of FEN, EPD or CSV; - or nothing for standard input
    #[arg(value_name = "FEN|FILE")]
    given: Vec<String>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: PositionFormat,

    /// Columns to print, in this order: n,fen,status …
    #[arg(long, value_name = "LIST", value_delimiter = ',', hide_possible_values = true)]
    columns: Option<Vec<Column>>,

    /// Columns to add: moves, board, pieces, perft:N, svg, eval
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = extra)]
    with: Vec<Extra>,

    /// Report the positions of the games in this file, or below this directory
    #[arg(long, value_name = "FILE|DIR")]
    pgn: Vec<PathBuf>,

    /// Only one moment of each game: start, end, a ply such as 23, or 12w for after White's 12th move
    #[arg(long, value_name = "MOMENT", requires = "pgn")]
    at: Option<Moment>,

    /// The column of a CSV file that holds the positions [default: fen]
    #[arg(long, value_name = "NAME")]
    fen_column: Option<String>,

    /// The rules of the positions: standard, chess960, alice[:N] or alice-ksparov[:N]
    #[arg(long, value_name = "V", value_parser = rules)]
    variant: Option<Variant>,

    /// Number of threads [default: all cores]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Print no summary and no progress
    #[arg(short, long)]
    quiet: bool,
}

fn extra(name: &str) -> Result<Extra, String> {
    match name.split_once(':') {
        None if name == "moves" => Ok(Extra::Moves),
        None if name == "board" => Ok(Extra::Board),
        None if name == "pieces" => Ok(Extra::Pieces),
        None if name == "svg" => Ok(Extra::Svg),
        None if name == "eval" => Ok(Extra::Eval),
        Some(("perft", depth)) => match depth.parse() {
            Ok(depth @ ..=MAX_PERFT_DEPTH) => Ok(Extra::Perft(depth)),
            _ => Err(format!("expected perft:N with a number up to {MAX_PERFT_DEPTH}")),
        },
        _ => Err("expected moves, board, pieces, perft:N, svg or eval".into()),
    }
}

/// A variant without a start number: the positions are given.
fn rules(text: &str) -> Result<Variant, String> {
    match text.parse().map_err(|bad: BadVariant| bad.to_string())? {
        Variant::Chess960 { start: Some(_) } => {
            Err("the positions are given, so a start number has no meaning; use `chess960`".into())
        }
        variant => Ok(variant),
    }
}

/// What a run does.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) given: Vec<PositionInput>,
    /// The files and directories among the inputs.
    pub(super) paths: Vec<PathBuf>,
    /// Directories that cannot be searched.
    pub(super) unreadable: Vec<InputError>,
    pub(super) layout: Layout,
    /// The moment of each game to report; every position if there is none.
    pub(super) at: Option<Moment>,
    pub(super) fen_column: Option<String>,
    pub(super) jobs: usize,
    pub(super) is_quiet: bool,
}

impl TryFrom<&ReportArguments> for Plan {
    type Error = CommandError;

    fn try_from(arguments: &ReportArguments) -> Result<Self, CommandError> {
        let Expansion { inputs, errors: unreadable, .. } = expand(&arguments.pgn);
        let given = given(arguments, inputs)?;
        Ok(Self {
            paths: paths(arguments, &given),
            given,
            unreadable,
            layout: layout(arguments),
            at: arguments.at,
            fen_column: arguments.fen_column.clone(),
            jobs: threads(arguments.jobs),
            is_quiet: arguments.quiet,
        })
    }
}

impl Plan {
    /// The bytes to read, if known.
    pub(super) fn size(&self) -> Option<u64> {
        let sizes = self.given.iter().map(|given| match given {
            PositionInput::Fen(_) => Some(0),
            PositionInput::List(input) | PositionInput::Games(input) => input.size(),
        });
        sizes.sum()
    }
}

fn layout(arguments: &ReportArguments) -> Layout {
    let chosen = arguments.columns.clone().unwrap_or_else(|| Column::usual().collect());
    let added = arguments.with.iter().flat_map(|extra| extra.columns()).copied();
    let mut columns = Vec::new();
    for column in chosen.into_iter().chain(added) {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    Layout {
        format: arguments.format,
        variant: arguments.variant,
        columns,
        has_findings: arguments.columns.is_none(),
        extras: arguments.with.clone(),
        carried: Vec::new(),
    }
}

/// The files and directories among the inputs.
fn paths(arguments: &ReportArguments, given: &[PositionInput]) -> Vec<PathBuf> {
    let lists = given.iter().filter_map(|given| match given {
        PositionInput::List(Input::File(path)) => Some(path),
        _ => None,
    });
    lists.chain(&arguments.pgn).cloned().collect()
}

/// The inputs, in the order of the command line; games come last.
fn given(
    arguments: &ReportArguments,
    games: Vec<Input>,
) -> Result<Vec<PositionInput>, CommandError> {
    let mut given: Vec<_> = arguments.given.iter().map(|text| one_given(text)).collect();
    given.extend(games.into_iter().map(PositionInput::Games));
    if given.is_empty() && arguments.pgn.is_empty() {
        if stdin_is_terminal() {
            let message = "no positions are given, and standard input is a terminal";
            let tip = "run `arbiter report FILE`, or pipe positions into it";
            return Err(CommandError::new(message).with_tip(tip));
        }
        given.push(PositionInput::List(Input::Stdin));
    }
    Ok(given)
}

fn one_given(text: &str) -> PositionInput {
    match text {
        "-" => PositionInput::List(Input::Stdin),
        _ if looks_like_fen(text) => PositionInput::Fen(text.to_owned()),
        _ => PositionInput::List(Input::File(PathBuf::from(text))),
    }
}
