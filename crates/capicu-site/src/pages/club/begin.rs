//! The list of clubs, the form for a new one, and the fields for events of a club.

use axum::response::{IntoResponse as _, Response};
use capicu_accounts::clubs::{self, change, new_id};
use capicu_accounts::conduct::line;
use capicu_accounts::dates::{is_moment, next_day};
use capicu_accounts::friends::username;
use capicu_accounts::names;
use capicu_accounts::zones::Zone;
use capicu_event::Preset;
use capicu_event::league::League;
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, EventId, PlayerId};
use capicu_store::clubs::{
    Club, ClubDeed, ClubEvent, ClubPart, ClubPerson, ClubTold, Season, SeasonRule,
};
use maud::{Markup, html};
use serde::Deserialize;

use super::super::empty::{Drawing, empty};
use super::super::event::{field, lively, member, number};
use super::super::extract::{Ask, lead_to, status};
use super::super::when::{MOMENT, on_day};
use super::{may_speak, part, refused};
use crate::avatar::Face;
use crate::page_shell::in_address;
use crate::{Failure, What};

/// How many clubs the list shows.
const LISTED: u32 = 500;

/// The number of clubs of the list that show their people and next event.
const DESCRIBED: usize = 60;

/// The most faces of a club.
const FACES: usize = 3;

/// The length of a day in a moment such as `2026-11-27T19:00`.
const DAY: usize = 10;

/// The longest name of a club or season, in characters.
pub const NAME: usize = 60;

/// The longest line.
const LINE: usize = 120;

/// The longest text about a club.
const ABOUT: usize = 1000;

/// `GET /clubs`: the list of clubs.
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
            let row = Row::of(ask, club).await?;
            let is = row.people.iter().find(|one| one.player.id == player);
            let is = is.map(|one| one.part);
            own.extend(is.map(|is| (row, is)));
        }
    }
    let all = store.clubs(None, LISTED).await?;
    let (described, others) = all.split_at(all.len().min(DESCRIBED));
    let mut rows = Vec::with_capacity(described.len());
    for club in described {
        rows.push(Row::of(ask, club.clone()).await?);
    }
    let step = match player {
        Some(_) => ("/clubs/new", texts.club_found()),
        None => ("/me", texts.me_join()),
    };
    Ok(html! {
        main #content data-testid="clubs-page" {
            div.band.heading {
                div { h1 { (texts.clubs()) } p.help { (texts.clubs_help()) } }
                @if player.is_some() { a.do.second href="/clubs/new" data-testid="new-club" { (texts.club_found()) } }
            }
            @if !own.is_empty() {
                h2 { (texts.clubs_own()) }
                ul.list { @for (row, is) in &own { (row.html(texts, "own-club", &part(texts, *is))) } }
            }
            @if all.is_empty() {
                div.panel { (empty(Drawing::Company, &texts.clubs_none(), &texts.clubs_none_help(), Some((step.0, &step.1)))) }
            } @else {
                h2 { (texts.clubs_all()) }
                ul.list {
                    @for row in &rows {
                        @let n = row.people.iter().filter(|one| one.part.belongs()).count();
                        (row.html(texts, "club", &texts.club_count(n as u32)))
                    }
                    @for club in others {
                        li { a href={ "/club/" (club.address) } data-testid="club" { (club.told.name) } }
                    }
                }
            }
            @if player.is_none() { p { (texts.club_members_only()) " " a href="/me" { (texts.site_you()) } } }
            p { a href="/events" { (texts.desk_events()) } }
        }
    })
}

/// A club in the list.
struct Row {
    club: Club,
    people: Vec<ClubPerson>,
    /// The start of the next event, of today or later, in local time of the club.
    next: Option<String>,
}

impl Row {
    async fn of(ask: &Ask, club: Club) -> Result<Self, Failure> {
        let store = &ask.site.services().store;
        let people = store.club_people(&club.id).await?;
        let now = Zone::stored(&club.told.zone).local(ask.site.services().clock.now());
        let mut events = store.club_events(&club.id).await?;
        // The latest start comes first. An event without a day comes last.
        events.retain(|of| of.begins.get(..DAY) >= now.get(..DAY));
        let mut next = None;
        for of in events.into_iter().rev() {
            let Ok(shared) = ask.site.events().hall(&of.event).await else {
                continue;
            };
            let hall = shared.lock().await;
            let state = hall.event.state();
            if !state.hidden && !state.cancelled {
                next = Some(of.begins);
                break;
            }
        }
        Ok(Self { club, people, next })
    }

    /// The row is one link: faces of people who are named there, the place, the next event and a word about the club.
    fn html(&self, texts: Texts, id: &str, word: &str) -> Markup {
        let told = &self.club.told;
        let shown = self
            .people
            .iter()
            .filter(|one| one.part.belongs() && one.is_shown);
        let faces: Vec<&str> = shown
            .filter_map(|one| username(&one.player))
            .take(FACES)
            .collect();
        let place = [&told.place, &told.evening];
        let place: Vec<&str> = place
            .into_iter()
            .map(String::as_str)
            .filter(|line| !line.is_empty())
            .collect();
        html! {
            li {
                a.whole href={ "/club/" (self.club.address) } data-testid=(id) {
                    span.heads {
                        @for name in &faces { (Face::Account(name).draw(40)) }
                        @if faces.is_empty() { (Face::Guest(&told.name).draw(40)) }
                    }
                    span.told {
                        b { (told.name) }
                        @if !place.is_empty() { small { (place.join(" · ")) } }
                        @if let Some((day, time)) = self.next.as_deref().and_then(|next| next.split_once('T')) {
                            small data-testid="next-event" {
                                (on_day(&texts.club_next_at(MOMENT), day))
                                @if time != "00:00" { ", " (time) }
                            }
                        }
                    }
                    span.chip { (word) }
                }
            }
        }
    }
}

/// `GET /clubs/new`: the form for a new club.
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
    ask.page_with(&texts.club_found(), "/clubs/new", &lively(0), &body)
}

/// The form of a club.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ClubForm {
    address: String,
    name: String,
    place: String,
    evening: String,
    about: String,
    zone: String,
}

fn form(ask: &Ask, wrong: Option<&str>) -> Markup {
    let texts = ask.texts();
    let ClubForm {
        address,
        name,
        place,
        evening,
        about,
        zone,
    } = ask.form();
    let told = ClubTold {
        name,
        place,
        evening,
        about,
        usual: String::new(),
        zone,
    };
    html! {
        main #content data-testid="new-club-page" {
            h1 { (texts.club_found()) }
            @if let Some(wrong) = wrong { p.problem role="alert" data-testid="problem" { (wrong) } }
            form method="post" action="/clubs/new" {
                (field("address", &texts.club_address(), &address))
                p.help { (texts.club_address_help()) }
                (told_fields(texts, &told))
                button data-testid="found" { (texts.club_found()) }
            }
        }
    }
}

/// The fields of the description of a club.
pub fn told_fields(texts: Texts, told: &ClubTold) -> Markup {
    html! {
        (field("name", &texts.club_name(), &told.name))
        (field("place", &texts.club_place(), &told.place))
        (field("evening", &texts.club_evening(), &told.evening))
        label {
            (texts.club_zone())
            input type="text" name="zone" value=(told.zone) list="zones" autocomplete="off"
                autocapitalize="off" spellcheck="false" aria-describedby="zone-help" data-zone data-testid="zone";
        }
        datalist #zones { @for name in Zone::names() { option value=(name) {} } }
        p.help #zone-help { (texts.club_zone_help()) }
        label { (texts.club_about()) textarea name="about" rows="4" data-testid="about" { (told.about) } }
        p.help { (texts.club_about_help()) }
    }
}

/// Reads the description of a club from the form, or says what is wrong with it.
pub fn told(ask: &Ask, usual: String) -> Result<ClubTold, String> {
    let texts = ask.texts();
    let form: ClubForm = ask.form();
    let about: Vec<String> = form.about.lines().map(line).collect();
    let told = ClubTold {
        name: line(&form.name),
        place: line(&form.place),
        evening: line(&form.evening),
        about: about.join("\n").trim().to_owned(),
        usual,
        zone: match line(&form.zone) {
            zone if zone.is_empty() => Zone::USUAL.to_owned(),
            zone => match Zone::by_name(&zone) {
                Some(zone) => zone.name().to_owned(),
                None => return Err(texts.club_zone_wrong(&zone)),
            },
        },
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

/// `POST /clubs/new`: founds a club.
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
    let asked: ClubForm = ask.form();
    let Some(address) = names::username(&asked.address) else {
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
        secret: ask.site.context().randomness.bytes(),
    };
    match change(
        ask.site.context(),
        &new_id(ask.site.context()),
        player,
        deed,
    )
    .await
    {
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

/// The club of an event, and its place in the calendar.
#[derive(Default, Deserialize)]
#[serde(default)]
struct EventForm {
    club: String,
    day: String,
    begins: String,
    ends: String,
    season: String,
    division: String,
    exchanged: String,
    keep: String,
}

/// The club that the form for an event names, if the player directs events there.
pub async fn for_event(ask: &Ask, player: PlayerId) -> Result<Option<OfClub>, Failure> {
    match ask.form::<EventForm>().club.as_str() {
        "" => Ok(None),
        address => {
            let at = clubs::at(ask.site.context(), address, Some(player)).await?;
            if !at.may(ClubPart::Director) || at.club.is_closed {
                return Err(Failure::new(ApiErrorCode::NotFound));
            }
            let seasons = ask.site.services().store.seasons(&at.club.id).await?;
            let club = at.club;
            Ok(Some(OfClub { club, seasons }))
        }
    }
}

/// The fields of the form for an event of a club.
pub fn fields(ask: &Ask, of: &OfClub) -> Markup {
    let texts = ask.texts();
    let form: EventForm = ask.form();
    html! {
        p { b { (of.club.told.name) } }
        input type="hidden" name="club" value=(of.club.address);
        (place_fields(texts, &of.seasons, [&form.day, "", &form.ends], None, &form.season, &form.division))
        p.help { (texts.club_event_ends_help()) }
        @if of.seasons.iter().any(|of| of.rule == SeasonRule::League) {
            (number("exchanged", &texts.club_event_exchanged(), &form.exchanged))
        }
        label.choice { input type="checkbox" name="keep" value="yes"; (texts.club_event_keep()) }
    }
}

/// The fields for the place of an event in the calendar of a club. The time has a field of its own in the form for an
/// event.
pub fn place_fields(
    texts: Texts,
    seasons: &[Season],
    [day, time, ends]: [&str; 3],
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
            label { (texts.club_event_ends()) input type="time" name="ends" value=(ends) data-testid="ends"; }
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

/// A place in the calendar of a club.
pub struct Place {
    begins: String,
    ends: String,
    season: Option<u32>,
    division: u16,
}

impl Place {
    /// The place as that of this event.
    pub fn of(self, event: EventId) -> ClubEvent {
        ClubEvent {
            event,
            begins: self.begins,
            ends: self.ends,
            season: self.season,
            division: self.division,
        }
    }
}

/// Reads the place of an event in the calendar from the form, or says what is wrong with it. Without an end in the form,
/// the event ends after `minutes`, if they are known.
pub fn place(
    ask: &Ask,
    (seasons, zone): (&[Season], &str),
    minutes: Option<u32>,
) -> Result<Place, String> {
    let wrong = || ask.texts().club_event_wrong();
    let form: EventForm = ask.form();
    let begins = match (form.day.as_str(), form.begins.as_str()) {
        ("", _) => String::new(),
        (day, time) => {
            let time = if time.is_empty() { "00:00" } else { time };
            // Browsers add seconds where they like.
            let time = time.get(..5).unwrap_or(time);
            let begins = format!("{day}T{time}");
            is_moment(&begins).then_some(begins).ok_or_else(wrong)?
        }
    };
    let zone = Zone::stored(zone);
    let skipped = || ask.texts().club_event_skipped(zone.name());
    let moment = match begins.as_str() {
        "" => None,
        begins => Some(zone.moment(begins).ok_or_else(skipped)?),
    };
    let has_time = !begins.is_empty() && !form.begins.is_empty();
    let ends = match (form.ends.as_str(), moment) {
        (_, None) => String::new(),
        ("", Some(moment)) => match minutes.filter(|_| has_time) {
            Some(minutes) => zone.local(moment + u64::from(minutes) * 60_000),
            None => String::new(),
        },
        (time, Some(_)) => {
            let ends = ends(&begins, time.get(..5).unwrap_or(time)).ok_or_else(wrong)?;
            zone.moment(&ends).map(|_| ends).ok_or_else(skipped)?
        }
    };
    let season = match form.season.as_str() {
        "" => None,
        written => {
            let number: u32 = written.parse().map_err(|_| wrong())?;
            let known = seasons.iter().any(|of| of.number == number);
            Some(known.then_some(number).ok_or_else(wrong)?)
        }
    };
    let division = match form.division.as_str() {
        "" => 0,
        written => {
            let division = written.parse::<u16>().ok();
            let division = division.and_then(|n| n.checked_sub(1)).filter(|n| *n < 100);
            division.ok_or_else(wrong)?
        }
    };
    Ok(Place {
        begins,
        ends,
        season,
        division,
    })
}

/// The local end of an event that ends at this time of day: on the day on which it begins, or on the next one. `None` if
/// it is no time.
fn ends(begins: &str, time: &str) -> Option<String> {
    let (day, began) = begins.split_once('T')?;
    let same_day = format!("{day}T{time}");
    let is_same_day = is_moment(&same_day) && time > began;
    let ends = match is_same_day {
        true => same_day,
        false => format!("{}T{time}", next_day(day)?),
    };
    is_moment(&ends).then_some(ends)
}

impl OfClub {
    /// Reads the place in the calendar from the form, and adapts the preset to the season. The event takes `minutes`, if
    /// they are known.
    pub fn checked(
        &self,
        ask: &Ask,
        preset: &mut Preset,
        minutes: Option<u32>,
    ) -> Result<Place, String> {
        let place = place(ask, (&self.seasons, &self.club.told.zone), minutes)?;
        let season = self
            .seasons
            .iter()
            .find(|of| Some(of.number) == place.season);
        if season.is_some_and(|of| of.rule == SeasonRule::League) {
            let before = preset.league.map_or(1, |league| league.exchanged);
            let exchanged = match ask.form::<EventForm>().exchanged.as_str() {
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

/// Fields of the event form that are not copied to the next event.
const NOT_KEPT: [&str; 9] = [
    "name", "club", "day", "ends", "keep", "key", "lang", "season", "division",
];

/// Puts a new event into the calendar of its club, and saves the form for the next event if the director asked for
/// that.
pub async fn keep(ask: &Ask, of: &OfClub, place: ClubEvent, player: PlayerId) -> bool {
    let club = &of.club;
    let mut done = change(ask.site.context(), &club.id, player, ClubDeed::Event(place)).await;
    if done.is_ok() && ask.form::<EventForm>().keep == "yes" {
        let kept = ask.fields().filter(|(name, _)| !NOT_KEPT.contains(name));
        let kept = kept.map(|(name, value)| format!("{}={}", in_address(name), in_address(value)));
        let told = ClubTold {
            usual: kept.collect::<Vec<_>>().join("&"),
            ..club.told.clone()
        };
        done = change(
            ask.site.context(),
            &club.id,
            player,
            ClubDeed::Describe(told),
        )
        .await;
    }
    done.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn event_after_midnight_ends_on_the_next_day() {
        for (begins, time, expected) in [
            ("2026-11-27T19:00", "23:30", Some("2026-11-27T23:30")),
            ("2026-11-27T19:00", "00:30", Some("2026-11-28T00:30")),
            ("2026-12-31T19:00", "19:00", Some("2027-01-01T19:00")),
            ("2028-02-28T22:00", "01:00", Some("2028-02-29T01:00")),
            ("2026-11-27T19:00", "24:00", None),
            ("2026-11-27T19:00", "9:00", None),
            ("2026-11-27T19:00", "", None),
        ] {
            assert_eq!(ends(begins, time).as_deref(), expected, "{time}");
        }
    }
}
