//! Tiles as other programs write them: `6-4`, `6|4`, `[6|4]`, `(6, 4)`.

use capicu::{Pip, Tile};

/// A tile as written: its first half tells which way it points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) tile: Tile,
    pub(super) first: Pip,
}

/// Reads one tile.
pub(super) fn one(text: &str) -> Option<Written> {
    match all(text)?[..] {
        [tile] => tile,
        _ => None,
    }
}

/// Reads tiles, `?` for an unknown one.
pub(super) fn all(text: &str) -> Option<Vec<Option<Written>>> {
    let mut tiles = Vec::new();
    let mut rest = between(text);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('?') {
            tiles.push(None);
            rest = between(after);
            continue;
        }
        let (first, after) = pip(rest)?;
        let (second, after) = pip(halves(after)?)?;
        // The next tile may not touch this one, as in `6-41-0`.
        if after.starts_with(['-', '|', ':', '/', '–']) {
            return None;
        }
        tiles.push(Some(Written {
            tile: Tile::new(first, second),
            first,
        }));
        rest = between(after);
    }
    Some(tiles)
}

/// Reads a number from 0 to 18 at the beginning of a text.
fn pip(text: &str) -> Option<(Pip, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit());
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    let value = digits.parse().ok().filter(|_| digits.len() <= 2)?;
    Some((Pip::new(value)?, rest))
}

/// Skips the mark between the halves of a tile, or the space.
fn halves(text: &str) -> Option<&str> {
    let rest = text.trim_start();
    let marked = rest.strip_prefix(['-', '|', ':', '/', ',', '–']);
    match marked {
        Some(rest) => Some(rest.trim_start()),
        None => (rest.len() < text.len()).then_some(rest),
    }
}

/// Skips everything that may be between two tiles.
fn between(text: &str) -> &str {
    let is_mark = |c: char| c.is_whitespace() || "()[]{},;'\"".contains(c);
    text.trim_start_matches(is_mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        let tiles = all(text)?.into_iter().map(|tile| match tile {
            Some(tile) => format!("{}<{}", tile.tile, tile.first),
            None => "?".to_owned(),
        });
        Some(tiles.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn tile_is_read_in_every_form() {
        for text in [
            "4-6", "[4|6]", "(4, 6)", "4:6", "4/6", "4 6", "4,6", " 4 - 6 ", "{4|6}", "4–6",
            "'4-6'",
        ] {
            assert_eq!(read(text).as_deref(), Some("6-4<4"), "{text}");
        }
        let hand = Some("6-6<6 6-4<4 ? 12-0<12");
        for text in [
            "6-6 4-6 ? 12-0",
            "[6|6][4|6]?[12|0]",
            "[(6, 6), (4, 6), ?, (12, 0)]",
            "6|6;4|6;?;12|0",
            "6-6,4-6,?,12-0",
        ] {
            assert_eq!(read(text).as_deref(), hand, "{text}");
        }
        assert_eq!(read("").as_deref(), Some(""));
    }

    #[test]
    fn other_texts_are_no_tiles() {
        for text in [
            "64",
            "6",
            "6-",
            "-6-4",
            "6-19",
            "19-0",
            "6-4-",
            "6-4-2",
            "x",
            "6-x",
            "99999999999-1",
            "6-4 5",
            "６-4",
            "006-4",
            "6--4",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(one("6-4 5-5"), None);
        assert_eq!(one("?"), None);
    }
}
