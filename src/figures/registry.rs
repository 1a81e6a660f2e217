//! All sources, in one list.

use super::model::Source;
use super::{content, emails, members, offers, program, website};

/// Every source. The catalogue reads what is kept of each.
pub static SOURCES: &[&Source] = &[
    &members::SESSION,
    &members::REGISTRATION,
    &members::ELIGIBILITY,
    &members::TENURE,
    &offers::INTERACTION,
    &offers::PARTNER,
    &offers::OFFER,
    &emails::MESSAGE,
    &emails::LINK_CLICK,
    &website::WEB,
    &website::SEARCH,
    &content::ARTICLE,
    &content::ACTION,
    &content::POLL,
    &content::POLL_ANSWER,
    &program::CSAT,
    &program::ACTIVITY,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_is_listed_once_in_its_own_source() {
        for source in SOURCES {
            for measure in source.measures {
                assert!(std::ptr::eq(measure.source, *source), "{}.{}", source.id, measure.id);
                let same = source.measures.iter().filter(|other| other.id == measure.id).count();
                assert_eq!(same, 1, "{}.{}", source.id, measure.id);
            }
        }
    }
}
