//! A client that drives the process of an `XBoard` engine. Some engines handle a line only when the next
//! one arrives, so an engine that owes an answer gets a `ping`.

use std::fmt::Display;
use std::time::{Duration, Instant};

use crate::notation::AnySan;
use crate::notation::uci::resolve;
use crate::process::{
    Connection, EngineError, STOP_TIMEOUT, Stop, stop_check, wait_unless_stopped,
};
use crate::uci::{Choice, EngineQuestion, check_option};
use crate::xboard::game::{KnownGame, opening};
use crate::xboard::{Features, XboardReply};

/// An engine that owes an answer gets a `ping` after this much silence.
const PING_INTERVAL: Duration = Duration::from_millis(300);

/// An engine that reports no features in this time has none.
const FEATURE_TIMEOUT: Duration = Duration::from_secs(2);

/// The same for an engine that has answered a ping, which no old engine does.
const SLOW_FEATURE_TIMEOUT: Duration = Duration::from_secs(5);

/// A move with a number is the engine's own if nothing clearer follows in this time.
const NUMBERED_MOVE_TIMEOUT: Duration = Duration::from_millis(200);

/// A connection to an engine that has reported its features, or is silent as the old ones are.
#[derive(Debug)]
pub struct XboardClient {
    connection: Connection,
    features: Features,
    pings: u32,
    /// When the last line went in either direction.
    last_line: Instant,
    has_written: bool,
    has_ponged: bool,
    game: Option<KnownGame>,
}

impl XboardClient {
    /// Waits for the features and sets options.
    ///
    /// # Errors
    /// If the engine does not finish its report or lacks an option.
    pub fn open(
        connection: Connection,
        options: &[(String, String)],
        stop: &Stop,
    ) -> Result<Self, EngineError> {
        let mut client = Self {
            connection,
            features: Features::default(),
            pings: 0,
            last_line: Instant::now(),
            has_written: false,
            has_ponged: false,
            game: None,
        };
        client.introduction(stop)?;
        for (name, value) in options {
            client.set_option(name, value)?;
        }
        Ok(client)
    }

    /// The name the engine gives itself.
    pub fn name(&self) -> Option<&str> {
        self.features.name.as_deref()
    }

    /// The connection to it.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Whether it has written any line.
    pub fn has_written(&self) -> bool {
        self.has_written
    }

    fn send(&mut self, command: &impl Display) {
        self.connection.send(command);
        self.last_line = Instant::now();
    }

    fn introduction(&mut self, stop: &Stop) -> Result<(), EngineError> {
        self.send(&"xboard");
        self.send(&"protover 2");
        let begun = Instant::now();
        loop {
            let allowed = match self.features.done {
                Some(true) => return Ok(()),
                Some(false) => self.connection.timeout(),
                None if self.has_ponged => self.connection.timeout().min(SLOW_FEATURE_TIMEOUT),
                None => self.connection.timeout().min(FEATURE_TIMEOUT),
            };
            let reply = self.reply_unless_stopped(stop, begun + allowed, Pinging::Always)?;
            if reply.is_none() || begun.elapsed() >= allowed {
                break;
            }
        }
        if self.features.done == Some(false) {
            return Err(self.connection.no_answer(&"protover 2"));
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let (option, value) = check_option(&self.features.options, name, value)
            .map_err(|error| self.connection.unable(&error))?;
        let value = value.map(|value| format!("={value}")).unwrap_or_default();
        let command = format!("option {}{value}", option.name);
        self.send(&command);
        Ok(())
    }

    /// The next line of the protocol, or `None` if there is none in time. Features are stored whenever
    /// they come.
    fn reply(
        &mut self,
        until: Instant,
        pinging: Pinging,
    ) -> Result<Option<XboardReply>, EngineError> {
        loop {
            let may_ping = pinging == Pinging::Always || self.features.ping;
            let Some(line) = self.connection.line(until.min(self.last_line + PING_INTERVAL))?
            else {
                if Instant::now() >= until {
                    return Ok(None);
                }
                self.last_line = Instant::now();
                if may_ping {
                    self.ping();
                }
                continue;
            };
            self.last_line = Instant::now();
            self.has_written = true;
            if let Some(reply) = XboardReply::from_line(&line) {
                self.record(&reply);
                return Ok(Some(reply));
            }
            if Instant::now() >= until {
                return Ok(None);
            }
        }
    }

    fn reply_unless_stopped(
        &mut self,
        stop: &Stop,
        until: Instant,
        pinging: Pinging,
    ) -> Result<Option<XboardReply>, EngineError> {
        wait_unless_stopped(stop, until, |next| self.reply(next, pinging))
    }

    /// Records what a reply says about the engine, and acknowledges its features.
    fn record(&mut self, reply: &XboardReply) {
        match reply {
            XboardReply::Pong(_) => self.has_ponged = true,
            XboardReply::Features(features) => {
                for feature in features {
                    let answer = if feature.is_supported() {
                        self.features.set(feature);
                        "accepted"
                    } else {
                        "rejected"
                    };
                    self.send(&format_args!("{answer} {}", feature.name));
                }
            }
            _ => {}
        }
    }

    fn ping(&mut self) -> u32 {
        self.pings += 1;
        self.send(&format!("ping {}", self.pings));
        self.pings
    }

    /// Asks for a move. After a stop request the decision is that of an unfinished search.
    ///
    /// # Errors
    /// If the engine's process ends, does not answer, or cannot play this game.
    pub fn ask(
        &mut self,
        question: &EngineQuestion<'_>,
        stop: &Stop,
    ) -> Result<Choice, EngineError> {
        self.send_game(question)?;
        self.wait_until_ready(question, stop)?;
        let time = self.game.as_mut().map(|game| game.time_commands(question));
        self.send_all(&time.unwrap_or_default());
        if question.draw_offered && self.features.draw {
            self.send(&"draw");
        }
        self.send(&"go");
        let decision = match self.decision(question, Instant::now() + question.timeout, stop)? {
            Some(decision) => decision,
            None => self.move_now(question)?,
        };
        self.game = match decision {
            Choice::Play(mv) | Choice::PlayAndOffer(mv) if !stop.is_raised() => {
                self.game.take().map(|game| game.with_own_move(mv, question))
            }
            _ => None,
        };
        Ok(decision)
    }

    fn send_all(&mut self, commands: &[String]) {
        for command in commands {
            self.send(command);
        }
    }

    /// Brings the engine to the position: by the moves since the last question if possible, by the
    /// whole game otherwise.
    fn send_game(&mut self, question: &EngineQuestion<'_>) -> Result<(), EngineError> {
        let known = self.game.take().filter(|game| game.leads_to(question));
        if known.is_none() {
            let opening =
                opening(question, &self.features).map_err(|why| self.connection.unable(&why))?;
            self.send_all(&opening);
        }
        let game = known.unwrap_or_else(|| KnownGame::new(question));
        let moves = game.new_moves(question, self.features.usermove);
        self.send(&"force");
        self.send_all(&moves);
        self.game = Some(game.updated(question));
        Ok(())
    }

    /// Waits until the engine has read the moves. Earlier replies, such as the move of an abandoned
    /// search, are dropped.
    fn wait_until_ready(
        &mut self,
        question: &EngineQuestion<'_>,
        stop: &Stop,
    ) -> Result<(), EngineError> {
        if !self.features.ping {
            return Ok(());
        }
        let number = self.ping();
        let until = self.connection.deadline();
        loop {
            match self.reply_unless_stopped(stop, until, Pinging::IfSupported)? {
                // A later ping has a higher number and the same meaning.
                Some(XboardReply::Pong(pong)) if pong >= number => return Ok(()),
                Some(reply) if Instant::now() < until => self.check_refusal(&reply, question)?,
                _ => return Err(self.connection.no_answer(&format_args!("ping {number}"))),
            }
        }
    }

    /// Fails if the engine refuses a legal move: it cannot play this game.
    fn check_refusal(
        &self,
        reply: &XboardReply,
        question: &EngineQuestion<'_>,
    ) -> Result<(), EngineError> {
        let XboardReply::Refused(what) = reply else { return Ok(()) };
        let refused = what.split_whitespace().next_back().unwrap_or_default();
        if question.move_texts.iter().any(|mv| mv == refused) {
            return Err(self.connection.unable(&format_args!("refuses the legal move {refused}")));
        }
        Ok(())
    }

    /// The engine's decision, or `None` if the time is up or a stop was requested.
    fn decision(
        &mut self,
        question: &EngineQuestion<'_>,
        until: Instant,
        stop: &Stop,
    ) -> Result<Option<Choice>, EngineError> {
        let mut until = until;
        let (mut numbered, mut offers_draw) = (None, false);
        while !stop.is_raised() {
            match self.reply(stop_check(until), Pinging::IfSupported)? {
                Some(XboardReply::Move(text)) => {
                    return Ok(Some(read_move(&text, offers_draw, question)));
                }
                Some(XboardReply::Numbered { by, mv }) if by == question.side() => {
                    numbered = Some(mv);
                    until = until.min(Instant::now() + NUMBERED_MOVE_TIMEOUT);
                }
                Some(XboardReply::OfferDraw) if question.draw_offered => {
                    return Ok(Some(Choice::AcceptDraw));
                }
                Some(XboardReply::OfferDraw) => offers_draw = true,
                Some(reply) => {
                    self.check_refusal(&reply, question)?;
                    if let Some(decision) = game_end(&reply, question) {
                        return Ok(Some(decision));
                    }
                }
                None => {}
            }
            if Instant::now() >= until {
                break;
            }
        }
        Ok(numbered.map(|mv| read_move(&mv, offers_draw, question)))
    }

    /// Tells the engine to move now and waits for the move.
    fn move_now(&mut self, question: &EngineQuestion<'_>) -> Result<Choice, EngineError> {
        self.send(&"?");
        let until = Instant::now() + STOP_TIMEOUT;
        let decision = self.decision(question, until, &Stop::default())?;
        decision.ok_or_else(|| self.connection.stalled())
    }
}

/// Which engines get a `ping`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pinging {
    /// Those that report the feature.
    IfSupported,
    /// All.
    Always,
}

/// The end of the game, as far as the engine may decide it: an engine that reports the opponent's win
/// resigns, and a draw must be claimable.
fn game_end(reply: &XboardReply, question: &EngineQuestion<'_>) -> Option<Choice> {
    match reply {
        XboardReply::Resign => Some(Choice::Resign { mate: false }),
        XboardReply::Result(Some(winner)) if *winner != question.side() => {
            Some(Choice::Resign { mate: false })
        }
        XboardReply::Result(None) if question.draw_claimable => Some(Choice::ClaimDraw),
        _ => None,
    }
}

/// The engine's move in coordinates or in SAN.
fn read_move(text: &str, offers_draw: bool, question: &EngineQuestion<'_>) -> Choice {
    let position = question.game.position();
    let san = || AnySan::read(position, text.as_bytes())?.resolve(position);
    match resolve(text, position).or_else(san) {
        Some(mv) if offers_draw => Choice::PlayAndOffer(mv),
        Some(mv) => Choice::Play(mv),
        None => Choice::Illegal(text.to_owned()),
    }
}
