//! How a server does, by what only it can see.

use super::App;
use crate::loads::control::Health;
use crate::warehouse::Warehouse;
use crate::warehouse::load::TIME_ZONE;

impl App {
    /// How the server does, for a thread that is not one of those that serve.
    pub fn health(&self) -> Health {
        let mut health = Health {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            started_at: self.started_at,
            warehouse_schema: Warehouse::SCHEMA,
            data_version: self.warehouse.data_version(),
            warehouse_memory: self.config.warehouse_memory.clone(),
            cache_bytes: self.config.cache_bytes,
            certificate_ends: self.connections.certificate_end(),
            ..Health::default()
        };
        // A query, so that it is known whether the warehouse answers. It runs on the blocking threads of a runtime.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let sql = "select max(last_day)::bigint from bond.main.loaded where table_name = 'logins'";
        let found = runtime.map_err(|error| error.to_string()).and_then(|runtime| {
            let ask = |sql: &str| {
                let query = self.warehouse.query(health.data_version, sql.to_owned(), Vec::new());
                runtime.block_on(query).map_err(|error| error.to_string())
            };
            let late_tables = runtime.block_on(self.late_tables()).map_err(|error| error.to_string())?;
            Ok((ask(sql)?, ask(TIME_ZONE)?, late_tables))
        });
        match found {
            Ok((days, zone, late_tables)) => {
                health.last_day = days.columns.first().and_then(|days| i16::try_from(*days.ints().first()?).ok());
                // A null is read as an empty text.
                let name = zone.columns.first().and_then(|names| names.texts().first().cloned());
                health.time_zone = name.filter(|name| !name.is_empty());
                health.late_tables = late_tables;
            }
            Err(error) => health.fault = Some(error),
        }
        health
    }
}
