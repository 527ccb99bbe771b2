//! The disk: a store in memory that takes its time, fails, and forgets the process that was killed.

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use capicu::Seat;
use capicu_protocol::PlayerId;
use capicu_store::clubs::{Club, ClubChange, ClubEntry, ClubEvent, ClubPerson, Season};
use capicu_store::conduct::{Deed, Entry, NewReport, Report, Role};
use capicu_store::events::{EventMark, EventPlayer, Hold, KeptEvent, ListedEvent, NewEvent, Part};
use capicu_store::puzzles::{Answered, KeptPuzzle, NewAnswer};
use capicu_store::{
    Answer, Apart, Append, AppendError, Bot, BotToken, Bots, Change, Circle, ClubError, Clubs,
    Conduct, ConductError, CredentialId, Ended, EventError, Events, Fault, Friends, Health, Held,
    Journal, Memory, Notes, Passkey, Passkeys, People, PeopleError, Player, PuzzleError, Puzzles,
    Rated, ReadError, Results, Seated, Session, SignedIn, Stored, Tie, TieError, TieLimits,
    Unavailable,
};
use capicu_table::{Fact, TokenHash, Used};
use tokio::time::{Instant, sleep};

use super::Lie;
use super::chance::Chance;
use super::nodes::{Node, PATIENCE};
use super::story::Story;

/// What is wrong with the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Illness {
    /// Nothing.
    #[default]
    None,
    /// It takes its time.
    Slow,
    /// It stores nothing, or stores and says that it has not.
    Failing,
    /// It cannot be read.
    Unreadable,
}

/// The disk, which outlives the server. Clones share it.
#[derive(Clone, Debug)]
pub struct Disk {
    seed: u64,
    story: Story,
    memory: Memory,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Debug, Default)]
struct Shared {
    chances: BTreeMap<String, Chance>,
    illness: Option<(Illness, Instant)>,
    lie: Lie,
    /// Whether the lie has been told that is told once.
    has_lied: bool,
    moves: u32,
}

impl Disk {
    pub fn new(seed: u64, story: Story, lie: Lie) -> Self {
        Self {
            seed,
            story,
            memory: Memory::new(),
            shared: Arc::new(Mutex::new(Shared {
                lie,
                ..Shared::default()
            })),
        }
    }

    /// What is on the disk, without the time it takes.
    pub fn kept(&self) -> Opened {
        Opened {
            disk: self.clone(),
            process: None,
            node: None,
        }
    }

    /// The disk as a process sees it, for as long as that lives: afterwards it never answers.
    pub fn opened(&self, process: Arc<AtomicBool>, node: Option<Node>) -> Opened {
        Opened {
            disk: self.clone(),
            process: Some(process),
            node,
        }
    }

    /// Something is wrong with it for so long.
    pub fn ail(&self, illness: Illness, time: Duration) {
        self.shared().illness = Some((illness, Instant::now() + time));
    }

    fn illness(&self) -> Illness {
        let until = |(_, until): &(Illness, Instant)| Instant::now() < *until;
        let illness = self.shared().illness.filter(until);
        illness.map(|(illness, _)| illness).unwrap_or_default()
    }

    fn chance<T>(&self, of: &str, what: impl FnOnce(&mut Chance) -> T) -> T {
        let mut shared = self.shared();
        let chance = shared.chances.entry(of.to_owned());
        what(chance.or_insert_with(|| Chance::of(self.seed, &format!("disk {of}"))))
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().expect("nobody panics here")
    }
}

/// The disk of one process.
#[derive(Clone, Debug)]
pub struct Opened {
    disk: Disk,
    process: Option<Arc<AtomicBool>>,
    /// If it is one of several.
    node: Option<Node>,
}

impl Opened {
    /// Goes to the disk, or comes from it: about half of the time that it takes.
    async fn travel(&self, of: &str) {
        let Some(process) = &self.process else {
            return;
        };
        let longest = match self.disk.illness() {
            Illness::Slow => 1_500,
            _ => 4,
        };
        let time = self.disk.chance(of, |chance| chance.below(longest));
        sleep(Duration::from_millis(time)).await;
        if !process.load(Ordering::Relaxed) {
            // Whatever the killed process would do with the answer, it does not do any more.
            pending::<()>().await;
        }
    }

    /// Until when nothing reaches the disk.
    fn cut(&self) -> Option<Instant> {
        self.node.as_ref().and_then(Node::cut)
    }

    /// Waits for an answer that does not come.
    async fn waits_in_vain(&self, of: &str) {
        sleep(PATIENCE).await;
        self.travel(of).await;
    }

    fn readable(&self) -> Result<(), Unavailable> {
        match self.process.is_some() && self.disk.illness() == Illness::Unreadable {
            true => Err(Unavailable),
            false => Ok(()),
        }
    }

    async fn reads<T, E: From<Unavailable>>(
        &self,
        of: &str,
        answer: Answer<'_, Result<T, E>>,
    ) -> Result<T, E> {
        self.travel(of).await;
        if self.cut().is_some() {
            self.waits_in_vain(of).await;
            return Err(Unavailable.into());
        }
        self.readable()?;
        let answer = answer.await;
        self.travel(of).await;
        answer
    }

    /// What becomes of the next write.
    fn fault(&self, of: &str) -> Fault {
        match self.disk.illness() {
            Illness::Failing => self.disk.chance(of, |chance| {
                chance.pick(&[Fault::Before, Fault::Before, Fault::After, Fault::None])
            }),
            _ => Fault::None,
        }
    }

    async fn writes<T, E>(
        &self,
        of: &str,
        failed: E,
        write: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        self.travel(of).await;
        if self.cut().is_some() {
            self.waits_in_vain(of).await;
            return Err(failed);
        }
        let fault = self.fault(of);
        if fault == Fault::Before {
            self.travel(of).await;
            return Err(failed);
        }
        let done = write.await;
        self.travel(of).await;
        match fault {
            Fault::After => Err(failed),
            // The answer is lost.
            _ if self.cut().is_some() => Err(failed),
            _ => done,
        }
    }

    /// Appends to a table, as far as it is this server's. What was said to a database that cannot be reached may arrive
    /// there later, when nobody waits for the answer any more.
    async fn appends(&self, table: &str, append: Append) -> Result<(), AppendError> {
        let Some(node) = &self.node else {
            return self.disk.memory.append(table, append).await;
        };
        let (node, memory, id) = (node.clone(), self.disk.memory.clone(), table.to_owned());
        let epoch = node.epoch(table);
        let is_cut = node.cut().is_some();
        let arrives = async move {
            // New tables are in no shard yet: nobody else knows them.
            let is_new = append.make.is_some();
            if !is_new && !node.may_write(&id, epoch) {
                return Err(AppendError::Conflict);
            }
            let has_facts = !append.entries.is_empty();
            let stored = memory.append(&id, append).await;
            if stored.is_ok() && has_facts && !is_new {
                node.wrote(&id, epoch);
            }
            stored
        };
        if !is_cut {
            return arrives.await;
        }
        let late = self.disk.chance(table, |chance| {
            chance.once_in(2).then(|| chance.among(2_000, 6_000))
        });
        if let Some(late) = late {
            let (story, of) = (self.disk.story.clone(), table.to_owned());
            tokio::spawn(async move {
                sleep(Duration::from_millis(late)).await;
                let stored = arrives.await;
                story.log(format_args!("disk {of}"), format_args!("late: {stored:?}"));
            });
        }
        sleep(PATIENCE).await;
        Err(AppendError::Failed)
    }

    /// The append as it is stored, where the disk lies, and what it says of that without storing it.
    fn lie(&self, append: &mut Append) -> Option<Result<(), AppendError>> {
        let mut shared = self.disk.shared();
        if shared.has_lied {
            return None;
        }
        let lie = shared.lie;
        for entry in &mut append.entries {
            match &mut entry.fact {
                Fact::Acted { used, .. } if entry.command.is_some() => {
                    shared.moves += 1;
                    if shared.moves < 10 {
                        continue;
                    }
                    shared.has_lied = matches!(lie, Lie::LostMove | Lie::LongerTurn);
                    match lie {
                        Lie::LostMove => return Some(Ok(())),
                        Lie::LongerTurn => *used = Used::Time(used.milliseconds() + 60_000),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        if let [only] = &append.entries[..]
            && let Fact::Named { .. } = &only.fact
            && lie == Lie::Twice
        {
            shared.has_lied = true;
            let again = capicu_table::Entry {
                version: only.version + 1,
                command: None,
                ..only.clone()
            };
            append.entries.push(again);
            self.disk.memory.plan([Fault::After]);
        }
        None
    }
}

impl Journal for Opened {
    fn append<'a>(
        &'a self,
        table: &'a str,
        mut append: Append,
    ) -> Answer<'a, Result<(), AppendError>> {
        Box::pin(async move {
            self.travel(table).await;
            let told = self.lie(&mut append);
            let versions: Vec<u64> = append.entries.iter().map(|entry| entry.version).collect();
            let is_empty =
                append.make.is_none() && versions.is_empty() && append.effects.is_empty();
            let stored = match (told, self.fault(table)) {
                (Some(told), _) => told,
                (None, fault) => {
                    if fault != Fault::None && !is_empty {
                        self.disk.memory.plan([fault]);
                    }
                    self.appends(table, append).await
                }
            };
            let story = &self.disk.story;
            story.log(
                format_args!("disk {table}"),
                format_args!("{versions:?} {stored:?}"),
            );
            self.travel(table).await;
            // The answer is lost.
            let stored = match self.cut() {
                Some(_) => stored.and(Err(AppendError::Failed)),
                None => stored,
            };
            let (now, mut of) = (story.now(), story.told());
            match &stored {
                Ok(()) => of.stored.extend(
                    versions
                        .iter()
                        .map(|version| ((table.to_owned(), *version), now)),
                ),
                Err(_) => of.failed.entry(table.to_owned()).or_default().push(now),
            }
            drop(of);
            stored
        })
    }

    fn read<'a>(&'a self, table: &'a str) -> Answer<'a, Result<Option<Stored>, ReadError>> {
        Box::pin(async move {
            let mut stored = self.reads(table, self.disk.memory.read(table)).await?;
            if let Some(stored) = &mut stored
                && self.disk.shared().lie == Lie::Gap
                && stored.entries.len() > 30
            {
                stored.entries.remove(20);
            }
            Ok(stored)
        })
    }

    fn has<'a>(&'a self, table: &'a str) -> Answer<'a, Result<bool, Unavailable>> {
        Box::pin(self.reads(table, self.disk.memory.has(table)))
    }

    fn recent(&self, since: u64, limit: u32) -> Answer<'_, Result<Vec<String>, Unavailable>> {
        Box::pin(self.reads("", self.disk.memory.recent(since, limit)))
    }

    fn remove_unused(&self, before: u64) -> Answer<'_, Result<Vec<String>, Unavailable>> {
        Box::pin(self.writes("", Unavailable, self.disk.memory.remove_unused(before)))
    }

    fn remove_older(&self, before: u64) -> Answer<'_, Result<Vec<String>, Unavailable>> {
        Box::pin(self.writes("", Unavailable, self.disk.memory.remove_older(before)))
    }

    fn held(&self, unused_before: u64, older_before: u64) -> Answer<'_, Result<Held, Unavailable>> {
        Box::pin(self.reads("", self.disk.memory.held(unused_before, older_before)))
    }

    fn remove<'a>(&'a self, table: &'a str) -> Answer<'a, Result<(), Unavailable>> {
        Box::pin(self.writes(table, Unavailable, self.disk.memory.remove(table)))
    }

    fn health(&self) -> Health {
        self.disk.memory.health()
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(self.travel(""))
    }
}

impl People for Opened {
    fn change(&self, change: Change) -> Answer<'_, Result<(), PeopleError>> {
        let done = async { self.disk.memory.change(change).await };
        Box::pin(self.writes("people", PeopleError::Failed, done))
    }

    fn session(
        &self,
        hash: TokenHash,
        now: u64,
    ) -> Answer<'_, Result<Option<SignedIn>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.session(hash, now)))
    }

    fn sessions(
        &self,
        player: PlayerId,
        now: u64,
    ) -> Answer<'_, Result<Vec<Session>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.sessions(player, now)))
    }

    fn forget_guests(&self, before: u64) -> Answer<'_, Result<u64, Unavailable>> {
        Box::pin(self.writes(
            "people",
            Unavailable,
            self.disk.memory.forget_guests(before),
        ))
    }

    fn player(&self, player: PlayerId) -> Answer<'_, Result<Option<Player>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.player(player)))
    }

    fn is_taken(&self, skeleton: String) -> Answer<'_, Result<bool, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.is_taken(skeleton)))
    }

    fn codes_left(&self, player: PlayerId) -> Answer<'_, Result<u32, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.codes_left(player)))
    }

    fn settings(&self, player: PlayerId) -> Answer<'_, Result<Option<(u64, String)>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.settings(player)))
    }

    fn ids(&self, player: PlayerId) -> Answer<'_, Result<Vec<PlayerId>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.ids(player)))
    }

    fn seats(&self, player: PlayerId, limit: u32) -> Answer<'_, Result<Vec<Seated>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.seats(player, limit)))
    }

    fn matches(
        &self,
        player: PlayerId,
        before: u64,
        limit: u32,
    ) -> Answer<'_, Result<Vec<(Seat, Ended)>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.matches(player, before, limit)))
    }
}

impl Passkeys for Opened {
    fn passkey(
        &self,
        id: CredentialId,
    ) -> Answer<'_, Result<Option<(PlayerId, Passkey)>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.passkey(id)))
    }

    fn passkeys(&self, player: PlayerId) -> Answer<'_, Result<Vec<Passkey>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.passkeys(player)))
    }
}

impl Bots for Opened {
    fn bot_of_token(
        &self,
        hash: TokenHash,
    ) -> Answer<'_, Result<Option<(Bot, BotToken)>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.bot_of_token(hash)))
    }

    fn bot_called(&self, skeleton: String) -> Answer<'_, Result<Option<Bot>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.bot_called(skeleton)))
    }

    fn bots(&self, owner: PlayerId) -> Answer<'_, Result<Vec<Bot>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.bots(owner)))
    }

    fn bot_tokens(&self, bot: PlayerId) -> Answer<'_, Result<Vec<BotToken>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.bot_tokens(bot)))
    }
}

impl Friends for Opened {
    fn tie(&self, tie: Tie, limits: TieLimits) -> Answer<'_, Result<(), TieError>> {
        let done = async move { self.disk.memory.tie(tie, limits).await };
        Box::pin(self.writes("people", TieError::Failed, done))
    }

    fn circle(&self, player: PlayerId, asking: u32) -> Answer<'_, Result<Circle, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.circle(player, asking)))
    }

    fn apart(&self, player: PlayerId) -> Answer<'_, Result<Apart, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.apart(player)))
    }

    fn member<'a>(&'a self, skeleton: &'a str) -> Answer<'a, Result<Option<Player>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.member(skeleton)))
    }

    fn usernames(
        &self,
        players: Vec<PlayerId>,
    ) -> Answer<'_, Result<BTreeMap<PlayerId, String>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.usernames(players)))
    }
}

impl Conduct for Opened {
    fn report(&self, report: NewReport) -> Answer<'_, Result<(), ConductError>> {
        let done = async { self.disk.memory.report(report).await };
        Box::pin(self.writes("people", ConductError::Failed, done))
    }

    fn act(&self, deed: Deed) -> Answer<'_, Result<u64, ConductError>> {
        let done = async { self.disk.memory.act(deed).await };
        Box::pin(self.writes("people", ConductError::Failed, done))
    }

    fn open_reports(&self, limit: u32) -> Answer<'_, Result<Vec<Report>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.open_reports(limit)))
    }

    fn reports_about(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<Report>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.reports_about(player, limit)))
    }

    fn reports_by(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<Report>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.reports_by(player, limit)))
    }

    fn audit(&self, before: u64, limit: u32) -> Answer<'_, Result<Vec<Entry>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.audit(before, limit)))
    }

    fn entries_about(&self, player: PlayerId) -> Answer<'_, Result<Vec<Entry>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.entries_about(player)))
    }

    fn roles(&self) -> Answer<'_, Result<Vec<(PlayerId, Role)>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.roles()))
    }
}

impl Notes for Opened {
    fn note<'a>(&'a self, name: &'a str) -> Answer<'a, Result<Option<String>, Unavailable>> {
        Box::pin(self.reads("notes", self.disk.memory.note(name)))
    }

    fn set_note<'a>(&'a self, name: &'a str, value: String) -> Answer<'a, Result<(), Unavailable>> {
        Box::pin(self.writes("notes", Unavailable, self.disk.memory.set_note(name, value)))
    }
}

impl Puzzles for Opened {
    fn give_puzzle(&self, puzzle: KeptPuzzle) -> Answer<'_, Result<(), PuzzleError>> {
        let done = async { self.disk.memory.give_puzzle(puzzle).await };
        Box::pin(self.writes("people", PuzzleError::Failed, done))
    }

    fn take_puzzle_back(
        &self,
        giver: PlayerId,
        puzzle: String,
    ) -> Answer<'_, Result<(), PuzzleError>> {
        let done = async move { self.disk.memory.take_puzzle_back(giver, puzzle).await };
        Box::pin(self.writes("people", PuzzleError::Failed, done))
    }

    fn puzzle(&self, puzzle: String) -> Answer<'_, Result<Option<KeptPuzzle>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.puzzle(puzzle)))
    }

    fn puzzles_before(
        &self,
        moment: u64,
    ) -> Answer<'_, Result<Vec<(String, String)>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.puzzles_before(moment)))
    }

    fn puzzles_of(&self, giver: PlayerId) -> Answer<'_, Result<Vec<KeptPuzzle>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.puzzles_of(giver)))
    }

    fn note_answer(&self, answer: NewAnswer) -> Answer<'_, Result<(), PuzzleError>> {
        let done = async { self.disk.memory.note_answer(answer).await };
        Box::pin(self.writes("people", PuzzleError::Failed, done))
    }

    fn answers(&self, player: PlayerId) -> Answer<'_, Result<Vec<Answered>, Unavailable>> {
        Box::pin(self.reads("people", self.disk.memory.answers(player)))
    }
}

impl Events for Opened {
    fn make_event(&self, event: NewEvent) -> Answer<'_, Result<(), EventError>> {
        let done = async { self.disk.memory.make_event(event).await };
        Box::pin(self.writes("events", EventError::Failed, done))
    }

    fn extend_event<'a>(
        &'a self,
        event: &'a str,
        after: u64,
        lines: Vec<String>,
    ) -> Answer<'a, Result<(), EventError>> {
        let done = async move { self.disk.memory.extend_event(event, after, lines).await };
        Box::pin(self.writes("events", EventError::Failed, done))
    }

    fn appoint<'a>(
        &'a self,
        event: &'a str,
        player: PlayerId,
        part: Option<Part>,
    ) -> Answer<'a, Result<(), EventError>> {
        let done = async move { self.disk.memory.appoint(event, player, part).await };
        Box::pin(self.writes("events", EventError::Failed, done))
    }

    fn enter_player<'a>(
        &'a self,
        event: &'a str,
        player: EventPlayer,
    ) -> Answer<'a, Result<(), EventError>> {
        let done = async move { self.disk.memory.enter_player(event, player).await };
        Box::pin(self.writes("events", EventError::Failed, done))
    }

    fn event_players<'a>(
        &'a self,
        event: &'a str,
    ) -> Answer<'a, Result<Vec<EventPlayer>, Unavailable>> {
        Box::pin(self.reads("events", self.disk.memory.event_players(event)))
    }

    fn event<'a>(&'a self, event: &'a str) -> Answer<'a, Result<Option<KeptEvent>, Unavailable>> {
        Box::pin(self.reads("events", self.disk.memory.event(event)))
    }

    fn event_mark<'a>(
        &'a self,
        event: &'a str,
    ) -> Answer<'a, Result<Option<EventMark>, Unavailable>> {
        Box::pin(self.reads("events", self.disk.memory.event_mark(event)))
    }

    fn event_bytes(&self, director: PlayerId) -> Answer<'_, Result<u64, Unavailable>> {
        Box::pin(self.reads("events", self.disk.memory.event_bytes(director)))
    }

    fn hold_event<'a>(&'a self, event: &'a str, hold: Hold) -> Answer<'a, Result<(), EventError>> {
        let done = async move { self.disk.memory.hold_event(event, hold).await };
        Box::pin(self.writes("events", EventError::Failed, done))
    }

    fn remove_event<'a>(&'a self, event: &'a str) -> Answer<'a, Result<(), EventError>> {
        let done = async move { self.disk.memory.remove_event(event).await };
        Box::pin(self.writes("events", EventError::Failed, done))
    }

    fn officials<'a>(
        &'a self,
        event: &'a str,
    ) -> Answer<'a, Result<Vec<(PlayerId, Part)>, Unavailable>> {
        Box::pin(self.reads("events", self.disk.memory.officials(event)))
    }

    fn events(
        &self,
        of: Option<PlayerId>,
        limit: u32,
    ) -> Answer<'_, Result<Vec<ListedEvent>, Unavailable>> {
        Box::pin(self.reads("events", self.disk.memory.events(of, limit)))
    }
}

impl Clubs for Opened {
    fn change_club(&self, change: ClubChange) -> Answer<'_, Result<(), ClubError>> {
        let done = async { self.disk.memory.change_club(change).await };
        Box::pin(self.writes("clubs", ClubError::Failed, done))
    }

    fn club<'a>(&'a self, skeleton: &'a str) -> Answer<'a, Result<Option<Club>, Unavailable>> {
        Box::pin(self.reads("clubs", self.disk.memory.club(skeleton)))
    }

    fn clubs(
        &self,
        of: Option<PlayerId>,
        limit: u32,
    ) -> Answer<'_, Result<Vec<Club>, Unavailable>> {
        Box::pin(self.reads("clubs", self.disk.memory.clubs(of, limit)))
    }

    fn club_people<'a>(
        &'a self,
        club: &'a str,
    ) -> Answer<'a, Result<Vec<ClubPerson>, Unavailable>> {
        Box::pin(self.reads("clubs", self.disk.memory.club_people(club)))
    }

    fn seasons<'a>(&'a self, club: &'a str) -> Answer<'a, Result<Vec<Season>, Unavailable>> {
        Box::pin(self.reads("clubs", self.disk.memory.seasons(club)))
    }

    fn club_events<'a>(&'a self, club: &'a str) -> Answer<'a, Result<Vec<ClubEvent>, Unavailable>> {
        Box::pin(self.reads("clubs", self.disk.memory.club_events(club)))
    }

    fn club_of_event<'a>(
        &'a self,
        event: &'a str,
    ) -> Answer<'a, Result<Option<Club>, Unavailable>> {
        Box::pin(self.reads("clubs", self.disk.memory.club_of_event(event)))
    }

    fn club_audit<'a>(
        &'a self,
        club: &'a str,
        limit: u32,
    ) -> Answer<'a, Result<Vec<ClubEntry>, Unavailable>> {
        Box::pin(self.reads("clubs", self.disk.memory.club_audit(club, limit)))
    }
}

impl Results for Opened {
    fn since(&self, sequence: u64, limit: u32) -> Answer<'_, Result<Vec<Ended>, ReadError>> {
        Box::pin(self.reads("results", self.disk.memory.since(sequence, limit)))
    }

    fn record(&self, sequence: u64) -> Answer<'_, Result<Option<String>, Unavailable>> {
        Box::pin(self.reads("results", self.disk.memory.record(sequence)))
    }

    fn rate(&self, mut rated: Rated) -> Answer<'_, Result<(), AppendError>> {
        if self.disk.shared().lie == Lie::OtherRating {
            rated.changes.pop();
        }
        let done = async { self.disk.memory.rate(rated).await };
        Box::pin(self.writes("results", AppendError::Failed, done))
    }

    fn rated(&self, sequence: u64, limit: u32) -> Answer<'_, Result<Vec<Rated>, Unavailable>> {
        Box::pin(self.reads("results", self.disk.memory.rated(sequence, limit)))
    }

    fn forget_rated(&self) -> Answer<'_, Result<(), AppendError>> {
        let done = async { self.disk.memory.forget_rated().await };
        Box::pin(self.writes("results", AppendError::Failed, done))
    }
}
