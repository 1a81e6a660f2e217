//! A mapping: how files that others wrote become the feed.
//!
//! [`written`] is `mapping.toml` as an administrator writes it, [`checked`] turns it into a [`Mapping`] that contradicts
//! nothing, and [`rule`] works out the value of a column of the feed from a row of the file, with [`number`] and [`time`]
//! for its forms. [`edit`] changes the text of a mapping. [`text`] turns other encodings into UTF-8, and [`names`] keeps the ids given to names.

mod checked;
mod duration;
pub mod edit;
mod names;
mod number;
mod query;
mod rule;
mod source;
mod text;
pub mod time;
mod written;

pub(in crate::warehouse) use checked::{
    Condition, Dialect, Distinct, MappedFile, MappedTable, Unknown, first_day, matches_name,
};
pub use checked::{Mapping, MappingFault};
pub(in crate::warehouse) use names::{FIRST, Memory, Names, Seen, kind_column, space};
pub(in crate::warehouse) use query::{Named, Query};
pub use rule::MemberKey;
pub(in crate::warehouse) use rule::{Context, Row, Rule, Worked};
pub use source::source_name;
pub(in crate::warehouse) use text::{Decoded, composed};
pub(in crate::warehouse) use time::time_reader;

/// Whether a text is a number with these separators.
pub(in crate::warehouse) fn reads_number(decimal: char, thousands: Option<char>, text: &str) -> bool {
    number::NumberForm { decimal, thousands, round: None, cents: false }.read(text).is_some()
}

/// The name of a mapping beside the files of a folder.
pub const FILE_NAME: &str = "mapping.toml";
