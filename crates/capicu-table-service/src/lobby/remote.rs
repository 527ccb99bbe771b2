//! The lobby as any server of a cluster reaches it: one server owns it, and the others forward inputs and views.

use std::collections::BTreeMap;

use capicu_bus::Silence;
use capicu_lobby::{Input, Output};
use capicu_protocol::PlayerId;
use capicu_store::Unavailable;
use capicu_store::shards::Owner;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::time::{Instant, timeout};

use super::{
    Challenge, Challenger, Challenges, Invitation, Lobby, NotAccepted, Progress, Relation,
    Strength, Wish,
};
use crate::cluster::message::{Question, Reply};
use crate::cluster::{AGAIN, Nodes, OfAnEdition as _, PATIENCE};

/// The lobby is where a table of this id would be.
pub const LOBBY: &str = "lobby";

/// A player's data for the lobby. The server that owns the lobby may not have received it before.
#[derive(Clone, Debug)]
pub struct About {
    pub player: PlayerId,
    /// Players with whom this one does not sit.
    pub apart: Vec<PlayerId>,
    /// The strength for rated matches, if one is wanted.
    pub known: Option<Strength>,
}

/// Inputs for the lobby, and the view to return afterwards.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LobbyRequest {
    pub inputs: Vec<Input>,
    pub view: View,
}

/// A view of the lobby.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// The outputs of the inputs.
    Outputs,
    Progress(PlayerId),
    Challenges(PlayerId),
    Invitation(String),
    Count,
    Waiting,
}

/// The answer of the lobby's owner, or an error if the owner cannot be reached.
type Answer<T> = Result<T, Unavailable>;

/// The lobby, wherever it is. All methods fail if its owner cannot be reached. Clones share it.
#[derive(Clone, Debug)]
pub struct Reception {
    here: Lobby,
    nodes: Nodes,
    about: Option<About>,
}

impl Reception {
    /// The lobby of these servers. `here` is used if this server owns the lobby.
    pub const fn new(here: Lobby, nodes: Nodes) -> Self {
        Self {
            here,
            nodes,
            about: None,
        }
    }

    /// The lobby, for requests of this player.
    pub fn knowing(&self, about: About) -> Self {
        Self {
            about: Some(about),
            ..self.clone()
        }
    }

    /// The lobby of this server. It is empty while another server owns the lobby.
    pub const fn here(&self) -> &Lobby {
        &self.here
    }

    /// Answers a request of another server.
    pub fn answer(&self, request: LobbyRequest) -> Reply {
        match self.nodes.shards.owner(LOBBY) {
            Owner::Here => Reply::Lobby(self.here.answer(request)),
            Owner::Elsewhere(_) | Owner::Nobody => Reply::NotHere,
        }
    }

    pub async fn seek(&self, player: PlayerId, name: Option<String>, wish: Wish) -> Answer<()> {
        let seek = Input::Seek { player, name, wish };
        self.handle(seek).await.map(drop)
    }

    /// Invites a partner with the returned code; `None` if the game has no partners.
    pub async fn invite(
        &self,
        player: PlayerId,
        name: Option<String>,
        wish: Wish,
    ) -> Answer<Option<String>> {
        let code = self.here.randomness().short_code();
        let invite = Input::Invite {
            player,
            name,
            wish,
            code: code.clone(),
        };
        let outputs = self.handle(invite).await?;
        Ok(outputs.contains(&Output::Done).then_some(code))
    }

    pub async fn invitation(&self, code: String) -> Answer<Option<Invitation>> {
        self.view([], View::Invitation(code)).await
    }

    /// Accepts an invitation, and returns its wish; `None` if the invitation is over.
    pub async fn join(
        &self,
        code: String,
        player: PlayerId,
        name: Option<String>,
    ) -> Answer<Option<Wish>> {
        let join = Input::Join { code, player, name };
        Ok(match self.handle(join).await?.pop() {
            Some(Output::Joined(wish)) => Some(wish),
            _ => None,
        })
    }

    pub async fn fill(&self, player: PlayerId) -> Answer<()> {
        self.handle(Input::Fill(player)).await.map(drop)
    }

    /// The state of the seek of a player whose page is open.
    pub async fn ask(&self, player: PlayerId) -> Answer<Progress> {
        let seen = [Input::Seen(player)];
        self.view(seen, View::Progress(player)).await
    }

    /// The state of a seek. Unlike [`Self::ask`], it does not count as a poll of the waiting page.
    pub async fn progress(&self, player: PlayerId) -> Answer<Progress> {
        self.view([], View::Progress(player)).await
    }

    /// Ends the seek of a player, and returns the remaining state: a player with a seat keeps it.
    pub async fn leave(&self, player: PlayerId) -> Answer<Progress> {
        let left = [Input::Leave(player), Input::Seen(player)];
        self.view(left, View::Progress(player)).await
    }

    /// Records that a player left the waiting page: see [`Input::Away`].
    pub async fn away(&self, player: PlayerId) -> Answer<()> {
        match self.is_known(&Input::Away(player)) {
            true => self.handle(Input::Away(player)).await.map(drop),
            // The seek ends ten seconds after the last poll.
            false => Ok(()),
        }
    }

    /// Whether every server of the cluster knows an input. While one of the previous version is running, some are not.
    fn is_known(&self, input: &Input) -> bool {
        input.edition() <= self.nodes.shards.edition()
    }

    /// Ends all that a deleted player sought or was asked.
    pub async fn gone(&self, player: PlayerId) -> Answer<()> {
        let input = match self.is_known(&Input::Gone(player)) {
            true => Input::Gone(player),
            false => Input::Leave(player),
        };
        self.handle(input).await.map(drop)
    }

    pub async fn count(&self) -> Answer<usize> {
        self.view([], View::Count).await
    }

    /// The number of seekers of each game.
    pub async fn waiting(&self) -> Answer<BTreeMap<String, usize>> {
        self.view([], View::Waiting).await
    }

    pub async fn part(&self, one: PlayerId, other: PlayerId) -> Answer<()> {
        self.handle(Input::Part(one, other)).await.map(drop)
    }

    pub async fn unfriend(&self, one: PlayerId, other: PlayerId) -> Answer<()> {
        self.handle(Input::Unfriend(one, other)).await.map(drop)
    }

    /// Challenges another player; the result is whether two can play this game.
    pub async fn challenge(
        &self,
        host: Challenger,
        guest: Challenger,
        wish: Wish,
        side: Relation,
    ) -> Answer<bool> {
        let challenge = Input::Challenge {
            id: self.here.randomness().letters::<12>(),
            host,
            guest,
            wish,
            side,
        };
        Ok(self.handle(challenge).await?.contains(&Output::Done))
    }

    pub async fn challenges(&self, player: PlayerId) -> Answer<Challenges> {
        self.view([], View::Challenges(player)).await
    }

    pub async fn accept(
        &self,
        id: String,
        player: PlayerId,
        name: Option<String>,
    ) -> Answer<Result<Challenge, NotAccepted>> {
        let accept = Input::Accept { id, player, name };
        Ok(match self.handle(accept).await?.pop() {
            Some(Output::Accepted(challenge)) => Ok(*challenge),
            Some(Output::NotAccepted(why)) => Err(why),
            _ => Err(NotAccepted::Over),
        })
    }

    /// Declines a challenge; the result is whether there was one.
    pub async fn decline(&self, id: String, player: PlayerId) -> Answer<bool> {
        let outputs = self.handle(Input::Decline { id, player }).await?;
        Ok(outputs.contains(&Output::Done))
    }

    async fn handle(&self, input: Input) -> Answer<Vec<Output>> {
        self.view([input], View::Outputs).await
    }

    async fn view<T: DeserializeOwned>(
        &self,
        inputs: impl IntoIterator<Item = Input>,
        view: View,
    ) -> Answer<T> {
        let introduced = self.about.iter().map(|about| Input::Introduce {
            player: about.player,
            apart: about.apart.clone(),
            strength: about.known,
        });
        let inputs = introduced.chain(inputs).collect();
        let answer = self.forward(LobbyRequest { inputs, view }).await?;
        serde_json::from_value(answer).map_err(|_| Unavailable)
    }

    /// Asks the server that owns the lobby. Waits while there is no owner.
    async fn forward(&self, request: LobbyRequest) -> Answer<Value> {
        let nodes = &self.nodes;
        let mut changes = nodes.shards.changes();
        let until = Instant::now() + PATIENCE;
        loop {
            match nodes.shards.owner(LOBBY) {
                Owner::Here => return Ok(self.here.answer(request)),
                Owner::Elsewhere(node) => {
                    match nodes.ask(&node, &Question::Lobby(request.clone())).await {
                        Ok(Reply::Lobby(answer)) => return Ok(answer),
                        Ok(_) | Err(Silence::Nobody) => {}
                        // The server may have received the request.
                        Err(Silence::Late) => return Err(Unavailable),
                    }
                }
                Owner::Nobody => {}
            }
            if Instant::now() >= until {
                return Err(Unavailable);
            }
            let _ = timeout(AGAIN, changes.changed()).await;
        }
    }
}
