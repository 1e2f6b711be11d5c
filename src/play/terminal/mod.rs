//! One game at a terminal or in a pipe: lines, moves of computer players and signals come in through one
//! channel, text goes out. The rules of the game and its commands are the session's.

mod exit;
mod files;
mod input;
mod log;
mod player_thread;
mod review;
mod shown;
mod thinking;

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::play::files::{Autosave, Folders};
use crate::play::screen::Screen;
use crate::play::session::{Effect, Event, Session};
use crate::players::{Choice, EngineError, PlayerSpec, SearchProgress};
use crate::rules::{AnyMove, ByColor, Color, Position};
use crate::text::printable;

pub use exit::ExitReason;
use files::SavedGame;
pub use input::InputMode;
use input::{ReadRequest, RunningClock, Tty};
use player_thread::PlayerThread;
use review::FinishedReview;
use thinking::Thinking;

/// How long the built-in engine may still think after the end of the input.
const FINAL_MOVE_TIME: Duration = Duration::from_millis(800);

/// The one command that never waits for a computer player.
const STOP: &str = "stop";

/// Everything that can happen during a game.
pub(crate) enum InputEvent {
    /// The user typed a line.
    Line(String),
    /// The input has ended.
    End,
    /// The user pressed Ctrl-C in the line editor.
    Interrupt,
    /// A signal arrived.
    Signal(i32),
    /// A computer player answered a request.
    Answer { id: u64, answer: Result<Choice, EngineError> },
    /// How far the search for a request is.
    Progress { id: u64, progress: SearchProgress },
    /// What the user has typed of a line while a computer player is thinking.
    Typing(String),
    /// The search for hints ended.
    Hints { id: u64, moves: Vec<AnyMove> },
    /// How many positions of how many a review has judged.
    Reviewed { id: u64, done: usize, all: usize },
    /// A review is over.
    Review { id: u64, finished: Box<FinishedReview> },
    /// A line of the conversation with a side's engine.
    EngineLine { color: Color, line: String },
    /// The line editor can print above its prompt.
    Printer(Printer),
}

/// Prints text above the prompt of the line editor; `false` if that failed.
type Printer = Box<dyn FnMut(String) -> bool + Send>;

/// How a game is run, as the command line and the surroundings have it.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct LoopOptions {
    /// What the output can show; its width is [`LoopOptions::width`] at each moment.
    pub screen: Screen,
    /// The current number of columns, if it is known.
    pub width: fn() -> Option<usize>,
    /// How lines are read.
    pub input: InputMode,
    /// Where prompts go.
    pub prompts: Prompts,
    /// A line that is rewritten in place shows how far a search is.
    pub shows_thinking: bool,
    /// End the run at the first refused line.
    pub strict: bool,
    /// Repeat each line as `> line`.
    pub echo: bool,
    /// Show the conversation with engines.
    pub verbose: bool,
    /// End the run after this many plies.
    pub max_plies: Option<usize>,
    /// The file for the game when the run ends.
    pub save: Option<PathBuf>,
    /// Replace files of games without a question.
    pub force: bool,
    /// How long an engine may take to get ready.
    pub engine_timeout: Duration,
    /// The seed of everything random.
    pub seed: u64,
    /// The user's folders.
    pub folders: Folders,
    /// The file of the game in progress, if it is kept.
    pub autosave: Option<Autosave>,
    /// The time at which the game began, for file names.
    pub timestamp: String,
    /// Where everything shown, typed and said to engines is written.
    pub log: Option<File>,
}

/// Where prompts go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompts {
    /// Nowhere: the input is a pipe.
    Off,
    /// To the output.
    Out,
    /// To the error stream, since the output goes to a file.
    Err,
}

/// One game while it lasts.
pub struct GameLoop<'a> {
    session: Session,
    options: LoopOptions,
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
    inputs: Receiver<InputEvent>,
    sender: Sender<InputEvent>,
    reader: Option<Sender<ReadRequest>>,
    /// What the reading thread does at the moment.
    reading: Option<ReaderState>,
    /// The terminal behind standard input, if it is one.
    tty: Option<Tty>,
    /// Lines that wait until a computer player has moved.
    typed_ahead: VecDeque<String>,
    /// The input has ended, and its last lines wait.
    is_input_over: bool,
    printer: Option<Printer>,
    threads: ByColor<Option<PlayerThread>>,
    thinking: Option<Thinking>,
    /// The line that shows how far the search is, is on the screen.
    has_thinking_line: bool,
    /// The number of the latest request to a computer player.
    request_id: u64,
    started: Instant,
    interrupted: Option<Instant>,
    /// After the end of the input: the latest time for the last answer.
    deadline: Option<Duration>,
    is_prompt_shown: bool,
    /// Where the game was saved last.
    saved: Option<SavedGame>,
    /// The pages written by this run.
    pages: Vec<PathBuf>,
    /// How many lines of the conversation with engines wait to be shown.
    unshown_engine_lines: Arc<AtomicUsize>,
}

/// What the reading thread does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReaderState {
    Line,
    Watch,
}

impl std::fmt::Debug for GameLoop<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameLoop").field("session", &self.session).finish_non_exhaustive()
    }
}

impl<'a> GameLoop<'a> {
    /// A game that has not begun.
    pub fn new(
        session: Session,
        options: LoopOptions,
        out: &'a mut dyn Write,
        err: &'a mut dyn Write,
    ) -> Self {
        let (sender, inputs) = channel();
        Self {
            session,
            options,
            out,
            err,
            inputs,
            sender,
            reader: None,
            reading: None,
            tty: Tty::of_stdin(),
            typed_ahead: VecDeque::new(),
            is_input_over: false,
            printer: None,
            threads: ByColor::default(),
            thinking: None,
            has_thinking_line: false,
            request_id: 0,
            started: Instant::now(),
            interrupted: None,
            deadline: None,
            is_prompt_shown: false,
            saved: None,
            pages: Vec::new(),
            unshown_engine_lines: Arc::default(),
        }
    }

    /// Plays until the run ends; the first events are shown before the first prompt.
    pub fn run(mut self, first: Vec<Event>) -> ExitReason {
        let ended = exit::listen_for_signals(&self.sender).and_then(|()| {
            match Color::ALL.into_iter().try_for_each(|color| self.start_player(color)) {
                Ok(()) => self.play(first),
                Err(reason) => Ok(reason),
            }
        });
        let reason = ended.unwrap_or_else(ExitReason::from);
        self.finish(reason)
    }

    fn play(&mut self, mut events: Vec<Event>) -> io::Result<ExitReason> {
        self.reader = Some(input::start_reader(
            self.options.input,
            self.options.shows_thinking,
            self.sender.clone(),
        ));
        self.started = Instant::now();
        events.extend(self.session.begin(Duration::ZERO));
        if let Some(reason) = self.apply(events)? {
            return Ok(reason);
        }
        loop {
            if let Some(reason) = self.step()? {
                return Ok(reason);
            }
        }
    }

    /// One round: request what is needed, wait for an input, and deal with it.
    fn step(&mut self) -> io::Result<Option<ExitReason>> {
        self.start_thinking();
        if self.thinking.is_none() {
            if let Some(line) = self.typed_ahead.pop_front() {
                return self.on_typed_ahead(&line);
            }
            if self.is_input_over {
                return self.on_end();
            }
        }
        self.request_line()?;
        if let Some(input) = self.next_input() {
            return self.on_input(input);
        }
        if self.deadline.is_some_and(|deadline| self.now() >= deadline) {
            return Ok(Some(ExitReason::Quit));
        }
        self.show_thinking()?;
        let events = self.session.tick(self.now());
        self.apply(events)
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// The next input, or nothing when it is time to look at the clock.
    fn next_input(&self) -> Option<InputEvent> {
        let alarms = [self.session.next_alarm(), self.deadline, self.next_thinking()];
        let alarm = alarms.into_iter().flatten().min();
        let Some(alarm) = alarm else { return self.inputs.recv().ok() };
        self.inputs.recv_timeout(alarm.saturating_sub(self.now())).ok()
    }

    fn on_input(&mut self, input: InputEvent) -> io::Result<Option<ExitReason>> {
        match input {
            InputEvent::Line(line) => return self.on_line(line),
            InputEvent::End => return self.on_end(),
            InputEvent::Interrupt => {
                self.reading = None;
                return self.interrupt();
            }
            InputEvent::Signal(number) => return self.on_signal(number),
            InputEvent::Answer { id, answer } => return self.on_answer(id, answer),
            InputEvent::Progress { id, progress } => self.on_progress(id, progress)?,
            InputEvent::Typing(typed) => self.on_typing(typed)?,
            InputEvent::Hints { id, moves } => return self.on_hints(id, moves),
            InputEvent::Reviewed { id, done, all } => self.on_reviewed(id, done, all)?,
            InputEvent::Review { id, finished } => return self.on_review(id, *finished),
            InputEvent::EngineLine { color, line } => self.on_engine_line(color, &line),
            InputEvent::Printer(printer) => self.printer = Some(printer),
        }
        Ok(None)
    }

    fn on_line(&mut self, line: String) -> io::Result<Option<ExitReason>> {
        self.reading = None;
        self.end_typing(&line)?;
        if self.move_now(&line) {
            return Ok(None);
        }
        if self.thinking.is_some() && self.must_wait(&line) {
            if self.is_interactive() {
                self.is_prompt_shown = false;
                self.say(&self.session.waiting_notice(&line))?;
            }
            self.typed_ahead.push_back(line);
            return Ok(None);
        }
        if line.trim() == STOP {
            self.discard_typed_ahead()?;
        }
        self.run_line(&line)
    }

    /// Whether a line waits for the computer player that is thinking. In a pipe every line does; at a
    /// terminal a command is carried out at once, unless an earlier line waits already.
    fn must_wait(&self, line: &str) -> bool {
        let at_once =
            self.is_interactive() && self.typed_ahead.is_empty() && !self.session.must_wait(line);
        !at_once && line.trim() != STOP
    }

    fn on_typed_ahead(&mut self, line: &str) -> io::Result<Option<ExitReason>> {
        if self.is_interactive() {
            self.show(&format!("{}{line}\n", self.session.prompt(self.now())))?;
        }
        self.run_line(line)
    }

    fn run_line(&mut self, line: &str) -> io::Result<Option<ExitReason>> {
        self.is_prompt_shown = false;
        self.interrupted = None;
        let repeated = format!("> {line}\n");
        self.log(&repeated);
        if self.options.echo {
            self.out.write_all(printable(&repeated).as_bytes())?;
        }
        let events = self.session.line(line, self.now());
        self.apply(events)
    }

    /// Discards the lines that wait for a move that will not come.
    fn discard_typed_ahead(&mut self) -> io::Result<()> {
        if !self.is_interactive() || self.typed_ahead.is_empty() {
            return Ok(());
        }
        let discarded: Vec<String> = self.typed_ahead.drain(..).collect();
        self.say(&format!("Discarded: {}", discarded.join(", ")))
    }

    /// Whether a user types at a terminal.
    fn is_interactive(&self) -> bool {
        self.options.prompts != Prompts::Off
    }

    /// Whether the built-in engine is thinking about its answer to a human player.
    fn is_human_waiting(&self) -> bool {
        let spec = |color| &self.session.player(color).spec;
        let turn = self.session.game().position().turn();
        matches!(spec(turn), PlayerSpec::BuiltIn(_)) && spec(!turn).is_human()
    }

    fn on_end(&mut self) -> io::Result<Option<ExitReason>> {
        if self.thinking.is_some() && !self.is_interactive() {
            self.is_input_over = true;
            self.deadline = self.is_human_waiting().then(|| self.now() + FINAL_MOVE_TIME);
            return Ok(None);
        }
        if self.is_prompt_shown && self.options.input == InputMode::Plain {
            self.prompt_stream().write_all(b"\n")?;
        }
        Ok(Some(ExitReason::Quit))
    }

    /// Shows events and carries out effects; the reason to end the run, if there is one.
    fn apply(&mut self, events: Vec<Event>) -> io::Result<Option<ExitReason>> {
        let is_refused =
            events.iter().any(|event| matches!(event, Event::Refused(_) | Event::Error(_)));
        let screen = self.screen();
        let settings = self.session.settings();
        let text: String = events.iter().map(|event| screen.text(event, settings)).collect();
        self.show_drawn(&text)?;
        for event in events {
            if let Event::Effect(effect) = event
                && let Some(reason) = self.carry_out(effect)?
            {
                return Ok(Some(reason));
            }
        }
        if is_refused && self.options.strict {
            return Ok(Some(ExitReason::Refused));
        }
        self.check_length()
    }

    fn check_length(&mut self) -> io::Result<Option<ExitReason>> {
        let plies = self.session.game().cursor();
        match self.options.max_plies {
            Some(most) if plies >= most && self.session.ending().is_none() => {
                let word = if plies == 1 { "ply" } else { "plies" };
                self.say(&format!("Stopped after {plies} {word}."))?;
                Ok(Some(ExitReason::Quit))
            }
            _ => Ok(None),
        }
    }

    fn carry_out(&mut self, effect: Effect) -> io::Result<Option<ExitReason>> {
        match effect {
            Effect::StartFiles => self.start_files(),
            Effect::Autosave => self.autosave(),
            Effect::Save(file, existing) => return self.save(file, existing),
            Effect::Export(file, is_forced) => self.export(&file, is_forced)?,
            Effect::Load { name, number, at, keep } => return self.load(&name, number, at, keep),
            Effect::ListGames => self.list_games()?,
            Effect::SaveSettings => self.save_settings()?,
            Effect::RestartBuiltIn => return self.restart_built_in(),
            Effect::RestartEngine(color) => return self.restart_engine(color),
            Effect::StartPlayer(color) => return self.seat_player(color),
            Effect::Review(options) => self.start_review(options)?,
            Effect::FindHints(count) => self.start_hints(count),
            Effect::StopThinking => self.stop_thinking(),
            Effect::Quit => return Ok(Some(ExitReason::Quit)),
        }
        Ok(None)
    }

    /// Requests the next line, unless one is under way, or one waits and the input is a pipe.
    fn request_line(&mut self) -> io::Result<()> {
        let wanted = if self.thinking.is_some() { ReaderState::Watch } else { ReaderState::Line };
        if wanted == ReaderState::Line {
            self.erase_thinking()?;
        }
        let has_line =
            !self.is_interactive() && (self.is_input_over || !self.typed_ahead.is_empty());
        let is_plain = self.options.input == InputMode::Plain;
        if !has_line && self.reading != Some(wanted) && (self.reading.is_none() || !is_plain) {
            let now = self.now();
            let request = match wanted {
                ReaderState::Watch => ReadRequest::Watch,
                ReaderState::Line => {
                    let words = if is_plain { Vec::new() } else { self.session.completions() };
                    ReadRequest::Line {
                        prompt: self.session.prompt(now),
                        clock: self.running_clock(),
                        words,
                    }
                }
            };
            if let Some(reader) = &self.reader {
                // A reader that has ended has sent its `End`.
                let _ = reader.send(request);
            }
            self.reading = Some(wanted);
        }
        if is_plain && wanted == ReaderState::Line { self.show_prompt() } else { Ok(()) }
    }

    /// The clock that runs in the prompt of the editor.
    fn running_clock(&self) -> Option<RunningClock> {
        let clock = self.session.prompt_clock(self.now())?;
        Some(RunningClock {
            clock,
            started: self.started,
            has_color: self.options.screen.colors.is_some(),
        })
    }
}
