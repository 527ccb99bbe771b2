//! What each server knows of its own tables, put together: whoever looks for a table finds it wherever it is.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use capicu_protocol::{PlayerId, Whereabouts};
use capicu_store::Unavailable;
use capicu_store::shards::Owner;
use capicu_table::Code;
use futures_util::future::join_all;
use tokio::time::{Instant, timeout};

use super::Nodes;
use super::elsewhere::{AGAIN, PATIENCE};
use super::message::{Question, Reply};
use crate::events::online::Live;
use crate::invited::Invited;
use crate::lobby::OpenTable;
use crate::noticeboard::Noticeboard;
use crate::registry::Registry;
use crate::watched::WatchedTable;

/// Of so many tables of events a server is asked at once: an answer has to fit into a message.
const AT_ONCE: usize = 500;

impl Registry {
    /// The table of a code, whichever server has it.
    ///
    /// # Errors
    ///
    /// If it is nowhere, and not every table can be asked for.
    pub async fn invited(&self, code: Code) -> Result<Option<Invited>, Unavailable> {
        let Some(nodes) = self.nodes() else {
            return Ok(self.services().codes.table(code));
        };
        let mut changes = nodes.shards.changes();
        let until = Instant::now() + PATIENCE;
        let question = Question::Invited {
            code: code.to_string(),
        };
        loop {
            let mut replies = vec![self.invited_here(code)];
            if !matches!(replies[..], [Reply::Invited(Some(_))]) {
                replies.extend(nodes.ask_others(&question).await);
            }
            let mut is_nowhere = nodes.shards.is_whole();
            for reply in replies {
                match reply {
                    Reply::Invited(Some(found)) => return Ok(Some(*found)),
                    Reply::Invited(None) => {}
                    _ => is_nowhere = false,
                }
            }
            if is_nowhere {
                return Ok(None);
            }
            if Instant::now() >= until {
                return Err(Unavailable);
            }
            let _ = timeout(AGAIN, changes.changed()).await;
        }
    }

    /// The table of a code, if it is this server's.
    pub(super) fn invited_here(&self, code: Code) -> Reply {
        let found = self.services().codes.table(code);
        // Another server may have got it since.
        let found = found.filter(|of| self.owner(&of.table) == Owner::Here);
        match found {
            None if !self.has_all() => Reply::NotHere,
            found => Reply::Invited(found.map(Box::new)),
        }
    }

    /// At most so many tables where a bot makes room, those with the most people first.
    pub async fn open_tables(&self, most: usize) -> Vec<(String, OpenTable)> {
        let own = self.services().open.clone();
        let others = |reply| match reply {
            Reply::Open(tables) => tables,
            _ => Vec::new(),
        };
        self.listed(
            most,
            own,
            OpenTable::interest,
            Question::Open { most },
            others,
        )
        .await
    }

    /// At most so many tables that anybody may watch, those first where many do.
    pub async fn watched_tables(&self, most: usize) -> Vec<(String, WatchedTable)> {
        let own = self.services().watched.clone();
        let others = |reply| match reply {
            Reply::Watched(tables) => tables,
            _ => Vec::new(),
        };
        let question = Question::Watched { most };
        self.listed(most, own, WatchedTable::interest, question, others)
            .await
    }

    /// What tables of events say of themselves, `None` where nobody is there; without those whose server does not answer.
    pub async fn meetings(&self, tables: Vec<String>) -> BTreeMap<String, Option<Live>> {
        let own = &self.services().meetings;
        let mut told = BTreeMap::new();
        let mut elsewhere: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for table in tables {
            match self.owner(&table) {
                Owner::Here => {
                    let live = own.get(&table);
                    told.insert(table, live);
                }
                Owner::Elsewhere(node) => elsewhere.entry(node).or_default().push(table),
                Owner::Nobody => {}
            }
        }
        let Some(nodes) = self.nodes() else {
            return told;
        };
        let parts = elsewhere.iter().flat_map(|(node, tables)| {
            let parts = tables.chunks(AT_ONCE);
            parts.map(move |tables| (node, tables.to_vec()))
        });
        let asked = parts.map(async |(node, tables)| {
            let question = Question::Meetings {
                tables: tables.clone(),
            };
            (tables, nodes.ask(node, &question).await)
        });
        for (tables, reply) in join_all(asked).await {
            if let Ok(Reply::Meetings(lives)) = reply {
                told.extend(tables.into_iter().zip(lives));
            }
        }
        told
    }

    /// The same of tables of this server.
    pub(super) fn meetings_here(&self, tables: &[String]) -> Reply {
        let is_here = |table: &String| self.owner(table) == Owner::Here;
        if !self.has_all() || !tables.iter().all(is_here) {
            return Reply::NotHere;
        }
        let meetings = &self.services().meetings;
        Reply::Meetings(tables.iter().map(|table| meetings.get(table)).collect())
    }

    async fn listed<T: Clone + PartialEq, K: Ord>(
        &self,
        most: usize,
        own: Noticeboard<T>,
        rank: impl Fn(&T) -> K,
        question: Question,
        of_reply: impl Fn(Reply) -> Vec<(String, T)>,
    ) -> Vec<(String, T)> {
        let own = match self.services().lease.is_in_force() {
            true => own.some(most, &rank),
            false => Vec::new(),
        };
        let Some(nodes) = self.nodes() else {
            return own;
        };
        let others = nodes.ask_others(&question).await.into_iter();
        // One that changes hands may be told of twice.
        let all: BTreeMap<String, T> = others.flat_map(of_reply).chain(own).collect();
        let mut all: Vec<(String, T)> = all.into_iter().collect();
        all.sort_by_key(|(_, table)| Reverse(rank(table)));
        all.truncate(most);
        all
    }
}

impl Nodes {
    /// Where the other servers see players; who is at a table anywhere is there.
    pub async fn whereabouts(&self, seen: &mut BTreeMap<PlayerId, Whereabouts>) {
        let players: Vec<PlayerId> = seen.keys().copied().collect();
        if players.is_empty() {
            return;
        }
        let question = Question::Whereabouts { players };
        for reply in self.ask_others(&question).await {
            let Reply::Whereabouts(others) = reply else {
                continue;
            };
            for (here, there) in seen.values_mut().zip(others) {
                *here = match (*here, there) {
                    (Whereabouts::AtTable, _) | (_, Whereabouts::AtTable) => Whereabouts::AtTable,
                    (Whereabouts::Here, _) | (_, Whereabouts::Here) => Whereabouts::Here,
                    (Whereabouts::Away, Whereabouts::Away) => Whereabouts::Away,
                };
            }
        }
    }
}
