//! The first member of a backup: what is in it, and by what it is checked.

use serde::{Deserialize, Serialize};

use crate::warehouse::copy::Contents;

/// The form of backups that this release makes and the latest that it reads.
pub(super) const FORMAT: u32 = 1;
/// Its name in the archive.
pub(super) const MANIFEST: &str = "manifest.json";

/// What is in a backup. In the archive it is `manifest.json`, the first member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// The form of the archive and of this manifest.
    pub format: u32,
    /// The version of Bond that made it.
    pub bond: String,
    /// The id of the install whose data it has; None in backups of releases before it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub install: Option<String>,
    /// When it was made, in seconds since 1970-01-01 UTC.
    pub made_at: i64,
    /// The schema of the store.
    pub store_schema: u32,
    /// What the warehouse contains.
    pub warehouse: Contents,
    /// The other members of the archive, in their order.
    pub members: Vec<Member>,
}

/// A file in a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Its name in the data directory.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl Manifest {
    /// The size of all members, in bytes.
    pub fn bytes(&self) -> u64 {
        self.members.iter().map(|member| member.bytes).sum()
    }

    /// Rows of all tables of the warehouse.
    pub fn rows(&self) -> u64 {
        self.warehouse.tables.iter().map(|table| table.rows).sum()
    }
}

/// A SHA-256 as text.
pub(super) fn hexadecimal(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
