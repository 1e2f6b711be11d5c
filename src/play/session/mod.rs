//! The game as a pure machine: a line and an instant go in, events come out. Knows no terminal, no
//! process, no file and no time of its own.
//!
//! ```
//! use std::time::Duration;
//! use arbiter::play::{Event, Opening, Session};
//!
//! let mut session = Session::new(Opening::default());
//! let events = session.line("nf3", Duration::ZERO);
//! assert!(matches!(&events[0], Event::Played(played) if played.san == "Nf3"));
//! ```

pub mod command;
mod draws;
mod entering;
mod judge;
mod machine;
mod promotion;
pub(in crate::play) mod queries;
mod refusal;
mod replay;
mod running;
pub mod score;
mod sheet;
mod sight;
pub mod tags;
#[cfg(test)]
mod tests;

use std::time::Duration;

pub use score::{Ply, Score};

use crate::notation::Language;
use crate::notation::TimeControl;
use crate::play::choices::BoardShown;
use crate::play::clock::Clock;
use crate::play::event::{Event, Turn, Wish};
use crate::play::settings::Settings;
use crate::players::PlayerSpec;
use crate::rules::{AnyPosition, ByColor, Color, Move, Position, Square, Variant};
use crate::text::printable;
use command::Verb;

/// Somebody at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// Who chooses the moves.
    pub kind: PlayerSpec,
    /// By what name.
    pub name: Option<String>,
}

impl Seat {
    /// A seat for this kind of player, by the name it was given.
    pub fn new(kind: PlayerSpec) -> Self {
        let name = match &kind {
            PlayerSpec::Human(name) => name.clone(),
            _ => None,
        };
        Self { kind, name }
    }
}

/// What a game begins with.
#[derive(Debug, Clone)]
pub struct Opening {
    /// The rules.
    pub variant: Variant,
    /// The first position.
    pub start: AnyPosition,
    /// Who plays.
    pub seats: ByColor<Seat>,
    /// The user's preferences.
    pub settings: Settings,
    /// The time control, if it is timed.
    pub control: Option<TimeControl>,
    /// Tags that were chosen beforehand.
    pub tags: Vec<(String, String)>,
    /// The day, as the tag `Date` has it.
    pub date: String,
    /// Whether somebody sits at a terminal, and is asked before something is given up.
    pub confirms: bool,
    /// When the board is drawn on this surface if the settings leave that open.
    pub auto_board: BoardShown,
}

/// Two people, an ordinary game, no clock.
impl Default for Opening {
    fn default() -> Self {
        let [white, black] = [None, None].map(|name| Seat::new(PlayerSpec::Human(name)));
        Self {
            variant: Variant::Standard,
            start: Variant::Standard.start(),
            seats: ByColor { white, black },
            settings: Settings::default(),
            control: None,
            tags: Vec::new(),
            date: "????.??.??".into(),
            confirms: false,
            auto_board: BoardShown::OnRequest,
        }
    }
}

/// A question that the next line answers.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Question {
    /// Which of these promotions.
    Promotion(Vec<Move>),
    /// Whether to resign.
    Resignation,
    /// The value of the first of these tags, before the game is saved to this file.
    Tags(Vec<&'static str>, Option<std::path::PathBuf>),
}

/// One game at a table.
#[derive(Debug)]
pub struct Session {
    game: Score,
    seats: ByColor<Seat>,
    settings: Settings,
    control: Option<TimeControl>,
    clock: Option<Clock>,
    /// Tags that were chosen at this table.
    tags: Vec<(String, String)>,
    /// Tags that the file of a loaded game had.
    found: Vec<(String, String)>,
    date: String,
    confirms: bool,
    auto_board: BoardShown,
    question: Option<Question>,
    suggestions: Vec<Move>,
    selected: Option<Square>,
    offer: Option<Color>,
    held: bool,
    steps: u32,
    turned: bool,
    events: Vec<Event>,
}

impl Session {
    /// A session before its first line.
    pub fn new(opening: Opening) -> Self {
        let mut session = Self {
            game: Score::new(opening.variant, opening.start),
            seats: opening.seats,
            settings: opening.settings,
            clock: opening.control.clone().map(Clock::new),
            control: opening.control,
            tags: Vec::new(),
            found: Vec::new(),
            date: opening.date,
            confirms: opening.confirms,
            auto_board: opening.auto_board,
            question: None,
            suggestions: Vec::new(),
            selected: None,
            offer: None,
            held: false,
            steps: 0,
            turned: false,
            events: Vec::new(),
        };
        session.write_tags(&opening.tags);
        session
    }

    /// The score sheet.
    pub const fn score(&self) -> &Score {
        &self.game
    }

    /// The preferences, as they were changed at the table.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Somebody at the table.
    pub fn seat(&self, color: Color) -> &Seat {
        &self.seats[color]
    }

    /// Gives a machine the name it calls itself by, unless it has one.
    pub fn introduce(&mut self, color: Color, name: String) {
        self.seats[color].name.get_or_insert(name);
    }

    /// Takes a line as it was typed.
    pub fn line(&mut self, line: &str, now: Duration) -> Vec<Event> {
        self.watch_clock(now);
        match self.question.take() {
            Some(question) => self.answer_question(question, line.trim(), now),
            None => self.obey(line.trim(), now),
        }
        std::mem::take(&mut self.events)
    }

    fn answer_question(&mut self, question: Question, line: &str, now: Duration) {
        match question {
            Question::Promotion(moves) => self.answer_promotion(moves, line, now),
            Question::Resignation => self.answer_resignation(line, now),
            Question::Tags(names, file) => self.answer_tag(names, file, line),
        }
    }

    /// A command in full, else a move, else a command by its first letters.
    fn obey(&mut self, line: &str, now: Duration) {
        if line.is_empty() {
            return self.step();
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if let Some(verb) = command::full(word) {
            return self.act(verb, rest.trim(), now);
        }
        if self.try_move(line, now) {
            return;
        }
        match command::prefix(word) {
            Some(verb) => self.act(verb, rest.trim(), now),
            None => self.refuse(line),
        }
    }

    fn act(&mut self, verb: Verb, rest: &str, now: Duration) {
        match verb {
            Verb::Undo
            | Verb::Redo
            | Verb::New
            | Verb::Goto
            | Verb::Next
            | Verb::Prev
            | Verb::First
            | Verb::Last
            | Verb::Take => self.replay(verb, rest, now),
            Verb::Draw => self.offer_draw(now),
            Verb::Decline => self.decline(),
            Verb::Claim => self.claim(rest, now),
            Verb::Resign => self.resign(now),
            Verb::Hint | Verb::Level | Verb::Go | Verb::Stop | Verb::Engine => {
                self.direct_machine(verb, rest, now);
            }
            Verb::Pause => self.pause_or_resume(now),
            Verb::Save | Verb::Load | Verb::Games | Verb::Tag | Verb::Comment => {
                self.keep_sheet(verb, rest);
            }
            Verb::Set => self.set(rest),
            Verb::Help => self.help(rest),
            Verb::Quit => self.events.push(Event::Wants(Wish::Leave)),
            _ => self.show(verb, rest, now),
        }
    }

    fn help(&mut self, topic: &str) {
        let lines = match topic {
            "" => command::HELP.lines().map(str::to_owned).collect(),
            topic => match command::help(topic) {
                Some(line) => vec![line],
                None => return self.cannot(no_command(topic)),
            },
        };
        self.events.push(Event::Lines(lines));
    }

    fn says(&mut self, sentence: impl Into<String>) {
        self.events.push(Event::Says(sentence.into()));
    }

    fn cannot(&mut self, sentence: impl Into<String>) {
        self.events.push(Event::Cannot(sentence.into()));
    }

    fn wants(&mut self, wish: Wish) {
        self.events.push(Event::Wants(wish));
    }

    fn position(&self) -> &AnyPosition {
        self.game.position()
    }

    fn turn(&self) -> Color {
        self.position().turn()
    }

    fn letters(&self) -> Language {
        Language::of(&self.settings.display.lang).unwrap_or_default()
    }

    /// Whose turn it is, for a status line.
    fn whose_turn(&self, reminder: bool) -> Turn {
        let color = self.turn();
        let name = self.seats[color].name.clone();
        Turn { color, name, check: self.position().is_check(), reminder }
    }

    fn announce_turn(&mut self, reminder: bool) {
        let turn = self.whose_turn(reminder);
        self.events.push(Event::Turn(turn));
    }

    /// What stands before the cursor: `4. Ada > `. A name may come from anybody's file.
    pub fn prompt(&self) -> String {
        match &self.question {
            Some(Question::Promotion(_)) => return "q, r, b, n or cancel: ".into(),
            Some(Question::Resignation) => return "yes or no: ".into(),
            Some(Question::Tags(names, _)) => {
                return format!("{}: ", names.first().copied().unwrap_or("value"));
            }
            None => (),
        }
        let color = self.turn();
        let name = self.seats[color].name.as_deref().unwrap_or(color.name());
        match self.ending() {
            Some(_) => format!("{} > ", printable(name)),
            None => format!("{} {} > ", self.game.numbered(self.game.cursor()), printable(name)),
        }
    }

    /// What a player may type now: legal moves, then commands.
    pub fn completions(&self) -> Vec<String> {
        let moves = self.sans(&self.position().legal_moves());
        moves.into_iter().chain(command::words().map(str::to_owned)).collect()
    }
}

fn no_command(topic: &str) -> String {
    match command::meant(topic) {
        Some(meant) => format!("There is no command `{topic}`; did you mean \"{meant}\"?"),
        None => format!("There is no command `{topic}`."),
    }
}
