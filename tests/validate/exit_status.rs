//! Exit status, summary, and the flags that affect them.

use crate::run::{Outcome, careless, codes, command, illegal, pipe, sound, tags, validate};

#[test]
fn the_exit_status_distinguishes_findings_from_failure() -> Outcome {
    for (arguments, text, code) in [
        (&[][..], sound(), 0),
        (&[], careless(), 1),
        (&[], illegal(), 1),
        (&["--fail-on", "error"], careless(), 0),
        (&["--fail-on", "error"], illegal(), 1),
        (&["--fail-on", "info"], sound(), 0),
        (&["--profile", "pedantic"], "1. e4 *\n".into(), 0),
        (&["--profile", "pedantic", "--fail-on", "info"], "1. e4 *\n".into(), 1),
        (&["--profile", "read"], careless(), 0),
        (&["--exit-zero"], illegal(), 0),
        (&["--ignore", "S"], careless(), 0),
        (&["--select", "V"], illegal(), 0),
        (&["--select", "XYZ"], sound(), 2),
        (&["--laws", "1851"], sound(), 2),
    ] {
        let ran = pipe(arguments, text.as_bytes())?;
        assert_eq!(ran.code, Some(code), "{arguments:?} {text}: {}", ran.err);
    }
    Ok(())
}

#[test]
fn the_summary_counts_games_and_findings() -> Outcome {
    for (text, summary) in [
        ("\n".into(), "0 games: 0 clean\n"),
        (sound(), "1 game: 1 clean\n"),
        (sound().repeat(3) + &illegal(), "4 games: 3 clean, 1 with errors (1 error, 0 warnings)\n"),
        (
            careless(),
            "1 game: 0 clean, 1 with warnings (0 errors, 1 warning)\n\
             1 of 1 finding has a safe correction: arbiter fix - -o clean.pgn\n",
        ),
    ] {
        assert_eq!(pipe(&[], text.as_bytes())?.err, summary);
    }
    Ok(())
}

#[test]
fn a_summary_without_a_reader_changes_nothing() -> Outcome {
    let (reader, writer) = std::io::pipe()?;
    drop(reader);
    let status =
        command().arg("fixtures/pgn/second-result-then-a-game.pgn").stderr(writer).status()?;
    assert_eq!(status.code(), Some(1));
    Ok(())
}

#[test]
fn any_number_of_threads_works() -> Outcome {
    let ran =
        validate(&["-j", &usize::MAX.to_string(), "fixtures/pgn/second-result-then-a-game.pgn"])?;
    assert_eq!(ran, validate(&["-j", "1", "fixtures/pgn/second-result-then-a-game.pgn"])?);
    Ok(())
}

#[test]
fn quiet_prints_nothing() -> Outcome {
    let ran = pipe(&["-q"], illegal().as_bytes())?;
    assert_eq!((ran.out.as_str(), ran.err.as_str(), ran.code), ("", "", Some(1)));
    Ok(())
}

#[test]
fn codes_are_chosen_by_themselves_or_by_their_beginning() -> Outcome {
    let text = careless() + &illegal() + &tags("*") + "1. e4 e5\n";
    for (arguments, expected) in [
        (&[][..], &["S401", "M308", "R701"][..]),
        (&["--select", "M"], &["M308"]),
        (&["--select", "S4,R701"], &["S401", "R701"]),
        (&["--select", "R", "--select", "M3"], &["M308", "R701"]),
        (&["--ignore", "M308", "--ignore", "R7"], &["S401"]),
        (&["--select", "M,R", "--ignore", "R701"], &["M308"]),
    ] {
        let mut all = vec!["--format", "line"];
        all.extend(arguments);
        let ran = pipe(&all, text.as_bytes())?;
        assert_eq!(codes(&ran.out), expected, "{arguments:?}: {}", ran.out);
    }
    Ok(())
}

#[test]
fn findings_are_written_up_to_a_number_and_counted_beyond_it() -> Outcome {
    let ran = pipe(&["--format", "line", "--max-findings", "2"], illegal().repeat(5).as_bytes())?;
    assert_eq!(ran.out.lines().count(), 2);
    assert_eq!(ran.err, "5 games: 0 clean, 5 with errors (5 errors, 0 warnings)\n");
    Ok(())
}

#[test]
fn the_first_fault_may_be_enough() -> Outcome {
    let text = sound() + &illegal() + &sound() + &illegal();
    let ran = pipe(&["--format", "line", "--fail-fast"], text.as_bytes())?;
    assert_eq!(ran.out.lines().count(), 1);
    assert_eq!(ran.err, "2 games: 1 clean, 1 with errors (1 error, 0 warnings)\n");
    assert_eq!(ran.code, Some(1));
    Ok(())
}

#[test]
fn variations_may_be_left_alone() -> Outcome {
    let text = tags("*") + "1. e4 (1. e5) 1... e5 *\n";
    assert_eq!(pipe(&[], text.as_bytes())?.code, Some(1));
    assert_eq!(pipe(&["--variations", "off"], text.as_bytes())?.code, Some(0));
    Ok(())
}

/// FIDE 9.6.1 ends a game at the fifth repetition, since July 2014.
#[test]
fn the_laws_are_those_of_the_day_or_of_a_year() -> Outcome {
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 \
                   7. Nf3 Nf6 8. Ng1 Ng8 9. e4 e5 10. d4 1/2-1/2\n";
    let today = tags("1/2-1/2") + shuffle;
    let before = today.replace("2023.03.04", "1999.03.04");
    for (text, laws, found) in [
        (&today, "auto", true),
        (&before, "auto", false),
        (&before, "2014", true),
        (&today, "none", false),
    ] {
        let ran = pipe(&["--format", "line", "--laws", laws], text.as_bytes())?;
        assert_eq!(codes(&ran.out).contains(&"R708"), found, "{laws}: {}", ran.out);
    }
    Ok(())
}

#[test]
fn the_cross_check_agrees_on_valid_games() -> Outcome {
    let text = sound() + &tags("*") + "1. e4 {a} e5 (1... c5 2. Nf3) 2. Nf3 $1 *\n";
    let ran = pipe(&["--cross-check", "--format", "line"], text.as_bytes())?;
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(0)));
    Ok(())
}

#[test]
fn other_variants_are_counted_apart_and_never_called_illegal() -> Outcome {
    let text =
        tags("*").replace("\n\n", "\n[Variant \"Bughouse\"]\n\n") + "1. Nf3 f6 2. Nd4 Kxd4 *\n";
    let ran = pipe(&["--select", "M"], text.as_bytes())?;
    assert_eq!(ran.out, "");
    assert!(ran.err.contains("1 not checked"), "{}", ran.err);
    Ok(())
}
