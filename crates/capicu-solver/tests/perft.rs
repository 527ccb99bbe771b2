//! The number of action sequences from one deal of every game, in `data/perft.txt`. The engine, the slow model and, if
//! there is one, the compact form must agree on them.
//!
//! `CAPICU_PIN=1` writes the file again, from the slow model.

use capicu::fair::Seed;
use capicu::{Deal, Game, Listing, Match, Round, Turn};
use capicu_oracle::{Bone, ModelDeal, ModelMatch, ModelRound};
use capicu_solver::{After, Bits, Compact, Position, Start};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/perft.txt");
/// The most sequences of a depth.
const MOST: u64 = 6_000;

/// The first deal of seed 1 that can be opened, with its round on the engine and the model.
fn opened(game: &Game, players: u8) -> (Deal, Round, ModelRound) {
    let rules = game.rules(players).unwrap();
    let (mut table, mut model) = (Match::new(rules), ModelMatch::new(rules.choices()));
    let seed = Seed::from_number(1);
    let mut n = 0;
    while table.needs_draw_for_set() {
        let drawn = seed.turn_up(&table, n);
        table.draw_for_set(&drawn);
        model.draw_for_set(
            &drawn
                .iter()
                .flatten()
                .map(|tile| Bone::from(*tile))
                .collect::<Vec<_>>(),
        );
        n += 1;
    }
    let mut deals = (0..).map(|n| seed.deal(&rules, n));
    let (deal, round) = deals
        .find_map(|deal| table.open(&deal).ok().map(|round| (deal, round)))
        .unwrap();
    let bones = |tiles: &mut dyn Iterator<Item = capicu::Tile>| tiles.map(Bone::from).collect();
    let model_deal = ModelDeal {
        hands: deal
            .hands()
            .iter()
            .map(|hand| bones(&mut hand.into_iter()))
            .collect(),
        boneyard: bones(&mut deal.boneyard().iter().copied()),
        lot: deal.lot(),
    };
    let model = model.open(&model_deal).expect("the engine opened it");
    (deal, round, model)
}

fn on_engine(round: &Round, depth: u32, listing: Listing) -> u64 {
    let actions = round.actions(listing);
    if depth == 1 {
        return actions.len() as u64;
    }
    let after = actions.iter().map(|action| {
        let mut next = round.clone();
        next.play(*action).expect("listed actions are legal");
        on_engine(&next, depth - 1, listing)
    });
    after.sum()
}

fn on_model(round: &ModelRound, depth: u32) -> u64 {
    let actions = round.legal();
    if depth == 1 {
        return actions.len() as u64;
    }
    let after = actions.iter().map(|action| {
        let mut next = round.clone();
        next.play(*action);
        on_model(&next, depth - 1)
    });
    after.sum()
}

/// The compact form has no passes, so each is added here as an action.
fn on_compact<B: Bits>(
    compact: &Compact<B>,
    start: &Start<B>,
    position: &Position<B>,
    to_act: u8,
    depth: u32,
) -> u64 {
    if to_act != position.mover {
        let next = (to_act + 1) % compact.n_seats();
        return if depth == 1 {
            1
        } else {
            on_compact(compact, start, position, next, depth - 1)
        };
    }
    let hand = compact.hand(start, position, to_act);
    let (high, low) = (position.ends.high(), position.ends.low());
    let mut count = 0;
    for at in if high == low {
        vec![high]
    } else {
        vec![high, low]
    } {
        for tile in (hand & compact.suit(at)).to_set() {
            if depth == 1 {
                count += 1;
                continue;
            }
            let ends = compact.ends_after(position.ends, tile.index(), at);
            if let (After::Goes(next), _) = compact.play(start, position, tile.index(), ends) {
                let to_act = (to_act + 1) % compact.n_seats();
                count += on_compact(compact, start, &next, to_act, depth - 1);
            }
        }
    }
    count
}

fn compactly<B: Bits>(round: &Round, depth: u32) -> Option<u64> {
    let compact = Compact::<B>::of(round).ok()?;
    let Turn::Open(opening) = round.board().turn() else {
        return None;
    };
    let opener = opening.seat;
    let start = compact.start(round.hands(), round.boneyard().collect(), opener);
    let leads = round.distinct_actions();
    if depth == 1 {
        return Some(leads.len() as u64);
    }
    let mut count = 0;
    for lead in leads {
        let capicu::Action::Lead(tile) = lead else {
            return None;
        };
        if let After::Goes(next) = compact.lead(&start, tile.index()) {
            let to_act = (start.opener() + 1) % compact.n_seats();
            count += on_compact(&compact, &start, &next, to_act, depth - 1);
        }
    }
    Some(count)
}

fn pinned() -> Vec<(String, u8, u32, u64, u64)> {
    let text = std::fs::read_to_string(FILE).expect("the file is in the repository");
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [game, players, depth, every, distinct] = words[..] else {
                panic!("{line}: five words");
            };
            let number = |word: &str| word.parse::<u64>().expect(line);
            (
                game.to_owned(),
                number(players) as u8,
                number(depth) as u32,
                number(every),
                number(distinct),
            )
        })
        .collect()
}

fn pin() {
    let mut text = String::from(
        "# Sequences of actions of this depth from the first deal of seed 1 that can be opened:\n\
         # all, and with equal choices once.\n# game players depth every distinct\n",
    );
    for game in Game::ALL {
        for &players in game.players {
            let (_, round, model) = opened(game, players);
            let mut depth = 1;
            while depth < 40 && on_model(&model, depth + 1) <= MOST {
                depth += 1;
            }
            let every = on_model(&model, depth);
            let distinct = on_engine(&round, depth, Listing::Distinct);
            text += &format!("{} {players} {depth} {every} {distinct}\n", game.id);
        }
    }
    std::fs::write(FILE, text).expect("the file can be written");
}

#[test]
fn three_models_count_the_same_sequences() {
    if std::env::var_os("CAPICU_PIN").is_some() {
        pin();
    }
    let (mut games, mut compact) = (0, 0);
    for (id, players, depth, every, distinct) in pinned() {
        let game = Game::by_id(&id).unwrap();
        let (_, round, model) = opened(game, players);
        assert_eq!(on_model(&model, depth), every, "{id} {players}");
        assert_eq!(
            on_engine(&round, depth, Listing::Every),
            every,
            "{id} {players}"
        );
        assert_eq!(
            on_engine(&round, depth, Listing::Distinct),
            distinct,
            "{id} {players}"
        );
        games += 1;
        if let Some(count) = compactly::<u32>(&round, depth) {
            assert_eq!(count, distinct, "{id} {players}");
            assert_eq!(
                compactly::<u64>(&round, depth),
                Some(distinct),
                "{id} {players}"
            );
            compact += 1;
        }
    }
    let all: usize = Game::ALL.iter().map(|game| game.players.len()).sum();
    assert_eq!(games, all);
    assert!(compact >= 10, "{compact}");
}
