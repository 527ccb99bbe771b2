//! The entry point of the WebAssembly of the package. Its exports are in `bindings.rs`.

#[cfg(target_arch = "wasm32")]
mod bindings;

fn main() {
    #[cfg(target_arch = "wasm32")]
    console_error_panic_hook::set_once();
}
