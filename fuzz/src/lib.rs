//! The targets of `tests/robustness` for a coverage-guided fuzzer: the same laws, other inputs.

#[path = "../../tests/robustness/samples.rs"]
mod samples;
#[path = "../../tests/robustness/targets/mod.rs"]
mod targets;
#[path = "../../tests/transcript/mod.rs"]
mod transcript;

use std::{env, error::Error, fs, path::Path, sync::OnceLock};

use targets::{CORRECTIONS, EVERY_WAY, TARGETS, Target};

/// Checks the laws of the target that the environment variable `ARBITER_TARGET` names.
///
/// # Panics
/// If a law is broken, or there is no such target.
pub fn check(input: &[u8]) {
    static CHOSEN: OnceLock<&Target> = OnceLock::new();
    if let Err(broken) = (CHOSEN.get_or_init(chosen).check)(input) {
        panic!("{broken}");
    }
}

fn chosen() -> &'static Target {
    let name = env::var("ARBITER_TARGET").unwrap_or_default();
    let mut all = TARGETS.iter().chain([&CORRECTIONS, &EVERY_WAY]);
    all.find(|target| target.name == name).unwrap_or_else(|| {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        panic!("ARBITER_TARGET is `{name}`: choose one of {}", names.join(", "))
    })
}

/// Writes the first inputs and the dictionary of the target below `fuzz/corpus`, for the fuzzer to read.
///
/// # Panics
/// If a sample cannot be read or a file cannot be written.
pub fn write_seeds() {
    let target = chosen();
    if let Err(error) = write_inputs(target, Path::new("fuzz/corpus")) {
        panic!("{}: {error}", target.name);
    }
}

fn write_inputs(target: &Target, folder: &Path) -> Result<(), Box<dyn Error>> {
    let corpus = folder.join(target.name);
    fs::create_dir_all(&corpus)?;
    for (number, input) in target.inputs()?.iter().enumerate() {
        fs::write(corpus.join(format!("seed-{number:04}")), input)?;
    }
    fs::write(folder.join(target.name).with_extension("dict"), dictionary(target))?;
    Ok(())
}

/// The words of a target as libFuzzer reads them.
fn dictionary(target: &Target) -> String {
    let escaped = |byte: u8| match byte {
        b'"' | b'\\' | 0x80.. | ..0x20 => format!("\\x{byte:02x}"),
        _ => char::from(byte).to_string(),
    };
    let quoted = |word: &&str| format!("\"{}\"\n", word.bytes().map(escaped).collect::<String>());
    target.words.iter().map(quoted).collect()
}
