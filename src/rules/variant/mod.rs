//! Rules as data: one plain engine for every game but chess itself. A board of squares with a table of steps, pieces as
//! lists of rules, legality by making the move and looking, a move that can be taken back.
//!
//! [`Settings`] and [`PieceRules`] are a definition as data; [`Rules`] is the same compiled. No code here depends on
//! the name of a variant.

mod attack;
mod generate;
mod geometry;
mod legality;
mod make;
mod moves;
mod outcome;
mod piece;
mod position;
mod reason;
mod rules;
mod setup;
mod spec;

pub use generate::DropFault;
pub use geometry::{Geometry, MAX_SIDE, Place, Region, Vector};
pub use legality::Illegality;
pub use make::VariantUndo;
pub use moves::{VariantMove, VariantMoveKind};
pub use outcome::{VariantEnding, VariantOutcome};
pub use piece::{Motion, MoveOrigin, MoveRule, PieceRules, PieceSet, PieceType, VariantPiece};
pub use position::{VariantCastling, VariantPosition};
pub use reason::{Exposure, PieceInReach, VariantReason};
pub(crate) use rules::both;
pub use rules::{EndValue, Rules, RulesTitle, Settings, TransferRule};
pub use setup::{VariantFault, VariantSetup};
pub use spec::{VariantPieceSpec, VariantSpec, VariantUnresolved};
