//! The Offers Dashboard: offers, what members do with them, and partners' sales.
//!
//! | offer | partner | category | active |
//! |---|---|---|---|
//! | 1 A coffee | 1 Coffee | 1 Food | from 2023-12-01 |
//! | 2 Two books | 2 Books | 2 Media | from 2024-01-01 |
//! | 3 A sandwich | 1 Coffee | 1 Food | 2024-01-01 to 2025-12-31 |
//! | 4 a coffee | 4 Books | 9 Travel | 2024-03-01 to 03-31 |
//! | 5 Old ticket | 3 books | 2 Media | 2023-01-01 to 2024-02-29 |
//! | 6 Summer ticket | 3 books | 3 food | 2024-04-01 to 2025-02-10 |
//! | 7 A coffee | 3 books | 9 Travel | from 2025-03-10 |
//! | 8 Next thing | 2 Books | 4 Food | 2025-03-11 to 03-31 |
//! | 9 One day | 2 Books | 4 Food | 2025-02-20 |
//! | 10 Winter ticket | 1 Coffee | 2 Media | 2024-12-01 to 2025-02-09 |
//!
//! Interactions by member and offer (`v` views, `c` clicks). March 2024: A1 3v c, A2 c, B1 3v, B2 v, C1 3v, C2 c,
//! D1 v, F1 v, F4 v c, G2 c. 2025-02-10 to 03-10: A1 2c, B3 2v, C7 c, E1 c, I3 2c, J6 v, J9 2v. Before March: A1 v,
//! A2 v, G2 2v, and A1 C1 C2 c; of the rest of 2024: D1 v, E1 2v, C3 v, A3 v, and A3 F4 B2 E2 c.
//!
//! Transactions (offer; redemptions, sales, savings): 2024 G3 1 40.00 4.00 (03-01), A1 1 100.10 10.01 (03-03),
//! B1 1 33.33 3.33 (03-03), B2 0 -8.00 -0.80 (03-03), G1 1 5.05 0.51 (03-15), A2 2 50.00 5.00 (03-31), F4 2 42.00
//! 1.20 (03-31), A1 0 -20.10 -2.01 (04-01), C3 1 200.00 20.00 (12-31); 2025 H2 3 75.75 7.58 (02-10), D4 0 15.00
//! 1.50 (02-12) and 0 -15.00 -1.50 (02-13), E9 1 20.00 2.02 (02-20), I1 1 10.00 1.00 (02-28), H2 0 -25.25 -2.53
//! (03-02), E6 2 30.30 3.03 (03-10).

use bond::figures::offers::{
    INTENT_TO_REDEEM_RATE, MEMBER_UNIQUE_CLICKS, MEMBER_UNIQUE_VIEWS, NEW_OFFERS, OFFBOARDED_OFFERS, REDEMPTIONS,
    SALES, SAVINGS, SAVINGS_PER_MEMBER, TOTAL_ACTIVE_OFFERS, TOTAL_CLICKS, TOTAL_VIEWS, UNIQUE_OFFER_CLICKS,
    UNIQUE_OFFER_VIEWS,
};
use bond::figures::period::Grain;
use bond::groupings::Grouping;
use serde_json::{Value, json};

use super::{
    Expected, Row, assert_block, assert_blocks, assert_by, assert_cards, assert_figures, assert_periods, assert_trend,
    chart, inside, march, nested, number, table, tiers, with, year,
};
use crate::Program;

const OFFERS: &str = "/api/v1/offer/dashboard";

fn offers(ids: &[i32]) -> Value {
    json!({"offers": ids, "offersAll": false})
}

fn categories(ids: &[i32]) -> Value {
    json!({"offersCategories": ids, "offersCategoriesAll": false})
}

#[test]
fn figures_of_three_windows() {
    let program = Program::shared();
    assert_figures(
        &program,
        &march(),
        &[
            (&TOTAL_ACTIVE_OFFERS, 4.0), // 1 2 3 4; 5 ended the day before, 6 begins the day after
            (&NEW_OFFERS, 1.0),          // 4, on the first day
            (&OFFBOARDED_OFFERS, 1.0),   // 4, on the last day
            (&TOTAL_VIEWS, 13.0),
            (&TOTAL_CLICKS, 5.0),
            (&UNIQUE_OFFER_VIEWS, 7.0),   // A1 B1 B2 C1 D1 F1 F4
            (&UNIQUE_OFFER_CLICKS, 5.0),  // A1 A2 C2 F4 G2
            (&MEMBER_UNIQUE_VIEWS, 5.0),  // A B C D F
            (&MEMBER_UNIQUE_CLICKS, 4.0), // A C F G
        ],
    );
    assert_figures(
        &program,
        &inside(),
        &[
            (&TOTAL_ACTIVE_OFFERS, 6.0), // 1 2 3, 6 on the first day, 7 on the last, 9
            (&NEW_OFFERS, 2.0),          // 7 9
            (&OFFBOARDED_OFFERS, 2.0),   // 6 9; 10 the day before
            (&TOTAL_VIEWS, 5.0),
            (&TOTAL_CLICKS, 6.0),
            (&UNIQUE_OFFER_VIEWS, 3.0),  // B3 J6 J9
            (&UNIQUE_OFFER_CLICKS, 4.0), // A1 C7 E1 I3
            (&INTENT_TO_REDEEM_RATE, 133.33),
            (&MEMBER_UNIQUE_VIEWS, 2.0), // B J
            (&MEMBER_UNIQUE_CLICKS, 4.0),
        ],
    );
    assert_figures(
        &program,
        &year(),
        &[
            (&TOTAL_ACTIVE_OFFERS, 7.0), // 1 2 3 4 5 6 10
            (&NEW_OFFERS, 5.0),          // 2 3 4 6 10
            (&OFFBOARDED_OFFERS, 2.0),   // 4 5
            (&TOTAL_VIEWS, 22.0),        // 4 + 13 + 5
            (&TOTAL_CLICKS, 12.0),       // 3 + 5 + 4
            (&UNIQUE_OFFER_VIEWS, 12.0), // A1 A2 G2, B1 B2 C1 D1 F1 F4, E1 C3 A3
            (&UNIQUE_OFFER_CLICKS, 9.0), // A1 C1 C2, A2 F4 G2, A3 B2 E2
            (&INTENT_TO_REDEEM_RATE, 75.0),
            (&MEMBER_UNIQUE_VIEWS, 7.0),  // A B C D E F G
            (&MEMBER_UNIQUE_CLICKS, 6.0), // A B C E F G
        ],
    );
}

#[test]
fn figures_by_group_and_period() {
    let program = Program::shared();
    assert_by(
        &program,
        &inside(),
        Grouping::Tier,
        &["Bronze", "Gold", "Silver"], // E F I; A B H; C D G J
        &[
            (&TOTAL_VIEWS, &[0.0, 2.0, 3.0, 5.0]),
            (&TOTAL_CLICKS, &[3.0, 2.0, 1.0, 6.0]),
            (&UNIQUE_OFFER_VIEWS, &[0.0, 1.0, 2.0, 3.0]),
            (&UNIQUE_OFFER_CLICKS, &[2.0, 1.0, 1.0, 4.0]),
            (&INTENT_TO_REDEEM_RATE, &[0.0, 100.0, 50.0, 133.33]),
            (&MEMBER_UNIQUE_VIEWS, &[0.0, 1.0, 1.0, 2.0]),
            (&MEMBER_UNIQUE_CLICKS, &[2.0, 1.0, 1.0, 4.0]),
            (&REDEMPTIONS, &[4.0, 3.0, 0.0, 7.0]), // E 1 2, I 1; H; D
        ],
    );
    // Offers do not belong to members: only the total has them.
    assert_figures(
        &program,
        &with(inside(), tiers(&[])),
        &[(&TOTAL_ACTIVE_OFFERS, 6.0), (&NEW_OFFERS, 2.0), (&OFFBOARDED_OFFERS, 2.0), (&TOTAL_CLICKS, 0.0)],
    );
    assert_figures(
        &program,
        &with(march(), tiers(&[3])), // F
        &[
            (&TOTAL_ACTIVE_OFFERS, 4.0),
            (&TOTAL_VIEWS, 2.0),
            (&UNIQUE_OFFER_VIEWS, 2.0),
            (&MEMBER_UNIQUE_VIEWS, 1.0),
            (&INTENT_TO_REDEEM_RATE, 50.0),
        ],
    );
    // Distinct counts are per quarter: neither row adds up to the year.
    assert_periods(
        &program,
        &year(),
        Grain::Quarter,
        &[
            (&TOTAL_ACTIVE_OFFERS, &[5.0, 4.0, 4.0, 5.0]), // 1 2 3 4 5; 1 2 3 6; the same; and 10
            (&NEW_OFFERS, &[3.0, 1.0, 0.0, 1.0]),          // 2 3 4; 6; 10
            (&OFFBOARDED_OFFERS, &[2.0, 0.0, 0.0, 0.0]),
            (&TOTAL_VIEWS, &[17.0, 3.0, 1.0, 1.0]), // D E E; C; A
            (&TOTAL_CLICKS, &[8.0, 2.0, 1.0, 1.0]), // A F; B; E
            (&UNIQUE_OFFER_VIEWS, &[9.0, 2.0, 1.0, 1.0]),
            (&UNIQUE_OFFER_CLICKS, &[6.0, 2.0, 1.0, 1.0]),
            (&MEMBER_UNIQUE_VIEWS, &[6.0, 2.0, 1.0, 1.0]), // A B C D F G; D E; C; A
            (&MEMBER_UNIQUE_CLICKS, &[4.0, 2.0, 1.0, 1.0]), // A C F G; A F; B; E
            (&REDEMPTIONS, &[8.0, 0.0, 0.0, 1.0]),
            (&SAVINGS, &[23.25, -2.01, 0.0, 20.0]),
        ],
    );
}

#[test]
fn offers_and_their_categories_restrict_interactions_and_offers() {
    let program = Program::shared();
    let of = |more: Value, expected: Expected<'_>| assert_figures(&program, &with(march(), more), expected);
    of(
        offers(&[1]), // A B C D F; A
        &[
            (&TOTAL_ACTIVE_OFFERS, 1.0),
            (&NEW_OFFERS, 0.0),
            (&TOTAL_VIEWS, 11.0),
            (&TOTAL_CLICKS, 1.0),
            (&UNIQUE_OFFER_VIEWS, 5.0),
            (&UNIQUE_OFFER_CLICKS, 1.0),
            (&MEMBER_UNIQUE_VIEWS, 5.0),
            (&MEMBER_UNIQUE_CLICKS, 1.0),
        ],
    );
    // B's first view and A's first click of the month are on offer 1, but B and A still count here.
    of(
        offers(&[2]),
        &[
            (&TOTAL_VIEWS, 1.0),
            (&TOTAL_CLICKS, 3.0),
            (&UNIQUE_OFFER_CLICKS, 3.0),
            (&INTENT_TO_REDEEM_RATE, 300.0),
            (&MEMBER_UNIQUE_VIEWS, 1.0),
            (&MEMBER_UNIQUE_CLICKS, 3.0), // A C G
        ],
    );
    // B viewed both and A clicked on both: each counts once.
    of(
        offers(&[2, 1]),
        &[
            (&UNIQUE_OFFER_VIEWS, 6.0),
            (&UNIQUE_OFFER_CLICKS, 4.0),
            (&INTENT_TO_REDEEM_RATE, 66.67),
            (&MEMBER_UNIQUE_VIEWS, 5.0),  // A B C D F
            (&MEMBER_UNIQUE_CLICKS, 3.0), // A C G
        ],
    );
    // F viewed 1 and 4 on one day. The category that is missing from the filter list still counts.
    of(
        categories(&[9]),
        &[
            (&TOTAL_ACTIVE_OFFERS, 1.0),
            (&NEW_OFFERS, 1.0),
            (&OFFBOARDED_OFFERS, 1.0),
            (&TOTAL_VIEWS, 1.0),
            (&INTENT_TO_REDEEM_RATE, 100.0),
            (&MEMBER_UNIQUE_VIEWS, 1.0),
            (&MEMBER_UNIQUE_CLICKS, 1.0),
        ],
    );
    of(with(offers(&[2, 4]), categories(&[1, 9])), &[(&TOTAL_ACTIVE_OFFERS, 1.0), (&TOTAL_VIEWS, 1.0), (&SALES, 42.0)]);
    of(with(offers(&[2]), categories(&[1])), &[(&TOTAL_ACTIVE_OFFERS, 0.0), (&TOTAL_VIEWS, 0.0), (&SALES, 0.0)]);
    of(offers(&[]), &[(&TOTAL_ACTIVE_OFFERS, 0.0), (&MEMBER_UNIQUE_VIEWS, 0.0), (&SAVINGS_PER_MEMBER, 0.0)]);
    of(offers(&[4, 99]), &[(&TOTAL_ACTIVE_OFFERS, 1.0), (&TOTAL_VIEWS, 1.0)]);
    // Campaigns do not restrict them.
    of(json!({"campaigns": [], "campaignsAll": false}), &[(&TOTAL_ACTIVE_OFFERS, 4.0), (&TOTAL_VIEWS, 13.0)]);
    // With groups, and by group and period.
    of(
        with(offers(&[2]), tiers(&[1])),
        &[(&MEMBER_UNIQUE_VIEWS, 1.0), (&MEMBER_UNIQUE_CLICKS, 1.0), (&INTENT_TO_REDEEM_RATE, 100.0)],
    );
    assert_by(
        &program,
        &with(march(), categories(&[2])),
        Grouping::Audience,
        &["Families", "Seniors", "Students"],
        &[
            (&MEMBER_UNIQUE_VIEWS, &[1.0, 1.0, 0.0, 1.0]),  // B is in both
            (&MEMBER_UNIQUE_CLICKS, &[1.0, 1.0, 1.0, 3.0]), // A; C; G
        ],
    );
    assert_periods(
        &program,
        &with(year(), offers(&[1, 3])),
        Grain::Quarter,
        &[
            (&MEMBER_UNIQUE_VIEWS, &[5.0, 2.0, 1.0, 1.0]),  // A B C D F; D E; C; A
            (&MEMBER_UNIQUE_CLICKS, &[2.0, 1.0, 0.0, 0.0]), // A C; A
            (&UNIQUE_OFFER_CLICKS, &[2.0, 1.0, 0.0, 0.0]),
        ],
    );
    assert_figures(
        &program,
        &with(year(), offers(&[1, 3])),
        // A viewed and clicked on both, D and C viewed in two quarters.
        &[(&MEMBER_UNIQUE_VIEWS, 6.0), (&MEMBER_UNIQUE_CLICKS, 2.0), (&UNIQUE_OFFER_VIEWS, 8.0)],
    );
}

#[test]
fn members_with_a_transaction_count_once_whatever_the_offers() {
    let program = Program::shared();
    let of = |more: Value, expected: Expected<'_>| assert_figures(&program, &with(march(), more), expected);
    // A's 5.00 and B's -0.80 by 2; both had bought offer 1 before in the month.
    of(offers(&[2]), &[(&SALES, 42.0), (&SAVINGS, 4.2), (&REDEMPTIONS, 2.0), (&SAVINGS_PER_MEMBER, 2.1)]);
    // A and B bought 1 and 2, G 1: 18.05 / 3 = 6.0167, where five pairs would be 3.61.
    of(offers(&[1, 2]), &[(&SALES, 180.48), (&SAVINGS, 18.05), (&SAVINGS_PER_MEMBER, 6.02)]);
    // Offers 1 and 3: A B, and G with both. 17.85 / 3, not by 4.
    of(categories(&[1]), &[(&SAVINGS, 17.85), (&SAVINGS_PER_MEMBER, 5.95)]);
    of(categories(&[9]), &[(&SALES, 42.0), (&SAVINGS_PER_MEMBER, 1.2)]);
    of(with(offers(&[2]), tiers(&[1])), &[(&SAVINGS_PER_MEMBER, 2.1)]);
    of(with(categories(&[1]), tiers(&[2])), &[(&SALES, 45.05), (&SAVINGS_PER_MEMBER, 4.51)]); // G
    assert_periods(
        &program,
        &with(year(), offers(&[1, 3])),
        Grain::Quarter,
        // 17.85 by A B G; A's return; C
        &[(&SALES, &[178.48, -20.1, 0.0, 200.0]), (&SAVINGS_PER_MEMBER, &[5.95, -2.01, 0.0, 20.0])],
    );
    // 35.84 by A B C G
    assert_figures(&program, &with(year(), offers(&[1, 3])), &[(&SAVINGS, 35.84), (&SAVINGS_PER_MEMBER, 8.96)]);
    assert_by(
        &program,
        &with(inside(), offers(&[2, 6, 9])),
        Grouping::Lob,
        &["Auto", "Home"],
        // 7.58 + 2.02 - 2.53 + 3.03 by E and H, of whom each has two
        &[(&SAVINGS, &[10.1, 0.0, 10.1]), (&SAVINGS_PER_MEMBER, &[5.05, 0.0, 5.05])],
    );
}

#[test]
fn the_cards() {
    let program = Program::shared();
    let info = format!("{OFFERS}/info");
    assert_cards(
        &program,
        &info,
        &inside(),
        &[
            ("partnerDto", json!({"redemptions": 7, "sales": 110.8, "savings": 11.1, "savingsPerUser": 2.78})),
            ("offerDto", json!({"totalActiveOffers": 6, "newOffers": 2, "offBoarded": 2})),
            ("totalInteractionDto", json!({"totalViews": 5, "totalIntentToRedeem": 6})),
            ("uniqueInteractionDto", json!({"uniqueViews": 3, "uniqueIntentToRedeem": 4, "percent": 133.33})),
            ("memberUniqueInteractionDto", json!({"uniqueViews": 2, "uniqueIntentToRedeem": 4})),
        ],
    );
    assert_cards(
        &program,
        &info,
        &with(march(), with(categories(&[2]), tiers(&[1, 2]))),
        &[
            ("partnerDto", json!({"redemptions": 2, "sales": 42, "savings": 4.2, "savingsPerUser": 2.1})),
            ("offerDto", json!({"totalActiveOffers": 1, "newOffers": 0, "offBoarded": 0})),
            ("totalInteractionDto", json!({"totalViews": 1, "totalIntentToRedeem": 3})),
            ("uniqueInteractionDto", json!({"uniqueViews": 1, "uniqueIntentToRedeem": 3, "percent": 300})),
            ("memberUniqueInteractionDto", json!({"uniqueViews": 1, "uniqueIntentToRedeem": 3})),
        ],
    );
}

#[test]
fn offers_breakdown() {
    let program = Program::shared();
    let path = format!("{OFFERS}/offers");
    let category = |name: &str, active: i64, new: i64, ended: i64| json!({"name": name, "totalActiveOffers": active, "newOffers": new, "offBoarded": ended});
    let offer = |name: &str, category: &str| json!({"name": name, "catName": category});
    let categories_inside = json!([
        category("Food", 2, 0, 0),   // 1: offers 1 3
        category("Food", 1, 1, 1),   // 4: offer 9
        category("food", 1, 0, 1),   // 6
        category("Media", 1, 0, 0),  // 2; 10 ended the day before
        category("Travel", 1, 1, 0), // 7, in the category missing from the filter list
    ]);
    let offers_inside = json!({
        "totals": [
            offer("A coffee", "Food"), // 1
            offer("A coffee", "Travel"), // 7
            offer("A sandwich", "Food"),
            offer("One day", "Food"),
            offer("Summer ticket", "food"),
            offer("Two books", "Media"),
        ],
        "news": [offer("A coffee", "Travel"), offer("One day", "Food")],
    });
    let by_period = chart(
        json!([["Feb 2025", 5, 1], ["Mar 2025", 4, 1]]), // 1 2 3 6 9; 1 2 3 7
        json!([["Feb 2024", 4, 0], ["Mar 2024", 4, 1]]), // 1 2 3 5; 1 2 3 4
    );
    for body in [inside(), with(inside(), tiers(&[])), with(inside(), json!({"viewBy": "TIER"}))] {
        assert_blocks(
            &program,
            &path,
            &body,
            &[
                ("CATEGORIES", categories_inside.clone()),
                ("OFFERS_BY_PERIOD", by_period.clone()),
                ("OFFERS_TABLE", offers_inside.clone()),
            ],
        );
    }
    // An upper-case name comes before a lower-case one only if they are otherwise equal.
    let totals = [("A coffee", "Food"), ("a coffee", "Travel"), ("A sandwich", "Food"), ("Two books", "Media")];
    let totals: Vec<Value> = totals.into_iter().map(|(name, category)| offer(name, category)).collect();
    let body = march();
    let expected = json!({"totals": totals, "news": [offer("a coffee", "Travel")]});
    assert_block(&program, &path, "OFFERS_TABLE", &body, &expected);
    let travel = with(march(), categories(&[9]));
    assert_block(&program, &path, "CATEGORIES", &travel, &json!([category("Travel", 1, 1, 1)]));
    assert_block(
        &program,
        &path,
        "OFFERS_BY_PERIOD",
        &with(year(), with(offers(&[4, 5, 6]), json!({"timeScale": "BY_QUARTERS"}))),
        &chart(
            json!([["Q1 2024", 2, 1], ["Q2 2024", 1, 1], ["Q3 2024", 1, 0], ["Q4 2024", 1, 0]]),
            // 5 started on 2023-01-01: rows start with the first login, 01-05, as do those of the previous year.
            json!([["Q1 2023", 1, 0], ["Q2 2023", 1, 0], ["Q3 2023", 1, 0], ["Q4 2023", 1, 0]]),
        ),
    );
    // Both lists are limited; the total is the length of the longer list, which contains the other.
    let capped = program.post(&format!("{path}/breakdown/OFFERS_TABLE"), &with(inside(), json!({"recordCount": 1})));
    assert_eq!(
        (&capped["data"], &capped["total"]),
        (&json!({"totals": [offer("A coffee", "Food")], "news": [offer("A coffee", "Travel")]}), &json!(6))
    );
}

#[test]
fn partners() {
    let program = Program::shared();
    let path = format!("{OFFERS}/partners");
    let partner = |name: &str, redemptions: i64, sales: f64, savings: f64, each: f64| {
        json!({"name": name, "redemptions": redemptions, "sales": number(sales),
            "savings": number(savings), "savingsPerUser": number(each)})
    };
    assert_blocks(
        &program,
        &path,
        &inside(),
        &[
            (
                "BY_PERIOD",
                chart(
                    // 105.75 of D H E I: 10.60 / 4; 5.05 of E H: 0.50 / 2
                    json!([["Feb 2025", 5, 105.75, 10.6, 2.65], ["Mar 2025", 2, 5.05, 0.5, 0.25]]),
                    json!([["Feb 2024", 0, 0, 0, 0], ["Mar 2024", 3, 165.43, 16.54, 5.51]]),
                ),
            ),
            // Largest sales first. All sales of partner 4 were returned.
            (
                "PARTNERS",
                json!([
                    partner("Books", 4, 70.5, 7.07, 3.54), // 2: H's two and E9, by H and E
                    partner("books", 2, 30.3, 3.03, 3.03), // 3: E6
                    partner("Coffee", 1, 10., 1., 1.),     // I1
                ]),
            ),
        ],
    );
    assert_blocks(
        &program,
        &path,
        &march(),
        &[
            ("BY_PERIOD", chart(json!([["Mar 2024", 8, 262.48, 23.25, 5.81]]), json!([["Mar 2023", 0, 0, 0, 0]]))),
            (
                "PARTNERS",
                json!([
                    // G has a transaction on each of its offers: 17.85 / 3.
                    partner("Coffee", 4, 178.48, 17.85, 5.95),
                    // Two with the same name and sales: 2 before 4.
                    partner("Books", 2, 42., 4.2, 2.1),
                    partner("Books", 2, 42., 1.2, 1.2),
                ]),
            ),
        ],
    );
    let gold = with(march(), with(tiers(&[1]), categories(&[1, 2]))); // A B
    let rows = json!([partner("Coffee", 2, 133.43, 13.34, 6.67), partner("Books", 2, 42., 4.2, 2.1)]);
    assert_block(&program, &path, "PARTNERS", &gold, &rows);
    let april = json!({"startDate": "2024-04-01", "endDate": "2024-04-30"});
    assert_block(&program, &path, "PARTNERS", &april, &json!([partner("Coffee", 0, -20.1, -2.01, -2.01)]));
    let by_tier = with(inside(), json!({"viewBy": "TIER"}));
    let line = |name: &str, february: Value, march: Value| json!({"name": name, "records": [february, march]});
    assert_block(
        &program,
        &path,
        "BY_PERIOD",
        &by_tier,
        &json!([
            line("Bronze", json!(["Feb 2025", 2, 30, 3.02, 1.51]), json!(["Mar 2025", 2, 30.3, 3.03, 3.03])), // E I; E
            line("Gold", json!(["Feb 2025", 3, 75.75, 7.58, 7.58]), json!(["Mar 2025", 0, -25.25, -2.53, -2.53])), // H
            line("Silver", json!(["Feb 2025", 0, 0, 0, 0]), json!(["Mar 2025", 0, 0, 0, 0])),                 // D
        ]),
    );
    let first =
        program.post(&format!("{path}/breakdowns"), &with(march(), json!({"recordCount": 1})))["PARTNERS"].clone();
    assert_eq!((&first["data"], &first["total"]), (&json!([partner("Coffee", 4, 178.48, 17.85, 5.95)]), &json!(3)));
}

#[test]
fn total_interactions() {
    let program = Program::shared();
    let path = format!("{OFFERS}/totalInteraction");
    let row =
        |name: &str, views: i64, clicks: i64| json!({"name": name, "totalViews": views, "totalIntentToRedeem": clicks});
    let fields = ["totalViews", "totalIntentToRedeem"];
    assert_blocks(
        &program,
        &path,
        &inside(),
        &[
            // A A C E; B B J J J and I I
            (
                "OFFERS_BY_AUDIENCE_TABLE",
                table(&fields, &[("Auto", &[0., 4.]), ("Home", &[5., 2.]), ("Total", &[5., 6.])]),
            ),
            // J J J and A A I I; B B and E C. The previous year: C's click of 02-10 (the 29th is in neither row), then
            // A A A B B C C C F F and A C G.
            (
                "VISITS_BY_PERIOD",
                chart(
                    json!([["Feb 2025", 3, 4], ["Mar 2025", 2, 2]]),
                    json!([["Feb 2024", 0, 1], ["Mar 2024", 10, 3]]),
                ),
            ),
            (
                "CATEGORIES",
                json!([row("Food", 2, 5), row("Food", 2, 0), row("food", 1, 0), row("Travel", 0, 1)]), // 1 3; 9; 6; 7
            ),
            (
                "OFFERS",
                json!([
                    row("A coffee", 0, 3), // 1
                    row("A coffee", 0, 1), // 7
                    row("A sandwich", 2, 2),
                    row("One day", 2, 0),
                    row("Summer ticket", 1, 0)
                ]),
            ),
        ],
    );
    assert_block(
        &program,
        &path,
        "CATEGORIES",
        &march(),
        &json!([row("Food", 11, 1), row("Media", 1, 3), row("Travel", 1, 1)]),
    );
    assert_block(
        &program,
        &path,
        "OFFERS",
        &with(march(), tiers(&[2, 3])), // C1 3v, D1 v, F1 v; F4; C2 G2 c
        &json!([row("A coffee", 5, 0), row("a coffee", 1, 1), row("Two books", 0, 2)]),
    );
}

#[test]
fn unique_interactions() {
    let program = Program::shared();
    let path = format!("{OFFERS}/uniqueInteraction");
    let row = |name: &str, views: i64, clicks: i64, percent: i64| json!({"name": name, "uniqueViews": views, "uniqueIntentToRedeem": clicks, "percent": percent});
    let fields = ["uniqueViews", "uniqueIntentToRedeem", "percent"];
    assert_blocks(
        &program,
        &path,
        &inside(),
        &[
            // A1 C7 E1; B3 J6 J9 and I3
            (
                "OFFERS_BY_AUDIENCE_TABLE",
                table(&fields, &[("Auto", &[0., 3., 0.]), ("Home", &[3., 1., 33.33]), ("Total", &[3., 4., 133.33])]),
            ),
            // J6 J9 and A1 I3; B3 and C7 E1. The previous year: C1's click; A1 B1 B2 C1 F1 F4 and A1 C2 G2.
            (
                "VISITS_BY_PERIOD",
                chart(json!([["Feb 2025", 2, 2], ["Mar 2025", 1, 2]]), json!([["Feb 2024", 0, 1], ["Mar 2024", 6, 3]])),
            ),
            (
                "CATEGORIES",
                json!([
                    row("Food", 1, 3, 300), // B3 and A1 E1 I3
                    row("Food", 1, 0, 0),   // J9
                    row("food", 1, 0, 0),   // J6
                    row("Travel", 0, 1, 0), // C7, which nobody viewed
                ]),
            ),
            (
                "OFFERS",
                json!([
                    row("A coffee", 0, 2, 0), // A E
                    row("A coffee", 0, 1, 0), // C
                    row("A sandwich", 1, 1, 100),
                    row("One day", 1, 0, 0),
                    row("Summer ticket", 1, 0, 0)
                ]),
            ),
        ],
    );
    assert_block(
        &program,
        &path,
        "CATEGORIES",
        &march(),
        &json!([row("Food", 5, 1, 20), row("Media", 1, 3, 300), row("Travel", 1, 1, 100)]),
    );
    let quarters = with(year(), json!({"timeScale": "BY_QUARTERS", "viewBy": "LOB"}));
    let line = |name: &str, of: [[i64; 2]; 4]| {
        let labels = ["Q1 2024", "Q2 2024", "Q3 2024", "Q4 2024"];
        let records: Vec<Value> =
            labels.iter().zip(of).map(|(label, [views, clicks])| json!([label, views, clicks])).collect();
        json!({"name": name, "records": records})
    };
    assert_block(
        &program,
        &path,
        "VISITS_BY_PERIOD",
        &quarters,
        &json!([
            line("Auto", [[4, 5], [1, 1], [1, 0], [1, 1]]), // A1 A2 C1 G2, A1 A2 C1 C2 G2; E1, A3; C3; A3, E2
            line("Home", [[5, 1], [1, 1], [0, 1], [0, 0]]), // B1 B2 D1 F1 F4, F4; D1, F4; B2
        ]),
    );
}

#[test]
fn member_unique_interactions() {
    let program = Program::shared();
    let path = format!("{OFFERS}/memberUniqueInteraction");
    let fields = ["uniqueViews", "uniqueIntentToRedeem"];
    assert_blocks(
        &program,
        &path,
        &with(inside(), json!({"viewByH1": "LOB", "viewByH2": "AUDIENCE"})),
        &[
            (
                "OFFERS_BY_AUDIENCE_TABLE",
                nested(
                    &fields,
                    &[
                        // A E; C; E
                        (
                            "Auto",
                            &[0., 3.],
                            &[("Families", &[0., 2.]), ("Seniors", &[0., 1.]), ("Students", &[0., 1.])],
                        ),
                        // B J; B and I; I
                        (
                            "Home",
                            &[2., 1.],
                            &[("Families", &[2., 0.]), ("Seniors", &[1., 1.]), ("Students", &[0., 1.])],
                        ),
                        ("Total", &[2., 4.], &[]),
                    ],
                ),
            ),
            // J and A I; B and C E. The previous year: C; A B C F and A C G.
            (
                "VISITS_BY_PERIOD",
                chart(json!([["Feb 2025", 1, 2], ["Mar 2025", 1, 2]]), json!([["Feb 2024", 0, 1], ["Mar 2024", 4, 3]])),
            ),
        ],
    );
    // Of offers 2 and 4: B F and A C F G.
    let body = with(march(), with(offers(&[2, 4]), json!({"viewByH1": "TIER"})));
    let rows: &[(&str, &[f64])] =
        &[("Bronze", &[1., 1.]), ("Gold", &[1., 1.]), ("Silver", &[0., 2.]), ("Total", &[2., 4.])];
    assert_block(&program, &path, "OFFERS_BY_AUDIENCE_TABLE", &body, &table(&fields, rows));
}

/// Compared with 2025-01-12 to 02-09 (H's three clicks on offer 1; offers 1 2 3 6, and 10, which ends) and 2024-02-10 to
/// 03-10 (G2 2v, A1 3v, B1 v, B2 v, C1 3v, F1 v, F4 v; C1 C2 C2 A1 G2 c; offers 1 2 3, 5, which ends, 4, which is
/// new). Interactions are loaded from 2024-01-05 on.
#[test]
fn trends() {
    let program = Program::shared();
    let check = |id: &str, pops: &[Row], yoys: &[Row]| assert_trend(&program, id, &inside(), pops, yoys);
    check(
        "O_OFFERS",
        &[
            ("Total Active Offers", 5.0, 6.0, Some(20.0), None, true),
            ("New Offers", 0.0, 2.0, None, None, true),
            ("Offboarded Offers", 1.0, 2.0, Some(100.0), None, true),
        ],
        &[
            ("Total Active Offers", 5.0, 6.0, Some(20.0), None, true),
            ("New Offers", 1.0, 2.0, Some(100.0), None, true),
            ("Offboarded Offers", 1.0, 2.0, Some(100.0), None, true),
        ],
    );
    check(
        "O_TOTAL_INTERACTIONS",
        &[
            ("Total Views", 0.0, 5.0, None, None, true),
            ("Total Intent to Redeem Clicks", 3.0, 6.0, Some(100.0), None, true),
        ],
        &[
            ("Total Views", 12.0, 5.0, Some(-58.33), None, true),
            ("Total Intent to Redeem Clicks", 5.0, 6.0, Some(20.0), None, true),
        ],
    );
    check(
        "O_UNIQUE_INTERACTIONS",
        &[
            ("Unique Views", 0.0, 3.0, None, None, true),
            ("Unique Intent to Redeem Clicks", 1.0, 4.0, Some(300.0), None, true),
            ("Intent to redeem Rate", 0.0, 133.33, None, Some(133.33), true),
        ],
        &[
            ("Unique Views", 7.0, 3.0, Some(-57.14), None, true),
            ("Unique Intent to Redeem Clicks", 4.0, 4.0, Some(0.0), None, true),
            // 4/3 against 4/7
            ("Intent to redeem Rate", 57.14, 133.33, Some(133.33), Some(76.19), true),
        ],
    );
    check(
        "O_MEMBER_UNIQUE_INTERACTIONS",
        &[
            ("Member Unique Views", 0.0, 2.0, None, None, true),
            ("Member Unique Intent to Redeem Clicks", 1.0, 4.0, Some(300.0), None, true),
        ],
        &[
            ("Member Unique Views", 5.0, 2.0, Some(-60.0), None, true), // A B C F G
            ("Member Unique Intent to Redeem Clicks", 3.0, 4.0, Some(33.33), None, true), // A C G
        ],
    );
}
