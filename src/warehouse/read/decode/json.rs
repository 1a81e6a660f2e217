//! JSON: a list of objects, or one object after another, as in JSON lines. Values within values become columns such as
//! `customer.id`.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, Write};
use std::path::Path;

use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::warehouse::read::format::Format;
use crate::warehouse::read::frames::{Block, LONGEST_NAME, MOST_COLUMNS, Stop, columns, plain, require_short};

/// Writes the rows of a file. It is read twice: the last row may have a column that no other has, and this process may
/// neither write a file with the rows meanwhile nor keep them all in its memory.
pub(super) fn decode(path: &Path, output: &mut impl Write) -> Result<(), Stop> {
    let mut names: Map<String, Value> = Map::new();
    each(path, &mut |object| {
        let mut row = Map::new();
        flatten("", object, &mut row);
        for name in row.keys() {
            if !names.contains_key(name) {
                if names.len() == MOST_COLUMNS || name.len() > LONGEST_NAME {
                    return Err(Stop::Fault(format!(
                        "the objects have more than {MOST_COLUMNS} names, or one of more than {LONGEST_NAME} bytes"
                    )));
                }
                names.insert(name.clone(), Value::Null);
            }
        }
        Ok(())
    })?;
    let names: Vec<String> = names.into_iter().map(|(name, _)| name).collect();
    columns(output, &names.iter().map(|name| (name.as_str(), "VARCHAR")).collect::<Vec<_>>())?;
    let mut block = Block::default();
    let written = each(path, &mut |object| {
        let mut row = Map::new();
        flatten("", object, &mut row);
        for (name, value) in &row {
            require_short(name, value.as_str().unwrap_or_default())?;
        }
        block.add(names.iter().map(|name| row.get(name).and_then(Value::as_str).unwrap_or_default()));
        Ok(block.write_if_full(output)?)
    });
    block.write(output)?;
    written
}

/// Calls a function with each object of a file.
fn each(path: &Path, take: &mut dyn FnMut(Map<String, Value>) -> Result<(), Stop>) -> Result<(), Stop> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let mut file = File::open(path)?;
    let mut start = Vec::new();
    (&mut file).take(MARK.len() as u64).read_to_end(&mut start)?;
    file.seek(std::io::SeekFrom::Start(if start == MARK { MARK.len() as u64 } else { 0 }))?;
    let mut input = BufReader::with_capacity(256 * 1024, file);
    let first = loop {
        let Some(&byte) = input.fill_buf()?.first() else {
            return Err(Stop::Fault(
                "the file is empty; it must have a list of objects, or an object in each line".into(),
            ));
        };
        if !byte.is_ascii_whitespace() {
            break byte;
        }
        input.consume(1);
    };
    let mut row = 0;
    let mut stop = None;
    let mut object = |value: Value| {
        row += 1;
        let taken = match value {
            Value::Object(object) => take(object),
            _ => Err(Stop::Fault(format!("value {row} of the file is no object such as {{\"id\": 1}}"))),
        };
        taken.map_err(|error| stop = Some(error)).is_ok()
    };
    let mut deserializer = serde_json::Deserializer::from_reader(input);
    let read = if first == b'[' {
        deserializer.deserialize_seq(List(&mut object)).and_then(|()| deserializer.end())
    } else {
        let mut read = Ok(());
        for value in deserializer.into_iter::<Value>() {
            match value {
                Ok(value) => {
                    if !object(value) {
                        break;
                    }
                }
                Err(error) => {
                    read = Err(error);
                    break;
                }
            }
        }
        read
    };
    match (stop, read) {
        (Some(stop), _) => Err(stop),
        (None, Err(error)) => Err(Stop::unreadable(Format::Json, &error)),
        (None, Ok(())) => Ok(()),
    }
}

/// The values of a list, one after another.
struct List<'a>(&'a mut dyn FnMut(Value) -> bool);

impl<'de> Visitor<'de> for List<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a list of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(value) = items.next_element_seed(Whole)? {
            if !(self.0)(value) {
                return Err(serde::de::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}

/// A value with everything in it.
struct Whole;

impl<'de> DeserializeSeed<'de> for Whole {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        serde::Deserialize::deserialize(deserializer)
    }
}

/// Adds the values of an object as texts. Those of objects in it have the names of both, and those of lists are joined as
/// the feed joins ids.
fn flatten(before: &str, object: Map<String, Value>, row: &mut Map<String, Value>) {
    for (name, value) in object {
        let name = if before.is_empty() { name } else { format!("{before}.{name}") };
        match value {
            Value::Object(inner) => flatten(&name, inner, row),
            Value::Array(items) if items.iter().all(|item| !item.is_object() && !item.is_array()) => {
                let items: Vec<String> = items.into_iter().map(plain_text).collect();
                row.insert(name, Value::String(items.join("|")));
            }
            value => {
                row.insert(name, Value::String(plain_text(value)));
            }
        }
    }
}

/// A value as CSV would have it.
fn plain_text(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        Value::Number(number) if number.is_f64() => plain(&number.to_string()).into_owned(),
        other => other.to_string(),
    }
}
