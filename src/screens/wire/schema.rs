//! Parts of JSON schemas. An object lists its properties and which of them are required, and allows no others.

use serde_json::{Map, Value, json};

/// The schema of an object.
#[derive(Default)]
pub struct Object {
    properties: Map<String, Value>,
    required: Vec<Value>,
}

impl Object {
    pub fn new() -> Object {
        Object::default()
    }

    /// With a required property.
    pub fn with(mut self, name: &str, schema: Value) -> Object {
        self.required.push(name.into());
        self.optional(name, schema)
    }

    /// With an optional property.
    pub fn optional(mut self, name: &str, schema: Value) -> Object {
        let before = self.properties.insert(name.to_owned(), schema);
        assert!(before.is_none(), "an object has two properties {name}");
        self
    }

    /// With required properties.
    pub fn with_all(self, properties: impl IntoIterator<Item = (String, Value)>) -> Object {
        properties.into_iter().fold(self, |object, (name, schema)| object.with(&name, schema))
    }

    pub fn schema(self) -> Value {
        json!({
            "type": "object",
            "properties": self.properties,
            "required": self.required,
            "additionalProperties": false,
        })
    }
}

pub fn text() -> Value {
    json!({ "type": "string" })
}

pub fn integer() -> Value {
    json!({ "type": "integer" })
}

/// A text that is always the same.
pub fn constant(text: &str) -> Value {
    json!({ "const": text })
}

/// A month as yyyy-mm.
pub fn month() -> Value {
    json!({ "type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$" })
}

/// A list of any length.
pub fn list(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

/// A list with these items and no others.
pub fn tuple(items: Vec<Value>) -> Value {
    json!({ "type": "array", "minItems": items.len(), "maxItems": items.len(), "prefixItems": items })
}

/// A list without items.
pub fn empty_list() -> Value {
    json!({ "type": "array", "items": { "type": "null" }, "maxItems": 0 })
}

/// Forbids additional properties in all object schemas within this one.
pub fn close(schema: &mut Value) {
    match schema {
        Value::Object(parts) => {
            if parts.contains_key("properties") {
                parts.entry("additionalProperties").or_insert(Value::Bool(false));
            }
            parts.values_mut().for_each(close);
        }
        Value::Array(schemas) => schemas.iter_mut().for_each(close),
        _ => {}
    }
}
