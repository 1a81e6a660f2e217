//! Figures of windows of one length that end on different days, and so overlap.

use std::sync::Arc;

use futures_util::future::try_join_all;
use time::{Date, Duration};

use super::catalogue::{Catalogue, Selection};
use super::engine::{Engine, terms_of};
use super::model::{Metric, NOTICE_DAYS, Scan, Term};
use super::period::Window;
use super::rollup::{Figures, RowItems};
use super::segment_groups::{Levels, SegmentGroups};
use crate::warehouse::{Rows, WarehouseError};

/// The rows of a term.
enum Of {
    Windows(Arc<Rows>),
    /// The rows up to the last day of each window, and those up to the day before it. Windows of history must not
    /// overlap, so a window's own number is the difference.
    History {
        last: Option<Arc<Rows>>,
        before: Option<Arc<Rows>>,
    },
    /// The rows of each window by itself.
    EachWindow(Vec<Arc<Rows>>),
}

impl Engine {
    /// The figures of `metrics` in the windows of `days` days that end on each of `ends`, which ascend: one period
    /// each. There are no groups but the total.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] if `catalogue` is no longer the newest: retry with a new one.
    pub async fn rolling_figures(
        &self,
        catalogue: &Catalogue,
        metrics: &[&Metric],
        (ends, days): (&[Date], u16),
        selection: &Selection,
    ) -> Result<Figures, WarehouseError> {
        let groups = SegmentGroups::new(catalogue, &selection.groups, Levels::default());
        let windows: Vec<Window> = ends.iter().map(|end| Window { start: *end, end: *end }.trailing(days)).collect();
        let minimum = self.minimum_members();
        let read = terms_of(metrics, minimum > 0).into_iter().map(|term| {
            let of = (windows.as_slice(), &groups);
            async move { Ok::<_, WarehouseError>((term, self.rows_to(catalogue, term, of, selection).await?)) }
        });
        let mut figures = Figures::new(groups.keys.clone(), 1, windows.len(), minimum);
        for (term, of) in try_join_all(read).await? {
            let sums = |rows: Option<Arc<Rows>>| match (rows, term.measure()) {
                (Some(rows), Some(measure)) => figures.up_to(&groups, measure, &rows),
                _ => vec![0; windows.len()],
            };
            match of {
                Of::Windows(rows) => figures.add(&groups, term, &rows, &RowItems::One),
                Of::EachWindow(rows) => {
                    let numbers = rows.iter().map(|rows| figures.of_window(&groups, term, rows)).collect();
                    figures.add_numbers(term, numbers);
                }
                Of::History { last, before: None } => figures.add_numbers(term, sums(last)),
                Of::History { last: None, before } => figures.add_numbers(term, sums(before)),
                Of::History { last, before } => {
                    let within = sums(last).into_iter().zip(sums(before)).map(|(last, before)| last - before);
                    figures.add_numbers(term, within.collect());
                }
            }
        }
        Ok(figures)
    }

    async fn rows_to(
        &self,
        catalogue: &Catalogue,
        term: Term,
        (windows, groups): (&[Window], &SegmentGroups),
        selection: &Selection,
    ) -> Result<Of, WarehouseError> {
        let Some(measure) = term.measure().filter(|measure| measure.source.scan == Scan::History) else {
            return Ok(Of::Windows(self.rows_of(catalogue, term, windows, selection, groups).await?));
        };
        // A window that ends on another day counts other members, so that no number is a difference of two.
        if catalogue.counts_as_they_were() && !groups.of_everybody && !matches!(term, Term::AsOf(_)) {
            let each = windows
                .iter()
                .map(|window| self.rows_of(catalogue, term, std::slice::from_ref(window), selection, groups));
            return Ok(Of::EachWindow(try_join_all(each).await?));
        }
        let of_term = |window: &Window| match term {
            Term::Trailing(_) => window.trailing(self.dormant_days()),
            Term::TrailingToNotice(_) => window.trailing(self.dormant_days().saturating_sub(NOTICE_DAYS)),
            _ => *window,
        };
        let up_to = async |days: Vec<Date>| {
            self.rows_of(catalogue, Term::AsOf(measure), &between(&days), selection, groups).await.map(Some)
        };
        let last = windows.iter().map(|window| window.end).collect();
        let before = windows.iter().map(|window| of_term(window).start - Duration::DAY).collect();
        Ok(match term {
            Term::AsOf(_) => Of::History { last: up_to(last).await?, before: None },
            Term::Before(_) => Of::History { last: None, before: up_to(before).await? },
            _ => Of::History { last: up_to(last).await?, before: up_to(before).await? },
        })
    }
}

/// Windows that end on these days, which ascend, each from the day after the one before it.
fn between(days: &[Date]) -> Vec<Window> {
    let starts = days.first().copied().into_iter().chain(days.iter().map(|day| *day + Duration::DAY));
    starts.zip(days).map(|(start, end)| Window { start, end: *end }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn windows_between_days_do_not_overlap_and_leave_nothing_out() {
        let days = [date!(2026 - 03 - 01), date!(2026 - 03 - 02), date!(2026 - 03 - 05)];
        let starts = [date!(2026 - 03 - 01), date!(2026 - 03 - 02), date!(2026 - 03 - 03)];
        let expected = starts.into_iter().zip(days).map(|(start, end)| Window { start, end });
        assert_eq!(between(&days), expected.collect::<Vec<_>>());
        assert_eq!(between(&[]), []);
    }
}
