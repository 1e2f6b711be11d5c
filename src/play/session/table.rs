//! What can be changed at the table as on the command line: the opponent, the sides, the level, the clock, the variant, the first
//! position; and the sentences that say who plays whom.

use std::time::Duration;

use crate::notation::{TimeControl, fen};
use crate::players::{BuiltInPlayer, Effort, Level, PlayerSpec, SplitMix64};
use crate::rules::{AnyMove, AnyPosition, Color, Position, Variant, chess960};
use crate::text::counted;

use super::names::Kind;
use super::{Effect, Event, Participant, Question, Session, clock_line, commands};

/// What the next game will have, if it differs from this one.
#[derive(Debug, Clone, Default)]
pub(super) struct NextGame {
    /// Its rules and its first position.
    pub(super) start: Option<(Variant, AnyPosition)>,
    #[expect(clippy::option_option, reason = "no change is not the same as no clock")]
    /// Its time control; `Some(None)` is a game without a clock.
    pub(super) control: Option<Option<TimeControl>>,
}

impl Session {
    /// The side of the user who plays alone against a computer player.
    pub(super) fn only_human(&self) -> Option<Color> {
        let mut humans = Color::ALL.into_iter().filter(|&color| self.is_human(color));
        humans.next().filter(|_| humans.next().is_none())
    }

    /// `You play White against arbiter, level 3 (casual).`
    pub(super) fn who_plays_whom(&self) -> String {
        let opponent = |color| self.described_player(color);
        let is_unnamed = |color| self.is_human(color) && self.players[color].name.is_none();
        match self.only_human() {
            Some(own) if self.players[own].name.is_none() => {
                format!("You play {} against {}.", own.name(), opponent(!own))
            }
            None if Color::ALL.into_iter().all(is_unnamed) => "Two people play.".to_owned(),
            _ => format!(
                "{} plays White against {}.",
                opponent(Color::White),
                opponent(Color::Black)
            ),
        }
    }

    /// A player in a sentence: a name, `arbiter, level 3 (casual)`, `stockfish`, `a person`.
    fn described_player(&self, color: Color) -> String {
        let Participant { spec, name } = &self.players[color];
        let name = name.as_deref().filter(|name| !BuiltInPlayer::is_own_name(name));
        match (spec, name) {
            (PlayerSpec::BuiltIn(effort), None) => {
                described_effort(effort.unwrap_or_else(|| self.default_effort()))
            }
            (PlayerSpec::BuiltIn(effort), Some(name)) => {
                let effort = effort.unwrap_or_else(|| self.default_effort());
                format!("{name} (played by {})", described_effort(effort))
            }
            (PlayerSpec::Random, _) => "random moves".into(),
            (_, Some(name)) => name.to_owned(),
            (PlayerSpec::Human(_), None) => "a person".into(),
            (PlayerSpec::Engine(_), None) => spec.engine_name().unwrap_or_default(),
        }
    }

    /// The effort of the built-in engine where its specification gives none.
    pub(super) fn default_effort(&self) -> Effort {
        Effort::Level(self.settings.play.level)
    }

    /// `Clock: none.`
    fn described_clock(&self) -> String {
        match &self.control {
            None => "Clock: none.".into(),
            Some(control) => format!("Clock: {}.", control.as_typed()),
        }
    }

    /// At a terminal: the board, who plays whom, and what to do.
    pub(super) fn introduce(&mut self, now: Duration) {
        self.redraw(now);
        self.message(format!("{} {}", self.who_plays_whom(), self.described_clock()));
        let example = self.example_moves();
        let is_drawn = self.draws_every_move() || self.settings.display.blindfold;
        self.message(match (self.is_human(self.turn()), is_drawn) {
            (true, true) => format!("Your move ({example}), or \"help\"."),
            (true, false) => {
                format!("Your move ({example}), \"board\" to see the board, or \"help\".")
            }
            (false, _) => "Type \"help\" for the commands.".to_owned(),
        });
    }

    /// How moves can be typed: those of chess, or the first ones of a variant.
    fn example_moves(&self) -> String {
        let position = self.position();
        if position.chess().is_some() {
            return "e4, Nf3, e2e4".to_owned();
        }
        let moves = position.legal_moves();
        let name = |mv: AnyMove| Kind::that_moves(position, mv).map(|kind| kind.name);
        let other = moves.iter().find(|mv| name(**mv) != moves.first().and_then(|mv| name(*mv)));
        let examples: Vec<AnyMove> = moves.first().into_iter().chain(other).copied().collect();
        self.sans(&examples).join(", ")
    }

    /// After a game was loaded: who plays whom, how far the game is, whose move it is, and the clocks.
    pub(super) fn introduce_loaded(&mut self, now: Duration) {
        let moves = counted(self.game.plies.len().div_ceil(2) as u64, "move");
        let state = match self.result() {
            "*" => format!("{} to move", self.turn_at_end().name()),
            result => format!("result {result}"),
        };
        self.message(format!("{} {moves}, {state}.", self.who_plays_whom()));
        if let Some(clocks) = self.times_left(now) {
            let counts = self.counts_moves();
            let lines = Color::ALL.map(|color| clock_line(color, clocks[color], counts));
            self.message(format!("Clocks: {}.", lines.join(", ")));
        }
    }

    /// The side to move after the last move of the game.
    fn turn_at_end(&self) -> Color {
        self.game.label(self.game.plies.len()).1
    }

    /// `vs ai`, `vs stockfish`, `vs human`: another opponent, from here on.
    pub(super) fn play_against(&mut self, rest: &str) {
        let spec = match rest.parse::<PlayerSpec>() {
            Ok(spec) => spec,
            Err(_) if rest.is_empty() => return self.message(self.who_plays_whom()),
            Err(why) => return self.error(format!("{why}.")),
        };
        let side = !self.speaker();
        self.seat(side, Participant::new(spec));
        self.message(self.who_plays_whom());
    }

    /// Gives a side to another player, whose thread is started.
    fn seat(&mut self, color: Color, player: Participant) {
        self.players[color] = player;
        self.remove_tag(color.name());
        self.on_hold = false;
        self.draw_offer = None;
        self.effect(Effect::StartPlayer(color));
        self.effect(Effect::Autosave);
    }

    /// The players change sides.
    pub(super) fn swap(&mut self, now: Duration) {
        let (white, black) = (self.players.white.clone(), self.players.black.clone());
        self.seat(Color::White, black);
        self.seat(Color::Black, white);
        self.message(self.who_plays_whom());
        self.redraw(now);
    }

    pub(super) fn set_level(&mut self, rest: &str) {
        if rest.is_empty() {
            let level = self.settings.play.level;
            return self.message(format!("Level {level}. \"help level\" lists all levels."));
        }
        if let Err(why) = self.settings.set("level", rest) {
            return self.error(format!("{why}."));
        }
        let level = self.settings.play.level;
        let turn = self.turn();
        for color in Color::ALL {
            let player = &mut self.players[color];
            let replaces_engine =
                self.on_hold && color == turn && matches!(player.spec, PlayerSpec::Engine(_));
            if matches!(player.spec, PlayerSpec::BuiltIn(_)) || replaces_engine {
                player.spec = PlayerSpec::BuiltIn(Some(Effort::Level(level)));
                self.on_hold = self.on_hold && !replaces_engine;
                self.forget_level_name(color);
            }
        }
        self.message(format!(
            "The built-in engine plays at level {level}, about {} Elo.",
            level.rating()
        ));
        self.effect(Effect::RestartBuiltIn);
    }

    /// Removes the names of built-in players that follow the setting `level`.
    pub(super) fn forget_level_names(&mut self) {
        for color in Color::ALL {
            if self.players[color].spec == PlayerSpec::BuiltIn(None) {
                self.forget_level_name(color);
            }
        }
    }

    /// The name that a built-in player gives itself has its level; with another level it has another name.
    fn forget_level_name(&mut self, color: Color) {
        if self.players[color].name.as_deref().is_some_and(BuiltInPlayer::is_own_name) {
            self.players[color].name = None;
            self.remove_tag(color.name());
        }
    }

    /// `clock`: shows the clocks. `clock 5m+3s`: another time control.
    pub(super) fn clock_command(&mut self, rest: &str, now: Duration) {
        let control = match rest.to_ascii_lowercase().as_str() {
            "" => return self.show_clock(now),
            "off" | "none" => None,
            text => match text.parse::<TimeControl>() {
                Ok(control) => Some(control),
                Err(why) => return self.error(format!("{why}.")),
            },
        };
        self.next.control = Some(control);
        self.offer_new_game("time control", now);
    }

    /// `variant alice`: another game.
    pub(super) fn variant_command(&mut self, rest: &str, now: Duration) {
        if rest.is_empty() {
            return self.message(format!("Variant: {}.", self.game.variant));
        }
        match (self.read_variant)(rest) {
            Ok(variant) => {
                self.seed = self.seed.wrapping_add(1);
                let variant = with_random_start(variant, &mut SplitMix64::new(!self.seed));
                self.next.start = Some((variant, variant.start()));
                self.offer_new_game("variant", now);
            }
            // The faults of a definition are several lines.
            Err(why) => why.lines().for_each(|line| {
                let end = if line.ends_with('?') { "" } else { "." };
                self.error(format!("{line}{end}"));
            }),
        }
    }

    /// `fen`: prints the position. `fen …`: another first position.
    pub(super) fn fen_command(&mut self, rest: &str, now: Duration) {
        if rest.is_empty() {
            return self.show_fen();
        }
        let variant = self.game.variant;
        match fen::position_of(variant, rest.as_bytes()) {
            Ok(position) => {
                self.next.start = Some((variant_of(&position, variant), position));
                self.offer_new_game("position", now);
            }
            Err(findings) => {
                let why =
                    findings.first().map_or("it cannot be played", |fault| fault.message.as_str());
                self.error(format!("Cannot play from this FEN: {why}."));
            }
        }
    }

    /// What needs a new game starts one if nothing is lost by that; otherwise the user decides.
    fn offer_new_game(&mut self, what: &str, now: Duration) {
        if self.game.plies.is_empty() {
            return self.restart(now);
        }
        if !self.is_interactive {
            return self.message(format!(
                "The {what} changes with the next game: type \"new\" to start it."
            ));
        }
        self.events.push(Event::Question(format!(
            "The {what} changes with the next game. Start it now? This game is kept in \"games\"."
        )));
        self.question = Some(Question::NewGame);
    }

    pub(super) fn answer_new_game(&mut self, line: &str, now: Duration) {
        if matches!(line.to_ascii_lowercase().as_str(), "y" | "yes" | "new") {
            return self.restart(now);
        }
        self.message("The game goes on; \"new\" starts the next one.");
        match commands::at_question(line) {
            Some((command, rest)) => (command.run)(self, rest, now),
            None => self.announce_turn(true),
        }
    }
}

/// The variant of a game from this position: a FEN with several boards is one of Alice chess, whatever was asked for.
pub fn variant_of(position: &AnyPosition, requested: Variant) -> Variant {
    let boards = position.geometry().boards();
    match requested.rules() {
        None if boards > 1 => format!("alice:{boards}").parse().unwrap_or(requested),
        _ => requested,
    }
}

/// The variant with one of the start positions of Chess960, unless one was chosen.
pub fn with_random_start(variant: Variant, random: &mut SplitMix64) -> Variant {
    match variant {
        Variant::Chess960 { start: None } => {
            let starts: Vec<u16> = (0..chess960::STARTS).collect();
            Variant::Chess960 { start: random.pick(&starts).copied() }
        }
        variant => variant,
    }
}

/// `arbiter, level 3 (casual)`
fn described_effort(effort: Effort) -> String {
    match effort {
        Effort::Level(level) => format!("arbiter, level {level}"),
        Effort::Depth(depth) => format!("arbiter, depth {depth}"),
        Effort::Time(time) => format!("arbiter, {} s a move", time.as_secs_f64()),
        Effort::Nodes(nodes) => format!("arbiter, {nodes} positions a move"),
    }
}

/// All levels with their approximate ratings, the one that is set with a sign: ` 3 (casual)    about  800 < now`.
pub(super) fn level_lines(current: Level) -> Vec<String> {
    let levels = (Level::MIN.number()..=Level::MAX.number()).filter_map(Level::new);
    let line = |level: Level| {
        let name = format!("({})", level.name());
        let sign = if level == current { " < now" } else { "" };
        format!("  {:>2} {name:<11} about {:>4}{sign}", level.number(), level.rating())
    };
    let heading = "Levels of the built-in engine, with their approximate Elo ratings:".to_owned();
    std::iter::once(heading).chain(levels.map(line)).collect()
}
