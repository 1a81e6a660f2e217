//! The planner over HTTP: as many people as it says give the score that it promises; the lists of members; saved plans.

use std::fmt::Write;

use bond::features::planner::stored::Plan;
use bond::groupings::Grouping;
use bond::modules::Module;
use bond::scope::{GroupLimit, Limits};
use bond::store::audit::By;
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role, USERS};
use serde_json::{Value, json};
use time::macros::date;

use crate::TestApp;

const PLANNER: &str = "/api/v1/planner";
const CLOSE: &str = "/api/v1/planner/close";
const MEMBERS: &str = "/api/v1/planner/close/members";
const PLANS: &str = "/api/v1/planner/plans";
const SCORE: &str = "/api/v1/bond/score";

/// The days of the score: 90 up to the last login.
const SCORED: (&str, &str) = ("2025-12-15", "2026-03-14");

/// A login, and interactions in the minutes after it: two views make the session qualify.
struct Session {
    member: usize,
    /// yyyy-mm-dd.
    day: String,
    hour: u8,
    qualifies: bool,
}

/// Months and days of a member's qualifying sessions. Of ten members three have none, four one, two two and one three.
fn qualifying_days(member: usize) -> impl Iterator<Item = (usize, usize)> {
    let count = [0, 0, 0, 1, 1, 1, 1, 2, 2, 3][member % 10];
    (0..count).map(move |number| (number % 2 + 1, (member + 7 * number) % 28 + 1))
}

/// 200 members, who registered in November, with sessions in the days of the score.
pub(crate) struct People {
    sessions: Vec<Session>,
}

impl People {
    fn new() -> People {
        let mut sessions = Vec::new();
        for member in 0..200 {
            let mut add = |day: String, qualifies| sessions.push(Session { member, day, hour: 9, qualifies });
            add(format!("2025-11-{:02}", member % 28 + 1), false);
            for (month, day) in qualifying_days(member) {
                add(format!("2026-{month:02}-{day:02}"), true);
            }
            if member % 15 == 0 {
                add("2026-03-14".to_owned(), false);
            }
        }
        People { sessions }
    }

    /// A qualifying session of each of these members, on the day of its last login, with offers that it has viewed: nothing
    /// but their qualifying sessions changes.
    fn add_sessions(&mut self, ids: &[String]) {
        for id in ids {
            let member: usize = id[1..].parse().expect("a number");
            let last =
                self.sessions.iter().filter(|session| session.member == member).map(|session| &session.day).max();
            let day = last.expect("a login").clone();
            self.sessions.push(Session { member, day, hour: 21, qualifies: true });
        }
    }

    fn load(&self, app: &TestApp) {
        let (mut logins, mut interactions) =
            ("member_id,logged_in_at\n".to_owned(), "member_id,offer_id,occurred_at,kind\n".to_owned());
        for Session { member, day, hour, qualifies } in &self.sessions {
            let _ = writeln!(logins, "M{member},{day} {hour:02}:00:00");
            for (offer, minute) in [(1, 5), (2, 6)].into_iter().filter(|_| *qualifies) {
                let _ = writeln!(interactions, "M{member},{offer},{day} {hour:02}:{minute:02}:00,VIEW");
            }
        }
        // One of five pairs has a click, outside every session.
        for member in (1..200).filter(|member| member % 5 > 0) {
            if member % 2 == 0 {
                let _ = writeln!(interactions, "M{member},1,2025-12-20 12:00:00,REDEEM_CLICK");
            }
        }
        app.import(&[("logins.csv", &logins), ("offer_interactions.csv", &interactions)]).expect("loaded");
    }
}

fn references(app: &TestApp) {
    let mut members = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n".to_owned();
    for member in 0..400 {
        let _ = writeln!(members, "M{member},{},{},1,2025-10-01,Email", member % 2 + 1, member / 100 + 1);
    }
    let groups = "id,type,name\n1,TIER,Gold\n2,TIER,Silver\n1,LOB,A\n2,LOB,B\n3,LOB,C\n4,LOB,D\n1,AUDIENCE,All\n";
    let offers = "id,name,partner_id,category_id,active_from,active_to\n1,One,1,1,2025-01-01,\n2,Two,1,1,2025-01-01,\n";
    let mut answers = "member_id,responded_at,score\n".to_owned();
    (0..60).for_each(|at| answers += &format!("M{at},2026-02-{:02} 10:00:00,{}\n", at % 28 + 1, at % 5 + 1));
    app.import(&[
        ("user_groups.csv", groups),
        ("members.csv", &members),
        ("partners.csv", "id,name\n1,Coffee\n"),
        ("offer_categories.csv", "id,name\n1,Food\n"),
        ("offers.csv", offers),
        ("csat_responses.csv", &answers),
        ("fa_activity.csv", "month,level\n2026-01-01,40\n2026-02-01,60\n"),
    ])
    .expect("loaded");
}

pub(crate) fn program(change: impl FnOnce(&mut bond::config::Config)) -> (TestApp, People) {
    let app = TestApp::open(date!(2026 - 03 - 15), change);
    references(&app);
    let people = People::new();
    people.load(&app);
    (app, people)
}

fn post(app: &TestApp, token: &str, path: &str, body: &Value) -> Value {
    let answer = app.post(path).bearer(token).json(body).send();
    assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text);
    answer.json()
}

/// The filter of the days of the score, with something more.
fn filter(more: Value) -> Value {
    let mut body = json!({"startDate": SCORED.0, "endDate": SCORED.1});
    let (Value::Object(fields), Value::Object(more)) = (&mut body, more) else { panic!("objects") };
    fields.extend(more);
    body
}

fn part<'a>(answer: &'a Value, key: &str) -> &'a Value {
    let parts = answer["parts"].as_array().expect("parts");
    parts.iter().find(|part| part["key"] == key).unwrap_or_else(|| panic!("{key} in {answer}"))
}

/// The ids in a file of members.
fn ids(text: &str) -> Vec<String> {
    let text = text.strip_prefix('\u{feff}').expect("a byte order mark");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("member_id"));
    lines.map(str::to_owned).collect()
}

/// The plan says how many more members need a session, the list who is one session away; their sessions are loaded, and the
/// score is what was promised. With one member fewer it is not.
#[test]
fn sessions_of_the_promised_number_of_members_give_the_promised_score() {
    if !crate::takes_turn(6) {
        return;
    }
    for (key, close_to, step) in
        [("programActiveRate", "active", 1.3), ("programActiveRate", "active", 3.1), ("engagementRate", "engaged", 2.1)]
    {
        let (app, mut people) = program(|_| {});
        let token = app.signed_in("ann", ADMIN);
        let score = || post(&app, &token, SCORE, &filter(json!({})))["score"].as_f64().expect("a score");
        let before = score();
        let target = ((before + step) * 10.0).round() / 10.0;
        let plan = post(&app, &token, PLANNER, &filter(json!({"target": {"value": target}})));
        assert_eq!(plan["score"].as_f64(), Some(before));
        let needed = &part(&plan, key)["needed"];
        let more = needed["more"].as_u64().expect("possible") as usize;
        let promised = needed["score"].as_f64().expect("a score");
        assert!(more > 1 && promised >= target, "{needed}");

        let list = app.post(MEMBERS).bearer(&token).json(&filter(json!({"closeTo": close_to}))).send();
        assert_eq!(list.status, 200, "{}", list.text);
        let close = ids(&list.text);
        assert!(close.len() >= more, "{} are close, {more} are needed", close.len());
        people.add_sessions(&close[..more - 1]);
        people.load(&app);
        assert!(score() < target, "{key}: {} with one fewer than {more}", score());
        people.add_sessions(&close[more - 1..more]);
        people.load(&app);
        assert_eq!(score(), promised, "{key}: {more} from {before}");
        let value = post(&app, &token, SCORE, &filter(json!({})))[key].clone();
        assert_eq!(value, needed["value"], "{key}");
    }
}

#[test]
fn what_if_and_targets_of_parts() {
    let (app, _) = program(|_| {});
    let token = app.signed_in("ann", USERS);
    let nothing = post(&app, &token, PLANNER, &filter(json!({})));
    assert_eq!((&nothing["mixture"], &nothing["whatIf"]), (&json!(null), &json!(null)));
    let active = part(&nothing, "programActiveRate");
    // 3 of 10 have two or more qualifying sessions; the target is 40 %.
    assert_eq!((&active["counted"], &active["toTarget"], &active["needed"]), (&json!(60), &json!(20), &json!(null)));
    let body = json!({"target": {"part": "engagementRate", "value": 15.5}, "changes": [{"part": "programActiveRate", "more": -30}]});
    let plan = post(&app, &token, PLANNER, &filter(body));
    let needed = &part(&plan, "engagementRate")["needed"];
    // 20 of 200 are engaged; 15.5 % are 31.
    assert_eq!((&needed["more"], &needed["value"], &needed["by"]), (&json!(11), &json!(15.5), &json!(5.5)));
    assert_eq!(part(&plan, "programActiveRate")["needed"], json!(null));
    let what_if = &plan["whatIf"];
    assert_eq!(what_if["parts"], json!([{"key": "programActiveRate", "more": -30, "value": 15.0}]));
    assert!(what_if["score"].as_f64() < plan["score"].as_f64(), "{what_if}");
    for (body, expected) in [
        (json!({"target": {"value": 101}}), "target.value: a score is 0 to 100"),
        (json!({"target": {"part": "nothing", "value": 1}}), "target.part: unknown variant `nothing`"),
        (json!({"changes": [{"part": "csat", "more": -1000}]}), "changes[0]: expected"),
        (json!({"endDate": "x"}), "endDate must be"),
    ] {
        let answer = app.post(PLANNER).bearer(&token).json(&body).send();
        assert_eq!(answer.status, 400, "{body}");
        let said = answer.json()["message"].as_str().expect("text").to_owned();
        assert!(said.starts_with(expected), "{body}: {said}");
    }
}

/// By hand: of 200 members 80 have one qualifying session and 40 two, half of each in each tier.
#[test]
fn who_is_close_by_group() {
    let (app, _) = program(|_| {});
    let token = app.signed_in("ann", USERS);
    let by_tier = post(&app, &token, CLOSE, &filter(json!({"viewByH1": "TIER"})));
    assert_eq!(
        (&by_tier["asOf"], &by_tier["dormantDays"], &by_tier["noticeDays"]),
        (&json!("2026-03-14"), &json!(90), &json!(14))
    );
    let numbers = |row: &Value| [row["active"].clone(), row["engaged"].clone()];
    let rows = by_tier["rows"].as_array().expect("rows");
    let names: Vec<&Value> = rows.iter().map(|row| &row["name"]).collect();
    assert_eq!(names, ["Gold", "Silver", "Total"]);
    assert_eq!(numbers(&rows[0]), [json!(40), json!(20)]);
    assert_eq!(
        (numbers(&rows[2]), &rows[2]["id"], &rows[2]["isTotal"]),
        ([json!(80), json!(40)], &json!(null), &json!(true))
    );
    // As of 5 February, 90 days go back to 8 November, and 76 to 22 November: those of the 8th to the 21st who have not come
    // back. The period is that of the filter.
    let february = post(&app, &token, CLOSE, &json!({"startDate": "2026-02-01", "endDate": "2026-02-05"}));
    let total = february["rows"].as_array().and_then(|rows| rows.last()).expect("a total").clone();
    assert_eq!(february["startDate"], json!("2026-02-01"));
    let registered = (0..200).filter(|member| (8..=21).contains(&(member % 28 + 1)));
    let back = |member: usize| qualifying_days(member).any(|(month, day)| month == 1 || day <= 5);
    let expected = registered.filter(|member| !back(*member)).count();
    assert!(expected > 5);
    assert_eq!(total["dormant"], json!(expected));
    // Nothing is loaded of a period.
    let later = post(&app, &token, CLOSE, &json!({"startDate": "2026-04-01", "endDate": "2026-04-30"}));
    assert_eq!((&later["asOf"], &later["rows"]), (&json!(null), &json!([])));
}

fn permission(code: Module, editable: bool) -> Permission {
    Permission { module: PermissionModule { code }, editable }
}

/// A role that is limited to groups of one grouping.
fn limited(name: &str, modules: &[Module], grouping: Grouping, ids: &[i32]) -> Role {
    let groups = vec![GroupLimit { grouping, ids: ids.to_vec() }];
    let permissions = modules.iter().map(|code| permission(*code, false)).collect();
    Role { name: name.to_owned(), permissions, limits: Limits { groups, without_members: false } }
}

#[test]
fn lists_of_members_need_both_modules_show_the_members_of_both_and_are_recorded() {
    let (app, _) = program(|_| {});
    let add = |role: &Role| app.app.store.add_role(role, 1).expect("added");
    add(&limited("planner", &[Module::Recommendations], Grouping::Tier, &[1]));
    add(&limited("people", &[Module::People], Grouping::Tier, &[1]));
    add(&limited("gold", &[Module::Recommendations, Module::People], Grouping::Tier, &[1]));
    let body = filter(json!({"closeTo": "active"}));
    let list = |token: &str| app.post(MEMBERS).bearer(token).json(&body).send();
    for (role, missing) in [("planner", "PEOPLE"), ("people", "RECOMMENDATIONS")] {
        let refused = list(&app.signed_in(role, role));
        assert_eq!(refused.status, 403, "{role}");
        assert!(refused.text.contains(missing), "{}", refused.text);
    }
    assert!(!app.app.store.audit_events().expect("read").contains(&"members_listed".to_owned()));
    let gold = list(&app.signed_in("gold", "gold"));
    assert_eq!(gold.header("content-disposition"), "attachment; filename=\"bond-one-session-from-active.csv\"");
    assert_eq!(gold.header("content-type"), "text/csv; charset=utf-8");
    let members = ids(&gold.text);
    // Members with the last digit 3 to 6 have one session; those with an even number are Gold.
    let expected = (0..200).filter(|member| [4, 6].contains(&(member % 10))).map(|member| format!("M{member}"));
    let mut expected: Vec<String> = expected.collect();
    expected.sort();
    assert_eq!(members, expected);
    let line = app.app.store.last_audit_lines(1).expect("read").remove(0);
    assert_eq!((line.event.as_str(), line.actor.as_deref()), ("members_listed", Some("gold")));
    assert_eq!(line.detail.as_deref(), Some("40 members: one-session-from-active"));
    // The groups of the filter restrict the list, too.
    let admin = app.signed_in("ann", ADMIN);
    assert_eq!(ids(&list(&admin).text).len(), 80);
    let of_b = filter(json!({"closeTo": "active", "userGroupLobs": [2], "userGroupsLobsAll": false}));
    assert_eq!(ids(&app.post(MEMBERS).bearer(&admin).json(&of_b).send().text).len(), 40);
    // Nobody's program opens it.
    let made = app.post("/api/v1/account/tokens").bearer(&admin).json(&json!({"name": "x", "days": 1})).send();
    let token = made.json()["secret"].as_str().unwrap_or_else(|| panic!("{}", made.text)).to_owned();
    assert_eq!(list(&token).status, 403);
    assert_eq!(app.post(CLOSE).bearer(&token).json(&filter(json!({}))).send().status, 200);
}

/// An id that a spreadsheet would run is text in the file.
#[test]
fn ids_in_a_file_are_not_formulas() {
    let (app, _) = program(|_| {});
    app.import(&[(
        "members.csv",
        "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n=1+1,1,1,1,2025-10-01,Email\n",
    )])
    .expect("loaded");
    app.import(&[
        ("logins.csv", "member_id,logged_in_at\n=1+1,2026-03-13 08:00:00\n"),
        ("offer_interactions.csv", "member_id,offer_id,occurred_at,kind\n=1+1,1,2026-03-13 08:01:00,REDEEM_CLICK\n"),
    ])
    .expect("loaded");
    let token = app.signed_in("ann", ADMIN);
    let list = app.post(MEMBERS).bearer(&token).json(&filter(json!({"closeTo": "active"}))).send();
    assert!(ids(&list.text).contains(&"'=1+1".to_owned()), "{}", list.text);
}

#[test]
fn small_groups_are_hidden_and_hidden_parts_are_not_planned() {
    let (app, _) = program(|config| config.minimum_members = 30);
    let token = app.signed_in("ann", USERS);
    let close = post(&app, &token, CLOSE, &filter(json!({"viewByH1": "LOB"})));
    let rows = close["rows"].as_array().expect("rows");
    assert_eq!((&rows[0]["engaged"], &rows[0]["hidden"]["engaged"]), (&json!(null), &json!("few")));
    assert!(close["hidden"].as_u64().is_some_and(|hidden| hidden >= 2), "{close}");
    assert_eq!(rows.last().expect("a total")["engaged"], json!(40));
    let plan = post(&app, &token, PLANNER, &filter(json!({"target": {"value": 99}})));
    let score = post(&app, &token, SCORE, &filter(json!({})));
    let hidden: Vec<&Value> =
        score["explain"]["parts"].as_array().expect("parts").iter().filter(|part| part["state"] == "hidden").collect();
    assert!(!hidden.is_empty(), "{score}");
    for shown in hidden {
        let planned = part(&plan, shown["key"].as_str().expect("a key"));
        for field in ["value", "counted", "most", "toTarget", "scoreAtTarget", "needed"] {
            assert_eq!(planned[field], json!(null), "{field} of {planned}");
        }
    }
}

#[test]
fn plans_are_saved_shared_and_removed() {
    let (app, _) = program(|_| {});
    app.app.store.add_role(&limited("gold", &[Module::Recommendations], Grouping::Tier, &[1]), 1).expect("added");
    let (admin, gold) = (app.signed_in("ann", ADMIN), app.signed_in("bob", "gold"));
    let list = |token: &str| app.get(PLANS).bearer(token).send().json()["plans"].clone();
    let save = |token: &str, body: &Value| app.post(PLANS).bearer(token).json(body).send();
    assert_eq!(list(&admin), json!([]));
    let plan = |more: Value| {
        let mut body = json!({"name": " Spring ", "ends": "2026-06-30", "target": 80});
        let (Value::Object(fields), Value::Object(more)) = (&mut body, more) else { panic!("objects") };
        fields.extend(more);
        body
    };
    for (body, expected) in [
        (plan(json!({"name": ""})), "name: expected"),
        (plan(json!({"ends": "2026-03-14"})), "ends: expected a day after 2026-03-14"),
        (plan(json!({"ends": "2036-03-14"})), "ends: expected a day after"),
        (plan(json!({"ends": "soon"})), "ends: "),
        (plan(json!({"target": 100.5})), "target: a score is 0 to 100"),
        (plan(json!({"parts": [{"part": "csat", "value": -1}]})), "parts[0].value: expected a number from 0 to 100"),
        (
            plan(json!({"parts": [{"part": "csat", "value": 1}, {"part": "csat", "value": 2}]})),
            "parts[1].part: expected each part once",
        ),
        (plan(json!({"filter": {"period": "SOON"}})), "filter.period: unknown variant"),
        (plan(json!({"other": 1})), "other: unknown field"),
    ] {
        let answer = save(&admin, &body);
        let said = answer.json()["message"].as_str().expect("text").to_owned();
        assert_eq!((answer.status, said.starts_with(expected)), (400, true), "{body}: {said}");
    }
    let private = save(&gold, &plan(json!({"parts": [{"part": "programActiveRate", "value": 65}]})));
    assert_eq!(private.status, 200, "{}", private.text);
    let private = private.json();
    assert_eq!(
        (&private["name"], &private["starts"], &private["isOwn"]),
        (&json!("Spring"), &json!("2026-03-14"), &json!(true))
    );
    assert_eq!(
        private["parts"],
        json!([{"part": "programActiveRate", "label": "Program Active Rate", "value": 65.0, "now": 20.0}])
    );
    assert_eq!(list(&admin), json!([]), "it is private");
    // Only who may change the module shares.
    let refused = save(&gold, &plan(json!({"shared": true})));
    assert_eq!((refused.status, refused.text.contains("RECOMMENDATIONS")), (403, true));
    let silver = json!({"shared": true, "filter": {"userGroupTiers": [2], "userGroupsTiersAll": false}});
    let shared = save(&admin, &plan(silver)).json();
    assert_eq!(shared["groups"], json!([{"type": "TIER", "ids": [2]}]));
    let points = shared["points"].as_array().expect("points");
    let score =
        post(&app, &admin, SCORE, &filter(json!({"userGroupTiers": [2], "userGroupsTiersAll": false})))["score"]
            .clone();
    assert_eq!(points[0], json!({"day": "2026-03-14", "score": score, "planned": score}));
    assert_eq!(points.last(), Some(&json!({"day": "2026-06-30", "score": null, "planned": 80.0})));
    // Bob sees it as of the members that he sees: none of these.
    let seen = list(&gold);
    assert_eq!(
        (seen.as_array().map(Vec::len), &seen[0]["login"], &seen[0]["isOwn"]),
        (Some(2), &json!("ann"), &json!(false))
    );
    assert_eq!(seen[0]["points"][0]["score"], json!(null), "{seen}");
    // As time goes by, month ends are added.
    let ann = app.app.store.user_by_login("ann").expect("read").expect("a user").id;
    let begun = Plan {
        name: "Winter".to_owned(),
        starts: "2026-02-10".to_owned(),
        ends: "2026-06-30".to_owned(),
        target: 900,
        parts: "[]".to_owned(),
        members: "[]".to_owned(),
        shared: false,
    };
    let id = app.app.store.add_saved(ann, &begun, &(), By::from(1)).expect("saved");
    let winter = list(&admin)[0].clone();
    let points = winter["points"].as_array().expect("points");
    let days: Vec<&Value> = points.iter().map(|point| &point["day"]).collect();
    assert_eq!(days, ["2026-02-10", "2026-02-28", "2026-03-14", "2026-06-30"]);
    for point in &points[..3] {
        let score = post(&app, &admin, SCORE, &json!({"startDate": "2026-01-01", "endDate": point["day"]}));
        assert_eq!(point["score"], score["score"], "{point}");
    }
    let (first, planned) = (points[0]["planned"].as_f64().expect("a score"), points[1]["planned"].as_f64());
    // 18 of 140 days.
    assert_eq!(planned, Some(((first + (90.0 - first) * 18.0 / 140.0) * 10.0).round() / 10.0));
    assert_eq!(app.call("DELETE", &format!("{PLANS}/{id}")).bearer(&admin).send().status, 204);

    let remove = |token: &str, id: &Value| app.call("DELETE", &format!("{PLANS}/{id}")).bearer(token).send().status;
    assert_eq!(remove(&gold, &shared["id"]), 404, "it is another's, and Bob changes nothing of the module");
    assert_eq!(remove(&admin, &private["id"]), 404, "it is private");
    assert_eq!((remove(&gold, &private["id"]), remove(&admin, &shared["id"])), (204, 204));
    assert_eq!((list(&admin), list(&gold)), (json!([]), json!([])));
    let events: Vec<String> = app
        .app
        .store
        .audit_lines(&Default::default(), 0, 100)
        .expect("read")
        .into_iter()
        .map(|line| line.event)
        .collect();
    let count = |event: &str| events.iter().filter(|one| *one == event).count();
    assert_eq!((count("plan_saved"), count("plan_removed")), (3, 3));
}

#[test]
fn without_a_score_there_is_nothing_to_plan() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let plan = post(&app, &token, PLANNER, &json!({"target": {"value": 70}}));
    assert_eq!((&plan["score"], &plan["mixture"]), (&json!(null), &json!(null)));
    assert!(plan["missing"].as_str().is_some_and(|why| why.contains("No logins")), "{plan}");
    let refused = app.post(PLANS).bearer(&token).json(&json!({"name": "x", "ends": "2026-06-30", "target": 70})).send();
    assert_eq!(refused.status, 409, "{}", refused.text);
    let list = app.post(MEMBERS).bearer(&token).json(&json!({"closeTo": "dormant"})).send();
    assert_eq!(ids(&list.text), Vec::<String>::new());
}
