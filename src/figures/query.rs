//! Puts what figures need as questions to the warehouse.

use super::filter::Choice;
use super::model::{Measure, Newcomers, Scan};
use super::profiles;
use super::resident_sums::ResidentSums;
use super::row_sums;
use super::source_query::{MOST_WINDOWS, SourceQuery};
use super::subset::{Subset, of_each_item};
use super::summaries::Summaries;
use crate::warehouse::Rows;
use crate::warehouse::aggregate::{Condition, Key};
use crate::warehouse::day::Day;
use crate::warehouse::question::{Changed, Computed, Items, OfRows, Output, Piece, Question, Relation, Span, Steps};

/// So many windows are a scan each, although one scan could do: each compares with constants and reads its own days only. To
/// plan more scans takes longer than to find the window of each row.
const MOST_SCANS: usize = 3;

impl SourceQuery {
    /// Whether one scan answers for all its windows.
    fn is_scanned_once(&self) -> bool {
        match self.source.scan {
            Scan::History => true,
            Scan::Reference | Scan::Overlaps => false,
            // Distinct members are counted in a scan of one window only.
            _ if self.subset.of_members() => false,
            scan => {
                let has_few_rows = scan == Scan::Few || self.sums().is_some();
                let are_few_scans = self.spans.len() <= MOST_SCANS;
                (has_few_rows && self.spans.len() > 1 && are_disjoint(&self.spans))
                    || (scan == Scan::Windows && !are_few_scans && Steps::of(&self.spans).is_some())
            }
        }
    }

    /// The most windows of one question.
    pub(super) fn windows_at_once(&self, sums: &ResidentSums) -> usize {
        let is_one = self.is_scanned_once() || self.reads_profiles() || self.whole_months(sums).is_some();
        if is_one { self.spans.len() } else { MOST_WINDOWS }
    }

    /// The chosen items, where they restrict the source's rows.
    pub(super) fn chosen(&self) -> Option<Items> {
        let Choice::Only(ids) = &self.items else { return None };
        self.source.items.column().map(|column| Items { column, ids: ids.clone() })
    }
}

/// The period number of the days between a span and the one before it (all earlier days, for the first), in
/// answers of [`Scan::History`] sources. Below 0, and its own inverse.
pub(super) const fn gap_before(period: i64) -> i64 {
    -1 - period
}

/// The question for what [`in_memory`] does not read: without parts where that is all. A window's number is the span's
/// index in the query, and the columns are the source's measures in declared order (those of members behind figures in a
/// query of their own).
pub(super) fn question(query: &SourceQuery, summaries: &Summaries) -> Question {
    if let Some(days) = query.newcomers {
        return of_newcomers(query, days);
    }
    let parts = if query.source.scan == Scan::History {
        of_history(query, &summaries.sums)
    } else if query.reads_profiles() {
        profiles::parts(query, &summaries.profiles)
    } else if let Some(windows) = query.whole_months(&summaries.sums) {
        row_sums::parts(&windows, &summaries.sums)
    } else {
        rows(query, &summaries.sums)
    };
    Question {
        source: query.source.id,
        items: query.chosen(),
        by: query.by,
        columns: columns(query),
        parts,
        newcomers: None,
        is_sampled: false,
    }
}

/// The question about newcomers.
fn of_newcomers(query: &SourceQuery, days: Span) -> Question {
    let mut question = from_rows(query);
    match query.source.newcomers {
        Newcomers::Rows | Newcomers::RowsOf(..) => question.newcomers = Some(days),
        Newcomers::FirstLogins => {}
        Newcomers::Unknown => question.parts.clear(),
    }
    question
}

/// The question about each member, or each of the sample, by whom its rows are; the columns of other measures are 0.
pub(super) fn of_members(query: &SourceQuery, measures: &[&str], is_sampled: bool) -> Question {
    let mut question = Question { by: Some(MEMBER), is_sampled, ..from_rows(query) };
    for column in &mut question.columns {
        column.output = column.output.filter(|_| measures.contains(&column.name));
    }
    question
}

/// The member of a row.
const MEMBER: Key = Key::Id("member_key");

/// The question about rows alone: nothing else knows members.
fn from_rows(query: &SourceQuery) -> Question {
    let windows = (0..).zip(query.spans.iter().copied());
    // Where columns of the rows are sums, rows change them.
    let changed = |(window, days): (i64, Span)| {
        Piece::Changes(vec![Changed { window, days, since: days.first, subtracts: false }])
    };
    let own = |(window, days)| Piece::Rows { relation: Relation::Rows, window, days };
    let parts = if query.reads_profiles() { windows.map(changed).collect() } else { windows.map(own).collect() };
    let mut question = Question {
        source: query.source.id,
        items: query.chosen(),
        by: query.by,
        columns: columns(query),
        parts,
        newcomers: None,
        is_sampled: false,
    };
    if let Newcomers::RowsOf(source, aggregates) = query.source.newcomers {
        question.source = source;
        let asked = question.columns.iter_mut().zip(aggregates).filter(|(column, _)| column.output.is_some());
        for (column, aggregate) in asked {
            column.output = Some(Output { rows: OfRows::Aggregate(*aggregate), column: column.name });
        }
    }
    question
}

/// What a query reads from memory: rows as of its question.
pub(super) fn in_memory(query: &SourceQuery, summaries: &Summaries) -> Rows {
    if query.reads_profiles() {
        profiles::in_memory(query, &summaries.profiles)
    } else if query.source.scan == Scan::History {
        let windows = if query.by.is_none() { history(&query.spans) } else { Vec::new() };
        row_sums::summed(query, &summaries.sums, windows)
    } else {
        row_sums::in_memory(query, &summaries.sums)
    }
}

/// Sums of all days up to the last window's end that are not in memory. Sums in memory are by nothing else.
fn of_history(query: &SourceQuery, sums: &ResidentSums) -> Vec<Piece> {
    let rest = |days: Span| if query.by.is_none() { sums.rest_of(days) } else { Some(days) };
    let windows: Vec<(i64, Span)> =
        history(&query.spans).into_iter().filter_map(|(window, days)| Some((window, rest(days)?))).collect();
    if windows.is_empty() { Vec::new() } else { vec![Piece::RowsOfEach { relation: Relation::Rows, windows }] }
}

/// Rows, or sums by day that are not in memory.
fn rows(query: &SourceQuery, sums: &ResidentSums) -> Vec<Piece> {
    let has_sums = query.sums().is_some();
    let relation = match query.source.scan {
        Scan::Reference => Relation::Reference,
        _ if has_sums => Relation::Sums,
        _ => Relation::Rows,
    };
    let rest = |days: Span| if has_sums { sums.rest_of(days) } else { Some(days) };
    let windows: Vec<(i64, Span)> =
        (0..).zip(&query.spans).filter_map(|(window, days)| Some((window, rest(*days)?))).collect();
    if query.is_scanned_once() && !windows.is_empty() {
        return vec![Piece::RowsOfEach { relation, windows }];
    }
    // One scan per window, also where windows of different lengths follow each other: each compares with a constant and
    // reads its own days only, which is quicker than a lookup of every row's period (docs/adr/0005).
    windows.into_iter().map(|(window, days)| Piece::Rows { relation, window, days }).collect()
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

/// The measures in declared order, with what each computes.
fn columns(query: &SourceQuery) -> Vec<Computed> {
    let listed = query.source.measures.iter().copied().filter(|measure| query.subset.lists(measure));
    let asked = |measure: &'static Measure| {
        let counted = of_each_item(measure, query.by).unwrap_or(measure);
        let rows = match query.subset {
            Subset::Whole(_) => OfRows::Aggregate(measure.aggregate),
            Subset::Additive(_) => OfRows::Aggregate(counted.aggregate),
            Subset::Members | Subset::People => OfRows::Members(measure.members_with.unwrap_or(Condition::Always)),
        };
        Output { rows, column: counted.id }
    };
    let has = |measure: &Measure| query.subset.has(measure, query.by);
    listed.map(|measure| Computed { name: measure.id, output: has(measure).then(|| asked(measure)) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::plan::CheckpointDays;
    use crate::figures::{ItemFilter, SOURCES, Source, content, emails, members, offers, website};
    use crate::warehouse::statement::write;
    use crate::warehouse::{Column, Value, clickhouse};

    fn query(source: &'static Source, spans: &[(i32, i32)]) -> SourceQuery {
        SourceQuery {
            source,
            spans: spans.iter().map(|(first, last)| Span { first: *first, last: *last }).collect(),
            items: Choice::All,
            by: None,
            subset: Subset::ALL,
            newcomers: None,
        }
    }

    fn of_items(query: &mut SourceQuery, items: &[i32], subset: Subset) {
        query.items = Choice::Only(items.to_vec());
        query.subset = subset;
    }

    /// The days that profiles are kept for.
    const KEPT: [i32; 3] = [9030, 9058, 9135];

    fn written(query: &SourceQuery) -> (String, Vec<Value>) {
        write(&question(query, &kept()))
    }

    fn kept() -> Summaries {
        let (by_day, by_month, by_item_month) = (KEPT.into(), KEPT.into(), vec![9070, 9100]);
        let profiles = CheckpointDays { by_day, by_month, by_item_month, ..CheckpointDays::default() };
        Summaries { profiles, ..Summaries::default() }
    }

    fn shown(query: &SourceQuery) -> String {
        shown_question(&question(query, &kept()))
    }

    fn shown_question(question: &Question) -> String {
        let (sql, values) = write(question);
        assert_eq!(sql.matches('?').count(), values.len(), "one value per placeholder: {sql}");
        let on_cluster = clickhouse::statement::written(question);
        let on_cluster = on_cluster.map_or_else(String::new, |sql| format!("\n-- on a cluster, the rows:\n{sql}"));
        format!("{sql}\n-- {values:?}{on_cluster}")
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
    fn rows_of_sampled_members_are_by_member() {
        let mut pairs = query(&offers::INTERACTION, &[(9000, 9030), (9010, 9040)]);
        of_items(&mut pairs, &[3], Subset::ADDITIVE);
        let of_pairs = of_members(&pairs, &["unique_views", "unique_clicks"], true);
        let buyers = SourceQuery { source: &offers::PARTNER, subset: Subset::Members, ..pairs };
        let of_buyers = of_members(&buyers, &["members"], false);
        let tenure = of_members(&query(&members::TENURE, &[(1, 9030)]), &["tenure_days"], true);
        insta::assert_snapshot!([of_pairs, of_buyers, tenure].each_ref().map(shown_question).join("\n\n"));
    }

    #[test]
    fn many_windows_without_kept_days_nearby() {
        let windows = [(9000, 9002), (9003, 9005), (9006, 9008), (9009, 9011)];
        insta::assert_snapshot!(shown(&query(&members::SESSION, &windows)));
    }

    #[test]
    fn many_windows_far_from_each_other() {
        let windows = [(9000, 9002), (9030, 9032), (9060, 9062), (9090, 9092)];
        insta::assert_snapshot!(shown(&query(&members::SESSION, &windows)));
    }

    #[test]
    fn registrations_as_of_each_month() {
        insta::assert_snapshot!(shown(&query(&members::REGISTRATION, &[(9000, 9030), (9031, 9058)])));
    }

    #[test]
    fn registrations_in_memory_take_no_statement() {
        let columns = [vec![8990, 9000, 9031], vec![1; 3], vec![1, 2, 4]].map(Column::Int);
        let sums = ResidentSums::new(false, &["registered"], Rows { len: 3, columns: columns.into() });
        let summaries = Summaries { sums, ..kept() };
        let mut months = query(&members::REGISTRATION, &[(9000, 9030), (9031, 9058)]);
        assert!(question(&months, &summaries).parts.is_empty());
        let expected = [[1, 1, 1], [gap_before(0), 0, 1], [1, 2, 4]].map(|column| Column::Int(column.into()));
        assert_eq!(in_memory(&months, &summaries).columns, expected);
        months.by = members::REGISTRATION_CHANNEL.column;
        months.subset = Subset::ADDITIVE;
        assert_eq!(question(&months, &summaries).parts.len(), 1, "channels are not in memory");
        assert_eq!(in_memory(&months, &summaries).len, 0);
    }

    #[test]
    fn messages_of_chosen_campaigns() {
        let mut query = query(&emails::MESSAGE, &[(9000, 9030)]);
        of_items(&mut query, &[3, 5], Subset::ADDITIVE);
        insta::assert_snapshot!(shown(&query));
    }

    #[test]
    fn views_of_each_article() {
        let mut query = query(&content::ARTICLE, &[(9000, 9030)]);
        query.by = content::BY_ARTICLE.column;
        query.subset = Subset::ADDITIVE;
        insta::assert_snapshot!(shown(&query));
    }

    #[test]
    fn distinct_members_of_chosen_offers() {
        let mut query = query(&offers::INTERACTION, &[(9000, 9030)]);
        assert!(!written(&query).0.contains("member_key"));
        of_items(&mut query, &[3, 1], Subset::Members);
        insta::assert_snapshot!(shown(&query));
        query.by = offers::BY_OFFER.column;
        query.subset = Subset::ADDITIVE;
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
        query.subset = Subset::ADDITIVE;
        insta::assert_snapshot!(shown(&query));
        query.spans.truncate(1);
        query.items = Choice::Only(vec![2]);
        insta::assert_snapshot!(shown(&query));
    }

    #[test]
    fn the_rest_of_chosen_offers_is_counted_without_members() {
        let mut query = query(&offers::INTERACTION, &[(9000, 9030)]);
        of_items(&mut query, &[3], Subset::ADDITIVE);
        assert!(!written(&query).0.contains("member_key"));
    }

    #[test]
    fn large_ids_are_looked_up_in_a_list() {
        let mut query = query(&emails::MESSAGE, &[(9000, 9030)]);
        of_items(&mut query, &[7, 2_147_483_647], Subset::ADDITIVE);
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
        by_device.subset = Subset::ADDITIVE;
        assert_eq!(shown(&by_device).matches("web_window").count(), 1, "sums by day have no devices");
    }

    #[test]
    fn many_windows_of_one_length_that_follow_each_other_are_one_scan() {
        let scans =
            |windows: &[(i32, i32)]| written(&query(&content::ARTICLE, windows)).0.matches("article_window").count();
        assert_eq!(scans(&[(9000, 9006), (9007, 9013), (9014, 9020), (9021, 9027)]), 1);
        assert_eq!(scans(&[(9000, 9006), (9007, 9013), (9014, 9020)]), 3, "few are a scan each");
        assert_eq!(scans(&[(9000, 9006), (9007, 9013), (9014, 9020), (9021, 9028)]), 4, "another length");
    }

    #[test]
    fn sums_are_read_where_they_have_what_is_wanted_and_rows_elsewhere() {
        let mut messages = query(&emails::MESSAGE, &[(9000, 9030)]);
        messages.by = emails::BY_CAMPAIGN.column;
        messages.subset = Subset::ADDITIVE;
        assert!(shown(&messages).contains("message_sums"));
        messages.subset = Subset::People;
        assert!(shown(&messages).contains("message_window"), "sums have no members");
        let mut sales = query(&offers::PARTNER, &[(9000, 9030)]);
        sales.by = offers::BY_PARTNER.column;
        sales.subset = Subset::ADDITIVE;
        assert!(shown(&sales).contains("partner_window"), "there are no sums");
    }

    #[test]
    fn whole_months_are_read_from_sums_and_the_days_around_them_from_rows() {
        // 25 July to 30 November, October, and days of November 2024.
        let mut views = query(&content::ARTICLE, &[(8972, 9100), (9040, 9070), (9080, 9095)]);
        views.by = content::BY_ARTICLE.column;
        views.subset = Subset::ADDITIVE;
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
        of_items(&mut partners, &[1], Subset::ADDITIVE);
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
        let profiles = CheckpointDays { by_day: vec![12, 25], by_month: vec![12, 18, 25], ..CheckpointDays::default() };
        let summaries = Summaries { profiles, ..Summaries::default() };
        for source in SOURCES {
            if matches!(source.newcomers, Newcomers::Rows | Newcomers::RowsOf(..)) {
                let measures: Vec<&str> = source.measures.iter().map(|measure| measure.id).collect();
                let (sql, values) = write(&of_members(&query(source, &[(10, 20), (15, 30)]), &measures, true));
                let rows = warehouse.query(0, sql.clone(), values).await.unwrap_or_else(|e| panic!("{e}: {sql}"));
                let counts = source.measures.iter().filter(|measure| !measure.people).count();
                assert_eq!((rows.len, rows.columns.len()), (0, 3 + counts), "{sql}");
            }
            let steps = &[(10, 19), (20, 29), (30, 39), (40, 49)];
            for spans in [&[(1, 32_767)][..], &[(10, 20), (21, 30)], &[(10, 20), (15, 30)], steps] {
                if source.scan == Scan::History && spans.windows(2).any(|pair| pair[1].0 <= pair[0].1) {
                    continue;
                }
                let mut query = query(source, spans);
                // Without items, profiles are all that there is to read.
                let has_rows = source.scan != Scan::Profiles || source.items != ItemFilter::None;
                for (items, subset) in [
                    (None, Subset::ALL),
                    (Some(&[][..]), Subset::ADDITIVE),
                    (Some(&[1]), Subset::ADDITIVE),
                    (Some(&[1]), Subset::Members),
                    (Some(&[1]), Subset::People),
                    (Some(&[i32::MAX]), Subset::ADDITIVE),
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
                    let (sql, values) = write(&question(&query, &summaries));
                    let rows = warehouse.query(0, sql.clone(), values).await.unwrap_or_else(|e| panic!("{e}: {sql}"));
                    let measures = source.measures.iter().filter(|measure| subset.lists(measure)).count();
                    assert_eq!((rows.len, rows.columns.len()), (0, 2 + measures), "{sql}");
                }
            }
        }
    }
}
