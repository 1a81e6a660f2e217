//! `bond user`: manages users. Works while the server runs; every change takes effect at the next request.

use std::io::{self, IsTerminal};
use std::net::IpAddr;

use clap::{ArgGroup, Args, Subcommand, ValueEnum};

use super::failure::Failure;
use super::output::say;
use super::settings::StoreFlags;
use super::table::table;
use crate::app::App;
use crate::auth::account::{LONGEST_FIRST_NAME, LONGEST_LOGIN, is_text};
use crate::auth::password;
use crate::auth::second_factor::counters_of;
use crate::auth::sso::LONGEST_SUBJECT;
use crate::auth::throttle::address_name;
use crate::clock::{Clock, minute};
use crate::config::Config;
use crate::data_dir;
use crate::random::random_secret;
use crate::store::invitations::{LINK_LIFE, PASSWORD_PAGE};
use crate::store::notes::Note;
use crate::store::users::NewUser;
use crate::store::{Store, roles};

/// What to do with users.
#[derive(Subcommand)]
pub enum UserCommand {
    /// Add a user.
    #[command(after_help = ADD_EXAMPLES)]
    Add(Add),
    /// List the users.
    List {
        #[command(flatten)]
        settings: StoreFlags,
    },
    /// Change a user's login; its sessions continue.
    Rename(Rename),
    /// Disable a user; its sessions end at once.
    Disable(ByLogin),
    /// Enable a disabled user.
    Enable(ByLogin),
    /// Replace a user's roles; its sessions have them at once.
    SetRoles(SetRoles),
    /// Print a link with which a user chooses a password within 72 hours.
    PasswordLink(PasswordLink),
    /// End all sessions of a user.
    EndSessions(ByLogin),
    /// Delete a user with its sessions and API tokens; its lines in the audit log stay.
    Delete(ByLogin),
    /// Let a user, or everybody at an address, try again to sign in after too many wrong passwords.
    #[command(after_help = UNLOCK_EXAMPLES)]
    Unlock(Unlock),
    /// Remove a user's second factor, because its device is lost; its sessions end at once.
    ResetSecondFactor(ByLogin),
    /// Set a new password for a user; its sessions end at once.
    #[command(after_help = RESET_EXAMPLES)]
    ResetPassword(ResetPassword),
    /// Let whoever has this subject at an OpenID Connect provider sign in as a user.
    #[command(after_help = LINK_EXAMPLES)]
    Link(Link),
    /// Remove a user's links to OpenID Connect providers; its sessions end at once.
    Unlink(ByLogin),
}

const ADD_EXAMPLES: &str = "\
Examples:
  bond user add --data-dir D --first-name Ann --role ROLE_ADMIN ann@example.com
  printf '%s' 'a long password' | bond user add --data-dir D --first-name Ann --role ROLE_ADMIN --password-stdin ann@example.com
  bond user add --data-dir D --first-name Bob --role USERS --generate-password bob@example.com
  bond user add --data-dir D --first-name Bob --role USERS --link --base-url https://bond.example.com bob@example.com
  bond user add --data-dir D --first-name 'Daily loads' --role loader --service loads";

const RESET_EXAMPLES: &str = "\
Examples:
  bond user reset-password --data-dir D --generate-password bob@example.com";

const LINK_EXAMPLES: &str = "\
The audit log names the subject of whoever was refused. Mail addresses and logins do not identify a person: providers
change them, and give them to others.

Examples:
  bond user link --data-dir D ann@example.com https://login.example.com 8b1f0c52-6f3e-4a53-9d0e-2f7a";

/// Names a user.
#[derive(Args)]
pub struct ByLogin {
    #[command(flatten)]
    settings: StoreFlags,
    /// The user's login, without regard to case.
    login: String,
}

const UNLOCK_EXAMPLES: &str = "\
Examples:
  bond user unlock --data-dir D ann@example.com
  bond user unlock --data-dir D --address 203.0.113.9";

/// `bond user unlock`
#[derive(Args)]
pub struct Unlock {
    #[command(flatten)]
    settings: StoreFlags,
    /// The address of those who may try again, as the audit log has it; for IPv6 its network of 64 bits.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "login")]
    address: Option<IpAddr>,
    /// The user's login, without regard to case.
    #[arg(required_unless_present = "address")]
    login: Option<String>,
}

/// `bond user add`
#[derive(Args)]
pub struct Add {
    #[command(flatten)]
    settings: StoreFlags,
    /// First name, for the greeting; of a service account what it is for.
    #[arg(long, value_name = "NAME")]
    first_name: String,
    /// The user's role: ROLE_ADMIN may do everything, USERS may read the dashboards, `bond role` adds others.
    #[arg(long, value_name = "NAME")]
    role: String,
    #[command(flatten)]
    password: PasswordSource,
    /// Print a link with which the user chooses a password within 72 hours.
    #[arg(long, conflicts_with = "password_source")]
    link: bool,
    /// Add a service account: no person, so that it cannot sign in; `bond token add` makes its tokens.
    #[arg(long, conflicts_with_all = ["password_source", "link", "base_url"])]
    service: bool,
    #[command(flatten)]
    base_url: BaseUrl,
    /// The login, such as an email address; unique without regard to case.
    login: String,
}

/// `bond user set-roles`
#[derive(Args)]
pub struct SetRoles {
    #[command(flatten)]
    settings: StoreFlags,
    /// A role, as `bond user list` shows them; repeat the flag for more.
    #[arg(long = "role", value_name = "ROLE", required = true)]
    roles: Vec<String>,
    /// The user's login, without regard to case.
    login: String,
}

/// `bond user password-link`
#[derive(Args)]
pub struct PasswordLink {
    #[command(flatten)]
    settings: StoreFlags,
    #[command(flatten)]
    base_url: BaseUrl,
    /// The user's login, without regard to case.
    login: String,
}

#[derive(Args)]
struct BaseUrl {
    /// The address of the page, for links [default: public_url, or else the address of listen].
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
}

impl BaseUrl {
    fn link(&self, config: &Config, secret: &str) -> String {
        let base = self.base_url.clone().or_else(|| config.oidc.public_url.clone());
        let base = base.unwrap_or_else(|| config.page_at(config.listen));
        format!("{}{PASSWORD_PAGE}#{secret}", base.trim_end_matches('/'))
    }
}

/// `bond user rename`
#[derive(Args)]
pub struct Rename {
    #[command(flatten)]
    settings: StoreFlags,
    /// The user's login, without regard to case.
    login: String,
    /// The new login.
    new_login: String,
}

/// `bond user link`
#[derive(Args)]
pub struct Link {
    #[command(flatten)]
    settings: StoreFlags,
    /// The user's login, without regard to case.
    login: String,
    /// The provider's issuer, letter by letter as in the settings.
    issuer: String,
    /// The provider's id of the person (the claim sub).
    subject: String,
}

/// `bond user reset-password`
#[derive(Args)]
pub struct ResetPassword {
    #[command(flatten)]
    settings: StoreFlags,
    #[command(flatten)]
    password: PasswordSource,
    /// The user's login, without regard to case.
    login: String,
}

// Never an argument: arguments appear in the shell's history and in the list of processes.
#[derive(Args)]
#[command(group = ArgGroup::new("password_source"))]
struct PasswordSource {
    /// Read the password, 12 to 128 characters, from the first line of standard input. By default it is read from the
    /// terminal.
    #[arg(long, group = "password_source")]
    password_stdin: bool,
    /// Generate a random password and print it, once.
    #[arg(long, group = "password_source")]
    generate_password: bool,
}

/// A role, as it is written on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub enum RoleName {
    #[value(name = "ROLE_ADMIN")]
    Admin,
    #[value(name = "USERS")]
    Users,
}

impl RoleName {
    pub fn name(self) -> &'static str {
        match self {
            RoleName::Admin => roles::ADMIN,
            RoleName::Users => roles::USERS,
        }
    }
}

/// Runs one of the commands.
pub fn run(command: UserCommand) -> Result<(), Failure> {
    match command {
        UserCommand::Add(add) => {
            let config = add.settings.resolve()?.config;
            let login = valid("the login", &add.login, LONGEST_LOGIN)?;
            let first_name = valid("--first-name", &add.first_name, LONGEST_FIRST_NAME)?;
            if add.service {
                let at = now(&config)?;
                open_store(config)?.add_service(login, first_name, &[&add.role], at.into())?;
                say(format!("Added the service account {login} with the role {}.", add.role));
                return Ok(());
            }
            if add.link {
                let at = now(&config)?;
                let user = NewUser { login, first_name, password_hash: "", roles: &[&add.role] };
                let secret = random_secret();
                let page = add.base_url.link(&config, &secret);
                open_store(config)?.invite_user(&user, &secret, at + LINK_LIFE, at.into())?;
                say(format!("Added {login} with the role {}.", add.role));
                print_link(&page, at + LINK_LIFE);
                return Ok(());
            }
            let at = now(&config)?;
            let store = open_store(config.clone())?;
            let (hash, generated) = add.password.take(login, &config, &store)?;
            let user = NewUser { login, first_name, password_hash: &hash, roles: &[add.role.as_str()] };
            store.add_user(&user, at)?;
            say(format!("Added {login} with the role {}.", add.role));
            print_generated(generated)
        }
        UserCommand::List { settings } => {
            let (store, _) = open(&settings)?;
            list(&store)
        }
        UserCommand::Rename(rename) => {
            let (store, now) = open(&rename.settings)?;
            let new_login = valid("the new login", &rename.new_login, LONGEST_LOGIN)?;
            store.rename_user(&rename.login, new_login, now)?;
            say(format!("{} is now {new_login}.", rename.login));
            Ok(())
        }
        UserCommand::Disable(user) => {
            let (store, now) = open(&user.settings)?;
            store.disable_user(&user.login, now)?;
            say(format!("{} has been disabled.", user.login));
            Ok(())
        }
        UserCommand::Enable(user) => {
            let (store, now) = open(&user.settings)?;
            store.enable_user(&user.login, now)?;
            say(format!("{} has been enabled.", user.login));
            Ok(())
        }
        UserCommand::SetRoles(set) => {
            let (store, now) = open(&set.settings)?;
            let roles: Vec<&str> = set.roles.iter().map(String::as_str).collect();
            store.set_roles(&set.login, &roles, now)?;
            say(format!("{} has the roles {}.", set.login, roles.join(", ")));
            Ok(())
        }
        UserCommand::PasswordLink(link) => {
            let (store, now) = open(&link.settings)?;
            let secret = random_secret();
            let page = link.base_url.link(&link.settings.resolve()?.config, &secret);
            store.add_password_link(&link.login, &secret, now + LINK_LIFE, now.into())?;
            print_link(&page, now + LINK_LIFE);
            Ok(())
        }
        UserCommand::EndSessions(user) => {
            let (store, now) = open(&user.settings)?;
            store.end_sessions_of_user(&user.login, now.into())?;
            say(format!("All sessions of {} have ended.", user.login));
            Ok(())
        }
        UserCommand::Delete(user) => {
            let (store, now) = open(&user.settings)?;
            store.delete_user(&user.login, now.into())?;
            say(format!("{} has been deleted.", user.login));
            Ok(())
        }
        UserCommand::Link(link) => {
            let (store, now) = open(&link.settings)?;
            let issuer = valid("the issuer", &link.issuer, LONGEST_SUBJECT)?;
            let subject = valid("the subject", &link.subject, LONGEST_SUBJECT)?;
            store.link_user(&link.login, issuer, subject, now)?;
            say(format!("{subject} of {issuer} signs in as {}.", link.login));
            Ok(())
        }
        UserCommand::Unlink(user) => {
            let (store, now) = open(&user.settings)?;
            match store.unlink_user(&user.login, now)? {
                0 => say(format!("{} is not linked.", user.login)),
                _ => say(format!("{} is no longer linked; its sessions have ended.", user.login)),
            }
            Ok(())
        }
        UserCommand::Unlock(unlock) => {
            let (store, now) = open(&unlock.settings)?;
            if let Some(address) = unlock.address {
                store.unlock_address(&address.to_canonical().to_string(), &address_name(address), now.into())?;
                say(format!("Everybody at {address} may try again."));
            }
            if let Some(login) = &unlock.login {
                store.unlock_user(login, &counters_of(login), now.into())?;
                let address = "If its address is blocked, unlock that too: bond user unlock --address ADDRESS";
                say(format!("{login} may try again. {address}"));
            }
            Ok(())
        }
        UserCommand::ResetSecondFactor(user) => {
            let (store, now) = open(&user.settings)?;
            if store.reset_second_factor(&user.login, now.into())? {
                say(format!("The second factor of {} was removed; its sessions have ended.", user.login));
            } else {
                say(format!("{} has no second factor.", user.login));
            }
            Ok(())
        }
        UserCommand::ResetPassword(reset) => {
            let (store, now) = open(&reset.settings)?;
            let (hash, generated) = reset.password.take(&reset.login, &reset.settings.resolve()?.config, &store)?;
            store.set_password(&reset.login, &hash, now)?;
            say(format!("The password of {} was reset; its sessions have ended.", reset.login));
            print_generated(generated)
        }
    }
}

impl PasswordSource {
    /// The hash of the new password, and the password itself where it was generated.
    fn take(&self, login: &str, config: &Config, store: &Store) -> Result<(String, Option<String>), Failure> {
        let (password, generated) = if self.generate_password {
            let password = password::random();
            (password.clone(), Some(password))
        } else if self.password_stdin {
            (super::password::first_line(io::stdin().lock())?, None)
        } else if io::stdin().is_terminal() {
            (super::password::prompt()?, None)
        } else {
            return Err(Failure::usage(
                "standard input is not a terminal: use --password-stdin or --generate-password",
            ));
        };
        let checked = password::check_rules(&password, &[login, &config.program_name]);
        let hash = checked.and_then(|()| password::hash(&password));
        let hash = hash.map_err(|fault| Failure::usage(fault.to_string()))?;
        if password::is_long(&password) {
            store.note(Note::LongPasswords, 1)?;
        }
        Ok((hash, generated))
    }
}

pub fn valid<'a>(what: &str, text: &'a str, longest: usize) -> Result<&'a str, Failure> {
    let text = text.trim();
    if !is_text(text, longest) {
        return Err(Failure::usage(format!(
            "{what} must have 1 to {longest} characters, none of them control or invisible"
        )));
    }
    Ok(text)
}

pub fn open(settings: &StoreFlags) -> Result<(Store, i64), Failure> {
    let config = settings.resolve()?.config;
    data_dir::prepare_existing(&config.data_dir)?;
    let clock = Clock::system(config.time_zone.as_deref())?;
    let store = open_store(config)?;
    // As in the server, so that its times and those of the commands have one order.
    clock.not_before(store.noted(Note::Clock)?.unwrap_or(0));
    Ok((store, clock.now()))
}

/// Opens the account store, and creates it if it is missing.
pub fn open_store(config: Config) -> Result<Store, Failure> {
    let clock = Clock::system(config.time_zone.as_deref())?;
    Ok(App::open_store(config, clock)?)
}

pub fn now(config: &Config) -> Result<i64, Failure> {
    Ok(Clock::system(config.time_zone.as_deref())?.now())
}

fn print_link(link: &str, expires_at: i64) {
    say(format!("Link to choose a password (shown only now, works once, until {} UTC):\n{link}", minute(expires_at)));
}

fn print_generated(generated: Option<String>) -> Result<(), Failure> {
    if let Some(password) = generated {
        say(format!("Password (shown only now): {password}"));
    }
    Ok(())
}

fn list(store: &Store) -> Result<(), Failure> {
    let users = store.users()?;
    if users.is_empty() {
        say("There are no users; `bond user add` adds one.");
        return Ok(());
    }
    let mut rows = vec![
        ["LOGIN", "FIRST NAME", "ROLES", "STATE", "LAST SIGN-IN (UTC)", "SIGNS IN BY"].map(str::to_owned).to_vec(),
    ];
    let identities = store.oidc_identities()?;
    for user in users {
        let roles: Vec<_> = user.roles.iter().map(|role| role.name.as_str()).collect();
        let signed_in = user.signed_in_at.map_or("never".to_owned(), minute);
        let linked = identities.iter().filter(|identity| identity.login == user.login);
        let password = (!user.password_hash.is_empty()).then(|| "password".to_owned());
        let links = user.sso_issuer.map(|issuer| format!("links of {issuer}"));
        let service = user.service.then(|| "nothing: a service account".to_owned());
        let by = password.into_iter().chain(links).chain(service);
        let by = by.chain(linked.map(|identity| identity.issuer.clone()));
        let by: Vec<String> = by.collect();
        rows.push(vec![
            user.login,
            user.first_name,
            roles.join(","),
            if user.disabled { "disabled" } else { "enabled" }.to_owned(),
            signed_in,
            by.join(", "),
        ]);
    }
    say(table(&rows));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_limited() {
        assert_eq!(valid("it", " Ann ", 5).expect("valid"), "Ann");
        for wrong in ["", "  ", "Annabel", "A\nn"] {
            assert!(valid("it", wrong, 5).is_err(), "{wrong:?}");
        }
    }
}
