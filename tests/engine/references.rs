//! Slower references for search and evaluation: minimax, the plain rules, mirrors, published tables.

use arbiter::engine::{Score, ScoreKind, SearchSettings, Technique, Techniques, evaluate};
use arbiter::rules::{Board, Castling, Chess, Layered, Piece, Position, Setup};

use crate::{Fallible, POSITIONS, position, random, search};

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
    let plain = SearchSettings { techniques: Techniques::NONE, seed: None };
    for fen in POSITIONS {
        let position = position(fen)?;
        let choice = search(&position, 3, plain).ok_or("a move")?;
        assert_eq!(choice.score, minimax(&position, 3, 0), "{fen}");
        assert_eq!(choice.score, -minimax(&position.after(choice.best), 2, 1), "{fen}");
    }
    Ok(())
}

#[test]
fn every_technique_can_be_switched_off() -> Fallible {
    let mate_in_two = position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")?;
    for technique in Technique::ALL {
        let techniques = Techniques::ALL.without(technique);
        let settings = SearchSettings { techniques, ..SearchSettings::default() };
        let result = search(&mate_in_two, 3, settings).ok_or("a move")?;
        assert_eq!(result.score.kind(), ScoreKind::MatesIn(2), "without {technique:?}");
    }
    Ok(())
}

#[test]
fn the_plain_board_has_the_same_score_as_the_fast_one() -> Fallible {
    let plain = SearchSettings { techniques: Techniques::NONE, seed: None };
    for fen in POSITIONS {
        let position = position(fen)?;
        let fast = search(&position, 2, plain).ok_or("a move")?;
        let slow = search(&Layered::chess(&position.to_setup()), 2, plain).ok_or("a move")?;
        assert_eq!(fast.score, slow.score, "{fen}");
    }
    Ok(())
}

/// The score at depth one, which includes every term of the evaluation.
fn depth_one_score(setup: &Setup) -> Option<Score> {
    let position =
        Chess::from_setup_unchecked(&Setup { castling: Castling::NONE, ..setup.clone() });
    search(&position, 1, SearchSettings::default()).map(|choice| choice.score)
}

#[test]
fn the_start_is_level_and_a_mirrored_position_is_worth_the_same_to_the_other_side() -> Fallible {
    assert_eq!(evaluate(&Chess::start()), Score::DRAW);
    for fen in POSITIONS {
        let here = position(fen)?.to_setup();
        let mut there = Setup { turn: !here.turn, ..here.clone() };
        there.board = Board::empty();
        for (square, piece) in here.board.all_pieces() {
            there.board.put(square.flip(), Piece { color: !piece.color, ..piece });
        }
        assert_eq!(depth_one_score(&here), depth_one_score(&there), "{fen}");
        let same_pieces = Setup { turn: !here.turn, ..here.clone() };
        let [here, there, same_pieces] =
            [here, there, same_pieces].map(|setup| evaluate(&Chess::from_setup_unchecked(&setup)));
        assert_eq!(here, there, "{fen}");
        assert_eq!(here, -same_pieces, "{fen}");
    }
    Ok(())
}

#[test]
fn scores_follow_the_published_tables() -> Fallible {
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
fn the_fast_list_of_forcing_moves_is_the_plain_one() {
    let mut state = 5;
    for _ in 0..20 {
        let mut position = Chess::start();
        while position.has_legal_move() && position.halfmoves() < 100 {
            let mut plain = position.legal_moves();
            plain.retain(|mv| mv.capture.is_some() || mv.promotion.is_some());
            let mut fast = position.forcing_moves();
            plain.sort_unstable();
            fast.sort_unstable();
            assert_eq!(plain, fast, "{position:?}");
            let moves = position.legal_moves();
            position.play_unchecked(moves[random(&mut state) % moves.len()]);
        }
    }
}
