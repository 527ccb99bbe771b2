//! The entry point of the page's WebAssembly.

fn main() {
    capicu_web::mount();
}
