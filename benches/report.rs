//! Positions per second with all usual columns as CSV, against a plain loop over shakmaty that prints the same columns.
//! What counts is the ratio: absolute times vary between machines and runs.

use std::{
    collections::HashMap,
    error::Error,
    fmt::Write as _,
    io::{self, Write as _},
    time::{Duration, Instant},
};

use arbiter::{
    diagnostics::{Profile, Selection},
    output::{
        formats::SCHEMA,
        positions::{
            Column, Layout, Origin, Page, PageStyle, PositionFormat, PositionRecord, SeenPositions,
        },
    },
};
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, Position, Role, attacks, fen::Fen,
    san::SanPlus, zobrist::Zobrist64,
};

const GAMES: u64 = 400;
const ROUNDS: usize = 9;

/// How many positions are timed together: few enough that some round runs without interruption.
const LIST: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let positions = random_positions()?;
    let mut spent = [Duration::ZERO; 2];
    for list in positions.chunks(LIST) {
        for (spent, best) in spent.iter_mut().zip(best_times(list)?) {
            *spent += best;
        }
    }
    let count = f64::from(u32::try_from(positions.len())?);
    let per_second = spent.map(|spent| count / spent.as_secs_f64());
    let mut out = io::stdout().lock();
    writeln!(out, "positions      {}", positions.len())?;
    writeln!(out, "arbiter        {:.0}/s", per_second[0])?;
    writeln!(out, "shakmaty loop  {:.0}/s", per_second[1])?;
    writeln!(out, "ratio          {:.2}", per_second[0] / per_second[1])?;
    Ok(())
}

/// The best times of both programs, which take turns.
fn best_times(list: &[String]) -> Result<[Duration; 2], Box<dyn Error>> {
    let mut best = [Duration::MAX; 2];
    let mut outputs = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (index, describe) in [ours as Describe, plain_loop].into_iter().enumerate() {
            let start = Instant::now();
            outputs[index] = describe(list)?;
            best[index] = best[index].min(start.elapsed());
        }
    }
    same(&outputs)?;
    Ok(best)
}

type Describe = fn(&[String]) -> Result<Vec<u8>, Box<dyn Error>>;

/// The words of a row, in whatever order a generator lists its moves.
fn words(row: &[u8]) -> Vec<&[u8]> {
    let mut words: Vec<_> = row.split(|byte| matches!(byte, b',' | b' ')).collect();
    words.sort_unstable();
    words
}

/// Only programs with the same output can be compared.
fn same(outputs: &[Vec<u8>; 2]) -> Result<(), Box<dyn Error>> {
    let [ours, theirs] = outputs.each_ref().map(|output| output.split(|&byte| byte == b'\n'));
    match ours.zip(theirs).find(|(ours, theirs)| words(ours) != words(theirs)) {
        None => Ok(()),
        Some((ours, theirs)) => {
            let [ours, theirs] = [ours, theirs].map(String::from_utf8_lossy);
            Err(format!("the rows differ:\n{ours}\n{theirs}").into())
        }
    }
}

/// Every position of some random games.
fn random_positions() -> Result<Vec<String>, Box<dyn Error>> {
    let mut positions = Vec::new();
    for seed in 0..GAMES {
        let mut dice = seed;
        let mut position = Chess::default();
        for _ in 0..100 {
            let setup = position.to_setup(EnPassantMode::Legal);
            positions.push(Fen::try_from_setup(setup).map_err(|_| "a FEN")?.to_string());
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            dice = dice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            position.play_unchecked(moves[usize::try_from(dice >> 33)? % moves.len()]);
        }
    }
    Ok(positions)
}

fn ours(positions: &[String]) -> Result<Vec<u8>, Box<dyn Error>> {
    let layout = Layout {
        format: PositionFormat::Csv,
        columns: Column::usual().collect(),
        has_findings: true,
        extras: Vec::new(),
        carried: Vec::new(),
        variant: None,
        chosen: None,
        selection: Selection::new(Profile::Pedantic),
        page: PageStyle::default(),
    };
    let mut page = Page::default();
    for (n, text) in (1..).zip(positions) {
        let (file, input) = (Some("positions.txt"), text.as_bytes());
        let origin = Origin {
            n,
            file,
            line: Some(n),
            indent: 0,
            input,
            carried: &[],
            is_of_game: false,
            caption: None,
            last: None,
        };
        let record = PositionRecord::read(origin, None);
        layout.print(&record, &mut page);
    }
    let mut out = layout.opening();
    page.write(&mut SeenPositions::default(), &mut out)?;
    Ok(out)
}

/// The same columns, written as in a script.
fn plain_loop(positions: &[String]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut out = String::new();
    let names: Vec<String> = Column::usual().map(Column::name).collect();
    writeln!(out, "{}", names.join(","))?;
    let mut seen = HashMap::new();
    for (n, text) in (1_u64..).zip(positions) {
        let position: Chess = text.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
        let key: Zobrist64 = position.zobrist_hash(EnPassantMode::Legal);
        let first = *seen.entry(key).or_insert(n);
        let dup = if first < n { first.to_string() } else { String::new() };
        write!(out, "{n},positions.txt,{n},{text},,{dup},true,true,unknown,,,,,,")?;
        state(&position, &mut out)?;
        situation(&position, &mut out)?;
    }
    Ok(out.into_bytes())
}

fn state(position: &Chess, out: &mut String) -> Result<(), Box<dyn Error>> {
    let fen = Fen::try_from_setup(position.to_setup(EnPassantMode::Legal)).map_err(|_| "a FEN")?;
    let fen = fen.to_string();
    let castling = fen.split(' ').nth(2).unwrap_or_default();
    let turn = if position.turn() == Color::White { "white" } else { "black" };
    let ep = position.legal_ep_square();
    let ep_name = ep.map(|square| square.to_string()).unwrap_or_default();
    let start = if *position.board() == shakmaty::Board::new() { "518" } else { "" };
    let (halfmoves, fullmoves) = (position.halfmoves(), position.fullmoves());
    write!(out, "{fen},{turn},{castling},{ep_name},{},", ep.is_some())?;
    write!(out, "{halfmoves},{fullmoves},standard,{start},")?;
    let key: Zobrist64 = position.zobrist_hash(EnPassantMode::PseudoLegal);
    write!(out, "{:016x},", key.0)?;
    for color in [Color::White, Color::Black] {
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            for _ in position.board().by_piece(role.of(color)) {
                out.push(role.upper_char());
            }
        }
        out.push(if color == Color::White { 'v' } else { ',' });
    }
    Ok(())
}

fn situation(position: &Chess, out: &mut String) -> Result<(), Box<dyn Error>> {
    let checkers = position.checkers();
    let moves = position.legal_moves();
    let (mut checks, mut mates) = (0, Vec::new());
    for &mv in &moves {
        let mut after = position.clone();
        after.play_unchecked(mv);
        if after.is_check() {
            checks += 1;
            if after.legal_moves().is_empty() {
                mates.push(SanPlus::from_move(position.clone(), mv).to_string());
            }
        }
    }
    let captures = moves.iter().filter(|mv| mv.is_capture()).count();
    let promotions = moves.iter().filter(|mv| mv.is_promotion()).count();
    write!(out, "{},{},{},", checkers.any(), squares(checkers), squares(pinned(position)))?;
    write!(out, "{},{captures},{checks},{promotions},{},", moves.len(), mates.join(" "))?;
    let (status, winner) = match (moves.is_empty(), checkers.any()) {
        (true, true) if position.turn() == Color::White => ("checkmate", "black"),
        (true, true) => ("checkmate", "white"),
        (true, false) => ("stalemate", ""),
        _ if position.is_insufficient_material() => ("dead-position", ""),
        _ if position.halfmoves() >= 150 => ("seventy-five-moves", ""),
        _ => ("ongoing", ""),
    };
    write!(out, "{status},{winner},{},", position.halfmoves() >= 100)?;
    let [white, black] = [Color::White, Color::Black].map(|color| points(position, color));
    writeln!(
        out,
        "{},{},{},{white},{black},{SCHEMA}",
        !position.has_insufficient_material(Color::White),
        !position.has_insufficient_material(Color::Black),
        position.board().occupied().count()
    )?;
    Ok(())
}

fn squares(squares: Bitboard) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    names.join(" ")
}

fn pinned(position: &Chess) -> Bitboard {
    let (board, turn) = (position.board(), position.turn());
    let Some(king) = board.king_of(turn) else { return Bitboard::EMPTY };
    let theirs = board.by_color(!turn);
    let snipers = (attacks::rook_attacks(king, theirs) & theirs & board.rooks_and_queens())
        | (attacks::bishop_attacks(king, theirs) & theirs & board.bishops_and_queens());
    let shields =
        snipers.into_iter().map(|sniper| attacks::between(king, sniper) & board.by_color(turn));
    shields.filter(|shield| shield.count() == 1).fold(Bitboard::EMPTY, |all, one| all | one)
}

fn points(position: &Chess, color: Color) -> usize {
    let worth =
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    worth
        .iter()
        .map(|(role, worth)| position.board().by_piece(role.of(color)).count() * worth)
        .sum()
}
