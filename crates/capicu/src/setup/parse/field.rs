//! The fields of a position, by name.

use alloc::vec::Vec;
use core::str::FromStr;

use super::part::Part;
use super::{PositionPart, Problem, Result, short};
use crate::setup::print::{FIRST, VERSION};
use crate::{BySeat, BySide, Rules};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Rules,
    Rounds,
    Places,
    Scores,
    Made,
    Opening,
    Opener,
    Hands,
    Boneyard,
    Layout,
    Laid,
    Ends,
    Spinner,
    Last,
    Turn,
    Dealt,
    Drawn,
    Passes,
    InARow,
    Undeclared,
    Called,
    Withheld,
    Exposed,
}

impl Field {
    const ALL: [(Self, &'static str); 23] = [
        (Self::Rules, "rules"),
        (Self::Rounds, "rounds"),
        (Self::Places, "places"),
        (Self::Scores, "scores"),
        (Self::Made, "made"),
        (Self::Opening, "opening"),
        (Self::Opener, "opener"),
        (Self::Hands, "hands"),
        (Self::Boneyard, "boneyard"),
        (Self::Layout, "layout"),
        (Self::Laid, "laid"),
        (Self::Ends, "ends"),
        (Self::Spinner, "spinner"),
        (Self::Last, "last"),
        (Self::Turn, "turn"),
        (Self::Dealt, "dealt"),
        (Self::Drawn, "drawn"),
        (Self::Passes, "passes"),
        (Self::InARow, "in-a-row"),
        (Self::Undeclared, "undeclared"),
        (Self::Called, "called"),
        (Self::Withheld, "withheld"),
        (Self::Exposed, "exposed"),
    ];

    pub(super) const LIST: &'static str = "rules, rounds, places, scores, made, opening, opener, hands, boneyard, \
        layout, laid, ends, spinner, last, turn, dealt, drawn, passes, in-a-row, undeclared, called, \
        withheld, exposed";

    fn name(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        all.find(|(field, _)| *field == self)
            .map_or("", |(_, name)| name)
    }
}

pub(super) struct Fields<'a> {
    given: Vec<(Field, Part<'a>)>,
    end: Part<'a>,
}

impl<'a> Fields<'a> {
    pub(super) fn of(text: &'a str) -> Result<Self> {
        let whole = Part { text, column: 1 };
        let whole = whole.slice(0, text.len());
        let end = Part {
            text: "",
            column: whole.column + whole.text.chars().count(),
        };
        let mut parts = whole.split(';');
        let first = parts.next().and_then(|part| part.split_once(':'));
        match first {
            Some((name, version)) if name.text == FIRST && version.text != VERSION => {
                return version.wrong(Problem::Version(short(version.text)));
            }
            Some((name, _)) if name.text == FIRST => {}
            _ => return whole.wrong(Problem::NotAPosition),
        }
        let mut given: Vec<(Field, Part<'a>)> = Vec::new();
        for part in parts {
            let Some((name, value)) = part.split_once(':') else {
                // A line may end with a semicolon.
                if part.text.is_empty() && part.column >= end.column {
                    continue;
                }
                return part.wrong(Problem::NoName);
            };
            let field = Field::ALL.into_iter().find(|(_, of)| *of == name.text);
            let Some((field, written)) = field else {
                return name.wrong(Problem::UnknownField(short(name.text)));
            };
            if given.iter().any(|(of, _)| *of == field) {
                return name.wrong(Problem::Twice(written));
            }
            given.push((field, value));
        }
        Ok(Self { given, end })
    }

    pub(super) fn get(&self, field: Field) -> Option<Part<'a>> {
        let mut given = self.given.iter();
        given.find(|(of, _)| *of == field).map(|(_, value)| *value)
    }

    pub(super) fn need(&self, field: Field) -> Result<Part<'a>> {
        match self.get(field) {
            Some(value) => Ok(value),
            None => self.end.wrong(Problem::Missing(field.name())),
        }
    }

    /// Reads one number for each seat or side; a missing field is all 0.
    fn numbers<N: FromStr + Default + Clone>(&self, field: Field, n: u8) -> Result<Vec<N>> {
        let Some(value) = self.get(field) else {
            return Ok(alloc::vec![N::default(); usize::from(n)]);
        };
        let number = |word: Part<'_>| word.number(PositionPart::Number);
        let numbers = value.words().map(number).collect::<Result<Vec<N>>>()?;
        match numbers.len() == usize::from(n) {
            true => Ok(numbers),
            false => value.wrong(Problem::Number {
                there: numbers.len(),
                due: usize::from(n),
            }),
        }
    }

    pub(super) fn by_seat(&self, field: Field, rules: &Rules) -> Result<BySeat<u8>> {
        let numbers = self.numbers(field, rules.n_seats())?;
        Ok(BySeat::from_fn(rules.n_seats(), |seat| {
            numbers[seat.index()]
        }))
    }

    pub(super) fn by_side<N: FromStr + Default + Copy>(
        &self,
        field: Field,
        rules: &Rules,
    ) -> Result<BySide<N>> {
        let numbers = self.numbers(field, rules.n_sides())?;
        Ok(BySide::from_fn(rules.n_sides(), |side| {
            numbers[side.index()]
        }))
    }
}
