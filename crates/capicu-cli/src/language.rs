//! The language a command answers in.

use capicu_i18n::Lang;
use clap::ValueEnum;

/// A language, as an argument.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Language {
    /// English
    En,
    /// Spanish
    Es,
}

/// The language asked for, else that of the system, else English.
pub fn language(asked: Option<Language>) -> Lang {
    match asked {
        Some(Language::En) => Lang::En,
        Some(Language::Es) => Lang::Es,
        None => {
            let tags = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).ok());
            let first = tags.iter().flatten().find(|tag| !tag.is_empty());
            Lang::choose(first.map(String::as_str))
        }
    }
}

/// A word or a sentence of the command itself, in either language.
pub const fn say(lang: Lang, en: &'static str, es: &'static str) -> &'static str {
    match lang {
        Lang::En => en,
        Lang::Es => es,
    }
}
