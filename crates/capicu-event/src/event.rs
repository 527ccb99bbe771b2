//! An event: its log, and the state that follows from it.

use std::collections::{BTreeSet, VecDeque};

use crate::bound;
use crate::command::{self, Command, Envelope};
use crate::fact::Fact;
use crate::log::{Line, Log};
use crate::pairing;
use crate::preset::Preset;
use crate::refused::Refused;
use crate::state::State;

/// While a log is read, the states before so many of the facts that are undone later are kept: without them, undoing
/// folds everything again.
const KEPT: usize = 8;

/// An event. It changes by commands only, and each is on the log before it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    log: Log,
    state: State,
    /// The numbers of the facts that count.
    counting: Vec<u64>,
    keys: BTreeSet<String>,
}

/// A log that is none of an event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// A fact cannot follow those before it.
    #[error("line {line}: {why}")]
    Fact {
        /// The line, from 1.
        line: u64,
        /// Why.
        why: Refused,
    },
    /// A draft is not what the method pairs from this state.
    #[error("line {line}: the draft is not what {method} pairs here")]
    Draft {
        /// The line, from 1.
        line: u64,
        /// The method it names.
        method: String,
    },
    /// A stage was not opened with those who go on, in their order.
    #[error("line {line}: the stage was not opened with those who go on")]
    Stage {
        /// The line, from 1.
        line: u64,
    },
    /// The log is empty.
    #[error("the log is empty")]
    Empty,
}

impl Event {
    /// A new event. The seed settles all its draws; it comes from outside and is shown.
    ///
    /// # Errors
    ///
    /// If the preset cannot be played or the name says nothing.
    pub fn create(name: &str, preset: Preset, seed: u64, now: u64) -> Result<Self, Refused> {
        let fact = Fact::Created {
            name: name.to_owned(),
            preset: Box::new(preset),
            seed,
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

    /// The event of a log, without pairing its drafts again.
    ///
    /// # Errors
    ///
    /// The first fact that cannot follow those before it.
    pub fn replay(log: Log) -> Result<Self, Broken> {
        Self::fold(log, |_, _| Ok(()))
    }

    /// The same, and every order of seeds and every draft that became a round, or may, is computed again and
    /// compared. What was undone, thrown away or taken back is not: it changes nothing.
    ///
    /// # Errors
    ///
    /// The first fact that cannot follow those before it, or is not what they lead to.
    pub fn verify(log: Log) -> Result<Self, Broken> {
        let event = Self::replay(log)?;
        let drafts = event.drafts();
        let mut lines = event.counting();
        let first = lines.next().ok_or(Broken::Empty)?;
        let wrong = |line: u64| move |why| Broken::Fact { line, why };
        let mut state = State::created(&first.fact).map_err(wrong(first.n))?;
        for line in lines {
            match &line.fact {
                Fact::Drafted { .. } | Fact::Edited { .. } if !drafts.contains(&line.n) => {}
                _ => follows(&state, line)?,
            }
            let applied = state.apply(line.at, &line.fact);
            applied.map_err(wrong(line.n))?;
        }
        Ok(event)
    }

    /// The numbers of the facts by which the rounds that were published, and the one that waits, were drafted.
    fn drafts(&self) -> BTreeSet<u64> {
        let mut all = BTreeSet::new();
        let (mut rounds, mut draft): (Vec<Vec<u64>>, Vec<u64>) = Default::default();
        for line in self.counting() {
            match line.fact {
                Fact::StageOpened { .. } => all.extend(rounds.drain(..).flatten()),
                Fact::Drafted { .. } => draft = vec![line.n],
                Fact::Edited { .. } => draft.push(line.n),
                Fact::Discarded => draft.clear(),
                Fact::Published => rounds.push(std::mem::take(&mut draft)),
                Fact::Unpublished { .. } => drop(rounds.pop()),
                _ => {}
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
        let undone = |line: &Line| match line.fact {
            Fact::Undone { of } => Some(of),
            _ => None,
        };
        let undone: BTreeSet<u64> = log.lines().iter().filter_map(undone).collect();
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

    /// What somebody says of each line who knows the state in which it was written: the one before it, and of the
    /// first the one after it. Folds the whole log again.
    pub fn retell<T>(&self, mut tell: impl FnMut(&State, &Line) -> T) -> Vec<T> {
        let mut told = Vec::with_capacity(self.log.lines().len());
        let again = Self::fold(self.log.clone(), |state, line| {
            told.push(tell(state, line));
            Ok(())
        });
        debug_assert!(again.is_ok(), "it was folded before");
        told
    }

    /// How many facts there are.
    pub fn version(&self) -> u64 {
        self.log.lines().len() as u64
    }

    /// The log.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// The lines that have not been undone.
    pub fn counting(&self) -> impl Iterator<Item = &Line> {
        let lines = self.log.lines();
        self.counting.iter().map(|n| &lines[*n as usize - 1])
    }

    /// What the facts have led to.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Does what a command asks for, and hands back the new lines; none if the key was used before.
    /// They have to be on disk before anybody is told.
    ///
    /// # Errors
    ///
    /// Why it cannot be done; nothing has changed then.
    pub fn execute(&mut self, envelope: &Envelope) -> Result<&[Line], Refused> {
        let version = self.version();
        let before = self.state.clone();
        if let Err(why) = self.carry_out(envelope) {
            self.state = before;
            return Err(why);
        }
        Ok(&self.log.lines()[version as usize..])
    }

    /// The event after a command, or the same if its key was used before. Faster than [`execute`](Self::execute)
    /// where there are many: if one is refused, the event is gone.
    ///
    /// # Errors
    ///
    /// Why it cannot be done.
    pub fn after(mut self, envelope: &Envelope) -> Result<Self, Refused> {
        self.carry_out(envelope)?;
        Ok(self)
    }

    /// If it is refused, the state may be half changed; nothing else is.
    fn carry_out(&mut self, envelope: &Envelope) -> Result<(), Refused> {
        let version = self.version();
        if self.keys.contains(&envelope.key) {
            return Ok(());
        }
        if envelope.expected != version {
            let expected = envelope.expected;
            return Err(Refused::Behind { version, expected });
        }
        let fact = match envelope.command {
            Command::Undo => {
                let of = self.counting.last().copied().unwrap_or_default();
                let state = self.without(&self.log, of)?;
                self.state = state;
                self.counting.pop();
                Fact::Undone { of }
            }
            _ => {
                let fact = command::decide(&self.state, &envelope.command)?;
                bound::check(&self.state, &fact)?;
                self.state.apply(self.time(envelope.now), &fact)?;
                self.counting.push(version + 1);
                fact
            }
        };
        self.log.append(envelope.now, &envelope.key, fact);
        self.keys.insert(envelope.key.clone());
        Ok(())
    }

    /// The time on the log of a fact that happens now: no clock turns it back.
    fn time(&self, now: u64) -> u64 {
        self.log.lines().last().map_or(now, |last| now.max(last.at))
    }

    /// What a command would change, without doing it: the state after it.
    ///
    /// # Errors
    ///
    /// Why it cannot be done.
    pub fn preview(&self, command: &Command) -> Result<State, Refused> {
        let envelope = Envelope {
            key: format!("preview-{}", self.version()),
            expected: self.version(),
            now: 0,
            command: command.clone(),
        };
        Ok(self.clone().after(&envelope)?.state)
    }

    /// Whether the next round is due. That it cannot be paired without consent, or that nobody is free, is only known
    /// once it is paired, which takes long where many play.
    ///
    /// # Errors
    ///
    /// Why it is not.
    pub fn is_due(&self) -> Result<(), Refused> {
        command::due(&self.state).map(|_| ())
    }

    /// Takes the last fact that counts back: to the state before it, if that is known.
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
        // Another copy of the log may have gone on from there.
        let is_fixed = matches!(
            log.lines()[of as usize - 1].fact,
            Fact::HandedOver { .. } | Fact::Returned { .. } | Fact::Recalled { .. }
        );
        match is_fixed {
            true => Err(Refused::HandedOn),
            false => Ok(()),
        }
    }

    /// The state without the last fact that counts: folds all others again.
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

/// Whether a fact that follows from the state is what follows.
fn follows(state: &State, line: &Line) -> Result<(), Broken> {
    let n = line.n;
    let wrong = |why| Broken::Fact { line: n, why };
    match &line.fact {
        Fact::Drafted { method, .. } => {
            let given = Command::Draft(command::Consent::Given);
            match command::decide(state, &given).map_err(wrong)? == line.fact {
                true => Ok(()),
                false => Err(Broken::Draft {
                    line: n,
                    method: method.clone(),
                }),
            }
        }
        Fact::Edited {
            pairing, breaches, ..
        } => {
            let stage = state.running().ok_or(Refused::NoStage).map_err(wrong)?;
            match pairing::breaches_of(state, stage, pairing) == *breaches {
                true => Ok(()),
                false => Err(Broken::Draft {
                    line: n,
                    method: "by hand".into(),
                }),
            }
        }
        Fact::StageOpened { order, .. } if command::order(state) != *order => {
            Err(Broken::Stage { line: n })
        }
        _ => Ok(()),
    }
}
