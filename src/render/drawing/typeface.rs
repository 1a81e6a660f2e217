//! How texts are shaped and how wide they are, and where they break.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use harfrust::{Direction, Feature, ShapeOptions, ShapePlan, Tag, UnicodeBuffer, script};
use unicode_bidi::BidiInfo;

pub use super::faces::Weight;
use super::faces::{self, Face};

const ELLIPSIS: char = '…';
/// Digits of one width, so that columns of figures align.
static FEATURES: LazyLock<[Feature; 1]> = LazyLock::new(|| [Feature::new(Tag::new(b"tnum"), 1, ..)]);

/// How texts in the letters of the page are shaped.
fn plan_of(weight: Weight) -> Option<&'static ShapePlan> {
    static PLANS: LazyLock<[Option<ShapePlan>; 2]> = LazyLock::new(|| {
        [Weight::Regular, Weight::Bold].map(|weight| {
            let Face { font, data, .. } = faces::face(weight, 0)?;
            let shaper = data.shaper(font).build();
            let latin = Some(script::LATIN);
            Some(ShapePlan::new(&shaper, Direction::LeftToRight, latin, None, &*FEATURES))
        })
    });
    PLANS[usize::from(weight == Weight::Bold)].as_ref()
}

/// A glyph with its place against the one before, as shares of the size of the text.
#[derive(Clone, Debug)]
pub struct Glyph {
    /// Its font, by place.
    pub face: usize,
    pub id: u32,
    /// The bytes of the text that it shows.
    pub from: usize,
    pub to: usize,
    pub advance: (f32, f32),
    pub offset: (f32, f32),
}

/// The glyphs of a text, which is one line, from left to right as they are seen.
pub fn shaped(text: &str, weight: Weight) -> Vec<Glyph> {
    // Most texts have only letters of the page's font.
    if text.chars().all(is_common) {
        return shaped_run(text, 0..text.len(), (0, false), weight);
    }
    let mut glyphs = Vec::new();
    let bidi = BidiInfo::new(text, None);
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let is_leftwards = levels[run.start].is_rtl();
            let mut parts = by_face(text, run, weight);
            if is_leftwards {
                parts.reverse();
            }
            for (face, part) in parts {
                glyphs.extend(shaped_run(text, part, (face, is_leftwards), weight));
            }
        }
    }
    glyphs
}

/// Whether a letter is surely in the page's font, and written from left to right.
fn is_common(letter: char) -> bool {
    matches!(letter, ' '..='~' | '\u{a0}' | '·' | '\u{c0}'..='\u{ff}' | '–' | '—' | '‘' | '’' | '“' | '”' | '…' | '€' | '−')
}

/// The letters that no font has.
pub fn missing<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeSet<char> {
    let letters: BTreeSet<char> = texts.flat_map(str::chars).filter(|letter| !is_common(*letter)).collect();
    letters
        .into_iter()
        .filter(|letter| !is_joiner(*letter) && !letter.is_control())
        .filter(|letter| faces::that_has(*letter, Weight::Regular).is_none())
        .collect()
}

/// What changes letters beside it, and is not seen.
fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{feff}')
}

/// Stretches of a run that one font has. A joiner belongs to what stands before it.
fn by_face(text: &str, run: Range<usize>, weight: Weight) -> Vec<(usize, Range<usize>)> {
    let mut parts: Vec<(usize, Range<usize>)> = Vec::new();
    for (at, letter) in text[run.clone()].char_indices() {
        let at = run.start + at;
        let range = at..at + letter.len_utf8();
        let stays = |face: usize| {
            is_joiner(letter)
                || (face > 0 && letter != ' ' && faces::face(weight, face).is_some_and(|of| of.has(letter)))
        };
        match parts.last_mut() {
            Some((face, part)) if stays(*face) => part.end = range.end,
            last => {
                let face = faces::that_has(letter, weight).unwrap_or_default();
                match last {
                    Some((same, part)) if *same == face => part.end = range.end,
                    _ => parts.push((face, range)),
                }
            }
        }
    }
    parts
}

/// The glyphs of a stretch of a text in one font and one direction.
fn shaped_run(text: &str, range: Range<usize>, (face, is_leftwards): (usize, bool), weight: Weight) -> Vec<Glyph> {
    let Some(Face { font, data, .. }) = faces::face(weight, face) else { return Vec::new() };
    let shaper = data.shaper(font).build();
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(&text[range.clone()]);
    let shaped = if face == 0 && !is_leftwards {
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(script::LATIN);
        shaper.shape(buffer, ShapeOptions::new().plan(plan_of(weight)).features(&*FEATURES))
    } else {
        buffer.guess_segment_properties();
        buffer.set_direction(if is_leftwards { Direction::RightToLeft } else { Direction::LeftToRight });
        shaper.shape(buffer, ShapeOptions::new().features(&*FEATURES))
    };
    let size = shaper.units_per_em() as f32;
    let mut glyphs: Vec<Glyph> = shaped
        .glyph_infos()
        .iter()
        .zip(shaped.glyph_positions())
        .map(|(info, position)| Glyph {
            face,
            id: info.glyph_id,
            from: range.start + info.cluster as usize,
            to: range.end,
            advance: (position.x_advance as f32 / size, position.y_advance as f32 / size),
            offset: (position.x_offset as f32 / size, position.y_offset as f32 / size),
        })
        .collect();
    // A glyph shows the bytes up to the next one that begins later.
    let mut starts: Vec<usize> = glyphs.iter().map(|glyph| glyph.from).collect();
    starts.sort_unstable();
    starts.dedup();
    for glyph in &mut glyphs {
        let next = starts.partition_point(|start| *start <= glyph.from);
        glyph.to = starts.get(next).copied().unwrap_or(range.end);
    }
    glyphs
}

/// The glyphs of a text in the order of its letters.
fn in_order(text: &str, weight: Weight) -> Vec<Glyph> {
    let mut glyphs = shaped(text, weight);
    glyphs.sort_by_key(|glyph| glyph.from);
    glyphs
}

/// The width of a text.
pub fn width(text: &str, size: f32, weight: Weight) -> f32 {
    shaped(text, weight).iter().map(|glyph| glyph.advance.0).sum::<f32>() * size
}

/// A text on one line, without what cannot be seen.
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    if text.contains(char::is_control) {
        Cow::Owned(text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// A text, cut with an ellipsis where it is wider than this.
pub fn fitted(text: &str, widest: f32, size: f32, weight: Weight) -> String {
    let text = on_one_line(text);
    let glyphs = in_order(&text, weight);
    let total: f32 = glyphs.iter().map(|glyph| glyph.advance.0 * size).sum();
    if total <= widest {
        return text.into_owned();
    }
    let room = widest - width("…", size, weight);
    let mut used = 0.0;
    let mut end = 0;
    for glyph in &glyphs {
        used += glyph.advance.0 * size;
        if used > room {
            break;
        }
        end = end.max(glyph.to);
    }
    let mut cut = text.get(..end).unwrap_or_default().trim_end().to_owned();
    cut.push(ELLIPSIS);
    cut
}

/// A text in lines no wider than this. What is left after the last one ends with an ellipsis; a single word that is too wide
/// breaks where it must.
pub fn wrapped(text: &str, widest: f32, size: f32, weight: Weight, most: usize) -> Vec<String> {
    let text = on_one_line(text);
    let space = width(" ", size, weight);
    let mut lines: Vec<String> = Vec::new();
    let (mut line, mut used) = (String::new(), 0.0);
    for word in text.split_whitespace() {
        let mut word = word;
        let mut wide = width(word, size, weight);
        if !line.is_empty() && used + space + wide > widest {
            lines.push(std::mem::take(&mut line));
            used = 0.0;
        }
        while wide > widest {
            let end = fits(word, widest, size, weight);
            lines.push(word[..end].to_owned());
            word = &word[end..];
            wide = width(word, size, weight);
        }
        if !line.is_empty() {
            line.push(' ');
            used += space;
        }
        line.push_str(word);
        used += wide;
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    if lines.len() > most {
        let rest = lines.split_off(most.saturating_sub(1)).join(" ");
        lines.push(fitted(&rest, widest, size, weight));
    }
    lines
}

/// How many bytes of a word fit: at least its first letter.
fn fits(word: &str, widest: f32, size: f32, weight: Weight) -> usize {
    let mut used = 0.0;
    let mut end = 0;
    for glyph in in_order(word, weight) {
        used += glyph.advance.0 * size;
        if used > widest && end > 0 {
            return end;
        }
        end = end.max(glyph.to);
    }
    word.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_the_letters_of_latin_languages() {
        for weight in [Weight::Regular, Weight::Bold] {
            for letter in "AZaz09äöüßÄÖÜñéíóúÁÉÍÓÚ¿¡çàèêœŁłŽžĚěřİışğ€£¥$…–−“”’·%&@#()".chars()
            {
                assert!(shaped(&letter.to_string(), weight).iter().all(|glyph| glyph.id != 0), "{letter}");
            }
        }
    }

    #[test]
    fn texts_of_other_scripts_have_the_letters_of_their_fonts_in_the_order_in_which_they_are_seen() {
        for text in ["Ελλάδα", "Привет", "שלום", "مرحبا", "สวัสดี", "नमस्ते", "Gold 🎈"]
        {
            let glyphs = shaped(text, Weight::Regular);
            assert!(glyphs.iter().all(|glyph| glyph.id != 0), "{text}");
        }
        // The first letter of what is written to the left is the last that stands.
        let from: Vec<usize> = shaped("אבג 12", Weight::Regular).iter().map(|glyph| glyph.from).collect();
        assert_eq!(from, [7, 8, 6, 4, 2, 0]);
        // Letters join: three of them are no three single ones.
        let alone: f32 = "ببب".chars().map(|letter| width(&letter.to_string(), 10.0, Weight::Regular)).sum();
        assert!(width("ببب", 10.0, Weight::Regular) < alone * 0.9);
        // What is cut keeps the beginning of the text.
        let cut = fitted("שלום לכולם מהתוכנית", 50.0, 9.0, Weight::Regular);
        assert!(cut.starts_with("של") && cut.ends_with('…'), "{cut}");
        assert!(missing(["Ωñ שλ🎈", "\u{10fffd}"].into_iter()).into_iter().eq(['\u{10fffd}']));
    }

    #[test]
    fn digits_have_one_width() {
        let widths = ('0'..='9').map(|digit| width(&digit.to_string(), 10.0, Weight::Regular));
        let widths: Vec<f32> = widths.collect();
        assert!(widths.iter().all(|other| (other - widths[0]).abs() < 0.001), "{widths:?}");
    }

    #[test]
    fn texts_are_cut_and_wrapped_within_their_width() {
        let text = "Free coffee with every breakfast order above a certain amount";
        for widest in [20.0, 55.0, 120.0, 1000.0] {
            let cut = fitted(text, widest, 9.0, Weight::Regular);
            assert!(width(&cut, 9.0, Weight::Regular) <= widest + 0.01, "{cut}");
            assert_eq!(cut == text, widest == 1000.0);
            let lines = wrapped(text, widest, 9.0, Weight::Bold, 99);
            assert!(lines.iter().all(|line| width(line, 9.0, Weight::Bold) <= widest + 0.01), "{lines:?}");
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
            let two = wrapped(text, widest, 9.0, Weight::Bold, 2);
            assert!(two.len() <= 2 && (lines.len() <= 2 || two[1].ends_with('…')), "{two:?}");
        }
        assert_eq!(wrapped("", 10.0, 9.0, Weight::Bold, 3), [""]);
        assert_eq!(fitted("a\nb\tc", 100.0, 9.0, Weight::Regular), "a b c");
    }
}
