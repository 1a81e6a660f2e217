//! The formula of a metric as data, to check whether it is still the same.
//!
//! Its names are part of issued receipts: after a change here, every earlier receipt has a different definition.

use serde_json::{Value, json};

use super::model::{Formula, Measure, Metric, NOTICE_DAYS, Sum, Term};
use crate::warehouse::aggregate::{Aggregate, Condition};

impl Metric {
    /// The formula with its terms down to what each measure counts of its source.
    pub fn formula_data(&self) -> Value {
        match self.formula {
            Formula::Sum(of, divisor) => json!({ "sum": sum(of), "divisor": divisor }),
            Formula::Ratio { of, by, scale } => json!({ "of": sum(of), "by": sum(by), "scale": [scale.0, scale.1] }),
        }
    }
}

fn sum(of: Sum) -> Value {
    of.iter().map(|(times, value)| json!({ "times": times, "term": term(*value) })).collect()
}

fn term(term: Term) -> Value {
    match term {
        Term::In(of) => json!({ "in": measure(of) }),
        Term::AsOf(of) => json!({ "asOf": measure(of) }),
        Term::Before(of) => json!({ "before": measure(of) }),
        Term::Trailing(of) => json!({ "trailing": measure(of) }),
        Term::TrailingToNotice(of) => json!({ "lately": measure(of), "without": NOTICE_DAYS }),
        Term::Distinct(source, dimension) => json!({ "distinct": dimension.id, "source": source.id }),
        Term::Whole(of) => json!({ "whole": measure(of) }),
    }
}

fn measure(measure: &Measure) -> Value {
    let mut data = json!({
        "source": measure.source.id,
        "measure": measure.id,
        "computes": aggregate(measure.aggregate),
    });
    if let Some(rows) = measure.members_with {
        data["membersWith"] = condition(rows);
    }
    if let Some(of_each) = measure.of_each_item {
        data["ofEachItem"] = of_each.id.into();
    }
    data
}

fn aggregate(aggregate: Aggregate) -> Value {
    match aggregate {
        Aggregate::Count(rows) => json!({ "count": condition(rows) }),
        Aggregate::Sum(column, rows) => json!({ "sum": column, "where": condition(rows) }),
        Aggregate::Scaled(column, times) => json!({ "sum": column, "times": times }),
        Aggregate::Cents(column) => json!({ "cents": column }),
    }
}

fn condition(rows: Condition) -> Value {
    match rows {
        Condition::Always => json!("always"),
        Condition::Is(column) => json!({ "is": column }),
        Condition::Not(column) => json!({ "not": column }),
        Condition::BeforeWindow(column) => json!({ "beforeWindow": column }),
        Condition::BeforeMonth(column) => json!({ "beforeMonth": column }),
        Condition::AtLeast(column, number) => json!({ "atLeast": [column, number] }),
        Condition::Below(column, number) => json!({ "below": [column, number] }),
        Condition::Equals(column, text) => json!({ "equals": [column, text] }),
        Condition::EqualsInLowerCase(column, text) => json!({ "equalsInLowerCase": [column, text] }),
        Condition::All(conditions) => {
            json!({ "all": conditions.iter().map(|rows| condition(*rows)).collect::<Value>() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{members, program};

    #[test]
    fn a_formula_names_its_terms_and_what_they_count() {
        let logins = json!({ "source": "session", "measure": "logins",
            "computes": { "sum": "logins", "where": "always" } });
        assert_eq!(
            members::TOTAL_LOGINS.formula_data(),
            json!({ "sum": [{ "times": 1, "term": { "in": logins } }], "divisor": 1 })
        );
        let csat = program::CUSTOMER_SATISFACTION.formula_data();
        assert_eq!((&csat["scale"], &csat["by"][0]["term"]["in"]["source"]), (&json!([100, 1]), &json!("csat")));
    }
}
