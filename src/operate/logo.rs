//! The calls about the program's logo.

use std::fs;

use actix_multipart::Multipart;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};

use crate::app::App;
use crate::error::ApiError;
use crate::http::changes::{Actor, written};
use crate::http::class::Class;
use crate::http::route::{Answer, Reply, Route};
use crate::http::signed_in::Admin;
use crate::modules::Module;
use crate::operate::form::{Form, Limits};
use crate::operate::picture;

/// Where anybody finds it, as the sign-in page shows it.
const PATH: &str = "/logo.png";
const CALL: &str = "/api/v1/admin/logo";
/// How many bytes are read, so that the client of a file that is too large reads what to do.
const MOST_READ: u64 = 4 << 20;

pub fn routes() -> Vec<Route> {
    vec![
        Route::get(PATH, Class::Public, show)
            .says("The program's logo; 204 where it has none.")
            .replies(Reply::FileIfAny("image/png")),
        Route::post(CALL, Class::changes(Module::Admin), set)
            .says(
                "Sets the program's logo: one PNG or JPEG of at most 512 KB and 2,000 pixels a side. It is drawn anew.",
            )
            .takes_files(&[]),
        Route::delete(CALL, Class::changes(Module::Admin), remove).says("Removes the program's logo."),
    ]
}

async fn show(app: web::Data<App>, request: HttpRequest) -> Answer {
    let cached = [(header::CACHE_CONTROL, "no-cache")];
    let (Some(digest), Some(logo)) = (app.store.logo_digest()?, app.store.logo()?) else {
        return Ok(HttpResponse::NoContent().insert_header(cached[0].clone()).finish());
    };
    let etag = format!("\"{digest}\"");
    let known = request.headers().get_all(header::IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    let is_known = known.flat_map(|value| value.split(',')).any(|one| one.trim().trim_start_matches("W/") == etag);
    let mut answer = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header(cached[0].clone()).insert_header((header::ETAG, etag));
    // It is compressed already.
    answer.insert_header((header::CONTENT_ENCODING, "identity"));
    Ok(if is_known { answer.finish() } else { answer.content_type("image/png").body(logo.image) })
}

async fn set(app: web::Data<App>, admin: Admin, request: HttpRequest, form: Multipart) -> Answer {
    let actor = Actor::of(&app, &admin.0, &request);
    let limits = Limits { files: MOST_READ, field: 0, head: u64::MAX, whole: MOST_READ };
    let Form { incoming, fields } = Form::receive(&app, &request, form, limits).await?;
    if let Some((name, _)) = fields.first() {
        return Err(ApiError::field(name, "there is no such field; the field is files"));
    }
    let read = web::block(move || {
        let failed = |error: std::io::Error| ApiError::internal(&error);
        let files: Vec<_> = fs::read_dir(incoming.path()).and_then(Iterator::collect).map_err(failed)?;
        let [file] = files.as_slice() else { return Err(ApiError::field("files", "send one file")) };
        let bytes = fs::read(file.path()).map_err(failed)?;
        picture::drawn_anew(&bytes).map_err(|reason| ApiError::field("files", reason))
    });
    let logo = read.await.map_err(|error| ApiError::internal(&error))??;
    written(move || app.store.set_logo(Some(&logo), actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn remove(app: web::Data<App>, admin: Admin, request: HttpRequest) -> Answer {
    let actor = Actor::of(&app, &admin.0, &request);
    written(move || app.store.set_logo(None, actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}
