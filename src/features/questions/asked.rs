//! What an agent asks: its arguments, read and checked. An error names what would be right.

use serde_json::{Map, Value, json};

use super::said::{data, unmarked};
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::error::{ApiError, FieldFault, joined};
use crate::figures::filter::{Choice, Filter, FilterParams, date, iso};
use crate::groupings::{GROUPINGS, Grouping, GroupingInfo};
use crate::http::guard::shown_by;
use crate::i18n::language::Language;
use crate::modules::Module;
use crate::scope::Scope;
use crate::screens::Answers;
use crate::screens::wire::UserGroup;
use crate::screens::wire::schema::{Object, integer, list, text};

pub const PERIODS: &[&str] = &[
    "YESTERDAY",
    "LAST_7DAYS",
    "LAST_30DAYS",
    "LAST_90DAYS",
    "LAST_12MONTHS",
    "LAST_FULL_WEEK",
    "LAST_FULL_MONTH",
    "LAST_FULL_QUARTER",
    "MONTH_TO_DATE",
    "QUARTER_TO_DATE",
    "THIS_YEAR",
    "PREVIOUS_YEAR",
];
pub const COMPARISONS: &[&str] =
    &["PREVIOUS_PERIOD", "SAME_DATES_LAST_YEAR", "SAME_WEEKDAYS_LAST_YEAR", "PREVIOUS_FULL_PERIOD", "NONE"];
const READINGS: &[&str] = &["NOW", "WINDOW"];
/// Arguments with ids of items, and the fields of a filter that have them.
pub const ITEMS: [(&str, &str); 4] = [
    ("offers", "offers"),
    ("offerCategories", "offersCategories"),
    ("campaigns", "campaigns"),
    ("campaignTypes", "campaignsTypes"),
];
/// The most groups or items of one kind that may be chosen: the address of the screen names them.
const MOST_CHOSEN: usize = 200;
/// The most names in an error.
const MOST_NAMED: usize = 40;

/// Why something is not answered, for whoever asks.
pub fn refused(text: impl Into<String>) -> ApiError {
    ApiError::invalid(text)
}

/// A question.
pub struct Asking<'a> {
    pub app: &'a App,
    /// Who asks; None for an operator.
    pub user: Option<i64>,
    /// What the roles of whoever asks open; with a token, what it opens of them.
    pub permissions: &'a Permissions,
    /// The address of Bond, for the addresses of screens.
    pub base: String,
    pub arguments: &'a Map<String, Value>,
}

/// With the arguments of a filter, which all figures have.
pub fn with_filter(arguments: Object) -> Object {
    let arguments = arguments
        .optional("period", json!({ "enum": PERIODS }))
        .optional("from", text())
        .optional("to", text())
        .optional("compareWith", json!({ "enum": COMPARISONS }))
        .optional("groupsAsOf", json!({ "enum": READINGS }));
    let arguments =
        GROUPINGS.iter().fold(arguments, |arguments, info| arguments.optional(&argument_of(info), list(text())));
    ITEMS.iter().fold(arguments, |arguments, (name, _)| arguments.optional(name, list(integer())))
}

/// The argument with groups of a grouping, such as `tiers`.
pub fn argument_of(info: &GroupingInfo) -> String {
    format!("{}s", info.name.to_lowercase())
}

/// A field of a filter as calls have it.
fn field(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |field, word| {
        let (letter, rest) = word.split_at(word.len().min(1));
        field + &letter.to_uppercase() + rest
    })
}

/// One of some words.
pub fn one_of<'w>(argument: &str, word: &'w str, words: &[&str]) -> Result<&'w str, ApiError> {
    if words.contains(&word) {
        return Ok(word);
    }
    Err(refused(format!("{argument}: there is no {word:?}; there are {}.", words.join(", "))))
}

impl Asking<'_> {
    /// The members that a module may show; an error if it is not open.
    pub fn scope(&self, shows: (Module, bool)) -> Result<Scope, ApiError> {
        shown_by(self.permissions, shows)
    }

    /// What answers about members, in English: definitions and labels are said again in the language of whoever asked.
    pub fn answers<'u>(&'u self, scope: &'u Scope) -> Answers<'u> {
        self.app.answers(scope, Language::En)
    }

    /// The arguments that ask the same at any time: with its days, and with the ids of groups in place of their names.
    pub fn kept(&self, filter: &Filter) -> Map<String, Value> {
        let mut kept = self.arguments.clone();
        kept.remove("period");
        let mut set = |name: &str, value: Value| kept.insert(name.to_owned(), value);
        set("from", iso(filter.window.start).into());
        set("to", iso(filter.window.end).into());
        set("groupsAsOf", json!(filter.groups_as_of));
        for info in &GROUPINGS {
            if let Choice::Only(ids) = &filter.groups[info.grouping] {
                set(&argument_of(info), json!(ids));
            }
        }
        kept
    }

    /// An argument that is text; None where it is not given.
    pub fn text(&self, name: &str) -> Result<Option<&str>, ApiError> {
        match self.arguments.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if !text.trim().is_empty() => Ok(Some(text.trim())),
            Some(_) => Err(refused(format!("{name} must be a text."))),
        }
    }

    /// An argument that is needed.
    pub fn required(&self, name: &str) -> Result<&str, ApiError> {
        self.text(name)?.ok_or_else(|| refused(format!("The argument {name} is missing.")))
    }

    fn list(&self, name: &str) -> Result<Option<&[Value]>, ApiError> {
        match self.arguments.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Array(list)) if list.len() <= MOST_CHOSEN => Ok(Some(list)),
            Some(Value::Array(_)) => Err(refused(format!("{name} may have {MOST_CHOSEN}, no more."))),
            Some(_) => Err(refused(format!("{name} must be a list."))),
        }
    }

    /// The filter that the arguments say; without days, this year.
    pub async fn filter(&self, scope: &Scope) -> Result<FilterParams, ApiError> {
        let mut body = Map::new();
        let mut set = |name: &str, value: Value| body.insert(name.to_owned(), value);
        match (self.text("period")?, self.text("from")?, self.text("to")?) {
            (period, None, None) => {
                set("period", one_of("period", period.unwrap_or("THIS_YEAR"), PERIODS)?.into());
            }
            (None, Some(from), Some(to)) => {
                days([("from", from), ("to", to)])?;
                set("period", "SELECTED_DATE".into());
                set("startDate", from.into());
                set("endDate", to.into());
            }
            _ => return Err(refused("Say a period, or from and to as yyyy-mm-dd.".to_owned())),
        }
        if let Some(comparison) = self.text("compareWith")? {
            set("comparison", one_of("compareWith", comparison, COMPARISONS)?.into());
        }
        if let Some(reading) = self.text("groupsAsOf")? {
            set("groupsAsOf", one_of("groupsAsOf", reading, READINGS)?.into());
        }
        let mut groups: Option<Vec<UserGroup>> = None;
        for info in &GROUPINGS {
            let name = argument_of(info);
            let Some(wanted) = self.list(&name)? else { continue };
            if groups.is_none() {
                groups = Some(self.answers(scope).user_groups().await?);
            }
            let of = groups.as_deref().unwrap_or_default();
            let ids = wanted.iter().map(|one| group(of, (info.grouping, &name), one)).collect::<Result<Vec<_>, _>>()?;
            set(&field(info.ids_field), ids.into());
            set(&field(info.all_field), false.into());
        }
        for (name, of) in ITEMS {
            let Some(ids) = self.list(name)? else { continue };
            set(of, ids.into());
            set(&format!("{of}All"), false.into());
        }
        serde_json::from_value(body.into()).map_err(|error| refused(format!("The filter is wrong: {error}.")))
    }
}

/// Checks the days of two arguments, so that a fault names the argument and not the field of the filter.
fn days(of: [(&str, &str); 2]) -> Result<(), ApiError> {
    let mut faults = Vec::new();
    let [first, last] = of.map(|(name, text)| date(name, Some(text), &mut faults));
    if first.zip(last).is_some_and(|(first, last)| last < first) {
        let [(first, _), (last, _)] = of;
        faults.push(FieldFault::about(last, format!("{last} must not be before {first}")));
    }
    if faults.is_empty() { Ok(()) } else { Err(refused(format!("{}.", joined(&faults)))) }
}

/// The id of a group that is named, or given by its id.
fn group(groups: &[UserGroup], (grouping, argument): (Grouping, &str), wanted: &Value) -> Result<i32, ApiError> {
    let of: Vec<&UserGroup> = groups.iter().filter(|group| group.r#type == grouping).collect();
    let word = wanted.as_str().map(|text| data(unmarked(text.trim())));
    let is_it = |group: &&&UserGroup| match &word {
        Some(word) => data(&group.name).to_lowercase() == word.to_lowercase(),
        None => wanted.as_i64() == Some(group.id.into()),
    };
    let found: Vec<i32> = of.iter().filter(is_it).map(|group| group.id).collect();
    match found[..] {
        [id] => Ok(id),
        [] => {
            let names: Vec<String> = of.iter().take(MOST_NAMED).map(|group| data(&group.name)).collect();
            let more = if of.len() > MOST_NAMED { " and more" } else { "" };
            Err(refused(format!("{argument}: there is no group {wanted}; there are {}{more}.", names.join(", "))))
        }
        _ => Err(refused(format!("{argument}: several groups are called {wanted}; say one by its id: {found:?}."))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::period::{Comparison, Period};

    #[test]
    fn every_word_of_a_filter_is_one_that_calls_know() {
        for period in PERIODS {
            serde_json::from_value::<Period>(json!(period)).expect(period);
        }
        for comparison in COMPARISONS {
            serde_json::from_value::<Comparison>(json!(comparison)).expect(comparison);
        }
        let known = schemars::schema_for!(FilterParams).to_value();
        for info in &GROUPINGS {
            assert!(known["properties"][field(info.ids_field)].is_object(), "{}", info.ids_field);
            assert!(known["properties"][field(info.all_field)].is_object(), "{}", info.all_field);
        }
        for (_, of) in ITEMS {
            assert!(known["properties"][of].is_object() && known["properties"][format!("{of}All")].is_object(), "{of}");
        }
    }

    #[test]
    fn a_group_is_found_by_its_name_with_or_without_marks_or_by_its_id() {
        let of = |id: i32, name: &str| UserGroup { id, name: name.to_owned(), r#type: Grouping::Tier, place: 0 };
        let groups = [of(1, "Gold"), of(2, "Silver")];
        let found = |wanted: Value| {
            group(&groups, (Grouping::Tier, "tiers"), &wanted).map_err(|refused| refused.body().message.clone())
        };
        assert_eq!((found(json!("gold")), found(json!("«Silver»")), found(json!(2))), (Ok(1), Ok(2), Ok(2)));
        let said = "tiers: there is no group \"Tin\"; there are «Gold», «Silver».";
        assert_eq!(found(json!("Tin")), Err(said.to_owned()));
        let groups = [of(1, &"x".repeat(90)), of(2, &"x".repeat(91))];
        let found = group(&groups, (Grouping::Tier, "tiers"), &json!(data(&groups[1].name)));
        let refused = found.map_err(|refused| refused.body().message.clone()).expect_err("which of them?");
        assert!(refused.ends_with("say one by its id: [1, 2]."), "{refused}");
    }
}
