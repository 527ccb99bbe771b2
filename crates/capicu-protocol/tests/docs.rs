//! The page that specifies the protocol says what the code does.

use capicu_protocol::{Level, VERSION};

fn page() -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
    std::fs::read_to_string(page).unwrap()
}

#[test]
fn the_page_is_of_this_version() {
    assert!(page().contains(&format!("each other, version {VERSION}.")));
}

#[test]
fn the_levels_are_those_of_the_code() {
    let names: Vec<String> = Level::NAMES
        .iter()
        .map(|name| format!("`{name}`"))
        .collect();
    let (names, usual) = (names.join(", "), Level::default());
    let row = format!("| `level` | how well bots play, the weakest first: {names} | `{usual}` |");
    assert!(page().contains(&row), "{row}");
}
