//! Chess. Knows no text.

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
mod layered;
pub mod legality;
mod moves;
mod origins;
pub mod outcome;
mod perft;
mod piece;
mod position;
mod setup;
mod square;
mod variant;

pub use bitboard::Bitboard;
pub use board::Board;
pub use castling::{Castling, Side};
pub use checking::CheckInfo;
pub use chess::Chess;
pub use color::{ByColor, Color};
pub use history::History;
pub use layered::{BoardCount, Dialect, Layered, LayeredFault, LayeredSetup};
pub use moves::{
    BoardIndex, IllegalMove, Move, MoveKind, MoveList, MoveSpec, PieceSpec, Unresolved,
};
pub use outcome::{Claim, Outcome};
pub use perft::{MAX_PERFT_DEPTH, perft};
pub use piece::{Piece, Role, UnknownName};
pub use position::Position;
pub use setup::{EnPassantFault, Setup, SetupFault, SetupSeverity};
pub use square::{File, Rank, Square};
pub use variant::{AnyPosition, Variant};
