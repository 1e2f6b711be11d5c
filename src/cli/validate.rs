//! `arbiter validate`: replays every game and reports what is wrong, where and why.

use std::{
    io::{self, Write},
    num::NonZeroUsize,
    ops::ControlFlow,
    path::PathBuf,
};

use clap::{Args, ValueEnum};

use crate::{
    archive::{Block, BlockResult, Expansion, Input, InputError, Interrupt, expand, read_blocks},
    cli::{
        CommandError, CommandResult, Exit, Streams,
        checks::Checks,
        paths::{Paths, report_expansion},
        streams::{Progress, create_output, finish_output, threads},
    },
    diagnostics::{Code, Finding},
    lint::{Detail, FileFindings, GameReport, Laws, Options, Statistics, lint_block_guarded},
    output::games::{FindingFormat, FindingWriter, ReportedGame, RunSummary},
    pgn::Encodings,
    text::{Places, io_message},
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
    #[arg(long, value_name = "N", hide_short_help = true)]
    max_findings: Option<u64>,

    /// Print at most N findings of a code in each file, or on a page; 0 for all; only with `--format text` and `html`
    #[arg(long, value_name = "N", default_value = "20", hide_short_help = true)]
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
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Read in blocks of about N bytes, to test that their size makes no difference
    #[arg(long, value_name = "N", hide = true)]
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
    let interrupt = Interrupt::on_signals().map_err(|error| {
        CommandError::new(format!("cannot wait for signals: {}", io_message(&error)))
    })?;
    let total = inputs.iter().map(Input::size).sum::<Option<u64>>();
    let progress = Progress::bytes(total, arguments.quiet);
    let color = color && arguments.output.is_none();
    let writer = FindingWriter::new(out, arguments.format, color, arguments.max_printed())
        .with_max_per_code(arguments.max_per_code());
    let (options, progress, summary) = (&options, &progress, RunSummary::default());
    let mut validation =
        Validation { arguments, options, progress, interrupt: &interrupt, writer, summary };
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
        if validation.is_done() || validation.summary.interrupted {
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
}

/// Whether an input has any bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Contents {
    Nothing,
    Something,
}

/// What was found in a block.
pub(super) struct BlockFindings {
    pub(super) reports: Vec<GameReport>,
    pub(super) encodings: Encodings,
}

impl<W: Write + Send> Validation<'_, W> {
    /// Whether `--fail-fast` ends the run.
    fn is_done(&self) -> bool {
        self.arguments.fail_fast && self.summary.reaches(self.arguments.checks.fail_on)
    }

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
        let name = input.name();
        self.summary.files += 1;
        let options = self.options;
        let read = |block: &Block| lint(block, &name, options);
        let mut file = FileState { name: &name, ..FileState::default() };
        let (mut written, mut contents) = (Ok(()), Contents::Nothing);
        let ended = read_blocks(blocks, jobs, &read, |block, found| {
            written = self.report(block, found, &mut file);
            if !block.bytes.is_empty() {
                contents = Contents::Something;
            }
            if written.is_err() || self.is_done() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        written?;
        for once in std::mem::take(&mut file.once).into_findings(&file.encodings) {
            let report = GameReport::between(vec![once.finding().clone()]);
            self.write(&report, &mut Places::new(once.source(&name)), &mut file)?;
        }
        self.writer.end_file(&name, &file.statistics)?;
        self.summary.end_file(file.statistics);
        Ok(ended.map(|()| contents))
    }

    /// Writes a report and counts it.
    fn write(
        &mut self,
        report: &GameReport,
        places: &mut Places<'_>,
        file: &mut FileState<'_>,
    ) -> io::Result<()> {
        file.games += u64::from(report.game.is_some());
        file.statistics.add(report);
        self.summary.add(report);
        let number = file.games;
        self.writer.game(&mut ReportedGame { places, number, report })
    }

    fn report(
        &mut self,
        block: &Block,
        found: BlockFindings,
        file: &mut FileState<'_>,
    ) -> io::Result<()> {
        let mut places = Places::new(block.source(file.name));
        let mut reports = found.reports;
        let selection = &self.options.selection;
        let is_shown = |finding: &Finding| selection.allows(finding);
        if let Some(mixed) = file.encodings.merge(found.encodings).filter(is_shown) {
            file.once.add(mixed, &mut places);
        }
        if let Some(transcoded) = block.transcoded().filter(is_shown) {
            reports.insert(0, GameReport::between(vec![transcoded]));
        }
        if let Some(oversize) = block.oversize().filter(is_shown) {
            reports.push(GameReport::between(vec![oversize]));
        }
        for report in &mut reports {
            file.once.take_from(report, &mut places);
            self.write(report, &mut places, file)?;
            if self.is_done() {
                break;
            }
        }
        if self.progress.is_shown() {
            self.progress.advance(block.bytes.len() as u64, self.summary.games, "games");
        }
        Ok(())
    }
}

pub(super) fn lint(block: &Block, name: &str, options: &Options) -> BlockResult<BlockFindings> {
    let (reports, summary) = lint_block_guarded(block.source(name), block.part, options);
    let found = BlockFindings { reports, encodings: summary.encodings };
    BlockResult { end: summary.end, value: found }
}

/// What is known of a file from one block to the next.
#[derive(Default)]
struct FileState<'n> {
    name: &'n str,
    games: u64,
    encodings: Encodings,
    statistics: Statistics,
    once: FileFindings,
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
