//! The same game read by pgn-reader and replayed by shakmaty: two strangers who know nothing of our rules.

use std::ops::ControlFlow;

use pgn_reader::{
    RawTag, Reader, SanPlus, Skip, Visitor,
    shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen},
};

use crate::game::Ending;

/// How far the strangers got.
#[derive(Debug, Default)]
struct Stranger {
    plies: u32,
    stuck: bool,
    position: Chess,
    unplayable: bool,
}

impl Visitor for Stranger {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.decode().as_ref()).ok();
            match fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()) {
                Some(position) => self.position = position,
                None => self.unplayable = true,
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(&self.position) {
            Ok(mv) if !self.stuck => {
                self.position.play_unchecked(mv);
                self.plies += 1;
            }
            Ok(_) | Err(_) => self.stuck = true,
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (): ()) {}
}

/// Asks pgn-reader and shakmaty about a game that we played out to this end.
///
/// # Errors
/// What they see otherwise. A game that we cannot play to its end is only compared up to there.
pub fn cross_check(game: &[u8], ending: &Ending, final_fen: &str) -> Result<(), String> {
    let mut stranger = Stranger::default();
    if Reader::new(game).read_game(&mut stranger).is_err() || stranger.unplayable {
        return Ok(());
    }
    if !ending.whole {
        let both = stranger.stuck || stranger.plies <= ending.plies;
        return if both {
            Ok(())
        } else {
            Err("pgn-reader and shakmaty find every move legal".into())
        };
    }
    if stranger.plies != ending.plies {
        return Err(format!(
            "pgn-reader and shakmaty play {} plies, arbiter plays {}",
            stranger.plies, ending.plies
        ));
    }
    let fen = Fen::from_position(&stranger.position, EnPassantMode::Legal).to_string();
    if same_men(&fen, final_fen) {
        Ok(())
    } else {
        Err(format!("pgn-reader and shakmaty end with `{fen}`, arbiter ends with `{final_fen}`"))
    }
}

/// The pieces and the side to move; castling rights have several notations.
fn same_men(one: &str, other: &str) -> bool {
    one.split(' ').take(2).eq(other.split(' ').take(2))
}
