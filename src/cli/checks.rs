//! Which findings a command is about: the flags that `validate` and `fix` share.

use std::path::{Path, PathBuf};

use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use crate::{
    cli::CommandError,
    diagnostics::{Profile, Selection, Severity, UnknownCode},
};

/// The flags that select findings.
#[derive(Debug, Args)]
pub struct Checks {
    /// How strict to be
    #[arg(long, value_name = "PROFILE", default_value = "import", value_parser = profiles())]
    profile: Profile,

    /// Only these codes: M301, or a prefix such as M or M3
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    select: Vec<String>,

    /// Without these codes
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    ignore: Vec<String>,

    /// Lowest severity that causes exit status 1
    #[arg(long, value_name = "SEVERITY", default_value = "warning", value_parser = severities())]
    pub fail_on: Severity,
}

impl Checks {
    /// The findings that are selected.
    ///
    /// # Errors
    /// When a code is unknown.
    pub fn selection(&self) -> Result<Selection, CommandError> {
        let mut selection = Selection::new(self.profile);
        for prefix in &self.select {
            selection = selection.select(prefix).map_err(|unknown| no_code(&unknown))?;
        }
        for prefix in &self.ignore {
            selection = selection.ignore(prefix).map_err(|unknown| no_code(&unknown))?;
        }
        Ok(selection)
    }

    /// The arguments of `arbiter fix` that correct what is found in these files.
    pub fn of_fix(&self, paths: &[PathBuf]) -> String {
        let files = match paths {
            [path] if path.is_dir() => format!("--in-place {}", quoted(path)),
            [path] => format!("{} -o clean.pgn", quoted(path)),
            _ => "--in-place FILE...".to_owned(),
        };
        let profile = match self.profile {
            Profile::Import => String::new(),
            profile => format!(" --profile {profile}"),
        };
        let codes = |flag: &str, codes: &[String]| match codes {
            [] => String::new(),
            codes => format!(" {flag} {}", codes.join(",")),
        };
        let (select, ignore) = (codes("--select", &self.select), codes("--ignore", &self.ignore));
        format!("{files}{profile}{select}{ignore}")
    }
}

/// A path for a shell.
fn quoted(path: &Path) -> String {
    let name = path.display().to_string();
    shlex::try_quote(&name).map_or_else(|_| "FILE".to_owned(), Into::into)
}

fn profiles() -> impl TypedValueParser<Value = Profile> {
    let profiles = [
        PossibleValue::new("read").help("Errors only"),
        PossibleValue::new("import").help("Errors and warnings"),
        PossibleValue::new("export").help("The standard's archival form as well"),
        PossibleValue::new("pedantic").help("Everything"),
    ];
    PossibleValuesParser::new(profiles).try_map(|name| name.parse::<Profile>())
}

fn severities() -> impl TypedValueParser<Value = Severity> {
    let severities = [
        PossibleValue::new("error").help("Errors"),
        PossibleValue::new("warning").help("Warnings and errors"),
        PossibleValue::new("info").help("Anything"),
    ];
    PossibleValuesParser::new(severities).try_map(|name| name.parse::<Severity>())
}

fn no_code(unknown: &UnknownCode) -> CommandError {
    let error = CommandError::new(format!("no code begins with `{}`", unknown.word));
    match unknown.nearest {
        Some(code) => error.with_tip(format!("did you mean {code}?")),
        None => error.with_tip("`arbiter explain --all` lists all codes"),
    }
}
