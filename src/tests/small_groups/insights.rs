//! Attacks on Insights: what moves, unusual days, cohorts and what ends soon tell together, of all members and of those of a
//! limited role.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use bond::figures::calendar::last_of_month;
use bond::figures::close::CloseTo;
use bond::figures::filter::GroupsAsOf;
use bond::figures::insights::is_comparable;
use bond::figures::members::{NEW_REGISTERED, REGISTERED_BEFORE, TOTAL_REGISTERED, UNIQUE_LOGINS};
use bond::figures::offers::TOTAL_CLICKS;
use bond::figures::period::Window;
use bond::figures::{Engine, GroupKey, Levels, Metric, Selection};
use bond::groupings::Grouping;
use bond::modules::Module;
use bond::scope::{GroupLimit, Limits, Scope};
use bond::screens::FIGURES;
use bond::store::roles::{Permission, PermissionModule, Role, USERS};
use serde_json::{Map, Value, json};
use time::Duration;
use time::macros::date;

use super::knowledge::{Answer, Knowledge, Named};
use super::{MINIMUM, Outcome, Programs, TODAY, day};
use crate::random::Random;
use crate::{Program, TestApp, setting, takes_turn, wait};

/// Enough weeks for twelve changes before the last.
const WEEKS: u64 = 17;
const TIERS: [&str; 4] = ["Gold", "Silver", "Bronze", "Platinum"];
const LOBS: [&str; 3] = ["Auto", "Home", "Life"];
const AUDIENCES: [&str; 3] = ["Families", "Retirees", "Students"];
/// The line of business that the limited role shows.
const SEEN: i32 = 1;

/// The feed files of a program with few members in small groups, in which much moves in the last week.
fn swings(random: &mut Random) -> Vec<(&'static str, String)> {
    let last = TODAY - Duration::DAY;
    let first = last - Duration::days(7 * WEEKS as i64 - 1);
    let mut groups = "id,type,name\n".to_owned();
    for (kind, names) in [("TIER", &TIERS[..]), ("LOB", &LOBS), ("AUDIENCE", &AUDIENCES)] {
        for (id, name) in (1..).zip(names) {
            let _ = writeln!(groups, "{id},{kind},{name}");
        }
    }
    let mut members = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n".to_owned();
    let mut logins = "member_id,logged_in_at\n".to_owned();
    let mut interactions = "member_id,offer_id,occurred_at,kind\n".to_owned();
    let mut messages =
        "campaign_id,member_id,sent_at,outcome,opened_at,clicked_at,unsubscribed_at,registered_at\n".to_owned();
    let mut views = "member_id,article_id,viewed_at\n".to_owned();
    // How much more or less is done in the last week, in percent.
    let swing = |random: &mut Random| random.one_of(&[20, 100, 100, 350]);
    let (of_tier, of_lob) = ([0; 4].map(|_| swing(random)), [0; 3].map(|_| swing(random)));
    for member in 0..70 + random.below(30) {
        let among = |random: &mut Random, shares: &[u64]| {
            let drawn = random.below(100);
            shares.iter().position(|upto| drawn < *upto).unwrap_or_default()
        };
        let (tier, lob) = (among(random, &[60, 82, 93, 100]), among(random, &[55, 92, 100]));
        let audiences = if random.percent(25) { "1|3" } else { random.one_of(&["1", "1", "2", "3"]) };
        let _ = writeln!(members, "M{member},{},{},{audiences},2025-01-01,Email", tier + 1, lob + 1);
        // Some come later, some leave.
        let begins = if random.percent(60) { 0 } else { random.below(7 * WEEKS - 9) };
        let ends = if random.percent(70) { 7 * WEEKS } else { begins + 1 + random.below(7 * WEEKS - begins) };
        for at in begins..ends {
            let day = first + Duration::days(at as i64);
            let is_last = at >= 7 * (WEEKS - 1);
            let usual = if is_last { of_tier[tier] * of_lob[lob] / 100 } else { 100 };
            for time in 0..3 {
                if !random.percent((45 * usual / 100).min(95)) {
                    continue;
                }
                let _ = writeln!(logins, "M{member},{day} {:02}:00:00", 8 + 4 * time);
                for minute in 0..random.below(3) {
                    let offer = 1 + random.below(6);
                    let kind = if random.percent(30) { "REDEEM_CLICK" } else { "VIEW" };
                    let _ = writeln!(
                        interactions,
                        "M{member},{offer},{day} {:02}:{:02}:00,{kind}",
                        8 + 4 * time,
                        5 + minute
                    );
                }
                if random.percent(30) {
                    let _ = writeln!(views, "M{member},1,{day} {:02}:20:00", 8 + 4 * time);
                }
            }
            if at % 7 == 2 {
                let is_delivered = !random.percent(if is_last && lob == 0 { 60 } else { 12 });
                let (outcome, opened) = match is_delivered {
                    true if random.percent(50) => ("DELIVERED", format!("{day} 09:30:00")),
                    true => ("DELIVERED", String::new()),
                    false => ("BOUNCED", String::new()),
                };
                let _ = writeln!(messages, "{},M{member},{day} 09:00:00,{outcome},{opened},,,", 1 + at / 7);
            }
        }
    }
    let mut campaigns = "id,name,campaign_type_id,subject,ssl,preview_url,sent_at\n".to_owned();
    for week in 0..WEEKS {
        let day = first + Duration::days(7 * week as i64 + 2);
        let _ = writeln!(campaigns, "{},C{week},1,News,,https://mail.example.org/{week},{day} 09:00:00", week + 1);
    }
    let mut offers = "id,name,partner_id,category_id,active_from,active_to\n".to_owned();
    for offer in 1..=6_i64 {
        let _ = writeln!(offers, "{offer},Offer {offer},1,1,2025-01-01,{}", last + Duration::days(4 * offer));
    }
    vec![
        ("user_groups.csv", groups),
        ("members.csv", members),
        ("partners.csv", "id,name\n1,Coffee\n".to_owned()),
        ("offer_categories.csv", "id,name\n1,Food\n".to_owned()),
        ("offers.csv", offers),
        ("campaign_types.csv", "id,name\n1,News\n".to_owned()),
        ("campaigns.csv", campaigns),
        ("articles.csv", "id,title,category,published_on\n1,Spring,garden,2025-01-01\n".to_owned()),
        ("logins.csv", logins),
        ("offer_interactions.csv", interactions),
        ("email_messages.csv", messages),
        ("article_views.csv", views),
    ]
}

/// The same random program twice, protected and open.
fn programs(seed: u64) -> Programs {
    let [protected, open] = [MINIMUM, 0].map(|minimum| {
        let app = TestApp::open(TODAY, |config| config.minimum_members = minimum);
        let files = swings(&mut Random(seed));
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        app.import(&files).expect("loaded");
        Program { token: app.signed_in("ann", USERS), app }
    });
    Programs { protected, open }
}

/// A role that shows one line of business.
fn limits() -> Limits {
    Limits { groups: vec![GroupLimit { grouping: Grouping::Lob, ids: vec![SEEN] }], without_members: false }
}

/// The programs as a user sees them whose role shows one line of business.
fn limited(programs: Programs) -> Programs {
    let modules = [Module::Insights, Module::Monitor, Module::Members, Module::Offers, Module::Emails, Module::Content];
    let permission = |code: &Module| Permission { module: PermissionModule { code: *code }, editable: false };
    let permissions: Vec<Permission> = modules.iter().map(permission).collect();
    let role = Role { name: "limited".to_owned(), permissions, limits: limits() };
    let signed_in = |Program { app, .. }: Program| {
        app.app.store.add_role(&role, 1).expect("added");
        Program { token: app.signed_in("lee", "limited"), app }
    };
    Programs { protected: signed_in(programs.protected), open: signed_in(programs.open) }
}

/// An attacker who opens Insights, with what is true.
struct Attacker<'a> {
    programs: &'a Programs,
    scope: Scope,
}

/// The id, the metric.
type Figure = (&'static str, &'static Metric);

/// The figures that may move.
fn figures() -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::new();
    for figure in FIGURES.iter().filter(|figure| is_comparable(figure.metric) && figure.dashboard.has_members) {
        if !figures.iter().any(|(_, known)| std::ptr::eq(*known, figure.metric)) {
            figures.push((&figure.id, figure.metric));
        }
    }
    figures
}

/// A row of figures as a table of them would have it.
struct Row {
    name: String,
    shown: Map<String, Value>,
    truth: Map<String, Value>,
    few: Map<String, Value>,
}

impl Attacker<'_> {
    fn post(&self, path: &str, body: &Value) -> [Value; 2] {
        self.programs.post(&format!("/api/v1/insights/{path}"), body)
    }

    /// The true figures of a grouping's groups and of all, in some windows in order: those with few members are said to be.
    fn rows(&self, windows: &[Window], grouping: Grouping) -> Vec<Vec<Row>> {
        let engine = Engine::new(Arc::clone(&self.programs.open.app.app.warehouse), 1 << 26, 90).protecting(MINIMUM);
        let catalogue = wait(engine.catalogue_within(&self.scope, GroupsAsOf::Now)).expect("a catalogue");
        let figures = figures();
        let metrics: Vec<&Metric> = figures.iter().map(|(_, metric)| *metric).collect();
        let levels = Levels { first: Some(grouping), second: None };
        let found =
            wait(engine.figures(&catalogue, &metrics, windows, &Selection::default(), levels)).expect("figures");
        let groups = catalogue.groups(grouping).iter();
        let groups = groups.filter_map(|group| Some((group.name.clone(), found.index_of(GroupKey::One(group.id))?)));
        let groups: Vec<(String, usize)> = groups.chain([("Total".to_owned(), 0)]).collect();
        let row = |period: usize, (name, group): &(String, usize)| {
            let mut row = Row { name: name.clone(), shown: Map::new(), truth: Map::new(), few: Map::new() };
            for (id, metric) in &figures {
                let figure = found.figure(metric, *group, period);
                row.truth.insert((*id).to_owned(), json!(metric.shown(figure.unsuppressed())));
                row.shown.insert((*id).to_owned(), Value::Null);
                if figure.is_few() {
                    row.few.insert((*id).to_owned(), json!("few"));
                }
            }
            row
        };
        (0..windows.len()).map(|period| groups.iter().map(|group| row(period, group)).collect()).collect()
    }

    /// What the moves tell: the figures that moved, how those beside them and all others changed. With them the attacker is
    /// told which of the others few members are behind, which the page does not say.
    fn of_moves(&self, known: &mut Knowledge, filter: &Value) -> usize {
        let [shown, _] = self.post("moves", filter);
        let figures = figures();
        let metric = |id: &Value| figures.iter().find(|(known, _)| *id == **known).map(|(_, metric)| *metric);
        let sides = [("startDateBefore", "endDateBefore"), ("startDate", "endDate")];
        let sides = sides.map(|(start, end)| {
            let at = |name: &str| day(&shown[name]).unwrap_or_else(|| panic!("{name} of {shown}"));
            Window::new(at(start), at(end)).expect("a window")
        });
        let moves = shown["moves"].as_array().expect("moves");
        for grouping in Grouping::all() {
            let code = json!(grouping);
            for (side, mut rows) in self.rows(&sides, grouping).into_iter().enumerate() {
                for one in moves {
                    let name = match &one["group"] {
                        // Items are attacked as explanations are: a test of theirs compares both.
                        Value::Null if !one["item"].is_null() => continue,
                        Value::Null => "Total",
                        group if group["grouping"] == code => group["name"].as_str().expect("a name"),
                        _ => continue,
                    };
                    let row = rows.iter_mut().find(|row| row.name == name).expect("a row");
                    let id = one["metric"].as_str().expect("an id");
                    row.shown.insert(id.to_owned(), one[["before", "now"][side]].clone());
                    row.few.remove(id);
                }
                let [shown, truth] = tables(rows);
                let answer = Answer { shown: &shown, truth: &truth };
                known.table(answer, &figures, sides[side], [&code, &Value::Null]);
            }
        }
        for one in moves.iter().filter(|one| !one["item"].is_null()) {
            let mut body = filter.clone();
            body["open"] = json!({"by": one["item"]["by"]});
            let path = format!("/api/v1/explain/{}", one["metric"].as_str().expect("an id"));
            let explained = self.programs.protected.post(&path, &body);
            let causes = explained["tree"]["causes"].as_array().into_iter().flatten();
            for cause in causes.filter(|cause| cause["key"] == one["item"]["key"]) {
                assert_eq!(cause["hidden"], Value::Null, "{one} is hidden in {explained}");
            }
        }
        for one in moves.iter().filter(|one| one["item"].is_null()) {
            let name = one["group"]["name"].as_str().map_or_else(String::new, |name| json!(name).to_string());
            let of = metric(&one["metric"]).expect("a metric");
            if let Some(rest) = one["restChange"].as_f64() {
                known.changed(of, sides, ("", Some(&name)), None, Some(rest));
            }
            for beside in one["also"].as_array().expect("figures") {
                let of = metric(&beside["metric"]).expect("a metric");
                known.changed(of, sides, (&name, None), beside["change"].as_f64(), beside["changePercent"].as_f64());
            }
        }
        moves.len()
    }

    /// What is unusual on the last day, of all members.
    fn of_unusual(&self, known: &mut Knowledge, filter: &Value) -> usize {
        let [shown, _] = self.post("unusual", filter);
        let last = day(&shown["day"]).expect("a day");
        let window = Window { start: last, end: last };
        let mut rows = self.rows(&[window], Grouping::Tier).remove(0);
        let mut total = rows.pop().expect("a total");
        let items = shown["items"].as_array().expect("items");
        for item in items {
            let id = item["metric"].as_str().expect("an id");
            total.shown.insert(id.to_owned(), item["value"].clone());
            total.few.remove(id);
        }
        let [shown, truth] = tables(vec![total]);
        known.row("", window, &figures(), Answer { shown: &shown[0], truth: &truth[0] });
        items.len()
    }

    /// The cohorts. It is known from elsewhere how many registered in all months, and how many logged in in each: those who
    /// registered in it, and of the cohorts before.
    fn of_cohorts(&self, known: &mut Knowledge, filter: &Value) {
        let [shown, truth] = self.post("cohorts", filter);
        let rows = Answer { shown: &shown["cohorts"], truth: &truth["cohorts"] };
        let months: Vec<Window> = rows
            .rows()
            .map(|row| {
                let start =
                    day(&json!(format!("{}-01", row.shown["month"].as_str().expect("a month")))).expect("a day");
                Window { start, end: last_of_month(start) }
            })
            .collect();
        let mut of_month: HashMap<usize, (Vec<String>, f64)> = HashMap::new();
        let mut of_joined: HashMap<usize, f64> = HashMap::new();
        let mut all = 0.0;
        for (month, row) in rows.rows().enumerate() {
            let registered = row.truth["registered"].as_f64().expect("a number");
            let joined: Named = ("", months[month], &NEW_REGISTERED);
            // The reason says nothing.
            match row.shown["hidden"].as_str() {
                Some(_) => known.untold(joined, registered),
                None => known.figure("", months[month], &NEW_REGISTERED, row.at("registered"), None),
            }
            all += registered;
            of_joined.insert(month, registered);
            for (age, cell) in row.at("ages").rows().enumerate() {
                let at = month + 1 + age;
                let Some(percent) = cell.truth["percent"].as_f64() else { continue };
                let stayed = (percent * registered / 100.0).round();
                let name = format!("{} after {}", months[month].start, age + 1);
                let left = format!("not {name}");
                if !cell.shown["hidden"].is_null() {
                    known.untold((&name, months[at], &UNIQUE_LOGINS), stayed);
                    known.untold((&left, months[at], &UNIQUE_LOGINS), registered - stayed);
                }
                let (stay, leave): (Named, Named) =
                    ((&name, months[at], &UNIQUE_LOGINS), (&left, months[at], &UNIQUE_LOGINS));
                known.add_up(&[stay, leave], joined);
                if let Some(percent) = cell.shown["percent"].as_f64() {
                    known.share(stay, joined, percent, 1);
                }
                let (names, sum) = of_month.entry(at).or_default();
                names.push(name.clone());
                *sum += stayed;
            }
        }
        for (month, (names, sum)) in of_month {
            let (everybody, sum): (Named, Value) =
                (("everybody", months[month], &UNIQUE_LOGINS), json!(sum + of_joined[&month]));
            known.figure(everybody.0, everybody.1, everybody.2, Answer { shown: &sum, truth: &sum }, None);
            let stayed = names.iter().map(|name| -> Named { (name, months[month], &UNIQUE_LOGINS) });
            let parts: Vec<Named> = stayed.chain([("", months[month], &NEW_REGISTERED) as Named]).collect();
            known.add_up(&parts, everybody);
        }
        let (none, all) = (json!(0), json!(all));
        let (first, last) = (months[0], months[months.len() - 1]);
        known.figure("", first, &REGISTERED_BEFORE, Answer { shown: &none, truth: &none }, None);
        known.figure("", last, &TOTAL_REGISTERED, Answer { shown: &all, truth: &all }, None);
    }

    /// The offers that end, and who is soon dormant. It is known from elsewhere how many clicks all offers have.
    fn of_expiring(&self, known: &mut Knowledge, filter: &Value) {
        let [shown, truth] = self.post("expiring", filter);
        let as_of = day(&shown["asOf"]).expect("a day");
        let window = Window { start: as_of, end: as_of }.trailing(30);
        let mut sum = 0.0;
        let mut names = Vec::new();
        for row in (Answer { shown: &shown["offers"], truth: &truth["offers"] }).rows() {
            let name = row.shown["name"].to_string();
            known.figure(&name, window, &TOTAL_CLICKS, row.at("clicks"), row.shown["hidden"].as_str());
            sum += row.truth["clicks"].as_f64().expect("a number");
            names.push(name);
        }
        let sum = json!(sum);
        known.figure("", window, &TOTAL_CLICKS, Answer { shown: &sum, truth: &sum }, None);
        let parts: Vec<Named> = names.iter().map(|name| -> Named { (name, window, &TOTAL_CLICKS) }).collect();
        known.add_up(&parts, ("", window, &TOTAL_CLICKS));
        let (shown, truth) = (&shown["close"], &truth["close"]);
        let days = Window::new(day(&shown["startDate"]).expect("a day"), as_of).expect("a window");
        let of_close = [("active", CloseTo::Active), ("engaged", CloseTo::Engaged), ("dormant", CloseTo::Dormant)];
        let of_close = of_close.map(|(name, close)| (name, close.metric()));
        let rows = Answer { shown: &shown["rows"], truth: &truth["rows"] };
        known.table(rows, &of_close, days, [&shown["viewByH1"], &Value::Null]);
    }

    /// What each call tells, and what all of the page tell together.
    fn known(&self, filter: &Value, reveals: bool) -> (Vec<(String, Knowledge)>, usize) {
        let new = || Knowledge::new(MINIMUM, reveals);
        let mut all: Vec<(String, Knowledge)> =
            ["moves", "unusual", "cohorts", "expiring", "the page"].map(|name| (name.to_owned(), new())).into();
        let mut told = 0;
        for at in [0, 4] {
            told += self.of_moves(&mut all[at].1, filter);
        }
        for at in [1, 4] {
            told += self.of_unusual(&mut all[at].1, filter);
        }
        for at in [2, 4] {
            self.of_cohorts(&mut all[at].1, filter);
        }
        for at in [3, 4] {
            self.of_expiring(&mut all[at].1, filter);
        }
        (all, told)
    }
}

/// Rows as two tables of an answer: the protected one and the open one. The last is the total.
fn tables(rows: Vec<Row>) -> [Value; 2] {
    let (mut shown, mut truth) = (Vec::new(), Vec::new());
    for row in rows {
        let is_total = row.name == "Total";
        let with = |mut figures: Map<String, Value>, few: Value| {
            figures.extend([("name".to_owned(), json!(row.name)), ("isTotal".to_owned(), json!(is_total))]);
            figures.insert("hidden".to_owned(), few);
            Value::Object(figures)
        };
        shown.push(with(row.shown, Value::Object(row.few)));
        truth.push(with(row.truth, Value::Null));
    }
    [Value::Array(shown), Value::Array(truth)]
}

/// Attacks Insights of some programs, as one who sees everybody and as one of a limited role.
fn attack(seed: u64, rounds: u64, reveals: bool) -> (Outcome, usize) {
    let (mut outcome, mut told) = (Outcome::default(), 0);
    for seed in seed..seed + rounds {
        let mut programs = programs(seed);
        for is_limited in [false, true] {
            let mut scope = if is_limited { Scope::NONE } else { Scope::All };
            if is_limited {
                programs = limited(programs);
                scope.add(&limits());
            }
            let attacker = Attacker { programs: &programs, scope };
            for (start, end) in
                [(date!(2026 - 01 - 03), date!(2026 - 01 - 09)), (date!(2025 - 12 - 27), date!(2026 - 01 - 09))]
            {
                let filter = json!({
                    "period": "SELECTED_DATE", "startDate": start.to_string(), "endDate": end.to_string(), "viewByH1": "TIER",
                });
                let (known, moved) = attacker.known(&filter, reveals);
                told += moved;
                let known = known
                    .into_iter()
                    .map(|(name, known)| (format!("seed {seed}, limited: {is_limited}, {name}"), known));
                outcome.attack(known.collect(), &filter, &mut Random(seed), 12);
            }
        }
    }
    (outcome, told)
}

#[test]
fn no_hidden_figure_can_be_worked_out_from_insights() {
    if !takes_turn(4) {
        return;
    }
    let seed = setting("TEST_SEED", 20_261_125);
    let rounds = setting("TEST_ROUNDS", 1);
    let (outcome, told) = attack(seed, rounds, false);
    println!("{told} figures moved, {} are hidden, {} were attacked", outcome.hidden, outcome.attacked);
    assert!(
        told as u64 > 10 * rounds && outcome.attacked > 40 * rounds,
        "{told} {} {}",
        outcome.hidden,
        outcome.attacked
    );
    assert_eq!(outcome.worked_out, Vec::<String>::new(), "of {} attacked", outcome.attacked);
}

/// The attack is able to: what is hidden only because of others reveals many of the figures.
#[test]
fn insights_that_hide_only_small_groups_are_worked_out() {
    if !takes_turn(0) {
        return;
    }
    let (revealed, _) = attack(setting("TEST_SEED", 20_261_125), 1, true);
    let worked_out = revealed.worked_out.len() as u64;
    assert!(20 * worked_out > revealed.attacked, "{worked_out} of {}", revealed.attacked);
}
