//! Makes a report as its owner sees it, and sends it.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Value, json};
use time::Date;

use super::due::{Due, due};
use super::stored::{Progress, Report, SavedReport};
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::clock;
use crate::delivery::{self, Content, Fault, Parcel, Post, Said, Sender, folder, owned_scope, pause, runtime};
use crate::error::joined;
use crate::features::saved_screen;
use crate::features::views::stored::View;
use crate::figures::filter::{FilterParams, iso};
use crate::i18n::language::Language;
use crate::mail::AttachedFile;
use crate::outbox::Item;
use crate::render::{
    About, Compared, Evidence, ExportError, HeadFigure, PDF, Screen, ScreenCall, XLSX, gather, headline, item_names,
    pdf, receipts_in_words, workbook,
};
use crate::scope::Scope;
use crate::screens::receipts::Subject;
use crate::store::StoreError;
use crate::store::audit::{By, Entry};
use crate::store::destinations::{DeliveryState, ReportFormat};
use crate::store::saved::{OfUser, Visible};

/// The most characters of where a report went, in a line of the audit log.
const LONGEST_SENT: usize = 350;

/// Why a report is sent.
#[derive(Clone, Debug)]
pub enum How {
    /// It is due on a day.
    OnSchedule(Date),
    /// Somebody asked for it out of turn.
    Asked(Sender),
}

/// Makes all reports that are due, one after the other: they take turns with those who look at the page. Each is then sent
/// on a thread of its own.
///
/// # Errors
/// If the store fails, or the data cannot be read.
pub fn look(app: &App) -> Result<(), Box<dyn std::error::Error>> {
    let now = app.clock.now();
    let waiting: Vec<SavedReport> = app
        .store
        .saved::<Report>(Visible::All)?
        .into_iter()
        .filter(|saved| saved.state.again_at <= now && !is_over(app, saved))
        .collect();
    if waiting.is_empty() {
        return Ok(());
    }
    let through = runtime()?.block_on(app.answers(&Scope::All, Language::En).through())?;
    for saved in waiting {
        if app.loads.is_stopping() {
            break;
        }
        // What is under way, or has no turn, is looked at again soon.
        let Ok(entry) = app.outbox.enter(Item::Report(saved.id), None) else { continue };
        let Some(turn) = entry.turn_now(saved.item.to.channel) else { continue };
        // It may have been sent since the list was read.
        let Some(saved) = app.store.one_saved::<Report>(saved.id)?.filter(|saved| saved.state.again_at <= now) else {
            continue;
        };
        let Due::Now(day) = saved_due(app, &saved, through) else { continue };
        let Some(made) = Outgoing::make(app, saved.id, How::OnSchedule(day), &|| !app.loads.is_stopping())? else {
            continue;
        };
        turn.run(move |_| {
            if let Err(error) = made.send() {
                tracing::error!(%error, report = saved.id, "how a report went could not be written down");
            }
        })?;
    }
    Ok(())
}

/// Whether a report is not due, whatever is loaded.
fn is_over(app: &App, saved: &SavedReport) -> bool {
    matches!(saved_due(app, saved, None), Due::Next(_))
}

fn saved_due(app: &App, saved: &SavedReport, through: Option<Date>) -> Due {
    let SavedReport { item: report, state: Progress { done_day, .. }, .. } = saved;
    let today = app.clock.today();
    // A day that cannot be read was written by no release.
    let done = clock::day(done_day).unwrap_or(today);
    due(report.every, report.on_day, done, today, through)
}

/// A report that was made, or why it was not.
pub struct Outgoing {
    saved: SavedReport,
    how: How,
    language: Language,
    made: Result<(Parcel, Option<String>), Fault>,
    post: Post,
}

impl Outgoing {
    /// Makes a report. Returns None where there is none, or once it `is_wanted` no more.
    ///
    /// # Errors
    /// If the store fails.
    pub fn make(app: &App, id: i64, how: How, is_wanted: &dyn Fn() -> bool) -> Result<Option<Outgoing>, StoreError> {
        let Some(saved) = app.store.one_saved::<Report>(id)? else { return Ok(None) };
        let language = app.store.language(saved.owner.user_id)?.unwrap_or(Language::En);
        let (user, at) = match &how {
            How::Asked(sender) => (Some(sender.user_id), sender.at),
            How::OnSchedule(_) => (None, app.clock.now()),
        };
        // Before the work, which would be for nothing.
        let made = match delivery::require(app, &saved.item.to, language) {
            Ok(()) => delivery::computed(language, user, is_wanted, make(app, &saved, language, (user, at))),
            Err(fault) => Some(Err(fault)),
        };
        Ok(made.map(|made| Outgoing { how, language, made, post: Post::of(app), saved }))
    }

    /// Sends it, and writes down how that went.
    ///
    /// # Errors
    /// If the store fails.
    pub fn send(self) -> Result<(), StoreError> {
        let Outgoing { saved, how, language, made, post } = self;
        let sent = made.and_then(|(parcel, receipts)| {
            let Said { shown, logged } = post.deliver(&saved.item.to, parcel, language)?;
            // A long list of recipients leaves room for the receipts.
            let logged: String = logged.trim_end_matches('.').chars().take(LONGEST_SENT).collect();
            let logged = [Some(logged), receipts].into_iter().flatten().collect::<Vec<_>>().join("; ");
            Ok(Said { shown, logged })
        });
        let (tried, logged) = delivery::tried(post.now(), sent);
        let (at, state) = (tried.at, tried.state);
        let next = |now: SavedReport| {
            let is_changed = now.item != saved.item;
            let now = Progress { last: Some(tried.clone()), ..now.state };
            Some(match &how {
                // Somebody asked for it out of turn.
                How::Asked(_) => now,
                // It was changed meanwhile, and begins anew.
                How::OnSchedule(_) if is_changed => now,
                How::OnSchedule(_) if state == DeliveryState::Failed => {
                    let tries = saved.state.tries + 1;
                    Progress { tries, again_at: at + pause(tries), ..now }
                }
                How::OnSchedule(day) => Progress { done_day: iso(*day), tries: 0, again_at: 0, ..now },
            })
        };
        let by = match &how {
            How::Asked(sender) => By { at, ..sender.by() },
            How::OnSchedule(_) => By::from(at),
        };
        let event = if state == DeliveryState::Sent { "report_sent" } else { "report_failed" };
        let detail = format!("for {}: {logged}", saved.owner.login);
        let entry = Entry { subject: Some(&saved.item.name), detail: Some(&detail), ..by.entry(event) };
        post.store().note_saved::<Report>(saved.id, next, &[entry])?;
        if state != DeliveryState::Sent {
            tracing::warn!(report = saved.id, state = state.word(), reason = logged, "a report was not sent");
        }
        Ok(())
    }
}

/// Makes a report with the roles that its owner has now, for the user who asked for it, at a time in seconds since
/// 1970-01-01 UTC; with what the audit log says of its receipts.
async fn make(
    app: &App,
    saved: &SavedReport,
    language: Language,
    (user, at): (Option<i64>, i64),
) -> Result<(Parcel, Option<String>), Fault> {
    let SavedReport { owner: OfUser { user_id, login }, item: report, .. } = saved;
    let stopped = |text: String| Fault::Stopped(text.into());
    let no_view = || Fault::stopped(language, |texts| texts.no_view.to_owned());
    let permissions = delivery::owner(app, (*user_id, login), language)?;
    let screen =
        Screen::of_path(&report.screen).ok_or_else(|| Fault::stopped(language, |texts| texts.no_screen.to_owned()))?;
    let scope = owned_scope(&permissions, screen.opened_by(), (login, language))?;
    let filters = match (report.of_view, report.view_id) {
        (false, _) => report.filters.clone(),
        (true, Some(id)) => {
            let view = app.store.seen::<View>(*user_id, id)?;
            view.ok_or_else(no_view)?.item.filters
        }
        (true, None) => return Err(no_view()),
    };
    let params = saved_screen::saved(&filters).map_err(|error| stopped(error.to_string()))?;
    let place = app.limited.files.place(user).await?;
    let answers = app.answers(&scope, language);
    let resolved = answers.filter_of(&params).map_err(|errors| stopped(joined(&errors.0)))?;
    let (program, groups) = (app.program(&scope).await?, answers.user_groups().await?);
    let names = item_names(&answers, screen.dashboard, &params, &resolved).await?;
    let about = About::new(program, screen.title(language), &resolved, &groups, &names, language);
    let about = about.in_dress_of(app.logo()?, app.settings().accent_color);
    // A release may have removed a table; the report then has the others' figures of now alone.
    let (_, compared) = saved_screen::without_compared(report.filters.clone());
    let compared = Compared::of(&screen, &compared, &resolved).unwrap_or_default();
    let about = about.with_chosen(compared.in_words(language));
    let about = about.with_noted(&app.noted_for(*user_id, &permissions)?, &screen.parts(false));
    let evidence = evidence(app, &permissions, (at, login, language), &screen, &params).await?;
    let about = about.by(login, &app.clock.local().to_string()).with_receipts(&evidence);
    let figures = headline(&answers, &screen, &params, &about.currency).await?;
    let parts = match report.format {
        ReportFormat::Xlsx => screen.parts(false),
        ReportFormat::Pdf => screen.document(false, delivery::insights_of(&permissions, &scope)),
    };
    let gathered = gather(&answers, &parts, &params, &compared, &app.targets()?, &|| ()).await?;
    let (about, temp_dir) = (Arc::new(about), app.data_dir().tmp());
    let (format, of_file) = (report.format, Arc::clone(&about));
    let write = place.block(move |client| {
        let gathered = gathered.for_client(client);
        Ok::<_, ExportError>(match format {
            ReportFormat::Xlsx => (XLSX, workbook(gathered, &of_file, &temp_dir)?),
            ReportFormat::Pdf => (PDF, pdf(gathered, &of_file)?),
        })
    });
    let (content_type, bytes) = write.await??;
    let all = app.store.saved::<Report>(Visible::All)?;
    let number =
        folder::number(sender(saved), all.iter().filter(|other| other.item.format == report.format).map(sender));
    let name = folder::file_name(&report.name, number, &iso(app.clock.today()), report.format.word());
    let file = AttachedFile { name: name.clone(), content_type, bytes };
    Ok((parcel(saved, &about, &figures, file), receipts_in_words(&evidence)))
}

fn sender(saved: &SavedReport) -> folder::Sender<'_> {
    (saved.id, &saved.item.name, &saved.item.to)
}

/// A receipt of each figure of the report whose dashboard is open to the owner, for those members: a receipt has more than
/// a report.
async fn evidence(
    app: &App,
    permissions: &Permissions,
    (at, login, language): (i64, &str, Language),
    screen: &Screen,
    params: &FilterParams,
) -> Result<Vec<Evidence>, Fault> {
    let mut known = HashSet::new();
    let mut all = Vec::new();
    for id in screen.parts(false).iter().flat_map(ScreenCall::figures).filter(|id| known.insert(id.clone())) {
        let Some(subject) = Subject::named(&id) else { continue };
        let opened_by = match subject {
            Subject::Figure(figure) | Subject::Part(figure, _) => {
                (figure.dashboard.module, figure.dashboard.has_members)
            }
            Subject::Score => screen.opened_by(),
        };
        let Ok(scope) = owned_scope(permissions, opened_by, (login, language)) else { continue };
        let receipt = match app.unsigned_receipt(&scope, subject, params, at).await? {
            Ok(mut receipt) => {
                let signed = app.sign_receipt(&mut receipt, at)?.map_err(ExportError::from)?;
                Ok((receipt, signed))
            }
            Err(reason) => Err(reason),
        };
        all.push(Evidence::of(subject, receipt, language).map_err(ExportError::from)?);
    }
    Ok(all)
}

fn parcel(saved: &SavedReport, about: &About, figures: &[HeadFigure], file: AttachedFile) -> Parcel {
    let (name, lines) = (&saved.item.name, about.lines());
    let texts = &about.language.texts().reports;
    let sentences: &[String] = &match figures {
        [] => vec![texts.no_figures.to_owned()],
        _ => Vec::new(),
    };
    let footer = (texts.footer)(&about.login);
    let language = about.language;
    let accent = about.accent;
    let content =
        Content { heading: name, lines: &lines, sentences, figures, link: None, footer: &footer, accent, language };
    let figure = |HeadFigure { label, now, before, change }: &HeadFigure| json!({ "label": label, "now": now, "before": before, "change": change });
    let line = |(label, value): &(String, String)| json!({ "label": label, "value": value });
    Parcel {
        subject: format!("{name} – {}", about.program),
        text: content.text(),
        html: content.html(),
        name: file.name.clone(),
        file: Some(file),
        json: json!({
            "kind": "report",
            "id": saved.id,
            "name": name,
            "program": about.program,
            "about": lines.iter().map(line).collect::<Value>(),
            "figures": figures.iter().map(figure).collect::<Value>(),
        }),
    }
}
