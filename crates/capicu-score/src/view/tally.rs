//! The tally of the evenings.

use capicu_sheet::{Row, Tally};
use maud::{Markup, html};

use super::problem;
use crate::Page;
use crate::page::Shown;

/// The most pairs in the list.
const PAIRS: usize = 10;

/// The most evenings that the page offers to give to a club.
const EVENINGS: usize = 8;

/// The most players on the picture.
const PICTURED: usize = 8;

/// People and pairs, and the buttons that share, save or delete.
pub fn tally(page: &Page, shown: &Shown) -> Markup {
    let texts = page.texts;
    let tally = page.tally();
    html! {
        section.tally data-testid="tally-page" {
            h1 { (texts.tally_title()) }
            (problem(page))
            (years(page, shown))
            @if tally.matches > 0 {
                @if let Some(leads) = leads(page, &tally) { p.leads data-testid="tally-leader" { (leads) } }
                @if tally.evenings > 0 { p data-testid="tally-of" { (texts.tally_of(number(tally.matches), number(tally.evenings))) } }
                @if let Some(most) = most_capicus(page, &tally) { p data-testid="tally-capicus" { (most) } }
                (people(page, &tally))
                @if !tally.pairs.is_empty() { (pairs(page, &tally)) }
                (buttons(page, shown, &tally))
                (club(page))
            } @else {
                p data-testid="tally-none" { (texts.tally_none()) }
            }
            (forget(page, shown))
            p { button.plain type="button" data-do="tally" data-testid="tally-close" { (texts.tiles_close()) } }
        }
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn names(page: &Page, row: &Row) -> String {
    let names: Vec<&str> = row.names.iter().map(String::as_str).collect();
    page.texts.list(&names)
}

/// The players with the most matches won; `None` where none has a name.
fn leads(page: &Page, tally: &Tally) -> Option<String> {
    let (n, rows) = tally.leaders();
    all(page, &rows).map(|who| page.texts.tally_leads(&who, n))
}

fn most_capicus(page: &Page, tally: &Tally) -> Option<String> {
    let (n, rows) = tally.most_capicus();
    all(page, &rows).map(|who| page.texts.tally_most(&who, n))
}

fn all(page: &Page, rows: &[&Row]) -> Option<String> {
    let names: Vec<&str> = rows
        .iter()
        .flat_map(|row| &row.names)
        .map(String::as_str)
        .collect();
    (!names.is_empty()).then(|| page.texts.list(&names))
}

fn years(page: &Page, shown: &Shown) -> Markup {
    let years = page.sheet.years();
    html! {
        @if !years.is_empty() {
            label {
                (page.texts.tally_year())
                select #tally-year data-choose="year" data-testid="tally-year" {
                    option value="" selected[shown.year.is_none()] { (page.texts.tally_all()) }
                    @for year in years { option value=(year) selected[shown.year == Some(year)] { (year) } }
                }
            }
        }
    }
}

fn people(page: &Page, tally: &Tally) -> Markup {
    let texts = page.texts;
    html! {
        div.wide tabindex="0" role="region" aria-label=(texts.tally_people()) {
            table data-testid="tally-people" {
                (head(page, &texts.tally_people()))
                tbody { @for row in &tally.people { (cells(page, row)) } }
            }
        }
    }
}

/// Everybody on the sheet. A name is deleted by a second tap.
fn forget(page: &Page, shown: &Shown) -> Markup {
    let texts = page.texts;
    let names = page.sheet.names();
    html! {
        @if !names.is_empty() { details.forget {
            summary data-testid="tally-delete" { (texts.tally_delete()) }
            p.help { (texts.tally_delete_help()) }
            p.row {
                @for name in &names {
                    @if shown.forget.as_ref() == Some(name) {
                        button.danger type="button" data-do="forgotten" data-forget=(name) data-testid="forgotten" {
                            (texts.tally_forgotten(name))
                        }
                    } @else {
                        button.plain type="button" data-do={ "forget=" (name) } data-testid={ "forget-" (name) } { (name) }
                    }
                }
            }
        } }
    }
}

fn pairs(page: &Page, tally: &Tally) -> Markup {
    let title = page.texts.tally_pairs();
    html! {
        div.wide tabindex="0" role="region" aria-label=(title) {
            table data-testid="tally-pairs" {
                (head(page, &title))
                tbody { @for row in tally.pairs.iter().take(PAIRS) { (cells(page, row)) } }
            }
        }
    }
}

fn head(page: &Page, title: &str) -> Markup {
    let texts = page.texts;
    html! {
        thead { tr {
            th scope="col" { (title) }
            th scope="col" { (texts.tally_won()) }
            th scope="col" { (texts.tally_played()) }
            th scope="col" { (texts.tally_capicus()) }
        } }
    }
}

fn cells(page: &Page, row: &Row) -> Markup {
    html! {
        tr {
            th scope="row" { (names(page, row)) }
            td { (row.won) }
            td { (row.played) }
            td { (row.capicus) }
        }
    }
}

/// The picture and the files. Nothing leaves the device before.
fn buttons(page: &Page, shown: &Shown, tally: &Tally) -> Markup {
    let texts = page.texts;
    let all = || texts.tally_all();
    let year = shown.year.map_or_else(all, |year| year.to_string());
    let leader = leads(page, tally);
    let people = tally.people.iter().take(PICTURED);
    let rows = people.map(|row| format!("{}\t{}\t{}", names(page, row), row.won, row.played));
    let rows: Vec<String> = rows.collect();
    let most = most_capicus(page, tally);
    html! {
        p.row {
            button type="button" id="share" data-share data-score=(year) data-title=(leader.unwrap_or_default())
                data-names=(most.unwrap_or_default()) data-rows=(rows.join("\n")) data-testid="tally-share" {
                (texts.tally_share())
            }
            button.plain type="button" data-save="tally-csv" data-testid="tally-csv" { (texts.sheet_table()) }
            button.plain type="button" data-save="tally-json" data-testid="tally-json" { (texts.tally_json()) }
            @if page.sheet.matches().iter().any(capicu_sheet::Played::has_all_moves) {
                button.plain type="button" data-record="save" data-testid="tally-records" { (texts.sheet_record()) }
            }
        }
        p.help { (texts.tally_help()) }
    }
}

/// A form for each of the last evenings, which opens the page of the server that gives it to a club.
fn club(page: &Page) -> Markup {
    let texts = page.texts;
    let days = page.sheet.days().into_iter().take(EVENINGS);
    let evenings = days.filter_map(|day| Some((day, page.sheet.evening(day)?)));
    let evenings: Vec<_> = evenings.collect();
    html! {
        @if !evenings.is_empty() { details.to-club {
            summary data-testid="tally-club" { (texts.tally_club()) }
            p.help { (texts.tally_club_help()) }
            div.row {
                @for (day, evening) in &evenings {
                    form method="post" action="/score/club" {
                        input type="hidden" name="day" value=(day);
                        input type="hidden" name="sheet" value=(evening.to_text());
                        button.plain data-testid={ "give-" (day) } { (day) }
                    }
                }
            }
        } }
    }
}
