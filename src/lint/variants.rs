//! The variant of a game, and its first move number.

use crate::{
    diagnostics::Code,
    lint::{Known, Notes, Tags, notes::shown, numbering::FirstNumber},
    notation::{
        fen,
        variant_name::{BadVariant, Named, from_tags},
    },
    rules::Color,
};

/// Checks the variant; returns the first move number if there is a start position.
pub(crate) fn check(tags: &Tags<'_>, notes: &mut Notes<'_>) -> Option<FirstNumber> {
    if tags.get(Known::Variant).is_some() {
        variant(tags, notes);
    }
    tags.value(Known::Fen).map(start)
}

fn variant(tags: &Tags<'_>, notes: &mut Notes<'_>) {
    let Some(tag) = tags.get(Known::Variant).filter(|tag| !tag.value.is_empty()) else { return };
    let name = shown(tag.value).trim().to_ascii_lowercase();
    let named = Named::find(&name);
    if named.is_none() {
        let message = format!("unknown variant `{}`", shown(tag.value));
        notes.add(notes.about_value(Code::VariantTag, tag, message));
    } else if named == Some(Named::Chess960) && tags.get(Known::Fen).is_none() {
        let message = "Chess960 needs a `FEN` tag with the start position";
        notes.add(notes.about_value(Code::VariantTag, tag, message));
    }
    if let Some(boards) = tags.get(Known::Boards)
        && let Err(no @ BadVariant::Boards(_)) = from_tags(&name, Some(&shown(boards.value)))
    {
        notes.add(notes.about_value(Code::VariantTag, boards, no.to_string()));
    }
}

/// The side to move and the move number of a FEN, or the defaults if they are unreadable.
fn start(fen: &[u8]) -> FirstNumber {
    let mut fields = fen.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).skip(1);
    let turn = if fields.next() == Some(b"b") { Color::Black } else { Color::White };
    let number = fields.nth(3).and_then(|field| str::from_utf8(field).ok()?.parse().ok());
    let number = number.filter(|number| (1..=fen::MOST_COUNTED).contains(number)).unwrap_or(1);
    FirstNumber { number, turn }
}

#[cfg(test)]
mod tests {
    use super::start;
    use crate::{lint::numbering::FirstNumber, rules::Color};

    #[test]
    fn a_fen_says_with_which_number_the_moves_begin() {
        for (fen, number, turn) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 40", 40, Color::White),
            ("4k3/8/8/8/8/8/4P3/4K3 b - - 3 7", 7, Color::Black),
            ("4k3/8/8/8/8/8/4P3/4K3 b", 1, Color::Black),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 0", 1, Color::White),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 2147483647", 1, Color::White),
            ("", 1, Color::White),
        ] {
            assert_eq!(start(fen.as_bytes()), FirstNumber { number, turn }, "{fen}");
        }
    }
}
