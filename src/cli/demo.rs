//! `bond demo`

mod desktop;
mod examples;

use std::time::Instant;

use clap::Args;

use super::failure::Failure;
use super::output::say;
use super::progress::Bar;
use super::serve::{self, open};
use super::settings::ServerFlags;
use crate::app::App;
use crate::app::opening::LOGIN;
use crate::auth::password;
use crate::config::Resolved;
use crate::platform::signals;
use crate::server;
use crate::store::audit::{By, Entry};
use crate::store::roles;
use crate::store::users::NewUser;
use crate::warehouse::demo::{self, DemoOptions};

/// The name of the person who is shown the demo.
const FIRST_NAME: &str = "Maya";

/// The name of the program of the demo, as if an administrator had chosen it.
const PROGRAM: &str = "Harbor Rewards";

/// `bond demo`
#[derive(Args)]
pub struct Demo {
    /// Members of a new program.
    #[arg(long, value_name = "N", default_value_t = DemoOptions::default().members)]
    members: u32,
    /// Seed of a new program; another seed makes another program of the same kind.
    #[arg(long, value_name = "S", default_value_t = DemoOptions::default().seed)]
    seed: u64,
    /// Years of history of a new program, up to yesterday.
    #[arg(long, value_name = "Y", default_value_t = DemoOptions::default().years)]
    years: u32,
    /// Plant no changes in a new program: its figures change only by chance, season and growth.
    #[arg(long)]
    no_causes: bool,
    /// List the changes planted in the demo, for you to find on the dashboards, and exit.
    #[arg(long)]
    explain: bool,
    /// Create the demo and the account, and exit.
    #[arg(long)]
    no_serve: bool,
    /// Keep the demo in your own folder, and open it in the browser, signed in; if it runs already, open that.
    #[arg(long, conflicts_with_all = ["explain", "no_serve"])]
    open: bool,
    #[command(flatten)]
    settings: ServerFlags,
}

pub const EXAMPLES: &str = "\
A data directory without data gets a new program: the same seed, size and years make the same one. A demo that was
made on an earlier day is extended to yesterday. If there is no user, one named `demo` is added with a random
password, which is printed once; `bond user reset-password --generate-password demo` sets another. Where it is served at
once, that user has two links, an alert, and a report to the folder `reports` of the data directory.

With --open, the data directory is one in your own folder, unless you name another, and the port is any free one if
8080 is taken. The browser opens with a link that signs you in once, within two minutes and on this machine only. A
second start opens the browser on the server that runs. On Windows a double click on bond.exe does the same.

Examples:
  bond demo
  bond demo --open
  bond demo --data-dir big --members 1000000 --no-serve
  bond demo --explain";

/// Creates or extends the demo and serves it.
pub fn run(mut command: Demo) -> Result<(), Failure> {
    if command.open {
        desktop::settle(&mut command.settings)?;
    }
    let Resolved { mut config, origins, .. } = command.settings.resolve()?;
    // Before any long step: nobody should wait for a demo only to learn that the port is in use.
    let listener = match command.open {
        true => Some(desktop::bind(&config, &origins)?),
        false if command.no_serve || command.explain => None,
        false => Some(server::bind(&config)?),
    };
    if listener.is_some() {
        signals::outlive_terminal().map_err(Failure::new)?;
        examples::set_folder(&mut config);
    }
    let mut app = if command.open {
        let Some(app) = desktop::open_or_join(&config)? else { return Ok(()) };
        app
    } else {
        open(config)?
    };
    app.origins = origins;
    if command.open && app.warehouse.data_version() == 0 {
        say("Bond makes a demo with made-up data. That takes a minute, once.");
    }
    let is_new = make_or_extend(&command, &app)?;
    if command.explain {
        return explain(&app);
    }
    if app.store.has_no_users()? {
        let made = password::random();
        let hash = password::hash(&made).map_err(Failure::new)?;
        let user = NewUser { login: LOGIN, first_name: FIRST_NAME, password_hash: &hash, roles: &[roles::ADMIN] };
        let id = app.store.add_user(&user, app.clock.now())?;
        say(format!("Sign in as {LOGIN} with the password {made} (shown only now)."));
        if let Some(listener) = listener.as_ref().filter(|_| is_new) {
            let page = app.config.page_at(listener.local_addr().map_err(Failure::new)?);
            for (name, path) in examples::save(&app, id)? {
                say(format!("Without signing in, \"{name}\" is at {}{path}", page.trim_end_matches('/')));
            }
        }
    } else if !command.open {
        say(format!(
            "Sign in with the account you have; `bond user reset-password --data-dir {} --generate-password {LOGIN}` \
             sets another password.",
            app.config.data_dir.display()
        ));
    }
    match listener {
        Some(listener) if command.open => {
            let opening = desktop::opening(&app, listener.local_addr().map_err(Failure::new)?)?;
            serve::serve_and(app, listener, |_, config| desktop::started(&opening, config))
        }
        Some(listener) => serve::serve(app, listener),
        None => Ok(()),
    }
}

/// Returns whether the demo is new.
fn make_or_extend(command: &Demo, app: &App) -> Result<bool, Failure> {
    let yesterday = app
        .clock
        .today()
        .previous_day()
        .ok_or_else(|| Failure::new("today is the first day of the supported calendar"))?;
    let started = Instant::now();
    let is_new = app.warehouse.data_version() == 0;
    let report = if is_new {
        let options = DemoOptions {
            members: command.members,
            seed: command.seed,
            years: command.years,
            causes: !command.no_causes,
        };
        Some(demo::make(&app.warehouse, &options, yesterday, None, &Bar::default())?)
    } else {
        demo::extend(&app.warehouse, yesterday, &Bar::default())?
    };
    if let Some(report) = report {
        let detail = format!("{} rows, {} to {}", report.rows, report.first_day, report.last_day);
        let entry = Entry { at: app.clock.now(), event: "demo_made", detail: Some(&detail), ..Entry::default() };
        app.store.record(&entry)?;
        if is_new && app.is_choosable("program_name") {
            app.store.choose_settings(&[("program_name", Some(PROGRAM))], By::from(app.clock.now()))?;
        }
        say(format!(
            "The demo has {} members and {} logins from {} to {} (made in {:.1} s).",
            indicatif::HumanCount(report.members),
            indicatif::HumanCount(report.logins),
            report.first_day,
            report.last_day,
            started.elapsed().as_secs_f64()
        ));
    }
    Ok(is_new)
}

fn explain(app: &App) -> Result<(), Failure> {
    let Some(causes) = demo::explain_loaded(&app.warehouse)? else {
        return Err(Failure::usage(format!(
            "{} contains data that is not a demo; name another directory with --data-dir",
            app.config.data_dir.display()
        )));
    };
    if causes.is_empty() {
        say("This demo was made without planted changes.");
    }
    for cause in causes {
        say(cause);
    }
    Ok(())
}
