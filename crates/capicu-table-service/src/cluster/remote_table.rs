//! A table of another server. It takes the same mail as a local one, and forwards it.

use std::collections::BTreeSet;
use std::time::Duration;

use capicu_bus::Silence;
use capicu_protocol::{Closed, TableId};
use capicu_store::shards::Owner;
use capicu_table::Input;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use super::Nodes;
use super::message::{ClientInput, Message, Question, Reply, code_of, is_late};
use crate::table::Mail;

/// How long to wait for another server to take a table over.
pub const PATIENCE: Duration = Duration::from_secs(6);

/// How soon to ask a server again that has not got the table yet.
pub const AGAIN: Duration = Duration::from_millis(100);

/// How long an unused table is kept.
const IDLE: Duration = Duration::from_secs(60);

/// A table of another server.
#[derive(Debug)]
pub struct RemoteTable {
    table: TableId,
    node: String,
    nodes: Nodes,
    lines: BTreeSet<u64>,
}

/// Whether forwarding continues.
enum Then {
    On,
    /// The sender has to look up again which server has the table.
    Over,
}

impl RemoteTable {
    /// A table with this id, at the server with this name.
    pub const fn new(table: TableId, node: String, nodes: Nodes) -> Self {
        Self {
            table,
            node,
            nodes,
            lines: BTreeSet::new(),
        }
    }

    /// Forwards mail until the server stops, or the table has another owner.
    pub async fn run(mut self, mut mail: mpsc::Receiver<Mail>) {
        loop {
            let then = match timeout(IDLE, mail.recv()).await {
                Ok(Some(Mail::LetGo)) => return self.close(Closed::Restarted),
                Ok(Some(Mail::Stop) | None) => return self.close(Closed::Stopping),
                Ok(Some(received)) => self.receive(received).await,
                Err(_) if self.lines.is_empty() => return,
                Err(_) => Then::On,
            };
            if let Then::Over = then {
                return self.close(Closed::Restarted);
            }
        }
    }

    fn close(&self, why: Closed) {
        for line in &self.lines {
            self.nodes.close(*line, Some(why));
        }
    }

    async fn receive(&mut self, mail: Mail) -> Then {
        let table = self.table.clone();
        match mail {
            Mail::Connect(connect) => {
                let line = self.nodes.open(&self.node, connect.out, connect.ear.here());
                let question = Question::Connect {
                    from: self.nodes.shards.name().to_owned(),
                    line,
                    table,
                    who: connect.who,
                    since: connect.since,
                };
                let Some(Reply::Done) = self.ask(&question).await else {
                    // The client tries again with the next owner.
                    self.leave(line).await;
                    return Then::Over;
                };
                self.nodes.opened(line);
                self.lines.insert(line);
                // The client may have gone.
                if connect.answer.send(line).is_err() {
                    self.leave(line).await;
                }
            }
            Mail::Sit {
                vacancy,
                ids,
                name,
                apart,
                answer,
            } => {
                let (code, wanted) = code_of(vacancy);
                let question = Question::Sit {
                    table,
                    code,
                    wanted,
                    ids,
                    name,
                    apart,
                };
                let Some(Reply::Seat(seat)) = self.ask(&question).await else {
                    return Then::Over;
                };
                let _ = answer.send(seat.map(|seat| seat.0));
            }
            Mail::Look(answer) => {
                let Some(Reply::Glance(glance)) = self.ask(&Question::Look { table }).await else {
                    return Then::Over;
                };
                let _ = answer.send(*glance);
            }
            Mail::Reload(answer) => {
                if self.ask(&Question::Reload { table }).await.is_some() {
                    let _ = answer.send(());
                }
            }
            Mail::Close(answer) => {
                if let Some(Reply::Closed(is_gone)) = self.ask(&Question::Close { table }).await {
                    let _ = answer.send(is_gone);
                }
            }
            Mail::Input(input) => self.pass_on(*input).await,
            // Requests about the queue go to the owner as a whole.
            Mail::Queue { .. } | Mail::LookAtQueue { .. } => {}
            Mail::Stop | Mail::LetGo => {}
            #[cfg(test)]
            Mail::Panic => panic!("as a test asked"),
        }
        Then::On
    }

    async fn pass_on(&mut self, input: Input) {
        let (line, said) = match self.nodes.edition().admit(input) {
            Input::Command {
                connection,
                key,
                command,
                // The other server sets the time by its own clock.
                arrived: _,
            } => (connection, ClientInput::Command(key, command)),
            Input::Refused {
                connection,
                key,
                refusal,
            } => (connection, ClientInput::Refused(key, refusal)),
            Input::Lag {
                connection,
                round_trip,
            } => (connection, ClientInput::Lag(round_trip)),
            Input::Disconnect { connection } => return self.leave(connection).await,
            Input::Halt(halt) => {
                let (table, is_late) = (self.table.clone(), is_late(halt));
                return self.tell(&Message::Halt { table, is_late }).await;
            }
            // Only the owner of the table uses these.
            Input::Connect { .. }
            | Input::Accounts(_)
            | Input::Sit(_)
            | Input::Queue(_)
            | Input::Stored(_)
            | Input::Chosen { .. }
            | Input::Advised { .. }
            | Input::Tick => return,
        };
        let from = self.nodes.shards.name().to_owned();
        if let Some(n) = self.nodes.says(line) {
            self.tell(&Message::Says {
                from,
                line,
                n,
                said,
            })
            .await;
        }
    }

    async fn leave(&mut self, line: u64) {
        self.lines.remove(&line);
        self.nodes.close(line, None);
        self.nodes.leave(&self.node, line).await;
    }

    async fn tell(&self, message: &Message) {
        self.nodes.tell(&self.node, message).await;
    }

    /// Asks the server that has the table, and asks again while it is still taking the table over. `None` if the
    /// table has another owner by then, or the server cannot be reached.
    async fn ask(&self, question: &Question) -> Option<Reply> {
        let mut changes = self.nodes.shards.changes();
        let until = Instant::now() + PATIENCE;
        loop {
            match self.nodes.ask(&self.node, question).await {
                Ok(Reply::NotHere) | Err(Silence::Nobody) => {}
                Ok(reply) => return Some(reply),
                // The server may have received the question.
                Err(Silence::Late) => return None,
            }
            let is_theirs =
                self.nodes.shards.owner(&self.table) == Owner::Elsewhere(self.node.clone());
            if !is_theirs || Instant::now() >= until {
                return None;
            }
            let _ = timeout(AGAIN, changes.changed()).await;
        }
    }
}
