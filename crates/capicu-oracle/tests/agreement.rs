//! The engine and the slow model play the same random matches and must agree at every step.
//!
//! `CAPICU_ORACLE_ROUNDS` sets how many rounds are played, `CAPICU_ORACLE_SEED` which ones. Both
//! are shared out over the threads of the machine by number, so a seed plays the same rounds
//! everywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::thread;

use capicu::rules::{Arms, Choices, Cross, Ends, OptionKind, OptionValue, Spinner};
use capicu::{
    Action, Award, BySeat, Deal, Duty, Ended, Game, Listing, Match, Opening, Redeal, Round, Rules,
    ScoreTurn, Tile,
};
use capicu_oracle::{
    Again, Bone, End, ModelDeal, ModelMatch, ModelRound, Owes, Points, Pose, Tree, Turned, Written,
};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

const ROUNDS_BY_DEFAULT: u64 = 24_000;
/// With so many rounds in a test, every word of every option and every premium must occur.
const ENOUGH: u64 = 10_000;
/// A match is left after so many rounds, so that no long one takes over a run.
const ROUNDS_IN_A_MATCH: u32 = 40;

fn number_from_env(name: &str, default: u64) -> u64 {
    match env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name} is not a number: {text}")),
        Err(_) => default,
    }
}

fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    rng.next_u32() as usize % n
}

/// What the rounds showed, so that a run that tests nothing is noticed.
#[derive(Default)]
struct Tally {
    rounds: u64,
    events: BTreeMap<String, u64>,
    /// Rounds played with each word of each option.
    words: BTreeMap<(&'static str, &'static str), u64>,
}

impl Tally {
    fn note(&mut self, event: impl Into<String>) {
        *self.events.entry(event.into()).or_default() += 1;
    }

    fn note_words(&mut self, choices: &Choices, rounds: u64) {
        for option in Choices::OPTIONS {
            if let Some(OptionValue::Word(word)) = choices.get(option.name) {
                *self.words.entry((option.name, word)).or_default() += rounds;
            }
        }
    }

    fn add(&mut self, other: Self) {
        self.rounds += other.rounds;
        for (word, times) in other.words {
            *self.words.entry(word).or_default() += times;
        }
        for (event, times) in other.events {
            *self.events.entry(event).or_default() += times;
        }
    }
}

/// The presets as they are.
fn presets() -> Vec<(String, Choices)> {
    let mut all = Vec::new();
    for game in Game::ALL {
        for &players in game.players {
            let choices = game.choices(players).expect("the game is for so many");
            all.push((format!("{} with {players}", game.id), choices));
        }
    }
    all
}

/// A random value of an option, as text. Numbers are taken from those that make a difference in a
/// short match.
fn random_value(rng: &mut ChaCha8Rng, name: &str, kind: OptionKind) -> String {
    let numbers: &[u16] = match name {
        "players" => &[2, 2, 3, 4, 4, 4, 5, 6, 8, 12],
        "hand" => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 14],
        "doubles-redeal" => &[0, 0, 0, 2, 3, 5],
        "reserve" => &[0, 1, 2, 2, 5, 14],
        "pips-per-point" => &[1, 1, 2, 3, 5, 10],
        "target" => &[1, 2, 3, 4, 6, 20, 50, 61, 100, 121],
        "skunk-line" => &[1, 2, 10, 31, 61],
        _ => &[0, 5, 10, 20, 25],
    };
    match kind {
        OptionKind::Word(words) => words[below(rng, words.len())].to_owned(),
        OptionKind::Number { min, max } => {
            let number = numbers[below(rng, numbers.len())];
            number.clamp(min, max).to_string()
        }
        OptionKind::Tiles => {
            ["", "", "0-0", "6-6", "0-0 1-0", "3-3 4-2 5-5"][below(rng, 6)].to_owned()
        }
    }
}

/// A preset with some options changed at random. Every word of every option is as likely as any
/// other to be the one that has to be among them; the rest is tried until it makes a game.
fn random_mix(rng: &mut ChaCha8Rng, presets: &[(String, Choices)]) -> Option<(String, Choices)> {
    let option = Choices::OPTIONS[below(rng, Choices::OPTIONS.len())];
    let wanted = (option.name, random_value(rng, option.name, option.kind));
    for _ in 0..200 {
        let (name, mut choices) = presets[below(rng, presets.len())].clone();
        let n_changes = [0, 1, 2, 4, 8, 13, 21][below(rng, 7)];
        let mut changes: Vec<(&str, String)> = Vec::new();
        for _ in 0..n_changes {
            let option = Choices::OPTIONS[below(rng, Choices::OPTIONS.len())];
            changes.push((option.name, random_value(rng, option.name, option.kind)));
        }
        changes.push(wanted.clone());
        for (option, value) in &changes {
            choices
                .set(option, value)
                .expect("the value is one the option lists");
        }
        if Rules::new(choices).is_ok() {
            return Some((format!("{name} with {changes:?}"), choices));
        }
    }
    None
}

fn bones<'a>(tiles: impl IntoIterator<Item = Tile> + 'a) -> Vec<Bone> {
    tiles.into_iter().map(Bone::from).collect()
}

fn model_deal(deal: &Deal) -> ModelDeal {
    ModelDeal {
        hands: deal.hands().iter().map(|hand| bones(*hand)).collect(),
        boneyard: bones(deal.boneyard().iter().copied()),
        lot: deal.lot(),
    }
}

fn pose_of(opening: &Opening) -> Pose {
    Pose {
        seat: opening.seat.index(),
        owes: match opening.duty {
            Duty::Tile(tile) => Owes::Tile(tile.into()),
            Duty::Any => Owes::Any,
            Duty::Double => Owes::Double,
            Duty::DrawForDouble => Owes::DrawForDouble,
        },
        may_hand_over: opening.may_hand_over,
    }
}

fn again_of(redeal: Redeal) -> Again {
    match redeal {
        Redeal::NoDouble => Again::NoDouble,
        Redeal::ManyDoubles(seat) => Again::ManyDoubles(seat.index()),
    }
}

/// Awards in an order of their own, without those of nothing.
fn points_of<'a>(awards: impl IntoIterator<Item = &'a Award>) -> Vec<Points> {
    let mut all: Vec<Points> = awards
        .into_iter()
        .filter(|award| award.points > 0)
        .map(|award| Points {
            team: award.team.index(),
            why: award.why,
            points: u32::from(award.points),
        })
        .collect();
    all.sort();
    all
}

fn sorted(points: &[Points]) -> Vec<Points> {
    let mut all = points.to_vec();
    all.sort();
    all
}

fn end_of(ended: Ended) -> Option<End> {
    match ended {
        Ended::Out(seat) => Some(End::Out(seat.index())),
        Ended::Blocked(seat) => Some(End::Blocked(seat.map(|seat| seat.index()))),
        Ended::Target(team) => Some(End::Target(team.index())),
        Ended::Void => None,
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
fn same_future(tree: &Tree, one: (Bone, Bone), other: (Bone, Bone), choices: &Choices) -> bool {
    let after = |(bone, on): (Bone, Bone)| {
        let mut tree = tree.clone();
        tree.lay(bone, Some(on), choices);
        tree.future(choices)
    };
    one.0 == other.0 && after(one) == after(other)
}

fn as_play(action: &Action) -> Option<(Bone, Bone)> {
    match action {
        Action::Play { tile, on } => Some(((*tile).into(), (*on).into())),
        _ => None,
    }
}

/// The listing without equal choices leaves out nothing but equal choices, and on a plain line
/// every one of them.
fn check_distinct(round: &Round, model: &ModelRound, choices: &Choices) -> Result<(), String> {
    let every = round.actions(Listing::Every);
    let distinct = round.legal_actions();
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

fn check_step(round: &Round, model: &ModelRound, choices: &Choices) -> Result<(), String> {
    agree!(
        "to act",
        round.to_act().map(|seat| seat.index()),
        model.to_act()
    );
    let every: BTreeSet<Action> = round.actions(Listing::Every).into_iter().collect();
    let legal: BTreeSet<Action> = model.legal().into_iter().collect();
    agree!("legal actions", &every, &legal);
    let made: Vec<u32> = (round.board().points().iter())
        .map(|points| u32::from(*points))
        .collect();
    let model_made: Vec<u32> = (0..made.len())
        .map(|team| {
            let own = model.made().iter().filter(|points| points.team == team);
            own.map(|points| points.points).sum()
        })
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

fn check_result(result: &capicu::RoundResult, written: &Written) -> Result<(), String> {
    let outcome = &result.outcome;
    let settled = &written.settled;
    agree!("end", end_of(outcome.ended), Some(settled.end));
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
    let end = result.result.map(|end| capicu_oracle::MatchEnd {
        winner: end.winner.index(),
        losers: end.losers.iter().copied().collect(),
        skunked: end.skunked.iter().copied().collect(),
    });
    agree!("match result", &end, &written.result);
    Ok(())
}

/// Plays one match on both; what differed, if anything did, after the actions of its last round.
fn play_match(
    rules: Rules,
    rng: &mut ChaCha8Rng,
    limit: u64,
    tally: &mut Tally,
) -> Result<(), String> {
    let choices = *rules;
    let mut engine = Match::new(rules);
    let mut model = ModelMatch::new(choices);
    let mut rounds = 0;
    let mut redeals = 0;
    while rounds < ROUNDS_IN_A_MATCH && tally.rounds < limit && engine.result().is_none() {
        agree!(
            "draw for set",
            engine.needs_draw_for_set(),
            model.needs_draw_for_set()
        );
        let deal = Deal::shuffled(&rules, rng);
        if engine.needs_draw_for_set() {
            let drawn = BySeat::from_fn(rules.n_seats(), |seat| {
                deal.hands()[seat]
                    .into_iter()
                    .next()
                    .expect("hands hold tiles")
            });
            let named = engine.draw_for_set(&drawn);
            agree!(
                format!("setter from {drawn:?}"),
                named,
                model.draw_for_set(&bones(drawn.iter().copied()))
            );
            continue;
        }
        let dealt = model_deal(&deal);
        let before = model.before();
        let standing = engine.standing();
        let scores: Vec<u32> = standing.scores.iter().map(|s| u32::from(*s)).collect();
        agree!(
            "standing",
            (
                scores,
                u32::from(standing.ties),
                u32::from(standing.decided),
                u32::from(standing.round),
                standing.play_off
            ),
            (
                before.scores.clone(),
                before.ties,
                before.decided,
                before.finished,
                model.play_off()
            )
        );
        let opening = engine.opening(&deal).map(|opening| pose_of(&opening));
        let context = format!("round {rounds}, {standing:?}\n  {dealt:?}");
        agree!(
            format!("opening, {context}"),
            opening.map_err(again_of),
            model.pose(&dealt)
        );
        if opening.is_err() {
            redeals += 1;
            tally.note("redeal");
            if redeals > 100 {
                break;
            }
            continue;
        }
        let mut round = engine.open(&deal).expect("the deal opens");
        let mut model_round = model.open(&dealt).expect("the deal opens");
        let mut record = Vec::new();
        let trouble = loop {
            if let Err(trouble) = check_step(&round, &model_round, &choices) {
                break Some(trouble);
            }
            let actions = round.actions(Listing::Every);
            if actions.is_empty() {
                break None;
            }
            let action = actions[below(rng, actions.len())];
            record.push(action.to_string());
            let step = match round.play(action) {
                Ok(step) => step,
                Err(error) => break Some(format!("{action} is refused: {error}")),
            };
            let made = sorted(&model_round.play(action));
            for points in &made {
                tally.note(format!("{:?}", points.why));
            }
            if points_of(&step.awards) != made {
                break Some(format!(
                    "awards in play\n  engine: {:?}\n  model:  {made:?}",
                    step.awards
                ));
            }
        };
        let trouble = trouble.or_else(|| {
            if model_round.settled().is_none() {
                return Some("the model goes on, the engine does not".to_owned());
            }
            let result = engine.finish(&round);
            let written = model.finish(&model_round);
            for points in &written.settled.points {
                tally.note(format!("{:?}", points.why));
            }
            tally.note(match written.settled.end {
                End::Out(_) => "out",
                End::Blocked(_) if written.settled.winner.is_none() => "tie",
                End::Blocked(_) => "blocked",
                End::Target(_) => "target in play",
            });
            if let Some(turned) = written.turned {
                tally.note(format!("{turned:?}"));
            }
            if let Some(end) = &written.result {
                tally.note("match");
                if end.skunked.contains(&true) {
                    tally.note("skunk");
                }
            }
            check_result(&result, &written).err()
        });
        if let Some(trouble) = trouble {
            return Err(format!("{trouble}\n{context}\n  {}", record.join(" ")));
        }
        rounds += 1;
        tally.rounds += 1;
    }
    Ok(())
}

fn describe(choices: &Choices, base: &Choices) -> String {
    let mut text = String::new();
    for option in Choices::OPTIONS {
        let value = choices.get(option.name);
        if value != base.get(option.name) {
            let value = value.map_or_else(String::new, |value: OptionValue| value.to_string());
            text.push_str(&format!(" {}={value}", option.name));
        }
    }
    text
}

/// Plays matches of the games `pick` returns until there were enough rounds.
fn run(
    rounds: u64,
    seed: u64,
    pick: impl Fn(&mut ChaCha8Rng, u64) -> Option<(String, Choices)> + Sync,
) -> Tally {
    let n_threads = thread::available_parallelism().map_or(1, |n| n.get()) as u64;
    let pick = &pick;
    let workers = |thread: u64| {
        move || {
            let mut tally = Tally::default();
            let mut troubles = Vec::new();
            let limit = rounds.div_ceil(n_threads);
            let mut number = thread;
            while tally.rounds < limit {
                let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(number));
                if let Some((name, choices)) = pick(&mut rng, number) {
                    let rules = Rules::new(choices).expect("only games are picked");
                    let before = tally.rounds;
                    let played = play_match(rules, &mut rng, limit, &mut tally);
                    tally.note_words(&choices, tally.rounds - before);
                    if let Err(trouble) = played {
                        let base = Game::by_id("jamaican-partner")
                            .and_then(|game| game.choices(4))
                            .expect("there is that game");
                        troubles.push(format!(
                            "match {number} of {name}\n  (against the Jamaican game:{})\n{trouble}",
                            describe(&choices, &base)
                        ));
                        if troubles.len() >= 10 {
                            break;
                        }
                    }
                }
                number += n_threads;
            }
            (tally, troubles)
        }
    };
    let mut tally = Tally::default();
    let mut troubles = Vec::new();
    thread::scope(|scope| {
        let running: Vec<_> = (0..n_threads)
            .map(|thread| scope.spawn(workers(thread)))
            .collect();
        for thread in running {
            let (part, found) = thread.join().expect("a match panicked");
            tally.add(part);
            troubles.extend(found);
        }
    });
    println!("{} rounds: {:?}", tally.rounds, tally.events);
    assert!(troubles.is_empty(), "{}", troubles.join("\n\n"));
    assert!(tally.rounds >= rounds);
    tally
}

#[test]
fn presets_agree() {
    let presets = presets();
    let rounds = number_from_env("CAPICU_ORACLE_ROUNDS", ROUNDS_BY_DEFAULT) / 2;
    let seed = number_from_env("CAPICU_ORACLE_SEED", 1);
    let tally = run(rounds, seed, |_, number| {
        Some(presets[number as usize / 2 % presets.len()].clone())
    });
    let seen = |event: &str| tally.events.get(event).copied().unwrap_or(0);
    if rounds >= ENOUGH {
        for event in [
            "KeyTile",
            "Capicu",
            "Chuchazo",
            "Paso",
            "BoardPass",
            "ThreePasses",
        ] {
            assert!(seen(event) > 0, "no round had a {event}");
        }
    }
}

#[test]
fn random_mixes_agree() {
    let presets = presets();
    let rounds = number_from_env("CAPICU_ORACLE_ROUNDS", ROUNDS_BY_DEFAULT).div_ceil(2);
    let seed = number_from_env("CAPICU_ORACLE_SEED", 1) + (1 << 40);
    let tally = run(rounds, seed, |rng, _| random_mix(rng, &presets));
    if rounds < ENOUGH {
        return;
    }
    for option in Choices::OPTIONS {
        let OptionKind::Word(words) = option.kind else {
            continue;
        };
        for word in words {
            let rounds = tally.words.get(&(option.name, *word));
            assert!(rounds.is_some(), "no round with {}={word}", option.name);
        }
    }
}
