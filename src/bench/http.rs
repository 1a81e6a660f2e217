//! The real server under load.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use bond::app::App;
use bond::auth::password;
use bond::clock::Clock;
use bond::config::Config;
use bond::server;
use bond::store::users::NewUser;
use serde_json::json;

use crate::{Outcome, YESTERDAY, median, milliseconds};

const CLIENTS: usize = 4;
const FOR: Duration = Duration::from_secs(5);
const CALL: &str = "api/v1/program/monitor/info";

/// Requests per second for a warm monitor call, from four clients on this machine.
pub fn requests(warehouse_dir: &Path) -> Outcome<()> {
    let data_dir = tempfile::tempdir()?;
    let data_dir = data_dir.path().join("data");
    let config = Config { data_dir: data_dir.clone(), ..Config::default() };
    let today = YESTERDAY.next_day().ok_or("there is a tomorrow")?;
    // The app creates the directory; the warehouse measured before replaces its empty one.
    drop(App::open(config.clone(), Clock::fixed(today))?);
    std::fs::rename(warehouse_dir.join("warehouse.duckdb"), data_dir.join("warehouse.duckdb"))?;
    let app = Arc::new(App::open(config, Clock::fixed(today))?);
    let password = "bench password 1";
    let user =
        NewUser { login: "bench", first_name: "Bench", password_hash: &password::hash(password)?, roles: &["USERS"] };
    app.store.add_user(&user, app.clock.now())?;
    let server = server::spawn(Arc::clone(&app), TcpListener::bind("127.0.0.1:0")?)?;
    let base = format!("http://{}", server.address());

    let agent = ureq::Agent::new_with_defaults();
    let sign_in = json!({ "grant_type": "password", "username": "bench", "password": password });
    let answer: serde_json::Value =
        agent.post(format!("{base}/api/auth/login")).send_json(&sign_in)?.body_mut().read_json()?;
    let token = answer["token"].as_str().ok_or("a token")?.to_owned();
    call(&agent, &base, &token)?;

    let begun = Instant::now();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let (base, token) = (base.clone(), token.clone());
            thread::spawn(move || {
                let agent = ureq::Agent::new_with_defaults();
                let mut times = Vec::new();
                while begun.elapsed() < FOR {
                    let sent = Instant::now();
                    call(&agent, &base, &token)?;
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
    Ok(())
}

fn call(agent: &ureq::Agent, base: &str, token: &str) -> Result<(), ureq::Error> {
    let request = agent.post(format!("{base}/{CALL}")).header("Authorization", format!("Bearer {token}"));
    request.send_json(json!({}))?.body_mut().read_to_vec().map(drop)
}
