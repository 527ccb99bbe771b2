//! Builds the rounds of a record from the lines of a list. The moves before a move decide where its tile was laid.

use std::collections::BTreeMap;

use capicu::{BySeat, Call, Rules, Seat, TileSet, TurnedUp};

use super::entry::{Act, At, Tiles};
use super::error::{ListError, Unread};
use super::judged::rest_of;
use super::players::Seats;
use super::round::{Made, Round};
use super::row;
use crate::Place;
use crate::record::{
    Dealt, Hand, LineEnd, MoveRecord, NotDealt, Reading, RoundPlaces, RoundRecord, Unclear, What,
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

/// A turn of a round.
#[derive(Clone, Copy)]
enum Turn<'r> {
    Written(&'r Made),
    /// A pass of this seat that the list omits, before this move.
    Omitted(Seat, &'r Made),
}

impl<'r> Turn<'r> {
    const fn made(self) -> &'r Made {
        match self {
            Self::Written(made) | Self::Omitted(_, made) => made,
        }
    }
}

/// The moves of a round, read in one way.
struct Way {
    moves: Vec<MoveRecord>,
    reading: Reading,
    /// Whether every tile fits at the end that the list names.
    fits: bool,
}

impl Builder<'_> {
    /// The draws for the first lead; after a tie, the tied players turn up tiles again.
    pub(super) fn turned_up(&self, round: &Round) -> Vec<TurnedUp> {
        let mut draws: Vec<TurnedUp> = Vec::new();
        for (player, tile) in &round.turned_up {
            let seat = self.seats.of(*player);
            let has_turned = draws.last().is_none_or(|draw| draw[seat].is_some());
            if has_turned {
                draws.push(TurnedUp::new(self.rules.n_seats()));
            }
            if let Some(draw) = draws.last_mut() {
                draw[seat] = Some(*tile);
            }
        }
        draws
    }

    /// The record of a round, and the places of its parts.
    pub(super) fn round(&mut self, round: &Round) -> Result<(RoundRecord, RoundPlaces), ListError> {
        let (dealt, hands) = self.dealt(round)?;
        let mut places = RoundPlaces {
            heading: round.place,
            hands,
            ..RoundPlaces::default()
        };
        let turns = self.with_passes(round);
        places.moves = turns
            .iter()
            .map(|turn| turn.made().row.place_in(row::OF_MOVE))
            .collect();
        let written = self.way(&turns, Facing::AsWritten);
        let way = match &written {
            Ok(way) if way.fits => written,
            _ => match self.way(&turns, Facing::Turned) {
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
        Ok((built, places))
    }

    /// The moves, with the passes that the list omits.
    fn with_passes<'r>(&mut self, round: &'r Round) -> Vec<Turn<'r>> {
        let n = self.rules.n_seats();
        let mut turns = Vec::new();
        let mut due = None;
        for made in &round.acts {
            let seat = self.seats.of(made.player);
            if let Passes::Omitted(added) = &mut self.passes {
                let mut turn = due.unwrap_or(seat);
                while turn != seat {
                    turns.push(Turn::Omitted(turn, made));
                    *added += 1;
                    turn = turn.next(n);
                }
                due = Some(seat.next(n));
            }
            turns.push(Turn::Written(made));
        }
        turns
    }

    fn way(&self, turns: &[Turn<'_>], facing: Facing) -> Result<Way, ListError> {
        let mut way = Way {
            moves: Vec::new(),
            reading: Reading::new(&self.rules),
            fits: true,
        };
        for (index, turn) in turns.iter().enumerate() {
            let (seat, what) = match turn {
                Turn::Omitted(seat, _) => (*seat, What::Pass),
                Turn::Written(made) => (self.seats.of(made.player), way.read(index, made, facing)?),
            };
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
                return Err(row.error_in(row::OF_HAND, Unread::Hand { held, due }));
            }
            let mut known = tiles.iter().flatten();
            if let Some(tile) = known.find(|tile| !rules.tiles().contains(**tile)) {
                let why = Unread::Deal(NotDealt::NotInGame(*tile));
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
        let dealt = dealt.map_err(|error| ListError {
            place: round.place,
            heading: None,
            why: Unread::Deal(error),
        })?;
        Ok((dealt, places))
    }

    /// The boneyard. If nobody draws, its order does not matter.
    fn boneyard(&self, round: &Round, hands: &BySeat<Hand>) -> Tiles {
        let rules = &self.rules;
        let in_hands = usize::from(rules.n_seats()) * usize::from(rules.hand.get());
        let size = rules.tiles().len().saturating_sub(in_hands);
        if let Some(tiles) = &round.boneyard {
            let unknown = size.saturating_sub(tiles.len());
            let unknown = core::iter::repeat_n(None, unknown);
            return tiles.iter().copied().chain(unknown).collect();
        }
        let rest = rest_of(rules, hands).filter(|_| !rules.draws());
        rest.unwrap_or_else(|| vec![None; size])
    }
}

impl Way {
    /// Reads a move. A tile without the one it was laid against becomes a [`What::Lead`].
    fn read(&mut self, index: usize, made: &Made, facing: Facing) -> Result<What, ListError> {
        let (written, at) = match made.act {
            Act::Lay(written, at) => (written, at),
            Act::Draw(tile) => return Ok(What::Draw(tile)),
            // Those come before the first move.
            Act::Pass | Act::TurnUp(_) => return Ok(What::Pass),
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
            At::Fitting | At::End(_) if begins => (What::Lead(tile), None),
            At::Fitting => (What::Lead(tile), None),
            At::End(end) => (What::Lead(tile), Some(end)),
        };
        if let Some(end) = end {
            let error = |why| made.row.error_in(row::OF_END, why);
            if let LineEnd::Shows(pip) = end {
                if tile.other(pip).is_none() {
                    return Err(error(Unread::NotOnTile { tile, pip }));
                }
                if !self.reading.shows(pip) {
                    return Err(error(Unread::NotOpen(pip)));
                }
            }
            self.fits &= self.reading.fits(tile, end);
        }
        self.reading
            .read(index, what, end)
            .map_err(|unclear| match unclear {
                Unclear::Several(on) => {
                    made.row.error_in(row::OF_END, Unread::Several { tile, on })
                }
                Unclear::NoSides | Unclear::NothingLies => {
                    made.row.error_in(row::OF_END, Unread::NoSides)
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
