//! The rules of chess, Chess960 and every game whose rules are data: positions, legal moves, outcomes, and why a move is not legal. Knows
//! no text beyond the names of squares and pieces.
//!
//! [`Chess`] is the fast engine. [`variant`] plays any game that a definition describes, plainly; with the definition of
//! chess it checks the fast one.
//!
//! ```
//! use arbiter::rules::{Castling, Chess, Color, Outcome, Position, Setup, Square};
//!
//! // A setup may be anything; validating it gives a position, or everything that is wrong.
//! let mut setup = Setup::start();
//! setup.board.clear(Square::H1);
//! assert!(setup.validate().is_err(), "a castling right without its rook");
//! setup.castling = Castling::NONE;
//! assert!(setup.validate().is_ok());
//!
//! // Moves are listed, and checked when they are played.
//! let mut position = Chess::start();
//! assert_eq!(position.legal_moves().len(), 20);
//! for name in ["f2f3", "e7e5", "g2g4", "d8h4"] {
//!     let (from, to): (Square, Square) = (name[..2].parse()?, name[2..].parse()?);
//!     let fits = |mv: &arbiter::rules::Move| (mv.from, mv.to) == (from, to);
//!     let mv = position.legal_moves().into_iter().find(fits).ok_or("no such move")?;
//!     position.play(mv)?;
//!     assert!(position.play(mv).is_err(), "it is the other side's turn");
//! }
//! let mate = Outcome::Checkmate { winner: Color::Black };
//! assert_eq!(position.board_outcome(), Some(mate));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_position;
pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod checking;
mod chess;
pub mod chess960;
mod color;
pub mod generate;
pub mod hash;
mod history;
pub mod legality;
mod moves;
mod origins;
pub mod outcome;
mod perft;
mod piece;
mod position;
mod setup;
mod square;
pub mod variant;

pub use any_position::{AnyMove, AnyPosition, ClaimLimits, ShownPiece, Variant};
pub use bitboard::Bitboard;
pub use board::Board;
pub use castling::{Castling, Side};
pub use checking::CheckInfo;
pub use chess::Chess;
pub use color::{ByColor, Color};
pub use history::History;
pub use moves::{Move, MoveKind, MoveList, MoveSpec, PieceSpec, PlayError, Unresolved};
pub use outcome::{Claim, Outcome};
pub use perft::{MAX_PERFT_DEPTH, perft};
pub use piece::{Piece, Role, UnknownName};
pub use position::Position;
pub use setup::{EnPassantFault, Setup, SetupFault, SetupSeverity};
pub use square::{File, Rank, Square};
