//! Why a pull failed.

use crate::loads::IncomingError;
use crate::loads::mappings::MappingError;
use crate::store::StoreError;

/// Why a pull failed. Its text says what to do.
#[derive(Debug, thiserror::Error)]
pub enum PullError {
    #[error("there is no [pull.{0}] in the settings file")]
    Unknown(String),
    #[error("{0} is being asked already")]
    Busy(String),
    /// What the other system, or the way to it, is at fault.
    #[error("{0}")]
    Remote(String),
    #[error(transparent)]
    Files(#[from] IncomingError),
    #[error("[pull.{pull}] mapping: {source}")]
    Mapping { pull: String, source: MappingError },
    #[error("so many loads wait that no more are taken; try again when some have ended")]
    Full,
    #[error("stopped before everything had arrived; nothing was loaded")]
    Stopped,
    #[error(transparent)]
    Store(#[from] StoreError),
}
