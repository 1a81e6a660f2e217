//! The calls about settings: some can be chosen while the server runs, the others are shown.
//!
//! What a flag, the environment or the settings file says takes precedence over a choice: the operator of the machine has
//! the last word. A choice takes precedence over the default.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::config::{self, CHOOSABLE, Choosable, Config, Mark, Origin, SettingGroup};
use crate::error::{ApiError, FieldFault};
use crate::http::body::Json;
use crate::http::changes::Actor;
use crate::http::class::Class;
use crate::http::confirm::confirmed;
use crate::http::request_language::say;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::Admin;
use crate::modules::Module;

/// All settings.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingList {
    /// Those that can be chosen.
    pub settings: Vec<SettingAnswer>,
    /// Those that are read when the server starts.
    pub others: Vec<OtherSetting>,
}

/// A setting that is read when the server starts.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct OtherSetting {
    pub name: String,
    /// What it means.
    pub help: String,
    /// As a flag would give it; a secret is not shown.
    pub value: String,
    /// What says the value, such as `bond.toml:3` or `the environment`; null for the default.
    pub origin: Option<String>,
}

/// A setting that can be chosen, unless something else says what it is.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingAnswer {
    pub name: String,
    /// What it is about.
    pub group: SettingGroup,
    /// What it means.
    pub help: String,
    /// The value, as a flag would give it. Of a secret only whether there is one: `(set)` or nothing.
    pub value: String,
    pub default: String,
    /// The only values that it may have, such as `true` and `false`; empty where any other may be written.
    pub values: Vec<String>,
    /// Whether nobody reads it again.
    pub is_secret: bool,
    /// Whether it takes effect when the server is started again.
    pub restarts: bool,
    /// Whether another value than this is in use until then.
    pub waits: bool,
    /// Whether whoever chooses it confirms that with the own password.
    pub asks_password: bool,
    /// What says the value, such as `bond.toml:3` or `environment`, so that it cannot be chosen; null if it can.
    pub fixed_by: Option<String>,
    /// When it was chosen, in seconds since 1970-01-01 UTC; null if it was not.
    pub changed_at: Option<i64>,
    /// The login of the user who chose it.
    pub changed_by: Option<String>,
}

/// Values to choose.
#[derive(Clone, Debug, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeSettings {
    /// By name; null goes back to the default.
    pub settings: BTreeMap<String, Option<String>>,
    /// The password of the administrator who asks, where one of the settings asks for it.
    pub password: Option<String>,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/v1/admin/settings", Class::reads(Module::Admin), list)
            .says("The settings with their values and origins, and which of them can be chosen.")
            .answers::<SettingList>(),
        Route::put("/api/v1/admin/settings", Class::changes(Module::Admin), change)
            .says("Chooses values of settings: all or none of them.")
            .takes::<ChangeSettings>()
            .answers::<SettingList>(),
    ]
}

async fn list(app: web::Data<App>, _admin: Admin, request: HttpRequest) -> Answer {
    Ok(HttpResponse::Ok().json(said(answer(&app)?, &request)))
}

/// In the language of a request.
fn said(mut list: SettingList, request: &HttpRequest) -> SettingList {
    let chosen = list.settings.iter_mut().flat_map(|setting| [Some(&mut setting.help), setting.fixed_by.as_mut()]);
    let others = list.others.iter_mut().flat_map(|setting| [Some(&mut setting.help), setting.origin.as_mut()]);
    say(request, chosen.chain(others).flatten());
    list
}

async fn change(app: web::Data<App>, admin: Admin, body: Json<ChangeSettings>, request: HttpRequest) -> Answer {
    let actor = Actor::of(&app, &admin.0, &request);
    let ChangeSettings { settings, password } = body.0;
    let default = Config::default();
    let mut all = Config::clone(&app.settings());
    let mut faults: Vec<FieldFault> = Vec::new();
    for (name, value) in &settings {
        let value = value.clone().unwrap_or_else(|| default.text(name));
        let chosen = if config::choosable(name).is_none() {
            Err(config::cannot_be_chosen())
        } else if let Some(by) = fixed_by(&app, name) {
            Err(format!("it is set by {by}; change it there and restart the server"))
        } else {
            all.choose(name, &value)
        };
        faults.extend(chosen.err().map(|reason| FieldFault::of(name, reason)));
    }
    // A setting that is wrong by itself says that alone.
    for (name, reason) in faults_together(&app, &all, &settings) {
        if faults.iter().all(|fault| fault.field.as_deref() != Some(name)) {
            faults.push(FieldFault::of(name, reason));
        }
    }
    if !faults.is_empty() {
        return Err(ApiError::faults(faults));
    }
    if let Some(Choosable { name, .. }) =
        CHOOSABLE.iter().find(|one| one.is(Mark::Opens) && settings.contains_key(one.name))
    {
        let missing = || ApiError::field("password", format!("expected your password: {name} gives access to others"));
        confirmed(&app, &admin.0, &password.ok_or_else(missing)?, &request).await?;
    }
    let chosen = web::block(move || {
        let values: Vec<_> = settings.iter().map(|(name, value)| (name.as_str(), value.as_deref())).collect();
        let is_secret = |name: &str| config::choosable(name).is_some_and(|one| one.is(Mark::Secret));
        app.store.choose(&values, &is_secret, actor.by())?;
        answer(&app)
    });
    let list = chosen.await.map_err(|error| ApiError::internal(&error))??;
    Ok(HttpResponse::Ok().json(said(list, &request)))
}

/// Why chosen values cannot be used together with those of the other settings: the setting to change, and what to set.
fn faults_together(
    app: &App,
    all: &Config,
    chosen: &BTreeMap<String, Option<String>>,
) -> impl Iterator<Item = (&'static str, String)> {
    let is_of_mail = |name: &String| config::choosable(name).is_some_and(|one| one.group == SettingGroup::Mail);
    let of_server = chosen.keys().any(is_of_mail).then(|| {
        let egress = all.check_egress().err().map(|reason| ("smtp_host", reason));
        egress.into_iter().chain(all.mail.faults_of_server())
    });
    of_server.into_iter().flatten().chain(fault_of_other_server(app, all, chosen))
}

/// What decides to whom the password of the mail server goes, and who can read it on the way.
const MAIL_SERVER: [&str; 3] = ["smtp_host", "smtp_port", "smtp_tls"];

/// Why the password of the mail server would go where it was not meant to go: who chooses another server, gives its password.
/// Who does not know the password would have it sent to a server of their own otherwise.
fn fault_of_other_server(
    app: &App,
    all: &Config,
    chosen: &BTreeMap<String, Option<String>>,
) -> Option<(&'static str, String)> {
    let now = app.settings();
    let is_other = |name: &&&str| chosen.contains_key(**name) && all.text(name) != now.text(name);
    let name = MAIL_SERVER.iter().find(is_other)?;
    all.mail.smtp_host.as_ref()?;
    if let Some(by) = ["smtp_password", "smtp_password_file"].iter().find_map(|password| fixed_by(app, password)) {
        let reason =
            format!("the password of the mail server is set by {by}; change the server there, too, and restart");
        return Some((name, reason));
    }
    let is_kept = !all.text("smtp_password").is_empty() && !chosen.contains_key("smtp_password");
    is_kept.then(|| ("smtp_password", "expected the password again: it would go to another server".to_owned()))
}

fn fixed_by(app: &App, name: &str) -> Option<String> {
    of_origin(app.origin(name)?)
}

fn of_origin(origin: Origin) -> Option<String> {
    match origin {
        Origin::Default => None,
        Origin::File(path, line) => Some(format!("{}:{line}", path.file_name().unwrap_or_default().to_string_lossy())),
        origin => Some(format!("the {origin}")),
    }
}

fn answer(app: &App) -> Result<SettingList, ApiError> {
    let (now, default, chosen) = (app.settings(), Config::default(), app.store.chosen_settings()?);
    let declared = config::settings();
    let (choosable, others): (Vec<_>, Vec<_>) =
        declared.iter().partition(|setting| config::choosable(setting.get_id().as_str()).is_some());
    let setting = |one: &Choosable| {
        let Choosable { name, group, .. } = *one;
        let declared = choosable.iter().find(|setting| setting.get_id() == name)?;
        let fixed_by = fixed_by(app, name);
        let chosen = chosen.iter().find(|chosen| chosen.name == name && fixed_by.is_none());
        Some(SettingAnswer {
            name: name.to_owned(),
            group,
            help: config::sentence(declared),
            value: now.text(name),
            default: default.text(name),
            values: config::values_of(declared),
            is_secret: one.is(Mark::Secret),
            restarts: one.is(Mark::Restarts),
            waits: name == "time_zone" && now.time_zone != app.time_zone,
            asks_password: one.is(Mark::Opens),
            fixed_by,
            changed_at: chosen.map(|chosen| chosen.changed_at),
            changed_by: chosen.map(|chosen| chosen.changed_by.clone()),
        })
    };
    Ok(SettingList {
        settings: CHOOSABLE.iter().filter_map(setting).collect(),
        others: others
            .into_iter()
            .map(|setting| {
                let name = setting.get_id().to_string();
                let (value, origin) = (now.text(&name), fixed_by(app, &name));
                OtherSetting { help: config::sentence(setting), value, origin, name }
            })
            .chain(now.oidc_table_settings().into_iter().map(|(name, setting, value, origin)| OtherSetting {
                help: config::sentence(&setting),
                value,
                origin: of_origin(origin),
                name,
            }))
            .collect(),
    })
}
