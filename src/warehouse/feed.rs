//! The feed: every file an operator may load, declared once. The readers, the checks, the load and
//! docs/feed.md follow these declarations.

/// One file of the feed and the table `feed.<name>` it fills.
#[derive(Debug)]
pub struct Table {
    /// The file is `<name>.csv` or `<name>.parquet`, more of the same table `<name>-<anything>.csv`.
    pub name: &'static str,
    pub kind: Kind,
    pub columns: &'static [Column],
    /// Columns no two rows may share; empty where rows may repeat.
    pub key: &'static [&'static str],
}

/// How a load of a table changes what was loaded before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A row replaces the row with its key; rows that are not in the file stay.
    Reference,
    /// The rows of a load replace every day they hold, told by this column. A month is its first day.
    Days { day: &'static str },
    /// Replaced whole by each load; the column tells a row's day.
    Whole { day: &'static str },
}

/// A column of a feed file, under the name its header has.
#[derive(Debug)]
pub struct Column {
    pub name: &'static str,
    pub kind: Type,
    /// Whether a value may be missing. An empty text is stored as such, anything else as NULL.
    pub may_be_empty: bool,
    /// What must be loaded already, or be in the same load, for a value to be valid.
    pub refers: Option<Refers>,
}

/// What a value has to look like.
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
    /// An address that begins with http:// or https://.
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
    /// Ids of audiences, separated by `|`, at least one.
    Audiences,
    /// 1 to 5.
    Score,
    /// A number from 0 to 100.
    Level,
}

/// What an id has to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refers {
    /// A row of members.
    Member,
    /// A row of user_groups of this type; every one of them for a list.
    Group(&'static str),
    /// A row of this reference table.
    Id(&'static str),
    /// A row of poll_options, together with the row's poll_id.
    PollOption,
}

const fn column(name: &'static str, kind: Type) -> Column {
    Column { name, kind, may_be_empty: false, refers: None }
}

const fn optional(name: &'static str, kind: Type) -> Column {
    Column { name, kind, may_be_empty: true, refers: None }
}

const fn refers(name: &'static str, kind: Type, refers: Refers) -> Column {
    Column { name, kind, may_be_empty: false, refers: Some(refers) }
}

const MEMBER: Column = refers("member_id", Type::MemberId, Refers::Member);
const OFFER: Column = refers("offer_id", Type::Id, Refers::Id("offers"));
const CAMPAIGN: Column = refers("campaign_id", Type::Id, Refers::Id("campaigns"));
const POLL: Column = refers("poll_id", Type::Id, Refers::Id("polls"));
const NAME: Column = column("name", Type::Text(200));
const ID: Column = column("id", Type::Id);

/// Every table, references before what refers to them.
pub const TABLES: &[Table] = &[
    Table {
        name: "user_groups",
        kind: Kind::Reference,
        columns: &[ID, column("type", Type::OneOf(&["TIER", "LOB", "AUDIENCE"])), NAME],
        key: &["type", "id"],
    },
    Table {
        name: "members",
        kind: Kind::Reference,
        columns: &[
            column("member_id", Type::MemberId),
            refers("tier_id", Type::Id, Refers::Group("TIER")),
            refers("lob_id", Type::Id, Refers::Group("LOB")),
            refers("audience_ids", Type::Audiences, Refers::Group("AUDIENCE")),
            column("eligible_on", Type::Date),
            column("source", Type::Text(200)),
        ],
        key: &["member_id"],
    },
    Table { name: "partners", kind: Kind::Reference, columns: &[ID, NAME], key: &["id"] },
    Table { name: "offer_categories", kind: Kind::Reference, columns: &[ID, NAME], key: &["id"] },
    Table {
        name: "offers",
        kind: Kind::Reference,
        columns: &[
            ID,
            NAME,
            refers("partner_id", Type::Id, Refers::Id("partners")),
            refers("category_id", Type::Id, Refers::Id("offer_categories")),
            column("active_from", Type::Date),
            optional("active_to", Type::Date),
        ],
        key: &["id"],
    },
    Table { name: "campaign_types", kind: Kind::Reference, columns: &[ID, NAME], key: &["id"] },
    Table {
        name: "campaigns",
        kind: Kind::Reference,
        columns: &[
            ID,
            NAME,
            refers("campaign_type_id", Type::Id, Refers::Id("campaign_types")),
            column("subject", Type::Text(500)),
            optional("ssl", Type::Text(500)),
            column("preview_url", Type::Link),
            column("sent_at", Type::Time),
        ],
        key: &["id"],
    },
    Table {
        name: "articles",
        kind: Kind::Reference,
        columns: &[
            ID,
            column("title", Type::Text(500)),
            column("category", Type::Text(200)),
            column("published_on", Type::Date),
        ],
        key: &["id"],
    },
    Table {
        name: "polls",
        kind: Kind::Reference,
        columns: &[
            ID,
            column("question", Type::Text(1000)),
            column("opened_on", Type::Date),
            optional("closed_on", Type::Date),
        ],
        key: &["id"],
    },
    Table {
        name: "poll_options",
        kind: Kind::Reference,
        columns: &[POLL, column("option_index", Type::Id), column("text", Type::Text(500))],
        key: &["poll_id", "option_index"],
    },
    Table {
        name: "logins",
        kind: Kind::Days { day: "logged_in_at" },
        columns: &[MEMBER, column("logged_in_at", Type::Time)],
        key: &[],
    },
    Table {
        name: "offer_interactions",
        kind: Kind::Days { day: "occurred_at" },
        columns: &[
            MEMBER,
            OFFER,
            column("occurred_at", Type::Time),
            column("kind", Type::OneOf(&["VIEW", "REDEEM_CLICK"])),
        ],
        key: &[],
    },
    Table {
        name: "partner_transactions",
        kind: Kind::Days { day: "transacted_on" },
        columns: &[
            MEMBER,
            OFFER,
            column("transacted_on", Type::Date),
            column("redemptions", Type::Count),
            column("sales", Type::Money),
            column("savings", Type::Money),
        ],
        key: &[],
    },
    Table {
        name: "email_messages",
        kind: Kind::Days { day: "sent_at" },
        columns: &[
            CAMPAIGN,
            MEMBER,
            column("sent_at", Type::Time),
            column("outcome", Type::OneOf(&["DELIVERED", "BOUNCED"])),
            optional("opened_at", Type::Time),
            optional("clicked_at", Type::Time),
            optional("unsubscribed_at", Type::Time),
            optional("registered_at", Type::Time),
        ],
        key: &["campaign_id", "member_id"],
    },
    Table {
        name: "email_link_clicks",
        kind: Kind::Days { day: "clicked_at" },
        columns: &[CAMPAIGN, MEMBER, column("link", Type::Text(2000)), column("clicked_at", Type::Time)],
        key: &[],
    },
    Table {
        name: "email_schedule",
        kind: Kind::Whole { day: "date" },
        columns: &[
            column("date", Type::Date),
            column("audience", Type::Text(200)),
            column("enrollment_status", Type::Text(200)),
            optional("notes", Type::Text(2000)),
        ],
        key: &[],
    },
    Table {
        name: "web_sessions",
        kind: Kind::Days { day: "date" },
        columns: &[
            column("date", Type::Date),
            column("source", Type::Text(200)),
            column("device_category", Type::Text(200)),
            column("browser", Type::Text(200)),
            column("operating_system", Type::Text(200)),
            column("screen_resolution", Type::Text(200)),
            column("visitor_type", Type::OneOf(&["NEW", "RETURNING"])),
            column("sessions", Type::Count),
            column("pageviews", Type::Count),
            column("duration_seconds", Type::Count),
        ],
        key: &["date", "source", "device_category", "browser", "operating_system", "screen_resolution", "visitor_type"],
    },
    Table {
        name: "site_searches",
        kind: Kind::Days { day: "date" },
        columns: &[column("date", Type::Date), column("query", Type::Text(500)), column("searches", Type::Count)],
        key: &["date", "query"],
    },
    Table {
        name: "article_views",
        kind: Kind::Days { day: "viewed_at" },
        columns: &[MEMBER, refers("article_id", Type::Id, Refers::Id("articles")), column("viewed_at", Type::Time)],
        key: &[],
    },
    Table {
        name: "content_actions",
        kind: Kind::Days { day: "occurred_at" },
        columns: &[
            MEMBER,
            column("occurred_at", Type::Time),
            column("action", Type::OneOf(&["SHARE", "PRINT"])),
            column("type", Type::Text(200)),
            column("page", Type::Text(2000)),
        ],
        key: &[],
    },
    Table {
        name: "poll_answers",
        kind: Kind::Days { day: "answered_at" },
        columns: &[
            POLL,
            refers("option_index", Type::Id, Refers::PollOption),
            MEMBER,
            column("answered_at", Type::Time),
        ],
        key: &["poll_id", "member_id"],
    },
    Table {
        name: "csat_responses",
        kind: Kind::Days { day: "responded_at" },
        columns: &[MEMBER, column("responded_at", Type::Time), column("score", Type::Score)],
        key: &[],
    },
    Table {
        name: "fa_activity",
        kind: Kind::Days { day: "month" },
        columns: &[column("month", Type::Month), column("level", Type::Level)],
        key: &["month"],
    },
];

impl Table {
    /// The table of this name.
    pub fn named(name: &str) -> Option<&'static Table> {
        TABLES.iter().find(|table| table.name == name)
    }

    /// The column that tells the day of a fact.
    pub fn day_column(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Reference => None,
            Kind::Days { day } | Kind::Whole { day } => Some(day),
        }
    }
}

impl Type {
    /// The type of such a column in DuckDB.
    pub(super) fn sql(self) -> &'static str {
        match self {
            Type::Id => "integer",
            Type::MemberId | Type::Text(_) | Type::OneOf(_) | Type::Link => "varchar",
            Type::Count => "bigint",
            Type::Money => "decimal(18,2)",
            Type::Date | Type::Month => "date",
            Type::Time => "timestamp",
            Type::Audiences => "integer[]",
            Type::Score => "utinyint",
            Type::Level => "double",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duckdb::Connection;

    #[test]
    fn the_schema_holds_every_declared_table_and_column_with_its_type() {
        let conn = Connection::open_in_memory().expect("DuckDB opens");
        for migration in crate::warehouse::pool::MIGRATIONS {
            conn.execute_batch(migration).expect("the schema");
        }
        for table in TABLES {
            let stored: Vec<(String, String, bool)> = conn
                .prepare(
                    "select column_name, lower(data_type), is_nullable from duckdb_columns()
                     where schema_name = 'feed' and table_name = ? order by column_index",
                )
                .and_then(|mut statement| {
                    statement.query_map([table.name], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
                })
                .expect("the columns");
            for column in table.columns {
                let (name, sql) = match column.kind {
                    Type::MemberId => ("member_key", "integer"),
                    kind => (column.name, kind.sql()),
                };
                let held = stored.iter().find(|held| held.0 == name);
                let held = held.unwrap_or_else(|| panic!("feed.{} lacks {name}", table.name));
                assert_eq!(held.1, sql, "feed.{}.{name}", table.name);
                let nullable = column.may_be_empty && !matches!(column.kind, Type::Text(_));
                assert_eq!(held.2, nullable, "feed.{}.{name}", table.name);
            }
            let row_no = usize::from(table.kind != Kind::Reference && table.name != "fa_activity");
            assert_eq!(stored.len(), table.columns.len() + row_no, "feed.{}", table.name);
        }
    }

    #[test]
    fn keys_days_and_references_name_what_is_declared() {
        for table in TABLES {
            let has = |name: &str| table.columns.iter().any(|column| column.name == name);
            assert!(table.key.iter().all(|name| has(name)), "{}", table.name);
            assert!(table.day_column().is_none_or(has), "{}", table.name);
            for column in table.columns {
                if let Some(Refers::Id(name)) = column.refers {
                    assert!(Table::named(name).is_some_and(|found| found.key == ["id"] || name == "polls"), "{name}");
                }
            }
        }
    }

    #[test]
    fn the_manual_names_every_table_and_column() {
        let manual = include_str!("../../docs/feed.md");
        for table in TABLES {
            let heading = format!("\n### {}\n", table.name);
            let (_, rest) = manual.split_once(&heading).unwrap_or_else(|| panic!("docs/feed.md lacks {}", table.name));
            let section = rest.split("\n#").next().unwrap_or_default();
            for column in table.columns {
                let row = format!("\n| `{}` |", column.name);
                assert!(section.contains(&row), "docs/feed.md: {} lacks {}", table.name, column.name);
            }
            let rows = section.lines().filter(|line| line.starts_with("| `")).count();
            assert_eq!(rows, table.columns.len(), "docs/feed.md: {} describes something else", table.name);
        }
    }
}
