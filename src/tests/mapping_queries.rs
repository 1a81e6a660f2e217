//! Queries of a mapping: what the process that runs them may do, and loads over HTTP.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bond::store::roles::ADMIN;
use bond::warehouse::load::{self, ImportError, ImportOptions};
use bond::warehouse::query::QueryLimits;
use bond::warehouse::{Phase, Progress};
use serde_json::json;

use super::TestApp;
use super::hostile::base;
use super::loads::{ended, send, upload};

/// Checks a load with one file and one query, which has nothing but the member and the time.
fn check(app: &TestApp, sql: &str, limits: QueryLimits, progress: &dyn Progress) -> Result<u64, ImportError> {
    let dir = tempfile::tempdir().expect("a directory");
    let mapping = format!(
        "[[query]]\nname = \"q\"\nsql = '''\n{sql}\n'''\n[[query.table]]\nname = \"logins\"\n[query.table.columns]\n\
         member_id = \"member\"\nlogged_in_at = \"at\"\n"
    );
    std::fs::write(dir.path().join("mapping.toml"), mapping).expect("a mapping");
    std::fs::write(dir.path().join("visits.csv"), "member,at\nM1,2025-03-04 08:00:00\n").expect("a file");
    let options = ImportOptions { check: true, query_limits: limits, ..app.import_options() };
    load::import(&app.app.warehouse, &[dir.path().to_path_buf()], &options, progress).map(|report| report.rows)
}

/// The rows of a load, or its faults.
fn checked(app: &TestApp, sql: &str, limits: QueryLimits) -> Result<u64, Vec<String>> {
    match check(app, sql, limits, &()) {
        Ok(rows) => Ok(rows),
        Err(ImportError::Faults(faults)) => Err(faults.listed().iter().map(ToString::to_string).collect()),
        Err(error) => panic!("{sql:.200}: {error}"),
    }
}

const ENDLESS: &str = "with recursive t as (select 1 as a union select (a + 1) % 1000000007 from t)
                       select max(a)::varchar as member, '' as at from t, \"visits.csv\"";

/// Wants the work to stop once the process of a query may open nothing more.
#[derive(Default)]
struct Impatient {
    runs: AtomicBool,
    /// How often it was asked, and how many files the process may open.
    seen: Mutex<(u32, Option<String>)>,
}

/// The most files that a query's process may open, of those that this process has started.
fn most_files() -> Option<String> {
    let read = |path: String| std::fs::read_to_string(path).ok();
    let tasks = std::fs::read_dir("/proc/self/task").ok()?.flatten();
    let children = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let ids: Vec<String> = children.flat_map(|ids| ids.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
    let is_query = |id: &&String| read(format!("/proc/{id}/cmdline")).is_some_and(|line| line.contains("\0query\0"));
    ids.iter().filter(is_query).find_map(|id| {
        let limits = read(format!("/proc/{id}/limits"))?;
        let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
        Some(line.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
    })
}

impl Progress for Impatient {
    fn start(&self, phase: Phase<'_>, _total: Option<u64>) {
        self.runs.fetch_or(matches!(phase, Phase::Querying("q")), Ordering::Relaxed);
    }

    fn advance(&self, _done: u64) {}

    fn finish(&self) {}

    fn is_cancelled(&self) -> bool {
        if !self.runs.load(Ordering::Relaxed) {
            return false;
        }
        let mut seen = self.seen.lock().expect("no test fails in between");
        seen.0 += 1;
        seen.1 = most_files().or(seen.1.take());
        // It has more until its database is open.
        seen.1.as_deref() == Some("0 0") || seen.0 > 10_000
    }
}

#[test]
fn a_query_may_open_nothing_and_is_cancelled_with_its_load() {
    let (app, progress) = (base(), Impatient::default());
    let ended = check(&app, ENDLESS, QueryLimits::default(), &progress);
    assert!(matches!(ended, Err(ImportError::Cancelled)), "{ended:?}");
    assert_eq!(progress.seen.lock().expect("a limit").1.as_deref(), Some("0 0"));
}

#[test]
fn a_query_keeps_to_its_limits() {
    let app = base();
    // Only the endless one is to run out of time.
    let limits = QueryLimits { time: Duration::from_secs(60), memory: 256, rows: 10, bytes: 10_000 };
    assert_eq!(checked(&app, "select * from \"visits.csv\"", limits), Ok(1));
    for (sql, wanted) in [
        (ENDLESS, "mapping.toml:4: query q: it takes more than 2 seconds"),
        (
            "select list(i)::varchar as member, '' as at from range(1000000000) t(i), \"visits.csv\"",
            "mapping.toml:4: query q: it takes too much memory",
        ),
        (
            "select v.* from \"visits.csv\" v, range(1000000000)",
            "mapping.toml:4: query q: it gives more than 10 rows or 10000 bytes",
        ),
        (
            "select repeat('M', 20000) as member, \"at\" from \"visits.csv\"",
            "mapping.toml:4: query q: it gives more than 10 rows or 10000 bytes",
        ),
        ("select chr(0) as member, \"at\" from \"visits.csv\"", "contains a NUL byte; remove it"),
    ] {
        let endless = QueryLimits { time: Duration::from_secs(2), memory: 2_048, ..limits };
        let limits = if sql == ENDLESS { endless } else { limits };
        let faults = checked(&app, sql, limits).expect_err(sql);
        assert!(faults.len() == 1 && faults[0].contains(wanted), "{sql}: {faults:?} is not {wanted}");
    }
}

#[test]
fn an_attack_by_sql_ends_its_process_and_reads_nothing() {
    let app = base();
    // What is not refused at once is ended.
    let limits = QueryLimits { time: Duration::from_secs(5), memory: 256, rows: 1_000, bytes: 1_000_000 };
    let written = tempfile::tempdir().expect("a directory");
    let to = written.path().join("x.csv");
    for sql in [
        "select content as member, '' as at from read_text('/etc/passwd'), \"visits.csv\"".to_owned(),
        "select content as member, '' as at from read_text('/proc/self/environ'), \"visits.csv\"".to_owned(),
        "select file as member, '' as at from glob('/etc/p*'), \"visits.csv\"".to_owned(),
        "select * from read_csv('https://example.org/x.csv'), \"visits.csv\"".to_owned(),
        "select * from '/etc/passwd', \"visits.csv\"".to_owned(),
        "select getenv('PATH') as member, '' as at from \"visits.csv\"".to_owned(),
        format!("copy \"visits.csv\" to '{}'", to.display()),
        format!("select 1 from \"visits.csv\"; copy \"visits.csv\" to '{}'", to.display()),
        "attach '/etc/passwd' as x; from \"visits.csv\"".to_owned(),
        "reset enable_external_access; from \"visits.csv\"".to_owned(),
        "set lock_configuration = false; from \"visits.csv\"".to_owned(),
        "select * from arrow_scan(0::pointer, 0::pointer, 0::pointer), \"visits.csv\"".to_owned(),
        "select * from arrow_scan(1::bigint, 1::bigint, 1::bigint), \"visits.csv\"".to_owned(),
        format!("select {}1{} as member, '' as at from \"visits.csv\"", "(".repeat(200_000), ")".repeat(200_000)),
        format!("select 'x' as member, '' as at from \"visits.csv\" {}", "union all select 'x', '' ".repeat(20_000)),
        format!("select {} true as member, '' as at from \"visits.csv\"", "not ".repeat(200_000)),
        format!("select '{}' as member, '' as at from \"visits.csv\"", "x".repeat(900_000)),
    ] {
        // Some may list what they see, which is nothing.
        let told = match checked(&app, &sql, limits) {
            Ok(rows) => format!("{rows} rows"),
            Err(faults) => faults.join("\n"),
        };
        let is_nothing = told == "0 rows" || told.contains(": query q: ");
        assert!(is_nothing && !told.contains("root:") && !told.contains("PATH="), "{sql:.200}: {told:.500}");
        assert!(!to.exists(), "{sql:.200}");
    }
    assert_eq!(app.app.warehouse.data_version(), 1);
    assert_eq!(checked(&app, "select * from \"visits.csv\"", limits), Ok(1), "the server lives");
}

/// The example of the manual, as its files are sent.
fn example() -> Vec<(&'static str, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/mappings/events");
    let text = |name: &'static str| (name, std::fs::read_to_string(folder.join(name)).expect("a file"));
    ["activity.csv", "campaigns.csv", "mapping.toml", "recipients.csv"].map(text).to_vec()
}

fn borrowed<'a>(files: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    files.iter().map(|(name, text)| (*name, text.as_str())).collect()
}

#[test]
fn a_query_is_loaded_shown_and_taken_back_over_http() {
    let app = TestApp::new();
    let token = app.signed_in("ann", ADMIN);
    let files = example();
    let shown = send(&app, &token, "/api/v1/admin/loads/suggest", &[], &borrowed(&files)).json();
    let preview = shown["previews"].as_array().and_then(|previews| previews.last()).expect("a preview");
    assert_eq!((&preview["file"], &preview["table"]), (&json!("query messages"), &json!("email_messages")), "{shown}");
    let outcomes: Vec<_> = (0..5).map(|row| preview["rows"][row][3].clone()).collect();
    assert_eq!(outcomes, ["DELIVERED", "DELIVERED", "BOUNCED", "DELIVERED", "DELIVERED"], "{preview}");
    assert_eq!((&preview["faults"], &shown["unnamed"]), (&json!([]), &json!([])), "{shown}");

    let done = ended(&app, &token, &upload(&app, &token, &[], &borrowed(&files)));
    assert_eq!((&done["load"]["state"], &done["load"]["rows"]), (&json!("published"), &json!(8)), "{done}");
    assert_eq!(done["report"]["files"][2]["file"], "query messages", "{done}");
    assert_eq!(done["report"]["mappings"][0]["text"], json!(files[2].1), "{done}");

    let mut wrong = files.clone();
    wrong[3].1 = wrong[3].1.replace("502,bob", "503,bob");
    wrong[2].1 = wrong[2]
        .1
        .replace("\njoin", "\nleft join")
        .replace("c.send_time,", "coalesce(c.send_time, '2026-03-10 09:00:00') as send_time,");
    let done = ended(&app, &token, &upload(&app, &token, &[], &borrowed(&wrong)));
    let path = format!("/api/v1/admin/loads/{}", done["load"]["id"]);
    let fault = |language: &str| {
        app.get(&path).bearer(&token).header("accept-language", language).send().json()["faults"][0].clone()
    };
    let english = fault("en");
    assert_eq!((&english["file"], &english["line"]), (&json!("query messages"), &json!(5)), "{done}");
    let said = "503 is not in campaigns; load it before or together with this file; the row comes from line 6 of recipients.csv";
    assert_eq!(english["text"], said);
    assert!(
        fault("de")["text"]
            .as_str()
            .is_some_and(|text| text.ends_with("; die Zeile stammt aus Zeile 6 von recipients.csv"))
    );
    assert!(
        fault("es")["text"]
            .as_str()
            .is_some_and(|text| text.ends_with("; la fila viene de la línea 6 de recipients.csv"))
    );
}
