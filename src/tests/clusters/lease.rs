//! Which data directory may write to the servers.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{MIDDLE, Program};
use crate::command_line::{PASSWORD, Serving, bond, captured};
use crate::kills::{MEMBERS, logins, write_day};

/// Runs a command with another data directory and the same settings.
fn run(program: &Program, data: &Path, words: &[&str]) -> (i32, String) {
    let mut command = bond(data, words);
    command.envs(program.variables.iter().map(|(name, value)| (name, value)));
    let (code, text, error) = captured(&command.output().expect("run"));
    (code, format!("{text}{error}"))
}

fn serve(program: &Program, data: &Path) -> Serving {
    let mut command = bond(data, &["serve", "--listen", "127.0.0.1:0"]);
    command.envs(program.variables.iter().map(|(name, value)| (name, value)));
    Serving::by(command)
}

#[test]
fn a_restored_copy_does_not_touch_the_rows_of_a_running_original() {
    let Some(program) = Program::new() else { return };
    let mut server = program.serve();
    let token = server.sign_in("ann", PASSWORD);
    let (code, text, error) = program.run(&["backup"], &[]);
    assert_eq!(code, 0, "{text}{error}");
    let file = text.lines().next().expect("a path").to_owned();
    // Rows that the copy would delete.
    let more = program.folder.path().join("more");
    write_day(&more, MIDDLE + 10);
    program.import(&more);
    let copy = program.folder.path().join("copy");
    assert_eq!(run(&program, &copy, &["restore", &file]).0, 0);
    // What cp makes is a copy, too.
    let copied = program.folder.path().join("copied");
    let cp = std::process::Command::new("cp").arg("-a").arg(&copy).arg(&copied).status();
    assert!(cp.expect("run").success());
    let place = program.data().canonicalize().expect("there");
    let said = format!("process {} on ", server.pid());
    for data in [&copy, &copied] {
        for words in
            [&["serve", "--listen", "127.0.0.1:0"][..], &["import", &more.to_string_lossy()], &["loads", "undo"]]
        {
            let (code, text) = run(&program, data, words);
            let all = [
                "is in use by another Bond",
                &said,
                &place.to_string_lossy(),
                "a database of its own",
                "warehouse = \"duckdb\"",
            ];
            assert!(code != 0 && all.iter().all(|said| text.contains(said)), "{words:?}: {code} {text}");
        }
    }
    let whole = |server: &Serving, token: &str| {
        assert_eq!(logins(server, token, MIDDLE), (2 * MEMBERS, MEMBERS));
        assert_eq!(logins(server, token, MIDDLE + 10), (2 * MEMBERS, MEMBERS));
    };
    whole(&server, &token);
    for index in 0..2 {
        let rows = program.owner(index).run(&format!("select throwIf(count() <> {}) from session", 4 * MEMBERS));
        rows.expect("all rows of the original");
    }
    // The original goes on.
    write_day(&more, MIDDLE + 11);
    program.import(&more);
    assert_eq!(logins(&server, &token, MIDDLE + 11), (2 * MEMBERS, MEMBERS));
    // One that was killed starts again at once.
    server.kill();
    let server = program.serve();
    whole(&server, &server.sign_in("ann", PASSWORD));
    // One that has ended lets another have the servers, and is then refused itself.
    assert_eq!(server.stop().0, 0);
    let other = serve(&program, &copy);
    program.assert_whole(&other);
    let (code, text, error) = program.run(&["loads", "undo"], &[]);
    assert!(code != 0 && error.contains("is in use by another Bond"), "{code} {text}{error}");
    program.assert_whole(&other);
    assert_eq!(other.stop().0, 0);
    let server = program.serve();
    whole(&server, &server.sign_in("ann", PASSWORD));
    assert_eq!(server.stop().0, 0);
}

/// A server that died without a word, on another machine, is waited for.
#[test]
fn who_died_without_a_word_is_waited_for() {
    if !crate::runs_today() {
        return;
    }
    let Some(program) = Program::new() else { return };
    let silent_for = |seconds: u32| {
        let owner = program.owner(1);
        owner.run("truncate table bond_lease").expect("forgotten");
        let died = "insert into bond_lease select 'x', 'elsewhere', 'process 7 on another', 2, 1, now()";
        owner.run(&format!("{died} - {seconds}")).expect("said");
    };
    silent_for(0);
    let (code, _, error) = program.run(&["loads", "undo"], &[]);
    assert!(code != 0 && error.contains("process 7 on another") && error.contains("try again 45 s after"), "{error}");
    // The rest of the time is not worth waiting for.
    silent_for(40);
    let begun = Instant::now();
    while program.run(&["loads", "undo"], &[]).0 != 0 {
        assert!(begun.elapsed() < Duration::from_secs(30), "it is waited for too long");
        std::thread::sleep(Duration::from_millis(500));
    }
}
