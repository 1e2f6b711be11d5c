//! Positions as text: every fault by its code, and a comparison with shakmaty on random games.

use std::{error::Error, fs};

use arbiter::{
    notation::{
        epd,
        fen::{self, FenReading},
    },
    output::positions::Facts,
    rules::{Chess, Color, Outcome, Position, SetupSeverity, Variant, chess960},
};
use proptest::prelude::{any, prop, proptest};
use shakmaty::{CastlingMode, EnPassantMode, Position as _, zobrist::Zobrist64};

type Test = Result<(), Box<dyn Error>>;

/// A pseudo-random sequence that is the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % sides
    }
}

/// Plays random games with shakmaty, which capture half of the time if they can, and calls `look` with every position.
fn random_games(games: u64, mut look: impl FnMut(&shakmaty::Chess, &str) -> Test) -> Test {
    for seed in 0..games {
        let mut dice = Dice(seed);
        let mut position = shakmaty::Chess::default();
        for _ in 0..300 {
            let setup = position.to_setup(EnPassantMode::Legal);
            look(
                &position,
                &shakmaty::fen::Fen::try_from_setup(setup).map_err(|_| "a FEN")?.to_string(),
            )?;
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let captures: Vec<_> = moves.iter().copied().filter(|mv| mv.is_capture()).collect();
            let takes = !captures.is_empty() && dice.below(2) == 0;
            let choice = if takes { captures.as_slice() } else { &moves };
            position.play_unchecked(choice[dice.below(choice.len())]);
        }
    }
    Ok(())
}

fn unescaped(text: &str) -> Result<String, Box<dyn Error>> {
    let mut parts = text.split("\\u");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_at(4);
        plain.push(char::from_u32(u32::from_str_radix(digits, 16)?).ok_or("a character")?);
        plain.push_str(rest);
    }
    Ok(plain.replace("\\t", "\t"))
}

fn codes(reading: &FenReading) -> Vec<&'static str> {
    reading.findings.iter().map(|finding| finding.code.id()).collect()
}

#[test]
fn every_fault_has_its_code() -> Test {
    let table = fs::read_to_string("fixtures/positions/faults.tsv")?;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let [name, text, valid, legal, expected] =
            row.split('\t').collect::<Vec<_>>().try_into().map_err(|_| "five columns")?;
        let text = unescaped(text)?;
        let reading = if name.starts_with('P') {
            epd::read(text.as_bytes()).reading
        } else {
            fen::read(text.as_bytes())
        };
        let found = codes(&reading);
        for code in expected.split(',') {
            match (code, code.strip_prefix('!')) {
                ("none", _) => assert!(found.is_empty(), "{name}: {found:?}"),
                ("-", _) => {}
                (_, Some(code)) => assert!(!found.contains(&code), "{name}: {found:?}"),
                (code, None) => assert!(found.contains(&code), "{name}: {found:?}"),
            }
        }
        let is_said = |word: &str, truth: bool| word == "-" || (word == "yes") == truth;
        assert!(is_said(valid, reading.setup.is_some()), "{name}: {:?}", reading.findings);
        assert!(is_said(legal, reading.position().is_some()), "{name}: {:?}", reading.findings);
    }
    Ok(())
}

#[test]
fn positions_of_real_play_have_no_fault() -> Test {
    random_games(300, |_, fen| {
        let reading = fen::read(fen.as_bytes());
        let is_reachable = reading.severity.is_none_or(|worst| worst == SetupSeverity::Suspicious);
        assert!(is_reachable, "{fen}: {:?}", reading.findings);
        assert!(reading.position().is_some(), "{fen}");
        Ok(())
    })
}

#[test]
fn a_position_is_written_as_shakmaty_writes_it() -> Test {
    random_games(100, |_, fen| {
        let position = fen::position(fen.as_bytes()).map_err(|found| format!("{found:?}"))?;
        assert_eq!(fen::write(&position), fen);
        Ok(())
    })
}

#[test]
fn every_fact_agrees_with_shakmaty() -> Test {
    let (mut looked_at, mut mates, mut dead) = (0, 0, 0);
    random_games(250, |reference, fen| {
        let position = fen::position(fen.as_bytes()).map_err(|found| format!("{found:?}"))?;
        let (polyglot, checkers) = (position.polyglot_key(), position.checkers());
        let facts = Facts::of(position.into());
        let moves = reference.legal_moves();
        assert_eq!(facts.moves.legal, moves.len(), "{fen}");
        assert_eq!(facts.position.is_check(), reference.is_check(), "{fen}");
        assert_eq!(checkers.0, u64::from(reference.checkers()), "{fen}");
        assert_eq!(
            facts.moves.captures,
            moves.iter().filter(|mv| mv.is_capture()).count(),
            "{fen}"
        );
        assert_eq!(
            facts.moves.promotions,
            moves.iter().filter(|mv| mv.is_promotion()).count(),
            "{fen}"
        );
        let played = |&mv: &shakmaty::Move| {
            let mut after = reference.clone();
            after.play_unchecked(mv);
            after
        };
        let after: Vec<_> = moves.iter().map(played).collect();
        assert_eq!(
            facts.moves.checks,
            after.iter().filter(|after| after.is_check()).count(),
            "{fen}"
        );
        let in_one = after.iter().filter(|after| after.is_checkmate()).count();
        assert_eq!(facts.moves.mates.len(), in_one, "{fen}");
        let key: Zobrist64 = reference.zobrist_hash(EnPassantMode::PseudoLegal);
        assert_eq!(polyglot, key.0, "{fen}");
        for (ours, theirs) in
            [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)]
        {
            let can_mate = !reference.has_insufficient_material(theirs);
            assert_eq!(facts.position.can_win(ours), can_mate, "{fen}");
        }
        let expected = match facts.outcome {
            Some(Outcome::Checkmate { .. }) => reference.is_checkmate(),
            Some(Outcome::Stalemate) => reference.is_stalemate(),
            Some(Outcome::DeadPosition) => reference.is_insufficient_material(),
            _ => !moves.is_empty() && !reference.is_insufficient_material(),
        };
        assert!(expected, "{fen}: {:?}", facts.outcome);
        looked_at += 1;
        mates += usize::from(reference.is_checkmate());
        dead += usize::from(reference.is_insufficient_material());
        Ok(())
    })?;
    assert!(looked_at > 20_000 && mates > 0 && dead > 0, "{looked_at}, {mates}, {dead}");
    Ok(())
}

#[test]
fn the_start_is_written_as_usual() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(fen::write(&Chess::start()), start);
    assert_eq!(fen::position(start.as_bytes()), Ok(Chess::start()));
}

#[test]
fn castling_letters_of_all_dialects_mean_the_same_rooks() -> Test {
    let cases = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", "KQkq"),
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", "KQkq"),
        ("4k3/8/8/8/8/8/8/4K1RR w G - 0 40", "G"),
        ("4k3/8/8/8/8/8/8/4K1RR w H - 0 40", "K"),
        ("4k3/8/8/8/8/8/8/4K1RR w K - 0 40", "K"),
        ("rr2k3/8/8/8/8/8/8/4K3 b b - 0 40", "b"),
    ];
    for (text, expected) in cases {
        let ours = fen::position(text.as_bytes()).map_err(|found| format!("{found:?}"))?;
        assert_eq!(fen::castling_of(&ours.to_setup()), expected, "{text}");
        let parsed: shakmaty::fen::Fen = text.parse()?;
        let theirs: shakmaty::Chess = parsed.into_position(CastlingMode::Chess960)?;
        let rooks: u64 = theirs.castles().castling_rights().into();
        assert_eq!(ours.castling().rooks().0, rooks, "{text}");
    }
    Ok(())
}

#[test]
fn a_finding_points_at_its_field_and_column() {
    let cases = [
        ("rnbqkbnr/P6/8/8/8/8/8/8 w - - 0 1", "F005", "board", 9, 11),
        ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "F008", "board", 13, 14),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "F009", "turn", 20, 21),
        ("4k3/8/8/8/8/8/8/4K3 w – - 0 1", "F010", "castling", 22, 25),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "F108", "castling", 22, 23),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "F013", "ep", 24, 26),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "F014", "halfmove", 26, 27),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "F015", "fullmove", 28, 29),
        ("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "F103", "board", 3, 4),
    ];
    for (text, code, field, start, end) in cases {
        let reading = fen::read(text.as_bytes());
        let finding = reading.findings.iter().find(|finding| finding.code.id() == code);
        let finding = finding.unwrap_or_else(|| panic!("{text}: {:?}", reading.findings));
        assert_eq!(finding.path.as_deref(), Some(field), "{text}");
        assert_eq!((finding.span.start, finding.span.end), (start, end), "{text}");
    }
}

#[test]
fn an_obvious_correction_is_offered() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let cases = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 0 1", Some(START)),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ W KQkq- - 0 1 x", Some(START)),
        ("rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR_w_HAha_-", Some(START)),
        ("♜♞♝♛♚♝♞♜/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - - 1", Some(START)),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1", Some(START)),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", None),
        ("r3k2r/8/p7/8/8/8/P7/R3K2R w KQkq - 29", None),
        (START, None),
    ];
    for (text, fixed) in cases {
        assert_eq!(fen::read(text.as_bytes()).fixed.as_deref(), fixed, "{text}");
    }
}

#[test]
fn operations_are_names_with_operands() {
    let line = "4k3/8/8/8/8/5N2/8/1N2K3 w - - bm Nbd2 Nfd2; fmvn 40; hmvc 7; id \"two knights\";";
    let epd = epd::read(line.as_bytes());
    assert_eq!(epd.reading.findings, []);
    assert_eq!(epd.id().as_deref(), Some("two knights"));
    assert_eq!(epd.operations[0].operands, [b"Nbd2".as_slice(), b"Nfd2"]);
    let setup = epd.reading.setup.expect("a position");
    assert_eq!((setup.halfmoves, setup.fullmoves), (7, 40));
}

#[test]
fn a_counter_of_an_epd_is_reported_at_its_operation() {
    let line = "4k3/8/8/8/8/8/8/4K2R w K - fmvn 100; hmvc 150;";
    let findings = epd::read(line.as_bytes()).reading.findings;
    let found: Vec<_> = findings.iter().map(|found| (found.code.id(), found.span.start)).collect();
    let place = line.find("150").and_then(|at| u64::try_from(at).ok());
    assert_eq!(found, [("F122", place.expect("a counter"))]);
    let unnumbered = epd::read(b"4k3/8/8/8/8/8/8/4K2R w K - hmvc 29;");
    assert_eq!(unnumbered.reading.findings, []);
}

#[test]
fn every_start_of_chess960_is_one() -> Test {
    for number in 0..chess960::STARTS {
        let setup = chess960::setup(number).ok_or("a start")?;
        let reading = fen::read(fen::write_setup(&setup).as_bytes());
        assert_eq!(reading.severity, None, "start {number}: {:?}", reading.findings);
        assert_eq!(setup.is_chess960(), number != chess960::CLASSICAL, "start {number}");
    }
    Ok(())
}

#[test]
fn bishops_begin_anywhere_where_chess960_is_known_to_be_played() {
    // Start 414 after 1. f3 and 2. Bf2: the bishop of g1 has come out.
    let fen = b"rqnnkbbr/pppppp1p/8/6p1/8/5P2/PPPPPBPP/RQNNKB1R b KQkq - 1 2";
    assert_eq!(codes(&fen::read(fen)), ["F107"]);
    assert_eq!(codes(&fen::read_of(Some(Variant::Chess960 { start: None }), fen)), [""; 0]);
}

#[test]
fn a_line_with_operations_is_no_fen() {
    let board = "4k3/8/8/8/8/5N2/8/1N2K3 w - -";
    let cases = [("", false), (" 0 1", false), (" bm Nbd2;", true), (" bm Nbd2", true)];
    for (tail, expected) in cases.into_iter().chain([(" 0 1 bm Nbd2;", true), (" x 1", false)]) {
        assert_eq!(epd::has_operations(format!("{board}{tail}").as_bytes()), expected, "{tail}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        let reading = fen::read(&bytes);
        assert!(reading.setup.is_some() || !reading.findings.is_empty());
    }

    #[test]
    fn any_operations_are_read_without_harm(text in "[a-e1;\" _NB8]{0,60}") {
        let line = format!("4k3/8/8/8/8/5N2/8/1N2K3 w - - {text}");
        assert!(epd::read(line.as_bytes()).reading.setup.is_some(), "{line}");
    }

    #[test]
    fn any_text_of_fen_letters_is_read_without_harm(text in "[1-9/KQRBNPkqrbnp \\-_abw0~\\[\\]+;\u{a0}♜]{0,90}") {
        let reading = fen::read(text.as_bytes());
        assert!(reading.setup.is_some() || !reading.findings.is_empty());
    }
}
