//! Who may call what. The guard of every route comes from its [`Class`] in the table, so a handler needs none of its own;
//! it takes the user with [`SignedIn`].

use std::rc::Rc;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::{Error, HttpMessage, Route};

use super::signed_in::{SignedIn, signed_in};
use super::table::Class;
use crate::auth::permissions::Permissions;
use crate::error::ApiError;
use crate::modules::Module;
use crate::screens::TRENDS;

/// Puts the guard of a class around a route.
pub fn guarded(class: Class, route: Route) -> Route {
    if class.needs_session() {
        route.wrap(from_fn(move |request: ServiceRequest, next: Next<_>| guard(class, request, next)))
    } else {
        route
    }
}

async fn guard(
    class: Class,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    match admitted(class, &request) {
        Ok(user) => {
            request.extensions_mut().insert(user);
            Ok(next.call(request).await?.map_into_left_body())
        }
        Err(refused) => {
            let (request, _) = request.into_parts();
            Ok(ServiceResponse::from_err(refused, request).map_into_right_body())
        }
    }
}

fn admitted(class: Class, request: &ServiceRequest) -> Result<Rc<SignedIn>, ApiError> {
    let user = signed_in(request.request(), class.accepts_api_token(request.method().is_safe()))?;
    if let Some((module, editable)) = required(class, request) {
        allowed(user.permissions(), module, editable)?;
    }
    Ok(Rc::new(user))
}

/// The module of a call, and whether the call changes it.
fn required(class: Class, request: &ServiceRequest) -> Option<(Module, bool)> {
    match class {
        Class::Public | Class::Local | Class::SignedIn | Class::Own => None,
        Class::Module { module, editable } => Some((module, editable)),
        Class::Trend => {
            let id = request.match_info().get("type")?;
            TRENDS.iter().find(|trend| trend.id == id).map(|trend| (trend.module, false))
        }
    }
}

fn allowed(permissions: &Permissions, module: Module, editable: bool) -> Result<(), ApiError> {
    if !permissions.may_read(module) {
        let message = format!("Your roles have no permission for the module {}.", module.code());
        return Err(ApiError::forbidden(message));
    }
    if editable && !permissions.may_write(module) {
        let message = format!("Your roles may read the module {} but not change it.", module.code());
        return Err(ApiError::forbidden(message));
    }
    Ok(())
}
