//! Makes a report as its owner sees it, and sends it.

use std::sync::{Mutex, PoisonError};

use time::Date;

use super::compose::Content;
use super::due::{Due, due, pause};
use super::folder;
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::clock;
use crate::config::Config;
use crate::exports::{About, ExportError, HeadFigure, PDF, Screen, XLSX, gather, headline, item_names, pdf, workbook};
use crate::language::Language;
use crate::mail::{AttachedFile, Letter, Mailer};
use crate::metrics::filter::{FilterParams, iso};
use crate::modules::Module;
use crate::scope::Scope;
use crate::screens::{AnswerError, Answers};
use crate::store::StoreError;
use crate::store::audit::{By, Entry};
use crate::store::reports::{Channel, LastTry, Next, Report, ReportFormat, ReportState, SavedReport};
use crate::texts::Reports;

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

/// What is said of a report: on the page in its owner's language, in the audit log in English.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    shown: String,
    logged: String,
}

impl Said {
    /// Something with a text in every language.
    fn of(language: Language, text: impl Fn(&Reports) -> String) -> Said {
        Said { shown: text(&language.texts().reports), logged: text(&Language::En.texts().reports) }
    }
}

impl From<String> for Said {
    fn from(text: String) -> Said {
        Said { shown: text.clone(), logged: text }
    }
}

/// Why a report was not sent.
#[derive(Debug, PartialEq, Eq)]
enum Fault {
    /// To try again is of no use until somebody changes something.
    Stopped(Said),
    Failed(Said),
}

impl From<ExportError> for Fault {
    fn from(error: ExportError) -> Fault {
        match error {
            ExportError::Answer(AnswerError::Filter(errors)) => Fault::Stopped(errors.0.join("; ").into()),
            error => Fault::Failed(error.to_string().into()),
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
        Fault::Failed(error.to_string().into())
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
    let language = app.store.language(saved.user_id)?.unwrap_or(Language::En);
    let sent = made(app, &saved, language);
    let at = app.clock.now();
    let (state, said) = match sent {
        Ok(said) => (ReportState::Sent, said),
        Err(Fault::Stopped(said)) => (ReportState::Stopped, said),
        Err(Fault::Failed(said)) => (ReportState::Failed, said),
    };
    let cut = |text: &str| text.chars().take(LONGEST_TEXT).collect::<String>();
    let (tried, logged) = (LastTry { at, state, text: cut(&said.shown) }, cut(&said.logged));
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
    let detail = format!("for {}: {logged}", saved.login);
    let entry = Entry { subject: Some(&saved.report.name), detail: Some(&detail), ..by.entry(event) };
    app.store.report_tried(id, &tried, &next, &entry)?;
    if state != ReportState::Sent {
        tracing::warn!(report = id, state = state.word(), reason = logged, "a report was not sent");
    }
    app.store.report(id)
}

/// The members that files of a screen may show somebody.
///
/// # Errors
/// The module that is not open.
pub fn scope_of(permissions: &Permissions, screen: &Screen) -> Result<Scope, Module> {
    let (of_screen, counts_members) = screen.opened_by();
    for (module, has_members) in [(Module::Export, true), (of_screen, counts_members)] {
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
fn made(app: &App, saved: &SavedReport, language: Language) -> Result<Said, Fault> {
    let settings = app.settings();
    let report = &saved.report;
    // Before the work, which would be for nothing.
    match report.channel {
        Channel::Mail => may_mail(&settings, &report.recipients, language)?,
        Channel::Folder => drop(settings.mail.reports_dir.as_ref().ok_or_else(|| no_folder(language))?),
    }
    let runtime = runtime().map_err(|error| Fault::Failed(error.to_string().into()))?;
    let made = runtime.block_on(make(app, &settings, saved, language))?;
    match report.channel {
        Channel::Mail => mail(app, &settings, report, made),
        Channel::Folder => {
            let into = settings.mail.reports_dir.as_deref().ok_or_else(|| no_folder(language))?;
            let AttachedFile { name, bytes, .. } = &made.file;
            folder::write(into, &report.folder, name, bytes)
                .map_err(|error| Fault::Failed(format!("{}: {error}", into.display()).into()))?;
            Ok(Said::of(language, |texts| (texts.written)(&report.folder, name)))
        }
    }
}

fn no_folder(language: Language) -> Fault {
    Fault::Stopped(Said::of(language, |texts| texts.no_folder.to_owned()))
}

fn no_mail(language: Language) -> Fault {
    Fault::Stopped(Said::of(language, |texts| texts.no_mail.to_owned()))
}

fn may_mail(settings: &Config, recipients: &[String], language: Language) -> Result<(), Fault> {
    if settings.mail.smtp_host.is_none() {
        return Err(no_mail(language));
    }
    match recipients.iter().find(|address| !settings.mail.allows(address)) {
        Some(address) => Err(Fault::Stopped(Said::of(language, |texts| (texts.not_allowed)(address)))),
        None => Ok(()),
    }
}

fn mail(app: &App, settings: &Config, report: &Report, made: Made) -> Result<Said, Fault> {
    let language = made.about.language;
    let failed = |error: crate::mail::MailError| Fault::Failed(error.to_string().into());
    let megabytes = made.file.bytes.len() / 1_000_000;
    if megabytes >= LARGEST_MAIL {
        return Err(Fault::Stopped(Said::of(language, |texts| (texts.too_large)(megabytes, LARGEST_MAIL))));
    }
    let mailer = Mailer::of(settings, &app.egress).map_err(failed)?;
    let mailer = mailer.ok_or_else(|| no_mail(language))?;
    let content = Content { name: &report.name, about: &made.about, figures: &made.figures };
    let letter = Letter {
        to: &report.recipients,
        subject: &format!("{} – {}", report.name, made.about.program),
        text: content.text(),
        html: content.html(),
        files: vec![made.file],
    };
    mailer.send(&letter).map_err(failed)?;
    Ok(Said::of(language, |texts| (texts.mailed)(&report.recipients)))
}

/// Makes a report with the roles that its owner has now.
async fn make(app: &App, settings: &Config, saved: &SavedReport, language: Language) -> Result<Made, Fault> {
    let SavedReport { user_id, login, report, .. } = saved;
    let stopped = |text: String| Fault::Stopped(text.into());
    let no_view = || Fault::Stopped(Said::of(language, |texts| texts.no_view.to_owned()));
    let owner = app.store.user_by_id(*user_id)?.filter(|owner| !owner.disabled);
    let owner = owner.ok_or_else(|| Fault::Stopped(Said::of(language, |texts| (texts.disabled)(login))))?;
    let screen = Screen::of_path(&report.screen)
        .ok_or_else(|| Fault::Stopped(Said::of(language, |texts| texts.no_screen.to_owned())))?;
    let permissions = Permissions::of(&owner.roles, &settings.modules);
    let scope = scope_of(&permissions, &screen)
        .map_err(|module| Fault::Stopped(Said::of(language, |texts| (texts.not_open)(login, module.code()))))?;
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
    let about = about.by(login, &app.clock.local().to_string());
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
