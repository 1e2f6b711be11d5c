//! Machines at the table: seated, asked, stopped, and what happens when one fails.

use std::io;
use std::thread;
use std::time::Duration;

use crate::players::{BuiltInPlayer, Choice, EngineError, PlayerSpec, Stop, Strength};
use crate::rules::{Color, Move};

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
    /// Seats the built-in players again after their level changed, and takes up who left.
    pub(super) fn reseat(&mut self) -> io::Result<Option<Left>> {
        self.stop_thinking();
        for color in Color::ALL {
            let changed = matches!(
                self.session.seat(color).kind,
                PlayerSpec::BuiltIn(_) | PlayerSpec::Human(_)
            );
            if changed && let Err(left) = self.seat(color) {
                return self.unseated(left);
            }
        }
        Ok(None)
    }

    pub(super) fn restart_engine(&mut self, color: Color) -> io::Result<Option<Left>> {
        self.stop_thinking();
        match self.seat(color) {
            Ok(()) => self.show("The engine is started again.\n").map(|()| None),
            Err(left) => self.unseated(left),
        }
    }

    /// A machine did not come to the table.
    fn unseated(&mut self, left: Left) -> io::Result<Option<Left>> {
        match left {
            Left::Engine(trouble) => self.fail(trouble),
            left => Ok(Some(left)),
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
        answer: Result<Choice, EngineError>,
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
    fn fail(&mut self, trouble: EngineError) -> io::Result<Option<Left>> {
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
            let mut adviser = BuiltInPlayer::new(Strength::Depth(u16::from(level)), None, false);
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
