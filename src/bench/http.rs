//! The real server under load.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Barrier};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use bond::abilities::Ability;
use bond::app::App;
use bond::auth::api_tokens::new_token;
use bond::auth::password;
use bond::clock::Clock;
use bond::config::Config;
use bond::groupings::GroupsAsOf;
use bond::platform::machine::Process;
use bond::screens::Call;
use bond::server;
use bond::store::StoreError;
use bond::store::api_tokens::NewApiToken;
use bond::store::audit::By;
use bond::store::roles;
use bond::store::users::NewUser;
use bond::warehouse::Warehouse;
use serde_json::json;

use crate::{Outcome, YESTERDAY, median, memory_peak, milliseconds, screens};

const CLIENTS: usize = 4;
const FOR: Duration = Duration::from_secs(5);
const CALL: &str = "api/v1/program/monitor/info";

/// People who ask at the same time, each something else.
const CROWD: i64 = 100;
/// The tiers of the demo.
const TIERS: i64 = 5;

/// A served program.
struct Served {
    app: Arc<App>,
    server: server::Spawned,
    /// One for each user.
    tokens: Vec<String>,
}

impl Served {
    /// Serves a warehouse, which moves to the data directory, to so many users.
    fn start(warehouse: &Path, data_dir: &Path, users: i64) -> Outcome<Served> {
        let config = Config { data_dir: data_dir.to_owned(), ..Config::default() };
        let today = YESTERDAY.next_day().ok_or("there is a tomorrow")?;
        // The app creates the directory; the warehouse measured before replaces its empty one.
        drop(App::open(config.clone(), Clock::fixed(today))?);
        std::fs::rename(warehouse, data_dir.join(Warehouse::FILE))?;
        let app = Arc::new(App::open(config, Clock::fixed(today))?);
        let password_hash = &password::hash("nobody signs in with it")?;
        let mut tokens = Vec::new();
        for number in 0..users {
            let login = &format!("bench {number}");
            let user = NewUser { login, first_name: "Bench", password_hash, roles: &[roles::ADMIN] };
            let id = app.store.add_user(&user, app.clock.now())?;
            tokens.push(token_of(&app, id)?);
        }
        let server = server::spawn(Arc::clone(&app), TcpListener::bind("127.0.0.1:0")?)?;
        Ok(Served { app, server, tokens })
    }
}

/// Requests per second for a warm monitor call, from four clients on this machine.
pub fn requests(warehouse_dir: &Path) -> Outcome<()> {
    let data_dir = tempfile::tempdir()?;
    let served = Served::start(&warehouse_dir.join(Warehouse::FILE), &data_dir.path().join("data"), CROWD)?;
    let (address, token) = (served.server.address(), &served.tokens[0]);
    call(&agent(), address, token, CALL, &json!({}))?;

    let begun = Instant::now();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let token = token.clone();
            thread::spawn(move || {
                let agent = agent();
                let mut times = Vec::new();
                while begun.elapsed() < FOR {
                    let sent = Instant::now();
                    call(&agent, address, &token, CALL, &json!({}))?;
                    times.push(sent.elapsed());
                }
                Ok::<_, ureq::Error>(times)
            })
        })
        .collect();
    let mut times = Vec::new();
    for client in clients {
        times.extend(client.join().map_err(|_| "a client panicked")??);
    }
    println!(
        "{CALL}, warm, {CLIENTS} clients on the same cores: {:.0} requests a second, median {}",
        times.len() as f64 / begun.elapsed().as_secs_f64(),
        milliseconds(median(times))
    );
    crowd(&served, &data_dir.path().join("data"), &data_dir.path().join("feed"))
}

/// A hundred people who ask at the same time, each of two years and of something that nobody asked before: how long they
/// wait, and how many are refused. In the last round a load comes meanwhile.
fn crowd(served: &Served, data_dir: &Path, feed: &Path) -> Outcome<()> {
    std::fs::create_dir_all(feed)?;
    std::fs::write(feed.join("logins.csv"), "member_id,logged_in_at\n")?;
    Process::own().forget_peak();
    let kinds = [false, true]
        .into_iter()
        .flat_map(|is_any_day| [(is_any_day, GroupsAsOf::Now), (is_any_day, GroupsAsOf::Window)]);
    for (at, (is_any_day, groups_as_of)) in kinds.enumerate() {
        let questions = (0..served.tokens.len())
            .map(|person| question(at * served.tokens.len() + person, is_any_day, groups_as_of));
        let people = ask_at_once(served, questions.collect::<Outcome<_>>()?);
        let load = (at == 3).then(|| time_to_begin(served, data_dir, feed)).transpose()?;
        let (mut times, mut refused) = (Vec::new(), Vec::new());
        for person in people {
            match person.join().map_err(|_| "a client panicked")? {
                Ok(time) => times.push(time),
                Err(error) => refused.push(error),
            }
        }
        times.sort();
        let within = |share: usize| times.get((times.len() * share / 100).min(times.len().saturating_sub(1))).copied();
        let [half, most, all] = [50, 95, 100].map(|share| within(share).map_or_else(String::new, milliseconds));
        println!(
            "{CROWD} people ask of two years from {}, groups as of {groups_as_of:?}: half have it within {half}, 95 of 100 within {most}, all within {all}; {} refused",
            if is_any_day { "any day on" } else { "the first of a month on" },
            refused.len()
        );
        refused.iter().take(3).for_each(|refusal| println!("  {refusal}"));
        load.iter().for_each(|time| println!("a load among them began within {}", milliseconds(*time)));
    }
    println!("memory high-water: {}", memory_peak());
    Ok(())
}

/// A client of its own for each question, which answers how long it took, or why there was none.
fn ask_at_once(
    served: &Served,
    questions: Vec<(String, serde_json::Value)>,
) -> Vec<JoinHandle<Result<Duration, String>>> {
    let all_there = Arc::new(Barrier::new(questions.len() + 1));
    let address = served.server.address();
    let ask = |(token, (path, body)): (&String, (String, serde_json::Value))| {
        let (token, all_there) = (token.clone(), Arc::clone(&all_there));
        thread::spawn(move || {
            let agent = agent();
            all_there.wait();
            let sent = Instant::now();
            let answered = call(&agent, address, &token, &path, &body);
            answered.map(|()| sent.elapsed()).map_err(|error| format!("{path}: {error}"))
        })
    };
    let people = served.tokens.iter().zip(questions).map(ask).collect();
    all_there.wait();
    people
}

/// How long a load waits until it begins.
fn time_to_begin(served: &Served, data_dir: &Path, feed: &Path) -> Outcome<Duration> {
    let sent = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bond"));
    let mut import = command
        .arg("import")
        .arg("--data-dir")
        .arg(data_dir)
        .arg(feed.join("logins.csv"))
        .stdout(Stdio::null())
        .spawn()?;
    let has_begun = || Ok::<_, StoreError>(served.app.store.loads(1)?.iter().any(|load| load.started_at.is_some()));
    while !has_begun()? {
        if import.try_wait()?.is_some_and(|ended| !ended.success()) {
            return Err("the load was refused".into());
        }
        thread::sleep(Duration::from_millis(20));
    }
    let waited = sent.elapsed();
    import.wait()?;
    Ok(waited)
}

/// A call and a filter that no other number has: two years and some days, and a tier.
fn question(number: usize, is_any_day: bool, groups_as_of: GroupsAsOf) -> Outcome<(String, serde_json::Value)> {
    let calls: Vec<Call> =
        screens::calls().into_iter().filter(|call| matches!(call, Call::Totals(..) | Call::Breakdown(_))).collect();
    let days = i64::try_from(number)?;
    let end = YESTERDAY - time::Duration::days(days * 13 % 97);
    let start = end - time::Duration::days(700 + days * 29 % 61);
    let start = if is_any_day { start } else { start.replace_day(1)? };
    let filter = json!({
        "period": "SELECTED_DATE",
        "startDate": start.to_string(),
        "endDate": end.to_string(),
        "userGroupTiers": [1 + days % TIERS],
        "groupsAsOf": groups_as_of,
    });
    Ok((screens::path(calls[number * 7 % calls.len()]), filter))
}

fn agent() -> ureq::Agent {
    ureq::Agent::new_with_defaults()
}

/// An API token of a user for figures.
fn token_of(app: &App, user: i64) -> Outcome<String> {
    let secret = new_token();
    let expires_at = app.clock.now() + 86_400;
    let new = NewApiToken {
        secret: &secret,
        name: "bench",
        abilities: &[Ability::Read],
        modules: None,
        addresses: None,
        shows: None,
        expires_at,
    };
    app.store.add_api_token(user, &new, By::from(app.clock.now()))?;
    Ok(secret)
}

fn call(
    agent: &ureq::Agent,
    address: SocketAddr,
    token: &str,
    path: &str,
    body: &serde_json::Value,
) -> Result<(), ureq::Error> {
    let request = agent.post(format!("http://{address}/{path}")).header("Authorization", format!("Bearer {token}"));
    request.send_json(body)?.body_mut().read_to_vec().map(drop)
}
