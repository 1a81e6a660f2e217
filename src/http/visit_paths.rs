//! The paths of what links show: the limits of bodies and the headers of the page go by them, too.

/// Where a link is opened, and where its calls are answered.
pub const OPEN_PATH: &str = "/api/v1/shared/open";
pub const ANSWER_PATH: &str = "/api/v1/shared/answer";

/// The route of the page that shows what a link shows. The secret of the link is behind its `#`, which browsers send to
/// nobody: neither proxies nor logs see it.
pub const PAGE: &str = "/shared";
