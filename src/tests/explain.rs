//! Why a figure moved, over HTTP: trees that add up at every level, and causes that are named.

use std::collections::BTreeSet;
use std::sync::Arc;

use bond::screens::FIGURES;
use bond::warehouse::demo::{self, DemoOptions};
use serde_json::{Value, json};
use time::macros::date;
use time::{Date, Duration};

use crate::{Program, Shared, of_today, of_turn, takes_turn};

/// The last day of the demo.
const MADE_TO: Date = date!(2026 - 03 - 14);

fn explained(program: &Program, figure: &str, body: &Value) -> Value {
    program.post(&format!("/api/v1/explain/{figure}"), body)
}

fn window(start: Date, end: Date) -> Value {
    json!({"period": "SELECTED_DATE", "startDate": start.to_string(), "endDate": end.to_string()})
}

/// First and last day of the month so many months before the demo's last.
fn month(before: u8) -> (Date, Date) {
    let mut first = MADE_TO.replace_day(1).expect("a first day");
    for _ in 0..before {
        first = first.previous_day().expect("a day").replace_day(1).expect("a first day");
    }
    let last = first + Duration::days(i64::from(first.month().length(first.year())) - 1);
    (first, last)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

/// Asserts that the effects of a tree add up to a total on every level, and returns how many levels there are.
fn assert_adds_up(tree: &Value, total: f64, what: &str) -> usize {
    let causes = tree["causes"].as_array().unwrap_or_else(|| panic!("{what}: causes in {tree}"));
    let sum: f64 = causes.iter().map(|cause| number(&cause["effect"])).sum();
    assert!((sum - total).abs() < 1e-6, "{what}: the effects of {} make {sum}, not {total}", tree["by"]);
    let mut levels = 1;
    for cause in causes {
        if let (Some(rate), Some(mix)) = (cause["rateEffect"].as_f64(), cause["mixEffect"].as_f64()) {
            assert!((rate + mix - number(&cause["effect"])).abs() < 1e-6, "{what}: {cause}");
        }
        if !cause["inside"].is_null() {
            let what = format!("{what}, within {}", cause["name"]);
            levels = levels.max(1 + assert_adds_up(&cause["inside"], number(&cause["effect"]), &what));
        }
    }
    levels
}

/// Each figure by each of its divisions, with its causes divided once and twice more.
#[test]
fn effects_add_up_at_every_level_for_every_figure() {
    if !crate::runs_today() {
        return;
    }
    let program = Program::empty(date!(2026 - 03 - 15));
    let options = DemoOptions { members: 400, seed: 3, years: 2, causes: true };
    demo::make(&program.app.app.warehouse, &options, MADE_TO, None, &()).expect("a demo");
    let (mut trees, mut deepest) = (0, 0);
    let bodies = [
        window(date!(2025 - 07 - 01), date!(2025 - 12 - 31)),
        json!({"period": "LAST_90DAYS", "comparison": "SAME_DATES_LAST_YEAR", "userGroupAudiences": [1, 2],
               "userGroupsAudiencesAll": false, "userGroupTiers": [2, 3], "userGroupsTiersAll": false,
               "groupsAsOf": "WINDOW"}),
    ];
    let mut of_moves = 0;
    for figure in of_today(FIGURES.iter()) {
        for body in &bodies {
            let whole = explained(&program, &figure.id, body);
            let what = format!("{} with {body}", figure.id);
            let divisions = whole["divisions"].as_array().expect("divisions");
            assert!(!divisions.is_empty() || !whole["note"].is_null(), "{what}: {whole}");
            for division in divisions {
                let by = &division["by"];
                let mut with = body.clone();
                with["open"] = json!({"by": by});
                let answer = explained(&program, &figure.id, &with);
                assert_eq!(&answer["tree"]["by"], by, "{what}");
                assert_eq!(answer["change"], whole["change"], "{what}");
                assert_adds_up(&answer["tree"], number(&answer["change"]), &what);
                of_moves += usize::from(by == "MOVES");
                // The first cause that can be opened, and within it the first one again.
                let first = |tree: &Value| {
                    let causes = tree["causes"].as_array().cloned().unwrap_or_default();
                    causes.into_iter().find(|cause| cause["canOpen"] == true)
                };
                let Some(outer) = first(&answer["tree"]) else { continue };
                let key = outer["key"].as_str().expect("a key");
                with["open"] = json!({"by": by, "inside": {key: {}}});
                let answer = explained(&program, &figure.id, &with);
                let opened =
                    answer["tree"]["causes"].as_array().expect("causes").iter().find(|cause| cause["key"] == key);
                let inner = opened.and_then(|opened| first(&opened["inside"]));
                let inside = inner.map_or(json!({}), |inner| json!({inner["key"].as_str().expect("a key"): {}}));
                with["open"] = json!({"by": by, "inside": {key: {"inside": inside}}});
                let answer = explained(&program, &figure.id, &with);
                deepest = deepest.max(assert_adds_up(&answer["tree"], number(&answer["change"]), &what));
                trees += 1;
            }
        }
    }
    assert!(trees > 60 && deepest == 3 && of_moves > 3, "{trees} trees, {of_moves} of moves, {deepest} levels");
}

#[test]
fn the_score_is_explained_by_its_parts_and_these_by_groups() {
    let program = Program::empty(date!(2026 - 03 - 15));
    let options = DemoOptions { members: 2_000, seed: 5, years: 2, causes: true };
    demo::make(&program.app.app.warehouse, &options, MADE_TO, None, &()).expect("a demo");
    let score = program.post("/api/v1/bond/score", &json!({}));
    let plain = explained(&program, "score", &json!({}));
    assert_eq!(plain["now"], score["score"]);
    assert_eq!(plain["change"], score["explain"]["mom"]);
    let parts = plain["tree"]["causes"].as_array().expect("parts");
    let inside: serde_json::Map<String, Value> = parts
        .iter()
        .filter(|part| part["canOpen"] == true)
        .map(|part| (part["key"].as_str().expect("a key").to_owned(), json!({})))
        .collect();
    assert!(inside.len() > 2, "{plain}");
    let scored = score["explain"]["parts"].as_array().expect("parts");
    let unit_of = |key: &Value| &scored.iter().find(|part| part["key"] == *key).expect("a part of the score")["unit"];
    let opened = explained(&program, "score", &json!({"open": {"inside": inside}}));
    assert_eq!(assert_adds_up(&opened["tree"], number(&opened["change"]), "the score"), 2);
    assert_eq!(opened["sentences"].as_array().map(Vec::len), Some(2), "{opened}");
    // Each part has a unit of its own, and so have the causes within it.
    let units: BTreeSet<&str> = opened["tree"]["causes"]
        .as_array()
        .expect("parts")
        .iter()
        .filter(|part| part["kind"] == "part")
        .map(|part| {
            let unit = unit_of(&part["key"]);
            assert_eq!(&part["unit"], unit, "{part}");
            for cause in part["inside"]["causes"].as_array().into_iter().flatten() {
                let expected = if cause["kind"] == "mix" { &Value::Null } else { unit };
                assert_eq!(&cause["unit"], expected, "within {}: {cause}", part["key"]);
            }
            unit.as_str().expect("a unit")
        })
        .collect();
    assert_eq!(units, BTreeSet::from(["months", "percent"]));

    let refused =
        program.app.post("/api/v1/explain/score").bearer(&program.token).json(&json!({"open": {"by": "TIER"}}));
    let refused = refused.send();
    assert_eq!((refused.status, &refused.json()["errors"]), (400, &json!(["open.by must be PART, not \"TIER\""])));
}

/// Only causes that can be opened may be named. Otherwise two answers, with small groups protected, would differ by one item.
#[test]
fn naming_a_cause_that_cannot_be_opened_changes_nothing() {
    if !takes_turn(4) {
        return;
    }
    let program = usual();
    let mut body = json!({"period": "LAST_12MONTHS", "open": {"by": "OFFER"}});
    let plain = explained(&program, "totalInteractionDto.totalViews", &body);
    let count = plain["tree"]["causes"].as_array().expect("causes").len();
    assert_eq!(plain["tree"]["causes"][count - 1]["key"], "others", "{plain}");
    // The demo's first offers, most of them among the others.
    let offers: serde_json::Map<String, Value> = (1..=60).map(|id| (id.to_string(), json!({}))).collect();
    body["open"]["inside"] = offers.into();
    let named = explained(&program, "totalInteractionDto.totalViews", &body);
    assert_eq!(named["tree"]["causes"], plain["tree"]["causes"]);
}

/// The demo that a new user sees. It has so many members that what newcomers tell is estimated from a sample.
fn usual() -> Arc<Program> {
    static SHARED: Shared = Shared::new();
    SHARED.get(|| {
        let program = Program::empty(date!(2026 - 03 - 15));
        demo::make(&program.app.app.warehouse, &DemoOptions::default(), MADE_TO, None, &()).expect("a demo");
        program
    })
}

/// Every figure that newcomers divide, with what its answer says they tell and what an exact count says.
#[test]
fn what_newcomers_tell_is_estimated_well() {
    // With the other test of this large program.
    if !takes_turn(0) {
        return;
    }
    let program = usual();
    let body = json!({"period": "LAST_12MONTHS", "comparison": "SAME_DATES_LAST_YEAR"});
    let told = |answer: &Value| {
        let divisions = answer["divisions"].as_array().expect("divisions");
        let newcomers = divisions.iter().find(|division| division["by"] == "NEWCOMERS")?;
        Some((number(&newcomers["tells"]), newcomers["leading"].clone()))
    };
    let mut counted = 0;
    for figure in of_turn(FIGURES.iter()) {
        let id = figure.id.as_str();
        let Some((estimated, leading)) = told(&explained(&program, id, &body)) else { continue };
        let mut exactly = body.clone();
        exactly["open"] = json!({"by": "NEWCOMERS"});
        let (exact, named) = told(&explained(&program, id, &exactly)).expect("what newcomers tell");
        assert!((estimated - exact).abs() < 0.1, "{id}: {estimated} of {exact}");
        assert!(leading == named || leading.is_null() || named.is_null(), "{id}: {leading} for {named}");
        counted += 1;
    }
    assert!(counted > 4, "{counted}");
}

/// What `bond demo --explain` lists is what the explanation of the figure names first.
#[test]
fn every_planted_cause_is_named_first() {
    if !takes_turn(1) {
        return;
    }
    let program = usual();
    let causes = demo::explain(MADE_TO).expect("causes");
    let of = |key: &str| causes.iter().find(|cause| cause.key == key).unwrap_or_else(|| panic!("{key}"));
    let weeks = |days: i64| Duration::days(days);
    let last_year = |mut body: Value| {
        body["comparison"] = json!("SAME_DATES_LAST_YEAR");
        body
    };
    let gold_as_it_was = |mut body: Value| {
        body["groupsAsOf"] = json!("WINDOW");
        body["userGroupTiers"] = json!([2]);
        body["userGroupsTiersAll"] = json!(false);
        body
    };
    let (spike, unsubscribes, bounces) = (of("spike").from, of("unsubscribes").from, of("bounces").from);
    let drive = of("drive");
    let expected = [
        ("spike", "logins.totalLogins", window(spike - weeks(9), spike + weeks(4)), "TIME", "Tue "),
        ("slide", "logins.totalLogins", last_year(window(MADE_TO - weeks(59), MADE_TO)), "TIER", "Gold"),
        ("renewals", "logins.totalLogins", window(of("renewals").from, of("renewals").to), "LOB", "Auto"),
        ("app", "logins.totalLogins", window(of("app").from, MADE_TO), "AUDIENCE", "Young professionals"),
        ("outage", "logins.totalLogins", window(of("outage").from - weeks(6), of("outage").to), "TIME", "Thu "),
        (
            "press",
            "totalInteractionDto.totalViews",
            window(of("press").from, of("press").to),
            "OFFER_PARTNER",
            "Lantern Cinemas",
        ),
        ("csat", "score.csat", window(month(5).0, month(3).1), "TIME", "Dec 2025"),
        ("drive", "enrollments.totalNewEnrolled", window(drive.from, drive.to), "REGISTRATION_CHANNEL", "Partner"),
        ("dilution", "programActiveRate.percent", window(drive.from, of("dilution").to), "NEWCOMERS", "New members"),
        (
            "exit",
            "totalInteractionDto.totalViews",
            window(month(1).0, month(1).1),
            "OFFER_PARTNER",
            "Harborline Hotels",
        ),
        (
            "unsubscribes",
            "unsubscribedDto.percent",
            window(unsubscribes - weeks(15), unsubscribes + weeks(15)),
            "CAMPAIGN",
            "Partner Data Survey",
        ),
        (
            "bounces",
            "deliveryStatus.bounced",
            window(bounces - weeks(15), bounces + weeks(15)),
            "CAMPAIGN",
            "Archive Mailing",
        ),
        ("search", "visitors.sessions", window(month(1).0, month(1).1), "TRAFFIC_SOURCE", "Organic Search"),
        (
            "promotion",
            "programRetentionRate.percent",
            gold_as_it_was(window(of("promotion").from - weeks(9), MADE_TO)),
            "MOVES",
            "Members from Silver",
        ),
        ("term", "searchDto.count", window(of("term").from, MADE_TO), "QUERY", "electric car"),
    ];
    assert_eq!(expected.len(), causes.len(), "every cause is listed");
    for (key, figure, body, by, name) in expected {
        let answer = explained(&program, figure, &body);
        let first = &answer["divisions"][0];
        let leading = first["leading"].as_str().unwrap_or_default();
        assert!(first["by"] == by && leading.starts_with(name), "{key}: {}", answer["divisions"]);
        let sentence = answer["sentences"][1].as_str().unwrap_or_default();
        let is_named = sentence.to_lowercase().contains(&leading.to_lowercase());
        assert!(is_named, "{key}: {sentence}");
    }
}

/// Causes of a program that the demo knows nothing of: a line of business logs in half as often, one article is read five
/// times as often, and one link is clicked four times as often.
#[test]
fn causes_of_another_program_are_named_first() {
    let program = Program::empty(date!(2025 - 04 - 01));
    let mut files: Vec<(&str, String)> = vec![
        (
            "user_groups.csv",
            "id,type,name\n1,TIER,Basic\n2,TIER,Plus\n1,LOB,Loans\n2,LOB,Cards\n3,LOB,Savings\n1,AUDIENCE,Young\n\
             2,AUDIENCE,Old\n"
                .to_owned(),
        ),
        ("articles.csv", "id,title,category,published_on\n1,Spring,Home,2024-01-01\n2,Cars,Travel,2024-01-01\n3,Food,Home,2024-01-01\n".to_owned()),
        ("campaign_types.csv", "id,name\n1,News\n".to_owned()),
        (
            "campaigns.csv",
            "id,name,campaign_type_id,subject,ssl,preview_url,sent_at\n1,Letter,1,Hello,,https://x.example/1,2025-02-01 08:00:00\n"
                .to_owned(),
        ),
    ];
    let head = [
        "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n",
        "member_id,logged_in_at\n",
        "member_id,article_id,viewed_at\n",
        "member_id,campaign_id,link,clicked_at\n",
    ];
    let [mut members, mut logins, mut views, mut clicks] = head.map(str::to_owned);
    for member in 0..1_200 {
        let (tier, lob, audience) = (1 + member % 2, 1 + member % 3, 1 + member / 2 % 2);
        members += &format!("M{member},{tier},{lob},{audience},2024-12-01,Email\n");
        for (month, days) in [("2025-01", 28), ("2025-02", 28), ("2025-03", 28)] {
            let is_march = month == "2025-03";
            // Cards, a third of the members: every second week in March.
            let every = if is_march && lob == 2 { 14 } else { 7 };
            for day in (1 + member % 7..=days).step_by(every) {
                logins += &format!("M{member},{month}-{day:02} 09:00:00\n");
            }
            let article = 1 + member / 6 % 3;
            let times = if is_march && article == 3 { 5 } else { 1 };
            for hour in 0..times {
                views += &format!("M{member},{article},{month}-{:02} {:02}:00:00\n", 1 + member % 28, 8 + hour);
            }
            let link = member / 12 % 4;
            let times = if is_march && link == 1 { 4 } else { 1 };
            for hour in 0..times {
                clicks += &format!(
                    "M{member},1,https://x.example/{link},{month}-{:02} {:02}:00:00\n",
                    1 + member % 28,
                    8 + hour
                );
            }
        }
    }
    files.extend([
        ("members.csv", members),
        ("logins.csv", logins),
        ("article_views.csv", views),
        ("email_link_clicks.csv", clicks),
    ]);
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    program.app.import(&files).expect("loaded");
    let march = window(date!(2025 - 03 - 01), date!(2025 - 03 - 28));
    let compared = |figure: &str| explained(&program, figure, &march);
    for (figure, by, name, effect) in [
        ("logins.totalLogins", "LOB", "Cards", -800.0),
        ("article.views", "ARTICLE", "Food", 1_584.0),
        ("linkDto.sum", "LINK", "https://x.example/1", 900.0),
    ] {
        let answer = compared(figure);
        let tree = &answer["tree"];
        assert_eq!((&tree["by"], &answer["divisions"][0]["leading"]), (&json!(by), &json!(name)), "{answer}");
        let leading = tree["causes"].as_array().expect("causes").iter().find(|cause| cause["key"] == tree["leading"]);
        assert_eq!(leading.map(|cause| &cause["effect"]), Some(&json!(effect)), "{answer}");
    }
}

#[test]
fn without_a_comparison_there_is_a_reason() {
    let program = Program::shared();
    let mut body = window(date!(2024 - 01 - 05), date!(2024 - 02 - 05));
    let answer = explained(&program, "logins.totalLogins", &body);
    let note = "The data for this figure begin on Jan 5, 2024, too late to compare with. Choose a later period or \
                another comparison.";
    assert_eq!((&answer["note"], &answer["tree"]), (&json!(note), &Value::Null));
    body["comparison"] = json!("NONE");
    assert_eq!(explained(&program, "logins.totalLogins", &body)["note"], "Choose what to compare with.");
    let unknown = program.app.post("/api/v1/explain/logins.none").bearer(&program.token).json(&body).send();
    assert_eq!(unknown.status, 404, "{}", unknown.text);
}

/// No e-mails have no rate of unsubscribed members; it is not 0 %.
#[test]
fn a_rate_of_nothing_has_no_change() {
    let program = Program::shared();
    let mut found = 0;
    for day in [date!(2025 - 02 - 03), date!(2025 - 03 - 02), date!(2025 - 03 - 05)] {
        for figure in FIGURES.iter().filter(|figure| !figure.id.starts_with("score.")) {
            let answer = explained(&program, &figure.id, &window(day, day));
            if answer["note"] == "The denominator is zero in one of the periods." {
                found += 1;
                assert_eq!((&answer["change"], &answer["tree"]), (&Value::Null, &Value::Null), "{answer}");
                assert_eq!(answer["sentences"], json!([]), "{answer}");
            }
        }
    }
    assert!(found > 0, "days without e-mails");
}

/// Who registers after the period is no new member of it: their first login is not in the period. The files go on for
/// months after it.
#[test]
fn new_members_are_those_whose_first_login_is_in_the_period() {
    let program = Program::empty(date!(2025 - 07 - 01));
    let groups = "id,type,name\n1,TIER,Basic\n1,LOB,Loans\n1,AUDIENCE,All\n";
    let mut members = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n".to_owned();
    for member in ["old", "new", "later", "never"] {
        members += &format!("{member},1,1,1,2025-01-01,Email\n");
    }
    let mut logins = "member_id,logged_in_at\n".to_owned();
    for (member, day) in [("old", "2025-01-05"), ("old", "2025-03-02"), ("new", "2025-03-10"), ("later", "2025-04-01")]
    {
        logins += &format!("{member},{day} 09:00:00\n");
    }
    let mut views = "member_id,article_id,viewed_at\n".to_owned();
    // Views of each member in January, February, March and June.
    for (member, [january, february, march, june]) in
        [("old", [1, 4, 7, 1]), ("new", [0, 1, 3, 9]), ("later", [0, 2, 5, 8]), ("never", [0, 0, 2, 0])]
    {
        for (month, count) in [(1, january), (2, february), (3, march), (6, june)] {
            for hour in 0..count {
                views += &format!("{member},1,2025-{month:02}-15 {hour:02}:00:00\n");
            }
        }
    }
    let articles = "id,title,category,published_on\n1,Spring,Home,2024-01-01\n";
    program
        .app
        .import(&[
            ("user_groups.csv", groups),
            ("members.csv", &members),
            ("logins.csv", &logins),
            ("articles.csv", articles),
            ("article_views.csv", &views),
        ])
        .expect("loaded");
    let mut body = window(date!(2025 - 03 - 01), date!(2025 - 03 - 31));
    body["open"] = json!({"by": "NEWCOMERS"});
    let answer = explained(&program, "article.views", &body);
    let causes = answer["tree"]["causes"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let of = |key: &str| {
        let cause = causes.iter().find(|cause| cause["key"] == key).unwrap_or_else(|| panic!("{key} in {answer}"));
        [number(&cause["now"]), number(&cause["before"])]
    };
    // March: 3 by the member whose first login is on the 10th. In February nobody is new.
    assert_eq!((of("new"), of("established")), ([3.0, 0.0], [14.0, 7.0]), "{answer}");
}
