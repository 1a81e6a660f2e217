//! What a running Bond says about itself: `/metrics`, Server-Timing.

use std::path::Path;

use bond::store::roles::{ADMIN, USERS};
use serde_json::{Value, json};
use time::macros::date;

use crate::{Program, TestApp};

/// The value of a series on the page of figures.
fn value(page: &str, series: &str) -> Option<f64> {
    let line = page.lines().find(|line| line.strip_prefix(series).is_some_and(|rest| rest.starts_with(' ')))?;
    line[series.len()..].trim().parse().ok()
}

fn figures(app: &TestApp) -> String {
    let answer = app.get("/metrics").send();
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(answer.header("content-type").starts_with("application/openmetrics-text"));
    assert!(answer.text.ends_with("# EOF\n"));
    answer.text
}

#[test]
fn requests_queries_and_the_cache_are_counted() {
    // Loaded here: after a start with data Bond asks for some figures itself, to issue them.
    let program = Program::empty(date!(2025 - 03 - 11));
    let app = &program.app;
    app.import_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/fixture")).expect("loaded");
    let before = figures(app);
    let path = "/api/v1/dashboard/users/logins/breakdowns";
    let answered = format!("bond_http_requests_total{{method=\"POST\",route=\"{path}\",status=\"200\"}}");
    assert_eq!(value(&before, &answered), None);
    program.post(path, &json!({}));
    let once = figures(app);
    program.post(path, &json!({}));
    let twice = figures(app);

    assert_eq!((value(&once, &answered), value(&twice, &answered)), (Some(1.0), Some(2.0)));
    let took = format!("bond_http_request_duration_seconds_count{{route=\"{path}\"}}");
    assert_eq!(value(&twice, &took), Some(2.0));
    let grown =
        |series: &str, from: &str, to: &str| value(to, series).expect(series) - value(from, series).expect(series);
    let ended = "bond_queries_total{outcome=\"answered\"}";
    assert!(grown(ended, &before, &once) > 0.0 && grown("bond_cache_misses_total", &before, &once) > 0.0);
    assert_eq!((grown(ended, &once, &twice), grown("bond_cache_misses_total", &once, &twice)), (0.0, 0.0), "cached");
    assert!(grown("bond_cache_hits_total", &once, &twice) > 0.0);
    assert!(value(&twice, "bond_cache_bytes").expect("known") > 0.0);
    for (series, expected) in [
        ("bond_queries_queued", 0.0),
        ("bond_queries_running", 0.0),
        ("bond_queries_total{outcome=\"failed\"}", 0.0),
        ("bond_sessions_live", 1.0),
        ("bond_warehouse_up", 1.0),
        ("bond_tables_late", 0.0),
        ("bond_data_version", 1.0),
        // The midnight before 2025-03-10.
        ("bond_data_through_timestamp_seconds", 1_741_564_800.0),
        ("bond_backups", 0.0),
        ("bond_last_backup_timestamp_seconds", 0.0),
        ("bond_loads_queued", 0.0),
        (concat!("bond_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}"), 1.0),
    ] {
        assert_eq!(value(&twice, series), Some(expected), "{series}");
    }
    for series in ["process_resident_memory_bytes", "process_open_fds", "process_max_fds", "process_start_time_seconds"]
    {
        assert!(value(&twice, series).is_some_and(|value| value > 0.0), "{series}");
    }
}

#[test]
fn what_clients_choose_does_not_become_a_label() {
    let app = TestApp::new();
    app.signed_in("ann", USERS);
    app.login("ann-s-secret", "x");
    for path in ["/api/secret-1", "/api/v1/trends/secret-2", "/secret-3?aa=secret-4", "/assets/secret-5"] {
        app.get(path).send();
        app.call("PATCH", path).send();
    }
    let page = figures(&app);
    assert!(!page.contains("secret") && !page.contains("ann"), "{page}");
    assert_eq!(value(&page, "bond_http_requests_total{method=\"GET\",route=\"unknown\",status=\"404\"}"), Some(1.0));
    assert!(page.contains("{method=\"PATCH\",route=\"page\""), "{page}");
    assert!(page.contains("{method=\"GET\",route=\"/api/v1/trends/{type}\",status=\"405\"}"), "{page}");
}

#[test]
fn figures_are_refused_to_whoever_came_through_a_proxy_or_by_another_name() {
    let app = TestApp::new();
    for header in ["x-forwarded-for", "forwarded", "x-real-ip"] {
        let answer = app.get("/metrics").header(header, "10.0.0.7").send();
        assert_eq!((answer.status, answer.json()["error"].as_str()), (403, Some("forbidden")), "{header}");
        assert!(!answer.text.contains("bond_"));
    }
    // An administrator's session does not make a difference, nor does a proxy that checks no names.
    let app = TestApp::with(|config| config.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")]);
    let token = app.signed_in("ann", ADMIN);
    let answer = app.get("/metrics").bearer(&token).header("host", "rebound.example").send();
    assert_eq!(answer.status, 403);
}

#[test]
fn data_answers_say_where_their_time_went_and_others_do_not() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let app = &program.app;
    let admin = app.signed_in("root", ADMIN);
    let timing = |token: &str, path: &str, body: &Value| {
        let answer = app.post(path).bearer(token).json(body).send();
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.header("server-timing").to_owned()
    };
    // Nobody has asked for this yet: the default screens are warmed for the whole year only.
    let path = "/api/v1/dashboard/users/logins/breakdowns";
    let body = json!({"startDate": "2024-03-01", "endDate": "2024-03-09"});
    let cold = timing(&admin, path, &body);
    let warm = timing(&admin, path, &body);
    let parts =
        ["cache;desc=miss, wait;dur=", ", plan;dur=", ", scan;dur=", ", count;dur=", ", db;dur=", ", total;dur="];
    assert!(cold.starts_with(parts[0]) && parts.iter().all(|part| cold.contains(part)), "{cold}");
    let nothing = "cache;desc=hit, wait;dur=0.0, plan;dur=0.0, scan;dur=0.0, count;dur=0.0, db;dur=0.0, total;dur=";
    assert!(warm.starts_with(nothing), "{warm}");
    assert_ne!(timing(&program.token, "/api/v1/bond/score", &json!({})), "");
    for path in ["/healthz", "/readyz", "/metrics"] {
        assert_eq!(app.get(path).send().header("server-timing"), "", "{path}");
    }
    assert_eq!(app.get("/api/auth/current/user").bearer(&admin).send().header("server-timing"), "");
    let refused = app.post(path).json(&body).send();
    assert_eq!((refused.status, refused.header("server-timing")), (401, ""));
}

/// Whether an answer was cached tells that somebody asked the same before.
#[test]
fn only_administrators_are_told_whether_an_answer_was_cached() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let body = json!({"startDate": "2024-03-01", "endDate": "2024-03-09"});
    for what in ["nobody has asked for this", "the same was asked before"] {
        let answer = program.call("/api/v1/dashboard/users/logins/breakdowns", &body);
        let timing = answer.header("server-timing");
        let total = timing.strip_prefix("total;dur=").unwrap_or_else(|| panic!("{what}: {timing}"));
        assert!(total.parse::<f64>().is_ok_and(|total| total > 0.0), "{what}: {timing}");
    }
}

#[test]
fn an_administrator_sees_what_an_answer_is_computed_from() {
    let program = Program::of(date!(2025 - 03 - 11), "src/tests/fixture");
    let app = &program.app;
    let admin = app.signed_in("root", ADMIN);
    let plan = |token: &str, path: &str, body: &Value| {
        let answer = app.post(path).bearer(token).header("bond-plan", "1").json(body).send();
        (answer.status, answer.json())
    };
    let path = "/api/v1/dashboard/users/logins/breakdowns";
    let (status, found) = plan(&admin, path, &json!({"startDate": "2024-03-01", "endDate": "2024-03-09"}));
    assert_eq!(status, 200, "{found}");
    let queries = found["queries"].as_array().expect("queries");
    let of = |source: &str| queries.iter().find(|query| query["source"] == source).expect("a query of the source");
    let logins = of("session");
    assert_eq!((&logins["by"], &logins["items"], &logins["isCached"]), (&json!(null), &json!(null), &json!(false)));
    for query in queries {
        for window in query["windows"].as_array().expect("windows") {
            let reads = window["reads"].as_array().expect("reads");
            assert!(!reads.is_empty(), "{query}");
            assert!(reads.iter().all(|read| read["from"] != "" && read["inMemory"].is_boolean()), "{window}");
        }
    }
    assert!(!found.to_string().contains("data"), "no figure: {found}");
    // The rows were read for the plan, and nothing but rows is cached by it.
    let (_, again) = plan(&admin, path, &json!({"startDate": "2024-03-01", "endDate": "2024-03-09"}));
    assert!(again["queries"].as_array().expect("queries").iter().all(|query| query["isCached"] == true), "{again}");
    let (status, error) = plan(&program.token, path, &json!({}));
    assert_eq!((status, error["error"].as_str()), (403, Some("forbidden")), "{error}");
    let wrong = plan(&admin, path, &json!({"startDate": "yesterday"}));
    assert_eq!(wrong.0, 400, "{}", wrong.1);
}

/// Names of figures in an expression of Prometheus.
fn named(expression: &str) -> impl Iterator<Item = &str> {
    let words = expression.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    words.filter(|word| word.starts_with("bond_") || word.starts_with("process_"))
}

#[test]
fn every_figure_of_the_dashboard_and_the_alert_rules_is_there() {
    let pulls = crate::pulls::pulls("[pull.shop]\nkind = \"folder\"\npath = \"/srv\"\n");
    let flags = std::collections::BTreeMap::from([("syslog".to_owned(), "udp://127.0.0.1:9".to_owned())]);
    let given = bond::config::Given { flags, ..bond::config::Given::default() };
    let syslog = bond::config::resolve(&given).expect("valid").config.syslog;
    let app = TestApp::with(|config| (config.pulls, config.syslog) = (pulls, syslog));
    app.app.connections.certificate_ends(2_000_000_000);
    // The first answer is counted when it has been given.
    figures(&app);
    let page = figures(&app);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/packaging");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("read");

    let dashboard: Value = serde_json::from_str(&read("grafana-dashboard.json")).expect("JSON");
    let panels = dashboard["panels"].as_array().expect("panels");
    let targets = panels.iter().flat_map(|panel| panel["targets"].as_array().expect("targets"));
    let mut expressions: Vec<String> =
        targets.map(|target| target["expr"].as_str().expect("an expression").to_owned()).collect();
    let of_dashboard = expressions.len();
    let rules = read("prometheus-rules.yml");
    expressions.extend(rules.lines().filter_map(|line| line.trim().strip_prefix("expr: ")).map(str::to_owned));
    assert!(expressions.len() > 30, "{expressions:?}");
    let mut used = 0;
    for expression in &expressions {
        for name in named(expression) {
            used += 1;
            let is_it = |line: &str| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '{']));
            assert!(page.lines().any(is_it), "{name} of {expression} is not among\n{page}");
        }
    }
    assert!(used > expressions.len(), "{used}");

    let Some(programs) = crate::clickhouse::found("servers prometheus") else { return };
    let check = |rules: &Path, found: usize| {
        let mut tool = std::process::Command::new(format!("{programs}/promtool"));
        let checked = tool.args(["check", "rules"]).arg(rules).output().expect("run");
        let said = String::from_utf8_lossy(&checked.stdout).into_owned() + &String::from_utf8_lossy(&checked.stderr);
        assert!(checked.status.success() && said.contains(&format!("{found} rules found")), "{said}");
    };
    check(&folder.join("prometheus-rules.yml"), 13);
    // The expressions of the dashboard as rules of their own, with something in the place of the variables of Grafana.
    let rule = |(at, expression): (usize, &String)| {
        let expression = expression.replace("$__rate_interval", "5m").replace("$job", "bond");
        assert!(!expression.contains('$'), "{expression}: another variable of Grafana");
        json!({ "record": format!("panel_{at}"), "expr": expression })
    };
    let all: Vec<Value> = expressions[..of_dashboard].iter().enumerate().map(rule).collect();
    let written = tempfile::tempdir().expect("a directory");
    let path = written.path().join("dashboard.yml");
    // JSON is YAML, too.
    std::fs::write(&path, json!({ "groups": [{ "name": "dashboard", "rules": all }] }).to_string()).expect("written");
    check(&path, of_dashboard);
}
