//! The numbers of entries are only names: replaying an event with other numbers gives the same result.

use capicu_event::{
    Command, Consent, EntryId, Envelope, Event, Fact, Meeting, NewEntry, Pairing, Payment,
    Standing, State, standings,
};

/// Describes a difference after renumbering, if there is one. Skips events with late entries, whose numbers depend on
/// their time of arrival.
pub fn differs(facts: &[Fact]) -> Option<String> {
    let mut counting: Vec<&Fact> = Vec::new();
    for fact in facts {
        if let Fact::Undone { .. } = fact {
            counting.pop();
        } else {
            counting.push(fact);
        }
    }
    let opened = counting
        .iter()
        .position(|fact| matches!(fact, Fact::StageOpened { .. }))?;
    let entered = |fact: &&&Fact| matches!(fact, Fact::Entered { .. });
    if counting[opened..].iter().any(|fact| entered(&fact)) {
        return None;
    }
    // Also skips events with limited places.
    let limit = |fact: &&Fact| match fact {
        Fact::Created { preset, .. } => preset.places.is_some(),
        fact => matches!(fact, Fact::Limited { .. }),
    };
    if counting.iter().any(limit) {
        return None;
    }
    let mut order: Vec<&Fact> = counting.iter().filter(entered).copied().collect();
    let n = order.len() as u32;
    // The last to enter becomes the first.
    order.reverse();
    order.extend(counting[1..].iter().filter(|fact| !entered(fact)));
    let Fact::Created {
        name, preset, seed, ..
    } = counting[0]
    else {
        return None;
    };
    let own = folded(&counting)?;
    let mut event = Event::create(name, preset.as_ref().clone(), *seed, 0).ok()?;
    let renamed = |id: EntryId| EntryId(n + 1 - id.0);
    for (at, fact) in order.into_iter().enumerate() {
        let command = command(fact, &renamed);
        let (key, expected) = (at.to_string(), event.version());
        let done = event.execute(&Envelope {
            key,
            expected,
            now: 0,
            command,
        });
        if let Err(why) = done {
            return Some(format!("{fact:?} is refused under other numbers: {why}"));
        }
        let last = event.log().lines().last().map(|line| &line.fact);
        if !is_same(fact, last?, &renamed) {
            return Some(format!("{fact:?} became {last:?} under other numbers"));
        }
    }
    let named = |one: Standing| Standing {
        entry: renamed(one.entry),
        ..one
    };
    let own: Vec<Standing> = told(&own).into_iter().map(named).collect();
    (own != told(event.state())).then(|| "standings differ under other numbers".to_owned())
}

/// The state after facts that are all in force.
fn folded(counting: &[&Fact]) -> Option<State> {
    let mut log = capicu_event::Log::new();
    for (at, fact) in counting.iter().enumerate() {
        log.append(0, &at.to_string(), (*fact).clone());
    }
    Event::replay(log).ok().map(|event| event.state().clone())
}

fn told(state: &State) -> Vec<Standing> {
    state
        .stages
        .iter()
        .flat_map(|stage| standings::standings(state, stage))
        .collect()
}

/// Whether a computed fact is equal except for the numbers.
fn is_same(fact: &Fact, other: &Fact, renamed: &impl Fn(EntryId) -> EntryId) -> bool {
    if let (Fact::StageOpened { order, .. }, Fact::StageOpened { order: other, .. }) = (fact, other)
    {
        let order = order.iter().map(|id| renamed(*id));
        return order.eq(other.iter().copied());
    }
    let (
        Fact::Drafted { pairing, costs, .. },
        Fact::Drafted {
            pairing: other,
            costs: printed,
            ..
        },
    ) = (fact, other)
    else {
        return command(fact, renamed) == command(other, &|id| id);
    };
    seats(pairing, renamed) == *other && costs == printed
}

fn seats(pairing: &Pairing, renamed: &impl Fn(EntryId) -> EntryId) -> Pairing {
    let mut pairing = pairing.clone();
    for Meeting { sides } in &mut pairing.meetings {
        sides.iter_mut().flatten().for_each(|id| *id = renamed(*id));
    }
    pairing
        .byes
        .iter_mut()
        .for_each(|bye| bye.entry = renamed(bye.entry));
    pairing
}

/// Two entries under other numbers, the lower number first.
fn both(entries: [EntryId; 2], renamed: &impl Fn(EntryId) -> EntryId) -> [EntryId; 2] {
    let mut entries = entries.map(renamed);
    entries.sort_unstable();
    entries
}

fn command(fact: &Fact, renamed: &impl Fn(EntryId) -> EntryId) -> Command {
    match fact.clone() {
        Fact::Entered {
            name,
            members,
            club,
            rating,
            shown,
            ..
        } => Command::Enter(NewEntry {
            name,
            members,
            club,
            rating,
            shown,
        }),
        Fact::Categorised { entry, categories } => Command::Categorise(renamed(entry), categories),
        Fact::Paid { entry } => Command::Pay(renamed(entry), Payment::Paid),
        Fact::Unpaid { entry } => Command::Pay(renamed(entry), Payment::Due),
        Fact::Limited { places } => Command::Limit(places),
        Fact::LetIn { entry } => Command::LetIn(renamed(entry)),
        Fact::CheckedIn { entry } => Command::CheckIn(renamed(entry)),
        Fact::Withdrawn { entry, reason } => Command::Withdraw(renamed(entry), reason),
        Fact::ByeRequested { entry, round } => Command::RequestBye(renamed(entry), round),
        Fact::ReEntered { entry } => Command::ReEnter(renamed(entry)),
        Fact::CameBack { entry } => Command::ComeBack(renamed(entry)),
        Fact::EntryCorrected {
            entry,
            name,
            members,
            club,
            rating,
        } => Command::CorrectEntry {
            entry: renamed(entry),
            name,
            members,
            club,
            rating,
        },
        Fact::RoundsChanged { rounds, reason } => Command::ChangeRounds { rounds, reason },
        Fact::Substituted {
            entry,
            leaves,
            joins,
        } => Command::Substitute {
            entry: renamed(entry),
            leaves,
            joins,
        },
        Fact::Penalised {
            entry,
            points,
            score,
            reason,
        } => Command::Penalise {
            entry: renamed(entry),
            points,
            score,
            reason,
        },
        Fact::StageOpened { .. } => Command::OpenStage,
        Fact::Drafted { .. } => Command::Draft(Consent::Given),
        Fact::Edited {
            pairing, reason, ..
        } => Command::Edit {
            pairing: seats(&pairing, renamed),
            reason,
        },
        Fact::Discarded => Command::Discard,
        Fact::Published => Command::Publish,
        Fact::Unpublished { reason } => Command::Unpublish(reason),
        Fact::LinedUp {
            meeting,
            by,
            tables,
        } => Command::LineUp {
            meeting,
            by: renamed(by),
            tables,
        },
        Fact::Claimed {
            meeting,
            by,
            outcome,
        } => Command::Claim {
            meeting,
            by: renamed(by),
            outcome,
        },
        Fact::Confirmed { meeting, by } => Command::Confirm {
            meeting,
            by: renamed(by),
        },
        Fact::Disputed {
            meeting,
            by,
            outcome,
        } => Command::Dispute {
            meeting,
            by: renamed(by),
            outcome,
        },
        Fact::Moved { meeting, to } => Command::Move { meeting, to },
        Fact::Recorded {
            meeting,
            table,
            outcome,
        } => Command::Record {
            meeting,
            table,
            outcome,
        },
        Fact::TableRecorded {
            meeting,
            number,
            table,
            result,
        } => Command::RecordTable {
            meeting,
            number,
            table,
            result,
        },
        Fact::Ruled {
            meeting,
            outcome,
            reason,
        } => Command::Rule {
            meeting,
            outcome,
            reason,
        },
        Fact::Corrected {
            stage,
            round,
            meeting,
            outcome,
            reason,
        } => Command::Correct {
            stage,
            round,
            meeting,
            outcome,
            reason,
        },
        Fact::Contested {
            stage,
            round,
            meeting,
            by,
            reason,
        } => Command::Contest {
            stage,
            round,
            meeting,
            by: renamed(by),
            reason,
        },
        Fact::ContestRejected {
            stage,
            round,
            meeting,
            reason,
        } => Command::RejectContest {
            stage,
            round,
            meeting,
            reason,
        },
        Fact::ClockStarted => Command::StartClock,
        Fact::ClockPaused => Command::PauseClock,
        Fact::ClockExtended { meeting, minutes } => Command::ExtendClock { meeting, minutes },
        Fact::Renamed { name } => Command::Rename(name),
        Fact::Hidden => Command::Hide,
        Fact::Listed => Command::List,
        Fact::Cancelled { reason } => Command::Cancel(reason),
        Fact::Announced { text } => Command::Announce(text),
        Fact::StageClosed => Command::CloseStage,
        Fact::CutSettled { by, order } => Command::SettleCut {
            by,
            order: order.into_iter().map(renamed).collect(),
        },
        Fact::Frozen => Command::Freeze,
        Fact::HandedOver { to } => Command::HandOver(to),
        Fact::Returned { seal } => Command::Return(seal),
        Fact::Recalled { reason } => Command::Recall(reason),
        Fact::KeptApart { entries, reason } => Command::KeepApart {
            entries: both(entries, renamed),
            reason,
        },
        Fact::AllowedToMeet { entries } => Command::AllowToMeet(both(entries, renamed)),
        Fact::TableFixed { entry, table } => Command::FixTable {
            entry: renamed(entry),
            table,
        },
        Fact::TablesNumbered { first } => Command::NumberTables(first),
        Fact::RoundsExchanged {
            round,
            with,
            reason,
        } => Command::ExchangeRounds {
            round,
            with,
            reason,
        },
        Fact::Created { .. } | Fact::Undone { .. } => Command::Undo,
    }
}
