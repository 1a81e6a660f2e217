//! Puts what figures need as questions to the warehouse.

use super::cover::{Read, ReadFrom, month_of, months_of, rows_alone};
use super::filter::Choice;
use super::model::{Measure, Newcomers};
use super::scans::{is_scanned_once, own_scan, row_scan, scans};
use super::source_query::{MOST_WINDOWS, SourceQuery};
use super::subset::{Subset, of_each_item};
use crate::warehouse::aggregate::{Condition, Key};
use crate::warehouse::feed::{Each, ProfileKind};
use crate::warehouse::question::{
    Changed, Computed, Items, MovedRows, OfProfile, Output, Piece, ProfileRange, Question, Relation, RowExpression,
    Span,
};

impl SourceQuery {
    /// The chosen items, if they restrict the source's rows.
    pub(super) fn chosen(&self) -> Option<Items> {
        let Choice::Only(ids) = &self.items else { return None };
        self.source.items.column().map(|column| Items { column, ids: ids.clone() })
    }
}

/// The questions for what is not in memory; none if all is. A window's number is the span's index in the query, and the
/// columns are the source's measures in declared order (those that count contributors in a query of their own).
pub(super) fn questions(query: &SourceQuery, reads: &[Read]) -> Vec<Question> {
    if let Some(days) = query.newcomers {
        let question = of_rows_alone(query, reads);
        let newcomers = matches!(query.source.newcomers, Newcomers::Rows | Newcomers::RowsOf(..)).then_some(days);
        let asked = |parts| Question { parts, newcomers, ..question.clone() };
        let own = (!question.parts.is_empty()).then(|| asked(question.parts.clone()));
        return own.into_iter().chain(moved(query, reads, asked)).collect();
    }
    let mut parts = Vec::new();
    let months = |read: &Read| months_of(read.days).map(|month| (read.window, month)).collect::<Vec<_>>();
    let months: Vec<(i64, i32)> = reads.iter().filter(|read| read.from == ReadFrom::Months).flat_map(months).collect();
    parts.extend((!months.is_empty()).then_some(Piece::Months(months)));
    for wanted in PROFILES {
        let of_table = reads.iter().filter_map(|Read { window, days, from }| match from {
            ReadFrom::Profile { table, day, is_resident: false } if *table == wanted => {
                Some(ProfileRange { window: *window, day: *day, days: in_table(wanted, *days) })
            }
            _ => None,
        });
        let windows: Vec<ProfileRange> = of_table.collect();
        parts.extend((!windows.is_empty()).then_some(Piece::Profile { table: wanted, windows }));
    }
    let changes: Vec<Changed> = reads.iter().filter_map(changed).collect();
    parts.extend((!changes.is_empty()).then_some(Piece::Changes(changes)));
    let rows: Vec<(Relation, i64, Span)> = reads.iter().filter_map(row_scan).collect();
    let is_one = !parts.is_empty() || is_scanned_once(query, &rows);
    let most = if is_one { usize::MAX } else { MOST_WINDOWS };
    let mut scans = rows.chunks(most.min(rows.len().max(1))).map(|rows| scans(query, rows));
    // Rows that are read in addition to profiles and months are in the same question.
    parts.extend(if is_one { scans.next().unwrap_or_default() } else { Vec::new() });
    let first = (!parts.is_empty()).then_some(parts);
    let asked = |parts| Question { parts, ..asking(query) };
    first.into_iter().chain(scans).map(asked).chain(moved(query, reads, asked)).collect()
}

/// The questions about members who moved.
fn moved(query: &SourceQuery, reads: &[Read], asked: impl Fn(Vec<Piece>) -> Question) -> Vec<Question> {
    let of_profile = query.reads_profiles();
    let pieces: Vec<Piece> = reads
        .iter()
        .filter_map(|read| {
            let Read { window, days, from } = *read;
            match from {
                ReadFrom::Moved { since, at, subtracts, is_resident: false } => {
                    Some(Piece::Moved { rows: MovedRows { days, since, at, subtracts }, window, of_profile })
                }
                ReadFrom::MovedSums { moved, is_resident: false } => {
                    let first = if moved.each == Each::Month { month_of(days.first) } else { days.first };
                    Some(Piece::MovedSums { window, days: Span { first, ..days }, moved })
                }
                _ => None,
            }
        })
        .collect();
    let of_segments = query.were.as_ref().and_then(|were| match &were.of {
        Choice::All => None,
        Choice::Only(segments) => Some(segments.clone()),
    });
    let between = query.were.as_ref().and_then(|were| were.between);
    let pairs_segments = query.were.as_ref().is_some_and(|were| were.by_pair);
    let question = |parts: &[Piece]| Question {
        of_segments: of_segments.clone(),
        between,
        pairs_segments,
        ..asked(parts.to_vec())
    };
    pieces.chunks(MOST_WINDOWS).map(question).collect()
}

/// The tables of profiles, in the order in which a statement reads them.
const PROFILES: [OfProfile; 5] = [
    OfProfile::Table(ProfileKind::ItemMonths),
    OfProfile::Table(ProfileKind::Months),
    OfProfile::ItemDays,
    OfProfile::Table(ProfileKind::Days),
    OfProfile::Table(ProfileKind::LatestDays),
];

/// Days as a table of profiles has them: months are known by their first days.
fn in_table(table: OfProfile, days: Span) -> Span {
    match table {
        OfProfile::Table(ProfileKind::Months | ProfileKind::ItemMonths) => Span { first: month_of(days.first), ..days },
        _ => days,
    }
}

fn changed(read: &Read) -> Option<Changed> {
    let Read { window, days, from: ReadFrom::Changes { since, subtracts } } = *read else { return None };
    Some(Changed { window, days, since, subtracts })
}

/// The question of a query, without parts.
fn asking(query: &SourceQuery) -> Question {
    Question {
        source: query.source.id,
        items: query.chosen(),
        by: query.by,
        columns: columns(query),
        parts: Vec::new(),
        newcomers: None,
        of_segments: None,
        between: None,
        pairs_segments: false,
        is_sampled: false,
    }
}

/// The question whose rows are by member: of all members, or of the sample. The columns of other measures are 0.
pub(super) fn of_members(query: &SourceQuery, measures: &[&str], is_sampled: bool) -> Question {
    let question = of_rows_alone(query, &rows_alone(query));
    let mut question = Question { by: Some(MEMBER), is_sampled, ..question };
    for column in &mut question.columns {
        column.output = column.output.filter(|_| measures.contains(&column.name));
    }
    question
}

/// The member of a row.
const MEMBER: Key = Key::Id("member_key");

/// The question about rows alone, each window by itself.
fn of_rows_alone(query: &SourceQuery, reads: &[Read]) -> Question {
    let of_changes = reads.iter().filter_map(changed).map(|changed| Piece::Changes(vec![changed]));
    let of_rows = reads.iter().filter_map(row_scan).map(|(relation, window, days)| own_scan(relation, window, days));
    let mut question = Question { parts: of_changes.chain(of_rows).collect(), ..asking(query) };
    if let Newcomers::RowsOf(source, aggregates) = query.source.newcomers {
        question.source = source;
        let asked = question.columns.iter_mut().zip(aggregates).filter(|(column, _)| column.output.is_some());
        for (column, aggregate) in asked {
            column.output = Some(Output { rows: RowExpression::Aggregate(*aggregate), column: column.name });
        }
    }
    question
}

/// The measures in declared order, with what each computes.
fn columns(query: &SourceQuery) -> Vec<Computed> {
    let listed = query.source.measures.iter().copied().filter(|measure| query.subset.lists(measure));
    let asked = |measure: &'static Measure| {
        let counted = of_each_item(measure, query.by).unwrap_or(measure);
        let rows = match query.subset {
            Subset::Whole(_) => RowExpression::Aggregate(measure.aggregate),
            Subset::Additive(_) => RowExpression::Aggregate(counted.aggregate),
            Subset::Members | Subset::Contributors => {
                RowExpression::Members(measure.members_with.unwrap_or(Condition::Always))
            }
        };
        Output { rows, column: counted.id }
    };
    let has = |measure: &Measure| query.subset.has(measure, query.by);
    listed.map(|measure| Computed { name: measure.id, output: has(measure).then(|| asked(measure)) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::cover::cover;
    use crate::figures::resident::{CheckpointDays, Summaries};
    use crate::figures::{ItemFilter, SOURCES, Scan, Source, content, emails, members, offers, website};
    use crate::warehouse::statement::write;
    use crate::warehouse::{Value, clickhouse};

    /// The only question of a query; about rows if sets of members would answer it.
    fn question(query: &SourceQuery, summaries: &Summaries) -> Question {
        let has_sets = query.member_sets().is_some();
        let reads = if has_sets { rows_alone(query) } else { cover(query, summaries) };
        let mut all = questions(query, &reads);
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    fn query(source: &'static Source, spans: &[(i32, i32)]) -> SourceQuery {
        SourceQuery {
            source,
            spans: spans.iter().map(|(first, last)| Span { first: *first, last: *last }).collect(),
            items: Choice::All,
            by: None,
            subset: Subset::ALL,
            newcomers: None,
            were: None,
        }
    }

    fn of_items(query: &mut SourceQuery, items: &[i32], subset: Subset) {
        query.items = Choice::Only(items.to_vec());
        query.subset = subset;
    }

    /// The checkpoints of profiles.
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
        messages.subset = Subset::Contributors;
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
        views.subset = Subset::Contributors;
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
                let counts = source.measures.iter().filter(|measure| !measure.counts_contributors).count();
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
                    (Some(&[1]), Subset::Contributors),
                    (Some(&[i32::MAX]), Subset::ADDITIVE),
                ] {
                    // Distinct members are counted in scans of one window only.
                    let of_members = [Subset::Members, Subset::Contributors].contains(&subset);
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
