//! The table of codes. One row is one code; its name, id, severity, profile and summary are written once and cannot
//! disagree.

use std::{error::Error, fmt, str::FromStr};

use crate::{
    diagnostics::{Profile, Severity},
    text::nearest,
};

macro_rules! codes {
    ($($id:literal $name:ident $severity:ident $profile:ident $summary:literal;)*) => {
        /// The kind of a finding. Ids are stable: an id is never reused for another kind.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code { $(#[doc = $summary] $name,)* }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The stable name: `M303`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)* }
            }

            /// The usual severity.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)* }
            }

            /// The most lenient profile that shows it.
            pub const fn profile(self) -> Profile {
                match self { $(Self::$name => Profile::$profile,)* }
            }

            /// Its meaning in one sentence.
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$name => $summary,)* }
            }

            /// The page of `arbiter explain`: the meaning, an example, and what to do.
            pub const fn page(self) -> &'static str {
                match self { $(Self::$name => include_str!(concat!("pages/", $id, ".md")),)* }
            }
        }
    };
}

codes! {
    "B001" ByteOrderMark            Info     Export   "The file starts with a byte order mark.";
    "B002" WideEncoding             Error    Read     "The file is encoded in UTF-16 or UTF-32.";
    "B003" NotUtf8                  Warning  Import   "Text is not UTF-8, probably an older code page.";
    "B004" DoubleEncoded            Warning  Import   "Text was encoded twice and shows as gibberish.";
    "B005" MixedEncodings           Warning  Import   "The file mixes UTF-8 and an older code page.";
    "B006" ControlByte              Error    Read     "The text contains a control character.";
    "B007" InvisibleSpace           Warning  Import   "The text contains an invisible character or an unusual space.";
    "B008" LineEndings              Info     Export   "Line ends are mixed or not those of the standard.";
    "B009" Tab                      Info     Export   "The text contains a tab where the standard has spaces.";
    "B010" LineOver255              Info     Pedantic "A line is longer than the 255 bytes every reader must accept.";
    "B011" LineOver79               Info     Export   "A line is longer than 79 characters.";
    "B012" LineEdgeSpace            Info     Export   "A line begins or ends with a space.";
    "B013" BlankLines               Info     Export   "The last line has no line end, or there are several blank lines in a row.";
    "B014" NotPgn                   Error    Read     "The file does not contain chess games.";
    "B015" TextBetweenGames         Warning  Import   "There is text between two games that belongs to neither.";
    "B016" Truncated                Error    Read     "The file ends in the middle of a game.";
    "B017" EscapeElsewhere          Info     Pedantic "A percent sign does not start an escaped line.";
    "B018" ForeignMarks             Error    Read     "Lines contain merge-conflict markers or email quote marks.";
    "B019" ProgramFault             Error    Read     "A fault in arbiter itself stopped the reading of a game.";
    "T101" TagUnclosed              Error    Read     "A tag pair lacks a bracket or a quote.";
    "T102" QuoteInValue             Error    Read     "A tag value contains a quote that is not escaped.";
    "T103" BadEscape                Warning  Import   "A backslash in a tag value does not escape a quote or a backslash.";
    "T104" BadTagName               Error    Read     "A tag name contains a character other than a letter, digit or underscore.";
    "T105" LowerCaseTag             Info     Export   "A tag name starts with a lowercase letter.";
    "T106" TagMisspelt              Warning  Import   "A tag name looks like a misspelling of a known one.";
    "T107" TagRepeated              Warning  Import   "A tag occurs twice in one game.";
    "T108" RosterTagMissing         Warning  Import   "Some of the seven required tags are missing.";
    "T109" RosterOrder              Info     Export   "The seven required tags are not in the standard order.";
    "T110" TagOrder                 Info     Export   "The tags after the first seven are not in alphabetical order.";
    "T111" TagSpacing               Info     Export   "A tag pair is not alone on its line, or not written with a single space.";
    "T112" TagBlankLine             Info     Export   "The blank line between tags and moves is missing or misplaced.";
    "T113" TagInMoves               Error    Read     "A tag pair occurs among the moves.";
    "T114" LongValue                Warning  Import   "A tag value is longer than 255 bytes or contains a line end.";
    "T115" EmptyValue               Warning  Import   "A tag value is empty; `?` or `-` is probably meant.";
    "T116" StrayColon               Info     Pedantic "A colon in a tag value does not separate two entries.";
    "T117" ListLengths              Warning  Import   "The lists of players and of their ratings or titles have different lengths.";
    "V201" DateForm                 Warning  Import   "A date is not written as YYYY.MM.DD.";
    "V202" ImpossibleDate           Error    Read     "A date does not exist in the calendar.";
    "V203" PartialDate              Warning  Import   "A date has zeros, or a day without a month.";
    "V204" DateOutOfRange           Warning  Import   "A date is before recorded chess or too far in the future.";
    "V205" EventDate                Info     Pedantic "The date of the event is malformed or does not match the date of the game.";
    "V206" ClockTime                Warning  Import   "A time of day or a UTC date is malformed or does not match the date.";
    "V207" RoundForm                Info     Pedantic "A round is not a number, `?` or `-`.";
    "V208" ResultTag                Error    Read     "The `Result` tag is not one of the four results.";
    "V209" SamePlayers              Warning  Import   "White and Black are the same player.";
    "V210" NameForm                 Info     Pedantic "A name is not written as surname, comma, space, first name.";
    "V211" EloForm                  Warning  Import   "A rating is not a plausible number or `-`.";
    "V212" TitleForm                Info     Pedantic "A title is not one of the usual abbreviations.";
    "V213" FideId                   Warning  Import   "A FIDE id is not a number, or both players have the same id.";
    "V214" EcoForm                  Warning  Import   "An ECO code is not a letter from A to E and two digits.";
    "V217" TimeControlForm          Warning  Import   "A time control does not follow the standard's grammar.";
    "V218" TimeControlExtended      Info     Pedantic "A time control uses a common extension of the standard.";
    "V219" TerminationForm          Info     Export   "The `Termination` tag is not one of the standard's eight values.";
    "V220" TerminationContradicts   Warning  Import   "The `Termination` tag contradicts the result.";
    "V221" SetUpForm                Warning  Import   "The `SetUp` and `FEN` tags do not match.";
    "V222" BadFenTag                Error    Read     "The `FEN` tag does not describe a playable position.";
    "V223" FenIsStart               Info     Export   "The `FEN` tag describes the normal start position.";
    "V224" VariantTag               Warning  Import   "The `Variant` tag is unknown or lacks a start position.";
    "V225" PlyCountWrong            Warning  Import   "The `PlyCount` tag does not match the moves.";
    "V226" UnusualTagValue          Info     Pedantic "The `Board`, `Mode`, `WhiteType` or `BlackType` tag has an unusual value.";
    "M301" CannotReach              Error    Read     "No piece of this kind can reach the square.";
    "M302" PathBlocked              Error    Read     "Another piece blocks the move.";
    "M303" Pinned                   Error    Read     "The piece is pinned: moving it would expose its king.";
    "M304" KingIntoAttack           Error    Read     "The king would move to an attacked square.";
    "M305" CheckIgnored             Error    Read     "The move leaves the king in check.";
    "M306" CastlingNotAllowed       Error    Read     "Castling is not legal here.";
    "M307" OwnPieceOnTarget         Error    Read     "The target square is occupied by a piece of the same side, or by a king.";
    "M308" PawnCannot               Error    Read     "A pawn cannot move like this.";
    "M309" PromotionWrong           Error    Read     "A promotion is missing, impossible or on the wrong rank.";
    "M310" Ambiguous                Error    Read     "Two or more pieces can make this move.";
    "M311" UnknownToken             Error    Read     "A word among the moves is not a move.";
    "M312" NullMove                 Warning  Import   "The game contains a null move.";
    "M313" MoveAfterEnd             Error    Read     "Moves follow a checkmate or stalemate.";
    "M314" PiecesReset              Warning  Import   "The last king move was probably recorded when the pieces were reset.";
    "M315" PlyMissing               Error    Read     "A move of one side is probably missing or repeated.";
    "M316" WrongSideThroughout      Error    Read     "The move numbers have the other side's dots throughout the game.";
    "M317" ForeignLetters           Warning  Import   "Piece letters are those of another language.";
    "M318" Figurine                 Warning  Import   "Pieces are written as chess symbols.";
    "M319" NoMoves                  Info     Pedantic "A game without moves has a winner.";
    "M320" VariationMove            Error    Read     "A move in a variation cannot be played.";
    "M321" VariantRule              Error    Read     "A rule of the variant forbids the move.";
    "S401" CastlingSpelling         Warning  Import   "Castling is not written with capital letters O and hyphens.";
    "S402" CheckSign                Warning  Import   "A check sign is missing or unnecessary.";
    "S403" MateSign                 Warning  Import   "A mate sign is missing, unnecessary or not written as `#`.";
    "S404" NeedlessOrigin           Warning  Import   "A move is disambiguated although only one piece can make it.";
    "S405" LongOrigin               Warning  Import   "A move is disambiguated more than necessary, or by rank where the file suffices.";
    "S406" CaptureSign              Warning  Import   "The capture sign is missing or unnecessary.";
    "S407" PromotionSpelling        Warning  Import   "A promotion is not written with an equals sign and a capital letter.";
    "S408" OtherNotation            Warning  Import   "A move is not written in standard algebraic notation.";
    "S409" SuffixMarks              Info     Export   "A move has an annotation mark where the export format has a numeric glyph.";
    "S410" GluedTokens              Warning  Import   "Two moves or other tokens are not separated by a space.";
    "N501" NumberWrong              Warning  Import   "A move number is wrong.";
    "N502" NumberRepeated           Warning  Import   "A move number is repeated or skipped.";
    "N503" NumberMissingAfter       Info     Export   "Black's move has no number after a comment or variation.";
    "N504" NumberDots               Warning  Import   "The dots after a move number do not match the side to move.";
    "N505" FirstNumber              Info     Pedantic "The first move number differs from the one in the `FEN` tag.";
    "N506" NumbersAbsent            Info     Export   "The moves have no numbers.";
    "N507" NumberForm               Info     Export   "A move number is not written as digits and dots.";
    "C601" CommentUnclosed          Error    Read     "A comment is not closed.";
    "C602" CommentMisclosed         Error    Read     "A comment is closed by the wrong bracket.";
    "C603" StrayBracket             Error    Read     "A closing bracket or brace has no opening one.";
    "C604" BraceInComment           Warning  Import   "A comment contains another opening brace.";
    "C605" BlankLineInComment       Info     Export   "A comment contains a blank line.";
    "C606" LineCommentSwallows      Warning  Import   "A semicolon comment seems to contain moves.";
    "C607" VariationBroken          Error    Read     "A variation is not closed, is empty, or has no move to replace.";
    "C608" VariationRepeats         Info     Pedantic "A variation repeats the move it should replace, or another variation.";
    "C609" ResultInVariation        Warning  Import   "A result occurs inside a variation.";
    "C610" GlyphNumber              Warning  Import   "A numeric glyph is out of range, unassigned or misplaced.";
    "C611" GlyphsContradict         Info     Pedantic "Two glyphs of one move contradict each other.";
    "C612" UnknownMarks             Warning  Import   "An annotation mark is not one of the standard's six.";
    "C613" Reserved                 Warning  Import   "Angle brackets are reserved for future use.";
    "C620" CommandForm              Info     Pedantic "A bracketed command in a comment is unknown or malformed.";
    "C621" ClockForm                Warning  Import   "A clock time is not written as hours, minutes and seconds.";
    "C622" ClockImpossible          Warning  Import   "A clock shows more time than is possible.";
    "C623" ClockAgainstControl      Info     Pedantic "A clock does not match the time control.";
    "C624" ClockAgainstElapsed      Info     Pedantic "The time used for a move does not match the clock.";
    "C625" EvaluationForm           Info     Pedantic "An evaluation is not a number or a distance to mate.";
    "C626" DrawingForm              Warning  Import   "An arrow or a coloured square is malformed.";
    "C627" CommandsSplit            Info     Pedantic "Commands of one move are spread over several comments.";
    "R701" ResultMissing            Warning  Import   "The result at the end of the moves is missing.";
    "R702" ResultsDiffer            Error    Read     "The `Result` tag and the result after the moves differ.";
    "R703" SecondResult             Error    Read     "A game continues after its result.";
    "R704" ResultSpelling           Warning  Import   "The result is not written in the standard way.";
    "R705" UnusualResult            Warning  Import   "The result is not one of the standard's four.";
    "R706" ResultAgainstBoard       Error    Read     "The result contradicts checkmate or stalemate on the board.";
    "R707" WonWithoutMaterial       Warning  Import   "The winner had no mating material.";
    "R708" FivefoldIgnored          Warning  Import   "The game continues after a fivefold repetition.";
    "R709" SeventyFiveIgnored       Warning  Import   "The game continues after seventy-five moves without a capture or pawn move.";
    "R710" DeadIgnored              Warning  Import   "The game continues in a dead position, in which neither side can give mate.";
    "R711" ClaimAvailable           Info     Pedantic "A draw could have been claimed.";
    "R713" TimeAgainstBareKing      Warning  Import   "A player lost on time although the opponent could not give mate.";
    "R714" UnfinishedButOver        Warning  Import   "The result is `*` although the game ended on the board.";
    "R715" LoserHadMate             Info     Pedantic "The loser was to move and had mate in one.";
    "R716" ShortGame                Info     Pedantic "A game was drawn or won after very few moves.";
    "F001" FenFieldsMissing         Warning  Import   "A FEN has fewer than six fields.";
    "F002" FenExtraField            Error    Read     "A FEN has something after its sixth field.";
    "F003" FenSeparator             Warning  Import   "The fields of a FEN are not separated by single spaces.";
    "F004" FenRanks                 Error    Read     "A FEN does not describe eight ranks.";
    "F005" FenRankWidth             Error    Read     "A rank of a FEN does not describe eight squares.";
    "F006" FenDigit                 Error    Read     "A FEN counts empty squares with 0 or 9.";
    "F007" FenAdjacentDigits        Warning  Import   "A FEN splits a run of empty squares into several digits.";
    "F008" FenLetter                Error    Read     "A FEN contains a letter that is not a piece.";
    "F009" FenTurn                  Error    Read     "The side to move of a FEN is not `w` or `b`.";
    "F010" FenCastlingLetter        Error    Read     "The castling field of a FEN contains an unknown character.";
    "F011" FenCastlingOrder         Warning  Import   "The castling letters of a FEN are out of order or repeated.";
    "F012" FenCastlingDialect       Info     Pedantic "The castling field of a FEN is written as in Chess960.";
    "F013" FenEnPassantForm         Error    Read     "The en-passant field of a FEN is not a square on the third or sixth rank.";
    "F014" FenHalfmove              Error    Read     "The halfmove clock of a FEN is not a number.";
    "F015" FenFullmove              Warning  Import   "The move number of a FEN is not a positive number.";
    "F016" FenCountersSwapped       Warning  Import   "The two counters of a FEN are probably swapped.";
    "F017" FenExtension             Warning  Import   "A FEN carries an extension for another variant or format.";
    "F101" KingCount                Error    Read     "A side does not have exactly one king.";
    "F102" KingsAdjacent            Error    Read     "The kings are next to each other.";
    "F103" PawnOnEdge               Error    Read     "A pawn is on the first or last rank.";
    "F104" TooManyPieces            Error    Read     "A side has more than eight pawns or sixteen pieces.";
    "F105" TooManyPromoted          Warning  Import   "A side has more promoted pieces than missing pawns.";
    "F106" TooFewCaptures           Warning  Import   "The pawns need more captures than there were.";
    "F107" BishopLockedIn           Warning  Import   "A bishop has left its first rank although the pawns in front of it never moved.";
    "F108" CastlingRightImpossible  Warning  Import   "A castling right is claimed, but king or rook is not on its starting square.";
    "F109" EnPassantImpossible      Error    Read     "The en-passant square does not match the pawns.";
    "F110" OpponentInCheck          Error    Read     "The side that has just moved is in check.";
    "F111" EnPassantUnused          Info     Pedantic "No pawn can capture on the en-passant square.";
    "F112" EnPassantPinned          Info     Pedantic "The en-passant capture would expose the king.";
    "F113" EnPassantCounter         Warning  Import   "An en-passant square is given, but the halfmove clock is not zero.";
    "F114" ManyCheckers             Warning  Import   "Three or more pieces give check at once.";
    "F115" TwoLeapersCheck          Warning  Import   "Two knights or pawns give check at once.";
    "F116" CheckersOnOneLine        Warning  Import   "Two pieces give check along one line.";
    "F117" DoubleCheckImpossible    Warning  Import   "No last move could have given this double check.";
    "F118" CheckAgainstEnPassant    Warning  Import   "The check cannot come from the pawn's double step.";
    "F119" NoLastMove               Warning  Import   "No last move could have led to the position.";
    "F120" HalfmoveTooLarge         Warning  Import   "The halfmove clock is larger than the move number allows.";
    "F121" FullmoveTooSmall         Info     Pedantic "The move number is too small for the position.";
    "F122" MoveRuleReached          Info     Pedantic "The halfmove clock allows or forces a draw.";
    "F123" OddTempo                 Warning  Import   "All pieces are on their starting squares, but Black is to move.";
    "F124" BestMoveAfterEnd         Warning  Import   "A best move is given although the game is over.";
    "P201" FenInEpd                 Warning  Import   "A line of an EPD file carries the counters of a FEN.";
    "P202" OpcodeForm               Error    Read     "An EPD opcode is not a letter followed by up to fourteen letters, digits or underscores.";
    "P203" SemicolonMissing         Warning  Import   "An EPD operation does not end with a semicolon.";
    "P204" OperandUnclosed          Error    Read     "An EPD operand is not closed by a quote, or too long.";
    "P205" OpcodeRepeated           Warning  Import   "An EPD opcode occurs twice.";
    "P206" OpcodeOrder              Info     Export   "The EPD opcodes are not in alphabetical order.";
    "P207" EpdMove                  Error    Read     "A move of an EPD operation cannot be played.";
    "P208" BestAndAvoided           Warning  Import   "A move is both a best move and a move to avoid.";
    "P209" BestMoveOrder            Info     Export   "The best moves of an EPD are not in alphabetical order.";
    "P210" PredictionDiffers        Warning  Import   "The predicted move is not the first of the predicted line.";
    "P211" EvaluationRange          Warning  Import   "An EPD evaluation is not a whole number from -32767 to 32766.";
    "P213" EpdCounter               Warning  Import   "A counter of an EPD is not a valid number.";
    "P218" EpdLineLength            Info     Export   "A line of an EPD file has more than 1024 bytes.";
    "X901" SecondOpinion            Error    Read     "The second reader of `--cross-check` disagrees about this game.";
}

/// A word that is neither a code nor the beginning of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownCode {
    /// The word.
    pub word: String,
    /// The code with the most similar id.
    pub nearest: Option<Code>,
}

impl UnknownCode {
    pub(super) fn new(word: &str) -> Self {
        let ids = Code::ALL.iter().map(|code| code.id());
        let nearest = nearest(word, ids).and_then(|id| id.parse().ok());
        Self { word: word.to_owned(), nearest }
    }
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown code `{}`", self.word)
    }
}

impl Error for UnknownCode {}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Code {
    type Err = UnknownCode;

    /// Reads an id; the letter may be lowercase.
    fn from_str(id: &str) -> Result<Self, UnknownCode> {
        let mut codes = Self::ALL.iter().copied();
        let known = codes.find(|code| code.id().eq_ignore_ascii_case(id));
        known.ok_or_else(|| UnknownCode::new(id))
    }
}

#[cfg(test)]
mod tests {
    use super::Code;
    use crate::diagnostics::{Profile, Severity};

    #[test]
    fn every_page_starts_with_what_the_table_says() {
        for &code in Code::ALL {
            let severity = match code.severity() {
                Severity::Info => "Information",
                Severity::Warning => "Warning",
                Severity::Error => "Error",
            };
            let shown = match code.profile() {
                Profile::Read => "in every profile",
                Profile::Import => "in the profile import and stricter",
                Profile::Export => "in the profile export and stricter",
                Profile::Pedantic => "only in the profile pedantic",
            };
            let (id, summary) = (code.id(), code.summary());
            let head = format!("# {id}: {summary}\n\n{severity}, shown {shown}.\n\n");
            assert!(code.page().starts_with(&head), "{id} should start with {head}");
        }
    }

    #[test]
    fn every_page_says_what_to_do_and_fits_a_screen() {
        for code in Code::ALL {
            let lines = code.page().lines().count();
            assert!((8..=26).contains(&lines), "{}: {lines} lines", code.id());
            assert!(code.page().contains("\nWhat to do: "), "{}", code.id());
        }
    }

    #[test]
    fn ids_are_unique() {
        let mut ids: Vec<_> = Code::ALL.iter().map(|code| code.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), Code::ALL.len());
    }

    #[test]
    fn a_code_is_read_from_its_id() {
        assert_eq!("m303".parse(), Ok(Code::Pinned));
        for (word, nearest) in [("M399", Some("M309")), ("Q", None), ("", None)] {
            let unknown = word.parse::<Code>().unwrap_err();
            assert_eq!(unknown.nearest.map(Code::id), nearest, "{word}");
        }
    }
}
