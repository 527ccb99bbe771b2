//! Calls of scores and mistakes, as people make them at a table.

use capicu::rules::{CallSum, Calls};
use capicu::{Call, Deal, Fact, Irregularity, Pile, Pip, Round, Rules, Seat, Tile, TileSet};
use chacha20::ChaCha8Rng;

use crate::agreement::below;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manners {
    /// Nobody makes a mistake, and nobody declares a score.
    Perfect,
    /// People make mistakes, and call some scores.
    Clumsy,
}

fn any<T: Copy>(rng: &mut ChaCha8Rng, of: &[T]) -> Option<T> {
    (!of.is_empty()).then(|| of[below(rng, of.len())])
}

/// A deal in which a hand may have a tile or two too many or too few.
pub fn deal(rules: &Rules, manners: Manners, rng: &mut ChaCha8Rng) -> Deal {
    let deal = Deal::shuffled(rules, rng);
    if manners == Manners::Perfect || below(rng, 2) == 0 {
        return deal;
    }
    let mut hands = *deal.hands();
    let mut boneyard: Pile = deal.boneyard().iter().copied().collect();
    for _ in 0..=below(rng, 2) {
        let seat = random_seat(rules, rng);
        if !rules.plays(seat) {
            continue;
        }
        let hand = &mut hands[seat];
        let held = tiles(*hand);
        if below(rng, 2) == 0 && held.len() > 1 {
            let tile = held[below(rng, held.len())];
            hand.remove(tile);
            boneyard.push(tile);
        } else if let Some(tile) = boneyard.pop() {
            hand.insert(tile);
        }
    }
    Deal::as_drawn(rules, hands, boneyard, deal.lot()).expect("the same tiles in other places")
}

fn tiles(set: TileSet) -> Vec<Tile> {
    set.into_iter().collect()
}

pub fn random_seat(rules: &Rules, rng: &mut ChaCha8Rng) -> Seat {
    Seat::new(below(rng, usize::from(rules.n_seats())) as u8).expect("a seat at the table")
}

/// A random call or mistake, possible or not; or none.
pub fn mishap(round: &Round, rules: &Rules, rng: &mut ChaCha8Rng) -> Option<Fact> {
    if rules.calls != Calls::Automatic && below(rng, 2) == 0 {
        return Some(call(round, rules, rng));
    }
    let to_act = round.to_act()?;
    let shown = tiles(round.board().exposed() & round.hands()[to_act]);
    if !shown.is_empty() && below(rng, 2) == 0 {
        return directed(round, &shown, rng).map(Fact::Irregular);
    }
    if below(rng, 8) > 0 {
        return None;
    }
    irregularity(round, rules, rng).map(Fact::Irregular)
}

/// A call, whether there is a score or not.
pub fn call(round: &Round, rules: &Rules, rng: &mut ChaCha8Rng) -> Fact {
    let any = random_seat(rules, rng);
    let last = round.board().last_player().unwrap_or(any);
    let (seat, call) = match below(rng, 4) {
        0 | 1 if rules.call_sum == CallSum::Own => {
            // Usually the right number of points, sometimes from the wrong seat.
            let made = round
                .board()
                .undeclared()
                .last()
                .map(|missed| missed.points);
            let points = made.filter(|_| below(rng, 3) > 0);
            let points = points.unwrap_or_else(|| below(rng, 25) as u16);
            let seat = if below(rng, 4) == 0 { any } else { last };
            (seat, Call::Sum(points))
        }
        0 => (last, Call::Declare),
        1 => (any, Call::Declare),
        _ => (any, Call::Muggins),
    };
    Fact::Called { seat, call }
}

/// An opponent directs an exposed tile.
fn directed(round: &Round, shown: &[Tile], rng: &mut ChaCha8Rng) -> Option<Irregularity> {
    let ends = round.board().layout().ends();
    let on: Vec<Tile> = ends.iter().map(|end| end.tile()).collect();
    Some(Irregularity::Directed {
        tile: any(rng, shown)?,
        on: any(rng, &on)?,
    })
}

fn irregularity(round: &Round, rules: &Rules, rng: &mut ChaCha8Rng) -> Option<Irregularity> {
    let to_act = round.to_act()?;
    let seat = random_seat(rules, rng);
    // A seat with an odd number of tiles was dealt too many or too few.
    let held = round.board().held();
    let odd = |seat: &Seat| {
        u16::from(held[*seat]) != rules.hand.get() && round.board().rules().plays(*seat)
    };
    let miscounted = Seat::all(rules.n_seats()).find(odd).unwrap_or(seat);
    let layout = round.board().layout();
    let laid = tiles(layout.laid());
    let ends: Vec<Tile> = layout.ends().iter().map(|end| end.tile()).collect();
    // Sometimes a tile that is not on the table, or one that is covered.
    let (astray, covered) = (below(rng, 16) == 0, below(rng, 8) == 0);
    let tile_of = |seat: Seat, rng: &mut ChaCha8Rng| {
        let held = tiles(round.hands()[seat]);
        any(rng, if astray { &laid } else { &held })
    };
    Some(match below(rng, 16) {
        0..2 => Irregularity::FalsePass,
        2 if below(rng, 2) == 0 => Irregularity::SlowPlay { seat: to_act },
        2 => Irregularity::TakenBack { seat },
        3..6 => {
            let tile = tile_of(to_act, rng)?;
            let open = match below(rng, 12) {
                0 => Pip::new(below(rng, 7) as u8)?,
                n if n % 2 == 0 => tile.high(),
                _ => tile.low(),
            };
            let on = any(rng, if covered { &laid } else { &ends })?;
            Irregularity::WrongPlay { tile, on, open }
        }
        6 => Irregularity::NeedlessDraw,
        7 => Irregularity::MisledDraw,
        8..10 => Irregularity::OverDrawn { seat: miscounted },
        10..12 => Irregularity::UnderDrawn { seat: miscounted },
        12 | 13 => {
            let seat = [seat, to_act][below(rng, 2)];
            let tile = tile_of(seat, rng)?;
            Irregularity::Exposed { seat, tile }
        }
        14 => directed(round, &tiles(round.hands()[to_act]), rng)?,
        // Rarely, since it ends the round.
        _ if below(rng, 8) == 0 => Irregularity::Void,
        _ => return None,
    })
}
