//! The entry point of the worker's WebAssembly.

fn main() {
    #[cfg(target_arch = "wasm32")]
    capicu_practice::start();
}
