//! Files of what is shown: their calls, and how far one is made. `render` makes them.

pub mod params;
pub mod progress;
pub mod routes;
