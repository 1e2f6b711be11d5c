//! What can be reported: the table of codes, and findings. Makes no decision.
//!
//! ```
//! use arbiter::{
//!     diagnostics::{Code, Finding, Profile, Safety, Selection, Severity},
//!     text::Source,
//! };
//!
//! let source = Source::new("evening.pgn", b"[Result \"1:0\"]\n");
//! let value = source.span_of(&source.bytes[9..12]);
//! let finding = Finding::new(Code::ResultTag, value, "expected `1-0`, found `1:0`")
//!     .with_replacement("1-0", Safety::Safe);
//! assert_eq!(finding.code.to_string(), "V208");
//! assert_eq!(finding.severity, Severity::Error);
//!
//! // Which findings are shown depends on the profile, and on codes selected or ignored by name.
//! let errors_only = Selection::new(Profile::Read);
//! assert!(errors_only.allows(&finding));
//! assert!(!errors_only.ignore("V2")?.allows(&finding));
//! assert_eq!("v208".parse(), Ok(Code::ResultTag));
//! # Ok::<(), arbiter::diagnostics::UnknownCode>(())
//! ```

mod codes;
mod finding;
mod selection;
mod severity;

pub use codes::{Code, UnknownCode};
pub use finding::{Class, Edit, Finding, ReasonData, Safety, Suggestion};
pub use selection::Selection;
pub use severity::{Profile, Severity, UnknownLevel};
