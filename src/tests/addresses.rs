//! Addresses of tables: what they show, to whom, and what is said of figures that are quoted from them.

use std::process::Command;

use bond::groupings::Grouping;
use bond::modules::Module;
use bond::render::Screen;
use bond::scope::{GroupLimit, Limits};
use bond::store::roles::{ADMIN, Permission, PermissionModule, Role, USERS};
use calamine::{Data, Reader, Xlsx, open_workbook};
use serde_json::{Value, json};
use time::Date;
use time::macros::date;

use crate::TestApp;
use crate::scope::sign_in;

const TABLES: &str = "/api/v1/account/tables";
const CHECK: &str = "/api/v1/receipts/check";
const LOGINS: &str = "api/v1/dashboard/users/logins";
const CARDS: &str = "api/v1/dashboard/users/userDashboardInfo";
const DAY: i64 = 24 * 60 * 60;

/// The fixture with its data, where today is 2025-03-11.
fn program(minimum_members: u16) -> TestApp {
    program_on(date!(2025 - 03 - 11), minimum_members)
}

fn program_on(today: Date, minimum_members: u16) -> TestApp {
    TestApp::loaded(today, "src/tests/fixture", |config| config.minimum_members = minimum_members)
}

fn filter() -> Value {
    json!({ "period": "SELECTED_DATE", "startDate": "2025-01-01", "endDate": "2025-03-10", "viewByH1": "TIER" })
}

fn body(more: Value) -> Value {
    let mut body = json!({
        "name": "Monthly workbook", "title": "Logins: by tier", "screen": LOGINS, "block": "LOGINS_TABLE",
        "filters": filter().to_string(), "days": 30,
    });
    let (Value::Object(fields), Value::Object(more)) = (&mut body, more) else { panic!("objects") };
    fields.extend(more);
    body
}

/// An address: its number, and the paths of CSV and JSON.
struct Made {
    id: i64,
    csv: String,
    json: String,
}

fn made(app: &TestApp, token: &str, more: Value) -> Made {
    let answer = app.post(TABLES).bearer(token).json(&body(more)).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    let answer = answer.json();
    let text = |name: &str| answer[name].as_str().expect("a path").to_owned();
    assert!(!answer["token"].to_string().contains("bond_"), "{answer}");
    Made { id: answer["token"]["id"].as_i64().expect("a number"), csv: text("csv"), json: text("json") }
}

fn rows(app: &TestApp, path: &str) -> Vec<Value> {
    let answer = app.get(path).send();
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/json"), "{}", answer.text);
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.json().as_array().expect("rows").clone()
}

fn checked(app: &TestApp, token: &str, text: &str) -> Value {
    let answer = app.post(CHECK).bearer(token).json(&json!({ "text": text })).send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["found"].clone()
}

fn status(app: &TestApp, path: &str) -> u16 {
    app.get(path).send().status
}

fn events(app: &TestApp) -> Vec<String> {
    app.app.store.last_audit_lines(100).expect("read").into_iter().map(|line| line.event).collect()
}

#[test]
fn a_table_is_that_of_the_page_and_of_the_file() {
    let app = program(0);
    let token = app.signed_in("ann", USERS);
    let Made { csv, json, .. } = made(&app, &token, json!({}));
    let page = app.post(&format!("/{LOGINS}/breakdown/LOGINS_TABLE")).bearer(&token).json(&filter()).send().json();
    let rows = rows(&app, &json);
    let of_page = page["data"].as_array().expect("rows");
    assert_eq!(rows.len(), of_page.len());
    for (row, own) in rows.iter().zip(of_page) {
        assert_eq!((&row["Tier"], &row["Total Logins"]), (&own["name"], &own["total"]));
        assert_eq!((&row["first_day"], &row["last_day"]), (&json!("2025-01-01"), &json!("2025-03-10")));
    }
    assert!(rows[0]["Total Logins"].as_i64().is_some_and(|logins| logins > 0), "{rows:?}");
    // The file has the same rows without what each says at its end.
    let mut file = filter();
    file["screen"] = json!(LOGINS);
    file["block"] = json!("LOGINS_TABLE");
    let file = app.post("/api/v1/export/csv").bearer(&token).json(&file).send().text;
    let answer = app.get(&csv).send();
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/csv; charset=utf-8"));
    let receipt = rows[0]["receipt"].as_str().expect("a receipt");
    let ends = |line: &str| line.strip_suffix(&format!(",2025-01-01,2025-03-10,,{receipt}")).map(str::to_owned);
    let mut lines = answer.text.lines();
    let header = lines.next().expect("a header").strip_suffix(",first_day,last_day,missing,receipt").expect("ends");
    let all: Vec<String> =
        std::iter::once(header.to_owned()).chain(lines.map(|line| ends(line).expect("ends"))).collect();
    assert_eq!(all, file.lines().collect::<Vec<_>>());
}

#[test]
fn periods_move_along_and_rows_of_charts_have_their_own_days() {
    let app = program(0);
    let token = app.signed_in("ann", USERS);
    let cards = json!({ "screen": CARDS, "block": null, "filters": r#"{"period":"LAST_FULL_MONTH"}"# });
    let Made { json, .. } = made(&app, &token, cards.clone());
    let days = |row: &Value| [&row["first_day"], &row["last_day"]].map(|day| day.as_str().expect("a day").to_owned());
    let before = rows(&app, &json);
    assert_eq!(days(&before[0]), ["2025-02-01", "2025-02-28"]);
    let page = app.post(&format!("/{CARDS}")).bearer(&token).json(&json!({"period": "LAST_FULL_MONTH"})).send().text;
    let logins = before.iter().find(|row| row["Figure"] == "Total Logins").expect("a card");
    assert!(page.contains(&format!("\"totalLogins\":{}", logins["Value"])), "{logins} {page}");
    let later = program_on(date!(2025 - 04 - 05), 0);
    let of_later = made(&later, &later.signed_in("ann", USERS), cards).json;
    assert_eq!(days(&rows(&later, &of_later)[0]), ["2025-03-01", "2025-03-31"]);
    let chart = json!({ "block": "LOGINS_BY_PERIOD", "filters": filter().to_string() });
    let by_month = rows(&app, &made(&app, &token, chart).json);
    assert_eq!(days(&by_month[1]), ["2025-02-01", "2025-02-28"]);
    // The last day with data.
    assert_eq!(days(&by_month[2])[0], "2025-03-01");
}

#[test]
fn every_table_of_every_screen_may_have_an_address() {
    let app = program(0);
    let token = app.signed_in("ann", USERS);
    let mut tables = 0;
    for screen in Screen::all() {
        let blocks: Vec<Option<&str>> = match screen.blocks().map(Some).collect::<Vec<_>>() {
            none if none.is_empty() => vec![None],
            blocks => blocks,
        };
        for block in blocks {
            let filters = json!({ "period": "SELECTED_DATE", "startDate": "2025-01-01", "endDate": "2025-03-10" });
            let more = json!({ "screen": screen.path(), "block": block, "filters": filters.to_string() });
            let Made { id, csv, json } = made(&app, &token, more);
            let (rows, file) = (rows(&app, &json), app.get(&csv).send());
            assert_eq!(file.status, 200, "{}", file.text);
            // Texts may have line breaks.
            let mut reader = csv::ReaderBuilder::new().from_reader(file.text.trim_start_matches('\u{feff}').as_bytes());
            let header: Vec<String> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
            assert_eq!(header[header.len() - 4..], ["first_day", "last_day", "missing", "receipt"], "{block:?}");
            let unique: std::collections::HashSet<&String> = header.iter().collect();
            assert_eq!(unique.len(), header.len(), "{header:?}");
            assert_eq!(reader.records().count(), rows.len(), "{block:?}");
            // Programs keep the order of names; JSON objects have the columns of the file.
            assert!(rows.iter().all(|row| row.as_object().is_some_and(|row| row.len() == header.len())), "{block:?}");
            assert_eq!(app.call("DELETE", &format!("/api/v1/account/tokens/{id}")).bearer(&token).send().status, 204);
            tables += 1;
        }
    }
    assert!(tables > 60, "{tables}");
}

#[test]
fn an_address_ends_with_its_time_its_owner_and_its_token() {
    let app = program(0);
    let (ann, root) = (app.signed_in("ann", USERS), app.signed_in("root", ADMIN));
    let Made { id, csv, json } = made(&app, &ann, json!({}));
    assert_eq!(status(&app, &csv), 200);
    // It is listed as other tokens are, and revoked as they are.
    let listed = app.get("/api/v1/account/tokens").bearer(&ann).send().json();
    assert_eq!(listed["tokens"][0]["shows"]["title"], "Logins: by tier");
    assert!(listed["tokens"][0]["lastUsedAt"].is_i64(), "{listed}");
    assert_eq!(app.get("/api/v1/admin/tokens").bearer(&root).send().json()["tokens"][0]["id"], id);
    app.app.store.disable_user("ann", app.app.clock.now()).expect("disabled");
    let refused = app.get(&csv).send();
    assert_eq!(refused.status, 401);
    assert!(refused.text.contains("may no longer use Bond"), "{}", refused.text);
    app.app.store.enable_user("ann", app.app.clock.now()).expect("enabled");
    assert_eq!(status(&app, &csv), 200);
    assert_eq!(app.call("DELETE", &format!("/api/v1/admin/tokens/{id}")).bearer(&root).send().status, 204);
    let gone = app.get(&json).send();
    assert_eq!(gone.status, 404);
    assert!(gone.text.contains("it was revoked"), "{}", gone.text);
    let Made { csv, .. } = made(&app, &root, json!({ "days": 2 }));
    app.app.clock.advance(2 * DAY);
    let expired = app.get(&csv).send();
    assert_eq!((expired.status, expired.json()["code"].as_str()), (401, Some("session_expired")));
}

/// One line in a day, however often a spreadsheet asks.
#[test]
fn the_first_use_of_a_day_is_a_line_of_the_audit_log() {
    let app = program(0);
    let token = app.signed_in("ann", USERS);
    let Made { csv, json, .. } = made(&app, &token, json!({}));
    for path in [&csv, &json, &csv] {
        assert_eq!(status(&app, path), 200);
    }
    let read = || events(&app).iter().filter(|event| *event == "table_read").count();
    assert_eq!(read(), 1);
    app.app.clock.advance(DAY);
    assert_eq!(status(&app, &csv), 200);
    assert_eq!(read(), 2);
    assert!(events(&app).contains(&"token_added".to_owned()));
    // The store has no secret.
    let secret = csv.split('/').nth(4).expect("a secret");
    assert!(secret.starts_with("bond_"), "{csv}");
    for name in ["bond.sqlite", "bond.sqlite-wal"] {
        let bytes = std::fs::read(app.app.data_dir().path().join(name)).unwrap_or_default();
        assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()), "{name}");
    }
    let counted = app.get("/metrics").send().text;
    assert!(counted.contains("/api/v1/table/{key}/table.csv") && !counted.contains(secret), "{counted}");
    let lines = app.app.store.last_audit_lines(100).expect("read");
    assert!(!lines.iter().any(|line| line.detail.as_ref().is_some_and(|detail| detail.contains(secret))));
}

#[test]
fn the_secret_opens_one_table_and_a_token_that_reads_opens_those_of_its_user() {
    let app = program(0);
    let (ann, bob) = (app.signed_in("ann", USERS), app.signed_in("bob", USERS));
    let Made { id, csv, json } = made(&app, &ann, json!({}));
    let secret = csv.split('/').nth(4).expect("a secret").to_owned();
    for path in ["/api/v1/program", "/api/user/current", "/api/v1/account/tokens"] {
        assert_eq!(app.get(path).bearer(&secret).send().status, 403, "{path}");
    }
    let screen = app.post(&format!("/{LOGINS}/breakdowns")).bearer(&secret).json(&filter()).send();
    assert_eq!(screen.status, 403);
    let by_number = format!("/api/v1/table/{id}/table.json");
    assert_eq!(status(&app, &by_number), 401);
    let token_of = |session: &str, modules: Value| {
        let body = json!({ "name": "x", "days": 1, "modules": modules });
        let made = app.post("/api/v1/account/tokens").bearer(session).json(&body).send();
        made.json()["secret"].as_str().expect("a secret").to_owned()
    };
    let own = app.get(&by_number).bearer(&token_of(&ann, Value::Null)).send();
    assert_eq!(own.text, app.get(&json).send().text);
    assert_eq!(app.get(&by_number).bearer(&ann).send().status, 200);
    for (bearer, expected) in [
        (token_of(&ann, json!(["OFFERS"])), 403),
        (token_of(&bob, Value::Null), 404),
        (bob.clone(), 404),
        (secret.clone(), 403),
    ] {
        assert_eq!(app.get(&by_number).bearer(&bearer).send().status, expected);
    }
    // A token that is no address has no table, by its secret or by its number.
    let plain = token_of(&ann, Value::Null);
    assert_eq!(status(&app, &format!("/api/v1/table/{plain}/table.csv")), 404);
    assert_eq!(app.get(&format!("/api/v1/table/{}/table.csv", id + 1)).bearer(&ann).send().status, 404);
    let elsewhere = made(&app, &ann, json!({ "addresses": ["192.0.2.0/24"] }));
    assert_eq!(status(&app, &elsewhere.csv), 403);
    for (more, field) in [
        (json!({ "name": "" }), "name"),
        (json!({ "days": 0 }), "days"),
        (json!({ "screen": "api/v1/none" }), "screen"),
        (json!({ "block": "OFFERS" }), "block"),
        (json!({ "block": null }), "block"),
        (json!({ "filters": "{\"period\":\"NEVER\"}" }), "filters"),
        (json!({ "addresses": ["home"] }), "addresses"),
    ] {
        let refused = app.post(TABLES).bearer(&ann).json(&body(more)).send();
        assert_eq!((refused.status, refused.text.contains(field)), (400, true), "{field}: {}", refused.text);
    }
}

fn limited(name: &str, modules: &[Module], tiers: &[i32]) -> Role {
    let permission = |code: &Module| Permission { module: PermissionModule { code: *code }, editable: false };
    let groups = match tiers {
        [] => Vec::new(),
        ids => vec![GroupLimit { grouping: Grouping::Tier, ids: ids.to_vec() }],
    };
    Role {
        name: name.to_owned(),
        permissions: modules.iter().map(permission).collect(),
        limits: Limits { groups, without_members: false },
    }
}

const BOTH: [Module; 2] = [Module::Members, Module::Export];

#[test]
fn a_table_shows_what_its_owner_sees_at_that_moment() {
    let app = program(0);
    let all = app.signed_in("root", ADMIN);
    let gold = sign_in(&app, "gold", &[limited("gold", &BOTH, &[1])]);
    let Made { json, csv, .. } = made(&app, &gold, json!({}));
    let names =
        |rows: &[Value]| rows.iter().map(|row| row["Tier"].as_str().expect("a name").to_owned()).collect::<Vec<_>>();
    let of_gold = rows(&app, &json);
    let of_all = rows(&app, &made(&app, &all, json!({})).json);
    assert!(names(&of_gold).len() < names(&of_all).len(), "{of_gold:?}");
    // With another role it is another table at once, and without one it is none.
    app.app.store.add_role(&limited("silver", &BOTH, &[2]), 1).expect("added");
    app.app.store.set_roles("gold", &["silver"], 1).expect("given");
    assert_ne!(names(&rows(&app, &json)), names(&of_gold));
    app.app.store.add_role(&limited("no files", &[Module::Members], &[]), 1).expect("added");
    app.app.store.set_roles("gold", &["no files"], 1).expect("given");
    let closed = app.get(&csv).send();
    assert_eq!(closed.status, 403);
    assert!(closed.text.contains("EXPORT"), "{}", closed.text);
    let refused = app.post(TABLES).bearer(&gold).json(&body(json!({}))).send();
    assert_eq!(refused.status, 403);
}

#[test]
fn small_groups_are_hidden_with_the_reason() {
    let app = program(3);
    let token = app.signed_in("ann", USERS);
    let rows = rows(&app, &made(&app, &token, json!({})).json);
    let page = app.post(&format!("/{LOGINS}/breakdown/LOGINS_TABLE")).bearer(&token).json(&filter()).send().json();
    let mut hidden = 0;
    for (row, own) in rows.iter().zip(page["data"].as_array().expect("rows")) {
        assert_eq!(row["Total Logins"], own["total"]);
        if own["total"].is_null() {
            hidden += 1;
            assert!(row["missing"].as_str().is_some_and(|why| why.contains("Total Logins: hidden")), "{row}");
        }
    }
    assert!(hidden > 0, "{rows:?}");
}

#[test]
fn what_is_quoted_is_genuine_altered_or_outdated() {
    let app = program(0);
    let ann = app.signed_in("ann", USERS);
    let Made { csv, json, .. } = made(&app, &ann, json!({}));
    let table = rows(&app, &json);
    let (row, receipt) = (&table[0], table[0]["receipt"].as_str().expect("a number"));
    let logins = row["Total Logins"].as_i64().expect("logins");
    let verdict = |text: &str| checked(&app, &ann, text)[0]["verdict"].as_str().unwrap_or_default().to_owned();
    let said = |logins: i64| format!("{} had {logins} logins ({receipt}).", row["Tier"].as_str().expect("a name"));
    assert_eq!((verdict(&said(logins)), verdict(&said(logins + 1))), ("genuine".to_owned(), "altered".to_owned()));
    let file = app.get(&csv).send().text;
    let all = checked(&app, &ann, &file);
    assert_eq!((all.as_array().map(Vec::len), &all[0]["verdict"]), (Some(1), &json!("genuine")), "{all}");
    let figures = all[0]["figures"].as_array().expect("figures");
    assert!(figures.len() >= table.len() && figures.iter().all(|figure| figure["isSame"] == true), "{all}");
    let forged =
        serde_json::to_string(&table).expect("JSON").replacen(&format!(":{logins},"), &format!(":{},", logins + 7), 1);
    let found = checked(&app, &ann, &forged);
    assert_eq!(found[0]["verdict"], "altered");
    let figure = &found[0]["figures"][0];
    assert_eq!((&figure["quoted"], &figure["was"]), (&json!((logins + 7).to_string()), &json!(logins.to_string())));
    assert_eq!(verdict("R-0123456789abcdef says 1"), "unknown");
    assert_eq!(checked(&app, &ann, "no number"), json!([]));
    // Of other members than their own they are told nothing.
    let gold = sign_in(&app, "gold", &[limited("gold", &BOTH, &[1])]);
    assert_eq!(checked(&app, &gold, &said(logins))[0]["verdict"], "unknown");
    // A load corrects a day.
    let logins_of_a_day = "member_id,logged_in_at\nA,2025-03-09 10:00:00\nA,2025-03-09 11:00:00\n";
    app.import(&[("logins.csv", logins_of_a_day)]).expect("loaded");
    let again = checked(&app, &ann, receipt);
    assert_eq!(again[0]["verdict"], "outdated", "{again}");
    assert_eq!(checked(&app, &ann, &said(logins + 1))[0]["verdict"], "altered");
}

#[test]
fn a_whole_receipt_is_checked_too() {
    let app = program(0);
    let ann = app.signed_in("ann", USERS);
    let receipt = app.post("/api/v1/receipts/logins.totalLogins").bearer(&ann).json(&filter()).send();
    assert_eq!(receipt.status, 200, "{}", receipt.text);
    let verdict = |bearer: &str, text: &str| checked(&app, bearer, text)[0].clone();
    let found = verdict(&ann, &receipt.text);
    assert_eq!((&found["verdict"], &found["firstDay"]), (&json!("genuine"), &json!("2025-01-01")), "{found}");
    // Each sentence is in the language of whoever asks.
    let said = |language: &str| {
        let answer = app.post(CHECK).bearer(&ann).header("accept-language", language);
        let found = answer.json(&json!({ "text": receipt.text })).send().json()["found"][0]["says"].clone();
        found.as_array().expect("lines").iter().map(|line| line.as_str().expect("text").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(said("de"), ["Gleich: Neu berechnet ist der Wert so, wie ihn der Beleg nennt."]);
    assert_eq!(said("es"), ["Igual: calculado de nuevo, el valor es el que dice el comprobante."]);
    let changed = receipt.text.replacen("\"shown\":", "\"shown\":1", 1);
    assert_ne!(changed, receipt.text);
    assert_eq!(verdict(&ann, &changed)["verdict"], "altered");
    let gold = sign_in(&app, "gold", &[limited("gold", &BOTH, &[1])]);
    assert_eq!(verdict(&gold, &receipt.text)["verdict"], "signed");
    let logins = "member_id,logged_in_at\nA,2025-03-09 10:00:00\nA,2025-03-09 11:00:00\n";
    app.import(&[("logins.csv", logins)]).expect("loaded");
    for (language, restated, loads) in [
        ("de", "Geändert: ausgestellt ", "Ladevorgänge seiner Tabellen"),
        ("es", "Corregido: emitido ", "Cargas de sus tablas"),
    ] {
        let said = said(language);
        assert!(said[0].starts_with(restated) && said[1].starts_with(loads), "{said:?}");
        assert!(said.iter().all(|line| !line.contains("data version") && !line.contains(" now ")), "{said:?}");
    }
}

/// The cells of a sheet that LibreOffice made of an address.
fn opened_by_libreoffice(soffice: &str, address: &str) -> Vec<Vec<Data>> {
    let folder = tempfile::tempdir().expect("a folder");
    let profile = format!("-env:UserInstallation=file://{}/profile", folder.path().display());
    let arguments =
        ["--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--infilter=CSV:44,34,UTF8", "--outdir"];
    let made = Command::new(soffice)
        .env("HOME", folder.path())
        .arg(profile)
        .args(arguments)
        .arg(folder.path())
        .arg(address)
        .output()
        .expect("started");
    let said = String::from_utf8_lossy(&made.stdout).into_owned() + &String::from_utf8_lossy(&made.stderr);
    let mut book: Xlsx<_> =
        open_workbook(folder.path().join("table.xlsx")).unwrap_or_else(|error| panic!("{error}: {said}"));
    let range = book.worksheet_range_at(0).expect("a sheet").expect("cells");
    range.rows().map(<[Data]>::to_vec).collect()
}

#[test]
fn libreoffice_opens_an_address_and_reads_numbers() {
    let found = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/libreoffice")).output().expect("started");
    if !found.status.success() {
        println!("SKIPPED: {}", String::from_utf8_lossy(&found.stderr).trim().replace('\n', " "));
        return;
    }
    let soffice = String::from_utf8(found.stdout).expect("UTF-8");
    let app = program(0);
    let token = app.signed_in("ann", USERS);
    let Made { csv, json, .. } = made(&app, &token, json!({}));
    let expected = rows(&app, &json);
    let sheet = opened_by_libreoffice(soffice.trim(), &format!("{}{csv}", app.origin()));
    let at = |name: &str| sheet[0].iter().position(|cell| *cell == Data::String(name.to_owned())).expect("a column");
    assert_eq!(sheet.len(), expected.len() + 1);
    for (cells, row) in sheet[1..].iter().zip(&expected) {
        assert_eq!(cells[at("Tier")], Data::String(row["Tier"].as_str().expect("a name").to_owned()));
        for name in ["Total Logins", "Unique Logins"] {
            assert_eq!(cells[at(name)], Data::Float(row[name].as_f64().expect("a number")), "{name}");
        }
        assert_eq!(cells[at("receipt")], Data::String(row["receipt"].as_str().expect("a number").to_owned()));
    }
}
