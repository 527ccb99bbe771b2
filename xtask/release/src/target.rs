//! The processors that a release is for.

use std::env::consts::ARCH;

use anyhow::{Result, bail};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    X86_64,
    Aarch64,
}

impl Target {
    pub const ALL: [Self; 2] = [Self::X86_64, Self::Aarch64];

    pub fn named(name: &str) -> Result<Self> {
        match Self::ALL.into_iter().find(|target| target.name() == name) {
            Some(target) => Ok(target),
            None => bail!("unknown target `{name}`; choose x86_64 or aarch64"),
        }
    }

    /// The name in file names, which `uname -m` prints too.
    pub const fn name(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64",
            Self::Aarch64 => "aarch64",
        }
    }

    /// The name for rustc.
    pub const fn triple(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64-unknown-linux-musl",
            Self::Aarch64 => "aarch64-unknown-linux-musl",
        }
    }

    /// The name for Debian, Go and container images.
    pub const fn architecture(self) -> &'static str {
        match self {
            Self::X86_64 => "amd64",
            Self::Aarch64 => "arm64",
        }
    }

    /// The emulator that starts its programs, on machines of another kind.
    pub fn emulator(self) -> Option<&'static str> {
        let emulator = match self {
            Self::X86_64 => "qemu-x86_64-static",
            Self::Aarch64 => "qemu-aarch64-static",
        };
        (self.name() != ARCH).then_some(emulator)
    }
}
