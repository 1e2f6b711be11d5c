//! `arbiter validate`: replays every game and reports what is wrong, where and why.

use std::{
    io::{self, Write},
    num::NonZeroUsize,
    ops::ControlFlow,
    path::PathBuf,
};

use clap::{Args, ValueEnum};

use crate::{
    archive::{Block, Expansion, Input, InputError, Interrupt, expand, read_blocks},
    cli::{
        CommandError, CommandResult, Exit, Streams,
        checks::Checks,
        file_validation::{FileValidation, lint},
        numbers,
        paths::{Paths, report_expansion},
        streams::{Progress, create_output, finish_output, threads, watch_signals},
    },
    diagnostics::Code,
    lint::{Detail, Laws, Options},
    output::games::{FindingFormat, FindingWriter, RunSummary},
};

const EXAMPLES: &str = "Examples:
  arbiter validate games.pgn
  arbiter validate --format json archive/ | grep '\"code\":\"M3'
  find . -name '*.pgn' -print0 | arbiter validate --files-from - --null
  arbiter validate --format html -o archive.html games.pgn
  arbiter validate --cross-check --fail-on error games.pgn.gz";

/// The flags of `arbiter validate`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct ValidateArguments {
    #[command(flatten)]
    paths: Paths,

    /// How to print the findings
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: FindingFormat,

    #[command(flatten)]
    checks: Checks,

    /// Whether to check moves inside variations
    #[arg(
        long,
        value_name = "on|off",
        default_value = "on",
        hide_possible_values = true,
        hide_short_help = true
    )]
    variations: Switch,

    /// The Laws of Chess to apply: those on the date of the game, or of a year
    #[arg(long, value_name = "LAWS", default_value = "auto", hide_short_help = true)]
    laws: LawsName,

    /// Check every game with pgn-reader and shakmaty as well
    #[arg(long, hide_short_help = true)]
    cross_check: bool,

    /// Print at most N findings; a page has at most 1000 unless this says otherwise
    #[arg(long, value_name = "N", value_parser = numbers::from_zero::<u64>, hide_short_help = true)]
    max_findings: Option<u64>,

    /// Print at most N findings of a code in each file, or on a page; 0 for all; only with `--format text` and `html`
    #[arg(long, value_name = "N", default_value = "20", value_parser = numbers::from_zero::<u64>, hide_short_help = true)]
    max_per_code: u64,

    /// Print a table of codes after the findings
    #[arg(long, hide_short_help = true)]
    statistics: bool,

    /// Stop after the first game with a finding
    #[arg(long, hide_short_help = true)]
    fail_fast: bool,

    /// Exit with status 0 whatever is found
    #[arg(long, hide_short_help = true)]
    exit_zero: bool,

    /// Number of threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = numbers::from_one::<NonZeroUsize>)]
    jobs: Option<NonZeroUsize>,

    /// Read in blocks of about N bytes, to test that their size makes no difference
    #[arg(long, value_name = "N", value_parser = numbers::from_one::<NonZeroUsize>, hide = true)]
    block_size: Option<NonZeroUsize>,

    /// Print nothing; report through the exit status
    #[arg(short, long)]
    quiet: bool,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LawsName {
    /// The Laws in force on the date of the game
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

/// Validates every input.
///
/// # Errors
/// When the flags make no sense or the output cannot be written.
pub fn run(arguments: &ValidateArguments, streams: &mut Streams<'_>) -> CommandResult {
    let paths = arguments.paths.read("validate")?;
    let Expansion { inputs, errors, skipped } = expand(&paths);
    let color = streams.color;
    let mut exit = report_expansion(&errors, &skipped, arguments.quiet, streams.err)?;
    let summary = match &arguments.output {
        Some(path) => {
            let mut file = create_output(path, &paths)?;
            let summary = validate(arguments, color, &inputs, &mut file, streams.err, &mut exit)?;
            // If nothing could be read, the old file is worth more than an empty report; half a report is none.
            if summary.interrupted {
                writeln!(streams.err, "note: '{}' is not written", path.display())?;
            } else if exit != Exit::Failed || summary.files > 0 {
                finish_output(file)?;
            }
            summary
        }
        None if arguments.is_unseen() => {
            validate(arguments, color, &inputs, &mut io::sink(), streams.err, &mut exit)?
        }
        None => validate(arguments, color, &inputs, streams.out, streams.err, &mut exit)?,
    };
    if !arguments.quiet {
        arguments.conclude(&summary, &paths, streams)?;
    }
    if summary.statistics.get(Code::ProgramFault).findings > 0 {
        exit = exit.and(Exit::Failed);
    }
    let fails = summary.reaches(arguments.checks.fail_on) && !arguments.exit_zero;
    Ok(exit.and(if fails { Exit::Findings } else { Exit::Clean }))
}

/// Writes the findings to `out`, and the inputs that cannot be read to `err`.
fn validate(
    arguments: &ValidateArguments,
    color: bool,
    inputs: &[Input],
    out: &mut (dyn Write + Send),
    err: &mut (dyn Write + Send),
    exit: &mut Exit,
) -> Result<RunSummary, CommandError> {
    let options = arguments.options()?;
    let interrupt = watch_signals()?;
    let total = inputs.iter().map(Input::size).sum::<Option<u64>>();
    let progress = Progress::bytes(total, arguments.quiet);
    let color = color && arguments.output.is_none();
    let writer = FindingWriter::new(out, arguments.format, color, arguments.max_printed())
        .with_max_per_code(arguments.max_per_code());
    let (options, progress, summary) = (&options, &progress, RunSummary::default());
    let mut validation = Validation {
        arguments,
        options,
        progress,
        interrupt: &interrupt,
        writer,
        summary,
        is_done: false,
    };
    validation.writer.begin()?;
    for input in inputs {
        match validation.input(input)? {
            Ok(Contents::Something) | Err(InputError::Interrupted) => {}
            Ok(Contents::Nothing) if arguments.quiet || interrupt.signal().is_some() => {}
            Ok(Contents::Nothing) => writeln!(err, "{} is empty", input.title())?,
            Err(error) => {
                writeln!(err, "error: {error}")?;
                *exit = Exit::Failed;
            }
        }
        if let Some(signal) = interrupt.signal() {
            *exit = Exit::Signal(signal);
            validation.summary.interrupted = true;
        }
        if validation.is_done || validation.summary.interrupted {
            break;
        }
    }
    if arguments.statistics && !arguments.is_unseen() {
        validation.writer.table(&validation.summary)?;
    }
    validation.writer.end(&validation.summary)?;
    Ok(validation.summary)
}

/// One run over many inputs: blocks are linted on several threads and reported in order.
struct Validation<'r, W> {
    arguments: &'r ValidateArguments,
    options: &'r Options,
    progress: &'r Progress,
    interrupt: &'r Interrupt,
    writer: FindingWriter<W>,
    summary: RunSummary,
    /// Whether `--fail-fast` ends the run.
    is_done: bool,
}

/// Whether an input has any bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Contents {
    Nothing,
    Something,
}

impl<W: Write + Send> Validation<'_, W> {
    /// Validates one input. The outer error ends the run, the inner one only this input.
    fn input(&mut self, input: &Input) -> Result<Result<Contents, InputError>, CommandError> {
        let jobs = threads(self.arguments.jobs);
        let blocks = match input.interruptible_blocks(jobs, self.interrupt) {
            Ok(blocks) if self.arguments.is_unseen() => blocks.without_lines(),
            Ok(blocks) => blocks,
            Err(error) => return Ok(Err(error)),
        };
        let blocks = match self.arguments.block_size {
            Some(size) => blocks.of_size(size.get()),
            None => blocks,
        };
        let (name, options) = (input.name(), self.options);
        let read = |block: &Block| lint(block, &name, options);
        let stops_at = self.arguments.fail_fast.then_some(self.arguments.checks.fail_on);
        let mut file = FileValidation::new(&name, 0, options).until(stops_at);
        let (mut written, mut contents) = (Ok(()), Contents::Nothing);
        let ended = read_blocks(blocks, jobs, &read, |block, found| {
            written = file.block(block, found, &mut self.writer);
            if !block.bytes().is_empty() {
                contents = Contents::Something;
            }
            self.show_progress(block, &file.counts);
            if written.is_err() || file.is_done() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        written?;
        self.is_done = file.is_done();
        let found = file.end(&mut self.writer)?;
        self.summary.merge(&found.run_summary());
        Ok(ended.map(|()| contents))
    }

    fn show_progress(&self, block: &Block, counts: &RunSummary) {
        if self.progress.is_shown() {
            let games = self.summary.games + counts.games;
            self.progress.advance(block.bytes().len() as u64, games, "games");
        }
    }
}

impl ValidateArguments {
    fn options(&self) -> Result<Options, CommandError> {
        Ok(Options {
            selection: self.checks.selection()?,
            variations: self.variations == Switch::On,
            laws: self.laws.laws(),
            detail: match self.format {
                FindingFormat::Json | FindingFormat::Html => Detail::FinalPosition,
                FindingFormat::Csv => Detail::Headings,
                FindingFormat::Text | FindingFormat::Line => Detail::Ending,
            },
            cross_check: self.cross_check,
        })
    }

    /// Whether no findings are printed.
    fn is_unseen(&self) -> bool {
        self.quiet && self.output.is_none()
    }

    /// The maximal number of printed findings.
    fn max_printed(&self) -> Option<u64> {
        if self.is_unseen() { Some(0) } else { self.max_findings }
    }

    /// The maximal number of printed findings of a code in a file.
    fn max_per_code(&self) -> u64 {
        if self.max_per_code == 0 { u64::MAX } else { self.max_per_code }
    }

    /// Prints the summary and what to do next. The table of codes is here if every line of the output is a record.
    fn conclude(
        &self,
        summary: &RunSummary,
        paths: &[PathBuf],
        streams: &mut Streams<'_>,
    ) -> io::Result<()> {
        if self.statistics && matches!(self.format, FindingFormat::Line | FindingFormat::Csv) {
            summary.write_table(streams.err)?;
        }
        if summary.interrupted {
            writeln!(streams.err, "note: interrupted; the rest is not read")?;
        }
        writeln!(streams.err, "{summary}")?;
        let how = self.checks.of_fix(paths);
        match summary.advice(&how).filter(|_| self.format != FindingFormat::Json) {
            Some(advice) => writeln!(streams.err, "{advice}"),
            None => Ok(()),
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
