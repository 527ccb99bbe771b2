//! How people behave, in memory.

use std::future::ready;
use std::sync::atomic::Ordering;

use capicu_protocol::PlayerId;

use super::{Fault, Kept, Memory};
use crate::conduct::{
    Act, Conduct, ConductError, Deed, Entry, NewReport, Outcome, Report, Role, Sanction, held,
};
use crate::{Answer, PlayerKind, Unavailable};

/// What was reported, and what was done.
#[derive(Debug, Default)]
pub(super) struct Conducted {
    reports: Vec<Filed>,
    audit: Vec<Entry>,
}

#[derive(Debug)]
struct Filed {
    report: NewReport,
    closed: Option<u64>,
}

impl Conducted {
    /// Whether a report or the audit names this id.
    pub(super) fn names(&self, id: PlayerId) -> bool {
        let mut reports = self.reports.iter();
        self.audit
            .iter()
            .any(|entry| entry.about == id || entry.by == Some(id))
            || reports.any(|filed| [filed.report.reporter, filed.report.reported].contains(&id))
    }

    /// Forgets what was said of one id, and by it.
    pub(super) fn forget(&mut self, id: PlayerId) {
        for entry in self.audit.iter_mut().filter(|entry| entry.about == id) {
            entry.reason.clear();
        }
        for Filed { report, .. } in &mut self.reports {
            if [report.reporter, report.reported].contains(&id) {
                report.words.clear();
                report.talk.clear();
            }
            report.talk.retain(|line| line.player != Some(id));
        }
    }
}

impl Kept {
    /// Whether a ban of the player holds at a moment.
    pub(super) fn is_banned(&self, player: PlayerId, now: u64) -> bool {
        held(&self.entries(player), Sanction::Ban, now).is_some()
    }

    fn entries(&self, player: PlayerId) -> Vec<Entry> {
        let ids = self.people.ids(player);
        let about = self.conduct.audit.iter();
        about
            .filter(|entry| ids.contains(&entry.about))
            .cloned()
            .collect()
    }

    /// Does it unless it is to fail.
    fn conduct<T>(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<T, ConductError>,
    ) -> Result<T, ConductError> {
        let fault = self.plan.pop_front().unwrap_or(Fault::None);
        self.failing = fault != Fault::None;
        if fault == Fault::Before {
            return Err(ConductError::Failed);
        }
        let done = act(self);
        match fault {
            Fault::After => Err(ConductError::Failed),
            _ => done,
        }
    }

    fn file(&mut self, mut report: NewReport) -> Result<(), ConductError> {
        for id in [&mut report.reporter, &mut report.reported] {
            *id = self.people.meant(*id).ok_or(ConductError::Unknown)?.0;
        }
        let of = |report: &NewReport| {
            let table = report.table.clone();
            (report.reporter, report.reported, table, report.number)
        };
        let same = |filed: &Filed| of(&filed.report) == of(&report);
        if self.conduct.reports.iter().any(same) {
            return Err(ConductError::Again);
        }
        let closed = None;
        self.conduct.reports.push(Filed { report, closed });
        Ok(())
    }

    fn act(&mut self, deed: &Deed) -> Result<u64, ConductError> {
        let meant = self.people.meant(deed.about);
        let (about, is_member) = meant.ok_or(ConductError::Unknown)?;
        let entries = self.entries(about);
        let fits = match deed.act {
            Act::Role(Some(_)) => is_member,
            Act::Lift { entry } | Act::Read { entry } => {
                let is_read = matches!(deed.act, Act::Read { .. });
                let concerns = |of: &Entry| {
                    of.number == entry
                        && match of.act {
                            Act::Sanction { .. } => true,
                            Act::Warn | Act::Rename => is_read,
                            _ => false,
                        }
                };
                entries.iter().any(concerns) && !entries.iter().any(|of| of.act == deed.act)
            }
            _ => true,
        };
        fits.then_some(()).ok_or(ConductError::Unknown)?;
        let number = self.conduct.audit.len() as u64 + 1;
        self.conduct.audit.push(Entry {
            number,
            at: deed.at,
            by: deed.by,
            about,
            act: deed.act,
            reason: deed.reason.clone(),
        });
        let ids = self.people.ids(about);
        for (filed, n) in self.conduct.reports.iter_mut().zip(1..) {
            if n <= deed.closes && ids.contains(&filed.report.reported) {
                filed.closed.get_or_insert(number);
            }
        }
        match deed.act {
            Act::Rename => self.rename_away(about),
            Act::Sanction {
                sanction: Sanction::Ban,
                ..
            }
            | Act::SignOut => self.people.end_sessions(about),
            _ => {}
        }
        Ok(number)
    }

    fn report(&self, number: u64, filed: &Filed) -> Report {
        let mut of = filed.report.clone();
        of.reporter = self.people.resolved(of.reporter);
        of.reported = self.people.resolved(of.reported);
        let result = self.results.iter().zip(1..);
        let mut result = result.filter(|(row, _)| row.table == of.table && row.number == of.number);
        let closed = filed.closed.and_then(|closed| closed.checked_sub(1));
        let closed = closed.and_then(|closed| self.conduct.audit.get(closed as usize));
        Report {
            number,
            result: result.next().map(|(_, sequence)| sequence),
            outcome: match closed.map(|entry| entry.act) {
                None => Outcome::Open,
                Some(Act::Dismiss) => Outcome::Dismissed,
                Some(_) => Outcome::Upheld,
            },
            filed: of,
        }
    }

    /// Some of the reports, the oldest first.
    fn reports(&self, which: impl Fn(&Filed) -> bool) -> Vec<Report> {
        let all = self.conduct.reports.iter().zip(1..);
        let some = all.filter(|(filed, _)| which(filed));
        some.map(|(filed, number)| self.report(number, filed))
            .collect()
    }
}

fn latest(mut reports: Vec<Report>, limit: u32) -> Vec<Report> {
    reports.reverse();
    reports.truncate(limit as usize);
    reports
}

impl Memory {
    fn conducted<T>(
        &self,
        act: impl FnOnce(&mut Kept) -> Result<T, ConductError>,
    ) -> Result<T, ConductError> {
        match self.closed.load(Ordering::Relaxed) {
            true => Err(ConductError::Failed),
            false => self.kept().conduct(act),
        }
    }
}

impl Conduct for Memory {
    fn report(&self, report: NewReport) -> Answer<'_, Result<(), ConductError>> {
        Box::pin(ready(self.conducted(|kept| kept.file(report))))
    }

    fn act(&self, deed: Deed) -> Answer<'_, Result<u64, ConductError>> {
        Box::pin(ready(self.conducted(|kept| kept.act(&deed))))
    }

    fn open_reports(&self, limit: u32) -> Answer<'_, Result<Vec<Report>, Unavailable>> {
        let open = self.readable().map(|kept| {
            let is_open = |filed: &Filed| {
                filed.closed.is_none() && kept.people.meant(filed.report.reported).is_some()
            };
            let mut open = kept.reports(is_open);
            open.truncate(limit as usize);
            open
        });
        Box::pin(ready(open))
    }

    fn reports_about(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<Report>, Unavailable>> {
        let found = self.readable().map(|kept| {
            let ids = kept.people.ids(player);
            let about = kept.reports(|filed| ids.contains(&filed.report.reported));
            latest(about, limit)
        });
        Box::pin(ready(found))
    }

    fn reports_by(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Answer<'_, Result<Vec<Report>, Unavailable>> {
        let found = self.readable().map(|kept| {
            let ids = kept.people.ids(player);
            let by = kept.reports(|filed| ids.contains(&filed.report.reporter));
            latest(by, limit)
        });
        Box::pin(ready(found))
    }

    fn audit(&self, before: u64, limit: u32) -> Answer<'_, Result<Vec<Entry>, Unavailable>> {
        let found = self.readable().map(|kept| {
            let entries = kept.conduct.audit.iter().rev();
            let entries = entries.filter(|entry| entry.number < before);
            entries.take(limit as usize).cloned().collect()
        });
        Box::pin(ready(found))
    }

    fn entries_about(&self, player: PlayerId) -> Answer<'_, Result<Vec<Entry>, Unavailable>> {
        Box::pin(ready(self.readable().map(|kept| kept.entries(player))))
    }

    fn roles(&self) -> Answer<'_, Result<Vec<(PlayerId, Role)>, Unavailable>> {
        let found = self.readable().map(|kept| {
            let mut roles = std::collections::BTreeMap::new();
            for entry in &kept.conduct.audit {
                if let Act::Role(role) = entry.act {
                    roles.insert(entry.about, role);
                }
            }
            let is_member = |id| matches!(kept.people.kind(id), Some(PlayerKind::Member { .. }));
            let all = roles.into_iter().filter(|(id, _)| is_member(*id));
            all.filter_map(|(id, role)| Some((id, role?))).collect()
        });
        Box::pin(ready(found))
    }
}
