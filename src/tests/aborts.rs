//! A warehouse whose log ends every process that reads it, so that whoever only starts again would do so for ever.
//! `TEST_ROUNDS` sets how often it is started (2 unless given).

use std::process::{Command, Stdio};

use super::command_line::{PASSWORD, Serving, bond};
use super::kills::{MEMBERS, begun, import, load, logins, wait_until_idle, write_day};
use super::setting;

/// A command during which a process that reads this file is ended by a signal, as the engine's assertions end it; None where
/// that is not possible.
fn aborting(command: &Command, file: &str) -> Option<Command> {
    let mut strace = Command::new("strace");
    strace.args(["-D", "-f", "-qq", "-o", "/dev/null", "-P", file, "-e", "trace=read,pread64"]);
    strace.args(["-e", "inject=read,pread64:signal=SIGABRT"]);
    let mut tried = Command::new("strace");
    tried.args(["-D", "-f", "-qq", "-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    if !tried.status().is_ok_and(|status| status.success()) {
        return None;
    }
    strace.arg(command.get_program()).args(command.get_args());
    strace.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    Some(strace)
}

#[test]
fn a_log_that_ends_whoever_reads_it_is_put_aside_and_its_load_comes_back() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = begun(parent.path());
    load(&data, &feed);
    let data = data.canonicalize().expect("there");
    let log = data.join("warehouse.duckdb.wal");
    let wanted = setting("TEST_ROUNDS", 2);
    let (mut ended, mut round) = (0, 0);
    while ended < wanted {
        assert!(round < 20 * wanted, "of {round} only {ended} were killed with a load in the log");
        let number = round % 300;
        round += 1;
        write_day(&feed, number);
        // Killed with the load in the log, which no checkpoint has emptied.
        let mut server = Serving::start(&data);
        let mut client = import(&data, &feed).spawn().expect("started");
        let has_log = || std::fs::metadata(&log).map_or(0, |log| log.len()) > 10_000;
        while !has_log() && client.try_wait().expect("a child").is_none() {}
        server.kill();
        client.wait().expect("ended");
        if !has_log() {
            continue;
        }
        let serve = bond(&data, &["serve", "--listen", "127.0.0.1:0"]);
        let Some(command) = aborting(&serve, &log.to_string_lossy()) else {
            return super::skipped("a log that aborts: strace may not trace here");
        };
        let server = Serving::by(command);
        assert_eq!(server.get("readyz").0, 200, "round {round}: {}", server.errors());
        wait_until_idle(&data);
        let token = server.sign_in("ann", PASSWORD);
        let context = format!("round {round}: {}", server.errors());
        assert!(context.contains("signal: 6"), "{context}");
        let aside = data.join("quarantine");
        assert!(std::fs::read_dir(&aside).is_ok_and(|files| files.count() > 0), "{context}");
        assert_eq!(logins(&server, &token, number), (2 * MEMBERS, MEMBERS), "{context}");
        assert_eq!(server.stop().0, 0);
        // The next start finds nothing to do.
        let server = Serving::start(&data);
        assert!(!server.errors().contains("signal: 6"), "{}", server.errors());
        let token = server.sign_in("ann", PASSWORD);
        for number in 0..=number {
            assert_eq!(logins(&server, &token, number), (2 * MEMBERS, MEMBERS), "{}", server.errors());
        }
        assert_eq!(server.stop().0, 0);
        ended += 1;
    }
    println!("PASS a log that ends whoever reads it: put aside {ended} times, its load came back");
}
