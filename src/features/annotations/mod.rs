//! Notes at days, for the users who see them: annotations of users, and the days that loads corrected.

pub mod routes;
pub mod stored;

use time::OffsetDateTime;

use self::stored::Annotation;
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::render::{Noted, NotedDays};
use crate::screens::corrections::{Correction, PublishedLoad, corrections};
use crate::screens::{CardFigure, figure};
use crate::store::loads::Kind;
use crate::store::saved::{Saved, Visible};
use crate::store::{Store, StoreError};
use crate::warehouse::load::ChangedDays;

/// The latest loads that are looked at.
const MOST_LOADS: usize = 100;

impl App {
    /// The annotations that a user with these permissions sees, in order of days: their own, and shared ones whose
    /// figures are open to them.
    ///
    /// # Errors
    /// If the store fails.
    pub fn annotations_for(
        &self,
        user_id: i64,
        permissions: &Permissions,
    ) -> Result<Vec<Saved<Annotation>>, StoreError> {
        let all = self.store.saved(Visible::To(user_id))?;
        Ok(all.into_iter().filter(|saved| is_seen(saved, user_id, permissions)).collect())
    }

    /// The annotations and corrections that a user with these permissions sees, for files.
    ///
    /// # Errors
    /// If the store fails.
    pub fn noted_for(&self, user_id: i64, permissions: &Permissions) -> Result<Noted, StoreError> {
        let of_files = |Saved { owner, item, .. }: Saved<Annotation>| {
            let Annotation { starts, ends, text, metric, .. } = item;
            NotedDays { starts, ends, text, metric, login: owner.login }
        };
        let annotations = self.annotations_for(user_id, permissions)?.into_iter().map(of_files).collect();
        Ok(Noted { annotations, corrections: self.corrections_for(permissions)? })
    }

    /// The days that the latest loads corrected, of figures that are open with these permissions.
    ///
    /// # Errors
    /// If the store fails.
    pub fn corrections_for(&self, permissions: &Permissions) -> Result<Vec<Correction>, StoreError> {
        Ok(corrections(&latest_loads(&self.store)?, |figure| is_open(permissions, figure)))
    }
}

/// Whether permissions open a figure.
pub fn is_open(permissions: &Permissions, figure: &CardFigure) -> bool {
    permissions.opens(figure.dashboard.module, figure.dashboard.has_members)
}

/// Whether a user sees an annotation: their own always, a shared one if its figure is open to them.
pub fn is_seen(saved: &Saved<Annotation>, user_id: i64, permissions: &Permissions) -> bool {
    let opens = |id: &str| figure(id).is_some_and(|figure| is_open(permissions, figure));
    saved.is_of(user_id) || (saved.item.shared && saved.item.metric.as_deref().is_none_or(opens))
}

/// The latest loads that may have corrected something.
fn latest_loads(store: &Store) -> Result<Vec<PublishedLoad>, StoreError> {
    let mut loads = store.published_loads()?;
    loads.retain(|load| matches!(load.kind, Kind::Import | Kind::Undo));
    loads.sort_by_key(|load| load.id);
    let mut latest = Vec::new();
    for load in loads.iter().rev().take(MOST_LOADS).rev() {
        let report = store.load_report(load.id)?;
        let on = OffsetDateTime::from_unix_timestamp(load.ended_at.unwrap_or(load.queued_at));
        if let (Some(changed), Ok(on)) = (report.and_then(|report| ChangedDays::of_report(&report)), on) {
            latest.push(PublishedLoad { id: load.id, is_undo: load.kind == Kind::Undo, on: on.date(), changed });
        }
    }
    Ok(latest)
}
