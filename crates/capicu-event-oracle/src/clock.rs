//! The clock of a round, computed again from the log: its running time and its end.

use std::collections::BTreeMap;

use capicu_event::{Fact, Line, Stage};

use crate::checker::Wrong;

/// A fact about the clock of a round.
#[derive(Clone, Copy, PartialEq)]
enum Tick {
    Published,
    Started,
    Paused,
}

#[derive(Default)]
struct RoundClock {
    ticks: Vec<(u64, Tick)>,
    /// Minutes added, for all tables or for one meeting.
    added: BTreeMap<Option<u16>, u64>,
}

impl RoundClock {
    /// The running time until `now`, in milliseconds. The desk's first start restarts the clock from zero, unless the
    /// desk has paused it before.
    fn elapsed(&self, now: u64) -> u64 {
        let first = self
            .ticks
            .iter()
            .position(|(_, tick)| *tick != Tick::Published);
        let from = first.filter(|at| self.ticks[*at].1 == Tick::Started);
        let ticks = &self.ticks[from.unwrap_or(0)..];
        let mut sum = 0;
        for (at, (begins, tick)) in ticks.iter().enumerate() {
            let ends = ticks.get(at + 1).map_or(now, |next| next.0);
            if *tick != Tick::Paused {
                sum += ends - begins;
            }
        }
        sum
    }
}

/// The rounds of the last stage, with the ticks of their clocks.
fn told(lines: &[Line]) -> Vec<RoundClock> {
    let mut counting: Vec<&Line> = Vec::new();
    for line in lines {
        match line.fact {
            Fact::Undone { .. } => _ = counting.pop(),
            _ => counting.push(line),
        }
    }
    let mut rounds: Vec<RoundClock> = Vec::new();
    for line in counting {
        let last = rounds.last_mut();
        let tick = |tick| {
            if let Some(last) = last {
                last.ticks.push((line.at, tick));
            }
        };
        match &line.fact {
            Fact::StageOpened { .. } => rounds.clear(),
            Fact::Published => rounds.push(RoundClock {
                ticks: vec![(line.at, Tick::Published)],
                added: BTreeMap::new(),
            }),
            Fact::Unpublished { .. } => _ = rounds.pop(),
            Fact::ClockStarted => tick(Tick::Started),
            Fact::ClockPaused => tick(Tick::Paused),
            Fact::ClockExtended { meeting, minutes } => {
                if let Some(last) = rounds.last_mut() {
                    *last.added.entry(*meeting).or_default() += u64::from(*minutes);
                }
            }
            Fact::Created { .. }
            | Fact::Entered { .. }
            | Fact::Categorised { .. }
            | Fact::Paid { .. }
            | Fact::Unpaid { .. }
            | Fact::Limited { .. }
            | Fact::LetIn { .. }
            | Fact::CheckedIn { .. }
            | Fact::Withdrawn { .. }
            | Fact::ByeRequested { .. }
            | Fact::ReEntered { .. }
            | Fact::CameBack { .. }
            | Fact::EntryCorrected { .. }
            | Fact::Substituted { .. }
            | Fact::Penalised { .. }
            | Fact::RoundsChanged { .. }
            | Fact::RoundsExchanged { .. }
            | Fact::KeptApart { .. }
            | Fact::AllowedToMeet { .. }
            | Fact::TableFixed { .. }
            | Fact::TablesNumbered { .. }
            | Fact::Drafted { .. }
            | Fact::Edited { .. }
            | Fact::Discarded
            | Fact::Moved { .. }
            | Fact::Recorded { .. }
            | Fact::TableRecorded { .. }
            | Fact::LinedUp { .. }
            | Fact::Claimed { .. }
            | Fact::Confirmed { .. }
            | Fact::Disputed { .. }
            | Fact::Ruled { .. }
            | Fact::Corrected { .. }
            | Fact::Contested { .. }
            | Fact::ContestRejected { .. }
            | Fact::Renamed { .. }
            | Fact::Hidden
            | Fact::Listed
            | Fact::Cancelled { .. }
            | Fact::Announced { .. }
            | Fact::Undone { .. }
            | Fact::StageClosed
            | Fact::CutSettled { .. }
            | Fact::Frozen
            | Fact::HandedOver { .. }
            | Fact::Returned { .. }
            | Fact::Recalled { .. } => {}
        }
    }
    rounds
}

/// I15: the clocks of the last stage follow from the log.
pub fn wrong(lines: &[Line], stage: &Stage) -> Wrong {
    let mut wrong = Wrong::new();
    let now = lines.last().map_or(0, |line| line.at) + 30_000;
    for (at, (due, round)) in told(lines).iter().zip(&stage.rounds).enumerate() {
        let elapsed = due.elapsed(now);
        if round.clock.elapsed(now) != elapsed {
            let found = round.clock.elapsed(now);
            wrong.push((
                "I15",
                format!("the clock of round {} ran {found}, not {elapsed}", at + 1),
            ));
        }
        let runs = due.ticks.last().is_some_and(|last| last.1 != Tick::Paused);
        for meeting in [None, Some(1), Some(2)] {
            let own = meeting.map_or(0, |_| due.added.get(&meeting).copied().unwrap_or(0));
            let all = 10 + due.added.get(&None).copied().unwrap_or(0) + own;
            let ends = runs.then(|| now + all * 60_000 - elapsed.min(now));
            if round.clock.ends_at(10, meeting) != ends {
                wrong.push(("I15", format!("round {} does not end at {ends:?}", at + 1)));
            }
        }
    }
    wrong
}
