//! The same work twice: games are validated by this crate, and read by pgn-reader and replayed by shakmaty with the same checks.
//! The games are generated, always the same ones.

use std::{
    error::Error,
    fmt::Write as _,
    io::{Cursor, Read},
    ops::ControlFlow,
};

use arbiter::{
    archive::{Block, BlockResult, Blocks, read_blocks},
    diagnostics::{Profile, Selection},
    lint::{Options, lint_block},
    notation::write_san,
    rules::{Chess, Position},
};
use pgn_reader::{
    RawTag, SanPlus, Visitor,
    shakmaty::{self, EnPassantMode, Position as _, zobrist::Zobrist64},
};

/// What the games look like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dress {
    /// As in a tournament.
    Plain,
    /// As in the archive of a server, with clocks and evaluations.
    Clocks,
}

/// Games of random moves.
pub(crate) fn made_up(games: u64, dress: Dress) -> String {
    let mut text = String::new();
    for seed in 1..=games {
        game(&mut text, seed, dress);
    }
    text
}

fn game(text: &mut String, seed: u64, dress: Dress) {
    let mut dice = seed;
    let mut position = Chess::start();
    let mut moves = String::new();
    for ply in 0..80 {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = legal[usize::try_from(dice >> 33).unwrap_or(0) % legal.len()];
        write_move(&mut moves, ply, &write_san(&position, mv), dress);
        position.play_unchecked(mv);
    }
    // Writing into a string cannot fail.
    let _ = match dress {
        Dress::Plain => write!(
            text,
            "[Event \"Open {seed}\"]\n[Site \"Lund SWE\"]\n[Date \"2023.03.04\"]\n[Round \"1\"]\n\
             [White \"Ek, Anna\"]\n[Black \"Ask, Bo\"]\n[Result \"*\"]\n[WhiteElo \"2100\"]\n\
             [BlackElo \"2050\"]\n[ECO \"A00\"]\n\n{moves}*\n\n"
        ),
        Dress::Clocks => write!(
            text,
            "[Event \"Rated Blitz game\"]\n[Site \"https://example.org/{seed:08}\"]\n[Date \"2023.03.04\"]\n\
             [Round \"-\"]\n[White \"Anna{seed}\"]\n[Black \"Bo\"]\n[Result \"*\"]\n[UTCDate \"2023.03.04\"]\n\
             [UTCTime \"05:29:32\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1512\"]\n[WhiteRatingDiff \"+6\"]\n\
             [BlackRatingDiff \"-6\"]\n[ECO \"A00\"]\n[Opening \"?\"]\n[TimeControl \"600+0\"]\n\
             [Termination \"Unterminated\"]\n\n{moves}*\n\n"
        ),
    };
}

fn write_move(moves: &mut String, ply: u32, san: &str, dress: Dress) {
    let number = ply / 2 + 1;
    let _ = match (ply % 2, dress) {
        (0, _) => write!(moves, "{number}. {san} "),
        (_, Dress::Plain) => write!(moves, "{san}{}", if ply % 10 == 9 { '\n' } else { ' ' }),
        (_, Dress::Clocks) => write!(moves, "{number}... {san} "),
    };
    if dress == Dress::Clocks {
        let left = 600 - 3 * (ply / 2);
        let _ = write!(
            moves,
            "{{ [%eval {}.{ply:02}] [%clk 0:{:02}:{:02}] }} ",
            ply % 5,
            left / 60,
            left % 60
        );
    }
}

/// The games and plies that this crate counts.
pub(crate) fn by_arbiter(bytes: &[u8]) -> Result<(u64, u64), Box<dyn Error>> {
    let options = Options::new(Selection::new(Profile::Import));
    let work = |block: &Block| {
        let source = block.source("bench");
        let (reports, summary) = lint_block(source, block.part, &options);
        BlockResult { end: summary.end, value: reports }
    };
    let blocks = Blocks::new("bench".to_owned(), unpacked(bytes)?);
    let (mut games, mut plies) = (0, 0);
    read_blocks(blocks, 1, &work, |_, examined| {
        for ending in examined.iter().filter_map(|examined| examined.ending) {
            games += 1;
            plies += u64::from(ending.plies);
        }
        ControlFlow::Continue(())
    })?;
    Ok((games, plies))
}

fn unpacked(bytes: &[u8]) -> Result<Box<dyn Read + Send>, Box<dyn Error>> {
    Ok(if bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Box::new(zstd::Decoder::new(Cursor::new(bytes.to_vec()))?)
    } else {
        Box::new(Cursor::new(bytes.to_vec()))
    })
}

/// The same work by pgn-reader and shakmaty.
#[derive(Default)]
struct Peer {
    games: u64,
    plies: u64,
    findings: u64,
    position: shakmaty::Chess,
    keys: Vec<u64>,
}

/// The games and plies that pgn-reader and shakmaty count.
pub(crate) fn by_pgn_reader(bytes: &[u8]) -> Result<(u64, u64), Box<dyn Error>> {
    let mut peer = Peer::default();
    pgn_reader::Reader::new(unpacked(bytes)?).visit_all_games(&mut peer)?;
    std::hint::black_box(peer.findings);
    Ok((peer.games, peer.plies))
}

impl Peer {
    fn key(&self) -> u64 {
        let Zobrist64(key) = self.position.zobrist_hash(EnPassantMode::Legal);
        key
    }

    fn count_repetitions(&mut self) {
        let key = self.key();
        let clock = self.position.halfmoves() as usize;
        let now = self.keys.len();
        let reach = clock.min(now);
        let same = (4..=reach).step_by(2).filter(|back| self.keys[now - back] == key).count();
        self.findings += u64::from(same >= 2) + u64::from(clock >= 100);
        self.keys.push(key);
    }
}

impl Visitor for Peer {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.games += 1;
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), _: &[u8], _: RawTag<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        self.position = shakmaty::Chess::default();
        self.keys.clear();
        let key = self.key();
        self.keys.push(key);
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        let Ok(mv) = san.san.to_move(&self.position) else {
            self.findings += 1;
            return ControlFlow::Break(());
        };
        self.position.play_unchecked(mv);
        self.plies += 1;
        let sign = match (self.position.is_check(), san.suffix) {
            (true, Some(shakmaty::san::Suffix::Checkmate)) => self.position.is_checkmate(),
            (true, Some(shakmaty::san::Suffix::Check)) => !self.position.is_checkmate(),
            (in_check, suffix) => in_check == suffix.is_some(),
        };
        self.findings += u64::from(!sign);
        self.count_repetitions();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {
        self.findings += u64::from(self.position.is_game_over());
    }
}
