//! What the server writes in German and Spanish: no word of a file or sentence is left in English.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};
use std::path::Path;

use bond::i18n::language::Language;
use bond::render::Screen;
use bond::screens::FIGURES;
use bond::store::roles::{ADMIN, USERS};
use calamine::{Reader, Xlsx};
use serde_json::{Value, json};
use time::macros::date;

use crate::architecture::sources::{files, text};
use crate::loads::{BASE, ended, upload};
use crate::{Answer, Program, TestApp, of_today};

/// The words that are the same in English and German or Spanish, with the reason.
const SAME: &[(&str, &str)] = &[
    ("BOND", "the product"),
    ("Bond", "the product"),
    ("bond", "the command"),
    ("verify", "the command"),
    ("receipt", "the command"),
    ("Score", "the name of the score, also in German"),
    ("CSAT", "an abbreviation"),
    ("SHA", "the name of a digest"),
    ("USD", "a currency"),
    ("CSV", "a format"),
    ("memberships", "a table of the feed"),
    ("Dashboard", "a German word, too"),
    ("Engagement", "a German word, too"),
    ("Website", "a German word, too"),
    ("Partner", "a German word, too"),
    ("Link", "a German word, too"),
    ("Links", "a German word, too"),
    ("Login", "a German word, too"),
    ("Logins", "a German word, too"),
    ("Browser", "a German word, too"),
    ("Name", "a German word, too"),
    ("Monitor", "also in German and Spanish"),
    ("Position", "a German word, too"),
    ("Definition", "a German word, too"),
    ("Total", "a Spanish word, too"),
    ("total", "a Spanish word, too"),
    ("base", "a Spanish word, too"),
    ("web", "a Spanish word, too"),
    ("roles", "a Spanish word, too"),
    ("Option", "a German word, too"),
    ("ann", "who takes the file"),
    ("csv", "the ending of a file"),
    ("browser", "the name of a file"),
    ("engagement", "the name of a file"),
    ("link", "the name of a file"),
    ("links", "the name of a file"),
    ("logins", "the name of a file"),
    ("partner", "the name of a file"),
    ("option", "the name of a file"),
    ("return", "the name of a file"),
    ("website", "the name of a file"),
    ("was", "a German word, too"),
    ("score", "the name of a file"),
    ("Jan", "a German abbreviation, too"),
    ("Feb", "a German abbreviation, too"),
    ("Apr", "a German abbreviation, too"),
    ("Aug", "a German abbreviation, too"),
    ("Nov", "a German abbreviation, too"),
];

/// The words of a text: letters alone, so that neither digests nor numbers count.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let tokens = text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
    tokens.filter(|token| token.chars().count() > 2 && token.chars().all(char::is_alphabetic))
}

/// The words of the feed: names of groups, items and pages.
fn words_of_data(program: &Program) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/fixture");
    let mut all: BTreeSet<String> = words(&program.app.app.config.program_name).map(str::to_owned).collect();
    for file in std::fs::read_dir(folder).expect("the fixture") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("text");
        // The first line has the names of columns.
        all.extend(text.lines().skip(1).flat_map(words).map(str::to_owned));
    }
    all
}

pub(super) fn texts_of_workbook(answer: &Answer) -> String {
    let mut workbook = Xlsx::new(Cursor::new(answer.bytes.clone())).expect("a workbook");
    let mut text = workbook.sheet_names().join("\n");
    for name in workbook.sheet_names() {
        let range = workbook.worksheet_range(&name).expect("a sheet");
        text.extend(range.rows().flatten().map(|cell| format!("\n{cell}")));
    }
    text
}

fn texts_of_zip(answer: &Answer) -> String {
    let mut zip = zip::ZipArchive::new(Cursor::new(answer.bytes.clone())).expect("a zip");
    let mut text = String::new();
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).expect("a file");
        text += &file.name().expect("a name").replace(".csv", "").replace('-', " ");
        file.read_to_string(&mut text).expect("UTF-8");
    }
    text
}

/// What a reader of a page sees: no tags, styles, scripts, and no receipts, which are data.
fn texts_of_page(answer: &Answer) -> String {
    let mut text = String::new();
    let mut rest = answer.text.as_str();
    while let Some((before, after)) = rest.split_once('<') {
        text.push_str(before);
        let end = ["style", "script", "pre "].into_iter().find(|tag| after.starts_with(tag));
        let closed = end.and_then(|tag| after.split_once(&format!("</{}>", tag.trim())).map(|(_, after)| after));
        rest = closed.or_else(|| after.split_once('>').map(|(_, after)| after)).unwrap_or_default();
        text.push('\n');
    }
    text + rest
}

/// The words that two texts have in common, other than data and those of [`SAME`], each with a place.
type Left = BTreeMap<String, String>;

fn find_left(left: &mut Left, (english, other): (&str, &str), data: &BTreeSet<String>, place: &str) {
    let english: BTreeSet<&str> = words(english).collect();
    let is_known = |word: &&str| data.contains(*word) || SAME.iter().any(|(same, _)| same == word);
    let found = words(other).filter(|word| english.contains(word)).filter(|word| !is_known(word));
    left.extend(found.map(|word| (word.to_owned(), place.to_owned())));
}

fn call(program: &Program, path: &str, body: &Value, language: &str) -> Answer {
    let call = program.app.post(path).bearer(&program.token).header("accept-language", language).json(body);
    let answer = call.send();
    assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text);
    answer
}

#[test]
fn no_word_of_a_file_is_left_in_english() {
    if !crate::runs_today() {
        return;
    }
    let program = Program::shared();
    let data = words_of_data(&program);
    let mut paths: Vec<String> = Screen::all().map(|screen| screen.path().into_owned()).collect();
    paths.push("api/v1/content/dashboard/polls/breakdown/1".to_owned());
    let mut left = Left::new();
    for path in of_today(paths) {
        let mut body = json!({"startDate": "2024-02-01", "endDate": "2025-03-10", "screen": path});
        let mut of = |kind: &str, read: fn(&Answer) -> String, body: &Value| {
            let [english, german, spanish] = ["en", "de-DE, en;q=0.5", "es"]
                .map(|language| read(&call(&program, &format!("/api/v1/export/{kind}"), body, language)));
            for (language, other) in [("de", german), ("es", spanish)] {
                find_left(&mut left, (&english, &other), &data, &format!("{path} as {kind} in {language}"));
            }
        };
        of("zip", texts_of_zip, &body);
        let mut page = body.clone();
        page["extent"] = json!("screen");
        of("dossier", texts_of_page, &page);
        // Grouped differently, so that titles name other groupings.
        body["viewBy"] = json!("TIER");
        body["viewByH1"] = json!("LOB");
        body["viewByH2"] = json!("AUDIENCE");
        of("xlsx", texts_of_workbook, &body);
    }
    assert!(left.is_empty(), "left in English: {left:#?}");
}

#[test]
fn numbers_and_days_are_written_by_the_language() {
    let program = Program::shared();
    let body = json!({"startDate": "2024-02-01", "endDate": "2025-03-10", "screen": "api/v1/dashboard/users/logins",
        "extent": "screen"});
    let german = call(&program, "/api/v1/export/dossier", &body, "de");
    assert!(german.text.contains("<html lang=\"de\">") && german.text.contains("1. Februar 2024 bis 10. März 2025"));
    let spanish = call(&program, "/api/v1/export/dossier", &body, "es");
    assert!(spanish.text.contains("1 de febrero de 2024 a 10 de marzo de 2025"));
    // The cookie of the page comes first, and a language that Bond does not have is English.
    let post = program.app.post("/api/v1/export/dossier").bearer(&program.token).json(&body);
    let chosen = post.header("accept-language", "es").header("cookie", "bond_language=de").send();
    assert!(chosen.text.contains("<html lang=\"de\">"));
    assert!(call(&program, "/api/v1/export/dossier", &body, "xx").text.contains("<html lang=\"en\">"));
}

#[test]
fn sentences_are_in_the_language_of_the_request() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let data = words_of_data(&program);
    let body = json!({"startDate": "2024-08-01", "endDate": "2025-01-31"});
    let figures = FIGURES.iter().map(|figure| format!("/api/v1/explain/{}", figure.id));
    let others = [
        "/api/v1/explain/score",
        "/api/v1/insights/moves",
        "/api/v1/insights/news",
        "/api/v1/insights/unusual",
        "/api/v1/planner/forecast",
    ]
    .map(str::to_owned);
    let mut left = Left::new();
    for path in figures.chain(others) {
        let text = |language: &str| said(&call(&program, &path, &body, language).json());
        let (english, german, spanish) = (text("en"), text("de"), text("es"));
        find_left(&mut left, (&english, &german), &data, &format!("{path} in de"));
        find_left(&mut left, (&english, &spanish), &data, &format!("{path} in es"));
        assert_eq!(english, said(&program.post(&path, &body)), "{path}: English without a language");
    }
    assert!(left.is_empty(), "left in English: {left:#?}");
}

#[test]
fn errors_are_in_the_language_of_the_request() {
    let app = TestApp::on(date!(2025 - 03 - 11));
    let token = app.signed_in("ann", USERS);
    let told = |answer: Answer| (answer.status, answer.json()["message"].as_str().expect("text").to_owned());
    let post = |path: &str, body: Value, language: &str| {
        told(app.post(path).bearer(&token).header("accept-language", language).json(&body).send())
    };
    // By a handler: with the field's name and what was sent.
    let report =
        json!({"name": "x", "screen": "api/v1/dashboard/users/logins", "every": "week", "onDay": 9, "folder": "a"});
    assert_eq!(post("/api/v1/reports", report.clone(), "de"), (400, "onDay: 1 (Montag) bis 7 (Sonntag)".to_owned()));
    assert_eq!(post("/api/v1/reports", report.clone(), "es-ES").1, "onDay: de 1 (lunes) a 7 (domingo)");
    assert_eq!(post("/api/v1/reports", report, "xx").1, "onDay: expected 1 (Monday) to 7 (Sunday)");
    // By the guard before a handler, and by the server itself.
    let read = |path: &str| told(app.get(path).bearer(&token).header("accept-language", "de").send());
    assert_eq!(
        read("/api/v1/admin/users"),
        (403, "Ihre Rollen haben keine Berechtigung für das Modul ADMIN.".to_owned())
    );
    assert_eq!(read("/api/v1/nothing"), (404, "Unter diesem Pfad gibt es nichts.".to_owned()));
    let anonymous = told(app.get("/api/v1/program").header("accept-language", "de").send());
    assert_eq!(anonymous, (401, "Dafür müssen Sie sich anmelden.".to_owned()));
    // Texts of the specification stay as they are.
    let login = json!({"grant_type": "password", "username": "ann", "password": "wrong"});
    let refused = told(app.post("/api/auth/login").header("accept-language", "de").json(&login).send());
    assert_eq!(refused.1, "Invalid email or password.");
}

/// The texts of an answer in English, German and Spanish.
fn in_each_language(app: &TestApp, token: &str, path: &str) -> [Value; 3] {
    ["en", "de", "es"].map(|language| {
        let answer = app.get(path).bearer(token).header("accept-language", language).send();
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.json()
    })
}

/// Every text that `texts` finds is another one in German and Spanish.
fn assert_translated(answers: &[Value; 3], texts: impl Fn(&Value) -> Vec<String>) {
    let [english, german, spanish] = [0, 1, 2].map(|language| texts(&answers[language]));
    assert!(!english.is_empty());
    let is_left =
        |at: &usize| !english[*at].is_empty() && [&german, &spanish].iter().any(|all| all[*at] == english[*at]);
    let left: Vec<&String> = (0..english.len()).filter(is_left).map(|at| &english[at]).collect();
    assert!(left.is_empty(), "left in English: {left:#?}");
}

/// The texts of fields of the objects of a list.
fn fields(list: &Value, names: &[&str]) -> Vec<String> {
    let objects = list.as_array().expect("a list").iter();
    let text = |object: &Value, name: &&str| object[*name].as_str().unwrap_or_default().to_owned();
    objects.flat_map(|object| names.iter().map(|name| text(object, name)).collect::<Vec<String>>()).collect()
}

#[test]
fn settings_findings_and_loads_are_in_the_language_of_the_request() {
    let app = TestApp::on(date!(2026 - 03 - 11));
    let token = app.signed_in("ann", ADMIN);
    let settings = in_each_language(&app, &token, "/api/v1/admin/settings");
    assert_translated(&settings, |answer| fields(&answer["settings"], &["help"]));
    assert_translated(&settings, |answer| fields(&answer["others"], &["help"]));
    let meanings = ["settings", "others"].map(|part| fields(&settings[0][part], &["help"])).concat();
    for known in translated("settings.json").into_keys().filter(|text| !text.starts_with("the ")) {
        assert!(meanings.contains(&known), "no setting means {known:?}");
    }
    let system = in_each_language(&app, &token, "/api/v1/admin/system");
    assert_translated(&system, |answer| fields(&answer["checks"], &["text", "todo"]));

    let partners = ("partners.csv", "partner_id,name\n1,Acme,\nx,Acme\n0,\n");
    let logins = (
        "logins.csv",
        "member_id,logged_in_at\nM1,yesterday\nann@example.org,2026-03-02 10:00:00\n,2026-03-02 10:00:00\nM1,1999-01-01 00:00:00\nM1,2027-01-01 00:00:00\n",
    );
    let groups = ("user_groups-2.csv", "id,type,name,position\n2,TIER,Silver,0\n");
    let refused = ended(&app, &token, &upload(&app, &token, &[], &[BASE[0], groups, BASE[1], partners, logins]));
    let of = |load: &Value| format!("/api/v1/admin/loads/{}", load["load"]["id"]);
    let faults = in_each_language(&app, &token, &of(&refused));
    assert!(faults[0]["faults"].as_array().expect("faults").len() > 5, "{refused}");
    assert_translated(&faults, |answer| fields(&answer["faults"], &["text"]));

    ended(&app, &token, &upload(&app, &token, &[], BASE));
    let again = ended(&app, &token, &upload(&app, &token, &[], BASE));
    let message = |answer: &Value| vec![answer["load"]["message"].as_str().expect("a message").to_owned()];
    assert_translated(&in_each_language(&app, &token, &of(&again)), message);
    let log = in_each_language(&app, &token, "/api/v1/admin/audit?what=import");
    assert_translated(&log, |answer| fields(&answer["lines"], &["subject", "detail"]));
    let more = [("logins.csv", "member_id,logged_in_at\nM1,2026-03-05 10:00:00\n")];
    let checked = ended(&app, &token, &upload(&app, &token, &[("check", "true")], &more));
    assert_translated(&in_each_language(&app, &token, &of(&checked)), |answer| {
        fields(&answer["report"]["headlines"], &["what"])
    });
}

/// A translation whose English text was changed would never be found again.
#[test]
fn every_translated_error_is_written_somewhere() {
    let rust = files().into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "rs"));
    let sources: String = rust.map(|path| text(&path)).collect();
    // Long texts go on in the next line of a source.
    let joined: String =
        sources.split("\\\n").enumerate().map(|(at, part)| if at == 0 { part } else { part.trim_start() }).collect();
    let errors = translated("errors.json");
    assert!(errors.len() > 100);
    for english in errors.keys() {
        // Some are put together where they arise.
        let clauses = ["{}", "; ", ": ", " has at most ", " above 0"]
            .into_iter()
            .fold(vec![english.as_str()], |all, cut| all.into_iter().flat_map(|clause| clause.split(cut)).collect());
        for clause in clauses {
            let clause = clause.trim_start_matches("expected ");
            let is_written = joined.contains(clause) || joined.contains(&clause.replace('"', "\\\""));
            assert!(clause.len() < 12 || is_written, "no source has {clause:?} of {english:?}");
        }
    }
}

/// What a field expects is said at it. What only a file of settings or a command can get wrong is not said on the page.
#[test]
fn what_a_field_expects_is_translated() {
    const ELSEWHERE: [&str; 16] = [
        "tests",
        "bench/",
        "cli/",
        "pull/",
        "store/",
        "backup/",
        "connections/",
        "clock.rs",
        "trust.rs",
        "config/tables.rs",
        "config/oidc.rs",
        "config/places.rs",
        "config/pulls.rs",
        "config/syslog.rs",
        "config/clickhouse.rs",
        "query.rs",
    ];
    let is_shown = |path: &str| path.ends_with(".rs") && !ELSEWHERE.iter().any(|part| path.contains(part));
    let (mut found, mut missing) = (0, BTreeSet::new());
    for path in files().into_iter().filter(|path| is_shown(&path.to_string_lossy().replace('\\', "/"))) {
        let source = text(&path).replace("\\\n", "\u{0}");
        let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for literal in source.split("\"expected ").skip(1).filter_map(|rest| rest.split('"').next()) {
            // A value stands in each gap; a text may go on in the next line.
            let said = literal.split('\u{0}').enumerate();
            let said: String = said.map(|(at, part)| if at == 0 { part } else { part.trim_start() }).collect();
            let mut parts = said.split('{');
            let first = parts.next().unwrap_or_default().to_owned();
            let said = parts.fold(first, |all, part| all + "7" + part.split_once('}').map_or("", |(_, after)| after));
            let said = format!("expected {said}");
            found += 1;
            // Of some, all is put together from values.
            let is_whole = !said.starts_with("expected 7") && !said.ends_with("such as");
            if is_whole && bond::i18n::messages::translated(&said, Language::De) == said {
                missing.insert(format!("{}: {said}", path.display()));
            }
        }
    }
    assert!(found > 60, "{found}");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The German texts in a file, by the English text.
fn translated(file: &str) -> BTreeMap<String, Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/languages/de").join(file);
    serde_json::from_str(&std::fs::read_to_string(path).expect("the file")).expect("JSON")
}

/// The texts of an answer that people read.
fn said(answer: &Value) -> String {
    match answer {
        Value::Object(fields) => {
            let shown = fields.iter().map(|(name, value)| match (name.as_str(), value) {
                ("sentence" | "note" | "missing" | "label" | "name" | "text", Value::String(text)) => text.clone(),
                ("sentences", Value::Array(texts)) => {
                    texts.iter().filter_map(Value::as_str).collect::<Vec<&str>>().join("\n")
                }
                _ => said(value),
            });
            shown.collect::<Vec<String>>().join("\n")
        }
        Value::Array(values) => values.iter().map(said).collect::<Vec<String>>().join("\n"),
        _ => String::new(),
    }
}
