//! Binds the score sheet to JavaScript. Other targets have nothing to start.

#[cfg(target_arch = "wasm32")]
mod bindings;

fn main() {}
