//! The entry point of the WebAssembly of a table.

fn main() {
    capicu_web::mount();
}
