//! A grid as a chart.

use super::charted::Charted;
use super::{bars, lines, pie};
use crate::render::format::Formats;
use crate::render::grid::{Chart, Grid};

/// The chart of a grid; None where the grid has none, or no figures to draw.
pub fn charted(grid: &Grid, formats: &Formats, width: f32) -> Option<Charted> {
    match grid.chart? {
        Chart::Line => lines::draw(grid, formats, width),
        Chart::Bars => bars::draw(grid, formats, width),
        Chart::Pie => pie::draw(grid, formats, width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Unit;
    use crate::render::drawing::shapes::{Align, Ink, Shape, Text};
    use crate::render::drawing::typeface;
    use crate::render::grid::{Cell, Column, Level, Row};

    const WIDTH: f32 = 700.0;

    fn grid(chart: Chart, names: &[&str], rows: &[(&str, &[Option<f64>])]) -> Grid {
        let cell = |value: &Option<f64>| value.map_or(Cell::None, |value| Cell::Figure(value, Unit::Count));
        Grid {
            texts: vec!["Name".to_owned()],
            figures: names.iter().map(|name| Column::new(*name, Unit::Count)).collect(),
            rows: rows
                .iter()
                .map(|(name, values)| Row {
                    texts: vec![(*name).to_owned()],
                    figures: values.iter().map(cell).collect(),
                    level: Level::Plain,
                })
                .collect(),
            chart: Some(chart),
            ..Grid::default()
        }
    }

    fn drawn(grid: &Grid) -> Charted {
        let charted = charted(grid, &Formats::new("USD"), WIDTH).expect("a chart");
        for shape in &charted.drawing.shapes {
            let (left, right) = match shape {
                Shape::Text(Text { x, text, size, weight, align, .. }) => {
                    let wide = typeface::width(text, *size, *weight);
                    match align {
                        Align::Start => (*x, x + wide),
                        Align::Middle => (x - wide / 2.0, x + wide / 2.0),
                        Align::End => (x - wide, *x),
                    }
                }
                Shape::Line { points, .. } => {
                    let xs = || points.iter().map(|(x, _)| *x);
                    (xs().fold(f32::MAX, f32::min), xs().fold(f32::MIN, f32::max))
                }
                Shape::Rectangle { x, width, .. } => (*x, x + width),
                Shape::Dot { x, radius, .. } | Shape::Slice { x, radius, .. } => (x - radius, x + radius),
            };
            assert!(left >= -0.5 && right <= WIDTH + 0.5, "{shape:?} runs over");
        }
        charted
    }

    fn texts<'a>(charted: &'a Charted) -> Vec<&'a str> {
        let text = |shape: &'a Shape| if let Shape::Text(text) = shape { Some(text.text.as_str()) } else { None };
        charted.drawing.shapes.iter().filter_map(text).collect()
    }

    #[test]
    fn lines_have_gaps_where_there_are_no_figures() {
        let rows: &[(&str, &[Option<f64>])] = &[
            ("Jan 26", &[Some(10.0), Some(3.0)]),
            ("Feb 26", &[Some(30.0), None]),
            ("Mar 26", &[None, Some(4.0)]),
            ("Apr 26", &[Some(20.0), Some(5.0)]),
        ];
        let charted = drawn(&grid(Chart::Line, &["Total Logins", "Unique Logins"], rows));
        let lines = charted.drawing.shapes.iter().filter_map(|shape| match shape {
            Shape::Line { points, width, .. } if *width > 1.0 && *width < 2.0 => Some(points.len()),
            _ => None,
        });
        assert_eq!(lines.collect::<Vec<_>>(), [2, 2]);
        // A point without neighbours is a dot.
        let dots = charted.drawing.shapes.iter().filter(|shape| matches!(shape, Shape::Dot { .. })).count();
        assert!(dots >= 2, "{dots}");
        for text in ["Total Logins", "Unique Logins", "Jan 26", "Apr 26"] {
            assert!(texts(&charted).contains(&text), "{text}");
        }
    }

    #[test]
    fn a_line_has_the_colour_of_its_column_whatever_is_left_out() {
        let rows: &[(&str, &[Option<f64>])] =
            &[("Jan", &[Some(1.0), Some(2.0), Some(3.0)]), ("Feb", &[Some(2.0), Some(1.0), Some(3.0)])];
        let mut of = grid(Chart::Line, &["Silver", "Gold", "All"], rows);
        of.figures[0].colour = Some(1);
        of.figures[1].colour = Some(4);
        let shapes = drawn(&of).drawing.shapes;
        let inks = shapes.iter().filter_map(|shape| match shape {
            Shape::Line { ink: ink @ Ink::Series(_), width, .. } if *width < 2.0 => Some(*ink),
            _ => None,
        });
        let inks: Vec<Ink> = inks.collect();
        assert_eq!(inks, [Ink::Series(1), Ink::Series(4), Ink::Series(2)]);
    }

    #[test]
    fn long_names_and_many_rows_stay_within_the_chart() {
        let long = "An offer whose name goes on and on until nobody would read it any more ".repeat(6);
        let names: Vec<String> = (0..60).map(|at| format!("{at} {long}")).collect();
        let values = [Some(1e9)];
        let rows: Vec<(&str, &[Option<f64>])> = names.iter().map(|name| (name.as_str(), values.as_slice())).collect();
        for chart in [Chart::Line, Chart::Bars] {
            let charted = drawn(&grid(chart, &[&long], &rows));
            assert_eq!(charted.notes.is_empty(), chart == Chart::Line, "{:?}", charted.notes);
        }
        drawn(&grid(Chart::Pie, &["Sessions"], &rows[..8]));
        let lines: Vec<&str> = names.iter().map(String::as_str).collect();
        let row: Vec<Option<f64>> = (0..60).map(|at| Some(f64::from(at))).collect();
        let charted = drawn(&grid(Chart::Line, &lines, &[("Jan", &row), ("Feb", &row)]));
        assert_eq!(charted.notes.len(), 1);
    }

    #[test]
    fn slices_add_up_to_the_whole() {
        let charted = drawn(&grid(
            Chart::Pie,
            &["Sessions"],
            &[("Direct", &[Some(30.0)]), ("E-mail", &[Some(10.0)]), ("Hidden", &[None])],
        ));
        let turns: Vec<f32> = charted
            .drawing
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Slice { from, to, .. } => Some(to - from),
                _ => None,
            })
            .collect();
        assert_eq!(turns, [0.75, 0.25]);
        assert!(texts(&charted).contains(&"75%"), "{:?}", texts(&charted));
    }

    #[test]
    fn without_figures_there_is_no_chart() {
        let rows: &[(&str, &[Option<f64>])] = &[("Jan", &[None])];
        for chart in [Chart::Line, Chart::Bars, Chart::Pie] {
            assert!(charted(&grid(chart, &["A"], rows), &Formats::new("USD"), WIDTH).is_none());
            assert!(charted(&grid(chart, &["A"], &[]), &Formats::new("USD"), WIDTH).is_none());
        }
    }
}
