//! The calls of Insights, and the notes of users about what they looked at.

pub mod routes;
pub mod stored;
