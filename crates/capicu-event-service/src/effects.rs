//! A preview of the effects of a command.

use std::collections::BTreeMap;

use capicu_event::standings::{Sheet, sheets, standings};
use capicu_event::{EntryId, Presence, Stage, StageStatus, State, Status};

/// One effect of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// An entry gets another place or other points.
    Standing {
        /// The stage, from 1.
        stage: u16,
        entry: EntryId,
        /// The current place, and the points in twelfths.
        before: (u16, i64),
        /// The new place, and the points in twelfths.
        after: (u16, i64),
    },
    /// An entry is added.
    Enters(EntryId),
    /// An entry is added to the waiting list, at this place from 1.
    Waits(EntryId, usize),
    /// A waiting entry gets a place.
    ComesUp(EntryId),
    /// An entry leaves.
    Leaves(EntryId),
    /// An entry returns.
    Returns(EntryId),
    /// An added entry disappears.
    Vanishes(EntryId),
    /// The draft is deleted, or can no longer be published.
    Draft,
    /// A published round is taken back.
    RoundGone(u16),
    /// A round is published.
    RoundComes(u16),
    /// The number of rounds of a stage changes.
    Rounds { before: u16, after: u16 },
    /// A stage ends, or opens again.
    Stage(StageStatus),
    /// The event ends.
    Over,
}

/// The differences between two states of an event, in the order of the page.
pub fn effects(before: &State, after: &State) -> Vec<Effect> {
    let mut all = Vec::new();
    if before.status != after.status && after.status == Status::Frozen {
        all.push(Effect::Over);
    }
    for (id, entry) in &after.entries {
        let is_there =
            |entry: &capicu_event::Entry| !matches!(entry.presence, Presence::Withdrawn { .. });
        let waits = |entry: &capicu_event::Entry| entry.presence == Presence::Waiting;
        match before.entries.get(id) {
            None if waits(entry) => {
                let place = after.waiting().take_while(|other| other != id).count();
                all.push(Effect::Waits(*id, place + 1));
            }
            Some(was) if waits(was) && !waits(entry) && is_there(entry) => {
                all.push(Effect::ComesUp(*id));
            }
            None => all.push(Effect::Enters(*id)),
            Some(was) if is_there(was) && !is_there(entry) => all.push(Effect::Leaves(*id)),
            Some(was) if !is_there(was) && is_there(entry) => all.push(Effect::Returns(*id)),
            Some(_) => {}
        }
    }
    let vanished = before
        .entries
        .keys()
        .filter(|id| !after.entries.contains_key(id));
    all.extend(vanished.map(|id| Effect::Vanishes(*id)));
    for (was, is) in before.stages.iter().zip(&after.stages) {
        let rounds = |stage: &Stage| stage.rounds.len() as u16;
        if rounds(is) < rounds(was) {
            all.push(Effect::RoundGone(rounds(was)));
        }
        if rounds(is) > rounds(was) {
            all.push(Effect::RoundComes(rounds(is)));
        }
        if was.n_rounds != is.n_rounds {
            all.push(Effect::Rounds {
                before: was.n_rounds,
                after: is.n_rounds,
            });
        }
        if was.status != is.status {
            all.push(Effect::Stage(is.status));
        }
        if was.draft.is_some() && rounds(is) == rounds(was) {
            all.push(Effect::Draft);
        }
        all.extend(moved(before, after, was, is));
    }
    all
}

fn moved(before: &State, after: &State, was: &Stage, is: &Stage) -> Vec<Effect> {
    let stood = places(before, was);
    let standings = standings(after, is);
    let points = points(&sheets(after, is));
    let moved = standings.iter().filter_map(|standing| {
        let entry = standing.entry;
        let before = *stood.get(&entry)?;
        let after = (standing.place, points[&entry]);
        (before != after).then_some(Effect::Standing {
            stage: is.number,
            entry,
            before,
            after,
        })
    });
    moved.collect()
}

fn places(state: &State, stage: &Stage) -> BTreeMap<EntryId, (u16, i64)> {
    let points = points(&sheets(state, stage));
    let standings = standings(state, stage);
    let place = |of: &capicu_event::Standing| (of.entry, (of.place, points[&of.entry]));
    standings.iter().map(place).collect()
}

/// The points of all entries in twelfths, minus penalties.
pub fn points(sheets: &BTreeMap<EntryId, Sheet>) -> BTreeMap<EntryId, i64> {
    let sum = |sheet: &Sheet| sheet.rows.iter().map(|row| row.points).sum::<i64>() - sheet.penalty;
    sheets.iter().map(|(id, sheet)| (*id, sum(sheet))).collect()
}

#[cfg(test)]
mod tests {
    use capicu_event::{Command, Consent, Envelope, Event, NewEntry, Outcome, SideScore, presets};

    use super::*;

    fn done(event: &mut Event, command: Command) {
        let envelope = Envelope::next(event, 1, command);
        event.execute(&envelope).expect("it can be done");
    }

    #[test]
    fn correction_lists_changed_places() {
        let preset = presets::by_id("latin-pairs").expect("a preset");
        let mut event = Event::create("Friday", preset, 7, 0).expect("an event");
        for name in ["A", "B", "C", "D"] {
            done(&mut event, Command::Enter(NewEntry::named(name)));
        }
        done(&mut event, Command::OpenStage);
        done(&mut event, Command::Draft(Consent::Withheld));
        done(&mut event, Command::Publish);
        let played = |scores: [i32; 2]| Outcome::Played {
            scores: scores.map(|points| SideScore { games: 0, points }).to_vec(),
        };
        for meeting in [1, 2] {
            let outcome = played([200, 90 + i32::from(meeting)]);
            let reason = "sheet".to_owned();
            done(
                &mut event,
                Command::Rule {
                    meeting,
                    outcome,
                    reason,
                },
            );
        }
        let [one, other] = {
            let sides = &event.state().stages[0].rounds[0].pairing.meetings[0].sides;
            [sides[0][0], sides[1][0]]
        };
        let correct = Command::Correct {
            stage: 1,
            round: 1,
            meeting: 1,
            outcome: played([91, 200]),
            reason: "the wrong way round".to_owned(),
        };
        let after = event.preview(&correct).expect("it can be done");
        let found = effects(event.state(), &after);
        // A win is two points, in twelfths: the winner loses them, and the other side gains them.
        for (entry, before, after) in [(one, 24, 0), (other, 0, 24)] {
            let is_meant = |effect: &&Effect| matches!(effect, Effect::Standing { entry: of, before: b, after: a, .. } if *of == entry && b.1 == before && a.1 == after);
            assert!(found.iter().any(|effect| is_meant(&effect)), "{found:?}");
        }
        let leaves = Command::Withdraw(one, "ill".to_owned());
        let after = event.preview(&leaves).expect("it can be done");
        assert_eq!(effects(event.state(), &after), [Effect::Leaves(one)]);
        assert_eq!(effects(event.state(), event.state()), []);
    }

    #[test]
    fn withdrawal_lists_the_waiting_entry() {
        let mut preset = presets::by_id("latin-pairs").expect("a preset");
        preset.places = Some(2);
        let mut event = Event::create("Friday", preset, 7, 0).expect("an event");
        for name in ["A", "B", "C"] {
            done(&mut event, Command::Enter(NewEntry::named(name)));
        }
        let after = |command: Command| event.preview(&command).expect("it can be done");
        let enters = after(Command::Enter(NewEntry::named("D")));
        assert_eq!(
            effects(event.state(), &enters),
            [Effect::Waits(EntryId(4), 2)]
        );
        let leaves = after(Command::Withdraw(EntryId(1), "ill".to_owned()));
        assert_eq!(
            effects(event.state(), &leaves),
            [Effect::Leaves(EntryId(1)), Effect::ComesUp(EntryId(3))]
        );
    }
}
