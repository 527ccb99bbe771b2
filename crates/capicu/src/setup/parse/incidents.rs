//! Reads the incidents of a round, which are not visible on the table.

use arrayvec::ArrayVec;

use super::field::{Field, Fields};
use super::part::Part;
use super::{PositionPart, Result};
use crate::board::{SinceTile, Withheld};
use crate::irregular::Undeclared;
use crate::setup::Incidents;
use crate::{BySeat, Pile, Rules};

pub(super) fn incidents(fields: &Fields<'_>, rules: &Rules) -> Result<Incidents> {
    let n = rules.n_seats();
    let n_drawn = fields.by_seat(Field::Drawn, rules)?;
    let dealt = match fields.get(Field::Dealt) {
        Some(_) => fields.by_seat(Field::Dealt, rules)?,
        None => BySeat::from_fn(n, |_| rules.hand.get() as u8),
    };
    let mut received = BySeat::new(n);
    for (seat, dealt) in dealt.entries() {
        received[seat] = dealt.saturating_add(n_drawn[seat]);
    }
    let mut undeclared = ArrayVec::new();
    for word in fields
        .get(Field::Undeclared)
        .iter()
        .flat_map(|value| value.words())
    {
        let parts = word
            .split_once('=')
            .and_then(|(seat, rest)| Some((seat, rest.split_once('@')?)));
        let Some((seat, (points, at))) = parts else {
            return word.expected(PositionPart::Undeclared);
        };
        let missed = Undeclared {
            seat: seat.seat(rules)?,
            points: points.number(PositionPart::Number)?,
            at: at.number(PositionPart::Number)?,
        };
        if undeclared.try_push(missed).is_err() {
            return word.expected(PositionPart::TwoScores);
        }
    }
    let (mut silent, mut sum_named) = (0, false);
    for word in fields
        .get(Field::Called)
        .iter()
        .flat_map(|value| value.words())
    {
        match word.text {
            "sum" => sum_named = true,
            _ => silent |= 1 << word.seat(rules)?.index(),
        }
    }
    let mut withheld = BySeat::new(n);
    for word in fields
        .get(Field::Withheld)
        .iter()
        .flat_map(|value| value.words())
    {
        let Some((seat, what)) = word.split_once('=') else {
            return word.expected(PositionPart::Withheld);
        };
        let mut words = Withheld::WORDS.into_iter();
        let Some((of, _)) = words.find(|(_, name)| *name == what.text) else {
            return what.expected(PositionPart::OneOf("first-play, play, all"));
        };
        withheld[seat.seat(rules)?] = of;
    }
    let exposed = fields
        .get(Field::Exposed)
        .map_or(Ok(Pile::new()), Part::tiles)?;
    Ok(Incidents {
        drawn_this_turn: false,
        since_tile: since_tile(fields, rules)?,
        streak: fields.by_seat(Field::InARow, rules)?,
        undeclared,
        silent,
        sum_named,
        withheld,
        exposed: exposed.into_iter().collect(),
        received,
        n_drawn,
    })
}

fn since_tile(fields: &Fields<'_>, rules: &Rules) -> Result<SinceTile> {
    let mut since = SinceTile::default();
    let Some(value) = fields.get(Field::Passes) else {
        return Ok(since);
    };
    let mut words = value.words();
    since.n = words.next().unwrap_or(value).number(PositionPart::Number)?;
    since.on_tile = since.n;
    for word in words {
        match (word.text, word.split_once('=')) {
            ("false", _) => since.interrupted = true,
            ("paso-paid", _) => since.paso_paid = true,
            ("salida-paid", _) => since.salida_paid = true,
            ("again", _) => since.again = true,
            (_, Some((name, n))) if name.text == "on-tile" => {
                since.on_tile = n.number(PositionPart::Number)?;
            }
            (_, Some((name, seat))) if name.text == "fined" => {
                since.fined |= 1 << seat.seat(rules)?.index();
            }
            _ => {
                return word.expected(PositionPart::OneOf(
                    "on-tile=N, false, paso-paid, salida-paid, again, fined=SEAT",
                ));
            }
        }
    }
    Ok(since)
}
