//! The form of each shape's data: what the page calls it, and its JSON schema. `blocks` writes it, `shapes.ts` has its
//! TypeScript type.

use serde_json::{Value, json};

use super::blocks::FLOW;
use super::schema::{Object, empty_list, integer, list, month, text, tuple};
use crate::figures::group_flows::Way;
use crate::figures::{Contributors, Hidden};
use crate::screens::model::{Field, List, Shape};

/// The form of a shape's data.
pub struct Form {
    /// The name of the shape on the page.
    pub name: &'static str,
    /// Its type in TypeScript.
    pub typescript: String,
    /// Its JSON schema.
    pub schema: Value,
}

impl Form {
    fn parts(self) -> (&'static str, String, Value) {
        (self.name, self.typescript, self.schema)
    }
}

/// The form of a shape.
pub fn form(shape: &Shape) -> Form {
    let (name, typescript, schema) = match shape {
        Shape::ByPeriod(all) => ("byPeriod", format!("ByPeriod<{}>", fields(all)), period_rows(all)),
        Shape::ByPeriodTotals(all) => ("byPeriodTotals", format!("ByPeriodTotals<{}>", fields(all)), period_rows(all)),
        Shape::Series(_, one) => {
            let records = period_rows(std::slice::from_ref(one));
            let line = Object::new().with("name", text()).with("records", records);
            ("series", format!("GroupSeries<{}>", quoted(one.name)), list(line.schema()))
        }
        Shape::Table(all) => {
            let names: Vec<&str> = all.iter().map(|field| field.name).collect();
            ("table", format!("Table<{}>", fields(all)), table(figures(all).collect(), &names))
        }
        Shape::InAndOut(all) => form(&Shape::Table(all)).parts(),
        Shape::Flow(one) => {
            let [from, to, way] = FLOW;
            let ways = json!({ "enum": Way::ALL.map(Way::name) });
            let row = Object::new().with(from, text()).with(to, text()).with(way, ways).with(one.name, figure(one));
            let rows = list(with_hidden(row, std::slice::from_ref(one)).schema());
            ("flow", format!("Flow<{}>", quoted(one.name)), rows)
        }
        Shape::Groups(_, one) => {
            let row = Object::new().with("name", text()).with(one.name, figure(one));
            let rows = list(with_hidden(row, std::slice::from_ref(one)).schema());
            ("groups", format!("Groups<{}>", quoted(one.name)), rows)
        }
        Shape::Bars(of) => ("bars", format!("Bars<{}, {}>", texts(of), fields(of.fields)), list(row(of))),
        Shape::List(of) => ("list", list_type(of), list(row(of))),
        Shape::Lists(lists) => {
            let keys = union(lists.iter().map(|(key, _)| *key));
            // All of them have the same columns, as a test checks.
            let of = lists.first().map(|(_, of)| format!("Lists<{keys}, {}, {}>", texts(of), fields(of.fields)));
            let all = lists.iter().map(|(key, of)| ((*key).to_owned(), list(row(of))));
            ("lists", of.unwrap_or_default(), Object::new().with_all(all).schema())
        }
        Shape::Months(all) => {
            let row = Object::new().with("date", month()).with_all(figures(all));
            ("months", format!("Months<{}>", fields(all)), list(row.schema()))
        }
        Shape::Column(of, name) => {
            let column: Vec<&str> = of.fields.iter().map(|field| field.name).filter(|field| field == name).collect();
            let text = if column.is_empty() { quoted(name) } else { union([]) };
            let (_, schema) = columns(of)
                .find(|(column, _)| column == name)
                .unwrap_or_else(|| panic!("the column {name} is in no list"));
            ("column", format!("Column<{text}, {}>", union(column)), list(schema))
        }
        Shape::Pairs(of) => {
            let pair = tuple(columns(of).map(|(_, schema)| schema).collect());
            ("pairs", format!("Pairs<{}, {}>", texts(of), fields(of.fields)), list(pair))
        }
        Shape::Triples(of) => {
            let by_month = |field| list(tuple(vec![month(), figure(field)]));
            let slice = of.fields.iter().flat_map(|field| [figure(field), by_month(field)]);
            let slice = tuple([text()].into_iter().chain(slice).collect());
            ("slices", format!("Slices<{}>", fields(of.fields)), list(slice))
        }
        Shape::Card(all) => {
            ("card", format!("CardFigures<{}>", fields(all)), Object::new().with_all(figures(all)).schema())
        }
    };
    Form { name, typescript, schema }
}

/// The names of figures, in TypeScript.
pub fn fields(fields: &[Field]) -> String {
    union(fields.iter().map(|field| field.name))
}

/// The type of a list, in TypeScript.
pub fn list_type(list: &List) -> String {
    let mut numbers = list.texts.iter().filter(|(_, attribute)| is_number(attribute)).map(|(name, _)| *name).peekable();
    let more = if numbers.peek().is_some() { format!(", {}", union(numbers)) } else { String::new() };
    format!("List<{}, {}{more}>", texts(list), fields(list.fields))
}

/// A union of string literals; `never` where there are none.
pub fn union<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(quoted).collect();
    if names.is_empty() { "never".to_owned() } else { names.join(" | ") }
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

fn texts(list: &List) -> String {
    union(list.texts.iter().filter(|(_, attribute)| !is_number(attribute)).map(|(name, _)| *name))
}

/// Ids are the only numbers among the attributes of a list.
fn is_number(attribute: &str) -> bool {
    attribute == "id" || attribute.ends_with("_id")
}

/// A label and the figures of each period.
pub fn period_rows(fields: &[Field]) -> Value {
    list(tuple([text()].into_iter().chain(fields.iter().map(figure)).collect()))
}

/// Rows of one or two levels.
pub fn table(figures: Vec<(String, Value)>, fields: &[&str]) -> Value {
    let row = |records: Value| {
        let row = Object::new().with("name", text()).with("isTotal", json!({ "type": "boolean" }));
        let row = row.with_all(figures.clone()).with("records", records);
        row.optional("hidden", hidden_fields(fields)).schema()
    };
    list(row(list(row(empty_list()))))
}

/// A row of a list.
pub fn row(list: &List) -> Value {
    with_hidden(Object::new().with_all(columns(list)), list.fields).schema()
}

/// An object with figures that may be hidden or have no data.
pub fn with_hidden(object: Object, fields: &[Field]) -> Object {
    if fields.is_empty() {
        return object;
    }
    object.optional("hidden", hidden_fields(&fields.iter().map(|field| field.name).collect::<Vec<_>>()))
}

/// Why figures are hidden, or have no data, by their names.
pub fn hidden_fields(fields: &[&str]) -> Value {
    let of_table = |name: &str| Object::new().with(name, text()).schema();
    let small = json!({ "enum": [Hidden::Few, Hidden::Other] });
    let why = json!({ "anyOf": [small, of_table("notLoaded"), of_table("noDays")] });
    fields.iter().fold(Object::new(), |object, field| object.optional(field, why.clone())).schema()
}

fn columns(list: &List) -> impl Iterator<Item = (String, Value)> {
    let texts = list
        .texts
        .iter()
        .map(|(name, attribute)| ((*name).to_owned(), if is_number(attribute) { integer() } else { text() }));
    texts.chain(figures(list.fields))
}

/// Figures by their names in the answer.
pub fn figures(fields: &[Field]) -> impl Iterator<Item = (String, Value)> {
    fields.iter().map(|field| (field.name.to_owned(), figure(field)))
}

/// The schema of a figure.
pub fn figure(field: &Field) -> Value {
    let kind = if field.metric.unit.decimals() == 0 { "integer" } else { "number" };
    // Null where it is hidden, because too few members are behind it.
    let kind =
        if matches!(field.metric.contributors, Contributors::Nobody) { json!(kind) } else { json!([kind, "null"]) };
    json!({ "type": kind, "title": field.label, "description": field.metric.definition })
}
