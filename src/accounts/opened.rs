//! The call of the page that `bond demo --open` opens: it signs the person of a demo in, on this machine alone.

use actix_web::{HttpRequest, web};

use crate::accounts::session::{LoginAnswer, signed_in_answer};
use crate::accounts::session_user::SessionUser;
use crate::accounts::setup::LinkSecret;
use crate::app::App;
use crate::app::opening::LOGIN;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::class::Class;
use crate::http::client::browser_of;
use crate::http::route::{Answer, Route};
use crate::http::same_machine::Local;

const GONE: &str = "This link was used already or is too old. Start Bond again to get another.";

pub fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/auth/opened", Class::Local, opened)
            .says("Signs in by the link of `bond demo --open`, which works once and for two minutes.")
            .takes::<LinkSecret>()
            .answers::<LoginAnswer>()
            .refuses("404", GONE),
    ]
}

async fn opened(app: web::Data<App>, _near: Local, body: Json<LinkSecret>, request: HttpRequest) -> Answer {
    // Whatever was issued: another machine, or a proxy that passes for this one, gets nothing.
    if !app.is_for_this_machine() {
        return Err(ApiError::not_found(GONE));
    }
    let browser = browser_of(&request);
    let started = app.auth.sign_in_by_opening(&body.0.secret, LOGIN, browser.caller(&app, &request)).await;
    let Some(started) = started.map_err(|fault| ApiError::internal(&fault))? else {
        return Err(ApiError::not_found(GONE));
    };
    let mut answer = signed_in_answer(&app, &request, browser.id, &started)?;
    Ok(answer.json(LoginAnswer { token: started.token, user: SessionUser::of_new(&app, started.user)? }))
}
