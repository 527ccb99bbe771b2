//! Sixteen rounds at once, in lockstep by turns, so that a processor with vectors plays them for the price of a few.
//! The loops over the lanes have no branches and no calls, so the compiler can turn them into vectors.
//!
//! The rounds are the same on every processor.

use capicu::rules::GoingOut;
use capicu::{Pip, Tile, TileSet};
use rand_core::Rng;

use super::policy::{Chosen, Policy};
use super::{Deck, Played};
use crate::Bits;
use crate::compact::{After, Ends, Over, Position, Start};
use crate::cpu::{Cpu, Work};

/// The number of rounds at once.
pub(super) const LANES: usize = 16;

const SEATS: usize = 4;
pub(super) const PIPS: usize = 7;

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Row(pub(super) [u32; LANES]);

impl Default for Row {
    fn default() -> Self {
        Self([0; LANES])
    }
}

impl Row {
    /// Computes a value for each lane, without a branch, a loop or a call.
    #[inline(always)]
    pub(super) fn of(value: impl Fn(usize) -> u32) -> Self {
        let mut row = Self::default();
        for (lane, to) in row.0.iter_mut().enumerate() {
            *to = value(lane);
        }
        row
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// All tiles that show a number; empty above the highest of the set.
    pub(super) suits: [u32; PIPS],
    pub(super) doubles: u32,
    /// The count of each double in hand.
    pub(super) double_counts: [u32; PIPS],
    /// Leading zeros of the suit of blanks; each higher suit has one less.
    pub(super) zeros: u32,
    /// The tiles dealt to a seat.
    pub(super) hand: u32,
}

impl Tables {
    fn new(deck: &Deck<u32>) -> Self {
        let compact = &deck.compact;
        let highest = compact.rules().set.highest().value();
        let of_set = |pip: usize| pip <= usize::from(highest);
        let suit = |pip: usize| {
            if of_set(pip) {
                compact.suit(pip as u8)
            } else {
                0
            }
        };
        Self {
            suits: core::array::from_fn(suit),
            doubles: u32::from_set(TileSet::DOUBLES),
            double_counts: core::array::from_fn(|pip| {
                let double = Pip::new(pip as u8).map(Tile::double);
                double.map_or(0, |tile| u32::from(compact.pips(tile.index())))
            }),
            zeros: suit(0).leading_zeros(),
            hand: deck.hand as u32,
        }
    }

    fn suit(&self, pip: u8) -> u32 {
        self.suits[usize::from(pip) % 8 % PIPS]
    }

    fn pip(&self, suit: u32) -> u8 {
        self.zeros.wrapping_sub(suit.leading_zeros()) as u8
    }
}

/// Whether a deck can be played in lockstep: a set of one word, at most four seats, and no points in play.
pub(super) fn covers<B: Bits>(deck: &Deck<B>) -> bool {
    B::HIGHEST == u32::HIGHEST
        && usize::from(deck.compact.n_seats()) <= SEATS
        && deck.hand <= 14
        && deck.compact.paso() == 0
}

/// Random numbers for each lane: the generator SFC32, <https://pracrand.sourceforge.net/RNG_engines.txt>.
pub struct Chance {
    a: Row,
    b: Row,
    c: Row,
    count: u32,
}

impl Chance {
    fn new(rng: &mut impl Rng) -> Self {
        let mut row = || Row(core::array::from_fn(|_| rng.next_u32()));
        let mut chance = Self {
            a: row(),
            b: row(),
            c: row(),
            count: 1,
        };
        for _ in 0..12 {
            chance.next();
        }
        chance
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Row {
        let (a, b, c, count) = (self.a, self.b, self.c, self.count);
        let sum = Row::of(|i| a.0[i].wrapping_add(b.0[i]).wrapping_add(count));
        self.a = Row::of(|i| b.0[i] ^ b.0[i] >> 9);
        self.b = Row::of(|i| c.0[i].wrapping_add(c.0[i] << 3));
        self.c = Row::of(|i| c.0[i].rotate_left(21).wrapping_add(sum.0[i]));
        self.count = count.wrapping_add(1);
        sum
    }
}

/// A deal for each lane, also made in lockstep; they are used one after another.
struct Deals {
    hands: [Row; SEATS],
    next: usize,
}

impl Deals {
    /// Gives each tile in turn to a seat or the boneyard, in proportion to its free places. The bias is below 28 in
    /// 2^27.
    #[inline(always)]
    fn deal(&mut self, deck: &Deck<u32>, chance: &mut Chance) {
        let hand = deck.hand as u32;
        let mut hands = [Row::default(); SEATS];
        let mut places = [Row::default(); SEATS];
        for places in &mut places[..usize::from(deck.compact.n_seats()).min(SEATS)] {
            *places = Row([hand; LANES]);
        }
        let mut left = deck.n_tiles as u32;
        for tile in &deck.tiles[..deck.n_tiles] {
            let word = chance.next();
            let bit = 1 << (tile % 32);
            let mut place = Row::of(|i| (word.0[i] >> 5).wrapping_mul(left) >> 27);
            for (hand, places) in hands.iter_mut().zip(&mut places) {
                let (free, held, at) = (*places, *hand, place);
                let here = |i: usize| at.0[i] < free.0[i];
                *places = Row::of(|i| free.0[i] - u32::from(here(i)));
                *hand = Row::of(|i| held.0[i] | if here(i) { bit } else { 0 });
                // A placed tile is in no later hand.
                place = Row::of(|i| {
                    if here(i) {
                        u32::MAX
                    } else {
                        at.0[i].wrapping_sub(free.0[i])
                    }
                });
            }
            left -= 1;
        }
        self.hands = hands;
        self.next = 0;
    }
}

struct Lanes {
    /// The hands, in the order of play of each lane. The first is to play when a trick of turns begins.
    hands: [Row; SEATS],
    /// The suits that fit at either end; empty once the round is over.
    ends: [Row; 2],
    /// The suits before the last tile.
    before: [Row; 2],
    /// The last tile laid.
    tile: Row,
    /// The index in `hands` of the seat that laid it.
    by: Row,
    laid: Row,
    /// The tiles in the boneyard.
    boneyard: [u32; LANES],
    /// The seat of the first of `hands`.
    first: [u8; LANES],
    opener: [u8; LANES],
    /// Whether the lane has a round.
    taken: [bool; LANES],
}

pub(super) struct InStep<'a, P, R, F> {
    pub deck: &'a Deck<u32>,
    pub n: u64,
    pub policy: &'a P,
    pub rng: &'a mut R,
    pub each: F,
}

impl<P: Policy, R: Rng, F: FnMut(Played)> Work for InStep<'_, P, R, F> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(mut self, _: C) {
        let tables = Tables::new(self.deck);
        let partners = self.deck.compact.rules().going_out == GoingOut::BothPartners;
        let n_seats = usize::from(self.deck.compact.n_seats());
        let mut chance = Chance::new(self.rng);
        let mut deals = Deals {
            hands: [Row::default(); SEATS],
            next: LANES,
        };
        let mut lanes = Lanes::new();
        let mut begun = 0;
        loop {
            let mut playing = false;
            for lane in 0..LANES {
                if lanes.ends[0].0[lane] != 0 {
                    playing = true;
                    continue;
                }
                if lanes.taken[lane] {
                    (self.each)(lanes.end(lane, &tables, self.deck));
                    lanes.taken[lane] = false;
                }
                while begun < self.n && !lanes.taken[lane] {
                    let Some((start, leads)) = self.next_deal(&mut deals, &mut chance) else {
                        continue;
                    };
                    begun += 1;
                    let lead = self.deck.pick_lead(leads, self.rng);
                    match self.deck.compact.lead(&start, lead) {
                        After::Goes(position) => {
                            lanes.begin(lane, &tables, n_seats, &start, &position, lead);
                            playing = true;
                        }
                        After::Over(over) => {
                            (self.each)(self.deck.over_at_once(&start, lead, over))
                        }
                    }
                }
            }
            if !playing {
                return;
            }
            for turn in 0..n_seats.min(SEATS) {
                lanes.turn(turn, partners, &tables, self.policy, &mut chance);
            }
        }
    }
}

impl<P: Policy, R: Rng, F: FnMut(Played)> InStep<'_, P, R, F> {
    /// The next deal that the rules accept, and the tiles that may be led.
    #[inline(always)]
    fn next_deal(&self, deals: &mut Deals, chance: &mut Chance) -> Option<(Start<u32>, u32)> {
        if deals.next == LANES {
            deals.deal(self.deck, chance);
        }
        let at = deals.next;
        deals.next += 1;
        let hands = deals.hands.map(|row| row.0[at]);
        let n_seats = usize::from(self.deck.compact.n_seats()).min(SEATS);
        let boneyard = hands.iter().fold(self.deck.all, |rest, hand| rest & !hand);
        let mut start = self.deck.compact.start_of(&hands[..n_seats], boneyard, 0);
        let leads = self.deck.open(&mut start)?;
        Some((start, leads))
    }
}

impl Lanes {
    fn new() -> Self {
        let row = Row::default();
        Self {
            hands: [row; SEATS],
            ends: [row; 2],
            before: [row; 2],
            tile: row,
            by: row,
            laid: row,
            boneyard: [0; LANES],
            first: [0; LANES],
            opener: [0; LANES],
            taken: [false; LANES],
        }
    }

    /// Puts a round after its lead into a lane.
    #[inline(always)]
    fn begin(
        &mut self,
        lane: usize,
        tables: &Tables,
        n_seats: usize,
        start: &Start<u32>,
        position: &Position<u32>,
        lead: u8,
    ) {
        let mut seat = position.mover;
        for hand in &mut self.hands[..n_seats.min(SEATS)] {
            hand.0[lane] = start.of(seat) & position.unplayed;
            seat = if usize::from(seat) + 1 == n_seats {
                0
            } else {
                seat + 1
            };
        }
        self.ends[0].0[lane] = tables.suit(position.ends.high());
        self.ends[1].0[lane] = tables.suit(position.ends.low());
        self.tile.0[lane] = 1 << lead;
        self.laid.0[lane] = 1;
        self.boneyard[lane] = start.boneyard();
        self.first[lane] = position.mover;
        self.opener[lane] = start.opener();
        self.taken[lane] = true;
    }

    /// Plays a turn of every lane for the hand of this number.
    #[inline(always)]
    fn turn<P: Policy>(
        &mut self,
        turn: usize,
        partners: bool,
        tables: &Tables,
        policy: &P,
        chance: &mut Chance,
    ) {
        let turn = turn % SEATS;
        let hand = self.hands[turn];
        let [a, b] = self.ends;
        let Chosen { tile, at_second } = policy.choose_in_lanes(tables, &hand, &self.ends, chance);
        // The suits of the tile that the two do not share; empty for a double.
        let mut both = Row::default();
        for suit in tables.suits {
            let others = both;
            both = Row::of(|i| others.0[i] ^ if tile.0[i] & suit != 0 { suit } else { 0 });
        }
        let at = Row::of(|i| if at_second.0[i] != 0 { b.0[i] } else { a.0[i] });
        let other = Row::of(|i| if at_second.0[i] != 0 { a.0[i] } else { b.0[i] });
        let open = Row::of(|i| {
            let is_double = tile.0[i] & tables.doubles != 0;
            if is_double {
                at.0[i]
            } else {
                both.0[i] ^ at.0[i]
            }
        });
        let hand = Row::of(|i| hand.0[i] ^ tile.0[i]);
        self.hands[turn] = hand;
        let hands = &self.hands;
        let unplayed = Row::of(|i| hands[0].0[i] | hands[1].0[i] | hands[2].0[i] | hands[3].0[i]);
        let partner = if partners {
            hands[(turn + 2) % SEATS]
        } else {
            Row::default()
        };
        let goes_on = Row::of(|i| {
            let holds = hand.0[i] | partner.0[i] != 0;
            let fits = unplayed.0[i] & (open.0[i] | other.0[i]) != 0;
            if holds && fits { u32::MAX } else { 0 }
        });
        let laid = Row::of(|i| if tile.0[i] != 0 { u32::MAX } else { 0 });
        // Where nothing was laid, `both` and therefore `open` are unchanged.
        let stays = Row::of(|i| !laid.0[i] | goes_on.0[i]);
        let (tiles, by, n, before) = (self.tile, self.by, self.laid, self.before);
        self.before[0] = Row::of(|i| {
            if laid.0[i] != 0 {
                a.0[i]
            } else {
                before[0].0[i]
            }
        });
        self.before[1] = Row::of(|i| {
            if laid.0[i] != 0 {
                b.0[i]
            } else {
                before[1].0[i]
            }
        });
        self.tile = Row::of(|i| {
            if laid.0[i] != 0 {
                tile.0[i]
            } else {
                tiles.0[i]
            }
        });
        self.by = Row::of(|i| if laid.0[i] != 0 { turn as u32 } else { by.0[i] });
        self.laid = Row::of(|i| n.0[i].wrapping_sub(laid.0[i]));
        self.ends[0] = Row::of(|i| open.0[i] & stays.0[i]);
        self.ends[1] = Row::of(|i| other.0[i] & stays.0[i]);
    }

    #[inline(always)]
    fn end(&self, lane: usize, tables: &Tables, deck: &Deck<u32>) -> Played {
        let n = deck.compact.n_seats();
        let tile = self.tile.0[lane];
        let mut owned = [0; SEATS];
        let (mut unplayed, mut mover) = (tile, 0);
        for (slot, hand) in self.hands[..usize::from(n).min(SEATS)].iter().enumerate() {
            let seat = self.first[lane] + slot as u8;
            let seat = if seat >= n { seat - n } else { seat };
            let mut hand = hand.0[lane];
            unplayed |= hand;
            if slot as u32 == self.by.0[lane] {
                mover = seat;
                hand |= tile;
            }
            owned[usize::from(seat) % SEATS] = hand;
        }
        let start = deck.compact.start_of(
            &owned[..usize::from(n).min(SEATS)],
            self.boneyard[lane],
            self.opener[lane],
        );
        let before = Position {
            unplayed,
            ends: Ends::new(
                tables.pip(self.before[0].0[lane]),
                tables.pip(self.before[1].0[lane]),
            ),
            mover,
            paid: [0; 2],
        };
        let tile = tile.trailing_zeros() as u8;
        let left = unplayed & !u32::of(tile);
        let over = if deck.compact.is_out(&start, left, mover) {
            Over::Out
        } else {
            Over::Blocked
        };
        Played {
            over,
            ended: deck.compact.settle(&start, &before, tile, over),
            paid: [0; 2],
            laid: self.laid.0[lane] as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu::{Game, Rules, Standing};
    use chacha20::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::*;
    use crate::playout::{Thrifty, Uniform};
    use crate::{Compact, cpu};

    /// Plays rounds in lockstep and collects their ends.
    struct Noted<'a, P> {
        deck: &'a Deck<u32>,
        policy: P,
    }

    impl<P: Policy> Work for Noted<'_, P> {
        type Output = Vec<Played>;

        #[inline(always)]
        fn run<C: Cpu>(self, cpu: C) -> Vec<Played> {
            let (mut rng, mut all) = (ChaCha8Rng::seed_from_u64(7), Vec::new());
            cpu.run(InStep {
                deck: self.deck,
                n: 3_000,
                policy: &self.policy,
                rng: &mut rng,
                each: |played| all.push(played),
            });
            all
        }
    }

    /// A processor without vectors plays the same rounds, so the other tests cover every processor.
    #[test]
    fn every_processor_plays_the_same_rounds() {
        for (id, players) in [("jamaican-partner", 4), ("block", 2), ("block", 3)] {
            let rules: Rules = Game::by_id(id).unwrap().rules(players).unwrap();
            let compact = Compact::new(&rules, &Standing::new(&rules)).unwrap();
            let deck = &Deck::new(compact).unwrap();
            assert!(covers(deck));
            let uniform = || Noted {
                deck,
                policy: Uniform,
            };
            let thrifty = || Noted {
                deck,
                policy: Thrifty,
            };
            for played in [cpu::on_each(uniform), cpu::on_each(thrifty)] {
                assert_eq!(played[0].len(), 3_000);
                assert!(played.iter().all(|rounds| *rounds == played[0]), "{id}");
            }
        }
    }
}
