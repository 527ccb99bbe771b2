//! Meetings at tables of this server: as the desk sees them, and how people come there.

use capicu_event::{EntryId, Outcome, Stage, Venue, Watchers};
use capicu_event_service::online::{Live, OnlineTable, Trouble};
use capicu_event_service::online_tables::{RoundsMade, TablePlan, Unplayable};
use capicu_event_service::pending_results::Spot;
use capicu_event_service::{Hall, Slip};
use capicu_i18n::Texts;
use capicu_protocol::TableId;
use maud::{Markup, html};

use super::super::action::DeskAction;
use super::super::extract::Ask;
use super::hidden;
use super::score::numbered;
use super::words::{Words, scores_by};

/// Why meetings cannot be played online on this server, and the remedy.
pub fn unplayable(texts: Texts, why: &Unplayable) -> String {
    match why {
        Unplayable::Boards => texts.desk_online_boards(),
        Unplayable::Sittings => texts.desk_online_sittings(),
        Unplayable::TurnTime(word) => texts.desk_online_turn_time(word),
        Unplayable::Game(game) => texts.desk_online_game(game),
        Unplayable::HouseRule(what) => texts.desk_online_house_rule(what),
        Unplayable::PlayersOut => texts.desk_online_players_out(),
        Unplayable::NoEnd => texts.desk_online_no_end(),
    }
}

/// A table of the server as the desk sees it, and the button that has the meeting played elsewhere.
pub fn at_desk(
    ask: &Ask,
    words: &Words<'_>,
    hall: &Hall,
    (stage, slip): (&Stage, Slip),
    made: &RoundsMade,
) -> Markup {
    let texts = words.texts;
    let venue = venue(stage, slip);
    let to = format!("/e/{}/desk", hall.id);
    let other = match venue {
        Venue::Online => ("hall", texts.desk_move_to_hall()),
        Venue::Hall => ("online", texts.desk_move_online()),
    };
    let is_of_teams = !stage.rules.sittings.is_empty();
    let meeting = stage.meeting_number(usize::from(slip.round) - 1, usize::from(slip.meeting) - 1);
    html! {
        @if venue == Venue::Online {
            div data-testid={ "online-" (meeting) } {
                @if is_of_teams && !stage.has_tables(meeting) { p data-testid="no-line-ups" { (texts.desk_online_line_ups()) } }
                @for spot in hall.due_of(meeting) {
                    @let id = hall.table_id(spot, made);
                    @match TablePlan::of(hall, spot, &[]) {
                        Err(why) => p.problem { (unplayable(texts, &why)) },
                        Ok(plan) => {
                            a href={ "/t/" (id) } data-testid={ "watch-" (number(spot)) } { (table_name(texts, stage, spot)) }
                            @match ask.site.online().seen(&id) {
                                None => p { (texts.desk_online_making()) },
                                Some(seen) => (live(words, stage, &plan, &seen)),
                            }
                        },
                    }
                }
            }
        }
        @if words.state.preset.online.is_some() {
            form.row method="post" action=(to) {
                (hidden(ask, hall.event.version()))
                input type="hidden" name="meeting" value=(meeting);
                input type="hidden" name="to" value=(other.0);
                button.second name="act" value=(DeskAction::Move) data-testid={ "move-" (meeting) } { (other.1) }
            }
        }
    }
}

/// The venue of a meeting.
pub fn venue(stage: &Stage, slip: Slip) -> Venue {
    let round = stage.rounds.get(usize::from(slip.round) - 1);
    let venue = round.and_then(|round| round.venues.get(usize::from(slip.meeting) - 1));
    venue.copied().unwrap_or_default()
}

/// The table of a meeting in a test id: `3`, or `3-7` for one of several.
fn number(spot: Spot) -> String {
    match spot.table {
        0 => spot.meeting.to_string(),
        table => format!("{}-{table}", spot.meeting),
    }
}

/// The name of an online table on the desk.
pub fn table_name(texts: Texts, stage: &Stage, spot: Spot) -> String {
    let mut all = (1u16..).zip(numbered(&stage.rules));
    match all.find(|(at, _)| *at == spot.table) {
        Some((_, (sitting, table, _))) => texts.desk_sitting(sitting, table),
        None => texts.desk_online_table(),
    }
}

fn live(words: &Words<'_>, stage: &Stage, plan: &TablePlan, seen: &OnlineTable) -> Markup {
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
            @if let Some(live) = &seen.live { " · " b data-testid="live-score" { (score(words, stage, plan, live)) } }
        }
        @for seat in late {
            @if let Some(Some((entry, place))) = plan.places.get(seat).copied() {
                p.help { (texts.desk_online_away(&called(words, entry, place), &clock(seen.away[seat]), &grace)) }
            }
        }
        @match &seen.trouble {
            Some(Trouble::Refused(why)) => p.problem role="alert" {
                (texts.desk_online_refused())
                " " (words.refused(why))
            },
            Some(Trouble::Undone) => p.problem role="alert" { (texts.desk_online_undone()) },
            Some(Trouble::Stopped) => p.problem role="alert" { (texts.desk_online_stopped()) },
            None => {},
        }
    }
}

/// The score of a table, as its sheet would show it.
pub fn score(words: &Words<'_>, stage: &Stage, plan: &TablePlan, live: &Live) -> String {
    let hands = live.standing.hands.len() as u32;
    match plan.played.outcome(&stage.rules, &live.standing) {
        // The result of a board is only for those who have played it.
        Outcome::Boards { margins, .. } => words
            .texts
            .desk_online_boards_played(hands, margins.len() as u32),
        _ => scores_by(
            &plan.format,
            &plan.played.scores(&plan.format, &live.standing),
        ),
    }
}

/// The tables of the round that spectators may watch, in order. They may not watch boards that other tables have yet to
/// play.
pub fn watched(hall: &Hall) -> Vec<(Spot, TableId)> {
    let state = hall.event.state();
    let online = state.preset.online.as_ref();
    let is_shown = online.is_some_and(|online| online.watchers == Watchers::Everybody);
    let stage = state.stages.last();
    if !is_shown || stage.is_some_and(|stage| stage.rules.duplicate.is_some()) {
        return Vec::new();
    }
    let due = hall.due_online().into_iter();
    let mut due: Vec<_> = due.map(|(id, spot)| (spot, id)).collect();
    due.sort_by_key(|(spot, _)| (spot.meeting, spot.table));
    due
}

/// The score of a table now.
pub fn live_score(
    ask: &Ask,
    words: &Words<'_>,
    hall: &Hall,
    stage: &Stage,
    (spot, id): (Spot, &TableId),
) -> Option<String> {
    let live = ask.site.online().seen(id)?.live?;
    let plan = TablePlan::of(hall, spot, &[]).ok()?;
    Some(score(words, stage, &plan, &live))
}

/// The name of one person of an entry.
pub fn called(words: &Words<'_>, entry: EntryId, place: u8) -> String {
    let of = words.state.entries.get(&entry);
    let member = of.and_then(|of| of.members.get(usize::from(place)));
    let name = words.name(entry);
    match member {
        // A person who does not want to be named is a number.
        Some(member) if of.is_some_and(|of| of.current_name() == name) => member.clone(),
        _ => name,
    }
}

/// Links to the seats of an entry, or to the seat of one of its people.
pub fn ready(
    words: &Words<'_>,
    hall: &Hall,
    (stage, meeting): (&Stage, u16),
    (entry, only): (EntryId, Option<u8>),
) -> Markup {
    let texts = words.texts;
    let mut own = Vec::new();
    let mut grace = 0;
    for spot in hall.due_of(meeting) {
        let plan = match TablePlan::of(hall, spot, &[]) {
            Ok(plan) => plan,
            Err(why) => return html! { p.problem { (unplayable(texts, &why)) } },
        };
        grace = u32::from(plan.online.grace);
        for (seat, place) in capicu::Seat::all(plan.played.n_seats()).zip(&plan.places) {
            let Some((_, place)) = place.filter(|(of, _)| *of == entry) else {
                continue;
            };
            if only.is_none_or(|only| only == place) {
                let token = hall.seat_token(&plan.id, seat);
                let at = (spot.table > 0).then(|| table_name(texts, stage, spot));
                own.push((place, at, format!("/t/{}#{token}", plan.id)));
            }
        }
    }
    let alone = own.len() == 1;
    html! {
        @if own.is_empty() {
            p data-testid="no-seat" { (texts.desk_online_no_seat()) }
        } @else {
            section.next data-testid="table-ready" data-ready=(texts.desk_table_ready()) {
                p { b { (texts.desk_table_ready()) } }
                @for (place, at, link) in &own {
                    p { a.do.big href=(link) data-testid={ "sit-" (place) } {
                        @if let Some(at) = at { (at) (texts.colon()) " " }
                        @if alone { (texts.desk_sit_down()) } @else { (texts.desk_sit_down_as(&called(words, entry, *place))) }
                    } }
                }
                p.help { (texts.desk_online_rules(grace)) }
            }
        }
    }
}
