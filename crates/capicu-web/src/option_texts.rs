//! What the options of the rules are called. The server tells it when the form is opened: the texts are
//! many, and most visitors play without ever seeing one.

use capicu_protocol::OptionText;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::erase::effect;
use crate::session;
use crate::settings::settings;

/// The texts, once they are known.
#[derive(Clone, Copy)]
pub struct OptionTexts(RwSignal<Option<Vec<OptionText>>>);

impl OptionTexts {
    /// No text yet.
    pub fn new() -> Self {
        Self(RwSignal::new(None))
    }

    /// Asks for them, now and whenever the language changes. Without a server, options are called by
    /// their names in files.
    pub fn ask(self) {
        effect(move || {
            let lang = settings().lang.get().tag();
            spawn_local(async move {
                let texts = session::options(lang).await.unwrap_or_default();
                let _ = self.0.try_set(Some(texts));
            });
        });
    }

    /// Whether they have been told, or cannot be.
    pub fn are_known(self) -> bool {
        self.0.with(Option::is_some)
    }

    /// What an option is called.
    pub fn label(self, option: &str) -> String {
        self.find(option).unwrap_or_else(|| option.to_owned())
    }

    /// What it decides.
    pub fn help(self, option: &str) -> String {
        self.find(&format!("{option}.help")).unwrap_or_default()
    }

    /// What one of its words is called.
    pub fn word(self, option: &str, word: &str) -> String {
        let text = self.find(&format!("{option}-{word}"));
        text.unwrap_or_else(|| word.to_owned())
    }

    fn find(self, name: &str) -> Option<String> {
        self.0.with(|texts| {
            let found = texts.iter().flatten().find(|text| text.name == name);
            found.map(|found| found.text.clone())
        })
    }
}
