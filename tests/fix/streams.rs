//! Bytes in and bytes out: what changes, what stays, how many games there are, and the exit status.

use std::fs;

use crate::run::{Outcome, careless, fix, game, illegal, pipe, sound};

#[test]
fn only_faulty_bytes_change() -> Outcome {
    let [written, right] = careless();
    let before = [sound().as_str(), &written, "; a remark\n\n", &sound()].concat();
    let after = [sound().as_str(), &right, "; a remark\n\n", &sound()].concat();
    let ran = pipe(&[], before.as_bytes())?;
    assert_eq!((String::from_utf8(ran.out)?, ran.code), (after, Some(0)));
    assert_eq!(ran.err, "standard input: 3 games, 1 correction in 1 game (1 safe)\n");
    Ok(())
}

#[test]
fn a_file_without_findings_stays_the_same() -> Outcome {
    let sound = sound();
    for text in [
        sound.clone().into_bytes(),
        sound.replace('\n', "\r\n").into_bytes(),
        sound.replace('\n', "\r").into_bytes(),
        sound.trim_end().as_bytes().to_vec(),
        ["\u{feff}", &sound].concat().into_bytes(),
        sound.replace("Ask, Bo", "Åsk, Bö").into_bytes(),
        [&sound, "\n\n\n\n", &sound, "\t \n"].concat().into_bytes(),
        Vec::new(),
        b"\n\n".to_vec(),
    ] {
        let ran = pipe(&["-q"], &text)?;
        assert_eq!(
            (ran.out.escape_ascii().to_string(), ran.code),
            (text.escape_ascii().to_string(), Some(0))
        );
    }
    Ok(())
}

/// Nothing is lost of what is not read: a file of another kind, a game that is too large.
#[test]
fn what_is_not_read_is_passed_on() -> Outcome {
    let page = b"<!DOCTYPE html>\n".repeat(20_000);
    let ran = pipe(&[], &page)?;
    assert!(ran.out == page, "{} bytes", ran.out.len());
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("the file is a web page"), "{}", ran.err);
    let [written, right] = careless();
    let comment = format!("[Event \"long\"]\n\n1. e4 {{{}}} *\n\n", "word ".repeat(4_500_000));
    let ran = pipe(&[], [written.as_str(), &comment, &written].concat().as_bytes())?;
    let expected = [right.as_str(), &comment, &right].concat().into_bytes();
    assert!(ran.out == expected, "{} bytes, not {}", ran.out.len(), expected.len());
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    Ok(())
}

#[test]
fn old_code_pages_become_utf_8() -> Outcome {
    let sound = sound();
    let (before, after) = sound.split_once("Ask").ok_or("a name")?;
    let latin = [before.as_bytes(), b"M\xfcller", after.as_bytes()].concat();
    let ran = pipe(&[], &latin)?;
    assert_eq!(String::from_utf8(ran.out)?, sound.replace("Ask", "Müller"));
    let wide: Vec<u8> = sound.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let ran = pipe(&[], &[&b"\xff\xfe"[..], &wide].concat())?;
    assert_eq!((String::from_utf8(ran.out)?, ran.code), (sound.clone(), Some(0)), "{}", ran.err);
    assert_eq!(pipe(&["--ignore", "B002"], &wide)?.code, Some(2));
    Ok(())
}

#[test]
fn quote_marks_of_an_email_are_removed_or_kept() -> Outcome {
    let [written, right] = careless();
    let quoted = format!("> {}", written.trim_end().replace('\n', "\n> ")) + "\n";
    let ran = pipe(&[], quoted.as_bytes())?;
    assert_eq!(
        (String::from_utf8(ran.out)?, ran.code),
        (right.trim_end().to_owned() + "\n", Some(0)),
        "{}",
        ran.err
    );
    let kept = pipe(&["--select", "S402"], quoted.as_bytes())?;
    assert_eq!(String::from_utf8(kept.out)?, quoted);
    Ok(())
}

#[test]
fn the_exit_status_says_what_is_left() -> Outcome {
    let [careless, _] = careless();
    let unknown = sound().replace("2023.03.04", "1023.03.04");
    for (arguments, text, code) in [
        (&[][..], sound(), 0),
        (&[], careless.clone(), 0),
        (&[], illegal(), 1),
        (&["--ignore", "M"], illegal(), 0),
        (&[], unknown.clone(), 1),
        (&["--fail-on", "error"], unknown.clone(), 0),
        (&["--profile", "read"], unknown, 0),
        (&["--check"], careless.clone(), 1),
        (&["--check"], illegal(), 0),
        (&["--check", "--ignore", "S401"], careless.clone(), 0),
        (&["--select", "S402"], careless.clone(), 0),
        (&["--select", "XYZ"], careless.clone(), 2),
        (&["--min-confidence", "0.9"], careless.clone(), 2),
        (&["--apply", "all", "--min-confidence", "0.3"], careless.clone(), 2),
        (&["--diff", "--check"], careless.clone(), 2),
        (&["--in-place"], careless, 2),
    ] {
        let ran = pipe(arguments, text.as_bytes())?;
        assert_eq!(ran.code, Some(code), "{arguments:?} {text}: {}", ran.err);
        if arguments.first() == Some(&"--check") && code < 2 {
            assert_eq!((ran.out, ran.err), (Vec::new(), String::new()));
        }
    }
    Ok(())
}

#[test]
fn threads_make_no_difference() -> Outcome {
    let [written, _] = careless();
    let text =
        [sound(), written, illegal(), game("1. Sf3 Sf6 2. Sc3 Sc6", "*")].concat().repeat(800);
    let once = pipe(&["-j", "1"], text.as_bytes())?;
    assert_eq!(once, pipe(&["-j", "3"], text.as_bytes())?);
    assert_eq!(once.err.split(',').next(), Some("standard input: 3200 games"));
    let twice = pipe(&["-q"], &once.out)?;
    assert!(once.out == twice.out, "corrected again");
    Ok(())
}

/// A block with very many findings is read in portions: the white space between two games belongs to the first of them.
#[test]
fn carriage_returns_are_removed_in_portions_too() -> Outcome {
    let text = [sound(), game("1.e4 e5 2.Nf3 Nc6 {the usual} 3.Bb5 a6", "*")].concat().repeat(500);
    let right = pipe(&["-q", "--profile", "export"], text.as_bytes())?;
    let ran = pipe(&["-q", "--profile", "export"], text.replace('\n', "\r\n").as_bytes())?;
    assert!(right == ran, "line ends make no difference: {}", ran.err);
    assert!(!ran.out.contains(&b'\r'));
    Ok(())
}

#[test]
fn what_cannot_be_read_is_an_error() -> Outcome {
    let ran = fix(&["nope.pgn"])?;
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.err, "error: cannot read 'nope.pgn': No such file or directory\n");
    let ran = fix(&["fixtures/fix/club-night.pgn", "fixtures/games/club-evening.pgn"])?;
    assert_eq!((ran.out.len(), ran.code), (0, Some(2)));
    assert!(ran.err.contains("--in-place"), "{}", ran.err);
    assert!(fs::exists("fixtures/fix/club-night.pgn")?);
    Ok(())
}
