//! The fonts of files: that of the page, those of other scripts, and what the machine has for Chinese, Japanese and Korean.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use harfrust::{FontRef, ShaperData};
use skrifa::MetadataProvider;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weight {
    Regular,
    Bold,
}

impl Weight {
    /// The file of the font of the page.
    pub fn bytes(self) -> &'static [u8] {
        face(self, 0).map_or(&[], |face| face.bytes)
    }
}

/// A font with its two weights; the second is the first where it has none.
struct Bundled {
    regular: &'static [u8],
    bold: &'static [u8],
}

macro_rules! bundled {
    ($($regular:literal $bold:literal),* $(,)?) => {
        &[$(Bundled {
            regular: include_bytes!(concat!("../../../assets/", $regular, ".ttf")),
            bold: include_bytes!(concat!("../../../assets/", $bold, ".ttf")),
        }),*]
    };
}

/// In the order in which a letter is looked for.
static BUNDLED: &[Bundled] = bundled![
    "fonts/InstrumentSans-Regular" "fonts/InstrumentSans-SemiBold",
    "noto/NotoSans-Regular" "noto/NotoSans-Bold",
    "noto/NotoSansHebrew-Regular" "noto/NotoSansHebrew-Bold",
    "noto/NotoSansArabic-Regular" "noto/NotoSansArabic-Bold",
    "noto/NotoSansThai-Regular" "noto/NotoSansThai-Bold",
    "noto/NotoSansDevanagari-Regular" "noto/NotoSansDevanagari-Bold",
    "noto/NotoEmoji-Regular" "noto/NotoEmoji-Regular",
];

/// Where a machine keeps its fonts, and the files of which letters are taken: those of Debian's fonts-noto-cjk and of other
/// scripts in fonts-noto-core.
const FOLDERS: [&str; 3] = ["/usr/share/fonts", "/usr/local/share/fonts", "/usr/local/lib/bond/fonts"];
const CJK: [&str; 4] =
    ["NotoSansCJK-Regular.ttc", "NotoSansCJKsc-Regular.otf", "NotoSansSC-Regular.otf", "NotoSansSC-Regular.ttf"];
const OTHERS: &str = "NotoSans";
/// Folders within folders, and the most bytes of a font that is read.
const DEEPEST: usize = 3;
const LARGEST: u64 = 64 << 20;

/// A font that is read.
pub struct Face {
    /// The whole file, and which of its fonts this is.
    pub bytes: &'static [u8],
    pub index: u32,
    pub font: FontRef<'static>,
    pub data: ShaperData,
}

impl Face {
    fn of(bytes: &'static [u8]) -> Option<Face> {
        let font = FontRef::from_index(bytes, 0).ok()?;
        Some(Face { bytes, index: 0, data: ShaperData::new(&font), font })
    }

    pub fn has(&self, letter: char) -> bool {
        self.font.charmap().map(letter).is_some_and(|glyph| glyph.to_u32() != 0)
    }
}

/// The fonts of a weight: those inside Bond, then those of the machine.
pub fn face(weight: Weight, at: usize) -> Option<&'static Face> {
    static REGULAR: LazyLock<Vec<Face>> =
        LazyLock::new(|| BUNDLED.iter().filter_map(|of| Face::of(of.regular)).collect());
    static BOLD: LazyLock<Vec<Face>> = LazyLock::new(|| BUNDLED.iter().filter_map(|of| Face::of(of.bold)).collect());
    let own = if weight == Weight::Bold { &BOLD } else { &REGULAR };
    match at.checked_sub(own.len()) {
        None => own.get(at),
        Some(beyond) => MACHINE.get(beyond),
    }
}

/// The font that has a letter; the first where none has it.
pub fn that_has(letter: char, weight: Weight) -> Option<usize> {
    let own = (0..BUNDLED.len()).find(|at| face(weight, *at).is_some_and(|face| face.has(letter)));
    // Those of the machine are looked for only once a letter needs one.
    own.or_else(|| Some(BUNDLED.len() + MACHINE.iter().position(|face| face.has(letter))?))
}

/// The fonts of the machine that have letters which those inside Bond lack. They stay in memory.
static MACHINE: LazyLock<Vec<Face>> = LazyLock::new(|| {
    let mut found = Vec::new();
    FOLDERS.iter().for_each(|folder| collect(Path::new(folder), DEEPEST, &mut found));
    let named = |name: &str| found.iter().find(|path| path.file_name().is_some_and(|of| of == name));
    let cjk = CJK.iter().find_map(|name| named(name));
    let is_other = |path: &&PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(OTHERS) && name.ends_with("-Regular.ttf") && !CJK.contains(&name)
    };
    let mut others: Vec<&PathBuf> = found.iter().filter(is_other).collect();
    others.sort();
    cjk.into_iter().chain(others).filter_map(|path| read(path)).collect()
});

fn collect(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            if depth > 0 {
                collect(&path, depth - 1, found);
            }
        } else {
            found.push(path);
        }
    }
}

fn read(path: &Path) -> Option<Face> {
    let size = std::fs::metadata(path).ok()?.len();
    let bytes = (size <= LARGEST).then(|| std::fs::read(path).ok()).flatten()?;
    Face::of(bytes.leak())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_font_inside_bond_can_be_read_and_has_its_letters() {
        for weight in [Weight::Regular, Weight::Bold] {
            for (at, letters) in ["Aä€", "Ωж±ĉ", "א", "عربي", "ไท", "हि", "🎈🚀"].into_iter().enumerate()
            {
                assert!(letters.chars().all(|letter| that_has(letter, weight) == Some(at)), "{letters}");
            }
        }
        assert_eq!(that_has('\u{10ffff}', Weight::Regular), None);
    }
}
