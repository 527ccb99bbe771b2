//! The private league of a club: its tally, and the evenings of the reader.

use std::collections::BTreeMap;

use axum::extract::Path;
use axum::response::Response;
use capicu_accounts::clubs::{AtClub, change};
use capicu_accounts::friends::username;
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_sheet::{Day, Finished, Player, Tally};
use capicu_store::clubs::{ClubDeed, ClubMatch, ClubPart, Consent, OwnEvening};
use maud::{Markup, html};

use super::super::action::LeagueAction;
use super::super::event::{may_change, member, sheet};
use super::super::extract::Ask;
use super::super::tally_table::{counts, years_field};
use super::{answer, at, problem};
use crate::Failure;

/// How many of the reader's evenings of a year the page shows.
const EVENINGS: usize = 366;

/// `GET /club/NAME/league?year=YEAR`, for members of the club. For everybody else the page does not exist.
pub async fn show(Path(address): Path<String>, ask: Ask) -> Response {
    let page = async {
        let (at, player) = come(&ask, &address).await?;
        let body = body(&ask, &at, player).await?;
        Ok::<_, Failure>((at, body))
    };
    match page.await {
        Ok((at, body)) => {
            let path = format!("/club/{}/league", at.club.address);
            let title = ask.texts().league_title(&at.club.told.name);
            ask.page(&title, &path, &body)
        }
        Err(failure) => problem(&ask, &failure),
    }
}

/// `GET /club/NAME/league/tally.csv?year=YEAR`: the tally for other programs.
pub async fn file(Path(address): Path<String>, ask: Ask) -> Response {
    let tally = async {
        let (at, _) = come(&ask, &address).await?;
        let matches = ask.site.services().store.club_matches(&at.club.id).await?;
        let year = ask.field("year").parse().ok();
        Ok::<_, Failure>(Tally::of(counted(&at, &matches), year))
    };
    match tally.await {
        Ok(tally) => sheet::download(sheet::CSV, "league.csv", tally.csv()),
        Err(failure) => problem(&ask, &failure),
    }
}

/// The club, and the reader, who belongs to it.
async fn come(ask: &Ask, address: &str) -> Result<(AtClub, PlayerId), Failure> {
    let (at, player) = at(ask, address).await?;
    let player = player.filter(|_| at.own.is_some_and(ClubPart::belongs));
    match player {
        Some(player) => Ok((at, player)),
        None => Err(Failure::new(ApiErrorCode::NotFound)),
    }
}

/// The matches that count, with the usernames of the players who accepted them.
fn counted<'a>(
    at: &'a AtClub,
    matches: &'a [ClubMatch],
) -> impl Iterator<Item = Finished> + use<'a> {
    let people = at.people.iter();
    let names: BTreeMap<PlayerId, &str> = people
        .filter_map(|one| Some((one.player.id, username(&one.player)?)))
        .collect();
    matches.iter().filter_map(move |of| {
        let players = of.players.iter();
        let accepted = players.filter(|(_, consent)| *consent == Consent::Accepted);
        let players: Vec<Player> = accepted
            .map(|(one, _)| Player {
                name: names.get(&one.player).map(ToString::to_string),
                side: one.side,
                rounds: one.rounds,
                capicus: one.capicus,
            })
            .collect();
        (!players.is_empty()).then(|| Finished {
            day: of.day.parse().ok(),
            winner: of.winner,
            players,
        })
    })
}

async fn body(ask: &Ask, at: &AtClub, player: PlayerId) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let store = &ask.site.services().store;
    let matches = store.club_matches(&at.club.id).await?;
    let mut own = store.evenings(player).await?;
    own.retain(|one| one.club == at.club.id);
    let days = counted(at, &matches).filter_map(|finished| finished.day);
    let mut years: Vec<u16> = days.map(Day::year).collect();
    years.sort_unstable_by(|a, b| b.cmp(a));
    years.dedup();
    let year = match ask.field("year") {
        "" if ask.fields().any(|(name, _)| name == "year") => None,
        "" => years.first().copied(),
        year => year.parse().ok(),
    };
    let tally = Tally::of(counted(at, &matches), year);
    let path = format!("/club/{}/league", at.club.address);
    // Evenings that the reader gave and is not named in, or has withdrawn from.
    let mut given: Vec<(u64, &str)> = matches
        .iter()
        .filter(|of| of.writer == Some(player))
        .filter(|of| own.iter().all(|one| one.evening != of.evening))
        .map(|of| (of.evening, &*of.day))
        .collect();
    given.dedup();
    own.retain(|one| year.is_none_or(|year| one.day.starts_with(&format!("{year}-"))));
    own.truncate(EVENINGS);
    Ok(html! {
        main #content data-testid="league-page" {
            h1 { (texts.league_title(&at.club.told.name)) }
            p { a href={ "/club/" (at.club.address) } data-testid="to-club" { (at.club.told.name) } }
            @if ask.done() == "done" { p.done role="status" data-testid="done" { (texts.league_done()) } }
            p.help { (texts.league_help()) }
            @if years.is_empty() {
                p data-testid="league-none" { (texts.league_none()) }
            } @else {
                form.row method="get" action=(path) {
                    (years_field(texts, &years, year))
                    button.second data-testid="league-year" { (texts.desk_find_it()) }
                }
                (counts(texts, &tally))
                p { a href=(csv(&path, year)) download="league.csv" data-testid="league-csv" { (texts.league_csv()) } }
            }
            p { a.do href="/score" data-testid="to-score" { (texts.league_sheet()) } }
            @if !own.is_empty() || !given.is_empty() {
                h2 { (texts.league_yours()) }
                ul.list data-testid="league-yours" {
                    @for one in &own { li { (texts.league_evening(&one.day, one.matches, one.won)) (buttons(texts, &path, one, player)) } }
                    @for (evening, day) in &given { li {
                        (day)
                        form.row method="post" action=(path) {
                            input type="hidden" name="evening" value=(evening);
                            (button(LeagueAction::TakeBack, texts.league_take_back()))
                        }
                    } }
                }
            }
        }
    })
}

fn csv(path: &str, year: Option<u16>) -> String {
    match year {
        Some(year) => format!("{path}/tally.csv?year={year}"),
        None => format!("{path}/tally.csv"),
    }
}

fn button(act: LeagueAction, label: String) -> Markup {
    html! { button.second name="act" value=(act) data-testid={ "league-" (act) } { (label) } }
}

fn buttons(texts: Texts, path: &str, one: &OwnEvening, player: PlayerId) -> Markup {
    html! {
        form.row method="post" action=(path) {
            input type="hidden" name="evening" value=(one.evening);
            @match one.consent {
                Consent::Asked => {
                    (button(LeagueAction::Accept, texts.league_accept()))
                    (button(LeagueAction::Decline, texts.league_decline()))
                },
                Consent::Accepted => (button(LeagueAction::Leave, texts.league_leave())),
            }
            @if one.writer == Some(player) { (button(LeagueAction::TakeBack, texts.league_take_back())) }
        }
    }
}

/// The evenings that wait for an answer of the reader, for the account page. Those of blocked players are left out.
pub async fn requests(ask: &Ask, player: PlayerId) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let store = &ask.site.services().store;
    let apart = store.apart(player).await?;
    let mut asked = Vec::new();
    for one in store.evenings(player).await? {
        let is_blocked = one.writer.is_some_and(|by| apart.blocked.contains(&by));
        if one.consent == Consent::Accepted || is_blocked {
            continue;
        }
        let writer = match one.writer {
            Some(writer) => store.player(writer).await?,
            None => None,
        };
        let told = match writer.as_ref().and_then(username) {
            Some(who) => texts.league_request(who, &one.name, &one.day),
            None => texts.league_request_gone(&one.name, &one.day),
        };
        asked.push((one, told));
    }
    Ok(html! {
        @if !asked.is_empty() {
            h3 { (texts.league_requests()) }
            ul.list data-testid="league-requests" {
                @for (one, told) in &asked { li {
                    span {
                        (told) br;
                        small { (texts.league_evening(&one.day, one.matches, one.won)) }
                    }
                    (buttons(texts, &format!("/club/{}/league", one.address), one, player))
                } }
            }
        }
    })
}

/// `POST /club/NAME/league`: answers a request, withdraws, or takes an evening back.
pub async fn act(Path(address): Path<String>, ask: Ask) -> Response {
    let found = async {
        let player = member(&ask).await?;
        let (at, _) = come(&ask, &address).await?;
        may_change(&ask).await?;
        let evening = ask.field("evening").parse();
        let evening = evening.map_err(|_| Failure::new(ApiErrorCode::Malformed))?;
        Ok::<_, Failure>((at, player, ask.action()?, evening))
    };
    let (at, player, act, evening) = match found.await {
        Ok(found) => found,
        Err(failure) => return ask.problem(&failure, "/clubs"),
    };
    let deed = match act {
        LeagueAction::Accept => ClubDeed::AcceptEvening(evening),
        LeagueAction::Decline | LeagueAction::Leave => ClubDeed::LeaveEvening(evening),
        LeagueAction::TakeBack => ClubDeed::TakeBackEvening(evening),
    };
    let done = change(ask.site.context(), &at.club.id, player, deed).await;
    answer(&ask, done, &format!("/club/{}/league", at.club.address))
}
