//! What each server knows of its own tables, put together: whoever looks for a table finds it wherever it is.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use capicu_store::Unavailable;
use capicu_store::shards::Owner;
use capicu_table::Code;
use tokio::time::{Instant, timeout};

use super::elsewhere::{AGAIN, PATIENCE};
use super::message::{Question, Reply};
use crate::invited::Invited;
use crate::lobby::OpenTable;
use crate::noticeboard::Noticeboard;
use crate::registry::Registry;
use crate::watched::WatchedTable;

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

    async fn listed<T: Clone + PartialEq, K: Ord>(
        &self,
        most: usize,
        own: Noticeboard<T>,
        rank: impl Fn(&T) -> K,
        question: Question,
        of_reply: impl Fn(Reply) -> Vec<(String, T)>,
    ) -> Vec<(String, T)> {
        let own = own.some(most, &rank);
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
