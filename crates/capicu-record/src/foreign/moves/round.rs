//! The lines of a round.

use std::collections::BTreeMap;

use capicu::{Tile, TileSet};

use super::column::Column;
use super::entry::{Act, Entry, Tiles};
use super::error::{ListError, ListProblem};
use super::players::Player;
use super::row::{self, Row};
use crate::Place;

/// A round as the list has it.
#[derive(Clone, Debug)]
pub(super) struct Round {
    /// The number or name of the round; `None` if the list has none.
    label: Option<String>,
    pub(super) place: Place,
    pub(super) hands: BTreeMap<Player, (Tiles, Row)>,
    pub(super) boneyard: Option<(Tiles, Row)>,
    pub(super) turned_up: Vec<(Player, Tile, Row)>,
    pub(super) acts: Vec<Made>,
    dealt: TileSet,
}

/// A move of a player, with its row.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) player: Player,
    pub(super) act: Act,
    pub(super) row: Row,
}

impl Round {
    /// The round that begins with this row.
    pub(super) fn new(row: &Row) -> Self {
        Self {
            label: row.cell(Column::Round).map(|cell| cell.text.clone()),
            place: row.place,
            hands: BTreeMap::new(),
            boneyard: None,
            turned_up: Vec::new(),
            acts: Vec::new(),
            dealt: TileSet::EMPTY,
        }
    }

    pub(super) fn is_called(&self, label: &str) -> bool {
        self.label.as_deref() == Some(label)
    }

    /// Whether the number of the round is greater than this one.
    pub(super) fn is_after(&self, label: &str) -> bool {
        let number = |text: &str| text.parse::<u64>().ok();
        let own = self.label.as_deref().and_then(number);
        own.is_some_and(|own| number(label).is_some_and(|other| own > other))
    }

    /// Whether a row without the number of a round begins the next one: it repeats a part of the deal.
    pub(super) fn is_followed_by(&self, entry: &Entry, player: Option<Player>) -> bool {
        let hand = entry.hand.is_some() && player.is_some_and(|player| self.has_hand(player));
        let boneyard = entry.boneyard.is_some() && self.has_boneyard();
        let turn_up = entry.turn_up.is_some() && !self.acts.is_empty();
        self.label.is_none() && (hand || boneyard || turn_up)
    }

    /// Adds a row of this round.
    pub(super) fn add(&mut self, entry: Entry, player: Option<Player>) -> Result<(), ListError> {
        let Entry {
            row,
            hand,
            boneyard,
            turn_up,
            act,
        } = entry;
        if let Some(tiles) = boneyard {
            if self.has_boneyard() {
                return Err(row.error(ListProblem::BoneyardLate));
            }
            self.deal(&tiles, row::OF_BONEYARD, &row)?;
            self.boneyard = Some((tiles, row.clone()));
        }
        let Some(player) = player else { return Ok(()) };
        if let Some(tiles) = hand {
            if self.has_hand(player) {
                return Err(row.error(ListProblem::HandTwice));
            }
            self.deal(&tiles, row::OF_HAND, &row)?;
            self.hands.insert(player, (tiles, row.clone()));
        }
        if let Some(tile) = turn_up {
            if !self.acts.is_empty() {
                return Err(row.error(ListProblem::TurnUpLate));
            }
            self.turned_up.push((player, tile, row.clone()));
        }
        if let Some(act) = act {
            self.acts.push(Made { player, act, row });
        }
        Ok(())
    }

    /// Whether a hand of this player would be a second one, or come too late.
    fn has_hand(&self, player: Player) -> bool {
        self.hands.contains_key(&player) || self.acts.iter().any(|made| made.player == player)
    }

    fn has_boneyard(&self) -> bool {
        self.boneyard.is_some() || !self.acts.is_empty()
    }

    /// Notes tiles of the deal, none of them twice.
    fn deal(&mut self, tiles: &Tiles, columns: &[Column], row: &Row) -> Result<(), ListError> {
        let mut known = tiles.iter().flatten();
        match known.find(|tile| !self.dealt.insert(**tile)) {
            Some(tile) => Err(row.error_in(columns, ListProblem::Twice(*tile))),
            None => Ok(()),
        }
    }
}
