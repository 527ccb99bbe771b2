//! Drives the lobby of this server: it gives the [state machine](capicu_lobby::Lobby) the time and random codes, wakes
//! it, and makes the tables. Seeks are in memory only.

mod remote;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu::Seat;
use capicu_accounts::{Clock, Context, Randomness};
use capicu_lobby::{Company, Input, Output, Stakes};
use capicu_protocol::{Level, Passed, PlayerId, TableId, Watching};
use capicu_store::shards::Owner;
use capicu_store::{Bot, Player, PlayerKind, Unavailable};
use capicu_table::{Advice, Plan, Setup, TokenHash};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::registry::Registry;
pub use capicu_lobby::{
    Challenge, Challenger, Challenges, Invitation, NotAccepted, Progress, Relation, Speed,
    Strength, Waiting, Wish,
};
pub use remote::{About, LOBBY, LobbyRequest, Reception, View};

/// The lobby of this server. Clones share it.
#[derive(Clone, Debug)]
pub struct Lobby(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    clock: Clock,
    randomness: Randomness,
    seed: u64,
    lobby: Mutex<capicu_lobby::Lobby>,
    wake_at: watch::Sender<Option<u64>>,
    changes: watch::Sender<()>,
}

/// A player and the name shown at the table; `None` for a bot.
type Sitter = Option<(PlayerId, Option<String>)>;

impl Lobby {
    /// An empty lobby. The seed decides who sits where.
    pub fn new(context: &Context, seed: [u8; 8]) -> Self {
        let seed = u64::from_le_bytes(seed);
        Self(Arc::new(Shared {
            clock: context.clock,
            randomness: context.randomness,
            seed,
            lobby: Mutex::new(capicu_lobby::Lobby::new(seed)),
            wake_at: watch::Sender::new(None),
            changes: watch::Sender::new(()),
        }))
    }

    /// Seats a player at a rated table with bots of one level and returns the id of the table.
    pub async fn against_bots(
        registry: &Registry,
        player: (PlayerId, Option<String>),
        wish: Wish,
        level: Level,
    ) -> Result<TableId, Unavailable> {
        let mut seats = vec![None; usize::from(wish.seats())];
        seats[0] = Some(player);
        make_table(registry, wish.with(Stakes::Rated), level, &seats).await
    }

    /// The state of a player's seek, whether the page is open or not.
    pub fn progress(&self, player: PlayerId) -> Progress {
        self.read(|lobby, now| lobby.progress(player, now))
    }

    pub fn count(&self) -> usize {
        self.read(|lobby, _| lobby.count())
    }

    /// Changes whenever a page may have something new to show.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.0.changes.subscribe()
    }

    fn randomness(&self) -> Randomness {
        self.0.randomness
    }

    fn answer(&self, request: LobbyRequest) -> Value {
        let LobbyRequest { inputs, view } = request;
        let outputs = inputs.into_iter().flat_map(|input| self.handle(input));
        let outputs: Vec<Output> = outputs.collect();
        let answer = self.read(|lobby, now| match view {
            View::Outputs => serde_json::to_value(outputs),
            View::Progress(player) => serde_json::to_value(lobby.progress(player, now)),
            View::Challenges(player) => serde_json::to_value(lobby.challenges(player, now)),
            View::Invitation(code) => serde_json::to_value(lobby.invitation(&code, now)),
            View::Count => serde_json::to_value(lobby.count()),
            View::Waiting => serde_json::to_value(lobby.waiting(now)),
        });
        answer.expect("answers are JSON")
    }

    /// Seats people while this server owns the lobby.
    pub async fn run(self, registry: Registry) {
        let mut owners = registry.nodes().shards.changes();
        let mut wakes = self.0.wake_at.subscribe();
        loop {
            if registry.owner(LOBBY) != Owner::Here {
                // The next owner reports to everybody here that nothing is sought.
                *self.lobby() = capicu_lobby::Lobby::new(self.0.seed);
            }
            for output in self.handle(Input::Wake) {
                let Output::SitDown(Company { id, wish, seats }) = output else {
                    continue;
                };
                let table = make_table(&registry, wish, Level::default(), &seats).await;
                if table.is_err() {
                    tracing::error!("a table of the lobby could not be stored");
                }
                let (company, table) = (id, table.ok());
                self.handle(Input::Made { company, table });
            }
            let at = wakes.borrow_and_update().map(|at| self.0.clock.instant(at));
            tokio::select! {
                () = sleep_until(at.unwrap_or_else(Instant::now)), if at.is_some() => {}
                _ = wakes.changed() => {}
                _ = owners.changed() => {}
            }
        }
    }

    fn handle(&self, input: Input) -> Vec<Output> {
        let is_seen = matches!(input, Input::Seen(_));
        let mut lobby = self.lobby();
        let outputs = lobby.handle(input, self.0.clock.now());
        let (wakes, at) = (&self.0.wake_at, lobby.wake_at());
        wakes.send_if_modified(|wake| std::mem::replace(wake, at) != at);
        drop(lobby);
        if !is_seen {
            self.0.changes.send_replace(());
        }
        outputs
    }

    fn read<T>(&self, view: impl FnOnce(&capicu_lobby::Lobby, u64) -> T) -> T {
        let lobby = self.lobby();
        view(&lobby, self.0.clock.now())
    }

    fn lobby(&self) -> MutexGuard<'_, capicu_lobby::Lobby> {
        let lobby = self.0.lobby.lock();
        lobby.unwrap_or_else(PoisonError::into_inner)
    }
}

/// A member as a challenger; `None` for a player without a username.
pub fn member(player: &Player) -> Option<Challenger> {
    match &player.kind {
        PlayerKind::Member { username } => Some(Challenger {
            player: player.id,
            username: username.clone(),
            name: player.name.clone(),
        }),
        PlayerKind::Guest | PlayerKind::Bot | PlayerKind::Gone => None,
    }
}

/// A bot as a challenger.
pub fn bot(bot: Bot) -> Challenger {
    Challenger {
        player: bot.player.id,
        username: bot.username,
        name: bot.player.name,
    }
}

/// Makes a table and returns its id.
async fn make_table(
    registry: &Registry,
    wish: Wish,
    level: Level,
    sitters: &[Sitter],
) -> Result<TableId, Unavailable> {
    let randomness = registry.services().randomness;
    let plan = |sitter: &Sitter| match sitter {
        // The seat opens to the player's session, and nobody has this token.
        Some((_, name)) => Plan::Person {
            token: TokenHash::of(&randomness.token()),
            name: name.clone(),
        },
        None => Plan::Bot,
    };
    let setup = Setup {
        game: wish.game().id.to_owned(),
        title: None,
        rules: wish.rules(),
        host: None,
        seats: sitters.iter().map(plan).collect(),
        turn_time: wish.speed.turn_time(),
        grace: wish.speed.grace(),
        level,
        advice: Advice::Off,
        stakes: match wish.stakes {
            Stakes::Casual => capicu_table::Stakes::Casual,
            Stakes::Rated => capicu_table::Stakes::Rated,
        },
        watching: Watching::On,
        passed: Passed::On,
        meeting: None,
    };
    let seats = Seat::all(wish.seats()).zip(sitters);
    let players: Vec<(Seat, PlayerId)> = seats
        .filter_map(|(seat, sitter)| Some((seat, sitter.as_ref()?.0)))
        .collect();
    registry.create_for(&players, setup).await
}

#[cfg(test)]
mod tests;
