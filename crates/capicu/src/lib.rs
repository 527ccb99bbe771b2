//! The rules of dominoes.
