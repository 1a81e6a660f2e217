//! The Content Dashboard: articles, shares and prints, polls.
//!
//! Views: March 2024 A1 B1 F1 A1 D5 C2; 2025 H2 I2 I3 J4 H4. The names of articles 2, 4 and 5 differ only in case,
//! as do the categories Leisure (2, 3) and leisure (4); 1, 5 and 6 are Help.

use bond::figures::content::{POLL_ANSWERS, POLLS, PRINTS, SHARES};
use bond::figures::period::Grain;
use bond::groupings::Grouping;
use serde_json::{Value, json};

use super::{
    assert_block, assert_blocks, assert_by, assert_cards, assert_figures, assert_periods, assert_trend, inside, march,
    nested, number, table, tiers, with, year,
};
use crate::Program;

const CONTENT: &str = "/api/v1/content/dashboard";

#[test]
fn the_cards() {
    let program = Program::shared();
    let info = format!("{CONTENT}/info");
    let card = |amount, views, shares, prints, polls, answers| {
        [
            ("article", json!({"amount": amount, "views": views})),
            ("shares", json!({"shares": shares, "prints": prints})),
            ("pollDto", json!({"polls": polls, "answers": answers})),
        ]
    };
    assert_cards(&program, &info, &march(), &card(3, 6, 4, 3, 2, 2));
    assert_cards(&program, &info, &inside(), &card(3, 5, 3, 1, 4, 6));
    // A B H. Open polls do not depend on the chosen members.
    assert_cards(&program, &info, &with(march(), tiers(&[1])), &card(1, 3, 4, 0, 2, 1));
    assert_cards(&program, &info, &with(inside(), tiers(&[1])), &card(2, 2, 1, 0, 4, 4));
}

#[test]
fn shares_and_prints() {
    let program = Program::shared();
    // A's at the first and last second of March; D's are the second before and midnight after.
    assert_figures(&program, &march(), &[(&SHARES, 4.0), (&PRINTS, 3.0)]); // A B B A; C F F
    assert_figures(&program, &inside(), &[(&SHARES, 3.0), (&PRINTS, 1.0)]); // H J I; I
    assert_figures(&program, &year(), &[(&SHARES, 5.0), (&PRINTS, 4.0)]); // and D; and D
    let names = &["Bronze", "Gold", "Silver"];
    assert_by(
        &program,
        &march(),
        Grouping::Tier,
        names,
        &[(&SHARES, &[0.0, 4.0, 0.0, 4.0]), (&PRINTS, &[2.0, 0.0, 1.0, 3.0])], // A B; F, C
    );
    assert_periods(
        &program,
        &year(),
        Grain::Quarter,
        &[(&SHARES, &[5.0, 0.0, 0.0, 0.0]), (&PRINTS, &[3.0, 1.0, 0.0, 0.0])],
    );

    let path = format!("{CONTENT}/sharesAndPrints");
    let row = |kind: &str, page: &str, count: i64| json!({"type": kind, "page": page, "count": count});
    assert_blocks(
        &program,
        &path,
        &march(),
        &[
            // Most first, then by type and page; pages that were never shared have no row.
            (
                "SHARES",
                json!([row("Article", "/articles/1", 2), row("Article", "/offers/1", 1), row("Offer", "/offers/1", 1)]),
            ),
            ("PRINTS", json!([row("Offer", "/offers/2", 2), row("Article", "/articles/1", 1)])),
        ],
    );
    assert_blocks(
        &program,
        &path,
        &inside(),
        &[
            // H I; J's is of another type.
            ("SHARES", json!([row("Page", "/about", 2), row("page", "/about", 1)])),
            ("PRINTS", json!([row("Page", "/about", 1)])),
        ],
    );
    let seniors = json!({"userGroupAudiences": [2], "userGroupsAudiencesAll": false}); // B C F I
    let body = with(march(), seniors);
    let shares = json!([row("Article", "/offers/1", 1), row("Offer", "/offers/1", 1)]);
    assert_block(&program, &path, "SHARES", &body, &shares);
    let first = program.post(&format!("{path}/breakdowns"), &with(march(), json!({"recordCount": 2})));
    assert_eq!(
        (&first["SHARES"]["data"], &first["SHARES"]["total"]),
        (&json!([row("Article", "/articles/1", 2), row("Article", "/offers/1", 1)]), &json!(3))
    );
    assert_eq!(first["PRINTS"]["total"], json!(2));
}

#[test]
fn articles() {
    let program = Program::shared();
    let path = format!("{CONTENT}/articles");
    let row = |name: &str, visits: i64| json!({"name": name, "visits": visits});
    assert_blocks(
        &program,
        &path,
        &inside(),
        &[
            // H2 H4; I2 I3 J4
            (
                "ARTICLE_VISITS_BY_AUDIENCE_TABLE",
                table(&["value"], &[("Auto", &[2.]), ("Home", &[3.]), ("Total", &[5.])]),
            ),
            ("ARTICLE_VISITS_BY_CATEGORY", json!([row("Leisure", 3), row("leisure", 2)])),
            ("ARTICLES_VISITED", json!([row("Ten days out", 2), row("ten days out", 2), row("Spring recipes", 1)])),
        ],
    );
    let by_audience = with(march(), json!({"viewByH1": "AUDIENCE", "viewByH2": "TIER"}));
    assert_blocks(
        &program,
        &path,
        &by_audience,
        &[
            (
                "ARTICLE_VISITS_BY_AUDIENCE_TABLE",
                nested(
                    &["value"],
                    &[
                        ("Families", &[3.], &[("Bronze", &[0.]), ("Gold", &[3.]), ("Silver", &[0.])]), // A B A
                        ("Seniors", &[3.], &[("Bronze", &[1.]), ("Gold", &[1.]), ("Silver", &[1.])]),  // F; B; C
                        ("Students", &[1.], &[("Bronze", &[0.]), ("Silver", &[1.])]),                  // D
                        ("Total", &[6.], &[]),
                    ],
                ),
            ),
            ("ARTICLE_VISITS_BY_CATEGORY", json!([row("Help", 5), row("Leisure", 1)])),
            // Two articles with the same name are two rows.
            ("ARTICLES_VISITED", json!([row("How points work", 4), row("Ten days out", 1), row("Ten days out", 1)])),
        ],
    );
    let silver = with(march(), tiers(&[2])); // D5 C2
    assert_block(&program, &path, "ARTICLE_VISITS_BY_CATEGORY", &silver, &json!([row("Help", 1), row("Leisure", 1)]));
}

/// The polls that `info` lists.
fn poll_list(program: &Program, body: &Value) -> Vec<(i64, String)> {
    let info = program.post(&format!("{CONTENT}/polls/breakdown/info"), body);
    let poll = |poll: &Value| (poll["id"].as_i64().expect("an id"), poll["name"].as_str().expect("a name").to_owned());
    info["pollList"].as_array().expect("polls").iter().map(poll).collect()
}

fn poll_answers(program: &Program, poll: i64, body: &Value) -> Value {
    program.post(&format!("{CONTENT}/polls/breakdown/{poll}/answerInfos"), body)["pollAnswers"].clone()
}

#[test]
fn poll_list_of_a_period() {
    let program = Program::shared();
    let named = |polls: &[(i64, &str)]| polls.iter().map(|(id, name)| (*id, (*name).to_owned())).collect::<Vec<_>>();
    // Open on at least one day: 5 only on the first, 6 from the last on; not 7, which opens the day after, nor 8, which
    // closes the day before. Ordered by name ignoring case, then by code point.
    let open = named(&[(3, "How did you find us?"), (6, "Tea or coffee?"), (5, "tea or coffee?"), (4, "Which day?")]);
    assert_eq!(poll_list(&program, &inside()), open);
    assert_eq!(poll_list(&program, &with(inside(), tiers(&[]))), open, "whoever is chosen");
    assert_eq!(poll_list(&program, &with(inside(), json!({"recordCount": 3}))), open[..3]);
    assert_eq!(poll_list(&program, &march()), named(&[(1, "Tea or coffee?"), (2, "What next?")]));
    let ever = json!({"startDate": "2024-01-01", "endDate": "2025-12-31"});
    let ids: Vec<i64> = poll_list(&program, &ever).into_iter().map(|(id, _)| id).collect();
    assert_eq!(ids, [8, 3, 7, 1, 6, 5, 2, 4], "Earlier, How, Later, Tea 1 and 6, tea 5, What, Which");
    let info = program.post(&format!("{CONTENT}/polls/breakdown/info"), &inside());
    assert_eq!(info["pollDto"], json!({"polls": 4, "answers": 6}));
}

#[test]
fn answers_of_a_poll() {
    let program = Program::shared();
    let option = |index: i64, name: &str, count: i64, percent: f64| json!({"index": index, "name": name, "answerCount": count, "percent": number(percent)});
    // Poll 5: A 10, C 10, H 1 in the window; B's 2 is before it and G's after. Options are ordered by index.
    assert_eq!(
        poll_answers(&program, 5, &inside()),
        json!([option(1, "First", 1, 33.33), option(2, "Second", 0, 0.), option(10, "Tenth", 2, 66.67)])
    );
    // The chosen members' answers: A 10, H 1.
    assert_eq!(
        poll_answers(&program, 5, &with(inside(), tiers(&[1]))),
        json!([option(1, "First", 1, 50.), option(2, "Second", 0, 0.), option(10, "Tenth", 1, 50.)])
    );
    assert_eq!(
        poll_answers(&program, 5, &march()),
        json!([option(1, "First", 0, 0.), option(2, "Second", 0, 0.), option(10, "Tenth", 0, 0.)]),
        "not open yet"
    );
    assert_eq!(
        poll_answers(&program, 1, &march()), // B on its last day; A's is of February
        json!([option(1, "This", 0, 0.), option(2, "That", 1, 100.)])
    );
    assert_eq!(poll_answers(&program, 6, &inside()), json!([]), "without options");
    assert_eq!(poll_answers(&program, 5, &with(inside(), json!({"recordCount": 1}))).as_array().map(Vec::len), Some(3));

    // The table: all answers, then the answers of each option in order.
    let row = |name: &str, is_total: bool, answers: [i64; 3], records: Value| json!({"name": name, "isTotal": is_total, "value": answers.iter().sum::<i64>(), "answers": answers, "records": records});
    let flat = |name: &str, is_total: bool, answers: [i64; 3]| row(name, is_total, answers, json!([]));
    let post = |body: &Value| {
        let path = format!("{CONTENT}/polls/breakdown/5");
        let block = program.post(&format!("{path}/POLL_ANSWERS_BY_AUDIENCE_TABLE"), body);
        assert_eq!(program.post(&format!("{path}/answerInfos"), body)["POLL_ANSWERS_BY_AUDIENCE_TABLE"], block);
        block["data"].clone()
    };
    assert_eq!(
        post(&with(inside(), json!({"viewByH1": "TIER"}))),
        json!([
            flat("Bronze", false, [0, 0, 0]),
            flat("Gold", false, [1, 0, 1]),
            flat("Silver", false, [0, 0, 1]),
            flat("Total", true, [1, 0, 2])
        ])
    );
    assert_eq!(
        post(&with(inside(), json!({"viewByH1": "LOB", "viewByH2": "AUDIENCE"}))),
        json!([
            row(
                "Auto",
                true,
                [1, 0, 2],
                json!([
                    flat("Families", false, [1, 0, 1]), // A H
                    flat("Seniors", false, [0, 0, 1]),  // C
                    flat("Students", false, [0, 0, 0])
                ])
            ),
            row(
                "Home",
                true,
                [0, 0, 0],
                json!([
                    flat("Families", false, [0, 0, 0]),
                    flat("Seniors", false, [0, 0, 0]),
                    flat("Students", false, [0, 0, 0])
                ])
            ),
            flat("Total", true, [1, 0, 2])
        ])
    );
    // From 2024-12-31 on, B, who is in two audiences, counts too: in both rows and once in the total.
    let longer = json!({"startDate": "2024-12-31", "endDate": "2025-03-11", "viewByH1": "AUDIENCE"});
    assert_eq!(
        post(&longer),
        json!([
            flat("Families", false, [1, 1, 1]), // H B A
            flat("Seniors", false, [0, 1, 1]),  // B C
            flat("Students", false, [0, 1, 0]), // G
            flat("Total", true, [1, 2, 2])
        ])
    );
    assert_figures(&program, &inside(), &[(&POLLS, 4.0), (&POLL_ANSWERS, 6.0)]);
}

#[test]
fn trends_of_shares_and_prints() {
    assert_trend(
        &Program::shared(),
        "C_SHARES",
        &inside(),
        &[("Shares", 0.0, 3.0, None, None, true), ("Prints", 0.0, 1.0, None, None, true)],
        // Loaded from 2024-02-29 on: D A B B; C F F.
        &[("Shares", 4.0, 3.0, None, None, false), ("Prints", 3.0, 1.0, None, None, false)],
    );
}
