//! What a server deletes by itself when it is older than the settings keep it.

use crate::takes_turn;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::app::App;
use bond::clock::Clock;
use bond::config::Config;
use bond::server;
use bond::store::Store;
use bond::store::audit::By;
use bond::store::loads::{Kind, Load, State};
use bond::store::retention::Retained;
use serde_json::{Value, json};
use time::{Date, Month, OffsetDateTime};

use super::command_line::{PASSWORD, Serving, add_user, captured, run};

const GROUPS: &str = "id,type,name\n1,TIER,Gold\n1,LOB,Retail\n1,AUDIENCE,All\n";
const CALLS: [&str; 4] = [
    "api/v1/dashboard/users/userDashboardInfo",
    "api/v1/dashboard/users/logins/breakdowns",
    "api/v1/website/dashboard/onSiteSearches/breakdowns",
    "api/v1/program/monitor/getIndicatorList",
];

/// Loads members, their logins on these days (month by month, as many as the member's number allows) and site searches.
fn load(data: &Path, days: &[Date], is_kept: impl Fn(usize, usize) -> bool) {
    let feed = tempfile::tempdir().expect("a directory");
    let mut members = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n".to_owned();
    let (mut logins, mut searches) = ("member_id,logged_in_at\n".to_owned(), "date,query,searches\n".to_owned());
    for member in 0..5 {
        members += &format!("M{member},1,1,1,2015-01-01,Email\n");
        for (at, day) in days.iter().enumerate().skip(member * 3) {
            if is_kept(at, member * 3) {
                logins += &format!("M{member},{day} 10:00:00\n");
            }
        }
    }
    for (at, day) in days.iter().enumerate().filter(|(at, _)| is_kept(*at, usize::MAX)) {
        searches += &format!("{day},points,{}\n", at + 1);
    }
    for (name, text) in
        [("user_groups", GROUPS), ("members", &members), ("logins", &logins), ("site_searches", &searches)]
    {
        fs::write(feed.path().join(format!("{name}.csv")), text).expect("written");
    }
    let (code, _, error) = captured(&run(data, &["import", &feed.path().to_string_lossy()], ""));
    assert_eq!(code, 0, "{error}");
}

fn figures(server: &Serving, year: i32) -> Vec<Option<Value>> {
    let token = server.sign_in("ann", PASSWORD);
    let body = json!({"startDate": format!("{year}-01-01"), "endDate": format!("{year}-12-31")});
    CALLS.iter().map(|path| server.try_post(&token, path, &body)).collect()
}

/// Waits for the load of a kind to be published.
fn published(data: &Path, kind: Kind) -> Load {
    let limit = Instant::now() + Duration::from_secs(60);
    loop {
        let loads = Store::open(data).expect("opened").loads(10).expect("read");
        if let Some(load) = loads.into_iter().find(|load| load.kind == kind && load.state.is_final()) {
            assert_eq!(load.state, State::Published, "{load:?}");
            return load;
        }
        assert!(Instant::now() < limit, "no {kind:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn old_facts_are_dropped_by_months_and_registrations_stay() {
    if !takes_turn(4) {
        return;
    }
    let today = OffsetDateTime::now_utc().date();
    let month = |back: i32| {
        let months = today.year() * 12 + i32::from(u8::from(today.month())) - 1 - back;
        let month = Month::try_from((months % 12 + 1) as u8).expect("a month");
        Date::from_calendar_date(months / 12, month, 1).expect("a day")
    };
    // The first of each of 40 months, the last of them last month.
    let days: Vec<Date> = (1..=40).rev().map(month).collect();
    let limit = (today - time::Duration::days(400)).replace_day(1).expect("a day");
    let parent = tempfile::tempdir().expect("a directory");
    let (data, expected) = (parent.path().join("data"), parent.path().join("expected"));
    for data in [&data, &expected] {
        add_user(data, "ann");
    }
    load(&data, &days, |_, _| true);
    load(&expected, &days, |at, first| days[at] >= limit || at == first);
    fs::write(data.join("bond.toml"), "keep_facts_days = 400\n").expect("written");
    let server = Serving::start(&data);
    let whole: Vec<_> = (today.year() - 4..=today.year()).map(|year| figures(&server, year)).collect();
    // More than a quarter would go, so somebody has to allow it.
    assert_eq!(held(&data, 1), ["facts"]);
    let said = |words: &[&str]| captured(&run(&data, words, ""));
    let (_, text, _) = said(&["doctor"]);
    assert!(text.contains("facts would go at once -> ") && text.contains("bond retention allow facts"), "{text}");
    assert_eq!(said(&["retention", "allow", "audit"]).0, 2, "it is not held");
    let (code, text, error) = said(&["retention", "allow", "facts"]);
    assert_eq!((code, text.contains("Allowed: old facts of before")), (0, true), "{text}{error}");
    let expired = published(&data, Kind::Expire);
    let dropped = days.iter().filter(|day| **day < limit).count();
    // Each member's logins but the first, and the searches.
    let rows: usize = (0..5).map(|member| dropped.saturating_sub(member * 3 + 1)).sum::<usize>() + dropped;
    assert_eq!((expired.rows, expired.actor), (i64::try_from(rows).ok(), None));
    let other = Serving::start(&expected);
    for year in today.year() - 4..=today.year() {
        let (found, wanted) = (figures(&server, year), figures(&other, year));
        assert!(found.iter().all(Option::is_some));
        assert_eq!(found, wanted, "{year}");
    }
    let lines = Store::open(&data).expect("opened").last_audit_lines(50).expect("read");
    assert!(lines.iter().any(|line| line.event == "facts_expired"), "{lines:?}");
    assert_eq!(server.stop().0, 0);
    // At the next start there is nothing to drop.
    let server = Serving::start(&data);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(server.stop().0, 0);
    let loads = Store::open(&data).expect("opened").loads(10).expect("read");
    assert_eq!(loads.iter().filter(|load| load.kind == Kind::Expire).count(), 1);
    // All of it can be repeated from the spool.
    fs::remove_file(data.join("warehouse.duckdb")).expect("removed");
    let server = Serving::start(&data);
    assert_eq!(figures(&server, today.year()), figures(&other, today.year()));
    // What was dropped can be taken back, and is not dropped again without a word.
    let (code, text, error) = captured(&run(&data, &["loads", "undo"], ""));
    assert_eq!(code, 0, "{text}{error}");
    let again: Vec<_> = (today.year() - 4..=today.year()).map(|year| figures(&server, year)).collect();
    assert_eq!(again, whole);
    assert_eq!(server.stop().0, 0);
    let server = Serving::start(&data);
    assert_eq!(held(&data, 1), ["facts"]);
    let (_, text, _) = captured(&run(&data, &["retention", "list"], ""));
    assert!(text.contains("somebody took that back"), "{text}");
    assert_eq!(figures(&server, today.year()), *whole.last().expect("years"));
}

/// Waits until so many things are held, and returns their names.
fn held(data: &Path, number: usize) -> Vec<&'static str> {
    let limit = Instant::now() + Duration::from_secs(60);
    loop {
        let held = Store::open(data).expect("opened").held().expect("read");
        if held.len() >= number {
            return held.iter().map(|held| held.what.word()).collect();
        }
        assert!(Instant::now() < limit, "{held:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A server whose clock is so many days ahead of the machine's.
fn serve_ahead(data: &Path, days: i64) -> (Arc<App>, server::Spawned) {
    bond::child::use_executable(crate::executable());
    let config = Config {
        data_dir: data.to_owned(),
        warehouse_memory: "512MB".to_owned(),
        warehouse_threads: 2,
        keep_facts_days: 400,
        keep_audit_days: 30,
        keep_load_files_days: 30,
        keep_undo_days: 30,
        ..Config::default()
    };
    let clock = Clock::system(Some("UTC")).expect("a zone");
    clock.advance(days * 24 * 60 * 60);
    let app = Arc::new(App::open(config, clock).expect("opened"));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let server = server::spawn(Arc::clone(&app), listener).expect("started");
    (app, server)
}

/// Stops a server, and waits until nothing of it holds the directory.
fn stop(server: server::Spawned, app: Arc<App>) {
    drop(server);
    let limit = Instant::now() + Duration::from_secs(60);
    while Arc::strong_count(&app) > 1 {
        assert!(Instant::now() < limit, "a thread goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_clock_that_jumps_ahead_deletes_nothing() {
    if !takes_turn(0) {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    add_user(&data, "ann");
    let today = OffsetDateTime::now_utc().date();
    // A day in every two weeks of the last year, up to yesterday.
    let days: Vec<Date> = (0..26).rev().map(|n| today - time::Duration::days(1 + 14 * n)).collect();
    load(&data, &days, |_, _| true);
    assert_eq!(captured(&run(&data, &["backup"], "")).0, 0);
    let (app, server) = serve_ahead(&data, 0);
    std::thread::sleep(Duration::from_secs(1));
    assert!(app.store.held().expect("read").is_empty(), "nothing is old");
    stop(server, app);
    for days in [45, 2000] {
        let (app, server) = serve_ahead(&data, days);
        let wanted: &[&str] =
            if days == 45 { &["audit", "load-files", "undo"] } else { &["audit", "facts", "load-files", "undo"] };
        assert_eq!(held(&data, wanted.len()), wanted, "{days} days ahead");
        let lines = app.store.last_audit_lines(100).expect("read");
        assert!(lines.iter().any(|line| line.event == "import"), "{lines:?}");
        assert!(lines.iter().all(|line| line.event != "audit_trimmed"), "{lines:?}");
        assert!(data.join("spool/loads/1").is_dir());
        assert!(app.store.loads(10).expect("read").iter().all(|load| load.kind != Kind::Expire));
        stop(server, app);
    }
    // Back at the right time, nothing is held, and the load can be undone.
    let (app, server) = serve_ahead(&data, 0);
    let limit = Instant::now() + Duration::from_secs(60);
    while !app.store.held().expect("read").is_empty() {
        assert!(Instant::now() < limit, "{:?}", app.store.held());
        std::thread::sleep(Duration::from_millis(50));
    }
    stop(server, app);
    let (code, _, error) = captured(&run(&data, &["loads", "undo"], ""));
    assert_eq!(code, 0, "{error}");

    // What somebody allows goes, and nothing else.
    let (app, server) = serve_ahead(&data, 2000);
    assert_eq!(held(&data, 2), ["audit", "load-files"]);
    app.store.allow(Retained::Audit, By::from(1)).expect("asked").expect("it is held");
    let limit = Instant::now() + Duration::from_secs(60);
    while app.store.last_audit_lines(100).expect("read").iter().any(|line| line.event == "import") {
        assert!(Instant::now() < limit, "still there");
        std::thread::sleep(Duration::from_millis(100));
    }
    stop(server, app);
}

#[test]
fn files_of_loads_are_removed_once_a_backup_has_their_rows() {
    if !crate::runs_today() {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let data = parent.path().join("data");
    add_user(&data, "ann");
    let day = |day| Date::from_calendar_date(2025, Month::March, day).expect("a day");
    load(&data, &[day(1), day(2)], |_, _| true);
    fs::write(data.join("bond.toml"), "keep_load_files_days = 0\n").expect("written");
    let kept = |load: i64| data.join(format!("spool/loads/{load}")).is_dir();
    let restart = || {
        let server = Serving::start(&data);
        let found = figures(&server, 2025);
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(server.stop().0, 0);
        found
    };
    restart();
    assert!(kept(1), "no backup has it");
    // Neither has a file that only looks like one, nor the backup of another installation.
    let other = parent.path().join("other");
    add_user(&other, "ann");
    load(&other, &[day(1), day(2)], |_, _| true);
    let backups = data.join("backups").to_string_lossy().into_owned();
    assert_eq!(captured(&run(&other, &["backup", "--to", &backups], "")).0, 0);
    fs::write(data.join("backups/bond-20990101T000000Z-v999999.tar.zst"), "").expect("written");
    restart();
    assert!(kept(1), "no backup of this directory has it");
    assert_eq!(captured(&run(&data, &["backup"], "")).0, 0);
    load(&data, &[day(3)], |_, _| true);
    let expected = restart();
    assert!(!kept(1) && kept(2), "only the first is in the backup");
    fs::remove_file(data.join("warehouse.duckdb")).expect("removed");
    assert_eq!(restart(), expected, "from the backup and the spool");
}
