//! Compares the claims of a record with all possible results of a round.

use capicu::{MatchResult, Rules, Seat, Side};

use super::replay::Fault;
use super::round::{Ending, Judged};
use super::unchecked::Why;
use super::{Problem, RoundReport};
use crate::record::{Claims, EndClaim, PointClaim, RoundRecord, reason_word};
use crate::side::name;

/// The most possible tables that are followed into the next round.
pub(super) const MOST: usize = 64;

/// A claim of the record's writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The tiles left in a hand.
    Left(Seat),
    /// The count of the tiles left in a hand.
    Count(Seat),
    /// How the round ended.
    End,
    /// The points written down for the round.
    Points,
    /// The scores after the round.
    Score,
    /// How the match ended.
    Result,
}

impl Claim {
    /// The word that begins the claim's line in a record.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Left(_) => "left",
            Self::Count(_) => "count",
            Self::End => "end",
            Self::Points => "points",
            Self::Score => "score",
            Self::Result => "result",
        }
    }
}

/// Judges the claims about a round. `every` tells whether the endings are complete.
pub(super) fn judge(
    round: &RoundRecord,
    mut endings: Vec<Ending>,
    turns: Vec<usize>,
    every: bool,
) -> Result<Judged, Fault> {
    let claims = &round.claims;
    let mut unsure = Vec::new();
    let mut as_claimed = false;
    for claim in made(claims) {
        let fits = |ending: &Ending| bears_out(ending, claims, claim);
        let n = endings.iter().filter(|ending| fits(ending)).count();
        if n == 0 && every {
            return Err(otherwise(claim, &endings).into());
        }
        if !every {
            unsure.push((claim, Why::TooMany));
        } else if n < endings.len() {
            unsure.push((claim, Why::Tiles));
        }
        if n > 0 {
            endings.retain(fits);
        }
        as_claimed |= claim == Claim::Score && n > 0;
    }
    let over = endings.iter().all(|ending| ending.report.is_some());
    let goes_on = every || as_claimed && over;
    let mut report = goes_on.then(|| common(&endings)).flatten();
    if let (Some(report), false) = (&mut report, every) {
        report.sure.end &= claims.end.is_some();
        report.sure.points &= claims.points.is_some();
        for (seat, sure) in Seat::all(report.counts.len() as u8).zip(&mut report.sure.counts) {
            *sure &= claims.counts.contains_key(&seat);
        }
    }
    let mut tables: Vec<capicu::Table> = Vec::new();
    for ending in endings {
        if !tables
            .iter()
            .any(|table| table.game() == ending.table.game())
        {
            tables.push(ending.table);
        }
    }
    Ok(Judged {
        sampled: !every,
        too_many: !goes_on || tables.len() > MOST,
        tables,
        report,
        turns,
        claims: unsure,
    })
}

/// The claims about a round, in the order of checking.
fn made(claims: &Claims) -> impl Iterator<Item = Claim> {
    let left = claims.left.keys().copied().map(Claim::Left);
    let counts = claims.counts.keys().copied().map(Claim::Count);
    let end = claims.end.map(|_| Claim::End);
    let points = claims.points.as_ref().map(|_| Claim::Points);
    let score = claims.score.as_ref().map(|_| Claim::Score);
    left.chain(counts).chain(end).chain(points).chain(score)
}

/// Whether the result of a round, so far, agrees with a claim.
fn bears_out(ending: &Ending, claims: &Claims, claim: Claim) -> bool {
    match claim {
        Claim::Left(seat) => {
            let hand = claims.left.get(&seat).copied().unwrap_or_default();
            let left = ending.left[seat.index()];
            let n = hand.known.len() + usize::from(hand.unknown);
            left.len() == n && (hand.known - left).is_empty()
        }
        Claim::Count(seat) => claims.counts.get(&seat) == Some(&ending.counts[seat.index()]),
        Claim::End => {
            let report = ending.report.as_ref();
            report.is_none_or(|report| EndClaim::of(report) == claims.end)
        }
        Claim::Points => {
            let points = claims.points.as_ref();
            points.is_none_or(|points| same_points(&ending.points, points))
        }
        Claim::Score => claims.score.as_ref() == Some(&ending.score),
        Claim::Result => true,
    }
}

/// Compares points without regard to order.
fn same_points(ours: &[PointClaim], theirs: &[PointClaim]) -> bool {
    let mut rest = theirs.to_vec();
    ours.iter().all(|point| {
        let at = rest.iter().position(|other| other == point);
        at.is_some_and(|at| {
            rest.swap_remove(at);
            true
        })
    }) && rest.is_empty()
}

/// Reports a round, and which parts are the same in all endings.
fn common(endings: &[Ending]) -> Option<RoundReport> {
    let mut reports = endings.iter().map(|ending| ending.report.as_ref());
    let mut report = reports.next()??.clone();
    let first = report.clone();
    for other in reports {
        let sure = &mut report.sure;
        let Some(other) = other else {
            sure.over = false;
            sure.end = false;
            sure.points = false;
            sure.score = false;
            continue;
        };
        sure.end &= (other.ended, other.side) == (first.ended, first.side);
        sure.points &= same_points(&other.points, &first.points);
        sure.score &= other.score == first.score;
        let seats = sure.counts.iter_mut().zip(&other.counts);
        for ((sure, count), same) in seats.zip(&first.counts) {
            *sure &= count == same;
        }
    }
    Some(report)
}

/// The problem of a false claim, with the right result if there are only a few.
fn otherwise(claim: Claim, endings: &[Ending]) -> Problem {
    let only = |text: &dyn Fn(&Ending) -> Option<String>| {
        let mut texts: Vec<String> = endings.iter().filter_map(text).collect();
        texts.sort();
        texts.dedup();
        (texts.len() <= 4).then(|| texts.join(" / "))
    };
    let rules = endings.first().map(|ending| *ending.table.game().rules());
    let rules = rules.as_ref().expect("at least one ending");
    let never = |problem: Option<Problem>| problem.unwrap_or(Problem::ClaimedByNoDeal(claim));
    match claim {
        Claim::Left(seat) => {
            let held = endings.iter().map(|ending| ending.left[seat.index()].len());
            let held = held.max().unwrap_or(0);
            Problem::LeftOtherwise { seat, held }
        }
        Claim::Count(seat) => {
            let counts = only(&|ending| Some(ending.counts[seat.index()].to_string()));
            never(counts.map(|right| Problem::Count { seat, right }))
        }
        Claim::End => {
            let text = |ending: &Ending| {
                let end = EndClaim::of(ending.report.as_ref()?)?;
                Some(format!("`end: {}`", end.written(rules)))
            };
            never(only(&text).map(Problem::End))
        }
        Claim::Points => {
            let text = |ending: &Ending| Some(points_text(rules, &ending.points));
            never(only(&text).map(Problem::Points))
        }
        Claim::Score => {
            let text = |ending: &Ending| Some(score_text(rules, &ending.score));
            never(only(&text).map(Problem::Score))
        }
        Claim::Result => Problem::GoesOn,
    }
}

/// Whether a result is possible at these tables, and whether it is certain.
pub(super) fn results(
    tables: &[capicu::Table],
    fits: impl Fn(Option<&MatchResult>) -> bool,
) -> (bool, bool) {
    let fits = |table: &capicu::Table| fits(table.game().result());
    (tables.iter().any(fits), tables.iter().all(fits))
}

fn points_text(rules: &Rules, points: &[PointClaim]) -> String {
    let points: Vec<_> = points
        .iter()
        .map(|p| {
            let reason = reason_word(p.reason);
            format!("{} {} {reason}", name(rules, p.side), p.points)
        })
        .collect();
    if points.is_empty() {
        "none".to_owned()
    } else {
        points.join(", ")
    }
}

fn score_text(rules: &Rules, score: &[u16]) -> String {
    let score: Vec<_> = Side::all(rules.n_sides())
        .zip(score)
        .map(|(side, points)| format!("{} {points}", name(rules, side)))
        .collect();
    score.join(", ")
}
