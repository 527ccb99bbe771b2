//! Presets: their names, our own readings of the rules, and their files.

use axum::extract::Path;
use axum::response::Response;
use capicu_event::{Preset, presets};
use capicu_i18n::{Lang, spacing};
use capicu_protocol::ApiErrorCode;
use maud::{Markup, html};

use super::super::super::extract::Ask;
use super::super::sheet;
use super::PATH;
use crate::Failure;

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
