//! Figures of many windows, by group.

use std::collections::HashMap;

use futures_util::future::try_join;

use super::moves::{Counted, Pair};
use crate::figures::catalogue::{Catalogue, Selection};
use crate::figures::engine::Engine;
use crate::figures::model::Metric;
use crate::figures::period::Window;
use crate::figures::rollup::Figures;
use crate::figures::segment_groups::{GroupKey, Levels};
use crate::figures::table::{Figure, Table};
use crate::warehouse::WarehouseError;

/// The figures of pairs of windows, by group.
pub struct History {
    /// By pair, the place of the window in `of_now`, and of the earlier one in `of_before` (without it, in `of_now`).
    places: Vec<(usize, usize)>,
    of_now: Figures,
    of_before: Option<Figures>,
}

impl History {
    /// Reads the figures of all windows of `pairs`, which have the latest first and do not overlap.
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn read(
        engine: &Engine,
        catalogue: &Catalogue,
        metrics: &[&Metric],
        pairs: &[Pair],
        (selection, levels): (&Selection, Levels),
    ) -> Result<History, WarehouseError> {
        let sorted = |windows: &mut Vec<Window>| {
            windows.sort();
            windows.dedup();
        };
        let (mut now, mut before): (Vec<Window>, Vec<Window>) = pairs.iter().copied().unzip();
        let mut all = [now.as_slice(), &before].concat();
        [&mut now, &mut before, &mut all].into_iter().for_each(sorted);
        // Figures as of a day can only be read for windows that do not overlap.
        let is_one = all.windows(2).all(|two| two[0].end < two[1].start);
        let read = async |windows: &[Window]| engine.figures(catalogue, metrics, windows, selection, levels).await;
        let place = |windows: &[Window], window: Window| windows.binary_search(&window).unwrap_or_default();
        if is_one {
            let places = pairs.iter().map(|(now, before)| (place(&all, *now), place(&all, *before))).collect();
            return Ok(History { places, of_now: read(&all).await?, of_before: None });
        }
        let places = pairs.iter().map(|(one, other)| (place(&now, *one), place(&before, *other))).collect();
        let (of_now, of_before) = try_join(read(&now), read(&before)).await?;
        Ok(History { places, of_now, of_before: Some(of_before) })
    }

    /// The place of a group; None for one without members.
    pub fn group(&self, key: GroupKey) -> Option<usize> {
        self.of_now.index_of(key)
    }

    /// The operands of a metric of a group in the first `pairs` pairs.
    pub fn counted(&self, metric: &Metric, group: usize, pairs: usize) -> Vec<Counted> {
        let of_before = self.of_before.as_ref().unwrap_or(&self.of_now);
        let counted = |(now, before): &(usize, usize)| {
            (self.of_now.counted(metric, group, *now), of_before.counted(metric, group, *before))
        };
        self.places.iter().take(pairs).map(counted).collect()
    }

    /// Says who is behind the figures of the first pair, whose rows are by the place of their group.
    pub fn divide(&self, table: &mut Table, rows: &HashMap<usize, [usize; 2]>) {
        let of_before = self.of_before.as_ref().unwrap_or(&self.of_now);
        let (now, before) = self.places.first().copied().unwrap_or_default();
        for (side, (figures, period)) in [(&self.of_now, now), (of_before, before)].into_iter().enumerate() {
            let by_place = (0..figures.groups.len()).map(|place| rows.get(&place).map(|rows| rows[side]));
            table.divided(by_place.collect(), figures, (0, period));
        }
    }

    /// The figures of the first pair.
    pub fn figures(&self, metric: &Metric, group: usize) -> [Figure; 2] {
        let of_before = self.of_before.as_ref().unwrap_or(&self.of_now);
        let (now, before) = self.places.first().copied().unwrap_or_default();
        [self.of_now.figure(metric, group, now), of_before.figure(metric, group, before)]
    }
}
