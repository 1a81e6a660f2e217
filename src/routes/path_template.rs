//! The template of a path: what logs and figures say in place of it. A path may have anything in it; there are only so
//! many templates.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::features::agents;
use crate::routes::table::table;

/// Any path of the page, whose files and screens are the browser's business.
const PAGE: &str = "page";
/// A path below /api that names no call.
pub const UNKNOWN: &str = "unknown";

static TEMPLATES: LazyLock<Templates> =
    LazyLock::new(|| Templates::of(table().into_iter().map(|route| &*route.path.leak())));

/// The template of the call that has this path, such as `/api/v1/trends/{type}`.
pub fn template(path: &str) -> &'static str {
    TEMPLATES.find(path).unwrap_or(if is_api(path) { UNKNOWN } else { PAGE })
}

/// Whether a path is of the interface, not of the page.
pub fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/") || path == agents::PATH
}

#[derive(Default)]
struct Templates {
    fixed: HashMap<&'static str, &'static str>,
    with_parts: Vec<&'static str>,
}

impl Templates {
    fn of(paths: impl Iterator<Item = &'static str>) -> Templates {
        let mut templates = Templates::default();
        for path in paths {
            if !path.contains('{') {
                templates.fixed.insert(path, path);
            } else if !templates.with_parts.contains(&path) {
                templates.with_parts.push(path);
            }
        }
        templates
    }

    fn find(&self, path: &str) -> Option<&'static str> {
        let fits = |template: &str| {
            let mut parts = path.split('/');
            let fits = template.split('/').all(|wanted| {
                parts.next().is_some_and(|part| part == wanted || (wanted.starts_with('{') && !part.is_empty()))
            });
            fits && parts.next().is_none()
        };
        self.fixed.get(path).copied().or_else(|| self.with_parts.iter().copied().find(|template| fits(template)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_has_its_own_path_as_template() {
        for route in table() {
            assert_eq!(template(&route.path), route.path);
        }
    }

    #[test]
    fn parts_that_vary_and_unknown_paths_do_not_appear() {
        assert_eq!(template("/api/v1/trends/U_LOGINS"), "/api/v1/trends/{type}");
        assert_eq!(template("/api/v1/admin/loads/17/cancel"), "/api/v1/admin/loads/{id}/cancel");
        assert_eq!(template("/api/v1/admin/loads/undo"), "/api/v1/admin/loads/undo");
        for unknown in ["/api", "/api/", "/api/v1/trends/", "/api/v1/trends/a/b", "/api/v1/secret"] {
            assert_eq!(template(unknown), UNKNOWN, "{unknown}");
        }
        for page in ["/", "/apiary", "/sso", "/assets/a.js", "/metrics/", ""] {
            assert_eq!(template(page), PAGE, "{page}");
        }
    }

    #[test]
    fn only_the_interface_is_under_api() {
        assert!(is_api("/api") && is_api("/api/x"));
        assert!(!is_api("/apiary") && !is_api("/"));
    }
}
