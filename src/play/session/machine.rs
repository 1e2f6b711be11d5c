//! Players that are not people: when they are asked, what their answers mean, and how they are directed.

use std::time::Duration;

use crate::play::ending::Ending;
use crate::play::event::{Event, Wish};
use crate::players::{BuiltInPlayer, Choice, MoveRequest, PlayerSpec, Strength};
use crate::rules::{Color, Move, Position};

use super::Session;
use super::command::{self, Verb};

impl Session {
    /// The machine that is to be asked for a move now, if any.
    pub fn asks(&self) -> Option<Color> {
        let color = self.turn();
        let waits = self.settings.play.step && self.steps == 0;
        let machine = !self.seats[color].kind.is_human() && !self.held && !waits;
        (machine && self.question.is_none() && self.game.is_at_end() && self.ending().is_none())
            .then_some(color)
    }

    /// Whether a line means something only after what is being thought about: after a hint anything,
    /// after a machine's move one of one's own, or with `--step` the wish for the next one.
    pub fn waits(&self, line: &str) -> bool {
        let line = line.trim();
        let word = line.split_whitespace().next().unwrap_or_default();
        self.asks().is_none()
            || match command::full(word) {
                None if line.is_empty() => self.settings.play.step,
                None => self.reading(line).is_some(),
                verb => verb == Some(Verb::Go) && self.settings.play.step,
            }
    }

    /// What is said to whoever typed a line that waits: for the machine, or for a hint.
    pub fn waiting(&self, line: &str) -> String {
        let line = if line.trim().is_empty() { "Enter" } else { line.trim() };
        let why = match self.asks() {
            Some(color) => format!("A machine plays {}, and it is its turn", color.name()),
            None => "The hint comes first".to_owned(),
        };
        format!("{why}: {line} waits; \"stop\" stops it.\n")
    }

    /// What that machine is told.
    pub fn request(&self, now: Duration) -> MoveRequest {
        MoveRequest {
            start: self.game.board().start().clone(),
            moves: self.game.board().moves().to_vec(),
            position: self.position().clone(),
            clocks: self.times_left(now),
            draw_offered: self.offer == Some(!self.turn()),
            draw_claimable: self.is_claimable(),
        }
    }

    /// The machine whose turn it is has answered.
    pub fn answer(&mut self, choice: Choice, now: Duration) -> Vec<Event> {
        self.watch_clock(now);
        if self.ending().is_none() {
            self.steps = self.steps.saturating_sub(1);
            self.accept(choice, now);
        }
        std::mem::take(&mut self.events)
    }

    fn accept(&mut self, choice: Choice, now: Duration) {
        let color = self.turn();
        match choice {
            Choice::Play(mv) => self.play_checked(mv, now),
            Choice::PlayAndOffer(mv) => {
                self.offer = Some(color);
                self.play_checked(mv, now);
                if self.ending().is_none() {
                    self.says(format!("{} offers a draw (\"draw\" or \"decline\").", color.name()));
                }
            }
            Choice::AcceptDraw if self.offer == Some(!color) => self.decide(Ending::Agreement, now),
            Choice::AcceptDraw => {
                self.held = true;
                self.cannot(format!("{} accepts a draw that nobody offered.", color.name()));
            }
            Choice::ClaimDraw => self.claim_by_machine(now),
            Choice::Resign { mate } => self.give_up(color, mate, now),
            Choice::Illegal(words) => self.forfeit(words, now),
        }
    }

    fn play_checked(&mut self, mv: Move, now: Duration) {
        if self.position().is_legal(mv) {
            self.play(mv, now);
        } else {
            self.forfeit(format!("{}{}", mv.from, mv.to), now);
        }
    }

    fn forfeit(&mut self, words: String, now: Duration) {
        self.decide(Ending::Infraction { loser: self.loser(self.turn()), words }, now);
    }

    /// The machine cannot go on: nothing is played, people may help it.
    pub fn hold(&mut self) {
        self.held = true;
    }

    /// Enter: one more move of a machine that waits for it, or nothing.
    pub(super) fn step(&mut self) {
        let machine = !self.seats[self.turn()].kind.is_human();
        if machine && self.settings.play.step && self.ending().is_none() {
            self.steps = 1;
            self.held = false;
        }
    }

    pub(super) fn direct_machine(&mut self, verb: Verb, rest: &str, now: Duration) {
        match verb {
            Verb::Hint => self.ask_for_hints(rest),
            Verb::Level => self.set_level(rest),
            Verb::Go => self.let_go(now),
            Verb::Stop => {
                self.held = true;
                self.wants(Wish::StopThinking);
                self.says("Stopped; \"go\" goes on.");
            }
            _ => self.direct_engine(rest),
        }
    }

    fn let_go(&mut self, now: Duration) {
        let color = self.turn();
        if self.ending().is_some() {
            return self.cannot("The game is over.");
        }
        if self.seats[color].kind.is_human() {
            return self.cannot(format!(
                "{} is played by a person; \"hint\" asks for a move.",
                color.name()
            ));
        }
        self.cut_here(now);
        self.held = false;
        self.steps = 1;
    }

    fn ask_for_hints(&mut self, rest: &str) {
        let count = if rest.is_empty() { Ok(1) } else { rest.parse() };
        match count {
            _ if self.ending().is_some() => self.cannot("The game is over."),
            Ok(count @ 1..=8) => self.wants(Wish::Advise(count)),
            _ => self.cannot(format!("Expected a number from 1 to 8, found `{rest}`.")),
        }
    }

    /// The adviser has found these moves.
    pub fn advised(&mut self, moves: Vec<Move>) -> Vec<Event> {
        let list = self.numbered_list(&moves, 1);
        self.suggestions = moves;
        self.says(format!("Hint: {list}."));
        std::mem::take(&mut self.events)
    }

    fn set_level(&mut self, rest: &str) {
        let Some(level) = rest.parse::<u8>().ok().filter(|level| (1..=60).contains(level)) else {
            return self
                .cannot(format!("Expected a number of half-moves from 1 to 60, found `{rest}`."));
        };
        self.settings.play.level = level;
        let held = self.held;
        let turn = self.turn();
        for color in Color::ALL {
            let seat = &mut self.seats[color];
            let replaced = held && color == turn && matches!(seat.kind, PlayerSpec::Engine(_));
            if matches!(seat.kind, PlayerSpec::BuiltIn(_)) || replaced {
                seat.kind = PlayerSpec::BuiltIn(Some(Strength::Depth(u16::from(level))));
                self.held = self.held && !replaced;
                self.forget_own_name(color);
            }
        }
        self.says(format!("The built-in player looks {level} half-moves ahead."));
        self.wants(Wish::Reseat);
    }

    /// The setting is the level of those who were given none of their own.
    pub(super) fn forget_names_of_level(&mut self) {
        for color in Color::ALL {
            if self.seats[color].kind == PlayerSpec::BuiltIn(None) {
                self.forget_own_name(color);
            }
        }
    }

    /// The name a built-in player gave itself tells its level; with another it gives itself another.
    fn forget_own_name(&mut self, color: Color) {
        if self.seats[color].name.as_deref().is_some_and(BuiltInPlayer::is_own_name) {
            self.seats[color].name = None;
            self.forget_tag(color.name());
        }
    }

    fn direct_engine(&mut self, rest: &str) {
        let turn = self.turn();
        let engine = [turn, !turn]
            .into_iter()
            .find(|&color| matches!(self.seats[color].kind, PlayerSpec::Engine(_)));
        let Some(color) = engine else { return self.cannot("No engine is at the table.") };
        match rest {
            "restart" => {
                self.held = false;
                self.wants(Wish::RestartEngine(color));
            }
            "off" => {
                self.seats[color].kind = PlayerSpec::Human(self.seats[color].name.clone());
                self.held = false;
                self.wants(Wish::Reseat);
                self.says(format!("You play {} now.", color.name()));
            }
            "" => self.says(format!("{}: {}", color.name(), self.seats[color].kind)),
            _ => self.cannot(format!("Expected restart or off, found `{rest}`.")),
        }
    }
}
