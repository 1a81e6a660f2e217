//! A server that is used for a long time, with a load every minute: nothing grows. `TEST_ROUNDS` sets how many minutes;
//! without it, 15 seconds with a load every two. Memory is judged from 10 minutes on, and strictly from an hour on.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::clickers::{Clicker, Stop, p95, write_logins, write_members};
use super::command_line::{PASSWORD, Serving, add_user, bond};
use super::kills::wait_until_idle;
use super::{setting, takes_turn};

const MEMBERS: u64 = 2_000;

/// The slope of points by least squares.
fn slope(points: &[(f64, f64)]) -> f64 {
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let above: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let below: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    if below == 0.0 { 0.0 } else { above / below }
}

/// Calls beside those of [`Clicker`], each with what has to be sent.
fn others() -> Vec<(&'static str, Value)> {
    let with = |more: Value| {
        let mut body = json!({"startDate": "2025-01-01", "endDate": "2025-01-28"});
        let fields = more.as_object().cloned().unwrap_or_default();
        body.as_object_mut().expect("an object").extend(fields);
        body
    };
    let screen = "api/v1/dashboard/users/logins";
    vec![
        ("api/v1/bond/score", with(json!({}))),
        ("api/v1/insights/moves", with(json!({}))),
        ("api/v1/explain/logins.totalLogins", with(json!({}))),
        ("api/v1/receipts/logins.totalLogins", with(json!({}))),
        ("api/v1/export/csv", with(json!({"screen": screen, "block": "LOGINS_TABLE"}))),
        ("api/v1/export/xlsx", with(json!({"screen": screen}))),
        ("api/v1/export/pdf", with(json!({"screen": screen}))),
    ]
}

/// Makes the other calls in turn until it is done, and returns how often each was answered with which status.
fn visit(server: &Serving, token: &str, done: &AtomicBool) -> BTreeMap<(&'static str, u16), u64> {
    let mut answered = BTreeMap::new();
    for (path, body) in others().iter().cycle() {
        if done.load(Ordering::Acquire) {
            break;
        }
        let (status, answer) = server.answer(Some(token), path, body);
        // A load may come in between, more than once.
        assert!(status < 500 || status == 503, "{path}: {status} {answer}");
        *answered.entry((*path, status)).or_default() += 1;
        std::thread::sleep(Duration::from_millis(100));
    }
    answered
}

struct Sample {
    minutes: f64,
    megabytes: f64,
    descriptors: u64,
    file: u64,
}

#[test]
fn nothing_grows_in_a_server_that_is_used_and_loaded() {
    if !takes_turn(1) {
        return;
    }
    let minutes = setting("TEST_ROUNDS", 0);
    let (time, between) = match minutes {
        0 => (Duration::from_secs(15), Duration::from_secs(2)),
        minutes => (Duration::from_secs(60 * minutes), Duration::from_secs(60)),
    };
    let parent = tempfile::tempdir().expect("a directory");
    let (data, feed) = (parent.path().join("data"), parent.path().join("feed"));
    add_user(&data, "ann");
    std::fs::create_dir(&feed).expect("made");
    write_members(&feed, MEMBERS);
    write_logins(&feed.join("logins.csv"), MEMBERS);
    let import = |data: &Path, folder: &Path| {
        let mut command = bond(data, &["import", &folder.to_string_lossy()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        assert!(command.status().expect("run").success());
    };
    import(&data, &feed);
    let warehouse = |data: &Path| std::fs::metadata(data.join("warehouse.duckdb")).expect("there").len();
    std::fs::remove_file(feed.join("members.csv")).expect("removed");
    std::fs::remove_file(feed.join("user_groups.csv")).expect("removed");

    // A cache that the clicks fill at once: with the usual 256 MB it would grow for hours, as it should.
    // No question may be refused because other tests keep the machine busy.
    let server = Serving::with(&data, "warn", &[("BOND_CACHE_BYTES", "4MB"), ("BOND_QUERY_SECONDS", "120")]);
    let process = server.process();
    let tokens = [server.sign_in("ann", PASSWORD)];
    let clicker = Clicker { base: server.base(), tokens: &tokens, pause: 100 };
    let done = AtomicBool::new(false);
    let started = Instant::now();
    let mut samples = Vec::new();
    let mut loads = 0;
    let (mut clicks, visits) = std::thread::scope(|scope| {
        let clicks = scope.spawn(|| clicker.many(4, setting("TEST_SEED", 6), &done));
        let visits = scope.spawn(|| visit(&server, &tokens[0], &done));
        let stop = Stop(&done);
        while started.elapsed() < time {
            let next = Instant::now() + between;
            loads += 1;
            // Each load replaces all rows, by those of more or fewer members.
            write_logins(&feed.join("logins.csv"), MEMBERS * 3 / 4 + loads % 2 * (MEMBERS / 4) - loads);
            import(&data, &feed);
            std::thread::sleep(next.saturating_duration_since(Instant::now()));
            samples.push(Sample {
                minutes: started.elapsed().as_secs_f64() / 60.0,
                megabytes: process.resident_bytes().expect("it runs") as f64 / f64::from(1 << 20),
                descriptors: process.open_descriptors().expect("it runs"),
                file: warehouse(&data),
            });
        }
        drop(stop);
        let clicks = clicks.join().expect("every answer was a success of one version");
        (clicks, visits.join().expect("every other call was answered"))
    });
    let left = || -> Vec<_> {
        std::fs::read_dir(data.join("tmp")).expect("a folder").flatten().map(|entry| entry.path()).collect()
    };
    let left_in_use = left();
    for (path, _) in others() {
        assert!(visits.contains_key(&(path, 200)), "{path}: {visits:?}");
    }
    // Killed in the middle of a load and of files, it leaves what the next start removes.
    let mut server = server;
    write_logins(&feed.join("logins.csv"), MEMBERS * 3 / 4 + (loads + 1) % 2 * (MEMBERS / 4) - loads);
    let mut client = bond(&data, &["import", &feed.to_string_lossy()]);
    client.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut client = client.spawn().expect("started");
    std::thread::sleep(Duration::from_millis(150));
    server.kill();
    client.wait().expect("ended");
    let server = Serving::start(&data);
    wait_until_idle(&data);
    let left_after_a_kill = left();
    assert_eq!(server.stop().0, 0);
    import(&data, &feed);

    // What the same data need in a new file, with the undo of the load before.
    let fresh = parent.path().join("fresh");
    add_user(&fresh, "ann");
    let first = parent.path().join("first");
    std::fs::create_dir(&first).expect("made");
    write_members(&first, MEMBERS);
    write_logins(&first.join("logins.csv"), MEMBERS);
    import(&fresh, &first);
    import(&fresh, &feed);
    let live = warehouse(&fresh);

    let warm = &samples[samples.len() / 3..];
    let (first, last) = (&warm[0], &warm[warm.len() - 1]);
    let points: Vec<(f64, f64)> = warm.iter().map(|sample| (sample.minutes, sample.megabytes)).collect();
    let growth = slope(&points);
    let mut is_sound = true;
    let mut verdict = |is_passed: bool, name: &str, figure: String| {
        println!("{} {name} {figure}", if is_passed { "PASS" } else { "FAIL" });
        is_sound &= is_passed;
    };
    // Seconds say nothing about the slope.
    let is_long = minutes >= 10;
    let range = format!("{:.0} to {:.0} MB, {growth:.3} MB a minute", first.megabytes, last.megabytes);
    // In an hour the noise of a sample is small beside what a leak adds.
    let most = if minutes >= 60 { 1.0 / 60.0 } else { 1.0 };
    verdict(!is_long || growth < most, "memory", range);
    verdict(
        last.descriptors <= first.descriptors + 8,
        "file descriptors",
        format!("{} to {}", first.descriptors, last.descriptors),
    );
    let most = warm.iter().map(|sample| sample.file).max().unwrap_or(0);
    verdict(most <= 2 * live + (4 << 20), "warehouse file", format!("at most {most} bytes; a new one has {live}"));
    verdict(left_in_use.is_empty(), "tmp", format!("{left_in_use:?}"));
    verdict(left_after_a_kill.is_empty(), "tmp after a kill", format!("{left_after_a_kill:?}"));
    verdict(true, "other calls", format!("{visits:?}"));
    let times = format!("warm p95 {:.1} ms, cold p95 {:.1} ms", p95(&mut clicks.warm), p95(&mut clicks.cold));
    verdict(true, "clicks without an error", format!("{} during {loads} loads, {times}", clicks.all));
    assert!(is_sound, "see the lines above");
}
