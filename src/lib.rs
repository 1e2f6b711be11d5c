//! `arbiter` knows the rules of chess exactly. The rooms of the house, each using only those above it:
//!
//! | room | what it holds |
//! |---|---|
//! | [`text`] | bytes and places |
//! | [`diagnostics`] | what can be said |
//! | [`rules`] | chess |
//! | [`notation`] | moves and positions as text |
//! | [`pgn`] | the file format |
//! | [`archive`] | many games |
//! | [`replay`] | a score played out |
//! | [`audit`] | opinions about a game |
//! | [`engine`] | the built-in opponent |
//! | [`players`] | anyone asked for a move |
//! | [`diagram`] | a board as something to look at |
//! | [`play`] | one game at a table |
//! | [`report`] | data to text |
//! | [`commands`] | one file per subcommand |
//! | [`cli`] | the door |

pub mod archive;
pub mod audit;
pub mod cli;
pub mod commands;
pub mod diagnostics;
pub mod diagram;
pub mod engine;
pub mod notation;
pub mod pgn;
pub mod play;
pub mod players;
pub mod replay;
pub mod report;
pub mod rules;
pub mod text;
