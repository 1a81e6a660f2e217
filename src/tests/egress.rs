//! The connections that Bond opens: the list of them, and that `no_egress` forbids all.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

use bond::store::roles::ADMIN;
use serde_json::{Value, json};

use super::command_line::{PASSWORD, Serving, bond, captured, run};
use super::{TestApp, skipped};

const SYSTEM: &str = "/api/v1/admin/system";

/// A provider where nobody answers: a port that was free a moment ago.
fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").to_string()
}

fn oidc(issuer: &str) -> Vec<(String, String)> {
    [("BOND_OIDC_ISSUER", issuer), ("BOND_OIDC_CLIENT_ID", "bond"), ("BOND_PUBLIC_URL", "http://127.0.0.1:9")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec()
}

/// A data directory with the sample and an administrator.
fn prepared(data: &Path) {
    let words = ["user", "add", "--first-name", "Ann", "--role", ADMIN, "--password-stdin", "ann"];
    let (code, _, error) = captured(&run(data, &words, &format!("{PASSWORD}\n")));
    assert_eq!(code, 0, "{error}");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/sample");
    let (code, _, error) = captured(&bond(data, &["import", sample.to_str().expect("text")]).output().expect("run"));
    assert_eq!(code, 0, "{error}");
}

/// Uses everything that might connect somewhere, and returns what the system says.
fn use_it(serving: &Serving) -> Value {
    let token = serving.sign_in("ann", PASSWORD);
    let filter = json!({"period": "SELECTED_DATE", "startDate": "2025-01-01", "endDate": "2025-03-31"});
    for path in ["api/v1/bond/score", "api/v1/dashboard/users/userDashboardInfo", "api/v1/insights/moves"] {
        let (status, answer) = serving.answer(Some(&token), path, &filter);
        assert_eq!(status, 200, "{path}: {answer}");
    }
    // Begins a sign-in by the provider, where there is one.
    serving.get("api/auth/oidc/start");
    let agent: ureq::Agent = ureq::Agent::config_builder().build().into();
    let address = format!("{}{}", serving.base(), SYSTEM.trim_start_matches('/'));
    let mut answer = agent.get(address).header("authorization", format!("Bearer {token}")).call().expect("an answer");
    answer.body_mut().read_json().expect("JSON")
}

#[test]
fn every_connection_that_was_opened_is_listed_and_outlives_a_restart() {
    if !crate::runs_today() {
        return;
    }
    let peer = nobody();
    let folder = tempfile::tempdir().expect("a directory");
    let data = folder.path().join("data");
    prepared(&data);
    let serve = |variables: Vec<(String, String)>| {
        let mut command = bond(&data, &["serve", "--listen", "127.0.0.1:0"]);
        command.envs(variables);
        Serving::by(command)
    };
    let before = serve(Vec::new());
    let system = use_it(&before);
    assert_eq!((&system["connections"], &system["noEgress"]), (&json!([]), &json!(false)));
    assert_eq!(before.stop().0, 0);
    let with_provider = serve(oidc(&format!("http://{peer}")));
    let listed = use_it(&with_provider)["connections"][0].clone();
    assert_eq!((&listed["purpose"], &listed["peer"]), (&json!("openid_connect"), &json!(peer)));
    assert!(listed["tries"].as_i64() >= Some(1) && listed["tries"] == listed["failures"], "{listed}");
    assert!(listed["lastFailure"].as_str().is_some_and(|text| text.contains("refused")), "{listed}");
    // What was not written down yet is when it ends, however that is.
    drop(with_provider);
    let after = serve(Vec::new());
    let kept = use_it(&after)["connections"][0].clone();
    assert_eq!((&kept["peer"], &kept["firstAt"]), (&json!(peer), &listed["firstAt"]));
}

#[test]
fn with_no_egress_nothing_starts_that_needs_a_connection() {
    let folder = tempfile::tempdir().expect("a directory");
    let data = folder.path().join("data");
    for (variables, setting) in [
        (oidc("https://login.example.com"), "oidc_issuer"),
        (
            vec![
                ("BOND_WAREHOUSE".to_owned(), "clickhouse".to_owned()),
                ("BOND_CLICKHOUSE_URL".to_owned(), "http://127.0.0.1:9".to_owned()),
            ],
            "warehouse = clickhouse",
        ),
        (vec![("BOND_SMTP_HOST".to_owned(), "localhost".to_owned())], "smtp_host"),
        (vec![("BOND_WEBHOOK_HOSTS".to_owned(), "localhost".to_owned())], "webhook_hosts"),
    ] {
        let mut command = bond(&data, &["serve", "--listen", "127.0.0.1:0", "--no-egress"]);
        let (code, _, error) = captured(&command.envs(variables).output().expect("run"));
        assert_ne!(code, 0, "{setting}");
        assert!(error.contains("no_egress forbids") && error.contains(setting), "{error}");
    }
}

/// Where there is no route, whatever tried to leave would fail; with `--no-egress` nothing tries.
#[test]
fn with_no_egress_bond_works_in_a_network_without_a_route() {
    if !crate::runs_today() {
        return;
    }
    let up = "ip link set lo up";
    let may = |options: &str| {
        let mut tried = Command::new("unshare");
        tried.args([options, "sh", "-c", up]).stderr(Stdio::null());
        tried.status().is_ok_and(|status| status.success())
    };
    let Some(options) = ["-rn", "-n"].into_iter().find(|options| may(options)) else {
        return skipped("no_egress: no network namespace can be made here");
    };
    let mut inside = Command::new("unshare");
    inside.args([options, "sh", "-c", &format!("{up} && exec \"$@\""), "sh"]);
    inside.arg(std::env::current_exe().expect("this executable"));
    inside.args(["--exact", "egress::in_a_network_without_a_route", "--ignored", "--nocapture"]);
    assert!(inside.status().expect("run").success(), "see above");
}

#[test]
#[ignore = "run by the test above, in a network namespace"]
fn in_a_network_without_a_route() {
    let away = std::net::TcpStream::connect("192.0.2.1:443").expect_err("no route");
    assert_eq!(away.kind(), std::io::ErrorKind::NetworkUnreachable);
    let folder = tempfile::tempdir().expect("a directory");
    let data = folder.path().join("data");
    prepared(&data);
    let alone = Serving::by(bond(&data, &["serve", "--listen", "127.0.0.1:0", "--no-egress"]));
    let system = use_it(&alone);
    assert_eq!((&system["connections"], &system["noEgress"]), (&json!([]), &json!(true)));
    assert_eq!(alone.stop().0, 0);
    // The network has no way out: what does want one fails, and is listed.
    let mut command = bond(&data, &["serve", "--listen", "127.0.0.1:0"]);
    command.envs(oidc("https://192.0.2.1"));
    let listed = use_it(&Serving::by(command))["connections"][0].clone();
    assert_eq!((&listed["peer"], &listed["tries"]), (&json!("192.0.2.1:443"), &listed["failures"]));
}

/// The system calls themselves: the process connects to no network address, and asks for no name.
#[test]
fn without_anything_to_connect_to_the_process_opens_no_connection() {
    if !crate::runs_today() {
        return;
    }
    let folder = tempfile::tempdir().expect("a directory");
    let calls = folder.path().join("calls");
    let traced = |command: &Command| {
        let mut strace = Command::new("strace");
        // The tracer is the child, so that signals and the exit code are those of Bond.
        strace
            .args(["-D", "-f", "--seccomp-bpf", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o"])
            .arg(&calls);
        strace.arg(command.get_program()).args(command.get_args());
        strace.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        strace
    };
    let tried = traced(&Command::new("true")).stderr(Stdio::null()).status();
    if !tried.is_ok_and(|status| status.success()) {
        return skipped("no connections: no process can be traced here");
    }
    let data = folder.path().join("data");
    prepared(&data);
    let connected = |words: &[&str], variables: Vec<(String, String)>| -> Vec<String> {
        let mut command = bond(&data, words);
        command.envs(variables);
        let serving = Serving::by(traced(&command));
        use_it(&serving);
        serving.stop();
        let lines = fs::read_to_string(&calls).expect("traced");
        let is_network = |line: &&str| {
            line.contains("AF_INET") && (line.contains("connect(") || line.contains("sin_port=htons(53)"))
        };
        lines.lines().filter(is_network).map(str::to_owned).collect()
    };
    let serve = ["serve", "--listen", "127.0.0.1:0"];
    assert_eq!(connected(&serve, Vec::new()), Vec::<String>::new());
    assert_eq!(connected(&[&serve[..], &["--no-egress"]].concat(), Vec::new()), Vec::<String>::new());
    // What is traced would have been seen.
    let peer = nobody();
    let port = peer.rsplit_once(':').expect("a port").1;
    let seen = connected(&serve, oidc(&format!("http://{peer}")));
    assert!(seen.iter().any(|line| line.contains(&format!("htons({port})"))), "{seen:?}");
}

#[test]
fn the_list_is_for_administrators() {
    let app = TestApp::new();
    let token = app.signed_in("bob", bond::store::roles::USERS);
    assert_eq!(app.get(SYSTEM).bearer(&token).send().status, 403);
}
