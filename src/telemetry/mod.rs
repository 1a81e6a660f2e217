//! What a running Bond counts about itself. Layers report events here, and `/metrics` writes them down.
//!
//! - The counts of a layer ([`Queries`], [`Cache`], [`Requests`], [`LoadCounts`]) belong to it; clones share them. An
//!   event costs an atomic addition, or a look-up in a small table.
//! - What one request caused ([`Work`]) is collected for its task, so that no layer passes it on.
//! - [`Page`] writes the counts, and what is read at that moment, in the text format of OpenMetrics, which Prometheus
//!   reads.
//!
//! No label has a person's name, a filter's value or anything else that a client chooses: the number of series is bounded.

mod counts;
mod page;
mod work;

pub use counts::{Cache, Connections, Ending, LoadCounts, Outcome, Queries, Raised, Requests, WorkCounts};
pub use page::{CONTENT_TYPE, Page};
pub use work::{Stages, Work, cache_used, collected, queried, querying};
