//! The tools: each is a declaration, and the function that answers it.

use futures_util::future::LocalBoxFuture;
use serde_json::{Value, json};

use super::{catalogue, proofs};
use crate::error::ApiError;
use crate::features::questions::asked::{Asking, refused, with_filter};
use crate::features::questions::said::{Said, schema};
use crate::features::questions::{causes, figures};
use crate::screens::wire::schema::{Object, text};

/// Something that an agent may ask.
pub struct Tool {
    pub name: &'static str,
    pub description: &'static str,
    /// The arguments that it needs, and others.
    required: &'static [&'static str],
    optional: &'static [&'static str],
    has_filter: bool,
    /// What is said where its table is too long.
    pub hint: &'static str,
    /// Whether each call is a line of the audit log.
    pub is_recorded: bool,
    pub answer: for<'a> fn(&'a Asking<'a>) -> LocalBoxFuture<'a, Result<Said, ApiError>>,
}

/// Every tool, in the order of the list.
pub static TOOLS: &[Tool] = &[
    Tool {
        name: "what_there_is",
        description: "What can be asked: the ids of figures, groups, periods, filter choices. With search (a word) or figure \
                      (an id): definitions, and what a figure can be divided by. With list (offers, offerCategories, \
                      campaigns, campaignTypes): ids for filters.",
        required: &[],
        optional: &["search", "figure", "list"],
        has_filter: false,
        hint: "The list is cut: say search with a word.",
        is_recorded: false,
        answer: |asking| Box::pin(catalogue::what_there_is(asking)),
    },
    Tool {
        name: "figure",
        description: "A figure of some days, compared with earlier ones. from and to are yyyy-mm-dd; without days it is this \
                      year. tiers, lobs and audiences are names of groups.",
        required: &["figure"],
        optional: &[],
        has_filter: true,
        hint: "",
        is_recorded: true,
        answer: |asking| Box::pin(figures::figure(asking)),
    },
    Tool {
        name: "breakdown",
        description: "A figure by groups or items: by is TIER, LOB, AUDIENCE, or what what_there_is says of the figure.",
        required: &["figure", "by"],
        optional: &[],
        has_filter: true,
        hint: "The table is cut: choose groups or items, or shorter days.",
        is_recorded: true,
        answer: |asking| Box::pin(figures::breakdown(asking)),
    },
    Tool {
        name: "series",
        description: "A figure over time: every is DAYS, WEEKS, MONTHS, QUARTERS or YEARS.",
        required: &["figure"],
        optional: &["every"],
        has_filter: true,
        hint: "The table is cut: ask for fewer days, or longer periods.",
        is_recorded: true,
        answer: |asking| Box::pin(figures::series(asking)),
    },
    Tool {
        name: "why",
        description: "Why a figure moved: its change as effects of groups, items or times, which add up. by names a division; \
                      without it, the one that tells most.",
        required: &["figure"],
        optional: &["by"],
        has_filter: true,
        hint: "The table is cut.",
        is_recorded: true,
        answer: |asking| Box::pin(causes::why(asking)),
    },
    Tool {
        name: "what_moved",
        description: "The largest changes of figures in some days, with whether each is beyond normal variation.",
        required: &[],
        optional: &[],
        has_filter: true,
        hint: "The table is cut: choose groups.",
        is_recorded: true,
        answer: |asking| Box::pin(causes::what_moved(asking)),
    },
    Tool {
        name: "who_is_close",
        description: "How many members are one session from active or engaged, or soon dormant, by groups. Counts only. by is \
                      TIER, LOB or AUDIENCE.",
        required: &[],
        optional: &["by"],
        has_filter: true,
        hint: "The table is cut: choose groups.",
        is_recorded: true,
        answer: |asking| Box::pin(causes::who_is_close(asking)),
    },
    Tool {
        name: "verify",
        description: "Says of a receipt number, or of a pasted text with such numbers and figures, whether it is genuine, \
                      altered or outdated.",
        required: &["text"],
        optional: &[],
        has_filter: false,
        hint: "",
        is_recorded: true,
        answer: |asking| Box::pin(proofs::verify(asking)),
    },
];

impl Tool {
    fn arguments(&self) -> Value {
        let own = self.required.iter().fold(Object::new(), |object, name| object.with(name, text()));
        let own = self.optional.iter().fold(own, |object, name| object.optional(name, text()));
        if self.has_filter { with_filter(own).schema() } else { own.schema() }
    }

    /// As the list has it.
    fn declared(&self) -> Value {
        json!({
            "name": self.name,
            "description": self.description,
            "inputSchema": self.arguments(),
            "outputSchema": schema(),
            "annotations": { "readOnlyHint": true },
        })
    }

    /// Answers a call.
    pub async fn ask(&self, asking: &Asking<'_>) -> Result<Said, ApiError> {
        let known = self.arguments();
        let names = || known["properties"].as_object().into_iter().flat_map(|known| known.keys());
        if let Some(other) = asking.arguments.keys().find(|name| !names().any(|known| known == *name)) {
            let names: Vec<&str> = names().map(String::as_str).collect();
            return Err(refused(format!("{} has no argument {other:?}; it has {}.", self.name, names.join(", "))));
        }
        (self.answer)(asking).await
    }
}

/// The list of tools.
pub fn list() -> Value {
    TOOLS.iter().map(Tool::declared).collect()
}

/// Their names, for an error.
pub fn names() -> String {
    TOOLS.iter().map(|tool| tool.name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_tools_has_less_than_4000_tokens() {
        let size = list().to_string().chars().count();
        assert!(size < 4_000 * 4, "{size} characters");
    }
}
