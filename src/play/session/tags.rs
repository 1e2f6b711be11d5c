//! The tags of a game: those somebody chose, and those the game itself makes.

use crate::notation::reason::capitalised;
use crate::notation::variant::variant_tag;
use crate::notation::{Date, fen};
use crate::pgn::is_tag_name;
use crate::play::choices::Draws;
use crate::players::{PlayerSpec, Strength};
use crate::rules::{ByColor, Color, Variant};

use super::sheet::Reader;
use super::{Seat, Session};

impl Session {
    pub(super) fn all_tags(&self, reader: Reader) -> Vec<(String, String)> {
        let mut tags = self.automatic_tags();
        if reader == Reader::Resumption {
            tags.push(("WhiteSeat", self.seat_tag(Color::White)));
            tags.push(("BlackSeat", self.seat_tag(Color::Black)));
            let draws = if self.settings.play.draws == Draws::Fide { "fide" } else { "auto" };
            tags.push(("Draws", draws.into()));
        }
        let automatic = tags.into_iter().map(|(name, value)| (name.to_owned(), value));
        let mut tags = self.tags.clone();
        for (name, value) in
            self.found.iter().filter(|(name, _)| self.still_holds(name)).cloned().chain(automatic)
        {
            if tags.iter().all(|(tag, _)| *tag != name) {
                tags.push((name, value));
            }
        }
        tags
    }

    /// Whether a tag of the loaded file is true of the game as it now stands.
    fn still_holds(&self, name: &str) -> bool {
        match name {
            "Termination" | "WhiteType" | "BlackType" => self.game.is_as_given(),
            "TimeControl" => self.game.is_as_given() && self.control.is_none(),
            _ => true,
        }
    }

    /// Who is to sit here when the game goes on, with the level of this table.
    fn seat_tag(&self, color: Color) -> String {
        match &self.seats[color].kind {
            PlayerSpec::BuiltIn(None) => {
                let depth = Strength::Depth(u16::from(self.settings.play.level));
                PlayerSpec::BuiltIn(Some(depth)).to_string()
            }
            kind => kind.to_string(),
        }
    }

    fn automatic_tags(&self) -> Vec<(&'static str, String)> {
        let names = score_sheet_names(&self.seats);
        let mut tags = vec![
            ("Event", "Casual game".to_owned()),
            ("Site", "?".into()),
            ("Date", self.date.clone()),
            ("Round", "-".into()),
            ("White", names.white),
            ("Black", names.black),
            ("Result", self.result().into()),
            ("WhiteType", kind_tag(&self.seats.white.kind).into()),
            ("BlackType", kind_tag(&self.seats.black.kind).into()),
        ];
        let ending = self.ending().filter(|_| self.game.is_at_end());
        tags.extend(ending.map(|ending| ("Termination", ending.termination().to_owned())));
        tags.extend(self.control.as_ref().map(|control| ("TimeControl", control.to_string())));
        if self.game.taken_back > 0 {
            tags.push(("TakenBack", self.game.taken_back.to_string()));
        }
        tags.extend(self.start_tags());
        tags
    }

    /// What a reader needs to know before the first move.
    fn start_tags(&self) -> Vec<(&'static str, String)> {
        let variant = self.game.variant;
        let mut tags = Vec::new();
        tags.extend(variant_tag(variant).map(|name| ("Variant", name.to_owned())));
        if let Variant::Alice { boards, .. } = variant {
            tags.push(("Boards", boards.get().to_string()));
        }
        let start = fen::write(self.game.board().start());
        let usual = start == fen::write(&Variant::start(Variant::Standard));
        let shuffled = matches!(variant, Variant::Chess960 { .. });
        let alice =
            matches!(variant, Variant::Alice { .. }) && start == fen::write(&variant.start());
        if (!usual || shuffled) && !alice {
            tags.extend([("SetUp", "1".to_owned()), ("FEN", start)]);
        }
        tags
    }
}

/// Whether a tag is written anew whenever the game is, so that nobody else's value counts.
pub(super) fn is_made_by_the_game(name: &str) -> bool {
    let resumption = ["WhiteSeat", "BlackSeat", "Draws", "PlyCount"];
    ["Result", "FEN", "SetUp", "Variant", "Boards"].contains(&name) || resumption.contains(&name)
}

/// Whether somebody may write this tag on the score sheet.
///
/// # Errors
/// One line, without a full stop: why not.
pub fn check_tag(name: &str, value: &str) -> Result<(), String> {
    if !is_tag_name(name) {
        return Err(format!(
            "A tag's name is a letter, then letters, digits and _, found `{name}`"
        ));
    }
    if is_made_by_the_game(name) || name == "TimeControl" {
        return Err(format!("{name} is what the game makes it"));
    }
    if name == "Date" && !value.is_empty() {
        value.parse::<Date>().map_err(|bad| capitalised(&bad.to_string()))?;
    }
    Ok(())
}

const fn kind_tag(kind: &PlayerSpec) -> &'static str {
    if kind.is_human() { "human" } else { "program" }
}

/// Names for the score sheet; two machines of one name are told apart by their colour.
fn score_sheet_names(seats: &ByColor<Seat>) -> ByColor<String> {
    let name = |seat: &Seat| seat.name.clone().unwrap_or_else(|| "?".into());
    let (white, black) = (name(&seats.white), name(&seats.black));
    if white == black && white != "?" {
        return ByColor { white: format!("{white} (White)"), black: format!("{black} (Black)") };
    }
    ByColor { white, black }
}
