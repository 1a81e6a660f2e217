//! The tools that explain a change, list the largest changes, and count members close to a threshold.

use serde_json::Value;

use super::asked::{Asking, one_of};
use super::figures::{Asked, about, address};
use super::said::{Days, Said, SaidChange, SaidTable, data, number};
use crate::delivery::open_to;
use crate::error::ApiError;
use crate::figures::explain::{CauseKind, CauseNode};
use crate::figures::filter::FilterParams;
use crate::groupings::Grouping;
use crate::modules::Module;
use crate::scope::Scope;
use crate::screens::Call;
use crate::screens::explain::{ExplainParams, Explanation, OpenedCauses};
use crate::screens::planner::ClosePeople;
use crate::screens::receipts::Subject;

fn columns(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// `why`
pub async fn why(asking: &Asking<'_>) -> Result<Said, ApiError> {
    let asked = Asked::read(asking).await?;
    let by = asking.text("by")?.map(str::to_uppercase);
    let open = by.map(|by| OpenedCauses { by: Some(by), inside: None });
    let (answers, opened) = (asking.answers(&asked.scope), ExplainParams { open });
    let explained = match asked.subject {
        Subject::Score => answers.explain_score(&asked.params, &opened).await?,
        Subject::Figure(figure) | Subject::Part(figure, _) => answers.explain(figure, &asked.params, &opened).await?,
    };
    let Explanation { now, before, change, change_percent, chance, note, divisions, tree, .. } = explained;
    let mut said = asked.said(asking);
    said.days = Some(Days { from: explained.start_date, to: explained.end_date });
    said.compared_with = explained.start_date_before.zip(explained.end_date_before).map(|(from, to)| Days { from, to });
    said.screen = Some(address(asking, &format!("explain/{}", asked.subject.id()), &asked.filter, &asked.params));
    said.change = Some(SaidChange {
        now: number(now),
        before: number(before),
        percent: number(change_percent),
        difference: number(change),
        within_chance: chance.map(|chance| chance.is_within),
    });
    said.notes.extend(note);
    if let Some(tree) = tree {
        let row = |cause: &CauseNode| {
            let name = if cause.kind == CauseKind::Slice { data(&cause.name) } else { cause.name.clone() };
            let hidden =
                if cause.hidden.is_some() { "hidden: too few members are behind it".into() } else { Value::Null };
            vec![name.into(), number(cause.effect), number(cause.now), number(cause.before), hidden]
        };
        said.note(format!("Divided by {} ({}); the effects add up to the change.", tree.by, tree.label));
        let names = columns(&["cause", "effect", "now", "before", "why"]);
        said.table = Some(SaidTable { columns: names, rows: tree.causes.iter().map(row).collect(), left: 0 });
    }
    let others: Vec<&str> = divisions.iter().map(|offer| offer.by.as_str()).collect();
    if !others.is_empty() {
        said.note(format!("It can be divided by {}.", others.join(", ")));
    }
    Ok(said)
}

/// `what_moved`
pub async fn what_moved(asking: &Asking<'_>) -> Result<Said, ApiError> {
    let scope = asking.scope((Module::Insights, true))?;
    let params = asking.filter(&scope).await?;
    let answers = asking.answers(&scope);
    let filter = answers.filter_of(&params).map_err(|errors| ApiError::faults(errors.0))?;
    let json = answers.answer(Call::Moves(open_to(asking.permissions, &scope)), &params).await?;
    let answer: Value = serde_json::from_slice(&json).unwrap_or_default();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let days = |from: &str, to: &str| Some(Days { from: text(&answer[from])?, to: text(&answer[to])? });
    // It is of the figures of all modules that show these members.
    let is_open = |module: &Module| {
        let shown = asking.permissions.scope(*module);
        asking.permissions.opens(*module, true) && (shown == Scope::All || shown == scope)
    };
    let modules = Module::ALL.iter().copied().filter(is_open).collect();
    let mut said = about(asking, (modules, &scope), (&filter, &params), "bond-insights");
    said.days = days("startDate", "endDate").or(said.days);
    said.compared_with = days("startDateBefore", "endDateBefore");
    said.notes.extend(text(&answer["note"]).into_iter().chain(text(&answer["insteadOf"]["why"])));
    let row = |moved: &Value| {
        let part = moved["group"]["name"].as_str().or(moved["item"]["name"].as_str());
        let fields = ["now", "before", "change", "changePercent"].map(|field| number(moved[field].as_f64()));
        let (id, label) = (moved["metric"].clone(), moved["label"].clone());
        let part = part.map_or("all".into(), |name| data(name).into());
        [id, label, part].into_iter().chain(fields).chain([moved["unusual"].clone()]).collect::<Vec<Value>>()
    };
    let rows: Vec<Vec<Value>> = answer["moves"].as_array().into_iter().flatten().map(row).collect();
    let names = columns(&["figure", "label", "of", "now", "before", "change", "percent", "beyond normal"]);
    said.table = Some(SaidTable { columns: names, rows, left: 0 });
    Ok(said)
}

/// `who_is_close`
pub async fn who_is_close(asking: &Asking<'_>) -> Result<Said, ApiError> {
    let scope = asking.scope((Module::Recommendations, true))?;
    let by = asking.text("by")?.map(str::to_uppercase);
    let grouping = by.as_deref().map(|by| {
        let names: Vec<&str> = Grouping::all().map(|grouping| grouping.info().name).collect();
        one_of("by", by, &names).map(Grouping::named)
    });
    let params = FilterParams { view_by_h1: grouping.transpose()?.flatten(), ..asking.filter(&scope).await? };
    let answers = asking.answers(&scope);
    let filter = answers.filter_of(&params).map_err(|errors| ApiError::faults(errors.0))?;
    let close = answers.close(&params).await?;
    let mut said = about(asking, (vec![Module::Recommendations], &scope), (&filter, &params), "recommendations");
    said.compared_with = None;
    if let Some((from, to)) = close.start_date.zip(close.as_of) {
        said.days = Some(Days { from, to });
    }
    let row = |people: &ClosePeople| {
        let name = if people.is_total { people.name.clone().into() } else { data(&people.name).into() };
        let counts =
            [people.active, people.engaged, people.dormant].map(|count| count.map_or(Value::Null, Value::from));
        std::iter::once(name).chain(counts).collect::<Vec<Value>>()
    };
    let names = columns(&["name", "one session from active", "one session from engaged", "soon dormant"]);
    said.table = Some(SaidTable { columns: names, rows: close.rows.iter().map(row).collect(), left: 0 });
    let (dormant, notice) = (close.dormant_days, close.notice_days);
    said.note(format!("Soon dormant: without a login within {notice} days they have been away for {dormant}."));
    if close.hidden.is_some() {
        said.note(
            "Numbers without a value are hidden: too few members are behind them, or they would tell such a number.",
        );
    }
    Ok(said)
}
