//! Notes of a server about itself.

use std::fmt;

use crate::{Answer, Unavailable};

/// Short texts by name, such as the time at which the server last ran.
pub trait Notes: Send + Sync + fmt::Debug {
    fn note<'a>(&'a self, name: &'a str) -> Answer<'a, Result<Option<String>, Unavailable>>;

    /// Replaces the note of this name. `Ok` means stored on disk.
    fn set_note<'a>(&'a self, name: &'a str, value: String) -> Answer<'a, Result<(), Unavailable>>;
}
