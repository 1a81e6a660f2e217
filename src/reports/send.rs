//! Makes a report as its owner sees it, and sends it.

use std::sync::{Mutex, PoisonError};

use time::Date;

use super::compose::Content;
use super::due::{Due, due, pause};
use super::{folder, texts};
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::clock;
use crate::config::Config;
use crate::exports::{About, ExportError, HeadFigure, PDF, Screen, XLSX, gather, headline, item_names, pdf, workbook};
use crate::mail::{AttachedFile, Letter, Mailer};
use crate::metrics::filter::{FilterParams, iso};
use crate::modules::Module;
use crate::scope::Scope;
use crate::screens::AnswerError;
use crate::store::StoreError;
use crate::store::audit::{By, Entry};
use crate::store::reports::{Channel, LastTry, Next, Report, ReportFormat, ReportState, SavedReport};

/// The largest file that is mailed, in megabytes. Many mail servers take no more.
const LARGEST_MAIL: usize = 15;
/// The longest reason of a failure that is kept, in characters.
const LONGEST_TEXT: usize = 500;

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

/// Why a report was not sent.
#[derive(Debug, PartialEq, Eq)]
enum Fault {
    /// To try again is of no use until somebody changes something.
    Stopped(String),
    Failed(String),
}

impl From<ExportError> for Fault {
    fn from(error: ExportError) -> Fault {
        match error {
            ExportError::Answer(AnswerError::Filter(errors)) => Fault::Stopped(errors.0.join("; ")),
            error => Fault::Failed(error.to_string()),
        }
    }
}

impl From<AnswerError> for Fault {
    fn from(error: AnswerError) -> Fault {
        ExportError::from(error).into()
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Failed(error.to_string())
    }
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
    let sent = made(app, &saved);
    let at = app.clock.now();
    let (state, text) = match sent {
        Ok(text) => (ReportState::Sent, text),
        Err(Fault::Stopped(text)) => (ReportState::Stopped, text),
        Err(Fault::Failed(text)) => (ReportState::Failed, text),
    };
    let tried = LastTry { at, state, text: text.chars().take(LONGEST_TEXT).collect() };
    let next = match how {
        How::Asked(_) => Next::Unchanged,
        How::OnSchedule(_) if state == ReportState::Failed => {
            let tries = saved.tries + 1;
            Next::Again { tries, at: at + pause(tries) }
        }
        How::OnSchedule(day) => Next::Done { day: iso(day) },
    };
    let by = match how {
        How::Asked(by) => by,
        How::OnSchedule(_) => By::from(at),
    };
    let event = if state == ReportState::Sent { "report_sent" } else { "report_failed" };
    let detail = format!("for {}: {}", saved.login, tried.text);
    let entry = Entry { subject: Some(&saved.report.name), detail: Some(&detail), ..by.entry(event) };
    app.store.report_tried(id, &tried, &next, &entry)?;
    if state != ReportState::Sent {
        tracing::warn!(report = id, state = state.word(), reason = tried.text, "a report was not sent");
    }
    app.store.report(id)
}

/// The members that files of a screen may show somebody.
///
/// # Errors
/// The module that is not open.
pub fn scope_of(permissions: &Permissions, screen: &Screen) -> Result<Scope, Module> {
    let of_screen = screen.dashboard.module;
    for (module, has_members) in [(Module::Export, true), (of_screen, screen.dashboard.has_members)] {
        if !permissions.opens(module, has_members) {
            return Err(module);
        }
    }
    Ok(permissions.scope(Module::Export).within(&permissions.scope(of_screen)))
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    // Queries run on the blocking threads of a runtime; this thread only waits for them.
    tokio::runtime::Builder::new_current_thread().enable_time().build()
}

/// A report, before it is sent.
struct Made {
    about: About,
    figures: Vec<HeadFigure>,
    file: AttachedFile,
}

/// Makes and sends a report. Returns to whom it went.
fn made(app: &App, saved: &SavedReport) -> Result<String, Fault> {
    let settings = app.settings();
    let report = &saved.report;
    // Before the work, which would be for nothing.
    match report.channel {
        Channel::Mail => may_mail(&settings, &report.recipients)?,
        Channel::Folder => drop(settings.mail.reports_dir.as_ref().ok_or_else(no_folder)?),
    }
    let runtime = runtime().map_err(|error| Fault::Failed(error.to_string()))?;
    let made = runtime.block_on(make(app, &settings, saved))?;
    match report.channel {
        Channel::Mail => mail(app, &settings, report, made),
        Channel::Folder => {
            let into = settings.mail.reports_dir.as_deref().ok_or_else(no_folder)?;
            let AttachedFile { name, bytes, .. } = &made.file;
            folder::write(into, &report.folder, name, bytes)
                .map_err(|error| Fault::Failed(format!("{}: {error}", into.display())))?;
            Ok(texts::written(&report.folder, name))
        }
    }
}

fn no_folder() -> Fault {
    Fault::Stopped(texts::NO_FOLDER.to_owned())
}

fn may_mail(settings: &Config, recipients: &[String]) -> Result<(), Fault> {
    if settings.mail.smtp_host.is_none() {
        return Err(Fault::Stopped(texts::NO_MAIL.to_owned()));
    }
    match recipients.iter().find(|address| !settings.mail.allows(address)) {
        Some(address) => Err(Fault::Stopped(texts::not_allowed(address))),
        None => Ok(()),
    }
}

fn mail(app: &App, settings: &Config, report: &Report, made: Made) -> Result<String, Fault> {
    let failed = |error: crate::mail::MailError| Fault::Failed(error.to_string());
    let megabytes = made.file.bytes.len() / 1_000_000;
    if megabytes >= LARGEST_MAIL {
        return Err(Fault::Stopped(texts::too_large(megabytes, LARGEST_MAIL)));
    }
    let mailer = Mailer::of(settings, &app.egress).map_err(failed)?;
    let mailer = mailer.ok_or_else(|| Fault::Stopped(texts::NO_MAIL.to_owned()))?;
    let content = Content { name: &report.name, about: &made.about, figures: &made.figures };
    let letter = Letter {
        to: &report.recipients,
        subject: &texts::subject(&report.name, &made.about.program),
        text: content.text(),
        html: content.html(),
        files: vec![made.file],
    };
    mailer.send(&letter).map_err(failed)?;
    Ok(texts::mailed(&report.recipients))
}

/// Makes a report with the roles that its owner has now.
async fn make(app: &App, settings: &Config, saved: &SavedReport) -> Result<Made, Fault> {
    let SavedReport { user_id, login, report, .. } = saved;
    let stopped = |text: String| Fault::Stopped(text);
    let owner = app.store.user_by_id(*user_id)?.filter(|owner| !owner.disabled);
    let owner = owner.ok_or_else(|| stopped(texts::disabled(login)))?;
    let screen = Screen::of_path(&report.screen).ok_or_else(|| stopped(texts::NO_SCREEN.to_owned()))?;
    let permissions = Permissions::of(&owner.roles, &settings.modules);
    let scope = scope_of(&permissions, &screen).map_err(|module| stopped(texts::not_open(login, module.code())))?;
    let filters = match (report.of_view, report.view_id) {
        (false, _) => report.filters.clone(),
        (true, Some(id)) => {
            let view = app.store.view(*user_id, id)?;
            view.ok_or_else(|| stopped(texts::NO_VIEW.to_owned()))?.view.filters
        }
        (true, None) => return Err(stopped(texts::NO_VIEW.to_owned())),
    };
    let params: FilterParams = serde_json::from_str(&filters).map_err(|error| stopped(error.to_string()))?;
    let answers = app.answers(&scope);
    let resolved = answers.filter_of(&params).map_err(|errors| stopped(errors.0.join("; ")))?;
    let (program, groups) = (app.program(&scope).await?, answers.user_groups().await?);
    let names = item_names(&answers, screen.dashboard, &params, &resolved).await?;
    let about = About::new(program, screen.title(), &resolved, &groups, &names);
    let about = about.by(login, app.clock.local().to_string());
    let figures = headline(&answers, &screen, &params, &about.currency).await?;
    let gathered = gather(&answers, &screen.parts(false), &params, &app.targets()?).await?;
    let day = iso(app.clock.today());
    let (content_type, bytes) = match report.format {
        ReportFormat::Xlsx => (XLSX, workbook(gathered, &about, &app.data_dir().tmp())?),
        ReportFormat::Pdf => (PDF, pdf(gathered, &about)?),
    };
    let name = folder::file_name(&report.name, &day, report.format.word());
    let file = AttachedFile { name, content_type, bytes };
    Ok(Made { about, figures, file })
}
