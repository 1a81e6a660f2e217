//! Commands for a cluster: settings as flags, backups.

use std::path::Path;

use super::{MIDDLE, Program, wait_for};
use crate::clickhouse::Servers;
use crate::command_line::{PASSWORD, Serving, bond, captured};
use crate::kills::{MEMBERS, logins, write_day};

/// Environment variables of settings as flags.
fn flags(variables: &[(String, String)]) -> Vec<String> {
    let flag = |name: &str| format!("--{}", name.trim_start_matches("BOND_").to_lowercase().replace('_', "-"));
    variables.iter().flat_map(|(name, value)| [flag(name), value.clone()]).collect()
}

/// Runs a command with flags only.
#[track_caller]
fn run(data: &Path, words: &[&str], flags: &[String]) -> String {
    let (code, text, error) = captured(&bond(data, words).args(flags).output().expect("run"));
    assert_eq!(code, 0, "{words:?}: {text}{error}");
    text
}

#[test]
fn the_servers_may_be_named_by_flags() {
    if !crate::runs_today() {
        return;
    }
    let Some(program) = Program::new() else { return };
    let (data, flags) = (program.data(), flags(&program.variables));
    let rows = |wanted: u64| {
        for index in 0..2 {
            let found = program.owner(index).run(&format!("select throwIf(count() <> {wanted}) from session"));
            found.expect("half of the rows");
        }
    };
    let feed = program.folder.path().join("more");
    write_day(&feed, MIDDLE + 20);
    rows(3 * MEMBERS);
    run(&data, &["import", &feed.to_string_lossy()], &flags);
    rows(4 * MEMBERS);
    run(&data, &["loads", "undo"], &flags);
    rows(3 * MEMBERS);
    let (_, text, _) = captured(&bond(&data, &["doctor"]).args(&flags).output().expect("run"));
    assert!(program.servers.running.iter().all(|server| text.contains(&format!("{}: 18.", server.url()))), "{text}");
    program.owner(1).run("drop table session").expect("dropped");
    let mut command = bond(&data, &["serve", "--listen", "127.0.0.1:0"]);
    command.args(&flags);
    let server = Serving::by(command);
    wait_for(&server, "all rows of members are written to the cluster");
    program.assert_whole(&server);
    assert_eq!(server.stop().0, 0);
    rows(3 * MEMBERS);
}

#[test]
fn a_demo_goes_to_the_servers_that_flags_name() {
    let Some(servers) = Servers::start(1) else { return };
    let folder = tempfile::tempdir().expect("a directory");
    let flags = flags(&servers.settings(folder.path()));
    run(&folder.path().join("data"), &["demo", "--no-serve", "--members", "300", "--years", "1"], &flags);
    let rows = servers.running[0].own().run("select throwIf(count() = 0) from session");
    rows.expect("the demo's logins");
}

/// The first line of the output of a backup is its path.
#[test]
fn a_restored_backup_has_all_rows_after_the_start() {
    let Some(program) = Program::new() else { return };
    let (code, text, error) = program.run(&["backup"], &[]);
    assert_eq!(code, 0, "{text}{error}");
    assert!(text.contains("writes to the ClickHouse servers those that they lack"), "{text}");
    let file = text.lines().next().expect("a path");
    let serve = |name: &str| {
        let data = program.folder.path().join(name);
        if !data.exists() {
            run(&data, &["restore", file], &[]);
        }
        let mut command = bond(&data, &["serve", "--listen", "127.0.0.1:0"]);
        command.envs(program.variables.iter().map(|(name, value)| (name, value)));
        Serving::by(command)
    };
    let all_again = "all rows of members are written to the cluster";

    // The servers have what the backup has.
    let server = serve("same");
    program.assert_whole(&server);
    let (_, log) = server.stop();
    assert!(!log.contains(all_again), "{log}");

    // Meanwhile the original went on.
    let feed = program.folder.path().join("more");
    write_day(&feed, MIDDLE + 10);
    program.import(&feed);
    let server = serve("older");
    program.assert_whole(&server);
    wait_for(&server, all_again);
    assert_eq!(server.stop().0, 0);
    for index in 0..2 {
        let rows = program.owner(index).run(&format!("select throwIf(count() <> {}) from session", 3 * MEMBERS));
        rows.expect("the rows of the backup and no others");
    }

    // It may take the servers back.
    let server = serve("data");
    program.assert_whole(&server);
    let token = server.sign_in("ann", PASSWORD);
    assert_eq!(logins(&server, &token, MIDDLE + 10), (2 * MEMBERS, MEMBERS));
    assert_eq!(server.stop().0, 0);
}
