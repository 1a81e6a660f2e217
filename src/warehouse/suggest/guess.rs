//! Which table a file fills, and which of its columns fill those of the table.

use super::detect::{Contents, Detected, Kind};
use crate::warehouse::feed::{Column, TABLES, Table, Type};

/// What a file may be.
pub(super) struct Guess {
    pub(super) table: &'static Table,
    /// For each column of the table, the index of the column of the file that fills it.
    pub(super) fills: Vec<Option<usize>>,
}

/// Words for the columns and tables of the feed, in the languages of many exports.
const WORDS: &[(&str, &str)] = &[
    ("member_id", "member customer user client contact email mail recipient subscriber kunde kundennr mitglied"),
    ("email_messages", "recipients campaign messages sends mailing newsletter"),
    ("email_link_clicks", "click clicks link links"),
    ("members", "subscriber subscribers customers kunden mitglieder users contacts"),
    ("partner_transactions", "ledger transactions bookings purchases sales buchungen umsatz orders points"),
    ("web_sessions", "traffic analytics sessions visits acquisition"),
    ("site_searches", "search searches recherche recherches suche"),
    ("logins", "login logins signin signins session"),
    ("offer_interactions", "offer offers interactions events"),
    ("campaign_id", "campaign campaigns kampagne mailing newsletter"),
    ("offer_id", "offer angebot deal coupon promotion"),
    ("article_id", "article artikel page content"),
    ("poll_id", "poll survey umfrage"),
    ("partner_id", "partner merchant brand"),
    ("category_id", "category kategorie"),
    ("tier_id", "tier level status stufe rating"),
    ("lob_id", "line business lob product sparte"),
    ("audience_ids", "audience audiences segment segments tags zielgruppe zielgruppen"),
    ("eligible_on", "eligible optin joined since created berechtigt"),
    ("logged_in_at", "login logged signin timestamp time date"),
    ("occurred_at", "occurred timestamp time date event"),
    ("transacted_on", "date booked booking transaction purchase buchungstag datum"),
    ("sent_at", "sent send delivery versand"),
    ("opened_at", "open opened first"),
    ("clicked_at", "click clicked"),
    ("unsubscribed_at", "unsubscribe unsubscribed optout"),
    ("registered_at", "registered registration"),
    ("viewed_at", "viewed view timestamp date time"),
    ("responded_at", "responded response timestamp date time"),
    ("answered_at", "answered answer timestamp date time"),
    ("date", "date day datum jour tag"),
    ("month", "month monat mois"),
    ("outcome", "status outcome result"),
    ("kind", "kind event type action"),
    ("redemptions", "redemptions quantity count number anzahl units"),
    ("sales", "sales amount revenue total umsatz"),
    ("savings", "savings discount saved ersparnis rabatt"),
    ("link", "link url href"),
    ("source", "source medium channel traffic quelle herkunft"),
    ("device_category", "device"),
    ("browser", "browser"),
    ("operating_system", "os operating system"),
    ("screen_resolution", "screen resolution"),
    ("visitor_type", "visitor new returning"),
    ("sessions", "sessions visits besuche visites"),
    ("pageviews", "pageviews views pages hits"),
    ("duration_seconds", "duration time engagement seconds"),
    ("query", "query term terme search keyword suchbegriff"),
    ("searches", "searches count total recherches"),
    ("score", "score rating csat"),
    ("level", "level activity"),
    ("subject", "subject betreff"),
    ("preview_url", "preview url"),
    ("title", "title headline"),
    ("name", "name"),
];

impl Guess {
    /// The columns that fit a table best.
    pub(super) fn of_table(table: &'static Table, detected: &Detected) -> Guess {
        Guess { table, fills: fills(table, &detected.columns).0 }
    }

    /// The table that fits best.
    pub(super) fn of(file: &str, detected: &Detected) -> Guess {
        let guesses = TABLES.iter().map(|table| {
            let (fills, score) = fills(table, &detected.columns);
            let named = 3 * hits(table.name, file);
            (score + named, Guess { table, fills })
        });
        let mut best: Option<(i32, Guess)> = None;
        for (score, guess) in guesses {
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                best = Some((score, guess));
            }
        }
        best.map_or(Guess { table: &TABLES[0], fills: vec![None; TABLES[0].columns.len()] }, |(_, guess)| guess)
    }
}

/// Gives each column of a table the column of the file that fits it best, the surest first. The score rises with each
/// and falls with each that is missing.
fn fills(table: &Table, columns: &[Contents]) -> (Vec<Option<usize>>, i32) {
    let mut pairs = Vec::new();
    for (at, wanted) in table.columns.iter().enumerate() {
        for (index, column) in columns.iter().enumerate() {
            let score = fit(table, wanted, column);
            if score > 0 {
                pairs.push((score, at, index));
            }
        }
    }
    pairs.sort_by_key(|(score, at, index)| (-score, *at, *index));
    let mut fills = vec![None; table.columns.len()];
    let mut total = 0;
    for (score, at, index) in pairs {
        if fills[at].is_none() && !fills.contains(&Some(index)) {
            fills[at] = Some(index);
            total += score;
        }
    }
    let missing = table.columns.iter().zip(&fills).filter(|(column, fill)| fill.is_none() && !column.may_be_empty);
    let total = total - 4 * missing.count() as i32;
    (fills, total)
}

/// How well a column of a file fits a column of a table; 0 if it does not.
fn fit(table: &Table, wanted: &Column, column: &Contents) -> i32 {
    let is_day = table.day_column() == Some(wanted.name);
    let fits = match (wanted.kind, column.kind) {
        (_, Kind::Empty) => wanted.may_be_empty,
        (Type::Date | Type::Month | Type::Time, kind) => matches!(kind, Kind::Time(..)),
        (Type::Count | Type::Score, kind) => matches!(kind, Kind::Whole | Kind::Number(..)),
        (Type::Money | Type::Level, kind) => matches!(kind, Kind::Whole | Kind::Number(..)),
        (Type::OneOf(_), kind) => kind == Kind::Text && column.values.len() <= 20,
        (_, Kind::Time(..)) => false,
        (Type::Id | Type::Groups, kind) => matches!(kind, Kind::Whole | Kind::Text),
        (Type::Link, _) => column.values.iter().all(|value| value.starts_with("http")),
        _ => true,
    };
    if !fits {
        return 0;
    }
    let named = hits(wanted.name, &column.name);
    let addresses = wanted.kind == Type::MemberId && column.has_addresses;
    // The only date of a file is the day of its rows, whatever it is called.
    let any_day = is_day && matches!(wanted.kind, Type::Date | Type::Time | Type::Month);
    if normal(&column.name) == normal(wanted.name) {
        12
    } else {
        4 * named + 4 * i32::from(addresses) + i32::from(any_day)
    }
}

/// How many words of a text stand for a column or a table.
fn hits(name: &str, text: &str) -> i32 {
    let words = WORDS.iter().find(|(known, _)| *known == name).map_or("", |(_, words)| words);
    let own: Vec<&str> = name.split('_').filter(|word| !matches!(*word, "id" | "at" | "on" | "ids")).collect();
    let known = |word: &String| own.contains(&word.as_str()) || words.split(' ').any(|known| known == word);
    normal(text).split(' ').map(str::to_owned).filter(known).count().min(2) as i32
}

/// Lower-case words, apart by one space.
fn normal(text: &str) -> String {
    let lower: String = text.to_lowercase().replace("e-mail", "email").replace("opt-in", "optin");
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
