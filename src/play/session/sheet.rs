//! The score sheet: tags, comments, and the game as PGN. Files themselves are somebody else's.

use std::path::PathBuf;
use std::time::Duration;

use crate::notation::Moment;
use crate::pgn::{self, GameResult, ROSTER};
use crate::play::clock::{Clock, written};
use crate::play::event::{Event, Wish};
use crate::play::record::Record;
use crate::rules::Color;

use super::command::{self, Verb};
use super::tags::{check_tag, is_made_by_the_game};
use super::{Ply, Question, Session};

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
        let asked = rest.strip_suffix("--ask").or_else(|| rest.strip_prefix("--ask "));
        let name = asked.unwrap_or(rest).trim();
        let file = (!name.is_empty()).then(|| PathBuf::from(unquoted(name)));
        if asked.is_some() {
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
        // Any other command might be a name or a place.
        if command::full(line) == Some(Verb::Quit) {
            return self.wants(Wish::Leave);
        }
        let value = unquoted(line);
        let kept = line.is_empty();
        match names.first().copied().map_or(Ok(()), |name| check_tag(name, &value)) {
            Err(why) if !kept => self.says(format!("{why}.")),
            _ => {
                let name = names.remove(0);
                if !kept {
                    self.set_tag(name, value);
                }
            }
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
        let value = unquoted(value.trim());
        match check_tag(name, &value) {
            Err(why) => self.cannot(format!("{why}.")),
            Ok(()) if value.is_empty() => {
                self.forget_tag(name);
                self.says(format!("{name} is not written."));
                self.wants(Wish::Keep);
            }
            Ok(()) => {
                self.set_tag(name, value);
                self.says(format!("{name} is written on the score sheet."));
                self.wants(Wish::Keep);
            }
        }
    }

    /// Writes tags on the score sheet, whatever a file says.
    pub fn write_tags(&mut self, tags: &[(String, String)]) {
        for (name, value) in tags {
            self.set_tag(name, value.clone());
        }
    }

    pub(super) fn forget_tag(&mut self, name: &str) {
        self.tags.retain(|(tag, _)| tag != name);
        self.found.retain(|(tag, _)| tag != name);
    }

    fn set_tag(&mut self, name: &str, value: String) {
        self.forget_tag(name);
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
        self.tags.clear();
        self.found = record.tags;
        self.found.retain(|(name, _)| !is_made_by_the_game(name));
        self.game = record.score;
        self.restore_clocks(&record.clocks);
        if let Some(trouble) = record.trouble {
            self.cannot(format!("{trouble}."));
        }
        match record.variations {
            0 => (),
            1 => self.says("1 variation is left out."),
            count => self.says(format!("{count} variations are left out.")),
        }
        self.game.go_to_end();
        self.reset_clock(now);
        self.go_to(at);
        if !self.game.is_at_end() {
            self.stop_clock(now);
        }
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
        let (tags, main) = (self.all_tags(reader), self.main_line());
        pgn::Game { tags, main, result: Some(self.written_result()) }.to_string()
    }

    /// The result of the game as it stands, whatever moment one looks at.
    pub fn result(&self) -> &'static str {
        self.written_result().text()
    }

    fn written_result(&self) -> GameResult {
        let ending = self.ending().filter(|_| self.game.is_at_end());
        self.game.result(ending.as_ref())
    }

    fn main_line(&self) -> pgn::Line {
        let node = |(at, ply): (usize, &Ply)| pgn::Node {
            text: ply.san.clone(),
            glyphs: ply.glyphs.clone(),
            comments: remarks(ply, self.game.label(at).1),
            variations: Vec::new(),
        };
        let moves = self.game.plies.iter().enumerate().map(node).collect();
        pgn::Line { preface: self.game.preface.clone(), moves }
    }
}

/// What is written behind a move, in one comment: the mover's time, other commands, words.
fn remarks(ply: &Ply, color: Color) -> Vec<String> {
    let clock = ply.clock.as_ref().map(|clock| clock_command(clock, color));
    let timed = clock.is_some();
    let found = ply.commands.iter().filter(|text| !timed || !text.starts_with("[%clk"));
    let remarks: Vec<String> =
        clock.into_iter().chain(found.cloned()).chain(ply.comments.clone()).collect();
    if remarks.is_empty() { remarks } else { vec![remarks.join(" ")] }
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
