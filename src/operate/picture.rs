//! A picture that somebody sends, drawn anew: what is kept and served is written here, whatever else was in the file.

use std::io::Cursor;

use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Limits, Transformations};
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use crate::store::logo::Logo;

/// The most bytes of a file.
pub const MOST_BYTES: usize = 512 << 10;
/// The most pixels of a side of it.
const MOST_SIDE: usize = 2_000;
/// What reading it may take beside its pixels, whose number is known by then.
const MOST_MEMORY: usize = 32 << 20;
/// The most scans of a JPEG: each passes over all of the picture.
const MOST_SCANS: usize = 64;
/// The width and height that it is made to fit. It is shown at a sixth of that at most.
const FITS: (usize, usize) = (640, 320);

/// Why a picture is refused, and what to do.
pub const TOO_LARGE: &str = "the file is larger than 512 KB; save the picture smaller and send it again";
const NEITHER: &str = "the file is neither a PNG nor a JPEG; save the picture as one of these and send it again";
const TOO_WIDE: &str = "the picture is wider or higher than 2,000 pixels; save it with fewer pixels and send it again";
const DAMAGED: &str = "the picture cannot be read; save it anew as PNG and send it again";

/// Red, green, blue and alpha of each pixel.
struct Pixels {
    width: usize,
    height: usize,
    all: Vec<[u8; 4]>,
}

/// The picture of a file as a PNG that has nothing but its pixels.
///
/// # Errors
/// What is wrong with the file, and what to do.
pub fn drawn_anew(file: &[u8]) -> Result<Logo, &'static str> {
    if file.len() > MOST_BYTES {
        return Err(TOO_LARGE);
    }
    let pixels = if file.starts_with(b"\x89PNG\r\n\x1a\n") {
        of_png(file)?
    } else if file.starts_with(b"\xff\xd8\xff") {
        of_jpeg(file)?
    } else {
        return Err(NEITHER);
    };
    let Pixels { width, height, all } = pixels.fitted();
    let side = |length: usize| u32::try_from(length).map_err(|_| TOO_WIDE);
    let (width, height) = (side(width)?, side(height)?);
    let mut image = Vec::new();
    let mut encoder = Encoder::new(&mut image, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(all.as_flattened()));
    written.map_err(|_| DAMAGED)?;
    Ok(Logo { image, width, height })
}

fn of_png(file: &[u8]) -> Result<Pixels, &'static str> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(file), Limits { bytes: MOST_MEMORY });
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let header = decoder.read_header_info().map_err(|_| DAMAGED)?;
    let (width, height) = sides(header.width as usize, header.height as usize)?;
    let mut reader = decoder.read_info().map_err(|_| DAMAGED)?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or(DAMAGED)?];
    let frame = reader.next_frame(&mut bytes).map_err(|_| DAMAGED)?;
    // Also of an animation that has another first picture.
    reader.finish().map_err(|_| DAMAGED)?;
    bytes.truncate(frame.buffer_size());
    let all: Vec<[u8; 4]> = match frame.color_type {
        ColorType::GrayscaleAlpha => {
            bytes.as_chunks().0.iter().map(|[grey, alpha]| [*grey, *grey, *grey, *alpha]).collect()
        }
        ColorType::Rgba => bytes.as_chunks().0.to_vec(),
        _ => return Err(DAMAGED),
    };
    Pixels { width, height, all }.whole()
}

fn of_jpeg(file: &[u8]) -> Result<Pixels, &'static str> {
    let options = DecoderOptions::new_safe()
        // The sides are looked at below, before anything is decoded: its own refusal does not say which it is.
        .set_max_width(u16::MAX.into())
        .set_max_height(u16::MAX.into())
        .set_strict_mode(true)
        .jpeg_set_max_scans(MOST_SCANS)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    decoder.decode_headers().map_err(|_| DAMAGED)?;
    let info = decoder.info().ok_or(DAMAGED)?;
    let (width, height) = sides(usize::from(info.width), usize::from(info.height))?;
    let bytes = decoder.decode().map_err(|_| DAMAGED)?;
    let all = bytes.as_chunks().0.iter().map(|[red, green, blue]| [*red, *green, *blue, u8::MAX]).collect();
    let turned = decoder.exif().and_then(|exif| orientation(exif)).unwrap_or(1);
    Ok(Pixels { width, height, all }.whole()?.upright(turned))
}

/// Which way up a picture is, as Exif numbers it. What cannot be read says nothing.
fn orientation(exif: &[u8]) -> Option<u32> {
    let exif = exif::Reader::new().read_raw(exif.to_vec()).ok()?;
    exif.get_field(exif::Tag::Orientation, exif::In::PRIMARY)?.value.get_uint(0)
}

fn sides(width: usize, height: usize) -> Result<(usize, usize), &'static str> {
    if width.max(height) > MOST_SIDE { Err(TOO_WIDE) } else { Ok((width, height)) }
}

impl Pixels {
    fn whole(self) -> Result<Pixels, &'static str> {
        let is_whole = self.all.len() == self.width * self.height && !self.all.is_empty();
        if is_whole { Ok(self) } else { Err(DAMAGED) }
    }

    /// As it was seen: cameras say how to turn a picture in place of turning it.
    fn upright(self, orientation: u32) -> Pixels {
        let (right, bottom) = (self.width - 1, self.height - 1);
        let from: &dyn Fn(usize, usize) -> (usize, usize) = match orientation {
            2 => &|x, y| (right - x, y),
            3 => &|x, y| (right - x, bottom - y),
            4 => &|x, y| (x, bottom - y),
            5 => &|x, y| (y, x),
            6 => &|x, y| (y, bottom - x),
            7 => &|x, y| (right - y, bottom - x),
            8 => &|x, y| (right - y, x),
            _ => return self,
        };
        let (width, height) = if orientation < 5 { (self.width, self.height) } else { (self.height, self.width) };
        let places = (0..height).flat_map(|y| (0..width).map(move |x| from(x, y)));
        let all = places.map(|(x, y)| self.all[y * self.width + x]).collect();
        Pixels { width, height, all }
    }

    /// As large as it is shown: each pixel is the mean of those that it stands for, weighted by what is seen of them.
    fn fitted(self) -> Pixels {
        let (most_width, most_height) = FITS;
        if self.width <= most_width && self.height <= most_height {
            return self;
        }
        let is_wide = self.width * most_height > self.height * most_width;
        let (width, height) = if is_wide {
            (most_width, (self.height * most_width / self.width).max(1))
        } else {
            ((self.width * most_height / self.height).max(1), most_height)
        };
        let from = |at: usize, of: usize, fitted: usize| at * of / fitted..((at + 1) * of).div_ceil(fitted);
        let mut all = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let (mut sums, mut seen, mut count) = ([0_u64; 3], 0_u64, 0_u64);
                for row in from(y, self.height, height) {
                    for [red, green, blue, alpha] in &self.all[row * self.width..][from(x, self.width, width)] {
                        let alpha = u64::from(*alpha);
                        for (sum, part) in sums.iter_mut().zip([red, green, blue]) {
                            *sum += u64::from(*part) * alpha;
                        }
                        seen += alpha;
                        count += 1;
                    }
                }
                let mean = |sum: u64, of: u64| sum.checked_div(of).unwrap_or_default() as u8;
                let [red, green, blue] = sums.map(|sum| mean(sum, seen));
                all.push([red, green, blue, mean(seen, count)]);
            }
        }
        Pixels { width, height, all }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32, color: ColorType, bytes: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, width, height);
        encoder.set_color(color);
        encoder.add_text_chunk("Author".to_owned(), "somebody".to_owned()).expect("a text");
        encoder.write_header().and_then(|mut writer| writer.write_image_data(bytes)).expect("written");
        file
    }

    fn pixels(logo: &Logo) -> Vec<[u8; 4]> {
        of_png(&logo.image).expect("a PNG").all
    }

    #[test]
    fn a_picture_keeps_its_pixels_and_nothing_else() {
        let file = png(2, 1, ColorType::Rgb, &[1, 2, 3, 250, 0, 9]);
        let logo = drawn_anew(&[&file[..], b"<script>"].concat()).expect("drawn");
        assert_eq!((logo.width, logo.height), (2, 1));
        assert_eq!(pixels(&logo), [[1, 2, 3, 255], [250, 0, 9, 255]]);
        let text = String::from_utf8_lossy(&logo.image).into_owned();
        assert!(!text.contains("somebody") && !text.contains("script"));
        let grey = drawn_anew(&png(1, 2, ColorType::GrayscaleAlpha, &[7, 8, 9, 10])).expect("drawn");
        assert_eq!(pixels(&grey), [[7, 7, 7, 8], [9, 9, 9, 10]]);
    }

    #[test]
    fn a_jpeg_is_turned_as_its_camera_says() {
        let plain = include_bytes!("../tests/logo.jpg");
        let turned = |orientation: u8| {
            let tiff = [b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0", &[orientation][..], &[0; 6]].concat();
            let exif = [b"Exif\0\0", &tiff[..]].concat();
            let length = u8::try_from(exif.len() + 2).expect("short");
            let file = [&plain[..2], b"\xff\xe1\0", &[length], &exif, &plain[2..]].concat();
            let logo = drawn_anew(&file).expect("drawn");
            (logo.width as usize, logo.height as usize, pixels(&logo))
        };
        let (width, height, upright) = turned(1);
        assert!(width != height && upright == pixels(&drawn_anew(plain).expect("drawn")));
        let at = |x: usize, y: usize| upright[y * width + x];
        let (right, bottom) = (width - 1, height - 1);
        // What is at the top left, and beside it.
        for (orientation, first, beside) in [
            (2, at(right, 0), at(right - 1, 0)),
            (3, at(right, bottom), at(right - 1, bottom)),
            (4, at(0, bottom), at(1, bottom)),
            (5, at(0, 0), at(0, 1)),
            (6, at(0, bottom), at(0, bottom - 1)),
            (7, at(right, bottom), at(right, bottom - 1)),
            (8, at(right, 0), at(right, 1)),
        ] {
            let (new_width, new_height, turned) = turned(orientation);
            let sides = if orientation < 5 { (width, height) } else { (height, width) };
            assert_eq!(((new_width, new_height), turned[0], turned[1]), (sides, first, beside), "{orientation}");
        }
        assert_eq!(orientation(b"no Exif"), None);
    }

    #[test]
    fn a_large_picture_is_made_to_fit_by_means_of_what_is_seen() {
        let row = [[200, 0, 0, 255], [0, 200, 0, 255], [9, 9, 9, 0], [100, 0, 0, 255]];
        let bytes: Vec<u8> = (0..640).flat_map(|_| row.repeat(320)).flatten().collect();
        let logo = drawn_anew(&png(1280, 640, ColorType::Rgba, &bytes)).expect("drawn");
        assert_eq!((logo.width, logo.height), (640, 320));
        assert_eq!(pixels(&logo)[..2], [[100, 100, 0, 255], [100, 0, 0, 127]]);
        let tall = drawn_anew(&png(3, 2_000, ColorType::Grayscale, &[7; 6_000])).expect("drawn");
        assert_eq!((tall.width, tall.height), (1, 320));
        assert!(pixels(&tall).iter().all(|pixel| *pixel == [7, 7, 7, 255]));
    }

    #[test]
    fn what_is_no_picture_within_the_limits_is_refused() {
        let good = png(2, 1, ColorType::Rgb, &[1, 2, 3, 250, 0, 9]);
        for (file, reason) in [
            (b"".to_vec(), NEITHER),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), NEITHER),
            (b"GIF89a\x01\x00\x01\x00".to_vec(), NEITHER),
            (good[..good.len() / 2].to_vec(), DAMAGED),
            (good[..8].to_vec(), DAMAGED),
            (b"\xff\xd8\xff\xe0".to_vec(), DAMAGED),
            (vec![0; MOST_BYTES + 1], TOO_LARGE),
            (png(2_001, 1, ColorType::Grayscale, &[0; 2_001]), TOO_WIDE),
            (png(1, 2_001, ColorType::Grayscale, &[0; 2_001]), TOO_WIDE),
        ] {
            assert_eq!(drawn_anew(&file).err(), Some(reason), "{} bytes", file.len());
        }
    }

    /// The head says how much memory it would take; it is not asked for.
    #[test]
    fn a_head_with_more_pixels_than_may_be_is_refused_before_they_are_read() {
        let mut png = png(1, 1, ColorType::Grayscale, &[0]);
        png[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
        let mut crc = flate2::Crc::new();
        crc.update(&png[12..29]);
        png[29..33].copy_from_slice(&crc.sum().to_be_bytes());
        assert_eq!(drawn_anew(&png).err(), Some(TOO_WIDE));
        // Three components, 65,535 x 65,535 pixels.
        let frame = b"\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03\x01\x11\x00\x02\x11\x00\x03\x11\x00";
        let scan = b"\xff\xda\x00\x0c\x03\x01\x00\x02\x11\x03\x11\x00\x3f\x00";
        assert_eq!(drawn_anew(&[b"\xff\xd8", &frame[..], &scan[..]].concat()).err(), Some(TOO_WIDE));
    }
}
