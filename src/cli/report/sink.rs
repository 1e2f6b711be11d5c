//! What a page leaves for later or for elsewhere: the answers of a worksheet, and pictures in files of their own.

use std::{
    fs::{self, File},
    io::{self, Seek, Write},
};

use super::options::Plan;
use crate::{
    cli::{
        CommandError,
        streams::{create_output, finish_output, unwritable},
    },
    output::positions::SolutionPlace,
    text::AtomicFile,
};

/// Where the answers of a worksheet go.
#[derive(Debug)]
pub(super) enum SolutionSink {
    /// Nowhere.
    Nowhere,
    /// To a temporary file, because they follow all exercises and there may be many.
    Later(File),
    /// To a file of their own.
    Apart(AtomicFile),
}

impl SolutionSink {
    /// # Errors
    /// When a file cannot be written.
    pub(super) fn of(plan: &Plan) -> Result<Self, CommandError> {
        match (plan.layout.page.worksheet, &plan.solutions) {
            (Some(SolutionPlace::End), _) => Ok(Self::Later(tempfile::tempfile()?)),
            (Some(SolutionPlace::Separate), Some(path)) => {
                let mut file = create_output(path, &plan.paths)?;
                file.write_all(&plan.layout.solutions_opening())?;
                Ok(Self::Apart(file))
            }
            _ => Ok(Self::Nowhere),
        }
    }

    /// The file of their own.
    pub(super) fn file(&self) -> Option<&AtomicFile> {
        match self {
            Self::Apart(file) => Some(file),
            Self::Nowhere | Self::Later(_) => None,
        }
    }

    pub(super) fn write(&mut self, solutions: &[u8]) -> io::Result<()> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Later(file) => file.write_all(solutions),
            Self::Apart(file) => file.write_all(solutions),
        }
    }

    /// Completes the answers: at the end of the page, or in their own file.
    pub(super) fn finish(self, plan: &Plan, out: &mut dyn Write) -> Result<(), CommandError> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Later(mut file) => {
                let (before, after) = plan.layout.solutions_frame();
                file.rewind()?;
                out.write_all(before.as_bytes())?;
                io::copy(&mut file, out)?;
                Ok(out.write_all(after.as_bytes())?)
            }
            Self::Apart(mut file) => {
                file.write_all(&plan.layout.solutions_closing())?;
                finish_output(file)
            }
        }
    }
}

/// Writes drawings to files that are named after the numbers of their positions.
pub(super) fn write_pictures(plan: &Plan, pictures: &[(u64, String)]) -> Result<(), CommandError> {
    let Some(folder) = plan.pictures.as_ref().filter(|_| !pictures.is_empty()) else {
        return Ok(());
    };
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    for (n, picture) in pictures {
        let mut file = create_output(&folder.join(format!("position-{n:04}.svg")), &plan.paths)?;
        file.write_all(picture.as_bytes())?;
        finish_output(file)?;
    }
    Ok(())
}
