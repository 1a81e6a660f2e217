//! Backups: one file with the store, the warehouse and the settings file, all of one data version.
//!
//! [`create`] copies both databases into `tmp/`, has a child process check the copies, packs them and reads back what
//! it wrote; [`make`] also notes it in the store, and only what is noted counts. [`verify`] and [`restore`] unpack a file, compare every SHA-256 and have a child process open the result.
//! [`upgrade`] makes a backup before a migration. A process that owns the data directory calls these: the server, or a
//! command while no server runs.

mod archive;
mod check;
mod create;
mod error;
mod history;
mod manifest;
mod name;
mod protection;
mod requested;
mod restore;
mod room;
mod seal;
pub mod upgrade;

pub use archive::glance;
pub use check::{COMMAND as CHECK_COMMAND, check_copy};
pub use create::{Made, Request, Site, create};
pub use error::BackupError;
pub use history::{is_ahead, is_unchanged, make, newest, note_made, note_unknown, note_verified, own};
pub use manifest::Manifest;
pub use name::{BackupName, Found, list};
pub use protection::{Key, Protection, passphrase};
pub use requested::{Passphrase, RequestedBackup};
pub use restore::{Ended, Restore, Restored, Unpacked, moved_aside, restore, unpack, verify};
pub use room::{FreeSpace, free_space};
