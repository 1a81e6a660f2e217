//! Mappings saved by name, proposals, and what fills an empty install.

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use bond::loads::inbox::Inbox;
use bond::loads::mappings;
use bond::store::roles::{ADMIN, USERS};
use serde_json::{Value, json};
use time::macros::date;

use super::TestApp;
use super::command_line::{Serving, add_user, captured, run};
use super::loads::{ended, folder, send, upload};

const PATH: &str = "/api/v1/admin/mappings";
const GROUPS: &str = "id,type,name\n1,TIER,Gold\n1,LOB,Retail\n1,AUDIENCE,All\n";
const MEMBERS: &str = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nM1,1,1,1,2025-12-01,Email\n";
/// Sign-ins as another system writes them.
const EXPORT: &str = "Who;When\nM1;01.03.2026 10:00\nM1;02.03.2026 10:00\n";
const MAPPING: &str = r#"[[file]]
name = "export.txt"
separator = ";"

[[file.table]]
name = "logins"
[file.table.columns]
member_id = "Who"
logged_in_at = { column = "When", format = "%d.%m.%Y %H:%M" }
"#;
const FILES: &[(&str, &str)] = &[("user_groups.csv", GROUPS), ("members.csv", MEMBERS), ("export.txt", EXPORT)];

fn with_admin() -> (TestApp, String) {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    (app, token)
}

fn put(app: &TestApp, token: &str, name: &str, text: &str) -> super::Answer {
    app.call("PUT", &format!("{PATH}/{name}")).bearer(token).json(&json!({ "text": text })).send()
}

#[test]
fn a_mapping_is_saved_listed_read_replaced_and_removed() {
    let (app, token) = with_admin();
    let saved = put(&app, &token, "sign-ins", "[[file]]\nname = \"a.csv\"\n[[file.table]]\nname = \"logins\"\n");
    assert_eq!((saved.status, &saved.json()["savedBy"]), (200, &json!("ann")), "{}", saved.text);
    assert_eq!(put(&app, &token, "sign-ins", MAPPING).status, 200);
    let list = app.get(PATH).bearer(&token).send().json();
    assert_eq!(
        (list["mappings"].as_array().map(Vec::len), &list["mappings"][0]["name"]),
        (Some(1), &json!("sign-ins"))
    );
    let one = format!("{PATH}/sign-ins");
    assert_eq!(app.get(&one).bearer(&token).send().json()["text"], MAPPING);
    let lines = app.app.store.last_audit_lines(2).expect("read");
    let said = |line: &bond::store::audit::AuditLine| (line.event.clone(), line.actor.clone(), line.subject.clone());
    let expected = ("mapping_saved".to_owned(), Some("ann".to_owned()), Some("mapping sign-ins".to_owned()));
    assert_eq!(lines.iter().map(said).collect::<Vec<_>>(), [expected.clone(), expected]);

    let user = app.signed_in("bob", USERS);
    assert_eq!(put(&app, &user, "sign-ins", MAPPING).status, 403);
    assert_eq!(app.call("DELETE", &one).bearer(&user).send().status, 403);
    let forged = app.call("DELETE", &one).bearer(&token).header("sec-fetch-site", "cross-site").send();
    assert_eq!((forged.status, &forged.json()["error"]), (403, &json!("csrf")));

    assert_eq!(app.call("DELETE", &one).bearer(&token).send().status, 204);
    let line = &app.app.store.last_audit_lines(1).expect("read")[0];
    assert_eq!((line.event.as_str(), line.actor.as_deref()), ("mapping_removed", Some("ann")));
    for method in ["GET", "DELETE"] {
        let gone = app.call(method, &one).bearer(&token).send();
        assert_eq!((gone.status, gone.text.contains("There is no mapping")), (404, true), "{method}: {}", gone.text);
    }
}

#[test]
fn a_wrong_mapping_is_refused_with_line_and_column_and_not_saved() {
    let (app, token) = with_admin();
    let colour = MAPPING.replace("separator", "  colour");
    let no_table = MAPPING.replace("\"logins\"", "\"sign_ins\"");
    let long = "#".repeat(140_000);
    for (name, text, wanted) in [
        ("a", colour.as_str(), "a.toml:3:3: unknown field `colour`"),
        ("a", no_table.as_str(), "a.toml:6:8: there is no table \"sign_ins\""),
        ("a", "[[file]\n", "a.toml:1:"),
        ("A", MAPPING, "\"A\" is not a name of a mapping"),
        ("a", long.as_str(), "longer than 131072 bytes"),
    ] {
        let answer = put(&app, &token, name, text);
        let first = answer.json()["errors"][0].as_str().unwrap_or_default().to_owned();
        assert_eq!((answer.status, first.contains(wanted)), (400, true), "{wanted}: {}", answer.text);
    }
    assert_eq!(app.app.store.mappings().expect("read"), []);
}

#[test]
fn an_upload_chooses_a_mapping_and_the_ledger_keeps_its_text() {
    let (app, token) = with_admin();
    put(&app, &token, "sign-ins", MAPPING);
    let unknown = upload(&app, &token, &[("mapping", "other")], FILES);
    assert_eq!(
        (unknown.status, unknown.text.contains("mapping: there is no mapping")),
        (400, true),
        "{}",
        unknown.text
    );
    let both = [FILES[0], FILES[1], FILES[2], ("mapping.toml", MAPPING)];
    let both = upload(&app, &token, &[("mapping", "sign-ins")], &both);
    assert_eq!((both.status, both.text.contains("the files have a mapping.toml")), (400, true), "{}", both.text);

    let done = ended(&app, &token, &upload(&app, &token, &[("mapping", "sign-ins")], FILES));
    assert_eq!((&done["load"]["state"], &done["load"]["rows"]), (&json!("published"), &json!(6)), "{done}");
    // What comes later changes nothing of what the load used.
    put(&app, &token, "sign-ins", "[[file]]\nname = \"a.csv\"\n[[file.table]]\nname = \"logins\"\n");
    let again = app.get(&format!("/api/v1/admin/loads/{}", done["load"]["id"])).bearer(&token).send().json();
    assert_eq!(again["report"]["mappings"], json!([{ "name": "sign-ins.toml", "text": MAPPING }]));

    // A mapping beside the files is in the ledger too.
    let more = [("export.txt", "Who;When\nM1;03.03.2026 10:00\n"), ("mapping.toml", MAPPING)];
    let done = ended(&app, &token, &upload(&app, &token, &[], &more));
    assert_eq!(done["load"]["state"], "published", "{done}");
    assert_eq!(done["report"]["mappings"], json!([{ "name": "mapping.toml", "text": MAPPING }]));
    // Faults name the lines of the file.
    put(&app, &token, "sign-ins", MAPPING);
    let wrong = [("export.txt", "Who;When\nM1;03.03.2026 10:00\nM1;never\n")];
    let done = ended(&app, &token, &upload(&app, &token, &[("mapping", "sign-ins")], &wrong));
    assert_eq!((&done["load"]["state"], &done["faults"][0]["line"]), (&json!("refused"), &json!(3)), "{done}");
}

/// Two sets of data/trials, as an analyst gets them: a log in .gz, and a zip archive of a Mac. The rows were counted from
/// the files without Bond.
#[test]
fn packed_exports_are_loaded_by_their_mappings() {
    let cases: [(&str, &[&str]); 2] = [
        (
            "app",
            &[
                "events_2026-03.json: 553 rows of logins, 2,047 left out",
                "events_2026-03.json: 1,147 rows of offer_interactions, 1,453 left out",
                "events_2026-03.json: 469 rows of article_views, 2,131 left out",
                "events_2026-03.json: 92 rows of content_actions, 2,508 left out",
            ],
        ),
        (
            "affinity",
            &[
                "members.txt: 400 rows of members, 0 left out",
                "usage_202603.txt: 1,300 rows of partner_transactions, 0 left out",
                "clickstream_202603.txt: 2,900 rows of offer_interactions, 0 left out",
            ],
        ),
    ];
    for (set, expected) in cases {
        let data = tempfile::tempdir().expect("a directory");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/trials").join(set);
        let (code, said, error) =
            captured(&run(data.path(), &["import", "--time-zone", "UTC", "--check", &folder.to_string_lossy()], ""));
        assert_eq!(code, 0, "{set}: {error}");
        for line in expected {
            assert!(said.lines().any(|found| found == *line), "{line} is not in {said}");
        }
    }
}

/// Whoever sends an archive knows its files, and not where the server unpacks them.
#[test]
fn faults_name_the_archive_and_the_file_in_it() {
    let [data, parent] = [0, 1].map(|_| tempfile::tempdir().expect("a directory"));
    let path = parent.path().join("feed.zip");
    let mut archive = zip::ZipWriter::new(std::fs::File::create(&path).expect("a file"));
    for (name, text) in [("feed/logins.csv", "member_id,logged_in_at\nM1,never\n"), ("notes.txt", "")] {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).expect("started");
        archive.write_all(text.as_bytes()).expect("written");
    }
    archive.finish().expect("finished");
    let (code, _, error) = captured(&run(data.path(), &["import", "--check", &path.to_string_lossy()], ""));
    assert!(code == 2 && error.contains("feed.zip/logins.csv:2:logged_in_at: \"never\""), "{error}");
    assert!(!error.contains("spool"), "{error}");
}

#[test]
fn one_file_of_several_tables_is_written_down() {
    let app = TestApp::on(date!(2026 - 04 - 01));
    let token = app.signed_in("ann", ADMIN);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/mappings/ledger");
    // The form is text, so what is in Windows-1252 goes in UTF-8.
    let read = |name: &str| -> String {
        let bytes = std::fs::read(folder.join(name)).expect("read");
        bytes.into_iter().map(|byte| if byte == 0x80 { '€' } else { char::from(byte) }).collect()
    };
    let mapping = std::fs::read_to_string(folder.join("mapping.toml")).expect("read").replace("windows-1252", "utf-8");
    let names = ["user_groups.csv", "kunden.csv", "buchungen-2026-03.csv"];
    let texts = names.map(read);
    let mut files: Vec<(&str, &str)> = names.into_iter().zip(texts.iter().map(String::as_str)).collect();
    files.push(("mapping.toml", &mapping));
    let done = ended(&app, &token, &upload(&app, &token, &[], &files));
    assert_eq!(done["load"]["state"], "published", "{done}");
    let of_bookings = |file: &&Value| file["name"] == "buchungen-2026-03.csv";
    let all = done["files"].as_array().expect("files").iter();
    let filled: Vec<&Value> = all.filter(of_bookings).map(|file| &file["table"]).collect();
    assert_eq!(filled, ["offer_categories", "offers", "partner_transactions", "partners"]);
}

#[test]
fn the_inbox_takes_the_own_mapping_first_then_the_named_one_then_that_of_the_setting() {
    let (app, _) = with_admin();
    let store = &app.app.store;
    let inbox_dir = tempfile::tempdir().expect("a directory");
    let path = inbox_dir.path();
    let wrong = MAPPING.replace("\"Who\"", "\"Nobody\"");
    mappings::save(store, "right", MAPPING, None, 1).expect("saved");
    mappings::save(store, "wrong", &wrong, None, 1).expect("saved");
    let entry = |name: &str, more: &[(&str, &str)]| {
        let files = [FILES, more, &[("READY", "")]].concat();
        std::fs::rename(folder(path, &files), path.join(name)).expect("renamed");
    };
    let mut inbox = Inbox::new(path, &app.app.loads, store, Some("wrong"));
    inbox.look(app.app.clock.now()).expect("its folders are made");
    entry("a-setting", &[]);
    entry("b-named", &[("mapping", "right\n")]);
    entry("c-own", &[("mapping", "wrong\n"), ("mapping.toml", MAPPING)]);
    entry("d-unknown", &[("mapping", "nowhere\n")]);
    let limit = Instant::now() + Duration::from_secs(60);
    let names = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(path.join(folder)).expect("a folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    while names("done").len() + names("refused").len() < 8 {
        inbox.look(app.app.clock.now()).expect("looked");
        assert!(Instant::now() < limit, "{:?} {:?}", names("done"), names("refused"));
        std::thread::sleep(Duration::from_millis(20));
    }
    let entries = |folder: &str| -> Vec<String> {
        let all = names(folder).into_iter().filter(|name| !name.ends_with(".txt"));
        all.map(|name| name.split_once('-').expect("a number").1.to_owned()).collect()
    };
    assert_eq!((entries("done"), entries("refused").len()), (vec!["b-named".to_owned(), "c-own".to_owned()], 2));
    let report = |end: &str| {
        let name = names("refused").into_iter().find(|name| name.ends_with(end)).expect(end);
        std::fs::read_to_string(path.join("refused").join(name)).expect("a report")
    };
    assert!(report("a-setting.report.txt").contains("\"Nobody\""), "{}", report("a-setting.report.txt"));
    let unknown = report("d-unknown.report.txt");
    assert!(
        unknown.starts_with("the file mapping names no saved mapping: there is no mapping \"nowhere\""),
        "{unknown}"
    );
}

#[test]
fn commands_manage_mappings_and_imports_choose_them_beside_a_running_server() {
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    add_user(&dir, "ann");
    let feed = folder(parent.path(), FILES);
    let files = folder(parent.path(), &[("mapping.toml", MAPPING), ("wrong.toml", "[[file]]\nname = 1\n")]);
    let (mapping, wrong) = (format!("{files}/mapping.toml"), format!("{files}/wrong.toml"));
    let server = Serving::start(&dir);
    let said = |words: &[&str]| captured(&run(&dir, words, ""));
    let (code, _, error) = said(&["mapping", "add", "sign-ins", &wrong]);
    assert_eq!((code, error.contains("sign-ins.toml:2:8: ")), (2, true), "{error}");
    assert_eq!(said(&["mapping", "add", "sign-ins", &mapping]).0, 0);
    let (code, _, error) = said(&["mapping", "add", "sign-ins", &mapping]);
    assert_eq!((code, error.contains("use --replace")), (2, true), "{error}");
    assert_eq!(said(&["mapping", "add", "--replace", "sign-ins", &mapping]).0, 0);
    let (_, list, _) = said(&["mapping", "list"]);
    assert!(list.contains("sign-ins") && list.contains("command line"), "{list}");
    assert_eq!(said(&["mapping", "show", "sign-ins"]).1, MAPPING);
    let (code, _, error) = said(&["import", "--mapping", "other", &feed]);
    assert_eq!(
        (code, error.contains("there is no file other, and there is no mapping \"other\"")),
        (2, true),
        "{error}"
    );
    // Only the mapping names export.txt.
    let inputs = ["user_groups.csv", "members.csv", "export.txt"].map(|name| format!("{feed}/{name}"));
    let words = ["import", "--mapping", "sign-ins", &inputs[0], &inputs[1], &inputs[2]];
    let (code, output, error) = said(&words);
    assert_eq!((code, output.contains("export.txt: 2 rows of logins")), (0, true), "{output}{error}");
    let (_, shown, _) = said(&["loads", "show", "1"]);
    assert!(shown.contains("mapping sign-ins.toml, as it was then"), "{shown}");
    assert_eq!(said(&["mapping", "remove", "sign-ins"]).0, 0);
    assert_eq!(said(&["mapping", "remove", "sign-ins"]).0, 2);
    assert_eq!(server.stop().0, 0);

    // A deleted warehouse is loaded again as it was, though the mapping is gone.
    for file in ["warehouse.duckdb", "warehouse.duckdb.wal"] {
        let _ = std::fs::remove_file(dir.join(file));
    }
    let more = folder(parent.path(), &[("logins.csv", "member_id,logged_in_at\nM1,2026-03-09 11:00:00\n")]);
    let (code, output, error) = said(&["import", "--check", &more]);
    assert_eq!(code, 0, "{output}{error}");
    assert!(output.contains("Rows of all fact tables: 2 before, 3 after"), "{output}");
}

#[test]
fn a_mapping_is_proposed_from_the_head_of_files() {
    let (app, token) = with_admin();
    let path = "/api/v1/admin/loads/suggest";
    let many: String = (0..60_000).map(|row| format!("M{row};02.03.2026 10:00;note {row}\n")).collect();
    let answer = send(&app, &token, path, &[], &[("sign-ins.txt", &format!("Customer;Login time;Note\n{many}"))]);
    assert_eq!(answer.status, 200, "{}", answer.text);
    let answer = answer.json();
    let mapping = answer["mapping"].as_str().expect("a mapping");
    assert!(mapping.contains("separator = \";\"") && mapping.contains("name = \"logins\""), "{mapping}");
    let file = &answer["files"][0];
    assert_eq!((&file["table"], &file["unused"]), (&json!("logins"), &json!(["Note"])), "{file}");
    let column = json!({
        "column": "member_id", "from": "Customer", "value": null, "sure": "LIKELY", "note": "", "mayBeEmpty": false
    });
    assert_eq!(file["columns"][0], column);
    // The groups of its members come with it, and what no file has is said with what that costs.
    assert_eq!((&file["sure"], &answer["program"][0]["key"]), (&json!("LIKELY"), &json!("tier")), "{answer}");
    let lacks = answer["lacks"].as_array().expect("tables");
    assert!(!lacks.iter().any(|lacking| lacking["table"] == "logins"), "{lacks:?}");
    let csat = lacks.iter().find(|lacking| lacking["table"] == "csat_responses").expect("no answers");
    assert!(csat["figures"].as_array().is_some_and(|figures| figures.contains(&json!("CSAT"))), "{csat}");
    let asked = [("as", "sign-ins.txt=article_views")];
    let other =
        send(&app, &token, path, &asked, &[("sign-ins.txt", "Customer;Login time;Note\nM1;02.03.2026 10:00;x\n")]);
    assert_eq!(other.json()["files"][0]["table"], "article_views", "{}", other.text);
    let wrong = send(&app, &token, path, &[("as", "sign-ins.txt=nothing")], FILES);
    assert!(wrong.status == 400 && wrong.text.contains("there is no table"), "{}", wrong.text);
    let preview = &answer["previews"][0];
    assert_eq!((preview["rows"].as_array().map(Vec::len), &preview["faults"]), (Some(20), &json!([])), "{preview}");
    assert_eq!(preview["rows"][1], json!(["M1", "2026-03-02 10:00:00"]));
    // Nothing is left, nothing is loaded, and nobody else may ask.
    let incoming = app.app.data_dir().path().join("spool/incoming");
    assert_eq!(std::fs::read_dir(incoming).expect("a folder").count(), 0);
    assert_eq!(app.app.store.loads(9).expect("read"), []);
    let user = app.signed_in("bob", USERS);
    assert_eq!(send(&app, &user, path, &[], FILES).status, 403);
}

#[test]
fn a_mapping_is_checked_against_files() {
    let (app, token) = with_admin();
    let path = "/api/v1/admin/loads/suggest";
    let check = |mapping: &str, files: &[(&str, &str)]| {
        let answer = send(&app, &token, path, &[("mapping", mapping)], files);
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    };
    let answer = check(MAPPING, FILES);
    assert_eq!(answer["previews"][0]["rows"][0], json!(["M1", "2026-03-01 10:00:00"]), "{answer}");
    assert_eq!((&answer["unnamed"], &answer["files"]), (&json!(["members.csv", "user_groups.csv"]), &json!([])));
    let answer = check(MAPPING, &[("export.txt", "Who;When\nM1;01.03.2026 10:00\nM1;soon\n")]);
    let fault = &answer["previews"][0]["faults"][0];
    assert_eq!((&fault["file"], &fault["line"], &fault["column"]), (&json!("export.txt"), &json!(3), &json!("When")));
    let answer = check(&MAPPING.replace("separator", "colour"), FILES);
    assert_eq!(answer["previews"], json!([]));
    let fault = &answer["faults"][0];
    assert_eq!((&fault["line"], &fault["column"]), (&json!(3), &json!("1")), "{answer}");
    // By name, and beside the files.
    assert_eq!(send(&app, &token, path, &[("mapping", "sign-ins")], FILES).status, 404);
    put(&app, &token, "sign-ins", MAPPING);
    assert_eq!(check("sign-ins", FILES)["mapping"], MAPPING);
    let own = [FILES[2], ("mapping.toml", MAPPING)];
    let answer = send(&app, &token, path, &[], &own).json();
    assert_eq!((&answer["mapping"], &answer["previews"][0]["table"]), (&json!(MAPPING), &json!("logins")), "{answer}");
    // What is no table stays out of the proposal, and has its reason beside it.
    let answer = send(&app, &token, path, &[], &[FILES[2], ("a.parquet", "no parquet")]).json();
    let refused = &answer["refused"][0];
    let text = refused["text"].as_str().expect("a fault");
    assert!(refused["file"] == "a.parquet" && text.starts_with("the file is not readable as Parquet"), "{refused}");
    assert!(!answer["mapping"].as_str().expect("a mapping").contains("a.parquet"), "{answer}");
    let alone = send(&app, &token, path, &[], &[("a.parquet", "no parquet")]);
    assert!(alone.status == 400 && alone.text.contains("the file is not readable as Parquet"), "{}", alone.text);
    for (fields, files, wanted) in [
        (&[][..], &[][..], "at least one file"),
        (&[("days", "x")], FILES, "days: there is no such field"),
        (&[], &[("../x.csv", "a")], "is not a file name"),
        (&[], &[("a.zip", "no archive")], "a.zip cannot be unpacked"),
    ] {
        let answer = send(&app, &token, path, fields, files);
        assert_eq!((answer.status, answer.text.contains(wanted)), (400, true), "{wanted}: {}", answer.text);
    }
}

#[test]
fn an_empty_install_loads_the_sample_or_makes_a_demo_once() {
    let (app, token) = with_admin();
    let post =
        |path: &str, body: &Value| app.post(&format!("/api/v1/admin/loads/{path}")).bearer(&token).json(body).send();
    let done = ended(&app, &token, &post("sample", &json!({})));
    assert_eq!((&done["load"]["state"], &done["load"]["origin"]), (&json!("published"), &json!("page")), "{done}");
    assert_eq!(app.get("/api/v1/program").bearer(&token).send().json()["through"], "2025-12-31");
    let line = &app.app.store.last_audit_lines(1).expect("read")[0];
    assert_eq!((line.event.as_str(), line.actor.as_deref()), ("import", Some("ann")));
    for (path, body) in [("sample", json!({})), ("demo", json!({ "members": 200 }))] {
        let refused = post(path, &body);
        assert_eq!((refused.status, &refused.json()["error"]), (409, &json!("conflict")), "{}", refused.text);
    }
    let user = app.signed_in("bob", USERS);
    for path in ["sample", "demo"] {
        let call = app.post(&format!("/api/v1/admin/loads/{path}")).bearer(&user).json(&json!({ "members": 200 }));
        assert_eq!(call.send().status, 403, "{path}");
    }
}

#[test]
fn a_demo_is_made_by_the_loader_and_again_where_the_warehouse_is_lost() {
    if !crate::takes_turn(6) {
        return;
    }
    let parent = tempfile::tempdir().expect("a directory");
    let dir = parent.path().join("data");
    let app = TestApp::with(|config| config.data_dir = dir.clone());
    let token = app.signed_in("ann", ADMIN);
    for members in [json!(99), json!(1_000_001), json!("many"), json!(null)] {
        let call = app.post("/api/v1/admin/loads/demo").bearer(&token).json(&json!({ "members": members }));
        assert_eq!(call.send().status, 400, "{members}");
    }
    // The loader cannot begin while somebody else writes, so a second request finds the first.
    let writer = app.app.warehouse.writer().expect("a writer");
    let call = || app.post("/api/v1/admin/loads/sample").bearer(&token).json(&json!({})).send();
    let first = call();
    assert_eq!((first.status, call().status), (202, 409));
    let cancel = format!("/api/v1/admin/loads/{}/cancel", first.json()["id"]);
    assert_eq!(app.post(&cancel).bearer(&token).send().status, 202);
    drop(writer);
    assert_eq!(ended(&app, &token, &first)["load"]["state"], "cancelled");

    let call = app.post("/api/v1/admin/loads/demo").bearer(&token).json(&json!({ "members": 200 }));
    let done = ended(&app, &token, &call.send());
    assert_eq!((&done["load"]["state"], &done["load"]["kind"]), (&json!("published"), &json!("demo")), "{done}");
    let program = app.get("/api/v1/program").bearer(&token).send().json();
    assert_eq!((&program["demo"], &program["through"]), (&json!(true), &json!("2026-03-14")));
    let line = &app.app.store.last_audit_lines(1).expect("read")[0];
    assert_eq!((line.event.as_str(), line.actor.as_deref()), ("demo_made", Some("ann")));
    let score = |app: &TestApp, token: &str| app.post("/api/v1/bond/score").bearer(token).json(&json!({})).send().text;
    let before = score(&app, &token);
    app.end();

    for file in ["warehouse.duckdb", "warehouse.duckdb.wal"] {
        let _ = std::fs::remove_file(dir.join(file));
    }
    let app = TestApp::with(|config| config.data_dir = dir.clone());
    assert_eq!(app.app.store.last_audit_lines(1).expect("read")[0].event, "load_recovered");
    let token = app.login("ann", "correct horse 1").json()["token"].as_str().expect("a token").to_owned();
    assert_eq!(score(&app, &token), before);
}
