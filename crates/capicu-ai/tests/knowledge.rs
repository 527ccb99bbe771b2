//! A seat's knowledge compared with all deals. Each is played again like the round, and deals that look different to
//! the seat are dropped.

use std::collections::BTreeMap;

use capicu::fair::Seed;
use capicu::rules::*;
use capicu::{
    Action, BySeat, Deal, DominoSet, Game, Match, Move, Pile, Pip, Round, Rules, Seat, Tile,
    TileSet, View,
};
use capicu_ai::{Knowledge, KnowledgeError, World};
use capicu_arena::duel::{Start, deal};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

fn pip(n: u8) -> Pip {
    Pip::new(n).unwrap()
}

/// A reduced game: the choices of a preset on a smaller set.
fn reduced(id: &str, players: u8, highest: u8, hand: u16, change: impl Fn(&mut Choices)) -> Rules {
    let game = Game::by_id(id).unwrap();
    let mut choices = game
        .choices(players)
        .unwrap_or_else(|| game.choices(game.players[0]).unwrap());
    choices.players = Within::new(u16::from(players)).unwrap();
    choices.set = DominoSet::with_highest(pip(highest)).unwrap();
    choices.hand = Within::new(hand).unwrap();
    choices.reserve = Within::new(0).unwrap();
    if players != 4 {
        choices.teams = Teams::Singles;
    }
    change(&mut choices);
    Rules::new(choices).unwrap()
}

/// Every deal in which the seat has this hand: the other hands, and the boneyard in every order.
fn every_deal(rules: &Rules, seat: Seat, hand: TileSet) -> Vec<Deal> {
    fn deal_out(
        rules: &Rules,
        left: TileSet,
        seats: &[Seat],
        hands: BySeat<TileSet>,
        deals: &mut Vec<Deal>,
    ) {
        let Some((&seat, others)) = seats.split_first() else {
            sleep(rules, left, hands, &mut Pile::new(), deals);
            return;
        };
        choose(left, usize::from(rules.hand.get()), &mut |hand| {
            let mut hands = hands;
            hands[seat] = hand;
            deal_out(rules, left - hand, others, hands, deals);
        });
    }
    fn sleep(
        rules: &Rules,
        left: TileSet,
        hands: BySeat<TileSet>,
        pile: &mut Pile,
        deals: &mut Vec<Deal>,
    ) {
        if left.is_empty() {
            deals.push(Deal::new(rules, hands, pile.clone(), 0).unwrap());
        }
        for tile in left {
            pile.push(tile);
            sleep(rules, left - TileSet::of(tile), hands, pile, deals);
            pile.pop();
        }
    }
    let seats: Vec<Seat> = Seat::all(rules.n_seats()).filter(|s| *s != seat).collect();
    let mut hands = BySeat::new(rules.n_seats());
    hands[seat] = hand;
    let mut deals = Vec::new();
    deal_out(rules, rules.tiles() - hand, &seats, hands, &mut deals);
    deals
}

/// Every subset of this size.
fn choose(from: TileSet, n: usize, each: &mut dyn FnMut(TileSet)) {
    fn go(from: TileSet, n: usize, chosen: TileSet, each: &mut dyn FnMut(TileSet)) {
        if n == 0 {
            return each(chosen);
        }
        let mut left = from;
        for tile in from {
            left.remove(tile);
            if left.len() + 1 >= n {
                go(left, n - 1, chosen | TileSet::of(tile), each);
            }
        }
    }
    go(from, n, TileSet::EMPTY, each);
}

fn key(hands: &BySeat<TileSet>, boneyard: TileSet) -> Vec<TileSet> {
    let mut key: Vec<TileSet> = hands.iter().copied().collect();
    key.push(boneyard);
    key
}

fn key_of(world: &World) -> Vec<TileSet> {
    key(&world.hands, world.boneyard)
}

/// The deals that a seat cannot distinguish from the true one, throughout the round.
struct Oracle {
    seat: Seat,
    view: View,
    rounds: Vec<Round>,
}

impl Oracle {
    fn new(game: &Match, seat: Seat, round: &Round) -> Self {
        let rules = game.rules();
        let opening = round.board().opening();
        let rounds = every_deal(rules, seat, round.hands()[seat])
            .iter()
            .filter(|deal| game.opening(deal) == Ok(opening))
            .map(|deal| game.open(deal).unwrap())
            .collect();
        Self {
            seat,
            view: round.view_from_here(seat),
            rounds,
        }
    }

    /// Random deals, `n` of them, each with the seat's own hand.
    fn of_deals(game: &Match, seat: Seat, round: &Round, n: usize, rng: &mut ChaCha8Rng) -> Self {
        let rules = game.rules();
        let hand = round.hands()[seat];
        let mut hidden: Vec<Tile> = (rules.tiles() - hand).into_iter().collect();
        let mut rounds = Vec::new();
        for _ in 0..n {
            for last in (1..hidden.len()).rev() {
                hidden.swap(last, rng.next_u32() as usize % (last + 1));
            }
            let mut hands = BySeat::new(rules.n_seats());
            hands[seat] = hand;
            let mut rest = hidden.iter().copied();
            for other in Seat::all(rules.n_seats()).filter(|other| *other != seat) {
                let dealt = rest.by_ref().take(usize::from(rules.hand.get()));
                hands[other] = dealt.collect();
            }
            let deal = Deal::new(rules, hands, rest.collect(), 0).unwrap();
            if game.opening(&deal) == Ok(round.board().opening()) {
                rounds.push(game.open(&deal).unwrap());
            }
        }
        Self {
            seat,
            view: round.view_from_here(seat),
            rounds,
        }
    }

    /// Compares the frequency of every tile at every seat with the predicted chance, within the error of the sample.
    fn compare_shares(&self, name: &str) {
        let chances = Knowledge::of(&self.view).unwrap().chances().unwrap();
        let n = self.rounds.len() as f64;
        for tile in self.view.unseen() {
            for seat in Seat::all(self.view.board().rules().n_seats()) {
                let holders = self
                    .rounds
                    .iter()
                    .filter(|r| r.hands()[seat].contains(tile));
                let (share, chance) = (holders.count() as f64 / n, chances.holds(seat, tile));
                let spread = (chance * (1.0 - chance) / n).sqrt();
                let off = (share - chance).abs();
                assert!(
                    off <= 5.0 * spread + 1e-9,
                    "{name} {seat} {tile}: {share} {chance}"
                );
            }
        }
    }

    fn observe(&mut self, true_round: &Round, step: &capicu::Step) {
        let seen = step.mv.visible_to(self.seat);
        self.view.observe(&seen, &step.awards);
        let over = true_round.outcome().is_some();
        self.rounds.retain_mut(|round| {
            let Ok(other) = round.play(step.mv.action) else {
                return false;
            };
            let same: Move = other.mv.visible_to(self.seat);
            same == seen && round.outcome().is_some() == over
        });
    }

    /// Compares the possible deals with the seat's knowledge.
    fn compare(&self, true_round: &Round, name: &str) {
        let mut worlds: BTreeMap<Vec<TileSet>, u128> = BTreeMap::new();
        for round in &self.rounds {
            let boneyard: TileSet = round.boneyard().collect();
            *worlds.entry(key(round.hands(), boneyard)).or_default() += 1;
        }
        let all: u128 = worlds.values().sum();
        let view = &self.view;
        let knowledge = Knowledge::of(view).unwrap();
        let count = knowledge.count().unwrap();
        let listed = knowledge.worlds(usize::MAX).unwrap();
        assert_eq!(
            listed.iter().map(|(_, weight)| weight).sum::<u128>(),
            count,
            "{name}"
        );
        let said: BTreeMap<_, _> = listed
            .iter()
            .map(|(w, weight)| (key_of(w), *weight))
            .collect();
        assert_eq!(
            said.keys().collect::<Vec<_>>(),
            worlds.keys().collect::<Vec<_>>(),
            "{name} {view:?}"
        );
        for (key, weight) in &said {
            assert_eq!(weight * all, worlds[key] * count, "{name} {view:?}");
        }
        for (world, weight) in listed.iter().take(3) {
            assert_eq!(knowledge.weight(world), Some(*weight), "{name}");
        }
        let truth = World {
            hands: *true_round.hands(),
            boneyard: true_round.boneyard().collect(),
        };
        assert!(knowledge.weight(&truth).unwrap() > 0, "{name}");
        self.compare_chances(&knowledge, all, name);
    }

    fn compare_chances(&self, knowledge: &Knowledge, all: u128, name: &str) {
        let chances = knowledge.chances().unwrap();
        let share = |n: usize| n as f64 / all as f64;
        for seat in Seat::all(self.view.board().rules().n_seats()) {
            for tile in self.view.unseen() | self.view.hand() {
                let with = self
                    .rounds
                    .iter()
                    .filter(|r| r.hands()[seat].contains(tile));
                let difference = share(with.count()) - chances.holds(seat, tile);
                assert!(difference.abs() < 1e-9, "{name} {seat} {tile}");
            }
            for suit in [0, 1, 2] {
                let suit = TileSet::suit(pip(suit));
                let without = self
                    .rounds
                    .iter()
                    .filter(|r| !r.hands()[seat].intersects(suit));
                let said = knowledge.chance_of_none(seat, suit).unwrap();
                assert!(
                    (share(without.count()) - said).abs() < 1e-9,
                    "{name} {seat}"
                );
            }
        }
        for tile in self.view.unseen() {
            let boneyard = |r: &&Round| r.boneyard().any(|other| other == tile);
            let difference =
                share(self.rounds.iter().filter(boneyard).count()) - chances.sleeps(tile);
            assert!(difference.abs() < 1e-9, "{name} {tile}");
        }
    }
}

/// Plays rounds of matches at random and compares at every turn, for a random seat.
fn check(name: &str, rules: Rules, seeds: std::ops::Range<u64>) {
    let mut compared = 0;
    for seed in seeds {
        let dealer = Seed::from_number(seed);
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let mut game = Match::new(rules);
        let mut dealt = 0;
        let mut rounds = 0;
        while game.result().is_none() && rounds < 4 {
            if game.needs_draw_for_set() {
                game.draw_for_set(&dealer.turn_up(&game, dealt));
                dealt += 1;
                continue;
            }
            let deal = dealer.deal(&rules, dealt);
            dealt += 1;
            let Ok(mut round) = game.open(&deal) else {
                continue;
            };
            let seat = Seat::new((rng.next_u32() % u32::from(rules.n_seats())) as u8).unwrap();
            let mut oracle = Oracle::new(&game, seat, &round);
            while round.outcome().is_none() {
                oracle.compare(&round, name);
                compared += 1;
                let actions = round.distinct_actions();
                let action = actions[rng.next_u32() as usize % actions.len()];
                let step = round.play(action).unwrap();
                oracle.observe(&round, &step);
            }
            game.finish(&round);
            rounds += 1;
        }
    }
    assert!(compared > 12, "{name}: {compared}");
}

#[test]
fn knowledge_of_block_games_agrees_with_brute_force() {
    check(
        "partners",
        reduced("jamaican-partner", 4, 3, 2, |_| {}),
        0..4,
    );
    check(
        "sporting",
        reduced("jamaican-partner", 4, 3, 2, |c| {
            c.opening_lead = OpeningLead::AnyTile
        }),
        0..4,
    );
    check("block", reduced("block", 3, 2, 1, |_| {}), 0..18);
    check(
        "by passes",
        reduced("block", 2, 3, 3, |c| c.block_seen = BlockSeen::ByPasses),
        0..6,
    );
    check(
        "highest tile",
        reduced("block", 2, 3, 2, |c| c.no_double = NoDouble::HighestTile),
        0..6,
    );
    check(
        "any tile",
        reduced("block", 3, 3, 2, |c| c.opening_lead = OpeningLead::AnyTile),
        0..2,
    );
    check(
        "few doubles",
        reduced("block", 2, 3, 3, |c| {
            c.doubles_redeal = Within::new(2).unwrap()
        }),
        0..40,
    );
    check(
        "few doubles among three",
        reduced("block", 3, 3, 2, |c| {
            c.doubles_redeal = Within::new(2).unwrap()
        }),
        0..12,
    );
}

#[test]
fn knowledge_of_games_of_doubles_agrees_with_brute_force() {
    let double_first = |c: &mut Choices| {
        c.next_opener = NextOpener::Winner;
        c.lead = Lead::Double;
    };
    check("french", reduced("french", 3, 2, 2, |_| {}), 0..12);
    check("doubles", reduced("block", 3, 3, 2, double_first), 0..4);
    let or_any = |c: &mut Choices| {
        double_first(c);
        c.pose_pass = PosePass::AnyTile;
    };
    check("doubles or any", reduced("block", 2, 3, 3, or_any), 0..6);
}

#[test]
fn knowledge_of_drawing_games_agrees_with_brute_force() {
    for draw in [Draw::UntilPlayable, Draw::OneMayPlay, Draw::OneEndsTurn] {
        for when in [DrawWhen::Unable, DrawWhen::AnyTime] {
            let drawing = |c: &mut Choices| {
                c.draw = draw;
                c.draw_when = when;
            };
            let name = format!("{draw:?} {when:?}");
            check(&name, reduced("draw", 2, 3, 3, drawing), 0..6);
            check(&name, reduced("draw", 3, 2, 1, drawing), 0..8);
        }
    }
    check(
        "reserve",
        reduced("all-fives", 2, 3, 3, |c| {
            c.reserve = Within::new(2).unwrap()
        }),
        0..6,
    );
    check(
        "draw for double",
        reduced("draw", 2, 3, 2, |c| c.no_double = NoDouble::DrawForDouble),
        0..12,
    );
    check("cross", reduced("cross", 2, 3, 3, |_| {}), 0..6);
    check("club", reduced("club", 2, 3, 3, |_| {}), 0..6);
}

/// Late positions in which moves exclude nine tenths of the deals that the numbers of tiles allow, but leave hundreds
/// of arrangements.
#[test]
fn samples_with_many_constraints_are_uniform() {
    const ENOUGH: usize = 20;
    let (mut tested, mut sum) = (0, 0.0);
    for (id, players, seed) in [
        ("jamaican-partner", 4, 1),
        ("cut-throat", 3, 2),
        ("draw", 2, 3),
        ("draw", 3, 4),
        ("block", 3, 5),
        ("all-fives", 2, 6),
        ("cross", 2, 7),
    ] {
        let rules = Game::by_id(id).unwrap().rules(players).unwrap();
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let mut here = 0;
        for number in 0..200 {
            let mut round = deal(rules, Start::Anew, &Seed::from_number(seed), number);
            let mut view = round.view_from_here(Seat::default());
            while round.outcome().is_none() && here < ENOUGH / 5 {
                let knowledge = Knowledge::of(&view).unwrap();
                let free = Knowledge::by_size_alone(&view).unwrap();
                let hard = free.count() > knowledge.count().map(|count| 10 * count);
                let worlds = hard.then(|| knowledge.worlds(2000)).flatten();
                if let Some(worlds) = worlds.filter(|worlds| worlds.len() > 200) {
                    let z = deviation(&knowledge, &worlds, rng);
                    assert!(z.abs() < 4.5, "{id} {number}: {z}");
                    sum += z;
                    here += 1;
                    break;
                }
                let actions = round.distinct_actions();
                let step = round
                    .play(actions[rng.next_u32() as usize % actions.len()])
                    .unwrap();
                view.observe(&step.mv.visible_to(view.seat()), &step.awards);
            }
        }
        tested += here;
    }
    assert!(tested >= ENOUGH, "{tested} of {ENOUGH}");
    // Small deviations in the same direction everywhere would add up.
    assert!(sum.abs() < 4.0 * f64::from(tested as u32).sqrt(), "{sum}");
}

/// Pearson's statistic of samples against the listed worlds, in standard deviations. Rare worlds count together.
fn deviation(knowledge: &Knowledge, worlds: &[(World, u128)], rng: &mut ChaCha8Rng) -> f64 {
    const N: u32 = 20_000;
    let mut found: BTreeMap<Vec<TileSet>, f64> = BTreeMap::new();
    for _ in 0..N {
        *found.entry(key_of(&knowledge.sample(rng))).or_default() += 1.0;
    }
    let all = knowledge.count().unwrap() as f64;
    let (mut statistic, mut cells, mut rare) = (0.0, 0, (0.0, 0.0));
    let mut add = |seen: f64, expected: f64| {
        statistic += (seen - expected).powi(2) / expected;
        cells += 1;
    };
    for (world, weight) in worlds {
        let expected = f64::from(N) * *weight as f64 / all;
        let seen = found.remove(&key_of(world)).unwrap_or(0.0);
        if expected < 5.0 {
            rare = (rare.0 + seen, rare.1 + expected);
        } else {
            add(seen, expected);
        }
    }
    assert!(found.is_empty(), "a sample is not among the worlds");
    if rare.1 >= 5.0 {
        add(rare.0, rare.1);
    }
    let degrees = f64::from(cells - 1);
    (statistic - degrees) / (2.0 * degrees).sqrt()
}

/// For sets with too many deals to list, each tile is drawn at each place as often as predicted.
#[test]
fn samples_of_large_sets_agree_with_their_chances() {
    const N: u32 = 3_000;
    for (id, players, seed) in [
        ("draw", 4, 1),
        ("double-nine-cross", 6, 2),
        ("double-twelve-cross", 3, 3),
        ("double-twelve-cross", 8, 4),
    ] {
        let rules = Game::by_id(id).unwrap().rules(players).unwrap();
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let (mut tested, mut sum, mut cells) = (0, 0.0, 0);
        for number in 0..8 {
            let mut round = deal(rules, Start::Anew, &Seed::from_number(seed), number);
            let mut view = round.view_from_here(Seat::default());
            for _ in 0..4 * u32::from(players) + 3 * number {
                let actions = round.distinct_actions();
                if actions.is_empty() {
                    break;
                }
                let action = actions[rng.next_u32() as usize % actions.len()];
                let step = round.play(action).unwrap();
                view.observe(&step.mv.visible_to(view.seat()), &step.awards);
            }
            let knowledge = Knowledge::of(&view).unwrap();
            let Some(chances) = knowledge.chances() else {
                continue;
            };
            let worlds: Vec<World> = (0..N).map(|_| knowledge.sample(rng)).collect();
            for tile in view.unseen() {
                for seat in Seat::all(players).filter(|seat| *seat != view.seat()) {
                    let seen = worlds.iter().filter(|w| w.hands[seat].contains(tile));
                    let seen = seen.count() as f64;
                    let chance = chances.holds(seat, tile);
                    let spread = (f64::from(N) * chance * (1.0 - chance)).sqrt();
                    let off = seen - f64::from(N) * chance;
                    assert!(
                        off.abs() <= 5.5 * spread + 1e-6,
                        "{id} {number} {seat} {tile}: {seen} of {N}, {chance}"
                    );
                    if spread > 1.0 {
                        sum += (off / spread).powi(2);
                        cells += 1;
                    }
                }
            }
            tested += 1;
        }
        assert!(tested >= 3, "{id}: {tested}");
        let mean = sum / f64::from(cells);
        assert!((mean - 1.0).abs() < 0.12, "{id}: {mean}");
    }
}

/// Deals of the whole set are played again like the round. Among those that the seat cannot distinguish from the true
/// one, each tile is at each place as often as predicted.
#[test]
fn chances_agree_with_whole_rounds_that_went_the_same_way() {
    const DEALS: usize = 6_000;
    const ENOUGH: usize = 120;
    for (id, players, seed) in [
        ("jamaican-partner", 4, 1),
        ("draw", 2, 2),
        ("french", 4, 3),
        ("all-fives", 3, 4),
    ] {
        let rules = Game::by_id(id).unwrap().rules(players).unwrap();
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let (mut compared, mut number) = (0, 0);
        while compared < 4 {
            let mut round = deal(rules, Start::Anew, &Seed::from_number(seed), number);
            let seat = Seat::new((number % u32::from(players)) as u8).unwrap();
            let mut oracle = Oracle::of_deals(&Match::new(rules), seat, &round, DEALS, rng);
            number += 1;
            while round.outcome().is_none() && oracle.rounds.len() >= ENOUGH {
                let before = oracle.rounds.len();
                let actions = round.distinct_actions();
                let action = actions[rng.next_u32() as usize % actions.len()];
                let step = round.play(action).unwrap();
                oracle.observe(&round, &step);
                let telling = matches!(action, Action::Pass | Action::Draw);
                if telling && (ENOUGH..before).contains(&oracle.rounds.len()) {
                    oracle.compare_shares(&format!("{id} {number}"));
                    compared += 1;
                }
            }
        }
    }
}

#[test]
fn true_deal_is_always_possible() {
    for game in Game::ALL {
        for &players in game.players {
            let rules = game.rules(players).unwrap();
            let rng = &mut ChaCha8Rng::seed_from_u64(9);
            for number in 0..2 {
                let start = Start::Anew;
                let mut round = deal(rules, start, &Seed::from_number(5), number);
                let mut views: Vec<View> = Seat::all(players)
                    .map(|s| round.view_from_here(s))
                    .collect();
                while round.outcome().is_none() {
                    let view = &views[rng.next_u32() as usize % views.len()];
                    let knowledge = Knowledge::of(view).unwrap();
                    let truth = World {
                        hands: *round.hands(),
                        boneyard: round.boneyard().collect(),
                    };
                    if let Some(weight) = knowledge.weight(&truth) {
                        assert!(weight > 0, "{} {players}", game.id);
                    }
                    let world = knowledge.sample(rng);
                    assert_eq!(world.hands[view.seat()], view.hand());
                    let held = BySeat::from_fn(players, |s| world.hands[s].len() as u8);
                    assert_eq!(&held, view.board().held());
                    assert_eq!(world.boneyard.len(), usize::from(view.board().boneyard()));
                    let actions = round.distinct_actions();
                    let action = actions[rng.next_u32() as usize % actions.len()];
                    let step = round.play(action).unwrap();
                    for view in &mut views {
                        view.observe(&step.mv.visible_to(view.seat()), &step.awards);
                    }
                }
            }
        }
    }
}

#[test]
fn contradictory_record_is_an_error() {
    let rules = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
    let round = deal(rules, Start::Anew, &Seed::from_number(1), 0);
    let opener = round.to_act().unwrap();
    let mut view = round.view_from_here(opener);
    let mv = |seat, action| Move {
        seat,
        action,
        drawn: None,
        shown: false,
    };
    let mut observe = |mv: Move| view.observe(&mv, &Default::default());
    observe(mv(opener, Action::Lead(Tile::DOUBLE_SIX)));
    for by in 1..4 {
        // Nobody has a six, although the opener does not hold the others either.
        observe(mv(opener.offset(by, 4), Action::Pass));
    }
    assert!((view.hand() & TileSet::suit(pip(6))).len() < 6);
    assert_eq!(
        Knowledge::of(&view).err(),
        Some(KnowledgeError::Contradiction)
    );
    assert!(Knowledge::by_size_alone(&view).is_ok());
}

#[test]
fn view_with_too_many_tiles_is_an_error() {
    let rules = Game::by_id("draw").unwrap().rules(2).unwrap();
    let round = deal(rules, Start::Anew, &Seed::from_number(1), 0);
    let mut view = round.view_from_here(Seat::default());
    // Its own draw, but without the tile.
    let mv = Move {
        seat: view.seat(),
        action: Action::Draw,
        drawn: None,
        shown: false,
    };
    view.observe(&mv, &Default::default());
    let sizes = KnowledgeError::Sizes {
        hidden: 21,
        places: 20,
    };
    assert_eq!(Knowledge::of(&view).err(), Some(sizes));
    assert_eq!(Knowledge::by_size_alone(&view).err(), Some(sizes));
}
