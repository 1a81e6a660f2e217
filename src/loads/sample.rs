//! The sample feed, which is part of the executable.

use std::io::Write;

use super::files::{Incoming, IncomingError};

/// The files of `data/sample`.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../data/sample/", $name)))),*];
    };
}

files!(
    "article_views.csv",
    "articles.csv",
    "campaign_types.csv",
    "campaigns.csv",
    "content_actions.csv",
    "csat_responses.csv",
    "email_link_clicks.csv",
    "email_messages.csv",
    "email_schedule.csv",
    "fa_activity.csv",
    "logins-2.csv",
    "logins.csv",
    "members.csv",
    "memberships.csv",
    "offer_categories.csv",
    "offer_interactions.csv",
    "offers.csv",
    "partner_transactions.csv",
    "partners.csv",
    "poll_answers.csv",
    "poll_options.csv",
    "polls.csv",
    "site_searches.csv",
    "user_groups.csv",
    "web_sessions.csv",
);

/// Writes the sample feed into a folder.
pub fn write_sample(incoming: &Incoming) -> Result<(), IncomingError> {
    for (name, text) in FILES {
        let path = incoming.path().join(name);
        let written = incoming.file(name)?.write_all(text.as_bytes());
        written.map_err(|source| IncomingError::Write { path, source })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_the_sample_is_written() {
        let dir = tempfile::tempdir().expect("a directory");
        let incoming = Incoming::create(dir.path()).expect("made");
        write_sample(&incoming).expect("written");
        let names = |folder: &Path| -> BTreeSet<_> {
            std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect()
        };
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/sample");
        assert_eq!(names(incoming.path()), names(&sample));
    }
}
