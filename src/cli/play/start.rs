//! The start of a game: a new one, one from a file, or one that is resumed.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{Console, OwnSide, PlayArguments};
use crate::cli::position::{from_fen, load_game, unplayable_fen};
use crate::cli::{CommandError, Streams, variant};
use crate::game::Game;
use crate::notation::{Date, Moment, TimeControl, date::timestamp, fen};
use crate::play::session::{saved_player, variant_of, with_random_start};
use crate::play::{
    Autosave, AutosavedGame, DrawRule, Event, Folders, Participant, Session, SessionOptions,
    Settings,
};
use crate::players::{PlayerSpec, SplitMix64};
use crate::rules::{AnyPosition, ByColor, Color, Variant};

/// A session that is ready to be played.
pub(super) struct PreparedGame {
    pub(super) session: Session,
    /// What is shown before the first prompt.
    pub(super) events: Vec<Event>,
    pub(super) autosave: Option<Autosave>,
    pub(super) seed: u64,
}

impl PreparedGame {
    pub(super) fn prepare(
        arguments: &PlayArguments,
        folders: &Folders,
        console: &Console,
        now: SystemTime,
        streams: &mut Streams<'_>,
    ) -> Result<Self, CommandError> {
        let seed = arguments.seed.unwrap_or_else(|| seed_of(now));
        let settings = with_flags(load_settings(folders, streams)?, arguments);
        let folder = folders.autosave().filter(|_| !arguments.no_autosave);
        let date = Date::of(now).to_string();
        let builder = SessionBuilder { arguments, settings, console, date, seed };
        if let Some(id) = &arguments.resume {
            let id = Some(id.as_str()).filter(|id| !id.is_empty());
            let (path, loaded) = unfinished_game(folders, id)?;
            let (session, events) = builder.resumed(loaded);
            let autosave = folder.map(|_| Autosave::at(path));
            return Ok(Self { session, events, autosave, seed });
        }
        let (session, events) = match &arguments.file {
            Some(file) => builder.loaded(load_game(file, arguments.game)?)?,
            None => (builder.new_game()?, Vec::new()),
        };
        let pid = std::process::id();
        let autosave = folder.map(|folder| Autosave::new(&folder, &timestamp(now), pid));
        Ok(Self { session, events, autosave, seed })
    }
}

fn seed_of(now: SystemTime) -> u64 {
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() ^ u64::from(since.subsec_nanos()).rotate_left(32)
}

fn load_settings(folders: &Folders, streams: &mut Streams<'_>) -> Result<Settings, CommandError> {
    let Some(path) = folders.settings() else { return Ok(Settings::default()) };
    let (settings, warnings) = Settings::load_or_create(&path);
    for warning in warnings {
        writeln!(streams.err, "warning: {warning}")?;
    }
    Ok(settings)
}

/// The settings of the file with the changes of the command line.
fn with_flags(mut settings: Settings, arguments: &PlayArguments) -> Settings {
    let (display, play, board) = (&mut settings.display, &mut settings.play, &arguments.board);
    display.board = board.board.unwrap_or(display.board);
    display.style = board.style.unwrap_or(display.style);
    display.flip = board.flip.unwrap_or(display.flip);
    display.size = board.size.unwrap_or(display.size);
    display.theme = board.theme.unwrap_or(display.theme);
    display.chequered |= board.chequered;
    display.blindfold |= board.blindfold;
    if let Some(lang) = &board.lang {
        display.lang.clone_from(lang);
    }
    play.draws = arguments.draws.unwrap_or(play.draws);
    play.level = arguments.level.unwrap_or(play.level);
    play.delay = arguments.delay.unwrap_or(play.delay);
    play.step |= arguments.step;
    settings
}

/// An unfinished game and its file.
fn unfinished_game(folders: &Folders, id: Option<&str>) -> Result<(PathBuf, Game), CommandError> {
    let found = folders.autosave().and_then(|folder| AutosavedGame::find(&folder, id));
    let found = found.ok_or_else(|| match id {
        Some(id) => CommandError::new(format!("there is no unfinished game '{id}'")),
        None => CommandError::new("there is no unfinished game to continue"),
    })?;
    let loaded = load_game(&found.path, NonZeroU64::MIN)?;
    Ok((found.path, loaded))
}

/// Everything that a session needs except the game itself.
struct SessionBuilder<'a> {
    arguments: &'a PlayArguments,
    settings: Settings,
    console: &'a Console,
    date: String,
    seed: u64,
}

impl SessionBuilder<'_> {
    fn new_game(self) -> Result<Session, CommandError> {
        let variant = self.variant()?;
        let start = match &self.arguments.fen {
            Some(text) => fen::position_of(variant, text.as_bytes())
                .map_err(|findings| unplayable_fen(text, &findings))?,
            None => from_fen(None, Some(variant))?,
        };
        let (players, control) = (self.players(), self.default_control());
        Ok(self.session(variant_of(&start, variant), start, players, control))
    }

    /// In a game from a file, both players are human unless a flag says otherwise.
    fn loaded(self, loaded: Game) -> Result<(Session, Vec<Event>), CommandError> {
        let at = self.arguments.at.unwrap_or(Moment::Start);
        let game = loaded.history();
        at.ply(game.start(), game.moves().len())
            .map_err(|why| CommandError::new(why.to_string()))?;
        let (players, control) = (self.players(), self.default_control());
        Ok(self.with_game(loaded, at, players, control))
    }

    /// A resumed game has the players, the draw rule and the clock that it had, unless a flag says
    /// otherwise.
    fn resumed(mut self, loaded: Game) -> (Session, Vec<Event>) {
        let mut players = self.players();
        for (color, flag) in
            [(Color::White, &self.arguments.white), (Color::Black, &self.arguments.black)]
        {
            let saved = saved_player(&loaded, color);
            if let Some(spec) = saved.filter(|_| flag.is_none() && self.arguments.vs.is_none()) {
                players[color] = Participant::new(spec);
            }
        }
        if self.arguments.draws.is_none() && loaded.tag("Draws") == Some("fide") {
            self.settings.play.draws = DrawRule::Fide;
        }
        let control = loaded.tag("TimeControl").and_then(|text| text.parse().ok());
        let (mut session, events) = self.with_game(loaded, Moment::End, players, control);
        session.release();
        (session, events)
    }

    fn with_game(
        self,
        loaded: Game,
        at: Moment,
        players: ByColor<Participant>,
        control: Option<TimeControl>,
    ) -> (Session, Vec<Event>) {
        let tags = &self.arguments.tags;
        let (variant, start) = (loaded.start.variant(), loaded.history().start().clone());
        let mut session = self.session(variant, start, players, control);
        let events = session.load(loaded, at, Duration::ZERO);
        session.write_tags(tags);
        (session, events)
    }

    fn variant(&self) -> Result<Variant, CommandError> {
        let has_fen = self.arguments.fen.is_some();
        let variant = match self.arguments.variant {
            Some(variant) => variant,
            None if has_fen => Variant::Standard,
            None => variant::named(&self.settings.play.variant)
                .map_err(|fault| CommandError::new(format!("the setting `variant`: {fault}")))?,
        };
        let mut random = SplitMix64::new(!self.seed);
        Ok(if has_fen { variant } else { with_random_start(variant, &mut random) })
    }

    fn players(&self) -> ByColor<Participant> {
        let human = || PlayerSpec::Human(None);
        let player =
            |spec: &Option<PlayerSpec>| Participant::new(spec.clone().unwrap_or_else(human));
        let (opponent, own_side) = match &self.arguments.vs {
            Some(opponent) => (opponent.clone(), self.own_side()),
            None if self.is_first_minute() => (PlayerSpec::BuiltIn(None), Color::White),
            None => {
                let (white, black) = (player(&self.arguments.white), player(&self.arguments.black));
                return ByColor { white, black };
            }
        };
        let player =
            |color| Participant::new(if color == own_side { human() } else { opponent.clone() });
        ByColor { white: player(Color::White), black: player(Color::Black) }
    }

    /// At a terminal a user who names no players plays White against the built-in engine.
    fn is_first_minute(&self) -> bool {
        let PlayArguments { white, black, file, resume, two, .. } = self.arguments;
        let has_players = white.is_some() || black.is_some() || *two;
        let is_terminal = self.console.has_keyboard && self.console.has_screen;
        is_terminal && !has_players && file.is_none() && resume.is_none()
    }

    fn own_side(&self) -> Color {
        match self.arguments.side {
            Some(OwnSide::White) => Color::White,
            Some(OwnSide::Black) => Color::Black,
            Some(OwnSide::Random) | None => {
                SplitMix64::new(self.seed).pick(&Color::ALL).copied().unwrap_or(Color::White)
            }
        }
    }

    /// The time control of the settings. It applies at a terminal only: moves that come from a pipe must
    /// not lose on time by accident.
    fn default_control(&self) -> Option<TimeControl> {
        self.settings.clock.control.clone().filter(|_| self.console.has_keyboard)
    }

    fn session(
        self,
        variant: Variant,
        start: AnyPosition,
        players: ByColor<Participant>,
        control: Option<TimeControl>,
    ) -> Session {
        Session::new(SessionOptions {
            variant,
            start,
            players,
            control: self.arguments.clock.clone().or(control),
            settings: self.settings,
            tags: self.arguments.tags.clone(),
            date: self.date,
            is_interactive: self.console.has_keyboard,
            auto_board: self.console.auto_board(),
            seed: self.seed,
            read_variant: variant::named,
        })
    }
}
