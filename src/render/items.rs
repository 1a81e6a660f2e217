//! The names of chosen campaigns and offers.

use std::collections::HashMap;

use super::error::ExportError;
use crate::figures::filter::{Choice, Filter, FilterParams};
use crate::i18n::Files;
use crate::screens::tables::{Row, Text};
use crate::screens::{Answered, Answers, Call, Dashboard, ListCall};

/// Names by dimension and id.
#[derive(Debug, Default)]
pub struct ItemNames(HashMap<&'static str, HashMap<i32, String>>);

/// The parts of a filter that choose items: a label, the dimension of the list that names them, and the choice.
pub fn choices<'a>(filter: &'a Filter, texts: &Files) -> [(&'static str, &'static str, &'a Choice); 4] {
    [
        (texts.campaign_types, "campaign_type", &filter.campaigns.kind),
        (texts.campaigns, "campaign", &filter.campaigns.own),
        (texts.offer_categories, "listed_offer_category", &filter.offers.kind),
        (texts.offers, "offer", &filter.offers.own),
    ]
}

/// Asks the lists of a dashboard for the names of what a filter chooses. What other dashboards choose has no names: they may
/// be closed to the user.
///
/// # Errors
/// As the calls.
pub async fn item_names(
    answers: &Answers<'_>,
    dashboard: &'static Dashboard,
    params: &FilterParams,
    filter: &Filter,
) -> Result<ItemNames, ExportError> {
    let mut names = ItemNames::default();
    // The list of the filter itself is whole.
    let params = FilterParams { record_count: None, ..params.clone() };
    for (_, dimension, choice) in choices(filter, &answers.language.texts().files) {
        let of_items = |list: &&&'static ListCall| {
            list.list.of.id == dimension && list.list.texts.first().is_some_and(|(name, _)| *name == "id")
        };
        let list = dashboard.lists.iter().find(of_items);
        if let (Choice::Only(_), Some(list)) = (choice, list) {
            let answered = answers.answered(Call::List(list), &params).await?;
            names.0.insert(dimension, named(&answered).collect());
        }
    }
    Ok(names)
}

/// The name of a poll; its number where it is not open in the filter's period.
///
/// # Errors
/// As the call of the polls.
pub async fn poll_name(answers: &Answers<'_>, poll: i32, params: &FilterParams) -> Result<String, ExportError> {
    let params = FilterParams { record_count: None, ..params.clone() };
    let answered = answers.answered(Call::Polls, &params).await?;
    let name = named(&answered).find_map(|(id, name)| (id == poll).then_some(name));
    Ok(name.unwrap_or_else(|| poll.to_string()))
}

/// The items of a list whose texts are id and name.
fn named(answered: &Answered) -> impl Iterator<Item = (i32, String)> {
    let rows = match answered {
        Answered::List(_, rows) | Answered::Polls(_, rows) => &rows.rows[..],
        _ => &[],
    };
    let item = |row: &Row| match &row.texts[..] {
        [Text::Number(id), name, ..] => Some((i32::try_from(*id).ok()?, name.to_string())),
        _ => None,
    };
    rows.iter().filter_map(item)
}

impl ItemNames {
    /// The name of an item, where it is known.
    pub fn get(&self, dimension: &str, id: i32) -> Option<&str> {
        self.0.get(dimension)?.get(&id).map(String::as_str)
    }
}
