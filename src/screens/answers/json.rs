//! Figures as JSON.

use serde_json::{Map, Number, Value};

use crate::metrics::period::Window;
use crate::metrics::{Metric, Quantity};
use crate::screens::model::Field;

/// A figure, rounded to its unit; whole numbers have no decimal point.
pub fn figure(metric: &Metric, quantity: Quantity) -> Value {
    let shown = metric.shown(quantity);
    if shown.fract() == 0.0 && shown.abs() < 9e15 {
        return Value::from(shown as i64);
    }
    Number::from_f64(shown).map_or(Value::Null, Value::Number)
}

/// Figures by their names in the answer.
pub fn named(fields: &[Field], value: impl Fn(&Metric) -> Quantity) -> impl Iterator<Item = (String, Value)> {
    fields.iter().map(move |field| (field.name.to_owned(), figure(field.metric, value(field.metric))))
}

/// The window's month as yyyy-mm.
pub fn year_month(window: Window) -> String {
    format!("{:04}-{:02}", window.start.year(), u8::from(window.start.month()))
}

/// Rows as JSON.
pub(super) fn array(rows: Vec<Map<String, Value>>) -> Value {
    rows.into_iter().map(Value::Object).collect()
}
