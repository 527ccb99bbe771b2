//! Time banks: an action is charged by its arrival, and not for delays that its player did not cause.

use capicu::{Action, Rules, Seat, Waiting};
use capicu_protocol::{Deadline, Event, Part, ServerMessage, StandIn, TurnTime};
use capicu_table::{Chooser, Command, EACH_DRAW, Fact, Input, REFILL, STAND_IN, Used};
use proptest::prelude::*;

use crate::session::host::{Host, rules, seat, setup, token};

fn four(time: TurnTime, seed: u64) -> (Host, Vec<u64>) {
    let rules = rules("jamaican-partner", 4, "3");
    let mut setup = setup(rules, "jamaican-partner", "pppp");
    setup.turn_time = time;
    setup.grace = 60;
    let mut host = Host::new(setup, seed);
    let ids: Vec<u64> = (1..=4)
        .map(|n| host.connect(token(n), None, None))
        .collect();
    for (n, id) in ids.iter().enumerate() {
        host.say(*id, &format!("r{n}"), Command::Ready { deal: 0 });
    }
    // The first player has to open with the double six.
    for n in 0.. {
        if choices(&host) > 1 {
            break;
        }
        act_after(&mut host, &ids, 0, &format!("first{n}"));
    }
    (host, ids)
}

fn to_act(host: &Host) -> Seat {
    match host.waiting() {
        Waiting::Act(seat) => seat,
        other => panic!("{other:?}"),
    }
}

fn choices(host: &Host) -> usize {
    host.table().round().unwrap().distinct_actions().len()
}

/// The player on turn acts after this time. Returns the time charged.
fn act_after(host: &mut Host, ids: &[u64], time: u64, key: &str) -> (Seat, Used) {
    let of = to_act(host);
    host.now += time;
    let answer = host.act(ids[of.index()], of, key);
    assert!(
        matches!(answer, Some(ServerMessage::Done { .. })),
        "{answer:?}"
    );
    (of, last_used(host))
}

fn last_used(host: &Host) -> Used {
    let used = |fact: &Fact| match fact {
        Fact::Acted { used, .. } => Some(*used),
        _ => None,
    };
    let mut facts = host.journal.iter().rev().map(|entry| &entry.fact);
    facts.find_map(used).expect("a seat acted")
}

fn deadline(message: &ServerMessage) -> Option<Deadline> {
    match message {
        ServerMessage::Events { clock, .. } => clock.deadline,
        ServerMessage::Snapshot(snapshot) => snapshot.clock.deadline,
        other => panic!("{other:?}"),
    }
}

#[test]
fn turn_beyond_its_allowance_uses_the_bank() {
    let (mut host, ids) = four(TurnTime::Fast, 3);
    assert_eq!(host.session.state().banks(), [60_000; 4]);
    let of = to_act(&host);
    let by = host.now + 68_000;
    let told = host.clients[&ids[0]]
        .messages
        .iter()
        .rev()
        .find_map(|m| match m {
            ServerMessage::Events { clock, .. } => Some(clock.clone()),
            _ => None,
        });
    let told = told.unwrap();
    let turn = Deadline::Turn {
        seat: of.into(),
        at: by,
    };
    assert_eq!((told.deadline, told.banks), (Some(turn), vec![60_000; 4]));
    // Unused allowance does not add up.
    let (first, used) = act_after(&mut host, &ids, 3_000, "a");
    assert_eq!(used, Used::Time(3_000));
    assert_eq!(host.session.state().banks(), [60_000; 4]);
    let (second, _) = act_after(&mut host, &ids, 8_000 + 12_345, "b");
    let mut left = [60_000; 4];
    left[second.index()] -= 12_345;
    assert_ne!(first, second);
    assert_eq!(host.session.state().banks(), left);
    host.check_refold();
}

#[test]
fn spent_bank_has_the_turn_played_and_refills_ten_seconds() {
    let (mut host, ids) = four(TurnTime::Fast, 3);
    let of = to_act(&host);
    host.now += 67_999;
    host.handle(Input::Tick);
    assert!(host.thinks.is_empty(), "not a moment before");
    host.now += 1;
    host.handle(Input::Tick);
    assert_eq!(host.thinks[0].by, Chooser::Clock);
    assert!(host.choose());
    assert_eq!(last_used(&host), Used::Time(68_000));
    let mut left = [60_000; 4];
    left[of.index()] = REFILL;
    assert_eq!(host.session.state().banks(), left);
    // The next match begins with full banks.
    let mut n = 0;
    while host.waiting() != Waiting::Nothing {
        n += 1;
        match host.waiting() {
            Waiting::Act(of) => {
                host.act(ids[of.index()], of, &format!("k{n}"));
            }
            _ => {
                let deal = host.table().n_deals();
                for (at, id) in ids.iter().enumerate() {
                    host.say(*id, &format!("r{n}-{at}"), Command::Ready { deal });
                }
            }
        }
    }
    assert_eq!(host.session.state().banks(), left);
    for (at, id) in ids.iter().enumerate() {
        host.say(*id, &format!("again{at}"), Command::Rematch { after: 1 });
    }
    assert_eq!(host.session.state().banks(), [60_000; 4]);
}

#[test]
fn bank_returns_forced_time_with_the_next_deal() {
    let (mut host, ids) = four(TurnTime::Fast, 5);
    let (mut passed, mut played) = (0, 0);
    let mut left = [60_000_u32; 4];
    let mut lent = [0_u32; 4];
    for n in 0..200 {
        match host.waiting() {
            Waiting::Act(of) => {
                let forced = choices(&host) == 1;
                let long = forced && left[of.index()] > 5_000;
                let (of, used) = act_after(
                    &mut host,
                    &ids,
                    if long { 9_000 } else { 0 },
                    &format!("k{n}"),
                );
                let pass = host
                    .journal
                    .iter()
                    .rev()
                    .find_map(|entry| match &entry.fact {
                        Fact::Acted { action, .. } => Some(*action == Action::Pass),
                        _ => None,
                    });
                match (forced && long, pass.unwrap()) {
                    (true, true) => {
                        passed += 1;
                        assert_eq!(used, Used::NONE, "everybody sees a pass");
                    }
                    (true, false) => {
                        played += 1;
                        assert_eq!(used, Used::Forced(9_000));
                        left[of.index()] -= 1_000;
                        lent[of.index()] += 1_000;
                    }
                    _ => {}
                }
            }
            Waiting::Nothing => break,
            _ => {
                let deal = host.table().n_deals();
                for (at, id) in ids.iter().enumerate() {
                    host.say(*id, &format!("r{n}-{at}"), Command::Ready { deal });
                }
                for (left, lent) in left.iter_mut().zip(&mut lent) {
                    *left += std::mem::take(lent);
                }
            }
        }
        if host.waiting() != Waiting::Nothing {
            assert_eq!(host.session.state().banks(), left);
        }
    }
    assert!(passed > 2 && played > 2, "{passed} {played}");
}

#[test]
fn action_in_time_is_not_charged_for_a_slow_disk() {
    let (mut host, ids) = four(TurnTime::Usual, 3);
    // A name takes long to be stored, and the action waits behind it.
    let of = to_act(&host);
    host.now += 4_000;
    let arrived = host.now;
    host.slow = 90_000;
    host.say(ids[0], "name", Command::Name("Ana".to_owned()));
    host.arrived = Some(arrived);
    // Storing the action takes long as well, but that is before the next turn begins.
    host.act(ids[of.index()], of, "act");
    assert_eq!(last_used(&host), Used::Time(4_000));
    host.slow = 0;
    assert_eq!(host.told, host.now);
    let (_, used) = act_after(&mut host, &ids, 1_000, "next");
    assert!(used.milliseconds() <= 1_000, "{used:?}");
    assert_eq!(host.session.state().banks(), [120_000; 4]);
}

#[test]
fn turn_restarts_after_an_outage_and_when_its_player_is_back() {
    let (mut host, ids) = four(TurnTime::Fast, 3);
    let of = to_act(&host);
    let who = token(of.index() as u8 + 1);
    host.now += 60_000;
    host.restart();
    host.now += 25_000;
    let other = host.connect(token((of.index() as u8 + 1) % 4 + 1), None, None);
    let from = host.clients[&other].messages.len();
    let id = host.connect(who, None, None);
    // The others learn that the time restarts.
    let told = &host.clients[&other].messages[from..];
    let anew = Deadline::Turn {
        seat: of.into(),
        at: host.now + 68_000,
    };
    assert!(matches!(told[0], ServerMessage::Events { .. }), "{told:?}");
    assert_eq!(deadline(&told[0]), Some(anew));
    assert_eq!(deadline(&host.clients[&id].messages[0]), Some(anew));
    host.now += 7_000;
    host.act(id, of, "act");
    assert_eq!(last_used(&host), Used::Time(7_000));
    assert_eq!(host.session.state().banks(), [60_000; 4]);
    assert!(!ids.contains(&id));
}

#[test]
fn player_has_half_a_minute_to_come_back_after_an_outage() {
    let (mut host, _) = four(TurnTime::Fast, 3);
    let of = to_act(&host);
    // The bank is spent, and refilled by ten seconds.
    host.now += 68_000;
    host.handle(Input::Tick);
    host.choose();
    while to_act(&host) != of {
        let at = host.wake.unwrap();
        host.now = at;
        host.handle(Input::Tick);
        host.choose();
    }
    host.restart();
    host.connect(token((of.index() as u8 + 1) % 4 + 1), None, None);
    let loaded = host.now;
    host.now = loaded + 29_999;
    host.handle(Input::Tick);
    assert!(host.thinks.is_empty(), "18 s would have been over");
    assert_eq!(to_act(&host), of);
}

#[test]
fn measured_lag_is_not_charged() {
    let (mut host, ids) = four(TurnTime::Fast, 3);
    let of = to_act(&host);
    let id = ids[of.index()];
    host.handle(Input::Lag {
        connection: id,
        round_trip: 700,
    });
    host.handle(Input::Lag {
        connection: 999,
        round_trip: 700,
    });
    // The turn does not end before an action sent in time can arrive.
    host.now += 68_699;
    host.handle(Input::Tick);
    assert!(host.thinks.is_empty());
    host.act(id, of, "late");
    assert_eq!(last_used(&host), Used::Time(67_999));
}

/// Lets the time of the player on turn run out.
fn run_out(host: &mut Host) {
    host.now = host.wake.unwrap();
    host.handle(Input::Tick);
    assert_eq!(host.thinks[0].by, Chooser::Clock);
    assert!(host.choose());
}

#[test]
fn stand_in_plays_after_two_turns_by_the_clock() {
    let (mut host, ids) = four(TurnTime::Fast, 3);
    let of = to_act(&host);
    run_out(&mut host);
    for n in 0.. {
        if to_act(&host) == of {
            break;
        }
        act_after(&mut host, &ids, 0, &format!("a{n}"));
    }
    assert_eq!(
        host.session.state().stand_in(of),
        None,
        "one turn by the clock brings no stand-in"
    );
    run_out(&mut host);
    assert_eq!(host.session.state().stand_in(of), Some(StandIn::Away));
    let id = ids[of.index()];
    let told = Event::StandIn {
        seat: of.into(),
        why: Some(StandIn::Away),
    };
    assert!(host.clients[&id].events().contains(&told));
    for n in 0.. {
        if to_act(&host) == of {
            break;
        }
        act_after(&mut host, &ids, 0, &format!("b{n}"));
    }
    assert_eq!(host.thinks[0].by, Chooser::Bot);
    assert_eq!(
        host.thinks[0].level, STAND_IN,
        "stand-ins have their own level"
    );
    // The owner is there, and takes over in this turn.
    let answer = host.say(id, "back", Command::Back);
    assert!(
        matches!(answer, Some(ServerMessage::Done { .. })),
        "{answer:?}"
    );
    assert_eq!(host.session.state().stand_in(of), None);
    act_after(&mut host, &ids, 0, "mine");
    assert_eq!(host.choosers().last(), Some(&Chooser::Person));
    host.check_refold();
}

#[test]
fn occasional_turns_by_the_clock_bring_no_stand_in() {
    let (mut host, ids) = four(TurnTime::Fast, 3);
    let of = to_act(&host);
    for n in 0..3 {
        run_out(&mut host);
        for m in 0..8 {
            if !matches!(host.waiting(), Waiting::Act(_)) {
                return;
            }
            if m > 0 && to_act(&host) == of && m >= 4 {
                break;
            }
            act_after(&mut host, &ids, 0, &format!("{n}-{m}"));
        }
        assert_eq!(host.session.state().stand_in(of), None);
    }
}

/// Plays the match with the connected players, and bots for the others, until this number of rounds is over.
fn play_rounds(host: &mut Host, ids: &[u64], rounds: u16) {
    for n in 0..20_000 {
        if host.table().game().standing().round >= rounds || host.waiting() == Waiting::Nothing {
            return;
        }
        match host.waiting() {
            Waiting::Act(of) if host.session.state().person_plays(of) => {
                let key = format!("p{rounds}-{n}");
                host.act(ids[of.index()], of, &key);
            }
            Waiting::Act(_) => {
                assert!(host.choose());
            }
            _ => {
                let deal = host.table().n_deals();
                for (at, id) in ids.iter().enumerate() {
                    if host.is_open(*id) {
                        host.say(*id, &format!("d{n}-{rounds}-{at}"), Command::Ready { deal });
                    }
                }
            }
        }
    }
    panic!("the rounds do not end");
}

#[test]
fn leaver_loses_and_partner_of_a_leaver_does_not() {
    use Part::{Deserted, Left, Played};
    let parts = |host: &Host| {
        let state = host.session.state();
        state
            .all_seats()
            .map(|seat| state.part(seat))
            .collect::<Vec<_>>()
    };
    // Three rounds reach the target, so there are at least three.
    let (mut host, ids) = four(TurnTime::Slow, 9);
    assert_eq!(parts(&host), [Played; 4]);
    host.say(ids[1], "leave", Command::Leave);
    assert_eq!(parts(&host), [Played, Left, Played, Deserted]);
    play_rounds(&mut host, &ids, u16::MAX);
    assert_eq!(host.waiting(), Waiting::Nothing);
    let over = host.session.state().match_info().unwrap().over.unwrap();
    assert_eq!(over.parts, [Played, Left, Played, Deserted]);
    // Leaving after the end changes nothing.
    host.say(ids[0], "later", Command::Leave);
    let later = host.session.state().match_info().unwrap().over.unwrap();
    assert_eq!(later, over);
    let seats = &host.ends[0].seats;
    assert_eq!(seats[1].part, Left);
    assert_eq!(seats[3].part, Deserted);
    assert_eq!(seats[1].substituted, host.ends[0].rounds, "in every round");
    assert_eq!(seats[3].substituted, 0);

    // One round of at least three is not more than a third, two are.
    for (away_for, expected) in [(1, Played), (2, Left)] {
        let (mut host, mut ids) = four(TurnTime::Slow, 9);
        host.say(ids[1], "leave", Command::Leave);
        play_rounds(&mut host, &ids, away_for);
        ids[1] = host.connect(token(2), None, None);
        play_rounds(&mut host, &ids, 3);
        assert_eq!(host.session.state().seat(seat(1)).substituted(), away_for);
        assert_eq!(host.table().game().standing().round, 3);
        assert_eq!(parts(&host)[1], expected);
        host.check_refold();
    }
}

/// An operation: its kind, and two numbers for the rest.
type Op = (u8, u16, u16);

/// A match whose banks are computed a second time, from the facts and their arrival.
struct Match {
    host: Host,
    ids: Vec<u64>,
    time: TurnTime,
    lag: u32,
    left: Vec<u32>,
    lent: Vec<u32>,
    charged: Vec<u64>,
    refills: Vec<u64>,
    /// The total compensation of each seat, and for how many actions.
    off: Vec<(u64, u64)>,
    /// How often the quotas restarted.
    begun: u64,
    n: u32,
    seen: usize,
}

impl Match {
    fn new(time: TurnTime, seed: u64, lag: u32) -> Self {
        let (host, ids) = four(time, seed);
        let full = u32::from(time.bank().unwrap()) * 1000;
        let seen = host.journal.len();
        let mut new = Self {
            host,
            ids,
            time,
            lag,
            left: vec![full; 4],
            lent: vec![0; 4],
            charged: vec![0; 4],
            refills: vec![0; 4],
            off: vec![(0, 0); 4],
            begun: 1,
            n: 0,
            seen,
        };
        new.measure();
        new
    }

    fn measure(&mut self) {
        for connection in self.ids.clone() {
            let round_trip = self.lag;
            if round_trip > 0 {
                self.host.handle(Input::Lag {
                    connection,
                    round_trip,
                });
            }
        }
    }

    fn key(&mut self) -> String {
        self.n += 1;
        format!("k{}", self.n)
    }

    fn gather(&mut self) {
        for at in 0..4 {
            let id = self.ids[usize::from(at)];
            let absent = self.host.session.state().seat(seat(at)).absence().is_some();
            if !self.host.is_open(id) {
                self.come(at);
            } else if absent {
                let key = self.key();
                self.host.say(id, &key, Command::Back);
            }
        }
        self.measure();
    }

    fn come(&mut self, at: u8) {
        let id = self.host.connect(token(at + 1), None, None);
        self.ids[usize::from(at)] = id;
    }

    fn pass(&mut self, time: u64) {
        let until = self.host.now + time;
        let mut woken = 0;
        while let Some(wake) = self.host.wake.filter(|wake| *wake <= until) {
            woken += 1;
            assert!(
                woken < 1_000,
                "it wakes up without a reason: {:?}",
                self.host.waiting()
            );
            self.host.now = self.host.now.max(wake);
            let before = (self.host.waiting(), self.forced());
            self.host.handle(Input::Tick);
            self.host.choose();
            self.note(before, None);
        }
        self.host.now = until;
    }

    fn forced(&self) -> bool {
        matches!(self.host.waiting(), Waiting::Act(_)) && choices(&self.host) == 1
    }

    fn does(&mut self, (what, time, more): Op) {
        self.gather();
        match what % 16 {
            0..=9 => {
                let time = if what % 4 == 0 { time } else { time / 8 };
                self.pass(time.into());
                self.gather();
                let Waiting::Act(of) = self.host.waiting() else {
                    return self.deal();
                };
                let before = (self.host.waiting(), self.forced());
                let (told, arrived) = (self.host.told, self.host.now);
                // The command waits for the table, which stores something else, and then for the disk.
                self.host.now += u64::from(more) * u64::from(what % 3);
                self.host.arrived = Some(arrived);
                self.host.slow = u64::from(more / 2) * u64::from(what % 2);
                let (id, key) = (self.ids[of.index()], self.key());
                let answer = self.host.act(id, of, &key);
                assert!(
                    matches!(answer, Some(ServerMessage::Done { .. })),
                    "{answer:?}"
                );
                self.host.slow = 0;
                self.note(before, Some(arrived - told));
            }
            10 => {
                self.host.slow = more.into();
                let key = self.key();
                let name = Command::Name(key.clone());
                self.host.say(self.ids[usize::from(time % 4)], &key, name);
                self.host.slow = 0;
            }
            11 => {
                self.pass(u64::from(time) / 4);
                self.host.now += u64::from(more) * 10;
                self.host.restart();
                self.begun += 1;
                for at in [0, 1, 2, 3] {
                    // Two seconds each at most, so that no turn runs out.
                    self.host.now += u64::from(time % 2_000);
                    let awaited = self.host.waiting() == Waiting::Act(seat(at));
                    self.come(at);
                    if awaited {
                        self.host.told = self.host.now;
                    }
                }
                self.measure();
            }
            12 => self.pass(u64::from(time) * 3),
            _ => self.deal(),
        }
    }

    fn deal(&mut self) {
        if matches!(self.host.waiting(), Waiting::Deal) {
            let deal = self.host.table().n_deals();
            for id in self.ids.clone() {
                let key = self.key();
                let before = (Waiting::Deal, false);
                self.host.say(id, &key, Command::Ready { deal });
                self.note(before, None);
            }
        }
    }

    /// Updates the second computation. `took` is the time of an action by its arrival.
    fn note(&mut self, before: (Waiting, bool), took: Option<u64>) {
        let allowance = u32::from(self.time.seconds().unwrap()) * 1000;
        let new: Vec<Fact> = self.host.journal[self.seen..]
            .iter()
            .map(|e| e.fact.clone())
            .collect();
        self.seen = self.host.journal.len();
        for fact in new {
            match fact {
                Fact::Dealt { .. } => {
                    for (left, lent) in self.left.iter_mut().zip(&mut self.lent) {
                        *left += std::mem::take(lent);
                    }
                }
                Fact::Acted {
                    by: Chooser::Bot,
                    used,
                    ..
                } => assert_eq!(used, Used::NONE),
                Fact::Acted { by, action, used } => {
                    let (Waiting::Act(of), forced) = before else {
                        panic!("{before:?}")
                    };
                    let at = of.index();
                    let limit = allowance + self.left[at];
                    let free = forced && action == Action::Pass;
                    assert_eq!(
                        matches!(used, Used::Forced(_)),
                        forced && !free,
                        "{action} {used:?}"
                    );
                    let used = used.milliseconds();
                    match (by, took) {
                        _ if free => assert_eq!(used, 0),
                        (Chooser::Clock, _) => assert_eq!(used, limit),
                        (_, Some(took)) => {
                            let most = took.min(limit.into());
                            assert!(u64::from(used) <= most, "{used} for {took}");
                            if u64::from(used) < u64::from(limit) {
                                self.off[at].0 += took - u64::from(used);
                                assert!(took - u64::from(used) <= self.lag.into());
                            }
                            self.off[at].1 += 1;
                        }
                        (_, None) => panic!("nobody acted"),
                    }
                    let over = used.saturating_sub(allowance).min(self.left[at]);
                    let mut left = self.left[at] - over;
                    if by == Chooser::Clock {
                        left = left.max(10_000);
                    }
                    match forced {
                        true => self.lent[at] += self.left[at].saturating_sub(left),
                        false => self.charged[at] += u64::from(over),
                    }
                    if !forced || left > self.left[at] {
                        let taken = if forced { 0 } else { over };
                        self.refills[at] += u64::from(left - (self.left[at] - taken));
                    }
                    self.left[at] = left;
                }
                _ => {}
            }
        }
        assert_eq!(self.host.session.state().banks(), self.left);
    }

    fn check(&self) {
        self.host.check_refold();
        let full = u64::from(self.time.bank().unwrap()) * 1000;
        for at in 0..4 {
            let has = u64::from(self.left[at] + self.lent[at]);
            assert_eq!(full + self.refills[at], has + self.charged[at], "seat {at}");
            let (off, n) = self.off[at];
            assert!(
                off <= 3_000 * self.begun + 1_000 * n,
                "{off} ms in {n} actions"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn banks_are_charged_only_for_the_players_own_time(
        time in 4..7_usize,
        seed in any::<u64>(),
        lag in prop_oneof![Just(0_u32), 1..400_u32, Just(60_000)],
        ops in prop::collection::vec(any::<Op>(), 0..120),
    ) {
        let mut game = Match::new(TurnTime::ALL[time], seed, lag);
        for op in ops {
            if game.host.waiting() == Waiting::Nothing {
                break;
            }
            game.does(op);
        }
        game.check();
    }
}

/// A table of two people, at the first turn in which the seat on turn must draw or may play.
fn two(
    time: TurnTime,
    changes: &[(&str, &str)],
    holds: impl Fn(&Host) -> bool,
) -> (Host, [u64; 2]) {
    for number in 0..200 {
        let mut choices = rules("draw", 2, "50").choices();
        for (option, value) in changes {
            choices.set(option, value).unwrap();
        }
        let rules = Rules::new(choices).unwrap();
        let mut setup = setup(rules, "draw", "pp");
        setup.turn_time = time;
        let mut host = Host::new(setup, number);
        let ids = [1, 2].map(|n| host.connect(token(n), None, None));
        for id in ids {
            host.say(id, "ready", Command::Ready { deal: 0 });
        }
        for n in 0..6 {
            if host.table().round().is_some_and(|_| holds(&host)) {
                return (host, ids);
            }
            act_after(&mut host, &ids, 0, &format!("before{n}"));
        }
    }
    panic!("no such deal");
}

fn first_action(host: &Host) -> Action {
    host.table().round().unwrap().distinct_actions()[0]
}

fn is_in_play(host: &Host) -> bool {
    let board = host.table().round().unwrap().board();
    board.layout().first().is_some()
}

/// When the clock plays for the seat on turn, in milliseconds from now.
fn plays_in(host: &Host) -> u64 {
    host.wake.expect("a turn runs") - host.now
}

#[test]
fn draw_adds_five_seconds_to_its_turn_and_no_new_turn() {
    let draws_twice = |host: &Host| {
        if !is_in_play(host) || first_action(host) != Action::Draw {
            return false;
        }
        let mut after = host.table().clone();
        let draw = capicu::Fact::Acted(Action::Draw);
        after.apply(&draw).unwrap();
        after.round().unwrap().distinct_actions()[0] == Action::Draw
    };
    for time in [TurnTime::Thirty, TurnTime::Sixty] {
        let (mut host, ids) = two(time, &[], draws_twice);
        let bank = u64::from(time.bank().unwrap_or(0)) * 1000;
        let allowance = u64::from(time.seconds().unwrap()) * 1000;
        assert_eq!(plays_in(&host), allowance + bank);
        let of = to_act(&host);
        act_after(&mut host, &ids, 6_000, "draw");
        assert_eq!(to_act(&host), of);
        // Six seconds are gone, and the draw gives five back.
        assert_eq!(plays_in(&host), allowance + bank - 6_000 + EACH_DRAW);
        act_after(&mut host, &ids, 1_000, "again");
        // A turn never has more than its whole time: the second draw gives back two seconds of five.
        let left = (allowance - 2_000 + EACH_DRAW).min(allowance);
        assert_eq!(plays_in(&host), left + bank);
        host.check_refold();
    }
}

#[test]
fn slow_play_costs_points_before_the_clock_plays() {
    let changes = [
        ("slow-play", "11"),
        ("slow-play-after", "30"),
        ("slow-play-times", "2"),
        ("target", "200"),
    ];
    // Without a clock nobody is slow.
    let (mut host, _) = two(TurnTime::Off, &changes, is_in_play);
    host.now += 600_000;
    host.handle(Input::Tick);
    assert!(host.thinks.is_empty());
    let slow = |host: &Host| {
        let facts = host.journal.iter().map(|entry| &entry.fact);
        facts
            .filter(|fact| matches!(fact, Fact::Slow { .. }))
            .count()
    };
    assert_eq!(slow(&host), 0);
    let (mut host, _) = two(TurnTime::Sixty, &changes, is_in_play);
    let of = to_act(&host);
    host.now += 29_999;
    host.handle(Input::Tick);
    assert_eq!(slow(&host), 0, "not a moment before");
    for charged in 1..=2 {
        host.now = host.wake.expect("the next charge");
        host.handle(Input::Tick);
        assert_eq!(slow(&host), charged);
        assert_eq!(to_act(&host), of, "it stays on turn");
        assert!(host.thinks.is_empty());
    }
    let board = host.table().round().unwrap().board().clone();
    let other = of.next(2);
    let rules = *board.rules();
    assert_eq!(board.points()[rules.side(other)], 22);
    // The clock plays after as many seconds more.
    host.now += 29_999;
    host.handle(Input::Tick);
    assert!(host.thinks.is_empty());
    host.now += 1;
    host.handle(Input::Tick);
    assert_eq!(host.thinks[0].by, Chooser::Clock);
    assert!(host.choose());
    assert_eq!(slow(&host), 2);
    host.check_refold();
}
