//! Random questions of an agent: what is hidden in an answer over MCP cannot be worked out from it, by the attackers of the
//! page's answers.

use bond::figures::Metric;
use bond::figures::period::Window;
use bond::screens::{FIGURES, Shape};
use serde_json::{Value, json};

use super::knowledge::{Answer, Knowledge, Line};
use super::{MINIMUM, Outcome, Programs, day, random_filter};
use crate::agents::Agent;
use crate::brute_force::world::SEED;
use crate::random::Random;
use crate::{is_whole, setting};

/// A page's filter as the arguments of a tool.
fn arguments(filter: &Value) -> Value {
    let mut own = json!({ "from": filter["startDate"], "to": filter["endDate"] });
    if filter["userGroupTiers"].is_array() {
        own["tiers"] = filter["userGroupTiers"].clone();
    }
    own
}

fn days(said: &Value) -> Option<Window> {
    Window::new(day(&said["from"])?, day(&said["to"])?)
}

/// The rows of a table as the page's calls have them.
fn rows(said: &Value) -> Value {
    let row = |row: &Value| {
        let name = row[0].as_str().unwrap_or_default().trim_matches(['«', '»']);
        // Why a row has no figure is its last column.
        let why = row.as_array().filter(|row| row.len() > 2).and_then(|row| row.last()?.as_str());
        let hidden = match why {
            Some(why) if why.contains("too few members are behind it") && !why.contains("tell") => {
                json!({ "value": "few" })
            }
            Some(why) if why.contains("hidden") => json!({ "value": "other" }),
            _ => json!({}),
        };
        json!({ "name": name, "isTotal": name == "Total", "value": row[1], "hidden": hidden, "records": [] })
    };
    said["table"]["rows"].as_array().into_iter().flatten().map(row).collect()
}

/// What one answer tells.
fn known(tool: &str, by: &str, metric: &'static Metric, [shown, truth]: [&Value; 2]) -> Option<Knowledge> {
    let mut known = Knowledge::new(MINIMUM, false);
    let whole = days(&shown["days"])?;
    match tool {
        "figure" => {
            let change = Answer { shown: &shown["change"], truth: &truth["change"] };
            known.figure("", whole, metric, change.at("now"), None);
            if let Some(before) = days(&shown["comparedWith"]) {
                known.figure("", before, metric, change.at("before"), None);
            }
        }
        "breakdown" => {
            let [shown, truth] = [rows(shown), rows(truth)];
            known.table(
                Answer { shown: &shown, truth: &truth },
                &[("value", metric)],
                whole,
                [&json!(by), &Value::Null],
            );
        }
        _ => {
            let of_periods = |said: &Value| -> Value {
                let row = |row: &Value| json!([row[0], row[2]]);
                said["table"]["rows"].as_array().into_iter().flatten().map(row).collect()
            };
            let window = |row: &Value| Window::new(day(&row[0])?, day(&row[1])?);
            let windows: Option<Vec<Window>> = shown["table"]["rows"].as_array()?.iter().map(window).collect();
            let [own, open] = [of_periods(shown), of_periods(truth)];
            let line = Line { group: "", windows: &windows? };
            known.periods(&line, Answer { shown: &own, truth: &open }, &[("value", metric)]);
        }
    }
    Some(known)
}

#[test]
fn no_hidden_figure_can_be_worked_out_from_what_an_agent_is_told() {
    let programs = Programs::with(setting("TEST_SEED", SEED), |config| config.agents.allow_agents = true);
    let random = &mut Random(setting("TEST_SEED", 20_261_130));
    let agents = [&programs.protected, &programs.open].map(|program| Agent::of(&program.app, &program.token));
    let figures: Vec<_> =
        FIGURES.iter().filter(|figure| !figure.id.starts_with("score.") && figure.dashboard.has_members).collect();
    let divided = |figure: &&&bond::screens::registry::CardFigure| {
        let blocks = figure.dashboard.all_breakdowns().flat_map(|breakdown| breakdown.blocks);
        let has = |shape: &Shape| matches!(shape, Shape::Table(fields) if fields.iter().any(|field| std::ptr::eq(field.metric, figure.metric)));
        blocks.map(|block| &block.shape).any(has)
    };
    let by_groups: Vec<_> = figures.iter().filter(divided).copied().collect();
    let rounds = if is_whole() { 10_000 } else { 60 };
    let (mut outcome, mut asked) = (Outcome::default(), 0);
    for _ in 0..rounds {
        let filter = random_filter(random);
        let tool = random.one_of(&["figure", "breakdown", "breakdown", "series"]);
        let figure = if tool == "breakdown" { random.one_of(&by_groups) } else { random.one_of(&figures) };
        let by = random.one_of(&["TIER", "LOB", "AUDIENCE"]);
        let mut question = arguments(&filter);
        question["figure"] = json!(figure.id);
        if tool == "breakdown" {
            question["by"] = json!(by);
        }
        let [shown, truth] = agents.each_ref().map(|agent| agent.call(tool, &question));
        if shown["isError"] == true {
            assert_eq!(truth["isError"], true, "{question}: {shown}");
            continue;
        }
        asked += 1;
        let said = [&shown["structuredContent"], &truth["structuredContent"]];
        // What is shown is true, and what is hidden is not kept.
        for name in ["now", "before"] {
            let own = &said[0]["change"][name];
            assert!(own.is_null() || own == &said[1]["change"][name], "{tool} {question}: {said:?}");
        }
        let is_hidden = tool == "figure" && said[0]["change"]["now"].is_null() && !said[1]["change"]["now"].is_null();
        if let Some(number) = said[0]["receipt"].as_str().filter(|_| is_hidden) {
            let (kept, _) = programs.protected.app.app.store.kept_answer(number).expect("read").expect("kept");
            assert_eq!(kept.table.rows[0].figures[0], "", "{question}: {said:?}");
        }
        let known = known(tool, by, figure.metric, said);
        outcome.attack(known.into_iter().map(|known| (tool.to_owned(), known)).collect(), &question, random, 3);
    }
    assert!(
        asked > rounds / 2 && outcome.hidden > rounds / 10 && outcome.attacked > rounds / 40,
        "{asked} {outcome:?}"
    );
    assert_eq!(outcome.worked_out, Vec::<String>::new(), "of {} attacked", outcome.attacked);
}
