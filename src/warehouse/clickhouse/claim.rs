//! Whoever uses the servers of a cluster holds their lease.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use duckdb::Connection;

use super::cluster::Cluster;
use super::lease::{Held, Holder, beat};
use crate::warehouse::error::WarehouseError;

impl Cluster {
    /// Makes sure that no other data directory uses the servers, before something is written or deleted there.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] with what to do, if one does.
    pub(in crate::warehouse) fn hold(&self, connection: &Connection) -> Result<(), WarehouseError> {
        let mut held = self.lease.lock();
        if let Some(Held { holder, .. }) = &*held {
            let is_lost = AtomicBool::new(false);
            self.each(|_, node| {
                is_lost.fetch_or(!holder.keep(node)?, Ordering::Relaxed);
                Ok(())
            })?;
            if !is_lost.into_inner() {
                return Ok(());
            }
            // Another one came while this one could not be heard; it may have gone again.
            held.take();
        }
        let holder = Arc::new(Holder::of(connection)?);
        if let Err(error) = self.each(|_, node| holder.take(node)) {
            holder.release(self.nodes());
            return Err(error);
        }
        let (stop, stopped) = mpsc::channel();
        let (nodes, keeping) = (self.nodes().to_vec(), Arc::clone(&holder));
        let thread =
            thread::Builder::new().name("cluster lease".to_owned()).spawn(move || beat(&keeping, &nodes, &stopped));
        thread.map_err(|error| WarehouseError::Worker(error.to_string()))?;
        *held = Some(Held { holder, nodes: self.nodes().to_vec(), stop: Some(stop) });
        Ok(())
    }

    /// Lets another data directory use the servers, when this process needs them no more.
    pub(in crate::warehouse) fn release(&self) {
        self.lease.lock().take();
    }
}
