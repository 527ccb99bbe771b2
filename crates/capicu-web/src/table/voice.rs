//! What a screen reader is told: one polite queue, in which nothing is cut off by what comes after it.

use leptos::prelude::*;
use web_sys::Element;

/// So much of what was said is kept.
const KEPT: u32 = 20;

/// Where it is said. Every line is an element of its own and comes at the end, so that only what is new is read.
#[component]
pub fn VoiceView() -> impl IntoView {
    view! { <div class="heard" role="log" aria-live="polite" data-testid="said"></div> }
}

fn queue() -> Option<Element> {
    let found = document().query_selector("[data-testid=said]");
    found.ok().flatten()
}

/// Says something after all that was said before.
pub fn say(text: &str) {
    let line = document().create_element("p");
    if let (Some(queue), Ok(line)) = (queue(), line) {
        line.set_text_content(Some(text));
        let _ = queue.append_child(&line);
        if queue.child_element_count() > KEPT
            && let Some(first) = queue.first_element_child()
        {
            first.remove();
        }
    }
}

/// Says again what was said last.
pub fn again() {
    let last = queue().and_then(|queue| queue.last_element_child());
    if let Some(text) = last.and_then(|line| line.text_content()) {
        say(&text);
    }
}
