//! Charts inside a page.

use maud::{Markup, html};

use crate::render::drawing::shapes::{Align, Drawing, Ink, Shape, Text};
use crate::render::drawing::typeface::Weight;

/// A drawing, with a text for those who do not see it. Its colours are classes, so that they follow the theme.
pub fn svg(drawing: &Drawing, label: &str) -> Markup {
    let view = format!("0 0 {} {}", number(drawing.width), number(drawing.height));
    html! {
        svg viewBox=(view) role="img" aria-label=(label) {
            @for shape in &drawing.shapes { (shape_of(shape)) }
        }
    }
}

/// One that says nothing that is not written beside it.
pub fn hidden(drawing: &Drawing) -> Markup {
    let view = format!("0 0 {} {}", number(drawing.width), number(drawing.height));
    html! { svg viewBox=(view) aria-hidden="true" { @for shape in &drawing.shapes { (shape_of(shape)) } } }
}

fn shape_of(shape: &Shape) -> Markup {
    match shape {
        Shape::Line { points, width, is_dashed, ink } => {
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect();
            let dashes = is_dashed.then_some("3 3");
            html! {
                polyline class=(stroke(*ink)) points=(points.join(" ")) stroke-width=(number(*width)) stroke-dasharray=[dashes] {}
            }
        }
        Shape::Rectangle { x, y, width, height, ink } => html! {
            rect class=(fill(*ink)) x=(number(*x)) y=(number(*y)) width=(number(*width)) height=(number(*height)) {}
        },
        Shape::Dot { x, y, radius, ink } => html! {
            circle class=(fill(*ink)) cx=(number(*x)) cy=(number(*y)) r=(number(*radius)) {}
        },
        Shape::Slice { x, y, radius, hole, from, to, ink } => {
            let path = slice((*x, *y), *radius, *hole, *from, *to);
            html! { path class=(fill(*ink)) d=(path) fill-rule="evenodd" {} }
        }
        Shape::Text(Text { x, y, text, size, weight, ink, align }) => {
            let anchor = match align {
                Align::Start => "start",
                Align::Middle => "middle",
                Align::End => "end",
            };
            let bold = (*weight == Weight::Bold).then_some("600");
            html! {
                text class=(fill(*ink)) x=(number(*x)) y=(number(*y)) font-size=(number(*size)) text-anchor=(anchor)
                    font-weight=[bold] { (text) }
            }
        }
    }
}

/// The path of a slice of a ring, by turns from the top. A whole ring is two circles: an arc cannot end where it begins.
fn slice(center: (f32, f32), radius: f32, hole: f32, from: f32, to: f32) -> String {
    if to - from > 0.9999 {
        let circle = |radius: f32| {
            let (left, right) = (number(center.0 - radius), number(center.0 + radius));
            let (radius, y) = (number(radius), number(center.1));
            format!("M{left} {y}A{radius} {radius} 0 1 1 {right} {y}A{radius} {radius} 0 1 1 {left} {y}Z")
        };
        return circle(radius) + &circle(hole);
    }
    let at = |turns: f32, radius: f32| {
        let (sin, cos) = libm::sincosf(turns * std::f32::consts::TAU);
        format!("{} {}", number(center.0 + radius * sin), number(center.1 - radius * cos))
    };
    let is_large = i32::from(to - from > 0.5);
    let (outer, inner) = (number(radius), number(hole));
    format!(
        "M{}A{outer} {outer} 0 {is_large} 1 {}L{}A{inner} {inner} 0 {is_large} 0 {}Z",
        at(from, radius),
        at(to, radius),
        at(to, hole),
        at(from, hole)
    )
}

fn fill(ink: Ink) -> String {
    format!("f-{}", ink.token())
}

fn stroke(ink: Ink) -> String {
    format!("s-{}", ink.token())
}

/// With two decimals at most.
fn number(value: f32) -> String {
    ((f64::from(value) * 100.0).round() / 100.0).to_string()
}

/// The rules of a style sheet for the classes of shapes.
pub fn rules() -> String {
    let mut rules = String::new();
    let series = (0..crate::render::drawing::shapes::COLOURS).map(Ink::Series);
    for ink in Ink::NAMED.into_iter().chain(series) {
        let token = ink.token();
        rules += &format!(".f-{token}{{fill:var(--{token})}}.s-{token}{{stroke:var(--{token});fill:none}}");
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let mut drawing = Drawing::new(100.0, 10.0);
        let text = "</text><script>alert(1)</script>\"'&";
        drawing.shapes.push(Shape::Text(Text {
            x: 0.004,
            y: 5.5,
            text: text.to_owned(),
            size: 8.0,
            weight: Weight::Regular,
            ink: Ink::Text,
            align: Align::End,
        }));
        let svg = svg(&drawing, text).into_string();
        assert!(!svg.contains("<script>"), "{svg}");
        assert!(
            svg.starts_with("<svg viewBox=\"0 0 100 10\" role=\"img\" aria-label=\"&lt;/text&gt;&lt;script&gt;"),
            "{svg}"
        );
        assert!(svg.contains("x=\"0\" y=\"5.5\""), "{svg}");
    }

    #[test]
    fn a_whole_ring_is_drawn() {
        assert_eq!(
            slice((10.0, 10.0), 5.0, 2.0, 0.0, 1.0),
            "M5 10A5 5 0 1 1 15 10A5 5 0 1 1 5 10ZM8 10A2 2 0 1 1 12 10A2 2 0 1 1 8 10Z"
        );
        assert_eq!(slice((10.0, 10.0), 5.0, 2.0, 0.0, 0.25), "M10 5A5 5 0 0 1 15 10L12 10A2 2 0 0 0 10 8Z");
    }
}
