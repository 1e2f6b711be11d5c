//! Settings: saved, malformed and shown.

use std::fs;

use crate::Outcome;
use crate::pty::Terminal;
use crate::room::{PEOPLE, Room, feed};

const PROMOTE: &str = "8/P6k/8/8/8/8/8/4K3 w - - 0 40";

#[test]
fn a_setting_is_kept_for_the_next_game() -> Outcome {
    let room = Room::new()?;
    let said = room.talk(
        PEOPLE,
        &["set autoqueen on", "set level 3", "set control 40/90m+30s:30m", "set save"],
    )?;
    assert!(said.out.contains("Saved: "), "{}", said.out);
    let args: Vec<&str> = PEOPLE.iter().copied().chain(["--fen", PROMOTE]).collect();
    let next = room.talk(&args, &["set level", "a8", "fen"])?;
    assert!(next.fen().starts_with("Q7/"), "{}", next.out);
    assert!(next.out.contains("Level: 3"), "{}", next.out);
    let shown = feed(&mut room.arbiter(&["config"]), b"")?;
    assert!(shown.out.contains("control = \"40/5400+30:1800\""), "{}", shown.out);
    Ok(())
}

#[test]
fn a_broken_file_is_set_aside_with_one_warning() -> Outcome {
    let room = Room::new()?;
    let folder = room.path("config/arbiter");
    fs::create_dir_all(&folder)?;
    for broken in [
        &b"autoqueen = [[[ nonsense\n"[..],
        b"[play]\nlevel = \"deep\"\n",
        b"[play]\nlevel = 255\n",
        b"[clock]\ncontrol = \"soon\"\n",
        b"[display]\nlang = \"\xff\xfe\"\n",
    ] {
        fs::write(folder.join("config.toml"), broken)?;
        let said = room.talk(PEOPLE, &["e4", "fen"])?;
        assert_eq!((said.code, said.plies()), (Some(0), Some(1)));
        assert_eq!(said.err.matches("warning:").count(), 1, "{}", said.err);
        assert_eq!(fs::read(folder.join("config.toml.bad"))?, broken);
        assert!(folder.join("config.toml").exists(), "a fresh file is written");
        assert_eq!(room.talk(PEOPLE, &["e4"])?.err, "");
    }
    Ok(())
}

#[test]
fn an_unknown_key_is_named_with_its_file_and_the_nearest_one() -> Outcome {
    let room = Room::new()?;
    let text = "[display]\ntheem = \"blue\"\n\n[play]\nlevel = 2\nopponent = \"ai\"\n";
    fs::create_dir_all(room.path("config/arbiter"))?;
    let file = room.path("config/arbiter/config.toml");
    fs::write(&file, text)?;
    let said = room.talk(PEOPLE, &["set level"])?;
    assert!(said.out.contains("Level: 2"), "the other keys count: {}", said.out);
    let path = file.display();
    let warnings = format!(
        "warning: unknown key `display.theem` in '{path}' has no effect; did you mean `display.theme`?\n\
         warning: unknown key `play.opponent` in '{path}' has no effect; `arbiter config` shows all settings\n"
    );
    assert_eq!(said.err, warnings);
    assert_eq!(fs::read_to_string(&file)?, text, "the file stays");
    assert_eq!(feed(&mut room.arbiter(&["config"]), b"")?.err, warnings);
    Ok(())
}

#[test]
fn chess960_as_a_setting_begins_anywhere() -> Outcome {
    let room = Room::new()?;
    fs::create_dir_all(room.path("config/arbiter"))?;
    fs::write(room.path("config/arbiter/config.toml"), "[play]\nvariant = \"chess960\"\n")?;
    let mut starts = Vec::new();
    for seed in ["1", "2", "3"] {
        starts.push(room.talk(&["--two", "--seed", seed], &["fen"])?.fen().to_owned());
    }
    starts.dedup();
    assert!(starts.len() > 1, "{starts:?}");
    Ok(())
}

#[test]
fn a_missing_file_means_defaults_and_a_fresh_file() -> Outcome {
    let room = Room::new()?;
    let file = room.path("config/arbiter/config.toml");
    assert_eq!(room.talk(PEOPLE, &["e4"])?.err, "");
    let fresh = fs::read_to_string(&file)?;
    let shown = feed(&mut room.arbiter(&["config"]), b"")?;
    assert!(shown.out.ends_with(&fresh), "{fresh} in {}", shown.out);
    fs::write(&file, fresh.replace("level = 3", "level = 2"))?;
    assert!(room.talk(PEOPLE, &["set level"])?.out.contains("Level: 2"));
    Ok(())
}

#[test]
fn a_home_that_cannot_be_written_needs_no_file() -> Outcome {
    let room = Room::new()?;
    let file = room.write("file", "not a folder")?;
    let mut command = room.play(PEOPLE);
    command.env("XDG_CONFIG_HOME", file.join("c"));
    let said = feed(&mut command, b"e4\nfen\n")?;
    assert_eq!((said.code, said.plies(), said.err.as_str()), (Some(0), Some(1), ""));
    let mut command = room.play(PEOPLE);
    command.env("XDG_CONFIG_HOME", file.join("c"));
    let said = feed(&mut command, b"set save\nfen\n")?;
    assert_eq!(said.err.matches("warning: cannot write the settings").count(), 1, "{}", said.err);
    Ok(())
}

#[test]
fn every_kind_of_setting_is_kept() -> Outcome {
    let room = Room::new()?;
    let kept = ["style plain", "lang fr", "delay 10", "variant alice:3", "words on", "draws fide"];
    let lines: Vec<String> = kept.iter().map(|setting| format!("set {setting}")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).chain(["set save"]).collect();
    assert_eq!(room.talk(PEOPLE, &lines)?.code, Some(0));
    for setting in kept {
        let (name, value) = setting.split_once(' ').ok_or("a value")?;
        let said = room.talk(PEOPLE, &[&format!("set {name}")])?;
        assert!(said.out.contains(&format!(": {value}\n")), "{setting}: {}", said.out);
    }
    Ok(())
}

/// Defaults are not saved; otherwise a run through a pipe would decide how a terminal looks.
#[test]
fn a_pipe_does_not_save_when_boards_are_drawn() -> Outcome {
    let room = Room::new()?;
    let said = room.talk(PEOPLE, &["set style ascii", "set save", "e4"])?;
    assert!(!said.out.contains("[P]"), "{}", said.out);
    let mut terminal = Terminal::in_room(room, "xterm", PEOPLE, None)?;
    terminal.types_at("1. White > ", "e4\r")?;
    terminal.shows("[P]")?;
    Ok(())
}

#[test]
fn the_settings_have_three_groups() -> Outcome {
    let said = Room::new()?.talk(PEOPLE, &["set"])?;
    for heading in ["display", "play", "clock"] {
        assert!(said.out.lines().any(|line| line == heading), "{heading}: {}", said.out);
    }
    Ok(())
}

#[test]
fn a_refused_setting_is_explained() -> Outcome {
    let said = Room::new()?
        .talk(PEOPLE, &["set colour red", "set level deep", "set board sometimes", "fen"])?;
    for words in ["Unknown setting \"colour\"", "level must be between 1 and 20", "on-request"] {
        assert!(said.out.to_lowercase().contains(&words.to_lowercase()), "{words}: {}", said.out);
    }
    Ok(())
}

#[test]
fn config_shows_the_path_of_the_file() -> Outcome {
    let room = Room::new()?;
    let said = feed(&mut room.arbiter(&["config", "--path"]), b"")?;
    assert_eq!(said.out.trim_end(), room.path("config/arbiter/config.toml").display().to_string());
    let shown = feed(&mut room.arbiter(&["config"]), b"")?;
    assert!(
        shown.out.contains("[display]") && shown.out.contains("(does not exist"),
        "{}",
        shown.out
    );
    Ok(())
}
