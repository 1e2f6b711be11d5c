//! The openings from which the games of a match begin.

use crate::game::Game;
use crate::notation::{AnySan, epd, fen};
use crate::play::session::with_random_start;
use crate::players::SplitMix64;
use crate::rules::{AnyPosition, Chess, History, Position, Variant, variant::VariantPosition};
use crate::text::Source;

/// Common openings, one on a line.
const BUILT_IN: &str = "\
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6
e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4
e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6
e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7
e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6
e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4
e4 e5 Nc3 Nf6 g3 d5
e4 e5 f4 exf4 Nf3 g5
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 e5
e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6
e4 c5 Nf3 Nc6 Bb5 g6
e4 c5 c3 Nf6 e5 Nd5
e4 c5 Nc3 Nc6 g3 g6
e4 e6 d4 d5 Nc3 Bb4
e4 e6 d4 d5 Nd2 Nf6
e4 e6 d4 d5 e5 c5
e4 e6 d4 d5 exd5 exd5
e4 c6 d4 d5 e5 Bf5
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5
e4 c6 d4 d5 exd5 cxd5 c4 Nf6
e4 d6 d4 Nf6 Nc3 g6
e4 g6 d4 Bg7 Nc3 d6
e4 d5 exd5 Qxd5 Nc3 Qa5
e4 Nf6 e5 Nd5 d4 d6
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7
d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4
d4 d5 c4 c6 Nf3 Nf6 e3 Bf5
d4 d5 c4 dxc4 Nf3 Nf6
d4 d5 Nf3 Nf6 Bf4 c5
d4 d5 c4 e5 dxe5 d4
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6
d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5
d4 Nf6 c4 g6 g3 Bg7
d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O
d4 Nf6 c4 e6 Nc3 Bb4 Qc2 d5
d4 Nf6 c4 e6 Nf3 b6 g3 Ba6
d4 Nf6 c4 e6 g3 d5
d4 Nf6 c4 c5 d5 e6 Nc3 exd5
d4 Nf6 c4 c5 d5 b5
d4 Nf6 Bg5 Ne4
d4 f5 g3 Nf6 Bg2 e6
c4 e5 Nc3 Nf6 Nf3 Nc6
c4 c5 Nc3 Nc6 g3 g6
c4 e6 Nf3 d5 g3 Nf6
Nf3 d5 g3 Nf6 Bg2 c6
Nf3 d5 c4 d4
b3 e5 Bb2 Nc6";

/// The openings of a variant: this many starts, each with a few random moves.
const RANDOM_OPENINGS: usize = 50;

/// The random moves of such an opening, in plies.
const RANDOM_PLIES: usize = 4;

/// Random moves that end the game are tried again, this many times at most.
const MOST_TRIES: u64 = 1000;

/// Games that have begun.
#[derive(Debug)]
pub struct Openings {
    variant: Variant,
    /// Never empty.
    games: Vec<History<AnyPosition>>,
}

impl Openings {
    /// The built-in ones.
    pub fn built_in() -> Self {
        let games = BUILT_IN.lines().map(line).collect();
        Self { variant: Variant::Standard, games }
    }

    /// Openings of a variant: those of chess are common ones, every other game begins with a few random moves, the
    /// same in every match. `None` if every random game is over at once.
    pub fn of_variant(variant: Variant) -> Option<Self> {
        if variant == Variant::Standard {
            return Some(Self::built_in());
        }
        let games = (0..MOST_TRIES).filter_map(|seed| random_opening(variant, seed));
        Self::of(variant, games.take(RANDOM_OPENINGS).collect())
    }

    /// The games of a PGN text, each to at most this many plies; those of other variants or without moves are
    /// left out. `None` if there are no others.
    pub fn from_pgn(variant: Variant, text: &[u8], plies: usize) -> Option<Self> {
        let games = Game::read_all(Source::new("openings", text));
        let begun = games.iter().map(|game| shortened(&game.history(), plies));
        Self::of(variant, begun.filter(|game| is_playable(variant, game)).collect())
    }

    /// The positions of an EPD or FEN list.
    ///
    /// # Errors
    /// The number of the first line that is not a position.
    pub fn from_epd(variant: Variant, text: &[u8]) -> Result<Option<Self>, usize> {
        let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).enumerate();
        let mut games = Vec::new();
        for (index, line) in lines.filter(|(_, line)| !line.is_empty() && line[0] != b'#') {
            let position = match variant {
                Variant::Standard => epd::read(line).reading.position().map(AnyPosition::from),
                Variant::Rules(_) | Variant::Chess960 { .. } => {
                    fen::position_of(variant, line).ok()
                }
            };
            games.push(History::new(position.ok_or(index + 1)?));
        }
        games.retain(|game| is_playable(variant, game));
        Ok(Self::of(variant, games))
    }

    fn of(variant: Variant, games: Vec<History<AnyPosition>>) -> Option<Self> {
        (!games.is_empty()).then_some(Self { variant, games })
    }

    /// The variant of all games.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// The opening of a game, the first being 0: two games in a row have the same, so that both players have both
    /// sides of it.
    pub fn of_game(&self, index: usize) -> &History<AnyPosition> {
        &self.games[index / 2 % self.games.len()]
    }

    /// How often all openings have been played before this game.
    pub fn cycle(&self, index: usize) -> usize {
        index / 2 / self.games.len()
    }
}

/// A line of the built-in openings.
fn line(moves: &str) -> History<AnyPosition> {
    let mut game = History::new(AnyPosition::from(Chess::start()));
    for word in moves.split(' ') {
        let san = AnySan::read(game.position(), word.as_bytes());
        match san.and_then(|san| san.resolve(game.position())) {
            Some(mv) => game.play_unchecked(mv),
            None => unreachable!("the built-in openings are legal: {moves}"),
        }
    }
    game
}

/// The start of a variant after random moves, unless the game is over by then.
fn random_opening(variant: Variant, seed: u64) -> Option<History<AnyPosition>> {
    let mut random = SplitMix64::new(seed);
    let variant = with_random_start(variant, &mut random);
    let mut game = History::new(variant.start());
    for _ in 0..RANDOM_PLIES {
        let moves = game.position().legal_moves();
        game.play_unchecked(*random.pick(&moves)?);
    }
    is_playable(variant, &game).then_some(game)
}

fn shortened(game: &History<AnyPosition>, plies: usize) -> History<AnyPosition> {
    let mut short = History::new(game.start().clone());
    for &mv in game.moves().iter().take(plies) {
        short.play_unchecked(mv);
    }
    short
}

/// Whether a game has the rules of the variant, has begun, and is not over.
fn is_playable(variant: Variant, game: &History<AnyPosition>) -> bool {
    let rules = game.start().variant().map(VariantPosition::rules);
    let has_begun = !game.moves().is_empty() || *game.position() != variant.start();
    rules == variant.rules() && has_begun && game.outcome().is_none() && game.occurrences() < 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn built_in_openings_are_legal_and_differ() {
        let openings = Openings::built_in();
        let mut ends: Vec<_> =
            openings.games.iter().map(|game| fen::write(game.position())).collect();
        ends.sort();
        ends.dedup();
        assert_eq!(ends.len(), openings.count());
        assert!(openings.games.iter().all(|game| is_playable(Variant::Standard, game)));
    }

    #[test]
    fn variants_begin_with_random_moves() {
        for name in ["atomic", "micro", "racingkings", "alice:3", "chess960"] {
            let variant: Variant = name.parse().expect(name);
            let openings = Openings::of_variant(variant).expect("openings");
            let again = Openings::of_variant(variant).expect("openings");
            assert_eq!(openings.count(), 50, "{name}");
            for index in [0, 2, 98] {
                let (game, same) = (openings.of_game(index), again.of_game(index));
                assert_eq!((game.moves().len(), game.moves()), (4, same.moves()), "{name}");
            }
        }
    }

    #[test]
    fn both_players_have_both_sides_of_an_opening() {
        let openings = Openings::built_in();
        let moves = |index| openings.of_game(index).moves().to_vec();
        assert_eq!(moves(0), moves(1));
        assert_ne!(moves(1), moves(2));
        assert_eq!(moves(0), moves(2 * openings.count()));
        assert_eq!([0, 1, 2].map(|index| openings.cycle(index * openings.count())), [0, 0, 1]);
    }

    #[test]
    fn openings_come_from_games_and_positions() {
        let from_pgn = |text, plies| Openings::from_pgn(Variant::Standard, text, plies);
        let from_epd = |text| Openings::from_epd(Variant::Standard, text);
        let pgn: &[u8] = b"1. e4 e5 2. Nf3 Nc6 *\n\n*\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let openings = from_pgn(pgn, 3).expect("openings");
        assert_eq!(openings.count(), 2);
        assert_eq!(openings.of_game(0).moves().len(), 3);
        assert_eq!(from_pgn(pgn, 4).map(|openings| openings.count()), Some(1));
        assert!(from_pgn(b"", 4).is_none());
        let epd: &[u8] =
            b"# two\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n\n4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\n";
        let read = from_epd(epd).expect("positions");
        assert_eq!(read.map(|openings| openings.count()), Some(2));
        assert_eq!(from_epd(b"4k3/8/8/8/8/8/4P3/4K3 w - -\nx\n").err(), Some(2));
    }
}
