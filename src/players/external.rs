//! An external engine as a player: started when it is needed, asked through one of the two protocols,
//! and ended when it is dropped.

use std::time::{Duration, Instant};

use crate::notation::uci::resolve;
use crate::players::spec::DEFAULT_TIME;
use crate::players::{
    Analysis, Choice, Effort, EngineCommand, EngineError, Listener, MoveRequest, Player,
    ProgressListener, Protocol, Score, SearchProgress, Stop, TimeLeft,
};
use crate::process::Connection;
use crate::rules::{AnyMove, AnyPosition, ByColor, History, Position};
use crate::uci::{BestMove, EngineQuestion, Go, Info, UciClient, UciScore};
use crate::xboard::XboardClient;

/// The time an engine of unknown protocol has to answer `uci`.
const DETECTION_TIMEOUT: Duration = Duration::from_secs(2);

/// The time an engine has to get ready, unless the user gives it another.
const START_TIMEOUT: Duration = Duration::from_secs(10);

/// Subtracted from the clock that the engine sees: its move needs time to get here.
const OVERHEAD: Duration = Duration::from_millis(20);

/// The time beyond its clock after which an engine is stopped.
const CLOCK_GRACE: Duration = Duration::from_secs(1);

/// The same beyond a fixed time for the move.
const FIXED_TIME_GRACE: Duration = Duration::from_secs(5);

/// The longest wait for a move that is limited by depth or nodes.
const LONGEST_SEARCH: Duration = Duration::from_mins(10);

/// The shortest time between two reports of progress.
const REPORT_PERIOD: Duration = Duration::from_millis(40);

/// A program that plays chess.
#[derive(Debug)]
pub struct ExternalEngine {
    command: EngineCommand,
    timeout: Duration,
    listener: Option<Listener>,
    progress: Option<ProgressListener>,
    client: Option<Client>,
}

/// A running engine by its protocol.
#[derive(Debug)]
enum Client {
    Uci(UciClient),
    Xboard(XboardClient),
}

impl ExternalEngine {
    /// An engine by its command, with this limit of its search unless the command gives one.
    ///
    /// # Errors
    /// If the command cannot be read.
    pub fn of_command(command: &str, effort: Effort) -> Result<Self, EngineError> {
        let mut command = EngineCommand::parse(command).map_err(EngineError::Other)?;
        command.effort = command.effort.or(Some(effort));
        Ok(Self::new(command, START_TIMEOUT))
    }

    /// An engine that has `timeout` to get ready. Nothing is started yet.
    pub fn new(command: EngineCommand, timeout: Duration) -> Self {
        Self { command, timeout, listener: None, progress: None, client: None }
    }

    /// The same engine with a listener for every line of the dialogue.
    #[must_use]
    pub fn with_listener(self, listener: Option<Listener>) -> Self {
        Self { listener, ..self }
    }

    /// The last lines of the dialogue, ours after `>`, the engine's after `<`.
    pub fn transcript(&self) -> Vec<String> {
        let connection = match &self.client {
            None => return Vec::new(),
            Some(Client::Uci(client)) => client.connection(),
            Some(Client::Xboard(client)) => client.connection(),
        };
        connection.transcript().map(str::to_owned).collect()
    }

    fn start(&self, stop: &Stop) -> Result<Client, EngineError> {
        match self.command.protocol {
            Protocol::Uci => self.start_uci(self.timeout, stop),
            Protocol::Xboard => self.start_xboard(stop).map(Client::Xboard),
            Protocol::Either => match self.start_uci(self.timeout.min(DETECTION_TIMEOUT), stop) {
                Err(EngineError::NoAnswer { .. } | EngineError::Died { .. }) => {
                    self.start_detected_xboard(stop)
                }
                started => started,
            },
        }
    }

    fn start_uci(&self, timeout: Duration, stop: &Stop) -> Result<Client, EngineError> {
        UciClient::open(self.connect(timeout)?, &self.command.options, stop).map(Client::Uci)
    }

    fn start_xboard(&self, stop: &Stop) -> Result<XboardClient, EngineError> {
        XboardClient::open(self.connect(self.timeout)?, &self.command.options, stop)
    }

    fn connect(&self, timeout: Duration) -> Result<Connection, EngineError> {
        let (name, path) = (self.command.short_name(), self.command.locate()?);
        Connection::start(name, &path, &self.command.arguments, timeout, self.listener.clone())
    }

    /// An old `XBoard` engine need not write anything before its first move; a program of unknown
    /// protocol that never writes anything is no engine.
    fn start_detected_xboard(&self, stop: &Stop) -> Result<Client, EngineError> {
        let client = self.start_xboard(stop)?;
        if client.has_written() {
            return Ok(Client::Xboard(client));
        }
        Err(client.connection().no_answer(&"uci\" nor \"xboard"))
    }

    fn ask(&mut self, request: &MoveRequest, stop: &Stop) -> Result<Choice, EngineError> {
        self.prepare(stop)?;
        let question = question(request, self.command.effort.unwrap_or_default());
        let choice = match &mut self.client {
            Some(Client::Uci(client)) => {
                let mut last = None::<Instant>;
                let report = |info: &Info| {
                    // An engine may write faster than its lines can be understood.
                    if last.is_none_or(|last| last.elapsed() >= REPORT_PERIOD) {
                        last = Some(Instant::now());
                        report(info, &question, self.progress.as_ref());
                    }
                };
                uci_choice(client.ask(&question, stop, report)?, &question)
            }
            Some(Client::Xboard(client)) => client.ask(&question, stop)?,
            None => unreachable!("`prepare` has set the client"),
        };
        Ok(choice)
    }
}

impl Player for ExternalEngine {
    fn name(&self) -> String {
        let name = match &self.client {
            Some(Client::Uci(client)) => client.name(),
            Some(Client::Xboard(client)) => client.name(),
            None => None,
        };
        name.map_or_else(|| self.command.short_name(), str::to_owned)
    }

    fn prepare(&mut self, stop: &Stop) -> Result<(), EngineError> {
        if self.client.is_none() {
            self.client = Some(self.start(stop)?);
        }
        Ok(())
    }

    fn report_to(&mut self, listener: ProgressListener) {
        self.progress = Some(listener);
    }

    fn choose(&mut self, request: &MoveRequest, stop: &Stop) -> Result<Choice, EngineError> {
        let answer = self.ask(request, stop);
        if answer.is_err() {
            // Ends the process; the next question starts another one.
            self.client = None;
        }
        answer
    }

    fn analyse(&mut self, request: &MoveRequest, stop: &Stop) -> Result<Analysis, EngineError> {
        self.prepare(stop)?;
        let question = question(request, self.command.effort.unwrap_or_default());
        let Some(Client::Uci(client)) = &mut self.client else {
            let message = format!("{} does not speak UCI, and cannot judge positions", self.name());
            return Err(EngineError::Other(message));
        };
        let best = client.ask(&question, stop, |_| ())?;
        let line = if best.pv.is_empty() { vec![best.text] } else { best.pv };
        let score = best.score.map_or(Score::DRAW, UciScore::score);
        Ok(Analysis { score, pv: resolved_line(&line, &request.game) })
    }
}

/// A line as an engine writes it, up to the first move that is illegal.
fn resolved_line(texts: &[String], game: &History<AnyPosition>) -> Vec<AnyMove> {
    let (mut position, mut line) = (game.position().clone(), Vec::new());
    for text in texts {
        let Some(mv) = resolve(text, &position) else { break };
        position = position.after(mv);
        line.push(mv);
    }
    line
}

/// Passes on how far the search of an engine is.
fn report(info: &Info, question: &EngineQuestion<'_>, listener: Option<&ProgressListener>) {
    let best = info.pv.first().and_then(|text| resolve(text, question.game.position()));
    let is_main = info.multipv.is_none_or(|index| index == 1);
    if let (Some(listener), Some(depth), Some(score), Some(best), true) =
        (listener, info.depth, info.score, best, is_main)
    {
        let depth = u16::try_from(depth).unwrap_or(u16::MAX);
        listener.call(SearchProgress { depth, score: score.score(), best });
    }
}

/// The request in the terms of the protocols.
fn question(request: &MoveRequest, effort: Effort) -> EngineQuestion<'_> {
    let side = request.game.position().turn();
    let limits = match (request.clocks, effort) {
        (Some(clocks), _) => {
            let go = Go { movestogo: clocks[side].moves_to_go, ..clock_go(clocks) };
            (go, clocks[side].remaining + CLOCK_GRACE)
        }
        (None, Effort::Time(time)) => fixed_time(time),
        (None, Effort::Depth(depth)) => {
            (Go { depth: Some(depth.into()), ..Go::default() }, LONGEST_SEARCH)
        }
        (None, Effort::Level(_)) => fixed_time(DEFAULT_TIME),
        (None, Effort::Nodes(nodes)) => {
            (Go { nodes: Some(nodes), ..Go::default() }, LONGEST_SEARCH)
        }
    };
    let MoveRequest { draw_offered, draw_claimable, .. } = *request;
    let question = EngineQuestion::new(&request.game, limits);
    EngineQuestion { draw_offered, draw_claimable, ..question }
}

fn fixed_time(time: Duration) -> (Go, Duration) {
    (Go { movetime: Some(time), ..Go::default() }, time + FIXED_TIME_GRACE)
}

/// The clocks without the overhead, but never zero.
fn clock_go(clocks: ByColor<TimeLeft>) -> Go {
    let remaining = |clock: TimeLeft| {
        Some(clock.remaining.saturating_sub(OVERHEAD).max(Duration::from_millis(1)))
    };
    let ByColor { white, black } = clocks;
    Go {
        time: ByColor { white: remaining(white), black: remaining(black) },
        increment: ByColor { white: Some(white.increment), black: Some(black.increment) },
        ..Go::default()
    }
}

/// UCI has no words for draws: an engine that sees nothing better takes the one it can have.
fn uci_choice(best: BestMove, question: &EngineQuestion<'_>) -> Choice {
    let prefers_draw = match best.score {
        Some(UciScore::Centipawns(points)) => points <= 0,
        Some(UciScore::Mate(moves)) => moves < 0,
        None => false,
    };
    if question.draw_claimable && prefers_draw {
        return Choice::ClaimDraw;
    }
    if question.draw_offered && prefers_draw {
        return Choice::AcceptDraw;
    }
    match resolve(&best.text, question.game.position()) {
        Some(mv) => Choice::Play(mv),
        None => Choice::Illegal(best.text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chess, Color, History};

    fn request(moves: &[&str]) -> MoveRequest {
        let mut game = History::new(AnyPosition::from(Chess::start()));
        for text in moves {
            game.play_unchecked(resolve(text, game.position()).expect(text));
        }
        MoveRequest { game, clocks: None, draw_offered: false, draw_claimable: false }
    }

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn a_question_has_the_whole_game() {
        let request = request(&["e2e4", "e7e5", "e1e2"]);
        let question = question(&request, Effort::default());
        assert_eq!(question.fen, None);
        assert_eq!(question.move_texts, ["e2e4", "e7e5", "e1e2"]);
        assert_eq!(question.side(), Color::Black);
        assert_eq!(
            (question.go.to_string(), question.timeout),
            ("go movetime 1000".into(), ms(6000))
        );
    }

    #[test]
    fn the_engine_sees_a_little_less_than_its_clock_but_never_zero() {
        let side =
            |count| TimeLeft { remaining: ms(count), increment: ms(100), moves_to_go: Some(40) };
        let clocks = Some(ByColor { white: side(10_000), black: side(5) });
        let request = MoveRequest { clocks, ..request(&[]) };
        let question = question(&request, Effort::Depth(3));
        let go = "go wtime 9980 btime 1 winc 100 binc 100 movestogo 40";
        assert_eq!((question.go.to_string().as_str(), question.timeout), (go, ms(11_000)));
    }
}
