//! Builds the rounds of a record from the lines of a list. The moves before a move decide where its tile was laid.

use std::collections::BTreeMap;

use capicu::{BySeat, Call, Rules, Seat, TileSet, TurnedUp};

use super::entry::{Act, At, Tiles};
use super::error::{ListError, ListProblem};
use super::players::Seats;
use super::round::{Made, Round};
use super::row;
use super::turns::Turns;
use crate::Place;
use crate::foreign::rest_of;
use crate::record::{
    Dealt, Hand, MoveRecord, NamedEnd, NotDealt, Reading, RoundPlaces, RoundRecord, Unclear, What,
};

/// Whether the list has passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passes {
    Written,
    /// They follow from the turns; this number was added.
    Omitted(usize),
}

/// The way the first tile of a round lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Facing {
    /// Its first half is to the left.
    AsWritten,
    /// Its first half is to the right.
    Turned,
}

/// Builds one round after the other.
pub(super) struct Builder<'a> {
    pub(super) rules: Rules,
    pub(super) seats: &'a Seats,
    pub(super) passes: Passes,
}

/// The moves of a round, read in one way.
struct Way {
    moves: Vec<MoveRecord>,
    reading: Reading,
    /// Whether every tile fits at the end that the list names.
    fits: bool,
}

impl Builder<'_> {
    /// The draws for the first lead, and their places. After a tie, the tied players turn up tiles again.
    pub(super) fn turned_up(&self, round: &Round) -> Vec<(TurnedUp, Place)> {
        let mut draws: Vec<(TurnedUp, Place)> = Vec::new();
        for (player, tile, row) in &round.turned_up {
            let seat = self.seats.of(*player);
            let has_turned = draws.last().is_none_or(|(draw, _)| draw[seat].is_some());
            if has_turned {
                let place = row.place_in(row::OF_MOVE);
                draws.push((TurnedUp::new(self.rules.n_seats()), place));
            }
            if let Some((draw, _)) = draws.last_mut() {
                draw[seat] = Some(*tile);
            }
        }
        draws
    }

    /// The record of a round, and the places of its parts. Another round may follow it.
    pub(super) fn round(
        &mut self,
        round: &Round,
        is_last: bool,
    ) -> Result<(RoundRecord, RoundPlaces), ListError> {
        let (dealt, hands) = self.dealt(round)?;
        let written = self.way(round, Facing::AsWritten);
        let way = match &written {
            Ok(way) if way.fits => written,
            _ => match self.way(round, Facing::Turned) {
                Ok(turned) if turned.fits => Ok(turned),
                _ => written,
            },
        }?;
        let mut built = RoundRecord {
            dealt,
            comments: Vec::new(),
            moves: way.moves,
            claims: Default::default(),
        };
        built.lay_as_meant(way.reading);
        let rows = round.acts.iter();
        let mut places = RoundPlaces {
            heading: round.place,
            hands,
            moves: rows.map(|made| made.row.place_in(row::OF_MOVE)).collect(),
            ..RoundPlaces::default()
        };
        if let Passes::Omitted(added) = &mut self.passes {
            *added += add_passes(self.rules, &mut built.moves, &mut places.moves, is_last);
        }
        Ok((built, places))
    }

    fn way(&self, round: &Round, facing: Facing) -> Result<Way, ListError> {
        let mut way = Way {
            moves: Vec::new(),
            reading: Reading::new(&self.rules),
            fits: true,
        };
        for (index, made) in round.acts.iter().enumerate() {
            let what = way.read(index, made, facing)?;
            let seat = self.seats.of(made.player);
            way.moves.push(MoveRecord::new(seat, what));
        }
        Ok(way)
    }

    fn dealt(&self, round: &Round) -> Result<(Dealt, BTreeMap<Seat, Place>), ListError> {
        let rules = &self.rules;
        let due = usize::from(rules.hand.get());
        let mut hands = BySeat::from_fn(rules.n_seats(), |_| Hand {
            known: TileSet::EMPTY,
            unknown: due as u8,
        });
        let mut places = BTreeMap::new();
        for (player, (tiles, row)) in &round.hands {
            let held = tiles.len();
            if held > due {
                return Err(row.error_in(row::OF_HAND, ListProblem::Hand { held, due }));
            }
            let mut known = tiles.iter().flatten();
            if let Some(tile) = known.find(|tile| !rules.tiles().contains(**tile)) {
                let why = ListProblem::Deal(NotDealt::NotInGame(*tile));
                return Err(row.error_in(row::OF_HAND, why));
            }
            let known: TileSet = tiles.iter().copied().flatten().collect();
            let seat = self.seats.of(*player);
            hands[seat] = Hand {
                known,
                unknown: (due - known.len()) as u8,
            };
            places.insert(seat, row.place_in(row::OF_HAND));
        }
        let boneyard = self.boneyard(round, &hands);
        let dealt = Dealt::new(rules, hands, boneyard, None);
        // The hands are checked, so an error is in the boneyard.
        let dealt = dealt.map_err(|error| match &round.boneyard {
            Some((_, row)) => row.error_in(row::OF_BONEYARD, ListProblem::Deal(error)),
            None => ListError::new(round.place, ListProblem::Deal(error)),
        })?;
        Ok((dealt, places))
    }

    /// The boneyard. If nobody draws, its order does not matter.
    fn boneyard(&self, round: &Round, hands: &BySeat<Hand>) -> Tiles {
        let rules = &self.rules;
        let in_hands = usize::from(rules.n_seats()) * usize::from(rules.hand.get());
        let size = rules.tiles().len().saturating_sub(in_hands);
        if let Some((tiles, _)) = &round.boneyard {
            let unknown = size.saturating_sub(tiles.len());
            let unknown = core::iter::repeat_n(None, unknown);
            return tiles.iter().copied().chain(unknown).collect();
        }
        let rest = rest_of(rules, hands).filter(|_| !rules.draws());
        rest.unwrap_or_else(|| vec![None; size])
    }
}

/// Adds the passes that the list omits before each move, at the place of that move. Also adds the passes that show a
/// block, if another round follows. Returns their number.
fn add_passes(
    rules: Rules,
    moves: &mut Vec<MoveRecord>,
    places: &mut Vec<Place>,
    is_last: bool,
) -> usize {
    let Some(first) = moves.first() else { return 0 };
    let mut turns = Turns::new(rules, first.seat);
    let mut is_possible = true;
    let (mut all, mut all_places) = (Vec::new(), Vec::new());
    let pass = |seat: Seat| MoveRecord::new(seat, What::Pass);
    for (made, place) in moves.iter().zip(&*places) {
        // The referee reports an impossible move, so the turns after it do not matter.
        if is_possible {
            let passes = turns.passes_before(made.seat);
            is_possible = passes.is_some() && turns.make(made).is_some();
            all.extend(passes.into_iter().flatten().map(pass));
        }
        all.push(made.clone());
        all_places.resize(all.len(), *place);
    }
    if is_possible && !is_last {
        all.extend(turns.closing_passes().into_iter().map(pass));
        all_places.resize(all.len(), places.last().copied().unwrap_or_default());
    }
    let added = all.len() - moves.len();
    (*moves, *places) = (all, all_places);
    added
}

impl Way {
    /// Reads a move. A tile without the one it was laid against becomes a [`What::Lead`].
    fn read(&mut self, index: usize, made: &Made, facing: Facing) -> Result<What, ListError> {
        let (written, at) = match made.act {
            Act::Lay(written, at) => (written, at),
            Act::Draw(tile) => return Ok(What::Draw(tile)),
            Act::Pass => return Ok(What::Pass),
            Act::HandOver => return Ok(What::HandOver),
            Act::Declare(points) => {
                return Ok(What::Call(points.map_or(Call::Declare, Call::Sum)));
            }
            Act::Muggins => return Ok(What::Call(Call::Muggins)),
        };
        let tile = written.tile;
        let begins = !self.reading.is_begun();
        let (what, end) = match at {
            At::On(on) => (What::Play { tile, on }, None),
            // The first tile has no end yet, although lists name one.
            At::End(end) if !begins => (What::Lead(tile), Some(end)),
            At::End(_) | At::Fitting => (What::Lead(tile), None),
        };
        if let Some(end) = end {
            let error = |why| made.row.error_in(row::OF_END, why);
            if let NamedEnd::Shows(pip) = end {
                if tile.other(pip).is_none() {
                    return Err(error(ListProblem::NotOnTile { tile, pip }));
                }
                if !self.reading.shows(pip) {
                    return Err(error(ListProblem::NotOpen(pip)));
                }
            }
            self.fits &= self.reading.fits(tile, end);
        }
        self.reading
            .read(index, what, end)
            .map_err(|unclear| match unclear {
                Unclear::Several(on) => made
                    .row
                    .error_in(row::OF_END, ListProblem::Several { tile, on }),
                Unclear::NoSides | Unclear::NothingLies => {
                    made.row.error_in(row::OF_END, ListProblem::NoSides)
                }
            })?;
        if begins && let Some(other) = tile.other(written.first) {
            self.reading.face(match facing {
                Facing::AsWritten => written.first,
                Facing::Turned => other,
            });
        }
        Ok(what)
    }
}
