//! The built-in opponent against slower judges: plain minimax, a full mate search, and the rules.

use std::error::Error;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arbiter::engine::{
    Choice, Engine, Limits, MAX_PLY, Score, Settings, Task, Techniques, Timekeeper, Unhurried,
    Verdict, evaluate,
};
use arbiter::notation::fen;
use arbiter::rules::{
    Board, BoardCount, Chess, Color, Dialect, Layered, Move, Piece, Position, Role, Setup,
};

type Fallible = Result<(), Box<dyn Error>>;

/// Positions with something going on: openings, middlegames, endings, either side to move.
const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
    "8/8/1p1k4/p2P1p2/P1P2P2/3K4/8/8 b - - 0 40",
    "6k1/5pp1/4p2p/3r4/3N4/1P4P1/P3RP1P/6K1 b - - 0 30",
];

fn position(fen: &str) -> Result<Chess, Box<dyn Error>> {
    fen::position(fen.as_bytes()).map_err(|findings| format!("{fen}: {findings:?}").into())
}

fn think<P: Position>(position: &P, depth: u16, settings: Settings) -> Option<Choice> {
    Engine::new(4, settings).think(&Task::new(position, depth), &mut Unhurried, |_| ())
}

fn thought<P: Position>(position: &P, depth: u16) -> Result<Choice, &'static str> {
    think(position, depth, Settings::default()).ok_or("there is a move")
}

/// Every move of every line, to the end.
fn minimax<P: Position>(position: &P, depth: u16, ply: u16) -> Score {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() { Score::mated_after(ply) } else { Score::DRAW };
    }
    if depth == 0 {
        return evaluate(position);
    }
    let replies = moves.iter().map(|&mv| -minimax(&position.after(mv), depth - 1, ply + 1));
    replies.max().unwrap_or(Score::DRAW)
}

#[test]
fn alpha_beta_finds_what_minimax_finds() -> Fallible {
    let plain = Settings { techniques: Techniques::NONE, seed: None };
    for fen in POSITIONS {
        let position = position(fen)?;
        let choice = think(&position, 3, plain).ok_or("a move")?;
        assert_eq!(choice.score, minimax(&position, 3, 0), "{fen}");
        assert_eq!(choice.score, -minimax(&position.after(choice.best), 2, 1), "{fen}");
    }
    Ok(())
}

#[test]
fn one_plain_board_is_judged_like_the_fast_one() -> Fallible {
    let plain = Settings { techniques: Techniques::NONE, seed: None };
    for fen in POSITIONS {
        let position = position(fen)?;
        let fast = think(&position, 2, plain).ok_or("a move")?;
        let slow = think(&Layered::chess(&position.to_setup()), 2, plain).ok_or("a move")?;
        assert_eq!(fast.score, slow.score, "{fen}");
    }
    Ok(())
}

/// A mate problem: the position, and in how many moves the side to move mates.
struct Problem {
    text: String,
    position: Chess,
    moves: u16,
}

fn problems() -> Result<Vec<Problem>, Box<dyn Error>> {
    let mut problems = Vec::new();
    for name in ["games", "composed"] {
        let text = fs::read_to_string(format!("fixtures/mates/{name}.epd"))?;
        for line in text.lines() {
            let (board, rest) = line.split_once(" dm ").ok_or("an operation `dm`")?;
            let (moves, _) = rest.split_once(';').ok_or("an end of `dm`")?;
            let position = position(&format!("{board} 0 1"))?;
            problems.push(Problem { text: line.to_owned(), position, moves: moves.parse()? });
        }
    }
    Ok(problems)
}

/// A full search for mate in so many moves. `refutations` holds, for each number of moves, the
/// reply that has just proved good: it is tried first.
fn mates<P: Position>(position: &P, moves: u16, refutations: &mut [Option<Move>; 4]) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let next = position.after(mv);
        (moves > 1 || next.is_check()) && is_mated(&next, moves - 1, refutations)
    })
}

fn is_mated<P: Position>(position: &P, moves: u16, refutations: &mut [Option<Move>; 4]) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() || moves == 0 {
        return replies.is_empty() && position.is_check();
    }
    let known = refutations[usize::from(moves)].filter(|mv| replies.contains(mv));
    let refutes = |mv: Move, refutations: &mut [Option<Move>; 4]| {
        !mates(&position.after(mv), moves, refutations)
    };
    if known.is_some_and(|mv| refutes(mv, refutations)) {
        return false;
    }
    let refutation = replies.iter().copied().find(|&mv| refutes(mv, refutations));
    refutations[usize::from(moves)] = refutation.or(refutations[usize::from(moves)]);
    refutation.is_none()
}

#[test]
fn every_mate_problem_is_what_it_says() -> Fallible {
    let problems = problems()?;
    assert!(problems.iter().filter(|problem| problem.moves > 1).count() >= 40);
    for Problem { text, position, moves } in &problems {
        assert!(mates(position, *moves, &mut [None; 4]), "no mate: {text}");
        assert!(*moves == 1 || !mates(position, moves - 1, &mut [None; 4]), "shorter: {text}");
    }
    Ok(())
}

#[test]
fn every_mate_is_found() -> Fallible {
    for Problem { text, position, moves } in problems()? {
        let choice = thought(&position, 9)?;
        assert_eq!(choice.score.verdict(), Verdict::MatesIn(moves), "{text}");
        assert!(is_mated(&position.after(choice.best), moves - 1, &mut [None; 4]), "{text}");
    }
    Ok(())
}

#[test]
fn a_mate_in_one_needs_depth_one_and_a_mate_in_two_depth_three() -> Fallible {
    for Problem { text, position, moves } in problems()?.iter().filter(|problem| problem.moves < 3)
    {
        let choice = thought(position, 2 * moves - 1)?;
        assert_eq!(choice.score.verdict(), Verdict::MatesIn(*moves), "{text}");
    }
    Ok(())
}

#[test]
fn the_one_promotion_that_mates_is_chosen() -> Fallible {
    let choice = thought(&position("8/5P1k/N6p/8/8/2B5/1K6/6R1 w - - 0 40")?, 2)?;
    assert_eq!(choice.best.promotion, Some(Role::Knight));
    Ok(())
}

#[test]
fn who_is_mated_by_force_knows_that_he_is_lost() -> Fallible {
    let choice = thought(&position("kbK5/pp6/RP6/8/8/8/8/8 b - - 1 40")?, 4)?;
    assert!(choice.score.is_lost());
    assert_eq!(choice.score.verdict(), Verdict::MatedIn(1));
    assert!(!thought(&Chess::start(), 4)?.score.is_lost());
    Ok(())
}

#[test]
fn the_start_is_level_and_a_mirrored_position_is_worth_the_same_to_the_other_side() -> Fallible {
    assert_eq!(evaluate(&Chess::start()), Score::DRAW);
    for fen in POSITIONS {
        let here = position(fen)?.to_setup();
        let mut there = Setup { turn: !here.turn, ..here.clone() };
        there.board = Board::empty();
        for (square, piece) in here.board.pieces() {
            there.board.put(square.flip(), Piece { color: !piece.color, ..piece });
        }
        let same_men = Setup { turn: !here.turn, ..here.clone() };
        let [here, there, same_men] =
            [here, there, same_men].map(|setup| evaluate(&Chess::from_setup_unchecked(&setup)));
        assert_eq!(here, there, "{fen}");
        assert_eq!(here, -same_men, "{fen}");
    }
    Ok(())
}

#[test]
fn worths_follow_the_published_tables() -> Fallible {
    // Material and squares added up by hand from the published tables.
    let cases = [
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", 100 + 20),
        ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", -(100 - 20)),
        ("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", 320 + 20),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 500),
        ("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", -(900 - 5)),
        ("8/8/8/4k3/8/8/8/4K3 w - - 0 1", -30 - 40),
        ("r1q1k3/8/8/8/8/8/8/R1Q3K1 w - - 0 1", 30),
    ];
    for (fen, expected) in cases {
        assert_eq!(evaluate(&position(fen)?), Score::from_centipawns(expected), "{fen}");
    }
    Ok(())
}

#[test]
fn fifty_moves_draw_unless_the_last_one_mates() -> Fallible {
    let mate = thought(&position("k7/8/1K6/8/8/8/8/2Q5 w - - 99 90")?, 4)?;
    assert_eq!(mate.score.verdict(), Verdict::MatesIn(1));
    let draw = thought(&position("7k/8/8/8/8/8/8/KQ6 w - - 99 90")?, 4)?;
    assert_eq!(draw.score, Score::DRAW);
    Ok(())
}

#[test]
fn a_position_that_was_there_twice_is_a_draw() -> Fallible {
    let lost = position("6k1/5ppp/8/8/8/8/q4PPP/6K1 w - - 10 40")?;
    let only = lost.legal_moves();
    let next: Vec<u64> = only.iter().map(|&mv| lost.after(mv).repetition_key()).collect();
    let other = 1;
    for (index, &mv) in only.iter().enumerate().filter(|(_, mv)| !mv.is_zeroing()) {
        let key = next[index];
        // Each key stands a whole number of moves back, with somebody else's positions between.
        let history = [key, other, other, other, key, other, other];
        let task = Task { history: &history, among: &[mv], ..Task::new(&lost, 3) };
        let mut engine = Engine::new(1, Settings::default());
        let choice = engine.think(&task, &mut Unhurried, |_| ()).ok_or("a move")?;
        assert_eq!(choice.score, Score::DRAW, "{mv:?}");
    }
    Ok(())
}

#[test]
fn the_same_depth_and_seed_give_the_same_move_and_seeds_differ() -> Fallible {
    let mut openings = Vec::new();
    for seed in 0..12 {
        let settings = Settings { seed: Some(seed), ..Settings::default() };
        let first = think(&Chess::start(), 3, settings).ok_or("a move")?;
        let second = think(&Chess::start(), 3, settings).ok_or("a move")?;
        assert_eq!(first, second);
        openings.push(first.best);
    }
    openings.sort_unstable();
    openings.dedup();
    assert!(openings.len() > 1);
    Ok(())
}

#[test]
fn only_the_moves_asked_for_are_considered() -> Fallible {
    let start = Chess::start();
    let moves = start.legal_moves();
    for &mv in &moves {
        let among = [mv];
        let task = Task { among: &among, ..Task::new(&start, 2) };
        let mut engine = Engine::new(1, Settings::default());
        let choice = engine.think(&task, &mut Unhurried, |_| ()).ok_or("a move")?;
        assert_eq!(choice.best, mv);
    }
    Ok(())
}

#[test]
fn nobody_moves_when_the_game_is_over() -> Fallible {
    let mated = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";
    for fen in [mated, "k7/2Q5/1K6/8/8/8/8/8 b - - 1 40"] {
        assert_eq!(think(&position(fen)?, 4, Settings::default()), None, "{fen}");
    }
    Ok(())
}

#[test]
fn the_line_and_the_iterations_make_sense() -> Fallible {
    for fen in POSITIONS {
        let position = position(fen)?;
        let mut told = Vec::new();
        let mut engine = Engine::new(4, Settings::default());
        let task = Task::new(&position, 5);
        let choice = engine.think(&task, &mut Unhurried, |choice| told.push(choice.clone()));
        assert_eq!(told.last(), choice.as_ref());
        assert!(told.iter().map(|choice| choice.depth).eq(1..=5), "{fen}");
        for Choice { best, line, .. } in told {
            assert_eq!(line.first(), Some(&best));
            let mut at = position.clone();
            for mv in line {
                assert!(at.is_legal(mv), "{fen}: {mv:?}");
                at.play_unchecked(mv);
            }
        }
    }
    Ok(())
}

#[test]
fn it_stops_at_once_when_asked() -> Fallible {
    let position = position(POSITIONS[1])?;
    let asked = AtomicBool::new(false);
    let limits = Limits::default();
    let (choice, asked_at, stopped_at) = std::thread::scope(|scope| {
        let thinker = scope.spawn(|| {
            let mut keeper =
                Timekeeper::start(&limits, Instant::now, || asked.load(Ordering::Relaxed));
            let mut engine = Engine::new(4, Settings::default());
            let task = Task::new(&position, limits.deepest());
            let choice = engine.think(&task, &mut keeper, |_| ());
            (choice, Instant::now())
        });
        std::thread::sleep(Duration::from_millis(150));
        let asked_at = Instant::now();
        asked.store(true, Ordering::Relaxed);
        let (choice, stopped_at) = thinker.join().map_err(|_| "the search panicked")?;
        Ok::<_, &str>((choice, asked_at, stopped_at))
    })?;
    assert!(stopped_at.saturating_duration_since(asked_at) < Duration::from_millis(50));
    assert!(position.is_legal(choice.ok_or("a move")?.best));
    Ok(())
}

#[test]
fn it_keeps_its_time() -> Fallible {
    let position = position(POSITIONS[1])?;
    let mut engine = Engine::new(4, Settings::default());
    for milliseconds in [5, 50, 200] {
        let limits = Limits::for_time(Duration::from_millis(milliseconds));
        let start = Instant::now();
        let mut keeper = Timekeeper::start(&limits, Instant::now, || false);
        let choice = engine.think(&Task::new(&position, MAX_PLY), &mut keeper, |_| ());
        assert!(choice.is_some());
        assert!(start.elapsed() < limits_with_grace(milliseconds), "{milliseconds} ms");
    }
    Ok(())
}

/// The time itself and what a busy machine may add.
fn limits_with_grace(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds + 30)
}

/// Small steps of a linear congruence: enough chance for a test.
fn chance(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap_or(0)
}

/// Random play to a position with a mate in one, if this game has any.
fn mate_in_one<P: Position>(start: P, seed: u64) -> Option<P> {
    let mut state = seed;
    let mut position = start;
    for _ in 0..200 {
        if mates(&position, 1, &mut [None; 4]) {
            return Some(position);
        }
        let moves = position.legal_moves();
        position.play_unchecked(*moves.get(chance(&mut state) % moves.len().max(1))?);
    }
    None
}

#[test]
fn the_same_search_plays_on_several_boards() -> Fallible {
    let mut found = 0;
    for dialect in [Dialect::Classical, Dialect::Ksparov] {
        for seed in 0..8 {
            let start = Layered::alice(BoardCount::TWO, dialect);
            let Some(position) = mate_in_one(start, seed) else { continue };
            found += 1;
            let choice = thought(&position, 2)?;
            assert_eq!(choice.score.verdict(), Verdict::MatesIn(1), "{position:?}");
            let after = position.after(choice.best);
            assert!(after.is_check() && !after.has_legal_move());
        }
    }
    assert!(found > 4, "{found} games with a mate in one");
    Ok(())
}

#[test]
fn it_beats_chance() -> Fallible {
    for seed in 0..6 {
        let mut state = seed;
        let mut engine = Engine::new(1, Settings::default());
        let mut position = Chess::start();
        let mut history = Vec::new();
        let ours = Color::ALL[usize::try_from(seed % 2)?];
        while position.has_legal_move() {
            let moves = position.legal_moves();
            let mv = if position.turn() == ours {
                let task = Task { history: &history, ..Task::new(&position, 4) };
                engine.think(&task, &mut Unhurried, |_| ()).ok_or("a move")?.best
            } else {
                moves[chance(&mut state) % moves.len()]
            };
            history.push(position.repetition_key());
            position.play_unchecked(mv);
            assert!(history.len() < 300, "game {seed} does not end");
        }
        assert!(position.is_check() && position.turn() != ours, "game {seed}");
    }
    Ok(())
}

/// The search's signature: whoever tidies the search must not change this number, whoever improves
/// it changes it knowingly.
#[test]
fn the_signature_is_the_same() -> Fallible {
    let mut nodes = 0;
    for fen in POSITIONS {
        nodes += thought(&position(fen)?, 6)?.nodes;
    }
    assert_eq!(nodes, 65_471);
    Ok(())
}
