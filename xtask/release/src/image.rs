//! The container image: an archive of one layer that `docker load` and `podman load` take.

use anyhow::Result;
use serde_json::{Value, json};

use crate::source::About;
use crate::sums::sha256;
use crate::target::Target;
use crate::tree::{Tree, gzip};

/// User and group of the server; root in no container.
pub const USER: u64 = 65_532;

const LAYER: &str = "application/vnd.oci.image.layer.v1.tar+gzip";
const CONFIG: &str = "application/vnd.oci.image.config.v1+json";
const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";

/// The image; `share` has licenses as below `/usr/share`.
pub fn pack(about: &About, target: Target, program: &[u8], share: &Tree) -> Result<Vec<u8>> {
    let mut root = Tree::default();
    root.file("usr/bin/capicu", 0o755, program);
    for path in share.files().filter(|path| path.starts_with("doc/")) {
        root.file(&format!("usr/share/{path}"), 0o644, share.get(path)?);
    }
    root.file(
        "etc/passwd",
        0o644,
        format!("capicu:x:{USER}:{USER}::/data:/sbin/nologin\n"),
    );
    root.file("etc/group", 0o644, format!("capicu:x:{USER}:\n"));
    root.folder("data", 0o700, USER);
    root.folder("tmp", 0o1777, 0);
    let plain = root.tar(about.time)?;
    let layer = gzip(&plain)?;

    let mut archive = Tree::default();
    let mut blob = |bytes: Vec<u8>, kind: &str| {
        let digest = sha256(&bytes);
        let described = json!({
            "mediaType": kind,
            "digest": format!("sha256:{digest}"),
            "size": bytes.len(),
        });
        archive.file(&format!("blobs/sha256/{digest}"), 0o644, bytes);
        (described, format!("blobs/sha256/{digest}"))
    };
    let (layer, layer_path) = blob(layer, LAYER);
    let config = config(about, target, &sha256(&plain));
    let (config, config_path) = blob(written(&config), CONFIG);
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": MANIFEST,
        "config": config,
        "layers": [layer],
    });
    let (mut manifest, _) = blob(written(&manifest), MANIFEST);

    let name = format!("capicu:{}", about.version);
    manifest["annotations"] = json!({
        "io.containerd.image.name": format!("docker.io/library/{name}"),
        "org.opencontainers.image.ref.name": about.version,
    });
    manifest["platform"] = json!({ "architecture": target.architecture(), "os": "linux" });
    let index = json!({ "schemaVersion": 2, "manifests": [manifest] });
    archive.file("index.json", 0o644, written(&index));
    archive.file("oci-layout", 0o644, r#"{"imageLayoutVersion":"1.0.0"}"#);
    // For Docker before version 25, which knows no OCI layout.
    let docker = json!([{ "Config": config_path, "RepoTags": [name], "Layers": [layer_path] }]);
    archive.file("manifest.json", 0o644, written(&docker));
    archive.tar(about.time)
}

fn config(about: &About, target: Target, layer: &str) -> Value {
    let created = format!("{}T00:00:00Z", about.day);
    json!({
        "created": created,
        "architecture": target.architecture(),
        "os": "linux",
        "config": {
            "User": format!("{USER}:{USER}"),
            "Env": [
                "CAPICU_ADMIN=127.0.0.1:7879",
                "CAPICU_DATA=/data",
                "CAPICU_LISTEN=0.0.0.0:7878",
            ],
            "Entrypoint": ["/usr/bin/capicu"],
            "Cmd": ["serve"],
            "WorkingDir": "/data",
            "ExposedPorts": { "7878/tcp": {} },
            "Volumes": { "/data": {} },
            "Healthcheck": {
                "Test": ["CMD", "/usr/bin/capicu", "status"],
                "Interval": 30_000_000_000_u64,
                "StartPeriod": 10_000_000_000_u64,
                "Timeout": 5_000_000_000_u64,
            },
            "StopSignal": "SIGTERM",
            "Labels": {
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
                "org.opencontainers.image.revision": about.commit,
                "org.opencontainers.image.title": "Capicú",
                "org.opencontainers.image.version": about.version,
            },
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{layer}")] },
        "history": [{ "created": created, "created_by": "cargo xtask dist" }],
    })
}

fn written(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::gunzip;

    /// Follows the digests as a container engine does.
    #[test]
    fn every_digest_leads_to_its_bytes() {
        let about = About {
            version: "1.2.3".to_owned(),
            commit: "0123456789ab".to_owned(),
            day: "2026-11-26".to_owned(),
            time: 1,
            mail_date: String::new(),
        };
        let mut share = Tree::default();
        share.file("doc/capicu/LICENSE-MIT", 0o644, "MIT");
        let bytes = pack(&about, Target::Aarch64, b"program", &share).unwrap();
        let archive = Tree::read(&bytes).unwrap();
        let blob = |described: &Value| {
            let digest = described["digest"].as_str().unwrap();
            let hex = digest.strip_prefix("sha256:").unwrap();
            let bytes = archive.get(&format!("blobs/sha256/{hex}")).unwrap();
            assert_eq!(sha256(bytes), hex);
            assert_eq!(described["size"], bytes.len());
            bytes
        };
        let read = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap();
        let index = read(archive.get("index.json").unwrap());
        let manifest = read(blob(&index["manifests"][0]));
        let config = read(blob(&manifest["config"]));
        assert_eq!(config["architecture"], "arm64");
        assert_eq!(config["config"]["User"], "65532:65532");
        let plain = gunzip(blob(&manifest["layers"][0])).unwrap();
        let layer = format!("sha256:{}", sha256(&plain));
        assert_eq!(config["rootfs"]["diff_ids"], json!([layer]));
        let root = Tree::read(&plain).unwrap();
        assert_eq!(root.get("usr/bin/capicu").unwrap(), b"program");
        assert!(root.get("usr/share/doc/capicu/LICENSE-MIT").is_ok());
    }
}
