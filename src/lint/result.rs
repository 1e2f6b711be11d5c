//! Whether the result agrees with the tags, the moves and the board.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    game::{Ending, main_line},
    lint::{Findings, Laws, dates, findings::shown, numbering::LineCursor, values},
    notation::reason::variant,
    pgn::{GameResult, Marker, TagName, Tags, known},
    rules::{Color, Outcome},
    text::counted,
};

/// A draw that is agreed within this many plies after the game was drawn is agreed at once.
const AT_ONCE: u32 = 2;

/// A game and its claimed result.
pub(crate) struct Claimed<'t, 'a> {
    pub(crate) tags: &'t Tags<'a>,
    pub(crate) marker: Option<Marker<'a>>,
    pub(crate) laws: Laws,
    pub(crate) cursor: &'t LineCursor<'a>,
    /// The place of findings if there is no result.
    pub(crate) place: &'a [u8],
    /// The text of the game.
    pub(crate) game: &'a [u8],
}

impl<'a> Claimed<'_, 'a> {
    /// The result after the moves, or else that of the tag.
    fn result(&self) -> Option<GameResult> {
        self.marker.and_then(|marker| marker.result).or_else(|| self.result_of_tag())
    }

    fn result_of_tag(&self) -> Option<GameResult> {
        let value = self.tags.value(TagName::Result)?;
        Marker::read(value.trim_ascii())?.result
    }

    fn about(&self, code: Code, message: impl Into<String>, found: &Findings<'a>) -> Finding {
        let place = self.marker.map_or(self.place, |marker| marker.text);
        found.about(code, place, message)
    }

    /// Adds an edit with the right result. It is a guess if it replaces another result, or if the tag is wrong too, because the
    /// two would then differ.
    fn corrected(&self, finding: Finding, right: GameResult) -> Finding {
        let agrees = self.result_of_tag() == Some(right);
        let is_open = finding.code == Code::UnfinishedButOver;
        let safety = if agrees && is_open { Safety::Safe } else { Safety::Guess };
        if self.marker.is_some() { finding.with_replacement(right.text(), safety) } else { finding }
    }

    // PGN 8.2.6
    pub(crate) fn compare_with_tag(&self, outcome: Option<Outcome>, found: &mut Findings<'a>) {
        let (Some(tag), Some(marker)) = (self.tags.get(TagName::Result), self.marker) else {
            return;
        };
        if let (Some(claimed), Some(result)) = (self.result_of_tag(), marker.result)
            && claimed != result
            && !self.is_repeated_as(result)
        {
            let message = format!(
                "the moves end with `{}`, but the `Result` tag is `{}`",
                shown(marker.text),
                shown(tag.value)
            );
            let finding = found.about(Code::ResultsDiffer, marker.text, message);
            // The board decides; without it, a result that one of them leaves open is that of the other.
            let said = if claimed == GameResult::Unknown { result } else { claimed };
            let right = outcome.map_or(said, result_of);
            let wrong = if right == claimed { marker.text } else { tag.value };
            let is_on_board = matches!(
                outcome,
                Some(Outcome::Checkmate { .. } | Outcome::Stalemate | Outcome::Variant(_))
            ) && (right == claimed || right == result);
            let safety = if is_on_board { Safety::Safe } else { Safety::Guess };
            let span = found.source().span_of(wrong);
            found.add(finding.with_edit(span, right.text(), safety));
        }
    }

    /// Whether a second `Result` tag has this result: then the tags differ, and that is reported.
    fn is_repeated_as(&self, result: GameResult) -> bool {
        let tags = self.tags.all().iter().filter(|tag| known(tag.name) == Some(TagName::Result));
        tags.skip(1)
            .filter_map(|tag| Marker::read(tag.value.trim_ascii()))
            .any(|marker| marker.result == Some(result))
    }

    /// Checks the result against the board.
    pub(crate) fn check(&self, ending: &Ending, found: &mut Findings<'a>) {
        if ending.whole {
            values::ply_count(self.tags, ending.plies, self.marker.is_none(), found);
        }
        let Some(result) = self.result().filter(|_| ending.whole) else { return };
        if let Some(outcome) = ending.outcome {
            self.against_board(outcome, result, found);
        }
        let both = ending.can_mate[Color::White] && ending.can_mate[Color::Black];
        values::termination_against_result(self.tags, result, both, found);
        self.termination_by_mate(ending, found);
        if let Some(winner) = winner(result) {
            self.winner(winner, ending, found);
        }
        self.overrun(ending, result, found);
        self.claims(ending, found);
        self.length(ending, result, found);
    }

    // FIDE 5.1.1, 5.2.1
    fn against_board(&self, outcome: Outcome, result: GameResult, found: &mut Findings<'a>) {
        let right = match outcome {
            Outcome::Checkmate { .. } | Outcome::Stalemate | Outcome::Variant(_) => {
                result_of(outcome)
            }
            _ => return,
        };
        if result == right {
            return;
        }
        let what = match (outcome, self.cursor.position().variant()) {
            (Outcome::Variant(outcome), Some(position)) => {
                format!("the game is over, {}", variant::ending(position.rules(), outcome))
            }
            (Outcome::Checkmate { winner }, _) => format!("{} is checkmated", (!winner).name()),
            _ => "the final position is stalemate".to_owned(),
        };
        let code = match result {
            GameResult::Unknown => Code::UnfinishedButOver,
            _ => Code::ResultAgainstBoard,
        };
        let message = format!("{what}, but the result is `{}`", result.text());
        let finding = self.about(code, message, found);
        // A study or an exercise has no result.
        let is_exercise = self.tags.is_study() || self.tags.get(TagName::Fen).is_some();
        let is_unfinished = code == Code::UnfinishedButOver;
        let severity = if is_unfinished && is_exercise { Severity::Info } else { finding.severity };
        found.add(self.corrected(finding.with_severity(severity), right));
    }

    /// `NAME won by checkmate` without a mate on the board: the last moves are missing.
    fn termination_by_mate(&self, ending: &Ending, found: &mut Findings<'a>) {
        let by_mate = |value: &[u8]| {
            let word = value.last_chunk::<9>().map(<[u8; 9]>::as_slice);
            word.is_some_and(|word| word.eq_ignore_ascii_case(b"checkmate"))
        };
        if let Some(tag) = self.tags.get(TagName::Termination).filter(|tag| by_mate(tag.value))
            && !matches!(ending.outcome, Some(Outcome::Checkmate { .. }))
            && ending.plies > 0
        {
            let (value, last) = (shown(tag.value), self.after(ending.plies));
            let message = format!("`{value}` does not fit the board: there is no mate {last}");
            found.add(found.about_value(Code::TerminationContradicts, tag, message));
        }
    }

    // FIDE 6.9
    fn winner(&self, winner: Color, ending: &Ending, found: &mut Findings<'a>) {
        if ending.turn.is_some() && !ending.can_mate[winner] {
            let (name, loser) = (winner.name(), (!winner).name());
            let message = format!("{name} won without mating material");
            found.add(self.about(Code::WonWithoutMaterial, message, found));
            let termination = self.tags.value(TagName::Termination).unwrap_or_default();
            if termination.eq_ignore_ascii_case(b"time forfeit") {
                let message = format!("{loser} lost on time, although {name} could not give mate");
                found.add(self.about(Code::TimeAgainstBareKing, message, found));
            }
        }
        if ending.mate_in_one && ending.turn.is_some_and(|turn| turn != winner) {
            let message = format!("{} lost, but was to move and had mate in one", (!winner).name());
            found.add(self.about(Code::LoserHadMate, message, found));
        }
    }

    /// Moves after the game was drawn, and a winner in a drawn game.
    fn overrun(&self, ending: &Ending, result: GameResult, found: &mut Findings<'a>) {
        let mated = ending.outcome.is_some_and(|outcome| outcome.winner().is_some());
        let decided = winner(result).is_some() && !mated;
        let date = self.tags.value(TagName::Date).and_then(dates::understood);
        let in_force = self.laws.end_games(date);
        let effect = if in_force { "ended" } else { "would since July 2014 end" };
        let fivefold = ending.draws.fivefold.map(|ply| {
            let rule = format!("fivefold repetition {} {effect} the game", self.after(ply));
            (ply, Code::FivefoldIgnored, rule, in_force)
        });
        let seventy_five = ending.draws.seventy_five.map(|ply| {
            let after = self.after(ply);
            let rule = format!("the 75-move limit, reached {after}, {effect} the game");
            (ply, Code::SeventyFiveIgnored, rule, in_force)
        });
        let dead = ending.dead.filter(|&ply| ply < ending.plies).map(|ply| {
            let rule = format!("the game was already drawn (dead position) {}", self.after(ply));
            (ply, Code::DeadIgnored, rule, self.laws.know_dead_positions(date))
        });
        for (ply, code, rule, in_force) in [fivefold, seventy_five, dead].into_iter().flatten() {
            let contradiction = match ending.plies - ply {
                0 if decided => format!("the result is `{}`", result.text()),
                0 => continue,
                more => more_moves(more),
            };
            let finding = found.about(
                code,
                self.place_of(ply, ending),
                format!("{rule}, but {contradiction}"),
            );
            // The players may agree on the draw a move later.
            let is_agreed = result == GameResult::Draw && ending.plies - ply <= AT_ONCE;
            let severity = if is_agreed || !in_force { Severity::Info } else { finding.severity };
            found.add(finding.with_ply(ply).with_severity(severity));
        }
    }

    /// The move of the main line with this number, or the result where it is not found.
    fn place_of(&self, ply: u32, ending: &Ending) -> &'a [u8] {
        let at = usize::try_from(ply).ok().and_then(|ply| ply.checked_sub(1));
        let moves = main_line(self.game, self.cursor.written() as usize);
        let is_whole = moves.len() == ending.plies as usize;
        let mv = at.filter(|_| is_whole).and_then(|at| moves.get(at)).map(|word| word.text);
        mv.unwrap_or_else(|| self.marker.map_or(self.place, |marker| marker.text))
    }

    /// `after 35...Kg7`
    fn after(&self, ply: u32) -> String {
        match self.cursor.numbered_move(ply) {
            _ if ply == 0 => "at the start".into(),
            Some(mv) => format!("after {}", mv.replace("... ", "...")),
            None => format!("after ply {ply}"),
        }
    }

    // FIDE 9.2, 9.3
    fn claims(&self, ending: &Ending, found: &mut Findings<'a>) {
        if !found.shows(Code::ClaimAvailable) {
            return;
        }
        let claims = [
            (ending.draws.threefold, "threefold repetition"),
            (ending.draws.fifty, "fifty moves without a capture or pawn move"),
        ];
        for (ply, rule) in claims {
            if let (Some(ply), Some(turn)) = (ply, ending.turn) {
                let to_move = if (ending.plies - ply).is_multiple_of(2) { turn } else { !turn };
                let message = format!(
                    "{} could claim a draw {}, or {} by writing down that move: {rule}",
                    to_move.name(),
                    self.after(ply),
                    (!to_move).name()
                );
                found.add(self.about(Code::ClaimAvailable, message, found).with_ply(ply));
            }
        }
    }

    fn length(&self, ending: &Ending, result: GameResult, found: &mut Findings<'a>) {
        let plies = ending.plies;
        if plies == 0 && winner(result).is_some() {
            let message = format!("the game has no moves, but the result is `{}`", result.text());
            return found.add(self.about(Code::NoMoves, message, found));
        }
        let short = match result {
            GameResult::Draw => plies < 10,
            GameResult::White | GameResult::Black => plies < 3,
            GameResult::Unknown => false,
        };
        if short && ending.outcome.is_none() && ending.turn.is_some() {
            let plies = counted(plies, "ply");
            let message = format!("the result is `{}` after only {plies}", result.text());
            found.add(self.about(Code::ShortGame, message, found));
        }
    }
}

fn more_moves(plies: u32) -> String {
    if plies == 1 { "1 more move follows".into() } else { format!("{plies} more moves follow") }
}

fn winner(result: GameResult) -> Option<Color> {
    match result {
        GameResult::White => Some(Color::White),
        GameResult::Black => Some(Color::Black),
        GameResult::Draw | GameResult::Unknown => None,
    }
}

fn result_of(outcome: Outcome) -> GameResult {
    match outcome.winner() {
        Some(Color::White) => GameResult::White,
        Some(Color::Black) => GameResult::Black,
        None => GameResult::Draw,
    }
}
