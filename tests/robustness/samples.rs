//! Real inputs as starting points: the fixtures and their parts.

use std::{
    error::Error,
    fs, io,
    path::{Path, PathBuf},
};

use arbiter::{
    notation::{fen, variant::built_in, write_san},
    play::Settings,
    rules::{AnyPosition, Position},
};

/// The samples of a target.
pub(crate) type Samples = Result<Vec<Vec<u8>>, Box<dyn Error>>;

/// The contents of every fixture with this extension.
fn fixtures(ending: &str) -> Samples {
    let mut found = Vec::new();
    collect(Path::new("fixtures"), ending, &mut found)?;
    Ok(found)
}

fn collect(folder: &Path, ending: &str, found: &mut Vec<Vec<u8>>) -> Result<(), Box<dyn Error>> {
    for path in paths(folder)? {
        if path.is_dir() {
            collect(&path, ending, found)?;
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(fs::read(path)?);
        }
    }
    Ok(())
}

/// The contents of the files of a folder next to this file.
fn folder(name: &str) -> Samples {
    contents(&Path::new("tests/robustness/samples").join(name))
}

/// The contents of the files of a folder, in the order of their names.
pub(crate) fn contents(folder: &Path) -> Samples {
    Ok(paths(folder)?.into_iter().map(fs::read).collect::<Result<_, _>>()?)
}

/// The paths in a folder, in the order of their names.
pub(crate) fn paths(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    Ok(paths)
}

/// Input of `arbiter play`.
pub(crate) fn sessions() -> Samples {
    folder("play")
}

/// Lines of a UCI client.
pub(crate) fn clients() -> Samples {
    folder("uci-client")
}

/// Lines of a UCI engine.
pub(crate) fn uci_engines() -> Samples {
    folder("uci-engine")
}

/// Lines of an `XBoard` engine.
pub(crate) fn xboard_engines() -> Samples {
    folder("xboard-engine")
}

fn lines(texts: &[Vec<u8>]) -> impl Iterator<Item = &[u8]> {
    texts.iter().flat_map(|text| text.split(|&byte| byte == b'\n')).filter(|line| !line.is_empty())
}

/// Positions, valid and invalid, on one board and on several.
pub(crate) fn fens() -> Samples {
    let mut fens: Vec<Vec<u8>> = lines(&fixtures("fen")?).map(<[u8]>::to_vec).collect();
    for row in lines(&[fs::read("fixtures/positions/faults.tsv")?]) {
        fens.extend(row.split(|&byte| byte == b'\t').nth(1).map(<[u8]>::to_vec));
    }
    for row in
        lines(&[fs::read("fixtures/perft/classic.epd")?, fs::read("fixtures/perft/chess960.epd")?])
    {
        fens.extend(row.split(|&byte| byte == b';').next().map(|fen| fen.trim_ascii().to_vec()));
    }
    for alice in [
        "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R|8/8/p7/8/8/5N2/8/8 w KQkq - 0 2",
        "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/R7|8/8/8/8/8/8/8/q7 b - - 3 9",
    ] {
        fens.push(alice.into());
    }
    Ok(fens)
}

/// Lines of EPD files.
pub(crate) fn epds() -> Samples {
    Ok(lines(&fixtures("epd")?).map(<[u8]>::to_vec).collect())
}

/// A position on the first line, moves on the second.
pub(crate) fn moves() -> Samples {
    let mut samples = Vec::new();
    for fen in fens()? {
        let Ok(position) = fen::position(&fen) else { continue };
        let position = AnyPosition::from(position);
        let moves = position.legal_moves();
        let sans: Vec<String> = moves.iter().map(|&mv| write_san(&position, mv)).collect();
        samples.push([&fen, sans.join(" ").as_bytes()].join(&b'\n'));
    }
    for row in lines(&[fs::read("fixtures/rules/movement.tsv")?]) {
        if let [_, fen, mv, ..] = row.split(|&byte| byte == b'\t').collect::<Vec<_>>()[..] {
            samples.push([fen, mv].join(&b'\n'));
        }
    }
    Ok(samples)
}

/// Whole files of games.
pub(crate) fn games() -> Samples {
    fixtures("pgn")
}

/// Short files with tags, comments and variations that are not closed.
pub(crate) fn unclosed_games() -> Samples {
    folder("blocks")
}

/// Settings files.
pub(crate) fn settings() -> Samples {
    let mut samples = folder("settings")?;
    samples.push(Settings::default().to_toml().into_bytes());
    Ok(samples)
}

/// Definitions of variants: those of the fixtures, and the sections of those that are built in.
pub(crate) fn definitions() -> Samples {
    let mut samples = vec![fs::read("fixtures/variants/amazons.ini")?];
    let sections = built_in::DEFINITIONS.split("\n\n").filter(|text| text.contains('['));
    samples.extend(sections.map(|text| text.as_bytes().to_vec()));
    Ok(samples)
}

/// Tables with a column of positions, and lists of positions.
pub(crate) fn tables() -> Samples {
    let mut samples: Vec<Vec<u8>> = Vec::new();
    for rows in lines(&fixtures("tsv")?).collect::<Vec<_>>().chunks(10) {
        samples.push(rows.join(&b'\n'));
    }
    samples.push(fs::read("fixtures/pages/positions.txt")?);
    samples.push(fs::read("fixtures/positions/three.txt")?);
    let fens: Vec<String> =
        fens()?.iter().map(|fen| String::from_utf8_lossy(fen).into_owned()).collect();
    for (at, some) in fens.chunks(8).enumerate() {
        let (delimiter, header) =
            [(',', "fen,name,n\n"), ('\t', "id\tFEN\tnote\n"), (';', "fen;a;b;c\n"), ('\n', "")]
                [at % 4];
        let row = |fen: &String| {
            format!("{fen}{delimiter}\"a \"\"quoted\"\" thing,\nof two lines\"{delimiter}{at}\n")
        };
        let text = header.to_owned() + &some.iter().map(row).collect::<String>();
        samples.push(text.into_bytes());
    }
    Ok(samples)
}

/// Dates, times, moments and names of variants.
pub(crate) fn values() -> Samples {
    folder("notation")
}
