//! The counts of each layer.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;

/// Upper bounds in seconds.
const BUCKETS: [f64; 14] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

fn histogram() -> Histogram {
    Histogram::new(BUCKETS)
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct RequestLabels {
    method: &'static str,
    route: &'static str,
    status: u16,
}

/// One label with its value.
pub(super) type Label = [(&'static str, &'static str); 1];

/// Answered requests.
#[derive(Clone, Debug)]
pub struct Requests {
    pub(super) answered: Family<RequestLabels, Counter>,
    pub(super) durations: Family<Label, Histogram, fn() -> Histogram>,
}

impl Default for Requests {
    fn default() -> Requests {
        Requests { answered: Family::default(), durations: Family::new_with_constructor(histogram) }
    }
}

impl Requests {
    /// Counts an answer. `route` is a template, never the path of the request; `method` is one that Bond knows.
    pub fn count(&self, method: &'static str, route: &'static str, status: u16, took: Duration) {
        self.answered.get_or_create(&RequestLabels { method, route, status }).inc();
        self.durations.get_or_create(&[("route", route)]).observe(took.as_secs_f64());
    }
}

/// How a query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Answered,
    /// A load was published meanwhile; the answer is computed again.
    Outdated,
    Failed,
    /// Too many waited, or it has waited too long.
    Refused,
    /// It has run too long.
    Cut,
    /// Whoever waited for it has gone.
    Abandoned,
}

impl Outcome {
    const ALL: [Outcome; 6] =
        [Outcome::Answered, Outcome::Outdated, Outcome::Failed, Outcome::Refused, Outcome::Cut, Outcome::Abandoned];

    fn text(self) -> &'static str {
        match self {
            Outcome::Answered => "answered",
            Outcome::Outdated => "outdated",
            Outcome::Failed => "failed",
            Outcome::Refused => "refused",
            Outcome::Cut => "cut",
            Outcome::Abandoned => "abandoned",
        }
    }
}

/// Queries of the warehouse.
#[derive(Clone, Debug)]
pub struct Queries {
    pub(super) queued: Gauge,
    pub(super) running: Gauge,
    pub(super) ended: Family<Label, Counter>,
    pub(super) durations: Histogram,
}

impl Default for Queries {
    fn default() -> Queries {
        let ended = Family::<Label, Counter>::default();
        // A series that begins at 0 shows its first increase.
        for outcome in Outcome::ALL {
            drop(ended.get_or_create(&[("outcome", outcome.text())]));
        }
        Queries { queued: Gauge::default(), running: Gauge::default(), ended, durations: histogram() }
    }
}

impl Queries {
    /// A query waits for a connection until the returned value is dropped.
    pub fn queued(&self) -> Raised {
        Raised::of(&self.queued)
    }

    /// A query has a connection until the returned value is dropped.
    pub fn running(&self) -> Raised {
        Raised::of(&self.running)
    }

    /// A query begins. It is counted as abandoned unless it ends otherwise.
    pub fn begin(&self) -> Ending {
        Ending { queries: self.clone(), started: Instant::now(), outcome: Outcome::Abandoned }
    }
}

/// Counts the end of a query when it is dropped.
pub struct Ending {
    queries: Queries,
    started: Instant,
    outcome: Outcome,
}

impl Ending {
    /// The query has ended in this way.
    pub fn with(mut self, outcome: Outcome) {
        self.outcome = outcome;
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.queries.ended.get_or_create(&[("outcome", self.outcome.text())]).inc();
        self.queries.durations.observe(self.started.elapsed().as_secs_f64());
    }
}

/// A gauge is higher by one until this is dropped.
#[derive(Debug)]
pub struct Raised(Gauge);

impl Raised {
    fn of(gauge: &Gauge) -> Raised {
        gauge.inc();
        Raised(gauge.clone())
    }
}

impl Drop for Raised {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Connections of clients.
#[derive(Clone, Debug, Default)]
pub struct Connections {
    pub(super) open: Gauge,
    pub(super) refused: Counter,
    certificate_ends: Arc<AtomicI64>,
}

impl Connections {
    /// The certificate that is served from now on ends at this time, in seconds since 1970-01-01 UTC.
    pub fn certificate_ends(&self, at: i64) {
        self.certificate_ends.store(at, Ordering::Relaxed);
    }

    /// When the certificate that is served ends; None without one.
    pub fn certificate_end(&self) -> Option<i64> {
        Some(self.certificate_ends.load(Ordering::Relaxed)).filter(|at| *at > 0)
    }

    /// A connection is open until the returned value is dropped.
    pub fn open(&self) -> Raised {
        Raised::of(&self.open)
    }

    /// Counts one that was one too many.
    pub fn refused(&self) {
        self.refused.inc();
    }
}

/// Work off the threads that serve requests.
#[derive(Clone, Debug, Default)]
pub struct WorkCounts {
    waiting: Gauge,
    running: Gauge,
}

impl WorkCounts {
    /// A request waits for its turn until the returned value is dropped.
    pub fn waiting(&self) -> Raised {
        Raised::of(&self.waiting)
    }

    /// Work is done until the returned value is dropped.
    pub fn running(&self) -> Raised {
        Raised::of(&self.running)
    }

    /// How many requests wait now.
    pub fn waiting_now(&self) -> i64 {
        self.waiting.get()
    }

    /// How much of it is done now.
    pub fn running_now(&self) -> i64 {
        self.running.get()
    }
}

/// Look-ups in the cache of answers.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    pub(super) hits: Counter,
    pub(super) misses: Counter,
}

impl Cache {
    /// Counts a look-up, here and for the current request.
    pub fn count(&self, is_hit: bool) {
        if is_hit {
            self.hits.inc()
        } else {
            self.misses.inc()
        };
        super::work::cache_used(is_hit);
    }
}

/// Loads that have ended.
#[derive(Clone, Debug, Default)]
pub struct LoadCounts {
    pub(super) ended: Family<Label, Counter>,
}

impl LoadCounts {
    /// Each of these states is shown from the beginning.
    pub fn new(states: &[&'static str]) -> LoadCounts {
        let counts = LoadCounts::default();
        for state in states {
            drop(counts.ended.get_or_create(&[("state", *state)]));
        }
        counts
    }

    /// Counts a load that has ended in this state.
    pub fn count(&self, state: &'static str) {
        self.ended.get_or_create(&[("state", state)]).inc();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(queries: &Queries, outcome: Outcome) -> u64 {
        queries.ended.get_or_create(&[("outcome", outcome.text())]).get()
    }

    #[test]
    fn a_query_that_is_dropped_is_abandoned_and_gauges_fall_again() {
        let queries = Queries::default();
        let (queued, running) = (queries.queued(), queries.running());
        assert_eq!((queries.queued.get(), queries.running.get()), (1, 1));
        drop((queued, running));
        assert_eq!((queries.queued.get(), queries.running.get()), (0, 0));
        queries.begin().with(Outcome::Answered);
        drop(queries.begin());
        assert_eq!((ended(&queries, Outcome::Answered), ended(&queries, Outcome::Abandoned)), (1, 1));
        assert_eq!(ended(&queries, Outcome::Failed), 0);
    }
}
