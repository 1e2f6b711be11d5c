//! Corrections of games: which edits of the findings are applied, in which order, and what they change in the original bytes.
//! A correction that uncovers another one is followed; one that would cause a new fault is not applied.
//!
//! ```
//! use arbiter::{
//!     diagnostics::{Profile, Selection},
//!     fix::{Policy, apply, fix_block},
//!     lint::Options,
//!     pgn::Part,
//!     text::Source,
//! };
//!
//! let source = Source::new("evening.pgn", b"1. e4 e5 2. Nf3 d6 3. Bc4 Be7 4. 0-0 Nf6 *\n");
//! let options = Options::new(Selection::new(Profile::Import));
//! let (fixed, _) = fix_block(source, Part::Whole, &options, Policy::default());
//! let corrected = apply(source, fixed.games.iter().flat_map(|game| &game.corrections));
//! assert_eq!(corrected, b"1. e4 e5 2. Nf3 d6 3. Bc4 Be7 4. O-O Nf6 *\n");
//! ```

mod block;
mod correction;
mod draft;
mod policy;

pub use block::{FixedBlock, FixedGame, fix_block, lint_block_tried};
pub use correction::{Cause, Correction, apply};
pub use draft::Draft;
pub use policy::Policy;
