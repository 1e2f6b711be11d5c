//! Moves in words, and squares spelt so that nobody mishears them.

use crate::notation::Language;
use crate::pgn::glyph_name;
use crate::play::event::Played;
use crate::play::settings::Display;
use crate::rules::{BoardIndex, MoveKind, Side, Square};

const PHONETIC: [&str; 8] =
    ["alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"];

const SIGNS: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];

/// A move as the settings want it told.
pub(super) fn told(played: &Played, display: &Display) -> String {
    let told = if display.words || display.phonetic {
        spoken(played, display.phonetic)
    } else {
        let letters = Language::of(&display.lang).unwrap_or_default();
        format!("{} {}", played.number, letters.translate(&played.san))
    };
    format!("{told}{}", remarks(played))
}

/// The six signs as signs, other glyphs as words, comments in braces.
fn remarks(played: &Played) -> String {
    let (signs, others): (Vec<u16>, Vec<u16>) =
        played.glyphs.iter().partition(|&&glyph| usize::from(glyph) < SIGNS.len());
    let glyphs = signs.into_iter().chain(others).map(|glyph| match SIGNS.get(usize::from(glyph)) {
        Some(sign) => (*sign).to_owned(),
        None => {
            glyph_name(glyph).map_or_else(|| format!(" (${glyph})"), |name| format!(" ({name})"))
        }
    });
    let comments = played.comments.iter().map(|comment| format!(" {{{comment}}}"));
    glyphs.chain(comments).collect()
}

/// `Black: knight g8 to f6, check`
fn spoken(played: &Played, phonetic: bool) -> String {
    let mv = played.mv;
    let board = if played.layered { board_of(mv.board_index) } else { String::new() };
    let deed = match mv.castling_side() {
        Some(Side::King) => "castles king side".into(),
        Some(Side::Queen) => "castles queen side".into(),
        None => {
            let (from, to) = (square(mv.from, phonetic), square(mv.to, phonetic));
            format!("{} {from} to {to}", mv.role.name())
        }
    };
    let takes = mv.capture.map(|role| format!(", takes {}", role.name())).unwrap_or_default();
    let passing = if mv.kind == MoveKind::EnPassant { " in passing" } else { "" };
    let becomes = mv.promotion.map(|role| format!(", becomes {}", role.name())).unwrap_or_default();
    let check = match played.san.chars().last() {
        Some('#') => ", checkmate",
        Some('+') => ", check",
        _ => "",
    };
    format!("{}: {deed}{board}{takes}{passing}{becomes}{check}", played.color.name())
}

fn board_of(board_index: BoardIndex) -> String {
    format!(" on board {}", board_index.letter())
}

fn square(square: Square, phonetic: bool) -> String {
    if phonetic {
        format!("{} {}", PHONETIC[square.file() as usize], square.rank().digit())
    } else {
        square.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::told;
    use crate::play::event::Played;
    use crate::play::settings::Display;
    use crate::rules::{BoardIndex, Color, Move, MoveKind, Role, Square};

    fn knight_to_f6() -> Played {
        let mv = Move {
            role: Role::Knight,
            from: Square::G8,
            to: Square::F6,
            capture: None,
            promotion: None,
            kind: MoveKind::Normal,
            board_index: BoardIndex::FIRST,
        };
        Played {
            number: "1...".into(),
            color: Color::Black,
            mv,
            san: "Nf6+".into(),
            glyphs: vec![7, 6],
            comments: vec!["sharp".into()],
            layered: false,
        }
    }

    #[test]
    fn a_move_is_told_as_the_settings_want_it() {
        let plain = Display::default();
        let german = Display { lang: "de".into(), ..Display::default() };
        let words = Display { words: true, ..Display::default() };
        let phonetic = Display { phonetic: true, ..Display::default() };
        let remarks = "?! (forced move) {sharp}";
        for (display, text) in [
            (plain, "1... Nf6+"),
            (german, "1... Sf6+"),
            (words, "Black: knight g8 to f6, check"),
            (phonetic, "Black: knight golf 8 to foxtrot 6, check"),
        ] {
            assert_eq!(told(&knight_to_f6(), &display), format!("{text}{remarks}"));
        }
    }
}
