//! Validation of whole archives, one thread, against pgn-reader and shakmaty doing the same work in the same run: every
//! move found and played, signs, repetitions, counters and the end checked. Takes PGN files to try, plain or compressed;
//! without files, it generates archives: over-the-board games, the same with clocks and evaluations, and both compressed.

use std::{
    error::Error,
    fmt::Write as _,
    fs,
    io::{Cursor, Read, Write as _},
    ops::ControlFlow,
    time::Instant,
};

use arbiter::{
    archive::{Block, BlockResult, Blocks, read_blocks},
    diagnostics::{Profile, Selection},
    lint::{Detail, Laws, Options, lint_block},
    notation::write_san,
    rules::{Chess, Position},
};
use pgn_reader::{
    RawTag, SanPlus, Visitor,
    shakmaty::{self, EnPassantMode, Position as _, zobrist::Zobrist64},
};

const GAMES: u64 = 12_000;
const ROUNDS: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    for (name, bytes) in archives()? {
        let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
        let mut counts = [(0, 0); 2];
        for _ in 0..ROUNDS {
            let start = Instant::now();
            counts[0] = by_arbiter(&bytes)?;
            ours = ours.min(start.elapsed().as_secs_f64());
            let start = Instant::now();
            counts[1] = by_pgn_reader(&bytes)?;
            theirs = theirs.min(start.elapsed().as_secs_f64());
        }
        let [(games, plies), others] = counts;
        writeln!(out, "validate {name}: {games} games, {plies} plies")?;
        if others != (games, plies) {
            writeln!(out, "  pgn-reader and shakmaty count {others:?}")?;
        }
        let each = ours * 1e9 / f64::from(u32::try_from(plies)?);
        writeln!(out, "  {each:.0} ns per ply")?;
        writeln!(out, "  against pgn-reader + shakmaty {:.2}", theirs / ours)?;
    }
    Ok(())
}

/// A name and its bytes.
type Archive = (String, Vec<u8>);

/// The named files, or generated ones.
fn archives() -> Result<Vec<Archive>, Box<dyn Error>> {
    let named: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if !named.is_empty() {
        return named.into_iter().map(|name| Ok((name.clone(), fs::read(&name)?))).collect();
    }
    let plain = made_up(Dress::Plain).into_bytes();
    let clocks = made_up(Dress::Clocks).into_bytes();
    let packed = zstd::encode_all(Cursor::new(&plain), 3)?;
    Ok(vec![
        ("over-the-board form".into(), plain),
        ("Lichess form".into(), clocks),
        ("over-the-board form, zstd".into(), packed),
    ])
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dress {
    Plain,
    Clocks,
}

fn made_up(dress: Dress) -> String {
    let mut text = String::new();
    for seed in 1..=GAMES {
        game(&mut text, seed, dress);
    }
    text
}

/// A game of random moves with the tags of a tournament.
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
        let san = write_san(&position, mv);
        let after_comment = dress == Dress::Clocks;
        let _ = match ply % 2 {
            0 => write!(moves, "{}. {san} ", ply / 2 + 1),
            _ if after_comment => write!(moves, "{}... {san} ", ply / 2 + 1),
            _ => write!(moves, "{san} "),
        };
        if dress == Dress::Clocks {
            let left = 600 - 3 * (ply / 2);
            let _ = write!(
                moves,
                "{{ [%eval {}.{:02}] [%clk 0:{:02}:{:02}] }} ",
                ply % 5,
                ply,
                left / 60,
                left % 60
            );
        }
        position.play_unchecked(mv);
        if ply % 10 == 9 && dress == Dress::Plain {
            moves.push('\n');
        }
    }
    let _ = write!(
        text,
        "[Event \"Open {seed}\"]\n[Site \"Lund SWE\"]\n[Date \"2023.03.04\"]\n[Round \"1\"]\n[White \"Ek, Anna\"]\n\
         [Black \"Ask, Bo\"]\n[Result \"*\"]\n[WhiteElo \"2100\"]\n[BlackElo \"2050\"]\n\n{moves}*\n\n"
    );
}

fn by_arbiter(bytes: &[u8]) -> Result<(u64, u64), Box<dyn Error>> {
    let examination = Options {
        selection: Selection::new(Profile::Import),
        variations: true,
        laws: Laws::default(),
        detail: Detail::Ending,
        cross_check: false,
    };
    let work = |block: &Block| {
        let source = block.source("bench");
        let (reports, summary) = lint_block(source, block.part, &examination);
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

fn by_pgn_reader(bytes: &[u8]) -> Result<(u64, u64), Box<dyn Error>> {
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
