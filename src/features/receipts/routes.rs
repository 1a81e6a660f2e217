//! The calls that answer receipts of figures.

use actix_web::{HttpRequest, HttpResponse, web};

use crate::app::App;
use crate::error::ApiError;
use crate::features::dashboards::routes::ids_of_figures;
use crate::figures::filter::FilterParams;
use crate::http::asked::Filters;
use crate::http::changes::{Actor, written};
use crate::http::class::Class;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::screens::receipts::{NoReceipt, Receipt, Subject};

pub fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/v1/receipts/score", Class::reads(Module::Monitor), score)
            .says("A receipt of the BOND Score with its parts, signed.")
            .filtered()
            .answers::<Receipt>(),
        Route::post("/api/v1/receipts/{metric}", Class::Figure, figure)
            .says("A receipt of a figure: what it is made of, signed.")
            .with("metric", ids_of_figures())
            .filtered()
            .answers::<Receipt>()
            .refuses("409", "The figure is hidden because few members are behind it, or its data are not loaded."),
    ]
}

async fn figure(
    app: web::Data<App>,
    user: SignedIn,
    id: web::Path<String>,
    filters: Filters,
    request: HttpRequest,
) -> Answer {
    match Subject::named(&id) {
        // The score has a call and a permission of its own.
        Some(subject @ (Subject::Figure(_) | Subject::Part(..))) => issued(app, user, subject, filters, request).await,
        Some(Subject::Score) | None => Err(ApiError::not_found(format!("There is no figure {:?}.", id.as_str()))),
    }
}

async fn score(app: web::Data<App>, user: SignedIn, filters: Filters, request: HttpRequest) -> Answer {
    issued(app, user, Subject::Score, filters, request).await
}

async fn issued(
    app: web::Data<App>,
    user: SignedIn,
    subject: Subject,
    filters: Filters,
    request: HttpRequest,
) -> Answer {
    let actor = Actor::of(&app, &user, &request);
    let receipt = signed_receipt(&app, &user, actor.by().at, subject, &filters.0).await?;
    let (receipt, signed) = receipt.map_err(|reason| ApiError::conflict(reason.to_string()))?;
    let recorded = written(move || {
        app.record_receipt(&receipt, &signed, actor.by())?;
        Ok(receipt)
    });
    Ok(HttpResponse::Ok().json(recorded.await?))
}

/// A signed receipt, with the bytes that are signed; issued at a time in seconds since 1970-01-01 UTC.
///
/// # Errors
/// As the calls that answer figures.
pub async fn signed_receipt(
    app: &web::Data<App>,
    user: &SignedIn,
    at: i64,
    subject: Subject,
    filter: &FilterParams,
) -> Result<Result<(Receipt, Vec<u8>), NoReceipt>, ApiError> {
    let unsigned = app.unsigned_receipt(user.scope(), subject, filter, at).await?;
    let mut receipt = match unsigned {
        Ok(unsigned) => unsigned,
        Err(reason) => return Ok(Err(reason)),
    };
    let app = app.clone();
    let signed = written(move || Ok(app.sign_receipt(&mut receipt, at)?.map(|bytes| (receipt, bytes))));
    Ok(Ok(signed.await?.map_err(|error| ApiError::internal(&error))?))
}
