//! Binds the entry of tiles to JavaScript. Other targets have nothing to start.

#[cfg(target_arch = "wasm32")]
#[path = "tiles/bindings.rs"]
mod bindings;

fn main() {}
