//! Checkpoints that are cut off or fail. `TEST_ROUNDS` sets how many processes are killed inside one (2 unless given),
//! `TEST_SEED` when.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bond::store::Store;
use bond::store::loads::State;

use super::command_line::{PASSWORD, Serving};
use super::kills::{MEMBERS, begun, import, load, logins, wait_until_idle, write_day};
use super::random::Random;
use super::{setting, wait_until};

/// A checkpoint writes to the warehouse file while the log has a load, and empties the log at its end. The server is
/// killed a random moment after the first of these.
#[test]
fn a_kill_inside_a_checkpoint_loses_nothing() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = begun(parent.path());
    let mut server = Serving::start(&data);
    load(&data, &feed);

    let mut random = Random(setting("TEST_SEED", 3));
    let wanted = setting("TEST_ROUNDS", 2);
    let length = |name: &str| std::fs::metadata(data.join(name)).map_or(0, |data| data.len());
    let modified = || {
        let found = std::fs::metadata(data.join("warehouse.duckdb")).expect("there");
        (found.len(), found.modified().expect("a time"))
    };
    let (mut inside, mut round, mut slowest) = (0, 0, Duration::ZERO);
    while inside < wanted {
        assert!(round < 20 * wanted, "a checkpoint was met only {inside} times in {round} rounds");
        let number = round % 300;
        round += 1;
        write_day(&feed, number);
        let mut client = import(&data, &feed).spawn().expect("started");
        let pause = Duration::from_micros(random.below(15_000));
        let has_ended = |client: &mut Child| client.try_wait().expect("a child").is_some();
        let has_load = || length("warehouse.duckdb.wal") > 10_000;
        while !has_load() && !has_ended(&mut client) {}
        let before = modified();
        while modified() == before && has_load() {}
        let begun = Instant::now();
        while begun.elapsed() < pause {}
        server.kill();
        inside += u64::from(has_load() && modified() != before);
        client.wait().expect("ended");

        let started = Instant::now();
        server = Serving::start(&data);
        slowest = slowest.max(started.elapsed());
        wait_until_idle(&data);
        let newest = Store::open(&data).expect("opened").loads(1).expect("read").remove(0);
        let token = server.sign_in("ann", PASSWORD);
        let found = logins(&server, &token, number);
        assert_eq!((newest.state, found), (State::Published, (2 * MEMBERS, MEMBERS)), "round {round}, {newest:?}");
    }
    let token = server.sign_in("ann", PASSWORD);
    for number in 0..round.min(300) {
        assert_eq!(logins(&server, &token, number), (2 * MEMBERS, MEMBERS), "day {number}");
    }
    println!(
        "PASS kill inside a checkpoint: {inside} of {round} kills inside, nothing lost, slowest start {slowest:?}"
    );
    assert_eq!(server.stop().0, 0);
}

/// A program attached to a process, until it is dropped.
pub(super) struct Tracing(Child);

impl Tracing {
    /// Answers a process that syncs a file with an input/output error; None if that is not possible here.
    fn failing_syncs(pid: u32, file: &Path) -> Option<Tracing> {
        let inject = "inject=fdatasync:error=EIO";
        Tracing::start(pid, &["-P", &file.to_string_lossy(), "-e", "trace=fdatasync", "-e", inject])
    }

    /// None if that is not possible here, which it says.
    pub(super) fn start(pid: u32, words: &[&str]) -> Option<Tracing> {
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-p", &pid.to_string()]).args(words).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(child) = command.spawn() else {
            super::skipped("strace is not installed");
            return None;
        };
        let mut tracing = Tracing(child);
        let limit = Instant::now() + Duration::from_secs(20);
        while !is_traced(pid) {
            if tracing.0.try_wait().expect("a child").is_some() || Instant::now() > limit {
                super::skipped("strace may not attach here");
                return None;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        // Threads are attached one after the other.
        std::thread::sleep(Duration::from_millis(500));
        Some(tracing)
    }
}

impl Drop for Tracing {
    fn drop(&mut self) {
        // SIGTERM, so that it detaches thread by thread. It waits for ever for a thread that is just starting a child and
        // that it has told to stop; when it is killed, the kernel lets all of them go.
        crate::system::ask_to_stop(self.0.id());
        let limit = Instant::now() + Duration::from_secs(2);
        while matches!(self.0.try_wait(), Ok(None)) && Instant::now() < limit {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn is_traced(pid: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    status.lines().any(|line| line.strip_prefix("TracerPid:").is_some_and(|tracer| tracer.trim() != "0"))
}

/// A failed sync ends DuckDB's instance. The server opens everything anew on the same port, without ending, and finds
/// out what became of the load.
#[test]
fn a_failed_sync_opens_the_warehouse_anew_and_a_second_one_shows_the_maintenance_page() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = begun(parent.path());
    let server = Serving::start(&data);
    load(&data, &feed);
    let fails_while_loading = |number: u64, said: &str| {
        write_day(&feed, number);
        let tracing = Tracing::failing_syncs(server.pid(), &data.join("warehouse.duckdb.wal"))?;
        let mut client = import(&data, &feed).spawn().expect("started");
        wait_until("the warehouse fails", || server.errors().contains(said));
        drop(tracing);
        client.wait().expect("ended");
        Some(())
    };
    if fails_while_loading(0, "the warehouse has failed, and everything is opened anew").is_none() {
        return;
    }
    let limit = Instant::now() + Duration::from_secs(60);
    while server.get("readyz").0 != 200 {
        assert!(Instant::now() < limit, "it is not ready again: {}", server.errors());
        std::thread::sleep(Duration::from_millis(20));
    }
    wait_until_idle(&data);
    let token = server.sign_in("ann", PASSWORD);
    let newest = Store::open(&data).expect("opened").loads(1).expect("read").remove(0);
    assert_eq!((newest.state, logins(&server, &token, 0)), (State::Published, (2 * MEMBERS, MEMBERS)), "{newest:?}");

    fails_while_loading(1, "the warehouse has failed again").expect("it worked before");
    wait_until("the maintenance page", || server.get("readyz").0 == 503 && server.get("").0 == 503);
    assert_eq!(server.get("healthz").0, 200, "the process lives");
    assert_eq!(server.stop().0, 0);
    let server = Serving::start(&data);
    wait_until_idle(&data);
    let token = server.sign_in("ann", PASSWORD);
    for number in 0..2 {
        assert_eq!(logins(&server, &token, number), (2 * MEMBERS, MEMBERS), "day {number}");
    }
    assert_eq!(server.stop().0, 0);
}
