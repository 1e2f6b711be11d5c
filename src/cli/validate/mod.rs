//! `arbiter validate`: replay every game and say what is wrong, where and why.

mod desk;

use std::{
    io::{self, Write},
    num::NonZeroUsize,
    path::PathBuf,
    thread,
};

use clap::{Args, ValueEnum};

use crate::{
    archive::{Input, expand},
    cli::{
        Exit, Run, Streams, Trouble, output::OutputFile, progress::Progress,
        streams::stdin_is_terminal,
    },
    diagnostics::{Profile, Selection, Severity, UnknownCode},
    lint::{Detail, Laws, Options},
    output::games::{Format, Report, Summary},
};
use desk::Desk;

const EXAMPLES: &str = "Examples:
  arbiter validate games.pgn
  arbiter validate --format line --profile pedantic games.pgn
  arbiter validate --format json archive/ | grep '\"code\":\"M3'
  zstdcat games.pgn.zst | arbiter validate --select M,R -
  arbiter validate --cross-check --fail-on error games.pgn.gz";

/// The flags of `arbiter validate`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Arguments {
    /// PGN files, plain or packed, directories, or `-` for the standard input
    #[arg(value_name = "FILE|DIR|-")]
    inputs: Vec<PathBuf>,

    /// How to write what is found
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: FormatName,

    /// How strict to be
    #[arg(long, value_name = "PROFILE", default_value = "import")]
    profile: ProfileName,

    /// Only these codes: M301, or the beginning of several (M, M3)
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    select: Vec<String>,

    /// Not these codes
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    ignore: Vec<String>,

    /// The least severity that makes the exit status 1
    #[arg(long, value_name = "SEVERITY", default_value = "warning")]
    fail_on: SeverityName,

    /// Whether moves inside variations are checked
    #[arg(
        long,
        value_name = "on|off",
        default_value = "on",
        hide_possible_values = true,
        hide_short_help = true
    )]
    variations: Switch,

    /// The Laws to judge by: those of the game's date, or of a year
    #[arg(long, value_name = "LAWS", default_value = "auto", hide_short_help = true)]
    laws: LawsName,

    /// Ask pgn-reader and shakmaty about every game too
    #[arg(long, hide_short_help = true)]
    cross_check: bool,

    /// Write at most so many findings
    #[arg(long, value_name = "N", hide_short_help = true)]
    max_findings: Option<u64>,

    /// Stop after the first game with a finding
    #[arg(long, hide_short_help = true)]
    fail_fast: bool,

    /// Exit with 0 whatever is found
    #[arg(long, hide_short_help = true)]
    exit_zero: bool,

    /// How many threads [default: all cores]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// No findings, no summary: only the exit status tells
    #[arg(short, long)]
    quiet: bool,

    /// Write to this file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// The source line with a caret, for people
    Text,
    /// One line per finding, for editors and grep
    Line,
    /// One object per line
    Json,
    /// One row per game
    Csv,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ProfileName {
    /// Errors only
    Read,
    /// Errors and warnings
    Import,
    /// The standard's archival form as well
    Export,
    /// Everything
    Pedantic,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SeverityName {
    /// Errors
    Error,
    /// Warnings and errors
    Warning,
    /// Anything
    Info,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LawsName {
    /// Those in force on the date of the game
    Auto,
    /// In force since 2023
    #[value(name = "2023")]
    Of2023,
    /// In force since 2018
    #[value(name = "2018")]
    Of2018,
    /// In force since July 2014
    #[value(name = "2014")]
    Of2014,
    /// Without automatic draws
    None,
}

/// Examines every input.
///
/// # Errors
/// When the flags make no sense or the output cannot be written.
pub fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Run {
    let paths = arguments.paths()?;
    let (inputs, unreadable) = expand(&paths);
    let color = streams.color;
    let mut exit = Exit::Clean;
    for error in unreadable {
        writeln!(streams.err, "error: {error}")?;
        exit = Exit::Broken;
    }
    let summary = match &arguments.output {
        Some(path) => {
            let mut file = OutputFile::create(path, &paths)?;
            let summary = examine(arguments, color, &inputs, &mut file, streams.err, &mut exit)?;
            // Where nothing could be read, what was there before is worth more than an empty report.
            if exit != Exit::Broken || summary.files > 0 {
                file.finish()?;
            }
            summary
        }
        None if arguments.is_unseen() => {
            examine(arguments, color, &inputs, &mut io::sink(), streams.err, &mut exit)?
        }
        None => examine(arguments, color, &inputs, streams.out, streams.err, &mut exit)?,
    };
    if !arguments.quiet {
        writeln!(streams.err, "{summary}")?;
    }
    let fails = summary.reaches(arguments.fail_on.severity()) && !arguments.exit_zero;
    Ok(exit.and(if fails { Exit::Findings } else { Exit::Clean }))
}

/// Writes what is found in the inputs to `out`; those that cannot be read are told on `err`.
fn examine(
    arguments: &Arguments,
    color: bool,
    inputs: &[Input],
    out: &mut (dyn Write + Send),
    err: &mut (dyn Write + Send),
    exit: &mut Exit,
) -> Result<Summary, Trouble> {
    let examination = arguments.examination()?;
    let total = inputs.iter().map(Input::size).sum::<Option<u64>>();
    let progress = Progress::bytes(total, arguments.quiet);
    let report = Report::new(out, arguments.format(color), arguments.most_findings());
    let mut desk = Desk::new(arguments, &examination, &progress, report);
    desk.begin()?;
    for input in inputs {
        if let Err(error) = desk.examine(input)? {
            writeln!(err, "error: {error}")?;
            *exit = Exit::Broken;
        }
        if desk.is_done() {
            break;
        }
    }
    desk.end()
}

impl Arguments {
    /// What to read: the standard input if nothing is named and somebody pipes.
    fn paths(&self) -> Result<Vec<PathBuf>, Trouble> {
        if !self.inputs.is_empty() {
            return Ok(self.inputs.clone());
        }
        if stdin_is_terminal() {
            return Err(Trouble::new("no file was named, and nothing is piped in")
                .with_tip("arbiter validate FILE, or `-` to type games by hand"));
        }
        Ok(vec![PathBuf::from("-")])
    }

    fn examination(&self) -> Result<Options, Trouble> {
        let mut selection = Selection::new(self.profile.profile());
        for prefix in &self.select {
            selection = selection.select(prefix).map_err(|unknown| no_code(&unknown))?;
        }
        for prefix in &self.ignore {
            selection = selection.ignore(prefix).map_err(|unknown| no_code(&unknown))?;
        }
        Ok(Options {
            selection,
            variations: self.variations == Switch::On,
            laws: self.laws.laws(),
            detail: match self.format {
                FormatName::Json => Detail::FinalPosition,
                FormatName::Csv => Detail::Headings,
                FormatName::Text | FormatName::Line => Detail::Ending,
            },
            cross_check: self.cross_check,
        })
    }

    fn format(&self, color: bool) -> Format {
        match self.format {
            FormatName::Text => Format::Text { color: color && self.output.is_none() },
            FormatName::Line => Format::Line,
            FormatName::Json => Format::Json,
            FormatName::Csv => Format::Csv,
        }
    }

    /// Whether nobody would see what is written.
    fn is_unseen(&self) -> bool {
        self.quiet && self.output.is_none()
    }

    /// How many findings are written at most.
    fn most_findings(&self) -> Option<u64> {
        if self.is_unseen() { Some(0) } else { self.max_findings }
    }

    fn jobs(&self) -> usize {
        self.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }
}

fn no_code(unknown: &UnknownCode) -> Trouble {
    let trouble = Trouble::new(format!("no code begins with `{}`", unknown.word));
    match unknown.nearest {
        Some(code) => trouble.with_tip(format!("did you mean {code}?")),
        None => trouble.with_tip("`arbiter explain --all` lists all codes"),
    }
}

impl ProfileName {
    fn profile(self) -> Profile {
        match self {
            Self::Read => Profile::Read,
            Self::Import => Profile::Import,
            Self::Export => Profile::Export,
            Self::Pedantic => Profile::Pedantic,
        }
    }
}

impl SeverityName {
    fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Info => Severity::Info,
        }
    }
}

impl LawsName {
    fn laws(self) -> Laws {
        match self {
            Self::Auto => Laws::OfTheDay,
            Self::Of2023 | Self::Of2018 | Self::Of2014 => Laws::WithAutomaticDraws,
            Self::None => Laws::WithoutAutomaticDraws,
        }
    }
}
