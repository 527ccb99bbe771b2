//! Paths: where links of the documentation lead, and where the website has the files.

/// Where files of the repository that are not on the website are shown.
pub const REPOSITORY: &str = "https://github.com/capicu/capicu";

/// Resolves a link of a file. Both paths are relative to the root of the repository.
pub fn resolve(file: &str, target: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    if target.starts_with('/') {
        parts.clear();
    }
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The path on the website of a file below `docs/`.
pub fn published(file: &str) -> String {
    let path = file.strip_prefix("docs/").unwrap_or(file);
    match path.strip_suffix(".md") {
        None => path.to_owned(),
        Some(page) => match page.strip_suffix("README") {
            Some(folder) => format!("{folder}index.html"),
            None => format!("{page}.html"),
        },
    }
}

/// The path of a page as search engines list it: a folder instead of its index.
pub fn listed(path: &str) -> &str {
    path.trim_end_matches("index.html")
}

/// The way from a page of the website up to its root, such as `../../`.
pub fn up(page: &str) -> String {
    "../".repeat(page.matches('/').count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative_to_their_file() {
        let file = "docs/hosting/install.md";
        assert_eq!(resolve(file, "operate.md"), "docs/hosting/operate.md");
        assert_eq!(resolve(file, "../play.md"), "docs/play.md");
        assert_eq!(resolve(file, "../../README.md"), "README.md");
        assert_eq!(resolve(file, "/CHANGELOG.md"), "CHANGELOG.md");
    }

    #[test]
    fn pages_become_html() {
        assert_eq!(published("docs/README.md"), "index.html");
        assert_eq!(published("docs/es/README.md"), "es/index.html");
        assert_eq!(published("docs/rules/es/cien.md"), "rules/es/cien.html");
        assert_eq!(published("docs/images/speed.svg"), "images/speed.svg");
        assert_eq!(up("rules/es/cien.html"), "../../");
        assert_eq!(up("index.html"), "");
    }
}
