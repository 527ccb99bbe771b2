//! What this program is.

/// Version, commit and features, for `--version`.
pub fn long() -> String {
    let commit = env!("CAPICU_COMMIT");
    let version = env!("CARGO_PKG_VERSION");
    let features = FEATURES.iter().filter(|(_, is_on)| *is_on);
    let features: Vec<&str> = features.map(|(name, _)| *name).collect();
    format!(
        "{version} (commit {commit})\nfeatures: {}",
        features.join(" ")
    )
}

const FEATURES: [(&str, bool); 3] = [
    ("full", cfg!(feature = "full")),
    ("postgres", cfg!(feature = "postgres")),
    ("previous", cfg!(feature = "previous")),
];
