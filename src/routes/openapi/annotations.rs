//! The operations of annotations.

use serde_json::json;

use super::answers::Schemas;
use super::call::{Answer, Call};
use crate::routes::annotations::{AnnotationAnswer, AnnotationList, NewAnnotation};
use crate::routes::table::Annotations;

pub fn call(endpoint: Annotations, schemas: &mut Schemas) -> Call {
    match endpoint {
        Annotations::List => Call::get(
            "Your annotations, those that are shared of figures that are open to you, and what the latest loads corrected.",
            Answer::Json(schemas.answer::<AnnotationList>()),
        ),
        Annotations::Add => {
            Call::post("Saves an annotation.", schemas.body::<NewAnnotation>(), schemas.answer::<AnnotationAnswer>())
        }
        Annotations::Remove => {
            Call::get("Removes an annotation.", Answer::Nothing).with("id", json!({ "type": "integer", "minimum": 1 }))
        }
    }
}
