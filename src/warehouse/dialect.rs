//! Writes conditions, aggregates and keys in the SQL of an engine.
//!
//! The names of columns come from the declarations only, and so do the texts and numbers that conditions compare with.

use super::aggregate::{Aggregate, Amount, Condition, Key, SEPARATOR};

/// An engine's SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    DuckDb,
    /// What ClickHouse understands from 18.16 on. There amounts of money are stored in cents.
    ClickHouse,
}

impl Dialect {
    /// A condition on a row. In that of a window, `since` is the window's first day.
    pub fn condition(self, condition: &Condition) -> String {
        match condition {
            Condition::Always => match self {
                Dialect::DuckDb => "true".to_owned(),
                Dialect::ClickHouse => "1".to_owned(),
            },
            Condition::Is(column) => (*column).to_owned(),
            Condition::Not(column) => format!("not {column}"),
            Condition::BeforeWindow(column) => format!("{column} < since"),
            Condition::BeforeMonth(column) => format!("{column} < {}", self.month_of("day")),
            Condition::AtLeast(column, least) => format!("{column} >= {least}"),
            Condition::Below(column, bound) => format!("{column} < {bound}"),
            Condition::Equals(column, text) => format!("{column} = {}", self.quoted(text)),
            Condition::EqualsInLowerCase(column, text) => format!("{} = {}", self.lower(column), self.quoted(text)),
            Condition::All(conditions) => {
                conditions.iter().map(|condition| self.condition(condition)).collect::<Vec<_>>().join(" and ")
            }
        }
    }

    /// An aggregate over rows.
    pub fn aggregate(self, aggregate: &Aggregate) -> String {
        match (aggregate, self) {
            (Aggregate::Count(Condition::Always), Dialect::DuckDb) => "count(*)".to_owned(),
            (Aggregate::Count(Condition::Always), Dialect::ClickHouse) => "count()".to_owned(),
            (Aggregate::Count(rows), _) => self.count_if(&self.condition(rows)),
            (Aggregate::Sum(column, Condition::Always), _) => format!("sum({column})"),
            (Aggregate::Sum(column, rows), _) => {
                format!("sum(case when {} then {column} else 0 end)", self.condition(rows))
            }
            (Aggregate::Scaled(column, factor), _) => format!("round(sum({column}) * {factor})"),
            (Aggregate::Cents(column), Dialect::DuckDb) => format!("round(sum({column}) * 100)"),
            (Aggregate::Cents(column), Dialect::ClickHouse) => format!("sum({column})"),
        }
    }

    /// What a row counts, as a whole number.
    pub fn amount(self, amount: Amount) -> String {
        match amount {
            Amount::One => "1".to_owned(),
            Amount::Of(column) => column.to_owned(),
            Amount::Cents(column) => match self {
                Dialect::DuckDb => self.bigint(&format!("{column} * 100")),
                Dialect::ClickHouse => column.to_owned(),
            },
        }
    }

    /// The value that a row is by: a whole number of 64 bits, or a text.
    pub fn key(self, key: &Key) -> String {
        match (key, self) {
            (Key::Id(column), _) => self.bigint(column),
            (Key::Ids(high, low), Dialect::DuckDb) => format!("({high}::bigint << 32) | {low}"),
            (Key::Ids(high, low), Dialect::ClickHouse) => {
                format!("bitOr(bitShiftLeft({}, 32), {})", self.bigint(high), self.bigint(low))
            }
            (Key::Text(column), _) => (*column).to_owned(),
            (Key::LowerCase(column), _) => self.lower(column),
            (Key::Texts(one, other), Dialect::DuckDb) => {
                format!("{one} || chr({}) || {other}", u32::from(SEPARATOR))
            }
            (Key::Texts(one, other), Dialect::ClickHouse) => {
                format!(r"concat({one}, '\x{:02x}', {other})", u32::from(SEPARATOR))
            }
        }
    }

    /// An expression as a whole number of 64 bits.
    pub fn bigint(self, expression: &str) -> String {
        let is_column = expression.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        match self {
            Dialect::DuckDb if is_column => format!("{expression}::bigint"),
            Dialect::DuckDb => format!("({expression})::bigint"),
            Dialect::ClickHouse => format!("toInt64({expression})"),
        }
    }

    /// The number of rows for which an expression is true.
    pub fn count_if(self, condition: &str) -> String {
        match self {
            Dialect::DuckDb => format!("count_if({condition})"),
            Dialect::ClickHouse => format!("countIf({condition})"),
        }
    }

    /// The number of the first day of a day's month.
    pub fn month_of(self, day: &str) -> String {
        match self {
            Dialect::DuckDb => format!("{day} - day(date '2000-01-01' + {day}::integer) + 1"),
            Dialect::ClickHouse => format!("{day} - toDayOfMonth(toDate('2000-01-01') + {day}) + 1"),
        }
    }

    fn lower(self, column: &str) -> String {
        match self {
            Dialect::DuckDb => format!("lower({column})"),
            Dialect::ClickHouse => format!("lowerUTF8({column})"),
        }
    }

    fn quoted(self, text: &str) -> String {
        match self {
            Dialect::DuckDb => format!("'{}'", text.replace('\'', "''")),
            Dialect::ClickHouse => format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warehouse::aggregate::sum;

    #[test]
    fn both_engines_compute_the_same_in_their_own_words() {
        use Condition::{All, AtLeast, BeforeMonth, BeforeWindow, EqualsInLowerCase, Is, Not};
        let written = |of: &dyn Fn(Dialect) -> String| [Dialect::DuckDb, Dialect::ClickHouse].map(of);
        let condition = |condition: Condition| written(&|dialect| dialect.condition(&condition));
        let aggregate = |aggregate: Aggregate| written(&|dialect| dialect.aggregate(&aggregate));
        let key = |key: Key| written(&|dialect| dialect.key(&key));
        insta::assert_debug_snapshot!([
            condition(Condition::Always),
            condition(All(&[Not("is_click"), BeforeWindow("prev")])),
            condition(BeforeMonth("prev")),
            condition(EqualsInLowerCase("source", "direct")),
            condition(Condition::Equals("kind", "it's")),
            aggregate(Aggregate::Count(Condition::Always)),
            aggregate(Aggregate::Count(AtLeast("score", 4))),
            aggregate(Aggregate::Count(Condition::Below("score", 4))),
            aggregate(sum("sales")),
            aggregate(Aggregate::Sum("sessions", Is("is_new"))),
            aggregate(Aggregate::Scaled("level", 100)),
            aggregate(Aggregate::Cents("sales")),
            written(&|dialect| dialect.amount(Amount::Cents("sales"))),
            key(Key::Id("offer_id")),
            key(Key::Ids("poll_id", "option_index")),
            key(Key::LowerCase("source")),
            key(Key::Texts("type", "page")),
        ]);
    }
}
