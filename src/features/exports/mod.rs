//! Files of what is shown: their calls, and how far one is made. `render` makes them.

pub mod making;
pub mod routes;
