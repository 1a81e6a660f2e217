//! The schemas of bodies and answers: those of wire types follow from their Rust types, those of declared calls from the
//! declarations.

use std::collections::BTreeSet;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use ts_rs::TS;

use crate::figures::chart::ChartPeriod;
use crate::figures::compare::{Change, ComparedWith};
use crate::figures::filter::BlockFilter;
use crate::groupings::GROUPINGS;
use crate::http::wire_types::WireTypes;
use crate::screens::declared::polls;
use crate::screens::wire::BlockAnswer;
use crate::screens::wire::form::{figure, figures, form, hidden_fields, period_rows, row, table, with_hidden};
use crate::screens::wire::schema::{Object, close, constant, integer, list, text, tuple};
use crate::screens::{Breakdown, Card, Field, Shape, Totals};

/// The path of the wire types' schemas in the document.
const DEFINITIONS: &str = "/components/schemas";

/// A type of bodies or answers: a schema for the OpenAPI document, and a declaration in TypeScript for the page.
pub trait Wire: JsonSchema + TS + 'static {}

impl<T: JsonSchema + TS + 'static> Wire for T {}

/// Collects the schemas of wire types while the document is generated.
pub struct Schemas {
    bodies: SchemaGenerator,
    answers: SchemaGenerator,
    /// The names of bodies that have no other properties than those that they name.
    strict: BTreeSet<String>,
    /// Each adds one of the types, and those that it has.
    types: Vec<fn(&mut WireTypes)>,
}

impl Default for Schemas {
    fn default() -> Schemas {
        let settings = || {
            SchemaSettings::draft2020_12()
                .with(|settings| settings.definitions_path = DEFINITIONS.into())
                .with_transform(RecursiveTransform(one_list))
        };
        Schemas {
            bodies: settings().for_deserialize().into_generator(),
            answers: settings().for_serialize().into_generator(),
            strict: BTreeSet::new(),
            types: Vec::new(),
        }
    }
}

impl Schemas {
    /// The schema of a body. Its type says whether other properties than those that it names are refused.
    pub fn body<T: Wire>(&mut self) -> Value {
        self.types.push(WireTypes::add::<T>);
        self.bodies.subschema_for::<T>().to_value()
    }

    /// The schema of a body with no other properties than those that it names.
    pub fn strict_body<T: Wire>(&mut self) -> Value {
        self.strict.insert(T::schema_name().into_owned());
        self.body::<T>()
    }

    /// The schema of an answer.
    pub fn answer<T: Wire>(&mut self) -> Value {
        self.types.push(WireTypes::add::<T>);
        self.answers.subschema_for::<T>().to_value()
    }

    /// The types of all schemas until now, in TypeScript.
    pub fn types(&self) -> WireTypes {
        let mut types = WireTypes::default();
        self.types.iter().for_each(|add| add(&mut types));
        types
    }

    /// The schemas that the others refer to, by name.
    pub fn definitions(mut self) -> Map<String, Value> {
        let mut definitions = self.bodies.take_definitions(true);
        for (_, schema) in definitions.iter_mut().filter(|(name, _)| self.strict.contains(*name)) {
            schema["additionalProperties"] = Value::Bool(false);
        }
        for (name, mut schema) in self.answers.take_definitions(true) {
            close(&mut schema);
            if let Some(body) = definitions.insert(name.clone(), schema) {
                assert_eq!(definitions[&name], body, "{name} has one schema in bodies and another in answers");
            }
        }
        definitions
    }

    /// The answer of a totals call with these of its cards.
    pub fn totals(&mut self, totals: &Totals, cards: &[&Card]) -> Object {
        let mut answer = Object::new();
        let mut compare = Object::new();
        for card in cards {
            answer =
                if totals.unwrapped { card_object(answer, card) } else { answer.with(card.key, card_schema(card)) };
            for field in card.all_fields() {
                compare = compare.with(&card.metric_id(field), self.answer::<Change>());
            }
        }
        if let (Some((key, breakdown)), true) = (totals.extra, cards.len() == totals.cards.len()) {
            answer = answer.with(key, self.unwrapped(breakdown));
        }
        answer.with("compare", compare.schema()).with("comparedWith", self.answer::<ComparedWith>())
    }

    /// The answer of a breakdown call.
    pub fn breakdown(&mut self, breakdown: &Breakdown) -> Value {
        if breakdown.unwrapped {
            return self.unwrapped(breakdown);
        }
        let blocks = breakdown.blocks.iter().map(|block| (block.id.to_owned(), self.block(block.id, &block.shape)));
        Object::new().with_all(blocks.collect::<Vec<_>>()).schema()
    }

    /// A block: its data and the object around them.
    pub fn block(&mut self, id: &str, shape: &Shape) -> Value {
        let groupings: Vec<&str> = GROUPINGS.iter().map(|info| info.name).collect();
        match shape {
            Shape::ByPeriod(fields) => {
                let by_group = list(Object::new().with("name", text()).with("records", period_rows(fields)).schema());
                let grouped = [("series", series(fields)), ("periods", self.periods())];
                let totals = [&grouped[..], &[("previous", period_rows(fields))]].concat();
                let to_date = [("previousToDate", period_rows(fields))];
                json!({ "oneOf": [
                    self.wrapped(id, json!(["TOTALS"]), period_rows(fields), &totals, &to_date),
                    self.wrapped(id, json!(groupings), by_group, &grouped, &[]),
                ] })
            }
            Shape::ByPeriodTotals(fields) => {
                let present =
                    [("series", series(fields)), ("previous", period_rows(fields)), ("periods", self.periods())];
                let to_date = [("previousToDate", period_rows(fields))];
                self.wrapped(id, Value::Null, period_rows(fields), &present, &to_date)
            }
            Shape::Series(..) | Shape::Months(_) => {
                let present = [("periods", self.periods())];
                self.wrapped(id, Value::Null, form(shape).schema, &present, &[])
            }
            Shape::List(_) => {
                let possible = [("total", integer()), ("partial", list(text()))];
                self.wrapped(id, Value::Null, form(shape).schema, &[], &possible)
            }
            Shape::Lists(lists) => {
                let totals = lists.iter().map(|(key, _)| ((*key).to_owned(), integer()));
                let totals = ("totals", Object::new().with_all(totals.collect::<Vec<_>>()).schema());
                self.wrapped(id, Value::Null, form(shape).schema, &[], &[("total", integer()), totals])
            }
            Shape::Table(_) => self.wrapped(id, Value::Null, form(shape).schema, &[], &[("partial", list(text()))]),
            _ => self.wrapped(id, Value::Null, form(shape).schema, &[], &[]),
        }
    }

    /// The data of each block without the object around it; the periods of their charts are one list.
    fn unwrapped(&mut self, breakdown: &Breakdown) -> Value {
        let blocks = breakdown.blocks.iter().map(|block| (block.id.to_owned(), form(&block.shape).schema));
        let answer = Object::new().with_all(blocks.collect::<Vec<_>>());
        let by_month = breakdown.blocks.iter().any(|block| matches!(block.shape, Shape::Triples(_)));
        let answer = if by_month { answer.with("periods", self.periods()) } else { answer };
        let of_items = breakdown.blocks.iter().any(|block| matches!(block.shape, Shape::Pairs(_)));
        if of_items { answer.optional("partial", list(text())) } else { answer }.schema()
    }

    fn periods(&mut self) -> Value {
        list(self.answer::<ChartPeriod>())
    }

    /// The card of polls, and the polls to choose from.
    pub fn polls(&mut self) -> Value {
        self.totals(&polls::TOTALS, polls::TOTALS.cards).with("pollList", list(row(&polls::POLLS))).schema()
    }

    /// The options of a poll, and its answers by user group.
    pub fn poll(&mut self) -> Value {
        let option = Object::new().with("index", integer()).with("name", text());
        let options = list(with_hidden(option.with_all(figures(polls::OPTION_FIELDS)), polls::OPTION_FIELDS).schema());
        Object::new().with("pollAnswers", options).with(polls::BLOCK, self.poll_block()).schema()
    }

    /// The one block of a poll.
    pub fn poll_block(&mut self) -> Value {
        let answers = ("answers".to_owned(), list(json!({ "type": ["integer", "null"] })));
        let data = table(figures(polls::TABLE_FIELDS).chain([answers]).collect(), &["value", "answers"]);
        self.wrapped(polls::BLOCK, Value::Null, data, &[], &[])
    }

    /// [`BlockAnswer`] with the data of a shape. Of its optional properties, those of `present` are required, those of
    /// `possible` optional, each with the given schema, and the others absent. `view_by` lists the allowed values of
    /// viewBy; null for all.
    fn wrapped(
        &mut self,
        id: &str,
        view_by: Value,
        data: Value,
        present: &[(&str, Value)],
        possible: &[(&str, Value)],
    ) -> Value {
        let mut filter = self.answer::<BlockFilter>();
        if !view_by.is_null() {
            filter = json!({ "allOf": [filter, { "properties": { "viewBy": { "enum": view_by } } }] });
        }
        self.types.push(WireTypes::add::<BlockAnswer>);
        let derived = BlockAnswer::json_schema(&mut self.answers).to_value();
        let required: Vec<&str> =
            derived["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let possible = [possible, &[("hidden", integer()), ("notLoaded", text())]].concat();
        let mut block = Object::new();
        for (name, schema) in derived["properties"].as_object().into_iter().flatten() {
            let given = present.iter().find(|(present, _)| present == name).map(|(_, schema)| schema.clone());
            block = match name.as_str() {
                "type" => block.with(name, constant(id)),
                "filterParams" => block.with(name, filter.clone()),
                "data" => block.with(name, data.clone()),
                _ if given.is_some() || required.contains(&name.as_str()) => {
                    block.with(name, given.unwrap_or_else(|| schema.clone()))
                }
                _ => match possible.iter().find(|(possible, _)| possible == name) {
                    Some((_, schema)) => block.optional(name, schema.clone()),
                    None => block,
                },
            };
        }
        block.schema()
    }
}

/// Makes one list of values of a type whose values are described one by one, and one text of what they mean. Generators
/// of clients make a type of each part of a `oneOf`, and read the first only.
fn one_list(schema: &mut Schema) {
    let Some(parts) = schema.get("oneOf").and_then(Value::as_array) else { return };
    let (mut values, mut texts) = (Vec::new(), Vec::new());
    for part in parts {
        let part_values: Vec<&str> = match (&part["const"], &part["enum"]) {
            (Value::String(value), _) => vec![value],
            (_, Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
            _ => return,
        };
        let names = part_values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ");
        texts.extend(part["description"].as_str().map(|text| format!("- {names}: {text}")));
        values.extend(part_values);
    }
    let values = json!(values);
    let of_type = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let description = [of_type, &texts.join("\n")].join("\n\n");
    schema.remove("oneOf");
    schema.insert("type".to_owned(), json!("string"));
    schema.insert("enum".to_owned(), values);
    schema.insert("description".to_owned(), json!(description.trim()));
}

/// The names of the figures of each period.
fn series(fields: &[Field]) -> Value {
    let name =
        |field: &Field| Object::new().with("key", constant(field.name)).with("name", constant(field.label)).schema();
    tuple(fields.iter().map(name).collect())
}

fn card_schema(card: &Card) -> Value {
    card_object(Object::new(), card).schema()
}

/// The figures of a card, and which of them are hidden or have no data.
fn card_object(object: Object, card: &Card) -> Object {
    let name = |field: &'static Field| if field.name.is_empty() { "years" } else { field.name };
    let names: Vec<&str> = card.all_fields().map(name).collect();
    let object = object.with_all(card_figures(card));
    if names.is_empty() { object } else { object.optional("hidden", hidden_fields(&names)) }
}

fn card_figures(card: &Card) -> Vec<(String, Value)> {
    let of_field = |field: &'static Field| match field.name {
        "" => ["years", "months"].map(|name| (name.to_owned(), json!({ "type": ["integer", "null"] }))).to_vec(),
        name => vec![(name.to_owned(), figure(field))],
    };
    card.all_fields().flat_map(of_field).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How sure something is.
    #[derive(serde::Serialize, JsonSchema, TS)]
    #[serde(rename_all = "lowercase")]
    #[allow(dead_code, reason = "only the schema is looked at")]
    enum Known {
        /// It was counted.
        Counted,
        /// Somebody said so.
        Said,
        Guessed,
        Heard,
    }

    #[test]
    fn described_values_are_one_list_in_the_document() {
        let mut schemas = Schemas::default();
        let reference = schemas.answer::<Known>();
        assert_eq!(reference["$ref"], "#/components/schemas/Known");
        let schema = schemas.definitions().remove("Known").expect("the type is defined");
        assert_eq!(schema["enum"], json!(["guessed", "heard", "counted", "said"]));
        assert_eq!(
            schema["description"],
            "How sure something is.\n\n- `counted`: It was counted.\n- `said`: Somebody said so."
        );
        assert!(schema.get("oneOf").is_none(), "{schema}");
    }
}
