//! Which findings a command is about: the flags that `validate`, `fix` and `report` share.

use std::path::{Path, PathBuf};

use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use crate::{
    cli::CommandError,
    diagnostics::{Profile, Selection, Severity, UnknownCode},
};

/// The flags that select the findings of games.
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

/// The same flags for positions: by default everything is reported, and only what is invalid causes exit status 1.
#[derive(Debug, Args)]
pub struct PositionChecks {
    /// How strict to be
    #[arg(long, value_name = "PROFILE", default_value = "pedantic", value_parser = profiles(), hide_short_help = true)]
    profile: Profile,

    /// Only these codes: F005, or a prefix such as F or P2
    #[arg(long, value_name = "CODES", value_delimiter = ',', hide_short_help = true)]
    select: Vec<String>,

    /// Without these codes
    #[arg(long, value_name = "CODES", value_delimiter = ',', hide_short_help = true)]
    ignore: Vec<String>,

    /// Lowest severity that causes exit status 1
    #[arg(long, value_name = "SEVERITY", default_value = "error", value_parser = severities(), hide_short_help = true)]
    pub fail_on: Severity,
}

impl PositionChecks {
    /// The findings that are selected.
    ///
    /// # Errors
    /// When a code is unknown.
    pub fn selection(&self) -> Result<Selection, CommandError> {
        selection(self.profile, &self.select, &self.ignore)
    }
}

fn selection(
    profile: Profile,
    select: &[String],
    ignore: &[String],
) -> Result<Selection, CommandError> {
    let mut selection = Selection::new(profile);
    for prefix in select {
        selection = selection.select(prefix).map_err(|unknown| no_code(&unknown))?;
    }
    for prefix in ignore {
        selection = selection.ignore(prefix).map_err(|unknown| no_code(&unknown))?;
    }
    Ok(selection)
}

impl Checks {
    /// The findings that are selected.
    ///
    /// # Errors
    /// When a code is unknown.
    pub fn selection(&self) -> Result<Selection, CommandError> {
        selection(self.profile, &self.select, &self.ignore)
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
