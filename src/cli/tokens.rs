//! `bond token`: API tokens, with which programs read figures (docs/api.md). Works while the server runs.

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::output::say;
use super::settings::StoreFlags;
use super::table::table;
use super::users::{open, valid};
use crate::auth::api_tokens::new_token;
use crate::clock::minute;
use crate::modules::Module;
use crate::store::api_tokens::NewApiToken;

/// Longest name of a token, in characters.
const LONGEST_NAME: usize = 60;

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
A token reads what its user may see and changes nothing.

Examples:
  bond token add --data-dir D --name spreadsheet --days 90 ann@example.com
  bond token add --data-dir D --name offers --days 30 --module OFFERS ann@example.com";

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
    /// A module that it opens; repeat the flag for more [default: all that the user may see].
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
            let secret = new_token();
            let expires_at = at + i64::from(add.days) * 24 * 60 * 60;
            store.add_api_token(&add.login, &NewApiToken { secret: &secret, name, modules, expires_at }, at.into())?;
            say(format!("A token of {}, valid until {} UTC.", add.login, minute(expires_at)));
            say(format!("Token (shown only now): {secret}"));
        }
        TokenCommand::List { settings } => {
            let (store, now) = open(&settings)?;
            let tokens = store.api_tokens(None, now)?;
            if tokens.is_empty() {
                say("There are no API tokens; users make them on the page of their account.");
                return Ok(());
            }
            let head = ["NUMBER", "LOGIN", "NAME", "MODULES", "EXPIRES (UTC)", "LAST USE (UTC)"];
            let mut rows = vec![head.map(str::to_owned).to_vec()];
            rows.extend(tokens.into_iter().map(|token| {
                vec![
                    token.id.to_string(),
                    token.login,
                    token.name,
                    token.modules.map_or("all".to_owned(), |modules| modules.join(",")),
                    minute(token.expires_at),
                    token.last_used_at.map_or("never".to_owned(), minute),
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
