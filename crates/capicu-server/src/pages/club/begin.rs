//! The list of clubs, founding one, and what the form for an event asks where a club holds it.

use axum::response::{IntoResponse as _, Response};
use capicu_event::Preset;
use capicu_event::league::League;
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_store::clubs::{Club, ClubDeed, ClubEvent, ClubPart, ClubTold, Season, SeasonRule};
use maud::{Markup, html};

use super::super::ask::{Ask, lead_to, status};
use super::super::event::{field, member, number};
use super::{may_speak, part, refused};
use crate::clubs::{self, change, new_id};
use crate::conduct::line;
use crate::http::{Failure, What};
use crate::people::names;
use crate::secret;

/// How many clubs the list shows.
const LISTED: u32 = 500;

/// The longest name of a club or season, in characters.
pub const NAME: usize = 60;

/// The longest line.
const LINE: usize = 120;

/// The longest text about a club.
const ABOUT: usize = 1000;

/// `GET /clubs`.
pub async fn list(ask: Ask) -> Response {
    match listed(&ask).await {
        Ok(body) => ask.page(&ask.texts().clubs(), "/clubs", &body),
        Err(failure) => ask.problem(&failure, "/"),
    }
}

async fn listed(ask: &Ask) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let store = &ask.site.services().store;
    let player = member(ask).await.ok();
    let mut own = Vec::new();
    if let Some(player) = player {
        for club in store.clubs(Some(player), LISTED).await? {
            let people = store.club_people(&club.id).await?;
            let is = people.iter().find(|one| one.player.id == player);
            own.extend(is.map(|one| (club, one.part)));
        }
    }
    let all = store.clubs(None, LISTED).await?;
    let place =
        |club: &Club| html! { @if !club.told.place.is_empty() { " " small { (club.told.place) } } };
    Ok(html! {
        main #content data-testid="clubs-page" {
            h1 { (texts.clubs()) }
            @if player.is_some() { p { a.do href="/clubs/new" data-testid="new-club" { (texts.club_found()) } } }
            @else { p { (texts.club_members_only()) " " a href="/me" { (texts.site_you()) } } }
            @if !own.is_empty() {
                h2 { (texts.clubs_own()) }
                ul.list { @for (club, is) in &own {
                    li {
                        a href={ "/club/" (club.address) } data-testid="own-club" { (club.told.name) }
                        small { (part(texts, *is)) }
                    }
                } }
            }
            h2 { (texts.clubs_all()) }
            @if all.is_empty() { p { (texts.clubs_none()) } }
            ul.list { @for club in &all {
                li { a href={ "/club/" (club.address) } data-testid="club" { (club.told.name) } (place(club)) }
            } }
            p { a href="/events" { (texts.desk_events()) } }
        }
    })
}

/// `GET /clubs/new`.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let body = match member(&ask).await {
        Err(failure) if failure.code() != ApiErrorCode::NotSignedIn => {
            return ask.problem(&failure, "/clubs");
        }
        Err(_) => html! {
            main #content data-testid="members-only" {
                h1 { (texts.club_found()) }
                p { (texts.club_members_only()) }
                p { a.do href="/me" { (texts.site_you()) } }
            }
        },
        Ok(_) => form(&ask, None),
    };
    ask.page(&texts.club_found(), "/clubs/new", &body)
}

fn form(ask: &Ask, wrong: Option<&str>) -> Markup {
    let texts = ask.texts();
    let told = ClubTold {
        name: ask.field("name").to_owned(),
        place: ask.field("place").to_owned(),
        evening: ask.field("evening").to_owned(),
        about: ask.field("about").to_owned(),
        usual: String::new(),
    };
    html! {
        main #content data-testid="new-club-page" {
            h1 { (texts.club_found()) }
            @if let Some(wrong) = wrong { p.problem role="alert" data-testid="problem" { (wrong) } }
            form method="post" action="/clubs/new" {
                (field("address", &texts.club_address(), ask.field("address")))
                p.help { (texts.club_address_help()) }
                (told_fields(texts, &told))
                button data-testid="found" { (texts.club_found()) }
            }
        }
    }
}

/// The fields for what is said of a club.
pub fn told_fields(texts: Texts, told: &ClubTold) -> Markup {
    html! {
        (field("name", &texts.club_name(), &told.name))
        (field("place", &texts.club_place(), &told.place))
        (field("evening", &texts.club_evening(), &told.evening))
        label { (texts.club_about()) textarea name="about" rows="4" data-testid="about" { (told.about) } }
        p.help { (texts.club_about_help()) }
    }
}

/// What is filled in about a club, or what is wrong with it.
pub fn told(ask: &Ask, usual: String) -> Result<ClubTold, String> {
    let texts = ask.texts();
    let about: Vec<String> = ask.field("about").lines().map(line).collect();
    let told = ClubTold {
        name: line(ask.field("name")),
        place: line(ask.field("place")),
        evening: line(ask.field("evening")),
        about: about.join("\n").trim().to_owned(),
        usual,
    };
    let letters = told.name.chars().filter(|c| c.is_alphanumeric()).count();
    if letters == 0 || told.name.chars().count() > NAME || names::passes_for_bot(&told.name) {
        return Err(texts.club_name_wrong());
    }
    let is_long = |text: &str, most: usize| text.chars().count() > most;
    match is_long(&told.place, LINE) || is_long(&told.evening, LINE) || is_long(&told.about, ABOUT)
    {
        true => Err(texts.club_too_long()),
        false => Ok(told),
    }
}

/// `POST /clubs/new`.
pub async fn found(ask: Ask) -> Response {
    let player = async {
        let player = member(&ask).await?;
        ask.is_from_here()?;
        if !ask.site.allows(What::Table, ask.peer, &ask.headers) {
            return Err(Failure::new(ApiErrorCode::Flood));
        }
        ask.read().await?;
        Ok(player)
    };
    let player = match player.await {
        Ok(player) => player,
        Err(failure) => return ask.problem(&failure, "/clubs/new"),
    };
    if let Err(muted) = may_speak(&ask, player).await {
        return muted;
    }
    let texts = ask.texts();
    let wrong = |code: ApiErrorCode, why: &str| {
        let page = ask.page(&texts.club_found(), "/clubs/new", &form(&ask, Some(why)));
        (status(code), page).into_response()
    };
    let Some(address) = names::username(ask.field("address")) else {
        return wrong(ApiErrorCode::BadUsername, &texts.club_address_wrong());
    };
    let told = match told(&ask, String::new()) {
        Ok(told) => told,
        Err(why) => return wrong(ApiErrorCode::BadName, &why),
    };
    let deed = ClubDeed::Found {
        address: address.to_owned(),
        skeleton: names::skeleton(address),
        told,
        secret: secret::random(),
    };
    match change(&ask.site, &new_id(), player, deed).await {
        Ok(()) => lead_to(&format!("/club/{address}"), None),
        Err(why) => {
            let (code, why) = refused(texts, why);
            wrong(code, &why)
        }
    }
}

/// The club for which an event is to be made.
#[derive(Debug)]
pub struct OfClub {
    club: Club,
    seasons: Vec<Season>,
}

/// The club that the form for an event names, if whoever asks directs events there.
pub async fn for_event(ask: &Ask, player: PlayerId) -> Result<Option<OfClub>, Failure> {
    match ask.field("club") {
        "" => Ok(None),
        address => {
            let at = clubs::at(&ask.site, address, Some(player)).await?;
            if !at.may(ClubPart::Director) || at.club.is_closed {
                return Err(Failure::new(ApiErrorCode::NotFound));
            }
            let seasons = ask.site.services().store.seasons(&at.club.id).await?;
            let club = at.club;
            Ok(Some(OfClub { club, seasons }))
        }
    }
}

/// The fields of the form for an event that a club holds.
pub fn fields(ask: &Ask, of: &OfClub) -> Markup {
    let texts = ask.texts();
    html! {
        p { b { (of.club.told.name) } }
        input type="hidden" name="club" value=(of.club.address);
        (place_fields(texts, &of.seasons, [ask.field("day"), ""], None, ask.field("season"), ask.field("division")))
        @if of.seasons.iter().any(|of| of.rule == SeasonRule::League) {
            (number("exchanged", &texts.club_event_exchanged(), ask.field("exchanged")))
        }
        label.choice { input type="checkbox" name="keep" value="yes"; (texts.club_event_keep()) }
    }
}

/// The fields for the place of an event in the calendar of a club. The time has a field of its own in the form for an
/// event.
pub fn place_fields(
    texts: Texts,
    seasons: &[Season],
    [day, time]: [&str; 2],
    with_time: Option<()>,
    season: &str,
    division: &str,
) -> Markup {
    html! {
        div.row {
            label { (texts.club_event_day()) input type="date" name="day" value=(day) data-testid="day"; }
            @if with_time.is_some() {
                label { (texts.club_event_time()) input type="time" name="begins" value=(time) data-testid="begins"; }
            }
        }
        @if !seasons.is_empty() {
            label {
                (texts.club_event_season())
                select name="season" data-testid="season" {
                    option value="" { (texts.club_event_no_season()) }
                    @for of in seasons {
                        option value=(of.number) selected[season == of.number.to_string()] { (of.name) }
                    }
                }
            }
            @if seasons.iter().any(|of| of.rule == SeasonRule::League) {
                (number("division", &texts.club_event_division(), division))
            }
        }
    }
}

/// The place of an event in the calendar, as a form says it; or what is wrong with that.
pub fn place(ask: &Ask, event: &str, seasons: &[Season]) -> Result<ClubEvent, String> {
    let wrong = || ask.texts().club_event_wrong();
    let begins = match (ask.field("day"), ask.field("begins")) {
        ("", _) => String::new(),
        (day, time) => {
            let time = if time.is_empty() { "00:00" } else { time };
            // Browsers add seconds where they like.
            let time = time.get(..5).unwrap_or(time);
            let begins = format!("{day}T{time}");
            is_moment(&begins).then_some(begins).ok_or_else(wrong)?
        }
    };
    let season = match ask.field("season") {
        "" => None,
        written => {
            let number: u32 = written.parse().map_err(|_| wrong())?;
            let known = seasons.iter().any(|of| of.number == number);
            Some(known.then_some(number).ok_or_else(wrong)?)
        }
    };
    let division = match ask.field("division") {
        "" => 0,
        written => {
            let division = written.parse::<u16>().ok();
            let division = division.and_then(|n| n.checked_sub(1)).filter(|n| *n < 100);
            division.ok_or_else(wrong)?
        }
    };
    Ok(ClubEvent {
        event: event.to_owned(),
        begins,
        season,
        division,
    })
}

/// Whether a text is a day and a time, as `2026-11-27T19:00`.
fn is_moment(text: &str) -> bool {
    let fits = text.len() == 16
        && text.bytes().zip(b"0000-00-00T00:00").all(|(a, b)| match b {
            b'0' => a.is_ascii_digit(),
            b => a == *b,
        });
    let part =
        |from: usize, to: usize| text.get(from..to).and_then(|part| part.parse::<u32>().ok());
    let within =
        |from, to, least, most| part(from, to).is_some_and(|n: u32| (least..=most).contains(&n));
    let days = || {
        let (year, month) = (part(0, 4)?, part(5, 7)?);
        let is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        Some(match month {
            2 => 28 + u32::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        })
    };
    fits && within(0, 4, 1970, 9999)
        && within(5, 7, 1, 12)
        && within(8, 10, 1, days().unwrap_or_default())
        && within(11, 13, 0, 23)
        && within(14, 16, 0, 59)
}

impl OfClub {
    /// The place in the calendar, as the form says it, and the preset as the season wants it.
    pub fn checked(&self, ask: &Ask, preset: &mut Preset) -> Result<ClubEvent, String> {
        let place = place(ask, "", &self.seasons)?;
        let season = self
            .seasons
            .iter()
            .find(|of| Some(of.number) == place.season);
        if season.is_some_and(|of| of.rule == SeasonRule::League) {
            let before = preset.league.map_or(1, |league| league.exchanged);
            let exchanged = match ask.field("exchanged") {
                "" => before,
                written => {
                    let wrong = || {
                        ask.texts()
                            .desk_field_wrong(&ask.texts().club_event_exchanged())
                    };
                    written.parse().map_err(|_| wrong())?
                }
            };
            preset.league = Some(League { exchanged });
        }
        Ok(place)
    }
}

/// What of the form for an event is not kept for the next one.
const NOT_KEPT: [&str; 8] = [
    "name", "club", "day", "keep", "key", "lang", "season", "division",
];

/// Puts a new event into the calendar of its club, and keeps how it was filled in where that was asked for.
pub async fn keep(ask: &Ask, of: &OfClub, place: ClubEvent, player: PlayerId) -> bool {
    let club = &of.club;
    let mut done = change(&ask.site, &club.id, player, ClubDeed::Event(place)).await;
    if done.is_ok() && ask.field("keep") == "yes" {
        let kept = ask.fields().filter(|(name, _)| !NOT_KEPT.contains(name));
        let kept = kept.map(|(name, value)| format!("{}={}", escaped(name), escaped(value)));
        let told = ClubTold {
            usual: kept.collect::<Vec<_>>().join("&"),
            ..club.told.clone()
        };
        done = change(&ask.site, &club.id, player, ClubDeed::Describe(told)).await;
    }
    done.is_ok()
}

/// A text as it stands in an address.
fn escaped(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_one_of_the_calendar() {
        for right in ["2026-11-27T19:00", "2024-02-29T00:00", "2000-02-29T23:59"] {
            assert!(is_moment(right), "{right}");
        }
        for wrong in [
            "",
            "2026-11-27",
            "2026-02-29T19:00",
            "1900-02-29T19:00",
            "2026-13-01T19:00",
            "2026-00-01T19:00",
            "2026-04-31T19:00",
            "2026-11-27T24:00",
            "2026-11-27T19:60",
            "2026-11-27 19:00",
            "+026-11-27T19:00",
            "２026-11-27T19:0",
        ] {
            assert!(!is_moment(wrong), "{wrong}");
        }
    }
}
