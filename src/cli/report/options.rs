//! The flags of `arbiter report`, and what they mean.

use std::{num::NonZeroUsize, path::PathBuf};

use clap::Args;

use super::{
    moments::Moments,
    page::PageArguments,
    source::{self, PositionInput},
};
use crate::{
    archive::{Expansion, Input, InputError, expand},
    cli::{
        CommandError,
        checks::PositionChecks,
        numbers,
        position::{looks_like_fen, unquoted_fields, unquoted_note},
        streams::{stdin_is_terminal, threads},
        variant::{self, VariantDefinitions},
    },
    diagnostics::Severity,
    output::positions::{Column, Extra, Layout, PositionFormat},
    rules::{MAX_PERFT_DEPTH, Variant},
};

const EXAMPLES: &str = "Examples:
  arbiter report '6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 40'
  arbiter report positions.txt --format csv --columns line,status
  arbiter report positions.txt --worksheet --with best -o worksheet.html
  arbiter report --pgn games.pgn --at end --format json
  head -2 positions.txt | arbiter report --with moves,perft:2 --format json";

/// The flags of `arbiter report`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ReportArguments {
    /// Positions, or files of FEN, EPD or CSV [default: stdin]
    #[arg(value_name = "FEN|FILE")]
    given: Vec<String>,

    /// Output format [default: text; for a worksheet, html]
    #[arg(long, value_name = "FORMAT")]
    format: Option<PositionFormat>,

    /// Columns to print, in this order
    ///
    /// For example `n,fen,status`; columns of the input can be named, too.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    columns: Option<Vec<String>>,

    /// Columns to add, such as moves, eval or best
    ///
    /// These are `moves`, `board`, `pieces`, `perft:N`, `svg`, `eval` and `best`.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = extra)]
    with: Vec<Extra>,

    /// Report the positions of the games in files
    #[arg(long, value_name = "FILE|DIR")]
    pgn: Vec<PathBuf>,

    /// Only these moments of each game: 12w, end, every:10
    ///
    /// A moment is `start`, `end`, a ply such as `23`, `12w` for after White's 12th move, `mate` for before the mating move, or
    /// `every:10`.
    #[arg(long, value_name = "MOMENTS", value_delimiter = ',')]
    at: Vec<Moments>,

    /// The column of a CSV file that holds the positions [default: fen]
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    fen_column: Option<String>,

    #[arg(long, value_name = "V", value_parser = rules, help = variant::HELP, long_help = variant::LONG_HELP)]
    variant: Option<Variant>,

    #[command(flatten)]
    definitions: VariantDefinitions,

    #[command(flatten)]
    page: PageArguments,

    #[command(flatten)]
    checks: PositionChecks,

    /// Number of threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = numbers::from_one::<NonZeroUsize>, hide_short_help = true)]
    jobs: Option<NonZeroUsize>,

    /// Write to this file, or for SVG to this directory
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
        None if name == "best" => Ok(Extra::Best),
        Some(("perft", depth)) => match depth.parse() {
            Ok(depth @ ..=MAX_PERFT_DEPTH) => Ok(Extra::Perft(depth)),
            _ => Err(format!("expected perft:N with a number up to {MAX_PERFT_DEPTH}")),
        },
        _ => Err("expected moves, board, pieces, perft:N, svg, eval or best".into()),
    }
}

/// A variant without a start number: the positions are given.
fn rules(text: &str) -> Result<Variant, String> {
    match variant::named(text)? {
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
    /// The moments of each game to report; every position if there are none.
    pub(super) at: Vec<Moments>,
    /// The columns that must be among those of the input.
    pub(super) wanted_columns: Vec<String>,
    /// What is said about the inputs.
    pub(super) notes: Vec<String>,
    /// The directory for pictures.
    pub(super) pictures: Option<PathBuf>,
    /// The file for the answers of a worksheet, if they have their own.
    pub(super) solutions: Option<PathBuf>,
    /// The lowest severity that causes exit status 1.
    pub(super) fail_on: Severity,
    pub(super) fen_column: Option<String>,
    pub(super) jobs: usize,
    pub(super) is_quiet: bool,
}

impl TryFrom<&ReportArguments> for Plan {
    type Error = CommandError;

    fn try_from(arguments: &ReportArguments) -> Result<Self, CommandError> {
        arguments.definitions.load()?;
        let Expansion { inputs, errors: unreadable, .. } = expand(&arguments.pgn);
        let mut notes = Vec::new();
        let given = given(arguments, inputs, &mut notes)?;
        let has_games = given.iter().any(|given| matches!(given, PositionInput::Games(_)));
        if !arguments.at.is_empty() && !has_games {
            return Err(CommandError::new("`--at` chooses moments of games, and there are none")
                .with_tip("add `--pgn FILE`"));
        }
        let (layout, wanted_columns) = layout(arguments)?;
        if layout.format == PositionFormat::Svg && arguments.output.is_none() {
            return Err(CommandError::new("`--format svg` writes one picture for each position")
                .with_tip("name a directory with `-o DIR`"));
        }
        Ok(Self {
            paths: paths(arguments, &given),
            given,
            unreadable,
            layout,
            at: arguments.at.clone(),
            wanted_columns,
            notes,
            pictures: arguments.output.clone(),
            solutions: arguments.page.solutions_file(),
            fail_on: arguments.checks.fail_on,
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

/// How the records are printed, and the names of the columns that the input must have.
fn layout(arguments: &ReportArguments) -> Result<(Layout, Vec<String>), CommandError> {
    let format = arguments.page.format(arguments.format);
    let page = arguments.page.style(format, &arguments.with)?;
    let names = arguments.columns.as_deref().unwrap_or_default();
    if let (false, PositionFormat::Html | PositionFormat::Svg) = (names.is_empty(), format) {
        let tip = "`--with` adds to a page; `--format csv` and `json` have columns";
        return Err(CommandError::new("a page has no columns").with_tip(tip));
    }
    let is_other = |name: &&String| Column::from_name(name).is_none() && *name != "findings";
    let others: Vec<String> = names.iter().filter(is_other).cloned().collect();
    let chosen: Vec<Column> = match &arguments.columns {
        Some(names) => names.iter().filter_map(|name| Column::from_name(name)).collect(),
        None => Column::usual().collect(),
    };
    let added = arguments.with.iter().flat_map(|extra| extra.columns()).copied();
    let mut columns = Vec::new();
    for column in chosen.into_iter().chain(added) {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    let is_all = arguments.columns.is_none();
    let layout = Layout {
        format,
        variant: arguments.variant,
        columns,
        has_findings: is_all || names.iter().any(|name| name == "findings"),
        extras: arguments.with.clone(),
        carried: Vec::new(),
        chosen: (!others.is_empty()).then(|| names.to_vec()),
        selection: arguments.checks.selection()?,
        page,
    };
    Ok((layout, others))
}

/// The files and directories among the inputs.
fn paths(arguments: &ReportArguments, given: &[PositionInput]) -> Vec<PathBuf> {
    let lists = given.iter().filter_map(|given| match given {
        PositionInput::List(Input::File(path)) | PositionInput::Games(Input::File(path)) => {
            Some(path)
        }
        _ => None,
    });
    lists.chain(&arguments.pgn).cloned().collect()
}

/// The inputs, in the order of the command line; games come last.
fn given(
    arguments: &ReportArguments,
    games: Vec<Input>,
    notes: &mut Vec<String>,
) -> Result<Vec<PositionInput>, CommandError> {
    let mut given = Vec::new();
    let mut rest = arguments.given.as_slice();
    while let Some((first, others)) = rest.split_first() {
        let fields = unquoted_fields(first, others);
        if fields > 0 {
            let fen = rest[..=fields].join(" ");
            notes.push(unquoted_note(&fen));
            given.push(PositionInput::Fen(fen));
        } else {
            given.push(one_given(first, notes));
        }
        rest = &others[fields..];
    }
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

fn one_given(text: &str, notes: &mut Vec<String>) -> PositionInput {
    match text {
        "-" => PositionInput::List(Input::Stdin),
        _ if looks_like_fen(text) => PositionInput::Fen(text.to_owned()),
        _ => {
            let input = Input::File(PathBuf::from(text));
            if input.is_rereadable() && source::holds_games(&input) {
                notes.push(format!("'{text}' holds games; they are read as with `--pgn`"));
                return PositionInput::Games(input);
            }
            PositionInput::List(input)
        }
    }
}
