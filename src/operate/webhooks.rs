//! The calls about the secret that signs what is sent to webhooks. It is for whoever may change the administration.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;

use crate::app::App;
use crate::http::body::Json;
use crate::http::changes::{Actor, written};
use crate::http::class::Class;
use crate::http::confirm::Confirmation;
use crate::http::confirm::confirmed;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::modules::Module;

/// The secret that signs what is sent to webhooks.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct WebhookSecret {
    /// 64 hexadecimal digits, which are the key as they are written.
    pub secret: String,
}

/// Whoever has the secret could sign like Bond.
pub fn routes() -> Vec<Route> {
    let changes = Class::changes(Module::Admin);
    vec![
        Route::post("/api/v1/admin/webhook-secret/show", changes, show)
            .says("The secret that signs what is sent to webhooks. That it was shown is a line of the audit log.")
            .takes::<Confirmation>()
            .answers::<WebhookSecret>(),
        Route::post("/api/v1/admin/webhook-secret", changes, renew)
            .says("Makes another secret for webhooks. The one before signs nothing more.")
            .takes::<Confirmation>()
            .answers::<WebhookSecret>(),
    ]
}

async fn show(app: web::Data<App>, user: SignedIn, body: Json<Confirmation>, request: HttpRequest) -> Answer {
    confirmed(&app, &user, &body.0.password, &request).await?;
    let (store, actor) = (app.store.clone(), Actor::of(&app, &user, &request));
    let secret = written(move || {
        store.record(&actor.by().entry("webhook_secret_shown"))?;
        store.webhook_secret()
    });
    Ok(HttpResponse::Ok().json(WebhookSecret { secret: secret.await? }))
}

async fn renew(app: web::Data<App>, user: SignedIn, body: Json<Confirmation>, request: HttpRequest) -> Answer {
    confirmed(&app, &user, &body.0.password, &request).await?;
    let (store, actor) = (app.store.clone(), Actor::of(&app, &user, &request));
    let secret = written(move || store.renew_webhook_secret(actor.by())).await?;
    Ok(HttpResponse::Ok().json(WebhookSecret { secret }))
}
