//! A person at a practice table, who knows only what was said.

use capicu::{Seat, TableView, Turn, View};
use capicu_ai::{Bot as _, Heavy};
use capicu_client::ClientTable;
use capicu_practice::Practice;
use capicu_protocol::{
    ClientMessage, CreateTable, Event, Hints, Illegal, Key, Level, MatchOver, Plan, Refusal,
    ServerMessage, TableRules, Wish,
};
use chacha20::ChaCha20Rng;
use rand_core::SeedableRng as _;

struct Person {
    table: Practice,
    /// What is known of it.
    known: ClientTable,
    /// Every message heard.
    heard: Vec<ServerMessage>,
}

fn key() -> Key {
    Key::new("k").unwrap()
}

fn asked(game: &str, players: u8) -> CreateTable {
    let rules = capicu::Game::by_id(game).unwrap().rules(players).unwrap();
    CreateTable {
        rules: TableRules::new(game, &rules),
        seats: vec![Plan::Me; 1],
        turn_time: None,
        grace: None,
        level: Level::new(4),
        hints: Some(Hints::On),
        name: Some("Ana".to_owned()),
    }
}

impl Person {
    fn sit(game: &str, players: u8, chance: u8) -> Self {
        let (table, told) = Practice::new(asked(game, players), [chance; 32]).unwrap();
        Self::at(table, told)
    }

    /// Somebody at this table who was told this first.
    fn at(table: Practice, told: Vec<ServerMessage>) -> Self {
        let Some(ServerMessage::Snapshot(snapshot)) = told.first() else {
            panic!("{told:?}")
        };
        let mut person = Self {
            table,
            known: ClientTable::found(snapshot, 0.0).unwrap(),
            heard: Vec::new(),
        };
        person.hear(told);
        person
    }

    fn hear(&mut self, told: Vec<ServerMessage>) {
        for message in &told {
            self.known.hear(message, 0.0).unwrap();
        }
        self.heard.extend(told);
    }

    fn view(&self) -> &TableView {
        self.known.table()
    }

    fn round(&self) -> Option<&View> {
        self.known.round()
    }

    fn over(&self) -> Option<&MatchOver> {
        self.known.matched().over.as_ref()
    }

    fn say(&mut self, message: ClientMessage) -> ServerMessage {
        let told = self.table.hear(message);
        self.hear(told);
        self.heard.last().expect("an answer").clone()
    }

    fn act(&mut self, action: capicu::Action) -> ServerMessage {
        self.say(ClientMessage::Act {
            key: key(),
            expected: 0,
            action: action.into(),
        })
    }

    /// Lets happen what happens by itself; whether anything did.
    fn wait(&mut self) -> bool {
        let Some(wait) = self.table.wait() else {
            return false;
        };
        assert!((300..10_000).contains(&wait.after), "{wait:?}");
        let told = self.table.happen(wait.step);
        self.hear(told);
        true
    }

    /// Plays on until the match is over.
    fn play(&mut self) -> MatchOver {
        let mut rng = ChaCha20Rng::from_seed([7; 32]);
        for _ in 0..20_000 {
            if let Some(over) = self.over() {
                return over.clone();
            }
            if self.wait() {
                continue;
            }
            let action = self.round().and_then(|round| Heavy.choose(round, &mut rng));
            let answer = match action {
                Some(action) => self.act(action),
                None => self.say(ClientMessage::Ready {
                    key: key(),
                    deal: 0,
                }),
            };
            assert!(matches!(answer, ServerMessage::Done { .. }), "{answer:?}");
        }
        panic!("the match goes on and on");
    }
}

#[test]
fn a_match_of_every_game_ends_and_another_begins() {
    for game in capicu::Game::ALL {
        let players = game.players[0];
        let mut person = Person::sit(game.id, players, 1);
        let first = person.play();
        assert_eq!(first.number, 1, "{}", game.id);
        assert!(person.view().result().is_some(), "{}", game.id);
        let rematch = ClientMessage::Rematch {
            key: key(),
            after: 1,
        };
        person.say(rematch.clone());
        assert_eq!(person.over(), None);
        let refused = ServerMessage::Refused {
            key: key(),
            refusal: Refusal::NotNow,
            version: 0,
        };
        let again = person.say(rematch);
        assert_eq!(
            std::mem::discriminant(&again),
            std::mem::discriminant(&refused)
        );
        assert!(person.wait(), "{}", game.id);
    }
}

#[test]
fn the_seed_that_is_told_at_the_end_is_the_one_that_was_promised() {
    let mut person = Person::sit("cut-throat", 3, 2);
    let over = person.play();
    let seed: capicu::fair::Seed = over.seed.parse().unwrap();
    let promised = person.heard.iter().find_map(|message| match message {
        ServerMessage::Events { events, .. } => events.iter().find_map(|event| match event {
            Event::MatchBegan { commitment, .. } => Some(commitment.clone()),
            _ => None,
        }),
        _ => None,
    });
    assert_eq!(promised, Some(seed.commitment().to_string()));
}

#[test]
fn a_hint_is_a_choice_on_ones_turn_and_only_where_the_table_allows_it() {
    for hints in [Some(Hints::On), None] {
        let asked = CreateTable {
            hints,
            level: Level::new(8),
            ..asked("draw", 2)
        };
        let (table, told) = Practice::new(asked, [3; 32]).unwrap();
        let Some(ServerMessage::Snapshot(snapshot)) = told.first() else {
            panic!("{told:?}")
        };
        assert_eq!(Some(snapshot.level), Level::new(8));
        assert_eq!(snapshot.hints, hints.unwrap_or_default());
        let mut person = Person::at(table, told);
        let ask = |person: &mut Person| {
            let (key, expected) = (key(), 0);
            person.say(ClientMessage::Hint { key, expected })
        };
        let refused = |answer| matches!(answer, ServerMessage::Refused { .. });
        assert!(refused(ask(&mut person)), "before the deal");
        let choice = |person: &Person| {
            let round = person.round();
            round.map_or(0, |round| round.legal_actions().len())
        };
        while choice(&person) < 2 {
            if !person.wait() {
                let only = person.round().unwrap().legal_actions()[0];
                person.act(only);
            }
        }
        match (hints, ask(&mut person)) {
            (Some(_), ServerMessage::Hint { hint, .. }) => {
                let round = person.round().unwrap();
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
fn the_same_chance_makes_the_same_match() {
    let play = |chance| {
        let mut person = Person::sit("block", 2, chance);
        person.play();
        person.heard
    };
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
}

#[test]
fn what_may_not_be_done_is_refused_and_changes_nothing() {
    let mut person = Person::sit("jamaican-partner", 4, 5);
    let early = person.act(capicu::Action::Pass);
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
    let round = person.round().expect("dealt").clone();
    assert!(!round.legal_actions().is_empty(), "it is the person's turn");
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
    let token = "0f".repeat(32).parse().unwrap();
    let link = person.say(ClientMessage::Rotate { key: key(), token });
    assert!(matches!(link, ServerMessage::Refused { .. }), "{link:?}");
}

#[test]
fn what_was_overtaken_does_not_happen() {
    let mut person = Person::sit("cut-throat", 4, 6);
    let wait = person.table.wait().expect("a deal");
    assert_eq!(person.table.wait(), None, "it is waited for already");
    assert_eq!(person.table.happen(wait.step + 1), []);
    assert_eq!(person.table.happen(wait.step).len(), 1);
    assert_eq!(person.table.happen(wait.step), []);
}

#[test]
fn a_partner_asked_to_leave_the_pose_hands_it_over() {
    // Rounds are played until the partner is the one to pose and may talk about it.
    for chance in 0..40 {
        let mut person = Person::sit("jamaican-partner", 4, chance);
        while person.over().is_none() {
            let asked = person.round().is_some_and(|round| {
                matches!(round.board().turn(), Turn::Open(o) if o.seat == Seat::new(2).unwrap() && o.may_hand_over)
            });
            if asked {
                let deal = 0;
                let wish = Wish::Mine;
                let told = person.table.hear(ClientMessage::Wish {
                    key: key(),
                    wish,
                    deal,
                });
                person.hear(told);
                let me = person.known.seat().unwrap();
                assert_eq!(person.known.wish(), Some((me, Wish::Mine)));
                let turn = person.round().unwrap().board().turn();
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
                .round()
                .and_then(|round| Heavy.choose(round, &mut rng))
            {
                Some(action) => person.act(action),
                None => person.say(ClientMessage::Ready {
                    key: key(),
                    deal: 0,
                }),
            };
        }
    }
    panic!("the partner never had to pose");
}

#[test]
fn rules_that_do_not_do_make_no_table() {
    let mut asked = asked("cut-throat", 4);
    asked.rules.players = 9;
    assert!(Practice::new(asked, [0; 32]).is_err());
}
