//! The squares of one or several boards of any size, and where a step from each of them leads. Holes, cylinders and
//! several boards differ only in these tables.

use crate::rules::{Color, Square};

/// The greatest number of files and of ranks.
pub const MAX_SIDE: u8 = 16;

/// A square of a variant: an index over all boards, board A first, then rank by rank from a1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u16);

impl Place {
    /// The index in tables of places.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<Square> for Place {
    #[inline]
    fn from(square: Square) -> Self {
        Self(square as u16)
    }
}

/// The square of a chess board.
///
/// # Errors
/// The place, if it is on no board of chess.
impl TryFrom<Place> for Square {
    type Error = Place;

    fn try_from(place: Place) -> Result<Self, Place> {
        u8::try_from(place.0).ok().and_then(Self::from_index).ok_or(place)
    }
}

/// A set of squares of one board; a region of a definition applies to every board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Region([u16; MAX_SIDE as usize]);

impl Region {
    /// No square.
    pub const EMPTY: Self = Self([0; MAX_SIDE as usize]);
    /// Every square.
    pub const ALL: Self = Self([u16::MAX; MAX_SIDE as usize]);

    /// All squares of a rank, counted from zero.
    pub fn of_rank(rank: u8) -> Self {
        let mut region = Self::EMPTY;
        if let Some(row) = region.0.get_mut(usize::from(rank)) {
            *row = u16::MAX;
        }
        region
    }

    /// All squares of a file, counted from zero.
    pub fn of_file(file: u8) -> Self {
        let bit = if file < MAX_SIDE { 1 << file } else { 0 };
        Self([bit; MAX_SIDE as usize])
    }

    /// Adds a square.
    pub fn insert(&mut self, file: u8, rank: u8) {
        if let (Some(row), true) = (self.0.get_mut(usize::from(rank)), file < MAX_SIDE) {
            *row |= 1 << file;
        }
    }

    /// Both regions together.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let mut region = self;
        for (row, more) in region.0.iter_mut().zip(other.0) {
            *row |= more;
        }
        region
    }

    /// Whether a square belongs to the region.
    #[inline]
    pub fn has(&self, file: u8, rank: u8) -> bool {
        self.0[usize::from(rank % MAX_SIDE)] >> (file % MAX_SIDE) & 1 == 1
    }

    /// Whether the region has no square at all.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }
}

/// A step as files to the right and ranks ahead, as White sees the board.
pub type Vector = (i8, i8);

/// The number of a step in the tables of a [`Geometry`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct StepIndex(u16);

/// The size and shape of the boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Geometry {
    width: u8,
    height: u8,
    boards: u8,
    cylinder: bool,
    holes: Vec<bool>,
    /// File, rank and board of every place, so that nothing divides while moves are generated.
    coordinates: Vec<(u8, u8, u8)>,
    vectors: Vec<Vector>,
    /// For every step, where it leads from every place; [`NOWHERE`] if it leaves the board.
    steps: Vec<Box<[u16]>>,
}

/// The entry of a step that leaves the board.
const NOWHERE: u16 = u16::MAX;

/// The eight neighbours of a square.
pub(super) const NEIGHBOURS: [Vector; 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Geometry {
    /// Boards of this size; the sizes are at most sixteen by sixteen by eight.
    pub fn new(width: u8, height: u8, boards: u8, cylinder: bool) -> Self {
        let places = (0..boards)
            .flat_map(|board| (0..height).map(move |rank| (rank, board)))
            .flat_map(|(rank, board)| (0..width).map(move |file| (file, rank, board)));
        let coordinates: Vec<_> = places.collect();
        let holes = vec![false; coordinates.len()];
        let (vectors, steps) = (Vec::new(), Vec::new());
        let mut geometry =
            Self { width, height, boards, cylinder, holes, coordinates, vectors, steps };
        for vector in NEIGHBOURS {
            geometry.step_index(vector);
        }
        geometry
    }

    /// The number of files.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of ranks.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The number of boards.
    pub fn boards(&self) -> u8 {
        self.boards
    }

    /// The number of places, holes included.
    pub fn len(&self) -> usize {
        self.coordinates.len()
    }

    /// Whether there is no place, which no definition allows.
    pub fn is_empty(&self) -> bool {
        self.coordinates.is_empty()
    }

    /// Whether the first and the last file are neighbours.
    pub fn is_cylinder(&self) -> bool {
        self.cylinder
    }

    /// Every place that is not a hole.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let all = (0..).map(Place).take(self.len());
        all.filter(|place| self.exists(*place))
    }

    /// The place with these coordinates, all counted from zero; a hole has one too.
    pub fn place(&self, board: u8, file: u8, rank: u8) -> Option<Place> {
        if file >= self.width || rank >= self.height || board >= self.boards {
            return None;
        }
        let rows = u16::from(board) * u16::from(self.height) + u16::from(rank);
        Some(Place(rows * u16::from(self.width) + u16::from(file)))
    }

    /// The file, counted from zero.
    #[inline]
    pub fn file(&self, place: Place) -> u8 {
        self.coordinates[place.index()].0
    }

    /// The rank, counted from zero.
    #[inline]
    pub fn rank(&self, place: Place) -> u8 {
        self.coordinates[place.index()].1
    }

    /// The board, counted from zero.
    #[inline]
    pub fn board(&self, place: Place) -> u8 {
        self.coordinates[place.index()].2
    }

    /// The name of the square, as in `j10`; the board is not part of it.
    pub fn name(&self, place: Place) -> String {
        format!("{}{}", char::from(b'a' + self.file(place)), self.rank(place) + 1)
    }

    /// The letter of the board that a place is on: `A` for the first.
    pub fn board_letter(&self, place: Place) -> char {
        char::from(b'A' + self.board(place))
    }

    /// A rank counted from a side's own edge, at most its last.
    pub fn relative_rank(&self, color: Color, rank: u8) -> u8 {
        let last = self.height - 1;
        match color {
            Color::White => rank.min(last),
            Color::Black => last - rank.min(last),
        }
    }

    /// Whether the square exists; a hole does not.
    pub fn exists(&self, place: Place) -> bool {
        self.holes.get(place.index()).is_some_and(|hole| !hole)
    }

    /// Makes a hole.
    pub fn remove(&mut self, place: Place) {
        if let Some(hole) = self.holes.get_mut(place.index()) {
            *hole = true;
        }
    }

    /// Whether a region has this place.
    #[inline]
    pub fn is_in(&self, region: &Region, place: Place) -> bool {
        let (file, rank, _) = self.coordinates[place.index()];
        region.has(file, rank)
    }

    /// The same square of the next board; the first board follows the last.
    pub fn next_board(&self, place: Place) -> Place {
        let size = u16::from(self.width) * u16::from(self.height);
        Place((place.0 + size) % (size * u16::from(self.boards)))
    }

    /// Where a step leads, if it stays on the board. A hole may be there.
    #[inline]
    pub(super) fn step(&self, step: StepIndex, from: Place) -> Option<Place> {
        let to = self.steps[step.0 as usize][from.index()];
        if to == NOWHERE { None } else { Some(Place(to)) }
    }

    /// The squares next to a place that stay on the board.
    pub(super) fn neighbours(&self, place: Place) -> impl Iterator<Item = Place> + '_ {
        let tables = self.steps.iter().take(NEIGHBOURS.len());
        tables.map(move |table| table[place.index()]).filter(|to| *to != NOWHERE).map(Place)
    }

    /// The number of a step that is in the tables; those to neighbours always are.
    pub(super) fn known_step(&self, vector: Vector) -> Option<StepIndex> {
        let index = self.vectors.iter().position(|known| *known == vector)?;
        u16::try_from(index).ok().map(StepIndex)
    }

    /// The number of a step, entered in the tables if it is new.
    pub(super) fn step_index(&mut self, vector: Vector) -> StepIndex {
        self.known_step(vector).unwrap_or_else(|| {
            let index = u16::try_from(self.vectors.len()).unwrap_or(u16::MAX);
            let places = (0..).map(Place).take(self.len());
            self.steps.push(places.map(|from| self.destination(from, vector)).collect());
            self.vectors.push(vector);
            StepIndex(index)
        })
    }

    /// The place a vector leads to: files wrap around a cylinder.
    fn destination(&self, from: Place, (files, ranks): Vector) -> u16 {
        let (file, rank, board) = self.coordinates[from.index()];
        let mut file = i16::from(file) + i16::from(files);
        if self.cylinder {
            file = file.rem_euclid(i16::from(self.width));
        }
        let rank = i16::from(rank) + i16::from(ranks);
        match (u8::try_from(file), u8::try_from(rank)) {
            (Ok(file), Ok(rank)) => self.place(board, file, rank).map_or(NOWHERE, |place| place.0),
            _ => NOWHERE,
        }
    }
}
