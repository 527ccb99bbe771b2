//! The names of players on a sheet.

/// The most characters of a name.
pub const MAX_NAME: usize = 24;

/// Why a name cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameProblem {
    #[error("is empty")]
    Empty,
    #[error("has more than {MAX_NAME} characters")]
    Long,
    #[error("has a line break or another control character")]
    Control,
    #[error("is the name of an earlier player; add a letter")]
    Twice,
}

/// Returns names without spaces around them.
///
/// # Errors
///
/// The index of the first name that cannot be used, and the reason.
pub(crate) fn tidy(names: &[String]) -> Result<Vec<String>, (usize, NameProblem)> {
    let mut tidied: Vec<String> = Vec::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        let name = name.trim();
        let same = |other: &String| folded(other) == folded(name);
        let problem = match name.chars().count() {
            0 => Some(NameProblem::Empty),
            n if n > MAX_NAME => Some(NameProblem::Long),
            _ if name.chars().any(char::is_control) => Some(NameProblem::Control),
            _ if tidied.iter().any(same) => Some(NameProblem::Twice),
            _ => None,
        };
        match problem {
            Some(problem) => return Err((index, problem)),
            None => tidied.push(name.to_owned()),
        }
    }
    Ok(tidied)
}

/// A name as it is compared: capital and small letters are the same.
pub fn folded(name: &str) -> String {
    name.to_lowercase()
}
