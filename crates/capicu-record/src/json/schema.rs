//! The schema of the JSON twin.

use serde_json::{Value, json};

use super::RecordJson;

/// The JSON Schema of records.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(RecordJson).to_value();
    schema["title"] = json!("A match of dominoes");
    schema["description"] = json!("See docs/record-format.md.");
    schema["properties"]["format"] = json!({ "const": super::FORMAT });
    schema["properties"]["version"] = json!({ "const": crate::record::VERSION });
    schema
}
