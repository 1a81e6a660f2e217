//! The period whose changes are judged: the filter's, or the longest that can be.

use time::Date;

use crate::figures::Metric;
use crate::figures::filter::{YEARS, iso};
use crate::figures::insights::{LEAST_EARLIER, Pair, pairs};
use crate::figures::period::{Comparison, Window};
use crate::i18n::{Instead, dates};
use crate::screens::answers::Snapshot;
use crate::screens::insight_answers::InsteadOf;
use crate::screens::registry::CardFigure;

/// The days of the periods that are judged where the filter's cannot be, the longest first.
const LENGTHS: [u16; 6] = [180, 90, 60, 30, 14, 7];

/// A figure, with the number of pairs of windows for which there are data.
pub(super) type Covered = (&'static CardFigure, usize);

/// A period that can be judged.
pub(super) struct Judgeable {
    /// It and the one that it is compared with, and earlier ones.
    pub pairs: Vec<Pair>,
    pub figures: Vec<Covered>,
    /// What was asked for in its place, and why; None for the filter's own period.
    pub instead_of: Option<InsteadOf>,
}

impl Snapshot<'_> {
    /// The filter's period, or the longest that can be judged: one that ends with it or, if there is none, on the last loaded day.
    /// It is compared as the filter says or, if that cannot be, with the period before it. None if too little is loaded.
    pub(super) fn judgeable(
        &self,
        asked: Option<Window>,
        last: Date,
        figures: &[&'static CardFigure],
    ) -> Option<Judgeable> {
        let filter = self.filter;
        let compared = |window: Window, comparison: Comparison, dates: Option<Window>| {
            let pairs = pairs(window, comparison, dates, filter.calendar);
            let figures = figures.iter().map(|figure| (*figure, self.covered(figure.metric, &pairs)));
            let figures: Vec<Covered> = figures.filter(|(_, covered)| *covered > LEAST_EARLIER).collect();
            (!figures.is_empty()).then_some(Judgeable { pairs, figures, instead_of: None })
        };
        if let Some(own) = asked.and_then(|window| compared(window, filter.comparison, filter.compared_dates)) {
            return Some(own);
        }
        let same = Some(filter.comparison)
            .filter(|comparison| !matches!(comparison, Comparison::None | Comparison::SelectedDates));
        let comparisons: Vec<Comparison> = same
            .into_iter()
            .chain((same != Some(Comparison::PreviousPeriod)).then_some(Comparison::PreviousPeriod))
            .collect();
        let own = asked.filter(|_| same != Some(Comparison::PreviousPeriod));
        for end in asked.map(|window| window.end).into_iter().chain([last]) {
            let day = Window { start: end, end };
            // Most figures of a short period can be judged: one that leaves out many of them is too long.
            let least =
                compared(day.trailing(7), Comparison::PreviousPeriod, None).map_or(0, |short| short.figures.len());
            for comparison in &comparisons {
                let is_asked =
                    |window: &Window| asked.is_some_and(|asked| asked.end == end && asked.days() <= window.days());
                let shorter = LENGTHS.iter().map(|days| day.trailing(*days)).filter(|window| !is_asked(window));
                let longest = own.filter(|own| own.end == end).into_iter().chain(shorter);
                let found = longest
                    .filter_map(|window| compared(window, *comparison, None))
                    .find(|found| 2 * found.figures.len() >= least);
                if let Some(found) = found {
                    return Some(self.in_place_of(asked, *comparison, found));
                }
            }
        }
        None
    }

    /// The same with the reason why it is not the filter's period.
    fn in_place_of(&self, asked: Option<Window>, comparison: Comparison, found: Judgeable) -> Judgeable {
        let days = |window: Window| dates::days_in_words(window.start, window.end, self.language);
        let window = self.filter.window;
        let (now, before) = found.pairs[0];
        let in_words = days(window);
        let why = match asked {
            None => Instead::Empty(&in_words),
            Some(_) if self.filter.comparison == Comparison::None => Instead::NoComparison,
            Some(asked) if asked == now => Instead::OtherComparison,
            Some(_) => Instead::TooLong(&in_words),
        };
        let why = (self.language.texts().insights.instead)(why, &days(now), &days(before));
        let instead_of = InsteadOf { start_date: iso(window.start), end_date: iso(window.end), comparison, why };
        Judgeable { instead_of: Some(instead_of), ..found }
    }

    /// How many of the pairs, from the first on, all tables of a metric have data for; none without a day of the first.
    fn covered(&self, metric: &Metric, pairs: &[Pair]) -> usize {
        if !pairs.first().is_some_and(|(window, _)| self.catalogue.coverage.has_days(metric, *window)) {
            return 0;
        }
        let Ok(first) = self.catalogue.first_day_of(metric) else { return 0 };
        let is_covered = |(_, before): &&Pair| {
            first.is_none_or(|first| first <= before.start) && YEARS.contains(&before.start.year())
        };
        pairs.iter().take_while(is_covered).count()
    }
}
