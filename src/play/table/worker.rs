//! A machine at the table: a thread that owns one player and is asked for one move at a time.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::players::{Choice, EngineError, MoveRequest, Player, Stop};

use super::Input;

/// One question to a player.
struct Job {
    ticket: u64,
    request: MoveRequest,
    stop: Stop,
    delay: Duration,
}

/// A player and its thread. Dropping it ends both.
pub(super) struct Worker {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    stop: Stop,
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

impl Worker {
    /// Seats a player that is ready to play; its answers go to `answers`.
    pub(super) fn new(mut player: Box<dyn Player>, answers: Sender<Input>) -> Self {
        let (jobs, inbox) = channel::<Job>();
        let name = player.name();
        let thread = thread::spawn(move || {
            for job in inbox {
                // A player that fails must not leave the table waiting for its answer.
                let answer = catch_unwind(AssertUnwindSafe(|| considered(player.as_mut(), &job)))
                    .unwrap_or_else(|_| Err(EngineError::Other(format!("{name} has failed"))));
                if answers.send(Input::Answer { ticket: job.ticket, answer }).is_err() {
                    break;
                }
            }
        });
        Self { jobs: Some(jobs), thread: Some(thread), stop: Stop::default() }
    }

    /// Asks for a move; the answer will carry the ticket. Returns the flag that stops the thinking.
    pub(super) fn ask(&mut self, ticket: u64, request: MoveRequest, delay: Duration) -> Stop {
        self.stop = Stop::default();
        let stop = self.stop.clone();
        if let Some(jobs) = &self.jobs {
            // A thread that has gone has told its trouble with its last answer.
            let _ = jobs.send(Job { ticket, request, stop: stop.clone(), delay });
        }
        stop
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop.raise();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A player that panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}

/// The answer, not before the delay is over.
fn considered(player: &mut dyn Player, job: &Job) -> Result<Choice, EngineError> {
    let begun = Instant::now();
    let answer = player.choose(&job.request, &job.stop);
    while begun.elapsed() < job.delay && !job.stop.is_raised() {
        thread::sleep(Duration::from_millis(10).min(job.delay.saturating_sub(begun.elapsed())));
    }
    answer
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::{Input, Worker};
    use crate::play::{Opening, Session};
    use crate::players::{Choice, EngineError, MoveRequest, Player, Stop};

    struct Clumsy;

    impl Player for Clumsy {
        fn name(&self) -> String {
            "Clumsy".into()
        }

        fn choose(&mut self, _: &MoveRequest, _: &Stop) -> Result<Choice, EngineError> {
            panic!("the board has fallen down")
        }
    }

    #[test]
    fn a_player_that_falls_over_answers_all_the_same() {
        let (sender, answers) = channel();
        let mut worker = Worker::new(Box::new(Clumsy), sender);
        let request = Session::new(Opening::default()).request(Duration::ZERO);
        worker.ask(7, request, Duration::ZERO);
        let answer = answers.recv().expect("an answer");
        let failed = EngineError::Other("Clumsy has failed".into());
        assert!(
            matches!(&answer, Input::Answer { ticket: 7, answer: Err(told) } if *told == failed)
        );
    }
}
