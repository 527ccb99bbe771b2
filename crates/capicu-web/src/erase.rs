//! Type-erased closures, one type for each return type.
//!
//! Signals, effects and views are compiled again for the type of every closure in them. These closures have one type
//! for each kind of value, which makes the client much smaller.

use std::sync::Arc;
use std::time::Duration;

use capicu_i18n::Texts;
use leptos::ev::MouseEvent;
use leptos::prelude::*;

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
    /// A part of the view that is replaced as a whole.
    part, part_of, AnyView
);

pub fn say(text: fn(Texts) -> String) -> impl Fn() -> String + Copy + Send + Sync + 'static {
    move || text(t())
}

/// Turns a condition into `true` or `false` for attributes.
pub fn truth(
    condition: impl Fn() -> bool + Send + Sync + 'static,
) -> impl Fn() -> &'static str + Clone + Send + Sync + 'static {
    word(move || if condition() { "true" } else { "false" })
}

/// A part of the view that exists only under a condition.
pub fn when(
    condition: impl Fn() -> bool + Send + Sync + 'static,
    view: impl Fn() -> AnyView + Send + Sync + 'static,
) -> impl Fn() -> AnyView + Clone + Send + Sync + 'static {
    let condition = memo(condition);
    part(move || {
        if condition.get() {
            view()
        } else {
            ().into_any()
        }
    })
}

/// A value that is recomputed when its dependencies change, and notifies others only if it differs.
pub fn memo<T: PartialEq + Send + Sync + 'static>(
    closure: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    memo_of(Arc::new(closure))
}

fn memo_of<T: PartialEq + Send + Sync + 'static>(
    closure: Arc<dyn Fn() -> T + Send + Sync>,
) -> Memo<T> {
    Memo::new(move |_| closure())
}

/// Runs now, and again when its dependencies change.
pub fn effect(run: impl FnMut() + 'static) {
    effect_of(Box::new(run));
}

fn effect_of(mut run: Box<dyn FnMut()>) {
    Effect::new(move |_| run());
}

pub fn later(run: impl FnOnce() + 'static, after: Duration) {
    later_of(Box::new(run), after);
}

fn later_of(run: Box<dyn FnOnce()>, after: Duration) {
    set_timeout(run, after);
}

pub fn tap(run: impl FnMut(MouseEvent) + 'static) -> Box<dyn FnMut(MouseEvent)> {
    Box::new(run)
}
