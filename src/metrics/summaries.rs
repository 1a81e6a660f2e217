//! What a data version keeps of a source beside its rows.

use super::kept_sums::KeptSums;
use super::plan::KeptDays;

/// The kept days of a source's profiles and its sums by day or month, with what is in memory of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Summaries {
    pub profiles: KeptDays,
    pub sums: KeptSums,
}
