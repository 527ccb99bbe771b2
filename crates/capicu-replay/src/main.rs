//! Where the worker's WebAssembly starts.

fn main() {
    capicu_replay::start();
}
