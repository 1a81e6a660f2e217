//! Issued and restated figures (docs/issued.md): headline figures of the whole program are issued once when their day is
//! closed by its load, and recomputed later from the data of that time.
//!
//! - `headline` says which figures are issued, and which day of each is closed.
//! - `issue` computes one with its receipt; who calls it keeps them.
//! - `restated` computes issued figures again and says which differ, `why` because of which loads. `wire` is the answer.

mod headline;
mod issue;
mod restated;
mod why;
mod wire;

pub use headline::{Closed, HEADLINES, headline};
pub use issue::exact;
pub use restated::{IssuedReceipts, LoadChanges, MOST_DAYS};
pub use wire::{ChangingLoad, IssuedAnswer, IssuedDay};
