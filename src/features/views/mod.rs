//! Saved views: a screen with its filters and choices. They are their user's own, and may be shared with whoever may see
//! their screen.

pub mod first;
pub mod routes;
pub mod stored;
