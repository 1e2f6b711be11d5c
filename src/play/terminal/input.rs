//! Lines from the user, read by a thread of their own: plainly from a pipe, or with a line editor that has
//! history and completes moves, commands and file names.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, PipeReader, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::Instant;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::openpty;
use nix::sys::termios::{LocalFlags, SetArg, Termios, cfmakeraw, tcgetattr, tcsetattr};
use nix::unistd::{dup2_stdin, read};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Cmd, CompletionType, Config, Context, Editor, ExternalPrinter, Helper, KeyEvent};

use super::InputEvent;
use crate::play::session::PromptClock;
use crate::text::read_line;

/// How long, in milliseconds, the reader waits for a key before it looks at its requests again.
const KEY_WAIT: u16 = 40;

/// How long, in milliseconds, the editor may take to return a line. An editor that needs more keys, since
/// the last one had another meaning for it, gets them afterwards.
const EDITOR_WAIT: u16 = 1000;

/// Ctrl-C where the terminal does not turn it into a signal.
const INTERRUPT: u8 = 3;

/// A key that makes the editor write its line again, and that no keyboard has at hand: Ctrl-^.
const REPAINT_KEY: u8 = 0x1e;
const REPAINT_LETTER: char = '^';

/// Ctrl-D where the terminal does not turn it into the end of the input.
const END_OF_INPUT: u8 = 4;

/// Commands that take a file name.
const FILE_COMMANDS: [&str; 2] = ["save ", "load "];

/// How lines are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputMode {
    /// From standard input, without editing.
    Plain,
    /// From a terminal, with history and completion.
    Edited,
}

/// A request to the reading thread.
#[derive(Debug)]
pub(super) enum ReadRequest {
    /// Read a line. The editor shows the prompt and completes these words.
    Line { prompt: String, clock: Option<RunningClock>, words: Vec<String> },
    /// A computer player is thinking: read a line if the user types one, until the next request.
    Watch,
}

/// The clock that runs in a prompt.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunningClock {
    pub(super) clock: PromptClock,
    /// The instant that the clock counts from.
    pub(super) started: Instant,
    pub(super) has_color: bool,
}

impl RunningClock {
    /// The prompt with what the clock shows now, red if there is little time.
    fn replace_in(&self, prompt: &str) -> String {
        let now = self.started.elapsed();
        let text = self.clock.text(now);
        let is_red = self.has_color && self.clock.is_low(now);
        let shown = if is_red { format!("\u{1b}[1;31m{text}\u{1b}[0m") } else { text.clone() };
        // The clock is the last word of the prompt, in columns that stay.
        let end = prompt.len().saturating_sub(" > ".len());
        match end.checked_sub(text.len()).and_then(|start| prompt.get(..start)) {
            Some(before) => format!("{before}{shown}{}", &prompt[end..]),
            None => prompt.to_owned(),
        }
    }

    /// The time until it shows something else, in milliseconds.
    fn next_change(&self) -> u16 {
        let left = self.clock.remaining(self.started.elapsed());
        u16::try_from(left.as_millis() % 1000).unwrap_or(999) + 5
    }
}

/// Starts the reading thread. While a computer player is thinking the loop shows what is typed, if `is_shown_elsewhere`.
pub(super) fn start_reader(
    mode: InputMode,
    is_shown_elsewhere: bool,
    inputs: Sender<InputEvent>,
) -> Sender<ReadRequest> {
    let (sender, requests) = channel();
    thread::spawn(move || {
        let is_edited = mode == InputMode::Edited;
        let editor = is_edited.then(|| LineEditor::new(is_shown_elsewhere)).flatten();
        match editor {
            Some(mut editor) => editor.run(&requests, &inputs),
            None => read_plain(&requests, &inputs),
        }
    });
    sender
}

fn read_plain(requests: &Receiver<ReadRequest>, inputs: &Sender<InputEvent>) {
    let mut stdin = io::stdin().lock();
    while requests.recv().is_ok() {
        let Some(line) = read_line(&mut stdin) else {
            // A game that has ended needs no more lines.
            let _ = inputs.send(InputEvent::End);
            break;
        };
        let text = String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned();
        if inputs.send(InputEvent::Line(text)).is_err() {
            break;
        }
    }
}

/// The line editor and the keys that it reads.
struct LineEditor {
    keys: Keys,
    /// What is typed while a computer player is thinking is not echoed by the terminal.
    is_shown_elsewhere: bool,
    editor: Editor<Completions, DefaultHistory>,
}

impl LineEditor {
    /// Nothing where the editor cannot get a terminal.
    fn new(is_shown_elsewhere: bool) -> Option<Self> {
        // A paste arrives as if it were typed: line by line.
        let config = Config::builder()
            .auto_add_history(true)
            .bracketed_paste(false)
            .completion_type(CompletionType::List)
            .build();
        let mut editor = Editor::with_config(config).ok()?;
        editor.bind_sequence(KeyEvent::ctrl(REPAINT_LETTER), Cmd::Repaint);
        editor.set_helper(Some(Completions {
            words: Vec::new(),
            clock: None,
            files: FilenameCompleter::new(),
        }));
        Some(Self { keys: Keys::new(Tty::of_stdin()?).ok()?, is_shown_elsewhere, editor })
    }

    /// Reads lines as long as requests arrive.
    fn run(&mut self, requests: &Receiver<ReadRequest>, inputs: &Sender<InputEvent>) {
        if let Ok(mut printer) = self.editor.create_external_printer() {
            let print = move |text: String| printer.print(text).is_ok();
            if inputs.send(InputEvent::Printer(Box::new(print))).is_err() {
                return;
            }
        }
        let mut next = requests.recv().ok();
        while let Some(request) = next.take() {
            let input = match request {
                ReadRequest::Line { prompt, clock, words } => self.edit(&prompt, clock, words),
                ReadRequest::Watch => match self.watch(requests, inputs) {
                    Watched::Typed(input) => input,
                    Watched::Request(request) => {
                        next = Some(request);
                        continue;
                    }
                    Watched::Closed => return,
                },
            };
            if inputs.send(input).is_err() {
                return;
            }
            next = requests.recv().ok();
        }
    }

    fn edit(
        &mut self,
        prompt: &str,
        clock: Option<RunningClock>,
        words: Vec<String>,
    ) -> InputEvent {
        if let Some(helper) = self.editor.helper_mut() {
            helper.words = words;
            helper.clock = clock;
        }
        match self.keys.serve(clock, || self.editor.readline(prompt)) {
            Ok(Ok(text)) => InputEvent::Line(text),
            Ok(Err(ReadlineError::Interrupted)) => InputEvent::Interrupt,
            Ok(Err(_)) | Err(_) => InputEvent::End,
        }
    }

    /// Waits for a line in the terminal's own line mode, or without an echo, until the next request.
    fn watch(&mut self, requests: &Receiver<ReadRequest>, inputs: &Sender<InputEvent>) -> Watched {
        if self.is_shown_elsewhere {
            self.keys.tty.set_mode(&self.keys.tty.silent_mode());
        }
        let watched = self.wait_for_line(requests, inputs);
        if self.is_shown_elsewhere {
            self.keys.tty.restore();
        }
        watched
    }

    fn wait_for_line(
        &mut self,
        requests: &Receiver<ReadRequest>,
        inputs: &Sender<InputEvent>,
    ) -> Watched {
        loop {
            match requests.try_recv() {
                Ok(request) => return Watched::Request(request),
                Err(TryRecvError::Disconnected) => return Watched::Closed,
                Err(TryRecvError::Empty) => (),
            }
            let before = self.keys.unread.len();
            if let Some(input) = self.keys.unedited_line(KEY_WAIT) {
                return Watched::Typed(input);
            }
            if self.is_shown_elsewhere && self.keys.unread.len() != before {
                let Some(typed) = self.keys.edit_unread() else {
                    return Watched::Typed(InputEvent::End);
                };
                // A line that is complete is taken in the next round.
                if !self.keys.has_line() && inputs.send(InputEvent::Typing(typed)).is_err() {
                    return Watched::Closed;
                }
            }
        }
    }
}

enum Watched {
    Typed(InputEvent),
    Request(ReadRequest),
    Closed,
}

/// What Tab completes, and the clock in the prompt.
struct Completions {
    words: Vec<String>,
    clock: Option<RunningClock>,
    files: FilenameCompleter,
}

impl Completer for Completions {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        if FILE_COMMANDS.iter().any(|command| line.starts_with(command)) {
            return self.files.complete(line, at, context);
        }
        let typed = line.get(..at).unwrap_or_default();
        let start = typed.rfind(' ').map_or(0, |blank| blank + 1);
        let fits = |word: &&String| word.starts_with(&typed[start..]);
        let pair = |word: &String| Pair { display: word.clone(), replacement: word.clone() };
        Ok((start, self.words.iter().filter(fits).map(pair).collect()))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        match &self.clock {
            Some(clock) => Cow::Owned(clock.replace_in(prompt)),
            None => Cow::Borrowed(prompt),
        }
    }
}

impl Validator for Completions {}

impl Helper for Completions {}

/// The keys of a terminal, in the order in which they were pressed.
///
/// The line editor reads as many keys as there are and drops those behind the end of a line. So it reads
/// from a terminal of its own that gets one line at a time, and keys typed ahead are not lost.
struct Keys {
    tty: Tty,
    /// The other end of the editor's terminal; nothing once the real terminal has disappeared.
    feed: Option<File>,
    /// Keys that were pressed and not read yet.
    unread: Vec<u8>,
}

impl Keys {
    /// Replaces standard input by a terminal for the editor.
    fn new(tty: Tty) -> io::Result<Self> {
        let pair = openpty(None, Some(&tty.raw_mode()))?;
        dup2_stdin(&pair.slave)?;
        // Engines do not inherit a clone.
        let feed = File::from(pair.master.try_clone()?);
        Ok(Self { tty, feed: Some(feed), unread: Vec::new() })
    }

    /// Passes keys to `edit` while it reads a line; those behind its end stay here.
    fn serve<T>(&mut self, clock: Option<RunningClock>, edit: impl FnOnce() -> T) -> io::Result<T> {
        let (ended, editing) = io::pipe()?;
        self.tty.set_mode(&self.tty.raw_mode());
        let edited = thread::scope(|scope| {
            scope.spawn(|| self.pass_keys(&ended, clock));
            let edited = edit();
            drop(editing);
            edited
        });
        self.tty.restore();
        Ok(edited)
    }

    fn pass_keys(&mut self, ended: &PipeReader, clock: Option<RunningClock>) {
        loop {
            let is_over = if let Some(line) = self.take_line() {
                self.feed(&line);
                is_ready(&mut [readable(ended)], PollTimeout::from(EDITOR_WAIT))
            } else {
                let keys = std::mem::take(&mut self.unread);
                self.feed(&keys);
                self.wait_for_keys(ended, clock)
            };
            if is_over {
                return;
            }
        }
    }

    /// Waits for more keys; whether the editor needs none.
    fn wait_for_keys(&mut self, ended: &PipeReader, clock: Option<RunningClock>) -> bool {
        let mut files = [readable(ended), readable(&self.tty)];
        let timeout =
            clock.map_or(PollTimeout::NONE, |clock| PollTimeout::from(clock.next_change()));
        if !is_ready(&mut files, timeout) {
            if clock.is_some() {
                self.feed(&[REPAINT_KEY]);
            }
            return false;
        }
        let is_over = files[0].any() == Some(true);
        if !is_over && !self.read_keys() {
            self.feed = None;
        }
        is_over || self.feed.is_none()
    }

    fn feed(&mut self, keys: &[u8]) {
        // The editor's own terminal disappears only with this program.
        let _ = self.feed.as_mut().map(|feed| feed.write_all(keys));
    }

    /// Reads the pressed keys; `false` at the end of the input.
    fn read_keys(&mut self) -> bool {
        let mut bytes = [0; 4096];
        let count = match read(&self.tty, &mut bytes) {
            Err(Errno::EINTR) => return true,
            count => count.unwrap_or(0),
        };
        self.unread.extend_from_slice(&bytes[..count]);
        count > 0
    }

    /// The next line with the key that ends it, if that key was pressed.
    fn take_line(&mut self) -> Option<Vec<u8>> {
        let end = self.unread.iter().position(|&key| is_line_end(char::from(key)))?;
        Some(self.unread.drain(..=end).collect())
    }

    /// Whether a key that ends a line was pressed.
    fn has_line(&self) -> bool {
        self.unread.iter().any(|&key| is_line_end(char::from(key)))
    }

    /// Applies the keys that delete to those before them; the text that is left, or nothing for Ctrl-D on an empty line.
    fn edit_unread(&mut self) -> Option<String> {
        if self.unread == [END_OF_INPUT] {
            self.unread.clear();
            return None;
        }
        let mut kept = String::new();
        for letter in String::from_utf8_lossy(&self.unread).chars() {
            match letter {
                // What belongs to an earlier line stays.
                '\u{7f}' | '\u{8}' if kept.ends_with(is_line_end) => (),
                '\u{7f}' | '\u{8}' => drop(kept.pop()),
                '\u{15}' => kept.truncate(kept.rfind(is_line_end).map_or(0, |end| end + 1)),
                letter => kept.push(letter),
            }
        }
        if !kept.contains('\u{fffd}') {
            self.unread = kept.clone().into_bytes();
        }
        Some(kept)
    }

    /// A line typed in the terminal's own line mode, if there is one in this time.
    fn unedited_line(&mut self, milliseconds: u16) -> Option<InputEvent> {
        if let Some(line) = self.take_line() {
            return Some(match line.as_slice() {
                [.., INTERRUPT] => InputEvent::Interrupt,
                text => InputEvent::Line(String::from_utf8_lossy(text).trim_end().to_owned()),
            });
        }
        let is_typed = is_ready(&mut [readable(&self.tty)], PollTimeout::from(milliseconds));
        (is_typed && !self.read_keys()).then_some(InputEvent::End)
    }
}

/// Whether a key ends a line.
fn is_line_end(key: char) -> bool {
    matches!(key, '\r' | '\n') || key == char::from(INTERRUPT)
}

fn readable(file: &impl AsFd) -> PollFd<'_> {
    PollFd::new(file.as_fd(), PollFlags::POLLIN)
}

/// Whether something happens to one of these files in time.
fn is_ready(files: &mut [PollFd<'_>], timeout: PollTimeout) -> bool {
    poll(files, timeout).is_ok_and(|count| count > 0)
}

/// The terminal behind standard input, and its mode at the start.
#[derive(Debug)]
pub(super) struct Tty {
    file: OwnedFd,
    first_mode: Termios,
}

impl Tty {
    /// Nothing if standard input is no terminal.
    pub(super) fn of_stdin() -> Option<Self> {
        let file = io::stdin().as_fd().try_clone_to_owned().ok()?;
        let first_mode = tcgetattr(&file).ok()?;
        Some(Self { file, first_mode })
    }

    /// The mode in which each key arrives at once and nothing is echoed.
    fn raw_mode(&self) -> Termios {
        let mut raw = self.first_mode.clone();
        cfmakeraw(&mut raw);
        // Output still begins at the left after each line.
        raw.output_flags = self.first_mode.output_flags;
        raw
    }

    /// The mode in which each key arrives at once, nothing is echoed, and Ctrl-C is a signal.
    fn silent_mode(&self) -> Termios {
        let mut silent = self.first_mode.clone();
        silent.local_flags &= !(LocalFlags::ICANON | LocalFlags::ECHO);
        silent
    }

    /// Changes the mode; keys that were pressed in between stay readable.
    fn set_mode(&self, mode: &Termios) {
        // A terminal that has disappeared needs no mode.
        let _ = tcsetattr(&self.file, SetArg::TCSANOW, mode);
    }

    /// Sets the mode that the terminal had at the start.
    pub(super) fn restore(&self) {
        self.set_mode(&self.first_mode);
    }

    /// Runs `act` while the terminal has its first mode.
    pub(super) fn restored_for<T>(&self, act: impl FnOnce() -> T) -> T {
        let mode = tcgetattr(&self.file);
        self.restore();
        let result = act();
        if let Ok(mode) = mode {
            self.set_mode(&mode);
        }
        result
    }
}

impl AsFd for Tty {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}
