//! The Chess Engine Communication Protocol as lines: read and written. Sees no process.

mod answer;
mod feature;
mod request;

pub use answer::{Answer, Claim};
pub use feature::{Feature, Features};
pub use request::{Level, Request};
