//! The types in which Parquet stores values.

use crate::warehouse::feed::Type;

/// The type of a column in a Parquet file, under DuckDB's name.
#[derive(Clone, Copy)]
pub(in crate::warehouse) struct Stored<'a>(pub(in crate::warehouse) &'a str);

const INTEGERS: &[&str] =
    &["TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"];
const TIMES: &[&str] = &["TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"];

impl Stored<'_> {
    fn is_list(self) -> bool {
        self.0.strip_suffix("[]").is_some_and(|inner| INTEGERS.contains(&inner))
    }

    fn is_number(self) -> bool {
        INTEGERS.contains(&self.0) || self.0.starts_with("DECIMAL") || self.is_binary()
    }

    /// Whether values are binary fractions, whose text may have an exponent.
    pub(in crate::warehouse) fn is_binary(self) -> bool {
        self.0 == "DOUBLE" || self.0 == "FLOAT"
    }

    /// The expression for a column of this type as text, as CSV would contain it; None if there is none.
    pub(in crate::warehouse) fn as_text(self, name: &str) -> Option<String> {
        let name = format!("\"{}\"", name.replace('"', "\"\""));
        if self.is_list() {
            return Some(format!("array_to_string(list_transform({name}, lambda x: coalesce(x::varchar, '')), '|')"));
        }
        if self.0 == "TIMESTAMP WITH TIME ZONE" {
            return Some(format!("make_timestamp(epoch_us({name}))::varchar || 'Z'"));
        }
        let is_plain = matches!(self.0, "VARCHAR" | "DATE" | "BOOLEAN");
        (is_plain || self.is_number() || TIMES.contains(&self.0) || self.0.starts_with("ENUM"))
            .then(|| format!("{name}::varchar"))
    }

    /// Whether a column of the feed may be stored in this type.
    pub(super) fn fits(self, kind: Type) -> bool {
        let integer = INTEGERS.contains(&self.0);
        let fits = match kind {
            Type::Id | Type::Count | Type::Score | Type::Position => integer,
            Type::Money | Type::Level => self.is_number(),
            Type::Date | Type::Month => self.0 == "DATE",
            Type::Time => TIMES.contains(&self.0),
            // Operators may use numeric ids.
            Type::MemberId => integer,
            Type::Groups => self.is_list(),
            Type::Text(_) | Type::OneOf(_) | Type::Link => self.0.starts_with("ENUM"),
        };
        fits || self.0 == "VARCHAR"
    }
}

/// The types that a column of the feed may be stored in, for a message.
pub(super) fn wanted(kind: Type) -> &'static str {
    match kind {
        Type::Id | Type::Count | Type::Score | Type::Position => "an integer or text",
        Type::Money | Type::Level => "a decimal, an integer or text",
        Type::Date | Type::Month => "a date or text",
        Type::Time => "a timestamp without time zone or text",
        Type::MemberId => "text or an integer",
        Type::Groups => "a list of integers or text",
        Type::Text(_) | Type::OneOf(_) | Type::Link => "text",
    }
}
