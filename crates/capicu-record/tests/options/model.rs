//! Judges the same records by the second model of the rules.

use capicu::{Fact, Rules, Tile, TileSet};
use capicu_oracle::{
    Again, Bone, End, ModelDeal, ModelMatch, ModelRound, Points, taken_back, team_of,
};
use capicu_record::Record;
use capicu_record::record::{
    Dealt, EndClaim, Item, MoveRecord, PointClaim, ResultClaim, RoundRecord, ThrownIn, facts_of,
};

use crate::options::{legal_claim, said};

pub fn judged(record: &Record) -> Result<(), String> {
    let record = &filled_in(record);
    let mut facts = facts_of(record).expect("every tile is known").into_iter();
    let mut model = ModelMatch::new(record.rules.choices());
    let mut number = 0;
    for item in &record.items {
        let fact = facts.next().expect("every item is a fact");
        let turn_up = matches!(item, Item::TurnedUp(_));
        let turn_up = turn_up || matches!(item, Item::Withdrew(_)) && model.needs_draw_for_set();
        same("tiles are turned up", turn_up, model.needs_draw_for_set())?;
        match (item, fact) {
            (_, Fact::TurnedUp(tiles)) => {
                model.draw_for_set(&bones(tiles.iter().copied().flatten()));
            }
            (Item::ThrownIn { why, .. }, Fact::Dealt(deal)) => {
                let again = model.pose(&model_deal(&deal)).err();
                let why = match why {
                    ThrownIn::NoDouble => Again::NoDouble,
                    ThrownIn::ManyDoubles(seat) => Again::ManyDoubles(seat.index()),
                    ThrownIn::LongSuit(seat) => Again::LongSuit(seat.index()),
                };
                same("thrown in", Some(why), again)?;
            }
            (Item::Round(round), Fact::Dealt(deal)) => {
                number += 1;
                let opened = model.open(&model_deal(&deal));
                let mut playing = opened.map_err(|why| format!("the deal has {why:?}"))?;
                let legal: Vec<_> = said(record, "legal")
                    .map(legal_claim)
                    .filter(|(round, ..)| *round == number)
                    .collect();
                for (turn, m) in round.moves.iter().enumerate() {
                    for (_, _, expected) in legal.iter().filter(|(_, at, _)| *at == turn + 1) {
                        same("legal", expected, &legal_now(&playing))?;
                    }
                    let fact = facts.next().expect("every move is a fact");
                    make(m, &fact, &mut playing)?;
                }
                if playing.settled().is_some() {
                    claims(&record.rules, round, &playing, &mut model)?;
                }
            }
            (Item::Withdrew(_), Fact::Withdrew(seat)) => {
                same("withdrew", true, model.leave(seat.index()))?;
            }
            (item, fact) => return Err(format!("{item:?} is {fact:?}")),
        }
    }
    let result = model.result();
    let winner = match record.result {
        ResultClaim::Won(side) => Some(side.index()),
        _ => None,
    };
    same("result", winner, result.map(|end| end.winner))?;
    for text in said(record, "places") {
        let places: Vec<String> = model.before().places.iter().map(usize::to_string).collect();
        same("places", text, &places.join(" "))?;
    }
    for text in said(record, "skunked") {
        let skunked = result.map(|end| end.skunked.clone()).unwrap_or_default();
        let letters: Vec<&str> = ["A", "B", "C", "D"]
            .into_iter()
            .zip(skunked)
            .filter_map(|(letter, skunked)| skunked.then_some(letter))
            .collect();
        let letters = if letters.is_empty() {
            vec!["none"]
        } else {
            letters
        };
        same("skunked", text, &letters.join(" "))?;
    }
    Ok(())
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, said: T, model: T) -> Result<(), String> {
    if said == model {
        return Ok(());
    }
    Err(format!(
        "{what}: the record says {said:?}, the model {model:?}"
    ))
}

fn bones(tiles: impl IntoIterator<Item = Tile>) -> Vec<Bone> {
    tiles.into_iter().map(Bone::from).collect()
}

fn model_deal(deal: &capicu::Deal) -> ModelDeal {
    ModelDeal {
        hands: deal.hands().iter().map(|hand| bones(*hand)).collect(),
        boneyard: bones(deal.boneyard().iter().copied()),
        lot: deal.lot(),
    }
}

fn filled_in(record: &Record) -> Record {
    let mut record = record.clone();
    for item in &mut record.items {
        let Item::Round(round) = item else { continue };
        let dealt = &round.dealt;
        let known: TileSet = dealt.known();
        let mut rest = (record.rules.tiles() - known).into_iter();
        let pile = dealt.boneyard().iter();
        let boneyard = pile.map(|tile| tile.or_else(|| rest.next())).collect();
        round.dealt = Dealt::new(&record.rules, *dealt.hands(), boneyard, dealt.lot())
            .expect("the same tiles");
    }
    record
}

fn legal_now(round: &ModelRound) -> Vec<String> {
    let mut legal: Vec<String> = round.legal().iter().map(ToString::to_string).collect();
    legal.sort();
    legal
}

fn make(m: &MoveRecord, fact: &Fact, round: &mut ModelRound) -> Result<(), String> {
    match fact {
        Fact::Acted(action) => {
            same("turn", Some(m.seat.index()), round.to_act())?;
            if !round.legal().contains(action) {
                return Err(format!("{action} is not among {:?}", legal_now(round)));
            }
            round.play(*action);
        }
        Fact::Called { seat, call } => {
            let called = round.call(seat.index(), *call);
            called.ok_or_else(|| format!("{call:?}: nothing to call"))?;
        }
        Fact::Irregular(what) => {
            let ruled = round.adjudicate(*what);
            ruled.ok_or_else(|| format!("{what:?} cannot have happened"))?;
        }
        fact => return Err(format!("{fact:?} is no move")),
    }
    Ok(())
}

/// Finishes the round in the model and compares it with the claims of the record.
fn claims(
    rules: &Rules,
    record: &RoundRecord,
    round: &ModelRound,
    model: &mut ModelMatch,
) -> Result<(), String> {
    let written = model.finish(round);
    let settled = &written.settled;
    let side = |seat: usize| team_of(seat, rules);
    let end = match settled.end {
        End::Out(seat) => format!("out {seat}"),
        End::Blocked(_) => match settled.winner {
            Some(seat) => format!("blocked {}", side(seat)),
            None => "tied".to_owned(),
        },
        End::Target(side) => format!("target {side}"),
        End::Void => "void".to_owned(),
        End::Doubles(seat) => format!("doubles {seat}"),
        End::Foul(seat) => format!("foul {seat}"),
    };
    let said = record.claims.end.map(|claim| match claim {
        EndClaim::Out(seat) => format!("out {}", seat.index()),
        EndClaim::Blocked(side) => format!("blocked {}", side.index()),
        EndClaim::Tied => "tied".to_owned(),
        EndClaim::Target(side) => format!("target {}", side.index()),
        EndClaim::Void => "void".to_owned(),
        EndClaim::Doubles(seat) => format!("doubles {}", seat.index()),
        EndClaim::Foul(seat) => format!("foul {}", seat.index()),
    });
    same("end", said, Some(end))?;
    let mut points = written.written;
    if !taken_back(settled.end, rules) {
        points.extend(round.made());
    }
    points.sort();
    let claimed = record.claims.points.as_ref();
    let mut said: Vec<Points> = (claimed.into_iter().flatten())
        .map(|claim: &PointClaim| Points {
            team: claim.side.index(),
            why: claim.reason,
            points: u32::from(claim.points),
        })
        .collect();
    said.sort();
    same("points", said, points)?;
    let score = record.claims.score.iter().flatten();
    same(
        "score",
        score.map(|s| u32::from(*s)).collect(),
        written.scores,
    )
}
