//! The fields of every JSON object and the columns of every CSV table, with their types and meanings: one table, and its page.

use unicode_width::UnicodeWidthStr;

/// The version of the fields in JSON and CSV: the name or the type of a field changes only together with it.
pub const SCHEMA: u32 = 2;

/// A kind of record: the command that writes it, a sentence, and its fields.
struct Record {
    title: &'static str,
    about: &'static str,
    fields: &'static [FieldEntry],
}

/// The path of a field (`fix.byte` is a field of the object `fix`, `claims[].ply` one of each object in the list `claims`, a name in
/// capital letters stands for any name), its type, and its meaning.
type FieldEntry = (&'static str, &'static str, &'static str);

const INTRODUCTION: &str = "\
JSON is one object on each line, in UTF-8. CSV begins with a header; null is an empty field, and the elements of an array are \
separated by spaces. Names and types are stable: `schema` is the number of their version; objects may get further fields. Lines and columns count from 1, and a column counts \
characters; bytes count from 0, in a compressed file or one in UTF-16 those of its text in UTF-8.

`--format line` of validate and report has one finding on each line: FILE:LINE:COLUMN: SEVERITY[CODE] MESSAGE";

const RECORDS: [Record; 10] = [
    Record {
        title: "validate --format json: finding",
        about: "The findings of a game precede it.",
        fields: &[
            ("type", "string", "finding"),
            ("code", "string", "code; `arbiter help CODE` explains it"),
            ("severity", "string", "error, warning or info"),
            ("file", "string", "path of the file, - for standard input"),
            ("game", "number|null", "number of the game in the file"),
            ("line", "number", "line of the finding"),
            ("column", "number", "column of the finding"),
            ("byte", "number", "offset of its first byte in the file"),
            ("length", "number", "its length in bytes"),
            ("ply", "number|null", "ply in the main line or variation, from 1"),
            (
                "path",
                "string|null",
                "place in the game: main/ply 23/rav 1/ply 2, or the name of a tag",
            ),
            ("message", "string", "what is wrong"),
            ("help", "string|null", "what to do, or what was probably meant"),
            ("reason", "object|null", "why a move cannot be played"),
            ("reason.kind", "string", "a word: pinned, blocked, in-check ..."),
            ("reason.squares", "object", "the squares by their part in the reason"),
            ("reason.squares.PART", "array", "names of squares"),
            ("fen", "string|null", "position before the move"),
            ("suggestions", "array", "likely corrections, the best first"),
            ("suggestions[].text", "string", "move or text"),
            (
                "suggestions[].confidence",
                "number",
                "probability that it is what was meant, from 0 to 1",
            ),
            ("suggestions[].score", "number", "the same under its former name"),
            (
                "class",
                "string|null",
                "of its edits: safe, likely (confidence 0.95 or more) or guess",
            ),
            ("edits", "array", "edits that correct it together"),
            ("edits[].byte", "number", "offset of the first byte to replace"),
            ("edits[].length", "number", "how many bytes to replace"),
            ("edits[].replacement", "string", "new text"),
            ("edits[].safety", "string", "safe, or guess if it needs a review"),
            (
                "assumed",
                "boolean",
                "whether it depends on the correction of an earlier fault of the game",
            ),
            ("fix", "object|null", "the first of the edits"),
            ("fix.byte", "number", "offset of the first byte to replace"),
            ("fix.length", "number", "how many bytes to replace"),
            ("fix.replacement", "string", "new text"),
            ("fix.safety", "string", "safe, or guess if it needs a review"),
        ],
    },
    Record {
        title: "validate --format json: game",
        about: "One object for each game.",
        fields: &[
            ("type", "string", "game"),
            ("file", "string", "path of the file, - for standard input"),
            ("game", "number", "number of the game in the file, from 1"),
            ("line", "number", "its first line"),
            ("byte", "number", "offset of its first byte in the file"),
            ("length", "number", "its length in bytes"),
            ("tags", "object", "all tags; of several with one name the first"),
            ("tags.NAME", "string", "value without escaping backslashes"),
            ("plies", "number", "plies of the main line that were played"),
            (
                "outcome",
                "string",
                "what the board says: checkmate, stalemate, dead-position, fivefold, seventy-five-moves or none; in variants also extinction, goal-reached, checks-given, both-passed, repetition or move-limit",
            ),
            (
                "ended_by",
                "string",
                "the outcome, or time-forfeit, abandoned, adjudication, rules-infraction, not-on-board or unterminated",
            ),
            ("claims", "array", "draws that could have been claimed"),
            ("claims[].kind", "string", "threefold or fifty-moves"),
            ("claims[].ply", "number", "first ply after which it was possible"),
            ("result", "string|null", "result after the moves, else that of the tag"),
            ("final_fen", "string|null", "last position; null if it is unknown"),
            ("checked", "boolean", "false if the moves were not checked"),
            ("errors", "number", "errors of this game"),
            ("warnings", "number", "warnings of this game"),
        ],
    },
    Record {
        title: "validate --format json: summary",
        about: "One object at the end.",
        fields: &[
            ("type", "string", "summary"),
            ("schema", "number", "version of the fields"),
            ("files", "number", "files that were read"),
            ("games", "number", "games; the sum of the next four"),
            ("clean", "number", "games without errors and warnings"),
            ("with_errors", "number", "games with an error"),
            ("with_warnings", "number", "games with a warning and no error"),
            ("not_checked", "number", "games of unknown variants without errors and warnings"),
            ("interrupted", "boolean", "true if a signal ended the run"),
            ("plies", "number", "plies that were played"),
            ("errors", "number", "findings that are errors"),
            ("warnings", "number", "findings that are warnings"),
            ("infos", "number", "findings that are information"),
            ("outcomes", "object", "games by what the board says at their end"),
            ("outcomes.checkmate", "number", ""),
            ("outcomes.stalemate", "number", ""),
            ("outcomes.dead-position", "number", ""),
            ("outcomes.fivefold", "number", ""),
            ("outcomes.seventy-five-moves", "number", ""),
            ("outcomes.variant-rule", "number", ""),
            ("outcomes.none", "number", ""),
            ("claims", "object", "games by the draws that could be claimed"),
            ("claims.threefold", "number", ""),
            ("claims.fifty-moves", "number", ""),
            ("safe_corrections", "number", "findings with a safe correction"),
            ("codes", "object", "counts by code"),
            ("codes.CODE", "object", ""),
            ("codes.CODE.findings", "number", "findings"),
            ("codes.CODE.safe_corrections", "number", "those with a safe correction"),
            ("codes.CODE.games", "number", "games with such a finding"),
            ("codes.CODE.files", "number", "files with such a finding"),
            ("examples", "object", "the first places of each code, by file and byte"),
            ("examples.CODE", "array", "at most three"),
            ("examples.CODE[].file", "string", "path of the file"),
            ("examples.CODE[].byte", "number", "offset of the first byte in the file"),
            ("examples.CODE[].line", "number", "line"),
            ("examples.CODE[].game", "number|null", "number of the game in the file"),
            ("digest", "string", "hash of all games and findings, whatever their order"),
        ],
    },
    Record {
        title: "validate --format csv",
        about: "One row for each game.",
        fields: &[
            ("file", "string", "path of the file, - for standard input"),
            ("game", "number", "number of the game in the file, from 1"),
            ("line", "number", "its first line"),
            ("byte", "number", "offset of its first byte in the file"),
            ("length", "number", "its length in bytes"),
            ("event", "string", "tag Event"),
            ("site", "string", "tag Site"),
            ("date", "string", "tag Date"),
            ("round", "string", "tag Round"),
            ("white", "string", "tag White"),
            ("black", "string", "tag Black"),
            ("result", "string|null", "result after the moves, else that of the tag"),
            ("plies", "number", "plies of the main line that were played"),
            ("outcome", "string", "as in JSON"),
            ("ended_by", "string", "as in JSON"),
            ("threefold", "number|null", "first ply of a threefold repetition"),
            ("fifty_moves", "number|null", "first ply with a claim by the fifty-move rule"),
            ("errors", "number", "errors of this game"),
            ("warnings", "number", "warnings of this game"),
            ("codes", "array", "codes of its findings, in the order of the text"),
            ("schema", "number", "version of the columns"),
        ],
    },
    Record {
        title: "report --format json, report --format csv",
        about: "One object or row for each position; what is unknown is null. `--columns` chooses the columns. Other columns of the \
                input follow as strings, and in JSON `findings`, unless columns are chosen.",
        fields: &[
            ("n", "number", "number of the position in the run, from 1"),
            ("file", "string|null", "path of the file, - for standard input"),
            ("line", "number|null", "line of the file"),
            ("input", "string", "text that was read"),
            ("id", "string|null", "operation id of an EPD"),
            ("dup_of", "number|null", "n of the same position before"),
            ("valid", "boolean", "whether it can be read"),
            ("legal", "boolean", "whether it can be played"),
            ("reachable", "string|null", "no if no game reaches it, else unknown"),
            ("codes", "array", "codes of its findings"),
            ("field", "string|null", "field of the FEN with the worst finding"),
            ("column", "number|null", "column of the worst finding in the input"),
            ("message", "string|null", "message of the worst finding"),
            ("fixed_fen", "string|null", "corrected FEN if there is an obvious one"),
            ("fen", "string|null", "canonical FEN"),
            ("turn", "string|null", "white or black"),
            ("castling", "string|null", "castling rights as in a FEN"),
            ("ep", "string|null", "en-passant square as written"),
            ("ep_capturable", "boolean|null", "whether an en-passant capture is legal"),
            ("halfmove", "number|null", "plies since a capture or pawn move"),
            ("fullmove", "number|null", "move number"),
            ("variant", "string|null", "standard, chess960, alice, atomic ..."),
            ("chess960_id", "number|null", "number of a Chess960 start position"),
            ("polyglot", "string|null", "key of opening books, 16 hexadecimal digits; chess only"),
            ("material_key", "string|null", "pieces of both sides, those in hand included: KRPvKR"),
            ("in_check", "boolean|null", "whether the side to move is in check"),
            ("checkers", "array|null", "squares of the pieces that give check"),
            ("pinned", "array|null", "squares of pinned pieces of the side to move"),
            ("legal_moves", "number|null", "number of legal moves"),
            ("captures", "number|null", "number of captures"),
            ("checks", "number|null", "number of moves that give check"),
            ("promotions", "number|null", "number of promotions"),
            ("mate_in_1", "array|null", "moves that give mate, in SAN"),
            (
                "status",
                "string",
                "ongoing, checkmate, stalemate, dead-position, seventy-five-moves or invalid; in variants also extinction, goal-reached, checks-given, both-passed or repetition",
            ),
            ("winner", "string|null", "white or black if the position is won"),
            (
                "claim_50",
                "boolean|null",
                "whether the fifty-move rule allows a claim; null if the variant has another rule",
            ),
            ("can_mate_white", "boolean|null", "whether White has mating material"),
            ("can_mate_black", "boolean|null", "whether Black has mating material"),
            ("piece_count", "number|null", "pieces on the board, with the kings"),
            (
                "white_points",
                "number|null",
                "White's material in pawns; null if a piece has no usual value",
            ),
            ("black_points", "number|null", "Black's material in pawns, in the same way"),
            ("schema", "number", "version of the fields"),
            ("san", "array|null", "legal moves in SAN (`--with moves`)"),
            ("uci", "array|null", "legal moves in UCI (`--with moves`)"),
            ("board", "string|null", "drawing in letters (`--with board`)"),
            ("pieces", "string|null", "the pieces in words (`--with pieces`)"),
            ("perft", "number|null", "paths of N plies (`--with perft:N`)"),
            ("svg", "string|null", "drawing in SVG (`--with svg`)"),
            (
                "eval",
                "string|null",
                "evaluation in the form of [%eval], from White's side: 0.35, #3, #-3 (`--with eval`)",
            ),
            (
                "best",
                "string|null",
                "move of the built-in engine, with a mate it finds: Nf3, Qg6 #2 (`--with best`)",
            ),
            (
                "caption",
                "string|null",
                "column caption, text after the FEN, players and move, or id (`--columns caption`)",
            ),
            ("game", "number|null", "number of the game in its file (`--pgn`)"),
            ("ply", "number|null", "plies before the position (`--pgn`)"),
            ("move", "string|null", "last move as written (`--pgn`)"),
            ("findings", "array", "all findings (JSON only)"),
            ("findings[].code", "string", "code; `arbiter help CODE` explains it"),
            ("findings[].severity", "string", "error, warning or info"),
            ("findings[].field", "string|null", "field of the FEN, or operation of the EPD"),
            ("findings[].column", "number", "column in the input"),
            ("findings[].message", "string", "what is wrong"),
        ],
    },
    Record {
        title: "fix --log",
        about: "One object for every edit, in the order of the file. Edits that touch each other are one.",
        fields: &[
            ("file", "string", "path of the file, - for standard input"),
            ("game", "number", "number of the game in the file; 0 for the file itself"),
            ("byte", "number", "offset of the first byte that is replaced, in the original text"),
            ("length", "number", "bytes that are replaced, 0 for an insertion"),
            ("before", "string", "the original text; U+FFFD stands for what is not UTF-8"),
            ("after", "string", "the new text"),
            ("code", "string", "code of the finding that it corrects"),
            ("class", "string", "safe, likely (confidence 0.95 or more) or guess"),
            ("confidence", "number", "probability that it is right, from 0 to 1"),
            ("also", "array", "codes of other findings that it corrects, if there are any"),
        ],
    },
    Record {
        title: "explain MOVE --format json",
        about: "One object.",
        fields: &[
            ("legal", "boolean", "whether the move is legal"),
            ("move", "string", "the move in SAN if it is legal, else as entered"),
            ("reason", "string|null", "why it is illegal, in a word: pinned ..."),
            ("message", "string", "the reason, or the legal move, in a sentence"),
            ("squares", "object", "squares by their part in the move or reason"),
            ("squares.PART", "array", "names of squares"),
            ("rule", "string|null", "article of the Laws, or the variant whose rule it is"),
            (
                "alternatives",
                "array",
                "legal moves to the same square or of the same kind of piece, in SAN",
            ),
        ],
    },
    Record {
        title: "explain CODE --format json",
        about: "One object; with `--all` one for each code, without its page.",
        fields: &[
            ("code", "string", "M303 ..."),
            ("severity", "string", "usual severity: error, warning or info"),
            ("profile", "string", "most lenient profile that shows it"),
            ("summary", "string", "meaning in one sentence"),
            ("page", "string", "page of the code, in Markdown"),
        ],
    },
    Record {
        title: "show --format json",
        about: "One object.",
        fields: &[
            ("fen", "string", "position"),
            ("turn", "string", "white or black"),
            ("check", "boolean", "whether the side to move is in check"),
            ("last_move", "string|null", "two squares: e2e4; one for a drop; -- for a null move"),
            ("moves", "array|null", "moves of the piece of `--moves`, in SAN"),
            ("style", "string", "style of the drawing"),
            ("board", "string", "the drawing"),
        ],
    },
    Record {
        title: "perft --format json",
        about: "One object.",
        fields: &[
            ("nodes", "number", "number of move paths"),
            ("depth", "number", "their length in plies"),
            ("divide", "array", "paths by first move (`--divide`)"),
            ("divide[].move", "string", "first move in UCI"),
            ("divide[].nodes", "number", "paths that begin with it"),
        ],
    },
];

/// No line is wider.
const WIDTH: usize = 80;
/// Where the types begin.
const TYPES: usize = 24;
/// Where the meanings begin.
const MEANINGS: usize = 37;

/// The page: an introduction, then each record with its fields. The fields of an object are indented below it.
pub fn page() -> String {
    let mut page = wrapped("", 0, INTRODUCTION);
    for Record { title, about, fields } in &RECORDS {
        page.extend(["\n", title, "\n", &wrapped("  ", 2, about)]);
        for (path, kind, meaning) in *fields {
            let (depth, name) =
                (path.matches('.').count(), path.rsplit('.').next().unwrap_or(path));
            let name = format!("{:indent$}{name}", "", indent = 2 + 2 * depth);
            let head = format!("{name:<TYPES$}{kind:<rest$}", rest = MEANINGS - TYPES);
            page.push_str(&wrapped(&head, MEANINGS, meaning));
        }
    }
    page
}

/// Text after `head`, wrapped; the lines after the first are indented.
fn wrapped(head: &str, indent: usize, text: &str) -> String {
    let mut lines = Vec::new();
    let mut line = head.to_owned();
    for paragraph in text.split('\n') {
        for word in paragraph.split(' ') {
            if line.width() + word.width() > WIDTH {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            }
            line.push_str(word);
            line.push(' ');
        }
        lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n") + "\n"
}
