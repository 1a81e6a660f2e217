//! Compares every figure with a plain count over the raw rows, for random members, filters and windows and for all
//! grains: metric by metric through the engine, and call by call over HTTP, so that the declared screens are
//! checked too.
//!
//! The rows take the same path as real data: written as feed files, imported in several loads (a gap filled later,
//! days reloaded, members and offers changed), derived and queried. The count ([`plain`]) uses no recency columns,
//! segments or daily sums; the expected answer of each call ([`contract`]) is written from the definitions.
//! `TEST_ROUNDS` sets how many filters (3 unless given, 12 for calls; others on each day), `TEST_CHANCE` how many in a hundred of the calls are
//! made with each filter (30).

mod causes;
mod certainty;
mod close;
mod contract;
mod moves;
mod newcomers;
mod plain;
pub(crate) mod screens;
pub(crate) mod world;

use std::collections::HashMap;
use std::sync::Arc;

use bond::figures::filter::{Choice, GroupsAsOf, Items};
use bond::figures::group_moves::{MEMBERS_BEFORE, MOVED_DOWN, MOVED_UP, NEWLY_JOINED, STAYED_RATE};
use bond::figures::members::*;
use bond::figures::offers::{INTERACTION, PARTNER};
use bond::figures::period::{Grain, Window};
use bond::figures::{Contributors, Engine, Formula, GroupKey, Levels, Metric, Polarity, Selection, Source, Term, Unit};
use bond::figures::{content, emails, offers};
use bond::groupings::{ByGrouping, Grouping};
use bond::scope::Scope;
use time::Duration;
use time::macros::date;

use bond::store::roles::USERS;

use crate::{Program, setting, todays_number, wait};
use plain::{Choices, Count, Counter, Days, Fraction, History, Item, Who, history};
use screens::{Filter, Screens};
use world::{DAYS, FIRST, GROUPINGS, Random, SEED, World};

/// A metric that is one measure of a source.
fn plain_measure(
    source: &'static Source,
    id: &str,
    term: fn(&'static bond::figures::Measure) -> Term,
) -> &'static Metric {
    let measure = source.measures.iter().find(|measure| measure.id == id).unwrap_or_else(|| panic!("{id}"));
    let sum = Box::leak(Box::new([(1, term(measure))]));
    Box::leak(Box::new(Metric {
        label: measure.id,
        unit: Unit::Count,
        polarity: Polarity::None,
        definition: "",
        formula: Formula::Sum(sum, 1),
        contributors: Contributors::Nobody,
    }))
}

/// Counts that need the whole history: their windows must not overlap.
const WITH_HISTORY: [Count; 6] =
    [Count::New, Count::Registered, Count::RegisteredBefore, Count::Eligible, Count::Dormant, Count::TenureDays];

fn counts() -> Vec<(Count, &'static Metric)> {
    vec![
        (Count::Logins, &TOTAL_LOGINS),
        (Count::UniqueLogins, &UNIQUE_LOGINS),
        (Count::Returned, &UNIQUE_RETURN_LOGINS),
        (Count::ReturnedMoreThanTwice, &RETURN_LOGINS_OVER_2),
        (Count::Logins1To3, &LOGINS_1_3),
        (Count::Logins4To7, &LOGINS_4_7),
        (Count::Logins8To10, &LOGINS_8_10),
        (Count::LoginsOver10, &LOGINS_OVER_10),
        (Count::Active, &ACTIVE_MEMBERS),
        (Count::Engaged, &ENGAGED_MEMBERS),
        (Count::OneFromActive, &ONE_SESSION_FROM_ACTIVE),
        (Count::OneFromEngaged, &ONE_SESSION_FROM_ENGAGED),
        (Count::SoonDormant, &SOON_DORMANT),
        (Count::New, &NEW_REGISTERED),
        (Count::Registered, &TOTAL_REGISTERED),
        (Count::RegisteredBefore, &REGISTERED_BEFORE),
        (Count::Eligible, &ELIGIBLE_MEMBERS),
        (Count::Dormant, &DORMANT_MEMBERS),
        (Count::Before, &MEMBERS_BEFORE),
        (Count::MovedUp, &MOVED_UP),
        (Count::MovedDown, &MOVED_DOWN),
        (Count::New, &NEWLY_JOINED),
        (Count::TenureDays, plain_measure(&TENURE, "tenure_days", Term::AsOf)),
        (Count::UniqueViews, plain_measure(&INTERACTION, "unique_views", Term::In)),
        (Count::UniqueClicks, plain_measure(&INTERACTION, "unique_clicks", Term::In)),
        (Count::MembersWithView, &offers::MEMBER_UNIQUE_VIEWS),
        (Count::MembersWithClick, &offers::MEMBER_UNIQUE_CLICKS),
        (Count::Buyers, plain_measure(&PARTNER, "members", Term::In)),
        (Count::SavingsCents, plain_measure(&PARTNER, "savings_cents", Term::In)),
        (Count::Campaigns, &emails::CAMPAIGNS),
        (Count::Articles, &content::ARTICLES_VIEWED),
    ]
}

/// A ratio of two counts.
struct Rate {
    metric: &'static Metric,
    of: Count,
    by: Count,
    scale: (i128, i128),
    decimals: u32,
}

fn rates() -> Vec<Rate> {
    let percent = |metric, of, by| Rate { metric, of, by, scale: (100, 1), decimals: 2 };
    vec![
        percent(&INITIATION_RATE, Count::Registered, Count::Eligible),
        percent(&UNIQUE_LOGINS_RATE, Count::UniqueLogins, Count::Registered),
        percent(&RETURN_RATE, Count::Returned, Count::UniqueLogins),
        percent(&PROGRAM_ACTIVE_RATE, Count::Active, Count::Registered),
        percent(&PROGRAM_ENGAGEMENT_RATE, Count::Engaged, Count::Registered),
        percent(&RETENTION_RATE, Count::Retained, Count::RegisteredBefore),
        percent(&STAYED_RATE, Count::StayedInTier, Count::Before),
        percent(&DORMANT_RATE, Count::Dormant, Count::Registered),
        Rate { metric: &AVERAGE_LOGINS, of: Count::Logins, by: Count::UniqueLogins, scale: (1, 1), decimals: 2 },
        // Days in months of 30.4375 days.
        Rate {
            metric: &AVERAGE_TENURE,
            of: Count::TenureDays,
            by: Count::Registered,
            scale: (10_000, 304_375),
            decimals: 1,
        },
    ]
}

/// A part of the rows that profiles and sums have in these tests.
const SOME_ROWS: i64 = 400;

struct Harness {
    program: Program,
    /// Over the same warehouse, with at most so many rows of each table in memory.
    with_fewer_in_memory: [(i64, Engine); 2],
    world: Arc<World>,
    histories: Vec<History>,
    counts: Vec<(Count, &'static Metric)>,
    rates: Vec<Rate>,
    compared: u64,
    /// Figures that differ between the two readings of groups.
    differing: usize,
    /// Members who moved, in the flows that were compared.
    moved: i64,
}

impl Harness {
    fn new() -> Harness {
        let (app, world) = World::prepared(SEED, |_| {});
        let program = Program { token: app.signed_in("ann", USERS), app };
        let histories = world.members.iter().map(history).collect();
        let (warehouse, config) = (&program.app.app.warehouse, &program.app.app.config);
        let engine = || Engine::new(Arc::clone(warehouse), config.cache_bytes, config.dormant_days);
        let with_fewer_in_memory = [0, SOME_ROWS].map(|rows| (rows, engine().with_rows_in_memory(rows)));
        Harness {
            program,
            with_fewer_in_memory,
            world,
            histories,
            counts: counts(),
            rates: rates(),
            compared: 0,
            differing: 0,
            moved: 0,
        }
    }

    /// Compares the figures of all windows, groups and metrics.
    ///
    /// `with_history`: whether to include figures that need the whole history; their windows must not overlap.
    fn compare(&mut self, windows: &[Window], selection: &Selection, levels: Levels, with_history: bool) {
        let [now, were] = [GroupsAsOf::Now, GroupsAsOf::Window]
            .map(|reading| self.compare_reading((windows, selection, levels), with_history, reading));
        self.compare_moves(windows, selection, levels);
        self.differing +=
            now.iter().filter(|(figure, value)| were.get(*figure).is_some_and(|were| were != *value)).count();
    }

    fn compare_reading(
        &mut self,
        (windows, selection, levels): (&[Window], &Selection, Levels),
        with_history: bool,
        reading: GroupsAsOf,
    ) -> HashMap<String, i64> {
        let mut found_counts = HashMap::new();
        let counts: Vec<_> =
            self.counts.iter().filter(|(what, _)| with_history || !WITH_HISTORY.contains(what)).collect();
        let mut metrics: Vec<&Metric> = counts.iter().map(|(_, metric)| *metric).collect();
        if with_history {
            metrics.extend(self.rates.iter().map(|rate| rate.metric));
        }
        let as_they_were = reading == GroupsAsOf::Window;
        let of_engine = async |engine: &Engine| {
            let catalogue = engine.catalogue_within(&Scope::All, reading).await.expect("a catalogue");
            engine.figures(&catalogue, &metrics, windows, selection, levels).await.expect("figures")
        };
        let read = || {
            let figures = wait(of_engine(&self.program.app.app.engine));
            (figures, self.with_fewer_in_memory.each_ref().map(|(rows, engine)| (*rows, wait(of_engine(engine)))))
        };
        // Servers do not know in which groups members were: these rows are read from the data directory.
        let (figures, with_fewer_in_memory) = if as_they_were { self.program.app.with_rows(read) } else { read() };

        let Selection { groups, offers, campaigns } = selection.clone();
        let chosen = Choices { groups, as_they_were, offers, campaigns };
        let counter = Counter::new(&self.world, &self.histories, chosen);
        // The groups with a member, or with one before, among those that the selection shows.
        let within = |who: &Who, grouping: Grouping| -> Vec<(i32, Who)> {
            let shown = (1..=4).filter(|id| selection.groups[grouping].has(*id));
            shown.map(|id| (id, who.within(grouping, id))).filter(|(_, who)| counter.has_any(who)).collect()
        };
        let mut expected: Vec<(GroupKey, Who)> = vec![(GroupKey::Total, counter.everyone.clone())];
        for (first, who) in levels.first.into_iter().flat_map(|grouping| within(&counter.everyone, grouping)) {
            let second = levels.second.into_iter().flat_map(|grouping| within(&who, grouping));
            expected.extend(second.map(|(second, who)| (GroupKey::Two(first, second), who)).collect::<Vec<_>>());
            expected.push((GroupKey::One(first), who));
        }

        assert_eq!(figures.groups.len(), expected.len(), "groups with members of {selection:?} by {levels:?}");
        for (key, who) in &expected {
            let index = figures.index_of(*key).unwrap_or_else(|| panic!("{key:?} of {selection:?} is missing"));
            for (period, window) in windows.iter().enumerate() {
                let days = Days { start: window.start, end: window.end };
                let number = |what: Count| counter.number(what, who, days, &Item::All);
                let describe = |metric: &Metric| {
                    format!(
                        "{} of {key:?}, {window:?} ({period} of {}), {selection:?}, {reading:?}",
                        metric.label,
                        windows.len()
                    )
                };
                for (what, metric) in &counts {
                    let found = metric.shown(figures.figure(metric, index, period).unsuppressed());
                    assert_eq!(found, number(*what) as f64, "{}", describe(metric));
                    found_counts.insert(format!("{what:?} of {key:?} in {period}"), number(*what));
                    for (rows, others) in &with_fewer_in_memory {
                        let same = others.figure(metric, index, period).unsuppressed()
                            == figures.figure(metric, index, period).unsuppressed();
                        assert!(same, "{} with {rows} rows of each table in memory", describe(metric));
                    }
                    self.compared += 1;
                }
                for rate in self.rates.iter().filter(|_| with_history) {
                    let found = rate.metric.shown(figures.figure(rate.metric, index, period).unsuppressed());
                    let (of, by) = (i128::from(number(rate.of)), i128::from(number(rate.by)));
                    let expected = Fraction::new(of * rate.scale.0, by * rate.scale.1).rounded(rate.decimals);
                    assert_eq!(found, expected, "{}", describe(rate.metric));
                    self.compared += 1;
                }
            }
        }
        found_counts
    }
}

impl Harness {
    /// Windows of 30 days that overlap have the figures of each by itself.
    fn compare_rolling(&mut self, last: time::Date, selection: &Selection) {
        let metrics = [&NEW_REGISTERED, &TOTAL_REGISTERED, &RETENTION_RATE, &UNIQUE_LOGINS_RATE, &AVERAGE_TENURE];
        let ends: Vec<time::Date> = [9, 8, 1, 0].map(|days| last - Duration::days(days)).to_vec();
        let engine = &self.program.app.app.engine;
        for reading in [GroupsAsOf::Now, GroupsAsOf::Window] {
            let catalogue = wait(engine.catalogue_within(&Scope::All, reading)).expect("a catalogue");
            let rolling = engine.rolling_figures(&catalogue, &metrics, (&ends, 30), selection);
            let rolling = self.program.app.with_rows(|| wait(rolling).expect("figures"));
            for (period, end) in ends.iter().enumerate() {
                let window = [Window { start: *end, end: *end }.trailing(30)];
                let alone = engine.figures(&catalogue, &metrics, &window, selection, Levels::default());
                let alone = self.program.app.with_rows(|| wait(alone).expect("figures"));
                for metric in metrics {
                    let [rolling, alone] = [rolling.figure(metric, 0, period), alone.figure(metric, 0, 0)];
                    assert!(
                        rolling.unsuppressed() == alone.unsuppressed(),
                        "{} up to {end}, {selection:?}, {reading:?}",
                        metric.label
                    );
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
    let mut harness = Harness::new();

    // The rows must be able to expose a wrong count: members with many logins, and with several a day.
    let whole = Window::new(FIRST, FIRST + Duration::days(DAYS as i64)).expect("a window");
    let counter = Counter::new(&harness.world, &harness.histories, Choices::default());
    let days = Days { start: whole.start, end: whole.end };
    let sum = |what: Count| counter.number(what, &counter.everyone, days, &Item::All);
    let (logins, login_days) = (sum(Count::Logins), sum(Count::LoginDays));
    assert!(logins > 8_000 && login_days < logins * 95 / 100, "{logins} logins on {login_days} days");
    for what in
        [Count::Logins1To3, Count::Logins4To7, Count::Logins8To10, Count::LoginsOver10, Count::Active, Count::Engaged]
    {
        assert!(sum(what) > 5, "{what:?} occurs {} times", sum(what));
    }
    drop(counter);

    harness.compare(&[whole], &Selection::default(), Levels::default(), true);
    // Other filters on each day.
    let random = &mut Random(todays_number());
    let rounds = setting("TEST_ROUNDS", 3);
    for round in 0..rounds {
        let mut window = random_window(random);
        if round % 7 == 0 {
            window.start = date!(2025 - 02 - 02) + Duration::days(random.below(26) as i64);
            window.end = window.start + Duration::days(20 + random.below(300) as i64);
        }
        let (selection, levels) = (random_selection(random), random_levels(random));
        harness.compare(&[window], &selection, levels, true);
        for grain in [Grain::Month, Grain::Quarter, Grain::Year] {
            let windows: Vec<Window> = window.buckets(grain).into_iter().map(|bucket| bucket.window).collect();
            harness.compare(&windows, &selection, levels, true);
            // The same dates a year earlier: when February is clipped, the 29th is in none of them.
            let before: Vec<Window> = windows.iter().filter_map(|window| window.year_before()).collect();
            harness.compare(&before, &selection, Levels::default(), true);
        }
        harness.compare_rolling(window.end, &selection);
        let line: Vec<Window> = window.windows_up_to(8).into_iter().map(|bucket| bucket.window).collect();
        harness.compare(&line, &selection, Levels::default(), true);
    }
    for _ in 0..rounds.div_ceil(2) {
        let mut windows: Vec<Window> = (0..4).map(|_| random_window(random)).collect();
        windows.sort();
        let (selection, levels) = (random_selection(random), random_levels(random));
        harness.compare(&windows, &selection, levels, false);
    }
    assert!(harness.compared > 1_000 * rounds, "{}", harness.compared);
    // The groups that members were in make a difference.
    assert!(harness.differing > 100 * rounds as usize, "{}", harness.differing);
    assert!(harness.moved > 100 * rounds as i64, "{}", harness.moved);
}

#[test]
fn every_call_equals_a_plain_count_over_the_raw_rows() {
    let harness = Harness::new();
    let (rounds, chance) = (setting("TEST_ROUNDS", 12), setting("TEST_CHANCE", 30));
    let mut screens = Screens {
        program: &harness.program,
        world: &harness.world,
        histories: &harness.histories,
        chance,
        compared: (0, 0),
    };
    let random = &mut Random(todays_number());
    for _ in 0..rounds {
        let filter = Filter::random(random);
        screens.compare(random, &filter);
    }
    let (compared, other_than_zero) = screens.compared;
    assert!(
        compared > 15_000 * rounds * chance / (40 * 30) && other_than_zero > compared / 3,
        "{compared} numbers, {other_than_zero} not 0"
    );
}
