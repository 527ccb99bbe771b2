//! Every text a person reads, in English and Spanish.
//!
//! The texts are Fluent files in `texts/`, one folder a language. They are compiled into methods of
//! [`Texts`], one each, so that a text that is missing in a language, a misspelled one or a wrong
//! argument does not compile, and a program holds only the texts it uses.
//!
//! ```
//! use capicu_i18n::{Lang, Texts};
//!
//! let texts = Texts::new(Lang::from_tag("es-PR").unwrap_or_default());
//! assert_eq!(texts.play_now(), "Jugar ya");
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod announce;
mod explain;
mod games;
mod hint;
mod lang;
mod lesson;
mod list;
mod options;
mod party;
mod pattern;
mod position;
mod problems;
mod referee;
mod round;
mod score;
mod talk;
mod tiles;

pub use announce::Side;
pub use explain::Section;
pub use hint::Advice;
pub use lang::Lang;
pub use lesson::Explanation;
pub use party::{BOT_NAMES, Party, Person, Seats};
pub use pattern::Arg;
pub use round::RoundStory;

/// All texts in one language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    lang: Lang,
}

impl Texts {
    /// The texts in this language.
    pub const fn new(lang: Lang) -> Self {
        Self { lang }
    }

    /// Their language.
    pub const fn lang(&self) -> Lang {
        self.lang
    }

    fn write(&self, texts: &[&str; 2], args: &[Arg<'_>]) -> String {
        pattern::write(texts[self.lang as usize], args)
    }
}

use options::Named;

include!(concat!(env!("OUT_DIR"), "/texts.rs"));
