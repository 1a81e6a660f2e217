//! Other encodings as UTF-8.

use std::borrow::Cow;
use std::io::{self, Read};

use encoding_rs::{Decoder, DecoderResult, Encoding};
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// A text with each letter and its marks as one character where Unicode has it (NFC). Some systems write `é` as `e` and an
/// accent, above all in names of files; nobody sees a difference.
pub(in crate::warehouse) fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}

/// Turns bytes of an encoding into UTF-8. A malformed sequence becomes one byte that is not UTF-8, so that the reader
/// of the records finds it and names its line.
pub(in crate::warehouse) struct Decoded<R> {
    input: R,
    decoder: Decoder,
    raw: Vec<u8>,
    at: usize,
    filled: usize,
    ended: bool,
    ready: Vec<u8>,
    taken: usize,
}

const CHUNK: usize = 64 * 1024;
const NOT_UTF8: u8 = 0xff;

impl<R: Read> Decoded<R> {
    pub(in crate::warehouse) fn new(input: R, encoding: &'static Encoding) -> Decoded<R> {
        let decoder = encoding.new_decoder();
        let (raw, ready) = (vec![0; CHUNK], Vec::with_capacity(4 * CHUNK));
        Decoded { input, decoder, raw, at: 0, filled: 0, ended: false, ready, taken: 0 }
    }

    /// Fills `ready`; leaves it empty at the end of the input.
    fn refill(&mut self) -> io::Result<()> {
        self.ready.clear();
        self.taken = 0;
        while self.ready.is_empty() && !self.ended {
            if self.at == self.filled {
                self.at = 0;
                self.filled = match self.input.read(&mut self.raw) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read?,
                };
            }
            let last = self.filled == 0;
            self.ready.resize(self.ready.capacity(), 0);
            let (result, read, written) =
                self.decoder.decode_to_utf8_without_replacement(&self.raw[self.at..self.filled], &mut self.ready, last);
            self.ready.truncate(written);
            self.at += read;
            match result {
                DecoderResult::Malformed(..) => self.ready.push(NOT_UTF8),
                DecoderResult::InputEmpty => self.ended = last,
                DecoderResult::OutputFull => {}
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.ready.len() {
            self.refill()?;
        }
        let some = into.len().min(self.ready.len() - self.taken);
        into[..some].copy_from_slice(&self.ready[self.taken..self.taken + some]);
        self.taken += some;
        Ok(some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8], label: &str) -> Vec<u8> {
        let encoding = Encoding::for_label(label.as_bytes()).expect("an encoding");
        let mut out = Vec::new();
        Decoded::new(bytes, encoding).read_to_end(&mut out).expect("read");
        out
    }

    #[test]
    fn encodings_become_utf8_and_malformed_bytes_are_not_hidden() {
        assert_eq!(decoded(b"\xfcber 5 \x80", "windows-1252"), "über 5 €".as_bytes());
        assert_eq!(decoded(b"\xff\xfea\0\xe4\0", "utf-16le"), "aä".as_bytes());
        assert_eq!(decoded(b"\xfe\xff\0a\0\xe4", "utf-16le"), "aä".as_bytes(), "the byte order mark wins");
        // Half a surrogate pair, then half a character.
        assert_eq!(decoded(b"a\0\x00\xd8b\0", "utf-16le"), b"a\xffb");
        assert_eq!(decoded(b"a\0b", "utf-16le"), b"a\xff");
        let long = "ä€".repeat(200_000);
        let bytes: Vec<u8> = long.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decoded(&bytes, "utf-16le"), long.as_bytes());
    }
}
