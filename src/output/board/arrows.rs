//! What is drawn above the pieces: arrows for a move that was written, dashed lines for attacks, crosses for what is in the way.

use std::fmt::{self, Write};

use super::{
    Diagram,
    diagram::BoardSquare,
    svg::{SIDE, corner},
};

/// The colour of a move that was written, and of what forbids it.
const WRITTEN: &str = "#1d5fa8";
const FORBIDS: &str = "#c0201a";

pub(super) fn draw(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    let marks = &diagram.marks;
    if let Some(to) = marks.attacked {
        for from in marks.attackers.iter().filter(|from| **from != to) {
            line(center(diagram, *from), center(diagram, to), out)?;
        }
    }
    for square in &marks.attackers {
        ring(center(diagram, *square), out)?;
    }
    for square in &marks.crossed {
        cross(center(diagram, *square), out)?;
    }
    if let Some(to) = marks.written_to {
        for from in marks.written_from.iter().filter(|from| **from != to) {
            arrow(center(diagram, *from), center(diagram, to), out)?;
        }
    }
    Ok(())
}

type Point = (f32, f32);

/// The middle of a square in the drawing.
fn center(diagram: &Diagram, square: BoardSquare) -> Point {
    let (x, y) = corner(diagram, square);
    let middle = |at: usize| u16::try_from(at + SIDE / 2).map_or(0., f32::from);
    (middle(x), middle(y))
}

/// An arrow that begins at the edge of a piece and ends before the middle of the target.
fn arrow(from: Point, to: Point, out: &mut impl Write) -> fmt::Result {
    const HALF_SHAFT: f32 = 8.;
    const HALF_HEAD: f32 = 25.;
    const HEAD: f32 = 40.;
    const START: f32 = 30.;
    const END: f32 = 6.;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.);
    let (ux, uy) = (dx / length, dy / length);
    let at = |along: f32, aside: f32| {
        format!("{:.0},{:.0}", from.0 + ux * along - uy * aside, from.1 + uy * along + ux * aside)
    };
    let (tip, neck) = (length - END, length - END - HEAD);
    let outline = [
        at(START, -HALF_SHAFT),
        at(neck, -HALF_SHAFT),
        at(neck, -HALF_HEAD),
        at(tip, 0.),
        at(neck, HALF_HEAD),
        at(neck, HALF_SHAFT),
        at(START, HALF_SHAFT),
    ];
    let look = "fill-opacity=\".85\" stroke=\"#fff\" stroke-width=\"3\"";
    let points = outline.join(" ");
    writeln!(out, "<polygon class=\"written\" points=\"{points}\" fill=\"{WRITTEN}\" {look}/>")
}

fn line(from: Point, to: Point, out: &mut impl Write) -> fmt::Result {
    let ends = format!("x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", from.0, from.1, to.0, to.1);
    let look = format!("stroke=\"{FORBIDS}\" stroke-width=\"10\" stroke-opacity=\".8\"");
    writeln!(out, "<line class=\"attack\" {ends} {look} stroke-dasharray=\"22 12\"/>")
}

fn ring((x, y): Point, out: &mut impl Write) -> fmt::Result {
    let look = format!("fill=\"none\" stroke=\"{FORBIDS}\" stroke-width=\"8\"");
    writeln!(out, "<circle class=\"attacker\" cx=\"{x}\" cy=\"{y}\" r=\"45\" {look}/>")
}

fn cross((x, y): Point, out: &mut impl Write) -> fmt::Result {
    let path = format!("M{} {}l60 60m0 -60l-60 60", x - 30., y - 30.);
    let look = format!("stroke=\"{FORBIDS}\" stroke-width=\"12\" stroke-linecap=\"round\"");
    writeln!(out, "<path class=\"crossed\" d=\"{path}\" fill=\"none\" {look}/>")
}
