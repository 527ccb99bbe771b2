//! Converts move lists of other programs, as far as they contain what a record needs.

mod dominoes;
mod moves;
mod openspiel;
mod read;

use core::fmt;

use capicu::rules::Choices;
use capicu::{BySeat, Rules, Seat, Tile, TileSet};
use capicu_i18n::{Lang, Texts};

use crate::record::{
    Dealt, Hand, Item, MoveRecord, NotDealt, Record, RoundRecord, What, Wrong, plain,
};

pub use dominoes::from_dominoes;
pub use moves::{Converted, ListError, ListProblem, Missing, MoveList, plain_rules};
pub use openspiel::{NotOpenSpiel, from_openspiel, to_openspiel};

/// Why a move list cannot be turned into a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForeignError {
    /// The text contains no moves in this form.
    NoMoves(&'static str),
    /// Move number `.0` (from 1) has a tile that does not exist.
    Tile(usize),
    /// A tile does not fit where it was laid.
    DoesNotFit {
        /// The number of the move, from 1.
        number: usize,
        /// The tile of that move.
        tile: Tile,
    },
    /// Move number `.0` (from 1; 0 for the start) names a player that does not exist.
    Player(usize),
    /// The tiles do not add up to a deal.
    Deal(NotDealt),
    /// Player `.0` laid more tiles than a hand has.
    TooMany(usize),
}

impl ForeignError {
    /// Explains the error in a language.
    pub fn told(&self, texts: Texts) -> String {
        match self {
            Self::NoMoves(example) => texts.foreign_no_moves(*example),
            Self::Tile(number) => texts.foreign_tile(*number),
            Self::DoesNotFit { number, tile } => {
                texts.foreign_does_not_fit(*number, &tile.to_string())
            }
            Self::Player(number) => texts.foreign_player(*number),
            Self::Deal(error) => texts.foreign_deal(&Wrong::from(*error).told(texts)),
            Self::TooMany(player) => texts.foreign_too_many(*player),
        }
    }
}

impl fmt::Display for ForeignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Texts::new(Lang::En)))
    }
}

impl core::error::Error for ForeignError {}

impl From<NotDealt> for ForeignError {
    fn from(error: NotDealt) -> Self {
        Self::Deal(error)
    }
}

/// A line of tiles with two ends, each the tile there and the number it shows.
struct Line {
    ends: Option<[(Tile, capicu::Pip); 2]>,
}

impl Line {
    const fn new() -> Self {
        Self { ends: None }
    }

    fn lay(&mut self, tile: Tile, end: usize) -> Option<What> {
        let Some(ends) = &mut self.ends else {
            return self.lead(tile, tile.high());
        };
        let (on, pip) = ends[end];
        let open = tile.other(pip)?;
        ends[end] = (tile, open);
        Some(What::Play { tile, on })
    }

    /// Lays the first tile, this half towards the first end.
    fn lead(&mut self, tile: Tile, first: capicu::Pip) -> Option<What> {
        self.ends = Some([(tile, first), (tile, tile.other(first)?)]);
        Some(What::Lead(tile))
    }

    /// The end where a tile fits against the tile there, and its number.
    fn end_on(&self, on: Tile, tile: Tile) -> Option<(usize, capicu::Pip)> {
        let ends = self.ends.as_ref()?.iter().enumerate();
        let mut fit = ends.filter(|(_, (there, pip))| *there == on && tile.has(*pip));
        fit.next().map(|(end, (_, pip))| (end, *pip))
    }

    fn end_of(&self, pip: capicu::Pip) -> usize {
        match &self.ends {
            Some([(_, first), _]) if *first == pip => 0,
            _ => 1,
        }
    }
}

/// The plain game with some options changed.
fn rules(options: &[(&str, &str)]) -> Rules {
    let mut choices: Choices = plain();
    for (name, value) in options {
        choices.set(name, value).expect("valid options");
    }
    Rules::new(choices).expect("playable rules")
}

/// Builds a record of one round. `known` has each player's remaining tiles, where they are given.
fn record(
    rules: Rules,
    moves: Vec<MoveRecord>,
    known: &[Option<TileSet>],
) -> Result<Record, ForeignError> {
    let hand = usize::from(rules.hand.get());
    let mut hands: BySeat<Hand> = BySeat::new(rules.n_seats());
    for seat in Seat::all(rules.n_seats()) {
        let laid = moves.iter().filter(|m| m.seat == seat);
        let mut tiles: TileSet = laid.filter_map(|m| m.what.laid()).collect();
        if let Some(Some(more)) = known.get(seat.index()) {
            tiles |= *more;
        }
        let unknown = hand.checked_sub(tiles.len());
        hands[seat] = Hand {
            known: tiles,
            unknown: unknown.ok_or(ForeignError::TooMany(seat.index()))? as u8,
        };
    }
    let pile = rules.tiles().len() - hand * usize::from(rules.n_seats());
    let boneyard = rest_of(&rules, &hands).unwrap_or_else(|| vec![None; pile]);
    let dealt = Dealt::new(&rules, hands, boneyard, None)?;
    let mut record = Record::new(rules);
    record.items.push(Item::Round(Box::new(RoundRecord {
        dealt,
        comments: Vec::new(),
        moves,
        claims: Default::default(),
    })));
    Ok(record)
}

/// The tiles in no hand, if every hand is known.
fn rest_of(rules: &Rules, hands: &BySeat<Hand>) -> Option<Vec<Option<Tile>>> {
    let known = hands
        .iter()
        .fold(TileSet::EMPTY, |all, hand| all | hand.known);
    let are_known = hands.iter().all(|hand| hand.unknown == 0);
    are_known.then(|| (rules.tiles() - known).into_iter().map(Some).collect())
}
