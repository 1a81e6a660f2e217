//! Which causes a call opens, checked.

use std::collections::BTreeMap;

use super::wire::OpenedCauses;
use crate::error::FieldFault;
use crate::figures::Metric;
use crate::figures::explain::{Division, OpenSlices};
use crate::screens::answers::AnswerError;

/// How deep a tree may be opened, and how many of its causes.
const MOST_LEVELS: usize = 6;
const MOST_OPENED: usize = 60;

/// The opened causes of a metric's tree.
pub(super) fn of_metric(opened: Option<&OpenedCauses>, metric: &Metric) -> Result<OpenSlices, AnswerError> {
    let mut count = 0;
    let Some(opened) = opened else { return Ok(OpenSlices::default()) };
    resolved(opened, metric, "open", &mut count).map_err(AnswerError::Opening)
}

/// The opened causes within one, under the path of its field; or what is wrong with them.
pub(super) fn resolved(
    opened: &OpenedCauses,
    metric: &Metric,
    path: &str,
    count: &mut usize,
) -> Result<OpenSlices, FieldFault> {
    let divisions = Division::of(metric);
    let by = match &opened.by {
        None => None,
        Some(key) => Some(divisions.iter().copied().find(|division| division.key() == *key).ok_or_else(|| {
            let known: Vec<String> = divisions.iter().map(|division| division.key()).collect();
            let shown: String = key.chars().take(40).collect();
            let field = format!("{path}.by");
            match known.is_empty() {
                true => FieldFault::of(field, format!("this figure cannot be divided, not by {shown:?} either")),
                false => {
                    let sentence = format!("{field} must be one of {}, not {shown:?}", known.join(", "));
                    FieldFault::about(field, sentence)
                }
            }
        })?),
    };
    let mut inside = BTreeMap::new();
    for (key, within) in opened.inside.iter().flatten() {
        *count += 1;
        if *count > MOST_OPENED || path.matches(".inside").count() + 1 >= MOST_LEVELS {
            let text = format!("at most {MOST_OPENED} causes on {MOST_LEVELS} levels can be opened at a time");
            return Err(FieldFault::of("open", text));
        }
        inside.insert(key.clone(), resolved(within, metric, &format!("{path}.inside"), count)?);
    }
    Ok(OpenSlices { by, inside })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::members::UNIQUE_LOGINS;

    fn opened(json: &str) -> Result<OpenSlices, String> {
        let opened: OpenedCauses = serde_json::from_str(json).expect("JSON");
        of_metric(Some(&opened), &UNIQUE_LOGINS).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_opened_is_checked() {
        let opening = opened(r#"{"by": "TIER", "inside": {"2": {"by": "LOB", "inside": {"1": {}}}}}"#).expect("valid");
        assert_eq!(opening.by.map(Division::key).as_deref(), Some("TIER"));
        assert_eq!(opening.inside["2"].inside["1"].by, None);
        assert_eq!(
            opened(r#"{"inside": {"2": {"by": "OFFER"}}}"#).expect_err("no items"),
            "open.inside.by must be one of TIER, LOB, AUDIENCE, MOVES, NEWCOMERS, not \"OFFER\""
        );
        let deep = (0..8).fold("{}".to_owned(), |inner, _| format!(r#"{{"inside": {{"1": {inner}}}}}"#));
        assert!(opened(&deep).expect_err("too deep").contains("at most 60 causes on 6 levels"));
        let many: Vec<String> = (0..61).map(|at| format!(r#""{at}": {{}}"#)).collect();
        assert!(opened(&format!(r#"{{"inside": {{{}}}}}"#, many.join(","))).is_err());
    }
}
