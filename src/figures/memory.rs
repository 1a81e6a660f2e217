//! Sums what a query reads in memory.

use super::cover::{Read, ReadFrom, month_of};
use super::filter::Choice;
use super::resident::{ResidentRows, Summaries, Wanted};
use super::source_query::SourceQuery;
use super::subset::of_each_item;
use crate::warehouse::feed::{Each, ProfileKind};
use crate::warehouse::question::{OfProfile, Span};
use crate::warehouse::{Column, Rows};

/// The sums of the reads in memory, as rows like the answers to [`super::query::questions`], which have the others.
pub(super) fn in_memory(query: &SourceQuery, summaries: &Summaries, reads: &[Read]) -> Rows {
    let listed = query.source.measures.iter().copied().filter(|measure| query.subset.lists(measure));
    let counted = |measure| of_each_item(measure, query.by).unwrap_or(measure).id;
    let counts: Vec<Option<&str>> =
        listed.map(|measure| query.subset.has(measure, query.by).then(|| counted(measure))).collect();
    // Sources without items have none to choose.
    let items = if query.source.items.column().is_some() { &query.items } else { &Choice::All };
    let wanted = Wanted { items, by_item: query.by.is_some(), counts: &counts };
    let mut columns = wanted.columns();
    let is_by_month = query.row_sums(Each::Month).is_some();
    for Read { window, days, from } in reads {
        match from {
            ReadFrom::ResidentSums => {
                // Months are known by their first days.
                let first = if is_by_month { month_of(days.first) } else { days.first };
                summaries.sums.append_to(&mut columns, Span { first, ..*days }, *window, &wanted);
            }
            ReadFrom::MovedSums { moved, is_resident: true } => {
                let before = columns[0].len();
                let days = Span { first: month_of(days.first), ..*days };
                summaries.moved.append_to(&mut columns, moved.days.last, days, *window, &wanted);
                if moved.subtracts {
                    let counts = columns.iter_mut().skip(2).flat_map(|column| &mut column[before..]);
                    counts.for_each(|count| *count = -*count);
                }
            }
            ReadFrom::Profile { table, day, is_resident: true } => {
                let (rows, first): (&ResidentRows, i32) = match table {
                    OfProfile::Table(ProfileKind::Months) => (&summaries.profiles.months, month_of(days.first)),
                    _ => (&summaries.profiles.days, days.first),
                };
                rows.append_to(&mut columns, *day, Span { first, ..*days }, *window, &wanted);
            }
            _ => {}
        }
    }
    match columns[0].len() {
        // Without rows it has no columns: in the rows of the warehouse, the key may be text.
        0 => Rows::default(),
        len => Rows { len, columns: columns.into_iter().map(Column::Int).collect() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::cover::{cover, gap_before};
    use crate::figures::query::questions;
    use crate::figures::resident::ResidentSums;
    use crate::figures::subset::Subset;
    use crate::figures::{Source, content, members};
    use crate::warehouse::aggregate::Key;

    fn query(source: &'static Source, spans: [(i32, i32); 2], by: Option<Key>) -> SourceQuery {
        SourceQuery {
            newcomers: None,
            were: None,
            source,
            spans: spans.map(|(first, last)| Span { first, last }).into(),
            items: Choice::All,
            by,
            subset: if by.is_some() { Subset::ADDITIVE } else { Subset::ALL },
        }
    }

    fn rows(columns: &[&[i64]]) -> Rows {
        let (len, columns) = (columns[0].len(), columns.iter().map(|column| Column::Int(column.to_vec())).collect());
        Rows { len, columns }
    }

    /// The rows from memory, and how many statements read the rest.
    fn found(query: &SourceQuery, sums: &ResidentSums) -> (Rows, usize) {
        let summaries = Summaries { sums: sums.clone(), ..Summaries::default() };
        let reads = cover(query, &summaries);
        (in_memory(query, &summaries, &reads), questions(query, &reads).len())
    }

    #[test]
    fn windows_are_summed_from_what_is_in_memory() {
        // 1 December 2024 to 31 January 2025, and 20 January to 10 February.
        let spans = [(9101, 9162), (9151, 9172)];
        let shares = ResidentSums::new(false, &["shares", "prints"], rows(&[&[9150, 9151], &[1, 1], &[1, 2], &[4, 8]]));
        let of_shares = found(&query(&content::ACTION, spans, None), &shares);
        assert_eq!(of_shares, (rows(&[&[1, 1], &[0, 1], &[3, 2], &[12, 8]]), 0));
        let months = rows(&[&[9101, 9132, 9132], &[1, 1, 2], &[5, 5, 6], &[1, 2, 4]]);
        let mut views = ResidentSums::new(true, &["views"], months);
        let by_article = query(&content::ARTICLE, spans, content::BY_ARTICLE.column);
        let expected = rows(&[&[1, 2], &[0, 0], &[5, 6], &[3, 4]]);
        assert_eq!(found(&by_article, &views), (expected, 1), "February is not whole");
        let mut early = query(&content::ARTICLE, spans, None);
        early.spans[0].last = 9160;
        assert_eq!(found(&early, &views).0, rows(&[&[1], &[0], &[1]]), "nor is January");
        views.through = 9160;
        assert_eq!(found(&early, &views).0, rows(&[&[1, 2], &[0, 0], &[3, 4]]), "there is nothing after its 30th");
    }

    #[test]
    fn sums_of_all_days_take_no_statement() {
        let sums = ResidentSums::new(false, &["registered"], rows(&[&[8990, 9000, 9031], &[1; 3], &[1, 2, 4]]));
        let mut months = query(&members::REGISTRATION, [(9000, 9030), (9031, 9058)], None);
        assert_eq!(found(&months, &sums), (rows(&[&[1, 1, 1], &[gap_before(0), 0, 1], &[1, 2, 4]]), 0));
        months.by = members::REGISTRATION_CHANNEL.column;
        months.subset = Subset::ADDITIVE;
        let (rows, statements) = found(&months, &sums);
        assert_eq!((rows.len, statements), (0, 1), "channels are not in memory");
    }
}
