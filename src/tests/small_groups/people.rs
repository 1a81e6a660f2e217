//! Where a program has a sample of its members, the members behind figures are counted in the sample first. It must not
//! change which figures are shown.

use std::sync::Arc;

use bond::groupings::Grouping;
use bond::metrics::period::{Grain, Window};
use bond::metrics::{Engine, GroupKey, Levels, Metric, Selection};
use bond::screens::FIGURES;
use time::macros::date;

use crate::explain::usual;
use crate::wait;

#[test]
fn the_sample_hides_what_a_count_of_all_members_hides() {
    let program = usual();
    let mut metrics: Vec<&Metric> = Vec::new();
    for figure in FIGURES.iter() {
        if !metrics.iter().any(|known| std::ptr::eq(*known, figure.metric)) {
            metrics.push(figure.metric);
        }
    }
    // Whole months, parts of one at both ends, and before all data.
    let year = Window { start: date!(2025 - 03 - 31), end: date!(2026 - 03 - 02) };
    let early = Window { start: date!(2020 - 01 - 01), end: date!(2020 - 01 - 31) };
    let months = year.buckets(Grain::Month).into_iter().map(|month| month.window);
    let windows: Vec<Window> = [early].into_iter().chain(months).collect();
    let (mut few, mut enough) = (0, 0);
    for (minimum, first) in [(2, None), (40, None), (40, Some(Grouping::Tier)), (1000, Some(Grouping::Audience))] {
        let engine = Engine::new(Arc::clone(&program.app.app.warehouse), 1 << 26, 90).protecting(minimum);
        let catalogue = wait(engine.catalogue()).expect("a catalogue");
        let (selection, levels) = (Selection::default(), Levels { first, second: None });
        let exact = wait(engine.figures(&catalogue, &metrics, &windows, &selection, levels)).expect("figures");
        let shown = wait(engine.figures_to_show(&catalogue, &metrics, &windows, &selection, levels)).expect("figures");
        let of_groups = first.into_iter().flat_map(|grouping| catalogue.groups(grouping));
        let groups = of_groups.filter_map(|group| exact.index_of(GroupKey::One(group.id))).chain([0]);
        for group in groups {
            for (metric, period) in metrics.iter().flat_map(|metric| (0..windows.len()).map(move |at| (metric, at))) {
                let [exact, shown] = [&exact, &shown].map(|figures| figures.figure(metric, group, period));
                assert_eq!(
                    (shown.value, shown.is_few),
                    (exact.value, exact.is_few),
                    "{} of group {group} in {:?}, at least {minimum}",
                    metric.label,
                    windows[period]
                );
                *(if exact.is_few { &mut few } else { &mut enough }) += 1;
            }
        }
    }
    assert!(few > 100 && enough > 1000, "{few} few, {enough} not");
}
