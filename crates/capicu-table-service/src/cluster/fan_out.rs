//! Lists of tables and players from all servers.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use capicu_protocol::{PlayerId, TableId, Whereabouts};
use capicu_store::Unavailable;
use capicu_store::shards::Owner;
use capicu_table::Code;
use futures_util::future::join_all;
use tokio::time::{Instant, timeout};

use super::Nodes;
use super::message::{Question, Reply};
use super::remote_table::{AGAIN, PATIENCE};
use crate::card::{Live, TableCard, TableList};
use crate::registry::Registry;

/// The most event tables in one question, so that the answer fits into a message.
const AT_ONCE: usize = 500;

impl Registry {
    /// Finds the table of a code, on any server.
    ///
    /// # Errors
    ///
    /// If it is nowhere, and not every table can be asked for.
    pub async fn invited(&self, code: Code) -> Result<Option<(TableId, TableCard)>, Unavailable> {
        let nodes = self.nodes();
        let mut changes = nodes.shards.changes();
        let until = Instant::now() + PATIENCE;
        let list = TableList::Code(code.to_string());
        let question = Question::Tables {
            list: list.clone(),
            most: 1,
        };
        loop {
            let mut replies = vec![self.tables_here(&list, 1)];
            if !matches!(&replies[0], Reply::Tables(found) if !found.is_empty()) {
                replies.extend(nodes.ask_others(&question).await);
            }
            let mut is_nowhere = nodes.shards.is_whole();
            for reply in replies {
                match reply {
                    Reply::Tables(mut found) if !found.is_empty() => return Ok(found.pop()),
                    Reply::Tables(_) => {}
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

    /// Up to `most` tables of a list on this server.
    pub(super) fn tables_here(&self, list: &TableList, most: usize) -> Reply {
        let mut found = self.services().board.list(list, most);
        let is_certain = match list {
            TableList::Code(_) => {
                // Another server may own the table by now.
                found.retain(|(id, _)| self.owner(id) == Owner::Here);
                !found.is_empty() || self.has_all()
            }
            TableList::Open | TableList::Watched | TableList::InMemory => {
                self.services().lease.is_in_force()
            }
        };
        match is_certain {
            true => Reply::Tables(found),
            false => Reply::NotHere,
        }
    }

    /// Up to `most` tables of a list on all servers.
    pub async fn listed(&self, list: TableList, most: usize) -> Vec<(TableId, TableCard)> {
        let mut replies = self
            .nodes()
            .ask_others(&Question::Tables {
                list: list.clone(),
                most,
            })
            .await;
        replies.push(self.tables_here(&list, most));
        let tables = replies.into_iter().filter_map(|reply| match reply {
            Reply::Tables(tables) => Some(tables),
            _ => None,
        });
        // During a handover two servers may list a table.
        let all: BTreeMap<TableId, TableCard> = tables.flatten().collect();
        let mut all: Vec<(TableId, TableCard)> = all.into_iter().collect();
        all.sort_by_key(|(_, table)| Reverse(list.rank(table)));
        all.truncate(most);
        all
    }

    /// Returns the live state of event tables, `None` if nobody is there. Leaves out tables whose server does not
    /// answer.
    pub async fn meetings(&self, tables: Vec<TableId>) -> BTreeMap<TableId, Option<Live>> {
        let board = &self.services().board;
        let mut told = BTreeMap::new();
        let mut elsewhere: BTreeMap<String, Vec<TableId>> = BTreeMap::new();
        for table in tables {
            match self.owner(&table) {
                Owner::Here => {
                    let live = board.meeting(&table);
                    told.insert(table, live);
                }
                Owner::Elsewhere(node) => elsewhere.entry(node).or_default().push(table),
                Owner::Nobody => {}
            }
        }
        let nodes = self.nodes();
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

    /// Returns the live state of event tables of this server.
    pub(super) fn meetings_here(&self, tables: &[TableId]) -> Reply {
        let is_here = |table: &TableId| self.owner(table) == Owner::Here;
        if !self.has_all() || !tables.iter().all(is_here) {
            return Reply::NotHere;
        }
        let board = &self.services().board;
        Reply::Meetings(tables.iter().map(|table| board.meeting(table)).collect())
    }
}

impl Nodes {
    /// Adds the whereabouts that other servers know. A player at a table of any server is at a table.
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
