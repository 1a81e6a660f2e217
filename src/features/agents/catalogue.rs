//! What there is to ask: figures, groups, periods and the choices of filters.

use serde_json::Value;

use crate::error::ApiError;
use crate::features::questions::asked::{Asking, COMPARISONS, PERIODS, argument_of, one_of, refused};
use crate::features::questions::figures::{described, divisions, named, shown_by};
use crate::features::questions::said::{Days, Said, SaidTable, data};
use crate::figures::filter::FilterParams;
use crate::groupings::GROUPINGS;
use crate::screens::receipts::{SCORE, Subject};
use crate::screens::{Answered, Call, DASHBOARDS, FIGURES, LIST_CALLS};

/// The lists of items for filters: the argument, and the dimension of the call that has them.
const LISTS: [(&str, &str); 4] = [
    ("offers", "offer"),
    ("offerCategories", "listed_offer_category"),
    ("campaigns", "campaign"),
    ("campaignTypes", "campaign_type"),
];
/// The most groups of a grouping that are named.
const MOST_GROUPS: usize = 60;

/// `what_there_is`
pub async fn what_there_is(asking: &Asking<'_>) -> Result<Said, ApiError> {
    if let Some(list) = asking.text("list")? {
        return items(asking, list).await;
    }
    if let Some(wanted) = asking.text("figure")? {
        let subject = named(wanted).ok_or_else(|| refused(format!("There is no figure {wanted:?}: say search.")))?;
        asking.scope(shown_by(subject))?;
        let mut said = Said { figure: Some(described(subject, &asking.app.settings().currency)), ..Said::default() };
        let by: Vec<String> = divisions(subject).into_iter().map(|(name, ..)| name).collect();
        said.note(if by.is_empty() {
            "breakdown: none.".to_owned()
        } else {
            format!("breakdown: by {}.", by.join(", "))
        });
        return Ok(said);
    }
    let search = asking.text("search")?.map(str::to_lowercase);
    let ids = std::iter::once(SCORE).chain(FIGURES.iter().map(|figure| figure.id.as_str()));
    let currency = asking.app.settings().currency.clone();
    let mut rows = Vec::new();
    for subject in ids.filter_map(Subject::named).filter(|subject| asking.scope(shown_by(*subject)).is_ok()) {
        let figure = described(subject, &currency);
        let row = [figure.id, figure.label, figure.unit];
        match &search {
            None => rows.push(row.map(Value::from).to_vec()),
            Some(word) if format!("{} {}", row.join(" "), figure.definition).to_lowercase().contains(word) => {
                rows.push(row.into_iter().chain([figure.definition]).map(Value::from).collect());
            }
            Some(_) => {}
        }
    }
    let mut columns: Vec<String> = ["id", "figure", "unit"].map(str::to_owned).to_vec();
    columns.extend(search.is_some().then(|| "definition".to_owned()));
    let mut said = Said { table: Some(SaidTable { columns, rows, left: 0 }), ..Said::default() };
    if search.is_none() {
        about_filters(asking, &mut said).await?;
    }
    Ok(said)
}

/// The days that are loaded, the periods, and the groups that the user sees.
async fn about_filters(asking: &Asking<'_>, said: &mut Said) -> Result<(), ApiError> {
    let shows = DASHBOARDS.iter().map(|dashboard| (dashboard.module, dashboard.has_members));
    let Some(scope) = shows.into_iter().find_map(|shows| asking.scope(shows).ok()) else { return Ok(()) };
    let program = asking.app.program(&scope).await?;
    said.days = program.data_from.zip(program.data_until).map(|(from, to)| Days { from, to });
    said.note(format!("Today is {}. days are those with data. The program is {}.", program.today, data(&program.name)));
    said.note(format!("period: {}. compareWith: {}.", PERIODS.join(", "), COMPARISONS.join(", ")));
    if program.minimum_members > 0 {
        said.note(format!("Figures about fewer than {} members are hidden.", program.minimum_members));
    }
    let groups = asking.answers(&scope).user_groups().await?;
    for info in &GROUPINGS {
        let of = groups.iter().filter(|group| group.r#type == info.grouping);
        let names: Vec<String> = of.clone().take(MOST_GROUPS).map(|group| data(&group.name)).collect();
        let more = if of.count() > MOST_GROUPS { ", and more" } else { "" };
        said.note(format!("{}: {}{more}.", argument_of(info), names.join(", ")));
    }
    Ok(())
}

/// The items of a list, for the filter.
async fn items(asking: &Asking<'_>, list: &str) -> Result<Said, ApiError> {
    one_of("list", list, &LISTS.map(|(name, _)| name))?;
    let dimension = LISTS.iter().find(|(name, _)| *name == list).map(|(_, dimension)| *dimension);
    let is_it = |dimension: &str, call: &crate::screens::ListCall| {
        call.list.of.id == dimension && call.list.texts.first().is_some_and(|(name, _)| *name == "id")
    };
    let found = DASHBOARDS.iter().find_map(|dashboard| {
        let call = LIST_CALLS.iter().copied().find(|call| {
            dimension.is_some_and(|dimension| is_it(dimension, call))
                && dashboard.lists.iter().any(|own| std::ptr::eq(*own, *call))
        })?;
        Some((dashboard, call))
    });
    let Some((dashboard, call)) = found else { return Err(refused(format!("There is no list {list}."))) };
    let scope = asking.scope((dashboard.module, dashboard.has_members))?;
    let search = asking.text("search")?.map(str::to_lowercase);
    let answered = asking.answers(&scope).answered(Call::List(call), &FilterParams::default()).await?;
    let Answered::List(_, rows) = answered else { return Ok(Said::default()) };
    let row = |row: &crate::screens::tables::Row| {
        let mut texts = row.texts.iter().map(ToString::to_string);
        let (id, name) = (texts.next()?, texts.next()?);
        let is_wanted = search.as_ref().is_none_or(|word| name.to_lowercase().contains(word));
        is_wanted.then(|| vec![id.parse::<i64>().map_or(Value::Null, Value::from), data(&name).into()])
    };
    let columns = ["id", "name"].map(str::to_owned).to_vec();
    let table = SaidTable { columns, rows: rows.rows.iter().filter_map(row).collect(), left: 0 };
    Ok(Said { table: Some(table), ..Said::default() })
}
