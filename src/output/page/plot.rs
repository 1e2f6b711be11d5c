//! Small plots as SVG, wide enough for a phone. Their colours are those of the page.

use std::{fmt::Write, time::Duration};

use super::{cut, escaped};
use crate::{
    notation::clock,
    pgn::Evaluation,
    rules::ByColor,
    text::{counted, grouped},
};

/// The width of a plot, and the height of one with columns.
const WIDTH: u64 = 360;
const HEIGHT: u64 = 190;
/// The place of the columns: below the largest number, above the labels.
const TOP: u64 = 24;
const BOTTOM: u64 = 164;
/// No more labels have room below the columns.
const LABELS: usize = 7;
/// The height of a bar with the text above it.
const ROW: usize = 40;
/// The room beside the longest bar for its number.
const NUMBER: u64 = 110;
/// A letter is about this wide.
const TEXT: usize = 52;

/// A bar of a plot.
#[derive(Debug, Clone, Default)]
pub struct PlotBar {
    /// What is counted.
    pub label: String,
    /// How many there are.
    pub value: u64,
    /// How many of them are marked.
    pub marked: u64,
    /// The place of the page it leads to.
    pub link: Option<String>,
}

fn begin(title: &str, alternative: &str, height: u64) -> String {
    format!(
        "<figure class=\"plot\">\n<figcaption>{}</figcaption>\n\
         <svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">\n",
        escaped(title),
        escaped(alternative)
    )
}

const END: &str = "</svg>\n</figure>\n";

/// The share of `whole` that `part` is, of a length.
fn scaled(part: u64, whole: u64, length: u64) -> u64 {
    let product = u128::from(part) * u128::from(length);
    let scaled = product.div_ceil(u128::from(whole.max(1)));
    u64::try_from(scaled).unwrap_or(length)
}

/// Bars from left to right, each below its label; the marked part has another colour, and is counted in words by `noun`.
pub fn bars(title: &str, rows: &[PlotBar], noun: &str) -> String {
    let most = rows.iter().map(|row| row.value).max().unwrap_or_default();
    let words: Vec<String> =
        rows.iter().take(12).map(|row| format!("{} {}", row.label, row.value)).collect();
    let height = (ROW * rows.len() + 4) as u64;
    let mut svg = begin(title, &format!("{title}: {}", words.join(", ")), height);
    for (top, row) in (0..).step_by(ROW).zip(rows) {
        let (length, marked) =
            (scaled(row.value, most, WIDTH - NUMBER), scaled(row.marked, most, WIDTH - NUMBER));
        let label = escaped(&cut(&row.label, TEXT));
        let counted = match row.marked {
            0 => grouped(row.value),
            marked => format!("{} ({} {noun})", grouped(row.value), grouped(marked)),
        };
        if let Some(link) = &row.link {
            let _ = write!(svg, "<a href=\"#{}\">", escaped(link));
        }
        let (text, bar, number) = (top + 14, top + 19, top + 31);
        // Writing to a string does not fail.
        let _ = write!(
            svg,
            "<text x=\"0\" y=\"{text}\">{label}</text>\
             <rect class=\"bar\" x=\"0\" y=\"{bar}\" width=\"{length}\" height=\"14\" rx=\"2\"/>"
        );
        if marked > 0 {
            let _ = write!(
                svg,
                "<rect class=\"marked\" x=\"0\" y=\"{bar}\" width=\"{marked}\" height=\"14\" rx=\"2\"/>"
            );
        }
        let _ = write!(svg, "<text x=\"{}\" y=\"{number}\">{counted}</text>", length + 6);
        let _ = writeln!(svg, "{}", if row.link.is_some() { "</a>" } else { "" });
    }
    svg + END
}

/// Columns side by side, with labels below some of them.
pub fn columns(title: &str, counts: &[(String, u64)]) -> String {
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or_default();
    let top = counts.iter().find(|(_, count)| *count == most);
    let alternative = match (counts.first(), top, counts.last()) {
        (Some((first, _)), Some((label, _)), Some((last, _))) => {
            format!("{title}, from {first} to {last}; most at {label}: {most}")
        }
        _ => title.to_owned(),
    };
    let mut svg = begin(title, &alternative, HEIGHT);
    let number = counts.len().max(1);
    let step = number.div_ceil(LABELS);
    // Writing to a string does not fail.
    let _ = writeln!(
        svg,
        "<text x=\"0\" y=\"14\">{}</text><path class=\"axis\" d=\"M0 {TOP}H{WIDTH}M0 {BOTTOM}H{WIDTH}\"/>",
        grouped(most)
    );
    let place = |index: usize| scaled(index as u64, number as u64, WIDTH);
    for (index, (label, count)) in counts.iter().enumerate() {
        let (left, right) = (place(index), place(index + 1));
        let height = scaled(*count, most, BOTTOM - TOP);
        let width = (right - left).saturating_sub(2).clamp(1, 48);
        let x = left + (right - left - width.min(right - left)) / 2;
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"{height}\"><title>{}: {}</title></rect>",
            BOTTOM - height,
            escaped(label),
            grouped(*count)
        );
        if index % step == 0 {
            let label = escaped(&cut(label, 14));
            let (at, anchor) = match index {
                0 if number > LABELS => (0, "start"),
                _ => (u64::midpoint(left, right), "middle"),
            };
            let _ =
                write!(svg, "<text x=\"{at}\" y=\"182\" text-anchor=\"{anchor}\">{label}</text>");
        }
        svg.push('\n');
    }
    svg + END
}

/// The clocks of both sides after each of their moves: White's line is whole, Black's is dashed.
pub fn clocks(times: &ByColor<Vec<(usize, Duration)>>) -> Option<String> {
    let all = || times.white.iter().chain(&times.black);
    let most = all().map(|(_, time)| time.as_secs()).max().filter(|most| *most > 0)?;
    let last = all().map(|(ply, _)| *ply).max().filter(|last| *last > 1)?;
    let longest = clock::write(Duration::from_secs(most));
    let alternative = format!("The clocks, from {longest} down");
    let mut svg = begin("Time on the clocks", &alternative, HEIGHT);
    // Writing to a string does not fail.
    let _ = writeln!(
        svg,
        "<text x=\"0\" y=\"14\">{longest}</text><path class=\"axis\" d=\"M0 {TOP}H{WIDTH}M0 {BOTTOM}H{WIDTH}\"/>\
         <text x=\"0\" y=\"182\">move 1</text><text x=\"{WIDTH}\" y=\"182\" text-anchor=\"end\">move {}</text>\
         <path class=\"clock white\" d=\"M150 9h28\"/><text x=\"184\" y=\"14\">White</text>\
         <path class=\"clock black\" d=\"M250 9h28\"/><text x=\"284\" y=\"14\">Black</text>",
        last.div_ceil(2)
    );
    for (class, side) in [("white", &times.white), ("black", &times.black)] {
        let points: Vec<String> = side
            .iter()
            .map(|(ply, time)| {
                let x = scaled(*ply as u64, last as u64, WIDTH);
                format!("{x},{}", BOTTOM - scaled(time.as_secs(), most, BOTTOM - TOP))
            })
            .collect();
        let _ =
            writeln!(svg, "<polyline class=\"clock {class}\" points=\"{}\"/>", points.join(" "));
    }
    Some(svg + END)
}

/// The evaluation after a move, for a plot.
#[derive(Debug, Clone)]
pub struct PlotPoint {
    /// The number of plies before the position.
    pub ply: usize,
    /// The evaluation, from White's side.
    pub evaluation: Evaluation,
    /// The move.
    pub label: String,
    /// Whether it is a mistake.
    pub is_marked: bool,
}

impl PlotPoint {
    /// How far the evaluation is from the top, in pawns above five for White; mates are at the edge.
    fn height(&self) -> u64 {
        const MOST: i64 = 500;
        let hundredths = match self.evaluation {
            Evaluation::Hundredths(hundredths) => i64::from(hundredths).clamp(-MOST, MOST),
            Evaluation::Mate(moves) if moves < 0 => -MOST,
            Evaluation::Mate(_) => MOST,
        };
        TOP + scaled((MOST - hundredths).unsigned_abs(), 2 * MOST.unsigned_abs(), BOTTOM - TOP)
    }
}

/// The evaluation after each move, up to five pawns for either side; mistakes are dots that lead to their positions.
pub fn evaluations(points: &[PlotPoint]) -> Option<String> {
    let last = points.last().map(|point| point.ply).filter(|last| *last > 1)?;
    let wrong = points.iter().filter(|point| point.is_marked).count();
    let wrong = counted(wrong, "move");
    let alternative = format!("The evaluation of the game, with {wrong} marked as wrong");
    let mut svg = begin("Evaluation", &alternative, HEIGHT);
    let middle = u64::midpoint(TOP, BOTTOM);
    let place = |point: &PlotPoint| (scaled(point.ply as u64, last as u64, WIDTH), point.height());
    let line: Vec<String> = points.iter().map(place).map(|(x, y)| format!("{x} {y}")).collect();
    let line = line.join("L");
    // Writing to a string does not fail.
    let _ = writeln!(
        svg,
        "<text x=\"0\" y=\"14\">White is better (+5)</text>\
         <path class=\"axis\" d=\"M0 {TOP}H{WIDTH}M0 {middle}H{WIDTH}M0 {BOTTOM}H{WIDTH}\"/>\
         <path class=\"advantage\" d=\"M0 {middle}L{line}L{WIDTH} {middle}Z\"/>\
         <path class=\"line\" d=\"M0 {middle}L{line}\"/>\
         <text x=\"0\" y=\"182\">Black is better (-5)</text>\
         <text x=\"{WIDTH}\" y=\"182\" text-anchor=\"end\">move {}</text>",
        last.div_ceil(2)
    );
    for point in points.iter().filter(|point| point.is_marked) {
        let ((x, y), label) = (place(point), escaped(&point.label));
        let _ = writeln!(
            svg,
            "<a href=\"#ply-{}\"><circle class=\"wrong\" cx=\"{x}\" cy=\"{y}\" r=\"5\"><title>{label}</title></circle></a>",
            point.ply
        );
    }
    Some(svg + END)
}

#[cfg(test)]
mod tests {
    use super::{PlotBar, PlotPoint, bars, columns, evaluations};
    use crate::pgn::Evaluation;

    #[test]
    fn the_longest_bar_fills_the_room_and_the_least_is_seen() {
        let bar = |label: &str, value, marked| PlotBar {
            label: label.into(),
            value,
            marked,
            ..PlotBar::default()
        };
        let drawn = bars("Codes", &[bar("a <b>", 1000, 500), bar("c", 1, 0)], "safe");
        // 360 wide less 110 for the number; half of it is marked.
        for part in
            ["width=\"250\"", "width=\"125\"", "width=\"1\"", "1,000 (500 safe)", "a &lt;b&gt;"]
        {
            assert!(drawn.contains(part), "{part} in {drawn}");
        }
    }

    #[test]
    fn evaluations_are_drawn_between_five_pawns_for_either_side() {
        let point = |(ply, evaluation)| PlotPoint {
            ply,
            evaluation,
            label: "1. e4".into(),
            is_marked: ply == 3,
        };
        let values = [
            (1, Evaluation::Hundredths(0)),
            (2, Evaluation::Hundredths(9000)),
            (3, Evaluation::Mate(-2)),
            (4, Evaluation::Hundredths(-250)),
        ];
        let points: Vec<PlotPoint> = values.map(point).into();
        let drawn = evaluations(&points).expect("a plot");
        // From 24 at the top to 164 at the bottom; the middle is 94.
        assert!(drawn.contains("M0 94L90 94L180 24L270 164L360 129\""), "{drawn}");
        assert_eq!(drawn.matches("<circle").count(), 1);
        assert!(evaluations(&[]).is_none());
    }

    #[test]
    fn any_number_of_columns_is_drawn() {
        for count in [0, 1, 2, 7, 8, 400, 10_000] {
            let counts: Vec<_> = (0..count).map(|year| (year.to_string(), year)).collect();
            let drawn = columns("Years", &counts);
            assert_eq!(drawn.matches("<rect").count() as u64, count);
            assert!(drawn.matches("<text").count() <= 8);
        }
    }
}
