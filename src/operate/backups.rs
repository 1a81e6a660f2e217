//! The calls about backups. A backup is made and verified on a thread of its own, one at a time, as `bond backup` has a
//! running server do it. None is sent to a browser: it has all data and accounts in it.

use std::path::{self, Path};
use std::sync::Arc;
use std::thread;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::abilities::Ability;
use crate::app::App;
use crate::backup::{self, BackupError, BackupName, Found, Key, RequestedBackup};
use crate::config::BackupPlace;
use crate::copies::{self, CopyError, Job};
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::changes::Actor;
use crate::http::class::Class;
use crate::http::request_language::say;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::Admin;
use crate::loads::{Step, Task, TaskKind, UntilStop};
use crate::modules::Module;
use crate::store::StoreError;
use crate::store::audit::{By, Entry};
use crate::warehouse::counted::rows;

/// The backups.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackupList {
    /// The folder that they are in.
    pub folder: String,
    /// The data directory, for the command that restores one.
    pub data_dir: String,
    /// The time of day at which the server makes one, such as `02:30`; null if it does not.
    pub daily_at: Option<String>,
    /// How many the server leaves after it made one.
    pub keep: u16,
    /// Whether new ones are encrypted.
    pub encrypts: bool,
    /// Free space of the data directory in bytes; null if it cannot be read.
    pub free_bytes: Option<u64>,
    /// Newest first.
    pub backups: Vec<BackupFile>,
    /// Where backups are copied to.
    pub places: Vec<BackupPlaceAnswer>,
    /// The task that runs, or else the last one since the server started.
    pub task: Option<TaskAnswer>,
}

/// A backup. What its name says.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackupFile {
    pub file: String,
    /// Seconds since 1970-01-01 UTC.
    pub made_at: i64,
    /// The number of the last load in it.
    pub data_version: i32,
    pub encrypted: bool,
    pub bytes: u64,
    /// Whether it counts: it was made or verified here, and belongs to the present history of the data.
    pub is_of_this_history: bool,
}

/// A place that backups are copied to.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackupPlaceAnswer {
    /// As the settings file names it.
    pub name: String,
    /// `folder`, `s3` or `sftp`.
    pub kind: String,
    /// Host and port, or the folder.
    pub place: String,
    pub is_running: bool,
    /// How many backups lie there.
    pub copies: usize,
    /// When the newest of them was sent, in seconds since 1970-01-01 UTC; null without one.
    pub sent_at: Option<i64>,
    /// When one of them was last fetched and tried; null if never.
    pub tested_at: Option<i64>,
    /// What that test found.
    pub found: Option<String>,
    /// When it was last tried to send or test one; null if never.
    pub tried_at: Option<i64>,
    /// Why that failed; null if it did not.
    pub fault: Option<String>,
}

/// What to do at a place.
#[derive(Debug, Default, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PlaceJob {
    /// Fetch the newest copy and try it, in place of sending the newest backup.
    pub test: bool,
}

/// That a place is at work.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct PlaceAtWork {
    pub name: String,
}

/// A backup that is made or verified.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaskAnswer {
    pub kind: TaskKind,
    /// The backup to verify; null for one that is made.
    pub file: Option<String>,
    /// Seconds since 1970-01-01 UTC.
    pub started_at: i64,
    /// Null while it runs.
    pub ended_at: Option<i64>,
    pub steps: Vec<Step>,
    /// Whether it went well; null while it runs.
    pub is_good: Option<bool>,
    /// What came of it, or why it failed; null while it runs.
    pub text: Option<String>,
}

impl From<&Task> for TaskAnswer {
    fn from(task: &Task) -> TaskAnswer {
        let (ended_at, result) = task.ended().unzip();
        TaskAnswer {
            kind: task.kind,
            file: task.file.clone(),
            started_at: task.started_at,
            ended_at,
            steps: task.steps(),
            is_good: result.as_ref().map(Result::is_ok),
            text: result.map(|result| result.unwrap_or_else(|why| why)),
        }
    }
}

pub fn routes() -> Vec<Route> {
    let (reads, changes) = (Class::reads(Module::Admin), Class::changes(Module::Admin));
    let file = json!({
        "type": "string",
        "pattern": "^bond-[0-9]{8}T[0-9]{6}Z-v[0-9]{1,9}\\.tar\\.zst(\\.age)?$",
        "examples": ["bond-20260315T013000Z-v7.tar.zst"],
    });
    vec![
        Route::get("/api/v1/admin/backups", reads, list)
            .opened_by(&[Ability::Backup])
            .says("The backups in the folder for backups, and the task that runs or ran last.")
            .answers::<BackupList>(),
        Route::post("/api/v1/admin/backups", changes, make)
            .opened_by(&[Ability::Backup])
            .says("Begins to make a backup.")
            .accepts::<TaskAnswer>()
            .refuses("409", "A backup is being made or verified."),
        Route::post("/api/v1/admin/backups/{file}/verify", changes, verify)
            .opened_by(&[Ability::Backup])
            .says("Begins to verify a backup: every byte, and the rows and hash of every table.")
            .with("file", file)
            .accepts::<TaskAnswer>()
            .refuses("409", "A backup is being made or verified, or this one is encrypted."),
        Route::post("/api/v1/admin/backups/places/{name}", changes, work)
            .says("Begins to copy the newest backup to a place, or to try the newest copy there.")
            .with("name", json!({ "type": "string", "pattern": "^[a-z0-9_-]{1,40}$" }))
            .takes::<PlaceJob>()
            .accepts::<PlaceAtWork>()
            .refuses("409", "It is at work already."),
    ]
}

async fn list(app: web::Data<App>, _admin: Admin, request: HttpRequest) -> Answer {
    let found = web::block(move || answer(&app)).await;
    let mut answer = found.map_err(|error| ApiError::internal(&error))??;
    if let Some(task) = &mut answer.task {
        say(&request, task.steps.iter_mut().map(|step| &mut step.what).chain(&mut task.text));
    }
    say(&request, answer.places.iter_mut().flat_map(|place| place.found.iter_mut().chain(&mut place.fault)));
    Ok(HttpResponse::Ok().json(answer))
}

fn answer(app: &App) -> Result<BackupList, ApiError> {
    let found = app.found_backups()?;
    let own = app.own_backups()?;
    let file = |found: Found| BackupFile {
        file: found.name.to_string(),
        made_at: found.name.at,
        data_version: found.name.data_version,
        encrypted: found.name.encrypted,
        bytes: found.bytes,
        is_of_this_history: own.iter().any(|own| own.path == found.path),
    };
    let settings = app.settings();
    Ok(BackupList {
        folder: whole(&app.backups),
        data_dir: whole(app.data_dir().path()),
        daily_at: settings.backup_at.map(|at| at.to_string()),
        keep: settings.backup_keep,
        encrypts: !app.config.backup_recipient.is_empty(),
        free_bytes: app.free_space().ok(),
        backups: found.into_iter().map(file).collect(),
        places: settings.backup_to.iter().map(|to| place(app, to)).collect::<Result<_, _>>()?,
        task: app.tasks.latest().map(|task| TaskAnswer::from(&*task)),
    })
}

fn place(app: &App, to: &BackupPlace) -> Result<BackupPlaceAnswer, StoreError> {
    let (copies, last) = (app.store.backup_copies(&to.name)?, app.store.last_copying(&to.name)?);
    let tested = copies.iter().filter(|copy| copy.tested_at.is_some()).max_by_key(|copy| copy.tested_at);
    Ok(BackupPlaceAnswer {
        name: to.name.clone(),
        kind: to.place.kind().to_owned(),
        place: to.place.place(),
        is_running: app.copying.has(&to.name),
        copies: copies.len(),
        sent_at: copies.first().map(|copy| copy.sent_at),
        tested_at: tested.and_then(|copy| copy.tested_at),
        found: tested.and_then(|copy| copy.found.clone()),
        tried_at: last.as_ref().map(|last| last.at),
        fault: last.and_then(|last| last.fault),
    })
}

async fn work(app: web::Data<App>, admin: Admin, name: web::Path<String>, body: Json<PlaceJob>) -> Answer {
    let settings = app.settings();
    let to = copies::named(&settings.backup_to, &name).map_err(|error| ApiError::not_found(error.to_string()))?;
    if app.copying.has(&to.name) {
        return Err(ApiError::conflict(CopyError::Busy(to.name.clone()).to_string()));
    }
    let job = if body.0.test { Job::Test } else { Job::Send };
    let (to, login) = (to.clone(), admin.0.session().login.clone());
    let (app, at_work) = (Arc::clone(&app.into_inner()), PlaceAtWork { name: to.name.clone() });
    let work = move || {
        let is_stopping = || app.loads.is_stopping();
        // How it ended is written down and logged.
        let _ = copies::run(app.copier(&is_stopping), &app.copying, &to, job, Some(&login));
    };
    thread::Builder::new().name("copy".to_owned()).spawn(work).map_err(|error| ApiError::internal(&error))?;
    Ok(HttpResponse::Accepted().json(at_work))
}

/// A path that is right in whatever folder a command is run.
pub fn whole(path: &Path) -> String {
    path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

async fn make(app: web::Data<App>, admin: Admin, request: HttpRequest) -> Answer {
    let actor = Actor::of(&app, &admin.0, &request);
    begin(&app, TaskKind::Backup, None, move |app, task| {
        let made = app.back_up(RequestedBackup::default(), actor.by().actor, &task.progress);
        if let Err(error) = &made {
            record(app, "backup_failed", &actor, None, &error.to_string());
        }
        Ok(made?.detail())
    })
}

async fn verify(app: web::Data<App>, admin: Admin, file: web::Path<String>, request: HttpRequest) -> Answer {
    // Only a name of a backup is looked for: no path leads out of the folder.
    let name = BackupName::parse(&file);
    let found = name.and_then(|name| app.found_backups().ok()?.into_iter().find(|found| found.name == name));
    let Some(found) = found else {
        return Err(ApiError::not_found(format!("There is no backup {:?}.", file.as_str())));
    };
    if found.name.encrypted {
        let why = "It is encrypted. Verify it with: bond verify --identity-file FILE BACKUP";
        return Err(ApiError::conflict(why));
    }
    let (actor, file) = (Actor::of(&app, &admin.0, &request), file.into_inner());
    begin(&app, TaskKind::Verify, Some(file.clone()), move |app, task| {
        let scratch = found.path.parent().unwrap_or(&found.path);
        let until_stop = UntilStop { loads: &app.loads, progress: &task.progress };
        let verified = backup::verify(&found.path, &Key::None, scratch, &until_stop);
        if let Ok(manifest) = &verified {
            backup::note_verified(&found, manifest, &app.store, app.clock.machine())?;
        }
        let text = match &verified {
            Ok(manifest) => {
                format!("good: data version {}, {}", manifest.warehouse.data_version, rows(manifest.rows()))
            }
            Err(error) => error.to_string(),
        };
        record(app, "backup_verified", &actor, Some(&file), &text);
        verified.map(|_| text)
    })
}

fn begin(
    app: &web::Data<App>,
    kind: TaskKind,
    file: Option<String>,
    work: impl FnOnce(&App, &Task) -> Result<String, BackupError> + Send + 'static,
) -> Answer {
    let task = app.tasks.begin(kind, file, app.clock.now());
    let task =
        task.ok_or_else(|| ApiError::conflict("A backup is being made or verified. Try again when it has ended."))?;
    let (app, running) = (Arc::clone(app), Arc::clone(&task));
    let spawned = thread::Builder::new().name("backup".to_owned()).spawn(move || {
        let result = work(&app, &running).map_err(|error| error.to_string());
        running.end(app.clock.now(), result);
    });
    if let Err(error) = spawned {
        task.end(task.started_at, Err(error.to_string()));
        return Err(ApiError::internal(&error));
    }
    Ok(HttpResponse::Accepted().json(TaskAnswer::from(&*task)))
}

/// Records the end of a task that somebody began. It may end long after it began.
fn record(app: &App, event: &str, actor: &Actor, subject: Option<&str>, detail: &str) {
    let by = By { at: app.clock.now(), ..actor.by() };
    if let Err(error) = app.store.record(&Entry { subject, detail: Some(detail), ..by.entry(event) }) {
        tracing::error!(%error, event, "not in the audit log");
    }
}

impl From<BackupError> for ApiError {
    fn from(error: BackupError) -> ApiError {
        ApiError::internal(&error)
    }
}
