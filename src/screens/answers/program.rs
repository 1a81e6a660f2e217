//! What is said of the program itself, without a filter.

use super::snapshot::{AnswerError, Answers};
use crate::clock::LocalTime;
use crate::config::Config;
use crate::figures::Group;
use crate::figures::filter::iso;
use crate::groupings::Grouping;
use crate::screens::freshness;
use crate::screens::wire::{AccountManager, ProgramInfo, UserGroup};

impl Answers<'_> {
    /// The groups of every grouping, each in its order.
    pub async fn user_groups(&self) -> Result<Vec<UserGroup>, AnswerError> {
        let catalogue = self.catalogue().await?;
        let of = |grouping: Grouping| {
            catalogue
                .groups(grouping)
                .iter()
                .enumerate()
                .map(move |(place, Group { id, name, .. })| UserGroup {
                    id: *id,
                    name: name.clone(),
                    r#type: grouping,
                    place,
                })
                .collect::<Vec<_>>()
        };
        Ok(Grouping::all().flat_map(of).collect())
    }

    /// The program with the digest of its logo, today's date, and the range of the data.
    pub async fn program(
        &self,
        config: &Config,
        logo: Option<String>,
        now: LocalTime,
    ) -> Result<ProgramInfo, AnswerError> {
        let catalogue = self.catalogue().await?;
        let manager = || AccountManager {
            name: config.account_manager_name.clone(),
            mail: config.account_manager_mail.clone(),
            phone: config.account_manager_phone.clone(),
        };
        Ok(ProgramInfo {
            name: config.program_name.clone(),
            logo,
            today: iso(self.today),
            through: catalogue.through().map(iso),
            first_day: catalogue.first_day().map(iso),
            data_from: catalogue.days().map(|(first, _)| iso(first)),
            data_until: catalogue.days().map(|(_, last)| iso(last)),
            is_empty: catalogue.loaded.is_empty() && catalogue.segments.iter().all(|segment| segment.members == 0),
            late_tables: freshness::late_tables(&config.expected_by, &catalogue.loaded, now),
            currency: config.currency.clone(),
            demo: catalogue.demo,
            change_colours: config.change_colours,
            minimum_members: config.minimum_members,
            fiscal_year_start: u8::from(config.fiscal_year_start),
            first_weekday: config.first_weekday,
            compare_to_date: config.compare_to_date,
            groups_as_of: self.groups_as_of,
            groups_history_since: catalogue.history_since.map(iso),
            modules: config.modules.clone(),
            account_manager: (!config.account_manager_mail.is_empty()).then(manager),
        })
    }
}
