//! The Universal Chess Interface as lines: what one side says, read and written. Sees no process.

mod answer;
mod go;
mod info;
mod option;
mod request;

pub use answer::Answer;
pub use go::Go;
pub use info::{Bound, Info, Score};
pub use option::{Declaration, Kind, Refusal, accepted};
pub use request::Request;
