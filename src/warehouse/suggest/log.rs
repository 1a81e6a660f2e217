//! A log of events: a column says of each row what happened, and with it of which table the row is.

use std::collections::BTreeSet;

use super::events::{Event, event, event_column};
use super::guess::{Fill, Guess};
use super::profile::{Kind, SHOWN};
use super::source::Source;
use super::values::meaning;
use super::words::Spoken;

/// The rows of a log by their tables.
pub(super) struct Log {
    /// The column of the file that says what happened.
    pub(super) column: usize,
    pub(super) parts: Vec<Part>,
    /// Whether rows of the first part are events of messages, of which several are one row.
    pub(super) is_of_messages: bool,
}

/// The rows of one table.
pub(super) struct Part {
    pub(super) guess: Guess,
    /// What the column has in them.
    pub(super) values: BTreeSet<String>,
}

/// What the name of an event speaks of, and the table of such events; what stands first counts first.
const EVENTS: &[(&str, &str)] = &[
    ("LOGIN", "logins"),
    ("SHARE", "content_actions"),
    ("OFFER", "offer_interactions"),
    ("REDEEMED", "offer_interactions"),
    ("ARTICLE", "article_views"),
    ("ORDER", "partner_transactions"),
    ("SALES", "partner_transactions"),
    ("PAGEVIEW", "article_views"),
    ("PAGE", "article_views"),
];

/// The column without which a row of the table says nothing.
fn subject(table: &str) -> &'static str {
    match table {
        "offer_interactions" => "offer_id",
        "partner_transactions" => "sales",
        _ => "member_id",
    }
}

impl Log {
    /// What a file is a log of. None if its rows are of one table, unless it is logins among other events.
    pub(super) fn of(source: &Source) -> Option<Log> {
        Log::of_messages(source).or_else(|| Log::of_tables(source))
    }

    /// A log of what became of messages, several rows for each: those of the first part are to be put together.
    fn of_messages(source: &Source) -> Option<Log> {
        let columns = &source.detected.columns;
        let column = event_column(columns).filter(|_| source.detected.has_events)?;
        let guess = |name: &str| source.guesses.iter().find(|guess| guess.table.name == name);
        let of = |wanted: &[Event]| -> BTreeSet<String> {
            let is_it = |value: &&String| event(value).is_some_and(|event| wanted.contains(&event));
            columns[column].values.iter().filter(is_it).cloned().collect()
        };
        let messages = guess("email_messages")?;
        // The table that fits clicks best knows the time of an event.
        let clicks = guess("email_link_clicks").filter(|guess| guess.lacks().is_empty());
        let fill = |name: &str| messages.fill(name).or_else(|| clicks?.fill(name));
        let is_time = |at: &usize| matches!(columns[*at].kind, Kind::Time(_, true));
        let when = messages.fill("sent_at").filter(|fill| is_time(&fill.index));
        let other = (0..columns.len()).find(is_time).map(|index| Fill { index, score: 2.0, next: 0.0 });
        let when = when.or(other)?;
        let (campaign, member) = (fill("campaign_id")?, fill("member_id")?);
        if [campaign.index, member.index].contains(&column) || campaign.index == member.index {
            return None;
        }
        let none = ["outcome", "opened_at", "clicked_at", "unsubscribed_at", "registered_at"].map(|name| (name, None));
        let own = [("sent_at", Some(when)), ("campaign_id", Some(campaign)), ("member_id", Some(member))];
        let guess = messages.with(&none).with(&own);
        let mut parts = vec![Part { guess, values: of(&[Event::Sent, Event::Bounced]) }];
        let values = of(&[Event::Clicked]);
        if let Some(clicks) = clicks.filter(|_| !values.is_empty()) {
            parts.push(Part { guess: clicks.with(&own[1..]), values });
        }
        Some(Log { column, parts, is_of_messages: true })
    }

    /// A log of events of which each is a row of a table.
    fn of_tables(source: &Source) -> Option<Log> {
        let columns = source.detected.columns.iter().enumerate();
        let is_name = |spoken: &Spoken| ["EVENT", "TYPE"].iter().any(|thing| spoken.has(thing));
        let mut logs = columns.filter_map(|(column, contents)| {
            let is_list = contents.kind == Kind::Text
                && (2..SHOWN as u64).contains(&contents.distinct)
                && contents.distinct * 3 <= contents.filled
                && contents.filled == contents.rows;
            if !is_list || !is_name(&contents.spoken) {
                return None;
            }
            let mut parts: Vec<Part> = Vec::new();
            for value in &contents.values {
                let spoken = Spoken::of(value);
                let Some((_, table)) = EVENTS.iter().find(|(thing, _)| spoken.has(thing)) else { continue };
                // A login that failed is none.
                if *table == "logins" && meaning(&["FAILED"], value).is_some() {
                    continue;
                }
                match parts.iter_mut().find(|part| part.guess.table.name == *table) {
                    Some(part) => _ = part.values.insert(value.clone()),
                    None => {
                        let guess = source.guesses.iter().find(|guess| guess.table.name == *table)?;
                        let is_whole = guess.lacks().is_empty() && guess.fill(subject(table)).is_some();
                        if is_whole {
                            parts.push(Part { guess: guess.clone(), values: BTreeSet::from([value.clone()]) });
                        }
                    }
                }
            }
            parts.sort_by(|one, other| other.guess.score.total_cmp(&one.guess.score));
            let is_log = match parts.as_slice() {
                [] => false,
                [one] => one.guess.table.name == "logins" && one.values.len() < contents.values.len(),
                _ => true,
            };
            is_log.then_some(Log { column, parts, is_of_messages: false })
        });
        logs.next()
    }
}
