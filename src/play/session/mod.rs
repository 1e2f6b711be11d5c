//! The game as a pure state machine: a line and an instant go in, events come out. The session knows no
//! terminal, process, file or time of its own.
//!
//! ```
//! use std::time::Duration;
//! use arbiter::play::{Event, Session, SessionOptions};
//!
//! let mut session = Session::new(SessionOptions::default());
//! let events = session.line("nf3", Duration::ZERO);
//! assert!(matches!(&events[0], Event::Played(played) if played.san == "Nf3"));
//! ```

mod captured;
mod clock;
mod commands;
mod computer;
mod ending;
mod event;
mod game;
mod game_over;
mod moves;
mod names;
mod promotion;
mod queries;
mod replay;
mod score_sheet;
mod spoken;
mod table;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

pub use clock::{Clock, PromptClock};
use commands::SessionCommand;
pub use event::{
    BoardView, Captured, Effect, Event, Existing, PlayedMove, Refusal, SpokenMove, Turn,
};
pub use game::{GamePly, PlayedGame, read_game};
pub use game_over::{GameOver, Loser};
use promotion::Promotions;
pub(super) use queries::clock_line;
pub use score_sheet::{check_tag, saved_player};
use table::NextGame;
pub use table::{variant_of, with_random_start};

use crate::notation::reason::capitalised;
use crate::notation::{BadVariant, Language, TimeControl};
use crate::play::settings::{BoardShown, Settings};
use crate::players::PlayerSpec;
use crate::rules::{AnyMove, AnyPosition, ByColor, Color, Position, Variant, variant::Place};
use crate::text::printable;

/// The player of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Participant {
    /// What chooses the moves.
    pub spec: PlayerSpec,
    /// The name, if one is known.
    pub name: Option<String>,
}

impl Participant {
    /// A player with the name that its specification gives.
    pub fn new(spec: PlayerSpec) -> Self {
        let name = match &spec {
            PlayerSpec::Human(name) => name.clone(),
            PlayerSpec::Random | PlayerSpec::BuiltIn(_) | PlayerSpec::Engine(_) => None,
        };
        Self { spec, name }
    }
}

/// How a session starts.
#[derive(Debug, Clone)]
pub struct SessionOptions {
    /// The rules.
    pub variant: Variant,
    /// The first position.
    pub start: AnyPosition,
    /// The players.
    pub players: ByColor<Participant>,
    /// The user's preferences.
    pub settings: Settings,
    /// The time control, if the game is timed.
    pub control: Option<TimeControl>,
    /// Tags that the user chose.
    pub tags: Vec<(String, String)>,
    /// The date, as in the tag `Date`.
    pub date: String,
    /// A user types at a terminal: questions are asked, and the start says who plays whom.
    pub is_interactive: bool,
    /// When the board is drawn if the settings leave that open.
    pub auto_board: BoardShown,
    /// The seed of everything random.
    pub seed: u64,
    /// Reads a variant that the user names; the message of a refusal has no full stop.
    pub read_variant: fn(&str) -> Result<Variant, String>,
}

/// Two human players, a standard game, no clock.
impl Default for SessionOptions {
    fn default() -> Self {
        let human = || Participant::new(PlayerSpec::Human(None));
        Self {
            variant: Variant::Standard,
            start: Variant::Standard.start(),
            players: ByColor { white: human(), black: human() },
            settings: Settings::default(),
            control: None,
            tags: Vec::new(),
            date: "????.??.??".into(),
            is_interactive: false,
            auto_board: BoardShown::OnRequest,
            seed: 0,
            read_variant: |text| text.parse().map_err(|bad: BadVariant| bad.to_string()),
        }
    }
}

/// A question that the next line answers.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Question {
    /// Which of these promotions.
    Promotion(Vec<AnyMove>),
    /// Whether to resign.
    Resignation,
    /// Whether to start a new game now.
    NewGame,
    /// Whether to append the game to this file, which exists, or to replace the file.
    Existing(PathBuf),
    /// The value of the first of these tags, before the game is saved to this file.
    Tags(Vec<&'static str>, Option<PathBuf>),
}

/// One game and its commands.
#[derive(Debug)]
pub struct Session {
    game: PlayedGame,
    players: ByColor<Participant>,
    settings: Settings,
    control: Option<TimeControl>,
    clock: Option<Clock>,
    /// Tags that the user chose.
    tags: Vec<(String, String)>,
    /// Tags of a loaded file.
    file_tags: Vec<(String, String)>,
    date: String,
    is_interactive: bool,
    auto_board: BoardShown,
    seed: u64,
    read_variant: fn(&str) -> Result<Variant, String>,
    /// The recorded game that the user has left, with the cursor where that happened.
    record: Option<PlayedGame>,
    /// What the next game will have, if it differs from this one.
    next: NextGame,
    question: Option<Question>,
    /// Moves that the user can choose by number.
    suggestions: Vec<AnyMove>,
    /// A square typed alone: the next one completes the move.
    selected: Option<Place>,
    /// The side that has offered a draw.
    draw_offer: Option<Color>,
    /// Computer players wait for `go`.
    on_hold: bool,
    /// How many moves computer players may make before the next Enter.
    steps: u32,
    flipped: bool,
    events: Vec<Event>,
}

impl Session {
    /// A session before its first line.
    pub fn new(options: SessionOptions) -> Self {
        let mut session = Self {
            game: PlayedGame::new(options.variant, options.start),
            players: options.players,
            settings: options.settings,
            clock: options.control.clone().map(Clock::new),
            control: options.control,
            tags: Vec::new(),
            file_tags: Vec::new(),
            date: options.date,
            is_interactive: options.is_interactive,
            auto_board: options.auto_board,
            seed: options.seed,
            read_variant: options.read_variant,
            record: None,
            next: NextGame::default(),
            question: None,
            suggestions: Vec::new(),
            selected: None,
            draw_offer: None,
            on_hold: false,
            steps: 0,
            flipped: false,
            events: Vec::new(),
        };
        session.write_tags(&options.tags);
        session
    }

    /// The moves of the game.
    pub const fn game(&self) -> &PlayedGame {
        &self.game
    }

    /// The preferences, with what was changed since the start.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The player of a side.
    pub fn player(&self, color: Color) -> &Participant {
        &self.players[color]
    }

    /// Gives a computer player the name that it reports, unless it has one.
    pub fn set_default_name(&mut self, color: Color, name: String) {
        self.players[color].name.get_or_insert(name);
    }

    /// Carries out a typed line.
    pub fn line(&mut self, line: &str, now: Duration) -> Vec<Event> {
        self.watch_clock(now);
        match self.question.take() {
            Some(question) => self.answer_question(question, line.trim(), now),
            None => self.run(line.trim(), now),
        }
        std::mem::take(&mut self.events)
    }

    fn answer_question(&mut self, question: Question, line: &str, now: Duration) {
        match question {
            Question::Promotion(moves) => self.answer_promotion(&moves, line, now),
            Question::Resignation => self.answer_resignation(line, now),
            Question::NewGame => self.answer_new_game(line, now),
            Question::Existing(file) => self.answer_existing(file, line, now),
            Question::Tags(names, file) => self.answer_tag(names, file, line),
        }
    }

    /// Takes the line as a command in full, else as a move, else as a shortened command.
    fn run(&mut self, line: &str, now: Duration) {
        if line.is_empty() {
            return self.step();
        }
        if let Some((command, rest)) = self.command_of(line) {
            return (command.run)(self, rest, now);
        }
        if self.try_move(line, now) || self.try_moves(line, now) {
            return;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match commands::shortened(word) {
            Some(command) => (command.run)(self, rest.trim(), now),
            None => self.refuse(line),
        }
    }

    /// The command that a line names in full, and the rest of the line. `N f3`, `b x c5` and `move e4` are moves.
    fn command_of<'l>(&self, line: &'l str) -> Option<(&'static SessionCommand, &'l str)> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let may_begin_move = word.len() == 1 || word.eq_ignore_ascii_case("move");
        let is_move = may_begin_move && !rest.is_empty() && self.reading(line).is_some();
        commands::in_full(word).filter(|_| !is_move).map(|command| (command, rest.trim()))
    }

    fn message(&mut self, text: impl Into<String>) {
        self.events.push(Event::Message(text.into()));
    }

    fn error(&mut self, text: impl AsRef<str>) {
        self.events.push(Event::Error(capitalised(text.as_ref())));
    }

    fn effect(&mut self, effect: Effect) {
        self.events.push(Event::Effect(effect));
    }

    fn position(&self) -> &AnyPosition {
        self.game.position()
    }

    fn turn(&self) -> Color {
        self.position().turn()
    }

    fn is_human(&self, color: Color) -> bool {
        self.players[color].spec.is_human()
    }

    /// The letters of the user's language; English where the pieces are not those of chess.
    fn letters(&self) -> Language {
        let usual = names::has_usual_pieces(self.position());
        Language::of(&self.settings.display.lang).filter(|_| usual).unwrap_or_default()
    }

    /// Whose turn it is, for a status line.
    fn current_turn(&self, reminder: bool) -> Turn {
        let color = self.turn();
        let name = self.players[color].name.clone();
        Turn { color, name, check: self.position().is_check(), reminder }
    }

    fn announce_turn(&mut self, reminder: bool) {
        let turn = self.current_turn(reminder);
        self.events.push(Event::Turn(turn));
    }

    /// The prompt: `4. Ada > `, with a clock `4. Ada   4:59 > `. The name may come from a file and is made printable.
    pub fn prompt(&self, now: Duration) -> String {
        match &self.question {
            Some(Question::Promotion(moves)) => {
                return Promotions::of(self.position(), moves).prompt();
            }
            Some(Question::Resignation | Question::NewGame) => return "yes or no: ".into(),
            Some(Question::Existing(_)) => return "append, replace or cancel: ".into(),
            Some(Question::Tags(names, _)) => {
                return format!("{}: ", names.first().copied().unwrap_or("value"));
            }
            None => (),
        }
        let number = match self.ending() {
            Some(_) => String::new(),
            None => format!("{} ", self.game.numbered(self.game.cursor())),
        };
        let name = self.prompt_name().map(|name| format!("{} ", printable(name)));
        let clock = self.prompt_clock(now).map(|clock| format!("{} ", clock.text(now)));
        format!("{number}{}{}> ", name.unwrap_or_default(), clock.unwrap_or_default())
    }

    /// The name before the prompt. Alone against a computer player, the user knows whose turn it is; no turn follows the end of the game.
    fn prompt_name(&self) -> Option<&str> {
        if self.ending().is_some() {
            return None;
        }
        let color = self.turn();
        let name = self.players[color].name.as_deref();
        name.or_else(|| self.only_human().is_none().then(|| color.name()))
    }

    /// The words that Tab completes: legal moves, then commands.
    pub fn completions(&self) -> Vec<String> {
        let moves = self.sans(&self.position().legal_moves());
        moves.into_iter().chain(commands::words().map(str::to_owned)).collect()
    }
}
