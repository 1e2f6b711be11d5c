//! Positions taken from games.

use std::{ops::ControlFlow, sync::Arc};

use super::{
    batch::{Batch, Entry, Form},
    source::{At, Message, Producer},
};
use crate::{
    archive::{Block, Input, InputError, Work, read_blocks},
    diagnostics::Diagnostic,
    notation::fen,
    pgn::Reader,
    replay::{Moment, moments},
    rules::AnyPosition,
    text::Source,
};

/// What is said beside a position of a game.
const CARRIED: [&str; 3] = ["game", "ply", "move"];

/// So many positions are handed on together.
const MANY: usize = 512;

/// A position of a game, or why there is none.
#[derive(Debug, Clone)]
struct Found {
    line: u64,
    /// Counted within the block.
    game: u64,
    ply: u32,
    /// The move that led to it, as written.
    mv: String,
    what: Result<AnyPosition, Vec<Diagnostic>>,
}

impl<F: FnMut(Message) -> ControlFlow<()> + Send> Producer<'_, F> {
    /// Hands on the wanted positions of every game.
    pub(super) fn games(&mut self, input: &Input) -> Result<ControlFlow<()>, InputError> {
        let name: Arc<str> = input.name().into();
        self.settle(&CARRIED.map(str::to_owned));
        let at = self.at;
        let work = |block: &Block| {
            let mut collector = Collector::new(block.source(&name), at);
            let reader = Reader::of_part(collector.source, block.position);
            let summary = moments(&reader, collector.source, |moment| collector.take(moment));
            Work { end: summary.end, fruit: (collector.found, collector.game) }
        };
        let mut games = 0;
        let mut flow = ControlFlow::Continue(());
        read_blocks(input.blocks()?, 1, &work, |block, (found, count)| {
            flow = found.chunks(MANY).try_for_each(|found| self.some_games(&name, found, games));
            self.bytes += block.bytes.len() as u64;
            games += count;
            flow
        })?;
        Ok(flow)
    }

    fn some_games(&mut self, name: &Arc<str>, found: &[Found], games: u64) -> ControlFlow<()> {
        let mut batch = Batch::new(Some(Arc::clone(name)), self.settle(&[]));
        for found in found {
            let start = batch.text.len();
            let form = match &found.what {
                Ok(position) => {
                    batch.text.extend_from_slice(fen::write(position).as_bytes());
                    Form::Reached(Box::new(position.clone()))
                }
                Err(findings) => Form::Stuck(findings.clone()),
            };
            let game = games + found.game;
            batch.entries.push(Entry {
                n: self.next_n(),
                line: Some(found.line),
                input: start..batch.text.len(),
                carried: vec![game.to_string(), found.ply.to_string(), found.mv.clone()],
                form,
            });
        }
        self.send(batch)
    }
}

/// Picks the wanted positions of a block.
struct Collector<'a> {
    source: Source<'a>,
    at: At,
    found: Vec<Found>,
    /// What the game has come to so far.
    last: Option<Found>,
    game: u64,
    line: u64,
    /// How many bytes of the block have been searched for line ends.
    counted: usize,
}

impl<'a> Collector<'a> {
    fn new(source: Source<'a>, at: At) -> Self {
        let line = source.first_line;
        Self { source, at, found: Vec::new(), last: None, game: 0, line, counted: 0 }
    }

    fn take(&mut self, moment: Moment<'_>) {
        match moment {
            Moment::Begins(text) => self.begin(text),
            Moment::Reached { position, text, .. } => {
                let mv = String::from_utf8_lossy(text).into_owned();
                self.note(mv, Ok(position.clone()));
            }
            Moment::Stuck(findings) => self.note(String::new(), Err(findings)),
            Moment::Ends => {
                // Whoever wants a later position than there is must be told why there is none.
                let is_wanted = |last: &Found| self.at == At::End || last.what.is_err();
                let last = self.last.take().filter(is_wanted);
                self.found.extend(last);
            }
        }
    }

    fn begin(&mut self, text: &[u8]) {
        let start = self.source.span_of(text).start - self.source.first_byte;
        let start = usize::try_from(start).unwrap_or(self.counted).max(self.counted);
        let between = &self.source.bytes[self.counted..start];
        self.line += memchr::memchr_iter(b'\n', between).count() as u64;
        self.counted = start;
        self.game += 1;
        self.last = None;
    }

    fn note(&mut self, mv: String, what: Result<AnyPosition, Vec<Diagnostic>>) {
        let ply = self.last.as_ref().map_or(0, |last| last.ply + 1);
        let found = Found { line: self.line, game: self.game, ply, mv, what };
        let is_wanted = match self.at {
            At::Every => found.what.is_ok(),
            At::End => false,
            At::Ply(ply) => found.what.is_ok() && found.ply == ply,
        };
        if is_wanted {
            self.found.push(found.clone());
        }
        self.last = Some(found);
    }
}
