//! The game as an `XBoard` engine knows it, and the commands that bring it up to date: moves and clocks.

use crate::engine::TimeLeft;
use crate::notation::uci::{CastlingStyle, written};
use crate::rules::{Color, Move, Side};
use crate::uci::{EngineQuestion, Go};
use crate::xboard::Features;
use crate::xboard::lines::{centiseconds, level, whole_seconds};

/// The seconds for a move whose limit says nothing about time.
const SECONDS_FOR_DEPTH: u64 = 5;

/// The game so far as the engine knows it.
#[derive(Debug)]
pub(super) struct KnownGame {
    fen: Option<String>,
    style: CastlingStyle,
    moves: Vec<String>,
    /// The engine's clock at the last question.
    clock: Option<TimeLeft>,
}

impl KnownGame {
    /// The start of the game, without moves.
    pub(super) fn new(question: &EngineQuestion<'_>) -> Self {
        let (fen, style) = (question.fen.clone(), question.style);
        Self { fen, style, moves: Vec::new(), clock: None }
    }

    /// Whether the question continues this game.
    pub(super) fn leads_to(&self, question: &EngineQuestion<'_>) -> bool {
        self.fen == question.fen
            && self.style == question.style
            && question.move_texts.starts_with(&self.moves)
    }

    /// The moves that the engine does not know yet.
    pub(super) fn new_moves(&self, question: &EngineQuestion<'_>, usermove: bool) -> Vec<String> {
        let unknown = &question.game.moves()[self.moves.len()..];
        let word = if usermove { "usermove " } else { "" };
        unknown.iter().map(|&mv| format!("{word}{}", spelling(mv, self.style))).collect()
    }

    /// The game after the moves of the question.
    pub(super) fn updated(self, question: &EngineQuestion<'_>) -> Self {
        Self { moves: question.move_texts.clone(), ..self }
    }

    /// The commands that tell the engine its time. Without a time control some engines think for ever.
    pub(super) fn time_commands(&mut self, question: &EngineQuestion<'_>) -> Vec<String> {
        let side = question.side();
        let own = time_left(&question.go, side);
        let commands = match (own, time_left(&question.go, !side)) {
            (Some(own), Some(other)) => clock_commands(self.clock, own, other),
            _ => limit_commands(&question.go),
        };
        self.clock = own;
        commands
    }

    /// The game after the engine's own move.
    pub(super) fn with_own_move(mut self, mv: Move) -> Self {
        self.moves.push(written(mv, self.style).to_string());
        self
    }
}

/// A move as the protocol writes it: in Chess960 castling is `O-O` and `O-O-O`.
fn spelling(mv: Move, style: CastlingStyle) -> String {
    match (style, mv.castling_side()) {
        (CastlingStyle::KingTakesRook, Some(Side::King)) => "O-O".to_owned(),
        (CastlingStyle::KingTakesRook, Some(Side::Queen)) => "O-O-O".to_owned(),
        _ => written(mv, style).to_string(),
    }
}

/// The commands that begin a game.
///
/// # Errors
/// What the engine cannot do, as the end of a sentence that begins with its name.
pub(super) fn opening(
    question: &EngineQuestion<'_>,
    features: &Features,
) -> Result<Vec<String>, &'static str> {
    let is_chess960 = question.style == CastlingStyle::KingTakesRook;
    if is_chess960 && !features.plays("fischerandom") {
        return Err("does not play Chess960");
    }
    if question.fen.is_some() && !features.setboard {
        return Err("plays from the standard start only");
    }
    let variant = is_chess960.then_some("variant fischerandom");
    // No move yet, no thinking in the opponent's time, no thinking output.
    let quiet = ["force", "easy", "nopost"];
    let commands = ["new"].into_iter().chain(variant).chain(quiet).map(str::to_owned);
    Ok(commands.chain(question.fen.as_ref().map(|fen| format!("setboard {fen}"))).collect())
}

/// The time of a side, if clocks run.
fn time_left(go: &Go, side: Color) -> Option<TimeLeft> {
    let (remaining, increment) = (go.time[side]?, go.increment[side].unwrap_or_default());
    Some(TimeLeft { remaining, increment, moves_to_go: go.movestogo })
}

/// The commands for both clocks; `last` is the engine's clock at the last question.
fn clock_commands(last: Option<TimeLeft>, own: TimeLeft, other: TimeLeft) -> Vec<String> {
    let level = is_new_period(last, own).then(|| level(own));
    let own = format!("time {}", centiseconds(own.remaining));
    let other = format!("otim {}", centiseconds(other.remaining));
    level.into_iter().chain([own, other]).collect()
}

/// Whether another time control begins.
fn is_new_period(last: Option<TimeLeft>, now: TimeLeft) -> bool {
    last.is_none_or(|last| {
        last.increment != now.increment
            || last.moves_to_go.is_some() != now.moves_to_go.is_some()
            || last.moves_to_go < now.moves_to_go
    })
}

/// The commands for a search without clocks. The protocol has no limit on nodes.
fn limit_commands(go: &Go) -> Vec<String> {
    let seconds = go.movetime.map_or(SECONDS_FOR_DEPTH, whole_seconds);
    let depth = go.depth.map(|plies| format!("sd {plies}"));
    [format!("st {seconds}")].into_iter().chain(depth).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::notation::fen;
    use crate::notation::uci::resolve;
    use crate::rules::{AnyPosition, Chess, History};

    fn played(start: &Chess, moves: &[&str]) -> History<AnyPosition> {
        let mut game = History::new(AnyPosition::from(start.clone()));
        for text in moves {
            game.play_unchecked(resolve(text, game.position()).expect(text));
        }
        game
    }

    fn asked(game: &History<AnyPosition>) -> EngineQuestion<'_> {
        EngineQuestion::new(game, (Go::default(), Duration::ZERO))
    }

    #[test]
    fn only_new_moves_are_sent() {
        let first = played(&Chess::start(), &["e2e4"]);
        let question = asked(&first);
        let game = KnownGame::new(&question);
        assert_eq!(game.new_moves(&question, true), ["usermove e2e4"]);
        assert_eq!(game.new_moves(&question, false), ["e2e4"]);
        let reply = resolve("e7e5", first.position()).expect("legal");
        let game = game.updated(&question).with_own_move(reply);
        let second = played(&Chess::start(), &["e2e4", "e7e5", "g1f3"]);
        let question = asked(&second);
        assert!(game.leads_to(&question));
        assert_eq!(game.new_moves(&question, true), ["usermove g1f3"]);
    }

    #[test]
    fn a_game_with_moves_taken_back_is_another_game() {
        let long = played(&Chess::start(), &["e2e4", "e7e5"]);
        let question = asked(&long);
        let game = KnownGame::new(&question).updated(&question);
        for moves in [&["e2e4"][..], &["e2e4", "c7c5", "g1f3"], &[]] {
            let other = played(&Chess::start(), moves);
            assert!(!game.leads_to(&asked(&other)), "{moves:?}");
        }
    }

    #[test]
    fn a_game_begins_as_far_as_the_engine_can() {
        let standard = played(&Chess::start(), &[]);
        let standard = asked(&standard);
        let old = Features::default();
        assert_eq!(
            opening(&standard, &old),
            Ok(["new", "force", "easy", "nopost"].map(str::to_owned).to_vec())
        );
        let rooks = fen::position(b"1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1").expect("playable");
        let shuffled = played(&rooks, &[]);
        let shuffled = asked(&shuffled);
        assert_eq!(opening(&shuffled, &old), Err("does not play Chess960"));
        let mut able = Features { setboard: true, ..Features::default() };
        able.variants = vec!["normal".to_owned(), "fischerandom".to_owned()];
        let sent = opening(&shuffled, &able).expect("it can");
        assert_eq!(sent[..2], ["new", "variant fischerandom"]);
        assert!(sent.last().is_some_and(|line| line.starts_with("setboard 1r2k3/")), "{sent:?}");
        let fen = EngineQuestion { fen: Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned()), ..standard };
        assert_eq!(opening(&fen, &old), Err("plays from the standard start only"));
    }

    #[test]
    fn castling_of_chess960_is_written_with_letters() {
        let rooks = fen::position(b"1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1").expect("playable");
        let castled = played(&rooks, &["e1b1"]);
        let question = asked(&castled);
        assert_eq!(KnownGame::new(&question).new_moves(&question, true), ["usermove O-O-O"]);
    }

    fn clock(ms: u64, moves_to_go: Option<u32>) -> TimeLeft {
        let increment = Duration::from_secs(2);
        TimeLeft { remaining: Duration::from_millis(ms), increment, moves_to_go }
    }

    fn sent(last: Option<TimeLeft>, own: TimeLeft) -> Vec<String> {
        let other = clock(60_000, None);
        clock_commands(last, own, other)
    }

    #[test]
    fn a_period_is_announced_once() {
        let first = clock(89_980, Some(40));
        assert_eq!(sent(None, first), ["level 40 1:30 2", "time 8998", "otim 6000"]);
        let second = clock(80_000, Some(39));
        assert_eq!(sent(Some(first), second), ["time 8000", "otim 6000"]);
        let next_period = clock(30_000, None);
        assert_eq!(sent(Some(second), next_period)[0], "level 0 0:30 2");
        let long_period = clock(30_000, Some(40));
        assert_eq!(sent(Some(clock(1, Some(1))), long_period)[0], "level 40 0:30 2");
    }

    #[test]
    fn there_is_always_a_time_control() {
        let ms = Duration::from_millis;
        for (go, expected) in [
            (Go { movetime: Some(ms(100)), ..Go::default() }, vec!["st 1"]),
            (Go { movetime: Some(ms(3000)), ..Go::default() }, vec!["st 3"]),
            (Go { depth: Some(4), ..Go::default() }, vec!["st 5", "sd 4"]),
            (Go { nodes: Some(100), ..Go::default() }, vec!["st 5"]),
        ] {
            assert_eq!(limit_commands(&go), expected, "{go}");
        }
    }
}
