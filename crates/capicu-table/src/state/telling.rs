//! What viewers are told of what happened.

use capicu::{Seat, TableView, View, Viewer, Waiting};
use capicu_protocol::{Event, MatchInfo};

use super::State;
use super::seat::Hand;
use crate::Wish;
use crate::told::Told;

impl State {
    /// The match as it is told; `None` before the first fact.
    pub fn match_info(&self) -> Option<MatchInfo> {
        let game = self.game.as_ref()?;
        Some(MatchInfo {
            number: game.number,
            commitment: game.seed.commitment().to_string(),
            algorithm: capicu::fair::ALGORITHM.to_owned(),
            engine: game.engine,
            sheet: game.sheet.clone(),
            tally: self.tally.clone(),
            over: game.over.clone().filter(|_| game.stopped.is_none()),
            stopped: game.stopped.clone(),
        })
    }

    /// What a viewer is told of what happened since the last deal: the tiles turned up for it and the deals
    /// thrown in before it, then that deal; before the first deal of a match, all since it began.
    /// [`Viewer::Open`] is told nothing while a round is played.
    pub fn events_since_deal(&self, viewer: Viewer) -> Vec<Event> {
        let from = self.last_start().unwrap_or(0);
        let since = self.tell_of(from, viewer);
        if since.is_empty() {
            return since;
        }
        let before = self.log.iter().take(from).map(|(_, told)| told);
        let led = before.filter(|told| told.leads_to_a_deal());
        led.map(|told| told.to(viewer)).chain(since).collect()
    }

    /// What a viewer is told of what happened since a version; `None` if that is too long ago, or still to
    /// come.
    pub fn events_for(&self, viewer: Viewer, since: u64) -> Option<Vec<Event>> {
        if since < self.log_from || since > self.version {
            return None;
        }
        let from = self.log.until(since);
        Some(self.tell_of(from, viewer))
    }

    pub(super) fn tell_of(&self, from: usize, viewer: Viewer) -> Vec<Event> {
        let in_play = matches!(self.waiting(), Waiting::Act(_));
        if viewer == Viewer::Open && in_play {
            return Vec::new();
        }
        let last_deal = self.last_deal().unwrap_or(self.log.len());
        let looks = |at: usize| match viewer {
            // The hand of the round in play is not for whoever sat down in its middle.
            Viewer::Seat(seat) if at >= last_deal && self.seat(seat).hand == Hand::NextDeal => {
                Viewer::Public
            }
            _ => viewer,
        };
        let told = (from..).zip(self.log.from(from));
        told.map(|(at, (_, told))| told.to(looks(at))).collect()
    }

    pub(super) fn last_deal(&self) -> Option<usize> {
        self.log.last_where(Told::is_deal)
    }

    pub(super) fn last_start(&self) -> Option<usize> {
        let started = |told: &Told| told.is_deal() || matches!(told, Told::MatchBegan { .. });
        self.log.last_where(started)
    }

    /// The round in play as a player in this seat sees it who was there from its deal on: what a bot is
    /// given that plays for the seat.
    pub fn view(&self, seat: Seat) -> Option<View> {
        let mut view = TableView::new(*self.rules(), seat);
        for (_, told) in self.log.from(self.last_deal()?) {
            if let Told::Round { event, .. } = told {
                view.observe(&event.seen_by(seat));
            }
        }
        view.round().cloned()
    }

    /// What this seat last said in the huddle of this round.
    pub fn wish(&self, of: Seat) -> Option<Wish> {
        let since_deal = self
            .log
            .iter()
            .rev()
            .take_while(|(_, told)| !told.is_deal());
        since_deal
            .filter_map(|(_, told)| match told {
                Told::Wished(seat, wish) if *seat == of => Some(*wish),
                _ => None,
            })
            .next()
    }
}
