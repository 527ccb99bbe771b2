//! Judges one round of a record: all possible deals, and the claims that they allow.

use capicu::{Round, Rules, Seat, Table, TileSet, count};

use super::claims::{self, Claim};
use super::doubles;
use super::endings::{endings, known_left, possible};
use super::opening;
use super::places::{Places, Work};
use super::play::Played;
use super::replay::Fault;
use super::sizes;
use super::unchecked::{Why, unchecked_turns};
use super::world::{Ground, World};
use super::{Problem, RoundReport, Sheet};
use crate::record::{EndClaim, PointClaim, RoundRecord, facts};

/// The most worlds of a round that are followed.
const MOST: usize = 256;

pub(super) struct Judged {
    /// The possible tables after the round, without repetition.
    pub tables: Vec<Table>,
    /// The result of the round, once it is over.
    pub report: Option<RoundReport>,
    /// Moves that only some deals allow.
    pub turns: Vec<usize>,
    /// Claims that only some deals allow.
    pub claims: Vec<(Claim, Why)>,
    /// Whether the tables are a sample; each has the claimed score.
    pub sampled: bool,
    /// Whether there are too many possibilities to continue.
    pub too_many: bool,
}

impl Judged {
    /// Merges two alternative judgments.
    fn or(mut self, other: Self) -> Self {
        for table in other.tables {
            if !self.tables.iter().any(|one| one.game() == table.game()) {
                self.tables.push(table);
            }
        }
        self.report = match (self.report, other.report) {
            (Some(one), Some(other)) => {
                let mut report = one.clone();
                report.sure.keep_common(&one, &other);
                Some(report)
            }
            _ => None,
        };
        self.turns.extend(other.turns);
        self.turns.sort_unstable();
        self.turns.dedup();
        for claim in other.claims {
            if !self.claims.contains(&claim) {
                self.claims.push(claim);
            }
        }
        self.sampled |= other.sampled;
        self.too_many |= other.too_many || self.tables.len() > claims::MOST;
        self
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// The next deal follows.
    Deal,
    /// The record says that a side won the match.
    Won,
    /// The record ends; the round need not be over.
    Nothing,
}

impl Then {
    fn ends(self, round: &RoundRecord) -> bool {
        self == Self::Deal || round.claims.end.is_some()
    }

    /// Whether undeclared points of the last tile count as forgone.
    fn settles(self, round: &RoundRecord) -> bool {
        self == Self::Won || self.ends(round)
    }
}

/// One possible course of a round, played to the end of its record.
pub(super) struct Ending {
    pub table: Table,
    /// The result of the round, once it is over.
    pub report: Option<RoundReport>,
    /// The tiles in hand by seat, and their counts.
    pub left: Vec<TileSet>,
    pub counts: Vec<u16>,
    /// The points written down for the round, and the scores including them.
    pub points: Vec<PointClaim>,
    pub score: Vec<u16>,
}

impl From<Played> for Ending {
    fn from(played: Played) -> Self {
        let Played { table, page } = played;
        let report = page.rounds().last().cloned();
        let report = report.filter(|_| page.is_between_rounds());
        let (points, score) = match &report {
            Some(report) => (report.points.clone(), report.score.clone()),
            None => page.so_far(),
        };
        let hands = table.round().map(Round::hands).into_iter();
        let left: Vec<TileSet> = hands.flat_map(|hands| hands.iter().copied()).collect();
        let rules = table.game().rules();
        Self {
            counts: left.iter().map(|hand| count(*hand, rules)).collect(),
            left,
            report,
            points,
            score,
            table,
        }
    }
}

/// Judges a round that began at one of these tables. A hand with a wrong number of tiles may have had any wrong number,
/// unless it is written down.
pub(super) fn judge(
    rules: &Rules,
    bases: &[Table],
    round: &RoundRecord,
    earlier: usize,
    then: Then,
    work: &Work,
) -> Result<Judged, Fault> {
    let mut judged: Option<Judged> = None;
    let mut fault: Option<Fault> = None;
    for dealt in sizes::of(rules, round) {
        let sized = dealt.map(|dealt| RoundRecord {
            dealt,
            ..round.clone()
        });
        let sized = sized.as_ref().unwrap_or(round);
        match judge_sized(rules, bases, sized, earlier, then, work) {
            Ok(other) => {
                judged = Some(match judged {
                    None => other,
                    Some(judged) => judged.or(other),
                });
            }
            Err(other) if other.turn > fault.as_ref().and_then(|fault| fault.turn) => {
                fault = Some(other);
            }
            Err(other) => drop(fault.get_or_insert(other)),
        }
    }
    judged.ok_or_else(|| fault.unwrap_or_else(|| Problem::NoDeal.into()))
}

fn judge_sized(
    rules: &Rules,
    bases: &[Table],
    round: &RoundRecord,
    earlier: usize,
    then: Then,
    work: &Work,
) -> Result<Judged, Fault> {
    check_sizes(rules, round)?;
    if let ([base], true) = (bases, round.dealt.is_complete()) {
        return judge_known(rules, base, round, earlier, then);
    }
    if let Some(EndClaim::Doubles(seat)) = round.claims.end
        && round.moves.is_empty()
        && !round.dealt.is_complete()
    {
        return judge_doubles(rules, bases, round, seat, earlier, then);
    }
    if !Places::fit(rules, round) {
        return Err(Problem::TooManyUnknown.into());
    }
    let open = Places::new(rules, round, false);
    let few = Places::new(rules, round, true);
    if open.find(open.open(), &[], &[], work).is_none() {
        return Err(Problem::Left.into());
    }
    let few_doubles = few.find(few.open(), &[], &[], work).is_some();
    let ground = Ground {
        round,
        places: if few_doubles { few } else { open },
        work,
        earlier,
    };
    let mut worlds = Vec::new();
    let mut fault = None;
    for base in bases {
        match opening::worlds(&ground, base) {
            Ok(more) => worlds.extend(more),
            Err(other) => fault = fault.or(Some(other)),
        }
    }
    for _ in &round.moves {
        if worlds.is_empty() {
            break;
        }
        (worlds, fault) = step(worlds);
        if worlds.len() > MOST || work.is_used_up() {
            return Err(Problem::TooManyUnknown.into());
        }
    }
    if worlds.is_empty() {
        return Err(fault.unwrap_or_else(|| Problem::NoDeal.into()));
    }
    finish(round, worlds, then)
}

/// Judges a hand of doubles, where tiles are unknown: by one deal for each number of doubles.
fn judge_doubles(
    rules: &Rules,
    bases: &[Table],
    round: &RoundRecord,
    seat: Seat,
    earlier: usize,
    then: Then,
) -> Result<Judged, Fault> {
    let mut judged: Option<Judged> = None;
    let mut fault = None;
    for deal in doubles::deals(rules, round, seat) {
        for base in bases {
            match judge_known(rules, base, &deal, earlier, then) {
                Ok(other) => {
                    judged = Some(match judged {
                        None => other,
                        Some(judged) => judged.or(other),
                    });
                }
                Err(other) => drop(fault.get_or_insert(other)),
            }
        }
    }
    let mut judged = judged.ok_or_else(|| fault.unwrap_or_else(|| Problem::NoDeal.into()))?;
    let hands = round.dealt.hands();
    if hands[seat].unknown > 0 {
        judged.claims.push((Claim::End, Why::Tiles));
    }
    if let Some(report) = &mut judged.report {
        for (holder, hand) in hands.entries() {
            report.sure.left[holder.index()] &= hand.unknown == 0;
            report.sure.counts[holder.index()] &= hand.unknown == 0;
        }
    }
    Ok(judged)
}

/// Makes the next move in every world; merges the faults of worlds that do not allow it.
fn step(worlds: Vec<World<'_>>) -> (Vec<World<'_>>, Option<Fault>) {
    let mut next = Vec::new();
    let mut fault: Option<Fault> = None;
    for world in worlds {
        match world.step() {
            Ok(more) => next.extend(more),
            Err(other) => match &mut fault {
                None => fault = Some(other),
                Some(fault) if fault.legal != other.legal => fault.legal = None,
                Some(_) => {}
            },
        }
    }
    (next, fault)
}

/// A hand may have a wrong number of tiles only where the record notes it.
fn check_sizes(rules: &Rules, round: &RoundRecord) -> Result<(), Fault> {
    if round.is_as_drawn() {
        return Ok(());
    }
    for (seat, hand) in round.dealt.hands().entries() {
        let due = if rules.plays(seat) {
            usize::from(rules.hand.get())
        } else {
            0
        };
        let held = hand.known.len() + usize::from(hand.unknown);
        if held != due {
            return Err(Problem::HandSize { seat, held, due }.into());
        }
    }
    Ok(())
}

/// Judges a round without unknown tiles.
fn judge_known(
    rules: &Rules,
    base: &Table,
    round: &RoundRecord,
    earlier: usize,
    then: Then,
) -> Result<Judged, Fault> {
    let lots = match round.dealt.lot() {
        Some(lot) => lot..lot.saturating_add(1),
        // The first move shows the decision of the lot.
        None => 0..u32::from(rules.n_seats()),
    };
    let mut fault: Option<Fault> = None;
    for lot in lots {
        let played = play(rules, base, round, earlier, lot);
        match played {
            Ok(mut played) => {
                if then.settles(round) {
                    played.let_points_go();
                }
                not_over(round, then, &played, round.moves.len())?;
                let endings = vec![Ending::from(played)];
                return claims::judge(round, endings, Vec::new(), true);
            }
            Err(other) => {
                let by_lot = matches!(other.problem, Problem::NotItsTurn { .. });
                let again = by_lot && other.turn == Some(0);
                fault = match fault {
                    Some(first) if again => Some(first),
                    _ => Some(other),
                };
                if !again {
                    break;
                }
            }
        }
    }
    Err(fault.unwrap_or_else(|| Problem::NoDeal.into()))
}

fn play(
    rules: &Rules,
    base: &Table,
    round: &RoundRecord,
    earlier: usize,
    lot: u32,
) -> Result<Played, Fault> {
    let deal = facts::deal(&round.dealt, rules, round.is_as_drawn(), lot)
        .expect("a completely known deal")
        .map_err(Problem::from)?;
    let mut played = Played::new(base, Sheet::page(base, earlier), deal)?;
    for turn in 0..round.moves.len() {
        played.make(round, turn).map_err(|problem| Fault {
            turn: Some(turn),
            legal: played.legal(),
            ..problem.into()
        })?;
    }
    Ok(played)
}

/// A round must be over if another follows it or its end is claimed.
fn not_over(round: &RoundRecord, then: Then, played: &Played, turn: usize) -> Result<(), Fault> {
    match played.to_act() {
        Some(seat) if then.ends(round) => Err(Fault {
            turn: Some(turn),
            legal: played.legal(),
            ..Problem::NotOver(seat).into()
        }),
        _ => Ok(()),
    }
}

fn finish(round: &RoundRecord, worlds: Vec<World<'_>>, then: Then) -> Result<Judged, Fault> {
    let mut over = Vec::new();
    let mut fault = None;
    for mut world in worlds {
        if then.settles(round) {
            world.let_points_go();
        }
        match not_over(round, then, world.played(), world.done()) {
            Ok(()) => over.push(world),
            Err(other) => {
                let known = world.known_hand(world.played().to_act().unwrap_or_default());
                fault.get_or_insert(Fault {
                    legal: other.legal.filter(|_| known.is_some()),
                    ..other
                });
            }
        }
    }
    if let (Some(fault), true) = (fault, over.is_empty()) {
        return Err(fault);
    }
    let turns = unchecked_turns(&over);
    let mut all = Vec::new();
    let mut every = true;
    let mut left = None;
    for world in &over {
        let open = if world.played().is_over() || !round.claims.counts.is_empty() {
            possible(world)
        } else {
            world.open.clone()
        };
        left = both(left, known_left(world, &open));
        match endings(world, &open) {
            Some((some, these)) => {
                every &= these;
                all.extend(some.into_iter().map(Ending::from));
            }
            None => {
                every = false;
                all.push(Ending::from(world.played().clone()));
            }
        }
    }
    let mut left = left.unwrap_or_default();
    for (seat, known) in left.iter_mut().enumerate() {
        let first = all.first().map(|ending| ending.left[seat]);
        *known &= all.iter().all(|ending| Some(ending.left[seat]) == first);
    }
    let mut judged = claims::judge(round, all, turns, every)?;
    if let Some(report) = &mut judged.report {
        report.sure.left = left;
    }
    Ok(judged)
}

/// The entries that are known in both.
fn both(known: Option<Vec<bool>>, these: Vec<bool>) -> Option<Vec<bool>> {
    Some(match known {
        None => these,
        Some(known) => known.iter().zip(&these).map(|(a, b)| *a && *b).collect(),
    })
}
