//! Automatic events and their times.

use capicu::fair::Seed;
use capicu::{ENGINE, Waiting};
use capicu_protocol::{Deadline, Holder};

use crate::presence::Presence;
use crate::state::Partners;
use crate::{Absence, Fact, Halt, Seating, State};

/// How long the table waits for everybody to be ready for a round, in milliseconds.
pub const BETWEEN_ROUNDS: u64 = 30_000;

/// With time banks, the number of turns in a row that the clock plays for a person before a stand-in takes over.
const BY_CLOCK: u8 = 2;

/// Information beyond the facts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now<'a> {
    pub there: &'a Presence,
    /// Since when the table has waited for its next action. Time without a session does not count.
    pub since: u64,
    pub now: u64,
}

impl State {
    /// The automatic fact that is due, if any. `seed` makes the seed of a match.
    pub(crate) fn due(&self, at: Now<'_>, seed: &mut dyn FnMut() -> Seed) -> Option<Fact> {
        let Some(table) = self.table() else {
            return Some(match_began(seed()));
        };
        if let Some(fact) = self.unsettled() {
            return Some(fact);
        }
        if let Some(fact) = self.bots_call(at.now) {
            return Some(fact);
        }
        if self.is_time_up(at.now) {
            return Some(Fact::Halted { why: Halt::Time });
        }
        if let Some(fact) = self.gone(at) {
            return Some(fact);
        }
        if let Some(fact) = self.missed_seat(at) {
            return Some(fact);
        }
        if let Some(fact) = self.slow(at) {
            return Some(fact);
        }
        match self.waiting() {
            Waiting::Nothing if self.setup().meeting.is_some() => {
                let ready = |seat| self.seat(seat).rematch() == Some(Partners::Same);
                let begins = self.everybody(at.there, ready) || self.next_match_at(at) <= at.now;
                let goes_on = !self.is_met() && self.is_whole(at.there);
                (goes_on && begins).then(|| match_began(seed()))
            }
            // Nobody begins while people of the queue may still sit down.
            Waiting::Nothing if self.is_handing_over(at) => None,
            Waiting::Nothing => {
                let agreed = |on| {
                    let agrees = |seat| {
                        let goes_on = on == Partners::Same && self.stays(seat);
                        goes_on || self.seat(seat).rematch() == Some(on)
                    };
                    self.everybody(at.there, agrees)
                };
                if agreed(Partners::Same) {
                    return Some(match_began(seed()));
                }
                let other = agreed(Partners::Other) && self.has_other_partners();
                other.then(|| Fact::Reseated {
                    seed: seed(),
                    engine: ENGINE,
                    seating: Seating::other_partners(self.rules().n_seats()),
                })
            }
            Waiting::TurnUp if self.may_deal(at) => Some(Fact::TurnedUp {
                number: table.n_turned_up(),
            }),
            Waiting::Deal if self.may_deal(at) => Some(Fact::Dealt {
                number: table.n_deals(),
            }),
            _ => None,
        }
    }

    /// Whether people of the queue may sit down now, or have just got a seat and have not come yet.
    fn is_handing_over(&self, at: Now<'_>) -> bool {
        let comes = |by: u64| at.now < by;
        self.newcomers_by(at.there).any(comes) || !self.offers().is_empty()
    }

    /// Until when the table waits for each of the people of the queue who have just got a seat.
    pub(crate) fn newcomers_by<'a>(
        &'a self,
        there: &'a Presence,
    ) -> impl Iterator<Item = u64> + 'a {
        self.newcomers().filter_map(|seat| there.comes_by(seat))
    }

    /// The fact that a stand-in takes over from a person who has been away too long or lets the clock play.
    fn gone(&self, at: Now<'_>) -> Option<Fact> {
        if self.waiting() == Waiting::Nothing || self.waits_for_people() {
            return None;
        }
        let mut seats = self.all_seats();
        let late = |seat| at.there.bot_at(self, seat).is_some_and(|by| by <= at.now);
        let for_others = |seat| at.there.persons(self).any(|other| other != seat);
        let idle = |seat| self.is_idle(seat) && for_others(seat);
        let seat = seats.find(|seat| late(*seat) || idle(*seat))?;
        Some(Fact::Away {
            seat,
            why: Absence::Away,
        })
    }

    /// The fact that a player of the queue did not come to the new seat, which the next one may then take.
    fn missed_seat(&self, at: Now<'_>) -> Option<Fact> {
        if self.waiting() != Waiting::Nothing || at.there.persons(self).next().is_none() {
            return None;
        }
        let late = |seat: &capicu::Seat| at.there.comes_by(*seat).is_some_and(|by| by <= at.now);
        let seat = self.newcomers().find(late)?;
        Some(Fact::Away {
            seat,
            why: Absence::Left,
        })
    }

    /// The fact that the turn has taken too long, which costs points (W29).
    fn slow(&self, at: Now<'_>) -> Option<Fact> {
        let due = self.slow_at(at)? <= at.now;
        match self.waiting() {
            Waiting::Act(seat) => due.then_some(Fact::Slow { seat }),
            Waiting::TurnUp | Waiting::Deal | Waiting::Nothing => None,
        }
    }

    /// When the person on turn is charged for slow play next.
    pub(crate) fn slow_at(&self, at: Now<'_>) -> Option<u64> {
        let rules = self.rules();
        let charged = u16::from(self.game()?.charged);
        if rules.slow_play.get() == 0 || charged >= rules.slow_play_times.get() {
            return None;
        }
        // Where no turn runs, because people are awaited, none is slow.
        let Deadline::Turn { .. } = self.deadline(at)? else {
            return None;
        };
        let periods = u64::from(charged) + 1;
        Some(at.since + periods * u64::from(rules.slow_play_after.get()) * 1000)
    }

    /// Whether the clock has played so often in a row for a person that the others need not wait any longer.
    fn is_idle(&self, seat: capicu::Seat) -> bool {
        let has_banks = self.setup().turn_time.bank().is_some();
        has_banks && self.person_plays(seat) && self.seat(seat).by_clock >= BY_CLOCK
    }

    /// Whether at least one person is there, and `holds` is true of everybody who is.
    fn everybody(&self, there: &Presence, holds: impl Fn(capicu::Seat) -> bool) -> bool {
        let mut persons = there.persons(self).peekable();
        persons.peek().is_some() && persons.all(holds)
    }

    fn may_deal(&self, at: Now<'_>) -> bool {
        let Some(table) = self.table() else {
            return false;
        };
        let begun = table.n_deals() > 0 || table.n_turned_up() > 0;
        // A deal that has begun continues after tiles were turned up or a deal was thrown in.
        let between = table.round().is_some_and(|round| round.outcome().is_some());
        if begun && !between {
            return true;
        }
        if self.waits_for_links() || self.waits_for_people() && !self.is_whole(at.there) {
            return false;
        }
        let at_once = !begun && (!self.has_company() || self.is_complete(at.there));
        // Nobody waits for players who are out or have withdrawn.
        let plays = |seat| table.game().rules().plays(seat);
        let all = self.everybody(at.there, |seat| {
            at_once || !plays(seat) || self.seat(seat).is_ready()
        });
        let late = matches!(self.deadline(at), Some(Deadline::Deal { at: by }) if by <= at.now);
        all || late
    }

    /// Whether this is a lobby table with everybody there. Seeking the table counts as being ready.
    fn is_complete(&self, there: &Presence) -> bool {
        let mut awaited = self.all_seats().filter(|seat| self.person_plays(*seat));
        self.setup().host.is_none() && awaited.all(|seat| there.devices(seat) > 0)
    }

    /// Whether the first deal has to wait until every link is used or given to a bot. Otherwise a host could look at
    /// deals, and invite others only to a good one.
    pub(crate) fn waits_for_links(&self) -> bool {
        let first =
            |game: &crate::state::CurrentMatch| game.number == 1 && game.table.n_deals() == 0;
        let open = |seat| self.seat(seat).holder() == Holder::Open;
        self.game().is_some_and(first) && self.all_seats().any(open)
    }

    /// Whether no tile has been dealt or turned up at this table yet.
    pub(crate) fn is_before_the_first_deal(&self) -> bool {
        self.game().is_some_and(|game| {
            let table = &game.table;
            game.number == 1 && table.n_deals() == 0 && table.n_turned_up() == 0
        })
    }

    /// Whether several people have to be ready. A person alone with bots gets the first deal at once, and may take any
    /// time between rounds.
    fn has_company(&self) -> bool {
        let first = self.game().is_none_or(|game| game.number == 1);
        let persons = self.all_seats().filter(|seat| {
            let seat = self.seat(*seat);
            seat.holder() == Holder::Person && seat.absence().is_none()
        });
        let begun = self.table().is_some_and(|table| table.n_deals() > 0);
        (first || begun) && persons.count() > 1
    }

    pub(crate) fn deadline(&self, at: Now<'_>) -> Option<Deadline> {
        match self.waiting() {
            Waiting::Act(seat) if self.waits_for_people() && at.there.devices(seat) == 0 => None,
            Waiting::Act(seat) if self.person_plays(seat) => {
                let by = at.since + u64::from(self.turn_limit(seat)?);
                Some(Deadline::Turn {
                    seat: seat.into(),
                    at: at
                        .there
                        .returns_by(seat, at.now)
                        .map_or(by, |at| by.max(at)),
                })
            }
            Waiting::Deal | Waiting::TurnUp => {
                at.there.persons(self).next()?;
                // Nothing is dealt before everybody is there.
                if self.waits_for_people() && !self.is_whole(at.there) {
                    return None;
                }
                if !self.has_company() || self.waits_for_links() {
                    return None;
                }
                let from = at.since.max(at.there.anybody_since());
                Some(Deadline::Deal {
                    at: from + BETWEEN_ROUNDS,
                })
            }
            _ => None,
        }
    }

    pub(crate) fn next_away(&self, there: &Presence) -> Option<u64> {
        if self.waiting() == Waiting::Nothing {
            return None;
        }
        let mut all = self.all_seats().filter_map(|seat| there.bot_at(self, seat));
        let first = all.next()?;
        Some(all.fold(first, u64::min))
    }
}

const fn match_began(seed: Seed) -> Fact {
    Fact::MatchBegan {
        seed,
        engine: ENGINE,
    }
}
