//! Computing the figure of a receipt again, from the data of now.

use serde::{Deserialize, Serialize};
use time::Date;

use super::issue::loads_of;
use super::measure::{Allowed, Measured, measured};
use super::named::{only, read_groups, read_scope};
use super::subject::{Subject, read_method};
use super::wire::{Receipt, ReceiptFigure, ReceiptFilter, ReceiptScore, ReceiptWindow};
use crate::clock::minute;
use crate::figures::filter::{Choice, DATE, Items};
use crate::figures::period::Window;
use crate::figures::score::BOND_1;
use crate::figures::{Engine, MayShow, Quantity, Selection, Unit};
use crate::scope::Scope;
use crate::screens::answers::AnswerError;
use crate::warehouse::{PastLoad, Warehouse, WarehouseError};

/// What came of computing a figure again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// It is what the receipt says.
    Equal,
    /// Loads changed it since.
    Restated,
    /// It cannot be said what it would have been.
    NotReproducible,
    /// Somebody else signed it in this install's name.
    Untrusted,
}

/// The outcome with sentences that say why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub outcome: Outcome,
    /// One sentence for each line.
    pub lines: Vec<String>,
}

impl Finding {
    /// That it was not this install that signed the receipt.
    pub fn untrusted(why: &str) -> Finding {
        Finding { outcome: Outcome::Untrusted, lines: vec![why.to_owned()] }
    }

    /// A finding of one sentence.
    pub fn not_reproducible(why: impl Into<String>) -> Finding {
        Finding { outcome: Outcome::NotReproducible, lines: vec![format!("Not reproducible: {}", why.into())] }
    }
}

/// How often it is computed again because a load was committed meanwhile.
const RETRIES: usize = 5;

/// Changes of the data that nothing brings back.
pub const REMOVALS: [&str; 2] = ["erase", "expire"];

impl Receipt {
    /// Computes the figure again. The signature has been checked, and that the receipt is this install's. `engine` must
    /// have the receipt's number of days after which a member is dormant ([`Receipt::dormant_days`]).
    ///
    /// # Errors
    /// If the warehouse gives no answer.
    pub async fn computed_again(&self, engine: &Engine, warehouse: &Warehouse) -> Result<Finding, AnswerError> {
        let Some(subject) = Subject::named(&self.metric.id) else {
            return Ok(Finding::not_reproducible("this version of Bond has no such figure."));
        };
        // The score is computed by the method that it was issued by, whichever is published now.
        let method = match subject {
            Subject::Score => read_method(&self.definition.formula),
            Subject::Figure(_) | Subject::Part(..) => Some(BOND_1.clone()),
        };
        let Some(method) = method else {
            return Ok(Finding::not_reproducible("this version of Bond cannot read the method of the score in it."));
        };
        if subject.definition(&method)?.sha256 != self.definition.sha256 {
            return Ok(Finding::not_reproducible(format!(
                "the definition has changed since Bond {} (this is {}).",
                self.bond_version,
                env!("CARGO_PKG_VERSION")
            )));
        }
        let selection = read_selection(&self.filter).zip(read_window(&self.window)).zip(read_scope(&self.scope));
        let Some(((selection, window), scope)) = selection else {
            return Ok(Finding::not_reproducible(
                "its filter names something that this version of Bond does not know.",
            ));
        };
        let allowed = match subject {
            Subject::Score => Allowed::Score,
            Subject::Figure(_) | Subject::Part(..) => Allowed::Figure(subject, MayShow::to_owner_of_data()),
        };
        let mut retries = 0;
        loop {
            let groups = self.filter.groups_as_of.unwrap_or_default();
            let catalogue = engine.catalogue_within(&scope, groups).await?;
            let version = catalogue.version;
            let work = async {
                let now = measured(engine, &catalogue, &method, allowed, window, &selection).await?;
                Ok((now, warehouse.history(version).await?))
            };
            match work.await {
                Err(WarehouseError::VersionMoved) if retries < RETRIES => retries += 1,
                Err(error) => return Err(error.into()),
                Ok((now, history)) => return Ok(self.compared(&now, version, &history)?),
            }
        }
    }

    /// The members that it counts; None for what this version of Bond does not know.
    pub fn members(&self) -> Option<Scope> {
        read_scope(&self.scope)
    }

    /// The days without a login after which a member is dormant; None where the figure does not depend on them.
    pub fn dormant_days(&self) -> Option<u16> {
        self.filter.dormant_days
    }

    fn compared(&self, now: &Measured, version: i32, history: &[PastLoad]) -> Result<Finding, serde_json::Error> {
        let then = self.data.version;
        if version < then {
            return Ok(Finding::not_reproducible(format!(
                "the data are older than the receipt: data version {version}, and the receipt is of {then}."
            )));
        }
        for table in &self.data.tables {
            if loads_of(&table.table, then, history)?.1 != table.sha256 {
                return Ok(Finding::not_reproducible(format!(
                    "the loads of {} up to data version {then} are not those of the receipt; other data were loaded here.",
                    table.table
                )));
            }
        }
        let difference = match (now, &self.figure, &self.score) {
            (Measured::Figure(now), Some(then), _) => figures(now, then, self.metric.unit),
            (Measured::Score(now), _, Some(then)) => scores(now, then),
            _ => return Ok(Finding::not_reproducible("the receipt has no numbers.")),
        };
        Ok(found(difference, &self.loads_since(history), then))
    }

    /// The loads that changed its tables since, oldest first.
    pub fn loads_since<'a>(&self, history: &'a [PastLoad]) -> Vec<&'a PastLoad> {
        let reads = |load: &&PastLoad| {
            load.version > self.data.version && self.data.tables.iter().any(|of| load.tables.contains(&of.table))
        };
        history.iter().filter(reads).collect()
    }
}

/// How two numbers differ, or why nothing else has to be said.
enum Difference {
    None { note: Option<String> },
    Some(String),
}

fn found(difference: Difference, since: &[&PastLoad], then: i32) -> Finding {
    let text = match difference {
        Difference::None { note } => {
            let lines = ["Equal: computed again, the figure is what the receipt says.".to_owned()];
            return Finding { outcome: Outcome::Equal, lines: lines.into_iter().chain(note).collect() };
        }
        Difference::Some(text) => text,
    };
    let is_removal = |load: &&&PastLoad| REMOVALS.contains(&load.origin.as_str());
    let (outcome, first) = if since.iter().any(|load| is_removal(&load)) {
        (Outcome::NotReproducible, format!("Not reproducible: members were erased or old data removed since. {text}"))
    } else if since.is_empty() {
        let why =
            "no load has changed its tables since, so it was another version of Bond or another change of the data.";
        (Outcome::NotReproducible, format!("Not reproducible: {why} {text}"))
    } else {
        (Outcome::Restated, format!("Restated: {text}"))
    };
    let mut lines = vec![first];
    if !since.is_empty() {
        lines.push(format!("Loads of its tables since data version {then}:"));
        lines.extend(since.iter().map(|load| line(load)));
    }
    Finding { outcome, lines }
}

fn line(load: &PastLoad) -> String {
    let number = load.load.map_or_else(String::new, |number| format!("load {number}, "));
    format!(
        "  {number}data version {}, {} UTC, {}: {}",
        load.version,
        minute(load.at),
        load.origin,
        load.tables.join(", ")
    )
}

fn figures(now: &ReceiptFigure, then: &ReceiptFigure, unit: Option<Unit>) -> Difference {
    let exact = |of: &ReceiptFigure| of.value.as_ref().map(|value| (value.numerator.0, value.denominator.0));
    if (now.numerator, now.denominator, exact(now)) == (then.numerator, then.denominator, exact(then)) {
        return Difference::None { note: segments_note(now, then) };
    }
    let value = |of: &ReceiptFigure| exact(of).map(|(numerator, denominator)| Quantity::new(numerator, denominator));
    let decimals = unit.unwrap_or(Unit::Decimal).decimals();
    // Of the exact values, not of those that are shown.
    let change = value(now).zip(value(then)).and_then(|(now, then)| now.minus(then));
    let change = change.map_or_else(String::new, |change| format!(": {:+}", change.rounded(decimals)));
    let sides = |of: &ReceiptFigure| match of.denominator {
        Some(by) => format!("{} of {by}", of.numerator),
        None => of.numerator.to_string(),
    };
    let shown =
        |of: &ReceiptFigure| of.value.as_ref().map_or_else(|| "no value".to_owned(), |value| value.shown.to_string());
    Difference::Some(format!("issued {} ({}), now {} ({}){change}.", shown(then), sides(then), shown(now), sides(now)))
}

/// What is said where the total is the same and the numbers by segment are not: members have moved between groups.
fn segments_note(now: &ReceiptFigure, then: &ReceiptFigure) -> Option<String> {
    let numbers = |of: &ReceiptFigure| {
        let segments = of.segments.as_ref()?;
        let mut numbers: Vec<_> =
            segments.iter().map(|one| (one.numerator.0, one.denominator.map(|by| by.0))).collect();
        numbers.sort_unstable();
        Some(numbers)
    };
    let is_other = numbers(now).zip(numbers(then)).is_some_and(|(now, then)| now != then);
    is_other.then(|| "Its numbers by segment are others: members have moved between groups.".to_owned())
}

fn scores(now: &ReceiptScore, then: &ReceiptScore) -> Difference {
    let changed = now.parts.iter().zip(&then.parts).filter(|(now, then)| {
        (&now.key, now.numerator, now.denominator, now.state)
            != (&then.key, then.numerator, then.denominator, then.state)
    });
    let parts: Vec<&str> = changed.map(|(now, _)| now.label.as_str()).collect();
    if now.score == then.score && parts.is_empty() {
        return Difference::None { note: None };
    }
    let shown = |score: Option<f64>| score.map_or_else(|| "no score".to_owned(), |score| score.to_string());
    let change = now.score.zip(then.score).map(|(now, then)| format!(": {:+.1} points", now - then));
    Difference::Some(format!(
        "issued {}, now {}{}. Parts that differ: {}.",
        shown(then.score),
        shown(now.score),
        change.unwrap_or_default(),
        parts.join(", ")
    ))
}

/// The days that a receipt is of; None for what are no days.
pub fn read_window(window: &ReceiptWindow) -> Option<Window> {
    let day = |text: &str| Date::parse(text, DATE).ok();
    Window::new(day(&window.start)?, day(&window.end)?)
}

fn read_selection(filter: &ReceiptFilter) -> Option<Selection> {
    let choice = |ids: &Option<Vec<i32>>| ids.as_ref().map_or(Choice::All, |ids| only(ids.iter().copied()));
    Some(Selection {
        groups: read_groups(&filter.groups)?,
        offers: Items { own: choice(&filter.offers), kind: choice(&filter.offers_categories) },
        campaigns: Items { own: choice(&filter.campaigns), kind: choice(&filter.campaigns_types) },
    })
}
