//! The calls about loads, for administrators: upload files, watch, cancel and undo; fill an empty install.

use std::ops::RangeInclusive;
use std::sync::Arc;

use actix_multipart::Multipart;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::json;

use crate::abilities::Ability;
use crate::app::App;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::changes::written;
use crate::http::class::Class;
use crate::http::confirm::Confirmation;
use crate::http::confirm::confirmed;
use crate::http::query::{PageOfList, Paging, Query};
use crate::http::request_language::say;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::Admin;
use crate::loads::mappings::{self, MappingError};
use crate::loads::{DemoRequest, Incoming, LoadOptions, NewRequest, Step, effective_day};
use crate::modules::Module;
use crate::operate::form::{Form, Limits, refused};
use crate::operate::suggest;
use crate::store::audit::Entry;
use crate::store::loads::{Kind, Load, LoadFault, LoadFile, Origin};
use crate::warehouse::load::ImportError;
use crate::warehouse::mapping::{FILE_NAME, source_name};

/// The path of the loads; the other calls here are below it.
pub const PATH: &str = "/api/v1/admin/loads";

/// Bytes of a field of an upload that is not a file.
const LONGEST_FIELD: usize = 200;

/// After how many seconds an upload is tried again that found too many waiting.
const FULL_RETRY: u32 = 60;

/// The latest loads.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct LoadList {
    /// Newest first, at most 200.
    pub loads: Vec<Load>,
    /// The number of all loads.
    pub total: i64,
}

/// A load that was accepted.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct AcceptedLoad {
    /// Its number. Its files are safe: it will be loaded or refused, also after a restart.
    pub id: i64,
}

/// A load with all that is known of it.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoadDetails {
    pub load: Load,
    /// Once it has ended.
    pub files: Vec<LoadFile>,
    /// The first 1,000.
    pub faults: Vec<LoadFault>,
    /// What it replaced, the mappings that it used and its warnings; for a check the headline figures before and after. Null until it has ended.
    #[ts(type = "unknown")]
    pub report: Value,
    /// While it waits or runs.
    pub steps: Vec<Step>,
}

pub fn routes() -> Vec<Route> {
    let (reads, changes) = (Class::reads(Module::Data), Class::changes(Module::Data));
    let on = json!({ "type": "boolean" });
    let fields = [
        ("days", json!({ "type": "string", "description": "FROM..TO" })),
        ("allowShrink", on.clone()),
        ("newTimeZone", on.clone()),
        ("check", on),
        ("mapping", json!({ "type": "string", "description": "the name of a saved mapping" })),
        ("source", json!({ "type": "string", "description": "the system that reports the rows" })),
    ];
    let is_loaded = "Something is loaded already, or is being loaded.";
    vec![
        Route::get(PATH, reads, list)
            .opened_by(&[Ability::Load])
            .says("The latest loads.")
            .paged()
            .answers::<LoadList>(),
        Route::post(PATH, changes, upload)
            .opened_by(&[Ability::Load])
            .says("Loads files. They are safe when this answers, and loaded or refused later.")
            .takes_files(&fields)
            .accepts::<AcceptedLoad>()
            .refuses_first("507", "The disk of the server has no room for the load."),
        Route::post("/api/v1/admin/loads/undo", changes, undo)
            .says("Takes the last load back.")
            .takes::<Confirmation>()
            .accepts::<AcceptedLoad>(),
        suggest::route(),
        Route::post("/api/v1/admin/loads/sample", changes, sample)
            .says("Loads the sample feed, where nothing is loaded.")
            .accepts::<AcceptedLoad>()
            .refuses("409", is_loaded),
        Route::post("/api/v1/admin/loads/demo", changes, demo)
            .says("Makes a demo of three years up to yesterday, where nothing is loaded.")
            .takes::<NewDemo>()
            .accepts::<AcceptedLoad>()
            .refuses("409", is_loaded),
        Route::get("/api/v1/admin/loads/{id}", reads, one)
            .opened_by(&[Ability::Load, Ability::EraseMembers])
            .says("A load.")
            .answers::<LoadDetails>(),
        Route::post("/api/v1/admin/loads/{id}/cancel", changes, cancel)
            .opened_by(&[Ability::Load])
            .says("Cancels a load that has not begun to publish.")
            .accepts::<AcceptedLoad>(),
    ]
}

async fn list(app: web::Data<App>, _admin: Admin, query: Query<Paging>, request: HttpRequest) -> Answer {
    let PageOfList { offset, limit } = query.0.window()?;
    let mut answer = LoadList { loads: app.store.older_loads(offset, limit)?, total: app.store.count_loads()? };
    say(&request, answer.loads.iter_mut().filter_map(|load| load.message.as_mut()));
    Ok(HttpResponse::Ok().json(answer))
}

async fn one(app: web::Data<App>, _admin: Admin, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let load = find(&app, *id)?;
    let report = app.store.load_report(*id)?.and_then(|report| serde_json::from_str(&report).ok());
    let steps = app.loads.running(*id).map(|progress| progress.now().0).unwrap_or_default();
    let mut answer = LoadDetails {
        load,
        files: app.store.load_files(*id)?,
        faults: app.store.load_faults(*id)?,
        report: report.unwrap_or_default(),
        steps,
    };
    say(&request, answer.load.message.as_mut());
    say(&request, suggest::texts_of(&mut answer.faults));
    say(&request, answer.files.iter_mut().map(|file| &mut file.name));
    say(&request, answer.steps.iter_mut().map(|step| &mut step.what));
    say(&request, messages_of(&mut answer.report));
    Ok(HttpResponse::Ok().json(answer))
}

/// The texts of a report: its warnings, and what its headline figures are.
fn messages_of(report: &mut Value) -> Vec<&mut String> {
    let mut found = Vec::new();
    for (name, value) in report.as_object_mut().into_iter().flatten() {
        let all = value.as_array_mut().into_iter().flatten();
        match name.as_str() {
            "warnings" => found.extend(all.filter_map(text_of)),
            "headlines" => found
                .extend(all.filter_map(Value::as_object_mut).flat_map(|line| line.values_mut()).filter_map(text_of)),
            _ => {}
        }
    }
    found
}

fn text_of(value: &mut Value) -> Option<&mut String> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// A form with the files or zip archives of them, and other fields. The answer is 202 when the files are on the disk.
async fn upload(app: web::Data<App>, admin: Admin, request: HttpRequest, form: Multipart) -> Answer {
    // Their files are in the spool: so many that the disk is full would stop everything else.
    if app.loads.is_full()? {
        return Err(ApiError::busy(FULL_RETRY));
    }
    require_room(&app, &request)?;
    let limits = Limits { files: app.config.upload_bytes, field: LONGEST_FIELD, head: u64::MAX, whole: u64::MAX };
    let Form { incoming, fields } = Form::receive(&app, &request, form, limits).await?;
    let (kind, options) = options(&app, &fields)?;
    if options.mapping.is_some() && incoming.has(FILE_NAME) {
        return Err(ApiError::field(
            "mapping",
            "the files have a mapping.toml; send that or the name of a saved mapping",
        ));
    }
    let keep = web::block(move || incoming.keep());
    let folder = keep.await.map_err(|error| ApiError::internal(&error))?.map_err(refused)?;
    enqueue(&app, &admin, kind, options, Some(folder)).await
}

/// Bytes of a form beside those of its files.
const FORM: u64 = 1 << 20;

/// Refuses an upload before it arrives where it says that it is too large, or where the disk has no room for its load.
pub fn require_room(app: &App, request: &HttpRequest) -> Result<(), ApiError> {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let bytes: u64 = length.unwrap_or_default();
    if bytes > app.config.upload_bytes.saturating_add(FORM) {
        return Err(ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE));
    }
    match crate::loads::require_room(app.load_parts(), bytes) {
        Ok(()) => Ok(()),
        Err(ImportError::NoRoom { needed, free, .. }) => Err(ApiError::no_room(needed, free)),
        Err(error) => Err(ApiError::internal(&error)),
    }
}

async fn sample(app: web::Data<App>, admin: Admin) -> Answer {
    require_empty(&app).await?;
    let data_dir = app.data_dir().path().to_owned();
    let received = web::block(move || {
        let incoming = Incoming::create(&data_dir)?;
        crate::loads::write_sample(&incoming)?;
        incoming.keep()
    });
    let folder = received.await.map_err(|error| ApiError::internal(&error))?.map_err(refused)?;
    enqueue(&app, &admin, Kind::Import, LoadOptions::default(), Some(folder)).await
}

/// A demo to make.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewDemo {
    /// Its members.
    #[schemars(range(min = 100, max = 1_000_000))]
    pub members: u32,
}

/// The members that a demo of the page may have. A larger one is made by `bond demo`.
const DEMO_MEMBERS: RangeInclusive<u32> = 100..=1_000_000;

async fn demo(app: web::Data<App>, admin: Admin, body: Json<NewDemo>) -> Answer {
    let NewDemo { members } = body.0;
    if !DEMO_MEMBERS.contains(&members) {
        let why = format!("expected a number from {} to {}", DEMO_MEMBERS.start(), DEMO_MEMBERS.end());
        return Err(ApiError::field("members", &why));
    }
    require_empty(&app).await?;
    let yesterday = app.clock.today().previous_day().ok_or_else(|| ApiError::internal(&"there is no yesterday"))?;
    let warehouse = Arc::clone(&app.warehouse);
    let request = web::block(move || DemoRequest::new(&warehouse, members, yesterday));
    let request = request.await.map_err(|error| ApiError::internal(&error))?;
    let demo = Some(request.map_err(|error| ApiError::internal(&error))?);
    enqueue(&app, &admin, Kind::Demo, LoadOptions { demo, ..LoadOptions::default() }, None).await
}

/// Refuses with 409 where something is loaded, or waits to be. An undo may have left nothing.
async fn require_empty(app: &App) -> Result<(), ApiError> {
    if app.warehouse.data_version() > 0 && app.loaded().await?.tables.iter().any(|table| table.rows > 0) {
        return Err(ApiError::conflict("Data are loaded already."));
    }
    if !app.store.unfinished_loads()?.is_empty() {
        return Err(ApiError::conflict("A load is waiting or running."));
    }
    Ok(())
}

async fn undo(app: web::Data<App>, admin: Admin, body: Json<Confirmation>, request: HttpRequest) -> Answer {
    confirmed(&app, &admin.0, &body.0.password, &request).await?;
    enqueue(&app, &admin, Kind::Undo, LoadOptions::default(), None).await
}

/// A load that has begun to publish ends all the same.
async fn cancel(app: web::Data<App>, admin: Admin, id: web::Path<i64>) -> Answer {
    if !find(&app, *id)?.state.is_final() {
        let (store, at) = (app.store.clone(), app.clock.now());
        let (login, subject) = (admin.0.actor().to_owned(), format!("load {id}"));
        let record = move || {
            let entry = Entry { event: "load_cancel_asked", actor: Some(&login), ..Entry::default() };
            store.record(&Entry { at, subject: Some(&subject), ..entry })
        };
        written(record).await?;
        app.loads.cancel(*id);
    }
    Ok(HttpResponse::Accepted().json(AcceptedLoad { id: *id }))
}

fn find(app: &App, id: i64) -> Result<Load, ApiError> {
    app.store.load(id)?.ok_or_else(|| ApiError::not_found(format!("There is no load {id}.")))
}

pub async fn enqueue(
    app: &web::Data<App>,
    admin: &Admin,
    kind: Kind,
    options: LoadOptions,
    folder: Option<String>,
) -> Answer {
    let (app, actor) = (app.clone(), admin.0.actor().to_owned());
    let add = move || {
        let (actor, folder) = (Some(actor.as_str()), folder.as_deref());
        let request = NewRequest { kind, origin: Origin::Page, actor, options: &options, folder };
        Ok(app.loads.enqueue(&request, app.clock.now())?.0)
    };
    let id = written(add).await?;
    Ok(HttpResponse::Accepted().json(AcceptedLoad { id }))
}

/// What the fields of an upload say.
fn options(app: &App, fields: &[(String, String)]) -> Result<(Kind, LoadOptions), ApiError> {
    let (mut kind, mut options) = (Kind::Import, LoadOptions::default());
    for (name, text) in fields {
        let is_on = || text.parse::<bool>().map_err(|_| ApiError::field(name, "expected true or false"));
        match name.as_str() {
            "days" => options.days = Some(text.parse().map_err(|why: String| ApiError::field(name, &why))?),
            "allowShrink" => options.allow_shrink = is_on()?,
            "newTimeZone" => options.new_time_zone = is_on()?,
            "check" => kind = if is_on()? { Kind::Check } else { Kind::Import },
            "mapping" => {
                options.mapping = Some(mappings::named(&app.store, text).map_err(|error| match error {
                    MappingError::Unknown(_) => ApiError::field(name, format!("there is no mapping {text:?}")),
                    error => error.into(),
                })?);
            }
            "source" => options.source = Some(source_name(text).map_err(|why| ApiError::field(name, &why))?),
            "effective" => options.effective = Some(effective_day(text).map_err(|why| ApiError::field(name, &why))?),
            _ => {
                let why = "there is no such field; the fields are days, allowShrink, newTimeZone, check, mapping, source, effective and files";
                return Err(ApiError::field(name, why));
            }
        }
    }
    Ok((kind, options))
}
