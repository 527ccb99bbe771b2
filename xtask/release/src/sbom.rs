//! The bill of materials, in the JSON of CycloneDX 1.5.

use anyhow::Result;
use serde_json::{Value, json};

use crate::parts::{self, Part};
use crate::source::About;

pub fn json(about: &About, parts: &[Part]) -> Result<String> {
    let mut components: Vec<Value> = parts.iter().map(component).collect();
    let sqlite = parts::sqlite(parts)?;
    components.push(json!({
        "type": "library",
        "bom-ref": format!("sqlite@{sqlite}"),
        "name": "sqlite",
        "version": sqlite,
        "cpe": format!("cpe:2.3:a:sqlite:sqlite:{sqlite}:*:*:*:*:*:*:*"),
        "licenses": [{ "license": { "id": "blessing" } }],
    }));
    components.push(json!({
        "type": "library",
        "bom-ref": "musl",
        "name": "musl",
        "description": "The copy in the Rust toolchain",
        "licenses": [{ "license": { "id": "MIT" } }],
    }));
    let version = &about.version;
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": format!("capicu@{version}"),
                "name": "capicu",
                "version": version,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
                "properties": [{ "name": "capicu:commit", "value": about.commit }],
            },
        },
        "components": components,
    });
    Ok(format!("{bill:#}\n"))
}

fn component(part: &Part) -> Value {
    let address = format!("pkg:cargo/{}@{}", part.name, part.version);
    let mut component = json!({
        "type": "library",
        "bom-ref": address,
        "purl": address,
        "name": part.name,
        "version": part.version,
        "licenses": [{ "expression": part.license }],
    });
    if let Some(checksum) = &part.checksum {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crate_is_named_as_others_look_for_it() {
        let part = Part {
            name: "serde".to_owned(),
            version: "1.0.1".to_owned(),
            license: "MIT OR Apache-2.0".to_owned(),
            checksum: Some("ab12".to_owned()),
            folder: None,
        };
        let found = component(&part);
        assert_eq!(found["purl"], "pkg:cargo/serde@1.0.1");
        assert_eq!(found["hashes"][0]["content"], "ab12");
        assert_eq!(found["licenses"][0]["expression"], "MIT OR Apache-2.0");
    }
}
