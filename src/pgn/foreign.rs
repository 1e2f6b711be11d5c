//! Files that hold no games, recognised by their beginning: they are reported once and not read.
//!
//! The rule: a file is judged by its first 4 KiB. It is something else if it begins with the mark of another format, or if
//! at least one byte in twenty is a control character and no line is a tag pair.

use crate::{
    diagnostics::{Code, Finding},
    pgn::grammar::tag_pair,
    text::{Source, Span, WideEncoding},
};

/// How many bytes at the beginning of a file show what it is.
pub(crate) const HEAD: usize = 4096;

/// From this many control characters on, one byte in twenty makes a file binary; below, one in ten.
const FEW: usize = 16;

const UNPACK: &str = "unpack it first";
const EXPORT: &str = "export the games as PGN with the program that wrote it";
const DOWNLOAD: &str = "open it in a browser: it may say why the download failed";
const LFS: &str = "`git lfs pull` downloads the file that it stands for";

/// The first bytes of other formats, what they are, and what to do. Upper and lower case are the same.
const MARKS: [(&[u8], &str, &str); 26] = [
    (b"version https://git-lfs", "a Git LFS pointer", LFS),
    (b"<!doctype", "a web page", DOWNLOAD),
    (b"<html", "a web page", DOWNLOAD),
    (b"<head", "a web page", DOWNLOAD),
    (b"<?xml", "an XML document", ""),
    (b"%PDF", "a PDF document", ""),
    (b"{\\rtf", "an RTF document", "save it as plain text"),
    (b"\xd0\xcf\x11\xe0", "an Office document", "save it as plain text"),
    (b"PK\x03\x04", "a ZIP archive", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", UNPACK),
    (b"\x1f\x8b", "compressed twice", UNPACK),
    (b"BZh91AY&SY", "compressed twice", UNPACK),
    (b"\x28\xb5\x2f\xfd", "compressed twice", UNPACK),
    (b"\xfd7zXZ\0", "compressed twice", UNPACK),
    (b"SQLite format 3\0", "an SQLite database", EXPORT),
    (b"Scid.si", "a Scid database", EXPORT),
    (b"\0\0\x2c\0\x2e\x01", "a ChessBase database", EXPORT),
    (b"\0\0\x24\0\x2e\x01", "a ChessBase database", EXPORT),
    (b"\x89PNG", "an image", ""),
    (b"\xff\xd8\xff", "an image", ""),
    (b"GIF87a", "an image", ""),
    (b"GIF89a", "an image", ""),
    (b"\x7fELF", "a program", ""),
    (b"MZ\x90", "a program", ""),
    (b"\xca\xfe\xba\xbe", "a program", ""),
];

/// Whether a file that begins so cannot be read at all.
pub(crate) fn is_unreadable(text: &[u8]) -> bool {
    let head = head(text);
    WideEncoding::of(head).is_some() || other_format(head).is_some()
}

/// Why a file cannot be read at all.
pub(super) fn unreadable(source: &Source<'_>) -> Option<Finding> {
    let head = head(source.bytes);
    let first = source.span_of(&head[..head.len().min(1)]);
    if let Some(encoding) = WideEncoding::of(head) {
        return Some(wide_encoding(encoding, first));
    }
    let (name, help) = other_format(head)?;
    let message = format!("the file is {name}, not a collection of games");
    let finding = Finding::new(Code::NotPgn, first, message);
    Some(if help.is_empty() { finding } else { finding.with_help(help) })
}

/// The finding about a file in UTF-16 or UTF-32.
pub(crate) fn wide_encoding(encoding: WideEncoding, first: Span) -> Finding {
    let name = encoding.name();
    let message = format!("the file is encoded in {name}; convert it to UTF-8");
    let label = encoding.encoding().map_or(name, |encoding| encoding.name());
    let help = format!("`iconv -f {label} -t UTF-8` converts it");
    Finding::new(Code::WideEncoding, first, message).with_help(help)
}

pub(super) fn head(text: &[u8]) -> &[u8] {
    &text[..text.len().min(HEAD)]
}

/// The name of another format, and what to do.
fn other_format(head: &[u8]) -> Option<(&'static str, &'static str)> {
    let start = head.trim_ascii_start();
    let begins =
        |mark: &[u8]| start.len() >= mark.len() && start[..mark.len()].eq_ignore_ascii_case(mark);
    let marked = MARKS.iter().find(|(mark, ..)| begins(mark)).map(|&(_, name, help)| (name, help));
    let is = |test: bool, name, help| test.then_some((name, help));
    marked
        // A tar archive begins with the name of its first file.
        .or(is(head.get(257..262) == Some(b"ustar"), "a tar archive", UNPACK))
        .or(is(begins_json(start), "JSON data", ""))
        .or(is(is_binary(head), "binary data", ""))
}

/// Whether an object with a name and a colon begins here, or a list of such objects. A comment in braces is none.
fn begins_json(start: &[u8]) -> bool {
    let object = after(start, b'[').unwrap_or(start);
    let name = after(object, b'{').and_then(|rest| after(rest, b'"'));
    let end = name.and_then(|name| after(&name[memchr::memchr(b'"', name)?..], b'"'));
    end.is_some_and(|rest| rest.starts_with(b":"))
}

/// What follows a sign and the space after it.
fn after(text: &[u8], sign: u8) -> Option<&[u8]> {
    text.strip_prefix(&[sign]).map(<[u8]>::trim_ascii_start)
}

fn is_binary(head: &[u8]) -> bool {
    let controls = head.iter().filter(|&&byte| byte < 9 || (14..32).contains(&byte)).count();
    let many = controls * 10 > head.len() || controls >= FEW && controls * 20 > head.len();
    many && !head.split(|byte| matches!(byte, b'\n' | b'\r')).any(|line| tag_pair(line).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_formats_are_named() {
        let mut tar = b"games/a.pgn".to_vec();
        tar.resize(257, 0);
        tar.extend_from_slice(b"ustar\x0000");
        for (head, name) in [
            (
                &b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n"[..],
                "a Git LFS pointer",
            ),
            (b"\n <!DOCTYPE html><html>", "a web page"),
            (b"%PDF-1.7\n", "a PDF document"),
            (b"SQLite format 3\0\x10\0", "an SQLite database"),
            (b"Scid.si\0\x01\x90", "a Scid database"),
            (b"\0\0\x2c\0\x2e\x01\0\0", "a ChessBase database"),
            (b"\x89PNG\r\n\x1a\n", "an image"),
            (b"{\"games\": [1, 2]}", "JSON data"),
            (b"[ {\n  \"White\" : \"Ek\" } ]", "JSON data"),
            (&tar, "a tar archive"),
            (&[1, 2, 3, 4, 200, 255].repeat(100), "binary data"),
        ] {
            assert_eq!(other_format(head).map(|(name, _)| name), Some(name));
        }
    }

    #[test]
    fn games_are_no_other_format() {
        let controls = "\u{1}".repeat(300);
        for text in [
            "",
            "[Event \"a\"]\n\n1. e4 *\n",
            "{\"Quoted\", as they say} 1. e4 *\n",
            "{a comment: \"x\"} 1. e4 *\n",
            "1. e4\u{7} e5 *\n",
            "version 2 of my games\n\n1. e4 *\n",
            &format!("{controls}\n[Event \"a\"]\n\n1. e4 *\n"),
        ] {
            assert_eq!(other_format(text.as_bytes()), None, "{text:?}");
        }
    }
}
