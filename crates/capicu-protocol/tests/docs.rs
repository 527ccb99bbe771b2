//! The page that specifies the protocol agrees with the code.

use std::fs;

use capicu_protocol::{Level, VERSION};
use serde_json::Value;

fn page() -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
    fs::read_to_string(page).unwrap()
}

#[test]
fn page_names_the_version_of_the_code() {
    assert!(page().contains(&format!("each other, version {VERSION}.")));
}

#[test]
fn page_lists_the_levels_of_the_code() {
    let names: Vec<String> = Level::NAMES
        .iter()
        .map(|name| format!("`{name}`"))
        .collect();
    let (names, usual) = (names.join(", "), Level::default());
    let row = format!("| `level` | how well bots play, the weakest first: {names} | `{usual}` |");
    assert!(page().contains(&row), "{row}");
}

/// Reads a recorded message of the wire: see `golden.rs`.
fn recorded(path: &std::path::Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn every_field_of_a_table_request_has_a_row() {
    let wire = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/wire");
    let asked = recorded(&std::path::Path::new(wire).join("http-create-table.json"));
    let fields = asked.as_object().unwrap().keys();
    let explained = ["rules", "seats"];
    for field in fields.filter(|field| !explained.contains(&field.as_str())) {
        let row = format!("\n| `{field}` | ");
        assert!(page().contains(&row), "{field} has no row");
    }
}

#[test]
fn page_lists_every_message_of_the_socket() {
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
            "{word} of {name} is not on the page"
        );
        messages += 1;
    }
    assert!(messages > 40, "{messages}");
}
