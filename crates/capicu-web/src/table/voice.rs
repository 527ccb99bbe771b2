//! The queue for screen readers, polite so that no line cuts off an earlier one.

use leptos::prelude::*;
use web_sys::Element;

/// The number of lines that are kept.
const KEPT: u32 = 20;

/// The live region. Every line is a new element at the end, so that only new lines are read.
#[component]
pub fn VoiceView() -> impl IntoView {
    view! { <div class="heard" role="log" aria-live="polite" id="said"></div> }
}

fn queue() -> Option<Element> {
    document().get_element_by_id("said")
}

/// Adds a line after all earlier ones.
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

/// Repeats the last line.
pub fn again() {
    let last = queue().and_then(|queue| queue.last_element_child());
    if let Some(text) = last.and_then(|line| line.text_content()) {
        say(&text);
    }
}
