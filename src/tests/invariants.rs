//! Invariants between answers, whatever the data: a figure has the same value wherever it is shown, parts add up to
//! their whole, a distinct count never exceeds the total, and a comparison shows the same values as a request for
//! the other period. Checked over HTTP on a small demo, for several periods and choices.
//!
//! This file states which metrics add up over what; where they are shown is taken from the declared screens.

use std::sync::Arc;

use bond::figures::content::*;
use bond::figures::emails::*;
use bond::figures::group_moves::{MOVED_DOWN, MOVED_UP};
use bond::figures::members::*;
use bond::figures::offers::*;
use bond::figures::website::*;
use bond::figures::{Formula, Metric, Natural, Unit};
use bond::screens::declared::members;
use bond::screens::declared::monitor::INDICATORS;
use bond::screens::{BREAKDOWNS, Field, Order, Shape, TOTALS, TRENDS, Totals};
use bond::store::roles::USERS;
use bond::warehouse::demo::{self, DemoOptions};
use serde_json::{Value, json};
use time::macros::date;

use crate::{Program, Shared, TestApp};

/// A demo from 2023-03-15 to 2026-03-14, where today is 2026-03-15. Shared by tests that run concurrently.
fn program() -> Arc<Program> {
    static SHARED: Shared = Shared::new();
    SHARED.get(|| {
        let load = |app: &TestApp| {
            let options = DemoOptions { members: 300, seed: 11, years: 3, causes: true };
            let make = || demo::make(&app.app.warehouse, &options, date!(2026 - 03 - 14), None, &());
            app.with_rows(make).expect("a demo");
        };
        let app = TestApp::prepared(date!(2026 - 03 - 15), "a demo of three years", &load, |_| {});
        Program { token: app.signed_in("ann", USERS), app }
    })
}

const YEAR: (&str, &str) = ("2025-01-01", "2025-12-31");
const QUARTER: (&str, &str) = ("2025-07-01", "2025-09-30");
/// Starts and ends in the middle of a month and of a year.
const CROSSING: (&str, &str) = ("2024-11-17", "2025-02-20");
const LEAP_DAY: (&str, &str) = ("2024-02-29", "2024-02-29");
/// From before the first day with data to after today. Charts show a shorter range than cards.
const ALL: (&str, &str) = ("2022-12-01", "2026-04-30");

/// The first day with logins, where charts start. The website has visitors before it.
fn first_day(program: &Program) -> String {
    program.get("/api/v1/program")["firstDay"].as_str().expect("a day").to_owned()
}

/// Of groups as they are: those of chosen groups as they were are other members in each period, which do not add up.
fn body(days: (&str, &str), more: &Value) -> Value {
    let mut body = json!({"startDate": days.0, "endDate": days.1, "groupsAsOf": "NOW"});
    let (Value::Object(fields), Value::Object(more)) = (&mut body, more) else { panic!("objects") };
    fields.extend(more.clone());
    body
}

fn post(program: &Program, path: &str, body: &Value) -> Value {
    program.post(&format!("/api/v1/{path}"), body)
}

fn rows(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("a list: {value}"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

fn sum<'a>(rows: impl IntoIterator<Item = &'a Value>, field: &str) -> f64 {
    rows.into_iter().map(|row| number(&row[field])).sum()
}

/// Whether two figures are equal. Money is shown with cents, so sums are exact up to floating-point error.
fn same(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.005
}

fn is(one: &Metric, other: &Metric) -> bool {
    std::ptr::eq(one, other)
}

fn is_one_of(metric: &Metric, list: &[&Metric]) -> bool {
    list.iter().any(|other| is(metric, other))
}

/// Metrics that are additive over consecutive periods.
const ADDITIVE: &[&Metric] = &[
    &TOTAL_LOGINS,
    &NEW_REGISTERED,
    &MESSAGES_SENT,
    &MESSAGES_DELIVERED,
    &MESSAGES_BOUNCED,
    &UNIQUE_OPENS,
    &UNIQUE_CLICKS,
    &REGISTRATIONS,
    &UNSUBSCRIBERS,
    &LINKS_CLICKED,
    &TOTAL_VIEWS,
    &TOTAL_CLICKS,
    &NEW_OFFERS,
    &OFFBOARDED_OFFERS,
    &REDEMPTIONS,
    &SALES,
    &SAVINGS,
    &ARTICLE_VIEWS,
    &POLL_ANSWERS,
    &SHARES,
    &PRINTS,
    &MEMBER_SESSIONS,
    &PAGE_VIEWS,
    &DIRECT_SESSIONS,
    &ORGANIC_SEARCH_SESSIONS,
    &EMAIL_SESSIONS,
    &NEW_VISITORS,
    &RETURNING_VISITORS,
    &SEARCHES,
];
/// Metrics that count distinct members, offers, campaigns, articles or polls in a period.
const DISTINCT: &[&Metric] = &[
    &UNIQUE_LOGINS,
    &UNIQUE_RETURN_LOGINS,
    &CAMPAIGNS,
    &UNIQUE_OFFER_VIEWS,
    &UNIQUE_OFFER_CLICKS,
    &MEMBER_UNIQUE_VIEWS,
    &MEMBER_UNIQUE_CLICKS,
    &TOTAL_ACTIVE_OFFERS,
    &ARTICLES_VIEWED,
    &POLLS,
];
/// Metrics as of the last day of a period.
const AS_OF_THE_END: &[&Metric] =
    &[&TOTAL_REGISTERED, &ELIGIBLE_MEMBERS, &INITIATION_RATE, &DORMANT_MEMBERS, &DORMANT_RATE, &AVERAGE_TENURE];
/// Ratios of two metrics that add up: over several periods they lie between the smallest and the largest.
const WEIGHTED_MEANS: &[&Metric] = &[&AVERAGE_OPEN, &AVERAGE_CLICK, &REGISTER_RATE, &UNSUBSCRIBED_RATE];
/// Metrics that the choice of members does not restrict.
const WITHOUT_MEMBERS: &[&Metric] = &[
    &TOTAL_ACTIVE_OFFERS,
    &NEW_OFFERS,
    &OFFBOARDED_OFFERS,
    &POLLS,
    &MEMBER_SESSIONS,
    &AVERAGE_SESSION_DURATION,
    &PAGE_VIEWS,
    &DIRECT_SESSIONS,
    &ORGANIC_SEARCH_SESSIONS,
    &EMAIL_SESSIONS,
    &NEW_VISITORS,
    &RETURNING_VISITORS,
    &SEARCHES,
];
/// Pairs for the same filter where the first is never more than the second.
const AT_MOST: &[(&Metric, &Metric)] = &[
    (&TOTAL_REGISTERED, &ELIGIBLE_MEMBERS),
    (&NEW_REGISTERED, &TOTAL_REGISTERED),
    (&NEW_REGISTERED, &UNIQUE_LOGINS),
    (&UNIQUE_LOGINS, &TOTAL_REGISTERED),
    (&UNIQUE_LOGINS, &TOTAL_LOGINS),
    (&UNIQUE_RETURN_LOGINS, &UNIQUE_LOGINS),
    (&RETURN_LOGINS_OVER_2, &UNIQUE_RETURN_LOGINS),
    (&ENGAGED_MEMBERS, &ACTIVE_MEMBERS),
    (&ACTIVE_MEMBERS, &UNIQUE_RETURN_LOGINS),
    (&PROGRAM_ENGAGEMENT_RATE, &PROGRAM_ACTIVE_RATE),
    (&DORMANT_MEMBERS, &TOTAL_REGISTERED),
    (&MESSAGES_DELIVERED, &MESSAGES_SENT),
    (&MESSAGES_BOUNCED, &MESSAGES_SENT),
    (&CAMPAIGNS, &MESSAGES_SENT),
    (&UNIQUE_OPENS, &MESSAGES_DELIVERED),
    (&UNIQUE_CLICKS, &MESSAGES_DELIVERED),
    (&REGISTRATIONS, &MESSAGES_DELIVERED),
    (&UNSUBSCRIBERS, &MESSAGES_DELIVERED),
    (&UNIQUE_OFFER_VIEWS, &TOTAL_VIEWS),
    (&UNIQUE_OFFER_CLICKS, &TOTAL_CLICKS),
    (&MEMBER_UNIQUE_VIEWS, &UNIQUE_OFFER_VIEWS),
    (&MEMBER_UNIQUE_CLICKS, &UNIQUE_OFFER_CLICKS),
    (&NEW_OFFERS, &TOTAL_ACTIVE_OFFERS),
    (&OFFBOARDED_OFFERS, &TOTAL_ACTIVE_OFFERS),
    (&ARTICLES_VIEWED, &ARTICLE_VIEWS),
    (&DIRECT_SESSIONS, &MEMBER_SESSIONS),
    (&ORGANIC_SEARCH_SESSIONS, &MEMBER_SESSIONS),
    (&EMAIL_SESSIONS, &MEMBER_SESSIONS),
];
/// The first is the sum of the other two.
const TWO_PARTS: &[(&Metric, [&Metric; 2])] = &[
    (&MESSAGES_SENT, [&MESSAGES_DELIVERED, &MESSAGES_BOUNCED]),
    (&MEMBER_SESSIONS, [&NEW_VISITORS, &RETURNING_VISITORS]),
    (&TOTAL_REGISTERED, [&REGISTERED_BEFORE, &NEW_REGISTERED]),
];
/// 100 × the second / the third.
const RATES: &[(&Metric, &Metric, &Metric)] = &[
    (&INITIATION_RATE, &TOTAL_REGISTERED, &ELIGIBLE_MEMBERS),
    (&PROGRAM_ACTIVE_RATE, &ACTIVE_MEMBERS, &TOTAL_REGISTERED),
    (&PROGRAM_ENGAGEMENT_RATE, &ENGAGED_MEMBERS, &TOTAL_REGISTERED),
    (&DORMANT_RATE, &DORMANT_MEMBERS, &TOTAL_REGISTERED),
    (&AVERAGE_OPEN, &UNIQUE_OPENS, &MESSAGES_DELIVERED),
    (&AVERAGE_CLICK, &UNIQUE_CLICKS, &MESSAGES_DELIVERED),
    (&REGISTER_RATE, &REGISTRATIONS, &MESSAGES_DELIVERED),
    (&UNSUBSCRIBED_RATE, &UNSUBSCRIBERS, &MESSAGES_DELIVERED),
    (&INTENT_TO_REDEEM_RATE, &UNIQUE_OFFER_CLICKS, &UNIQUE_OFFER_VIEWS),
];

/// Figures of one filter, each with the answer in which it was first seen.
#[derive(Clone, Default)]
struct Seen {
    figures: Vec<(&'static Metric, f64, String)>,
    /// How many figures were seen more than once.
    repeats: usize,
}

impl Seen {
    /// Adds a figure and asserts that it has the same value as before.
    fn add(&mut self, metric: &'static Metric, value: f64, seen_in: String) {
        match self.figures.iter().find(|(other, ..)| is(other, metric)) {
            Some((_, before, first)) => {
                assert_eq!(value, *before, "{} is {value} in {seen_in} and {before} in {first}", metric.label);
                self.repeats += 1;
            }
            None => self.figures.push((metric, value, seen_in)),
        }
    }

    fn get(&self, metric: &Metric) -> Option<f64> {
        self.figures.iter().find(|(other, ..)| is(other, metric)).map(|(_, value, _)| *value)
    }

    fn of(&self, metric: &Metric) -> f64 {
        self.get(metric).unwrap_or_else(|| panic!("{} was not seen", metric.label))
    }

    /// Asserts the invariants between figures of one filter, group and period.
    fn assert_consistent(&self, what: &str) {
        for (small, large) in AT_MOST {
            if let (Some(small_value), Some(large_value)) = (self.get(small), self.get(large)) {
                assert!(
                    small_value <= large_value,
                    "{what}: {} {small_value} and {} {large_value}",
                    small.label,
                    large.label
                );
            }
        }
        for (whole, parts) in TWO_PARTS {
            if let (Some(value), [Some(one), Some(other)]) = (self.get(whole), parts.map(|part| self.get(part))) {
                assert_eq!(value, one + other, "{what}: {}", whole.label);
            }
        }
        for (rate, of, by) in RATES {
            if let (Some(rate_value), Some(of), Some(by)) = (self.get(rate), self.get(of), self.get(by)) {
                let expected = if by == 0.0 { 0.0 } else { 100.0 * of / by };
                assert!(
                    (rate_value - expected).abs() < 0.005 + 1e-9,
                    "{what}: {} {rate_value} of {of} / {by}",
                    rate.label
                );
            }
        }
        for (metric, value, _) in &self.figures {
            let may_be_below_zero = is(metric, &SALES) || is(metric, &SAVINGS) || is(metric, &SAVINGS_PER_MEMBER);
            assert!(*value >= 0.0 || may_be_below_zero, "{what}: {} {value}", metric.label);
            if metric.unit == Unit::Percent && !is(metric, &INTENT_TO_REDEEM_RATE) {
                assert!(*value <= 100.0, "{what}: {} {value}", metric.label);
            }
        }
        // Every member who logged in and is not new has a return login; some new members have one too.
        if let (Some(unique), Some(new), Some(back)) =
            (self.get(&UNIQUE_LOGINS), self.get(&NEW_REGISTERED), self.get(&UNIQUE_RETURN_LOGINS))
        {
            assert!(back >= unique - new, "{what}: {back} back of {unique}, {new} of them new");
        }
    }
}

/// The figures of every card.
fn cards(program: &Program, body: &Value) -> Seen {
    cards_of(&TOTALS, program, body)
}

/// The figures of the cards of the given calls.
fn cards_of(calls: &[&'static Totals], program: &Program, body: &Value) -> Seen {
    let mut seen = Seen::default();
    for totals in calls {
        let answer = post(program, totals.path.trim_start_matches("api/v1/"), body);
        for card in totals.cards {
            let figures = if totals.unwrapped { &answer } else { &answer[card.key] };
            for field in card.all_fields() {
                if field.name.is_empty() {
                    continue;
                }
                seen.add(field.metric, number(&figures[field.name]), format!("{} of {}", field.name, totals.path));
            }
        }
    }
    seen
}

/// The figures of a row with named fields.
fn figures_of(row: &Value, fields: &'static [Field], seen_in: &str) -> Seen {
    let mut seen = Seen::default();
    for field in fields {
        seen.add(field.metric, number(&row[field.name]), seen_in.to_owned());
    }
    seen
}

/// A few filters in addition to the period, with existing ids.
fn choices(program: &Program) -> Vec<Value> {
    let groups = program.get("/api/v1/dashboard/users/userGroups");
    let ids = |kind: &str| -> Vec<i64> {
        rows(&groups).iter().filter(|group| group["type"] == kind).filter_map(|group| group["id"].as_i64()).collect()
    };
    let (tiers, lobs, audiences) = (ids("TIER"), ids("LOB"), ids("AUDIENCE"));
    let offers: Vec<i64> = (1..=40).filter(|id| id % 3 != 0).collect();
    vec![
        json!({}),
        json!({"userGroupTiers": [tiers[0]], "userGroupsTiersAll": false}),
        json!({"userGroupAudiences": [audiences[0], audiences[1]], "userGroupsAudiencesAll": false}),
        json!({"userGroupLobs": [lobs[0]], "userGroupsLobsAll": false, "offers": offers, "offersAll": false}),
        json!({"offersCategories": [1, 2, 9], "offersCategoriesAll": false, "campaignsTypes": [1], "campaignsTypesAll": false}),
        json!({"userGroupTiers": [], "userGroupsTiersAll": false}),
    ]
}

/// All table blocks with their paths.
fn tables() -> impl Iterator<Item = (String, &'static [Field])> {
    BREAKDOWNS.iter().flat_map(|breakdown| {
        breakdown.blocks.iter().filter_map(|block| match block.shape {
            Shape::Table(fields) => Some((block_path(breakdown.path, block.id), fields)),
            _ => None,
        })
    })
}

/// All blocks by period with their paths.
fn charts() -> impl Iterator<Item = (String, &'static [Field], bool)> {
    BREAKDOWNS.iter().flat_map(|breakdown| {
        breakdown.blocks.iter().filter_map(|block| match block.shape {
            Shape::ByPeriod(fields) => Some((block_path(breakdown.path, block.id), fields, true)),
            Shape::ByPeriodTotals(fields) => Some((block_path(breakdown.path, block.id), fields, false)),
            _ => None,
        })
    })
}

fn block_path(path: &str, block: &str) -> String {
    format!("{}/breakdown/{block}", path.trim_start_matches("api/v1/"))
}

#[test]
fn a_figure_has_the_same_value_wherever_it_is_shown() {
    let program = program();
    let mut repeats = 0;
    for choice in &choices(&program) {
        for days in [YEAR, QUARTER, CROSSING] {
            let body = body(days, choice);
            let mut seen = cards(&program, &body);
            for (path, fields) in tables() {
                if let Some(total) = rows(&post(&program, &path, &body)["data"]).last() {
                    for field in fields {
                        seen.add(field.metric, number(&total[field.name]), path.clone());
                    }
                }
            }
            for trend in TRENDS.iter() {
                let answer = post(&program, &format!("trends/{}", trend.id), &body);
                for (at, field) in trend.card.fields.iter().chain(trend.more).enumerate() {
                    for list in ["pops", "yoys"] {
                        let value = number(&answer[list][at]["filterPeriodValue"]);
                        seen.add(field.metric, value, format!("{list} of {}", trend.id));
                    }
                }
            }
            let indicators = post(&program, "program/monitor/getIndicatorList", &body);
            for (indicator, row) in INDICATORS.iter().zip(rows(&indicators)) {
                seen.add(indicator.metric, number(&row["sum"]), indicator.id.to_owned());
                seen.add(indicator.share, number(&row["percent"]), indicator.id.to_owned());
            }
            if days == YEAR {
                // By year, a one-year chart has one row: the period itself.
                let mut yearly = body.clone();
                yearly["timeScale"] = json!("BY_YEARS");
                for (path, fields, _) in charts() {
                    let data = post(&program, &path, &yearly)["data"].clone();
                    assert_eq!((rows(&data).len(), &data[0][0]), (1, &json!("2025")), "{path}");
                    for (at, field) in fields.iter().enumerate() {
                        seen.add(field.metric, number(&data[0][1 + at]), path.clone());
                    }
                }
            }
            seen.assert_consistent(&body.to_string());
            repeats += seen.repeats;
        }
    }
    assert!(repeats > 2_000, "only {repeats} figures are shown twice");
}

#[test]
fn tables_add_up() {
    let program = program();
    let views = ["LOB", "TIER", "AUDIENCE"];
    for (days, choice) in [(YEAR, json!({})), (CROSSING, json!({"offersCategories": [2, 9], "campaignsTypes": [1, 2]}))]
    {
        for (path, fields) in tables() {
            for first in views {
                let table = |second: &str| {
                    let body = body(days, &choice);
                    let mut body = body;
                    (body["viewByH1"], body["viewByH2"]) = (json!(first), json!(second));
                    post(&program, &path, &body)["data"].clone()
                };
                let one = table("NONE");
                let (total, groups) = rows(&one).split_last().expect("a total");
                assert!(groups.len() > 1 && total["isTotal"] == json!(true), "{path} by {first}");
                for row in rows(&one) {
                    figures_of(row, fields, &path).assert_consistent(&format!("{path} by {first}: {}", row["name"]));
                }
                assert_parts(&path, fields, groups, total, first);
                for second in views.iter().filter(|second| **second != first) {
                    let two = table(second);
                    assert_eq!(rows(&two).len(), rows(&one).len(), "{path} by {first} and {second}");
                    for (one, two) in rows(&one).iter().zip(rows(&two)) {
                        assert_eq!(one["name"], two["name"], "{path} by {first} and {second}");
                        for field in fields {
                            assert_eq!(one[field.name], two[field.name], "{path} by {first} and {second}");
                        }
                        let records = rows(&two["records"]);
                        if two["name"] != "Total" {
                            assert!(!records.is_empty(), "{path} by {first} and {second}: {two}");
                            assert_parts(&path, fields, records, two, second);
                        }
                        for row in records {
                            figures_of(row, fields, &path)
                                .assert_consistent(&format!("{path} by {first} and {second}"));
                        }
                    }
                }
            }
        }
    }
}

/// Counts of members and their actions are the sums over groups; a member of two audiences is counted in both.
fn assert_parts(path: &str, fields: &[Field], parts: &[Value], whole: &Value, by: &str) {
    for field in fields.iter().filter(|field| matches!(field.metric.formula, Formula::Sum(..))) {
        let (parts, whole) = (sum(parts, field.name), number(&whole[field.name]));
        if by == "AUDIENCE" && !is(field.metric, &SALES) && !is(field.metric, &SAVINGS) {
            assert!(parts >= whole, "{path}: {} of audiences is {parts} and {whole} in all", field.name);
        } else if by != "AUDIENCE" {
            assert!(same(parts, whole), "{path}: {} by {by} is {parts} and {whole} in all", field.name);
        }
    }
}

#[test]
fn charts_add_up_over_their_periods_and_groups() {
    let program = program();
    let tier = choices(&program)[1].clone();
    let first_day = first_day(&program);
    for (days, choice) in [(YEAR, json!({})), (CROSSING, tier), ((first_day.as_str(), "2026-03-15"), json!({}))] {
        let body = body(days, &choice);
        let seen = cards(&program, &body);
        for (path, fields, has_groups) in charts() {
            let chart = |grain: &str, view: &str| {
                let mut body = body.clone();
                (body["timeScale"], body["viewBy"]) = (json!(grain), json!(view));
                post(&program, &path, &body)["data"].clone()
            };
            for grain in ["BY_MONTHS", "BY_QUARTERS", "BY_YEARS"] {
                let chart = chart(grain, "TOTALS");
                assert!(!rows(&chart).is_empty(), "{path}");
                for (at, field) in fields.iter().enumerate() {
                    let values: Vec<f64> = rows(&chart).iter().map(|row| number(&row[1 + at])).collect();
                    let Some(whole) = seen.get(field.metric) else { continue };
                    assert_periods(&format!("{path} {grain} {days:?}"), field.metric, &values, whole);
                }
            }
            if !has_groups || days != YEAR {
                continue;
            }
            let totals = chart("BY_QUARTERS", "TOTALS");
            for view in ["LOB", "TIER", "AUDIENCE"] {
                let groups = chart("BY_QUARTERS", view);
                for (period, total) in rows(&totals).iter().enumerate() {
                    for (at, field) in fields.iter().enumerate() {
                        if !matches!(field.metric.formula, Formula::Sum(..)) {
                            continue;
                        }
                        let parts: f64 =
                            rows(&groups).iter().map(|group| number(&group["records"][period][1 + at])).sum();
                        let whole = number(&total[1 + at]);
                        let holds = if view == "AUDIENCE" { parts > whole - 0.005 } else { same(parts, whole) };
                        assert!(holds, "{path} by {view}: {} {parts} against {total}", field.name);
                    }
                }
            }
        }
        // The lines of the tiers add up to the total; the sum never decreases.
        for (lines, all) in
            [("ENROLLED_TIERS_BY_PERIOD", "ENROLLMENTS_BY_PERIOD"), ("ELIGIBLE_TIERS_BY_PERIOD", "ELIGIBLE_BY_PERIOD")]
        {
            let data = |id: &str| post(&program, &block_path("dashboard/users/enrollments", id), &body)["data"].clone();
            let (lines, all) = (data(lines), data(all));
            let mut before = 0.0;
            for (period, row) in rows(&all).iter().enumerate() {
                let tiers = rows(&lines).iter().map(|line| {
                    assert_eq!(line["records"][period][0], row[0]);
                    number(&line["records"][period][1])
                });
                assert_eq!(tiers.sum::<f64>(), number(&row[1]), "{row}");
                assert!(number(&row[1]) >= before, "{row} after {before}");
                before = number(&row[1]);
            }
        }
    }
}

fn assert_periods(what: &str, metric: &Metric, values: &[f64], whole: f64) {
    let (sum, most) = (values.iter().sum::<f64>(), values.iter().copied().fold(f64::MIN, f64::max));
    let least = values.iter().copied().fold(f64::MAX, f64::min);
    if is_one_of(metric, ADDITIVE) {
        assert!(same(sum, whole), "{what}: {} is {sum} by period and {whole} in all", metric.label);
    } else if is_one_of(metric, DISTINCT) {
        assert!(most <= whole && whole <= sum, "{what}: {} {values:?} and {whole} in all", metric.label);
    } else if is_one_of(metric, AS_OF_THE_END) {
        assert_eq!(values.last(), Some(&whole), "{what}: {}", metric.label);
    } else if is_one_of(metric, WEIGHTED_MEANS) {
        assert!(least <= whole && whole <= most, "{what}: {} {values:?} and {whole} in all", metric.label);
    } else if is_one_of(metric, &[&ACTIVE_MEMBERS, &ENGAGED_MEMBERS]) {
        // A member active in a month is active in every longer period that contains it.
        assert!(most <= whole, "{what}: {} {values:?} and {whole} in all", metric.label);
    } else {
        assert!(
            is_one_of(metric, &[&RETENTION_RATE, &SAVINGS_PER_MEMBER, &MOVED_UP, &MOVED_DOWN]),
            "{what}: nothing is said here of how {} adds up",
            metric.label
        );
    }
}

#[test]
fn two_halves_of_a_period_make_up_the_period() {
    let program = program();
    for (choice, [start, middle, next, end]) in choices(&program).iter().zip([
        ["2025-01-01", "2025-06-30", "2025-07-01", "2025-12-31"],
        ["2025-03-05", "2025-03-05", "2025-03-06", "2025-03-06"],
        ["2024-02-10", "2024-02-29", "2024-03-01", "2025-01-17"],
        ["2023-12-15", "2023-12-31", "2024-01-01", "2024-02-14"],
        ["2025-08-08", "2025-11-30", "2025-12-01", "2026-01-02"],
    ]) {
        let [whole, one, other] =
            [(start, end), (start, middle), (next, end)].map(|days| cards(&program, &body(days, choice)));
        for (metric, value, _) in &whole.figures {
            let (one, other) = (one.of(metric), other.of(metric));
            let what = format!("{} of {start} to {end} {choice}: {one} and {other} are {value}", metric.label);
            if is_one_of(metric, ADDITIVE) {
                assert!(same(*value, one + other), "{what}");
            } else if is_one_of(metric, DISTINCT) {
                assert!(*value <= one + other && *value >= one.max(other), "{what}");
            } else if is_one_of(metric, AS_OF_THE_END) {
                assert_eq!(*value, other, "{what}");
            } else if is(metric, &REGISTERED_BEFORE) {
                assert_eq!(*value, one, "{what}");
            }
        }
        // Members registered before the second half are those registered by the end of the first.
        assert_eq!(other.of(&REGISTERED_BEFORE), one.of(&TOTAL_REGISTERED), "{choice}");
        for seen in [&whole, &one, &other] {
            seen.assert_consistent(&choice.to_string());
        }
    }
}

#[test]
fn frequencies_cover_members_who_logged_in_and_dormant_members_are_the_others() {
    let program = program();
    for choice in &choices(&program) {
        // Each with the first of the 90 days that end on its last day.
        for (days, ninety) in [
            (YEAR, "2025-10-03"),
            (QUARTER, "2025-07-03"),
            (CROSSING, "2024-11-23"),
            (LEAP_DAY, "2023-12-02"),
            (("2023-03-15", "2023-03-20"), "2022-12-21"),
        ] {
            let seen = cards_of(&members::DASHBOARD.totals[..1], &program, &body(days, choice));
            let table = post(
                &program,
                "dashboard/users/returnRateFrequency/breakdown/RETURN_FREQUENCY_TABLE",
                &body(days, choice),
            );
            let logins = post(&program, "dashboard/users/logins/breakdown/LOGINS_TABLE", &body(days, choice));
            for (row, logins) in rows(&table["data"]).iter().zip(rows(&logins["data"])) {
                let buckets = ["logins1_3", "logins4_7", "logins8_10", "logins10"].map(|bucket| number(&row[bucket]));
                assert_eq!(row["name"], logins["name"]);
                assert_eq!(buckets.iter().sum::<f64>(), number(&logins["unique"]), "{row}");
                // The smallest and largest number of logins that the buckets allow.
                let least: f64 =
                    buckets.iter().zip([1.0, 4.0, 8.0, 11.0]).map(|(members, logins)| members * logins).sum();
                let most: f64 = buckets.iter().zip([3.0, 7.0, 10.0]).map(|(members, logins)| members * logins).sum();
                let total = number(&logins["total"]);
                assert!(total >= least && (buckets[3] > 0.0 || total <= most), "{row} with {total} logins");
            }
            let recent =
                cards_of(&members::DASHBOARD.totals[..1], &program, &body((ninety, days.1), choice)).of(&UNIQUE_LOGINS);
            assert_eq!(seen.of(&DORMANT_MEMBERS), seen.of(&TOTAL_REGISTERED) - recent, "{days:?} {choice}");
            // Retained: members who logged in and were registered before.
            let (unique, new, base) = (seen.of(&UNIQUE_LOGINS), seen.of(&NEW_REGISTERED), seen.of(&REGISTERED_BEFORE));
            let retention = if base == 0.0 { 0.0 } else { 100.0 * (unique - new) / base };
            assert!((seen.of(&RETENTION_RATE) - retention).abs() < 0.005 + 1e-9, "{days:?} {choice}");
        }
    }
}

#[test]
fn lists_add_up_to_their_cards() {
    let program = program();
    let mut checked_shares = 0;
    for choice in &choices(&program) {
        let is_plain = choice == &json!({});
        for days in [CROSSING, if is_plain { ALL } else { LEAP_DAY }] {
            let body = body(days, choice);
            let what = body.to_string();
            let seen = cards(&program, &body);
            let data = |path: &str| post(&program, path, &body)["data"].clone();

            // In every list of a breakdown, metrics that add up over rows equal the figure of the card or table.
            for breakdown in BREAKDOWNS.iter() {
                let mut seen = seen.clone();
                for block in breakdown.blocks {
                    let Shape::Table(fields) = block.shape else { continue };
                    if let Some(total) = rows(&data(&block_path(breakdown.path, block.id))).last() {
                        fields.iter().for_each(|field| {
                            seen.add(field.metric, number(&total[field.name]), block.id.to_owned());
                        });
                    }
                }
                for block in breakdown.blocks {
                    let (Shape::List(list) | Shape::Bars(list)) = block.shape else { continue };
                    let path = block_path(breakdown.path, block.id);
                    let data = data(&path);
                    for field in list.fields {
                        let parts = sum(rows(&data), field.name);
                        if is_one_of(field.metric, ADDITIVE)
                            || is_one_of(
                                field.metric,
                                &[&UNIQUE_OFFER_VIEWS, &UNIQUE_OFFER_CLICKS, &TOTAL_ACTIVE_OFFERS],
                            )
                        {
                            let whole = seen.get(field.metric).unwrap_or_default();
                            assert!(same(parts, whole), "{path} {what}: {} is {parts} of {whole}", field.name);
                        } else if is(field.metric, &SHARE_OF_CLICKS) && !rows(&data).is_empty() {
                            checked_shares += 1;
                            assert!((parts - 100.0).abs() <= 0.005 * rows(&data).len() as f64 + 1e-9, "{path} {what}");
                        }
                    }
                    for row in rows(&data) {
                        figures_of(row, list.fields, &path).assert_consistent(&format!("{path} {what}"));
                        let figures = list.fields.iter().map(|field| number(&row[field.name]));
                        assert!(figures.into_iter().any(|figure| figure != 0.0), "{path} {what}: {row}");
                    }
                    assert_order(&path, rows(&data), list.texts[0].0, list.order, list.fields);
                }
            }

            // One row per distinct item.
            let count = |path: &str| rows(&data(path)).len() as f64;
            let campaigns = count("emails/dashboard/deliveryStatus/breakdown/DELIVERY_STATUS_BY_CAMPAIGN_TABLE");
            assert_eq!(campaigns, seen.of(&CAMPAIGNS), "{what}");
            assert_eq!(
                count("content/dashboard/articles/breakdown/ARTICLES_VISITED"),
                seen.of(&ARTICLES_VIEWED),
                "{what}"
            );
            let offers = data("offer/dashboard/offers/breakdown/OFFERS_TABLE");
            assert_eq!(rows(&offers["totals"]).len() as f64, seen.of(&TOTAL_ACTIVE_OFFERS), "{what}");
            assert_eq!(rows(&offers["news"]).len() as f64, seen.of(&NEW_OFFERS), "{what}");
            // User groups do not restrict the filter lists.
            let screens = rows(&post(&program, "emails/dashboard/screens", &body)).len();
            let for_choice = rows(&post(&program, "emails/dashboard/getCampaigns", &body)).len();
            assert!(campaigns <= screens as f64 && screens <= for_choice, "{what}: {campaigns} {screens} {for_choice}");
            if is_plain {
                assert_eq!((campaigns, screens), (for_choice as f64, for_choice), "{what}");
                let offers = rows(&post(&program, "offer/dashboard/getOffers", &body)).len();
                assert_eq!(offers as f64, seen.of(&TOTAL_ACTIVE_OFFERS), "{what}");
            }
            // A member's interaction is with an offer, so it is also counted there.
            assert!(seen.of(&MEMBER_UNIQUE_VIEWS) == 0.0 || seen.of(&UNIQUE_OFFER_VIEWS) > 0.0, "{what}");
        }
    }
    assert!(checked_shares > 5);
}

fn assert_order(path: &str, rows: &[Value], name: &str, order: Order, fields: &[Field]) {
    let text = |row: &Value| Natural(row[name].as_str().unwrap_or_default().to_owned());
    for pair in rows.windows(2) {
        let in_order = match order {
            Order::Name => text(&pair[0]) <= text(&pair[1]),
            Order::Most(at) => {
                let [one, other] = [0, 1].map(|row: usize| number(&pair[row][fields[at].name]));
                one > other || (one == other && text(&pair[0]) <= text(&pair[1]))
            }
        };
        assert!(in_order, "{path}: {} before {}", pair[0], pair[1]);
    }
}

#[test]
fn a_limit_truncates_lists_and_returns_their_full_length() {
    let program = program();
    let mut cut = 0;
    for breakdown in BREAKDOWNS.iter() {
        for block in breakdown.blocks.iter().filter(|block| matches!(block.shape, Shape::List(_))) {
            let path = block_path(breakdown.path, block.id);
            let whole = post(&program, &path, &body(YEAR, &json!({})));
            assert!(whole.get("total").is_none(), "{path}");
            let all = rows(&whole["data"]);
            for count in [0, 1, 5, 1_000] {
                let capped = post(&program, &path, &body(YEAR, &json!({"recordCount": count})));
                let length = if count == 0 { all.len() } else { all.len().min(count) };
                assert_eq!(rows(&capped["data"]), &all[..length], "{path}");
                assert_eq!(capped["total"], json!(all.len()), "{path}");
                cut += all.len() - length;
            }
        }
    }
    assert!(cut > 100, "{cut}");
}

#[test]
fn polls_add_up_to_their_answers() {
    const POLLS_PATH: &str = "content/dashboard/polls/breakdown";
    let program = program();
    let list = |days: (&str, &str), choice: &Value| {
        let mut answer = post(&program, &format!("{POLLS_PATH}/info"), &body(days, choice));
        let Value::Array(list) = answer["pollList"].take() else { panic!("{answer}") };
        (answer, list)
    };
    // All polls, open at any time.
    let (_, every) = list(("2000-01-02", "2089-09-17"), &json!({}));
    assert!(every.len() > 3);
    for choice in &choices(&program) {
        for days in [YEAR, CROSSING, ALL] {
            let body = body(days, choice);
            let (card, open) = list(days, choice);
            assert_eq!(number(&card["pollDto"]["polls"]), open.len() as f64, "{body}");
            let mut answers = 0.0;
            for poll in &every {
                for (first, second) in [("LOB", "TIER"), ("AUDIENCE", "NONE")] {
                    let mut body = body.clone();
                    (body["viewByH1"], body["viewByH2"]) = (json!(first), json!(second));
                    let answer = post(&program, &format!("{POLLS_PATH}/{}/answerInfos", poll["id"]), &body);
                    let options = rows(&answer["pollAnswers"]);
                    let of_poll = sum(options, "answerCount");
                    let percent = sum(options, "percent");
                    assert!(
                        of_poll == 0.0 || (percent - 100.0).abs() <= 0.005 * options.len() as f64 + 1e-9,
                        "{answer}"
                    );
                    let table = rows(&answer["POLL_ANSWERS_BY_AUDIENCE_TABLE"]["data"]);
                    let Some((total, groups)) = table.split_last() else { continue };
                    assert_eq!(number(&total["value"]), of_poll, "{answer}");
                    for (at, option) in options.iter().enumerate() {
                        assert_eq!(total["answers"][at], option["answerCount"], "{answer}");
                        let of_groups: f64 = groups.iter().map(|row| number(&row["answers"][at])).sum();
                        let whole = number(&option["answerCount"]);
                        assert!(of_groups == whole || (first == "AUDIENCE" && of_groups >= whole), "{answer}");
                    }
                    for row in groups.iter().chain(groups.iter().flat_map(|row| rows(&row["records"]))) {
                        let of_row: f64 = rows(&row["answers"]).iter().map(number).sum();
                        assert_eq!(of_row, number(&row["value"]), "{row}");
                    }
                    for row in groups.iter().filter(|row| !rows(&row["records"]).is_empty()) {
                        assert_eq!(sum(rows(&row["records"]), "value"), number(&row["value"]), "{row}");
                    }
                    if first == "LOB" {
                        answers += of_poll;
                    }
                }
            }
            if choice.get("userGroupTiers") != Some(&json!([])) {
                assert_eq!(answers, number(&card["pollDto"]["answers"]), "{body}");
            }
        }
    }
}

#[test]
fn website_figures_agree_across_screens_and_ignore_members() {
    let program = program();
    let first_day = first_day(&program);
    for days in [YEAR, CROSSING, (first_day.as_str(), "2026-04-30"), LEAP_DAY] {
        let plain = body(days, &json!({}));
        let info = post(&program, "website/dashboard/info", &plain);
        let seen = cards(&program, &plain);
        let sessions = seen.of(&MEMBER_SESSIONS);
        assert!(sessions > 0.0, "{days:?}");
        let sources = post(&program, "website/dashboard/sourceOfTraffic/breakdowns", &plain);
        let column = |name: &str| rows(&sources[name]).iter().map(number).collect::<Vec<f64>>();
        assert_eq!(column("sessions").iter().sum::<f64>(), sessions);
        assert_eq!(column("pageviews").iter().sum::<f64>(), seen.of(&PAGE_VIEWS));
        assert_eq!(rows(&sources["names"]).len(), column("sessions").len());
        for (name, metric) in
            [("direct", &DIRECT_SESSIONS), ("organic search", &ORGANIC_SEARCH_SESSIONS), ("email", &EMAIL_SESSIONS)]
        {
            let named = rows(&sources["names"]).iter().zip(column("sessions"));
            let of_source = named.filter(|(found, _)| found.as_str().is_some_and(|found| found.to_lowercase() == name));
            let of_source: Vec<f64> = of_source.map(|(_, sessions)| sessions).collect();
            assert!(of_source.len() <= 1, "{name} {days:?}");
            assert_eq!(of_source.iter().sum::<f64>(), seen.of(metric), "{name} {days:?}");
        }
        let months =
            post(&program, "website/dashboard/siteVisitors/breakdowns", &plain)["VISITORS_BY_PERIOD"]["data"].clone();
        for (field, metric) in [("sessions", &MEMBER_SESSIONS), ("pageViews", &PAGE_VIEWS)] {
            assert_eq!(sum(rows(&months), field), seen.of(metric), "{field} {days:?}");
        }
        let platforms = post(&program, "website/dashboard/platforms/breakdowns", &plain);
        assert_eq!(info["platforms"], platforms, "{days:?}");
        for platform in ["DeviceCategory", "Browser", "OperatingSystem", "ScreenResolution"] {
            let values = rows(&platforms[platform]);
            assert_eq!(values.iter().map(|value| number(&value[1])).sum::<f64>(), sessions, "{platform} {days:?}");
            for value in values {
                let line = rows(&value[2]).iter().map(|point| number(&point[1]));
                assert_eq!(line.sum::<f64>(), number(&value[1]), "{value}");
            }
            for (at, month) in rows(&months).iter().enumerate() {
                let of_month = values.iter().map(|value| {
                    assert_eq!(value[2][at][0], month["date"]);
                    number(&value[2][at][1])
                });
                assert_eq!(of_month.sum::<f64>(), number(&month["sessions"]), "{platform} {month}");
            }
        }
        let searches = post(&program, "website/dashboard/onSiteSearches/breakdowns", &plain);
        let terms = rows(&searches["searchTerms"]).iter().map(|pair| number(&pair[1]));
        assert_eq!(terms.sum::<f64>(), seen.of(&SEARCHES), "{days:?}");
        assert_eq!(searches["searchDto"]["count"], info["searchDto"]["count"]);

        for choice in &choices(&program) {
            let body = body(days, choice);
            assert_eq!(post(&program, "website/dashboard/info", &body), info, "{body}");
            assert_eq!(post(&program, "website/dashboard/sourceOfTraffic/breakdowns", &body), sources, "{body}");
        }
    }
}

#[test]
fn comparisons_equal_a_request_for_the_other_period() {
    let program = program();
    let choices = choices(&program);
    let mut without_history = 0;
    for (days, choice) in [
        (YEAR, &choices[0]),
        (QUARTER, &choices[1]),
        (CROSSING, &choices[3]),
        (("2025-10-07", "2025-11-02"), &choices[4]),
        (LEAP_DAY, &choices[2]),
    ] {
        let now = body(days, choice);
        let mut others: Vec<(String, Seen)> = Vec::new();
        for trend in TRENDS.iter() {
            let answer = post(&program, &format!("trends/{}", trend.id), &now);
            assert_eq!((answer["startDate"].as_str(), answer["endDate"].as_str()), (Some(days.0), Some(days.1)));
            for (list, from, to) in [("pops", "startDatePop", "endDatePop"), ("yoys", "startDateYoy", "endDateYoy")] {
                let (from, to) = (answer[from].as_str().expect("a date"), answer[to].as_str().expect("a date"));
                let index =
                    others.iter().position(|(period, _)| *period == format!("{from} {to}")).unwrap_or_else(|| {
                        others.push((format!("{from} {to}"), cards(&program, &body((from, to), choice))));
                        others.len() - 1
                    });
                let other = &others[index].1;
                for (at, field) in trend.card.fields.iter().enumerate().filter(|(_, field)| !field.name.is_empty()) {
                    let row = &answer[list][at];
                    let (then, now) = (number(&row["popValue"]), number(&row["filterPeriodValue"]));
                    let what = format!("{list} of {} in {} from {from} to {to}, {choice}", field.name, trend.id);
                    assert_eq!(then, other.of(field.metric), "{what}");
                    assert_change(row, then, now, field.metric, &what);
                    without_history += usize::from(row.get("note").is_some());
                }
            }
        }
        for totals in TOTALS.iter() {
            let answer = post(&program, totals.path.trim_start_matches("api/v1/"), &now);
            for card in totals.cards {
                for field in card.all_fields() {
                    let id = card.metric_id(field);
                    let change = &answer["compare"][&id];
                    let (then, line) = (number(&change["before"]), rows(&change["line"]));
                    // Nobody has moved in this program.
                    if field.name.is_empty() || card.key == "groupMoves" {
                        continue;
                    }
                    let figures = if totals.unwrapped { &answer } else { &answer[card.key] };
                    let value = number(&figures[field.name]);
                    assert_change(change, then, value, field.metric, &format!("{id} {now}"));
                    // The last window of a sparkline of windows is the period itself; for metrics as of the end of
                    // a period, the last month has the same value too.
                    let last = line.last().expect("a line");
                    let label = last[0].as_str().expect("a label");
                    if !label.contains("20") || is_one_of(field.metric, AS_OF_THE_END) {
                        assert_eq!(number(&last[1]), value, "{id} {now}");
                    }
                }
            }
        }
    }
    assert!(without_history > 0, "no comparison reaches back before the first day");

    // The rows of the previous year are that year's own, for any time scale.
    for grain in ["BY_MONTHS", "BY_QUARTERS", "BY_YEARS"] {
        for (path, _, _) in charts() {
            let scale = json!({"timeScale": grain});
            let now = post(&program, &path, &body(YEAR, &scale));
            let before = post(&program, &path, &body(("2024-01-01", "2024-12-31"), &scale));
            assert_eq!(now["previous"], before["data"], "{path} {grain}");
            assert_ne!(now["previous"], now["data"], "{path} {grain}");
        }
    }
}

/// Asserts that a change agrees with the change of the displayed figures, up to rounding.
fn assert_change(row: &Value, then: f64, now: f64, metric: &Metric, what: &str) {
    if row.get("note").is_some() {
        assert!(row["changePercent"].is_null() && row["points"].is_null(), "{what}: {row}");
        return;
    }
    assert_eq!(row["points"].is_number(), metric.unit == Unit::Percent, "{what}: {row}");
    if let Some(points) = row["points"].as_f64() {
        assert!((points - (now - then)).abs() <= 0.015 + 1e-9, "{what}: {row}");
    }
    match row["changePercent"].as_f64() {
        Some(change) if then != 0.0 => {
            // Half of the last displayed digit of both figures and of the change itself.
            let half = 0.5 / 10f64.powi(metric.unit.decimals() as i32);
            let slack =
                if metric.unit == Unit::Count { 0.0 } else { 100.0 * half * (1.0 + (now / then).abs()) / then.abs() };
            let expected = 100.0 * (now - then) / then;
            assert!(
                (change - expected).abs() <= slack * 1.1 + 0.005 + 1e-6,
                "{what}: {row} where {expected} is expected"
            );
        }
        Some(change) => assert!(change == 0.0 || metric.unit != Unit::Count, "{what}: {row}"),
        None => assert!(then <= 0.0 && now != then, "{what}: {row}"),
    }
}

#[test]
fn choosing_everything_equals_no_choice_and_parts_never_exceed_the_whole() {
    let program = program();
    let days = YEAR;
    let listed = |path: &str, field: &str, days: (&str, &str)| -> Vec<i64> {
        let answer = post(&program, path, &body(days, &json!({})));
        let mut ids: Vec<i64> = rows(&answer).iter().filter_map(|row| row[field].as_i64()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    const EVER: (&str, &str) = ("1900-01-01", "2099-12-31");
    let groups = program.get("/api/v1/dashboard/users/userGroups");
    let of_kind = |kind: &str| -> Vec<i64> {
        rows(&groups).iter().filter(|group| group["type"] == kind).filter_map(|group| group["id"].as_i64()).collect()
    };
    let (tiers, lobs, audiences) = (of_kind("TIER"), of_kind("LOB"), of_kind("AUDIENCE"));
    let offers = listed("offer/dashboard/getOffers", "id", EVER);
    // Category 9 is not in the filter list, but its offers are.
    let categories = listed("offer/dashboard/getOffers", "categoryPrimary", EVER);
    let for_choice = program.get("/api/v1/offer/dashboard/getOffersCategories");
    let for_choice: Vec<i64> = rows(&for_choice).iter().filter_map(|row| row["id"].as_i64()).collect();
    assert!(categories.contains(&9) && !for_choice.contains(&9), "{categories:?} {for_choice:?}");
    let campaigns = listed("emails/dashboard/getCampaigns", "id", EVER);
    let types = listed("emails/dashboard/getCampaigns", "campaigntypeid", EVER);
    let known = program.get("/api/v1/emails/dashboard/getCampaignsTypes");
    assert!(types.iter().all(|id| rows(&known).iter().any(|kind| kind["id"] == json!(id))), "{known}");

    let whole = cards(&program, &body(days, &json!({})));
    whole.assert_consistent("no choice");
    let everything = json!({
        "userGroupTiers": tiers, "userGroupsTiersAll": false, "userGroupLobs": lobs, "userGroupsLobsAll": false,
        "userGroupAudiences": audiences, "userGroupsAudiencesAll": false, "offers": offers, "offersAll": false,
        "offersCategories": categories, "offersCategoriesAll": false, "campaigns": campaigns, "campaignsAll": false,
        "campaignsTypes": types, "campaignsTypesAll": false,
    });
    let all = cards(&program, &body(days, &everything));
    for (metric, value, _) in &whole.figures {
        assert_eq!(all.of(metric), *value, "{} of everything", metric.label);
    }
    for breakdown in BREAKDOWNS.iter() {
        let path = format!("{}/breakdowns", breakdown.path.trim_start_matches("api/v1/"));
        assert_eq!(
            post(&program, &path, &body(days, &everything)),
            post(&program, &path, &body(days, &json!({}))),
            "{path}"
        );
    }

    // For choices that partition the whole: which figures add up, which are at most the whole, which stay the same.
    let messages: &[&Metric] =
        &[&MESSAGES_SENT, &MESSAGES_DELIVERED, &MESSAGES_BOUNCED, &REGISTRATIONS, &UNSUBSCRIBERS, &LINKS_CLICKED];
    let by_campaign: Vec<&Metric> = messages.iter().copied().chain([&CAMPAIGNS]).collect();
    let by_offer: Vec<&Metric> = vec![
        &TOTAL_VIEWS,
        &TOTAL_CLICKS,
        &UNIQUE_OFFER_VIEWS,
        &UNIQUE_OFFER_CLICKS,
        &REDEMPTIONS,
        &SALES,
        &SAVINGS,
        &TOTAL_ACTIVE_OFFERS,
        &NEW_OFFERS,
        &OFFBOARDED_OFFERS,
    ];
    let members: [&Metric; 2] = [&MEMBER_UNIQUE_VIEWS, &MEMBER_UNIQUE_CLICKS];
    let halves = |ids: &[i64]| -> Vec<Vec<i64>> {
        let (one, other): (Vec<i64>, Vec<i64>) = ids.iter().partition(|id| *id % 2 == 0);
        vec![one, other]
    };
    let thirds = |ids: &[i64]| -> Vec<Vec<i64>> {
        (0..3).map(|rest| ids.iter().copied().filter(|id| id % 3 == rest).collect()).collect()
    };
    for (list, all, parts, adds_up) in [
        ("campaigns", "campaignsAll", halves(&campaigns), &by_campaign),
        ("campaignsTypes", "campaignsTypesAll", thirds(&types), &by_campaign),
        ("offers", "offersAll", halves(&offers), &by_offer),
        ("offersCategories", "offersCategoriesAll", thirds(&categories), &by_offer),
    ] {
        let parts: Vec<Seen> =
            parts.iter().map(|ids| cards(&program, &body(days, &json!({list: ids, all: false})))).collect();
        assert!(parts.len() > 1, "{list}");
        for (metric, value, _) in &whole.figures {
            let values: Vec<f64> = parts.iter().map(|part| part.of(metric)).collect();
            let what = format!("{} by {list}: {values:?} of {value}", metric.label);
            let (sum, most) = (values.iter().sum::<f64>(), values.iter().copied().fold(f64::MIN, f64::max));
            if is_one_of(metric, adds_up) {
                assert!(same(sum, *value), "{what}");
            } else if list.starts_with("offers") && is_one_of(metric, &members) {
                assert!(most <= *value && *value <= sum, "{what}");
            } else if is_one_of(metric, &by_campaign)
                || is_one_of(metric, &by_offer)
                || is_one_of(metric, &members)
                || matches!(metric.formula, Formula::Sum(..))
            {
                assert!(values.iter().all(|part| part == value), "{what}");
            }
        }
        parts.iter().for_each(|part| part.assert_consistent(list));
    }

    // Every member is in exactly one tier and in one or more audiences.
    for (list, all, ids, overlap) in [
        ("userGroupTiers", "userGroupsTiersAll", &tiers, false),
        ("userGroupLobs", "userGroupsLobsAll", &lobs, false),
        ("userGroupAudiences", "userGroupsAudiencesAll", &audiences, true),
    ] {
        let parts: Vec<Seen> =
            ids.iter().map(|id| cards(&program, &body(days, &json!({list: [id], all: false})))).collect();
        for (metric, value, _) in &whole.figures {
            let values: Vec<f64> = parts.iter().map(|part| part.of(metric)).collect();
            let what = format!("{} by {list}: {values:?} of {value}", metric.label);
            let (sum, most) = (values.iter().sum::<f64>(), values.iter().copied().fold(f64::MIN, f64::max));
            if is_one_of(metric, WITHOUT_MEMBERS) {
                assert!(values.iter().all(|part| part == value), "{what}");
            } else if is_one_of(metric, &[&CAMPAIGNS, &ARTICLES_VIEWED]) {
                assert!(most <= *value && *value <= sum, "{what}");
            } else if matches!(metric.formula, Formula::Sum(..)) {
                assert!(if overlap { sum >= *value } else { same(sum, *value) }, "{what}");
            }
        }
        parts.iter().for_each(|part| part.assert_consistent(list));
    }
}
