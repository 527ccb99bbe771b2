//! A person at a practice table, who knows only the messages.

use capicu::{Rules, Seat, TableView, Turn};
use capicu_ai::{Bot as _, Heavy};
use capicu_practice::Practice;
use capicu_protocol::{
    BotPace, ClientMessage, CreateTable, Event, Hints, Illegal, Key, Level, MatchOver, Plan,
    Refusal, ServerMessage, TableRules, Wish,
};
use chacha20::ChaCha20Rng;
use rand_core::{Rng as _, SeedableRng as _};

const NOW: u64 = 1_000_000;

/// Random bytes that depend only on the number.
fn chances(number: u8) -> impl FnMut() -> [u8; 32] + 'static {
    let mut rng = ChaCha20Rng::from_seed([number; 32]);
    move || {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        bytes
    }
}

struct Person {
    table: Practice,
    rules: Rules,
    view: TableView,
    over: Option<MatchOver>,
    heard: Vec<ServerMessage>,
    wanted: Vec<Wish>,
    version: u64,
    now: u64,
    n_said: u32,
}

fn asked(game: &str, players: u8) -> CreateTable {
    let rules = capicu::Game::by_id(game).unwrap().rules(players).unwrap();
    CreateTable {
        rules: TableRules::new(game, &rules),
        seats: vec![Plan::Me; 1],
        turn_time: None,
        grace: None,
        level: Some(Level::Passes),
        hints: Some(Hints::On),
        watching: None,
        passed: None,
        name: Some("Ana".to_owned()),
    }
}

impl Person {
    fn sit(game: &str, players: u8, chance: u8) -> Self {
        let asked = asked(game, players);
        let rules = asked.rules.rules().unwrap();
        let (table, told) = Practice::new(asked, chances(chance), NOW).unwrap();
        let mut person = Self {
            table,
            rules,
            view: TableView::new(rules, Seat::new(0).unwrap()),
            over: None,
            heard: Vec::new(),
            wanted: Vec::new(),
            version: 0,
            now: NOW,
            n_said: 0,
        };
        person.hear(told);
        person
    }

    fn key(&mut self) -> Key {
        self.n_said += 1;
        Key::new(&format!("k{}", self.n_said)).unwrap()
    }

    fn hear(&mut self, told: Vec<ServerMessage>) {
        for message in &told {
            match message {
                ServerMessage::Snapshot(snapshot) => {
                    self.view = snapshot.view().unwrap();
                    self.version = snapshot.version;
                }
                ServerMessage::Events {
                    version, events, ..
                } => {
                    self.version = *version;
                    for event in events {
                        self.see(event);
                    }
                }
                _ => {}
            }
        }
        self.heard.extend(told);
    }

    fn see(&mut self, event: &Event) {
        match event {
            Event::MatchBegan { .. } => {
                self.view = TableView::new(self.rules, self.view.viewer());
                self.over = None;
            }
            Event::MatchOver(over) => self.over = Some(over.clone()),
            Event::Wished { wish, .. } => self.wanted.push(*wish),
            event => {
                if let Some(seen) = event.seen().unwrap() {
                    self.view.observe(&seen);
                }
            }
        }
    }

    fn say(&mut self, message: ClientMessage) -> ServerMessage {
        let key = message.key().cloned();
        let told = self.table.hear(message, self.now);
        self.hear(told.clone());
        let answers = |message: &ServerMessage| match message {
            ServerMessage::Done { key: of, .. }
            | ServerMessage::Refused { key: of, .. }
            | ServerMessage::Hint { key: of, .. } => Some(of) == key.as_ref(),
            _ => false,
        };
        told.into_iter().find(answers).expect("the table answers")
    }

    fn act(&mut self, action: capicu::Action) -> ServerMessage {
        let (key, expected) = (self.key(), self.version);
        self.say(ClientMessage::Act {
            key,
            expected,
            action: action.into(),
        })
    }

    fn ready(&mut self, deal: u32) -> ServerMessage {
        let key = self.key();
        self.say(ClientMessage::Ready { key, deal })
    }

    fn next_deal(&self) -> u32 {
        let events = self.heard.iter().flat_map(|message| match message {
            ServerMessage::Snapshot(snapshot) => snapshot.events.clone(),
            ServerMessage::Events { events, .. } => events.clone(),
            _ => Vec::new(),
        });
        events.fold(0, |n, event| match event {
            Event::MatchBegan { .. } => 0,
            Event::Dealt(_) | Event::Redealt(_) => n + 1,
            _ => n,
        })
    }

    /// Lets the next automatic event happen. Returns whether there was one.
    fn wait(&mut self) -> bool {
        let Some(wait) = self.table.wait(self.now) else {
            return false;
        };
        assert!((100..10_000).contains(&wait.after), "{wait:?}");
        self.now += u64::from(wait.after);
        let told = self.table.happen(wait.step, self.now);
        self.hear(told);
        true
    }

    fn play(&mut self) -> MatchOver {
        let mut rng = ChaCha20Rng::from_seed([7; 32]);
        for _ in 0..20_000 {
            if let Some(over) = &self.over {
                return over.clone();
            }
            if self.wait() {
                continue;
            }
            let action = self
                .view
                .round()
                .and_then(|round| Heavy.choose(round, &mut rng));
            let answer = match action {
                Some(action) => self.act(action),
                None => self.ready(self.next_deal()),
            };
            assert!(matches!(answer, ServerMessage::Done { .. }), "{answer:?}");
        }
        panic!("the match goes on and on");
    }
}

#[test]
fn match_of_every_game_ends_and_another_begins() {
    for game in capicu::Game::ALL {
        let players = game.players[0];
        let mut person = Person::sit(game.id, players, 1);
        let first = person.play();
        assert_eq!(first.number, 1, "{}", game.id);
        assert!(person.view.result().is_some(), "{}", game.id);
        let rematch = |person: &mut Person| {
            let key = person.key();
            person.say(ClientMessage::Rematch { key, after: 1 })
        };
        rematch(&mut person);
        assert_eq!(person.over, None);
        let again = rematch(&mut person);
        assert!(
            matches!(
                again,
                ServerMessage::Refused {
                    refusal: Refusal::NotNow,
                    ..
                }
            ),
            "{again:?}"
        );
        assert!(person.view.board().is_some(), "{} is dealt", game.id);
    }
}

#[test]
fn revealed_seed_matches_its_commitment() {
    let mut person = Person::sit("cut-throat", 3, 2);
    let over = person.play();
    let seed: capicu::fair::Seed = over.seed.parse().unwrap();
    let promised = person.heard.iter().find_map(|message| match message {
        ServerMessage::Snapshot(snapshot) => Some(snapshot.game.commitment.clone()),
        _ => None,
    });
    assert_eq!(promised, Some(seed.commitment().to_string()));
}

#[test]
fn hint_is_a_legal_choice_if_the_table_allows_hints() {
    for hints in [Some(Hints::On), None] {
        let asked = CreateTable {
            hints,
            level: Some(Level::Match),
            ..asked("draw", 2)
        };
        let (table, told) = Practice::new(asked, chances(3), NOW).unwrap();
        let Some(ServerMessage::Snapshot(snapshot)) = told.first() else {
            panic!("{told:?}")
        };
        assert_eq!(snapshot.level, Level::Match);
        assert_eq!(snapshot.hints, hints.unwrap_or_default());
        let mut person = Person::sit("draw", 2, 3);
        person.table = table;
        person.hear(told);
        let ask = |person: &mut Person| {
            let (key, expected) = (person.key(), person.version);
            person.say(ClientMessage::Hint { key, expected })
        };
        let refused = |answer| matches!(answer, ServerMessage::Refused { .. });
        let choice = |person: &Person| {
            let round = person.view.round();
            round.map_or(0, |round| round.distinct_actions().len())
        };
        while choice(&person) < 2 {
            if !person.wait() {
                let only = person.view.round().unwrap().distinct_actions()[0];
                person.act(only);
            }
        }
        match (hints, ask(&mut person)) {
            (Some(_), ServerMessage::Hint { hint, .. }) => {
                let round = person.view.round().unwrap();
                assert_eq!(round.check(hint.best.action.into()), Ok(()));
                assert_eq!(round.check(hint.next.action.into()), Ok(()));
                assert!(hint.next.chance <= hint.best.chance);
            }
            (None, answer) => assert!(refused(answer)),
            (_, answer) => panic!("{answer:?}"),
        }
    }
}

#[test]
fn equal_random_bytes_make_equal_matches() {
    let play = |chance| {
        let mut person = Person::sit("block", 2, chance);
        person.play();
        person.heard
    };
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
}

#[test]
fn illegal_command_is_refused_without_effect() {
    let mut person = Person::sit("jamaican-partner", 4, 5);
    let early = person.ready(person.next_deal());
    assert!(
        matches!(
            early,
            ServerMessage::Refused {
                refusal: Refusal::NotNow,
                ..
            }
        ),
        "{early:?}"
    );
    while person.wait() {}
    let round = person.view.round().expect("dealt").clone();
    assert!(
        !round.distinct_actions().is_empty(),
        "it is the person's turn"
    );
    let before = person.heard.len();
    let illegal = person.act(capicu::Action::Draw);
    assert!(
        matches!(
            illegal,
            ServerMessage::Refused {
                refusal: Refusal::Illegal(Illegal::CannotDraw | Illegal::NothingLed),
                ..
            }
        ),
        "{illegal:?}"
    );
    assert_eq!(person.heard.len(), before + 1);
}

#[test]
fn overtaken_step_has_no_effect() {
    let mut person = Person::sit("cut-throat", 4, 6);
    let (first, second) = loop {
        let first = person.table.wait(person.now);
        match first.zip(person.table.wait(person.now)) {
            Some(both) => break both,
            None => {
                let view = person.view.round().expect("dealt");
                let action = view.distinct_actions()[0];
                person.act(action);
            }
        }
    };
    person.now += u64::from(second.after);
    assert_eq!(person.table.happen(first.step, person.now), []);
    assert_ne!(person.table.happen(second.step, person.now), []);
    assert_eq!(person.table.happen(second.step, person.now), []);
}

/// A person alone sets the pace of the bots, and skips one wait.
#[test]
fn pace_shortens_waits_and_skips_one() {
    let mut person = Person::sit("cut-throat", 4, 6);
    for (pace, longest) in [
        (BotPace::Natural, 10_000),
        (BotPace::Fast, 1_100),
        (BotPace::Instant, 0),
    ] {
        let key = person.key();
        person.say(ClientMessage::Pace { key, pace });
        let mut waits = Vec::new();
        while waits.len() < 7 {
            let Some(wait) = person.table.wait(person.now) else {
                let actions = person.view.round().map(|view| view.distinct_actions());
                match actions.and_then(|actions| actions.first().copied()) {
                    Some(action) => person.act(action),
                    None => person.ready(person.next_deal()),
                };
                continue;
            };
            waits.push(wait.after);
            person.now += u64::from(wait.after);
            let told = person.table.happen(wait.step, person.now);
            person.hear(told);
        }
        // The first wait had begun before.
        waits.remove(0);
        assert!(
            waits.iter().all(|wait| *wait <= longest),
            "{pace:?}: {waits:?}"
        );
        assert!(
            pace != BotPace::Natural || waits.iter().all(|wait| *wait > 300),
            "{waits:?}"
        );
    }
    let key = person.key();
    let pace = BotPace::Natural;
    person.say(ClientMessage::Pace { key, pace });
    let first = loop {
        match person.table.wait(person.now) {
            Some(first) if first.after > 0 => break first,
            Some(first) => {
                let told = person.table.happen(first.step, person.now);
                person.hear(told);
            }
            None => {
                let actions = person.view.round().map(|view| view.distinct_actions());
                match actions.and_then(|actions| actions.first().copied()) {
                    Some(action) => person.act(action),
                    None => person.ready(person.next_deal()),
                };
            }
        }
    };
    let key = person.key();
    let pace = BotPace::Skip;
    person.say(ClientMessage::Pace { key, pace });
    let second = person.table.wait(person.now).expect("the bot thinks");
    assert!(
        first.after > 300 && second.after == 0,
        "{first:?} {second:?}"
    );
    assert_ne!(person.table.happen(second.step, person.now), []);
}

/// Tiles that a bot draws one after the other are one movement, whatever it draws.
#[test]
fn tiles_drawn_in_a_row_come_at_once() {
    let mut person = Person::sit("draw", 2, 3);
    let mut rng = ChaCha20Rng::from_seed([7; 32]);
    let (mut after_draws, mut drew) = (Vec::new(), false);
    while after_draws.len() < 8 {
        if let Some(wait) = person.table.wait(person.now) {
            if drew {
                after_draws.push(wait.after);
            }
            person.now += u64::from(wait.after);
            let told = person.table.happen(wait.step, person.now);
            person.hear(told);
            let moves = person.view.round().map(|view| view.moves().last().copied());
            let last = moves.flatten();
            drew = last
                .is_some_and(|last| last.seat.index() == 1 && last.action == capicu::Action::Draw);
            continue;
        }
        drew = false;
        let round = person.view.round();
        match round.and_then(|round| Heavy.choose(round, &mut rng)) {
            Some(action) => person.act(action),
            None if person.over.take().is_some() => {
                let (key, after) = (person.key(), 1);
                person.say(ClientMessage::Rematch { key, after })
            }
            None => person.ready(person.next_deal()),
        };
    }
    assert!(
        after_draws.iter().all(|after| *after < 200),
        "{after_draws:?}"
    );
}

#[test]
fn bot_partner_leaves_the_lead_when_asked() {
    // Plays rounds until the partner has the lead and may give it away.
    for chance in 0..40 {
        let mut person = Person::sit("jamaican-partner", 4, chance);
        while person.over.is_none() {
            let asked = person.view.round().is_some_and(|round| {
                matches!(round.board().turn(), Turn::Open(o) if o.seat == Seat::new(2).unwrap() && o.may_hand_over)
            });
            if asked {
                let (key, deal) = (person.key(), person.next_deal() - 1);
                let wish = Wish::Mine;
                person.say(ClientMessage::Wish { key, wish, deal });
                assert_eq!(person.wanted, [Wish::Mine]);
                assert!(person.wait(), "the partner takes its time");
                let turn = person.view.round().unwrap().board().turn();
                assert!(
                    matches!(turn, Turn::Open(o) if o.seat == Seat::new(0).unwrap()),
                    "{turn:?}"
                );
                return;
            }
            if person.wait() {
                continue;
            }
            let mut rng = ChaCha20Rng::from_seed([7; 32]);
            match person
                .view
                .round()
                .and_then(|round| Heavy.choose(round, &mut rng))
            {
                Some(action) => person.act(action),
                None => person.ready(person.next_deal()),
            };
        }
    }
    panic!("the partner never had to pose");
}

#[test]
fn invalid_rules_make_no_table() {
    let mut asked = asked("cut-throat", 4);
    asked.rules.players = 9;
    assert!(Practice::new(asked, chances(0), NOW).is_err());
}

#[test]
fn every_field_of_a_request_reaches_the_table() {
    let asked = r#"{"rules":{"game":"jamaican-partner","players":4,"options":{}},"seats":["me","open","open","open"],"turn_time":"60s","grace":20,"level":"club","hints":"off","name":""}"#;
    let asked: CreateTable = capicu_protocol::decode(asked).unwrap();
    let (_, told) = Practice::new(asked, chances(1), NOW).unwrap();
    assert!(
        matches!(told.first(), Some(ServerMessage::Snapshot(_))),
        "{told:?}"
    );
}
