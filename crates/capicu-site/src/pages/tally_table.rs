//! The tally of finished matches, as the pages show it.

use capicu_i18n::Texts;
use capicu_sheet::{Row, Tally};
use maud::{Markup, html};

/// How many pairs a page shows.
const PAIRS: usize = 10;

/// The field that chooses one of these years, or all years.
pub fn years_field(texts: Texts, years: &[u16], year: Option<u16>) -> Markup {
    html! {
        label { (texts.tally_year()) select name="year" data-testid="year" {
            option value="" selected[year.is_none()] { (texts.tally_all()) }
            @for of in years { option value=(of) selected[year == Some(*of)] { (of) } }
        } }
    }
}

/// The players with the most matches won; `None` where none has a name.
pub fn leads(texts: Texts, tally: &Tally) -> Option<String> {
    let (won, leaders) = tally.leaders();
    all(texts, &leaders).map(|who| texts.tally_leads(&who, won))
}

/// The players with the most capicús.
pub fn most_capicus(texts: Texts, tally: &Tally) -> Option<String> {
    let (capicus, most) = tally.most_capicus();
    all(texts, &most).map(|who| texts.tally_most(&who, capicus))
}

fn all(texts: Texts, rows: &[&Row]) -> Option<String> {
    let names = rows.iter().flat_map(|row| &row.names);
    let names: Vec<&str> = names.map(String::as_str).collect();
    (!names.is_empty()).then(|| texts.list(&names))
}

/// Leaders, people and pairs.
pub fn counts(texts: Texts, tally: &Tally) -> Markup {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    html! {
        @if let Some(leads) = leads(texts, tally) { p data-testid="tally-leader" { b { (leads) } } }
        p data-testid="tally-of" { (texts.tally_of(number(tally.matches), number(tally.evenings))) }
        @if let Some(most) = most_capicus(texts, tally) { p data-testid="tally-capicus" { (most) } }
        (table(texts, &texts.tally_people(), "tally-people", &tally.people))
        @if !tally.pairs.is_empty() {
            (table(texts, &texts.tally_pairs(), "tally-pairs", tally.pairs.get(..PAIRS).unwrap_or(&tally.pairs)))
        }
    }
}

fn table(texts: Texts, title: &str, id: &str, rows: &[Row]) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label=(title) {
            table.numbers data-testid=(id) {
                thead { tr {
                    th scope="col" { (title) }
                    th.number scope="col" { (texts.tally_won()) }
                    th.number scope="col" { (texts.tally_played()) }
                    th.number scope="col" { (texts.tally_capicus()) }
                } }
                tbody { @for row in rows { tr {
                    th scope="row" { (texts.list(&row.names.iter().map(String::as_str).collect::<Vec<_>>())) }
                    td.number { (row.won) }
                    td.number { (row.played) }
                    td.number { (row.capicus) }
                } } }
            }
        }
    }
}
