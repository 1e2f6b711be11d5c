//! One game at a table: a session that knows no terminal, and the thin shell around it.

mod atomic;
pub mod autosave;
mod choices;
mod clock;
mod ending;
mod event;
mod homes;
mod picture;
pub mod record;
mod screen;
pub mod session;
mod settings;
pub mod settings_file;
pub mod table;
mod words;

pub use choices::{BoardShown, ClockStart, Draws, Flip, Size, Style};
pub use clock::Clock;
pub use ending::{Ending, Loser};
pub use event::{Event, Played, Refusal, Turn, View, Wish};
pub use homes::Homes;
pub use screen::Screen;
pub use session::{Opening, Seat, Session};
pub use settings::Settings;
