//! Times figures against equivalent plain SQL.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bond::figures::calendar::Calendar;
use bond::figures::filter::{FilterParams, GroupsAsOf};
use bond::figures::period::{Grain, Window};
use bond::figures::score::BOND_1;
use bond::figures::{Engine, Levels, Metric, Selection, content, emails, members, offers, website};
use bond::i18n::language::Language;
use bond::scope::Scope;
use bond::screens::declared::monitor;
use bond::screens::{AnswerCache, Answers, Call, TRENDS};
use bond::warehouse::Warehouse;
use bond::warehouse::day::Day;
use time::macros::date;

use crate::screens::for_a_user;
use crate::{Outcome, YESTERDAY, median, milliseconds};

/// The login metrics, in the order of the plain statement's columns.
static LOGIN_METRICS: [&Metric; 9] = [
    &members::TOTAL_LOGINS,
    &members::UNIQUE_LOGINS,
    &members::UNIQUE_RETURN_LOGINS,
    &members::RETURN_LOGINS_OVER_2,
    &members::LOGINS_4_7,
    &members::LOGINS_8_10,
    &members::LOGINS_OVER_10,
    &members::ACTIVE_MEMBERS,
    &members::ENGAGED_MEMBERS,
];

/// How often each question is asked.
pub const RUNS: usize = 5;

/// A query for the metrics layer and the equivalent plain SQL, which DuckDB and ClickHouse both understand.
struct Question {
    what: &'static str,
    metrics: &'static [&'static Metric],
    /// The plain SQL: one row per window, in chronological order, with columns in the order of the metrics.
    plain: fn(&[Window]) -> String,
}

/// The login metrics are compared with a GROUP BY per member; the others with the loaded facts, counting distinct
/// members, offers and campaigns.
static QUESTIONS: &[Question] = &[
    Question { what: "all login metrics", metrics: &LOGIN_METRICS, plain: grouped_by_member },
    Question {
        what: "offer views and redeem clicks, total, unique and by member",
        metrics: &[
            &offers::TOTAL_VIEWS,
            &offers::TOTAL_CLICKS,
            &offers::UNIQUE_OFFER_VIEWS,
            &offers::UNIQUE_OFFER_CLICKS,
            &offers::MEMBER_UNIQUE_VIEWS,
            &offers::MEMBER_UNIQUE_CLICKS,
        ],
        plain: |windows| {
            by_month(
                windows,
                "feed.offer_interactions",
                "occurred_at",
                "count(*) filter (where kind = 'VIEW'), count(*) filter (where kind = 'REDEEM_CLICK'),
                 count(distinct (member_key, offer_id)) filter (where kind = 'VIEW'),
                 count(distinct (member_key, offer_id)) filter (where kind = 'REDEEM_CLICK'),
                 count(distinct member_key) filter (where kind = 'VIEW'),
                 count(distinct member_key) filter (where kind = 'REDEEM_CLICK')",
            )
        },
    },
    Question {
        what: "e-mail messages and campaigns",
        metrics: &[
            &emails::CAMPAIGNS,
            &emails::MESSAGES_SENT,
            &emails::MESSAGES_DELIVERED,
            &emails::UNIQUE_OPENS,
            &emails::UNIQUE_CLICKS,
            &emails::REGISTRATIONS,
            &emails::UNSUBSCRIBERS,
        ],
        plain: |windows| {
            by_month(
                windows,
                "feed.email_messages",
                "sent_at",
                "count(distinct campaign_id), count(*), count(*) filter (where outcome = 'DELIVERED'),
                 count(opened_at), count(clicked_at), count(registered_at), count(unsubscribed_at)",
            )
        },
    },
    Question {
        what: "website sessions and pageviews",
        metrics: &[&website::MEMBER_SESSIONS, &website::PAGE_VIEWS, &website::NEW_VISITORS],
        plain: |windows| {
            by_month(
                windows,
                "feed.web_sessions",
                "date",
                "sum(sessions)::bigint, sum(pageviews)::bigint,
                 (sum(sessions) filter (where visitor_type = 'NEW'))::bigint",
            )
        },
    },
    Question {
        what: "searches on the site",
        metrics: &[&website::SEARCHES],
        plain: |windows| by_month(windows, "feed.site_searches", "date", "sum(searches)::bigint"),
    },
    Question {
        what: "article views and articles",
        metrics: &[&content::ARTICLE_VIEWS, &content::ARTICLES_VIEWED],
        plain: |windows| by_month(windows, "feed.article_views", "viewed_at", "count(*), count(distinct article_id)"),
    },
    Question {
        what: "shares and prints",
        metrics: &[&content::SHARES, &content::PRINTS],
        plain: |windows| {
            by_month(
                windows,
                "feed.content_actions",
                "occurred_at",
                "count(*) filter (where action = 'SHARE'), count(*) filter (where action = 'PRINT')",
            )
        },
    },
];

/// A question about a span of time, with its times and the answer.
pub struct Compared {
    pub what: String,
    pub ours: Duration,
    pub plain: Duration,
    /// The plain SQL and its rows.
    pub sql: String,
    pub rows: Vec<Vec<i64>>,
}

/// Times each query over 12 months, and by month over 36 months.
pub async fn ratios(warehouse: &Arc<Warehouse>) -> Outcome<Vec<Compared>> {
    let year = Window { start: date!(2025 - 11 - 21), end: YESTERDAY };
    let three = Window { start: date!(2023 - 12 - 01), end: YESTERDAY };
    let months: Vec<Window> = three.buckets(Grain::Month).into_iter().map(|bucket| bucket.window).collect();
    let mut catalogues = Vec::new();
    for _ in 0..RUNS {
        let engine = Engine::new(Arc::clone(warehouse), 1 << 28, 90);
        let begun = Instant::now();
        for_a_user(engine.catalogue()).await?;
        catalogues.push(begun.elapsed());
    }
    println!("read once after each load, before any question: {}", milliseconds(median(catalogues)));
    let mut compared = Vec::new();
    for question in QUESTIONS {
        compared.push(compare(warehouse, question, &[year], "12 months").await?);
        compared.push(compare(warehouse, question, &months, &format!("{} monthly points", months.len())).await?);
    }
    Ok(compared)
}

async fn compare(warehouse: &Arc<Warehouse>, question: &Question, windows: &[Window], span: &str) -> Outcome<Compared> {
    let sql = (question.plain)(windows);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let (mut figures, mut plain): (Vec<Vec<i64>>, Vec<Vec<i64>>) = Default::default();
    for _ in 0..RUNS {
        // A new engine has nothing cached from the previous run.
        let engine = Engine::new(Arc::clone(warehouse), 1 << 28, 90);
        let catalogue = engine.catalogue().await?;
        let selection = Selection::default();
        let begun = Instant::now();
        let answer =
            for_a_user(engine.figures(&catalogue, question.metrics, windows, &selection, Levels::default())).await?;
        ours.push(begun.elapsed());
        let row = |period| {
            question
                .metrics
                .iter()
                .map(|metric| answer.figure(metric, 0, period).unsuppressed().rounded(0) as i64)
                .collect::<Vec<_>>()
        };
        figures = (0..windows.len()).map(row).collect();

        // Not for a user, whose queries are stopped after a while: on a slow machine this one takes longer.
        let begun = Instant::now();
        let rows = warehouse.query(warehouse.data_version(), sql.clone(), Vec::new()).await?;
        theirs.push(begun.elapsed());
        plain = (0..rows.len).map(|at| rows.columns.iter().map(|column| column.ints()[at]).collect()).collect();
    }
    if figures != plain {
        return Err(format!("{}: the answers differ\n{figures:?}\n{plain:?}", question.what).into());
    }
    let (what, ours, theirs) = (format!("{}, {span}", question.what), median(ours), median(theirs));
    println!(
        "{what}: {} against {}: {:.1} times faster, same answers",
        milliseconds(ours),
        milliseconds(theirs),
        theirs.as_secs_f64() / ours.as_secs_f64()
    );
    Ok(Compared { what, ours, plain: theirs, sql, rows: plain })
}

/// The range of the windows, and whether there are several.
fn span(windows: &[Window]) -> (Option<Window>, bool) {
    let whole = windows.first().zip(windows.last()).map(|(first, last)| Window { start: first.start, end: last.end });
    (whole, windows.len() > 1)
}

/// Sums over the loaded rows of a table, by month if there is more than one window.
fn by_month(windows: &[Window], table: &str, time: &str, sums: &str) -> String {
    let (Some(Window { start, end }), by_month) = span(windows) else { return String::new() };
    let month = format!("date_trunc('month', {time})");
    let grouped = if by_month { format!("group by {month} order by {month}") } else { String::new() };
    format!(
        "select {sums} from {table}
         where {time} >= date '{start}' and {time} < date '{end}' + 1 {grouped}"
    )
}

/// The login metrics in plain SQL: count each member's rows, then count the members.
fn grouped_by_member(windows: &[Window]) -> String {
    let (Some(Window { start, end }), by_month) = span(windows) else { return String::new() };
    let (first, last) = (Day::clamped(start).number(), Day::clamped(end).number());
    let [column, month, order] = if by_month {
        ["date_trunc('month', date '2000-01-01' + day::integer) as month,", ", month", "group by month order by month"]
    } else {
        [""; 3]
    };
    format!(
        "with per_member as (
           select {column} segment_id, member_key, count(*) as logins, max(is_first::integer) as new_logins,
                  sum(qualifying::integer) as qualified
           from derived.session where day between {first} and {last} group by segment_id, member_key{month}),
         by_segment as (
           select segment_id{month}, sum(logins) as total, count(*) as members,
                  sum((logins - new_logins >= 1)::integer) as returned,
                  sum((logins - new_logins > 2)::integer) as returned_more,
                  sum((logins between 4 and 7)::integer) as b4_7, sum((logins between 8 and 10)::integer) as b8_10,
                  sum((logins > 10)::integer) as b10, sum((qualified >= 2)::integer) as active,
                  sum((qualified >= 3)::integer) as engaged
           from per_member group by segment_id{month})
         select sum(total)::bigint, sum(members)::bigint, sum(returned)::bigint, sum(returned_more)::bigint,
                sum(b4_7)::bigint, sum(b8_10)::bigint, sum(b10)::bigint, sum(active)::bigint, sum(engaged)::bigint
         from by_segment {order}"
    )
}

/// Times everything the Program Monitor requests, cold and warm.
pub async fn monitor(warehouse: &Arc<Warehouse>) -> Outcome<()> {
    let filter: FilterParams = serde_json::from_str("{}")?;
    let trend = TRENDS.iter().find(|trend| trend.id == "U_LOGINS").ok_or("the trends of logins are declared")?;
    let mut cold = Vec::new();
    let mut warm: [Vec<Duration>; 4] = Default::default();
    let calls = [Call::Totals(monitor::DASHBOARD.pinned[0], None), Call::Indicators, Call::Score, Call::Trends(trend)];
    for _ in 0..RUNS {
        let (engine, kept) = (Engine::new(Arc::clone(warehouse), 1 << 28, 90), AnswerCache::new(1 << 26));
        let answers = Answers {
            engine: &engine,
            kept: &kept,
            today: YESTERDAY.next_day().ok_or("there is a tomorrow")?,
            calendar: Calendar::default(),
            groups_as_of: GroupsAsOf::Now,
            scope: &Scope::All,
            method: Arc::new(BOND_1.clone()),
            currency: "USD".to_owned(),
            language: Language::En,
        };
        engine.catalogue().await?;
        for round in 0..20 {
            let mut times = [Duration::ZERO; 4];
            for (time, call) in times.iter_mut().zip(calls) {
                let begun = Instant::now();
                answers.answer(call, &filter).await?;
                *time = begun.elapsed();
            }
            if round == 0 {
                cold.push(times.iter().sum());
            } else {
                for (all, time) in warm.iter_mut().zip(times) {
                    all.push(time);
                }
            }
        }
    }
    println!("info, indicators, score and one trend, cold: {}", milliseconds(median(cold)));
    for (name, times) in ["info", "indicators", "score", "trends"].iter().zip(warm) {
        let worst = times.iter().max().copied().unwrap_or_default();
        println!("{name}, warm: {} (worst {})", milliseconds(median(times)), milliseconds(worst));
    }
    Ok(())
}
