//! The calls about methods of the BOND Score.

pub mod routes;
