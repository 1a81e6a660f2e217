//! Turns a declaration and a filter into the JSON of an answer.
//!
//! Every call resolves its filter and takes one catalogue, once (`snapshot`): all figures of an answer are of one data
//! version. Where a load comes in between, the whole answer is computed again ([`Answers::with_snapshot`]).

mod blocks;
mod calls;
mod compared;
mod json;
mod lists;
mod periods;
mod polls;
mod schedule;
mod snapshot;

pub use snapshot::{AnswerError, Answers};
