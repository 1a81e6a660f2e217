//! What a server deletes by itself when it is older than the settings keep it.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use bond::store::Store;
use bond::store::loads::{Kind, Load, State};
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
}

#[test]
fn files_of_loads_are_removed_once_a_backup_has_their_rows() {
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
    assert_eq!(captured(&run(&data, &["backup"], "")).0, 0);
    load(&data, &[day(3)], |_, _| true);
    let expected = restart();
    assert!(!kept(1) && kept(2), "only the first is in the backup");
    fs::remove_file(data.join("warehouse.duckdb")).expect("removed");
    assert_eq!(restart(), expected, "from the backup and the spool");
}
