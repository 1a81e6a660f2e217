//! The calls about issued figures. They are of everybody, so nobody is answered whose roles are limited to some members.

use actix_web::http::header::ContentType;
use actix_web::{HttpResponse, web};
use serde_json::Value;
use serde_json::json;

use crate::app::App;
use crate::clock;
use crate::error::ApiError;
use crate::figures::filter::iso;
use crate::figures::period::Window;
use crate::http::asked::Filters;
use crate::http::changes::written;
use crate::http::class::Class;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::scope::Scope;
use crate::screens::issued::{HEADLINES, IssuedAnswer};
use crate::screens::issued::{IssuedReceipts, LoadChanges, headline};
use crate::screens::receipts::{Receipt, Subject};
use crate::store::{Store, StoreError};
use crate::warehouse::load::ChangedDays;

pub fn routes() -> Vec<Route> {
    let of_score = Class::reads(Module::Monitor);
    let figures = || -> Value {
        let all = HEADLINES.iter().filter(|subject| !matches!(subject, Subject::Score));
        json!({ "enum": all.map(|subject| subject.id()).collect::<Vec<_>>() })
    };
    let small_groups = "The program protects small groups.";
    vec![
        Route::post("/api/v1/issued/score", of_score, score)
            .says("The BOND Score of the whole program as it was issued on each day of the period, and as it is now.")
            .filtered()
            .answers::<IssuedAnswer>(),
        Route::post("/api/v1/issued/{metric}", Class::Figure, figure)
            .says(
                "A figure of the whole program as it was issued on each day of the period, and as it is now. Groups and \
                 items do not matter.",
            )
            .with("metric", figures())
            .filtered()
            .answers::<IssuedAnswer>(),
        Route::get("/api/v1/issued/score/{day}", of_score, score_receipt)
            .says("The receipt with which the BOND Score was issued.")
            .answers::<Receipt>()
            .refuses("409", small_groups),
        Route::get("/api/v1/issued/{metric}/{day}", Class::Figure, receipt)
            .says("The receipt with which a figure was issued.")
            .with("metric", figures())
            .answers::<Receipt>()
            .refuses("409", small_groups),
    ]
}

async fn figure(app: web::Data<App>, user: SignedIn, id: web::Path<String>, filters: Filters) -> Answer {
    answer(&app, &user, figure_named(&id)?, &filters).await
}

async fn score(app: web::Data<App>, user: SignedIn, filters: Filters) -> Answer {
    answer(&app, &user, Subject::Score, &filters).await
}

async fn receipt(app: web::Data<App>, user: SignedIn, path: web::Path<(String, String)>) -> Answer {
    let (id, day) = path.into_inner();
    receipt_of(&app, &user, figure_named(&id)?, &day).await
}

async fn score_receipt(app: web::Data<App>, user: SignedIn, day: web::Path<String>) -> Answer {
    receipt_of(&app, &user, Subject::Score, &day).await
}

/// The score has calls and a permission of its own.
fn figure_named(id: &str) -> Result<Subject, ApiError> {
    let found = headline(id).filter(|subject| !matches!(subject, Subject::Score));
    found.ok_or_else(|| ApiError::not_found(format!("No figure {id:?} is issued.")))
}

fn sees_everybody(user: &SignedIn) -> Result<(), ApiError> {
    match user.scope() {
        Scope::All => Ok(()),
        Scope::Some { .. } => {
            Err(ApiError::forbidden("Your roles are limited to some members. Issued figures count everybody."))
        }
    }
}

async fn answer(app: &App, user: &SignedIn, subject: Subject, filters: &Filters) -> Answer {
    sees_everybody(user)?;
    let answers = user.answers(app);
    let days = answers.issued_range(&filters.0)?;
    let store = app.store.clone();
    let kept = written(move || kept(&store, subject, days)).await?;
    Ok(HttpResponse::Ok().json(answers.issued(&app.warehouse, subject, days, &kept).await?))
}

/// What was issued of some days, and what the loads since then changed.
fn kept(store: &Store, subject: Subject, days: Window) -> Result<IssuedReceipts, StoreError> {
    let figures = store.issued(subject.id(), &iso(days.start), &iso(days.end))?;
    let oldest = figures.iter().map(|figure| figure.data_version).min().unwrap_or(i32::MAX);
    let mut changes = LoadChanges::new();
    let is_since = |version: Option<i32>| version.is_some_and(|version| version > oldest);
    for load in store.published_loads()?.into_iter().filter(|load| is_since(load.data_version)) {
        let report = store.load_report(load.id)?;
        changes.extend(report.and_then(|report| Some((load.id, ChangedDays::of_report(&report)?))));
    }
    let read = |json: &str| serde_json::from_str::<Receipt>(json);
    let receipts = figures.iter().filter_map(|figure| {
        let read = read(&figure.receipt);
        read.inspect_err(|error| tracing::warn!(%error, day = figure.day, "an issued receipt cannot be read")).ok()
    });
    Ok(IssuedReceipts { first_day: store.first_issued(subject.id())?, receipts: receipts.collect(), changes })
}

/// The receipt as it was signed.
async fn receipt_of(app: &App, user: &SignedIn, subject: Subject, day: &str) -> Answer {
    sees_everybody(user)?;
    if app.engine.minimum_members() > 0 {
        return Err(ApiError::conflict(
            "This program protects small groups: an issued receipt may have numbers that are hidden now.",
        ));
    }
    let none = || ApiError::not_found(format!("{} was not issued for {day}.", subject.described().label));
    let day = iso(clock::day(day).map_err(|_| none())?);
    let figure = app.store.issued_on(subject.id(), &day)?.ok_or_else(none)?;
    Ok(HttpResponse::Ok().content_type(ContentType::json()).body(figure.receipt))
}
