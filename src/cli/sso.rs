//! `bond sso-key` and `bond sso-link`: single sign-on (docs/single-sign-on.md). Works while the server runs.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clap::{Args, Subcommand};

use super::failure::Failure;
use super::output::say;
use super::settings::{ServerFlags, StoreFlags};
use super::table::table;
use super::users::{RoleName, now, open, open_store, valid};
use crate::auth::account::{LONGEST_FIRST_NAME, LONGEST_LOGIN};
use crate::auth::sso::{LONGEST_LIFE, LONGEST_SUBJECT, LinkClaims, seal};
use crate::clock::minute;
use crate::data_dir;
use crate::random::{random_bytes, random_id};
use crate::store::sso::SsoKey;
use crate::store::{Store, StoreError};

/// Longest name of an issuer, in characters.
const LONGEST_ISSUER: usize = 100;

/// What to do with the keys of issuers.
#[derive(Subcommand)]
pub enum KeyCommand {
    /// Accept sign-in links of an issuer: create a key and print it, once.
    #[command(after_help = ADD_EXAMPLES)]
    Add(Add),
    /// List the keys.
    List {
        #[command(flatten)]
        settings: StoreFlags,
    },
    /// Create a key in the place of another, whose links are accepted for some days more.
    Replace(Replace),
    /// Remove a key: its links are refused, and the sessions of its issuer's users end at once.
    Remove(Remove),
}

const ADD_EXAMPLES: &str = "\
An issuer may have several keys. `bond sso-key replace` makes one in the place of another.

Examples:
  bond sso-key add --data-dir D --role USERS portal
  bond sso-key add --data-dir D --role USERS --role ROLE_ADMIN portal";

pub const LINK_EXAMPLES: &str = "\
The link works once, within two minutes, for whoever opens it: use it for trials, do not pass it on.

Examples:
  bond sso-link --data-dir D --key-id KEY --subject trial --login trial --first-name Ann --role USERS";

/// `bond sso-key add`
#[derive(Args)]
pub struct Add {
    #[command(flatten)]
    settings: StoreFlags,
    /// A role that its links may request; repeat the flag for more.
    #[arg(long = "role", value_enum, required = true)]
    roles: Vec<RoleName>,
    /// The issuer's name in its links (iss).
    issuer: String,
}

/// `bond sso-key replace`
#[derive(Args)]
pub struct Replace {
    #[command(flatten)]
    settings: StoreFlags,
    /// Days for which links with the earlier key are accepted (0 to 365).
    #[arg(long, value_name = "DAYS", default_value = "30", value_parser = clap::value_parser!(u16).range(0..=365))]
    grace_days: u16,
    /// The id of the earlier key, as `bond sso-key list` shows it.
    // One id in 64 begins with a hyphen.
    #[arg(allow_hyphen_values = true)]
    key_id: String,
}

/// `bond sso-key remove`
#[derive(Args)]
pub struct Remove {
    #[command(flatten)]
    settings: StoreFlags,
    /// The key's id, as `bond sso-key list` shows it.
    // One id in 64 begins with a hyphen.
    #[arg(allow_hyphen_values = true)]
    key_id: String,
}

/// `bond sso-link`
#[derive(Args)]
pub struct Link {
    #[command(flatten)]
    settings: ServerFlags,
    /// The key to seal the link with.
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    key_id: String,
    /// The user's login.
    #[arg(long)]
    login: String,
    /// The user's first name.
    #[arg(long, value_name = "NAME")]
    first_name: String,
    /// A role to request; repeat the flag for more.
    #[arg(long = "role", value_enum, required = true)]
    roles: Vec<RoleName>,
    /// The issuer's own id of the user, which never changes (sub).
    #[arg(long, value_name = "TEXT")]
    subject: String,
    /// The address of the page, such as https://bond.example.com [default: the address of --listen].
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
}

/// Runs one of the commands on keys.
pub fn run(command: KeyCommand) -> Result<(), Failure> {
    match command {
        KeyCommand::Add(add) => {
            let config = add.settings.resolve()?.config;
            let issuer = valid("the issuer", &add.issuer, LONGEST_ISSUER)?.to_owned();
            let created_at = now(&config)?;
            let store = open_store(config)?;
            let (id, key, roles) = (random_id(), random_bytes(), names(&add.roles));
            let key = SsoKey { id, issuer, key, roles, created_at, ends_at: None };
            store.add_sso_key(&key)?;
            say(format!("Links of {} are accepted, for {}.", key.issuer, key.roles.join(" and ")));
            print_key(&key, &store.keys()?.install_id);
            Ok(())
        }
        KeyCommand::List { settings } => {
            let (store, _) = open(&settings)?;
            list(&store)
        }
        KeyCommand::Replace(replace) => {
            let (store, at) = open(&replace.settings)?;
            let old = store.sso_key(&replace.key_id)?.ok_or(StoreError::NoSuchSsoKey(replace.key_id))?;
            self::replace(&store, &old, at, replace.grace_days)
        }
        KeyCommand::Remove(remove) => {
            let (store, now) = open(&remove.settings)?;
            store.remove_sso_key(&remove.key_id, now)?;
            say(format!("The key {} was removed; the users of its issuer must sign in again.", remove.key_id));
            Ok(())
        }
    }
}

/// Makes a key in the place of another and prints it. `at` is in seconds since 1970-01-01 UTC.
pub fn replace(store: &Store, old: &SsoKey, at: i64, grace_days: u16) -> Result<(), Failure> {
    let new = SsoKey { id: random_id(), key: random_bytes(), created_at: at, ends_at: None, ..old.clone() };
    let ends_at = at + i64::from(grace_days) * 24 * 60 * 60;
    store.replace_sso_key(&old.id, &new, ends_at)?;
    let ends_at = old.ends_at.map_or(ends_at, |earlier| earlier.min(ends_at));
    say(format!("{}: links with the key {} are accepted until {} UTC.", new.issuer, old.id, minute(ends_at)));
    print_key(&new, &store.keys()?.install_id);
    Ok(())
}

fn print_key(key: &SsoKey, install_id: &str) {
    say(format!("Key id (aa): {}", key.id));
    say(format!("Key (shown only now): {}", URL_SAFE_NO_PAD.encode(key.key)));
    say(format!("Install id (aud): {install_id}"));
}

/// Creates a link and prints it.
pub fn link(command: Link) -> Result<(), Failure> {
    let config = command.settings.resolve()?.config;
    data_dir::prepare_existing(&config.data_dir)?;
    let (iat, page) = (now(&config)?, config.page_at(config.listen));
    let store = open_store(config)?;
    let key = store.sso_key(&command.key_id)?.ok_or_else(|| StoreError::NoSuchSsoKey(command.key_id.clone()))?;
    let login = valid("--login", &command.login, LONGEST_LOGIN)?;
    let subject = valid("--subject", &command.subject, LONGEST_SUBJECT)?;
    let claims = LinkClaims {
        iss: key.issuer,
        aud: store.keys()?.install_id,
        sub: subject.to_owned(),
        login: login.to_owned(),
        first_name: valid("--first-name", &command.first_name, LONGEST_FIRST_NAME)?.to_owned(),
        roles: names(&command.roles),
        iat,
        exp: iat + LONGEST_LIFE,
    };
    let link =
        seal(&key.key, &key.id, random_bytes(), &claims).map_err(|_| Failure::new("the link could not be sealed"))?;
    let base = command.base_url.unwrap_or(page);
    say(format!("{}/sso?aa={}&bb={}&cc={}", base.trim_end_matches('/'), link.aa, link.bb, link.cc));
    Ok(())
}

fn names(roles: &[RoleName]) -> Vec<String> {
    let mut names: Vec<String> = roles.iter().map(|role| role.name().to_owned()).collect();
    names.sort();
    names.dedup();
    names
}

fn list(store: &Store) -> Result<(), Failure> {
    let keys = store.sso_keys()?;
    if keys.is_empty() {
        say("There are no keys; `bond sso-key add` adds one.");
        return Ok(());
    }
    let mut rows = vec![["KEY ID", "ISSUER", "ROLES", "ADDED (UTC)", "UNTIL (UTC)"].map(str::to_owned).to_vec()];
    for key in keys {
        let until = key.ends_at.map(minute).unwrap_or_default();
        rows.push(vec![key.id, key.issuer, key.roles.join(","), minute(key.created_at), until]);
    }
    say(table(&rows));
    Ok(())
}
