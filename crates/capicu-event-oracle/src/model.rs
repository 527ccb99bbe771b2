//! A second replay of an event's log, for the checker. It shares only the types of the log with the first. It trusts
//! the facts, and keeps only the data that the checks need.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use capicu_event::{
    AtCut, Breach, ByeKind, CheckIn, Counts, DecidedBy, Definitions, EntryId, Fact, Format,
    LastRounds, Method, Outcome, Pairing, Preset, SideScore, StageRules, TableResult, ThirdPlace,
    Venue, Winners,
};

use crate::bench::Bench;
use crate::definition::{Definition, Out};

pub struct Model {
    pub preset: Preset,
    pub tie_breaks: Definitions,
    pub entries: BTreeMap<EntryId, Somebody>,
    /// The number of places, and the waiting list in order.
    pub places: Option<usize>,
    pub queue: VecDeque<EntryId>,
    pub stages: Vec<Played>,
    /// Contested results: stage, round and meeting, from 1.
    pub contested: BTreeSet<[u16; 3]>,
    pub cancelled: bool,
    /// Entries that must not meet, and entries with their own tables.
    pub apart: BTreeSet<[EntryId; 2]>,
    pub tables: BTreeMap<EntryId, u16>,
    pub first_table: u16,
}

pub struct Somebody {
    pub members: Vec<String>,
    pub club: Option<String>,
    pub checked_in: bool,
    pub categories: BTreeSet<String>,
    /// The stage at that time, and its number of published rounds.
    pub left: Option<(usize, usize)>,
    pub byes: BTreeSet<u16>,
}

pub struct Played {
    pub rules: StageRules,
    pub method: Method,
    pub tie_breaks: Definitions,
    pub order: Vec<EntryId>,
    pub first_round: BTreeMap<EntryId, usize>,
    /// Rounds, from 0, missed by entries that left and came back.
    pub missed: BTreeSet<(EntryId, usize)>,
    pub n_rounds: usize,
    /// Exchanged rounds of a schedule, from 1, in order of time.
    pub exchanges: Vec<[u16; 2]>,
    pub rounds: Vec<(Pairing, Vec<Option<Outcome>>)>,
    pub claims: BTreeMap<u16, (BTreeSet<EntryId>, Outcome)>,
    /// The venues of the meetings of each round, and the results that tables of a server recorded for teams.
    pub venues: Vec<Vec<Venue>>,
    pub recorded: BTreeMap<[usize; 2], BTreeMap<u16, TableResult>>,
    /// Who sits where, if the winner stays.
    pub bench: Bench,
    pub draft: Option<(Pairing, Vec<Breach>)>,
    pub penalties: Vec<(EntryId, u16, u32)>,
    /// Entries that returned to a knock-out at tables, and the number of rounds before.
    pub came_back: Vec<(EntryId, usize)>,
    pub closed: bool,
    /// How the desk settled a tie at the cut, and the tied entries.
    pub cut: Option<(AtCut, Vec<EntryId>)>,
}

impl Model {
    /// Builds the model from the facts in force, which must begin with the creation.
    pub fn of(facts: &[&Fact]) -> Option<Self> {
        let Some(Fact::Created {
            preset, tie_breaks, ..
        }) = facts.first()
        else {
            return None;
        };
        let (entries, stages) = (BTreeMap::new(), Vec::new());
        let mut model = Self {
            preset: preset.as_ref().clone(),
            tie_breaks: *tie_breaks,
            places: preset.places.map(usize::from),
            queue: VecDeque::new(),
            entries,
            stages,
            contested: BTreeSet::new(),
            cancelled: false,
            apart: BTreeSet::new(),
            tables: BTreeMap::new(),
            first_table: 1,
        };
        facts[1..].iter().for_each(|fact| model.add(fact));
        Some(model)
    }

    pub fn is_there(&self, id: EntryId) -> bool {
        let somebody = &self.entries[&id];
        let asked = self.preset.check_in == CheckIn::Required;
        let has_place = somebody.left.is_none() && !self.queue.contains(&id);
        has_place && (somebody.checked_in || !asked)
    }

    fn places_left(&self) -> usize {
        let has_place =
            |(id, one): &(&EntryId, &Somebody)| one.left.is_none() && !self.queue.contains(id);
        let taken = self.entries.iter().filter(has_place).count();
        self.places.unwrap_or(usize::MAX).saturating_sub(taken)
    }

    /// Gives free places to waiting entries before the first stage.
    fn fill(&mut self) {
        if self.stages.is_empty() {
            let n = self.places_left().min(self.queue.len());
            self.queue.drain(..n);
        }
    }

    fn comes_late(&mut self, id: EntryId) {
        if let Some(stage) = self.stages.last_mut().filter(|stage| !stage.closed) {
            stage.first_round.insert(id, stage.rounds.len());
            stage.order.push(id);
        }
    }

    /// Before the first stage, an entry that returns to a full event joins the waiting list in the order of numbers.
    fn come_back(&mut self, id: EntryId) {
        let has_place = self.places_left() > 0;
        let left = self.entries.get_mut(&id).and_then(|one| one.left.take());
        let Some((_, after)) = left else { return };
        if let Some(stage) = self.stages.last_mut() {
            let missed = after..stage.rounds.len();
            stage.missed.extend(missed.map(|round| (id, round)));
            self.with(id, |one| one.checked_in = true);
        } else {
            self.with(id, |one| one.checked_in = false);
            if !has_place {
                let at = self.queue.partition_point(|other| *other < id);
                self.queue.insert(at, id);
            }
        }
    }

    pub fn stage(&self) -> Option<&Played> {
        self.stages.last()
    }

    pub fn add(&mut self, fact: &Fact) {
        self.change(fact);
        self.move_people(fact);
    }

    fn change(&mut self, fact: &Fact) {
        let at = (
            self.stages.len(),
            self.stages.last().map_or(0, |stage| stage.rounds.len()),
        );
        match fact {
            Fact::Entered {
                entry,
                club,
                members,
                ..
            } => {
                let (checked_in, left, byes) = (false, None, BTreeSet::new());
                let (club, members) = (club.clone(), members.clone());
                let has_place = self.places_left() > 0;
                self.entries.insert(
                    *entry,
                    Somebody {
                        members,
                        club,
                        checked_in,
                        categories: BTreeSet::new(),
                        left,
                        byes,
                    },
                );
                match has_place {
                    true => self.comes_late(*entry),
                    false => self.queue.push_back(*entry),
                }
            }
            Fact::Limited { places } => {
                self.places = places.map(usize::from);
                self.fill();
            }
            Fact::LetIn { entry } => {
                self.queue.retain(|id| id != entry);
                self.comes_late(*entry);
            }
            Fact::Categorised { entry, categories } => {
                self.with(*entry, |one| one.categories.clone_from(categories));
            }
            // An entry that had left an arena is back. Winner stays takes everybody at any time.
            Fact::CheckedIn { entry } => {
                self.with(*entry, |one| {
                    one.checked_in = true;
                    one.left = None;
                });
                let is_new = |stage: &Played| {
                    matches!(stage.method, Method::WinnerStays { .. })
                        && !stage.order.contains(entry)
                };
                if self.stages.len() == 1 && self.stage().is_some_and(is_new) {
                    self.comes_late(*entry);
                }
            }
            Fact::Withdrawn { entry, .. } => {
                self.queue.retain(|id| id != entry);
                self.with(*entry, |one| one.left = Some(at));
                self.fill();
            }
            Fact::CameBack { entry } => self.come_back(*entry),
            Fact::EntryCorrected {
                entry,
                members,
                club,
                ..
            } => self.with(*entry, |one| {
                one.members.clone_from(members);
                one.club.clone_from(club);
            }),
            Fact::RoundsChanged { rounds, .. } => {
                if let Some(stage) = self.stages.last_mut() {
                    stage.n_rounds = (*rounds).into();
                }
            }
            Fact::RoundsExchanged { round, with, .. } => {
                if let Some(stage) = self.stages.last_mut() {
                    stage.exchanges.push([*round, *with]);
                }
            }
            Fact::KeptApart { entries, .. } => _ = self.apart.insert(*entries),
            Fact::AllowedToMeet { entries } => _ = self.apart.remove(entries),
            Fact::TableFixed { entry, table } => {
                self.tables.remove(entry);
                self.tables.extend(table.map(|table| (*entry, table)));
            }
            Fact::TablesNumbered { first } => self.first_table = *first,
            Fact::ByeRequested { entry, round } => {
                self.with(*entry, |one| one.byes.extend([*round]));
            }
            Fact::Substituted {
                entry,
                leaves,
                joins,
            } => self.with(*entry, |one| {
                one.members.retain(|member| member != leaves);
                one.members.push(joins.clone());
            }),
            Fact::StageOpened { order, rounds } => self.open(order, *rounds),
            Fact::Corrected {
                stage,
                round,
                meeting,
                outcome,
                ..
            } => {
                self.contested.remove(&[*stage, *round, *meeting]);
                let stage = &mut self.stages[usize::from(*stage) - 1];
                let round = &mut stage.rounds[usize::from(*round) - 1];
                round.1[usize::from(*meeting) - 1] = Some(outcome.clone());
            }
            Fact::ReEntered { .. }
            | Fact::Penalised { .. }
            | Fact::Drafted { .. }
            | Fact::Edited { .. }
            | Fact::Discarded
            | Fact::Published
            | Fact::Unpublished { .. }
            | Fact::Moved { .. }
            | Fact::Recorded { .. }
            | Fact::TableRecorded { .. }
            | Fact::LinedUp { .. }
            | Fact::Claimed { .. }
            | Fact::Confirmed { .. }
            | Fact::Disputed { .. }
            | Fact::Ruled { .. }
            | Fact::CutSettled { .. }
            | Fact::StageClosed => {
                let online = self.preset.online.as_ref();
                let usual = online.map_or(Venue::Hall, |online| online.usual);
                if let Some(stage) = self.stages.last_mut() {
                    stage.add(fact, usual);
                }
            }
            Fact::Contested {
                stage,
                round,
                meeting,
                ..
            } => _ = self.contested.insert([*stage, *round, *meeting]),
            Fact::ContestRejected {
                stage,
                round,
                meeting,
                ..
            } => _ = self.contested.remove(&[*stage, *round, *meeting]),
            Fact::Cancelled { .. } => self.cancelled = true,
            Fact::ClockStarted
            | Fact::ClockPaused
            | Fact::ClockExtended { .. }
            | Fact::Renamed { .. }
            | Fact::Hidden
            | Fact::Listed
            | Fact::Created { .. }
            | Fact::Paid { .. }
            | Fact::Unpaid { .. }
            | Fact::Announced { .. }
            | Fact::Undone { .. }
            | Fact::Frozen
            | Fact::HandedOver { .. }
            | Fact::Returned { .. }
            | Fact::Recalled { .. } => {}
        }
    }

    fn with(&mut self, id: EntryId, change: impl FnOnce(&mut Somebody)) {
        if let Some(somebody) = self.entries.get_mut(&id) {
            change(somebody);
        }
    }

    fn open(&mut self, order: &[EntryId], rounds: u16) {
        let rules = self.preset.stages[self.stages.len()].clone();
        let few = |most: u16| order.len() <= usize::from(most);
        let whist = matches!(
            order.len(),
            4 | 5 | 8 | 9 | 12 | 13 | 16 | 17 | 20 | 21 | 24 | 25 | 28 | 29
        );
        let rotating = Method::RotatingPartners {
            rounds: None,
            whist_up_to: None,
        };
        let method = match &rules.pairing {
            Method::Swiss {
                round_robin_up_to: Some(most),
                ..
            } if few(*most) => Method::RoundRobin { legs: 1 },
            Method::RotatingPartners {
                whist_up_to: Some(most),
                ..
            } if few(*most) && whist => Method::Whist,
            Method::Whist if !whist => rotating,
            Method::Howell { rounds } if order.len() > 16 => Method::Mitchell {
                rounds: *rounds,
                winners: Winners::One,
            },
            Method::Howell { .. } if few(6) => Method::RoundRobin { legs: 1 },
            Method::Mitchell { .. } if few(4) => Method::RoundRobin { legs: 1 },
            Method::RoundRobin { .. }
            | Method::Swiss { .. }
            | Method::Tables { .. }
            | Method::RotatingPartners { .. }
            | Method::Whist
            | Method::Mitchell { .. }
            | Method::Howell { .. }
            | Method::Arena { .. }
            | Method::WinnerStays { .. }
            | Method::KnockOut { .. }
            | Method::DoubleKnockOut { .. }
            | Method::TableKnockOut { .. } => rules.pairing.clone(),
        };
        let waits = Definition::of(&method).by_results();
        if !self.stages.is_empty() || !waits {
            self.entries.values_mut().for_each(|one| one.byes.clear());
        }
        self.stages.push(Played {
            rules,
            method,
            tie_breaks: self.tie_breaks,
            order: order.to_vec(),
            first_round: BTreeMap::new(),
            missed: BTreeSet::new(),
            n_rounds: rounds.into(),
            exchanges: Vec::new(),
            rounds: Vec::new(),
            claims: BTreeMap::new(),
            venues: Vec::new(),
            recorded: BTreeMap::new(),
            bench: Bench::default(),
            draft: None,
            penalties: Vec::new(),
            came_back: Vec::new(),
            closed: false,
            cut: None,
        });
    }
}

impl Played {
    pub const fn definition(&self) -> Definition {
        Definition::of(&self.method)
    }

    fn add(&mut self, fact: &Fact, usual: Venue) {
        match fact {
            Fact::Penalised {
                entry,
                points,
                score,
                ..
            } => {
                self.penalties.push((*entry, *points, *score));
            }
            Fact::Drafted {
                pairing, consented, ..
            } => {
                self.draft = Some((pairing.clone(), consented.clone()));
            }
            Fact::Edited {
                pairing, breaches, ..
            } => {
                self.draft = Some((pairing.clone(), breaches.clone()));
            }
            Fact::ReEntered { entry } => self.came_back.push((*entry, self.rounds.len())),
            Fact::Discarded => self.draft = None,
            Fact::Published => {
                if let Some((pairing, _)) = self.draft.take() {
                    let results = vec![None; pairing.meetings.len()];
                    self.venues.push(vec![usual; results.len()]);
                    self.rounds.push((pairing, results));
                    if !self.definition().is_free() {
                        self.claims.clear();
                    }
                }
            }
            Fact::Unpublished { .. } => {
                self.rounds.pop();
                self.venues.pop();
                let n = self.rounds.len();
                self.missed.retain(|(_, round)| *round < n);
                self.first_round
                    .values_mut()
                    .for_each(|first| *first = (*first).min(n));
            }
            Fact::Claimed {
                meeting,
                by,
                outcome,
            } => {
                self.claims
                    .insert(*meeting, (BTreeSet::from([*by]), outcome.clone()));
            }
            Fact::Confirmed { meeting, by } => {
                let Some([round, at]) = self.place_of(*meeting) else {
                    return;
                };
                let sides = self.rounds[round].0.meetings[at].sides.len();
                let Some((who, outcome)) = self.claims.get_mut(meeting) else {
                    return;
                };
                who.insert(*by);
                if who.len() * 2 > sides {
                    let outcome = outcome.clone();
                    self.settle(*meeting, outcome);
                }
            }
            Fact::Recorded {
                meeting, outcome, ..
            }
            | Fact::Ruled {
                meeting, outcome, ..
            } => self.settle(*meeting, outcome.clone()),
            Fact::Moved { meeting, to } => {
                if let Some([round, at]) = self.place_of(*meeting) {
                    self.venues[round][at] = *to;
                }
            }
            Fact::TableRecorded {
                meeting,
                number,
                result,
                ..
            } => {
                let Some(place) = self.place_of(*meeting) else {
                    return;
                };
                let known = self.recorded.entry(place).or_default();
                known.insert(*number, result.clone());
                if known.len() == n_tables(&self.rules) {
                    let tables = known.values().cloned().collect();
                    self.settle(*meeting, Outcome::Sittings { tables });
                }
            }
            Fact::StageClosed => self.closed = true,
            Fact::CutSettled { by, order } => self.cut = Some((*by, order.clone())),
            // Facts about the event as a whole.
            Fact::ClockStarted
            | Fact::Contested { .. }
            | Fact::ContestRejected { .. }
            | Fact::ClockPaused
            | Fact::ClockExtended { .. }
            | Fact::Renamed { .. }
            | Fact::Hidden
            | Fact::Listed
            | Fact::Cancelled { .. }
            | Fact::CameBack { .. }
            | Fact::EntryCorrected { .. }
            | Fact::RoundsChanged { .. }
            | Fact::RoundsExchanged { .. }
            | Fact::KeptApart { .. }
            | Fact::AllowedToMeet { .. }
            | Fact::TableFixed { .. }
            | Fact::TablesNumbered { .. }
            | Fact::Created { .. }
            | Fact::Entered { .. }
            | Fact::Categorised { .. }
            | Fact::Paid { .. }
            | Fact::Unpaid { .. }
            | Fact::Limited { .. }
            | Fact::LetIn { .. }
            | Fact::CheckedIn { .. }
            | Fact::Withdrawn { .. }
            | Fact::ByeRequested { .. }
            | Fact::Substituted { .. }
            | Fact::StageOpened { .. }
            | Fact::LinedUp { .. }
            | Fact::Disputed { .. }
            | Fact::Corrected { .. }
            | Fact::Announced { .. }
            | Fact::Undone { .. }
            | Fact::Frozen
            | Fact::HandedOver { .. }
            | Fact::Returned { .. }
            | Fact::Recalled { .. } => {}
        }
    }

    /// The reason why a table of a server cannot record this result; `None` if it can. Each table of a meeting played
    /// there records once.
    pub fn written_down(&self, meeting: u16, number: Option<u16>) -> Option<String> {
        let Some([round, at]) = self.place_of(meeting) else {
            return Some(format!("there is no meeting {meeting}"));
        };
        if self.venues[round][at] != Venue::Online {
            return Some(format!(
                "meeting {meeting} is not played at a table of the server"
            ));
        }
        if self.rounds[round].1[at].is_some() {
            return Some(format!("meeting {meeting} has a result already"));
        }
        let number = number?;
        let known = self.recorded.get(&[round, at]);
        let is_known = known.is_some_and(|known| known.contains_key(&number));
        let is_there = (1..=n_tables(&self.rules)).contains(&usize::from(number));
        (is_known || !is_there).then(|| {
            format!("table {number} of meeting {meeting} is written down already, or is none")
        })
    }

    fn settle(&mut self, meeting: u16, outcome: Outcome) {
        if let Some([round, at]) = self.place_of(meeting) {
            self.rounds[round].1[at] = Some(outcome);
        }
    }

    /// The indices of round and meeting for a meeting number, which counts through all rounds of an arena.
    fn place_of(&self, meeting: u16) -> Option<[usize; 2]> {
        let places = self.rounds.iter().enumerate();
        let mut places =
            places.flat_map(|(round, (_, results))| (0..results.len()).map(move |at| [round, at]));
        if self.definition().is_free() {
            return places.nth(usize::from(meeting) - 1);
        }
        let last = self.rounds.len().checked_sub(1)?;
        places.find(|place| *place == [last, usize::from(meeting) - 1])
    }

    pub fn is_seated(&self, id: EntryId) -> bool {
        self.rounds.iter().any(|(pairing, results)| {
            let mut tables = pairing.meetings.iter().zip(results);
            tables.any(|(meeting, result)| {
                result.is_none() && meeting.sides.iter().flatten().any(|other| *other == id)
            })
        })
    }

    pub fn met_last(&self, id: EntryId) -> Option<EntryId> {
        let mut last = None;
        for meeting in self
            .rounds
            .iter()
            .flat_map(|(pairing, _)| &pairing.meetings)
        {
            let who: Vec<EntryId> = meeting.sides.iter().flatten().copied().collect();
            if who.contains(&id) {
                last = who.into_iter().find(|other| *other != id);
            }
        }
        last
    }

    /// Whether two entries have just met, from the view of `one`.
    pub fn just_met(&self, one: EntryId, other: EntryId) -> bool {
        self.met_last(one) == Some(other) || self.met_last(other) == Some(one)
    }

    /// How often two entries met on different sides in played meetings.
    pub fn met(&self, one: EntryId, other: EntryId) -> u64 {
        self.shared(one, other, false)
    }

    pub fn partnered(&self, one: EntryId, other: EntryId) -> u64 {
        self.shared(one, other, true)
    }

    fn shared(&self, one: EntryId, other: EntryId, side_by_side: bool) -> u64 {
        let mut times = 0;
        for (pairing, results) in &self.rounds {
            for (meeting, result) in pairing.meetings.iter().zip(results) {
                let side = |id: EntryId| meeting.sides.iter().position(|side| side.contains(&id));
                let (Some(a), Some(b)) = (side(one), side(other)) else {
                    continue;
                };
                let played = result.as_ref().is_some_and(Outcome::is_played);
                times += u64::from(played && (a == b) == side_by_side);
            }
        }
        times
    }

    pub fn byes_had(&self, id: EntryId) -> u64 {
        let given = self.rounds.iter().flat_map(|(pairing, _)| &pairing.byes);
        given
            .filter(|bye| bye.entry == id && bye.kind == ByeKind::Pairing)
            .count() as u64
    }

    /// Games and points of each side in a played meeting; for teams, over all tables.
    pub fn scores(&self, outcome: &Outcome) -> Option<Vec<[i64; 2]>> {
        let plain = |score: &SideScore| [i64::from(score.games), i64::from(score.points)];
        let tables = match outcome {
            Outcome::Played { scores } => return Some(scores.iter().map(plain).collect()),
            Outcome::Sittings { tables } => tables,
            Outcome::Boards { margins, .. } => {
                let mut sums = vec![[0, 0]; 2];
                for margin in margins.iter().flatten().filter(|margin| **margin != 0) {
                    let winner = &mut sums[usize::from(*margin < 0)];
                    winner[0] += 1;
                    winner[1] += i64::from(*margin).abs();
                }
                return Some(sums);
            }
            Outcome::Forfeit { .. } | Outcome::Void => return None,
        };
        let mut sums = vec![[0, 0]; usize::from(self.rules.meeting.sides)];
        let mut next = tables.iter();
        for sitting in &self.rules.sittings {
            for _ in 0..u32::from(sitting.times) * u32::from(sitting.tables) {
                match next.next()? {
                    TableResult::NoShow { absent } => {
                        for (side, sum) in sums.iter_mut().enumerate() {
                            let there = !absent.contains(&(side as u8));
                            let kind = usize::from(sitting.counts == Counts::Points);
                            sum[kind] += i64::from(there) * i64::from(sitting.no_show);
                        }
                    }
                    TableResult::Played { scores } => {
                        sums.truncate(scores.len());
                        let by_games = sitting.meeting.decided_by == DecidedBy::Games;
                        let main = |score: &SideScore| plain(score)[usize::from(!by_games)];
                        for (side, sum) in sums.iter_mut().enumerate() {
                            let own = main(&scores[side]);
                            let beaten = scores.iter().filter(|other| main(other) < own).count();
                            sum[0] += match sitting.counts {
                                Counts::Games | Counts::Points => plain(&scores[side])[0],
                                Counts::Wins => i64::from(beaten + 1 == scores.len()),
                            };
                            sum[1] += plain(&scores[side])[1];
                        }
                    }
                }
            }
        }
        Some(sums)
    }

    /// The number that decides a meeting, for each side.
    pub fn decides(&self, outcome: &Outcome) -> Option<Vec<i64>> {
        let of = |score: [i64; 2]| match self.rules.meeting.decided_by {
            DecidedBy::Games => score[0],
            DecidedBy::Points => score[1],
        };
        Some(self.scores(outcome)?.into_iter().map(of).collect())
    }

    pub fn line_up(&self, members: &[String], tables: &[Vec<String>]) -> Option<&'static str> {
        let mut sittings: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let (mut table, mut number) = (0, 0);
        for sitting in &self.rules.sittings {
            for _ in 0..sitting.times {
                for _ in 0..sitting.tables {
                    let Some(names) = tables.get(table) else {
                        return Some("tables are missing");
                    };
                    if !names.is_empty() && names.len() != usize::from(sitting.players) {
                        return Some("a table is half empty");
                    }
                    names
                        .iter()
                        .for_each(|name| sittings.entry(name).or_default().push(number));
                    table += 1;
                }
                number += 1;
            }
        }
        let most = self.rules.sittings_a_player.map_or(usize::MAX, usize::from);
        for (name, sat) in &sittings {
            if !members.iter().any(|member| member == name) {
                return Some("a stranger sits down");
            }
            if sat.windows(2).any(|two| two[0] == two[1]) {
                return Some("somebody sits at two tables at once");
            }
            if sat.len() > most {
                return Some("somebody sits too often");
            }
        }
        (table != tables.len()).then_some("there are other tables")
    }

    /// The format of a round, from 1: that of the fewest last rounds that include it.
    pub fn format(&self, round: usize) -> &Format {
        let left = match self.definition().out {
            Out::AfterTwoLosses { draw, .. } => crate::knock_out::left_of_double(self, round, draw),
            Out::AfterOneLoss { .. } | Out::Never | Out::Behind { .. } => {
                self.n_rounds + 1 - round.min(self.n_rounds)
            }
        };
        let mut own: Vec<&LastRounds> = self.rules.last_rounds.iter().collect();
        own.sort_by_key(|last| last.rounds);
        let found = own
            .into_iter()
            .find(|last| usize::from(last.rounds) >= left);
        found.map_or(&self.rules.meeting, |last| &last.meeting)
    }

    /// The reason why a score cannot end a meeting of the round, from 1, at one table.
    pub fn misjudged(&self, round: usize, outcome: &Outcome) -> Option<String> {
        let format = self.format(round);
        let Outcome::Played { scores } = outcome else {
            return None;
        };
        let all = self.decides(outcome)?;
        let (most, end) = match format.decided_by {
            DecidedBy::Games => (format.games.map(i64::from), format.games.map(i64::from)),
            DecidedBy::Points => (
                format.most_points.map(i64::from),
                format.target.map(i64::from),
            ),
        };
        let highest = all.into_iter().max()?;
        let is_over = most.is_some_and(|most| highest > most);
        let is_short = format.minutes.is_none() && end.is_some_and(|end| highest < end);
        (is_over || is_short).then(|| format!("{scores:?} does not end a meeting of round {round}"))
    }

    /// The order of a play-off or lot for the title in the last stage, if it is of these entries.
    pub fn title_among(&self, is_last: bool, first: &[EntryId]) -> Option<&[EntryId]> {
        let (_, order) = self.cut.as_ref().filter(|_| is_last)?;
        let named: BTreeSet<&EntryId> = order.iter().collect();
        (named == first.iter().collect()).then_some(order.as_slice())
    }

    /// The side that wins a meeting, if one does.
    pub fn winner(&self, outcome: &Outcome) -> Option<usize> {
        if let Outcome::Forfeit { absent } = outcome {
            return (0..2).find(|side| !absent.contains(side)).map(usize::from);
        }
        let all = self.decides(outcome)?;
        let most = all.iter().max()?;
        all.iter().position(|own| own == most)
    }

    /// Entries without a loss, before the first round and after each.
    fn after_losses(&self) -> Vec<BTreeSet<EntryId>> {
        let mut alive: BTreeSet<EntryId> = self.order.iter().copied().collect();
        let mut all = vec![alive.clone()];
        for (pairing, results) in &self.rounds {
            let mut next: BTreeSet<EntryId> = pairing.byes.iter().map(|bye| bye.entry).collect();
            for (meeting, result) in pairing.meetings.iter().zip(results) {
                let won = result.as_ref().and_then(|result| self.winner(result));
                next.extend(won.map(|side| meeting.sides[side][0]));
            }
            // The meeting for the third place brings nobody back.
            alive.retain(|id| next.contains(id));
            all.push(alive.clone());
        }
        all
    }

    /// Entries due to play for the third place in the next round: they lost to a winner in the second to last round of
    /// the bracket.
    pub fn for_third(&self) -> BTreeSet<EntryId> {
        self.lost_semifinals(self.rounds.len() + 1)
    }

    /// Those that played for it in the last round, or waited for it without an opponent.
    pub fn played_for_third(&self) -> BTreeSet<EntryId> {
        self.lost_semifinals(self.rounds.len())
    }

    /// The losers of the semifinals, if the final is in the round of this number.
    fn lost_semifinals(&self, round: usize) -> BTreeSet<EntryId> {
        let Out::AfterOneLoss {
            third_place: ThirdPlace::Played,
        } = self.definition().out
        else {
            return BTreeSet::new();
        };
        let is_last =
            round >= 2 && 1 << round >= self.order.len() && 1 << (round - 1) < self.order.len();
        if !is_last {
            return BTreeSet::new();
        }
        let (pairing, results) = &self.rounds[round - 2];
        let meetings = pairing.meetings.iter().zip(results);
        let lost = meetings.filter_map(|(meeting, result)| {
            let won = self.winner(result.as_ref()?)?;
            Some(meeting.sides[1 - won][0])
        });
        lost.collect()
    }

    pub fn still_in(&self) -> BTreeSet<EntryId> {
        let mut alive: BTreeSet<EntryId> = self.order.iter().copied().collect();
        let through = match self.definition().out {
            Out::Never => return alive,
            Out::AfterTwoLosses { .. } => {
                return crate::knock_out::losses(self).into_keys().collect();
            }
            Out::AfterOneLoss { .. } => {
                return self.after_losses().pop().unwrap_or_default();
            }
            Out::Behind { through } => usize::from(through),
        };
        for (at, (pairing, results)) in self.rounds.iter().enumerate() {
            let last = pairing.meetings.len() == 1 && pairing.byes.is_empty();
            let places = if last { 1 } else { through };
            let mut next: BTreeSet<EntryId> = pairing.byes.iter().map(|bye| bye.entry).collect();
            for (meeting, result) in pairing.meetings.iter().zip(results) {
                let mut sides: Vec<usize> = (0..meeting.sides.len()).collect();
                match result {
                    Some(Outcome::Forfeit { absent }) => {
                        sides.retain(|side| !absent.contains(&(*side as u8)));
                    }
                    Some(outcome) => {
                        let all = self.decides(outcome).unwrap_or_default();
                        sides.sort_by_key(|side| -all.get(*side).copied().unwrap_or(0));
                        sides.truncate(if all.is_empty() { 0 } else { places });
                    }
                    None => sides.clear(),
                }
                next.extend(sides.iter().flat_map(|side| &meeting.sides[*side]));
            }
            let back = self.came_back.iter().filter(|(_, after)| *after == at + 1);
            next.extend(back.map(|(id, _)| *id));
            alive = next;
        }
        alive
    }
}

fn n_tables(rules: &StageRules) -> usize {
    let tables = rules.sittings.iter();
    let tables = tables.map(|of| usize::from(of.times) * usize::from(of.tables));
    tables.sum()
}
