//! The calls about figures as they were when their day was closed. `screens::issued` compares them.

pub mod routes;
