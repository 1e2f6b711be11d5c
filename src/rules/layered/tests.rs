//! The published node counts, scripted games, and the faults of a setup on several boards.

use super::{BoardCount, Dialect, Layered, LayeredFault, LayeredSetup};
use crate::rules::{
    Bitboard, Board, BoardIndex, Castling, Color, Move, Piece, Position, Role, Setup, Square, perft,
};

/// Dialect, boards, and the published perft counts for each depth from one on.
const COUNTS: [(Dialect, u8, &[u64]); 4] = [
    (Dialect::Classical, 2, &[20, 400, 9_384, 219_236]),
    (Dialect::Ksparov, 2, &[20, 400, 9_384, 219_236]),
    (Dialect::Classical, 3, &[20, 400, 9_544, 227_143]),
    (Dialect::Ksparov, 3, &[20, 400, 9_544, 227_143]),
];

fn start(count: u8, dialect: Dialect) -> Layered {
    Layered::alice(BoardCount::new(count).expect("two to eight"), dialect)
}

#[test]
fn node_counts_of_alice_chess() {
    for (dialect, count, nodes) in COUNTS {
        for (depth, &nodes) in (1..).zip(nodes) {
            let found = perft(&start(count, dialect), depth);
            assert_eq!(found, nodes, "{dialect:?} on {count} boards to depth {depth}");
        }
    }
}

#[test]
#[ignore = "deep; run by the deep step of .ci/run"]
fn dialects_differ_from_depth_five() {
    assert_eq!(perft(&start(2, Dialect::Classical), 5), 5_910_465);
    assert_eq!(perft(&start(2, Dialect::Ksparov), 5), 5_910_377);
}

#[test]
fn one_board_is_chess() {
    let counts = [20, 400, 8_902, 197_281];
    for (depth, nodes) in (1..).zip(counts) {
        assert_eq!(perft(&Layered::chess(&Setup::start()), depth), nodes, "to depth {depth}");
    }
}

#[test]
fn alice_chess_has_two_to_eight_boards() {
    let counts = [0, 1, 2, 8, 9].map(BoardCount::new);
    assert_eq!(counts.map(|count| count.is_some()), [false, false, true, true, false]);
}

/// A position with these pieces, the boards separated by a bar.
fn set_up(pieces: &str, turn: Color, dialect: Dialect) -> Layered {
    let board = |pieces: &str| {
        let mut board = Board::empty();
        for piece in pieces.split_whitespace().map(str::as_bytes) {
            let square = Square::from_name(&piece[1..]).expect("a square");
            board.put(square, Piece::from_letter(piece[0]).expect("a piece letter"));
        }
        board
    };
    let setup = LayeredSetup {
        boards: pieces.split('|').map(board).collect(),
        dialect,
        turn,
        castling: Castling::NONE,
        halfmoves: 0,
        fullmoves: 1,
    };
    setup.validate().expect("a playable setup")
}

/// The only legal move between two squares, as in `e2e4`.
fn legal(position: &Layered, name: &str) -> Option<Move> {
    let (from, to) = name.as_bytes().split_at(2);
    let (from, to) = (Square::from_name(from), Square::from_name(to));
    let fits = |mv: &Move| Some(mv.from) == from && Some(mv.target()) == to;
    position.legal_moves().into_iter().find(fits)
}

fn play(position: Layered, moves: &str) -> Layered {
    moves.split(' ').fold(position, |position, name| {
        position.after(legal(&position, name).unwrap_or_else(|| panic!("{name} is not legal")))
    })
}

fn letter_at(position: &Layered, board: usize, square: Square) -> Option<char> {
    position.boards()[board].piece_at(square).map(Piece::letter)
}

#[test]
fn a_pawn_passes_to_board_b_and_on() {
    let position = play(start(3, Dialect::Classical), "e2e4");
    assert_eq!(
        [0, 1, 2].map(|board| letter_at(&position, board, Square::E4)),
        [None, Some('P'), None]
    );
    let position = play(position, "a7a6 e4e5 b7b6 e5e6");
    assert_eq!(letter_at(&position, 0, Square::E6), Some('P'), "from C it comes back to A");
}

#[test]
fn an_occupied_square_on_the_next_board_stops_a_move() {
    let position = play(start(2, Dialect::Classical), "g1f3 a7a6");
    assert_eq!(legal(&position, "f2f3"), None, "the knight is on f3 of board B");
    assert!(legal(&position, "f2f4").is_some());
}

#[test]
fn a_piece_captures_only_on_its_own_board() {
    let position = play(start(2, Dialect::Classical), "e2e4 d7d6 d1g4");
    assert_eq!(legal(&position, "c8g4"), None, "the queen is on board B, the bishop on A");
    let position = play(start(2, Dialect::Classical), "e2e4 d7d5 e4d5");
    assert_eq!(letter_at(&position, 0, Square::D5), Some('P'), "both pawns were on board B");
}

#[test]
fn a_check_may_come_with_the_transfer() {
    let position = set_up("Kh1 Ra1|ke8", Color::White, Dialect::Classical);
    let checked = play(position, "a1e1");
    assert!(checked.is_check());
    assert!(checked.has_legal_move());
}

#[test]
fn a_mate_can_need_both_boards() {
    let mated = play(set_up("Ke1 kh8|Ra1 Rb7", Color::White, Dialect::Classical), "a1a8");
    assert!(mated.is_check() && !mated.has_legal_move());
    let free = play(set_up("Ke1 kh8|Ra1", Color::White, Dialect::Classical), "a1a8");
    assert!(free.is_check() && free.has_legal_move());
}

#[test]
fn stalemate_by_pieces_of_the_other_board() {
    let position = set_up("Ke1 kh8|Ra7 Rg1", Color::Black, Dialect::Classical);
    assert!(!position.is_check() && !position.has_legal_move());
}

#[test]
fn a_piece_of_another_board_parries_a_check_in_one_dialect_only() {
    for (dialect, parries) in [(Dialect::Classical, true), (Dialect::Ksparov, false)] {
        let position = set_up("Ke1 re8 kh8|Bh5", Color::White, dialect);
        assert!(position.is_check());
        assert_eq!(legal(&position, "h5e2").is_some(), parries, "{dialect:?}");
    }
}

#[test]
fn castling_moves_both_pieces_to_the_next_board() {
    let ready = "e2e4 a7a6 f1e2 b7b6 g1h3 c7c6";
    let castled = play(start(2, Dialect::Classical), &format!("{ready} e1g1"));
    assert_eq!(letter_at(&castled, 1, Square::G1), Some('K'));
    assert_eq!(letter_at(&castled, 1, Square::F1), Some('R'));
    assert!((castled.boards()[0].color(Color::White) & Bitboard::of(Square::H1)).is_empty());
    assert_eq!(legal(&play(start(2, Dialect::Ksparov), ready), "e1g1"), None);
}

#[test]
fn a_position_repeats_only_if_the_boards_do() {
    for (count, plies) in [(2, 4), (3, 12)] {
        let begin = start(count, Dialect::Classical);
        let knights = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle();
        let mut position = begin.clone();
        for (ply, name) in (1..=plies).zip(knights) {
            position = play(position, name);
            let same = position.repetition_key() == begin.repetition_key();
            assert_eq!(same, ply == plies, "{count} boards, ply {ply}");
        }
    }
}

#[test]
fn two_lone_kings_are_dead_and_anything_more_is_not() {
    let alone = set_up("Ke1|ke8", Color::White, Dialect::Classical);
    assert!(Color::ALL.iter().all(|&color| !alone.can_mate(color)));
    assert!(set_up("Ke1|ke8 Nb1", Color::White, Dialect::Classical).can_mate(Color::White));
}

#[test]
fn every_fault_names_its_board() {
    let mut setup =
        LayeredSetup::on_first_board(&Setup::start(), BoardCount::TWO, Dialect::Ksparov);
    setup.boards[1].put(Square::A8, Piece { role: Role::Pawn, color: Color::White });
    let rights = [Square::A1, Square::H1, Square::A8, Square::H8];
    let mut expected = vec![
        LayeredFault::TooManyPieces { color: Color::White, pawns: 9, pieces: 17 },
        LayeredFault::PawnOnEdge { board_index: BoardIndex(1), square: Square::A8 },
    ];
    expected.extend(rights.map(|rook| LayeredFault::CastlingRightImpossible { rook }));
    assert_eq!(setup.faults(), expected);
}
