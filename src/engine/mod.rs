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

pub use control::{SearchControl, SearchTimer, Unlimited};
pub use evaluate::evaluate;
pub use limits::{Limits, MoveTime, OVERHEAD, TimeBudget, TimeLeft};
pub use score::{MAX_PLY, Score, ScoreKind};
pub use table::MAX_MEGABYTES;
pub use technique::{SearchSettings, Technique, Techniques};
pub use thinker::{Engine, SearchResult, SearchTask};
