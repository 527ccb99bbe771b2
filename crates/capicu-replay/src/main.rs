//! The entry point of the worker's WebAssembly.

fn main() {
    capicu_replay::start();
}
