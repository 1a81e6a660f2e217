//! The call that tries the mail server: a letter to oneself.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::changes::{Actor, recorded};
use crate::http::class::Class;
use crate::http::request_language::{language, say};
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::mail::{Letter, MailError, Mailer, valid_address};
use crate::modules::Module;

/// Where the letter goes.
#[derive(Clone, Debug, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TryMail {
    /// An address of one of the domains that may receive mail.
    pub to: String,
}

/// How it went.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct TriedMail {
    /// Why the mail server did not take it; null if it did.
    pub fault: Option<String>,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::post("/api/v1/admin/mail/try", Class::changes(Module::Admin), attempt)
            .says("Sends a letter without figures, to try the settings of mail. That it was sent is a line of the audit log.")
            .takes::<TryMail>()
            .answers::<TriedMail>(),
    ]
}

async fn attempt(app: web::Data<App>, user: SignedIn, body: Json<TryMail>, request: HttpRequest) -> Answer {
    let to = body.0.to.trim().to_owned();
    valid_address(&to).map_err(|reason| ApiError::field("to", reason))?;
    let settings = app.settings();
    if settings.mail.smtp_host.is_none() {
        let reason = "no mail server is set up; an administrator can change that (setting smtp_host)";
        return Err(ApiError::field("to", reason));
    }
    if !settings.mail.allows(&to) {
        return Err(ApiError::field("to", "expected an address of the domains of mail_domains"));
    }
    let texts = &language(&request).texts().reports;
    let (egress, address) = (app.egress.clone(), to.clone());
    let send = move |_: &_| -> Result<(), MailError> {
        let Some(mailer) = Mailer::of(&settings, &egress)? else { return Ok(()) };
        let text = (texts.tried)(&settings.program_name);
        let (subject, html) = (settings.program_name.as_str(), maud::html! { p { (text) } }.into_string());
        mailer.send(&Letter { to: &[address], subject, text, html, files: Vec::new() })
    };
    let sent = app.limited.system.block(user.session().user_id, send).await?;
    let said = sent.as_ref().map_or_else(|fault| format!("not sent: {fault}"), |()| "sent".to_owned());
    recorded(&app, Actor::of(&app, &user, &request), "mail_tried", Some(to), Some(said)).await?;
    let mut fault = sent.err().map(|fault| fault.to_string());
    say(&request, fault.iter_mut());
    Ok(HttpResponse::Ok().json(TriedMail { fault }))
}
