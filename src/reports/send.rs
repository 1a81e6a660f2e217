//! Makes a report as its owner sees it, and sends it.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use time::Date;

use super::due::{Due, due};
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::clock;
use crate::delivery::{self, Content, Fault, Parcel, Said, folder, owned_scope, pause, runtime};
use crate::exports::{
    About, Evidence, ExportError, HeadFigure, PDF, Part, Screen, XLSX, gather, headline, item_names, pdf, workbook,
};
use crate::language::Language;
use crate::mail::AttachedFile;
use crate::metrics::filter::{FilterParams, iso};
use crate::scope::Scope;
use crate::screens::Answers;
use crate::screens::receipts::Subject;
use crate::store::StoreError;
use crate::store::audit::{By, Entry};
use crate::store::destinations::{DeliveryState, ReportFormat};
use crate::store::reports::{Next, SavedReport};

/// Reports are made one at a time: they take turns with those who look at the page.
static ONE: Mutex<()> = Mutex::new(());

/// Why a report is sent.
#[derive(Clone, Copy, Debug)]
pub enum How<'a> {
    /// It is due on a day.
    OnSchedule(Date),
    /// Somebody asked for it out of turn.
    Asked(By<'a>),
}

/// Sends all reports that are due.
///
/// # Errors
/// If the store fails, or the data cannot be read.
pub fn look(app: &App) -> Result<(), Box<dyn std::error::Error>> {
    let now = app.clock.now();
    let waiting: Vec<SavedReport> =
        app.store.reports()?.into_iter().filter(|saved| saved.again_at <= now && !is_over(app, saved)).collect();
    if waiting.is_empty() {
        return Ok(());
    }
    let through = runtime()?.block_on(app.answers(&Scope::All).through())?;
    for saved in waiting {
        if app.loads.is_stopping() {
            break;
        }
        if let Due::Now(day) = saved_due(app, &saved, through) {
            send(app, saved.id, How::OnSchedule(day))?;
        }
    }
    Ok(())
}

/// Whether a report is not due, whatever is loaded.
fn is_over(app: &App, saved: &SavedReport) -> bool {
    matches!(saved_due(app, saved, None), Due::Next(_))
}

fn saved_due(app: &App, SavedReport { report, done_day, .. }: &SavedReport, through: Option<Date>) -> Due {
    let today = app.clock.today();
    // A day that cannot be read was written by no release.
    let done = clock::day(done_day).unwrap_or(today);
    due(report.every, report.on_day, done, today, through)
}

/// Sends a report, and returns it with how that went; None where there is none.
///
/// # Errors
/// If the store fails.
pub fn send(app: &App, id: i64, how: How<'_>) -> Result<Option<SavedReport>, StoreError> {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(saved) = app.store.report(id)? else { return Ok(None) };
    let language = app.store.language(saved.user_id)?.unwrap_or(Language::En);
    let by = match how {
        How::Asked(by) => by,
        How::OnSchedule(_) => By::from(app.clock.now()),
    };
    let (tried, logged) = delivery::tried(app.clock.now(), made(app, &saved, language, by));
    let (at, state) = (tried.at, tried.state);
    let next = match how {
        How::Asked(_) => Next::Unchanged,
        How::OnSchedule(_) if state == DeliveryState::Failed => {
            let tries = saved.tries + 1;
            Next::Again { tries, at: at + pause(tries) }
        }
        How::OnSchedule(day) => Next::Done { day: iso(day) },
    };
    let by = By { at, ..by };
    let event = if state == DeliveryState::Sent { "report_sent" } else { "report_failed" };
    let detail = format!("for {}: {logged}", saved.login);
    let entry = Entry { subject: Some(&saved.report.name), detail: Some(&detail), ..by.entry(event) };
    app.store.report_tried(id, &tried, &next, &entry)?;
    if state != DeliveryState::Sent {
        tracing::warn!(report = id, state = state.word(), reason = logged, "a report was not sent");
    }
    app.store.report(id)
}

/// Makes and sends a report. Returns to whom it went.
fn made(app: &App, saved: &SavedReport, language: Language, by: By<'_>) -> Result<Said, Fault> {
    // Before the work, which would be for nothing.
    delivery::require(app, &saved.report.to, language)?;
    let parcel = delivery::computed(language, make(app, saved, language, by))?;
    delivery::deliver(app, &saved.report.to, parcel, language)
}

/// Makes a report with the roles that its owner has now.
async fn make(app: &App, saved: &SavedReport, language: Language, by: By<'_>) -> Result<Parcel, Fault> {
    let SavedReport { user_id, login, report, .. } = saved;
    let stopped = |text: String| Fault::Stopped(text.into());
    let no_view = || Fault::stopped(language, |texts| texts.no_view.to_owned());
    let permissions = delivery::owner(app, (*user_id, login), language)?;
    let screen =
        Screen::of_path(&report.screen).ok_or_else(|| Fault::stopped(language, |texts| texts.no_screen.to_owned()))?;
    let scope = owned_scope(&permissions, screen.opened_by(), (login, language))?;
    let filters = match (report.of_view, report.view_id) {
        (false, _) => report.filters.clone(),
        (true, Some(id)) => {
            let view = app.store.view(*user_id, id)?;
            view.ok_or_else(no_view)?.view.filters
        }
        (true, None) => return Err(no_view()),
    };
    let params: FilterParams = serde_json::from_str(&filters).map_err(|error| stopped(error.to_string()))?;
    let answers = Answers { language, ..app.answers(&scope) };
    let resolved = answers.filter_of(&params).map_err(|errors| stopped(errors.0.join("; ")))?;
    let (program, groups) = (app.program(&scope).await?, answers.user_groups().await?);
    let names = item_names(&answers, screen.dashboard, &params, &resolved).await?;
    let about = About::new(program, screen.title(language), &resolved, &groups, &names, language);
    let about = about.with_noted(&app.noted_for(*user_id, &permissions)?, &screen.parts(false));
    let evidence = evidence(app, &permissions, (by, login, language), &screen, &params).await?;
    let about = about.by(login, &app.clock.local().to_string()).with_receipts(&evidence);
    let figures = headline(&answers, &screen, &params, &about.currency).await?;
    let gathered = gather(&answers, &screen.parts(false), &params, &app.targets()?, &|| ()).await?;
    let (content_type, bytes) = match report.format {
        ReportFormat::Xlsx => (XLSX, workbook(gathered, &about, &app.data_dir().tmp())?),
        ReportFormat::Pdf => (PDF, pdf(gathered, &about)?),
    };
    let all = app.store.reports()?;
    let number =
        folder::number(sender(saved), all.iter().filter(|other| other.report.format == report.format).map(sender));
    let name = folder::file_name(&report.name, number, &iso(app.clock.today()), report.format.word());
    let file = AttachedFile { name: name.clone(), content_type, bytes };
    Ok(parcel(saved, &about, &figures, file))
}

fn sender(saved: &SavedReport) -> folder::Sender<'_> {
    (saved.id, &saved.report.name, &saved.report.to)
}

/// A receipt of each figure of the report whose dashboard is open to the owner, for those members: a receipt has more than
/// a report.
async fn evidence(
    app: &App,
    permissions: &Permissions,
    (by, login, language): (By<'_>, &str, Language),
    screen: &Screen,
    params: &FilterParams,
) -> Result<Vec<Evidence>, Fault> {
    let mut known = HashSet::new();
    let mut all = Vec::new();
    for id in screen.parts(false).iter().flat_map(Part::figures).filter(|id| known.insert(id.clone())) {
        let Some(subject) = Subject::named(&id) else { continue };
        let opened_by = match subject {
            Subject::Figure(figure) | Subject::Part(figure, _) => {
                (figure.dashboard.module, figure.dashboard.has_members)
            }
            Subject::Score => screen.opened_by(),
        };
        let Ok(scope) = owned_scope(permissions, opened_by, (login, language)) else { continue };
        let receipt = match app.unsigned_receipt(&scope, subject, params, by.at).await? {
            Ok(mut receipt) => {
                let signed = app.sign_receipt(&mut receipt, by)?.map_err(ExportError::from)?;
                Ok((receipt, signed))
            }
            Err(reason) => Err(reason),
        };
        all.push(Evidence::of(subject, receipt, language).map_err(ExportError::from)?);
    }
    Ok(all)
}

fn parcel(saved: &SavedReport, about: &About, figures: &[HeadFigure], file: AttachedFile) -> Parcel {
    let (name, lines) = (&saved.report.name, about.lines());
    let texts = &about.language.texts().reports;
    let sentences: &[String] = &match figures {
        [] => vec![texts.no_figures.to_owned()],
        _ => Vec::new(),
    };
    let footer = (texts.footer)(&about.login);
    let language = about.language;
    let content = Content { heading: name, lines: &lines, sentences, figures, link: None, footer: &footer, language };
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
