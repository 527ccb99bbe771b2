//! All errors of a set of choices.

use alloc::vec::{IntoIter, Vec};
use core::fmt;

use super::RulesError;

/// Everything that is wrong with choices: at least one error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesErrors(Vec<RulesError>);

impl RulesErrors {
    /// Collects errors; `None` if there are none.
    pub(super) fn of(errors: Vec<RulesError>) -> Option<Self> {
        (!errors.is_empty()).then_some(Self(errors))
    }

    /// The first error, in the order of the checks.
    pub fn first(&self) -> RulesError {
        self.0[0]
    }

    /// All errors, in the order of the checks.
    pub fn as_slice(&self) -> &[RulesError] {
        &self.0
    }

    /// Iterates over all errors, in the order of the checks.
    pub fn iter(&self) -> core::slice::Iter<'_, RulesError> {
        self.0.iter()
    }
}

impl fmt::Display for RulesErrors {
    /// Prints all errors, separated by semicolons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            error.fmt(f)?;
        }
        Ok(())
    }
}

impl core::error::Error for RulesErrors {}

impl IntoIterator for RulesErrors {
    type Item = RulesError;
    type IntoIter = IntoIter<RulesError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a RulesErrors {
    type Item = &'a RulesError;
    type IntoIter = core::slice::Iter<'a, RulesError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
