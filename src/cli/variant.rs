//! The variants that a user names on the command line: `--variant` for the rules of a game, `--variants` for definitions that make
//! `Variant` tags known.
//!
//! A command that plays by the rules of one game has
//!
//! ```text
//! #[arg(long, value_name = "V", value_parser = variant::named, help = variant::HELP, long_help = variant::LONG_HELP)]
//! variant: Option<Variant>,
//! ```
//!
//! and a command that reads games has the flattened [`VariantDefinitions`], whose `load` comes before the first game is read.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;

use crate::{
    cli::CommandError,
    notation::{
        BadVariant,
        variant::ini::{self, IniFault, IniFile, UnknownKeys},
        variant_name::{self, Named},
    },
    rules::{Variant, variant::Rules},
    text::{io_message, nearest, printable_line},
};

/// The help of `--variant`, on one line.
pub const HELP: &str = "A name in `arbiter variants`, or FILE.ini:NAME";
/// The same at length.
pub const LONG_HELP: &str = "The rules of the game: standard, chess960[:N] with the number of the start position, alice[:N] with the number of boards, \
     any other name that `arbiter variants` lists, or FILE.ini:NAME for a variant that a file defines";

/// How many faults of a file of definitions are told.
const MOST_FAULTS: usize = 20;

/// No file of definitions is longer; the reader of the format refuses less.
const MOST_BYTES: u64 = 1 << 21;

/// The variant that `--variant` names: a name with its number, or a file of definitions, a colon and the name of one of them. Definitions
/// of a file are known from then on.
///
/// # Errors
/// A message for the user if there is no such variant, or if its definition has faults.
pub fn named(text: &str) -> Result<Variant, String> {
    let bad = match text.parse::<Variant>() {
        Ok(variant) => return Ok(variant),
        Err(bad) => bad,
    };
    match in_file(text, &bad) {
        Some((path, name)) => {
            let rules = defined(path, name)?;
            Ok(variant_name::define(rules))
        }
        None => Err(without_name(text).unwrap_or_else(|| bad.to_string())),
    }
}

/// What is missing where only the file of a definition is given.
fn without_name(text: &str) -> Option<String> {
    let path = Path::new(text);
    let is_file = path.is_file() || path.extension().is_some_and(|ending| ending == "ini");
    let file = is_file.then(|| read_file(path, UnknownKeys::Ignore))?;
    let shown = printable_line(text);
    Some(match file.map(|file| file.variants.first().map(|rules| rules.name().to_owned())) {
        Ok(Some(name)) => format!("name one of the variants of the file: `{shown}:{name}`"),
        Ok(None) => format!("'{shown}' defines no variant"),
        Err(unreadable) => unreadable,
    })
}

/// The parts of `FILE:NAME`, unless the text is better taken for a wrong name.
fn in_file<'t>(text: &'t str, bad: &BadVariant) -> Option<(&'t Path, &'t str)> {
    let (path, name) = text.rsplit_once(':')?;
    let looks_like_file = path.contains(['/', '.']) || Path::new(path).exists();
    let is_unknown = matches!(bad, BadVariant::Name(_)) && Named::find(path).is_none();
    (looks_like_file && is_unknown).then_some((Path::new(path), name))
}

/// A variant of a file of definitions.
///
/// # Errors
/// A message for the user if the file cannot be read, has no such variant, or if it has one with faults.
pub fn defined(path: &Path, name: &str) -> Result<Arc<Rules>, String> {
    let file = read_file(path, UnknownKeys::Report)?;
    if let Some(rules) = file.find(name) {
        return Ok(Arc::clone(rules));
    }
    if !file.faults.is_empty() {
        return Err(faults(path, &file.faults));
    }
    let (shown, quoted) = (path.display().to_string(), printable_line(name));
    let shown = printable_line(&shown);
    let names = file.variants.iter().map(|rules| rules.name());
    let tip = match nearest(name, names) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    };
    Err(format!("'{shown}' has no variant `{quoted}`{tip}"))
}

/// Reads a file of definitions.
///
/// # Errors
/// A message for the user if the file cannot be read.
pub fn read_file(path: &Path, unknown: UnknownKeys) -> Result<IniFile, String> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|error| {
        let shown = path.display().to_string();
        format!("cannot read '{}': {}", printable_line(&shown), io_message(&error))
    })?;
    Ok(ini::read(&bytes, unknown))
}

/// The first faults of a file, one on a line with its place.
fn faults(path: &Path, faults: &[IniFault]) -> String {
    let shown = path.display().to_string();
    let shown = printable_line(&shown);
    let line = |fault: &IniFault| format!("{shown}:{}", printable_line(&fault.to_string()));
    let mut lines: Vec<String> = faults.iter().take(MOST_FAULTS).map(line).collect();
    if let more @ 1.. = faults.len().saturating_sub(MOST_FAULTS) {
        lines.push(format!("… and {more} more; `arbiter variants check` tells them all"));
    }
    lines.join("\n")
}

/// The flag of commands that read games: definitions for games of variants that are not built in.
#[derive(Debug, Clone, Default, Args)]
pub struct VariantDefinitions {
    /// Definitions of variants in the format of variants.ini, for games whose `Variant` tag names one of them
    #[arg(long = "variants", value_name = "FILE", hide_short_help = true)]
    files: Vec<PathBuf>,
}

impl VariantDefinitions {
    /// Makes the variants of all files known by their names. Nothing is checked after a fault: a game would be judged by
    /// other rules than its own.
    ///
    /// # Errors
    /// When a file cannot be read, with every fault of its definitions, or when it defines no variant.
    pub fn load(&self) -> Result<(), CommandError> {
        for path in &self.files {
            let file = read_file(path, UnknownKeys::Report).map_err(CommandError::new)?;
            if !file.faults.is_empty() {
                return Err(CommandError::new(faults(path, &file.faults)));
            }
            if file.variants.is_empty() {
                let message = format!("'{}' defines no variant", path.display());
                return Err(CommandError::new(message));
            }
            for rules in file.variants {
                variant_name::define(rules);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::{VariantDefinitions, named};
    use crate::rules::Variant;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    #[test]
    fn a_variant_is_named_or_in_a_file() -> Outcome {
        let folder = TempDir::with_prefix("arbiter-")?;
        let path = folder.path().join("my.ini");
        fs::write(&path, "[hoplite:chess]\ncustomPiece1 = h:mFcW\n\n[bad:chess]\nmaxFile = 99\n")?;
        let path = path.display().to_string();
        let hoplite = named(&format!("{path}:hoplite"))?;
        assert_eq!(hoplite.name(), "hoplite");
        assert_eq!("hoplite".parse(), Ok(hoplite), "it is known from now on");
        assert_eq!(named("atomic").map(Variant::name), Ok("atomic"));
        let table = [
            (format!("{path}:bad"), format!("{path}:5:11: maxFile: ")),
            (format!("{path}:"), format!("{path}:5:11: maxFile: ")),
            ("nope.ini:x".to_owned(), "cannot read 'nope.ini': ".to_owned()),
            ("atomc".to_owned(), "no variant is called `atomc`; did you mean `atomic`?".to_owned()),
            ("alice:9".to_owned(), "Alice chess has 2 to 8 boards, not `9`".to_owned()),
        ];
        for (text, message) in table {
            let found = named(&text).err().unwrap_or_default();
            assert!(found.starts_with(&message), "{text}: {found}");
        }
        Ok(())
    }

    #[test]
    fn definitions_make_names_known_unless_one_has_a_fault() -> Outcome {
        let folder = TempDir::with_prefix("arbiter-")?;
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).map(|()| path)
        };
        let good = file("good.ini", "[phalanx:chess]\ndoubleStep = false\n")?;
        VariantDefinitions { files: vec![good] }.load().map_err(|error| error.to_string())?;
        assert_eq!("Phalanx".parse::<Variant>().map(Variant::name), Ok("phalanx"));
        for (name, text, message) in [
            ("bad.ini", "[testudo:chess]\nflying = true\n", "bad.ini:2:1: unknown key `flying`"),
            ("empty.ini", "", "defines no variant"),
        ] {
            let path = file(name, text)?;
            let error = VariantDefinitions { files: vec![path] }.load().err().ok_or("an error")?;
            assert!(error.to_string().contains(message), "{error}");
        }
        assert!("testudo".parse::<Variant>().is_err());
        Ok(())
    }
}
