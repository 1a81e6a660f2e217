//! `mapping.toml` as it is written. Unknown keys and values of the wrong kind are refused while it is read.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use toml::Spanned;

/// The whole file.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// The system that the files are from.
    pub source: Option<Spanned<String>>,
    #[serde(default)]
    pub program: BTreeMap<Spanned<String>, WrittenConstant>,
    #[serde(default)]
    pub file: Vec<Spanned<WrittenFile>>,
    #[serde(default)]
    pub query: Vec<Spanned<WrittenQuery>>,
}

/// A value that rows have in common, or what becomes of unknown members: a word, or the columns of those that are added.
pub(super) enum WrittenConstant {
    Text(String),
    Members(WrittenMembers),
}

/// `unknown_members = { add = true, tier = "Unknown" }`
#[derive(serde::Deserialize)]
pub(super) struct WrittenMembers {
    pub add: bool,
    #[serde(flatten)]
    pub columns: BTreeMap<String, String>,
}

/// `[[query]]`: rows that SQL makes of files.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenQuery {
    pub name: Spanned<String>,
    pub source: Option<Spanned<String>>,
    pub sql: Spanned<String>,
    #[serde(default)]
    pub table: Vec<Spanned<WrittenTable>>,
}

/// `[[file]]`: files of one form.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenFile {
    pub name: Texts,
    pub source: Option<Spanned<String>>,
    pub encoding: Option<Spanned<String>>,
    pub separator: Option<Spanned<String>>,
    pub quote: Option<Spanned<String>>,
    #[serde(default)]
    pub skip_lines: u16,
    /// The names of the columns, if the file has no header.
    pub columns: Option<Spanned<Vec<String>>>,
    /// A name that the header has, if lines stand above it.
    pub header: Option<Spanned<String>>,
    pub until: Option<Spanned<String>>,
    pub short_rows: Option<Spanned<String>>,
    pub sheet: Option<String>,
    pub trim: Option<bool>,
    #[serde(default)]
    pub empty: Vec<String>,
    #[serde(default)]
    pub remove: Vec<String>,
    pub date: Option<Spanned<String>>,
    pub time: Option<Spanned<String>>,
    pub zone: Option<Spanned<String>>,
    pub decimal: Option<Spanned<String>>,
    pub thousands: Option<Spanned<String>>,
    /// Whether the files are left out.
    #[serde(default)]
    pub ignore: bool,
    #[serde(default)]
    pub table: Vec<Spanned<WrittenTable>>,
}

/// `[[file.table]]`: the rows of one table.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenTable {
    pub name: Spanned<String>,
    #[serde(default, rename = "where")]
    pub only: BTreeMap<Spanned<String>, Texts>,
    #[serde(default)]
    pub where_not: BTreeMap<Spanned<String>, Texts>,
    pub distinct: Option<Spanned<String>>,
    #[serde(default)]
    pub columns: BTreeMap<Spanned<String>, Spanned<WrittenRule>>,
}

/// Where the values of a column come from: the name of a column, or a table of keys.
#[derive(Default)]
pub(super) struct WrittenRule(pub Keys);

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Keys {
    pub column: Option<String>,
    pub value: Option<String>,
    pub template: Option<String>,
    pub split: Option<String>,
    pub part: Option<u16>,
    pub default: Option<String>,
    pub case: Option<String>,
    pub values: Option<BTreeMap<String, String>>,
    pub otherwise: Option<Otherwise>,
    pub list: Option<String>,
    pub format: Option<String>,
    pub zone: Option<String>,
    pub decimal: Option<String>,
    pub thousands: Option<String>,
    pub remove: Option<Vec<String>>,
    pub round: Option<bool>,
    pub cents: Option<bool>,
    pub hours_after: Option<String>,
    pub cut: Option<usize>,
    pub hash: Option<bool>,
    pub ids: Option<bool>,
}

/// What becomes of a value that `values` does not list: a word, or `{ value = "..." }`.
pub(super) enum Otherwise {
    Word(String),
    Value(String),
}

/// One text or several.
#[derive(Clone, Debug)]
pub(super) struct Texts(pub Vec<String>);

impl<'de> Deserialize<'de> for WrittenRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rule;
        impl<'de> Visitor<'de> for Rule {
            type Value = WrittenRule;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a column, or a table such as { column = \"Name\" }")
            }

            fn visit_str<E: de::Error>(self, column: &str) -> Result<WrittenRule, E> {
                Ok(WrittenRule(Keys { column: Some(column.to_owned()), ..Keys::default() }))
            }

            fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<WrittenRule, A::Error> {
                Keys::deserialize(MapAccessDeserializer::new(keys)).map(WrittenRule)
            }
        }
        deserializer.deserialize_any(Rule)
    }
}

impl<'de> Deserialize<'de> for WrittenConstant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Constant;
        impl<'de> Visitor<'de> for Constant {
            type Value = WrittenConstant;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text in quotation marks, such as \"All\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<WrittenConstant, E> {
                Ok(WrittenConstant::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<WrittenConstant, A::Error> {
                WrittenMembers::deserialize(MapAccessDeserializer::new(keys)).map(WrittenConstant::Members)
            }
        }
        deserializer.deserialize_any(Constant)
    }
}

impl<'de> Deserialize<'de> for Otherwise {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Constant {
            value: String,
        }
        struct Word;
        impl<'de> Visitor<'de> for Word {
            type Value = Otherwise;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"error\", \"drop\", \"keep\" or { value = \"...\" }")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Otherwise, E> {
                Ok(Otherwise::Word(word.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<Otherwise, A::Error> {
                let constant = Constant::deserialize(MapAccessDeserializer::new(keys))?;
                Ok(Otherwise::Value(constant.value))
            }
        }
        deserializer.deserialize_any(Word)
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrMore;
        impl<'de> Visitor<'de> for OneOrMore {
            type Value = Texts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text or a list of texts")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Texts, E> {
                Ok(Texts(vec![text.to_owned()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Texts, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = items.next_element()? {
                    texts.push(text);
                }
                Ok(Texts(texts))
            }
        }
        deserializer.deserialize_any(OneOrMore)
    }
}
