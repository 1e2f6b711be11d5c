//! Games of Alice chess as PGN: a written game is read again, replayed and clean.

use std::error::Error;

use arbiter::diagnostics::{Profile, Selection};
use arbiter::game::{Game, Line, Node, PlyKind, Start};
use arbiter::lint::{Detail, GameReport, Laws, Options, lint_block};
use arbiter::notation::variant::built_in;
use arbiter::notation::variant_name::tag_value;
use arbiter::notation::{fen, write_san};
use arbiter::pgn::{GameResult, Part};
use arbiter::rules::variant::TransferRule;
use arbiter::rules::{AnyPosition, Color, History, Outcome, Position, Variant};
use arbiter::text::Source;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof};
use proptest::test_runner::TestCaseError;
use proptest::{collection, proptest};

/// A variant, and numbers that choose the moves.
fn games() -> impl Strategy<Value = (Variant, Vec<usize>)> {
    let transfer = prop_oneof![Just(TransferRule::Classical), Just(TransferRule::Ksparov)];
    let variant = (2_u8..=8, transfer)
        .prop_filter_map("two to eight boards", |(boards, transfer)| {
            built_in::alice(boards, transfer).map(Variant::Rules)
        });
    (variant, collection::vec(any::<usize>(), 1..160))
}

/// The game that the numbers choose, and its moves as text.
fn played(variant: Variant, choices: &[usize]) -> (History<AnyPosition>, Vec<Node>) {
    let mut game = History::new(variant.start());
    let mut nodes = Vec::new();
    for choice in choices {
        let moves = game.position().legal_moves();
        if game.outcome().is_some() || moves.is_empty() {
            break;
        }
        let mv = moves[choice % moves.len()];
        let (text, step) = (write_san(game.position(), mv), Some(PlyKind::Move(mv)));
        nodes.push(Node { text, step, ..Node::default() });
        game.play_unchecked(mv);
    }
    (game, nodes)
}

fn result(outcome: Option<Outcome>) -> GameResult {
    match outcome {
        None => GameResult::Unknown,
        Some(outcome) => match outcome.winner() {
            Some(Color::White) => GameResult::White,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        },
    }
}

/// The score sheet of a game.
fn score(variant: Variant, game: &History<AnyPosition>, moves: Vec<Node>) -> Game {
    let boards = game.start().geometry().boards().to_string();
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let tags = vec![
        tag("White", "Liddell, Alice"),
        tag("Black", "Dodgson, Charles"),
        tag("Variant", tag_value(variant).unwrap_or("?")),
        tag("Boards", &boards),
    ];
    let main = Line { moves, ..Line::default() };
    let start = Start::From(variant, game.start().clone());
    Game { tags, start, main, result: Some(result(game.outcome())) }
}

fn examined(text: &[u8]) -> Vec<GameReport> {
    let examination = Options {
        selection: Selection::new(Profile::Import),
        variations: true,
        laws: Laws::default(),
        detail: Detail::FinalPosition,
        cross_check: false,
    };
    let source = Source::new("alice.pgn", text);
    let (reports, _) = lint_block(source, Part::Whole, &examination);
    reports
}

fn comes_back((variant, choices): (Variant, Vec<usize>)) -> Result<(), TestCaseError> {
    let (game, nodes) = played(variant, &choices);
    let score = score(variant, &game, nodes);
    let text = score.to_string().into_bytes();
    let read = Game::read_all(Source::new("alice.pgn", &text));
    prop_assert_eq!(read.first().map(|read| &read.main), Some(&score.main));
    let examined = examined(&text);
    let [only] = examined.as_slice() else {
        return Err(TestCaseError::fail(format!("{} games", examined.len())));
    };
    let shown = String::from_utf8_lossy(&text);
    prop_assert!(only.findings.is_empty(), "{:?}\n{}", only.findings, shown);
    prop_assert_eq!(&only.final_fen, &Some(fen::write(game.position())));
    let outcome = only.ending.as_ref().and_then(|ending| ending.outcome);
    prop_assert_eq!(outcome, game.outcome(), "{}\n{}", variant, shown);
    Ok(())
}

proptest! {
    #[test]
    fn games_written_are_read_again_and_clean(game in games()) {
        comes_back(game)?;
    }
}

#[test]
fn an_illegal_move_is_reported_with_its_board() -> Result<(), Box<dyn Error>> {
    let text = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
        [Black \"?\"]\n[Result \"*\"]\n[Variant \"Alice\"]\n\n1. Nf3 a6 2. f3 *\n";
    let examined = examined(text.as_bytes());
    let finding = examined.first().and_then(|game| game.findings.first()).ok_or("no finding")?;
    assert_eq!(finding.message, "f3 is occupied on board B by the white knight");
    Ok(())
}
