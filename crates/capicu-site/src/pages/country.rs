//! Where the reader plays: the game that the first page offers first.

use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use capicu_i18n::Texts;
use maud::{Markup, html};
use serde::Deserialize;

use super::extract::{Ask, lead_to};
use crate::cookie;
use crate::file_game;

/// The cookie with the chosen country.
const COOKIE: &str = "country";

/// A country, with the game or rule file that most tables play there.
pub struct Country {
    /// Its code of two letters (ISO 3166-1).
    code: &'static str,
    pub game: &'static str,
    name: fn(Texts) -> String,
}

/// The countries with rules of their own, by the sources of the rule files.
const ALL: [Country; 13] = [
    Country::new("jm", "jamaican-partner", |t| t.country_jm()),
    Country::new("pr", "cien", |t| t.country_pr()),
    Country::new("do", "dominican", |t| t.country_do()),
    Country::new("cu", "cubano", |t| t.country_cu()),
    Country::new("ve", "venezuelan", |t| t.country_ve()),
    Country::new("mx", "mexican", |t| t.country_mx()),
    Country::new("br", "brazilian-la-e-lo", |t| t.country_br()),
    Country::new("ht", "haitian-singles", |t| t.country_ht()),
    Country::new("mq", "martinique", |t| t.country_mq()),
    Country::new("es", "spanish-200", |t| t.country_es()),
    Country::new("gb", "british-fives-and-threes", |t| t.country_gb()),
    Country::new("id", "orado", |t| t.country_id()),
    Country::new("us", "all-fives-spinner", |t| t.country_us()),
];

impl Country {
    const fn new(code: &'static str, game: &'static str, name: fn(Texts) -> String) -> Self {
        Self { code, game, name }
    }

    /// The country in the cookie.
    pub fn of(headers: &HeaderMap) -> Option<&'static Self> {
        Self::by_code(&cookie::text(headers, COOKIE)?)
    }

    fn by_code(code: &str) -> Option<&'static Self> {
        ALL.iter().find(|country| country.code == code)
    }
}

/// The chosen country; empty for none.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Chosen {
    country: String,
}

/// `POST /country`: stores where the reader plays, or forgets it.
pub async fn choose(ask: Ask) -> Response {
    if let Err(failure) = ask.read().await {
        return ask.problem(&failure, "/");
    }
    let (code, age) = match Country::by_code(&ask.form::<Chosen>().country) {
        Some(country) => (country.code, 31_536_000),
        None => ("", 0),
    };
    let line = format!("{COOKIE}={code}; Path=/; Max-Age={age}; SameSite=Lax");
    let line = HeaderValue::from_str(&line).expect("letters and digits");
    lead_to("/#country", Some(line))
}

/// The section of the first page that asks for the country.
pub fn section(ask: &Ask) -> Markup {
    let texts = ask.texts();
    let chosen = Country::of(&ask.headers);
    html! {
        section.panel #country data-testid="countries" {
            h2 { (texts.country_title()) }
            p.help { (texts.country_help()) }
            @if let Some(country) = chosen {
                form.row method="post" action="/country" {
                    p role="status" data-testid="country-set" {
                        (texts.country_set(&file_game::name(ask.lang, country.game)))
                    }
                    button.second name="country" value="" data-testid="country-undo" { (texts.country_undo()) }
                }
            }
            form.where method="post" action="/country" {
                @for country in &ALL {
                    @let is_chosen = chosen.is_some_and(|one| one.code == country.code);
                    button name="country" value=(country.code) aria-pressed=(is_chosen.to_string()) { ((country.name)(texts)) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use capicu_i18n::Lang;

    #[test]
    fn countries_have_a_name_and_a_game_that_exists() {
        for country in &ALL {
            assert!(
                capicu_record::games::by_id(country.game).is_some(),
                "{}",
                country.code
            );
            for lang in Lang::ALL {
                assert!(!(country.name)(Texts::new(*lang)).is_empty());
                assert!(!file_game::name(*lang, country.game).is_empty());
            }
        }
    }

    /// Countries for which two sources exist have a game checked against both.
    #[test]
    fn games_of_five_countries_name_two_sources() {
        for code in ["br", "id", "cu", "ve", "do"] {
            let country = Country::by_code(code).expect(code);
            let game = capicu_record::games::by_id(country.game);
            let Some(capicu_record::games::Game::File { file, .. }) = game else {
                panic!("{code} has a rule file");
            };
            assert!(file.sources.len() >= 2, "{code}: {:?}", file.sources);
        }
    }
}
