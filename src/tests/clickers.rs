//! People who click through the dashboards while something else happens, over HTTP.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::random::Random;

/// The days of the feed that they ask about.
pub const DAYS: u64 = 20;

/// Of `members` members, each logs in once on each of the first [`DAYS`] days of 2025: a program of which every figure
/// says how many members it is of.
pub fn write_logins(file: &std::path::Path, members: u64) {
    let mut text = "member_id,logged_in_at\n".to_owned();
    for day in 1..=DAYS {
        for member in 0..members {
            text += &format!("M{member},2025-01-{day:02} 08:{:02}:00\n", member % 60);
        }
    }
    std::fs::write(file, text).expect("written");
}

/// Members and groups of such a program.
pub fn write_members(folder: &std::path::Path, members: u64) {
    let mut text = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n".to_owned();
    for member in 0..members {
        text += &format!("M{member},1,1,1,2024-12-01,Email\n");
    }
    std::fs::write(folder.join("members.csv"), text).expect("written");
    let groups = "id,type,name\n1,TIER,Gold\n1,LOB,Retail\n1,AUDIENCE,All\n";
    std::fs::write(folder.join("user_groups.csv"), groups).expect("written");
}

/// What the clickers met.
#[derive(Default)]
pub struct Clicks {
    pub all: u64,
    /// Of questions that were answered before from the same data.
    pub warm: Vec<Duration>,
    pub cold: Vec<Duration>,
    /// The members of all answers.
    pub members: std::collections::BTreeSet<u64>,
}

impl Clicks {
    pub fn add(&mut self, other: Clicks) {
        self.all += other.all;
        self.warm.extend(other.warm);
        self.cold.extend(other.cold);
        self.members.extend(other.members);
    }
}

/// The 95th percentile in milliseconds.
pub fn p95(times: &mut [Duration]) -> f64 {
    percentile(times, 95)
}

/// The time in milliseconds that `percent` of the calls were faster than; 0 without a call.
pub fn percentile(times: &mut [Duration], percent: usize) -> f64 {
    times.sort();
    times.get(times.len() * percent / 100).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// Ends the clicking when dropped, also by a failed assertion.
pub struct Stop<'a>(pub &'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// When each question was first answered, from data of so many members.
type Answered = HashMap<String, Instant>;

/// Somebody signed in.
#[derive(Clone, Copy)]
pub struct Clicker<'a> {
    pub base: &'a str,
    /// Of those who click, in turn.
    pub tokens: &'a [String],
    /// The most milliseconds between two clicks.
    pub pause: u64,
}

impl Clicker<'_> {
    /// `number` people click until `done`. Every answer must be a success whose figures are of one data version.
    pub fn many(self, number: u64, seed: u64, done: &AtomicBool) -> Clicks {
        let (all, answered) = (Mutex::new(Clicks::default()), Mutex::default());
        std::thread::scope(|scope| {
            for person in 0..number {
                let (all, answered) = (&all, &answered);
                scope.spawn(move || {
                    let token = &self.tokens[person as usize % self.tokens.len()];
                    let clicks = self.click(token, Random(seed.wrapping_mul(1_000) + person), answered, done);
                    all.lock().expect("whole").add(clicks);
                });
            }
        });
        all.into_inner().expect("nobody failed")
    }

    fn click(self, token: &str, mut random: Random, answered: &Mutex<Answered>, done: &AtomicBool) -> Clicks {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
        let mut clicks = Clicks::default();
        while !done.load(Ordering::Acquire) {
            let is_common = random.percent(75);
            let until = 1 + if is_common { random.below(3) * 9 } else { random.below(DAYS) };
            let since = if is_common {
                "2025-01-01".to_owned()
            } else {
                let year = 1_960 + random.below(64);
                format!("{year}-{:02}-{:02}", 1 + random.below(12), 1 + random.below(28))
            };
            let path = random.one_of(&["users/userDashboardInfo", "users/logins/breakdowns"]);
            let body = json!({"startDate": since, "endDate": format!("2025-01-{until:02}")});
            let request = agent.post(format!("{}api/v1/dashboard/{path}", self.base));
            let started = Instant::now();
            let mut answer = request
                .header("authorization", format!("Bearer {token}"))
                .send_json(&body)
                .unwrap_or_else(|error| panic!("{path} {body}: {error}"));
            let text = answer.body_mut().read_to_string().expect("text");
            let took = started.elapsed();
            assert_eq!(answer.status(), 200, "{path} {body}: {text}");
            let answer: Value = serde_json::from_str(&text).expect("JSON");
            let members = members_of(&answer, until).unwrap_or_else(|why| panic!("{path} {body}: {why}: {text}"));
            clicks.members.insert(members);
            let question = format!("{members} {path} {body}");
            let first = *answered.lock().expect("whole").entry(question).or_insert_with(Instant::now);
            if first <= started {
                clicks.warm.push(took)
            } else {
                clicks.cold.push(took)
            }
            clicks.all += 1;
            std::thread::sleep(Duration::from_millis(random.below(self.pause)));
        }
        clicks
    }
}

/// The members that an answer is about; an error if its figures are not of the same data.
fn members_of(answer: &Value, days: u64) -> Result<u64, String> {
    let figures: Vec<&Value> = if answer["logins"].is_object() {
        vec![&answer["logins"]["uniqueLogins"], &answer["logins"]["totalLogins"]]
    } else {
        let table = &answer["LOGINS_TABLE"]["data"];
        vec![&table[0]["unique"], &table[0]["total"], &table[1]["unique"], &table[1]["total"]]
    };
    let numbers: Option<Vec<u64>> = figures.iter().map(|figure| figure.as_u64()).collect();
    let numbers = numbers.ok_or("a figure is missing")?;
    let members = numbers[0];
    let is_one_version = numbers.chunks(2).all(|pair| pair[0] == members && pair[1] == members * days);
    let last = |block: &str| answer[block]["data"].as_array().and_then(|data| data.last()?.get(1)?.as_u64());
    let charts = [("LOGINS_BY_PERIOD", members * days), ("UNIQUE_LOGINS_BY_PERIOD", members)];
    // The last bucket of each chart is January 2025, or a year that has nothing else.
    let charts_agree = charts.iter().all(|(block, wanted)| last(block).is_none_or(|found| found == *wanted));
    if is_one_version && charts_agree { Ok(members) } else { Err(format!("figures of several versions: {numbers:?}")) }
}
