//! The boards of a position as the table shows them: one or several, normal or large, chequered or not.

use crate::output::board::{Diagrams, Style as DrawnStyle};
use crate::play::choices::{Size, Style};
use crate::play::event::View;
use crate::play::screen::Screen;
use crate::play::settings::Display;
use crate::rules::Color;

/// As wide as one board: several of them stand one under the other.
const ONE_BOARD: usize = 28;

/// All boards of a position.
pub(super) fn boards(view: &View, display: &Display, screen: &Screen) -> String {
    let mut diagrams =
        Diagrams::of(&view.position).seen_from(view.below).with_targets(&view.targets);
    if let Some(last) = view.last {
        diagrams = diagrams.with_last_move(last);
    }
    let style = match display.style {
        Style::Ascii => DrawnStyle::Ascii,
        Style::Unicode => DrawnStyle::Unicode,
        Style::Plain => DrawnStyle::Plain,
    };
    let reversed = (display.chequered && screen.video).then_some(view.below);
    let dress = display.size == Size::Large || reversed.is_some();
    let columns = screen.width.filter(|_| !dress).unwrap_or(ONE_BOARD);
    let text = diagrams.draw(style, columns);
    let lines: Vec<String> =
        text.lines().map(|line| dressed(line, display.size, reversed)).collect();
    format!(
        "{}
",
        lines.join(
            "
"
        )
    )
}

/// A line of a board with wider squares, or with dark squares in reverse video as this side sees them.
fn dressed(line: &str, size: Size, reversed: Option<Color>) -> String {
    let Some((rank, cells, end)) = cells(line) else {
        return if size == Size::Large { widened_files(line) } else { line.to_owned() };
    };
    let number = rank.trim().parse::<usize>().unwrap_or(0);
    let first_dark = reversed.map(|below| number + usize::from(below == Color::Black));
    let dress = |(column, cell): (usize, &String)| {
        let cell = if size == Size::Large { format!(" {cell} ") } else { cell.clone() };
        let dark = first_dark.is_some_and(|first| (column + first) % 2 == 1);
        if dark { format!("\u{1b}[7m{cell}\u{1b}[27m") } else { cell }
    };
    let row: String = cells.iter().enumerate().map(dress).collect();
    let gap = if size == Size::Large { "\n" } else { "" };
    format!("{rank}{row}{end}{gap}")
}

/// The line of file letters, spread to wider squares.
fn widened_files(line: &str) -> String {
    let letters: Vec<&str> = line.split_whitespace().collect();
    if letters.len() != 8 || letters.iter().any(|letter| letter.len() != 1) {
        return line.to_owned();
    }
    let spread: Vec<String> = letters.iter().map(|letter| format!("  {letter}  ")).collect();
    format!("  {}", spread.concat().trim_end())
}

/// A rank of a drawn board: what stands before, eight squares of three columns, what stands behind.
fn cells(line: &str) -> Option<(String, Vec<String>, String)> {
    const VARIATION: char = '\u{fe0e}';
    let mut columns: Vec<String> = Vec::new();
    for letter in line.chars() {
        match columns.last_mut() {
            Some(last) if letter == VARIATION => last.push(letter),
            _ => columns.push(letter.to_string()),
        }
    }
    let is_rank = columns.len() == 28 && columns[0].parse::<u8>().is_ok();
    is_rank.then(|| {
        let cells = columns[2..26].chunks(3).map(<[String]>::concat).collect();
        (columns[..2].concat(), cells, columns[26..].concat())
    })
}

#[cfg(test)]
mod tests {
    use super::{cells, dressed};
    use crate::play::choices::Size;
    use crate::rules::Color;

    const RANK_ONE: &str = "1  R  N  B  Q <K> B [N] R  1";

    #[test]
    fn a_rank_has_eight_squares_of_three_columns() {
        let (start, squares, end) = cells(RANK_ONE).expect("a rank");
        assert_eq!((start.as_str(), end.as_str()), ("1 ", " 1"));
        assert_eq!(squares, [" R ", " N ", " B ", " Q ", "<K>", " B ", "[N]", " R "]);
        assert!(cells("   a  b  c  d  e  f  g  h").is_none());
    }

    #[test]
    fn a1_is_a_dark_square_from_either_side() {
        let white = dressed(RANK_ONE, Size::Normal, Some(Color::White));
        assert!(white.starts_with("1 \u{1b}[7m R \u{1b}[27m N "), "{white:?}");
        let black = dressed(RANK_ONE, Size::Normal, Some(Color::Black));
        assert!(black.starts_with("1  R \u{1b}[7m N \u{1b}[27m"), "{black:?}");
    }

    #[test]
    fn large_squares_have_five_columns_and_two_lines() {
        let large = dressed(RANK_ONE, Size::Large, None);
        assert_eq!(large, "1   R    N    B    Q   <K>   B   [N]   R   1\n");
    }
}
