//! Where reports and alerts go: what the settings allow, and the fields that name it.

use actix_web::{HttpRequest, web};
use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use crate::app::App;
use crate::delivery::{Sender, folder};
use crate::error::{ApiError, joined};
use crate::features::saved_screen::filters;
use crate::http::changes::refused;
use crate::http::client::address;
use crate::http::signed_in::SignedIn;
use crate::i18n::language::Language;
use crate::limited::Client;
use crate::mail::valid_address;
use crate::outbox::{Item, MOST_ASKED, MOST_OF_USER, Refused};
use crate::scope::Scope;
use crate::store::StoreError;
use crate::store::destinations::{Channel, Destination, host_of};

/// The most addresses, and the longest one.
const MOST_RECIPIENTS: usize = 20;
const LONGEST_ADDRESS: usize = 254;

/// Where reports and alerts may go.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Destinations {
    /// Whether a mail server is set up, and the domains to which it may send.
    pub can_mail: bool,
    pub mail_domains: Vec<String>,
    /// Whether a folder is set up.
    pub can_write: bool,
    /// The hosts whose webhooks may be sent to.
    pub webhook_hosts: Vec<String>,
}

impl Destinations {
    /// By the settings.
    pub fn of(app: &App) -> Destinations {
        let mail = &app.settings().mail;
        Destinations {
            can_mail: mail.smtp_host.is_some(),
            mail_domains: mail.mail_domains.clone(),
            can_write: mail.reports_dir.is_some(),
            webhook_hosts: mail.webhook_hosts.clone(),
        }
    }
}

/// A destination as its owner sees it; others see only the host of a webhook, whose path may be a secret.
pub fn shown(to: Destination, is_own: bool) -> (Channel, Vec<String>, String, String) {
    let webhook = if is_own { to.webhook } else { host_of(&to.webhook).to_owned() };
    (to.channel, to.recipients, to.folder, webhook)
}

/// The destination that one of three fields names.
///
/// # Errors
/// 400 with the name of the field.
pub fn checked(
    app: &App,
    to_recipients: Option<Vec<String>>,
    to_folder: Option<String>,
    to_webhook: Option<String>,
) -> Result<Destination, ApiError> {
    match (to_recipients, to_folder, to_webhook) {
        (Some(addresses), None, None) => Ok(Destination::mail(recipients(app, &addresses)?)),
        (None, Some(name), None) => Ok(Destination::folder(subfolder(app, name)?)),
        (None, None, Some(address)) => match app.settings().mail.webhook(&address) {
            Ok(address) => Ok(Destination::webhook(address)),
            Err(why) => Err(ApiError::field("webhook", why)),
        },
        _ => Err(ApiError::field("recipients", "expected either recipients, a folder or a webhook")),
    }
}

/// Filters as JSON text that a call takes.
///
/// # Errors
/// 400 with the name of the field.
pub fn checked_filters(app: &App, scope: &Scope, text: String) -> Result<String, ApiError> {
    let (params, text) = filters(app, text)?;
    match app.answers(scope, Language::En).filter_of(&params) {
        Ok(_) => Ok(text),
        Err(errors) => Err(ApiError::field("filters", joined(&errors.0))),
    }
}

/// The user who asks for something to be sent out of turn.
pub fn sender(app: &App, user: &SignedIn, request: &HttpRequest) -> Sender {
    let session = user.session();
    let (user_id, login) = (session.user_id, session.login.clone());
    Sender { user_id, login, address: address(request).to_string(), at: app.clock.now() }
}

/// Sends something out of turn, on a thread of its own, and waits for the end of that. `make` works with the data until
/// the client hangs up or Bond stops; `send`, which may wait for a mail server, has none of them and goes on.
///
/// # Errors
/// 409 while it is under way, 429 where the user has much sent.
pub async fn sent_now<T: 'static>(
    app: &web::Data<App>,
    (item, channel): (Item, Channel),
    sender: &Sender,
    make: impl FnOnce(&App, &dyn Fn() -> bool) -> Result<Option<T>, StoreError> + Send + 'static,
    send: fn(T) -> Result<(), StoreError>,
) -> Result<(), ApiError> {
    let entry = app.outbox.enter(item, Some(sender.user_id)).map_err(not_now)?;
    let turn = entry.turn(channel).await.ok_or_else(|| ApiError::busy(5))?;
    let working = app.clone();
    let work = move |client: &Client| {
        let made = make(&working, &|| !client.is_gone() && !working.loads.is_stopping())?;
        drop(working);
        made.map(send).transpose()
    };
    let sent = turn.run(work).map_err(|error| ApiError::internal(&error))?.end().await;
    let sent = sent.ok_or_else(|| ApiError::internal(&"the thread that sends has ended"))?.map_err(refused)?;
    match sent {
        None if app.loads.is_stopping() => Err(ApiError::unavailable()),
        // Where it was removed meanwhile, whoever reads it says so.
        _ => Ok(()),
    }
}

fn not_now(refused: Refused) -> ApiError {
    match refused {
        Refused::UnderWay => ApiError::conflict("It is being sent already. Wait until that has ended."),
        Refused::TooMany => {
            let text = format!("{MOST_OF_USER} of your reports and alerts are being sent. Wait until one has gone.");
            ApiError::too_many(text, 5)
        }
        Refused::TooOften(seconds) => {
            let text = format!("You had {MOST_ASKED} reports and alerts sent within ten minutes. Try again later.");
            ApiError::too_many(text, seconds)
        }
    }
}

fn recipients(app: &App, recipients: &[String]) -> Result<Vec<String>, ApiError> {
    let mail = &app.settings().mail;
    if mail.smtp_host.is_none() {
        return Err(ApiError::field(
            "recipients",
            "no mail server is set up; an administrator can change that (setting smtp_host)",
        ));
    }
    if recipients.is_empty() || recipients.len() > MOST_RECIPIENTS {
        return Err(ApiError::field("recipients", format!("expected 1 to {MOST_RECIPIENTS} email addresses")));
    }
    let mut checked: Vec<String> = Vec::new();
    for address in recipients.iter().map(|address| address.trim()) {
        if address.len() > LONGEST_ADDRESS || address.contains(char::is_control) {
            return Err(ApiError::field(
                "recipients",
                format!("expected addresses of at most {LONGEST_ADDRESS} characters"),
            ));
        }
        if let Err(fault) = valid_address(address) {
            return Err(ApiError::field("recipients", fault));
        }
        if !mail.allows(address) {
            let allowed = match mail.mail_domains.as_slice() {
                [] => "no domain is allowed yet; an administrator can change that (setting mail_domains)".to_owned(),
                domains => format!("expected addresses of {}", domains.join(", ")),
            };
            return Err(ApiError::field("recipients", format!("{address}: {allowed}")));
        }
        if !checked.iter().any(|known| known.eq_ignore_ascii_case(address)) {
            checked.push(address.to_owned());
        }
    }
    Ok(checked)
}

fn subfolder(app: &App, name: String) -> Result<String, ApiError> {
    if app.settings().mail.reports_dir.is_none() {
        return Err(ApiError::field(
            "folder",
            "no folder is set up; an administrator can change that (setting reports_dir)",
        ));
    }
    match folder::is_name(&name) {
        true => Ok(name),
        false => {
            Err(ApiError::field("folder", "expected 1 to 60 letters, digits, -, _ and ., and no . at the beginning"))
        }
    }
}
