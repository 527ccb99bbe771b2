//! Rematches with other partners: new seats, and everything that moves along.

use capicu::{Seat, Waiting};
use capicu_protocol::{Event, Holder, Refusal, ServerMessage};
use capicu_table::{Command, Fact};
use proptest::prelude::*;

use crate::session::host::{Fault, Host, rules, seat, setup, token};

/// People, identified by the number of their token, with their connections. One round wins a match.
struct People {
    host: Host,
    there: Vec<(u8, u64)>,
    n: u32,
}

impl People {
    fn new(game: &str, players: u8, seats: &str, seed: u64) -> Self {
        let setup = setup(rules(game, players, "1"), game, seats);
        let mut people = Self {
            host: Host::new(setup, seed),
            there: Vec::new(),
            n: 0,
        };
        for (at, what) in (1..).zip(seats.bytes()) {
            if what == b'p' {
                people.come(at);
                let id = people.there.last().expect("the last to connect").1;
                people.say(id, Command::Name(format!("P{at}")));
            }
        }
        people
    }

    fn come(&mut self, who: u8) {
        let id = self.host.connect(token(who), None, None);
        assert!(self.host.is_open(id), "{who} has a seat");
        self.there.push((who, id));
    }

    fn say(&mut self, id: u64, command: Command) -> Option<ServerMessage> {
        self.n += 1;
        self.host.say(id, &format!("k{}", self.n), command)
    }

    fn number(&self) -> u32 {
        self.host
            .session
            .state()
            .match_info()
            .expect("a match")
            .number
    }

    fn play(&mut self) {
        for _ in 0..20_000 {
            let at = |seat: Seat| {
                move |(_, id): &(u8, u64), host: &Host| host.seat_of(*id) == Some(seat)
            };
            match self.host.waiting() {
                Waiting::Nothing => return,
                Waiting::Act(of) => {
                    let there = self.there.iter().find(|one| at(of)(one, &self.host));
                    match there.copied() {
                        Some((_, id)) if self.host.session.state().person_plays(of) => {
                            self.n += 1;
                            self.host.act(id, of, &format!("k{}", self.n));
                        }
                        _ => {
                            self.host.go_on();
                        }
                    }
                }
                _ => {
                    let deal = self.host.table().n_deals();
                    for (_, id) in self.there.clone() {
                        self.say(id, Command::Ready { deal });
                    }
                }
            }
        }
        panic!("the match has no end: {:?}", self.host.waiting());
    }

    fn all_say(&mut self, command: &Command) {
        for (_, id) in self.there.clone() {
            self.say(id, command.clone());
        }
    }

    /// The person in each seat, by token.
    fn seats(&self) -> Vec<Option<u8>> {
        let state = self.host.session.state();
        let of = |seat| (1..=4).find(|who| state.seat_of(&token(*who)) == Some(seat));
        state.all_seats().map(of).collect()
    }

    /// Checks that each person has one seat, and that everything of theirs moved along.
    fn check(&self, people: &[u8]) {
        let state = self.host.session.state();
        for who in people {
            let seat = state.seat_of(&token(*who)).expect("everybody has a seat");
            let called = state.seat(seat).name().expect("a name");
            assert_eq!(*called, format!("P{who}"));
            assert_eq!(state.seat(seat).holder(), Holder::Person);
        }
        let seated = self.seats().into_iter().flatten().count();
        assert_eq!(seated, people.len(), "nobody in another's seat");
        let host = state.host().expect("the table has a host");
        assert_eq!(state.seat_of(&token(people[0])), Some(host));
        self.host.check_refold();
    }
}

fn refusal(answer: Option<ServerMessage>) -> Option<Refusal> {
    match answer {
        Some(ServerMessage::Refused { refusal, .. }) => Some(refusal),
        _ => None,
    }
}

#[test]
fn players_keep_token_and_name_with_every_partner() {
    let mut people = People::new("jamaican-partner", 4, "pppp", 7);
    let everybody = [1, 2, 3, 4];
    for (seats, n) in [[1, 4, 2, 3], [1, 3, 4, 2], [1, 2, 3, 4]].iter().zip(1..) {
        people.play();
        let after = people.number();
        assert_eq!(after, n);
        people.all_say(&Command::OtherPartners { after });
        assert_eq!(people.number(), n + 1);
        assert_eq!(people.seats(), seats.map(Some));
        people.check(&everybody);
        for (who, id) in people.there.clone() {
            let told = people.host.clients[&id].snapshot();
            let own = people.host.session.state().seat_of(&token(who));
            assert_eq!(told.seat.map(|seat| seat.0), own);
            assert_eq!(told.game.number, n + 1);
            assert_eq!(told.game.tally, [0; 0], "other sides have won nothing");
            let host = people.host.session.state().seat_of(&token(1));
            assert_eq!(Some(told.host.0), host);
        }
        // The host is still the host, in any seat.
        let bot = Command::Renew {
            seat: seat(0),
            token: None,
        };
        let id = people.there[1].1;
        assert_eq!(refusal(people.say(id, bot)), Some(Refusal::NotHost));
    }
    // The same is true on other devices and after a restart.
    people.host.restart();
    people.there.clear();
    for who in everybody {
        people.come(who);
    }
    people.check(&everybody);
}

#[test]
fn partners_stay_unless_everybody_wants_others() {
    let mut people = People::new("jamaican-partner", 4, "ppbp", 3);
    people.play();
    let (ana, ben, eva) = (people.there[0].1, people.there[1].1, people.there[2].1);
    people.say(ana, Command::OtherPartners { after: 1 });
    people.say(ben, Command::Rematch { after: 1 });
    let heard = people.host.clients[&ben].events();
    let offered = |event: &Event| {
        *event
            == Event::OtherPartners {
                seat: seat(0).into(),
            }
    };
    assert!(heard.iter().any(offered));
    people.say(eva, Command::OtherPartners { after: 1 });
    assert_eq!(people.number(), 1, "they do not agree yet");
    people.say(ana, Command::Rematch { after: 1 });
    people.say(eva, Command::Rematch { after: 1 });
    assert_eq!(people.number(), 2);
    assert_eq!(people.seats(), [Some(1), Some(2), None, Some(4)]);
    people.play();
    people.all_say(&Command::OtherPartners { after: 2 });
    // Bots change seats as well.
    assert_eq!(people.seats(), [Some(1), Some(4), Some(2), None]);
    people.check(&[1, 2, 4]);
}

#[test]
fn other_partners_need_pairs_two_people_and_no_open_seat() {
    let other = |people: &mut People, after| {
        let id = people.there[0].1;
        refusal(people.say(id, Command::OtherPartners { after }))
    };
    let mut early = People::new("jamaican-partner", 4, "ppbb", 3);
    assert_eq!(other(&mut early, 1), Some(Refusal::NotNow));
    early.play();
    assert_eq!(other(&mut early, 2), Some(Refusal::NotNow), "another match");
    let link = Command::Renew {
        seat: seat(2),
        token: Some(token(50)),
    };
    let id = early.there[0].1;
    early.say(id, link);
    assert_eq!(
        other(&mut early, 1),
        Some(Refusal::NotNow),
        "a seat is open"
    );
    for (game, players, seats) in [("cut-throat", 3, "ppp"), ("jamaican-partner", 4, "pbbb")] {
        let mut people = People::new(game, players, seats, 3);
        people.play();
        assert_eq!(other(&mut people, 1), Some(Refusal::NotNow), "{seats}");
    }
}

#[test]
fn absent_player_need_not_agree_and_keeps_the_seat() {
    let mut people = People::new("jamaican-partner", 4, "ppbp", 5);
    people.play();
    let (_, eva) = people.there.pop().expect("three are connected");
    people.host.leave(eva);
    people.all_say(&Command::OtherPartners { after: 1 });
    assert_eq!(people.number(), 2);
    people.come(4);
    people.check(&[1, 2, 4]);
    let (_, eva) = *people.there.last().expect("Eva is back");
    assert_eq!(people.host.seat_of(eva), Some(seat(1)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// For any wishes and any failures of the host, the change happens entirely or not at all, and everybody has a
    /// seat.
    #[test]
    fn no_player_loses_a_seat(
        seats in prop::sample::select(vec!["pppp", "ppbp", "pbpb", "pbbp"]),
        seed in any::<u64>(),
        matches in prop::collection::vec((prop::collection::vec(any::<bool>(), 4), 0..4_u8), 1..5),
    ) {
        let mut people = People::new("jamaican-partner", 4, seats, seed);
        let everybody: Vec<u8> = people.there.iter().map(|(who, _)| *who).collect();
        for (wishes, fault) in matches {
            people.play();
            let (before, after) = (people.seats(), people.number());
            let version = people.host.version();
            for ((at, (_, id)), other) in people.there.clone().into_iter().enumerate().zip(wishes) {
                if at + 1 == everybody.len() {
                    people.host.fault = [Fault::None, Fault::Before, Fault::After, Fault::None][usize::from(fault)];
                }
                let command = match other {
                    true => Command::OtherPartners { after },
                    false => Command::Rematch { after },
                };
                people.say(id, command);
            }
            people.host.fault = Fault::None;
            if people.host.session.is_over() || fault == 3 {
                people.host.restart();
                people.there.clear();
                for who in &everybody {
                    people.come(*who);
                }
            }
            let moved = people.host.journal[version as usize..]
                .iter()
                .filter(|entry| matches!(entry.fact, Fact::Reseated { .. }))
                .count();
            prop_assert!(moved < 2);
            prop_assert_eq!(people.seats() != before, moved == 1);
            people.check(&everybody);
            if people.number() == after {
                people.all_say(&Command::Rematch { after });
                prop_assert_eq!(people.number(), after + 1);
                people.check(&everybody);
            }
        }
    }
}
