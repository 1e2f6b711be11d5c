//! The colours of a board on a terminal: squares, pieces and tints that keep both kinds of pieces apart on every background.

use clap::ValueEnum;

use super::{Diagram, diagram::BoardSquare};
use crate::rules::Color;

/// The colours of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Theme {
    /// Brown squares.
    Wood,
    /// Green squares.
    Green,
    /// Blue squares.
    Blue,
    /// Grey squares.
    Mono,
    /// Grey squares, black letters on white and white letters on black.
    HighContrast,
    /// No colours.
    None,
}

/// How many colours a terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorDepth {
    /// The palette of 256.
    Palette,
    /// Red, green and blue, a byte each.
    True,
}

/// A colour: red, green and blue, and the nearest of the palette that keeps the contrast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shade {
    rgb: [u8; 3],
    index: u8,
}

const fn shade(rgb: [u8; 3], index: u8) -> Shade {
    Shade { rgb, index }
}

/// Light and dark squares, and the same after the last move.
#[derive(Debug, Clone, Copy)]
struct Palette {
    light: Shade,
    dark: Shade,
    last_light: Shade,
    last_dark: Shade,
}

const WHITE: Shade = shade([255, 255, 255], 231);
const BLACK: Shade = shade([0, 0, 0], 16);
const CHECK: Shade = shade([208, 32, 32], 160);
const TARGET: Shade = shade([176, 100, 176], 133);

const WOOD: Palette = Palette {
    light: shade([176, 138, 92], 137),
    dark: shade([124, 84, 50], 94),
    last_light: shade([150, 146, 52], 100),
    last_dark: shade([98, 104, 24], 58),
};
const GREEN: Palette = Palette {
    light: shade([122, 152, 92], 71),
    dark: shade([70, 108, 62], 65),
    last_light: shade([158, 146, 44], 100),
    last_dark: shade([110, 108, 20], 58),
};
const BLUE: Palette = Palette {
    light: shade([112, 146, 180], 67),
    dark: shade([66, 100, 140], 60),
    last_light: shade([150, 146, 52], 100),
    last_dark: shade([98, 104, 24], 58),
};
const MONO: Palette = Palette {
    light: shade([148, 148, 148], 246),
    dark: shade([98, 98, 98], 241),
    last_light: shade([146, 144, 96], 101),
    last_dark: shade([104, 104, 52], 58),
};

impl Theme {
    const fn palette(self) -> Option<Palette> {
        match self {
            Self::Wood => Some(WOOD),
            Self::Green => Some(GREEN),
            Self::Blue => Some(BLUE),
            Self::Mono | Self::HighContrast => Some(MONO),
            Self::None => None,
        }
    }

    /// Whether the board has colours.
    pub const fn has_colors(self) -> bool {
        !matches!(self, Self::None)
    }

    /// A cell of the board in colours: the piece between its marks. Only the piece itself has a background of its own, if any.
    pub(super) fn cell(
        self,
        depth: ColorDepth,
        diagram: &Diagram,
        square: BoardSquare,
        [left, face, right]: [&str; 3],
    ) -> String {
        let Some(palette) = self.palette() else { return [left, face, right].concat() };
        let background = background(palette, diagram, square);
        let color = diagram.piece_at(square).map(|piece| piece.color);
        match color {
            Some(color) if self == Self::HighContrast => {
                let marks = sgr(depth, background, mark(background));
                let (behind, front) = chip(color);
                format!("{marks}{left}{}{face}{marks}{right}", sgr(depth, behind, front))
            }
            Some(Color::White) => sgr(depth, background, WHITE) + left + face + right,
            Some(Color::Black) => sgr(depth, background, BLACK) + left + face + right,
            None => sgr(depth, background, mark(background)) + left + face + right,
        }
    }
}

/// The background and the colour of a piece with the greatest contrast.
const fn chip(color: Color) -> (Shade, Shade) {
    match color {
        Color::White => (WHITE, BLACK),
        Color::Black => (BLACK, WHITE),
    }
}

/// The colour of a square, tinted by its marks.
fn background(palette: Palette, diagram: &Diagram, square: BoardSquare) -> Shade {
    let marks = &diagram.marks;
    let at = Some(square);
    let (plain, last) = if square.is_light() {
        (palette.light, palette.last_light)
    } else {
        (palette.dark, palette.last_dark)
    };
    match () {
        () if marks.checked == at => CHECK,
        () if marks.targets.contains(&square) || marks.captures.contains(&square) => TARGET,
        () if marks.from == at || marks.to == at => last,
        () => plain,
    }
}

/// The colour of the marks beside a piece: the one that is easier to read.
fn mark(background: Shade) -> Shade {
    let [red, green, blue] = background.rgb.map(u32::from);
    if red * 2 + green * 5 + blue > 1000 { BLACK } else { WHITE }
}

/// The escape sequence that sets both colours.
fn sgr(depth: ColorDepth, background: Shade, foreground: Shade) -> String {
    match depth {
        ColorDepth::Palette => {
            format!("\u{1b}[48;5;{};38;5;{}m", background.index, foreground.index)
        }
        ColorDepth::True => {
            let [[r, g, b], [fr, fg, fb]] = [background.rgb, foreground.rgb];
            format!("\u{1b}[48;2;{r};{g};{b};38;2;{fr};{fg};{fb}m")
        }
    }
}

/// The escape sequence after the last cell of a row.
pub(super) const RESET: &str = "\u{1b}[0m";

#[cfg(test)]
mod tests {
    use super::*;

    /// The red, green and blue of a palette entry.
    fn of_palette(index: u8) -> [u8; 3] {
        let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
        match index {
            16..=231 => {
                let cube = index - 16;
                [level(cube / 36), level(cube / 6 % 6), level(cube % 6)]
            }
            grey @ 232.. => [8 + 10 * (grey - 232); 3],
            _ => panic!("the first sixteen look different on every terminal"),
        }
    }

    /// The relative luminance of WCAG 2.
    fn luminance(rgb: [u8; 3]) -> f64 {
        let [red, green, blue] = rgb.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn both_kinds_of_pieces_can_be_read_on_every_square() {
        for palette in [WOOD, GREEN, BLUE, MONO] {
            let Palette { light, dark, last_light, last_dark } = palette;
            for square in [light, dark, last_light, last_dark, CHECK, TARGET] {
                for rgb in [square.rgb, of_palette(square.index)] {
                    for piece in [[255; 3], [0; 3]] {
                        let contrast = contrast(rgb, piece);
                        assert!(contrast > 2.6, "{rgb:?} {piece:?}: {contrast}");
                    }
                }
            }
        }
    }

    #[test]
    fn squares_and_tints_differ() {
        for palette in [WOOD, GREEN, BLUE, MONO] {
            let Palette { light, dark, last_light, last_dark } = palette;
            let rgb = |shade: Shade| [shade.rgb, of_palette(shade.index)];
            for (light, dark) in rgb(light).into_iter().zip(rgb(dark)) {
                assert!(contrast(light, dark) > 1.5, "{light:?} {dark:?}");
            }
            for (plain, last) in [(light, last_light), (dark, last_dark)] {
                for (plain, last) in rgb(plain).into_iter().zip(rgb(last)) {
                    let distance: u32 =
                        plain.iter().zip(last).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
                    assert!(distance >= 40, "{plain:?} {last:?}");
                }
            }
        }
    }
}
