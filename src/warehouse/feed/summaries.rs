//! What is kept of the rows of feed tables besides the rows: profiles, sets of members and sums.

use super::table::{Count, Each, MemberSets, OfItems, Profile, RowKind, RowSums, Since};

/// Every one of these rows counts.
const fn sum(name: &'static str, amount: &'static str, rows: &'static str) -> Count {
    Count { name, amount, adds: Since { day: "day", rows }, takes: None }
}

/// The members, or pairs, with such a row in the window. `prev` is the day of the row before it of the same.
const fn distinct(name: &'static str, rows: &'static str, prev: &'static str) -> Count {
    at_least(name, rows, "day", prev)
}

/// The members whose K-th latest such row is in the window: its day before this row is `takes`, and from this row on `adds`.
const fn at_least(name: &'static str, rows: &'static str, adds: &'static str, takes: &'static str) -> Count {
    Count { name, amount: "1", adds: Since { day: adds, rows }, takes: Some(Since { day: takes, rows }) }
}

pub(super) const LOGINS_AT_KEPT_DAYS: Profile = Profile {
    source: "session",
    counts: &[
        sum("logins", "1", "true"),
        distinct("unique_members", "true", "prev1"),
        // Every login except the first ever is a return login, so the window has one unless its latest login is that
        // first.
        Count {
            name: "returned",
            amount: "1",
            adds: Since { day: "day", rows: "prev1 > 0" },
            takes: Some(Since { day: "prev1", rows: "prev2 > 0" }),
        },
        // The third latest login is in the window and is a return login itself.
        Count {
            name: "returned_more_than_twice",
            amount: "1",
            adds: Since { day: "prev2", rows: "prev3 > 0" },
            takes: Some(Since { day: "prev3", rows: "prev4 > 0" }),
        },
        at_least("at_least_4", "true", "prev3", "prev4"),
        at_least("at_least_8", "true", "prev7", "prev8"),
        at_least("at_least_11", "true", "prev10", "prev11"),
        at_least("active", "qualifying", "qprev1", "qprev2"),
        at_least("engaged", "qualifying", "qprev2", "qprev3"),
    ],
    of_items: None,
};

pub(super) const INTERACTIONS_AT_KEPT_DAYS: Profile = Profile {
    source: "interaction",
    counts: &[
        VIEWS,
        CLICKS,
        UNIQUE_VIEWS,
        UNIQUE_CLICKS,
        distinct("members_with_view", "not is_click", "prev_member"),
        distinct("members_with_click", "is_click", "prev_member"),
    ],
    of_items: Some(OfItems {
        item: "offer_id",
        items: "offers",
        counts: &[VIEWS, CLICKS, UNIQUE_VIEWS, UNIQUE_CLICKS],
    }),
};
const VIEWS: Count = sum("views", "1", "not is_click");
const CLICKS: Count = sum("clicks", "1", "is_click");
const UNIQUE_VIEWS: Count = distinct("unique_views", "not is_click", "prev");
const UNIQUE_CLICKS: Count = distinct("unique_clicks", "is_click", "prev");

pub(super) const TRANSACTIONS_AT_KEPT_DAYS: Profile = Profile {
    source: "partner",
    counts: &[
        sum("redemptions", "redemptions", "true"),
        sum("sales_cents", "(sales * 100)::bigint", "true"),
        sum("savings_cents", "(savings * 100)::bigint", "true"),
        distinct("members", "true", "prev_member"),
    ],
    of_items: None,
};

pub(super) const MEMBERS_OF_INTERACTIONS: MemberSets = MemberSets {
    source: "interaction",
    item: "offer_id",
    by: &["offer_id"],
    kinds: &[
        RowKind { rows: "not is_click", members: "members_with_view" },
        RowKind { rows: "is_click", members: "members_with_click" },
    ],
};

pub(super) const MEMBERS_OF_TRANSACTIONS: MemberSets = MemberSets {
    source: "partner",
    item: "offer_id",
    by: &["offer_id", "partner_id"],
    kinds: &[RowKind { rows: "true", members: "members" }],
};

pub(super) const SUMS_OF_INTERACTIONS: RowSums = RowSums {
    table: "interaction_item_month",
    source: "interaction",
    each: Each::Month,
    rows: "derived.interaction",
    item: Some("offer_id"),
    counts: &[("views", "count_if(not is_click)"), ("clicks", "count_if(is_click)")],
    once_a_month: &[
        ("unique_views", "count_if(not is_click and prev < day - day(date '2000-01-01' + day::integer) + 1)"),
        ("unique_clicks", "count_if(is_click and prev < day - day(date '2000-01-01' + day::integer) + 1)"),
    ],
};

pub(super) const SUMS_OF_ARTICLE_VIEWS: RowSums = RowSums {
    table: "article_view_month",
    source: "article",
    each: Each::Month,
    rows: "derived.article_view",
    item: Some("article_id"),
    counts: &[("views", "count(*)")],
    once_a_month: &[],
};

pub(super) const SUMS_OF_CONTENT_ACTIONS: RowSums = RowSums {
    table: "content_action_day",
    source: "content_action",
    each: Each::Day,
    rows: "derived.content_action",
    item: None,
    counts: &[("shares", "count_if(is_share)"), ("prints", "count_if(not is_share)")],
    once_a_month: &[],
};

pub(super) const SUMS_OF_MESSAGES: RowSums = RowSums {
    table: "message_day",
    source: "message",
    each: Each::Day,
    rows: "derived.message",
    item: Some("campaign_id"),
    counts: &[
        ("sent", "count(*)"),
        ("delivered", "count_if(delivered)"),
        ("opened", "count_if(opened)"),
        ("clicked", "count_if(clicked)"),
        ("unsubscribed", "count_if(unsubscribed)"),
        ("registered", "count_if(registered)"),
    ],
    once_a_month: &[],
};

pub(super) const SUMS_OF_WEB_SESSIONS: RowSums = RowSums {
    table: "web_day",
    source: "web",
    each: Each::Day,
    rows: "(select *, (date - date '2000-01-01')::smallint as day, 0 as segment_id from feed.web_sessions)",
    item: None,
    counts: &[
        ("sessions", "sum(sessions)"),
        ("pageviews", "sum(pageviews)"),
        ("seconds", "sum(duration_seconds)"),
        ("direct", "sum(case when lower(source) = 'direct' then sessions else 0 end)"),
        ("organic_search", "sum(case when lower(source) = 'organic search' then sessions else 0 end)"),
        ("email", "sum(case when lower(source) = 'email' then sessions else 0 end)"),
        ("new_sessions", "sum(case when visitor_type = 'NEW' then sessions else 0 end)"),
        ("returning_sessions", "sum(case when visitor_type = 'RETURNING' then sessions else 0 end)"),
    ],
    once_a_month: &[],
};

pub(super) const SUMS_OF_SEARCHES: RowSums = RowSums {
    table: "search_day",
    source: "search",
    each: Each::Day,
    rows: "(select *, (date - date '2000-01-01')::smallint as day, 0 as segment_id from feed.site_searches)",
    item: None,
    counts: &[("searches", "sum(searches)")],
    once_a_month: &[],
};
