//! The page of diagrams in a real browser: it fits a phone, needs no network, has a light and a dark theme.
//! Skipped with a note if Chromium is not installed.

#[path = "support/browser.rs"]
mod browser;
#[path = "support/skip.rs"]
mod skip;

use std::{error::Error, fs, path::Path, process::Command};

use tempfile::TempDir;

const POSITIONS: &str = "\
r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 0 1
rnbqkbnr/P6/8/8/8/8/8/8 w - - 0 1
4k3/8/8/8/8/8/8/2K1K3 w - - 0 40
<script>alert(1)</script> & \"more\"
";

/// A script that measures the page.
const PROBE: &str = "
  const svgs = [...document.querySelectorAll('article svg')];
  const probe = {
    articles: document.querySelectorAll('article').length,
    diagrams: svgs.length,
    drawn: svgs.every(svg => svg.getBoundingClientRect().width > 200),
    pieces: document.querySelectorAll('article:first-of-type use[x]').length,
    shapes: [...document.querySelectorAll('use')].every(use => use.getBBox().width > 20),
    fits: document.documentElement.scrollWidth <= window.innerWidth,
    loaded: performance.getEntriesByType('resource').length,
    scripts: document.scripts.length,
    paper: getComputedStyle(document.body).backgroundColor,
  };
";

type Outcome = Result<(), Box<dyn Error>>;

fn page(folder: &Path) -> Result<String, Box<dyn Error>> {
    let (list, page) = (folder.join("positions.txt"), folder.join("page.html"));
    fs::write(&list, POSITIONS)?;
    let status = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(["report", "--format", "html", "--quiet", "-o"])
        .args([&page, &list])
        .status()?;
    assert_eq!(status.code(), Some(1), "two lines cannot be played");
    Ok(fs::read_to_string(page)?)
}

#[test]
fn the_page_fits_every_screen_and_loads_nothing() -> Outcome {
    let Some(browser) = browser::chromium() else {
        skip::skip("no chromium on the PATH");
        return Ok(());
    };
    let folder = TempDir::new()?;
    let mut papers = Vec::new();
    for (width, scheme) in [(500, "1"), (1300, "1"), (1300, "0")] {
        let page = page(folder.path())?;
        let probe = browser::measured(&browser, folder.path(), &page, PROBE, (width, scheme))?;
        assert_eq!(probe["articles"], 5, "{probe}");
        assert_eq!(probe["diagrams"], 3, "{probe}");
        assert_eq!(probe["pieces"], 31, "{probe}");
        assert_eq!(probe["drawn"], true, "{probe}");
        assert_eq!(probe["shapes"], true, "{probe}");
        assert_eq!(probe["fits"], true, "at {width}: {probe}");
        assert_eq!(probe["loaded"], 0, "{probe}");
        assert_eq!(probe["scripts"], 2, "only the probe itself: {probe}");
        papers.push(probe["paper"].to_string());
    }
    assert_eq!(papers[0], papers[1]);
    assert_ne!(papers[1], papers[2], "dark is not light");
    Ok(())
}

#[test]
fn the_page_is_one_file_without_links() -> Outcome {
    let folder = TempDir::new()?;
    let page = page(folder.path())?;
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(page.trim_end().ends_with("</html>"));
    for outside in ["src=", "@import", "url(", "<link", "<script"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(!page.replace("http://www.w3.org/2000/svg", "").contains("http"));
    Ok(())
}
