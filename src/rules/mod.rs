//! Chess. Knows no text.

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod chess;
mod color;
pub mod generate;
pub mod hash;
pub mod material;
mod moves;
mod piece;
mod position;
mod setup;
mod square;

pub use bitboard::Bitboard;
pub use board::Board;
pub use castling::{Castling, Side};
pub use chess::{Chess, Undo};
pub use color::{ByColor, Color};
pub use moves::{Layer, Manner, Move, MoveList};
pub use piece::{Piece, Role};
pub use position::Position;
pub use setup::Setup;
pub use square::{File, Rank, Square};
