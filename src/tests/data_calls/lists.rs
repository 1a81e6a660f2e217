//! Calls that return unwrapped lists: the filter lists, the campaign screens and the schedule. Also single polls.
//! The rows come from `fixture/`.

use serde_json::{Value, json};
use time::macros::date;

use super::{POLL_BLOCK, rows};
use crate::Program;

const CAMPAIGNS: &str = "/api/v1/emails/dashboard/getCampaigns";
const SCREENS: &str = "/api/v1/emails/dashboard/screens";
const SCHEDULES: &str = "/api/v1/emails/dashboard/schedules";
const OFFERS: &str = "/api/v1/offer/dashboard/getOffers";
const POLLS: &str = "/api/v1/content/dashboard/polls/breakdown";

fn inside(more: Value) -> Value {
    let mut body = json!({"startDate": "2025-02-10", "endDate": "2025-03-10"});
    for (name, value) in more.as_object().expect("an object") {
        body[name] = value.clone();
    }
    body
}

fn nobody() -> Value {
    json!({"userGroupTiers": [], "userGroupsTiersAll": false})
}

#[test]
fn campaigns_with_a_message_sent_in_the_period() {
    let program = Program::shared();
    let campaign = |id: i64, name: &str, kind: i64| json!({"id": id, "name": name, "campaigntypeid": kind});
    // Ordered by name ignoring case, then by code point, then by id. 6 was never sent, and 7 in August.
    let expected =
        json!([campaign(3, "February news", 1), campaign(5, "February news", 2), campaign(4, "february news", 3)]);
    assert_eq!(program.post(CAMPAIGNS, &inside(json!({}))), expected);
    // Choosing some of them does not remove the others.
    let chosen = json!({"campaigns": [4], "campaignsAll": false, "campaignsTypes": [], "campaignsTypesAll": false});
    for more in [nobody(), chosen, json!({"recordCount": 0})] {
        assert_eq!(program.post(CAMPAIGNS, &inside(more)), expected);
    }
    assert_eq!(program.post(CAMPAIGNS, &inside(json!({"recordCount": 2}))), json!(rows(&expected)[..2]));
    let march = json!({"startDate": "2024-03-01", "endDate": "2024-03-31"});
    assert_eq!(program.post(CAMPAIGNS, &march), json!([campaign(1, "March news", 1), campaign(2, "Spring offer", 2)]));
    // The date sent is that of its messages: 4 was planned for 02-27, its first message was sent on 02-28.
    for (start, end, expected) in [
        ("2025-02-27", "2025-02-27", json!([])),
        ("2025-02-28", "2025-02-28", json!([campaign(4, "february news", 3)])),
    ] {
        assert_eq!(program.post(CAMPAIGNS, &json!({"startDate": start, "endDate": end})), expected);
    }
}

#[test]
fn every_campaign_type_by_name() {
    let kind = |id: i64, name: &str| json!({"id": id, "name": name});
    assert_eq!(
        Program::shared().get("/api/v1/emails/dashboard/getCampaignsTypes"),
        json!([kind(4, "Invitation"), kind(1, "News"), kind(5, "News"), kind(3, "news"), kind(2, "Offer")])
    );
}

#[test]
fn screens_of_campaigns() {
    let program = Program::shared();
    let three = json!({"campaign": "February news", "name": "News", "subject": "What is new", "ssl": "",
        "link": "https://mail.example.org/3"});
    let five = json!({"campaign": "February news", "name": "Offer", "subject": "Only for you", "ssl": "",
        "link": "https://mail.example.org/5"});
    let four = json!({"campaign": "february news", "name": "news", "subject": "Once more", "ssl": "Again, and better",
        "link": "http://mail.example.org/4"});
    let post = |more: Value| program.post(SCREENS, &inside(more));
    assert_eq!(post(json!({})), json!([three, five, four]));
    assert_eq!(post(nobody()), json!([three, five, four]), "user groups do not restrict them");
    assert_eq!(post(json!({"recordCount": 1})), json!([three]));
    assert_eq!(post(json!({"recordCount": 0})), json!([three, five, four]));
    assert_eq!(post(json!({"campaigns": [4, 5], "campaignsAll": false})), json!([five, four]));
    assert_eq!(post(json!({"campaignsTypes": [1, 3], "campaignsTypesAll": false})), json!([three, four]));
    let both =
        json!({"campaigns": [4, 5], "campaignsAll": false, "campaignsTypes": [1, 3], "campaignsTypesAll": false});
    assert_eq!(post(both), json!([four]));
}

#[test]
fn offers_active_in_the_period() {
    let program = Program::shared();
    let offer = |(id, name, category): (i64, &str, i64)| json!({"id": id, "name": name, "categoryPrimary": category});
    let list = |offers: &[(i64, &str, i64)]| offers.iter().copied().map(offer).collect::<Value>();
    // As the page requests it: all offers ever, including category 9 and future ones.
    let ever = json!({"startDate": "1900-01-01", "endDate": "2099-12-31"});
    let all = list(&[
        (1, "A coffee", 1),
        (7, "A coffee", 9),
        (4, "a coffee", 9),
        (3, "A sandwich", 1),
        (8, "Next thing", 4),
        (5, "Old ticket", 2),
        (9, "One day", 4),
        (6, "Summer ticket", 3),
        (2, "Two books", 2),
        (10, "Winter ticket", 2),
    ]);
    assert_eq!(program.post(OFFERS, &ever), all);
    let march = json!({"startDate": "2024-03-01", "endDate": "2024-03-31"});
    let of_march = list(&[(1, "A coffee", 1), (4, "a coffee", 9), (3, "A sandwich", 1), (2, "Two books", 2)]);
    assert_eq!(program.post(OFFERS, &march), of_march);
    for more in [nobody(), json!({"offers": [1], "offersAll": false}), json!({"recordCount": 0})] {
        let mut body = ever.clone();
        body.as_object_mut().expect("a filter").extend(more.as_object().expect("an object").clone());
        assert_eq!(program.post(OFFERS, &body), all);
    }
    let two = list(&[(1, "A coffee", 1), (7, "A coffee", 9)]);
    assert_eq!(program.post(OFFERS, &inside(json!({"recordCount": 2}))), two);
}

#[test]
fn offers_and_polls_may_be_of_any_century() {
    let program = Program::empty(date!(2025 - 03 - 11));
    program
        .app
        .import(&[
            ("partners.csv", "id,name\n1,Coffee\n"),
            ("offer_categories.csv", "id,name\n1,Food\n"),
            (
                "offers.csv",
                "id,name,partner_id,category_id,active_from,active_to\n1,Early,1,1,1901-01-01,1901-01-31\n\
                 2,Late,1,1,2095-06-01,\n",
            ),
            ("polls.csv", "id,question,opened_on,closed_on\n1,Early?,1901-01-01,1901-01-31\n2,Late?,2095-06-01,\n"),
        ])
        .expect("loaded");
    for (start, end, names, new, ended) in [
        ("1900-01-01", "2099-12-31", &["Early", "Late"][..], 2, 1),
        ("1901-01-31", "1901-02-28", &["Early"], 0, 1),
        ("1901-02-01", "2095-05-31", &[], 0, 0),
        ("2095-06-01", "2095-06-01", &["Late"], 1, 0),
        ("2999-01-01", "3000-12-31", &["Late"], 0, 0),
    ] {
        let body = json!({"startDate": start, "endDate": end});
        let listed = program.post(OFFERS, &body);
        let found: Vec<&str> = rows(&listed).iter().filter_map(|offer| offer["name"].as_str()).collect();
        assert_eq!(found, names, "{body}");
        let card = json!({"totalActiveOffers": names.len(), "newOffers": new, "offBoarded": ended});
        assert_eq!(program.post("/api/v1/offer/dashboard/info", &body)["offerDto"], card, "{body}");
        let polls = program.post(&format!("{POLLS}/info"), &body);
        assert_eq!(polls["pollDto"]["polls"], json!(names.len()), "{body}");
        assert_eq!(rows(&polls["pollList"]).len(), names.len(), "{body}");
    }
}

#[test]
fn every_offer_category_except_the_ninth_by_name() {
    let category = |id: i64, name: &str| json!({"id": id, "name": name});
    let expected = json!([
        category(5, "Empty"),
        category(1, "Food"),
        category(4, "Food"),
        category(3, "food"),
        category(2, "Media")
    ]);
    assert_eq!(Program::shared().get("/api/v1/offer/dashboard/getOffersCategories"), expected);
}

#[test]
fn every_offer_with_its_partner() {
    let of = |(id, partner): (i64, &str)| json!({"id": id, "partner": partner});
    // By the partner's name as all names are: ignoring case, then by code point, then by the number of the offer.
    let expected = [
        (2, "Books"),
        (4, "Books"),
        (8, "Books"),
        (9, "Books"),
        (5, "books"),
        (6, "books"),
        (7, "books"),
        (1, "Coffee"),
        (3, "Coffee"),
        (10, "Coffee"),
    ];
    let expected: Value = expected.into_iter().map(of).collect();
    assert_eq!(Program::shared().get("/api/v1/offer/dashboard/getOffersPartners"), expected);
}

#[test]
fn items_with_the_same_name_are_ordered_by_id() {
    let program = Program::empty(date!(2025 - 03 - 11));
    for ids in [[7, 3], [5, 4]] {
        let text = format!("id,name\n{},Alike\n{},Alike\n", ids[0], ids[1]);
        let tables = ["offer_categories.csv", "campaign_types.csv"];
        program.app.import(&tables.map(|table| (table, text.as_str()))).expect("loaded");
    }
    for path in ["/api/v1/offer/dashboard/getOffersCategories", "/api/v1/emails/dashboard/getCampaignsTypes"] {
        let list = program.get(path);
        let ids: Vec<i64> = rows(&list).iter().filter_map(|row| row["id"].as_i64()).collect();
        assert_eq!(ids, [3, 4, 5, 7], "{path}");
    }
}

/// The dates and notes of the returned schedule.
fn scheduled(program: &Program, body: &Value) -> Vec<(String, String)> {
    let text = |row: &Value, field: &str| row[field].as_str().unwrap_or_else(|| panic!("{field} of {row}")).to_owned();
    rows(&program.post(SCHEDULES, body)).iter().map(|row| (text(row, "date"), text(row, "notes"))).collect()
}

#[test]
fn schedule_lists_what_is_planned_from_today_on() {
    let program = Program::shared();
    let day = |(date, notes): (&str, &str)| (date.to_owned(), notes.to_owned());
    let upcoming: Vec<(String, String)> = [
        ("2025-03-11", ""),
        ("2025-03-11", "Two, on one day"),
        ("2025-03-12", ""),
        ("2025-04-01", ""),
        ("2025-04-08", ""),
        ("2025-04-15", ""),
        ("2025-04-22", ""),
        ("2025-04-29", ""),
        ("2025-05-06", ""),
        ("2025-05-13", "The tenth"),
        ("2025-05-20", "The eleventh"),
        ("2025-09-01", ""),
    ]
    .map(day)
    .into();
    let first = rows(&program.post(SCHEDULES, &inside(json!({}))))[0].clone();
    assert_eq!(
        first,
        json!({"date": "2025-03-11", "dayOfWeek": "Tuesday", "audience": "Families",
            "enrollmentStatus": "Not registered", "notes": ""})
    );
    // For any period: past, future, all time.
    for (start, end) in [("2024-03-01", "2024-03-31"), ("2025-06-01", "2025-06-30"), ("1000-01-01", "3000-12-31")] {
        let post =
            |count: Value| scheduled(&program, &json!({"startDate": start, "endDate": end, "recordCount": count}));
        assert_eq!(post(json!(null)), upcoming, "{start}");
        assert_eq!(post(json!(10)), upcoming[..10], "{start}");
        assert_eq!(post(json!(1)), upcoming[..1], "{start}");
    }
    // All of them, and those since the start of the period; a start in the future removes nothing.
    let since = [("2025-02-10", "The first day"), ("2025-03-10", "Yesterday")].map(day);
    assert_eq!(scheduled(&program, &inside(json!({"recordCount": 0}))), [&since[..], &upcoming[..]].concat());
    let march = json!({"startDate": "2024-03-01", "endDate": "2024-03-31", "recordCount": 0});
    let before = [("2025-02-09", "The day before")].map(day);
    assert_eq!(scheduled(&program, &march), [&before[..], &since[..], &upcoming[..]].concat());
    let june = json!({"startDate": "2025-06-01", "endDate": "2025-06-30", "recordCount": 0});
    assert_eq!(scheduled(&program, &june), upcoming);
    // The schedule does not depend on members.
    assert_eq!(scheduled(&program, &inside(nobody())), upcoming);
}

#[test]
fn schedule_moves_with_the_day() {
    let program = Program::of(date!(2025 - 05 - 14), "src/tests/fixture");
    let dates: Vec<String> = scheduled(&program, &json!({})).into_iter().map(|(date, _)| date).collect();
    assert_eq!(dates, ["2025-05-20", "2025-09-01"]);
    let late = Program::of(date!(2025 - 09 - 02), "src/tests/fixture");
    assert_eq!(scheduled(&late, &json!({})), []);
    // This year, including past ones.
    assert_eq!(scheduled(&late, &json!({"recordCount": 0})).len(), 15);
}

#[test]
fn a_poll_id_is_a_number_above_0() {
    let program = Program::shared();
    for call in ["answerInfos", POLL_BLOCK] {
        for id in ["0", "-1", "abc", "00", "+1", "1.0", "1%20", "1e0", "-", "null"] {
            let answer = program.call(&format!("{POLLS}/{id}/{call}"), &json!({}));
            let said = answer.json();
            assert_eq!((answer.status, &said["error"]), (400, &json!("invalid_request")), "{id}/{call}: {said}");
            assert!(rows(&said["errors"])[0].as_str().is_some_and(|text| text.contains("poll")), "{id}: {said}");
        }
        // Also a number larger than any id.
        for id in ["9", "999", "2147483647", "2147483648", "99999999999"] {
            let answer = program.call(&format!("{POLLS}/{id}/{call}"), &json!({}));
            assert_eq!((answer.status, &answer.json()["error"]), (404, &json!("not_found")), "{id}/{call}");
        }
        // A poll that is not open in the period still exists.
        assert_eq!(program.call(&format!("{POLLS}/7/{call}"), &inside(json!({}))).status, 200);
    }
    for block in ["NOTHING", "poll_answers_by_audience_table", "LOGINS_TABLE", "answerinfos"] {
        let answer = program.call(&format!("{POLLS}/1/{block}"), &json!({}));
        assert_eq!((answer.status, &answer.json()["error"]), (404, &json!("not_found")), "{block}");
    }
    for path in [POLLS.to_owned(), format!("{POLLS}/1"), format!("{POLLS}/1/{POLL_BLOCK}/more")] {
        assert_eq!(program.call(&path, &json!({})).status, 404, "{path}");
    }
}
