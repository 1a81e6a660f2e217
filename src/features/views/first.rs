//! The saved view that opens after signing in. It reaches the page with the user of its session.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use super::stored::View;
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::features::saved_screen;
use crate::screens::pages::page_of;
use crate::store::StoreError;
use crate::store::saved::Saved;

/// The saved view that opens after signing in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
pub struct FirstView {
    #[ts(type = "number")]
    pub id: i64,
    /// The route of the screen.
    pub screen: String,
    /// JSON, as the page has them in its address.
    pub filters: String,
    pub blocks: String,
}

impl FirstView {
    /// That of a user; none where the screen is not open to it.
    pub fn of_user(app: &App, user_id: i64, permissions: &Permissions) -> Result<Option<FirstView>, StoreError> {
        let first = app.store.first_view(user_id)?;
        let first = first.filter(|saved| is_open(permissions, &saved.item.screen));
        Ok(first.map(|Saved { id, item: View { screen, filters, blocks, .. }, .. }| FirstView {
            id,
            screen,
            filters: saved_screen::shown(app, filters),
            blocks,
        }))
    }
}

/// Whether a screen is open to a user.
pub fn is_open(permissions: &Permissions, screen: &str) -> bool {
    page_of(screen).is_some_and(|page| permissions.opens(page.module, page.has_members))
}
