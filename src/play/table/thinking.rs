//! Machines at the table: seated, asked, stopped, and what happens when one fails.

use std::io;
use std::thread;
use std::time::Duration;

use crate::players::{
    BuiltIn, Choice, EngineCommand, Kind, OutsideEngine, Player, Random, Stop, Strength, Trouble,
};
use crate::rules::{Color, Move};

use super::worker::Worker;
use super::{Input, Left, Prompts, Table};

/// A hint is looked for no deeper than this.
const DEEPEST_HINT: u8 = 5;

/// Somebody thinks.
#[derive(Debug)]
pub(super) struct Thinking {
    ticket: u64,
    stop: Stop,
}

impl Table<'_> {
    pub(super) fn seat_machines(&mut self) -> Result<(), Trouble> {
        Color::ALL.into_iter().try_for_each(|color| self.seat(color))
    }

    /// Puts whoever the session names on a seat; people need none.
    fn seat(&mut self, color: Color) -> Result<(), Trouble> {
        self.workers[color] = None;
        let Some(mut player) = self.player(color)? else { return Ok(()) };
        player.prepare()?;
        self.session.introduce(color, player.name());
        self.workers[color] = Some(Worker::new(player, self.sender.clone()));
        Ok(())
    }

    fn player(&self, color: Color) -> Result<Option<Box<dyn Player>>, Trouble> {
        let settings = &self.session.settings().play;
        // Each side has a sequence of its own.
        let seed = self.manners.seed ^ if color == Color::White { 0 } else { 0x5EED };
        Ok(match &self.session.seat(color).kind {
            Kind::Human(_) => None,
            Kind::Random => Some(Box::new(Random::new(seed))),
            Kind::BuiltIn(strength) => {
                let strength = strength.unwrap_or(Strength::Depth(u16::from(settings.level)));
                Some(Box::new(BuiltIn::new(strength, Some(seed), settings.resign)))
            }
            Kind::Engine(command) => {
                let command = EngineCommand::parse(command)
                    .map_err(|fault| Trouble::Other(fault.to_string()))?;
                Some(Box::new(OutsideEngine::new(command, self.manners.patience)))
            }
        })
    }

    /// Seats the built-in players again after their level changed, and takes up who left.
    pub(super) fn reseat(&mut self) -> io::Result<Option<Left>> {
        self.stop_thinking();
        for color in Color::ALL {
            let changed =
                matches!(self.session.seat(color).kind, Kind::BuiltIn(_) | Kind::Human(_));
            if changed && let Err(trouble) = self.seat(color) {
                return self.fail(trouble);
            }
        }
        Ok(None)
    }

    pub(super) fn restart_engine(&mut self, color: Color) -> io::Result<Option<Left>> {
        self.stop_thinking();
        match self.seat(color) {
            Ok(()) => self.show("The engine is started again.\n").map(|()| None),
            Err(trouble) => self.fail(trouble),
        }
    }

    /// Asks the machine whose turn it is, if it is one's and nobody thinks yet.
    pub(super) fn start_thinking(&mut self) {
        if self.thinking.is_some() {
            return;
        }
        let Some(color) = self.session.asks() else { return };
        let request = self.session.request(self.now());
        let delay = Duration::from_millis(u64::from(self.session.settings().play.delay));
        self.ticket += 1;
        if let Some(worker) = &mut self.workers[color] {
            let stop = worker.ask(self.ticket, request, delay);
            self.thinking = Some(Thinking { ticket: self.ticket, stop });
        }
    }

    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.raise();
        }
    }

    /// Whether an answer is the one that is waited for; if so, nobody thinks any more.
    fn is_awaited(&mut self, ticket: u64) -> bool {
        self.thinking.take_if(|thinking| thinking.ticket == ticket).is_some()
    }

    pub(super) fn take_answer(
        &mut self,
        ticket: u64,
        answer: Result<Choice, Trouble>,
    ) -> io::Result<Option<Left>> {
        if !self.is_awaited(ticket) {
            return Ok(None);
        }
        match answer {
            Ok(choice) => {
                let events = self.session.answer(choice, self.now());
                self.settle(events)
            }
            Err(trouble) => self.fail(trouble),
        }
    }

    /// A machine cannot go on: with somebody at the terminal the game waits, otherwise it ends here.
    fn fail(&mut self, trouble: Trouble) -> io::Result<Option<Left>> {
        if self.manners.prompts == Prompts::Off {
            return Ok(Some(Left::Engine(trouble)));
        }
        self.session.hold();
        self.show(&format!(
            "{trouble}\n\"engine restart\", \"level 3\" (the built-in player takes over), \"save\" or \"quit\".\n"
        ))?;
        Ok(None)
    }

    pub(super) fn start_advising(&mut self, count: usize) {
        self.stop_thinking();
        self.ticket += 1;
        let (ticket, stop, sender) = (self.ticket, Stop::default(), self.sender.clone());
        let mut request = self.session.request(self.now());
        request.clocks = None;
        let level = self.session.settings().play.level.min(DEEPEST_HINT);
        self.thinking = Some(Thinking { ticket, stop: stop.clone() });
        thread::spawn(move || {
            let mut adviser = BuiltIn::new(Strength::Depth(u16::from(level)), None, false);
            let moves = adviser.advise(&request, count, &stop);
            // A table that has been left wants no advice.
            let _ = sender.send(Input::Advice { ticket, moves });
        });
    }

    pub(super) fn take_advice(
        &mut self,
        ticket: u64,
        moves: Vec<Move>,
    ) -> io::Result<Option<Left>> {
        if !self.is_awaited(ticket) {
            return Ok(None);
        }
        let events = self.session.advised(moves);
        self.settle(events)
    }
}
