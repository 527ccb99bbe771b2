//! The archive of a club: its finished events, with a search by name, person and year.

use std::collections::BTreeSet;

use axum::extract::Path;
use axum::response::Response;
use capicu_accounts::clubs::AtClub;
use capicu_accounts::zones::Zone;
use capicu_event::{EntryId, Shown, Status};
use capicu_event_service::search::folded;
use capicu_i18n::Texts;
use capicu_protocol::EventId;
use maud::{Markup, html};

use super::super::event::leaf;
use super::super::event::words::{Reader, Words};
use super::super::extract::Ask;
use super::at;
use crate::Failure;
use crate::club_events::heard::{Heard, hear};

/// How many of the latest events are read.
const EVENTS: usize = 500;

/// How many events the page lists.
const LISTED: usize = 100;

/// The last place that a row names.
const FIRST: usize = 3;

/// How many people a row names, if the search found them.
const PEOPLE: usize = 5;

/// `GET /club/NAME/archive`: the finished events of a club.
pub async fn show(Path(address): Path<String>, ask: Ask) -> Response {
    let page = async {
        let (at, _) = at(&ask, &address).await?;
        let body = body(&ask, &at).await?;
        let path = format!("/club/{}/archive", at.club.address);
        Ok::<_, Failure>((path, body))
    };
    match page.await {
        Ok((path, body)) => ask.page(&ask.texts().club_archive(), &path, &body),
        Err(failure) => ask.problem(&failure, "/clubs"),
    }
}

async fn body(ask: &Ask, at: &AtClub) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let mut events = ask.site.services().store.club_events(&at.club.id).await?;
    events.truncate(EVENTS);
    let zone = Zone::stored(&at.club.told.zone);
    let heard = hear(&ask.site, events).await?;
    let over = heard.iter().filter(|heard| is_over(heard));
    let mut all: Vec<Past> = over.map(|heard| Past::of(texts, heard, &zone)).collect();
    all.sort_by(|one, other| other.day.cmp(&one.day));
    let years: BTreeSet<&str> = all.iter().map(Past::year).collect();
    let asked = Asked {
        text: ask.field("find").to_owned(),
        year: ask.field("year").to_owned(),
    };
    let found: Vec<&Past> = all.iter().filter(|past| asked.finds(past)).collect();
    let path = format!("/club/{}/archive", at.club.address);
    Ok(html! {
        main #content data-testid="archive-page" {
            h1 { (texts.club_archive()) }
            p { a href={ "/club/" (at.club.address) } data-testid="to-club" { (at.club.told.name) } }
            form.row method="get" action=(path) role="search" {
                label { (texts.club_archive_find()) input type="search" name="find" value=(asked.text) autocomplete="off" data-testid="find"; }
                label { (texts.club_archive_year()) select name="year" data-testid="year" {
                    option value="" { (texts.club_archive_all()) }
                    @for year in years.iter().rev() { option value=(year) selected[*year == asked.year] { (year) } }
                } }
                button.second data-testid="find-it" { (texts.desk_find_it()) }
            }
            p role="status" data-testid="found-count" { (texts.club_archive_found(found.len() as u32)) }
            @if !found.is_empty() {
                ul.list { @for past in found.iter().take(LISTED) { (past.html(texts, &asked)) } }
            }
        }
    })
}

/// Whether an event is over, was played, and is no secret.
fn is_over(heard: &Heard) -> bool {
    let state = &heard.state;
    state.status == Status::Frozen && !state.hidden && !state.cancelled
}

/// A finished event.
#[derive(Debug)]
struct Past {
    event: EventId,
    name: String,
    /// The day of its start, as `2026-11-27`.
    day: String,
    entries: usize,
    /// The final place of each entry, its name, and the names of its people.
    placed: Vec<(usize, String, Vec<String>)>,
}

/// A search in the archive.
#[derive(Debug)]
struct Asked {
    text: String,
    year: String,
}

impl Past {
    fn of(texts: Texts, heard: &Heard, zone: &Zone) -> Self {
        let (state, of) = (&heard.state, &heard.of);
        let words = Words {
            texts,
            state,
            reader: Reader::Public,
        };
        let begins = match of.begins.is_empty() {
            true => zone.local(heard.round_at(0, 0)),
            false => of.begins.clone(),
        };
        let people = |id: EntryId| match state.entries.get(&id).map(|entry| entry.shown) {
            Some(Shown::Name) => {
                let all = heard.people(id, None).into_iter();
                all.map(|(_, name)| name).collect()
            }
            Some(Shown::Number) | None => Vec::new(),
        };
        let placed = heard.places().into_iter();
        Self {
            event: of.event.clone(),
            name: state.name.clone(),
            day: begins.chars().take("2026-11-27".len()).collect(),
            entries: state.entries.len(),
            placed: placed
                .map(|(id, place)| (place, words.name(id), people(id)))
                .collect(),
        }
    }

    fn year(&self) -> &str {
        self.day.split('-').next().unwrap_or_default()
    }

    fn html(&self, texts: Texts, asked: &Asked) -> Markup {
        let named = |placed: &&(usize, String, Vec<String>)| format!("{}. {}", placed.0, placed.1);
        let first = self.placed.iter().filter(|(place, ..)| *place <= FIRST);
        let first: Vec<String> = first.take(FIRST).map(|one| named(&one)).collect();
        let found = self
            .placed
            .iter()
            .filter(|one| asked.finds_entry(one) && one.0 > FIRST);
        let found: Vec<String> = found.take(PEOPLE).map(|one| named(&one)).collect();
        html! {
            li {
                a.whole href={ "/e/" (self.event) } data-testid="past-event" {
                    (leaf(texts, &self.day, true))
                    span.told {
                        b { (self.name) }
                        small { (first.join(" · ")) @if !found.is_empty() { " … " b { (found.join(" · ")) } } }
                        small { time datetime=(self.day) { (self.day) } " · " (texts.desk_entries(self.entries as u32)) }
                    }
                }
            }
        }
    }
}

impl Asked {
    fn finds(&self, past: &Past) -> bool {
        let is_year = self.year.is_empty() || past.year() == self.year;
        let wanted = folded(&self.text);
        let is_named = || folded(&past.name).contains(&wanted);
        is_year && (is_named() || past.placed.iter().any(|one| self.finds_entry(one)))
    }

    /// Whether an entry or one of its people has the name that is searched for.
    fn finds_entry(&self, (_, name, people): &(usize, String, Vec<String>)) -> bool {
        let wanted = folded(&self.text);
        let mut names = people.iter().chain([name]);
        !wanted.is_empty() && names.any(|name| folded(name).contains(&wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn past() -> Past {
        Past {
            event: EventId::stored("one"),
            name: "Copa de Málaga".into(),
            day: "2025-12-31".into(),
            entries: 4,
            placed: vec![
                (
                    1,
                    "Los Gallos".into(),
                    vec!["José Pérez".into(), "Ana".into()],
                ),
                (2, "No. 2".into(), vec![]),
                (4, "Eva / Leo".into(), vec!["Eva".into(), "Leo".into()]),
            ],
        }
    }

    #[test]
    fn search_finds_event_entry_person_and_year_without_accents() {
        let finds = |text: &str, year: &str| {
            let (text, year) = (text.to_owned(), year.to_owned());
            Asked { text, year }.finds(&past())
        };
        for (text, year) in [
            ("", ""),
            ("malaga", ""),
            ("gallos", "2025"),
            ("JOSE perez", ""),
            ("leo", "2025"),
        ] {
            assert!(finds(text, year), "{text} {year}");
        }
        for (text, year) in [
            ("malaga", "2026"),
            ("Berta", ""),
            ("", "202"),
            ("leo", "2024"),
        ] {
            assert!(!finds(text, year), "{text} {year}");
        }
    }

    #[test]
    fn row_names_the_first_and_the_entry_that_was_found() {
        let row = |text: &str| {
            let (text, year) = (text.to_owned(), String::new());
            past().html(Texts::new(capicu_i18n::Lang::En), &Asked { text, year })
        };
        let shown = row("leo").into_string();
        assert!(
            shown.contains("1. Los Gallos · 2. No. 2 … <b>4. Eva / Leo</b>"),
            "{shown}"
        );
        assert!(
            !row("ana").into_string().contains("Eva"),
            "the first are named anyway"
        );
    }
}
