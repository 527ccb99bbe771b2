//! People who seek a table: they wait until the [lobby](capicu_lobby) says who sits with whom, and are then told
//! where. Nothing of this is stored but the tables; after a restart nobody seeks any more.

mod challenge;
mod challenged;
mod open;
mod reception;
mod wish;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use capicu::{Game, Seat};
use capicu_lobby::{BOTS_AFTER, Outcome, Person, PersonId, Place, Seated, Seek, SeekId, Stakes};
use capicu_protocol::{Level, Passed, PlayerId, Watching};
use capicu_store::shards::Owner;
use capicu_table::{Advice, Plan, Setup, TokenHash};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use tokio::time::sleep;

use crate::nodes::changed;
use crate::registry::Registry;
use crate::secret;
use crate::time::Clock;
pub use challenge::{Challenge, Challenger, Challenges, NotAccepted, Side};
pub use open::{OpenTable, OpenTables};
pub use reception::{About, LOBBY, Reception, Said};
pub use wish::{Speed, Wish};

/// How often it is looked who may sit together.
const LOOK: Duration = Duration::from_millis(250);

/// Nobody is seated who has not asked for so long, in milliseconds: the page, which asks every other second,
/// may be closed.
const QUIET: u64 = 4_000;

/// Whoever has not asked for so long waits no longer.
const AWAY: u64 = 10_000;

/// The same of two who came together: one of them may still be in the messenger that took the invitation along.
const PARTNER_AWAY: u64 = 60_000;

/// How long an invitation lives after the page of whoever made it asked last, in milliseconds.
const INVITED: u64 = 600_000;

/// How long it is remembered where somebody sits who does not ask any more, in milliseconds.
const REMEMBERED: u64 = 60_000;

/// How well everybody plays in casual matches.
const SKILL: f64 = 25.0;

/// The people who seek a table. Clones share them.
#[derive(Clone, Debug)]
pub struct Lobby(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    clock: Clock,
    seed: u64,
    hall: Mutex<Hall>,
    /// Rung when somebody comes.
    bell: Notify,
}

#[derive(Debug)]
struct Hall {
    pairing: capicu_lobby::Lobby,
    seekers: BTreeMap<PersonId, Seeker>,
    /// Those who seek rated matches, or invite somebody to one.
    known: BTreeMap<PersonId, Known>,
    /// By their codes.
    invitations: BTreeMap<String, Invitation>,
    /// One of each who challenges somebody.
    challenges: Vec<Challenge>,
    /// With whom those who seek something do not sit.
    apart: BTreeMap<PersonId, Vec<PersonId>>,
    /// Those whose challenge was accepted, and who need nobody else.
    ready: Vec<Company>,
}

/// What rated matches are paired by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known {
    /// How well somebody plays.
    pub skill: f64,
    /// Where they come from.
    pub address: u64,
}

impl Default for Known {
    /// In casual matches everybody plays equally well, wherever they come from.
    fn default() -> Self {
        Self {
            skill: SKILL,
            address: 0,
        }
    }
}

/// An invitation to play as somebody's partner.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Invitation {
    /// Who made it.
    pub host: PlayerId,
    /// What whoever made it is called.
    pub name: Option<String>,
    /// What they want to play.
    pub wish: Wish,
    seen: u64,
}

#[derive(Debug)]
struct Seeker {
    player: PlayerId,
    name: Option<String>,
    wish: Wish,
    /// Whom they came with.
    partner: Option<PersonId>,
    /// Where the partner sits.
    side: Side,
    /// Whether bots may come at once.
    with_bots_now: bool,
    /// Whether nobody has come for so long that a casual match is offered.
    offers_casual: bool,
    /// When the player last asked.
    seen: u64,
    at: At,
}

/// How far a seek has come.
#[derive(Debug)]
enum At {
    /// The seek is `None` while it is not certain that the page is open, or the partner's.
    Seeking {
        seek: Option<SeekId>,
        since: u64,
    },
    /// The others are found; their table is being made.
    SittingDown {
        since: u64,
    },
    Table(String),
    /// The table could not be stored.
    NoTable,
}

/// What has come of a seek.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Progress {
    /// There is none: nobody sought, it was given up, or the server was started anew.
    None,
    /// A partner is invited by this code.
    Inviting {
        /// The code.
        code: String,
        /// What they want to play.
        wish: Wish,
    },
    /// Somebody is challenged.
    Challenging(Box<Challenge>),
    /// It goes on.
    Waiting(Waiting),
    /// They sit at this table.
    Seated(String),
    /// The table could not be stored.
    Failed,
}

/// A seek that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// What is sought.
    pub wish: Wish,
    /// Whether it rests until the page of the partner asks again.
    pub is_partner_away: bool,
    /// Where the partner sits, if there is one.
    pub side: Side,
    /// How many seek the same, this one among them.
    pub people: usize,
    /// How many sit at a table.
    pub seats: u8,
    /// For how long, in milliseconds.
    pub waited: u64,
    /// How long until bots take the empty seats, in milliseconds.
    pub bots_in: u64,
    /// Whether a casual match is offered, since nobody has come for so long.
    pub offers_casual: bool,
}

/// Those who are to sit down together, in the order of the seats; a bot where nobody came.
#[derive(Debug)]
struct Company {
    wish: Wish,
    /// How well its bots play.
    level: Level,
    seats: Vec<Option<(PlayerId, Option<String>)>>,
}

impl Lobby {
    /// Nobody seeks anything yet. The seed decides who sits where.
    pub fn new(clock: Clock, seed: [u8; 8]) -> Self {
        let seed = u64::from_le_bytes(seed);
        Self(Arc::new(Shared {
            clock,
            seed,
            hall: Mutex::new(Hall::new(seed)),
            bell: Notify::new(),
        }))
    }

    /// What rated matches of a player are paired by, from now on. Told before the player seeks one, invites a partner
    /// to one or accepts that.
    pub fn know(&self, player: PlayerId, known: Known) {
        self.hall().known.insert(person(player), known);
    }

    /// Has somebody sit down at a rated table with bots of one level, and returns its id.
    ///
    /// # Errors
    ///
    /// If it could not be stored.
    pub async fn against_bots(
        registry: &Registry,
        player: (PlayerId, Option<String>),
        wish: Wish,
        level: Level,
    ) -> Result<String, capicu_store::Unavailable> {
        let mut seats = vec![None; usize::from(wish.pool().seats)];
        seats[0] = Some(player);
        let company = Company {
            wish: wish.with(Stakes::Rated),
            level,
            seats,
        };
        company.sit_down(registry).await
    }

    /// Somebody seeks a table. Whoever seeks the same already goes on waiting; another wish takes the place
    /// of the one before.
    pub fn seek(&self, player: PlayerId, name: Option<String>, wish: Wish) {
        let (now, id) = (self.0.clock.now(), person(player));
        let mut hall = self.hall();
        if let Some(seeker) = hall.seekers.get(&id) {
            match seeker.at {
                // They sit down in a moment.
                At::SittingDown { .. } => return,
                At::Seeking { .. } if seeker.wish == wish => return hall.see(id, now),
                At::Seeking { .. } | At::Table(_) | At::NoTable => {}
            }
        }
        hall.forget(id);
        hall.withdraw(player);
        hall.seekers
            .insert(id, Seeker::new(player, name, wish, now));
        hall.see(id, now);
        self.0.bell.notify_one();
    }

    /// Makes an invitation to play as a player's partner, and returns its code; `None` if nobody has a partner
    /// in this game. It takes the place of what the player sought before.
    pub fn invite(&self, player: PlayerId, name: Option<String>, wish: Wish) -> Option<String> {
        if wish.pool().side_size() != 2 {
            return None;
        }
        let now = self.0.clock.now();
        let mut hall = self.hall();
        hall.forget(person(player));
        hall.withdraw(player);
        hall.invitations
            .retain(|_, one| now.saturating_sub(one.seen) < INVITED);
        let code = secret::short_code();
        let invitation = Invitation {
            host: player,
            name,
            wish,
            seen: now,
        };
        hall.invitations.insert(code.clone(), invitation);
        Some(code)
    }

    /// The invitation of a code, unless it is over.
    pub fn invitation(&self, code: impl AsRef<str>) -> Option<Invitation> {
        let now = self.0.clock.now();
        let hall = self.hall();
        let found = hall.invitations.get(code.as_ref());
        found
            .filter(|one| now.saturating_sub(one.seen) < INVITED)
            .cloned()
    }

    /// Somebody accepts an invitation, and both seek a table from now on. What they want to play; `None` if the
    /// invitation is over.
    pub fn join(
        &self,
        code: impl AsRef<str>,
        player: PlayerId,
        name: Option<String>,
    ) -> Option<Wish> {
        let code = code.as_ref();
        let Invitation {
            host,
            name: called,
            wish,
            seen,
        } = self.invitation(code)?;
        if host == player {
            return Some(wish);
        }
        let now = self.0.clock.now();
        let mut hall = self.hall();
        if hall.are_apart(person(player), person(host)) {
            return None;
        }
        // Somebody may have been quicker.
        hall.invitations.remove(code)?;
        let one = Seeker::new(host, called, wish, seen);
        let other = Seeker::new(player, name, wish, now);
        hall.pair_up(one, other, Side::Partner, now);
        self.0.bell.notify_one();
        Some(wish)
    }

    /// Whoever seeks a table does not want to wait for people.
    pub fn fill(&self, player: PlayerId) {
        let (now, id) = (self.0.clock.now(), person(player));
        let mut hall = self.hall();
        if let Some(seeker) = hall.seekers.get_mut(&id) {
            seeker.with_bots_now = true;
            if let Some(partner) = seeker.partner
                && let Some(partner) = hall.seekers.get_mut(&partner)
            {
                partner.with_bots_now = true;
            }
            hall.see(id, now);
        }
    }

    /// What has come of a player's seek. Whoever asks is there.
    pub fn ask(&self, player: PlayerId) -> Progress {
        let now = self.0.clock.now();
        let mut hall = self.hall();
        hall.see(person(player), now);
        let Some(seeker) = hall.seekers.get(&person(player)) else {
            let mut all = hall.invitations.iter_mut();
            let Some((code, own)) = all.find(|(_, one)| one.host == player) else {
                return match hall.challenge_by(player, now) {
                    Some(challenge) => Progress::Challenging(Box::new(challenge.clone())),
                    None => Progress::None,
                };
            };
            own.seen = now;
            let (code, wish) = (code.clone(), own.wish);
            return Progress::Inviting { code, wish };
        };
        let (wish, side, offers_casual) = (seeker.wish, seeker.side, seeker.offers_casual);
        let (is_partner_away, people, since) = match &seeker.at {
            At::Seeking { seek, since } => (seek.is_none(), None, *since),
            At::SittingDown { since } => (false, Some(wish.pool().seats.into()), *since),
            At::Table(table) => return Progress::Seated(table.clone()),
            At::NoTable => return Progress::Failed,
        };
        let pool = wish.pool();
        let waited = now.saturating_sub(since);
        Progress::Waiting(Waiting {
            wish,
            is_partner_away,
            side,
            people: people.unwrap_or_else(|| hall.pairing.waiting(&pool).0),
            seats: pool.seats,
            waited,
            bots_in: BOTS_AFTER.saturating_sub(waited),
            offers_casual,
        })
    }

    /// How many seek a table.
    pub fn count(&self) -> usize {
        self.hall().seekers.len()
    }

    /// A player seeks no more. Tells what there still is: whoever has a seat, or gets one in this moment, keeps
    /// it.
    pub fn leave(&self, player: PlayerId) -> Progress {
        {
            let mut hall = self.hall();
            if let Some(At::Seeking { .. } | At::NoTable) = hall.at(player) {
                hall.forget(person(player));
            }
            hall.withdraw(player);
        }
        self.ask(player)
    }

    /// How many seek each game, at whatever speed.
    pub fn waiting(&self) -> BTreeMap<String, usize> {
        let hall = self.hall();
        let of_game = |game: &Game| {
            let wishes = Speed::ALL.into_iter();
            let wishes = wishes.filter_map(|speed| Wish::of(game.id, speed));
            let waiting = wishes.map(|wish| hall.pairing.waiting(&wish.pool()).0);
            (game.id.to_owned(), waiting.sum())
        };
        Game::ALL.iter().map(of_game).collect()
    }

    /// Seats people for as long as the server runs, where the lobby is this server's.
    pub async fn run(self, registry: Registry) {
        let mut changes = registry.nodes().map(|nodes| nodes.shards.changes());
        loop {
            if registry.owner(LOBBY) != Owner::Here {
                // Whoever was there is told by the next server that nothing is sought any more.
                *self.hall() = Hall::new(self.0.seed);
            }
            for company in self.due() {
                let table = company.sit_down(&registry).await;
                if table.is_err() {
                    tracing::error!("a table of the lobby could not be stored");
                }
                let mut hall = self.hall();
                for (player, _) in company.seats.iter().flatten() {
                    if let Some(seeker) = hall.seekers.get_mut(&person(*player)) {
                        seeker.at = match &table {
                            Ok(table) => At::Table(table.clone()),
                            Err(_) => At::NoTable,
                        };
                    }
                }
            }
            let is_empty = self.hall().seekers.is_empty();
            match is_empty {
                true => tokio::select! {
                    () = self.0.bell.notified() => {}
                    () = changed(changes.as_mut()) => {}
                },
                false => sleep(LOOK).await,
            }
        }
    }

    /// Lets go of whoever has gone, and says who sits down now.
    fn due(&self) -> Vec<Company> {
        let now = self.0.clock.now();
        let mut hall = self.hall();
        let gone = hall.seekers.iter().filter(|(_, seeker)| {
            let kept = match seeker.at {
                At::Seeking { .. } if seeker.partner.is_some() => PARTNER_AWAY,
                At::Seeking { .. } => AWAY,
                At::SittingDown { .. } => return false,
                At::Table(_) | At::NoTable => REMEMBERED,
            };
            now.saturating_sub(seeker.seen) >= kept
        });
        let gone: Vec<PersonId> = gone.map(|(id, _)| *id).collect();
        for id in gone {
            hall.forget(id);
        }
        hall.pass_over(now);
        hall.forget_known();
        let outcomes = hall.pairing.outcomes(now);
        let mut companies = std::mem::take(&mut hall.ready);
        for outcome in outcomes {
            match outcome {
                Outcome::Seated(seated) => companies.extend(hall.company(&seated)),
                Outcome::OfferCasual(seek) => hall.offer_casual(seek),
            }
        }
        companies
    }

    fn hall(&self) -> MutexGuard<'_, Hall> {
        self.0.hall.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hall {
    fn new(seed: u64) -> Self {
        Self {
            pairing: capicu_lobby::Lobby::new(seed),
            seekers: BTreeMap::new(),
            known: BTreeMap::new(),
            invitations: BTreeMap::new(),
            challenges: Vec::new(),
            apart: BTreeMap::new(),
            ready: Vec::new(),
        }
    }

    fn at(&self, player: PlayerId) -> Option<&At> {
        Some(&self.seekers.get(&person(player))?.at)
    }

    /// Somebody asks: whoever seeks may be seated, partners as long as both ask.
    fn see(&mut self, id: PersonId, now: u64) {
        let Some(seeker) = self.seekers.get_mut(&id) else {
            return;
        };
        seeker.seen = now;
        let At::Seeking { seek, since } = seeker.at else {
            return;
        };
        let (wish, partner, with_bots_now) = (seeker.wish, seeker.partner, seeker.with_bots_now);
        let side = seeker.side;
        let pool = wish.pool();
        let (seek, since) = match (seek, partner) {
            (Some(seek), _) => (Ok(seek), since),
            (None, None) => {
                let mut alone = Seek::alone(self.person(id, wish), pool);
                alone.blocked = self.apart_from(&[id]);
                (self.pairing.seek(alone, since), since)
            }
            (None, Some(partner)) => {
                let other = self.seekers.get(&partner);
                if other.is_none_or(|other| now.saturating_sub(other.seen) >= QUIET) {
                    return;
                }
                if side == Side::Opponent {
                    return self.face(id, partner, now);
                }
                // Before, they did not wait together.
                let (one, two) = (self.person(id, wish), self.person(partner, wish));
                let both = Seek::partners(one, two, pool);
                let seek = both.and_then(|mut both| {
                    both.blocked = self.apart_from(&[id, partner]);
                    self.pairing.seek(both, now)
                });
                (seek, now)
            }
        };
        debug_assert!(seek.is_ok(), "{pool:?}: {seek:?}");
        let seek = seek.ok();
        for id in [Some(id), partner].into_iter().flatten() {
            if let Some(seeker) = self.seekers.get_mut(&id) {
                seeker.at = At::Seeking { seek, since };
            }
        }
        if let Some(seek) = seek
            && with_bots_now
        {
            self.pairing.fill_at_once(seek);
        }
    }

    /// Seats nobody who may have closed the page.
    fn pass_over(&mut self, now: u64) {
        let quiet = self.seekers.values().filter_map(|seeker| match seeker.at {
            At::Seeking { seek, .. } if now.saturating_sub(seeker.seen) >= QUIET => seek,
            _ => None,
        });
        let quiet: Vec<SeekId> = quiet.collect();
        for quiet in quiet {
            self.end(quiet);
        }
    }

    /// Ends a seek of the pairing, for those who made it.
    fn end(&mut self, ended: SeekId) {
        self.pairing.leave(ended);
        for seeker in self.seekers.values_mut() {
            if let At::Seeking { seek, .. } = &mut seeker.at {
                *seek = seek.filter(|seek| *seek != ended);
            }
        }
    }

    /// Offers a casual match to those who made this seek.
    fn offer_casual(&mut self, offered: SeekId) {
        for seeker in self.seekers.values_mut() {
            if let At::Seeking { seek, .. } = seeker.at {
                seeker.offers_casual |= seek == Some(offered);
            }
        }
    }

    /// Forgets what rated matches are paired by, and who does not sit with whom, of those who seek nothing.
    fn forget_known(&mut self) {
        let hosts = self.invitations.values().map(|one| one.host);
        let challengers = self.challenges.iter().map(|one| one.host.player);
        let hosts: Vec<PersonId> = hosts.chain(challengers).map(person).collect();
        let seekers = &self.seekers;
        let is_needed = |id: &PersonId| seekers.contains_key(id) || hosts.contains(id);
        self.known.retain(|id, _| is_needed(id));
        self.apart.retain(|id, _| is_needed(id));
    }

    /// Somebody as the lobby sees them.
    fn person(&self, id: PersonId, wish: Wish) -> Person {
        let known = match wish.stakes {
            Stakes::Rated => self.known.get(&id).copied().unwrap_or_default(),
            Stakes::Casual => Known::default(),
        };
        Person {
            id,
            skill: known.skill,
            address: known.address,
        }
    }

    /// Forgets somebody; whoever seeks a table with a partner takes the partner along.
    fn forget(&mut self, id: PersonId) {
        let Some(seeker) = self.seekers.remove(&id) else {
            return;
        };
        if let At::Seeking { seek, .. } = seeker.at {
            if let Some(seek) = seek {
                self.end(seek);
            }
            if let Some(partner) = seeker.partner {
                self.seekers.remove(&partner);
            }
        }
    }

    /// Has people sit down together.
    fn company(&mut self, seated: &Seated) -> Option<Company> {
        let seat = |place: &Place| {
            let Place::Person(id) = place else {
                return None;
            };
            let seeker = self.seekers.get_mut(id)?;
            if let At::Seeking { since, .. } = seeker.at {
                seeker.at = At::SittingDown { since };
            }
            Some((seeker.player, seeker.name.clone()))
        };
        Some(Company {
            seats: seated.seats.iter().map(seat).collect(),
            wish: Wish::of_pool(&seated.pool)?,
            level: Level::default(),
        })
    }
}

impl Seeker {
    /// Who seeks a table from now on, alone.
    const fn new(player: PlayerId, name: Option<String>, wish: Wish, now: u64) -> Self {
        Self {
            player,
            name,
            wish,
            partner: None,
            side: Side::Partner,
            with_bots_now: false,
            offers_casual: false,
            seen: now,
            at: At::Seeking {
                seek: None,
                since: now,
            },
        }
    }
}

impl Company {
    /// Makes their table, and returns its id.
    async fn sit_down(&self, registry: &Registry) -> Result<String, capicu_store::Unavailable> {
        let plan = |seat: &Option<(PlayerId, Option<String>)>| match seat {
            // Whoever is signed in opens the seat, and nobody has this token.
            Some((_, name)) => Plan::Person {
                token: TokenHash::of(&secret::token()),
                name: name.clone(),
            },
            None => Plan::Bot,
        };
        let rules = self.wish.rules();
        let setup = Setup {
            game: self.wish.game().id.to_owned(),
            title: None,
            rules,
            maker: None,
            seats: self.seats.iter().map(plan).collect(),
            turn_time: self.wish.speed.turn_time(),
            grace: self.wish.speed.grace(),
            level: self.level,
            advice: Advice::Off,
            stakes: match self.wish.stakes {
                Stakes::Casual => capicu_table::Stakes::Casual,
                Stakes::Rated => capicu_table::Stakes::Rated,
            },
            watching: Watching::On,
            passed: Passed::On,
            meeting: None,
        };
        let seats = Seat::all(rules.n_seats()).zip(&self.seats);
        let players: Vec<(Seat, PlayerId)> = seats
            .filter_map(|(seat, who)| Some((seat, who.as_ref()?.0)))
            .collect();
        registry.create_for(&players, setup).await
    }
}

/// A player as the lobby numbers people: ids are random, so that no two share a number.
fn person(player: PlayerId) -> PersonId {
    let mut hasher = DefaultHasher::new();
    player.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests;
