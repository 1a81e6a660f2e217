//! How certain changes of rates and means are, from what the raw rows of each member say: Cochran's linearised variance,
//! member by member. Groups do not restrict the members that say how members vary.

use bond::store::roles::USERS;
use serde_json::json;
use time::Duration;

use super::contract::{Denominator, Figure};
use super::plain::{Choices, Count, Counter, Days, Item};
use super::screens::{Expected, Filter, figures_of_cards};
use super::world::{Random, TODAY};
use super::{Harness, date};
use crate::{TestApp, setting, takes_turn};

/// What a member has of a ratio: what is divided and by what.
type Member = (f64, f64);

/// Fewer members say nothing.
const LEAST: usize = 30;

/// What the error of a figure follows from.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Members, each counted once.
    Members,
    /// The same, as of a day.
    MembersOfADay,
    /// Rows, of which several are of the same member.
    Rows,
}

fn kind(figure: &Figure) -> Option<Kind> {
    let Denominator::Same(by) = figure.by else { return None };
    match by {
        Count::Eligible => Some(Kind::MembersOfADay),
        Count::Registered | Count::RegisteredBefore | Count::UniqueLogins if figure.is_percentage => {
            Some(Kind::Members)
        }
        Count::Registered | Count::UniqueLogins | Count::Buyers | Count::Delivered | Count::UniqueViews => {
            Some(Kind::Rows)
        }
        // Sessions on the website are of nobody.
        _ => None,
    }
}

/// The distance of each member from the ratio of all, and what all have; None where few have something.
fn residuals(members: &[Member]) -> Option<(Vec<f64>, Member)> {
    let (mut of, mut by, mut count) = (0.0, 0.0, 0);
    for (y, x) in members {
        (of, by) = (of + y, by + x);
        count += usize::from(*x > 0.0);
    }
    (count >= LEAST).then(|| (members.iter().map(|(y, x)| y - of / by * x).collect(), (of, by)))
}

fn binomial(rate: f64) -> f64 {
    rate.clamp(0.0, 1.0) * (1.0 - rate.clamp(0.0, 1.0))
}

/// The standard error of the change of a ratio, without its scale: from what was counted now and before, and from what all
/// members have.
fn error(figure: &Figure, counted: [Member; 2], members: [Vec<Member>; 2]) -> Option<f64> {
    let kind = kind(figure)?;
    if counted.iter().any(|(_, by)| *by <= 0.0) {
        return None;
    }
    let shares = || counted.map(|(of, by)| binomial(of / by) / by);
    let [now, before] = members.each_ref().map(|members| residuals(members));
    let (Some((now, all)), Some((before, all_before))) = (now, before) else {
        let [now, before] = shares();
        return (kind != Kind::Rows).then(|| (now + before).sqrt());
    };
    let product = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(one, other)| one * other).sum::<f64>();
    let variances = match kind {
        Kind::Members => {
            let [now, before] = shares();
            return Some((now + before).sqrt());
        }
        Kind::MembersOfADay => shares(),
        Kind::Rows => {
            let of = |(of, by): Member, (all_of, all_by): Member, residuals: &[f64]| {
                let each = product(residuals, residuals) / all_by;
                let (own, whole) = (binomial(of / by), binomial(all_of / all_by));
                let effect = if figure.is_percentage && own > 0.0 && whole > 0.0 { own / whole } else { 1.0 };
                (each > 0.0).then_some(each * effect / by)
            };
            [of(counted[0], all, &now)?, of(counted[1], all_before, &before)?]
        }
    };
    let length = (product(&now, &now) * product(&before, &before)).sqrt();
    let correlation = if length > 0.0 { product(&now, &before) / length } else { 0.0 };
    let together = correlation * (variances[0] * variances[1]).sqrt();
    Some((variances[0] + variances[1] - 2.0 * together).max(0.0).sqrt())
}

impl Expected<'_> {
    /// The standard error of a figure's change from other days, without its scale.
    fn error(&self, figure: &Figure, other: Days) -> Option<f64> {
        let Denominator::Same(by) = figure.by else { return None };
        kind(figure)?;
        let both = [self.filter.days, other];
        let counted = both.map(|days| {
            let (of, by) = self.counted(figure, &self.counter.everyone, days, &Item::All);
            (of as f64, by as f64)
        });
        let members = both.map(|days| {
            let counts = self.counter.counts(days, &Item::All);
            counts.iter().map(|one| (one.count(figure.of) as f64, one.count(by) as f64)).collect()
        });
        error(figure, counted, members)
    }

    /// Whether a figure differs by at most two standard errors; None where its error is not known.
    pub(super) fn within_chance(&self, figure: &Figure, other: Days) -> Option<bool> {
        let error = self.error(figure, other)?;
        let ratio = |days: Days| {
            let (of, by) = self.counted(figure, &self.counter.everyone, days, &Item::All);
            of as f64 / by as f64
        };
        Some((ratio(self.filter.days) - ratio(other)).abs() <= 2.0 * error)
    }
}

#[test]
fn standard_errors_equal_a_plain_count_over_the_raw_rows() {
    if !takes_turn(2) {
        return;
    }
    let random = &mut Random(20_261_125);
    let Harness { program, world, histories, .. } = Harness::new();
    let (mut known, mut unknown) = (0, 0);
    let figures = figures_of_cards(|figure| kind(figure).is_some());
    let rows = figures.iter().filter(|(_, figure)| kind(figure) == Some(Kind::Rows)).count();
    assert!(rows >= 6, "{rows}");
    for _ in 0..setting("TEST_ROUNDS", 8) {
        let filter = Filter::random(random);
        let expected = Expected { filter: &filter, counter: Counter::new(&world, &histories, filter.chosen.clone()) };
        let Some(other) = filter.compared_with() else { continue };
        for (id, figure) in &figures {
            let answer = program.post(&format!("/api/v1/explain/{id}"), filter.body());
            if answer["change"].is_null() {
                continue;
            }
            let scale = figure.scale.0 as f64 / figure.scale.1 as f64;
            let error = expected.error(figure, other).map(|error| error * scale);
            let found = answer["chance"]["standardError"].as_f64();
            let is_same = match (found, error) {
                (Some(found), Some(error)) => (found - error).abs() < 1e-4,
                (found, error) => found.is_none() && error.is_none(),
            };
            assert!(is_same, "{id}: {found:?}, expected {error:?} for {}", filter.body());
            if error.is_some() { known += 1 } else { unknown += 1 }
        }
    }
    assert!(known > 20 && unknown > 1, "{known} known, {unknown} unknown");
}

/// The parts of the score that this program has: what is divided and by what, scale, floor, target, weight.
const PARTS: [(Count, Count, f64, f64, f64, f64); 7] = [
    (Count::Registered, Count::Eligible, 100.0, 0.0, 60.0, 15.0),
    (Count::Retained, Count::RegisteredBefore, 100.0, 0.0, 70.0, 15.0),
    (Count::Active, Count::Registered, 100.0, 0.0, 40.0, 15.0),
    (Count::Returned, Count::UniqueLogins, 100.0, 75.0, 97.0, 8.0),
    (Count::UniqueClicks, Count::UniqueViews, 100.0, 0.0, 50.0, 15.0),
    (Count::Engaged, Count::Registered, 100.0, 0.0, 30.0, 12.0),
    (Count::TenureDays, Count::Registered, 1.0 / 30.4375, 0.0, 24.0, 5.0),
];

/// What each member contributes to the change of the score of all, added up in squares.
#[test]
fn the_error_of_the_score_equals_a_plain_count_over_the_raw_rows() {
    if !takes_turn(3) {
        return;
    }
    let Harness { program, world, histories, .. } = Harness::new();
    let counter = Counter::new(&world, &histories, Choices::default());
    let (mut moving, mut known) = (0, 0);
    // Logins of 90 days before a month earlier begin on 2023-01-01.
    for (end, before) in [
        (date!(2023 - 05 - 10), date!(2023 - 04 - 10)),
        (date!(2023 - 06 - 30), date!(2023 - 05 - 31)),
        (date!(2024 - 03 - 31), date!(2024 - 02 - 29)),
        (date!(2025 - 02 - 15), date!(2025 - 01 - 15)),
        (date!(2025 - 12 - 20), date!(2025 - 11 - 20)),
    ] {
        let months = [end, before].map(|end| Days { start: end - Duration::days(89), end });
        let mut of_members = vec![0.0; world.members.len()];
        for (days, sign) in months.into_iter().zip([1.0, -1.0]) {
            let counts = counter.counts(days, &Item::All);
            // Offers were viewed from 2023-02-17 on; each part has enough of what it is divided by.
            let weights: f64 = PARTS.iter().map(|part| part.5).sum();
            for (of, by, scale, floor, target, weight) in PARTS {
                let members: Vec<Member> =
                    counts.iter().map(|one| (one.count(of) as f64, one.count(by) as f64)).collect();
                let (residuals, (all_of, all_by)) = residuals(&members).expect("enough members");
                let value = all_of / all_by * scale;
                if floor < value && value < target {
                    moving += 1;
                    let slope = 100.0 * weight / weights / (target - floor);
                    let length = residuals.iter().map(|one| one * one).sum::<f64>().sqrt();
                    // Members may register before they are eligible, so that it is not the same.
                    let is_share = !matches!(of, Count::UniqueClicks | Count::TenureDays);
                    let error = if is_share { (binomial(all_of / all_by) / all_by).sqrt() } else { length / all_by };
                    let points = residuals.iter().map(|one| sign * slope * scale * error * one / length);
                    of_members.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
                }
            }
        }
        let expected = of_members.iter().map(|one| one * one).sum::<f64>().sqrt();
        let body = json!({"startDate": end.to_string(), "endDate": end.to_string()});
        let answer = program.post("/api/v1/explain/score", &body);
        let found = answer["chance"]["standardError"].as_f64().unwrap_or_else(|| panic!("{answer}"));
        assert!((found - expected).abs() < 1e-4, "{end}: {found}, expected {expected}");
        let is_within = answer["chance"]["isWithin"].as_bool().expect("said");
        let score = program.post("/api/v1/bond/score", &body);
        assert_eq!(score["explain"]["withinChance"], json!(is_within), "{score}");
        known += 1;
    }
    assert!(known == 5 && moving > 15, "{moving} parts that move the score");
}

/// A program whose members each have one message: several rows of a member make the error larger only where there are
/// several.
#[test]
fn one_message_of_each_member_has_the_binomial_error() {
    let app = TestApp::on(TODAY);
    let token = app.signed_in("ann", USERS);
    let head = [
        "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n",
        "member_id,logged_in_at\n",
        "campaign_id,member_id,sent_at,outcome,opened_at,clicked_at,unsubscribed_at,registered_at\n",
    ];
    let [mut members, mut logins, mut messages] = head.map(str::to_owned);
    // 60 in November, 80 in December; a third and a quarter are opened.
    for member in 0..140 {
        members += &format!("M{member},1,1,1,2025-01-01,Email\n");
        logins += &format!("M{member},2025-01-02 09:00:00\n");
        let (month, opens) = if member < 60 { (11, member % 3 == 0) } else { (12, member % 4 == 0) };
        let opened = if opens { format!("2025-{month}-06 10:00:00") } else { String::new() };
        messages += &format!("1,M{member},2025-{month}-05 10:00:00,DELIVERED,{opened},,,\n");
    }
    // The table reaches back to the days that December is compared with.
    members += "M140,1,1,1,2025-01-01,Email\n";
    messages += "1,M140,2025-10-05 10:00:00,BOUNCED,,,,\n";
    app.import(&[
        ("user_groups.csv", "id,type,name\n1,TIER,Basic\n1,LOB,Loans\n1,AUDIENCE,Young\n"),
        ("campaign_types.csv", "id,name\n1,News\n"),
        (
            "campaigns.csv",
            "id,name,campaign_type_id,subject,ssl,preview_url,sent_at\n1,Letter,1,Hello,,https://x.example/1,2025-10-05 08:00:00\n",
        ),
        ("members.csv", &members),
        ("logins.csv", &logins),
        ("email_messages.csv", &messages),
    ])
    .expect("loaded");
    let body = json!({"startDate": "2025-12-01", "endDate": "2025-12-31"});
    let answer = app.post("/api/v1/explain/performanceDto.avgOpen").bearer(&token).json(&body).send().json();
    let (now, before) = (20.0 / 80.0, 20.0 / 60.0);
    let error = 100.0 * (now * (1.0 - now) / 80.0 + before * (1.0 - before) / 60.0_f64).sqrt();
    let found = answer["chance"]["standardError"].as_f64().unwrap_or_else(|| panic!("{answer}"));
    assert!((found - error).abs() < 1e-4, "{found}, expected {error}");
    assert_eq!(answer["chance"]["isWithin"], json!(true), "{answer}");
}
