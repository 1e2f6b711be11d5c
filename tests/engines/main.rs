//! External engines as players: real ones if they are installed, and fake ones with every bad habit. What
//! a user of `arbiter play` sees of them is tested in `tests/play`.

mod fake;

use std::error::Error;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use arbiter::players::{
    Choice, EngineCommand, EngineError, ExternalEngine, MoveRequest, Player, RandomPlayer, Stop,
    TimeLeft,
};
use arbiter::rules::{
    AnyMove, AnyPosition, ByColor, Chess, Color, History, Position, Variant, variant::Place,
};

use crate::fake::{Tested, fake, installed, left_behind};

/// A game without moves.
fn from(start: Chess) -> History<AnyPosition> {
    History::new(AnyPosition::from(start))
}

/// A game between a random player and an engine.
struct Game {
    played: History<AnyPosition>,
    clocks: Option<ByColor<TimeLeft>>,
    engine: ExternalEngine,
    side: Color,
}

impl Game {
    fn new(command: &str, side: Color) -> Result<Self, Box<dyn Error>> {
        let engine = ExternalEngine::new(EngineCommand::parse(command)?, Duration::from_secs(10));
        Ok(Self { played: from(Chess::start()), clocks: None, engine, side })
    }

    fn request(&self) -> MoveRequest {
        MoveRequest {
            game: self.played.clone(),
            clocks: self.clocks,
            draw_offered: false,
            draw_claimable: false,
        }
    }

    fn play(&mut self, mv: AnyMove) {
        assert!(self.played.position().is_legal(mv), "{mv:?}");
        self.played.play_unchecked(mv);
    }

    /// Plays up to this number of plies, the end of the game, or another action of the engine.
    fn run(&mut self, plies: usize) -> Result<Option<Choice>, EngineError> {
        let mut random = RandomPlayer::new(7);
        self.engine.prepare(&Stop::default())?;
        while self.played.moves().len() < plies && self.played.position().has_legal_move() {
            let request = self.request();
            let choice = if self.played.position().turn() == self.side {
                self.timed(&request)?
            } else {
                random.choose(&request, &Stop::default())?
            };
            match choice {
                Choice::Play(mv) => self.play(mv),
                other => return Ok(Some(other)),
            }
        }
        Ok(None)
    }

    fn timed(&mut self, request: &MoveRequest) -> Result<Choice, EngineError> {
        let begun = Instant::now();
        let choice = self.engine.choose(request, &Stop::default());
        if let Some(clocks) = &mut self.clocks {
            let clock = &mut clocks[self.side];
            clock.remaining = clock.remaining.saturating_sub(begun.elapsed()) + clock.increment;
            clock.moves_to_go =
                clock.moves_to_go.map(|moves| if moves > 1 { moves - 1 } else { 40 });
        }
        choice
    }
}

/// The outcome of six plies against a fake engine.
struct Encounter {
    plies: usize,
    ended: Result<Option<Choice>, EngineError>,
    took: Duration,
    leaving_took: Duration,
    left_behind: Vec<PathBuf>,
}

fn against(habit: &str) -> Result<Encounter, Box<dyn Error>> {
    let fake = fake(habit)?;
    let mut game = Game::new(&format!("{}?time=0.1", fake.command), Color::Black)?;
    let begun = Instant::now();
    let ended = game.run(6);
    let (plies, took, leaving) = (game.played.moves().len(), begun.elapsed(), Instant::now());
    drop(game);
    let leaving_took = leaving.elapsed();
    Ok(Encounter { plies, ended, took, leaving_took, left_behind: left_behind(&fake.mark) })
}

#[test]
fn harmless_habits_do_not_disturb_the_game() -> Tested {
    for (habit, most) in [
        ("plays-well", 2),
        ("slow", 5),
        ("floods-info", 10),
        ("floods-errors", 10),
        ("carriage-returns", 2),
        ("binary", 2),
        ("answers-twice", 2),
        ("exits-badly", 2),
        ("leaves-child", 2),
        ("ignores-quit", 2),
        ("xboard-plays-well", 2),
        ("xboard-needs-ping", 5),
        ("xboard-old", 5),
        ("xboard-claims-falsely", 2),
    ] {
        let met = against(habit)?;
        assert_eq!(met.ended, Ok(None), "{habit}");
        assert_eq!(met.plies, 6, "{habit}");
        assert!(met.took < Duration::from_secs(most), "{habit} took {:?}", met.took);
        assert!(met.leaving_took < Duration::from_secs(3), "{habit} would not leave");
        assert!(met.left_behind.is_empty(), "{habit} left {:?}", met.left_behind);
    }
    Ok(())
}

#[test]
fn errors_are_one_sentence() -> Tested {
    for (habit, most, says) in [
        (
            "crashes-at-go",
            2,
            "engine 'fake-engine' died (exit status 7)\n  fake engine: crashes-at-go",
        ),
        (
            "crashes-at-third-move",
            2,
            "engine 'fake-engine' died (exit status 7)\n  fake engine: crashes-at-third-move",
        ),
        ("aborts-at-go", 2, "engine 'fake-engine' died (signal 6)"),
        (
            "dies-when-idle",
            2,
            "engine 'fake-engine' died (exit status 7)\n  fake engine: dies-when-idle",
        ),
        ("ignores-stop", 8, "engine 'fake-engine' stalled; killed"),
        ("never-stops-talking", 10, "engine 'fake-engine' stalled; killed"),
        ("no-newline", 8, "engine 'fake-engine' stalled; killed"),
        ("xboard-refuses", 3, "fake-engine refuses the legal move"),
    ] {
        let met = against(habit)?;
        let error = met.ended.expect_err(habit).to_string();
        assert!(error.starts_with(says), "{habit}: {error}");
        assert!(met.took < Duration::from_secs(most), "{habit} took {:?}", met.took);
        assert!(met.left_behind.is_empty(), "{habit} left {:?}", met.left_behind);
    }
    Ok(())
}

#[test]
fn an_illegal_move_is_returned_as_text() -> Tested {
    for (habit, words) in [
        ("illegal-move", "e7e9"),
        ("same-square", "a1a1"),
        ("no-move", "(none)"),
        ("null-move", "0000"),
    ] {
        let ended = against(habit)?.ended;
        assert_eq!(ended, Ok(Some(Choice::Illegal(words.to_owned()))), "{habit}");
    }
    Ok(())
}

#[test]
fn a_promotion_without_its_letter_is_no_move() -> Tested {
    let mut game = Game::new(&fake("forgets-promotion")?.command, Color::White)?;
    let pawn = arbiter::notation::fen::position(b"7k/P7/8/8/8/8/8/K7 w - - 0 1");
    game.played = from(pawn.map_err(|findings| format!("{findings:?}"))?);
    assert_eq!(game.run(1), Ok(Some(Choice::Illegal("a7a8".to_owned()))));
    Ok(())
}

#[test]
fn an_xboard_engine_may_resign_or_offer_a_draw() -> Tested {
    let ended = against("xboard-resigns")?.ended;
    assert_eq!(ended, Ok(Some(Choice::Resign { mate: false })));
    let ended = against("xboard-offers-draw")?.ended;
    assert!(matches!(ended, Ok(Some(Choice::PlayAndOffer(_)))), "{ended:?}");
    Ok(())
}

#[test]
fn a_silent_engine_is_given_up_after_the_timeout() -> Tested {
    for (habit, question) in [("mute", "uci"), ("xboard-never-done", "protover 2")] {
        let fake = fake(habit)?;
        let command = EngineCommand::parse(&fake.command)?;
        let begun = Instant::now();
        let mut engine = ExternalEngine::new(command, Duration::from_secs(1));
        let error = engine.prepare(&Stop::default()).expect_err(habit).to_string();
        let says = format!("engine 'fake-engine' did not answer \"{question}\" within 1 s");
        assert_eq!(error, says);
        assert!(begun.elapsed() < Duration::from_secs(4), "{habit}");
        assert!(left_behind(&fake.mark).is_empty(), "{habit}");
    }
    Ok(())
}

#[test]
fn the_protocol_is_detected() -> Tested {
    for habit in ["plays-well", "xboard-plays-well"] {
        let command = fake(habit)?.command;
        let (_, bare) = command.split_once(':').ok_or("a prefix")?;
        let mut game = Game::new(bare, Color::Black)?;
        assert_eq!(game.run(4), Ok(None), "{habit}");
    }
    let command = fake("mute")?.command;
    let (_, bare) = command.split_once(':').ok_or("a prefix")?;
    let mut mute = Game::new(bare, Color::Black)?;
    let error = mute.run(4).expect_err("mute").to_string();
    assert!(error.contains("did not answer"), "{error}");
    Ok(())
}

#[test]
fn options_are_checked_against_the_engine() -> Tested {
    for (spec, says) in [
        ("Hashh=64", "fake-engine has no option \"Hashh\"; did you mean Hash?"),
        ("Hash=banana", "fake-engine takes a number from 1 to 64 for Hash, not \"banana\""),
    ] {
        let mut game = Game::new(&format!("{}?{spec}", fake("plays-well")?.command), Color::Black)?;
        assert_eq!(game.run(2).expect_err(spec).to_string(), says);
    }
    let mut game = Game::new(&format!("{}?hash=32", fake("plays-well")?.command), Color::Black)?;
    assert_eq!(game.run(2), Ok(None));
    let sent = "> setoption name Hash value 32".to_owned();
    assert!(game.engine.transcript().contains(&sent));
    Ok(())
}

#[test]
fn pondering_is_off_and_the_whole_game_is_sent_each_time() -> Tested {
    let mut game = Game::new(&format!("{}?time=0.1", fake("plays-well")?.command), Color::Black)?;
    assert_eq!(game.run(4), Ok(None));
    let said = game.engine.transcript();
    assert!(said.contains(&"> setoption name Ponder value false".to_owned()), "{said:?}");
    let chess = game.played.moves().iter().filter_map(|mv| mv.chess());
    let moves: Vec<String> = chess.map(|mv| format!("{}{}", mv.from, mv.to)).collect();
    for plies in [1, 3] {
        let sent = format!("> position startpos moves {}", moves[..plies].join(" "));
        assert!(said.contains(&sent), "{sent} in {said:?}");
    }
    let mut game = Game::new(&fake("xboard-plays-well")?.command, Color::Black)?;
    assert_eq!(game.run(2), Ok(None));
    assert!(game.engine.transcript().contains(&"> easy".to_owned()));
    Ok(())
}

#[test]
fn the_move_of_an_abandoned_search_is_dropped() -> Tested {
    let mut game = Game::new(&format!("{}?time=9", fake("answers-late")?.command), Color::White)?;
    let (stop, request) = (Stop::default(), game.request());
    game.engine.prepare(&stop)?;
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            stop.raise();
        });
        game.engine.choose(&request, &stop)
    })?;
    let knight =
        game.played.position().legal_moves().into_iter().find(|mv| mv.origin() == Some(Place(6)));
    game.play(knight.ok_or("a knight's move")?);
    game.side = Color::Black;
    assert_eq!(game.run(2), Ok(None), "the late move was one of White's");
    Ok(())
}

#[test]
fn a_missing_engine_is_reported_with_the_places_searched() -> Tested {
    let mut game = Game::new("uci:no-such-engine", Color::Black)?;
    let error = game.run(2).expect_err("not there").to_string();
    assert!(error.starts_with("engine 'no-such-engine' not found (looked in "), "{error}");
    assert!(error.ends_with("/usr/games, /usr/local/games)"), "{error}");
    Ok(())
}

#[test]
fn a_search_stops_on_request_and_the_engine_can_be_asked_again() -> Tested {
    let Some(command) = installed("uci:stockfish?time=30") else { return Ok(()) };
    let mut game = Game::new(&command, Color::White)?;
    game.engine.prepare(&Stop::default())?;
    let (stop, request) = (Stop::default(), game.request());
    let raised = stop.clone();
    let begun = Instant::now();
    let timer = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        raised.raise();
    });
    game.engine.choose(&request, &stop)?;
    assert!(begun.elapsed() < Duration::from_secs(2));
    timer.join().map_err(|_| "the timer")?;
    let moments = |count| TimeLeft {
        remaining: Duration::from_millis(count),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    game.clocks = Some(ByColor { white: moments(500), black: moments(500) });
    assert_eq!(game.run(2), Ok(None));
    Ok(())
}

#[test]
fn chess960_is_played_with_the_castling_of_chess960() -> Tested {
    for command in ["stockfish?time=0.05", "fairy-stockfish?time=0.05"] {
        let Some(command) = installed(command) else { continue };
        let mut game = Game::new(&command, Color::Black)?;
        let setup = arbiter::rules::chess960::setup(0).ok_or("a start")?;
        game.played = from(Chess::from_setup_unchecked(&setup));
        assert_eq!(game.run(30), Ok(None), "{command}");
    }
    Ok(())
}

/// A game of a variant against an engine, which has Black.
fn of_variant(command: &str, variant: &str) -> Result<Game, Box<dyn Error>> {
    let variant: Variant = variant.parse()?;
    let mut game = Game::new(command, Color::Black)?;
    game.played = History::new(variant.start());
    Ok(game)
}

/// The built-in engine over UCI.
fn own_engine() -> String {
    format!("uci:'{}' uci?nodes=30", env!("CARGO_BIN_EXE_arbiter"))
}

#[test]
fn our_own_engine_plays_every_variant_over_uci() -> Tested {
    for variant in ["crazyhouse", "atomic", "grand", "cross", "alice", "racingkings", "micro"] {
        let mut game = of_variant(&own_engine(), variant)?;
        assert_eq!(game.run(8), Ok(None), "{variant}");
        let said = game.engine.transcript();
        let set = format!("> setoption name UCI_Variant value {variant}");
        assert!(said.contains(&set), "{variant}: {said:?}");
        assert!(said.iter().any(|line| line.starts_with("> position startpos moves ")), "{said:?}");
        game.played = from(Chess::start());
        assert_eq!(game.run(2), Ok(None), "chess after {variant}");
        let back = "> setoption name UCI_Variant value chess".to_owned();
        assert!(game.engine.transcript().contains(&back), "{variant}");
    }
    Ok(())
}

#[test]
fn an_engine_without_the_variant_is_refused() -> Tested {
    for (command, variant, says) in [
        (fake("plays-well")?.command, "atomic", "fake-engine does not play atomic"),
        (fake("xboard-plays-well")?.command, "atomic", "fake-engine does not play atomic"),
        (fake("plays-well")?.command, "alice", "fake-engine does not play Alice chess"),
        (own_engine(), "alice:3", "arbiter does not play Alice chess on 3 boards"),
    ] {
        let mut game = of_variant(&command, variant)?;
        assert_eq!(game.run(2).expect_err(variant).to_string(), says);
    }
    Ok(())
}

#[test]
fn fairy_stockfish_plays_variants_in_both_protocols() -> Tested {
    let Some(uci) = installed("fairy-stockfish?time=0.02") else { return Ok(()) };
    for variant in ["crazyhouse", "3check", "horde", "capablanca", "grand", "courier", "losalamos"]
    {
        let mut game = of_variant(&uci, variant)?;
        assert_eq!(game.run(12), Ok(None), "{variant}");
    }
    for variant in ["crazyhouse", "losalamos"] {
        let mut game = of_variant("xboard:fairy-stockfish?time=0.02", variant)?;
        assert_eq!(game.run(6), Ok(None), "{variant}");
    }
    let mut game = of_variant(&uci, "micro")?;
    let says = "fairy-stockfish plays another game under the name micro";
    assert_eq!(game.run(2).expect_err("another game").to_string(), says);
    Ok(())
}
