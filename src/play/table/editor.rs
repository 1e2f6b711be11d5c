//! The line editor of a real terminal: history, and Tab for legal moves, commands and file names.

use std::borrow::Cow;
use std::sync::mpsc::{Receiver, Sender, TryRecvError};

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, ExternalPrinter, Helper};

use super::Input;
use super::keys::Keys;
use super::reader::Ask;
use super::terminal::Terminal;

/// How often, in milliseconds, a watcher looks up from an empty line.
const GLANCE: u16 = 40;

/// Commands that take the name of a file.
const FILE_COMMANDS: [&str; 2] = ["save ", "load "];

type Line = Editor<Words, DefaultHistory>;

/// What it takes to edit lines.
pub(super) struct Desk {
    keys: Keys,
    editor: Line,
}

impl Desk {
    /// Nothing where no terminal can be had for the editor.
    pub(super) fn new() -> Option<Self> {
        let editor = editor().ok()?;
        Some(Self { keys: Keys::new(Terminal::found()?).ok()?, editor })
    }
}

/// Reads lines as long as somebody asks.
pub(super) fn run(desk: Desk, asks: &Receiver<Ask>, inputs: &Sender<Input>) {
    let Desk { mut keys, mut editor } = desk;
    if let Ok(mut printer) = editor.create_external_printer() {
        let print = move |text: String| printer.print(text).is_ok();
        if inputs.send(Input::Printer(Box::new(print))).is_err() {
            return;
        }
    }
    let mut next = asks.recv().ok();
    while let Some(ask) = next.take() {
        let input = match ask {
            Ask::Line { prompt, words } => Some(edited(&mut editor, &mut keys, &prompt, words)),
            Ask::Watch => match watched(asks, &mut keys) {
                Watched::Typed(input) => Some(input),
                Watched::Asked(ask) => {
                    next = Some(ask);
                    continue;
                }
                Watched::Left => None,
            },
        };
        if input.is_none_or(|input| inputs.send(input).is_err()) {
            return;
        }
        next = asks.recv().ok();
    }
}

fn editor() -> rustyline::Result<Line> {
    // A paste comes as it was typed: line by line.
    let config = Config::builder().auto_add_history(true).bracketed_paste(false).build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Words { words: Vec::new(), files: FilenameCompleter::new() }));
    Ok(editor)
}

fn edited(editor: &mut Line, keys: &mut Keys, prompt: &str, words: Vec<String>) -> Input {
    if let Some(helper) = editor.helper_mut() {
        helper.words = words;
    }
    match keys.serve(|| editor.readline(prompt)) {
        Ok(Ok(text)) => Input::Line(text),
        Ok(Err(ReadlineError::Interrupted)) => Input::Interrupt,
        Ok(Err(_)) | Err(_) => Input::End,
    }
}

enum Watched {
    Typed(Input),
    Asked(Ask),
    Left,
}

/// Waits for a typed line in the terminal's own line mode, until somebody asks for something else.
fn watched(asks: &Receiver<Ask>, keys: &mut Keys) -> Watched {
    loop {
        match asks.try_recv() {
            Ok(ask) => return Watched::Asked(ask),
            Err(TryRecvError::Disconnected) => return Watched::Left,
            Err(TryRecvError::Empty) => (),
        }
        if let Some(input) = keys.glance(GLANCE) {
            return Watched::Typed(input);
        }
    }
}

/// What Tab knows.
struct Words {
    words: Vec<String>,
    files: FilenameCompleter,
}

impl Completer for Words {
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

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Borrowed(hint)
    }
}

impl Validator for Words {}

impl Helper for Words {}
