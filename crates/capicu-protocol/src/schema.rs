//! JSON Schema for the types that serialize by hand.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{Key, Pip, PlayerId, Seat, Side, Tile, Tiles, Token};

macro_rules! schemas {
    ($($of:ty: $name:literal, $schema:tt;)+) => {
        $(impl JsonSchema for $of {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        })+
    };
}

schemas! {
    Tile: "Tile", {
        "description": "A tile, its higher number first.",
        "type": "string",
        "pattern": "^[0-9]{1,2}-[0-9]{1,2}$",
        "examples": ["6-4"],
    };
    Pip: "Pip", {
        "description": "The number of a half.",
        "type": "integer",
        "minimum": 0,
        "maximum": capicu::Pip::MAX.value(),
    };
    Seat: "Seat", {
        "description": "A seat: its number, from 0 in the order of play.",
        "type": "integer",
        "minimum": 0,
        "maximum": capicu::MAX_SEATS - 1,
    };
    Side: "Side", {
        "description": "A side: its number.",
        "type": "integer",
        "minimum": 0,
        "maximum": capicu::MAX_SEATS - 1,
    };
    Token: "Token", {
        "description": "256 random bits as 64 hexadecimal digits in lower case. It opens the seat to anybody who has it.",
        "type": "string",
        "pattern": "^[0-9a-f]{64}$",
    };
    PlayerId: "PlayerId", {
        "description": "The id of a player; it never changes.",
        "type": "string",
        "pattern": "^[a-km-np-z2-9]{16}$",
    };
    Key: "Key", {
        "description": "A client's own name for a command.",
        "type": "string",
        "pattern": "^[A-Za-z0-9_-]{1,40}$",
    };
}

impl JsonSchema for Tiles {
    fn schema_name() -> Cow<'static, str> {
        "Tiles".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Tiles in tile order.",
            "type": "array",
            "items": generator.subschema_for::<Tile>(),
        })
    }
}
