//! Rounds from tiles and actions in their written form.

use capicu::rules::Choices;
use capicu::{
    Action, Award, BySeat, Deal, Duty, Game, Match, Opening, Outcome, Pile, Reason, Round,
    RoundResult, Rules, Seat, Standing, Step, Tile, TileSet,
};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

pub fn rules(game: &str, players: u8, changes: &[(&str, &str)]) -> Rules {
    let mut choices: Choices = Game::by_id(game)
        .and_then(|game| game.choices(players))
        .expect("a number of players of the game");
    for (option, value) in changes {
        choices
            .set(option, value)
            .unwrap_or_else(|error| panic!("{option}={value}: {error}"));
    }
    Rules::new(choices).unwrap_or_else(|error| panic!("{changes:?}: {error:?}"))
}

pub fn tile(text: &str) -> Tile {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn tiles(text: &str) -> Vec<Tile> {
    text.split_whitespace().map(tile).collect()
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat at the table")
}

/// A deal of these hands. The other tiles are the boneyard, with those of `first` drawn first and those of `last` last.
pub fn deal_with_boneyard(rules: &Rules, hands: &[&str], first: &str, last: &str) -> Deal {
    let hands: Vec<TileSet> = (hands.iter())
        .map(|hand| tiles(hand).into_iter().collect())
        .collect();
    let (first, last) = (tiles(first), tiles(last));
    let placed: TileSet = hands
        .iter()
        .flat_map(|hand| *hand)
        .chain(first.iter().copied())
        .chain(last.iter().copied())
        .collect();
    let between = (rules.tiles() - placed).into_iter();
    let boneyard: Pile = (first.into_iter()).chain(between).chain(last).collect();
    let hands = BySeat::from_slice(&hands).expect("at most the number of seats");
    Deal::new(rules, hands, boneyard, 0).unwrap_or_else(|error| panic!("{error}"))
}

/// A deal of these hands; the other tiles are the boneyard.
pub fn deal(rules: &Rules, hands: &[&str]) -> Deal {
    deal_with_boneyard(rules, hands, "", "")
}

/// The first round of a match with this deal, in which some hand has a double.
pub fn opened(rules: &Rules, hands: &[&str]) -> Round {
    let round = Match::new(*rules).open(&deal(rules, hands));
    round.expect("a hand with a double")
}

/// A game with only these tiles: all others of the set stay in the box.
pub fn only(rules: &Rules, hands: &[&str]) -> Rules {
    let used: TileSet = hands.iter().flat_map(|hand| tiles(hand)).collect();
    let mut choices = **rules;
    choices.removed = rules.tiles() - used;
    Rules::new(choices).unwrap_or_else(|error| panic!("{error:?}"))
}

/// A round in the middle of some match that seat 0 opens with any tile.
pub fn round_of_seat_0(rules: &Rules, standing: Standing, deal: &Deal) -> Round {
    let opening = Opening {
        seat: seat(0),
        duty: Duty::Any,
        may_hand_over: false,
    };
    Round::new_unchecked(*rules, standing, opening, deal)
}

pub fn act(round: &mut Round, action: &str) -> Step {
    let parsed: Action = action
        .parse()
        .unwrap_or_else(|error| panic!("{action}: {error}"));
    round
        .play(parsed)
        .unwrap_or_else(|error| panic!("{action}: {error}; legal: {}", legal(round)))
}

/// Plays these actions. Returns all points made in play, in order.
pub fn play(round: &mut Round, actions: &str) -> Vec<Award> {
    actions
        .split_whitespace()
        .flat_map(|action| act(round, action).awards)
        .collect()
}

pub fn legal(round: &Round) -> String {
    let mut all: Vec<String> = (round.legal_actions().iter())
        .map(|action| action.to_string())
        .collect();
    all.sort();
    all.join(" ")
}

/// Awards as (side, reason, points).
pub fn list<'a>(awards: impl IntoIterator<Item = &'a Award>) -> Vec<(usize, Reason, u16)> {
    awards
        .into_iter()
        .map(|award| (award.side.index(), award.why, award.points))
        .collect()
}

pub fn outcome(round: &Round) -> &Outcome {
    round.outcome().expect("the round is over")
}

pub fn winner(round: &Round) -> Option<usize> {
    outcome(round).winner.map(|seat| seat.index())
}

pub fn counts(round: &Round) -> Vec<u16> {
    outcome(round).counts.iter().copied().collect()
}

/// Plays the next round of a match repeatedly, each time from another deal, until it has the wanted end, and writes
/// that one down.
pub fn next_round(game: &mut Match, wanted: impl Fn(&Outcome, &[u16]) -> bool) -> RoundResult {
    let rules = *game.rules();
    for number in 0..200_000 {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let dealt = Deal::shuffled(&rules, &mut rng);
        if game.needs_draw_for_set() {
            let turned = BySeat::from_fn(rules.n_seats(), |seat| {
                dealt.hands()[seat].into_iter().next()
            });
            game.draw_for_set(&turned);
            continue;
        }
        let Ok(mut round) = game.open(&dealt) else {
            continue;
        };
        while round.outcome().is_none() {
            let actions = round.distinct_actions();
            let action = actions[rng.next_u32() as usize % actions.len()];
            round.play(action).expect("a legal action is accepted");
        }
        let mut after = game.clone();
        let result = after.finish(&round);
        let scores: Vec<u16> = result.scores.iter().copied().collect();
        if wanted(&result.outcome, &scores) {
            *game = after;
            return result;
        }
    }
    panic!("no deal led to the wanted end");
}

/// A round won by this side with nothing but the game itself.
pub fn won_by(rules: &Rules, side: usize) -> impl Fn(&Outcome, &[u16]) -> bool + use<> {
    let rules = *rules;
    move |outcome, _| {
        let plain = |award: &Award| matches!(award.why, Reason::Game | Reason::Stake);
        outcome
            .winner
            .is_some_and(|seat| rules.side(seat).index() == side)
            && outcome.awards.iter().all(plain)
    }
}

pub fn tied(outcome: &Outcome, _: &[u16]) -> bool {
    outcome.winner.is_none()
}

pub fn scores(result: &RoundResult) -> Vec<u16> {
    result.scores.iter().copied().collect()
}
