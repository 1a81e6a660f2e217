//! The calls about the systems that Bond asks for data: what they are, how it went, *Run now* and *Try the connection*.

use std::sync::Arc;
use std::thread;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::abilities::Ability;
use crate::app::App;
use crate::config::{PullSettings, When};
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::changes::{Actor, recorded};
use crate::http::class::Class;
use crate::http::request_language::say;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::Admin;
use crate::modules::Module;
use crate::pull::{self, Wish, next_run};
use crate::store::loads::{Kind, Origin};
use crate::store::pulls::PullRun;

/// The path of the calls.
const PATH: &str = "/api/v1/admin/pulls";
/// How many runs of each are shown.
const SHOWN: u32 = 10;

/// The systems that Bond asks for data, in the order of the settings file.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct PullList {
    pub pulls: Vec<Pull>,
}

/// A system that Bond asks for data. Times are seconds since 1970-01-01 UTC.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pull {
    pub name: String,
    /// folder, https, s3, sftp, postgresql or mysql.
    pub kind: String,
    /// Host and port, or the folder.
    pub place: String,
    /// The saved mapping; null where its files are the feed.
    pub mapping: Option<String>,
    /// The time of each day, hh:mm; null without one.
    pub at: Option<String>,
    /// The minutes between two runs; null without.
    pub every_minutes: Option<u64>,
    pub is_running: bool,
    /// When it is asked next; null if only when somebody wants it.
    pub next_at: Option<i64>,
    /// The latest ones first, at most 10.
    pub runs: Vec<PullRun>,
}

/// How to ask.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AskPull {
    /// Do everything but publish.
    pub check: bool,
}

/// That a system is being asked.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct AskedPull {
    pub name: String,
}

/// How trying the connection went.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct TriedPull {
    /// What was found; null after a fault.
    pub said: Option<String>,
    /// What is wrong and what to do; null if nothing is.
    pub fault: Option<String>,
}

pub fn routes() -> Vec<Route> {
    let (reads, changes) = (Class::reads(Module::Data), Class::changes(Module::Data));
    let name = || json!({ "type": "string", "pattern": "^[a-z0-9_-]{1,40}$" });
    vec![
        Route::get(PATH, reads, list)
            .opened_by(&[Ability::Load])
            .says("The systems that Bond asks for data.")
            .answers::<PullList>(),
        Route::post("/api/v1/admin/pulls/{name}/run", changes, ask)
            .opened_by(&[Ability::Load])
            .says("Asks a system for what is missing. How it went is in the list, and in the audit log.")
            .with("name", name())
            .takes::<AskPull>()
            .accepts::<AskedPull>()
            .refuses("409", "It is being asked already."),
        Route::post("/api/v1/admin/pulls/{name}/try", changes, attempt)
            .says("Connects to a system and signs in, and loads nothing. That it was tried is a line of the audit log.")
            .with("name", name())
            .answers::<TriedPull>(),
    ]
}

async fn list(app: web::Data<App>, _admin: Admin, request: HttpRequest) -> Answer {
    let of = |pull: &PullSettings| -> Result<Pull, ApiError> {
        let runs = app.store.pull_runs(&pull.name, SHOWN)?;
        let next_at = next_run(pull, &runs, &app.clock);
        let (at, every_minutes) = match pull.when {
            When::Asked => (None, None),
            When::Daily(at) => (Some(at.to_string()), None),
            When::Every(every) => (None, Some(every.as_secs() / 60)),
        };
        Ok(Pull {
            name: pull.name.clone(),
            kind: pull.kind().to_owned(),
            place: pull.place(),
            mapping: pull.mapping.clone(),
            at,
            every_minutes,
            is_running: app.pulls.has(&pull.name),
            next_at,
            runs,
        })
    };
    let mut list = PullList { pulls: app.settings().pulls.iter().map(of).collect::<Result<_, _>>()? };
    let runs = list.pulls.iter_mut().flat_map(|pull| pull.runs.iter_mut());
    say(&request, runs.filter_map(|run| run.fault.as_mut()));
    Ok(HttpResponse::Ok().json(list))
}

/// The settings of the system in the path.
fn named(app: &App, name: &str) -> Result<PullSettings, ApiError> {
    pull::named(&app.settings().pulls, name).cloned().map_err(|error| ApiError::not_found(error.to_string()))
}

async fn ask(app: web::Data<App>, admin: Admin, name: web::Path<String>, body: Json<AskPull>) -> Answer {
    let pull = named(&app, &name)?;
    if app.pulls.has(&pull.name) {
        return Err(ApiError::conflict(pull::PullError::Busy(pull.name).to_string()));
    }
    let kind = if body.0.check { Kind::Check } else { Kind::Import };
    let (app, login) = (Arc::clone(&app.into_inner()), admin.0.actor().to_owned());
    let asked = AskedPull { name: pull.name.clone() };
    let work = move || {
        let wish = Wish { kind, days: None, new_time_zone: false, actor: Some(&login), origin: Origin::Page };
        // How it ended is written down and logged.
        let _ = pull::run(app.puller(), &app.pulls, &pull, wish, &|| app.loads.is_stopping());
    };
    thread::Builder::new().name("pull".to_owned()).spawn(work).map_err(|error| ApiError::internal(&error))?;
    Ok(HttpResponse::Accepted().json(asked))
}

async fn attempt(app: web::Data<App>, admin: Admin, name: web::Path<String>, request: HttpRequest) -> Answer {
    let pull = named(&app, &name)?;
    let (of, subject) = (app.clone(), format!("pull {}", pull.name));
    let work = move |_: &_| pull::try_connection(of.puller(), &pull);
    let tried = app.limited.system.block(admin.0.session().user_id, work).await?;
    let (said, mut fault) = match tried {
        Ok(said) => (Some(said), None),
        Err(error) => (None, Some(error.to_string())),
    };
    let detail = fault.clone().unwrap_or_else(|| "it works".to_owned());
    recorded(&app, Actor::of(&app, &admin.0, &request), "pull_tried", Some(subject), Some(detail)).await?;
    let mut said = said;
    say(&request, said.iter_mut().chain(fault.iter_mut()));
    Ok(HttpResponse::Ok().json(TriedPull { said, fault }))
}
