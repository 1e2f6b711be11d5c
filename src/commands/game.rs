//! The game a command was asked about, from a file and a number.

use std::{num::NonZeroU64, ops::ControlFlow, path::Path};

use crate::{
    archive::{Block, Input, InputError, Work, read_blocks},
    commands::{Trouble, position},
    pgn::{Reader, Visitor},
    replay::load::{Loaded, Loader, NoStart},
    rules::{AnyPosition, Game},
};

/// The game with this number, in a file that may be compressed; `-` is the standard input.
///
/// # Errors
/// When the file cannot be read, has no such game, or the game cannot begin.
pub fn given(path: &Path, number: NonZeroU64) -> Result<Loaded, Trouble> {
    let input =
        if path.as_os_str() == "-" { Input::Stdin } else { Input::File(path.to_path_buf()) };
    let loader = look_for(&input, number).map_err(|error| Trouble::new(error.to_string()))?;
    if !loader.has_found() {
        return Err(missing(&input.name(), loader.games(), number));
    }
    loader.play().map_err(|no_start| unplayable(&input.name(), number, &no_start))
}

/// Blocks are counted first, since one that ends inside a comment is read again with its successor.
fn look_for(input: &Input, number: NonZeroU64) -> Result<Loader, InputError> {
    let name = input.name();
    let mut loader = Loader::new(number.get());
    let count = |block: &Block| {
        let summary = Reader::of_part(block.source(&name), block.position).read(&mut Nobody);
        Work { end: summary.end, fruit: summary.games }
    };
    read_blocks(input.blocks()?, 1, &count, |block, games| {
        if !loader.is_among(games) {
            loader.skip(games);
            return ControlFlow::Continue(());
        }
        Reader::of_part(block.source(&name), block.position).read(&mut loader);
        ControlFlow::Break(())
    })?;
    Ok(loader)
}

/// Listens to nothing.
struct Nobody;

impl Visitor<'_> for Nobody {}

fn missing(name: &str, games: u64, number: NonZeroU64) -> Trouble {
    let count = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
    Trouble::new(format!("'{name}' has {count}, there is no game {number}"))
}

fn unplayable(name: &str, number: NonZeroU64, no_start: &NoStart) -> Trouble {
    match no_start {
        NoStart::Variant(found) => Trouble::new(format!(
            "cannot play game {number} of '{name}': nothing is known of the variant `{found}`"
        )),
        NoStart::Fen { fen, findings } => position::unplayable(fen, findings),
    }
}

/// The game as it stood after so many half-moves; all of it where no number is given.
///
/// # Errors
/// When the game is shorter, or cannot be played so far.
pub fn up_to(loaded: Loaded, ply: Option<usize>) -> Result<Game<AnyPosition>, Trouble> {
    let Loaded { mut game, stuck, .. } = loaded;
    let plies = game.moves().len();
    let wanted = ply.unwrap_or(plies);
    match stuck {
        Some(stuck) if wanted > plies || ply.is_none() => {
            return Err(Trouble::new(format!("cannot play {stuck}, half-move {}", plies + 1))
                .with_tip("`arbiter validate FILE` says why; `--ply` stops before it"));
        }
        None if wanted > plies => {
            return Err(Trouble::new(format!(
                "the game has {plies} half-moves, there is no ply {wanted}"
            )));
        }
        _ => {}
    }
    while game.moves().len() > wanted {
        game.take_back();
    }
    Ok(game)
}
