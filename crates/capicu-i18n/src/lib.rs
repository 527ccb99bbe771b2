//! Every text a person reads, in English, Spanish and French.
//!
//! The texts are Fluent files in `texts/`, one folder a language. They are compiled into methods of
//! [`Texts`], one each, so that a text that is missing in English or Spanish, a misspelled one or a wrong
//! argument does not compile, and a program holds only the texts it uses. French is a catalog of its own: with the
//! feature `embedded` it is in the program, and without it is [fetched](Lang::load) by those who read it. The command
//! line has no French.
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
mod referee;
mod round;
mod score;
pub mod spacing;
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
