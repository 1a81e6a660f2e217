//! What speaks for each table and column of the feed: one table of things, weights and kinds.
//!
//! A list such as `ORDER+DATE=9 DATE=4 !PERSON` weighs a name that speaks of an order and of a date with 9, one that only
//! speaks of a date with 4, and excludes one that speaks of a person.

/// What a column is to its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Without it, the rows are not of this table.
    Key,
    /// It belongs to the table; a constant can stand for it.
    Usual,
    /// It is often missing.
    Extra,
}

use Role::{Extra, Key, Usual};

/// What speaks for a column.
pub(super) struct Hint {
    pub(super) column: &'static str,
    pub(super) role: Role,
    pub(super) names: &'static str,
}

/// What speaks for a table.
pub(super) struct Evidence {
    pub(super) table: &'static str,
    /// Things in the name of the file or the sheet.
    pub(super) file: &'static str,
    /// Things in the names of columns, whether or not they fill one; each counts once. Negative ones speak against it.
    pub(super) signs: &'static str,
    /// One of these must be in the name of the file or of a column.
    pub(super) needs: &'static str,
    pub(super) columns: &'static [Hint],
}

const fn hint(column: &'static str, role: Role, names: &'static str) -> Hint {
    Hint { column, role, names }
}

const MEMBER: Hint = hint(
    "member_id",
    Key,
    "PERSON+ID=11 EXTERNAL+ID=11 EXTERNAL+PERSON+ID=12 TIER+ID=7 EMAIL+HASH=9 EMAIL=9 PERSON+EMAIL=10 PERSON=8 EMAIL+ADDRESS=10 PARTY+ID=8 PARTY=5 HASH=4 ID=1 \
     !TYPE !NAME !CREATED !TIER+TYPE !RESPONSE+ID \
     !RATING !CAMPAIGN !ORDER+STATUS !PERSONAL !SUBJECT !STATUS+TYPE !PRODUCT !EVENT !SOURCE !DATE !OFFER !AMOUNT !SALES \
     !QUANTITY !BOUNCE !CATEGORY",
);

/// The evidence for each table of the feed.
pub(super) const EVIDENCE: &[Evidence] = &[
    Evidence {
        table: "user_groups",
        file: "TIER=6 AUDIENCE=6 GROUP=6 LOB=6",
        signs: "PERSON=-4 DATE=-4 TIME=-4 AMOUNT=-4",
        needs: "TIER AUDIENCE GROUP LOB",
        columns: &[
            hint("id", Key, "TIER+ID=10 AUDIENCE+ID=10 GROUP+ID=10 LOB+ID=10 ID=4"),
            hint("type", Key, "GROUP+TYPE=9 TYPE=6"),
            hint(
                "name",
                Key,
                "TIER+NAME=10 AUDIENCE+NAME=10 GROUP+NAME=10 LOB+NAME=10 NAME=6 TIER=5 AUDIENCE=5 GROUP=5",
            ),
            hint("position", Extra, "TIER+POSITION=9 GROUP+POSITION=9 POSITION=7 !ID !NAME !TYPE"),
        ],
    },
    Evidence {
        table: "members",
        file: "PERSON=6 PARTY=4 TIER=2 AUDIENCE=2",
        signs: "PERSONAL=4 CREATED=2 TIER=2 QUANTITY=-1 PRODUCT=-3 SENT=-2 OPEN=-2 CLICK=-2 SESSION=-2 LOGIN=-2 CAMPAIGN=-2 \
                ORDER+DATE=-3 OFFER=-2 EVENT=-2",
        needs: "",
        columns: &[
            MEMBER,
            hint(
                "tier_id",
                Usual,
                "PERSON+TIER=10 PERSON+RATING=9 TIER+NAME=9 TIER=8 PLAN=6 PERSON+TYPE=4 PERSON+CATEGORY=4 CATEGORY=4 STATUS=3 !DATE !TIME !YEAR \
                 !PERSON+ID !EMAIL !AMOUNT !POINTS !PERSONAL !CREATED",
            ),
            hint("lob_id", Usual, "LOB=9 LOB+NAME=10 LOB+ID=10 PRODUCT+LINE=8 !DATE !TIME !PERSON+ID !PERSONAL"),
            hint("audience_ids", Usual, "AUDIENCE=9 AUDIENCE+ID=10 AUDIENCE+NAME=10 GROUP=6 !DATE !TIME !PERSON+ID"),
            hint(
                "eligible_on",
                Usual,
                "CREATED+DATE=10 CREATED+TIME=10 CREATED=8 PERSON+CREATED=10 PERSON+START=6 START+DATE=6 PERSON+DATE=4 \
                 TIER+START+DATE=9 TIER+START=7 TIER+DATE=4 \
                 FIRST+ORDER+DATE=3 START=4 DATE=2 TIME=2 !LAST !END !PERSONAL !UNSUBSCRIBED !OPEN !CLICK !SOURCE !TYPE",
            ),
            hint("source", Extra, "CREATED+SOURCE=10 SOURCE=8 PERSON+SOURCE=9 CREATED+TYPE=6 !DATE !TIME !PERSON+ID"),
        ],
    },
    Evidence {
        table: "memberships",
        file: "TIER=4 GROUP=4 AUDIENCE=4 LOB=4",
        signs: "START=6 END=4 AMOUNT=-4 PERSONAL=-4 CREATED=-2",
        needs: "TIER GROUP AUDIENCE LOB",
        columns: &[
            MEMBER,
            hint("type", Key, "GROUP+TYPE=9 TIER+TYPE=8 TYPE=6"),
            hint(
                "id",
                Key,
                "GROUP+ID=10 TIER+ID=10 AUDIENCE+ID=10 LOB+ID=10 GROUP=6 TIER=6 ID=5 !PERSON !TYPE !BEFORE !START",
            ),
            hint("from", Key, "START+DATE=10 START=9 !END"),
            hint("until", Extra, "END+DATE=10 END=9 !START"),
        ],
    },
    Evidence {
        table: "partners",
        file: "PARTNER=7",
        signs: "PERSON=-5 DATE=-3 TIME=-3 AMOUNT=-4 SALES=-4 ORDER=-4 PRODUCT=-3 OFFER=-4 STOCK=-8",
        needs: "PARTNER",
        columns: &[
            hint("id", Key, "PARTNER+ID=11 PARTNER=6 ID=4 !NAME !TYPE !CATEGORY"),
            hint("name", Key, "PARTNER+NAME=11 NAME=7 PARTNER=6 TITLE=4 DESCRIPTION=3 PERSONAL=1 !ID !TYPE"),
        ],
    },
    Evidence {
        table: "offer_categories",
        file: "CATEGORY=7",
        signs: "PERSON=-5 DATE=-3 TIME=-3 AMOUNT=-4 SALES=-4 ORDER=-4 PRODUCT+ID=-4 OFFER+ID=-4 PRICE=-4 STOCK=-8",
        needs: "CATEGORY",
        columns: &[
            hint("id", Key, "CATEGORY+ID=11 CATEGORY=6 ID=4 PRODUCT+CATEGORY=6"),
            hint("name", Key, "CATEGORY+NAME=11 NAME=7 CATEGORY=6 TITLE=4 DESCRIPTION=4 !ID"),
        ],
    },
    Evidence {
        table: "offers",
        file: "OFFER=7 PRODUCT=6",
        signs: "PERSON=-6 DURATION=1 PRICE=1 ORDER+DATE=-4 QUANTITY=-2 OPEN=-3 CLICK=-3 CATEGORY=1 DESCRIPTION=1 TYPE=1 \
                STOCK=-8",
        needs: "OFFER PRODUCT",
        columns: &[
            hint(
                "id",
                Key,
                "OFFER+ID=11 PRODUCT+ID=10 OFFER=5 PRODUCT=5 ID=5 !PARTNER+ID !CATEGORY !NAME !TYPE !PRICE",
            ),
            hint(
                "name",
                Usual,
                "OFFER+NAME=11 PRODUCT+NAME=10 OFFER+TITLE=10 PRODUCT+TITLE=9 NAME=7 TITLE=7 PRODUCT+DESCRIPTION=7 \
                 DESCRIPTION=5 OFFER+TYPE=4 TYPE=2 OFFER=3 PRODUCT=3 !ID !PARTNER !CATEGORY !DATE",
            ),
            hint("partner_id", Usual, "PARTNER+ID=10 PARTNER=9 PARTNER+NAME=9 !PRICE"),
            hint("category_id", Usual, "CATEGORY+ID=10 CATEGORY=9 CATEGORY+NAME=9 OFFER+TYPE=6 PRODUCT+TYPE=6 TYPE=4"),
            hint("active_from", Usual, "START+DATE=10 START=8 CREATED=5 PUBLISHED=5 DATE=3 !END"),
            hint("active_to", Extra, "END+DATE=10 END=8 !START"),
        ],
    },
    Evidence {
        table: "campaign_types",
        file: "CAMPAIGN+TYPE=7",
        signs: "PERSON=-6 DATE=-3 SUBJECT=-6 SENT=-6 START=-5",
        needs: "CAMPAIGN+TYPE",
        columns: &[
            hint("id", Key, "CAMPAIGN+TYPE+ID=11 TYPE+ID=8 ID=4"),
            hint("name", Key, "CAMPAIGN+TYPE+NAME=11 TYPE+NAME=8 NAME=7 TYPE=5 !ID"),
        ],
    },
    Evidence {
        table: "campaigns",
        file: "CAMPAIGN=7",
        signs: "PERSON+ID=-6 EMAIL+ADDRESS=-4 SUBJECT=4 SENT=1 PREVIEW=2 SESSION=-4 DEVICE=-4 OFFER+ID=-3",
        needs: "CAMPAIGN SUBJECT",
        columns: &[
            hint(
                "id",
                Key,
                "CAMPAIGN+ID=11 ID=5 CAMPAIGN=5 MESSAGE+ID=6 CAMPAIGN+NAME=3 !TYPE !PERSON !AUDIENCE !SUBJECT !PARTNER",
            ),
            hint(
                "name",
                Usual,
                "CAMPAIGN+NAME=11 CAMPAIGN+TITLE=10 EMAIL+NAME=9 NAME=7 TITLE=7 CAMPAIGN=6 DESCRIPTION=3 !ID !TYPE !PERSON !START",
            ),
            hint("campaign_type_id", Usual, "CAMPAIGN+TYPE=10 TYPE=7 CATEGORY=4 DESCRIPTION=1 !ID+PERSON !CONTENT"),
            hint("subject", Usual, "SUBJECT+LINE=11 SUBJECT=11 CAMPAIGN+SUBJECT=11"),
            hint("ssl", Extra, "PREVIEW+DESCRIPTION=9 PREVIEW=6 SUBJECT+POSITION=4 !LINK"),
            hint("preview_url", Usual, "PREVIEW+LINK=11 LINK=8 PREVIEW=8"),
            hint(
                "sent_at",
                Usual,
                "SENT+TIME=11 SENT+DATE=11 SENT=10 START+DATE=6 START=5 TIME=3 DATE=3 !CREATED !END",
            ),
        ],
    },
    Evidence {
        table: "articles",
        file: "ARTICLE=7 PAGE=3",
        signs: "PERSON+ID=-6 PUBLISHED=3 SALES=-5 PRICE=-5 AMOUNT=-4 QUANTITY=-5 ORDER=-4 SUBJECT=-4",
        needs: "ARTICLE",
        columns: &[
            hint("id", Key, "ARTICLE+ID=11 ID=5 ARTICLE=4 !PERSON !TITLE !CATEGORY"),
            hint("title", Key, "ARTICLE+TITLE=11 TITLE=10 NAME=6 ARTICLE+NAME=9 DESCRIPTION=3 !ID"),
            hint("category", Usual, "CATEGORY=9 TYPE=4 AUDIENCE=3"),
            hint("published_on", Usual, "PUBLISHED+DATE=11 PUBLISHED=10 CREATED=6 DATE=4 TIME=3"),
        ],
    },
    Evidence {
        table: "polls",
        file: "POLL=6 QUESTION=6",
        signs: "PERSON+ID=-6 OPTION=-3 RESPONSE=-3 QUESTION=3",
        needs: "POLL QUESTION",
        columns: &[
            hint("id", Key, "POLL+ID=11 QUESTION+ID=10 ID=5 !OPTION !PERSON"),
            hint(
                "question",
                Key,
                "QUESTION+DESCRIPTION=11 QUESTION=10 POLL+TITLE=9 POLL+QUESTION=11 TITLE=6 DESCRIPTION=4 NAME=3 !ID",
            ),
            hint("opened_on", Usual, "START+DATE=10 START=8 OPEN=8 CREATED=7 PUBLISHED=6 DATE=4 !END"),
            hint("closed_on", Extra, "END+DATE=10 END=8"),
        ],
    },
    Evidence {
        table: "poll_options",
        file: "OPTION=7",
        signs: "PERSON+ID=-6 DATE=-3 TIME=-3",
        needs: "OPTION",
        columns: &[
            hint("poll_id", Key, "POLL+ID=11 QUESTION+ID=9 POLL=8 QUESTION=4 !OPTION"),
            hint("option_index", Key, "OPTION+ID=10 OPTION+POSITION=11 POSITION=8 OPTION=3 ID=2 !DESCRIPTION !POLL"),
            hint(
                "text",
                Key,
                "OPTION+DESCRIPTION=11 OPTION=7 DESCRIPTION=7 NAME=6 OPTION+NAME=10 TITLE=5 !ID !POSITION",
            ),
        ],
    },
    Evidence {
        table: "logins",
        file: "LOGIN=7 SESSION=4",
        signs: "LOGIN=5 LOGIN+STATUS=1 IP=2 SESSION=1 DEVICE=1 AMOUNT=-4 SALES=-5 QUANTITY=-4 PERSONAL=-3 OFFER=-4 PRODUCT=-4 CAMPAIGN=-4 \
                CLICK=-3 RATING=-4 ARTICLE=-4 ORDER=-4 EVENT=-2 SUBJECT=-4 PAGEVIEW=-2",
        needs: "LOGIN SESSION",
        columns: &[
            MEMBER,
            hint(
                "logged_in_at",
                Key,
                "LOGIN+TIME=11 LOGIN+DATE=11 LOGIN=9 SESSION+START=9 SESSION+TIME=8 START+TIME=7 TIME=5 DATE=4 \
                 EVENT+TIME=5 !END !CREATED+DATE !PERSONAL",
            ),
        ],
    },
    Evidence {
        table: "offer_interactions",
        file: "OFFER=5 EVENT=4 CLICK=3 REDEEMED=6",
        signs: "OFFER=3 EVENT=2 REDEEMED=3 AMOUNT=-3 SALES=-4 QUANTITY=-3 RATING=-2 SENT=-3 CAMPAIGN=-1 EMAIL=-1 DISCOUNT=-1 \
                PERSONAL=-3 PUBLISHED=-3 LINK=-2",
        needs: "OFFER EVENT REDEEMED PRODUCT",
        columns: &[
            MEMBER,
            hint(
                "offer_id",
                Usual,
                "OFFER+ID=11 OFFER=9 OFFER+NAME=9 PRODUCT+ID=7 PRODUCT=6 PRODUCT+NAME=6 OFFER+TITLE=8 !PERSON !DATE !TIME !EVENT+TYPE",
            ),
            hint(
                "occurred_at",
                Key,
                "EVENT+TIME=11 EVENT+DATE=10 REDEEMED+DATE=10 REDEEMED+TIME=10 CLICK+TIME=8 TIME=7 DATE=6 REDEEMED=4 CREATED=4 \
                 OFFER+DATE=5 !END !START+DATE",
            ),
            hint("kind", Usual, "EVENT+TYPE=11 EVENT=9 TYPE=6 STATUS=5 EVENT+NAME=11 !PERSON !DATE !TIME !OFFER+TYPE"),
        ],
    },
    Evidence {
        table: "partner_transactions",
        file: "ORDER=6 SALES=6 REDEEMED=3",
        signs: "ORDER=3 SALES=2 QUANTITY=2 PRICE=2 DISCOUNT=1 TAX=2 PARTNER=1 PRODUCT=2 AMOUNT=1 POINTS=1 RATING=-4 PERSONAL=-1 \
                SENT=-4 OPEN=-4 CLICK=-4 SESSION=-3 SUBJECT=-4",
        needs: "",
        columns: &[
            MEMBER,
            hint(
                "offer_id",
                Usual,
                "OFFER+ID=10 OFFER=9 PRODUCT+ID=8 PRODUCT+NAME=8 PRODUCT=7 LINE+NAME=9 LINE+PRODUCT=8 DESCRIPTION=3 PRODUCT+DESCRIPTION=6 \
                 OFFER+NAME=9 !PERSON !DATE !TIME !AMOUNT !PRICE !QUANTITY !TAX !TYPE !CATEGORY !DISCOUNT+AMOUNT !STATUS",
            ),
            hint(
                "transacted_on",
                Key,
                "ORDER+DATE=11 ORDER+TIME=11 ORDER+CREATED=10 SALES+DATE=9 DATE=7 TIME=6 ORDER=4 CREATED=6 CREATED+DATE=7 \
                 REDEEMED+DATE=7 !END !PERSONAL !SENT !PERSON+CREATED",
            ),
            hint(
                "redemptions",
                Usual,
                "QUANTITY=10 PRODUCT+QUANTITY=10 LINE+QUANTITY=10 ORDER+QUANTITY=10 REDEEMED+QUANTITY=10 OFFER+QUANTITY=9 POINTS+REDEEMED=7 REDEEMED=5 !PRICE !AMOUNT \
                 !PERSON+ID !ID+ORDER !DATE !DISCOUNT",
            ),
            hint(
                "sales",
                Key,
                "SALES+AMOUNT=11 ORDER+AMOUNT=11 SALES=10 AMOUNT=9 LINE+AMOUNT=9 ORDER+SALES=10 SALES+PRICE=9 LINE+PRICE=7 PRICE=6 PRICE+QUANTITY=6 \
                 PRODUCT+PRICE=6 LINE+SALES=9 !DISCOUNT !TAX !POINTS !ID !AVERAGE !STATUS !PERSON",
            ),
            hint(
                "savings",
                Extra,
                "DISCOUNT+AMOUNT=11 DISCOUNT=10 LINE+DISCOUNT=10 PRODUCT+DISCOUNT=10 OFFER+AMOUNT=7 OFFER+DISCOUNT=7 !TAX !ID !CATEGORY !TYPE !AVERAGE",
            ),
        ],
    },
    Evidence {
        table: "email_messages",
        file: "MESSAGE=5 SENT=5 CAMPAIGN=4 PERSON=1 EMAIL=3 OPEN=2 BOUNCE=3",
        signs: "OPEN=3 CLICK=2 BOUNCE=3 UNSUBSCRIBED=2 SENT=3 CAMPAIGN=3 SUBJECT=1 AMOUNT=-4 SALES=-5 SESSION=-4 PAGEVIEW=-4 \
                PRODUCT=-4 RATING=-3 LINK=-1 TIER=-3 PERSONAL=-1",
        needs: "CAMPAIGN SENT MESSAGE BOUNCE OPEN SUBJECT",
        columns: &[
            hint(
                "campaign_id",
                Usual,
                "CAMPAIGN+ID=11 CAMPAIGN=10 CAMPAIGN+NAME=10 CAMPAIGN+TITLE=10 SUBJECT=5 MESSAGE+ID=4 MESSAGE=5 EMAIL+NAME=8 \
                 !PERSON !DATE !TIME !LINK !TYPE",
            ),
            MEMBER,
            hint(
                "sent_at",
                Key,
                "SENT+TIME=11 SENT+DATE=11 SENT=9 MESSAGE+TIME=7 EVENT+TIME=6 EVENT+DATE=6 TIME=5 DATE=4 CREATED=3 !OPEN !CLICK \
                 !UNSUBSCRIBED !BOUNCE !REGISTERED",
            ),
            hint(
                "outcome",
                Usual,
                "SENT+STATUS=10 MESSAGE+STATUS=10 STATUS=8 BOUNCE=7 BOUNCE+TYPE=5 EVENT=6 EVENT+TYPE=7 !DATE !TIME",
            ),
            hint("opened_at", Extra, "FIRST+OPEN=11 OPEN+TIME=10 OPEN+DATE=10 OPEN=9 !LAST !CLICK"),
            hint("clicked_at", Extra, "FIRST+CLICK=11 CLICK+TIME=10 CLICK+DATE=10 CLICK=9 !LAST !OPEN !LINK"),
            hint("unsubscribed_at", Extra, "UNSUBSCRIBED+TIME=11 UNSUBSCRIBED+DATE=11 UNSUBSCRIBED=10"),
            hint("registered_at", Extra, "REGISTERED+TIME=9 REGISTERED+DATE=9 REGISTERED=8"),
        ],
    },
    Evidence {
        table: "email_link_clicks",
        file: "CLICK=6 LINK=5 EMAIL=1",
        signs: "LINK=3 CLICK=3 CAMPAIGN=1 AMOUNT=-4 SALES=-4 SESSION=-3 SENT=-2 OPEN=-1 BOUNCE=-3",
        needs: "LINK CLICK",
        columns: &[
            hint(
                "campaign_id",
                Usual,
                "CAMPAIGN+ID=11 CAMPAIGN=10 CAMPAIGN+NAME=10 SUBJECT=5 EMAIL+NAME=8 MESSAGE=5 !PERSON !DATE !TIME !LINK",
            ),
            MEMBER,
            hint("link", Key, "LINK=10 CLICK+LINK=11 LINK+NAME=8 !TIME !DATE"),
            hint(
                "clicked_at",
                Key,
                "CLICK+TIME=11 CLICK+DATE=11 CLICK=7 EVENT+TIME=7 EVENT+DATE=7 TIME=7 DATE=6 !LINK !SENT !OPEN",
            ),
        ],
    },
    Evidence {
        table: "email_schedule",
        file: "PLAN=8",
        signs: "PERSON+ID=-5 PLAN=3 EMAIL=1 AMOUNT=-4",
        needs: "PLAN",
        columns: &[
            hint("date", Key, "PLAN+DATE=11 SENT+DATE=10 DATE=8 SENT=6 TIME=4 PLAN=5"),
            hint("audience", Key, "AUDIENCE=10 PERSON+GROUP=8 GROUP=6 PERSON=3"),
            hint("enrollment_status", Usual, "CREATED+STATUS=10 REGISTERED+STATUS=10 STATUS=8 REGISTERED=6"),
            hint("notes", Extra, "NOTES=10 DESCRIPTION=6 SUBJECT=4"),
        ],
    },
    Evidence {
        table: "web_sessions",
        file: "SESSION=6 SOURCE=5 VISITOR=4 PAGEVIEW=3",
        signs: "SESSION=3 DEVICE=3 BROWSER=3 OS=2 SCREEN=2 VISITOR=2 PAGEVIEW=3 DURATION=1 SOURCE=2 PERSON+ID=-10 EMAIL=-6 \
                AMOUNT=-1 SUBJECT=-4 LOGIN=-5",
        needs: "SESSION PAGEVIEW VISITOR",
        columns: &[
            hint("date", Key, "DATE=10 SESSION+DATE=10 TIME=5 !CREATED"),
            hint("source", Usual, "SESSION+SOURCE=11 SOURCE=10 !LINK !PERSON"),
            hint("device_category", Usual, "DEVICE+CATEGORY=11 DEVICE=10 DEVICE+TYPE=11"),
            hint("browser", Usual, "BROWSER=11"),
            hint("operating_system", Usual, "OS=11"),
            hint("screen_resolution", Usual, "SCREEN=11"),
            hint("visitor_type", Usual, "RETURNING=10 VISITOR+TYPE=11 VISITOR=4"),
            hint("sessions", Key, "SESSION=11 !DURATION !SOURCE !AVERAGE !PAGEVIEW !ID !VISITOR !DATE !DEVICE !START"),
            hint("pageviews", Usual, "PAGEVIEW=11 PAGE+PAGEVIEW=11 PAGEVIEW+SCREEN=9 PAGE=4 !AVERAGE !SESSION"),
            hint("duration_seconds", Usual, "DURATION=10 SESSION+DURATION=11 DURATION+TIME=10 !AVERAGE !LINK"),
        ],
    },
    Evidence {
        table: "site_searches",
        file: "SEARCH=11",
        signs: "SEARCH=3 PERSON+ID=-6 EMAIL=-6 AMOUNT=-2 SALES=-4 SESSION=-1 DEVICE=-2",
        needs: "SEARCH",
        columns: &[
            hint("date", Key, "DATE=10 SEARCH+DATE=11 TIME=5"),
            hint("query", Key, "SEARCH+NAME=10 SEARCH=9 NAME=2 !QUANTITY !DATE !PAGE"),
            hint(
                "searches",
                Key,
                "SEARCH+QUANTITY=11 SEARCH+AMOUNT=11 SEARCH=8 QUANTITY=8 AMOUNT=6 EVENT+QUANTITY=7 EVENT=4 !AVERAGE !LAST",
            ),
        ],
    },
    Evidence {
        table: "article_views",
        file: "ARTICLE=6 READ=4 PAGEVIEW=4",
        signs: "ARTICLE=3 READ=2 AMOUNT=-4 SALES=-5 QUANTITY=-5 PRICE=-5 ORDER=-5 OFFER=-4 PUBLISHED=-4 RATING=-3",
        needs: "ARTICLE",
        columns: &[
            MEMBER,
            hint(
                "article_id",
                Key,
                "ARTICLE+ID=11 ARTICLE=9 ARTICLE+TITLE=10 TITLE=5 PAGE+TITLE=5 PAGE=4 !PERSON !DATE !TIME",
            ),
            hint(
                "viewed_at",
                Key,
                "READ+TIME=11 READ+DATE=11 READ=8 TIME=7 DATE=6 EVENT+TIME=7 PAGEVIEW+TIME=9 !PUBLISHED !CREATED",
            ),
        ],
    },
    Evidence {
        table: "content_actions",
        file: "SHARE=6 EVENT=2 ARTICLE=2",
        signs: "SHARE=5 PAGE=1 AMOUNT=-4 SALES=-5 OFFER=-4 SENT=-4 QUANTITY=-4 CAMPAIGN=-3",
        needs: "SHARE EVENT",
        columns: &[
            MEMBER,
            hint("occurred_at", Key, "EVENT+TIME=11 EVENT+DATE=11 SHARE+TIME=10 TIME=7 DATE=6 !END"),
            hint("action", Key, "EVENT+TYPE=10 EVENT=9 TYPE=4 SHARE=6 EVENT+NAME=10 !DATE !TIME"),
            hint("type", Usual, "ARTICLE+TYPE=9 TYPE=7 CATEGORY=6 OBJECT=5 !EVENT"),
            hint("page", Usual, "PAGE=9 LINK=9 PAGE+LINK=10 PAGE+TITLE=9 TITLE=5 ARTICLE=5"),
        ],
    },
    Evidence {
        table: "poll_answers",
        file: "POLL=5 OPTION=4 RESPONSE=4",
        signs: "POLL=3 OPTION=3 QUESTION=1 AMOUNT=-4 SALES=-5 PRODUCT=-3",
        needs: "POLL OPTION",
        columns: &[
            hint("poll_id", Usual, "POLL+ID=11 POLL=8 QUESTION+ID=9 QUESTION=5 POLL+QUESTION=8 !OPTION !PERSON !DATE"),
            hint(
                "option_index",
                Key,
                "OPTION+ID=10 OPTION+POSITION=11 OPTION=9 RESPONSE=2 !PERSON !DATE !TIME !RATING",
            ),
            MEMBER,
            hint(
                "answered_at",
                Key,
                "RESPONSE+TIME=11 RESPONSE+DATE=11 OPTION+TIME=8 OPTION+DATE=8 RESPONSE=6 TIME=7 DATE=6 CREATED=5",
            ),
        ],
    },
    Evidence {
        table: "csat_responses",
        file: "RATING=6 POLL=5 RESPONSE=5",
        signs: "RATING=3 RESPONSE=2 QUESTION=1 POLL=2 NOTES=1 SALES=-4 QUANTITY=-4 PERSONAL=-1 SENT=-3 OPEN=-3 PUBLISHED=-3",
        needs: "RATING",
        columns: &[
            hint(
                "member_id",
                Key,
                "PERSON+ID=11 EXTERNAL+ID=11 EXTERNAL+PERSON+ID=12 EMAIL=9 PERSON+EMAIL=10 PERSON=8 EMAIL+ADDRESS=10 PARTY+ID=8 PARTY=5 ORDER+ID=3 HASH=4 ID=1 \
                 !RESPONSE+ID !TYPE !NAME \
                 !CREATED !RATING !PERSONAL !DATE !PRODUCT !NOTES !POLL",
            ),
            hint(
                "responded_at",
                Key,
                "RESPONSE+TIME=11 RESPONSE+DATE=11 RATING+TIME=10 RATING+DATE=10 RESPONSE=7 RATING+RESPONSE+TIME=12 CREATED+DATE=6 \
                 TIME=6 DATE=6 CREATED=5 POLL+DATE=8 !START !SENT !PERSONAL",
            ),
            hint("score", Key, "RATING=11 RATING+AMOUNT=11 !PERSON+RATING !TIME !DATE !NOTES !ID !TITLE !CREATED"),
        ],
    },
    Evidence {
        table: "fa_activity",
        file: "ACTIVITY=6 LEVEL=4",
        signs: "ACTIVITY=3 PERSON+ID=-8 EMAIL=-8 AMOUNT=-3 SALES=-4",
        needs: "ACTIVITY",
        columns: &[hint("month", Key, "MONTH=11 DATE=6"), hint("level", Key, "ACTIVITY+LEVEL=11 LEVEL=8 ACTIVITY=8")],
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::warehouse::feed;

    /// Columns and hints are read side by side, so that one without the other would shift all that follow.
    #[test]
    fn each_column_of_a_table_has_one_hint() {
        for evidence in EVIDENCE {
            let table = feed::table(evidence.table).unwrap_or_else(|| panic!("{} is no table", evidence.table));
            let columns: BTreeSet<&str> = table.columns.iter().map(|column| column.name).collect();
            let hinted: BTreeSet<&str> = evidence.columns.iter().map(|hint| hint.column).collect();
            assert_eq!((hinted, evidence.columns.len()), (columns, table.columns.len()), "{}", evidence.table);
        }
    }
}
