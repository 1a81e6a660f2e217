//! Every figure and every block, computed by hand for the ten members of `fixture/`. Expected values never come from
//! the code under test; a comment shows the calculation. Member figures are in this file; other figures and
//! the blocks of each dashboard are in that dashboard's file.
//!
//! The members (tier, line of business, audiences; eligible on; days of logins, qualifying sessions marked `q`):
//!
//! | member | groups | eligible on | logins |
//! |---|---|---|---|
//! | A | Gold Auto Families | 2023-12-01 | 2024: 01-05q 01-31q 02-29 03-01 03-01q 03-01q 03-15q 03-31 06-10 12-31; 2025: 01-01q 02-10q 02-28q 03-10 |
//! | B | Gold Home Families Seniors | 2024-01-10 | 2024: 01-20 03-05q 03-20 08-15q; 2025: 03-01q |
//! | C | Silver Auto Seniors | 2024-02-01 | 2024: 02-10q 02-29q 03-02q 03-04q 03-06 03-08 09-30 |
//! | D | Silver Home Students | 2024-03-15 | 2024: 03-31 04-01; 2025: 01-15 |
//! | E | Bronze Auto Families Students | 2024-06-01, after the first login | 2024: 05-20 05-20 11-11q; 2025: 02-28q |
//! | F | Bronze Home Seniors | 2024-01-01 | never |
//! | G | Silver Auto Students | 2024-02-20 | 2024: 02-29q 03-05q |
//! | H | Gold Auto Families | 2024-09-01 | 2024: 09-15; 2025: 02-01q 02-02 02-03 02-04 02-05q 02-06 02-07 02-08 02-09q 02-10 02-11 02-12 |
//! | I | Bronze Home Seniors Students | 2025-02-15 | 2025: 02-20q 02-21 ... 02-26 02-27q |
//! | J | Silver Home Families | 2025-06-01 | never |
//!
//! Edge cases of qualifying sessions: A's session of 2024-03-15 has a click exactly 24 hours later (in), that of
//! 2024-03-31 one 24 hours and a second later (out); B's of 2024-03-05 has its second view exactly 24 hours
//! later (in), that of 2024-03-20 24 hours and a second later (out); A's of 2024-01-31 23:59:59 and E's of
//! 2025-02-28 23:00 have a click on the next day; C's of 2024-03-06 and 2024-09-30 and A's of 2024-12-31 and
//! 2024-03-01 00:00 have only one view; D's and E's first two have one view each; F and J never logged in
//! but view offers, as does C on 2025-03-10.

mod content;
mod emails;
mod members;
mod offers;
mod website;

use std::collections::BTreeSet;
use std::sync::Arc;

use bond::figures::calendar::Calendar;
use bond::figures::content::{ARTICLE_VIEWS, ARTICLES_VIEWED, POLL_ANSWERS, POLLS};
use bond::figures::emails::{UNSUBSCRIBED_RATE, UNSUBSCRIBERS};
use bond::figures::filter::{Filter, FilterParams, GroupsAsOf};
use bond::figures::members::*;
use bond::figures::offers::{INTENT_TO_REDEEM_RATE, REDEMPTIONS, SALES, SAVINGS, SAVINGS_PER_MEMBER};
use bond::figures::period::{Grain, Window};
use bond::figures::program::{CUSTOMER_SATISFACTION, FA_ACTIVITY_LEVEL};
use bond::figures::{Catalogue, Figures, GroupKey, Levels, Metric, Selection};
use bond::groupings::Grouping;
use bond::i18n::language::Language;
use bond::screens::declared::emails::SCHEDULE_PATH;
use bond::screens::declared::polls;
use bond::screens::{AnswerCache, Answers, BREAKDOWNS, Call, LIST_CALLS, TOTALS, TRENDS};
use serde_json::{Value, json};
use time::macros::date;

use crate::{Program, wait, without_coverage};

type Expected<'a> = &'a [(&'static Metric, f64)];

/// A whole month, with data for the previous month but not for the previous year.
fn march() -> Value {
    json!({"startDate": "2024-03-01", "endDate": "2024-03-31"})
}

/// The first ten days of a month, with data for the ten days before and for the previous year.
fn ten_days() -> Value {
    json!({"startDate": "2025-03-01", "endDate": "2025-03-10"})
}

/// 29 days that start in the middle of a month: 19 of February, 10 of March.
fn inside() -> Value {
    json!({"startDate": "2025-02-10", "endDate": "2025-03-10"})
}

fn year() -> Value {
    json!({"startDate": "2024-01-01", "endDate": "2024-12-31"})
}

/// A filter on tiers: 1 is Gold, 2 Silver, 3 Bronze.
fn tiers(ids: &[i32]) -> Value {
    json!({"userGroupTiers": ids, "userGroupsTiersAll": false})
}

fn with(mut body: Value, more: Value) -> Value {
    let (Value::Object(body_fields), Value::Object(more)) = (&mut body, more) else { panic!("objects") };
    body_fields.extend(more);
    body
}

fn resolved(body: &Value) -> Filter {
    let params: FilterParams = serde_json::from_value(body.clone()).expect("a filter");
    params
        .resolve(date!(2025 - 03 - 11), Calendar::default(), GroupsAsOf::Now, &[Grouping::Lob])
        .expect("a valid filter")
}

fn figures(
    program: &Program,
    metrics: &[&Metric],
    body: &Value,
    windows: &[Window],
    levels: Levels,
) -> (Arc<Catalogue>, Figures) {
    let selection = Selection::from(&resolved(body));
    wait(async {
        let engine = &program.app.app.engine;
        let catalogue = engine.catalogue().await.expect("a catalogue");
        let figures = engine.figures(&catalogue, metrics, windows, &selection, levels).await.expect("figures");
        (catalogue, figures)
    })
}

/// Asserts figures of all chosen members.
fn assert_figures(program: &Program, body: &Value, expected: Expected<'_>) {
    let metrics: Vec<&Metric> = expected.iter().map(|(metric, _)| *metric).collect();
    let (_, figures) = figures(program, &metrics, body, &[resolved(body).window], Levels::default());
    for (metric, value) in expected {
        assert_eq!(metric.shown(figures.figure(metric, 0, 0).unsuppressed()), *value, "{} of {body}", metric.label);
    }
}

/// Asserts figures by group: expected values are in the order of `names`, the total last.
fn assert_by(
    program: &Program,
    body: &Value,
    grouping: Grouping,
    names: &[&str],
    expected: &[(&'static Metric, &[f64])],
) {
    let metrics: Vec<&Metric> = expected.iter().map(|(metric, _)| *metric).collect();
    let levels = Levels { first: Some(grouping), second: None };
    let (catalogue, figures) = figures(program, &metrics, body, &[resolved(body).window], levels);
    let shown: Vec<_> = catalogue
        .groups(grouping)
        .iter()
        .filter_map(|group| Some((group.name.as_str(), figures.index_of(GroupKey::One(group.id))?)))
        .collect();
    assert_eq!(shown.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names);
    for (metric, values) in expected {
        let indices = shown.iter().map(|(_, index)| *index).chain([0]);
        let found: Vec<f64> =
            indices.map(|index| metric.shown(figures.figure(metric, index, 0).unsuppressed())).collect();
        assert_eq!(found, *values, "{} by {grouping:?}", metric.label);
    }
}

/// Asserts figures for each calendar period of the filter's window.
fn assert_periods(program: &Program, body: &Value, grain: Grain, expected: &[(&'static Metric, &[f64])]) {
    let metrics: Vec<&Metric> = expected.iter().map(|(metric, _)| *metric).collect();
    let windows: Vec<Window> = resolved(body).window.buckets(grain).into_iter().map(|bucket| bucket.window).collect();
    let (_, figures) = figures(program, &metrics, body, &windows, Levels::default());
    for (metric, values) in expected {
        let found: Vec<f64> =
            (0..windows.len()).map(|period| metric.shown(figures.figure(metric, 0, period).unsuppressed())).collect();
        assert_eq!(found, *values, "{} by {grain:?} of {body}", metric.label);
    }
}

#[test]
fn a_whole_month() {
    assert_figures(
        &Program::shared(),
        &march(),
        &[
            (&TOTAL_REGISTERED, 5.0),     // A B C D G
            (&NEW_REGISTERED, 1.0),       // D, on its last day
            (&ELIGIBLE_MEMBERS, 6.0),     // A B C D F G; E is eligible from its first login, 2024-05-20
            (&INITIATION_RATE, 83.33),    // 5 / 6
            (&TOTAL_LOGINS, 13.0),        // A 5, B 2, C 4, D 1, G 1
            (&UNIQUE_LOGINS, 5.0),        // A B C D G
            (&UNIQUE_LOGINS_RATE, 100.0), // 5 / 5
            (&AVERAGE_LOGINS, 2.6),       // 13 / 5
            (&UNIQUE_RETURN_LOGINS, 4.0), // A B C G; D's is its first ever
            (&RETURN_RATE, 80.0),         // 4 / 5
            (&RETURN_LOGINS_OVER_2, 2.0), // A 5, C 4; B 2, G 1
            (&LOGINS_1_3, 3.0),           // B D G
            (&LOGINS_4_7, 2.0),           // A C
            (&LOGINS_8_10, 0.0),
            (&LOGINS_OVER_10, 0.0),
            (&ACTIVE_MEMBERS, 2.0), // A: 03-01 twice and 03-15; C: 03-02, 03-04; B and G have one
            (&PROGRAM_ACTIVE_RATE, 40.0), // 2 / 5
            (&ENGAGED_MEMBERS, 1.0), // A
            (&PROGRAM_ENGAGEMENT_RATE, 20.0), // 1 / 5
            (&RETENTION_RATE, 100.0), // (5 - 1) / 4
            (&REGISTERED_BEFORE, 4.0), // A B C G by 02-29
            (&DORMANT_MEMBERS, 0.0), // all five logged in from 01-02 on
            (&DORMANT_RATE, 0.0),
            // A 01-05 to 03-31 86 days, B 01-20 to 03-20 60, C 02-10 to 03-08 27, D 0, G 02-29 to 03-05 5:
            // 178 / 5 = 35.6 days = 1.1696 months
            (&AVERAGE_TENURE, 1.2),
            (&REDEMPTIONS, 8.0),             // G 1, A 1, B 1, B 0, G 1, A 2, F 2
            (&SALES, 262.48),                // 40.00 + 100.10 + 33.33 - 8.00 + 5.05 + 50.00 + 42.00
            (&SAVINGS, 23.25),               // 4.00 + 10.01 + 3.33 - 0.80 + 0.51 + 5.00 + 1.20
            (&SAVINGS_PER_MEMBER, 5.81),     // 23.25 / 4 (A B F G) = 5.8125
            (&UNSUBSCRIBERS, 3.0),           // B (in April, but the message is of March), C, G
            (&UNSUBSCRIBED_RATE, 42.86),     // of 7 delivered: A B D E, A C G
            (&ARTICLE_VIEWS, 6.0),           // A B F A C D; G's is at midnight after the last day
            (&ARTICLES_VIEWED, 3.0),         // 1, 2 and 5
            (&POLLS, 2.0),                   // 1 until its first day, 2 from its last day
            (&POLL_ANSWERS, 2.0),            // B at its first day's last second, C
            (&CUSTOMER_SATISFACTION, 66.67), // 5 4 of 5 4 2
            (&FA_ACTIVITY_LEVEL, 0.0),       // no month
            // Views: A1 B1 B2 C1 D1 F1 F4; clicks: A1 A2 C2 F4 G2
            (&INTENT_TO_REDEEM_RATE, 71.43),
        ],
    );
}

#[test]
fn a_window_that_starts_in_the_middle_of_a_month() {
    assert_figures(
        &Program::shared(),
        &inside(),
        &[
            (&TOTAL_REGISTERED, 8.0),  // all but F J
            (&NEW_REGISTERED, 1.0),    // I
            (&ELIGIBLE_MEMBERS, 9.0),  // all but J
            (&INITIATION_RATE, 88.89), // 8 / 9
            (&TOTAL_LOGINS, 16.0),     // A 3, B 1, E 1, H 3 (02-10 to 02-12), I 8
            (&UNIQUE_LOGINS, 5.0),
            (&UNIQUE_LOGINS_RATE, 62.5),  // 5 / 8
            (&AVERAGE_LOGINS, 3.2),       // 16 / 5
            (&UNIQUE_RETURN_LOGINS, 5.0), // I comes back after its first
            (&RETURN_RATE, 100.0),
            (&RETURN_LOGINS_OVER_2, 3.0), // A 3, H 3, I 7
            (&LOGINS_1_3, 4.0),           // A B E H
            (&LOGINS_4_7, 0.0),
            (&LOGINS_8_10, 1.0), // I 8
            (&LOGINS_OVER_10, 0.0),
            (&ACTIVE_MEMBERS, 2.0), // A 02-10 02-28, I 02-20 02-27; H's three are before; B and E have one
            (&PROGRAM_ACTIVE_RATE, 25.0), // 2 / 8
            (&ENGAGED_MEMBERS, 0.0),
            (&PROGRAM_ENGAGEMENT_RATE, 0.0),
            (&RETENTION_RATE, 57.14), // (5 - 1) / 7
            (&REGISTERED_BEFORE, 7.0),
            (&DORMANT_MEMBERS, 2.0), // 8 less A B D E H I, who logged in from 2024-12-11 on: C and G
            (&DORMANT_RATE, 25.0),
            // A 430, B 406, C 233, D 290, E 284, G 5, H 150, I 7: 1805 / 8 = 225.625 days = 7.4127 months
            (&AVERAGE_TENURE, 7.4),
            (&REDEMPTIONS, 7.0),         // H 3, D 0, D 0, E 1, I 1, H 0, E 2
            (&SALES, 110.8),             // 75.75 + 15.00 - 15.00 + 20.00 + 10.00 - 25.25 + 30.30
            (&SAVINGS, 11.1),            // 7.58 + 1.50 - 1.50 + 2.02 + 1.00 - 2.53 + 3.03
            (&SAVINGS_PER_MEMBER, 2.78), // 11.10 / 4 (D E H I) = 2.775: away from zero
            (&UNSUBSCRIBERS, 3.0),       // D H I; E's message bounced
            (&UNSUBSCRIBED_RATE, 33.33), // of 9: A C D H I, A I J, G
            (&ARTICLE_VIEWS, 5.0),
            (&ARTICLES_VIEWED, 3.0),        // 2, 3 and 4
            (&POLLS, 4.0),                  // 3 and 6, which never close, 4, and 5, open on the first day alone
            (&POLL_ANSWERS, 6.0),           // A H C I H A
            (&CUSTOMER_SATISFACTION, 50.0), // 5 of 3 5
            (&FA_ACTIVITY_LEVEL, 85.0),     // (80 + 90) / 2
            // Views: B3 J6 J9; clicks: A1 C7 E1 I3
            (&INTENT_TO_REDEEM_RATE, 133.33),
        ],
    );
}

#[test]
fn a_year() {
    assert_figures(
        &Program::shared(),
        &year(),
        &[
            (&TOTAL_REGISTERED, 7.0), // all but F I J
            (&NEW_REGISTERED, 7.0),
            (&ELIGIBLE_MEMBERS, 8.0), // and F
            (&INITIATION_RATE, 87.5),
            (&TOTAL_LOGINS, 29.0), // A 10, B 4, C 7, D 2, E 3, G 2, H 1
            (&UNIQUE_LOGINS, 7.0),
            (&UNIQUE_LOGINS_RATE, 100.0),
            (&AVERAGE_LOGINS, 4.14),      // 29 / 7
            (&UNIQUE_RETURN_LOGINS, 6.0), // all but H; E's is on the day of its first
            (&RETURN_RATE, 85.71),
            (&RETURN_LOGINS_OVER_2, 3.0), // A 9, B 3, C 6; E has 2
            (&LOGINS_1_3, 4.0),           // D E G H
            (&LOGINS_4_7, 2.0),           // B 4, C 7
            (&LOGINS_8_10, 1.0),          // A 10
            (&LOGINS_OVER_10, 0.0),
            (&ACTIVE_MEMBERS, 4.0), // A 5, B 2, C 4, G 2; E 1
            (&PROGRAM_ACTIVE_RATE, 57.14),
            (&ENGAGED_MEMBERS, 2.0), // A C
            (&PROGRAM_ENGAGEMENT_RATE, 28.57),
            (&RETENTION_RATE, 0.0), // nobody was registered before
            (&REGISTERED_BEFORE, 0.0),
            (&DORMANT_MEMBERS, 5.0), // 7 less A E, who logged in from 10-03 on
            (&DORMANT_RATE, 71.43),
            // A 361, B 208, C 233, D 1, E 175, G 5, H 0: 983 / 7 = 140.43 days = 4.6137 months
            (&AVERAGE_TENURE, 4.6),
            (&REDEMPTIONS, 9.0),         // 8 of March, A 0, C 1
            (&SALES, 442.38),            // 262.48 - 20.10 + 200.00
            (&SAVINGS, 41.24),           // 23.25 - 2.01 + 20.00
            (&SAVINGS_PER_MEMBER, 8.25), // 41.24 / 5 (A B C F G) = 8.248
            (&UNSUBSCRIBERS, 3.0),
            (&UNSUBSCRIBED_RATE, 33.33), // of the 7 of March, and B and E in August
            (&ARTICLE_VIEWS, 7.0),
            (&ARTICLES_VIEWED, 4.0), // 1, 2, 3 and 5
            (&POLLS, 3.0),
            (&POLL_ANSWERS, 5.0),       // A B C D B
            (&FA_ACTIVITY_LEVEL, 35.0), // (10 + 60) / 2
        ],
    );
}

#[test]
fn a_month_with_every_frequency_and_one_from_a_leap_day() {
    let program = Program::shared();
    assert_figures(
        &program,
        &json!({"startDate": "2025-02-01", "endDate": "2025-02-28"}),
        &[
            (&TOTAL_LOGINS, 23.0), // A 2, E 1, H 12, I 8
            (&UNIQUE_LOGINS, 4.0),
            (&AVERAGE_LOGINS, 5.75),
            (&UNIQUE_RETURN_LOGINS, 4.0),
            (&RETURN_LOGINS_OVER_2, 2.0), // H I
            (&LOGINS_1_3, 2.0),           // A E
            (&LOGINS_4_7, 0.0),
            (&LOGINS_8_10, 1.0),    // I
            (&LOGINS_OVER_10, 1.0), // H
            (&ACTIVE_MEMBERS, 3.0), // A 2, H 3, I 2; E's click is of 1 March but in its session of the 28th
            (&ENGAGED_MEMBERS, 1.0),
            (&PROGRAM_ENGAGEMENT_RATE, 12.5),
            (&RETENTION_RATE, 42.86), // (4 - 1) / 7
            (&DORMANT_MEMBERS, 3.0),  // B C G: none from 2024-12-01 on
            (&DORMANT_RATE, 37.5),
            // A 420, B 208, C 233, D 290, E 284, G 5, H 150, I 7: 1597 / 8 = 199.625 days
            (&AVERAGE_TENURE, 6.6),
        ],
    );
    assert_figures(
        &program,
        &json!({"startDate": "2024-02-29", "endDate": "2024-03-01"}),
        &[
            (&TOTAL_LOGINS, 6.0), // A 4, C 1, G 1
            (&UNIQUE_LOGINS, 3.0),
            (&NEW_REGISTERED, 1.0),       // G
            (&UNIQUE_RETURN_LOGINS, 2.0), // A C
            (&RETURN_LOGINS_OVER_2, 1.0), // A: three of them on one day
            (&LOGINS_4_7, 1.0),
            (&ACTIVE_MEMBERS, 1.0), // A, twice on one day
            (&ENGAGED_MEMBERS, 0.0),
            (&RETENTION_RATE, 66.67), // (3 - 1) / 3
        ],
    );
    // One day, on which E logs in for the first time and returns.
    assert_figures(
        &program,
        &json!({"startDate": "2024-05-20", "endDate": "2024-05-20"}),
        &[
            (&TOTAL_LOGINS, 2.0),
            (&UNIQUE_LOGINS, 1.0),
            (&NEW_REGISTERED, 1.0),
            (&UNIQUE_RETURN_LOGINS, 1.0),
            (&ELIGIBLE_MEMBERS, 7.0),
        ],
    );
}

#[test]
fn members_are_eligible_no_later_than_their_first_login() {
    let program = Program::shared();
    let by = |end: &str| json!({"startDate": "2024-01-01", "endDate": end});
    assert_figures(&program, &by("2024-05-19"), &[(&ELIGIBLE_MEMBERS, 6.0)]);
    assert_figures(&program, &by("2024-05-20"), &[(&ELIGIBLE_MEMBERS, 7.0)]);
    assert_figures(&program, &by("2024-06-01"), &[(&ELIGIBLE_MEMBERS, 7.0)]);
    // J, in a period that ends after today.
    assert_figures(&program, &by("2025-05-31"), &[(&ELIGIBLE_MEMBERS, 9.0), (&TOTAL_REGISTERED, 8.0)]);
    assert_figures(
        &program,
        &by("2025-06-01"),
        &[(&ELIGIBLE_MEMBERS, 10.0), (&TOTAL_REGISTERED, 8.0), (&TOTAL_LOGINS, 56.0)],
    );
}

#[test]
fn members_become_dormant_after_90_days() {
    let program = Program::shared();
    let by = |end: &str| json!({"startDate": end, "endDate": end});
    // C's last but one is 03-08: the 90 days that end on 06-05 begin on 03-08. G's last is 03-05.
    assert_figures(&program, &by("2024-06-05"), &[(&DORMANT_MEMBERS, 1.0)]);
    assert_figures(&program, &by("2024-06-06"), &[(&DORMANT_MEMBERS, 2.0)]);
    // E's 11-11 is a day before the 90 days to 2025-02-09: B C E G.
    assert_figures(&program, &by("2025-02-08"), &[(&DORMANT_MEMBERS, 3.0)]);
    assert_figures(&program, &by("2025-02-09"), &[(&DORMANT_MEMBERS, 4.0), (&DORMANT_RATE, 57.14)]);
}

#[test]
fn windows_without_data_are_zeros() {
    let program = Program::shared();
    for (start, end) in [("2023-01-01", "2023-12-31"), ("1000-01-01", "1999-12-31")] {
        let nothing: Expected<'_> = &[
            (&TOTAL_LOGINS, 0.0),
            (&TOTAL_REGISTERED, 0.0),
            (&INITIATION_RATE, 0.0),
            (&AVERAGE_LOGINS, 0.0),
            (&AVERAGE_TENURE, 0.0),
            (&DORMANT_MEMBERS, 0.0),
            (&RETENTION_RATE, 0.0),
            (&SALES, 0.0),
            (&SAVINGS_PER_MEMBER, 0.0),
            (&POLLS, 0.0),
            (&ARTICLES_VIEWED, 0.0),
        ];
        assert_figures(&program, &json!({"startDate": start, "endDate": end}), nothing);
    }
    let all: Expected<'_> = &[
        (&TOTAL_LOGINS, 56.0),
        (&UNIQUE_LOGINS, 8.0),
        (&LOGINS_OVER_10, 2.0),
        (&DORMANT_MEMBERS, 8.0),
        (&REGISTERED_BEFORE, 0.0),
    ];
    assert_figures(&program, &json!({"startDate": "1000-01-01", "endDate": "3000-12-31"}), all);
    let after: Expected<'_> =
        &[(&TOTAL_LOGINS, 0.0), (&TOTAL_REGISTERED, 8.0), (&REGISTERED_BEFORE, 8.0), (&RETENTION_RATE, 0.0)];
    assert_figures(&program, &json!({"startDate": "2026-01-01", "endDate": "2026-12-31"}), after);
}

#[test]
fn by_tier() {
    assert_by(
        &Program::shared(),
        &inside(),
        Grouping::Tier,
        &["Bronze", "Gold", "Silver"], // E F I; A B H; C D G J
        &[
            (&TOTAL_LOGINS, &[9.0, 7.0, 0.0, 16.0]),
            (&UNIQUE_LOGINS, &[2.0, 3.0, 0.0, 5.0]),
            (&TOTAL_REGISTERED, &[2.0, 3.0, 3.0, 8.0]),
            (&NEW_REGISTERED, &[1.0, 0.0, 0.0, 1.0]),
            (&ELIGIBLE_MEMBERS, &[3.0, 3.0, 3.0, 9.0]),
            (&INITIATION_RATE, &[66.67, 100.0, 100.0, 88.89]),
            (&UNIQUE_RETURN_LOGINS, &[2.0, 3.0, 0.0, 5.0]),
            (&RETURN_LOGINS_OVER_2, &[1.0, 2.0, 0.0, 3.0]), // I; A H
            (&AVERAGE_LOGINS, &[4.5, 2.33, 0.0, 3.2]),
            (&LOGINS_1_3, &[1.0, 3.0, 0.0, 4.0]),
            (&LOGINS_8_10, &[1.0, 0.0, 0.0, 1.0]),
            (&ACTIVE_MEMBERS, &[1.0, 1.0, 0.0, 2.0]),
            (&PROGRAM_ACTIVE_RATE, &[50.0, 33.33, 0.0, 25.0]),
            (&RETENTION_RATE, &[100.0, 100.0, 0.0, 57.14]), // (2-1)/1, 3/3, 0/3, (5-1)/7
            (&DORMANT_MEMBERS, &[0.0, 0.0, 2.0, 2.0]),      // C G
            (&DORMANT_RATE, &[0.0, 0.0, 66.67, 25.0]),
            // (284+7)/2 = 145.5 days, (430+406+150)/3 = 328.67, (233+290+5)/3 = 176
            (&AVERAGE_TENURE, &[4.8, 10.8, 5.8, 7.4]),
            (&SALES, &[60.3, 50.5, 0.0, 110.8]), // E 50.30, I 10.00; H; D 15.00 - 15.00
            (&SAVINGS_PER_MEMBER, &[3.03, 5.05, 0.0, 2.78]), // 6.05 / 2; 5.05 / 1; 0 / 1
            (&UNSUBSCRIBED_RATE, &[50.0, 33.33, 25.0, 33.33]), // I of I I; H of A H A; D of C D J G
            (&ARTICLE_VIEWS, &[2.0, 2.0, 1.0, 5.0]),
            (&ARTICLES_VIEWED, &[2.0, 2.0, 1.0, 3.0]), // I 2 3; H 2 4; J 4
            (&POLL_ANSWERS, &[1.0, 4.0, 1.0, 6.0]),    // I; A H H A; C
        ],
    );
}

#[test]
fn by_line_of_business() {
    assert_by(
        &Program::shared(),
        &inside(),
        Grouping::Lob,
        &["Auto", "Home"], // A C E G H; B D F I J
        &[
            (&TOTAL_LOGINS, &[7.0, 9.0, 16.0]),
            (&UNIQUE_LOGINS, &[3.0, 2.0, 5.0]),
            (&TOTAL_REGISTERED, &[5.0, 3.0, 8.0]),
            (&NEW_REGISTERED, &[0.0, 1.0, 1.0]),
            (&ELIGIBLE_MEMBERS, &[5.0, 4.0, 9.0]),
            (&PROGRAM_ACTIVE_RATE, &[20.0, 33.33, 25.0]), // A of 5; I of 3
            (&RETENTION_RATE, &[60.0, 50.0, 57.14]),      // 3/5, (2-1)/2
            (&DORMANT_RATE, &[40.0, 0.0, 25.0]),          // C G of 5
            // (430+233+284+5+150)/5 = 220.4 days, (406+290+7)/3 = 234.33
            (&AVERAGE_TENURE, &[7.2, 7.7, 7.4]),
        ],
    );
}

#[test]
fn a_member_of_two_audiences_is_in_both_rows_and_once_in_the_total() {
    let program = Program::shared();
    let names = &["Families", "Seniors", "Students"]; // A B E H J; B C F I; D E G I
    assert_by(
        &program,
        &inside(),
        Grouping::Audience,
        names,
        &[
            (&TOTAL_LOGINS, &[8.0, 9.0, 9.0, 16.0]),
            (&UNIQUE_LOGINS, &[4.0, 2.0, 2.0, 5.0]),
            (&TOTAL_REGISTERED, &[4.0, 3.0, 4.0, 8.0]),
            (&NEW_REGISTERED, &[0.0, 1.0, 1.0, 1.0]),
            (&ELIGIBLE_MEMBERS, &[4.0, 4.0, 4.0, 9.0]),
            (&ACTIVE_MEMBERS, &[1.0, 1.0, 1.0, 2.0]), // A; I; I
            (&PROGRAM_ACTIVE_RATE, &[25.0, 33.33, 25.0, 25.0]),
            (&RETENTION_RATE, &[100.0, 50.0, 33.33, 57.14]), // 4/4, (2-1)/2, (2-1)/3
            (&DORMANT_MEMBERS, &[0.0, 1.0, 1.0, 2.0]),       // C; G
            // 1270/4 = 317.5 days, (406+233+7)/3 = 215.33, (290+284+5+7)/4 = 146.5
            (&AVERAGE_TENURE, &[10.4, 7.1, 4.8, 7.4]),
            (&UNSUBSCRIBERS, &[1.0, 1.0, 2.0, 3.0]),           // H; I; D I
            (&UNSUBSCRIBED_RATE, &[25.0, 33.33, 50.0, 33.33]), // of A H A J; C I I; D I I G
            (&ARTICLES_VIEWED, &[2.0, 2.0, 2.0, 3.0]),         // H 2 4, J 4; I 2 3; I
            (&SALES, &[100.8, 10.0, 60.3, 110.8]),             // E H; I; D E I
        ],
    );
    assert_by(
        &program,
        &march(),
        Grouping::Audience,
        names,
        &[(&TOTAL_LOGINS, &[7.0, 6.0, 2.0, 13.0]), (&UNIQUE_LOGINS, &[2.0, 2.0, 2.0, 5.0])],
    );
}

#[test]
fn user_groups_restrict_members() {
    let program = Program::shared();
    let gold = json!({"userGroupTiers": [1], "userGroupsTiersAll": false});
    assert_figures(
        &program,
        &with(march(), gold), // A B (H comes later)
        &[
            (&TOTAL_LOGINS, 7.0),
            (&UNIQUE_LOGINS, 2.0),
            (&TOTAL_REGISTERED, 2.0),
            (&NEW_REGISTERED, 0.0),
            (&ELIGIBLE_MEMBERS, 2.0),
            (&AVERAGE_LOGINS, 3.5),
            (&UNIQUE_RETURN_LOGINS, 2.0),
            (&RETURN_LOGINS_OVER_2, 1.0),
            (&PROGRAM_ACTIVE_RATE, 50.0),
            (&PROGRAM_ENGAGEMENT_RATE, 50.0),
            (&RETENTION_RATE, 100.0),
            (&AVERAGE_TENURE, 2.4), // (86 + 60) / 2 = 73 days
            (&REDEMPTIONS, 4.0),
            (&SALES, 175.43),
            (&SAVINGS_PER_MEMBER, 8.77), // 17.54 / 2
            (&UNSUBSCRIBED_RATE, 33.33), // B of A B A
            (&ARTICLE_VIEWS, 3.0),
            (&ARTICLES_VIEWED, 1.0),
            (&POLLS, 2.0), // groups do not restrict polls
            (&POLL_ANSWERS, 1.0),
            (&INTENT_TO_REDEEM_RATE, 66.67), // A1 A2 of A1 B1 B2
        ],
    );
    let auto_families = json!({"userGroupLobs": [1], "userGroupsLobsAll": false,
        "userGroupAudiences": [1], "userGroupsAudiencesAll": false});
    assert_figures(
        &program,
        &with(inside(), auto_families), // A E H
        &[
            (&TOTAL_LOGINS, 7.0),
            (&UNIQUE_LOGINS, 3.0),
            (&AVERAGE_LOGINS, 2.33),
            (&TOTAL_REGISTERED, 3.0),
            (&RETURN_LOGINS_OVER_2, 2.0), // A H
            (&PROGRAM_ACTIVE_RATE, 33.33),
            (&RETENTION_RATE, 100.0),
            (&DORMANT_MEMBERS, 0.0),
            (&AVERAGE_TENURE, 9.5), // (430 + 284 + 150) / 3 = 288 days
        ],
    );
    // Two audiences: B, who is in both, counts once; only the chosen groups have rows.
    let two = json!({"userGroupAudiences": [2, 1], "userGroupsAudiencesAll": false});
    assert_by(
        &program,
        &with(march(), two), // A B C E F H I J
        Grouping::Audience,
        &["Families", "Seniors"],
        &[(&TOTAL_LOGINS, &[7.0, 6.0, 11.0]), (&UNIQUE_LOGINS, &[2.0, 2.0, 3.0])],
    );
    // Seniors by tier: B; C; F I.
    let seniors = json!({"userGroupAudiences": [2], "userGroupsAudiencesAll": false});
    assert_by(
        &program,
        &with(march(), seniors),
        Grouping::Tier,
        &["Bronze", "Gold", "Silver"],
        &[(&TOTAL_LOGINS, &[0.0, 2.0, 4.0, 6.0]), (&ELIGIBLE_MEMBERS, &[1.0, 1.0, 1.0, 3.0])],
    );
}

#[test]
fn offers_and_campaigns_restrict_rows() {
    let program = Program::shared();
    let offers = |list: Value, categories: Value| json!({"offers": list, "offersCategories": categories});
    let in_march = |more: Value| with(march(), more);
    assert_figures(
        &program,
        &in_march(offers(json!([1]), json!(null))),
        &[(&SALES, 138.48), (&REDEMPTIONS, 3.0), (&INTENT_TO_REDEEM_RATE, 20.0), (&TOTAL_LOGINS, 13.0)], // A1 of A1 B1 C1 D1 F1
    );
    assert_figures(
        &program,
        &in_march(offers(json!(null), json!([2]))),
        &[(&SALES, 42.0), (&INTENT_TO_REDEEM_RATE, 300.0)], // A2 C2 G2 of B2
    );
    // An offer passes if both its own list and the list of categories allow it.
    assert_figures(
        &program,
        &in_march(offers(json!([1, 2]), json!([1]))),
        &[(&SALES, 138.48), (&SAVINGS_PER_MEMBER, 4.62)],
    );
    assert_figures(
        &program,
        &in_march(offers(json!([2]), json!([1]))),
        &[(&SALES, 0.0), (&INTENT_TO_REDEEM_RATE, 0.0)],
    );
    assert_figures(&program, &in_march(offers(json!([]), json!(null))), &[(&SALES, 0.0), (&POLLS, 2.0)]);

    let mails = |list: Value, types: Value| json!({"campaigns": list, "campaignsTypes": types});
    assert_figures(
        &program,
        &in_march(mails(json!([1]), json!(null))),
        &[(&UNSUBSCRIBERS, 1.0), (&UNSUBSCRIBED_RATE, 25.0)],
    );
    assert_figures(
        &program,
        &in_march(mails(json!(null), json!([2]))),
        &[(&UNSUBSCRIBERS, 2.0), (&UNSUBSCRIBED_RATE, 66.67)],
    );
    assert_figures(&program, &in_march(mails(json!([1]), json!([2]))), &[(&UNSUBSCRIBERS, 0.0), (&SALES, 262.48)]);
}

#[test]
fn each_period_is_counted_separately() {
    let program = Program::shared();
    assert_periods(
        &program,
        &year(),
        Grain::Quarter,
        &[
            (&TOTAL_LOGINS, &[20.0, 4.0, 3.0, 2.0]),
            (&UNIQUE_LOGINS, &[5.0, 3.0, 3.0, 2.0]), // A B C D G; A D E; B C H; A E
            (&UNIQUE_RETURN_LOGINS, &[4.0, 3.0, 2.0, 2.0]), // not D; all; not H; all
            (&RETURN_LOGINS_OVER_2, &[2.0, 0.0, 0.0, 0.0]), // A 7, C 5; B has 2
            (&LOGINS_1_3, &[3.0, 3.0, 3.0, 2.0]),    // B 3, D, G
            (&LOGINS_4_7, &[1.0, 0.0, 0.0, 0.0]),    // C 6
            (&LOGINS_8_10, &[1.0, 0.0, 0.0, 0.0]),   // A 8
            (&ACTIVE_MEMBERS, &[3.0, 0.0, 0.0, 0.0]), // A C G
            (&ENGAGED_MEMBERS, &[2.0, 0.0, 0.0, 0.0]), // A C
            (&NEW_REGISTERED, &[5.0, 1.0, 1.0, 0.0]),
            (&TOTAL_REGISTERED, &[5.0, 6.0, 7.0, 7.0]),
            (&REGISTERED_BEFORE, &[0.0, 5.0, 6.0, 7.0]),
            (&RETENTION_RATE, &[0.0, 40.0, 33.33, 28.57]), // 0/0, (3-1)/5, (3-1)/6, 2/7
            (&ELIGIBLE_MEMBERS, &[6.0, 7.0, 8.0, 8.0]),
            // 90 days to 06-30 begin on 04-02, a day after D's last: A E; B C H; A E
            (&DORMANT_MEMBERS, &[0.0, 4.0, 4.0, 5.0]),
            (&POLLS, &[2.0, 2.0, 1.0, 1.0]),
            (&ARTICLES_VIEWED, &[3.0, 1.0, 0.0, 0.0]),
            (&SALES, &[262.48, -20.1, 0.0, 200.0]),
            (&SAVINGS_PER_MEMBER, &[5.81, -2.01, 0.0, 20.0]),
        ],
    );
    // From the middle of a month: the periods are clipped to the window.
    assert_periods(
        &program,
        &inside(),
        Grain::Month,
        &[
            (&TOTAL_LOGINS, &[14.0, 2.0]),
            (&UNIQUE_LOGINS, &[4.0, 2.0]), // A E H I; A B
            (&ACTIVE_MEMBERS, &[2.0, 0.0]),
            (&LOGINS_1_3, &[3.0, 2.0]), // A 2, E, H 3
            (&LOGINS_8_10, &[1.0, 0.0]),
            (&RETURN_LOGINS_OVER_2, &[2.0, 0.0]), // H I
            (&NEW_REGISTERED, &[1.0, 0.0]),
            (&TOTAL_REGISTERED, &[8.0, 8.0]),
            (&DORMANT_MEMBERS, &[3.0, 2.0]), // B C G by 02-28
            (&AVERAGE_TENURE, &[6.6, 7.4]),
        ],
    );
    assert_periods(
        &program,
        &year(),
        Grain::Year,
        &[(&TOTAL_LOGINS, &[29.0]), (&UNIQUE_LOGINS, &[7.0]), (&LOGINS_8_10, &[1.0])],
    );
}

/// A year earlier, the rows of 2025-02-10 to 03-10 leave out 29 February, the day G registered: no row contains it,
/// but G is registered in the later row.
#[test]
fn a_leap_day_between_two_periods_is_in_neither_but_before_the_second() {
    let program = Program::shared();
    let months = resolved(&inside()).window.buckets(Grain::Month);
    let windows: Vec<Window> = months.iter().filter_map(|bucket| bucket.window.year_before()).collect();
    let window = |start, end| Window::new(start, end).expect("a window");
    assert_eq!(
        windows,
        [window(date!(2024 - 02 - 10), date!(2024 - 02 - 28)), window(date!(2024 - 03 - 01), date!(2024 - 03 - 10))]
    );
    let expected: &[(&Metric, [f64; 2])] = &[
        (&TOTAL_LOGINS, [1.0, 9.0]),     // C; A 3, B, C 4, G
        (&NEW_REGISTERED, [1.0, 0.0]),   // C
        (&TOTAL_REGISTERED, [3.0, 4.0]), // A B C; and G
        (&REGISTERED_BEFORE, [2.0, 4.0]),
        (&RETENTION_RATE, [0.0, 100.0]),
        (&AVERAGE_TENURE, [0.3, 1.1]), // A 26 / 3 = 8.67 days; (A 56, B 45, C 27, G 5) / 4 = 33.25
    ];
    let metrics: Vec<&Metric> = expected.iter().map(|(metric, _)| *metric).collect();
    let (_, figures) = figures(&program, &metrics, &inside(), &windows, Levels::default());
    for (metric, values) in expected {
        let found = [0, 1].map(|period| metric.shown(figures.figure(metric, 0, period).unsuppressed()));
        assert_eq!(found, *values, "{}", metric.label);
    }
}

/// A number as answers write it: whole numbers have no decimal point.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

/// A row of a table with its second-level rows.
fn table_row(fields: &[&str], name: &str, is_total: bool, values: &[f64], records: Value) -> Value {
    assert_eq!(fields.len(), values.len(), "{name}");
    let mut row = json!({"name": name, "isTotal": is_total, "records": records});
    for (field, value) in fields.iter().zip(values) {
        row[*field] = number(*value);
    }
    row
}

/// A one-level table: the groups in order, the total last.
fn table(fields: &[&str], rows: &[(&str, &[f64])]) -> Value {
    let row = |(name, values): &(&str, &[f64])| table_row(fields, name, *name == "Total", values, json!([]));
    rows.iter().map(row).collect()
}

/// A first-level group with its second-level groups.
type Nested<'a> = (&'a str, &'a [f64], &'a [(&'a str, &'a [f64])]);

/// A two-level table: every first-level row is a total.
fn nested(fields: &[&str], rows: &[Nested<'_>]) -> Value {
    let inner = |(name, values): &(&str, &[f64])| table_row(fields, name, false, values, json!([]));
    let row =
        |(name, values, within): &Nested<'_>| table_row(fields, name, true, values, within.iter().map(inner).collect());
    rows.iter().map(row).collect()
}

/// A chart by period: its rows, and the rows of the same dates a year earlier.
fn chart(data: Value, previous: Value) -> Value {
    json!({"data": data, "previous": previous})
}

/// Asserts every block of a breakdown, requested together and alone: its data, or for a chart the result of [`chart`].
fn assert_blocks(program: &Program, path: &str, body: &Value, expected: &[(&str, Value)]) {
    let all = program.post(&format!("{path}/breakdowns"), body);
    let found: BTreeSet<&str> = all.as_object().expect("blocks").keys().map(String::as_str).collect();
    assert_eq!(found, expected.iter().map(|(id, _)| *id).collect(), "{path}");
    for (id, data) in expected {
        assert_block(program, path, id, body, data);
        assert_eq!(program.post(&format!("{path}/breakdown/{id}"), body), all[*id], "{id} of {body}");
    }
}

/// An answer, without what it says of days without data: the fixture has no rows on most.
fn posted(program: &Program, path: &str, body: &Value) -> Value {
    let mut answer = program.post(path, body);
    without_coverage(&mut answer);
    answer
}

/// Asserts one block.
fn assert_block(program: &Program, path: &str, id: &str, body: &Value, data: &Value) {
    let block = posted(program, &format!("{path}/breakdown/{id}"), body);
    let found = match block.get("previous") {
        Some(previous) => chart(block["data"].clone(), previous.clone()),
        None => block["data"].clone(),
    };
    assert_eq!(found, *data, "{id} of {body}");
}

/// Asserts the cards of a totals call.
fn assert_cards(program: &Program, path: &str, body: &Value, cards: &[(&str, Value)]) {
    let info = posted(program, path, body);
    for (key, card) in cards {
        let mut card = card.clone();
        without_coverage(&mut card);
        assert_eq!(info[*key], card, "{key} of {body}");
    }
}

fn block(program: &Program, id: &str, body: &Value) -> Value {
    program.post(&format!("/api/v1/dashboard/users/logins/breakdown/{id}"), body)
}

#[test]
fn rows_by_month_quarter_and_year() {
    let program = Program::shared();
    let months = block(&program, "LOGINS_BY_PERIOD", &year());
    assert_eq!(
        months["data"],
        json!([
            ["Jan 2024", 3],
            ["Feb 2024", 4],
            ["Mar 2024", 13],
            ["Apr 2024", 1],
            ["May 2024", 2],
            ["Jun 2024", 1],
            ["Jul 2024", 0],
            ["Aug 2024", 1],
            ["Sep 2024", 2],
            ["Oct 2024", 0],
            ["Nov 2024", 1],
            ["Dec 2024", 1]
        ])
    );
    assert_eq!(months["series"], json!([{"key": "total", "name": "Total Logins"}]));
    assert_eq!(months["previous"][0], json!(["Jan 2023", 0]));
    let unique =
        |scale: &str, body: Value| block(&program, "UNIQUE_LOGINS_BY_PERIOD", &with(body, json!({"timeScale": scale})));
    let quarters = unique("BY_QUARTERS", year());
    assert_eq!(quarters["data"], json!([["Q1 2024", 5], ["Q2 2024", 3], ["Q3 2024", 3], ["Q4 2024", 2]]));
    assert_eq!(unique("BY_YEARS", year())["data"], json!([["2024", 7]]));

    // From the middle of a month, with the same days a year earlier: 02-10 to 02-28 and 03-01 to 03-10.
    let inner = unique("BY_MONTHS", inside());
    assert_eq!(inner["data"], json!([["Feb 2025", 4], ["Mar 2025", 2]]));
    assert_eq!(inner["previous"], json!([["Feb 2024", 1], ["Mar 2024", 4]])); // C; A B C G
    let whole = unique("BY_YEARS", inside());
    assert_eq!((&whole["data"], &whole["previous"]), (&json!([["2025", 5]]), &json!([["2024", 4]])));
    // A whole February compared with a whole February, including the 29th.
    let february = unique("BY_MONTHS", json!({"startDate": "2025-02-01", "endDate": "2025-02-28"}));
    assert_eq!((&february["data"], &february["previous"]), (&json!([["Feb 2025", 4]]), &json!([["Feb 2024", 3]])));

    // Rows start with the first loaded day and end with today.
    let wide = unique("BY_QUARTERS", json!({"startDate": "2020-01-01", "endDate": "2030-12-31"}));
    let rows = json!([["Q1 2024", 5], ["Q2 2024", 3], ["Q3 2024", 3], ["Q4 2024", 2], ["Q1 2025", 6]]);
    assert_eq!(wide["data"], rows); // A B D E H I
    for (start, end) in [("2023-01-01", "2023-12-31"), ("2025-03-12", "2025-12-31")] {
        let outside = unique("BY_MONTHS", json!({"startDate": start, "endDate": end}));
        assert_eq!((&outside["data"], &outside["previous"]), (&json!([]), &json!([])));
    }
}

#[test]
fn rows_by_group_and_period() {
    let program = Program::shared();
    let by = |view: &str| {
        let body = with(year(), json!({"timeScale": "BY_QUARTERS", "viewBy": view}));
        block(&program, "UNIQUE_LOGINS_BY_PERIOD", &body)
    };
    let rows = |numbers: [i64; 4]| {
        json!([["Q1 2024", numbers[0]], ["Q2 2024", numbers[1]], ["Q3 2024", numbers[2]], ["Q4 2024", numbers[3]]])
    };
    let tiers = by("TIER");
    assert_eq!(
        tiers["data"],
        json!([
            {"name": "Bronze", "records": rows([0, 1, 0, 1])}, // E
            {"name": "Gold", "records": rows([2, 1, 2, 1])},   // A B; A; B H; A
            {"name": "Silver", "records": rows([3, 1, 1, 0])}, // C D G; D; C
        ])
    );
    assert_eq!(tiers.get("previous"), None);
    assert_eq!(
        by("AUDIENCE")["data"],
        json!([
            {"name": "Families", "records": rows([2, 2, 2, 2])}, // A B; A E; B H; A E
            {"name": "Seniors", "records": rows([2, 0, 2, 0])},  // B C; -; B C
            {"name": "Students", "records": rows([2, 2, 0, 1])}, // D G; D E; -; E
        ])
    );
}

#[test]
fn tables_of_one_and_two_levels() {
    let program = Program::shared();
    let row = |name: &str, total: i64, unique: i64| json!({"name": name, "isTotal": false, "total": total, "unique": unique, "records": []});
    let sum = |name: &str, total: i64, unique: i64, records: Value| json!({"name": name, "isTotal": true, "total": total, "unique": unique, "records": records});
    let table = |body: Value| block(&program, "LOGINS_TABLE", &body)["data"].clone();
    assert_eq!(table(inside()), json!([row("Auto", 7, 3), row("Home", 9, 2), sum("Total", 16, 5, json!([]))]));
    assert_eq!(
        table(with(inside(), json!({"viewByH2": "TIER"}))),
        json!([
            sum("Auto", 7, 3, json!([row("Bronze", 1, 1), row("Gold", 6, 2), row("Silver", 0, 0)])), // E; A H; C G
            sum("Home", 9, 2, json!([row("Bronze", 8, 1), row("Gold", 1, 1), row("Silver", 0, 0)])), // F I; B; D J
            sum("Total", 16, 5, json!([])),
        ])
    );
    assert_eq!(
        table(with(inside(), json!({"viewByH1": "AUDIENCE", "viewByH2": "LOB"}))),
        json!([
            sum("Families", 8, 4, json!([row("Auto", 7, 3), row("Home", 1, 1)])), // A E H; B J
            sum("Seniors", 9, 2, json!([row("Auto", 0, 0), row("Home", 9, 2)])),  // C; B F I
            sum("Students", 9, 2, json!([row("Auto", 1, 1), row("Home", 8, 1)])), // E G; D I
            sum("Total", 16, 5, json!([])),
        ])
    );
    // Groups without selected members have no row: no member is both Gold and a Student.
    let students = json!({"viewByH1": "TIER", "userGroupAudiences": [3], "userGroupsAudiencesAll": false});
    assert_eq!(
        table(with(inside(), students)),
        json!([row("Bronze", 9, 2), row("Silver", 0, 0), sum("Total", 9, 2, json!([]))])
    );
}

/// A row of trends: label, previous value, current value, change, points, and whether there is enough history for a
/// comparison.
type Row = (&'static str, f64, f64, Option<f64>, Option<f64>, bool);

fn assert_trend(program: &Program, id: &str, body: &Value, pops: &[Row], yoys: &[Row]) {
    let answer = program.post(&format!("/api/v1/trends/{id}"), body);
    for (side, expected) in [("pops", pops), ("yoys", yoys)] {
        let rows = answer[side].as_array().expect("rows");
        assert_eq!(rows.len(), expected.len(), "{id} {side}: {rows:?}");
        for (row, (name, before, now, change, points, enough)) in rows.iter().zip(expected) {
            assert_eq!(row["typeName"], *name, "{id} {side}");
            assert_eq!(row["popValue"].as_f64(), Some(*before), "{id} {side} {name} before");
            assert_eq!(row["filterPeriodValue"].as_f64(), Some(*now), "{id} {side} {name} now");
            assert_eq!(row["changePercent"].as_f64(), *change, "{id} {side} {name} change");
            assert_eq!(row["points"].as_f64(), *points, "{id} {side} {name} points");
            let note = (!enough).then_some("not enough history");
            assert_eq!(row.get("note").and_then(Value::as_str), note, "{id} {side} {name} note");
        }
    }
}

/// 29 days compared with the 29 days before (2025-01-12 to 02-09) and with 2024-02-10 to 2024-03-10.
///
/// Before: D 1 and H 9 logins (02-01 to 02-09), so total 10, unique 2, both return, H more than twice, H active
/// and engaged (02-01 02-05 02-09); registered 7 then as by 01-11; dormant B C E G.
/// A year before: A 4 (02-29, 03-01 three times), B 1, C 6, G 2, so total 13, unique 4; C and G new of 4
/// registered, 2 of them before; all return, A 4 and C 5 more than twice; active A C G, engaged C; dormant none.
#[test]
fn trends_of_a_window_that_crosses_months() {
    let program = Program::shared();
    let dates = program.post("/api/v1/trends/U_LOGINS", &inside());
    for (field, day) in [
        ("startDate", "2025-02-10"),
        ("endDate", "2025-03-10"),
        ("startDatePop", "2025-01-12"),
        ("endDatePop", "2025-02-09"),
        ("startDateYoy", "2024-02-10"),
        ("endDateYoy", "2024-03-10"),
    ] {
        assert_eq!(dates[field], day, "{field}");
    }
    let check = |id: &str, pops: &[Row], yoys: &[Row]| assert_trend(&program, id, &inside(), pops, yoys);
    check(
        "U_NEW_ENROLLMENTS",
        &[
            ("Total New Registered", 0.0, 1.0, None, None, true),
            ("Total Registered", 7.0, 8.0, Some(14.29), None, true),
            ("Eligible Members", 8.0, 9.0, Some(12.5), None, true),
            // 88.889 against 87.5
            ("Initiation Rate", 87.5, 88.89, Some(1.59), Some(1.39), true),
        ],
        &[
            ("Total New Registered", 2.0, 1.0, Some(-50.0), None, true),
            ("Total Registered", 4.0, 8.0, Some(100.0), None, true),
            ("Eligible Members", 5.0, 9.0, Some(80.0), None, true), // A B C F G
            ("Initiation Rate", 80.0, 88.89, Some(11.11), Some(8.89), true),
        ],
    );
    check(
        "U_ACTIVE_RATE",
        &[
            // 25 against 1/7
            ("Program Active Rate", 14.29, 25.0, Some(75.0), Some(10.71), true),
            ("Active Members", 1.0, 2.0, Some(100.0), None, true),
        ],
        &[
            ("Program Active Rate", 75.0, 25.0, Some(-66.67), Some(-50.0), true),
            ("Active Members", 3.0, 2.0, Some(-33.33), None, true),
        ],
    );
    check(
        "U_ENGAGEMENT_RATE",
        &[
            ("Program Engagement Rate", 14.29, 0.0, Some(-100.0), Some(-14.29), true),
            ("Engaged Members", 1.0, 0.0, Some(-100.0), None, true),
        ],
        &[
            ("Program Engagement Rate", 25.0, 0.0, Some(-100.0), Some(-25.0), true),
            ("Engaged Members", 1.0, 0.0, Some(-100.0), None, true),
        ],
    );
    check(
        "U_RETENTION_RATE",
        &[
            // 4/7 against 2/7
            ("Program Retention Rate", 28.57, 57.14, Some(100.0), Some(28.57), true),
            ("Total New Registered", 0.0, 1.0, None, None, true),
            ("Total Enrolled", 2.0, 5.0, Some(150.0), None, true),
        ],
        &[
            // 4/7 against 2/2
            ("Program Retention Rate", 100.0, 57.14, Some(-42.86), Some(-42.86), true),
            ("Total New Registered", 2.0, 1.0, Some(-50.0), None, true),
            ("Total Enrolled", 4.0, 5.0, Some(25.0), None, true),
        ],
    );
    check(
        "U_LOGINS",
        &[("Total Logins", 10.0, 16.0, Some(60.0), None, true), ("Unique Logins", 2.0, 5.0, Some(150.0), None, true)],
        &[("Total Logins", 13.0, 16.0, Some(23.08), None, true), ("Unique Logins", 4.0, 5.0, Some(25.0), None, true)],
    );
    check(
        "U_RETURN_LOGINS_AND_FREQUENCY",
        &[
            ("Avg Login/Member", 5.0, 3.2, Some(-36.0), None, true),
            ("Unique Return Logins", 2.0, 5.0, Some(150.0), None, true),
            (">2 Return Logins", 1.0, 3.0, Some(200.0), None, true),
        ],
        &[
            ("Avg Login/Member", 3.25, 3.2, Some(-1.54), None, true),
            ("Unique Return Logins", 4.0, 5.0, Some(25.0), None, true),
            (">2 Return Logins", 2.0, 3.0, Some(50.0), None, true),
        ],
    );
    // By 2025-02-09: A 362, B 208, C 233, D 290, E 175, G 5, H 147 = 1420 / 7 = 202.857 days; 225.625 is 11.22 %
    // more. By 2024-03-10: A 56, B 45, C 27, G 5 = 133 / 4 = 33.25 days; 225.625 is 578.57 % more.
    check(
        "U_AVERAGE_TENURE",
        &[("Program Average Tenure", 6.7, 7.4, Some(11.22), None, true)],
        &[("Program Average Tenure", 1.1, 7.4, Some(578.57), None, true)],
    );
    check(
        "U_DORMANT_RATE",
        &[
            ("Dormant Rate", 57.14, 25.0, Some(-56.25), Some(-32.14), true),
            ("Dormant Members", 4.0, 2.0, Some(-50.0), None, true),
        ],
        &[("Dormant Rate", 0.0, 25.0, None, Some(25.0), true), ("Dormant Members", 0.0, 2.0, None, None, true)],
    );
    check(
        "O_PARTNERS",
        &[
            ("Redemptions", 0.0, 7.0, None, None, true),
            ("Sales", 0.0, 110.8, None, None, true),
            ("Savings", 0.0, 11.1, None, None, true),
            ("Savings Per Member", 0.0, 2.78, None, None, true),
        ],
        // Transactions are loaded from 2024-03-01 only: A 100.10, B 33.33 - 8.00, G 40.00 by 03-10.
        &[
            ("Redemptions", 3.0, 7.0, None, None, false),
            ("Sales", 165.43, 110.8, None, None, false),
            ("Savings", 16.54, 11.1, None, None, false),
            ("Savings Per Member", 5.51, 2.78, None, None, false), // 16.54 / 3
        ],
    );
    check(
        "E_UNSUBSCRIBED",
        &[("% of Unsubscribed", 0.0, 33.33, None, Some(33.33), true), ("Unsubscribers", 0.0, 3.0, None, None, true)],
        // Messages from 2024-03-04 on: B of A B D E.
        &[("% of Unsubscribed", 25.0, 33.33, None, None, false), ("Unsubscribers", 1.0, 3.0, None, None, false)],
    );
    check(
        "C_ARTICLE",
        &[("Articles", 0.0, 3.0, None, None, true), ("Views", 0.0, 5.0, None, None, true)],
        &[("Articles", 1.0, 3.0, None, None, false), ("Views", 2.0, 5.0, None, None, false)],
    );
    check(
        "C_POLL",
        // 3 and 8.
        &[("Polls", 2.0, 4.0, Some(100.0), None, true), ("Answers", 0.0, 6.0, None, None, true)],
        // Answers are loaded from 2024-02-20 on; polls have no first day.
        &[("Polls", 1.0, 4.0, Some(300.0), None, true), ("Answers", 2.0, 6.0, None, None, false)],
    );
}

/// March 2024 compared with February (A 1, C 2, G 1 logins; C and G new; A and C return; C active; nobody engaged)
/// and with March 2023, before any data was loaded.
#[test]
fn trends_of_a_whole_month() {
    let program = Program::shared();
    let dates = program.post("/api/v1/trends/U_LOGINS", &march());
    let of = |field: &str| dates[field].as_str().expect("a date").to_owned();
    assert_eq!((of("startDatePop"), of("endDatePop")), ("2024-02-01".to_owned(), "2024-02-29".to_owned()));
    assert_eq!((of("startDateYoy"), of("endDateYoy")), ("2023-03-01".to_owned(), "2023-03-31".to_owned()));
    let check = |id: &str, pops: &[Row], yoys: &[Row]| assert_trend(&program, id, &march(), pops, yoys);
    check(
        "U_LOGINS",
        &[("Total Logins", 4.0, 13.0, Some(225.0), None, true), ("Unique Logins", 3.0, 5.0, Some(66.67), None, true)],
        &[("Total Logins", 0.0, 13.0, None, None, false), ("Unique Logins", 0.0, 5.0, None, None, false)],
    );
    check(
        "U_RETURN_LOGINS_AND_FREQUENCY",
        &[
            ("Avg Login/Member", 1.33, 2.6, Some(95.0), None, true), // against 4/3
            ("Unique Return Logins", 2.0, 4.0, Some(100.0), None, true),
            (">2 Return Logins", 0.0, 2.0, None, None, true),
        ],
        &[
            ("Avg Login/Member", 0.0, 2.6, None, None, false),
            ("Unique Return Logins", 0.0, 4.0, None, None, false),
            (">2 Return Logins", 0.0, 2.0, None, None, false),
        ],
    );
    check(
        "U_ENGAGEMENT_RATE",
        &[
            ("Program Engagement Rate", 0.0, 20.0, None, Some(20.0), true),
            ("Engaged Members", 0.0, 1.0, None, None, true),
        ],
        &[("Program Engagement Rate", 0.0, 20.0, None, None, false), ("Engaged Members", 0.0, 1.0, None, None, false)],
    );
    check(
        "U_RETENTION_RATE",
        &[
            ("Program Retention Rate", 50.0, 100.0, Some(100.0), Some(50.0), true), // (3-2)/2, (5-1)/4
            ("Total New Registered", 2.0, 1.0, Some(-50.0), None, true),
            ("Total Enrolled", 3.0, 5.0, Some(66.67), None, true),
        ],
        &[
            ("Program Retention Rate", 0.0, 100.0, None, None, false),
            ("Total New Registered", 0.0, 1.0, None, None, false),
            ("Total Enrolled", 0.0, 5.0, None, None, false),
        ],
    );
    check(
        "U_DORMANT_RATE",
        // 0 and 0 is no change.
        &[("Dormant Rate", 0.0, 0.0, Some(0.0), Some(0.0), true), ("Dormant Members", 0.0, 0.0, Some(0.0), None, true)],
        &[("Dormant Rate", 0.0, 0.0, None, None, false), ("Dormant Members", 0.0, 0.0, None, None, false)],
    );
    check(
        "U_AVERAGE_TENURE",
        // 35.6 days against A 55, C 19 = 74 / 4 = 18.5
        &[("Program Average Tenure", 0.6, 1.2, Some(92.43), None, true)],
        &[("Program Average Tenure", 0.0, 1.2, None, None, false)],
    );
    check(
        "C_POLL",
        // Polls have no first day; answers start on 02-20.
        &[("Polls", 1.0, 2.0, Some(100.0), None, true), ("Answers", 1.0, 2.0, None, None, false)],
        &[("Polls", 0.0, 2.0, None, None, true), ("Answers", 0.0, 2.0, None, None, false)],
    );
}

#[test]
fn monitor_cards() {
    let program = Program::shared();
    let info = posted(&program, "/api/v1/program/monitor/info", &inside());
    assert_eq!(info["partnerDto"], json!({"redemptions": 7, "sales": 110.8, "savings": 11.1, "savingsPerUser": 2.78}));
    assert_eq!(info["enrollments"], json!({"totalNewEnrolled": 1, "totalEnrolled": 8}));
    assert_eq!(info["engagementRate"], json!({"percent": 0, "engagedUsers": 0}));
    assert_eq!(info["logins"], json!({"totalLogins": 16, "uniqueLogins": 5}));
    assert_eq!(info["returnRate"], json!({"avgLoginUser": 3.2, "uniqueReturnLogins": 5, "returnLogins2More": 3}));
    assert_eq!(info["unsubscribedDto"], json!({"percent": 33.33, "sum": 3}));
    // Eight windows of 29 days: A E H I B; D H; A (12-31, 01-01); none; E; C; H; B.
    let line = json!([
        ["Aug 19", 1.0],
        ["Sep 17", 1.0],
        ["Oct 16", 1.0],
        ["Nov 14", 1.0],
        ["Dec 13", 0.0],
        ["Jan 11", 2.0],
        ["Feb 9", 10.0],
        ["Mar 10", 16.0]
    ]);
    assert_eq!(
        info["compare"]["logins.totalLogins"],
        json!({"before": 10.0, "changePercent": 60.0, "points": null, "line": line})
    );
    let registered = &info["compare"]["enrollments.totalEnrolled"]["line"];
    let last: Vec<f64> = registered.as_array().expect("a line").iter().filter_map(|point| point[1].as_f64()).collect();
    assert_eq!(last, [6.0, 7.0, 7.0, 7.0, 7.0, 7.0, 7.0, 8.0]);
    assert_eq!(info["compare"]["engagementRate.percent"]["points"], json!(-14.29));

    // A month: of the eight months up to it, only those that are fully loaded.
    let month = posted(&program, "/api/v1/program/monitor/info", &march());
    assert_eq!(month["compare"]["logins.totalLogins"]["line"], json!([["Feb 29", 4.0], ["Mar 31", 13.0]]));
    let sales = &month["compare"]["partnerDto.sales"];
    assert_eq!(
        *sales,
        json!({"before": 0.0, "changePercent": null, "points": null, "note": "not enough history",
            "line": [["Mar 31", 262.48]]})
    );
    // A year: its months.
    let whole = posted(&program, "/api/v1/program/monitor/info", &year());
    let line = whole["compare"]["logins.uniqueLogins"]["line"].as_array().expect("a line").clone();
    let unique: Vec<f64> = line.iter().filter_map(|point| point[1].as_f64()).collect();
    assert_eq!(unique, [2.0, 3.0, 5.0, 1.0, 1.0, 1.0, 0.0, 1.0, 2.0, 0.0, 1.0, 1.0]);
    assert_eq!((&line[0][0], &line[11][0]), (&json!("Jan 2024"), &json!("Dec 2024")));
}

#[test]
fn member_cards() {
    let program = Program::shared();
    let path = "/api/v1/dashboard/users/userDashboardInfo";
    let info = posted(&program, path, &inside());
    let cards = [
        ("ENROLLMENTS", "enrollments", json!({"totalNewEnrolled": 1, "totalEnrolled": 8})),
        ("PROGRAM_ACTIVE_RATE", "programActiveRate", json!({"percent": 25, "activeUsers": 2})),
        ("ENGAGEMENT_RATE", "engagementRate", json!({"percent": 0, "engagedUsers": 0})),
        (
            "PROGRAM_RETENTION_RATE",
            "programRetentionRate",
            json!({"percent": 57.14, "newEnrollments": 1, "uniqueLoginCount": 5, "base": 7}),
        ),
        ("DORMANT_RATE", "dormantRate", json!({"percent": 25, "dormantUsers": 2})),
        ("LOGINS", "logins", json!({"totalLogins": 16, "uniqueLogins": 5})),
        ("RETURN_RATE", "returnRate", json!({"avgLoginUser": 3.2, "uniqueReturnLogins": 5, "returnLogins2More": 3})),
        // 225.625 days are 7.41 months.
        ("AVERAGE_TENURE", "averageTenure", json!({"years": 0, "months": 7})),
        // 5 of 3 5.
        ("SATISFACTION", "satisfaction", json!({"percent": 50, "answers": 2})),
        ("GROUP_MOVES", "groupMoves", json!({"movedUp": 0, "movedDown": 0, "stayed": 0})),
    ];
    for (id, key, expected) in &cards {
        assert_eq!(info[*key], *expected, "{key}");
        let alone = posted(&program, &format!("{path}/{id}"), &inside());
        assert_eq!(alone[*key], *expected, "{id}");
        let fields = alone.as_object().expect("an object");
        assert_eq!(fields.keys().collect::<Vec<_>>(), [key, &"compare", &"comparedWith"], "{id}");
        for (metric, change) in alone["compare"].as_object().expect("an object") {
            assert_eq!(info["compare"][metric], *change, "{id} {metric}");
        }
    }
    let tenure = &info["compare"]["averageTenure"];
    assert_eq!(
        (&tenure["before"], &tenure["changePercent"], &tenure["points"]),
        (&json!(6.7), &json!(11.22), &json!(null))
    );
    assert_eq!(info.as_object().expect("an object").len(), cards.len() + 2, "and compare and comparedWith");
}

#[test]
fn indicators() {
    let program = Program::shared();
    let rows = posted(&program, "/api/v1/program/monitor/getIndicatorList", &inside());
    let row = |at: usize| rows[at].clone();
    // Eight windows of 29 days, as on cards. Registered: A B C D E G, then H, then I.
    let line = |values: [f64; 8]| {
        let days = ["Aug 19", "Sep 17", "Oct 16", "Nov 14", "Dec 13", "Jan 11", "Feb 9", "Mar 10"];
        days.into_iter().zip(values).map(|(day, value)| json!([day, value])).collect::<Value>()
    };
    assert_eq!(
        row(0),
        json!({"type": "TOTAL_ENROLLED_USERS", "typeName": "Total Registered", "percent": 88.89, "sum": 8.0,
            "popSum": 1.0, "popPercent": 14.29, "trendStart": 6.0, "trendEnd": 8.0,
            "trend": line([6.0, 7.0, 7.0, 7.0, 7.0, 7.0, 7.0, 8.0])})
    );
    // B; H; C; E; none; A; D H; A B E H I.
    assert_eq!(
        row(1),
        json!({"type": "UNIQUE_LOGINS", "typeName": "Unique Logins", "percent": 62.5, "sum": 5.0,
            "popSum": 3.0, "popPercent": 150.0, "trendStart": 1.0, "trendEnd": 5.0,
            "trend": line([1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 2.0, 5.0])})
    );
    // H three times in the seventh window; A and I twice in the last.
    assert_eq!(
        row(2),
        json!({"type": "TOTAL_ACTIVE_USERS", "typeName": "Active Members", "percent": 25.0, "sum": 2.0,
            "popSum": 1.0, "popPercent": 100.0, "trendStart": 0.0, "trendEnd": 2.0,
            "trend": line([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0])})
    );
    assert_eq!(
        row(3),
        json!({"type": "TOTAL_ENGAGED_USERS", "typeName": "Engaged Members", "percent": 0.0, "sum": 0.0,
            "popSum": -1.0, "popPercent": -100.0, "trendStart": 0.0, "trendEnd": 0.0,
            "trend": line([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0])})
    );
    let quarters = posted(
        &program,
        "/api/v1/program/monitor/getIndicatorList",
        &with(year(), json!({"timeScale": "BY_QUARTERS"})),
    );
    let trend = |at: usize| {
        let points = quarters[at]["trend"].as_array().expect("points").iter();
        points.filter_map(|point| point[1].as_f64()).collect::<Vec<f64>>()
    };
    assert_eq!(trend(0), [5.0, 6.0, 7.0, 7.0]);
    assert_eq!(trend(1), [5.0, 3.0, 3.0, 2.0]);
    assert_eq!(trend(2), [3.0, 0.0, 0.0, 0.0]);
    assert_eq!(trend(3), [2.0, 0.0, 0.0, 0.0]);
    assert_eq!(quarters[0]["popPercent"], json!(null), "2023 is not loaded");
    assert_eq!(quarters[0]["popSum"], json!(7.0), "as computed");
    assert_eq!(quarters[0]["note"], "not enough history");
    // Nobody was engaged in the ten days before either: no history is missing.
    let ten = posted(&program, "/api/v1/program/monitor/getIndicatorList", &ten_days());
    assert_eq!((&ten[3]["popPercent"], ten[3].get("note")), (&json!(0.0), None));
    // The one year 2024 would be a single point: eight years instead, seven of them before the first login.
    let years =
        posted(&program, "/api/v1/program/monitor/getIndicatorList", &with(year(), json!({"timeScale": "BY_YEARS"})));
    assert_eq!(years[1]["trend"], json!([]), "1 January is before the first login");
}

/// The change of total and unique logins for each comparison.
#[test]
fn changes_by_comparison() {
    let program = Program::shared();
    let logins = |body: Value| {
        let answer = posted(&program, "/api/v1/dashboard/users/userDashboardInfo/LOGINS", &body);
        let change = |metric: &str| {
            let change = &answer["compare"][metric];
            (change["before"].clone(), change["changePercent"].clone(), change.get("note").cloned())
        };
        (change("logins.totalLogins"), change("logins.uniqueLogins"), answer["comparedWith"].clone())
    };
    let compared = |body: Value, comparison: &str| logins(with(body, json!({"comparison": comparison})));
    let with_days = |comparison: &str, start: &str, end: &str| json!({"comparison": comparison, "startDate": start, "endDate": end});
    // 16 logins of A B E H I; before, those of D and H.
    let previous = compared(inside(), "PREVIOUS_PERIOD");
    assert_eq!(previous.0, (json!(10.0), json!(60.0), None));
    assert_eq!(previous.2, with_days("PREVIOUS_PERIOD", "2025-01-12", "2025-02-09"));
    assert_eq!(logins(inside()), previous, "the default");
    // 2024-02-10 to 03-10, with its leap day: A 4, B 1, C 6, G 2.
    let last_year = compared(inside(), "SAME_DATES_LAST_YEAR");
    assert_eq!(last_year.0, (json!(13.0), json!(23.08), None));
    assert_eq!(last_year.1, (json!(4.0), json!(25.0), None));
    assert_eq!(last_year.2, with_days("SAME_DATES_LAST_YEAR", "2024-02-10", "2024-03-10"));
    // Ten days of March against all of February: A 2, E 1, H 12, I 8.
    let full = compared(ten_days(), "PREVIOUS_FULL_PERIOD");
    assert_eq!(full.0, (json!(23.0), json!(-91.3), None));
    assert_eq!(full.1, (json!(4.0), json!(-50.0), None));
    assert_eq!(full.2, with_days("PREVIOUS_FULL_PERIOD", "2025-02-01", "2025-02-28"));
    // A window that begins no calendar period is compared with the previous period.
    let within = compared(inside(), "PREVIOUS_FULL_PERIOD");
    assert_eq!((&within.0, &within.1), (&previous.0, &previous.1));
    // 2024-02-12 to 03-11, Monday to Monday as the window is: A 4, B 1, C 4, G 2.
    let weekdays = compared(inside(), "SAME_WEEKDAYS_LAST_YEAR");
    assert_eq!(weekdays.2, with_days("SAME_WEEKDAYS_LAST_YEAR", "2024-02-12", "2024-03-11"));
    let own = |start: &str, end: &str| {
        let dates = json!({"comparison": "SELECTED_DATES", "comparisonStartDate": start, "comparisonEndDate": end});
        logins(with(inside(), dates))
    };
    let (start, end) = ("2024-02-10", "2024-03-10");
    assert_eq!((own(start, end).0, own(start, end).1), (last_year.0.clone(), last_year.1.clone()));
    assert_eq!(own(start, end).2, with_days("SELECTED_DATES", start, end));
    // The same days: nothing changed.
    assert_eq!(own("2025-02-10", "2025-03-10").0, (json!(16.0), json!(0.0), None));
    // 2023 is not loaded: that is missing history, not the absence of a comparison.
    let short = compared(year(), "SAME_DATES_LAST_YEAR");
    assert_eq!(short.0, (json!(0.0), Value::Null, Some(json!("not enough history"))));
    let none = compared(inside(), "NONE");
    assert_eq!(none.0, (Value::Null, Value::Null, None));
    assert_eq!(none.2, json!({"comparison": "NONE", "startDate": null, "endDate": null}));

    let trends =
        |comparison: &str| program.post("/api/v1/trends/U_LOGINS", &with(inside(), json!({"comparison": comparison})));
    let last_year = trends("SAME_DATES_LAST_YEAR");
    assert_eq!(last_year["pops"], last_year["yoys"]);
    assert_eq!((&last_year["startDatePop"], &last_year["endDatePop"]), (&json!("2024-02-10"), &json!("2024-03-10")));
    let none = trends("NONE");
    assert_eq!((&none["pops"], &none["startDatePop"]), (&json!([]), &json!("")));
    assert_eq!(none["yoys"], last_year["yoys"], "the year before stays");
    let weekdays = trends("SAME_WEEKDAYS_LAST_YEAR");
    assert_eq!((&weekdays["startDatePop"], &weekdays["endDatePop"]), (&json!("2024-02-12"), &json!("2024-03-11")));
    assert_eq!(weekdays["yoys"], last_year["yoys"]);

    let indicators = |comparison: &str| {
        let body = with(inside(), json!({"comparison": comparison}));
        program.post("/api/v1/program/monitor/getIndicatorList", &body)[1].clone()
    };
    let row = indicators("SAME_DATES_LAST_YEAR");
    assert_eq!((&row["popSum"], &row["popPercent"]), (&json!(1.0), &json!(25.0)));
    let row = indicators("NONE");
    assert_eq!((&row["popSum"], &row["popPercent"], row.get("note")), (&Value::Null, &Value::Null, None));
    // The score is always compared with a month earlier.
    let score = |body: Value| program.post("/api/v1/bond/score", &body);
    assert_eq!(score(json!({"comparison": "NONE"})), score(json!({})));
}

/// The data end on 2025-03-10, within March, which is compared with the first ten days of March 2024.
#[test]
fn an_unfinished_period_is_compared_with_as_many_days_of_the_year_before() {
    let program = Program::of(date!(2025 - 04 - 20), "src/tests/fixture");
    let path = "/api/v1/dashboard/users/logins/breakdown/LOGINS_BY_PERIOD";
    let block = program.post(path, &json!({"startDate": "2025-02-01", "endDate": "2025-04-15"}));
    let through: Vec<&Value> =
        block["periods"].as_array().expect("periods").iter().map(|period| &period["through"]).collect();
    assert_eq!(through, [&json!("2025-02-28"), &json!("2025-03-10"), &Value::Null]);
    // March 2024: A 5, B 2, C 4, D 1, G 1; to the 10th A 3, B 1, C 4, G 1. April, of which nothing is loaded: D.
    assert_eq!(block["previous"], json!([["Feb 2024", 4], ["Mar 2024", 13], ["Apr 2024", 1]]));
    assert_eq!(block["previousToDate"], json!([["Feb 2024", 4], ["Mar 2024", 9], ["Apr 2024", 1]]));
    let until_then = program.post(path, &json!({"startDate": "2025-02-01", "endDate": "2025-03-10"}));
    assert_eq!((&until_then["previous"][1], until_then.get("previousToDate")), (&json!(["Mar 2024", 9]), None));
    // A card's sparkline says up to which day its last point counts.
    let card = program.post("/api/v1/dashboard/users/userDashboardInfo/LOGINS", &json!({"endDate": "2025-04-15"}));
    let change = &card["compare"]["logins.totalLogins"];
    assert_eq!((&change["line"][3], &change["lineThrough"]), (&json!(["Apr 2025", 0.0]), &json!("2025-03-10")));
}

/// Total and unique logins of each period as of 2025-03-11.
#[test]
fn every_period_of_the_filter_bar() {
    let program = Program::shared();
    for (period, total, unique) in [
        ("LAST_7DAYS", 1, 1),     // from 03-04: A
        ("LAST_30DAYS", 17, 5),   // from 02-09: the 16 of `inside` and H
        ("LAST_90DAYS", 28, 6),   // from 2024-12-11: A 5, B 1, D 1, E 1, H 12, I 8
        ("LAST_12MONTHS", 40, 7), // from 2024-03-11: A 8, B 3, C 1, D 3, E 4, H 13, I 8
        ("PREVIOUS_YEAR", 29, 7),
        ("THIS_YEAR", 27, 6),     // A 4, B 1, D 1, E 1, H 12, I 8
        ("SELECTED_DATE", 27, 6), // without dates: this year
    ] {
        let info = program.post("/api/v1/dashboard/users/userDashboardInfo/LOGINS", &json!({"period": period}));
        assert_eq!(info["logins"], json!({"totalLogins": total, "uniqueLogins": unique}), "{period}");
    }
}

/// The 90 days to 2025-03-10 start on 2024-12-11. Ten members are too few for a score, but not for its parts.
#[test]
fn score_parts() {
    let program = Program::shared();
    let answer = program.post("/api/v1/bond/score", &json!({}));
    assert_eq!(answer["score"], json!(null));
    assert_eq!(answer["explain"]["asOf"], "2025-03-10");
    assert_eq!(answer["explain"]["coverage"], json!(0.05), "only FA counts");
    let part = |key: &str| {
        let parts = answer["explain"]["parts"].as_array().expect("parts");
        parts.iter().find(|part| part["key"] == key).unwrap_or_else(|| panic!("{key}")).clone()
    };
    for (key, numerator, denominator, value, state) in [
        ("enrolled2Eligible", 8.0, 9.0, 88.89, "insufficient"),
        ("clientsRetentionRate", 5.0, 7.0, 71.43, "insufficient"), // A B D E H I less I, of 7
        ("programActiveRate", 3.0, 8.0, 37.5, "insufficient"),     // A 3, H 3, I 2; B 1, E 1
        ("engagementRate", 2.0, 8.0, 25.0, "insufficient"),        // A H
        ("returnRate", 6.0, 6.0, 100.0, "insufficient"),
        ("redemptionRate", 5.0, 6.0, 83.33, "insufficient"), // A1 C7 E1 H1 I3 of A1 A2 A3 B3 J6 J9
        ("faActivityLevel", 300.5, 4.0, 75.13, "ok"),        // 60 70.5 80 90: 75.125
        ("csat", 1.0, 2.0, 50.0, "insufficient"),
        ("averageTenure", 1805.0, 8.0, 7.4, "insufficient"),
    ] {
        let part = part(key);
        assert_eq!(part["numerator"].as_f64(), Some(numerator), "{key}");
        assert_eq!(part["denominator"].as_f64(), Some(denominator), "{key}");
        assert_eq!(part["value"].as_f64(), Some(value), "{key}");
        assert_eq!(part["state"], state, "{key}");
        let shown = (state == "ok").then_some(value);
        assert_eq!(answer[key].as_f64(), shown, "{key}");
    }
    // A month earlier, the 90 days to 2025-02-10 touch November: (10 + 60 + 70.5 + 80) / 4 = 55.125.
    assert_eq!(part("faActivityLevel")["valueLastMonth"], json!(55.13));
    // The start of the window has no effect; its end and the groups do.
    assert_eq!(
        program.post("/api/v1/bond/score", &json!({"startDate": "2025-03-10", "endDate": "2025-03-10"})),
        answer
    );
    assert_eq!(program.post("/api/v1/bond/score", &json!({"endDate": "2029-01-01"})), answer);
    let gold = program.post("/api/v1/bond/score", &json!({"userGroupTiers": [1], "userGroupsTiersAll": false}));
    assert_eq!(gold["explain"]["parts"][0]["denominator"], json!(3.0));
    let early = program.post("/api/v1/bond/score", &json!({"startDate": "2024-01-01", "endDate": "2024-03-31"}));
    let missing = early["explain"]["missing"].as_str().expect("a reason");
    assert!(missing.contains("87 of the 90 days to Mar 31, 2024"), "{missing}"); // from 01-05: 27 + 29 + 31
}

#[test]
fn http_and_internal_answers_agree() {
    let program = Program::shared();
    // Nothing is kept, so that each answer is computed.
    let kept = AnswerCache::new(0);
    let answers = Answers { kept: &kept, ..program.app.app.answers(&bond::scope::Scope::All, Language::En) };
    let direct = |call: Call, params: &FilterParams| -> Value {
        serde_json::from_slice(&wait(answers.answer(call, params)).expect("an answer")).expect("JSON")
    };
    let bodies = [
        march(),
        inside(),
        year(),
        with(
            inside(),
            json!({"userGroupTiers": [1, 3], "userGroupsTiersAll": false, "viewByH1": "AUDIENCE", "viewByH2": "TIER"}),
        ),
        with(year(), json!({"timeScale": "BY_QUARTERS", "viewBy": "AUDIENCE"})),
    ];
    for body in &bodies {
        let params: FilterParams = serde_json::from_value(body.clone()).expect("a filter");
        for totals in TOTALS.iter() {
            let expected = direct(Call::Totals(totals, None), &params);
            assert_eq!(program.post(&format!("/{}", totals.path), body), expected, "{}", totals.path);
        }
        for breakdown in BREAKDOWNS.iter() {
            let expected = direct(Call::Breakdown(breakdown), &params);
            assert_eq!(program.post(&format!("/{}/breakdowns", breakdown.path), body), expected, "{}", breakdown.path);
            for block in breakdown.blocks.iter().filter(|_| !breakdown.unwrapped) {
                let path = format!("/{}/breakdown/{}", breakdown.path, block.id);
                assert_eq!(program.post(&path, body), expected[block.id], "{}", block.id);
            }
        }
        for rows in LIST_CALLS.iter().filter(|rows| !rows.get) {
            let expected = direct(Call::List(rows), &params);
            assert_eq!(program.post(&format!("/{}", rows.path), body), expected, "{}", rows.path);
        }
        let expected = direct(Call::Schedules, &params);
        assert_eq!(program.post(&format!("/{}", SCHEDULE_PATH), body), expected);
        let expected = direct(Call::Polls, &params);
        assert_eq!(program.post(&format!("/{}/info", polls::PATH), body), expected);
        let expected = direct(Call::Poll(5), &params);
        assert_eq!(program.post(&format!("/{}/5/answerInfos", polls::PATH), body), expected);
        for trend in TRENDS.iter() {
            let expected = direct(Call::Trends(trend), &params);
            assert_eq!(program.post(&format!("/api/v1/trends/{}", trend.id), body), expected, "{}", trend.id);
        }
        let expected = direct(Call::Indicators, &params);
        assert_eq!(program.post("/api/v1/program/monitor/getIndicatorList", body), expected);
        let expected = direct(Call::Score, &params);
        assert_eq!(program.post("/api/v1/bond/score", body), expected);
    }
}
