//! One game at a terminal or in a pipe: a session that knows neither, and the loop around it.

mod files;
mod game_list;
mod screen;
pub mod session;
mod settings;
pub mod terminal;

pub use files::{Autosave, AutosavedGame, Folders, SaveTarget, remove_old_games};
pub use screen::Screen;
pub use session::{
    BoardView, Clock, Effect, Event, GameOver, Loser, Participant, PlayedMove, Refusal, Session,
    SessionOptions, Turn,
};
pub use settings::{
    BoardShown, BoardStyle, ClockStart, DrawRule, Flip, Settings, Size, delay, language, level,
};
