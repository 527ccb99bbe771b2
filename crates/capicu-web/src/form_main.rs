//! The entry point of the WebAssembly of `/play` and `/rules`.

fn main() {
    capicu_web::mount_forms();
}
