//! A call as its operation is made of: parameters, body and answer.

use serde_json::{Value, json};

use crate::routes::query;

/// The parameters, body and answer of a call.
pub(super) struct Call {
    pub summary: String,
    pub body: Option<Body>,
    /// Parameters in the path, with their schemas.
    pub parameters: Vec<(&'static str, Value)>,
    /// Parameters after the question mark, with their schemas. None is required.
    pub query: Vec<(&'static str, Value)>,
    pub answer: Answer,
}

pub(super) enum Body {
    Json(Value),
    /// The same fields as JSON or as a form.
    JsonOrForm(Value),
    Multipart(Value),
}

pub(super) enum Answer {
    Json(Value),
    /// 202.
    Accepted(Value),
    /// A line of text that is always the same.
    Line(&'static str),
    /// Figures for a monitoring system.
    Figures,
    /// A file with rows.
    Csv,
    /// A file of this content type.
    File(&'static str),
    /// 204.
    Nothing,
    /// 303: a browser goes there; programs have no use for it.
    Redirect,
}

impl Call {
    pub fn get(summary: &str, answer: Answer) -> Call {
        Call { summary: summary.to_owned(), body: None, parameters: Vec::new(), query: Vec::new(), answer }
    }

    pub fn post(summary: &str, body: Value, answer: Value) -> Call {
        Call {
            summary: summary.to_owned(),
            body: Some(Body::Json(body)),
            parameters: Vec::new(),
            query: Vec::new(),
            answer: Answer::Json(answer),
        }
    }

    pub fn with(mut self, parameter: &'static str, schema: Value) -> Call {
        self.parameters.push((parameter, schema));
        self
    }

    pub fn asking(mut self, parameter: &'static str, schema: Value) -> Call {
        self.query.push((parameter, schema));
        self
    }

    /// With the parameters of [`crate::routes::query::Paging`].
    pub fn paged(self) -> Call {
        self.asking("offset", json!({ "type": "integer", "minimum": 0, "maximum": query::LARGEST_OFFSET }))
            .asking("limit", json!({ "type": "integer", "minimum": 1, "maximum": query::LARGEST_LIMIT }))
    }
}
