//! What figures compute of rows, without SQL: [`super::dialect`] writes it for an engine.

/// A condition on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Every row meets it.
    Always,
    /// A column of true and false is true.
    Is(&'static str),
    /// A column of true and false is false.
    Not(&'static str),
    /// The day in a column lies before the window; 0, no day, lies before all.
    BeforeWindow(&'static str),
    /// The day in a column lies before the month of the row's own day.
    BeforeMonth(&'static str),
    /// A whole number is at least so large.
    AtLeast(&'static str, i64),
    /// A whole number is smaller.
    Below(&'static str, i64),
    /// A text is this one.
    Equals(&'static str, &'static str),
    /// A text is this one, which is in lower case, in any case.
    EqualsInLowerCase(&'static str, &'static str),
    /// All of these are met.
    All(&'static [Condition]),
}

/// A whole number that adds up over rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// The number of rows that meet a condition.
    Count(Condition),
    /// The sum of a column over the rows that meet a condition.
    Sum(&'static str, Condition),
    /// The sum of a column times a number, rounded.
    Scaled(&'static str, i64),
    /// The sum of the cents of an amount of money.
    Cents(&'static str),
}

/// The sum of a column over all rows.
pub const fn sum(column: &'static str) -> Aggregate {
    Aggregate::Sum(column, Condition::Always)
}

/// What a row counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    One,
    /// The whole number in a column.
    Of(&'static str),
    /// The cents of the amount of money in a column.
    Cents(&'static str),
}

/// The values that rows are by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// The id in a column.
    Id(&'static str),
    /// Two numbers of up to 32 bits in one id, the first above the second.
    Ids(&'static str, &'static str),
    /// The text in a column.
    Text(&'static str),
    /// The text in a column, in lower case.
    LowerCase(&'static str),
    /// Two texts with [`SEPARATOR`] between them.
    Texts(&'static str, &'static str),
}

/// Separates the texts of a [`Key::Texts`]: the ASCII unit separator, which does not occur in text.
pub const SEPARATOR: char = '\u{1f}';
