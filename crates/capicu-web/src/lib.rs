//! The web client: one page, rendered in the browser.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

use leptos::prelude::*;

/// Mounts the client on the page's body, and shows panics in the browser's console.
pub fn mount() {
    console_error_panic_hook::set_once();
    mount_to_body(App);
}

#[component]
fn App() -> impl IntoView {
    view! { <main><h1>"Capicú"</h1></main> }
}
