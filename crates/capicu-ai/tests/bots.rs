//! Every player in every game: legal answers, and the order of strength.

use capicu::fair::Seed;
use capicu::{Fact, Game, Rules, Seat, Seen, Table, TableView, Waiting};
use capicu_ai::duel::{Start, Tally, deal, pair};
use capicu_ai::{BotKind, think_time};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// Plays a match to its end or for some rounds, the seats taken by all players in turn.
fn mixed_match(rules: Rules, seed: u64, max_rounds: usize) {
    let dealer = Seed::from_number(seed);
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut table = Table::new(rules);
    let mut views: Vec<TableView> = Seat::all(rules.n_seats())
        .map(|seat| TableView::new(rules, seat))
        .collect();
    let mut bots: Vec<_> = BotKind::ALL.iter().map(|kind| kind.bot()).collect();
    let mut rounds = 0;
    while rounds < max_rounds {
        let fact = match table.waiting() {
            Waiting::Nothing => break,
            Waiting::TurnUp => Fact::TurnedUp(dealer.turn_up(&rules, table.n_turned_up())),
            Waiting::Deal => Fact::Dealt(dealer.deal(&rules, table.n_deals()).into()),
            Waiting::Act(seat) => {
                let view = views[seat.index()].round().unwrap();
                // Every player is asked everywhere; one of them is heard.
                let heard = rng.next_u32() as usize % bots.len();
                let mut said = None;
                for (i, bot) in bots.iter_mut().enumerate() {
                    let action = bot.choose(view, rng).unwrap();
                    assert_eq!(view.check(action), Ok(()), "{:?}", BotKind::ALL[i]);
                    if i == heard {
                        said = Some(action);
                    }
                }
                let idle = views[seat.next(rules.n_seats()).index()].round().unwrap();
                assert_eq!(bots[heard].choose(idle, rng), None);
                Fact::Acted(said.unwrap())
            }
        };
        for event in table.apply(&fact).unwrap() {
            for view in &mut views {
                let seen = event.seen_by(view.seat());
                view.observe(&seen);
                rounds +=
                    usize::from(view.seat().index() == 0 && matches!(seen, Seen::RoundOver(_)));
            }
        }
    }
    assert!(rounds > 0);
}

#[test]
fn every_player_plays_every_game_by_the_rules() {
    for game in Game::ALL {
        for &players in game.players {
            mixed_match(game.rules(players).unwrap(), u64::from(players), 12);
        }
    }
}

fn share(first: BotKind, second: BotKind, pairs: u32, start: Start) -> f64 {
    let rules = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
    let rng = &mut ChaCha8Rng::seed_from_u64(7);
    let (mut a, mut b) = (first.bot(), second.bot());
    let dealer = Seed::from_number(7);
    let mut tally = Tally::default();
    for number in 0..pairs {
        let round = deal(rules, start, &dealer, number);
        tally.add(pair(&round, &mut [a.as_mut(), b.as_mut()], rng).unwrap());
    }
    tally.share().0
}

#[test]
fn the_counter_beats_the_others() {
    for start in [Start::Anew, Start::Earned] {
        // Two deviations of 600 pairs are under 3 %.
        assert!(share(BotKind::Counter, BotKind::Random, 600, start) > 0.56);
        assert!(share(BotKind::Counter, BotKind::Heavy, 600, start) > 0.55);
    }
}

#[test]
fn equal_players_draw_over_pairs() {
    assert_eq!(
        share(BotKind::Counter, BotKind::Counter, 20, Start::Anew),
        0.5
    );
}

#[test]
fn times_to_think_are_natural() {
    let rules = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
    let mut round = deal(rules, Start::Earned, &Seed::from_number(3), 0);
    let rng = &mut ChaCha8Rng::seed_from_u64(3);
    while round.to_act().is_some() {
        let time = think_time(round.board(), rng);
        assert!((500..4000).contains(&time), "{time}");
        let action = round.legal_actions()[0];
        round.play(action).unwrap();
    }
    assert_eq!(think_time(round.board(), rng), 0);
}
