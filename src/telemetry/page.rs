//! Writes figures as OpenMetrics text.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use super::counts::{Cache, Connections, LoadCounts, Queries, Requests};

/// The content type of [`Page::text`].
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The figures of one moment.
#[derive(Debug)]
pub struct Page(Registry);

impl Page {
    /// With the version of Bond.
    pub fn new(version: &'static str) -> Page {
        let mut page = Page(Registry::default());
        page.0.register("bond_build", "The version of Bond", Info::new([("version", version)]));
        page
    }

    /// Adds a figure. The name ends with its base unit, and the help is a sentence without its full stop.
    pub fn add(&mut self, name: &str, help: &str, value: f64) {
        self.0.register(name, help, ConstGauge::new(value));
    }

    /// Adds a figure for each value of a label.
    pub fn add_each(&mut self, name: &str, help: &str, label: &'static str, values: &[(&str, f64)]) {
        let family = Family::<[(&'static str, String); 1], Gauge<f64, std::sync::atomic::AtomicU64>>::default();
        for (of, value) in values {
            family.get_or_create(&[(label, (*of).to_owned())]).set(*value);
        }
        self.0.register(name, help, family);
    }

    /// Adds the requests.
    pub fn add_requests(&mut self, requests: &Requests) {
        let Requests { answered, durations } = requests.clone();
        self.0.register("bond_http_requests", "Answered requests", answered);
        self.0.register("bond_http_request_duration_seconds", "Time until a request was answered", durations);
    }

    /// Adds the connections.
    pub fn add_connections(&mut self, connections: &Connections) {
        let Connections { open, refused, .. } = connections.clone();
        self.0.register("bond_connections_open", "Open connections of clients", open);
        self.0.register("bond_connections_refused", "Connections that were one too many", refused);
    }

    /// Adds the queries.
    pub fn add_queries(&mut self, queries: &Queries) {
        let Queries { queued, running, ended, durations } = queries.clone();
        self.0.register("bond_queries_queued", "Queries that wait for a connection of the warehouse", queued);
        self.0.register("bond_queries_running", "Queries that the warehouse runs", running);
        self.0.register("bond_queries", "Queries that have ended", ended);
        self.0.register("bond_query_duration_seconds", "Time of a query with its wait for a connection", durations);
    }

    /// Adds the look-ups in the cache of answers.
    pub fn add_cache(&mut self, cache: &Cache) {
        let Cache { hits, misses } = cache.clone();
        self.0.register("bond_cache_hits", "Look-ups of answers and rows that the cache had", hits);
        self.0.register("bond_cache_misses", "Look-ups of answers and rows that the cache did not have", misses);
    }

    /// Adds the loads.
    pub fn add_loads(&mut self, loads: &LoadCounts) {
        self.0.register("bond_loads", "Loads that have ended since the start", loads.ended.clone());
    }

    /// The figures as text of the type [`CONTENT_TYPE`].
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a text does not fail.
        let _ = encode(&mut text, &self.0);
        text
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn figures_are_written_as_prometheus_reads_them() {
        let mut page = Page::new("1.2.3");
        let (requests, cache) = (Requests::default(), Cache::default());
        requests.count("POST", "/api/v1/trends/{type}", 200, Duration::from_millis(20));
        requests.count("POST", "/api/v1/trends/{type}", 200, Duration::from_secs(40));
        cache.count(true);
        page.add_requests(&requests);
        page.add_cache(&cache);
        page.add_loads(&LoadCounts::new(&["published"]));
        page.add("process_open_fds", "Open file descriptors", 7.0);
        page.add_each("bond_disk_bytes", "Space", "of", &[("free", 1.5e9)]);
        let text = page.text();
        for line in [
            "bond_build_info{version=\"1.2.3\"} 1",
            "# TYPE bond_http_requests counter",
            "bond_http_requests_total{method=\"POST\",route=\"/api/v1/trends/{type}\",status=\"200\"} 2",
            "bond_http_request_duration_seconds_bucket{le=\"0.01\",route=\"/api/v1/trends/{type}\"} 0",
            "bond_http_request_duration_seconds_bucket{le=\"0.025\",route=\"/api/v1/trends/{type}\"} 1",
            "bond_http_request_duration_seconds_bucket{le=\"+Inf\",route=\"/api/v1/trends/{type}\"} 2",
            "bond_http_request_duration_seconds_count{route=\"/api/v1/trends/{type}\"} 2",
            "bond_cache_hits_total 1",
            "bond_cache_misses_total 0",
            "bond_loads_total{state=\"published\"} 0",
            "process_open_fds 7.0",
            "bond_disk_bytes{of=\"free\"} 1500000000.0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
    }
}
