//! Plays the tables of a round.

use capicu_event::{
    AdjustedBoard, Average, Command, DecidedBy, EntryId, Event, Format, Meeting, Outcome, Pairing,
    Refused, SideScore, Stage, StageRules, Table, TableResult, standings,
};

use super::Evening;
use crate::definition::{Definition, Out};

impl Evening {
    pub(super) fn last_meetings(&self) -> Vec<Meeting> {
        let stage = self.event.state().running();
        let last = stage.and_then(|stage| stage.rounds.last());
        last.map_or_else(Vec::new, |round| round.pairing.meetings.clone())
    }

    pub(super) fn table(&self, meeting: u16) -> Option<Table> {
        let stage = self.event.state().running()?;
        let (round, at) = stage.locate(meeting)?;
        stage.rounds[round].tables.get(at).cloned()
    }

    /// The entries of a meeting by number.
    fn meeting_of(&self, meeting: u16) -> Option<Meeting> {
        let stage = self.event.state().running()?;
        let (round, at) = stage.locate(meeting)?;
        Some(stage.rounds[round].pairing.meetings[at].clone())
    }

    /// Plays a meeting until it is settled, despite crashes.
    pub(super) fn meeting(&mut self, meeting: u16) -> Result<(), Refused> {
        let Some(sides) = self.meeting_of(meeting) else {
            return Ok(());
        };
        let speakers: Vec<EntryId> = sides.sides.iter().map(|side| side[0]).collect();
        let [one, other] = [speakers[0], speakers[1]];
        for team in &speakers {
            self.line_up(meeting, *team);
        }
        for _ in 0..50 {
            if let Some(Table::Settled(_)) = self.table(meeting) {
                break;
            }
            self.moves(meeting);
            let outcome = self.outcome(meeting);
            let is_online = self.is_online(meeting);
            match self.below(20) {
                0 => self.no_show(meeting)?,
                1 => {
                    let reason = "on the sheet".into();
                    self.rule(meeting, outcome, reason)?;
                }
                3.. if is_online => self.record(meeting, one, &outcome)?,
                2 if !is_online => {
                    self.claim(meeting, one, &outcome);
                    let (by, outcome) = (other, self.outcome(meeting));
                    let _ = self.try_send(Command::Dispute {
                        meeting,
                        by,
                        outcome,
                    });
                    let decided = self.outcome(meeting);
                    self.rule(meeting, decided, "two witnesses".into())?;
                }
                _ if is_online => {}
                _ => {
                    self.claim(meeting, one, &outcome);
                    let by = EntryId(one.0);
                    let own = self.try_send(Command::Confirm { meeting, by }).is_err();
                    self.expect(own, "I13", "a side confirmed its own claim");
                    for by in &speakers[1..] {
                        let _ = self.try_send(Command::Confirm { meeting, by: *by });
                    }
                }
            }
        }
        self.bounds();
        Ok(())
    }

    pub(super) fn claim(&mut self, meeting: u16, by: EntryId, outcome: &Outcome) {
        let outcome = outcome.clone();
        let adjusted = self.adjusted(outcome.clone());
        if adjusted != outcome {
            let outcome = adjusted;
            let refused = self.try_send(Command::Claim {
                meeting,
                by,
                outcome,
            });
            self.expect(refused.is_err(), "I8", "a side adjusted a board");
        }
        let _ = self.try_send(Command::Claim {
            meeting,
            by,
            outcome,
        });
    }

    pub(super) fn rule(
        &mut self,
        meeting: u16,
        outcome: Outcome,
        reason: String,
    ) -> Result<(), Refused> {
        let outcome = self.adjusted(outcome);
        match self.send(Command::Rule {
            meeting,
            outcome,
            reason,
        }) {
            Err(Refused::Settled(_)) => Ok(()),
            done => done,
        }
    }

    /// A result in which the desk gives artificial scores for some boards.
    fn adjusted(&mut self, outcome: Outcome) -> Outcome {
        let Outcome::Boards {
            mut margins,
            mut adjusted,
        } = outcome
        else {
            return outcome;
        };
        for (board, margin) in (0..).zip(&mut margins) {
            if self.chance(8) {
                *margin = None;
                let any = [Average::Minus, Average::Even, Average::Plus];
                let sides = [any[self.below(3)], any[self.below(3)]];
                adjusted.push(AdjustedBoard { board, sides });
            }
        }
        Outcome::Boards { margins, adjusted }
    }

    /// A forfeit changes only the points of the entries at the table.
    fn no_show(&mut self, meeting: u16) -> Result<(), Refused> {
        let Some(seated) = self.meeting_of(meeting) else {
            return Ok(());
        };
        let sides = seated.sides.len();
        let first = self.below(sides);
        // In a knock-out at tables, no more sides may be present than advance.
        let n = match (self.below(8), self.places(meeting)) {
            (0, _) => sides,
            (_, Some(places)) => sides - places,
            _ => 1,
        };
        let mut absent: Vec<u8> = (0..n).map(|at| ((first + at) % sides) as u8).collect();
        absent.sort_unstable();
        let wild = self.chance(12) && !self.is_knock_out();
        let outcome = if wild {
            Outcome::Void
        } else {
            Outcome::Forfeit { absent }
        };
        let points = |event: &Event, seated: &[EntryId]| {
            let state = event.state();
            let sheets = state.running().map(|stage| standings::sheets(state, stage));
            let mut sheets = sheets.unwrap_or_default();
            sheets.retain(|id, _| !seated.contains(id));
            sheets
        };
        let seated: Vec<EntryId> = seated.entries().collect();
        let before = points(&self.event, &seated);
        let version = self.event.version();
        self.rule(meeting, outcome, "not there after fifteen minutes".into())?;
        if self.event.version() == version + 1 {
            let same = points(&self.event, &seated) == before;
            self.expect(same, "I8", "a forfeit changed the record of others");
        }
        Ok(())
    }

    fn is_knock_out(&self) -> bool {
        self.event
            .state()
            .running()
            .is_some_and(|stage| Definition::of(&stage.method).is_knock_out())
    }

    pub(super) fn correct(&mut self) {
        let state = self.event.state();
        let Some(stage) = state.running() else { return };
        let (number, rounds) = (stage.number, stage.rounds.len());
        if rounds == 0 || !self.chance(6) {
            return;
        }
        let round = self.below(rounds);
        let stage = self
            .event
            .state()
            .running()
            .map(|stage| stage.rounds[round].tables.len());
        let Some(tables @ 1..) = stage else { return };
        let meeting = self.below(tables) as u16 + 1;
        let (number, round) = (number, round as u16 + 1);
        let outcome = self.outcome_of(round, meeting);
        let outcome = self.adjusted(outcome);
        let (stage, reason) = (number, "sides were exchanged".to_owned());
        let _ = self.try_send(Command::Correct {
            stage,
            round,
            meeting,
            outcome,
            reason,
        });
    }

    /// The number of sides that advance from a table of a knock-out of three or four; `None` in other methods.
    fn places(&self, meeting: u16) -> Option<usize> {
        let stage = self.event.state().running()?;
        let (round, _) = stage.locate(meeting)?;
        places_of(stage, &stage.rounds[round].pairing)
    }

    fn outcome(&mut self, meeting: u16) -> Outcome {
        let stage = self.event.state().running();
        match stage.and_then(|stage| stage.locate(meeting)) {
            Some((round, at)) => self.outcome_of(round as u16 + 1, at as u16 + 1),
            None => Outcome::Void,
        }
    }

    /// The format of a round, from 1, by the second model.
    fn format_of(&self, round: usize) -> Format {
        match self.checker.stage() {
            Some(stage) => stage.format(round).clone(),
            None => self.event.state().preset.stages[0].meeting.clone(),
        }
    }

    /// A random result that the rules of a meeting allow.
    fn outcome_of(&mut self, round: u16, meeting: u16) -> Outcome {
        let Some(stage) = self.event.state().running() else {
            return Outcome::Void;
        };
        let number = usize::from(round);
        let round = number.checked_sub(1);
        let Some(round) = round.and_then(|at| stage.rounds.get(at)) else {
            return Outcome::Void;
        };
        let pairing = &round.pairing;
        let mut rules = stage.rules.clone();
        rules.meeting = self.format_of(number);
        let places = places_of(stage, pairing);
        let sides = pairing.meetings[usize::from(meeting) - 1].sides.len() as u8;
        loop {
            let outcome = self.any_outcome(&rules, sides);
            let scores = outcome.scores(&rules).unwrap_or_default();
            let decided = is_decided(&scores, &rules.meeting, places);
            if outcome.check(&rules, sides).is_ok() && decided {
                return outcome;
            }
        }
    }

    fn any_outcome(&mut self, rules: &StageRules, sides: u8) -> Outcome {
        let format = |meeting: &Format| Format {
            sides,
            ..meeting.clone()
        };
        if let Some(duplicate) = rules.duplicate {
            let most = rules.meeting.most_points.unwrap_or(100) as usize;
            let margins = (0..duplicate.boards).map(|_| {
                let margin = self.below(2 * most + 1) as i32 - most as i32;
                (!self.chance(12)).then_some(margin)
            });
            let margins: Vec<Option<i32>> = margins.collect();
            return Outcome::Boards {
                adjusted: Vec::new(),
                margins,
            };
        }
        if rules.sittings.is_empty() {
            let scores = self.scores(&format(&rules.meeting));
            return Outcome::Played { scores };
        }
        let formats: Vec<Format> = rules.all_tables().map(|one| format(&one.meeting)).collect();
        let tables = match rules.meeting.decided_by {
            DecidedBy::Games => formats
                .iter()
                .map(|format| self.table_result(format))
                .collect(),
            DecidedBy::Points => {
                let total = self.scores(&format(&rules.meeting));
                self.shared_out(&total, formats.len())
            }
        };
        Outcome::Sittings { tables }
    }

    /// Splits points into tables with these sums.
    fn shared_out(&mut self, total: &[SideScore], n: usize) -> Vec<TableResult> {
        let mut tables = vec![vec![SideScore::default(); total.len()]; n];
        for (side, sum) in total.iter().enumerate() {
            for _ in 0..sum.points {
                tables[self.below(n)][side].points += 1;
            }
        }
        let played = |scores| TableResult::Played { scores };
        tables.into_iter().map(played).collect()
    }

    fn table_result(&mut self, format: &Format) -> TableResult {
        if self.chance(30) {
            let absent = vec![self.below(usize::from(format.sides)) as u8];
            return TableResult::NoShow { absent };
        }
        loop {
            let scores = self.scores(format);
            if is_decided(&scores, format, Some(1)) {
                return TableResult::Played { scores };
            }
        }
    }

    /// Enters a team's line-up, sometimes first an invalid one with a player twice.
    fn line_up(&mut self, meeting: u16, team: EntryId) {
        let state = self.event.state();
        let (Some(stage), Some(entry)) = (state.running(), state.entries.get(&team)) else {
            return;
        };
        let (rules, members) = (stage.rules.clone(), entry.members.clone());
        if rules.sittings.is_empty() || members.is_empty() {
            return;
        }
        let mut next = self.below(members.len());
        let mut tables: Vec<Vec<String>> = Vec::new();
        for sitting in rules.all_sittings() {
            let n = usize::from(sitting.players);
            for table in 0..usize::from(sitting.tables) {
                // A team that is too small leaves its last tables empty.
                let n = if (table + 1) * n > members.len() {
                    0
                } else {
                    n
                };
                let names = (next..next + n).map(|at| members[at % members.len()].clone());
                tables.push(names.collect());
                next += n;
            }
        }
        let by = team;
        if self.chance(4) {
            let mut tables = tables.clone();
            tables[1] = tables[0].clone();
            let command = Command::LineUp {
                meeting,
                by,
                tables,
            };
            let refused = self.try_send(command).is_err();
            self.expect(refused, "I1", "somebody may sit at two tables at once");
        }
        let done = self.try_send(Command::LineUp {
            meeting,
            by,
            tables,
        });
        self.expect(done.is_ok(), "I1", "a line-up that is right was refused");
    }

    fn scores(&mut self, format: &Format) -> Vec<SideScore> {
        let mut scores = vec![SideScore::default(); usize::from(format.sides)];
        let timed = format.minutes.is_some() && self.chance(3);
        let winner = self.below(scores.len());
        let target = format.target.unwrap_or(0) as usize;
        for (side, score) in scores.iter_mut().enumerate() {
            let wins = side == winner && !timed;
            match format.decided_by {
                DecidedBy::Games => {
                    let games = usize::from(format.games.unwrap_or(4));
                    score.games = if wins { games } else { self.below(games) } as u16;
                    if format.target.is_some() {
                        let more = self.below(target / 2 + 1);
                        score.points = (usize::from(score.games) * target + more) as i32;
                    }
                }
                DecidedBy::Points => {
                    let most = format.most_points.map_or(target, |most| most as usize);
                    let over = self.below(most - target + 1);
                    score.points = if wins {
                        target + over
                    } else {
                        self.below(target)
                    } as i32;
                }
            }
        }
        scores
    }
}

fn places_of(stage: &Stage, pairing: &Pairing) -> Option<usize> {
    let last = pairing.meetings.len() == 1 && pairing.byes.is_empty();
    match Definition::of(&stage.method).out {
        Out::Behind { .. } if last => Some(1),
        Out::Behind { through } => Some(through.into()),
        Out::Never | Out::AfterOneLoss { .. } | Out::AfterTwoLosses { .. } => None,
    }
}

/// Whether the last side that advances is ahead of the next one.
fn is_decided(scores: &[SideScore], format: &Format, places: Option<usize>) -> bool {
    let mut all: Vec<i32> = scores
        .iter()
        .map(|score| match format.decided_by {
            DecidedBy::Games => i32::from(score.games),
            DecidedBy::Points => score.points,
        })
        .collect();
    all.sort_unstable();
    all.reverse();
    places.is_none_or(|places| all[places - 1] > all[places])
}
