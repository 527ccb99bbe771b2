//! Closures of one type each for what they return.
//!
//! The view is compiled anew for the type of every closure in it. Behind these there is one type
//! for each kind of value, which makes the client a good deal smaller.

use std::sync::Arc;

use capicu_i18n::Texts;
use leptos::prelude::AnyView;

use crate::settings::t;

macro_rules! erased {
    ($(#[$doc:meta])* $name:ident, $inner:ident, $of:ty) => {
        $(#[$doc])*
        pub fn $name(
            closure: impl Fn() -> $of + Send + Sync + 'static,
        ) -> impl Fn() -> $of + Clone + Send + Sync + 'static {
            $inner(Arc::new(closure))
        }

        fn $inner(
            closure: Arc<dyn Fn() -> $of + Send + Sync>,
        ) -> impl Fn() -> $of + Clone + Send + Sync + 'static {
            move || closure()
        }
    };
}

erased!(
    /// A text that changes.
    words, words_of, String
);
erased!(
    /// A condition that changes.
    flag, flag_of, bool
);
erased!(
    /// A fixed word that depends on something.
    word, word_of, &'static str
);
erased!(
    /// A part of the view that changes altogether.
    part, part_of, AnyView
);

/// A text in the language chosen.
pub fn say(text: fn(Texts) -> String) -> impl Fn() -> String + Copy + Send + Sync + 'static {
    move || text(t())
}

/// `true` or `false`, as attributes have it.
pub fn truth(
    condition: impl Fn() -> bool + Send + Sync + 'static,
) -> impl Fn() -> &'static str + Clone + Send + Sync + 'static {
    word(move || if condition() { "true" } else { "false" })
}
