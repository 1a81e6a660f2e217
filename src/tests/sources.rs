//! Two systems that report the same days: uploads with a source, what the ledger and the commands say of it, and that
//! sources outlast an undo, an erasure, a recovery and a restore.

use std::fs;
use std::path::Path;

use bond::store::roles::ADMIN;
use serde_json::{Value, json};

use super::TestApp;
use super::command_line::{Serving, add_user, captured, run};
use super::damage::copy_folder;
use super::loads::{BASE, ended, folder, undo, upload};

/// Rows of the days of [`BASE`], which has one on each.
const TILL: &[(&str, &str)] =
    &[("logins.csv", "member_id,logged_in_at\nM1,2026-03-01 12:00:00\nM1,2026-03-01 13:00:00\n")];

/// What the calendar has of the sources of logins: name, last day and rows of each.
fn sources(data: &Value) -> Vec<(String, String, u64)> {
    let tables = data["tables"].as_array().expect("tables");
    let logins = tables.iter().find(|table| table["table"] == "logins").expect("logins");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let all = logins["sources"].as_array().expect("sources");
    all.iter().map(|of| (text(&of["source"]), text(&of["lastDay"]), of["rows"].as_u64().expect("rows"))).collect()
}

fn source(name: &str, last_day: &str, rows: u64) -> (String, String, u64) {
    (name.to_owned(), last_day.to_owned(), rows)
}

#[test]
fn an_upload_names_its_source_and_replaces_no_rows_of_another() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    ended(&app, &token, &upload(&app, &token, &[], BASE));
    let loaded = || sources(&app.get("/api/v1/admin/data").bearer(&token).send().json());
    let done = ended(&app, &token, &upload(&app, &token, &[("source", "till")], TILL));
    assert_eq!(done["load"]["state"], "published", "{done}");
    assert_eq!((&done["files"][0]["source"], &done["report"]["warnings"]), (&json!("till"), &json!([])), "{done}");
    let day = json!({ "table": "logins", "source": "till", "day": "2026-03-01", "before": 0, "after": 2 });
    assert_eq!(done["report"]["replaced"], json!([day]));
    assert_eq!(loaded(), [source("", "2026-03-02", 2), source("till", "2026-03-01", 2)]);
    // The same files from another system are another load.
    let done = ended(&app, &token, &upload(&app, &token, &[("source", "shop")], TILL));
    assert_eq!((&done["load"]["state"], &done["load"]["message"]), (&json!("published"), &json!(null)), "{done}");
    assert_eq!(loaded()[1..], [source("shop", "2026-03-01", 2), source("till", "2026-03-01", 2)]);
    ended(&app, &token, &undo(&app, &token));
    assert_eq!(loaded(), [source("", "2026-03-02", 2), source("till", "2026-03-01", 2)]);
    for (name, language, wanted) in [
        ("a/b", "en", "source: the name of a source has 1 to 60 letters"),
        ("", "en", "source: the name of a source has 1 to 60 letters"),
        ("a'b", "de", "source: der Name einer Quelle hat 1 bis 60"),
    ] {
        let body = format!(
            "--frontier\r\ncontent-disposition: form-data; name=\"source\"\r\n\r\n{name}\r\n\
             --frontier\r\ncontent-disposition: form-data; name=\"files\"; filename=\"logins.csv\"\r\n\
             content-type: text/csv\r\n\r\nx\r\n--frontier--\r\n"
        );
        let call = app.post("/api/v1/admin/loads").bearer(&token).header("accept-language", language);
        let refused = call.body("multipart/form-data; boundary=frontier", &body).send();
        assert_eq!((refused.status, refused.text.contains(wanted)), (400, true), "{name:?}: {}", refused.text);
    }
}

#[test]
fn a_load_says_that_it_replaces_the_rows_of_another_file() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let of = |hour: u8| format!("member_id,logged_in_at\nM1,2026-03-01 {hour}:00:00\n");
    let (shop, till) = (of(10), of(12));
    let (shop, till) = ([("logins-shop.csv", shop.as_str())], [("logins-till.csv", till.as_str())]);
    ended(&app, &token, &upload(&app, &token, &[], &BASE[..2]));
    ended(&app, &token, &upload(&app, &token, &[], &shop));
    let wanted = "logins: rows of 1 day are replaced; they came from logins-shop.csv; if two systems report these days, \
                  undo the load and load these files again with a source of their own";
    for fields in [&[("check", "true")][..], &[]] {
        let done = ended(&app, &token, &upload(&app, &token, fields, &till));
        assert_eq!(done["report"]["warnings"], json!([wanted]), "{done}");
        let path = format!("/api/v1/admin/loads/{}", done["load"]["id"]);
        for (language, wanted) in [
            ("de", "logins: Zeilen von 1 Tag werden ersetzt; sie kamen aus logins-shop.csv; "),
            ("es", "logins: se reemplazan filas de 1 día; venían de logins-shop.csv; "),
        ] {
            let answer = app.get(&path).bearer(&token).header("accept-language", language).send().json();
            let said = answer["report"]["warnings"][0].as_str().expect("a warning");
            assert!(said.starts_with(wanted), "{said}");
        }
    }
    // With sources nothing is replaced.
    for (name, files) in [("shop", &shop), ("till", &till)] {
        let done = ended(&app, &token, &upload(&app, &token, &[("source", name)], files));
        assert_eq!(done["report"]["warnings"], json!([]), "{done}");
    }
}

/// What `bond data` says of the sources of logins.
fn loaded(data: &Path) -> Vec<(String, String, u64)> {
    let (code, text, error) = captured(&run(data, &["data", "--json"], ""));
    assert_eq!(code, 0, "{error}");
    sources(&serde_json::from_str(&text).expect("JSON"))
}

/// Runs a command that must succeed, and returns what it says.
fn said(data: &Path, words: &[&str]) -> String {
    let (code, text, error) = captured(&run(data, words, ""));
    assert_eq!(code, 0, "{words:?}: {error}");
    text
}

/// A data directory with members M1 to M3 and logins of the sources shop and till; the till's name is in a mapping.
fn two_sources(parent: &Path) -> std::path::PathBuf {
    let data = parent.join("data");
    add_user(&data, "ann");
    let members = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nM1,1,1,1,2025-12-01,Email\n\
                   M2,1,1,1,2025-12-01,Email\nM3,1,1,1,2025-12-01,Email\n";
    said(&data, &["import", &folder(parent, &[BASE[0], ("members.csv", members)])]);
    let day = "member_id,logged_in_at\nM1,2026-03-01 10:00:00\nM2,2026-03-01 10:00:00\nM3,2026-03-01 10:00:00\n";
    said(&data, &["import", "--source", "shop", &folder(parent, &[("logins.csv", day)])]);
    let day = "member_id,logged_in_at\nM2,2026-03-01 12:00:00\nM3,2026-03-01 12:00:00\n";
    let mapping = ("mapping.toml", "source = \"till\"\n");
    said(&data, &["import", &folder(parent, &[mapping, ("logins.csv", day)])]);
    data
}

#[test]
fn the_ledger_says_which_sources_a_load_is_of() {
    let parent = tempfile::tempdir().expect("a directory");
    let data = two_sources(parent.path());
    let list = said(&data, &["loads", "list"]);
    let ends: Vec<&str> = list.lines().map(|line| line.split_whitespace().last().unwrap_or_default()).collect();
    assert_eq!(ends, ["SOURCE", "till", "shop", "1"], "{list}");
    let shown = said(&data, &["loads", "show", "3"]);
    for wanted in
        ["logins.csv: 2 rows of logins, source till, ", "logins 2026-03-01, source till: 0 rows before, 2 after"]
    {
        assert!(shown.contains(wanted), "{shown}");
    }
    let shown = said(&data, &["loads", "show", "1"]);
    assert!(!shown.contains("source"), "{shown}");
}

#[test]
fn sources_outlast_a_recovery_an_erasure_and_a_restore() {
    let parent = tempfile::tempdir().expect("a directory");
    let data = two_sources(parent.path());
    let both = [source("shop", "2026-03-01", 3), source("till", "2026-03-01", 2)];
    assert_eq!(loaded(&data), both);

    // The loads come back from the copies of their files.
    let recover = |data: &Path| {
        fs::remove_file(data.join("warehouse.duckdb")).expect("removed");
        assert_eq!(Serving::start(data).stop().0, 0);
        loaded(data)
    };
    let copy = parent.path().join("copy");
    copy_folder(&data, &copy);
    assert_eq!(recover(&copy), both);

    let backups = parent.path().join("backups");
    let made = said(&data, &["backup", "--to", &backups.to_string_lossy()]);
    let restored = parent.path().join("restored");
    said(&restored, &["restore", made.lines().next().expect("its path")]);
    assert_eq!(loaded(&restored), both);

    // A load that names an erased member is kept as feed files, which have their source all the same.
    let ids = parent.path().join("ids.txt");
    fs::write(&ids, "M2\n").expect("written");
    said(&data, &["member", "erase", "--ids", &ids.to_string_lossy()]);
    assert_eq!(loaded(&data), [source("shop", "2026-03-01", 2), source("till", "2026-03-01", 1)]);
    let day = "member_id,logged_in_at\nM1,2026-03-03 12:00:00\nM2,2026-03-03 12:00:00\n";
    let more = said(&data, &["import", "--source", "till", &folder(parent.path(), &[("logins.csv", day)])]);
    assert!(more.contains("1 row of erased members was left out"), "{more}");
    let after = [source("shop", "2026-03-01", 2), source("till", "2026-03-03", 2)];
    assert_eq!(loaded(&data), after);
    assert_eq!(recover(&data), after);
}
