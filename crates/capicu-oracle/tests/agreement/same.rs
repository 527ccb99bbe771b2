//! Comparisons between the two models.

use std::collections::BTreeSet;

use capicu::rules::{Arms, Choices, Cross, Ends, Spinner};
use capicu::{
    Action, Award, Deal, Duty, Ended, MatchResult, Opening, Redeal, Round, RoundResult, ScoreTurn,
    Standing, Tile,
};
use capicu_oracle::{
    Again, Before, Bone, End, MatchEnd, ModelDeal, ModelRound, Owes, Points, Pose, Tree, Turned,
    Written,
};

pub fn bones<'a>(tiles: impl IntoIterator<Item = Tile> + 'a) -> Vec<Bone> {
    tiles.into_iter().map(Bone::from).collect()
}

pub fn model_deal(deal: &Deal) -> ModelDeal {
    ModelDeal {
        hands: deal.hands().iter().map(|hand| bones(*hand)).collect(),
        boneyard: bones(deal.boneyard().iter().copied()),
        lot: deal.lot(),
    }
}

pub fn pose_of(opening: &Opening) -> Pose {
    Pose {
        seat: opening.seat.index(),
        owes: match opening.duty {
            Duty::Tile(tile) => Owes::Tile(tile.into()),
            Duty::Any => Owes::Any,
            Duty::Holder(tile) => Owes::AnyHolding(tile.into()),
            Duty::Double => Owes::Double,
            Duty::DrawForDouble => Owes::DrawForDouble,
        },
        may_hand_over: opening.may_hand_over,
    }
}

pub fn again_of(redeal: Redeal) -> Again {
    match redeal {
        Redeal::NoDouble => Again::NoDouble,
        Redeal::ManyDoubles(seat) => Again::ManyDoubles(seat.index()),
        Redeal::LongSuit(seat) => Again::LongSuit(seat.index()),
    }
}

/// Awards in canonical order, without those of 0 points.
pub fn points_of<'a>(awards: impl IntoIterator<Item = &'a Award>) -> Vec<Points> {
    let mut all: Vec<Points> = awards
        .into_iter()
        .filter(|award| award.points > 0)
        .map(|award| Points {
            team: award.side.index(),
            why: award.why,
            points: u32::from(award.points),
        })
        .collect();
    all.sort();
    all
}

pub fn sorted(points: &[Points]) -> Vec<Points> {
    let mut all = points.to_vec();
    all.sort();
    all
}

fn end_of(ended: Ended) -> End {
    match ended {
        Ended::Out(seat) => End::Out(seat.index()),
        Ended::Blocked(seat) => End::Blocked(seat.map(|seat| seat.index())),
        Ended::Target(side) => End::Target(side.index()),
        Ended::Void => End::Void,
        Ended::Doubles(seat) => End::Doubles(seat.index()),
        Ended::Foul(seat) => End::Foul(seat.index()),
    }
}

/// The standing of a match, and whether the next round is a play-off.
pub fn standing_of(standing: &Standing) -> (Before, bool) {
    let before = Before {
        scores: standing.scores.iter().map(|s| u32::from(*s)).collect(),
        ties: u32::from(standing.ties),
        decided: u32::from(standing.decided),
        finished: u32::from(standing.round),
        // Compared separately.
        play_off: false,
        passed: standing.passed,
        places: standing.places.iter().map(|p| usize::from(*p)).collect(),
    };
    (before, standing.play_off)
}

pub fn end_of_match(end: &MatchResult) -> MatchEnd {
    MatchEnd {
        winner: end.winner.index(),
        losers: end.losers.iter().copied().collect(),
        skunked: end.skunked.iter().copied().collect(),
    }
}

macro_rules! agree {
    ($what:expr, $engine:expr, $model:expr) => {
        let (engine, model) = ($engine, $model);
        if engine != model {
            return Err(format!(
                "{}\n  engine: {engine:?}\n  model:  {model:?}",
                $what
            ));
        }
    };
}

/// Whether two plays of one tile lead to the same future (G6).
pub fn same_future(tree: &Tree, one: (Bone, Bone), other: (Bone, Bone), choices: &Choices) -> bool {
    let after = |(bone, on): (Bone, Bone)| {
        let mut tree = tree.clone();
        tree.lay(bone, Some(on), choices);
        tree.future(choices)
    };
    one.0 == other.0 && after(one) == after(other)
}

pub fn as_play(action: &Action) -> Option<(Bone, Bone)> {
    match action {
        Action::Play { tile, on } => Some(((*tile).into(), (*on).into())),
        _ => None,
    }
}

/// Checks that the distinct actions leave out only equivalent ones, and on a plain line all of these.
pub fn check_distinct(round: &Round, model: &ModelRound, choices: &Choices) -> Result<(), String> {
    let every = round.legal_actions();
    let distinct = round.distinct_actions();
    if every.len() == distinct.len() && distinct.len() == 1 {
        agree!("the only action", &distinct, &every);
        return Ok(());
    }
    let tree = model.tree();
    for action in &every {
        let listed = distinct.contains(action)
            || as_play(action).is_some_and(|play| {
                distinct
                    .iter()
                    .filter_map(as_play)
                    .any(|other| same_future(tree, play, other, choices))
            });
        if !listed {
            return Err(format!("{action} is not among the distinct {distinct:?}"));
        }
    }
    if let Some(extra) = distinct.iter().find(|action| !every.contains(action)) {
        return Err(format!("{extra} is listed but not legal"));
    }
    let plain = choices.spinner == Spinner::None
        && choices.arms == Arms::Free
        && choices.cross == Cross::Free
        && choices.ends == Ends::Off;
    let plays: Vec<_> = distinct.iter().filter_map(as_play).collect();
    for (i, play) in plays.iter().enumerate() {
        for other in &plays[..i] {
            if plain && same_future(tree, *play, *other, choices) {
                return Err(format!("{play:?} and {other:?} are the same, both listed"));
            }
        }
    }
    Ok(())
}

pub fn check_step(round: &Round, model: &ModelRound, choices: &Choices) -> Result<(), String> {
    agree!(
        "to act",
        round.to_act().map(|seat| seat.index()),
        model.to_act()
    );
    let every: BTreeSet<Action> = round.legal_actions().into_iter().collect();
    let legal: BTreeSet<Action> = model.legal().into_iter().collect();
    agree!("legal actions", &every, &legal);
    let made: Vec<u32> = (round.board().points().iter())
        .map(|points| u32::from(*points))
        .collect();
    let model_made: Vec<u32> = (0..made.len())
        .map(|side| model.score(side) - model.base()[side])
        .collect();
    agree!("points in play", made, model_made);
    let hands: Vec<BTreeSet<Bone>> = (round.hands().iter())
        .map(|hand| hand.into_iter().map(Bone::from).collect())
        .collect();
    let model_hands: Vec<BTreeSet<Bone>> = (model.hands().iter())
        .map(|hand| hand.iter().copied().collect())
        .collect();
    agree!("hands", hands, model_hands);
    check_distinct(round, model, choices)
}

pub fn check_result(result: &RoundResult, written: &Written) -> Result<(), String> {
    let outcome = &result.outcome;
    let settled = &written.settled;
    agree!("end", end_of(outcome.ended), settled.end);
    agree!(
        "winner",
        outcome.winner.map(|seat| seat.index()),
        settled.winner
    );
    let counts: Vec<u32> = outcome.counts.iter().map(|c| u32::from(*c)).collect();
    agree!("counts", &counts, &settled.counts);
    agree!(
        "awards at the end",
        points_of(&outcome.awards),
        sorted(&settled.points)
    );
    agree!(
        "awards written down",
        points_of(&result.written),
        sorted(&written.written)
    );
    let turn = result.turn.map(|turn| match turn {
        ScoreTurn::Reset => Turned::Reset,
        ScoreTurn::OneAll => Turned::OneAll,
        ScoreTurn::TwoLove => Turned::TwoLove,
    });
    agree!("turn of the score", turn, written.turned);
    let scores: Vec<u32> = result.scores.iter().map(|s| u32::from(*s)).collect();
    agree!("scores", &scores, &written.scores);
    let end = result.result.as_ref().map(end_of_match);
    agree!("match result", &end, &written.result);
    Ok(())
}
