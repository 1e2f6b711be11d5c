//! The tags of a game, and the names that mean something to many programs.

use std::num::NonZeroU32;

use crate::pgn::TagPair;

/// A tag that is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// The seven tags every game should have come first, in their order.
    Event,
    /// Where it was played.
    Site,
    /// When it was played.
    Date,
    /// In which round.
    Round,
    /// Who had the white pieces.
    White,
    /// Who had the black pieces.
    Black,
    /// How it ended.
    Result,
    /// A rating.
    WhiteElo,
    /// A rating.
    BlackElo,
    /// A title.
    WhiteTitle,
    /// A title.
    BlackTitle,
    /// A number in the list of FIDE.
    WhiteFideId,
    /// A number in the list of FIDE.
    BlackFideId,
    /// `human` or `program`.
    WhiteType,
    /// `human` or `program`.
    BlackType,
    /// When the event began.
    EventDate,
    /// The day in Greenwich.
    UtcDate,
    /// The time of day in Greenwich.
    UtcTime,
    /// The time of day.
    Time,
    /// The class of the opening.
    Eco,
    /// How much time there was.
    TimeControl,
    /// Why it ended.
    Termination,
    /// Whether it began from another position.
    SetUp,
    /// The position from which it began.
    Fen,
    /// By which rules it was played.
    Variant,
    /// How many half-moves it has.
    PlyCount,
    /// The number of the board.
    Board,
    /// On how many boards Alice chess was played.
    Boards,
    /// How the moves were transmitted.
    Mode,
}

/// How many known tags there are.
pub(crate) const KINDS: usize = Known::Mode as usize + 1;

/// The seven tags every game should have, in the order of the standard.
pub(crate) const ROSTER: [(Known, &str); 7] = [
    (Known::Event, "Event"),
    (Known::Site, "Site"),
    (Known::Date, "Date"),
    (Known::Round, "Round"),
    (Known::White, "White"),
    (Known::Black, "Black"),
    (Known::Result, "Result"),
];

/// The names of the known tags in their order, and others that are in use but not looked at; another name that is nearly
/// one of them is a slip.
pub(crate) const USUAL_NAMES: [&str; 47] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "WhiteFideId",
    "BlackFideId",
    "WhiteType",
    "BlackType",
    "EventDate",
    "UTCDate",
    "UTCTime",
    "Time",
    "ECO",
    "TimeControl",
    "Termination",
    "SetUp",
    "FEN",
    "Variant",
    "PlyCount",
    "Board",
    "Boards",
    "Mode",
    "WhiteUSCF",
    "BlackUSCF",
    "WhiteNA",
    "BlackNA",
    "EventSponsor",
    "Section",
    "Stage",
    "Opening",
    "Variation",
    "SubVariation",
    "NIC",
    "Annotator",
    "WhiteTeam",
    "BlackTeam",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "EventType",
    "EventRounds",
];

/// The known tag of this name.
pub(crate) fn known(name: &[u8]) -> Option<Known> {
    Some(match name {
        b"Event" => Known::Event,
        b"Site" => Known::Site,
        b"Date" => Known::Date,
        b"Round" => Known::Round,
        b"White" => Known::White,
        b"Black" => Known::Black,
        b"Result" => Known::Result,
        b"WhiteElo" => Known::WhiteElo,
        b"BlackElo" => Known::BlackElo,
        b"WhiteTitle" => Known::WhiteTitle,
        b"BlackTitle" => Known::BlackTitle,
        b"WhiteFideId" => Known::WhiteFideId,
        b"BlackFideId" => Known::BlackFideId,
        b"WhiteType" => Known::WhiteType,
        b"BlackType" => Known::BlackType,
        b"EventDate" => Known::EventDate,
        b"UTCDate" => Known::UtcDate,
        b"UTCTime" => Known::UtcTime,
        b"Time" => Known::Time,
        b"ECO" => Known::Eco,
        b"TimeControl" => Known::TimeControl,
        b"Termination" => Known::Termination,
        b"SetUp" => Known::SetUp,
        b"FEN" => Known::Fen,
        b"Variant" => Known::Variant,
        b"PlyCount" => Known::PlyCount,
        b"Board" => Known::Board,
        b"Boards" => Known::Boards,
        b"Mode" => Known::Mode,
        _ => return None,
    })
}

/// The tags of one game.
#[derive(Debug)]
pub struct Tags<'a> {
    all: Vec<TagPair<'a>>,
    /// Where the first of each known kind stands among all.
    known: [Option<NonZeroU32>; KINDS],
    /// Where those stand that are not known or not the first of their kind.
    others: Vec<usize>,
    has_empty: bool,
}

impl Default for Tags<'_> {
    fn default() -> Self {
        Self { all: Vec::new(), known: [None; KINDS], others: Vec::new(), has_empty: false }
    }
}

/// So many tags of a game are kept: a file of brackets must not fill the memory.
const MOST: usize = 1 << 16;

impl<'a> Tags<'a> {
    /// Forgets the tags, for another game.
    pub fn clear(&mut self) {
        self.all.clear();
        self.known = [None; KINDS];
        self.others.clear();
        self.has_empty = false;
    }

    /// Adds a tag. Of several with one name the first is kept as the known one; of very many only the known ones, which are few and
    /// count wherever they stand: a position must not be missed.
    #[inline]
    pub fn push(&mut self, tag: TagPair<'a>) {
        self.has_empty |= tag.value.is_empty();
        let number = self.all.len();
        match known(tag.name) {
            Some(known) if self.known[known as usize].is_none() => {
                // Counted from one, so that there is a number for none.
                self.known[known as usize] =
                    u32::try_from(number + 1).ok().and_then(NonZeroU32::new);
            }
            _ if number >= MOST => return,
            _ => self.others.push(number),
        }
        self.all.push(tag);
    }

    /// The tags that are not known or not the first of their kind, each with its place among all.
    pub(crate) fn others(&self) -> impl Iterator<Item = (usize, &TagPair<'a>)> {
        self.others.iter().map(|&at| (at, &self.all[at]))
    }

    /// Whether the value of some tag is empty.
    pub(crate) fn has_empty(&self) -> bool {
        self.has_empty
    }

    /// The tag of a kind.
    pub fn get(&self, known: Known) -> Option<&TagPair<'a>> {
        self.known[known as usize].map(|number| &self.all[number.get() as usize - 1])
    }

    /// The value of a tag of a kind, as it is written.
    pub fn value(&self, known: Known) -> Option<&'a [u8]> {
        self.get(known).map(|tag| tag.value)
    }

    /// Whether the game was played on a server, which has a web address for a site. There a player
    /// may give the opponent time, and a flag may fall in a drawn position.
    pub fn is_online(&self) -> bool {
        self.value(Known::Site).is_some_and(|site| site.starts_with(b"http"))
    }

    /// Every tag, in the order of the text.
    pub fn all(&self) -> &[TagPair<'a>] {
        &self.all
    }
}
