//! Exceptions of the package.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(
    capicu,
    IllegalAction,
    PyValueError,
    "An action that the rules do not allow now. `legal` lists those that they allow."
);
create_exception!(
    capicu,
    RulesError,
    PyValueError,
    "An unknown game or option, or options that do not go together."
);
create_exception!(
    capicu,
    RecordError,
    PyValueError,
    "A text that is no record. `line` and `column` count from 1; they are None for JSON."
);
create_exception!(
    capicu,
    NotSolved,
    PyValueError,
    "A round or game that the solver does not cover."
);
