//! The calls of whoever has forgotten a password: a link to choose another goes to the address that the login is.
//!
//! The answer comes before anything is looked up, so neither it nor its time says whether there is such a user.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use crate::accounts::letters::{About, gets_letters, mails_links, send};
use crate::app::App;
use crate::auth::account::LONGEST_LOGIN;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::changes::valid;
use crate::http::class::Class::Public;
use crate::http::client::address;
use crate::http::request_language::language;
use crate::http::route::{Answer, Route};
use crate::random::random_secret;
use crate::store::audit::By;
use crate::store::invitations::FORGOTTEN_LIFE;

/// Whose password is forgotten.
#[derive(Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Forgotten {
    /// The login, which must be a mail address to get an answer.
    pub login: String,
}

/// When whoever has asked too often may ask again, in seconds.
const AGAIN_AFTER: u32 = 5 * 60;

const NOT_OFFERED: &str = "No mail is sent here. Ask an administrator for a link to choose a new password.";

pub fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/auth/forgotten-password", Public, ask)
            .says("Mails a link to choose a new password within an hour, if there is such a user. The answer does not say.")
            .takes::<Forgotten>()
            .refuses("404", NOT_OFFERED),
    ]
}

async fn ask(app: web::Data<App>, body: Json<Forgotten>, request: HttpRequest) -> Answer {
    let login = valid("login", &body.0.login, LONGEST_LOGIN)?.to_owned();
    if !mails_links(&app.settings()) {
        return Err(ApiError::not_found(NOT_OFFERED));
    }
    let (address, language, at) = (address(&request), language(&request), app.clock.now());
    let may = app.auth.may_ask_for_mail(&login, address, at).await;
    if !may.map_err(|error| ApiError::internal(&error))? {
        return Err(ApiError::too_many("Too many links were asked for. Please try again later.", AGAIN_AFTER));
    }
    drop(web::block(move || {
        if !gets_letters(&app.settings(), &login) {
            return;
        }
        let (secret, address) = (random_secret(), address.to_string());
        let by = By { actor: None, address: Some(&address), at };
        match app.store.forgotten_password_link(&login, &secret, by) {
            Ok(Some(user)) => {
                let about = About::Forgotten(secret, at + FORGOTTEN_LIFE);
                send(&app, (user.id, &user.login), about, language);
            }
            Ok(None) => tracing::info!("a link was asked for that nobody gets"),
            Err(error) => tracing::error!(%error, "a link to choose a password was not made"),
        }
    }));
    Ok(HttpResponse::NoContent().finish())
}
