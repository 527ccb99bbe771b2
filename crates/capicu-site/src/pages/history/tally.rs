//! The tally of a player's private tables, by the model of the score sheet.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::zones::Zone;
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use capicu_record::record::Record;
use capicu_sheet::Tally;
use maud::{Markup, html};

use super::super::event::sheet::{CSV, download};
use super::super::extract::Ask;
use super::super::finished::failed;
use super::super::tally_table::{counts, leads, most_capicus, years_field};
use super::evenings::{Evenings, Extent, MOST, Private};
use crate::{Failure, assets};

/// The most players on the picture.
const PICTURED: usize = 8;

const PATH: &str = "/history/tally";

/// `GET /history/tally?year=YEAR&zone=ZONE`: the tally of a year, or of all years if the year is empty.
pub async fn show(ask: Ask) -> Response {
    let found = async {
        let private = private(&ask).await?;
        let (years, zone) = (private.years(), private.zone.clone());
        let chosen = chosen(&ask);
        let year = chosen
            .as_ref()
            .map_or_else(|_| years.first().copied(), |of| of.year(&years));
        let evenings = private.evenings(&ask, year).await?;
        let shown = Shown {
            texts: ask.texts(),
            tally: evenings.tally(),
            evenings,
            years,
            year,
            zone,
        };
        Ok::<_, Failure>((shown, chosen.err()))
    };
    let (shown, wrong) = match found.await {
        Ok(found) => found,
        Err(failure) => return failed(&ask, &failure),
    };
    let texts = shown.texts;
    let body = html! {
        main #content data-testid="tally-page" data-module=[assets::named("tally", "js")] {
            h1 { (texts.history_tally()) }
            p.row { a href="/history" data-testid="to-history" { (texts.past_back()) } }
            @if wrong.is_some() {
                p.problem role="alert" data-testid="problem" { (texts.history_tally_wrong(ask.field("year"))) }
            }
            @if shown.years.is_empty() {
                p data-testid="tally-none" { (texts.history_tally_none()) }
                p { a.do href="/play" data-testid="tally-play" { (texts.private_table()) } }
            } @else {
                (shown.counted())
            }
            p.help { (texts.history_tally_help()) }
        }
    };
    let page = ask.page(&texts.history_tally(), PATH, &body);
    match wrong {
        Some(NoYear) => (StatusCode::BAD_REQUEST, page).into_response(),
        None => page,
    }
}

/// `GET /history/tally/FILE?year=YEAR&zone=ZONE`: the tally as CSV or JSON, or the records of its matches.
pub async fn file(Path(file): Path<String>, ask: Ask) -> Response {
    match written(&ask, &file).await {
        Ok((kind, name, text)) => download(kind, &name, text),
        Err(failure) => failed(&ask, &failure),
    }
}

async fn written(ask: &Ask, file: &str) -> Result<(&'static str, String, String), Failure> {
    let file = TallyFile::by_name(file).ok_or(Failure::new(ApiErrorCode::NotFound))?;
    let private = private(ask).await?;
    let chosen = chosen(ask).map_err(|NoYear| Failure::new(ApiErrorCode::Malformed))?;
    let year = chosen.year(&private.years());
    let evenings = private.evenings(ask, year).await?;
    let text = match file {
        TallyFile::Csv => evenings.tally().csv(),
        TallyFile::Json => evenings.tally().json(),
        TallyFile::Records => evenings.records().map(ToString::to_string).collect(),
    };
    let year = year.map_or_else(String::new, |year| format!("-{year}"));
    let name = match file {
        TallyFile::Csv => format!("capicu-tally{year}.csv"),
        TallyFile::Json => format!("capicu-tally{year}.json"),
        TallyFile::Records => format!("capicu{year}.domino"),
    };
    Ok((file.kind(), name, text))
}

/// The private tables of the reader, by the clock that the address names; UTC without a script.
async fn private(ask: &Ask) -> Result<Private, Failure> {
    let found = ask.who().await?;
    let found = found.ok_or(Failure::new(ApiErrorCode::NotSignedIn))?;
    Private::of(ask, &found, Zone::stored(ask.field("zone"))).await
}

/// The years to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chosen {
    /// The latest year with a match.
    Latest,
    All,
    Year(u16),
}

impl Chosen {
    /// The year to count, of these; `None` for all.
    fn year(self, years: &[u16]) -> Option<u16> {
        match self {
            Self::Latest => years.first().copied(),
            Self::All => None,
            Self::Year(year) => Some(year),
        }
    }
}

/// The address names no year.
struct NoYear;

fn chosen(ask: &Ask) -> Result<Chosen, NoYear> {
    match ask.field("year") {
        "" if ask.fields().any(|(name, _)| name == "year") => Ok(Chosen::All),
        "" => Ok(Chosen::Latest),
        year => match year.parse() {
            Ok(year @ 1000..=9999) => Ok(Chosen::Year(year)),
            Ok(_) | Err(_) => Err(NoYear),
        },
    }
}

/// A file to download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TallyFile {
    Csv,
    Json,
    Records,
}

impl TallyFile {
    const ALL: [Self; 3] = [Self::Csv, Self::Json, Self::Records];

    const fn name(self) -> &'static str {
        match self {
            Self::Csv => "tally.csv",
            Self::Json => "tally.json",
            Self::Records => "matches.domino",
        }
    }

    const fn kind(self) -> &'static str {
        match self {
            Self::Csv => CSV,
            Self::Json => "application/json",
            Self::Records => "text/plain; charset=utf-8",
        }
    }

    fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|file| file.name() == name)
    }

    /// The address of the file for a year, or for all years.
    fn address(self, year: Option<u16>, zone: &Zone) -> String {
        let year = year.map_or_else(String::new, |year| year.to_string());
        // In an address, a plus sign is a space.
        let zone = zone.name().replace('+', "%2B");
        format!("{PATH}/{}?year={year}&zone={zone}", self.name())
    }
}

impl Evenings {
    fn tally(&self) -> Tally {
        Tally::of(self.matches.iter().map(|one| one.finished.clone()), None)
    }

    /// The records, the first one first.
    fn records(&self) -> impl Iterator<Item = &Record> {
        self.matches.iter().filter_map(|one| one.record.as_ref())
    }
}

/// The tally of a year.
struct Shown {
    texts: Texts,
    tally: Tally,
    evenings: Evenings,
    /// The years to choose from.
    years: Vec<u16>,
    /// The chosen year; `None` for all.
    year: Option<u16>,
    zone: Zone,
}

impl Shown {
    /// The choice of a year, its tally, and the files.
    fn counted(&self) -> Markup {
        let texts = self.texts;
        html! {
            form.row method="get" action=(PATH) {
                (years_field(texts, &self.years, self.year))
                input type="hidden" name="zone" value=(self.zone.name());
                button.second data-testid="choose-year" { (texts.device_filter()) }
            }
            @match self.year.filter(|_| self.tally.matches == 0) {
                Some(year) => p data-testid="tally-none" { (texts.history_tally_empty(&year.to_string())) },
                None => {
                    (counts(texts, &self.tally))
                    (self.files())
                },
            }
            p.help data-testid="tally-zone" { (texts.history_tally_days(self.zone.name())) }
            @if self.evenings.extent == Extent::Latest {
                p.help data-testid="tally-latest" { (texts.history_tally_latest(MOST as u32)) }
            }
        }
    }

    /// The picture, which the device draws, and the files.
    fn files(&self) -> Markup {
        let (texts, tally) = (self.texts, &self.tally);
        let named = self
            .year
            .map_or_else(|| texts.tally_all(), |year| year.to_string());
        let people = tally.people.iter().take(PICTURED);
        let rows = people.map(|row| {
            let names: Vec<&str> = row.names.iter().map(String::as_str).collect();
            format!("{}\t{}\t{}", texts.list(&names), row.won, row.played)
        });
        let rows: Vec<String> = rows.collect();
        let address = |file: TallyFile| file.address(self.year, &self.zone);
        html! {
            p.row {
                button #share type="button" hidden data-score=(named) data-title=(leads(texts, tally).unwrap_or_default())
                    data-names=(most_capicus(texts, tally).unwrap_or_default()) data-rows=(rows.join("\n")) data-testid="tally-share" {
                    (texts.tally_share())
                }
                a.do.second href=(address(TallyFile::Csv)) download data-testid="tally-csv" { (texts.sheet_table()) }
                a.do.second href=(address(TallyFile::Json)) download data-testid="tally-json" { (texts.tally_json()) }
                @if self.evenings.records().next().is_some() {
                    a.do.second href=(address(TallyFile::Records)) download data-testid="tally-records" { (texts.sheet_record()) }
                }
            }
            p.problem #share-failed role="alert" hidden { (texts.tally_not_shared()) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_of_a_file_keeps_its_zone() {
        for (zone, address) in [
            (
                "Etc/GMT+5",
                "/history/tally/tally.csv?year=2025&zone=Etc/GMT%2B5",
            ),
            (
                "America/Caracas",
                "/history/tally/tally.csv?year=2025&zone=America/Caracas",
            ),
        ] {
            let zone = Zone::by_name(zone).unwrap();
            assert_eq!(TallyFile::Csv.address(Some(2025), &zone), address);
        }
    }
}
