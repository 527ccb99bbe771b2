//! Letters as outlines, for pictures: the reader of a picture needs no font.

use std::fmt::Write as _;
use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// A line of letters as the path of an SVG. It begins at 0, and its baseline is at 0.
#[derive(Debug, PartialEq)]
pub struct Line {
    pub path: String,
    pub width: f32,
}

/// Writes a line in letters of this size, in pixels. A longer text than `room` ends with an ellipsis.
pub fn line(text: &str, size: f32, room: f32) -> Line {
    let all: Vec<char> = text.chars().filter(|c| !c.is_control()).collect();
    let whole = written(&all, size);
    if whole.width <= room {
        return whole;
    }
    let cut = |n: usize| {
        let kept: String = all[..n].iter().collect();
        let kept: Vec<char> = kept.trim_end().chars().chain(['…']).collect();
        written(&kept, size)
    };
    let fits = |n: &usize| cut(*n).width <= room;
    let most = (0..all.len()).rev().find(fits);
    cut(most.unwrap_or(0))
}

fn face() -> Option<&'static Face<'static>> {
    static FACE: OnceLock<Option<Face<'static>>> = OnceLock::new();
    let parsed = FACE.get_or_init(|| Face::parse(dejavu::sans_condensed::bold(), 0).ok());
    parsed.as_ref()
}

fn written(text: &[char], size: f32) -> Line {
    let mut line = Line {
        path: String::new(),
        width: 0.0,
    };
    let Some(face) = face() else { return line };
    let scale = size / f32::from(face.units_per_em());
    for letter in text {
        // A letter that the font lacks becomes its empty box.
        let glyph = face.glyph_index(*letter).unwrap_or(GlyphId(0));
        let mut outline = Outline {
            path: &mut line.path,
            at: line.width,
            scale,
        };
        let _ = face.outline_glyph(glyph, &mut outline);
        line.width += scale * f32::from(face.glyph_hor_advance(glyph).unwrap_or_default());
    }
    line
}

struct Outline<'a> {
    path: &'a mut String,
    at: f32,
    scale: f32,
}

impl Outline<'_> {
    fn push(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            let (x, y) = (self.at + x * self.scale, -y * self.scale);
            // Writing to a string cannot fail.
            let _ = write!(self.path, "{x:.1} {y:.1} ");
        }
    }
}

impl OutlineBuilder for Outline<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.push('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.push('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_line_ends_with_an_ellipsis_within_its_room() {
        let short = line("Ana", 40.0, 500.0);
        assert!(short.width > 40.0 && short.width < 120.0, "{}", short.width);
        assert_eq!(
            short.path.matches('M').count(),
            5,
            "three letters, two of them with a hole"
        );
        let text = "Las Águilas del Dominó de San Juan";
        let long = line(text, 40.0, 300.0);
        let cut = |n: usize| {
            let kept: String = text.chars().take(n).collect();
            line(&format!("{}…", kept.trim_end()), 40.0, 1_000.0)
        };
        let shown = (1..30).rfind(|n| cut(*n) == long).expect("a prefix");
        assert!(
            long.width <= 300.0 && cut(shown + 1).width > 300.0,
            "{shown}"
        );
        assert_eq!(line("many letters", 40.0, 1.0), line("…", 40.0, 100.0));
    }

    #[test]
    fn accents_and_other_scripts_have_letters_of_their_own() {
        let letters = ["n", "ñ", "Ж", "Ω", "½"].map(|text| line(text, 40.0, 500.0).path);
        for (at, letter) in letters.iter().enumerate() {
            assert!(!letter.is_empty());
            assert!(!letters[..at].contains(letter), "letter {at}");
        }
        assert_eq!(
            line("\u{0}\u{200b}", 40.0, 1.0).path,
            line("\u{200b}", 40.0, 1.0).path
        );
    }
}
