//! The events that each viewer receives.

use capicu::{Seat, TableView, View, Viewer, Waiting};
use capicu_protocol::{Event, MatchInfo};

use super::State;
use super::seat::Hand;
use crate::Wish;
use crate::broadcast::Broadcast;

impl State {
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

    /// The events since the last deal, for one viewer: tiles turned up and deals repeated before it, then the deal
    /// itself. Before the first deal of a match, all events since it began. [`Viewer::Open`] sees nothing of a round in
    /// play.
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

    /// The events since a version, for one viewer; `None` if that is too long ago, or in the future.
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
            // A player who sat down during the round does not see the hand.
            Viewer::Seat(seat) if at >= last_deal && self.seat(seat).hand == Hand::NextDeal => {
                Viewer::Public
            }
            _ => viewer,
        };
        let told = (from..).zip(self.log.from(from));
        told.map(|(at, (_, told))| told.to(looks(at))).collect()
    }

    pub(super) fn last_deal(&self) -> Option<usize> {
        self.log.last_where(Broadcast::is_deal)
    }

    pub(super) fn last_start(&self) -> Option<usize> {
        let started =
            |told: &Broadcast| told.is_deal() || matches!(told, Broadcast::MatchBegan { .. });
        self.log.last_where(started)
    }

    /// The current round as seen from this seat by a player who was there since the deal. A bot that plays for the seat
    /// receives this.
    pub fn view(&self, seat: Seat) -> Option<View> {
        let mut view = TableView::new(*self.rules(), seat);
        for (_, told) in self.log.from(self.last_deal()?) {
            if let Broadcast::Round { event, .. } = told {
                view.observe(&event.visible_to(seat));
            }
        }
        view.round().cloned()
    }

    pub fn wish(&self, of: Seat) -> Option<Wish> {
        let since_deal = self
            .log
            .iter()
            .rev()
            .take_while(|(_, told)| !told.is_deal());
        since_deal
            .filter_map(|(_, told)| match told {
                Broadcast::Wished(seat, wish) if *seat == of => Some(*wish),
                _ => None,
            })
            .next()
    }
}
