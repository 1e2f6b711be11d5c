//! The built-in opponent. Knows no protocol and no terminal: a position goes in, a move comes out.

mod control;
mod evaluate;
mod exchange;
mod knowledge;
mod limits;
mod order;
mod path;
mod pruning;
mod quiescence;
mod score;
mod search;
mod table;
mod technique;
mod thinker;

pub use control::{Control, Timekeeper, Unhurried};
pub use evaluate::evaluate;
pub use limits::{Budget, Limits, OVERHEAD, Time, TimeLeft};
pub use score::{MAX_PLY, Score, Verdict};
pub use table::MOST_MEGABYTES;
pub use technique::{Settings, Technique, Techniques};
pub use thinker::{Choice, Engine, Task};
