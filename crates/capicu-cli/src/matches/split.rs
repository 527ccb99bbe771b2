//! Splits a file into its matches while reading it.

use std::io::{self, BufRead, Read};

use capicu_record::record::{MAX_BYTES, begins_record};

use super::Form;

#[derive(Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its first line in the file, from 1.
    pub line: u32,
    /// Its text; one that is too long is cut just above the limit.
    pub bytes: Vec<u8>,
}

/// Matches of a file, in order. A file without any is one piece.
pub struct Split<R> {
    reader: R,
    form: Form,
    /// The line to read next, from 1.
    line: u32,
    /// The first line of the next match, which ended the previous one.
    next: Vec<u8>,
    json: Json,
    any: bool,
    is_over: bool,
}

impl<R: BufRead> Split<R> {
    /// Splits a file from its beginning.
    pub fn new(reader: R, form: Form) -> Self {
        Self {
            reader,
            form,
            line: 1,
            next: Vec::new(),
            json: Json::default(),
            any: false,
            is_over: false,
        }
    }

    fn piece(&mut self) -> io::Result<Option<Piece>> {
        let mut bytes = std::mem::take(&mut self.next);
        // The stored line has been counted.
        let line = self.line - u32::from(!bytes.is_empty());
        let mut is_blank = bytes.is_empty();
        let mut whole_line = true;
        loop {
            let mut row = Vec::new();
            let most = MAX_BYTES as u64 + 1;
            (&mut self.reader).take(most).read_until(b'\n', &mut row)?;
            if row.is_empty() {
                self.is_over = true;
                let nothing = is_blank && self.any;
                return Ok((!nothing).then_some(Piece { line, bytes }));
            }
            let begins = whole_line && self.form == Form::Records && begins_record(&row);
            whole_line = row.ends_with(b"\n");
            self.line += u32::from(whole_line);
            if begins && !is_blank {
                self.next = row;
                return Ok(Some(Piece { line, bytes }));
            }
            is_blank &= row.trim_ascii().is_empty();
            let room = (MAX_BYTES + 1).saturating_sub(bytes.len());
            bytes.extend_from_slice(&row[..row.len().min(room)]);
            if self.form == Form::Twins && self.json.ends_in(&row) {
                return Ok(Some(Piece { line, bytes }));
            }
        }
    }
}

impl<R: BufRead> Iterator for Split<R> {
    type Item = io::Result<Piece>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let piece = self.piece().transpose();
        self.any = true;
        self.is_over |= matches!(piece, Some(Err(_)));
        piece
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Json {
    depth: u32,
    in_text: bool,
    escaped: bool,
}

impl Json {
    /// Whether a JSON value is complete at the end of this line.
    fn ends_in(&mut self, line: &[u8]) -> bool {
        let mut closed = false;
        for byte in line {
            match (self.in_text, byte) {
                (true, _) if self.escaped => self.escaped = false,
                (true, b'\\') => self.escaped = true,
                (_, b'"') => self.in_text = !self.in_text,
                (false, b'{' | b'[') => self.depth += 1,
                (false, b'}' | b']') => {
                    self.depth = self.depth.saturating_sub(1);
                    closed = self.depth == 0;
                }
                _ => {}
            }
        }
        closed && self.depth == 0 && !self.in_text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str, form: Form) -> Vec<(u32, String)> {
        let pieces = Split::new(text.as_bytes(), form).map(|piece| {
            let piece = piece.expect("a text can be read");
            (piece.line, String::from_utf8(piece.bytes).expect("UTF-8"))
        });
        pieces.collect()
    }

    #[test]
    fn every_match_begins_with_its_version() {
        let pieces = split(
            "\n\u{feff}domino-record 1\na\n\n; last\ndomino-record: no\n domino-record  1\r\nb",
            Form::Records,
        );
        let first = "\n\u{feff}domino-record 1\na\n\n; last\ndomino-record: no\n";
        let second = " domino-record  1\r\nb";
        assert_eq!(pieces, [(1, first.to_owned()), (7, second.to_owned())]);
        for text in ["", "\n \n", "hello\nthere"] {
            assert_eq!(split(text, Form::Records), [(1, text.to_owned())]);
        }
        let pieces = split("hello\ndomino-record 1\n", Form::Records);
        assert_eq!(pieces.len(), 2, "text before the first match is a piece");
    }

    #[test]
    fn json_records_are_split_on_one_line_or_many() {
        let twin = "{ \"a\": [\n\"}\\\"\", {}\n]}\n";
        let text = format!("{twin}\n{{\"b\": 1}}\n  \n");
        let pieces = split(&text, Form::Twins);
        let second = "\n{\"b\": 1}\n";
        assert_eq!(pieces, [(1, twin.to_owned()), (4, second.to_owned())]);
        assert_eq!(split("hello\nthere", Form::Twins).len(), 1);
        assert_eq!(split("", Form::Twins).len(), 1);
    }

    #[test]
    fn too_long_match_is_cut_and_the_next_is_read() {
        let long = format!("domino-record 1\n{}", "x".repeat(MAX_BYTES * 2));
        let text = format!("{long}\ndomino-record 1\nb\n");
        let pieces = split(&text, Form::Records);
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces[0].1.len(), MAX_BYTES + 1);
        assert_eq!(pieces[1], (3, "domino-record 1\nb\n".to_owned()));
    }
}
