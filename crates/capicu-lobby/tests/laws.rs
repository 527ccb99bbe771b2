//! Checks the laws of the lobby under random actions and failures. The tests track each player's wishes on their own.

use std::collections::{BTreeMap, BTreeSet};

use capicu_lobby::{Company, CompanyId, Input, Progress, Relation, Stakes, Wish};
use capicu_protocol::PlayerId;
use proptest::prelude::*;

use crate::host::{Host, draw, pairs, player, players, rated, seat, table_id};

const PLAYERS: u8 = 9;

#[derive(Clone, Debug)]
enum Act {
    Seek(u8, usize),
    Invite(u8, usize),
    /// The first player uses the invitation of the second.
    Join(u8, u8),
    Fill(u8),
    Leave(u8),
    Block(u8, u8),
    Unblock(u8, u8),
    Unfriend(u8, u8),
    Challenge(u8, u8, usize, Relation),
    Accept(u8, u8),
    Decline(u8, u8),
    /// The page is closed or the connection is lost.
    Vanish(u8),
    Return(u8),
    /// The oldest table is made, or making it fails.
    Make,
    Fail,
}

fn act() -> impl Strategy<Value = Act> {
    let one = || 0..PLAYERS;
    let two = || (one(), one());
    let side = prop_oneof![Just(Relation::Partner), Just(Relation::Opponent)];
    prop_oneof![
        6 => (one(), 0..4_usize).prop_map(|(n, wish)| Act::Seek(n, wish)),
        3 => (one(), 1..4_usize).prop_map(|(n, wish)| Act::Invite(n, wish)),
        4 => two().prop_map(|(n, host)| Act::Join(n, host)),
        1 => one().prop_map(Act::Fill),
        1 => one().prop_map(Act::Leave),
        1 => two().prop_map(|(n, other)| Act::Block(n, other)),
        1 => two().prop_map(|(n, other)| Act::Unblock(n, other)),
        1 => two().prop_map(|(n, other)| Act::Unfriend(n, other)),
        3 => (one(), one(), 0..4_usize, side).prop_map(|(n, to, wish, side)| Act::Challenge(n, to, wish, side)),
        4 => two().prop_map(|(n, host)| Act::Accept(n, host)),
        1 => two().prop_map(|(n, host)| Act::Decline(n, host)),
        2 => one().prop_map(Act::Vanish),
        4 => one().prop_map(Act::Return),
        4 => Just(Act::Make),
        1 => Just(Act::Fail),
    ]
}

/// Few players who seek one game, and often block each other before and while they do.
fn act_of_few() -> impl Strategy<Value = Act> {
    let one = || 0..5_u8;
    let two = || (one(), one());
    let side = prop_oneof![Just(Relation::Partner), Just(Relation::Opponent)];
    prop_oneof![
        4 => one().prop_map(|n| Act::Seek(n, 1)),
        3 => one().prop_map(|n| Act::Invite(n, 1)),
        6 => two().prop_map(|(n, host)| Act::Join(n, host)),
        3 => two().prop_map(|(n, other)| Act::Block(n, other)),
        1 => two().prop_map(|(n, other)| Act::Unblock(n, other)),
        2 => (one(), one(), side).prop_map(|(n, to, side)| Act::Challenge(n, to, 1, side)),
        4 => two().prop_map(|(n, host)| Act::Accept(n, host)),
        1 => one().prop_map(Act::Fill),
        2 => Just(Act::Make),
    ]
}

fn wishes() -> [Wish; 4] {
    [draw(), pairs(), rated(draw()), rated(pairs())]
}

/// Some players share an address.
const fn address(n: u8) -> u64 {
    (n % 7) as u64
}

fn number(player: PlayerId) -> u8 {
    let mut all = 0..PLAYERS;
    all.find(|n| crate::host::player(*n) == player)
        .expect("a player")
}

#[derive(Clone, Copy)]
struct Want {
    wish: Wish,
    with: Option<(u8, Relation)>,
    since: u64,
    with_bots_now: bool,
}

struct World {
    host: Host,
    open: BTreeSet<u8>,
    /// The last time at which each page was surely open.
    seen: BTreeMap<u8, u64>,
    wants: BTreeMap<u8, Want>,
    sitting_down: BTreeMap<u8, CompanyId>,
    pending: Vec<Company>,
    blocks: BTreeSet<(u8, u8)>,
    codes: BTreeMap<u8, String>,
    /// Ids, by challenger.
    challenges: BTreeMap<u8, String>,
    answered: BTreeSet<String>,
}

impl World {
    fn new(seed: u64) -> Self {
        Self {
            host: Host::new(seed),
            open: (0..PLAYERS).collect(),
            seen: BTreeMap::new(),
            wants: BTreeMap::new(),
            sitting_down: BTreeMap::new(),
            pending: Vec::new(),
            blocks: BTreeSet::new(),
            codes: BTreeMap::new(),
            challenges: BTreeMap::new(),
            answered: BTreeSet::new(),
        }
    }

    fn are_apart(&self, one: u8, other: u8) -> bool {
        self.blocks.contains(&(one, other)) || self.blocks.contains(&(other, one))
    }

    /// Sends the introduction that a server sends before each request.
    fn introduce(&mut self, n: u8) {
        let apart: Vec<u8> = (0..PLAYERS).filter(|of| self.are_apart(n, *of)).collect();
        let skill = 20.0 + f64::from(n);
        self.host.introduce(n, &apart, Some((skill, address(n))));
    }

    fn comes(&mut self, n: u8) {
        self.seen.insert(n, self.host.now);
        self.introduce(n);
    }

    fn stop(&mut self, n: u8) {
        if let Some((with, _)) = self.wants.remove(&n).and_then(|want| want.with) {
            self.wants.remove(&with);
        }
    }

    fn want(&mut self, n: u8, wish: Wish, with: Option<(u8, Relation)>) {
        let want = Want {
            wish,
            with,
            since: self.host.now,
            with_bots_now: false,
        };
        self.wants.insert(n, want);
    }

    fn want_together(&mut self, one: u8, other: u8, wish: Wish, side: Relation) {
        self.stop(one);
        self.stop(other);
        self.want(one, wish, Some((other, side)));
        self.want(other, wish, Some((one, side)));
    }

    fn act(&mut self, act: Act) {
        let is_sitting_down = |world: &Self, n| world.sitting_down.contains_key(&n);
        match act {
            Act::Seek(n, wish) => {
                let wish = wishes()[wish];
                self.comes(n);
                self.host.seek(n, wish);
                let goes_on = self.wants.get(&n).is_some_and(|want| want.wish == wish);
                if !is_sitting_down(self, n) && !goes_on {
                    self.stop(n);
                    self.want(n, wish, None);
                }
            }
            Act::Invite(n, wish) => {
                self.introduce(n);
                let code = self.host.invite(n, wishes()[wish]);
                assert_eq!(code.is_some(), wishes()[wish].side_size() == 2);
                if let Some(code) = code.filter(|_| !is_sitting_down(self, n)) {
                    self.comes(n);
                    self.stop(n);
                    self.codes.insert(n, code);
                }
            }
            Act::Join(n, host) => {
                let Some(code) = self.codes.get(&host).cloned() else {
                    return;
                };
                self.introduce(n);
                let joined = self.host.join(n, &code);
                if let Some(wish) = joined.filter(|_| n != host && !is_sitting_down(self, n)) {
                    assert!(!self.are_apart(n, host), "{n} joins {host}");
                    assert!(self.answered.insert(code), "an invitation is accepted once");
                    self.comes(n);
                    self.want_together(host, n, wish, Relation::Partner);
                }
            }
            Act::Fill(n) => {
                self.seen.insert(n, self.host.now);
                self.host.fill(n);
                let with = self.wants.get(&n).and_then(|want| want.with);
                for of in [Some(n), with.map(|(of, _)| of)].into_iter().flatten() {
                    if let Some(want) = self.wants.get_mut(&of) {
                        want.with_bots_now = true;
                    }
                }
            }
            Act::Leave(n) => {
                self.host.leave(n);
                self.stop(n);
                if !is_sitting_down(self, n) {
                    let left = self.host.progress(n);
                    let is_over = matches!(left, Progress::None | Progress::Seated(_));
                    assert!(is_over, "{left:?}");
                }
            }
            Act::Block(n, other) if n != other => {
                self.blocks.insert((n, other));
                self.host.handle(Input::Part(player(n), player(other)));
                let with = self.wants.get(&n).and_then(|want| want.with);
                if with.is_some_and(|(with, _)| with == other) {
                    self.stop(n);
                }
            }
            Act::Unblock(n, other) => {
                self.blocks.remove(&(n, other));
            }
            Act::Unfriend(n, other) => {
                self.host.handle(Input::Unfriend(player(n), player(other)));
                for (of, to) in [(n, other), (other, n)] {
                    let to = self.host.challenges(to).to;
                    assert!(to.iter().all(|one| one.host.player != player(of)));
                }
            }
            Act::Challenge(n, to, wish, side) if n != to => {
                let wish = wishes()[wish];
                self.introduce(n);
                let id = self.host.challenge(n, to, wish, side);
                assert_eq!(id.is_some(), side.fits(wish));
                if let Some(id) = id.filter(|_| !is_sitting_down(self, n)) {
                    self.stop(n);
                    self.challenges.insert(n, id);
                }
            }
            Act::Accept(n, host) => {
                let Some(id) = self.challenges.get(&host).cloned() else {
                    return;
                };
                self.introduce(n);
                let Ok(challenge) = self.host.accept(n, &id) else {
                    return;
                };
                let (wish, side) = (challenge.wish, challenge.side);
                assert_eq!(challenge.guest.player, player(n));
                assert!(!is_sitting_down(self, n), "{n} is being seated");
                assert!(!self.are_apart(n, host), "{n} accepts {host}");
                assert!(!self.answered.contains(&id), "a challenge is answered once");
                let is_rated = wish.stakes == Stakes::Rated && side == Relation::Opponent;
                assert!(!is_rated || address(n) != address(host));
                self.comes(n);
                // The challenger must come back.
                self.seen.remove(&host);
                self.want_together(host, n, wish, side);
            }
            Act::Decline(n, host) => {
                if let Some(id) = self.challenges.get(&host).cloned()
                    && self.host.decline(n, &id)
                {
                    assert!(self.answered.insert(id), "a challenge is answered once");
                }
            }
            Act::Vanish(n) => {
                self.open.remove(&n);
            }
            Act::Return(n) => {
                self.open.insert(n);
            }
            Act::Make => self.make(false),
            Act::Fail => self.make(true),
            Act::Block(..) | Act::Challenge(..) => {}
        }
    }

    fn make(&mut self, fails: bool) {
        if self.pending.is_empty() {
            return;
        }
        let company = self.pending.remove(0);
        let id = company.id;
        self.sitting_down.retain(|_, of| *of != id);
        let there: Vec<u8> = players(&company)
            .into_iter()
            .flatten()
            .map(number)
            .collect();
        self.host.fails = fails;
        self.host.made(company);
        for n in there {
            let progress = self.host.progress(n);
            match fails {
                true => assert_eq!(progress, Progress::Failed),
                false => assert_eq!(progress, Progress::Seated(table_id(id))),
            }
        }
    }

    /// Advances the time while open pages poll every second.
    fn pass(&mut self, milliseconds: u64) {
        let until = self.host.now + milliseconds;
        while self.host.now < until {
            let next = (self.host.now / 1_000 + 1) * 1_000;
            for company in self.host.pass(next.min(until)) {
                self.check(&company);
                self.pending.push(company);
            }
            self.forget_expired();
            if self.host.now == next {
                for n in self.open.clone() {
                    self.host.see(&[n]);
                    self.seen.insert(n, self.host.now);
                    self.check_page(n);
                }
            }
        }
    }

    /// A seek may end only if a page was closed.
    fn forget_expired(&mut self) {
        let wants = self.wants.clone();
        for (n, want) in wants {
            // A challenge whose players did not meet is open again.
            let is_over = |progress| matches!(progress, Progress::None | Progress::Challenging(_));
            if !is_over(self.host.progress(n)) {
                continue;
            }
            let is_gone = |n, after| {
                let seen: Option<&u64> = self.seen.get(&n);
                seen.is_none_or(|seen| self.host.now - seen >= after)
            };
            assert!(match want.with {
                None => is_gone(n, 10_000),
                Some((with, _)) => is_gone(n, 56_000) || is_gone(with, 56_000),
            });
            self.wants.remove(&n);
        }
    }

    fn check_page(&self, n: u8) {
        let Progress::Waiting(waiting) = self.host.progress(n) else {
            return;
        };
        if !self.sitting_down.contains_key(&n) {
            let want = self.wants.get(&n).expect("a page waits for what is wanted");
            assert_eq!(waiting.wish, want.wish);
            let is_rated = want.wish.stakes == Stakes::Rated;
            assert!(!waiting.offers_casual || (is_rated && waiting.waited >= 20_000));
        }
    }

    /// Checks a table that the lobby asks for.
    fn check(&mut self, company: &Company) {
        let (now, wish) = (self.host.now, company.wish);
        let seats = players(company);
        assert_eq!(seats.len(), usize::from(wish.seats()));
        let there: Vec<u8> = seats
            .iter()
            .flatten()
            .map(|player| number(*player))
            .collect();
        assert!(!there.is_empty());
        let mut wants = Vec::new();
        for n in &there {
            let is_alone = !self.sitting_down.contains_key(n);
            assert!(is_alone, "{n} is seated twice");
            self.sitting_down.insert(*n, company.id);
            let want = self.wants.remove(n);
            let want = want.unwrap_or_else(|| panic!("{n} is seated without a seek"));
            assert_eq!(want.wish, wish, "{n} wants something else");
            let seen = self.seen.get(n);
            let is_here = seen.is_some_and(|seen| now - seen < 4_000);
            assert!(is_here, "{n} is absent at {now}: {seen:?}");
            if let Some((with, side)) = want.with {
                self.answered.extend(self.challenges.get(n).cloned());
                let [one, other] = [*n, with].map(|n| seat(&seats, player(n)));
                let sides = usize::from(wish.sides());
                assert_eq!(
                    one % sides == other % sides,
                    side == Relation::Partner,
                    "{seats:?}"
                );
            }
            wants.push(want);
        }
        let all = || there.iter().enumerate();
        for (one, other) in
            all().flat_map(|(at, one)| there[at + 1..].iter().map(move |of| (*one, *of)))
        {
            assert!(!self.are_apart(one, other), "{one} sits with {other}");
            let are_partners = wants
                .iter()
                .zip(&there)
                .any(|(want, n)| *n == one && want.with.is_some_and(|(with, _)| with == other));
            let is_rated = wish.stakes == Stakes::Rated && !are_partners;
            assert!(!is_rated || address(one) != address(other), "one address");
        }
        let is_full = there.len() == seats.len();
        let opponents = wants.iter().all(|want| {
            want.with
                .is_some_and(|(_, side)| side == Relation::Opponent)
        });
        let waited = wants
            .iter()
            .any(|want| want.with_bots_now || now - want.since >= 10_000);
        match wish.stakes {
            Stakes::Casual => assert!(is_full || opponents || waited, "bots come too early"),
            Stakes::Rated => {
                let long = wants.iter().any(|want| now - want.since >= 20_000);
                let with_bots = there.len() > 1 && seats.len() > 2 && long;
                assert!(is_full || with_bots, "bots at a rated table: {seats:?}");
                let pairs = wants.iter().filter(|want| want.with.is_some()).count();
                assert!(pairs == 0 || pairs == there.len(), "rated pairs meet pairs");
            }
        }
    }

    /// Closes all pages: every seek must end and the lobby must stop waking.
    fn end(&mut self) {
        self.open.clear();
        self.pass(5_000);
        while !self.pending.is_empty() {
            self.make(false);
        }
        self.pass(61_000);
        assert!(self.pending.is_empty());
        assert_eq!(self.host.lobby.count(), 0, "every seek ends");
        let late = self.host.pass(self.host.now + 86_400_000);
        assert!(late.is_empty());
        for n in 0..PLAYERS {
            assert_eq!(self.host.progress(n), Progress::None);
        }
        assert_eq!(self.host.lobby.wake_at(), None, "an empty lobby sleeps");
    }
}

fn laws_hold(seed: u64, acts: Vec<(u64, Act)>) {
    let mut world = World::new(seed);
    for (pause, act) in acts {
        world.pass(pause);
        world.act(act);
    }
    world.end();
}

proptest! {
    #[test]
    fn laws_hold_whatever_players_do(
        seed: u64,
        acts in prop::collection::vec((0_u64..3_000, act()), 1..120),
    ) {
        laws_hold(seed, acts);
    }

    #[test]
    fn laws_hold_among_few_players_with_blocks(
        seed: u64,
        acts in prop::collection::vec((0_u64..3_000, act_of_few()), 1..60),
    ) {
        laws_hold(seed, acts);
    }
}
