//! The pages of an archive, a worksheet and a game in a real browser: no errors, no network, every diagram, readable text, keys.
//! Skipped with a note if Chromium is not installed.

#[path = "support/browser.rs"]
mod browser;
#[path = "support/skip.rs"]
mod skip;

use std::{error::Error, fs, path::Path, process::Command};

use serde_json::{Value, json};
use tempfile::TempDir;

type Outcome = Result<(), Box<dyn Error>>;

/// Measures what all pages have in common. The contrast of a text is that of WCAG 2: (light + 0.05) / (dark + 0.05).
const COMMON: &str = "
  const channel = value => (value /= 255) <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
  const numbers = color => color.match(/[\\d.]+/g).map(Number);
  const light = color => { const [r, g, b] = numbers(color).map(channel); return .2126 * r + .7152 * g + .0722 * b; };
  const ground = node => {
    for (; node; node = node.parentElement) {
      const color = getComputedStyle(node).backgroundColor, parts = numbers(color);
      if (parts.length < 4 || parts[3] > 0) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const opacity = node => node ? getComputedStyle(node).opacity * opacity(node.parentElement) : 1;
  const contrasts = [...document.querySelectorAll('body *')].filter(node =>
    !node.closest('.shapes, .diagram, script, style') && node.getClientRects().length
    && [...node.childNodes].some(child => child.nodeType === 3 && child.textContent.trim()))
    .map(node => {
      const style = getComputedStyle(node), color = node.closest('svg') ? style.fill : style.color;
      const behind = ground(node), seen = opacity(node);
      const mixed = `rgb(${numbers(color).slice(0, 3).map((part, at) => part * seen + numbers(behind)[at] * (1 - seen))})`;
      const [a, b] = [light(mixed), light(behind)];
      return [(Math.max(a, b) + .05) / (Math.min(a, b) + .05), node.outerHTML.slice(0, 80)];
    }).sort((a, b) => a[0] - b[0]);
  const shown = selector => [...document.querySelectorAll(selector)].filter(node => node.getBoundingClientRect().width > 100);
  const common = () => ({
    errors, loaded: performance.getEntriesByType('resource').length,
    contrast: contrasts[0][0] >= 4.5 ? 'readable' : contrasts[0],
    fits: document.documentElement.scrollWidth <= window.innerWidth,
    ids: new Set([...document.querySelectorAll('[id]')].map(node => node.id)).size === document.querySelectorAll('[id]').length,
    links: [...document.querySelectorAll('a[href]')].every(link => document.getElementById(link.getAttribute('href').slice(1))),
  });
";

/// Runs the program and reads the page that it writes.
fn written(folder: &Path, arguments: &[&str], status: i32) -> Result<String, Box<dyn Error>> {
    let page = folder.join("page.html");
    let ran = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(arguments)
        .arg("-o")
        .arg(&page)
        .output()?;
    assert_eq!(ran.status.code(), Some(status), "{}", String::from_utf8_lossy(&ran.stderr));
    Ok(fs::read_to_string(page)?)
}

/// Measures a page on a phone and a desktop, light and dark; what all pages have in common is checked.
fn measured(page: &str, script: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let Some(browser) = browser::chromium() else {
        skip::skip("no chromium on the PATH");
        return Ok(Vec::new());
    };
    let folder = TempDir::new()?;
    let mut probes = Vec::new();
    for window in [(500, "1"), (1300, "1"), (500, "0"), (1300, "0")] {
        let script = format!("{COMMON}{script}");
        let probe = browser::measured(&browser, folder.path(), page, &script, window)?;
        let common = json!({
            "errors": 0, "loaded": 0, "contrast": "readable", "fits": true, "ids": true, "links": true
        });
        assert_eq!(probe["common"], common, "{window:?}");
        probes.push(probe);
    }
    Ok(probes)
}

#[test]
fn an_archive_shows_its_faults_on_boards() -> Outcome {
    let folder = TempDir::new()?;
    let page = written(
        folder.path(),
        &["validate", "--format", "html", "fixtures/games", "fixtures/codes"],
        1,
    )?;
    let script = "const probe = { common: common(),
        plots: shown('.plot svg').length,
        faults: shown('.fault').length,
        boards: shown('.fault .diagram svg').length,
        arrows: document.querySelectorAll('.fault .written').length > 0,
        attacks: document.querySelectorAll('#M303 .fault .attack').length > 0,
        marked: [...document.querySelectorAll('.fault')].every(fault => fault.querySelector('mark')),
        files: document.querySelectorAll('tbody tr').length };";
    let faults = page.matches("<article class=\"card fault").count();
    for probe in measured(&page, script)? {
        assert_eq!((&probe["plots"], &probe["faults"]), (&json!(6), &json!(faults)), "{probe}");
        assert!(probe["boards"].as_u64() > Some(20), "{probe}");
        for name in ["arrows", "attacks", "marked"] {
            assert_eq!(probe[name], true, "{name}: {probe}");
        }
        assert!(probe["files"].as_u64() > Some(100), "{probe}");
    }
    Ok(())
}

const SUITE: &str = "\
4k3/8/8/3q4/4P3/8/8/4K3 w - - bm exd5; id \"first\"; c0 \"the queen goes\";
6k1/5ppp/8/8/8/8/8/R3K3 w - - id \"Ra8 wins\";
kbK5/pp6/1P6/8/8/8/8/R7 w - - id \"third\";
7k/5K2/8/6Q1/8/8/8/8 b - - id \"fourth\";
";

#[test]
fn a_worksheet_gives_nothing_away() -> Outcome {
    let folder = TempDir::new()?;
    let suite = folder.path().join("suite.epd");
    fs::write(&suite, SUITE)?;
    let suite = suite.to_str().ok_or("a path")?;
    let page = written(
        folder.path(),
        &["report", "--worksheet", "--with", "best", "--title", "Tuesday", suite],
        0,
    )?;
    let (exercises, solutions) = page.split_once("id=\"solutions\"").ok_or("solutions")?;
    let exercises = exercises.split_once("<main").ok_or("a page")?.1;
    for secret in ["exd5", "queen goes", "Ra8", "Ra6", "Mate", "best", "#1", "#2", "evaluation"] {
        assert!(!exercises.contains(secret), "{secret}");
    }
    // The third is Morphy's problem: 1. Ra6 mates in two.
    for answer in ["<b>exd5", "<b>Ra8#</b>", "<b>Ra6 #2</b>"] {
        assert!(solutions.contains(answer), "{answer} in {solutions}");
    }
    let script = "const probe = { common: common(), boards: shown('.task .diagram svg').length,
        turns: [...document.querySelectorAll('.turn')].map(turn => turn.textContent.slice(2)),
        lines: shown('.lines i').length, answers: document.querySelectorAll('.solutions li').length };";
    for probe in measured(&page, script)? {
        let turns = ["White", "White", "White", "Black"].map(|side| format!("{side} to move"));
        assert_eq!((&probe["boards"], &probe["lines"]), (&json!(4), &json!(8)), "{probe}");
        assert_eq!((&probe["answers"], &probe["turns"]), (&json!(4), &json!(turns)), "{probe}");
    }
    Ok(())
}

#[test]
fn a_worksheet_fills_its_sheets_of_paper() -> Outcome {
    let Some(browser) = browser::chromium() else {
        skip::skip("no chromium on the PATH");
        return Ok(());
    };
    let folder = TempDir::new()?;
    let suite = folder.path().join("suite.epd");
    // Captions of several lines, as games give them, need no further sheet.
    let long = "id \"Morphy, Paul - Karl II, Duke and Isouard, Count, in the opera of Paris, after 5...dxe5";
    fs::write(&suite, SUITE.replace("id \"", long).repeat(6))?;
    let suite = suite.to_str().ok_or("a path")?;
    for (per_page, sheets) in [("4", 6), ("6", 4), ("9", 3), ("12", 2)] {
        let options = ["--per-page", per_page, "--solutions", "none", "--title", "Tuesday"];
        let arguments = [&["report", "--worksheet", suite][..], &options[..]].concat();
        let page = written(folder.path(), &arguments, 0)?;
        let printed = browser::printed_sheets(&browser, folder.path(), &page)?;
        assert_eq!(printed, sheets, "24 diagrams, {per_page} on a sheet");
    }
    Ok(())
}

const GAME: &str = "[White \"Ek, Anna\"]\n[Black \"Ask, Bo\"]\n[Result \"0-1\"]\n\n\
    {Too fast} 1. f3 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. g4?? {[%clk 0:04:50] a <b>blunder</b>} \
    (2. e4 Nc6 (2... Nf6)) Qh4# {[%clk 0:04:40]} 0-1\n";

#[test]
fn a_game_is_stepped_through_with_keys_and_buttons() -> Outcome {
    let folder = TempDir::new()?;
    let game = folder.path().join("game.pgn");
    fs::write(&game, GAME)?;
    let page =
        written(folder.path(), &["show", "--format", "html", game.to_str().ok_or("a path")?], 0)?;
    assert_eq!(page.matches("<figure id=\"ply-").count(), 5, "without a script, all are listed");
    assert!(
        page.contains("a &lt;b&gt;blunder&lt;/b&gt;") && page.contains("(2.&nbsp;e4 Nc6 "),
        "{page}"
    );
    let script = "
        const now = () => shown('.board figure').map(figure => figure.id).join();
        const key = name => document.dispatchEvent(new KeyboardEvent('keydown', { key: name, cancelable: true }));
        const steps = [now()];
        for (const name of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'ArrowRight', 'Home', 'ArrowLeft']) { key(name); steps.push(now()); }
        document.querySelector('[data-step=next]').click(); steps.push(now());
        document.querySelector('.moves a[href=\"#ply-3\"]').click(); steps.push(now());
        const probe = { common: common(), steps, clocks: shown('.plot svg').length,
          pieces: document.querySelectorAll('#ply-0 use[x]').length,
          mate: document.querySelectorAll('#ply-4 circle').length };";
    for probe in measured(&page, script)? {
        let steps = [0, 1, 2, 1, 4, 4, 0, 0, 1, 3].map(|ply| format!("ply-{ply}"));
        assert_eq!(probe["steps"], json!(steps), "{probe}");
        assert_eq!(
            (&probe["clocks"], &probe["pieces"], &probe["mate"]),
            (&json!(1), &json!(32), &json!(1))
        );
    }
    Ok(())
}
