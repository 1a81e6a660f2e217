//! Which rows of a file count: a login that failed is none, and neither is a purchase that was cancelled.

use std::collections::BTreeSet;

use super::Planner;
use crate::warehouse::suggest::detect::Conditions;
use crate::warehouse::suggest::guess::Guess;
use crate::warehouse::suggest::profile::{Contents, Kind, SHOWN};
use crate::warehouse::suggest::values::{is_true, meaning};

/// How a login ends.
const OUTCOMES: [&str; 2] = ["SUCCEEDED", "FAILED"];

/// What ends a visit that a login began.
const LEAVES: [&str; 15] = [
    "logout", "log out", "sign out", "signout", "logoff", "exit", "salida", "sortie", "abmeld", "uitlog", "cierre",
    "cerrar", "déconn", "deconn", "disconn",
];

impl Planner<'_> {
    /// Values that rows must have, and values by which they are left out.
    pub(super) fn counted(&self, source: usize, guess: &Guess) -> (Conditions, Conditions) {
        let (mut only, mut not) = (Conditions::new(), Conditions::new());
        let columns = || self.sources[source].detected.columns.iter().filter(|contents| contents.template.is_none());
        let speaks = |contents: &&Contents, things: &[&str]| things.iter().any(|thing| contents.spoken.has(thing));
        match guess.table.name {
            "logins" => {
                for contents in columns().filter(|contents| speaks(contents, &["STATUS", "RESPONSE"])) {
                    let succeeded = |value: &&String| meaning(&OUTCOMES, value) == Some(OUTCOMES[0]);
                    let failed = contents.values.iter().any(|value| meaning(&OUTCOMES, value) == Some(OUTCOMES[1]));
                    let values: BTreeSet<String> = contents.values.iter().filter(succeeded).cloned().collect();
                    if failed && !values.is_empty() {
                        only.insert(contents.name.clone(), values);
                    }
                }
                let leaves = |value: &str| LEAVES.iter().any(|word| value.to_lowercase().contains(word));
                for contents in columns().filter(|contents| speaks(contents, &["EVENT", "TYPE"]) && is_list(contents)) {
                    leave_out(&mut not, contents, &leaves);
                }
            }
            "partner_transactions" => {
                for contents in columns() {
                    let is_flag = contents.spoken.has("CANCELLED");
                    if is_flag && matches!(contents.kind, Kind::Time(..)) && contents.filled < contents.rows {
                        only.insert(contents.name.clone(), BTreeSet::from([String::new()]));
                    } else if is_flag && is_list(contents) {
                        leave_out(&mut not, contents, &is_true);
                    } else if contents.spoken.has("STATUS") && is_list(contents) {
                        leave_out(&mut not, contents, &|value| meaning(&["CANCELLED"], value).is_some());
                    }
                }
            }
            _ => {}
        }
        (only, not)
    }
}

/// Whether a column has few values, all of them known.
fn is_list(contents: &Contents) -> bool {
    matches!(contents.kind, Kind::Text | Kind::Whole) && (2..SHOWN as u64).contains(&contents.distinct)
}

/// Leaves out rows by the values that say so, unless all do.
fn leave_out(not: &mut Conditions, contents: &Contents, says: &dyn Fn(&str) -> bool) {
    let values: BTreeSet<String> = contents.values.iter().filter(|value| says(value)).cloned().collect();
    if !values.is_empty() && (values.len() < contents.values.len() || contents.filled < contents.rows) {
        not.insert(contents.name.clone(), values);
    }
}
