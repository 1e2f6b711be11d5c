//! Machines come to the table. An engine may need a while, and must not be left behind if we have
//! to go meanwhile.

use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use signal_hook::consts::SIGTSTP;

use crate::players::{
    BuiltIn, EngineCommand, Kind, OutsideEngine, Player, Random, Stop, Strength, Trouble,
};
use crate::rules::Color;

use super::worker::Worker;
use super::{Input, Left, Table};

/// Who needs longer than this is announced.
const SOON: Duration = Duration::from_secs(1);

/// How often we look whether a machine is ready.
const GLANCE: Duration = Duration::from_millis(5);

impl Table<'_> {
    /// Seats every machine of the game.
    pub(super) fn seat_machines(&mut self) -> Result<(), Left> {
        Color::ALL.into_iter().try_for_each(|color| self.seat(color))
    }

    /// Puts whoever the session names on a seat; people need none.
    pub(super) fn seat(&mut self, color: Color) -> Result<(), Left> {
        self.workers[color] = None;
        let player = self.player(color).map_err(Left::Engine)?;
        let Some(mut player) = player else { return Ok(()) };
        let (name, stop) = (player.name(), Stop::default());
        thread::scope(|scope| {
            let ready = scope.spawn(|| player.prepare(&stop));
            let signal = self.wait_for(&ready, &name, &stop);
            let failed = |_| Err(Trouble::Other(format!("{name} has failed")));
            let trouble = ready.join().unwrap_or_else(failed);
            trouble.map_err(|trouble| signal.map_or(Left::Engine(trouble), Left::Signal))
        })?;
        self.session.introduce(color, player.name());
        self.workers[color] = Some(Worker::new(player, self.sender.clone()));
        Ok(())
    }

    /// Waits for a machine to get ready. A signal to go tells it to stop, and is the answer.
    fn wait_for<T>(
        &mut self,
        ready: &ScopedJoinHandle<'_, T>,
        name: &str,
        stop: &Stop,
    ) -> Option<u8> {
        let begun = Instant::now();
        let (mut announced, mut signal) = (false, None);
        while !ready.is_finished() {
            if !announced && begun.elapsed() >= SOON {
                announced = true;
                // Without an error stream there is nobody to tell.
                let _ = writeln!(self.err, "starting {name}…");
            }
            match self.inputs.try_recv() {
                Ok(Input::Signal(number)) if number != SIGTSTP => {
                    stop.raise();
                    signal = u8::try_from(number).ok();
                }
                _ => thread::sleep(GLANCE),
            }
        }
        signal
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
}
