//! What the clients share: the system that is asked, its files, and texts.

use std::io::{Read, Write};

use crate::config::PullSettings;
use crate::egress::Egress;
use crate::random::random_id;

/// What asks a system.
pub struct Client<'a> {
    pub pull: &'a PullSettings,
    pub egress: &'a Egress,
    /// The program's time zone, in which a database writes times.
    pub zone: Option<String>,
}

/// A file of a system.
pub struct Found {
    pub name: String,
    pub bytes: u64,
    /// Its size and time, or what else differs when it has changed.
    pub version: String,
}

/// A system that has files. A fault is a sentence that says what to do.
pub trait HasFiles {
    /// All of its files, without those in folders.
    fn list(&mut self) -> Result<Vec<Found>, String>;
    /// Writes a file of the system to `to`.
    fn get(&mut self, name: &str, to: &mut dyn Write) -> Result<(), String>;
    /// Puts a file of so many bytes there. It has its name only when it is whole.
    fn put(&mut self, name: &str, from: &mut dyn Read, bytes: u64) -> Result<(), String>;
    /// Removes a file of the system.
    fn remove(&mut self, name: &str) -> Result<(), String>;
}

/// The name of the file of a query or an address: without an ending it is CSV.
pub(super) fn csv_name(name: &str) -> String {
    if name.contains('.') { name.to_owned() } else { format!("{name}.csv") }
}

/// The name that a file has while it is written. No pattern takes a name that begins with a dot.
pub(super) fn unfinished(name: &str) -> String {
    format!(".{name}.{}.part", random_id())
}

/// A text of somebody else, on one line and not too long.
pub(super) fn plain(text: &str) -> String {
    let letter = |letter: char| if letter.is_control() { ' ' } else { letter };
    // A library of TLS tells programmers where to read on.
    let text = text.split_once(": https://docs.rs/").map_or(text, |(text, _)| text);
    text.chars().map(letter).take(300).collect()
}
