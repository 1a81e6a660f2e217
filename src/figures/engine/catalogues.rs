//! The catalogues of an engine: that of the newest data version, read once, and those of scopes, made of it.

use std::sync::{Arc, PoisonError, RwLock};

use super::Engine;
use crate::figures::catalogue::Catalogue;
use crate::figures::filter::GroupsAsOf;
use crate::scope::Scope;
use crate::warehouse::WarehouseError;

impl Engine {
    /// The catalogue of the newest data version. Calls that come while it is read wait for it.
    ///
    /// # Errors
    /// If the warehouse gives no answer.
    pub async fn catalogue(&self) -> Result<Arc<Catalogue>, WarehouseError> {
        loop {
            let version = self.warehouse.data_version();
            let last = last_read(&self.catalogue);
            if last.version == version {
                return Ok(last);
            }
            let read = || {
                let (warehouse, catalogue) = (Arc::clone(&self.warehouse), Arc::clone(&self.catalogue));
                let (most_rows, dormant_days) = (self.most_rows, self.dormant_days);
                let minimum_members = self.minimum_members;
                async move {
                    // Another call may have read it since.
                    let last = last_read(&catalogue);
                    if last.version == version {
                        return Ok(last);
                    }
                    let read = Catalogue::read(&warehouse, version, most_rows, dormant_days).await?;
                    let read = Arc::new(read.telling_moves(minimum_members));
                    *catalogue.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&read);
                    Ok(read)
                }
            };
            match self.reading.join(&version, read).await {
                Err(WarehouseError::VersionMoved) => {}
                read => return read,
            }
        }
    }

    /// The catalogue of the newest data version, within a scope and with groups as of now or of each window.
    ///
    /// # Errors
    /// If the warehouse gives no answer.
    pub async fn catalogue_within(&self, scope: &Scope, groups: GroupsAsOf) -> Result<Arc<Catalogue>, WarehouseError> {
        let catalogue = self.catalogue().await?;
        let groups = if catalogue.has_history() { groups } else { GroupsAsOf::Now };
        if *scope == Scope::All && groups == GroupsAsOf::Now {
            return Ok(catalogue);
        }
        let key = (catalogue.version, scope.clone(), groups);
        Ok(self.scoped.get_with(key, async move { catalogue.within(scope, groups, self.minimum_members > 0) }).await)
    }
}

/// The catalogue that was read last.
fn last_read(catalogue: &RwLock<Arc<Catalogue>>) -> Arc<Catalogue> {
    Arc::clone(&catalogue.read().unwrap_or_else(PoisonError::into_inner))
}
