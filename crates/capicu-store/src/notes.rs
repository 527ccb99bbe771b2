//! What a server remembers of itself.

use std::fmt;

use crate::{Answer, Unavailable};

/// Short texts by name, such as the time at which the server last ran.
pub trait Notes: Send + Sync + fmt::Debug {
    /// The text of this name, if there is one.
    fn note<'a>(&'a self, name: &'a str) -> Answer<'a, Result<Option<String>, Unavailable>>;

    /// Writes a text down in place of the last one of this name. After `Ok` it survives a power cut.
    fn set_note<'a>(&'a self, name: &'a str, value: String) -> Answer<'a, Result<(), Unavailable>>;
}
