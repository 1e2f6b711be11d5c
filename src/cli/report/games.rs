//! Positions taken from games.

use std::{ops::ControlFlow, sync::Arc};

use super::source::{Batch, CarriedColumns, EntryKind, Message, PositionEntry, Producer};
use crate::{
    archive::{Block, BlockResult, Input, InputError, read_blocks},
    diagnostics::Finding,
    game::{GameEvent, game_events},
    notation::{Moment, fen},
    rules::{AnyPosition, Variant},
    text::{Source, count_line_ends},
};

/// The names of the columns beside a position of a game.
pub(super) fn carried() -> Vec<String> {
    ["game", "ply", "move"].map(str::to_owned).to_vec()
}

/// How many positions a batch holds.
const BATCH: usize = 512;

/// A position of a game, or why there is none.
#[derive(Debug)]
struct GamePosition {
    line: u64,
    /// The number of the game within the block.
    game: u64,
    ply: u32,
    /// The move that led to it, as written.
    mv: String,
    what: Result<(AnyPosition, Variant), BrokenGame>,
}

/// Where and why a game cannot be played further.
#[derive(Debug)]
struct BrokenGame {
    /// The line of the file that shows it.
    text: Vec<u8>,
    /// The reasons, with places in that line.
    findings: Vec<Finding>,
}

impl<F: FnMut(Message) -> ControlFlow<()> + Send> Producer<'_, F> {
    /// Sends the positions of every game.
    pub(super) fn games(&mut self, input: &Input) -> Result<ControlFlow<()>, InputError> {
        let name: Arc<str> = input.name().into();
        let at = self.plan.at;
        let read = |block: &Block| {
            let mut collector = Collector::new(block.source(&name), at);
            let source = collector.source;
            let summary = game_events(source, block.part, |event| collector.take(event));
            BlockResult { end: summary.end, value: (collector.found, collector.game) }
        };
        let mut games = 0;
        let mut flow = ControlFlow::Continue(());
        read_blocks(input.blocks(self.plan.jobs)?, 1, &read, |block, (found, count)| {
            let mut found = found.into_iter().peekable();
            while flow.is_continue() && found.peek().is_some() {
                flow = self.send_positions(&name, found.by_ref().take(BATCH), games);
            }
            self.bytes += block.bytes.len() as u64;
            games += count;
            flow
        })?;
        Ok(flow)
    }

    fn send_positions(
        &mut self,
        name: &Arc<str>,
        found: impl Iterator<Item = GamePosition>,
        games: u64,
    ) -> ControlFlow<()> {
        let names = carried();
        let layout = self.layout_with(&names);
        let places = CarriedColumns::of(&names, &layout);
        let mut batch = Batch::new(Some(Arc::clone(name)), layout);
        for found in found {
            let start = batch.text.len();
            let kind = match found.what {
                Ok((position, variant)) => {
                    batch.text.extend_from_slice(fen::write(&position).as_bytes());
                    EntryKind::Reached(Box::new(position), variant)
                }
                Err(broken) => {
                    batch.text.extend_from_slice(&broken.text);
                    EntryKind::Broken(broken.findings)
                }
            };
            let game = games + found.game;
            let (mut digits, mut ply_digits) = (itoa::Buffer::new(), itoa::Buffer::new());
            let values = [digits.format(game), ply_digits.format(found.ply), found.mv.as_str()];
            batch.entries.push(PositionEntry {
                n: self.next_n(),
                line: Some(found.line),
                indent: 0,
                input: start..batch.text.len(),
                carried: places.arranged(&values),
                kind,
            });
        }
        self.send(batch)
    }
}

/// Picks the positions of a block to report.
struct Collector<'a> {
    source: Source<'a>,
    at: Option<Moment>,
    /// The ply of that moment, once the game has begun.
    wanted: Option<usize>,
    found: Vec<GamePosition>,
    /// The latest position of the game, if it is not among those found.
    last: Option<GamePosition>,
    /// How many positions of the game there have been.
    ply: u32,
    /// How many moves follow the one that cannot be played.
    skipped: u32,
    game: u64,
    line: u64,
    /// How many bytes of the block have been searched for line ends.
    counted: usize,
}

impl<'a> Collector<'a> {
    fn new(source: Source<'a>, at: Option<Moment>) -> Self {
        let line = source.first_line;
        let (found, last, wanted) = (Vec::new(), None, None);
        Self { source, at, wanted, found, last, ply: 0, skipped: 0, game: 0, line, counted: 0 }
    }

    fn take(&mut self, event: GameEvent<'_>) {
        match event {
            GameEvent::Begins(text) => self.begin(text),
            GameEvent::Reached { position, variant, text } => {
                let mv = String::from_utf8_lossy(text).into_owned();
                self.add(self.line, mv, Ok((position.clone(), variant)));
            }
            GameEvent::Stuck(findings) => self.stuck(findings),
            GameEvent::Skipped => self.skipped += 1,
            GameEvent::Ends => {
                let last = self.last.take().filter(|last| self.is_wanted_at_end(last));
                self.found.extend(last);
            }
        }
    }

    fn begin(&mut self, text: &[u8]) {
        let start = self.offset(self.source.span_of(text).start);
        self.line += self.lines_before(start);
        self.counted = start;
        self.game += 1;
        (self.last, self.ply, self.skipped, self.wanted) = (None, 0, 0, None);
    }

    /// The place of a byte of the file in the block, but not before what has been searched.
    fn offset(&self, byte: u64) -> usize {
        let offset = usize::try_from(byte.saturating_sub(self.source.first_byte));
        offset.unwrap_or(self.counted).clamp(self.counted, self.source.bytes.len())
    }

    /// How many lines end between the beginning of the game and this place.
    fn lines_before(&self, offset: usize) -> u64 {
        let (before, after) = self.source.bytes.split_at(offset);
        count_line_ends(&before[self.counted..], after.first())
    }

    /// Records why the game breaks off, with the line that shows it.
    fn stuck(&mut self, mut findings: Vec<Finding>) {
        let (mut line, mut text) = (self.line, Vec::new());
        if let Some(first) = findings.first() {
            let byte = first.span.start;
            line += self.lines_before(self.offset(byte));
            let whole = self.source.line_of(byte);
            let before = self.source.span_of(whole).start;
            text.extend_from_slice(whole);
            for finding in &mut findings {
                finding.span.start = finding.span.start.saturating_sub(before);
                finding.span.end = finding.span.end.saturating_sub(before);
            }
        }
        self.add(line, String::new(), Err(BrokenGame { text, findings }));
    }

    fn add(&mut self, line: u64, mv: String, what: Result<(AnyPosition, Variant), BrokenGame>) {
        let ply = self.ply;
        self.ply += 1;
        if let (0, Some(at)) = (ply, self.at) {
            self.wanted = match (&what, at) {
                (Ok((start, _)), _) => at.ply(start, usize::MAX).ok(),
                (Err(_), Moment::Ply(ply)) => Some(ply),
                (Err(_), _) => Some(0),
            };
        }
        let found = GamePosition { line, game: self.game, ply, mv, what };
        let is_wanted = match self.at {
            None => found.what.is_ok(),
            Some(Moment::End) => false,
            Some(_) => found.what.is_ok() && self.wanted == Some(found.ply as usize),
        };
        if is_wanted {
            self.found.push(found);
            self.last = None;
        } else {
            self.last = Some(found);
        }
    }

    /// Whether the last record is reported: a position that is written but never reached needs its reason.
    fn is_wanted_at_end(&self, last: &GamePosition) -> bool {
        match self.at {
            None => last.what.is_err(),
            Some(Moment::End) => true,
            Some(_) => {
                let written = last.ply as usize..=(last.ply + self.skipped) as usize;
                last.what.is_err() && self.wanted.is_some_and(|ply| written.contains(&ply))
            }
        }
    }
}
