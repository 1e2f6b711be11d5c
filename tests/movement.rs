//! The movement table for both colours: every move is legal, or illegal for the named reason and squares, also with the history of a game.

use std::{error::Error, fs};

use arbiter::{
    notation::{San, fen, reason::Explainer},
    rules::{AnyPosition, Chess, History, Position, Variant, legality},
};
use shakmaty::{CastlingMode, Position as _, fen::Fen};

type Outcome = Result<(), Box<dyn Error>>;

/// The rows of a table, each with this many columns; missing columns at the end are empty.
fn rows<const N: usize>(path: &str) -> Result<Vec<[String; N]>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let columns = line.split('\t').map(str::to_owned);
        let columns: Vec<String> = columns.chain(std::iter::repeat_n(String::new(), N)).collect();
        columns.into_iter().take(N).collect::<Vec<_>>().try_into()
    });
    rows.collect::<Result<_, _>>().map_err(|row: Vec<String>| format!("{path}: {row:?}").into())
}

fn position(fen: &str) -> Result<AnyPosition, Box<dyn Error>> {
    fen::position_of(Variant::Standard, fen.as_bytes())
        .map_err(|findings| format!("{fen}: {findings:?}").into())
}

/// `yes`, or the kind of the reason with its sentence and `part=square` for each of its squares.
fn verdict(
    game: &History<AnyPosition>,
    text: &str,
    knows_past: bool,
) -> (String, String, Vec<String>) {
    let Some(san) = San::read(text.as_bytes()) else {
        return ("unreadable".to_owned(), String::new(), Vec::new());
    };
    let past = knows_past.then_some(game);
    match legality::reason(game.position(), &san.spec, past) {
        None => ("yes".to_owned(), String::new(), Vec::new()),
        Some(reason) => {
            let explainer = Explainer { position: game.position(), past };
            let data = explainer.data(&reason);
            let squares = data.squares.iter().map(|(part, square)| format!("{part}={square}"));
            (data.kind.to_owned(), explainer.sentence(&reason), squares.collect())
        }
    }
}

#[test]
fn every_row_of_the_movement_table_holds() -> Outcome {
    let mut wrong = Vec::new();
    for [case, fen, mv, expected, squares] in rows("fixtures/rules/movement.tsv")? {
        let (found, sentence, named) = verdict(&History::new(position(&fen)?), &mv, false);
        let is_named = |square: &str| named.iter().any(|one| one == square);
        if found != expected || !squares.split_whitespace().all(is_named) {
            wrong.push(format!("{case}: {mv} in {fen}: {found} {named:?} {sentence}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn every_case_is_tried_by_both_colours() -> Outcome {
    let rows: Vec<[String; 5]> = rows("fixtures/rules/movement.tsv")?;
    let of = |color: &str| -> Vec<(String, String)> {
        let own =
            rows.iter().filter(|row| position(&row[1]).is_ok_and(|at| at.turn().name() == color));
        own.filter_map(|row| Some((row[0].split_once(": ")?.1.to_owned(), row[3].clone())))
            .collect()
    };
    assert_eq!(of("White"), of("Black"));
    assert_eq!(of("White").len() * 2, rows.len());
    Ok(())
}

#[test]
fn the_judge_has_as_many_moves_in_every_position_of_the_table() -> Outcome {
    for [case, fen, ..] in rows::<5>("fixtures/rules/movement.tsv")? {
        let judge: shakmaty::Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Chess960)?;
        let mut theirs: Vec<String> = judge.legal_moves().into_iter().map(judged).collect();
        let mut ours: Vec<String> = position(&fen)?.legal_moves().into_iter().map(said).collect();
        theirs.sort_unstable();
        ours.sort_unstable();
        assert_eq!(ours, theirs, "{case}: {fen}");
    }
    Ok(())
}

fn said(mv: arbiter::rules::Move) -> String {
    format!("{}{}{:?}", mv.from, mv.to, mv.promotion.map(arbiter::rules::Role::letter))
}

fn judged(mv: shakmaty::Move) -> String {
    let from = mv.from().map_or_else(String::new, |from| from.to_string());
    format!("{from}{}{:?}", mv.to(), mv.promotion().map(shakmaty::Role::upper_char))
}

#[test]
fn reasons_know_the_past() -> Outcome {
    for [case, start, moves, mv, expected, words] in rows("fixtures/rules/histories.tsv")? {
        let start = if start == "start" { Chess::start().into() } else { position(&start)? };
        let mut game = History::new(start);
        for text in moves.split_whitespace() {
            let san = San::read(text.as_bytes()).ok_or("a move")?;
            let played =
                san.resolve(game.position()).map_err(|no| format!("{case}: {text} {no:?}"))?;
            game.play_unchecked(played);
        }
        let (found, sentence, _) = verdict(&game, &mv, true);
        assert_eq!(found, expected, "{case}: {sentence}");
        assert!(sentence.contains(&words), "{case}: {sentence}");
    }
    Ok(())
}
