//! Boards of every size and shape, drawn in every style.

use super::{ColorDepth, Diagrams, Look, Paint, Style, Theme};
use crate::{
    notation::{
        fen,
        variant::{
            built_in,
            ini::{self, UnknownKeys},
        },
    },
    rules::{AnyMove, AnyPosition, Color, Position, Square, Variant, variant::TransferRule},
};

fn position(text: &str) -> AnyPosition {
    fen::position_of(Variant::Standard, text.as_bytes()).unwrap()
}

#[test]
fn marks_are_characters_around_the_pieces() {
    let before = position("4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 40");
    let castles = |mv: &AnyMove| mv.is_castling();
    assert!(!before.legal_moves().iter().any(castles), "e2 guards f1 and d1");
    let mv = before.legal_moves().into_iter().find(|mv| mv.to() == Square::A8.into()).unwrap();
    let after = before.after(mv);
    let moves = after.legal_moves();
    let diagrams = Diagrams::of(&after).with_last_move(mv).with_targets(&moves);
    let drawn = diagrams.draw(Style::Ascii, 0);
    let expected = "   a  b  c  d  e  f  g  h
8 [R] .  .  . <k> .  .  .  8
7  .  .  .  *  *  *  .  .  7
6  .  .  .  .  .  .  .  .  6
5  .  .  .  .  .  .  .  .  5
4  .  .  .  .  .  .  .  .  4
3  .  .  .  .  .  .  .  .  3
2  .  .  .  .  p  .  .  .  2
1 (.) .  .  .  K  .  .  R  1
   a  b  c  d  e  f  g  h
";
    assert_eq!(drawn, expected);
}

#[test]
fn captures_are_marked_with_braces() {
    let position = position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 40");
    let moves: Vec<_> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.origin() == Some(Square::E4.into()))
        .collect();
    let drawn = Diagrams::of(&position).with_targets(&moves).draw(Style::Ascii, 0);
    assert!(drawn.contains("\n5  .  .  . {p} *  .  .  .  5\n"), "{drawn}");
}

#[test]
fn a_board_is_28_columns_wide_from_both_sides() {
    for bottom in Color::ALL {
        let drawn =
            Diagrams::of(&Variant::Standard.start()).seen_from(bottom).draw(Style::Ascii, 0);
        let ranks: Vec<&str> = drawn.lines().skip(1).take(8).collect();
        assert!(ranks.iter().all(|row| row.len() == 28), "{drawn}");
        assert_eq!(ranks[0].starts_with('8'), bottom == Color::White);
    }
}

#[test]
fn figurines_have_the_text_variation_selector() {
    let drawn = Diagrams::of(&Variant::Standard.start()).draw(Style::Unicode, 0);
    assert_eq!(drawn.matches('\u{fe0e}').count(), 32);
    assert!(drawn.contains("8  ♜\u{fe0e}  ♞\u{fe0e}"), "{drawn}");
}

#[test]
fn the_plain_style_names_every_piece() {
    let position = position("6k1/5ppp/8/8/8/8/8/R3K2R w Q - 0 40");
    let expected = "White: king e1, rooks a1 h1.\nBlack: king g8, pawns f7 g7 h7.\n";
    assert_eq!(Diagrams::of(&position).draw(Style::Plain, 0), expected);
}

#[test]
fn a_drawing_defines_the_shapes_it_uses() {
    let drawn = Diagrams::of(&Variant::Standard.start()).draw(Style::Svg, 0);
    assert_eq!(drawn.matches("<use ").count(), 32);
    for name in ["wK", "wQ", "wR", "wB", "wN", "wP", "bK", "bQ", "bR", "bB", "bN", "bP"] {
        assert!(drawn.contains(&format!("id=\"{name}\"")), "{name}");
    }
    assert!(!drawn.contains("http://www.w3.org/1999"), "only SVG");
}

/// The position after 1. e4 on `count` boards.
fn after_e4(count: u8) -> Diagrams {
    let rules = built_in::alice(count, TransferRule::Classical).unwrap();
    let start = Variant::Rules(rules).start();
    let mv = start.legal_moves().into_iter().find(|mv| mv.to() == Square::E4.into()).unwrap();
    Diagrams::of(&start.after(mv)).with_last_move(mv)
}

#[test]
fn boards_stand_side_by_side_where_there_is_room() {
    let drawn = after_e4(2).draw(Style::Ascii, 80);
    let expected = "\
Board A                        Board B
   a  b  c  d  e  f  g  h         a  b  c  d  e  f  g  h
8  r  n  b  q  k  b  n  r  8   8  .  .  .  .  .  .  .  .  8
7  p  p  p  p  p  p  p  p  7   7  .  .  .  .  .  .  .  .  7
6  .  .  .  .  .  .  .  .  6   6  .  .  .  .  .  .  .  .  6
5  .  .  .  .  .  .  .  .  5   5  .  .  .  .  .  .  .  .  5
4  .  .  .  .  .  .  .  .  4   4  .  .  .  . [P] .  .  .  4
3  .  .  .  .  .  .  .  .  3   3  .  .  .  .  .  .  .  .  3
2  P  P  P  P (.) P  P  P  2   2  .  .  .  .  .  .  .  .  2
1  R  N  B  Q  K  B  N  R  1   1  .  .  .  .  .  .  .  .  1
   a  b  c  d  e  f  g  h         a  b  c  d  e  f  g  h
";
    assert_eq!(drawn, expected);
}

#[test]
fn a1_is_a_dark_square_from_either_side() {
    let look = Look { paint: Paint::Chequered, ..Look::bare(Style::Ascii) };
    let diagrams = Diagrams::of(&Variant::Standard.start());
    let white = diagrams.paint(look, 0);
    assert!(white.contains("\n1 \u{1b}[7m R \u{1b}[27m N "), "{white:?}");
    let black = diagrams.seen_from(Color::Black).paint(look, 0);
    assert!(black.contains("\n1  R \u{1b}[7m N \u{1b}[27m"), "{black:?}");
}

#[test]
fn large_squares_have_five_columns_and_two_lines() {
    let look = Look { is_large: true, ..Look::bare(Style::Ascii) };
    let drawn = Diagrams::of(&Variant::Standard.start()).paint(look, 0);
    assert!(drawn.contains("\n1   R    N    B    Q    K    B    N    R   1\n\n"), "{drawn}");
    assert!(drawn.ends_with("\n    a    b    c    d    e    f    g    h\n"), "{drawn}");
}

#[test]
fn painted_pieces_are_filled_and_every_row_ends_without_colour() {
    for depth in [ColorDepth::Palette, ColorDepth::True] {
        for is_large in [false, true] {
            let paint = Paint::Colors(Theme::Wood, depth);
            let look = Look { style: Style::Unicode, paint, is_large };
            let drawn = Diagrams::of(&Variant::Standard.start()).paint(look, 0);
            assert_eq!(drawn.matches(['♟', '♞', '♝', '♜', '♛', '♚']).count(), 32);
            let painted = drawn.lines().filter(|line| line.contains('\u{1b}'));
            assert!(painted.clone().all(|line| line.contains("\u{1b}[0m")), "{drawn}");
            assert_eq!(painted.count(), if is_large { 16 } else { 8 });
        }
    }
}

#[test]
fn painted_boards_stand_side_by_side() {
    let paint = Paint::Colors(Theme::Mono, ColorDepth::True);
    let drawn = after_e4(2).paint(Look { paint, ..Look::bare(Style::Ascii) }, 80);
    assert!(drawn.lines().nth(2).is_some_and(|row| row.contains(" 8   8 ")), "{drawn}");
}

#[test]
fn no_line_is_wider_than_the_screen() {
    for (columns, heads) in [(40, 8), (58, 8), (59, 4), (90, 3), (300, 1)] {
        for style in [Style::Ascii, Style::Unicode] {
            let drawn = after_e4(8).draw(style, columns).replace('\u{fe0e}', "");
            assert!(drawn.lines().all(|line| line.chars().count() <= columns), "{drawn}");
            let titles = drawn.lines().filter(|line| line.starts_with("Board")).count();
            assert_eq!(titles, heads, "{columns} columns");
        }
    }
}

#[test]
fn a_single_board_needs_no_name() {
    let drawn = Diagrams::of(&Variant::Standard.start()).draw(Style::Ascii, 80);
    assert!(drawn.starts_with("   a  b"), "{drawn}");
}

#[test]
fn one_drawing_holds_all_boards() {
    let drawn = after_e4(3).draw(Style::Svg, 80);
    assert_eq!(drawn.matches("<svg ").count(), 1);
    assert_eq!(drawn.matches("<use ").count(), 32);
    assert!(drawn.contains(">Board C<"), "{drawn}");
}

#[test]
fn the_plain_style_lists_board_by_board() {
    let drawn = after_e4(2).draw(Style::Plain, 80);
    let second = "Board B\nWhite: pawn e4.\nBlack: nothing.\n";
    assert!(drawn.starts_with("Board A\nWhite: king e1") && drawn.contains(second), "{drawn}");
}

/// The start position of a definition.
fn start_of(definition: &str) -> AnyPosition {
    let file = ini::read(definition.as_bytes(), UnknownKeys::Report);
    assert_eq!(file.faults, []);
    file.variants.last().map(crate::rules::variant::Rules::start).unwrap().into()
}

/// The position of a built-in variant.
fn of_variant(name: &str, text: &str) -> AnyPosition {
    fen::position_of(name.parse().unwrap(), text.as_bytes()).unwrap()
}

#[test]
fn every_variant_is_drawn_in_every_style_from_both_sides() {
    for rules in built_in::all() {
        let position = AnyPosition::from(rules.start());
        let (geometry, pieces) = (position.geometry(), position.pieces().count());
        let (boards, ranks) = (usize::from(geometry.boards()), usize::from(geometry.height()));
        let names = if boards > 1 { boards } else { 0 };
        for bottom in Color::ALL {
            let diagrams = Diagrams::of(&position).seen_from(bottom);
            for paint in [Paint::Bare, Paint::Colors(Theme::Wood, ColorDepth::True)] {
                let drawn = diagrams.paint(Look { paint, ..Look::bare(Style::Unicode) }, 0);
                let rows = drawn.lines().filter(|line| !line.is_empty()).count();
                assert_eq!(rows, boards * (ranks + 2) + names, "{}\n{drawn}", rules.name());
            }
            let drawn = diagrams.draw(Style::Ascii, 0).replace("Board", "");
            let letters = drawn.chars().filter(char::is_ascii_alphabetic).count();
            let files = 2 * usize::from(geometry.width()) * boards;
            assert_eq!(letters, pieces + files + names, "{}\n{drawn}", rules.name());
            let svg = diagrams.draw(Style::Svg, 0);
            let shapes = svg.matches("<use ").count() + svg.matches("r=\"36\"").count();
            assert_eq!(shapes, pieces, "{}", rules.name());
            let plain = diagrams.draw(Style::Plain, 0);
            assert!(plain.contains("White: ") && plain.contains("Black: "), "{plain}");
        }
    }
}

#[test]
fn squares_that_do_not_exist_are_not_drawn() {
    let drawn = Diagrams::of(&"cross".parse::<Variant>().unwrap().start()).draw(Style::Ascii, 0);
    let rows: Vec<&str> = drawn.lines().collect();
    assert_eq!(rows[0], "    a  b  c  d  e  f  g  h  i  j");
    assert_eq!(rows[1], "10        r  n  b  a  k  r        10");
    assert_eq!(rows[3], " 8  .  .  .  .  .  .  .  .  .  .  8");
    assert_eq!(rows[10], " 1        R  N  B  A  K  R        1");
}

#[test]
fn a_board_may_have_sixteen_files_and_ranks() {
    let definition = "[big:chess]\nmaxFile = p\nmaxRank = 16\ncastling = false\n\
        startFen = k14r/16/16/16/16/16/16/1*12*1/1*12*1/16/16/16/16/16/P15/K14R w - - 0 1\n";
    let position = start_of(definition);
    let mv = position
        .legal_moves()
        .into_iter()
        .find(|mv| position.geometry().name(mv.to()) == "p16" && mv.is_capture());
    let diagrams = Diagrams::of(&position).with_targets(mv.as_slice());
    let drawn = diagrams.draw(Style::Ascii, 0);
    let rows: Vec<&str> = drawn.lines().collect();
    assert_eq!(rows.len(), 18, "{drawn}");
    assert!(rows[0].ends_with("  o  p") && rows[1].ends_with(" . {r} 16"), "{drawn}");
    assert!(rows[8].starts_with(" 9  .     .") && rows[8].ends_with(".     .  9"), "{drawn}");
    let look = Look { is_large: true, ..Look::bare(Style::Unicode) };
    assert!(diagrams.paint(look, 0).lines().all(|line| line.chars().count() <= 90));
    let svg = diagrams.draw(Style::Svg, 0);
    assert!(svg.contains("viewBox=\"0 0 1668 1668\""), "{svg}");
    assert!(svg.contains(">16</text>") && svg.contains(">p</text>"), "{svg}");
}

#[test]
fn a_piece_that_chess_does_not_have_is_drawn_as_its_letter() {
    let start = "capablanca".parse::<Variant>().unwrap().start();
    let drawn = Diagrams::of(&start).draw(Style::Unicode, 0);
    assert!(drawn.contains("8  ♜\u{fe0e}  ♞\u{fe0e}  a  ♝\u{fe0e}"), "{drawn}");
    assert!(drawn.contains("1  ♖\u{fe0e}  ♘\u{fe0e}  A  ♗\u{fe0e}"), "{drawn}");
    let svg = Diagrams::of(&start).draw(Style::Svg, 0);
    assert_eq!(svg.matches(">A</text>").count(), 2);
    let plain = Diagrams::of(&start).draw(Style::Plain, 0);
    assert!(
        plain.starts_with("White: king f1, chancellor h1, archbishop c1, queen e1, "),
        "{plain}"
    );
    let berolina = "berolina".parse::<Variant>().unwrap().start();
    let plain = Diagrams::of(&berolina).draw(Style::Plain, 0);
    assert!(plain.contains(", pawns a2 b2"), "{plain}");
}

/// Crazyhouse with pieces in both hands, and a promoted queen on d8.
const HANDS: &str = "r1bQ~kb1r/pppp1ppp/2n2n2/8/8/8/PPP2PPP/R1B1KB1R[QPPnn] b KQkq - 0 7";

#[test]
fn pieces_in_hand_are_beside_the_board() {
    let position = of_variant("crazyhouse", HANDS);
    let drawn = Diagrams::of(&position).draw(Style::Ascii, 0);
    assert!(drawn.ends_with("h\nBlack in hand: 2n\nWhite in hand: Q 2P\n"), "{drawn}");
    assert!(drawn.contains("\n8  r  .  b  Q~<k> b  .  r  8\n"), "{drawn}");
    let turned = Diagrams::of(&position).seen_from(Color::Black).draw(Style::Unicode, 0);
    assert!(turned.ends_with("2♙\u{fe0e}\nBlack in hand: 2♞\u{fe0e}\n"), "{turned}");
    let plain = Diagrams::of(&position).draw(Style::Plain, 0);
    let hands = "White in hand: queen, 2 pawns.\nBlack in hand: 2 knights.\n";
    assert!(plain.contains("promoted queen d8") && plain.contains(hands), "{plain}");
    let svg = Diagrams::of(&position).draw(Style::Svg, 0);
    assert!(svg.contains("viewBox=\"0 0 985 868\"") && svg.contains(">~</text>"), "{svg}");
    assert_eq!(svg.matches(" scale(.80)").count(), 3);
    let empty = Diagrams::of(&"crazyhouse".parse::<Variant>().unwrap().start());
    assert!(empty.draw(Style::Svg, 0).contains("viewBox=\"0 0 985 868\""), "it keeps its width");
}

#[test]
fn the_last_move_and_targets_of_a_variant_are_marked() {
    let position = of_variant("crazyhouse", HANDS);
    let dropped = |mv: &AnyMove| mv.origin().is_none();
    let drop = position.legal_moves().into_iter().find(dropped);
    assert_eq!(drop, None, "Black is in check from the next square");
    let start = "crazyhouse".parse::<Variant>().unwrap();
    let position = fen::position_of(start, b"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").unwrap();
    let name = |place| position.geometry().name(place);
    let mv = position.legal_moves().into_iter().find(|mv| dropped(mv) && name(mv.to()) == "f6");
    let after = position.after(mv.unwrap());
    let drawn = Diagrams::of(&after).with_last_move(mv.unwrap()).draw(Style::Ascii, 0);
    assert!(drawn.contains("\n6  .  .  .  .  . [N] .  .  6\n"), "{drawn}");
    assert!(drawn.contains("\n8  .  .  .  . <k> .  .  .  8\n"), "{drawn}");
    let before = of_variant("capablanca", "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1");
    let mut castling = before.legal_moves();
    castling.retain(|mv| mv.is_castling());
    let drawn = Diagrams::of(&before).with_targets(&castling).draw(Style::Ascii, 0);
    assert!(drawn.contains("\n1  R  .  *  .  .  K  .  .  *  R  1\n"), "{drawn}");
    let after = before.after(castling[0]);
    let drawn = Diagrams::of(&after).with_last_move(castling[0]).draw(Style::Ascii, 0);
    assert!(drawn.contains("[K]") && drawn.contains("(.)"), "{drawn}");
}
