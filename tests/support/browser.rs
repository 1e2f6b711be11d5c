//! Pages in a real browser: headless Chromium runs a script in them, and returns what it measures.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Chromium, if it is installed.
pub(crate) fn chromium() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|path| path.is_file())
}

/// Counts the errors of all scripts from the beginning.
const WATCH: &str =
    "<script>window.errors = 0; addEventListener('error', () => errors++);</script>";

/// The value of `probe` after this script has run at the end of a page, in a window of this width.
pub(crate) fn measured(
    browser: &Path,
    folder: &Path,
    page: &str,
    script: &str,
    (width, scheme): (u32, &str),
) -> Result<serde_json::Value, Box<dyn Error>> {
    let probed = folder.join("probed.html");
    let tail = format!(
        "<script>{script}\ndocument.documentElement.setAttribute('data-probe', JSON.stringify(probe));</script></body>"
    );
    let watched = page.replacen("<style>", &format!("{WATCH}<style>"), 1);
    fs::write(&probed, watched.replace("</body>", &tail))?;
    let output = headless(browser, folder)
        .arg(format!("--window-size={width},900"))
        .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
        .args(["--dump-dom", &format!("file://{}", probed.display())])
        .stderr(Stdio::null())
        .output()?;
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let start = dom.find("data-probe=\"").ok_or("the browser ran the probe")? + 12;
    let end = dom[start..].find('"').ok_or("a whole attribute")? + start;
    Ok(serde_json::from_str(&dom[start..end].replace("&quot;", "\""))?)
}

/// How many sheets of paper a page needs.
#[allow(dead_code, reason = "not every test prints")]
pub(crate) fn printed_sheets(
    browser: &Path,
    folder: &Path,
    page: &str,
) -> Result<usize, Box<dyn Error>> {
    let (source, paper) = (folder.join("printed.html"), folder.join("printed.pdf"));
    fs::write(&source, page)?;
    let output = headless(browser, folder)
        .arg(format!("--print-to-pdf={}", paper.display()))
        .arg(format!("file://{}", source.display()))
        .stderr(Stdio::null())
        .output()?;
    let pdf = fs::read(paper).map_err(|err| format!("{err}; {}", output.status))?;
    let text = String::from_utf8_lossy(&pdf);
    // The tree of pages is called `/Pages`.
    Ok(text.matches("/Type /Page").count() - text.matches("/Type /Pages").count())
}

/// Chromium without a window, a network or a profile of its own.
fn headless(browser: &Path, folder: &Path) -> Command {
    let mut command = Command::new(browser);
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()));
    command
}
