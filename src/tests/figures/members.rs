//! The blocks of the Member Dashboard's breakdowns. The members are listed in `figures.rs`.

use serde_json::json;

use super::{assert_block, assert_blocks, chart, inside, march, nested, number, table, tiers, with, year};
use crate::Program;

const USERS: &str = "/api/v1/dashboard/users";

#[test]
fn registrations() {
    let program = Program::shared();
    let path = format!("{USERS}/enrollments");
    let line = |name: &str, value: i64| json!({"name": name, "records": [["Feb 2025", value], ["Mar 2025", value]]});
    assert_blocks(
        &program,
        &path,
        &inside(),
        &[
            // I is new; A C E G H and B D I are registered.
            (
                "ENROLLMENTS_TABLE",
                table(&["value", "value2"], &[("Auto", &[0., 5.]), ("Home", &[1., 3.]), ("Total", &[1., 8.])]),
            ),
            // I on 02-20; the previous year: C on 02-10, and G on the 29th, which is in neither row.
            (
                "NEW_ENROLLMENTS_BY_PERIOD",
                chart(json!([["Feb 2025", 1], ["Mar 2025", 0]]), json!([["Feb 2024", 1], ["Mar 2024", 0]])),
            ),
            // A B C by 2024-02-28, and G by 03-10.
            (
                "ENROLLMENTS_BY_PERIOD",
                chart(json!([["Feb 2025", 8], ["Mar 2025", 8]]), json!([["Feb 2024", 3], ["Mar 2024", 4]])),
            ),
            // All but J; the previous year: A B C F, and G from 02-20.
            (
                "ELIGIBLE_BY_PERIOD",
                chart(json!([["Feb 2025", 9], ["Mar 2025", 9]]), json!([["Feb 2024", 5], ["Mar 2024", 5]])),
            ),
            // E I; A B H; C D G
            ("ENROLLED_TIERS_BY_PERIOD", json!([line("Bronze", 2), line("Gold", 3), line("Silver", 3)])),
            // and F.
            ("ELIGIBLE_TIERS_BY_PERIOD", json!([line("Bronze", 3), line("Gold", 3), line("Silver", 3)])),
            ("NEW_ENROLLMENTS_BY_SOURCE", json!([{"name": "Email", "value": 1}])),
        ],
    );
    let quarters = with(year(), json!({"timeScale": "BY_QUARTERS", "viewBy": "TIER"}));
    let line = |name: &str, of: [i64; 4]| json!({"name": name, "records": [["Q1 2024", of[0]], ["Q2 2024", of[1]], ["Q3 2024", of[2]], ["Q4 2024", of[3]]]});
    // E comes in May, H in September; A B and C D G in the first quarter.
    for (id, lines) in [
        ("NEW_ENROLLMENTS_BY_PERIOD", [[0, 1, 0, 0], [2, 0, 1, 0], [3, 0, 0, 0]]),
        ("ENROLLMENTS_BY_PERIOD", [[0, 1, 1, 1], [2, 2, 3, 3], [3, 3, 3, 3]]),
        ("ENROLLED_TIERS_BY_PERIOD", [[0, 1, 1, 1], [2, 2, 3, 3], [3, 3, 3, 3]]),
        // F from the first day, E from its first login; H from 09-01; J only in 2025.
        ("ELIGIBLE_BY_PERIOD", [[1, 2, 2, 2], [2, 2, 3, 3], [3, 3, 3, 3]]),
        ("ELIGIBLE_TIERS_BY_PERIOD", [[1, 2, 2, 2], [2, 2, 3, 3], [3, 3, 3, 3]]),
    ] {
        let [bronze, gold, silver] = lines;
        let expected = json!([line("Bronze", bronze), line("Gold", gold), line("Silver", silver)]);
        assert_block(&program, &path, id, &quarters, &expected);
    }
    // A C; B H; D; G; E: most first, then by name.
    let source = |name: &str, value: i64| json!({"name": name, "value": value});
    let sources = [("Email", 2), ("Website", 2), ("Mobile App", 1), ("Partner", 1), ("Referral", 1)];
    let sources: Vec<_> = sources.into_iter().map(|(name, value)| source(name, value)).collect();
    assert_block(&program, &path, "NEW_ENROLLMENTS_BY_SOURCE", &year(), &json!(sources));
    let gold = with(year(), tiers(&[1])); // B H; A
    let sources = json!([source("Website", 2), source("Email", 1)]);
    assert_block(&program, &path, "NEW_ENROLLMENTS_BY_SOURCE", &gold, &sources);
    assert_block(
        &program,
        &path,
        "ENROLLMENTS_TABLE",
        &with(inside(), json!({"viewByH1": "TIER", "viewByH2": "LOB"})),
        &nested(
            &["value", "value2"],
            &[
                ("Bronze", &[1., 2.], &[("Auto", &[0., 1.]), ("Home", &[1., 1.])]), // E; F I
                ("Gold", &[0., 3.], &[("Auto", &[0., 2.]), ("Home", &[0., 1.])]),   // A H; B
                ("Silver", &[0., 3.], &[("Auto", &[0., 2.]), ("Home", &[0., 1.])]), // C G; D J
                ("Total", &[1., 8.], &[]),
            ],
        ),
    );
}

#[test]
fn active_and_engaged_members() {
    let program = Program::shared();
    let by_tier = with(march(), json!({"viewByH1": "TIER"}));
    let active = format!("{USERS}/programActiveRate");
    let fields = ["activeUsers", "enrolled", "percent"];
    assert_blocks(
        &program,
        &active,
        &inside(),
        &[
            // A; I
            (
                "ACTIVE_USERS_TABLE",
                table(&fields, &[("Auto", &[1., 5., 20.]), ("Home", &[1., 3., 33.33]), ("Total", &[2., 8., 25.])]),
            ),
            // A and I in February. The previous year: nobody, then A (03-01 twice) and C (03-02, 03-04).
            (
                "ACTIVE_USERS_BY_PERIOD",
                chart(json!([["Feb 2025", 2], ["Mar 2025", 0]]), json!([["Feb 2024", 0], ["Mar 2024", 2]])),
            ),
        ],
    );
    let rows: &[(&str, &[f64])] = &[
        ("Bronze", &[0., 0., 0.]),    // nobody registered yet
        ("Gold", &[1., 2., 50.]),     // A
        ("Silver", &[1., 3., 33.33]), // C
        ("Total", &[2., 5., 40.]),
    ];
    assert_block(&program, &active, "ACTIVE_USERS_TABLE", &by_tier, &table(&fields, rows));
    let card = program.post(&active, &inside());
    assert_eq!((&card["percent"], &card["activeUsers"]), (&json!(25), &json!(2)));

    let engaged = format!("{USERS}/engagementRate");
    let fields = ["engagedUsers", "enrolled", "percent"];
    assert_blocks(
        &program,
        &engaged,
        &by_tier,
        &[
            (
                "ENGAGED_USERS_TABLE",
                table(
                    &fields,
                    &[
                        ("Bronze", &[0., 0., 0.]),
                        ("Gold", &[1., 2., 50.]), // A; C has two
                        ("Silver", &[0., 3., 0.]),
                        ("Total", &[1., 5., 20.]),
                    ],
                ),
            ),
            ("ENGAGED_USERS_BY_PERIOD", chart(json!([["Mar 2024", 1]]), json!([["Mar 2023", 0]]))),
        ],
    );
    // A and C in the first quarter: C's 02-10 02-29 03-02 03-04.
    let quarters = with(year(), json!({"timeScale": "BY_QUARTERS"}));
    let chart = program.post(&format!("{engaged}/breakdown/ENGAGED_USERS_BY_PERIOD"), &quarters)["data"].clone();
    assert_eq!(chart, json!([["Q1 2024", 2], ["Q2 2024", 0], ["Q3 2024", 0], ["Q4 2024", 0]]));
}

#[test]
fn average_tenure() {
    // `figures.rs` shows how the days are computed.
    assert_blocks(
        &Program::shared(),
        &format!("{USERS}/averageTenure"),
        &inside(),
        &[
            ("AVERAGE_TENURE_TABLE", table(&["percent"], &[("Auto", &[7.2]), ("Home", &[7.7]), ("Total", &[7.4])])),
            (
                "AVERAGE_TENURE_BY_PERIOD",
                chart(json!([["Feb 2025", 6.6], ["Mar 2025", 7.4]]), json!([["Feb 2024", 0.3], ["Mar 2024", 1.1]])),
            ),
        ],
    );
}

#[test]
fn retention() {
    assert_blocks(
        &Program::shared(),
        &format!("{USERS}/programRetentionRate"),
        &inside(),
        &[
            // A E H of A C E G H; B (and I, who is new) of B D.
            (
                "RETENTION_RATE_TABLE",
                table(
                    &["percent", "value2", "value", "base"],
                    &[("Auto", &[60., 0., 3., 5.]), ("Home", &[50., 1., 2., 2.]), ("Total", &[57.14, 1., 5., 7.])],
                ),
            ),
            // A E H (and I) of 7; A B of 8. The previous year: nobody (C is new) of A B; A B C G of 4.
            (
                "RETENTION_RATE_BY_PERIOD",
                chart(json!([["Feb 2025", 42.86], ["Mar 2025", 25]]), json!([["Feb 2024", 0], ["Mar 2024", 100]])),
            ),
        ],
    );
}

#[test]
fn dormant_members() {
    let program = Program::shared();
    let path = format!("{USERS}/dormantRate");
    let bar = |name: &str, value: f64| json!({"name": name, "value": number(value)});
    let fields = ["dormantUsers", "enrolledUsers", "percent"];
    assert_blocks(
        &program,
        &path,
        &inside(),
        &[
            // By audience by default: A B E H; C of B C I; G of D E G I.
            (
                "DORMANT_RATE_TABLE",
                table(
                    &fields,
                    &[
                        ("Families", &[0., 4., 0.]),
                        ("Seniors", &[1., 3., 33.33]),
                        ("Students", &[1., 4., 25.]),
                        ("Total", &[2., 8., 25.]),
                    ],
                ),
            ),
            // B C G of 8 by 02-28, C G by 03-10.
            (
                "DORMANT_USERS_BY_PERIOD",
                chart(json!([["Feb 2025", 3], ["Mar 2025", 2]]), json!([["Feb 2024", 0], ["Mar 2024", 0]])),
            ),
            (
                "DORMANT_RATE_BY_PERIOD",
                chart(json!([["Feb 2025", 37.5], ["Mar 2025", 25]]), json!([["Feb 2024", 0], ["Mar 2024", 0]])),
            ),
            ("DORMANT_USERS_BY_AUDIENCE", json!([bar("Families", 0.), bar("Seniors", 1.), bar("Students", 1.)])),
            ("DORMANT_RATE_BY_AUDIENCE", json!([bar("Families", 0.), bar("Seniors", 33.33), bar("Students", 25.)])),
        ],
    );
    let by_lob = with(inside(), json!({"viewByH1": "LOB"}));
    let rows: &[(&str, &[f64])] = &[("Auto", &[2., 5., 40.]), ("Home", &[0., 3., 0.]), ("Total", &[2., 8., 25.])];
    assert_block(&program, &path, "DORMANT_RATE_TABLE", &by_lob, &table(&fields, rows));
    // Bars show the chosen groups only: E G I and D are Students too, but Students were not chosen.
    let two = with(inside(), json!({"userGroupAudiences": [1, 2], "userGroupsAudiencesAll": false}));
    let bars = json!([bar("Families", 0.), bar("Seniors", 1.)]);
    assert_block(&program, &path, "DORMANT_USERS_BY_AUDIENCE", &two, &bars);
}

#[test]
fn return_logins_and_their_frequency() {
    let program = Program::shared();
    let path = format!("{USERS}/returnRateFrequency");
    let logins = ["uniqueReturnLogins", "avgLogins"];
    let frequency = ["logins1_3", "logins4_7", "logins8_10", "logins10"];
    assert_blocks(
        &program,
        &path,
        &inside(),
        &[
            // A 3, E 1, H 3; B 1, I 8
            (
                "RETURN_LOGINS_TABLE",
                table(&logins, &[("Auto", &[3., 2.33]), ("Home", &[2., 4.5]), ("Total", &[5., 3.2])]),
            ),
            (
                "RETURN_FREQUENCY_TABLE",
                table(
                    &frequency,
                    &[("Auto", &[3., 0., 0., 0.]), ("Home", &[1., 0., 1., 0.]), ("Total", &[4., 0., 1., 0.])],
                ),
            ),
        ],
    );
    assert_blocks(
        &program,
        &path,
        &with(march(), json!({"viewByH1": "TIER"})),
        &[
            // A 5, B 2; C 4, D 1 (its first), G 1
            (
                "RETURN_LOGINS_TABLE",
                table(
                    &logins,
                    &[("Bronze", &[0., 0.]), ("Gold", &[2., 3.5]), ("Silver", &[2., 2.]), ("Total", &[4., 2.6])],
                ),
            ),
            (
                "RETURN_FREQUENCY_TABLE",
                table(
                    &frequency,
                    &[
                        ("Bronze", &[0., 0., 0., 0.]),
                        ("Gold", &[1., 1., 0., 0.]),
                        ("Silver", &[2., 1., 0., 0.]),
                        ("Total", &[3., 2., 0., 0.]),
                    ],
                ),
            ),
        ],
    );
    // H 12 times in February.
    let february = json!({"startDate": "2025-02-01", "endDate": "2025-02-28"});
    let rows: &[(&str, &[f64])] =
        &[("Auto", &[2., 0., 0., 1.]), ("Home", &[0., 0., 1., 0.]), ("Total", &[2., 0., 1., 1.])];
    assert_block(&program, &path, "RETURN_FREQUENCY_TABLE", &february, &table(&frequency, rows));
}
