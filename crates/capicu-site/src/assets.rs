//! The files of the web client, embedded in the binary when it is built.
//!
//! `CAPICU_WEB_DIST` names the folder that is embedded, `cargo xtask build` makes that folder and sets
//! it. Without it there is one file, a page that says how to build the client, so that the server
//! compiles and is tested without a browser's toolchain.
//!
//! This module negotiates nothing: [`Asset`] has every coding of a file, and `client_files` chooses one.

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// One file of the web client.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// The path at which it is served, with the leading slash.
    pub path: &'static str,
    /// The file itself.
    pub bytes: &'static [u8],
    /// The bytes compressed with brotli, if that is shorter.
    pub brotli: Option<&'static [u8]>,
    /// The bytes compressed with gzip, if that is shorter.
    pub gzip: Option<&'static [u8]>,
    /// Value of the `Content-Type` header.
    pub content_type: &'static str,
    /// Value of the `ETag` header, quotes included. It names the content, not one of its forms.
    pub etag: &'static str,
}

impl Asset {
    /// How long a browser may keep it.
    #[must_use]
    pub fn caching(&self) -> Caching {
        Caching::of(self.path)
    }
}

/// How long a browser may keep a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caching {
    /// Permanently: the name changes with the content.
    Immutable,
    /// For a day.
    Day,
    /// Only as long as the server confirms its `ETag`.
    Revalidate,
}

impl Caching {
    fn of(path: &str) -> Self {
        match path {
            _ if is_hashed(path) => Self::Immutable,
            // An icon of the game.
            _ if path.starts_with("/icon") => Self::Day,
            _ => Self::Revalidate,
        }
    }

    /// Value of the `Cache-Control` header.
    #[must_use]
    pub const fn header(self) -> &'static str {
        match self {
            Self::Immutable => "public, max-age=31536000, immutable",
            Self::Day => "public, max-age=86400",
            Self::Revalidate => "no-cache",
        }
    }
}

/// Whether the web client is in this binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// The client is embedded.
    Embedded,
    /// The client is missing: `/index.html` says how to build it.
    NotBuilt,
}

/// The file served at `path`, which starts with a slash.
///
/// `/` is not a file: the page is `/index.html`.
#[must_use]
pub fn get(path: &str) -> Option<&'static Asset> {
    ASSETS
        .binary_search_by_key(&path, |asset| asset.path)
        .ok()
        .map(|at| &ASSETS[at])
}

/// Finds the address of a file with a hash in its name, by the name without the hash.
#[must_use]
pub fn named(stem: &str, extension: &str) -> Option<&'static str> {
    let is_it = |asset: &&Asset| {
        let name = asset.path.strip_prefix("/assets/");
        let name = name.and_then(|name| name.strip_suffix(extension)?.strip_suffix('.'));
        let rest = name.and_then(|name| name.strip_prefix(stem)?.strip_prefix('-'));
        rest.is_some_and(|hash| hash.len() == 16 && !hash.contains('-'))
    };
    ASSETS.iter().find(is_it).map(|asset| asset.path)
}

/// Whether the web client was embedded when this binary was built.
#[must_use]
pub const fn client() -> Client {
    CLIENT
}

/// Whether the name of a file changes with its content.
fn is_hashed(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.rsplit_once('-').is_some_and(|(_, hash)| {
        hash.len() == 16 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_exists_with_or_without_the_client() {
        let page = get("/index.html").expect("a page in every build");
        assert_eq!(page.content_type, "text/html; charset=utf-8");
        assert_eq!(page.caching(), Caching::Revalidate);
        assert!(page.etag.starts_with('"') && page.etag.ends_with('"'));
    }

    #[test]
    fn cache_time_depends_on_a_hash_in_the_file_name() {
        for (path, caching) in [
            ("/assets/boot-0123456789abcdef.js", Caching::Immutable),
            ("/assets/boot-0123456789abcde.js", Caching::Revalidate),
            ("/icon-192.png", Caching::Day),
            ("/sw.js", Caching::Revalidate),
        ] {
            assert_eq!(Caching::of(path), caching, "{path}");
        }
    }

    #[test]
    fn files_are_found_by_path_and_compressed_only_if_shorter() {
        assert!(ASSETS.is_sorted_by_key(|asset| asset.path));
        for asset in ASSETS {
            assert_eq!(get(asset.path).map(|found| found.path), Some(asset.path));
            assert!(asset.path.starts_with('/'));
            for form in asset.brotli.iter().chain(&asset.gzip) {
                assert!(form.len() < asset.bytes.len(), "{}", asset.path);
            }
        }
        assert!(get("/").is_none());
        assert!(get("/no-such-file").is_none());
    }
}
