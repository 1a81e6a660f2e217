//! Progress of long steps, on standard error.

use std::fmt::Write as _;
use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::output::note;
use crate::warehouse::{Phase, Progress};

/// A bar with count and rate on a terminal; elsewhere one line per finished step.
#[derive(Default)]
pub struct Bar {
    step: Mutex<Option<Step>>,
}

struct Step {
    what: String,
    started: Instant,
    bar: ProgressBar,
}

impl Progress for Bar {
    fn start(&self, phase: Phase<'_>, total: Option<u64>) {
        self.finish();
        let target = if stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(total, target);
        let template = match total {
            Some(_) => "{msg:32!} {bar:30} {human_pos} of {human_len}  {rate}/s  {eta} left",
            None => "{msg:32!} {spinner} {human_pos}  {elapsed}",
        };
        let style = ProgressStyle::with_template(template).expect("a valid template");
        bar.set_style(style.with_key("rate", |state: &ProgressState, line: &mut dyn std::fmt::Write| {
            let _ = write!(line, "{}", HumanCount(state.per_sec() as u64));
        }));
        let what = phase.to_string();
        bar.set_message(what.clone());
        if total.is_none() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        *self.step.lock().unwrap_or_else(PoisonError::into_inner) = Some(Step { what, started: Instant::now(), bar });
    }

    fn advance(&self, done: u64) {
        if let Some(step) = &*self.step.lock().unwrap_or_else(PoisonError::into_inner) {
            step.bar.inc(done);
        }
    }

    fn finish(&self) {
        let Some(step) = self.step.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        step.bar.finish_and_clear();
        let seconds = step.started.elapsed().as_secs_f64();
        note(summary(&step.what, step.bar.position(), seconds));
    }
}

fn summary(what: &str, count: u64, seconds: f64) -> String {
    let mut line = format!("  {what}");
    if count > 0 {
        let _ = write!(line, ": {}", HumanCount(count));
    }
    let _ = write!(line, " in {seconds:.1} s");
    if count > 0 && seconds >= 1.0 {
        let _ = write!(line, ", {} a second", HumanCount((count as f64 / seconds) as u64));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finished_step_says_how_much_and_how_fast() {
        assert_eq!(summary("Reading logins", 1_500_000, 3.0), "  Reading logins: 1,500,000 in 3.0 s, 500,000 a second");
        assert_eq!(summary("Reading logins", 10, 0.04), "  Reading logins: 10 in 0.0 s");
        assert_eq!(summary("Deriving", 0, 2.0), "  Deriving in 2.0 s");
    }
}
