//! The same game read by pgn-reader and replayed by shakmaty: two programs that share no code with ours.

use std::ops::ControlFlow;

use pgn_reader::{
    RawTag, Reader, SanPlus, Skip, Visitor,
    shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen},
};

use crate::game::Ending;

/// How far pgn-reader and shakmaty got.
#[derive(Debug, Default)]
struct OtherReplay {
    plies: u32,
    stuck: bool,
    position: Chess,
    unplayable: bool,
}

impl Visitor for OtherReplay {
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
            _ => self.stuck = true,
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (): ()) {}
}

/// Compares our replay of a game with that of pgn-reader and shakmaty.
///
/// # Errors
/// How they differ. A game that we cannot play to its end is only compared up to there.
pub fn cross_check(game: &[u8], ending: &Ending, final_fen: &str) -> Result<(), String> {
    let mut other = OtherReplay::default();
    if Reader::new(game).read_game(&mut other).is_err() || other.unplayable {
        return Ok(());
    }
    let (theirs, ours) = (other.plies, ending.plies);
    if !ending.whole {
        let agrees = other.stuck || theirs <= ours;
        let message = "pgn-reader and shakmaty find every move legal";
        return if agrees { Ok(()) } else { Err(message.into()) };
    }
    if theirs != ours {
        return Err(format!("pgn-reader and shakmaty play {theirs} plies, arbiter plays {ours}"));
    }
    let fen = Fen::from_position(&other.position, EnPassantMode::Legal).to_string();
    // Only the pieces and the side to move: castling rights have several notations.
    if fen.split(' ').take(2).eq(final_fen.split(' ').take(2)) {
        return Ok(());
    }
    Err(format!("pgn-reader and shakmaty end with `{fen}`, arbiter ends with `{final_fen}`"))
}
