//! What can be said: the table of codes, and a finding. Makes no decision.

mod codes;
mod finding;
mod selection;
mod severity;

pub use codes::Code;
pub use finding::{Edit, Finding, Reason, Safety, Suggestion};
pub use selection::{Selection, UnknownCode};
pub use severity::{Profile, Severity};
