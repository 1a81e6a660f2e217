//! The settings of OpenID Connect.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use clap::Args;
use serde::{Serialize, Serializer};
use url::{Host, Url};

use super::HEADINGS;
use super::values::{line, not_empty, optional_directory, optional_text, whole};

// With `::std` in front of Vec and Option, clap takes one text for the whole value.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
pub struct OidcSettings {
    /// Address under which browsers reach Bond, such as https://bond.example.com; OpenID Connect needs it, because the
    /// provider sends browsers back to it.
    #[arg(long, value_name = "URL", default_value = "", value_parser = optional_url, help_heading = HEADINGS[2])]
    pub public_url: ::std::option::Option<String>,
    /// Issuer of the OpenID Connect provider with which people may sign in, such as https://login.example.com; empty for
    /// none. Several have tables of the settings file, [oidc.NAME].
    #[arg(long, value_name = "URL", default_value = "", value_parser = optional_url, help_heading = HEADINGS[2])]
    pub oidc_issuer: ::std::option::Option<String>,
    /// Id under which the provider knows Bond.
    #[arg(long, value_name = "ID", default_value = "", value_parser = optional_text, help_heading = HEADINGS[2])]
    pub oidc_client_id: ::std::option::Option<String>,
    /// Secret that the provider gave Bond, from the environment or the settings file only; empty for none.
    #[arg(long, value_name = "SECRET", default_value = "", value_parser = secret, hide = true)]
    #[arg(help_heading = HEADINGS[2])]
    pub oidc_client_secret: Secret,
    /// File whose first line is that secret, in place of oidc_client_secret; empty for none.
    #[arg(long, value_name = "FILE", default_value = "", value_parser = optional_directory, help_heading = HEADINGS[2])]
    pub oidc_client_secret_file: ::std::option::Option<PathBuf>,
    /// Scopes to request, separated by spaces; openid is always among them.
    #[arg(long, value_name = "SCOPES", default_value = "profile email", value_parser = line)]
    #[arg(help_heading = HEADINGS[2])]
    pub oidc_scopes: String,
    /// Text of the button on the sign-in page.
    #[arg(long, value_name = "TEXT", default_value = "Single sign-on", value_parser = label, help_heading = HEADINGS[2])]
    pub oidc_label: String,
    /// Claim that has the login of a new user; the subject is the login where the claim is missing.
    #[arg(long, value_name = "CLAIM", default_value = "preferred_username", value_parser = not_empty)]
    #[arg(help_heading = HEADINGS[2])]
    pub oidc_login_claim: String,
    /// Claim that lists a user's groups or roles, such as groups or realm_access.roles.
    #[arg(long, value_name = "CLAIM", default_value = "groups", value_parser = not_empty, help_heading = HEADINGS[2])]
    pub oidc_roles_claim: String,
    /// Role of Bond for each value of that claim: bond-admins=ROLE_ADMIN,staff=USERS. Users have these roles from each
    /// sign-in on, and nobody without one may come in. Empty leaves roles to Bond.
    #[arg(long, value_name = "VALUE=ROLE,...", default_value = "", value_parser = role_mapping)]
    #[arg(help_heading = HEADINGS[2])]
    pub oidc_roles: RoleMapping,
    /// Add a user at the first sign-in of somebody whom Bond does not know: true or false.
    #[arg(long, value_name = "true|false", default_value = "false", value_parser = clap::value_parser!(bool))]
    #[arg(action = clap::ArgAction::Set, help_heading = HEADINGS[2])]
    pub oidc_add_users: bool,
    /// Role of the users that are added so while oidc_roles is empty.
    #[arg(long, value_name = "ROLE", default_value = "USERS", value_parser = not_empty, help_heading = HEADINGS[2])]
    pub oidc_new_user_role: String,
    /// File with certificates (PEM) that are trusted for the provider in addition to those of this machine; empty for none.
    #[arg(long, value_name = "FILE", default_value = "", value_parser = optional_directory, help_heading = HEADINGS[2])]
    pub oidc_ca_file: ::std::option::Option<PathBuf>,
    /// Offer to sign out of the provider, too, after signing out of Bond: true or false.
    #[arg(long, value_name = "true|false", default_value = "false", value_parser = clap::value_parser!(bool))]
    #[arg(action = clap::ArgAction::Set, help_heading = HEADINGS[2])]
    pub oidc_sign_out: bool,
    /// Bond checks with the provider every so many minutes whether somebody who has a session or an API token may still
    /// sign in, if the provider gave a refresh token (1 to 1440); 0 never checks.
    #[arg(long, value_name = "MINUTES", default_value = "10", value_parser = |text: &str| whole(text, 0..=1440))]
    #[arg(help_heading = HEADINGS[2])]
    pub oidc_check_minutes: u16,
    /// Days after the last sign-in by the provider, or the last time that it was asked, for which the API tokens of somebody
    /// without a password are accepted (1 to 3650); 0 for no limit.
    #[arg(long, value_name = "DAYS", default_value = "30", value_parser = |text: &str| whole(text, 0..=3650))]
    #[arg(help_heading = HEADINGS[2])]
    pub oidc_token_days: u16,
}

impl OidcSettings {
    /// Whether what the provider gives lasts beyond its own session.
    pub fn is_offline(&self) -> bool {
        self.oidc_scopes.split_whitespace().any(|scope| scope == "offline_access")
    }

    /// The roles that a sign-in with the provider gives to users.
    pub fn given_roles(&self) -> Vec<&str> {
        let new_users = (self.oidc_roles.0.is_empty() && self.oidc_add_users).then_some(&self.oidc_new_user_role);
        self.oidc_roles.0.values().chain(new_users).map(String::as_str).collect()
    }
}

/// A text that is never printed.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The text itself; None if it is empty.
    pub fn reveal(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(self.0.as_str())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "none" } else { "(set)" })
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(if self.0.is_empty() { "" } else { "(set)" })
    }
}

pub(super) fn secret(text: &str) -> Result<Secret, String> {
    Ok(Secret(text.trim().to_owned()))
}

/// The roles of Bond by value of the roles claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoleMapping(pub BTreeMap<String, String>);

impl Serialize for RoleMapping {
    /// As a flag would give it.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all: Vec<String> = self.0.iter().map(|(value, role)| format!("{value}={role}")).collect();
        serializer.serialize_str(&all.join(","))
    }
}

fn role_mapping(text: &str) -> Result<RoleMapping, String> {
    let wanted = "expected a value of the claim and a role for each, such as bond-admins=ROLE_ADMIN,staff=USERS";
    let mut all = BTreeMap::new();
    for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
        let (value, role) = entry.rsplit_once('=').ok_or(wanted)?;
        let (value, role) = (value.trim(), role.trim());
        if value.is_empty() || role.is_empty() {
            return Err(wanted.to_owned());
        }
        if all.insert(value.to_owned(), role.to_owned()).is_some() {
            return Err(format!("{value} is there twice"));
        }
    }
    Ok(RoleMapping(all))
}

fn label(text: &str) -> Result<String, String> {
    let text = not_empty(text)?;
    if text.chars().count() > 40 || text.chars().any(char::is_control) {
        return Err("expected at most 40 characters".to_owned());
    }
    Ok(text)
}

/// None for an empty text. The text stays as it is: an issuer is compared letter by letter.
fn optional_url(text: &str) -> Result<Option<String>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let wanted = "expected an address such as https://login.example.com, without a query";
    let url = Url::parse(text).map_err(|_| wanted)?;
    if !matches!(url.scheme(), "https" | "http")
        || url.query().is_some()
        || url.fragment().is_some()
        || !url.username().is_empty()
        || url.password().is_some()
    {
        return Err(wanted.to_owned());
    }
    if url.scheme() == "http" && !is_this_machine(&url) {
        return Err("expected https: only addresses of this machine may be http".to_owned());
    }
    Ok(Some(text.to_owned()))
}

/// Whether a request to the address stays on this machine.
pub fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}
