//! The Debian package.

use anyhow::Result;

use crate::source::About;
use crate::target::Target;
use crate::tree::{Tree, gzip};

/// Scripts that dpkg runs.
pub const SCRIPTS: [(&str, &str); 3] = [
    ("postinst", include_str!("../files/debian/postinst")),
    ("postrm", include_str!("../files/debian/postrm")),
    ("prerm", include_str!("../files/debian/prerm")),
];

pub const SETTINGS: &str = include_str!("../files/capicu.toml");
pub const UNIT: &str = include_str!("../files/capicu.service");
const COPYRIGHT: &str = include_str!("../files/debian/copyright");
const OVERRIDES: &str = include_str!("../files/debian/overrides");

const MAINTAINER: &str = "The Capicú maintainers <capicu@users.noreply.github.com>";

/// The package; `share` has documents and licenses as below `/usr/share`.
pub fn pack(about: &About, target: Target, program: &[u8], share: &Tree) -> Result<Vec<u8>> {
    let mut data = Tree::default();
    data.file("usr/bin/capicu", 0o755, program);
    data.file("etc/capicu.toml", 0o644, SETTINGS);
    data.file("usr/lib/systemd/system/capicu.service", 0o644, UNIT);
    for path in share.files() {
        let bytes = share.get(path)?;
        match path {
            _ if path.starts_with("man/") || path.ends_with("THIRD-PARTY.txt") => {
                data.file(&format!("usr/share/{path}.gz"), 0o644, gzip(bytes)?);
            }
            _ if path.starts_with("zsh/") => {
                data.file("usr/share/zsh/vendor-completions/_capicu", 0o644, bytes);
            }
            // In the copyright.
            _ if path.contains("/LICENSE-") => {}
            _ => data.file(&format!("usr/share/{path}"), 0o644, bytes),
        }
    }
    data.file("usr/share/doc/capicu/copyright", 0o644, COPYRIGHT);
    data.file("usr/share/lintian/overrides/capicu", 0o644, OVERRIDES);
    let changes = gzip(changelog(about).as_bytes())?;
    data.file("usr/share/doc/capicu/changelog.gz", 0o644, changes);

    let mut control = Tree::default();
    let kilobytes = data.size().div_ceil(1024);
    control.file("control", 0o644, fields(about, target, kilobytes));
    control.file("conffiles", 0o644, "/etc/capicu.toml\n");
    for (name, script) in SCRIPTS {
        control.file(name, 0o755, script);
    }
    Ok(ar(
        about.time,
        &[
            ("debian-binary", b"2.0\n"),
            ("control.tar.gz", &gzip(&control.tar(about.time)?)?),
            ("data.tar.gz", &gzip(&data.tar(about.time)?)?),
        ],
    ))
}

fn fields(about: &About, target: Target, kilobytes: usize) -> String {
    format!(
        "Package: capicu\n\
         Version: {}\n\
         Architecture: {}\n\
         Maintainer: {MAINTAINER}\n\
         Installed-Size: {kilobytes}\n\
         Depends: adduser\n\
         Section: net\n\
         Priority: optional\n\
         Homepage: https://github.com/capicu/capicu\n\
         Description: dominoes server with bots, events and analysis\n \
         Capicú serves dominoes by your own house rules: private tables, matches\n \
         against bots or strangers, ratings, clubs and tournaments. The program has\n \
         the page and its database inside and needs no other service.\n",
        about.version,
        target.architecture()
    )
}

fn changelog(about: &About) -> String {
    format!(
        "capicu ({}) unstable; urgency=medium\n\n  * The changes are in CHANGELOG.md of the source, commit {}.\n\n \
         -- {MAINTAINER}  {}\n",
        about.version, about.commit, about.mail_date
    )
}

/// An archive as dpkg reads it.
fn ar(time: u64, members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        let size = bytes.len();
        let header = format!(
            "{name:<16}{time:<12}{:<6}{:<6}{:<8}{size:<10}`\n",
            0, 0, "100644"
        );
        archive.extend(header.as_bytes());
        archive.extend(*bytes);
        if size % 2 == 1 {
            archive.push(b'\n');
        }
    }
    archive
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archive_begins_each_member_at_an_even_byte() {
        // The format of `man 5 deb`: 8 bytes, then headers of 60.
        let bytes = ar(1, &[("odd", b"123"), ("even", b"12")]);
        assert_eq!(bytes.len(), 8 + 60 + 4 + 60 + 2);
        assert_eq!(&bytes[8..11], b"odd");
        assert_eq!(&bytes[66..68], b"`\n");
        assert_eq!(&bytes[72..76], b"even");
    }
}
