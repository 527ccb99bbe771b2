//! Players who come and go, and the messages about them.

use capicu::{Seat, Viewer, Waiting};
use capicu_protocol::{Closed, Holder, SeatInfo, ServerMessage, Snapshot, Watching};

use super::storing::Then;
use super::{Output, Session, Sitting, Step, Vacancy, Who};
use crate::{Code, Fact, Stakes, name};

/// How often the number of spectators is sent at most, in milliseconds: each change goes to everybody.
const WATCHERS_EACH: u64 = 2_000;

/// The least time left of a turn for a player who comes back to a table that waited, in milliseconds.
const AT_LEAST: u64 = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Token,
    /// The seat belongs to the signed-in player.
    Session,
}

impl Session {
    pub(super) fn connect(
        &mut self,
        connection: u64,
        who: Who,
        since: Option<u64>,
        step: &mut Step<'_>,
    ) {
        let (shown, own, ids) = match who {
            Who::Token { shown, own } => (Some(shown), own, Vec::new()),
            Who::Player { shown, own, ids } => (Some(shown), own, ids),
            Who::Public { ids } => (None, None, ids),
        };
        let by_token = shown.and_then(|shown| self.state.seat_of(&shown));
        let by_token = by_token.filter(|seat| self.account(*seat).is_none());
        let by_token = by_token.map(|seat| (seat, By::Token));
        let by_session = || Some((self.state.seat_of_player(&ids)?, By::Session));
        let Some((seat, by)) = by_token.or_else(by_session) else {
            // A player who waits sees the queue on a page of its own.
            let waits = self.state.is_waiting(&ids);
            match shown {
                Some(_) if waits => step.close(connection, Closed::Queued),
                None if waits && self.state.setup().watching == Watching::Off => {
                    step.close(connection, Closed::Queued);
                }
                Some(_) => step.close(connection, Closed::BadToken),
                None => self.watch(connection, since, step),
            }
            return;
        };
        if by == By::Session {
            self.make_room(seat, step);
        }
        if let Err(why) = self.there.check(seat.into()) {
            step.close(connection, why);
            return;
        }
        let state = self.state.seat(seat);
        let fact = match (state.holder(), state.absence()) {
            (Holder::Open, _) => match own.map(|own| self.state.new_token(&own)) {
                Some(Ok(own)) => Some(Fact::Sat {
                    seat,
                    token: Some(own),
                }),
                Some(Err(_)) | None => {
                    step.close(connection, Closed::NoOwnToken);
                    return;
                }
            },
            (_, Some(_)) => Some(Fact::Back { seat }),
            (_, None) => None,
        };
        let bound = ids.first().filter(|_| state.player().is_none());
        let bound = bound.map(|&player| Fact::Bound { seat, player });
        let left = match bound {
            Some(_) => self.wait_no_longer(&ids),
            None => Vec::new(),
        };
        let facts: Vec<Fact> = fact.into_iter().chain(left).chain(bound).collect();
        match facts.is_empty() {
            true => self.welcome(connection, seat.into(), by, since, step),
            false => {
                self.there.expect(seat, step.now);
                let then = Then::Welcome {
                    connection,
                    seat,
                    by,
                    since,
                };
                if !self.commit_all(facts, None, then, step) {
                    step.close(connection, Closed::Unavailable);
                }
            }
        }
    }

    fn watch(&mut self, connection: u64, since: Option<u64>, step: &mut Step<'_>) {
        let allowed = match self.state.setup().watching {
            Watching::On => self.there.check(Viewer::Public),
            Watching::Off => Err(Closed::NotPublic),
        };
        match allowed {
            Ok(()) => self.welcome(connection, Viewer::Public, By::Token, since, step),
            Err(why) => step.close(connection, why),
        }
    }

    /// Seats a player in place of a bot, or in an open seat by the join code. During a round, the player has no hand
    /// until the next deal.
    pub(super) fn sit(&mut self, sitting: Sitting, step: &mut Step<'_>) {
        let Sitting {
            vacancy,
            number,
            ids,
            name: called,
            token,
        } = sitting;
        let own = self.state.seat_of_player(&ids);
        let free = || {
            let (holder, may, wanted) = match vacancy {
                Vacancy::OfABot => {
                    let setup = self.state.setup();
                    let makes_room = setup.host.is_none() && setup.stakes == Stakes::Casual;
                    (Holder::Bot, makes_room, None)
                }
                Vacancy::Open { code, wanted } => {
                    (Holder::Open, self.state.code() == Some(code), wanted)
                }
            };
            let is_free = |seat: &Seat| self.state.seat(*seat).holder() == holder;
            let mut free = self.state.all_seats().filter(is_free);
            let first = free.next()?;
            let wanted = wanted.filter(|wanted| free.any(|seat| seat == *wanted));
            let seat = wanted.unwrap_or(first);
            (may && self.state.new_token(&token).is_ok()).then_some(seat)
        };
        let (Some(seat), None, Some(&player)) = (free(), own, ids.first()) else {
            return step.out.push(Output::Seated { number, seat: own });
        };
        let token = Some(token);
        let called = called.as_deref().and_then(name);
        let left = self.wait_no_longer(&ids);
        let facts = [Fact::Sat { seat, token }, Fact::Bound { seat, player }];
        let facts = left.into_iter().chain(facts);
        let named = called.map(|name| Fact::Named { seat, name });
        self.there.expect(seat, step.now);
        let then = Then::Seated { number, seat };
        if !self.commit_all(facts.chain(named), None, then, step) {
            step.out.push(Output::Seated { number, seat: None });
        }
    }

    pub(super) fn welcome(
        &mut self,
        connection: u64,
        viewer: Viewer,
        by: By,
        since: Option<u64>,
        step: &mut Step<'_>,
    ) {
        let returns = |seat: &Seat| self.there.returns_by(*seat, step.now).is_some();
        let waited = |seat: &Seat| self.state.waits_for_people() && self.there.devices(*seat) == 0;
        let was_waited_for = viewer.seat().filter(waited).is_some();
        let seat = viewer.seat().filter(|seat| was_waited_for || returns(seat));
        self.there.come(connection, viewer, step.now);
        if let Some(seat) = seat.filter(|seat| self.state.waiting() == Waiting::Act(*seat)) {
            self.since = match self.state.turn_limit(seat) {
                // Leaving and coming back does not renew the time of a turn.
                Some(limit) if was_waited_for => {
                    let least = u64::from(limit).saturating_sub(AT_LEAST);
                    self.since.max(step.now.saturating_sub(least))
                }
                _ => step.now,
            };
            self.tell_clock(connection, step);
        }
        // Only a snapshot says how the seat was opened.
        let since = since.filter(|_| by == By::Token);
        let delta = since.and_then(|since| self.state.events_for(viewer, since));
        let message = match delta {
            Some(events) => ServerMessage::Delta {
                version: self.state.version(),
                events,
                presence: self
                    .state
                    .all_seats()
                    .map(|seat| self.presence(seat))
                    .collect(),
                clock: self.clock(step.now),
            },
            None => match self.snapshot(viewer, by, step.now) {
                Some(snapshot) => snapshot,
                // A table is stored with its first match, and nobody comes before that.
                None => return,
            },
        };
        step.tell(connection, message);
        if viewer.seat().is_some_and(|seat| self.is_host(seat))
            && let Some(code) = self.state.code()
        {
            step.tell(connection, code_message(Some(code)));
        }
        self.greet_with_queue(connection, step);
        self.tell_presence(step);
    }

    /// The current state of the table; `None` before its first match.
    fn snapshot(&self, viewer: Viewer, by: By, now: u64) -> Option<ServerMessage> {
        let game = self.state.match_info()?;
        Some(ServerMessage::Snapshot(Box::new(Snapshot {
            version: self.state.version(),
            seat: viewer.seat().map(Into::into),
            by_session: by == By::Session,
            host: self.state.host().unwrap_or_default().into(),
            lobby: self.state.host().is_none(),
            rated: self.state.setup().stakes == Stakes::Rated,
            of_event: self.state.setup().meeting.is_some(),
            rules: self.state.table_rules(),
            seats: self
                .state
                .all_seats()
                .map(|seat| self.seat_info(seat))
                .collect(),
            game,
            turn_time: self.state.turn_time(),
            grace: self.state.setup().grace,
            level: self.state.level(),
            hints: self.state.advice().into(),
            watching: self.state.setup().watching,
            passed: self.state.setup().passed,
            watchers: self.there.watchers(),
            clock: self.clock(now),
            events: self.state.events_since_deal(viewer),
        })))
    }

    /// Sends everybody a new snapshot after they changed seats.
    pub(super) fn tell_anew(&mut self, step: &mut Step<'_>) {
        for viewer in self.there.viewers() {
            if let Some(message) = self.snapshot(viewer, By::Token, step.now) {
                let to = self.there.of(viewer);
                step.out.push(Output::Tell { to, message });
            }
        }
        self.tell_presence(step);
    }

    /// Sends the host the join code, if it has changed.
    pub(super) fn tell_code(&mut self, step: &mut Step<'_>) {
        let code = self.state.code();
        let now = (self.state.host(), code);
        if std::mem::replace(&mut self.told_code, now) == now {
            return;
        }
        let hosts = self.state.all_seats().filter(|seat| self.is_host(*seat));
        let to: Vec<u64> = hosts.flat_map(|seat| self.there.of(seat.into())).collect();
        if !to.is_empty() {
            let message = code_message(code);
            step.out.push(Output::Tell { to, message });
        }
    }

    fn tell_clock(&self, but: u64, step: &mut Step<'_>) {
        let mut to = self.there.all();
        to.retain(|id| *id != but);
        if !to.is_empty() {
            let message = ServerMessage::Events {
                version: self.state.version(),
                events: Vec::new(),
                clock: self.clock(step.now),
            };
            step.out.push(Output::Tell { to, message });
        }
    }

    fn is_host(&self, seat: Seat) -> bool {
        self.state.host() == Some(seat)
    }

    pub(super) fn seat_info(&self, seat: Seat) -> SeatInfo {
        let state = self.state.seat(seat);
        SeatInfo {
            holder: state.holder(),
            name: state.name().cloned(),
            stand_in: self.state.stand_in(seat),
            devices: self.there.devices(seat),
            bot_at: self.bot_at(seat),
        }
    }

    pub(super) fn presence(&self, seat: Seat) -> capicu_protocol::Presence {
        capicu_protocol::Presence {
            seat: seat.into(),
            devices: self.there.devices(seat),
            bot_at: self.bot_at(seat),
        }
    }

    pub(super) fn bot_at(&self, seat: Seat) -> Option<u64> {
        let playing = self.state.waiting() != Waiting::Nothing;
        self.there.bot_at(&self.state, seat).filter(|_| playing)
    }

    /// Sends everybody the changes in who is there.
    pub(super) fn tell_presence(&mut self, step: &mut Step<'_>) {
        for seat in self.state.all_seats() {
            let presence = self.presence(seat);
            let new = (presence.devices, presence.bot_at);
            if std::mem::replace(&mut self.told_presence[seat.index()], new) != new {
                let to = self.there.all();
                if !to.is_empty() {
                    let message = ServerMessage::Presence(presence);
                    step.out.push(Output::Tell { to, message });
                }
            }
        }
    }

    /// Sends everybody the number of spectators, if it has changed and was not sent just before.
    pub(super) fn tell_watchers(&mut self, step: &mut Step<'_>) {
        let n = self.there.watchers();
        if n == self.told_watchers.0 || self.watchers_due().is_some_and(|at| at > step.now) {
            return;
        }
        self.told_watchers = (n, step.now);
        let to = self.there.all();
        if !to.is_empty() {
            let message = ServerMessage::Watchers { n };
            step.out.push(Output::Tell { to, message });
        }
    }

    /// When the number of spectators may be sent again, if it has changed.
    pub(super) fn watchers_due(&self) -> Option<u64> {
        let (told, at) = self.told_watchers;
        let somebody = !self.there.is_empty();
        (somebody && told != self.there.watchers()).then_some(at + WATCHERS_EACH)
    }
}

fn code_message(code: Option<Code>) -> ServerMessage {
    ServerMessage::Code {
        code: code.map(|code| code.to_string()),
    }
}
