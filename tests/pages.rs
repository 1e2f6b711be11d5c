//! The manual is a test: every example of README.md, of the pages in `docs/` and of each `--help` is run, and its output must be the
//! one on the page. `UPDATE=1 cargo test --test pages` updates them; review the difference.

use std::{
    env,
    error::Error,
    fs,
    io::Write,
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Output, Stdio},
};

use arbiter::{
    cli::{Cli, GROUPS},
    diagnostics::Code,
};
use clap::CommandFactory;
use flate2::write::GzEncoder;
use tempfile::TempDir;

type Outcome = Result<(), Box<dyn Error>>;

/// Programs that examples may call; examples with programs that are not installed are skipped.
const ENGINES: [&str; 3] = ["gnuchess", "fairy-stockfish", "stockfish"];

/// A temporary folder for running examples, with the fixtures and a home folder, isolated from the user's files.
struct Sandbox(TempDir);

impl Sandbox {
    fn new() -> Result<Self, Box<dyn Error>> {
        let folder = TempDir::with_prefix("arbiter-")?;
        let sandbox = folder.path();
        fs::create_dir(sandbox.join("home"))?;
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        symlink(&fixtures, sandbox.join("fixtures"))?;
        for name in ["games.pgn", "positions.txt"] {
            fs::copy(fixtures.join("pages").join(name), sandbox.join(name))?;
        }
        symlink(fixtures.join("games"), sandbox.join("archive"))?;
        fs::copy(fixtures.join("variants/amazons.ini"), sandbox.join("my.ini"))?;
        pack(&sandbox.join("games.pgn"))?;
        Ok(Self(folder))
    }

    /// Runs a shell command.
    fn run(&self, line: &str) -> Result<Output, Box<dyn Error>> {
        let line = line.replace("cargo run --release --", "arbiter");
        let binary = Path::new(env!("CARGO_BIN_EXE_arbiter")).parent().ok_or("a directory")?;
        let path = format!("{}:{}:/usr/games", binary.display(), env::var("PATH")?);
        let home = self.0.path().join("home");
        let mut command = Command::new("timeout");
        command.args(["60", "sh", "-c", &line]).current_dir(&self.0).stdin(Stdio::null());
        command.env("PATH", path).env("HOME", home).env("NO_COLOR", "1");
        for name in ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
            command.env_remove(name);
        }
        Ok(command.output()?)
    }
}

/// Compresses a file in the formats of archives.
fn pack(path: &Path) -> Outcome {
    let bytes = fs::read(path)?;
    fs::write(path.with_extension("pgn.zst"), zstd::encode_all(&bytes[..], 0)?)?;
    let mut packed = GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(&bytes)?;
    fs::write(path.with_extension("pgn.gz"), packed.finish()?)?;
    Ok(())
}

/// The output as on a page: stdout, then stderr, then the exit status if it is not 0.
fn page_text(output: &Output) -> String {
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    match output.status.code() {
        Some(0) => text,
        Some(code) => format!("{text}exit {code}\n"),
        None => format!("{text}killed\n"),
    }
}

/// The page with the current output of every `$ …` in its console blocks.
fn run_again(page: &str) -> Result<String, Box<dyn Error>> {
    let sandbox = Sandbox::new()?;
    let mut parts = Vec::new();
    let (mut in_block, mut in_output) = (false, false);
    for line in page.lines() {
        if line.starts_with("```") {
            in_block = line == "```console";
            in_output = false;
        }
        match line.strip_prefix("$ ").filter(|_| in_block) {
            Some(command) => {
                let output = page_text(&sandbox.run(command)?);
                parts.push(format!("{line}\n{output}"));
                in_output = true;
            }
            None if in_output => {}
            None => parts.push(format!("{line}\n")),
        }
    }
    Ok(parts.concat())
}

/// The page with the text between two marks replaced.
fn between_marks(page: &str, mark: &str, table: &str) -> Result<String, Box<dyn Error>> {
    let (begin, end) = (format!("<!-- {mark}: begin -->\n"), format!("<!-- {mark}: end -->"));
    let (before, rest) = page.split_once(&begin).ok_or(format!("no mark for {mark}"))?;
    let (_, after) = rest.split_once(&end).ok_or(format!("no end mark for {mark}"))?;
    Ok(format!("{before}{begin}{table}{end}{after}"))
}

/// The commands with their descriptions, from the command line itself.
fn commands_table() -> String {
    let cli = Cli::command();
    let row = |name: &&str| {
        let about = cli.find_subcommand(name).and_then(clap::Command::get_about);
        format!("| `arbiter {name}` | {} |\n", about.map(ToString::to_string).unwrap_or_default())
    };
    let group = |(title, names): (&str, &[&str])| {
        format!("| **{title}** | |\n{}", names.iter().map(row).collect::<String>())
    };
    format!("| command | what it does |\n|---|---|\n{}", GROUPS.map(group).concat())
}

/// The codes with their summaries, from the table of codes itself.
fn codes_table() -> String {
    let row = |code: &Code| {
        let (severity, profile) = (code.severity().as_str(), code.profile().as_str());
        format!("| {} | {severity} | {profile} | {} |\n", code.id(), code.summary())
    };
    let rows: String = Code::ALL.iter().map(row).collect();
    format!("| code | severity | shown from profile | meaning |\n|---|---|---|---|\n{rows}")
}

/// Compares a page with its expected text, or updates it.
fn compare_or_update(path: &Path, page: &str, now: &str) -> Outcome {
    if env::var_os("UPDATE").is_some() {
        fs::write(path, now)?;
        return Ok(());
    }
    for (line, (is, should)) in page.lines().zip(now.lines()).enumerate() {
        assert_eq!(is, should, "{}:{} (UPDATE=1 updates it)", path.display(), line + 1);
    }
    assert_eq!(
        page.lines().count(),
        now.lines().count(),
        "{} (UPDATE=1 updates it)",
        path.display()
    );
    Ok(())
}

/// The fields of all formats, as `arbiter help formats` prints them.
fn formats_page() -> Result<String, Box<dyn Error>> {
    let printed = String::from_utf8(Sandbox::new()?.run("arbiter help formats")?.stdout)?;
    Ok(format!("```text\n{printed}```\n"))
}

/// A page as it should be: its tables and the output of its examples.
fn as_it_should_be(path: &Path, page: &str) -> Result<String, Box<dyn Error>> {
    let page = match path.file_name().and_then(|name| name.to_str()) {
        Some("README.md") => between_marks(page, "commands", &commands_table())?,
        Some("codes.md") => between_marks(page, "codes", &codes_table())?,
        Some("formats.md") => between_marks(page, "formats", &formats_page()?)?,
        _ => page.to_owned(),
    };
    run_again(&page)
}

#[test]
fn the_pages_say_what_the_program_says() -> Outcome {
    let mut paths = vec![Path::new("README.md").to_owned()];
    for entry in fs::read_dir("docs")? {
        paths.extend(
            Some(entry?.path()).filter(|path| path.extension().is_some_and(|it| it == "md")),
        );
    }
    for path in paths {
        let page = fs::read_to_string(&path)?;
        compare_or_update(&path, &page, &as_it_should_be(&path, &page)?)?;
    }
    Ok(())
}

#[test]
fn the_readme_is_short_and_its_links_lead_somewhere() -> Outcome {
    let readme = fs::read_to_string("README.md")?;
    assert!(readme.lines().count() <= 250, "{} lines", readme.lines().count());
    for target in readme.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
        assert!(Path::new(target).exists(), "{target}");
    }
    Ok(())
}

/// Parts of the examples that ask about illegal moves.
const ILLEGAL: [&str; 2] = ["' Ne4", "--at 10 O-O"];

#[test]
fn every_example_of_the_help_works() -> Outcome {
    let sandbox = Sandbox::new()?;
    for command in all_commands() {
        for line in examples(&command) {
            if ENGINES.iter().any(|engine| line.contains(engine) && !is_installed(&sandbox, engine))
            {
                continue;
            }
            assert!(line.len() <= 76, "an example that a terminal breaks cannot be copied: {line}");
            let expected = i32::from(ILLEGAL.iter().any(|part| line.contains(part)));
            let output = sandbox.run(&line)?;
            assert_eq!(output.status.code(), Some(expected), "{line}\n{}", page_text(&output));
        }
    }
    Ok(())
}

/// The lines of a command's long help that call `arbiter`.
fn examples(command: &clap::Command) -> Vec<String> {
    let help = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let calls = command.get_bin_name().unwrap_or("arbiter");
    help.lines()
        .filter(|line| line.starts_with("  ") && line.contains(calls))
        .map(|line| line.trim().to_owned())
        .collect()
}

fn is_installed(sandbox: &Sandbox, engine: &str) -> bool {
    sandbox.run(&format!("command -v {engine}")).is_ok_and(|output| output.status.success())
}

#[test]
fn every_help_has_examples() {
    for command in all_commands() {
        let name = command.get_bin_name().unwrap_or_default();
        let count = examples(&command).len();
        assert!((3..=5).contains(&count), "{name} --help has {count} examples");
    }
}

#[test]
fn every_code_has_a_page_that_can_be_read() -> Outcome {
    let sandbox = Sandbox::new()?;
    let all = String::from_utf8(sandbox.run("arbiter explain --all")?.stdout)?;
    let ids: Vec<&str> = all.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(ids, Code::ALL.iter().map(|code| code.id()).collect::<Vec<_>>());
    let page = String::from_utf8(sandbox.run("arbiter explain m303")?.stdout)?;
    assert_eq!(page.trim_end(), "M303".parse::<Code>()?.page().trim_end());
    Ok(())
}

#[test]
fn every_shell_and_the_manual_know_every_command() -> Outcome {
    let sandbox = Sandbox::new()?;
    let cli = Cli::command();
    let shells = ["bash", "zsh", "fish", "powershell", "elvish"];
    let scripts = shells.map(|shell| format!("arbiter completions {shell}"));
    for line in scripts.iter().map(String::as_str).chain(["arbiter man"]) {
        let text = String::from_utf8(sandbox.run(line)?.stdout)?;
        for command in cli.get_subcommands().map(clap::Command::get_name) {
            let is_known = text.contains(command) || text.contains(&command.to_uppercase());
            assert!(is_known, "{line}: nothing about {command}");
        }
    }
    Ok(())
}

/// The command line, its commands and those below them.
fn all_commands() -> Vec<clap::Command> {
    let mut cli = Cli::command();
    cli.build();
    let mut all = vec![cli];
    let mut seen = 0;
    while let Some(command) = all.get(seen) {
        let below: Vec<_> = command.get_subcommands().cloned().collect();
        all.extend(below);
        seen += 1;
    }
    all
}

#[test]
fn the_manual_describes_every_option_and_the_exit_status() -> Outcome {
    let page = String::from_utf8(Sandbox::new()?.run("arbiter man")?.stdout)?;
    assert!(page.contains(".SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\n"), "{page}");
    let plain = page.replace("\\-", "-").replace("\\*(Aq", "'").replace("\\&", "");
    let commands = all_commands();
    assert!(commands.iter().any(|command| command.get_name() == "merge"));
    assert!(!page.contains("EXTRA"), "a heading of the generator");
    for command in &commands[1..] {
        let title =
            format!(".SH \"{}\"\n", command.get_bin_name().unwrap_or_default().to_uppercase());
        let (_, section) = plain.split_once(&title).ok_or(title)?;
        let section = section.split("\n.SH ").next().unwrap_or_default();
        for option in command
            .get_arguments()
            .filter(|option| !option.is_hide_set() && option.get_id() != "help")
        {
            let help = option.get_long_help().or(option.get_help()).map(ToString::to_string);
            let help = help.ok_or("no help")?;
            let first = help.lines().next().ok_or("no help")?;
            assert!(section.contains(first), "{} {}: {help}", command.get_name(), option.get_id());
        }
    }
    Ok(())
}

/// What real shells offer after some words; those that are not installed are skipped.
#[test]
fn real_shells_complete_words() -> Outcome {
    const BASH: &str = "source ./script 2> /dev/null; compopt() { :; }; COMP_WORDS=(LINE); \
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _arbiter arbiter \"${COMP_WORDS[-1]}\" \"${COMP_WORDS[-2]}\"; \
        printf '%s\\n' \"${COMPREPLY[@]}\"";
    const FISH: &str = "source ./script; complete -C 'LINE'";
    let sandbox = Sandbox::new()?;
    for (shell, program) in [("bash", BASH), ("fish", FISH)] {
        let installed = sandbox.run(&format!("command -v {shell}"))?.status.success();
        if !installed {
            continue;
        }
        sandbox.run(&format!("arbiter completions {shell} > script"))?;
        for (line, offered) in [
            ("arbiter vali", "validate"),
            ("arbiter validate --format c", "csv"),
            ("arbiter validate --select M30", "M303"),
            ("arbiter explain M30", "M303"),
            ("arbiter help form", "formats"),
            ("arbiter play --variant crazy", "crazyhouse"),
            ("arbiter variants show crazy", "crazyhouse"),
            ("arbiter shards pl", "plan"),
        ] {
            let program = program.replace("LINE", line).replace('\'', "'\\''");
            let output = sandbox.run(&format!("{shell} -c '{program}'"))?;
            let text = String::from_utf8(output.stdout)?;
            let words: Vec<&str> =
                text.lines().filter_map(|line| line.split('\t').next()).collect();
            assert!(words.contains(&offered), "{shell}: {line}: {text}");
        }
    }
    Ok(())
}

/// The options of a command that its help does not show.
fn hidden_options(command: &clap::Command) -> Vec<String> {
    let hidden = command.get_arguments().filter(|argument| argument.is_hide_set());
    hidden.filter_map(|argument| argument.get_long().map(str::to_owned)).collect()
}

#[test]
fn shells_complete_codes_and_values() -> Outcome {
    let sandbox = Sandbox::new()?;
    for shell in ["bash", "zsh", "fish"] {
        let script =
            String::from_utf8(sandbox.run(&format!("arbiter completions {shell}"))?.stdout)?;
        for word in ["M303", "C601", "pedantic", "html", "warning", "atomic", "chess960"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        let is_end = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-';
        for option in all_commands().iter().flat_map(hidden_options) {
            // Bash and zsh write `--ply`, fish writes `-l ply`.
            let mut words = script.split(is_end).filter(|word| !word.is_empty());
            let is_offered = words.any(|word| word == format!("--{option}"))
                || script.contains(&format!("-l {option} "));
            assert!(!is_offered, "{shell}: --{option}");
        }
    }
    Ok(())
}

#[test]
fn the_examples_of_the_manual_can_be_copied() -> Outcome {
    let page = String::from_utf8(Sandbox::new()?.run("arbiter man")?.stdout)?;
    let plain = page.replace("\\-", "-").replace("\\*(Aq", "'").replace("\\\\", "\\");
    for command in all_commands() {
        for line in examples(&command) {
            let indented = format!("\n  {line}\n");
            let (before, _) = plain.split_once(&indented).ok_or(line.clone())?;
            assert!(before.rfind("\n.nf") > before.rfind("\n.fi"), "{line} is filled");
        }
    }
    Ok(())
}

#[test]
fn the_short_help_fits_a_screen() -> Outcome {
    let sandbox = Sandbox::new()?;
    for command in all_commands() {
        let name = command.get_bin_name().unwrap_or("arbiter");
        let output = sandbox.run(&format!("COLUMNS=80 {name} -h"))?;
        let help = String::from_utf8(output.stdout)?;
        assert!((1..=24).contains(&help.lines().count()), "{name} -h\n{help}");
    }
    Ok(())
}

#[test]
fn help_takes_commands_below_a_command_and_beginnings_of_codes() -> Outcome {
    let sandbox = Sandbox::new()?;
    let printed = |line: &str| -> Result<String, Box<dyn Error>> {
        let output = sandbox.run(line)?;
        assert_eq!(output.status.code(), Some(0), "{line}");
        Ok(String::from_utf8(output.stdout)?)
    };
    assert_eq!(printed("arbiter help shards plan")?, printed("arbiter shards plan --help")?);
    let codes = Code::ALL.iter().filter(|code| code.id().starts_with("M3")).count();
    let lines = printed("arbiter help m3")?;
    assert_eq!(lines.lines().filter(|line| line.starts_with("M3")).count(), codes);
    Ok(())
}

#[test]
fn usage_errors_have_a_hint_and_status_2() -> Outcome {
    let sandbox = Sandbox::new()?;
    for (line, hint) in [
        ("arbiter", "Usage: arbiter"),
        ("arbiter valdate", "'validate'"),
        ("arbiter explain M999", "did you mean M"),
        ("arbiter help plan", "arbiter help shards plan"),
        ("arbiter help shards plam", "did you mean"),
        ("arbiter help atomic", "arbiter variants show atomic"),
        ("arbiter perft 1 --devide", "'--divide'"),
        ("arbiter show --style asci", "'ascii'"),
        ("arbiter perft 4000000000", "100"),
        ("arbiter report --with perft:4000000000", "up to 100"),
    ] {
        let output = sandbox.run(line)?;
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(hint), "{line}: {said}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{line}");
    }
    Ok(())
}
