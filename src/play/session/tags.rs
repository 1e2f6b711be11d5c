//! The tags of a game: those somebody chose, and those the game itself makes.

use crate::notation::fen;
use crate::notation::variant::variant_tag;
use crate::play::choices::Draws;
use crate::play::writing::in_order;
use crate::players::Kind;
use crate::rules::{ByColor, Variant};

use super::sheet::Reader;
use super::{Seat, Session};

impl Session {
    pub(super) fn all_tags(&self, reader: Reader) -> Vec<(String, String)> {
        let mut tags = self.automatic_tags();
        if reader == Reader::Resumption {
            tags.push(("WhiteSeat", self.seats.white.kind.to_string()));
            tags.push(("BlackSeat", self.seats.black.kind.to_string()));
            let draws = if self.settings.play.draws == Draws::Fide { "fide" } else { "auto" };
            tags.push(("Draws", draws.into()));
        }
        let chosen = |name: &str| self.tags.iter().any(|(tag, _)| tag == name);
        let automatic = tags.into_iter().filter(|(name, _)| !chosen(name));
        let mut tags: Vec<(String, String)> = automatic
            .map(|(name, value)| (name.to_owned(), value))
            .chain(self.tags.clone())
            .collect();
        in_order(&mut tags);
        tags
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

const fn kind_tag(kind: &Kind) -> &'static str {
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
