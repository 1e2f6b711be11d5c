//! One game of a match: the players are asked in turn, and our own rules end it.

use std::time::{Duration, Instant, SystemTime};

use crate::game::{Game, Line, Node, PlyKind, Start};
use crate::notation::{Date, clock, fen, variant_name::tag_value, write_san};
use crate::pgn::GameResult;
use crate::play::{Clock, GameOver, Loser};
use crate::players::{Choice, Effort, EngineError, MoveRequest, Player, Stop};
use crate::rules::{AnyPosition, ByColor, Color, History, Position, Variant};
use crate::tournament::Pace;

/// What a player may need beyond a fixed time for the move: its answer has a way to go, on a busy machine a long one.
const TOLERANCE: Duration = Duration::from_secs(1);

/// A longer game is adjudicated as a draw.
const MAX_PLIES: usize = 1000;

/// A game that is to be played.
pub(super) struct MatchGame<'a> {
    pub(super) number: usize,
    pub(super) variant: Variant,
    pub(super) opening: &'a History<AnyPosition>,
    pub(super) pace: &'a Pace,
    pub(super) names: ByColor<&'a str>,
}

/// Why a game of a match ended.
enum MatchEnding {
    /// As any game ends.
    Over(GameOver),
    /// The process of this side's engine ended.
    Crash(Color, String),
    /// It was too long.
    TooLong,
}

impl MatchEnding {
    fn result(&self) -> GameResult {
        match self {
            Self::Over(over) => over.result(),
            Self::Crash(Color::White, _) => GameResult::Black,
            Self::Crash(Color::Black, _) => GameResult::White,
            Self::TooLong => GameResult::Draw,
        }
    }

    fn termination(&self) -> &'static str {
        match self {
            Self::Over(over) => over.termination(),
            Self::Crash(..) => "abandoned",
            Self::TooLong => "adjudication",
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::Over(over) => over.sentence(),
            Self::Crash(loser, why) => format!("{} forfeits: {why}", loser.name()),
            Self::TooLong => format!("draw after {MAX_PLIES} plies"),
        }
    }
}

/// A game while it is played.
struct GameInProgress<'a> {
    plan: &'a MatchGame<'a>,
    game: History<AnyPosition>,
    clock: Option<Clock>,
    started: Instant,
    /// The time on the mover's clock after each move since the opening.
    times: Vec<Duration>,
}

impl MatchGame<'_> {
    /// Plays the game; `None` if it was stopped.
    pub(super) fn play(
        &self,
        players: &mut ByColor<&mut Box<dyn Player>>,
        stop: &Stop,
    ) -> Option<Game> {
        let clock = match self.pace {
            Pace::Clock(control) => Some(Clock::new(control.clone())),
            Pace::PerMove(_) => None,
        };
        let (game, started) = (self.opening.clone(), Instant::now());
        let mut running = GameInProgress { plan: self, game, clock, started, times: Vec::new() };
        loop {
            if let Some(ending) = running.ending() {
                return Some(running.written(&ending));
            }
            let turn = running.game.position().turn();
            let ending = running.ask(turn, players[turn].as_mut(), stop);
            if stop.is_raised() {
                return None;
            }
            if let Some(ending) = ending {
                return Some(running.written(&ending));
            }
        }
    }
}

impl GameInProgress<'_> {
    /// The end of the game by the rules; a draw that could be claimed is claimed.
    fn ending(&self) -> Option<MatchEnding> {
        let position = self.game.position();
        if let Some(outcome) = self.game.outcome() {
            return Some(MatchEnding::Over(GameOver::by_rules(outcome, position)));
        }
        match position.claims(self.game.occurrences()).next() {
            Some(claim) => Some(MatchEnding::Over(GameOver::unclaimed(claim, position))),
            None => (self.game.moves().len() >= MAX_PLIES).then_some(MatchEnding::TooLong),
        }
    }

    /// Asks the side to move, and plays its move; the end of the game if it does anything else.
    fn ask(&mut self, turn: Color, player: &mut dyn Player, stop: &Stop) -> Option<MatchEnding> {
        let begun = Instant::now();
        if let Some(clock) = &mut self.clock {
            clock.start(turn, self.started.elapsed());
        }
        let choice = player.choose(&self.request(), stop);
        if self.is_too_late(begun.elapsed()) {
            return Some(self.flag(turn));
        }
        match choice {
            Ok(Choice::Play(mv) | Choice::PlayAndOffer(mv)) => {
                if let Some(clock) = &mut self.clock {
                    clock.pause(self.started.elapsed());
                    clock.complete_move(turn);
                    self.times.push(clock.remaining(turn, Duration::ZERO));
                }
                self.game.play_unchecked(mv);
                None
            }
            Ok(Choice::Resign { mate }) => {
                let over = GameOver::resigned(loser(turn), mate, self.game.position());
                Some(MatchEnding::Over(over))
            }
            Ok(Choice::Illegal(words)) => Some(illegal(turn, words)),
            Ok(Choice::AcceptDraw | Choice::ClaimDraw) => Some(illegal(turn, "draw".to_owned())),
            Err(EngineError::NoAnswer { .. }) => Some(self.flag(turn)),
            Err(error) => Some(MatchEnding::Crash(turn, error.to_string())),
        }
    }

    fn request(&self) -> MoveRequest {
        let now = self.started.elapsed();
        let clocks = self.clock.as_ref().map(|clock| ByColor {
            white: clock.time_left(Color::White, now),
            black: clock.time_left(Color::Black, now),
        });
        MoveRequest { game: self.game.clone(), clocks, draw_offered: false, draw_claimable: false }
    }

    fn is_too_late(&self, used: Duration) -> bool {
        match (&self.clock, self.plan.pace) {
            (Some(clock), _) => clock.fallen(self.started.elapsed()).is_some(),
            (None, Pace::PerMove(Effort::Time(time))) => used > *time + TOLERANCE,
            (None, _) => false,
        }
    }

    fn flag(&self, loser: Color) -> MatchEnding {
        let winnable = self.game.position().can_win(!loser);
        MatchEnding::Over(GameOver::Flag { loser, winnable })
    }

    fn written(&self, ending: &MatchEnding) -> Game {
        let start = self.game.start();
        Game {
            tags: self.tags(ending),
            start: Start::From(self.plan.variant, start.clone()),
            main: self.main_line(ending),
            result: Some(ending.result()),
        }
    }

    fn tags(&self, ending: &MatchEnding) -> Vec<(String, String)> {
        let ByColor { white, black } = self.plan.names;
        let mut tags = vec![
            ("Event", "Engine match".to_owned()),
            ("Date", Date::of(SystemTime::now()).to_string()),
            ("Round", self.plan.number.to_string()),
            ("White", white.to_owned()),
            ("Black", black.to_owned()),
            ("WhiteType", "program".to_owned()),
            ("BlackType", "program".to_owned()),
            ("Termination", ending.termination().to_owned()),
        ];
        if let Pace::Clock(control) = self.plan.pace {
            tags.push(("TimeControl", control.to_string()));
        }
        let variant = self.plan.variant;
        tags.extend(tag_value(variant).map(|name| ("Variant", name.to_owned())));
        let boards = variant.rules().map(|rules| rules.settings().boards);
        tags.extend(boards.filter(|count| *count > 1).map(|count| ("Boards", count.to_string())));
        let is_chess960 = matches!(variant, Variant::Chess960 { .. });
        if is_chess960 || *self.game.start() != variant.start() {
            tags.push(("SetUp", "1".to_owned()));
            tags.push(("FEN", fen::write(self.game.start())));
        }
        tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// The moves, each with the mover's clock, and the reason for the end after the last.
    fn main_line(&self, ending: &MatchEnding) -> Line {
        let mut position = self.game.start().clone();
        let mut moves = Vec::new();
        for &mv in self.game.moves() {
            let text = write_san(&position, mv);
            moves.push(Node { text, step: Some(PlyKind::Move(mv)), ..Node::default() });
            position.play_unchecked(mv);
        }
        let played = self.game.moves().len() - self.plan.opening.moves().len();
        let opening = moves.len() - played;
        for (node, time) in moves[opening..].iter_mut().zip(&self.times) {
            node.comments.push(format!("[%clk {}]", clock::write(*time)));
        }
        let mut line = Line { preface: Vec::new(), moves };
        let last = line.moves.last_mut().map_or(&mut line.preface, |node| &mut node.comments);
        let commands = last.pop().map(|clock| clock + " ").unwrap_or_default();
        last.push(format!("{commands}{}", ending.sentence()));
        line
    }
}

fn loser(color: Color) -> Loser {
    Loser { color, engine: None }
}

fn illegal(color: Color, words: String) -> MatchEnding {
    MatchEnding::Over(GameOver::Infraction { loser: loser(color), words })
}
