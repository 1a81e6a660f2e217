//! Where reports and alerts go: what the settings allow, and the fields that name it.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use super::body::strict;
use super::own::wrong;
use crate::app::App;
use crate::delivery::folder;
use crate::error::ApiError;
use crate::mail::valid_address;
use crate::metrics::filter::FilterParams;
use crate::scope::Scope;
use crate::store::destinations::{Channel, Destination, host_of};

/// The longest filters, in bytes.
const LONGEST_FILTERS: usize = 8000;
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
            Err(why) => wrong(format!("webhook: {why}")),
        },
        _ => wrong("recipients: expected either recipients, a folder or a webhook"),
    }
}

/// Filters as JSON text that a call takes.
///
/// # Errors
/// 400 with the name of the field.
pub fn checked_filters(app: &App, scope: &Scope, filters: String) -> Result<String, ApiError> {
    if filters.len() > LONGEST_FILTERS {
        return wrong(format!("filters: expected at most {LONGEST_FILTERS} bytes; choose fewer"));
    }
    match serde_json::from_str::<FilterParams>(&filters) {
        Err(error) => wrong(format!("filters: expected a filter as JSON text: {error}")),
        Ok(params) => {
            known_fields(&filters)?;
            match app.answers(scope).filter_of(&params) {
                Ok(_) => Ok(filters),
                Err(errors) => wrong(format!("filters: {}", errors.0.join("; "))),
            }
        }
    }
}

/// Filters as JSON text have no other fields than those of a filter. What was saved before that was asked for still opens.
///
/// # Errors
/// 400 with the name of the field.
pub fn known_fields(filters: &str) -> Result<(), ApiError> {
    match strict::<FilterParams>(filters.as_bytes()) {
        Ok(_) => Ok(()),
        Err(error) => wrong(format!("filters: {}", error.body().errors.join("; "))),
    }
}

fn recipients(app: &App, recipients: &[String]) -> Result<Vec<String>, ApiError> {
    let mail = &app.settings().mail;
    if mail.smtp_host.is_none() {
        return wrong("recipients: no mail server is set up; an administrator can change that (setting smtp_host)");
    }
    if recipients.is_empty() || recipients.len() > MOST_RECIPIENTS {
        return wrong(format!("recipients: expected 1 to {MOST_RECIPIENTS} mail addresses"));
    }
    let mut checked: Vec<String> = Vec::new();
    for address in recipients.iter().map(|address| address.trim()) {
        if address.len() > LONGEST_ADDRESS || address.contains(char::is_control) {
            return wrong(format!("recipients: expected addresses of at most {LONGEST_ADDRESS} characters"));
        }
        if let Err(fault) = valid_address(address) {
            return wrong(format!("recipients: {fault}"));
        }
        if !mail.allows(address) {
            let allowed = match mail.mail_domains.as_slice() {
                [] => "no domain is allowed yet; an administrator can change that (setting mail_domains)".to_owned(),
                domains => format!("expected addresses of {}", domains.join(", ")),
            };
            return wrong(format!("recipients: {address}: {allowed}"));
        }
        if !checked.iter().any(|known| known.eq_ignore_ascii_case(address)) {
            checked.push(address.to_owned());
        }
    }
    Ok(checked)
}

fn subfolder(app: &App, name: String) -> Result<String, ApiError> {
    if app.settings().mail.reports_dir.is_none() {
        return wrong("folder: no folder is set up; an administrator can change that (setting reports_dir)");
    }
    match folder::is_name(&name) {
        true => Ok(name),
        false => wrong("folder: expected 1 to 60 letters, digits, -, _ and ., and no . at the beginning"),
    }
}
