//! What is held about a member, for whoever asks for it: what an erasure would remove, found by the same lists.

use std::io;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::erase::{aside, entries, with_hashed};
use super::files::kept_root;
use super::redaction;
use crate::backup::{self, BackupError};
use crate::store::erased::Mention;
use crate::store::{Store, StoreError};
use crate::warehouse::erased::ErasedMembers;
use crate::warehouse::held::HeldMember;
use crate::warehouse::mapping::MemberKey;
use crate::warehouse::{Warehouse, WarehouseError};

/// All that is held about a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Held {
    /// The id that was asked for.
    pub id: String,
    /// Whether it was erased: Bond keeps a keyed hash of its id, so that no feed brings it back.
    pub erased: bool,
    /// What is loaded and computed: one member, or two where a mapping hashed the id in some files and not in others.
    pub members: Vec<HeldMember>,
    /// Where texts name it: those of loads, of the audit log, and what users wrote.
    pub mentions: Vec<Mention>,
    /// What may have it, and is not searched: files that were kept of loads, backups, and what was put aside.
    pub not_searched: Vec<String>,
}

impl Held {
    /// Whether there is nothing at all.
    pub fn is_empty(&self) -> bool {
        !self.erased && self.members.is_empty() && self.mentions.is_empty()
    }
}

/// Why it cannot be said.
#[derive(Debug, thiserror::Error)]
pub enum HeldError {
    #[error(transparent)]
    Warehouse(#[from] WarehouseError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Backups(#[from] BackupError),
    #[error("the files of the data directory cannot be listed: {0}")]
    Files(#[from] io::Error),
    #[error("{0}")]
    Worker(String),
}

/// Where things are that a member may be in.
#[derive(Clone)]
pub struct Places {
    pub store: Store,
    pub data_dir: PathBuf,
    pub backups: PathBuf,
}

/// All that is held about a member with this id, as it was before a mapping hashed it.
pub async fn held(warehouse: &Warehouse, places: Places, id: &str) -> Result<Held, HeldError> {
    let key = MemberKey(places.store.keys()?.member);
    let ids = with_hashed(&key, vec![id.to_owned()]);
    let members = warehouse.held(&ids).await?;
    let id = id.to_owned();
    let elsewhere = tokio::task::spawn_blocking(move || -> Result<Held, HeldError> {
        let listed = places.store.erased()?.into_iter().map(|member| (member.digest, member.keep_counts));
        let erased = ErasedMembers::new(key, listed);
        Ok(Held {
            erased: erased.find(&id).is_some(),
            mentions: places.store.mentions(&redaction::of_ids(&ids))?,
            not_searched: not_searched(&places.data_dir, &places.backups)?,
            id,
            members,
        })
    });
    elsewhere.await.map_err(|error| HeldError::Worker(error.to_string()))?
}

fn not_searched(data_dir: &Path, backups: &Path) -> Result<Vec<String>, HeldError> {
    let found = entries(&kept_root(data_dir))?.into_iter().chain(aside(data_dir)?);
    let found = found.chain(backup::list(backups)?.into_iter().map(|found| found.path));
    Ok(found.map(|path| path.display().to_string()).collect())
}
