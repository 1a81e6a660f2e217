//! What windows read of profiles: sums of kept days, and the rows between these and the windows' ends.

use super::filter::Choice;
use super::plan::{Checkpoint, CheckpointDays, Plan};
use super::resident::Wanted;
use super::resident_rows::ResidentRows;
use super::row_sums;
use super::source_query::SourceQuery;
use super::subset::of_each_item;
use super::whole_months::WholeMonths;
use crate::warehouse::feed::ProfileKind;
use crate::warehouse::question::{self, Changed, OfProfile, Piece, Span};
use crate::warehouse::{Column, Rows};

/// The windows of a query, numbered, with what each is read from.
fn plans(query: &SourceQuery, kept: &CheckpointDays) -> Vec<(i64, Span, Plan)> {
    let plan = if query.profile_item().is_some() { Plan::by_item } else { Plan::of };
    (0..).zip(&query.spans).map(|(period, span)| (period, *span, plan(*span, kept))).collect()
}

/// The parts of a window that are in memory, and the days of each.
fn in_memory_of<'a>(
    query: &SourceQuery,
    kept: &'a CheckpointDays,
    window: &Checkpoint,
) -> [Option<(&'a ResidentRows, Span)>; 2] {
    let months = window.months_since.map(|first| (&kept.months, Span { first, last: window.day }));
    let days = window.days.map(|days| (&kept.days, days));
    [months, days].map(|part| part.filter(|(rows, _)| query.profile_item().is_none() && rows.has(window.day)))
}

/// The counts that the query sums, in the order of its measures; None for a measure that it does not compute.
fn counts(query: &SourceQuery) -> Vec<Option<&'static str>> {
    let listed = query.source.measures.iter().copied().filter(|measure| !measure.people);
    let counted = |measure| of_each_item(measure, query.by).unwrap_or(measure).id;
    listed.map(|measure| query.subset.has(measure, query.by).then(|| counted(measure))).collect()
}

/// What a query reads from memory: rows as of its question.
pub(super) fn in_memory(query: &SourceQuery, kept: &CheckpointDays) -> Rows {
    let counts = counts(query);
    // Rows by item are not in memory.
    let wanted = Wanted { items: &Choice::All, by_item: query.by.is_some(), counts: &counts };
    let mut columns = wanted.columns();
    for (period, _, plan) in plans(query, kept) {
        let Some(window) = plan.kept else { continue };
        for (rows, days) in in_memory_of(query, kept, &window).into_iter().flatten() {
            rows.append_to(&mut columns, window.day, days, period, &wanted);
        }
    }
    Rows { len: columns[0].len(), columns: columns.into_iter().map(Column::Int).collect() }
}

/// The parts of windows that are not in memory.
pub(super) fn parts(query: &SourceQuery, kept: &CheckpointDays) -> Vec<Piece> {
    let is_by_item = query.profile_item().is_some();
    // Few of the days that end months are kept by item.
    let has_months = is_by_item && row_sums::have_one_month(query);
    let month = |span: &Span| WholeMonths::of(*span, i32::MAX).only_month().filter(|_| has_months);
    let (of_one_month, mut plans): (Vec<_>, Vec<_>) =
        plans(query, kept).into_iter().partition(|(_, span, _)| month(span).is_some());
    for (_, _, Plan { kept: window, .. }) in &mut plans {
        let Some(window) = window else { continue };
        let [months, days] = in_memory_of(query, kept, window).map(|part| part.is_some());
        window.months_since = window.months_since.filter(|_| !months);
        window.days = window.days.filter(|_| !days);
    }
    // One scan of days takes less time than one of months and one of the days before them.
    if !is_by_item
        && let [(_, span, Plan { kept: Some(kept @ Checkpoint { months_since: Some(_), days: Some(_), .. }), .. })] =
            plans.as_mut_slice()
    {
        let days = Some(Span { first: span.first, last: kept.day });
        *kept = Checkpoint { day: kept.day, months_since: None, days, latest: None };
    }
    let of_profile = |of: fn(&Checkpoint) -> Option<Span>| -> Vec<question::ProfileRange> {
        let window = |(window, _, plan): &(i64, Span, Plan)| {
            let kept = plan.kept?;
            of(&kept).map(|days| question::ProfileRange { window: *window, day: kept.day, days })
        };
        plans.iter().filter_map(window).collect()
    };
    let months = of_profile(|kept| kept.months_since.map(|first| Span { first, last: kept.day }));
    let days = of_profile(|kept| kept.days);
    let latest = of_profile(|kept| kept.latest);
    let (of_months, of_days) = match is_by_item {
        true => (OfProfile::Table(ProfileKind::ItemMonths), OfProfile::ItemDays),
        false => (OfProfile::Table(ProfileKind::Months), OfProfile::Table(ProfileKind::Days)),
    };
    let one_month: Vec<(i64, i32)> =
        of_one_month.iter().filter_map(|(window, span, _)| Some((*window, month(span)?))).collect();
    let changed = |(window, span, plan): &(i64, Span, Plan)| {
        plan.rows.map(|days| Changed { window: *window, days, since: span.first, subtracts: plan.subtracts })
    };
    let changes: Vec<Changed> = plans.iter().filter_map(changed).collect();
    let mut parts = Vec::new();
    parts.extend((!one_month.is_empty()).then_some(Piece::Months(one_month)));
    let of_latest = OfProfile::Table(ProfileKind::LatestDays);
    for (table, windows) in [(of_months, months), (of_days, days), (of_latest, latest)] {
        parts.extend((!windows.is_empty()).then_some(Piece::Profile { table, windows }));
    }
    parts.extend((!changes.is_empty()).then_some(Piece::Changes(changes)));
    parts
}
