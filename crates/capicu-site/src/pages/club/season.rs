//! The page of a season: its table, or the divisions of a league, and the next one.

use axum::extract::Path;
use axum::response::Response;
use capicu_accounts::clubs::{AtClub, change};
use capicu_accounts::conduct::line;
use capicu_event::league::next_season;
use capicu_event::{Command, NewEntry};
use capicu_event_service::Sent;
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_store::clubs::{ClubDeed, ClubEvent, ClubPart, Season, SeasonRule};
use maud::{Markup, html};
use serde::Deserialize;

use super::super::action::ClubDeskAction;
use super::super::event::words::{Reader, Words, parts, standings};
use super::super::extract::Ask;
use super::public::begins;
use super::{at, begin};
use crate::Failure;
use crate::club_events::heard::{Heard, Somebody, hear};
use crate::club_events::season;

/// The name of the rule of a season.
pub fn rule(texts: Texts, rule: SeasonRule) -> String {
    match rule {
        SeasonRule::Points => texts.club_rule_points(),
        SeasonRule::Places => texts.club_rule_places(),
        SeasonRule::League => texts.club_rule_league(),
    }
}

/// `GET /club/NAME/season/NUMBER`: the page of a season.
pub async fn show(Path((address, number)): Path<(String, String)>, ask: Ask) -> Response {
    let page = async {
        let (at, _) = at(&ask, &address).await?;
        let (of, events) = read(&ask, &at, &number).await?;
        let body = body(&ask, &at, &of, &events).await?;
        let path = format!("/club/{}/season/{}", at.club.address, of.number);
        Ok::<_, Failure>((of.name, path, body))
    };
    match page.await {
        Ok((title, path, body)) => ask.page(&title, &path, &body),
        Err(failure) => ask.problem(&failure, "/clubs"),
    }
}

/// A season and its events, in the order in which they begin; those of a league by their divisions.
pub async fn read(ask: &Ask, at: &AtClub, number: &str) -> Result<(Season, Vec<Heard>), Failure> {
    let store = &ask.site.services().store;
    let number = number.parse::<u32>().ok();
    let seasons = store.seasons(&at.club.id).await?;
    let of = seasons.into_iter().find(|of| Some(of.number) == number);
    let of = of.ok_or(Failure::new(ApiErrorCode::NotFound))?;
    let events = store.club_events(&at.club.id).await?;
    let own = |one: &ClubEvent| one.season == Some(of.number);
    let mut events: Vec<ClubEvent> = events.into_iter().filter(own).collect();
    events.reverse();
    if of.rule == SeasonRule::League {
        events.sort_by_key(|one| one.division);
    }
    Ok((of, hear(&ask.site, events).await?))
}

async fn body(ask: &Ask, at: &AtClub, of: &Season, events: &[Heard]) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let to = format!("/club/{}", at.club.address);
    Ok(html! {
        main #content data-testid="season-page" {
            h1 { (of.name) }
            p { a href=(to) data-testid="to-club" { (at.club.told.name) } }
            p.help { (rule(texts, of.rule)) "." }
            @match of.rule {
                SeasonRule::League => (league(texts, at, of, events)),
                SeasonRule::Points | SeasonRule::Places => (table(ask, of, events).await?),
            }
            p.row {
                a href={ (to) "/season/" (of.number) "/season.csv" } data-testid="season-csv" { "CSV" }
                a href={ (to) "/season/" (of.number) "/season.json" } data-testid="season-json" { "JSON" }
            }
            ul.list { @for heard in events {
                li { a href={ "/e/" (heard.of.event) } { (heard.state.name) } small { (begins(texts, &heard.of)) } }
            } }
        }
    })
}

/// The name of a player, with a link to the page of a member.
pub async fn named(
    ask: &Ask,
    people: impl Iterator<Item = (Somebody, String)>,
) -> Result<Vec<Markup>, Failure> {
    let people: Vec<(Somebody, String)> = people.collect();
    let accounts = people.iter().filter_map(|(who, _)| match who {
        Somebody::Account(player) => Some(*player),
        Somebody::Name(_) | Somebody::Unnamed(..) => None,
    });
    let names = ask
        .site
        .services()
        .store
        .usernames(accounts.collect())
        .await?;
    let one = |(who, name): &(Somebody, String)| match who {
        Somebody::Account(player) => match names.get(player) {
            Some(username) => html! { a href={ "/@" (username) } { (name) } },
            None => html! { (name) },
        },
        Somebody::Name(_) => html! { (name) },
        Somebody::Unnamed(..) => html! { (ask.texts().club_unnamed()) },
    };
    Ok(people.iter().map(one).collect())
}

async fn table(ask: &Ask, of: &Season, events: &[Heard]) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let over: Vec<&Heard> = events
        .iter()
        .filter(|heard| season::counts(heard))
        .collect();
    let rows = season::table(of, &over);
    let people = rows.iter().map(|row| (row.who.clone(), row.name.clone()));
    let names = named(ask, people).await?;
    let each = |points: Option<i64>| points.map(|points| parts(points, 12)).unwrap_or_default();
    Ok(html! {
        p.help { (texts.club_season_counts()) }
        @if let Some(best) = of.best { p.help { (texts.club_season_best_told(best)) } }
        @if over.is_empty() { p data-testid="season-empty" { (texts.club_season_none()) } }
        @else {
            div.wide tabindex="0" role="group" aria-label=(of.name) { table.numbers data-testid="season-table" {
                thead { tr {
                    th.number scope="col" { (texts.club_rank()) }
                    th scope="col" { (texts.club_who()) }
                    th.number scope="col" { (texts.club_total()) }
                    th.number scope="col" { (texts.club_events_played()) }
                    @for heard in &over { th.number scope="col" { (heard.state.name) } }
                } }
                tbody { @for (row, name) in rows.iter().zip(&names) { tr data-testid="season-row" {
                    td.number { (row.place) }
                    th scope="row" { (name) }
                    td.number { b { (parts(row.total, 12)) } }
                    td.number { (row.events) }
                    @for points in &row.each { td.number { (each(*points)) } }
                } } }
            } }
        }
    })
}

fn league(texts: Texts, at: &AtClub, of: &Season, events: &[Heard]) -> Markup {
    let states: Vec<_> = events.iter().map(|heard| &heard.state).collect();
    let to = format!("/club/{}/desk", at.club.address);
    html! {
        @for heard in events {
            h2 { (texts.club_division(u32::from(heard.of.division) + 1)) }
            @if let Some(stage) = heard.last() {
                @let words = Words { texts, state: &heard.state, reader: Reader::Public };
                (standings(&words, stage))
            } @else { p { (texts.desk_not_begun()) } }
        }
        h2 { (texts.club_next_season()) }
        @match next_season(&states) {
            Ok(next) if !events.is_empty() => {
                p.help { (texts.club_next_season_help()) }
                @for (division, teams) in next.iter().enumerate() {
                    h3 { (texts.club_division(division as u32 + 1)) }
                    ol data-testid="next-division" { @for team in teams {
                        @let words = Words { texts, state: states[team.division], reader: Reader::Public };
                        li {
                            (words.name(team.entry))
                            @if team.division > division { " ↑" }
                            @if team.division < division { " ↓" }
                        }
                    } }
                }
                @if at.may(ClubPart::Director) && !at.club.is_closed {
                    form method="post" action=(to) {
                        input type="hidden" name="season" value=(of.number);
                        (super::super::event::field("name", &texts.club_season_name(), ""))
                        button.second name="act" value=(ClubDeskAction::NextSeason) data-testid="next-season" { (texts.club_next_season_make()) }
                    }
                }
            },
            _ => p data-testid="no-next-season" { (texts.club_next_season_not_over()) },
        }
    }
}

/// Why the next season of a league was not begun.
pub enum NotNext {
    /// The server could not.
    Failure(Failure),
    /// The request is not possible; the text says why.
    Why(String),
}

impl From<Failure> for NotNext {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// The season that is over, and the name of the next.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Next {
    name: String,
    season: String,
}

/// Begins the next season of a league: an event for each division, with its teams entered. A repeated request under the
/// same name makes only what is missing.
pub async fn next(ask: &Ask, at: &AtClub, player: PlayerId) -> Result<(), NotNext> {
    let texts = ask.texts();
    let form: Next = ask.form();
    let name = line(&form.name);
    if !name.chars().any(char::is_alphanumeric) || name.chars().count() > begin::NAME {
        return Err(NotNext::Why(texts.club_season_wrong()));
    }
    // A second simultaneous request waits here.
    let _one_at_a_time = ask.site.events().one_at_a_time().await;
    let (of, events) = read(ask, at, &form.season).await?;
    let states: Vec<_> = events.iter().map(|heard| &heard.state).collect();
    let divisions = next_season(&states);
    let divisions = divisions.map_err(|_| NotNext::Why(texts.club_next_season_not_over()))?;
    if of.rule != SeasonRule::League || divisions.is_empty() {
        return Err(NotNext::Why(texts.club_next_season_not_over()));
    }
    let store = &ask.site.services().store;
    let seasons = store.seasons(&at.club.id).await.map_err(Failure::from)?;
    let is_begun =
        |one: &&Season| one.number > of.number && one.name == name && one.rule == of.rule;
    let number = match seasons.iter().find(is_begun) {
        Some(begun) => begun.number,
        None => {
            let number = seasons.iter().map(|of| of.number).max().unwrap_or(0) + 1;
            let deed = ClubDeed::Season(Season {
                number,
                name: name.clone(),
                ..of
            });
            let done = change(ask.site.context(), &at.club.id, player, deed).await;
            done.map_err(Failure::from)?;
            number
        }
    };
    let made = store
        .club_events(&at.club.id)
        .await
        .map_err(Failure::from)?;
    for (division, teams) in divisions.iter().enumerate() {
        let is_this =
            |one: &ClubEvent| (one.season, one.division) == (Some(number), division as u16);
        if made.iter().any(is_this) {
            continue;
        }
        let before = states[division];
        let called = format!("{name} {}", division + 1);
        let made = ask
            .site
            .events()
            .make(&called, before.preset.clone(), player)
            .await;
        let event = made.map_err(|_| Failure::new(ApiErrorCode::Unavailable))?;
        let entries = teams.iter().filter_map(|team| {
            let entry = states[team.division].entries.get(&team.entry)?;
            Some(Command::Enter(NewEntry {
                name: entry.current_name(),
                members: entry.members.clone(),
                club: entry.club.clone(),
                rating: None,
                shown: entry.shown,
            }))
        });
        let entries: Vec<Command> = entries.collect();
        let hall = ask.site.events().hall(&event).await.map_err(Failure::new)?;
        let mut hall = hall.lock().await;
        let sent = Sent {
            key: "next-season".to_owned(),
            seen: None,
        };
        let entered = ask.site.events().carry_out(&mut hall, &sent, entries).await;
        entered.map_err(|_| Failure::new(ApiErrorCode::Unavailable))?;
        let place = ClubEvent {
            event,
            begins: String::new(),
            ends: String::new(),
            season: Some(number),
            division: division as u16,
        };
        let done = change(
            ask.site.context(),
            &at.club.id,
            player,
            ClubDeed::Event(place),
        )
        .await;
        done.map_err(Failure::from)?;
    }
    Ok(())
}
