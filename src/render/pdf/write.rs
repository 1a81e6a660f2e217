//! Pages of shapes as a PDF.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Rect, Size, Transform};
use krilla::image::Image;
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Data, Document};

use super::flow::{Heading, Picture};
use super::layout::Pages;
use crate::render::drawing::faces;
use crate::render::drawing::shapes::{Align, Ink, Shape, Text};
use crate::render::drawing::tokens::on_paper;
use crate::render::drawing::typeface::{self, Weight};
use crate::render::error::ExportError;

const DASHES: [f32; 2] = [3.0, 3.0];

/// Writes pages with their outline.
///
/// # Errors
/// If the library refuses what is drawn.
pub fn document(pages: Pages) -> Result<Vec<u8>, ExportError> {
    let Pages { title, author, language, pages, headings, mut logo } = pages;
    let mut fonts = Fonts::default();
    let mut document = Document::new();
    let metadata = Metadata::new().title(title).language(language.code().to_owned()).creator("Bond".to_owned());
    document.set_metadata(metadata.authors(vec![author]));
    for drawing in pages {
        let settings = PageSettings::from_wh(drawing.width, drawing.height).ok_or(ExportError::Pdf)?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        for shape in drawing.shapes {
            draw(&mut surface, shape, &mut fonts);
        }
        if let Some(logo) = logo.take() {
            place(&mut surface, &logo)?;
        }
        surface.finish();
        page.finish();
    }
    document.set_outline(outline(headings));
    document.finish().map_err(|error| {
        tracing::error!(?error, "a PDF could not be written");
        ExportError::Pdf
    })
}

fn place(surface: &mut Surface<'_>, Picture { logo, x, y, width, height }: &Picture) -> Result<(), ExportError> {
    let image = Image::from_png(Data::from(logo.image.clone()), true).map_err(|error| {
        tracing::error!(error, "the logo could not be drawn");
        ExportError::Pdf
    })?;
    surface.push_transform(&Transform::from_translate(*x, *y));
    surface.draw_image(image, Size::from_wh(*width, *height).ok_or(ExportError::Pdf)?);
    surface.pop();
    Ok(())
}

/// The headings of grids below those of their section.
fn outline(headings: Vec<Heading>) -> Outline {
    let mut outline = Outline::new();
    let mut section: Option<OutlineNode> = None;
    for Heading { text, level, page, y } in headings.into_iter().filter(|heading| heading.level > 0) {
        let node = OutlineNode::new(text, XyzDestination::new(page, Point::from_xy(0.0, y)));
        match (level, &mut section) {
            (1, _) => {
                if let Some(done) = section.replace(node) {
                    outline.push_child(done);
                }
            }
            (_, Some(section)) => section.push_child(node),
            (_, None) => outline.push_child(node),
        }
    }
    if let Some(done) = section {
        outline.push_child(done);
    }
    outline
}

/// The fonts that a document has needed so far.
#[derive(Default)]
struct Fonts(HashMap<(Weight, usize), Font>);

impl Fonts {
    fn of(&mut self, weight: Weight, at: usize) -> Option<Font> {
        let new = || faces::face(weight, at).and_then(|face| Font::new(Data::from(face.bytes), face.index));
        Some(match self.0.entry((weight, at)) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(place) => place.insert(new()?).clone(),
        })
    }
}

fn colour(ink: Ink) -> rgb::Color {
    let (red, green, blue) = on_paper(ink);
    rgb::Color::new(red, green, blue)
}

fn fill(ink: Ink) -> Option<Fill> {
    Some(Fill { paint: colour(ink).into(), opacity: NormalizedF32::ONE, rule: FillRule::NonZero })
}

fn draw(surface: &mut Surface<'_>, shape: Shape, fonts: &mut Fonts) {
    let (path, ink) = match shape {
        Shape::Text(text) => return write(surface, text, fonts),
        Shape::Line { points, width, is_dashed, ink } => {
            let dash = is_dashed.then(|| StrokeDash { array: DASHES.to_vec(), offset: 0.0 });
            let (line_cap, line_join) = (LineCap::Butt, LineJoin::Round);
            surface.set_fill(None);
            surface.set_stroke(Some(Stroke {
                paint: colour(ink).into(),
                width,
                line_cap,
                line_join,
                dash,
                ..Stroke::default()
            }));
            if let Some(path) = through(&points) {
                surface.draw_path(&path);
            }
            return;
        }
        Shape::Rectangle { x, y, width, height, ink } => (rectangle(x, y, width, height), ink),
        Shape::Dot { x, y, radius, ink } => (slice((x, y), radius, 0.0, 0.0, 1.0), ink),
        Shape::Slice { x, y, radius, hole, from, to, ink } => (slice((x, y), radius, hole, from, to), ink),
    };
    surface.set_stroke(None);
    surface.set_fill(fill(ink));
    if let Some(path) = path {
        surface.draw_path(&path);
    }
}

fn write(surface: &mut Surface<'_>, text: Text, fonts: &mut Fonts) {
    let Text { x, y, text, size, weight, ink, align } = text;
    let glyphs = typeface::shaped(&text, weight);
    let width: f32 = glyphs.iter().map(|glyph| glyph.advance.0 * size).sum();
    let mut x = match align {
        Align::Start => x,
        Align::Middle => x - width / 2.0,
        Align::End => x - width,
    };
    surface.set_stroke(None);
    surface.set_fill(fill(ink));
    for part in glyphs.chunk_by(|one, other| one.face == other.face) {
        let Some(font) = part.first().and_then(|glyph| fonts.of(weight, glyph.face)) else { continue };
        let drawn: Vec<KrillaGlyph> = part
            .iter()
            .map(|glyph| {
                let (advance, offset) = (glyph.advance, glyph.offset);
                let id = GlyphId::new(glyph.id);
                KrillaGlyph::new(id, advance.0, offset.0, offset.1, advance.1, glyph.from..glyph.to, None)
            })
            .collect();
        surface.draw_glyphs(Point::from_xy(x, y), &drawn, font, &text, size, false);
        x += part.iter().map(|glyph| glyph.advance.0 * size).sum::<f32>();
    }
}

fn through(points: &[(f32, f32)]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (at, (x, y)) in points.iter().enumerate() {
        if at == 0 { path.move_to(*x, *y) } else { path.line_to(*x, *y) }
    }
    path.finish()
}

fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.push_rect(Rect::from_xywh(x, y, width, height)?);
    path.finish()
}

/// A slice of a ring, by turns from the top; a whole disc without a hole.
fn slice(center: (f32, f32), radius: f32, hole: f32, from: f32, to: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    let at = |turns: f32, radius: f32| {
        let (sin, cos) = libm::sincosf(turns * std::f32::consts::TAU);
        (center.0 + radius * sin, center.1 - radius * cos)
    };
    let start = at(from, radius);
    path.move_to(start.0, start.1);
    arc(&mut path, center, radius, from, to);
    if hole > 0.0 {
        let inner = at(to, hole);
        path.line_to(inner.0, inner.1);
        arc(&mut path, center, hole, to, from);
    }
    path.close();
    path.finish()
}

/// A curve around a center, in steps of a quarter at most.
fn arc(path: &mut PathBuilder, center: (f32, f32), radius: f32, from: f32, to: f32) {
    let steps = ((to - from).abs() * 4.0).ceil().max(1.0);
    let step = (to - from) / steps;
    // A curve whose handles are this long lies nearly on the circle.
    let handle = radius * 4.0 / 3.0 * libm::tanf(step * std::f32::consts::TAU / 4.0);
    for number in 0..steps as usize {
        let angle = |turns: f32| libm::sincosf(turns * std::f32::consts::TAU);
        let (sin, cos) = angle(from + step * number as f32);
        let (end_sin, end_cos) = angle(from + step * (number + 1) as f32);
        let (x, y) = (center.0 + radius * sin, center.1 - radius * cos);
        let (end_x, end_y) = (center.0 + radius * end_sin, center.1 - radius * end_cos);
        path.cubic_to(
            x + handle * cos,
            y + handle * sin,
            end_x - handle * end_cos,
            end_y - handle * end_sin,
            end_x,
            end_y,
        );
    }
}
