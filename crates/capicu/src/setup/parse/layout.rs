//! Reads the layout: the moves that led to it, or its tiles and ends.

use alloc::vec::Vec;

use super::field::{Field, Fields};
use super::part::Part;
use super::{PositionPart, Problem, Result};
use crate::layout::OpenEnd;
use crate::{Action, Layout, Pip, Rules};

pub(super) fn layout(fields: &Fields<'_>, rules: &Rules) -> Result<Layout> {
    let parts = [Field::Laid, Field::Ends, Field::Spinner];
    let part = parts.iter().find_map(|field| fields.get(*field));
    match (fields.get(Field::Layout), part) {
        (None, None) => Ok(Layout::new(rules)),
        (Some(value), None) => followed(value, rules),
        (Some(_), Some(part)) => part.wrong(Problem::TwoLayouts),
        (None, Some(_)) => of_parts(fields, rules),
    }
}

/// Builds the layout to which these actions lead.
fn followed(value: Part<'_>, rules: &Rules) -> Result<Layout> {
    let mut layout = Layout::new(rules);
    for word in value.words() {
        let action = match word.text.parse::<Action>() {
            Ok(action @ (Action::Lead(_) | Action::Play { .. })) => action,
            _ => return word.expected(PositionPart::Lay),
        };
        let next = layout.after(action, rules);
        if next == layout {
            return word.wrong(Problem::CannotLie(action));
        }
        layout = next;
    }
    Ok(layout)
}

fn of_parts(fields: &Fields<'_>, rules: &Rules) -> Result<Layout> {
    let value = fields.need(Field::Laid)?;
    let laid = value.tiles()?;
    let Some(first) = laid.first() else {
        return value.expected(PositionPart::Laid);
    };
    let spinner = fields.get(Field::Spinner).map(Part::tile).transpose()?;
    let ends = fields.need(Field::Ends)?;
    let open = ends.words().map(open_end).collect::<Result<Vec<_>>>()?;
    Layout::of_parts(
        rules,
        laid.iter().copied().collect(),
        *first,
        spinner,
        &open,
    )
    .or_else(|why| ends.wrong(Problem::Layout(why)))
}

/// Reads `6-4:4`, `6-6*3` or `4-1:1+2`: tile, open half, open places, tiles before it.
fn open_end(word: Part<'_>) -> Result<OpenEnd> {
    let (rest, depth) = word
        .split_once('+')
        .map_or((word, None), |(a, b)| (a, Some(b)));
    let (rest, places) = rest
        .split_once('*')
        .map_or((rest, None), |(a, b)| (a, Some(b)));
    let (tile, pip) = rest
        .split_once(':')
        .map_or((rest, None), |(a, b)| (a, Some(b)));
    let tile = tile.tile()?;
    let pip = match pip {
        None if tile.is_double() => tile.high(),
        None => return rest.expected(PositionPart::Half),
        Some(pip) => match Pip::new(pip.number(PositionPart::Half)?) {
            Some(pip) => pip,
            None => return pip.expected(PositionPart::Half),
        },
    };
    let number =
        |part: Option<Part<'_>>, usual| part.map_or(Ok(usual), |n| n.number(PositionPart::Number));
    Ok(OpenEnd {
        tile,
        pip,
        places: number(places, 1)?,
        depth: number(depth, 0)?,
    })
}
