//! Many games and many lines: no failures, no growing memory, and all saved games are clean.

use std::io::{BufRead, BufReader, Write};
use std::time::Duration;

use arbiter::play::{Event, Participant, Session, SessionOptions};
use arbiter::players::{Choice, PlayerSpec, RandomPlayer, SplitMix64};
use arbiter::players::{Player, Stop};
use arbiter::rules::{ByColor, Chess, Move, MoveKind, Position, Role};

use crate::Outcome;
use crate::room::{PEOPLE, Room, feed, piped, wait};

fn session(players: [PlayerSpec; 2]) -> Session {
    let [white, black] = players.map(Participant::new);
    Session::new(SessionOptions { players: ByColor { white, black }, ..SessionOptions::default() })
}

/// Plays a random game to its end.
fn random_game(seed: u64) -> Session {
    let mut session = session([PlayerSpec::Random, PlayerSpec::Random]);
    let mut player = RandomPlayer::new(seed);
    while session.computer_to_move().is_some() {
        let request = session.request(Duration::ZERO);
        let choice = player.choose(&request, &Stop::default());
        session.answer(choice.unwrap_or(Choice::Resign { mate: false }), Duration::ZERO);
    }
    session
}

#[test]
fn a_thousand_random_games_end_as_the_rules_say() -> Outcome {
    let mut pgn = String::new();
    for seed in 0..1000 {
        let session = random_game(seed);
        let ending = session.ending().ok_or("an ending")?;
        let judged = endings_by_shakmaty(&session)?;
        assert!(
            judged.contains(&ending.sentence().as_str()),
            "{judged:?}: {ending:?}, seed {seed}"
        );
        pgn += &session.pgn();
    }
    let room = Room::new()?;
    room.write("games.pgn", &pgn)?;
    let said = feed(&mut room.arbiter(&["validate", "--profile", "export", "games.pgn"]), b"")?;
    assert_eq!(said.code, Some(0), "{}", said.out.lines().take(20).collect::<Vec<_>>().join("\n"));
    Ok(())
}

/// The endings that another implementation of the rules finds possible for a finished game.
fn endings_by_shakmaty(session: &Session) -> Result<Vec<&'static str>, Box<dyn std::error::Error>> {
    use shakmaty::{Chess, EnPassantMode, Position as _, san::San, zobrist::Zobrist64};
    let mut position = Chess::default();
    let mut keys = vec![position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal)];
    for ply in &session.game().plies {
        let san: San = ply.node.text.parse()?;
        let mv = san.to_move(&position)?;
        position.play_unchecked(mv);
        keys.push(position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal));
    }
    let last = keys.last().copied();
    let times = keys.iter().filter(|key| Some(**key) == last).count();
    Ok(if position.is_checkmate() {
        vec!["White wins by checkmate", "Black wins by checkmate"]
    } else if position.is_stalemate() {
        vec!["draw by stalemate"]
    } else if position.is_insufficient_material() {
        vec!["draw: neither side can mate"]
    } else if times >= 3 {
        vec!["draw by threefold repetition"]
    } else if position.halfmoves() >= 100 {
        vec!["draw by the fifty-move rule"]
    } else {
        vec!["nothing"]
    })
}

/// Commands, and words that look like commands.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "e4", "Nf3", "O-O", "undo", "redo", "new", "fen", "board", "moves e2", "claim", "draw",
    "decline", "set", "help", "goto 99", "take both", "tag X \"", "level 99", "level -1",
    "square z9", "comment {", "e9", "0-0-0-0", "♘f3", "", " ", "\t", "undo -1", "e7e8q", "1", "2",
    "undo 99999999999999999999", "set control x", "pgn", "captured", "clock", "moves", "hint 0",
    "eval", "flip", "pieces", "next", "prev", "last", "first", "goto 3b", "resign", "pause",
    "claim with e4", "save --ask", "load", "engine off", "go", "stop", "attackers e4", "peek",
    "set lang fr", "set words on", "set phonetic on", "set blindfold on", "set draws fide",
];

/// Words and random bytes, the same for the same seed.
fn rubbish(seed: u64, count: usize) -> Vec<String> {
    let mut chance = SplitMix64::new(seed);
    let mut line = || match chance.next_u64() % 10 {
        0..7 => chance.pick(WORDS).copied().unwrap_or_default().to_owned(),
        7 => "a".repeat(5000),
        _ => {
            let length = chance.next_u64() % 40;
            let letter =
                |_| char::from_u32(32 + u32::try_from(chance.next_u64() % 0x250).unwrap_or(0));
            (0..length).filter_map(letter).collect()
        }
    };
    (0..count).map(|_| line()).collect()
}

#[test]
fn ten_thousand_random_lines_do_no_harm() {
    let mut session = session([PlayerSpec::Human(None), PlayerSpec::Human(None)]);
    let mut said = 0;
    for (at, line) in rubbish(1, 10_000).iter().enumerate() {
        let events = session.line(line, Duration::from_secs(u64::try_from(at).unwrap_or(0)));
        said += events.len();
        let legal = session.game().position().count_moves() > 0 || session.ending().is_some();
        assert!(legal, "after {line:?}");
        assert!(
            events.iter().all(|event| !matches!(event, Event::Lines(lines) if lines.len() > 5000))
        );
    }
    assert!(said < 200_000, "{said} events");
}

#[test]
fn random_lines_through_a_pipe_end_without_panic() -> Outcome {
    let room = Room::new()?;
    let lines = rubbish(2, 10_000).join("\n");
    let said = feed(&mut room.play(PEOPLE), lines.as_bytes())?;
    assert!(matches!(said.code, Some(0..=2)), "{:?}", said.code);
    assert!(!said.err.contains("panicked"), "{}", said.err);
    assert!(said.out.len() < 20_000_000, "{} bytes", said.out.len());
    for command in ["report", "validate"] {
        let said = feed(&mut room.arbiter(&[command, "-"]), lines.as_bytes())?;
        assert!(matches!(said.code, Some(0..=2)), "{command}: {:?}", said.code);
        assert!(!said.err.contains("panicked"), "{command}: {}", said.err);
    }
    let bytes: Vec<u8> = (0..200_000_u32)
        .map(|at| (at.wrapping_mul(2_654_435_761) >> 24).to_le_bytes()[0])
        .collect();
    let said = feed(&mut room.play(PEOPLE), &bytes)?;
    assert!(matches!(said.code, Some(0..=2)) && !said.err.contains("panicked"), "{}", said.err);
    Ok(())
}

/// A number of moves without captures, checks and many repetitions, as squares.
fn long_game(plies: usize) -> Vec<String> {
    let (mut position, mut chance, mut lines) = (Chess::start(), SplitMix64::new(3), Vec::new());
    while lines.len() < plies {
        let restless = position.halfmoves() > 80;
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.retain(|&mv| mv.capture.is_none() && mv.promotion.is_none());
        moves.retain(|&mv| mv.kind == MoveKind::Normal && !position.after(mv).is_check());
        moves.sort_by_key(|mv| (mv.role == Role::Pawn) != restless);
        let few = moves.iter().filter(|mv| (mv.role == Role::Pawn) == restless).count();
        moves.truncate(if few > 0 { few } else { moves.len() });
        let Some(&mv) = chance.pick(&moves) else { break };
        lines.push(format!("{}{}", mv.from, mv.to));
        position.play_unchecked(mv);
    }
    lines
}

/// The most memory a process has had, in kilobytes.
fn most_memory(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The game stays open after its last move, so that its memory can be measured.
#[test]
fn a_game_of_a_thousand_plies_is_quick_and_small() -> Outcome {
    let room = Room::new()?;
    let lines = long_game(1000);
    assert_eq!(lines.len(), 1000);
    let mut child = piped(&mut room.play(&[PEOPLE, &["--draws", "fide"]].concat())).spawn()?;
    let begun = std::time::Instant::now();
    let mut stdin = child.stdin.take().ok_or("an input")?;
    let out = child.stdout.take().ok_or("an output")?;
    let typed = format!("{}\nhelp quit\n", lines.join("\n"));
    let writer = std::thread::spawn(move || stdin.write_all(typed.as_bytes()).map(|()| stdin));
    let mut said = Vec::new();
    for line in BufReader::new(out).lines() {
        let line = line?;
        let is_last = line.starts_with("quit: ");
        said.push(line);
        if is_last {
            break;
        }
    }
    let (took, memory) = (begun.elapsed(), most_memory(child.id()));
    drop(writer.join().map_err(|_| "a writer")??);
    assert_eq!(wait(&mut child, Duration::from_secs(5))?, Some(0));
    assert!(said.iter().any(|line| line.starts_with("500... ")), "{:?}", said.last());
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert!(memory.is_none_or(|kilobytes| kilobytes < 50_000), "{memory:?} kB");
    Ok(())
}

#[test]
fn long_random_games_are_quick() -> Outcome {
    let begun = std::time::Instant::now();
    let players = ["--white", "random", "--black", "random", "--seed", "5", "--draws", "fide"];
    let said = Room::new()?.talk(&[&players[..], &["--max-plies", "1000"]].concat(), &[])?;
    assert_eq!((said.code, said.over().len()), (Some(0), 1), "{}", said.out);
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    Ok(())
}
