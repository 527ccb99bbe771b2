//! Reads and writes JSON in little code: `serde_json` has a message for every fault, and would be an eighth of the
//! page. The server or the page itself has written all JSON that the page reads.

use capicu_protocol::MAX_MESSAGE;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Encodes a value. The page writes nothing longer than a message may be.
pub fn encode<T: Serialize>(value: &T) -> String {
    let mut text = vec![0; MAX_MESSAGE];
    let n = serde_json_core::to_slice(value, &mut text).unwrap_or(0);
    text.truncate(n);
    String::from_utf8(text).unwrap_or_default()
}

/// Decodes a value; `None` if the text is not such a value.
pub fn decode<T: DeserializeOwned>(text: &str) -> Option<T> {
    let mut unescaped = vec![0; text.len()];
    let (value, _) = serde_json_core::from_str_escaped(text, &mut unescaped).ok()?;
    Some(value)
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;
    use std::path::Path;

    use capicu_protocol::{ApiError, ClientMessage, CreateTable, Created, ServerMessage};

    use super::*;

    /// Checks that both readers accept a recorded message, and both writers write the same.
    #[track_caller]
    fn agrees<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) {
        let value: T = capicu_protocol::decode(text).expect("the recorded message is valid");
        assert_eq!(decode::<T>(text).as_ref(), Some(&value), "{text}");
        let written = encode(&value);
        assert_eq!(written, capicu_protocol::encode(&value));
        assert_eq!(decode(&written), Some(value));
    }

    #[test]
    fn recorded_messages_are_read_and_written_as_by_the_server() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capicu-protocol/tests/wire");
        let mut n = 0;
        for file in folder.read_dir().expect("the recorded messages are there") {
            let path = file.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            let name = path.file_stem().and_then(|name| name.to_str());
            match name.expect("a name") {
                name if name.starts_with("server-") => agrees::<ServerMessage>(&text),
                name if name.starts_with("client-") => agrees::<ClientMessage>(&text),
                name if name.starts_with("event-") => agrees::<capicu_protocol::Event>(&text),
                "http-create-table" => agrees::<CreateTable>(&text),
                "http-created" => agrees::<Created>(&text),
                "http-error" => agrees::<ApiError>(&text),
                "illegal" => agrees::<Vec<capicu_protocol::Illegal>>(&text),
                "ended" => agrees::<Vec<capicu_protocol::Ended>>(&text),
                _ => continue,
            }
            n += 1;
        }
        assert!(n > 40, "{n} messages");
    }

    #[test]
    fn names_with_any_letters_survive_json() {
        for name in [
            "Peña",
            "a \"b\" c",
            "back\\slash",
            "\\",
            "\\u0041",
            "🁳🂓",
            "</script>",
        ] {
            let names = vec![name.to_owned()];
            assert_eq!(decode(&encode(&names)), Some(names.clone()));
            assert_eq!(decode(&capicu_protocol::encode(&names)), Some(names));
        }
    }

    #[test]
    fn unknown_fields_are_ignored() {
        let text = r#"{"pong":{"n":5,"more":{"a":[1,-2.5e3,null,"]}"]},"now":7}}"#;
        let pong = ServerMessage::Pong { n: 5, now: 7 };
        assert_eq!(decode(text), Some(pong));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "{",
            "null",
            "\"",
            "{\"pong\":{\"n\":1}}",
            "{\"pong\":{\"n\":1,\"now\":2}} x",
            "{\"shout\":{}}",
        ] {
            assert_eq!(decode::<ServerMessage>(text), None, "{text}");
        }
    }
}
