//! Messages to a viewer do not depend on tiles it has not seen: if unseen tiles change places, not a byte changes. A
//! seat has seen its own hand; a spectator has seen none.

use capicu::fair::Seed;
use capicu::{
    BySeat, Deal, Fact, Game, Opening, Pile, Rules, Seat, Table, Tile, TileSet, Viewer, Waiting,
};
use capicu_protocol::{Actor, Event, encode};

/// A small random generator for these tests, which need only variety.
struct Luck(u64);

impl Luck {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Encodes all that the viewer receives in a round of these actions. `None` if one is not legal or the round opens or
/// ends differently, since everybody knows who holds the opening tile and that a round is blocked.
fn sent(
    rules: &Rules,
    deal: &Deal,
    actions: &[capicu::Action],
    viewer: Viewer,
    opening: &Opening,
) -> Option<String> {
    let mut table = Table::new(*rules);
    let mut text = String::new();
    let mut tell = |events: Vec<capicu::Event>| {
        for event in events {
            let event = Event::from_seen(&event.visible_to(viewer), 0, Actor::Person);
            text.push_str(&encode(&event));
        }
    };
    if table.waiting() == Waiting::TurnUp {
        let tiles: Vec<Option<Tile>> = rules
            .tiles()
            .into_iter()
            .map(Some)
            .take(rules.n_seats().into())
            .collect();
        tell(
            table
                .apply(&Fact::TurnedUp(BySeat::from_slice(&tiles)?))
                .ok()?,
        );
    }
    if table.game().opening(deal).as_ref() != Ok(opening) {
        return None;
    }
    tell(table.apply(&Fact::Dealt(Box::new(deal.clone()))).ok()?);
    for action in actions {
        tell(table.apply(&Fact::Acted(*action)).ok()?);
        if table.round()?.outcome().is_some() {
            return None;
        }
    }
    Some(text)
}

/// The deal with two tiles exchanged, wherever they are.
fn exchanged(rules: &Rules, deal: &Deal, a: Tile, b: Tile) -> Option<Deal> {
    let other = |tile| match tile {
        tile if tile == a => b,
        tile if tile == b => a,
        tile => tile,
    };
    let hand = |seat| {
        deal.hands()[seat]
            .into_iter()
            .map(other)
            .collect::<TileSet>()
    };
    let hands = BySeat::from_fn(rules.n_seats(), hand);
    let boneyard: Pile = deal.boneyard().iter().copied().map(other).collect();
    Deal::new(rules, hands, boneyard, deal.lot()).ok()
}

#[test]
fn unseen_tiles_change_no_byte_for_a_seat() {
    let mut luck = Luck(7);
    let compared = compared(|players| {
        let seat = luck.below(players.into()) as u8;
        Seat::new(seat).unwrap().into()
    });
    assert!(compared > 2000, "only {compared} worlds were compared");
}

#[test]
fn unseen_tiles_change_no_byte_for_spectators() {
    let compared = compared(|_| Viewer::Public);
    assert!(compared > 2000, "only {compared} worlds were compared");
}

/// Compares the messages to a viewer in worlds that differ in two unseen tiles. `viewer` gets the number of players.
/// Returns the number of comparisons.
fn compared(mut viewer: impl FnMut(u8) -> Viewer) -> usize {
    let (mut compared, mut luck) = (0, Luck(7));
    for game in Game::ALL {
        for &players in game.players {
            let rules = game.rules(players).unwrap();
            for number in 0..30 {
                let seed = Seed::from_number(number);
                let deal = seed.deal(&rules, 0);
                let viewer = viewer(players);
                // A part of a round.
                let Some((opening, actions, seen)) = round(&rules, &deal, viewer, &mut luck) else {
                    continue;
                };
                let told = sent(&rules, &deal, &actions, viewer, &opening).unwrap();
                let unseen: Vec<Tile> = (rules.tiles() - seen).into_iter().collect();
                for _ in 0..10 {
                    if unseen.len() < 2 {
                        break;
                    }
                    let (a, b) = (luck.below(unseen.len()), luck.below(unseen.len()));
                    let other = exchanged(&rules, &deal, unseen[a], unseen[b]).unwrap();
                    // In the other world, a player who passed may have been able to play. Such a world is impossible
                    // for the viewer.
                    if let Some(other) = sent(&rules, &other, &actions, viewer, &opening) {
                        assert_eq!(other, told, "{} of {players}", game.id);
                        compared += usize::from(a != b);
                    }
                }
            }
        }
    }
    compared
}

/// Plays part of a round: its opening, its first actions and all tiles that the viewer has seen by then.
fn round(
    rules: &Rules,
    deal: &Deal,
    viewer: Viewer,
    luck: &mut Luck,
) -> Option<(Opening, Vec<capicu::Action>, TileSet)> {
    let mut table = Table::new(*rules);
    if table.waiting() == Waiting::TurnUp {
        let tiles: Vec<Option<Tile>> = rules
            .tiles()
            .into_iter()
            .map(Some)
            .take(rules.n_seats().into())
            .collect();
        table
            .apply(&Fact::TurnedUp(BySeat::from_slice(&tiles)?))
            .ok()?;
    }
    let opening = table.game().opening(deal).ok()?;
    table.apply(&Fact::Dealt(Box::new(deal.clone()))).ok()?;
    let mut actions = Vec::new();
    let mut shown = TileSet::EMPTY;
    for _ in 0..luck.below(20) {
        let mut next = table.clone();
        let legal = table.round()?.distinct_actions();
        let action = legal[luck.below(legal.len())];
        for event in next.apply(&Fact::Acted(action)).ok()? {
            if let capicu::Event::Done(step) = event
                && step.mv.shown
            {
                shown |= step.mv.drawn.into_iter().collect();
            }
        }
        if next.round()?.outcome().is_some() {
            break;
        }
        table = next;
        actions.push(action);
    }
    let round = table.round()?;
    let own = viewer
        .seat()
        .map_or(TileSet::EMPTY, |seat| round.hands()[seat]);
    let seen = round.board().layout().laid() | own | shown;
    Some((opening, actions, seen))
}
