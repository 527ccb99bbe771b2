#![doc = include_str!("../README.md")]
//!
//! [`Texts`] has one method per text. French has its own catalog. The feature `embedded` compiles it in; without the
//! feature, clients with French readers [load](Lang::load) it. The command line has no French.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod announce;
mod explain;
mod further;
mod games;
mod hint;
mod key;
mod lang;
mod lesson;
mod list;
mod options;
mod party;
mod pattern;
mod position;
mod problems;
mod queue;
mod referee;
mod round;
mod score;
pub mod settings;
pub mod spacing;
mod strategy;
mod talk;
mod tiles;

pub use announce::LineEnd;
pub use explain::Section;
pub use hint::{Advice, Advised};
pub use lang::Lang;
pub use lesson::Explanation;
pub use options::plain_letters;
pub use party::{BOT_NAMES, Party, Person, Seats};
pub use pattern::Arg;
pub use round::RoundStory;
pub use strategy::{Strategy, StrategyTexts};

/// All texts in one language: a method for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    lang: Lang,
}

impl Texts {
    /// The texts in a language. Texts that are missing or not loaded appear in English.
    pub const fn new(lang: Lang) -> Self {
        Self { lang }
    }

    /// The language of these texts.
    pub const fn lang(&self) -> Lang {
        self.lang
    }

    fn write(&self, texts: &[&'static str; 2], args: &[Arg<'_>]) -> String {
        let [english, spanish] = *texts;
        let pattern = match self.lang {
            Lang::En => english,
            Lang::Es => spanish,
            Lang::Fr => further::find(self.lang, texts).unwrap_or(english),
        };
        pattern::write(pattern, args)
    }
}

use options::Named;

include!(concat!(env!("OUT_DIR"), "/texts.rs"));
