//! One game at a table: a session that knows no terminal, and the thin shell around it.

mod atomic;
pub mod autosave;
mod clock;
mod control;
mod homes;
mod settings;
pub mod settings_file;

pub use clock::Clock;
pub use control::{BadControl, Period, TimeControl};
pub use homes::Homes;
pub use settings::{BoardShown, ClockStart, Draws, Flip, Settings, Size, Style};
