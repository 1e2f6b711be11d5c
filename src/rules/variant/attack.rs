//! Which pieces attack a square: every rule of capture followed backwards from the square.

use crate::rules::Color;

use super::{
    geometry::Place,
    piece::{AttackLine, Motion, Path},
    position::{Cell, VariantPosition},
};

impl VariantPosition {
    /// Whether the side to move is in check: its king is attacked, or another piece that it must not lose.
    pub fn is_check(&self) -> bool {
        self.checked_royal(self.turn()).is_some()
    }

    /// The squares of the pieces that give check.
    pub fn checkers(&self) -> Vec<Place> {
        let royal = self.checked_royal(self.turn());
        royal.map_or_else(Vec::new, |royal| self.attackers(royal, !self.turn()))
    }

    /// The pieces of the side to move that shield a royal piece: without one of them something else would attack it.
    pub fn pinned(&self) -> Vec<Place> {
        let turn = self.turn();
        let royals = self.royals(turn);
        let attacked = |position: &Self| -> Vec<Place> {
            royals.iter().flat_map(|royal| position.attackers(*royal, !turn)).collect()
        };
        let before = attacked(self);
        let own = self.pieces().filter(|(at, piece)| piece.color == turn && !royals.contains(at));
        let shields = own.filter(|(at, _)| {
            let mut without = self.clone();
            without.clear(*at);
            attacked(&without).iter().any(|attacker| !before.contains(attacker))
        });
        shields.map(|(at, _)| at).collect()
    }

    /// A royal piece of a side that is attacked.
    pub(super) fn checked_royal(&self, color: Color) -> Option<Place> {
        let king = self.king(color).filter(|king| self.is_attacked(*king, !color));
        king.or_else(|| self.checked_pseudo_royal(color))
    }

    fn checked_pseudo_royal(&self, color: Color) -> Option<Place> {
        if !self.rules.settings().pseudo_royal {
            return None;
        }
        let royals = self.pseudo_royals(color);
        let enemies = self.pseudo_royals(!color);
        let checked = royals.into_iter().find(|royal| self.is_threatened(*royal, !color, &enemies));
        checked.or_else(|| self.duple_checked(color, &enemies))
    }

    /// Several royal pieces that are all attacked at once, where that is check.
    pub(super) fn duple_checked(&self, color: Color, enemies: &[Place]) -> Option<Place> {
        let settings = self.rules.settings();
        if !settings.duple_check {
            return None;
        }
        let candidates = self.places_of(color, settings.extinction_types);
        let all = candidates.iter().all(|royal| self.is_threatened(*royal, !color, enemies));
        candidates.first().copied().filter(|_| all)
    }

    /// Whether a royal piece is attacked, and the attacker would not die in the explosion of its own capture.
    pub(super) fn is_threatened(&self, royal: Place, by: Color, enemies: &[Place]) -> bool {
        let touches = |royal: Place| {
            self.rules.geometry().neighbours(royal).any(|place| enemies.contains(&place))
        };
        !(self.rules.settings().blast && touches(royal)) && self.is_attacked(royal, by)
    }

    /// Whether a side attacks a square.
    pub fn is_attacked(&self, place: Place, by: Color) -> bool {
        let lines = self.rules.attacks(by);
        lines.iter().any(|line| self.attacker_on(line, place, by).is_some())
    }

    /// The pieces of a side that attack a square.
    pub fn attackers(&self, place: Place, by: Color) -> Vec<Place> {
        let lines = self.rules.attacks(by).iter();
        let mut places: Vec<Place> =
            lines.filter_map(|line| self.attacker_on(line, place, by)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The piece that attacks a square along a line.
    #[inline]
    fn attacker_on(&self, line: &AttackLine, place: Place, by: Color) -> Option<Place> {
        let geometry = self.rules.geometry();
        let from = match line.motion {
            Motion::Leap => geometry.step(line.step, place)?,
            Motion::LameLeap => {
                geometry.step(line.step, place).filter(|_| self.is_free(&line.path, place))?
            }
            Motion::Ride { reach } => self.first_piece(line, place, reach)?,
            Motion::Hop { reach } => {
                let hurdle = self.first_piece(line, place, reach)?;
                self.first_piece(line, hurdle, 0)
                    .filter(|from| *from != place && *from != hurdle)?
            }
        };
        self.attacks_from(line, self.cell(from), place, by).then_some(from)
    }

    /// Whether a piece captures along a line, and is not confined to squares elsewhere.
    #[inline]
    fn attacks_from(&self, line: &AttackLine, cell: Cell, place: Place, by: Color) -> bool {
        if !cell.is_of(by) || !line.kinds.has(cell.kind()) {
            return false;
        }
        let confinement = self.rules.confinement(by, cell.kind());
        confinement.is_none_or(|region| self.rules.geometry().is_in(region, place))
    }

    /// The first square of a line that is not empty, at most `reach` steps away; zero means any number.
    #[inline]
    fn first_piece(&self, line: &AttackLine, start: Place, reach: u8) -> Option<Place> {
        let geometry = self.rules.geometry();
        let (mut at, mut steps) = (start, 0_u8);
        loop {
            at = geometry.step(line.step, at)?;
            steps += 1;
            if !self.cell(at).is_empty() {
                return Some(at);
            }
            // A line around a cylinder comes back to where it began.
            if at == start || steps == reach {
                return None;
            }
        }
    }

    /// Whether the way of a lame leap is free.
    #[inline]
    pub(super) fn is_free(&self, path: &Path, start: Place) -> bool {
        let geometry = self.rules.geometry();
        path.iter().all(|step| {
            geometry.step(*step, start).is_some_and(|place| self.cell(place).is_empty())
        })
    }
}
