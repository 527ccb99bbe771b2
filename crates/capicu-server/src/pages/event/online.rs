//! Meetings at tables of this server: as the desk sees them, and how people come there.

use capicu_event::{EntryId, Meeting, Stage, Venue};
use capicu_i18n::Texts;
use maud::{Markup, html};

use super::super::ask::Ask;
use super::hidden;
use super::words::{Words, scores_of};
use crate::events::online::{Live, SeenTable, Trouble};
use crate::events::plan::{RoundMade, TablePlan, Unplayable};
use crate::events::{Hall, Slip};

/// Why meetings cannot be played at tables of this server, and what to do about it.
pub fn unplayable(texts: Texts, why: &Unplayable) -> String {
    match why {
        Unplayable::Boards => texts.desk_online_boards(),
        Unplayable::Sittings => texts.desk_online_sittings(),
        Unplayable::TurnTime(word) => texts.desk_online_turn_time(word),
        Unplayable::Game(game) => texts.desk_online_game(game),
        Unplayable::HouseRule(what) => texts.desk_online_house_rule(what),
        Unplayable::NoEnd => texts.desk_online_no_end(),
    }
}

/// A table of the server as the desk sees it, and the button that has the meeting played elsewhere.
pub fn at_desk(
    ask: &Ask,
    words: &Words<'_>,
    hall: &Hall,
    (stage, slip, meeting): (&Stage, Slip, &Meeting),
    made: &RoundMade,
) -> Markup {
    let texts = words.texts;
    let venue = venue(stage, slip);
    let to = format!("/e/{}/desk", hall.id);
    let other = match venue {
        Venue::Online => ("hall", texts.desk_move_to_hall()),
        Venue::Hall => ("online", texts.desk_move_online()),
    };
    let id = hall.table_id(slip, made);
    html! {
        @if venue == Venue::Online {
            div data-testid={ "online-" (slip.meeting) } {
                @match TablePlan::of(hall, slip, &[]) {
                    Err(why) => p.problem { (unplayable(texts, &why)) },
                    Ok(plan) => {
                        a href={ "/t/" (id) } data-testid={ "watch-" (slip.meeting) } { (texts.desk_online_table()) }
                        @match ask.site.online().seen(&id) {
                            None => p { (texts.desk_online_making()) },
                            Some(seen) => (live(words, stage, meeting, &plan, &seen)),
                        }
                    },
                }
            }
        }
        @if words.state.preset.online.is_some() {
            form.row method="post" action=(to) {
                (hidden(hall.event.version()))
                input type="hidden" name="meeting" value=(slip.meeting);
                input type="hidden" name="to" value=(other.0);
                button.second name="act" value="move" data-testid={ "move-" (slip.meeting) } { (other.1) }
            }
        }
    }
}

/// Where a meeting is played.
pub fn venue(stage: &Stage, slip: Slip) -> Venue {
    let round = stage.rounds.get(usize::from(slip.round) - 1);
    let venue = round.and_then(|round| round.venues.get(usize::from(slip.meeting) - 1));
    venue.copied().unwrap_or_default()
}

fn live(
    words: &Words<'_>,
    stage: &Stage,
    meeting: &Meeting,
    plan: &TablePlan,
    seen: &SeenTable,
) -> Markup {
    let texts = words.texts;
    let there = |seat: usize| seen.live.as_ref().is_some_and(|live| live.there[seat]);
    let seats = seen.away.len();
    let present = (0..seats).filter(|seat| there(*seat)).count();
    let late = (0..seats).filter(|seat| !there(*seat));
    let clock = |ms: u64| format!("{}:{:02}", ms / 60_000, ms / 1000 % 60);
    let grace = clock(seen.grace);
    html! {
        p data-testid="live" {
            (texts.desk_online_there(present as u32, seats as u32))
            @if let Some(live) = &seen.live { " · " b data-testid="live-score" { (score(stage, plan, live)) } }
        }
        @for seat in late {
            @let who = capicu::Seat::new(seat as u8).and_then(|seat| plan.played.place(&meeting.sides, seat));
            @if let Some((entry, place)) = who {
                p.help { (texts.desk_online_away(&called(words, entry, place), &clock(seen.away[seat]), &grace)) }
            }
        }
        @match &seen.trouble {
            Some(Trouble::Refused(why)) => p.problem role="alert" { (texts.desk_online_refused()) " " (words.refused(why)) },
            Some(Trouble::Undone) => p.problem role="alert" { (texts.desk_online_undone()) },
            Some(Trouble::Stopped) => p.problem role="alert" { (texts.desk_online_stopped()) },
            None => {},
        }
    }
}

/// How a table stands, as its sheet would show it.
pub fn score(stage: &Stage, plan: &TablePlan, live: &Live) -> String {
    match plan.played.outcome(&stage.rules, &live.standing) {
        capicu_event::Outcome::Played { scores } => scores_of(stage, &scores),
        _ => String::new(),
    }
}

/// What one of the people of an entry is called.
pub fn called(words: &Words<'_>, entry: EntryId, place: u8) -> String {
    let of = words.state.entries.get(&entry);
    let member = of.and_then(|of| of.members.get(usize::from(place)));
    let name = words.name(entry);
    match member {
        // Who is not to be named is a number.
        Some(member) if of.is_some_and(|of| of.name == name) => member.clone(),
        _ => name,
    }
}

/// The way to the seats of an entry, or to that of one of its people.
pub fn ready(
    words: &Words<'_>,
    hall: &Hall,
    (slip, meeting): (Slip, &Meeting),
    (entry, only): (EntryId, Option<u8>),
) -> Markup {
    let texts = words.texts;
    let plan = match TablePlan::of(hall, slip, &[]) {
        Ok(plan) => plan,
        Err(why) => return html! { p.problem { (unplayable(texts, &why)) } },
    };
    let seats = capicu::Seat::all(plan.played.n_seats());
    let own: Vec<(u8, String)> = seats
        .filter_map(|seat| {
            let (of, place) = plan.played.place(&meeting.sides, seat)?;
            let is_own = of == entry && only.is_none_or(|only| only == place);
            is_own.then(|| {
                let token = hall.seat_token(&plan.id, seat);
                (place, format!("/t/{}#{token}", plan.id))
            })
        })
        .collect();
    let alone = own.len() == 1;
    html! {
        section.next data-testid="table-ready" {
            p { b { (texts.desk_table_ready()) } }
            @for (place, link) in &own {
                p { a.do.big href=(link) data-testid={ "sit-" (place) } {
                    @if alone { (texts.desk_sit_down()) } @else { (texts.desk_sit_down_as(&called(words, entry, *place))) }
                } }
            }
            p.help { (texts.desk_online_rules(u32::from(plan.online.grace))) }
        }
    }
}
