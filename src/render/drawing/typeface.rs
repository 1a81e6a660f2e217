//! The font of files: how wide texts are, and where they break.

use std::borrow::Cow;
use std::sync::LazyLock;

use harfrust::{Direction, Feature, FontRef, ShapeOptions, ShapePlan, ShaperData, Tag, UnicodeBuffer, script};

const ELLIPSIS: char = '…';
/// Digits of one width, so that columns of figures align.
static FEATURES: LazyLock<[Feature; 1]> = LazyLock::new(|| [Feature::new(Tag::new(b"tnum"), 1, ..)]);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weight {
    Regular,
    Bold,
}

impl Weight {
    /// The file of the font.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Weight::Regular => include_bytes!("../../../assets/fonts/InstrumentSans-Regular.ttf"),
            Weight::Bold => include_bytes!("../../../assets/fonts/InstrumentSans-SemiBold.ttf"),
        }
    }

    fn loaded(self) -> &'static Loaded {
        static FONTS: LazyLock<[Loaded; 2]> = LazyLock::new(|| [Weight::Regular, Weight::Bold].map(Loaded::of));
        &FONTS[usize::from(self == Weight::Bold)]
    }
}

/// A font, and how its texts are shaped.
struct Loaded {
    font: FontRef<'static>,
    data: ShaperData,
    plan: ShapePlan,
}

impl Loaded {
    fn of(weight: Weight) -> Loaded {
        let font = FontRef::new(weight.bytes()).expect("the fonts are part of Bond, and a test reads both");
        let data = ShaperData::new(&font);
        let plan = {
            let shaper = data.shaper(&font).build();
            ShapePlan::new(&shaper, Direction::LeftToRight, Some(script::LATIN), None, &*FEATURES)
        };
        Loaded { font, data, plan }
    }
}

/// A glyph with its place against the one before, as shares of the size of the text.
#[derive(Clone, Debug)]
pub struct Glyph {
    pub id: u32,
    /// The bytes of the text that it shows.
    pub from: usize,
    pub to: usize,
    pub advance: (f32, f32),
    pub offset: (f32, f32),
}

/// The glyphs of a text, which is one line from left to right.
pub fn shaped(text: &str, weight: Weight) -> Vec<Glyph> {
    let Loaded { font, data, plan } = weight.loaded();
    let shaper = data.shaper(font).build();
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.set_direction(Direction::LeftToRight);
    buffer.set_script(script::LATIN);
    let shaped = shaper.shape(buffer, ShapeOptions::new().plan(Some(plan)).features(&*FEATURES));
    let size = shaper.units_per_em() as f32;
    let mut glyphs: Vec<Glyph> = Vec::with_capacity(shaped.len());
    // A glyph shows the bytes up to the next one that begins later.
    let (mut next, mut end) = (text.len(), text.len());
    for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()).rev() {
        let start = info.cluster as usize;
        if start != next {
            (end, next) = (next, start);
        }
        glyphs.push(Glyph {
            id: info.glyph_id,
            from: start,
            to: end,
            advance: (position.x_advance as f32 / size, position.y_advance as f32 / size),
            offset: (position.x_offset as f32 / size, position.y_offset as f32 / size),
        });
    }
    glyphs.reverse();
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
    let glyphs = shaped(&text, weight);
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
    for glyph in shaped(word, weight) {
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
