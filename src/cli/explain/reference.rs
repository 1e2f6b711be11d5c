//! What the finding codes mean: one page, or the table of all.

use serde::Serialize;

use crate::{
    cli::{Streams, Trouble, streams::AnswerFormat},
    diagnostics::Code,
};

#[derive(Debug, Serialize)]
struct Record {
    code: &'static str,
    severity: &'static str,
    profile: &'static str,
    summary: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'static str>,
}

impl Record {
    fn of(code: Code) -> Self {
        Self {
            code: code.id(),
            severity: code.severity().as_str(),
            profile: code.profile().as_str(),
            summary: code.summary(),
            page: None,
        }
    }
}

pub(super) fn write_page(
    code: Code,
    format: AnswerFormat,
    streams: &mut Streams<'_>,
) -> Result<(), Trouble> {
    match format {
        AnswerFormat::Text => Ok(writeln!(streams.out, "{}", code.page().trim_end())?),
        AnswerFormat::Json => streams.json(&Record { page: Some(code.page()), ..Record::of(code) }),
    }
}

pub(super) fn write_all(format: AnswerFormat, streams: &mut Streams<'_>) -> Result<(), Trouble> {
    for &code in Code::ALL {
        let row = Record::of(code);
        match format {
            AnswerFormat::Text => {
                let Record { code, severity, profile, summary, .. } = row;
                writeln!(streams.out, "{code}  {severity:<7}  {profile:<8}  {summary}")?;
            }
            AnswerFormat::Json => streams.json(&row)?,
        }
    }
    Ok(())
}
