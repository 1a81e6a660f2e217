//! The calls of addresses of tables: making one, and asking it. They are listed and revoked as API tokens are.

use actix_web::http::header::ContentType;
use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use ts_rs::TS;

use super::Opened;
use crate::app::App;
use crate::auth::api_tokens::{LONGEST_NAME, network_list, new_token};
use crate::error::{ApiError, joined};
use crate::features::receipts::tables::{Quotable, csv_style, part};
use crate::features::saved_screen;
use crate::http::body::Json;
use crate::http::changes::{Actor, valid, written};
use crate::http::class::Class;
use crate::http::route::{Answer, Reply, Route};
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::render::Compared;
use crate::screens::Call;
use crate::store::api_tokens::{ApiToken, NewApiToken, ShownTable};
use crate::store::audit::By;

const DAY: i64 = 24 * 60 * 60;
/// The longest title of a table, in characters.
const LONGEST_TITLE: usize = 200;

/// Where a table is asked for; in place of `{key}` the secret or the number of its address.
const CSV: &str = "/api/v1/table/{key}/table.csv";
const JSON: &str = "/api/v1/table/{key}/table.json";

/// An address to make.
#[derive(Clone, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct NewTableAddress {
    /// What it is for, 1 to 60 characters.
    pub name: String,
    /// What the table is called, 1 to 200 characters.
    pub title: String,
    /// The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
    pub screen: String,
    /// The id of one of its blocks; without it, the figures of the dashboard's cards.
    pub block: Option<String>,
    /// A filter with the choices in the block as JSON text; at most 8,000 bytes. A period such as LAST_FULL_MONTH moves along.
    pub filters: String,
    /// Whether it has the figures of the compared period, and their changes, beside its own: for a table by groups or a list.
    #[serde(default)]
    pub compared: bool,
    /// Days after which it expires, from 1 to the longest that the settings allow for API tokens.
    #[schemars(range(min = 1, max = 3650))]
    pub days: u16,
    /// The networks that it may be asked from, such as 10.1.0.0/16, or addresses; null for any.
    pub addresses: Option<Vec<String>>,
}

/// An address that was made. Its secret is shown only now.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct MadeTableAddress {
    pub token: ApiToken,
    /// The paths below the address of Bond, with the secret in them.
    pub csv: String,
    pub json: String,
}

pub fn routes() -> Vec<Route> {
    let table = |path: &str, says: &str| {
        format!(
            "{says} {path} with the secret of an address or, for its owner with a session or a token that reads, its number."
        )
    };
    let key = json!({ "type": "string", "maxLength": 100, "examples": ["1"] });
    vec![
        Route::post("/api/v1/account/tables", Class::InPerson { modules: &[Module::Export] }, add)
            .says("Makes an address of one table for a spreadsheet: an API token that opens this table alone, as you see it whenever it is asked. It is shown only now.")
            .takes::<NewTableAddress>()
            .answers::<MadeTableAddress>(),
        Route::get(CSV, Class::Table, csv)
            .says(table("The table of an address as CSV, as its owner sees it now:", "{key} is"))
            .with("key", key.clone())
            .replies(Reply::Csv),
        Route::get(JSON, Class::Table, rows)
            .says(table("The table of an address as JSON, an object for each row:", "{key} is"))
            .with("key", key)
            .replies(Reply::File("application/json")),
    ]
}

async fn add(app: web::Data<App>, user: SignedIn, body: Json<NewTableAddress>, request: HttpRequest) -> Answer {
    let NewTableAddress { name, title, screen, block, filters, compared, days, addresses } = body.0;
    let longest = app.config.api_token_days;
    if longest == 0 {
        return Err(ApiError::forbidden("API tokens are not allowed here; see the setting api_token_days."));
    }
    let name = valid("name", &name, LONGEST_NAME)?.to_owned();
    let title = valid("title", &title, LONGEST_TITLE)?.to_owned();
    if !(1..=longest).contains(&days) {
        return Err(ApiError::field("days", format!("expected a number from 1 to {longest}")));
    }
    let addresses = addresses.map(|addresses| network_list(&addresses)).transpose();
    let addresses = addresses.map_err(|expected| ApiError::field("addresses", expected))?;
    let (shown, scope) = saved_screen::screen_for(user.permissions(), &screen)?;
    part(&shown, block.as_deref())?;
    let (params, filters) = saved_screen::filters(&app, filters)?;
    let answers = app.answers(&scope, user.language());
    answers.filter_of(&params).map_err(|errors| ApiError::field("filters", joined(&errors.0)))?;
    if let Some(poll) = shown.poll() {
        // Says so where there is no such poll.
        answers.answer(Call::Poll(poll), &params).await?;
    }
    let compared: Vec<String> = block.iter().filter(|_| compared).cloned().collect();
    Compared::check(&shown, &compared)
        .map_err(|expected| ApiError::field("compared", format!("expected {expected}")))?;
    let filters = saved_screen::with_compared(filters, &compared);
    let shows = ShownTable { title, screen, block, filters, language: user.language().code().to_owned() };
    let (app, actor, owner) = (app.clone(), Actor::of(&app, &user, &request), user.id());
    let expires_at = app.clock.now() + i64::from(days) * DAY;
    let secret = new_token();
    let [csv, json] = [CSV, JSON].map(|path| path.replace("{key}", &secret));
    let token = written(move || {
        let new = NewApiToken {
            secret: &secret,
            name: &name,
            abilities: &[],
            modules: None,
            addresses: addresses.as_deref(),
            expires_at,
            shows: Some(&shows),
        };
        app.store.add_api_token(owner, &new, actor.by())
    });
    Ok(HttpResponse::Ok().json(MadeTableAddress { token: token.await?, csv, json }))
}

async fn csv(app: web::Data<App>, key: web::Path<String>, request: HttpRequest) -> Answer {
    let opened = Opened::of(&key, &request)?;
    let answer = opened.table(&app).await?;
    let currency = app.settings().currency.clone();
    let number = answer.number()?;
    let file = answer.table.csv(&number, csv_style(&opened.shown, &currency))?;
    kept(&app, &opened, answer, number).await?;
    Ok(HttpResponse::Ok().content_type("text/csv; charset=utf-8").body(file))
}

async fn rows(app: web::Data<App>, key: web::Path<String>, request: HttpRequest) -> Answer {
    let opened = Opened::of(&key, &request)?;
    let answer = opened.table(&app).await?;
    let number = answer.number()?;
    let file = answer.table.json(&number)?;
    kept(&app, &opened, answer, number).await?;
    Ok(HttpResponse::Ok().content_type(ContentType::json()).body(file))
}

/// Keeps what is answered, so that a row of it can be checked, and records that the address was asked.
async fn kept(app: &web::Data<App>, opened: &Opened, answer: Quotable, number: String) -> Result<(), ApiError> {
    let (app, id, user) = (app.clone(), opened.id, opened.user_id);
    let (actor, address) = (opened.actor.clone(), opened.address.to_string());
    written(move || {
        let by = By { actor: Some(&actor), address: Some(&address), at: app.clock.now() };
        app.store.keep_answer(&number, &answer.kept(), user, by.at)?;
        app.store.table_opened(id, by)
    })
    .await
}
