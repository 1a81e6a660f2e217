//! Declarations of what the page shows: dashboards with their cards, trends, breakdowns and lists. The routes, the
//! answers, the OpenAPI document and the page's generated tables follow from them.
//!
//! - `model` is the vocabulary, `declared` the declarations, `registry` lists them.
//! - `loaded` says what is loaded of each feed table, and `freshness` whether that is late.
//! - `planner` has what the calls of the planner take and answer, `insight_answers` what those of Insights answer.
//! - `answers` turns a declaration and a filter into `tables`: rows of texts and figures. `wire` writes these as JSON.
//! - `explain` answers why a figure moved, `insights` what moved at all; `words` has figures in sentences.
//! - `targets` says which target a figure is compared with.
//! - `issued` issues figures when their day is closed, and says how they differ from those of now.
//!
//! To add a card with its trend and its breakdown, declare a [`Card`] in the file of its dashboard and list it in the
//! dashboard's [`Totals`]. The indicators, the polls and the schedule fit no declaration and have their own code.

pub mod answers;
pub mod corrections;
pub mod declared;
pub mod explain;
pub mod freshness;
pub mod insight_answers;
pub mod insights;
pub mod issued;
pub mod loaded;
pub mod metric_ids;
pub mod model;
mod open;
pub mod outlook;
pub mod pages;
pub mod planner;
pub mod receipts;
pub mod registry;
pub mod tables;
pub mod targets;
pub mod wire;
mod words;

pub use answers::{AnswerCache, AnswerError, Answered, Answers, Call};
pub use model::{Block, Breakdown, Card, Dashboard, Field, FilterScope, List, ListCall, Order, Shape, Totals};
pub use open::OpenDashboards;
pub use registry::{
    BREAKDOWNS, CARDS, CardFigure, CardTrend, DASHBOARDS, FIGURES, LIST_CALLS, TOTALS, TRENDS, figure, lacking,
};
pub use words::{Words, currency_sign};
