//! Random deals and the lead.

use core::any::Any;

use capicu::rules::{NoDouble, Opener, OpeningLead};
use capicu::{Seat, TileSet};
use rand_core::Rng;

use super::lockstep::{self, InStep};
use super::policy::scaled;
use super::{Played, Policy};
use crate::Bits;
use crate::compact::{After, Compact, NotCovered, Over, Start};
use crate::cpu::{self, Cpu, Work};

/// Deals the tiles of a game and finds the lead, as for the first round of a match.
#[derive(Clone, Debug)]
pub struct Deck<B> {
    pub(super) compact: Compact<B>,
    pub(super) tiles: [u8; SLOTS],
    pub(super) n_tiles: usize,
    pub(super) all: B,
    pub(super) hand: usize,
    doubles: B,
    redeal_at: u32,
}

/// The number of tiles, rounded up so that an index cannot be out of range.
const SLOTS: usize = 128;

impl<B: Bits> Deck<B> {
    /// The deck of a compact form. Fails if more than the hands decides the lead.
    pub fn new(compact: Compact<B>) -> Result<Self, NotCovered> {
        let rules = compact.rules();
        let by_chance = rules.opener == Opener::DrawForSet
            || rules.opener.needs_double() && rules.no_double == NoDouble::DrawForDouble;
        if by_chance {
            return Err(NotCovered::Opening);
        }
        let mut tiles = [0; SLOTS];
        for (slot, tile) in tiles.iter_mut().zip(rules.tiles()) {
            *slot = tile.index();
        }
        Ok(Self {
            tiles,
            n_tiles: rules.tiles().len(),
            all: B::from_set(rules.tiles()),
            hand: usize::from(rules.hand.get()),
            doubles: B::from_set(TileSet::DOUBLES & rules.tiles()),
            redeal_at: rules.unplayed_doubles().map_or(u32::MAX, u32::from),
            compact,
        })
    }

    pub const fn compact(&self) -> &Compact<B> {
        &self.compact
    }

    /// Deals until the rules accept the deal. Also returns the tiles that may be led.
    #[inline(always)]
    pub fn deal<R: Rng>(&self, rng: &mut R) -> (Start<B>, B) {
        loop {
            let mut start = self.shuffled(rng);
            if let Some(leads) = self.open(&mut start) {
                return (start, leads);
            }
        }
    }

    pub fn play<P: Policy, R: Rng>(&self, policy: &P, rng: &mut R) -> Played {
        cpu::enter(Round {
            deck: self,
            policy,
            rng,
        })
    }

    /// Deals and plays `n` rounds, and calls `each` with the end of each, in any order. Plays sixteen at once if
    /// possible.
    pub fn play_many<P: Policy, R: Rng>(
        &self,
        n: u64,
        policy: &P,
        rng: &mut R,
        each: impl FnMut(Played),
    ) {
        match <dyn Any>::downcast_ref::<Deck<u32>>(self) {
            Some(deck) if lockstep::covers(deck) => cpu::enter_wide(InStep {
                deck,
                n,
                policy,
                rng,
                each,
            }),
            _ => cpu::enter(Rounds {
                deck: self,
                n,
                policy,
                rng,
                each,
            }),
        }
    }

    #[inline(always)]
    fn round<P: Policy, R: Rng>(&self, policy: &P, rng: &mut R) -> Played {
        let (start, leads) = self.deal(rng);
        let tile = self.pick_lead(leads, rng);
        match self.compact.lead(&start, tile) {
            After::Goes(position) => {
                let mut played = self.compact.play_on(&start, &position, policy, rng);
                played.laid += 1;
                played
            }
            After::Over(over) => self.over_at_once(&start, tile, over),
        }
    }

    /// A random tile of those that may be led.
    #[inline(always)]
    pub(super) fn pick_lead<R: Rng>(&self, leads: B, rng: &mut R) -> u8 {
        let n = leads.count();
        let pick = if n == 1 { 0 } else { scaled(rng.next_u32(), n) };
        leads.nth(pick)
    }

    /// The end of a round that its lead ended.
    pub(super) fn over_at_once(&self, start: &Start<B>, lead: u8, over: Over) -> Played {
        let before = self.compact.unopened(start);
        Played {
            over,
            ended: self.compact.settle(start, &before, lead, over),
            paid: [0; 2],
            laid: 1,
        }
    }

    /// Deals a shuffled deck: the first tiles to seat 0, the next to seat 1 and so on.
    #[inline(always)]
    fn shuffled<R: Rng>(&self, rng: &mut R) -> Start<B> {
        let mut tiles = self.tiles;
        let n_seats = usize::from(self.compact.n_seats());
        let mut owned = [B::default(); capicu::MAX_SEATS];
        let (mut next, mut rest) = (0, self.all);
        // One random word serves five places: at most 120^5 of its 2^64 values, so the bias is at most one in 2^29.
        let (mut word, mut left) = (0, 0);
        for owned in &mut owned[..n_seats] {
            if self.hand == self.n_tiles - next {
                // Without a boneyard, the last hand is the rest of the tiles.
                *owned = rest;
                rest = B::default();
                break;
            }
            for _ in 0..self.hand {
                if left == 0 {
                    (word, left) = (rng.next_u64(), 5);
                }
                left -= 1;
                let product = u128::from(word) * (self.n_tiles - next) as u128;
                word = product as u64;
                let other = next + (product >> 64) as usize;
                let drawn = tiles[other % SLOTS];
                tiles[other % SLOTS] = tiles[next % SLOTS];
                *owned |= B::of(drawn);
                next += 1;
            }
            rest &= !*owned;
        }
        self.compact.start_of(&owned[..n_seats], rest, 0)
    }

    /// Whether a hand has enough tiles of one number for a new deal (W33).
    #[cold]
    #[inline(never)]
    fn has_long_suit(&self, start: &Start<B>) -> bool {
        let mut seats = 0..self.compact.n_seats();
        let rules = self.compact.rules();
        seats.any(|seat| rules.has_long_suit(start.of(seat).to_set()))
    }

    /// Opens with the heaviest hand, of equal ones the first (W32).
    #[cold]
    #[inline(never)]
    fn opened_by_heaviest(&self, start: &mut Start<B>) -> Option<B> {
        let spots = |seat: &u8| start.of(*seat).to_set().spots();
        let opener = (0..self.compact.n_seats()).rev().max_by_key(spots)?;
        start.opened_by(Seat::new(opener)?);
        Some(start.of(opener))
    }

    /// Finds the opener and the tiles it may lead; `None` if the rules ask for another deal.
    #[inline(always)]
    pub(super) fn open(&self, start: &mut Start<B>) -> Option<B> {
        let rules = self.compact.rules();
        let seats = 0..self.compact.n_seats();
        if self.redeal_at != u32::MAX
            && seats
                .clone()
                .any(|s| (start.of(s) & self.doubles).count() >= self.redeal_at)
        {
            return None;
        }
        if rules.suit_redeal.get() > 0 && self.has_long_suit(start) {
            return None;
        }
        let named = match rules.opener {
            Opener::FirstSeat | Opener::DrawForSet => None,
            Opener::DoubleBlank => Some(B::of(0)),
            Opener::HighestDouble => {
                let doubles = self.doubles & start.dealt();
                (!doubles.is_empty()).then(|| B::of(doubles.highest()))
            }
            Opener::LowestDouble | Opener::RoundDouble | Opener::HighestTile => {
                let naming = rules.naming_tiles(0).into_iter();
                let mut naming = naming.map(|tile| B::of(tile.index()));
                naming.find(|tile| !(*tile & start.dealt()).is_empty())
            }
        };
        let named = match named.filter(|tile| !(*tile & start.dealt()).is_empty()) {
            Some(tile) => tile,
            None if !rules.opener.is_named_by_tile() => return Some(start.of(0)),
            None if rules.no_double == NoDouble::Redeal => return None,
            None if rules.no_double == NoDouble::HeaviestHand => {
                return self.opened_by_heaviest(start);
            }
            None => {
                let tiles = start.dealt().to_set().into_iter();
                let tile = tiles.max_by_key(|tile| (tile.spots(), tile.high()))?;
                B::of(tile.index())
            }
        };
        let opener = seats
            .into_iter()
            .find(|&seat| !(start.of(seat) & named).is_empty())?;
        start.opened_by(Seat::new(opener)?);
        Some(match rules.opening_lead {
            OpeningLead::ThatTile => named,
            OpeningLead::AnyTile => start.of(opener),
        })
    }
}

struct Round<'a, B, P, R> {
    deck: &'a Deck<B>,
    policy: &'a P,
    rng: &'a mut R,
}

impl<B: Bits, P: Policy, R: Rng> Work for Round<'_, B, P, R> {
    type Output = Played;

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> Played {
        self.deck.round(self.policy, self.rng)
    }
}

struct Rounds<'a, B, P, R, F> {
    deck: &'a Deck<B>,
    n: u64,
    policy: &'a P,
    rng: &'a mut R,
    each: F,
}

impl<B: Bits, P: Policy, R: Rng, F: FnMut(Played)> Work for Rounds<'_, B, P, R, F> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(mut self, _: C) {
        for _ in 0..self.n {
            (self.each)(self.deck.round(self.policy, self.rng));
        }
    }
}
