//! Who may call a route, and how.

use crate::modules::Module;

/// Who may call a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Anybody.
    Public,
    /// A program on the same machine, without a proxy in between ([`crate::http::same_machine::Local`]).
    Local,
    /// Whoever has a live session, or an API token where the call only reads.
    SignedIn,
    /// Whoever has a live session, about itself; no API token opens it.
    Own,
    /// Whoever has a live session and a permission on each of these modules, and sees members of all of them; no API token
    /// opens it.
    InPerson { modules: &'static [Module] },
    /// Whoever has a permission on the module; where the call changes something, an editable one.
    Module { module: Module, editable: bool },
    /// As [`Class::Module`], for what belongs to no member: closed to roles that are limited to groups, unless they say
    /// otherwise.
    WithoutMembers { module: Module },
    /// Whoever has a permission on the module EXPORT and may see the dashboard of the screen that the body names: the
    /// handler looks for the second ([`crate::http::guard::admitted_to`]).
    Export,
    /// Whoever has opened a link that was shared, for what it shows: no session and no API token opens it. The handler
    /// takes a visitor, which admits nobody else.
    Link,
    /// Whoever may see the dashboard of the trend in the path.
    Trend,
    /// Whoever may see the dashboard of the figure in the path (`{metric}`, an id of [`crate::screens::FIGURES`]).
    Figure,
}

impl Class {
    /// A permission on a module.
    pub const fn reads(module: Module) -> Class {
        Class::Module { module, editable: false }
    }

    /// A permission on a module that lets change it.
    pub const fn changes(module: Module) -> Class {
        Class::Module { module, editable: true }
    }

    /// Whether only a request with a live session is answered.
    pub fn needs_session(self) -> bool {
        !matches!(self, Class::Public | Class::Local | Class::Link)
    }

    /// Whether an API token may be used in the place of a session, on calls with this method.
    pub fn accepts_api_token(self, is_safe: bool) -> bool {
        match self {
            Class::SignedIn => is_safe,
            Class::Module { module, editable } => !editable && !module.is_administration(),
            Class::Export | Class::Trend | Class::Figure | Class::WithoutMembers { .. } => true,
            Class::Public | Class::Local | Class::Own | Class::Link | Class::InPerson { .. } => false,
        }
    }

    /// Whether a user with a session may be refused.
    pub fn needs_permission(self) -> bool {
        !matches!(self, Class::Public | Class::Local | Class::Link | Class::SignedIn | Class::Own)
    }
}
