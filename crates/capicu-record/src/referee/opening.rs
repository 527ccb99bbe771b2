//! Finds the possible openings of a round with unknown tiles.

use capicu::rules::{Lead, NoDouble, PosePass};
use capicu::{Rules, Seat, Table, Tile, TileSet};

use super::Problem;
use super::places::{Places, Set};
use super::play::any_seat;
use super::replay::Fault;
use super::world::{Ground, Unfit, World};
use crate::record::RoundRecord;

/// One way in which the deal can decide the opener.
#[derive(Default)]
struct Case {
    /// This tile was in one of these places.
    named: Option<(Tile, Set)>,
    /// None of these tiles was in these places.
    away: Vec<(TileSet, Set)>,
    /// At least one of these tiles was in these places.
    any: Option<(TileSet, Set)>,
}

/// The worlds in which the seat that moved first can have opened; the fault if there is none.
pub(super) fn worlds<'a>(ground: &'a Ground<'a>, base: &'a Table) -> Result<Vec<World<'a>>, Fault> {
    let rules = base.game().rules();
    let first = first_turn(ground.round);
    let lots = match ground.round.dealt.lot() {
        Some(lot) => lot..lot.saturating_add(1),
        // The first move shows the decision of the lot.
        None => 0..u32::from(rules.n_seats()),
    };
    let mut worlds: Vec<World<'a>> = Vec::new();
    let mut openings = Vec::new();
    let mut fault = None;
    for lot in lots {
        let mut any = World::new(ground, base, lot);
        match any.fit() {
            Err(Unfit::TooLong) => return Err(Problem::TooManyUnknown.into()),
            Ok(()) if !by_tiles(base) => {
                // Another lot with the same opener adds nothing.
                let opening = any
                    .played()
                    .table
                    .round()
                    .map(|round| round.board().opening());
                let seat = opening.map(|opening| opening.seat);
                if openings.contains(&seat) {
                    continue;
                }
                openings.push(seat);
            }
            _ => {}
        }
        let seat = first.map(|turn| ground.round.moves[turn].seat);
        let opener = any.played.as_ref().and_then(super::play::Played::to_act);
        for case in cases(base, &ground.places, seat, opener) {
            let mut world = World::new(ground, base, lot);
            if let Some((tile, places)) = case.named {
                world.only(tile, places);
            }
            for (tiles, places) in case.away {
                world.limit(first, tiles, places);
            }
            if let Some((tiles, places)) = case.any {
                world.demand(None, tiles, places);
            }
            match world.fit() {
                Ok(()) => worlds.push(world),
                Err(Unfit::TooLong) => return Err(Problem::TooManyUnknown.into()),
                Err(Unfit::NoDeal) => {
                    fault.get_or_insert_with(|| Fault {
                        turn: first,
                        ..wrong_opener(ground, &any, seat).into()
                    });
                }
            }
        }
        if by_tiles(base) {
            break;
        }
    }
    if worlds.is_empty() {
        return Err(fault.unwrap_or_else(|| Problem::NoDeal.into()));
    }
    Ok(worlds)
}

fn first_turn(round: &RoundRecord) -> Option<usize> {
    round.moves.iter().position(|m| !any_seat(&m.what))
}

/// Whether the tiles of the deal name the opener.
pub(super) fn by_tiles(base: &Table) -> bool {
    let opener = base.game().rules().opener;
    base.game().next_side().is_none() && opener.is_named_by_tile()
}

/// Every way in which a deal can make this seat open. Each deal belongs to at most one of them.
fn cases(base: &Table, places: &Places, seat: Option<Seat>, opener: Option<Seat>) -> Vec<Case> {
    let rules = base.game().rules();
    let dealt = places.hands();
    if !by_tiles(base) {
        if rules.lead != Lead::Double || base.game().next_side().is_none() {
            return vec![Case::default()];
        }
        // Players who hold a double must lead one.
        let among = match (rules.pose_pass, opener) {
            (PosePass::AnyTile, Some(opener)) => places.hand(opener),
            _ => dealt,
        };
        let doubles = rules.tiles() & TileSet::DOUBLES;
        let some = Case {
            any: Some((doubles, among)),
            ..Case::default()
        };
        let none = Case {
            away: vec![(doubles, among)],
            ..Case::default()
        };
        return vec![some, none];
    }
    let its = seat.map_or(dealt, |seat| places.hand(seat));
    let mut cases = Vec::new();
    let naming = rules.naming_tiles(base.game().standing().round);
    let mut before = TileSet::EMPTY;
    for tile in naming {
        cases.push(Case {
            named: Some((tile, its)),
            away: vec![(before, dealt)],
            any: None,
        });
        before.insert(tile);
    }
    let naming = before;
    match rules.no_double {
        NoDouble::Redeal => {}
        NoDouble::DrawForDouble | NoDouble::HeaviestHand => cases.push(Case {
            away: vec![(naming, dealt)],
            ..Case::default()
        }),
        NoDouble::HighestTile => cases.extend(by_highest(rules, naming, its, dealt)),
    }
    cases
}

/// The ways in which no opening tile was dealt and the highest tile decides.
fn by_highest(rules: &Rules, naming: TileSet, its: Set, dealt: Set) -> Vec<Case> {
    let mut higher = naming;
    let mut cases = Vec::new();
    for tile in Rules::ranked(rules.tiles() - naming) {
        cases.push(Case {
            named: Some((tile, its)),
            away: vec![(higher, dealt)],
            any: None,
        });
        higher.insert(tile);
    }
    cases
}

/// Why this seat cannot be the opener, compared with an unrestricted deal.
fn wrong_opener(ground: &Ground<'_>, any: &World<'_>, seat: Option<Seat>) -> Problem {
    let Some(played) = &any.played else {
        return any.begin(&any.places).err().unwrap_or(Problem::NoDeal);
    };
    let hands = ground.round.dealt.hands();
    let known = hands.iter().all(|hand| hand.unknown == 0);
    match (seat, played.to_act()) {
        (Some(seat), Some(to_act)) if known => Problem::NotItsTurn { seat, to_act },
        (Some(seat), _) => Problem::CannotOpen(seat),
        (None, _) => Problem::NoDeal,
    }
}
