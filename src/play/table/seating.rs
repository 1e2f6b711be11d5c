//! Machines come to the table. An engine may need a while, and must not be left behind if we have
//! to go meanwhile.

use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use signal_hook::consts::SIGTSTP;

use crate::players::{
    BuiltInPlayer, EngineCommand, EngineError, ExternalEngine, Player, PlayerSpec, RandomPlayer,
    Stop, Strength,
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
            let failed = |_| Err(EngineError::Other(format!("{name} has failed")));
            let prepared = ready.join().unwrap_or_else(failed);
            signal.map_or(prepared.map_err(Left::Engine), |number| Err(Left::Signal(number)))
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
                self.tell(&format!("starting {name}…\n"));
            }
            match self.called_away() {
                None => thread::sleep(GLANCE),
                called => {
                    stop.raise();
                    signal = called;
                }
            }
        }
        signal.or_else(|| self.called_away())
    }

    /// The signal to go, if there is one; what engines said before it is overheard.
    fn called_away(&mut self) -> Option<u8> {
        while let Ok(input) = self.inputs.try_recv() {
            match input {
                Input::Overheard { color, line } => self.overhear(color, &line),
                Input::Signal(number) if number != SIGTSTP => return u8::try_from(number).ok(),
                _ => {}
            }
        }
        None
    }

    fn player(&self, color: Color) -> Result<Option<Box<dyn Player>>, EngineError> {
        let settings = &self.session.settings().play;
        // Each side has a sequence of its own.
        let seed = self.manners.seed ^ if color == Color::White { 0 } else { 0x5EED };
        Ok(match &self.session.seat(color).kind {
            PlayerSpec::Human(_) => None,
            PlayerSpec::Random => Some(Box::new(RandomPlayer::new(seed))),
            PlayerSpec::BuiltIn(strength) => {
                let strength = strength.unwrap_or(Strength::Depth(u16::from(settings.level)));
                Some(Box::new(BuiltInPlayer::new(strength, Some(seed), settings.resign)))
            }
            PlayerSpec::Engine(command) => {
                let command = EngineCommand::parse(command)
                    .map_err(|fault| EngineError::Other(fault.to_string()))?;
                let engine = ExternalEngine::new(command, self.manners.patience);
                Some(Box::new(engine.with_listener(self.listener(color))))
            }
        })
    }
}
