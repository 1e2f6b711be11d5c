//! The server talked to without a process.

use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use super::{Event, Server};

/// What the server says to these lines. A pause lets an endless search get somewhere.
fn said(lines: &[&str]) -> String {
    let (sender, events) = channel();
    let client = sender.clone();
    let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let talk = thread::spawn(move || {
        for line in lines {
            if line == "pause" {
                thread::sleep(Duration::from_millis(500));
            } else {
                client.send(Event::Line(line)).expect("a server");
            }
        }
        client.send(Event::End).expect("a server");
    });
    let mut out = Vec::new();
    Server::new(sender).serve(&events, &channel().1, &mut out).expect("memory takes everything");
    talk.join().expect("a client");
    String::from_utf8(out).expect("text")
}

#[test]
fn introduces_itself() {
    let text = said(&["uci", "isready"]);
    assert!(text.starts_with("id name arbiter "), "{text}");
    assert!(text.contains("option name Hash type spin default 16 min 1 max 4096\n"), "{text}");
    assert!(text.contains("option name UCI_Chess960 type check default false\n"), "{text}");
    assert!(text.ends_with("uciok\nreadyok\n"), "{text}");
}

#[test]
fn finds_the_mate_and_says_how_far_it_is() {
    let text = said(&["position startpos moves f2f3 e7e5 g2g4", "go depth 3"]);
    assert!(text.contains("score mate 1 "), "{text}");
    assert!(text.contains("\nbestmove d8h4"), "{text}");
}

#[test]
fn an_endless_search_is_answered_only_when_stopped() {
    let text = said(&["go infinite", "pause", "isready", "stop", "isready"]);
    let (before, after) = text.split_once("readyok").expect("two of them");
    assert!(!before.contains("bestmove"), "{text}");
    let (answer, _) = after.split_once("readyok").expect("two of them");
    assert!(answer.contains("bestmove "), "{text}");
}

#[test]
fn only_the_moves_to_search_are_searched() {
    let text = said(&["go depth 3 searchmoves a2a3"]);
    assert!(text.contains("bestmove a2a3"), "{text}");
}

#[test]
fn a_finished_game_has_no_move() {
    let mated = "position startpos moves f2f3 e7e5 g2g4 d8h4";
    let text = said(&[mated, "go depth 3"]);
    assert_eq!(text, "info depth 0 score mate 0\nbestmove (none)\n");
}

#[test]
fn castling_is_written_as_the_client_wants() {
    let castle = "position fen 5k2/8/8/8/8/8/8/4K2R w K - 0 1";
    let go = "go depth 1 searchmoves e1g1";
    assert!(said(&[castle, go]).contains("bestmove e1g1"));
    let option = "setoption name UCI_Chess960 value true";
    assert!(said(&[option, castle, go]).contains("bestmove e1h1"));
}

#[test]
fn nonsense_is_remarked_and_survived() {
    let text = said(&[
        "hello",
        "position fen rubbish",
        "position startpos moves e2e5",
        "setoption name Hashh value 3",
        "setoption name Hash value banana",
        "isready",
    ]);
    let remarks: Vec<&str> = text.lines().collect();
    assert_eq!(remarks.len(), 6, "{text}");
    assert_eq!(remarks[0], "info string unknown command `hello`");
    assert!(remarks[1].starts_with("info string cannot play `rubbish`: "), "{text}");
    assert!(remarks[2].starts_with("info string `e2e5` is illegal here"), "{text}");
    assert!(remarks[3].ends_with("has no option \"Hashh\"; did you mean Hash?"), "{text}");
    assert!(remarks[4].contains("a number from 1 to 4096 for Hash"), "{text}");
    assert_eq!(remarks[5], "readyok");
}
