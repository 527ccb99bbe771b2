//! The names of rule options, and why some exclude each other. The server sends them when the form opens: they are
//! long, and most visitors never see one.

use capicu::rules::RulesError;
use capicu_protocol::OptionText;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::erase::effect;
use crate::session;
use crate::settings::{settings, t};

/// The texts, once they have arrived.
#[derive(Clone, Copy)]
pub struct OptionTexts(RwSignal<Option<Vec<OptionText>>>);

impl OptionTexts {
    pub fn new() -> Self {
        Self(RwSignal::new(None))
    }

    /// Requests them now and whenever the language changes. Without a server, options have their names from files.
    pub fn ask(self) {
        effect(move || {
            let lang = settings().lang.get().tag();
            spawn_local(async move {
                let texts = session::options(lang).await.unwrap_or_default();
                let _ = self.0.try_set(Some(texts));
            });
        });
    }

    pub fn are_known(self) -> bool {
        self.0.with(Option::is_some)
    }

    pub fn label(self, option: &str) -> String {
        self.find(option).unwrap_or_else(|| option.to_owned())
    }

    pub fn help(self, option: &str) -> String {
        self.find(&format!("{option}.help")).unwrap_or_default()
    }

    pub fn word(self, option: &str, word: &str) -> String {
        let text = self.find(&format!("{option}-{word}"));
        text.unwrap_or_else(|| word.to_owned())
    }

    /// Why choices cannot be played together; without a server, which option to look at.
    pub fn unplayable(self, why: RulesError) -> String {
        let clash = match t().unplayable(why) {
            Ok(text) => return text,
            Err(clash) => clash,
        };
        let text = self.find(&format!("clash-{}", clash.name()));
        text.unwrap_or_else(|| t().problem_bad_rules(&self.label(clash.option())))
    }

    fn find(self, name: &str) -> Option<String> {
        self.0.with(|texts| {
            let found = texts.iter().flatten().find(|text| text.name == name);
            found.map(|found| found.text.clone())
        })
    }
}
