//! The bad or odd habits of an engine.

/// A habit of the fake engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Habit {
    PlaysWell,
    Mute,
    Slow,
    CrashesAtGo,
    CrashesAtThirdMove,
    AbortsAtGo,
    DiesWhenIdle,
    IllegalMove,
    SameSquare,
    NoMove,
    NullMove,
    ForgetsPromotion,
    FloodsInfo,
    NeverStopsTalking,
    NoNewline,
    CarriageReturns,
    Binary,
    FloodsErrors,
    IgnoresStop,
    AnswersLate,
    IgnoresQuit,
    LeavesChild,
    ExitsBadly,
    AnswersTwice,
    XboardPlaysWell,
    XboardNeedsPoke,
    XboardNeverDone,
    XboardOld,
    XboardResigns,
    XboardOffersDraw,
    XboardClaimsFalsely,
    XboardRefuses,
}

/// The names of the habits on the command line.
const HABITS: &[(&str, Habit)] = &[
    ("plays-well", Habit::PlaysWell),
    ("mute", Habit::Mute),
    ("slow", Habit::Slow),
    ("crashes-at-go", Habit::CrashesAtGo),
    ("crashes-at-third-move", Habit::CrashesAtThirdMove),
    ("aborts-at-go", Habit::AbortsAtGo),
    ("dies-when-idle", Habit::DiesWhenIdle),
    ("illegal-move", Habit::IllegalMove),
    ("same-square", Habit::SameSquare),
    ("no-move", Habit::NoMove),
    ("null-move", Habit::NullMove),
    ("forgets-promotion", Habit::ForgetsPromotion),
    ("floods-info", Habit::FloodsInfo),
    ("never-stops-talking", Habit::NeverStopsTalking),
    ("no-newline", Habit::NoNewline),
    ("carriage-returns", Habit::CarriageReturns),
    ("binary", Habit::Binary),
    ("floods-errors", Habit::FloodsErrors),
    ("ignores-stop", Habit::IgnoresStop),
    ("answers-late", Habit::AnswersLate),
    ("ignores-quit", Habit::IgnoresQuit),
    ("leaves-child", Habit::LeavesChild),
    ("exits-badly", Habit::ExitsBadly),
    ("answers-twice", Habit::AnswersTwice),
    ("xboard-plays-well", Habit::XboardPlaysWell),
    ("xboard-needs-poke", Habit::XboardNeedsPoke),
    ("xboard-never-done", Habit::XboardNeverDone),
    ("xboard-old", Habit::XboardOld),
    ("xboard-resigns", Habit::XboardResigns),
    ("xboard-offers-draw", Habit::XboardOffersDraw),
    ("xboard-claims-falsely", Habit::XboardClaimsFalsely),
    ("xboard-refuses", Habit::XboardRefuses),
];

impl Habit {
    /// The habit of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        HABITS.iter().find(|(known, _)| *known == name).map(|&(_, habit)| habit)
    }
}
