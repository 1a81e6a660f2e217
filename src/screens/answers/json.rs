//! Figures as JSON.

use serde_json::{Map, Number, Value};

use crate::metrics::period::Window;
use crate::metrics::{Hidden, Metric, Quantity};
use crate::screens::model::Field;
use crate::screens::wire::HiddenFields;

/// A figure, rounded to its unit; whole numbers have no decimal point. Null where it is hidden.
pub fn figure(metric: &Metric, quantity: Quantity, hidden: Option<Hidden>) -> Value {
    if hidden.is_some() {
        return Value::Null;
    }
    let shown = metric.shown(quantity);
    if shown.fract() == 0.0 && shown.abs() < 9e15 {
        return Value::from(shown as i64);
    }
    Number::from_f64(shown).map_or(Value::Null, Value::Number)
}

/// Figures by their names in the answer. `value` has each field's figure, by the field's index.
pub fn named(
    fields: &[Field],
    value: impl Fn(usize, &Metric) -> (Quantity, Option<Hidden>),
) -> impl Iterator<Item = (String, Value)> {
    fields.iter().enumerate().map(move |(at, field)| {
        let (quantity, hidden) = value(at, field.metric);
        (field.name.to_owned(), figure(field.metric, quantity, hidden))
    })
}

/// Why figures are hidden, by their names in the answer.
pub fn hidden_fields<'a>(hidden: impl IntoIterator<Item = (&'a str, Option<Hidden>)>) -> HiddenFields {
    hidden.into_iter().filter_map(|(name, hidden)| Some((name.to_owned(), hidden?))).collect()
}

/// The number of hidden figures of rows; None without any.
pub fn hidden_in(rows: &[Map<String, Value>]) -> Option<usize> {
    let of_row = |row: &Map<String, Value>| row.get("hidden").and_then(Value::as_object).map_or(0, Map::len);
    Some(rows.iter().map(of_row).sum()).filter(|count| *count > 0)
}

/// The window's month as yyyy-mm.
pub fn year_month(window: Window) -> String {
    format!("{:04}-{:02}", window.start.year(), u8::from(window.start.month()))
}

/// Rows as JSON.
pub fn array(rows: Vec<Map<String, Value>>) -> Value {
    rows.into_iter().map(Value::Object).collect()
}
