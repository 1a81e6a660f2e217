//! More questions than the server can answer at once. `TEST_ROUNDS` sets how many thousand members the program has, how
//! many seconds the clients ask, and with it how many there are (1 unless given).
//!
//! Times are printed, not asserted: they belong to a machine.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bond::auth::password;
use bond::store::Store;
use bond::store::roles::USERS;
use bond::store::users::NewUser;
use serde_json::{Value, json};

use super::clickers::{Stop, p95, percentile};
use super::command_line::{PASSWORD, Serving, bond};
use super::random::Random;
use super::setting;

/// The calls of a screen that nobody has opened before.
const SCREEN: [&str; 3] =
    ["api/v1/dashboard/users/userDashboardInfo", "api/v1/dashboard/users/logins/breakdowns", "api/v1/bond/score"];

/// The dearest questions: every block of a breakdown, by offer.
const DEAR: [&str; 3] = [
    "api/v1/offer/dashboard/uniqueInteraction/breakdowns",
    "api/v1/offer/dashboard/memberUniqueInteraction/breakdowns",
    "api/v1/offer/dashboard/totalInteraction/breakdowns",
];

fn scale() -> u64 {
    setting("TEST_ROUNDS", 1)
}

/// Whether this is the round that is measured.
fn is_whole() -> bool {
    scale() >= 50
}

/// A demo program that is served, and two users.
fn program(folder: &std::path::Path) -> (Serving, String, String) {
    let (server, tokens) = program_with(folder, &["ann", "bob"].map(str::to_owned));
    let [ann, bob] = tokens.try_into().expect("two users");
    (server, ann, bob)
}

/// A demo program that is served, and the sessions of these users.
fn program_with(folder: &std::path::Path, logins: &[String]) -> (Serving, Vec<String>) {
    let data = folder.join("data");
    let members = (scale() * 1_000).to_string();
    let demo = bond(&data, &["demo", "--members", &members, "--no-serve"]).output().expect("run");
    assert!(demo.status.success(), "{}", String::from_utf8_lossy(&demo.stderr));
    let store = Store::open(&data).expect("opened");
    let password_hash = &password::hash(PASSWORD).expect("a valid password");
    for login in logins {
        let user = NewUser { login, first_name: "Pat", password_hash, roles: &[USERS] };
        store.add_user(&user, 1).expect("added");
    }
    drop(store);
    // A machine that runs other tests, too, may need longer than the usual time.
    let seconds = if is_whole() { "15" } else { "120" };
    let server = Serving::with(&data, "warn", &[("BOND_QUERY_SECONDS", seconds)]);
    let tokens = logins.iter().map(|login| server.sign_in(login, PASSWORD)).collect();
    (server, tokens)
}

/// A period of up to three years that nobody has asked for.
fn period(random: &mut Random) -> Value {
    let start = format!("{}-{:02}-{:02}", 2023 + random.below(2), 1 + random.below(12), 1 + random.below(28));
    let end = format!("2026-{:02}-{:02}", 1 + random.below(10), 1 + random.below(28));
    json!({"startDate": start, "endDate": end})
}

/// What a client was answered: how often each status, and the times of the successes.
#[derive(Default)]
struct Answers {
    statuses: BTreeMap<u16, u64>,
    times: Vec<Duration>,
}

/// One call. A refusal must say when to try again.
fn ask(agent: &ureq::Agent, server: &Serving, token: &str, path: &str, body: &Value) -> u16 {
    let request = agent.post(format!("{}{path}", server.base())).header("authorization", format!("Bearer {token}"));
    let mut answer = request.send_json(body).unwrap_or_else(|error| panic!("{path} {body}: {error}"));
    let text = answer.body_mut().read_to_string().expect("text");
    let status = answer.status().as_u16();
    let can_retry = answer.headers().contains_key("retry-after");
    let is_expected = status == 200 || (status == 503 && (can_retry || text.contains("\"timeout\"")));
    assert!(is_expected, "{path} {body}: {status} {text}");
    status
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(TIMEOUT)).build().new_agent()
}

/// Longer than a query may wait and run.
const TIMEOUT: Duration = Duration::from_secs(300);

/// `clients` connections of one user ask dear questions until `done`, or so many each.
fn flood(server: &Serving, token: &str, clients: u64, each: u64, done: &AtomicBool) -> Answers {
    let all = Mutex::new(Answers::default());
    std::thread::scope(|scope| {
        for client in 0..clients {
            let all = &all;
            scope.spawn(move || {
                let (agent, mut random) = (agent(), Random(setting("TEST_SEED", 7) * 1_000 + client));
                for _ in 0..each {
                    if done.load(Ordering::Acquire) {
                        return;
                    }
                    let started = Instant::now();
                    let status = ask(&agent, server, token, random.one_of(&DEAR), &period(&mut random));
                    let mut all = all.lock().expect("whole");
                    *all.statuses.entry(status).or_default() += 1;
                    if status == 200 {
                        all.times.push(started.elapsed());
                    }
                }
            });
        }
    });
    all.into_inner().expect("nobody failed")
}

/// How long each new screen of a user takes, again and again until `done`.
fn screens(server: &Serving, token: &str, seed: u64, done: &AtomicBool) -> Vec<Duration> {
    let mut random = Random(seed);
    let mut times = Vec::new();
    while times.is_empty() || !done.load(Ordering::Acquire) {
        let body = period(&mut random);
        let started = Instant::now();
        std::thread::scope(|scope| {
            for path in SCREEN {
                let body = &body;
                scope.spawn(move || assert_eq!(ask(&agent(), server, token, path, body), 200, "{path} {body}"));
            }
        });
        times.push(started.elapsed());
        std::thread::sleep(Duration::from_millis(50));
    }
    times
}

fn longest(times: &[Duration]) -> f64 {
    times.iter().max().map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// The most memory that the server occupied at once.
fn most_megabytes(server: &Serving) -> u64 {
    server.process().peak_bytes().expect("it runs") >> 20
}

#[test]
fn one_user_with_very_many_questions_stops_nobody_else() {
    if !crate::runs_today() {
        return;
    }
    let folder = tempfile::tempdir().expect("a directory");
    let (server, ann, bob) = program(folder.path());
    let questions = if is_whole() { 300 } else { 40 };
    let mut alone = screens(&server, &bob, 1, &AtomicBool::new(true));
    let (is_over, never) = (AtomicBool::new(false), AtomicBool::new(false));
    let (flooded, mut beside) = std::thread::scope(|scope| {
        let stop = Stop(&is_over);
        let flooding = scope.spawn(|| flood(&server, &ann, questions, 1, &never));
        let watching = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            screens(&server, &bob, 2, &is_over)
        });
        let flooded = flooding.join().expect("every answer was a success or said when to try again");
        drop(stop);
        (flooded, watching.join().expect("every screen was answered"))
    });
    println!(
        "PASS one user with {questions} questions at once, {}000 members: answered {:?}; another's new screen took {:.0} ms \
         alone; beside it p95 {:.0}, longest {:.0} of {}",
        scale(),
        flooded.statuses,
        p95(&mut alone),
        p95(&mut beside),
        longest(&beside),
        beside.len(),
    );
    assert_eq!(server.stop().0, 0);
}

#[test]
fn more_clients_than_it_can_answer_are_told_and_it_recovers() {
    if !crate::runs_today() {
        return;
    }
    let folder = tempfile::tempdir().expect("a directory");
    let (server, ann, bob) = program(folder.path());
    let (clients, time) = if is_whole() { (500, Duration::from_secs(300)) } else { (50, Duration::from_secs(2)) };
    let before = longest(&screens(&server, &bob, 1, &AtomicBool::new(true)));
    let done = AtomicBool::new(false);
    let mut health = Vec::new();
    let flooded = std::thread::scope(|scope| {
        let flooding = scope.spawn(|| flood(&server, &ann, clients, u64::MAX, &done));
        let stop = Stop(&done);
        let started = Instant::now();
        while started.elapsed() < time {
            let asked = Instant::now();
            assert_eq!(server.get("healthz").0, 200);
            health.push(asked.elapsed());
            std::thread::sleep(Duration::from_millis(20));
        }
        drop(stop);
        flooding.join().expect("every answer was a success or said when to try again")
    });
    let after = longest(&screens(&server, &bob, 3, &AtomicBool::new(true)));
    println!(
        "PASS {clients} clients for {} s, {}000 members: answered {:?}; health p95 {:.1} ms; a new screen took {before:.0} ms \
         before, {after:.0} after; most memory {} MB",
        time.as_secs(),
        scale(),
        flooded.statuses,
        p95(&mut health),
        most_megabytes(&server),
    );
    assert_eq!(server.stop().0, 0);
}

#[test]
fn many_users_who_click_are_all_answered() {
    if !crate::runs_today() {
        return;
    }
    let folder = tempfile::tempdir().expect("a directory");
    let (server, ann, bob) = program(folder.path());
    let (clients, time) = if is_whole() { (50, Duration::from_secs(30 * 60)) } else { (10, Duration::from_secs(2)) };
    let (done, warm, cold) = (AtomicBool::new(false), Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let started = Instant::now();
    std::thread::scope(|scope| {
        for client in 0..clients {
            let (server, token, done, warm, cold) = (&server, [&ann, &bob][client as usize % 2], &done, &warm, &cold);
            scope.spawn(move || {
                let (agent, mut random) = (agent(), Random(setting("TEST_SEED", 9) * 1_000 + client));
                while !done.load(Ordering::Acquire) {
                    // Most look at what everybody looks at.
                    let is_warm = random.percent(99);
                    let body = if is_warm { json!({"period": "LAST_30DAYS"}) } else { period(&mut random) };
                    let asked = Instant::now();
                    assert_eq!(ask(&agent, server, token, random.one_of(&SCREEN), &body), 200);
                    let times = if is_warm { warm } else { cold };
                    times.lock().expect("whole").push(asked.elapsed());
                    // Somebody looks at an answer before asking again.
                    std::thread::sleep(Duration::from_millis(random.below(200)));
                }
            });
        }
        let stop = Stop(&done);
        std::thread::sleep(time);
        drop(stop);
    });
    let (mut warm, mut cold) = (warm.into_inner().expect("whole"), cold.into_inner().expect("whole"));
    let all = warm.len() + cold.len();
    println!(
        "PASS {clients} clients who click for {} s, {}000 members: {:.0} answers a second; known answers p95 {:.1} ms, p99 \
         {:.1}; new ones p95 {:.1} ms ({}); most memory {} MB",
        time.as_secs(),
        scale(),
        all as f64 / started.elapsed().as_secs_f64(),
        p95(&mut warm),
        percentile(&mut warm, 99),
        p95(&mut cold),
        cold.len(),
        most_megabytes(&server),
    );
    assert_eq!(server.stop().0, 0);
}

#[test]
fn everybody_who_asks_after_a_load_waits_for_one_reading_of_it() {
    if !crate::runs_today() {
        return;
    }
    let folder = tempfile::tempdir().expect("a directory");
    let rounds: &[usize] = if is_whole() { &[5, 20, 40, 80] } else { &[8] };
    let most = rounds.iter().copied().max().unwrap_or_default();
    let logins: Vec<String> = (0..most).map(|user| format!("user-{user}")).collect();
    let (server, tokens) = program_with(folder.path(), &logins);
    let feed = folder.path().join("feed");
    std::fs::create_dir(&feed).expect("made");
    let mut random = Random(setting("TEST_SEED", 11));
    for clients in rounds {
        std::fs::write(feed.join("partners.csv"), format!("id,name\n900001,Partner {clients}\n")).expect("written");
        let words = ["import", feed.to_str().expect("a path")];
        let imported = bond(&folder.path().join("data"), &words).output().expect("run");
        assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
        let bodies: Vec<Value> = (0..*clients).map(|_| period(&mut random)).collect();
        let begun = Instant::now();
        let answered = |(token, body): (&String, &Value)| {
            assert_eq!(ask(&agent(), &server, token, SCREEN[0], body), 200);
            begun.elapsed()
        };
        let mut times: Vec<Duration> = std::thread::scope(|scope| {
            let each = tokens.iter().zip(&bodies);
            let threads: Vec<_> = each
                .map(|one| {
                    let answered = &answered;
                    scope.spawn(move || answered(one))
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("answered")).collect()
        });
        times.sort_unstable();
        let memory = most_megabytes(&server);
        println!(
            "PASS {clients} clients after a load, {}000 members: first answer after {:.0} ms, median {:.0}, last {:.0}; most memory \
             {memory} MB",
            scale(),
            times[0].as_secs_f64() * 1e3,
            times[times.len() / 2].as_secs_f64() * 1e3,
            longest(&times),
        );
        // The manual's sum: warehouse_memory (512 MB in tests), cache_bytes (256 MB) and 1 GB.
        assert!(memory <= 512 + 256 + 1024, "{clients} clients: {memory} MB");
    }
    assert_eq!(server.stop().0, 0);
}
