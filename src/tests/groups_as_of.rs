//! The groups in which members count: the setting of the program, what is saved, and what files say.

use bond::config::Config;
use bond::store::roles::{ADMIN, USERS};
use bond::warehouse::load::ImportOptions;
use serde_json::{Value, json};
use time::macros::date;

use crate::TestApp;

const LOGINS: &str = "api/v1/dashboard/users/logins";
const TABLE: &str = "api/v1/dashboard/users/logins/breakdown/LOGINS_TABLE";
/// A member of Gold logs in on the first day of this month alone, and is in Silver from the next one on.
const JANUARY: [(&str, &str); 3] =
    [("period", "SELECTED_DATE"), ("startDate", "2025-01-01"), ("endDate", "2025-01-31")];

/// The fixture, whose member A moved from Gold to Silver on 2025-02-01; the groups of all are known from 2024-02-01 on.
pub(crate) fn moved(change: impl FnOnce(&mut Config)) -> TestApp {
    let load = |app: &TestApp| {
        app.import_folder(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/fixture")))
            .expect("loaded");
        let all = include_str!("fixture/members.csv");
        let one = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nA,2,1,1,2023-12-01,Email\n";
        for (members, day) in [(all, date!(2024 - 02 - 01)), (one, date!(2025 - 02 - 01))] {
            let options = ImportOptions { effective: Some(day), ..app.import_options() };
            app.import_with(&[("members.csv", members)], options).expect("loaded");
        }
    };
    TestApp::prepared(date!(2025 - 03 - 11), "moved from gold to silver", &load, change)
}

/// A filter of January with more fields.
fn january(more: Value) -> Value {
    let mut filter: serde_json::Map<String, Value> =
        JANUARY.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    let Value::Object(more) = more else { panic!("an object") };
    filter.extend(more);
    Value::Object(filter)
}

/// The logins of January by tier.
fn by_tier(app: &TestApp, token: &str, more: Value) -> Value {
    let mut body = january(more);
    body["viewByH1"] = json!("TIER");
    let answer = app.post(&format!("/{TABLE}")).bearer(token).json(&body).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn choose(app: &TestApp, admin: &str, value: Value) -> (u16, Value) {
    let body = json!({"settings": {"groups_as_of": value}, "password": "correct horse 1"});
    let answer = app.call("PUT", "/api/v1/admin/settings").bearer(admin).json(&body).send();
    (answer.status, if answer.text.is_empty() { Value::Null } else { answer.json() })
}

fn program(app: &TestApp, token: &str) -> (Value, Value) {
    let mut program = app.get("/api/v1/program").bearer(token).send().json();
    (program["groupsAsOf"].take(), program["groupsHistorySince"].take())
}

fn post(app: &TestApp, token: &str, path: &str, body: &Value) -> Value {
    let answer = app.post(path).bearer(token).json(body).send();
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

#[test]
fn a_filter_without_a_reading_has_that_of_the_setting() {
    let app = moved(|_| ());
    let (admin, user) = (app.signed_in("ann", ADMIN), app.signed_in("bob", USERS));
    let [now, were] = ["NOW", "WINDOW"].map(|groups| by_tier(&app, &user, json!({ "groupsAsOf": groups })));
    assert_ne!(now["data"], were["data"], "the member counted in Gold");
    assert_eq!(program(&app, &user), (json!("WINDOW"), json!("2024-02-01")), "nothing is set");
    assert_eq!(by_tier(&app, &user, json!({})), were);
    for (chosen, value, groups, figures) in [
        (json!("now"), "now", "NOW", &now),
        (json!("window"), "window", "WINDOW", &were),
        (json!("auto"), "auto", "WINDOW", &were),
        (json!("now"), "now", "NOW", &now),
        (Value::Null, "auto", "WINDOW", &were),
    ] {
        let (status, answer) = choose(&app, &admin, chosen.clone());
        let setting =
            answer["settings"].as_array().and_then(|all| all.iter().find(|one| one["name"] == "groups_as_of"));
        let setting = setting.expect("the setting");
        assert_eq!((status, &setting["value"], &setting["default"]), (200, &json!(value), &json!("auto")));
        assert_eq!(program(&app, &user).0, groups, "{chosen}");
        assert_eq!(by_tier(&app, &user, json!({})), *figures, "{chosen}");
        assert_eq!(by_tier(&app, &user, json!({"groupsAsOf": "NOW"})), now, "{chosen}");
    }
    for wrong in ["WINDOW", "then", ""] {
        let (status, answer) = choose(&app, &admin, json!(wrong));
        assert_eq!(
            (status, &answer["errors"][0]),
            (400, &json!("groups_as_of: expected auto, now or window")),
            "{wrong}"
        );
    }
    assert_eq!(choose(&app, &user, json!("now")).0, 403);
}

/// What a program without the move answers for a month is what one with it answers for the groups of that month.
#[test]
fn as_they_were_is_what_was_so_before_the_move() {
    let before = TestApp::loaded(date!(2025 - 03 - 11), "src/tests/fixture", |_| ());
    let after = moved(|_| ());
    let (of_before, of_after) = (before.signed_in("ann", USERS), after.signed_in("ann", USERS));
    assert_eq!(program(&before, &of_before), (json!("WINDOW"), Value::Null), "the page asks nothing");
    let unmoved = by_tier(&before, &of_before, json!({}));
    assert_eq!(by_tier(&after, &of_after, json!({"groupsAsOf": "WINDOW"})), unmoved);
    assert_eq!(by_tier(&before, &of_before, json!({"groupsAsOf": "WINDOW"})), unmoved);
    assert_eq!(by_tier(&before, &of_before, json!({"groupsAsOf": "NOW"})), unmoved);
    assert_ne!(by_tier(&after, &of_after, json!({"groupsAsOf": "NOW"})), unmoved);
}

/// Everything that has filters, saved with these.
struct Saved<'a> {
    app: &'a TestApp,
    token: &'a str,
    secret: String,
    view: i64,
}

impl Saved<'_> {
    fn with<'a>(app: &'a TestApp, token: &'a str, name: &str, filters: &Value) -> Saved<'a> {
        let text = filters.to_string();
        let view = json!({"name": name, "screen": "user-dashboard/logins-breakdown", "filters": text});
        let view = post(app, token, "/api/v1/views", &view)["id"].as_i64().expect("a number");
        let report = json!({"name": name, "screen": LOGINS, "filters": text, "every": "day", "folder": "reports"});
        post(app, token, "/api/v1/reports", &report);
        let alert = json!({"name": name, "metric": "logins.totalLogins", "filters": text, "rule": "percent", "amount": 1,
            "folder": "reports"});
        post(app, token, "/api/v1/alerts", &alert);
        let link = json!({"name": name, "route": "user-dashboard/logins-breakdown", "screen": LOGINS, "filters": text,
            "days": 7, "calls": [{"path": TABLE, "viewByH1": "TIER"}]});
        let link = post(app, token, "/api/v1/links", &link);
        let secret = link["path"].as_str().and_then(|path| path.strip_prefix("/shared#")).expect("a path").to_owned();
        Saved { app, token, secret, view }
    }

    /// The readings that the page reads in its view, report, alert and link; the newest of each.
    fn readings(&self) -> [Value; 4] {
        let list = |path: &str, of: &str| {
            let list = self.app.get(path).bearer(self.token).send().json();
            list[of].as_array().and_then(|all| all.iter().max_by_key(|one| one["id"].as_i64())).expect("one").clone()
        };
        let view = self.app.get("/api/v1/views").bearer(self.token).send().json();
        let view =
            view["views"].as_array().expect("views").iter().find(|one| one["id"] == self.view).expect("it").clone();
        let opened = post(self.app, self.token, "/api/v1/shared/open", &json!({ "secret": self.secret }));
        [view, list("/api/v1/reports", "reports"), list("/api/v1/alerts", "alerts"), opened].map(|saved| {
            let filters: Value = serde_json::from_str(saved["filters"].as_str().expect("text")).expect("JSON");
            filters["groupsAsOf"].clone()
        })
    }

    /// What a visitor of the link is answered.
    fn visited(&self) -> Value {
        let opened = post(self.app, self.token, "/api/v1/shared/open", &json!({ "secret": self.secret }));
        let visit = opened["visit"].as_str().expect("a bearer").to_owned();
        post(self.app, &visit, "/api/v1/shared/answer", &json!({"call": 0}))
    }
}

#[test]
fn what_is_saved_keeps_its_reading() {
    let folder = tempfile::tempdir().expect("a directory");
    let app = moved(|config| {
        config.links.allow_links = true;
        config.mail.reports_dir = Some(folder.path().to_owned());
    });
    let (admin, user) = (app.signed_in("ann", ADMIN), app.signed_in("bob", USERS));
    let [now, were] = ["NOW", "WINDOW"].map(|groups| by_tier(&app, &user, json!({ "groupsAsOf": groups })));
    let all = |reading: Value| [(); 4].map(|()| reading.clone());

    let named = Saved::with(&app, &user, "named", &january(json!({"groupsAsOf": "WINDOW"})));
    assert_eq!((named.readings(), named.visited()), (all(json!("WINDOW")), were.clone()));
    // As all that was saved before there was a choice.
    assert_eq!(choose(&app, &admin, json!("now")).0, 200);
    let old = Saved::with(&app, &user, "old", &january(json!({})));
    assert_eq!((old.readings(), old.visited()), (all(Value::Null), now.clone()));

    assert_eq!(choose(&app, &admin, Value::Null).0, 200);
    assert_eq!((old.readings(), old.visited()), (all(json!("NOW")), now.clone()), "it means the groups of now");
    assert_eq!(named.visited(), were);
    let new = Saved::with(&app, &user, "new", &january(json!({})));
    assert_eq!((new.readings(), new.visited()), (all(json!("WINDOW")), were.clone()));
    assert_eq!(choose(&app, &admin, json!("now")).0, 200);
    assert_eq!((new.readings(), new.visited()), (all(json!("WINDOW")), were));
    assert_eq!(old.visited(), now);

    let body = json!({"name": "new", "screen": "user-dashboard/logins-breakdown", "filters": "{}"});
    let first = app.call("PUT", &format!("/api/v1/views/{}", new.view)).bearer(&user).json(&body).send();
    assert_eq!((first.status, &first.json()["filters"]), (200, &json!("{}")), "what the default is now is not named");
}

#[test]
fn a_file_says_which_groups_count_where_members_have_moved() {
    let app = moved(|_| ());
    let (user, plain) =
        (app.signed_in("ann", USERS), TestApp::loaded(date!(2025 - 03 - 11), "src/tests/fixture", |_| ()));
    let of_plain = plain.signed_in("ann", USERS);
    let dossier = |app: &TestApp, token: &str, groups: &str, language: &str| {
        let body = january(json!({"groupsAsOf": groups, "screen": LOGINS, "extent": "screen"}));
        let answer =
            app.post("/api/v1/export/dossier").bearer(token).header("accept-language", language).json(&body).send();
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.text
    };
    let [now, said] = ["as they are now", "as they were on the last day of each period"];
    assert!(dossier(&app, &user, "WINDOW", "en").contains(said));
    assert!(dossier(&app, &user, "WINDOW", "de").contains("wie am letzten Tag jedes Zeitraums"));
    assert!(dossier(&app, &user, "WINDOW", "es").contains("como eran el último día de cada período"));
    let of_now = dossier(&app, &user, "NOW", "en");
    assert!(of_now.contains(now) && !of_now.contains(said));
    let of_plain = dossier(&plain, &of_plain, "WINDOW", "en");
    assert!(!of_plain.contains(now) && !of_plain.contains(said), "nobody has moved");
}

/// What the two readings differ by is of the members who moved, who may be few (tests/small_groups/readings.rs).
#[test]
fn where_small_groups_are_protected_rows_that_tell_of_few_who_moved_are_hidden() {
    let app = moved(|config| config.minimum_members = 2);
    let (admin, user) = (app.signed_in("ann", ADMIN), app.signed_in("bob", USERS));
    assert_eq!(program(&app, &user), (json!("NOW"), json!("2024-02-01")), "the page asks, and begins as they are");
    let [now, were] = ["NOW", "WINDOW"].map(|groups| by_tier(&app, &user, json!({ "groupsAsOf": groups })));
    let row = |answer: &Value, name: &str| {
        answer["data"].as_array().expect("rows").iter().find(|row| row["name"] == name).expect(name).clone()
    };
    assert_ne!(now, were);
    assert_eq!(by_tier(&app, &user, json!({})), now);
    for tier in ["Gold", "Silver"] {
        assert_eq!(row(&were, tier)["hidden"]["total"], "other", "{were}");
    }
    // A comparison of two days, in cards and trends, is protected too.
    let call = |path: &str| {
        let body = january(json!({"groupsAsOf": "WINDOW", "userGroupTiers": [1], "userGroupsTiersAll": false}));
        post(&app, &user, path, &body)
    };
    assert!(call("/api/v1/dashboard/users/userDashboardInfo")["logins"]["hidden"].is_object());
    assert_eq!(choose(&app, &admin, json!("window")).0, 200);
    assert_eq!(program(&app, &user), (json!("WINDOW"), json!("2024-02-01")));
    assert_eq!(by_tier(&app, &user, json!({})), were);
    assert_eq!(choose(&app, &admin, json!("auto")).0, 200);
    assert_eq!(by_tier(&app, &user, json!({})), now);
}
