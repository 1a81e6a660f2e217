//! The Website Dashboard. Its figures do not belong to members.
//!
//! | day | source | device, browser, system, screen | visitor | sessions | pageviews | seconds |
//! |---|---|---|---|---|---|---|
//! | 2024-01-05 | direct | mobile Chrome Android 412x915 | returning | 3 | 5 | 100 |
//! | 03-01 | DIRECT | mobile Chrome Android 412x915 | new | 2 | 3 | 61 |
//! | 03-01 | Organic Search | mobile Safari iOS 390x844 | new | 5 | 9 | 300 |
//! | 03-15 | ORGANIC SEARCH | desktop chrome Windows 1920x1080 | returning | 3 | 1 | 0 |
//! | 03-15 | Email | tablet Safari iOS 820x1180 | returning | 5 | 20 | 1069 |
//! | 03-20 | Paid | desktop Edge Windows 1366x768 | new | 0 | 0 | 0 |
//! | 03-31 | Direct | desktop Firefox Linux 1920x1080 | new | 5 | 10 | 500 |
//! | 03-31 | Referral | desktop Chrome Windows 1366x768 | returning | 0 | 2 | 0 |
//! | 04-01 | Email | tablet Safari iOS 820x1180 | new | 50 | 50 | 50 |
//! | 2025-02-09 | Direct | desktop Firefox Linux 1920x1080 | new | 100 | 100 | 100 |
//! | 02-10 | DIRECT | mobile Chrome Android 412x915 | new | 10 | 30 | 1000 |
//! | 02-10 | email | mobile chrome Android 412x915 | returning | 10 | 15 | 500 |
//! | 03-10 | organic search | desktop Firefox Linux 1920x1080 | returning | 1 | 1 | 7 |
//! | 03-11 | Direct | desktop Firefox Linux 1920x1080 | new | 100 | 100 | 100 |
//!
//! Searches: coffee 2024-02-29 7, 03-01 3, 03-31 1, 04-01 9, 2025-02-10 5, 03-10 7, 03-11 8; Coffee 03-31 2;
//! apple 03-02 4; Zoo 03-02 1; books 03-10 0, 2025-02-09 2.

use bond::figures::period::Grain;
use bond::figures::website::{
    AVERAGE_SESSION_DURATION, DIRECT_SESSIONS, EMAIL_SESSIONS, MEMBER_SESSIONS, NEW_VISITORS, ORGANIC_SEARCH_SESSIONS,
    PAGE_VIEWS, RETURNING_VISITORS, SEARCHES,
};
use serde_json::{Value, json};

use super::{
    assert_blocks, assert_cards, assert_figures, assert_periods, assert_trend, inside, march, tiers, with, year,
};
use crate::Program;

const WEBSITE: &str = "/api/v1/website/dashboard";

#[test]
fn figures() {
    let program = Program::shared();
    assert_figures(
        &program,
        &march(),
        &[
            (&MEMBER_SESSIONS, 20.0),          // 2 + 5 + 3 + 5 + 0 + 5 + 0
            (&PAGE_VIEWS, 45.0),               // 3 + 9 + 1 + 20 + 10 + 2
            (&AVERAGE_SESSION_DURATION, 97.0), // 1930 / 20 = 96.5: away from zero
            (&DIRECT_SESSIONS, 7.0),           // DIRECT 2, Direct 5
            (&ORGANIC_SEARCH_SESSIONS, 8.0),   // 5 + 3
            (&EMAIL_SESSIONS, 5.0),
            (&NEW_VISITORS, 12.0),      // 2 + 5 + 5
            (&RETURNING_VISITORS, 8.0), // 3 + 5
            (&SEARCHES, 11.0),          // 3 + 4 + 1 + 2 + 1
        ],
    );
    let expected = [
        (&MEMBER_SESSIONS, 21.0),
        (&PAGE_VIEWS, 46.0),
        (&AVERAGE_SESSION_DURATION, 72.0), // 1507 / 21 = 71.76
        (&DIRECT_SESSIONS, 10.0),
        (&ORGANIC_SEARCH_SESSIONS, 1.0),
        (&EMAIL_SESSIONS, 10.0),
        (&NEW_VISITORS, 10.0),
        (&RETURNING_VISITORS, 11.0),
        (&SEARCHES, 12.0),
    ];
    assert_figures(&program, &inside(), &expected);
    // Groups, offers and campaigns do not restrict website figures.
    let nobody = json!({"offers": [], "offersAll": false, "campaigns": [], "campaignsAll": false});
    assert_figures(&program, &with(with(inside(), tiers(&[])), nobody), &expected);
    assert_periods(
        &program,
        &year(),
        Grain::Quarter,
        &[
            (&MEMBER_SESSIONS, &[23.0, 50.0, 0.0, 0.0]),
            (&AVERAGE_SESSION_DURATION, &[88.0, 1.0, 0.0, 0.0]), // 2030 / 23 = 88.26
            (&SEARCHES, &[18.0, 9.0, 0.0, 0.0]),
        ],
    );
    // Overlapping windows use a different query: the eight of a sparkline, and those of the previous year.
    let info = program.post(&format!("{WEBSITE}/info"), &json!({"startDate": "2024-03-15", "endDate": "2024-03-31"}));
    // 17 days each: five of the eight begin after the first login. 2 + 5 of 03-01; 3 + 5 + 5.
    let line = json!([["Jan 23", 0.0], ["Feb 9", 0.0], ["Feb 26", 0.0], ["Mar 14", 7.0], ["Mar 31", 13.0]]);
    assert_eq!(info["compare"]["visitors.sessions"]["line"], line);
}

#[test]
fn the_cards() {
    let program = Program::shared();
    let info = format!("{WEBSITE}/info");
    assert_cards(
        &program,
        &info,
        &march(),
        &[
            ("visitors", json!({"sessions": 20, "durations": 97, "pageViews": 45})),
            ("sourceOfTraffic", json!({"direct": 7, "searches": 8, "emails": 5})),
            ("newReturnVisitors", json!({"news": 12, "returns": 8})),
            ("searchDto", json!({"count": 11})),
            ("platforms", platforms_of_march()),
        ],
    );
    let all = program.post(&info, &inside());
    assert_eq!(program.post(&info, &with(inside(), tiers(&[1]))), all);
}

/// A platform's name, its sessions, and its sessions of each month.
fn slices(months: &[&str], rows: &[(&str, &[i64])]) -> Value {
    let row = |(name, sessions): &(&str, &[i64])| {
        let points: Vec<Value> =
            months.iter().zip(*sessions).map(|(month, sessions)| json!([month, sessions])).collect();
        json!([name, sessions.iter().sum::<i64>(), points])
    };
    rows.iter().map(row).collect()
}

/// A period that has data: they begin on 5 January 2024.
fn period(label: &str, start: &str, end: &str, complete: bool, previous_covered: bool) -> Value {
    json!({
        "label": label, "start": start, "end": end, "through": end,
        "complete": complete, "covered": true, "previousCovered": previous_covered,
    })
}

/// Most first, then by name; a platform without sessions has no row.
fn platforms_of_march() -> Value {
    let of = |rows: &[(&str, &[i64])]| slices(&["2024-03"], rows);
    json!({
        "DeviceCategory": of(&[("desktop", &[8]), ("mobile", &[7]), ("tablet", &[5])]),
        "Browser": of(&[("Safari", &[10]), ("Firefox", &[5]), ("chrome", &[3]), ("Chrome", &[2])]),
        "OperatingSystem": of(&[("iOS", &[10]), ("Linux", &[5]), ("Windows", &[3]), ("Android", &[2])]),
        "ScreenResolution": of(&[("1920x1080", &[8]), ("390x844", &[5]), ("820x1180", &[5]), ("412x915", &[2])]),
        "periods": [period("Mar 2024", "2024-03-01", "2024-03-31", true, false)],
    })
}

#[test]
fn platforms() {
    let program = Program::shared();
    let path = format!("{WEBSITE}/platforms/breakdowns");
    assert_eq!(program.post(&path, &march()), platforms_of_march());
    let of = |rows: &[(&str, &[i64])]| slices(&["2025-02", "2025-03"], rows);
    let expected = json!({
        "DeviceCategory": of(&[("mobile", &[20, 0]), ("desktop", &[0, 1])]),
        // Only sources are merged ignoring case.
        "Browser": of(&[("Chrome", &[10, 0]), ("chrome", &[10, 0]), ("Firefox", &[0, 1])]),
        "OperatingSystem": of(&[("Android", &[20, 0]), ("Linux", &[0, 1])]),
        "ScreenResolution": of(&[("412x915", &[20, 0]), ("1920x1080", &[0, 1])]),
        "periods": [
            // From 10 to 28 February 2024 no day is loaded.
            period("Feb 2025", "2025-02-10", "2025-02-28", false, false),
            period("Mar 2025", "2025-03-01", "2025-03-10", false, true),
        ],
    });
    assert_eq!(program.post(&path, &inside()), expected);
    // This call has no time scales or groups.
    assert_eq!(program.post(&path, &with(inside(), json!({"timeScale": "BY_YEARS", "viewBy": "TIER"}))), expected);
    assert_eq!(program.post(&path, &with(inside(), tiers(&[]))), expected);
    let nothing = json!({"startDate": "2024-08-01", "endDate": "2024-08-31"});
    let mut august = period("Aug 2024", "2024-08-01", "2024-08-31", true, false);
    august["covered"] = json!(false);
    let none = json!({
        "DeviceCategory": [], "Browser": [], "OperatingSystem": [], "ScreenResolution": [], "periods": [august],
    });
    assert_eq!(program.post(&path, &nothing), none);
}

#[test]
fn visitors() {
    let program = Program::shared();
    let path = format!("{WEBSITE}/siteVisitors");
    let month = |date: &str, sessions: i64, views: i64, durations: i64| json!({"date": date, "sessions": sessions, "pageViews": views, "durations": durations});
    // 1500 / 20; 7 / 1
    let months = json!([month("2025-02", 20, 45, 75), month("2025-03", 1, 1, 7)]);
    assert_blocks(&program, &path, &inside(), &[("VISITORS_BY_PERIOD", months.clone())]);
    let scaled = with(inside(), json!({"timeScale": "BY_YEARS", "viewBy": "LOB"}));
    assert_blocks(&program, &path, &scaled, &[("VISITORS_BY_PERIOD", months)]);
    // Every month from the first loaded day to today has a row: 2025-02-01 to 03-11 also has the 100 of 02-09 and
    // of 03-11. 1600 / 120 = 13.33; 107 / 101 = 1.06
    let wide = json!({"startDate": "2023-11-20", "endDate": "2025-12-31"});
    let mut rows: Vec<Value> = (1..=12)
        .map(|month| (2024, month))
        .chain([(2025, 1)])
        .map(|(year, at)| {
            let date = format!("{year}-{at:02}");
            match (year, at) {
                (2024, 1) => month(&date, 3, 5, 33), // 100 / 3
                (2024, 3) => month(&date, 20, 45, 97),
                (2024, 4) => month(&date, 50, 50, 1),
                _ => month(&date, 0, 0, 0),
            }
        })
        .collect();
    rows.extend([month("2025-02", 120, 145, 13), month("2025-03", 101, 101, 1)]);
    assert_blocks(&program, &path, &wide, &[("VISITORS_BY_PERIOD", Value::from(rows))]);
}

#[test]
fn sources_that_differ_only_in_case_are_merged_under_the_first_spelling() {
    let program = Program::shared();
    let path = format!("{WEBSITE}/sourceOfTraffic/breakdowns");
    // Referral has pageviews, Paid has nothing at all.
    assert_eq!(
        program.post(&path, &march()),
        json!({
            "names": ["Organic Search", "direct", "Email", "Referral"],
            "sessions": [8, 7, 5, 0],
            "pageviews": [10, 13, 20, 2],
        })
    );
    // The first spelling ever loaded, even if the period has another. Ties are ordered by name.
    let expected = json!({
        "names": ["direct", "Email", "Organic Search"],
        "sessions": [10, 10, 1],
        "pageviews": [30, 15, 1],
    });
    assert_eq!(program.post(&path, &inside()), expected);
    assert_eq!(program.post(&path, &with(inside(), tiers(&[3]))), expected);
}

#[test]
fn searches() {
    let program = Program::shared();
    let path = format!("{WEBSITE}/onSiteSearches/breakdowns");
    // By query ignoring case; books were searched for 0 times.
    assert_eq!(
        program.post(&path, &march()),
        json!({"searchDto": {"count": 11}, "searchTerms": [["apple", 4], ["Coffee", 2], ["coffee", 4], ["Zoo", 1]]})
    );
    assert_eq!(
        program.post(&path, &with(inside(), tiers(&[]))),
        json!({"searchDto": {"count": 12}, "searchTerms": [["coffee", 12]]})
    );
}

/// Compared with 2025-01-12 to 02-09 (100 sessions and pageviews of 02-09, 100 seconds, 2 searches) and 2024-02-10 to
/// 03-10 (the 2 and 5 sessions of 03-01).
#[test]
fn trends() {
    let program = Program::shared();
    assert_trend(
        &program,
        "W_VISITORS",
        &inside(),
        &[
            ("Member Sessions", 100.0, 21.0, Some(-79.0), None, true),
            ("Avg. Session Duration", 1.0, 72.0, Some(7076.19), None, true), // 1507 / 21 against 1
            ("Pageviews", 100.0, 46.0, Some(-54.0), None, true),
        ],
        &[
            ("Member Sessions", 7.0, 21.0, Some(200.0), None, true),
            ("Avg. Session Duration", 52.0, 72.0, Some(39.15), None, true), // 1507 / 21 against 361 / 7
            ("Pageviews", 12.0, 46.0, Some(283.33), None, true),
        ],
    );
    assert_trend(
        &program,
        "W_SOURCE_OF_TRAFFIC",
        &inside(),
        &[
            ("Direct", 100.0, 10.0, Some(-90.0), None, true),
            ("Organic Search", 0.0, 1.0, None, None, true),
            ("Email", 0.0, 10.0, None, None, true),
        ],
        &[
            ("Direct", 2.0, 10.0, Some(400.0), None, true),
            ("Organic Search", 5.0, 1.0, Some(-80.0), None, true),
            ("Email", 0.0, 10.0, None, None, true),
        ],
    );
    assert_trend(
        &program,
        "W_NEW_RETURNING",
        &inside(),
        &[("New Visitors", 100.0, 10.0, Some(-90.0), None, true), ("Returning Visitors", 0.0, 11.0, None, None, true)],
        &[("New Visitors", 7.0, 10.0, Some(42.86), None, true), ("Returning Visitors", 0.0, 11.0, None, None, true)],
    );
    assert_trend(
        &program,
        "W_SEARCHES",
        &inside(),
        &[("Total Searches", 2.0, 12.0, Some(500.0), None, true)],
        // Loaded from 2024-02-29 on: 7 + 3 + 4 + 1.
        &[("Total Searches", 15.0, 12.0, None, None, false)],
    );
}
