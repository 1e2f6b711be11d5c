//! `arbiter` knows the rules of chess exactly: it validates PGN archives, describes positions, explains why a move is legal or not,
//! and plays.
//!
//! # Validate games
//!
//! ```
//! use arbiter::{
//!     diagnostics::{Profile, Selection},
//!     lint::{Options, lint_block},
//!     pgn::Part,
//!     text::Source,
//! };
//!
//! let source = Source::new("evening.pgn", b"1. e4 e5 2. Ke3 *\n");
//! let options = Options::new(Selection::new(Profile::Read));
//! let (games, _) = lint_block(source, Part::Whole, &options);
//! let finding = &games[0].findings[0];
//! assert_eq!(finding.code.id(), "M301");
//! assert_eq!(source.place_of(finding.span.start).column, 13);
//! ```
//!
//! # Play by the rules
//!
//! ```
//! use arbiter::{
//!     notation::{San, fen},
//!     rules::{Chess, Position},
//! };
//!
//! let mut position = Chess::start();
//! for text in ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"] {
//!     let san = San::read(text.as_bytes()).ok_or("not a move")?;
//!     position.play(san.resolve(&position).map_err(|_| "not a legal move")?)?;
//! }
//! assert!(position.is_check() && position.legal_moves().is_empty());
//! assert_eq!(fen::write(&position), "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The map
//!
//! Each room uses only rooms above it. The rooms without a link belong to the command-line program and may change at any time.
//!
//! | room | what it holds |
//! |---|---|
//! | [`text`] | bytes, places, lines and columns; knows no chess |
//! | [`diagnostics`] | what can be reported: finding codes with their pages, findings, corrections |
//! | [`rules`] | the rules of chess and Chess960, and of every other game by its definition: positions, moves, outcomes, why a move is illegal |
//! | [`notation`] | moves, positions, dates, clocks and variants as text: FEN, EPD, SAN, UCI |
//! | [`pgn`] | the PGN file format, parsed and written; knows no legality |
//! | [`archive`] | many games: files, directories and streams, plain or compressed, on several threads |
//! | [`game`] | one game: its start, a cursor through its moves, and likely corrections of an illegal move |
//! | [`lint`] | the checks on a game, one file per family |
//! | [`fix`] | corrections of games: which edits are applied, and what they change |
//! | [`engine`] | the built-in chess engine; knows no protocol |
//! | `process` | external engines as processes |
//! | `uci` | the Universal Chess Interface, from both sides |
//! | `xboard` | the protocol of XBoard |
//! | `players` | the players of a game: people and engines |
//! | `review` | a game gone over by an engine: what each move was worth |
//! | `play` | one game at a terminal |
//! | `tournament` | many games between engines |
//! | `output` | findings, games, positions and boards as text, JSON, CSV, HTML and SVG |
//! | `cli` | the command line, one file per subcommand |

pub mod archive;
#[doc(hidden)]
pub mod cli;
pub mod diagnostics;
pub mod engine;
pub mod fix;
pub mod game;
pub mod lint;
pub mod notation;
#[doc(hidden)]
pub mod output;
pub mod pgn;
#[doc(hidden)]
pub mod play;
#[doc(hidden)]
pub mod players;
#[doc(hidden)]
pub mod process;
#[doc(hidden)]
pub mod review;
pub mod rules;
pub mod text;
#[doc(hidden)]
pub mod tournament;
#[doc(hidden)]
pub mod uci;
#[doc(hidden)]
pub mod xboard;
