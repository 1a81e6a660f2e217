//! Compares every figure with a plain count over the raw rows, for random members, filters and windows and for all
//! grains: metric by metric through the engine, and call by call over HTTP, so that the declared screens are
//! checked too.
//!
//! The rows take the same path as real data: written as feed files, imported in several loads (a gap filled later,
//! days reloaded, members and offers changed), derived and queried. The count ([`plain`]) uses no recency columns,
//! segments or daily sums; the expected answer of each call ([`contract`]) is written from the definitions.

mod contract;
mod plain;
mod screens;
mod world;

use bond::groupings::ByGrouping;
use bond::metrics::filter::{Choice, Items};
use bond::metrics::members::*;
use bond::metrics::offers::{INTERACTION, PARTNER};
use bond::metrics::period::{Grain, Window};
use bond::metrics::{Formula, GroupKey, Levels, Metric, Polarity, Selection, Source, Term, Unit};
use bond::metrics::{content, emails, offers};
use time::Duration;
use time::macros::date;

use crate::{Program, wait};
use plain::{Chosen, Counter, Days, Fraction, History, Item, What, history};
use screens::{Filter, Screens, TODAY};
use world::{DAYS, FIRST, GROUPINGS, Random, World};

/// A metric that is one measure of a source.
fn plain_measure(
    source: &'static Source,
    id: &str,
    term: fn(&'static bond::metrics::Measure) -> Term,
) -> &'static Metric {
    let measure = source.measures.iter().find(|measure| measure.id == id).unwrap_or_else(|| panic!("{id}"));
    let sum = Box::leak(Box::new([(1, term(measure))]));
    Box::leak(Box::new(Metric {
        label: measure.id,
        unit: Unit::Count,
        polarity: Polarity::None,
        definition: "",
        formula: Formula::Sum(sum, 1),
    }))
}

/// Counts that need the whole history: their windows must not overlap.
const WITH_HISTORY: [What; 6] =
    [What::New, What::Registered, What::RegisteredBefore, What::Eligible, What::Dormant, What::TenureDays];

fn counts() -> Vec<(What, &'static Metric)> {
    vec![
        (What::Logins, &TOTAL_LOGINS),
        (What::UniqueLogins, &UNIQUE_LOGINS),
        (What::Returned, &UNIQUE_RETURN_LOGINS),
        (What::ReturnedMoreThanTwice, &RETURN_LOGINS_2_MORE),
        (What::Logins1To3, &LOGINS_1_3),
        (What::Logins4To7, &LOGINS_4_7),
        (What::Logins8To10, &LOGINS_8_10),
        (What::LoginsOver10, &LOGINS_10),
        (What::Active, &ACTIVE_MEMBERS),
        (What::Engaged, &ENGAGED_MEMBERS),
        (What::New, &NEW_REGISTERED),
        (What::Registered, &TOTAL_REGISTERED),
        (What::RegisteredBefore, &REGISTERED_BEFORE),
        (What::Eligible, &ELIGIBLE_MEMBERS),
        (What::Dormant, &DORMANT_MEMBERS),
        (What::TenureDays, plain_measure(&TENURE, "tenure_days", Term::AsOf)),
        (What::UniqueViews, plain_measure(&INTERACTION, "unique_views", Term::In)),
        (What::UniqueClicks, plain_measure(&INTERACTION, "unique_clicks", Term::In)),
        (What::MembersWithView, &offers::MEMBER_UNIQUE_VIEWS),
        (What::MembersWithClick, &offers::MEMBER_UNIQUE_CLICKS),
        (What::Buyers, plain_measure(&PARTNER, "members", Term::In)),
        (What::SavingsCents, plain_measure(&PARTNER, "savings_cents", Term::In)),
        (What::Campaigns, &emails::CAMPAIGNS),
        (What::Articles, &content::ARTICLES_VIEWED),
    ]
}

/// A ratio of two counts.
struct Rate {
    metric: &'static Metric,
    of: What,
    by: What,
    scale: (i128, i128),
    decimals: u32,
}

fn rates() -> Vec<Rate> {
    let percent = |metric, of, by| Rate { metric, of, by, scale: (100, 1), decimals: 2 };
    vec![
        percent(&INITIATION_RATE, What::Registered, What::Eligible),
        percent(&UNIQUE_LOGINS_RATE, What::UniqueLogins, What::Registered),
        percent(&RETURN_RATE, What::Returned, What::UniqueLogins),
        percent(&PROGRAM_ACTIVE_RATE, What::Active, What::Registered),
        percent(&PROGRAM_ENGAGEMENT_RATE, What::Engaged, What::Registered),
        percent(&RETENTION_RATE, What::Retained, What::RegisteredBefore),
        percent(&DORMANT_RATE, What::Dormant, What::Registered),
        Rate { metric: &AVERAGE_LOGINS, of: What::Logins, by: What::UniqueLogins, scale: (1, 1), decimals: 2 },
        // Days in months of 30.4375 days.
        Rate {
            metric: &AVERAGE_TENURE,
            of: What::TenureDays,
            by: What::Registered,
            scale: (10_000, 304_375),
            decimals: 1,
        },
    ]
}

struct Bench {
    program: Program,
    world: World,
    histories: Vec<History>,
    counts: Vec<(What, &'static Metric)>,
    rates: Vec<Rate>,
    compared: u64,
}

impl Bench {
    fn new(random: &mut Random) -> Bench {
        let program = Program::empty(TODAY);
        let world = World::loaded(random, &program.app);
        let histories = world.members.iter().map(history).collect();
        Bench { program, world, histories, counts: counts(), rates: rates(), compared: 0 }
    }

    /// Compares the figures of all windows, groups and metrics.
    ///
    /// `with_history`: whether to include figures that need the whole history; their windows must not overlap.
    fn compare(&mut self, windows: &[Window], selection: &Selection, levels: Levels, with_history: bool) {
        let counts: Vec<_> =
            self.counts.iter().filter(|(what, _)| with_history || !WITH_HISTORY.contains(what)).collect();
        let mut metrics: Vec<&Metric> = counts.iter().map(|(_, metric)| *metric).collect();
        if with_history {
            metrics.extend(self.rates.iter().map(|rate| rate.metric));
        }
        let figures = wait(async {
            let engine = &self.program.app.app.engine;
            let catalogue = engine.catalogue().await.expect("a catalogue");
            engine.figures(&catalogue, &metrics, windows, selection, levels).await.expect("figures")
        });

        let Selection { groups, offers, campaigns } = selection.clone();
        let counter = Counter::new(&self.world, &self.histories, Chosen { groups, offers, campaigns });
        // The groups a member belongs to, among those the selection shows.
        let mut expected: Vec<(GroupKey, Vec<usize>)> = vec![(GroupKey::Total, counter.members.clone())];
        for at in &counter.members {
            let shown = |grouping| {
                let ids = self.world.members[*at].groups(grouping).iter().copied();
                ids.filter(move |id| selection.groups[grouping].has(*id))
            };
            let mut keys = Vec::new();
            for first in levels.first.into_iter().flat_map(shown) {
                keys.push(GroupKey::One(first));
                keys.extend(levels.second.into_iter().flat_map(shown).map(|second| GroupKey::Two(first, second)));
            }
            for key in keys {
                match expected.iter_mut().find(|(other, _)| *other == key) {
                    Some((_, members)) => members.push(*at),
                    None => expected.push((key, vec![*at])),
                }
            }
        }

        assert_eq!(figures.groups.len(), expected.len(), "groups with members of {selection:?} by {levels:?}");
        for (key, members) in &expected {
            let index = figures.index_of(*key).unwrap_or_else(|| panic!("{key:?} of {selection:?} is missing"));
            for (period, window) in windows.iter().enumerate() {
                let days = Days { start: window.start, end: window.end };
                let number = |what: What| counter.number(what, members, days, &Item::All);
                let describe = |metric: &Metric| {
                    format!("{} of {key:?}, {window:?} ({period} of {}), {selection:?}", metric.label, windows.len())
                };
                for (what, metric) in &counts {
                    let found = metric.shown(figures.value(metric, index, period));
                    assert_eq!(found, number(*what) as f64, "{}", describe(metric));
                    self.compared += 1;
                }
                for rate in self.rates.iter().filter(|_| with_history) {
                    let found = rate.metric.shown(figures.value(rate.metric, index, period));
                    let (of, by) = (i128::from(number(rate.of)), i128::from(number(rate.by)));
                    let expected = Fraction::new(of * rate.scale.0, by * rate.scale.1).rounded(rate.decimals);
                    assert_eq!(found, expected, "{}", describe(rate.metric));
                    self.compared += 1;
                }
            }
        }
    }
}

fn random_window(random: &mut Random) -> Window {
    // From before the first day to after the last.
    let start = FIRST + Duration::days(random.below(DAYS + 60) as i64 - 30);
    let length = match random.below(6) {
        0 => random.below(3),
        1 => random.below(10),
        2 => 20 + random.below(20),
        3 => 60 + random.below(60),
        4 => 200 + random.below(300),
        _ => random.below(DAYS + 60),
    };
    Window::new(start, start + Duration::days(length as i64)).expect("start is before end")
}

fn random_choice(random: &mut Random, ids: &[i32]) -> Choice {
    if random.percent(60) { Choice::All } else { Choice::Only(random.some_of(ids)) }
}

fn random_selection(random: &mut Random) -> Selection {
    Selection {
        groups: ByGrouping([
            random_choice(random, &[1, 2, 3]),
            random_choice(random, &[1, 2]),
            random_choice(random, &[1, 2, 3]),
        ]),
        offers: Items {
            own: random_choice(random, &[1, 2, 3, 4, 5, 6, 7, 8]),
            kind: random_choice(random, &[1, 2, 3, 9]),
        },
        campaigns: Items {
            own: random_choice(random, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
            kind: random_choice(random, &[1, 2]),
        },
    }
}

fn random_levels(random: &mut Random) -> Levels {
    let first = random.one_of(&GROUPINGS);
    let second = random.one_of(&GROUPINGS);
    match random.below(3) {
        0 => Levels::default(),
        1 => Levels { first: Some(first), second: None },
        _ => Levels { first: Some(first), second: (second != first).then_some(second) },
    }
}

#[test]
fn figures_equal_a_plain_count_over_the_raw_rows() {
    let random = &mut Random(20_261_121);
    let mut bench = Bench::new(random);

    // The rows must be able to expose a wrong count: heavy users, several logins a day.
    let whole = Window::new(FIRST, FIRST + Duration::days(DAYS as i64)).expect("a window");
    let counter = Counter::new(&bench.world, &bench.histories, Chosen::default());
    let days = Days { start: whole.start, end: whole.end };
    let sum = |what: What| counter.number(what, &counter.members, days, &Item::All);
    let (logins, login_days) = (sum(What::Logins), sum(What::LoginDays));
    assert!(logins > 8_000 && login_days < logins * 95 / 100, "{logins} logins on {login_days} days");
    for what in [What::Logins1To3, What::Logins4To7, What::Logins8To10, What::LoginsOver10, What::Active, What::Engaged]
    {
        assert!(sum(what) > 5, "{what:?} occurs {} times", sum(what));
    }
    drop(counter);

    bench.compare(&[whole], &Selection::default(), Levels::default(), true);
    for round in 0..21 {
        let mut window = random_window(random);
        if round % 7 == 0 {
            window.start = date!(2025 - 02 - 02) + Duration::days(random.below(26) as i64);
            window.end = window.start + Duration::days(20 + random.below(300) as i64);
        }
        let (selection, levels) = (random_selection(random), random_levels(random));
        bench.compare(&[window], &selection, levels, true);
        for grain in [Grain::Month, Grain::Quarter, Grain::Year] {
            let windows: Vec<Window> = window.buckets(grain).into_iter().map(|bucket| bucket.window).collect();
            bench.compare(&windows, &selection, levels, true);
            // The same dates a year earlier: when February is clipped, the 29th is in none of them.
            let before: Vec<Window> = windows.iter().filter_map(|window| window.year_before()).collect();
            bench.compare(&before, &selection, Levels::default(), true);
        }
        let line: Vec<Window> = window.windows_up_to(8).into_iter().map(|bucket| bucket.window).collect();
        bench.compare(&line, &selection, Levels::default(), true);
    }
    for _ in 0..10 {
        let mut windows: Vec<Window> = (0..4).map(|_| random_window(random)).collect();
        windows.sort();
        let (selection, levels) = (random_selection(random), random_levels(random));
        bench.compare(&windows, &selection, levels, false);
    }
    assert!(bench.compared > 35_000, "{}", bench.compared);
}

#[test]
fn every_call_equals_a_plain_count_over_the_raw_rows() {
    let random = &mut Random(20_261_120);
    let bench = Bench::new(random);
    let mut screens = Screens {
        program: &bench.program,
        world: &bench.world,
        histories: &bench.histories,
        chance: 30,
        compared: (0, 0),
    };
    for _ in 0..40 {
        let filter = Filter::random(random);
        screens.compare(random, &filter);
    }
    let (compared, other_than_zero) = screens.compared;
    assert!(compared > 25_000 && other_than_zero > compared / 2, "{compared} numbers, {other_than_zero} not 0");
}
