//! The planner: the calls about scores that changes would give, and saved plans.

pub mod plans;
pub mod routes;
pub mod stored;
