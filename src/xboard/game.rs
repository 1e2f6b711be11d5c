//! The game as an `XBoard` engine knows it, and the commands that bring it up to date: moves and clocks.

use std::sync::Arc;

use crate::engine::TimeLeft;
use crate::notation::uci::{CastlingStyle, write};
use crate::rules::{AnyMove, Color, Move, Side, variant::Rules};
use crate::uci::{EngineQuestion, Go, missing_variant, offered_name};
use crate::xboard::Features;
use crate::xboard::lines::{centiseconds, level, whole_seconds};

/// The seconds for a move whose limit says nothing about time.
const SECONDS_FOR_DEPTH: u64 = 5;

/// The game so far as the engine knows it.
#[derive(Debug)]
pub(super) struct KnownGame {
    rules: Option<Arc<Rules>>,
    fen: Option<String>,
    style: CastlingStyle,
    moves: Vec<String>,
    /// The engine's clock at the last question.
    clock: Option<TimeLeft>,
}

impl KnownGame {
    /// The start of the game, without moves.
    pub(super) fn new(question: &EngineQuestion<'_>) -> Self {
        let (rules, fen, style) = (question.rules.clone(), question.fen.clone(), question.style);
        Self { rules, fen, style, moves: Vec::new(), clock: None }
    }

    /// Whether the question continues this game.
    pub(super) fn leads_to(&self, question: &EngineQuestion<'_>) -> bool {
        self.rules == question.rules
            && self.fen == question.fen
            && self.style == question.style
            && question.move_texts.starts_with(&self.moves)
    }

    /// The moves that the engine does not know yet.
    pub(super) fn new_moves(&self, question: &EngineQuestion<'_>, usermove: bool) -> Vec<String> {
        let word = if usermove { "usermove " } else { "" };
        let plies = question.game.moves().iter().zip(&question.move_texts);
        let unknown = plies.skip(self.moves.len());
        unknown.map(|(mv, text)| format!("{word}{}", spelling(*mv, text, self.style))).collect()
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

    /// The game after the engine's own move in answer to a question.
    pub(super) fn with_own_move(mut self, mv: AnyMove, question: &EngineQuestion<'_>) -> Self {
        self.moves.push(write(question.game.position(), mv, self.style));
        self
    }
}

/// A move as the protocol writes it: in Chess960 castling is `O-O` and `O-O-O`.
fn spelling(mv: AnyMove, text: &str, style: CastlingStyle) -> String {
    let side = mv.chess().and_then(Move::castling_side);
    match (style, side) {
        (CastlingStyle::KingTakesRook, Some(Side::King)) => "O-O".to_owned(),
        (CastlingStyle::KingTakesRook, Some(Side::Queen)) => "O-O-O".to_owned(),
        _ => text.to_owned(),
    }
}

/// The most ranks of a board whose squares this protocol writes as we do: beyond it counts them from zero.
const MOST_RANKS: u8 = 9;

/// The word of the protocol for the rules of the game, unless they are those of chess.
fn variant<'a>(
    question: &EngineQuestion<'_>,
    features: &'a Features,
) -> Result<Option<&'a str>, String> {
    if let Some(rules) = &question.rules {
        let offered =
            offered_name(rules, &features.variants).ok_or_else(|| missing_variant(rules))?;
        return match rules.geometry().height() {
            ..=MOST_RANKS => Ok(Some(offered)),
            ranks => Err(format!(
                "gets boards of at most {MOST_RANKS} ranks over the protocol of XBoard, not {ranks}; use `uci:`"
            )),
        };
    }
    let is_chess960 = question.style == CastlingStyle::KingTakesRook;
    if is_chess960 && !features.plays("fischerandom") {
        return Err("does not play Chess960".to_owned());
    }
    Ok(is_chess960.then_some("fischerandom"))
}

/// The commands that begin a game.
///
/// # Errors
/// What the engine cannot do, as the end of a sentence that begins with its name.
pub(super) fn opening(
    question: &EngineQuestion<'_>,
    features: &Features,
) -> Result<Vec<String>, String> {
    let variant = variant(question, features)?;
    if question.fen.is_some() && !features.setboard {
        return Err("plays from the standard start only".to_owned());
    }
    let variant = variant.map(|name| format!("variant {name}"));
    // No move yet, no thinking in the opponent's time, no thinking output.
    let quiet = ["force", "easy", "nopost"].map(str::to_owned);
    let commands = ["new".to_owned()].into_iter().chain(variant).chain(quiet);
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
    use crate::rules::{AnyPosition, Chess, History, Variant};

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
        let game = game.updated(&question).with_own_move(reply, &question);
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
        assert_eq!(opening(&shuffled, &old), Err("does not play Chess960".to_owned()));
        let mut able = Features { setboard: true, ..Features::default() };
        able.variants = vec!["normal".to_owned(), "fischerandom".to_owned()];
        let sent = opening(&shuffled, &able).expect("it can");
        assert_eq!(sent[..2], ["new", "variant fischerandom"]);
        assert!(sent.last().is_some_and(|line| line.starts_with("setboard 1r2k3/")), "{sent:?}");
        let fen = EngineQuestion { fen: Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned()), ..standard };
        assert_eq!(opening(&fen, &old), Err("plays from the standard start only".to_owned()));
    }

    #[test]
    fn a_variant_is_named_as_the_engine_offers_it() {
        let of_variant = |name: &str| {
            let variant: Variant = name.parse().expect(name);
            History::new(variant.start())
        };
        let variants = ["normal", "crazyhouse", "koth", "grand"].map(str::to_owned).to_vec();
        let features = Features { variants, ..Features::default() };
        for (name, second) in [
            ("crazyhouse", Ok("variant crazyhouse")),
            ("kingofthehill", Ok("variant koth")),
            ("atomic", Err("does not play atomic")),
            ("alice", Err("does not play Alice chess")),
            (
                "grand",
                Err(
                    "gets boards of at most 9 ranks over the protocol of XBoard, not 10; use `uci:`",
                ),
            ),
        ] {
            let game = of_variant(name);
            let commands = opening(&asked(&game), &features);
            let found = commands.as_ref().map(|commands| commands[1].as_str());
            assert_eq!(found.map_err(String::as_str), second, "{name}");
        }
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
