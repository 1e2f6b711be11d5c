//! The operations that name moves: best, to be avoided, to be played, and lines of play.

use super::{Operation, remark};
use crate::{
    diagnostics::Code,
    notation::{
        San,
        fen::{Notes, quoted},
    },
    rules::{Chess, Move, Position, Unresolved, outcome},
};

/// Looks whether every move can be played, and whether one operation contradicts another or the position.
pub(super) fn examine(position: &Chess, operations: &[Operation<'_>], remarks: &mut Notes<'_>) {
    let (mut best, mut avoided) = (Vec::new(), Vec::new());
    let (mut predicted, mut line) = (Vec::new(), Vec::new());
    for operation in operations {
        match operation.opcode {
            b"bm" => {
                best.extend(alternatives(position, operation, remarks));
                note_best(position, operation, remarks);
            }
            b"am" => avoided.extend(alternatives(position, operation, remarks)),
            b"pm" => predicted.extend(alternatives(position, operation, remarks)),
            b"sm" => drop(alternatives(position, operation, remarks)),
            b"pv" => line.extend(first_of_line(position, operation, remarks)),
            _ => {}
        }
    }
    if let ([(predicted, text), ..], [first, ..]) = (&predicted[..], &line[..])
        && predicted != first
    {
        let message = format!("{} is predicted, but the line begins otherwise", quoted(text));
        remark(Code::PredictionDiffers, text, message, remarks);
    }
    for (_, text) in best.iter().filter(|(mv, _)| avoided.iter().any(|(other, _)| other == mv)) {
        let message = format!("{} is given as best and as to be avoided", quoted(text));
        remark(Code::BestAndAvoided, text, message, remarks);
    }
}

/// The moves of an operation, each of them played in the position.
fn alternatives<'a>(
    position: &Chess,
    operation: &Operation<'a>,
    remarks: &mut Notes<'_>,
) -> Vec<(Move, &'a [u8])> {
    let resolved = |&text: &&'a [u8]| Some((resolve(position, text, remarks)?, text));
    operation.operands.iter().filter_map(resolved).collect()
}

/// Notes best moves that come too late, or not in the order of the standard.
fn note_best(position: &Chess, operation: &Operation<'_>, remarks: &mut Notes<'_>) {
    if let Some(outcome) = outcome::board_outcome(position) {
        let message = format!("a best move is given, but the game is over: {}", outcome.name());
        remark(Code::BestMoveAfterEnd, operation.opcode, message, remarks);
    }
    let is_late = |pair: &&[&[u8]]| pair[0] > pair[1];
    if let Some(&[before, text]) = operation.operands.windows(2).find(is_late) {
        let message = format!("{} stands after {}", quoted(text), quoted(before));
        remark(Code::BestMoveOrder, text, message, remarks);
    }
}

/// Plays the moves of an operation one after the other; the answer is the first.
fn first_of_line(
    position: &Chess,
    operation: &Operation<'_>,
    remarks: &mut Notes<'_>,
) -> Option<Move> {
    let mut first = None;
    let mut position = position.clone();
    for text in &operation.operands {
        let Some(mv) = resolve(&position, text, remarks) else { break };
        first.get_or_insert(mv);
        position.play_unchecked(mv);
    }
    first
}

fn resolve(position: &Chess, text: &[u8], remarks: &mut Notes<'_>) -> Option<Move> {
    let found = quoted(text);
    let Some(san) = San::read(text) else {
        remark(Code::EpdMove, text, format!("expected a move, found {found}"), remarks);
        return None;
    };
    if !san.forms.is_standard() {
        let message = format!("expected a move in the standard notation, found {found}");
        remark(Code::EpdMove, text, message, remarks);
    }
    san.resolve(position)
        .map_err(|why| remark(Code::EpdMove, text, sentence(why, &found), remarks))
        .ok()
}

fn sentence(why: Unresolved, found: &str) -> String {
    match why {
        Unresolved::NoLegalMove => format!("no legal move is {found}"),
        Unresolved::Ambiguous(men) => {
            let from: Vec<String> = men.map(|square| square.to_string()).collect();
            format!("{found} can be played from {}", from.join(" and "))
        }
        Unresolved::PromotionMissing => format!("{found} does not say what the pawn becomes"),
        Unresolved::PromotionImpossible => {
            format!("{found} names a piece that no pawn becomes here")
        }
    }
}
