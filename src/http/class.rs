//! Who may call a route, and how.

use crate::abilities::Ability;
use crate::modules::Module;

/// Who may call a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Anybody.
    Public,
    /// A program on the same machine, without a proxy in between ([`crate::http::same_machine::Local`]).
    Local,
    /// A user with a live session, or with an API token if the call only reads.
    SignedIn,
    /// A user with a live session, about what is theirs. It checks no module, and no API token opens it.
    Own,
    /// A user with a live session and a permission on each of these modules, for the members that all of them show. No
    /// API token opens it.
    InPerson { modules: &'static [Module] },
    /// A user with a permission on the module: an editable one if the call changes something.
    Module { module: Module, editable: bool },
    /// As [`Class::Module`], for figures that belong to no member. Roles that are limited to groups are refused unless
    /// they say otherwise.
    WithoutMembers { module: Module },
    /// A user with a permission on the module EXPORT who may see the dashboard of the screen that the body names. The
    /// handler checks the dashboard ([`crate::http::guard::admitted_to`]).
    Export,
    /// A visitor who has opened a shared link, for what it shows. No session and no API token opens it. The handler
    /// takes a visitor, which admits nobody else.
    Link,
    /// Whoever has the address of a table, and its owner with a session or an API token that reads. The handler checks it.
    Table,
    /// A user who may see the dashboard of the trend in the path.
    Trend,
    /// A user who may see the dashboard of the figure in the path (`{metric}`, an id of [`crate::screens::FIGURES`]).
    Figure,
}

impl Class {
    /// A permission on a module.
    pub const fn reads(module: Module) -> Class {
        Class::Module { module, editable: false }
    }

    /// A permission to change a module.
    pub const fn changes(module: Module) -> Class {
        Class::Module { module, editable: true }
    }

    /// Whether only a request with a live session is answered.
    pub fn needs_session(self) -> bool {
        !matches!(self, Class::Public | Class::Local | Class::Link | Class::Table)
    }

    /// The abilities of API tokens that open a call with this method, unless its route names others: tokens read figures.
    pub fn opened_by(self, is_safe: bool) -> &'static [Ability] {
        let reads = match self {
            Class::SignedIn => is_safe,
            Class::Module { module, editable } => !editable && !module.is_administration(),
            Class::Export | Class::Table | Class::Trend | Class::Figure | Class::WithoutMembers { .. } => true,
            Class::Public | Class::Local | Class::Own | Class::Link | Class::InPerson { .. } => false,
        };
        if reads { &[Ability::Read] } else { &[] }
    }

    /// Whether a user with a session may be refused.
    pub fn needs_permission(self) -> bool {
        !matches!(self, Class::Public | Class::Local | Class::Link | Class::Table | Class::SignedIn | Class::Own)
    }
}
