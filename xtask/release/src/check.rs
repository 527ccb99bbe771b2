//! `cargo xtask dist --check`: what a release must withstand.

pub mod alike;
mod lint;
mod package;
mod roots;
mod server;
mod source_archive;

use anyhow::Result;

use crate::release::Release;
use crate::source::{About, Place};
use crate::target::Target;

pub fn run(place: &Place, about: &About, targets: &[Target], release: &Release) -> Result<()> {
    lint::run(place, about, targets, release)?;
    for target in targets {
        roots::run(place, about, *target, release)?;
    }
    source_archive::run(place, about, release)?;
    // Debian's own programs are not emulated.
    let here = targets.iter().find(|target| target.emulator().is_none());
    here.map_or(Ok(()), |target| {
        package::run(place, about, *target, release)
    })
}
