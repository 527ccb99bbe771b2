//! The page that specifies the protocol says what the code does.

use std::fs;

use capicu_protocol::{Level, VERSION};
use serde_json::Value;

fn page() -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
    fs::read_to_string(page).unwrap()
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

/// A message of the wire as it is recorded: see `golden.rs`.
fn recorded(path: &std::path::Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn whatever_a_table_can_be_asked_for_has_its_row() {
    let wire = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/wire");
    let asked = recorded(&std::path::Path::new(wire).join("http-create-table.json"));
    let fields = asked.as_object().unwrap().keys();
    let told = ["rules", "seats"];
    for field in fields.filter(|field| !told.contains(&field.as_str())) {
        let row = format!("\n| `{field}` | ");
        assert!(page().contains(&row), "{field} has no row");
    }
}

#[test]
fn every_message_of_the_socket_is_told() {
    let wire = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/wire");
    let (page, mut messages) = (page(), 0);
    for file in fs::read_dir(wire).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if !["client-", "server-", "event-"]
            .iter()
            .any(|side| name.starts_with(side))
        {
            continue;
        }
        let message = recorded(&path);
        let word = match &message {
            Value::String(word) => word,
            of => of.as_object().unwrap().keys().next().unwrap(),
        };
        assert!(
            page.contains(&format!("`{word}`")),
            "{word} of {name} is not told"
        );
        messages += 1;
    }
    assert!(messages > 40, "{messages}");
}
