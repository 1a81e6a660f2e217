//! What the answers tell that are no declared block or totals call: trends, indicators, polls and the score.

use bond::figures::content::{POLL_ANSWERS, SHARE_OF_ANSWERS};
use bond::figures::members::NEW_REGISTERED;
use bond::figures::period::Window;
use bond::figures::score::{PARTS, WINDOW_DAYS};
use bond::figures::{Formula, Term};
use bond::screens::CardTrend;
use bond::screens::declared::monitor::INDICATORS;
use bond::screens::declared::polls::BLOCK;
use serde_json::{Value, json};
use time::Duration;

use super::knowledge::{Answer, Knowledge};
use super::{MINIMUM, day, points_of, window};

/// A card's figures in the filter's window and in the two that it is compared with.
pub fn of_trends(trend: &CardTrend, [shown, truth]: [&Value; 2], reveals: bool) -> Knowledge {
    let mut known = Knowledge::new(MINIMUM, reveals);
    let whole = window(shown).expect("a window");
    let answer = Answer { shown, truth };
    for (rows, start, end) in [("pops", "startDatePop", "endDatePop"), ("yoys", "startDateYoy", "endDateYoy")] {
        let before = day(&shown[start]).zip(day(&shown[end])).and_then(|(start, end)| Window::new(start, end));
        for (row, field) in answer.at(rows).rows().zip(trend.fields()) {
            let why = |name: &str| row.shown["hidden"][name].as_str();
            known.figure("", whole, field.metric, row.at("filterPeriodValue"), why("filterPeriodValue"));
            if let Some(before) = before {
                known.figure("", before, field.metric, row.at("popValue"), why("popValue"));
            }
        }
    }
    known
}

/// The Program Monitor's table: figures, shares, differences from the period before and sparklines.
pub fn of_indicators([shown, truth]: [&Value; 2], filter: &Value, before: Option<Window>, reveals: bool) -> Knowledge {
    let mut known = Knowledge::new(MINIMUM, reveals);
    let whole = window(filter).expect("a window");
    let points = points_of(whole);
    for (row, indicator) in (Answer { shown, truth }).rows().zip(&INDICATORS) {
        let why = |name: &str| row.shown["hidden"][name].as_str();
        known.figure("", whole, indicator.metric, row.at("sum"), why("sum"));
        known.figure("", whole, indicator.share, row.at("percent"), why("percent"));
        let earlier = |row: &Value| match (row["sum"].as_f64(), row["popSum"].as_f64()) {
            (Some(now), Some(difference)) => json!(now - difference),
            _ => Value::Null,
        };
        if let Some(before) = before {
            let earlier = [earlier(row.shown), earlier(row.truth)];
            let answer = Answer { shown: &earlier[0], truth: &earlier[1] };
            known.figure("", before, indicator.metric, answer, None);
        }
        for point in row.at("trend").rows() {
            let label = point.shown[0].as_str().expect("a label");
            if let Some(bucket) = points.iter().find(|bucket| bucket.label == label) {
                known.figure("", bucket.window, indicator.metric, point.index(1), None);
            }
        }
    }
    known
}

/// The figures of the rows of a poll's table that are null, those of rows within them included.
fn nulls(rows: &Value) -> u64 {
    let of_row = |row: &Value| {
        let answers = row["answers"].as_array().into_iter().flatten().filter(|answer| answer.is_null()).count() as u64;
        u64::from(row["value"].is_null()) + answers + nulls(&row["records"])
    };
    rows.as_array().into_iter().flatten().map(of_row).sum()
}

/// A poll: its options, and the answers to each by group.
pub fn of_poll([shown, truth]: [&Value; 2], filter: &Value, reveals: bool) -> Knowledge {
    let mut known = Knowledge::new(MINIMUM, reveals);
    let whole = window(filter).expect("a window");
    let answer = Answer { shown, truth };
    let metrics = [("", &POLL_ANSWERS)];
    let option = |group: &str, at: usize| format!("{group} option {at}");
    let mut options = Vec::new();
    for (at, row) in answer.at("pollAnswers").rows().enumerate() {
        let why = |name: &str| row.shown["hidden"][name].as_str();
        known.figure(&option("", at), whole, &POLL_ANSWERS, row.at("answerCount"), why("answerCount"));
        known.figure(&option("", at), whole, &SHARE_OF_ANSWERS, row.at("percent"), why("percent"));
        options.push(option("", at));
    }
    known.whole(&SHARE_OF_ANSWERS, &options, whole);
    let block = answer.at(BLOCK);
    let params = &block.shown["filterParams"];
    let hidden = block.shown["hidden"].as_u64().unwrap_or_default();
    assert_eq!(hidden, nulls(&block.shown["data"]), "each hidden figure of the table is counted once: {}", block.shown);
    let of_row = |known: &mut Knowledge, name: &str, row: Answer| {
        known.figure(name, whole, &POLL_ANSWERS, row.at("value"), row.shown["hidden"]["value"].as_str());
        let options: Vec<String> = (0..options.len()).map(|at| option(name, at)).collect();
        for (at, answer) in row.at("answers").rows().enumerate() {
            known.figure(&options[at], whole, &POLL_ANSWERS, answer, None);
        }
        known.adds_up(name, &options, whole, &metrics, true);
    };
    let add_up = |known: &mut Knowledge, total: &str, groups: &[String], level: &Value| {
        known.adds_up(total, groups, whole, &metrics, level != "AUDIENCE");
        for at in 0..options.len() {
            let parts: Vec<String> = groups.iter().map(|group| option(group, at)).collect();
            known.adds_up(&option(total, at), &parts, whole, &metrics, level != "AUDIENCE");
        }
    };
    let mut groups = Vec::new();
    for row in block.at("data").rows() {
        let is_total = row.shown["isTotal"] == true && row.shown["records"].as_array().is_none_or(Vec::is_empty);
        let name = if is_total { String::new() } else { row.shown["name"].to_string() };
        of_row(&mut known, &name, row);
        let mut inner = Vec::new();
        for child in row.at("records").rows() {
            inner.push(format!("{name} {}", child.shown["name"]));
            of_row(&mut known, &inner[inner.len() - 1], child);
        }
        if !inner.is_empty() {
            add_up(&mut known, &name, &inner, &params["viewByH2"]);
        }
        if !is_total {
            groups.push(name);
        }
    }
    if !groups.is_empty() {
        add_up(&mut known, "", &groups, &params["viewByH1"]);
    }
    known
}

/// The parts of the score: both sides of each, and whether few members registered in its days.
pub fn of_score([shown, truth]: [&Value; 2], reveals: bool) -> Knowledge {
    let mut known = Knowledge::new(MINIMUM, reveals);
    let Some(as_of) = day(&shown["explain"]["asOf"]) else { return known };
    let whole = Window::new(as_of - Duration::days(i64::from(WINDOW_DAYS) - 1), as_of).expect("a window");
    let parts = Answer { shown: &shown["explain"]["parts"], truth: &truth["explain"]["parts"] };
    let mut registered = [None; 2];
    for (row, part) in parts.rows().zip(&PARTS) {
        let Formula::Ratio { of, by, .. } = part.metric.formula else { panic!("{} is a rate", part.label) };
        let is_hidden = row.shown["state"] == "hidden";
        let (numerator, denominator) = (row.at("numerator"), row.at("denominator"));
        if part.numerator_scale == 1.0 {
            known.side("", whole, of, numerator, is_hidden, part.metric);
        }
        known.side("", whole, by, denominator, is_hidden, part.metric);
        for (sum, side) in [(of, numerator), (by, denominator)] {
            match sum {
                [(1, Term::AsOf(measure))] if measure.id == "registered" => registered[1] = side.truth.as_f64(),
                [(1, Term::Before(_))] => registered[0] = side.truth.as_f64(),
                _ => {}
            }
        }
    }
    // As a figure it is in no part, but two parts may tell it.
    if let [Some(before), Some(now)] = registered {
        let new = [Value::Null, json!(now - before)];
        known.figure(
            "",
            whole,
            &NEW_REGISTERED,
            Answer { shown: &new[0], truth: &new[1] },
            Some("few").filter(|_| (1.0..5.0).contains(&(now - before))),
        );
    }
    known
}
