//! The game as PGN: its tags, its comments, the commands that change them, and games loaded from files.

use std::path::PathBuf;
use std::time::Duration;

use crate::game::{Game, Line, Node, Start};
use crate::notation::reason::capitalised;
use crate::notation::variant_name::tag_value;
use crate::notation::{Date, Moment, fen};
use crate::output::game_page::GamePage;
use crate::pgn::{GameResult, ROSTER_TAGS, is_tag_name};
use crate::play::settings::DrawRule;
use crate::players::PlayerSpec;
use crate::review::ReviewOptions;
use crate::rules::{ByColor, Color, Variant};

use super::{
    Clock, Effect, Event, Existing, GamePly, Participant, PlayedGame, Question, Session, commands,
};

/// The use of a written game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// To be read by any program.
    Export,
    /// To be resumed here.
    Resume,
}

impl Session {
    pub(super) fn save(&mut self, rest: &str) {
        let words = |flag: &'static str| move |word: &&str| *word != flag;
        let has = |flag: &str| rest.split_whitespace().any(|word| word == flag);
        let (is_asked, is_forced) = (has("--ask"), has("--force"));
        let name: Vec<&str> =
            rest.split(' ').filter(words("--ask")).filter(words("--force")).collect();
        let name = name.join(" ");
        let name = name.trim();
        let file = (!name.is_empty()).then(|| PathBuf::from(unquoted(name)));
        if is_asked {
            let names = ROSTER_TAGS
                .iter()
                .map(|&(_, name)| name)
                .filter(|&name| name != "Result")
                .collect();
            self.ask_for_tag(names, file);
        } else {
            let existing = if is_forced { Existing::Replace } else { Existing::Ask };
            self.effect(Effect::Save(file, existing));
        }
    }

    /// Asks what to do with a file of games that exists. Nothing is asked of a pipe: there the file stays as it is.
    pub fn ask_about_existing(&mut self, file: PathBuf) -> Vec<Event> {
        let name = file.display();
        if self.is_interactive {
            self.events.push(Event::Question(format!(
                "{name} exists. Append the game, replace the file, or cancel?"
            )));
            self.question = Some(Question::Existing(file));
        } else {
            self.error(format!("Not saved: {name} exists; \"save {name} --force\" replaces it."));
        }
        std::mem::take(&mut self.events)
    }

    pub(super) fn answer_existing(&mut self, file: PathBuf, line: &str, now: Duration) {
        let existing = match line.to_ascii_lowercase().as_str() {
            "a" | "append" => Existing::Append,
            "r" | "replace" => Existing::Replace,
            answer => {
                self.message("Not saved.");
                let command = commands::at_question(answer);
                if let Some((command, rest)) = command.filter(|(command, _)| command.word != "save")
                {
                    (command.run)(self, rest, now);
                }
                return;
            }
        };
        self.effect(Effect::Save(Some(file), existing));
    }

    pub(super) fn export(&mut self, rest: &str) {
        let unforced = rest.trim().strip_suffix("--force");
        let file = PathBuf::from(unquoted(unforced.unwrap_or(rest).trim()));
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("html" | "htm") => self.effect(Effect::Export(file, unforced.is_some())),
            _ => self.error("Name a file that ends with .html: export game.html"),
        }
    }

    /// `review game.html depth=8 stockfish`: judges every move.
    pub(super) fn review(&mut self, rest: &str) {
        if self.game.plies.is_empty() {
            return self.error("There is no move to review.");
        }
        match rest.parse::<ReviewOptions>() {
            Ok(options) => self.effect(Effect::Review(options)),
            Err(why) => self.error(format!("{why}.")),
        }
    }

    /// Asks for the first of these tags; with none left, saves the game.
    fn ask_for_tag(&mut self, names: Vec<&'static str>, file: Option<PathBuf>) {
        let Some(&name) = names.first() else {
            return self.effect(Effect::Save(file, Existing::Ask));
        };
        let tags = self.all_tags(Purpose::Export);
        let value = tags.iter().find(|(tag, _)| tag == name).map_or("?", |(_, value)| value);
        self.events.push(Event::Question(format!("{name} (Enter keeps \"{value}\")")));
        self.question = Some(Question::Tags(names, file));
    }

    pub(super) fn answer_tag(
        &mut self,
        mut names: Vec<&'static str>,
        file: Option<PathBuf>,
        line: &str,
    ) {
        if line == "cancel" {
            return self.message("Not saved.");
        }
        // Any other command might be a name or a place.
        if commands::in_full(line).is_some_and(|command| command.word == "quit") {
            return self.effect(Effect::Quit);
        }
        let value = unquoted(line);
        let is_kept = line.is_empty();
        match names.first().copied().map_or(Ok(()), |name| check_tag(name, &value)) {
            Err(why) if !is_kept => self.message(format!("{}.", capitalised(&why))),
            _ => {
                let name = names.remove(0);
                if !is_kept {
                    self.set_tag(name, value);
                }
            }
        }
        self.ask_for_tag(names, file);
    }

    pub(super) fn load_named(&mut self, rest: &str) {
        let (keep, rest) = match rest.strip_prefix("--keep ") {
            Some(rest) => (true, rest.trim()),
            None => (false, rest),
        };
        let (name, at) = match rest.rsplit_once(" at ") {
            Some((name, at)) => (name.trim(), at.parse::<Moment>()),
            None => (rest, Ok(Moment::Start)),
        };
        let (name, number) = match name.rsplit_once(' ') {
            Some((file, number)) if !file.trim().is_empty() => match number.parse() {
                Ok(number) => (file.trim(), number),
                Err(_) => (name, 1),
            },
            _ => (name, 1),
        };
        match at {
            _ if name.is_empty() => self.error("Type \"load\" and a file name."),
            Ok(at) => self.effect(Effect::Load { name: unquoted(name), number, at, keep }),
            Err(why) => self.error(format!("{why}.")),
        }
    }

    pub(super) fn tag(&mut self, rest: &str) {
        let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let value = unquoted(value.trim());
        if name.is_empty() {
            return self.error("Type \"tag\", the name of the tag and its value.");
        }
        if let Err(why) = check_tag(name, &value) {
            return self.error(format!("{why}."));
        }
        if value.is_empty() && !self.has_tag(name) {
            return self.error(format!("There is no tag {name}."));
        }
        if value.is_empty() {
            self.remove_tag(name);
            self.message(format!("Tag removed: {name}"));
        } else {
            self.message(format!("Tag set: {name} \"{value}\""));
            self.set_tag(name, value);
        }
        self.effect(Effect::Autosave);
    }

    /// Sets tags, whatever a loaded file says.
    pub fn write_tags(&mut self, tags: &[(String, String)]) {
        for (name, value) in tags {
            self.set_tag(name, value.clone());
        }
    }

    fn has_tag(&self, name: &str) -> bool {
        self.tags.iter().chain(&self.file_tags).any(|(tag, _)| tag == name)
    }

    pub(super) fn remove_tag(&mut self, name: &str) {
        self.tags.retain(|(tag, _)| tag != name);
        self.file_tags.retain(|(tag, _)| tag != name);
    }

    fn set_tag(&mut self, name: &str, value: String) {
        self.remove_tag(name);
        for color in Color::ALL {
            if name == color.name() {
                self.players[color].name = Some(value.clone()).filter(|name| name != "?");
            }
        }
        self.tags.push((name.to_owned(), value));
    }

    pub(super) fn comment(&mut self, rest: &str) {
        if rest.is_empty() {
            return self.error("Type \"comment\" and the text of the comment.");
        }
        match self.game.cursor().checked_sub(1).and_then(|last| self.game.plies.get_mut(last)) {
            Some(ply) => ply.node.comments.push(rest.to_owned()),
            None => self.game.preface.push(rest.to_owned()),
        }
        self.message("Comment added.");
        self.effect(Effect::Autosave);
    }

    /// Replaces the game by one from a file.
    pub fn load(&mut self, loaded: Game, at: Moment, now: Duration) -> Vec<Event> {
        for color in Color::ALL {
            let name = loaded.tag(color.name()).filter(|name| !matches!(*name, "?" | ""));
            let name = name.map(str::to_owned);
            self.players[color].name = name.or(self.players[color].name.take());
        }
        self.tags.clear();
        self.record = None;
        let (variations, (game, unplayable)) = (loaded.variations(), PlayedGame::of_file(&loaded));
        self.game = game;
        self.restore_clocks();
        self.file_tags = loaded.tags;
        self.file_tags.retain(|(name, _)| !is_automatic_tag(name));
        if let Some(why) = unplayable {
            self.error(format!("{why}."));
        }
        match variations {
            0 => (),
            1 => self.message("1 variation was skipped."),
            count => self.message(format!("{count} variations were skipped.")),
        }
        self.reset_clock(now);
        self.introduce_loaded(now);
        self.go_to(at, now);
        if !self.game.is_at_end() {
            self.stop_clock(now);
        }
        std::mem::take(&mut self.events)
    }

    /// Goes on with an unfinished game: with its players, its clock and its draw rule.
    pub fn resume_game(&mut self, loaded: Game, now: Duration) -> Vec<Event> {
        for color in Color::ALL {
            if let Some(spec) = saved_player(&loaded, color) {
                self.players[color] = Participant::new(spec);
            }
            self.effect(Effect::StartPlayer(color));
        }
        if loaded.tag("Draws") == Some("fide") {
            self.settings.play.draws = DrawRule::Fide;
        }
        self.control = loaded.tag("TimeControl").and_then(|text| text.parse().ok());
        self.clock = self.control.clone().map(Clock::new);
        let events = self.load(loaded, Moment::End, now);
        self.release();
        events
    }

    /// Computes the clock after each move from the times in the file.
    fn restore_clocks(&mut self) {
        let Some(control) = self.control.clone() else { return };
        let mut clock = Clock::new(control);
        for at in 0..self.game.plies.len() {
            let (_, color) = self.game.label(at);
            clock.complete_move(color);
            if let Some(time) = self.game.plies[at].node.clock() {
                clock.set_remaining(color, time);
            }
            self.game.plies[at].clock = Some(clock.clone());
        }
    }

    /// The game as PGN.
    pub fn pgn(&self) -> String {
        self.pgn_for(Purpose::Export)
    }

    /// The game as PGN with everything that is needed to resume it.
    pub fn resumable_pgn(&self) -> String {
        self.pgn_for(Purpose::Resume)
    }

    /// The game as a page, seen from the side that is at the bottom of the board.
    pub fn page(&self) -> String {
        let (game, bottom) = (self.whole_game(Purpose::Export), self.bottom());
        GamePage { game: &game, bottom, first: 0 }.write()
    }

    /// The game for a review.
    pub fn exported_game(&self) -> Game {
        self.whole_game(Purpose::Export)
    }

    fn pgn_for(&self, purpose: Purpose) -> String {
        self.whole_game(purpose).to_string()
    }

    fn whole_game(&self, purpose: Purpose) -> Game {
        let (tags, main) = (self.all_tags(purpose), self.main_line());
        let start = Start::From(self.game.variant, self.game.board().start().clone());
        Game { tags, start, main, result: Some(self.game_result()) }
    }

    /// The result of the game, whatever moment the user looks at.
    pub fn result(&self) -> &'static str {
        self.game_result().text()
    }

    fn game_result(&self) -> GameResult {
        let ending = self.ending().filter(|_| self.game.is_at_end());
        self.game.result(ending.as_ref())
    }

    fn main_line(&self) -> Line {
        let node = |(at, ply): (usize, &GamePly)| Node {
            comments: comments(ply, self.game.label(at).1),
            ..ply.node.clone()
        };
        let moves = self.game.plies.iter().enumerate().map(node).collect();
        Line { preface: self.game.preface.clone(), moves }
    }

    /// The tags that the user chose, then those of the file that still hold, then the automatic ones.
    fn all_tags(&self, purpose: Purpose) -> Vec<(String, String)> {
        let mut automatic = self.automatic_tags();
        if purpose == Purpose::Resume {
            automatic.push(("WhiteSeat", self.player_tag(Color::White)));
            automatic.push(("BlackSeat", self.player_tag(Color::Black)));
            let draws = if self.settings.play.draws == DrawRule::Fide { "fide" } else { "auto" };
            automatic.push(("Draws", draws.into()));
        }
        let automatic = automatic.into_iter().map(|(name, value)| (name.to_owned(), value));
        let of_file = self.file_tags.iter().filter(|(name, _)| self.still_holds(name)).cloned();
        let mut tags = self.tags.clone();
        for (name, value) in of_file.chain(automatic) {
            if tags.iter().all(|(tag, _)| *tag != name) {
                tags.push((name, value));
            }
        }
        tags
    }

    /// Whether a tag of the loaded file is true of the game now.
    fn still_holds(&self, name: &str) -> bool {
        match name {
            "Termination" | "WhiteType" | "BlackType" => self.game.is_as_loaded(),
            "TimeControl" => self.game.is_as_loaded() && self.control.is_none(),
            _ => true,
        }
    }

    /// The player of a side for a resumed game, with the current level.
    fn player_tag(&self, color: Color) -> String {
        match &self.players[color].spec {
            PlayerSpec::BuiltIn(None) => {
                PlayerSpec::BuiltIn(Some(self.default_effort())).to_string()
            }
            spec => spec.to_string(),
        }
    }

    fn automatic_tags(&self) -> Vec<(&'static str, String)> {
        let names = distinct_names(&self.players);
        let player_type = |color| if self.is_human(color) { "human" } else { "program" };
        let mut tags = vec![
            ("Event", "Casual game".to_owned()),
            ("Site", "?".into()),
            ("Date", self.date.clone()),
            ("Round", "-".into()),
            ("White", names.white),
            ("Black", names.black),
            ("Result", self.result().into()),
            ("WhiteType", player_type(Color::White).into()),
            ("BlackType", player_type(Color::Black).into()),
        ];
        let ending = self.ending().filter(|_| self.game.is_at_end());
        tags.extend(ending.map(|ending| ("Termination", ending.termination().to_owned())));
        tags.extend(self.control.as_ref().map(|control| ("TimeControl", control.to_string())));
        if self.game.taken_back > 0 {
            tags.push(("TakenBack", self.game.taken_back.to_string()));
        }
        tags.extend(self.start_tags());
        tags
    }

    /// The tags that describe the start of the game.
    fn start_tags(&self) -> Vec<(&'static str, String)> {
        let variant = self.game.variant;
        let mut tags = Vec::new();
        tags.extend(tag_value(variant).map(|name| ("Variant", name.to_owned())));
        let boards = variant.rules().map(|rules| rules.settings().boards);
        if let Some(boards) = boards.filter(|boards| *boards > 1) {
            tags.push(("Boards", boards.to_string()));
        }
        let start = fen::write(self.game.board().start());
        // A program may not know the number of a start of Chess960.
        let has_number = matches!(variant, Variant::Chess960 { .. });
        let is_implied = !has_number && start == fen::write(&variant.start());
        if !is_implied {
            tags.extend([("SetUp", "1".to_owned()), ("FEN", start)]);
        }
        tags
    }
}

/// The player of a side in an unfinished game.
pub fn saved_player(game: &Game, color: Color) -> Option<PlayerSpec> {
    let tag = match color {
        Color::White => "WhiteSeat",
        Color::Black => "BlackSeat",
    };
    game.tag(tag).and_then(|text| text.parse().ok())
}

/// Whether a tag is always computed from the game.
fn is_automatic_tag(name: &str) -> bool {
    let for_resuming = ["WhiteSeat", "BlackSeat", "Draws", "PlyCount"];
    ["Result", "FEN", "SetUp", "Variant", "Boards"].contains(&name) || for_resuming.contains(&name)
}

/// Checks that the user may set this tag.
///
/// # Errors
/// One line, without a full stop: why not.
pub fn check_tag(name: &str, value: &str) -> Result<(), String> {
    if !is_tag_name(name) {
        return Err(format!(
            "a tag name is a letter followed by letters, digits and _, found `{name}`"
        ));
    }
    if is_automatic_tag(name) || name == "TimeControl" {
        return Err(format!("the tag {name} is set automatically"));
    }
    if name == "Date" && !value.is_empty() {
        value.parse::<Date>().map_err(|bad| bad.to_string())?;
    }
    Ok(())
}

/// The names for the tags; two computer players with the same name get their colour.
fn distinct_names(players: &ByColor<Participant>) -> ByColor<String> {
    let name = |player: &Participant| player.name.clone().unwrap_or_else(|| "?".into());
    let (white, black) = (name(&players.white), name(&players.black));
    if white == black && white != "?" {
        return ByColor { white: format!("{white} (White)"), black: format!("{black} (Black)") };
    }
    ByColor { white, black }
}

/// The text after a move, in one comment: the mover's time, other commands, the comments.
fn comments(ply: &GamePly, color: Color) -> Vec<String> {
    let clock = ply.clock.as_ref().map(|clock| clock_command(clock, color));
    let is_timed = clock.is_some();
    let commands = ply.node.commands().filter(|text| !is_timed || !text.starts_with("[%clk"));
    let all: Vec<String> = clock.into_iter().chain(commands).chain(ply.node.prose()).collect();
    if all.is_empty() { all } else { vec![all.join(" ")] }
}

/// `[%clk 0:05:00]`
fn clock_command(clock: &Clock, color: Color) -> String {
    format!("[%clk {}]", crate::notation::clock::write(clock.remaining(color, Duration::ZERO)))
}

/// A value without the quotes around it; a backslash escapes a quote or a backslash.
fn unquoted(text: &str) -> String {
    let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return text.to_owned();
    };
    let mut plain = String::new();
    let mut letters = inner.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_escape = letter == '\\' && matches!(letters.peek(), Some('"' | '\\'));
        plain.push(if is_escape { letters.next().unwrap_or(letter) } else { letter });
    }
    plain
}
