//! The calls about the secret that signs what is sent to webhooks. It is for whoever may change the administration.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;

use super::body::Json;
use super::data::Answer;
use super::own::{Actor, confirmed, written};
use super::signed_in::SignedIn;
use super::users::Confirmation;
use crate::app::App;

/// The path of the secret.
pub const PATH: &str = "/api/v1/admin/webhook-secret";

/// The secret that signs what is sent to webhooks.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct WebhookSecret {
    /// 64 hexadecimal digits, which are the key as they are written.
    pub secret: String,
}

/// POST api/v1/admin/webhook-secret/show
pub async fn show(app: web::Data<App>, user: SignedIn, body: Json<Confirmation>, request: HttpRequest) -> Answer {
    confirmed(&app, &user, &body.0.password, &request).await?;
    let (store, actor) = (app.store.clone(), Actor::of(&app, &user, &request));
    let secret = written(move || {
        store.record(&actor.by().entry("webhook_secret_shown"))?;
        store.webhook_secret()
    });
    Ok(HttpResponse::Ok().json(WebhookSecret { secret: secret.await? }))
}

/// POST api/v1/admin/webhook-secret
pub async fn renew(app: web::Data<App>, user: SignedIn, body: Json<Confirmation>, request: HttpRequest) -> Answer {
    confirmed(&app, &user, &body.0.password, &request).await?;
    let (store, actor) = (app.store.clone(), Actor::of(&app, &user, &request));
    let secret = written(move || store.renew_webhook_secret(actor.by())).await?;
    Ok(HttpResponse::Ok().json(WebhookSecret { secret }))
}
