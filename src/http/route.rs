//! A call of the server as a value: who may call it, its handler, and what the OpenAPI document says of it.

use actix_web::{FromRequest, Handler, HttpResponse, Responder, web};
use serde_json::{Map, Value, json};

use crate::abilities::Ability;
use crate::error::ApiError;
use crate::figures::filter::FilterParams;
use crate::http::class::Class;
use crate::http::query;
use crate::http::schemas::{Schemas, Wire};
use crate::screens::wire::schema::list;

/// What a handler answers.
pub type Answer = Result<HttpResponse, ApiError>;

/// The verb of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    Delete,
}

impl Method {
    /// In lower case, as in OpenAPI.
    pub fn name(self) -> &'static str {
        match self {
            Method::Get => "get",
            Method::Post => "post",
            Method::Put => "put",
            Method::Delete => "delete",
        }
    }
}

/// The usual reasons for 401 and 404.
pub const NOT_SIGNED_IN: &str = "Not signed in; code gives the reason.";
pub const NOTHING: &str = "There is nothing of that type or id.";

/// Makes a schema, which may name others, while the document is generated.
pub type Schema = Box<dyn Fn(&mut Schemas) -> Value>;

/// A call.
pub struct Route {
    pub method: Method,
    /// With `{name}` for a part that varies.
    pub path: String,
    pub class: Class,
    /// The abilities of API tokens, any of which opens it.
    pub opened_by: &'static [Ability],
    pub handler: actix_web::Route,
    pub summary: String,
    /// Parts of the path, with their schemas.
    pub parameters: Vec<(&'static str, Value)>,
    /// Parameters after the question mark, with their schemas. None is required.
    pub query: Vec<(&'static str, Value)>,
    pub body: Option<Body>,
    pub reply: Reply,
    /// Where answers have several shapes, by the `{type}` in the path.
    pub types: Vec<OfType>,
    /// Statuses of refusals, and when they are answered.
    pub refusals: Vec<(&'static str, &'static str)>,
    /// The same, before those that every call of the class has.
    pub first_refusals: Vec<(&'static str, &'static str)>,
}

pub enum Body {
    Json(Schema),
    /// The same fields as JSON or as a form.
    JsonOrForm(Schema),
    Multipart(Value),
}

pub enum Reply {
    Json(Schema),
    /// 202.
    Accepted(Schema),
    /// A line of text that is always the same.
    Line(&'static str),
    /// Figures for a monitoring system.
    Figures,
    /// A file with rows.
    Csv,
    /// A file of this content type.
    File(&'static str),
    /// The same, or 204 where there is none.
    FileIfAny(&'static str),
    /// 204.
    Nothing,
    /// 303: a browser goes there; programs have no use for it.
    Redirect,
}

/// What a call is for one of the types in its path.
pub struct OfType {
    pub id: &'static str,
    pub summary: String,
    pub reply: Reply,
}

macro_rules! verbs {
    ($($name:ident $method:ident)*) => {
        $(
            /// A call with this verb, which answers 204 unless it says otherwise.
            pub fn $name<F, Args>(path: impl Into<String>, class: Class, handler: F) -> Route
            where
                F: Handler<Args>,
                Args: FromRequest + 'static,
                F::Output: Responder + 'static,
            {
                Route::new(Method::$method, path.into(), class, web::$name().to(handler))
            }
        )*
    };
}

impl Route {
    verbs! { get Get post Post put Put delete Delete }

    /// An `{id}` in the path is a number from 1, a `{day}` a date, unless [`Route::with`] says otherwise.
    fn new(method: Method, path: String, class: Class, handler: actix_web::Route) -> Route {
        let usual = [
            ("id", json!({ "type": "integer", "minimum": 1 })),
            ("day", json!({ "type": "string", "format": "date" })),
        ];
        let parameters = usual.into_iter().filter(|(name, _)| path.contains(&format!("{{{name}}}"))).collect();
        Route {
            method,
            path,
            class,
            opened_by: class.opened_by(method == Method::Get),
            handler,
            summary: String::new(),
            parameters,
            query: Vec::new(),
            body: None,
            reply: Reply::Nothing,
            types: Vec::new(),
            refusals: Vec::new(),
            first_refusals: Vec::new(),
        }
    }

    /// What it does, in a sentence or two.
    pub fn says(self, summary: impl Into<String>) -> Route {
        Route { summary: summary.into(), ..self }
    }

    /// Opened by API tokens that have any of these abilities.
    pub fn opened_by(self, abilities: &'static [Ability]) -> Route {
        Route { opened_by: abilities, ..self }
    }

    /// With a part of the path that has this schema.
    pub fn with(mut self, name: &'static str, schema: Value) -> Route {
        self.parameters.retain(|(known, _)| *known != name);
        self.parameters.push((name, schema));
        self.parameters.sort_by_key(|(name, _)| self.path.find(&format!("{{{name}}}")));
        self
    }

    /// With a parameter after the question mark.
    pub fn asking(mut self, name: &'static str, schema: Value) -> Route {
        self.query.push((name, schema));
        self
    }

    /// With the parameters of [`crate::http::query::Paging`].
    pub fn paged(self) -> Route {
        self.asking("offset", json!({ "type": "integer", "minimum": 0, "maximum": query::LARGEST_OFFSET }))
            .asking("limit", json!({ "type": "integer", "minimum": 1, "maximum": query::LARGEST_LIMIT }))
    }

    /// With a body of JSON, whose type says whether unknown properties are refused (`deny_unknown_fields`).
    /// [`crate::http::body::Strict`] refuses them always: then [`Route::takes_only`] is right.
    pub fn takes<T: Wire>(self) -> Route {
        self.sent(Body::Json(Box::new(Schemas::body::<T>)))
    }

    /// With a body of JSON that has no other properties than those of its type.
    pub fn takes_only<T: Wire>(self) -> Route {
        self.sent(Body::Json(Box::new(Schemas::strict_body::<T>)))
    }

    /// With a filter as its body.
    pub fn filtered(self) -> Route {
        self.takes_only::<FilterParams>()
    }

    /// With a form of files and these other fields.
    pub fn takes_files(self, fields: &[(&'static str, Value)]) -> Route {
        let files = ("files", list(json!({ "type": "string", "format": "binary" })));
        let fields: Map<String, Value> =
            [files].iter().chain(fields).map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
        self.sent(Body::Multipart(json!({ "type": "object", "required": ["files"], "properties": fields })))
    }

    /// With this body.
    pub fn sent(self, body: Body) -> Route {
        Route { body: Some(body), ..self }
    }

    /// With an answer of JSON.
    pub fn answers<T: Wire>(self) -> Route {
        self.replies(Reply::Json(Box::new(Schemas::answer::<T>)))
    }

    /// With an answer of JSON that has this schema.
    pub fn answers_as(self, schema: impl Fn(&mut Schemas) -> Value + 'static) -> Route {
        self.replies(Reply::Json(Box::new(schema)))
    }

    /// Answers 202: it will be done.
    pub fn accepts<T: Wire>(self) -> Route {
        self.replies(Reply::Accepted(Box::new(Schemas::answer::<T>)))
    }

    /// With this answer.
    pub fn replies(self, reply: Reply) -> Route {
        Route { reply, ..self }
    }

    /// With an answer for a `{type}` in the path.
    pub fn of_type(mut self, id: &'static str, summary: String, schema: Schema) -> Route {
        self.types.push(OfType { id, summary, reply: Reply::Json(schema) });
        self
    }

    /// May answer this status, beside those that every call of its class and form may.
    pub fn refuses(mut self, status: &'static str, when: &'static str) -> Route {
        self.refusals.push((status, when));
        self
    }

    /// As [`Route::refuses`], listed before what the class refuses.
    pub fn refuses_first(mut self, status: &'static str, when: &'static str) -> Route {
        self.first_refusals.push((status, when));
        self
    }

    /// The ids that may be in the path in place of `{type}` or `{metric}`, where they are known.
    pub fn ids(&self) -> Vec<&str> {
        let listed = self.parameters.iter().filter_map(|(_, schema)| schema["enum"].as_array()).flatten();
        self.types.iter().map(|of| of.id).chain(listed.filter_map(Value::as_str)).collect()
    }
}
