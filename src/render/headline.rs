//! The figures at the head of a screen, as texts.

use super::cards;
use super::error::ExportError;
use super::grid::{Cell, Row, no_data};
use super::screen::Screen;
use crate::figures::Unit;
use crate::figures::filter::FilterParams;
use crate::i18n::language::Language;
use crate::screens::{Answered, Answers, Call, Words};

/// What stands in place of a figure that there is none of.
const NONE: &str = "–";

/// A figure with what it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadFigure {
    pub label: String,
    pub now: String,
    pub before: String,
    pub change: String,
}

/// The figures of a dashboard's cards; of a breakdown those of its own card.
///
/// # Errors
/// As the call of the cards.
pub async fn headline(
    answers: &Answers<'_>,
    screen: &Screen,
    params: &FilterParams,
    currency: &str,
) -> Result<Vec<HeadFigure>, ExportError> {
    let Some((totals, card)) = screen.head() else { return Ok(Vec::new()) };
    let Answered::Cards(table) = answers.answered(Call::Totals(totals, None), params).await? else {
        return Ok(Vec::new());
    };
    let Some(grid) = cards::of_totals(&table, answers.language).into_iter().next() else { return Ok(Vec::new()) };
    // The rows are those of the cards, in their order.
    let (skipped, taken) = match card {
        None => (0, grid.rows.len()),
        Some(card) => {
            let before = totals.cards.iter().take_while(|other| !std::ptr::eq(**other, card));
            (before.map(|other| other.all_fields().count()).sum(), card.all_fields().count())
        }
    };
    Ok(grid.rows.iter().skip(skipped).take(taken).map(|row| figure(row, currency, answers.language)).collect())
}

/// A row of cards as texts.
pub fn figure(row: &Row, currency: &str, language: Language) -> HeadFigure {
    let of_unit = |unit: Unit| Words::new(unit, currency, language);
    let text = |cell: Option<&Cell>| match cell {
        Some(Cell::Figure(value, unit)) => of_unit(*unit).figure(*value),
        Some(Cell::Hidden) => language.texts().files.hidden.to_owned(),
        Some(Cell::NoData(table)) => no_data(*table, &language.texts().files),
        Some(Cell::None) | None => NONE.to_owned(),
    };
    // Of a percentage the difference in points says more than its own change in percent.
    let change = match (row.figures.get(2), row.figures.get(3)) {
        (_, Some(Cell::Figure(points, _))) => of_unit(Unit::Percent).signed(*points),
        (Some(Cell::Figure(percent, _)), _) => of_unit(Unit::Percent).percent_change(*percent, 2),
        (other, _) => text(other),
    };
    HeadFigure {
        label: row.texts.first().cloned().unwrap_or_default(),
        now: text(row.figures.first()),
        before: text(row.figures.get(1)),
        change,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::grid::Level;

    #[test]
    fn figures_are_texts_with_their_units_and_hidden_ones_say_so() {
        let row = |figures: [Cell; 4]| Row {
            texts: vec!["Logins".to_owned(), String::new()],
            figures: figures.to_vec(),
            level: Level::Plain,
        };
        let count = |value| Cell::Figure(value, Unit::Count);
        let percent = |value| Cell::Figure(value, Unit::Percent);
        let of = |figures| {
            let HeadFigure { now, before, change, .. } = figure(&row(figures), "USD", Language::En);
            [now, before, change]
        };
        assert_eq!(of([count(1234.0), count(1000.0), percent(23.4), Cell::None]), ["1,234", "1,000", "+23.4%"]);
        let points = Cell::Figure(-2.0, Unit::Decimal);
        assert_eq!(of([percent(48.0), percent(50.0), percent(-4.0), points]), ["48%", "50%", "−2 points"]);
        assert_eq!(of([Cell::Hidden, count(9.0), Cell::Hidden, Cell::None]), ["hidden", "9", "hidden"]);
        assert_eq!(of([count(0.0), Cell::None, Cell::None, Cell::None]), ["0", "–", "–"]);
    }
}
