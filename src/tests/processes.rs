//! What several processes do to one data directory, and what a process says to the disk.
use bond::store::Store;
use bond::store::loads::State;

use super::command_line::{PASSWORD, Serving, add_user, captured, run};
use super::kills::{MEMBERS, begun, import, load, logins, write_base, write_day};
use super::setting;

/// Also after a backup, which reads the files, through a symbolic link, and in a folder whose files are hard links.
#[test]
fn a_second_process_is_refused_with_the_pid_of_the_first() {
    let parent = tempfile::tempdir().expect("a directory");
    let (data, link) = (parent.path().join("data"), parent.path().join("link"));
    add_user(&data, "ann");
    crate::system::link(&data, &link);
    let server = Serving::start(&data);
    let hard = parent.path().join("hard");
    let linked = std::process::Command::new("cp").arg("-al").arg(&data).arg(&hard).status();
    assert!(linked.expect("run").success());
    let said = format!("is in use by another Bond process (PID {})", server.pid());
    let rounds = setting("TEST_ROUNDS", 2);
    for round in 0..rounds {
        for folder in [&data, &link, &hard] {
            let (code, _, error) = captured(&run(folder, &["serve", "--listen", "127.0.0.1:0"], ""));
            assert_eq!((code, error.contains(&said)), (3, true), "round {round}: {error}");
        }
        let (code, _, error) = captured(&run(&data, &["backup"], ""));
        assert_eq!(code, 0, "{error}");
    }
    assert_eq!(server.get("readyz").0, 200);
    assert_eq!(server.stop().0, 0);
    println!("PASS two processes: refused {0} of {0}", 3 * rounds);
}

/// The same files, by many commands at once: one load does it, the others say so.
#[test]
fn the_same_file_twenty_times_at_once_is_loaded_once() {
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = begun(parent.path());
    let server = Serving::start(&data);
    load(&data, &feed);
    write_day(&feed, 0);
    let clients: Vec<_> = (0..20).map(|_| import(&data, &feed).spawn().expect("started")).collect();
    for mut client in clients {
        assert!(client.wait().expect("ended").success());
    }
    let store = Store::open(&data).expect("opened");
    let loads = store.loads(30).expect("read");
    assert_eq!(loads.len(), 21);
    assert!(loads.iter().all(|load| load.state == State::Published), "{loads:?}");
    let made = loads.iter().filter(|load| load.data_version.is_some()).count();
    assert_eq!(made, 2, "the base and one of the twenty");
    let token = server.sign_in("ann", PASSWORD);
    assert_eq!(logins(&server, &token, 0), (2 * MEMBERS, MEMBERS));
    assert_eq!(server.stop().0, 0);
    println!("PASS the same file 20 times: 1 batch, 19 already loaded");
}

/// What is acknowledged has been synced: a load in the spool, the ledger and the warehouse's log, a session in the store.
#[test]
fn what_is_acknowledged_is_synced() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed, trace) = (parent.path().join("data"), parent.path().join("feed"), parent.path().join("trace"));
    add_user(&data, "ann");
    write_base(&feed);
    let server = Serving::start(&data);
    load(&data, &feed);
    let output = trace.to_string_lossy().into_owned();
    let words = ["-y", "-e", "trace=fsync,fdatasync", "-o", &output];
    let Some(tracing) = super::checkpoints::Tracing::start(server.pid(), &words) else { return };
    let synced = |file: &str| {
        let text = std::fs::read_to_string(&trace).unwrap_or_default();
        text.lines().filter(|line| line.contains(&format!("/{file}>"))).count()
    };
    let rounds = setting("TEST_ROUNDS", 3);
    for round in 0..rounds {
        let before = synced("bond.sqlite-wal");
        server.sign_in("ann", PASSWORD);
        assert!(synced("bond.sqlite-wal") > before, "the session of round {round}");
        write_day(&feed, round % 300);
        let files = ["warehouse.duckdb.wal", "warehouse.duckdb", "bond.sqlite-wal", "logins.csv.zst", "data"];
        let before = files.map(synced);
        assert!(import(&data, &feed).status().expect("run").success());
        let after = files.map(synced);
        assert!(after.iter().zip(before).all(|(after, before)| *after > before), "{files:?} {before:?} {after:?}");
    }
    drop(tracing);
    assert_eq!(server.stop().0, 0);
    println!("PASS syncs: {rounds} of {rounds} loads and sessions were synced before they were acknowledged");
}
