//! Links that show a screen to whoever has them, without an account: whether a link works at this moment, and what it
//! answers.
//!
//! A visitor names one of the calls that the link holds, by its number. The filter, the choices of the blocks and the
//! members come from the link and its maker, never from the visitor.

mod calls;
pub mod routes;
pub mod stored;
pub mod visits;

use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::config::Config;
use crate::delivery::{insights_of, scope_of};
use crate::features::saved_screen;
use crate::figures::filter::FilterParams;
use crate::render::Screen;
use crate::scope::Scope;
use crate::screens::OpenDashboards;
use crate::store::StoreError;

use self::stored::SavedLink;

pub use calls::{LinkCall, MOST_CALLS, call_of};

const DAY: i64 = 24 * 60 * 60;

/// A link that works at this moment.
#[derive(Clone, Debug)]
pub struct Live {
    pub saved: SavedLink,
    /// Its maker's first name.
    pub first_name: String,
    pub screen: Screen,
    /// The members that it shows: those that its maker may take along as files of this screen.
    pub scope: Scope,
    /// The dashboards of which its sentences tell: those that its maker may look at in Insights.
    pub insights: Option<OpenDashboards>,
    pub filter: FilterParams,
    pub calls: Vec<LinkCall>,
    /// Seconds since 1970-01-01 UTC.
    pub expires_at: i64,
}

/// When a link expires: a shorter time that an administrator chose since counts for it, too.
pub fn expiry(settings: &Config, saved: &SavedLink) -> i64 {
    saved.item.expires_at.min(saved.saved_at + i64::from(settings.links.link_days) * DAY)
}

/// A link with what it shows by the roles that its maker has now; None where it does not work, whatever the reason.
///
/// # Errors
/// If the store fails.
pub fn live(app: &App, saved: SavedLink) -> Result<Option<Live>, StoreError> {
    let settings = app.settings();
    let expires_at = expiry(&settings, &saved);
    if !settings.links.allow_links || app.clock.now() >= expires_at {
        return Ok(None);
    }
    let Some(maker) = app.store.user_by_id(saved.owner.user_id)?.filter(|maker| !maker.disabled) else {
        return Ok(None);
    };
    // A release may have removed a screen, or a call of it.
    let Some(screen) = Screen::of_path(&saved.item.screen) else { return Ok(None) };
    let permissions = Permissions::of(&maker.roles, &settings.modules);
    let Ok(scope) = scope_of(&permissions, screen.opened_by()) else { return Ok(None) };
    let insights = insights_of(&permissions, &scope);
    let read = (saved_screen::saved(&saved.item.filters), serde_json::from_str(&saved.item.calls));
    let (Ok(filter), Ok(calls)) = read else { return Ok(None) };
    Ok(Some(Live { saved, first_name: maker.first_name, screen, scope, insights, filter, calls, expires_at }))
}
