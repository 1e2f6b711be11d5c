//! `arbiter` knows the rules of chess exactly. The rooms of the house, each using only those above it:
//!
//! | room | what it holds |
//! |---|---|
//! | [`text`] | bytes and places |
//! | [`diagnostics`] | what can be reported |
//! | [`rules`] | chess |
//! | [`notation`] | moves and positions as text |
//! | [`pgn`] | the file format |
//! | [`archive`] | many games |
//! | [`game`] | one game |
//! | [`lint`] | checks on a game |
//! | [`engine`] | the built-in engine |
//! | [`process`] | engine processes |
//! | [`uci`] | the Universal Chess Interface |
//! | [`xboard`] | the protocol of XBoard |
//! | [`players`] | anything that is asked for a move |
//! | [`play`] | one game at a terminal |
//! | [`output`] | data to text |
//! | [`cli`] | one file per subcommand |

pub mod archive;
pub mod cli;
pub mod diagnostics;
pub mod engine;
pub mod game;
pub mod lint;
pub mod notation;
pub mod output;
pub mod pgn;
pub mod play;
#[doc(hidden)]
pub mod players;
#[doc(hidden)]
pub mod process;
pub mod rules;
pub mod text;
#[doc(hidden)]
pub mod uci;
#[doc(hidden)]
pub mod xboard;
