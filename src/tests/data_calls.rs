//! data_calls
