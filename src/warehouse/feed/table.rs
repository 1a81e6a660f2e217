//! The types of which the declaration of a feed table consists.

use crate::warehouse::aggregate::{Aggregate, Amount, Condition};

/// A table of the feed: its files, the table `feed.<name>` they fill, and everything that is computed from it.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Its files are `<name>.csv` or `<name>.parquet`; further files are `<name>-<anything>.csv`.
    pub name: &'static str,
    /// What a row is, for the guide.
    pub about: &'static str,
    pub kind: Kind,
    pub columns: &'static [Column],
    /// Columns that together are unique. Empty if rows may repeat.
    pub key: &'static [&'static str],
    /// Checks beyond single values, references and the key.
    pub rules: &'static [Rule],
    /// The stored table has `row_no`, the position of a row in its load. It orders rows of equal time.
    pub numbered: bool,
    /// The table `derived.<name>` with the rows of this one, by day and segment.
    pub derived: Option<Derived>,
    /// Sums of its rows.
    pub sums: Option<RowSums>,
    /// Table macros that figures read this table through.
    pub macros: &'static [Macro],
}

/// How a load of a table changes what was loaded before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A row replaces the row with the same key; other rows stay.
    Reference,
    /// The rows of a load replace all rows of the members that they are of. The column contains the first day of a row.
    PerMember { from: &'static str },
    /// The rows of a load replace every day that they contain. The column contains the day of a row; the day of a month is its first.
    Days { day: &'static str },
    /// Each load replaces the whole table. The column contains the day of a row.
    Whole { day: &'static str },
}

/// A column of a feed file, under the name in the header.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub name: &'static str,
    pub kind: Type,
    /// A value may be missing. A missing text is stored as an empty one, anything else as NULL.
    pub may_be_empty: bool,
    /// A file may lack the column, as if each of its values were empty: they may be, then.
    pub may_be_missing: bool,
    /// What a value refers to. It must be loaded already or be part of the same load.
    pub refers: Option<Refers>,
    /// Further information for the guide.
    pub note: &'static str,
}

/// The form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A positive integer up to 2,147,483,647.
    Id,
    /// The operator's id of a member: at most 64 characters, without `@`.
    MemberId,
    /// Text of at most this many characters.
    Text(usize),
    /// One of these words, exactly.
    OneOf(&'static [&'static str]),
    /// A URL that begins with http:// or https://.
    Link,
    /// A whole number, 0 or more.
    Count,
    /// An amount with at most 2 decimals, in the program's currency; may be negative.
    Money,
    /// `YYYY-MM-DD`
    Date,
    /// `YYYY-MM-01`
    Month,
    /// `YYYY-MM-DD HH:MM:SS`, the program's local time.
    Time,
    /// Ids of groups, separated by `|`, at least one.
    Groups,
    /// 1 to 32,767: the place of a row among others.
    Position,
    /// 1 to 5.
    Score,
    /// A number from 0 to 100.
    Level,
}

/// What an id refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refers {
    /// A row of members.
    Member,
    /// A row of user_groups with this type; for a list, each of its ids.
    Group(&'static str),
    /// A row of this reference table.
    Id(&'static str),
    /// A row of user_groups, together with the row's type.
    GroupOfType,
    /// A row of poll_options, together with the row's poll_id.
    PollOption,
}

/// A check of a row against another column or against other rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The date or time `last`, if there is one, is not before `first`.
    Ordered { first: &'static str, last: &'static str },
    /// At most one row per member has a value in this column, including rows of days that the load does not replace.
    OncePerMember { column: &'static str },
    /// Of a type of groups of which a member has one at a time, at most one row of a member has this day in the column.
    OneAtATime { from: &'static str },
}

/// A derived table with one row per row of the feed table, with its day and segment.
#[derive(Clone, Copy, Debug)]
pub struct Derived {
    /// The table is `derived.<name>`.
    pub name: &'static str,
    /// The source of the metrics that reads its rows. Its macros are named after it (`warehouse/sources.rs`).
    pub source: &'static str,
    /// A column that the source has besides those of the table.
    pub looks_up: Option<LookUp>,
    /// Statements that delete its rows from day `$1` on, and insert them again or prepare that.
    pub sql: &'static str,
    pub rows: DerivedRows,
    /// Other feed tables that the statements read.
    pub also_reads: &'static [&'static str],
    /// Counts of its rows at checkpoints.
    pub profile: Option<Profile>,
    /// The members of its rows by item.
    pub members: Option<MemberSets>,
}

impl Derived {
    /// The table, with its schema.
    pub fn relation(&self) -> String {
        format!("derived.{}", self.name)
    }
}

/// An id that a reference table has for an id of a row. Loading checks that every row has one.
#[derive(Clone, Copy, Debug)]
pub struct LookUp {
    pub column: &'static str,
    /// The reference table.
    pub of: &'static str,
    /// The column of the row with the reference table's id.
    pub by: &'static str,
}

/// How the rows of a derived table are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivedRows {
    /// Its statements insert them.
    InSql,
    /// `derive/sessions.rs` computes them from what its statements prepare.
    Sessions,
}

/// The table `derived.<name>_members`, which the macro `<source>_member_sets()` reads: the members with rows in a month,
/// for each item, as compressed bitmaps. Distinct members of any choice of items are counted from their union.
#[derive(Clone, Copy, Debug)]
pub struct MemberSets {
    /// The column with the item.
    pub item: &'static str,
    /// The columns of the macro by whose values members can be counted: what depends on the item alone.
    pub by: &'static [&'static str],
    pub kinds: &'static [RowKind],
}

/// Rows whose members are in one set.
#[derive(Clone, Copy, Debug)]
pub struct RowKind {
    pub rows: Condition,
    /// The measure that counts the members.
    pub members: &'static str,
}

/// The table `derived.<table>`: sums of rows by day or month, by segment, and by item where there is one.
#[derive(Clone, Copy, Debug)]
pub struct RowSums {
    pub table: &'static str,
    /// The source of the metrics. Its macro `<source>_sums(start, stop)` reads the table.
    pub source: &'static str,
    pub each: Each,
    /// The rows: a relation with the columns day and segment_id, and those that the sums use.
    pub rows: &'static str,
    /// The column with the item.
    pub item: Option<&'static str>,
    /// Measures of the source that add up over rows, with what they compute: the columns after the item.
    pub counts: &'static [Count],
    /// Measures that count something once in a month, so that they do not add up over months: the columns after these.
    pub monthly: &'static [(&'static str, Aggregate)],
}

impl RowSums {
    /// The columns after the item, with what they compute.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, Aggregate)> {
        self.counts.iter().map(|count| (count.name, count.of_rows())).chain(self.monthly.iter().copied())
    }
}

/// The days of a row of sums. Months have the number of their first day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each {
    Day,
    Month,
}

impl Each {
    /// The column with the day or month.
    pub fn column(self) -> &'static str {
        match self {
            Each::Day => "day",
            Each::Month => "month",
        }
    }
}

/// What windows that end on checkpoints count, in one table for each of [`Profile::tables`].
///
/// A window's figure is summed from its rows and those before it: a row up to the window's end adds an amount where its
/// member, or pair of member and offer, is counted by it from the window's first day on, and takes away what the row
/// before it added. docs/speed.md ("Profiles") has the reasoning.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// By segment.
    pub counts: &'static [Count],
    /// By segment and item.
    pub of_items: Option<OfItems>,
}

/// What a profile counts for each item.
#[derive(Clone, Copy, Debug)]
pub struct OfItems {
    /// The column with the item.
    pub item: &'static str,
    /// The feed table with all items.
    pub items: &'static str,
    pub counts: &'static [Count],
}

/// The table `derived.<derived>_<name>` of a profile. Its columns: kept_day, segment_id, the item if there is one, the day or
/// month, and the counts.
#[derive(Clone, Copy, Debug)]
pub struct ProfileTable {
    pub kind: ProfileKind,
    pub item: Option<&'static str>,
    pub counts: &'static [Count],
}

/// The tables that a profile can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProfileKind {
    Days,
    /// For windows that begin with a month: far fewer rows.
    Months,
    /// For windows that end on one of many days and have at most [`ProfileKind::LATEST_DAYS`] days: it has no earlier ones.
    LatestDays,
    ItemMonths,
}

impl ProfileKind {
    /// How many days up to a checkpoint are in its rows of [`ProfileKind::LatestDays`]: a quarter.
    pub const LATEST_DAYS: i16 = 92;

    /// The day after which a checkpoint has rows. January 2000 has the number 0.
    pub fn after(self, kept_day: i16) -> i16 {
        if self == ProfileKind::LatestDays { kept_day - ProfileKind::LATEST_DAYS } else { i16::MIN }
    }

    /// The table's name after the derived table's.
    pub fn name(self) -> &'static str {
        match self {
            ProfileKind::Days => "profile",
            ProfileKind::Months => "profile_month",
            ProfileKind::LatestDays => "profile_latest",
            ProfileKind::ItemMonths => "profile_item_month",
        }
    }

    /// The name of the macros that read it, after the source's (`warehouse/sources.rs`).
    pub fn macros(self) -> &'static str {
        match self {
            ProfileKind::Days => "days",
            ProfileKind::Months => "months",
            ProfileKind::LatestDays => "latest_days",
            ProfileKind::ItemMonths => "item_months",
        }
    }

    /// What its rows are by.
    pub fn each(self) -> Each {
        match self {
            ProfileKind::Days | ProfileKind::LatestDays => Each::Day,
            ProfileKind::Months | ProfileKind::ItemMonths => Each::Month,
        }
    }
}

impl Profile {
    /// Its tables: by day, by month, of the latest days, and by month and item where the profile is of items.
    pub fn tables(&self) -> impl Iterator<Item = ProfileTable> {
        let by_segment = |kind| ProfileTable { kind, item: None, counts: self.counts };
        let of_items = self.of_items.map(|OfItems { item, counts, .. }| ProfileTable {
            kind: ProfileKind::ItemMonths,
            item: Some(item),
            counts,
        });
        let kinds = [ProfileKind::Days, ProfileKind::Months, ProfileKind::LatestDays];
        kinds.map(by_segment).into_iter().chain(of_items)
    }
}

impl ProfileTable {
    /// The table of a derived table, with its schema.
    pub fn of(&self, derived: &str) -> String {
        format!("derived.{}", self.name(derived))
    }

    /// Its name in the schema.
    pub fn name(&self, derived: &str) -> String {
        format!("{derived}_{}", self.kind.name())
    }
}

/// A column of a profile.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    pub name: &'static str,
    /// What each of its rows counts.
    pub amount: Amount,
    /// The windows that a row adds the amount to.
    pub enters_on: Since,
    /// The windows that a row takes the amount from, because an earlier row added it.
    pub leaves_on: Option<Since>,
}

impl Count {
    /// What it counts over rows of which each counts, whatever comes after it.
    fn of_rows(&self) -> Aggregate {
        match (self.amount, self.enters_on.rows) {
            (Amount::One, rows) => Aggregate::Count(rows),
            (Amount::Of(column), rows) => Aggregate::Sum(column, rows),
            (Amount::Cents(column), _) => Aggregate::Cents(column),
        }
    }

    /// The windows that rows change it in, with the factor of the amount: 1 or -1.
    pub fn changes(&self) -> impl Iterator<Item = (Since, i64)> {
        [Some((self.enters_on, 1)), self.leaves_on.map(|since| (since, -1))].into_iter().flatten()
    }

    /// The columns with days that some counts use, each once.
    pub fn days(counts: &[Count]) -> Vec<&'static str> {
        let mut columns = Vec::new();
        for since in counts.iter().flat_map(|count| [Some(count.enters_on), count.leaves_on]).flatten() {
            if !columns.contains(&since.day) {
                columns.push(since.day);
            }
        }
        columns
    }
}

/// The windows that begin on or before the day in a column, for the rows of a condition. 0 is no day.
#[derive(Clone, Copy, Debug)]
pub struct Since {
    pub day: &'static str,
    pub rows: Condition,
}

/// A table macro in SQL of its own: `<name>_window` over (start, stop), two SMALLINT days, both included, with the rows
/// of the `Source` of that name; or `<name>` without parameters, for what is kept by month and item. Derived tables need
/// none for their rows.
#[derive(Clone, Copy, Debug)]
pub struct Macro {
    pub name: &'static str,
    pub sql: &'static str,
    /// What it sums.
    pub of_members: Option<OfMembers>,
}

/// The rows of members that a source sums.
#[derive(Clone, Copy, Debug)]
pub struct OfMembers {
    /// A relation with the columns member_key, segment_id and day, and those that the source has.
    pub rows: &'static str,
    pub counts: &'static [Count],
}

/// The table `derived.<name>_moved`: what members who moved add to the segments they were in and take from others
/// (`derive/moved.rs`), by segment, by the day from which on they do, and by month. Sources with profiles have
/// `derived.<name>_moved_latest` for short windows, by day.
#[derive(Clone, Debug)]
pub struct MovedSums {
    pub name: &'static str,
    /// The source of the metrics. Its macro `<source>_moved_sums` reads the table.
    pub source: &'static str,
    /// As [`OfMembers::rows`].
    pub rows: String,
    pub counts: &'static [Count],
    /// Whether it has a table by day of the [`ProfileKind::LATEST_DAYS`] up to the end of each month.
    pub has_latest_days: bool,
}

impl MovedSums {
    /// What its tables are by: months, and days where it has them.
    pub fn each(&self) -> impl Iterator<Item = Each> + use<> {
        [Each::Month].into_iter().chain(self.has_latest_days.then_some(Each::Day))
    }

    /// The name of a table in the schema.
    pub fn table(&self, each: Each) -> String {
        let latest = if each == Each::Day { "_latest" } else { "" };
        format!("{}_moved{latest}", self.name)
    }

    /// Reads a table with one row for each segment, `at_day`, and day or month; loads add further ones.
    pub fn added_up(&self, each: Each) -> String {
        let all = |of: &dyn Fn(&str) -> String, between| {
            self.counts.iter().map(|count| of(count.name)).collect::<Vec<_>>().join(between)
        };
        format!(
            "select segment_id, at_day, {column}, {sums} from derived.{table} group by all having {any} order by at_day, {column}",
            column = each.column(),
            sums = all(&|name| format!("sum({name})::bigint as {name}"), ", "),
            table = self.table(each),
            any = all(&|name| format!("sum({name}) <> 0"), " or "),
        )
    }
}

impl Macro {
    /// Whether it has the rows of a window.
    pub fn is_of_windows(&self) -> bool {
        self.sql.contains("_window(start, stop) as table")
    }
}

impl Table {
    /// The column that contains the day of a row.
    pub fn day_column(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Reference | Kind::PerMember { .. } => None,
            Kind::Days { day } | Kind::Whole { day } => Some(day),
        }
    }

    /// Whether its rows are those of systems that report them: a load replaces the rows of its own systems only.
    pub fn has_sources(&self) -> bool {
        self.day_column().is_some()
    }

    /// Whether its rows are counts by day, which add up over the systems that report them: the same key from two systems
    /// is two rows, and not a repeated one.
    pub fn adds_up(&self) -> bool {
        self.columns.iter().any(|column| column.kind == Type::Count)
    }

    /// Whether its rows belong to members.
    pub fn has_members(&self) -> bool {
        self.columns.iter().any(|column| column.refers == Some(Refers::Member))
    }

    /// The column of this name.
    pub fn column(&self, name: &str) -> Option<&'static Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

impl Type {
    /// The type of the column in DuckDB.
    pub(in crate::warehouse) fn sql(self) -> &'static str {
        match self {
            Type::Id | Type::Position => "integer",
            Type::MemberId | Type::Text(_) | Type::OneOf(_) | Type::Link => "varchar",
            Type::Count => "bigint",
            Type::Money => "decimal(18,2)",
            Type::Date | Type::Month => "date",
            Type::Time => "timestamp",
            Type::Groups => "integer[]",
            Type::Score => "utinyint",
            Type::Level => "double",
        }
    }
}
