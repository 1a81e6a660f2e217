//! Every figure that comes of logins and interactions against a plain count over the raw rows, on random members,
//! for windows that begin and end anywhere and for all grains.
//!
//! The rows go the true way: written as feed files, imported in several loads (a gap filled later, days loaded
//! again), derived, asked for through the engine. The count here knows nothing of recency columns, segments or
//! sums by day.

use std::collections::BTreeSet;

use bond::metrics::filter::{Choice, Grouping, Groups, Items};
use bond::metrics::members::*;
use bond::metrics::offers::INTERACTION;
use bond::metrics::period::{Grain, Window};
use bond::metrics::{Formula, GroupKey, Levels, Metric, Polarity, Selection, Source, Term, Unit};
use time::macros::{date, datetime};
use time::{Date, Duration, PrimitiveDateTime};

use crate::{TestApp, wait};

const MEMBERS: usize = 300;
const FIRST: Date = date!(2023 - 01 - 01);
const DAYS: u64 = 1096; // to 2025-12-31, with a 29 February
const GROUPINGS: [Grouping; 3] = [Grouping::Tier, Grouping::Lob, Grouping::Audience];

/// Numbers that are the same in every run (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// 0 to below `end`.
    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }

    /// Any of the ids, each with even odds.
    fn some_of(&mut self, ids: &[i32]) -> Vec<i32> {
        ids.iter().copied().filter(|_| self.percent(50)).collect()
    }
}

#[derive(Default)]
struct Member {
    tier: i32,
    lob: i32,
    audiences: Vec<i32>,
    eligible_on: Option<Date>,
    logins: Vec<PrimitiveDateTime>,
    /// When, offer, whether a redeem click.
    interactions: Vec<(PrimitiveDateTime, i32, bool)>,
}

impl Member {
    fn groups(&self, grouping: Grouping) -> &[i32] {
        match grouping {
            Grouping::Tier => std::slice::from_ref(&self.tier),
            Grouping::Lob => std::slice::from_ref(&self.lob),
            Grouping::Audience => &self.audiences,
        }
    }

    fn is_chosen(&self, groups: &Groups) -> bool {
        GROUPINGS.iter().all(|grouping| self.groups(*grouping).iter().any(|id| groups.of(*grouping).has(*id)))
    }
}

/// When a member logs in: bursts of days in a row, long silences, several times a day, at midnight.
fn random_member(random: &mut Random) -> Member {
    let mut member = Member {
        tier: random.below(3) as i32 + 1,
        lob: random.below(2) as i32 + 1,
        audiences: match random.some_of(&[1, 2, 3]) {
            none if none.is_empty() => vec![random.below(3) as i32 + 1],
            some => some,
        },
        eligible_on: Some(FIRST + Duration::days(random.below(DAYS + 200) as i64 - 100)),
        ..Member::default()
    };
    let wanted = match random.below(100) {
        0..15 => 0,
        15..40 => 1 + random.below(6),
        40..80 => 8 + random.below(35),
        _ => 60 + random.below(200),
    };
    let mut day = random.below(DAYS);
    while (member.logins.len() as u64) < wanted {
        let at = (FIRST + Duration::days(day as i64)).midnight();
        let second = if random.percent(5) { random.one_of(&[0, 86_399]) } else { random.below(86_400) };
        let login = at + Duration::seconds(second as i64);
        member.logins.push(login);
        if random.percent(3) {
            member.logins.push(login);
        }
        // 0 is the same day again, 1 the next.
        let gap = match random.below(100) {
            0..15 => 0,
            15..50 => 1,
            50..80 => 2 + random.below(12),
            80..95 => 15 + random.below(80),
            _ => random.below(DAYS),
        };
        day = (day + gap) % DAYS;
    }
    for at in 0..member.logins.len() {
        if random.percent(45) {
            for _ in 0..random.one_of(&[1, 1, 2, 3]) {
                // Around the 24 hours after which an interaction belongs to no session.
                let later = random.one_of(&[0, 1, 60, 3_600, 40_000, 86_399, 86_400, 86_401, 200_000]);
                let when = member.logins[at] + Duration::seconds(later);
                member.interactions.push((when, random.below(4) as i32 + 1, random.percent(25)));
            }
        }
    }
    if random.percent(30) {
        let when = datetime!(2024-02-29 12:00) + Duration::days(random.below(300) as i64);
        member.interactions.push((when, random.below(4) as i32 + 1, random.percent(50)));
    }
    member
}

fn written(time: PrimitiveDateTime) -> String {
    let (hour, minute, second) = time.as_hms();
    format!("{} {hour:02}:{minute:02}:{second:02}", bond::metrics::filter::iso(time.date()))
}

const REFERENCES: &[(&str, &str)] = &[
    (
        "user_groups.csv",
        "id,type,name\n1,TIER,Gold\n2,TIER,Silver\n3,TIER,Bronze\n1,LOB,Auto\n2,LOB,Home\n\
         1,AUDIENCE,Families\n2,AUDIENCE,Seniors\n3,AUDIENCE,Students\n",
    ),
    ("partners.csv", "id,name\n1,Coffee\n"),
    ("offer_categories.csv", "id,name\n1,Food\n2,Media\n"),
    (
        "offers.csv",
        "id,name,partner_id,category_id,active_from,active_to\n1,One,1,1,2022-01-01,\n2,Two,1,1,2022-01-01,\n\
         3,Three,1,2,2022-01-01,\n4,Four,1,2,2022-01-01,\n",
    ),
];
/// Offers 1 and 2 are of the first category, 3 and 4 of the second.
fn category(offer: i32) -> i32 {
    (offer + 1) / 2
}

/// The facts of the days that `wanted` tells, as files.
fn facts(members: &[Member], wanted: impl Fn(Date) -> bool) -> (String, String) {
    let mut logins = String::from("member_id,logged_in_at\n");
    let mut interactions = String::from("member_id,offer_id,occurred_at,kind\n");
    for (number, member) in members.iter().enumerate() {
        for login in member.logins.iter().filter(|login| wanted(login.date())) {
            logins += &format!("M{number},{}\n", written(*login));
        }
        for (when, offer, click) in member.interactions.iter().filter(|(when, ..)| wanted(when.date())) {
            let kind = if *click { "REDEEM_CLICK" } else { "VIEW" };
            interactions += &format!("M{number},{offer},{},{kind}\n", written(*when));
        }
    }
    (logins, interactions)
}

/// Imports all but 2024, then 2024, then some days again with rows they did not have.
fn load(app: &TestApp, members: &mut [Member], random: &mut Random) {
    let mut list = String::from("member_id,tier_id,lob_id,audience_ids,eligible_on,source\n");
    for (number, member) in members.iter().enumerate() {
        let audiences: Vec<String> = member.audiences.iter().map(i32::to_string).collect();
        let eligible_on = member.eligible_on.map(bond::metrics::filter::iso).unwrap_or_default();
        list += &format!("M{number},{},{},{},{eligible_on},Email\n", member.tier, member.lob, audiences.join("|"));
    }
    let import = |what: &str, logins: &str, interactions: &str| {
        let mut files = REFERENCES.to_vec();
        files.extend([
            ("members.csv", list.as_str()),
            ("logins.csv", logins),
            ("offer_interactions.csv", interactions),
        ]);
        let report = app.import(&files).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(!report.already_loaded, "{what}");
    };
    let (logins, interactions) = facts(members, |day| day.year() != 2024);
    import("all but 2024", &logins, &interactions);
    let (logins, interactions) = facts(members, |day| day.year() == 2024);
    import("2024", &logins, &interactions);

    let again: BTreeSet<Date> = (0..6).map(|_| FIRST + Duration::days(random.below(DAYS) as i64)).collect();
    for day in &again {
        let at = random.below(members.len() as u64) as usize;
        let login = day.midnight() + Duration::seconds(random.below(86_400) as i64);
        members[at].logins.push(login);
        members[at].interactions.push((login, 1, true));
    }
    let (logins, interactions) = facts(members, |day| again.contains(&day));
    import("six days again", &logins, &interactions);
}

/// A member's history as the definitions see it.
struct History {
    /// Day and whether qualifying, in order of time.
    sessions: Vec<(Date, bool)>,
    eligible: Date,
}

fn history(member: &Member) -> History {
    let mut logins = member.logins.clone();
    logins.sort();
    let mut seen = vec![(0, 0); logins.len()];
    for (when, _, click) in &member.interactions {
        // The latest login at or before it, if that is at most 24 hours earlier.
        let Some(at) = logins.iter().rposition(|login| login <= when) else { continue };
        if *when - logins[at] <= Duration::hours(24) {
            if *click {
                seen[at].1 += 1;
            } else {
                seen[at].0 += 1;
            }
        }
    }
    let sessions: Vec<(Date, bool)> =
        logins.iter().zip(seen).map(|(login, (views, clicks))| (login.date(), clicks >= 1 || views >= 2)).collect();
    let eligible_on = member.eligible_on.expect("every member has a day");
    let eligible = sessions.first().map_or(eligible_on, |(first, _)| eligible_on.min(*first));
    History { sessions, eligible }
}

/// What is counted, in the order of [`figures`].
const COUNTED: usize = 20;

/// One member in one window.
fn count(member: &Member, history: &History, window: Window, offers: &Items) -> [i64; COUNTED] {
    let within = |day: Date, from: Date| day >= from && day <= window.end;
    let sessions = &history.sessions;
    let inside = || sessions.iter().enumerate().filter(|(_, (day, _))| within(*day, window.start));
    let logins = inside().count() as i64;
    let returns = inside().filter(|(number, _)| *number > 0).count() as i64;
    let qualifying = inside().filter(|(_, (_, qualifying))| *qualifying).count() as i64;
    let first = sessions.first().map(|(day, _)| *day);
    let registered = first.is_some_and(|day| day <= window.end);
    let quiet_since = window.end - Duration::days(89);
    let awake = sessions.iter().any(|(day, _)| within(*day, quiet_since));
    let last = sessions.iter().map(|(day, _)| *day).rfind(|day| *day <= window.end);
    let pairs = |clicks: bool| {
        let chosen = member.interactions.iter().filter(|(when, offer, click)| {
            *click == clicks
                && within(when.date(), window.start)
                && offers.own.has(*offer)
                && offers.kind.has(category(*offer))
        });
        chosen.map(|(_, offer, _)| *offer).collect::<BTreeSet<i32>>().len() as i64
    };
    [
        logins,
        i64::from(logins > 0),
        i64::from(returns > 0),
        i64::from(returns > 2),
        i64::from((1..=3).contains(&logins)),
        i64::from((4..=7).contains(&logins)),
        i64::from((8..=10).contains(&logins)),
        i64::from(logins > 10),
        i64::from(qualifying >= 2),
        i64::from(qualifying >= 3),
        i64::from(first.is_some_and(|day| within(day, window.start))),
        i64::from(registered),
        i64::from(first.is_some_and(|day| day < window.start)),
        i64::from(history.eligible <= window.end),
        i64::from(registered && !awake),
        first.zip(last).map_or(0, |(first, last)| (last - first).whole_days()),
        pairs(false),
        pairs(true),
        // Retained: registered before and here again.
        i64::from(first.is_some_and(|day| day < window.start) && logins > 0),
        // Days of logins, to be sure that several a day are met.
        inside().map(|(_, (day, _))| *day).collect::<BTreeSet<Date>>().len() as i64,
    ]
}

/// A metric that is one measure of a source.
fn plain(source: &'static Source, id: &str, term: fn(&'static bond::metrics::Measure) -> Term) -> &'static Metric {
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

/// The plain counts, by their place in [`count`].
fn counts() -> Vec<(usize, &'static Metric)> {
    let mut counts: Vec<(usize, &'static Metric)> = vec![
        (0, &TOTAL_LOGINS),
        (1, &UNIQUE_LOGINS),
        (2, &UNIQUE_RETURN_LOGINS),
        (3, &RETURN_LOGINS_2_MORE),
        (4, &LOGINS_1_3),
        (5, &LOGINS_4_7),
        (6, &LOGINS_8_10),
        (7, &LOGINS_10),
        (8, &ACTIVE_MEMBERS),
        (9, &ENGAGED_MEMBERS),
        (10, &NEW_REGISTERED),
        (11, &TOTAL_REGISTERED),
        (12, &REGISTERED_BEFORE),
        (13, &ELIGIBLE_MEMBERS),
        (14, &DORMANT_MEMBERS),
    ];
    counts.push((15, plain(&TENURE, "tenure_days", Term::AsOf)));
    counts.push((16, plain(&INTERACTION, "unique_views", Term::In)));
    counts.push((17, plain(&INTERACTION, "unique_clicks", Term::In)));
    counts
}

/// A ratio of two places in [`count`].
struct Rate {
    metric: &'static Metric,
    of: usize,
    by: usize,
    scale: (i128, i128),
    decimals: u32,
}

fn rates() -> Vec<Rate> {
    let percent = |metric, of, by| Rate { metric, of, by, scale: (100, 1), decimals: 2 };
    vec![
        percent(&INITIATION_RATE, 11, 13),
        percent(&UNIQUE_LOGINS_RATE, 1, 11),
        percent(&RETURN_RATE, 2, 1),
        percent(&PROGRAM_ACTIVE_RATE, 8, 11),
        percent(&PROGRAM_ENGAGEMENT_RATE, 9, 11),
        percent(&RETENTION_RATE, 18, 12),
        percent(&DORMANT_RATE, 14, 11),
        Rate { metric: &AVERAGE_LOGINS, of: 0, by: 1, scale: (1, 1), decimals: 2 },
        // Days in months of 30.4375 days.
        Rate { metric: &AVERAGE_TENURE, of: 15, by: 11, scale: (10_000, 304_375), decimals: 1 },
    ]
}

/// Half away from zero; nothing here is below zero.
fn ratio(of: i64, by: i64, scale: (i128, i128), decimals: u32) -> f64 {
    if by == 0 {
        return 0.0;
    }
    let unit = 10i128.pow(decimals);
    let (of, by) = (i128::from(of) * scale.0 * unit, i128::from(by) * scale.1);
    ((2 * of + by) / (2 * by)) as f64 / unit as f64
}

struct Bench {
    app: TestApp,
    members: Vec<Member>,
    histories: Vec<History>,
    counts: Vec<(usize, &'static Metric)>,
    rates: Vec<Rate>,
    compared: u64,
}

impl Bench {
    fn new(random: &mut Random) -> Bench {
        let app = TestApp::on(date!(2026 - 01 - 10));
        let mut members: Vec<Member> = (0..MEMBERS).map(|_| random_member(random)).collect();
        load(&app, &mut members, random);
        let histories = members.iter().map(history).collect();
        Bench { app, members, histories, counts: counts(), rates: rates(), compared: 0 }
    }

    /// Compares the figures of all windows, groups and metrics.
    ///
    /// `with_history`: whether to ask for figures that need all history; they take windows that do not overlap.
    fn compare(&mut self, windows: &[Window], selection: &Selection, levels: Levels, with_history: bool) {
        let counts: Vec<_> =
            self.counts.iter().filter(|(place, _)| with_history || ![10, 11, 12, 13, 14, 15].contains(place)).collect();
        let mut metrics: Vec<&Metric> = counts.iter().map(|(_, metric)| *metric).collect();
        if with_history {
            metrics.extend(self.rates.iter().map(|rate| rate.metric));
        }
        let figures = wait(async {
            let engine = &self.app.app.engine;
            let catalogue = engine.catalogue().await.expect("a catalogue");
            engine.figures(&catalogue, &metrics, windows, selection, levels).await.expect("figures")
        });

        // Which groups a member is in, of those the selection shows.
        let keys = |member: &Member| {
            let mut keys = vec![GroupKey::Total];
            let shown = |grouping: Grouping| {
                let ids = member.groups(grouping).iter().copied();
                ids.filter(move |id| selection.groups.of(grouping).has(*id))
            };
            for first in levels.first.into_iter().flat_map(shown) {
                keys.push(GroupKey::One(first));
                keys.extend(levels.second.into_iter().flat_map(shown).map(|second| GroupKey::Two(first, second)));
            }
            keys
        };
        let chosen: Vec<(usize, Vec<GroupKey>)> = (0..self.members.len())
            .filter(|at| self.members[*at].is_chosen(&selection.groups))
            .map(|at| (at, keys(&self.members[at])))
            .collect();
        let mut expected: Vec<(GroupKey, Vec<[i64; COUNTED]>)> =
            vec![(GroupKey::Total, vec![[0; COUNTED]; windows.len()])];
        for (at, keys) in &chosen {
            let counted: Vec<[i64; COUNTED]> = windows
                .iter()
                .map(|window| count(&self.members[*at], &self.histories[*at], *window, &selection.offers))
                .collect();
            for key in keys {
                let place = expected.iter().position(|(other, _)| other == key).unwrap_or_else(|| {
                    expected.push((*key, vec![[0; COUNTED]; windows.len()]));
                    expected.len() - 1
                });
                for (sums, counted) in expected[place].1.iter_mut().zip(&counted) {
                    sums.iter_mut().zip(counted).for_each(|(sum, number)| *sum += number);
                }
            }
        }

        assert_eq!(figures.groups.len(), expected.len(), "groups with members of {selection:?} by {levels:?}");
        for (key, sums) in &expected {
            let place = figures.place(*key).unwrap_or_else(|| panic!("{key:?} of {selection:?} is missing"));
            for (period, (sums, window)) in sums.iter().zip(windows).enumerate() {
                let told = |metric: &Metric| {
                    format!("{} of {key:?}, {window:?} ({period} of {}), {selection:?}", metric.label, windows.len())
                };
                for (number, metric) in &counts {
                    let found = metric.shown(figures.value(metric, place, period));
                    assert_eq!(found, sums[*number] as f64, "{}", told(metric));
                    self.compared += 1;
                }
                for rate in self.rates.iter().filter(|_| with_history) {
                    let found = rate.metric.shown(figures.value(rate.metric, place, period));
                    let expected = ratio(sums[rate.of], sums[rate.by], rate.scale, rate.decimals);
                    assert_eq!(found, expected, "{}", told(rate.metric));
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
        groups: Groups {
            tiers: random_choice(random, &[1, 2, 3]),
            lobs: random_choice(random, &[1, 2]),
            audiences: random_choice(random, &[1, 2, 3]),
        },
        offers: Items { own: random_choice(random, &[1, 2, 3, 4]), kind: random_choice(random, &[1, 2]) },
        ..Selection::default()
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

    // The rows must be of a kind that can tell a wrong comparison: heavy users, several logins a day.
    let whole = Window::new(FIRST, FIRST + Duration::days(DAYS as i64)).expect("a window");
    let all = Items::default();
    let sums: Vec<_> = bench.members.iter().zip(&bench.histories).map(|(m, h)| count(m, h, whole, &all)).collect();
    let sum = |place: usize| sums.iter().map(|counted| counted[place]).sum::<i64>();
    assert!(sum(0) > 8_000 && sum(19) < sum(0) * 95 / 100, "{} logins on {} days", sum(0), sum(19));
    assert!((4..=9).all(|place| sum(place) > 5), "all frequencies are met: {sums:?}");

    bench.compare(&[whole], &Selection::default(), Levels::default(), true);
    for round in 0..45 {
        let mut window = random_window(random);
        if round % 15 == 0 {
            window.start = date!(2025 - 02 - 02) + Duration::days(random.below(26) as i64);
            window.end = window.start + Duration::days(20 + random.below(300) as i64);
        }
        let (selection, levels) = (random_selection(random), random_levels(random));
        bench.compare(&[window], &selection, levels, true);
        for grain in [Grain::Month, Grain::Quarter, Grain::Year] {
            let windows: Vec<Window> = window.slices(grain).into_iter().map(|slice| slice.window).collect();
            bench.compare(&windows, &selection, levels, true);
            // The same dates a year earlier: where a February is clipped, its 29th is in none of them.
            let before: Vec<Window> = windows.iter().filter_map(|window| window.year_before()).collect();
            bench.compare(&before, &selection, Levels::default(), true);
        }
        let line: Vec<Window> = window.line().into_iter().map(|slice| slice.window).collect();
        bench.compare(&line, &selection, Levels::default(), true);
    }
    for _ in 0..10 {
        let mut windows: Vec<Window> = (0..4).map(|_| random_window(random)).collect();
        windows.sort();
        let (selection, levels) = (random_selection(random), random_levels(random));
        bench.compare(&windows, &selection, levels, false);
    }
    assert!(bench.compared > 50_000, "{}", bench.compared);
}
