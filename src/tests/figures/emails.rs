//! The Emails Dashboard. A message and its results count on the day it was sent; a link click counts on its own
//! day.
//!
//! | campaign | type | sent | delivered (`o` opened, `c` clicked, `r` registered, `u` unsubscribed) | bounced |
//! |---|---|---|---|---|
//! | 1 March news | 1 News | 2024-03-04 | Ao Bocu Dr E | C |
//! | 2 Spring offer | 2 Offer | 2024-03-31 | Aoc (in April) Cou Gou | D |
//! | 7 August news | 1 News | 2024-08-15 | Bo E | G |
//! | 3 February news | 1 News | 2025-02-12 | A Co Dou Hcu I | B |
//! | 4 february news | 3 news | 2025-02-28 and 03-01 | Aoc (02-28) Iocru Jr | E (02-28, which still says o c r u) |
//! | 5 February news | 2 Offer | 2025-03-10 | Goc | |
//!
//! Link clicks (offers, Offers, help, Help, news): 2024-03 B offers twice, B Offers, C help, A help; 04-01 A offers,
//! G news; 2025-02-09 H offers, 02-13 D Help, 02-14 H offers, 03-01 A offers, I help, 03-02 I help, I news,
//! 03-10 G news. The first four of 2025 are of campaigns 2, 3, 3 and 4, I's of 4, G's of 5.

use bond::figures::emails::{
    AVERAGE_CLICK, AVERAGE_OPEN, CAMPAIGNS, LINKS_CLICKED, MESSAGES_BOUNCED, MESSAGES_DELIVERED, MESSAGES_SENT,
    REGISTER_RATE, REGISTRATIONS, UNIQUE_CLICKS, UNIQUE_OPENS, UNSUBSCRIBED_RATE, UNSUBSCRIBERS,
};
use bond::figures::period::Grain;
use bond::groupings::Grouping;
use serde_json::{Value, json};

use super::{
    Expected, Row, assert_block, assert_blocks, assert_by, assert_cards, assert_figures, assert_periods, assert_trend,
    chart, inside, march, nested, number, table, ten_days, tiers, with, year,
};
use crate::Program;

const EMAILS: &str = "/api/v1/emails/dashboard";

fn campaigns(ids: &[i32]) -> Value {
    json!({"campaigns": ids, "campaignsAll": false})
}

fn types(ids: &[i32]) -> Value {
    json!({"campaignsTypes": ids, "campaignsTypesAll": false})
}

#[test]
fn figures_of_three_windows() {
    let program = Program::shared();
    assert_figures(
        &program,
        &march(),
        &[
            (&CAMPAIGNS, 2.0),          // 1 2
            (&MESSAGES_SENT, 9.0),      // 5 + 4
            (&MESSAGES_DELIVERED, 7.0), // 4 + 3
            (&MESSAGES_BOUNCED, 2.0),   // C, D
            (&UNIQUE_OPENS, 5.0),       // A B, A C G; A's second in April, but the message is of March
            (&AVERAGE_OPEN, 71.43),     // 5 / 7
            (&UNIQUE_CLICKS, 2.0),      // B, A
            (&AVERAGE_CLICK, 28.57),
            (&REGISTRATIONS, 1.0), // D
            (&REGISTER_RATE, 14.29),
            (&UNSUBSCRIBERS, 3.0), // B (in April), C G
            (&UNSUBSCRIBED_RATE, 42.86),
            (&LINKS_CLICKED, 5.0), // B thrice, C, A at its last second
        ],
    );
    assert_figures(
        &program,
        &inside(),
        &[
            (&CAMPAIGNS, 3.0),
            (&MESSAGES_SENT, 11.0),     // 6 + 4 + 1; F's is of the day after
            (&MESSAGES_DELIVERED, 9.0), // 5 + 3 + 1
            (&MESSAGES_BOUNCED, 2.0),   // B, E
            (&UNIQUE_OPENS, 5.0),       // C D, A I, G; E's bounced
            (&AVERAGE_OPEN, 55.56),
            (&UNIQUE_CLICKS, 4.0), // H without opening, A I, G
            (&AVERAGE_CLICK, 44.44),
            (&REGISTRATIONS, 2.0), // I J
            (&REGISTER_RATE, 22.22),
            (&UNSUBSCRIBERS, 3.0), // D H, I
            (&UNSUBSCRIBED_RATE, 33.33),
            (&LINKS_CLICKED, 7.0), // D H A I I I G
        ],
    );
    assert_figures(
        &program,
        &year(),
        &[
            (&CAMPAIGNS, 3.0), // 1 2 7
            (&MESSAGES_SENT, 12.0),
            (&MESSAGES_DELIVERED, 9.0),
            (&MESSAGES_BOUNCED, 3.0),
            (&UNIQUE_OPENS, 6.0),
            (&AVERAGE_OPEN, 66.67),
            (&UNIQUE_CLICKS, 2.0),
            (&AVERAGE_CLICK, 22.22),
            (&REGISTER_RATE, 11.11),
            (&UNSUBSCRIBED_RATE, 33.33),
            (&LINKS_CLICKED, 7.0), // 5 of March, A and G in April
        ],
    );
}

#[test]
fn figures_by_group() {
    let program = Program::shared();
    // E F I; A B H; C D G J
    assert_by(
        &program,
        &inside(),
        Grouping::Tier,
        &["Bronze", "Gold", "Silver"],
        &[
            (&CAMPAIGNS, &[2.0, 2.0, 3.0, 3.0]),      // 3 4; 3 4; 3 4 5
            (&MESSAGES_SENT, &[3.0, 4.0, 4.0, 11.0]), // I I E; A B H A; C D J G
            (&MESSAGES_DELIVERED, &[2.0, 3.0, 4.0, 9.0]),
            (&MESSAGES_BOUNCED, &[1.0, 1.0, 0.0, 2.0]),
            (&UNIQUE_OPENS, &[1.0, 1.0, 3.0, 5.0]), // I; A; C D G
            (&AVERAGE_OPEN, &[50.0, 33.33, 75.0, 55.56]),
            (&UNIQUE_CLICKS, &[1.0, 2.0, 1.0, 4.0]), // I; H A; G
            (&AVERAGE_CLICK, &[50.0, 66.67, 25.0, 44.44]),
            (&REGISTRATIONS, &[1.0, 0.0, 1.0, 2.0]), // I; J
            (&REGISTER_RATE, &[50.0, 0.0, 25.0, 22.22]),
            (&LINKS_CLICKED, &[3.0, 2.0, 2.0, 7.0]), // I I I; H A; D G
        ],
    );
    // A B E H J; B C F I; D E G I: a member of two audiences counts in each and once in the total.
    assert_by(
        &program,
        &inside(),
        Grouping::Audience,
        &["Families", "Seniors", "Students"],
        &[
            (&CAMPAIGNS, &[2.0, 2.0, 3.0, 3.0]),
            (&MESSAGES_SENT, &[6.0, 4.0, 5.0, 11.0]), // A B H A E J; B C I I; D I E I G
            (&MESSAGES_BOUNCED, &[2.0, 1.0, 1.0, 2.0]), // B E; B; E
            (&AVERAGE_CLICK, &[50.0, 33.33, 50.0, 44.44]), // H A of 4; I of 3; I G of 4
            (&LINKS_CLICKED, &[2.0, 3.0, 5.0, 7.0]),  // H A; I I I; D I I I G
        ],
    );
    assert_figures(
        &program,
        &with(march(), tiers(&[3])), // E alone
        &[(&CAMPAIGNS, 1.0), (&MESSAGES_SENT, 1.0), (&UNIQUE_OPENS, 0.0), (&AVERAGE_OPEN, 0.0), (&LINKS_CLICKED, 0.0)],
    );
}

#[test]
fn figures_by_period() {
    let program = Program::shared();
    // A campaign counts in each period in which it sent a message: 4 in February and in March.
    assert_periods(
        &program,
        &inside(),
        Grain::Month,
        &[
            (&CAMPAIGNS, &[2.0, 2.0]),          // 3 4; 4 5
            (&MESSAGES_SENT, &[8.0, 3.0]),      // A B C D H I, A E; I J, G
            (&MESSAGES_DELIVERED, &[6.0, 3.0]), // A C D H I, A; I J, G
            (&MESSAGES_BOUNCED, &[2.0, 0.0]),
            (&UNIQUE_OPENS, &[3.0, 2.0]), // C D A; I G
            (&AVERAGE_OPEN, &[50.0, 66.67]),
            (&UNIQUE_CLICKS, &[2.0, 2.0]), // H A; I G
            (&AVERAGE_CLICK, &[33.33, 66.67]),
            (&REGISTRATIONS, &[0.0, 2.0]),
            (&REGISTER_RATE, &[0.0, 66.67]),
            (&UNSUBSCRIBERS, &[2.0, 1.0]), // D H; I
            (&LINKS_CLICKED, &[2.0, 5.0]), // D H; A I I I G
        ],
    );
    assert_periods(
        &program,
        &year(),
        Grain::Quarter,
        &[
            (&CAMPAIGNS, &[2.0, 0.0, 1.0, 0.0]),
            (&MESSAGES_SENT, &[9.0, 0.0, 3.0, 0.0]),
            (&UNIQUE_OPENS, &[5.0, 0.0, 1.0, 0.0]),
            (&LINKS_CLICKED, &[5.0, 2.0, 0.0, 0.0]),
        ],
    );
}

#[test]
fn campaigns_and_their_types_restrict_messages_and_clicks() {
    let program = Program::shared();
    let of = |more: Value, expected: Expected<'_>| assert_figures(&program, &with(inside(), more), expected);
    of(
        campaigns(&[4]),
        &[
            (&CAMPAIGNS, 1.0),
            (&MESSAGES_SENT, 4.0),
            (&MESSAGES_BOUNCED, 1.0),
            (&AVERAGE_OPEN, 66.67), // A I of A I J
            (&AVERAGE_CLICK, 66.67),
            (&REGISTRATIONS, 2.0),
            (&UNSUBSCRIBED_RATE, 33.33), // I
            (&LINKS_CLICKED, 4.0),       // A I I I
        ],
    );
    of(
        types(&[1]), // campaign 3
        &[
            (&CAMPAIGNS, 1.0),
            (&MESSAGES_SENT, 6.0),
            (&AVERAGE_OPEN, 40.0),  // C D of A C D H I
            (&AVERAGE_CLICK, 20.0), // H
            (&REGISTER_RATE, 0.0),
            (&UNSUBSCRIBED_RATE, 40.0), // D H
            (&LINKS_CLICKED, 2.0),      // D H
        ],
    );
    // A campaign passes if both its own list and the list of types allow it.
    of(with(campaigns(&[3, 4]), types(&[1, 2])), &[(&CAMPAIGNS, 1.0), (&MESSAGES_SENT, 6.0), (&LINKS_CLICKED, 2.0)]);
    of(with(campaigns(&[4]), types(&[1])), &[(&CAMPAIGNS, 0.0), (&MESSAGES_SENT, 0.0), (&LINKS_CLICKED, 0.0)]);
    of(types(&[2, 3]), &[(&CAMPAIGNS, 2.0), (&MESSAGES_SENT, 5.0), (&LINKS_CLICKED, 5.0)]);
    // Unknown ids match nothing.
    of(campaigns(&[5, 99]), &[(&CAMPAIGNS, 1.0), (&MESSAGES_SENT, 1.0), (&LINKS_CLICKED, 1.0)]);
    of(campaigns(&[]), &[(&CAMPAIGNS, 0.0), (&MESSAGES_SENT, 0.0), (&LINKS_CLICKED, 0.0)]);
    // With groups: I's of campaign 4.
    of(
        with(campaigns(&[4]), tiers(&[3])),
        &[(&MESSAGES_SENT, 2.0), (&MESSAGES_BOUNCED, 1.0), (&AVERAGE_OPEN, 100.0), (&LINKS_CLICKED, 3.0)],
    );
    // Offers do not restrict them.
    of(json!({"offers": [], "offersAll": false}), &[(&MESSAGES_SENT, 11.0), (&LINKS_CLICKED, 7.0)]);
}

#[test]
fn the_cards() {
    let program = Program::shared();
    let info = format!("{EMAILS}/info");
    let unsubscribed = json!({"percent": 33.33, "sum": 3});
    assert_cards(
        &program,
        &info,
        &inside(),
        &[
            ("deliveryStatus", json!({"campaigns": 3, "sent": 11, "delivered": 9, "bounced": 2})),
            ("performanceDto", json!({"avgOpen": 55.56, "avgClick": 44.44})),
            ("enrollDto", json!({"percent": 22.22, "enrollments": 2})),
            ("unsubscribedDto", unsubscribed.clone()),
            ("linkDto", json!({"sum": 7})),
        ],
    );
    assert_cards(
        &program,
        &info,
        &with(march(), types(&[2])), // campaign 2
        &[
            ("deliveryStatus", json!({"campaigns": 1, "sent": 4, "delivered": 3, "bounced": 1})),
            ("performanceDto", json!({"avgOpen": 100, "avgClick": 33.33})), // A C G; A
            ("enrollDto", json!({"percent": 0, "enrollments": 0})),
            ("unsubscribedDto", json!({"percent": 66.67, "sum": 2})), // C G
            ("linkDto", json!({"sum": 0})),                           // in April
        ],
    );
    let alone = program.post(&format!("{info}/getUnsubscribedDto"), &inside());
    assert_eq!(json!({"percent": alone["percent"], "sum": alone["sum"]}), unsubscribed);
}

#[test]
fn links_clicked() {
    let program = Program::shared();
    let path = format!("{EMAILS}/linksClicked");
    let link = |link: &str, total: i64, percent: f64| json!({"link": format!("https://bond.example.org/{link}"), "total": total, "percent": number(percent)});
    assert_blocks(
        &program,
        &path,
        &inside(),
        &[
            ("CLICKS_TABLE", table(&["value"], &[("Auto", &[3.]), ("Home", &[4.]), ("Total", &[7.])])), // H A G; D I I I
            (
                "CLICKS_BY_PERIOD",
                chart(
                    json!([["Feb 2025", 2], ["Mar 2025", 5]]),
                    // B offers twice, B Offers, C help by 03-10.
                    json!([["Feb 2024", 0], ["Mar 2024", 4]]),
                ),
            ),
            // Most first, then by name; addresses that differ in case are distinct. 2 and 1 of 7.
            (
                "CLICKED_LINKS",
                json!([
                    link("help", 2, 28.57),
                    link("news", 2, 28.57),
                    link("offers", 2, 28.57),
                    link("Help", 1, 14.29)
                ]),
            ),
        ],
    );
    let links = |body: Value, expected: Value| assert_block(&program, &path, "CLICKED_LINKS", &body, &expected);
    links(march(), json!([link("help", 2, 40.), link("offers", 2, 40.), link("Offers", 1, 20.)]));
    // Percentages are of the filtered total: campaign 4, tiers, both.
    links(with(inside(), campaigns(&[4])), json!([link("help", 2, 50.), link("news", 1, 25.), link("offers", 1, 25.)]));
    links(with(inside(), tiers(&[1])), json!([link("offers", 2, 100.)]));
    links(with(with(inside(), tiers(&[3])), types(&[3])), json!([link("help", 2, 66.67), link("news", 1, 33.33)]));
    links(with(inside(), types(&[4])), json!([]));
    // A limit removes rows but does not change the total.
    let first = program.post(&format!("{path}/breakdown/CLICKED_LINKS"), &with(inside(), json!({"recordCount": 1})));
    assert_eq!((&first["data"], &first["total"]), (&json!([link("help", 2, 28.57)]), &json!(4)));
    let by_tier = with(inside(), json!({"viewBy": "TIER"}));
    let line = |name: &str, february: i64, march: i64| json!({"name": name, "records": [["Feb 2025", february], ["Mar 2025", march]]});
    let lines = json!([line("Bronze", 0, 3), line("Gold", 1, 1), line("Silver", 1, 1)]); // I I I; H, A; D, G
    assert_block(&program, &path, "CLICKS_BY_PERIOD", &by_tier, &lines);
    // Filtered by groups and campaigns: campaign 4 has A's click in March.
    let gold = with(by_tier, with(tiers(&[1]), campaigns(&[4])));
    assert_block(&program, &path, "CLICKS_BY_PERIOD", &gold, &json!([line("Gold", 0, 1)]));
}

/// The campaigns of `inside` by name ignoring case, then by code point, then by id: 3, 5 and 4.
fn by_campaign(fields: &[&str], values: [&[f64]; 3]) -> Value {
    let sent = ["2025-02-12 09:00", "2025-03-10 23:59", "2025-02-27 18:30"];
    let names = ["February news", "February news", "february news"];
    let rows = names.iter().zip(sent).zip(values).map(|((name, sent), values)| {
        let mut row = json!({"name": name, "sentTime": sent});
        for (field, value) in fields.iter().zip(values) {
            row[*field] = number(*value);
        }
        row
    });
    rows.collect()
}

#[test]
fn unsubscribed() {
    let program = Program::shared();
    let path = format!("{EMAILS}/unsubscribed");
    assert_blocks(
        &program,
        &path,
        &inside(),
        &[
            // H of A C H A G; D I of D I I J
            (
                "UNSUBSCRIBED_TABLE",
                table(
                    &["sum", "delivered", "percent"],
                    &[("Auto", &[1., 5., 20.]), ("Home", &[2., 4., 50.]), ("Total", &[3., 9., 33.33])],
                ),
            ),
            (
                "UNSUBSCRIBED_BY_PERIOD",
                // D H; I. The previous year: B, in March.
                chart(json!([["Feb 2025", 2], ["Mar 2025", 1]]), json!([["Feb 2024", 0], ["Mar 2024", 1]])),
            ),
            // D H of 5; nobody of 1; I of 3. E's bounced.
            (
                "UNSUBSCRIBED_BY_CAMPAIGN_TABLE",
                by_campaign(
                    &["totalDelivered", "unsubscribed", "percent"],
                    [&[5., 2., 40.], &[1., 0., 0.], &[3., 1., 33.33]],
                ),
            ),
        ],
    );
    // Campaigns without a message to the chosen members have no row: A H of 3, A of 4.
    let gold = with(inside(), tiers(&[1]));
    let row = |name: &str, sent: &str, delivered: i64, sum: i64, percent: i64| json!({"name": name, "sentTime": sent, "totalDelivered": delivered, "unsubscribed": sum, "percent": percent});
    assert_block(
        &program,
        &path,
        "UNSUBSCRIBED_BY_CAMPAIGN_TABLE",
        &gold,
        &json!([row("February news", "2025-02-12 09:00", 2, 1, 50), row("february news", "2025-02-27 18:30", 1, 0, 0)]),
    );
    // Only E's, which bounced: an all-zero row is omitted.
    assert_block(&program, &path, "UNSUBSCRIBED_BY_CAMPAIGN_TABLE", &with(inside(), bronze_auto()), &json!([]));
}

/// E.
fn bronze_auto() -> Value {
    with(tiers(&[3]), json!({"userGroupLobs": [1], "userGroupsLobsAll": false}))
}

#[test]
fn delivery_status() {
    let program = Program::shared();
    let path = format!("{EMAILS}/deliveryStatus");
    let fields = ["sent", "delivered", "bounced"];
    assert_blocks(
        &program,
        &path,
        &with(inside(), json!({"viewByH1": "LOB", "viewByH2": "TIER"})),
        &[
            (
                "DELIVERY_STATUS_TABLE",
                nested(
                    &fields,
                    &[
                        (
                            "Auto",
                            &[6., 5., 1.],
                            // E; A H A; C G
                            &[("Bronze", &[1., 0., 1.]), ("Gold", &[3., 3., 0.]), ("Silver", &[2., 2., 0.])],
                        ),
                        (
                            "Home",
                            &[5., 4., 1.],
                            // I I; B; D J
                            &[("Bronze", &[2., 2., 0.]), ("Gold", &[1., 0., 1.]), ("Silver", &[2., 2., 0.])],
                        ),
                        ("Total", &[11., 9., 2.], &[]),
                    ],
                ),
            ),
            (
                "DELIVERY_STATUS_BY_PERIOD",
                chart(
                    json!([["Feb 2025", 8, 6, 2], ["Mar 2025", 3, 3, 0]]),
                    json!([["Feb 2024", 0, 0, 0], ["Mar 2024", 5, 4, 1]]), // campaign 1
                ),
            ),
            ("DELIVERY_STATUS_BY_CAMPAIGN_TABLE", by_campaign(&fields, [&[6., 5., 1.], &[1., 1., 0.], &[4., 3., 1.]])),
        ],
    );
    let quarters = with(year(), json!({"timeScale": "BY_QUARTERS", "viewBy": "LOB"}));
    let line = |name: &str, first: [i64; 3], third: [i64; 3]| {
        json!({"name": name, "records": [
            ["Q1 2024", first[0], first[1], first[2]], ["Q2 2024", 0, 0, 0],
            ["Q3 2024", third[0], third[1], third[2]], ["Q4 2024", 0, 0, 0]]})
    };
    // A C E A C G, E G; B D D, B
    let lines = json!([line("Auto", [6, 5, 1], [2, 1, 1]), line("Home", [3, 2, 1], [1, 1, 0])]);
    assert_block(&program, &path, "DELIVERY_STATUS_BY_PERIOD", &quarters, &lines);
    // Only E's: sent but not delivered.
    let rows =
        json!([{"name": "february news", "sentTime": "2025-02-27 18:30", "sent": 1, "delivered": 0, "bounced": 1}]);
    assert_block(&program, &path, "DELIVERY_STATUS_BY_CAMPAIGN_TABLE", &with(inside(), bronze_auto()), &rows);
}

#[test]
fn registrations() {
    let program = Program::shared();
    let path = format!("{EMAILS}/enroll");
    assert_blocks(
        &program,
        &path,
        &inside(),
        &[
            // nobody of 5; I J of D I I J
            (
                "ENROLL_TABLE",
                table(
                    &["enrollments", "delivered", "percent"],
                    &[("Auto", &[0., 5., 0.]), ("Home", &[2., 4., 50.]), ("Total", &[2., 9., 22.22])],
                ),
            ),
            (
                "ENROLL_BY_PERIOD",
                // I and J were sent to on 03-01. The previous year: D, who registered on 03-31 by the message of 03-04.
                chart(json!([["Feb 2025", 0], ["Mar 2025", 2]]), json!([["Feb 2024", 0], ["Mar 2024", 1]])),
            ),
            (
                "ENROLL_BY_CAMPAIGN_TABLE",
                by_campaign(&["totalDelivered", "enroll", "percent"], [&[5., 0., 0.], &[1., 0., 0.], &[3., 2., 66.67]]),
            ),
        ],
    );
    // Type 3, members who are not Silver: I.
    let body = with(inside(), with(types(&[3]), tiers(&[1, 3])));
    let row = json!([{"name": "february news", "sentTime": "2025-02-27 18:30", "totalDelivered": 2, "enroll": 1, "percent": 50}]);
    assert_block(&program, &path, "ENROLL_BY_CAMPAIGN_TABLE", &body, &row);
}

#[test]
fn performance() {
    let program = Program::shared();
    let path = format!("{EMAILS}/performance");
    let fields = ["uniqueOpens", "avgOpen", "uniqueClicks", "avgClick", "totalDelivered"];
    assert_blocks(
        &program,
        &path,
        &inside(),
        &[
            // C A G and H A G of A C H A G; D I and I of D I I J
            (
                "PERFORMANCE_TABLE",
                table(
                    &fields,
                    &[
                        ("Auto", &[3., 60., 3., 60., 5.]),
                        ("Home", &[2., 50., 1., 25., 4.]),
                        ("Total", &[5., 55.56, 4., 44.44, 9.]),
                    ],
                ),
            ),
            (
                "PERFORMANCE_BY_PERIOD",
                chart(
                    json!([["Feb 2025", 3, 2], ["Mar 2025", 2, 2]]),
                    json!([["Feb 2024", 0, 0], ["Mar 2024", 2, 1]]), // A B; B
                ),
            ),
            (
                "PERFORMANCE_BY_PERIOD_AVERAGE",
                chart(
                    json!([["Feb 2025", 50, 33.33], ["Mar 2025", 66.67, 66.67]]),
                    json!([["Feb 2024", 0, 0], ["Mar 2024", 50, 25]]), // of 4
                ),
            ),
            // C D and H of 5; G of 1; A I of 3
            (
                "PERFORMANCE_BY_CAMPAIGN_TABLE",
                by_campaign(&fields, [&[2., 40., 1., 20., 5.], &[1., 100., 1., 100., 1.], &[2., 66.67, 2., 66.67, 3.]]),
            ),
        ],
    );
    // The rate of a year is not the mean of its months: 6 of 9.
    let years = with(year(), json!({"timeScale": "BY_YEARS"}));
    let averages = chart(json!([["2024", 66.67, 22.22]]), json!([["2023", 0, 0]]));
    assert_block(&program, &path, "PERFORMANCE_BY_PERIOD_AVERAGE", &years, &averages);
}

/// Ten days (I J G: all delivered, I G opened and clicked, I J registered, I unsubscribed; 5 link clicks) compared
/// with the ten days before (A, opened and clicked, and E's, which bounced) and the same days of 2024 (campaign 1;
/// messages are loaded from 03-04, link clicks from 03-05).
#[test]
fn trends() {
    let program = Program::shared();
    let check = |id: &str, pops: &[Row], yoys: &[Row]| assert_trend(&program, id, &ten_days(), pops, yoys);
    check(
        "E_DELIVERY_STATUS",
        &[
            ("Campaigns", 1.0, 2.0, Some(100.0), None, true),
            ("Sent", 2.0, 3.0, Some(50.0), None, true),
            ("Delivered", 1.0, 3.0, Some(200.0), None, true),
            ("Bounced", 1.0, 0.0, Some(-100.0), None, true),
        ],
        &[
            ("Campaigns", 1.0, 2.0, None, None, false),
            ("Sent", 5.0, 3.0, None, None, false),
            ("Delivered", 4.0, 3.0, None, None, false),
            ("Bounced", 1.0, 0.0, None, None, false),
        ],
    );
    check(
        "E_PERFORMANCE",
        &[
            ("Avg. Open %", 100.0, 66.67, Some(-33.33), Some(-33.33), true),
            ("Avg. Click %", 100.0, 66.67, Some(-33.33), Some(-33.33), true),
        ],
        &[("Avg. Open %", 50.0, 66.67, None, None, false), ("Avg. Click %", 25.0, 66.67, None, None, false)],
    );
    check(
        "E_ENROLL",
        &[("Register %", 0.0, 66.67, None, Some(66.67), true), ("Registrations", 0.0, 2.0, None, None, true)],
        &[("Register %", 25.0, 66.67, None, None, false), ("Registrations", 1.0, 2.0, None, None, false)],
    );
    check(
        "E_UNSUBSCRIBED",
        &[("% of Unsubscribed", 0.0, 33.33, None, Some(33.33), true), ("Unsubscribers", 0.0, 1.0, None, None, true)],
        &[("% of Unsubscribed", 25.0, 33.33, None, None, false), ("Unsubscribers", 1.0, 1.0, None, None, false)],
    );
    check(
        "E_LINKS",
        &[("Links Clicked", 0.0, 5.0, None, None, true)],
        &[("Links Clicked", 4.0, 5.0, None, None, false)],
    );
    // H's of 02-09 before.
    assert_trend(
        &program,
        "E_LINKS",
        &inside(),
        &[("Links Clicked", 1.0, 7.0, Some(600.0), None, true)],
        &[("Links Clicked", 4.0, 7.0, None, None, false)],
    );
}
