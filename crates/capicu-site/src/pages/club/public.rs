//! The public page of a club, joining it, and its calendar.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::clubs::{AtClub, change};
use capicu_accounts::dates::next_day;
use capicu_accounts::friends::username;
use capicu_accounts::zones::Zone;
use capicu_event::Status;
use capicu_event_service::is_seal;
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, EventId, PlayerId};
use capicu_store::clubs::{ClubDeed, ClubEvent, ClubPart, Season};
use maud::{Markup, html};

use super::super::action::ClubAction;
use super::super::event::words::{Reader, Words};
use super::super::event::{may_change, member, origin, told_done, wrong_seal};
use super::super::extract::{Ask, lead_to};
use super::{answer, at, lines, part, problem};
use crate::club_events::heard::{Heard, hear};
use crate::club_events::join_seal;
use crate::{Failure, What};

/// How many of the latest events the page shows.
const EVENTS: usize = 30;

/// How many of the first are named of an event that is over.
const FIRST: u16 = 3;

/// `GET /club/NAME`: the public page of a club.
pub async fn show(Path(address): Path<String>, ask: Ask) -> Response {
    let (at, player) = match at(&ask, &address).await {
        Ok(found) => found,
        Err(failure) => return problem(&ask, &failure),
    };
    let path = format!("/club/{}", at.club.address);
    match body(&ask, &at, player).await {
        Ok(body) => ask.page(&at.club.told.name, &path, &body),
        Err(failure) => ask.problem(&failure, "/clubs"),
    }
}

async fn body(ask: &Ask, at: &AtClub, player: Option<PlayerId>) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let store = &ask.site.services().store;
    let (club, told) = (&at.club, &at.club.told);
    let mut events = store.club_events(&club.id).await?;
    events.truncate(EVENTS);
    let mut events = hear(&ask.site, events).await?;
    events.retain(|heard| !heard.state.hidden);
    let seasons = store.seasons(&club.id).await?;
    let to = format!("/club/{}", club.address);
    let (past, mut next): (Vec<&Heard>, Vec<&Heard>) = events
        .iter()
        .partition(|heard| heard.state.status == Status::Frozen);
    next.reverse();
    let is_hidden = hides(ask, at, player).await?;
    Ok(html! {
        main #content data-testid="club-page" {
            h1 { (told.name) }
            (told_done(ask))
            @if club.is_closed { p.problem data-testid="closed" { (texts.club_closed()) } }
            @if !told.place.is_empty() { p { (texts.club_place()) (texts.colon()) " " b { (told.place) } } }
            @if !told.evening.is_empty() { p { (texts.club_evening()) (texts.colon()) " " b { (told.evening) } } }
            (lines(&told.about))
            (yours(ask, at, player, &to, is_hidden))
            h2 { (texts.club_next()) }
            p.help data-testid="times" { (texts.club_times(Zone::stored(&told.zone).name())) }
            @if next.is_empty() { p { (texts.club_no_next()) } }
            ul.list { @for heard in &next { (event(texts, heard)) } }
            @if !past.is_empty() {
                h2 { (texts.club_past()) }
                ul.list { @for heard in &past { (event(texts, heard)) } }
            }
            @if !seasons.is_empty() {
                h2 { (texts.club_seasons()) }
                ul.list { @for of in seasons.iter().rev() { (season(&to, of)) } }
            }
            p.row {
                @if !past.is_empty() { a href={ (to) "/archive" } data-testid="to-archive" { (texts.club_archive()) } }
                a href={ (to) "/ratings" } data-testid="to-club-ratings" { (texts.club_ratings()) }
                a href={ (to) "/calendar.ics" } data-testid="calendar" { (texts.club_calendar()) }
            }
            (people(texts, at))
        }
    })
}

/// Whether the page hides an invitation from a player who blocks the owner of the club.
async fn hides(ask: &Ask, at: &AtClub, player: Option<PlayerId>) -> Result<bool, Failure> {
    let (Some(player), Some(owner)) = (player, at.owner()) else {
        return Ok(false);
    };
    let apart = ask.site.services().store.apart(player).await?;
    Ok(apart.blocked.contains(&owner))
}

fn season(to: &str, of: &Season) -> Markup {
    html! { li { a href={ (to) "/season/" (of.number) } data-testid="to-season" { (of.name) } } }
}

fn event(texts: Texts, heard: &Heard) -> Markup {
    let words = Words {
        texts,
        state: &heard.state,
        reader: Reader::Public,
    };
    let first: Vec<String> = match (heard.state.status, heard.last()) {
        (Status::Frozen, Some(stage)) => {
            let told = capicu_event::standings::standings(&heard.state, stage);
            let first = told.into_iter().filter(|one| one.place <= FIRST);
            let first = first.take(usize::from(FIRST));
            first
                .map(|one| format!("{}. {}", one.place, words.name(one.entry)))
                .collect()
        }
        _ => Vec::new(),
    };
    html! {
        li data-testid="club-event" {
            span {
                a href={ "/e/" (heard.of.event) } { (heard.state.name) }
                @if heard.state.cancelled { " · " b { (texts.desk_log_cancelled()) } }
                @if !first.is_empty() { br; small data-testid="first" { (first.join(" · ")) } }
            }
            small { (begins(texts, &heard.of)) }
        }
    }
}

/// When an event begins and ends, in the local time of the club. The second of two equal days is left out.
pub fn begins(texts: Texts, of: &ClubEvent) -> String {
    let Some((day, time)) = of.begins.split_once('T') else {
        return texts.club_event_no_day();
    };
    let begins = match time {
        "00:00" => day.to_owned(),
        time => format!("{day} {time}"),
    };
    match of.ends.split_once('T') {
        None => begins,
        Some((last, time)) if last == day => format!("{begins}–{time}"),
        Some((last, time)) => format!("{begins} – {last} {time}"),
    }
}

/// The role of the reader in the club, and the actions on it.
fn yours(ask: &Ask, at: &AtClub, player: Option<PlayerId>, to: &str, is_hidden: bool) -> Markup {
    let texts = ask.texts();
    let button = |act: ClubAction, label: String, is_first: bool| {
        html! { button class=[(!is_first).then_some("second")] name="act" value=(act) data-testid=(act) { (label) } }
    };
    let own = at
        .own
        .filter(|own| !(is_hidden && *own == ClubPart::Invited));
    let shown = at.people.iter().find(|one| Some(one.player.id) == player);
    let is_shown = shown.is_some_and(|one| one.is_shown);
    html! {
        @match own {
            _ if player.is_none() => {
                p.help { (texts.club_members_only()) " " a href="/me" { (texts.site_you()) } }
            },
            None if at.club.is_closed => {},
            None => form method="post" action=(to) { (button(ClubAction::Ask, texts.club_ask(), true)) },
            Some(ClubPart::Asks) => {
                p data-testid="asked" { (texts.club_asked()) }
                form method="post" action=(to) { (button(ClubAction::TakeBack, texts.club_take_back(), false)) }
            },
            Some(ClubPart::Invited) => {
                p data-testid="invited" { (texts.club_invited()) }
                form.row method="post" action=(to) {
                    (button(ClubAction::Accept, texts.club_accept(), true))
                    (button(ClubAction::Decline, texts.club_decline(), false))
                }
            },
            Some(own) => {
                p data-testid="your-part" { (texts.club_you_are(&part(texts, own))) }
                p { a href={ (to) "/league" } data-testid="to-league" { (texts.league()) } }
                @if own >= ClubPart::Director && !at.club.is_closed {
                    p.row {
                        a.do href={ (to) "/desk" } data-testid="to-club-desk" { (texts.club_desk()) }
                        a href=(new_event(at)) data-testid="new-club-event" { (texts.club_new_event()) }
                    }
                }
                form.row method="post" action=(to) {
                    @if is_shown { (button(ClubAction::Hide, texts.club_hide(), false)) }
                    @else { (button(ClubAction::Show, texts.club_show(), false)) }
                    @if own < ClubPart::Owner { (button(ClubAction::Leave, texts.club_leave(), false)) }
                }
            },
        }
    }
}

/// The address of the event form of the club, with the saved fields.
pub fn new_event(at: &AtClub) -> String {
    let (address, usual) = (&at.club.address, &at.club.told.usual);
    match usual.is_empty() {
        true => format!("/events/new?club={address}"),
        false => format!("/events/new?club={address}&{usual}"),
    }
}

fn people(texts: Texts, at: &AtClub) -> Markup {
    let belong = || at.people.iter().filter(|one| one.part.belongs());
    let shown: Vec<&str> = belong()
        .filter(|one| one.is_shown)
        .filter_map(|one| username(&one.player))
        .collect();
    let others = belong().count() - shown.len();
    html! {
        h2 { (texts.club_people()) }
        @if shown.is_empty() { p { (texts.club_nobody_shown()) } }
        ul.list { @for name in &shown { li { a href={ "/@" (name) } data-testid="club-member" { (name) } } } }
        @if others > 0 { p { (texts.club_people_more(others as u32)) } }
    }
}

/// `POST /club/NAME`: acts on the player's own membership.
pub async fn act(Path(address): Path<String>, ask: Ask) -> Response {
    let found = async {
        let player = member(&ask).await?;
        let (at, _) = at(&ask, &address).await?;
        may_change(&ask).await?;
        Ok::<_, Failure>((at, player))
    };
    let (at, player) = match found.await {
        Ok(found) => found,
        Err(failure) => return ask.problem(&failure, "/clubs"),
    };
    let back = format!("/club/{}", at.club.address);
    let moves = |from, to| ClubDeed::Move { player, from, to };
    let shows = |shown| ClubDeed::Show { player, shown };
    let act: ClubAction = match ask.action() {
        Ok(act) => act,
        Err(failure) => return ask.problem(&failure, &back),
    };
    let deed = match (act, at.own) {
        (ClubAction::Ask, None) => {
            if !ask.site.allows(What::Tie, ask.peer, &ask.headers) {
                return ask.problem(&Failure::new(ApiErrorCode::Flood), &back);
            }
            moves(None, Some(ClubPart::Asks))
        }
        // Sent again, it is asked already.
        (ClubAction::Ask, Some(_)) => return lead_to(&back, None),
        (ClubAction::TakeBack, _) => moves(Some(ClubPart::Asks), None),
        (ClubAction::Accept, _) => moves(Some(ClubPart::Invited), Some(ClubPart::Member)),
        (ClubAction::Decline, _) => moves(Some(ClubPart::Invited), None),
        (ClubAction::Leave, Some(ClubPart::Owner)) => {
            let why = (ApiErrorCode::Full, ask.texts().club_owner_stays());
            return super::not_done(&ask, why, &back);
        }
        (ClubAction::Leave, Some(own)) => moves(Some(own), None),
        (ClubAction::Read, _) => {
            let event: EventId = match ask.field("event").parse() {
                Ok(event) => event,
                Err(_) => return ask.problem(&Failure::new(ApiErrorCode::Malformed), &back),
            };
            let to = format!("/e/{event}");
            let read = ClubDeed::Read(event);
            // Without the store the notice stays, and the page of the event says more.
            let _ = change(ask.site.context(), &at.club.id, player, read).await;
            return lead_to(&to, None);
        }
        (ClubAction::Show, _) => shows(true),
        (ClubAction::Hide, _) => shows(false),
        (ClubAction::Leave, None) => {
            return ask.problem(&Failure::new(ApiErrorCode::Malformed), &back);
        }
    };
    let done = change(ask.site.context(), &at.club.id, player, deed).await;
    answer(&ask, done, &back)
}

/// The club of a link, if it gave the link out.
async fn linked(ask: &Ask, address: &str, seal: &str) -> Result<AtClub, Failure> {
    let (at, _) = at(ask, address).await?;
    match is_seal(seal, &join_seal(&at.club)) && !at.club.is_closed {
        true => Ok(at),
        false => Err(wrong_seal(ask)),
    }
}

/// `GET /club/NAME/join/SEAL`: asks whether to join.
pub async fn ask_to_join(Path((address, seal)): Path<(String, String)>, ask: Ask) -> Response {
    let at = match linked(&ask, &address, &seal).await {
        Ok(at) => at,
        Err(failure) => return ask.problem(&failure, "/clubs"),
    };
    let texts = ask.texts();
    let path = format!("/club/{}/join/{seal}", at.club.address);
    let is_member = member(&ask).await.is_ok();
    let title = texts.club_join_title(&at.club.told.name);
    let body = html! {
        main #content data-testid="join-club-page" {
            h1 { (title) }
            p { (texts.club_join_help()) }
            @if is_member {
                form method="post" action=(path) { button data-testid="join-club" { (texts.club_join()) } }
            } @else {
                p { (texts.club_members_only()) }
                p.row { a.do href="/me" { (texts.site_you()) } a href="/sign-in" { (texts.sign_in()) } }
            }
        }
    };
    ask.page(&title, &path, &body)
}

/// `POST /club/NAME/join/SEAL`: joins the club.
pub async fn join(Path((address, seal)): Path<(String, String)>, ask: Ask) -> Response {
    let found = async {
        let player = member(&ask).await?;
        let at = linked(&ask, &address, &seal).await?;
        if !ask.site.allows(What::Tie, ask.peer, &ask.headers) {
            return Err(Failure::new(ApiErrorCode::Flood));
        }
        may_change(&ask).await?;
        let apart = ask.site.services().store.apart(player).await?;
        let is_kept_out = at
            .owner()
            .is_some_and(|owner| apart.blocking.contains(&owner));
        Ok::<_, Failure>((at, player, is_kept_out))
    };
    let (at, player, is_kept_out) = match found.await {
        Ok(found) => found,
        Err(failure) => return ask.problem(&failure, "/clubs"),
    };
    let back = format!("/club/{}", at.club.address);
    // A player whom the owner blocks sees the same page as a player who waits for an answer.
    let to = match (at.own, is_kept_out) {
        (Some(own), _) if own.belongs() => return lead_to(&back, None),
        (Some(ClubPart::Asks), true) => return lead_to(&back, None),
        (_, true) => ClubPart::Asks,
        (_, false) => ClubPart::Member,
    };
    let deed = ClubDeed::Move {
        player,
        from: at.own,
        to: Some(to),
    };
    let done = change(ask.site.context(), &at.club.id, player, deed).await;
    answer(&ask, done, &back)
}

/// `GET /club/NAME/calendar.ics`: the calendar of the club.
pub async fn calendar(Path(address): Path<String>, ask: Ask) -> Response {
    let told = async {
        let (at, _) = at(&ask, &address).await?;
        let events = ask.site.services().store.club_events(&at.club.id).await?;
        let dated = events.into_iter().filter(|of| !of.begins.is_empty());
        let mut heard = hear(&ask.site, dated.take(200).collect()).await?;
        heard.retain(|heard| !heard.state.hidden && !heard.state.cancelled);
        Ok::<_, Failure>((at, heard))
    };
    match told.await {
        Ok((at, heard)) => {
            let headers = [
                (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
                (header::CACHE_CONTROL, "no-cache"),
            ];
            let home = origin(&ask, &ask.headers);
            (
                headers,
                ics(&at, &heard, &home, ask.site.services().clock.now()),
            )
                .into_response()
        }
        Err(failure) => problem(&ask, &failure),
    }
}

/// A calendar after RFC 5545. Times are local, with the zone of the club. An event without a time takes the whole day.
fn ics(at: &AtClub, events: &[Heard], home: &str, now: u64) -> String {
    let stamp = capicu_accounts::dates::moment_text(now);
    let stamp: String = stamp.chars().filter(|c| !"-: ".contains(*c)).collect();
    let stamp = stamp.replace("UTC", "00Z");
    let (date, clock) = stamp.split_at(8);
    let mut text = String::new();
    let mut line = |content: &str| text += &folded(content);
    line("BEGIN:VCALENDAR");
    line("VERSION:2.0");
    line("PRODID:-//Capicu//Clubs//EN");
    line(&format!("X-WR-CALNAME:{}", quoted(&at.club.told.name)));
    let zone = Zone::stored(&at.club.told.zone);
    let moments = events
        .iter()
        .flat_map(|heard| [&heard.of.begins, &heard.of.ends]);
    let moments: Vec<u64> = moments.filter_map(|local| zone.moment(local)).collect();
    if let (Some(from), Some(to)) = (moments.iter().min(), moments.iter().max())
        && zone.name() != Zone::USUAL
    {
        for of_zone in zone.calendar(*from, *to) {
            line(&of_zone);
        }
    }
    let compact = |text: &str| text.replace(['-', ':'], "");
    for heard in events {
        let of = &heard.of;
        let (day, time) = of.begins.split_once('T').unwrap_or_default();
        line("BEGIN:VEVENT");
        line(&format!("UID:{}@{}", heard.of.event, at.club.id));
        line(&format!("DTSTAMP:{date}T{clock}"));
        if time == "00:00" && of.ends.is_empty() {
            line(&format!("DTSTART;VALUE=DATE:{}", compact(day)));
            let next = next_day(day).unwrap_or_default();
            line(&format!("DTEND;VALUE=DATE:{}", compact(&next)));
        } else {
            let at = |local: &str| match zone.name() {
                Zone::USUAL => format!(":{}00Z", compact(local)),
                name => format!(";TZID={name}:{}00", compact(local)),
            };
            line(&format!("DTSTART{}", at(&of.begins)));
            if !of.ends.is_empty() {
                line(&format!("DTEND{}", at(&of.ends)));
            }
        }
        line(&format!("SUMMARY:{}", quoted(&heard.state.name)));
        if !at.club.told.place.is_empty() {
            line(&format!("LOCATION:{}", quoted(&at.club.told.place)));
        }
        line(&format!("URL:{home}/e/{}", heard.of.event));
        line("END:VEVENT");
    }
    line("END:VCALENDAR");
    text
}

/// A text of a calendar.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\");
    text.replace(';', "\\;")
        .replace(',', "\\,")
        .replace('\n', "\\n")
}

/// Folds a line of a calendar to at most 75 bytes. Continuation lines begin with a space.
fn folded(content: &str) -> String {
    let mut text = String::new();
    let mut length = 0;
    for letter in content.chars() {
        if length + letter.len_utf8() > 75 {
            text += "\r\n ";
            length = 1;
        }
        text.push(letter);
        length += letter.len_utf8();
    }
    text + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_calendar_lines_are_short_and_complete() {
        let long = format!("SUMMARY:{}", "ñá".repeat(60));
        let text = folded(&long);
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        assert_eq!(text.replace("\r\n ", ""), format!("{long}\r\n"));
        assert_eq!(quoted("a;b,c\\d\ne"), "a\\;b\\,c\\\\d\\ne");
    }
}
