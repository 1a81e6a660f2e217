//! The calls that answer receipts of figures.

use actix_web::{HttpRequest, HttpResponse, web};

use super::data::{Answer, Filters};
use super::own::{Actor, written};
use super::signed_in::SignedIn;
use crate::app::App;
use crate::error::ApiError;
use crate::metrics::filter::FilterParams;
use crate::screens::receipts::{Issuer, NoReceipt, Receipt, Subject, hexadecimal, sign};
use crate::store::audit::Entry;

/// The path of the calls.
pub const PATH: &str = "/api/v1/receipts";

/// POST api/v1/receipts/{metric}
pub async fn figure(
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

/// POST api/v1/receipts/score
pub async fn score(app: web::Data<App>, user: SignedIn, filters: Filters, request: HttpRequest) -> Answer {
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
    let receipt = signed_receipt(&app, &user, &actor, subject, &filters.0).await?;
    let (receipt, _) = receipt.map_err(|reason| ApiError::conflict(reason.to_string()))?;
    Ok(HttpResponse::Ok().json(receipt))
}

/// Issues a receipt, which is then a line of the audit log; with the bytes that are signed.
///
/// # Errors
/// As the calls that answer figures.
pub async fn signed_receipt(
    app: &App,
    user: &SignedIn,
    actor: &Actor,
    subject: Subject,
    filter: &FilterParams,
) -> Result<Result<(Receipt, Vec<u8>), NoReceipt>, ApiError> {
    let at = actor.by().at;
    let issuer =
        Issuer { program: app.settings().program_name.clone(), install: app.auth.keyring.install_id().to_owned(), at };
    let mut receipt = match app.answers(user.scope()).receipt(&app.warehouse, subject, filter, &issuer).await? {
        Ok(unsigned) => unsigned,
        Err(reason) => return Ok(Err(reason)),
    };
    let (store, actor) = (app.store.clone(), actor.clone());
    let signed = written(move || {
        let key = store.receipt_key(at)?;
        Ok(match sign(&mut receipt, &key.secret) {
            Ok(bytes) => {
                let window = &receipt.window;
                let (version, sha256) = (receipt.data.version, hexadecimal(&bytes));
                let detail = format!("{} to {}, data version {version}, sha256 {sha256}", window.start, window.end);
                let (subject, detail) = (Some(receipt.metric.id.as_str()), Some(detail.as_str()));
                store.record(&Entry { subject, detail, ..actor.by().entry("receipt_issued") })?;
                Ok((receipt, bytes))
            }
            Err(error) => Err(error),
        })
    });
    Ok(Ok(signed.await?.map_err(|error| ApiError::internal(&error))?))
}
