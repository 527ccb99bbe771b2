//! Reads whose turn it is and what the seat must do.

use alloc::vec::Vec;

use super::part::Part;
use super::{PositionPart, Result};
use crate::round::Unsettled;
use crate::{Duty, Ended, LastTile, Opening, Rules, Seat, Turn};

/// Reads the opener and its duty; any tile if no duty is given.
pub(super) fn opening(value: Part<'_>, rules: &Rules) -> Result<Opening> {
    let mut words = value.words();
    let Some(seat) = words.next() else {
        return value.expected(PositionPart::Seat);
    };
    let mut opening = Opening {
        seat: seat.seat(rules)?,
        duty: Duty::Any,
        may_hand_over: false,
    };
    let mut is_any = false;
    for (i, word) in words.enumerate() {
        is_any |= word.text == "any";
        match (i, word.text) {
            (_, "hand-over") => opening.may_hand_over = true,
            (0, "any") => {}
            (1, _) if is_any && word.tile().is_ok() => opening.duty = Duty::Holder(word.tile()?),
            (0, "double") => opening.duty = Duty::Double,
            (0, "draw") => opening.duty = Duty::DrawForDouble,
            (0, _) if word.tile().is_ok() => opening.duty = Duty::Tile(word.tile()?),
            _ => return word.expected(PositionPart::Lead),
        }
    }
    Ok(opening)
}

pub(super) struct Awaited {
    out: bool,
    last: Option<LastTile>,
    by_tile: bool,
}

impl Awaited {
    pub(super) fn by(self, last_player: Option<Seat>) -> Unsettled {
        let ended = match (self.out, last_player) {
            (true, Some(seat)) => Ended::Out(seat),
            _ => Ended::Blocked(last_player),
        };
        Unsettled {
            ended,
            last: self.last,
            by_tile: self.by_tile,
        }
    }
}

/// Reads whose turn it is, whether the seat has drawn, and how a round that waits for a declaration ends.
pub(super) fn turn(
    value: Part<'_>,
    rules: &Rules,
    begun: &Opening,
    laid: bool,
) -> Result<(Turn, bool, Option<Awaited>)> {
    let mut words = value.words();
    let Some(first) = words.next() else {
        return value.expected(PositionPart::Seat);
    };
    let seat = first.seat(rules)?;
    let rest: Vec<Part<'_>> = words.collect();
    if !laid {
        // Before the first tile, the letter of the opener is enough.
        let as_begun = rest.is_empty() && seat == begun.seat;
        let opening = if as_begun {
            *begun
        } else {
            opening(value, rules)?
        };
        return Ok((Turn::Open(opening), false, None));
    }
    let texts: Vec<&str> = rest.iter().map(|word| word.text).collect();
    match texts.as_slice() {
        [] => Ok((Turn::Play(seat), false, None)),
        ["drawn"] => Ok((Turn::Play(seat), true, None)),
        ["declare", ..] => {
            let drawn = texts.get(1) == Some(&"drawn");
            let awaited = awaited(value, &rest[1 + usize::from(drawn)..])?;
            Ok((Turn::Declare(seat), drawn, Some(awaited)))
        }
        _ => rest[0].expected(PositionPart::Turn),
    }
}

fn awaited(value: Part<'_>, words: &[Part<'_>]) -> Result<Awaited> {
    let Some((ended, mut rest)) = words.split_first() else {
        return value.expected(PositionPart::OneOf("declare out, declare blocked"));
    };
    let out = match ended.text {
        "out" => true,
        "blocked" => false,
        _ => return ended.expected(PositionPart::OneOf("out, blocked")),
    };
    let by_tile = rest.first().is_some_and(|word| word.text == "by-tile");
    rest = &rest[usize::from(by_tile)..];
    let Some((tile, flags)) = rest.split_first() else {
        return Ok(Awaited {
            out,
            last: None,
            by_tile,
        });
    };
    let mut last = LastTile {
        tile: tile.tile()?,
        fits_every_end: false,
        ends_differ: false,
        key: false,
    };
    for flag in flags {
        match flag.text {
            "fits-every-end" => last.fits_every_end = true,
            "ends-differ" => last.ends_differ = true,
            "key" => last.key = true,
            _ => return flag.expected(PositionPart::OneOf("fits-every-end, ends-differ, key")),
        }
    }
    Ok(Awaited {
        out,
        last: Some(last),
        by_tile,
    })
}

/// The seat before the one to act.
pub(super) fn before(turn: &Turn, rules: &Rules) -> Option<Seat> {
    match turn {
        Turn::Play(seat) => rules.playing().find(|before| rules.next(*before) == *seat),
        Turn::Declare(seat) => Some(*seat),
        Turn::Open(_) | Turn::Over => None,
    }
}
