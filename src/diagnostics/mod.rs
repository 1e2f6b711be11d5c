//! What can be said: the table of codes, and a finding. Makes no decision.

mod codes;
mod diagnostic;
mod selection;
mod severity;

pub use codes::Code;
pub use diagnostic::{Diagnostic, Fix, Reason, Safety, Suggestion};
pub use selection::{Selection, UnknownCode};
pub use severity::{Profile, Severity};
