//! A figure, a figure by groups or items, and a figure over time. They are read from the answers to the calls of screens,
//! as files are: nothing here computes a figure.

use serde_json::{Value, json};
use time::Date;

use super::asked::{Asking, one_of, refused};
use super::said::{Again, Days, FROM, Said, SaidChange, SaidFigure, SaidTable, TO, WHY, data, number};
use crate::error::ApiError;
use crate::figures::compare::Change;
use crate::figures::filter::{DATE, Filter, FilterParams, iso};
use crate::figures::period::{Bucket, Comparison, Grain, Period, Window};
use crate::figures::{Cell, Hidden, Metric, Unit};
use crate::groupings::{Grouping, GroupsAsOf};
use crate::modules::Module;
use crate::scope::Scope;
use crate::screens::receipts::{SCORE, Subject};
use crate::screens::registry::CardFigure;
use crate::screens::tables::{BlockTable, CardValue, CardsTable, Level, Row, Text};
use crate::screens::{Answered, Block, Breakdown, Call, FIGURES, List, Shape, TRENDS, Totals, declared};

/// The scales of a series.
const EVERY: [(&str, Grain); 5] = [
    ("DAYS", Grain::Day),
    ("WEEKS", Grain::Week),
    ("MONTHS", Grain::Month),
    ("QUARTERS", Grain::Quarter),
    ("YEARS", Grain::Year),
];

/// The most periods of a series that no chart has: each is a question of its own.
const MOST_PERIODS: usize = 24;

/// What a figure is asked of.
pub struct Asked {
    pub subject: Subject,
    pub scope: Scope,
    pub params: FilterParams,
    pub filter: Filter,
}

/// The figure with an id, or of which that is the label.
pub fn named(text: &str) -> Option<Subject> {
    let is_it = |figure: &&CardFigure| figure.label.eq_ignore_ascii_case(text);
    Subject::named(text).or_else(|| Subject::named(&FIGURES.iter().find(is_it)?.id))
}

/// The module that shows a figure, and whether it counts members.
pub fn shown_by(subject: Subject) -> (Module, bool) {
    match subject {
        Subject::Score => (Module::Monitor, true),
        Subject::Figure(figure) | Subject::Part(figure, _) => (figure.dashboard.module, figure.dashboard.has_members),
    }
}

/// What is said of a figure beside its numbers.
pub fn described(subject: Subject, currency: &str) -> SaidFigure {
    let of = subject.described();
    let unit = match of.unit {
        None => "points".to_owned(),
        Some(Unit::Money) => format!("money ({currency})"),
        Some(unit) => {
            serde_json::to_value(unit).ok().and_then(|unit| Some(unit.as_str()?.to_lowercase())).unwrap_or_default()
        }
    };
    let definition = match subject {
        Subject::Score => "How close the program is to its targets, 0 to 100, over the 90 days that end on its day.",
        Subject::Figure(figure) | Subject::Part(figure, _) => figure.metric.definition,
    };
    SaidFigure { id: of.id, label: of.label, unit, definition: definition.to_owned() }
}

impl Asked {
    /// Reads what is asked of a figure, for a user who may see it.
    pub async fn read(asking: &Asking<'_>) -> Result<Asked, ApiError> {
        let wanted = asking.required("figure")?;
        let subject = named(wanted).ok_or_else(|| unknown(wanted))?;
        let scope = asking.scope(shown_by(subject))?;
        let params = asking.filter(&scope).await?;
        let filter = asking.answers(&scope).filter_of(&params).map_err(|errors| ApiError::faults(errors.0))?;
        Ok(Asked { subject, scope, params, filter })
    }

    /// The figure, its days and how members count, and the address of its screen.
    pub fn said(&self, asking: &Asking<'_>) -> Said {
        let page = match self.subject {
            Subject::Score => declared::monitor::DASHBOARD.page,
            Subject::Figure(figure) | Subject::Part(figure, _) => figure.dashboard.page,
        };
        let seen = (vec![shown_by(self.subject).0], &self.scope);
        let mut said = about(asking, seen, (&self.filter, &self.params), page);
        said.figure = Some(described(self.subject, &asking.app.settings().currency));
        said
    }

    /// The blocks of the breakdowns of the figure's dashboard.
    fn blocks(&self) -> impl Iterator<Item = (&'static Breakdown, &'static Block)> {
        blocks_of(self.subject)
    }

    fn metric(&self) -> Option<&'static Metric> {
        metric_of(self.subject)
    }
}

/// The metric of a figure; None for the score.
fn metric_of(subject: Subject) -> Option<&'static Metric> {
    match subject {
        Subject::Score => None,
        Subject::Figure(figure) | Subject::Part(figure, _) => Some(figure.metric),
    }
}

fn blocks_of(subject: Subject) -> impl Iterator<Item = (&'static Breakdown, &'static Block)> {
    let dashboard = match subject {
        Subject::Figure(figure) => Some(figure.dashboard),
        Subject::Score | Subject::Part(..) => None,
    };
    dashboard
        .into_iter()
        .flat_map(|dashboard| dashboard.all_breakdowns())
        .flat_map(|breakdown| breakdown.blocks.iter().map(move |block| (breakdown, block)))
}

fn days(window: Window) -> Days {
    Days { from: iso(window.start), to: iso(window.end) }
}

/// What is said of every answer of a filter: of the members of a scope, to whom these modules are open.
pub fn about(
    asking: &Asking<'_>,
    (modules, scope): (Vec<Module>, &Scope),
    (filter, params): (&Filter, &FilterParams),
    page: &str,
) -> Said {
    let reading = if filter.groups_as_of == GroupsAsOf::Now { "NOW" } else { "WINDOW" };
    Said {
        days: Some(days(filter.window)),
        compared_with: filter.compared_with(filter.comparison).map(days),
        reading: Some(reading),
        screen: Some(address(asking, page, filter, params)),
        again: Some(Again { arguments: asking.kept(filter), modules, scope: scope.clone() }),
        ..Said::default()
    }
}

/// The address of a screen with a filter in it. Its days are those of now: whoever opens it later sees what was answered.
pub fn address(asking: &Asking<'_>, page: &str, filter: &Filter, params: &FilterParams) -> String {
    let mut fields = json!({
        "period": "SELECTED_DATE", "startDate": iso(filter.window.start), "endDate": iso(filter.window.end),
        "groupsAsOf": filter.groups_as_of,
    });
    if filter.comparison != Comparison::PreviousPeriod {
        fields["comparison"] = json!(filter.comparison);
    }
    let lists = [
        ("userGroupTiers", "userGroupsTiersAll", &params.user_group_tiers),
        ("userGroupLobs", "userGroupsLobsAll", &params.user_group_lobs),
        ("userGroupAudiences", "userGroupsAudiencesAll", &params.user_group_audiences),
        ("offers", "offersAll", &params.offers),
        ("offersCategories", "offersCategoriesAll", &params.offers_categories),
        ("campaigns", "campaignsAll", &params.campaigns),
        ("campaignsTypes", "campaignsTypesAll", &params.campaigns_types),
    ];
    for (ids, all, chosen) in lists {
        if let Some(chosen) = chosen {
            fields[ids] = json!(chosen);
            fields[all] = json!(false);
        }
    }
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    format!("{}/{page}?{}", asking.base, query.append_pair("filters", &fields.to_string()).finish())
}

/// That there is no such figure, with those whose names are alike or, without any, all.
fn unknown(wanted: &str) -> ApiError {
    let words: Vec<String> =
        wanted.to_lowercase().split(|letter: char| !letter.is_alphanumeric()).map(str::to_owned).collect();
    let is_alike = |figure: &&CardFigure| {
        let text = format!("{} {}", figure.id, figure.label).to_lowercase();
        words.iter().any(|word| word.len() > 2 && text.contains(word.as_str()))
    };
    let mut ids: Vec<&str> = FIGURES.iter().filter(is_alike).map(|figure| figure.id.as_str()).collect();
    if ids.is_empty() {
        ids = std::iter::once(SCORE).chain(FIGURES.iter().map(|figure| figure.id.as_str())).collect();
    }
    refused(format!("There is no figure {wanted:?}; there are {}. what_there_is says what they are.", ids.join(", ")))
}

/// Why a figure is not shown, or stands for nothing.
fn why(hidden: Hidden) -> String {
    match hidden {
        Hidden::Few => "hidden: too few members are behind it".to_owned(),
        Hidden::Other => "hidden: it would tell a figure with too few members behind it".to_owned(),
        Hidden::NotLoaded(table) => format!("no data: {table} was never loaded"),
        Hidden::NoDays(table) => format!("no data: no day of {table} is loaded here"),
    }
}

fn shown(metric: &Metric, cell: Cell) -> Value {
    // What is computed where there are no data stands for nothing.
    if cell.why().is_some() { Value::Null } else { number(cell.value().map(|value| metric.shown(value))) }
}

/// `figure`
pub async fn figure(asking: &Asking<'_>) -> Result<Said, ApiError> {
    whole(&Asked::read(asking).await?, asking).await
}

/// What is said of a figure as a whole.
async fn whole(asked: &Asked, asking: &Asking<'_>) -> Result<Said, ApiError> {
    let mut said = asked.said(asking);
    let answers = asking.answers(&asked.scope);
    match asked.subject {
        Subject::Score | Subject::Part(..) => of_score(asked, asking, &mut said).await?,
        Subject::Figure(figure) => match card_of(figure) {
            Some(totals) => {
                let answered = answers.answered(Call::Totals(totals, None), &asked.params).await?;
                if let Answered::Cards(table) = answered {
                    of_card(figure, &table, &mut said);
                }
            }
            None => of_trend(figure, asked, asking, &mut said).await?,
        },
    }
    Ok(said)
}

/// The call whose cards have a figure; None for one that only trends have.
fn card_of(figure: &'static CardFigure) -> Option<&'static Totals> {
    let has = |totals: &&'static Totals| {
        totals.cards.iter().any(|card| card.all_fields().any(|field| card.metric_id(field) == figure.id))
    };
    figure.dashboard.totals.iter().copied().find(has)
}

fn value_of<'t>(figure: &CardFigure, table: &'t CardsTable) -> Option<&'t CardValue> {
    table.values.iter().find(|value| value.card.metric_id(value.field) == figure.id)
}

fn of_card(figure: &CardFigure, table: &CardsTable, said: &mut Said) {
    let Some(CardValue { now, change, .. }) = value_of(figure, table) else { return };
    let Change { before, before_hidden, change_percent, points, within_chance, note, .. } = change;
    // A change from or to nothing is none.
    let of_change = |value: Option<f64>| number(value.filter(|_| now.why().is_none() && before_hidden.is_none()));
    said.change = Some(SaidChange {
        now: shown(figure.metric, *now),
        before: number(before.filter(|_| before_hidden.is_none())),
        percent: of_change(*change_percent),
        difference: of_change(*points),
        within_chance: *within_chance,
    });
    if let Some(hidden) = now.why() {
        said.note(format!("The value is {}.", why(hidden)));
    }
    if let Some(hidden) = before_hidden {
        said.note(format!("The value before is {}.", why(*hidden)));
    }
    said.notes.extend(note.iter().map(|note| format!("No change: {note}.")));
}

/// A figure that only the trends of a card have.
async fn of_trend(figure: &CardFigure, asked: &Asked, asking: &Asking<'_>, said: &mut Said) -> Result<(), ApiError> {
    let has = |trend: &&crate::screens::CardTrend| trend.fields().any(|field| trend.card.metric_id(field) == figure.id);
    let Some(trend) = TRENDS.iter().find(has) else { return Ok(()) };
    let json = asking.answers(&asked.scope).answer(Call::Trends(trend), &asked.params).await?;
    let answer: Value = serde_json::from_slice(&json).unwrap_or_default();
    let row = |rows: &Value| rows.as_array()?.iter().find(|row| row["metric"] == figure.id.as_str()).cloned();
    // Without a comparison only the year before is there.
    let (compared, year) = (row(&answer["pops"]), row(&answer["yoys"]).unwrap_or_default());
    let of = compared.as_ref().unwrap_or(&year);
    let unless_hidden = |field: &str| if of["hidden"][field].is_null() { of[field].clone() } else { Value::Null };
    let only_compared = |value: Value| if compared.is_some() { value } else { Value::Null };
    said.change = Some(SaidChange {
        now: unless_hidden("filterPeriodValue"),
        before: only_compared(unless_hidden("popValue")),
        percent: only_compared(of["changePercent"].clone()),
        difference: only_compared(of["points"].clone()),
        within_chance: None,
    });
    if !of["hidden"].is_null() {
        said.note("A value is hidden, or has no data.");
    }
    Ok(())
}

async fn of_score(asked: &Asked, asking: &Asking<'_>, said: &mut Said) -> Result<(), ApiError> {
    let answered = asking.answers(&asked.scope).answered(Call::Score, &asked.params).await?;
    let Answered::Score(score) = answered else { return Ok(()) };
    said.compared_with = None;
    let end = score.explain.as_of.as_ref().and_then(|day| Date::parse(day, DATE).ok());
    if let Some(end) = end {
        said.days = Some(days(Window { start: end, end }.trailing(score.explain.window_days)));
    }
    said.note("The score and its parts are of these 90 days, and compared with those a month earlier.");
    let change = |now: Option<f64>, before: Option<f64>| SaidChange {
        now: number(now),
        before: number(before),
        ..SaidChange::default()
    };
    match asked.subject {
        Subject::Part(_, part) => {
            let found = score.explain.parts.iter().find(|one| one.key == part.key.name());
            said.change = found.map(|found| change(found.value, found.value_last_month));
        }
        _ => {
            let difference = number(score.explain.mom);
            let within_chance = score.explain.within_chance;
            said.change = Some(SaidChange { difference, within_chance, ..change(score.score, score.score_last_month) });
            said.notes.extend(score.explain.missing.clone());
        }
    }
    Ok(())
}

/// What a figure can be divided by: groupings, and the items of lists, with the blocks that do it.
pub fn divisions(subject: Subject) -> Vec<(String, &'static Breakdown, &'static Block)> {
    let Some(metric) = metric_of(subject) else { return Vec::new() };
    let has = |fields: &[crate::screens::Field]| fields.iter().any(|field| std::ptr::eq(field.metric, metric));
    let mut found: Vec<(String, &'static Breakdown, &'static Block)> = Vec::new();
    for (breakdown, block) in blocks_of(subject) {
        let names: Vec<String> = match &block.shape {
            Shape::Table(fields) if has(fields) => Grouping::all().map(|of| of.info().name.to_owned()).collect(),
            Shape::List(list) | Shape::Bars(list) if has(list.fields) => vec![list.of.id.to_uppercase()],
            _ => continue,
        };
        for name in names {
            if !found.iter().any(|(known, ..)| *known == name) {
                found.push((name, breakdown, block));
            }
        }
    }
    found
}

/// The answer of a block: by itself, or with all of its breakdown where it has no call of its own.
async fn block(
    (asked, asking): (&Asked, &Asking<'_>),
    params: &FilterParams,
    (breakdown, block): (&'static Breakdown, &'static Block),
) -> Result<Option<BlockTable>, ApiError> {
    let call = if breakdown.unwrapped { Call::Breakdown(breakdown) } else { Call::Block(breakdown, block) };
    Ok(match asking.answers(&asked.scope).answered(call, params).await? {
        Answered::Block(table) => Some(*table),
        Answered::Breakdown(_, tables) => tables.into_iter().find(|table| std::ptr::eq(table.block, block)),
        _ => None,
    })
}

/// `breakdown`
pub async fn breakdown(asking: &Asking<'_>) -> Result<Said, ApiError> {
    let asked = Asked::read(asking).await?;
    let (by, metric) = (asking.required("by")?.to_uppercase(), asked.metric());
    let divisions = divisions(asked.subject);
    let (Some(found), Some(metric)) = (divisions.iter().find(|(name, ..)| *name == by), metric) else {
        let names: Vec<&str> = divisions.iter().map(|(name, ..)| name.as_str()).collect();
        let possible = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
        return Err(refused(format!("{} cannot be divided by {by:?}; it can by {possible}.", asked.subject.id())));
    };
    let grouping = Grouping::named(&by);
    let params = FilterParams { view_by_h1: grouping, view_by_h2: None, record_count: None, ..asked.params.clone() };
    let mut said = whole(&asked, asking).await?;
    let Some(table) = block((&asked, asking), &params, (found.1, found.2)).await? else { return Ok(said) };
    let (fields, texts): (&[crate::screens::Field], Vec<String>) = match &table.block.shape {
        Shape::Table(fields) => (fields, vec!["name".to_owned()]),
        Shape::List(List { fields, texts, .. }) | Shape::Bars(List { fields, texts, .. }) => {
            (fields, texts.iter().map(|(name, _)| (*name).to_owned()).collect())
        }
        _ => return Ok(said),
    };
    let Some(at) = fields.iter().position(|field| std::ptr::eq(field.metric, metric)) else { return Ok(said) };
    let row = |row: &Row| {
        let is_total = row.level == Level::Total;
        let text = |text: &Text| match text {
            Text::Words(words) if is_total => Value::from(words.as_str()),
            Text::Words(words) => data(words).into(),
            Text::Number(number) => (*number).into(),
        };
        let cell = row.cells.get(at).copied();
        let value = cell.map_or(Value::Null, |cell| shown(metric, cell));
        let hidden = cell.and_then(Cell::why).map_or(Value::Null, |hidden| why(hidden).into());
        row.texts.iter().map(text).chain([value, hidden]).collect::<Vec<Value>>()
    };
    let rows: Vec<Vec<Value>> = table.parts.iter().flat_map(|part| &part.rows).map(row).collect();
    said.table = Some(with_reasons(texts.into_iter().chain([metric.label.to_owned()]).collect(), rows));
    if table.partial.contains(&fields[at].name) {
        said.note("Its data begin after the first day, or there are none: a row that is missing is no 0.");
    }
    Ok(said)
}

/// A table whose rows end with why a figure is missing; without that column where none is.
fn with_reasons(mut columns: Vec<String>, mut rows: Vec<Vec<Value>>) -> SaidTable {
    if rows.iter().all(|row| row.last().is_none_or(Value::is_null)) {
        rows.iter_mut().for_each(|row| drop(row.pop()));
    } else {
        columns.push(WHY.to_owned());
    }
    SaidTable { columns, rows, left: 0 }
}

/// `series`
pub async fn series(asking: &Asking<'_>) -> Result<Said, ApiError> {
    let asked = Asked::read(asking).await?;
    let words = EVERY.map(|(word, _)| word);
    let every = asking.text("every")?.map(str::to_uppercase);
    let grain = every.map(|every| {
        one_of("every", &every, &words)
            .map(|word| EVERY.iter().find(|(known, _)| *known == word).map(|(_, grain)| *grain))
    });
    let time_scale = grain.transpose()?.flatten();
    let mut said = whole(&asked, asking).await?;
    let of_periods = |(_, block): &(&'static Breakdown, &'static Block)| match &block.shape {
        Shape::ByPeriod(fields) | Shape::ByPeriodTotals(fields) => {
            fields.iter().any(|field| asked.metric().is_some_and(|metric| std::ptr::eq(field.metric, metric)))
        }
        _ => false,
    };
    let found = asked.blocks().find(of_periods).zip(asked.metric());
    said.table = match found {
        Some((found, metric)) => {
            let params = FilterParams { time_scale, view_by: None, ..asked.params.clone() };
            let table = block((&asked, asking), &params, found).await?;
            table.map(|table| of_periods_table(&table, metric))
        }
        None => Some(of_questions(&asked, asking, time_scale.unwrap_or(Grain::Month)).await?),
    };
    if matches!(asked.subject, Subject::Score | Subject::Part(..)) {
        said.note("Each row is of the 90 days that end on its last day.");
    }
    Ok(said)
}

/// The figure of each period, asked by itself: no chart has it.
async fn of_questions(asked: &Asked, asking: &Asking<'_>, grain: Grain) -> Result<SaidTable, ApiError> {
    let periods = asked.filter.window.buckets(grain);
    if periods.len() > MOST_PERIODS {
        let count = periods.len();
        return Err(refused(format!("Those are {count} periods, more than {MOST_PERIODS}: ask for longer ones.")));
    }
    let mut rows = Vec::new();
    for Bucket { window: Window { start, end }, .. } in periods {
        let params = FilterParams {
            period: Some(Period::SelectedDate),
            start_date: Some(iso(start)),
            end_date: Some(iso(end)),
            comparison: Some(Comparison::None),
            ..asked.params.clone()
        };
        let filter = asking.answers(&asked.scope).filter_of(&params).map_err(|errors| ApiError::faults(errors.0))?;
        let of_period = Asked { params, filter, scope: asked.scope.clone(), ..*asked };
        let said = whole(&of_period, asking).await?;
        let now = said.change.map_or(Value::Null, |change| change.now);
        let hidden = if now.is_null() { "hidden, or no data".into() } else { Value::Null };
        rows.push(vec![iso(start).into(), iso(end).into(), now, hidden]);
    }
    let columns = [FROM, TO, &asked.subject.described().label].map(str::to_owned).to_vec();
    Ok(with_reasons(columns, rows))
}

fn of_periods_table(table: &BlockTable, metric: &Metric) -> SaidTable {
    let fields = table.block.shape.fields();
    let at = fields.iter().position(|field| std::ptr::eq(field.metric, metric)).unwrap_or_default();
    let rows = table.parts.first().map(|part| &part.rows[..]).unwrap_or_default();
    let row = |(row, period): (&Row, &crate::figures::chart::ChartPeriod)| {
        let cell = row.cells.get(at).copied();
        let value = cell.map_or(Value::Null, |cell| shown(metric, cell));
        let hidden = cell.and_then(Cell::why).map(why);
        let said = match (hidden, period.covered, period.complete) {
            (Some(hidden), ..) => hidden.into(),
            (None, false, _) => "no data".into(),
            (None, true, false) => "not a whole period".into(),
            _ => Value::Null,
        };
        let value = if period.covered { value } else { Value::Null };
        vec![period.start.as_str().into(), period.end.as_str().into(), value, said]
    };
    let periods = table.periods.iter().flatten();
    let columns = [FROM, TO, metric.label].map(str::to_owned).to_vec();
    with_reasons(columns, rows.iter().zip(periods).map(row).collect())
}
