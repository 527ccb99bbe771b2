//! Those who come to a table of this server by way of another one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use capicu_protocol::Closed;
use capicu_table::{Code, Halt, Input, TokenHash};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, interval};

use super::message::{Comer, Message, Question, Reply, Said, vacancy_of};
use super::{Nodes, text_of};
use crate::http::Site;
use crate::lobby::OpenTable;
use crate::table::{Connect, Mail, Outgoing};
use crate::watched::WatchedTable;

/// A server that has said nothing for so long has left its guests.
const SILENT: Duration = Duration::from_secs(5);

/// How much may wait for a guest.
const BACKLOG: usize = 64;

/// All of them, by their server and its number of the line. Clones share them.
#[derive(Clone, Debug)]
pub struct Guests {
    site: Site,
    nodes: Nodes,
    all: Arc<Mutex<BTreeMap<(String, u64), Guest>>>,
}

#[derive(Debug)]
struct Guest {
    table: mpsc::Sender<Mail>,
    connection: u64,
    /// How much was said.
    said: u64,
    /// How much was told.
    told: u64,
    /// When their server last said that they are there.
    heard: Instant,
}

impl Guests {
    /// Nobody yet.
    pub fn new(site: Site, nodes: Nodes) -> Self {
        Self {
            site,
            nodes,
            all: Arc::default(),
        }
    }

    /// What another server asks.
    pub async fn answer(&self, question: Question) -> Reply {
        match question {
            Question::Connect {
                from,
                line,
                table,
                who,
                since,
            } => self.connect(from, line, &table, who, since).await,
            Question::Sit {
                table,
                code,
                ids,
                name,
                apart,
            } => {
                let Some(vacancy) = vacancy_of(code.as_deref()) else {
                    return Reply::NotHere;
                };
                let (answer, answered) = oneshot::channel();
                let sit = Mail::Sit {
                    vacancy,
                    ids,
                    name,
                    apart,
                    answer,
                };
                match self.put(&table, sit, answered).await {
                    Some(seat) => Reply::Seat(seat.map(Into::into)),
                    None => Reply::NotHere,
                }
            }
            Question::Look { table } => {
                let (answer, answered) = oneshot::channel();
                match self.put(&table, Mail::Look(answer), answered).await {
                    Some(glance) => Reply::Glance(Box::new(glance.into())),
                    None => Reply::NotHere,
                }
            }
            Question::Reload { table } => {
                self.site.registry().reload(&table).await;
                Reply::Done
            }
            Question::Close { table } => {
                let (answer, answered) = oneshot::channel();
                match self.put(&table, Mail::Close(answer), answered).await {
                    Some(is_gone) => Reply::Closed(is_gone),
                    None => Reply::NotHere,
                }
            }
            Question::Invited { code } => match Code::new(&code) {
                Some(code) => self.site.registry().invited_here(code),
                None => Reply::Invited(None),
            },
            Question::Lobby { about, said } => self.site.lobby().hear(about.as_ref(), said),
            Question::Meetings { tables } => self.site.registry().meetings_here(&tables),
            Question::Seen { event } => Reply::Seen(self.site.online().seen_of(&event)),
            Question::Whereabouts { players } => {
                let attendance = self.site.attendance();
                Reply::Whereabouts(players.iter().map(|one| attendance.of(*one)).collect())
            }
            Question::Ceremony {
                token,
                session,
                place,
            } => {
                let (token, session) = (TokenHash::new(token), session.map(TokenHash::new));
                let (all, now) = (self.site.ceremonies(), self.site.services().clock.now());
                let begun = all.end(&token, session, &place, now);
                Reply::Ceremony(begun.map(Box::new))
            }
            Question::OwnerCode { code } => {
                match self.site.owner_code().take(&TokenHash::new(code)) {
                    true => Reply::Done,
                    false => Reply::NotHere,
                }
            }
            Question::Door { code } => {
                let now = self.site.services().clock.now();
                let door = self.site.door();
                Reply::Owner(door.and_then(|door| door.take(&TokenHash::new(code), now)))
            }
            Question::Deal { event, deed } => self.site.events().deal_here(&event, &deed).await,
            Question::Open { .. } | Question::Watched { .. }
                if !self.site.services().lease.is_in_force() =>
            {
                Reply::NotHere
            }
            Question::Open { most } => {
                let open = &self.site.registry().services().open;
                Reply::Open(open.some(most, OpenTable::interest))
            }
            Question::Watched { most } => {
                let watched = &self.site.registry().services().watched;
                Reply::Watched(watched.some(most, WatchedTable::interest))
            }
            Question::Beat { from, lines, .. } => self.beat(&from, &lines),
        }
    }

    async fn put<T>(&self, table: &str, mail: Mail, answered: oneshot::Receiver<T>) -> Option<T> {
        let table = self.site.registry().here(table)?;
        table.send(mail).await.ok()?;
        answered.await.ok()
    }

    async fn connect(
        &self,
        from: String,
        line: u64,
        id: &str,
        who: Comer,
        since: Option<u64>,
    ) -> Reply {
        let Some(table) = self.site.registry().here(id) else {
            return Reply::NotHere;
        };
        let (out, told) = mpsc::channel(BACKLOG);
        let (answer, answered) = oneshot::channel();
        let connect = Connect {
            who: who.into(),
            since,
            out,
            ear: crate::table::Hears::Elsewhere,
            answer,
        };
        if table.send(Mail::Connect(Box::new(connect))).await.is_err() {
            return Reply::NotHere;
        }
        let Ok(connection) = answered.await else {
            return Reply::NotHere;
        };
        let guest = Guest {
            table,
            connection,
            said: 0,
            told: 0,
            heard: Instant::now(),
        };
        self.all().insert((from.clone(), line), guest);
        tokio::spawn(self.clone().pass_on(from, line, told));
        Reply::Done
    }

    /// Tells a guest what the table tells, until it lets go of the guest.
    async fn pass_on(self, from: String, line: u64, mut told: mpsc::Receiver<Outgoing>) {
        let place = (from, line);
        loop {
            let out = told.recv().await;
            let (n, is_closed) = {
                let mut all = self.all();
                let Some(guest) = all.get_mut(&place) else {
                    return;
                };
                guest.told += 1;
                (guest.told - 1, guest.table.is_closed())
            };
            let last = match is_closed {
                true => Closed::Restarted,
                false => Closed::TooSlow,
            };
            match out.map_or(Err(last), text_of) {
                Ok((text, speaker)) => {
                    let text = text.as_str().to_owned();
                    let told = Message::Told {
                        line,
                        n,
                        text,
                        speaker,
                    };
                    self.nodes.tell(&place.0, &told).await;
                }
                Err(why) => {
                    self.all().remove(&place);
                    let shut = Message::Shut { line, n, why };
                    return self.nodes.tell(&place.0, &shut).await;
                }
            }
        }
    }

    /// What another server says of its guests.
    pub async fn hear(&self, message: Message) {
        match message {
            Message::Says {
                from,
                line,
                n,
                said,
            } => self.says((from, line), n, said).await,
            Message::Left { from, line } => {
                let guest = self.all().remove(&(from, line));
                if let Some(guest) = guest {
                    guest.leave();
                }
            }
            Message::Halt { table, is_late } => {
                let halt = match is_late {
                    true => Halt::Time,
                    false => Halt::Desk,
                };
                if let Some(table) = self.site.registry().here(&table) {
                    let _ = table.try_send(Input::Halt(halt).into());
                }
            }
            Message::Grown { event } => self.site.online().events().note_growth(&event),
            Message::Told { .. } | Message::Shut { .. } | Message::News { .. } => {}
        }
    }

    async fn says(&self, place: (String, u64), n: u64, said: Said) {
        let arrived = self.site.registry().services().clock.now();
        let lost = {
            let mut all = self.all();
            let Some(guest) = all.get_mut(&place) else {
                // Its server finds that out by the next beat.
                return;
            };
            let connection = guest.connection;
            let input = match said {
                Said::Command(key, words) => Input::Command {
                    connection,
                    key,
                    command: words.into(),
                    arrived,
                },
                Said::Refused(key, refusal) => Input::Refused {
                    connection,
                    key,
                    refusal,
                },
                Said::Lag(round_trip) => Input::Lag {
                    connection,
                    round_trip,
                },
            };
            let is_next = guest.said == n;
            guest.said += 1;
            match is_next && guest.table.try_send(input.into()).is_ok() {
                true => None,
                false => all.remove(&place),
            }
        };
        if let Some(guest) = lost {
            let (line, n, why) = (place.1, guest.told, Closed::Restarted);
            guest.leave();
            let shut = Message::Shut { line, n, why };
            self.nodes.tell(&place.0, &shut).await;
        }
    }

    /// Another server has these lines, and so much was said on each. Those that it has not got any more are gone, as are
    /// those on which something was lost.
    pub fn beat(&self, from: &str, lines: &[(u64, u64)]) -> Reply {
        let claimed: BTreeMap<u64, u64> = lines.iter().copied().collect();
        let now = Instant::now();
        let mut known = Vec::new();
        self.all().retain(|(node, line), guest| {
            if node != from {
                return true;
            }
            let is_there = match claimed.get(line) {
                Some(said) => guest.said >= *said,
                // One that has just come is not known there yet.
                None => guest.heard.elapsed() < SILENT,
            };
            match is_there {
                true => {
                    if claimed.contains_key(line) {
                        guest.heard = now;
                    }
                    known.push((*line, guest.told));
                }
                false => guest.leave(),
            }
            is_there
        });
        Reply::Lines(known)
    }

    /// Lets go of those whose server is not heard of any more.
    pub async fn sweep(&self) {
        let mut seconds = interval(Duration::from_secs(1));
        loop {
            seconds.tick().await;
            self.all().retain(|_, guest| {
                let is_there = guest.heard.elapsed() < SILENT;
                if !is_there {
                    guest.leave();
                }
                is_there
            });
        }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<(String, u64), Guest>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guest {
    /// Tells the table that the guest is gone.
    fn leave(&self) {
        let (table, connection) = (self.table.clone(), self.connection);
        tokio::spawn(async move {
            let _ = table.send(Input::Disconnect { connection }.into()).await;
        });
    }
}
