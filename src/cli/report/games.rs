//! Positions taken from games.

use std::{ops::ControlFlow, sync::Arc};

use super::moments::{Moments, WantedPlies, is_mate};
use super::source::{Batch, CarriedColumns, EntryKind, Message, PositionEntry, Producer};
use crate::{
    archive::{Block, BlockResult, Input, InputError, read_blocks},
    diagnostics::Finding,
    game::{GameEvent, game_events},
    notation::fen,
    pgn::{Parser, TagName, Tags},
    rules::{AnyMove, AnyPosition, Color, Position, Variant},
    text::{Source, count_line_ends, readable},
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
    last: Option<AnyMove>,
    /// The players and the move, if it is called so.
    caption: Option<String>,
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
        let (at, has_captions) = (self.plan.at.as_slice(), self.plan.layout.has_captions());
        let read = |block: &Block| {
            let mut collector = Collector::new(block.source(&name), at);
            collector.has_captions = has_captions;
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
            self.bytes += block.bytes().len() as u64;
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
                caption: found.caption,
                last: found.last,
                kind,
            });
        }
        self.send(batch)
    }
}

/// Picks the positions of a block to report.
struct Collector<'a> {
    source: Source<'a>,
    at: &'a [Moments],
    /// The plies of those moments, once the game has begun.
    wanted: WantedPlies,
    has_captions: bool,
    /// The players of the game, if positions are called by them.
    players: String,
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
    fn new(source: Source<'a>, at: &'a [Moments]) -> Self {
        Self {
            source,
            at,
            wanted: WantedPlies::default(),
            has_captions: false,
            players: String::new(),
            found: Vec::new(),
            last: None,
            ply: 0,
            skipped: 0,
            game: 0,
            line: source.first_line,
            counted: 0,
        }
    }

    fn take(&mut self, event: GameEvent<'_>) {
        match event {
            GameEvent::Begins(text) => self.begin(text),
            GameEvent::Reached { position, variant, text, last } => {
                let mv = String::from_utf8_lossy(text).into_owned();
                let caption = self.has_captions.then(|| self.caption(position, &mv));
                let what = Ok((position.clone(), variant));
                self.add(GamePosition { last, caption, ..self.position(self.line, mv, what) });
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
        (self.last, self.ply, self.skipped) = (None, 0, 0);
        if self.has_captions {
            self.players = players(text);
        }
    }

    /// `Ek, Anna - Ask, Bo, after 12...Nf6`
    fn caption(&self, position: &AnyPosition, mv: &str) -> String {
        let when = match (mv, position.turn()) {
            ("", _) => "start".to_owned(),
            (_, Color::Black) => format!("after {}.{mv}", position.fullmoves()),
            (_, Color::White) => {
                format!("after {}...{mv}", position.fullmoves().saturating_sub(1))
            }
        };
        if self.players.is_empty() { when } else { format!("{}, {when}", self.players) }
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
        let broken = Err(BrokenGame { text, findings });
        self.add(self.position(line, String::new(), broken));
    }

    /// The next position of the game.
    fn position(
        &self,
        line: u64,
        mv: String,
        what: Result<(AnyPosition, Variant), BrokenGame>,
    ) -> GamePosition {
        GamePosition { line, game: self.game, ply: self.ply, mv, last: None, caption: None, what }
    }

    fn add(&mut self, found: GamePosition) {
        let reached = found.what.as_ref().ok().map(|(position, _)| position);
        if self.ply == 0 {
            self.wanted = WantedPlies::of(self.at, reached);
        }
        self.ply += 1;
        if self.wanted.has_mate && reached.is_some_and(is_mate) {
            self.found.extend(self.last.take().filter(|before| before.what.is_ok()));
        }
        if found.what.is_ok() && self.wanted.has(found.ply as usize) {
            self.found.push(found);
            self.last = None;
        } else {
            self.last = Some(found);
        }
    }

    /// Whether the last record is reported: a position that is written but never reached needs its reason.
    fn is_wanted_at_end(&self, last: &GamePosition) -> bool {
        let (first, end) = (last.ply as usize, (last.ply + self.skipped) as usize);
        match last.what {
            Ok(_) => self.wanted.has_end,
            Err(_) => self.wanted.lacks(first, end),
        }
    }
}

/// The players of the game that a text begins with: `Ek, Anna - Ask, Bo`.
fn players(text: &[u8]) -> String {
    let (mut parser, mut tags) = (Parser::new(Source::new("", text)), Tags::default());
    parser.next_game(&mut tags);
    let name = |name| {
        let value = tags.value(name).filter(|value| !matches!(value.trim_ascii(), b"" | b"?"));
        value.map(|value| readable(value).into_owned())
    };
    match (name(TagName::White), name(TagName::Black)) {
        (None, None) => String::new(),
        (white, black) => {
            let known = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
            format!("{} - {}", known(white), known(black))
        }
    }
}
