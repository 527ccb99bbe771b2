//! The score sheet: counts of hands, awards, the end of a round.

use capicu::Reason;
use capicu::rules::{
    BlockCount, BlockPenalties, BlockTie, BlockWinner, CapicuPays, CapicuWhen, Choices,
    ChuchazoWhen, DoubleBlank, DoublePips, DoublesPay, Ends, FalsePlayEnds, FalsePlayPays,
    GameNumber, HandCount, HandPenalties, KeyTile, OutCount, OutWinner, OwnTiles, RoundPrice,
    Rounding, RoundingWay, Score, Stakes, Teams,
};

use crate::Bone;
use crate::round::Before;

/// Points for a side, or against it where the lowest score wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points {
    pub team: usize,
    pub why: Reason,
    pub points: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// This seat laid the last of its tiles (or of both partners', where both must).
    Out(usize),
    /// No seat can play; the seat that laid the last tile, if there is one.
    Blocked(Option<usize>),
    /// This side reached the target in play.
    Target(usize),
    /// The round does not count (002:37, 004:66).
    Void,
    /// This seat was dealt doubles that score or win (W11).
    Doubles(usize),
    /// A false play of this seat ended the round (W24).
    Foul(usize),
}

/// The meaning of the last tile on the table before it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Finish {
    pub bone: Bone,
    /// It fitted every open end, of at least one.
    pub every_end: bool,
    /// Not all open ends showed the same number.
    pub ends_differ: bool,
    /// All open ends were blank, at least one.
    pub all_blank: bool,
    /// It was the key tile (J6).
    pub key: bool,
}

#[derive(Clone, Debug)]
pub struct Settled {
    pub end: End,
    pub winner: Option<usize>,
    pub counts: Vec<u32>,
    /// The points for the end of the round.
    pub points: Vec<Points>,
}

pub fn team_of(seat: usize, choices: &Choices) -> usize {
    match choices.teams {
        Teams::Singles => seat,
        Teams::Pairs => seat % 2,
    }
}

pub fn n_sides(choices: &Choices) -> usize {
    match choices.teams {
        Teams::Singles => usize::from(choices.players.get()),
        Teams::Pairs => 2,
    }
}

/// The pips of one tile in a hand with `left` tiles.
fn pips(bone: Bone, left: usize, choices: &Choices) -> u32 {
    if choices.hand_count == HandCount::Tiles {
        return 1;
    }
    if bone == Bone(0, 0) {
        let (own, alone) = (u32::from(choices.double_blank_pips.get()), left == 1);
        return match choices.double_blank {
            DoubleBlank::Nothing => 0,
            DoubleBlank::Ten => 10,
            DoubleBlank::TenAlone => 10 * u32::from(alone),
            DoubleBlank::Priced => own,
            DoubleBlank::PricedAlone => own * u32::from(alone),
        };
    }
    let highest = choices.set.highest().value();
    let price = u32::from(choices.highest_double_pips.get());
    if bone == Bone(highest, highest) && price > 0 {
        return price;
    }
    match choices.double_pips {
        DoublePips::Once if bone.is_double() => u32::from(bone.0),
        DoublePips::Once | DoublePips::BothHalves => bone.spots(),
    }
}

/// The count of a hand (G1, F11).
pub fn count(hand: &[Bone], choices: &Choices) -> u32 {
    hand.iter()
        .map(|bone| pips(*bone, hand.len(), choices))
        .sum()
}

pub fn doubles_in(hand: &[Bone]) -> u32 {
    hand.iter().map(|bone| u32::from(bone.is_double())).sum()
}

/// Rounds to a multiple of a number, usually five (003:57-61, W3).
pub fn rounded(pips: u32, choices: &Choices) -> u32 {
    let step = u32::from(choices.rounding_to.get());
    let rest = pips % step;
    let down = pips - rest;
    let goes_up = match choices.rounding_way {
        RoundingWay::Nearest => 2 * rest >= step,
        RoundingWay::Down => false,
        RoundingWay::Up => rest > 0,
    };
    if goes_up { down + step } else { down }
}

/// The points for pips (004:30), by bands where there are any (W4).
fn points_for(pips: u32, choices: &Choices) -> u32 {
    let band = u32::from(choices.band.get());
    if band == 0 {
        return pips / u32::from(choices.pips_per_point.get());
    }
    let mut points = u32::from(choices.first_band_points.get());
    let mut top = u32::from(choices.first_band.get());
    while pips > top {
        top += band;
        points += 1;
    }
    if pips == 0 { 0 } else { points }
}

/// The points for a total of the open ends (003:53, 003:69, 004:30, T1).
pub fn ends_points(total: u32, choices: &Choices) -> u32 {
    let (three, five) = (total.is_multiple_of(3), total.is_multiple_of(5));
    let worth = match choices.ends {
        // These compare the ends and not their total.
        Ends::Off | Ends::Equal | Ends::EqualTotal => 0,
        Ends::Fives if five => total,
        Ends::Threes if three => total,
        Ends::Multiples if total.is_multiple_of(u32::from(choices.ends_divisor.get())) => total,
        Ends::Sevens if total.is_multiple_of(7) => total,
        Ends::FivesAndThrees if three || five => total,
        Ends::EachMultiple => {
            let threes = if three { total / 3 } else { 0 };
            let fives = if five { total / 5 } else { 0 };
            threes + fives
        }
        Ends::TotalForEach => total * (u32::from(three) + u32::from(five)),
        Ends::Fives | Ends::Threes | Ends::Sevens | Ends::FivesAndThrees | Ends::Multiples => 0,
    };
    worth / u32::from(choices.pips_per_point.get())
}

/// A fault that may cost points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fine {
    FalsePlay,
    SlowPlay,
}

/// Whether points with this reason come off a score (W23, W25, W29).
pub fn comes_off(why: Reason) -> bool {
    [Reason::OwnTiles, Reason::Foul, Reason::SlowFoul].contains(&why)
}

/// The points for a fault. Where points count against a side, the offender's pays (001:92). Otherwise the others receive
/// the points, in order from the offender (G11), or they come off its score (W23).
pub fn fines(choices: &Choices, seat: usize, what: Fine, before: &Before) -> Vec<Points> {
    let points = u32::from(match what {
        Fine::FalsePlay => choices.false_play.get(),
        Fine::SlowPlay => choices.slow_play.get(),
    });
    let (paid, off) = match what {
        Fine::FalsePlay => (Reason::FalsePlay, Reason::Foul),
        Fine::SlowPlay => (Reason::SlowPlay, Reason::SlowFoul),
    };
    let own = team_of(seat, choices);
    if points == 0 {
        return Vec::new();
    }
    if choices.score == Score::Penalties {
        return vec![Points {
            team: own,
            why: paid,
            points,
        }];
    }
    if choices.false_play_pays == FalsePlayPays::TakenOff {
        return vec![Points {
            team: own,
            why: off,
            points,
        }];
    }
    let n = usize::from(choices.players.get());
    let mut fines: Vec<Points> = Vec::new();
    for other in before.turns_after(seat, n) {
        let team = team_of(other, choices);
        if team != own && fines.iter().all(|fine| fine.team != team) {
            fines.push(Points {
                team,
                why: paid,
                points,
            });
        }
    }
    fines
}

/// Everything on which the value of a round's end depends.
pub struct Judge<'a> {
    pub choices: &'a Choices,
    pub hands: &'a [Vec<Bone>],
    pub opener: usize,
    /// Ties in a row before the round.
    pub ties: u32,
    /// Whether it is the play-off at one all.
    pub play_off: bool,
    /// Rounds that a side won before it.
    pub decided: u32,
    /// Rounds finished before it.
    pub finished: u32,
    /// The scores before it, less what faults have taken off.
    pub scores: &'a [u32],
    /// Whether 0-0 is the only tile with a blank that is not on the table, and no end shows a blank.
    pub blank_hangs: bool,
    /// The match before it, with the seats that play no more.
    pub before: &'a Before,
}

/// Whether bonuses count for a side with this score before the round (W28).
pub fn has_bonus(score: u32, choices: &Choices) -> bool {
    let below = u32::from(choices.bonus_below.get());
    below == 0 || score < below
}

/// Whether a round's points in play are taken back (PR4, W24).
pub fn taken_back(end: End, choices: &Choices) -> bool {
    match end {
        End::Void => true,
        End::Foul(_) => choices.false_play_ends != FalsePlayEnds::LosesRound,
        _ => false,
    }
}

impl Judge<'_> {
    fn has_bonus(&self, team: usize) -> bool {
        has_bonus(self.scores[team], self.choices)
    }

    fn team(&self, seat: usize) -> usize {
        team_of(seat, self.choices)
    }

    fn count(&self, seat: usize) -> u32 {
        count(&self.hands[seat], self.choices)
    }

    fn team_count(&self, team: usize) -> u32 {
        (0..self.hands.len())
            .filter(|seat| self.team(*seat) == team)
            .map(|seat| self.count(seat))
            .sum()
    }

    /// The hand as a penalty (001:82-86): doubled for holding a double, and doubled for the winner's double.
    fn penalty(&self, seat: usize, won_with_double: bool) -> u32 {
        let holds = self.hands[seat].iter().any(|bone| bone.is_double());
        let mut points = self.count(seat);
        if self.choices.hand_penalties == HandPenalties::Plain {
            // The pips alone (W13).
            return points;
        }
        if holds {
            points *= 2;
        }
        if won_with_double {
            points *= 2;
        }
        points
    }

    fn block_winner(&self, blocker: Option<usize>) -> Option<usize> {
        let n = self.hands.len();
        // Some tables compare only two neighbors' hands (W5).
        let seats: Vec<usize> = match (self.choices.block_winner, blocker) {
            (BlockWinner::Nobody, _) => return None,
            (BlockWinner::BlockerOrNext, Some(blocker)) => {
                vec![blocker, self.before.turns_after(blocker, n)[0]]
            }
            (BlockWinner::BlockerOrPrevious, Some(blocker)) => {
                let turns = self.before.turns_after(blocker, n);
                // The blocker comes last, after its neighbor.
                vec![blocker, turns[turns.len() - 2]]
            }
            _ => (0..n).filter(|seat| self.before.plays(*seat)).collect(),
        };
        let weigh = |seat: usize| {
            if self.choices.score == Score::Penalties
                && self.choices.block_penalties == BlockPenalties::AfterDoubling
            {
                self.penalty(seat, false)
            } else {
                self.count(seat)
            }
        };
        let weight = |seat: usize| match self.choices.block_winner {
            BlockWinner::LightestHand
            | BlockWinner::Nobody
            | BlockWinner::BlockerOrNext
            | BlockWinner::BlockerOrPrevious => weigh(seat),
            BlockWinner::LightestTeam => seats
                .iter()
                .filter(|other| self.team(**other) == self.team(seat))
                .map(|other| weigh(*other))
                .sum(),
        };
        let lowest = seats.iter().map(|seat| weight(*seat)).min()?;
        let limit = u32::from(self.choices.block_limit.get());
        if limit != 0 && lowest >= limit {
            return None;
        }
        let tied_seats: Vec<usize> = seats
            .iter()
            .copied()
            .filter(|seat| weight(*seat) == lowest)
            .collect();
        let mut tied_teams: Vec<usize> = tied_seats.iter().map(|seat| self.team(*seat)).collect();
        tied_teams.sort();
        tied_teams.dedup();
        let team = if tied_teams.len() == 1 {
            tied_teams[0]
        } else {
            let broken = self.break_tie(&tied_seats, &tied_teams, blocker);
            broken.or_else(|| self.break_again())?
        };
        // The lighter hand of the side; of equal ones, that of the seat whose turn would have come first (CH5).
        let start = blocker.unwrap_or(self.opener);
        (1..=n)
            .map(|turns| (start + turns) % n)
            .filter(|seat| seats.contains(seat) && self.team(*seat) == team)
            .min_by_key(|seat| weigh(*seat))
    }

    /// After some ties in a row, tied pairs are compared in the other way (W35).
    fn break_again(&self) -> Option<usize> {
        let limit = u32::from(self.choices.ties_in_a_row.get());
        if limit == 0 || self.ties < limit {
            return None;
        }
        let hands = |team: usize| [team, team + 2].map(|seat| self.count(seat));
        let other = |team: usize| match self.choices.block_winner {
            BlockWinner::LightestTeam => hands(team)[0].min(hands(team)[1]),
            _ => hands(team)[0] + hands(team)[1],
        };
        match other(0).cmp(&other(1)) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(1),
        }
    }

    /// The winner after somebody went out: that player, or the pair with fewer pips, for which the lighter hand stands;
    /// of equal hands, the one whose turn comes first (W31).
    fn winner_of_out(&self, out: usize) -> Option<usize> {
        if self.choices.out_winner == OutWinner::PlayerOut {
            return Some(out);
        }
        let (own, others) = (
            self.team_count(self.team(out)),
            self.team_count(1 - self.team(out)),
        );
        let (left, right) = ((out + 1) % 4, (out + 3) % 4);
        match own.cmp(&others) {
            std::cmp::Ordering::Less => Some(out),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater if self.count(right) < self.count(left) => Some(right),
            std::cmp::Ordering::Greater => Some(left),
        }
    }

    fn break_tie(&self, seats: &[usize], teams: &[usize], blocker: Option<usize>) -> Option<usize> {
        match self.choices.block_tie {
            BlockTie::Nobody => None,
            BlockTie::SeatOrder => Some(teams[0]),
            BlockTie::NearestToOpener => {
                let n = self.hands.len();
                let turns = |team: &usize| {
                    (0..n).position(|turns| self.team((self.opener + turns) % n) == *team)
                };
                teams.iter().copied().min_by_key(turns)
            }
            BlockTie::OpenersSide => {
                let side = self.team(self.opener);
                teams.contains(&side).then_some(side)
            }
            BlockTie::Blocker => {
                let side = self.team(blocker?);
                teams.contains(&side).then_some(side)
            }
            BlockTie::BlockersOpponents => {
                let side = self.team(blocker?);
                if teams.len() == 2 && teams.contains(&side) {
                    teams.iter().copied().find(|team| *team != side)
                } else {
                    None
                }
            }
            BlockTie::LightestTile => {
                let lightest = |team: usize| {
                    seats
                        .iter()
                        .filter(|seat| self.team(**seat) == team)
                        .flat_map(|seat| &self.hands[*seat])
                        .map(|bone| pips(*bone, 1, self.choices))
                        .min()
                };
                let best = teams.iter().filter_map(|team| lightest(*team)).min()?;
                let sides: Vec<usize> = teams
                    .iter()
                    .copied()
                    .filter(|team| lightest(*team) == Some(best))
                    .collect();
                match sides[..] {
                    [side] => Some(side),
                    _ => None,
                }
            }
        }
    }

    /// The extra value of the round for the ties before it (001:51, J1).
    fn stake(&self) -> u32 {
        match self.choices.stakes {
            Stakes::Off => 0,
            Stakes::Rising => self.ties,
            // The winner of the play-off gets two love, whatever came before (001:49, J4).
            Stakes::Two => u32::from(self.ties > 0 && !self.play_off),
        }
    }

    /// The value of the round in games, without ties before it: one, or the price of its ending (W1).
    fn price(&self, end: End, winner: usize, finish: Option<Finish>) -> u32 {
        let choices = self.choices;
        if choices.round_price == RoundPrice::One {
            return 1;
        }
        let cell = match (end, finish) {
            (End::Blocked(Some(blocker)), _) if self.team(blocker) == self.team(winner) => {
                choices.price_own_block
            }
            (End::Blocked(_), _) => choices.price_lost_block,
            (_, Some(finish)) if finish.bone.is_double() => {
                if finish.every_end {
                    choices.price_both_ends_double
                } else {
                    choices.price_double
                }
            }
            (_, Some(finish)) if finish.every_end => {
                // Equal ends count as both ends if they do so for a capicú.
                if finish.ends_differ || choices.capicu_when != CapicuWhen::DifferentEnds {
                    choices.price_both_ends
                } else {
                    choices.price_out
                }
            }
            _ => choices.price_out,
        };
        u32::from(cell.get())
    }

    /// The pips that the winner's side writes down, as points.
    fn pips(&self, end: End, winner: usize) -> u32 {
        self.pips_of_side(end, self.team(winner))
    }

    fn pips_of_side(&self, end: End, side: usize) -> u32 {
        let choices = self.choices;
        let losers: Vec<usize> = (0..n_sides(choices)).filter(|team| *team != side).collect();
        let own = self.team_count(side);
        // The payments of each side, rounded one by one or as a sum.
        let mut paid: Vec<u32> = Vec::new();
        match end {
            End::Out(_) => match choices.out_count {
                OutCount::OnePoint => return 1,
                OutCount::Losers => paid.extend(losers.iter().map(|team| self.team_count(*team))),
                OutCount::AllOthers => {
                    paid.extend(losers.iter().map(|team| self.team_count(*team)));
                    // A player who went out holds nothing, and another winner has not gone out.
                    paid.push(own);
                }
            },
            End::Blocked(_) => match choices.block_count {
                BlockCount::OnePoint => return 1,
                BlockCount::Nothing => return 0,
                BlockCount::Losers => {
                    paid.extend(losers.iter().map(|team| self.team_count(*team)));
                }
                BlockCount::Difference | BlockCount::EachHeavier => paid.extend(
                    losers
                        .iter()
                        .map(|team| self.team_count(*team).saturating_sub(own)),
                ),
                BlockCount::SubtractOnce => {
                    let sum: u32 = losers.iter().map(|team| self.team_count(*team)).sum();
                    paid.push(sum.saturating_sub(own));
                }
                BlockCount::AllHands => {
                    paid.extend(losers.iter().map(|team| self.team_count(*team)));
                    paid.push(own);
                }
            },
            End::Foul(_) => match choices.out_count {
                OutCount::OnePoint => return 1,
                OutCount::Losers => paid.extend(losers.iter().map(|team| self.team_count(*team))),
                OutCount::AllOthers => {
                    // Nobody has gone out, so the whole side of the winner counts.
                    paid.extend(losers.iter().map(|team| self.team_count(*team)));
                    paid.push(own);
                }
            },
            End::Target(_) | End::Void | End::Doubles(_) => return 0,
        }
        let pips: u32 = match choices.rounding {
            Rounding::Exact => paid.into_iter().sum(),
            Rounding::EachLoser => paid.into_iter().map(|pips| rounded(pips, choices)).sum(),
            Rounding::Sum => rounded(paid.into_iter().sum(), choices),
        };
        points_for(pips, choices)
    }

    pub fn settle(&self, end: End, finish: Option<Finish>) -> Settled {
        let choices = self.choices;
        let counts: Vec<u32> = (0..self.hands.len()).map(|seat| self.count(seat)).collect();
        let void_block = choices.score == Score::Penalties
            && choices.block_penalties == BlockPenalties::Void
            && matches!(end, End::Blocked(_));
        let winner = match end {
            End::Out(seat) => self.winner_of_out(seat),
            End::Blocked(_) if void_block => None,
            End::Blocked(blocker) => self.block_winner(blocker),
            End::Doubles(seat) => Some(seat),
            End::Foul(seat) => match choices.false_play_ends {
                FalsePlayEnds::Nothing | FalsePlayEnds::VoidsRound => None,
                FalsePlayEnds::LosesRound | FalsePlayEnds::LosesMatch => {
                    Some(self.before.turns_after(seat, self.hands.len())[0])
                }
            },
            End::Target(_) | End::Void => None,
        };
        let mut points = Vec::new();
        let mut give = |team: usize, why: Reason, amount: u32| {
            if amount > 0 {
                points.push(Points {
                    team,
                    why,
                    points: amount,
                });
            }
        };
        if matches!(end, End::Target(_) | End::Void) {
            // G9, PR4: nothing is added.
        } else if let End::Doubles(seat) = end {
            // W11: the match, if there are enough for it, else points.
            let (doubles, wins) = (doubles_in(&self.hands[seat]), choices.doubles_win.get());
            let pays = choices.doubles_pay == DoublesPay::Points;
            if pays && (wins == 0 || doubles < u32::from(wins)) {
                let amount = u32::from(choices.doubles_points.get());
                give(self.team(seat), Reason::Doubles, amount);
            }
        } else if let (End::Foul(_), true) = (end, taken_back(end, choices)) {
            // W24: only its price is written down, below.
        } else if choices.score == Score::Penalties {
            let with_double = finish.is_some_and(|finish| finish.bone.is_double());
            // One player may have to count for everybody (W14).
            let heaviest = counts.iter().max().copied().unwrap_or(0);
            let mut with: Vec<usize> = (0..counts.len()).collect();
            with.retain(|seat| counts[*seat] == heaviest);
            let takes_all = matches!(end, End::Blocked(_))
                && choices.block_penalties == BlockPenalties::HeaviestTakesAll
                && with.len() == 1;
            if takes_all {
                let all = (0..self.hands.len()).map(|seat| self.penalty(seat, with_double));
                give(self.team(with[0]), Reason::Hand, all.sum());
            }
            for seat in (0..self.hands.len()).filter(|_| !takes_all) {
                let free = winner == Some(seat)
                    && matches!(end, End::Blocked(_))
                    && choices.block_penalties == BlockPenalties::WinnerFree;
                if !free && !void_block {
                    give(
                        self.team(seat),
                        Reason::Hand,
                        self.penalty(seat, with_double),
                    );
                }
            }
        } else {
            // Every side may score against the heavier ones (W22).
            let each = choices.block_count == BlockCount::EachHeavier
                && choices.score == Score::Pips
                && matches!(end, End::Blocked(_));
            let won = winner.map(|winner| self.team(winner));
            let playing = |side: &usize| self.before.plays(*side);
            let sides = (0..n_sides(choices)).filter(playing);
            for side in sides.filter(|side| each && Some(*side) != won) {
                give(side, Reason::Pips, self.pips_of_side(end, side));
            }
            // Blocking pays, whoever wins the block (W20).
            if let End::Blocked(Some(blocker)) = end
                && self.has_bonus(self.team(blocker))
            {
                let amount = u32::from(choices.blocker_bonus.get());
                give(self.team(blocker), Reason::Blocker, amount);
            }
        }
        let has_winner = !matches!(end, End::Target(_) | End::Void | End::Doubles(_))
            && !taken_back(end, choices);
        let counts_for_winner = has_winner && choices.score != Score::Penalties;
        if let End::Foul(seat) = end
            && choices.false_play_ends != FalsePlayEnds::LosesMatch
        {
            for fine in fines(choices, seat, Fine::FalsePlay, self.before) {
                give(fine.team, fine.why, fine.points);
            }
        }
        // The losers' own tiles come off their scores (W25).
        if let Some(winner) =
            winner.filter(|_| counts_for_winner && choices.own_tiles == OwnTiles::TakenOff)
        {
            for side in (0..n_sides(choices)).filter(|side| *side != self.team(winner)) {
                let pips = match choices.rounding {
                    Rounding::Exact => self.team_count(side),
                    Rounding::EachLoser | Rounding::Sum => rounded(self.team_count(side), choices),
                };
                give(side, Reason::OwnTiles, points_for(pips, choices));
            }
        }
        if let Some(winner) = winner.filter(|_| counts_for_winner) {
            let side = self.team(winner);
            match choices.score {
                Score::Games => {
                    give(side, Reason::Game, self.price(end, winner, finish));
                    give(side, Reason::Stake, self.stake());
                }
                Score::Pips => give(side, Reason::Pips, self.pips(end, winner)),
                Score::Penalties => {}
            }
            // The last tile earns nothing for the other side (W31).
            let own = match end {
                End::Out(seat) => self.team(seat) == side,
                _ => true,
            };
            if let Some(finish) = finish.filter(|_| own) {
                if choices.score == Score::Games && finish.key {
                    let extra = match choices.key_tile {
                        KeyTile::Off => 0,
                        KeyTile::AddsOne => 1,
                        KeyTile::FlatTwo => 2u32.saturating_sub(1 + self.stake()),
                    };
                    give(side, Reason::KeyTile, extra);
                }
                let double = finish.bone.is_double();
                let has_bonus = self.has_bonus(side);
                if double && choices.score == Score::Pips && has_bonus {
                    give(side, Reason::DoubleOut, u32::from(choices.double_out.get()));
                }
                let capicu = finish.every_end
                    && match choices.capicu_when {
                        CapicuWhen::NotDouble => !double,
                        CapicuWhen::DifferentEnds => !double && finish.ends_differ,
                        CapicuWhen::DoubleToo => true,
                    };
                if capicu && has_bonus {
                    let more = match choices.capicu_pays {
                        CapicuPays::Points => u32::from(choices.capicu.get()),
                        // The points for the tiles are written down twice (PR18).
                        CapicuPays::Doubles => self.pips(end, winner),
                    };
                    give(side, Reason::Capicu, more);
                }
                let chuchazo = finish.bone == Bone(0, 0)
                    && match choices.chuchazo_when {
                        ChuchazoWhen::Always => true,
                        ChuchazoWhen::NotBetweenBlanks => !finish.all_blank,
                    };
                if chuchazo && has_bonus {
                    give(side, Reason::Chuchazo, u32::from(choices.chuchazo.get()));
                }
                // A loser keeps a double blank that goes nowhere (W36).
                let keeps =
                    |seat: usize| self.team(seat) != side && self.hands[seat].contains(&Bone(0, 0));
                let out = matches!(end, End::Out(_));
                if out && has_bonus && self.blank_hangs && (0..self.hands.len()).any(keeps) {
                    let more = u32::from(choices.hanged_blank.get());
                    give(side, Reason::HangedBlank, more);
                }
            }
            let game = match choices.game_number {
                GameNumber::Decided => self.decided,
                GameNumber::Every => self.finished,
            };
            match game {
                _ if !self.has_bonus(side) => {}
                0 => give(side, Reason::FirstGame, u32::from(choices.first_game.get())),
                1 => give(
                    side,
                    Reason::SecondGame,
                    u32::from(choices.second_game.get()),
                ),
                2 => give(side, Reason::ThirdGame, u32::from(choices.third_game.get())),
                3 => give(
                    side,
                    Reason::FourthGame,
                    u32::from(choices.fourth_game.get()),
                ),
                _ => {}
            }
            if matches!(end, End::Blocked(_)) && self.has_bonus(side) {
                give(side, Reason::Block, u32::from(choices.block_bonus.get()));
            }
        }
        Settled {
            end,
            winner,
            counts,
            points,
        }
    }
}
