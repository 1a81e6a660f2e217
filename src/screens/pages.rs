//! The screens of the page as far as the server knows them: the first parts of their addresses, and what opens them.

use super::registry::DASHBOARDS;
use crate::modules::Module;

/// The screens that share the first part of their addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    pub route: &'static str,
    pub module: Module,
    /// Whether the figures count members.
    pub has_members: bool,
}

/// Every page that has filters: the dashboards, Insights and the planner.
pub fn pages() -> impl Iterator<Item = Page> {
    let dashboards = DASHBOARDS.iter().map(|dashboard| Page {
        route: dashboard.page,
        module: dashboard.module,
        has_members: dashboard.has_members,
    });
    let others = [("bond-insights", Module::Insights), ("recommendations", Module::Recommendations)];
    dashboards.chain(others.map(|(route, module)| Page { route, module, has_members: true }))
}

/// The page of a screen, such as `user-dashboard/logins-breakdown`.
pub fn page_of(screen: &str) -> Option<Page> {
    let first = screen.split('/').next()?;
    pages().find(|page| page.route == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_has_the_page_of_the_first_part_of_its_address() {
        assert_eq!(page_of("user-dashboard/logins-breakdown").map(|page| page.module), Some(Module::Members));
        assert_eq!(page_of("website-dashboard").map(|page| page.has_members), Some(false));
        assert_eq!(page_of("recommendations").map(|page| page.module), Some(Module::Recommendations));
        assert_eq!((page_of("user"), page_of("admin"), page_of("")), (None, None, None));
    }
}
