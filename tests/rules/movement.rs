//! The movement table for both colors: every move is legal, or illegal for the named reason and squares; and reasons
//! that depend on the history of a game.

use std::{error::Error, fs};

use arbiter::{
    notation::{AnySan, reason::refusal},
    rules::{AnyPosition, Chess, History, Position},
};

use crate::{legal_moves, position, shakmaty_moves, shakmaty_position};

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

/// `yes`, or the kind of the reason with its sentence and `part=square` for each of its squares.
fn verdict(
    game: &History<AnyPosition>,
    text: &str,
    with_history: bool,
) -> (String, String, Vec<String>) {
    let Some(san) = AnySan::read(game.position(), text.as_bytes()) else {
        return ("unreadable".to_owned(), String::new(), Vec::new());
    };
    let past = with_history.then_some(game);
    match refusal(game.position(), &san.spec(), past) {
        None => ("yes".to_owned(), String::new(), Vec::new()),
        Some(refusal) => {
            let squares = refusal.data.squares.iter();
            let squares = squares.map(|(part, square)| format!("{part}={square}"));
            (refusal.data.kind.to_owned(), refusal.sentence, squares.collect())
        }
    }
}

#[test]
fn every_row_of_the_movement_table_holds() -> Outcome {
    let mut wrong = Vec::new();
    for [case, fen, mv, expected, squares] in rows("fixtures/rules/movement.tsv")? {
        let (found, sentence, named) = verdict(&History::new(position(&fen)?.into()), &mv, false);
        let is_named = |square: &str| named.iter().any(|one| one == square);
        if found != expected || !squares.split_whitespace().all(is_named) {
            wrong.push(format!("{case}: {mv} in {fen}: {found} {named:?} {sentence}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn every_case_is_tried_by_both_colors() -> Outcome {
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
fn shakmaty_has_the_same_moves_in_every_position_of_the_table() -> Outcome {
    for [case, fen, ..] in rows::<5>("fixtures/rules/movement.tsv")? {
        let theirs = shakmaty_moves(&shakmaty_position(&fen)?);
        assert_eq!(legal_moves(&position(&fen)?), theirs, "{case}: {fen}");
    }
    Ok(())
}

#[test]
fn reasons_know_the_history() -> Outcome {
    for [case, start, moves, mv, expected, words] in rows("fixtures/rules/histories.tsv")? {
        let start = if start == "start" { Chess::start() } else { position(&start)? };
        let mut game = History::new(start.into());
        for text in moves.split_whitespace() {
            let san = AnySan::read(game.position(), text.as_bytes()).ok_or("a move")?;
            let played = san.resolve(game.position());
            game.play_unchecked(played.ok_or_else(|| format!("{case}: {text} is not legal"))?);
        }
        let (found, sentence, _) = verdict(&game, &mv, true);
        assert_eq!(found, expected, "{case}: {sentence}");
        assert!(sentence.contains(&words), "{case}: {sentence}");
    }
    Ok(())
}
