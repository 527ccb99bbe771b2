//! The language of the answer.

use std::ffi::OsString;
use std::sync::OnceLock;

use capicu_i18n::{Lang, Texts};
use clap::ValueEnum;

use crate::early;

/// A language, as an argument.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Language {
    /// Texts in English
    En,
    /// Texts in Spanish
    Es,
}

static ASKED: OnceLock<Lang> = OnceLock::new();

/// Finds `--lang` before the arguments are parsed, so that their errors are in that language.
pub fn look_for(arguments: &[OsString]) {
    let known = |value| match value {
        "en" => Some(Lang::En),
        "es" => Some(Lang::Es),
        _ => None,
    };
    if let Some(lang) = early::values(arguments, "--lang").find_map(known) {
        // Only the first search counts.
        let _ = ASKED.set(lang);
    }
}

/// Returns the requested language, else that of the system, else English. The command has no French texts.
pub fn language(asked: Option<Language>) -> Lang {
    match asked {
        Some(Language::En) => Lang::En,
        Some(Language::Es) => Lang::Es,
        None => ASKED.get().copied().unwrap_or_else(of_the_system),
    }
}

pub fn texts() -> Texts {
    Texts::new(language(None))
}

fn of_the_system() -> Lang {
    let tags = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).ok());
    let first = tags.iter().flatten().find(|tag| !tag.is_empty());
    match Lang::choose(first.map(String::as_str)) {
        Lang::Es => Lang::Es,
        Lang::En | Lang::Fr => Lang::En,
    }
}

pub const fn say(lang: Lang, en: &'static str, es: &'static str) -> &'static str {
    match lang {
        Lang::En | Lang::Fr => en,
        Lang::Es => es,
    }
}
