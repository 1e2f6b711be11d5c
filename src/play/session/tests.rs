//! Tests that need no process: given instants, and answers that no correct computer player gives.

use std::time::Duration;

use super::{Participant, Session, SessionOptions};
use crate::notation::fen;
use crate::play::session::{Effect, Event, GameOver, Loser};
use crate::players::{Choice, PlayerSpec};
use crate::rules::{ByColor, Color, Position, Variant};

fn at(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn timed(control: &str) -> Session {
    let control = Some(control.parse().expect("a time control"));
    Session::new(SessionOptions { control, ..SessionOptions::default() })
}

/// A human player with White against a computer player.
fn against_a_computer() -> Session {
    let players = ByColor {
        white: Participant::new(PlayerSpec::Human(None)),
        black: Participant::new(PlayerSpec::Random),
    };
    Session::new(SessionOptions { players, ..SessionOptions::default() })
}

fn endings(events: &[Event]) -> Vec<GameOver> {
    let ending = |event: &Event| match event {
        Event::Over(ending) => Some(ending.clone()),
        _ => None,
    };
    events.iter().filter_map(ending).collect()
}

fn left(session: &Session, color: Color, now: Duration) -> Duration {
    session.times_left(now).expect("a clock")[color].remaining
}

#[test]
fn the_flag_falls_at_its_instant_even_in_the_middle_of_a_question() {
    let mut session = timed("10");
    session.begin(at(0));
    session.line("e4", at(4_000));
    assert_eq!(session.next_alarm(), Some(at(9_000)), "the warning to Black");
    assert!(endings(&session.tick(at(13_999))).is_empty());
    let events = session.tick(at(14_000));
    assert_eq!(endings(&events), [GameOver::Flag { loser: Color::Black, winnable: true }]);
    assert!(endings(&session.tick(at(20_000))).is_empty(), "it falls once");
    assert_eq!(session.next_alarm(), None);
}

#[test]
fn a_prompt_after_the_end_names_no_player() {
    let mut session = against_a_computer();
    session.begin(at(0));
    session.line("f3", at(0));
    session.set_default_name(Color::Black, "arbiter".into());
    assert_eq!(session.prompt(at(0)), "1... arbiter > ");
    session.line("resign", at(0));
    assert_eq!(session.prompt(at(0)), "> ");
}

#[test]
fn a_move_after_the_flag_comes_too_late() {
    let mut session = timed("10");
    session.begin(at(0));
    let events = session.line("e4", at(10_000));
    assert_eq!(endings(&events), [GameOver::Flag { loser: Color::White, winnable: true }]);
    assert!(events.iter().any(|event| matches!(event, Event::Refused(_))));
    assert_eq!(session.game().plies.len(), 0);
}

/// The lines of the last command.
fn lines(session: &mut Session, line: &str, now: Duration) -> Vec<String> {
    let lines = |event| match event {
        Event::Lines(lines) => lines,
        Event::Message(text) | Event::Error(text) => vec![text],
        _ => Vec::new(),
    };
    session.line(line, now).into_iter().flat_map(lines).collect()
}

#[test]
fn the_clock_shows_time_moves_and_increment() {
    for (control, before, shown) in [
        ("40/5400+30:1800+30", &["e4"][..], "White 1:30:29, 39 moves to go, +30s"),
        ("40/90m+30s", &[], "White 1:29:58, 40 moves to go, +30s"),
        ("60+30", &["e4", "e5"], "White 1:28, +30s"),
        ("2/200+0:100+3", &[], "White 3:18, 2 moves to go"),
        ("2/200+0:100+3", &["e4", "e5"], "White 3:18, 1 move to go"),
        ("2/200+0:100+3", &["e4", "e5", "Nf3", "Nc6"], "White 4:57, 0 moves to go, +3s"),
        ("40/5400", &["e4", "e5", "undo 2"], "White 1:29:59, 40 moves to go"),
        ("40/5400", &["e4", "new"], "White 1:29:59, 40 moves to go"),
    ] {
        let mut session = timed(control);
        session.begin(at(0));
        let mut now = 0;
        for line in before {
            now += 1_000;
            session.line(line, at(now));
        }
        // White has used a second for each move, and uses a second or two now.
        let pause = if before.is_empty() { 2_000 } else { 1_000 };
        assert_eq!(lines(&mut session, "clock", at(now + pause))[0], shown, "{control} {before:?}");
    }
}

#[test]
fn a_side_is_warned_once_and_loses_unless_the_opponent_cannot_mate() {
    let start = fen::position_of(Variant::Standard, b"4k3/8/8/8/8/8/8/R3K3 w - - 0 60");
    let control = Some("6".parse().expect("a time control"));
    let start = start.expect("a position");
    let mut session = Session::new(SessionOptions { start, control, ..SessionOptions::default() });
    session.begin(at(0));
    let warned = |events: Vec<Event>| {
        let is_warning = |event: &Event| matches!(event, Event::Message(text) if text == "White has 5 seconds left.");
        events.iter().filter(|event| is_warning(event)).count()
    };
    assert_eq!([500, 1_000, 2_000].map(|now| warned(session.tick(at(now)))), [0, 1, 0]);
    let [ending] = endings(&session.tick(at(6_000))).try_into().expect("one ending");
    assert_eq!(ending.sentence(), "White's time is up, but Black cannot mate");
}

#[test]
fn no_time_passes_in_a_pause() {
    let mut session = timed("10");
    session.begin(at(0));
    session.line("pause", at(1_000));
    assert_eq!(session.next_alarm(), None);
    session.line("pause", at(60_000));
    assert_eq!(left(&session, Color::White, at(61_000)), at(8_000));
}

#[test]
fn a_wrong_claim_gives_the_opponent_two_minutes() {
    let mut session = timed("600");
    session.line("set draws fide", at(0));
    session.begin(at(0));
    assert!(lines(&mut session, "claim", at(0))[0].contains("Black gets two more minutes."));
    assert_eq!(left(&session, Color::Black, at(0)), at(720_000));
}

#[test]
fn undo_gives_back_exactly_the_time_that_was_left() {
    let mut session = timed("60+5");
    session.begin(at(0));
    session.line("e4", at(10_000));
    session.line("e5", at(30_000));
    session.line("Nf3", at(31_000));
    session.line("undo 2", at(40_000));
    assert_eq!(left(&session, Color::White, at(40_000)), at(55_000));
    assert_eq!(left(&session, Color::Black, at(41_000)), at(59_000), "Black's time runs");
}

#[test]
fn the_clock_may_wait_for_the_first_move() {
    let mut session = timed("60");
    session.line("set clockstart move", at(0));
    session.begin(at(0));
    assert_eq!(session.next_alarm(), None);
    session.line("e4", at(100_000));
    assert_eq!(left(&session, Color::White, at(100_000)), at(60_000));
    assert_eq!(left(&session, Color::Black, at(101_000)), at(59_000));
}

#[test]
fn no_time_passes_while_the_program_is_suspended() {
    let mut session = timed("60");
    session.begin(at(0));
    assert!(session.suspend(at(1_000)));
    session.resume(at(500_000));
    assert_eq!(left(&session, Color::White, at(501_000)), at(58_000));
}

#[test]
fn a_computer_player_forfeits_by_an_illegal_answer() {
    let mut session = against_a_computer();
    session.line("e4", at(0));
    assert_eq!(session.computer_to_move(), Some(Color::Black));
    let events = session.answer(Choice::Illegal("e7e9".into()), at(0));
    let [ending] = endings(&events).try_into().expect("one ending");
    assert_eq!(ending.sentence(), "Black played e7e9, which is illegal here: forfeits");
    assert_eq!((session.result(), ending.termination()), ("1-0", "rules infraction"));
}

#[test]
fn a_computer_player_waits_after_a_wrong_claim() {
    for choice in [Choice::ClaimDraw, Choice::AcceptDraw] {
        let mut session = against_a_computer();
        session.line("e4", at(0));
        let events = session.answer(choice, at(0));
        assert!(events.iter().any(|event| matches!(event, Event::Error(_))));
        assert_eq!((session.computer_to_move(), session.ending()), (None, None));
        session.line("go", at(0));
        assert_eq!(session.computer_to_move(), Some(Color::Black));
    }
}

#[test]
fn the_user_speaks_for_their_own_side_while_a_computer_player_thinks() {
    let mut session = against_a_computer();
    session.line("e4", at(0));
    assert!(!session.request(at(0)).draw_offered);
    let events = session.line("draw", at(0));
    assert!(events.iter().any(|event| matches!(event, Event::Effect(Effect::StopThinking))));
    assert!(session.request(at(0)).draw_offered);
    let events = session.line("e5", at(0));
    assert!(matches!(events.as_slice(), [Event::Error(_)]));
    let events = session.line("resign", at(0));
    let loser = Loser { color: Color::White, engine: None };
    assert_eq!(endings(&events), [GameOver::Resignation { loser, mate: false, winnable: true }]);
}

#[test]
fn a_step_is_one_move_of_a_computer_player() {
    let mut session = against_a_computer();
    session.line("set step on", at(0));
    session.line("e4", at(0));
    assert_eq!(session.computer_to_move(), None);
    session.line("", at(0));
    assert_eq!(session.computer_to_move(), Some(Color::Black));
}

#[test]
fn a_request_has_the_whole_game() {
    let mut session = against_a_computer();
    session.line("e4", at(0));
    let request = session.request(at(0));
    assert_eq!((request.game.moves().len(), request.game.position().turn()), (1, Color::Black));
    assert_eq!(request.game.start().turn(), Color::White);
}

#[test]
fn every_ply_is_autosaved() {
    let mut session = Session::new(SessionOptions::default());
    for (line, is_saved) in
        [("e4", true), ("e4", false), ("board", false), ("e5", true), ("undo", true)]
    {
        let events = session.line(line, at(0));
        let saves = events.iter().any(|event| matches!(event, Event::Effect(Effect::Autosave)));
        assert_eq!(saves, is_saved, "{line}");
    }
}

#[test]
fn a_replay_changes_nothing() {
    for (line, result) in [("resign", "1-0"), ("tick", "1-0"), ("draw", "*"), ("claim", "*")] {
        let mut session = timed("60");
        session.begin(at(0));
        for (line, now) in [("e4", 1_000), ("e5", 2_000), ("Nf3", 3_000), ("first", 4_000)] {
            session.line(line, at(now));
        }
        assert_eq!(left(&session, Color::Black, at(13_000)), at(49_000), "Black's time runs on");
        if line == "tick" {
            let fallen = GameOver::Flag { loser: Color::Black, winnable: true };
            assert_eq!(endings(&session.tick(at(100_000))), [fallen]);
        } else {
            session.line(line, at(14_000));
        }
        assert_eq!((session.game().plies.len(), session.result()), (3, result), "{line}");
        assert!(session.pgn().contains("Nf3"), "{line}");
    }
}

#[test]
fn the_clock_stops_and_starts_during_a_replay() {
    let mut session = timed("60");
    session.begin(at(0));
    for (line, now) in [("e4", 1_000), ("first", 2_000), ("pause", 3_000), ("pause", 10_000)] {
        session.line(line, at(now));
    }
    assert!(session.suspend(at(11_000)));
    session.resume(at(20_000));
    assert_eq!(left(&session, Color::Black, at(21_000)), at(56_000));
    assert_eq!(left(&session, Color::White, at(21_000)), at(59_000));
}

#[test]
fn playing_on_from_an_earlier_move_restores_its_time() {
    let mut session = timed("60");
    session.begin(at(0));
    for (line, now) in [("e4", 10_000), ("e5", 20_000), ("Nf3", 30_000), ("goto 1w", 31_000)] {
        session.line(line, at(now));
    }
    session.line("d5", at(35_000));
    assert_eq!(left(&session, Color::White, at(36_000)), at(49_000));
    assert_eq!(left(&session, Color::Black, at(36_000)), at(60_000));
}

#[test]
fn a_new_game_may_wait_for_its_first_move_too() {
    let mut session = timed("60");
    session.begin(at(0));
    session.line("set clockstart move", at(0));
    session.line("e4", at(1_000));
    session.line("new", at(2_000));
    assert_eq!(session.next_alarm(), None);
    assert_eq!(left(&session, Color::White, at(50_000)), at(60_000));
}

#[test]
fn a_question_is_dropped_with_the_position_it_was_asked_in() {
    let start = fen::position_of(Variant::Standard, b"8/P7/8/8/8/8/8/k1K5 w - - 0 1");
    let start = start.expect("a position");
    for (lines, plies) in [
        (&["Kc2", "Ka2", "a8", "first", "n"][..], 1),
        (&["Kc2", "Ka2", "a8", "new", "n"], 0),
        (&["a8", "new", "n"], 0),
        (&["Kc2", "Ka2", "a8", "undo", "n"], 1),
        (&["Kc2", "Ka2", "a8", "fen", "n"], 3),
    ] {
        let mut session =
            Session::new(SessionOptions { start: start.clone(), ..SessionOptions::default() });
        for line in lines {
            session.line(line, at(0));
        }
        assert_eq!(session.game().cursor(), plies, "{lines:?}");
    }
}

#[test]
fn moves_taken_back_are_not_written_but_can_be_played_again() {
    let mut session = Session::new(SessionOptions::default());
    for (line, moves) in [
        ("e4", "1. e4 *"),
        ("e5", "1. e4 e5 *"),
        ("undo", "1. e4 *"),
        ("redo", "1. e4 e5 *"),
        ("undo 2", "\n\n*"),
        ("redo 9", "1. e4 e5 *"),
        ("prev", "1. e4 e5 *"),
        ("undo", "\n\n*"),
        ("d4", "1. d4 *"),
        ("redo", "1. d4 *"),
    ] {
        session.line(line, at(0));
        assert!(session.pgn().trim_end().ends_with(moves), "{line}: {}", session.pgn());
    }
}

#[test]
fn undo_does_not_take_back_the_computers_first_move() {
    let players = ByColor {
        white: Participant::new(PlayerSpec::Random),
        black: Participant::new(PlayerSpec::Human(None)),
    };
    let mut session = Session::new(SessionOptions { players, ..SessionOptions::default() });
    let first = session.position().legal_moves()[0];
    session.answer(Choice::Play(first), at(0));
    assert!(matches!(session.line("undo", at(0)).as_slice(), [Event::Error(_)]));
    assert_eq!((session.game().cursor(), session.turn()), (1, Color::Black));
}

#[test]
fn a_game_to_resume_has_its_level_and_draw_rule() {
    let players = ByColor {
        white: Participant::new(PlayerSpec::Human(None)),
        black: Participant::new(PlayerSpec::BuiltIn(None)),
    };
    let mut session = Session::new(SessionOptions { players, ..SessionOptions::default() });
    session.set_default_name(Color::Black, "arbiter level 3".into());
    session.line("set level 2", at(0));
    assert!(session.resumable_pgn().contains("[BlackSeat \"ai:level=2\"]"));
    session.set_default_name(Color::Black, "arbiter level 2".into());
    assert!(session.resumable_pgn().contains("[Black \"arbiter level 2\"]"));
    session.line("level 1", at(0));
    session.set_default_name(Color::Black, "arbiter level 1".into());
    assert!(session.resumable_pgn().contains("[Black \"arbiter level 1\"]"));
    assert!(session.resumable_pgn().contains("[BlackSeat \"ai:level=1\"]"));
    assert!(session.resumable_pgn().contains("[Draws \"auto\"]"));
}

#[test]
fn a_command_works_at_any_question() {
    for lines in [["save o.pgn --ask", "quit"], ["save --ask o.pgn", "quit"], ["resign", "quit"]] {
        let mut session =
            Session::new(SessionOptions { is_interactive: true, ..SessionOptions::default() });
        let events: Vec<Event> = lines.iter().flat_map(|line| session.line(line, at(0))).collect();
        assert!(events.iter().any(|event| matches!(event, Event::Question(_))), "{lines:?}");
        assert!(matches!(events.last(), Some(Event::Effect(Effect::Quit))), "{lines:?}");
        assert_eq!(session.ending(), None);
    }
}

#[test]
fn an_impossible_tag_is_refused() {
    for (line, fine) in [
        ("tag Date foo", false),
        ("tag Date 2026.13.01", false),
        ("tag Date 2026.11.??", true),
        ("tag Result 1-0", false),
        ("tag PlyCount 3", false),
        ("tag Annotator Bo", true),
    ] {
        let events = Session::new(SessionOptions::default()).line(line, at(0));
        let refused = events.iter().any(|event| matches!(event, Event::Error(_)));
        assert_eq!(refused, !fine, "{line}");
    }
}
