//! Writes the analytics SQL around the sources' macros.
//!
//! Names come from the declarations only; every value is bound.

use super::kept_sums::KeptSums;
use super::model::{Measure, Scan};
use super::profiles;
use super::row_sums;
use super::source_query::{MOST_WINDOWS, SourceQuery};
use super::span::Span;
use super::subset::{Subset, of_each_item};
use super::summaries::Summaries;
use super::whole_months::WholeMonths;
use crate::warehouse::aggregate::Aggregate;
use crate::warehouse::day::Day;
use crate::warehouse::dialect::Dialect;
use crate::warehouse::{Rows, Value};

impl SourceQuery {
    /// The relation with its rows, a macro over the first and the last day.
    fn relation(&self) -> String {
        let kind = if self.sums().is_some() { "sums" } else { "window" };
        format!("memory.main.{}_{kind}", self.source.id)
    }

    /// Whether one scan answers for all its windows.
    fn is_scanned_once(&self) -> bool {
        match self.source.scan {
            Scan::History => true,
            Scan::Reference => false,
            scan => {
                let has_few_rows = scan == Scan::Few || self.sums().is_some();
                has_few_rows && self.spans.len() > 1 && are_disjoint(&self.spans) && !self.subset.of_members()
            }
        }
    }

    /// The most windows that one statement reads.
    pub(super) fn windows_per_statement(&self, sums: &KeptSums) -> usize {
        let is_one = self.is_scanned_once() || self.reads_profiles() || self.whole_months(sums).is_some();
        if is_one { self.spans.len() } else { MOST_WINDOWS }
    }
}

/// The period number of the days between a span and the one before it (all earlier days, for the first), in
/// answers of [`Scan::History`] sources. Below 0, and its own inverse.
pub(super) const fn gap_before(period: i64) -> i64 {
    -1 - period
}

/// The statement and its values. Columns: segment, period (the span's index in the query), the dimension's value
/// where there is one, then the source's measures in declared order (those of members behind figures in a query of their own); all BIGINT but for a
/// value that is text. A segment may have several rows of a period, which add up. What [`in_memory`] reads is left
/// out, so the statement may be empty.
pub(super) fn write(query: &SourceQuery, summaries: &Summaries) -> (String, Vec<Value>) {
    let mut values = Vec::new();
    let sql = if query.source.scan == Scan::History {
        by_day(query, &history(&query.spans), &mut values)
    } else if query.reads_profiles() {
        profiles::write(query, &summaries.profiles, &mut values)
    } else if let Some(windows) = query.whole_months(&summaries.sums) {
        by_month(query, &windows, &summaries.sums, &mut values)
    } else {
        let has_sums = query.sums().is_some();
        let rest = |span: Span| if has_sums { summaries.sums.rest_of(span) } else { Some(span) };
        let windows: Vec<(i64, Span)> =
            (0..).zip(&query.spans).filter_map(|(period, span)| Some((period, rest(*span)?))).collect();
        if query.is_scanned_once() && !windows.is_empty() {
            return (by_day(query, &windows, &mut values), values);
        }
        // One scan per window, also where windows follow each other: each compares with a constant and reads its own
        // days only, which is quicker than a lookup of every row's period (docs/decisions.md).
        let parts: Vec<String> =
            windows.iter().map(|(period, span)| one_window(query, *period, *span, &mut values)).collect();
        parts.join("\nunion all\n")
    };
    (sql, values)
}

/// What a query reads from memory: rows as of its statement.
pub(super) fn in_memory(query: &SourceQuery, summaries: &Summaries) -> Rows {
    if query.reads_profiles() {
        profiles::in_memory(query, &summaries.profiles)
    } else {
        row_sums::in_memory(query, &summaries.sums)
    }
}

/// Whether no day is in two of the spans.
fn are_disjoint(spans: &[Span]) -> bool {
    spans.windows(2).all(|pair| pair[0].last < pair[1].first)
}

/// The spans with the days that lie before and between them, so that every day up to the last is in exactly one.
///
/// Spans of a history source never overlap, but a year earlier there may be a day between them: 29 February, in
/// none of the rows that a clipped February and the March after it are compared with.
fn history(spans: &[Span]) -> Vec<(i64, Span)> {
    let mut numbered = Vec::with_capacity(spans.len() + 1);
    let mut next = i32::from(Day::FIRST.number());
    for (period, span) in (0..).zip(spans.iter().copied()) {
        if span.first > next {
            numbered.push((gap_before(period), Span { first: next, last: span.first - 1 }));
        }
        numbered.push((period, span));
        next = span.last + 1;
    }
    numbered
}

/// The statement over sums by month that are not in memory, and over the rows of the days around whole months.
fn by_month(query: &SourceQuery, windows: &[WholeMonths], kept: &KeptSums, values: &mut Vec<Value>) -> String {
    let mut months = (0..)
        .zip(windows)
        .flat_map(|(period, window)| window.months().map(move |month| (period, month)))
        .filter(|(_, month)| kept.rest_of(Span { first: *month, last: *month }).is_some())
        .peekable();
    let has_months = months.peek().is_some();
    let of_months = has_months.then(|| row_sums::of_months(query, &sums(query), months, values));
    let of_days = (0..)
        .zip(windows)
        .flat_map(|(period, window)| window.rows.into_iter().flatten().map(move |span| (period, span)));
    let of_days: Vec<String> = of_days.map(|(period, span)| one_window(query, period, span, values)).collect();
    of_months.into_iter().chain(of_days).collect::<Vec<_>>().join("\nunion all\n")
}

fn one_window(query: &SourceQuery, period: i64, span: Span, values: &mut Vec<Value>) -> String {
    values.extend([span.first, span.first, span.last].map(|day| Value::Int(i64::from(day))));
    let day = if query.source.scan == Scan::Reference { "integer" } else { "smallint" };
    let rows = format!(
        "from (select *, ?::{day} as since from {relation}(?::{day}, ?::{day}))\n\
         {filter}",
        relation = query.relation(),
        filter = query.item_filter(values),
    );
    // One row per member first, then count: half the time of a count(distinct) per measure.
    let rows = match query.subset {
        Subset::All | Subset::Only(_) | Subset::Additive => rows,
        Subset::Members | Subset::People => format!(
            "from (select segment_id, {each}\n{rows}group by segment_id, member_key{by})\n",
            each = members(query),
            by = by(query),
        ),
    };
    format!(
        "select segment_id::bigint, {period}::bigint as period, {columns}\n\
         {rows}group by segment_id{by}",
        columns = columns(query),
        by = by(query),
    )
}

/// For each member, one column per measure that counts members: true or false.
fn members(query: &SourceQuery) -> String {
    let of_measure = |measure: &&Measure| {
        measure.members_with.map(|rows| format!("bool_or({}) as {}", Dialect::DuckDb.condition(&rows), measure.id))
    };
    let counted = query.source.measures.iter().copied().filter(|measure| query.subset.has(measure, query.by));
    let measures = counted.filter_map(|measure| of_measure(&measure));
    value(query).into_iter().chain(measures).collect::<Vec<_>>().join(", ")
}

/// The dimension's value, where it is a column.
fn value(query: &SourceQuery) -> Option<String> {
    query.by.map(|by| format!("{} as item", Dialect::DuckDb.key(&by)))
}

fn by_day(query: &SourceQuery, numbered: &[(i64, Span)], values: &mut Vec<Value>) -> String {
    let list = |of: fn(&(i64, Span)) -> i32| Value::Ints(numbered.iter().map(of).collect());
    values.extend([list(|(period, _)| *period as i32), list(|(_, span)| span.first), list(|(_, span)| span.last)]);
    let first = numbered.first().map_or(1, |(_, span)| span.first);
    let last = numbered.last().map_or(0, |(_, span)| span.last);
    values.extend([first, last].map(|day| Value::Int(i64::from(day))));
    format!(
        "with period as (\n  \
           select unnest(?::integer[]) as period, unnest(?::integer[]) as first, unnest(?::integer[]) as last),\n\
         calendar as (\n  \
           select period, first::smallint as since, unnest(range(first, last + 1))::smallint as day from period)\n\
         select segment_id::bigint, period::bigint, {columns}\n\
         from {relation}(?::smallint, ?::smallint) join calendar using (day)\n\
         {filter}group by segment_id, period{by}",
        columns = columns(query),
        relation = query.relation(),
        filter = query.item_filter(values),
        by = by(query),
    )
}

/// The value and the measures, where rows are sums.
fn sums(query: &SourceQuery) -> String {
    let listed = query.source.measures.iter().filter(|measure| !measure.people);
    let measures = listed.map(|measure| match query.subset.has(measure, query.by) {
        true => format!("sum({0})::bigint as {0}", measure.id),
        false => format!("0::bigint as {}", measure.id),
    });
    value(query).into_iter().chain(measures).collect::<Vec<_>>().join(",\n  ")
}

fn columns(query: &SourceQuery) -> String {
    if query.sums().is_some() {
        return sums(query);
    }
    let value = match query.subset {
        Subset::All | Subset::Only(_) | Subset::Additive => value(query),
        Subset::Members | Subset::People => value(query).map(|_| "item".to_owned()),
    };
    let of_people = query.subset == Subset::People;
    let listed = query.source.measures.iter().filter(|measure| measure.people == of_people);
    let measures = listed.map(|measure| match query.subset {
        subset if !subset.has(measure, query.by) => format!("0::bigint as {}", measure.id),
        Subset::All | Subset::Only(_) => computed(&measure.aggregate, measure.id),
        Subset::Additive => computed(&of_each_item(measure, query.by).unwrap_or(measure).aggregate, measure.id),
        Subset::Members | Subset::People => format!("count_if({id})::bigint as {id}", id = measure.id),
    });
    value.into_iter().chain(measures).collect::<Vec<_>>().join(",\n  ")
}

fn computed(aggregate: &Aggregate, name: &str) -> String {
    format!("({})::bigint as {name}", Dialect::DuckDb.aggregate(aggregate))
}

fn by(query: &SourceQuery) -> &'static str {
    if query.by.is_some() { ", item" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::filter::Choice;
    use crate::metrics::plan::KeptDays;
    use crate::metrics::{ItemFilter, SOURCES, Source, content, emails, members, offers, website};

    fn query(source: &'static Source, spans: &[(i32, i32)]) -> SourceQuery {
        SourceQuery {
            source,
            spans: spans.iter().map(|(first, last)| Span { first: *first, last: *last }).collect(),
            items: Choice::All,
            by: None,
            subset: Subset::All,
        }
    }

    fn of_items(query: &mut SourceQuery, items: &[i32], subset: Subset) {
        query.items = Choice::Only(items.to_vec());
        query.subset = subset;
    }

    /// The days that profiles are kept for.
    const KEPT: [i32; 3] = [9030, 9058, 9135];

    fn written(query: &SourceQuery) -> (String, Vec<Value>) {
        write(query, &kept())
    }

    fn kept() -> Summaries {
        let (by_day, by_month, by_item_month) = (KEPT.into(), KEPT.into(), vec![9070, 9100]);
        let profiles = KeptDays { by_day, by_month, by_item_month, ..KeptDays::default() };
        Summaries { profiles, ..Summaries::default() }
    }

    fn shown(query: &SourceQuery) -> String {
        let (sql, values) = written(query);
        assert_eq!(sql.matches('?').count(), values.len(), "one value per placeholder: {sql}");
        format!("{sql}\n-- {values:?}")
    }

    #[test]
    fn one_window_of_logins() {
        insta::assert_snapshot!(shown(&query(&members::SESSION, &[(9000, 9364)])));
    }

    #[test]
    fn a_window_that_ends_before_a_kept_day() {
        insta::assert_snapshot!(shown(&query(&offers::PARTNER, &[(9000, 9052)])));
    }

    #[test]
    fn months_of_logins() {
        insta::assert_snapshot!(shown(&query(&members::SESSION, &[(9000, 9030), (9031, 9058)])));
    }

    #[test]
    fn overlapping_windows_of_logins() {
        insta::assert_snapshot!(shown(&query(&members::SESSION, &[(9000, 9090), (9031, 9120)])));
    }

    #[test]
    fn many_windows_without_kept_days_nearby() {
        let windows = [(9000, 9002), (9003, 9005), (9032, 9034), (9035, 9037)];
        insta::assert_snapshot!(shown(&query(&members::SESSION, &windows)));
    }

    #[test]
    fn registrations_as_of_each_month() {
        insta::assert_snapshot!(shown(&query(&members::REGISTRATION, &[(9000, 9030), (9031, 9058)])));
    }

    #[test]
    fn messages_of_chosen_campaigns() {
        let mut query = query(&emails::MESSAGE, &[(9000, 9030)]);
        of_items(&mut query, &[3, 5], Subset::Additive);
        insta::assert_snapshot!(shown(&query));
    }

    #[test]
    fn views_of_each_article() {
        let mut query = query(&content::ARTICLE, &[(9000, 9030)]);
        query.by = content::BY_ARTICLE.column;
        query.subset = Subset::Additive;
        insta::assert_snapshot!(shown(&query));
    }

    #[test]
    fn distinct_members_of_chosen_offers() {
        let mut query = query(&offers::INTERACTION, &[(9000, 9030)]);
        assert!(!written(&query).0.contains("member_key"));
        of_items(&mut query, &[3, 1], Subset::Members);
        insta::assert_snapshot!(shown(&query));
        query.by = offers::BY_OFFER.column;
        query.subset = Subset::Additive;
        assert!(!written(&query).0.contains("member_key"), "one row for each member and offer");
        query.source = &offers::PARTNER;
        query.subset = Subset::Members;
        insta::assert_snapshot!(shown(&query));
    }

    #[test]
    fn views_of_each_offer() {
        // October and November 2024, October to mid-November, more than half a year to mid-November, and two weeks.
        let mut query = query(&offers::INTERACTION, &[(9040, 9100), (9040, 9085), (8900, 9085), (9050, 9063)]);
        query.by = offers::BY_OFFER.column;
        query.subset = Subset::Additive;
        insta::assert_snapshot!(shown(&query));
        query.spans.truncate(1);
        query.items = Choice::Only(vec![2]);
        insta::assert_snapshot!(shown(&query));
    }

    #[test]
    fn the_rest_of_chosen_offers_is_counted_without_members() {
        let mut query = query(&offers::INTERACTION, &[(9000, 9030)]);
        of_items(&mut query, &[3], Subset::Additive);
        assert!(!written(&query).0.contains("member_key"));
    }

    #[test]
    fn large_ids_are_looked_up_in_a_list() {
        let mut query = query(&emails::MESSAGE, &[(9000, 9030)]);
        of_items(&mut query, &[7, 2_147_483_647], Subset::Additive);
        let (sql, values) = written(&query);
        assert!(sql.contains("campaign_id in (select unnest("), "{sql}");
        assert!(values.contains(&Value::Ints(vec![7, 2_147_483_647])));
    }

    #[test]
    fn few_rows_are_scanned_once_for_windows_that_do_not_overlap() {
        let disjoint = shown(&query(&website::WEB, &[(9000, 9030), (9031, 9058)]));
        assert_eq!(disjoint.matches("web_sums").count(), 1);
        insta::assert_snapshot!(disjoint);
        let overlapping = shown(&query(&website::WEB, &[(9000, 9090), (9031, 9120)]));
        assert_eq!(overlapping.matches("web_sums").count(), 2);
        let mut by_device = query(&website::WEB, &[(9000, 9030), (9031, 9058)]);
        by_device.by = website::BY_DEVICE.column;
        by_device.subset = Subset::Additive;
        assert_eq!(shown(&by_device).matches("web_window").count(), 1, "sums by day have no devices");
    }

    #[test]
    fn sums_are_read_where_they_have_what_is_wanted_and_rows_elsewhere() {
        let mut messages = query(&emails::MESSAGE, &[(9000, 9030)]);
        messages.by = emails::BY_CAMPAIGN.column;
        messages.subset = Subset::Additive;
        assert!(shown(&messages).contains("message_sums"));
        messages.subset = Subset::People;
        assert!(shown(&messages).contains("message_window"), "sums have no members");
        let mut sales = query(&offers::PARTNER, &[(9000, 9030)]);
        sales.by = offers::BY_PARTNER.column;
        sales.subset = Subset::Additive;
        assert!(shown(&sales).contains("partner_window"), "there are no sums");
    }

    #[test]
    fn whole_months_are_read_from_sums_and_the_days_around_them_from_rows() {
        // 25 July to 30 November, October, and days of November 2024.
        let mut views = query(&content::ARTICLE, &[(8972, 9100), (9040, 9070), (9080, 9095)]);
        views.by = content::BY_ARTICLE.column;
        views.subset = Subset::Additive;
        insta::assert_snapshot!(shown(&views));
        views.spans.remove(0);
        views.spans.remove(0);
        assert!(!shown(&views).contains("article_sums"), "no whole month");
        views.subset = Subset::People;
        views.spans = vec![Span { first: 9040, last: 9070 }];
        assert!(!shown(&views).contains("article_sums"), "sums have no members");
    }

    #[test]
    fn reference_tables_are_queried_with_dates_of_any_century() {
        insta::assert_snapshot!(shown(&query(&offers::OFFER, &[(-36_524, 36_888)])));
    }

    #[test]
    fn sources_without_items_ignore_item_lists() {
        let mut with_items = query(&members::SESSION, &[(1, 2)]);
        with_items.items = Choice::Only(vec![1]);
        assert_eq!(written(&with_items), written(&query(&members::SESSION, &[(1, 2)])));
        let mut partners = query(&offers::PARTNER, &[(1, 2)]);
        of_items(&mut partners, &[1], Subset::Additive);
        assert!(written(&partners).0.contains("offer_id"));
    }

    #[tokio::test]
    async fn every_source_answers_on_an_empty_warehouse_in_every_form() {
        let dir = tempfile::tempdir().expect("a directory");
        let limits = crate::warehouse::Limits {
            memory: "500MB".into(),
            threads: 1,
            temp_dir: dir.path().join("tmp"),
            temp_bytes: None,
        };
        let warehouse = crate::warehouse::Warehouse::open(dir.path(), &limits).expect("a warehouse");
        let profiles = KeptDays { by_day: vec![12, 25], by_month: vec![12, 18, 25], ..KeptDays::default() };
        let summaries = Summaries { profiles, ..Summaries::default() };
        for source in SOURCES {
            for spans in [&[(1, 32_767)][..], &[(10, 20), (21, 30)], &[(10, 20), (15, 30)]] {
                if source.scan == Scan::History && spans.windows(2).any(|pair| pair[1].0 <= pair[0].1) {
                    continue;
                }
                let mut query = query(source, spans);
                // Without items, profiles are all that there is to read.
                let has_rows = source.scan != Scan::Profiles || source.items != ItemFilter::None;
                for (items, subset) in [
                    (None, Subset::All),
                    (Some(&[][..]), Subset::Additive),
                    (Some(&[1]), Subset::Additive),
                    (Some(&[1]), Subset::Members),
                    (Some(&[1]), Subset::People),
                    (Some(&[i32::MAX]), Subset::Additive),
                ] {
                    // Distinct members are counted in scans of one window only.
                    let of_members = [Subset::Members, Subset::People].contains(&subset);
                    if of_members && !source.measures.iter().any(|measure| subset.has(measure, None)) {
                        continue;
                    }
                    match items {
                        Some(items) if has_rows => of_items(&mut query, items, subset),
                        Some(_) => continue,
                        None => {}
                    }
                    let (sql, values) = write(&query, &summaries);
                    let rows = warehouse.query(0, sql.clone(), values).await.unwrap_or_else(|e| panic!("{e}: {sql}"));
                    let is_column = |measure: &&&Measure| measure.people == (subset == Subset::People);
                    let measures = source.measures.iter().filter(is_column).count();
                    assert_eq!((rows.len, rows.columns.len()), (0, 2 + measures), "{sql}");
                }
            }
        }
    }
}
