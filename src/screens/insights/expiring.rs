//! What ends soon: offers, and the members who become dormant.

use time::{Date, Duration};

use crate::figures::filter::iso;
use crate::figures::offers::{ENDING, TOTAL_CLICKS};
use crate::figures::period::Window;
use crate::figures::{ItemQuery, Levels, Metric, Table, suppress};
use crate::modules::Module;
use crate::screens::answers::{AnswerError, Snapshot};
use crate::screens::insight_answers::{EndingOffer, ExpiringAnswer};
use crate::screens::open::OpenDashboards;

/// Offers that end within so many days are answered, with the clicks of as many days.
const DAYS: u16 = 30;

/// At most so many offers are answered.
const MOST_OFFERS: usize = 50;

impl Snapshot<'_> {
    /// What ends within 30 days after the last loaded one.
    pub(in crate::screens) async fn expiring(&self, open: OpenDashboards) -> Result<ExpiringAnswer, AnswerError> {
        let through = self.catalogue.through();
        let days = through.map(|through| Window { start: through, end: through }.trailing(DAYS));
        let close = self.close_in(days).await?;
        let mut answer =
            ExpiringAnswer { as_of: through.map(iso), days: DAYS.into(), offers: None, offers_total: None, close };
        if let Some(days) = days.filter(|_| open.has(Module::Offers)) {
            let offers = self.ending_offers(days).await?;
            answer.offers_total = Some(offers.len());
            answer.offers = Some(offers.into_iter().take(MOST_OFFERS).collect());
        }
        Ok(answer)
    }

    /// The offers that end soon after a window, whose clicks are told.
    async fn ending_offers(&self, window: Window) -> Result<Vec<EndingOffer>, AnswerError> {
        let through = window.end;
        let metrics: [&Metric; 1] = [&TOTAL_CLICKS];
        let query = ItemQuery {
            dimension: &ENDING,
            metrics: &metrics,
            windows: &[window],
            selection: self.selection,
            levels: Levels::default(),
            with: None,
        };
        let items = self.engine.by_item(&self.catalogue, &query).await?;
        let until = iso(through.checked_add(Duration::days(DAYS.into())).unwrap_or(Date::MAX));
        let text = |name: &str, item: usize| {
            items.attribute(name).and_then(|column| column.texts().get(item).cloned()).unwrap_or_default()
        };
        let number = |name: &str, item: usize| {
            items.attribute(name).and_then(|column| column.ints().get(item).copied()).unwrap_or_default()
        };
        let is_chosen = |item: usize| {
            let of = &self.selection.offers;
            of.own.has(number("id", item) as i32) && of.kind.has(number("category_id", item) as i32)
        };
        // Days as yyyy-mm-dd are in the order of time.
        let ends_soon = |item: &usize| (iso(through) < text("ends", *item)) && text("ends", *item) <= until;
        let mut ending: Vec<usize> = (0..items.len).filter(ends_soon).filter(|item| is_chosen(*item)).collect();
        ending.sort_by(|one, other| text("ends", *one).cmp(&text("ends", *other)).then(items.by_name(*one, *other)));
        let mut table = Table::new(self.engine.minimum_members(), &metrics);
        let rows: Vec<usize> = ending
            .iter()
            .map(|item| table.row(window, std::iter::once(items.figure(&TOTAL_CLICKS, *item, 0, 0))))
            .collect();
        table.sum(None, &rows);
        let table = suppress(table);
        let offer = |(item, row): (usize, usize)| {
            let clicks = table.cell(row, 0);
            EndingOffer {
                id: number("id", item),
                name: text("name", item),
                partner: text("partner", item),
                ends: text("ends", item),
                clicks: clicks.value().map(|clicks| clicks.to_f64() as i64),
                hidden: clicks.why(),
            }
        };
        Ok(ending.into_iter().zip(rows).map(offer).collect())
    }
}
