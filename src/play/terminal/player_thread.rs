//! Computer players: each is started, asked for moves and stopped in a thread of its own.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle, ScopedJoinHandle};
use std::time::{Duration, Instant};

use signal_hook::consts::SIGTSTP;

use crate::players::{
    BuiltInPlayer, Choice, Effort, EngineCommand, EngineError, ExternalEngine, MoveRequest, Player,
    PlayerSpec, ProgressListener, RandomPlayer, Stop,
};
use crate::rules::{AnyMove, Color};

use super::thinking::Thinking;
use super::{ExitReason, GameLoop, InputEvent, Prompts};

/// A player that needs longer than this to start is announced.
const QUIET_START: Duration = Duration::from_secs(1);

/// The shortest time between two reports of progress.
const SHORTEST_PERIOD: Duration = Duration::from_millis(50);

/// How often the loop checks whether a player is ready.
const START_POLL: Duration = Duration::from_millis(5);

/// How many positions are searched for a hint: a moment's work.
const HINT_NODES: u64 = 50_000;

/// One request to a player.
struct Job {
    id: u64,
    request: MoveRequest,
    stop: Stop,
    delay: Duration,
}

/// A player and its thread. Dropping it ends both.
pub(super) struct PlayerThread {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    stop: Stop,
    /// The number of the latest request.
    id: Arc<AtomicU64>,
}

impl PlayerThread {
    /// Starts the thread of a player that is ready to play.
    fn new(mut player: Box<dyn Player>, answers: Sender<InputEvent>) -> Self {
        let (jobs, inbox) = channel::<Job>();
        let (name, id) = (player.name(), Arc::new(AtomicU64::default()));
        player.report_to(progress_listener(&id, answers.clone()));
        let thread = thread::spawn(move || {
            for job in inbox {
                // A player that panics must not leave the game waiting for its answer.
                let answer = catch_unwind(AssertUnwindSafe(|| choose(player.as_mut(), &job)))
                    .unwrap_or_else(|_| Err(EngineError::Other(format!("{name} has failed"))));
                if answers.send(InputEvent::Answer { id: job.id, answer }).is_err() {
                    break;
                }
            }
        });
        Self { jobs: Some(jobs), thread: Some(thread), stop: Stop::default(), id }
    }

    /// Requests a move; the flag that stops the search. The answer will carry the id.
    fn request(&mut self, id: u64, request: MoveRequest, delay: Duration) -> Stop {
        self.stop = Stop::default();
        self.id.store(id, Ordering::Relaxed);
        let stop = self.stop.clone();
        if let Some(jobs) = &self.jobs {
            // A thread that has ended has sent its error as its last answer.
            let _ = jobs.send(Job { id, request, stop: stop.clone(), delay });
        }
        stop
    }
}

impl Drop for PlayerThread {
    fn drop(&mut self) {
        self.stop.raise();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // The error of a player that panicked has been sent.
            let _ = thread.join();
        }
    }
}

/// Sends how far the search of the latest request is, but not more often than anybody can read.
fn progress_listener(id: &Arc<AtomicU64>, inputs: Sender<InputEvent>) -> ProgressListener {
    let (id, inputs) = (Arc::clone(id), Mutex::new((inputs, None::<Instant>)));
    ProgressListener::new(move |progress| {
        let Ok(mut guarded) = inputs.lock() else { return };
        let (inputs, last) = &mut *guarded;
        if last.is_some_and(|last| last.elapsed() < SHORTEST_PERIOD) {
            return;
        }
        *last = Some(Instant::now());
        // A game that has ended needs no progress.
        let _ = inputs.send(InputEvent::Progress { id: id.load(Ordering::Relaxed), progress });
    })
}

/// The player's answer, not before the delay is over.
fn choose(player: &mut dyn Player, job: &Job) -> Result<Choice, EngineError> {
    let started = Instant::now();
    let answer = player.choose(&job.request, &job.stop);
    while started.elapsed() < job.delay && !job.stop.is_raised() {
        thread::sleep(Duration::from_millis(10).min(job.delay.saturating_sub(started.elapsed())));
    }
    answer
}

impl GameLoop<'_> {
    /// Starts the player of a side; a human player needs no thread.
    pub(super) fn start_player(&mut self, color: Color) -> Result<(), ExitReason> {
        self.threads[color] = None;
        let player = self.new_player(color).map_err(ExitReason::Engine)?;
        let Some(mut player) = player else { return Ok(()) };
        let (name, stop) = (player.name(), Stop::default());
        thread::scope(|scope| {
            let ready = scope.spawn(|| player.prepare(&stop));
            let signal = self.wait_until_ready(&ready, &name, &stop);
            let failed = |_| Err(EngineError::Other(format!("{name} has failed")));
            let prepared = ready.join().unwrap_or_else(failed);
            signal.map_or(prepared.map_err(ExitReason::Engine), |number| {
                Err(ExitReason::Signal(number))
            })
        })?;
        self.session.set_default_name(color, player.name());
        self.threads[color] = Some(PlayerThread::new(player, self.sender.clone()));
        Ok(())
    }

    /// Waits for a player to get ready. A signal that ends the run stops the wait and is returned, so
    /// that no engine is left behind.
    fn wait_until_ready<T>(
        &mut self,
        ready: &ScopedJoinHandle<'_, T>,
        name: &str,
        stop: &Stop,
    ) -> Option<u8> {
        let started = Instant::now();
        let (mut is_announced, mut signal) = (false, None);
        while !ready.is_finished() {
            if !is_announced && started.elapsed() >= QUIET_START {
                is_announced = true;
                self.write_err(&format!("starting {name}…\n"));
            }
            match self.received_signal() {
                None => thread::sleep(START_POLL),
                received => {
                    stop.raise();
                    signal = received;
                }
            }
        }
        signal.or_else(|| self.received_signal())
    }

    /// The signal that ends the run, if one has arrived.
    fn received_signal(&mut self) -> Option<u8> {
        while let Ok(input) = self.inputs.try_recv() {
            match input {
                InputEvent::EngineLine { color, line } => self.on_engine_line(color, &line),
                InputEvent::Signal(number) if number != SIGTSTP => {
                    return u8::try_from(number).ok();
                }
                _ => {}
            }
        }
        None
    }

    fn new_player(&self, color: Color) -> Result<Option<Box<dyn Player>>, EngineError> {
        let settings = &self.session.settings().play;
        // The two sides have different sequences.
        let seed = self.options.seed ^ if color == Color::White { 0 } else { 0x5EED };
        Ok(match &self.session.player(color).spec {
            PlayerSpec::Human(_) => None,
            PlayerSpec::Random => Some(Box::new(RandomPlayer::new(seed))),
            PlayerSpec::BuiltIn(effort) => {
                let effort = effort.unwrap_or(Effort::Level(settings.level));
                Some(Box::new(BuiltInPlayer::new(effort, Some(seed), settings.resign)))
            }
            PlayerSpec::Engine(command) => {
                let command = EngineCommand::parse(command).map_err(EngineError::Other)?;
                let engine = ExternalEngine::new(command, self.options.engine_timeout);
                Some(Box::new(engine.with_listener(self.listener(color))))
            }
        })
    }

    /// Starts the built-in players again after their level changed, and ends those that a human replaced.
    pub(super) fn restart_built_in(&mut self) -> io::Result<Option<ExitReason>> {
        self.stop_thinking();
        for color in Color::ALL {
            let is_affected = matches!(
                self.session.player(color).spec,
                PlayerSpec::BuiltIn(_) | PlayerSpec::Human(_)
            );
            if is_affected && let Err(reason) = self.start_player(color) {
                return self.on_failed_start(reason);
            }
        }
        Ok(None)
    }

    pub(super) fn restart_engine(&mut self, color: Color) -> io::Result<Option<ExitReason>> {
        self.stop_thinking();
        match self.start_player(color) {
            Ok(()) => self.say("The engine has been restarted.").map(|()| None),
            Err(reason) => self.on_failed_start(reason),
        }
    }

    /// Starts the player that has a side from now on.
    pub(super) fn seat_player(&mut self, color: Color) -> io::Result<Option<ExitReason>> {
        self.stop_thinking();
        match self.start_player(color) {
            Ok(()) => Ok(None),
            Err(reason) => self.on_failed_start(reason),
        }
    }

    fn on_failed_start(&mut self, reason: ExitReason) -> io::Result<Option<ExitReason>> {
        match reason {
            ExitReason::Engine(error) => self.on_engine_error(error),
            reason => Ok(Some(reason)),
        }
    }

    /// Requests a move if it is a computer player's turn and no search is under way.
    pub(super) fn start_thinking(&mut self) {
        if self.thinking.is_some() {
            return;
        }
        let Some(color) = self.session.computer_to_move() else { return };
        let request = self.session.request(self.now());
        let delay = Duration::from_millis(u64::from(self.session.settings().play.delay));
        self.request_id += 1;
        if let Some(thread) = &mut self.threads[color] {
            let stop = thread.request(self.request_id, request, delay);
            self.thinking = Some(Thinking::new(self.request_id, stop));
        }
    }

    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.raise();
        }
    }

    /// Whether an answer belongs to the search that is under way; if so, that search is over.
    pub(super) fn is_expected(&mut self, id: u64) -> bool {
        self.thinking.take_if(|thinking| thinking.id == id).is_some()
    }

    pub(super) fn on_answer(
        &mut self,
        id: u64,
        answer: Result<Choice, EngineError>,
    ) -> io::Result<Option<ExitReason>> {
        if !self.is_expected(id) {
            return Ok(None);
        }
        match answer {
            Ok(choice) => {
                let events = self.session.answer(choice, self.now());
                self.apply(events)
            }
            Err(error) => self.on_engine_error(error),
        }
    }

    /// A computer player failed: at a terminal the game waits for the user, in a pipe it ends.
    fn on_engine_error(&mut self, error: EngineError) -> io::Result<Option<ExitReason>> {
        if self.options.prompts == Prompts::Off {
            return Ok(Some(ExitReason::Engine(error)));
        }
        self.session.hold();
        self.say(&error.to_string())?;
        self.say(
            "Type \"engine restart\" to start it again, \"level 3\" to let the built-in engine \
             take over, \"save\" or \"quit\".",
        )?;
        Ok(None)
    }

    /// Starts a search for hints.
    pub(super) fn start_hints(&mut self, count: usize) {
        self.stop_thinking();
        self.request_id += 1;
        let (id, stop, sender) = (self.request_id, Stop::default(), self.sender.clone());
        let mut request = self.session.request(self.now());
        request.clocks = None;
        self.thinking = Some(Thinking::new(id, stop.clone()));
        thread::spawn(move || {
            let mut player = BuiltInPlayer::new(Effort::Nodes(HINT_NODES), None, false);
            let moves = player.advise(&request, count, &stop);
            // A game that has ended needs no hints.
            let _ = sender.send(InputEvent::Hints { id, moves });
        });
    }

    pub(super) fn on_hints(
        &mut self,
        id: u64,
        moves: Vec<AnyMove>,
    ) -> io::Result<Option<ExitReason>> {
        if !self.is_expected(id) {
            return Ok(None);
        }
        let events = self.session.show_hints(moves);
        self.apply(events)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::{InputEvent, PlayerThread};
    use crate::play::session::{Session, SessionOptions};
    use crate::players::{Choice, EngineError, MoveRequest, Player, Stop};

    struct Panicking;

    impl Player for Panicking {
        fn name(&self) -> String {
            "Panicking".into()
        }

        fn choose(&mut self, _: &MoveRequest, _: &Stop) -> Result<Choice, EngineError> {
            panic!("on purpose")
        }
    }

    #[test]
    fn a_player_that_panics_sends_an_error() {
        let (sender, answers) = channel();
        let mut thread = PlayerThread::new(Box::new(Panicking), sender);
        let request = Session::new(SessionOptions::default()).request(Duration::ZERO);
        thread.request(7, request, Duration::ZERO);
        let answer = answers.recv().expect("an answer");
        let failed = EngineError::Other("Panicking has failed".into());
        assert!(
            matches!(&answer, InputEvent::Answer { id: 7, answer: Err(error) } if *error == failed)
        );
    }
}
