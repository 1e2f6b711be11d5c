//! Slower references for search and evaluation: minimax, the plain rules, mirrors, the values of the pieces.

use arbiter::engine::{Score, ScoreKind, SearchSettings, Technique, Techniques, evaluate};
use arbiter::rules::{Board, Castling, Chess, Piece, Position, Setup};

use crate::{Fallible, POSITIONS, position, random, search};

/// Every move of every line, to the end.
fn minimax(position: &Chess, depth: u16, ply: u16) -> Score {
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
fn material_counts_as_players_count_it() -> Fallible {
    // The better side and by how many pawns at least and at most: the old values 1, 3, 3, 5, 9 with room for the squares.
    let cases = [
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", 7, 13),
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w - - 0 1", 4, 8),
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/1N2K3 w - - 0 1", 2, 5),
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/2B1K3 b - - 0 1", -5, -2),
        ("4k3/ppppppp1/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 0, 2),
        ("3rk3/pppppppp/8/8/8/8/PPPPPPPP/2B1K3 w - - 0 1", -5, 0),
    ];
    for (fen, least, most) in cases {
        let score = evaluate(&position(fen)?);
        let range = Score::from_centipawns(100 * least)..=Score::from_centipawns(100 * most);
        assert!(range.contains(&score), "{fen}: {score}");
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
