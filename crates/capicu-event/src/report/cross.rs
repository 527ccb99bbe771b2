//! The cross table of a stage.

use std::collections::BTreeMap;

use super::card::{Card, CardRound};
use super::totals::{Totals, totals};
use crate::id::EntryId;
use crate::preset::Method;
use crate::standings::Standing;
use crate::state::Stage;

/// All rounds of all entries of a stage, in the order of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    /// The meaning of the cells.
    pub columns: CrossColumns,
    /// The entries, best first.
    pub rows: Vec<CrossRow>,
}

/// The columns of a cross table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrossColumns {
    /// An opponent each, in the order of the rows: a round robin.
    Opponents,
    /// A round each.
    Rounds(u16),
}

/// An entry in a cross table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossRow {
    /// The entry itself.
    pub entry: EntryId,
    /// Its place, from 1.
    pub place: u16,
    /// A cell for each column: its rounds there.
    pub cells: Vec<Vec<CardRound>>,
    /// Its points, in twelfths, less penalties; `None` in a knock-out, where they have no meaning.
    pub points: Option<i64>,
    /// The sums of its rounds.
    pub totals: Totals,
}

/// The most entries with a column each; larger round robins have a column for each round.
const MOST_OPPONENTS: usize = 24;

/// The cross table of a stage, from its [cards](super::cards) and [standings](crate::standings::standings()).
pub fn cross_table(
    stage: &Stage,
    cards: &BTreeMap<EntryId, Card>,
    places: &[Standing],
) -> CrossTable {
    let totals = totals(cards);
    let meets_all = matches!(stage.method, Method::RoundRobin { .. });
    let columns = match meets_all && places.len() <= MOST_OPPONENTS {
        true => CrossColumns::Opponents,
        false => CrossColumns::Rounds(stage.rounds.len() as u16),
    };
    let mut rows = Vec::with_capacity(places.len());
    for standing in places {
        let card = &cards[&standing.entry];
        let sum = card.rounds.last().map_or(0, |round| round.total);
        let cell = |is_in: &dyn Fn(&CardRound) -> bool| {
            let rounds = card.rounds.iter().filter(|round| is_in(round));
            rounds.cloned().collect::<Vec<_>>()
        };
        let cells = match columns {
            CrossColumns::Opponents => places
                .iter()
                .map(|other| cell(&|round| round.opponents.contains(&other.entry)))
                .collect(),
            CrossColumns::Rounds(n) => (1..=n)
                .map(|number| cell(&|round| round.round == number))
                .collect(),
        };
        rows.push(CrossRow {
            entry: standing.entry,
            place: standing.place,
            cells,
            points: (!stage.method.is_knock_out()).then_some(sum - card.penalty),
            totals: totals[&standing.entry],
        });
    }
    CrossTable { columns, rows }
}
