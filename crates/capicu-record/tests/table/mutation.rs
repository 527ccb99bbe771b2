//! Errors in writing a record.

use capicu::fair::Seed;
use capicu::{Rules, Seat, Tile};
use capicu_record::record::{EndClaim, MoveRecord, RoundRecord, What};
use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

pub struct Dice(ChaCha20Rng);

impl Dice {
    pub fn new(number: u64) -> Self {
        Self(ChaCha20Rng::from_seed(*Seed::from_number(number).bytes()))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.next_u32() as usize % n.max(1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    Tile,
    End,
    Seat,
    Pass,
    Claim,
}

impl Mutation {
    pub const ALL: [Self; 5] = [Self::Tile, Self::End, Self::Seat, Self::Pass, Self::Claim];

    /// Makes this error somewhere in a round. Returns the move, from 0, or `None` for a claim; nothing if the round has
    /// no place for it.
    pub fn apply(
        self,
        rules: &Rules,
        round: &mut RoundRecord,
        dice: &mut Dice,
    ) -> Option<Option<usize>> {
        let tiles: Vec<Tile> = rules.tiles().into_iter().collect();
        let before = round.clone();
        let at = dice.below(round.moves.len());
        let other = tiles[dice.below(tiles.len())];
        let laid: Vec<Tile> = round.moves.iter().filter_map(|m| m.what.laid()).collect();
        if self == Self::Claim {
            let by = dice.below(9) as u16 + 1;
            let claims = &mut round.claims;
            match dice.below(4) {
                0 => *claims.score.as_mut()?.first_mut()? += by,
                1 => claims.points.as_mut()?.first_mut()?.points += by,
                2 => drop(claims.points.as_mut()?.pop()),
                _ => {
                    let seat = dice.below(usize::from(rules.n_seats())) as u8;
                    claims.end = Some(EndClaim::Out(Seat::new(seat)?));
                }
            }
            return (*round != before).then_some(None);
        }
        let m = round.moves.get_mut(at)?;
        match (self, &mut m.what) {
            (Self::Tile, What::Lead(tile) | What::Play { tile, .. }) => *tile = other,
            (Self::End, What::Play { on, .. }) => *on = laid[dice.below(laid.len())],
            (Self::Seat, _) => m.seat = m.seat.next(rules.n_seats()),
            (Self::Pass, What::Pass) => drop(round.moves.remove(at)),
            (Self::Pass, What::Play { .. }) if dice.below(2) == 0 => m.what = What::Pass,
            (Self::Pass, _) => {
                let seat = m.seat;
                round.moves.insert(at, MoveRecord::new(seat, What::Pass));
            }
            _ => return None,
        }
        (*round != before).then_some(Some(at))
    }
}
