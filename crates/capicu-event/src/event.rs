//! An event: its log, and the state computed from it.

use std::collections::{BTreeSet, VecDeque};

use crate::bound;
use crate::command::{Command, Envelope};
use crate::decide;
use crate::fact::{Fact, Step, Undo};
use crate::id::EntryId;
use crate::log::{Line, Log};
use crate::pairing;
use crate::preset::Preset;
use crate::refused::Refused;
use crate::standings::{AtCut, Definitions};
use crate::state::State;

/// While reading a log, the number of states saved before facts that are undone later. Without a saved state, undoing
/// replays all facts.
const KEPT: usize = 8;

/// An event. Only commands change it, and each change is in the log before it takes effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    log: Log,
    state: State,
    /// The numbers of the facts in force.
    counting: Vec<u64>,
    keys: BTreeSet<String>,
}

/// An error in a log of an event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// A fact that cannot follow those before it.
    #[error("line {line}: {why}")]
    Fact {
        /// Counts from 1.
        line: u64,
        /// The violated rule.
        why: Refused,
    },
    /// A draft differs from the method's pairing of this state.
    #[error("line {line}: the draft is not what {method} pairs here")]
    Draft {
        /// Counts from 1.
        line: u64,
        /// The method named by the draft.
        method: String,
    },
    /// A stage opened with other entries or another order than the state gives, or a lot differs from the drawn one.
    #[error("line {line}: the stage was not opened with those who go on")]
    Stage {
        /// Counts from 1.
        line: u64,
    },
    /// The log is empty.
    #[error("the log is empty")]
    Empty,
}

impl Event {
    /// Creates an event. The seed determines all draws; the caller supplies it, and it is public.
    ///
    /// # Errors
    ///
    /// If the preset cannot be played, or the name is empty or too long.
    pub fn create(name: &str, preset: Preset, seed: u64, now: u64) -> Result<Self, Refused> {
        let fact = Fact::Created {
            name: name.to_owned(),
            preset: Box::new(preset),
            seed,
            tie_breaks: Definitions::NEWEST,
        };
        let state = State::created(&fact)?;
        let mut log = Log::new();
        log.append(now, "create", fact);
        let keys = BTreeSet::from(["create".to_owned()]);
        Ok(Self {
            log,
            state,
            counting: vec![1],
            keys,
        })
    }

    /// Replays a log without pairing its drafts again.
    ///
    /// # Errors
    ///
    /// The first fact that cannot follow those before it.
    pub fn replay(log: Log) -> Result<Self, Broken> {
        Self::fold(log, |_, _| Ok(()))
    }

    /// Replays a log, and checks every seed order and every draft in force by computing it again. Drafts that were
    /// undone, discarded or taken back have no effect and are not checked.
    ///
    /// # Errors
    ///
    /// The first fact that cannot follow those before it, or that differs from the computed one.
    pub fn verify(log: Log) -> Result<Self, Broken> {
        let event = Self::replay(log)?;
        let drafts = event.drafts();
        let mut lines = event.counting();
        let first = lines.next().ok_or(Broken::Empty)?;
        let wrong = |line: u64| move |why| Broken::Fact { line, why };
        let mut state = State::created(&first.fact).map_err(wrong(first.n))?;
        for line in lines {
            match line.fact.step() {
                Step::Drafted { .. } | Step::Edited { .. } if !drafts.contains(&line.n) => {}
                step => follows(&state, line, step)?,
            }
            if let Fact::CutSettled { by, order } = &line.fact {
                lot_follows(&state, *by, order, line.n)?;
            }
            let applied = state.apply(line.at, &line.fact);
            applied.map_err(wrong(line.n))?;
        }
        Ok(event)
    }

    /// The numbers of the facts that drafted the published rounds and the waiting draft.
    fn drafts(&self) -> BTreeSet<u64> {
        let mut all = BTreeSet::new();
        let (mut rounds, mut draft): (Vec<Vec<u64>>, Vec<u64>) = Default::default();
        for line in self.counting() {
            match line.fact.step() {
                Step::Opened(_) => all.extend(rounds.drain(..).flatten()),
                Step::Drafted { .. } => draft = vec![line.n],
                Step::Edited { .. } => draft.push(line.n),
                Step::Discarded => draft.clear(),
                Step::Published => rounds.push(std::mem::take(&mut draft)),
                Step::Unpublished => drop(rounds.pop()),
                Step::None => {}
            }
        }
        all.extend(rounds.into_iter().flatten().chain(draft));
        all
    }

    fn fold(
        log: Log,
        mut check: impl FnMut(&State, &Line) -> Result<(), Broken>,
    ) -> Result<Self, Broken> {
        let first = log.lines().first().ok_or(Broken::Empty)?;
        let wrong = |line: u64| move |why| Broken::Fact { line, why };
        let state = State::created(&first.fact).map_err(wrong(1))?;
        check(&state, first)?;
        let keys = log.lines().iter().map(|line| line.key.clone()).collect();
        let undone = log.undone();
        let mut before = VecDeque::new();
        let mut event = Self {
            log: Log::new(),
            state,
            counting: vec![1],
            keys,
        };
        for line in &log.lines()[1..] {
            check(&event.state, line)?;
            if let Fact::Undone { of } = line.fact {
                let known = before.pop_back().filter(|(n, _)| *n == of);
                let known = known.map(|(_, state)| state);
                event.undo(&log, of, known).map_err(wrong(line.n))?;
                continue;
            }
            if undone.contains(&line.n) {
                if before.len() == KEPT {
                    before.pop_front();
                }
                before.push_back((line.n, event.state.clone()));
            }
            event
                .state
                .apply(line.at, &line.fact)
                .map_err(wrong(line.n))?;
            event.counting.push(line.n);
        }
        event.log = log;
        Ok(event)
    }

    /// Maps each line together with the state before it; the first line has the state after it. Replays the whole log.
    pub fn retell<T>(&self, mut tell: impl FnMut(&State, &Line) -> T) -> Vec<T> {
        let mut told = Vec::with_capacity(self.log.lines().len());
        let again = Self::fold(self.log.clone(), |state, line| {
            told.push(tell(state, line));
            Ok(())
        });
        debug_assert!(again.is_ok(), "it was replayed before");
        told
    }

    /// The number of facts, including undone ones.
    pub fn version(&self) -> u64 {
        self.log.lines().len() as u64
    }

    /// All lines, including undone ones.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// The lines that have not been undone.
    pub fn counting(&self) -> impl Iterator<Item = &Line> {
        let lines = self.log.lines();
        self.counting.iter().map(|n| &lines[*n as usize - 1])
    }

    /// The current state of the event.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Executes a command and returns the new lines, or none if the key was used before. Save the lines before you
    /// notify anyone.
    ///
    /// # Errors
    ///
    /// The reason for refusal; the event is then unchanged.
    pub fn execute(&mut self, envelope: &Envelope) -> Result<&[Line], Refused> {
        let version = self.version();
        let before = self.state.clone();
        if let Err(why) = self.carry_out(envelope) {
            self.state = before;
            return Err(why);
        }
        Ok(&self.log.lines()[version as usize..])
    }

    /// Executes a command on an owned event, which is unchanged if the key was used before. Faster than
    /// [`execute`](Self::execute) for many commands, but a refusal loses the event.
    ///
    /// # Errors
    ///
    /// The reason for refusal.
    pub fn after(mut self, envelope: &Envelope) -> Result<Self, Refused> {
        self.carry_out(envelope)?;
        Ok(self)
    }

    /// Executes a command without a copy of the state. After a refusal, the state may be half changed; nothing else is.
    pub(crate) fn carry_out(&mut self, envelope: &Envelope) -> Result<(), Refused> {
        let version = self.version();
        if self.keys.contains(&envelope.key) {
            return Ok(());
        }
        if envelope.expected != version {
            let expected = envelope.expected;
            return Err(Refused::Behind { version, expected });
        }
        let fact = if envelope.command == Command::Undo {
            let of = self.counting.last().copied().unwrap_or_default();
            let state = self.without(&self.log, of)?;
            self.state = state;
            self.counting.pop();
            Fact::Undone { of }
        } else {
            let fact = decide::decide(&self.state, &envelope.command)?;
            bound::check(&self.state, &fact)?;
            self.state.apply(self.time(envelope.now), &fact)?;
            self.counting.push(version + 1);
            fact
        };
        self.log.append(envelope.now, &envelope.key, fact);
        self.keys.insert(envelope.key.clone());
        Ok(())
    }

    /// The log time of a fact that happens now. It never goes back.
    fn time(&self, now: u64) -> u64 {
        self.log.lines().last().map_or(now, |last| now.max(last.at))
    }

    /// The state after a command, without executing it.
    ///
    /// # Errors
    ///
    /// The reason for refusal.
    pub fn preview(&self, command: &Command) -> Result<State, Refused> {
        let envelope = Envelope {
            key: format!("preview-{}", self.version()),
            expected: self.version(),
            now: 0,
            command: command.clone(),
        };
        Ok(self.clone().after(&envelope)?.state)
    }

    /// Checks whether the next round is due, without pairing it. The pairing itself, which is slow with many entries,
    /// may still need consent or find no free entries.
    ///
    /// # Errors
    ///
    /// The reason why it is not due.
    pub fn is_due(&self) -> Result<(), Refused> {
        decide::playable(&self.state).map(|_| ())
    }

    /// Undoes the last fact in force. Uses the state before it if known.
    fn undo(&mut self, log: &Log, of: u64, known: Option<State>) -> Result<(), Refused> {
        self.state = match known {
            Some(state) => {
                self.may_undo(log, of)?;
                state
            }
            None => self.without(log, of)?,
        };
        self.counting.pop();
        Ok(())
    }

    fn may_undo(&self, log: &Log, of: u64) -> Result<(), Refused> {
        if self.counting.len() < 2 || self.counting.last() != Some(&of) {
            return Err(Refused::NotLast(of));
        }
        match log.lines()[of as usize - 1].fact.traits().undo {
            Undo::Never => Err(Refused::HandedOn),
            Undo::WhileLast => Ok(()),
        }
    }

    /// The state without the last fact in force, by replaying all others.
    fn without(&self, log: &Log, of: u64) -> Result<State, Refused> {
        self.may_undo(log, of)?;
        let counting = &self.counting[..self.counting.len() - 1];
        let line = |n: u64| &log.lines()[n as usize - 1];
        let mut state = State::created(&line(1).fact)?;
        for n in &counting[1..] {
            state.apply(line(*n).at, &line(*n).fact)?;
        }
        Ok(state)
    }
}

/// Checks a fact that must follow from the state.
fn follows(state: &State, line: &Line, step: Step) -> Result<(), Broken> {
    let n = line.n;
    let wrong = |why| Broken::Fact { line: n, why };
    match step {
        Step::Drafted { method } => {
            match decide::drafted(state, method).map_err(wrong)? == line.fact {
                true => Ok(()),
                false => Err(Broken::Draft {
                    line: n,
                    method: method.to_owned(),
                }),
            }
        }
        Step::Edited { pairing, breaches } => {
            let stage = state.running().ok_or(Refused::NoStage).map_err(wrong)?;
            match pairing::breaches_of(state, stage, pairing) == breaches {
                true => Ok(()),
                false => Err(Broken::Draft {
                    line: n,
                    method: "by hand".into(),
                }),
            }
        }
        Step::Opened(order) if decide::order(state) != order => Err(Broken::Stage { line: n }),
        Step::Opened(_) | Step::Discarded | Step::Published | Step::Unpublished | Step::None => {
            Ok(())
        }
    }
}

/// Checks the order of tied entries at a cut if a lot decides it.
fn lot_follows(state: &State, by: AtCut, order: &[EntryId], n: u64) -> Result<(), Broken> {
    let wrong = |why| Broken::Fact { line: n, why };
    match by {
        AtCut::PlayOff => Ok(()),
        AtCut::Everyone | AtCut::Lot => match decide::settled(state, by).map_err(wrong)? == order {
            true => Ok(()),
            false => Err(Broken::Stage { line: n }),
        },
    }
}
