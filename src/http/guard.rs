//! Who may call what. The guard of every route comes from its [`Class`], so a handler needs none of its own;
//! it takes the user with [`SignedIn`].

use std::rc::Rc;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::{Error, HttpMessage, HttpRequest, Route};

use crate::abilities::Ability;
use crate::auth::permissions::Permissions;
use crate::error::ApiError;
use crate::http::body::StillAdmitted;
use crate::http::class::Class;
use crate::http::signed_in::{SignedIn, signed_in};
use crate::modules::Module;
use crate::scope::Scope;
use crate::screens::model::Dashboard;
use crate::screens::{TRENDS, figure};

/// Puts the guard of a class around a route; API tokens with any of the abilities open it.
pub fn guarded(class: Class, opened_by: &'static [Ability], route: Route) -> Route {
    if class.needs_session() {
        let call = (class, opened_by);
        route.wrap(from_fn(move |request: ServiceRequest, next: Next<_>| guard(call, request, next)))
    } else {
        route
    }
}

async fn guard(
    call: (Class, &'static [Ability]),
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    match admitted(call, request.request()) {
        Ok(user) => {
            let again = move |request: &HttpRequest| admitted(call, request).map(|_| ());
            request.extensions_mut().insert(StillAdmitted(Rc::new(again)));
            request.extensions_mut().insert(user);
            Ok(next.call(request).await?.map_into_left_body())
        }
        Err(refused) => {
            let (request, _) = request.into_parts();
            Ok(ServiceResponse::from_err(refused, request).map_into_right_body())
        }
    }
}

fn admitted((class, opened_by): (Class, &[Ability]), request: &HttpRequest) -> Result<Rc<SignedIn>, ApiError> {
    admitted_by(required(class, request), opened_by, request)
}

/// The user of a call whose body names a dashboard, with the members that the call and the dashboard both show.
///
/// # Errors
/// 401 or 403, as the guard, and 403 where the dashboard is not open to the user.
pub fn admitted_to(
    class: Class,
    (module, has_members): (Module, bool),
    request: &HttpRequest,
) -> Result<Rc<SignedIn>, ApiError> {
    let mut all = required(class, request);
    all.push(Required { module, editable: false, has_members });
    admitted_by(all, class.opened_by(request.method().is_safe()), request)
}

/// The members that a module shows to somebody with these permissions.
///
/// # Errors
/// 403 if it is not open.
pub fn shown_by(permissions: &Permissions, (module, has_members): (Module, bool)) -> Result<Scope, ApiError> {
    allow(permissions, Required { module, editable: false, has_members })?;
    Ok(permissions.scope(module))
}

fn admitted_by(all: Vec<Required>, opened_by: &[Ability], request: &HttpRequest) -> Result<Rc<SignedIn>, ApiError> {
    let user = signed_in(request, opened_by)?;
    let permissions = user.permissions();
    let mut scope = None;
    for call in all {
        allow(permissions, call)?;
        let of_module = permissions.scope(call.module);
        scope = Some(scope.map_or(of_module.clone(), |scope: Scope| scope.within(&of_module)));
    }
    let scope = scope.unwrap_or_else(|| permissions.widest_scope());
    Ok(Rc::new(user.within(scope)))
}

/// What a call needs.
#[derive(Clone, Copy)]
struct Required {
    module: Module,
    editable: bool,
    has_members: bool,
}

/// What a call requires, all of which must be met. A trend or figure that does not exist requires nothing: the handler
/// answers 404.
fn required(class: Class, request: &HttpRequest) -> Vec<Required> {
    let named = |name: &str| request.match_info().get(name);
    let dashboard = match class {
        Class::Public | Class::Local | Class::Link | Class::Table | Class::SignedIn | Class::Own => None,
        Class::Module { module, editable } => return vec![Required { module, editable, has_members: true }],
        Class::InPerson { modules } => {
            return modules
                .iter()
                .map(|module| Required { module: *module, editable: false, has_members: true })
                .collect();
        }
        Class::Export => {
            return vec![Required { module: Module::Export, editable: false, has_members: true }];
        }
        Class::WithoutMembers { module } => return vec![Required { module, editable: false, has_members: false }],
        Class::Trend => named("type").and_then(|id| TRENDS.iter().find(|trend| trend.id == id)).map(|of| of.dashboard),
        Class::Figure => named("metric").and_then(figure).map(|of| of.dashboard),
    };
    dashboard.map(Required::to_see).into_iter().collect()
}

impl Required {
    fn to_see(dashboard: &Dashboard) -> Required {
        Required { module: dashboard.module, editable: false, has_members: dashboard.has_members }
    }
}

fn allow(permissions: &Permissions, call: Required) -> Result<(), ApiError> {
    let Required { module, editable, has_members } = call;
    let code = module.code();
    let message = if !permissions.is_used(module) {
        format!("This program does not use the module {code}. An administrator can change that (setting modules).")
    } else if !permissions.may_read(module) {
        format!("Your roles have no permission for the module {code}.")
    } else if !permissions.opens(module, has_members) {
        "Your roles are limited to some members. These figures count everybody.".to_owned()
    } else if editable && !permissions.may_write(module) {
        format!("Your roles may read the module {code} but not change it.")
    } else {
        return Ok(());
    };
    Err(ApiError::forbidden(message))
}
