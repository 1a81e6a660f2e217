//! `bond token`: API tokens, which programs use in the place of a session (docs/api.md). Works while the server runs.

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::output::say;
use super::settings::StoreFlags;
use super::table::table;
use super::users::{open, valid};
use crate::abilities::{self, Ability};
use crate::auth::api_tokens::{LONGEST_NAME, lacking, network, new_token};
use crate::auth::permissions::Permissions;
use crate::clock::minute;
use crate::modules::Module;
use crate::store::StoreError;
use crate::store::api_tokens::NewApiToken;

/// `bond token`
#[derive(Subcommand)]
pub enum TokenCommand {
    /// Create a token for a user and print it, once.
    #[command(after_help = ADD_EXAMPLES)]
    Add(Add),
    /// List the tokens of all users.
    List {
        #[command(flatten)]
        settings: StoreFlags,
    },
    /// Revoke a token; it is refused at once.
    Revoke(Revoke),
}

const ADD_EXAMPLES: &str = "\
A token does what its abilities say, and never more than its user may at that moment: read (figures), load (files),
members:erase, users, backup, audit:read, agents. Without --ability it only reads figures.

Examples:
  bond token add --data-dir D --name spreadsheet --days 90 ann@example.com
  bond token add --data-dir D --name offers --days 30 --module OFFERS ann@example.com
  bond token add --data-dir D --name 'daily loads' --days 365 --ability load --address 10.1.0.0/16 loads";

/// `bond token add`
#[derive(Args)]
pub struct Add {
    #[command(flatten)]
    settings: StoreFlags,
    /// What it is for.
    #[arg(long)]
    name: String,
    /// Days after which it expires (1 to 3650).
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=3650))]
    days: u16,
    /// What it may do; repeat the flag for more [default: read].
    #[arg(long = "ability", value_name = "ABILITY")]
    abilities: Vec<Ability>,
    /// A network or address that it may be used from; repeat the flag for more [default: any].
    #[arg(long = "address", value_name = "NETWORK", value_parser = address)]
    addresses: Vec<String>,
    /// A module that it reads; repeat the flag for more [default: all that the user may see].
    #[arg(long = "module", value_name = "MODULE", value_parser = module)]
    modules: Vec<Module>,
    /// The user's login, without regard to case.
    login: String,
}

/// `bond token revoke`
#[derive(Args)]
pub struct Revoke {
    #[command(flatten)]
    settings: StoreFlags,
    /// The token's number, as `bond token list` shows it.
    id: i64,
}

fn address(text: &str) -> Result<String, String> {
    let found = network(text).map(|net| net.to_string());
    found.ok_or_else(|| "expected a network such as 10.1.0.0/16, or an address".to_owned())
}

fn module(text: &str) -> Result<Module, String> {
    let open = || Module::ALL.iter().copied().filter(|module| !module.is_administration());
    let found = Module::of_code(text).filter(|module| !module.is_administration());
    found.ok_or_else(|| format!("expected one of {}", open().map(Module::code).collect::<Vec<_>>().join(", ")))
}

/// Runs one of the commands.
pub fn run(command: TokenCommand) -> Result<(), Failure> {
    match command {
        TokenCommand::Add(add) => {
            let (store, at) = open(&add.settings)?;
            let name = valid("--name", &add.name, LONGEST_NAME)?;
            let codes: Vec<&str> = add.modules.iter().map(|module| module.code()).collect();
            let modules = (!codes.is_empty()).then_some(codes.as_slice());
            let addresses = (!add.addresses.is_empty()).then_some(add.addresses.as_slice());
            let abilities = if add.abilities.is_empty() { vec![Ability::Read] } else { add.abilities };
            if modules.is_some() && !abilities.iter().any(|ability| ability.is_of_figures()) {
                return Err(Failure::usage("--module limits the abilities read and agents, and the token has neither"));
            }
            let user = store.user_by_login(&add.login)?.ok_or_else(|| StoreError::NoSuchUser(add.login.clone()))?;
            if let Some(ability) = lacking(&abilities, &Permissions::of(&user.roles, Module::ALL)) {
                let module = ability.needs().map_or("", |(module, _)| module.code());
                return Err(Failure::usage(format!(
                    "{ability} needs a role with a permission for the module {module}, which {} has not",
                    user.login
                )));
            }
            let secret = new_token();
            let expires_at = at + i64::from(add.days) * 24 * 60 * 60;
            let new = NewApiToken {
                secret: &secret,
                name,
                abilities: &abilities,
                modules,
                addresses,
                expires_at,
                shows: None,
            };
            store.add_api_token(user.id, &new, at.into())?;
            say(format!("A token of {}, valid until {} UTC.", user.login, minute(expires_at)));
            say(format!("Token (shown only now): {secret}"));
        }
        TokenCommand::List { settings } => {
            let (store, now) = open(&settings)?;
            let tokens = store.api_tokens(None, now)?;
            if tokens.is_empty() {
                say("There are no API tokens; users make them on the page of their account.");
                return Ok(());
            }
            let head =
                ["NUMBER", "LOGIN", "NAME", "MAY", "MODULES", "ADDRESSES", "EXPIRES (UTC)", "LAST USE (UTC)", "FROM"];
            let mut rows = vec![head.map(str::to_owned).to_vec()];
            rows.extend(tokens.into_iter().map(|token| {
                vec![
                    token.id.to_string(),
                    token.login,
                    token.name,
                    match token.shows {
                        Some(shown) => format!("one table: {}", shown.title),
                        None => abilities::listed(&token.abilities),
                    },
                    token.modules.map_or("all".to_owned(), |modules| modules.join(",")),
                    token.addresses.map_or("any".to_owned(), |addresses| addresses.join(",")),
                    minute(token.expires_at),
                    token.last_used_at.map_or("never".to_owned(), minute),
                    token.last_address.unwrap_or_default(),
                ]
            }));
            say(table(&rows));
        }
        TokenCommand::Revoke(revoke) => {
            let (store, at) = open(&revoke.settings)?;
            store.revoke_api_token(revoke.id, None, at.into())?;
            say(format!("The token {} is refused from now on.", revoke.id));
        }
    }
    Ok(())
}
