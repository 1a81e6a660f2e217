//! The calls about drafts of loads: files that are sent once, described step by step, and checked or loaded. [`answer`] is
//! what they take and answer, and [`work`] what looking at the files is.

mod answer;
mod work;

use std::collections::BTreeSet;
use std::sync::Arc;

use actix_multipart::Multipart;
use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::json;

use crate::app::App;
use crate::error::ApiError;
use crate::http::body::Strict;
use crate::http::changes::{Actor, recorded};
use crate::http::class::Class;
use crate::http::request_language::{language, say};
use crate::http::route::{Answer, Route};
use crate::http::signed_in::Admin;
use crate::limited::Client;
use crate::loads::drafts::{Draft, DraftError, KEPT_SECONDS, require_small};
use crate::loads::mappings::{self, LONGEST_MAPPING, MappingError};
use crate::loads::{Incoming, LoadOptions};
use crate::modules::Module;
use crate::operate::form::{Form, Limits, refused};
use crate::operate::loads::{AcceptedLoad, enqueue, require_room};
use crate::operate::suggest::{PreviewAnswer, ProgramValue, lacking, preview_answer, say_figures, texts_of};
use crate::screens::AnswerError;
use crate::screens::outlook::outlook;
use crate::store::loads::Kind;
use crate::warehouse::file_name;
use crate::warehouse::load::{ImportError, ImportOptions, MappingFile};
use crate::warehouse::mapping::{edit, source_name};
use answer::{DraftAnswer, DraftList, KeptDraft, LoadDraft, LookAtDraft, SentDraft};
use work::{Completed, Look, LookError, Looked};

const PATH: &str = "/api/v1/admin/loads/drafts";

/// After how many seconds an upload is tried again where too many drafts are kept.
const FULL_RETRY: u32 = 600;

pub fn routes() -> Vec<Route> {
    let changes = Class::changes(Module::Data);
    let one = |rest: &str| format!("{PATH}/{{draft}}{rest}");
    let id = || json!({ "type": "string", "pattern": "^[0-9a-f]{16}$" });
    vec![
        Route::get(PATH, changes, list)
            .says("Your drafts, the one that was used last first.")
            .answers::<DraftList>(),
        Route::post(PATH, changes, send)
            .says("Sends files to describe and to load. They are kept for two hours after their last use, and loaded only by another call.")
            .takes_files(&[])
            .answers::<SentDraft>()
            .refuses_first("507", "The disk of the server has no room for the load."),
        Route::post(one("/files"), changes, add)
            .says("Sends more files. One with the name of a file of the draft takes its place.")
            .with("draft", id())
            .takes_files(&[])
            .answers::<SentDraft>()
            .refuses_first("507", "The disk of the server has no room for the load."),
        Route::post(one("/look"), changes, look)
            .says("Says what a mapping makes of the files; proposes it, or changes it at one place. Loads nothing.")
            .with("draft", id())
            .takes_only::<LookAtDraft>()
            .answers::<DraftAnswer>(),
        Route::post(one("/load"), changes, load)
            .says("Checks or loads the files that a mapping names. The draft stays.")
            .with("draft", id())
            .takes_only::<LoadDraft>()
            .accepts::<AcceptedLoad>(),
        Route::delete(one(""), changes, remove).says("Removes a draft with its files.").with("draft", id()),
    ]
}

/// Whoever leaves the page finds the files again.
async fn list(app: web::Data<App>, admin: Admin) -> Answer {
    let kept = |(id, used_at, draft): (String, i64, Arc<Draft>)| {
        let files = draft.paths().map_err(refused)?.iter().map(|path| file_name(path)).collect();
        Ok::<_, ApiError>(KeptDraft { id, files, kept_until: used_at + KEPT_SECONDS })
    };
    app.drafts.remove_old(app.clock.now());
    let drafts = app.drafts.of_user(admin.0.id()).into_iter().map(kept).collect::<Result<Vec<_>, ApiError>>()?;
    Ok(HttpResponse::Ok().json(DraftList { drafts }))
}

/// Files, or zip archives of them.
async fn send(app: web::Data<App>, admin: Admin, request: HttpRequest, form: Multipart) -> Answer {
    let incoming = received(&app, &request, form).await?;
    let paths = incoming.paths().map_err(refused)?;
    let most = most_bytes(&app);
    require_small(&paths.iter().collect::<Vec<_>>(), most).map_err(not_taken)?;
    let names = paths.iter().map(|path| file_name(path)).collect();
    let id = app.drafts.add(admin.0.id(), incoming, app.clock.now()).map_err(not_taken)?;
    Ok(HttpResponse::Ok().json(SentDraft { id, files: names }))
}

/// More files, or mended ones.
async fn add(
    app: web::Data<App>,
    admin: Admin,
    id: web::Path<String>,
    request: HttpRequest,
    form: Multipart,
) -> Answer {
    let draft = of(&app, &admin, &id)?;
    let incoming = received(&app, &request, form).await?;
    let most = most_bytes(&app);
    draft.take(&incoming, most).map_err(not_taken)?;
    let names = draft.paths().map_err(refused)?.iter().map(|path| file_name(path)).collect();
    Ok(HttpResponse::Ok().json(SentDraft { id: id.into_inner(), files: names }))
}

/// What is packed may become larger, as it may in a load.
fn most_bytes(app: &App) -> u64 {
    app.config.upload_bytes.saturating_mul(10)
}

async fn received(app: &App, request: &HttpRequest, form: Multipart) -> Result<Incoming, ApiError> {
    require_room(app, request)?;
    let limits = Limits { files: app.config.upload_bytes, field: 0, head: u64::MAX, whole: u64::MAX };
    let Form { incoming, fields } = Form::receive(app, request, form, limits).await?;
    match fields.first() {
        Some((name, _)) => Err(ApiError::field(name, "there is no such field; the field is files")),
        None => Ok(incoming),
    }
}

/// Says in the audit log which files a draft has, once for all that were sent since: the page sends them one by one. Nothing
/// is done with a draft before.
async fn tell(
    app: &web::Data<App>,
    admin: &Admin,
    request: &HttpRequest,
    id: &str,
    draft: &Draft,
) -> Result<(), ApiError> {
    if draft.tell() {
        let files: Vec<String> = draft.paths().map_err(refused)?.iter().map(|path| file_name(path)).collect();
        let actor = Actor::of(app, &admin.0, request);
        recorded(app, actor, "draft_sent", Some(format!("draft {id}")), Some(files.join(", "))).await?;
    }
    Ok(())
}

async fn look(
    app: web::Data<App>,
    admin: Admin,
    id: web::Path<String>,
    body: Strict<LookAtDraft>,
    request: HttpRequest,
) -> Answer {
    let draft = of(&app, &admin, &id)?;
    tell(&app, &admin, &request, &id, &draft).await?;
    let LookAtDraft { mapping, saved, propose, anew, change } = body.0;
    require_short(mapping.as_deref())?;
    let saved = saved.map(|name| mappings::named(&app.store, &name)).transpose().map_err(|error| match error {
        MappingError::Unknown(name) => ApiError::field("saved", format!("there is no mapping {name:?}")),
        error => error.into(),
    })?;
    let completes = if saved.is_some() { Some(Completed::All) } else { propose.map(Completed::Named) };
    let anew = anew == Some(true);
    let text = mapping.or(saved.map(|file| file.text)).or_else(|| draft.mapping().filter(|_| !anew));
    // What is shown are hashes, but not those of members.
    let of_load = app.load_parts().import_options(i64::MAX)?;
    let options = ImportOptions { member_key: None, ..of_load.clone() };
    let known = mappings::known(&app.store)?;
    let catalogue = app.engine.catalogue().await.map_err(AnswerError::from)?;
    let has_members = catalogue.segments.iter().any(|segment| segment.members > 0);
    let (kept, is_new) = (Arc::clone(&draft), text.is_none() || anew);
    let warehouse = Arc::clone(&app.warehouse);
    let work = move |client: &Client| {
        let (draft, options, saved, warehouse) = (&kept, &options, known, &warehouse);
        Look { draft, options, client, completes, saved, has_members, warehouse, of_load: &of_load }.at(text, change)
    };
    let looked = app.limited.previews.block(admin.0.id(), work).await?;
    let Looked { mapping, mut faults, mut cards, queries, mut check } = looked.map_err(|error| match error {
        LookError::Edit(error) => ApiError::fault(error.to_string()),
        LookError::Table(name) => ApiError::field("table", format!("there is no table {name:?}")),
        LookError::File(name) => ApiError::field("file", format!("the draft has no file {name:?}")),
        LookError::Load(ImportError::Cancelled) => ApiError::busy(1),
        LookError::Load(error) if error.is_input_at_fault() => ApiError::fault(error.to_string()),
        LookError::Load(error) => ApiError::internal(&error),
    })?;
    if is_new || faults.is_empty() {
        draft.set_mapping(mapping.clone());
    }
    let mut queries: Vec<PreviewAnswer> = queries.iter().cloned().map(preview_answer).collect();
    queries.iter_mut().for_each(|query| say(&request, query.texts()));
    let of_cards = cards.iter_mut().filter_map(|card| card.filled.as_mut()).flat_map(|filled| &mut filled.faults);
    let of_check = check.iter_mut().flat_map(|check| &mut check.faults);
    say(&request, texts_of(faults.iter_mut().chain(of_cards).chain(of_check)));
    say(&request, check.iter_mut().flat_map(|check| check.refused.iter_mut().chain(&mut check.warnings)));
    let of_cards = cards.iter_mut().filter_map(|card| card.filled.as_mut()).flat_map(|filled| &mut filled.left_out);
    say(&request, of_cards.map(|left_out| &mut left_out.why));
    say(&request, cards.iter_mut().filter_map(|card| card.refused.as_mut()));
    let proposed = cards.iter_mut().filter_map(|card| card.proposed.as_mut()).flat_map(|proposed| {
        let notes = proposed.columns.iter_mut().map(|column| &mut column.note);
        std::iter::once(&mut proposed.reason).chain(notes)
    });
    say(&request, proposed);
    say(&request, cards.iter_mut().filter_map(|card| card.ignored.as_mut()).map(|ignored| &mut ignored.reason));
    let filled = cards.iter().filter_map(|card| card.filled.as_ref()).map(|filled| filled.table);
    let filled = filled.chain(queries.iter().map(|query| query.table));
    let present: BTreeSet<&str> = catalogue.loaded.keys().map(|table| &**table).chain(filled).collect();
    let unfilled = check.as_ref().map(|check| check.unfilled.iter().map(String::as_str).collect()).unwrap_or_default();
    let screens = outlook(&present, &unfilled);
    let mut lacks = lacking(&present.iter().copied().collect::<Vec<_>>());
    say_figures(language(&request), &mut lacks);
    let common = edit::common(&mapping);
    let program = common.values.into_iter().map(|(key, value)| ProgramValue { key, value }).collect();
    let answer = DraftAnswer {
        mapping,
        faults,
        cards,
        queries,
        screens,
        check,
        lacks,
        program,
        unknown_members: common.unknown,
    };
    Ok(HttpResponse::Ok().json(answer))
}

fn require_short(mapping: Option<&str>) -> Result<(), ApiError> {
    if mapping.is_some_and(|text| text.len() > LONGEST_MAPPING) {
        return Err(ApiError::field("mapping", format!("the mapping is longer than {LONGEST_MAPPING} bytes")));
    }
    Ok(())
}

async fn load(
    app: web::Data<App>,
    admin: Admin,
    id: web::Path<String>,
    body: Strict<LoadDraft>,
    request: HttpRequest,
) -> Answer {
    let draft = of(&app, &admin, &id)?;
    tell(&app, &admin, &request, &id, &draft).await?;
    let LoadDraft { mapping, check, allow_shrink, new_time_zone, days, source } = body.0;
    require_short(Some(&mapping))?;
    if app.loads.is_full()? {
        return Err(ApiError::busy(FULL_RETRY));
    }
    let parsed = MappingFile::of_folder(&*mapping).parse().map_err(MappingError::Faults)?;
    let paths = draft.paths().map_err(refused)?;
    let names: Vec<String> = paths.iter().map(|path| file_name(path)).filter(|name| parsed.names(name)).collect();
    if names.is_empty() {
        return Err(ApiError::field("mapping", "it names none of the files; say which table each of them fills"));
    }
    let days = days.map(|days| days.parse()).transpose().map_err(|why: String| ApiError::field("days", why))?;
    let source = source.map(|name| source_name(&name)).transpose().map_err(|why| ApiError::field("source", why))?;
    let kind = if check { Kind::Check } else { Kind::Import };
    let options = LoadOptions {
        source,
        mapping: Some(MappingFile::of_folder(&*mapping)),
        allow_shrink: allow_shrink.unwrap_or_default(),
        new_time_zone: new_time_zone.unwrap_or_default(),
        days,
        ..LoadOptions::default()
    };
    let data_dir = app.data_dir().path().to_owned();
    let keep = web::block(move || draft.linked(&data_dir, &names)?.keep());
    let folder = keep.await.map_err(|error| ApiError::internal(&error))?.map_err(refused)?;
    enqueue(&app, &admin, kind, options, Some(folder)).await
}

async fn remove(app: web::Data<App>, admin: Admin, id: web::Path<String>, request: HttpRequest) -> Answer {
    tell(&app, &admin, &request, &id, &*of(&app, &admin, &id)?).await?;
    if !app.drafts.remove(admin.0.id(), &id) {
        return Err(gone());
    }
    recorded(&app, Actor::of(&app, &admin.0, &request), "draft_removed", Some(format!("draft {id}")), None).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn of(app: &App, admin: &Admin, id: &str) -> Result<Arc<Draft>, ApiError> {
    app.drafts.of(admin.0.id(), id, app.clock.now()).ok_or_else(gone)
}

fn gone() -> ApiError {
    ApiError::not_found(
        "The files are no longer there: they are kept for two hours, and not over a restart. Send them again.",
    )
}

fn not_taken(error: DraftError) -> ApiError {
    match error {
        DraftError::Full => ApiError::busy(FULL_RETRY),
        DraftError::TooManyFiles | DraftError::TooLarge(_) => ApiError::fault(error.to_string()),
        DraftError::Files(error) => refused(error),
    }
}
