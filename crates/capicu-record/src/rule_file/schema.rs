//! The JSON Schema of rule files for editors, generated from the list of options.

use capicu::rules::{Choices, OptionInfo, OptionKind};
use serde_json::{Map, Value, json};

use crate::games;

/// The schema of rule files; `help` returns the one-line help of an option.
pub fn schema(help: impl Fn(&str) -> Option<String>) -> Value {
    let mut properties = Map::new();
    let text = |what: &str| json!({ "type": "string", "description": what });
    let keys = [
        (
            "id",
            json!({
                "type": "string",
                "pattern": "^[a-z0-9-]{1,64}$",
                "description": "The name of the game in commands.",
            }),
        ),
        ("name", text("What the game is called.")),
        ("name-es", text("What it is called in Spanish.")),
        ("name-fr", text("What it is called in French.")),
        ("description", text("What it is, in a sentence or two.")),
        ("description-es", text("The same in Spanish.")),
        ("description-fr", text("The same in French.")),
        (
            "sources",
            json!({
                "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }],
                "description": "Where the rules come from.",
            }),
        ),
        (
            "base",
            json!({
                "type": "string",
                "enum": games::ids().collect::<Vec<_>>(),
                "description": "The game this one differs from. Without it every option that matters has to be given.",
            }),
        ),
    ];
    for (key, value) in keys {
        properties.insert(key.to_owned(), value);
    }
    let options: Map<String, Value> = Choices::OPTIONS
        .iter()
        .filter(|option| option.name != "players")
        .map(|option| (option.name.to_owned(), property(option, &help)))
        .collect();
    let number = json!({ "type": "integer", "minimum": 2, "maximum": 12 });
    properties.insert(
        "players".to_owned(),
        json!({
            "description": "How many play: a number, a list whose first is the usual one, or tables [players.3] with what differs.",
            "anyOf": [
                number,
                { "type": "array", "items": number, "minItems": 1, "uniqueItems": true },
                {
                    "type": "object",
                    "minProperties": 1,
                    "patternProperties": {
                        "^([2-9]|1[0-2])$": {
                            "type": "object",
                            "properties": options,
                            "additionalProperties": false,
                        },
                    },
                    "additionalProperties": false,
                },
            ],
        }),
    );
    properties.extend(options);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rules of a game of dominoes",
        "description": "See docs/rule-files.md.",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

fn property(option: &OptionInfo, help: &impl Fn(&str) -> Option<String>) -> Value {
    let tile = "^([0-9]|1[0-2])-([0-9]|1[0-2])$";
    let mut value = match option.kind {
        OptionKind::Word(words) => json!({ "type": "string", "enum": words }),
        OptionKind::Number { min, max } => {
            json!({ "type": "integer", "minimum": min, "maximum": max })
        }
        OptionKind::Tiles => json!({
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": "string", "pattern": tile } },
            ],
        }),
    };
    let help = help(option.name).map_or(String::new(), |help| format!("{help} "));
    let sources = Choices::sources(option.name).unwrap_or_default();
    value["description"] = json!(format!("{help}(Sources: {sources}.)"));
    value
}
