//! Chess. Knows no text.

mod any_position;
pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod chess;
pub mod chess960;
mod color;
pub mod generate;
pub mod hash;
mod layered;
pub mod material;
mod moves;
mod perft;
mod piece;
mod position;
mod setup;
mod square;
mod variant;

pub use any_position::AnyPosition;
pub use bitboard::Bitboard;
pub use board::Board;
pub use castling::{Castling, Side};
pub use chess::{Chess, Undo};
pub use color::{ByColor, Color};
pub use layered::{BoardCount, Dialect, Layered, LayeredFault, LayeredSetup};
pub use moves::{Layer, Manner, Move, MoveList};
pub use perft::{divide, perft};
pub use piece::{Piece, Role};
pub use position::Position;
pub use setup::{EnPassantFault, Judgement, Setup, SetupFault};
pub use square::{File, Rank, Square};
pub use variant::Variant;
