//! Days as queries bind them.

/// Days of one period, both included, counted from 2000-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Span {
    pub first: i32,
    pub last: i32,
}
