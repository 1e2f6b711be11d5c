//! Which findings a command is about: the flags that `validate`, `fix` and `report` share.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use clap::{
    Arg, Args, Command,
    builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser},
};

use crate::{
    cli::{CommandError, variant::VariantDefinitions},
    diagnostics::{Code, Profile, Selection, Severity, UnknownCode},
};

/// The flags that select the findings of games, and say which of them cause exit status 1.
#[derive(Debug, Args)]
pub struct Checks {
    #[command(flatten)]
    scope: Scope,

    /// Lowest severity that causes exit status 1
    #[arg(long, value_name = "SEVERITY", default_value = "warning", value_parser = severities())]
    pub fail_on: Severity,
}

/// The flags that select the findings of games.
#[derive(Debug, Args)]
pub struct Scope {
    /// How strict to be
    #[arg(long, value_name = "PROFILE", default_value = "import", value_parser = profiles())]
    profile: Profile,

    /// Only these codes, separated by commas: M301, M3, S
    ///
    /// `M3` stands for all codes that begin so.
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = CodesParser, hide_possible_values = true)]
    select: Vec<String>,

    /// Leave out these codes, separated by commas
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = CodesParser, hide_possible_values = true)]
    ignore: Vec<String>,

    #[command(flatten)]
    definitions: VariantDefinitions,
}

/// The same flags for positions: by default everything is reported, and only what is invalid causes exit status 1.
#[derive(Debug, Args)]
pub struct PositionChecks {
    /// How strict to be
    #[arg(long, value_name = "PROFILE", default_value = "pedantic", value_parser = profiles(), hide_short_help = true)]
    profile: Profile,

    /// Only these codes, separated by commas: F005, F1, P
    ///
    /// `F1` stands for all codes that begin so.
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = CodesParser, hide_possible_values = true, hide_short_help = true)]
    select: Vec<String>,

    /// Leave out these codes, separated by commas
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = CodesParser, hide_possible_values = true, hide_short_help = true)]
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
        self.scope.selection()
    }

    /// The arguments of `arbiter fix` that correct what is found in these files.
    pub fn of_fix(&self, paths: &[PathBuf]) -> String {
        self.scope.of_fix(paths)
    }
}

impl Scope {
    /// The findings that are selected.
    ///
    /// # Errors
    /// When a code is unknown.
    pub fn selection(&self) -> Result<Selection, CommandError> {
        self.definitions.load()?;
        selection(self.profile, &self.select, &self.ignore)
    }

    /// The arguments of `arbiter fix` that correct what is found in these files.
    fn of_fix(&self, paths: &[PathBuf]) -> String {
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

/// Codes and their beginnings. Takes any text, since a beginning of a code will do, and lists the codes for completion.
#[derive(Debug, Clone)]
struct CodesParser;

impl TypedValueParser for CodesParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |code: &Code| PossibleValue::new(code.id()).help(code.summary());
        Some(Box::new(Code::ALL.iter().map(value)))
    }
}

fn no_code(unknown: &UnknownCode) -> CommandError {
    let error = CommandError::new(format!("no code begins with `{}`", unknown.word));
    match unknown.nearest {
        Some(code) => error.with_tip(format!("did you mean {code}?")),
        None => error.with_tip("`arbiter explain --all` lists all codes"),
    }
}
