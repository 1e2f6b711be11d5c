//! The thin shell around a session: lines, answers and signals come in by one channel, text goes out.

mod editor;
mod files;
mod keys;
mod leaving;
mod log;
mod manners;
mod reader;
mod seating;
mod signals;
mod talk;
mod terminal;
mod thinking;
mod worker;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::play::autosave::Autosave;
use crate::play::event::{Event, Wish};
use crate::play::homes::Homes;
use crate::play::screen::Screen;
use crate::play::session::Session;
use crate::players::{Choice, EngineError, PlayerSpec};
use crate::rules::{ByColor, Color, Move, Position};
use crate::text::printable;

pub use leaving::Left;
pub use log::Log;
pub use manners::{Manners, Prompts};
use reader::Ask;
pub use reader::Reading;
use terminal::Terminal;
use thinking::Thinking;
use worker::Worker;

/// So long the built-in player is waited for when the lines have ended.
const LAST_WORD: Duration = Duration::from_millis(800);

/// The one word that never waits for a machine.
const STOP: &str = "stop";

/// Whatever may happen to a table.
pub(crate) enum Input {
    /// A line was typed.
    Line(String),
    /// There will be no more lines.
    End,
    /// Ctrl-C in the line editor.
    Interrupt,
    /// A signal arrived.
    Signal(i32),
    /// A machine has answered.
    Answer { ticket: u64, answer: Result<Choice, EngineError> },
    /// The adviser has found moves.
    Advice { ticket: u64, moves: Vec<Move> },
    /// A line of the talk with a side's engine.
    Overheard { color: Color, line: String },
    /// The line editor can print above its prompt.
    Printer(Box<dyn FnMut(String) -> bool + Send>),
}

/// One table while the game lasts.
pub struct Table<'a> {
    session: Session,
    manners: Manners,
    homes: Homes,
    autosave: Option<Autosave>,
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
    inputs: Receiver<Input>,
    sender: Sender<Input>,
    asks: Option<Sender<Ask>>,
    asked: Option<Asked>,
    /// The terminal that is typed at, if it is one.
    terminal: Option<Terminal>,
    /// What was read and waits until a machine has answered.
    held_back: VecDeque<Input>,
    printer: Option<Box<dyn FnMut(String) -> bool + Send>>,
    workers: ByColor<Option<Worker>>,
    thinking: Option<Thinking>,
    ticket: u64,
    begun: Instant,
    interrupted: Option<Instant>,
    /// When the lines have ended: until when the last answer is waited for.
    closing: Option<Duration>,
    prompted: bool,
    saved_to: Option<std::path::PathBuf>,
    stamp: String,
    log: Log,
    /// How many lines of the talk with engines wait to be shown.
    waiting: Arc<AtomicUsize>,
}

/// What the reading thread has been asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    Line,
    Watch,
}

impl std::fmt::Debug for Table<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("session", &self.session).finish_non_exhaustive()
    }
}

/// What a table stands on.
#[derive(Debug)]
pub struct Ground {
    /// The user's folders.
    pub homes: Homes,
    /// The file of the game in progress, unless there is to be none.
    pub autosave: Option<Autosave>,
    /// The moment the game began, for file names.
    pub stamp: String,
    /// What everything is written down in.
    pub log: Log,
}

impl<'a> Table<'a> {
    /// A table at which nobody has sat down yet.
    pub fn new(
        session: Session,
        manners: Manners,
        ground: Ground,
        out: &'a mut dyn Write,
        err: &'a mut dyn Write,
    ) -> Self {
        let (sender, inputs) = channel();
        Self {
            session,
            manners,
            homes: ground.homes,
            autosave: ground.autosave,
            out,
            err,
            inputs,
            sender,
            asks: None,
            asked: None,
            terminal: Terminal::found(),
            held_back: VecDeque::new(),
            printer: None,
            workers: ByColor::default(),
            thinking: None,
            ticket: 0,
            begun: Instant::now(),
            interrupted: None,
            closing: None,
            prompted: false,
            saved_to: None,
            stamp: ground.stamp,
            log: ground.log,
            waiting: Arc::default(),
        }
    }

    /// Plays until somebody leaves; `first` is shown before the first prompt.
    pub fn run(mut self, first: Vec<Event>) -> Left {
        let left = signals::listen(&self.sender).and_then(|()| match self.seat_machines() {
            Ok(()) => self.play(first),
            Err(left) => Ok(left),
        });
        let left = left.unwrap_or_else(Left::from);
        self.leave(left)
    }

    fn play(&mut self, mut events: Vec<Event>) -> io::Result<Left> {
        self.asks = Some(reader::start(self.manners.reading, self.sender.clone()));
        self.begun = Instant::now();
        events.extend(self.session.begin(Duration::ZERO));
        if let Some(left) = self.settle(events)? {
            return Ok(left);
        }
        loop {
            if let Some(left) = self.turn()? {
                return Ok(left);
            }
        }
    }

    /// One round: ask whoever is to be asked, wait for something, and deal with it.
    fn turn(&mut self) -> io::Result<Option<Left>> {
        self.start_thinking();
        if self.thinking.is_none()
            && let Some(input) = self.held_back.pop_front()
        {
            return self.take_held_back(input);
        }
        self.ask_for_a_line()?;
        if let Some(input) = self.next_input() {
            return self.take(input);
        }
        if self.closing.is_some_and(|closing| self.now() >= closing) {
            return Ok(Some(Left::Quietly));
        }
        let events = self.session.tick(self.now());
        self.settle(events)
    }

    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The next thing that happens, or nothing when the clock wants to be looked at.
    fn next_input(&self) -> Option<Input> {
        let alarm = self.session.next_alarm().into_iter().chain(self.closing).min();
        let Some(alarm) = alarm else { return self.inputs.recv().ok() };
        let wait = alarm.saturating_sub(self.now());
        self.inputs.recv_timeout(wait).ok()
    }

    fn take(&mut self, input: Input) -> io::Result<Option<Left>> {
        match input {
            Input::Line(line) => self.take_line(line),
            Input::End => self.take_end(),
            Input::Interrupt => {
                self.asked = None;
                self.interrupt()
            }
            Input::Signal(number) => self.take_signal(number),
            Input::Answer { ticket, answer } => self.take_answer(ticket, answer),
            Input::Advice { ticket, moves } => self.take_advice(ticket, moves),
            Input::Overheard { color, line } => {
                self.overhear(color, &line);
                Ok(None)
            }
            Input::Printer(printer) => {
                self.printer = Some(printer);
                Ok(None)
            }
        }
    }

    fn take_line(&mut self, line: String) -> io::Result<Option<Left>> {
        self.asked = None;
        if self.thinking.is_some() && self.waits(&line) {
            if self.is_live() {
                self.prompted = false;
                self.show(&self.session.waiting(&line))?;
            }
            self.held_back.push_back(Input::Line(line));
            return Ok(None);
        }
        if line.trim() == STOP {
            self.forget_held_back()?;
        }
        self.obey(&line)
    }

    /// Whether a line must wait for the machine that thinks. In a pipe every line does; whoever sits
    /// at a terminal may say something meanwhile, unless what he typed before waits already.
    fn waits(&self, line: &str) -> bool {
        let at_once = self.is_live() && self.held_back.is_empty() && !self.session.waits(line);
        !at_once && line.trim() != STOP
    }

    fn take_held_back(&mut self, input: Input) -> io::Result<Option<Left>> {
        match input {
            Input::Line(line) => {
                if self.is_live() {
                    self.show(&format!("{}{line}\n", self.session.prompt()))?;
                }
                self.obey(&line)
            }
            input => self.take(input),
        }
    }

    fn obey(&mut self, line: &str) -> io::Result<Option<Left>> {
        self.prompted = false;
        self.interrupted = None;
        let repeated = format!("> {line}\n");
        self.note(&repeated);
        if self.manners.echo {
            self.out.write_all(printable(&repeated).as_bytes())?;
        }
        let events = self.session.line(line, self.now());
        self.settle(events)
    }

    /// Forgets the moves that were typed ahead of one that will not come.
    fn forget_held_back(&mut self) -> io::Result<()> {
        if !self.is_live() || self.held_back.is_empty() {
            return Ok(());
        }
        let line = |input| match input {
            Input::Line(line) => Some(line),
            _ => None,
        };
        let forgotten: Vec<String> = self.held_back.drain(..).filter_map(line).collect();
        self.show(&format!("Forgotten: {}\n", forgotten.join(", ")))
    }

    /// Whether somebody types while machines think, so that lines do not wait for them.
    fn is_live(&self) -> bool {
        self.manners.prompts != Prompts::Off
    }

    /// Whether the built-in player thinks about an answer to somebody who has gone.
    fn keeps_people_waiting(&self) -> bool {
        let score = self.session.score();
        let seat = |color| &self.session.seat(color).kind;
        let turn = score.position().turn();
        matches!(seat(turn), PlayerSpec::BuiltIn(_)) && seat(!turn).is_human()
    }

    fn take_end(&mut self) -> io::Result<Option<Left>> {
        if self.thinking.is_some() && !self.is_live() {
            self.held_back.push_back(Input::End);
            self.closing = self.keeps_people_waiting().then(|| self.now() + LAST_WORD);
            return Ok(None);
        }
        if self.prompted && self.manners.reading == Reading::Plain {
            self.prompt_stream().write_all(b"\n")?;
        }
        Ok(Some(Left::Quietly))
    }

    /// Shows events and fulfils wishes; says when it is time to leave.
    fn settle(&mut self, events: Vec<Event>) -> io::Result<Option<Left>> {
        let refused =
            events.iter().any(|event| matches!(event, Event::Refused(_) | Event::Cannot(_)));
        let screen = Screen { width: (self.manners.width)(), ..self.manners.screen };
        let settings = self.session.settings();
        let text: String = events.iter().map(|event| screen.text(event, settings)).collect();
        self.show_drawn(&text)?;
        for event in events {
            if let Event::Wants(wish) = event
                && let Some(left) = self.fulfil(wish)?
            {
                return Ok(Some(left));
            }
        }
        if refused && self.manners.strict {
            return Ok(Some(Left::Refused));
        }
        self.check_length()
    }

    fn check_length(&mut self) -> io::Result<Option<Left>> {
        let plies = self.session.score().cursor();
        match self.manners.max_plies {
            Some(most) if plies >= most && self.session.ending().is_none() => {
                self.show(&format!("Stopped after {plies} half-moves.\n"))?;
                Ok(Some(Left::Quietly))
            }
            _ => Ok(None),
        }
    }

    fn fulfil(&mut self, wish: Wish) -> io::Result<Option<Left>> {
        match wish {
            Wish::Begin => self.forget_files(),
            Wish::Keep => self.keep(),
            Wish::Save(file) => self.save(file)?,
            Wish::Load { name, at, keep } => return self.load(&name, at, keep),
            Wish::ListGames => self.list_games()?,
            Wish::SaveSettings => self.save_settings()?,
            Wish::Reseat => return self.reseat(),
            Wish::RestartEngine(color) => return self.restart_engine(color),
            Wish::Advise(count) => self.start_advising(count),
            Wish::StopThinking => self.stop_thinking(),
            Wish::Leave => return Ok(Some(Left::Quietly)),
        }
        Ok(None)
    }
}
