//! Winner stays at a private table: who waits, who sits down after a match, and the streaks.

mod rights;

use std::collections::BTreeMap;

use capicu::{Seat, Viewer, Waiting};
use capicu_protocol::{Closed, Holder, PlayerId, Refusal, ServerMessage, Watching};
use capicu_table::{
    Command, Fact, Input, OFFER, Party, QueueAsk, QueueCall, QueueRefusal, QueueUnit, State,
    TokenHash,
};

use crate::session::host::{Fault, Host, rules, seat, setup, token};

/// A table of known players. Player `n` has the token `n` while they have their first seat.
struct Evening {
    host: Host,
    there: Vec<(u8, u64)>,
    n: u32,
}

/// Of each byte, five bits are in an id.
fn player(n: u8) -> PlayerId {
    let mut bytes = [n % 32; 16];
    bytes[0] = bytes[0].wrapping_add(n / 32);
    PlayerId::new(bytes)
}

fn number(id: PlayerId) -> u8 {
    (0..=u8::MAX).find(|n| player(*n) == id).expect("a player")
}

impl Evening {
    fn new(game: &str, seats: &str, target: &str) -> Self {
        Self::watched(game, seats, target, Watching::Off)
    }

    fn watched(game: &str, seats: &str, target: &str, watching: Watching) -> Self {
        let mut setup = setup(rules(game, seats.len() as u8, target), game, seats);
        setup.watching = watching;
        let mut evening = Self {
            host: Host::new(setup, 7),
            there: Vec::new(),
            n: 0,
        };
        for (at, what) in (1..).zip(seats.bytes()) {
            if what == b'p' {
                let id = evening.host.connect_as(&[at], token(at), None);
                assert!(evening.host.is_open(id));
                evening.there.push((at, id));
                evening.say(at, Command::Name(format!("P{at}")));
            }
        }
        evening
    }

    /// A table of two single players, of whom player 1 is the host.
    fn of_two() -> Self {
        let mut evening = Self::new("draw", "pp", "50");
        assert_eq!(evening.set(Some(QueueUnit::Singles)), Ok(()));
        evening
    }

    /// A table of two pairs.
    fn of_four(unit: QueueUnit) -> Self {
        let mut evening = Self::new("jamaican-partner", "pppp", "1");
        assert_eq!(evening.set(Some(unit)), Ok(()));
        evening
    }

    fn say(&mut self, who: u8, command: Command) -> Option<ServerMessage> {
        self.n += 1;
        let id = self.connection(who);
        self.host.say(id, &format!("k{}", self.n), command)
    }

    fn connection(&self, who: u8) -> u64 {
        let mut all = self.there.iter().rev();
        let found = all.find(|(of, id)| *of == who && self.host.is_open(*id));
        found.expect("the player is there").1
    }

    fn connection_at(&self, of: Seat) -> Option<u64> {
        let mut all = self.there.iter().rev().map(|(_, id)| *id);
        all.find(|id| self.host.is_open(*id) && self.host.seat_of(*id) == Some(of))
    }

    fn is_there(&self, who: u8) -> bool {
        let mut all = self.there.iter();
        all.any(|(of, id)| *of == who && self.host.is_open(*id))
    }

    fn ask(&mut self, who: u8, ask: QueueAsk) -> Result<(), QueueRefusal> {
        self.ask_as(&[who], ask)
    }

    /// A player with these ids asks.
    fn ask_as(&mut self, who: &[u8], ask: QueueAsk) -> Result<(), QueueRefusal> {
        self.n += 1;
        let ids = who.iter().map(|n| player(*n)).collect();
        let number = u64::from(self.n);
        self.host
            .handle(Input::Queue(QueueCall { number, ids, ask }));
        let (of, refused) = *self.host.queued.last().expect("an answer");
        assert_eq!(of, number);
        refused.map_or(Ok(()), Err)
    }

    fn set(&mut self, unit: Option<QueueUnit>) -> Result<(), QueueRefusal> {
        self.ask(1, QueueAsk::Set(unit))
    }

    fn join(&mut self, who: u8) -> Result<(), QueueRefusal> {
        let code = self.host.session.state().code().expect("a code");
        self.ask(who, QueueAsk::Join { code })
    }

    /// A player takes the seat, and comes to the table.
    fn sit(&mut self, who: u8) -> Result<(), QueueRefusal> {
        self.sit_without_coming(who)?;
        self.come(who);
        Ok(())
    }

    fn sit_without_coming(&mut self, who: u8) -> Result<(), QueueRefusal> {
        self.sit_as(&[who])
    }

    fn sit_as(&mut self, who: &[u8]) -> Result<(), QueueRefusal> {
        self.n += 1;
        let hash = |k: u8| {
            let mut bytes = [k; 32];
            bytes[..4].copy_from_slice(&self.n.to_be_bytes());
            TokenHash::new(bytes)
        };
        let names = (0..100).map(|n| (player(n), format!("P{n}")));
        let tokens = [hash(101), hash(102)];
        let names: BTreeMap<_, _> = names.collect();
        self.ask_as(who, QueueAsk::Sit { tokens, names })
    }

    fn come(&mut self, who: u8) {
        let id = self.host.come_without_a_token(&[who]);
        assert!(self.host.is_open(id), "{who} has a seat");
        self.there.push((who, id));
    }

    /// Plays the match to its end, and returns the players of the winner, then those of the losers.
    fn play(&mut self) -> (Vec<u8>, Vec<u8>) {
        for _ in 0..20_000 {
            match self.host.waiting() {
                Waiting::Nothing => return self.sides(),
                Waiting::Act(of) => {
                    let id = self.connection_at(of);
                    match id.filter(|_| self.host.session.state().person_plays(of)) {
                        Some(id) => {
                            self.n += 1;
                            self.host.act(id, of, &format!("k{}", self.n));
                        }
                        None => {
                            self.host.go_on();
                        }
                    }
                }
                _ => {
                    let deal = self.host.table().n_deals();
                    for of in self.host.session.state().all_seats() {
                        if let Some(id) = self.connection_at(of) {
                            self.n += 1;
                            let key = format!("k{}", self.n);
                            self.host.say(id, &key, Command::Ready { deal });
                        }
                    }
                }
            }
        }
        panic!("the match has no end: {:?}", self.host.waiting());
    }

    fn sides(&self) -> (Vec<u8>, Vec<u8>) {
        let state = self.host.session.state();
        let result = self.host.table().game().result().expect("a winner");
        let seats: Vec<Seat> = state.all_seats().collect();
        let (won, lost): (Vec<Seat>, Vec<Seat>) = seats
            .into_iter()
            .partition(|seat| state.rules().side(*seat) == result.winner);
        let of = |seats: Vec<Seat>| seats.into_iter().filter_map(|seat| self.who(seat));
        (of(won).collect(), of(lost).collect())
    }

    fn who(&self, seat: Seat) -> Option<u8> {
        let state = self.host.session.state().seat(seat);
        let is_person = state.holder() == Holder::Person;
        state.account().filter(|_| is_person).map(number)
    }

    fn seated(&self) -> Vec<u8> {
        let seats = self.host.session.state().all_seats();
        seats.filter_map(|seat| self.who(seat)).collect()
    }

    fn waiting(&self) -> Vec<Vec<u8>> {
        let queue = self.host.session.state().queue().expect("a queue");
        let numbers = |party: &Party| party.iter().map(|id| number(*id)).collect();
        queue.waiting().iter().map(numbers).collect()
    }

    fn streak(&self) -> Option<(u32, Vec<u8>)> {
        let streak = self.host.session.state().streak()?;
        Some((streak.n, streak.players.into_iter().map(number).collect()))
    }

    fn match_number(&self) -> u32 {
        let state = self.host.session.state();
        state.match_info().expect("a match").number
    }

    fn check(&self) {
        self.host.check_refold();
    }
}

#[test]
fn winner_stays_and_loser_goes_to_the_end() {
    let mut evening = Evening::of_two();
    for who in [10, 11] {
        assert_eq!(evening.join(who), Ok(()));
    }
    assert_eq!(evening.host.session.state().waits(0), None);
    let (won, lost) = evening.play();
    assert_eq!(evening.waiting(), [[10], [11]]);
    assert_eq!(evening.streak(), Some((1, won.clone())));
    assert_eq!(evening.match_number(), 1);
    assert!(evening.host.session.state().waits(0).is_some());
    // Nobody gets the seat of the winner, and the loser has the result until the other sits down.
    assert_eq!(evening.sit(11), Err(QueueRefusal::NoSeat));
    assert!(evening.is_there(lost[0]));
    let loser = evening.connection(lost[0]);
    assert_eq!(evening.sit(10), Ok(()));
    assert_eq!(evening.host.clients[&loser].closed, Some(Closed::Queued));
    assert_eq!(evening.waiting(), [vec![11], lost.clone()]);
    let mut seated = evening.seated();
    seated.sort_unstable();
    assert_eq!(seated, [won[0], 10]);
    // The next match has begun, and its tiles are dealt.
    assert_eq!(evening.match_number(), 2);
    assert!(matches!(evening.host.waiting(), Waiting::Act(_)));
    assert_eq!(evening.streak(), Some((1, won)));
    evening.check();
}

#[test]
fn newcomers_do_not_get_the_wins_of_others() {
    let mut evening = Evening::of_two();
    let tally = |evening: &Evening| -> u16 {
        let state = evening.host.session.state();
        state.match_info().expect("a match").tally.iter().sum()
    };
    evening.play();
    for who in [1, 2] {
        evening.say(who, Command::Rematch { after: 1 });
    }
    assert!(tally(&evening) > 0, "the same people play on");
    evening.join(10).unwrap();
    evening.play();
    evening.sit(10).unwrap();
    assert_eq!(tally(&evening), 0);
    evening.play();
    // The end of the queue changes nothing about who plays.
    let next = evening.waiting()[0][0];
    evening.sit_without_coming(next).unwrap();
    let host = evening.host.session.state().host();
    let host = host.and_then(|host| evening.who(host)).unwrap();
    evening.ask(host, QueueAsk::Set(None)).unwrap();
    evening.come(next);
    let number = evening.match_number();
    for who in evening.seated() {
        evening.say(who, Command::Rematch { after: number });
    }
    assert_eq!(evening.match_number(), number + 1);
    assert_eq!(tally(&evening), 0);
    evening.check();
}

#[test]
fn streaks_belong_to_people() {
    let mut evening = Evening::of_two();
    evening.join(10).unwrap();
    let mut best: BTreeMap<u8, u32> = BTreeMap::new();
    let mut most = 0;
    for _ in 0..6 {
        let (won, lost) = evening.play();
        let n = best.get(&won[0]).copied().unwrap_or(0) + 1;
        best.insert(won[0], n);
        best.remove(&lost[0]);
        most = most.max(n);
        assert_eq!(evening.streak(), Some((n, won)));
        let record = evening.host.session.state().queue().unwrap().best();
        assert_eq!(record.unwrap().n, most);
        let next = evening.waiting()[0][0];
        evening.sit(next).unwrap();
        evening.check();
    }
    // A restart changes nothing.
    let before = evening.host.session.state().clone();
    evening.host.restart();
    assert_eq!(*evening.host.session.state(), before);
}

#[test]
fn table_of_stopped_match_is_read() {
    let mut evening = Evening::of_two();
    evening.join(10).unwrap();
    evening.play();
    evening.sit(10).unwrap();
    evening.play();
    // An older engine cannot replay the first match, so it has no winner.
    let mut journal = evening.host.journal.clone();
    let mut engines = journal
        .iter_mut()
        .filter_map(|entry| match &mut entry.fact {
            Fact::MatchBegan { engine, .. } => Some(engine),
            _ => None,
        });
    *engines.next().unwrap() = u32::MAX;
    let now = State::fold(evening.host.setup.clone(), &journal).unwrap();
    let queue = |state: &State| state.queue().unwrap().waiting().to_vec();
    assert_eq!(queue(&now), queue(evening.host.session.state()));
    assert_eq!(
        now.seat_of_player(&[player(10)])
            .map(|seat| evening.who(seat)),
        Some(Some(10))
    );
}

#[test]
fn nothing_begins_when_the_last_one_leaves() {
    let mut evening = Evening::of_two();
    evening.join(10).unwrap();
    evening.play();
    evening.ask(10, QueueAsk::Leave).unwrap();
    assert_eq!(evening.match_number(), 1, "nobody has asked for a match");
    while evening.host.go_on() {}
    assert_eq!(evening.match_number(), 1);
    // As without a queue, both have to ask.
    evening.say(1, Command::Rematch { after: 1 });
    assert_eq!(evening.match_number(), 1);
    evening.say(2, Command::Rematch { after: 1 });
    assert_eq!(evening.match_number(), 2);
    evening.check();
}

#[test]
fn loser_who_keeps_the_seat_is_asked() {
    let mut evening = Evening::of_four(QueueUnit::Singles);
    evening.join(10).unwrap();
    let (won, lost) = evening.play();
    evening.sit(10).unwrap();
    let stays: Vec<u8> = lost
        .into_iter()
        .filter(|who| evening.is_there(*who))
        .collect();
    assert_eq!(stays.len(), 1);
    // The loser who stood up waits, and does not get the seat of the other.
    let first = evening.waiting()[0][0];
    assert_eq!(evening.host.session.state().offers(), []);
    assert_eq!(evening.sit(first), Err(QueueRefusal::NoSeat));
    assert_eq!(
        evening.match_number(),
        1,
        "the loser who stays has not asked"
    );
    evening.say(stays[0], Command::Rematch { after: 1 });
    assert_eq!(evening.match_number(), 2, "the winners are not asked");
    assert!(won.iter().all(|who| evening.seated().contains(who)));
    evening.play();
    let offers = evening.host.session.state().offers();
    assert_eq!(offers[0].party, [player(first)], "after the next match");
    evening.check();
}

#[test]
fn offer_expires_and_the_next_one_gets_the_seat() {
    let mut evening = Evening::of_two();
    for who in [10, 11] {
        evening.join(who).unwrap();
    }
    evening.play();
    evening.host.now += OFFER - 1;
    evening.host.handle(Input::Tick);
    assert_eq!(evening.waiting(), [[10], [11]]);
    evening.host.now += 1;
    evening.host.handle(Input::Tick);
    assert_eq!(evening.waiting(), [[11]], "10 missed the seat");
    assert_eq!(evening.match_number(), 1);
    evening.sit(11).unwrap();
    assert_eq!(evening.match_number(), 2);
    evening.check();
}

#[test]
fn downtime_does_not_end_an_offer() {
    let mut evening = Evening::of_two();
    evening.join(10).unwrap();
    let (won, _) = evening.play();
    evening.host.now += OFFER - 1;
    evening.host.now += 10 * OFFER;
    evening.host.restart();
    assert_eq!(evening.waiting(), [[10]]);
    // Nobody is there, so the offer does not run either.
    evening.host.now += 10 * OFFER;
    evening.host.handle(Input::Tick);
    assert_eq!(evening.waiting(), [[10]]);
    evening.come(won[0]);
    evening.host.now += OFFER - 1;
    evening.host.handle(Input::Tick);
    assert_eq!(evening.waiting(), [[10]]);
    evening.sit(10).unwrap();
    assert!(evening.seated().contains(&won[0]), "the winner stays");
    assert_eq!(evening.match_number(), 2);
    evening.check();
}

#[test]
fn newcomer_has_time_to_come() {
    let mut evening = Evening::of_two();
    evening.join(10).unwrap();
    evening.play();
    evening.sit_without_coming(10).unwrap();
    assert_eq!(evening.match_number(), 1, "the newcomer has not come yet");
    evening.host.now += 29_999;
    evening.host.handle(Input::Tick);
    assert_eq!(evening.match_number(), 1);
    evening.host.now += 1;
    evening.host.handle(Input::Tick);
    // The seat is offered to the next one. If nobody takes it, the others wait no longer.
    assert_eq!(evening.match_number(), 1);
    evening.host.now += OFFER;
    evening.host.handle(Input::Tick);
    assert_eq!(evening.match_number(), 2);
    assert!(evening.seated().contains(&10), "the seat is still theirs");
    evening.check();
}

#[test]
fn newcomer_who_does_not_come_gives_the_seat_up() {
    let mut evening = Evening::of_two();
    for who in [10, 11] {
        evening.join(who).unwrap();
    }
    let (won, lost) = evening.play();
    evening.sit_without_coming(10).unwrap();
    assert_eq!(evening.sit(11), Err(QueueRefusal::NoSeat));
    evening.host.go_on();
    assert_eq!(evening.match_number(), 1);
    evening.sit(11).unwrap();
    assert_eq!(evening.match_number(), 2);
    assert!(evening.seated().contains(&won[0]));
    assert!(evening.seated().contains(&11));
    assert_eq!(evening.waiting(), [lost], "10 waits no longer");
    evening.check();
}

#[test]
fn loser_never_sees_the_hand_of_the_newcomer() {
    let mut evening = Evening::of_two();
    evening.host.watch = |state, viewer, message| {
        // A loser whose seat was given away gets no message at all.
        if let Viewer::Seat(seat) = viewer
            && let ServerMessage::Events { .. } = message
        {
            let player = state.seat(seat).player().map(number);
            assert!(player.is_some());
        }
    };
    evening.join(10).unwrap();
    let (_, lost) = evening.play();
    let loser = evening.connection(lost[0]);
    let heard = evening.host.clients[&loser].messages.len();
    evening.sit(10).unwrap();
    evening.play();
    assert_eq!(evening.host.clients[&loser].messages.len(), heard);
    // A player who waits sees nothing of the table.
    let waits = evening.host.come_without_a_token(&lost);
    let client = &evening.host.clients[&waits];
    assert_eq!(client.closed, Some(Closed::Queued));
    assert!(client.messages.is_empty());
    let with_token = evening.host.connect_as(&lost, token(lost[0]), None);
    let client = &evening.host.clients[&with_token];
    assert_eq!(client.closed, Some(Closed::Queued));
    assert!(client.messages.is_empty());
    // Without the queue, they are strangers.
    let mut host = 0;
    for who in evening.seated() {
        if evening.ask(who, QueueAsk::Set(None)).is_ok() {
            host = who;
        }
    }
    assert_ne!(host, 0, "one of them is the host");
    let stranger = evening.host.come_without_a_token(&lost);
    let client = &evening.host.clients[&stranger];
    assert_eq!(client.closed, Some(Closed::NotPublic));
    assert!(client.messages.is_empty());
    evening.check();
}

#[test]
fn pair_queues_together() {
    let mut evening = Evening::of_four(QueueUnit::Pairs);
    for who in [10, 11, 12] {
        evening.join(who).unwrap();
    }
    let partner = player(10);
    let pair = |partner| QueueAsk::Pair { partner };
    assert_eq!(evening.ask(9, pair(partner)), Err(QueueRefusal::NotWaiting));
    assert_eq!(evening.ask(10, pair(partner)), Err(QueueRefusal::NoPartner));
    assert_eq!(evening.ask(12, pair(partner)), Ok(()));
    assert_eq!(evening.waiting(), [vec![10, 12], vec![11]]);
    assert_eq!(evening.ask(11, pair(partner)), Err(QueueRefusal::NoPartner));
    let (won, lost) = evening.play();
    assert_eq!(
        evening.sit(11),
        Err(QueueRefusal::NoSeat),
        "11 waits for a partner"
    );
    // One of the two sits down for both; the page of the other may be closed.
    evening.sit_without_coming(12).unwrap();
    evening.come(10);
    evening.come(12);
    assert_eq!(evening.waiting(), [vec![11], lost]);
    assert_eq!(evening.match_number(), 2);
    let seated = evening.seated();
    assert!(won.iter().chain(&[10, 12]).all(|who| seated.contains(who)));
    let state = evening.host.session.state();
    let at = |who| state.seat_of_player(&[player(who)]).unwrap();
    assert_eq!(state.rules().partner(at(10)), Some(at(12)));
    evening.check();
}

#[test]
fn change_of_the_unit_drops_nobody() {
    let mut evening = Evening::of_four(QueueUnit::Pairs);
    for who in [10, 11, 12] {
        evening.join(who).unwrap();
    }
    evening
        .ask(
            11,
            QueueAsk::Pair {
                partner: player(10),
            },
        )
        .unwrap();
    let (won, _) = evening.play();
    let before = evening.waiting();
    assert_eq!(evening.set(Some(QueueUnit::Singles)), Ok(()));
    assert_eq!(evening.waiting(), before);
    assert_eq!(evening.streak(), Some((1, won)));
    let offers = evening.host.session.state().offers();
    let offered: Vec<u8> = offers.iter().map(|of| number(of.party[0])).collect();
    assert_eq!(offered, [10, 11]);
    assert_eq!(evening.set(Some(QueueUnit::Pairs)), Ok(()));
    assert_eq!(evening.waiting(), before);
    evening.check();
}

#[test]
fn nobody_gives_away_the_seat_of_the_winner() {
    let mut evening = Evening::of_two();
    evening.join(10).unwrap();
    let (won, lost) = evening.play();
    let at = evening
        .host
        .session
        .state()
        .seat_of_player(&[player(won[0])]);
    let id = evening.connection(won[0]);
    evening.host.leave(id);
    let answer = evening.say(lost[0], Command::StandIn(at.unwrap()));
    let Some(ServerMessage::Refused { refusal, .. }) = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(refusal, Refusal::NotNow);
    evening.sit(10).unwrap();
    assert!(evening.seated().contains(&won[0]), "the winner stays");
    evening.check();
}

#[test]
fn player_with_a_changed_link_waits() {
    let mut evening = Evening::of_two();
    evening.join(10).unwrap();
    for who in [1, 2] {
        evening.say(who, Command::Rotate(token(who + 100)));
    }
    let nobody = evening
        .host
        .session
        .state()
        .seat_of_player(&[player(1), player(2)]);
    assert_eq!(nobody, None, "nobody has come with the new link");
    let (won, lost) = evening.play();
    assert_eq!(evening.streak(), Some((1, won)));
    evening.sit(10).unwrap();
    assert_eq!(evening.waiting(), [lost]);
    evening.check();
}

#[test]
fn seat_of_a_person_without_an_account_is_not_offered() {
    let setup = setup(rules("draw", 2, "50"), "draw", "pp");
    let mut evening = Evening {
        host: Host::new(setup, 7),
        there: Vec::new(),
        n: 0,
    };
    let host = evening.host.connect_as(&[1], token(1), None);
    let other = evening.host.connect(token(2), None, None);
    evening.there.extend([(1, host), (2, other)]);
    evening.set(Some(QueueUnit::Singles)).unwrap();
    evening.join(10).unwrap();
    for n in 1..9 {
        evening.play();
        let state = evening.host.session.state();
        let winner = evening.host.table().game().result().unwrap().winner;
        let offers = state.offers();
        match winner == state.rules().side(seat(0)) {
            true => assert_eq!(offers, [], "the loser could not wait"),
            false => {
                assert_eq!(offers[0].seats, [seat(0)]);
                return;
            }
        }
        for id in [host, other] {
            let key = format!("again-{n}");
            evening.host.say(id, &key, Command::Rematch { after: n });
        }
    }
    panic!("the host never lost");
}

#[test]
fn players_who_left_do_not_wait() {
    let mut evening = Evening::of_two();
    evening.join(10).unwrap();
    let (_, lost) = evening.play();
    evening.say(lost[0], Command::Leave);
    evening.sit(10).unwrap();
    assert_eq!(evening.waiting(), Vec::<Vec<u8>>::new());
    evening.check();
}

#[test]
fn seat_of_a_bot_is_given_to_the_next() {
    let mut evening = Evening::new("draw", "pb", "50");
    evening.play();
    evening.set(Some(QueueUnit::Singles)).unwrap();
    evening.join(10).unwrap();
    evening.sit(10).unwrap();
    assert_eq!(evening.seated(), [1, 10]);
    assert_eq!(evening.waiting(), Vec::<Vec<u8>>::new(), "bots do not wait");
    evening.check();
}

#[test]
fn key_of_an_earlier_player_is_no_answer() {
    let mut evening = Evening::of_two();
    evening.join(10).unwrap();
    let (_, lost) = evening.play();
    let id = evening.connection(lost[0]);
    let name = |text: &str| Command::Name(text.to_owned());
    let first = evening.host.say(id, "same", name("First"));
    assert!(matches!(first, Some(ServerMessage::Done { .. })));
    evening.sit(10).unwrap();
    let id = evening.connection(10);
    let second = evening.host.say(id, "same", name("Second"));
    assert!(matches!(second, Some(ServerMessage::Done { .. })));
    let state = evening.host.session.state();
    let at = state.seat_of_player(&[player(10)]).unwrap();
    assert_eq!(
        state.seat(at).name().unwrap(),
        "Second",
        "it was carried out"
    );
    // The store knows older keys than the table.
    for k in 0..70 {
        evening.host.now += 10_000;
        evening
            .host
            .say(id, &format!("more-{k}"), name(&format!("N{k}")));
    }
    let third = evening.host.say(id, "same", name("Third"));
    let Some(ServerMessage::Refused { refusal, .. }) = third else {
        panic!("{third:?}");
    };
    assert_eq!(refusal, Refusal::NotNow);
    let state = evening.host.session.state();
    assert_eq!(state.seat(at).name().unwrap(), "N69");
    evening.check();
}

#[test]
fn change_of_seats_keeps_queue_and_streaks() {
    let mut evening = Evening::of_four(QueueUnit::Pairs);
    let (won, _) = evening.play();
    evening.join(10).unwrap();
    for who in [1, 2, 3, 4] {
        evening.say(who, Command::OtherPartners { after: 1 });
    }
    assert_eq!(evening.match_number(), 2, "nobody is offered a seat");
    assert_eq!(evening.waiting(), [[10]]);
    let (n, mut streak) = evening.streak().expect("a streak");
    streak.sort_unstable();
    assert_eq!((n, streak), (1, won));
    let (won, _) = evening.play();
    let state = evening.host.session.state();
    let best = state.queue().unwrap().best().unwrap();
    assert!(best.n <= 2);
    assert!(won.iter().all(|who| evening.seated().contains(who)));
    evening.check();
}

#[test]
fn failed_write_leaves_everybody_in_place() {
    let mut evening = Evening::of_two();
    evening.join(10).unwrap();
    let (_, lost) = evening.play();
    evening.host.fault = Fault::Before;
    let loser = evening.connection(lost[0]);
    evening.n += 1;
    let tokens = [token(201), token(202)];
    let names = BTreeMap::new();
    let ask = QueueAsk::Sit { tokens, names };
    let ids = vec![player(10)];
    let number = evening.n.into();
    evening
        .host
        .handle(Input::Queue(QueueCall { number, ids, ask }));
    assert!(evening.host.session.is_over());
    let closed = evening.host.clients[&loser].closed;
    assert_eq!(closed, Some(Closed::Unavailable), "they come again");
    evening.host.restart();
    assert!(evening.seated().contains(&lost[0]));
    assert_eq!(evening.waiting(), [[10]]);
    evening.come(lost[0]);
    evening.check();
}

#[test]
fn everybody_at_the_table_hears_of_the_queue() {
    let mut evening = Evening::of_two();
    let heard = |evening: &Evening, who| -> Vec<Option<u32>> {
        let id = evening.connection(who);
        let of = |message: &ServerMessage| match message {
            ServerMessage::Queue { waiting } => Some(*waiting),
            _ => None,
        };
        evening.host.clients[&id]
            .messages
            .iter()
            .filter_map(of)
            .collect()
    };
    assert_eq!(heard(&evening, 2), [Some(0)]);
    evening.join(10).unwrap();
    assert_eq!(heard(&evening, 2), [Some(0), Some(1)]);
    evening.set(None).unwrap();
    assert_eq!(heard(&evening, 2), [Some(0), Some(1), None]);
    let queue_facts = evening
        .host
        .journal
        .iter()
        .filter(|entry| matches!(entry.fact, Fact::QueueSet { .. } | Fact::QueueJoined { .. }));
    assert_eq!(queue_facts.count(), 3);
    let at = seat(0);
    assert_eq!(evening.who(at), Some(1));
}
