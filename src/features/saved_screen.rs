//! What views, links, reports and alerts have in common: a screen of the page, its filters, and the choices in its blocks.
//!
//! Saved filters have one reading of groups, whatever becomes of the program's default. Those that name none mean the groups
//! of now, as all that were saved before there was a choice. So WINDOW is always named, also where it was the default.
//!
//! The tables of which files have compared figures, too, are saved in the same text ([`with_compared`]).

use serde_json::{Map, Value, json};

use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::delivery::scope_of;
use crate::error::ApiError;
use crate::figures::filter::{FilterParams, GroupsAsOf};
use crate::http::body::strict;
use crate::render::Screen;
use crate::scope::Scope;
use crate::screens::pages::{Page, page_of};

/// The longest name of a thing that is saved, in characters.
pub const LONGEST_NAME: usize = 100;
/// The longest route of a screen, in characters.
const LONGEST_ROUTE: usize = 100;
/// The longest filters and choices, in bytes.
const LONGEST_FILTERS: usize = 8000;
const LONGEST_BLOCKS: usize = 4000;

/// The page of a screen that has filters, by its route, such as `user-dashboard/logins-breakdown`; None for every other.
pub fn page_of_route(route: &str) -> Option<Page> {
    let is_plain = |sign: char| sign.is_ascii_lowercase() || "-/".contains(sign);
    page_of(route).filter(|_| route.len() <= LONGEST_ROUTE && route.chars().all(is_plain))
}

/// The screen of a call's path, such as `api/v1/dashboard/users/logins`, for somebody who may take it along.
///
/// # Errors
/// 400 where there is no such screen, 403 where it is not open.
pub fn screen_for(permissions: &Permissions, path: &str) -> Result<(Screen, Scope), ApiError> {
    let screen = Screen::of_path(path).ok_or_else(|| {
        ApiError::field(
            "screen",
            "expected the path of a dashboard's cards or of a breakdown, such as api/v1/dashboard/users/logins",
        )
    })?;
    let scope = shown_scope(permissions, &screen)?;
    Ok((screen, scope))
}

/// The members that a screen shows to somebody who may take it along.
///
/// # Errors
/// 403 where it is not open.
pub fn shown_scope(permissions: &Permissions, screen: &Screen) -> Result<Scope, ApiError> {
    scope_of(permissions, screen.opened_by()).map_err(|module| {
        ApiError::forbidden(format!("Your roles give no access to the screens of the module {}.", module.code()))
    })
}

/// Reads filters that are to be saved as JSON text, and the text to save: with the program's reading of groups where it
/// names none. What was saved before unknown fields were refused still opens.
///
/// # Errors
/// 400 with the name of the field.
pub fn filters(app: &App, text: String) -> Result<(FilterParams, String), ApiError> {
    if text.len() > LONGEST_FILTERS {
        return Err(ApiError::field("filters", format!("expected at most {LONGEST_FILTERS} bytes; choose fewer")));
    }
    let mut params: FilterParams = strict(text.as_bytes()).map_err(|error| {
        ApiError::field("filters", format!("expected a filter as JSON text: {}", error.body().errors.join("; ")))
    })?;
    let text = match *params.groups_as_of.get_or_insert(app.groups_as_of()) {
        GroupsAsOf::Now => text,
        GroupsAsOf::Window => naming(text, GroupsAsOf::Window),
    };
    Ok((params, text))
}

/// Reads saved filters.
///
/// # Errors
/// If this release cannot read them.
pub fn saved(text: &str) -> Result<FilterParams, serde_json::Error> {
    let params: FilterParams = serde_json::from_str(text)?;
    Ok(FilterParams { groups_as_of: Some(params.groups_as_of.unwrap_or(GroupsAsOf::Now)), ..params })
}

/// Saved filters as the page reads them, for which a filter without a reading of groups has the program's.
pub fn shown(app: &App, text: String) -> String {
    match app.groups_as_of() {
        GroupsAsOf::Now => text,
        GroupsAsOf::Window => naming(text, GroupsAsOf::Now),
    }
}

/// Filters with a reading of groups, unless they name one.
fn naming(text: String, groups: GroupsAsOf) -> String {
    const FIELD: &str = "groupsAsOf";
    let Ok(mut fields) = serde_json::from_str::<Map<String, Value>>(&text) else { return text };
    if fields.get(FIELD).is_some_and(|named| !named.is_null()) {
        return text;
    }
    fields.insert(FIELD.to_owned(), json!(groups));
    Value::Object(fields).to_string()
}

/// The field of saved filters with the tables that compare; no call takes it in its filters.
const COMPARED: &str = "compared";

/// Filters with the ids of the tables and lists that have the figures of the compared period, too.
pub fn with_compared(text: String, ids: &[String]) -> String {
    let fields = serde_json::from_str::<Map<String, Value>>(&text);
    match (ids, fields) {
        ([], _) | (_, Err(_)) => text,
        (_, Ok(mut fields)) => {
            fields.insert(COMPARED.to_owned(), json!(ids));
            Value::Object(fields).to_string()
        }
    }
}

/// Saved filters, and the ids of the tables and lists that compare.
pub fn without_compared(text: String) -> (String, Vec<String>) {
    let Ok(mut fields) = serde_json::from_str::<Map<String, Value>>(&text) else { return (text, Vec::new()) };
    match fields.remove(COMPARED) {
        None => (text, Vec::new()),
        Some(ids) => (Value::Object(fields).to_string(), serde_json::from_value(ids).unwrap_or_default()),
    }
}

/// Checks the choices in the blocks of a screen, as the page has them in its address.
///
/// # Errors
/// 400 with the name of the field.
pub fn check_blocks(blocks: &str) -> Result<(), ApiError> {
    if blocks.len() <= LONGEST_BLOCKS && !blocks.chars().any(char::is_control) {
        return Ok(());
    }
    let expected =
        format!("expected at most {LONGEST_BLOCKS} bytes without control characters, as in the address of the page");
    Err(ApiError::field("blocks", expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_filters_without_a_reading_of_groups_mean_those_of_now() {
        let of = |text: &str| saved(text).expect("read").groups_as_of;
        assert_eq!(of("{}"), Some(GroupsAsOf::Now));
        assert_eq!(of(r#"{"groupsAsOf": null}"#), Some(GroupsAsOf::Now));
        assert_eq!(of(r#"{"groupsAsOf": "WINDOW"}"#), Some(GroupsAsOf::Window));
        assert!(saved("{").is_err());
    }

    #[test]
    fn tables_that_compare_are_saved_with_the_filters_and_come_back_beside_them() {
        let ids = vec!["LOGINS_TABLE".to_owned()];
        let saved = with_compared(r#"{"period":"THIS_YEAR"}"#.to_owned(), &ids);
        assert!(super::saved(&saved).is_ok(), "filters are read as before");
        assert_eq!(without_compared(saved), (r#"{"period":"THIS_YEAR"}"#.to_owned(), ids));
        let plain = r#"{ "period": "THIS_YEAR" }"#.to_owned();
        assert_eq!(with_compared(plain.clone(), &[]), plain, "without a table nothing changes");
        assert_eq!(without_compared(plain.clone()), (plain, Vec::new()));
        assert_eq!(without_compared("{".to_owned()), ("{".to_owned(), Vec::new()));
    }

    #[test]
    fn a_reading_is_named_once_and_other_fields_stay() {
        let named = |text: &str| naming(text.to_owned(), GroupsAsOf::Window);
        assert_eq!(
            named(r#"{"groupsAsOf":"NOW","period":"THIS_YEAR"}"#),
            r#"{"groupsAsOf":"NOW","period":"THIS_YEAR"}"#
        );
        let added: Value = serde_json::from_str(&named(r#"{"groupsAsOf":null,"old":[1]}"#)).expect("JSON");
        assert_eq!(added, json!({"groupsAsOf": "WINDOW", "old": [1]}));
    }
}
