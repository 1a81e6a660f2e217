//! Changes of items: channels, partners, offers, articles, sources of visitors and search terms.

use super::change::{Asked, Change, Part, without};
use super::moves::{Counted, LEAST_EARLIER, Pair, Tested, tested};
use crate::figures::dimension::Dimension;
use crate::figures::engine::ItemQuery;
use crate::figures::explain::{self, Compared, Division, PartOfChange, hidden_parts};
use crate::figures::filter::iso;
use crate::figures::items::ItemFigures;
use crate::figures::model::{Formula, Metric};
use crate::figures::operands::Operands;
use crate::figures::period::Window;
use crate::figures::segment_groups::Levels;
use crate::figures::{content, members, offers, website};
use crate::warehouse::{Column, WarehouseError};

/// The items whose figures are tested: those that screens list and that stay for several periods. A campaign is sent once.
static TESTED: [&Dimension; 6] = [
    &members::REGISTRATION_CHANNEL,
    &offers::BY_PARTNER_OF_OFFER,
    &offers::BY_OFFER,
    &content::BY_ARTICLE,
    &website::BY_TRAFFIC_SOURCE,
    &website::BY_QUERY,
];

/// An item whose change is so many standard errors is left out of what others are compared with, and at most so many are.
const FAR: f64 = 5.0;
const MOST_FAR: usize = 5;

/// The changes of items that can be tested and may be shown. `wholes` are the numbers of everybody by the place of each figure;
/// None for a figure of which everybody's is not shown.
///
/// # Errors
/// Errors of the warehouse.
pub(super) async fn of_items(
    Asked { engine, catalogue, selection }: Asked<'_>,
    figures: &[(&'static Metric, usize)],
    wholes: &[Option<Vec<Counted>>],
    pairs: &[Pair],
) -> Result<Vec<Change>, WarehouseError> {
    let minimum = engine.minimum_members();
    // As explanations: who moved between groups tells too much of items.
    if catalogue.protects_moves() {
        return Ok(Vec::new());
    }
    let mut windows: Vec<Window> = pairs.iter().flat_map(|(now, before)| [*now, *before]).collect();
    windows.sort();
    windows.dedup();
    let place = |window: Window| windows.binary_search(&window).unwrap_or_default();
    let places: Vec<(usize, usize)> = pairs.iter().map(|(now, before)| (place(*now), place(*before))).collect();
    let mut changes = Vec::new();
    for dimension in TESTED {
        let division = Division::Items(dimension);
        let divided: Vec<usize> = (0..figures.len())
            .filter(|at| wholes[*at].is_some() && Division::of(figures[*at].0).contains(&division))
            .collect();
        if divided.is_empty() {
            continue;
        }
        let metrics: Vec<&Metric> = divided.iter().map(|at| figures[*at].0).collect();
        let query = ItemQuery {
            dimension,
            metrics: &metrics,
            windows: &windows,
            selection,
            levels: Levels::default(),
            with: None,
        };
        let items = engine.by_item(catalogue, &query).await?;
        let reach: Vec<usize> = if *dimension == offers::BY_PARTNER_OF_OFFER {
            // The same rows: they are by offer.
            let offers = engine.by_item(catalogue, &ItemQuery { dimension: &offers::BY_OFFER, ..query }).await?;
            let has_same = |item: usize| has_same_offers(&offers, &items.key(item), pairs[0]);
            (0..items.len).map(|item| if has_same(item) { pairs.len() } else { 0 }).collect()
        } else {
            (0..items.len).map(|item| there_in(&items, item, pairs)).collect()
        };
        for at in divided {
            let (metric, covered) = figures[at];
            let whole = wholes[at].as_deref().unwrap_or_default();
            let counted = |item: usize| -> Vec<Counted> {
                let of = |(now, before): &(usize, usize)| {
                    (items.counted(metric, item, *now), items.counted(metric, item, *before))
                };
                places.iter().take(covered).map(of).collect()
            };
            let all: Vec<Vec<Counted>> = (0..items.len).map(counted).collect();
            let compared = Compared { metric, now: pairs[0].0, before: pairs[0].1 };
            let Some(hidden) = hidden_items((compared, minimum), division, &whole[0], &all) else { continue };
            let is_few =
                |(now, before): &Counted| now.is_few(metric, minimum.into()) || before.is_few(metric, minimum.into());
            let is_shown = |item: &usize| {
                let rest = whole.iter().zip(&all[*item]).map(without);
                !hidden[*item] && (minimum == 0 || !all[*item].iter().cloned().chain(rest).any(|one| is_few(&one)))
            };
            let known = |item: usize| (item, began(metric, &all[item]).min(reach[item]));
            let known: Vec<(usize, usize)> =
                (0..items.len).filter(is_shown).map(known).filter(|(_, known)| *known > LEAST_EARLIER).collect();
            for (item, tested) in tested_apart(metric, whole, &all, &known) {
                let part = Part::Item { division, key: items.key(item), name: items.full_name(item) };
                let own = all[item][0].clone();
                let rest = without((&whole[0], &own));
                changes.push(Change::new((at, metric), Some(part), (own, whole[0].clone()), tested).beside(rest));
            }
        }
    }
    Ok(changes)
}

/// Tests the changes of items against those of all other items. `known` has each item with the number of pairs of windows in
/// which it is known. Items that changed by far are left out of the others, one after the other: if one source of visitors
/// fails, the others have not risen. Figures without a known sampling variance, such as money, are not tested: most items have
/// too few rows.
fn tested_apart(
    metric: &'static Metric,
    whole: &[Counted],
    all: &[Vec<Counted>],
    known: &[(usize, usize)],
) -> Vec<(usize, Tested)> {
    let mut left: Vec<(usize, usize)> = known.to_vec();
    let mut others = whole.to_vec();
    let mut found = Vec::new();
    loop {
        let test = |(item, known): &(usize, usize)| {
            let own = &all[*item][..*known];
            let rest: Vec<Counted> = others.iter().zip(own).map(without).collect();
            Some((*item, tested(metric, own, Some(&rest)).filter(|tested| tested.sampling > 0.0)?))
        };
        let tests: Vec<(usize, Tested)> = left.iter().filter_map(test).collect();
        let size = |(_, tested): &(usize, Tested)| tested.moved.abs() / tested.variance.max(tested.sampling).sqrt();
        let largest = tests.iter().max_by(|one, other| size(one).total_cmp(&size(other)));
        let Some(far) = largest.filter(|one| size(one) >= FAR && found.len() < MOST_FAR).copied() else {
            found.extend(tests);
            return found;
        };
        found.push(far);
        left.retain(|(item, _)| *item != far.0);
        others = others.iter().zip(&all[far.0]).map(without).collect();
    }
}

/// Whether each item is hidden in either window; None if all have to be.
fn hidden_items(
    (compared, minimum): (Compared, u16),
    division: Division,
    whole: &Counted,
    all: &[Vec<Counted>],
) -> Option<Vec<bool>> {
    if minimum == 0 {
        return Some(vec![false; all.len()]);
    }
    let pair = |(now, before): &Counted| explain::Pair { now: now.clone(), before: before.clone() };
    let first = |own: &Vec<Counted>| own[0].clone();
    let rest = all.iter().map(first).fold(whole.clone(), |left, own| without((&left, &own)));
    let is_nothing =
        |counted: &Counted| [&counted.0, &counted.1].into_iter().all(|one| one.numerator == 0 && one.denominator == 0);
    let part = |counted: &Counted| -> Option<PartOfChange> { (!is_nothing(counted)).then(|| (pair(counted), None)) };
    let parts: Vec<Option<PartOfChange>> = all.iter().map(first).chain([rest]).map(|one| part(&one)).collect();
    let hidden = hidden_parts((compared, minimum), division, &pair(whole), &parts)?;
    Some(hidden[..all.len()].iter().map(Option::is_some).collect())
}

/// In how many of the pairs, from the first on, an item was there: what begins or ends changes, but that is no news.
fn there_in(items: &ItemFigures, item: usize, pairs: &[Pair]) -> usize {
    let day = |name: &str| {
        let texts = items.attribute(name).map(Column::texts)?;
        texts.get(item).filter(|day| !day.is_empty()).cloned()
    };
    let (starts, ends) = (day("starts"), day("ends"));
    // Days as yyyy-mm-dd are in the order of time.
    let is_there = |(now, before): &&Pair| {
        starts.as_ref().is_none_or(|day| *day <= iso(before.start))
            && ends.as_ref().is_none_or(|day| iso(now.end) <= *day)
    };
    pairs.iter().take_while(is_there).count()
}

/// Whether most offers of a partner are there in both windows, or none in the later: that some begin or end is no news, that
/// all have ended is.
fn has_same_offers(offers: &ItemFigures, partner: &str, (now, before): Pair) -> bool {
    let texts = |name: &str| offers.attribute(name).map(Column::texts).unwrap_or_default();
    let (starts, ends) = (texts("starts"), texts("ends"));
    let partners = offers.attribute("partner_id").map(Column::ints).unwrap_or_default();
    let own = || (0..offers.len).filter(|offer| partners[*offer].to_string() == partner);
    // Days as yyyy-mm-dd are in the order of time; an offer without an end has an empty text there.
    let ends_before = |offer: usize, day: &str| !ends[offer].is_empty() && ends[offer].as_str() < day;
    let begins_by = |offer: usize, day: &str| starts[offer].as_str() <= day;
    let (first, middle, last) = (iso(before.start), iso(now.start), iso(now.end));
    let some = own().filter(|offer| begins_by(*offer, &last) && !ends_before(*offer, &first)).count();
    let left = own().filter(|offer| begins_by(*offer, &last) && !ends_before(*offer, &middle)).count();
    let through = own().filter(|offer| begins_by(*offer, &first) && !ends_before(*offer, &last)).count();
    2 * through > some || (left == 0 && some > 0)
}

/// How many of the pairs come after an item's first rows.
fn began(metric: &Metric, own: &[Counted]) -> usize {
    let has_any = |counted: &Operands| match metric.formula {
        Formula::Sum(..) => counted.numerator != 0,
        Formula::Ratio { .. } => counted.denominator != 0,
    };
    own.iter().rposition(|(_, before)| has_any(before)).map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::website::{AVERAGE_SESSION_DURATION, MEMBER_SESSIONS};

    /// The latest first.
    fn counted(values: &[i128]) -> Vec<Counted> {
        let of = |value: i128| Operands { numerator: value, denominator: 1_000, ..Operands::default() };
        values.windows(2).map(|pair| (of(pair[0]), of(pair[1]))).collect()
    }

    fn with(one: &[Counted], other: &[Counted]) -> Vec<Counted> {
        one.iter().zip(other).map(|(one, other)| (one.0.with(&other.0), one.1.with(&other.1))).collect()
    }

    /// While one source of visitors fails, the two others do as always: against all others they would seem to rise.
    #[test]
    fn what_moved_far_is_left_out_of_what_others_are_compared_with() {
        let fails = counted(&[3_000, 10_100, 9_900, 10_000, 10_100, 9_950, 10_000, 9_900, 10_050]);
        let steady = counted(&[5_050, 5_000, 5_040, 4_980, 5_010, 5_030, 4_970, 5_020, 5_000]);
        let other = counted(&[5_000, 5_020, 4_990, 5_010, 4_980, 5_000, 5_030, 4_990, 5_010]);
        let whole = with(&with(&fails, &steady), &other);
        let all = [steady.clone(), fails, other];
        let known: Vec<(usize, usize)> = (0..3).map(|item| (item, 8)).collect();
        let size = |tested: &Tested| tested.moved.abs() / tested.variance.max(tested.sampling).sqrt();
        let rest: Vec<Counted> = whole.iter().zip(&steady).map(without).collect();
        let alone = tested(&MEMBER_SESSIONS, &steady, Some(&rest)).expect("tested");
        assert!(alone.moved > 0.3 && size(&alone) > FAR, "{alone:?}");
        let apart = tested_apart(&MEMBER_SESSIONS, &whole, &all, &known);
        let of = |item: usize| apart.iter().find(|(at, _)| *at == item).map(|(_, tested)| *tested).expect("tested");
        assert!(of(1).moved < -1.0 && size(&of(1)) > FAR, "{:?}", of(1));
        assert!(size(&of(0)) < 2.0 && size(&of(2)) < 2.0, "{apart:?}");
        assert_eq!(apart.len(), 3);
        // Of a mean no sampling variance is known.
        assert!(tested_apart(&AVERAGE_SESSION_DURATION, &whole, &all, &known).is_empty());
    }

    #[test]
    fn what_was_before_the_first_rows_does_not_count() {
        assert_eq!(began(&MEMBER_SESSIONS, &counted(&[9, 8, 7, 0, 6, 0, 0])), 4);
        assert_eq!(began(&MEMBER_SESSIONS, &counted(&[9, 0, 0])), 0);
        assert_eq!(began(&MEMBER_SESSIONS, &counted(&[0, 8, 7])), 2, "it ended");
    }
}
