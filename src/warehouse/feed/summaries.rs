//! What is kept of the rows of feed tables besides the rows: profiles, sets of members and sums.

use super::table::{Count, Each, MemberSets, OfItems, OfMembers, Profile, RowKind, RowSums, Since};
use crate::warehouse::aggregate::Aggregate;
use crate::warehouse::aggregate::Amount::{self, Cents, Of, One};
use crate::warehouse::aggregate::Condition::{
    self, All, Always, AtLeast, BeforeMonth, Equals, EqualsInLowerCase, Is, Not,
};

/// Every one of these rows counts.
const fn all(name: &'static str, amount: Amount, rows: Condition) -> Count {
    Count { name, amount, enters_on: Since { day: "day", rows }, leaves_on: None }
}

/// The members, or pairs, with such a row in the window. `prev` is the day of the previous row of the same
/// member or pair.
const fn distinct(name: &'static str, rows: Condition, prev: &'static str) -> Count {
    at_least(name, rows, "day", prev)
}

/// The members whose K-th latest such row is in the window. After this row the day of the K-th latest is `enters_on`; before
/// it, it was `leaves_on`.
const fn at_least(name: &'static str, rows: Condition, enters_on: &'static str, leaves_on: &'static str) -> Count {
    Count {
        name,
        amount: One,
        enters_on: Since { day: enters_on, rows },
        leaves_on: Some(Since { day: leaves_on, rows }),
    }
}

pub(super) const LOGINS_AT_KEPT_DAYS: Profile = Profile {
    counts: &[
        all("logins", One, Always),
        distinct("unique_members", Always, "prev1"),
        // Every login except the first ever is a return login, so the window has one unless its latest login is that
        // first.
        Count {
            name: "returned",
            amount: One,
            enters_on: Since { day: "day", rows: AtLeast("prev1", 1) },
            leaves_on: Some(Since { day: "prev1", rows: AtLeast("prev2", 1) }),
        },
        // The third latest login is in the window and is a return login itself.
        Count {
            name: "returned_more_than_twice",
            amount: One,
            enters_on: Since { day: "prev2", rows: AtLeast("prev3", 1) },
            leaves_on: Some(Since { day: "prev3", rows: AtLeast("prev4", 1) }),
        },
        at_least("at_least_4", Always, "prev3", "prev4"),
        at_least("at_least_8", Always, "prev7", "prev8"),
        at_least("at_least_11", Always, "prev10", "prev11"),
        distinct("qualified", Is("qualifying"), "qprev1"),
        at_least("active", Is("qualifying"), "qprev1", "qprev2"),
        at_least("engaged", Is("qualifying"), "qprev2", "qprev3"),
    ],
    of_items: None,
};

pub(super) const INTERACTIONS_AT_KEPT_DAYS: Profile = Profile {
    counts: &[
        VIEWS,
        CLICKS,
        UNIQUE_VIEWS,
        UNIQUE_CLICKS,
        distinct("members_with_view", Not("is_click"), "prev_member"),
        distinct("members_with_click", Is("is_click"), "prev_member"),
    ],
    of_items: Some(OfItems {
        item: "offer_id",
        items: "offers",
        counts: &[VIEWS, CLICKS, UNIQUE_VIEWS, UNIQUE_CLICKS],
    }),
};
const VIEWS: Count = all("views", One, Not("is_click"));
const CLICKS: Count = all("clicks", One, Is("is_click"));
const UNIQUE_VIEWS: Count = distinct("unique_views", Not("is_click"), "prev");
const UNIQUE_CLICKS: Count = distinct("unique_clicks", Is("is_click"), "prev");

pub(super) const TRANSACTIONS_AT_KEPT_DAYS: Profile = Profile {
    counts: &[
        all("redemptions", Of("redemptions"), Always),
        all("sales_cents", Cents("sales"), Always),
        all("savings_cents", Cents("savings"), Always),
        distinct("members", Always, "prev_member"),
    ],
    of_items: None,
};

pub(super) const MEMBERS_OF_INTERACTIONS: MemberSets = MemberSets {
    item: "offer_id",
    by: &["offer_id"],
    kinds: &[
        RowKind { rows: Not("is_click"), members: "members_with_view" },
        RowKind { rows: Is("is_click"), members: "members_with_click" },
    ],
};

pub(super) const MEMBERS_OF_TRANSACTIONS: MemberSets = MemberSets {
    item: "offer_id",
    by: &["offer_id", "partner_id"],
    kinds: &[RowKind { rows: Always, members: "members" }],
};

pub(super) const MEMBERS_OF_MESSAGES: MemberSets = MemberSets {
    item: "campaign_id",
    by: &["campaign_id"],
    kinds: &[
        RowKind { rows: Always, members: "recipients" },
        RowKind { rows: Is("delivered"), members: "reached" },
        RowKind { rows: Not("delivered"), members: "missed" },
        RowKind { rows: Is("opened"), members: "openers" },
        RowKind { rows: Is("clicked"), members: "clickers" },
        RowKind { rows: Is("registered"), members: "registrants" },
        RowKind { rows: Is("unsubscribed"), members: "leavers" },
    ],
};

pub(super) const MEMBERS_OF_LINK_CLICKS: MemberSets =
    MemberSets { item: "campaign_id", by: &["campaign_id"], kinds: &[RowKind { rows: Always, members: "clickers" }] };

pub(super) const MEMBERS_OF_ARTICLE_VIEWS: MemberSets =
    MemberSets { item: "article_id", by: &["article_id"], kinds: &[RowKind { rows: Always, members: "viewers" }] };

pub(super) const SUMS_OF_INTERACTIONS: RowSums = RowSums {
    table: "interaction_item_month",
    source: "interaction",
    each: Each::Month,
    rows: "derived.interaction",
    item: Some("offer_id"),
    counts: &[all("views", One, Not("is_click")), all("clicks", One, Is("is_click"))],
    monthly: &[
        ("unique_views", Aggregate::Count(All(&[Not("is_click"), BeforeMonth("prev")]))),
        ("unique_clicks", Aggregate::Count(All(&[Is("is_click"), BeforeMonth("prev")]))),
    ],
};

pub(super) const SUMS_OF_ARTICLE_VIEWS: RowSums = RowSums {
    table: "article_view_month",
    source: "article",
    each: Each::Month,
    rows: "derived.article_view",
    item: Some("article_id"),
    counts: &[all("views", One, Always)],
    monthly: &[],
};

pub(super) const SUMS_OF_CONTENT_ACTIONS: RowSums = RowSums {
    table: "content_action_day",
    source: "content_action",
    each: Each::Day,
    rows: "derived.content_action",
    item: None,
    counts: &[all("shares", One, Is("is_share")), all("prints", One, Not("is_share"))],
    monthly: &[],
};

pub(super) const SUMS_OF_MESSAGES: RowSums = RowSums {
    table: "message_day",
    source: "message",
    each: Each::Day,
    rows: "derived.message",
    item: Some("campaign_id"),
    counts: &[
        all("sent", One, Always),
        all("delivered", One, Is("delivered")),
        all("opened", One, Is("opened")),
        all("clicked", One, Is("clicked")),
        all("unsubscribed", One, Is("unsubscribed")),
        all("registered", One, Is("registered")),
    ],
    monthly: &[],
};

pub(super) const SUMS_OF_LINK_CLICKS: RowSums = RowSums {
    table: "link_click_day",
    source: "link_click",
    each: Each::Day,
    rows: "derived.link_click",
    item: Some("campaign_id"),
    counts: &[all("clicks", One, Always)],
    monthly: &[],
};

pub(super) const SUMS_OF_POLL_ANSWERS: RowSums = RowSums {
    table: "poll_answer_day",
    source: "poll_answer",
    each: Each::Day,
    rows: "derived.poll_answer",
    item: None,
    counts: &[all("answers", One, Always)],
    monthly: &[],
};

pub(super) const SUMS_OF_CSAT_RESPONSES: RowSums = RowSums {
    table: "csat_day",
    source: "csat",
    each: Each::Day,
    rows: "derived.csat",
    item: None,
    counts: &[all("responses", One, Always), all("satisfied", One, AtLeast("score", 4))],
    monthly: &[],
};

pub(super) const SUMS_OF_WEB_SESSIONS: RowSums = RowSums {
    table: "web_day",
    source: "web",
    each: Each::Day,
    rows: "(select *, (date - date '2000-01-01')::smallint as day, 0 as segment_id from feed.web_sessions)",
    item: None,
    counts: &[
        all("sessions", Of("sessions"), Always),
        all("pageviews", Of("pageviews"), Always),
        all("seconds", Of("duration_seconds"), Always),
        all("direct", Of("sessions"), EqualsInLowerCase("source", "direct")),
        all("organic_search", Of("sessions"), EqualsInLowerCase("source", "organic search")),
        all("email", Of("sessions"), EqualsInLowerCase("source", "email")),
        all("new_sessions", Of("sessions"), Equals("visitor_type", "NEW")),
        all("returning_sessions", Of("sessions"), Equals("visitor_type", "RETURNING")),
    ],
    monthly: &[],
};

pub(super) const SUMS_OF_SEARCHES: RowSums = RowSums {
    table: "search_day",
    source: "search",
    each: Each::Day,
    rows: "(select *, (date - date '2000-01-01')::smallint as day, 0 as segment_id from feed.site_searches)",
    item: None,
    counts: &[all("searches", Of("searches"), Always)],
    monthly: &[],
};

pub(super) const REGISTRATIONS: OfMembers = OfMembers {
    rows: "(select member_key, segment_id, first_day as day, source_id, 1 as members from derived.member where first_day > 0)",
    counts: &[all("registered", Of("members"), Always)],
};

pub(super) const ELIGIBLE_MEMBERS: OfMembers = OfMembers {
    rows: "(select member_key, segment_id, eligible_day as day, 1 as members from derived.member)",
    counts: &[all("eligible", Of("members"), Always)],
};

/// Read as days between logins (`sources/tenure.sql`).
pub(in crate::warehouse) const SUMS_OF_LOGINS: RowSums = RowSums {
    table: "login_day",
    source: "tenure",
    each: Each::Day,
    rows: "derived.session",
    item: None,
    counts: &[all("logins", One, Always), all("gap_days", Of("gap"), Always)],
    monthly: &[],
};

pub(super) const DAYS_BETWEEN_LOGINS: OfMembers =
    OfMembers { rows: "derived.session", counts: &[all("tenure_days", Of("gap"), Always)] };
