//! Metrics: what they mean, and how they are computed.
//!
//! - A [`Source`] has the rows that measures are computed from: one for each fact, or daily sums.
//! - A [`Measure`] is an aggregate over one source. It always adds up over segments. It adds up over periods only if
//!   each row is of one day and no distinct members are counted.
//! - A [`Metric`] is a figure shown to people: a [`Formula`] over measures, with label, unit, polarity, definition.
//! - A [`Dimension`] is what the rows of a list are: offers, campaigns, links.
//!
//! To add a metric, declare it (and a measure, if none fits) in the file of its area: `members`, `offers`, `emails`,
//! `website`, `content`, `program`. Screens then name it. [`Engine`] computes metrics for windows and groups: it
//! decides what each window is read from (`cover`), sums what is in memory (`memory`), asks the warehouse for the rest
//! (`query`), caches the rows by segment, and sums them into groups (`segment_groups`, `rollup`).

mod cached_rows;
pub mod calendar;
mod catalogue;
pub mod chart;
pub mod close;
pub mod compare;
mod compared_table;
pub mod content;
mod counted;
mod cover;
mod coverage;
mod definition;
mod dimension;
pub mod emails;
mod engine;
pub mod explain;
pub mod filter;
pub mod group_flows;
pub mod group_moves;
mod in_flight;
pub mod insights;
mod items;
mod member_counts;
mod member_sets;
pub mod members;
mod membership;
mod memory;
mod model;
mod moved_logins;
mod natural;
pub mod offers;
mod operands;
pub mod period;
pub mod planner;
pub mod program;
mod quantity;
mod query;
mod reader;
mod readings;
mod registry;
mod resident;
mod rolling_windows;
mod rollup;
mod scans;
pub mod score;
mod segment_groups;
mod source_query;
pub mod standard_error;
mod subset;
mod suppress;
mod table;
pub mod target;
pub mod website;

pub use catalogue::{Catalogue, Group, NeverLoaded, Segment, Selection};
pub use compared_table::ComparedTable;
pub use counted::{Counted, CountedNumbers, Sides};
pub use cover::plan::{PlannedQuery, planned};
pub use dimension::Dimension;
pub use engine::{Engine, ItemQuery};
pub use in_flight::end_shared_work;
pub use items::ItemFigures;
pub use membership::Moves;
pub use model::{
    Contributors, Formula, Hidden, ItemFilter, Measure, Metric, NOTICE_DAYS, Newcomers, Polarity, Scan, Source, Sum,
    Term, Unit, count, percent,
};
pub use natural::Natural;
pub use quantity::Quantity;
pub use registry::SOURCES;
pub use rollup::Figures;
pub use segment_groups::{GroupKey, Levels};
pub use suppress::{Suppressed, suppress};
pub use table::{Cell, Figure, MayShow, Table};
