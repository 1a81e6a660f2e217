//! `bond keys`: the keys of tokens and cookies, and the clock that sessions go by. Works while the server runs.

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::output::say;
use super::settings::{StoreFlags, WarehouseFlags};
use super::sso;
use super::users::open;
use crate::app::App;
use crate::clock::{Clock, minute};
use crate::data_dir;
use crate::screens::receipts::written;

/// `bond keys`
#[derive(Subcommand)]
pub enum KeysCommand {
    /// Make new keys; nobody has to sign in again.
    #[command(after_help = ROTATE_EXAMPLES)]
    Rotate(Rotate),
    /// Let sessions and links go by the machine's clock again, after it was wrong; all sessions end.
    #[command(after_help = RESET_HELP)]
    ResetClock {
        #[command(flatten)]
        settings: StoreFlags,
    },
    /// Use the accounts and the data of a directory together as they are, where Bond refuses to because the accounts are
    /// older, new or of another installation.
    #[command(after_help = ADOPT_HELP)]
    AdoptData {
        #[command(flatten)]
        settings: WarehouseFlags,
    },
}

const ADOPT_HELP: &str = "\
Restoring a backup is better where there is one: bond restore FILE --data-dir D --replace. No server may run.

Where the key for hashing ids is another one now, a mapping with `hash = true` makes other ids of the same members: load
the whole feed into a new directory, or the members are there twice. Members that were erased are no longer known where
the accounts are new: erase them again.

Example:
  bond keys adopt-data --data-dir D";

const ROTATE_EXAMPLES: &str = "\
The earlier keys are accepted until the last session that they may have signed expires. After a break-in use
--end-sessions: all sessions end at once, and the earlier keys with them.

With --receipt-key the key that signs receipts is replaced too; receipts that it signed are still known as this install's.

With --sso-keys each issuer of sign-in links gets a new key too; links with the earlier one are accepted for --grace-days.

Examples:
  bond keys rotate --data-dir D
  bond keys rotate --data-dir D --end-sessions
  bond keys rotate --data-dir D --sso-keys --grace-days 14";

const RESET_HELP: &str = "\
While the clock shows a time before the last use of a session, sessions and sign-in links go by the later time. If the
clock was ahead by mistake, stop the server, run this and start the server.";

/// `bond keys rotate`
#[derive(Args)]
pub struct Rotate {
    #[command(flatten)]
    settings: StoreFlags,
    /// End all sessions and refuse the earlier keys at once.
    #[arg(long)]
    end_sessions: bool,
    /// Replace the keys of single sign-on too, and print the new ones, once.
    #[arg(long)]
    sso_keys: bool,
    /// Replace the key that signs receipts too, and print the new public key.
    #[arg(long)]
    receipt_key: bool,
    /// Days for which links with the earlier keys of single sign-on are accepted (0 to 365).
    #[arg(long, value_name = "DAYS", default_value = "30", value_parser = clap::value_parser!(u16).range(0..=365))]
    grace_days: u16,
}

/// Runs one of the commands.
pub fn run(command: KeysCommand) -> Result<(), Failure> {
    match command {
        KeysCommand::Rotate(rotate) => {
            let (store, at) = open(&rotate.settings)?;
            // Made first, so that there is a key to rotate.
            store.keys()?;
            let until = store.rotate_signing_key(at, rotate.end_sessions)?;
            match rotate.end_sessions {
                true => say("New keys are in use. All sessions have ended."),
                false => {
                    say(format!("New keys are in use. The earlier ones are accepted until {} UTC.", minute(until)))
                }
            }
            if rotate.receipt_key {
                let key = store.rotate_receipt_key(at)?;
                say(format!("Receipts are signed with a new key: {}", written(&key.public)));
            }
            if rotate.sso_keys {
                // A key that ends has been replaced before.
                for key in store.sso_keys()?.iter().filter(|key| key.ends_at.is_none()) {
                    sso::replace(&store, key, at, rotate.grace_days)?;
                }
            }
        }
        KeysCommand::AdoptData { settings } => {
            let config = settings.resolve()?.config;
            data_dir::prepare_existing(&config.data_dir)?;
            let clock = Clock::system(config.time_zone.as_deref())?;
            let dir = config.data_dir.display().to_string();
            let app = App::open_and_adopt(config, clock)?;
            say(format!(
                "The accounts and the data of {dir} belong together now, data version {}.",
                app.warehouse.data_version()
            ));
            say(
                "Where the accounts are new or older, erase again the members that were erased since. Where a mapping \
                 hashes ids and the accounts are new, the same members get other ids from now on.",
            );
            if app.store.has_no_users()? {
                say("Nobody can sign in: add an account with bond user add.");
            }
        }
        KeysCommand::ResetClock { settings } => {
            let (store, _) = open(&settings)?;
            let clock = Clock::system(settings.resolve()?.config.time_zone.as_deref())?;
            let now = clock.machine();
            store.reset_clock(now, &clock.today().to_string())?;
            say(format!(
                "Sessions and links go by the machine's clock again: {} UTC. All sessions have ended.",
                minute(now)
            ));
        }
    }
    Ok(())
}
