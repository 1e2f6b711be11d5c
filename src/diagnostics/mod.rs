//! What can be said: the table of codes, and a finding. Makes no decision.

mod codes;
mod diagnostic;

pub use codes::{Code, Profile, Severity};
pub use diagnostic::{Diagnostic, Fix, Reason, Safety, Suggestion};
