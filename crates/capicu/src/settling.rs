//! Settling a round: who wins it, and what is written down for whom.

use crate::outcome::{Award, Awards, Ended, LastTile, Outcome, Reason, count};
use crate::rules::{
    BlockCount, BlockPenalties, BlockTie, BlockWinner, CapicuPays, ChuchazoWhen, Doubles,
    DoublesPay, FalsePlayEnds, Fault, GameNumber, HandPenalties, KeyTile, OutCount, OutWinner,
    OwnTiles, RoundPrice, Rounding, Score, Stakes,
};
use crate::{BySeat, BySide, Layout, MAX_SEATS, Pip, Rules, Seat, Side, Standing, Tile, TileSet};

pub(crate) struct Settling<'a> {
    pub rules: &'a Rules,
    pub standing: &'a Standing,
    pub hands: &'a BySeat<TileSet>,
    pub opener: Seat,
    pub last_player: Option<Seat>,
    pub layout: &'a Layout,
    /// Reports of hands that nobody listed; `None` where the hands are known.
    pub reported: Option<&'a ReportedHands>,
}

/// The hands of a round at a real table, as far as its players counted them.
pub(crate) struct ReportedHands {
    /// The count of each hand, in pips.
    pub counts: BySeat<u16>,
    /// Whether a hand has a double.
    pub doubles: BySeat<bool>,
    /// Whether a loser has a double blank that can never be played.
    pub hangs_blank: bool,
    /// The winner of the block, where players name it.
    pub named: Option<Option<Seat>>,
}

impl Settling<'_> {
    /// Writes the outcome without its awards into `to`, because an outcome is large.
    pub fn settle<'a>(
        &self,
        ended: Ended,
        last: Option<LastTile>,
        to: &'a mut Option<Outcome>,
    ) -> &'a mut Outcome {
        let outcome = to.insert(Outcome {
            ended,
            winner: None,
            hands: *self.hands,
            counts: BySeat::new(self.rules.n_seats()),
            last,
            awards: Awards::new(),
        });
        if let Some(reported) = self.reported {
            outcome.counts = reported.counts;
        } else if self.rules.has_plain_count() && self.rules.is_small() {
            for (seat, hand) in self.hands.entries() {
                outcome.counts[seat] = hand.low_spots();
            }
        } else {
            self.note_counts(&mut outcome.counts);
        }
        outcome.winner = match ended {
            Ended::Out(seat) if self.rules.out_winner == OutWinner::LightestTeam => {
                self.lighter_pair(seat, &outcome.counts)
            }
            Ended::Out(seat) | Ended::Doubles(seat) => Some(seat),
            Ended::Blocked(_) => self.block_winner(&outcome.counts),
            Ended::Foul(seat) => self.rules.winner_by_foul(seat),
            Ended::Target(_) | Ended::Void => None,
        };
        outcome
    }

    #[inline(never)]
    fn note_counts(&self, counts: &mut BySeat<u16>) {
        for (seat, hand) in self.hands.entries() {
            counts[seat] = count(*hand, self.rules);
        }
    }

    /// The seat that wins for the lighter pair after `out` went out: `out`, or the lighter hand of the others; of equal
    /// ones, the next in turn. `None` if the pairs hold equally many pips (W31).
    #[cold]
    fn lighter_pair(&self, out: Seat, counts: &BySeat<u16>) -> Option<Seat> {
        let rules = self.rules;
        let sums = rules.side_sums(|seat| counts[seat]);
        let lowest = sums.iter().min()?;
        let mut lighter = sums.entries().filter(|(_, sum)| *sum == lowest);
        let (side, _) = lighter.next()?;
        if lighter.next().is_some() {
            return None;
        }
        if rules.side(out) == side {
            return Some(out);
        }
        let turns = out.around(rules.n_seats());
        let others = turns.filter(|seat| rules.side(*seat) == side);
        others.min_by_key(|seat| counts[*seat])
    }

    /// The seat whose hand wins a block; `None` for a tie (001:36, 001:100, 003:21).
    fn block_winner(&self, counts: &BySeat<u16>) -> Option<Seat> {
        let rules = self.rules;
        if let Some(named) = self.reported.and_then(|reported| reported.named) {
            return named;
        }
        let mut compared = *counts;
        if rules.score == Score::Penalties {
            match rules.block_penalties {
                BlockPenalties::Void => return None,
                BlockPenalties::AfterDoubling => {
                    compared = BySeat::from_fn(counts.len(), |s| {
                        let doubled = rules.hand_penalties == HandPenalties::Doubled;
                        counts[s]
                            * if doubled && self.holds_double(s) {
                                2
                            } else {
                                1
                            }
                    });
                }
                BlockPenalties::Everybody
                | BlockPenalties::WinnerFree
                | BlockPenalties::HeaviestTakesAll => {}
            }
        }
        let by_side = match rules.block_winner {
            BlockWinner::Nobody => return None,
            BlockWinner::LightestTeam => rules.side_sums(|seat| compared[seat]),
            BlockWinner::LightestHand => self.lightest_hands(&compared),
            BlockWinner::BlockerOrNext | BlockWinner::BlockerOrPrevious => {
                self.lightest_of_two(compared)
            }
        };
        let lowest = rules.sides().map(|side| by_side[side]).min()?;
        let limit = rules.block_limit.get();
        if limit > 0 && lowest >= limit {
            return None;
        }
        let tied = || rules.sides().filter(|side| by_side[*side] == lowest);
        let side = if tied().count() == 1 {
            tied().next()?
        } else {
            self.break_tie(tied, lowest)
                .or_else(|| self.break_again(&compared))?
        };
        Some(self.lightest_of(side, &compared))
    }

    fn lightest_hands(&self, counts: &BySeat<u16>) -> BySide<u16> {
        let rules = self.rules;
        BySide::from_fn(rules.n_sides(), |side| {
            let counts = rules.members(side).map(|seat| counts[seat]);
            counts.min().unwrap_or(u16::MAX)
        })
    }

    /// The same where other hands than those of the blocker and a neighbor do not count (W5).
    #[cold]
    fn lightest_of_two(&self, mut counts: BySeat<u16>) -> BySide<u16> {
        for seat in Seat::all(self.rules.n_seats()) {
            if !self.rules.is_compared(seat, self.last_player) {
                counts[seat] = u16::MAX;
            }
        }
        self.lightest_hands(&counts)
    }

    fn break_tie<I: Iterator<Item = Side>>(
        &self,
        tied: impl Fn() -> I,
        lowest: u16,
    ) -> Option<Side> {
        let rules = self.rules;
        let among = |side: Side| tied().find(|&t| t == side);
        let blocker = self.last_player.map(|seat| rules.side(seat));
        match rules.block_tie {
            BlockTie::Nobody => None,
            BlockTie::SeatOrder => tied().min(),
            BlockTie::NearestToOpener => {
                let mut from_opener = self.opener.around(rules.n_seats());
                from_opener.find_map(|seat| among(rules.side(seat)))
            }
            BlockTie::OpenersSide => among(rules.side(self.opener)),
            BlockTie::Blocker => blocker.and_then(among),
            BlockTie::BlockersOpponents => {
                let blocker = blocker.and_then(among)?;
                let mut others = tied().filter(|&side| side != blocker);
                others.next().filter(|_| others.next().is_none())
            }
            BlockTie::LightestTile => {
                let lightest = |side: Side| {
                    rules
                        .members(side)
                        .filter(|&s| {
                            rules.block_winner == BlockWinner::LightestTeam
                                || count(self.hands[s], rules) == lowest
                                    && rules.is_compared(s, self.last_player)
                        })
                        .flat_map(|s| self.hands[s])
                        .map(|tile| count(TileSet::of(tile), rules))
                        .min()
                };
                let best = tied().filter_map(lightest).min()?;
                let mut with = tied().filter(|&side| lightest(side) == Some(best));
                with.next().filter(|_| with.next().is_none())
            }
        }
    }

    /// The side that wins a tied block after too many ties in a row: the lighter pair, or the one with the lightest hand
    /// where the pairs were compared (W35).
    #[cold]
    fn break_again(&self, counts: &BySeat<u16>) -> Option<Side> {
        let rules = self.rules;
        let limit = rules.ties_in_a_row.get();
        if limit == 0 || self.standing.ties < limit {
            return None;
        }
        let by_side = match rules.block_winner {
            BlockWinner::LightestTeam => self.lightest_hands(counts),
            _ => rules.side_sums(|seat| counts[seat]),
        };
        let lowest = by_side.iter().min()?;
        let mut lightest = by_side.entries().filter(|(_, count)| *count == lowest);
        let (side, _) = lightest.next()?;
        lightest.next().is_none().then_some(side)
    }

    /// The side's seat with the lowest count. Of equals, the seat whose turn would have come first after the blocking
    /// tile (CH5).
    fn lightest_of(&self, side: Side, counts: &BySeat<u16>) -> Seat {
        let rules = self.rules;
        let n = rules.n_seats();
        let next = self.last_player.map_or(self.opener, |seat| seat.next(n));
        let all = matches!(
            rules.block_winner,
            BlockWinner::LightestHand | BlockWinner::LightestTeam
        );
        next.around(n)
            .filter(|&seat| rules.side(seat) == side)
            .filter(|&seat| all || rules.is_compared(seat, self.last_player))
            .min_by_key(|&seat| counts[seat])
            .expect("every side has a seat")
    }

    fn holds_double(&self, seat: Seat) -> bool {
        match self.reported {
            Some(reported) => reported.doubles[seat],
            None => self.hands[seat].intersects(TileSet::DOUBLES),
        }
    }

    /// Adds the points that an outcome is worth.
    pub fn award(&self, outcome: &mut Outcome) {
        match outcome.ended {
            Ended::Target(_) | Ended::Void => return,
            Ended::Doubles(seat) => return self.award_doubles(seat, outcome),
            Ended::Foul(seat) if outcome.takes_back(self.rules) => {
                return self.charge_foul(seat, outcome);
            }
            Ended::Out(_) | Ended::Blocked(_) | Ended::Foul(_) => {}
        }
        if self.rules.score == Score::Penalties {
            self.penalties(outcome);
            return;
        }
        if let Some(winner) = outcome.winner {
            self.award_winner(winner, outcome);
        }
        if self.rules.others_score() {
            self.award_others(outcome);
        }
    }

    #[inline(always)]
    fn award_winner(&self, winner: Seat, outcome: &mut Outcome) {
        let side = self.rules.side(winner);
        let pips = match self.rules.score {
            Score::Pips => self.pips(side, outcome),
            Score::Games | Score::Penalties => 0,
        };
        let price = match self.rules.round_price {
            RoundPrice::One => 1,
            RoundPrice::Table => self.price(outcome),
        };
        let mut award = |points: u16, why: Reason| {
            if points > 0 {
                outcome.awards.push(Award { side, points, why });
            }
        };
        match self.rules.score {
            Score::Games => {
                let stake = self.stake();
                award(price, Reason::Game);
                award(stake - 1, Reason::Stake);
                if outcome.last.is_some_and(|last| last.key) {
                    award(
                        match self.rules.key_tile {
                            KeyTile::Off => 0,
                            KeyTile::AddsOne => 1,
                            KeyTile::FlatTwo => stake.max(2) - stake,
                        },
                        Reason::KeyTile,
                    );
                }
            }
            Score::Pips => {
                award(pips, Reason::Pips);
                // The last tile earns nothing for the other side (W31).
                let last = match outcome.ended {
                    Ended::Out(seat) if self.rules.side(seat) != side => None,
                    _ => outcome.last,
                };
                self.premiums(side, outcome.ended, last, pips, award);
            }
            Score::Penalties => {}
        }
    }

    #[cold]
    fn award_doubles(&self, seat: Seat, outcome: &mut Outcome) {
        if self.rules.doubles_pay == DoublesPay::Stake {
            return;
        }
        if let Some(Doubles::Score(_)) = self.rules.doubles_in(self.hands) {
            outcome.awards.push(Award {
                side: self.rules.side(seat),
                points: self.rules.doubles_points.get(),
                why: Reason::Doubles,
            });
        }
    }

    /// Charges the price of a false play that ended the round (W23, W24). A foul that loses the match has no price.
    #[cold]
    fn charge_foul(&self, seat: Seat, outcome: &mut Outcome) {
        if self.rules.false_play_ends != FalsePlayEnds::LosesMatch {
            let prices = self.rules.prices_of(Fault::FalsePlay, seat);
            outcome.awards.extend(prices);
        }
    }

    /// Takes the points of the tiles of each losing side off its score (W25).
    #[cold]
    fn take_own_tiles(&self, winner: Seat, outcome: &mut Outcome) {
        let rules = self.rules;
        let won = rules.side(winner);
        let sums = rules.side_sums(|seat| outcome.counts[seat]);
        for (side, pips) in sums.entries().filter(|(side, _)| *side != won) {
            let pips = match rules.rounding {
                Rounding::Exact => *pips,
                Rounding::EachLoser | Rounding::Sum => rules.rounded(*pips),
            };
            let points = rules.as_points(pips);
            if points > 0 {
                let why = Reason::OwnTiles;
                outcome.awards.push(Award { side, points, why });
            }
        }
    }

    /// Pays every side but the winner's the difference to each heavier one (W22), and the side of the tile that blocked
    /// the round, even if another side wins it (W20). Takes own tiles off (W25), and charges a foul that loses the
    /// round (W24).
    #[cold]
    fn award_others(&self, outcome: &mut Outcome) {
        let rules = self.rules;
        if let Ended::Blocked(blocker) = outcome.ended {
            self.award_block(blocker, outcome);
        }
        if let Some(winner) = outcome
            .winner
            .filter(|_| rules.own_tiles == OwnTiles::TakenOff)
        {
            self.take_own_tiles(winner, outcome);
        }
        if let Ended::Foul(seat) = outcome.ended {
            self.charge_foul(seat, outcome);
        }
    }

    fn award_block(&self, blocker: Option<Seat>, outcome: &mut Outcome) {
        let rules = self.rules;
        let each = rules.block_count == BlockCount::EachHeavier && rules.score == Score::Pips;
        let won = outcome.winner.map(|seat| rules.side(seat));
        for side in rules.sides().filter(|side| each && Some(*side) != won) {
            let points = self.pips(side, outcome);
            if points > 0 {
                let why = Reason::Pips;
                outcome.awards.push(Award { side, points, why });
            }
        }
        let points = rules.blocker_bonus.get();
        let blocker = blocker.map(|seat| rules.side(seat));
        let paid = |side: &Side| points > 0 && rules.pays_bonus(self.standing, *side);
        if let Some(side) = blocker.filter(paid) {
            let why = Reason::Blocker;
            outcome.awards.push(Award { side, points, why });
        }
    }

    #[cold]
    fn price(&self, outcome: &Outcome) -> u16 {
        let ending = outcome.ending(self.rules);
        ending.map_or(0, |ending| self.rules.price(ending))
    }

    /// The worth of the round after the ties before it (001:51, J1). Only rising stakes make more of a play-off than
    /// two love (J4).
    fn stake(&self) -> u16 {
        match self.rules.stakes {
            Stakes::Off => 1,
            Stakes::Rising => 1 + self.standing.ties,
            Stakes::Two if self.standing.play_off => 1,
            Stakes::Two => 1 + self.standing.ties.min(1),
        }
    }

    /// The points for the pips won (002:51, 003:21-23, 003:57, 004:30, 004:60).
    fn pips(&self, side: Side, outcome: &Outcome) -> u16 {
        let rules = self.rules;
        let sums = rules.side_sums(|seat| outcome.counts[seat]);
        let losers = || {
            sums.entries()
                .filter(|(t, _)| *t != side)
                .map(|(_, sum)| *sum)
        };
        let own = sums[side];
        let blocked = matches!(outcome.ended, Ended::Blocked(_));
        let each = |pips: u16| {
            if rules.rounding == Rounding::EachLoser {
                rules.rounded(pips)
            } else {
                pips
            }
        };
        let pips = if blocked {
            match rules.block_count {
                BlockCount::Difference | BlockCount::EachHeavier => {
                    losers().map(|sum| each(sum.saturating_sub(own))).sum()
                }
                // One sum is paid, and rounded after subtracting (S7).
                BlockCount::SubtractOnce => each(losers().sum::<u16>().saturating_sub(own)),
                BlockCount::Losers => losers().map(each).sum(),
                BlockCount::AllHands => losers().map(each).sum::<u16>() + each(own),
                BlockCount::OnePoint => return 1,
                BlockCount::Nothing => return 0,
            }
        } else {
            match rules.out_count {
                OutCount::Losers => losers().map(each).sum(),
                OutCount::AllOthers => losers().map(each).sum::<u16>() + each(own),
                OutCount::OnePoint => return 1,
            }
        };
        let pips = if rules.rounding == Rounding::Sum {
            rules.rounded(pips)
        } else {
            pips
        };
        rules.as_points(pips)
    }

    /// Adds the bonuses of a win to its `pips` points (002:41-46).
    fn premiums(
        &self,
        side: Side,
        ended: Ended,
        last: Option<LastTile>,
        pips: u16,
        mut award: impl FnMut(u16, Reason),
    ) {
        let rules = self.rules;
        if !rules.pays_bonus(self.standing, side) {
            return;
        }
        let before = match rules.game_number {
            GameNumber::Decided => self.standing.decided,
            GameNumber::Every => self.standing.round,
        };
        match before {
            0 => award(rules.first_game.get(), Reason::FirstGame),
            1 => award(rules.second_game.get(), Reason::SecondGame),
            2 => award(rules.third_game.get(), Reason::ThirdGame),
            3 => award(rules.fourth_game.get(), Reason::FourthGame),
            _ => {}
        }
        if let (Ended::Out(_), Some(last)) = (ended, last) {
            if last.is_capicu(rules) {
                let points = match rules.capicu_pays {
                    CapicuPays::Points => rules.capicu.get(),
                    CapicuPays::Doubles => pips,
                };
                award(points, Reason::Capicu);
            }
            let chuchazo = last.tile == Tile::DOUBLE_BLANK
                // The double blank fits every end only between blanks.
                && (rules.chuchazo_when == ChuchazoWhen::Always || !last.fits_every_end);
            if chuchazo {
                award(rules.chuchazo.get(), Reason::Chuchazo);
            }
            if last.tile.is_double() {
                award(rules.double_out.get(), Reason::DoubleOut);
            }
            if rules.hanged_blank.get() > 0 && self.hangs_blank(side) {
                award(rules.hanged_blank.get(), Reason::HangedBlank);
            }
        }
        if matches!(ended, Ended::Blocked(_)) {
            award(rules.block_bonus.get(), Reason::Block);
        }
    }

    /// Whether another side holds the double blank, all other tiles with a blank are on the table, and no end shows a
    /// blank (W36).
    #[cold]
    fn hangs_blank(&self, side: Side) -> bool {
        if let Some(reported) = self.reported {
            return reported.hangs_blank;
        }
        let blanks = TileSet::suit(Pip::BLANK);
        let mut hands = self.hands.entries();
        let holder = hands.find(|(_, hand)| hand.contains(Tile::DOUBLE_BLANK));
        holder.is_some_and(|(seat, _)| self.rules.side(seat) != side)
            && self.layout.unplayed() & blanks == TileSet::of(Tile::DOUBLE_BLANK)
            && !self.layout.playable().contains(Tile::DOUBLE_BLANK)
    }

    /// Charges the tiles left in hand: doubled for holding a double, and again when the winner went out with one
    /// (001:79-86, F8, F9).
    fn penalties(&self, outcome: &mut Outcome) {
        let rules = self.rules;
        let blocked = matches!(outcome.ended, Ended::Blocked(_));
        if blocked && rules.block_penalties == BlockPenalties::Void {
            return;
        }
        let free = |seat| match outcome.ended {
            Ended::Out(winner) => winner == seat,
            _ => {
                rules.block_penalties == BlockPenalties::WinnerFree && outcome.winner == Some(seat)
            }
        };
        let plain = rules.hand_penalties == HandPenalties::Plain;
        let out_with_double =
            !plain && !blocked && outcome.last.is_some_and(|last| last.tile.is_double());
        let ending = if out_with_double { 2 } else { 1 };
        let doubled = |seat| !plain && self.holds_double(seat);
        let count = |seat| outcome.counts[seat] * if doubled(seat) { 2 } else { 1 } * ending;
        let mut charged = BySeat::from_fn(rules.n_seats(), count);
        if blocked && rules.block_penalties == BlockPenalties::HeaviestTakesAll {
            charge_heaviest(&outcome.counts, &mut charged);
        }
        for (seat, points) in charged.entries().take(MAX_SEATS) {
            if *points > 0 && !free(seat) {
                outcome.awards.push(Award {
                    side: rules.side(seat),
                    points: *points,
                    why: Reason::Hand,
                });
            }
        }
    }
}

/// Moves all that is charged to the single heaviest hand (W14).
#[cold]
fn charge_heaviest(counts: &BySeat<u16>, charged: &mut BySeat<u16>) {
    let most = counts.iter().max();
    let mut heaviest = counts.entries().filter(|(_, count)| Some(*count) == most);
    let (Some((heaviest, _)), None) = (heaviest.next(), heaviest.next()) else {
        return;
    };
    let all = charged.iter().sum();
    *charged = BySeat::new(counts.len());
    charged[heaviest] = all;
}
