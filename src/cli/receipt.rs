//! `bond verify-receipt` and `bond receipt-key`.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::Failure;
use super::output::{one_line, say};
use super::place::{self, Place};
use super::settings::{StoreFlags, WarehouseFlags};
use super::users::open;
use crate::clock::minute;
use crate::config::Config;
use crate::data_dir;
use crate::features::receipts::check::{CheckedQuote, Verdict, checked};
use crate::features::receipts::pasted::has_number;
use crate::features::receipts::tables::Viewer;
use crate::groupings::GroupsAsOf;
use crate::loads::control::{Client, Event, Request};
use crate::screens::receipts::{Receipt, read_key, verified, written};

/// The most bytes of a receipt.
const LARGEST: u64 = 7 << 20;

/// `bond verify-receipt`
#[derive(Args)]
pub struct Verify {
    /// The receipt as it was copied, or a text with the number of one; - reads it from standard input.
    file: PathBuf,
    /// The public key that must have signed it, as `bond receipt-key` prints it.
    #[arg(long, value_name = "BASE64", value_parser = key)]
    key: Option<[u8; 32]>,
    #[command(flatten)]
    settings: WarehouseFlags,
}

pub const VERIFY_EXAMPLES: &str = "\
Checks the signature; that needs nothing but the file. Without --key it is checked by the key in the receipt, which shows
that nobody has changed it since, and not who made it. With --data-dir the figure is computed again too, and compared;
that works while the server runs.

Of an answer to an agent, or of a table that has the number of a receipt, paste the text: with --data-dir Bond looks for the
answers that it kept, and says whether the text is genuine, altered or outdated.

Exit codes: 0 the signature is right, and the figure is the same; 1 the signature is wrong, or the key;
4 the figure was restated, or cannot be computed again.

Examples:
  bond verify-receipt receipt.json
  bond verify-receipt receipt.json --key 'KEY'
  bond verify-receipt receipt.json --data-dir D
  bond verify-receipt answer.txt --data-dir D";

/// `bond receipt-key`
#[derive(Args)]
pub struct PrintKey {
    #[command(flatten)]
    settings: StoreFlags,
}

pub const KEY_EXAMPLES: &str = "\
The first line is the key that signs now. Give it to whoever checks receipts elsewhere. `bond keys rotate --receipt-key`
replaces it.

Example:
  bond receipt-key --data-dir D";

fn key(text: &str) -> Result<[u8; 32], String> {
    read_key(text).ok_or_else(|| "expected 32 bytes in base64, as `bond receipt-key` prints them".to_owned())
}

/// Checks a receipt.
pub fn verify(command: Verify) -> Result<(), Failure> {
    let bytes = read(&command.file)?;
    let text = String::from_utf8_lossy(&bytes);
    let is_receipt = serde_json::from_slice::<Receipt>(&bytes).is_ok() || !has_number(&text);
    if is_receipt {
        let receipt = verified(&bytes, command.key).map_err(Failure::new)?;
        say_what(&receipt, command.key.is_some());
    }
    if !command.settings.gives("data_dir") {
        let why = "a number is known where the answer was kept: give --data-dir";
        return if is_receipt { Ok(()) } else { Err(Failure::usage(why)) };
    }
    let found = found(command.settings.resolve()?.config, &text)?;
    for quote in &found {
        let lines = if is_receipt { quote.says.clone() } else { quote.lines(str::to_owned) };
        lines.iter().for_each(|line| say(one_line(line)));
    }
    let has = |verdict: Verdict| found.iter().any(|quote| quote.verdict == verdict);
    match is_receipt {
        true if has(Verdict::Altered) => Err(Failure::new("the receipt is not one of this install's")),
        true if has(Verdict::Outdated) => {
            Err(Failure::problems("the figure was restated since the receipt was issued"))
        }
        true if has(Verdict::Unknown) => Err(Failure::problems("the figure of the receipt cannot be computed again")),
        false if has(Verdict::Altered) => Err(Failure::new("the text does not say what was answered")),
        false if has(Verdict::Unknown) => Err(Failure::new("a number is not known here")),
        false if has(Verdict::NotKept) => Err(Failure::problems("an answer is no longer kept")),
        false if has(Verdict::Outdated) => Err(Failure::problems("a figure is not what it was")),
        _ => Ok(()),
    }
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let fault = |error: std::io::Error| Failure::usage(format!("{}: {error}", file.display()));
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes).map_err(fault)?;
    } else {
        File::open(file).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(fault)?;
    }
    if bytes.len() as u64 > LARGEST {
        return Err(Failure::usage(format!("{} is larger than a receipt can be", file.display())));
    }
    Ok(bytes)
}

/// Whose receipt it is and what it says. Its texts are whoever's who signed it.
fn say_what(receipt: &Receipt, is_known: bool) {
    let shown = match (&receipt.figure, &receipt.score) {
        (Some(figure), _) => {
            figure.value.as_ref().map_or_else(|| "no value".to_owned(), |value| value.shown.to_string())
        }
        (None, Some(score)) => score.score.map_or_else(|| "no score".to_owned(), |score| score.to_string()),
        (None, None) => "nothing".to_owned(),
    };
    let (metric, window) = (&receipt.metric, &receipt.window);
    say(one_line(&format!(
        "The signature is right. {} ({}), {} to {}: {shown}.",
        metric.label, metric.id, window.start, window.end
    )));
    if receipt.filter.groups_as_of == Some(GroupsAsOf::Window) {
        say("It counts members in the groups that they were in on the last day of its window.");
    }
    say(one_line(&format!(
        "Issued {} by the program {:?}, install {}, Bond {}, data version {}.",
        receipt.issued_at, receipt.program, receipt.install, receipt.bond_version, receipt.data.version
    )));
    if is_known {
        say("It was signed with the key that you gave.");
    } else {
        say(format!("It was signed with the key {}.", receipt.key));
        say(
            "That key is the one in the receipt: compare it with what `bond receipt-key` prints there, or give that with --key.",
        );
    }
}

/// What is to be said of a receipt or a text, by the server where one runs.
fn found(config: Config, text: &str) -> Result<Vec<CheckedQuote>, Failure> {
    data_dir::prepare_existing(&config.data_dir)?;
    match place::find(&config)? {
        Place::Here(app) => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(Failure::new)?;
            let found = runtime.block_on(checked(&app, Viewer::OPERATOR, text));
            found.map_err(|error| Failure::new(&error.body().message))
        }
        Place::Served => {
            let request = Request::Check { text: text.to_owned() };
            let mut client = Client::ask(&config.data_dir, &request).map_err(Failure::new)?;
            match client.receive().map_err(Failure::new)? {
                Some(Event::Checked(found)) => serde_json::from_value(found).map_err(Failure::new),
                Some(Event::Refused(why)) => Err(Failure::new(why)),
                _ => Err(Failure::new("the server ended before it answered")),
            }
        }
    }
}

/// Prints the public key of an install, and those that it had before.
pub fn print_key(command: &PrintKey) -> Result<(), Failure> {
    let (store, at) = open(&command.settings)?;
    // Made first, so that there is one to print.
    store.receipt_key(at)?;
    for key in store.receipt_keys()? {
        match key.replaced_at {
            None => say(written(&key.public)),
            Some(replaced) => say(format!("{} (until {} UTC)", written(&key.public), minute(replaced))),
        }
    }
    Ok(())
}
