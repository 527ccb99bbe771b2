//! The lobby as any server reaches it: of several servers one has it, and the others pass on what they are told.

use std::collections::BTreeMap;

use capicu_bus::Silence;
use capicu_protocol::PlayerId;
use capicu_store::Unavailable;
use capicu_store::shards::Owner;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::time::{Instant, timeout};

use super::{
    Challenge, Challenger, Challenges, Invitation, Known, Lobby, NotAccepted, Progress, Side, Wish,
};
use crate::nodes::message::{Question, Reply};
use crate::nodes::{AGAIN, Nodes, OfAnEdition, PATIENCE};

/// The lobby is where a table of this id would be.
pub const LOBBY: &str = "lobby";

/// Told with what somebody wants: the server that has the lobby may not have heard it before.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct About {
    /// Who.
    pub player: PlayerId,
    /// With whom they do not sit.
    pub apart: Vec<PlayerId>,
    /// What rated matches of theirs are paired by, if they want one.
    pub known: Option<Known>,
}

/// The lobby, wherever it is. Clones share it.
#[derive(Clone, Debug)]
pub struct Reception {
    here: Lobby,
    nodes: Option<Nodes>,
    about: Option<About>,
}

/// Says for each method of [`Lobby`] what it is called on the way to another server, and since which
/// [edition](capicu_table::EDITION).
macro_rules! passed_on {
    ($($edition:literal $said:ident: $does:ident($($what:ident: $of:ty),*) -> $answer:ty;)*) => {
        /// What the lobby is told or asked.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "as in Lobby")]
        pub enum Said { $($said { $($what: $of),* },)* }

        impl OfAnEdition for Said {
            fn edition(&self) -> u16 {
                match self {
                    $(Self::$said { .. } => $edition,)*
                }
            }
        }

        #[allow(missing_docs, reason = "as in Lobby, or the lobby cannot be reached")]
        impl Reception {
            $(pub async fn $does(&self, $($what: $of),*) -> Result<$answer, Unavailable> {
                let said = Said::$said { $($what: $what.clone()),* };
                if let Some(answer) = self.pass_on(said).await? {
                    return Ok(answer);
                }
                self.note(self.about.as_ref());
                Ok(self.here.$does($($what),*))
            })*

            fn does(&self, said: Said) -> Value {
                let answer = match said {
                    $(Said::$said { $($what),* } => serde_json::to_value(self.here.$does($($what),*)),)*
                };
                answer.expect("answers are JSON")
            }
        }
    };
}

passed_on! {
    1 Seek: seek(player: PlayerId, name: Option<String>, wish: Wish) -> ();
    1 Invite: invite(player: PlayerId, name: Option<String>, wish: Wish) -> Option<String>;
    1 Invitation: invitation(code: String) -> Option<Invitation>;
    1 Join: join(code: String, player: PlayerId, name: Option<String>) -> Option<Wish>;
    1 Fill: fill(player: PlayerId) -> ();
    1 Ask: ask(player: PlayerId) -> Progress;
    1 Leave: leave(player: PlayerId) -> Progress;
    1 Count: count() -> usize;
    1 Waiting: waiting() -> BTreeMap<String, usize>;
    1 Part: part(one: PlayerId, other: PlayerId) -> ();
    1 Unfriend: unfriend(one: PlayerId, other: PlayerId) -> ();
    1 Challenge: challenge(host: Challenger, guest: Challenger, wish: Wish, side: Side) -> bool;
    1 Challenges: challenges(player: PlayerId) -> Challenges;
    1 ChallengesTo: challenges_to(player: PlayerId) -> Vec<Challenge>;
    1 Accept: accept(id: String, player: PlayerId, name: Option<String>) -> Result<Challenge, NotAccepted>;
    1 Decline: decline(id: String, player: PlayerId) -> bool;
}

impl Reception {
    /// This lobby, if it is this server that has it.
    pub const fn new(here: Lobby, nodes: Option<Nodes>) -> Self {
        Self {
            here,
            nodes,
            about: None,
        }
    }

    /// The same for somebody of whom this has to be known.
    pub fn knowing(&self, about: About) -> Self {
        Self {
            about: Some(about),
            ..self.clone()
        }
    }

    /// The lobby of this server: nobody is there while it is another one's.
    pub const fn here(&self) -> &Lobby {
        &self.here
    }

    /// What another server passes on.
    pub fn hear(&self, about: Option<&About>, said: Said) -> Reply {
        let owner = self.nodes.as_ref().map(|nodes| nodes.shards.owner(LOBBY));
        if owner != Some(Owner::Here) {
            return Reply::NotHere;
        }
        self.note(about);
        Reply::Lobby(self.does(said))
    }

    fn note(&self, about: Option<&About>) {
        let Some(about) = about else {
            return;
        };
        let apart = about.apart.iter().copied();
        self.here.keep_apart(about.player, apart);
        if let Some(known) = about.known {
            self.here.know(about.player, known);
        }
    }

    /// What the server that has the lobby answers, for which it is waited while nobody has it; `None` if it is this one.
    async fn pass_on<T: DeserializeOwned>(&self, said: Said) -> Result<Option<T>, Unavailable> {
        let Some(nodes) = &self.nodes else {
            return Ok(None);
        };
        let about = self.about.clone();
        let question = Question::Lobby { about, said };
        let mut changes = nodes.shards.changes();
        let until = Instant::now() + PATIENCE;
        loop {
            match nodes.shards.owner(LOBBY) {
                Owner::Here => return Ok(None),
                Owner::Elsewhere(node) => match nodes.ask(&node, &question).await {
                    Ok(Reply::Lobby(answer)) => {
                        let answer = serde_json::from_value(answer);
                        return answer.map(Some).map_err(|_| Unavailable);
                    }
                    Ok(_) | Err(Silence::Nobody) => {}
                    // It may have heard.
                    Err(Silence::Late) => return Err(Unavailable),
                },
                Owner::Nobody => {}
            }
            if Instant::now() >= until {
                return Err(Unavailable);
            }
            let _ = timeout(AGAIN, changes.changed()).await;
        }
    }
}
