//! A client that drives the process of a UCI engine, and what an engine is asked in either protocol.

use std::time::{Duration, Instant};

use crate::notation::fen;
use crate::notation::uci::{CastlingStyle, style_for, written};
use crate::process::{
    Connection, EngineError, STOP_TIMEOUT, Stop, stop_check, wait_unless_stopped,
};
use crate::rules::{AnyPosition, Chess, Color, History, Move, Position};
use crate::uci::{EngineOption, Go, UciCommand, UciReply, UciScore, check_option};

/// A position for which an engine is asked for a move.
#[derive(Debug)]
pub struct EngineQuestion<'a> {
    /// The game so far, with the engine to move.
    pub game: &'a History<AnyPosition>,
    /// The start of the game, unless it is the standard one.
    pub fen: Option<String>,
    /// The moves since.
    pub move_texts: Vec<String>,
    /// How castling is written in this game.
    pub style: CastlingStyle,
    /// The limits of the search, or the clocks.
    pub go: Go,
    /// The time to wait for the move.
    pub timeout: Duration,
    /// Whether the opponent's draw offer stands.
    pub draw_offered: bool,
    /// Whether a draw may be claimed.
    pub draw_claimable: bool,
}

impl<'a> EngineQuestion<'a> {
    /// A question in this game, without draw offers.
    pub fn new(game: &'a History<AnyPosition>, (go, timeout): (Go, Duration)) -> Self {
        let style = style_for(game.start());
        let text = fen::write(game.start());
        let fen = (text != fen::write(&Chess::start())).then_some(text);
        let move_texts = game.moves().iter().map(|&mv| written(mv, style).to_string()).collect();
        let (draw_offered, draw_claimable) = (false, false);
        Self { game, fen, move_texts, style, go, timeout, draw_offered, draw_claimable }
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        self.game.position().turn()
    }
}

/// A player's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// Plays a move.
    Play(Move),
    /// Plays a move and offers a draw.
    PlayAndOffer(Move),
    /// Accepts the opponent's draw offer.
    AcceptDraw,
    /// Claims the draw that may be claimed.
    ClaimDraw,
    /// Resigns.
    Resign {
        /// Whether mate cannot be avoided.
        mate: bool,
    },
    /// Answers with a text that is not a legal move.
    Illegal(String),
}

/// A move as the engine wrote it, and its last score.
#[derive(Debug)]
pub struct BestMove {
    /// The move as written.
    pub text: String,
    /// The score, if the engine reported one.
    pub score: Option<UciScore>,
}

/// A connection to an engine that has introduced itself.
#[derive(Debug)]
pub struct UciClient {
    connection: Connection,
    name: Option<String>,
    options: Vec<EngineOption>,
    style: CastlingStyle,
    /// The number of moves in the last question.
    plies: Option<usize>,
}

/// An engine has no more options: one that never stops listing them must not fill the memory.
const MOST_OPTIONS: usize = 4096;

impl UciClient {
    /// Waits for the introduction and sets options.
    ///
    /// # Errors
    /// If the engine does not answer or lacks an option.
    pub fn open(
        connection: Connection,
        options: &[(String, String)],
        stop: &Stop,
    ) -> Result<Self, EngineError> {
        let style = CastlingStyle::default();
        let mut client = Self { connection, name: None, options: Vec::new(), style, plies: None };
        client.wait_for(&UciReply::UciOk, &UciCommand::Uci, stop)?;
        if client.has_option("Ponder") {
            client.set_option("Ponder", "false")?;
        }
        for (name, value) in options {
            client.set_option(name, value)?;
        }
        client.wait_until_ready(stop)?;
        Ok(client)
    }

    /// The name the engine gives itself.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The connection to it.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Sends a command and waits for its answer. Names and options are recorded; other replies, such as the
    /// move of an abandoned search, are dropped.
    fn wait_for(
        &mut self,
        answer: &UciReply,
        command: &UciCommand,
        stop: &Stop,
    ) -> Result<(), EngineError> {
        self.connection.send(command);
        let until = self.connection.deadline();
        loop {
            match wait_unless_stopped(stop, until, |next| self.reply(next))? {
                Some(reply) if reply == *answer => return Ok(()),
                _ if Instant::now() >= until => return Err(self.connection.no_answer(command)),
                Some(UciReply::Name(name)) => self.name = Some(name),
                Some(UciReply::Option(option)) if self.options.len() < MOST_OPTIONS => {
                    self.options.push(option);
                }
                _ => {}
            }
        }
    }

    /// The next line of the protocol, or `None` if there is none in time. The clock is read after
    /// every line: an engine may write faster than we read.
    fn reply(&mut self, until: Instant) -> Result<Option<UciReply>, EngineError> {
        while let Some(line) = self.connection.line(until)? {
            let reply = UciReply::from_line(&line);
            if reply.is_some() || Instant::now() >= until {
                return Ok(reply);
            }
        }
        Ok(None)
    }

    /// Waits until the engine has done everything so far.
    fn wait_until_ready(&mut self, stop: &Stop) -> Result<(), EngineError> {
        self.wait_for(&UciReply::ReadyOk, &UciCommand::IsReady, stop)
    }

    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let (option, value) = check_option(&self.options, name, value)
            .map_err(|error| self.connection.unable(&error))?;
        let command = UciCommand::SetOption { name: option.name.clone(), value };
        self.connection.send(&command);
        Ok(())
    }

    /// Asks for a move. After a stop request the move is that of an unfinished search.
    ///
    /// # Errors
    /// If the engine's process ends or does not answer.
    pub fn ask(
        &mut self,
        question: &EngineQuestion<'_>,
        stop: &Stop,
    ) -> Result<BestMove, EngineError> {
        self.set_castling_style(question.style)?;
        let plies = question.move_texts.len();
        if self.plies.is_none_or(|last| plies < last && plies < 2) {
            self.connection.send(&UciCommand::NewGame);
        }
        self.plies = Some(plies);
        self.wait_until_ready(stop)?;
        let (fen, moves) = (question.fen.clone(), question.move_texts.clone());
        self.connection.send(&UciCommand::Position { fen, moves });
        self.connection.send(&question.go);
        match self.best_move(Instant::now() + question.timeout, stop)? {
            Some(best) => Ok(best),
            None => self.stop_search(),
        }
    }

    /// Only games that need it are played with the castling of Chess960.
    fn set_castling_style(&mut self, style: CastlingStyle) -> Result<(), EngineError> {
        if style == self.style {
            return Ok(());
        }
        if !self.has_option("UCI_Chess960") {
            return Err(self.connection.unable(&"does not play Chess960"));
        }
        let value = (style == CastlingStyle::KingTakesRook).to_string();
        self.set_option("UCI_Chess960", &value)?;
        self.style = style;
        Ok(())
    }

    /// The engine's move, or `None` if the time is up or a stop was requested.
    fn best_move(&mut self, until: Instant, stop: &Stop) -> Result<Option<BestMove>, EngineError> {
        let mut score = None;
        while !stop.is_raised() {
            match self.reply(stop_check(until))? {
                Some(UciReply::BestMove { mv: text, .. }) => {
                    return Ok(Some(BestMove { text, score }));
                }
                Some(UciReply::Info(info)) => score = info.score.or(score),
                Some(_) | None => {}
            }
            if Instant::now() >= until {
                break;
            }
        }
        Ok(None)
    }

    /// Stops the engine and waits for the move that must follow.
    fn stop_search(&mut self) -> Result<BestMove, EngineError> {
        self.connection.send(&UciCommand::Stop);
        let best = self.best_move(Instant::now() + STOP_TIMEOUT, &Stop::default())?;
        best.ok_or_else(|| self.connection.stalled())
    }
}
