//! The totals of an entry, as Latin events list them: JJ, JG, JP, PF, PC and EF.

use std::collections::BTreeMap;

use serde::Serialize;

use super::card::{Card, CardRound};
use crate::id::EntryId;
use crate::preset::StageRules;
use crate::standings::{Row, RowKind, UNIT};

/// The totals of an entry in a stage.
///
/// A round counts if it was played or forfeited. A bye, and a round that the entry missed, counts if it brought the
/// points of a win or a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Totals {
    /// Rounds that count (JJ).
    pub played: u16,
    /// Rounds won (JG).
    pub won: u16,
    /// Rounds with a shared first place, or the points of a draw (JE).
    pub drawn: u16,
    /// Rounds lost (JP).
    pub lost: u16,
    /// Points of games for, less penalties (PF): the key `points-for`.
    pub points_for: i64,
    /// Points of games against (PC).
    pub points_against: i64,
}

impl Totals {
    /// The difference (EF): the key `difference`.
    pub const fn difference(&self) -> i64 {
        self.points_for - self.points_against
    }
}

/// The totals of all entries of a stage, from their [cards](super::cards).
pub fn totals(cards: &BTreeMap<EntryId, Card>) -> BTreeMap<EntryId, Totals> {
    let of = |(id, card): (&EntryId, &Card)| {
        let mut totals = Totals {
            points_for: -card.score_penalty,
            ..Totals::default()
        };
        for round in &card.rounds {
            totals.add(round);
        }
        (*id, totals)
    };
    cards.iter().map(of).collect()
}

impl Totals {
    fn add(&mut self, round: &CardRound) {
        if let Some(row) = round.row() {
            self.points_for += i64::from(row.own.points);
            self.points_against += i64::from(row.against.points);
        }
        let Some(ending) = round.ending else {
            return;
        };
        self.played += 1;
        match ending {
            Ending::Won => self.won += 1,
            Ending::Drawn => self.drawn += 1,
            Ending::Lost => self.lost += 1,
        }
    }
}

/// The ending of a round for an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A win: the first place alone, or the points of a win without play.
    Won,
    /// A shared first place, or the points of a draw without play.
    Drawn,
    /// Any other round that counts.
    Lost,
}

/// The ending of a round; `None` if the round does not count.
pub(crate) fn ending(row: &Row, rules: &StageRules) -> Option<Ending> {
    let ending = match row.place {
        Some((1, 1)) => Ending::Won,
        Some((1, _)) => Ending::Drawn,
        Some(_) => Ending::Lost,
        None => worth(row.points, rules),
    };
    let counts = match row.kind {
        RowKind::Played | RowKind::ForfeitWin | RowKind::ForfeitLoss | RowKind::DoubleForfeit => {
            true
        }
        RowKind::Bye | RowKind::RequestedBye | RowKind::Missed | RowKind::Absent => {
            ending != Ending::Lost
        }
    };
    counts.then_some(ending)
}

/// The ending with these points, in twelfths: that of a win, of a draw, or less.
pub(crate) fn worth(points: i64, rules: &StageRules) -> Ending {
    let win = i64::from(rules.points[0]) * UNIT;
    let draw = i64::from(rules.points[0] + rules.points[1]) * UNIT / 2;
    match points {
        points if points >= win => Ending::Won,
        points if points >= draw && points > 0 => Ending::Drawn,
        _ => Ending::Lost,
    }
}
