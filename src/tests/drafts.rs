//! Drafts of loads: files that are sent once, described step by step, checked and loaded.

use bond::store::roles::{ADMIN, USERS};
use serde_json::{Value, json};

use super::loads::{ended, send};
use super::{Answer, TestApp, wait_until};

const PATH: &str = "/api/v1/admin/loads/drafts";
/// What another system exports; one of the visits has no day.
const GROUPS: &str = "id,type,name\n1,TIER,Gold\n1,LOB,Retail\n1,AUDIENCE,All\n";
const MEMBERS: &str = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nM1,1,1,1,2025-12-01,Email\n";
const VISITS: &str = "Card;Came\nM1;01.03.2026 10:00\nM1;02.03.2026 10:00\nM1;yesterday\n";
const MAPPING: &str = "# Ours.\n[[file]]\nname = \"visits.txt\"\nseparator = \";\"\n[[file.table]]\nname = \"logins\"\n\
    [file.table.columns]\nmember_id = \"Card\" # of the shop\n";

/// How their times are read.
const FORM: &str = "{ column = \"Came\", format = \"%d.%m.%Y %H:%M\" }";

struct User {
    app: TestApp,
    token: String,
}

impl User {
    fn new() -> User {
        let app = TestApp::new();
        let token = app.signed_in("ann", ADMIN);
        User { app, token }
    }

    fn send(&self, files: &[(&str, &str)]) -> String {
        let sent = send(&self.app, &self.token, PATH, &[], files);
        assert_eq!(sent.status, 200, "{}", sent.text);
        sent.json()["id"].as_str().expect("an id").to_owned()
    }

    fn post(&self, path: &str, body: Value) -> Answer {
        self.app.post(&format!("{PATH}/{path}")).bearer(&self.token).json(&body).send()
    }

    fn look(&self, id: &str, body: Value) -> Value {
        let looked = self.post(&format!("{id}/look"), body);
        assert_eq!(looked.status, 200, "{}", looked.text);
        looked.json()
    }

    /// The folders of the spool.
    fn spooled(&self) -> usize {
        let folder = self.app.app.data_dir().path().join("spool/incoming");
        std::fs::read_dir(folder).map_or(0, |entries| entries.count())
    }
}

/// Whoever leaves the page finds what they began, and the rows of one system leave those of others alone.
#[test]
fn a_draft_is_found_again_and_loads_the_rows_of_a_source() {
    let user = User::new();
    let list = |token: &str| user.app.get(PATH).bearer(token).send().json()["drafts"].clone();
    assert_eq!(list(&user.token), json!([]));
    let visits = "member_id,logged_in_at\nM1,2026-03-01 10:00:00\n";
    let id = user.send(&[("user_groups.csv", GROUPS), ("members.csv", MEMBERS), ("logins.csv", visits)]);
    let drafts = list(&user.token);
    let kept_until = user.app.app.clock.now() + 2 * 60 * 60;
    assert_eq!(drafts[0]["files"], json!(["logins.csv", "members.csv", "user_groups.csv"]), "{drafts}");
    assert_eq!((&drafts[0]["id"], &drafts[0]["keptUntil"]), (&json!(id), &json!(kept_until)));
    assert_eq!(list(&user.app.signed_in("eve", ADMIN)), json!([]), "they are their user's alone");

    let mapping = user.look(&id, json!({}))["mapping"].clone();
    let load = |source: &str| {
        user.post(&format!("{id}/load"), json!({ "mapping": mapping, "check": false, "source": source }))
    };
    let wrong = load("-");
    assert_eq!((wrong.status, wrong.text.contains("source")), (400, true), "{}", wrong.text);
    let loaded = ended(&user.app, &user.token, &load("till"));
    assert_eq!(loaded["load"]["state"], "published", "{loaded}");
    let data = user.app.get("/api/v1/admin/data").bearer(&user.token).send().json();
    let tables = data["tables"].as_array().expect("tables");
    let logins = tables.iter().find(|table| table["table"] == "logins").expect("logins");
    assert_eq!(logins["sources"][0]["source"], "till", "{logins}");
}

#[test]
fn a_draft_is_described_checked_mended_and_loaded() {
    let user = User::new();
    let id = user.send(&[("user_groups.csv", GROUPS), ("members.csv", MEMBERS), ("visits.txt", VISITS)]);
    let described = user.look(&id, json!({ "mapping": MAPPING }));
    let cards = described["cards"].as_array().expect("cards");
    let tables: Vec<&Value> = cards.iter().map(|card| &card["filled"]["table"]).collect();
    assert_eq!(tables, [&Value::Null, &Value::Null, &json!("logins")], "{described}");
    assert_eq!(cards[1]["names"], json!(["id", "type", "name"]));

    // One of the values is no time, so the mapping has to say what form they have.
    let place = json!({ "file": 0, "table": 0 });
    let change = json!({ "column": { "place": place, "column": "logged_in_at", "from": "Came" } });
    let changed = user.look(&id, json!({ "mapping": MAPPING, "change": change }));
    let text = changed["mapping"].as_str().expect("a text").to_owned();
    assert_eq!(text, format!("{MAPPING}logged_in_at = \"Came\"\n"));
    let text = text.replace("\"Came\"", FORM);
    let looked = user.look(&id, json!({ "mapping": text }));
    let visits = &looked["cards"][2]["filled"];
    assert_eq!((&visits["fileRows"], &visits["takenRows"]), (&json!(3), &json!(2)), "{visits}");
    assert_eq!((&visits["firstDay"], &visits["lastDay"]), (&json!("2026-03-01"), &json!("2026-03-02")));
    assert_eq!(visits["faults"][0]["line"], json!(4));
    assert_eq!(visits["rows"][0], json!({ "line": 2, "cells": ["M1", "2026-03-01 10:00:00"] }));

    // The other two files fill the tables that they are called after.
    let mut text = text;
    for file in ["user_groups", "members"] {
        let change = json!({ "describe": { "file": format!("{file}.csv"), "sheet": null, "table": file } });
        let changed = user.look(&id, json!({ "mapping": text, "change": change }));
        text = changed["mapping"].as_str().expect("a text").to_owned();
    }
    let load = |check: bool| user.post(&format!("{id}/load"), json!({ "mapping": text, "check": check }));
    let refused = ended(&user.app, &user.token, &load(true));
    assert_eq!(
        (&refused["load"]["state"], &refused["load"]["kind"]),
        (&json!("refused"), &json!("check")),
        "{refused}"
    );
    assert_eq!((&refused["faults"][0]["file"], &refused["faults"][0]["line"]), (&json!("visits.txt"), &json!(4)));

    // The mended file takes the place of the other.
    let mended = VISITS.replace("yesterday", "03.03.2026 10:00");
    let sent = send(&user.app, &user.token, &format!("{PATH}/{id}/files"), &[], &[("visits.txt", &mended)]);
    assert_eq!(sent.json()["files"], json!(["members.csv", "user_groups.csv", "visits.txt"]), "{}", sent.text);
    assert_eq!(user.look(&id, json!({ "mapping": text }))["cards"][2]["filled"]["faultCount"], json!(0));
    let loaded = ended(&user.app, &user.token, &load(false));
    assert_eq!((&loaded["load"]["state"], &loaded["load"]["rows"]), (&json!("published"), &json!(7)), "{loaded}");
    // The load's own folder goes after its line is in the ledger.
    wait_until("the folder of the load is removed", || user.spooled() == 1);
    let removed = || user.app.call("DELETE", &format!("{PATH}/{id}")).bearer(&user.token).send();
    assert_eq!((removed().status, user.spooled(), removed().status), (204, 0, 404));
    let lines = user.app.app.store.last_audit_lines(20).expect("read");
    let drafts: Vec<&str> = lines.iter().map(|line| &*line.event).filter(|event| event.starts_with("draft")).collect();
    assert_eq!(drafts, ["draft_removed", "draft_sent", "draft_sent"]);

    // Files that are sent one by one are one line, which has all of them.
    let id = user.send(&[("visits.txt", &mended)]);
    send(&user.app, &user.token, &format!("{PATH}/{id}/files"), &[], &[("notes.csv", "a,b\n1,2\n")]);
    (0..2).for_each(|_| drop(user.look(&id, json!({}))));
    let lines = user.app.app.store.last_audit_lines(20).expect("read");
    let subject = Some(format!("draft {id}"));
    let of_draft: Vec<_> = lines.iter().filter(|line| line.subject == subject).collect();
    assert_eq!(of_draft.len(), 1, "{of_draft:?}");
    assert_eq!((&*of_draft[0].event, of_draft[0].detail.as_deref()), ("draft_sent", Some("notes.csv, visits.txt")));

    // The members are loaded now: rows that name them are no members of their own.
    let id = user.send(&[("visits.txt", &mended)]);
    let described = json!({ "describe": { "file": "visits.txt", "sheet": null, "table": "logins" } });
    for body in [json!({ "change": described }), json!({ "anew": true })] {
        let cards = user.look(&id, body)["cards"].clone();
        let tables = cards.as_array().expect("cards").iter().map(|card| card["filled"]["table"].clone());
        assert!(tables.clone().all(|table| table != "members") && tables.count() > 0, "{cards}");
    }
}

#[test]
fn a_change_of_one_card_changes_its_lines_alone() {
    let user = User::new();
    let visits = VISITS.replace("yesterday", "03.03.2026 10:00");
    let id = user.send(&[("visits.txt", &visits), ("notes.csv", "a,b\n1,2\n")]);
    let place = json!({ "file": 0, "table": 0 });
    let after = |change: Value| user.look(&id, json!({ "mapping": MAPPING, "change": change }));
    let text = |answer: &Value| answer["mapping"].as_str().expect("a text").to_owned();
    let value = after(json!({ "value": { "place": place, "column": "member_id", "value": "M7" } }));
    assert_eq!(text(&value), MAPPING.replace("\"Card\"", "{ value = \"M7\" }"));
    assert_eq!(value["cards"][1]["filled"]["columns"][0]["value"], json!("M7"));
    let column = after(json!({ "column": { "place": place, "column": "logged_in_at", "from": "Came" } }));
    assert_eq!(text(&column), format!("{MAPPING}logged_in_at = {FORM}\n"));
    let nothing = after(json!({ "nothing": { "place": place, "column": "member_id" } }));
    assert_eq!(text(&nothing), MAPPING.replace("member_id = \"Card\" # of the shop\n", ""));
    let other = after(json!({ "table": { "place": place, "file": "visits.txt", "table": "article_views" } }));
    assert!(text(&other).contains("separator = \";\"") && other["cards"][1]["filled"]["table"] == "article_views");
    let ignored = after(json!({ "ignore": { "place": place } }));
    assert_eq!((ignored["cards"][1]["filled"].is_null(), text(&ignored).contains("visits")), (true, false));
    for (change, wanted) in [
        (json!({ "value": { "place": { "file": 3, "table": 0 }, "column": "source", "value": "x" } }), "no longer has"),
        (json!({ "describe": { "file": "notes.csv", "sheet": null, "table": "visits" } }), "there is no table"),
        (json!({ "describe": { "file": "other.csv", "sheet": null, "table": "logins" } }), "the draft has no file"),
        (json!({ "colour": {} }), "colour"),
    ] {
        let answer = user.post(&format!("{id}/look"), json!({ "mapping": MAPPING, "change": change }));
        assert_eq!((answer.status, answer.text.contains(wanted)), (400, true), "{wanted}: {}", answer.text);
    }
    let wrong = user.look(&id, json!({ "mapping": "[[file]\n" }));
    assert_eq!((&wrong["faults"][0]["line"], wrong["cards"].as_array().map(Vec::len)), (&json!(1), Some(2)));
}

#[test]
fn a_saved_mapping_is_completed_and_the_last_text_is_kept() {
    let user = User::new();
    let text = format!("{MAPPING}logged_in_at = {FORM}\n");
    let saved = user.app.call("PUT", "/api/v1/admin/mappings/visits").bearer(&user.token);
    assert_eq!(saved.json(&json!({ "text": text })).send().status, 200);
    let id = user.send(&[("visits.txt", VISITS), ("members.csv", MEMBERS)]);
    let proposed = user.look(&id, json!({}));
    assert!(proposed["mapping"].as_str().is_some_and(|text| text.contains("members.csv")), "{proposed}");
    let looked = user.look(&id, json!({ "saved": "visits" }));
    // What a file fills beside the table of its rows may follow.
    let is_first = |card: &&Value| card["filled"]["place"]["table"] == 0;
    let cards = looked["cards"].as_array().expect("cards").iter().filter(is_first);
    let tables: Vec<&Value> = cards.map(|card| &card["filled"]["table"]).collect();
    assert_eq!(tables, [&json!("members"), &json!("logins")], "{looked}");
    assert!(looked["mapping"].as_str().is_some_and(|all| all.starts_with(text.trim_end())), "{looked}");
    assert_eq!(user.look(&id, json!({}))["mapping"], looked["mapping"]);
    let more = user.look(&id, json!({ "mapping": text, "propose": ["members.csv"] }));
    assert_eq!(more["mapping"], looked["mapping"]);
    assert_eq!(user.look(&id, json!({ "mapping": text, "propose": ["other.csv"] }))["mapping"], json!(text));
    let unknown = user.post(&format!("{id}/look"), json!({ "saved": "others" }));
    assert_eq!((unknown.status, unknown.text.contains("saved: there is no mapping")), (400, true), "{}", unknown.text);
}

const PEOPLE: &str = "Loyalty Number,Card,Enrolled On\n100018,Star,2016-02-01\n100102,Nova,2016-03-01\n";

/// The first card of a file.
fn card(answer: &Value, file: &str) -> Value {
    let mut cards = answer["cards"].as_array().expect("cards").iter();
    cards.find(|card| card["file"] == file).cloned().expect("a card of the file")
}

#[test]
fn a_card_says_what_was_proposed_and_the_program_has_what_no_file_has() {
    let user = User::new();
    let id = user.send(&[("people.csv", PEOPLE), ("notes.csv", "x,y\n1,2\n3,4\n")]);
    let first = user.look(&id, json!({}));
    let (notes, people) = (card(&first, "notes.csv"), card(&first, "people.csv"));
    assert_eq!(notes["ignored"]["reason"], "nothing in it says what its rows are", "{notes}");
    assert_eq!((notes["filled"].is_null(), &notes["names"]), (true, &json!(["x", "y"])));
    let proposed = &people["proposed"];
    assert_eq!((&proposed["table"], &people["filled"]["table"]), (&json!("members"), &json!("members")), "{people}");
    assert!(["SURE", "LIKELY", "GUESS"].iter().any(|word| proposed["sure"] == *word), "{proposed}");
    let column = |answer: &Value, name: &str| {
        let columns = card(answer, "people.csv")["filled"]["columns"].as_array().expect("columns").clone();
        columns.into_iter().find(|column| column["column"] == name).expect("the column")
    };
    assert_eq!(column(&first, "lob_id")["common"], "All");
    assert!(first["program"].as_array().expect("values").contains(&json!({ "key": "lob", "value": "All" })));
    assert_eq!(first["unknownMembers"], "ERROR");
    let lacks = first["lacks"].as_array().expect("tables");
    assert!(lacks.iter().any(|lacking| lacking["table"] == "logins" && lacking["figures"][0].is_string()), "{first}");

    // A value of the program, and what becomes of unknown members.
    let change = |change: Value| user.look(&id, json!({ "change": change }));
    let retail = change(json!({ "program": { "key": "lob", "value": "Retail" } }));
    assert_eq!(column(&retail, "lob_id")["common"], "Retail");
    let added = change(json!({ "unknownMembers": { "members": "ADD" } }));
    assert_eq!(
        (&added["unknownMembers"], added["faults"].as_array().map(Vec::len)),
        (&json!("ADD"), Some(0)),
        "{added}"
    );

    // Another table: the list still begins with what the file may be.
    let place = &people["filled"]["place"];
    let other = change(json!({ "table": { "place": place, "file": "people.csv", "table": "logins" } }));
    let logins = card(&other, "people.csv");
    let tables = (&logins["filled"]["table"], &logins["proposed"]["table"]);
    assert_eq!(tables, (&json!("logins"), &json!("members")), "{logins}");
    assert_eq!((&other["unknownMembers"], &other["program"][0]["key"]), (&json!("ADD"), &added["program"][0]["key"]));
    let described = change(json!({ "describe": { "file": "notes.csv", "sheet": null, "table": "logins" } }));
    assert_eq!(card(&described, "notes.csv")["filled"]["table"], "logins", "{described}");
    // A file that comes later says what it is, and leaves the others as they are.
    let sent = send(&user.app, &user.token, &format!("{PATH}/{id}/files"), &[], &[("visits.txt", VISITS)]);
    assert_eq!(sent.status, 200, "{}", sent.text);
    let more = user.look(&id, json!({ "propose": ["visits.txt"] }));
    assert_eq!(card(&more, "people.csv")["filled"]["table"], "logins", "{more}");
    let visits = card(&more, "visits.txt");
    assert!(visits["proposed"].is_object() || visits["ignored"].is_object(), "{visits}");
}

#[test]
fn a_query_has_its_rows_on_the_page_and_is_loaded() {
    let user = User::new();
    let mapping = "[program]\ntier = \"All\"\nlob = \"All\"\naudience = \"All\"\nunknown_members = { add = true }\n\
        [[query]]\nname = \"visits of cards\"\n\
        sql = 'select v.card as member_id, v.day as logged_in_at from \"visits.csv\" v join \"cards.csv\" c using (card)'\n\
        [[query.table]]\nname = \"logins\"\n";
    let (cards, visits) = ("card\nK1\nK2\n", "card,day\nK1,2026-03-01 10:00:00\nK9,2026-03-01 11:00:00\n");
    let id = user.send(&[("mapping.toml", mapping), ("cards.csv", cards), ("visits.csv", visits)]);
    let looked = user.look(&id, json!({}));
    assert_eq!(looked["mapping"], mapping, "nothing is proposed for files that a query reads");
    let query = json!([{
        "file": "query visits of cards", "table": "logins", "columns": ["member_id", "logged_in_at"],
        "rows": [["K1", "2026-03-01 10:00:00"]], "faults": [],
    }]);
    assert_eq!(looked["queries"], query);
    let path = format!("{PATH}/{id}/look");
    let german =
        user.app.post(&path).bearer(&user.token).header("accept-language", "de").json(&json!({})).send().json();
    assert_eq!(german["queries"][0]["file"], "Abfrage visits of cards");
    for file in ["cards.csv", "visits.csv"] {
        let card = card(&looked, file);
        assert_eq!((&card["isQueried"], &card["filled"]), (&json!(true), &json!(null)), "{card}");
    }
    assert!(!looked["lacks"].to_string().contains("\"logins\""), "{}", looked["lacks"]);

    // A query that fails says why.
    let wrong = user.look(&id, json!({ "mapping": mapping.replace("v.day", "v.week") }));
    assert!(wrong["queries"][0]["faults"].to_string().contains("week"), "{}", wrong["queries"]);

    let began = user.post(&format!("{id}/load"), json!({ "mapping": mapping, "check": false }));
    assert_eq!(began.status, 202, "{}", began.text);
    let details = ended(&user.app, &user.token, &began);
    assert_eq!(details["load"]["state"], "published", "{details}");
}

#[test]
fn a_draft_is_for_its_user_alone_and_only_for_those_who_may_load() {
    let user = User::new();
    let id = user.send(&[("visits.txt", VISITS)]);
    let other = user.app.signed_in("bob", ADMIN);
    let reader = user.app.signed_in("cleo", USERS);
    for (token, status) in [(&other, 404), (&reader, 403)] {
        let looked = user.app.post(&format!("{PATH}/{id}/look")).bearer(token).json(&json!({})).send();
        let body = json!({ "mapping": MAPPING, "check": true });
        let loaded = user.app.post(&format!("{PATH}/{id}/load")).bearer(token).json(&body).send();
        let more = send(&user.app, token, &format!("{PATH}/{id}/files"), &[], &[("a.csv", "x")]);
        let removed = user.app.call("DELETE", &format!("{PATH}/{id}")).bearer(token).send();
        assert_eq!([looked.status, loaded.status, more.status, removed.status], [status; 4]);
    }
    assert_eq!(send(&user.app, &reader, PATH, &[], &[("a.csv", "x")]).status, 403);
    let forged = user.app.post(&format!("{PATH}/{id}/look")).bearer(&user.token).header("sec-fetch-site", "cross-site");
    assert_eq!(forged.json(&json!({})).send().status, 403);
    let none = user.post(&format!("{id}/load"), json!({ "mapping": MAPPING.replace("visits", "x"), "check": false }));
    assert_eq!((none.status, none.text.contains("names none of the files")), (400, true), "{}", none.text);
    assert_eq!(user.look(&id, json!({ "mapping": MAPPING }))["cards"][0]["file"], "visits.txt");
}

#[test]
fn a_broken_archive_leaves_no_draft_and_a_file_that_is_no_table_says_why() {
    let user = User::new();
    let broken = send(&user.app, &user.token, PATH, &[], &[("a.zip", "no archive")]);
    assert_eq!((broken.status, user.spooled()), (400, 0), "{}", broken.text);
    let id = user.send(&[("photo.csv", "\u{0}\u{1}\u{2}")]);
    let looked = user.look(&id, json!({}));
    let card = &looked["cards"][0];
    assert!(card["filled"].is_null() && card["refused"].as_str().is_some_and(|why| !why.is_empty()), "{looked}");
    assert_eq!((&looked["mapping"], looked["faults"].as_array().map(Vec::len)), (&json!(""), Some(0)));
}

/// What the feed files of a mapping need.
const FEED: &str = "[[file]]\nname = \"user_groups.csv\"\n[[file.table]]\nname = \"user_groups\"\n\
    [[file]]\nname = \"members.csv\"\n[[file.table]]\nname = \"members\"\n";

#[test]
fn what_a_load_would_find_in_all_files_together_is_said_before_it() {
    let user = User::new();
    let visits = "Card;Came;Kind\nM1;01.03.2026 10:00;\nM1;02.03.2026 10:00;test\nX9;03.03.2026 10:00;\n";
    let id = user.send(&[("user_groups.csv", GROUPS), ("members.csv", MEMBERS), ("visits.txt", visits)]);
    let text = format!("{FEED}{MAPPING}logged_in_at = {FORM}\n")
        .replace("name = \"logins\"\n", "name = \"logins\"\nwhere_not = { Kind = \"test\" }\n");
    let looked = user.look(&id, json!({ "mapping": text }));
    let faults = |looked: &Value| -> Vec<Value> {
        looked["cards"].as_array().expect("cards").iter().map(|card| card["filled"]["faultCount"].clone()).collect()
    };
    assert_eq!(faults(&looked), [json!(0), json!(0), json!(0)], "{looked}");
    let check = &looked["check"];
    assert_eq!((&check["faultCount"], &check["refused"]), (&json!(1), &Value::Null), "{check}");
    assert_eq!((&check["faults"][0]["file"], &check["faults"][0]["line"]), (&json!("visits.txt"), &json!(4)));
    let said = check["faults"][0]["text"].as_str().expect("a text");
    assert!(said.starts_with("\"X9\" is not in members"), "{said}");
    // Each row that is left out has its reason.
    let left_out = json!([{ "why": "\"Kind\" has one of the values \"test\"", "rows": 1, "lines": [3] }]);
    assert_eq!(looked["cards"][2]["filled"]["leftOut"], left_out);
    // The load finds the same.
    let loaded =
        ended(&user.app, &user.token, &user.post(&format!("{id}/load"), json!({ "mapping": text, "check": false })));
    assert_eq!(
        (&loaded["load"]["state"], &loaded["faults"][0]["text"]),
        (&json!("refused"), &check["faults"][0]["text"])
    );

    let change = json!({ "unknownMembers": { "members": "DROP" } });
    let changed = user.look(&id, json!({ "mapping": text, "change": change }));
    let check = &changed["check"];
    let warnings = json!(["logins: 1 row of unknown members was left out, as the mapping says"]);
    assert_eq!((&check["faultCount"], &check["warnings"]), (&json!(0), &warnings), "{check}");
    let text = changed["mapping"].as_str().expect("a text");
    let loaded =
        ended(&user.app, &user.token, &user.post(&format!("{id}/load"), json!({ "mapping": text, "check": false })));
    assert_eq!(loaded["load"]["state"], json!("published"), "{loaded}");
    let report = loaded.to_string();
    assert!(report.contains(r#"{"why":"the member is unknown","rows":1,"lines":[4]}"#), "{report}");
}

#[test]
fn a_file_without_a_header_has_numbered_columns_and_its_first_rows() {
    let user = User::new();
    let id = user.send(&[("list.txt", "7;red;2026-01-01\n8;blue;2026-01-02\n")]);
    let card = user.look(&id, json!({}))["cards"][0].clone();
    assert_eq!(card["names"], json!(["column 1", "column 2", "column 3"]), "{card}");
    let rows = json!([["7", "red", "2026-01-01"], ["8", "blue", "2026-01-02"]]);
    assert_eq!((&card["filled"], &card["firstRows"]), (&Value::Null, &rows), "{card}");
}

#[test]
fn the_outlook_names_columns_that_no_file_fills() {
    let user = User::new();
    let sent: String =
        (0..30).map(|day| format!("Autumn,M{},2026-02-{:02} 10:00:00,\n", day % 9, 1 + day % 28)).collect();
    let people: String = (0..9).map(|member| format!("M{member},Gold,2026-01-0{}\n", 1 + member)).collect();
    let files = [
        ("people.csv", format!("Customer ID,Loyalty tier,Joined\n{people}")),
        ("newsletter.csv", format!("Campaign,Customer ID,Sent at,Opened at\n{sent}")),
    ];
    let id = user.send(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let first = user.look(&id, json!({}));
    let screens = first["screens"].as_array().expect("screens");
    let emails = screens.iter().find(|screen| screen["module"] == "EMAILS").unwrap_or_else(|| panic!("{first}"));
    let lacks = emails["lacks"].as_array().expect("names");
    assert!(lacks.contains(&json!("email_messages.clicked_at")), "{first}");
    assert!(!lacks.contains(&json!("email_messages.opened_at")), "a file has it: {first}");
    assert!(emails["filled"].as_u64().is_some_and(|filled| filled > 0), "{emails}");
}

/// What somebody corrected once is not asked again.
#[test]
fn the_files_of_the_next_month_are_read_as_those_of_the_last() {
    let user = User::new();
    let month = |number: usize| format!("K;A;B;C\nM1;0{number}.01.2026;5,50;0,50\nM1;0{number}.02.2026;1,00;0,00\n");
    let mapping = "[[file]]\nname = \"january.csv\"\nseparator = \";\"\n\
        [[file.table]]\nname = \"partner_transactions\"\n[file.table.columns]\nmember_id = \"K\"\noffer_id = { value = \"7\" }\n\
        transacted_on = { column = \"A\", format = \"%d.%m.%Y\" }\nredemptions = { value = \"1\" }\n\
        sales = { column = \"B\", decimal = \",\" }\nsavings = { column = \"C\", decimal = \",\" }\n";
    let reference = [
        ("user_groups.csv", GROUPS),
        ("members.csv", MEMBERS),
        ("partners.csv", "id,name\n1,Zoo\n"),
        ("offer_categories.csv", "id,name\n1,Leisure\n"),
        ("offers.csv", "id,name,partner_id,category_id,active_from,active_to\n7,Entry,1,1,2025-01-01,\n"),
    ];
    let first = month(1);
    let files: Vec<(&str, &str)> = reference.into_iter().chain([("january.csv", first.as_str())]).collect();
    let id = user.send(&files);
    let names: Vec<&str> = reference.iter().map(|(name, _)| *name).collect();
    let whole = user.look(&id, json!({ "mapping": mapping, "propose": names }))["mapping"].clone();
    let body = json!({ "mapping": whole, "check": false });
    let loaded = ended(&user.app, &user.token, &user.post(&format!("{id}/load"), body));
    assert_eq!(loaded["load"]["state"], "published", "{loaded}");

    let id = user.send(&[("february.csv", &month(2))]);
    let looked = user.look(&id, json!({}));
    let card = &looked["cards"][0];
    assert_eq!(card["filled"]["table"], "partner_transactions", "{looked}");
    assert_eq!(card["proposed"]["reason"], format!("its header is that of a file of load {}", loaded["load"]["id"]));
    let text = looked["mapping"].as_str().expect("a text");
    assert!(text.contains("name = \"february.csv\"") && text.contains("sales = { column = \"B\""), "{text}");
    let body = json!({ "mapping": text, "check": false });
    let loaded = ended(&user.app, &user.token, &user.post(&format!("{id}/load"), body));
    assert_eq!(loaded["load"]["state"], "published", "{loaded}");
    // A saved mapping counts before that of a load.
    let saved = mapping.replace("january", "*").replace("\"B\"", "\"C\"");
    let save = user.app.call("PUT", "/api/v1/admin/mappings/monthly").bearer(&user.token);
    assert_eq!(save.json(&json!({ "text": saved })).send().status, 200);
    let looked = user.look(&user.send(&[("march.csv", &month(3))]), json!({}));
    assert_eq!(looked["cards"][0]["proposed"]["reason"], "its header is that of the recipe monthly", "{looked}");
}

/// Whoever says what was bought need not say three times how it is called.
#[test]
fn the_rows_that_a_column_names_follow_it() {
    let user = User::new();
    let sold: String =
        (0..30).map(|row| format!("{row},T{},M{},2026-02-{:02},10.50\n", row % 3, row % 9, 1 + row % 28)).collect();
    let people: String = (0..9).map(|member| format!("M{member},Gold,2026-01-0{}\n", 1 + member)).collect();
    let files = [
        ("people.csv", format!("Customer ID,Loyalty tier,Joined\n{people}")),
        ("till.csv", format!("Receipt,What,Customer ID,Purchase date,Amount\n{sold}")),
    ];
    let id = user.send(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let first = user.look(&id, json!({}));
    let card = |looked: &Value, table: &str| {
        let cards = looked["cards"].as_array().expect("cards").clone();
        cards.into_iter().find(|card| card["filled"]["table"] == table).unwrap_or_else(|| panic!("{looked}"))["filled"]
            .clone()
    };
    let place = card(&first, "partner_transactions")["place"].clone();
    let change = json!({ "column": { "place": place, "column": "offer_id", "from": "What" } });
    let changed = user.look(&id, json!({ "mapping": first["mapping"], "change": change }));
    let offers = card(&changed, "offers");
    let from: Vec<&Value> =
        offers["columns"].as_array().expect("columns").iter().map(|column| &column["from"]).collect();
    assert_eq!(from[..2], [&json!("What"); 2], "{offers}");
    assert_eq!((&changed["faults"], &changed["check"]["faultCount"]), (&json!([]), &json!(0)), "{changed}");
}
