//! The score sheet: tags, comments, and the game as PGN. Files themselves are somebody else's.

use std::path::PathBuf;
use std::time::Duration;

use crate::pgn::is_tag_name;
use crate::play::clock::{Clock, written};
use crate::play::event::{Event, Wish};
use crate::play::moment::Moment;
use crate::play::record::Record;
use crate::play::writing::{self, ROSTER, comment};
use crate::rules::Color;

use super::command::Verb;
use super::{Question, Session};

/// For whom the game is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// Anybody.
    World,
    /// Ourselves, to go on later.
    Resumption,
}

impl Session {
    pub(super) fn keep_sheet(&mut self, verb: Verb, rest: &str) {
        match verb {
            Verb::Save => self.save(rest),
            Verb::Load => self.load(rest),
            Verb::Games => self.wants(Wish::ListGames),
            Verb::Tag => self.tag(rest),
            _ => self.comment(rest),
        }
    }

    fn save(&mut self, rest: &str) {
        let name = rest.strip_suffix("--ask").unwrap_or(rest).trim();
        let file = (!name.is_empty()).then(|| PathBuf::from(unquoted(name)));
        if rest.ends_with("--ask") {
            let names = ROSTER.iter().copied().filter(|&name| name != "Result").collect();
            self.ask_for_tag(names, file);
        } else {
            self.wants(Wish::Save(file));
        }
    }

    /// Asks for the first of these tags; with none left, saves.
    fn ask_for_tag(&mut self, names: Vec<&'static str>, file: Option<PathBuf>) {
        let Some(&name) = names.first() else { return self.wants(Wish::Save(file)) };
        let tags = self.all_tags(Reader::World);
        let value = tags.iter().find(|(tag, _)| tag == name).map_or("?", |(_, value)| value);
        self.events.push(Event::Asks(format!("{name} (Enter keeps \"{value}\")")));
        self.question = Some(Question::Tags(names, file));
    }

    pub(super) fn answer_tag(
        &mut self,
        mut names: Vec<&'static str>,
        file: Option<PathBuf>,
        line: &str,
    ) {
        if line == "cancel" {
            return self.says("Not saved.");
        }
        let name = names.remove(0);
        if !line.is_empty() {
            self.set_tag(name, unquoted(line));
        }
        self.ask_for_tag(names, file);
    }

    fn load(&mut self, rest: &str) {
        let (keep, rest) = match rest.strip_prefix("--keep ") {
            Some(rest) => (true, rest.trim()),
            None => (false, rest),
        };
        let (name, at) = match rest.rsplit_once(" at ") {
            Some((name, at)) => (name.trim(), at.parse::<Moment>()),
            None => (rest, Ok(Moment::Start)),
        };
        match at {
            _ if name.is_empty() => self.cannot("Type \"load\" and the name of a file."),
            Ok(at) => self.wants(Wish::Load { name: unquoted(name), at, keep }),
            Err(why) => self.cannot(format!("{why}.")),
        }
    }

    fn tag(&mut self, rest: &str) {
        let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match (name, value.trim()) {
            _ if !is_tag_name(name) => {
                let expected = "A tag's name is a letter, then letters, digits and _";
                self.cannot(format!("{expected}, found `{name}`."));
            }
            ("Result" | "FEN" | "SetUp" | "Variant" | "TimeControl", _) => {
                self.cannot(format!("{name} is what the game makes it."));
            }
            (name, "") => {
                self.tags.retain(|(tag, _)| tag != name);
                self.says(format!("{name} is not written."));
            }
            (name, value) => {
                self.set_tag(name, unquoted(value));
                self.says(format!("{name} is written on the score sheet."));
                self.wants(Wish::Keep);
            }
        }
    }

    fn set_tag(&mut self, name: &str, value: String) {
        self.tags.retain(|(tag, _)| tag != name);
        for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
            if name == tag {
                self.seats[color].name = Some(value.clone()).filter(|name| name != "?");
            }
        }
        self.tags.push((name.to_owned(), value));
    }

    fn comment(&mut self, rest: &str) {
        if rest.is_empty() {
            return self.cannot("Type \"comment\" and the words.");
        }
        match self.game.cursor().checked_sub(1).and_then(|last| self.game.plies.get_mut(last)) {
            Some(ply) => ply.comments.push(rest.to_owned()),
            None => self.game.preface.push(rest.to_owned()),
        }
        self.says("Noted.");
        self.wants(Wish::Keep);
    }

    /// Takes a game from a file to this table.
    pub fn take_up(&mut self, record: Record, at: Moment, now: Duration) -> Vec<Event> {
        for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
            let name = record.tag(tag).filter(|name| !matches!(*name, "?" | "")).map(str::to_owned);
            self.seats[color].name = name.or(self.seats[color].name.take());
        }
        let own = ["Result", "FEN", "SetUp", "Variant", "Boards", "TimeControl", "Termination"];
        let resumption = ["WhiteSeat", "BlackSeat", "Draws", "WhiteType", "BlackType", "PlyCount"];
        self.tags = record.tags;
        self.tags
            .retain(|(name, _)| ![own.as_slice(), &resumption].concat().contains(&name.as_str()));
        self.game = record.score;
        self.restore_clocks(&record.clocks);
        if let Some(trouble) = record.trouble {
            self.cannot(format!("{trouble}."));
        }
        self.go_to(at, now);
        std::mem::take(&mut self.events)
    }

    /// Goes on where the game was left: the machine may be asked again.
    pub fn release(&mut self) {
        self.held = false;
    }

    fn restore_clocks(&mut self, left: &[Option<Duration>]) {
        let Some(control) = self.control.clone() else { return };
        let mut clock = Clock::new(control);
        for (at, &time) in left.iter().enumerate() {
            let (_, color) = self.game.label(at);
            clock.complete_move(color);
            if let Some(time) = time {
                clock.set_remaining(color, time);
            }
            self.game.plies[at].clock = Some(clock.clone());
        }
    }

    /// The game as PGN.
    pub fn pgn(&self) -> String {
        self.written_for(Reader::World)
    }

    /// The game as PGN with everything that is needed to go on later.
    pub fn resumable_pgn(&self) -> String {
        self.written_for(Reader::Resumption)
    }

    fn written_for(&self, reader: Reader) -> String {
        writing::game(&self.all_tags(reader), &self.movetext())
    }

    /// The result of the game as it stands, whatever moment one looks at.
    pub fn result(&self) -> &'static str {
        let ending = self.ending().filter(|_| self.game.is_at_end());
        self.game.result(ending.as_ref()).text()
    }

    fn movetext(&self) -> Vec<String> {
        let mut words: Vec<String> =
            self.game.preface.iter().flat_map(|text| comment(text)).collect();
        let mut numbered = false;
        for (at, ply) in self.game.plies.iter().enumerate() {
            let (_, color) = self.game.label(at);
            if color == Color::White || !numbered {
                words.push(self.game.numbered(at));
            }
            words.push(ply.san.clone());
            words.extend(ply.glyphs.iter().map(|number| format!("${number}")));
            let remarks = ply.clock.as_ref().map(|clock| clock_command(clock, color));
            let remarks: Vec<String> = remarks.into_iter().chain(ply.comments.clone()).collect();
            if !remarks.is_empty() {
                words.extend(comment(&remarks.join(" ")));
            }
            numbered = remarks.is_empty();
        }
        words.push(self.result().to_owned());
        words
    }
}

/// `[%clk 0:05:00]`
fn clock_command(clock: &Clock, color: Color) -> String {
    format!("[%clk {}]", written(clock.remaining(color, Duration::ZERO)))
}

/// A value without the quotes around it, a backslash protecting the next character.
fn unquoted(text: &str) -> String {
    let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return text.to_owned();
    };
    let mut plain = String::new();
    let mut letters = inner.chars().peekable();
    while let Some(letter) = letters.next() {
        let protects = letter == '\\' && matches!(letters.peek(), Some('"' | '\\'));
        plain.push(if protects { letters.next().unwrap_or(letter) } else { letter });
    }
    plain
}
