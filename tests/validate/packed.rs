//! Compression is recognised by content, not by name; streams may have several members.

use std::{error::Error, io::Write};

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;

use crate::desk::{Folder, Outcome, careless, illegal, pipe, sound, validate};

type Packer = fn(&[u8]) -> Result<Vec<u8>, Box<dyn Error>>;

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
    Ok(zstd::encode_all(bytes, 1)?)
}

const PACKERS: [(&str, Packer); 3] = [("gz", gzip), ("bz2", bzip2), ("zst", zstd)];

#[test]
fn a_packed_archive_says_what_the_plain_one_says() -> Outcome {
    let folder = Folder::new()?;
    let text = sound() + &illegal() + &careless();
    let plain = pipe(&["--format", "line"], text.as_bytes())?;
    assert_eq!(plain.out.lines().count(), 2, "{}", plain.out);
    for (kind, pack) in PACKERS {
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
    for (kind, pack) in PACKERS {
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
fn a_stream_of_frames_may_begin_with_one_to_be_skipped() -> Outcome {
    let mut stream = vec![0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, b'n', b'o', b't', b'e'];
    stream.extend(zstd(sound().as_bytes())?);
    assert_eq!(pipe(&[], &stream)?.err, "1 game: 1 clean\n");
    Ok(())
}

#[test]
fn a_broken_stream_is_said_after_what_could_be_read() -> Outcome {
    let folder = Folder::new()?;
    let games: String = (0..3000).map(|n| sound().replace("Uppsala", &format!("U{n:x}"))).collect();
    for (kind, pack) in PACKERS {
        let packed = pack(games.as_bytes())?;
        let name = folder.file("half.pgn", &packed[..packed.len() / 2])?;
        let whole = folder.file("whole.pgn", sound().as_bytes())?;
        let ran = validate(&[&name, &whole])?;
        assert_eq!(ran.code, Some(2), "{kind}");
        assert!(
            ran.err.starts_with(&format!("error: cannot read '{name}': ")),
            "{kind}: {}",
            ran.err
        );
        assert!(!ran.err.contains("\n0 games"), "{kind}: {}", ran.err);
    }
    Ok(())
}
