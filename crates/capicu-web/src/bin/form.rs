//! The entry point of the WebAssembly of `/play`.

fn main() {
    capicu_web::mount_form();
}
