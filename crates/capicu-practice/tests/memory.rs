//! The bots of a practice table know what bots of the same level know at any table. At every decision they choose the
//! same as such a bot, whose view is built event by event from the bare match.

use capicu::{Event, Fact, Game, Rules, Seat, Table, TableView};
use capicu_ai::{Belief, Bot, Budget, Level, Reader};
use capicu_practice::Practice;
use capicu_protocol::{ClientMessage, CreateTable, Key, Plan, ServerMessage, TableRules};
use capicu_table::{Chooser, Entry, Fact as Stored};
use chacha20::ChaCha20Rng;
use rand_core::SeedableRng as _;

/// The real levels, but with little to think about if they imagine tiles.
fn quick(level: Level) -> Box<dyn Bot> {
    match level.nodes() {
        0 => level.bot(),
        1..1_000 => Box::new(Reader::new(Budget::Nodes(150), Belief::Facts)),
        _ => Box::new(Reader::new(Budget::Nodes(200), Belief::Play)),
    }
}

/// Every choice uses the same random bytes, so that ties are decided in the same way.
const CHANCE: [u8; 32] = [9; 32];

fn rules(game: &Game, players: u8) -> Rules {
    let mut choices = game.choices(players).unwrap();
    let rules = game.rules(players).unwrap();
    let short = match rules.target.get() {
        0..=30 => "2",
        _ => "20",
    };
    choices.set("target", short).unwrap();
    Rules::new(choices).unwrap_or(rules)
}

/// Plays a match to its end, the person by the first legal action, and returns its facts.
fn play(rules: Rules, game: &Game, level: Level, seed: u8) -> Vec<Entry> {
    let asked = CreateTable {
        rules: TableRules::new(game.id, &rules),
        seats: vec![Plan::Me],
        turn_time: None,
        grace: None,
        level: capicu_protocol::Level::named(level.name()),
        hints: None,
        watching: None,
        passed: None,
        name: None,
    };
    // The token and the seed of the match, and then the bytes for every choice.
    let mut n = 0;
    let chance = move || {
        n += 1;
        if n <= 2 { [seed; 32] } else { CHANCE }
    };
    let (table, told) = Practice::new(asked, chance, 0).unwrap();
    let mut table = table.with_bots(quick);
    let (mut now, mut view, mut version) = (0, TableView::new(rules, Seat::default()), 0);
    let mut over = false;
    let mut deals = 0;
    let mut hear = |told: Vec<ServerMessage>, view: &mut TableView| {
        for message in told {
            let events = match message {
                ServerMessage::Snapshot(snapshot) => {
                    version = snapshot.version;
                    snapshot.events
                }
                ServerMessage::Events {
                    version: v, events, ..
                } => {
                    version = v;
                    events
                }
                _ => Vec::new(),
            };
            for event in events {
                over |= matches!(event, capicu_protocol::Event::MatchOver(_));
                deals += u32::from(matches!(
                    event,
                    capicu_protocol::Event::Dealt(_) | capicu_protocol::Event::Redealt(_)
                ));
                if let Some(seen) = event.seen().unwrap() {
                    view.observe(&seen);
                }
            }
        }
        (version, over, deals)
    };
    let (mut at, mut ended, mut dealt) = hear(told, &mut view);
    for n in 0..4_000 {
        if ended {
            break;
        }
        let told = if let Some(wait) = table.wait(now) {
            now += u64::from(wait.after);
            table.happen(wait.step, now)
        } else {
            let key = Key::new(&format!("k{n}")).unwrap();
            let actions = view.round().map(|round| round.distinct_actions());
            match actions.as_ref().and_then(|actions| actions.first()) {
                Some(action) => table.hear(
                    ClientMessage::Act {
                        key,
                        expected: at,
                        action: (*action).into(),
                    },
                    now,
                ),
                None => table.hear(ClientMessage::Ready { key, deal: dealt }, now),
            }
        };
        (at, ended, dealt) = hear(told, &mut view);
    }
    table.facts().to_vec()
}

/// Replays the match and asks a bot at every choice of a bot. Returns the number of choices.
fn check(rules: Rules, facts: &[Entry], level: Level, game: &str) -> usize {
    let mut table = Table::new(rules);
    let mut views: Vec<TableView> = Seat::all(rules.n_seats())
        .map(|seat| TableView::new(rules, seat))
        .collect();
    let (mut seed, mut asked) = (None, 0);
    for entry in facts {
        let fact = match &entry.fact {
            Stored::MatchBegan { seed: of, .. } => {
                seed = Some(of.clone());
                continue;
            }
            Stored::TurnedUp { number } => {
                Fact::TurnedUp(seed.as_ref().unwrap().turn_up(table.game(), *number))
            }
            Stored::Dealt { number } => {
                Fact::Dealt(Box::new(seed.as_ref().unwrap().deal(&rules, *number)))
            }
            Stored::Acted { by, action, .. } => {
                if *by == Chooser::Bot {
                    let capicu::Waiting::Act(seat) = table.waiting() else {
                        panic!("a turn");
                    };
                    let view = views[seat.index()].round().unwrap();
                    let mut rng = ChaCha20Rng::from_seed(CHANCE);
                    let chosen = quick(level).choose(view, &mut rng);
                    let at = entry.version;
                    assert_eq!(chosen, Some(*action), "{game}, level {level}, fact {at}");
                    asked += 1;
                }
                Fact::Acted(*action)
            }
            Stored::Called { seat, call } => Fact::Called {
                seat: *seat,
                call: *call,
            },
            _ => continue,
        };
        for event in table.apply(&fact).unwrap() {
            if matches!(event, Event::Dealt { .. }) {
                assert!(views.iter().all(|view| view.rules() == &rules));
            }
            for view in &mut views {
                view.observe(&event.visible_to(view.viewer()));
            }
        }
    }
    asked
}

#[test]
fn practice_bots_choose_like_bots_of_other_tables() {
    let (mut asked, mut matches) = (0, 0);
    let mut each = |game: &Game, level: Level, seed: u8| {
        let players = game.players[usize::from(seed) % game.players.len()];
        let rules = rules(game, players);
        let facts = play(rules, game, level, seed);
        asked += check(rules, &facts, level, game.id);
        matches += 1;
    };
    // Every level in every game, and then more until there are two hundred matches.
    for game in Game::ALL {
        for level in Level::ALL {
            each(game, level, level.number());
        }
    }
    let so_far = Game::ALL.len() * Level::ALL.len();
    for n in 0..200_usize.saturating_sub(so_far) {
        let game = &Game::ALL[n % Game::ALL.len()];
        let level = Level::ALL[n % usize::from(Level::QUICK.number())];
        each(game, level, (n as u8).wrapping_add(40));
    }
    assert!(matches >= 200, "{matches} matches");
    assert!(asked > 5_000, "{asked} choices");
}
