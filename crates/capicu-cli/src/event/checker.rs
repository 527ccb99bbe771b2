//! The invariants of `docs/events.md`, checked on the log of an event as it grows.

use std::collections::{BTreeMap, BTreeSet};

use capicu_event::{
    Breach, ByeKind, EntryId, Fact, Line, Method, Outcome, Pairing, Standing, TieBreak,
};

use super::cost::Room;
use super::model::{Model, Played};
use super::{boards, knock_out, prize, seating, table};

/// Something that should not be: the stage and round, which invariant, and what was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub stage: usize,
    pub round: usize,
    pub invariant: &'static str,
    pub what: String,
}

/// Checks facts one after the other.
#[derive(Default)]
pub struct Checker {
    counting: Vec<(u64, Fact)>,
    model: Option<Model>,
    pub found: Vec<Violation>,
    /// When the last stage was opened.
    opened_at: Option<u64>,
    /// The best and worst places told since nothing but results came in.
    bounds: BTreeMap<EntryId, (u16, u16)>,
}

impl Checker {
    /// Goes on by one line.
    pub fn line(&mut self, line: &Line) {
        if let Fact::Undone { of } = line.fact {
            if self.counting.pop().map(|last| last.0) != Some(of) {
                self.report("I10", format!("fact {of} was undone out of turn"));
            }
            self.bounds.clear();
            self.rebuild();
            return;
        }
        self.before(&line.fact);
        self.clock(line);
        if matches!(line.fact, Fact::StageOpened { .. }) {
            self.opened_at = Some(line.at);
        }
        self.counting.push((line.n, line.fact.clone()));
        match &mut self.model {
            Some(model) => model.add(&line.fact),
            None => self.rebuild(),
        }
    }

    /// I1: nobody is paired once the time is over. The clock of an arena starts when it is opened.
    fn clock(&mut self, line: &Line) {
        let stage = self.model.as_ref().and_then(Model::stage);
        let Some(minutes) = stage.and_then(|stage| match stage.method {
            Method::Arena { minutes } => Some(u64::from(minutes)),
            _ => None,
        }) else {
            return;
        };
        let late = |opened: u64| line.at > opened + minutes * 60_000;
        if matches!(line.fact, Fact::Drafted { .. }) && self.opened_at.is_some_and(late) {
            self.report("I1", "somebody is paired after the time".into());
        }
    }

    /// Begins again with lines that have been checked.
    pub fn reread(&mut self, lines: &[Line]) {
        self.counting.clear();
        for line in lines {
            match line.fact {
                Fact::Undone { .. } => drop(self.counting.pop()),
                _ => self.counting.push((line.n, line.fact.clone())),
            }
        }
        self.bounds.clear();
        self.rebuild();
    }

    fn rebuild(&mut self) {
        let facts: Vec<&Fact> = self.counting.iter().map(|(_, fact)| fact).collect();
        self.model = Model::of(&facts);
    }

    fn report(&mut self, invariant: &'static str, what: String) {
        let stages = self.model.as_ref().map_or(&[][..], |model| &model.stages);
        let (stage, round) = (
            stages.len(),
            stages.last().map_or(0, |stage| stage.rounds.len()),
        );
        self.found.push(Violation {
            stage,
            round,
            invariant,
            what,
        });
    }

    /// What has to hold before a fact is taken in.
    fn before(&mut self, fact: &Fact) {
        let only_results = matches!(
            fact,
            Fact::LinedUp { .. }
                | Fact::Claimed { .. }
                | Fact::Confirmed { .. }
                | Fact::Disputed { .. }
                | Fact::Ruled { .. }
                | Fact::Recorded { .. }
                | Fact::Moved { .. }
                | Fact::Drafted { .. }
                | Fact::Edited { .. }
                | Fact::Discarded
                | Fact::Published
                | Fact::Announced { .. }
                | Fact::StageClosed
        );
        if !only_results {
            self.bounds.clear();
        }
        let Some(model) = self.model.take() else {
            return;
        };
        let mut wrong = Vec::new();
        if let Some(stage) = model.stage() {
            match fact {
                Fact::Drafted {
                    pairing,
                    costs,
                    consented,
                    ..
                } => {
                    wrong.extend(seats(&model, stage, pairing, Moment::Drafted));
                    wrong.extend(waiting(stage, pairing));
                    wrong.extend(again(&model, stage, pairing, consented));
                    // Of those who have just met and wait nobody can tell how they were matched.
                    let several =
                        pairing.byes.len() > 1 && matches!(stage.method, Method::Arena { .. });
                    if let Some(room) = Room::new(&model).filter(|_| !several) {
                        wrong.extend(best(&room, pairing, costs));
                    }
                    wrong.extend(knock_out::wrong(&model, stage, pairing));
                    wrong.extend(seating::wrong(&model, stage, pairing, costs));
                    wrong.extend(boards::wrong(stage, pairing));
                }
                Fact::Edited {
                    pairing, breaches, ..
                } => {
                    wrong.extend(seats(&model, stage, pairing, Moment::Later));
                    wrong.extend(again(&model, stage, pairing, breaches));
                    wrong.extend(boards::wrong(stage, pairing));
                }
                Fact::LinedUp { by, tables, .. } => {
                    let why = stage.line_up(&model.entries[by].members, tables);
                    wrong.extend(why.map(|why| ("I1", format!("entry {by}: {why}"))));
                }
                Fact::Published => {
                    let draft = stage
                        .draft
                        .as_ref()
                        .map(|(pairing, _)| seats(&model, stage, pairing, Moment::Later));
                    wrong.extend(draft.unwrap_or_default());
                }
                _ => {}
            }
        }
        self.model = Some(model);
        wrong
            .into_iter()
            .for_each(|(invariant, what)| self.report(invariant, what));
    }

    /// Compares the standings of the running stage with those from the definitions.
    pub fn standings(&mut self, told: &[Standing]) {
        let Some(model) = self.model.take() else {
            return;
        };
        let mut wrong = Vec::new();
        if let Some(stage) = model.stage() {
            wrong.extend(places(told));
            if stage.method.is_knock_out() {
                wrong.extend(came_through(stage, told));
            } else {
                wrong.extend(keys(&model, told));
                wrong.extend(handed_out(&model, told));
            }
            wrong.extend(narrower(&mut self.bounds, told));
            if stage.closed {
                let loose = |one: &&Standing| one.best != one.place || one.worst != one.place;
                let loose = told.iter().filter(loose);
                wrong
                    .extend(loose.map(|one| ("I11", format!("entry {} is not placed", one.entry))));
            }
        }
        self.model = Some(model);
        wrong
            .into_iter()
            .for_each(|(invariant, what)| self.report(invariant, what));
    }
}

impl Checker {
    /// Compares the prizes with those that the standings lead to.
    pub fn prizes(&mut self, told: &[Standing], won: &[capicu_event::standings::Won]) {
        let wrong = self
            .model
            .as_ref()
            .map(|model| prize::wrong(model, told, won));
        for (invariant, what) in wrong.unwrap_or_default() {
            self.report(invariant, what);
        }
    }
}

pub type Wrong = Vec<(&'static str, String)>;

/// When a pairing is looked at.
#[derive(Clone, Copy, PartialEq)]
enum Moment {
    Drafted,
    Later,
}

/// I2 and I3 in an arena: nobody meets whom they have just met, and no two wait who could meet.
fn waiting(stage: &Played, pairing: &Pairing) -> Wrong {
    let mut wrong = Wrong::new();
    if !matches!(stage.method, Method::Arena { .. }) {
        return wrong;
    }
    for meeting in &pairing.meetings {
        let [one, other] = [0, 1].map(|side| meeting.sides[side][0]);
        if stage.just_met(one, other) {
            wrong.push(("I2", format!("{one} and {other} have just met")));
        }
    }
    for (at, one) in pairing.byes.iter().enumerate() {
        for other in &pairing.byes[at + 1..] {
            let [one, other] = [one.entry, other.entry];
            if !stage.just_met(one, other) {
                wrong.push(("I3", format!("{one} and {other} wait and could meet")));
            }
        }
    }
    wrong
}

/// I1: everybody who is there is in one meeting or bye, and nobody else.
fn seats(model: &Model, stage: &Played, pairing: &Pairing, moment: Moment) -> Wrong {
    let mut wrong = Wrong::new();
    let arena = matches!(stage.method, Method::Arena { .. });
    let seated = pairing
        .meetings
        .iter()
        .flat_map(|meeting| meeting.sides.iter().flatten());
    let mut seated: Vec<EntryId> = seated.copied().collect();
    seated.extend(pairing.byes.iter().map(|bye| bye.entry));
    let distinct: BTreeSet<EntryId> = seated.iter().copied().collect();
    if distinct.len() != seated.len() {
        wrong.push(("I1", "somebody is seated twice".into()));
    }
    let mut there: BTreeSet<EntryId> = match stage.method {
        _ if stage.method.is_knock_out() => stage.still_in(),
        _ => stage.order.iter().copied().collect(),
    };
    there.retain(|id| model.is_there(*id));
    if arena {
        there.retain(|id| !stage.is_seated(*id));
    }
    // Who comes free in an arena between the draft and the round waits.
    let due: Vec<&EntryId> = match (arena, moment) {
        (true, Moment::Later) => distinct.difference(&there).collect(),
        _ => there.symmetric_difference(&distinct).collect(),
    };
    for id in due {
        wrong.push((
            "I1",
            format!("entry {id} is there and has no seat, or the other way round"),
        ));
    }
    let round = stage.rounds.len() as u16 + 1;
    for bye in &pairing.byes {
        let asked = model.entries[&bye.entry].byes.contains(&round);
        if asked != (bye.kind == ByeKind::Requested) {
            wrong.push((
                "I3",
                format!("the bye of entry {} is of the wrong kind", bye.entry),
            ));
        }
    }
    wrong
}

/// I2 and I3: no rematch, no partner again and no second bye that is not written down.
fn again(model: &Model, stage: &Played, pairing: &Pairing, known: &[Breach]) -> Wrong {
    let mut wrong = Wrong::new();
    for meeting in &pairing.meetings {
        let sides = meeting.sides.iter().enumerate();
        let seats: Vec<(usize, EntryId)> = sides
            .flat_map(|(side, entries)| entries.iter().map(move |id| (side, *id)))
            .collect();
        for (at, (side, one)) in seats.iter().enumerate() {
            for (beside, other) in &seats[at + 1..] {
                let entries = [*one.min(other), *one.max(other)];
                wrong.extend(too_often(stage, entries, side == beside, known));
            }
        }
    }
    let by_results = matches!(
        stage.method,
        Method::Swiss { .. } | Method::Tables { .. } | Method::RotatingPartners { .. }
    );
    if !by_results {
        return wrong;
    }
    let by_pairing = |bye: &&capicu_event::Bye| bye.kind == ByeKind::Pairing;
    let byes = pairing.byes.iter().filter(by_pairing).map(|bye| bye.entry);
    let playing = pairing
        .meetings
        .iter()
        .flat_map(|meeting| meeting.sides.iter().flatten());
    let fewest = playing.map(|id| stage.byes_had(*id)).min();
    for entry in byes {
        let breach = Breach::SecondBye { entry };
        let second = fewest.is_some_and(|fewest| stage.byes_had(entry) > fewest);
        if second && model.is_there(entry) && !known.contains(&breach) {
            wrong.push(("I3", format!("entry {entry} has one more bye than others")));
        }
    }
    wrong
}

/// Whether two play with or against each other more often than the method lets them.
fn too_often(stage: &Played, entries: [EntryId; 2], partners: bool, known: &[Breach]) -> Wrong {
    let [one, other] = entries;
    let (times, most) = match (&stage.method, partners) {
        (Method::RotatingPartners { .. } | Method::Whist, true) => (stage.partnered(one, other), 1),
        (Method::Whist, false) => (stage.met(one, other), 2),
        (Method::Swiss { .. } | Method::Tables { .. }, _) => (stage.met(one, other), 1),
        (Method::Mitchell { .. } | Method::Howell { .. }, _) => (stage.met(one, other), 1),
        (Method::RoundRobin { legs }, _) => (stage.met(one, other), u64::from(*legs)),
        _ => return Wrong::new(),
    };
    let breach = match partners {
        true => Breach::Partners { entries },
        false => Breach::Rematch { entries },
    };
    match times >= most && !known.contains(&breach) {
        true => vec![("I2", format!("{one} and {other} meet again"))],
        false => Wrong::new(),
    }
}

/// I4: the printed costs are those of the tables, and no pairing costs less.
fn best(room: &Room, pairing: &Pairing, costs: &[capicu_event::Costs]) -> Wrong {
    let Some(tables) = room.tables(pairing, costs) else {
        return vec![(
            "I4",
            "costs are missing, or are not those of the room".into(),
        )];
    };
    let mut wrong = Wrong::new();
    for (one, other, printed) in &tables {
        let due = room.cost(*one, *other);
        if due != *printed {
            wrong.push((
                "I4",
                format!("places {one} and {other} cost {due:?}, not {printed:?}"),
            ));
        }
    }
    if !room.is_best(&tables) {
        wrong.push(("I4", "another pairing costs less".into()));
    }
    wrong
}

/// I7: places are those of the keys.
fn places(told: &[Standing]) -> Wrong {
    let mut wrong = Wrong::new();
    for one in told {
        let ahead = told.iter().filter(|other| other.keys > one.keys).count();
        if usize::from(one.place) != ahead + 1 {
            wrong.push(("I7", format!("entry {} has place {}", one.entry, one.place)));
        }
        if one.best > one.place || one.place > one.worst {
            wrong.push(("I11", format!("entry {} is beyond its bounds", one.entry)));
        }
    }
    wrong
}

/// I5 and I8: the keys follow from what the log says happened, by the definitions and the policy.
fn keys(model: &Model, told: &[Standing]) -> Wrong {
    let mut wrong = Wrong::new();
    let mut lines = table::ranked(model, model.stages.len());
    let order: BTreeMap<EntryId, usize> = told
        .iter()
        .enumerate()
        .map(|(at, one)| (one.entry, at))
        .collect();
    lines.sort_by_key(|line| order.get(&line.entry).copied());
    if lines.len() != told.len() {
        return vec![("I5", "the standings are not of those who play".into())];
    }
    for (line, one) in lines.iter().zip(told) {
        let (due, found) = (&line.keys, &one.keys);
        let lots = one.keys.len() > due.len();
        if line.entry != one.entry || found[..due.len().min(found.len())] != due[..] {
            wrong.push((
                "I5",
                format!("entry {}: keys {found:?}, not {due:?}", one.entry),
            ));
        } else if !lots && one.place != line.place {
            wrong.push((
                "I7",
                format!("entry {} is {}., not {}.", one.entry, one.place, line.place),
            ));
        }
    }
    wrong
}

/// I5: who is still in a knock-out, or won it, is ahead of all others.
fn came_through(stage: &Played, told: &[Standing]) -> Wrong {
    if stage
        .rounds
        .last()
        .is_some_and(|(_, results)| results.contains(&None))
    {
        return Wrong::new();
    }
    let in_it = stage.still_in();
    let most = told.iter().map(|one| one.keys[0]).max();
    let ahead: BTreeSet<EntryId> = told
        .iter()
        .filter(|one| Some(one.keys[0]) == most)
        .map(|one| one.entry)
        .collect();
    match in_it.is_empty() || ahead == in_it {
        true => Wrong::new(),
        false => vec![(
            "I5",
            format!("{ahead:?} are ahead, and {in_it:?} are in it"),
        )],
    }
}

/// I6, and I12 where boards are played: the points handed out are those of the meetings and byes, by kind.
fn handed_out(model: &Model, told: &[Standing]) -> Wrong {
    let Some(stage) = model.stage() else {
        return Wrong::new();
    };
    let at = stage
        .rules
        .standings
        .iter()
        .position(|by| *by == TieBreak::Points);
    let policy = &stage.rules.forfeits;
    let voids = policy.withdrawal == capicu_event::Withdrawal::VoidInFirstHalf;
    let left = model.entries.values().any(|one| one.left.is_some());
    let Some(at) = at.filter(|_| !(voids && left)) else {
        return Wrong::new();
    };
    let mut due: i64 = 0;
    for (round, (pairing, results)) in stage.rounds.iter().enumerate() {
        for (meeting, result) in pairing.meetings.iter().zip(results) {
            let (sides, a_side) = (meeting.sides.len(), meeting.sides[0].len() as i64);
            due += a_side
                * match result {
                    Some(Outcome::Forfeit { absent }) if absent.len() == sides => {
                        sides as i64 * i64::from(policy.double.points)
                    }
                    Some(Outcome::Forfeit { absent }) => {
                        let (gone, there) = (absent.len() as i64, (sides - absent.len()) as i64);
                        there * i64::from(policy.win.points) + gone * i64::from(policy.loss.points)
                    }
                    Some(Outcome::Void) | None => 0,
                    Some(Outcome::Boards { .. }) => boards::both_sides(stage) / 12,
                    Some(outcome) => {
                        let all = stage.decides(outcome).unwrap_or_default();
                        let most = all.iter().max().copied().unwrap_or(0);
                        let behind = all.iter().map(|own| most - own);
                        let close = stage.rules.close_loss.map_or(0, |rule| {
                            let close =
                                behind.filter(|behind| (1..=i64::from(rule.by)).contains(behind));
                            close.count() as i64 * i64::from(rule.points)
                        });
                        let places = stage.rules.points[..sides].iter().copied();
                        places.map(i64::from).sum::<i64>() + close
                    }
                };
        }
        if matches!(stage.method, Method::Arena { .. }) {
            continue;
        }
        for bye in &pairing.byes {
            due += i64::from(match bye.kind {
                ByeKind::Pairing => policy.bye.points,
                ByeKind::Requested => policy.requested_bye.points,
            });
        }
        let missed = stage
            .first_round
            .values()
            .filter(|first| round < **first)
            .count() as i64;
        due += missed * i64::from(policy.missed.points);
    }
    due -= stage
        .penalties
        .iter()
        .map(|penalty| i64::from(penalty.1))
        .sum::<i64>();
    let sum: i64 = told.iter().filter_map(|one| one.keys.get(at)).sum();
    match sum == due * 12 {
        true => Wrong::new(),
        false => vec![(
            if stage.rules.duplicate.is_some() {
                "I12"
            } else {
                "I6"
            },
            format!("{sum} twelfths were handed out, not {}", due * 12),
        )],
    }
}

/// I11: from result to result the bounds only narrow.
fn narrower(bounds: &mut BTreeMap<EntryId, (u16, u16)>, told: &[Standing]) -> Wrong {
    let mut wrong = Wrong::new();
    for one in told {
        let now = (one.best, one.worst);
        let before = bounds.insert(one.entry, now).unwrap_or(now);
        if now.0 < before.0 || now.1 > before.1 {
            wrong.push((
                "I11",
                format!("entry {}: {before:?} became {now:?}", one.entry),
            ));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use capicu_event::{
        Command, Consent, Envelope, Event, NewEntry, Presence, SideScore, presets, standings,
    };

    use super::*;

    fn send(event: &mut Event, command: Command) {
        let expected = event.version();
        let key = expected.to_string();
        event
            .execute(&Envelope {
                key,
                expected,
                now: 0,
                command,
            })
            .unwrap();
    }

    /// Seven pairs after two rounds, and the lines of the third draft.
    fn event() -> Event {
        let preset = presets::by_id("latin-pairs").unwrap();
        let mut event = Event::create("Faults", preset, 3, 0).unwrap();
        for name in ["A", "B", "C", "D", "E", "F", "G"] {
            send(&mut event, Command::Enter(NewEntry::named(name)));
        }
        send(&mut event, Command::OpenStage);
        for _ in 0..2 {
            send(&mut event, Command::Draft(Consent::Withheld));
            send(&mut event, Command::Publish);
            for meeting in 1..=3 {
                let score = |points| SideScore { games: 0, points };
                let outcome = Outcome::Played {
                    scores: vec![score(200), score(90)],
                };
                send(
                    &mut event,
                    Command::Rule {
                        meeting,
                        outcome,
                        reason: "seen".into(),
                    },
                );
            }
        }
        send(&mut event, Command::Draft(Consent::Withheld));
        assert!(
            event
                .state()
                .entries
                .values()
                .all(|one| one.presence == Presence::Entered)
        );
        event
    }

    /// The invariants that are found broken once the last line was changed.
    fn found(change: impl Fn(&mut Fact)) -> Vec<&'static str> {
        let mut checker = Checker::default();
        let mut lines = event().log().lines().to_vec();
        let last = lines.len() - 1;
        change(&mut lines[last].fact);
        lines.iter().for_each(|line| checker.line(line));
        let mut found: Vec<_> = checker.found.iter().map(|one| one.invariant).collect();
        found.dedup();
        found
    }

    fn pairing(fact: &mut Fact) -> (&mut Pairing, &mut Vec<capicu_event::Costs>) {
        match fact {
            Fact::Drafted { pairing, costs, .. } => (pairing, costs),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn nothing_is_found_where_nothing_is_wrong() {
        assert_eq!(found(|_| {}), [""; 0]);
    }

    #[test]
    fn a_bye_of_the_wrong_kind_is_found() {
        let wrong = found(|fact| pairing(fact).0.byes[0].kind = ByeKind::Requested);
        assert!(wrong.contains(&"I3"), "{wrong:?}");
    }

    #[test]
    fn somebody_left_out_or_seated_twice_is_found() {
        assert!(found(|fact| pairing(fact).0.byes.clear()).contains(&"I1"));
        let wrong = found(|fact| {
            let pairing = pairing(fact).0;
            pairing.meetings[1] = pairing.meetings[0].clone();
        });
        assert!(wrong.contains(&"I1"), "{wrong:?}");
    }

    /// A cost that depends on who is named first leads to a pairing that is not the best: here the
    /// lower sides of two tables are exchanged, with the costs that this would really have.
    #[test]
    fn a_pairing_that_is_not_the_best_is_found() {
        let model = |lines: &[Line]| {
            let facts: Vec<&Fact> = lines.iter().map(|line| &line.fact).collect();
            Model::of(&facts).unwrap()
        };
        let lines = event().log().lines().to_vec();
        let before = model(&lines[..lines.len() - 1]);
        let room = Room::new(&before).unwrap();
        let wrong = found(|fact| {
            let (pairing, costs) = pairing(fact);
            let side = pairing.meetings[0].sides[1].clone();
            pairing.meetings[0].sides[1] = pairing.meetings[1].sides[1].clone();
            pairing.meetings[1].sides[1] = side;
            let tables = room.tables(pairing, costs).unwrap();
            for (table, cost) in tables.iter().zip(costs) {
                let [
                    rematch,
                    second_bye,
                    clubs_barred,
                    gap,
                    bye_above,
                    clubs,
                    float,
                    distance,
                ] = room.cost(table.0, table.1);
                *cost = capicu_event::Costs {
                    rematch,
                    second_bye,
                    clubs_barred,
                    gap,
                    bye_above,
                    clubs,
                    float,
                    distance,
                    ..*cost
                };
            }
        });
        assert!(wrong.contains(&"I4"), "{wrong:?}");
    }

    #[test]
    fn a_printed_cost_that_is_not_the_true_one_is_found() {
        assert_eq!(found(|fact| pairing(fact).1[0].gap += 1), ["I4"]);
    }

    #[test]
    fn a_rematch_without_consent_is_found() {
        let first = event().state().stages[0].rounds[0].pairing.clone();
        let wrong = found(|fact| *pairing(fact).0 = first.clone());
        assert!(wrong.contains(&"I2"), "{wrong:?}");
        assert!(wrong.contains(&"I3"), "the bye is a second one: {wrong:?}");
    }

    #[test]
    fn wrong_standings_are_found() {
        let event = event();
        let told = |change: &dyn Fn(&mut Vec<Standing>)| {
            let mut checker = Checker::default();
            event
                .log()
                .lines()
                .iter()
                .for_each(|line| checker.line(line));
            let state = event.state();
            let mut told = standings::standings(state, &state.stages[0]);
            checker.standings(&told);
            change(&mut told);
            checker.standings(&told);
            checker
                .found
                .iter()
                .map(|one| one.invariant)
                .collect::<BTreeSet<_>>()
        };
        assert!(told(&|_| {}).is_empty());
        assert!(told(&|told| told[0].keys[0] += 12).is_superset(&BTreeSet::from(["I5", "I6"])));
        assert!(told(&|told| told[0].keys[4] += 1).contains("I5"));
        assert!(told(&|told| told[1].place = 1).contains("I7"));
        assert!(told(&|told| told[0].worst += 1).contains("I11"));
    }

    /// The first round of a preset with so many entries of so many members.
    fn first_round(preset: &str, n: usize, members: usize) -> Event {
        let preset = presets::by_id(preset).unwrap();
        let mut event = Event::create("Faults", preset, 3, 0).unwrap();
        for name in (0..n).map(|at| format!("E{at}")) {
            let members = (0..members).map(|at| format!("{name}/{at}")).collect();
            let entry = NewEntry {
                members,
                ..NewEntry::named(&name)
            };
            send(&mut event, Command::Enter(entry));
        }
        send(&mut event, Command::OpenStage);
        send(&mut event, Command::Draft(Consent::Withheld));
        send(&mut event, Command::Publish);
        event
    }

    /// The log of a first round in which every meeting ended like this, and the draft of the second.
    fn two_rounds(preset: &str, n: usize, outcome: &Outcome) -> Vec<Line> {
        let mut event = first_round(preset, n, 0);
        let meetings = event.state().stages[0].rounds[0].tables.len();
        for meeting in 1..=meetings as u16 {
            let (outcome, reason) = (outcome.clone(), "seen".into());
            send(
                &mut event,
                Command::Rule {
                    meeting,
                    outcome,
                    reason,
                },
            );
        }
        send(&mut event, Command::Draft(Consent::Given));
        event.log().lines().to_vec()
    }

    fn points(scores: &[i32]) -> Outcome {
        let score = |points: &i32| SideScore {
            games: 0,
            points: *points,
        };
        let scores = scores.iter().map(score).collect();
        Outcome::Played { scores }
    }

    fn invariants(lines: &[Line]) -> BTreeSet<&'static str> {
        let mut checker = Checker::default();
        lines.iter().for_each(|line| checker.line(line));
        checker.found.iter().map(|one| one.invariant).collect()
    }

    #[test]
    fn a_repeated_partner_is_found() {
        let mut lines = two_rounds("rotating-partners", 10, &points(&[100, 40]));
        assert_eq!(invariants(&lines), BTreeSet::new());
        let first = lines.iter().find_map(|line| match &line.fact {
            Fact::Drafted { pairing, .. } => Some(pairing.clone()),
            _ => None,
        });
        let last = lines.len() - 1;
        pairing(&mut lines[last].fact).0.clone_from(&first.unwrap());
        let wrong = invariants(&lines);
        assert!(
            wrong.is_superset(&BTreeSet::from(["I2", "I3"])),
            "{wrong:?}"
        );
    }

    #[test]
    fn tables_of_three_that_are_not_the_best_and_a_wrong_bye_are_found() {
        let games = |games: [u16; 3]| Outcome::Played {
            scores: games.map(|games| SideScore { games, points: 0 }).to_vec(),
        };
        let lines = two_rounds("three-hand", 10, &games([6, 4, 1]));
        assert_eq!(invariants(&lines), BTreeSet::new());
        let last = lines.len() - 1;
        let mut exchanged = lines.clone();
        let made = pairing(&mut exchanged[last].fact).0;
        let side = made.meetings[0].sides[1].clone();
        made.meetings[0].sides[1] = made.meetings[2].sides[2].clone();
        made.meetings[2].sides[2] = side;
        assert!(invariants(&exchanged).contains("I4"));
        let mut bye = lines;
        let made = pairing(&mut bye[last].fact).0;
        let entry = made.meetings[0].sides[0][0];
        made.meetings[0].sides[0] = vec![made.byes[0].entry];
        made.byes[0].entry = entry;
        assert!(invariants(&bye).contains("I3"));
    }

    #[test]
    fn a_line_up_with_somebody_twice_is_found() {
        let mut event = first_round("three-hand-league", 3, 6);
        let state = event.state();
        let by = state.stages[0].rounds[0].pairing.meetings[0].sides[0][0];
        let names = &state.entries[&by].members;
        let tables = (0..18).map(|at| vec![names[at % 6].clone()]).collect();
        send(
            &mut event,
            Command::LineUp {
                meeting: 1,
                by,
                tables,
            },
        );
        let mut lines = event.log().lines().to_vec();
        assert_eq!(invariants(&lines), BTreeSet::new());
        let last = lines.len() - 1;
        let Fact::LinedUp { tables, .. } = &mut lines[last].fact else {
            panic!("{:?}", lines[last].fact);
        };
        tables[1] = tables[0].clone();
        assert_eq!(invariants(&lines), BTreeSet::from(["I1"]));
    }

    /// Eight pairs have played two boards each by a Howell movement.
    #[test]
    fn boards_that_somebody_has_played_are_found() {
        let margins = vec![Some(1), Some(-2)];
        let mut lines = two_rounds("duplicate", 8, &Outcome::Boards { margins });
        assert_eq!(invariants(&lines), BTreeSet::new());
        let last = lines.len() - 1;
        let first = lines.iter().find_map(|line| match &line.fact {
            Fact::Drafted { pairing, .. } => Some(pairing.clone()),
            _ => None,
        });
        let first = first.unwrap();
        let made = pairing(&mut lines[last].fact).0;
        let someone = made.meetings[0].sides[0][0];
        let seated = |at: &usize| first.meetings[*at].side_of(someone).is_some();
        let before = (0..4).find(seated).unwrap();
        made.sets[0] = first.sets[before];
        assert_eq!(invariants(&lines), BTreeSet::from(["I12"]));
        pairing(&mut lines[last].fact).0.sets.clear();
        assert_eq!(invariants(&lines), BTreeSet::from(["I12"]));
    }
}
