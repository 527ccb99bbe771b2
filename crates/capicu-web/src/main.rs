//! Where the page's WebAssembly starts.

fn main() {
    capicu_web::mount();
}
