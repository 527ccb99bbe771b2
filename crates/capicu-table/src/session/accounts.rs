//! Bots with accounts at a table: only their accounts open their seats, under their own names.

use std::collections::BTreeMap;

use capicu::Seat;
use capicu_protocol::{Closed, PlayerId, Refusal};

use super::storing::Then;
use super::{Output, Session, Step};
use crate::{Account, Command, Fact};

impl Session {
    /// Notes accounts, and gives bots at the table their own names back.
    pub(super) fn learn(&mut self, accounts: BTreeMap<PlayerId, Account>, step: &mut Step<'_>) {
        self.accounts.extend(accounts);
        let renamed = self.state.all_seats().filter_map(|seat| {
            let Some(Account::Program { name }) = self.account(seat) else {
                return None;
            };
            let name = crate::name(name)?;
            (self.state.seat(seat).name() != Some(&name)).then_some(Fact::Named { seat, name })
        });
        let renamed: Vec<Fact> = renamed.collect();
        if !renamed.is_empty() {
            self.commit_all(renamed, None, Then::Tell, step);
        }
    }

    pub(super) fn account(&self, seat: Seat) -> Option<&Account> {
        self.accounts.get(&self.state.seat(seat).account()?)
    }

    pub(super) fn refused_to_account(&self, seat: Seat, command: &Command) -> Option<Refusal> {
        self.account(seat)?;
        match command {
            // The name that everybody reads marks it as a bot.
            Command::Name(_) => Some(Refusal::BadName),
            // A token would open the seat to anybody who has it.
            Command::Rotate(_) => Some(Refusal::NotNow),
            Command::Act { .. }
            | Command::Call { .. }
            | Command::Wish { .. }
            | Command::Ready { .. }
            | Command::Rematch { .. }
            | Command::OtherPartners { .. }
            | Command::Renew { .. }
            | Command::Swap { .. }
            | Command::GiveTable(_)
            | Command::Leave
            | Command::Withdraw
            | Command::Back
            | Command::Delete
            | Command::StandIn(_)
            | Command::Hint { .. }
            | Command::Say(_)
            | Command::Pace(_) => None,
        }
    }

    /// Closes the oldest connection of a bot's seat that has the maximum. A process that hangs stays connected without
    /// reading, and would keep a new one out.
    pub(super) fn make_room(&mut self, seat: Seat, step: &mut Step<'_>) {
        if self.account(seat).is_none() {
            return;
        }
        if let Some(first) = self.there.first_of_full(seat) {
            self.there.leave_seats(|id, _| id == first, step.now);
            let which = vec![first];
            step.out.push(Output::Close {
                which,
                why: Closed::TooSlow,
            });
        }
    }
}
