//! Finds the sums of rows that a query can read in place of the rows.

use super::filter::Choice;
use super::model::Source;
use super::resident::Wanted;
use super::resident_sums::ResidentSums;
use super::source_query::{MOST_WINDOWS, SourceQuery};
use super::subset::{Subset, is_id, of_each_item};
use super::whole_months::{WholeMonths, days_around};
use crate::warehouse::aggregate::Key;
use crate::warehouse::feed::{self, Each, RowSums};
use crate::warehouse::question::{Piece, Relation, Span};
use crate::warehouse::{Column, Rows};

impl SourceQuery {
    /// The sums that it reads in place of rows.
    pub(super) fn sums(&self) -> Option<&'static RowSums> {
        of(self.source, Each::Day, &self.items, self.by, self.subset)
    }

    /// What its windows are read from where there are sums by month, unless the days around whole months are in too
    /// many places.
    pub(super) fn whole_months(&self, sums: &ResidentSums) -> Option<Vec<WholeMonths>> {
        of(self.source, Each::Month, &self.items, self.by, self.subset)?;
        let windows: Vec<WholeMonths> = self.spans.iter().map(|span| WholeMonths::of(*span, sums.through)).collect();
        let of_days = windows.iter().flat_map(|window| window.rows).flatten().count();
        let has_months = windows.iter().any(|window| window.months.is_some());
        (has_months && of_days <= MOST_WINDOWS).then_some(windows)
    }
}

/// The sums by day or month that answer a query: they have its measures, its items and what its rows are by.
fn of(source: &Source, each: Each, items: &Choice, by: Option<Key>, subset: Subset) -> Option<&'static RowSums> {
    let sums = of_source(source).filter(|sums| sums.each == each)?;
    let has_items = *items == Choice::All || source.items.column().is_some_and(|column| sums.item == Some(column));
    let has_value = by.is_none_or(|by| sums.item.is_some_and(|column| is_id(by, column)));
    let mut computed = source.measures.iter().filter(|measure| subset.has(measure, by));
    let has_measures = computed.all(|measure| sums.counts.iter().any(|(id, _)| *id == measure.id));
    (has_items && has_value && has_measures).then_some(sums)
}

/// Whether sums by month have what a query computes of one whole month.
pub(super) fn have_one_month(query: &SourceQuery) -> bool {
    let Some(sums) = of_source(query.source).filter(|sums| sums.each == Each::Month) else { return false };
    let computed = query.source.measures.iter().filter(|measure| query.subset.has(measure, query.by));
    let mut computed = computed.map(|measure| of_each_item(measure, query.by).unwrap_or(measure));
    computed.all(|measure| sums.columns().any(|(id, _)| id == measure.id))
}

/// The parts of windows: months whose sums are not in memory, and the rows of the days around whole months.
pub(super) fn parts(windows: &[WholeMonths], sums: &ResidentSums) -> Vec<Piece> {
    let months = (0..).zip(windows).flat_map(|(window, days)| days.months().map(move |month| (window, month)));
    let is_read = |(_, month): &(i64, i32)| sums.rest_of(Span { first: *month, last: *month }).is_some();
    let months: Vec<(i64, i32)> = months.filter(is_read).collect();
    let of_days = days_around(windows).map(|(window, days)| Piece::Rows { relation: Relation::Rows, window, days });
    let of_months = (!months.is_empty()).then_some(Piece::Months(months));
    of_months.into_iter().chain(of_days).collect()
}

/// The sums of a source's rows.
pub(super) fn of_source(source: &Source) -> Option<&'static RowSums> {
    feed::row_sums().map(|(_, sums)| sums).find(|sums| sums.source == source.id)
}

/// What a query reads of sums in memory: rows as of its question, which then has the rest.
pub(super) fn in_memory(query: &SourceQuery, sums: &ResidentSums) -> Rows {
    if query.sums().is_some() {
        summed(query, sums, (0..).zip(query.spans.iter().copied()))
    } else if let Some(windows) = query.whole_months(sums) {
        summed(query, sums, (0..).zip(windows).filter_map(|(window, days)| Some((window, days.months?))))
    } else {
        Rows::default()
    }
}

/// The sums in memory of numbered windows, given by days or months, as rows of a query.
pub(super) fn summed(query: &SourceQuery, sums: &ResidentSums, windows: impl IntoIterator<Item = (i64, Span)>) -> Rows {
    let measures = query.source.measures.iter().filter(|measure| !measure.people);
    let counts: Vec<Option<&str>> =
        measures.map(|measure| query.subset.has(measure, query.by).then_some(measure.id)).collect();
    // Sources without items have none to choose.
    let items = if query.source.items.column().is_some() { &query.items } else { &Choice::All };
    let wanted = Wanted { items, by_item: query.by.is_some(), counts: &counts };
    let mut columns = wanted.columns();
    for (window, days) in windows {
        sums.append_to(&mut columns, days, window, &wanted);
    }
    Rows { len: columns[0].len(), columns: columns.into_iter().map(Column::Int).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{content, website};

    #[test]
    fn sums_answer_unless_rows_are_by_something_else() {
        let by = website::BY_DEVICE.column;
        assert!(of(&website::WEB, Each::Day, &Choice::All, None, Subset::ALL).is_some());
        assert!(of(&website::WEB, Each::Day, &Choice::All, by, Subset::ADDITIVE).is_none());
        assert!(of(&content::ARTICLE, Each::Day, &Choice::All, None, Subset::ALL).is_none(), "by month");
    }

    #[test]
    fn windows_are_summed_from_what_is_in_memory() {
        // 1 December 2024 to 31 January 2025, and 20 January to 10 February.
        let spans = [(9101, 9162), (9151, 9172)].map(|(first, last)| Span { first, last });
        let of = |source, by: Option<Key>| SourceQuery {
            newcomers: None,
            source,
            spans: spans.into(),
            items: Choice::All,
            by,
            subset: if by.is_some() { Subset::ADDITIVE } else { Subset::ALL },
        };
        let rows = |columns: &[&[i64]]| Rows {
            len: columns[0].len(),
            columns: columns.iter().map(|column| Column::Int(column.to_vec())).collect(),
        };
        let shares = ResidentSums::new(false, &["shares", "prints"], rows(&[&[9150, 9151], &[1, 1], &[1, 2], &[4, 8]]));
        let found = in_memory(&of(&content::ACTION, None), &shares);
        assert_eq!(found, rows(&[&[1, 1], &[0, 1], &[3, 2], &[12, 8]]));
        let mut views =
            ResidentSums::new(true, &["views"], rows(&[&[9101, 9132, 9132], &[1, 1, 2], &[5, 5, 6], &[1, 2, 4]]));
        let found = in_memory(&of(&content::ARTICLE, content::BY_ARTICLE.column), &views);
        assert_eq!(found, rows(&[&[1, 2], &[0, 0], &[5, 6], &[3, 4]]), "February is not whole");
        let mut early = of(&content::ARTICLE, None);
        early.spans[0].last = 9160;
        assert_eq!(in_memory(&early, &views), rows(&[&[1], &[0], &[1]]), "nor is January");
        views.through = 9160;
        assert_eq!(in_memory(&early, &views), rows(&[&[1, 2], &[0, 0], &[3, 4]]), "there is nothing after its 30th");
    }
}
