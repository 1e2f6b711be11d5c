//! How a game begins: from the settings, the flags, a file, or where it was left.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::surface::Surface;
use super::{Arguments, Opened, Side, moment};
use crate::cli::position::{from_fen, load_game, unplayable_fen};
use crate::cli::{CommandError, Streams};
use crate::notation::{Date, Moment, TimeControl, date::timestamp, fen, variant::variant};
use crate::play::autosave::{self, Autosave};
use crate::play::record::Record;
use crate::play::{Draws, Event, Homes, Opening, Seat, Session, Settings, settings_file};
use crate::players::{PlayerSpec, SplitMix64};
use crate::rules::{AnyPosition, ByColor, Color, Variant, chess960};

/// A session ready to be played.
pub(super) struct Beginning {
    pub(super) session: Session,
    pub(super) events: Vec<Event>,
    pub(super) autosave: Option<Autosave>,
    pub(super) seed: u64,
}

impl Beginning {
    pub(super) fn prepare(
        arguments: &Arguments,
        homes: &Homes,
        surface: &Surface,
        now: SystemTime,
        streams: &mut Streams<'_>,
    ) -> Result<Self, CommandError> {
        let seed = arguments.seed.unwrap_or_else(|| by_the_clock(now));
        let settings = with_flags(load_settings(homes, streams)?, arguments);
        let folder = homes.autosave().filter(|_| !arguments.no_autosave);
        let opening =
            Setting { arguments, settings, surface, date: Date::of(now).to_string(), seed };
        if let Some(id) = &arguments.resume {
            let (path, record) = left_behind(homes, Some(id.as_str()).filter(|id| !id.is_empty()))?;
            let (session, events) = opening.resumed(record);
            let autosave = folder.map(|_| Autosave::at(path));
            return Ok(Self { session, events, autosave, seed });
        }
        let (session, events) = match &arguments.file {
            Some(file) => opening.loaded(load_game(file, arguments.game)?.into()),
            None => (opening.fresh()?, Vec::new()),
        };
        let pid = std::process::id();
        let autosave = folder.map(|folder| Autosave::new(&folder, &timestamp(now), pid));
        Ok(Self { session, events, autosave, seed })
    }
}

fn by_the_clock(now: SystemTime) -> u64 {
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() ^ u64::from(since.subsec_nanos()).rotate_left(32)
}

fn load_settings(homes: &Homes, streams: &mut Streams<'_>) -> Result<Settings, CommandError> {
    let Some(path) = homes.settings() else { return Ok(Settings::default()) };
    let (settings, warning) = settings_file::begin(&path);
    if let Some(warning) = warning {
        writeln!(streams.err, "warning: {warning}")?;
    }
    Ok(settings)
}

/// The settings of this run: the file's, unless a flag says otherwise.
fn with_flags(mut settings: Settings, arguments: &Arguments) -> Settings {
    let (display, play, look) = (&mut settings.display, &mut settings.play, &arguments.look);
    display.board = look.board.unwrap_or(display.board);
    display.style = look.style.unwrap_or(display.style);
    display.flip = look.flip.unwrap_or(display.flip);
    display.size = look.size.unwrap_or(display.size);
    display.chequered |= look.chequered;
    display.blindfold |= look.blindfold;
    if let Some(lang) = &look.lang {
        display.lang.clone_from(lang);
    }
    play.draws = arguments.draws.unwrap_or(play.draws);
    play.level = arguments.level.unwrap_or(play.level);
    play.delay = arguments.delay.unwrap_or(play.delay);
    play.step |= arguments.step;
    settings
}

/// The game that was left, and its file.
fn left_behind(homes: &Homes, id: Option<&str>) -> Result<(PathBuf, Record), CommandError> {
    let found = homes.autosave().and_then(|folder| autosave::find(&folder, id));
    let kept = found.ok_or_else(|| match id {
        Some(id) => CommandError::new(format!("there is no unfinished game '{id}'")),
        None => CommandError::new("there is no unfinished game to go on with"),
    })?;
    let record = load_game(&kept.path, NonZeroU64::MIN)?.into();
    Ok((kept.path, record))
}

/// Everything but the game itself.
struct Setting<'a> {
    arguments: &'a Arguments,
    settings: Settings,
    surface: &'a Surface,
    date: String,
    seed: u64,
}

impl Setting<'_> {
    fn fresh(self) -> Result<Session, CommandError> {
        let variant = self.variant()?;
        let start = match &self.arguments.fen {
            Some(text) => position(variant, text)?,
            None => from_fen(None, Some(variant))?,
        };
        let seats = self.seats();
        Ok(self.session(variant, start, seats))
    }

    /// In a game from a file, people sit where no flag says otherwise.
    fn loaded(self, record: Record) -> Opened {
        let (variant, start) = (record.score.variant, record.score.board().start().clone());
        let at = moment(self.arguments);
        let (seats, tags) = (self.seats(), &self.arguments.tags);
        let mut session = self.session(variant, start, seats);
        let events = session.take_up(record, at, Duration::ZERO);
        session.write_tags(tags);
        (session, events)
    }

    /// Everything is as it was, unless a flag says otherwise.
    fn resumed(mut self, record: Record) -> Opened {
        let (variant, start) = (record.score.variant, record.score.board().start().clone());
        let mut seats = self.seats();
        for (color, tag, flag) in [
            (Color::White, "WhiteSeat", &self.arguments.white),
            (Color::Black, "BlackSeat", &self.arguments.black),
        ] {
            let kept = record.tag(tag).and_then(|text| text.parse::<PlayerSpec>().ok());
            if let Some(kind) = kept.filter(|_| flag.is_none() && self.arguments.vs.is_none()) {
                seats[color] = Seat::new(kind);
            }
        }
        if self.arguments.draws.is_none() && record.tag("Draws") == Some("fide") {
            self.settings.play.draws = Draws::Fide;
        }
        let control = record.tag("TimeControl").and_then(|text| text.parse().ok());
        let tags = &self.arguments.tags;
        let mut session = self.timed_session(variant, start, seats, control);
        let events = session.take_up(record, Moment::End, Duration::ZERO);
        session.write_tags(tags);
        session.release();
        (session, events)
    }

    fn variant(&self) -> Result<Variant, CommandError> {
        match self.arguments.variant {
            Some(Variant::Chess960 { start: None }) if self.arguments.fen.is_none() => {
                let starts: Vec<u16> = (0..chess960::STARTS).collect();
                Ok(Variant::Chess960 { start: SplitMix64::new(!self.seed).pick(&starts).copied() })
            }
            Some(variant) => Ok(variant),
            None if self.arguments.fen.is_some() => Ok(Variant::Standard),
            None => variant(&self.settings.play.variant)
                .map_err(|fault| CommandError::new(format!("the setting `variant`: {fault}"))),
        }
    }

    fn seats(&self) -> ByColor<Seat> {
        let human = || PlayerSpec::Human(None);
        let named = |kind: &Option<PlayerSpec>| Seat::new(kind.clone().unwrap_or_else(human));
        let Some(opponent) = &self.arguments.vs else {
            return ByColor {
                white: named(&self.arguments.white),
                black: named(&self.arguments.black),
            };
        };
        let mine = match self.arguments.side {
            Side::White => Color::White,
            Side::Black => Color::Black,
            Side::Random => {
                SplitMix64::new(self.seed).pick(&Color::ALL).copied().unwrap_or(Color::White)
            }
        };
        let seat = |color| Seat::new(if color == mine { human() } else { opponent.clone() });
        ByColor { white: seat(Color::White), black: seat(Color::Black) }
    }

    fn session(self, variant: Variant, start: AnyPosition, seats: ByColor<Seat>) -> Session {
        // Nobody who pipes moves in expects a flag to fall.
        let control = self.settings.clock.control.0.clone().filter(|_| self.surface.typed);
        self.timed_session(variant, start, seats, control)
    }

    fn timed_session(
        self,
        variant: Variant,
        start: AnyPosition,
        seats: ByColor<Seat>,
        control: Option<TimeControl>,
    ) -> Session {
        Session::new(Opening {
            variant,
            start,
            seats,
            control: self.arguments.clock.clone().or(control),
            settings: self.settings,
            tags: self.arguments.tags.clone(),
            date: self.date,
            confirms: self.surface.typed,
            auto_board: self.surface.auto_board(),
        })
    }
}

fn position(variant: Variant, text: &str) -> Result<AnyPosition, CommandError> {
    fen::position_of(variant, text.as_bytes()).map_err(|findings| unplayable_fen(text, &findings))
}
