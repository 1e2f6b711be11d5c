//! The search for variants: plain alpha-beta with iterative deepening, and captures to the end at the leaves. A piece
//! is worth what its definition says, or what its moves suggest.

use std::cmp::Reverse;

use crate::rules::{
    Color,
    variant::{PieceType, VariantMove, VariantMoveKind, VariantPosition},
};

use super::{MAX_PLY, Score, SearchControl, SearchResult, SearchTask};

/// Searches deeper and deeper until `control` or the depth ends it; `None` if no move is legal. `report` receives
/// every finished iteration.
pub fn search_variant(
    task: &SearchTask<'_, VariantPosition>,
    control: &mut impl SearchControl,
    mut report: impl FnMut(&SearchResult<VariantMove>),
) -> Option<SearchResult<VariantMove>> {
    let mut moves: Vec<VariantMove> = task.moves();
    order(task.position, &mut moves, None);
    let best = *moves.first()?;
    // The search may be stopped before it has judged a single move.
    let mut result = SearchResult::unsearched(best, evaluate_variant(task.position));
    let keys = task.history.to_vec();
    let mut search = VariantSearch { control, keys, nodes: 0, stopped: false };
    for depth in 1..=task.depth.clamp(1, MAX_PLY / 2) {
        let mut pv = Vec::new();
        let score = search.root(task.position, &moves, depth, &mut pv);
        result.nodes = search.nodes;
        result.time = search.control.elapsed();
        if let Some(&best) = pv.first() {
            (result.best, result.pv) = (best, pv);
            // The best move first: the next iteration, and one that is cut short, begin with it.
            moves.sort_by_key(|mv| *mv != best);
        }
        if search.stopped {
            break;
        }
        (result.score, result.depth, result.seldepth) = (score, depth, depth);
        report(&result);
        if score.is_mate() || !search.control.may_deepen() {
            break;
        }
    }
    Some(result)
}

struct VariantSearch<'a, C> {
    control: &'a mut C,
    keys: Vec<u64>,
    nodes: u64,
    stopped: bool,
}

impl<C: SearchControl> VariantSearch<'_, C> {
    fn root(
        &mut self,
        position: &VariantPosition,
        moves: &[VariantMove],
        depth: u16,
        pv: &mut Vec<VariantMove>,
    ) -> Score {
        let mut alpha = -Score::INFINITE;
        self.keys.push(position.repetition_key());
        for &mv in moves {
            let mut line = Vec::new();
            let next = position.after(mv);
            let score = -self.node(&next, depth - 1, 1, -Score::INFINITE, -alpha, &mut line);
            if self.stopped {
                break;
            }
            if score > alpha {
                alpha = score;
                pv.clear();
                pv.push(mv);
                pv.extend(line);
            }
        }
        self.keys.pop();
        alpha
    }

    fn node(
        &mut self,
        position: &VariantPosition,
        depth: u16,
        ply: u16,
        mut alpha: Score,
        beta: Score,
        pv: &mut Vec<VariantMove>,
    ) -> Score {
        self.nodes += 1;
        if self.control.must_stop(self.nodes) {
            self.stopped = true;
            return Score::DRAW;
        }
        let moves = position.legal_moves();
        if let Some(score) = self.ended(position, moves.is_empty(), ply) {
            return score;
        }
        let depth = depth + u16::from(position.is_check() && ply < MAX_PLY / 2);
        if depth == 0 || ply >= MAX_PLY {
            return self.captures(position, moves, ply, alpha, beta);
        }
        let mut moves = moves;
        order(position, &mut moves, pv.first().copied());
        self.keys.push(position.repetition_key());
        for mv in moves {
            let mut line = Vec::new();
            let score =
                -self.node(&position.after(mv), depth - 1, ply + 1, -beta, -alpha, &mut line);
            if self.stopped {
                break;
            }
            if score > alpha {
                alpha = score;
                pv.clear();
                pv.push(mv);
                pv.extend(line);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.keys.pop();
        alpha
    }

    /// The score of a game that is over here.
    fn ended(&self, position: &VariantPosition, no_moves: bool, ply: u16) -> Option<Score> {
        let key = position.repetition_key();
        let occurrences = 1 + self.keys.iter().filter(|seen| **seen == key).count();
        // Once is enough inside a search: what can be repeated once can be repeated again.
        let outcome = if no_moves {
            position.ending()
        } else {
            position.ending_after(if occurrences > 1 { usize::MAX } else { 1 })
        }?;
        Some(match outcome.winner {
            None => Score::DRAW,
            Some(winner) if winner == position.turn() => Score::mates_after(ply),
            Some(_) => Score::mated_after(ply),
        })
    }

    /// Captures and promotions to the end. Where captures are compulsory there is no standing still.
    fn captures(
        &mut self,
        position: &VariantPosition,
        mut moves: Vec<VariantMove>,
        ply: u16,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        let standing = evaluate_variant(position);
        if standing >= beta || ply >= MAX_PLY {
            return standing;
        }
        alpha = alpha.max(standing);
        moves.retain(|mv| mv.capture.is_some() || mv.promotion.is_some());
        order(position, &mut moves, None);
        for mv in moves {
            let next = position.after(mv);
            self.nodes += 1;
            if self.control.must_stop(self.nodes) {
                self.stopped = true;
                break;
            }
            let replies = next.legal_moves();
            let score = match self.ended(&next, replies.is_empty(), ply + 1) {
                Some(score) => -score,
                None => -self.captures(&next, replies, ply + 1, -beta, -alpha),
            };
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

/// The value of a position for the side to move: pieces on the boards and in hand, and a little for the centre.
pub fn evaluate_variant(position: &VariantPosition) -> Score {
    let rules = position.rules();
    let value = |kind| rules.piece(kind).map_or(0, |piece| piece.value);
    let sign = |color: Color| if color == position.turn() { 1 } else { -1 };
    let board = position.pieces().map(|(place, piece)| {
        let geometry = rules.geometry();
        let off = |at: u8, size: u8| (2 * i32::from(at) + 1 - i32::from(size)).abs();
        let centre = off(geometry.file(place), geometry.width())
            + off(geometry.rank(place), geometry.height());
        sign(piece.color) * (value(piece.kind) - 2 * centre)
    });
    let hands = Color::ALL.into_iter().flat_map(|color| {
        rules.pieces().iter().map(move |piece| {
            sign(color) * i32::from(position.hand(color, piece.kind)) * piece.value
        })
    });
    let step = if rules.settings().checking { CAUTIOUS_STEP } else { SAFE_STEP };
    let goals = Color::ALL.map(|color| -sign(color) * step * goal_distance(position, color));
    let total: i32 = board.sum::<i32>() + hands.sum::<i32>() + goals.into_iter().sum::<i32>();
    // Where losing everything wins, fewer pieces are better.
    let goal = rules.settings().extinction_value;
    let inverted = goal == Some(crate::rules::variant::EndValue::Win);
    Score::from_centipawns(if inverted { -total } else { total })
}

/// What one step of a king towards its goal is worth where no move may give check, in centipawns.
const SAFE_STEP: i32 = 25;

/// The same where the king can be attacked on its way.
const CAUTIOUS_STEP: i32 = 4;

/// The steps of a side's king to its goal, where reaching it wins.
fn goal_distance(position: &VariantPosition, color: Color) -> i32 {
    let (rules, king) = (position.rules(), position.king(color));
    let (settings, geometry) = (rules.settings(), rules.geometry());
    let region = &settings.flag_region[color];
    let is_goal = settings.flag_piece[color] == Some(PieceType::KING) && !region.is_empty();
    let Some(king) = king.filter(|_| is_goal) else { return 0 };
    let (file, rank) = (geometry.file(king), geometry.rank(king));
    let goals = geometry.places().filter(|place| geometry.is_in(region, *place));
    let steps = goals
        .map(|place| file.abs_diff(geometry.file(place)).max(rank.abs_diff(geometry.rank(place))));
    steps.min().map_or(0, i32::from)
}

/// The most promising moves first: the one of the last iteration, captures of valuable pieces by cheap ones, then the
/// others.
fn order(position: &VariantPosition, moves: &mut [VariantMove], first: Option<VariantMove>) {
    let rules = position.rules();
    let value = |kind| rules.piece(kind).map_or(0, |piece| piece.value);
    moves.sort_by_cached_key(|mv| {
        let taken = mv.capture.map_or(0, |kind| 16 * value(kind) - value(mv.piece) + 10_000);
        let made = mv.promotion.map_or(0, value);
        let drop = i32::from(mv.kind == VariantMoveKind::Drop);
        (Some(*mv) != first, Reverse(taken + made - drop))
    });
}
