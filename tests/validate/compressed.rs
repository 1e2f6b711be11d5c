//! Compressed inputs, recognised by content and not by name: streams of one or many frames, cut and damaged ones, ZIP archives.

use std::{
    error::Error,
    fs,
    io::{Cursor, Write},
    process::{Command, Stdio},
};

use bzip2::write::BzEncoder;
use flate2::{GzBuilder, write::GzEncoder};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{
    run::{Folder, Outcome, careless, codes, command, illegal, pipe, sound, validate},
    skip::skip,
};

type Compress = fn(&[u8]) -> Result<Vec<u8>, Box<dyn Error>>;

fn gzip(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn bzip2(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn zstd(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1)?;
    encoder.include_checksum(true)?;
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

const COMPRESSIONS: [(&str, Compress); 3] = [("gz", gzip), ("bz2", bzip2), ("zst", zstd)];

#[test]
fn a_compressed_archive_has_the_findings_of_the_plain_one() -> Outcome {
    let folder = Folder::new()?;
    let text = sound() + &illegal() + &careless();
    let plain = pipe(&["--format", "line"], text.as_bytes())?;
    assert_eq!(plain.out.lines().count(), 2, "{}", plain.out);
    for (kind, pack) in COMPRESSIONS {
        let packed = pack(text.as_bytes())?;
        assert_eq!(pipe(&["--format", "line"], &packed)?, plain, "{kind} from a pipe");
        let name = folder.file("misleading.pgn", &packed)?;
        let ran = validate(&["--format", "line", &name])?;
        assert_eq!(ran.out.replace(&name, "-"), plain.out, "{kind} under another name");
    }
    Ok(())
}

#[test]
fn streams_of_several_members_are_read_to_the_end() -> Outcome {
    for (kind, pack) in COMPRESSIONS {
        let mut stream = Vec::new();
        // The second member begins in the middle of a game.
        for part in [sound().as_str(), "[Event \"Club", " evening\"]\n\n1. e4 e5 *\n\n"] {
            stream.extend(pack(part.as_bytes())?);
        }
        let ran = pipe(&["--select", "M,R"], &stream)?;
        assert_eq!(ran.err, "2 games: 2 clean\n", "{kind}");
    }
    Ok(())
}

#[test]
fn a_zstd_stream_may_begin_with_a_skippable_frame() -> Outcome {
    let mut stream = vec![0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, b'n', b'o', b't', b'e'];
    stream.extend(zstd(sound().as_bytes())?);
    assert_eq!(pipe(&[], &stream)?.err, "1 game: 1 clean\n");
    Ok(())
}

/// Games with an illegal move each and comments of digits that do not compress well: several megabytes.
fn large() -> Vec<u8> {
    let mut state: u64 = 7;
    let mut digits = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("{state:016x}")
    };
    let comment =
        |digits: &mut dyn FnMut() -> String| (0..60).map(|_| digits()).collect::<String>();
    let mut text = String::new();
    for _ in 0..3000 {
        text += &illegal().replace("1. e4", &format!("1. e4 {{{}}}", comment(&mut digits)));
    }
    text.into_bytes()
}

/// A block of BGZF: a gzip member with its own length in an extra field.
fn bgzf(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let extra = vec![b'B', b'C', 2, 0, 0, 0];
    let mut encoder = GzBuilder::new().extra(extra).write(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes)?;
    let mut block = encoder.finish()?;
    let length = u16::try_from(block.len() - 1)?.to_le_bytes();
    block[16..18].copy_from_slice(&length);
    Ok(block)
}

#[test]
fn frames_decoded_side_by_side_come_in_order() -> Outcome {
    let text = large();
    let plain = pipe(&["--format", "line", "-j", "1"], &text)?;
    assert_eq!(plain.out.lines().count(), 3000);
    let frames: [(&str, Compress, usize); 4] = [
        ("zst", zstd, 300_001),
        ("small zst", zstd, 5_003),
        ("bz2", bzip2, 300_001),
        ("bgzf", bgzf, 60_001),
    ];
    for (kind, pack, size) in frames {
        let packed: Vec<Vec<u8>> = text.chunks(size).map(pack).collect::<Result<_, _>>()?;
        let packed = packed.concat();
        for jobs in ["1", "2", "5"] {
            let ran = pipe(&["--format", "line", "-j", jobs], &packed)?;
            assert!(ran == plain, "{kind} with {jobs} threads: {}", ran.err);
        }
    }
    Ok(())
}

#[test]
fn cut_and_damaged_streams_are_reported_after_their_games() -> Outcome {
    let folder = Folder::new()?;
    let text = large();
    let whole = folder.file("whole.pgn", sound())?;
    let words = [("gz", "gzip"), ("bz2", "bzip2"), ("zst", "zstd")];
    for ((kind, pack), (_, word)) in COMPRESSIONS.into_iter().zip(words) {
        let packed: Vec<Vec<u8>> = text.chunks(400_001).map(pack).collect::<Result<_, _>>()?;
        let packed = packed.concat();
        let half = packed.len() / 2;
        let mut damaged = packed.clone();
        damaged[half..half + 1000].fill(0xaa);
        for (bytes, reason) in [
            (&packed[..half], format!("the {word} data is cut off")),
            (&damaged, format!("the {word} data is damaged: ")),
        ] {
            let name = folder.file("half.pgn", bytes)?;
            for jobs in ["1", "3"] {
                let ran = validate(&["--format", "line", "-j", jobs, &name, &whole])?;
                let error = format!("error: cannot read '{name}': {reason}");
                assert!(ran.err.starts_with(&error), "{kind}: {}", ran.err);
                assert_eq!(ran.code, Some(2), "{kind}");
                // Nearly half of the games come before the damage.
                let found = codes(&ran.out).iter().filter(|&&code| code == "M308").count();
                assert!((1000..2000).contains(&found), "{kind} with {jobs} threads: {found}");
            }
        }
    }
    Ok(())
}

#[test]
fn streams_that_decode_to_very_much_need_little_memory() -> Outcome {
    let folder = Folder::new()?;
    let lines = vec![b'\n'; 24 << 20];
    for (kind, pack) in COMPRESSIONS {
        let name = folder.file("bomb.pgn", pack(&lines)?.repeat(8))?;
        for jobs in ["1", "3"] {
            // The limit is on memory that may be written, in kilobytes.
            let mut limited = Command::new("sh");
            let program = command().get_program().to_owned();
            limited.args(["-c", "ulimit -d 250000; exec \"$@\"", "sh"]).arg(program);
            let limited = limited.args(["validate", "-q", "-j", jobs, &name]);
            let output = limited.stdin(Stdio::null()).output()?;
            let code = output.status.code();
            assert!(matches!(code, Some(0 | 1)), "{kind} with {jobs} threads: {output:?}");
        }
    }
    Ok(())
}

fn zip_of(members: &[(&str, &str)]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in members {
        archive.start_file(*name, SimpleFileOptions::default())?;
        archive.write_all(text.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}

#[test]
fn the_members_of_a_zip_archive_are_files_of_their_own() -> Outcome {
    let folder = Folder::new()?;
    let members = [
        ("z.pgn", &*illegal()),
        ("readme.txt", "games"),
        ("deep/a.PGN", &illegal()),
        ("__MACOSX/._a.pgn", "\0\0"),
        ("empty.pgn", ""),
        ("last.pgn", &careless()),
    ];
    let name = folder.file("games.dat", zip_of(&members)?)?;
    for jobs in ["1", "3"] {
        let ran = validate(&["--format", "line", "-j", jobs, &name])?;
        let places: Vec<_> = ran.out.lines().filter_map(|line| line.split(": ").next()).collect();
        let expected = ["z.pgn:9:7", "deep/a.PGN:9:7", "last.pgn:9:35"];
        assert_eq!(places, expected.map(|member| format!("{name}/{member}")));
        let empty = format!("{name}/empty.pgn is empty\n3 games: ");
        assert!(ran.err.starts_with(&empty), "{}", ran.err);
    }
    Ok(())
}

#[test]
fn a_zip_archive_that_holds_no_games_or_is_damaged_is_an_error() -> Outcome {
    let folder = Folder::new()?;
    let whole = folder.file("whole.pgn", sound())?;
    let good = zip_of(&[("a.pgn", &sound().repeat(50))])?;
    let mut damaged = good.clone();
    damaged[60..80].fill(0x55);
    for (bytes, reason) in [
        (zip_of(&[("readme.txt", "games")])?, "error: no PGN files in '"),
        (zip_of(&[])?, "error: no PGN files in '"),
        (good[..good.len() / 2].to_vec(), "error: cannot read '"),
        (damaged, "error: cannot read '"),
    ] {
        let name = folder.file("games.zip", bytes)?;
        let ran = validate(&[&name, &whole])?;
        assert!(ran.err.starts_with(&format!("{reason}{name}")), "{}", ran.err);
        assert!(
            ran.err.contains("1 game: 1 clean\n") || ran.err.contains("games: "),
            "{}",
            ran.err
        );
        assert_eq!(ran.code, Some(2), "{}", ran.err);
    }
    let ran = pipe(&[], &zip_of(&[("a.pgn", &sound())])?)?;
    assert!(ran.err.starts_with("error: cannot read '-': a ZIP archive "), "{}", ran.err);
    Ok(())
}

#[test]
fn streams_of_the_usual_programs_are_read() -> Outcome {
    let folder = Folder::new()?;
    let text = large();
    let plain = folder.file("games.pgn", &text)?;
    let expected = validate(&["--format", "line", &plain])?;
    for line in [
        "zstd -q -c",
        "zstd -q -c --long=27 -19",
        "pzstd -q -c -p 3",
        "gzip -c",
        "bzip2 -c",
        "xz -c",
        "xz -c -9 -T 2 --block-size=500000",
        "zip -q - --",
    ] {
        let words: Vec<_> = line.split(' ').collect();
        let Ok(output) = Command::new(words[0]).args(&words[1..]).arg(&plain).output() else {
            skip(words[0]);
            continue;
        };
        let name = folder.file("packed", output.stdout)?;
        let member = if words[0] == "zip" { format!("{name}{plain}") } else { name.clone() };
        for jobs in ["1", "2"] {
            let ran = validate(&["--format", "line", "-j", jobs, &name])?;
            let same = ran.out.replace(&member, &plain) == expected.out;
            assert!(same && ran.err == expected.err, "{line}: {}", ran.err);
        }
    }
    Ok(())
}

#[test]
fn an_encrypted_zip_archive_is_an_error() -> Outcome {
    let folder = Folder::new()?;
    let (plain, name) = (folder.file("games.pgn", sound())?, folder.name("games.zip"));
    let Ok(output) = Command::new("zip").args(["-q", "-j", "-P", "secret", &name, &plain]).output()
    else {
        skip("zip");
        return Ok(());
    };
    assert!(output.status.success() && fs::exists(&name)?);
    let ran = validate(&[&name])?;
    let error = format!("error: cannot read '{name}/games.pgn': it is encrypted\n");
    assert!(ran.err.starts_with(&error) && ran.code == Some(2), "{}", ran.err);
    Ok(())
}
