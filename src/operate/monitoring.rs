//! What a running Bond says about itself to a monitoring system.

use actix_web::{HttpResponse, web};

use crate::app::App;
use crate::backup;
use crate::doctor::conditions;
use crate::error::ApiError;
use crate::http::class::Class;
use crate::http::route::{Answer, Reply, Route};
use crate::http::same_machine::Local;
use crate::platform::machine::Process;
use crate::store::StoreError;
use crate::store::audit::AuditFilter;
use crate::store::loads::State;
use crate::store::notes::Note;
use crate::telemetry::{CONTENT_TYPE, Page};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/metrics", Class::Local, metrics)
            .says("Figures for a monitoring system on the same machine, as OpenMetrics text.")
            .replies(Reply::Figures),
    ]
}

async fn metrics(app: web::Data<App>, _local: Local) -> Answer {
    // Figures are wanted most when something does not work: what cannot be read now is left out.
    let catalogue = app.engine.catalogue().await.ok();
    let through = catalogue.map(|catalogue| catalogue.through().map_or(0, |day| app.clock.start_of(day)));
    let cached = app.engine.cached_bytes().await + app.kept.bytes().await;
    let late = app.late_tables().await.ok().map(|late| late.len());
    // The store and the folder of backups are read from the disk.
    let text = web::block(move || page(&app, through, late, cached).text());
    let text = text.await.map_err(|error| ApiError::internal(&error))?;
    Ok(HttpResponse::Ok().content_type(CONTENT_TYPE).body(text))
}

/// All figures. `through` is when the last loaded day began, `late` the number of tables that are late, `cached` the bytes of cached rows and answers.
fn page(app: &App, through: Option<i64>, late: Option<usize>, cached: u64) -> Page {
    let mut page = Page::new(env!("CARGO_PKG_VERSION"));
    page.add_requests(&app.requests);
    page.add_connections(&app.connections);
    page.add_queries(app.warehouse.queries());
    let work = app.limited.kinds();
    let running = work.map(|(kind, work)| (kind, work.counts().running_now() as f64));
    page.add_each("bond_work_running", "Files, previews and checks at work", "of", &running);
    let waiting = work.map(|(kind, work)| (kind, work.counts().waiting_now() as f64));
    page.add_each("bond_work_waiting", "Requests that wait for such work", "of", &waiting);
    page.add_cache(app.engine.lookups());
    page.add("bond_cache_bytes", "Memory that cached answers and rows take", cached as f64);
    page.add_loads(app.loads.counts());
    page.add("bond_sending", "Reports and alerts that are being sent", app.outbox.under_way() as f64);
    let up = f64::from(u8::from(app.warehouse.is_available()));
    page.add("bond_warehouse_up", "1 if the warehouse can be read, else 0", up);
    page.add("bond_data_version", "The number of the last published load", f64::from(app.warehouse.data_version()));
    if let Some(through) = through {
        let help = "Beginning of the last day with logins; 0 without data";
        page.add("bond_data_through_timestamp_seconds", help, through as f64);
    }
    if let Some(late) = late {
        page.add("bond_tables_late", "Feed tables that are late by expected_by", late as f64);
    }
    if let Err(error) = add_store(&mut page, app) {
        tracing::warn!(%error, "the figures of the account store are left out");
    }
    if let Err(error) = add_pulls(&mut page, app).and_then(|()| add_copies(&mut page, app)) {
        tracing::warn!(%error, "the figures of pulls and copies are left out");
    }
    if let Err(error) = add_notices(&mut page, app) {
        tracing::warn!(%error, "what administrators are told is left out");
    }
    add_backups(&mut page, app);
    add_process(&mut page, app);
    page
}

fn add_store(page: &mut Page, app: &App) -> Result<(), StoreError> {
    let live = app.store.live_sessions(app.clock.now(), app.auth.sessions.lifetimes().idle)?;
    page.add("bond_sessions_live", "Sessions that have neither ended nor expired", live as f64);
    let help = "Passwords that were checked since the start; blocked attempts are not";
    page.add("bond_password_checks", help, app.auth.passwords.checks() as f64);
    let (providers, mut unanswered) = (app.auth.oidc.all(), Vec::new());
    for one in &providers {
        unanswered.push((one.issuer(), app.store.unanswered(Some(one.issuer()))?.0 as f64));
    }
    if !unanswered.is_empty() {
        let help = "Users about whom their provider could not be asked the last time";
        page.add("bond_oidc_users_unanswered", help, app.store.unanswered(None)?.0 as f64);
        page.add_each("bond_oidc_provider_users_unanswered", "The same of each provider", "issuer", &unanswered);
    }
    let unfinished = app.store.unfinished_loads()?;
    let queued = unfinished.iter().filter(|load| load.state == State::Queued).count();
    page.add("bond_loads_queued", "Loads that wait", queued as f64);
    page.add("bond_loads_running", "Loads that are checked or loaded", (unfinished.len() - queued) as f64);
    let last = app.store.last_ended_load()?;
    let seconds = last.as_ref().and_then(|load| Some(load.ended_at? - load.started_at?)).unwrap_or_default();
    page.add("bond_last_load_duration_seconds", "How long the last load took; 0 without one", seconds as f64);
    let ended = last.and_then(|load| load.ended_at).unwrap_or_default();
    page.add("bond_last_load_timestamp_seconds", "When the last load ended; 0 without one", ended as f64);
    let published = app.store.last_published_load()?.and_then(|load| load.ended_at).unwrap_or_default();
    let help = "When a load was last published; 0 without one";
    page.add("bond_last_publication_timestamp_seconds", help, published as f64);
    Ok(())
}

/// Of each system that Bond asks.
fn add_pulls(page: &mut Page, app: &App) -> Result<(), StoreError> {
    let settings = app.settings();
    let (mut failed, mut succeeded) = (Vec::new(), Vec::new());
    for pull in &settings.pulls {
        let runs = app.store.ended_pull_runs(&pull.name, 100)?;
        let is_failed = runs.first().is_some_and(|run| run.fault.is_some());
        let last = runs.iter().find(|run| run.fault.is_none()).and_then(|run| run.ended_at);
        failed.push((pull.name.as_str(), f64::from(u8::from(is_failed))));
        succeeded.push((pull.name.as_str(), last.unwrap_or_default() as f64));
    }
    if !failed.is_empty() {
        page.add_each("bond_pull_failed", "1 if a system could not be asked the last time, else 0", "pull", &failed);
        let help = "When a system was last asked without a fault; 0 if never";
        page.add_each("bond_pull_last_success_timestamp_seconds", help, "pull", &succeeded);
    }
    Ok(())
}

/// Of each place that backups are copied to.
fn add_copies(page: &mut Page, app: &App) -> Result<(), StoreError> {
    let (mut failed, mut sent, mut tested) = (Vec::new(), Vec::new(), Vec::new());
    let settings = app.settings();
    for to in &settings.backup_to {
        let (last, copies) = (app.store.last_copying(&to.name)?, app.store.backup_copies(&to.name)?);
        let name = to.name.as_str();
        failed.push((name, f64::from(u8::from(last.is_some_and(|last| last.fault.is_some())))));
        sent.push((name, copies.first().map_or(0.0, |copy| copy.sent_at as f64)));
        tested.push((name, copies.iter().filter_map(|copy| copy.tested_at).max().unwrap_or_default() as f64));
    }
    if !failed.is_empty() {
        let help = "1 if the last backup could not be copied or its copy not be used, else 0";
        page.add_each("bond_backup_copy_failed", help, "place", &failed);
        let help = "When the newest copy was sent; 0 without one";
        page.add_each("bond_last_backup_copy_timestamp_seconds", help, "place", &sent);
        let help = "When a copy was last fetched and tried; 0 if never";
        page.add_each("bond_last_backup_copy_test_timestamp_seconds", help, "place", &tested);
    }
    Ok(())
}

/// What administrators are told, by the name of the check of `bond doctor`.
fn add_notices(page: &mut Page, app: &App) -> Result<(), StoreError> {
    let told = app.store.told()?;
    let holds = |name: &str| f64::from(u8::from(told.iter().any(|told| told.condition == name)));
    let all: Vec<(&str, f64)> = conditions().map(|name| (name, holds(name))).collect();
    page.add_each("bond_notice", "1 while administrators are told of it, else 0", "condition", &all);
    if app.settings().syslog.syslog.is_some() {
        let since = Some(app.store.noted(Note::Syslog)?.unwrap_or(0));
        let waiting = app.store.count_audit_lines(&AuditFilter { since, ..AuditFilter::default() })?;
        page.add("bond_syslog_waiting_lines", "Lines of the audit log that the syslog server lacks", waiting as f64);
    }
    if let Some(ends) = app.connections.certificate_end() {
        page.add("bond_certificate_end_timestamp_seconds", "When the TLS certificate ends", ends as f64);
    }
    Ok(())
}

/// A folder that cannot be read has no backups that anybody could use.
fn add_backups(page: &mut Page, app: &App) {
    let found = app.own_backups().unwrap_or_default();
    page.add("bond_backups", "Backups in the folder that were made or verified here", found.len() as f64);
    let now = app.clock.machine();
    let newest = found.iter().find(|found| !backup::is_ahead(found, now));
    let help = "When the newest backup was made; 0 without one";
    page.add("bond_last_backup_timestamp_seconds", help, newest.map_or(0.0, |found| found.name.at as f64));
    page.add("bond_last_backup_bytes", "Size of the newest backup", newest.map_or(0.0, |found| found.bytes as f64));
}

/// What is not known is left out.
fn add_process(page: &mut Page, app: &App) {
    let own = Process::own();
    page.add("process_start_time_seconds", "When Bond was started", app.started_at as f64);
    for (name, help, value) in [
        ("process_resident_memory_bytes", "Memory that Bond occupies", own.resident_bytes()),
        ("process_open_fds", "Open files and connections", own.open_descriptors()),
        ("process_max_fds", "Files and connections that may be open", own.most_descriptors()),
        ("bond_memory_limit_bytes", "Memory that Bond may use", own.memory()),
        ("bond_disk_free_bytes", "Free space of the data directory", app.free_space().ok()),
    ] {
        if let Some(value) = value {
            page.add(name, help, value as f64);
        }
    }
}
