//! Invariants under random commands, times, restarts and failing writes: they hold at any time and for any behaviour.

use std::collections::BTreeMap;

use crate::session::host::{Fault, Host, seat, setup, token};
use capicu::{Game, Rules, Seat, TileSet, Viewer, Waiting};
use capicu_protocol::{Event, Holder, ServerMessage, TurnTime, encode};
use capicu_table::{Command, Fact, State, Wish};
use proptest::prelude::*;

/// An operation: its kind, the player, and a number for the rest.
type Op = (u8, u8, u16);

const GAMES: [(&str, u8, &str); 8] = [
    ("jamaican-partner", 4, "poob"),
    ("cut-throat", 3, "ppo"),
    ("french", 4, "pppp"),
    ("doscientos", 4, "pobo"),
    ("draw", 2, "po"),
    ("all-fives", 2, "pp"),
    ("double-nine-cross", 4, "pobb"),
    ("club", 2, "po"),
];

fn rules_of(game: &str, players: u8, pick: u16) -> Rules {
    let mut choices = Game::by_id(game).unwrap().choices(players).unwrap();
    let few = match game {
        "jamaican-partner" | "cut-throat" | "french" => "3",
        _ => "61",
    };
    choices.set("target", few).unwrap();
    if game == "all-fives" {
        let calls = ["automatic", "declared", "muggins"][usize::from(pick % 3)];
        choices.set("calls", calls).unwrap();
        if calls != "automatic" && pick.is_multiple_of(2) {
            choices.set("call-sum", "own").unwrap();
        }
    }
    if game == "french" && pick.is_multiple_of(2) {
        choices.set("at-target", "player-out").unwrap();
    }
    Rules::new(choices).unwrap()
}

/// Checks that a message has no tile that its receiver may not know.
fn look(state: &State, viewer: Viewer, message: &ServerMessage) {
    let ends = |event: &Event| {
        matches!(
            event,
            Event::RoundOver(_) | Event::TurnedUp { .. } | Event::Opened(_) | Event::Called { .. }
        )
    };
    let (events, after_a_round) = match message {
        ServerMessage::Events { events, .. } | ServerMessage::Delta { events, .. } => {
            (events, events.iter().any(ends))
        }
        ServerMessage::Snapshot(snapshot) => (&snapshot.events, snapshot.events.iter().any(ends)),
        _ => return,
    };
    let Waiting::Act(_) = state.waiting() else {
        return;
    };
    // Tiles of a finished round are no secret, and may be the same ones.
    if after_a_round {
        return;
    }
    let round = state.table().unwrap().round().unwrap();
    let mut hidden = round
        .hands()
        .iter()
        .fold(TileSet::EMPTY, |all, hand| all | *hand);
    hidden |= round.board().layout().unplayed();
    for tile in round.board().layout().laid() {
        hidden.remove(tile);
    }
    let blind = viewer
        .seat()
        .is_none_or(|seat| state.stand_in(seat) == Some(capicu_protocol::StandIn::NextDeal));
    if let (Some(seat), false) = (viewer.seat(), blind) {
        hidden -= round.hands()[seat];
    }
    // Everybody knows which tile has to open.
    if let capicu::Duty::Tile(tile) | capicu::Duty::Holder(tile) = round.board().opening().duty {
        hidden.remove(tile);
    }
    let text = encode(events);
    for tile in hidden {
        let at = state.version();
        let told = text.contains(&tile.to_string());
        assert!(!told, "{viewer:?} was told of {tile} at {at}: {text}");
    }
}

/// People and the tokens that their devices store.
struct People {
    host: Host,
    /// How much of the journal was searched for changes of seats.
    followed: usize,
    /// The token that each seat reconnects with.
    own: BTreeMap<u8, u8>,
    there: Vec<(u64, Seat)>,
    /// Keys answered with `done`, with the seat.
    done: Vec<(Seat, String)>,
    fresh: u8,
    n: u32,
}

impl People {
    fn new(game: usize, seed: u64, pick: u16) -> Self {
        let (game, players, seats) = GAMES[game % GAMES.len()];
        let mut setup = setup(rules_of(game, players, pick), game, seats);
        setup.turn_time = TurnTime::ALL[usize::from(pick % 7)];
        let own = (0..players)
            .filter(|at| seats.as_bytes()[usize::from(*at)] == b'p')
            .map(|at| (at, at + 1))
            .collect();
        let mut host = Host::new(setup, seed);
        host.watch = look;
        Self {
            host,
            followed: 0,
            own,
            there: Vec::new(),
            done: Vec::new(),
            fresh: 100,
            n: 0,
        }
    }

    fn come(&mut self, at: u8) {
        self.tidy();
        let n = self.host.session.state().rules().n_seats();
        let at = at % n;
        let of = seat(at);
        let id = match self.own.get(&at) {
            Some(own) => self.host.connect(token(*own), None, None),
            None if self.host.holder(of) == Holder::Open => {
                let Some(link) = self.link(of) else { return };
                self.fresh = self.fresh.wrapping_add(1).max(100);
                let own = self.fresh;
                let id = self.host.connect(token(link), Some(token(own)), None);
                if self.host.is_open(id) {
                    self.own.insert(at, own);
                }
                id
            }
            None => return,
        };
        if self.host.is_open(id) {
            self.there.push((id, of));
        } else {
            self.own.remove(&at);
        }
    }

    /// The number of the token that opens an open seat.
    fn link(&self, of: Seat) -> Option<u8> {
        (1..=255).find(|n| self.host.session.state().seat_of(&token(*n)) == Some(of))
    }

    fn tidy(&mut self) {
        let host = &self.host;
        self.there.retain(|(id, _)| host.is_open(*id));
    }

    fn say(&mut self, who: u8, command: Command) {
        self.tidy();
        if self.there.is_empty() {
            return;
        }
        let (id, of) = self.there[usize::from(who) % self.there.len()];
        self.n += 1;
        let key = format!("k{}", self.n);
        let answer = self.host.say(id, &key, command.clone());
        if matches!(answer, Some(ServerMessage::Done { .. })) {
            self.done.push((of, key.clone()));
            // Repeating the command changes nothing.
            let before = self.host.version();
            if self.host.is_open(id) {
                self.host.say(id, &key, command);
            }
            assert_eq!(self.host.version(), before, "a command was doubled");
        }
    }

    fn act(&mut self) {
        self.tidy();
        let Waiting::Act(of) = self.host.waiting() else {
            return;
        };
        if let Some((id, _)) = self.there.iter().copied().find(|(_, seat)| *seat == of) {
            self.n += 1;
            let key = format!("k{}", self.n);
            if let Some(ServerMessage::Done { .. }) = self.host.act(id, of, &key) {
                self.done.push((of, key));
            }
        }
    }

    /// Follows people who have changed seats.
    fn follow(&mut self) {
        for entry in &self.host.journal[self.followed..] {
            let Fact::Reseated { seating, .. } = &entry.fact else {
                continue;
            };
            let own = std::mem::take(&mut self.own).into_iter();
            let to = |at: u8| seating.to(seat(at)).index() as u8;
            self.own = own.map(|(at, token)| (to(at), token)).collect();
            for (_, of) in &mut self.there {
                *of = seating.to(*of);
            }
        }
        self.followed = self.host.journal.len();
    }

    fn does(&mut self, op: Op) {
        self.follow();
        self.does_so(op);
        self.follow();
    }

    fn does_so(&mut self, (what, who, number): Op) {
        match what % 24 {
            0..=2 => self.come(who),
            3 => {
                self.tidy();
                if !self.there.is_empty() {
                    let (id, _) = self.there[usize::from(who) % self.there.len()];
                    self.host.leave(id);
                }
            }
            4..=11 => {
                self.act();
                while self.host.choose() {}
            }
            12 | 13 => {
                let deal = self.host.table().n_deals();
                for who in 0..4 {
                    self.say(who, Command::Ready { deal });
                }
            }
            14 if number % 4 == 0 => {
                let (seat, with) = (seat(number as u8 / 4 % 4), seat(number as u8 / 16 % 4));
                self.say(who, Command::Swap { seat, with });
            }
            14 if number % 4 == 1 => self.say(who, Command::GiveTable(seat(number as u8 / 4 % 4))),
            14 => self.say(who, Command::Name(format!("N{number}"))),
            15 => {
                self.fresh = self.fresh.wrapping_add(1).max(100);
                let new = self.fresh;
                self.tidy();
                if !self.there.is_empty() {
                    let (_, of) = self.there[usize::from(who) % self.there.len()];
                    self.say(who, Command::Rotate(token(new)));
                    if self.host.session.state().seat_of(&token(new)) == Some(of) {
                        self.own.insert(of.index() as u8, new);
                    }
                }
            }
            16 => {
                let n = self.host.session.state().rules().n_seats();
                let of = seat((number as u8) % n);
                self.fresh = self.fresh.wrapping_add(1).max(100);
                let link = (number % 3 > 0).then(|| token(self.fresh));
                self.say(
                    who,
                    Command::Renew {
                        seat: of,
                        token: link,
                    },
                );
                if self.host.holder(of) != Holder::Person {
                    self.own.remove(&(of.index() as u8));
                }
            }
            17 if number % 3 == 0 => self.say(who, Command::Withdraw),
            17 => self.say(who, Command::Leave),
            18 => self.say(who, Command::StandIn(seat(number as u8 % 4))),
            19 => {
                self.host.now += u64::from(number) * 2;
                self.host.handle(capicu_table::Input::Tick);
            }
            20 => {
                self.host.go_on();
            }
            21 if number % 4 == 0 => {
                self.host.fault = [Fault::Before, Fault::After][usize::from(number / 4 % 2)];
                self.say(who, Command::Name(format!("F{number}")));
                self.host.fault = Fault::None;
                if self.host.session.is_over() {
                    self.host.restart();
                }
            }
            21 => {
                self.host.watch();
            }
            22 if number % 3 == 0 => self.host.restart(),
            22 => {
                let deal = self.host.table().n_deals().saturating_sub(1);
                self.say(
                    who,
                    Command::Wish {
                        wish: Wish::Mine,
                        deal,
                    },
                );
            }
            _ => {
                let after = self.host.session.state().match_info().unwrap().number;
                for who in 0..4 {
                    self.say(who, Command::OtherPartners { after });
                    self.follow();
                }
                for who in 0..4 {
                    self.say(who, Command::Rematch { after });
                }
            }
        }
    }

    /// Checks that a player who is left alone gets to the next deal, whatever the others did.
    fn comes_to_the_next_deal(&mut self) {
        for (id, _) in std::mem::take(&mut self.there) {
            if self.host.is_open(id) {
                self.host.leave(id);
            }
        }
        let Some(at) = self.own.keys().next().copied() else {
            return;
        };
        self.come(at);
        let Some((id, me)) = self.there.first().copied() else {
            return;
        };
        // A deal that was thrown in counts as well.
        let before = self.host.table().n_deals();
        for n in 0..3_000 {
            if self.host.table().n_deals() > before || self.host.waiting() == Waiting::Nothing {
                return;
            }
            match self.host.waiting() {
                Waiting::Act(of) if of == me && self.host.session.state().person_plays(me) => {
                    self.host.act(id, me, &format!("z{n}"));
                    while self.host.choose() {}
                }
                Waiting::Deal | Waiting::TurnUp => {
                    let deal = self.host.table().n_deals();
                    self.host.say(id, &format!("z{n}"), Command::Ready { deal });
                    for other in 0..self.host.session.state().rules().n_seats() {
                        if self.host.holder(seat(other)) == Holder::Open {
                            self.host.now += 3_000;
                            let fill = Command::Renew {
                                seat: seat(other),
                                token: None,
                            };
                            self.host.say(id, &format!("z{n}-{other}"), fill);
                        }
                    }
                    self.host.go_on();
                }
                _ => {
                    self.host.go_on();
                }
            }
        }
        panic!(
            "the table of {me} never came to the next deal: {:?}",
            self.host.waiting()
        );
    }

    fn check(&self) {
        self.host.check_refold();
        for (seat, key) in &self.done {
            let with = |entry: &&capicu_table::Entry| {
                entry
                    .command
                    .as_ref()
                    .is_some_and(|(of, k)| of == seat && k.as_str() == key)
            };
            let n = self.host.journal.iter().filter(with).count();
            assert!(n <= 1, "{key} was done {n} times");
        }
        // Every client received versions in increasing order.
        for client in self.host.clients.values() {
            let mut last = 0;
            for message in &client.messages {
                let version = match message {
                    ServerMessage::Events { version, .. }
                    | ServerMessage::Delta { version, .. } => *version,
                    ServerMessage::Snapshot(snapshot) => snapshot.version,
                    _ => continue,
                };
                assert!(version >= last, "{version} after {last}");
                last = version;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_command_is_lost_doubled_or_revealed_too_early(
        game in 0..GAMES.len(),
        seed in any::<u64>(),
        pick in any::<u16>(),
        ops in prop::collection::vec(any::<Op>(), 0..300),
    ) {
        let mut people = People::new(game, seed, pick);
        for op in ops {
            people.does(op);
        }
        people.check();
        people.comes_to_the_next_deal();
        people.check();
    }
}
