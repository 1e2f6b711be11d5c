//! A client that drives the process of a UCI engine, and what an engine is asked in either protocol.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::Bound;
use crate::notation::fen;
use crate::notation::uci::{self, CastlingStyle, style_for};
use crate::process::{
    Connection, EngineError, STOP_TIMEOUT, Stop, stop_check, wait_unless_stopped,
};
use crate::rules::{
    AnyMove, AnyPosition, Chess, Color, History, Position,
    variant::{Rules, VariantPosition},
};
use crate::uci::{
    EngineOption, Go, Info, OptionKind, UciCommand, UciReply, UciScore, check_option,
    missing_variant, offered_name,
};

/// A position for which an engine is asked for a move.
#[derive(Debug)]
pub struct EngineQuestion<'a> {
    /// The game so far, with the engine to move.
    pub game: &'a History<AnyPosition>,
    /// The rules of the game, unless it is chess.
    pub rules: Option<Arc<Rules>>,
    /// The start of the game, unless it is the usual one.
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
        let rules = game.start().variant().map(VariantPosition::rules).cloned();
        let usual = rules
            .as_ref()
            .map_or_else(|| fen::write(&Chess::start()), |rules| fen::write(&rules.start()));
        let text = fen::write(game.start());
        let fen = (text != usual).then_some(text);
        let plies = game.moves().iter().enumerate();
        let text =
            |(ply, mv): (usize, &AnyMove)| Some(uci::write(game.position_at(ply)?, *mv, style));
        let move_texts = plies.filter_map(text).collect();
        let (draw_offered, draw_claimable) = (false, false);
        Self { game, rules, fen, move_texts, style, go, timeout, draw_offered, draw_claimable }
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
    Play(AnyMove),
    /// Plays a move and offers a draw.
    PlayAndOffer(AnyMove),
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
    /// The best line as written, if the engine reported one.
    pub pv: Vec<String>,
}

/// A connection to an engine that has introduced itself.
#[derive(Debug)]
pub struct UciClient {
    connection: Connection,
    name: Option<String>,
    options: Vec<EngineOption>,
    style: CastlingStyle,
    /// The rules of the last question, unless they were those of chess.
    rules: Option<Arc<Rules>>,
    /// The board on which the engine says that games of its variant begin.
    announced_board: Option<String>,
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
        let mut client = Self {
            connection,
            name: None,
            options: Vec::new(),
            style: CastlingStyle::default(),
            rules: None,
            announced_board: None,
            plies: None,
        };
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
                Some(UciReply::Info(Info { string: Some(text), .. })) => {
                    self.announced_board = announced_board(&text).or(self.announced_board.take());
                }
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
        self.option(name).is_some()
    }

    fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let (option, value) = check_option(&self.options, name, value)
            .map_err(|error| self.connection.unable(&error))?;
        let command = UciCommand::SetOption { name: option.name.clone(), value };
        self.connection.send(&command);
        Ok(())
    }

    /// Asks for a move. After a stop request the move is that of an unfinished search. `report` receives what the engine says
    /// about its search.
    ///
    /// # Errors
    /// If the engine's process ends or does not answer.
    pub fn ask(
        &mut self,
        question: &EngineQuestion<'_>,
        stop: &Stop,
        mut report: impl FnMut(&Info),
    ) -> Result<BestMove, EngineError> {
        self.set_variant(question.rules.as_ref(), stop)?;
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
        match self.best_move(Instant::now() + question.timeout, stop, &mut report)? {
            Some(best) => Ok(best),
            None => self.stop_search(&mut report),
        }
    }

    /// Tells the engine the rules of the game where they are not those of the last one.
    fn set_variant(&mut self, rules: Option<&Arc<Rules>>, stop: &Stop) -> Result<(), EngineError> {
        if rules == self.rules.as_ref() {
            return Ok(());
        }
        let offered = match self.option("UCI_Variant") {
            Some(EngineOption { kind: OptionKind::Combo { choices, .. }, .. }) => {
                choices.as_slice()
            }
            _ => &[],
        };
        let name = match rules {
            Some(rules) => offered_name(rules, offered),
            None => Some("chess"),
        };
        let Some(name) = name.map(str::to_owned) else {
            let missing = rules.map(|rules| missing_variant(rules)).unwrap_or_default();
            return Err(self.connection.unable(&missing));
        };
        self.announced_board = None;
        self.set_option("UCI_Variant", &name)?;
        self.wait_until_ready(stop)?;
        (self.rules, self.plies) = (rules.cloned(), None);
        let begins_otherwise = |rules: &Arc<Rules>| {
            self.announced_board.as_ref().is_some_and(|board| *board != first_board(rules))
        };
        if rules.is_some_and(begins_otherwise) {
            let other = format!("plays another game under the name {name}");
            return Err(self.connection.unable(&other));
        }
        Ok(())
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
    fn best_move(
        &mut self,
        until: Instant,
        stop: &Stop,
        report: &mut impl FnMut(&Info),
    ) -> Result<Option<BestMove>, EngineError> {
        let (mut score, mut pv) = (None, Vec::new());
        while !stop.is_raised() {
            match self.reply(stop_check(until))? {
                Some(UciReply::BestMove { mv: text, .. }) => {
                    return Ok(Some(BestMove { text, score, pv }));
                }
                Some(UciReply::Info(info)) => {
                    report(&info);
                    let is_exact = info.bound == Bound::Exact;
                    score = info.score.filter(|_| is_exact || score.is_none()).or(score);
                    if !info.pv.is_empty() && is_exact {
                        pv = info.pv;
                    }
                }
                Some(_) | None => {}
            }
            if Instant::now() >= until {
                break;
            }
        }
        Ok(None)
    }

    /// Stops the engine and waits for the move that must follow.
    fn stop_search(&mut self, report: &mut impl FnMut(&Info)) -> Result<BestMove, EngineError> {
        self.connection.send(&UciCommand::Stop);
        let best = self.best_move(Instant::now() + STOP_TIMEOUT, &Stop::default(), report)?;
        best.ok_or_else(|| self.connection.stalled())
    }
}

/// The board in the line with which Fairy-Stockfish describes a variant: `variant micro files 4 … startpos kb+r+l/… w 0 1`.
fn announced_board(text: &str) -> Option<String> {
    let (_, start) = text.strip_prefix("variant ")?.split_once(" startpos ")?;
    Some(without_hands(start).to_owned())
}

/// The board on which games of a variant begin.
fn first_board(rules: &Arc<Rules>) -> String {
    without_hands(&fen::write(&rules.start())).to_owned()
}

/// The first field of a FEN without the pieces in hand.
fn without_hands(fen: &str) -> &str {
    fen.split([' ', '[']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{announced_board, first_board};
    use crate::rules::Variant;

    #[test]
    fn another_game_of_the_same_name_begins_on_another_board() {
        let micro: Variant = "micro".parse().expect("a variant");
        let crazyhouse: Variant = "crazyhouse".parse().expect("a variant");
        let line = "variant micro files 4 ranks 5 pocket 10 template shogi startpos kb+r+l/p3/4/3P/+L+RBK[-] w 0 1";
        let announced = announced_board(line).expect("a board");
        assert_eq!(announced, "kb+r+l/p3/4/3P/+L+RBK");
        assert_ne!(Some(announced), micro.rules().map(first_board));
        let line = "variant crazyhouse files 8 ranks 8 pocket 6 template crazyhouse startpos rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
        assert_eq!(announced_board(line), crazyhouse.rules().map(first_board));
        assert_eq!(announced_board("variant of a line"), None);
    }
}
