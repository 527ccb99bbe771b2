//! The ratings of the meetings that were played at a club.

use axum::extract::Path;
use axum::response::Response;
use capicu_accounts::clubs::AtClub;
use capicu_ratings::Who;
use capicu_record::games::{self, Game};
use maud::{Markup, html};

use super::super::extract::Ask;
use super::at;
use super::season::named;
use crate::Failure;
use crate::club_events::played::Discipline;
use crate::file_game;

/// How many of the latest events are read.
const EVENTS: usize = 300;

/// `GET /club/NAME/ratings`: the ratings of a club.
pub async fn show(Path(address): Path<String>, ask: Ask) -> Response {
    let page = async {
        let (at, _) = at(&ask, &address).await?;
        let body = body(&ask, &at).await?;
        let path = format!("/club/{}/ratings", at.club.address);
        Ok::<_, Failure>((path, body))
    };
    match page.await {
        Ok((path, body)) => ask.page(&ask.texts().club_ratings(), &path, &body),
        Err(failure) => ask.problem(&failure, "/clubs"),
    }
}

async fn body(ask: &Ask, at: &AtClub) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let store = &ask.site.services().store;
    let mut events = store.club_events(&at.club.id).await?;
    events.truncate(EVENTS);
    let rated = ask.site.club_ratings();
    let club = rated.of(&ask.site, &at.club.id, events).await?;
    let names = named(ask, club.people.iter().cloned()).await?;
    let called = |id: &str| match games::by_id(id) {
        Some(Game::File { file, .. }) => file_game::of(&file, ask.lang).name,
        Some(Game::BuiltIn(_)) | None => texts.game_name(id).unwrap_or_else(|| id.to_owned()),
    };
    Ok(html! {
        main #content data-testid="club-ratings-page" {
            h1 { (texts.club_ratings()) }
            p { a href={ "/club/" (at.club.address) } data-testid="to-club" { (at.club.told.name) } }
            p.help { (texts.club_ratings_help()) }
            @if club.disciplines.is_empty() { p data-testid="no-club-ratings" { (texts.club_ratings_none()) } }
            @for (game, of) in &club.disciplines {
                h2 { (called(game)) }
                p.help { (texts.club_ratings_meetings(of.meetings as u32)) }
                (list(ask, of, &called(game), &names))
            }
        }
    })
}

fn list(ask: &Ask, of: &Discipline, called: &str, names: &[Markup]) -> Markup {
    let texts = ask.texts();
    let now = ask.site.services().clock.now();
    let name = |number: u32| names.get(number as usize);
    html! {
        div.wide tabindex="0" role="group" aria-label=(called) { table.numbers data-testid="club-ratings" {
            thead { tr {
                th scope="col" { (texts.club_who()) }
                th scope="col" { (texts.ratings_rating()) }
                th.number scope="col" { (texts.ratings_mean()) }
                th.number scope="col" { (texts.ratings_matches()) }
            } }
            tbody { @for (who, entry) in of.list() { tr data-testid="club-rating" {
                @let interval = entry.rating_at(now).interval();
                th scope="row" {
                    @match who {
                        Who::Player(number) => @if let Some(name) = name(number) { (name) },
                        Who::Pair(one, other) => {
                            @if let Some(name) = name(one) { (name) } " + " @if let Some(name) = name(other) { (name) }
                        },
                    }
                }
                td {
                    (texts.ratings_between(&interval.low.to_string(), &interval.high.to_string()))
                    @if entry.is_provisional() { " " small { (texts.ratings_provisional()) } }
                }
                td.number { (interval.mean) }
                td.number { (entry.matches) }
            } } }
        } }
    }
}
