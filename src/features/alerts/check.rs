//! Looks at figures as the owners of alerts see them, writes down how the alerts stand, and sends what they say.

use serde_json::Value;
use time::Duration;
use url::form_urlencoded;

use super::message::{Event, Subject, is_kept, kept, logged, parcel};
use super::rule::{Found, judge};
use crate::app::App;
use crate::clock;
use crate::delivery::{self, Fault, Parcel, Post, Sender, computed, owned_scope, pause, tried};
use crate::error::joined;
use crate::features::alerts::stored::{Alert, SavedAlert, Standing};
use crate::features::saved_screen;
use crate::figures::filter::iso;
use crate::figures::period::Window;
use crate::i18n::language::Language;
use crate::modules::Module;
use crate::outbox::{Entry as OutboxEntry, Item};
use crate::render::{About, item_names, of_dashboard};
use crate::screens::declared::monitor;
use crate::screens::explain::WatchedFigure;
use crate::screens::figure;
use crate::screens::receipts::SCORE;
use crate::store::audit::{By, Entry};
use crate::store::destinations::{AlertRule, AlertState, DeliveryState, Destination};
use crate::store::saved::{self, OfUser};
use crate::store::{Store, StoreError};

/// After how many seconds a message is tried again for which there was no turn.
const NO_TURN: i64 = 10;

/// Checks the alerts that have to be: those of figures after each load, those of late data always, and those whose message
/// could not be sent. It checks one after the other: they take turns with those who look at the page. Each message is sent
/// on a thread of its own.
///
/// # Errors
/// If the store fails.
pub fn look(app: &App) -> Result<(), StoreError> {
    for saved in app.store.saved::<Alert>(saved::Visible::All)? {
        if app.loads.is_stopping() {
            break;
        }
        if !is_due(&saved, i64::from(app.warehouse.data_version()), app.clock.now()) {
            continue;
        }
        // One whose message is under way is looked at again soon.
        if let Ok(entry) = app.outbox.enter(Item::Alert(saved.id), None) {
            check(app, entry, saved.id)?;
        }
    }
    Ok(())
}

fn is_due(SavedAlert { item: alert, state: standing, .. }: &SavedAlert, data: i64, now: i64) -> bool {
    // What an earlier release found is kept in words of one language.
    let is_judged = standing.state.is_some() && standing.state != Some(AlertState::Unknown);
    let is_worded = is_judged && !is_kept(&standing.text);
    let is_stale = alert.rule == AlertRule::Late || standing.checked_data != Some(data) || is_worded;
    match standing.again_at > now {
        false => is_stale || standing.is_owed,
        // A message that could not be sent waits; whether the rule still holds is looked at all the same.
        true => standing.is_owed && standing.checked_data != Some(data) && standing.state != Some(AlertState::Unknown),
    }
}

/// Checks an alert, and has its message sent if it is due.
fn check(app: &App, entry: OutboxEntry, id: i64) -> Result<(), StoreError> {
    // Before the figure is read: a load meanwhile makes the next look find it stale.
    let (at, data) = (app.clock.now(), i64::from(app.warehouse.data_version()));
    // It may have been checked since the list was read.
    let Some(saved) = app.store.one_saved::<Alert>(id)?.filter(|saved| is_due(saved, data, at)) else { return Ok(()) };
    let language = app.store.language(saved.owner.user_id)?.unwrap_or(Language::En);
    let is_wanted = || !app.loads.is_stopping();
    let Some(seen) = computed(language, None, &is_wanted, see(app, &saved, language)) else { return Ok(()) };
    let mut next = Standing { checked_at: Some(at), ..saved.state.clone() };
    let mut events: Events = Vec::new();
    match seen {
        Err(Fault::Failed(why)) => {
            next.tries += 1;
            (next.state, next.text, next.again_at) = (Some(AlertState::Unknown), why.shown, at + pause(next.tries));
        }
        Err(Fault::Stopped(why)) => {
            if next.is_owed {
                let (last, logged) = tried(at, Err(Fault::Stopped(why.clone())));
                next.last = Some(last);
                events.push(("alert_failed", logged));
            }
            (next.state, next.text, next.checked_data) = (Some(AlertState::Unknown), why.shown, Some(data));
            (next.is_owed, next.tries, next.again_at) = (false, 0, 0);
        }
        Ok(seen) => {
            let subject = seen.subject(&saved);
            next.checked_data = Some(data);
            next.text = kept(&subject);
            (next.start, next.end) = seen.days.map(|days| (iso(days.start), iso(days.end))).unzip();
            match &seen.found {
                Found::Unknown(why) => {
                    (next.state, next.text) = (Some(AlertState::Unknown), why.clone());
                    (next.is_owed, next.tries, next.again_at) = (false, 0, 0);
                }
                Found::Ceased => {
                    if next.is_begun {
                        next.ended_at = Some(at);
                        events.push(("alert_ended", logged(&subject)));
                    }
                    next.state = Some(AlertState::Ceased);
                    (next.is_begun, next.is_owed, next.tries, next.again_at) = (false, false, 0, 0);
                }
                Found::Holds => {
                    next.state = Some(AlertState::Holds);
                    if !next.is_begun {
                        (next.is_begun, next.begun_at, next.ended_at) = (true, Some(at), None);
                        (next.is_owed, next.tries) = (saved.item.to.is_some(), 0);
                        events.push(("alert_fired", logged(&subject)));
                    }
                    if let Some(to) = saved.item.to.clone().filter(|_| next.is_owed) {
                        let parcel = parcel(app, Event::Began, &subject);
                        match entry.turn_now(to.channel) {
                            Some(turn) => {
                                let message =
                                    Message { to, language, parcel, next, events, saved, post: Post::of(app) };
                                if let Err(error) = turn.run(move |_| message.send(at)) {
                                    tracing::error!(%error, alert = id, "an alert could not be sent");
                                }
                                return Ok(());
                            }
                            None => next.again_at = at + NO_TURN,
                        }
                    } else {
                        (next.tries, next.again_at) = (0, 0);
                    }
                }
            }
        }
    }
    write(&app.store, &saved, &next, &events, By::from(at))
}

/// What the audit log says: events, each in words.
type Events = Vec<(&'static str, String)>;

/// The message of an alert that has begun to hold.
struct Message {
    saved: SavedAlert,
    to: Destination,
    language: Language,
    parcel: Parcel,
    /// How the alert stands but for the message, and what is written down with it.
    next: Standing,
    events: Events,
    post: Post,
}

impl Message {
    /// Sends it, and writes down how the alert stands, which was looked at `at` that time.
    fn send(self, at: i64) {
        let Message { saved, to, language, parcel, mut next, mut events, post } = self;
        let sent = post.deliver(&to, parcel, language);
        let (last, logged) = tried(post.now(), sent);
        if last.state == DeliveryState::Failed {
            next.tries += 1;
            next.again_at = last.at + pause(next.tries);
        } else {
            (next.is_owed, next.tries, next.again_at) = (false, 0, 0);
        }
        events.push((event_of(last.state), logged));
        next.last = Some(last);
        if let Err(error) = write(post.store(), &saved, &next, &events, By::from(at)) {
            tracing::error!(%error, alert = saved.id, "how an alert went could not be written down");
        }
    }
}

fn event_of(state: DeliveryState) -> &'static str {
    if state == DeliveryState::Sent { "alert_sent" } else { "alert_failed" }
}

/// Writes down how an alert stands, unless nothing is new: late data are looked at every few seconds.
fn write(
    store: &Store,
    saved: &SavedAlert,
    next: &Standing,
    events: &[(&str, String)],
    by: By<'_>,
) -> Result<(), StoreError> {
    const DAY: i64 = 24 * 60 * 60;
    let before = &saved.state;
    let is_same = Standing { checked_at: before.checked_at, ..next.clone() } == *before;
    if is_same && events.is_empty() && before.checked_at.is_some_and(|at| by.at - at < DAY) {
        return Ok(());
    }
    let detail = |text: &String| format!("for {}: {text}", saved.owner.login);
    let lines: Vec<(&str, String)> = events.iter().map(|(event, text)| (*event, detail(text))).collect();
    let entry = |(event, detail)| -> Entry<'_> {
        let (event, detail): (&&str, &String) = (event, detail);
        Entry { subject: Some(&saved.item.name), detail: Some(detail), ..by.entry(event) }
    };
    let entries: Vec<Entry<'_>> = lines.iter().map(|(event, detail)| entry((event, detail))).collect();
    for (event, text) in events.iter().filter(|(event, _)| *event == "alert_failed") {
        tracing::warn!(alert = saved.id, event, reason = text, "an alert was not sent");
    }
    // The rule may have been changed meanwhile.
    let next = |now: SavedAlert| (now.state.revision == next.revision).then(|| next.clone());
    store.note_saved::<Alert>(saved.id, next, &entries)
}

/// What an alert would say, whether or not its rule holds.
pub struct Trial {
    saved: SavedAlert,
    to: Destination,
    sender: Sender,
    language: Language,
    made: Result<Parcel, Fault>,
    post: Post,
}

impl Trial {
    /// Looks at an alert; how it stands remains. Returns None where there is none, where it is sent nowhere, or once it
    /// `is_wanted` no more.
    ///
    /// # Errors
    /// If the store fails.
    pub fn make(app: &App, id: i64, sender: Sender, is_wanted: &dyn Fn() -> bool) -> Result<Option<Trial>, StoreError> {
        let Some(saved) = app.store.one_saved::<Alert>(id)? else { return Ok(None) };
        let Some(to) = saved.item.to.clone() else { return Ok(None) };
        let language = app.store.language(saved.owner.user_id)?.unwrap_or(Language::En);
        let seen = computed(language, Some(sender.user_id), is_wanted, see(app, &saved, language));
        let Some(seen) = seen else { return Ok(None) };
        let made = seen.and_then(|seen| match &seen.found {
            Found::Unknown(why) => Err(Fault::Stopped(why.clone().into())),
            found => Ok(parcel(app, Event::Trial(*found == Found::Holds), &seen.subject(&saved))),
        });
        Ok(Some(Trial { to, sender, language, made, post: Post::of(app), saved }))
    }

    /// Sends it, and writes down how that went.
    ///
    /// # Errors
    /// If the store fails.
    pub fn send(self) -> Result<(), StoreError> {
        let Trial { saved, to, sender, language, made, post } = self;
        let sent = made.and_then(|parcel| post.deliver(&to, parcel, language));
        let (last, logged) = tried(post.now(), sent);
        let events = [(event_of(last.state), format!("a trial: {logged}"))];
        let next = Standing { last: Some(last), ..saved.state.clone() };
        write(post.store(), &saved, &next, &events, By { at: post.now(), ..sender.by() })
    }
}

/// What an alert is about, as its owner sees it.
struct Seen {
    found: Found,
    figure: Option<WatchedFigure>,
    about: Vec<(String, String)>,
    late: Vec<String>,
    /// The days of the explanation, and its path; None for late data.
    days: Option<Window>,
    path: Option<String>,
    program: String,
    language: Language,
}

impl Seen {
    fn subject<'a>(&'a self, saved: &'a SavedAlert) -> Subject<'a> {
        Subject {
            saved,
            figure: self.figure.as_ref(),
            about: self.about.clone(),
            late: &self.late,
            path: self.path.clone(),
            program: &self.program,
            language: self.language,
        }
    }
}

/// Looks at what an alert is about with the roles that its owner has now.
async fn see(app: &App, saved: &SavedAlert, language: Language) -> Result<Seen, Fault> {
    let SavedAlert { owner: OfUser { user_id, login }, item: alert, .. } = saved;
    let permissions = delivery::owner(app, (*user_id, login), language)?;
    if alert.rule == AlertRule::Late {
        if !permissions.opens(Module::Export, true) {
            return Err(delivery::not_open(login, Module::Export, language));
        }
        return see_late(app, saved, language).await;
    }
    let texts = &language.texts().alerts;
    let no_figure = || Fault::Stopped(texts.no_figure.to_owned().into());
    let of = (alert.metric != SCORE).then(|| figure(&alert.metric).ok_or_else(no_figure)).transpose()?;
    let dashboard = of.map_or(&monitor::DASHBOARD, |figure| figure.dashboard);
    let scope = owned_scope(&permissions, (dashboard.module, dashboard.has_members), (login, language))?;
    let params = saved_screen::saved(&alert.filters).map_err(|error| Fault::Stopped(error.to_string().into()))?;
    let answers = app.answers(&scope, language);
    let watched = match of {
        None => answers.watched_score(&params).await?,
        Some(figure) if alert.rule == AlertRule::Weekday => {
            answers.watched_day(figure, &params, delivery::open_to(&permissions, &scope)).await?
        }
        Some(figure) => answers.watched(figure, &params).await?,
    };
    let resolved = answers.filter_of(&params).map_err(|errors| Fault::Stopped(joined(&errors.0).into()))?;
    let (program, groups) = (app.program(&scope).await?, answers.user_groups().await?);
    let names = item_names(&answers, dashboard, &params, &resolved).await?;
    let about = About::new(program, of_dashboard(dashboard, language), &resolved, &groups, &names, language);
    // The days of the filter and what they are compared with come first; a day has its own.
    let is_day = alert.rule == AlertRule::Weekday;
    let skipped = if is_day { 2 } else { 0 };
    let day = watched.as_ref().ok().filter(|_| is_day).and_then(|figure| clock::day(&figure.end).ok());
    let days = day.map_or(resolved.window, |day| Window { start: day, end: day });
    let mut lines: Vec<(String, String)> = about.filter.into_iter().skip(skipped).collect();
    lines.push((language.texts().files.through.to_owned(), about.through));
    Ok(Seen {
        found: judge(alert, &watched, texts),
        figure: watched.ok(),
        about: lines,
        late: Vec::new(),
        path: Some(explanation(app, alert, days)),
        days: Some(days),
        program: about.program,
        language,
    })
}

/// The path of the page's explanation of an alert's figure, with its filters. The days are those of the check: a reader of
/// next month sees what the message is about. A day is compared with the one a week before.
pub fn explanation(app: &App, alert: &Alert, days: Window) -> String {
    let mut filters: serde_json::Map<String, Value> =
        serde_json::from_str(&saved_screen::shown(app, alert.filters.clone())).unwrap_or_default();
    let mut set = |field: &str, text: String| filters.insert(field.to_owned(), text.into());
    set("period", "SELECTED_DATE".to_owned());
    set("startDate", iso(days.start));
    set("endDate", iso(days.end));
    let week_before = || days.start.checked_sub(Duration::WEEK);
    if let Some(day) = (alert.rule == AlertRule::Weekday).then(week_before).flatten() {
        set("comparison", "SELECTED_DATES".to_owned());
        set("comparisonStartDate", iso(day));
        set("comparisonEndDate", iso(day));
    }
    let filters = Value::Object(filters).to_string();
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("filters", &filters).finish();
    format!("explain/{}?{query}", alert.metric)
}

async fn see_late(app: &App, SavedAlert { item: alert, .. }: &SavedAlert, language: Language) -> Result<Seen, Fault> {
    let expected = &app.settings().expected_by.0;
    let is_expected =
        if alert.table.is_empty() { !expected.is_empty() } else { expected.contains_key(alert.table.as_str()) };
    let mut late = app.late_tables().await?;
    late.retain(|table| alert.table.is_empty() || *table == alert.table);
    let found = match (is_expected, late.is_empty()) {
        (false, _) => Found::Unknown(language.texts().alerts.nothing_expected.to_owned()),
        (true, true) => Found::Ceased,
        (true, false) => Found::Holds,
    };
    let program = app.settings().program_name.clone();
    Ok(Seen { found, figure: None, about: Vec::new(), late, days: None, path: None, program, language })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::destinations::Direction;

    fn saved(rule: AlertRule, standing: Standing) -> SavedAlert {
        let alert = Alert {
            name: "x".to_owned(),
            metric: SCORE.to_owned(),
            filters: "{}".to_owned(),
            rule,
            direction: Direction::Any,
            amount: None,
            table: String::new(),
            to: None,
        };
        let owner = OfUser { user_id: 1, login: "ann".to_owned() };
        SavedAlert { id: 1, owner, saved_at: 1, item: alert, state: standing }
    }

    #[test]
    fn a_figure_is_looked_at_after_each_load_and_when_a_message_waits() {
        let due = |standing| is_due(&saved(AlertRule::Above, standing), 7, 100);
        let text = || r#"{"late":[]}"#.to_owned();
        let checked =
            || Standing { checked_data: Some(7), state: Some(AlertState::Holds), text: text(), ..Standing::new(None) };
        assert!(due(Standing::new(None)), "never checked");
        assert!(!due(checked()));
        assert!(due(Standing { text: "Logins: 12.".to_owned(), ..checked() }), "in words of an earlier release");
        assert!(due(Standing { checked_data: Some(6), ..checked() }));
        assert!(due(Standing { is_owed: true, again_at: 100, ..checked() }));
        assert!(!due(Standing { is_owed: true, again_at: 101, ..checked() }));
        assert!(due(Standing { is_owed: true, again_at: 101, checked_data: Some(6), ..checked() }));
        // A check that failed waits, too.
        let failed = Standing { again_at: 101, checked_data: Some(6), state: Some(AlertState::Unknown), ..checked() };
        assert!(!due(failed.clone()));
        assert!(due(Standing { again_at: 100, ..failed }));
        assert!(is_due(&saved(AlertRule::Late, checked()), 7, 100), "the clock moves");
    }
}
