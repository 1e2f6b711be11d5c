//! One game as a page: a board to step through with buttons and arrow keys, the moves with variations and comments, the clocks.
//! Without a script, all positions are listed.

mod moves;

use std::{fmt::Write, time::Duration};

use crate::{
    game::{Game, Node, PlyKind},
    notation::numbered,
    output::{
        board::{Diagrams, bare_svg, state},
        page::{self, PlotPoint, clocks, escaped, evaluations},
    },
    pgn::glyph_sign,
    rules::{AnyPosition, ByColor, Color, Position},
};

const STYLE: &str = include_str!("game.css");
const SCRIPT: &str = include_str!("game.js");

/// No more positions are drawn, so that the page of an endless game can be opened.
const MOST_POSITIONS: usize = 2000;

/// A game as a page.
#[derive(Debug, Clone, Copy)]
pub struct GamePage<'g> {
    /// The game.
    pub game: &'g Game,
    /// The side at the bottom of the board.
    pub bottom: Color,
    /// The ply that is shown first.
    pub first: usize,
}

impl GamePage<'_> {
    /// The page.
    pub fn write(&self) -> String {
        let title = self.title();
        let mut html = page::opening(&title, STYLE);
        // Writing to a string does not fail.
        let _ = write!(
            html,
            "<header>\n<h1>{}</h1>\n<p class=\"place\">{}</p>\n</header>\n<main>\n",
            escaped(&title),
            self.about()
        );
        self.write_board(&mut html);
        html.push_str("<section class=\"score\">\n");
        html.push_str(&moves::score(self.game, MOST_POSITIONS));
        html.push_str(&evaluations(&self.evaluations()).unwrap_or_default());
        html.push_str(&clocks(&self.clocks()).unwrap_or_default());
        html.push_str("</section>\n</main>\n");
        let _ = write!(html, "<script>\n{SCRIPT}</script>\n{}", page::closing(&self.limits()));
        html
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.game.tag(name).map(str::trim).filter(|value| !matches!(*value, "" | "?" | "-"))
    }

    /// `Ek, Anna - Ask, Bo, 1-0`
    fn title(&self) -> String {
        let players = [self.tag("White"), self.tag("Black")].map(|name| name.unwrap_or("?"));
        let result = self.game.result.map_or("*", |result| result.text());
        format!("{}, {result}", players.join(" - "))
    }

    fn about(&self) -> String {
        let date = self.tag("Date").map(|date| date.trim_end_matches(".??").to_owned());
        let date = date.filter(|date| !date.starts_with('?'));
        let round = self.tag("Round").map(|round| format!("round {round}"));
        let parts = [self.tag("Event").map(str::to_owned), self.tag("Site").map(str::to_owned)];
        let parts = parts.into_iter().chain([date, round, self.tag("Opening").map(str::to_owned)]);
        parts.flatten().map(|part| escaped(&part)).collect::<Vec<_>>().join(" · ")
    }

    fn limits(&self) -> String {
        match self.game.main.moves.len() {
            0..=MOST_POSITIONS => String::new(),
            plies => format!("The first {MOST_POSITIONS} of {plies} plies are drawn."),
        }
    }

    /// The buttons and a figure for each position of the main line.
    fn write_board(&self, html: &mut String) {
        let start = self.game.start_position();
        let moves = &self.game.main.moves;
        let played = moves.iter().take(MOST_POSITIONS).take_while(|node| node.step.is_some());
        let plies = played.count();
        let first = self.first.min(plies);
        let _ = write!(html, "<section class=\"board\" data-first=\"{first}\">\n{BUTTONS}");
        self.write_figure(0, &start, None, "Start", html);
        let mut position = start;
        for (ply, node) in (1..).zip(&moves[..plies]) {
            let caption = numbered(&position, &node.text);
            position = after(position, node);
            self.write_figure(ply, &position, node.step, &caption, html);
        }
        html.push_str("</section>\n");
    }

    fn write_figure(
        &self,
        ply: usize,
        position: &AnyPosition,
        last: Option<PlyKind>,
        caption: &str,
        html: &mut String,
    ) {
        let mut diagrams = Diagrams::of(position).seen_from(self.bottom);
        if let Some(PlyKind::Move(mv)) = last {
            diagrams = diagrams.with_last_move(mv);
        }
        let _ = writeln!(html, "<figure id=\"ply-{ply}\">");
        for diagram in diagrams.each() {
            html.push_str("<div class=\"diagram\">");
            let _ = bare_svg(diagram, html);
            html.push_str("</div>");
        }
        let _ = writeln!(
            html,
            "<figcaption><b>{}</b> <span class=\"place\">{}</span></figcaption></figure>",
            escaped(caption),
            escaped(&state(position))
        );
    }

    /// The evaluations after the moves, with the moves that a glyph calls wrong.
    fn evaluations(&self) -> Vec<PlotPoint> {
        const WRONG: [u16; 3] = [2, 4, 6];
        let mut position = self.game.start_position();
        let mut points = Vec::new();
        for (ply, node) in (1..).zip(&self.game.main.moves).take(MOST_POSITIONS) {
            let glyph = node.glyphs.iter().copied().find(|glyph| WRONG.contains(glyph));
            let sign = glyph.map(glyph_sign).unwrap_or_default();
            let label = numbered(&position, &node.text) + &sign;
            points.extend(node.evaluation().map(|evaluation| PlotPoint {
                ply,
                evaluation,
                label,
                is_marked: glyph.is_some(),
            }));
            position = after(position, node);
        }
        points
    }

    /// The clocks of both sides after their moves.
    fn clocks(&self) -> ByColor<Vec<(usize, Duration)>> {
        let mut times = ByColor { white: Vec::new(), black: Vec::new() };
        let mut turn = self.game.start_position().turn();
        for (ply, node) in (1..).zip(&self.game.main.moves) {
            if let Some(time) = node.clock() {
                match turn {
                    Color::White => times.white.push((ply, time)),
                    Color::Black => times.black.push((ply, time)),
                }
            }
            turn = !turn;
        }
        times
    }
}

const BUTTONS: &str = "<p class=\"buttons\" hidden>\
<button type=\"button\" data-step=\"first\" aria-label=\"First position\">|◀</button>\
<button type=\"button\" data-step=\"previous\" aria-label=\"Previous move\">◀</button>\
<button type=\"button\" data-step=\"next\" aria-label=\"Next move\">▶</button>\
<button type=\"button\" data-step=\"last\" aria-label=\"Last position\">▶|</button></p>\n";

/// The position after a move; a null move passes the turn.
fn after(position: AnyPosition, node: &Node) -> AnyPosition {
    match node.step {
        Some(PlyKind::Move(mv)) => position.after(mv),
        Some(PlyKind::Null) => position.after_null_move().unwrap_or(position),
        None => position,
    }
}
