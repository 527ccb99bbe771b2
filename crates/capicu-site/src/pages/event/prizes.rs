//! Prizes: how a form lists them, and who has won them.

use capicu_event::standings::{Won, prizes};
use capicu_event::{Preset, Prize, State, Table};
use capicu_event_service::category;
use capicu_i18n::{Lang, Texts};
use maud::{Markup, html};

use super::words::{Reader, Words};

/// The prizes of a preset as the form shows them: one line each, with name, places and category.
pub fn written(preset: &Preset, lang: Lang) -> String {
    let line = |prize: &Prize| {
        let mut line = format!("{}; {}", called(prize, lang), prize.places);
        if let Some(category) = &prize.category {
            line += &format!("; {}", category::called(category, Texts::new(lang)));
        }
        line
    };
    preset
        .prizes
        .iter()
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
}

/// The prizes that are written in the form; `None` if a line is none.
pub fn read(text: &str, preset: &Preset) -> Option<Vec<Prize>> {
    let lines = text.lines().map(capicu_accounts::conduct::line);
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    let prize = |line: &String| {
        let mut parts = line.split(';').map(str::trim);
        let name = parts.next().filter(|name| !name.is_empty())?.to_owned();
        let places = match parts.next() {
            None | Some("") => 1,
            Some(places) => places.parse().ok().filter(|n| (1..=1000).contains(n))?,
        };
        let category = parts
            .next()
            .filter(|of| !of.is_empty())
            .map(category::meant);
        if parts.next().is_some() {
            return None;
        }
        // Names in other languages stay as the preset has them.
        let known = |one: &&Prize| {
            [&one.name, &one.name_es].contains(&&name) || one.name_fr.as_ref() == Some(&name)
        };
        Some(match preset.prizes.iter().find(known) {
            Some(known) => Prize {
                category,
                places,
                ..known.clone()
            },
            None => Prize {
                name: name.clone(),
                name_es: name,
                name_fr: None,
                category,
                places,
            },
        })
    };
    lines.iter().map(prize).collect()
}

/// The name of a prize.
fn called(prize: &Prize, lang: Lang) -> &str {
    match lang {
        Lang::En => &prize.name,
        Lang::Es => &prize.name_es,
        Lang::Fr => prize.name_fr.as_ref().unwrap_or(&prize.name),
    }
}

/// The prize winners by the current standings; empty before the first played round, when all entries would share the
/// first place.
pub fn now(state: &State) -> Vec<Won> {
    let is_settled = |table: &Table| matches!(table, Table::Settled(_));
    let mut rounds = state.stages.iter().flat_map(|stage| &stage.rounds);
    match rounds.any(|round| round.tables.iter().all(is_settled)) {
        true => prizes(state),
        false => Vec::new(),
    }
}

/// The prizes and their winners; no winners before the first stage.
pub fn told(words: &Words<'_>, won: &[Won]) -> Markup {
    let texts = words.texts;
    let list = &words.state.preset.prizes;
    let winners = |at: usize| {
        won.iter()
            .filter(move |of| of.prize == at)
            .flat_map(|of| &of.winners)
    };
    html! {
        @if !list.is_empty() {
            h2 { (texts.desk_prizes()) }
            div.wide tabindex="0" role="group" aria-label=(texts.desk_prizes()) { table.numbers data-testid="prize-list" { tbody {
                @for (at, prize) in list.iter().enumerate() { tr data-testid="prize" {
                    th scope="row" {
                        (called(prize, texts.lang()))
                        // The name of the category on the desk and in lists.
                        @if words.reader == Reader::Desk && let Some(category) = &prize.category { " (" (category::called(category, texts)) ")" }
                    }
                    td { @for (entry, place) in winners(at) { div { @if prize.places > 1 { (place) ". " } (words.name(*entry)) } } }
                } }
            } } }
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu_event::presets;

    use super::*;

    #[test]
    fn prizes_are_read_and_written_one_per_line() {
        let preset = presets::by_id("latin-pairs").expect("a preset");
        for lang in [Lang::En, Lang::Es, Lang::Fr] {
            let text = written(&preset, lang);
            assert_eq!(read(&text, &preset).as_ref(), Some(&preset.prizes));
        }
        let own = read("A ham\n\n The last ; 2; beginners", &preset).expect("two prizes");
        let told: Vec<_> = own
            .iter()
            .map(|one| (one.name.as_str(), one.places, one.category.as_deref()))
            .collect();
        assert_eq!(
            told,
            [("A ham", 1, None), ("The last", 2, Some("beginners"))]
        );
        for wrong in ["; 2", "A ham; many", "A ham; 0", "A ham; 1; women; 2"] {
            assert_eq!(read(wrong, &preset), None, "{wrong}");
        }
        assert_eq!(read("", &preset), Some(Vec::new()));
    }
}
