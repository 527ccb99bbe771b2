//! The notices that a round has begun, for the accounts of its players.

use capicu::Seat;
use capicu_event::{EntryId, Stage, Table};
use capicu_event_service::online_tables::TablePlan;
use capicu_event_service::{Hall, entry_seal};
use capicu_i18n::Texts;
use capicu_protocol::{EventId, PlayerId, TableId};
use capicu_store::events::EnteredEvent;
use maud::{Markup, html};

use crate::{Failure, Site};

/// How many of the latest events of a player can send notices.
const EVENTS: u32 = 20;

/// A round that began for a player who is not at the table yet.
#[derive(Debug)]
pub struct RoundBegun {
    /// An id that stays the same, and differs for each meeting.
    pub id: String,
    pub event: EventId,
    name: String,
    /// The number of the table, as people see it.
    number: u32,
    is_first: bool,
    /// The online table with the player's seat.
    pub table: Option<TableId>,
    /// The player's seat, or the page of the entry with its table.
    pub url: String,
}

/// The rounds that began lately for a player.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn all(site: &Site, player: PlayerId) -> Result<Vec<RoundBegun>, Failure> {
    let store = &site.services().store;
    let mut all = Vec::new();
    for entered in store.entered_events(player, EVENTS).await? {
        // An event that cannot be read does not hide the others.
        let begun = site.events().begun(&entered.event, entered.version).await;
        if let Ok(Some(hall)) = begun {
            all.extend(RoundBegun::of(site, &hall, &entered));
        }
    }
    Ok(all)
}

impl RoundBegun {
    fn of(site: &Site, hall: &Hall, entered: &EnteredEvent) -> Option<Self> {
        let state = hall.event.state();
        let stage = state.running()?;
        let entry = EntryId(entered.entry);
        if has_left(hall, entered) {
            return None;
        }
        let (round, at) = open_meeting(stage, entry)?;
        let meeting = stage.meeting_number(round, at);
        let plans = plans(hall, meeting);
        let is_team = !stage.rules.sittings.is_empty();
        let seat = own_seat(&plans, entered);
        let url = match seat {
            Some((plan, seat)) if is_there(site, &plan.id, seat) => return None,
            Some((plan, seat)) => format!("/t/{}#{}", plan.id, hall.seat_token(&plan.id, seat)),
            // The line-up of the team has no seat for the player now.
            None if is_team && !plans.is_empty() => return None,
            None => {
                let seal = entry_seal(&hall.secret, entry);
                format!("/e/{}/me/{entry}/{seal}", hall.id)
            }
        };
        Some(Self {
            id: format!("round-{}-{}-{round}-{at}", hall.id, stage.number),
            event: hall.id.clone(),
            name: state.name.clone(),
            number: state.table_number(meeting),
            is_first: stage.number == 1 && round == 0,
            table: seat.map(|(plan, _)| plan.id.clone()),
            url,
        })
    }

    /// Whether this is the event, or the table with the player's seat.
    pub fn is_at(&self, here: &str) -> bool {
        let table = self.table.as_ref();
        self.event.as_str() == here || table.is_some_and(|table| table.as_str() == here)
    }

    /// The sentence of the notice.
    pub fn said(&self, texts: Texts) -> String {
        match self.is_first {
            true => texts.bell_event_begins(&self.name),
            false => texts.bell_event_round(&self.name),
        }
    }

    /// The number of the table, with the word for it.
    pub fn place(&self, texts: Texts) -> String {
        format!("{} {}", texts.desk_table(), self.number)
    }

    /// The notice with its link.
    pub fn shown(&self, texts: Texts) -> Markup {
        html! {
            li data-notice=(self.id) data-testid="bell-round" {
                p { b { (self.said(texts)) } " " small { (self.place(texts)) } }
                a.do href=(self.url) data-testid="bell-to-round" { (texts.lobby_to_table()) }
            }
        }
    }
}

/// The round and the meeting of an entry without any report, both from 0.
fn open_meeting(stage: &Stage, entry: EntryId) -> Option<(usize, usize)> {
    stage.rounds_in_play().rev().find_map(|round| {
        let of = &stage.rounds[round];
        let mut meetings = of.pairing.meetings.iter().zip(&of.tables);
        let at = meetings.position(|(meeting, table)| {
            *table == Table::Open && meeting.side_of(entry).is_some()
        })?;
        Some((round, at))
    })
}

/// Whether another person has taken the place of a player in an entry.
fn has_left(hall: &Hall, entered: &EnteredEvent) -> bool {
    let Some(entry) = hall.event.state().entries.get(&EntryId(entered.entry)) else {
        return true;
    };
    entry.is_replaced(entered.place)
}

/// The online tables of a meeting that are open now.
fn plans(hall: &Hall, meeting: u16) -> Vec<TablePlan> {
    let due = hall.due_of(meeting).into_iter();
    due.filter_map(|spot| TablePlan::of(hall, spot, &[]).ok())
        .collect()
}

/// The online table with the seat of a player; `None` without one.
fn own_seat<'a>(plans: &'a [TablePlan], entered: &EnteredEvent) -> Option<(&'a TablePlan, Seat)> {
    let own = (EntryId(entered.entry), entered.place);
    plans.iter().find_map(|plan| {
        let mut seats = Seat::all(plan.played.n_seats()).zip(&plan.places);
        let (seat, _) = seats.find(|(_, place)| **place == Some(own))?;
        Some((plan, seat))
    })
}

/// Whether somebody sits in a seat right now.
fn is_there(site: &Site, table: &TableId, seat: Seat) -> bool {
    let seen = site.online().seen(table);
    let live = seen.and_then(|seen| seen.live);
    live.is_some_and(|live| live.there.get(seat.index()) == Some(&true))
}
