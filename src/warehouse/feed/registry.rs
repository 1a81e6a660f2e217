//! The declarations of all feed tables. The readers, the checks, the load, the derivation, `main.loaded`, the macros, the
//! demo's list of tables and the tables of docs/feed.md follow from them.

use crate::groupings::groupings;

use super::summaries::{
    DAYS_BETWEEN_LOGINS, ELIGIBLE_MEMBERS, INTERACTIONS_AT_KEPT_DAYS, LOGINS_AT_KEPT_DAYS, MEMBERS_OF_ARTICLE_VIEWS,
    MEMBERS_OF_INTERACTIONS, MEMBERS_OF_LINK_CLICKS, MEMBERS_OF_MESSAGES, MEMBERS_OF_TRANSACTIONS, REGISTRATIONS,
    SUMS_OF_ARTICLE_VIEWS, SUMS_OF_CONTENT_ACTIONS, SUMS_OF_CSAT_RESPONSES, SUMS_OF_INTERACTIONS, SUMS_OF_LINK_CLICKS,
    SUMS_OF_MESSAGES, SUMS_OF_POLL_ANSWERS, SUMS_OF_SEARCHES, SUMS_OF_WEB_SESSIONS, TRANSACTIONS_AT_KEPT_DAYS,
};
use super::table::{
    Column, Derived, DerivedRows, Kind, LookUp, Macro, MemberSets, MovedSums, OfMembers, Profile, Refers, RowSums,
    Rule, Table, Type,
};

/// The table of this name.
pub fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}

/// Every derived table with the feed table it belongs to, in the order in which they are written.
pub(in crate::warehouse) fn derived() -> impl Iterator<Item = (&'static Table, &'static Derived)> {
    TABLES.iter().filter_map(|table| Some((table, table.derived.as_ref()?)))
}

/// Whether the rows of a source belong to members.
pub fn has_members(source: &str) -> bool {
    moved_sums().any(|(_, sums)| sums.source == source)
}

/// Every profile with the derived table it counts.
pub fn profiles() -> impl Iterator<Item = (&'static Derived, Profile)> {
    derived().filter_map(|(_, derived)| Some((derived, derived.profile?)))
}

/// All sums of rows with the feed table they follow from.
pub fn row_sums() -> impl Iterator<Item = (&'static Table, &'static RowSums)> {
    TABLES.iter().filter_map(|table| Some((table, table.sums.as_ref()?)))
}

/// All sums of members who moved, with the feed table whose rows they follow from.
pub fn moved_sums() -> impl Iterator<Item = (&'static Table, MovedSums)> {
    TABLES.iter().flat_map(|table| {
        let of_rows = table.derived.and_then(|derived| {
            let Derived { name, source, profile, .. } = derived;
            let counts = profile.map(|profile| profile.counts).or(table.sums.map(|sums| sums.counts))?;
            let has_latest_days = profile.is_some();
            Some(MovedSums { name, source, rows: derived.relation(), counts, has_latest_days })
        });
        let own = table.macros.iter().filter_map(|Macro { name, of_members, .. }| {
            let OfMembers { rows, counts } = (*of_members)?;
            Some(MovedSums { name, source: name, rows: rows.to_owned(), counts, has_latest_days: false })
        });
        of_rows.into_iter().chain(own).map(move |sums| (table, sums))
    })
}

/// All sets of members with the derived table whose rows they are of.
pub fn member_sets() -> impl Iterator<Item = (&'static Derived, MemberSets)> {
    derived().filter_map(|(_, derived)| Some((derived, derived.members?)))
}

/// The derived table `derived.<name>`, whose rows a source reads, and its statements in
/// `src/warehouse/derive/<name>.sql`.
macro_rules! derived {
    ($name:literal, $source:literal) => {
        Derived {
            name: $name,
            source: $source,
            looks_up: None,
            sql: include_str!(concat!("../derive/", $name, ".sql")),
            rows: DerivedRows::InSql,
            also_reads: &[],
            profile: None,
            members: None,
        }
    };
}

/// The macro `<name>_window` in `src/warehouse/sources/<name>.sql`.
macro_rules! source {
    ($name:literal) => {
        Macro { name: $name, sql: include_str!(concat!("../sources/", $name, ".sql")), of_members: None }
    };
    ($name:literal, $of_members:expr) => {
        Macro { of_members: Some($of_members), ..source!($name) }
    };
}

/// Defaults of a reference table.
const REFERENCE: Table = Table {
    name: "",
    about: "",
    kind: Kind::Reference,
    columns: &[],
    key: &["id"],
    rules: &[],
    numbered: false,
    derived: None,
    sums: None,
    macros: &[],
};

/// Defaults of a fact table.
const FACTS: Table = Table { key: &[], numbered: true, ..REFERENCE };

const fn column(name: &'static str, kind: Type) -> Column {
    Column { name, kind, may_be_empty: false, may_be_missing: false, refers: None, note: "" }
}

/// A column whose values may be empty.
const fn optional(name: &'static str, kind: Type) -> Column {
    Column { may_be_empty: true, ..column(name, kind) }
}

const fn refers(name: &'static str, kind: Type, refers: Refers) -> Column {
    Column { refers: Some(refers), ..column(name, kind) }
}

impl Column {
    const fn note(self, note: &'static str) -> Column {
        Column { note, ..self }
    }

    /// A file may lack it. For a column that a release adds to a table: the files of before still load.
    const fn may_be_missing(self) -> Column {
        Column { may_be_empty: true, may_be_missing: true, ..self }
    }
}

const MEMBER: Column = refers("member_id", Type::MemberId, Refers::Member);
const OFFER: Column = refers("offer_id", Type::Id, Refers::Id("offers"));
const CAMPAIGN: Column = refers("campaign_id", Type::Id, Refers::Id("campaigns"));
const POLL: Column = refers("poll_id", Type::Id, Refers::Id("polls"));
const NAME: Column = column("name", Type::Text(200));
const ID: Column = column("id", Type::Id);

macro_rules! group_columns {
    ($($variant:ident $name:literal { $column:literal, $membership:ident, $ids:ident, $all:ident })*) => {
        /// The types of user groups: one for each grouping.
        const GROUP_TYPES: &[&str] = &[$($name),*];

        const MEMBER_COLUMNS: &[Column] = &[
            column("member_id", Type::MemberId).note(
                "send an id that says nothing about the person: Bond counts people and needs neither names nor \
                 addresses",
            ),
            $(refers($column, group_ids!($membership), Refers::Group($name)),)*
            column("eligible_on", Type::Date)
                .note("the day from which the member may register, in the past or in the future"),
            column("source", Type::Text(200))
                .note("the channel through which the member came to register: `Email`, `Website`, `Mobile App`, `Partner`, `Referral`, ..."),
        ];
    };
}

/// The type of a member's column for a grouping.
macro_rules! group_ids {
    (one) => {
        Type::Id
    };
    (many) => {
        Type::Groups
    };
}

groupings!(group_columns);

/// Every table. A table comes after those it refers to: a load reads, checks and writes them in this order.
pub const TABLES: &[Table] = &[
    Table {
        name: "user_groups",
        about: "The groups that members are counted by: tiers, lines of business (LOB) and audiences.",
        columns: &[
            ID.note("unique within its type"),
            column("type", Type::OneOf(GROUP_TYPES)),
            NAME,
            column("position", Type::Position).may_be_missing().note(
                "its place among the groups of its type everywhere that Bond lists them, 1 first; number tiers from the \
                 lowest tier to the highest. Groups without a position follow, by name: Level 2 before Level 10",
            ),
        ],
        key: &["type", "id"],
        ..REFERENCE
    },
    Table {
        name: "members",
        about: "Everybody who is or will be eligible, registered or not. A member registers with the first login; the day \
                of registration is not loaded.",
        columns: MEMBER_COLUMNS,
        key: &["member_id"],
        macros: &[source!("eligibility", ELIGIBLE_MEMBERS)],
        ..REFERENCE
    },
    Table {
        name: "memberships",
        about: "The groups that members were in: what the program knows of the past, or corrects. It is optional.",
        kind: Kind::PerMember { from: "from" },
        columns: &[
            MEMBER,
            column("type", Type::OneOf(GROUP_TYPES)),
            refers("id", Type::Id, Refers::GroupOfType),
            column("from", Type::Date).note("the first day in the group"),
            optional("until", Type::Date)
                .note("the last day in the group; of a tier or line of business the next one says when it ends"),
        ],
        key: &["member_id", "type", "id", "from"],
        rules: &[Rule::Ordered { first: "from", last: "until" }, Rule::OneAtATime { from: "from" }],
        ..REFERENCE
    },
    Table { name: "partners", about: "The companies that make the offers.", columns: &[ID, NAME], ..REFERENCE },
    Table { name: "offer_categories", about: "The categories of offers.", columns: &[ID, NAME], ..REFERENCE },
    Table {
        name: "offers",
        about: "What members can view and redeem.",
        columns: &[
            ID,
            NAME,
            refers("partner_id", Type::Id, Refers::Id("partners")),
            refers("category_id", Type::Id, Refers::Id("offer_categories")),
            column("active_from", Type::Date).note("the first day of the offer"),
            optional("active_to", Type::Date).note("the last day of the offer; empty while it is open-ended"),
        ],
        rules: &[Rule::Ordered { first: "active_from", last: "active_to" }],
        macros: &[source!("offer")],
        ..REFERENCE
    },
    Table { name: "campaign_types", about: "The types of campaigns.", columns: &[ID, NAME], ..REFERENCE },
    Table {
        name: "campaigns",
        about: "E-mail campaigns.",
        columns: &[
            ID,
            NAME,
            refers("campaign_type_id", Type::Id, Refers::Id("campaign_types")),
            column("subject", Type::Text(500)),
            optional("ssl", Type::Text(500)).note("the second subject line"),
            column("preview_url", Type::Link),
            column("sent_at", Type::Time),
        ],
        ..REFERENCE
    },
    Table {
        name: "articles",
        about: "What members read.",
        columns: &[
            ID,
            column("title", Type::Text(500)),
            column("category", Type::Text(200)),
            column("published_on", Type::Date),
        ],
        ..REFERENCE
    },
    Table {
        name: "polls",
        about: "Questions to members.",
        columns: &[
            ID,
            column("question", Type::Text(1000)),
            column("opened_on", Type::Date),
            optional("closed_on", Type::Date).note("the last day of the poll; empty while it is open"),
        ],
        rules: &[Rule::Ordered { first: "opened_on", last: "closed_on" }],
        macros: &[source!("poll")],
        ..REFERENCE
    },
    Table {
        name: "poll_options",
        about: "The answers that a poll offers.",
        columns: &[
            POLL,
            column("option_index", Type::Id).note("1 for the first option, 2 for the second, ..."),
            column("text", Type::Text(500)),
        ],
        key: &["poll_id", "option_index"],
        ..REFERENCE
    },
    Table {
        name: "logins",
        about: "One row per login. The first login of a member is the registration.",
        kind: Kind::Days { day: "logged_in_at" },
        columns: &[MEMBER, column("logged_in_at", Type::Time)],
        derived: Some(Derived {
            rows: DerivedRows::Sessions,
            also_reads: &["offer_interactions"],
            profile: Some(LOGINS_AT_KEPT_DAYS),
            ..derived!("session", "session")
        }),
        macros: &[source!("registration", REGISTRATIONS), source!("tenure", DAYS_BETWEEN_LOGINS)],
        ..FACTS
    },
    Table {
        name: "offer_interactions",
        about: "One row each time a member views an offer or clicks to redeem it. An interaction belongs to the \
                member's latest login in the 24 hours before it (24 hours included). Without such a login it \
                counts as an interaction, but in no session.",
        kind: Kind::Days { day: "occurred_at" },
        columns: &[
            MEMBER,
            OFFER,
            column("occurred_at", Type::Time),
            column("kind", Type::OneOf(&["VIEW", "REDEEM_CLICK"])),
        ],
        derived: Some(Derived {
            profile: Some(INTERACTIONS_AT_KEPT_DAYS),
            members: Some(MEMBERS_OF_INTERACTIONS),
            ..derived!("interaction", "interaction")
        }),
        sums: Some(SUMS_OF_INTERACTIONS),
        ..FACTS
    },
    Table {
        name: "partner_transactions",
        about: "Purchases that partners report.",
        kind: Kind::Days { day: "transacted_on" },
        columns: &[
            MEMBER,
            OFFER,
            column("transacted_on", Type::Date),
            column("redemptions", Type::Count).note("0 for a return"),
            column("sales", Type::Money).note("negative for a return"),
            column("savings", Type::Money).note("negative for a return"),
        ],
        derived: Some(Derived {
            looks_up: Some(LookUp { column: "partner_id", of: "offers", by: "offer_id" }),
            profile: Some(TRANSACTIONS_AT_KEPT_DAYS),
            members: Some(MEMBERS_OF_TRANSACTIONS),
            ..derived!("transaction", "partner")
        }),
        ..FACTS
    },
    Table {
        name: "email_messages",
        about: "One row per message to a member. Everything that follows from a message counts on the day it was \
                sent: to report that last week's message was opened, send last week's day again.",
        kind: Kind::Days { day: "sent_at" },
        columns: &[
            CAMPAIGN,
            MEMBER,
            column("sent_at", Type::Time),
            column("outcome", Type::OneOf(&["DELIVERED", "BOUNCED"]))
                .note("nothing below counts for a bounced message"),
            optional("opened_at", Type::Time)
                .note("the first time it was opened; a click without it counts as a click, and as no open"),
            optional("clicked_at", Type::Time).note("the first click"),
            optional("unsubscribed_at", Type::Time),
            optional("registered_at", Type::Time)
                .note("the registration that the e-mail service attributes to this message"),
        ],
        key: &["campaign_id", "member_id"],
        rules: &[
            Rule::Ordered { first: "sent_at", last: "opened_at" },
            Rule::Ordered { first: "sent_at", last: "clicked_at" },
            Rule::Ordered { first: "sent_at", last: "unsubscribed_at" },
            Rule::Ordered { first: "sent_at", last: "registered_at" },
            Rule::OncePerMember { column: "registered_at" },
        ],
        derived: Some(Derived { members: Some(MEMBERS_OF_MESSAGES), ..derived!("message", "message") }),
        sums: Some(SUMS_OF_MESSAGES),
        ..FACTS
    },
    Table {
        name: "email_link_clicks",
        about: "One row per click on a link in a message. It counts on the day of the click.",
        kind: Kind::Days { day: "clicked_at" },
        columns: &[CAMPAIGN, MEMBER, column("link", Type::Text(2000)), column("clicked_at", Type::Time)],
        derived: Some(Derived { members: Some(MEMBERS_OF_LINK_CLICKS), ..derived!("link_click", "link_click") }),
        sums: Some(SUMS_OF_LINK_CLICKS),
        ..FACTS
    },
    Table {
        name: "email_schedule",
        about: "Planned e-mails.",
        kind: Kind::Whole { day: "date" },
        columns: &[
            column("date", Type::Date),
            column("audience", Type::Text(200)),
            column("enrollment_status", Type::Text(200)),
            optional("notes", Type::Text(2000)),
        ],
        ..FACTS
    },
    Table {
        name: "web_sessions",
        about: "Sessions as summed by the web analytics provider: one row per day and combination.",
        kind: Kind::Days { day: "date" },
        columns: &[
            column("date", Type::Date),
            column("source", Type::Text(200)).note("the traffic source: `Direct`, `Organic Search`, `Email`, ..."),
            column("device_category", Type::Text(200)),
            column("browser", Type::Text(200)),
            column("operating_system", Type::Text(200)),
            column("screen_resolution", Type::Text(200)),
            column("visitor_type", Type::OneOf(&["NEW", "RETURNING"])),
            column("sessions", Type::Count),
            column("pageviews", Type::Count),
            column("duration_seconds", Type::Count).note("total seconds of these sessions"),
        ],
        key: &["date", "source", "device_category", "browser", "operating_system", "screen_resolution", "visitor_type"],
        sums: Some(SUMS_OF_WEB_SESSIONS),
        macros: &[source!("web")],
        ..FACTS
    },
    Table {
        name: "site_searches",
        about: "What visitors searched for on the site.",
        kind: Kind::Days { day: "date" },
        columns: &[column("date", Type::Date), column("query", Type::Text(500)), column("searches", Type::Count)],
        key: &["date", "query"],
        sums: Some(SUMS_OF_SEARCHES),
        macros: &[source!("search")],
        ..FACTS
    },
    Table {
        name: "article_views",
        about: "One row each time a member reads an article.",
        kind: Kind::Days { day: "viewed_at" },
        columns: &[MEMBER, refers("article_id", Type::Id, Refers::Id("articles")), column("viewed_at", Type::Time)],
        derived: Some(Derived { members: Some(MEMBERS_OF_ARTICLE_VIEWS), ..derived!("article_view", "article") }),
        sums: Some(SUMS_OF_ARTICLE_VIEWS),
        ..FACTS
    },
    Table {
        name: "content_actions",
        about: "One row each time a member shares or prints something.",
        kind: Kind::Days { day: "occurred_at" },
        columns: &[
            MEMBER,
            column("occurred_at", Type::Time),
            column("action", Type::OneOf(&["SHARE", "PRINT"])),
            column("type", Type::Text(200)).note("what was shared or printed: `Article`, `Offer`, ..."),
            column("page", Type::Text(2000)).note("where"),
        ],
        derived: Some(derived!("content_action", "content_action")),
        sums: Some(SUMS_OF_CONTENT_ACTIONS),
        ..FACTS
    },
    Table {
        name: "poll_answers",
        about: "One row per answer. A member answers a poll once.",
        kind: Kind::Days { day: "answered_at" },
        columns: &[
            POLL,
            refers("option_index", Type::Id, Refers::PollOption),
            MEMBER,
            column("answered_at", Type::Time),
        ],
        key: &["poll_id", "member_id"],
        derived: Some(derived!("poll_answer", "poll_answer")),
        sums: Some(SUMS_OF_POLL_ANSWERS),
        ..FACTS
    },
    Table {
        name: "csat_responses",
        about: "Answers to the satisfaction question.",
        kind: Kind::Days { day: "responded_at" },
        columns: &[MEMBER, column("responded_at", Type::Time), column("score", Type::Score)],
        derived: Some(derived!("csat", "csat")),
        sums: Some(SUMS_OF_CSAT_RESPONSES),
        ..FACTS
    },
    Table {
        name: "fa_activity",
        about: "The activity level that the program supplies for each month.",
        kind: Kind::Days { day: "month" },
        columns: &[column("month", Type::Month), column("level", Type::Level)],
        key: &["month"],
        numbered: false,
        macros: &[source!("activity")],
        ..FACTS
    },
];
