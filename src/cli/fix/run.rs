//! One run over many files: blocks are corrected on several threads and written in order.

use std::{io::Write, ops::ControlFlow, path::PathBuf};

use crate::{
    archive::{Block, BlockResult, Encoder, Extent, Input, InputError, Interrupt, read_blocks},
    cli::{
        CommandError, CommandResult, Exit, Streams,
        fix::{
            FixArguments,
            interactive::{Questions, Screen, Verdict},
            target::{Results, Target, create_packed, replace_file},
        },
        streams::{Progress, create_output, finish_output, threads, unwritable, watch_signals},
    },
    diagnostics::{Class, Code, Severity},
    fix::{Cause, Correction, FixedBlock, FixedGame, Policy, fix_block},
    lint::Options,
    output::corrections::{FixSummary, log},
    pgn::End,
    text::{AtomicFile, ClosedFile, Source, Span},
};

/// One run over many files.
pub(super) struct Run<'r> {
    arguments: &'r FixArguments,
    options: &'r Options,
    policy: Policy,
    paths: &'r [PathBuf],
    interrupt: Interrupt,
    rejects: Option<Rejects>,
    log: Option<AtomicFile>,
    questions: Option<Questions>,
    /// Files that take the place of the old ones when the rejected games are on the disk.
    waiting: Vec<(ClosedFile, PathBuf)>,
    /// The number of files.
    inputs: usize,
    /// What was done to all of them.
    total: FixSummary,
    /// Whether anything was corrected.
    is_changed: bool,
    /// Whether something is left that causes exit status 1.
    is_left: bool,
}

/// The file of the games that still have errors.
struct Rejects {
    path: PathBuf,
    file: Encoder<AtomicFile>,
    /// The last byte of what was written.
    last: u8,
    /// Whether what is written next comes from another file.
    begins_file: bool,
}

impl Rejects {
    fn write(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        // The games of another file begin on a line of their own.
        let is_glued = std::mem::take(&mut self.begins_file) && self.last != b'\n';
        let gap: &[u8] = if is_glued { b"\n\n" } else { b"" };
        self.last = bytes.last().copied().unwrap_or(self.last);
        let written = self.file.write_all(gap).and_then(|()| self.file.write_all(bytes));
        written.map_err(|error| unwritable(&self.path, &error))
    }
}

/// One file while it is corrected.
struct FixedFile<'s> {
    name: String,
    target: Target<'s>,
    summary: FixSummary,
    /// Why it holds no games.
    problem: Option<String>,
    /// Whether the program itself had a fault in it.
    has_fault: bool,
    /// Whether a game of it was rejected.
    has_rejects: bool,
    is_empty: bool,
    /// Why it cannot be written.
    refused: Option<CommandError>,
}

impl<'r> Run<'r> {
    pub(super) fn new(
        arguments: &'r FixArguments,
        options: &'r Options,
        policy: Policy,
        paths: &'r [PathBuf],
        inputs: usize,
    ) -> Result<Self, CommandError> {
        let rejects = arguments.rejects.as_deref().map(|path| {
            let file = create_packed(path, paths)?;
            let (path, last, begins_file) = (path.to_owned(), b'\n', true);
            Ok::<_, CommandError>(Rejects { path, file, last, begins_file })
        });
        let log = arguments.log.as_deref().map(|path| create_output(path, paths));
        let interrupt = watch_signals()?;
        let questions = arguments.interactive.then(|| Questions::new(&interrupt)).transpose()?;
        Ok(Self {
            arguments,
            options,
            policy,
            paths,
            interrupt,
            rejects: rejects.transpose()?,
            log: log.transpose()?,
            questions,
            waiting: Vec::new(),
            inputs,
            total: FixSummary::default(),
            is_changed: false,
            is_left: false,
        })
    }

    /// Corrects one input. An error ends the run; a file that cannot be read does not.
    pub(super) fn input(&mut self, input: &Input, streams: &mut Streams<'_>) -> CommandResult {
        let Streams { out, err, color, is_terminal } = streams;
        let jobs = threads(self.arguments.jobs);
        let blocks = match input.interruptible_blocks(jobs, &self.interrupt) {
            Ok(blocks) if self.arguments.interactive => blocks.with_unread(),
            Ok(blocks) => blocks.without_lines().with_unread(),
            Err(error) => return self.failed(&error, err),
        };
        let results = Results { out: &mut **out, color: *color, is_terminal: *is_terminal };
        let target = match Target::of(self.arguments, input, self.paths, results) {
            Ok(target) => target,
            // Another file may be rewritten all the same.
            Err(error) if self.arguments.in_place => {
                writeln!(err, "{error}")?;
                return Ok(Exit::Failed);
            }
            Err(error) => return Err(error),
        };
        let mut file = FixedFile::new(input, target, self.rejects.as_ref());
        let progress = Progress::bytes(input.size(), self.arguments.hides_progress());
        let (options, policy, name) = (self.options, self.policy, file.name.clone());
        let read = |block: &Block| fixed(block, &name, options, policy);
        let mut written = Ok(());
        let ended = read_blocks(blocks, jobs, &read, |block, fixed| {
            file.refused = self.transcoded(block, &mut file).err();
            if file.refused.is_some() {
                return ControlFlow::Break(());
            }
            written = self.block(block, fixed, &mut file, err);
            if progress.is_shown() {
                progress.advance(block.bytes().len() as u64, file.summary.games, "games");
            }
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        drop(progress);
        written?;
        if let Some(error) = file.refused {
            writeln!(err, "{error}")?;
            return Ok(Exit::Failed);
        }
        match (ended, self.interrupt.signal()) {
            (_, Some(signal)) => Ok(Exit::Signal(signal)),
            (Err(error), None) => self.failed(&error, err),
            (Ok(()), None) => self.end_file(file, err),
        }
    }

    /// Reports an input that cannot be read.
    fn failed(&self, error: &InputError, err: &mut (dyn Write + Send)) -> CommandResult {
        if let Some(signal) = self.interrupt.signal() {
            return Ok(Exit::Signal(signal));
        }
        writeln!(err, "error: {error}")?;
        Ok(Exit::Failed)
    }

    /// Writes a block with its corrections.
    fn block(
        &mut self,
        block: &Block,
        fixed: FixedBlock,
        file: &mut FixedFile<'_>,
        err: &mut (dyn Write + Send),
    ) -> Result<(), CommandError> {
        let source = block.source("");
        let place = |byte: u64| usize::try_from(byte - block.first_byte).unwrap_or(usize::MAX);
        let mut done = 0;
        for game in fixed.games {
            let number = file.summary.games + game.number;
            let (game, verdict) = self.decided(block, game, number, &file.name, err)?;
            let has_place = self.rejects.is_some();
            let is_rejected = verdict == Verdict::Reject || has_place && has_errors(&game);
            file.summary.add(&game, is_rejected);
            file.note_problems(&game);
            if is_rejected {
                if let (Some(span), Some(rejects)) = (game.game, &mut self.rejects) {
                    let (start, end) = (place(span.start), game.region.end);
                    file.target.same(&source.as_written(&block.bytes()[done..start]))?;
                    rejects.write(&source.as_written(&block.bytes()[start..end]))?;
                    (done, file.has_rejects) = (end, true);
                }
                continue;
            }
            for correction in &game.corrections {
                let (start, end) = (place(correction.span.start), place(correction.span.end));
                let (old, new) = (&block.bytes()[start..end], &correction.replacement);
                file.target.same(&source.as_written(&block.bytes()[done..start]))?;
                file.target.replace(&source.as_written(old), &source.as_written(new))?;
                done = end;
                self.log(block.source(&file.name), number, correction)?;
            }
        }
        file.target.same(&source.as_written(&block.bytes()[done..]))?;
        file.is_empty &= block.bytes().is_empty();
        file.summary.games += fixed.count;
        let oversize = block.oversize().filter(|one| self.options.selection.allows(one));
        file.summary.left[Severity::Error as usize] += u64::from(oversize.is_some());
        Ok(())
    }

    /// A game after the questions about it, if there are any.
    fn decided(
        &mut self,
        block: &Block,
        game: FixedGame,
        number: u64,
        name: &str,
        err: &mut (dyn Write + Send),
    ) -> Result<(FixedGame, Verdict), CommandError> {
        match &mut self.questions {
            Some(questions) => {
                let mut screen = Screen { name, err };
                questions.ask(block, game, number, self.options, self.policy, &mut screen)
            }
            None => Ok((game, Verdict::Keep)),
        }
    }

    /// A file in UTF-16 is written in UTF-8, which corrects a finding too.
    fn transcoded(&mut self, block: &Block, file: &mut FixedFile<'_>) -> Result<(), CommandError> {
        let Some(finding) = block.transcoded() else { return Ok(()) };
        let tip = if matches!(file.target, Target::Diff(_)) {
            Some("write it with `-o FILE` or `--in-place` instead of `--diff`")
        } else if self.options.selection.allows(&finding) {
            None
        } else {
            Some("add B002 to the selected codes")
        };
        if let Some(tip) = tip {
            let message =
                format!("'{}' can only be written in UTF-8: {}", file.name, finding.message);
            return Err(CommandError::new(message).with_tip(tip));
        }
        file.summary.corrections[Class::Safe as usize] += 1;
        let cause = Cause { code: finding.code, class: Class::Safe, confidence: 1.0 };
        let span = Span { start: 0, end: 0 };
        let whole = Correction { span, replacement: Vec::new(), causes: vec![cause] };
        self.log(block.source(&file.name), 0, &whole)
    }

    /// Adds a correction to the log.
    fn log(
        &mut self,
        source: Source<'_>,
        game: u64,
        correction: &Correction,
    ) -> Result<(), CommandError> {
        let Some(out) = &mut self.log else { return Ok(()) };
        log(out, source, game, correction).map_err(|error| unwritable(out.path(), &error))
    }

    /// Ends a file that was read as a whole.
    fn end_file(&mut self, file: FixedFile<'_>, err: &mut (dyn Write + Send)) -> CommandResult {
        let FixedFile { name, target, summary, problem, has_fault, has_rejects, is_empty, .. } =
            file;
        let is_changed = summary.count() > 0 || has_rejects;
        self.is_changed |= is_changed;
        self.is_left |= has_rejects || summary.reaches(self.arguments.checks.fail_on);
        if let Some(rejects) = &mut self.rejects {
            rejects.begins_file = true;
        }
        // A file that stays the same is not touched.
        if is_changed || !self.arguments.in_place {
            self.waiting.extend(target.finish()?);
        }
        if self.rejects.is_none() {
            self.replace_files()?;
        }
        if !self.arguments.is_silent() {
            match problem {
                _ if is_empty => writeln!(err, "{} is empty", summary.name)?,
                Some(problem) => writeln!(err, "{name}: {problem}")?,
                // Among many files those are named that something is to be said about.
                None if self.inputs > 1 && summary.is_sound() => {}
                None => writeln!(err, "{summary}")?,
            }
        }
        self.total.merge(&summary);
        Ok(if has_fault { Exit::Failed } else { Exit::Clean })
    }

    /// Gives the files that are written their names.
    fn replace_files(&mut self) -> Result<(), CommandError> {
        let suffix = self.arguments.backup.as_deref();
        self.waiting.drain(..).try_for_each(|(file, path)| replace_file(file, &path, suffix))
    }

    /// Ends the run: first the rejected games and the log, then the files from which they are gone.
    pub(super) fn finish(mut self, exit: Exit, err: &mut (dyn Write + Send)) -> CommandResult {
        if matches!(exit, Exit::Signal(_)) {
            if !self.arguments.is_silent() {
                writeln!(err, "note: interrupted; what was not finished is left as it was")?;
            }
            return Ok(exit);
        }
        if let Some(Rejects { path, file, .. }) = self.rejects.take() {
            let finished = file.finish().and_then(AtomicFile::finish);
            finished.map_err(|error| unwritable(&path, &error))?;
        }
        if let Some(log) = self.log.take() {
            finish_output(log)?;
        }
        self.replace_files()?;
        if self.inputs > 1 && !self.arguments.is_silent() {
            self.total.name = format!("{} files", self.inputs);
            writeln!(err, "{}", self.total)?;
        }
        let is_bad = if self.arguments.check { self.is_changed } else { self.is_left };
        Ok(exit.and(if is_bad { Exit::Findings } else { Exit::Clean }))
    }
}

impl<'s> FixedFile<'s> {
    fn new(input: &Input, target: Target<'s>, rejects: Option<&Rejects>) -> Self {
        let rejects = rejects.map(|rejects| rejects.path.display().to_string());
        let summary = FixSummary { name: input.title(), rejects, ..FixSummary::default() };
        let (problem, has_fault, is_empty) = (None, false, true);
        let name = input.name();
        let (has_rejects, refused) = (false, None);
        Self { name, target, summary, problem, has_fault, has_rejects, is_empty, refused }
    }

    /// Notes what no correction can help.
    fn note_problems(&mut self, game: &FixedGame) {
        for finding in game.left.iter().flat_map(|report| &report.findings) {
            match finding.code {
                Code::ProgramFault => self.has_fault = true,
                Code::NotPgn | Code::WideEncoding => self.problem = Some(finding.message.clone()),
                _ => {}
            }
        }
    }
}

fn fixed(block: &Block, name: &str, options: &Options, policy: Policy) -> BlockResult<FixedBlock> {
    if block.extent == Extent::Unread {
        return BlockResult { end: End::Closed, value: FixedBlock::default() };
    }
    let (value, summary) = fix_block(block.source(name), block.part, options, policy);
    BlockResult { end: summary.end, value }
}

/// Whether a game still has errors.
fn has_errors(game: &FixedGame) -> bool {
    let mut games = game.left.iter().filter(|report| report.game.is_some());
    games.any(|report| report.count(Severity::Error) > 0)
}
