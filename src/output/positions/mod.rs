//! Positions, one record each: what a text says, what can be played in it, and how it is printed.

mod column;
mod csv;
mod evaluation;
mod facts;
mod html;
mod json;
mod lines;
mod page;
mod record;
mod seen;
mod sink;
mod text;
mod value;

pub use column::{Column, Extra, Extras};
pub use facts::Facts;
pub use page::{Format, Layout, Page, Tally};
pub use record::{Origin, Record};
pub use seen::Seen;
