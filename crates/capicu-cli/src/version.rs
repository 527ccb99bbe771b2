//! Version, commit and features of this program.

pub fn long() -> String {
    let commit = env!("CAPICU_COMMIT");
    let day = option_env!("CAPICU_DAY").map(|day| format!(", {day}"));
    let version = env!("CARGO_PKG_VERSION");
    let features = FEATURES.iter().filter(|(_, is_on)| *is_on);
    let features: Vec<&str> = features.map(|(name, _)| *name).collect();
    format!(
        "{version} (commit {commit}{})\nfeatures: {}\nschema: {}",
        day.unwrap_or_default(),
        features.join(" "),
        capicu_server::SCHEMA
    )
}

const FEATURES: [(&str, bool); 3] = [
    ("full", cfg!(feature = "full")),
    ("postgres", cfg!(feature = "postgres")),
    ("previous", cfg!(feature = "previous")),
];
