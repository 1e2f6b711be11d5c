//! The flags of a page of diagrams, and of a worksheet.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::{
    cli::CommandError,
    output::positions::{
        Extra, MostPerSheet, Orientation, PageStyle, PositionFormat, SolutionPlace,
    },
};

/// The flags of a page.
#[derive(Debug, Args)]
pub(super) struct PageArguments {
    /// The title of the page
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    title: Option<String>,

    /// Diagrams on a sheet of paper: 4, 6, 9 or 12
    #[arg(long, value_name = "N", value_parser = per_sheet, hide_short_help = true)]
    per_page: Option<MostPerSheet>,

    /// The side at the bottom of a diagram
    #[arg(long, value_name = "SIDE", hide_short_help = true)]
    orientation: Option<Orientation>,

    /// Whether to label files and ranks
    #[arg(long, value_name = "on|off", hide_possible_values = true, hide_short_help = true)]
    coordinates: Option<OnOff>,

    /// What to mark: last-move, checks, none [default: last-move,checks]
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        hide_possible_values = true,
        hide_short_help = true
    )]
    marks: Vec<MarkName>,

    /// A page of exercises: numbered diagrams with lines to write on, and no answers
    #[arg(long)]
    worksheet: bool,

    /// Where to print the answers of a worksheet: end, none or separate=FILE [default: end]
    #[arg(long, value_name = "WHERE", value_parser = solutions, requires = "worksheet", hide_short_help = true)]
    solutions: Option<Solutions>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OnOff {
    On,
    Off,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MarkName {
    /// The move that led to the position
    LastMove,
    /// A king in check
    Checks,
    /// Nothing
    None,
}

/// The place of the answers, with the name of their own file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Solutions {
    place: SolutionPlace,
    file: Option<PathBuf>,
}

fn per_sheet(text: &str) -> Result<MostPerSheet, String> {
    text.parse().ok().and_then(MostPerSheet::new).ok_or_else(|| "expected 4, 6, 9 or 12".into())
}

fn solutions(text: &str) -> Result<Solutions, String> {
    let place = |place| Ok(Solutions { place, file: None });
    match text.split_once('=') {
        None if text == "end" => place(SolutionPlace::End),
        None if text == "none" => place(SolutionPlace::Nowhere),
        Some(("separate", file)) if !file.is_empty() => {
            Ok(Solutions { place: SolutionPlace::Separate, file: Some(file.into()) })
        }
        _ => Err("expected end, none or separate=FILE".into()),
    }
}

impl PageArguments {
    /// The format of the output: a worksheet is a page.
    pub(super) fn format(&self, chosen: Option<PositionFormat>) -> PositionFormat {
        let usual = if self.worksheet { PositionFormat::Html } else { PositionFormat::Text };
        chosen.unwrap_or(usual)
    }

    /// The file of the answers, if they have their own.
    pub(super) fn solutions_file(&self) -> Option<PathBuf> {
        self.solutions.as_ref()?.file.clone()
    }

    /// The look of the page.
    ///
    /// # Errors
    /// When the output is no page, or something would give the answers away.
    pub(super) fn style(
        &self,
        format: PositionFormat,
        extras: &[Extra],
    ) -> Result<PageStyle, CommandError> {
        self.check(format, extras)?;
        let has = |name| self.marks.is_empty() || self.marks.contains(&name);
        let place = match &self.solutions {
            Some(solutions) => solutions.place,
            None => SolutionPlace::End,
        };
        Ok(PageStyle {
            title: self.title.clone(),
            per_sheet: self.per_page.or(self.worksheet.then(MostPerSheet::default)),
            orientation: self.orientation.unwrap_or_default(),
            has_coordinates: self.coordinates != Some(OnOff::Off),
            marks_last_move: has(MarkName::LastMove),
            marks_checks: has(MarkName::Checks),
            worksheet: self.worksheet.then_some(place),
        })
    }

    fn check(&self, format: PositionFormat, extras: &[Extra]) -> Result<(), CommandError> {
        let is_html = format == PositionFormat::Html;
        let is_drawn = is_html || format == PositionFormat::Svg;
        let flags = [
            ("--title", self.title.is_some(), is_html),
            ("--per-page", self.per_page.is_some(), is_html),
            ("--worksheet", self.worksheet, is_html),
            ("--orientation", self.orientation.is_some(), is_drawn),
            ("--coordinates", self.coordinates.is_some(), is_drawn),
            ("--marks", !self.marks.is_empty(), is_drawn),
            ("--with", !extras.is_empty(), format != PositionFormat::Svg),
        ];
        if let Some((flag, ..)) = flags.iter().find(|(_, is_given, fits)| *is_given && !*fits) {
            let message = format!("`{flag}` has no meaning for this format");
            return Err(CommandError::new(message).with_tip("use `--format html`"));
        }
        if self.worksheet && extras.iter().any(|extra| *extra != Extra::Best) {
            let message = "a worksheet gives no answers away, so only `--with best` goes with it";
            return Err(CommandError::new(message));
        }
        Ok(())
    }
}
