//! Work in parts: one is computed while others are read and written.

use std::panic::resume_unwind;
use std::thread;

use duckdb::arrow::error::ArrowError;

use crate::warehouse::error::WarehouseError;

/// Computes each part on a thread of its own, in order. Meanwhile this thread, which has the connection, writes the part
/// before and reads the part after.
///
/// # Errors
/// The first error of the given functions.
pub(super) fn in_parts<Part: Copy, Rows: Send, Computed: Send>(
    parts: impl IntoIterator<Item = Part>,
    mut read: impl FnMut(Part) -> Result<Rows, WarehouseError>,
    mut compute: impl FnMut(Rows) -> Result<Computed, ArrowError> + Send,
    mut write: impl FnMut(Computed) -> Result<(), WarehouseError>,
) -> Result<(), WarehouseError> {
    let mut parts = parts.into_iter();
    let mut rows = parts.next().map(&mut read).transpose()?;
    let mut before = None;
    while let Some(of_part) = rows.take() {
        let (computed, next) = thread::scope(|scope| {
            let computing = scope.spawn(|| compute(of_part));
            let mut write_and_read = || {
                before.take().map_or(Ok(()), &mut write)?;
                parts.next().map(&mut read).transpose()
            };
            let next = write_and_read();
            (computing.join(), next)
        });
        let panicked = |_| WarehouseError::Worker("a thread that computes derived rows panicked".to_owned());
        before = Some(computed.map_err(panicked)??);
        rows = next?;
    }
    before.map_or(Ok(()), write)
}

/// Works on each item on a thread of its own.
///
/// # Errors
/// The first error of the items.
pub(super) fn each_on_a_thread<Item: Send, Done: Send>(
    items: &mut [Item],
    work: impl Fn(&mut Item) -> Result<Done, ArrowError> + Sync,
) -> Result<Vec<Done>, ArrowError> {
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = items.iter_mut().map(|item| scope.spawn(move || work(item))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// What happened, and the outcome, with errors in the part 3 of these steps.
    fn run(parts: i32, fails: &str) -> (Vec<String>, Result<(), String>) {
        let happened = RefCell::new(Vec::new());
        let error = || WarehouseError::Invalid("failed".to_owned());
        let step = |step: &str, part: i32| {
            happened.borrow_mut().push(format!("{step} {part}"));
            if part == 3 && fails == step { Err(error()) } else { Ok(part) }
        };
        let compute = |part: i32| match part == 3 && fails == "compute" {
            true => Err(ArrowError::ComputeError("failed".to_owned())),
            false => Ok(part * 10),
        };
        let write = |part: i32| step("write", part / 10).map(|_| ());
        let outcome = in_parts(1..=parts, |part| step("read", part), compute, write);
        (happened.into_inner(), outcome.map_err(|error| error.to_string()))
    }

    #[test]
    fn every_part_is_read_and_written_in_order() {
        assert_eq!(run(0, ""), (vec![], Ok(())));
        let happened = ["read 1", "read 2", "write 1", "read 3", "write 2", "write 3"];
        assert_eq!(run(3, ""), (happened.map(str::to_owned).to_vec(), Ok(())));
    }

    #[test]
    fn an_error_ends_the_work() {
        for (fails, happened) in [
            ("read", vec!["read 1", "read 2", "write 1", "read 3"]),
            ("compute", vec!["read 1", "read 2", "write 1", "read 3", "write 2", "read 4"]),
            ("write", vec!["read 1", "read 2", "write 1", "read 3", "write 2", "read 4", "write 3"]),
        ] {
            let (found, outcome) = run(4, fails);
            assert_eq!(found, happened, "{fails}");
            assert!(outcome.is_err_and(|error| error.contains("failed")), "{fails}");
        }
    }
}
