//! Presets: their names, our own readings of the rules, and their files.

use axum::extract::Path;
use axum::response::Response;
use capicu_event::{Entrants, Method, Preset, presets};
use capicu_i18n::{Lang, Texts, spacing};
use capicu_protocol::ApiErrorCode;
use maud::{Markup, html};

use super::super::super::extract::Ask;
use super::super::sheet;
use super::PATH;
use crate::{Failure, file_game};

/// The shipped presets, by their kind of entries, with the heading of each kind.
pub fn by_entrants(texts: Texts) -> [(String, Vec<Preset>); 3] {
    let all = presets::all();
    let of = |entrants| {
        let of_kind = all.iter().filter(|preset| preset.entrants == entrants);
        of_kind.cloned().collect()
    };
    [
        (texts.desk_for_players(), of(Entrants::Player)),
        (texts.desk_for_pairs(), of(Entrants::Pair)),
        (texts.desk_for_teams(), of(Entrants::Team)),
    ]
}

/// The game and the pairing methods of a preset, such as `Cien · Swiss · knock-out`.
pub fn summary(texts: Texts, lang: Lang, preset: &Preset) -> String {
    let stages = preset.stages.iter();
    let mut methods: Vec<String> = stages.map(|stage| method(texts, &stage.pairing)).collect();
    methods.dedup();
    let game = file_game::name(lang, &preset.game);
    let parts = [game].into_iter().chain(methods);
    parts.collect::<Vec<_>>().join(" · ")
}

fn method(texts: Texts, method: &Method) -> String {
    match method {
        Method::RoundRobin { .. } => texts.desk_by_round_robin(),
        Method::Swiss { .. } => texts.desk_by_swiss(),
        Method::Tables { .. } => texts.desk_by_tables(),
        Method::RotatingPartners { .. } | Method::Whist => texts.desk_by_partners(),
        Method::Mitchell { .. } | Method::Howell { .. } => texts.desk_by_duplicate(),
        Method::Arena { .. } => texts.desk_by_arena(),
        Method::WinnerStays { .. } => texts.desk_by_queue(),
        Method::KnockOut { .. } => texts.desk_by_knock_out(),
        Method::DoubleKnockOut { .. } => texts.desk_by_double_knock_out(),
        Method::TableKnockOut { .. } => texts.desk_by_table_knock_out(),
    }
}

/// `GET /events/presets/ID.toml`: a preset as a file, to be changed.
pub async fn file(Path(file): Path<String>, ask: Ask) -> Response {
    let text = file.strip_suffix(".toml").and_then(presets::file);
    match text {
        Some(text) => sheet::download("application/toml", &file, text.to_owned()),
        None => ask.problem(&Failure::new(ApiErrorCode::NotFound), PATH),
    }
}

/// The name of a preset.
pub fn title(preset: &Preset, lang: Lang) -> &str {
    match lang {
        Lang::En => &preset.name,
        Lang::Es => &preset.name_es,
        Lang::Fr => preset.name_fr.as_ref().unwrap_or(&preset.name),
    }
}

/// Questions that no source settles, and how we answer them.
pub fn our_reading(preset: &Preset, lang: Lang) -> Vec<String> {
    match lang {
        Lang::Es if !preset.our_reading_es.is_empty() => preset.our_reading_es.clone(),
        Lang::Fr if !preset.our_reading_fr.is_empty() => {
            let sentences = preset.our_reading_fr.iter();
            sentences.map(|told| spacing::french(told)).collect()
        }
        Lang::En | Lang::Es | Lang::Fr => preset.our_reading.clone(),
    }
}

/// Formats a sentence in which keys of the file are between backticks.
pub fn with_keys(sentence: &str) -> Markup {
    html! { @for (at, part) in sentence.split('`').enumerate() {
        @if at % 2 == 1 { code { (part) } } @else { (part) }
    } }
}
