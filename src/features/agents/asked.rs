//! What an agent asks: its arguments, read and checked. An error names what would be right.

use std::rc::Rc;

use actix_web::{HttpRequest, web};
use serde_json::{Map, Value, json};

use super::said::data;
use crate::abilities::Ability;
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::error::ApiError;
use crate::figures::filter::FilterParams;
use crate::groupings::{GROUPINGS, Grouping, GroupingInfo};
use crate::http::guard::admitted_by_token;
use crate::http::signed_in::SignedIn;
use crate::i18n::language::Language;
use crate::modules::Module;
use crate::screens::wire::UserGroup;
use crate::screens::wire::schema::{Object, integer, list, text};
use crate::screens::{AnswerError, Answers};

/// The abilities of tokens that may ask.
pub const ABILITIES: &[Ability] = &[Ability::Agents];

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
const ITEMS: [(&str, &str); 4] = [
    ("offers", "offers"),
    ("offerCategories", "offersCategories"),
    ("campaigns", "campaigns"),
    ("campaignTypes", "campaignsTypes"),
];
/// The most names in an error.
const MOST_NAMED: usize = 40;

/// Why something is not answered, for the agent.
#[derive(Debug)]
pub struct Refused(pub String);

impl From<ApiError> for Refused {
    fn from(error: ApiError) -> Refused {
        Refused(error.body().message.clone())
    }
}

impl From<AnswerError> for Refused {
    fn from(error: AnswerError) -> Refused {
        ApiError::from(error).into()
    }
}

/// The call of a tool.
pub struct Asking<'a> {
    pub app: &'a web::Data<App>,
    pub request: &'a HttpRequest,
    /// What the token opens of its user's roles.
    pub permissions: &'a Permissions,
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
pub fn one_of<'w>(argument: &str, word: &'w str, words: &[&str]) -> Result<&'w str, Refused> {
    if words.contains(&word) {
        return Ok(word);
    }
    Err(Refused(format!("{argument}: there is no {word:?}; there are {}.", words.join(", "))))
}

impl Asking<'_> {
    /// The user, with the members that a module may show; an error if it is not open to the user or the token.
    pub fn user(&self, shows: (Module, bool)) -> Result<Rc<SignedIn>, Refused> {
        Ok(admitted_by_token(ABILITIES, shows, self.request)?)
    }

    /// What answers a user, in English: definitions and labels are said again in the language of whoever asked.
    pub fn answers<'u>(&'u self, user: &'u SignedIn) -> Answers<'u> {
        self.app.answers(user.scope(), Language::En)
    }

    /// An argument that is text; None where it is not given.
    pub fn text(&self, name: &str) -> Result<Option<&str>, Refused> {
        match self.arguments.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if !text.trim().is_empty() => Ok(Some(text.trim())),
            Some(_) => Err(Refused(format!("{name} must be a text."))),
        }
    }

    /// An argument that is needed.
    pub fn required(&self, name: &str) -> Result<&str, Refused> {
        self.text(name)?.ok_or_else(|| Refused(format!("The argument {name} is missing.")))
    }

    fn list(&self, name: &str) -> Result<Option<&[Value]>, Refused> {
        match self.arguments.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Array(list)) => Ok(Some(list)),
            Some(_) => Err(Refused(format!("{name} must be a list."))),
        }
    }

    /// The filter that the arguments say; without days, this year.
    pub async fn filter(&self, user: &SignedIn) -> Result<FilterParams, Refused> {
        let mut body = Map::new();
        let mut set = |name: &str, value: Value| body.insert(name.to_owned(), value);
        match (self.text("period")?, self.text("from")?, self.text("to")?) {
            (period, None, None) => {
                set("period", one_of("period", period.unwrap_or("THIS_YEAR"), PERIODS)?.into());
            }
            (None, Some(from), Some(to)) => {
                set("period", "SELECTED_DATE".into());
                set("startDate", from.into());
                set("endDate", to.into());
            }
            _ => return Err(Refused("Say a period, or from and to as yyyy-mm-dd.".to_owned())),
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
                groups = Some(self.answers(user).user_groups().await?);
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
        serde_json::from_value(body.into()).map_err(|error| Refused(format!("The filter is wrong: {error}.")))
    }
}

/// The id of a group that is named, or given by its id.
fn group(groups: &[UserGroup], (grouping, argument): (Grouping, &str), wanted: &Value) -> Result<i32, Refused> {
    let of: Vec<&UserGroup> = groups.iter().filter(|group| group.r#type == grouping).collect();
    let word = wanted.as_str().map(|text| data(text.trim().trim_matches(['«', '»'])));
    let is_it = |group: &&&UserGroup| match &word {
        Some(word) => data(&group.name).to_lowercase() == word.to_lowercase(),
        None => wanted.as_i64() == Some(group.id.into()),
    };
    of.iter().find(is_it).map(|group| group.id).ok_or_else(|| {
        let names: Vec<String> = of.iter().take(MOST_NAMED).map(|group| data(&group.name)).collect();
        let more = if of.len() > MOST_NAMED { " and more" } else { "" };
        Refused(format!("{argument}: there is no group {wanted}; there are {}{more}.", names.join(", ")))
    })
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
        let found = |wanted: Value| group(&groups, (Grouping::Tier, "tiers"), &wanted).map_err(|refused| refused.0);
        assert_eq!((found(json!("gold")), found(json!("«Silver»")), found(json!(2))), (Ok(1), Ok(2), Ok(2)));
        let said = "tiers: there is no group \"Tin\"; there are «Gold», «Silver».";
        assert_eq!(found(json!("Tin")), Err(said.to_owned()));
    }
}
