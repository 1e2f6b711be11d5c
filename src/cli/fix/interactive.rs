//! Questions about corrections that are not safe: the finding with its source line, the board, and the numbered suggestions.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    os::fd::AsFd,
};

use crate::{
    archive::{Block, Interrupt, InterruptibleStream},
    cli::CommandError,
    diagnostics::{Class, Code, Edit, Finding, Safety},
    fix::{Draft, FixedGame, Policy},
    lint::{GameReport, Options},
    notation::{Language, MoveText, fen, write_san},
    output::{
        board::{Diagrams, Style},
        games::{FindingFormat, FindingWriter, ReportedGame},
    },
    rules::{AnyPosition, Variant},
    text::{Places, Source, count_line_ends, shortened},
};

const HELP: &str = "\
1, 2 ...  apply the suggestion with this number
e4, Nf3   replace the move by this one
s         skip: leave it as it is
a         apply the first suggestion here and to all further findings of this kind
r         reject the game: leave it as it was, in the file of --rejects if there is one
q         quit the questions and keep what was done
?         show this help
";

/// The width of a terminal that boards are drawn for.
const COLUMNS: usize = 80;

/// The person who decides, and what was decided for all games.
pub(super) struct Questions {
    answers: BufReader<InterruptibleStream<File>>,
    /// Findings of these codes get their first suggestion.
    all: Vec<Code>,
    has_quit: bool,
}

/// What is to be done with a game after the questions about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Keep,
    Reject,
}

/// An answer to a question.
enum Answer {
    Apply(Vec<Edit>),
    ApplyToAll,
    Skip,
    Reject,
    Quit,
}

impl Questions {
    /// Questions that are answered on standard input.
    pub(super) fn new(interrupt: &Interrupt) -> io::Result<Self> {
        let stream = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let interrupt = interrupt.clone();
        let answers = BufReader::new(InterruptibleStream { stream, interrupt });
        Ok(Self { answers, all: Vec::new(), has_quit: false })
    }

    /// Asks about each finding of a game that is left, and applies what is decided.
    pub(super) fn ask(
        &mut self,
        block: &Block,
        game: FixedGame,
        number: u64,
        options: &Options,
        policy: Policy,
        screen: &mut Screen<'_>,
    ) -> Result<(FixedGame, Verdict), CommandError> {
        let source = block.source(screen.name);
        let mut draft = Draft::resume(source, block.part, options, &game);
        let mut skipped: Vec<(Code, u64)> = Vec::new();
        while let Some((report, finding)) =
            open_question(&draft, &skipped).filter(|_| !self.has_quit)
        {
            let answer = if self.all.contains(&finding.code) {
                Answer::Apply(finding.edits.clone())
            } else {
                let lines = count_line_ends(&block.bytes()[..game.region.start], None);
                let text = Source {
                    bytes: draft.text(),
                    in_sight: draft.text(),
                    first_byte: draft.first_byte(),
                    first_line: block.first_line + lines,
                    ..source
                };
                screen.show(text, &report, number)?;
                self.answer(&finding, report.variant, screen)?
            };
            let edits = match answer {
                Answer::Apply(edits) => edits,
                Answer::ApplyToAll => {
                    self.all.push(finding.code);
                    finding.edits.clone()
                }
                Answer::Skip => Vec::new(),
                Answer::Reject => return Ok((game, Verdict::Reject)),
                Answer::Quit => {
                    self.has_quit = true;
                    break;
                }
            };
            if edits.is_empty() {
                skipped.push(draft.key(&finding));
            } else if draft.replace(&finding, &edits) {
                draft.fix(policy);
            } else {
                writeln!(screen.err, "Not applied: it would cause another error.")?;
                skipped.push(draft.key(&finding));
            }
        }
        let (corrections, left) = draft.finish();
        Ok((FixedGame { corrections, left, ..game }, Verdict::Keep))
    }

    /// Asks until the answer makes sense. The end of the input ends the questions.
    fn answer(
        &mut self,
        finding: &Finding,
        variant: Variant,
        screen: &mut Screen<'_>,
    ) -> io::Result<Answer> {
        loop {
            write!(screen.err, "number, move, (s)kip, (a)ll, (r)eject, (q)uit, ? > ")?;
            screen.err.flush()?;
            let mut line = String::new();
            if self.answers.read_line(&mut line).unwrap_or(0) == 0 {
                writeln!(screen.err)?;
                return Ok(Answer::Quit);
            }
            match line.trim() {
                "s" => return Ok(Answer::Skip),
                "a" if !finding.edits.is_empty() => return Ok(Answer::ApplyToAll),
                "r" => return Ok(Answer::Reject),
                "q" => return Ok(Answer::Quit),
                "?" => write!(screen.err, "{HELP}")?,
                word => {
                    if let Some(edits) =
                        chosen(finding, word).or_else(|| typed(finding, variant, word))
                    {
                        return Ok(Answer::Apply(edits));
                    }
                    if word.is_empty() {
                        writeln!(
                            screen.err,
                            "Type a number, a move or a letter; ? explains them."
                        )?;
                        continue;
                    }
                    let word = shortened(word.as_bytes());
                    writeln!(screen.err, "`{word}` is no suggestion and no legal move here.")?;
                }
            }
        }
    }
}

/// Where questions are shown.
pub(super) struct Screen<'e> {
    /// The name of the file.
    pub(super) name: &'e str,
    pub(super) err: &'e mut (dyn Write + Send),
}

impl Screen<'_> {
    /// Shows the finding of a report: its source line, the board, the suggestions.
    fn show(&mut self, text: Source<'_>, report: &GameReport, number: u64) -> io::Result<()> {
        let mut places = Places::new(text);
        let mut game = ReportedGame { places: &mut places, number, report };
        writeln!(self.err)?;
        FindingWriter::new(&mut *self.err, FindingFormat::Text, false, None).game(&mut game)?;
        let Some(finding) = report.findings.first() else { return Ok(()) };
        if let Some(position) = position(finding, report.variant) {
            write!(self.err, "{}", Diagrams::of(&position).draw(Style::Ascii, COLUMNS))?;
        }
        for (index, (name, _, confidence)) in suggestions(finding).iter().enumerate() {
            writeln!(self.err, "{}) {name}  ({:.0} %)", index + 1, confidence * 100.0)?;
        }
        Ok(())
    }
}

/// The first finding with a suggestion that nothing was decided about, in a report of its own.
fn open_question(draft: &Draft<'_>, skipped: &[(Code, u64)]) -> Option<(GameReport, Finding)> {
    draft.reports().iter().find_map(|report| {
        let is_open = |finding: &&Finding| {
            !finding.assumed
                && finding.class() != Some(Class::Safe)
                && !suggestions(finding).is_empty()
                && !skipped.contains(&draft.key(finding))
        };
        let finding = report.findings.iter().find(is_open)?.clone();
        let mut report = report.clone();
        report.findings = vec![finding.clone()];
        Some((report, finding))
    })
}

/// The suggestions of a finding: their names, their edits, their confidence.
fn suggestions(finding: &Finding) -> Vec<(String, &[Edit], f32)> {
    let made = finding.suggestions.iter().filter(|one| !one.edits.is_empty());
    let made: Vec<_> =
        made.map(|one| (one.text.clone(), one.edits.as_slice(), one.confidence)).collect();
    if !made.is_empty() || finding.edits.is_empty() {
        return made;
    }
    let name = match finding.edits.as_slice() {
        [one] if one.replacement.trim().is_empty() => "remove it".to_owned(),
        [one] => format!("`{}`", shortened(one.replacement.trim().as_bytes())),
        edits => format!("{} edits", edits.len()),
    };
    vec![(name, &finding.edits, finding.confidence())]
}

/// The edits of the suggestion with a number or a name.
fn chosen(finding: &Finding, word: &str) -> Option<Vec<Edit>> {
    let all = suggestions(finding);
    let by_number = word.parse::<usize>().ok().and_then(|number| all.get(number.checked_sub(1)?));
    // `5. Rc1 instead of Bc1` is also chosen by `5. Rc1`.
    let is_named =
        |name: &str| name.strip_prefix(word).is_some_and(|rest| rest.starts_with(" instead of "));
    let chosen = by_number.or_else(|| all.iter().find(|(name, ..)| is_named(name)));
    chosen.map(|(_, edits, _)| edits.to_vec())
}

/// The edit that puts a typed move, if it is legal, in place of the move that the finding is about.
fn typed(finding: &Finding, variant: Variant, word: &str) -> Option<Vec<Edit>> {
    let position = position(finding, variant)?;
    let typed = MoveText::read(word, &Language::default(), &position)?;
    let fitting = typed.in_position(&position);
    let [mv] = fitting.moves[..] else { return None };
    let replacement = write_san(&position, mv);
    Some(vec![Edit { span: finding.span, replacement, safety: Safety::Guess }])
}

/// The position before the move that a finding is about.
fn position(finding: &Finding, variant: Variant) -> Option<AnyPosition> {
    fen::position_of(variant, finding.fen.as_deref()?.as_bytes()).ok()
}
