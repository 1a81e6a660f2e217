//! Turns a declaration and a filter into the tables of an answer.
//!
//! Every call resolves its filter and takes one catalogue, once (`snapshot`): all figures of an answer are of one data
//! version. Where a load comes in between, the whole answer is computed again ([`Answers::with_snapshot`]). An answer is
//! kept as JSON (`answer_cache`) for whoever makes the same call with the same filter and sees the same members.

mod answer_cache;
mod blocks;
mod call;
mod cards;
mod lists;
mod method;
mod moved;
mod periods;
mod planner;
mod polls;
mod program;
mod schedule;
mod snapshot;

pub use answer_cache::AnswerCache;
pub use call::{Answered, Call};
pub(super) use snapshot::Snapshot;
pub use snapshot::{AnswerError, Answers};
