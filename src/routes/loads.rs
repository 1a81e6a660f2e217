//! The calls about loads, for administrators: upload files, watch, cancel and undo.

use actix_multipart::Multipart;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use futures_util::TryStreamExt;
use serde::Serialize;
use tokio::io::AsyncWriteExt;

use super::body::content_type;
use super::signed_in::Admin;
use crate::app::App;
use crate::error::ApiError;
use crate::loads::{Incoming, IncomingError, LoadOptions, NewRequest, Step};
use crate::store::loads::{Kind, Load, LoadFault, LoadFile, Origin};

/// The path of the loads; the other calls here are below it.
pub const PATH: &str = "/api/v1/admin/loads";

type Answer = Result<HttpResponse, ApiError>;

/// The most loads that the list has.
const LISTED: u32 = 200;

/// The latest loads.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct LoadList {
    /// Newest first, at most 200.
    pub loads: Vec<Load>,
}

/// A load that was accepted.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct AcceptedLoad {
    /// Its number. Its files are safe: it will be loaded or refused, also after a restart.
    pub id: i64,
}

/// A load with all that is known of it.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoadDetails {
    pub load: Load,
    /// Once it has ended.
    pub files: Vec<LoadFile>,
    /// The first 1,000.
    pub faults: Vec<LoadFault>,
    /// What it replaced and its warnings; for a check the headline figures before and after. Null until it has ended.
    pub report: serde_json::Value,
    /// While it waits or runs.
    pub steps: Vec<Step>,
}

/// GET api/v1/admin/loads
pub async fn list(app: web::Data<App>, _admin: Admin) -> Answer {
    Ok(HttpResponse::Ok().json(LoadList { loads: app.store.loads(LISTED)? }))
}

/// GET api/v1/admin/loads/{id}
pub async fn one(app: web::Data<App>, _admin: Admin, id: web::Path<i64>) -> Answer {
    let load = find(&app, *id)?;
    let report = app.store.load_report(*id)?.and_then(|report| serde_json::from_str(&report).ok());
    let steps = app.loads.running(*id).map(|progress| progress.now().0).unwrap_or_default();
    Ok(HttpResponse::Ok().json(LoadDetails {
        load,
        files: app.store.load_files(*id)?,
        faults: app.store.load_faults(*id)?,
        report: report.unwrap_or_default(),
        steps,
    }))
}

/// POST api/v1/admin/loads: a form with the files or zip archives of them, and the fields `days`, `allowShrink` and `check`. The answer is 202
/// when the files are on the disk.
pub async fn upload(app: web::Data<App>, admin: Admin, request: HttpRequest, form: Multipart) -> Answer {
    if content_type(&request) != "multipart/form-data" {
        return Err(ApiError::unsupported_media_type("The body must be multipart/form-data."));
    }
    let incoming = Incoming::create(app.data_dir().path()).map_err(refused)?;
    let (kind, options, archives) = receive(form, &incoming, app.config.upload_bytes).await?;
    let keep = web::block(move || {
        archives.iter().try_for_each(|archive| incoming.unpack_own(archive))?;
        incoming.keep()
    });
    let folder = keep.await.map_err(|error| ApiError::internal(&error))?.map_err(refused)?;
    enqueue(&app, &admin, kind, &options, Some(&folder))
}

/// POST api/v1/admin/loads/undo
pub async fn undo(app: web::Data<App>, admin: Admin) -> Answer {
    enqueue(&app, &admin, Kind::Undo, &LoadOptions::default(), None)
}

/// POST api/v1/admin/loads/{id}/cancel: a load that has begun to publish ends all the same.
pub async fn cancel(app: web::Data<App>, _admin: Admin, id: web::Path<i64>) -> Answer {
    find(&app, *id)?;
    app.loads.cancel(*id);
    Ok(HttpResponse::Accepted().json(AcceptedLoad { id: *id }))
}

fn find(app: &App, id: i64) -> Result<Load, ApiError> {
    app.store.load(id)?.ok_or_else(|| ApiError::not_found(format!("There is no load {id}.")))
}

pub(super) fn enqueue(app: &App, admin: &Admin, kind: Kind, options: &LoadOptions, folder: Option<&str>) -> Answer {
    let actor = Some(admin.0.session().login.as_str());
    let request = NewRequest { kind, origin: Origin::Page, actor, options, folder };
    let (id, _) = app.loads.enqueue(&request, app.clock.now())?;
    Ok(HttpResponse::Accepted().json(AcceptedLoad { id }))
}

/// Writes the files of a form into the folder, and reads its fields.
async fn receive(
    mut form: Multipart,
    incoming: &Incoming,
    most: u64,
) -> Result<(Kind, LoadOptions, Vec<String>), ApiError> {
    /// Bytes of a field that is not a file.
    const LONGEST_FIELD: usize = 200;
    /// As of a zip archive. An empty file takes space too.
    const MOST_FILES: usize = 1_000;
    let unreadable = |_| ApiError::invalid("The form could not be read; send multipart/form-data.");
    let (mut kind, mut options) = (Kind::Import, LoadOptions::default());
    let (mut total, mut files, mut archives) = (0_u64, 0, Vec::new());
    while let Some(mut field) = form.try_next().await.map_err(unreadable)? {
        let disposition = field.content_disposition();
        let file = disposition.and_then(|disposition| disposition.get_filename()).map(str::to_owned);
        let name = field.name().unwrap_or_default().to_owned();
        if let Some(file) = file {
            if files == MOST_FILES {
                let what = format!("files: at most {MOST_FILES} files; send a zip archive or several uploads");
                return Err(ApiError::invalid_fields(vec![what]));
            }
            let mut output = tokio::fs::File::from_std(incoming.file(&file).map_err(refused)?);
            while let Some(chunk) = field.try_next().await.map_err(unreadable)? {
                total += chunk.len() as u64;
                if total > most {
                    return Err(ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE));
                }
                output.write_all(&chunk).await.map_err(|error| ApiError::internal(&error))?;
            }
            output.flush().await.map_err(|error| ApiError::internal(&error))?;
            archives.extend(file.ends_with(".zip").then_some(file));
            files += 1;
            continue;
        }
        let mut text = Vec::new();
        while let Some(chunk) = field.try_next().await.map_err(unreadable)? {
            text.extend_from_slice(&chunk);
            if text.len() > LONGEST_FIELD {
                return Err(ApiError::invalid_fields(vec![format!("{name}: the value is too long")]));
            }
        }
        let text = String::from_utf8_lossy(&text);
        let fault = |why: &str| ApiError::invalid_fields(vec![format!("{name}: {why}")]);
        let is_on = || text.parse::<bool>().map_err(|_| fault("expected true or false"));
        match name.as_str() {
            "days" => options.days = Some(text.parse().map_err(|why: String| fault(&why))?),
            "allowShrink" => options.allow_shrink = is_on()?,
            "check" => kind = if is_on()? { Kind::Check } else { Kind::Import },
            _ => return Err(fault("there is no such field; the fields are days, allowShrink, check and files")),
        }
    }
    if files == 0 {
        return Err(ApiError::invalid_fields(vec!["files: send at least one file".to_owned()]));
    }
    Ok((kind, options, archives))
}

pub(super) fn refused(error: IncomingError) -> ApiError {
    match error {
        IncomingError::Twice(_) | IncomingError::Name(_) | IncomingError::Link(_) | IncomingError::Archive { .. } => {
            ApiError::invalid_fields(vec![error.to_string()])
        }
        IncomingError::Read { .. } | IncomingError::Write { .. } => ApiError::internal(&error),
    }
}
