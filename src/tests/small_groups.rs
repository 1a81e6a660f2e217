//! Tries to work out hidden figures, as an attacker would who knows what every figure means: from the shown figures of one
//! answer, by linear programming over what the figures are computed from.
//!
//! The same random program is served twice, with a minimum of members and without: the second has the true figures.

mod agents;
mod answers;
mod explanations;
mod insights;
mod knowledge;
mod people;
mod readings;
mod simplex;

use bond::config::Config;
use bond::figures::Metric;
use bond::figures::calendar::Calendar;
use bond::figures::close::CloseTo;
use bond::figures::period::{Bucket, Comparison, Grain, Window};
use bond::groupings::GroupsAsOf;
use bond::screens::declared::polls;
use bond::screens::{BREAKDOWNS, Block, Shape, TOTALS, TRENDS, Totals};
use bond::store::roles::USERS;
use serde_json::{Value, json};
use time::format_description::well_known::Iso8601;
use time::{Date, Duration};

use crate::brute_force::world::{DAYS, FIRST, SEED, TODAY, World};
use crate::random::Random;
use crate::{Program, of_today, of_turn, setting, takes_turn};
use knowledge::{Answer, Knowledge, Line};

/// The setting of the protected program.
const MINIMUM: u16 = 5;

/// The protected program and the one that shows everything.
struct Programs {
    protected: Program,
    open: Program,
}

impl Programs {
    fn new(seed: u64) -> Programs {
        Programs::with(seed, |_| {})
    }

    /// With further settings of both.
    fn with(seed: u64, change: impl Fn(&mut Config)) -> Programs {
        let [protected, open] = [MINIMUM, 0].map(|minimum| {
            let (app, _) = World::prepared(seed, |config| {
                change(config);
                config.minimum_members = minimum;
                // Alike: what is different is hidden. `readings` attacks the other reading.
                config.groups_as_of = Some(GroupsAsOf::Now);
            });
            Program { token: app.signed_in("ann", USERS), app }
        });
        Programs { protected, open }
    }

    /// Those of the world that other tests read, too; of another for another `TEST_SEED`.
    fn shared() -> Programs {
        Programs::new(setting("TEST_SEED", SEED))
    }

    /// The answers of both to a call.
    fn post(&self, path: &str, body: &Value) -> [Value; 2] {
        [&self.protected, &self.open].map(|program| program.post(path, body))
    }
}

/// What the attacks of a test came to.
#[derive(Debug, Default)]
struct Outcome {
    hidden: u64,
    attacked: u64,
    worked_out: Vec<String>,
}

fn day(text: &Value) -> Option<Date> {
    Date::parse(text.as_str()?, &Iso8601::DATE).ok()
}

fn window(value: &Value) -> Option<Window> {
    let at = |one: &str, other: &str| day(value.get(one).or(value.get(other))?);
    Window::new(at("start", "startDate")?, at("end", "endDate")?)
}

fn random_filter(random: &mut Random) -> Value {
    let start = FIRST + Duration::days(400 + random.below(DAYS - 460) as i64);
    let days = random.one_of(&[1, 7, 30, 45, 150, 200]);
    let end = (start + Duration::days(days)).min(FIRST + Duration::days(DAYS as i64 - 1));
    let groupings = ["TIER", "LOB", "AUDIENCE"];
    let first = random.below(3) as usize;
    let mut body = json!({
        "startDate": start.to_string(), "endDate": end.to_string(),
        "viewByH1": groupings[first],
    });
    if random.percent(60) {
        body["viewByH2"] = json!(groupings[(first + 1 + random.below(2) as usize) % 3]);
    }
    if random.percent(30) {
        body["viewBy"] = json!(random.one_of(&groupings));
    }
    if random.percent(60) {
        body["userGroupTiers"] = json!([1 + random.below(3)]);
        body["userGroupsTiersAll"] = json!(false);
    }
    body
}

/// What is known of a block. With `reveals`, also what is hidden only because of others.
fn of_block(block: &Block, [shown, truth]: [&Value; 2], filter: &Value, reveals: bool) -> Knowledge {
    let mut known = Knowledge::new(MINIMUM, reveals);
    let whole = window(filter).expect("a window");
    let answer = Answer { shown: &shown["data"], truth: &truth["data"] };
    let metrics: Vec<(&str, &'static Metric)> =
        block.shape.fields().iter().map(|field| (field.name, field.metric)).collect();
    match &block.shape {
        Shape::Table(_) => {
            let params = &shown["filterParams"];
            known.table(answer, &metrics, whole, [&params["viewByH1"], &params["viewByH2"]]);
        }
        Shape::Groups(..) | Shape::Bars(_) | Shape::List(_) => known.list(answer, &metrics, whole),
        Shape::Lists(lists) => {
            for (key, list) in *lists {
                let metrics: Vec<_> = list.fields.iter().map(|field| (field.name, field.metric)).collect();
                known.list(answer.at(key), &metrics, whole);
            }
        }
        Shape::ByPeriod(_) | Shape::ByPeriodTotals(_) | Shape::Series(..) => {
            let windows: Vec<Window> = shown["periods"].as_array().into_iter().flatten().filter_map(window).collect();
            let groups: Vec<(String, Answer)> = match answer.shown[0]["records"].is_array() {
                true => answer.rows().map(|row| (row.shown["name"].to_string(), row.at("records"))).collect(),
                false => vec![(String::new(), answer)],
            };
            for (group, rows) in groups {
                known.periods(&Line { group: &group, windows: &windows }, rows, &metrics);
            }
            let before: Vec<Window> = windows.iter().filter_map(|window| window.year_before()).collect();
            if shown["previous"].is_array() && before.len() == windows.len() {
                let previous = Answer { shown: &shown["previous"], truth: &truth["previous"] };
                known.periods(&Line { group: "", windows: &before }, previous, &metrics);
            }
        }
        Shape::Flow(_) | Shape::InAndOut(_) => assert!(shown["data"].as_array().is_some_and(Vec::is_empty), "{shown}"),
        Shape::Months(_) | Shape::Column(..) | Shape::Pairs(_) | Shape::Triples(_) | Shape::Card(_) => {}
    }
    known
}

/// The points of a card's line.
fn points_of(whole: Window) -> Vec<Bucket> {
    let months = whole.buckets(Grain::Month);
    if months.len() >= 4 { months } else { whole.windows_up_to(8) }
}

/// What is known of a totals answer: the figures, those they are compared with, and the points of their lines.
fn of_totals(totals: &Totals, [shown, truth]: [&Value; 2], filter: &Value, reveals: bool) -> Knowledge {
    let mut known = Knowledge::new(MINIMUM, reveals);
    let whole = window(filter).expect("a window");
    let before = window(&shown["comparedWith"]);
    let points = points_of(whole);
    for card in totals.cards {
        for field in card.all_fields().filter(|field| !field.name.is_empty()) {
            let metric = field.metric;
            let answer = Answer { shown, truth };
            let of_card = if totals.unwrapped { answer } else { answer.at(card.key) };
            known.figure("", whole, metric, of_card.at(field.name), of_card.shown["hidden"][field.name].as_str());
            let change = answer.at("compare").at(&card.metric_id(field));
            if let Some(before) = before {
                known.figure("", before, metric, change.at("before"), change.shown["beforeHidden"].as_str());
            }
            for point in change.at("line").rows() {
                let label = point.shown[0].as_str().expect("a label");
                if let Some(bucket) = points.iter().find(|bucket| bucket.label == label) {
                    known.figure("", bucket.window, metric, point.index(1), None);
                }
            }
        }
    }
    known
}

/// What is known of every declared block, totals call, trend and poll, of the indicators and of the score; `only` of the calls
/// whose path begins so.
fn known(programs: &Programs, filter: &Value, reveals: bool, only: &str) -> Vec<(String, Knowledge)> {
    let mut known = Vec::new();
    let post = |path: &str| path.starts_with(only).then(|| programs.post(&format!("/{path}"), filter));
    for breakdown in BREAKDOWNS.iter().filter(|breakdown| !breakdown.unwrapped) {
        let Some([shown, truth]) = post(&format!("{}/breakdowns", breakdown.path)) else { continue };
        for block in breakdown.blocks {
            let of_block = of_block(block, [&shown[block.id], &truth[block.id]], filter, reveals);
            known.push((format!("{}/{}", breakdown.path, block.id), of_block));
        }
    }
    for totals in TOTALS.iter() {
        let Some([shown, truth]) = post(totals.path) else { continue };
        known.push((totals.path.to_owned(), of_totals(totals, [&shown, &truth], filter, reveals)));
    }
    for trend in TRENDS.iter() {
        let path = format!("api/v1/trends/{}", trend.id);
        let Some([shown, truth]) = post(&path) else { continue };
        known.push((path, answers::of_trends(trend, [&shown, &truth], reveals)));
    }
    if let Some([shown, truth]) = post("api/v1/program/monitor/getIndicatorList") {
        let whole = window(filter).expect("a window");
        let before = Comparison::PreviousPeriod.window(whole, Calendar::default());
        known.push(("indicators".into(), answers::of_indicators([&shown, &truth], filter, before, reveals)));
    }
    if let Some([shown, truth]) = post("api/v1/bond/score") {
        known.push(("score".into(), answers::of_score([&shown, &truth], reveals)));
    }
    if let Some([shown, truth]) = post("api/v1/planner/close") {
        let mut of_close = Knowledge::new(MINIMUM, reveals);
        let metrics = [("active", CloseTo::Active), ("engaged", CloseTo::Engaged), ("dormant", CloseTo::Dormant)];
        let rows = Answer { shown: &shown["rows"], truth: &truth["rows"] };
        let days = Window::new(day(&shown["startDate"]).expect("a day"), day(&shown["asOf"]).expect("a day"));
        let (metrics, levels) =
            (metrics.map(|(name, close)| (name, close.metric())), [&shown["viewByH1"], &Value::Null]);
        of_close.table(rows, &metrics, days.expect("a window"), levels);
        known.push(("close".into(), of_close));
    }
    if let Some([list, _]) = post(&format!("{}/info", polls::PATH)) {
        for poll in list["pollList"].as_array().into_iter().flatten() {
            let path = format!("{}/{}/answerInfos", polls::PATH, poll["id"]);
            let Some([shown, truth]) = post(&path) else { continue };
            known.push((path, answers::of_poll([&shown, &truth], filter, reveals)));
        }
    }
    known
}

impl Outcome {
    /// Attacks up to `most` hidden figures of each answer.
    fn attack(&mut self, known: Vec<(String, Knowledge)>, filter: &Value, random: &mut Random, most: usize) {
        for (path, known) in known {
            let answer = format!("{path} {filter}");
            self.hidden += known.hidden;
            for (attacked, found) in known.attack(&answer, random, most) {
                self.attacked += attacked;
                self.worked_out.extend(found.map(|found| format!("{answer}: {found}")));
            }
        }
    }
}

/// Attacks every answer with random filters.
fn attack(programs: &Programs, random: &mut Random, rounds: u64, reveals: bool) -> Outcome {
    let mut outcome = Outcome::default();
    for _ in 0..rounds {
        let filter = random_filter(random);
        outcome.attack(known(programs, &filter, reveals, ""), &filter, random, 3);
    }
    outcome
}

/// Calls that told a hidden figure once: the seed of the program, the path, the filter.
const FOUND: [(u64, &str, &str); 6] = [
    (
        900,
        "api/v1/emails/dashboard/deliveryStatus/breakdowns",
        r#"{"startDate":"2024-08-12","endDate":"2024-09-26","viewByH1":"TIER"}"#,
    ),
    (
        9,
        "api/v1/emails/dashboard/info",
        r#"{"startDate":"2025-10-04","endDate":"2025-11-03","viewByH1":"TIER","viewByH2":"LOB"}"#,
    ),
    (
        101,
        "api/v1/emails/dashboard/unsubscribed/breakdowns",
        r#"{"startDate":"2025-01-26","endDate":"2025-03-12","viewByH1":"LOB","viewByH2":"TIER"}"#,
    ),
    (
        202,
        "api/v1/emails/dashboard/unsubscribed/breakdowns",
        r#"{"startDate":"2024-06-25","endDate":"2024-07-25","viewByH1":"AUDIENCE","viewByH2":"LOB"}"#,
    ),
    (
        202,
        "api/v1/trends/U_RETENTION_RATE",
        r#"{"startDate":"2024-07-04","endDate":"2024-07-11","viewByH1":"TIER","viewBy":"TIER","userGroupTiers":[1],"userGroupsTiersAll":false}"#,
    ),
    (
        301,
        "api/v1/trends/U_NEW_ENROLLMENTS",
        r#"{"startDate":"2024-10-30","endDate":"2024-11-29","viewByH1":"TIER","viewByH2":"LOB"}"#,
    ),
];

#[test]
fn what_once_told_a_hidden_figure_does_not_any_more() {
    if !takes_turn(2) {
        return;
    }
    let mut outcome = Outcome::default();
    let mut programs: Option<(u64, Programs)> = None;
    for (seed, path, filter) in of_turn(FOUND) {
        let filter: Value = serde_json::from_str(filter).expect("a filter");
        let (_, programs) = match programs.take().filter(|(known, _)| *known == seed) {
            Some(same) => programs.insert(same),
            None => programs.insert((seed, Programs::new(seed))),
        };
        let known = known(programs, &filter, false, path);
        assert!(!known.is_empty(), "{path}");
        outcome.attack(known, &filter, &mut Random(seed), 20);
    }
    assert!(outcome.attacked > 0);
    assert_eq!(outcome.worked_out, Vec::<String>::new(), "of {} attacked", outcome.attacked);
}

#[test]
fn no_hidden_figure_can_be_worked_out_from_its_answer() {
    let seed = setting("TEST_SEED", 20_261_122);
    let rounds = setting("TEST_ROUNDS", 2);
    let programs = Programs::shared();
    let outcome = attack(&programs, &mut Random(seed), rounds, false);
    assert!(outcome.hidden > 100 * rounds && outcome.attacked > 20 * rounds, "{outcome:?}");
    assert_eq!(outcome.worked_out, Vec::<String>::new(), "of {} attacked", outcome.attacked);

    // The attack is able to: what is hidden only because of others tells many of the figures.
    let revealed = attack(&programs, &mut Random(seed), 2, true);
    // How many depends on the filters of the seed: of 238 once only 7.
    let worked_out = revealed.worked_out.len() as u64;
    assert!(50 * worked_out > revealed.attacked, "{worked_out} of {}", revealed.attacked);
}

/// Whether a figure is hidden anywhere. One without data is not, though it says so at the same place.
fn hides(value: &Value) -> bool {
    let has_no_data = |why: &Value| why.get("notLoaded").or(why.get("noDays")).is_some();
    let is_hidden = |said: &Value| match said {
        Value::Object(fields) => fields.values().any(|why| !has_no_data(why)),
        said => !has_no_data(said),
    };
    match value {
        Value::Object(fields) => {
            fields.iter().any(|(name, value)| if name == "hidden" { is_hidden(value) } else { hides(value) })
        }
        Value::Array(items) => items.iter().any(hides),
        _ => false,
    }
}

#[test]
fn without_a_minimum_nothing_is_hidden() {
    let programs = Programs::shared();
    let random = &mut Random(20_261_123);
    let mut protected_hides = 0;
    let rounds = setting("TEST_ROUNDS", 1);
    for _ in 0..rounds {
        let filter = random_filter(random);
        for breakdown in of_today(BREAKDOWNS.iter()) {
            let [protected, open] = programs.post(&format!("/{}/breakdowns", breakdown.path), &filter);
            assert!(!hides(&open), "{}: {open}", breakdown.path);
            protected_hides += u64::from(hides(&protected));
            assert!(!breakdown.unwrapped || protected == open, "{} is not about members", breakdown.path);
        }
        for totals in TOTALS.iter() {
            let [protected, open] = programs.post(&format!("/{}", totals.path), &filter);
            assert!(!hides(&open), "{}: {open}", totals.path);
            protected_hides += u64::from(hides(&protected));
        }
    }
    assert!(protected_hides > 2 * rounds, "{protected_hides}");
}
