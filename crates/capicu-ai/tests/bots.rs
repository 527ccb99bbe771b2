//! Every player in every game: legal answers, and the order of strength.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use capicu::fair::Seed;
use capicu::{
    Action, Fact, Game, Move, PlayAwards, Rules, Seat, Table, TableView, Tile, TileSet, View,
    VisibleEvent, Waiting,
};
use capicu_ai::{Belief, Bot, BotKind, Budget, Knowledge, Level, Reader, think_time};
use capicu_arena::duel::{Start, Tally, deal, pair};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

fn bot(kind: BotKind) -> Box<dyn Bot> {
    match kind {
        BotKind::Reader => Box::new(Reader::new(Budget::Nodes(300), Belief::Play)),
        other => other.bot(),
    }
}

fn quick_levels() -> impl Iterator<Item = Level> {
    let quick = |level: &Level| *level <= Level::QUICK;
    Level::ALL.into_iter().filter(quick)
}

/// Plays a match to its end or for some rounds, with the players in changing seats.
fn mixed_match(rules: Rules, seed: u64, max_rounds: usize) {
    let dealer = Seed::from_number(seed);
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut table = Table::new(rules);
    let mut views: Vec<TableView> = Seat::all(rules.n_seats())
        .map(|seat| TableView::new(rules, seat))
        .collect();
    let kinds = BotKind::ALL.iter().map(|kind| bot(*kind));
    let mut bots: Vec<_> = kinds.chain(quick_levels().map(Level::bot)).collect();
    let mut rounds = 0;
    while rounds < max_rounds {
        let fact = match table.waiting() {
            Waiting::Nothing => break,
            Waiting::TurnUp => Fact::TurnedUp(dealer.turn_up(table.game(), table.n_turned_up())),
            Waiting::Deal => {
                let deal = dealer.deal(table.game().rules(), table.n_deals());
                Fact::Dealt(deal.into())
            }
            Waiting::Act(seat) => {
                let view = views[seat.index()].round().unwrap();
                // Every player answers each time; one answer is played.
                let heard = rng.next_u32() as usize % bots.len();
                let mut said = None;
                for (i, bot) in bots.iter_mut().enumerate() {
                    let action = bot.choose(view, rng).unwrap();
                    assert_eq!(view.check(action), Ok(()), "player {i}");
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
                let seen = event.visible_to(view.viewer());
                view.observe(&seen);
                rounds += usize::from(
                    view.viewer() == Seat::default().into()
                        && matches!(seen, VisibleEvent::RoundOver(_)),
                );
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

/// With single players who are out at the target (W37). The matches last until one player is left.
#[test]
fn every_player_plays_on_without_those_who_are_out() {
    for (game, players, target) in [
        ("block", 3, "20"),
        ("draw", 4, "30"),
        ("all-fives", 3, "60"),
        ("french", 4, "30"),
    ] {
        let mut choices = Game::by_id(game).unwrap().choices(players).unwrap();
        choices.set("target", target).unwrap();
        choices.set("teams", "singles").unwrap();
        choices.set("at-target", "player-out").unwrap();
        mixed_match(Rules::new(choices).unwrap(), 5, 12);
    }
}

fn share(first: BotKind, second: BotKind, pairs: u32, start: Start) -> f64 {
    share_of(first.bot(), second.bot(), pairs, start)
}

fn share_of(first: Box<dyn Bot>, second: Box<dyn Bot>, pairs: u32, start: Start) -> f64 {
    let rules = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
    share_at(rules, first, second, pairs, start)
}

fn share_at(
    rules: Rules,
    first: Box<dyn Bot>,
    second: Box<dyn Bot>,
    pairs: u32,
    start: Start,
) -> f64 {
    let rng = &mut ChaCha8Rng::seed_from_u64(7);
    let (mut a, mut b) = (first, second);
    let dealer = Seed::from_number(7);
    let mut tally = Tally::default();
    for number in 0..pairs {
        let round = deal(rules, start, &dealer, number);
        tally.add(pair(&round, &mut [a.as_mut(), b.as_mut()], rng).unwrap());
    }
    tally.share().0
}

#[test]
fn counter_beats_the_simpler_players() {
    for start in [Start::Anew, Start::Earned] {
        // Two standard deviations of 600 pairs are below 3 %.
        assert!(share(BotKind::Counter, BotKind::Random, 600, start) > 0.56);
        assert!(share(BotKind::Counter, BotKind::Heavy, 600, start) > 0.55);
    }
}

#[test]
fn player_that_notices_more_wins_more() {
    let rules = Game::by_id("draw").unwrap().rules(2).unwrap();
    let levels: Vec<Level> = quick_levels().collect();
    assert!(levels.len() > 2);
    for pair in levels.windows(2) {
        let [below, above] = [pair[0].bot(), pair[1].bot()];
        // Two standard deviations of 3000 pairs are 0.9 %; the expected share is at least 53.4 %.
        let share = share_at(rules, above, below, 3000, Start::Anew);
        assert!(share > 0.52, "{} against {}: {share}", pair[1], pair[0]);
    }
}

#[test]
fn reader_beats_the_counter() {
    let reader = Box::new(Reader::new(Budget::Nodes(4_000), Belief::Play));
    // Two standard deviations of 60 pairs are 9 %; with this budget the expected share is some 65 %.
    assert!(share_of(reader, BotKind::Counter.bot(), 60, Start::Anew) > 0.55);
}

/// A position of the draw game in which the seat has a choice.
fn choice() -> View {
    let rules = Game::by_id("draw").unwrap().rules(3).unwrap();
    let mut number = 0;
    loop {
        let mut round = deal(rules, Start::Anew, &Seed::from_number(4), number);
        let mut view = round.view_from_here(Seat::default());
        number += 1;
        for _ in 0..12 {
            if view.moves().len() > 5 && view.distinct_actions().len() > 2 {
                return view;
            }
            let Some(action) = round.distinct_actions().first().copied() else {
                break;
            };
            let step = round.play(action).unwrap();
            view.observe(&step.mv.visible_to(view.seat()), &step.awards);
        }
    }
}

#[test]
fn same_nodes_and_generator_give_the_same_answer() {
    let view = choice();
    for nodes in [0, 1, 50, 5_000] {
        let answers = [(), ()].map(|()| {
            let rng = &mut ChaCha8Rng::seed_from_u64(11);
            let mut reader = Reader::new(Budget::Nodes(nodes), Belief::Play);
            let answer = reader.choose(&view, rng).unwrap();
            (answer, rng.next_u64())
        });
        assert_eq!(answers[0], answers[1]);
        assert_eq!(view.check(answers[0].0), Ok(()));
    }
}

#[test]
fn judgment_lists_every_choice_with_the_best_first() {
    let view = choice();
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let mut reader = Reader::new(Budget::Nodes(20_000), Belief::Play);
    let judged = reader.judge(&view, rng);
    let named: BTreeSet<Action> = judged.iter().map(|judged| judged.action).collect();
    assert_eq!(named, view.distinct_actions().into_iter().collect());
    assert_eq!(judged.len(), named.len());
    assert!(judged.iter().all(|judged| judged.rounds > 0));
    assert!(
        judged
            .iter()
            .all(|judged| (0.0..=1.0).contains(&judged.worth))
    );
    // The last two were compared longest.
    assert!(judged[0].rounds == judged[1].rounds && judged[0].rounds > judged[2].rounds);
    let again = &mut ChaCha8Rng::seed_from_u64(1);
    assert_eq!(reader.choose(&view, again), Some(judged[0].action));

    let idle = deal(*view.board().rules(), Start::Anew, &Seed::from_number(4), 0);
    let idle = idle.view_from_here(idle.to_act().unwrap().next(3));
    assert_eq!(reader.judge(&idle, rng), []);
}

#[test]
fn reader_stops_when_its_time_is_up() {
    static NOW: AtomicU64 = AtomicU64::new(0);
    fn now() -> u64 {
        NOW.fetch_add(10, Ordering::Relaxed)
    }
    let rng = &mut ChaCha8Rng::seed_from_u64(2);
    let mut last = 0;
    for limit in [0, 1_000, 10_000] {
        let mut reader = Reader::new(Budget::Clock { limit, now }, Belief::Facts);
        reader.choose(&choice(), rng).unwrap();
        let used = NOW.load(Ordering::Relaxed) - last;
        last += used;
        // It reads the clock once for every deal and every imagined round, so it is never far behind.
        assert!((limit..limit + 100).contains(&used), "{limit}: {used}");
    }
}

#[test]
fn contradictory_record_still_gets_an_answer() {
    let rules = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
    let six = Tile::DOUBLE_SIX;
    let dealt = |number| {
        deal(rules, Start::Earned, &Seed::from_number(1), number).view_from_here(Seat::default())
    };
    let sixes = |view: &View| (view.hand() & TileSet::suit(six.high())).len();
    let mut view = (0..)
        .map(dealt)
        .find(|view| !view.hand().contains(six) && (2..5).contains(&sixes(view)))
        .unwrap();
    let mv = |seat, action| Move {
        seat: Seat::new(seat).unwrap(),
        action,
        drawn: None,
        shown: false,
    };
    assert!(Knowledge::of(&view).is_ok());
    // Everybody else passes on a six although this seat does not hold all of them.
    let holder = mv(1, Action::Lead(six));
    for mv in [
        holder,
        mv(2, Action::Pass),
        mv(3, Action::Pass),
        mv(0, Action::Pass),
        mv(1, Action::Pass),
        mv(2, Action::Pass),
        mv(3, Action::Pass),
    ] {
        view.observe(&mv, &PlayAwards::new());
    }
    assert!(Knowledge::of(&view).is_err());
    assert!(view.distinct_actions().len() > 1);
    let rng = &mut ChaCha8Rng::seed_from_u64(2);
    for kind in BotKind::ALL {
        let action = bot(*kind).choose(&view, rng).unwrap();
        assert_eq!(view.check(action), Ok(()), "{kind}");
    }
}

#[test]
fn equal_players_draw_over_pairs_of_deals() {
    assert_eq!(
        share(BotKind::Counter, BotKind::Counter, 20, Start::Anew),
        0.5
    );
}

#[test]
fn thinking_times_are_between_half_a_second_and_four() {
    let rules = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
    let mut round = deal(rules, Start::Earned, &Seed::from_number(3), 0);
    let rng = &mut ChaCha8Rng::seed_from_u64(3);
    while round.to_act().is_some() {
        let time = think_time(round.board(), rng);
        assert!((500..4000).contains(&time), "{time}");
        let action = round.distinct_actions()[0];
        round.play(action).unwrap();
    }
    assert_eq!(think_time(round.board(), rng), 0);
}

/// Whether a level chooses alike in the first rounds of a game for four, with these changes and with `more`.
fn ignores(level: Level, game: &str, changes: &[(&str, &str)], more: &[(&str, &str)]) -> bool {
    let mut choices = Game::by_id(game).unwrap().choices(4).unwrap();
    for (option, value) in changes {
        choices.set(option, value).unwrap();
    }
    let mut priced = choices;
    for (option, value) in more {
        priced.set(option, value).unwrap();
    }
    let rules = [choices, priced].map(|choices| Rules::new(choices).unwrap());
    (0..4).all(|seed| {
        let dealer = Seed::from_number(seed);
        let mut tables = rules.map(|rules| {
            let seats = Seat::all(rules.n_seats());
            let views: Vec<TableView> = seats.map(|seat| TableView::new(rules, seat)).collect();
            (Table::new(rules), views)
        });
        loop {
            let [(table, views), (other, others)] = &tables;
            let fact = match table.waiting() {
                Waiting::TurnUp => {
                    Fact::TurnedUp(dealer.turn_up(table.game(), table.n_turned_up()))
                }
                Waiting::Deal if table.round().is_some() => return true,
                Waiting::Deal => Fact::Dealt(dealer.deal(&rules[0], table.n_deals()).into()),
                Waiting::Act(seat) if other.waiting() == Waiting::Act(seat) => {
                    let [one, two] = [views, others].map(|views| {
                        let view = views[seat.index()].round().unwrap();
                        let mut rng = ChaCha8Rng::seed_from_u64(seed);
                        level.bot().choose(view, &mut rng).unwrap()
                    });
                    if one != two {
                        return false;
                    }
                    Fact::Acted(one)
                }
                Waiting::Act(_) | Waiting::Nothing => return true,
            };
            for (table, views) in &mut tables {
                for event in table.apply(&fact).unwrap() {
                    for view in views.iter_mut() {
                        let seen = event.visible_to(view.viewer());
                        view.observe(&seen);
                    }
                }
            }
        }
    })
}

/// The help of the option `level` says so.
#[test]
fn levels_without_search_ignore_bonuses_and_only_the_last_plays_for_the_price_of_a_round() {
    let bonuses = [
        ("double-out", "200"),
        ("block-bonus", "200"),
        ("hanged-blank", "200"),
    ];
    let counted = [("love", "off"), ("key-tile", "off")];
    let price = [
        ("round-price", "table"),
        ("price-double", "6"),
        ("price-lost-block", "0"),
    ];
    for level in Level::ALL {
        if level.nodes() == 0 {
            assert!(ignores(level, "block", &[], &bonuses), "{level}");
        }
        if level < Level::BEST {
            let ignored = ignores(level, "jamaican-partner", &counted, &price);
            assert!(ignored, "{level}");
        }
    }
    let searching = Level::named("imagines").unwrap();
    assert!(!ignores(searching, "block", &[], &bonuses));
}
