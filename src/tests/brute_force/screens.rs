//! Computes the expected answer of each call for a filter with the plain count, and compares.

use bond::figures::Natural;
use bond::figures::filter::{Choice, Groups, Items, iso};
use bond::groupings::{ByGrouping, Grouping};
use serde_json::{Map, Value, json};
use time::Date;
use time::macros::date;

use super::contract::*;
use super::plain::{Choices, Count, Counter, Days, Fraction, Grain, History, Item, Who};
use super::world::{
    CAMPAIGN_TYPES, CATEGORIES, DAYS, EDGES, FIRST, GROUPINGS, Names, Random, TODAY, World, group_names, position,
};
use crate::{Program, without_coverage};

/// A filter and its request body.
pub struct Filter {
    pub(super) days: Days,
    pub(super) chosen: Choices,
    grain: Grain,
    view_by: Option<Grouping>,
    first: Option<Grouping>,
    second: Option<Grouping>,
    record_count: Option<u32>,
    /// What figures are compared with, by its name in the body.
    comparison: &'static str,
    /// The dates to compare with, if the comparison is SELECTED_DATES.
    dates: Days,
    body: Value,
}

fn random_days(random: &mut Random) -> (Days, Value) {
    // Yesterday is 2026-01-09.
    let named = [
        ("LAST_7DAYS", date!(2026 - 01 - 03), date!(2026 - 01 - 09)),
        ("LAST_30DAYS", date!(2025 - 12 - 11), date!(2026 - 01 - 09)),
        ("LAST_90DAYS", date!(2025 - 10 - 12), date!(2026 - 01 - 09)),
        ("LAST_12MONTHS", date!(2025 - 01 - 10), date!(2026 - 01 - 09)),
        ("PREVIOUS_YEAR", date!(2025 - 01 - 01), date!(2025 - 12 - 31)),
        ("THIS_YEAR", date!(2026 - 01 - 01), date!(2026 - 01 - 09)),
        ("LAST_FULL_WEEK", date!(2025 - 12 - 28), date!(2026 - 01 - 03)),
        ("LAST_FULL_MONTH", date!(2025 - 12 - 01), date!(2025 - 12 - 31)),
        ("LAST_FULL_QUARTER", date!(2025 - 10 - 01), date!(2025 - 12 - 31)),
        ("YESTERDAY", date!(2026 - 01 - 09), date!(2026 - 01 - 09)),
        ("MONTH_TO_DATE", date!(2026 - 01 - 01), date!(2026 - 01 - 09)),
        ("QUARTER_TO_DATE", date!(2026 - 01 - 01), date!(2026 - 01 - 09)),
    ];
    if random.percent(20) {
        let (period, start, end) = random.one_of(&named);
        // Dates are read with the custom period only.
        return (Days { start, end }, json!({"period": period, "startDate": "2024-01-01", "endDate": "2023-01-01"}));
    }
    let day = |random: &mut Random| FIRST + time::Duration::days(random.below(DAYS + 60) as i64 - 30);
    // Rarely a period that can have offers and polls but no facts.
    let start = match random.below(40) {
        0 => date!(1989 - 12 - 15) + time::Duration::days(random.below(60) as i64),
        1 => date!(2095 - 06 - 01) + time::Duration::days(random.below(60) as i64),
        _ => day(random),
    };
    let days = match random.below(12) {
        0 => Days { start, end: start },
        1 | 2 => Days { start, end: start + time::Duration::days(random.below(12) as i64) },
        3 | 4 => Days { start, end: start + time::Duration::days(25 + random.below(70) as i64) },
        5 | 6 => Days { start, end: start + time::Duration::days(random.below(DAYS) as i64) },
        7 => {
            // The previous year is around the start of the tables.
            let start = date!(2024 - 01 - 02) + time::Duration::days(random.below(100) as i64);
            Days { start, end: start + time::Duration::days(random.below(60) as i64) }
        }
        8 | 9 => {
            // Starts or ends with an offer or a poll, or one day off.
            let edge = random.one_of(EDGES) + time::Duration::days(random.one_of(&[-1, 0, 0, 0, 1]));
            let length = time::Duration::days(random.one_of(&[0, 30, 200]));
            if random.percent(50) {
                Days { start: edge, end: edge + length }
            } else {
                Days { start: edge - length, end: edge }
            }
        }
        _ => {
            // Whole calendar months.
            let start = start.replace_day(1).expect("a first");
            let end = start + time::Duration::days(random.below(200) as i64 + 31);
            Days { start, end: end.replace_day(1).expect("a first").previous_day().expect("a last") }
        }
    };
    (days, json!({"startDate": iso(days.start), "endDate": iso(days.end)}))
}

/// Days that overlap others, or lie before or after them.
fn days_near(random: &mut Random) -> Days {
    let start = FIRST + time::Duration::days(random.below(DAYS + 60) as i64 - 30);
    Days { start, end: start + time::Duration::days(random.one_of(&[0, 6, 29, 89, 400])) }
}

/// A random choice of ids, added to the body under the names of its list and its All flag.
fn random_choice(random: &mut Random, ids: &[i32], list: &str, all: &str, body: &mut Map<String, Value>) -> Choice {
    if random.percent(65) {
        if random.percent(50) {
            // The list is ignored when All is true.
            body.insert(all.to_owned(), json!(true));
            body.insert(list.to_owned(), json!(random.some_of(ids)));
        }
        return Choice::All;
    }
    // Rarely an empty list.
    let mut chosen = random.some_of(ids);
    if chosen.is_empty() && random.percent(80) {
        chosen.push(random.one_of(ids));
    }
    let mut written = chosen.clone();
    if random.percent(30) {
        // An unknown id, and a repeated one.
        written.extend([77_777, written.first().copied().unwrap_or(1) * i32::from(!written.is_empty())]);
        written.reverse();
    }
    body.insert(list.to_owned(), json!(written));
    if random.percent(70) {
        body.insert(all.to_owned(), json!(false));
    }
    Choice::Only(chosen)
}

fn ids(names: Names) -> Vec<i32> {
    names.iter().map(|(id, _)| *id).collect()
}

impl Filter {
    pub fn random(random: &mut Random) -> Filter {
        let (days, body) = random_days(random);
        let Value::Object(mut body) = body else { panic!("an object") };
        let mut choice = |ids: &[i32], list: &str, all: &str| random_choice(random, ids, list, all, &mut body);
        let chosen = Choices {
            groups: ByGrouping([
                choice(&[1, 2, 3, 4], "userGroupTiers", "userGroupsTiersAll"),
                choice(&[1, 2], "userGroupLobs", "userGroupsLobsAll"),
                choice(&[1, 2, 3], "userGroupAudiences", "userGroupsAudiencesAll"),
            ]),
            as_they_were: false,
            offers: Items {
                own: choice(&[1, 2, 3, 4, 5, 6, 7, 8], "offers", "offersAll"),
                kind: choice(&ids(CATEGORIES), "offersCategories", "offersCategoriesAll"),
            },
            campaigns: Items {
                own: choice(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "campaigns", "campaignsAll"),
                kind: choice(&ids(CAMPAIGN_TYPES), "campaignsTypes", "campaignsTypesAll"),
            },
        };
        let as_they_were = random.percent(40);
        // That of the program is as they were.
        if !as_they_were || random.percent(90) {
            body.insert("groupsAsOf".to_owned(), json!(if as_they_were { "WINDOW" } else { "NOW" }));
        }
        let chosen = Choices { as_they_were, ..chosen };
        let grouping = |random: &mut Random, chance: u64| random.percent(chance).then(|| random.one_of(&GROUPINGS));
        let (view_by, first) = (grouping(random, 40), grouping(random, 60));
        let mut filter = Filter {
            days,
            chosen,
            // In longer windows the server answers months.
            grain: if (days.end - days.start).whole_days() < 92 {
                random.one_of(&[Grain::Month, Grain::Month, Grain::Quarter, Grain::Year, Grain::Day, Grain::Week])
            } else {
                random.one_of(&[Grain::Month, Grain::Month, Grain::Quarter, Grain::Year])
            },
            view_by,
            first,
            // The second level differs from the first, including a default first level.
            second: grouping(random, 60).filter(|second| match first {
                Some(first) => *second != first,
                None => *second == Grouping::Tier,
            }),
            record_count: random.percent(40).then(|| random.one_of(&[0, 1, 2, 3, 6])),
            comparison: random.one_of(&[
                "PREVIOUS_PERIOD",
                "PREVIOUS_PERIOD",
                "SAME_DATES_LAST_YEAR",
                "SAME_WEEKDAYS_LAST_YEAR",
                "PREVIOUS_FULL_PERIOD",
                "SELECTED_DATES",
                "NONE",
            ]),
            dates: days_near(random),
            body: Value::Null,
        };
        let set = |field: &str, value: &str, is_default: bool, body: &mut Map<String, Value>| {
            if !is_default {
                body.insert(field.to_owned(), json!(value));
            }
        };
        set("comparison", filter.comparison, filter.comparison == "PREVIOUS_PERIOD", &mut body);
        // Read with this comparison only.
        let is_used = filter.comparison == "SELECTED_DATES";
        if is_used || random.percent(10) {
            body.insert("comparisonStartDate".to_owned(), json!(iso(filter.dates.start)));
            body.insert("comparisonEndDate".to_owned(), json!(iso(filter.dates.end)));
        }
        set("timeScale", grain_name(filter.grain), filter.grain == Grain::Month, &mut body);
        set("viewBy", grouping_name(filter.view_by, "TOTALS"), filter.view_by.is_none(), &mut body);
        set("viewByH1", grouping_name(filter.first, ""), filter.first.is_none(), &mut body);
        set("viewByH2", grouping_name(filter.second, "NONE"), filter.second.is_none(), &mut body);
        if let Some(count) = filter.record_count {
            body.insert("recordCount".to_owned(), json!(count));
        }
        filter.body = Value::Object(body);
        filter
    }

    /// As a request has it.
    pub fn body(&self) -> &Value {
        &self.body
    }

    /// The days that the figures are compared with.
    pub(super) fn compared_with(&self) -> Option<Days> {
        match self.comparison {
            "PREVIOUS_PERIOD" => Some(self.days.period_before()),
            "SAME_DATES_LAST_YEAR" => Some(self.days.year_before()),
            "PREVIOUS_FULL_PERIOD" => Some(self.days.full_period_before()),
            "SAME_WEEKDAYS_LAST_YEAR" => {
                let earlier = |day: Date| day - time::Duration::weeks(52);
                Some(Days { start: earlier(self.days.start), end: earlier(self.days.end) })
            }
            "SELECTED_DATES" => Some(self.dates),
            _ => None,
        }
    }

    /// The filter as blocks return it.
    fn block(&self, first: Grouping) -> Value {
        json!({
            "timeScale": grain_name(self.grain),
            "viewBy": grouping_name(self.view_by, "TOTALS"),
            "viewByH1": grouping_name(Some(self.first.unwrap_or(first)), ""),
            "viewByH2": grouping_name(self.second, "NONE"),
            "recordCount": self.record_count,
        })
    }
}

fn grain_name(grain: Grain) -> &'static str {
    match grain {
        Grain::Month => "BY_MONTHS",
        Grain::Quarter => "BY_QUARTERS",
        Grain::Year => "BY_YEARS",
        Grain::Day => "BY_DAYS",
        Grain::Week => "BY_WEEKS",
    }
}

fn grouping_name(grouping: Option<Grouping>, none: &'static str) -> &'static str {
    match grouping {
        None => none,
        Some(Grouping::Tier) => "TIER",
        Some(Grouping::Lob) => "LOB",
        Some(Grouping::Audience) => "AUDIENCE",
    }
}

/// A comparison with another window, or with none.
struct Compared {
    before: Option<Fraction>,
    change_percent: Option<f64>,
    points: Option<f64>,
    within_chance: Option<bool>,
    lacks_history: bool,
}

/// The expected answers for one filter.
pub(super) struct Expected<'a> {
    pub filter: &'a Filter,
    pub counter: Counter<'a>,
}

impl Expected<'_> {
    fn world(&self) -> &World {
        self.counter.world
    }

    fn value(&self, figure: &Figure, who: &Who, days: Days, item: &Item) -> Fraction {
        let (of, by) = self.counted(figure, who, days, item);
        Fraction::new(of * figure.scale.0, by * figure.scale.1)
    }

    /// What a figure divides, and by what.
    pub(super) fn counted(&self, figure: &Figure, who: &Who, days: Days, item: &Item) -> (i128, i128) {
        let number = |what: Count, item: &Item| i128::from(self.counter.number(what, who, days, item));
        let by = match figure.by {
            Denominator::One => 1,
            Denominator::Same(what) => number(what, item),
            Denominator::Whole(what) => match item {
                Item::Option(poll, _) => number(what, &Item::Poll(*poll)),
                _ => number(what, &Item::All),
            },
        };
        (number(figure.of, item), by)
    }

    pub(super) fn shown(&self, figure: &Figure, who: &Who, days: Days, item: &Item) -> Value {
        json!(self.value(figure, who, days, item).rounded(figure.decimals))
    }

    /// The figure of all chosen members in the filter's days.
    fn now(&self, figure: &Figure) -> Fraction {
        self.value(figure, &self.counter.everyone, self.filter.days, &Item::All)
    }

    fn compared(&self, figure: &Figure, other: Option<Days>) -> Compared {
        let Some(other) = other else {
            return Compared {
                before: None,
                change_percent: None,
                points: None,
                within_chance: None,
                lacks_history: false,
            };
        };
        let now = self.now(figure);
        let before = self.value(figure, &self.counter.everyone, other, &Item::All);
        let has_history = figure.tables.iter().all(|table| self.world().first_day(table) <= other.start);
        Compared {
            before: Some(before),
            change_percent: now.change_percent(before).filter(|_| has_history),
            points: (figure.is_percentage && has_history).then(|| now.difference(before)),
            within_chance: self.within_chance(figure, other).filter(|_| has_history),
            lacks_history: !has_history,
        }
    }

    /// The groups that the filter shows and that contain some of the members, or did: by position, and those without one by
    /// name, then id.
    fn groups(&self, who: &Who, grouping: Grouping) -> Vec<(&'static str, Who)> {
        let mut names: Vec<(i32, &str)> = group_names(grouping).to_vec();
        let place = |id| position(grouping, id).unwrap_or(i32::MAX);
        names.sort_by_key(|(id, name)| (place(*id), Natural(*name), *id));
        let groups = names.into_iter().filter(|(id, _)| self.filter.chosen.groups[grouping].has(*id));
        let groups = groups.map(|(id, name)| (name, who.within(grouping, id)));
        groups.filter(|(_, who)| self.counter.has_any(who)).collect()
    }

    fn figures(&self, fields: Fields, who: &Who, days: Days, item: &Item) -> Map<String, Value> {
        fields.iter().map(|(name, figure)| ((*name).to_owned(), self.shown(figure, who, days, item))).collect()
    }

    /// The day from which all tables of a figure have data; None for a figure over tables without days.
    fn first_day(&self, figure: &Figure) -> Option<Date> {
        figure.tables.iter().map(|table| self.world().first_day(table)).max()
    }

    /// The last day of a figure's data: that of the logins, or of its own tables where they reach further.
    fn last_day(&self, figure: &Figure) -> Date {
        let tables = figure.tables.iter().chain(&["logins"]);
        tables.map(|table| self.world().last_day(table)).max().expect("a table")
    }

    /// The periods of a chart of some figures: from the first login, or from the data of one of them if earlier.
    fn chart_periods(&self, grain: Grain, figures: &[&Figure]) -> Vec<(String, Days)> {
        let own = figures.iter().filter_map(|figure| self.first_day(figure));
        let first = own.chain([self.world().first_day("logins")]).min().expect("a day");
        self.filter.days.chart_periods(grain, first, TODAY)
    }

    /// The dates and the coverage of each of these periods.
    fn periods(&self, grain: Grain, figures: &[&Figure], periods: &[(String, Days)]) -> Value {
        let all = |holds: &dyn Fn(&Figure) -> bool| figures.iter().all(|figure| holds(figure));
        let begins_by = |figure: &Figure, day: Date| self.first_day(figure).is_none_or(|first| first <= day);
        let window = self.filter.days;
        let known = periods.iter().map(|(label, days)| {
            let whole = Days::around(days.start, grain);
            let in_window = window.start <= whole.start && whole.end <= window.end;
            json!({
                "label": label, "start": iso(days.start), "end": iso(days.end),
                "through": self.through(figures, *days).map(iso),
                "complete": in_window
                    && all(&|figure| begins_by(figure, whole.start) && whole.end <= self.last_day(figure)),
                "covered": all(&|figure| begins_by(figure, days.end)),
                "previousCovered": all(&|figure| begins_by(figure, days.year_before().start)),
            })
        });
        known.collect()
    }

    /// The last of some days for which all the figures have data.
    fn through(&self, figures: &[&Figure], days: Days) -> Option<Date> {
        let last = figures.iter().map(|figure| self.last_day(figure)).min().expect("a figure").min(days.end);
        let begin = figures.iter().all(|figure| self.first_day(figure).is_none_or(|first| first <= days.end));
        (begin && days.start <= last).then_some(last)
    }

    /// The sparkline of a figure among others, only what its own tables have data for, and the last day of its last
    /// point if that is not a whole period.
    fn sparkline(&self, figure: &Figure, grain: Grain, others: &[&Figure]) -> (Vec<(String, f64)>, Option<Date>) {
        let first = self.first_day(figure);
        let periods = self.chart_periods(grain, others);
        let is_one = self.filter.days.periods(grain).len() == 1;
        let one_point = is_one.then(|| self.filter.days.windows_of_its_length());
        let (windows, end) = match self.filter.days.short_windows().or(one_point) {
            Some(windows) => {
                let first = first.unwrap_or_else(|| self.world().first_day("logins"));
                let drawn: Vec<_> = windows.into_iter().filter(|(_, days)| first <= days.start).collect();
                (drawn, self.filter.days.end)
            }
            None => {
                let end = periods.last().map(|(_, days)| Days::around(days.start, grain).end);
                let has_data = |days: &Days| first.is_none_or(|first| first <= days.end);
                (periods.into_iter().filter(|(_, days)| has_data(days)).collect(), end.unwrap_or(TODAY))
            }
        };
        let through = windows.last().map(|(_, days)| self.last_day(figure).min(days.end)).filter(|last| *last < end);
        let value = |days| self.value(figure, &self.counter.everyone, days, &Item::All).rounded(figure.decimals);
        (windows.into_iter().map(|(label, days)| (label, value(days))).collect(), through)
    }

    // ------------------------------------------------------------------------------------------- totals, trends

    fn totals(&self, unwrapped: bool, cards: &[Card]) -> Value {
        let (mut answer, mut compare) = (Map::new(), Map::new());
        let all: Vec<&Figure> =
            cards.iter().flat_map(|card| card.fields.iter().chain(card.extra)).map(|(_, figure)| figure).collect();
        for card in cards {
            let mut of_card = Map::new();
            for (name, figure) in card.fields.iter().chain(card.extra) {
                let now = self.now(figure);
                if name.is_empty() {
                    let months = now.rounded(0) as i64;
                    of_card.insert("years".to_owned(), json!(months / 12));
                    of_card.insert("months".to_owned(), json!(months % 12));
                } else {
                    of_card.insert((*name).to_owned(), json!(now.rounded(figure.decimals)));
                }
                let compared = self.compared(figure, self.filter.compared_with());
                let (line, through) = self.sparkline(figure, Grain::Month, &all);
                let mut change = json!({
                    "before": compared.before.map(|before| before.rounded(figure.decimals)),
                    "changePercent": compared.change_percent,
                    "points": compared.points,
                    "line": line,
                });
                if name.is_empty() {
                    change["now"] = json!(now.rounded(figure.decimals));
                }
                if let Some(through) = through {
                    change["lineThrough"] = json!(iso(through));
                }
                if let Some(within_chance) = compared.within_chance {
                    change["withinChance"] = json!(within_chance);
                }
                if compared.lacks_history {
                    change["note"] = json!("not enough history");
                }
                compare.insert(metric_id(card, name), change);
            }
            if unwrapped {
                answer.extend(of_card);
            } else {
                answer.insert(card.key.to_owned(), Value::Object(of_card));
            }
        }
        answer.insert("compare".to_owned(), Value::Object(compare));
        let with = self.filter.compared_with();
        let with = json!({
            "comparison": self.filter.comparison,
            "startDate": with.map(|days| iso(days.start)),
            "endDate": with.map(|days| iso(days.end)),
        });
        answer.insert("comparedWith".to_owned(), with);
        Value::Object(answer)
    }

    fn trends(&self, card: &Card, more: Fields) -> Value {
        let (days, pop, yoy) = (self.filter.days, self.filter.compared_with(), self.filter.days.year_before());
        let rows = |other: Days| {
            let rows = card.fields.iter().chain(more).map(|(name, figure)| {
                let compared = self.compared(figure, Some(other));
                let mut row = json!({
                    "metric": metric_id(card, name),
                    "popValue": compared.before.map(|before| before.rounded(figure.decimals)),
                    "filterPeriodValue": self.now(figure).rounded(figure.decimals),
                    "isPercentage": figure.is_percentage,
                    "changePercent": compared.change_percent,
                    "points": compared.points,
                    "polarity": figure.polarity,
                });
                if compared.lacks_history {
                    row["note"] = json!("not enough history");
                }
                row
            });
            rows.collect::<Value>()
        };
        json!({
            "startDate": iso(days.start), "endDate": iso(days.end),
            "startDatePop": pop.map_or(String::new(), |pop| iso(pop.start)),
            "endDatePop": pop.map_or(String::new(), |pop| iso(pop.end)),
            "startDateYoy": iso(yoy.start), "endDateYoy": iso(yoy.end),
            "pops": pop.map_or(json!([]), rows), "yoys": rows(yoy),
        })
    }

    fn indicators(&self) -> Value {
        let rows = INDICATORS.iter().map(|(id, figure, share)| {
            let compared = self.compared(figure, self.filter.compared_with());
            let figures: Vec<&Figure> = INDICATORS.iter().map(|(_, figure, _)| figure).collect();
            let (trend, through) = self.sparkline(figure, self.filter.grain, &figures);
            let mut row = json!({
                "type": id,
                "percent": self.now(share).rounded(2),
                "sum": self.now(figure).rounded(0),
                "popSum": compared.before.map(|before| self.now(figure).difference(before)),
                "popPercent": compared.change_percent,
                "trendStart": trend.first().map_or(0.0, |(_, value)| *value),
                "trendEnd": trend.last().map_or(0.0, |(_, value)| *value),
                "trend": trend,
            });
            if let Some(through) = through {
                row["trendThrough"] = json!(iso(through));
            }
            if compared.lacks_history {
                row["note"] = json!("not enough history");
            }
            row
        });
        rows.collect()
    }

    // ------------------------------------------------------------------------------------------- blocks

    fn block(&self, id: &str, shape: &Shape) -> Value {
        let mut block = json!({"type": id, "filterParams": self.filter.block(first_grouping(shape))});
        let all = &self.counter.everyone;
        match shape {
            Shape::ByPeriod(fields) => self.by_period(fields, self.filter.view_by, &mut block),
            Shape::ByPeriodTotals(fields) => self.by_period(fields, None, &mut block),
            Shape::Tiers(figure) => {
                let periods = self.chart_periods(self.filter.grain, &[figure]);
                block["periods"] = self.periods(self.filter.grain, &[figure], &periods);
                let tiers = self.groups(all, Grouping::Tier).into_iter().map(|(name, members)| {
                    let records = periods
                        .iter()
                        .map(|(label, days)| json!([label, self.shown(figure, &members, *days, &Item::All)]));
                    json!({"name": name, "records": records.collect::<Value>()})
                });
                block["data"] = tiers.collect();
            }
            Shape::Table(fields) | Shape::AudienceTable(fields) => {
                let figures = |who: &Who| self.figures(fields, who, self.filter.days, &Item::All);
                block["data"] = self.table(first_grouping(shape), figures);
            }
            Shape::Audiences(figure) => {
                let audiences = self.groups(all, Grouping::Audience).into_iter().map(|(name, members)| {
                    json!({"name": name, "value": self.shown(figure, &members, self.filter.days, &Item::All)})
                });
                block["data"] = audiences.collect();
            }
            Shape::Bars(of, fields) => {
                let rows = self.rows(*of, fields, Some(0));
                block["data"] = rows.into_iter().map(Value::Object).collect();
            }
            Shape::List(list) => {
                let mut rows = self.rows(list.of, list.fields, list.most);
                if let Some(count) = self.filter.record_count {
                    block["total"] = json!(rows.len());
                    cap(&mut rows, count);
                }
                block["data"] = rows.into_iter().map(Value::Object).collect();
            }
            Shape::OffersTable => {
                let (mut totals, mut news) = (self.offers_with(&ACTIVE_OFFERS), self.offers_with(&NEW_OFFERS));
                if let Some(count) = self.filter.record_count {
                    block["total"] = json!(totals.len().max(news.len()));
                    block["totals"] = json!({"totals": totals.len(), "news": news.len()});
                    cap(&mut totals, count);
                    cap(&mut news, count);
                }
                block["data"] = json!({"totals": totals, "news": news});
            }
            Shape::Months(fields) => {
                let figures: Vec<&Figure> = fields.iter().map(|(_, figure)| figure).collect();
                let months = self.chart_periods(Grain::Month, &figures);
                block["periods"] = self.periods(Grain::Month, &figures, &months);
                let months = months.into_iter().map(|(_, days)| {
                    let mut row = self.figures(fields, all, days, &Item::All);
                    row.insert("date".to_owned(), json!(iso(days.start)[..7]));
                    Value::Object(row)
                });
                block["data"] = months.collect();
            }
        }
        block
    }

    fn by_period(&self, fields: Fields, grouping: Option<Grouping>, block: &mut Value) {
        let figures: Vec<&Figure> = fields.iter().map(|(_, figure)| figure).collect();
        let periods = self.chart_periods(self.filter.grain, &figures);
        block["periods"] = self.periods(self.filter.grain, &figures, &periods);
        let rows = |who: &Who, periods: &[(String, Days)]| {
            let rows = periods.iter().map(|(label, days)| {
                let mut row = vec![json!(label)];
                row.extend(fields.iter().map(|(_, figure)| self.shown(figure, who, *days, &Item::All)));
                Value::Array(row)
            });
            rows.collect::<Value>()
        };
        // Labels are tested elsewhere.
        block["series"] = fields.iter().map(|(name, _)| json!(name)).collect();
        let all = &self.counter.everyone;
        if let Some(grouping) = grouping {
            let groups = self.groups(all, grouping).into_iter();
            block["data"] =
                groups.map(|(name, members)| json!({"name": name, "records": rows(&members, &periods)})).collect();
            return;
        }
        block["data"] = rows(all, &periods);
        let earlier = |cut: bool| {
            let earlier = periods.iter().map(|(_, days)| {
                let last = self.through(&figures, *days).filter(|_| cut).unwrap_or(days.end);
                let days = Days { start: days.start, end: last }.year_before();
                (self.filter.grain.label(days.start), days)
            });
            earlier.collect::<Vec<_>>()
        };
        block["previous"] = rows(all, &earlier(false));
        if periods.iter().any(|(_, days)| self.through(&figures, *days).is_some_and(|last| last < days.end)) {
            block["previousToDate"] = rows(all, &earlier(true));
        }
    }

    /// One row per group, each with one row per group of the second level; the total last.
    fn table(&self, first: Grouping, figures: impl Fn(&Who) -> Map<String, Value>) -> Value {
        let row = |name: &str, is_total: bool, who: &Who, records: Vec<Value>| {
            let mut row = figures(who);
            row.insert("name".to_owned(), json!(name));
            row.insert("isTotal".to_owned(), json!(is_total));
            row.insert("records".to_owned(), json!(records));
            Value::Object(row)
        };
        let first = self.filter.first.unwrap_or(first);
        let mut rows = Vec::new();
        for (name, members) in self.groups(&self.counter.everyone, first) {
            let records = self.filter.second.map_or(Vec::new(), |second| {
                let inner = self.groups(&members, second).into_iter();
                inner.map(|(name, members)| row(name, false, &members, Vec::new())).collect()
            });
            rows.push(row(name, self.filter.second.is_some(), &members, records));
        }
        if !rows.is_empty() {
            rows.push(row("Total", true, &self.counter.everyone, Vec::new()));
        }
        Value::Array(rows)
    }

    /// The rows of a list without all-zero rows, by a field (largest first) or by name, then id.
    fn rows(&self, of: Dimension, fields: Fields, most: Option<usize>) -> Vec<Map<String, Value>> {
        let value = |figure: &Figure, item: &Item| self.value(figure, &self.counter.everyone, self.filter.days, item);
        let mut rows: Vec<(Vec<Fraction>, Row)> = of(self.world())
            .into_iter()
            .map(|row| (fields.iter().map(|(_, figure)| value(figure, &row.item)).collect(), row))
            .filter(|(values, _): &(Vec<Fraction>, Row)| values.iter().any(|value| value.of != 0))
            .collect();
        rows.sort_by(|(values, row), (other_values, other)| {
            let by_figure = most.map_or(std::cmp::Ordering::Equal, |field| {
                other_values[field].partial_cmp(&values[field]).expect("numbers")
            });
            by_figure.then_with(|| by_name(row).cmp(&by_name(other)))
        });
        let written = rows.into_iter().map(|(values, row)| {
            let mut written = row.texts;
            for ((name, figure), value) in fields.iter().zip(values) {
                written.insert((*name).to_owned(), json!(value.rounded(figure.decimals)));
            }
            written
        });
        written.collect()
    }

    fn offers_with(&self, figure: &Figure) -> Vec<Value> {
        let mut rows: Vec<Row> = offers(self.world());
        rows.retain(|row| self.value(figure, &self.counter.everyone, self.filter.days, &row.item).of != 0);
        rows.sort_by_key(|row| (Natural(row.name.clone()), row.id.clone()));
        let written = rows.iter().map(|row| {
            let category = self.world().offer(row.id.0).category;
            let category = CATEGORIES.iter().find(|(id, _)| *id == category).expect("a category").1;
            json!({"name": row.name, "catName": category})
        });
        written.collect()
    }

    /// The rows of an unwrapped call, which may ignore parts of the filter.
    fn unwrapped_rows(&self, of: Dimension, figure: &Figure, scope: FilterScope, histories: &[History]) -> Value {
        let chosen = match scope {
            FilterScope::Items => Choices { groups: Groups::default(), ..self.filter.chosen.clone() },
            FilterScope::Nothing => Choices { as_they_were: self.filter.chosen.as_they_were, ..Choices::default() },
        };
        let counter = Counter::new(self.world(), histories, chosen);
        let mut rows = of(self.world());
        rows.retain(|row| counter.number(figure.of, &counter.everyone, self.filter.days, &row.item) != 0);
        rows.sort_by(|row, other| by_name(row).cmp(&by_name(other)));
        let mut rows: Vec<Value> = rows.into_iter().map(|row| Value::Object(row.texts)).collect();
        cap(&mut rows, self.filter.record_count.unwrap_or_default());
        Value::Array(rows)
    }

    // ------------------------------------------------------------------------------------------- other calls

    fn sources_of_traffic(&self) -> Value {
        let rows = self.rows(traffic_sources, &[("sessions", SESSIONS), ("pageviews", PAGEVIEWS)], Some(0));
        let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Value>();
        json!({"names": column("name"), "sessions": column("sessions"), "pageviews": column("pageviews")})
    }

    fn platforms(&self) -> Value {
        let months = self.chart_periods(Grain::Month, &[&SESSIONS]);
        let platform = |of: Dimension| {
            let items = of(self.world());
            let rows = self.rows(of, &[("count", SESSIONS)], Some(0)).into_iter().map(|row| {
                let item = &items.iter().find(|item| row["name"] == item.name).expect("a value").item;
                let line = months.iter().map(|(_, days)| {
                    json!([iso(days.start)[..7], self.shown(&SESSIONS, &self.counter.everyone, *days, item)])
                });
                json!([row["name"], row["count"], line.collect::<Value>()])
            });
            rows.collect::<Value>()
        };
        let mut answer: Map<_, _> = PLATFORMS.iter().map(|(key, of)| ((*key).to_owned(), platform(*of))).collect();
        answer.insert("periods".to_owned(), self.periods(Grain::Month, &[&SESSIONS], &months));
        answer.into()
    }

    fn searches(&self) -> Value {
        let mut terms = self.rows(queries, &[("count", SEARCHES)], None);
        cap(&mut terms, self.filter.record_count.unwrap_or_default());
        let terms = terms.iter().map(|row| json!([row["name"], row["count"]])).collect::<Value>();
        json!({"searchDto": {"count": self.now(&SEARCHES).rounded(0)}, "searchTerms": terms})
    }

    fn polls(&self) -> Value {
        let mut answer = self.totals(false, &[POLL_CARD]);
        let mut open: Vec<_> = self.world().polls.iter().collect();
        open.retain(|poll| {
            self.counter.number(Count::OpenPolls, &self.counter.everyone, self.filter.days, &Item::Poll(poll.id)) == 1
        });
        open.sort_by_key(|poll| (Natural(poll.question), poll.id));
        cap(&mut open, self.filter.record_count.unwrap_or_default());
        answer["pollList"] = open.iter().map(|poll| json!({"id": poll.id, "name": poll.question})).collect();
        answer
    }

    fn poll(&self, poll: &super::world::Poll) -> Value {
        let all = &self.counter.everyone;
        let options = poll.options.iter().map(|(index, text)| {
            let item = Item::Option(poll.id, *index);
            json!({
                "index": index,
                "name": text,
                "answerCount": self.shown(&ANSWERS, all, self.filter.days, &item),
                "percent": self.shown(&SHARE_OF_ANSWERS, all, self.filter.days, &item),
            })
        });
        let table = self.table(Grouping::Lob, |members| {
            let answers = poll
                .options
                .iter()
                .map(|(index, _)| self.shown(&ANSWERS, members, self.filter.days, &Item::Option(poll.id, *index)));
            let value = self.shown(&ANSWERS, members, self.filter.days, &Item::Poll(poll.id));
            Map::from_iter([("value".to_owned(), value), ("answers".to_owned(), answers.collect())])
        });
        let table = json!({
            "type": "POLL_ANSWERS_BY_AUDIENCE_TABLE",
            "filterParams": self.filter.block(Grouping::Lob),
            "data": table,
        });
        json!({"pollAnswers": options.collect::<Value>(), "POLL_ANSWERS_BY_AUDIENCE_TABLE": table})
    }
}

/// Some figures of cards, by the ids of their explanations.
pub(super) fn figures_of_cards(are: impl Fn(&Figure) -> bool) -> Vec<(String, &'static Figure)> {
    let cards = TOTALS.iter().flat_map(|(_, _, cards)| cards.iter());
    let fields = cards.flat_map(|card| card.fields.iter().map(move |(name, figure)| (metric_id(card, name), figure)));
    fields.filter(|(_, figure)| are(figure)).collect()
}

fn metric_id(card: &Card, name: &str) -> String {
    if name.is_empty() { card.key.to_owned() } else { format!("{}.{name}", card.key) }
}

fn by_name(row: &Row) -> (Natural<&str>, &(i32, String)) {
    (Natural(row.name.as_str()), &row.id)
}

/// Truncates to `count` rows; 0 means no limit.
fn cap<T>(rows: &mut Vec<T>, count: u32) {
    if count > 0 {
        rows.truncate(count as usize);
    }
}

/// Makes calls over HTTP and compares the answers.
pub struct Screens<'a> {
    pub program: &'a Program,
    pub world: &'a World,
    pub histories: &'a [History],
    /// The percentage of calls made for a filter.
    pub chance: u64,
    /// How many numbers were compared, and how many of them are not 0.
    pub compared: (u64, u64),
}

impl Screens<'_> {
    /// Compares a random share of the calls for one filter.
    pub fn compare(&mut self, random: &mut Random, filter: &Filter) {
        let expected = Expected { filter, counter: Counter::new(self.world, self.histories, filter.chosen.clone()) };
        for (path, unwrapped, cards) in TOTALS {
            if random.percent(self.chance) {
                let mut answer = expected.totals(*unwrapped, cards);
                if *path == WEBSITE_INFO {
                    answer["platforms"] = expected.platforms();
                }
                self.assert_call(path, filter, &answer);
            }
        }
        for (id, card, more) in TRENDS {
            if random.percent(self.chance) {
                self.assert_call(&format!("trends/{id}"), filter, &expected.trends(card, more));
            }
        }
        for (path, blocks) in BLOCKS {
            if random.percent(self.chance) {
                let answers = blocks.iter().map(|(id, shape)| ((*id).to_owned(), expected.block(id, shape)));
                self.assert_call(&format!("{path}/breakdowns"), filter, &Value::Object(answers.collect()));
            } else if random.percent(self.chance) {
                let (id, shape) = random.one_of(blocks);
                self.assert_call(&format!("{path}/breakdown/{id}"), filter, &expected.block(id, &shape));
            }
        }
        for (path, of, figure, scope) in ROWS {
            if random.percent(self.chance) {
                self.assert_call(path, filter, &expected.unwrapped_rows(*of, figure, *scope, self.histories));
            }
        }
        if random.percent(self.chance) {
            self.assert_call("program/monitor/getIndicatorList", filter, &expected.indicators());
        }
        if random.percent(self.chance) {
            self.assert_call("website/dashboard/sourceOfTraffic/breakdowns", filter, &expected.sources_of_traffic());
            self.assert_call("website/dashboard/platforms/breakdowns", filter, &expected.platforms());
            self.assert_call("website/dashboard/onSiteSearches/breakdowns", filter, &expected.searches());
        }
        if random.percent(self.chance) {
            const POLLS: &str = "content/dashboard/polls/breakdown";
            self.assert_call(&format!("{POLLS}/info"), filter, &expected.polls());
            for poll in &self.world.polls {
                let answer = expected.poll(poll);
                self.assert_call(&format!("{POLLS}/{}/answerInfos", poll.id), filter, &answer);
                let table = &answer["POLL_ANSWERS_BY_AUDIENCE_TABLE"];
                self.assert_call(&format!("{POLLS}/{}/POLL_ANSWERS_BY_AUDIENCE_TABLE", poll.id), filter, table);
            }
        }
    }

    fn assert_call(&mut self, path: &str, filter: &Filter, expected: &Value) {
        let mut found = self.program.post(&format!("/api/v1/{path}"), &filter.body);
        let mut expected = expected.clone();
        [&mut found, &mut expected].into_iter().for_each(without_coverage);
        without_names(&mut found);
        let difference = self.difference(&found, &expected);
        if let Some(difference) = difference {
            panic!("{path}{difference}\nfor {}", filter.body);
        }
    }

    /// The first difference between the two.
    fn difference(&mut self, found: &Value, expected: &Value) -> Option<String> {
        match (found, expected) {
            (Value::Number(one), Value::Number(other)) => {
                self.compared.0 += 1;
                self.compared.1 += u64::from(other.as_f64() != Some(0.0));
                (one.as_f64() != other.as_f64()).then(|| format!(": {found} where {expected} is expected"))
            }
            (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
                let mut pairs = one.iter().zip(other).enumerate();
                pairs.find_map(|(at, (one, other))| Some(format!("/{at}{}", self.difference(one, other)?)))
            }
            (Value::Object(one), Value::Object(other)) if one.keys().all(|key| other.contains_key(key)) => {
                if let Some(missing) = other.keys().find(|key| !one.contains_key(*key)) {
                    return Some(format!(": no {missing} in {found}"));
                }
                let mut fields = other.iter();
                fields.find_map(|(key, other)| Some(format!("/{key}{}", self.difference(&one[key], other)?)))
            }
            (one, other) if one == other => None,
            _ => Some(format!(":\n{found}\nwhere this is expected:\n{expected}")),
        }
    }
}

/// Removes names and the cards of satisfaction and moves, which are tested elsewhere: series are identified by key, trends and indicators by id.
fn without_names(answer: &mut Value) {
    match answer {
        Value::Object(fields) => {
            // The world has no answers to the satisfaction survey, and moves have a test of their own.
            for name in ["typeName", "satisfaction", "satisfaction.percent", "satisfaction.answers"] {
                fields.shift_remove(name);
            }
            fields.retain(|name, _| name.split('.').next() != Some("groupMoves"));
            if let Some(Value::Array(series)) = fields.get_mut("series") {
                series.iter_mut().for_each(|series| *series = series["key"].clone());
            }
            fields.values_mut().for_each(without_names);
        }
        Value::Array(list) => list.iter_mut().for_each(without_names),
        _ => {}
    }
}
