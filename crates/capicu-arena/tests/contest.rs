//! Contests between built-in players.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use capicu::fair::Seed;
use capicu::{Fact, Game, Table, Waiting};
use capicu_arena::{
    Contest, Ending, Entrant, Length, Pair, Play, Sprt, Tally, Thinking, Verdict, Who, seatings,
};

fn contest(game: &str, players: u8, play: Play, pairs: u32) -> Contest {
    let rules = Game::by_id(game).and_then(|game| game.rules(players));
    Contest {
        game: game.to_owned(),
        rules: rules.expect("a game"),
        play,
        length: Length::Pairs(pairs),
        seed: 1,
        threads: 1,
    }
}

fn entrant(text: &str) -> Entrant {
    Entrant::read(text, Thinking::Usual, Duration::from_secs(1)).expect("a player")
}

fn run(contest: &Contest, a: &str, b: &str) -> (Tally, Ending, Vec<Pair>) {
    let mut pairs = Vec::new();
    let stop = AtomicBool::new(false);
    let (tally, ending) = contest
        .run([&entrant(a), &entrant(b)], &stop, |progress| {
            pairs.push(progress.pair.clone());
        })
        .expect("players that can play");
    (tally, ending, pairs)
}

/// The moves of all games, without thinking times.
fn played(pairs: &[Pair]) -> String {
    let games = pairs.iter().flat_map(|pair| &pair.games);
    games
        .map(|(table, played)| format!("{table:?} {:?} {:?}\n", played.winner, played.rounds))
        .collect()
}

#[test]
fn same_seed_gives_same_games_on_any_number_of_threads() {
    for (players, play) in [(4, Play::Rounds), (4, Play::Matches)] {
        let mut contest = contest("jamaican-partner", players, play, 12);
        let (_, _, one) = run(&contest, "counter", "random");
        contest.threads = 3;
        let (tally, _, three) = run(&contest, "counter", "random");
        assert_eq!(played(&one), played(&three));
        assert_eq!(tally.pairs(), 12);
        contest.seed = 2;
        let (_, _, other) = run(&contest, "counter", "random");
        assert_ne!(played(&one), played(&other));
    }
}

#[test]
fn test_ends_after_same_pair_on_any_number_of_threads() {
    let mut contest = contest("draw", 2, Play::Rounds, 0);
    let sprt = Sprt {
        elo1: 100.0,
        ..Sprt::default()
    };
    contest.length = Length::Sequential(sprt, 2000);
    let (one, ending, _) = run(&contest, "counter", "random");
    assert_eq!(ending, Ending::Found(Verdict::Stronger));
    assert!(one.pairs() < 2000);
    contest.threads = 3;
    let (three, _, _) = run(&contest, "counter", "random");
    assert_eq!(one.counts(), three.counts());
    let (_, ending, _) = run(&contest, "random", "counter");
    assert_eq!(ending, Ending::Found(Verdict::Weaker));
}

/// A seat has the same tiles and randomness for either player. Against itself a player therefore splits every pair.
#[test]
fn player_against_itself_splits_every_pair() {
    let rounds = [("jamaican-partner", 4), ("draw", 2), ("cut-throat", 3)];
    let all = rounds.into_iter().flat_map(|(game, players)| {
        ["heavy", "random", "reader@300"].map(|name| (game, players, Play::Rounds, name))
    });
    let matches = [("doscientos", 4, Play::Matches, "random")];
    for (game, players, play, name) in all.chain(matches) {
        let contest = contest(game, players, play, 20);
        let (tally, _, pairs) = run(&contest, name, name);
        let games = seatings(&contest.rules).len();
        assert_eq!(tally.score().mean, 0.5, "{game}");
        assert_eq!(tally.counts()[games], 20, "{game}");
        if play == Play::Matches {
            continue;
        }
        assert_eq!(tally.margin().map(|margin| margin.mean), Some(0.0));
        assert!(pairs.iter().all(|pair| pair.games.len() == games));
    }
}

#[test]
fn seatings_give_each_player_every_seat() {
    for (game, players, n) in [
        ("jamaican-partner", 4, 2),
        ("draw", 2, 2),
        ("cut-throat", 3, 6),
        ("cut-throat", 4, 2),
        ("block", 5, 10),
    ] {
        let rules = contest(game, players, Play::Rounds, 1).rules;
        let tables = seatings(&rules);
        assert_eq!(tables.len(), n, "{game} {players}");
        for seat in 0..usize::from(players) {
            let first = tables.iter().filter(|table| table[seat] == Who::A);
            assert_eq!(first.count(), n / 2);
        }
        for table in &tables {
            let exchanged: Vec<Who> = table.iter().map(|who| who.other()).collect();
            assert!(tables.contains(&exchanged));
        }
    }
    let partners = seatings(&contest("jamaican-partner", 4, Play::Rounds, 1).rules);
    assert_eq!(partners[0], [Who::A, Who::B, Who::A, Who::B]);
}

/// The recorded games can be replayed and give the recorded results.
#[test]
fn recorded_games_replay_to_the_same_result() {
    for (game, players, play) in [
        ("doscientos", 4, Play::Matches),
        ("all-fives", 2, Play::Matches),
        ("club", 2, Play::Rounds),
        ("french", 4, Play::Rounds),
    ] {
        let contest = contest(game, players, play, 2);
        let (_, _, pairs) = run(&contest, "counter", "heavy");
        for (pair, (table, played)) in pairs
            .iter()
            .flat_map(|pair| pair.games.iter().map(move |game| (pair, game)))
        {
            let again = replay(&contest, &pair.seed, &played.rounds);
            assert_eq!(again.waiting() == Waiting::Nothing, play == Play::Matches);
            if let Some(result) = again.game().result() {
                let seat = contest.rules.members(result.winner).next().expect("a seat");
                assert_eq!(played.winner, Some(table[seat.index()]));
            }
        }
    }
}

fn replay(contest: &Contest, seed: &Seed, rounds: &[Vec<capicu::Action>]) -> Table {
    let mut table = Table::new(contest.rules);
    for round in rounds {
        loop {
            let fact = match table.waiting() {
                Waiting::TurnUp => Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up())),
                Waiting::Deal => Fact::Dealt(Box::new(seed.deal(&contest.rules, table.n_deals()))),
                Waiting::Act(_) => break,
                Waiting::Nothing => panic!("the match is over"),
            };
            table.apply(&fact).expect("a fact");
        }
        for action in round {
            table.apply(&Fact::Acted(*action)).expect("legal");
        }
        assert!(table.round().is_some_and(|round| round.outcome().is_some()));
    }
    table
}

#[test]
fn continued_contest_counts_pairs_before_the_stop() {
    let mut contest = contest("jamaican-partner", 4, Play::Rounds, 100_000);
    contest.threads = 2;
    let stop = AtomicBool::new(false);
    let mut told = 0;
    let (tally, ending) = contest
        .run([&entrant("random"), &entrant("heavy")], &stop, |progress| {
            told = progress.tally.pairs();
            stop.fetch_or(told == 25, Ordering::Relaxed);
        })
        .expect("players");
    assert_eq!(ending, Ending::Stopped);
    assert_eq!(tally.pairs(), told);
    assert!((25..100_000).contains(&told), "{told}");
}

/// If a few points win the match, rounds rarely reach their end, and still have a winner.
#[test]
fn round_that_wins_the_match_has_a_winner() {
    let mut contest = contest("all-fives", 2, Play::Rounds, 20);
    let mut choices = contest.rules.choices();
    choices.set("target", "10").expect("an option");
    contest.rules = capicu::Rules::new(choices).expect("rules");
    let (tally, ..) = run(&contest, "counter", "random");
    assert_eq!(
        (tally.decided, tally.games),
        (40, 40),
        "{:?}",
        tally.counts()
    );
}

#[test]
fn counter_is_stronger_than_random() {
    let (tally, ..) = run(
        &contest("jamaican-partner", 4, Play::Rounds, 200),
        "counter",
        "random",
    );
    assert!(tally.score().ci95[0] > 0.5, "{:?}", tally.score());
    assert!(tally.elo().mean > 0.0);
    assert_eq!(tally.faults, [0, 0]);
    assert!(tally.games == 400 && tally.decided > 350);
}
