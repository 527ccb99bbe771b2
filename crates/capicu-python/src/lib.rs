//! Dominoes for Python: the module `capicu._engine` of the package `capicu`, whose adapters are in Python.
//!
//! The crate decides no rule. Every argument is checked here, so that bad input raises an exception and never panics.
#![forbid(unsafe_code)]

mod arena;
mod bot;
mod encoding;
mod episodes;
mod errors;
mod fault;
mod knowledge;
mod matches;
mod named;
mod play;
mod record;
mod review;
mod round;
mod rules;
mod simulate;
mod solve;
mod suite;
mod vec_env;
mod view;

use pyo3::prelude::*;

/// The engine of the package.
#[pymodule(gil_used = false)]
mod _engine {
    #[pymodule_export]
    use crate::arena::{arena, levels};
    #[pymodule_export]
    use crate::bot::{PyBot, judge};
    #[pymodule_export]
    use crate::errors::{IllegalAction, NotSolved, RecordError, RulesError};
    #[pymodule_export]
    use crate::knowledge::PyKnowledge;
    #[pymodule_export]
    use crate::matches::PyMatch;
    #[pymodule_export]
    use crate::record::PyRecord;
    #[pymodule_export]
    use crate::review::{PyAnalysis, analyze};
    #[pymodule_export]
    use crate::round::PyRound;
    #[pymodule_export]
    use crate::rules::{PyRules, games};
    #[pymodule_export]
    use crate::simulate::simulate;
    #[pymodule_export]
    use crate::solve::{playouts, solve, solve_many};
    #[pymodule_export]
    use crate::suite::measure;
    #[pymodule_export]
    use crate::vec_env::{PyEncoding, PyVecEnv};
    #[pymodule_export]
    use crate::view::PyView;
}
