//! Targets: what the figures of the program should reach in a month or a year.

pub mod routes;
pub mod stored;

use self::stored::TargetEntry;
use crate::app::App;
use crate::figures::target::TargetGrain;
use crate::screens::targets::{Target, TargetStart, aim};
use crate::store::StoreError;
use crate::store::saved::Visible;

impl App {
    /// The targets of the program. One of a figure that this release does not know is left out.
    ///
    /// # Errors
    /// If the store fails.
    pub fn targets(&self) -> Result<Vec<Target>, StoreError> {
        Ok(self.store.saved(Visible::All)?.iter().filter_map(|saved| known(&saved.item)).collect())
    }
}

/// A target as the store has it; None of a figure that this release does not know.
fn known(saved: &TargetEntry) -> Option<Target> {
    let TargetEntry { metric, yearly, starts, repeats, value, group, .. } = saved;
    let grain = if *yearly { TargetGrain::Year } else { TargetGrain::Month };
    let start = TargetStart::read(grain, starts)?;
    let target = Target { metric: metric.clone(), grain, start, repeats: *repeats, value: *value, group: *group };
    aim(metric).map(|_| target)
}
