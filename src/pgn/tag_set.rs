//! The tags of a game, and the names that mean something to many programs.

use std::num::NonZeroU32;

use crate::pgn::TagPair;

/// One row for each tag: its name, and its meaning.
macro_rules! tags {
    ($($name:literal $known:ident $meaning:literal;)*) => {
        /// A tag with a name that many programs know.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum TagName {
            $(
                #[doc = $meaning]
                $known,
            )*
        }

        /// The names of the known tags in their order; another name that is nearly one of them is a slip.
        pub(crate) const NAMES: &[&[u8]] = &[$($name),*];

        /// The known tag of this name.
        pub(crate) fn known(name: &[u8]) -> Option<TagName> {
            Some(match name {
                $($name => TagName::$known,)*
                _ => return None,
            })
        }
    };
}

tags! {
    // The seven that every game should have.
    b"Event"           Event           "The competition.";
    b"Site"            Site            "The place.";
    b"Date"            Date            "The day.";
    b"Round"           Round           "The round.";
    b"White"           White           "The player of the white pieces.";
    b"Black"           Black           "The player of the black pieces.";
    b"Result"          Result          "The result.";
    // Those that are looked at.
    b"WhiteElo"        WhiteElo        "A rating.";
    b"BlackElo"        BlackElo        "A rating.";
    b"WhiteTitle"      WhiteTitle      "A title.";
    b"BlackTitle"      BlackTitle      "A title.";
    b"WhiteFideId"     WhiteFideId     "A number in the list of FIDE.";
    b"BlackFideId"     BlackFideId     "A number in the list of FIDE.";
    b"WhiteType"       WhiteType       "`human` or `program`.";
    b"BlackType"       BlackType       "`human` or `program`.";
    b"EventDate"       EventDate       "The first day of the event.";
    b"UTCDate"         UtcDate         "The day in Greenwich.";
    b"UTCTime"         UtcTime         "The time of day in Greenwich.";
    b"Time"            Time            "The time of day.";
    b"ECO"             Eco             "The class of the opening.";
    b"TimeControl"     TimeControl     "The time control.";
    b"Termination"     Termination     "The reason for the end of the game.";
    b"SetUp"           SetUp           "`1` if the game begins from another position.";
    b"FEN"             Fen             "The position from which the game begins.";
    b"Variant"         Variant         "The rules of the game.";
    b"PlyCount"        PlyCount        "The number of plies.";
    b"Board"           Board           "The number of the board.";
    b"Boards"          Boards          "The number of boards of Alice chess.";
    b"Mode"            Mode            "The way in which the moves were transmitted.";
    // Those that are not.
    b"WhiteUSCF"       WhiteUscf       "A rating in the United States.";
    b"BlackUSCF"       BlackUscf       "A rating in the United States.";
    b"WhiteNA"         WhiteNa         "An address.";
    b"BlackNA"         BlackNa         "An address.";
    b"EventSponsor"    EventSponsor    "The sponsor.";
    b"Section"         Section         "A part of the event.";
    b"Stage"           Stage           "A part of the event.";
    b"Opening"         Opening         "The name of the opening.";
    b"Variation"       Variation       "The name of a branch of it.";
    b"SubVariation"    SubVariation    "The name of a branch of that.";
    b"NIC"             Nic             "The class of the opening, by another list.";
    b"Annotator"       Annotator       "The author of the comments.";
    b"WhiteTeam"       WhiteTeam       "A team.";
    b"BlackTeam"       BlackTeam       "A team.";
    b"WhiteRatingDiff" WhiteRatingDiff "The change of a rating.";
    b"BlackRatingDiff" BlackRatingDiff "The change of a rating.";
    b"EventType"       EventType       "The kind of event.";
    b"EventRounds"     EventRounds     "The number of rounds.";
}

/// How many known tags there are.
const KINDS: usize = NAMES.len();

/// The seven tags every game should have, in the order of the standard.
pub const ROSTER_TAGS: [(TagName, &str); 7] = [
    (TagName::Event, "Event"),
    (TagName::Site, "Site"),
    (TagName::Date, "Date"),
    (TagName::Round, "Round"),
    (TagName::White, "White"),
    (TagName::Black, "Black"),
    (TagName::Result, "Result"),
];

/// The tags of one game.
#[derive(Debug)]
pub struct Tags<'a> {
    all: Vec<TagPair<'a>>,
    /// The place of the first of each known kind among all.
    known: [Option<NonZeroU32>; KINDS],
    /// The places of those that are not known or not the first of their kind.
    others: Vec<usize>,
    has_empty: bool,
}

impl Default for Tags<'_> {
    fn default() -> Self {
        Self { all: Vec::new(), known: [None; KINDS], others: Vec::new(), has_empty: false }
    }
}

/// The tag of this name in any letter case, if it decides how the game is read.
fn decisive(name: &[u8]) -> Option<TagName> {
    let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
    match name.len() {
        3 if is(b"FEN") => Some(TagName::Fen),
        5 if is(b"SetUp") => Some(TagName::SetUp),
        6 if is(b"Result") => Some(TagName::Result),
        7 if is(b"Variant") => Some(TagName::Variant),
        _ => None,
    }
}

/// The largest number of tags that are kept of a game: a file of brackets must not fill the memory.
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
    /// count in any place: a position must not be missed.
    #[inline(always)]
    pub fn push(&mut self, tag: TagPair<'a>) {
        self.has_empty |= tag.value.is_empty();
        // Counted from one, so that there is a number for none.
        let number = u32::try_from(self.all.len() + 1).ok().and_then(NonZeroU32::new);
        match known(tag.name) {
            Some(known) if self.known[known as usize].is_none() => {
                self.known[known as usize] = number;
            }
            _ if self.all.len() >= MOST => return,
            _ => self.note_other(tag.name, number),
        }
        self.all.push(tag);
    }

    #[inline(never)]
    fn note_other(&mut self, name: &[u8], number: Option<NonZeroU32>) {
        self.others.push(self.all.len());
        // A position in other letter case must not be missed either.
        let slot = decisive(name).map(|known| &mut self.known[known as usize]);
        if let Some(slot @ None) = slot {
            *slot = number;
        }
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
    pub fn get(&self, known: TagName) -> Option<&TagPair<'a>> {
        self.known[known as usize].map(|number| &self.all[number.get() as usize - 1])
    }

    /// The value of a tag of a kind, as it is written.
    pub fn value(&self, known: TagName) -> Option<&'a [u8]> {
        self.get(known).map(|tag| tag.value)
    }

    /// Whether the game was played on a server, which has a web address for a site. There a player
    /// may give the opponent time, and a flag may fall in a drawn position.
    pub fn is_online(&self) -> bool {
        self.value(TagName::Site).is_some_and(|site| site.starts_with(b"http"))
    }

    /// Whether the game is a chapter of a study, as Lichess writes it.
    pub fn is_study(&self) -> bool {
        let is_of_study = |(_, tag): (usize, &TagPair<'_>)| {
            matches!(tag.name, b"StudyName" | b"ChapterName" | b"ChapterURL")
        };
        let site = self.value(TagName::Site).unwrap_or_default();
        site.starts_with(b"https://lichess.org/study") || self.others().any(is_of_study)
    }

    /// Every tag, in the order of the text.
    pub fn all(&self) -> &[TagPair<'a>] {
        &self.all
    }
}
