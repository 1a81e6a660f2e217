//! The call about the system: how the server does, and what `bond doctor` finds.

use std::fs;
use std::path::Path;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;

use crate::app::App;
use crate::doctor::{self, Line, Subject};
use crate::error::ApiError;
use crate::http::class::Class;
use crate::http::request_language::say;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::Admin;
use crate::limited::Client;
use crate::modules::Module;
use crate::operate::backups::whole;
use crate::platform::machine::Process;
use crate::store::opened::OpenedConnections;

/// How the server does.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SystemAnswer {
    /// Of Bond.
    pub version: String,
    /// Seconds since 1970-01-01 UTC, as all times here.
    pub started_at: i64,
    pub now: i64,
    /// The number of the last load; 0 while nothing is loaded.
    pub data_version: i32,
    /// IANA name of the program's time zone; null if the machine's has none.
    pub time_zone: Option<String>,
    /// That of the loaded days, which is another one after a change of the setting; null where nothing says which it is.
    pub data_time_zone: Option<String>,
    /// The memory of the process, and what it may use at most; null where that cannot be read.
    pub memory_bytes: Option<u64>,
    pub memory_limit_bytes: Option<u64>,
    pub data_dir: String,
    /// Free space of its file system.
    pub free_bytes: Option<u64>,
    /// What takes space in the data directory.
    pub folders: Vec<SystemFolder>,
    /// In the order of `bond doctor`.
    pub checks: Vec<SystemCheck>,
    /// The connections that Bond opened to other programs, the latest first.
    pub connections: Vec<SystemConnection>,
    /// Whether the setting `no_egress` forbids them.
    pub no_egress: bool,
}

/// A file or folder of the data directory.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct SystemFolder {
    pub name: String,
    pub bytes: u64,
}

/// The connections to one peer for one purpose.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SystemConnection {
    /// `openid_connect`, `clickhouse`, `mail`, `webhook`, `pull` or `syslog`.
    pub purpose: String,
    /// Host and port.
    pub peer: String,
    pub first_at: i64,
    pub last_at: i64,
    /// How often one was tried, and how often that failed.
    pub tries: i64,
    pub failures: i64,
    pub last_failure: Option<String>,
}

/// A line of `bond doctor`.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct SystemCheck {
    pub check: String,
    /// `ok`, `note` or `problem`.
    pub level: String,
    /// What is so.
    pub text: String,
    /// What to do about it; empty if nothing.
    pub todo: String,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/v1/admin/system", Class::reads(Module::Admin), answer)
            .says("Version, memory, disk space, and what `bond doctor` finds.")
            .answers::<SystemAnswer>(),
    ]
}

async fn answer(app: web::Data<App>, admin: Admin, request: HttpRequest) -> Answer {
    let checked = app.clone();
    let mut answer =
        app.limited.system.block(admin.0.session().user_id, move |client| check(&checked, client)).await??;
    say(&request, answer.checks.iter_mut().flat_map(|check| [&mut check.text, &mut check.todo]));
    Ok(HttpResponse::Ok().json(answer))
}

fn check(app: &App, client: &Client) -> Result<SystemAnswer, ApiError> {
    let subject = Subject::of_server(app).map_err(|error| ApiError::internal(&error))?;
    let checks = doctor::lines(&subject).take_while(|_| !client.is_gone()).map(system_check).collect();
    // Also those that the checks opened.
    app.egress.flush();
    let process = Process::own();
    let data_dir = app.data_dir().path();
    Ok(SystemAnswer {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started_at: app.started_at,
        now: app.clock.now(),
        data_version: app.warehouse.data_version(),
        time_zone: app.clock.zone_name(),
        data_time_zone: subject.data_zone().map(str::to_owned),
        memory_bytes: process.resident_bytes(),
        memory_limit_bytes: process.memory(),
        data_dir: whole(data_dir),
        free_bytes: app.free_space().ok(),
        folders: folders(data_dir),
        checks,
        connections: app.store.opened()?.into_iter().map(system_connection).collect(),
        no_egress: app.config.no_egress,
    })
}

fn system_check(line: Line) -> SystemCheck {
    let Line { check, finding } = line;
    let level = finding.level.text().to_owned();
    SystemCheck { check: check.to_owned(), level, text: finding.text, todo: finding.todo }
}

fn system_connection(opened: OpenedConnections) -> SystemConnection {
    let OpenedConnections { purpose, peer, first_at, last_at, tries, failures, last_failure } = opened;
    SystemConnection { purpose, peer, first_at, last_at, tries, failures, last_failure }
}

/// What is directly in the data directory, largest first.
fn folders(data_dir: &Path) -> Vec<SystemFolder> {
    let entries = fs::read_dir(data_dir).into_iter().flatten().flatten();
    let folder = |entry: fs::DirEntry| SystemFolder {
        name: entry.file_name().to_string_lossy().into_owned(),
        bytes: bytes(&entry.path()),
    };
    let mut folders: Vec<SystemFolder> = entries.map(folder).filter(|folder| folder.bytes > 0).collect();
    folders.sort_by(|one, other| other.bytes.cmp(&one.bytes).then_with(|| one.name.cmp(&other.name)));
    folders
}

/// The bytes of a file, or of all files below a folder. Links are not followed.
fn bytes(path: &Path) -> u64 {
    match fs::symlink_metadata(path) {
        Ok(data) if data.is_dir() => {
            let entries = fs::read_dir(path).into_iter().flatten().flatten();
            entries.map(|entry| bytes(&entry.path())).sum()
        }
        Ok(data) if data.is_file() => data.len(),
        _ => 0,
    }
}
