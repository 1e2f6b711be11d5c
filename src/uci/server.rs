//! A server that offers the built-in engine to a UCI client.
//!
//! One loop owns the output. Lines come from a thread that reads, results from a thread that
//! searches, so that `isready` and `stop` are answered during a search.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;

use crate::engine::{Engine, Limits, ScoreKind, SearchResult, SearchSettings};
use crate::notation::fen;
use crate::notation::uci::{CastlingStyle, resolve, style_for, write};
use crate::process::{Stop, each_line};
use crate::rules::{AnyMove, AnyPosition, History, Outcome, Position, Variant};
use crate::text::printable_line;
use crate::uci::search_work::{RunningSearch, SearchWork, limits};
use crate::uci::server_options::{OptionEffect, ServerOptions, options};
use crate::uci::{Go, Info, UciCommand, UciReply, UciScore, check_option};

/// Lines that may wait for an answer: a client that does not read its answers is not read either.
const MAX_WAITING_LINES: usize = 256;

/// Answers the lines of a client until it sends `quit` or they end.
///
/// # Errors
/// When the output cannot be written.
pub fn serve(input: impl Read + Send + 'static, out: &mut dyn Write) -> io::Result<()> {
    let (sender, events) = channel();
    let lines = sender.clone();
    // Only the client's lines need a free place: a search must never block on us.
    let (take_place, places) = sync_channel(MAX_WAITING_LINES);
    thread::spawn(move || {
        each_line(input, |line| {
            take_place.send(()).is_ok() && lines.send(ServerEvent::Line(line)).is_ok()
        });
        lines.send(ServerEvent::End)
    });
    Server::new(sender).run(&events, &places, out)
}

/// What the loop reacts to.
#[derive(Debug)]
pub(super) enum ServerEvent {
    /// A line of the client.
    Line(String),
    /// The end of the client's lines.
    End,
    /// An iteration of the search with this number, and with several lines the number of the line.
    Iteration(u64, Box<SearchResult<AnyMove>>, Option<u32>),
    /// The end of the search with this number.
    Done(u64),
}

#[derive(Debug)]
struct Server {
    events: Sender<ServerEvent>,
    /// The game of the client's last `position`.
    game: History<AnyPosition>,
    options: ServerOptions,
    /// The `go` of a search that ponders.
    ponder: Option<Go>,
    /// Absent before the first search, and while a search has it.
    engine: Option<Engine>,
    search: Option<RunningSearch>,
    searches: u64,
    input_ended: bool,
}

impl Server {
    fn new(events: Sender<ServerEvent>) -> Self {
        Self {
            events,
            game: History::new(Variant::Standard.start()),
            options: ServerOptions::default(),
            ponder: None,
            engine: None,
            search: None,
            searches: 0,
            input_ended: false,
        }
    }

    fn run(
        &mut self,
        events: &Receiver<ServerEvent>,
        places: &Receiver<()>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        while let Ok(event) = events.recv() {
            if matches!(event, ServerEvent::Line(_)) {
                // Frees the line's place.
                let _ = places.try_recv();
            }
            if self.react(event, out)?.is_break() {
                break;
            }
            out.flush()?;
        }
        self.finish_search(out)?;
        out.flush()
    }

    /// Reacts to an event; whether the loop ends.
    fn react(&mut self, event: ServerEvent, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        match event {
            ServerEvent::End => self.input_ended = true,
            ServerEvent::Line(line) => match UciCommand::from_line(&line) {
                Ok(UciCommand::Quit) => return Ok(ControlFlow::Break(())),
                Ok(command) => self.execute(command, out)?,
                Err(reason) => message(&reason, out)?,
            },
            ServerEvent::Iteration(number, result, multipv) if self.is_running(number) => {
                writeln!(out, "{}", Info { multipv, ..self.info(&result) })?;
            }
            ServerEvent::Done(number) if self.is_running(number) && self.ends_by_itself() => {
                self.finish_search(out)?;
            }
            // A search that was stopped has been answered already.
            ServerEvent::Iteration(..) | ServerEvent::Done(_) => {}
        }
        // A search that ends by itself is worth waiting for, as in `printf … | arbiter uci`.
        let is_over = self.input_ended && !self.ends_by_itself();
        Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Whether the running search has this number.
    fn is_running(&self, number: u64) -> bool {
        self.search.as_ref().is_some_and(|search| search.number == number)
    }

    /// Whether a search runs that ends without the client's `stop`.
    fn ends_by_itself(&self) -> bool {
        self.search.as_ref().is_some_and(|search| !search.is_infinite)
    }

    fn execute(&mut self, command: UciCommand, out: &mut dyn Write) -> io::Result<()> {
        match command {
            UciCommand::Uci => introduce(out)?,
            UciCommand::IsReady => writeln!(out, "{}", UciReply::ReadyOk)?,
            UciCommand::NewGame => {
                self.finish_search(out)?;
                self.clear_hash();
            }
            UciCommand::SetOption { name, value } => {
                self.set_option(&name, value.as_deref().unwrap_or_default(), out)?;
            }
            UciCommand::Position { fen, moves } => match self.read_game(fen.as_deref(), &moves) {
                Ok(game) => {
                    self.finish_search(out)?;
                    self.game = game;
                }
                Err(reason) => message(&reason, out)?,
            },
            UciCommand::Go(go) => {
                self.finish_search(out)?;
                self.start_search(&go);
                self.ponder = go.ponder.then_some(go);
            }
            UciCommand::Stop => self.finish_search(out)?,
            UciCommand::PonderHit => self.ponder_hit(out)?,
            UciCommand::Quit | UciCommand::Ignored => {}
        }
        Ok(())
    }

    /// The game of a `position` command; a sentence if the position or a move is illegal.
    fn read_game(
        &self,
        fen: Option<&str>,
        moves: &[String],
    ) -> Result<History<AnyPosition>, String> {
        let start =
            fen.map_or_else(|| Ok(self.options.variant.start()), |text| self.position(text));
        let mut game = History::new(start?);
        for text in moves {
            let Some(mv) = resolve(text, game.position()) else {
                return Err(format!("`{text}` is illegal here; the position stays as it was"));
            };
            game.play_unchecked(mv);
        }
        Ok(game)
    }

    /// The position of a FEN in the variant of the options.
    fn position(&self, text: &str) -> Result<AnyPosition, String> {
        let variant = self.options.variant;
        let position = if variant == Variant::Standard {
            let variant = self.options.is_chess960.then_some(Variant::Chess960 { start: None });
            let reading = fen::read_of(variant, text.as_bytes());
            reading.position().map(AnyPosition::from).ok_or(reading.findings)
        } else {
            fen::position_of(variant, text.as_bytes())
        };
        position.map_err(|findings| {
            let reason = findings.first().map_or("", |finding| &finding.message);
            format!("cannot play `{text}`: {reason}")
        })
    }

    fn set_option(&mut self, name: &str, value: &str, out: &mut dyn Write) -> io::Result<()> {
        let declared = options();
        let (option, value) = match check_option(&declared, name, value) {
            Ok((option, value)) => (option.name.as_str(), value.unwrap_or_default()),
            Err(error) => return message(&format!("arbiter {error}"), out),
        };
        self.finish_search(out)?;
        match self.options.set(option, &value) {
            OptionEffect::None => {}
            OptionEffect::Clear => self.clear_hash(),
            OptionEffect::Resize => self.engine = None,
            OptionEffect::Restart => {
                let variant = self.options.variant;
                self.game = History::new(variant.start());
                self.clear_hash();
                let (position, board) = (self.game.position(), self.game.position().geometry());
                let start = fen::write(position);
                let (files, ranks) = (board.width(), board.height());
                message(
                    &format!("variant {value} files {files} ranks {ranks} startpos {start}"),
                    out,
                )?;
            }
        }
        Ok(())
    }

    fn clear_hash(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    fn start_search(&mut self, go: &Go) {
        let megabytes = self.options.megabytes;
        let engine = self.engine.take();
        let engine = engine.unwrap_or_else(|| Engine::new(megabytes, SearchSettings::default()));
        self.searches += 1;
        let (limits, stop) =
            (limits(go, self.game.position(), self.options.level()), Stop::default());
        let is_infinite = go.infinite || go.ponder || limits == Limits::default();
        let named = go.searchmoves.iter();
        let position = self.game.position();
        let work = SearchWork {
            number: self.searches,
            game: self.game.clone(),
            among: named.filter_map(|text| resolve(text, position)).collect(),
            limits,
            lines: self.options.lines,
            level: self.options.level(),
            stop: stop.clone(),
            events: self.events.clone(),
        };
        let thread = thread::spawn(move || work.run(engine));
        self.search = Some(RunningSearch { number: self.searches, stop, is_infinite, thread });
    }

    /// The expected move was played: the search goes on under its limits. What it has found so far is in the table.
    fn ponder_hit(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(go) = self.ponder.take() else { return Ok(()) };
        let Some(search) = self.search.take() else { return Ok(()) };
        match search.end() {
            Some((engine, _)) => self.engine = Some(engine),
            None => message("the search has failed", out)?,
        }
        self.start_search(&Go { ponder: false, ..go });
        Ok(())
    }

    /// Ends the search, if one runs, and writes its result.
    fn finish_search(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(search) = self.search.take() else { return Ok(()) };
        self.ponder = None;
        match search.end() {
            Some((engine, result)) => {
                self.engine = Some(engine);
                match result {
                    Some(result) => self.best_move(&result, out),
                    None => no_move(self.game.position(), out),
                }
            }
            None => message("the search has failed", out),
        }
    }

    fn best_move(&self, result: &SearchResult<AnyMove>, out: &mut dyn Write) -> io::Result<()> {
        let info = self.info(result);
        let mv = self.line(&[result.best]).concat();
        let best = UciReply::BestMove { mv, ponder: info.pv.get(1).cloned() };
        writeln!(out, "{info}")?;
        writeln!(out, "{best}")
    }

    fn info(&self, result: &SearchResult<AnyMove>) -> Info {
        let millis = result.time.as_millis().max(1);
        let nps = u128::from(result.nodes) * 1000 / millis;
        Info {
            depth: Some(u32::from(result.depth)),
            seldepth: Some(u32::from(result.seldepth)),
            score: Some(match result.score.kind() {
                ScoreKind::Centipawns(points) => UciScore::Centipawns(i32::from(points)),
                ScoreKind::MatesIn(moves) => UciScore::Mate(i32::from(moves)),
                ScoreKind::MatedIn(moves) => UciScore::Mate(-i32::from(moves)),
            }),
            nodes: Some(result.nodes),
            nps: u64::try_from(nps).ok(),
            hashfull: u32::try_from(result.hashfull).ok(),
            time: Some(result.time),
            pv: self.line(&result.pv),
            ..Info::default()
        }
    }

    /// The moves of a line as the client reads them; with `UCI_Chess960` castling is written by the rook's square.
    fn line(&self, moves: &[AnyMove]) -> Vec<String> {
        let by_rook = self.options.is_chess960.then_some(CastlingStyle::KingTakesRook);
        let style = by_rook.unwrap_or_else(|| style_for(self.game.start()));
        let mut position = self.game.position().clone();
        let mut texts = Vec::new();
        for &mv in moves {
            texts.push(write(&position, mv, style));
            position.play_unchecked(mv);
        }
        texts
    }
}

fn introduce(out: &mut dyn Write) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    writeln!(out, "{}", UciReply::Name(format!("arbiter {version}")))?;
    writeln!(out, "{}", UciReply::Author("the arbiter authors".to_owned()))?;
    for option in options() {
        writeln!(out, "{option}")?;
    }
    writeln!(out, "{}", UciReply::UciOk)
}

/// A message for people.
fn message(text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", Info::message(printable_line(text)))
}

/// The answer when the game is over.
fn no_move(position: &AnyPosition, out: &mut dyn Write) -> io::Result<()> {
    let winner = position.board_outcome().and_then(Outcome::winner);
    let score = match winner {
        Some(winner) if winner == position.turn() => UciScore::Mate(1),
        Some(_) => UciScore::Mate(0),
        None => UciScore::Centipawns(0),
    };
    let info = Info { depth: Some(0), score: Some(score), ..Info::default() };
    writeln!(out, "{info}")?;
    writeln!(out, "{}", UciReply::BestMove { mv: "(none)".to_owned(), ponder: None })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The server's answer to these lines. A `pause` lets an infinite search run a while.
    fn answer(lines: &[&str]) -> String {
        let (sender, events) = channel();
        let client = sender.clone();
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        let writer = thread::spawn(move || {
            for line in lines {
                if line == "pause" {
                    thread::sleep(Duration::from_millis(500));
                } else {
                    client.send(ServerEvent::Line(line)).expect("a server");
                }
            }
            client.send(ServerEvent::End).expect("a server");
        });
        let mut out = Vec::new();
        Server::new(sender).run(&events, &channel().1, &mut out).expect("writes to memory");
        writer.join().expect("a client");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn introduces_itself() {
        let text = answer(&["uci", "isready"]);
        assert!(text.starts_with("id name arbiter "), "{text}");
        assert!(text.contains("option name Hash type spin default 16 min 1 max 4096\n"), "{text}");
        assert!(text.contains("option name UCI_Chess960 type check default false\n"), "{text}");
        assert!(text.ends_with("uciok\nreadyok\n"), "{text}");
    }

    #[test]
    fn finds_the_mate_and_says_how_far_it_is() {
        let text = answer(&["position startpos moves f2f3 e7e5 g2g4", "go depth 3"]);
        assert!(text.contains("score mate 1 "), "{text}");
        assert!(text.contains("\nbestmove d8h4"), "{text}");
    }

    #[test]
    fn an_infinite_search_is_answered_only_when_stopped() {
        let text = answer(&["go infinite", "pause", "isready", "stop", "isready"]);
        let (before, after) = text.split_once("readyok").expect("two of them");
        assert!(!before.contains("bestmove"), "{text}");
        let (between, _) = after.split_once("readyok").expect("two of them");
        assert!(between.contains("bestmove "), "{text}");
    }

    #[test]
    fn several_lines_have_numbers_and_different_moves() {
        let text = answer(&["setoption name MultiPV value 3", "go depth 3"]);
        let last = text.lines().filter(|line| line.starts_with("info depth 3 "));
        let lines: Vec<&str> = last.filter(|line| line.contains(" multipv ")).collect();
        assert_eq!(lines.len(), 3, "{text}");
        let mut first: Vec<&str> = Vec::new();
        for (number, line) in (1..).zip(&lines) {
            assert!(line.contains(&format!(" multipv {number} ")), "{text}");
            first.extend(line.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next()));
        }
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 3, "{text}");
    }

    #[test]
    fn a_ponder_hit_goes_on_until_the_limits() {
        let text = answer(&["go ponder depth 3", "pause", "isready", "ponderhit"]);
        let (before, after) = text.split_once("readyok").expect("ready");
        assert!(!before.contains("bestmove") && after.contains("bestmove "), "{text}");
    }

    #[test]
    fn a_limited_engine_searches_less() {
        let limit = "setoption name UCI_LimitStrength value true";
        let text =
            answer(&[limit, "setoption name UCI_Elo value 1000", "go wtime 60000 btime 60000"]);
        assert_eq!(text.matches("bestmove ").count(), 1, "{text}");
        let text = answer(&["setoption name Skill Level value 8", "go wtime 60000 btime 60000"]);
        let nodes =
            text.split(" nodes ").filter_map(|rest| rest.split(' ').next()?.parse::<u64>().ok());
        assert!(nodes.max().is_some_and(|nodes| nodes < 1000), "{text}");
    }

    #[test]
    fn only_the_moves_to_search_are_searched() {
        let text = answer(&["go depth 3 searchmoves a2a3"]);
        assert!(text.contains("bestmove a2a3"), "{text}");
    }

    #[test]
    fn a_finished_game_has_no_move() {
        let mated = "position startpos moves f2f3 e7e5 g2g4 d8h4";
        let text = answer(&[mated, "go depth 3"]);
        assert_eq!(text, "info depth 0 score mate 0\nbestmove (none)\n");
    }

    #[test]
    fn castling_is_written_as_the_client_reads_it() {
        let castle = "position fen 5k2/8/8/8/8/8/8/4K2R w K - 0 1";
        let go = "go depth 1 searchmoves e1g1";
        assert!(answer(&[castle, go]).contains("bestmove e1g1"));
        let option = "setoption name UCI_Chess960 value true";
        assert!(answer(&[option, castle, go]).contains("bestmove e1h1"));
    }

    #[test]
    fn unreadable_lines_get_a_message() {
        let text = answer(&[
            "hello",
            "position fen rubbish",
            "position startpos moves e2e5",
            "setoption name Hashh value 3",
            "setoption name Hash value banana",
            "isready",
        ]);
        let messages: Vec<&str> = text.lines().collect();
        assert_eq!(messages.len(), 6, "{text}");
        assert_eq!(messages[0], "info string unknown command `hello`");
        assert!(messages[1].starts_with("info string cannot play `rubbish`: "), "{text}");
        assert!(messages[2].starts_with("info string `e2e5` is illegal here"), "{text}");
        assert!(messages[3].ends_with("has no option \"Hashh\"; did you mean Hash?"), "{text}");
        assert!(messages[4].contains("a number from 1 to 4096 for Hash"), "{text}");
        assert_eq!(messages[5], "readyok");
    }
}
